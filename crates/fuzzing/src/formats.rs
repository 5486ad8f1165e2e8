//! Every parser. A puzzle that it reads must hold together: it has a title and a picture, its givens are choices of
//! its model, a solution can be filled in, and each text it writes is read again as the same puzzle.

use crate::seeds;
use std::sync::LazyLock;
use tilewright::model::{Choice, Model};
use tilewright::puzzles::answer::{SatAnswer, read_answer};
use tilewright::puzzles::chosen::read_chosen;
use tilewright::puzzles::cover::COVER;
use tilewright::puzzles::rules::RULES;
use tilewright::puzzles::shikaku::SHIKAKU;
use tilewright::puzzles::sudoku::SUDOKU;
use tilewright::puzzles::tiles::TILES;
use tilewright::puzzles::{Families, Family, Legend, ParseError, Reading};
use tilewright::render::layout::{Look, lay_out};
use tilewright::render::svg;
use tilewright::render::text::Text;
use tilewright::render::theme::Theme;
use tilewright::render::{Grid, Role};
use tilewright::{Budget, Puzzle, Solver, board, read};

targets! {
    /// a text whose family and format are found out by its looks
    any_text: any_text, any_seeds, longest 4096, smoke 1500;
    /// Sudoku as grid, line, sdm, sdk, ss
    sudoku_text: |data| SUDOKU_TEXT.read(data), || SUDOKU_TEXT.seeds(), longest 2048, smoke 1500;
    /// Sudoku as nd, layers, jigsaw: boards of any shape
    sudoku_shapes: |data| SUDOKU_SHAPES.read(data), || SUDOKU_SHAPES.seeds(), longest 2048, smoke 1000;
    /// Sudoku as json, pzprv3
    sudoku_files: |data| SUDOKU_FILES.read(data), || SUDOKU_FILES.seeds(), longest 4096, smoke 1000;
    /// Sudoku in addresses: puzz.link, SudokuPad, f-puzzles, packed and unpacked
    sudoku_links: sudoku_links, link_seeds, longest 4096, smoke 1000;
    /// Shikaku as grid, puzzlink, pzprv3, tatham, kanpen, json
    shikaku: |data| SHIKAKU_ALL.read(data), || SHIKAKU_ALL.seeds(), longest 2048, smoke 1000;
    /// edge tiles as letters, toml, wfc, json
    tiles: |data| TILES_ALL.read(data), || TILES_ALL.seeds(), longest 4096, smoke 1000;
    /// rules files in TOML
    rules: |data| RULES_ALL.read(data), || RULES_ALL.seeds(), longest 4096, smoke 700;
    /// exact cover with colours in Knuth's format, and as a matrix of 0 and 1
    cover: |data| COVER_ALL.read(data), || COVER_ALL.seeds(), longest 2048, smoke 1000;
    /// empty boards made of a kind and a size
    board_sizes: board_sizes, board_seeds, longest 64, smoke 1500;
    /// what a SAT solver or an exact cover solver says about a model
    sat_answers: sat_answers, answer_seeds, longest 512, smoke 3000;
}

/// Formats of a family that a target takes together: the first byte says which, the rest is the text.
struct Group(&'static LazyLock<Family>, &'static [&'static str]);

static SUDOKU_TEXT: Group = Group(&SUDOKU, &["line", "grid", "sdm", "sdk", "ss"]);
static SUDOKU_SHAPES: Group = Group(&SUDOKU, &["nd", "layers", "jigsaw"]);
static SUDOKU_FILES: Group = Group(&SUDOKU, &["json", "pzprv3"]);
static SUDOKU_LINKS: Group = Group(&SUDOKU, &["puzzlink", "sudokupad", "fpuzzles"]);
static SHIKAKU_ALL: Group = Group(
    &SHIKAKU,
    &["grid", "puzzlink", "pzprv3", "tatham", "kanpen", "json"],
);
static TILES_ALL: Group = Group(&TILES, &["letters", "toml", "wfc", "json"]);
static RULES_ALL: Group = Group(&RULES, &["toml"]);
static COVER_ALL: Group = Group(&COVER, &["xcc", "matrix"]);

/// The memory limit of a model, so that a run is short.
const MEMORY: u64 = 4 << 20;
/// Choices of a model that is searched, drawn and written in every way.
const MOST_CHOICES: usize = 3000;
/// Nodes of a search for something to fill in.
const NODES: u64 = 100;

impl Group {
    fn read(&self, data: &[u8]) {
        let Some((&first, rest)) = data.split_first() else {
            return;
        };
        let format = self.1[usize::from(first) % self.1.len()];
        read_as(self.0, format, &String::from_utf8_lossy(rest));
    }

    /// Puzzles in every format of the group, and the texts of the corpus and the documentation that are in one.
    fn seeds(&self) -> Vec<Vec<u8>> {
        let Self(family, formats) = self;
        let seed = |number: usize, text: &str| [&[number as u8], text.as_bytes()].concat();
        let mut all = Vec::new();
        for puzzle in seeds::puzzles(family) {
            let texts = formats.iter().map(|format| puzzle.write(format));
            let written = texts.enumerate();
            all.extend(written.filter_map(|(number, text)| Some(seed(number, &text.ok()?))));
        }
        let texts = seeds::corpus(&family.name).into_iter();
        for text in texts.chain(seeds::documented()) {
            let reading = Reading::of(&text, None).ok();
            let reading = reading.filter(|reading| reading.family == ***family);
            let format = reading.map(|reading| reading.format.name.clone());
            let number = formats
                .iter()
                .position(|&name| format.as_deref() == Some(name));
            all.extend(number.map(|number| seed(number, &text)));
        }
        all
    }
}

pub(crate) fn read_as(family: &Family, format: &str, text: &str) {
    let format = family.format(format).expect("a format of the family");
    examine_read(format.read(family, text), text);
}

fn any_text(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    examine_read(read(&text, None), &text);
}

fn examine_read(read: Result<Box<dyn Puzzle>, ParseError>, text: &str) {
    match read {
        Ok(puzzle) => examine(&*puzzle),
        Err(error) => examine_error(&error, text),
    }
}

/// A message is a sentence, and its place is in the text or right behind it.
fn examine_error(error: &ParseError, text: &str) {
    assert!(!error.message().is_empty());
    assert!(error.message().chars().count() <= 501, "{error}");
    if let Some(place) = error.place() {
        assert!(place.line >= 1 && place.column >= 1, "{error}");
        let lines = text.split(['\n', '\r']).count();
        assert!(place.line <= lines + 1, "{error} in {lines} lines");
    }
}

/// Whatever can be asked of a puzzle that was read.
fn examine(puzzle: &dyn Puzzle) {
    assert!(!puzzle.title().is_empty());
    let model = match puzzle.model(&Budget::default().memory(MEMORY)) {
        Ok(model) => model,
        Err(unbuilt) => {
            let too_large = unbuilt.too_large().expect("memory alone is limited");
            assert!(too_large.needed > too_large.allowed, "{too_large}");
            return;
        }
    };
    let givens = puzzle.givens();
    for given in &givens {
        assert!(given.index() < model.choice_count(), "{given:?}");
    }
    if model.choice_count() > MOST_CHOICES {
        return;
    }
    look_at(puzzle, &model);
    every_format(puzzle, has_answers(puzzle));
    let solver = Solver::new().memory(MEMORY).nodes(NODES);
    let Ok(answer) = solver.first(puzzle) else {
        return;
    };
    if let Some(solution) = answer.solution {
        assert_eq!(model.fault(&solution), None);
        assert!(givens.iter().all(|given| solution.contains(given)));
        let filled = puzzle.fill(&solution);
        assert!(!filled.plain().is_empty());
        every_format(&*filled, true);
        Text::default().draw(&filled.picture());
    }
}

/// Names, pictures, clues one by one.
fn look_at(puzzle: &dyn Puzzle, model: &Model) {
    for choice in model.choices().take(20) {
        puzzle.choice_name(choice);
        puzzle.spots(choice);
    }
    for item in model.items().take(20) {
        puzzle.item_name(item);
    }
    puzzle.plain();
    puzzle.misfit();
    puzzle.ranking();
    let picture = puzzle.picture();
    Text::default().draw(&picture);
    let scene = lay_out(&picture, &Look::default());
    let drawn = svg::file(&scene, &Theme::LIGHT);
    assert!(drawn.ends_with("</svg>\n"), "{drawn}");
    if picture.cell_count() == 0 {
        return;
    }
    let word = match puzzle.legend() {
        Legend::Nothing => return,
        Legend::Values(values) => values.first().map(|entry| entry.name.clone()),
        Legend::Numbers { .. } => Some("2".to_owned()),
    };
    for clue in [word.as_deref(), None] {
        if let Ok(changed) = puzzle.with_clue(0, clue) {
            assert!(!changed.title().is_empty());
        }
    }
}

fn has_answers(puzzle: &dyn Puzzle) -> bool {
    let picture = puzzle.picture();
    let mut cells = picture.grids().flat_map(Grid::cells);
    cells.any(|cell| cell.role == Role::Answer)
}

/// A text written in a format is read in it again, is written the same, and means the same. Not all formats
/// distinguish answers from clues, or know any.
fn every_format(puzzle: &dyn Puzzle, has_answers: bool) {
    let family = puzzle.family();
    for format in family.formats.iter().filter(|format| format.is_written()) {
        let Ok(text) = puzzle.write(&format.name) else {
            continue;
        };
        if !format.is_read() {
            continue;
        }
        let name = &*format.name;
        let again = format.read(family, &text);
        let again = again.unwrap_or_else(|error| panic!("{name}: {error} in {text:?}"));
        let told = again.write(name);
        let told = told.unwrap_or_else(|error| panic!("{name}: {error} in {text:?}"));
        assert_eq!(told, text, "{name}");
        match name {
            // It has the tiles and not the board.
            "wfc" => {}
            "matrix" if !has_answers => same_number(puzzle, &*again),
            _ if !has_answers => same_meaning(puzzle, &*again, name),
            _ => {}
        }
    }
}

/// A matrix has rows more, in place of items that may stay uncovered, and as many solutions.
fn same_number(puzzle: &dyn Puzzle, again: &dyn Puzzle) {
    let solver = Solver::new().memory(MEMORY).nodes(NODES);
    let count = |puzzle: &dyn Puzzle| {
        let count = solver.count(puzzle).ok()?;
        count.is_exact().then_some(count.number)
    };
    if let (Some(before), Some(after)) = (count(puzzle), count(again)) {
        assert_eq!(before, after, "a matrix with another number of solutions");
    }
}

fn same_meaning(puzzle: &dyn Puzzle, again: &dyn Puzzle, format: &str) {
    let (Ok(model), Ok(other)) = (
        puzzle.model(&Budget::default().memory(MEMORY)),
        again.model(&Budget::default().memory(MEMORY)),
    ) else {
        panic!("{format}: the model became too large");
    };
    assert!(model == other, "{format}: another model");
    assert_eq!(puzzle.givens(), again.givens(), "{format}: other givens");
}

/// Four ways in: an address as it is, and the content of each kind of address, which is packed here.
fn sudoku_links(data: &[u8]) {
    let Some((&first, rest)) = data.split_first() else {
        return;
    };
    let text = String::from_utf8_lossy(rest);
    match first % 6 {
        kind @ 0..3 => read_as(&SUDOKU, SUDOKU_LINKS.1[usize::from(kind)], &text),
        3 => packed("fpuzzles", "https://f-puzzles.com/?load=", &text),
        4 => packed("sudokupad", "https://sudokupad.app/scl", &text),
        _ => packed("sudokupad", "fpuz", &text),
    }
}

fn packed(format: &str, before: &str, content: &str) {
    let packed = lz_str::compress_to_base64(content);
    read_as(&SUDOKU, format, &format!("{before}{packed}"));
}

fn board_sizes(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (kind, size) = text.split_once(' ').unwrap_or((&text, ""));
    match board(kind, size) {
        Ok(puzzle) => examine(&*puzzle),
        Err(error) => assert!(!error.message().is_empty()),
    }
}

fn examine_choices(model: &Model, choices: &[Choice]) {
    assert!(choices.is_sorted_by(|a, b| a < b));
    let _ = model.fault(choices);
}

fn sat_answers(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let puzzle = board("sudoku", "2,1").expect("a small board");
    let model = puzzle.model(&Budget::default()).expect("a small model");
    match read_answer(&text, model.choice_count(), model.choice_count() as u64) {
        Ok(SatAnswer::Picked(choices)) => examine_choices(&model, &choices),
        Ok(_) => {}
        Err(error) => examine_error(&error, &text),
    }
    match read_chosen(&text, &*puzzle, &model, &Budget::default()) {
        Ok(choices) => examine_choices(&model, &choices),
        Err(error) => examine_error(&error, &text),
    }
}

fn link_seeds() -> Vec<Vec<u8>> {
    let mut all = SUDOKU_LINKS.seeds();
    let unpacked = [
        (
            3,
            r#"{"size":2,"grid":[[{"value":1,"given":true},{"region":0}],[{},{"value":2}]]}"#,
        ),
        (
            4,
            r#"{"cells":[[{"value":1},{}],[{},{}]],"regions":[[[0,0],[0,1]],[[1,0],[1,1]]]}"#,
        ),
        (4, "{ce:[[{v:1},],[,]],re:[],ca:[{v:'Title'}]}"),
        (5, r#"{"size":1,"grid":[[{}]],"title":"one"}"#),
    ];
    all.extend(unpacked.map(|(kind, text)| [&[kind], text.as_bytes()].concat()));
    all
}

fn any_seeds() -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for family in &Families::default() {
        let texts = seeds::corpus(&family.name).into_iter();
        all.extend(texts.map(String::into_bytes));
        for puzzle in seeds::puzzles(family) {
            let formats = family.formats.iter().filter(|format| format.is_read());
            let texts = formats.filter_map(|format| format.write(&*puzzle).ok());
            all.extend(texts.map(String::into_bytes));
        }
    }
    all
}

fn board_seeds() -> Vec<Vec<u8>> {
    let families = Families::default();
    let texts = (families.boards()).map(|board| format!("{} {}", board.name, board.example));
    texts.map(String::into_bytes).collect()
}

fn answer_seeds() -> Vec<Vec<u8>> {
    let texts = [
        "s SATISFIABLE\nv 1 -2 -3 4 0\n",
        "SAT\n-1 2 0\n",
        "c\ns UNSATISFIABLE\n",
        "1:\n r1c1 the_1_of_row_1 the_1_of_column_1 the_1_of_box_1 (1 of 2)\n",
        "0 3,5\n6: 01\n",
    ];
    texts.map(|text| text.as_bytes().to_vec()).to_vec()
}
