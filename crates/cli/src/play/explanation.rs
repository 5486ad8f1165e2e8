//! An explanation as far as it was read.

use super::work::PageShown;
use ratatui::crossterm::event::KeyCode as Key;
use tilewright::render::Grid;

/// The most marks and cells that the pages of an explanation may have together.
const MOST_KEPT: usize = 2_000_000;

/// Pages that were read, and one of them that is shown.
#[derive(Debug, Default)]
pub(super) struct Explanation {
    pub(super) pages: Vec<PageShown>,
    /// The page that is shown.
    pub(super) at: usize,
    /// True if another page is awaited.
    pub(super) waits: bool,
    /// Its end.
    pub(super) end: Option<String>,
    kept: usize,
}

impl Explanation {
    /// One that waits for its first page.
    pub(super) fn begin() -> Self {
        Self {
            waits: true,
            ..Self::default()
        }
    }

    /// Turns the pages.
    pub(super) fn turn(&mut self, key: Key) {
        let last = self.pages.len().saturating_sub(1);
        match key {
            Key::Left | Key::Up | Key::Backspace | Key::PageUp => {
                self.at = self.at.saturating_sub(1);
            }
            Key::Home => self.at = 0,
            Key::End => self.at = last,
            Key::Right | Key::Down | Key::Enter | Key::PageDown | Key::Char(' ') => {
                if self.at < last {
                    self.at += 1;
                } else if self.end.is_none() {
                    self.waits = true;
                }
            }
            _ => {}
        }
    }

    /// A page has come.
    pub(super) fn add(&mut self, page: PageShown) {
        let cells = page.picture.grids().flat_map(Grid::cells);
        self.kept += cells.map(|cell| 1 + cell.marks.len()).sum::<usize>();
        self.waits = false;
        if self.kept > MOST_KEPT {
            let end = "the rest is too long to be kept here: `tilewright explain` prints it";
            self.end = Some(end.to_owned());
            return;
        }
        self.pages.push(page);
        self.at = self.pages.len() - 1;
    }

    /// There will be no more.
    pub(super) fn finish(&mut self, end: String) {
        self.waits = false;
        self.end.get_or_insert(end);
    }
}
