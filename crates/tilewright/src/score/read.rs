//! Reads an answer as choices.

use super::Attempt;
use super::found::{self, Candidate, Passage, Region, Sheet};
use std::collections::{HashMap, HashSet};
use tilewright_engines::Budget;
use tilewright_model::{Choice, Model};
use tilewright_puzzles::cells::{CellAnswers, Contents, Picks};
use tilewright_puzzles::chosen::read_chosen;
use tilewright_puzzles::{Legend, Puzzle, Settable, Solutions};

/// Characters that an answer may have for each tile, and besides, where it is read by a format.
const LONGEST: (usize, usize) = (64, 1 << 16);

/// The way answers to a puzzle are read.
#[derive(Debug)]
pub(super) struct Reader {
    sheet: Option<Sheet>,
    /// The choice of each value of each cell, and one more.
    choice_at: Vec<u32>,
    values: usize,
    are_areas: bool,
    /// The names of choices, where they are what is written.
    names: HashMap<String, Choice>,
}

/// What was read, and where.
pub(super) type Read = Result<(Picks, Option<Passage>), (String, Option<Passage>)>;

impl Reader {
    pub(super) fn new(puzzle: &dyn Puzzle, model: &Model) -> Self {
        let cells = CellAnswers::of(puzzle);
        let mut reader = Self {
            sheet: cells.as_ref().map(|cells| sheet(puzzle, cells)),
            choice_at: Vec::new(),
            values: 0,
            are_areas: cells.as_ref().is_some_and(CellAnswers::are_areas),
            names: HashMap::new(),
        };
        if let Some(cells) = &cells {
            reader.place_values(puzzle, cells, model);
        } else if model.own_count() <= MOST_NAMES {
            let own = model.choices().filter(|&choice| model.is_own(choice));
            let named = own.map(|choice| (plain(&puzzle.choice_name(choice)), choice));
            reader.names.extend(named);
        }
        reader
    }

    /// Notes which choice a value of a cell is, and what is given.
    fn place_values(&mut self, puzzle: &dyn Puzzle, cells: &CellAnswers<'_>, model: &Model) {
        let Legend::Values(entries) = puzzle.legend() else {
            return;
        };
        self.values = entries.len();
        let mut choice_at = vec![0; cells.count() * self.values];
        for choice in model.choices() {
            let (places, slot) = cells.place(choice);
            let ([cell], Some(slot)) = (&places[..], slot) else {
                return;
            };
            let Some(at) = choice_at.get_mut(cell * self.values + slot) else {
                return;
            };
            *at = choice.0 + 1;
        }
        self.choice_at = choice_at;
        if let Some(sheet) = &mut self.sheet {
            for given in puzzle.givens() {
                let (places, slot) = cells.place(given);
                for cell in places {
                    sheet.given[cell] = slot;
                }
            }
        }
    }

    /// The choices that an answer picks, or why it is none.
    pub(super) fn read(
        &self,
        puzzle: &dyn Puzzle,
        model: &Model,
        answer: Attempt<'_>,
        layout: Option<&Sheet>,
        budget: &Budget,
    ) -> Read {
        let text = match answer {
            Attempt::Text(text) => text,
            other => {
                let picked = picks(puzzle, model, other, budget);
                return picked.map(|picks| (picks, None)).map_err(|why| (why, None));
            }
        };
        match &self.sheet {
            Some(sheet) => self.read_cells(sheet, puzzle, model, text),
            None => self.read_text(puzzle, model, text, layout, budget),
        }
    }

    fn read_cells(&self, sheet: &Sheet, puzzle: &dyn Puzzle, model: &Model, text: &str) -> Read {
        let mut why = None;
        for group in found::regions(text) {
            if let Some((contents, region)) = group
                .iter()
                .find_map(|region| Some((of_object(puzzle, region.text)?, region)))
            {
                let found = found_at(text, region, 0, 1);
                return Ok((self.picks(puzzle, model, &contents), Some(found)));
            }
            match of_group(text, &group, sheet) {
                Ok(Some((candidate, found))) => {
                    return Ok((self.picks(puzzle, model, &candidate.contents), Some(found)));
                }
                Ok(None) => {}
                Err(Unread::Marked(told)) => return Err((told, None)),
                Err(Unread::Any(told)) => why = Some(told),
            }
        }
        // Formats of the family.
        let read = short_enough(text, sheet.count).and_then(|text| {
            let cells = CellAnswers::of(puzzle).ok_or_else(other_puzzle)?;
            cells.read(text)
        });
        match read {
            Ok(contents) => {
                let (place, line) = ("text", 1);
                let found = Passage {
                    place,
                    line,
                    candidates: 1,
                };
                Ok((self.picks(puzzle, model, &contents), Some(found)))
            }
            Err(other) => Err((why.unwrap_or(other), None)),
        }
    }

    /// Answers that have not a value for each cell. `layout` is how written solutions of the puzzle look, if they are grids.
    fn read_text(
        &self,
        puzzle: &dyn Puzzle,
        model: &Model,
        text: &str,
        layout: Option<&Sheet>,
        budget: &Budget,
    ) -> Read {
        let mut why = None;
        let tiles = model.tiles().len();
        for group in found::regions(text) {
            let mut grids = Ok(None);
            for (number, region) in group.iter().enumerate() {
                let is_text = region.text.trim_start().starts_with(['{', 'h']);
                if is_text || layout.is_none() {
                    let whole = short_enough(region.text, tiles).and_then(|text| {
                        let text = text.trim_matches(['\n', '\r']);
                        self.read_one(puzzle, model, text, budget)
                    });
                    match whole {
                        Ok(picks) => {
                            let found = found_at(text, region, 0, group.len() - number);
                            return Ok((picks, Some(found)));
                        }
                        Err(told) => why = why.or(Some(told)),
                    }
                }
            }
            if let Some(layout) = layout {
                grids = of_group(text, &group, layout);
            }
            match grids {
                Ok(Some((candidate, found))) => {
                    match Self::read_grid(puzzle, model, layout, &candidate) {
                        Ok(picks) => return Ok((picks, Some(found))),
                        Err(told) => return Err((told, Some(found))),
                    }
                }
                Ok(None) => {}
                Err(Unread::Marked(told)) => return Err((told, None)),
                Err(Unread::Any(told)) => why = Some(told),
            }
            for region in &group {
                // The values of an object are an answer only if they are lists.
                let trimmed = region.text.trim_start();
                if trimmed.starts_with('{') && !trimmed.contains('[') {
                    continue;
                }
                for (start, paragraph) in found::paragraphs(region.text) {
                    let read = short_enough(&paragraph, tiles)
                        .and_then(|text| self.read_one(puzzle, model, text, budget));
                    if let Ok(picks) = read {
                        let found = found_at(text, region, start, 1);
                        return Ok((picks, Some(found)));
                    }
                }
            }
        }
        Err((why.unwrap_or_else(other_puzzle), None))
    }

    /// Reads a grid of words as a written solution.
    fn read_grid(
        puzzle: &dyn Puzzle,
        model: &Model,
        layout: Option<&Sheet>,
        candidate: &Candidate,
    ) -> Result<Picks, String> {
        let width = layout.and_then(|layout| layout.width).unwrap_or(1);
        let rows = candidate
            .words
            .chunks(width)
            .map(|row| row.join(" ") + "\n");
        let sized = format!("{} {width}\n{}", rows.len(), rows.collect::<String>());
        let written = puzzle.can::<dyn Solutions>().ok_or_else(other_puzzle)?;
        let choices = written.choices_of(&sized);
        let choices = choices.map_err(|error| error.message().to_owned())?;
        Ok(of_choices(model, &choices))
    }

    /// Reads a text that is an answer and nothing else.
    fn read_one(
        &self,
        puzzle: &dyn Puzzle,
        model: &Model,
        text: &str,
        budget: &Budget,
    ) -> Result<Picks, String> {
        if let Some(written) = puzzle.can::<dyn Solutions>()
            && let Ok(choices) = written.choices_of(text)
        {
            return Ok(of_choices(model, &choices));
        }
        if let Some(choices) = self.by_name(text) {
            return Ok(of_choices(model, &choices));
        }
        picks(puzzle, model, Attempt::Text(text), budget)
    }

    /// The choices that the lines of a text name, if each names one, or those of a JSON object.
    fn by_name(&self, text: &str) -> Option<Vec<Choice>> {
        let mut choices = Vec::new();
        for line in text.split(['\n', ',', ';']) {
            let line = plain(line);
            if line.is_empty() {
                continue;
            }
            choices.push(*self.names.get(&line)?);
        }
        (!choices.is_empty()).then_some(choices)
    }

    /// The choices that these contents are.
    fn picks(&self, puzzle: &dyn Puzzle, model: &Model, contents: &[Option<usize>]) -> Picks {
        if self.choice_at.is_empty() {
            return CellAnswers::of(puzzle)
                .map_or_else(Picks::default, |cells| cells.picks(model, contents));
        }
        let mut picks = Picks::default();
        for (cell, slot) in contents.iter().enumerate() {
            let Some(slot) = slot else { continue };
            match self.choice_at[cell * self.values + slot] {
                0 => picks.strays.push(vec![cell]),
                choice => picks.choices.push(Choice(choice - 1)),
            }
        }
        picks.choices.sort_unstable();
        picks
    }

    /// Returns true if cells are cut in areas.
    pub(super) fn are_areas(&self) -> bool {
        self.are_areas
    }
}

/// The reason why a sort of places has no answer.
enum Unread {
    /// They are marked as answers: nothing else is looked at.
    Marked(String),
    /// They may be anything.
    Any(String),
}

/// The last answer in regions of one sort, the last of them first.
fn of_group(
    text: &str,
    group: &[Region<'_>],
    sheet: &Sheet,
) -> Result<Option<(Candidate, Passage)>, Unread> {
    let Some(first) = group.first() else {
        return Ok(None);
    };
    let is_all = first.place == "text";
    let mut best: Option<(usize, Candidate)> = None;
    let (mut candidates, mut failed, mut longest) = (0, None, 0);
    for region in group {
        let finds = sheet.find(region.text);
        candidates += apart(&finds.candidates);
        longest = longest.max(finds.longest);
        failed = failed.or(finds.failed.map(|(end, cells)| (region.start + end, cells)));
        let of_region = last(sheet, finds.candidates);
        best = best.or(of_region.map(|candidate| (region.start, candidate)));
    }
    let (count, place) = (sheet.count, first.place);
    let after = best
        .as_ref()
        .map(|(start, candidate)| start + candidate.end);
    if let Some((end, cells)) = failed
        && after.is_none_or(|after| after < end)
    {
        let line = found::line_at(text, end);
        let told =
            format!("the last grid (it ends on line {line}) has {cells} cells, the puzzle {count}");
        let is_marked = !is_all || best.is_some();
        return Err(if is_marked {
            Unread::Marked(told)
        } else {
            Unread::Any(told)
        });
    }
    let Some((start, candidate)) = best else {
        if is_all || 2 * longest <= count {
            return Ok(None);
        }
        let told = format!("the {place} has {longest} cells in a row, the puzzle {count}");
        return Err(Unread::Marked(told));
    };
    let line = found::line_at(text, start + candidate.start);
    let found = Passage {
        place,
        line,
        candidates,
    };
    Ok(Some((candidate, found)))
}

/// The layout of written solutions, by one of them: the size, and a word for each cell.
pub(super) fn layout(solution: &str) -> Option<Sheet> {
    let mut words = solution.split_whitespace();
    let mut number = || words.next()?.parse::<usize>().ok();
    let (rows, width) = (number()?, number()?);
    let count = rows.checked_mul(width)?;
    let known: HashSet<String> = words.map(str::to_owned).collect();
    Some(Sheet {
        count,
        values: None,
        letters: [0; 128],
        given: vec![None; count],
        width: Some(width),
        words: Some(known),
    })
}

/// The most choices whose names are kept.
const MOST_NAMES: usize = 1 << 16;

/// A name as people may write it: in small letters, without emphasis, one blank between words.
fn plain(name: &str) -> String {
    let spaced = name.replace(['"', '\'', '*', '`', '{', '}', '[', ']'], " ");
    let spaced = spaced.replace([':', '='], " = ").to_lowercase();
    let words: Vec<&str> = spaced
        .split_whitespace()
        .filter(|word| *word != "-")
        .collect();
    words.join(" ").trim_end_matches('.').to_owned()
}

fn found_at(text: &str, region: &Region<'_>, start: usize, candidates: usize) -> Passage {
    Passage {
        place: region.place,
        line: found::line_at(text, region.start + start),
        candidates,
    }
}

/// The last answer; one in which nothing is filled is the puzzle again, where there are others.
fn last(sheet: &Sheet, mut candidates: Vec<Candidate>) -> Option<Candidate> {
    let is_filled = |candidate: &Candidate| {
        let mut cells = candidate.contents.iter().zip(&sheet.given);
        cells.any(|(content, given)| content.is_some() && given.is_none())
    };
    if candidates.iter().any(is_filled) {
        candidates.retain(is_filled);
    }
    candidates.into_iter().max_by_key(|candidate| candidate.end)
}

/// The number of answers that do not overlap: one may be found in several ways.
fn apart(candidates: &[Candidate]) -> usize {
    let mut spans: Vec<(usize, usize)> =
        candidates.iter().map(|one| (one.end, one.start)).collect();
    spans.sort_unstable();
    let (mut count, mut covered) = (0, 0);
    for (end, start) in spans {
        if count == 0 || start >= covered {
            count += 1;
        }
        covered = covered.max(end);
    }
    count
}

/// The contents of the cells in an object.
fn of_object(puzzle: &dyn Puzzle, text: &str) -> Option<Contents> {
    let text = text.trim();
    if !text.starts_with('{') || !text.ends_with('}') {
        return None;
    }
    let cells = CellAnswers::of(puzzle)?;
    cells.read(short_enough(text, cells.count()).ok()?).ok()
}

fn short_enough(text: &str, tiles: usize) -> Result<&str, String> {
    let (each, besides) = LONGEST;
    let length = text.len();
    if length <= each * tiles + besides {
        return Ok(text);
    }
    Err(format!(
        "a text of {length} characters is not an answer to this puzzle"
    ))
}

/// What is known of the cells of a puzzle.
fn sheet(puzzle: &dyn Puzzle, cells: &CellAnswers<'_>) -> Sheet {
    let count = cells.count();
    let values = match puzzle.legend() {
        Legend::Values(entries) => Some(values(cells, entries.iter().map(|entry| &*entry.name))),
        _ => None,
    };
    let mut letters = [0; 128];
    for empty in [b'.', b'_', b'-', b'?', b'*'] {
        letters[usize::from(empty)] = 1;
    }
    for (word, slot) in values.iter().flatten() {
        if let [byte @ 0..128] = *word.as_bytes() {
            letters[usize::from(byte)] = slot.map_or(1, |slot| slot as u16 + 2);
        }
    }
    let second_row = puzzle
        .can::<dyn Settable>()
        .and_then(|board| board.cell_called("r2c1"));
    Sheet {
        count,
        values,
        letters,
        given: vec![None; count],
        width: second_row.or_else(|| width_in_json(puzzle)),
        words: None,
    }
}

/// The words of the values: their names, or their numbers where answers have numbers.
fn values<'n>(
    cells: &CellAnswers<'_>,
    names: impl Iterator<Item = &'n str>,
) -> HashMap<String, Option<usize>> {
    let zeros = vec!["0"; cells.count()];
    let are_numbers = cells
        .of_words(&zeros)
        .is_ok_and(|contents| contents.iter().all(Option::is_none));
    let mut values = HashMap::new();
    if are_numbers {
        values.insert("0".to_owned(), None);
    }
    for (slot, name) in names.enumerate() {
        values.insert(name.to_owned(), Some(slot));
        if are_numbers {
            values.insert((slot + 1).to_string(), Some(slot));
        }
    }
    values
}

/// The columns of a board, as its JSON says them.
fn width_in_json(puzzle: &dyn Puzzle) -> Option<usize> {
    let text = puzzle.write("json").ok()?;
    let size = text.split_once("\"size\":[")?.1;
    size.split([',', ']']).next()?.trim().parse().ok()
}

/// The choices that an answer to this puzzle picks, or why it is none. The model is the puzzle's.
pub fn picks(
    puzzle: &dyn Puzzle,
    model: &Model,
    answer: Attempt<'_>,
    budget: &Budget,
) -> Result<Picks, String> {
    let cells = CellAnswers::of(puzzle);
    let of_cells = |cells: &CellAnswers<'_>, contents: Result<Contents, String>| {
        contents.map(|contents| cells.picks(model, &contents))
    };
    let answer = match (answer, &cells) {
        (Attempt::Choices(picked), _) => {
            let is_known = |choice: &Choice| choice.index() < model.choice_count();
            let all = picked.iter().all(is_known);
            return all
                .then(|| of_choices(model, picked))
                .ok_or_else(other_puzzle);
        }
        (Attempt::Puzzle(answer), Some(cells)) => return of_cells(cells, cells.of_puzzle(answer)),
        (Attempt::Puzzle(answer), None) => return givens_on(answer, model, budget),
        (Attempt::Words(words), Some(cells)) => return of_cells(cells, cells.of_words(words)),
        (Attempt::Words(words), None) => &words.join("\n"),
        (Attempt::Text(text), _) => text,
    };
    let places = cells.as_ref().map_or(0, CellAnswers::count);
    let answer = short_enough(answer, places.max(model.tiles().len()))?;
    let read = match &cells {
        Some(cells) => of_cells(cells, cells.read(answer)),
        None => match puzzle.family().read(answer, None) {
            Ok(read) => givens_on(&*read, model, budget),
            Err(error) => Err(error.message().to_owned()),
        },
    };
    read.or_else(|why| {
        let chosen = read_chosen(answer, puzzle, model, budget);
        chosen
            .map(|chosen| of_choices(model, &chosen))
            .map_err(|_| why)
    })
}

/// What a player picks: hidden choices follow from the others.
fn of_choices(model: &Model, choices: &[Choice]) -> Picks {
    let own = choices
        .iter()
        .copied()
        .filter(|&choice| model.is_own(choice));
    Picks {
        choices: own.collect(),
        strays: Vec::new(),
    }
}

/// The givens of a puzzle that has this model.
fn givens_on(answer: &dyn Puzzle, model: &Model, budget: &Budget) -> Result<Picks, String> {
    match answer.model(budget) {
        Ok(own) if own == *model => Ok(of_choices(model, &answer.givens())),
        _ => Err(other_puzzle()),
    }
}

pub(super) fn other_puzzle() -> String {
    "this is an answer to another puzzle".to_owned()
}
