//! The looks of a board: as blocks of art, as box-drawing characters, as names, and as a picture.

use super::{Kind, Tiles, art};
use crate::prose::{joined, widest};
use crate::{Format, Unwritable, words};
use std::sync::LazyLock;
use tilewright_model::Item;
use tilewright_render::{Cell, Grid, Mark, Picture, Role, Spacing};

pub(super) static ART: LazyLock<Format> = LazyLock::new(|| {
    Format::new("art", "each tile as a block of ASCII art")
        .writes(|puzzle: &Tiles| drawn(puzzle.art()))
});

pub(super) static BOXES: LazyLock<Format> = LazyLock::new(|| {
    Format::new("boxes", "each tile as box-drawing characters")
        .writes(|puzzle: &Tiles| drawn(puzzle.boxes()))
});

/// The lines of a cell in the picture: boxes before art before names.
fn cell_lines(kind: &Kind) -> Vec<String> {
    match kind {
        kind if !kind.boxes.is_empty() => vec![kind.boxes.clone()],
        kind if !kind.art.is_empty() => kind.art.clone(),
        kind => vec![kind.name.clone()],
    }
}

fn drawn(drawing: Option<String>) -> Result<String, Unwritable> {
    drawing.ok_or_else(|| Unwritable("the kinds of this tile set have no such drawings".into()))
}

impl Tiles {
    /// The names row by row, below each other, `_` where a place is open.
    pub(super) fn names_grid(&self) -> Vec<String> {
        let width = widest(self.set().kinds().iter().map(|kind| kind.name.as_str()));
        let rows = (0..self.rows()).map(|row| {
            let names = (0..self.columns()).map(|column| {
                let name = self.kind_at(row, column);
                format!("{:width$}", name.map_or("_", |kind| kind.name.as_str()))
            });
            joined(names, " ").trim_end().to_owned()
        });
        rows.collect()
    }

    /// The drawings of the kinds, if they have any.
    pub(super) fn art(&self) -> Option<String> {
        let open = self.open();
        let mut out = String::new();
        for row in 0..self.rows() {
            for line in 0..open.art.len() {
                for column in 0..self.columns() {
                    let kind = self.kind_at(row, column).unwrap_or(&open);
                    out.push_str(&kind.art[line]);
                }
                out.push('\n');
            }
        }
        (!open.art.is_empty()).then_some(out)
    }

    /// The board in box-drawing characters.
    pub(super) fn boxes(&self) -> Option<String> {
        let open = self.open();
        let mut out = String::new();
        for row in 0..self.rows() {
            for column in 0..self.columns() {
                out.push_str(&self.kind_at(row, column).unwrap_or(&open).boxes);
            }
            out.push('\n');
        }
        (!open.boxes.is_empty()).then_some(out)
    }

    /// The looks of an open place: it has the drawings that kinds have.
    fn open(&self) -> Kind {
        let first = &self.set().kinds()[0];
        let mut open = Kind::new("·", 1.0);
        if let Some(line) = first.art.first() {
            open.art = art::open_block(first.art.len(), line.chars().count());
        }
        if !first.boxes.is_empty() {
            open.boxes = art::open_line(first.boxes.chars().count(), '·');
        }
        open
    }

    /// The board as a picture: drawings that join, or names apart.
    pub(super) fn drawn(&self) -> Picture {
        self.grid().into()
    }

    fn grid(&self) -> Grid {
        let mut grid = Grid::new(self.rows(), self.columns());
        grid.slots = self.set().kinds().len();
        let open = self.open();
        if !open.boxes.is_empty() || !open.art.is_empty() {
            grid.spacing = Spacing::Joined;
        }
        for row in 0..self.rows() {
            for column in 0..self.columns() {
                let placed = self.at(row * self.columns() + column);
                let role = match placed {
                    None => Role::Empty,
                    Some(placed) if placed.is_found => Role::Answer,
                    Some(_) => Role::Clue,
                };
                *grid.cell_mut(row, column) = Cell {
                    lines: cell_lines(self.kind_at(row, column).unwrap_or(&open)),
                    role,
                    drawing: placed.and_then(|placed| self.set().drawing(placed.kind.into())),
                    ..Cell::default()
                };
            }
        }
        grid
    }

    /// The board with the candidates of its places; in a terminal that is a line for each.
    pub(super) fn drawn_with_marks(&self, board: &tilewright_logic::Board) -> Picture {
        let mut grid = self.filled_in(&board.picked()).grid();
        let kinds = self.set().kinds();
        for place in 0..self.board.places() {
            let (row, column) = self.row_and_column(place);
            let cell = grid.cell_mut(row, column);
            if cell.role != Role::Empty {
                continue;
            }
            let live = board.live(Item(place as u32));
            let live = live.map(|choice| usize::from(self.board.meaning(choice).1));
            let mut live: Vec<usize> = live.collect();
            live.sort_unstable();
            let mark = |kind: usize| Mark {
                drawing: self.set().drawing(kind),
                ..Mark::new(kind, kinds[kind].name.as_str())
            };
            cell.marks = live.into_iter().map(mark).collect();
        }
        Picture::of_grids_in_words(vec![grid], words::lines_of_marks(self, board))
    }
}
