//! A player's entries as they are saved and sent.

use super::Play;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use tilewright_model::Choice;

/// The most cells of all boxes that are read.
const MOST_IN_BOXES: usize = 1_000_000;

/// A player's entries by cells, with the names of values: `{"values": {"4": "5"}, "notes": {"7": [0, 2]}, "boxes":
/// [[0, 1, 9, 10]], "struck": [81]}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Written {
    values: BTreeMap<usize, Option<String>>,
    notes: BTreeMap<usize, BTreeSet<usize>>,
    boxes: Vec<Vec<usize>>,
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    struck: BTreeSet<Choice>,
}

impl Written {
    /// Entries on a board whose values have these names.
    pub fn of(play: &Play, names: &[String]) -> Self {
        let name = |(&cell, &slot): (&usize, &usize)| (cell, Some(names[slot].clone()));
        Self {
            values: play.values.iter().map(name).collect(),
            notes: play.notes.clone(),
            boxes: play.boxes.clone(),
            struck: play.struck.clone(),
        }
    }

    /// The entries on a board with this number of cells, whose values have these names; or what does not belong
    /// there. Which of the struck choices the model has is seen when it is there.
    pub fn read(self, names: &[String], cell_count: usize) -> Result<Play, String> {
        let mut values = BTreeMap::new();
        for (cell, name) in self.values {
            below(cell_count, "values", cell)?;
            if let Some(name) = name {
                let slot = names.iter().position(|known| *known == name);
                let unknown = || format!("values: there is no value {:?}", shortened(&name));
                values.insert(cell, slot.ok_or_else(unknown)?);
            }
        }
        for (&cell, slots) in &self.notes {
            below(cell_count, "notes", cell)?;
            (slots.iter()).try_for_each(|&slot| below(names.len(), "notes", slot))?;
        }
        let mut boxes = self.boxes;
        for cells in &mut boxes {
            cells.sort_unstable();
            cells.dedup();
            (cells.iter()).try_for_each(|&cell| below(cell_count, "boxes", cell))?;
        }
        boxes.retain(|cells| !cells.is_empty());
        if boxes.iter().map(Vec::len).sum::<usize>() > MOST_IN_BOXES {
            return Err(format!("boxes: at most {MOST_IN_BOXES} cells are read"));
        }
        Ok(Play {
            values,
            notes: self.notes,
            boxes,
            struck: self.struck,
        })
    }
}

/// Refuses the number of a cell or a slot of which there are only `count`.
fn below(count: usize, key: &str, number: usize) -> Result<(), String> {
    match count.checked_sub(1) {
        Some(last) if number <= last => Ok(()),
        Some(last) => Err(format!(
            "{key}: expected a number from 0 to {last}, found {number}"
        )),
        None => Err(format!("{key}: there is nothing to number, found {number}")),
    }
}

/// The beginning of a text that is quoted.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
