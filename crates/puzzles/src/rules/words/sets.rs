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
use super::places::{Field, Place, Sort};
use crate::ParseError;
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
    Head(usize, Box<Set>),
    Nth(usize, Box<Set>),
    /// The places between two in line.
    Gap(Box<Set>, Box<Set>),
    /// What is read of each list depends on its tiles.
    Gate(Gate, Box<Set>),
    /// The same places on another layer of tiles.
    On(usize, Box<Set>),
    Join(Join, Box<Set>, Box<Set>),
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

    fn with(&self, places: Vec<Place>) -> Self {
        Self {
            places,
            ..self.clone()
        }
    }
}

/// The places that a rule is at.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct At<'p> {
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
const RELATIVE: [&str; 23] = [
    "neighbours",
    "touching",
    "around",
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

    /// Returns true if a set can begin with this word.
    fn is_of_set(&self, token: &str) -> bool {
        let mut named = self.sets.iter();
        words().any(|word| word == token)
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
        match nearest(unquoted(token), words().chain(layers).chain(named)) {
            Some(near) => error.hint(format!("did you mean {near:?}?")),
            None => {
                error.hint("a set is rows, neighbours, 2x2, r1c1..r1c4 or another of docs/rules.md")
            }
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
                if token == "border" {
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
            "edges" | "inner" | "corners" | "border" | "diagonals" | "main_diagonals"
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
        let at = tokens.at();
        let number = tokens.take().and_then(|token| token.parse::<usize>().ok());
        let Some(number) = number.filter(|&number| number > 0) else {
            return tokens.fail(
                at,
                format!("{word} counts places from 1: a number was expected here"),
            );
        };
        tokens.comma()?;
        let set = self.fixed_set(tokens)?.into();
        tokens.close(opened, ")")?;
        Ok(match word {
            "head" => Set::Head(number, set),
            _ => Set::Nth(number, set),
        })
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
        _ => Set::Beside(Beside::Region, set),
    }
}

impl Set {
    /// Returns true if what is read depends on values.
    pub(super) fn is_dynamic(&self) -> bool {
        match self {
            Self::Gate(..) => true,
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
            | Self::Windows(_) => Vec::new(),
            Self::Rays(_, set)
            | Self::Steps(_, set)
            | Self::Beside(_, set)
            | Self::Head(_, set)
            | Self::Nth(_, set)
            | Self::Gate(_, set)
            | Self::On(_, set) => vec![set],
            Self::Till(one, other)
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
            Self::All(..) | Self::Tiles(_) | Self::Lists(_) => 4 * cells,
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
            | Self::Beside(Beside::Region, _) => true,
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
            Self::Lists(_) | Self::Windows(_) | Self::Beside(Beside::Cells | Beside::Region, _) => {
                Some(Sort::Cells)
            }
            Self::Beside(Beside::Corners, _) => Some(Sort::Corners),
            Self::Beside(Beside::Border, _) => Some(Sort::Edges),
            Self::Steps(steps, set) => match steps[0] {
                [_, row, column] if row % 2 == 0 && column % 2 == 0 => of(set),
                [_, row, column] if row % 2 != 0 && column % 2 != 0 => match of(set)? {
                    Sort::Cells | Sort::Corners => Some(Sort::Cells),
                    Sort::Edges => None,
                },
                _ => Some(Sort::Edges),
            },
            Self::Rays(_, set)
            | Self::Till(_, set)
            | Self::Split(_, set)
            | Self::Head(_, set)
            | Self::Nth(_, set)
            | Self::Gap(set, _)
            | Self::Gate(_, set)
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
                let head = |mut list: List| {
                    list.places.truncate(*count);
                    list
                };
                lists(set).into_iter().map(head).collect()
            }
            Self::Nth(number, set) => {
                let lists = lists(set);
                let nth = |list: &List| list.places.get(number - 1).copied();
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
            _ => Vec::new(),
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

impl At<'_> {
    fn of(&self, variable: Variable) -> &[Place] {
        match variable {
            Variable::Here => self.here,
            Variable::A => self.a,
            Variable::B => self.b,
        }
    }
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
