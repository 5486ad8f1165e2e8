//! What lies on a flat board, layer by layer: for those that draw boards, write solutions and read them.

use super::Rules;
use super::spec::{Content, Filling, Space};
use super::words::places::{Layer, Place};
use std::collections::BTreeMap;
use tilewright_model::{Choice, Item};
use tilewright_render::Role;

/// A place as its row and column in halves: that of a cell are odd, those of a corner even, and an edge has one of each.
pub(crate) type Halves = [u32; 2];

/// The tiles of a layer: what each is known to be.
pub(crate) type Entered<'r> = BTreeMap<Halves, Option<(&'r str, Role)>>;

impl Rules {
    /// The tiles of a layer, if there is one of that name, with what is given or found.
    pub(crate) fn entered(&self, layer: &str) -> Option<Entered<'_>> {
        let (layer, filling) = self.layer_called(layer)?;
        let places = layer.places.iter().map(|place| (halves(*place), None));
        let mut tiles: Entered<'_> = places.collect();
        let range = layer.tiles();
        for (choice, role) in self.known().filter(|(choice, _)| self.is_of_tile(*choice)) {
            let (tile, value) = self.tile_and_value(filling, choice);
            if range.contains(&tile) {
                let place = layer.places[(tile - layer.first) as usize];
                tiles.insert(halves(place), Some((filling.values.name(value), role)));
            }
        }
        Some(tiles)
    }

    /// The choices that were found beside those that are given, ascending; none that is hidden.
    pub(crate) fn found(&self) -> &[Choice] {
        &self.found
    }

    /// The values that the tile of a layer at a place may have, each with its choice.
    pub(crate) fn values_at(&self, layer: &str, place: Halves) -> Vec<(&str, Choice)> {
        let values = || {
            let (layer, filling) = self.layer_called(layer)?;
            let tile = layer.tile_at(Place::at(place[0], place[1]))?;
            let domain = filling.domain(tile);
            let first = self.first[tile as usize];
            let value = |place: usize| {
                let name = filling.values.name(domain.value(place));
                (name, Choice(first + place as u32))
            };
            Some((0..domain.len()).map(value).collect())
        };
        values().unwrap_or_default()
    }

    /// The layer, place and value of a choice; `None` if it is none of a tile.
    pub(crate) fn placed(&self, choice: Choice) -> Option<(&str, Halves, &str)> {
        let (Space::Layered(field), Content::Values(filling)) =
            (&self.spec.space, &self.spec.content)
        else {
            return None;
        };
        if !self.is_of_tile(choice) {
            return None;
        }
        let (tile, value) = self.tile_and_value(filling, choice);
        let mut layers = field.layers.iter();
        let layer = layers.find(|layer| layer.tiles().contains(&tile))?;
        let place = layer.places[(tile - layer.first) as usize];
        Some((&layer.name, halves(place), filling.values.name(value)))
    }

    /// The names of a layer's values, in order.
    pub(crate) fn values_of(&self, layer: &str) -> Vec<&str> {
        let Some((layer, filling)) = self.layer_called(layer) else {
            return Vec::new();
        };
        let names = layer.values.iter().map(|&value| filling.values.name(value));
        names.collect()
    }

    /// The place of the tile that an item stands for, if it is one that is shown.
    pub(crate) fn tile_place(&self, item: Item) -> Option<Halves> {
        let Space::Layered(field) = &self.spec.space else {
            return None;
        };
        let tile = u32::try_from(item.index()).ok()?;
        (tile < field.shown_count()).then(|| halves(field.place(tile)))
    }

    fn layer_called(&self, name: &str) -> Option<(&Layer, &Filling)> {
        match (&self.spec.space, &self.spec.content) {
            (Space::Layered(field), Content::Values(filling)) => {
                let mut layers = field.layers.iter();
                Some((layers.find(|layer| layer.name == name)?, filling))
            }
            _ => None,
        }
    }
}

fn halves(place: Place) -> Halves {
    let [_, row, column] = place.0;
    [row, column]
}
