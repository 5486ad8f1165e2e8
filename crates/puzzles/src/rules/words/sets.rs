//! Set expressions: names for places relative to `here`.
//!
//! ```text
//! set   part ( "+" | "-" | "&" ) part …                   from the left
//! part  word | word "(" argument "," … ")" | 2x3 | tiles | "(" set ")"
//! ```
//!
//! A set is a list of lists of places. `+` joins lists, `-` and `&` leave places out. A ray is a list for each direction,
//! from the next place to the rim. Words that are relative take another place as their argument: `sides(a)`.

use super::Lexicon;
use super::clues::ClueSet;
use super::cuts::{self, CUTS, Cut};
use super::places::{Field, Place, Sort};
use crate::ParseError;
use crate::kinds::clues::{Clue, ClueSort, Setting, Side};
use crate::nearest::nearest;
use crate::rules::expression::{Read, Tokens, is_word, unquoted};
use crate::rules::spec::Selector;
use std::collections::HashSet;
use std::sync::Arc;

/// A set expression.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::rules) enum Set {
    /// What `each` or `between` is at.
    At(Variable),
    /// These places, by name.
    Places(Vec<Place>),
    /// All places of a sort; of the edges perhaps only those between two cells.
    All(Sort, bool),
    /// The places of a layer of tiles.
    Tiles(usize),
    Lists(Selector),
    /// All boxes of this many layers, rows and columns.
    Windows([usize; 3]),
    /// From each place a list in each of these directions.
    Rays(&'static [[i32; 3]], Box<Set>),
    /// The places so far from each place.
    Steps(&'static [[i32; 3]], Box<Set>),
    /// The cells, corners or region at each place.
    Beside(Beside, Box<Set>),
    /// Each list up to the first place of a set.
    Till(Box<Set>, Box<Set>),
    /// Each list cut at the places of a set.
    Split(Box<Set>, Box<Set>),
    /// The first places of each list, or one alone.
    Head(Amount, Box<Set>),
    Nth(Amount, Box<Set>),
    /// What bears a clue of a layer, and whether that is lists.
    Clues(usize, bool),
    /// What bears a clue of a layer of lists, where it has one of these places.
    Bearing(usize, Box<Set>),
    /// The row or column of a place outside, from its side.
    Line(Box<Set>),
    /// In the direction of the arrow at a place.
    Ahead(Box<Set>),
    /// Each list parted by equal clue.
    Same(usize, Box<Set>),
    /// The shortest stretches of rows and columns that meet this many lists of a layer.
    Spans(usize, usize),
    /// The edges between each two lists of a layer.
    Borders(usize),
    /// The places between two in line.
    Gap(Box<Set>, Box<Set>),
    /// What is read of each list depends on its tiles.
    Gate(Gate, Box<Set>),
    /// What is read of each list depends on the value of a tile.
    Pointed(GateKind, Box<Set>, Box<Set>),
    Cut(Cut, Box<Set>),
    /// All stretches of this many places of each list.
    Stretches(Amount, Box<Set>),
    /// Each list in this many parts that are as long.
    Parts(Amount, Box<Set>),
    /// The lists that have one of these places.
    Through(Box<Set>, Box<Set>),
    /// The same places on another layer of tiles.
    On(usize, Box<Set>),
    Join(Join, Box<Set>, Box<Set>),
}

/// A number of places: one that is written, or that is known of the board.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::rules) enum Amount {
    Number(usize),
    Clue(Clued),
    Param(usize),
}

/// A clue: of a layer, or of the first of several that has one, at the places of a set.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::rules) struct Clued {
    pub(super) layers: Vec<usize>,
    pub(super) set: Box<Set>,
}

impl Clued {
    /// The layer and the clue, if there is one.
    pub(super) fn find<'f>(&self, field: &'f Field, at: At<'_>) -> Option<(&'f ClueSet, &'f Clue)> {
        let places = self.set.places(field, at, None);
        let of_layer = |&layer: &usize| {
            let layer = &field.known.layers[layer];
            layer.at(&places).map(|item| (layer, &item.clue))
        };
        self.layers.iter().find_map(of_layer)
    }
}

impl Amount {
    /// The number, `None` where it is not known.
    fn value(&self, field: &Field, at: At<'_>) -> Option<usize> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Clue(clued) => match clued.find(field, at) {
                Some((layer, clue)) => usize::try_from(layer.value(clue)?).ok(),
                None => Some(0),
            },
            Self::Param(param) => match field.known.params[*param].1 {
                Setting::Number(number) => usize::try_from(number).ok(),
                _ => None,
            },
        }
    }
}

/// What a rule is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::rules) enum Variable {
    Here,
    A,
    B,
}

/// The sorts of the places that a rule is at, as far as they are known.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::rules) struct Sorts {
    pub(super) here: Option<Sort>,
    /// Of `a` and `b`.
    pub(super) pair: Option<Sort>,
}

/// What lies at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::rules) enum Beside {
    Cells,
    Corners,
    Region,
    /// The edges between them and all else.
    Border,
    /// The eight cells around, in order, cut where the board ends.
    Ring,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::rules) enum Join {
    Plus,
    Minus,
    And,
}

/// The part of a list that is read, by the values on it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::rules) struct Gate {
    pub(super) kind: GateKind,
    /// For each value, whether it is a mark.
    pub(super) marks: Arc<[bool]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::rules) enum GateKind {
    /// Up to the first mark.
    Until,
    /// Behind the first mark.
    After,
    /// Between the first two marks; nothing where there are not two.
    Between,
    /// As many as the first tile says, behind it.
    AsMany,
    /// The one that the first tile counts to, behind it.
    AtPlace,
}

/// Places that are read in order.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct List {
    pub(super) places: Vec<Place>,
    pub(super) gate: Option<Gate>,
    /// The layer of tiles, where it was named.
    pub(super) layer: Option<usize>,
}

impl List {
    fn of(places: Vec<Place>) -> Self {
        Self {
            places,
            gate: None,
            layer: None,
        }
    }

    pub(super) fn with(&self, places: Vec<Place>) -> Self {
        Self {
            places,
            ..self.clone()
        }
    }
}

/// The places that a rule is at.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::rules) struct At<'p> {
    pub(super) here: &'p [Place],
    pub(super) a: &'p [Place],
    pub(super) b: &'p [Place],
}

const UP: [i32; 3] = [0, -1, 0];
const RIGHT: [i32; 3] = [0, 0, 1];
const DOWN: [i32; 3] = [0, 1, 0];
const LEFT: [i32; 3] = [0, 0, -1];
const CROSS: [[i32; 3]; 4] = [UP, RIGHT, DOWN, LEFT];
pub(super) const NEIGHBOURS: [[i32; 3]; 6] = [
    [-1, 0, 0],
    [0, -2, 0],
    [0, 0, -2],
    [0, 0, 2],
    [0, 2, 0],
    [1, 0, 0],
];
pub(super) const TOUCHING: [[i32; 3]; 26] = around();

/// The steps to all neighbours of a place, by side, edge or corner.
const fn around() -> [[i32; 3]; 26] {
    let mut steps = [[0; 3]; 26];
    let (mut number, mut at) = (0, 0);
    while number < 27 {
        if number != 13 {
            steps[at] = [
                number / 9 - 1,
                2 * (number / 3 % 3 - 1),
                2 * (number % 3 - 1),
            ];
            at += 1;
        }
        number += 1;
    }
    steps
}

/// Words with an argument that may be left out: it is `here` then.
const RELATIVE: [&str; 24] = [
    "neighbours",
    "touching",
    "around",
    "ring",
    "sides",
    "n",
    "e",
    "s",
    "w",
    "nw",
    "ne",
    "sw",
    "se",
    "up",
    "right",
    "down",
    "left",
    "cross",
    "cells",
    "corners",
    "region",
    "border",
    "above",
    "below",
];

/// All other words of sets.
const WORDS: [&str; 24] = [
    "here",
    "a",
    "b",
    "edges",
    "inner",
    "tiles",
    "rows",
    "columns",
    "pillars",
    "layers",
    "diagonals",
    "main_diagonals",
    "boxes",
    "regions",
    "till",
    "split",
    "head",
    "nth",
    "gap",
    "until",
    "after",
    "between",
    "2x2",
    "1x3",
];

/// The words that only kinds have.
const OF_KINDS: [&str; 15] = [
    "line",
    "ahead",
    "same",
    "spans",
    "borders",
    "ends",
    "folds",
    "triples",
    "across",
    "pieces",
    "stretches",
    "parts",
    "through",
    "as_many",
    "at_place",
];

/// The words of set expressions.
pub(in crate::rules) fn words<'w>() -> impl Iterator<Item = &'w str> {
    RELATIVE.into_iter().chain(WORDS)
}

impl Lexicon<'_> {
    /// Reads a set expression.
    pub(super) fn set(&self, tokens: &mut Tokens<'_>) -> Read<Set> {
        self.deeper(tokens, |tokens| {
            let mut set = self.part(tokens)?;
            loop {
                let join = match tokens.peek() {
                    Some("+") => Join::Plus,
                    Some("-") => Join::Minus,
                    Some("&") => Join::And,
                    Some(token) if self.is_of_set(token) => {
                        let error = tokens.error(
                            tokens.at(),
                            format!("a \"+\" was expected before {token:?}"),
                        );
                        return Err(error.hint("sets are joined by +, and tiles alone by blanks"));
                    }
                    _ => return Ok(set),
                };
                let at = tokens.at();
                tokens.take();
                let other = self.part(tokens)?;
                if join != Join::Plus {
                    check_fixed(tokens, at, &set)?;
                    check_fixed(tokens, at, &other)?;
                }
                set = Set::Join(join, set.into(), other.into());
            }
        })
    }

    /// The words of set expressions in such a file.
    pub(super) fn words_of_sets(&self) -> impl Iterator<Item = &str> {
        let of_kinds = OF_KINDS.into_iter();
        words().chain(of_kinds.filter(|_| self.field.known.is_of_kind))
    }

    /// Returns true if a set can begin with this word.
    fn is_of_set(&self, token: &str) -> bool {
        let mut named = self.sets.iter();
        self.words_of_sets().any(|word| word == token)
            || self.field.known.layer(token).is_some()
            || named.any(|(name, _)| name == token)
            || self.layer_called(token).is_some()
            || self.named(token).is_some()
    }

    /// Reads a set whose places are known when the file is read.
    pub(super) fn fixed_set(&self, tokens: &mut Tokens<'_>) -> Read<Set> {
        let at = tokens.at();
        let set = self.set(tokens)?;
        check_fixed(tokens, at, &set)?;
        Ok(set)
    }

    fn part(&self, tokens: &mut Tokens<'_>) -> Read<Set> {
        let at = tokens.at();
        if tokens.accept("(") {
            let set = self.set(tokens)?;
            tokens.close(at, ")")?;
            return Ok(set);
        }
        if let Some(set) = self.known_part(tokens)? {
            return Ok(set);
        }
        let Some(token) = tokens.peek() else {
            return tokens.fail(at, "the text ends where a set was expected");
        };
        Err(self.no_set(
            tokens.error(at, format!("there is no set {token:?}")),
            token,
        ))
    }

    /// The complaint with the word that was meant.
    fn no_set(&self, error: ParseError, token: &str) -> ParseError {
        let layers = self.field.layers.iter().map(|layer| layer.name.as_str());
        let named = self.sets.iter().map(|(name, _)| name.as_str());
        let board = &self.field.board;
        if let Some(place) = board
            .place_called(unquoted(token))
            .filter(|_| self.field.is_grid())
        {
            let is_inside = place.iter().zip(board.sides()).all(|(&at, side)| at < side);
            return error.hint(if is_inside {
                "that place is a hole".to_owned()
            } else {
                let last = board.name(board.cell_count() - 1);
                format!("the cells are called {} to {last}", board.name(0))
            });
        }
        let known = self.words_of_sets().chain(self.field.known.names());
        let guide = if self.field.known.is_of_kind {
            "kinds.md"
        } else {
            "rules.md"
        };
        match nearest(unquoted(token), known.chain(layers).chain(named)) {
            Some(near) => error.hint(format!("did you mean {near:?}?")),
            None => error.hint(format!(
                "a set is rows, neighbours, 2x2, r1c1..r1c4 or another of docs/{guide}"
            )),
        }
    }

    /// Reads one part of a set expression, if a word of the language, a set's name or a tile is next.
    pub(super) fn known_part(&self, tokens: &mut Tokens<'_>) -> Read<Option<Set>> {
        let (at, Some(token)) = (tokens.at(), tokens.peek()) else {
            return Ok(None);
        };
        let quoted = token.starts_with(['\'', '"']);
        if !quoted {
            if let Some((_, set)) = self.sets.iter().find(|(name, _)| name == token) {
                tokens.take();
                return Ok(Some(set.clone()));
            }
            if let Some(set) = self.word(tokens, at, token)? {
                return Ok(Some(set));
            }
            if let Some(sides) = window(token) {
                tokens.take();
                return self.window(tokens, at, sides).map(Some);
            }
        }
        let places = self.named_places(tokens)?;
        Ok((!places.is_empty()).then_some(Set::Places(places)))
    }

    /// The places of names and ranges that follow each other.
    fn named_places(&self, tokens: &mut Tokens<'_>) -> Read<Vec<Place>> {
        let mut places = Vec::new();
        while let Some(token) = tokens.peek() {
            let at = tokens.at();
            let Some(more) = self.named(unquoted(token)) else {
                break;
            };
            if !is_word(token) || tokens.after(1) == Some("(") {
                break;
            }
            for place in more {
                if places.contains(&place) {
                    let name = self.field.name(place);
                    return tokens.fail(at, format!("{name:?} is listed twice"));
                }
                places.push(place);
            }
            tokens.take();
        }
        Ok(places)
    }

    /// The places of a name or of a range such as `r1c1..r1c4`, which lies in a row or column, or in the order of a list.
    fn named(&self, name: &str) -> Option<Vec<Place>> {
        if let Some(place) = self.field.find(name) {
            return Some(vec![place]);
        }
        let (from, to) = name.split_once("..")?;
        let (from, to) = (self.field.find(from)?, self.field.find(to)?);
        let ([layer, row, column], [other, last, right]) = (from.0, to.0);
        let spans_cells =
            from.sort() == to.sort() && layer == other && row <= last && column <= right;
        let is_line = row == last || column == right;
        if !(spans_cells && is_line) {
            return None;
        }
        let rows = (row..=last).step_by(2);
        let places = rows.flat_map(|row| {
            (column..=right)
                .step_by(2)
                .map(move |column| Place([layer, row, column]))
        });
        let places: Vec<Place> = places.collect();
        places
            .iter()
            .all(|&place| self.field.has(place))
            .then_some(places)
    }

    fn word(&self, tokens: &mut Tokens<'_>, at: usize, token: &str) -> Read<Option<Set>> {
        if let Some(layer) = self.layer_called(token) {
            tokens.take();
            if tokens.peek() != Some("(") {
                return Ok(Some(Set::Tiles(layer)));
            }
            let opened = tokens.open()?;
            let set = self.set(tokens)?;
            tokens.close(opened, ")")?;
            return Ok(Some(Set::On(layer, set.into())));
        }
        if let Some(set) = self.word_of_kind(tokens, token)? {
            return Ok(Some(set));
        }
        let has_argument = tokens.after(1) == Some("(");
        let set = match token {
            "cells" if !has_argument => Set::All(Sort::Cells, false),
            "corners" if !has_argument => Set::All(Sort::Corners, false),
            "here" | "a" | "b" => {
                let variable = match token {
                    "here" => Variable::Here,
                    "a" => Variable::A,
                    _ => Variable::B,
                };
                if !self.knows(variable) {
                    return Ok(None);
                }
                Set::At(variable)
            }
            "edges" => Set::All(Sort::Edges, false),
            "inner" => Set::All(Sort::Edges, true),
            "tiles" => Set::Tiles(0),
            "rows" => Set::Lists(Selector::Rows),
            "columns" => Set::Lists(Selector::Columns),
            "pillars" => Set::Lists(Selector::Pillars),
            "layers" => Set::Lists(Selector::Layers),
            "diagonals" => Set::Lists(Selector::Diagonals),
            "main_diagonals" => Set::Lists(Selector::MainDiagonals),
            "regions" => Set::Lists(Selector::Regions),
            "boxes" => {
                tokens.take();
                return self.boxes(tokens, at).map(Some);
            }
            "till" | "split" | "gap" => return self.of_two_sets(tokens, token).map(Some),
            "head" | "nth" => return self.of_number(tokens, token).map(Some),
            "until" | "after" | "between" => return self.gated(tokens, token).map(Some),
            token if RELATIVE.contains(&token) => {
                self.check_grid(tokens, at, token)?;
                if matches!(token, "border" | "ring") {
                    self.check_board(tokens, at, token)?;
                }
                tokens.take();
                let set = if has_argument {
                    self.argument(tokens)?
                } else if self.knows(Variable::Here) {
                    Set::At(Variable::Here)
                } else {
                    return tokens.fail(
                        at,
                        format!("{token:?} of what? Write {token}(a), or say each = …"),
                    );
                };
                return Ok(Some(relative(token, set)));
            }
            _ => return Ok(None),
        };
        if !matches!(set, Set::At(_) | Set::Tiles(_)) {
            self.check_grid(tokens, at, token)?;
        }
        self.check_board(tokens, at, token)?;
        tokens.take();
        Ok(Some(set))
    }

    /// Complains about a word that needs rows and columns, where there are none.
    fn check_grid(&self, tokens: &Tokens<'_>, at: usize, token: &str) -> Read<()> {
        if self.field.is_grid() {
            return Ok(());
        }
        tokens.fail(at, format!("{token:?} needs a grid, not a list of tiles"))
    }

    /// Complains about a word that this board has no places for.
    fn check_board(&self, tokens: &Tokens<'_>, at: usize, token: &str) -> Read<()> {
        let board = &self.field.board;
        let message = match token {
            "edges" | "inner" | "corners" | "border" | "ring" | "diagonals" | "main_diagonals"
                if !board.is_flat() =>
            {
                format!("only a grid of one layer has {token}")
            }
            "main_diagonals" if board.rows != board.columns => {
                "only a square grid has main diagonals".into()
            }
            "regions" if board.regions.is_none() => "the file draws no regions".into(),
            _ => return Ok(()),
        };
        tokens.fail(at, message)
    }

    /// A set in brackets, which are next.
    pub(super) fn argument(&self, tokens: &mut Tokens<'_>) -> Read<Set> {
        let opened = tokens.open()?;
        let set = self.fixed_set(tokens)?;
        tokens.close(opened, ")")?;
        Ok(set)
    }

    fn boxes(&self, tokens: &mut Tokens<'_>, at: usize) -> Read<Set> {
        self.check_grid(tokens, at, "boxes")?;
        let has_sides =
            tokens.peek() == Some("(") || tokens.peek().is_some_and(|t| window(t).is_some());
        if self.field.known.is_of_kind && !has_sides {
            return Ok(Set::Lists(Selector::Boxes(self.field.sides_of_boxes())));
        }
        let opened = tokens.at();
        let is_open = tokens.accept("(");
        let sides = tokens.take().and_then(window);
        if is_open {
            tokens.close(opened, ")")?;
        }
        let Some(sides) = sides else {
            return tokens.fail(at, "boxes have rows x columns, such as boxes 3x3");
        };
        let mut board = self.field.board.sides().into_iter().zip(sides);
        if !board.all(|(whole, side)| whole.is_multiple_of(side)) {
            return tokens.fail(at, "boxes of this size do not fill the grid");
        }
        Ok(Set::Lists(Selector::Boxes(sides)))
    }

    fn window(&self, tokens: &Tokens<'_>, at: usize, sides: [usize; 3]) -> Read<Set> {
        self.check_grid(tokens, at, "a window")?;
        let mut fits = self.field.board.sides().into_iter().zip(sides);
        if !fits.all(|(whole, side)| side <= whole) {
            return tokens.fail(at, "a window of this size does not fit into the grid");
        }
        Ok(Set::Windows(sides))
    }

    fn of_two_sets(&self, tokens: &mut Tokens<'_>, word: &str) -> Read<Set> {
        tokens.take();
        let opened = tokens.open()?;
        let first = self.fixed_set(tokens)?.into();
        tokens.comma()?;
        let second = self.fixed_set(tokens)?.into();
        tokens.close(opened, ")")?;
        Ok(match word {
            "till" => Set::Till(first, second),
            "split" => Set::Split(first, second),
            _ => Set::Gap(first, second),
        })
    }

    fn of_number(&self, tokens: &mut Tokens<'_>, word: &str) -> Read<Set> {
        tokens.take();
        let opened = tokens.open()?;
        let number = self.amount(tokens, word)?;
        tokens.comma()?;
        let set = self.fixed_set(tokens)?.into();
        tokens.close(opened, ")")?;
        Ok(match word {
            "head" => Set::Head(number, set),
            _ => Set::Nth(number, set),
        })
    }

    /// A number of places: written, a clue or a parameter.
    fn amount(&self, tokens: &mut Tokens<'_>, word: &str) -> Read<Amount> {
        let at = tokens.at();
        let token = tokens.peek().unwrap_or("");
        if let Some(param) = self.field.known.param(token) {
            tokens.take();
            return Ok(Amount::Param(param));
        }
        if let Some(clued) = self.clued(tokens)? {
            return Ok(Amount::Clue(clued));
        }
        tokens.take();
        match token.parse::<usize>() {
            Ok(number) if number > 0 => Ok(Amount::Number(number)),
            _ => tokens.fail(
                at,
                format!("{word} counts places from 1: a number was expected here"),
            ),
        }
    }

    /// A word that only kinds have, or a layer of clues.
    #[expect(clippy::too_many_lines, reason = "a case for each word")]
    fn word_of_kind(&self, tokens: &mut Tokens<'_>, token: &str) -> Read<Option<Set>> {
        if !self.field.known.is_of_kind {
            return Ok(None);
        }
        let has_argument = tokens.after(1) == Some("(");
        if let Some(layer) = self.field.known.layer(token) {
            let is_of_lists = self.field.known.layers[layer].is_of_lists;
            let at = tokens.at();
            tokens.take();
            if !has_argument {
                return Ok(Some(Set::Clues(layer, is_of_lists)));
            }
            if !is_of_lists {
                let message = format!("{token}(…) is a number or word, and a set was expected");
                return tokens.fail(at, message);
            }
            let set = self.argument(tokens)?;
            return Ok(Some(Set::Bearing(layer, set.into())));
        }
        let at = tokens.at();
        Ok(Some(match token {
            "line" | "ahead" => {
                tokens.take();
                let set = if has_argument {
                    self.argument(tokens)?
                } else if self.knows(Variable::Here) {
                    Set::At(Variable::Here)
                } else {
                    return tokens.fail(at, format!("{token:?} of what? Say each = …"));
                };
                match token {
                    "line" => Set::Line(set.into()),
                    _ => Set::Ahead(set.into()),
                }
            }
            "same" => {
                tokens.take();
                let opened = tokens.open()?;
                let layer = self.layer_of_clues(tokens, |_| true)?;
                tokens.comma()?;
                let set = self.fixed_set(tokens)?;
                tokens.close(opened, ")")?;
                Set::Same(layer, set.into())
            }
            "spans" => {
                tokens.take();
                let opened = tokens.open()?;
                let layer = self.layer_of_clues(tokens, |layer| layer.kind == ClueSort::Region)?;
                tokens.comma()?;
                let at = tokens.at();
                let count = tokens.take().and_then(|token| token.parse().ok());
                let Some(count) = count.filter(|&count| count > 0) else {
                    return tokens.fail(at, "a number of regions was expected here");
                };
                tokens.close(opened, ")")?;
                Set::Spans(layer, count)
            }
            "pieces" => {
                tokens.take();
                let opened = tokens.open()?;
                let layer = self.layer_of_clues(tokens, |layer| layer.kind == ClueSort::Region)?;
                tokens.comma()?;
                let set = self.fixed_set(tokens)?;
                tokens.close(opened, ")")?;
                Set::Cut(Cut::Pieces(layer), set.into())
            }
            "stretches" | "parts" => {
                tokens.take();
                let opened = tokens.open()?;
                let count = self.amount(tokens, token)?;
                tokens.comma()?;
                let set = self.fixed_set(tokens)?;
                tokens.close(opened, ")")?;
                match token {
                    "parts" => Set::Parts(count, set.into()),
                    _ => Set::Stretches(count, set.into()),
                }
            }
            "through" | "as_many" | "at_place" => {
                tokens.take();
                let opened = tokens.open()?;
                let first = self.fixed_set(tokens)?.into();
                tokens.comma()?;
                let second = self.fixed_set(tokens)?.into();
                tokens.close(opened, ")")?;
                match token {
                    "through" => Set::Through(first, second),
                    "as_many" => Set::Pointed(GateKind::AsMany, first, second),
                    _ => Set::Pointed(GateKind::AtPlace, first, second),
                }
            }
            "borders" => {
                tokens.take();
                let opened = tokens.open()?;
                let layer = self.layer_of_clues(tokens, |layer| layer.kind == ClueSort::Region)?;
                tokens.close(opened, ")")?;
                Set::Borders(layer)
            }
            _ => {
                let cut = CUTS.into_iter().find(|(word, _)| *word == token);
                let Some((_, cut)) = cut.filter(|_| has_argument) else {
                    return Ok(None);
                };
                tokens.take();
                Set::Cut(cut, self.argument(tokens)?.into())
            }
        }))
    }

    /// The name of a layer of clues that is fit.
    pub(super) fn layer_of_clues(
        &self,
        tokens: &mut Tokens<'_>,
        is_fit: impl Fn(&ClueSet) -> bool,
    ) -> Read<usize> {
        let at = tokens.at();
        let token = tokens.take().unwrap_or("");
        let known = &self.field.known;
        let layer = known
            .layer(token)
            .filter(|&layer| is_fit(&known.layers[layer]));
        layer.ok_or_else(|| {
            let error = tokens.error(at, format!("there are no such clues {token:?}"));
            let fit = known.layers.iter().filter(|layer| is_fit(layer));
            crate::nearest::with_nearest(error, token, fit.map(|layer| layer.name.as_str()))
        })
    }

    /// A clue, if one is next: the name of its layer, perhaps with a place, or `clue`.
    pub(super) fn clued(&self, tokens: &mut Tokens<'_>) -> Read<Option<Clued>> {
        let (at, Some(token)) = (tokens.at(), tokens.peek()) else {
            return Ok(None);
        };
        let known = &self.field.known;
        let layers = match known.layer(token) {
            Some(layer) => vec![layer],
            None if token == "clue" && known.is_of_kind => self.clues.clone(),
            None => return Ok(None),
        };
        if layers.is_empty() {
            let error = tokens.error(at, "this rule is not at clues");
            return Err(error.hint("`clue` goes with each = … over layers of clues"));
        }
        let has_argument = tokens.after(1) == Some("(");
        tokens.take();
        let set = if has_argument {
            self.argument(tokens)?
        } else if self.knows(Variable::Here) {
            Set::At(Variable::Here)
        } else {
            return tokens.fail(
                at,
                format!("{token:?} of what? Write {token}(a), or say each = …"),
            );
        };
        Ok(Some(Clued {
            layers,
            set: set.into(),
        }))
    }

    fn gated(&self, tokens: &mut Tokens<'_>, word: &str) -> Read<Set> {
        let kind = match word {
            "until" => GateKind::Until,
            "after" => GateKind::After,
            _ => GateKind::Between,
        };
        tokens.take();
        let opened = tokens.open()?;
        let marks = self.marks(tokens)?;
        tokens.comma()?;
        let set = self.fixed_set(tokens)?;
        tokens.close(opened, ")")?;
        let gate = Gate {
            kind,
            marks: marks.marked,
        };
        Ok(Set::Gate(gate, set.into()))
    }
}

/// Complains about a set that is not known when the file is read: other sets are not made of it.
fn check_fixed(tokens: &Tokens<'_>, at: usize, set: &Set) -> Read<()> {
    if !set.is_dynamic() {
        return Ok(());
    }
    let message = "the places of until, after and between depend on values: only terms such as count read them, alone or joined by +";
    tokens.fail(at, message)
}

/// The sides of a window: `2x3`, or `2x2x2` with layers.
fn window(token: &str) -> Option<[usize; 3]> {
    let side = |side: &str| side.parse::<usize>().ok().filter(|&side| side > 0);
    let sides: Option<Vec<usize>> = token.split('x').map(side).collect();
    match sides?[..] {
        [rows, columns] => Some([1, rows, columns]),
        [layers, rows, columns] => Some([layers, rows, columns]),
        _ => None,
    }
}

/// What a relative word means at the places of a set.
fn relative(word: &str, set: Set) -> Set {
    let set = Box::new(set);
    match word {
        "neighbours" => Set::Steps(&NEIGHBOURS, set),
        "touching" => Set::Steps(&TOUCHING, set),
        "around" => {
            let touching = Set::Steps(&TOUCHING, set.clone());
            Set::Join(Join::Plus, set, touching.into())
        }
        "sides" => Set::Steps(&CROSS, set),
        "n" => Set::Steps(&[UP], set),
        "e" => Set::Steps(&[RIGHT], set),
        "s" => Set::Steps(&[DOWN], set),
        "w" => Set::Steps(&[LEFT], set),
        "nw" => Set::Steps(&[[0, -1, -1]], set),
        "ne" => Set::Steps(&[[0, -1, 1]], set),
        "sw" => Set::Steps(&[[0, 1, -1]], set),
        "se" => Set::Steps(&[[0, 1, 1]], set),
        "up" => Set::Rays(&[UP], set),
        "right" => Set::Rays(&[RIGHT], set),
        "down" => Set::Rays(&[DOWN], set),
        "left" => Set::Rays(&[LEFT], set),
        "cross" => Set::Rays(&CROSS, set),
        "above" => Set::Rays(&[[-1, 0, 0]], set),
        "below" => Set::Rays(&[[1, 0, 0]], set),
        "cells" => Set::Beside(Beside::Cells, set),
        "corners" => Set::Beside(Beside::Corners, set),
        "border" => Set::Beside(Beside::Border, set),
        "ring" => Set::Beside(Beside::Ring, set),
        _ => Set::Beside(Beside::Region, set),
    }
}

impl Set {
    /// Returns true if what is read depends on values.
    pub(super) fn is_dynamic(&self) -> bool {
        match self {
            Self::Gate(..) | Self::Pointed(..) => true,
            Self::On(_, set) => set.is_dynamic(),
            Self::Join(_, one, other) => one.is_dynamic() || other.is_dynamic(),
            _ => false,
        }
    }

    /// The sets that it is made of.
    fn parts(&self) -> Vec<&Self> {
        match self {
            Self::At(_)
            | Self::Places(_)
            | Self::All(..)
            | Self::Tiles(_)
            | Self::Lists(_)
            | Self::Clues(..)
            | Self::Spans(..)
            | Self::Borders(_)
            | Self::Windows(_) => Vec::new(),
            Self::Rays(_, set)
            | Self::Bearing(_, set)
            | Self::Line(set)
            | Self::Ahead(set)
            | Self::Same(_, set)
            | Self::Steps(_, set)
            | Self::Beside(_, set)
            | Self::Head(_, set)
            | Self::Nth(_, set)
            | Self::Gate(_, set)
            | Self::Cut(_, set)
            | Self::Stretches(_, set)
            | Self::Parts(_, set)
            | Self::On(_, set) => vec![set],
            Self::Till(one, other)
            | Self::Pointed(_, one, other)
            | Self::Through(one, other)
            | Self::Split(one, other)
            | Self::Gap(one, other)
            | Self::Join(_, one, other) => vec![one, other],
        }
    }

    /// The number of words that it is made of.
    pub(super) fn size(&self) -> usize {
        let parts = self.parts().into_iter().map(Self::size);
        parts.fold(1, usize::saturating_add)
    }

    /// About how many places are looked at to find its own.
    pub(super) fn cost(&self, field: &Field) -> usize {
        let cells = field.board.cell_count();
        let own = match self {
            Self::All(..)
            | Self::Tiles(_)
            | Self::Lists(_)
            | Self::Clues(..)
            | Self::Spans(..)
            | Self::Borders(_) => 4 * cells,
            Self::Line(_) | Self::Ahead(_) => field.board.rows + field.board.columns,
            Self::Beside(Beside::Region, _) => cells,
            Self::Windows(sides) => cells * sides.iter().product::<usize>(),
            Self::Rays(ways, _) => ways.len() * (field.board.rows + field.board.columns),
            _ => 1,
        };
        let parts = self.parts().into_iter().map(|part| part.cost(field));
        parts.fold(own, usize::saturating_add)
    }

    /// The layer that was named for it.
    pub(super) fn layer(&self) -> Option<usize> {
        match self {
            Self::On(layer, _) | Self::Tiles(layer) => Some(*layer),
            Self::Join(_, set, _)
            | Self::Gate(_, set)
            | Self::Head(_, set)
            | Self::Nth(_, set)
            | Self::Cut(_, set)
            | Self::Stretches(_, set)
            | Self::Parts(_, set)
            | Self::Through(_, set)
            | Self::Pointed(_, _, set)
            | Self::Till(_, set)
            | Self::Split(_, set) => set.layer(),
            _ => None,
        }
    }

    /// Returns true if this is the layer that was named for all of it.
    pub(super) fn is_of_layer(&self, layer: Option<usize>) -> bool {
        match self {
            Self::Join(Join::Plus, one, other) => {
                one.is_of_layer(layer) && other.is_of_layer(layer)
            }
            _ => self.layer() == layer,
        }
    }

    /// Returns true if it goes list by list: a rule for each of them, not for each place.
    pub(super) fn is_of_lists(&self) -> bool {
        match self {
            Self::Lists(_)
            | Self::Windows(_)
            | Self::Rays(..)
            | Self::Till(..)
            | Self::Split(..)
            | Self::Head(..)
            | Self::Gap(..)
            | Self::Bearing(..)
            | Self::Line(_)
            | Self::Ahead(_)
            | Self::Same(..)
            | Self::Spans(..)
            | Self::Borders(_)
            | Self::Stretches(..)
            | Self::Parts(..)
            | Self::Through(..)
            | Self::Beside(Beside::Region | Beside::Ring, _) => true,
            Self::Cut(cut, set) => cut.makes_lists() || set.is_of_lists(),
            Self::Clues(_, is_of_lists) => *is_of_lists,
            Self::On(_, set) => set.is_of_lists(),
            Self::Join(Join::Plus, one, other) => one.is_of_lists() || other.is_of_lists(),
            Self::Join(_, one, _) => one.is_of_lists(),
            _ => false,
        }
    }

    /// The sort of its places, as far as it is known; `at` has those of what the rule is at.
    pub(super) fn sort(&self, field: &Field, at: Sorts) -> Option<Sort> {
        let of = |set: &Self| set.sort(field, at);
        match self {
            Self::At(Variable::Here) => at.here,
            Self::At(_) => at.pair,
            Self::Places(places) => places.first().map(|place| place.sort()),
            Self::All(sort, _) => Some(*sort),
            Self::Tiles(layer) | Self::On(layer, _) => Some(field.layers[*layer].sort),
            Self::Lists(_)
            | Self::Windows(_)
            | Self::Spans(..)
            | Self::Beside(Beside::Cells | Beside::Region | Beside::Ring, _) => Some(Sort::Cells),
            Self::Clues(layer, _) | Self::Bearing(layer, _) => {
                Some(field.known.layers[*layer].sort)
            }
            Self::Beside(Beside::Corners, _) => Some(Sort::Corners),
            Self::Borders(_) | Self::Beside(Beside::Border, _) => Some(Sort::Edges),
            Self::Steps(steps, set) => match steps[0] {
                [_, row, column] if row % 2 == 0 && column % 2 == 0 => of(set),
                [_, row, column] if row % 2 != 0 && column % 2 != 0 => match of(set)? {
                    Sort::Cells | Sort::Corners => Some(Sort::Cells),
                    Sort::Edges => None,
                },
                _ => Some(Sort::Edges),
            },
            Self::Rays(_, set)
            | Self::Line(set)
            | Self::Ahead(set)
            | Self::Same(_, set)
            | Self::Till(_, set)
            | Self::Split(_, set)
            | Self::Head(_, set)
            | Self::Nth(_, set)
            | Self::Gap(set, _)
            | Self::Gate(_, set)
            | Self::Cut(_, set)
            | Self::Stretches(_, set)
            | Self::Parts(_, set)
            | Self::Through(_, set)
            | Self::Pointed(_, _, set)
            | Self::Join(_, set, _) => of(set),
        }
    }

    /// The lists of places that it denotes; rays are read on the places of the sort that is wanted.
    pub(super) fn lists(&self, field: &Field, at: At, wanted: Option<Sort>) -> Vec<List> {
        let places = |set: &Self| set.places(field, at, None);
        match self {
            Self::At(variable) => vec![List::of(at.of(*variable).to_vec())],
            Self::Places(places) => vec![List::of(places.clone())],
            Self::All(sort, inner) => {
                let mut all = field.places(*sort);
                all.retain(|&place| !inner || field.cells_at(place).len() == 2);
                vec![List::of(all)]
            }
            Self::Tiles(layer) => vec![List::of(field.layers[*layer].places.clone())],
            Self::Lists(selector) => {
                let lists = field.lists(selector);
                lists.into_iter().map(List::of).collect()
            }
            Self::Windows(sides) => windows(field, *sides),
            Self::Rays(ways, set) => {
                let from = places(set);
                let rays = from.iter().flat_map(|&from| {
                    ways.iter()
                        .map(move |&way| List::of(ray(field, from, way, wanted)))
                });
                rays.collect()
            }
            Self::Steps(steps, set) => {
                let is_diagonal = matches!(steps[0], [_, -1 | 1, -1 | 1]);
                let near = places(set).into_iter().flat_map(|from| {
                    // `nw` of a cell is the next cell in that direction, `nw` of a corner a cell at it.
                    let factor = if is_diagonal && from.sort() == Sort::Cells {
                        2
                    } else {
                        1
                    };
                    let steps = steps.iter().map(move |step| step.map(|by| by * factor));
                    steps.filter_map(move |by| field.step(from, by))
                });
                vec![List::of(once(near))]
            }
            Self::Beside(Beside::Cells, set) => {
                let all = places(set)
                    .into_iter()
                    .flat_map(|place| field.cells_at(place));
                vec![List::of(once(all))]
            }
            Self::Beside(Beside::Corners, set) => {
                let all = places(set)
                    .into_iter()
                    .flat_map(|place| field.corners_at(place));
                vec![List::of(once(all))]
            }
            Self::Beside(Beside::Border, set) => {
                let mut cells = places(set);
                cells.retain(|place| place.sort() == Sort::Cells);
                let inside: HashSet<Place> = cells.iter().copied().collect();
                let sides = cells.into_iter().flat_map(|cell| {
                    let sides = CROSS.iter();
                    sides.filter_map(move |&by| field.step(cell, by))
                });
                let is_between = |edge: &Place| {
                    let cells = field.cells_at(*edge);
                    cells.iter().filter(|cell| inside.contains(cell)).count() == 1
                };
                vec![List::of(once(sides.filter(is_between)))]
            }
            Self::Beside(Beside::Ring, set) => {
                let arcs = places(set).into_iter().flat_map(|cell| arcs(field, cell));
                arcs.map(List::of).collect()
            }
            Self::Beside(Beside::Region, set) => {
                let regions = places(set)
                    .into_iter()
                    .filter_map(|place| field.region(place));
                let wanted: HashSet<u32> = regions.collect();
                let all = field.lists(&Selector::Regions).into_iter().zip(0..);
                let mine = all.filter(|(_, region)| wanted.contains(region));
                mine.map(|(places, _)| List::of(places)).collect()
            }
            _ => self.lists_of_parts(field, at, wanted),
        }
    }

    /// The lists of a set that changes those of its parts.
    fn lists_of_parts(&self, field: &Field, at: At, wanted: Option<Sort>) -> Vec<List> {
        let lists = |set: &Self| set.lists(field, at, wanted);
        let places = |set: &Self| set.places(field, at, None);
        match self {
            Self::Till(end, set) => {
                let ends: HashSet<Place> = places(end).into_iter().collect();
                let cut = |list: List| {
                    let before = list.places.iter().take_while(|place| !ends.contains(place));
                    list.with(before.copied().collect())
                };
                lists(set).into_iter().map(cut).collect()
            }
            Self::Split(cuts, set) => {
                let cuts: HashSet<Place> = places(cuts).into_iter().collect();
                let stretches = |list: List| {
                    let parts = list.places.split(|place| cuts.contains(place));
                    let parts = parts.filter(|part| !part.is_empty());
                    parts
                        .map(|part| list.with(part.to_vec()))
                        .collect::<Vec<_>>()
                };
                lists(set).into_iter().flat_map(stretches).collect()
            }
            Self::Head(count, set) => {
                let count = count.value(field, at).unwrap_or(0);
                let head = |mut list: List| {
                    list.places.truncate(count);
                    list
                };
                lists(set).into_iter().map(head).collect()
            }
            Self::Nth(number, set) => {
                let lists = lists(set);
                let number = number.value(field, at).unwrap_or(0).checked_sub(1);
                let nth = |list: &List| list.places.get(number?).copied();
                let places = once(lists.iter().filter_map(nth));
                vec![List {
                    layer: lists.first().and_then(|list| list.layer),
                    ..List::of(places)
                }]
            }
            Self::Gap(one, other) => {
                let (from, to) = (places(one), places(other));
                let between = match (from.first(), to.first()) {
                    (Some(&from), Some(&to)) => gap(field, from, to),
                    _ => Vec::new(),
                };
                vec![List::of(between)]
            }
            Self::Gate(gate, set) => {
                let gated = |list: List| List {
                    gate: Some(gate.clone()),
                    ..list
                };
                lists(set).into_iter().map(gated).collect()
            }
            Self::On(layer, set) => {
                let sort = Some(field.layers[*layer].sort);
                let on = |list: List| List {
                    layer: Some(*layer),
                    ..list
                };
                set.lists(field, at, sort).into_iter().map(on).collect()
            }
            Self::Join(Join::Plus, one, other) => {
                let mut both = lists(one);
                both.extend(lists(other));
                both
            }
            Self::Join(join, one, other) => {
                let other: HashSet<Place> = other.places(field, at, wanted).into_iter().collect();
                let is_and = *join == Join::And;
                let left = |mut list: List| {
                    list.places.retain(|place| other.contains(place) == is_and);
                    list
                };
                lists(one).into_iter().map(left).collect()
            }
            _ => self.lists_of_clues(field, at, wanted),
        }
    }

    /// The lists of a set that asks the clues of a board.
    fn lists_of_clues(&self, field: &Field, at: At, wanted: Option<Sort>) -> Vec<List> {
        let lists = |set: &Self| set.lists(field, at, wanted);
        let places = |set: &Self| set.places(field, at, None);
        match self {
            Self::Clues(layer, is_of_lists) => {
                let items = field.known.layers[*layer].items.iter();
                let lists = items.map(|item| item.places.clone());
                if *is_of_lists {
                    return lists.map(List::of).collect();
                }
                vec![List::of(lists.flatten().collect())]
            }
            Self::Bearing(layer, set) => {
                let layer = &field.known.layers[*layer];
                let mut met: Vec<usize> = places(set)
                    .into_iter()
                    .filter_map(|place| layer.number_at(place))
                    .collect();
                met.sort_unstable();
                met.dedup();
                let lists = met.into_iter().map(|item| layer.items[item].places.clone());
                lists.map(List::of).collect()
            }
            Self::Line(set) => {
                let sides = field.board.sides();
                let line = |from: Place| {
                    let way = match from.side(sides)? {
                        Side::Top => DOWN,
                        Side::Bottom => UP,
                        Side::Left => RIGHT,
                        Side::Right => LEFT,
                    };
                    Some(List::of(line(field, from, way, wanted)))
                };
                places(set).into_iter().filter_map(line).collect()
            }
            Self::Ahead(set) => {
                let ahead = |from: Place| {
                    let heading = field.known.heading(from)?;
                    let way = [0, heading.down.signum(), heading.right.signum()];
                    Some(List::of(ray(field, from, way, wanted)))
                };
                places(set).into_iter().filter_map(ahead).collect()
            }
            Self::Same(layer, set) => {
                let layer = &field.known.layers[*layer];
                lists(set)
                    .into_iter()
                    .flat_map(|list| same(field, layer, &list))
                    .collect()
            }
            Self::Spans(layer, count) => spans(field, &field.known.layers[*layer], *count),
            Self::Borders(layer) => borders(field, &field.known.layers[*layer]),
            Self::Cut(cut, set) => cut.of(field, lists(set)),
            Self::Stretches(count, set) => {
                cuts::stretches(lists(set), count.value(field, at).unwrap_or(0))
            }
            Self::Parts(count, set) => cuts::parts(lists(set), count.value(field, at).unwrap_or(0)),
            Self::Through(set, of) => cuts::through(&places(set), lists(of)),
            Self::Pointed(kind, pointer, set) => {
                cuts::pointed(*kind, pointer, lists(set), field, at)
            }
            _ => Vec::new(),
        }
    }

    /// The lists that are parted by the clues of a layer, if it is these parts.
    pub(super) fn parted_by(&self, clues: usize) -> Option<&Self> {
        match self {
            Self::Same(layer, lists) if *layer == clues => Some(lists),
            _ => None,
        }
    }

    /// All its places, each once, in order.
    pub(super) fn places(&self, field: &Field, at: At, wanted: Option<Sort>) -> Vec<Place> {
        let lists = self.lists(field, at, wanted);
        once(lists.into_iter().flat_map(|list| list.places))
    }

    /// The items of `each`: its lists, or its places one by one.
    pub(super) fn items(&self, field: &Field, at: At) -> Vec<Vec<Place>> {
        if let Self::Join(Join::Plus, one, other) = self {
            return [one.items(field, at), other.items(field, at)].concat();
        }
        if self.is_of_lists() {
            let lists = self.lists(field, at, None).into_iter();
            return lists
                .map(|list| list.places)
                .filter(|places| !places.is_empty())
                .collect();
        }
        let places = self.places(field, at, None).into_iter();
        places.map(|place| vec![place]).collect()
    }
}

impl Set {
    /// Returns true if its places depend on a clue that is not known.
    pub(super) fn has_unknown(&self, field: &Field, at: At<'_>) -> bool {
        let own = match self {
            Self::Head(amount, _)
            | Self::Nth(amount, _)
            | Self::Stretches(amount, _)
            | Self::Parts(amount, _) => amount.value(field, at).is_none(),
            Self::Ahead(set) => {
                let mut places = set.places(field, at, None).into_iter();
                places.any(|place| field.known.has_unknown_arrow(place))
            }
            _ => false,
        };
        own || self
            .parts()
            .into_iter()
            .any(|part| part.has_unknown(field, at))
    }

    /// Adds the layers of clues that it joins.
    pub(super) fn add_layers_of_clues(&self, layers: &mut Vec<usize>) {
        match self {
            Self::Clues(layer, _) => layers.push(*layer),
            Self::Join(Join::Plus, one, other) => {
                one.add_layers_of_clues(layers);
                other.add_layers_of_clues(layers);
            }
            Self::Join(_, one, _) => one.add_layers_of_clues(layers),
            _ => {}
        }
    }
}

/// The whole row or column from a place outside, holes left out.
fn line(field: &Field, from: Place, way: [i32; 3], wanted: Option<Sort>) -> Vec<Place> {
    let sort = wanted.unwrap_or(from.sort());
    let [_, rows, columns] = field.board.sides();
    let mut at = from;
    let steps = 2 * rows.max(columns) + 1;
    let places = (0..steps).map(|_| {
        at = at.step(way);
        at
    });
    places
        .filter(|&place| place.sort() == sort && field.has(place))
        .collect()
}

/// A list parted by equal clue, in the order in which they are met; places without a clue that is known are left out. An edge
/// has those of its two cells.
fn same(field: &Field, layer: &ClueSet, list: &List) -> Vec<List> {
    let clue_at = |place: Place| {
        layer
            .at(&[place])
            .map(|item| &item.clue)
            .filter(|&clue| *clue != Clue::Unknown)
    };
    let key = |place: Place| -> Option<Vec<&Clue>> {
        if layer.sort == place.sort() {
            return Some(vec![clue_at(place)?]);
        }
        let clues = field.cells_at(place).into_iter().map(clue_at);
        let mut clues = clues.collect::<Option<Vec<_>>>()?;
        clues.sort_by_key(|clue| layer.value(clue));
        (clues.len() == 2).then_some(clues)
    };
    let mut keys: Vec<Vec<&Clue>> = Vec::new();
    let mut parts: Vec<List> = Vec::new();
    for &place in &list.places {
        let Some(key) = key(place) else { continue };
        if let Some(part) = keys.iter().position(|known| *known == key) {
            parts[part].places.push(place);
        } else {
            keys.push(key);
            parts.push(list.with(vec![place]));
        }
    }
    parts
}

/// The shortest stretches of rows and columns that meet this many regions.
fn spans(field: &Field, layer: &ClueSet, count: usize) -> Vec<List> {
    let mut spans = Vec::new();
    for line in [Selector::Rows, Selector::Columns]
        .iter()
        .flat_map(|lines| field.lists(lines))
    {
        let region = |place: Place| layer.number_at(place);
        let is_next = |pair: &[Place]| {
            let apart = |axis: usize| pair[0].0[axis].abs_diff(pair[1].0[axis]);
            apart(1) + apart(2) == 2
        };
        for from in 0..line.len() {
            let is_last_of_region = line
                .get(from + 1)
                .is_none_or(|&next| region(next) != region(line[from]));
            if !is_last_of_region && count > 1 {
                continue;
            }
            let mut met = 1;
            let mut to = from;
            while met < count && to + 1 < line.len() && is_next(&line[to..=to + 1]) {
                met += usize::from(region(line[to]) != region(line[to + 1]));
                to += 1;
            }
            if met == count {
                spans.push(List::of(line[from..=to].to_vec()));
            }
        }
    }
    spans
}

/// For each two regions that touch, the edges between them.
fn borders(field: &Field, layer: &ClueSet) -> Vec<List> {
    let mut borders: Vec<([usize; 2], Vec<Place>)> = Vec::new();
    for edge in field.places(Sort::Edges) {
        let regions = field
            .cells_at(edge)
            .into_iter()
            .filter_map(|cell| layer.number_at(cell));
        let mut regions: Vec<usize> = regions.collect();
        regions.sort_unstable();
        let &[one, other] = &regions[..] else {
            continue;
        };
        if one == other {
            continue;
        }
        match borders.iter_mut().find(|(known, _)| *known == [one, other]) {
            Some((_, edges)) => edges.push(edge),
            None => borders.push(([one, other], vec![edge])),
        }
    }
    borders
        .into_iter()
        .map(|(_, edges)| List::of(edges))
        .collect()
}

impl At<'_> {
    pub(super) fn of(&self, variable: Variable) -> &[Place] {
        match variable {
            Variable::Here => self.here,
            Variable::A => self.a,
            Variable::B => self.b,
        }
    }
}

/// The stretches of the cells around one, clockwise: all eight from the north on, or what is left where some are missing.
fn arcs(field: &Field, cell: Place) -> Vec<Vec<Place>> {
    const RING: [[i32; 3]; 8] = [
        [0, -2, 0],
        [0, -2, 2],
        [0, 0, 2],
        [0, 2, 2],
        [0, 2, 0],
        [0, 2, -2],
        [0, 0, -2],
        [0, -2, -2],
    ];
    let mut around = RING.map(|by| field.step(cell, by));
    let gap = around.iter().position(Option::is_none);
    around.rotate_left(gap.unwrap_or(0));
    let stretches = around.split(Option::is_none);
    stretches
        .map(|stretch| stretch.iter().copied().flatten().collect())
        .filter(|stretch: &Vec<Place>| !stretch.is_empty())
        .collect()
}

/// Each place once, in order.
fn once(places: impl IntoIterator<Item = Place>) -> Vec<Place> {
    let mut seen = HashSet::new();
    places
        .into_iter()
        .filter(|&place| seen.insert(place))
        .collect()
}

/// From the next place to the rim, on the places of the sort that is wanted, or on those like the first.
fn ray(field: &Field, from: Place, way: [i32; 3], wanted: Option<Sort>) -> Vec<Place> {
    let sort = wanted.unwrap_or(from.sort());
    let mut places = Vec::new();
    let mut at = from;
    while let Some(next) = field.step(at, way) {
        at = next;
        if at.sort() == sort {
            places.push(at);
        }
    }
    places
}

/// The places between two of a row or column.
fn gap(field: &Field, from: Place, to: Place) -> Vec<Place> {
    let way = [0, 1, 2]
        .map(|axis: usize| (i64::from(to.0[axis]) - i64::from(from.0[axis])).signum() as i32);
    if way.iter().filter(|&&by| by != 0).count() != 1 {
        return Vec::new();
    }
    let ray = ray(field, from, way, None);
    let end = ray.iter().position(|&place| place == to);
    ray[..end.unwrap_or(0)].to_vec()
}

/// All boxes of that many layers, rows and columns that have no hole.
fn windows(field: &Field, [depth, height, width]: [usize; 3]) -> Vec<List> {
    let [layers, rows, columns] = field.board.sides();
    let starts = |whole: usize, side: usize| 0..(whole + 1).saturating_sub(side);
    let mut windows = Vec::new();
    for layer in starts(layers, depth) {
        for row in starts(rows, height) {
            for column in starts(columns, width) {
                let cells = (layer..layer + depth).flat_map(|layer| {
                    (row..row + height).flat_map(move |row| {
                        (column..column + width).map(move |column| [layer, row, column])
                    })
                });
                let places: Vec<Place> = cells.map(Place::of_cell).collect();
                if places.iter().all(|&place| field.has(place)) {
                    windows.push(List::of(places));
                }
            }
        }
    }
    windows
}
