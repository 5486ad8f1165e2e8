//! A player's actions on the board: going from cell to cell, and changing their contents.

use super::state::{Effect, Mouse, Player, View};
use ratatui::crossterm::event::KeyCode as Key;
use std::collections::BTreeSet;
use tilewright::play::{Game, Places};

/// The most tiles that are drawn beside their keys.
const MOST_LOOKS: usize = 36;

impl Player {
    pub(super) fn go(&mut self, layers: isize, rows: isize, columns: isize) {
        self.cursor = self.layers.moved(self.cursor, layers, rows, columns);
    }

    /// To the next cell that is still empty, or the one before.
    pub(super) fn go_to_empty(&mut self, is_forwards: bool) {
        let count = self.game.cell_count();
        let covered: BTreeSet<usize> = self.game.play().boxes.iter().flatten().copied().collect();
        let is_empty = |&cell: &usize| {
            self.game.is_open(cell) && self.game.value(cell).is_none() && !covered.contains(&cell)
        };
        let mut ahead = (1..=count).map(|step| {
            let step = if is_forwards { step } else { count - step };
            (self.cursor + step) % count
        });
        if let Some(cell) = ahead.find(is_empty) {
            self.cursor = cell;
        }
    }

    /// Begins or ends a box; elsewhere the next value that the cell may have.
    pub(super) fn enter(&mut self) {
        match self.game.places() {
            Places::Boxes => match self.anchor.take() {
                None => {
                    self.anchor = Some(self.cursor);
                    "go to the other corner; Enter draws the box, Esc leaves it"
                        .clone_into(&mut self.message);
                }
                Some(anchor) => self.draw_box(anchor),
            },
            Places::Values => self.cycle(true),
            Places::Nothing => {}
        }
    }

    pub(super) fn draw_box(&mut self, anchor: usize) {
        let cells = self.layers.between(anchor, self.cursor);
        if self.game.add_box(cells) {
            self.changed();
        }
    }

    /// The next or previous of the values that the cell may have at all.
    pub(super) fn cycle(&mut self, is_forwards: bool) {
        if self.game.places() != Places::Values {
            return;
        }
        let cell = self.cursor;
        let slots = 0..self.game.names().len();
        let mut possible: Vec<usize> = slots
            .filter(|&slot| self.game.choice_of(cell, slot).is_some())
            .collect();
        if !is_forwards {
            possible.reverse();
        }
        let now = self.game.value(cell);
        let place = possible.iter().position(|&slot| Some(slot) == now);
        let next = match place {
            None => possible.first(),
            Some(place) => possible.get(place + 1),
        };
        if self.game.set(cell, next.copied()) {
            self.changed();
        }
    }

    pub(super) fn erase(&mut self) {
        let cell = self.cursor;
        let has_changed = match self.game.places() {
            Places::Boxes => self.game.remove_box(cell),
            _ => self.game.set(cell, None) || self.game.clear_notes(cell),
        };
        if has_changed {
            self.changed();
        }
    }

    /// The mouse did something.
    pub(super) fn mouse(&mut self, mouse: Mouse) -> Effect {
        self.is_leaving = false;
        if self.is_paused {
            return Effect::Nothing;
        }
        match (&mut self.view, mouse) {
            (View::Help, Mouse::Press(_)) => self.view = View::Play,
            (View::Explain(_), Mouse::Wheel(by)) => {
                let key = if by > 0 { Key::Right } else { Key::Left };
                return self.press_in_explanation(key);
            }
            (View::Play, Mouse::Press(cell)) => {
                self.keyboard.forget();
                self.cursor = cell;
                self.is_dragging = true;
                self.anchor = (self.game.places() == Places::Boxes).then_some(cell);
            }
            (View::Play, Mouse::Drag(cell)) if self.is_dragging => self.cursor = cell,
            (View::Play, Mouse::Release) if std::mem::take(&mut self.is_dragging) => {
                // A click without a way is a choice of a cell; Enter makes a box of one.
                match self.anchor.take() {
                    Some(anchor) if anchor != self.cursor => self.draw_box(anchor),
                    _ => {}
                }
            }
            (View::Play, Mouse::Wheel(by)) => self.go(by, 0, 0),
            _ => {}
        }
        Effect::Nothing
    }
}

/// The looks of the tiles: the middle line of each, or its name.
pub(super) fn looks(game: &Game) -> Vec<String> {
    let cells = 0..game.cell_count();
    let look = |slot: usize| {
        if slot >= MOST_LOOKS {
            return None;
        }
        let mut places = cells
            .clone()
            .filter_map(|cell| Some((cell, game.choice_of(cell, slot)?)));
        let (cell, choice) = places.next()?;
        let mut picture = game.puzzle().so_far(&[choice]);
        let lines = &picture.cell_mut(cell)?.lines;
        lines.get(lines.len() / 2).cloned()
    };
    let names = game.names().iter().enumerate();
    names
        .map(|(slot, name)| match look(slot) {
            Some(line) if !line.trim().is_empty() => line,
            _ => name.clone(),
        })
        .collect()
}
