//! A board of a kind: its clues, and the rules that the kind's file amounts to with these clues.

use super::clues::{Clue, ClueLayer, ClueSort, Clues as Given, Grid, Heading, Spots};
use super::kind::Kind;
use super::library::KindFile;
use super::{address, json, solution, tatham, text};
use crate::family::{Label, acts, unboxed};
use crate::legend::{Entry, Legend};
use crate::lines::lines;
use crate::prose::counted;
use crate::rules::{MOST_CELLS, Rules};
use crate::size::{Size, rows_and_columns};
use crate::{
    Canonised, Choosable, Clues, Comparison, Drawn, Enumerated, Equality, Family, Filled, Format,
    LineWriter, ParseError, Parsed, Plain, Planted, Puzzle, Settable, Sizes, Solutions, Tells,
    Titled, Unbuilt, Unwritable,
};
use std::sync::{Arc, LazyLock};
use tilewright_model::budget::Budget;
use tilewright_model::{Choice, Item, Model, Names};
use tilewright_render::text::Text;
use tilewright_render::{Picture, Spot};

/// A board of a kind, solved or not.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    family: Family,
    pub(super) kind: Arc<Kind>,
    pub(super) clues: Arc<Given>,
    /// The rules with what is given and found.
    pub(super) rules: Rules,
    /// What is given beside the clues.
    pub(super) chosen: Vec<Choice>,
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
            && self.clues == other.clues
            && self.chosen == other.chosen
            && self.rules.found() == other.rules.found()
    }
}

/// The family of a kind. Its file is read when a puzzle is.
pub(super) fn family(name: Label, about: Label, file: Arc<KindFile>) -> Family {
    let mut formats = vec![text_format(name.clone(), &file)];
    // A glance is enough: a reader or writer of one reads the file.
    if file.has("[url]") {
        formats.push(address_format(&file));
    }
    if file.has("tatham = ") {
        formats.push(id_format(&file));
    }
    formats.extend([json_format(name.clone(), &file), SOLUTION.clone()]);
    let formats: Vec<&Format> = formats.iter().collect();
    let usual = file.usual_size();
    let sizes = Sizes {
        about: format!("Rows and columns, as in {usual}.").into(),
        menu: vec![(usual.clone().into(), usual.replace('x', "×").into())],
        usual: usual.clone().into(),
    };
    let family = Family::new(name.clone(), about)
        .formats(&formats)
        .board_in(name, usual, {
            let file = Arc::clone(&file);
            move |family, size| Board::empty(family, kind_of(family, &file)?, size)
        })
        .sizes(sizes)
        .able(Equality::of::<Board>())
        .able(file);
    acts!(family, Board: Titled, Plain, Clues, Enumerated, Tells, Drawn, Settable, Choosable, Solutions, Planted, Canonised)
}

static SOLUTION: LazyLock<Format> = LazyLock::new(|| {
    Format::new(
        "solution",
        "the solution of a solved board, a word for each cell",
    )
    .writes(solution::write)
});

fn text_format(name: Label, file: &Arc<KindFile>) -> Format {
    let file = Arc::clone(file);
    Format::new("text", "the name of the kind, the size, and the clues")
        .reads_in(move |family, text| {
            let kind = kind_of(family, &file)?;
            Board::new(family, kind, text::read(kind, text)?)
        })
        .writes(Board::text)
        .looks(move |text| {
            let mut lines = lines(text);
            let first = lines.next();
            first.is_some_and(|line| line.text.trim() == name) && lines.next().is_some()
        })
        .with_own_remarks()
}

fn json_format(name: Label, file: &Arc<KindFile>) -> Format {
    let file = Arc::clone(file);
    Format::new(
        "json",
        "an object with kind, rows, columns, clues and what is entered",
    )
    .reads_in(move |family, text| json::read(family, kind_of(family, &file)?, text))
    .writes(|board: &Board| Ok(json::write(board)))
    .looks(move |text| json::is_of_kind(text, &name))
    .on_a_line()
}

fn id_format(file: &Arc<KindFile>) -> Format {
    let (reader, seer) = (Arc::clone(file), Arc::clone(file));
    let no_ids = "this kind is not in Simon Tatham's collection";
    Format::new("tatham", "a game id of Simon Tatham's collection")
        .reads_in(move |family, text| {
            let kind = kind_of(family, &reader)?;
            let ids = kind.ids.as_ref().ok_or_else(|| ParseError::new(no_ids))?;
            Board::new(family, kind, tatham::read(kind, ids, text)?)
        })
        .writes(move |board: &Board| {
            board.refuse_entered()?;
            let ids = board.kind.ids.as_ref();
            let ids = ids.ok_or_else(|| Unwritable(no_ids.to_owned()))?;
            tatham::write(&board.kind, ids, &board.clues)
        })
        .looks(move |text| {
            let kind = text.contains(".html#").then(|| seer.kind().ok()).flatten();
            kind.is_some_and(|kind| kind.ids.as_ref().is_some_and(|ids| ids.is_address(text)))
        })
        .on_a_line()
        .with_own_remarks()
}

fn address_format(file: &Arc<KindFile>) -> Format {
    let (reader, seer) = (Arc::clone(file), Arc::clone(file));
    let no_url = "this kind has no addresses of puzz.link";
    Format::new("puzzlink", "an address of puzz.link or its kin")
        .reads_in(move |family, text| {
            let kind = kind_of(family, &reader)?;
            let url = kind.url.as_ref().ok_or_else(|| ParseError::new(no_url))?;
            Board::new(family, kind, address::read(kind, url, text)?)
        })
        .writes(move |board: &Board| {
            board.refuse_entered()?;
            let url = board.kind.url.as_ref();
            let url = url.ok_or_else(|| Unwritable(no_url.to_owned()))?;
            address::write(&board.kind, url, &board.clues)
        })
        .looks(move |text| {
            let Some(name) = address::name_of(text).filter(|name| seer.has(name)) else {
                return false;
            };
            let url = seer.kind().ok().and_then(|kind| kind.url.as_ref());
            url.is_some_and(|url| url.names.iter().any(|known| known == name))
        })
        .on_a_line()
}

/// The kind of a family.
pub(super) fn kind_of<'f>(
    family: &Family,
    file: &'f KindFile,
) -> Result<&'f Arc<Kind>, ParseError> {
    file.kind().map_err(|error| of_file(family, &error))
}

/// An error of a kind's file, for a reader of another text.
fn of_file(family: &Family, error: &ParseError) -> ParseError {
    let message = format!("in the file of the kind {}, {error}", family.name);
    match error.advice() {
        Some(advice) => ParseError::new(message).hint(advice),
        None => ParseError::new(message),
    }
}

/// The rows and columns of a size: `9x9`, or `9` for a square.
fn size_of(size: &str) -> Result<(usize, usize), ParseError> {
    let (rows, columns) = match Size::of(size) {
        Some(Size::One(number)) => (number, number),
        _ => rows_and_columns(size)?,
    };
    if rows == 0 || columns == 0 || rows.saturating_mul(columns) > MOST_CELLS {
        let message = format!("a board has from 1 to {MOST_CELLS} cells, not {rows}×{columns}");
        return Err(ParseError::new(message));
    }
    Ok((rows, columns))
}

impl Board {
    /// The board with these clues.
    pub(super) fn new(family: &Family, kind: &Arc<Kind>, clues: Given) -> Result<Self, ParseError> {
        Ok(Self {
            rules: Rules::of_kind(kind, &clues).map_err(|error| of_file(family, &error))?,
            family: family.clone(),
            kind: Arc::clone(kind),
            clues: Arc::new(clues),
            chosen: Vec::new(),
        })
    }

    /// The board of a size without clues. Where nothing could be entered on that, it has some structure.
    fn empty(family: &Family, kind: &Arc<Kind>, size: &str) -> Result<Self, ParseError> {
        let (rows, columns) = size_of(size)?;
        let clues = Given::empty(&kind.layers, rows, columns);
        match Self::new(family, kind, clues.clone()) {
            Ok(board) => Ok(board),
            Err(error) => Self::with_any_structure(family, kind, &clues).map_err(|_| error),
        }
    }

    /// The board with other clues, and nothing entered.
    pub(super) fn with_clues(&self, clues: Given) -> Result<Self, ParseError> {
        Self::new(&self.family, &self.kind, clues)
    }

    /// The board with these choices given, too.
    pub(super) fn with_chosen(self, chosen: Vec<Choice>) -> Result<Self, ParseError> {
        let mut rules = self.rules.clone();
        for &choice in &chosen {
            rules = unboxed(rules.with_choice(choice)?).expect("rules with a choice are rules");
        }
        Ok(Self {
            rules,
            chosen,
            ..self
        })
    }

    /// The board with these choices found.
    pub(super) fn with_found(&self, found: &[Choice]) -> Self {
        Self {
            rules: self.rules.filled(found),
            ..self.clone()
        }
    }

    /// Refuses to write a board in a format of clues if it has more.
    fn refuse_entered(&self) -> Result<(), Unwritable> {
        if self.rules.found().is_empty() && self.chosen.is_empty() {
            return Ok(());
        }
        let message = "the format has the clues alone, and not what was entered";
        Err(Unwritable(message.to_owned()))
    }

    fn text(&self) -> Result<String, Unwritable> {
        self.refuse_entered()?;
        text::write(&self.kind, &self.clues)
    }

    /// Its clues: the layer and the place of each. Regions, clues that are not known, and marks on which the rules depend
    /// are of the board.
    pub(super) fn removable(&self) -> Vec<(usize, usize)> {
        let mut all = Vec::new();
        for (layer, grid) in self.clues.grids.iter().enumerate() {
            let Grid::Places(clues) = &**grid else {
                continue;
            };
            let is_clue = |clue: &Option<Clue>| match clue {
                None | Some(Clue::Unknown | Clue::Arrow(None, _)) => false,
                Some(Clue::Mark) => self.kind.is_free(layer),
                Some(_) => true,
            };
            let places = (0..).zip(clues).filter(|(_, clue)| is_clue(clue));
            all.extend(places.map(|(place, _)| (layer, place)));
        }
        all
    }

    /// The layer whose clues are set cell by cell: the first that has one for a cell.
    fn settable_layer(&self) -> Option<usize> {
        let is_of_cells = |layer: &ClueLayer| layer.at == Spots::Cells && !layer.is_region();
        self.kind.layers.iter().position(is_of_cells)
    }

    /// The name of a clue: "number at r1c2 = 3".
    fn clue_name(&self, layer: usize, place: usize) -> String {
        let layer_of = &self.kind.layers[layer];
        let token = match self.clues.clue(layer, place) {
            Some(clue) => layer_of.token(clue),
            None => String::new(),
        };
        format!(
            "{} {} = {token}",
            layer_of.name,
            self.place_name(layer_of, place)
        )
    }

    fn place_name(&self, layer: &ClueLayer, place: usize) -> String {
        match layer.at {
            Spots::Cells => format!("at {}", self.clues.cell_name(place)),
            Spots::Regions(regions) => {
                let first = self.clues.first_cells(regions)[place];
                format!("of the region at {}", self.clues.cell_name(first))
            }
            _ => (place + 1).to_string(),
        }
    }
}

/// What is left of a clue on which the rules depend when it is taken away: a clue that is not known, where the layer has a word for that.
fn left_of(layer: &ClueLayer, clue: Option<&Clue>) -> Option<Clue> {
    match (&layer.sort, clue) {
        (ClueSort::Arrow, Some(Clue::Arrow(_, heading))) => Some(Clue::Arrow(None, *heading)),
        _ if layer.leaves_unknown => Some(Clue::Unknown),
        _ => None,
    }
}

impl Names for Board {
    fn choice_name(&self, choice: Choice) -> String {
        self.rules.choice_name(choice)
    }

    fn rule_name(&self, rule: usize) -> String {
        self.rules.rule_name(rule)
    }

    fn node_name(&self, rule: usize, node: u32) -> Option<String> {
        self.rules.node_name(rule, node)
    }

    fn value_name(&self, choice: Choice) -> Option<String> {
        // Of an edge it is said whether there is a line, and not what that is called.
        if self.is_of_edge(choice) {
            return None;
        }
        self.rules.value_name(choice)
    }

    fn item_name(&self, item: Item) -> String {
        self.item_said(item)
    }
}

impl Puzzle for Board {
    fn family(&self) -> &Family {
        &self.family
    }

    fn model(&self, budget: &Budget) -> Result<Model, Unbuilt> {
        self.rules.model(budget)
    }

    fn givens(&self) -> Vec<Choice> {
        self.rules.givens()
    }

    fn fill(&self, solution: &[Choice]) -> Box<dyn Puzzle> {
        Box::new(self.with_found(solution))
    }

    fn picture(&self) -> Picture {
        self.drawn(None)
    }
}

impl Titled for Board {
    fn title(&self) -> String {
        let Given { rows, columns, .. } = *self.clues;
        let clues = counted(self.removable().len(), "clue");
        format!("{} {rows}×{columns}, {clues}", self.kind.name)
    }
}

impl Plain for Board {
    fn plain(&self) -> String {
        Text::default().draw(&self.picture())
    }
}

impl Drawn for Board {
    fn spots(&self, choice: Choice) -> Vec<Spot> {
        let tiles = self.rules.tiles(&self.kind.style);
        tiles
            .and_then(|tiles| tiles.spot(choice))
            .into_iter()
            .collect()
    }

    fn pencil_marks(&self, board: &tilewright_logic::Board) -> Option<Picture> {
        let so_far = Self {
            rules: self.rules.filled(&board.picked()),
            ..self.clone()
        };
        Some(so_far.drawn(Some(board)))
    }
}

impl Settable for Board {
    fn legend(&self) -> Legend {
        let tiles = self.rules.tiles(&self.kind.style);
        tiles.map_or(Legend::Nothing, |tiles| Legend::Values(tiles.legend()))
    }

    fn clue_legend(&self) -> Legend {
        let Some(layer) = self.settable_layer() else {
            return Legend::Nothing;
        };
        let layer = &self.kind.layers[layer];
        let unknown = layer.unknown.iter().take(1).cloned();
        let words = match &layer.sort {
            ClueSort::Word(words) => {
                let tokens = (0..words.len() as u32).map(|word| layer.token(&Clue::Word(word)));
                tokens.collect()
            }
            ClueSort::Mark => vec![layer.token(&Clue::Mark)],
            ClueSort::Number { least, most } => {
                let cells = self.clues.rows * self.clues.columns;
                let largest = (*most).min(i64::try_from(cells).unwrap_or(99)).min(99);
                let numbers = (*least..=largest).map(|number| layer.token(&Clue::Number(number)));
                numbers.chain(unknown).collect()
            }
            ClueSort::Arrow => {
                let longest = self.clues.rows.max(self.clues.columns);
                let numbers = 0..=i64::try_from(longest).unwrap_or(9).min(9);
                let ways = ["n", "e", "s", "w"].into_iter().filter_map(Heading::named);
                let ways: Vec<Heading> = ways.collect();
                let arrows = numbers.flat_map(|number| {
                    let clue = move |way: &Heading| Clue::Arrow(Some(number), *way);
                    ways.iter().map(clue).collect::<Vec<Clue>>()
                });
                arrows.map(|clue| layer.token(&clue)).collect()
            }
            _ => Vec::new(),
        };
        Legend::Values(words.into_iter().map(Entry::word).collect())
    }

    fn slots(&self, cell: usize) -> Option<Vec<usize>> {
        let tiles = self.rules.tiles(&self.kind.style)?;
        Some(tiles.slots(cell))
    }

    fn with_clue(&self, cell: usize, value: Option<&str>) -> Parsed {
        let layer = self.settable_layer().ok_or_else(|| {
            ParseError::new(
                "the clues of this kind do not lie in cells: they are written in its text",
            )
        })?;
        let cells = self.clues.rows * self.clues.columns;
        crate::legend::check_cell(cell, cells)?;
        let clue = match value {
            None => None,
            Some(word) => {
                let layer = &self.kind.layers[layer];
                let wrong = || {
                    let message = format!("{word:?} is not a clue of the layer {}", layer.name);
                    ParseError::new(message)
                };
                Some(layer.read_token(word).ok_or_else(wrong)?)
            }
        };
        let mut clues = (*self.clues).clone();
        clues.put(layer, cell, clue);
        Ok(Box::new(Self::new(&self.family, &self.kind, clues)?))
    }

    fn clue_at(&self, cell: usize) -> Option<String> {
        let layer = self.settable_layer()?;
        let clue = self.clues.clue(layer, cell)?;
        Some(self.kind.layers[layer].token(clue))
    }
}

impl Clues for Board {
    fn clue_count(&self) -> usize {
        self.removable().len()
    }

    fn clue_names(&self) -> Vec<String> {
        let clues = self.removable().into_iter();
        clues
            .map(|(layer, place)| self.clue_name(layer, place))
            .collect()
    }

    fn keep(&self, kept: &[bool]) -> Box<dyn Puzzle> {
        let mut clues = (*self.clues).clone();
        for ((layer, place), _) in self
            .removable()
            .into_iter()
            .zip(kept)
            .filter(|(_, kept)| !**kept)
        {
            let clue = clues.clue(layer, place);
            let left = if self.kind.is_free(layer) {
                None
            } else {
                left_of(&self.kind.layers[layer], clue)
            };
            clues.put(layer, place, left);
        }
        let fewer = Self::new(&self.family, &self.kind, clues);
        let fewer = fewer.expect("rules that are read with all clues are read with fewer");
        Box::new(fewer)
    }
}

impl Enumerated for Board {
    fn line_writer(&self) -> Option<Box<LineWriter<'_>>> {
        self.rules.line_writer()
    }
}

impl Choosable for Board {
    fn with_choice(&self, choice: Choice) -> Parsed {
        let chosen = [&self.chosen[..], &[choice]].concat();
        Ok(Box::new(self.clone().with_chosen(chosen)?))
    }
}

impl Solutions for Board {
    fn compared(&self, solution: &str) -> Result<Comparison, ParseError> {
        solution::compared(self, solution)
    }

    fn choices_of(&self, solution: &str) -> Result<Vec<Choice>, ParseError> {
        solution::choices(self, solution)
    }
}
