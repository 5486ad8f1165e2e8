//! A walk: numbers that are there once each, and follow each other from neighbour to neighbour.
//!
//! A number that is somewhere rules the next one out wherever it would not be beside it. Since the next one is somewhere, this
//! says all. A number can only be where both of its neighbours in the count can be beside it; what that leaves of a board with
//! some numbers given is little, so it is found first.

use super::links::Reader;
use super::lower::Lowered;
use crate::ParseError;
use crate::rules::expression::Read;
use tilewright_model::Demand;

/// For each number in order, the places at which it may be: the number of the place, and the choice.
type Sites = Vec<Vec<(usize, u32)>>;

impl Reader<'_, '_> {
    /// Each of the numbers is once on the tiles of the layer, and the next one beside it.
    pub(super) fn walk(&mut self) -> Read<()> {
        self.only(&["graph"])?;
        let values = self.numbers_in_order()?;
        let near = self.neighbours_of_places()?;
        let mut sites = self.sites(&values);
        let written = super::Written::new(&self.text, ());
        loop {
            let before: usize = sites.iter().map(Vec::len).sum();
            self.lowering.work(&written, before)?;
            keep_supported(&mut sites, &near);
            keep_apart(&mut sites);
            if sites.iter().map(Vec::len).sum::<usize>() == before {
                break;
            }
        }
        if let Some(nowhere) = sites.iter().position(Vec::is_empty) {
            let number = self.lexicon.values.name(values[nowhere]);
            let message = format!("there is no place for the {number} of the walk");
            return Err(ParseError::new(message));
        }
        self.add_walk(&values, &sites, &near)
    }

    /// The values of the walk, from the lowest number on.
    fn numbers_in_order(&self) -> Read<Vec<u32>> {
        let mut values = self.layer.values.clone();
        values.retain(|&value| self.marked[value as usize]);
        let number = |&value: &u32| self.lexicon.values.as_number(value);
        if let Some(word) = values.iter().find(|value| number(value).is_none()) {
            let name = self.lexicon.values.name(*word);
            return Err(self
                .kind
                .error(format!("a walk goes over numbers, and {name:?} is a word")));
        }
        values.sort_by_key(number);
        Ok(values)
    }

    /// For each place of the layer those beside it.
    fn neighbours_of_places(&self) -> Read<Vec<Vec<usize>>> {
        let steps = self.graph()?;
        let field = self.lowering.field;
        let first = self.layer.first;
        let beside = |&place| {
            let near = field.steps(place, steps).into_iter();
            let tiles = near.filter_map(|place| self.layer.tile_at(place));
            tiles.map(|tile| (tile - first) as usize).collect()
        };
        Ok(self.layer.places.iter().map(beside).collect())
    }

    /// The places at which each number may be by the values of the tiles alone.
    fn sites(&self, values: &[u32]) -> Sites {
        let site = |value: u32| {
            let tiles = self.layer.tiles().enumerate();
            let sites = tiles
                .filter_map(|(place, tile)| Some((place, self.lowering.choice_with(tile, value)?)));
            sites.collect()
        };
        values.iter().map(|&value| site(value)).collect()
    }

    fn add_walk(&mut self, values: &[u32], sites: &Sites, near: &[Vec<usize>]) -> Read<()> {
        let names: Vec<&str> = values
            .iter()
            .map(|&value| self.lexicon.values.name(value))
            .collect();
        let written = super::Written::new(&self.text, ());
        for (number, here) in sites.iter().enumerate() {
            let all = here.iter().map(|&(_, choice)| choice).collect();
            self.lowering.parts.push(Lowered::Item {
                name: format!("the {}", names[number]),
                demand: Demand::ExactlyOne,
                choices: all,
            });
            let Some(next) = sites.get(number + 1) else {
                continue;
            };
            self.lowering.work(&written, here.len() * next.len())?;
            for &(place, choice) in here {
                let far = next
                    .iter()
                    .filter(|(other, _)| !near[place].contains(other));
                let mut apart: Vec<u32> = far.map(|&(_, choice)| choice).collect();
                if apart.is_empty() {
                    continue;
                }
                apart.push(choice);
                apart.sort_unstable();
                self.lowering.parts.push(Lowered::Item {
                    name: format!("{} beside {}", names[number + 1], names[number]),
                    demand: Demand::AtMostOne,
                    choices: apart,
                });
            }
        }
        Ok(())
    }
}

/// Leaves a number only where those before and behind it may be beside it.
fn keep_supported(sites: &mut Sites, near: &[Vec<usize>]) {
    for number in (0..sites.len()).chain((0..sites.len()).rev()) {
        for other in [number.checked_sub(1), Some(number + 1)]
            .into_iter()
            .flatten()
        {
            let Some(others) = sites.get(other) else {
                continue;
            };
            let mut is_site = vec![false; near.len()];
            for &(place, _) in others {
                is_site[place] = true;
            }
            sites[number].retain(|&(place, _)| near[place].iter().any(|&place| is_site[place]));
        }
    }
}

/// Where a number has one place alone, no other number is there.
fn keep_apart(sites: &mut Sites) {
    let fixed: Vec<(usize, usize)> = sites
        .iter()
        .enumerate()
        .filter_map(|(number, sites)| match sites[..] {
            [(place, _)] => Some((number, place)),
            _ => None,
        })
        .collect();
    for (number, place) in fixed {
        for (other, sites) in sites.iter_mut().enumerate() {
            if other != number {
                sites.retain(|&(site, _)| site != place);
            }
        }
    }
}
