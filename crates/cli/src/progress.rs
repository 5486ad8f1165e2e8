//! A bar for a person who waits.

use crate::talk::number_of;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal};

/// A bar of that length, where there is a terminal to show it on.
pub(crate) fn bar(length: u64, template: &str) -> ProgressBar {
    if io::stderr().is_terminal() {
        ProgressBar::new(length).with_style(style(template))
    } else {
        ProgressBar::hidden()
    }
}

/// The look of a bar.
pub(crate) fn style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template);
    style.unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// The progress of many puzzles.
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// Of a text of that length, if it is known.
    pub(crate) fn of_bytes(length: Option<u64>) -> Self {
        match length {
            Some(length) => Self::new(length, "{wide_bar} {percent}% {msg}, {eta} left"),
            None => Self::new(0, "{spinner} {msg}, {elapsed}"),
        }
    }

    /// Of a number of rows.
    pub(crate) fn of_rows(rows: u64) -> Self {
        Self::new(rows, "{wide_bar} {percent}% {msg}, {per_sec}, {eta} left")
    }

    /// A bar that is not shown.
    pub(crate) fn hidden() -> Self {
        Self(ProgressBar::hidden())
    }

    fn new(length: u64, template: &str) -> Self {
        Self(bar(length, template))
    }

    /// Adds a share of the work, and sets the number of puzzles in all.
    pub(crate) fn tell(&self, share: u64, puzzles: u64) {
        self.0.inc(share);
        self.0.set_message(number_of(puzzles, "puzzle"));
    }

    /// Says something while the bar is away.
    pub(crate) fn suspend(&self, say: impl FnOnce()) {
        self.0.suspend(say);
    }

    pub(crate) fn clear(&self) {
        self.0.finish_and_clear();
    }
}
