//! The player's side: the state of the screen, and the effect of keys and the mouse on it.
//!
//! Of the terminal only the names of its keys are known here. Keys come in, an [`Effect`] goes out where something has to be
//! done elsewhere (a job on a thread, a file to write, the end), and news of a job come in again.

use super::board::Layers;
use super::explanation::Explanation;
use super::keyboard::{Keyboard, Typed};
use super::moves::looks;
use super::work::{Job, News};
use ratatui::crossterm::event::KeyCode as Key;
use std::collections::BTreeSet;
use std::time::Duration;
use tilewright::play::{Advice, Game, Places};
use tilewright::render::{Emphasis, Picture, Spacing};
use tilewright::{Choice, Existence};

/// The mouse on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mouse {
    Press(usize),
    Drag(usize),
    Release,
    /// To the layer before or after.
    Wheel(isize),
}

/// An action to be done elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    Nothing,
    Start(Job),
    Stop,
    Save,
    Quit,
}

/// The view.
#[derive(Debug)]
pub(super) enum View {
    Play,
    Help,
    Explain(Explanation),
}

/// A hint, told in two parts.
#[derive(Debug)]
pub(super) struct Hint {
    pub(super) advice: Box<Advice>,
    pub(super) is_whole: bool,
}

/// Everything about a game at the terminal.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is turned on and off by itself"
)]
pub(super) struct Player {
    pub(super) game: Game,
    pub(super) layers: Layers,
    pub(super) view: View,
    pub(super) cursor: usize,
    pub(super) takes_notes: bool,
    pub(super) keyboard: Keyboard,
    /// The look of each value on a line.
    pub(super) looks: Vec<String>,
    /// The last message.
    pub(super) message: String,
    /// Cells that are wrong, as of the last check.
    pub(super) wrong: BTreeSet<usize>,
    pub(super) hint: Option<Hint>,
    /// The other corner of a box that is being drawn.
    pub(super) anchor: Option<usize>,
    pub(super) known: Option<Existence>,
    pub(super) working: Option<Job>,
    pub(super) elapsed: Duration,
    pub(super) is_paused: bool,
    pub(super) is_solved: bool,
    /// True for large cells, false for small ones, `None` for the size that fits.
    pub(super) zoom: Option<bool>,
    pub(super) is_saved: bool,
    pub(super) is_leaving: bool,
    is_commanding: bool,
    pub(super) is_dragging: bool,
}

impl Player {
    pub(super) fn new(game: Game) -> Self {
        let picture = game.picture();
        let layers = Layers::of(&picture);
        let is_drawn = picture.grids().any(|grid| grid.spacing == Spacing::Joined);
        let keyboard = Keyboard::new(game.names(), is_drawn);
        let looks = if is_drawn {
            looks(&game)
        } else {
            game.names().to_vec()
        };
        let mut player = Self {
            layers,
            keyboard,
            looks,
            view: View::Play,
            cursor: 0,
            takes_notes: false,
            message: "? for help".to_owned(),
            wrong: BTreeSet::new(),
            hint: None,
            anchor: None,
            known: None,
            working: None,
            elapsed: Duration::ZERO,
            is_paused: false,
            is_solved: false,
            zoom: None,
            is_saved: true,
            is_leaving: false,
            is_commanding: false,
            is_dragging: false,
            game,
        };
        player.look_at_the_end();
        player
    }

    /// Time goes by.
    pub(super) fn pass(&mut self, time: Duration) {
        if !self.is_paused && !self.is_solved {
            self.elapsed += time;
        }
    }

    /// The picture to draw, and the cell of the cursor in it.
    pub(super) fn picture(&self) -> Picture {
        if let View::Explain(explanation) = &self.view
            && let Some(page) = explanation.pages.get(explanation.at)
        {
            return page.picture.clone();
        }
        if let Some(hint) = &self.hint
            && hint.is_whole
        {
            return self.picture_of_hint(hint);
        }
        let mut picture = self
            .game
            .picture_with(self.wrong.iter().copied(), Emphasis::Wrong);
        if let Some(anchor) = self.anchor {
            for cell in self.layers.between(anchor, self.cursor) {
                if let Some(cell) = picture.cell_mut(cell) {
                    cell.emphasis = Emphasis::Base;
                }
            }
        }
        picture
    }

    /// The subject of a hint, on the player's own board: the cells that it looks at and its marks
    /// in them, without all candidates elsewhere.
    fn picture_of_hint(&self, hint: &Hint) -> Picture {
        let shown = &hint.advice.picture;
        if shown.cell_count() == self.game.cell_count() {
            return shown.clone();
        }
        self.game.picture()
    }

    /// A key was pressed.
    pub(super) fn press(&mut self, key: Key) -> Effect {
        let is_command = std::mem::take(&mut self.is_commanding) && matches!(key, Key::Char(_));
        self.take(key, is_command)
    }

    /// A letter was pressed with Alt: a command whatever the values are called.
    pub(super) fn press_command(&mut self, letter: char) -> Effect {
        self.is_commanding = false;
        self.take(Key::Char(letter), true)
    }

    /// Takes a key; a letter may be a command even if it is a value.
    fn take(&mut self, key: Key, is_command: bool) -> Effect {
        let was_leaving = std::mem::take(&mut self.is_leaving);
        match &mut self.view {
            View::Help => {
                self.view = View::Play;
                return Effect::Nothing;
            }
            View::Explain(_) => return self.press_in_explanation(key),
            View::Play => {}
        }
        if self.working.is_some() && key == Key::Esc {
            self.working = None;
            "stopped".clone_into(&mut self.message);
            return Effect::Stop;
        }
        if self.is_paused && !is_command && !matches!(key, Key::Char('t' | 'q' | '?' | 'w')) {
            "paused: t continues".clone_into(&mut self.message);
            return Effect::Nothing;
        }
        if let Key::Char(letter) = key {
            let typed = (!is_command).then(|| self.type_letter(letter)).flatten();
            return typed.unwrap_or_else(|| self.command(letter, was_leaving));
        }
        self.keyboard.forget();
        match key {
            Key::Up => self.go(0, -1, 0),
            Key::Down => self.go(0, 1, 0),
            Key::Left => self.go(0, 0, -1),
            Key::Right => self.go(0, 0, 1),
            Key::PageUp => self.go(-1, 0, 0),
            Key::PageDown => self.go(1, 0, 0),
            Key::Home => self.go(0, 0, isize::MIN),
            Key::End => self.go(0, 0, isize::MAX),
            Key::Tab => self.go_to_empty(true),
            Key::BackTab => self.go_to_empty(false),
            Key::Enter => self.enter(),
            Key::Backspace => self.erase(),
            Key::Esc => self.forget(),
            _ => {}
        }
        Effect::Nothing
    }

    /// A letter or digit that is a value goes into the cell; `None` where it is none.
    fn type_letter(&mut self, letter: char) -> Option<Effect> {
        if self.game.places() != Places::Values || self.is_paused {
            return None;
        }
        match self.keyboard.press(letter) {
            Typed::Nothing => None,
            Typed::Begun => {
                self.message = format!("{letter}…");
                Some(Effect::Nothing)
            }
            Typed::Value { slot, is_longer } => {
                if is_longer {
                    self.game.undo();
                }
                self.put(slot);
                Some(Effect::Nothing)
            }
        }
    }

    fn put(&mut self, slot: usize) {
        let cell = self.cursor;
        let has_changed = if self.takes_notes {
            self.game.note(cell, slot)
        } else {
            self.game.set(cell, Some(slot))
        };
        if !has_changed {
            if self.game.given(cell).is_some() {
                "this is a clue".clone_into(&mut self.message);
            } else if self.takes_notes && self.game.value(cell).is_some() {
                "notes go into empty cells".clone_into(&mut self.message);
            }
            return;
        }
        self.changed();
    }

    fn command(&mut self, letter: char, was_leaving: bool) -> Effect {
        self.keyboard.forget();
        match letter {
            ':' => {
                self.is_commanding = true;
                ": and a letter is a command".clone_into(&mut self.message);
            }
            '?' => self.view = View::Help,
            ' ' | 'n' if self.game.places() == Places::Boxes => self.enter(),
            ' ' | 'n' => {
                self.takes_notes = !self.takes_notes;
                let what = if self.takes_notes { "notes" } else { "values" };
                self.message = format!("you type {what} now");
            }
            '+' | '.' => self.cycle(true),
            '-' | ',' => self.cycle(false),
            'u' => self.back_and_forth(Game::undo, "nothing to take back"),
            'r' => self.back_and_forth(Game::redo, "nothing to make again"),
            'z' => self.change_size(),
            't' => {
                self.is_paused = !self.is_paused;
                let what = if self.is_paused { "paused" } else { "resumed" };
                what.clone_into(&mut self.message);
            }
            'h' => return self.ask_hint(),
            'c' => return self.start(Job::Check),
            's' => return self.start(Job::Solve),
            'e' => {
                self.view = View::Explain(Explanation::begin());
                return self.start(Job::Explain);
            }
            'w' => return Effect::Save,
            'q' => {
                if self.is_saved || was_leaving {
                    return Effect::Quit;
                }
                self.is_leaving = true;
                "q again leaves without writing (w writes)".clone_into(&mut self.message);
            }
            _ => self.message = format!("{letter:?} does nothing here; ? for help"),
        }
        Effect::Nothing
    }

    fn start(&mut self, job: Job) -> Effect {
        self.working = Some(job);
        self.message = format!("{} … (Esc stops)", job.doing());
        Effect::Start(job)
    }

    /// First where to look, then the whole of it, then it is entered.
    fn ask_hint(&mut self) -> Effect {
        match self.hint.take() {
            None => self.start(Job::Hint),
            Some(hint) if !hint.is_whole => {
                let telling = &hint.advice.hint.telling;
                let said = crate::reasons::sentence(telling);
                self.message = format!("{}: {said} (h enters it)", telling.name);
                self.hint = Some(Hint {
                    is_whole: true,
                    ..hint
                });
                Effect::Nothing
            }
            Some(hint) => {
                let step = &hint.advice.hint.step;
                self.game.apply(step);
                if let Some(cell) = self.first_cell(&step.picked) {
                    self.cursor = cell;
                }
                self.changed();
                Effect::Nothing
            }
        }
    }

    fn first_cell(&self, choices: &[Choice]) -> Option<usize> {
        self.game
            .cells_of(*choices.first()?)
            .first()
            .copied()
            .filter(|&cell| cell < self.game.cell_count())
    }

    fn back_and_forth(&mut self, step: fn(&mut Game) -> bool, otherwise: &str) {
        if step(&mut self.game) {
            self.changed();
        } else {
            otherwise.clone_into(&mut self.message);
        }
    }

    fn forget(&mut self) {
        self.anchor = None;
        self.hint = None;
        self.wrong.clear();
        self.message.clear();
    }

    /// Something was entered.
    pub(super) fn changed(&mut self) {
        self.forget();
        self.is_saved = false;
        self.is_solved = false;
        self.look_at_the_end();
    }

    fn look_at_the_end(&mut self) {
        if !self.game.is_complete() {
            return;
        }
        if self.game.is_right() {
            self.is_solved = true;
            self.message = format!("solved in {}", clock(self.elapsed));
        } else {
            "all is filled, and something is wrong: c shows what".clone_into(&mut self.message);
        }
    }

    pub(super) fn press_in_explanation(&mut self, key: Key) -> Effect {
        match key {
            Key::Char('z') => self.change_size(),
            Key::Esc | Key::Char('e' | 'q') => {
                self.view = View::Play;
                self.working = None;
                self.message.clear();
                return Effect::Stop;
            }
            key => {
                if let View::Explain(explanation) = &mut self.view {
                    explanation.turn(key);
                }
            }
        }
        Effect::Nothing
    }

    /// Large, small, and as it fits again.
    fn change_size(&mut self) {
        let (zoom, said) = match self.zoom {
            None => (Some(true), "cells are large"),
            Some(true) => (Some(false), "cells are small"),
            Some(false) => (None, "cells are as large as they fit"),
        };
        self.zoom = zoom;
        said.clone_into(&mut self.message);
    }

    /// Returns true if news are to be taken: an explanation waits until the next page is wanted.
    pub(super) fn takes_news(&self) -> bool {
        match &self.view {
            View::Explain(explanation) => explanation.waits,
            _ => self.working.is_some(),
        }
    }

    /// A job has found something out.
    pub(super) fn hear(&mut self, news: News) {
        match news {
            News::Known(known) => {
                if matches!(known, Existence::Unique(_)) {
                    self.game.hold_strikes();
                }
                self.known = Some(known);
                return;
            }
            News::Page(page) => {
                if let View::Explain(explanation) = &mut self.view {
                    explanation.add(*page);
                }
                return;
            }
            News::End(end) => {
                if let View::Explain(explanation) = &mut self.view {
                    explanation.finish(end);
                } else {
                    self.message = end;
                }
            }
            News::Hint(advice) => {
                let place = &advice.hint.telling.place;
                self.message = format!("look at {place} (h says more)");
                self.hint = Some(Hint {
                    advice,
                    is_whole: false,
                });
            }
            News::Wrong(wrong, text) => {
                self.message = text;
                let complaint = wrong.iter().find_map(|&cell| self.game.complaint(cell));
                if let Some(complaint) = complaint {
                    self.message = format!("{}: {complaint}", self.message);
                }
                self.wrong = wrong;
            }
            News::Solution(solution) => {
                if self.game.is_right() {
                    "this is a solution already".clone_into(&mut self.message);
                } else {
                    self.game.enter(&solution);
                    self.changed();
                    "here is a solution; u takes it back".clone_into(&mut self.message);
                }
            }
        }
        self.working = None;
    }

    /// A job has ended without a word: it was stopped, or it failed.
    pub(super) fn lost(&mut self) {
        if self.working.take().is_some() {
            if let View::Explain(explanation) = &mut self.view {
                explanation.finish("that is all".to_owned());
            } else {
                "that was given up".clone_into(&mut self.message);
            }
        }
    }
}

/// "1:05", "1:00:05".
pub(super) fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}
