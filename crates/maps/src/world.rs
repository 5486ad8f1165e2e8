//! An endless world in chunks: the same chunk at the same place, whatever was visited before.
//!
//! A small map on a torus, repeated, fills the plane: the **first layer**. Then the plane is cut in blocks, and the inside of
//! each is filled anew between its walls, which stay. Blocks of one layer touch walls alone, so it does not matter which of them is filled
//! first. Three more layers cut the plane elsewhere, so that every wall lies inside some block, and the seams are gone. A
//! place depends on the seed and on the blocks around it, which are made when they are needed and kept for the next chunk.

#![expect(
    clippy::cast_sign_loss,
    clippy::cast_possible_wrap,
    reason = "places within a few chunks, and bits of a seed"
)]

use crate::fill::{Likeness, Unfilled, complete, fill};
use crate::ground::{Ground, Joined, Map};
use crate::kinds::{Kinds, OPEN};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;
use tilewright_model::budget::Budget;
use tilewright_model::random::mixed;

/// The layers above the first, and by how many halves of a chunk their walls are moved: down and across.
const LAYERS: [(i64, i64); 4] = [(0, 0), (1, 1), (0, 1), (1, 0)];

/// The most blocks that are kept.
const MOST_KEPT: usize = 4096;

/// The work on a block.
const BLOCK_NODES: u64 = 1_000_000;

/// The smallest side of a chunk.
const LEAST_SIDE: usize = 4;

/// A world without end.
#[derive(Debug)]
pub struct World {
    kinds: Kinds,
    likeness: Likeness,
    seed: u64,
    side: i64,
    first: Map,
    /// Blocks by their layer, and their number down and across: their places with the upper and left wall.
    blocks: HashMap<(usize, i64, i64), Arc<[u16]>>,
}

impl World {
    /// A world in chunks of `side`×`side` places, at least 4. It is made of a map on a torus of that size: where that has none, the
    /// world is [`Unfilled`].
    pub fn new(
        kinds: Kinds,
        likeness: Likeness,
        side: usize,
        seed: u64,
        budget: &Budget,
    ) -> Result<Self, Unfilled> {
        let side = side.max(LEAST_SIDE);
        let ground = Ground::new(&kinds, side, side).joined(Joined::TORUS);
        let first = fill(&kinds, &ground, likeness, seed, budget)?;
        Ok(Self {
            kinds,
            likeness,
            seed,
            side: side as i64,
            first,
            blocks: HashMap::new(),
        })
    }

    /// The kinds.
    pub fn kinds(&self) -> &Kinds {
        &self.kinds
    }

    /// The chunk in a column and row of chunks, which may be negative.
    pub fn chunk(&mut self, x: i32, y: i32) -> Map {
        let span = |at: i32| {
            let start = i64::from(at) * self.side;
            start..start + self.side
        };
        let (rows, columns) = (span(y), span(x));
        let kinds = self.area(LAYERS.len(), rows, columns);
        let side = self.side as usize;
        Map::new(side, side, kinds)
    }

    /// Places of the world as they are after this many layers, row by row.
    fn area(&mut self, layers: usize, rows: Range<i64>, columns: Range<i64>) -> Vec<u16> {
        let side = self.side;
        let Some(layer) = layers.checked_sub(1) else {
            let at = |row: i64, column: i64| {
                let place = row.rem_euclid(side) * side + column.rem_euclid(side);
                self.first.kinds()[place as usize]
            };
            return rows
                .flat_map(|row| columns.clone().map(move |column| (row, column)))
                .map(|(r, c)| at(r, c))
                .collect();
        };
        let (down, across) = (LAYERS[layer].0 * side / 2, LAYERS[layer].1 * side / 2);
        let width = (columns.end - columns.start) as usize;
        let mut area = vec![OPEN; width * (rows.end - rows.start) as usize];
        let numbers = |span: &Range<i64>, moved: i64| {
            (span.start - moved).div_euclid(side)..=(span.end - 1 - moved).div_euclid(side)
        };
        for i in numbers(&rows, down) {
            for j in numbers(&columns, across) {
                let block = self.block(layer, i, j);
                let (top, left) = (i * side + down, j * side + across);
                for row in rows.start.max(top)..rows.end.min(top + side) {
                    let (from, to) = (columns.start.max(left), columns.end.min(left + side));
                    let source = ((row - top) * side + from - left) as usize;
                    let target =
                        (row - rows.start) as usize * width + (from - columns.start) as usize;
                    let count = (to - from) as usize;
                    area[target..target + count].copy_from_slice(&block[source..source + count]);
                }
            }
        }
        area
    }

    /// A block of a layer.
    fn block(&mut self, layer: usize, i: i64, j: i64) -> Arc<[u16]> {
        if let Some(block) = self.blocks.get(&(layer, i, j)) {
            return block.clone();
        }
        let length = self.side;
        let (top, left) = (
            i * length + LAYERS[layer].0 * length / 2,
            j * length + LAYERS[layer].1 * length / 2,
        );
        let mut kinds = self.area(layer, top..top + length + 1, left..left + length + 1);
        let size = length as usize + 1;
        let before = kinds.clone();
        let is_wall = |at: usize| at == 0 || at + 1 == size;
        for (place, kind) in kinds.iter_mut().enumerate() {
            if !is_wall(place / size) && !is_wall(place % size) {
                *kind = OPEN;
            }
        }
        let ground = Ground::new(&self.kinds, size, size);
        let walls = Map::new(size, size, kinds);
        let own_seed = [layer as u64, i as u64, j as u64]
            .iter()
            .fold(self.seed, |seed, part| {
                mixed(seed ^ mixed(part.wrapping_add(1)))
            });
        let filled = complete(
            &self.kinds,
            &ground,
            &walls,
            self.likeness,
            own_seed,
            &Budget::default().nodes(BLOCK_NODES),
        );
        // If that is too hard, what was there before is a way to fill it. Nodes are the same on every machine, seconds are not.
        let filled = filled.map_or(before, |map| map.kinds().to_vec());
        let inner =
            (0..size - 1).flat_map(|row| filled[row * size..row * size + size - 1].to_vec());
        let block: Arc<[u16]> = inner.collect();
        if self.blocks.len() >= MOST_KEPT {
            self.blocks.clear();
        }
        self.blocks.insert((layer, i, j), block.clone());
        block
    }
}
