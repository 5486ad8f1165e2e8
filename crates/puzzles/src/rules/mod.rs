//! Rules files: a puzzle that its setter writes down, in TOML.
//!
//! ```toml
//! tiles = "WA NT SA Q NSW V T"
//! values = "red green blue"
//!
//! [[rule]]
//! between = "WA-NT WA-SA NT-SA NT-Q SA-Q SA-NSW SA-V Q-NSW NSW-V"
//! require = "a != b"
//! ```
//!
//! A file names tiles, or a grid of them, and values, and states in groups and rules what must
//! hold; or it draws pieces that cover a grid. `docs/rules.md` describes every element. The stages:
//! `section` (TOML with places), `parse` (names looked up, sizes checked) → `spec` (the content of
//! the file) → `compile` (the model) and `print` (TOML again).

mod compile;
mod drawn;
pub(crate) mod entered;
mod expression;
mod parse;
mod pieces;
mod print;
mod spec;
mod words;

use crate::ability::given_at;
use crate::built::built;
use crate::document;
use crate::family::acts;
use crate::kinds::clues::Clues as Given;
use crate::kinds::kind::Kind;
use crate::kinds::style::Style;
use crate::layered;
use crate::legend::{self, Entry, Legend};
use crate::prose::counted;
use crate::short::{Rows, word};
use crate::words as told;
use crate::{
    Choosable, Clues, Drawn, Enumerated, Equality, Family, Format, LineWriter, Near, ParseError,
    Parsed, Plain, Puzzle, Settable, Titled, Unbuilt,
};
use compile::Compiled;
use pieces::{Copies, Packing, Piece, Stock};
use print::Known;
use serde_json::{Map as Object, Value as Json, json};
use spec::{Board, Content, Filling, Selector, Space, Spec};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, LazyLock, OnceLock};
use tilewright_model::budget::Budget;
use tilewright_model::{Choice, Item, Model, Names};
use tilewright_render::text::Text;
use tilewright_render::{Cell, Grid, Mark, Picture, Role, Space as Solid, Spot};
pub(crate) use words::MOST_CELLS;
use words::Words;

/// Rules files.
pub static RULES: LazyLock<Family> = LazyLock::new(|| {
    let about = "a puzzle written down as tiles, values, groups and rules, or as pieces on a board";
    let family = Family::new("rules", about)
        .formats(&[&TOML, &JSON])
        .near(|text| Some(Near::new(&TOML, document::key_share(text, &KEYS))))
        .able(Equality::of::<Rules>());
    acts!(family, Rules: Titled, Plain, Clues, Enumerated, Drawn, Settable, Choosable)
});

/// The keys that a rules file may begin with.
const KEYS: [&str; 9] = [
    "tiles", "grid", "values", "enter", "group", "rule", "link", "pieces", "givens",
];

static TOML: LazyLock<Format> = LazyLock::new(|| {
    Format::new(
        "toml",
        "tiles, values, [[group]], [[rule]], [pieces], [givens]: see docs/rules.md",
    )
    .reads(str::parse::<Rules>)
    .writes(|puzzle: &Rules| Ok(puzzle.toml()))
    .looks(looks_like)
    .with_own_remarks()
});

static JSON: LazyLock<Format> = LazyLock::new(|| {
    Format::new(
        "json",
        "an object with family and what is known of each tile or piece",
    )
    .writes(|puzzle: &Rules| Ok(puzzle.json()))
});

/// The marks of a grid for no tile, and for a free tile.
const HOLE: &str = "#";
const FREE: &str = "_";

/// A puzzle written down in a rules file, solved or not.
#[derive(Clone, Debug)]
pub struct Rules {
    spec: Arc<Spec>,
    /// Made when it is first asked for, and shared with the solutions.
    compiled: Arc<OnceLock<Compiled>>,
    /// For each tile with values, its first choice; for pieces, nothing.
    first: Arc<Vec<u32>>,
    stock: Arc<Stock>,
    /// The choices that were given, ascending.
    given: Vec<Choice>,
    /// The choices that were found beside them, ascending.
    found: Vec<Choice>,
}

impl PartialEq for Rules {
    fn eq(&self, other: &Self) -> bool {
        self.spec == other.spec && self.given == other.given && self.found == other.found
    }
}

impl std::str::FromStr for Rules {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        parse::parse(text).and_then(Self::of_parts)
    }
}

impl Rules {
    /// The rules of a kind on a board with these clues.
    pub(crate) fn of_kind(kind: &Kind, clues: &Given) -> Result<Self, ParseError> {
        parse::parse_kind(kind, clues).and_then(Self::of_parts)
    }

    /// The rules with what is given, by its choices, ascending.
    fn of_parts((spec, given): (Spec, Vec<u32>)) -> Result<Self, ParseError> {
        let (mut first, mut stock) = (Vec::new(), Stock::default());
        match &spec.content {
            Content::Values(filling) => first = compile::first_choices(spec.space.len(), filling),
            Content::Pieces(packing) => {
                stock = Stock::new(packing).ok_or_else(|| {
                    ParseError::new("there are more ways to lay pieces down than a model can hold")
                })?;
            }
        }
        Ok(Self {
            spec: Arc::new(spec),
            compiled: Arc::default(),
            first: Arc::new(first),
            stock: Arc::new(stock),
            given: given.into_iter().map(Choice).collect(),
            found: Vec::new(),
        })
    }
}

/// A text is a rules file if a line of it starts one of its main elements. Files of tile sets are
/// TOML too: they have `[kinds]` or a `[board]`, which rules files have not.
fn looks_like(text: &str) -> bool {
    let mut is_rules = false;
    for line in text.lines() {
        let line = line.trim();
        if let Some((key, _)) = line.split_once('=') {
            is_rules |= matches!(key.trim_end(), "tiles" | "grid" | "values");
        } else if line.starts_with('[') {
            let name = line.trim_matches(|c: char| c == '[' || c == ']' || c.is_whitespace());
            match name.split(['.', ']']).next().unwrap_or("").trim() {
                "kinds" | "board" => return false,
                "group" | "rule" | "link" | "enter" | "pieces" => is_rules = true,
                _ => {}
            }
        }
    }
    is_rules
}

impl Rules {
    /// The model with the names of its items, or the reason why it is not built within the budget.
    fn compiled_within(&self, budget: &Budget) -> Result<&Compiled, Unbuilt> {
        let what = || format!("the rules file with {} tiles", self.spec.space.len());
        let build = |budget: &Budget| compile::compile(&self.spec, budget);
        built(&self.compiled, budget, what, build)
    }

    /// The model, for callers that hold items of it, so that it exists or can be built.
    fn compiled(&self) -> &Compiled {
        self.compiled_within(&Budget::default())
            .expect("items come from a model that was made")
    }

    /// All known choices, given or found, with their roles.
    fn known(&self) -> impl Iterator<Item = (Choice, Role)> {
        let given = self.given.iter().map(|&choice| (choice, Role::Clue));
        let found = self.found.iter().map(|&choice| (choice, Role::Answer));
        given.chain(found)
    }

    /// Returns true if a choice gives a value to a tile of the file, and is none that a link needs.
    fn is_of_tile(&self, choice: Choice) -> bool {
        self.first.last().is_some_and(|&end| choice.0 < end)
    }

    /// What is said in the words of sets and links, and the number of a rule of the model among those that it amounts to:
    /// these come last.
    fn words_and_rule(&self, rule: usize) -> Option<(&Words, usize)> {
        let Content::Values(filling) = &self.spec.content else {
            return None;
        };
        let others = self.compiled().model.rules().len() - filling.words.rule_names.len();
        Some((&filling.words, rule.checked_sub(others)?))
    }

    /// The tile of a choice and the place of its value in the tile's domain.
    fn tile_and_place(&self, choice: Choice) -> (u32, u32) {
        let tile = self.first.partition_point(|&first| first <= choice.0) - 1;
        (tile as u32, choice.0 - self.first[tile])
    }

    /// The tile of a choice, and its value.
    fn tile_and_value(&self, filling: &Filling, choice: Choice) -> (u32, u32) {
        let (tile, place) = self.tile_and_place(choice);
        (tile, filling.domain(tile).value(place as usize))
    }

    /// The piece that a choice lays down, and the tiles that it lies on.
    fn piece_and_tiles<'s>(&self, packing: &'s Packing, choice: Choice) -> (usize, &'s [u32]) {
        let (copy, placement) = self.stock.placement(packing, choice.0);
        (
            self.stock.copies[copy].0,
            packing.placements.tiles(placement),
        )
    }

    /// For each tile with a value: its name and its role.
    fn tile_values<'s>(&'s self, filling: &'s Filling) -> Vec<Option<(&'s str, Role)>> {
        let mut shown = vec![None; self.spec.space.len()];
        for (choice, role) in self.known() {
            let (tile, value) = self.tile_and_value(filling, choice);
            shown[tile as usize] = Some((filling.values.name(value), role));
        }
        shown
    }

    /// The grid and the values, where it has both.
    fn valued_grid(&self) -> Option<(&Board, &Filling)> {
        match (&self.spec.space, &self.spec.content) {
            (Space::Grid(board), Content::Values(filling)) => Some((board, filling)),
            _ => None,
        }
    }

    /// For each covered tile: the number of its piece among all that lie, the name of the piece,
    /// and its role.
    fn tile_pieces<'s>(&'s self, packing: &'s Packing) -> Vec<Option<(u32, &'s str, Role)>> {
        let mut shown = vec![None; self.spec.space.len()];
        for (number, (choice, role)) in (0..).zip(self.known()) {
            let (piece, tiles) = self.piece_and_tiles(packing, choice);
            let name = packing.pieces[piece].name.as_str();
            for &tile in tiles {
                shown[tile as usize] = Some((number, name, role));
            }
        }
        shown
    }

    /// The word on each tile.
    fn tile_words(&self) -> Vec<Option<(&str, Role)>> {
        match &self.spec.content {
            Content::Values(filling) => self.tile_values(filling),
            Content::Pieces(packing) => {
                let pieces = self.tile_pieces(packing).into_iter();
                pieces
                    .map(|piece| piece.map(|(_, name, role)| (name, role)))
                    .collect()
            }
        }
    }

    /// `tile = value` for each tile.
    fn lines(&self) -> Vec<String> {
        let line = |(tile, word): (u32, Option<(&str, Role)>)| {
            let word = word.map_or("_", |(word, _)| word);
            format!("{} = {word}", self.spec.space.name(tile))
        };
        (0..).zip(self.tile_words()).map(line).collect()
    }

    /// The picture of tiles on cells, edges and corners.
    fn layered_picture(&self, marks: Option<&tilewright_logic::Board>) -> Option<Picture> {
        let style = Style::default();
        Some(self.tiles(&style)?.picture(marks))
    }

    /// The layers of the board, from the first to the last.
    fn grids(&self, board: &Board) -> Vec<Grid> {
        let (areas, words) = (self.areas(board), self.tile_words());
        let (slots, pieces) = match &self.spec.content {
            Content::Values(filling) => (filling.values.len(), Vec::new()),
            Content::Pieces(packing) => (0, self.tile_pieces(packing)),
        };
        let cell = |cell: usize| {
            let Some(tile) = board.tile(cell) else {
                return Cell::new(" ", Role::Empty);
            };
            let (word, role) = words[tile as usize].unwrap_or(("·", Role::Empty));
            let piece = pieces.get(tile as usize).copied().flatten();
            Cell {
                area: piece.map(|(number, _, _)| number),
                ..Cell::new(word, role)
            }
        };
        let heading = |layer: usize| (!board.is_flat()).then(|| format!("layer {}", layer + 1));
        let hole = areas.len();
        let area_of = |tile: u32| areas[tile as usize] as usize;
        let area = |cell| board.tile(cell).map_or(hole, area_of);
        layered::grids(board.sides(), slots, heading, cell, area)
    }

    /// The board in space, where it does not lie flat.
    fn solid(&self, board: &Board) -> Option<Solid> {
        if board.is_flat() {
            return None;
        }
        let (areas, hole) = (self.areas(board), board.cell_count() as u32);
        let area = |cell| board.tile(cell).map_or(hole, |tile| areas[tile as usize]);
        Some(Solid {
            sides: vec![board.columns, board.rows, board.layers],
            areas: (0..board.cell_count()).map(area).collect(),
        })
    }

    /// The choice that gives a tile a value.
    fn choice_of(&self, filling: &Filling, tile: u32, value: u32) -> Result<Choice, ParseError> {
        let domain = filling.domain(tile);
        let place = (0..domain.len()).find(|&place| domain.value(place) == value);
        let Some(place) = place else {
            let (tile, value) = (self.spec.space.name(tile), filling.values.name(value));
            return Err(ParseError::new(format!("{tile} cannot be {value:?}")));
        };
        Ok(Choice(self.first[tile as usize] + place as u32))
    }

    /// The layers with what their tiles may still be.
    fn marked_grids(
        &self,
        places: &Board,
        filling: &Filling,
        board: &tilewright_logic::Board,
    ) -> Vec<Grid> {
        let so_far = self.filled_in(&board.picked());
        let mut grids = so_far.grids(places);
        let words = so_far.tile_words();
        for (tile, word) in (0..).zip(words) {
            if word.is_some() {
                continue;
            }
            let count = filling.domain(tile).len() as u32;
            let first = self.first[tile as usize];
            let live = (first..first + count).filter(|&choice| board.is_live(Choice(choice)));
            let mark = |choice: u32| {
                let value = filling.domain(tile).value((choice - first) as usize);
                Mark::new(value as usize, filling.values.name(value))
            };
            let [layer, row, column] = places.place(places.cell(tile));
            grids[layer].cell_mut(row, column).marks = live.map(mark).collect();
        }
        grids
    }

    /// A number for each tile: walls are between tiles whose numbers differ. Around lying pieces,
    /// around regions, around boxes that a group is about, or only around the board.
    fn areas(&self, board: &Board) -> Vec<u32> {
        let tiles = self.spec.space.len();
        let filling = match &self.spec.content {
            Content::Values(filling) => filling,
            Content::Pieces(packing) => {
                let lying = self.tile_pieces(packing).into_iter();
                return lying
                    .map(|piece| piece.map_or(0, |(n, _, _)| n + 1))
                    .collect();
            }
        };
        if let Some((regions, _)) = &board.regions {
            return regions
                .iter()
                .map(|region| region.map_or(0, |r| r + 1))
                .collect();
        }
        let mut selectors = filling.groups.iter().flat_map(|group| &group.tiles);
        let boxes = selectors.find(|selector| matches!(selector, Selector::Boxes(..)));
        let mut areas = vec![0; tiles];
        for (number, (_, set)) in
            (0..).zip(boxes.map(|b| self.spec.space.sets(b)).unwrap_or_default())
        {
            for tile in set {
                areas[tile as usize] = number;
            }
        }
        areas
    }

    fn toml(&self) -> String {
        match &self.spec.content {
            Content::Values(_) => {
                let mut places = vec![None; self.spec.space.len()];
                for (choice, _) in self.known() {
                    let (tile, place) = self.tile_and_place(choice);
                    places[tile as usize] = Some(place);
                }
                print::toml(&self.spec, &Known::Values(&places))
            }
            Content::Pieces(packing) => {
                let placement =
                    |(choice, _): (Choice, Role)| self.stock.placement(packing, choice.0).1;
                let mut places: Vec<u32> = self.known().map(placement).collect();
                places.sort_unstable();
                print::toml(&self.spec, &Known::Places(&places))
            }
        }
    }

    fn json(&self) -> String {
        let mut tiles = Object::new();
        match &self.spec.content {
            Content::Values(filling) => {
                let shown = 0..self.spec.space.shown() as u32;
                for (tile, word) in shown.zip(self.tile_values(filling)) {
                    let value = match word {
                        None => Json::Null,
                        Some((word, _)) if !filling.values.are_numbers() => word.into(),
                        Some((word, _)) => word.parse::<i64>().map_or(word.into(), Json::from),
                    };
                    tiles.insert(self.spec.space.name(tile), value);
                }
            }
            Content::Pieces(packing) => {
                for piece in &packing.pieces {
                    tiles.insert(piece.name.clone(), Json::Null);
                }
                for (choice, _) in self.known() {
                    self.add_place(packing, choice, &mut tiles);
                }
            }
        }
        let mut object = json!({ "family": RULES.name });
        if let Some(title) = &self.spec.title {
            object["title"] = title.as_str().into();
        }
        object["tiles"] = tiles.into();
        format!("{object}\n")
    }

    /// Adds the tiles that a piece lies on: a list, or a list of lists where it has copies.
    fn add_place(&self, packing: &Packing, choice: Choice, tiles: &mut Object<String, Json>) {
        let (piece, lies_on) = self.piece_and_tiles(packing, choice);
        let piece = &packing.pieces[piece];
        let lies_on = lies_on.iter().map(|&tile| self.spec.space.name(tile));
        let place: Json = lies_on.collect();
        let entry = tiles.entry(piece.name.as_str()).or_insert(Json::Null);
        match (piece.copies, entry) {
            (Copies::Exactly(1), entry) => *entry = place,
            (_, Json::Array(places)) => places.push(place),
            (_, entry) => *entry = json!([place]),
        }
    }

    /// The choices that are given together: all copies of a piece come and go as one.
    fn clue(&self, choice: Choice) -> (String, Vec<Choice>) {
        let Content::Pieces(packing) = &self.spec.content else {
            return (self.choice_name(choice), vec![choice]);
        };
        let (piece, _) = self.piece_and_tiles(packing, choice);
        match packing.pieces[piece].copies {
            Copies::Exactly(1) | Copies::Any => (self.choice_name(choice), vec![choice]),
            Copies::Exactly(_) => {
                let is_same = |&c: &Choice| self.piece_and_tiles(packing, c).0 == piece;
                let all = self.given.iter().copied().filter(is_same).collect();
                (format!("all copies of {}", packing.pieces[piece].name), all)
            }
        }
    }

    /// The clues in order: their names, and their givens.
    fn clues(&self) -> Vec<(String, Vec<Choice>)> {
        let mut clues: Vec<(String, Vec<Choice>)> = Vec::new();
        for &choice in &self.given {
            let clue = self.clue(choice);
            if clues.last() != Some(&clue) {
                clues.push(clue);
            }
        }
        clues
    }

    /// Returns true if a choice is one of a tile or piece that is shown.
    fn is_shown(&self, choice: Choice) -> bool {
        match &self.spec.content {
            Content::Values(_) => choice.0 < self.first[self.spec.space.shown()],
            Content::Pieces(_) => true,
        }
    }

    /// The puzzle with these choices found, as far as they are shown and not given.
    fn filled_in(&self, choices: &[Choice]) -> Self {
        let is_new =
            |choice: &Choice| self.is_shown(*choice) && self.given.binary_search(choice).is_err();
        let mut found: Vec<Choice> = choices.iter().copied().filter(is_new).collect();
        found.sort_unstable();
        Self {
            found,
            ..self.clone()
        }
    }

    /// The rules with just these givens, in order.
    #[must_use]
    pub fn with_givens(&self, mut given: Vec<Choice>) -> Self {
        given.sort_unstable();
        given.dedup();
        Self {
            given,
            found: Vec::new(),
            ..self.clone()
        }
    }
}

/// Solutions on a line.
impl Rules {
    /// Adds the values of a grid.
    fn put_values(
        &self,
        grid: (&Board, &Rows),
        filling: &Filling,
        solution: &[Choice],
        line: &mut Vec<u8>,
    ) {
        let (board, rows) = grid;
        let mut shown = vec![HOLE; board.cell_count()];
        for &choice in solution {
            let (tile, value) = self.tile_and_value(filling, choice);
            shown[board.cell(tile)] = filling.values.name(value);
        }
        rows.put(shown.into_iter(), line);
    }

    /// Adds the pieces that lie on a grid. Copies of a piece are numbered in the order in which the
    /// rows meet them, since nothing else distinguishes two of them.
    fn put_pieces(
        &self,
        grid: (&Board, &Rows),
        packing: &Packing,
        solution: &[Choice],
        line: &mut Vec<u8>,
    ) {
        let (board, rows) = grid;
        let mut lying = vec![None; self.spec.space.len()];
        for &choice in solution {
            let (piece, tiles) = self.piece_and_tiles(packing, choice);
            for &tile in tiles {
                lying[tile as usize] = Some((choice, piece));
            }
        }
        let mut copies = vec![0; packing.pieces.len()];
        let mut met: HashMap<Choice, String> = HashMap::new();
        let mut name = |cell: usize| {
            let Some(tile) = board.tile(cell) else {
                return HOLE.to_owned();
            };
            let Some((choice, piece)) = lying[tile as usize] else {
                return FREE.to_owned();
            };
            let name = met.entry(choice).or_insert_with(|| {
                copies[piece] += 1;
                on_a_line(&packing.pieces[piece], copies[piece])
            });
            name.clone()
        };
        rows.put((0..board.cell_count()).map(&mut name), line);
    }

    /// `tile=value` for each tile.
    fn put_pairs(&self, filling: &Filling, solution: &[Choice], line: &mut Vec<u8>) {
        for (number, &choice) in solution.iter().enumerate() {
            let (tile, value) = self.tile_and_value(filling, choice);
            let (tile, value) = (self.spec.space.name(tile), filling.values.name(value));
            let before = if number == 0 { "" } else { " " };
            let pair = format!("{before}{}={}", word(&tile), word(value));
            line.extend_from_slice(pair.as_bytes());
        }
    }
}

/// The name of a piece, or of a copy of one, on a line.
fn on_a_line(piece: &Piece, copy: u32) -> String {
    match piece.copies {
        Copies::Exactly(1) => piece.name.clone(),
        Copies::Exactly(_) | Copies::Any => format!("{}{copy}", piece.name),
    }
}

impl Names for Rules {
    fn choice_name(&self, choice: Choice) -> String {
        match &self.spec.content {
            Content::Values(_) if !self.is_of_tile(choice) => "a hidden choice".to_owned(),
            Content::Values(filling) => {
                let (tile, value) = self.tile_and_value(filling, choice);
                let (tile, value) = (self.spec.space.name(tile), filling.values.name(value));
                format!("{tile} = {value}")
            }
            Content::Pieces(packing) => {
                let (copy, placement) = self.stock.placement(packing, choice.0);
                let tiles = self
                    .spec
                    .space
                    .names(packing.placements.tiles(placement), " ");
                let name = compile::copy_name(packing, &self.stock, copy);
                format!("{name} on {tiles}")
            }
        }
    }

    fn rule_name(&self, rule: usize) -> String {
        let name = self.words_and_rule(rule);
        let name = name.and_then(|(words, rule)| words.rule_names.get(rule));
        name.map_or_else(|| format!("rule {}", rule + 1), Clone::clone)
    }

    fn node_name(&self, rule: usize, node: u32) -> Option<String> {
        let (words, rule) = self.words_and_rule(rule)?;
        words.node_names.get(&(rule, node)).cloned()
    }

    fn value_name(&self, choice: Choice) -> Option<String> {
        let Content::Values(filling) = &self.spec.content else {
            return None;
        };
        let is_of_tile = self.is_of_tile(choice);
        let (_, value) = is_of_tile.then(|| self.tile_and_value(filling, choice))?;
        Some(filling.values.name(value).to_owned())
    }

    fn item_name(&self, item: Item) -> String {
        let name = self.compiled().item_names.get(item.index());
        // A rule that was turned into items has no name of its own.
        name.map_or_else(|| "a rule".to_owned(), Clone::clone)
    }
}

impl Puzzle for Rules {
    fn family(&self) -> &Family {
        &RULES
    }

    fn model(&self, budget: &Budget) -> Result<Model, Unbuilt> {
        Ok(self.compiled_within(budget)?.model.clone())
    }

    fn givens(&self) -> Vec<Choice> {
        let mut all: Vec<Choice> = self.known().map(|(choice, _)| choice).collect();
        all.sort_unstable();
        all
    }

    fn fill(&self, solution: &[Choice]) -> Box<dyn Puzzle> {
        Box::new(self.filled_in(solution))
    }

    fn picture(&self) -> Picture {
        match &self.spec.space {
            Space::Names(_) => Picture::of_lines(self.lines()),
            Space::Layered(_) => self.layered_picture(None).unwrap_or_default(),
            Space::Grid(board) => Picture {
                space: self.solid(board),
                ..Picture::of_grids(self.grids(board))
            },
        }
    }
}

impl Titled for Rules {
    fn title(&self) -> String {
        let title = self.spec.title.as_deref();
        if let Some(title) = title.filter(|title| !title.trim().is_empty()) {
            return title.to_owned();
        }
        let tiles = counted(self.spec.space.shown(), "tile");
        format!("rules for {tiles}, {} given", self.given.len())
    }
}

impl Plain for Rules {
    fn plain(&self) -> String {
        let board = match &self.spec.space {
            Space::Grid(board) => board,
            Space::Names(_) => return self.lines().join("\n") + "\n",
            Space::Layered(_) => return Text::default().draw(&self.picture()),
        };
        let words = self.tile_words();
        let word = |cell: usize| match board.tile(cell) {
            None => HOLE,
            Some(tile) => words[tile as usize].map_or(FREE, |(word, _)| word),
        };
        let all: Vec<&str> = (0..board.cell_count()).map(word).collect();
        board.drawing(&all)
    }
}

impl Clues for Rules {
    fn clue_count(&self) -> usize {
        self.clues().len()
    }

    fn clue_names(&self) -> Vec<String> {
        self.clues().into_iter().map(|(name, _)| name).collect()
    }

    fn keep(&self, kept: &[bool]) -> Box<dyn Puzzle> {
        let clues = self.clues().into_iter().zip(kept);
        let gone = clues.filter(|(_, stays)| !**stays);
        let gone: HashSet<Choice> = gone.flat_map(|((_, givens), _)| givens).collect();
        let given = self.given.iter().copied();
        Box::new(self.with_givens(given.filter(|choice| !gone.contains(choice)).collect()))
    }

    fn are_of_board(&self) -> bool {
        true
    }
}

impl Enumerated for Rules {
    fn line_writer(&self) -> Option<Box<LineWriter<'_>>> {
        Some(match (&self.spec.space, &self.spec.content) {
            (Space::Grid(board), Content::Values(filling)) => {
                let rows = Rows::new(board.columns, filling.values.names());
                Box::new(move |solution, line| {
                    self.put_values((board, &rows), filling, solution, line);
                })
            }
            (Space::Grid(board), Content::Pieces(packing)) => {
                let names = packing.pieces.iter().map(|piece| on_a_line(piece, 1));
                let rows = Rows::new(board.columns, names);
                Box::new(move |solution, line| {
                    self.put_pieces((board, &rows), packing, solution, line);
                })
            }
            (Space::Names(_) | Space::Layered(_), Content::Values(filling)) => {
                Box::new(move |solution, line| {
                    self.put_pairs(filling, solution, line);
                })
            }
            (Space::Names(_) | Space::Layered(_), Content::Pieces(_)) => return None,
        })
    }
}

impl Drawn for Rules {
    fn pencil_marks(&self, board: &tilewright_logic::Board) -> Option<Picture> {
        let so_far = self.filled_in(&board.picked());
        if let Some(layered) = so_far.layered_picture(Some(board)) {
            return Some(layered);
        }
        let (grid, filling) = self.valued_grid()?;
        let lines = told::lines_of_marks(self, board);
        let grids = self.marked_grids(grid, filling, board);
        Some(Picture::of_grids_in_words(grids, lines))
    }

    fn spots(&self, choice: Choice) -> Vec<Spot> {
        if let Some(tiles) = self.tiles(&Style::default()) {
            return tiles.spot(choice).into_iter().collect();
        }
        let Space::Grid(board) = &self.spec.space else {
            return Vec::new();
        };
        match &self.spec.content {
            Content::Values(_) if !self.is_of_tile(choice) => Vec::new(),
            Content::Values(filling) => {
                let (tile, value) = self.tile_and_value(filling, choice);
                vec![Spot {
                    cell: board.cell(tile),
                    slot: Some(value as usize),
                }]
            }
            Content::Pieces(packing) => {
                let (_, tiles) = self.piece_and_tiles(packing, choice);
                let spot = |&tile: &u32| Spot {
                    cell: board.cell(tile),
                    slot: None,
                };
                tiles.iter().map(spot).collect()
            }
        }
    }
}

impl Settable for Rules {
    fn legend(&self) -> Legend {
        self.valued_grid().map_or(Legend::Nothing, |(_, filling)| {
            Legend::Values(filling.values.names().map(Entry::word).collect())
        })
    }

    fn cell_called(&self, name: &str) -> Option<usize> {
        let (board, _) = self.valued_grid()?;
        Some(board.cell(self.spec.space.find(name)?))
    }

    fn with_clue(&self, cell: usize, value: Option<&str>) -> Parsed {
        let fixed = "clues of a rules file can be changed where it has a grid and values";
        let grid = self.valued_grid();
        let (board, filling) = grid.ok_or_else(|| ParseError::new(fixed))?;
        legend::check_cell(cell, board.cell_count())?;
        let Some(tile) = board.tile(cell) else {
            let message = format!("there is no tile at {}", board.name(cell));
            return Err(ParseError::new(message));
        };
        let mut given = self.given.clone();
        given.retain(|&choice| self.tile_and_place(choice).0 != tile);
        if let Some(word) = value {
            given.push(self.choice_of(filling, tile, self.legend().slot(word)? as u32)?);
        }
        Ok(Box::new(self.with_givens(given)))
    }

    fn clue_at(&self, cell: usize) -> Option<String> {
        given_at(self, cell)
    }
}

impl Choosable for Rules {
    fn with_choice(&self, choice: Choice) -> Parsed {
        Ok(Box::new(
            self.with_givens([&self.given[..], &[choice]].concat()),
        ))
    }
}

#[cfg(test)]
mod tests;
