//! From TOML to the content of a rules file: every name looked up, every size checked.

mod filling;
mod kind;
mod packing;

use super::spec::{Board, Content, Dictionary, Filling, Only, Space, Spec, Values, written_sides};
use super::words::layers::Layers;
use super::words::places::Field;
use crate::ParseError;
use crate::document::{Spot, Word, of_toml};
use crate::nearest::with_nearest;
use crate::section::{Entry, MOST_WORDS, Section};
use std::collections::{BTreeSet, HashSet};

pub(super) use kind::parse_kind;

type Read<T> = Result<T, ParseError>;

/// The most tiles that a file may have.
const MOST_TILES: usize = MOST_WORDS;
/// The longest side of a grid.
const MOST_STEPS: i64 = 1_000_000;

const KEYS: [&str; 18] = [
    "title", "tiles", "grid", "holes", "regions", "values", "only", "enter", "hidden", "sets",
    "group", "rule", "link", "pieces", "rotate", "reflect", "gaps", "givens",
];

/// The content of a text, and the choices of its givens, ascending.
pub(super) fn parse(source: &str) -> Read<(Spec, Vec<u32>)> {
    let table = of_toml(source)?;
    let start = Spot::start_of(source);
    let file = File {
        top: Section::new(&table, &start),
    };
    file.top.check_keys("a rules file", &KEYS)?;
    let title = file.top.get("title").map(|title| title.text());
    let title = title.transpose()?.map(|title| title.text);
    let space = file.space()?;
    let (space, layers) = file.layers(space)?;
    let content = file.content(&space, layers)?;
    let spec = Spec {
        title,
        space,
        content,
    };
    let givens = file.givens(&spec)?;
    Ok((spec, givens))
}

struct File<'d> {
    top: Section<'d>,
}

impl<'d> File<'d> {
    /// The tiles: `tiles` or `grid`.
    fn space(&self) -> Read<Space> {
        match (self.top.get("tiles"), self.top.get("grid")) {
            (Some(tiles), None) => {
                for key in ["holes", "regions"] {
                    if let Some(entry) = self.top.get(key) {
                        return Err(entry.key_error(format!("{key:?} needs a grid, not `tiles`")));
                    }
                }
                Ok(Space::Names(dictionary(tiles, "tile", MOST_TILES)?))
            }
            (None, Some(grid)) => self.board(grid).map(Space::Grid),
            (Some(_), Some(grid)) => {
                Err(grid.key_error("a file has either `tiles` or a `grid`, not both"))
            }
            (None, None) => Err(self
                .top
                .error("the file has no tiles")
                .hint("write tiles = \"name name …\" or grid = [rows, columns]")),
        }
    }

    /// The tiles of `[enter]` and `[hidden]` on the board, with the values that each may have, or the tiles as they are.
    fn layers(&self, space: Space) -> Read<(Space, Option<(Values, Only)>)> {
        let (enter, hidden) = (self.top.get("enter"), self.top.get("hidden"));
        let Some(enter) = enter else {
            return match hidden {
                None => Ok((space, None)),
                Some(entry) => Err(entry.key_error("[hidden] goes with [enter]")),
            };
        };
        for key in ["values", "only", "group", "pieces"] {
            if let Some(entry) = self.top.get(key) {
                let message =
                    format!("{key:?} does not go with [enter]: layers have values of their own");
                return Err(entry.key_error(message));
            }
        }
        let Space::Grid(board) = &space else {
            return Err(enter.key_error("[enter] lays tiles on a grid"));
        };
        if !board.is_flat() {
            return Err(enter.key_error("[enter] needs a grid of one layer"));
        }
        let hidden = hidden.map(table_of).transpose()?;
        let layers = Layers::read(Field::bare(board), table_of(enter)?, hidden)?;
        Ok((
            Space::Layered(Box::new(layers.field)),
            Some((layers.values, layers.only)),
        ))
    }

    fn board(&self, grid: Entry<'d>) -> Read<Board> {
        let wrong = || grid.error("`grid` should be [rows, columns] or [layers, rows, columns]");
        let side = |entry: &Entry| {
            let side = entry.integer(1, MOST_STEPS)?;
            Ok(usize::try_from(side).expect("within bounds"))
        };
        let sides = grid.elements().ok_or_else(wrong)?;
        let sides = match &sides[..] {
            [rows, columns] => [1, side(rows)?, side(columns)?],
            [layers, rows, columns] => [side(layers)?, side(rows)?, side(columns)?],
            _ => return Err(wrong()),
        };
        let count: usize = sides.iter().product();
        if count > MOST_TILES {
            let message = format!(
                "a grid of {} has {count} tiles: at most {MOST_TILES} are possible",
                written_sides(sides, "×")
            );
            return Err(grid.error(message));
        }
        let full = Board::new(sides, |_| false);
        let mut board = match self.top.get("holes") {
            None => full,
            Some(entry) => {
                let full = Space::Grid(full);
                let holes: HashSet<u32> = find_tiles(&full, &entry.words()?)?.into_iter().collect();
                if holes.len() == count {
                    return Err(entry.error("the holes leave no tile"));
                }
                Board::new(sides, |cell| holes.contains(&(cell as u32)))
            }
        };
        if let Some(entry) = self.top.get("regions") {
            let mut of_tile = vec![None; Space::Grid(board.clone()).len()];
            let mut names = Dictionary::default();
            for (tile, word) in Map::read(&entry.text()?, &board)?.0 {
                if !matches!(word.text.as_str(), "." | "_") {
                    names.add(&word.text);
                    of_tile[tile as usize] = names.find(&word.text);
                }
            }
            let names = names.names().map(str::to_owned).collect();
            board.regions = Some((of_tile, names));
        }
        Ok(board)
    }

    fn content(&self, space: &Space, layers: Option<(Values, Only)>) -> Read<Content> {
        let pieces = self.top.get("pieces");
        let first_of = |keys: &[&str]| keys.iter().find_map(|key| self.top.get(key));
        if let Some(pieces) = pieces {
            if let Some(entry) = first_of(&["values", "only", "sets", "group", "rule", "link"]) {
                let message = format!(
                    "{:?} is for tiles with values, but this file has pieces",
                    entry.key
                );
                return Err(entry.key_error(message));
            }
            let Some(board) = space.grid() else {
                return Err(pieces.key_error("pieces need a grid to lie on"));
            };
            if !board.is_flat() {
                return Err(pieces.key_error("pieces lie flat: they need a grid of one layer"));
            }
            return self.packing(board, pieces).map(Content::Pieces);
        }
        if let Some(entry) = first_of(&["rotate", "reflect", "gaps"]) {
            let message = format!("{:?} is for pieces, but this file has none", entry.key);
            return Err(entry.key_error(message));
        }
        let filling = match layers {
            None => self.values(space)?,
            Some((values, only)) => Filling::new(values, only),
        };
        self.filling(space, filling).map(Content::Values)
    }

    /// The tables of `[[key]]`, none where there is no such key.
    fn all_of(&self, key: &str) -> Read<Vec<Section<'d>>> {
        self.top
            .get(key)
            .map_or(Ok(Vec::new()), |entry| entry.sections())
    }

    fn givens(&self, spec: &Spec) -> Read<Vec<u32>> {
        let Some(givens) = self.top.get("givens") else {
            return Ok(Vec::new());
        };
        let entries = table_of(givens)?.entries();
        let mut choices = match &spec.content {
            Content::Values(filling) => filling::given_values(spec, filling, &entries)?,
            Content::Pieces(packing) => self.given_places(spec, packing, &entries)?,
        };
        choices.sort_unstable();
        Ok(choices)
    }
}

fn dictionary(entry: Entry, what: &str, most: usize) -> Read<Dictionary> {
    let words = entry.words()?;
    if words.len() > most {
        let message = format!("{} {what}s are too many: at most {most}", words.len());
        return Err(entry.error(message));
    }
    let mut names = Dictionary::default();
    for word in &words {
        if matches!(word.text.as_str(), "*" | "_") {
            return Err(word.error(format!(
                "no {what} can be called {:?}: it has a meaning of its own",
                word.text
            )));
        }
        if !names.add(&word.text) {
            return Err(word.error(format!("there are two {what}s called {:?}", word.text)));
        }
    }
    Ok(names)
}

fn find_tile(space: &Space, word: &Word) -> Read<u32> {
    if let Some(tile) = space.find(&word.text) {
        return Ok(tile);
    }
    let error = word.error(format!("there is no tile {:?}", word.text));
    Err(match space {
        Space::Names(names) => with_nearest(error, &word.text, names.names()),
        Space::Layered(field) if let Some(layer) = field.layer_at(&word.text) => {
            error.hint(format!("several layers lie there; say which: {layer}({})", word.text))
        }
        Space::Layered(_) => error.hint(
            "tiles are called after their place: r1c1, r1c1e for the edge right of it, r1c1se for the corner",
        ),
        Space::Grid(board) => {
            let (first, last) = (board.name(0), board.name(board.cell_count() - 1));
            error.hint(format!("tiles are called {first} to {last}"))
        }
    })
}

/// The tiles of these names, each once, in order.
fn find_tiles(space: &Space, words: &[Word]) -> Read<Vec<u32>> {
    let mut seen = HashSet::new();
    let mut tiles = Vec::with_capacity(words.len());
    for word in words {
        let tile = find_tile(space, word)?;
        if !seen.insert(tile) {
            return Err(word.error(format!("the tile {:?} is listed twice", word.text)));
        }
        tiles.push(tile);
    }
    Ok(tiles)
}

fn find_value(values: &Values, word: &Word) -> Read<u32> {
    values.find(&word.text).ok_or_else(|| {
        let error = word.error(format!("there is no value {:?}", word.text));
        with_nearest(error, &word.text, values.names())
    })
}

/// The values of these names, each once, ascending.
fn find_values(values: &Values, words: &[Word]) -> Read<Vec<u32>> {
    let mut found = BTreeSet::new();
    for word in words {
        if !found.insert(find_value(values, word)?) {
            return Err(word.error(format!("the value {:?} is listed twice", word.text)));
        }
    }
    Ok(found.into_iter().collect())
}

/// Two names with a hyphen between them. Names may contain hyphens themselves as long as only
/// one way to cut gives two names. `find` knows the names, and `get` complains about others.
fn find_pair(
    word: &Word,
    what: &str,
    find: impl Fn(&str) -> Option<u32>,
    get: impl Fn(&Word) -> Read<u32>,
) -> Read<(u32, u32)> {
    // No person writes more hyphens than that, and trying them all would take long.
    const MOST_HYPHENS: usize = 100;
    let text = &word.text;
    let cuts = || text.match_indices('-').take(MOST_HYPHENS);
    let found: Vec<_> = cuts()
        .filter_map(|(at, _)| Some((find(&text[..at])?, find(&text[at + 1..])?)))
        .collect();
    match found[..] {
        [pair] => return Ok(pair),
        [] => {}
        _ => {
            return Err(word.error(format!(
                "{text:?} can be cut into two {what}s in several ways"
            )));
        }
    }
    let Some((at, _)) = cuts().next() else {
        return Err(word.error(format!(
            "{text:?} should be two {what}s with a hyphen between them"
        )));
    };
    Ok((
        get(&word.part(0, &text[..at]))?,
        get(&word.part(at + 1, &text[at + 1..]))?,
    ))
}

fn table_of(entry: Entry<'_>) -> Read<Section<'_>> {
    entry.section().ok_or_else(|| {
        let message = format!("{:?} should be a table, written [{}]", entry.key, entry.key);
        entry.key_error(message)
    })
}

/// The words of a text or of a list of texts, ranges left as they are.
fn plain_words(entry: Entry<'_>) -> Read<Vec<Word<'_>>> {
    let mut words = Vec::new();
    for element in entry.each() {
        words.extend(element.text()?.words());
    }
    if words.is_empty() {
        return Err(entry.error(format!("{:?} is empty", entry.key)));
    }
    Ok(words)
}

/// A drawing of the board: a word for each tile, or a character where no row has blanks.
struct Map<'d>(Vec<(u32, Word<'d>)>);

impl<'d> Map<'d> {
    fn read(text: &Word<'d>, board: &Board) -> Read<Self> {
        let words = text.words();
        // The layers below each other; blank lines between them are for the eye.
        let (rows, columns) = (board.layers * board.rows, board.columns);
        let is_spaced = words.len() == rows * columns;
        let is_dense =
            words.len() == rows && words.iter().all(|w| w.text.chars().count() == columns);
        let lines = text.text.lines().filter(|line| !line.trim().is_empty());
        if !(is_spaced || is_dense) || lines.count() != rows {
            let message = format!(
                "the map should have {rows} lines of {columns} words, or of {columns} characters without blanks"
            );
            return Err(text.error_at(0, message));
        }
        let cells: Vec<Word<'d>> = if is_dense && columns > 1 {
            let split = |word: &Word<'d>| -> Vec<Word<'d>> {
                let characters = word.text.char_indices();
                let part =
                    |(at, c): (usize, char)| word.part(at, &word.text[at..at + c.len_utf8()]);
                characters.map(part).collect()
            };
            words.iter().flat_map(split).collect()
        } else {
            words
        };
        let mut map = Vec::new();
        for (cell, word) in cells.into_iter().enumerate() {
            match board.tile(cell) {
                Some(tile) => map.push((tile, word)),
                None if word.text == "#" => {}
                None => {
                    let message = format!("a hole is drawn as #, not as {:?}", word.text);
                    return Err(word.error(message));
                }
            }
        }
        Ok(Self(map))
    }
}
