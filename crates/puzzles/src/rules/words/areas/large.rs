//! Areas whose number is larger than those that have a label for each root and size.
//!
//! There are few of them: cells that hang together have room for few of them. So these have a label each, in any order, and a hidden
//! tile for its size. Two of them may touch where their sizes differ, which another hidden tile says of each two.

use super::{LARGEST_OWN, Label, Labels, NEIGHBOURS, Of, Reader, Size, Written};
use crate::rules::expression::Read;
use crate::rules::words::lower::Lowered;
use crate::rules::words::places::Place;
use std::collections::HashSet;
use std::sync::Arc;
use tilewright_model::{Language, Table};

/// The numbers of labels of large areas that may touch, and the hidden tile for the size of each.
pub(super) struct Large {
    labels: Vec<usize>,
    sizes: Vec<u32>,
    /// The largest number of cells.
    most: usize,
}

impl Reader<'_, '_> {
    /// Adds the labels of large areas: as many as there is room for among cells that hang together.
    pub(super) fn add_large_labels(&self, cells: &[Place], labels: &mut Labels) -> Vec<Vec<usize>> {
        let field = self.lowering.field;
        let mut left: HashSet<Place> = cells
            .iter()
            .copied()
            .filter(|&place| self.may_be(place, Of::Large))
            .collect();
        let mut groups = Vec::new();
        for &first in cells {
            if !left.remove(&first) {
                continue;
            }
            let mut together = vec![first];
            let mut at = 0;
            while let Some(&place) = together.get(at) {
                let near = field.steps(place, &NEIGHBOURS).into_iter();
                together.extend(near.filter(|near| left.remove(near)));
                at += 1;
            }
            together.sort_unstable();
            let count = together.len() / (LARGEST_OWN + 1);
            let from = labels.all.len();
            labels.all.extend((0..count).map(|_| Label {
                root: first,
                of: Of::Large,
                size: Size::OfHelper,
                cells: together.clone(),
            }));
            if count > 0 {
                groups.push((from..from + count).collect());
            }
        }
        groups
    }

    /// Says of large areas what their sizes are, and that those of one size do not touch.
    pub(super) fn add_large_areas(&mut self, groups: &[Vec<usize>], labels: &Labels) -> Read<()> {
        for group in groups {
            let most = labels.all[group[0]].cells.len();
            let mut large = Large {
                labels: group.clone(),
                sizes: Vec::new(),
                most,
            };
            for &label in group {
                // 0 where there is no such area.
                let sizes = std::iter::once(0)
                    .chain(LARGEST_OWN as u32 + 1..=most as u32)
                    .collect();
                let name = format!(
                    "the size of a large area near {}",
                    self.lowering.field.name(labels.all[label].root)
                );
                let size = self.lowering.add_helper(sizes, name);
                if let Some(&before) = large.sizes.last() {
                    self.add_descending(before, size, most);
                }
                large.sizes.push(size);
                self.add_count_of_large(label, size, most, labels)?;
                self.add_number_of_large(label, size, most, labels)?;
            }
            self.add_touching_large(&large, labels)?;
        }
        Ok(())
    }

    /// The areas are listed by size, the largest first.
    fn add_descending(&mut self, before: u32, size: u32, most: usize) {
        let count = most - LARGEST_OWN + 1;
        let table = Table::new(count, count, |one, other| one >= other);
        let pair = Lowered::Pair(before, size, table.into());
        self.lowering.push(pair, self.kind.key.to_owned());
    }

    /// The letters of a size: those behind "not" and "own", in order.
    fn letters_of_sizes(most: usize) -> Arc<[u32]> {
        (2..=(most - LARGEST_OWN) as u32 + 2).collect()
    }

    /// As many cells have the label as the size says.
    fn add_count_of_large(
        &mut self,
        label: usize,
        size: u32,
        most: usize,
        labels: &Labels,
    ) -> Read<()> {
        let written = Written::new(&self.text, ());
        self.lowering.work(&written, most * most)?;
        let step = |state: &Option<usize>, letter: usize| match (*state, letter) {
            (None, 0 | 1) => None,
            (None, 2) => Some(Some(0)),
            (None, letter) => Some(Some(LARGEST_OWN + letter - 2)),
            (Some(left), 0) => Some(Some(left)),
            (Some(left), 1) => Some(Some(left.checked_sub(1)?)),
            _ => None,
        };
        let letters = Self::letters_of_sizes(most);
        let language = Language::explored(letters.len() + 2, None, step, |state| *state == Some(0));
        let language = language.map_err(|error| written.error(error.to_string()))?;
        self.add_line_of(
            label,
            labels,
            vec![(size, letters)],
            language.into(),
            "the size",
        );
        Ok(())
    }

    /// The cells of a large area have its size as their number.
    fn add_number_of_large(
        &mut self,
        label: usize,
        size: u32,
        most: usize,
        labels: &Labels,
    ) -> Read<()> {
        let written = Written::new(&self.text, ());
        let sizes = Self::letters_of_sizes(most);
        let other = sizes.len() + 2;
        let step = |state: &(u8, usize), letter: usize| match *state {
            (0, _) if letter < 2 => Some((if letter == 1 { 1 } else { 3 }, 0)),
            (1, _) if letter >= 2 && letter < other => Some((2, letter)),
            (2, number) if letter == number => Some((4, 0)),
            (3, step) if letter >= 2 && step < 2 => Some((3, step + 1)),
            _ => None,
        };
        let language = Language::explored(other + 1, (0, 0), step, |&state| {
            state.0 == 4 || state == (3, 2)
        });
        let language = Arc::new(language.map_err(|error| written.error(error.to_string()))?);
        for place in self.cells_with(label, labels) {
            let helper = labels.helpers[&place];
            let tile = self
                .layer
                .tile_at(place)
                .expect("it is a place of the layer");
            self.lowering.work(&written, other)?;
            let own = self
                .labels(helper)
                .iter()
                .map(|&known| u32::from(known == label as u32 + 1));
            let own = own.collect();
            let number = |choice: u32| match self.number_of(self.lowering.value_of(tile, choice)) {
                Some(number) if (LARGEST_OWN + 1..=most).contains(&number) => {
                    (number - LARGEST_OWN + 2) as u32
                }
                _ => other as u32,
            };
            let numbers = self.lowering.choices(tile).map(number).collect();
            let told = Lowered::Told {
                tiles: vec![helper, tile, size],
                letters: vec![own, numbers, Arc::clone(&sizes)],
                language: Arc::clone(&language),
            };
            self.lowering.push(told, self.kind.key.to_owned());
        }
        Ok(())
    }

    /// Large areas of one size do not touch.
    fn add_touching_large(&mut self, large: &Large, labels: &Labels) -> Read<()> {
        const BEFORE: [[i32; 3]; 2] = [[0, 0, 2], [0, 2, 0]];
        let written = Written::new(&self.text, ());
        // Read are the labels of two neighbours (neither, one, other) and whether the sizes are equal (3 no, 4 yes).
        let step = |state: &(u8, usize), letter: usize| match *state {
            (0, _) if letter < 3 => Some((1, letter)),
            (1, first) if letter < 3 => Some((
                2,
                usize::from(first + letter == 3 && first > 0 && letter > 0),
            )),
            (2, touch) if letter == 3 || letter == 4 && touch == 0 => Some((3, 0)),
            _ => None,
        };
        let language = Language::explored(5, (0, 0), step, |state| state.0 == 3);
        let language = Arc::new(language.map_err(|error| written.error(error.to_string()))?);
        let sizes: Vec<u32> = (1..=(large.most - LARGEST_OWN) as u32 + 1).collect();
        for (number, &one) in large.labels.iter().enumerate() {
            for (at, &other) in large.labels.iter().enumerate().skip(number + 1) {
                let equal = self
                    .lowering
                    .add_helper(vec![0, 1], "whether two large areas are equal".to_owned());
                let tiles = [large.sizes[number], equal, large.sizes[at]];
                self.add_same(tiles, &[sizes.clone(), sizes.clone()])?;
                let letters = |this: &Self, helper: u32| -> Arc<[u32]> {
                    let letter = |&label: &u32| match label as usize {
                        label if label == one + 1 => 1,
                        label if label == other + 1 => 2,
                        _ => 0,
                    };
                    this.labels(helper).iter().map(letter).collect()
                };
                for &place in &labels.all[one].cells {
                    for near in self.lowering.field.steps(place, &BEFORE) {
                        let both = [place, near].map(|place| labels.helpers.get(&place).copied());
                        let [Some(a), Some(b)] = both else { continue };
                        self.lowering.work(&written, 16)?;
                        let told = Lowered::Told {
                            tiles: vec![a, b, equal],
                            letters: vec![letters(self, a), letters(self, b), Arc::from([3, 4])],
                            language: Arc::clone(&language),
                        };
                        self.lowering.push(told, self.kind.key.to_owned());
                    }
                }
            }
        }
        Ok(())
    }
}
