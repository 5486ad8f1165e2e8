//! Boards as drawings: with marks, with a player's entries, and with emphasis.

use crate::Desk;
use crate::card::{self, MOST_CELLS};
use crate::failure::Failure;
use crate::places;
use crate::play;
use crate::question::{Fields, Limits, as_cells, as_index, as_list, as_text, quoted};
use serde_json::{Value, json};
use std::sync::Arc;
use tilewright::Puzzle;
use tilewright::Refusal;
use tilewright::logic::Logic;
use tilewright::play::{Game, Play, with_clues};
use tilewright::puzzles::{Entry, Legend};
use tilewright::render::layout::{Look, View, lay_out};
use tilewright::render::scene::Scene;
use tilewright::render::theme::Theme;
use tilewright::render::{Cell, Emphasis, Grid, Mark, Outline, Picture, Role, Spot, svg};

/// The most marks of a drawing: more could not be read.
pub(crate) const MOST_MARKS: usize = 150_000;

/// The widest room for layers side by side.
const WIDEST: f64 = 100_000.0;

/// The marks of the open cells.
enum Marks {
    None,
    /// The candidates that the clues leave.
    OfClues,
    /// Slots for each cell.
    Listed(Vec<Vec<usize>>),
}

impl Desk<'_> {
    /// Answers `draw`.
    pub(crate) fn draw(&self, question: Fields<'_>) -> Result<Value, Failure> {
        let puzzle = question.puzzle(&self.caps.families)?;
        let scene = self.scene(&Arc::from(puzzle), question)?;
        Ok(json!({ "svg": svg::for_page(&scene) }))
    }

    /// Answers `render`.
    pub(crate) fn render(&self, question: Fields<'_>) -> Result<Value, Failure> {
        let puzzle = question.puzzle(&self.caps.families)?;
        let theme = theme_of(question)?.unwrap_or(Theme::LIGHT);
        let scene = self.scene(&Arc::from(puzzle), question)?;
        Ok(json!({ "svg": svg::file(&scene, &theme) }))
    }

    /// The board as the question's look says.
    fn scene(&self, puzzle: &Arc<dyn Puzzle>, question: Fields<'_>) -> Result<Scene, Failure> {
        let plain = card::picture(&**puzzle)?;
        let Some(look) = question.maybe_fields("look")? else {
            return Ok(lay_out(&plain, &Look::default()));
        };
        let cell_count = plain.cell_count();
        let legend = puzzle.legend();
        let play = play::read(look, &legend, cell_count)?;
        let marks = marks_of(look, &legend, cell_count)?;
        let mut picture = self.with_entries(puzzle, plain, &play, &marks)?;
        let words = places::words(&legend);
        for (&cell, slots) in &play.notes {
            note(&mut picture, cell, slots.iter().copied(), &words);
        }
        if let Marks::Listed(listed) = &marks {
            for (cell, slots) in listed.iter().enumerate() {
                note(&mut picture, cell, slots.iter().copied(), &words);
            }
        }
        for (key, emphasis) in [
            ("differs", Emphasis::Differs),
            ("picked", Emphasis::Picked),
            ("wrong", Emphasis::Wrong),
        ] {
            if let Some(cells) = look.get(key) {
                let cells = as_cells(key, cells, cell_count)?;
                stand_out(&mut picture, &cells, emphasis);
            }
        }
        Ok(lay_out(&picture, &look_of(question)?))
    }

    /// The board with the entries, and with the candidates that the clues and entries leave.
    fn with_entries(
        &self,
        puzzle: &Arc<dyn Puzzle>,
        plain: Picture,
        play: &Play,
        marks: &Marks,
    ) -> Result<Picture, Failure> {
        let of_clues = matches!(marks, Marks::OfClues);
        if !of_clues && play.values.is_empty() && play.boxes.is_empty() {
            return Ok(plain);
        }
        let solver = self.solver(Limits::default());
        let model = solver.model(&**puzzle)?;
        let game = play::game(Arc::clone(puzzle), &model, play.clone());
        let entries = game.entered();
        let mut picture = if of_clues && model.choice_count() <= MOST_MARKS {
            let logic = Logic::new(&model, &solver.question()).map_err(Refusal::Stopped)?;
            let board = logic.board(&with_clues(&**puzzle, &entries));
            puzzle.pencil_marks(&board)
        } else {
            puzzle.so_far(&entries)
        };
        show_stray(&mut picture, &game);
        Ok(picture)
    }
}

/// An entry that is not a choice is shown all the same.
fn show_stray(picture: &mut Picture, game: &Game) {
    let legend = game.puzzle().legend();
    for (_, cells) in game.entries().filter(|(choice, _)| choice.is_none()) {
        let Legend::Values(known) = &legend else {
            picture.outlines.push(Outline {
                cells: cells.to_vec(),
                emphasis: Emphasis::Wrong,
            });
            continue;
        };
        let entry = game.value(cells[0]).and_then(|slot| known.get(slot));
        if let (Some(cell), Some(entry)) = (picture.cell_mut(cells[0]), entry) {
            cell.marks.clear();
            cell.drawing.clone_from(&entry.drawing);
            cell.lines = vec![entry.name.clone()];
            cell.role = Role::Answer;
        }
    }
}

/// Marks in an empty cell.
fn note(picture: &mut Picture, cell: usize, slots: impl Iterator<Item = usize>, words: &[String]) {
    let Some(cell) = picture.cell_mut(cell) else {
        return;
    };
    if cell.role == Role::Empty && cell.drawing.is_none() {
        cell.marks = slots
            .map(|slot| Mark::new(slot, words[slot].clone()))
            .collect();
    }
}

/// Emphasises cells.
pub(crate) fn stand_out(picture: &mut Picture, cells: &[usize], emphasis: Emphasis) {
    for &cell in cells {
        picture.emphasise(Spot { cell, slot: None }, emphasis);
    }
}

/// `marks` of a look.
fn marks_of(look: Fields<'_>, legend: &Legend, cell_count: usize) -> Result<Marks, Failure> {
    let Some(marks) = look.get("marks") else {
        return Ok(Marks::None);
    };
    if marks.is_string() {
        return match as_text("marks", marks)? {
            "none" => Ok(Marks::None),
            "clues" => Ok(Marks::OfClues),
            other => Err(Failure::new(format!(
                "marks: expected \"none\", \"clues\" or a list of slots for each cell, found {:?}",
                quoted(other)
            ))),
        };
    }
    let slot_count = places::words(legend).len();
    let listed = as_list("marks", marks)?;
    if listed.len() > cell_count {
        return Err(Failure::new(format!(
            "marks: {} lists for {cell_count} cells",
            listed.len()
        )));
    }
    let mut left = MOST_MARKS;
    let mut slots_of = Vec::new();
    for slots in listed {
        let slots = as_list("marks", slots)?.iter();
        let slots = slots.map(|slot| as_index("marks", slot, slot_count));
        let mut slots: Vec<usize> = slots.collect::<Result<_, _>>()?;
        slots.sort_unstable();
        slots.dedup();
        left = left
            .checked_sub(slots.len())
            .ok_or_else(|| Failure::new(format!("at most {MOST_MARKS} marks are drawn")))?;
        slots_of.push(slots);
    }
    Ok(Marks::Listed(slots_of))
}

/// From where and in what room a board is looked at.
fn look_of(question: Fields<'_>) -> Result<Look, Failure> {
    let usual = Look::default();
    let Some(look) = question.maybe_fields("look")? else {
        return Ok(usual);
    };
    let width = look.maybe_number("width")?.unwrap_or(usual.width);
    let in_row = look.maybe_whole("in_row")?;
    Ok(Look {
        view: view_of(look)?,
        width: width.clamp(1.0, WIDEST),
        in_row: in_row.map(|number| usize::try_from(number).unwrap_or(usize::MAX)),
    })
}

fn view_of(look: Fields<'_>) -> Result<View, Failure> {
    match look.maybe_text("view")? {
        None | Some("layers") => {
            let axis = |key, usual| {
                let axis = look.maybe_whole(key)?;
                Ok::<_, Failure>(axis.map_or(usual, |axis| axis.min(64) as usize))
            };
            Ok(View::Layers {
                across: axis("across", 0)?,
                down: axis("down", 1)?,
            })
        }
        Some("solid") => {
            let turn = look.list("turn")?.iter().map(Value::as_f64);
            let turn: Option<Vec<f64>> = turn.collect();
            match turn.as_deref() {
                Some([]) => Ok(View::Solid {
                    yaw: std::f64::consts::FRAC_PI_4,
                    pitch: std::f64::consts::FRAC_PI_6,
                }),
                Some(&[yaw, pitch]) if yaw.is_finite() && pitch.is_finite() => {
                    Ok(View::Solid { yaw, pitch })
                }
                _ => Err(Failure::new("turn: expected two angles in radians")),
            }
        }
        Some(other) => Err(Failure::new(format!(
            "view: expected \"layers\" or \"solid\", found {:?}",
            quoted(other)
        ))),
    }
}

/// The theme of drawings that are files of their own, where such are asked for.
fn theme_of(question: Fields<'_>) -> Result<Option<Theme>, Failure> {
    match question.maybe_text("theme")? {
        None => Ok(None),
        Some("light") => Ok(Some(Theme::LIGHT)),
        Some("dark") => Ok(Some(Theme::DARK)),
        Some(other) => {
            let other = quoted(other);
            let message = format!("theme: expected \"light\" or \"dark\", found {other:?}");
            Err(Failure::new(message))
        }
    }
}

/// The settings of an answer's drawings: the view of the board, and whether they are parts of the
/// page or files of their own.
#[derive(Clone, Debug)]
pub(crate) struct Easel {
    look: Look,
    theme: Option<Theme>,
    is_asked_for: bool,
}

impl Easel {
    /// As `look` and `theme` of a question say.
    pub(crate) fn of(question: Fields<'_>) -> Result<Self, Failure> {
        Ok(Self {
            look: look_of(question)?,
            theme: theme_of(question)?,
            is_asked_for: question.get("look").or(question.get("theme")).is_some(),
        })
    }

    /// True if the question has a look or a theme, which asks for a drawing.
    pub(crate) fn is_asked_for(&self) -> bool {
        self.is_asked_for
    }

    /// A picture, where it is not too large.
    pub(crate) fn drawn(&self, picture: &Picture) -> Option<String> {
        if picture.cell_count() > MOST_CELLS {
            return None;
        }
        let scene = lay_out(picture, &self.look);
        Some(match &self.theme {
            None => svg::for_page(&scene),
            Some(theme) => svg::file(&scene, theme),
        })
    }
}

/// A value of a legend by itself, where it has a drawing.
pub(crate) fn drawn_entry(entry: &Entry) -> Option<String> {
    let drawing = entry.drawing.clone()?;
    let mut grid = Grid::new(1, 1);
    *grid.cell_mut(0, 0) = Cell {
        drawing: Some(drawing),
        ..Cell::new(&*entry.name, Role::Clue)
    };
    Some(svg::for_page(&lay_out(&grid.into(), &Look::default())))
}
