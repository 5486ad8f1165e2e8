//! How a map was filled: what it looked like on the way.
//!
//! A film has about as many pictures as it is asked for, in equal steps of places that were filled. Where windows are opened and filled anew
//! the film goes on for longer: then every second picture is dropped, and the steps are twice as long.

use crate::fill::{Likeness, Unfilled, complete_filmed};
use crate::ground::{Ground, Map};
use crate::kinds::Kinds;
use tilewright_model::budget::Budget;

/// Fills a ground as [`crate::fill`] does, and also gives the map on the way: between half of `pictures` and `pictures` of
/// it, and the whole map as the last one.
pub fn film(
    kinds: &Kinds,
    ground: &Ground,
    likeness: Likeness,
    seed: u64,
    budget: &Budget,
    pictures: usize,
) -> Result<Vec<Map>, Unfilled> {
    let mut film = Film::new(ground.places(), pictures);
    let open = Map::open(ground.rows(), ground.columns());
    let map = complete_filmed(
        kinds,
        ground,
        &open,
        likeness,
        seed,
        budget,
        Some(&mut film),
    )?;
    let shot = |kinds: Vec<u16>| Map::new(ground.rows(), ground.columns(), kinds);
    let mut maps: Vec<Map> = film.shots.into_iter().map(shot).collect();
    if maps.last() != Some(&map) {
        maps.push(map);
    }
    Ok(maps)
}

/// A film that is being made.
#[derive(Debug)]
pub(crate) struct Film {
    /// The number of places that are filled between two pictures.
    step: usize,
    since: usize,
    most: usize,
    shots: Vec<Vec<u16>>,
}

impl Film {
    fn new(places: usize, pictures: usize) -> Self {
        let most = pictures.max(2);
        Self {
            step: (2 * places).div_ceil(most).max(1),
            since: 0,
            most: most - 1,
            shots: Vec::new(),
        }
    }

    /// A place was filled.
    pub(crate) fn see(&mut self, map: &[u16]) {
        self.since += 1;
        if self.since < self.step {
            return;
        }
        self.since = 0;
        if self.shots.len() == self.most {
            let mut number = 0;
            self.shots.retain(|_| {
                number += 1;
                number % 2 == 1
            });
            self.step *= 2;
        }
        self.shots.push(map.to_vec());
    }
}
