//! The peers: wave function collapse of the registry.

#![expect(
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "the peers count places as signed numbers; weights are above 0"
)]

use super::Task;
use cpu_time::ThreadTime;
use direction::CardinalDirectionTable;
use ghx_proc_gen::generator::builder::GeneratorBuilder;
use ghx_proc_gen::generator::model::ModelCollection;
use ghx_proc_gen::generator::rules::RulesBuilder;
use ghx_proc_gen::generator::socket::{SocketCollection, SocketsCartesian2D};
use ghx_proc_gen::generator::{GenerationStatus, Generator, RngMode};
use ghx_proc_gen::ghx_grid::cartesian::grid::CartesianGrid;
use rand_old::SeedableRng;
use rand_old::rngs::StdRng;
use std::num::NonZeroU32;
use tilewright_maps::{Joined, Map};
use wfc::wrap::{WrapNone, WrapXY};
use wfc::{
    ForbidInterface, ForbidPattern, GlobalStats, Observe, PatternDescription, PatternTable, RunOwn,
    Size, Wrap,
};

/// How often a peer may begin again.
const TRIES: u64 = 10;

/// The kinds that may not stand on some places, for a floor.
#[derive(Clone)]
struct Bans(Vec<(wfc::Coord, wfc::PatternId)>);

impl ForbidPattern for Bans {
    fn forbid<W: Wrap, R: rand_old::Rng>(
        &mut self,
        interface: &mut ForbidInterface<W>,
        rng: &mut R,
    ) {
        for &(coord, pattern) in &self.0 {
            // A contradiction shows itself at the next step.
            let _ = interface.forbid_pattern(coord, pattern, rng);
        }
    }
}

/// The map of the crate `wfc`, and the seconds of the try that made it.
pub(super) fn wfc(task: &Task) -> Option<(Map, f64)> {
    let kinds = task.kinds;
    let count = kinds.count();
    let least = kinds
        .weights()
        .iter()
        .copied()
        .filter(|weight| *weight > 0.0)
        .fold(f64::MAX, f64::min);
    let describe = |kind: usize| {
        let beside = |goes: &dyn Fn(usize) -> bool| {
            (0..count)
                .filter(|&other| goes(other))
                .map(|it| it as u32)
                .collect()
        };
        let sides: [Vec<u32>; 4] = [
            beside(&|other| kinds.goes_down(other, kind)),
            beside(&|other| kinds.goes_across(kind, other)),
            beside(&|other| kinds.goes_down(kind, other)),
            beside(&|other| kinds.goes_across(other, kind)),
        ];
        let weight = (kinds.weights()[kind] / least * 10.0).round().max(1.0);
        PatternDescription::new(
            NonZeroU32::new(weight as u32),
            CardinalDirectionTable::new_array(sides),
        )
    };
    let stats = GlobalStats::new((0..count).map(describe).collect::<PatternTable<_>>());
    let ground = task.ground;
    let mut bans = Vec::new();
    for row in 0..ground.rows() {
        for column in 0..ground.columns() {
            let coord = wfc::Coord::new(column as i32, row as i32);
            let banned = (0..count).filter(|&kind| !ground.allows(row, column, kind));
            bans.extend(banned.map(|kind| (coord, kind as u32)));
        }
    }
    let bans = Bans(bans);
    if ground.sides_joined() == Joined::TORUS {
        wfc_wrapped(task, &stats, WrapXY, &bans)
    } else {
        wfc_wrapped(task, &stats, WrapNone, &bans)
    }
}

fn wfc_wrapped<W: Wrap>(
    task: &Task,
    stats: &GlobalStats,
    wrap: W,
    bans: &Bans,
) -> Option<(Map, f64)> {
    let size = Size::new(task.ground.columns() as u32, task.ground.rows() as u32);
    let whole = ThreadTime::now();
    for seed in 0..TRIES {
        let start = ThreadTime::now();
        let mut random = StdRng::seed_from_u64(seed);
        let mut run = RunOwn::new_wrap_forbid(size, stats, wrap, bans.clone(), &mut random);
        let is_done = loop {
            match run.step(&mut random) {
                Ok(Observe::Complete) => break true,
                Ok(Observe::Incomplete) if whole.elapsed() < task.limit => {}
                _ => break false,
            }
        };
        let seconds = start.elapsed().as_secs_f64();
        if is_done {
            let mut map = Map::open(task.ground.rows(), task.ground.columns());
            for (coord, cell) in run.into_wave().grid().enumerate() {
                let kind = cell.chosen_pattern_id().ok().map(|kind| kind as usize);
                map.put(coord.y as usize, coord.x as usize, kind);
            }
            return Some((map, seconds));
        }
        if whole.elapsed() >= task.limit {
            break;
        }
    }
    None
}

/// The map of the crate `ghx_proc_gen`, and the seconds of the try that made it. It has no bans: none with a floor.
pub(super) fn ghx(task: &Task) -> Option<(Map, f64)> {
    let (kinds, ground) = (task.kinds, task.ground);
    let count = kinds.count();
    let is_free = (0..ground.rows()).all(|row| (0..count).all(|kind| ground.allows(row, 0, kind)));
    if !is_free {
        return None;
    }
    let mut sockets = SocketCollection::new();
    let mut models = ModelCollection::new();
    // Rows are counted upwards there.
    let all: Vec<[_; 4]> = (0..count)
        .map(|_| std::array::from_fn(|_| sockets.create()))
        .collect();
    for (kind, &[right, left, above, below]) in all.iter().enumerate() {
        let model = SocketsCartesian2D::Simple {
            x_pos: right,
            x_neg: left,
            y_pos: above,
            y_neg: below,
        };
        models
            .create(model)
            .with_weight(kinds.weights()[kind].max(1e-6) as f32);
        for (other, &[_, other_left, other_above, _]) in all.iter().enumerate() {
            if kinds.goes_across(kind, other) {
                sockets.add_connection(right, [other_left]);
            }
            if kinds.goes_down(kind, other) {
                sockets.add_connection(below, [other_above]);
            }
        }
    }
    let rules = std::sync::Arc::new(
        RulesBuilder::new_cartesian_2d(models, sockets)
            .build()
            .ok()?,
    );
    let is_torus = ground.sides_joined() == Joined::TORUS;
    let whole = ThreadTime::now();
    for seed in 0..TRIES {
        let start = ThreadTime::now();
        let grid = CartesianGrid::new_cartesian_2d(
            ground.columns() as u32,
            ground.rows() as u32,
            is_torus,
            is_torus,
        );
        let generator = GeneratorBuilder::new()
            .with_shared_rules(rules.clone())
            .with_grid(grid);
        let generator = generator
            .with_max_retry_count(0)
            .with_rng(RngMode::Seeded(seed))
            .build();
        let mut generator: Generator<_, _> = generator.ok()?;
        let is_done = loop {
            match generator.select_and_propagate() {
                Ok(GenerationStatus::Done) => break true,
                Ok(GenerationStatus::Ongoing) if whole.elapsed() < task.limit => {}
                _ => break false,
            }
        };
        let seconds = start.elapsed().as_secs_f64();
        if is_done {
            let data = generator.to_grid_data()?;
            let mut map = Map::open(ground.rows(), ground.columns());
            for (index, node) in data.iter().enumerate() {
                let row = ground.rows() - 1 - index / ground.columns();
                map.put(row, index % ground.columns(), Some(node.model_index));
            }
            return Some((map, seconds));
        }
        if whole.elapsed() >= task.limit {
            break;
        }
    }
    None
}
