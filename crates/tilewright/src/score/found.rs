//! The answer in what a model wrote.
//!
//! A text is cut into **regions**: what is in `<answer>` tags or in `\boxed{}`, what is in code fences, and all of it. The
//! first region in this order that holds an answer has the answer, and of several the last. In a region, an answer is
//! found in four ways:
//!
//! - **brackets**: a list, or a list of lists, with as many values as there are cells;
//! - **rows**: lines of values, perhaps with labels, frames, bars of a table, remarks between boxes;
//! - **a run** of values in one line of prose;
//! - **cells by name**: `r1c1 = 5`, `(1, 2): 3`.
//!
//! Each is one pass over the text, and each region is read once, so the work is linear in the text. What has no value for each
//! cell (items of a cover, tiles of a kind) is looked for in the same regions, paragraph by paragraph.

use std::collections::{HashMap, HashSet};

/// The place of an answer in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passage {
    /// The sort of place: "answer tag", "box", "fence", "text".
    pub place: &'static str,
    /// The number of its first line in the whole text, from 1.
    pub line: usize,
    /// The number of answers that were found in that sort of place; this is the last.
    pub candidates: usize,
}

/// The most regions of one sort that are looked at: the last ones.
const REGIONS: usize = 8;

/// The most paragraphs of a region that are read, the last ones, where each has to be read as a whole.
const PARAGRAPHS: usize = 8;

/// The most signs between a word and its colon.
const MOST_SIGNS: usize = 8;

/// The words before the number of a row.
const LABELS: [&str; 6] = ["row", "line", "answer", "solution", "r", "grid"];

/// A part of a text that may hold the answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region<'t> {
    pub(super) place: &'static str,
    /// The byte that it begins at in the whole text.
    pub(super) start: usize,
    pub(super) text: &'t str,
}

/// The regions of a text, those of one sort after the other, the last of each sort first.
pub(super) fn regions(text: &str) -> Vec<Vec<Region<'_>>> {
    let all = vec![Region {
        place: "text",
        start: 0,
        text,
    }];
    // Most answers are short and have none of these.
    let mut found = Vec::new();
    if text.contains('<') {
        found.push(cut(text, "answer tag", &tags(text)));
    }
    if text.contains("\\boxed") || text.contains("\\fbox") {
        found.push(cut(text, "box", &boxes(text)));
    }
    if text.contains("```") || text.contains("~~~") {
        found.push(cut(text, "fence", &fences(text)));
    }
    found.push(all);
    found
}

fn cut<'t>(text: &'t str, place: &'static str, spans: &[(usize, usize)]) -> Vec<Region<'t>> {
    let last = spans.iter().rev().take(REGIONS);
    let region = |&(start, end): &(usize, usize)| Region {
        place,
        start,
        text: &text[start..end],
    };
    last.map(region).collect()
}

/// The contents of `<answer>` tags; one that is not closed goes to the end.
fn tags(text: &str) -> Vec<(usize, usize)> {
    let (mut found, mut open) = (Vec::new(), None);
    for (at, _) in text.match_indices('<') {
        let rest = &text.as_bytes()[at + 1..];
        let is = |word: &str| {
            let word = word.as_bytes();
            rest.len() >= word.len() && rest[..word.len()].eq_ignore_ascii_case(word)
        };
        if is("answer>") {
            open = Some(at + "<answer>".len());
        } else if is("/answer>")
            && let Some(start) = open.take()
        {
            found.push((start, at));
        }
    }
    found.extend(open.map(|start| (start, text.len())));
    found
}

/// The contents of `\boxed{…}`.
fn boxes(text: &str) -> Vec<(usize, usize)> {
    let (mut found, mut open) = (Vec::new(), Vec::new());
    for (at, mark) in text.match_indices(['{', '}']) {
        if mark == "{" {
            let before = text[..at].trim_end_matches(' ');
            open.push((
                before.ends_with("\\boxed") || before.ends_with("\\fbox"),
                at + 1,
            ));
        } else if let Some((true, start)) = open.pop() {
            found.push((start, at));
        }
    }
    if found.is_empty() {
        let last = open.iter().rev().find(|(is_box, _)| *is_box);
        found.extend(last.map(|&(_, start)| (start, text.len())));
    }
    found
}

/// The contents of code fences; one that is not closed goes to the end.
fn fences(text: &str) -> Vec<(usize, usize)> {
    let (mut found, mut open, mut at) = (Vec::new(), None, 0);
    for line in text.split_inclusive('\n') {
        let (start, bare) = (at, line.trim_start_matches(['>', ' ', '\t']));
        at += line.len();
        let mark = ["```", "~~~"]
            .into_iter()
            .find(|mark| bare.starts_with(mark));
        let Some(mark) = mark else { continue };
        // All on one line: ```1234```.
        let inner = &bare[mark.len()..];
        if let Some(end) = inner.find(mark).filter(|&end| end > 0) {
            let begin = start + line.len() - bare.len() + mark.len();
            found.push((begin, begin + end));
            continue;
        }
        match open.take() {
            None => open = Some(at),
            Some(begin) => found.push((begin, start)),
        }
    }
    found.extend(open.map(|begin| (begin.min(text.len()), text.len())));
    found
}

/// The cells of a puzzle, as far as reading values needs them.
#[derive(Debug)]
pub(super) struct Sheet {
    /// The number of cells.
    pub(super) count: usize,
    /// The values by their words; none where cells are cut in areas, whose names are any words.
    pub(super) values: Option<HashMap<String, Option<usize>>>,
    /// The values of single characters: 0 for none such, 1 for an empty cell, else the slot and 2.
    pub(super) letters: [u16; 128],
    /// The contents of the cells with a clue.
    pub(super) given: Vec<Option<usize>>,
    /// The cells of a row, if cells have rows and columns.
    pub(super) width: Option<usize>,
    /// Words of a solution, where it is words that are looked for.
    pub(super) words: Option<HashSet<String>>,
}

/// An answer that was found: what is in each cell.
#[derive(Debug)]
pub(super) struct Candidate {
    pub(super) contents: Vec<Option<usize>>,
    /// The words of its cells, where the sheet has words.
    pub(super) words: Vec<String>,
    /// The bytes of its region that it lies in.
    pub(super) start: usize,
    pub(super) end: usize,
}

/// All that was found in a region.
#[derive(Debug, Default)]
pub(super) struct Finds {
    /// The answers, in no order.
    pub(super) candidates: Vec<Candidate>,
    /// The end of the last grid that is no answer, and its number of cells.
    pub(super) failed: Option<(usize, usize)>,
    /// The most values that follow each other.
    pub(super) longest: usize,
}

impl Finds {
    fn fail(&mut self, end: usize, cells: usize) {
        if self.failed.is_none_or(|(last, _)| last < end) {
            self.failed = Some((end, cells));
        }
    }
}

/// The way words become values where cells are cut in areas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    /// A value is a word, or the characters of a word are values.
    Both,
    /// Each word is the name of an area.
    Words,
    /// Each character is.
    Characters,
}

impl Sheet {
    /// The answers in a region.
    pub(super) fn find(&self, text: &str) -> Finds {
        let mut finds = Finds::default();
        if self.count == 0 {
            return finds;
        }
        let manners: &[Manner] = match self.values {
            Some(_) => &[Manner::Both],
            None => &[Manner::Characters, Manner::Words],
        };
        for &manner in manners {
            let mut pass = Pass {
                sheet: self,
                manner,
                names: HashMap::new(),
                words: Vec::new(),
                is_in_row: false,
                finds: &mut finds,
            };
            pass.brackets(text);
            pass.rows(text);
        }
        if self.width.is_some() && self.words.is_none() {
            self.by_name(text, &mut finds);
        }
        finds
    }

    /// Cells that are named with their values.
    fn by_name(&self, text: &str, finds: &mut Finds) {
        let Some(width) = self.width else { return };
        let mut contents = self.given.clone();
        let mut said = vec![false; self.count];
        let (mut start, mut end, mut named) = (None, 0, 0);
        for (at, row, column, after) in places(text) {
            let rest = text[after..].trim_start_matches([' ', '"', '\'', ')', ']', '`', '*']);
            let rest = ["=", ":", "→", "->", "is "]
                .iter()
                .find_map(|mark| rest.strip_prefix(mark));
            let Some(rest) = rest else { continue };
            let rest = rest.trim_start_matches(['=', '>', ' ', '"', '\'', '`', '*']);
            let word = rest
                .find(|c: char| !c.is_alphanumeric())
                .map_or(rest, |end| &rest[..end]);
            let cell = (row.wrapping_sub(1))
                .saturating_mul(width)
                .saturating_add(column.wrapping_sub(1));
            let is_there = row > 0 && (1..=width).contains(&column) && cell < self.count;
            if let (true, Some(Some(slot))) = (is_there, self.value(word)) {
                named += usize::from(!std::mem::replace(&mut said[cell], true));
                contents[cell] = Some(slot);
                start.get_or_insert(at);
                end = text.len() - rest.len() + word.len();
            }
        }
        let open = self.given.iter().filter(|given| given.is_none()).count();
        if named > 0 && 2 * named >= open {
            finds.candidates.push(Candidate {
                contents,
                words: Vec::new(),
                start: start.unwrap_or_default(),
                end,
            });
        }
    }

    /// The value of a word.
    #[expect(clippy::option_option, reason = "a blank is read, and has no value")]
    fn value(&self, word: &str) -> Option<Option<usize>> {
        if let [byte] = *word.as_bytes() {
            let code = *self.letters.get(usize::from(byte))?;
            return (code > 0).then(|| usize::from(code).checked_sub(2));
        }
        if word == "·" || word.eq_ignore_ascii_case("null") || word == "None" {
            return Some(None);
        }
        let values = self.values.as_ref()?;
        // Words of values are short, whatever is in the text.
        values.get(word).copied()
    }
}

/// One pass over a region.
struct Pass<'p> {
    sheet: &'p Sheet,
    manner: Manner,
    /// The areas by their names, and the names of areas.
    names: HashMap<String, usize>,
    words: Vec<String>,
    /// True while lines are read, where prose may be.
    is_in_row: bool,
    finds: &'p mut Finds,
}

/// A line of values.
struct Row {
    /// The number of the first of its cells.
    first: usize,
    /// True if there is an empty line before it.
    is_after_gap: bool,
    start: usize,
    end: usize,
}

impl Pass<'_> {
    /// Adds the values of a word; false if it has none.
    fn add(&mut self, word: &str, cells: &mut Vec<Option<usize>>) -> bool {
        let bare = word.trim_matches(['*', '`']);
        let word = if bare.is_empty() { word } else { bare };
        match self.manner {
            Manner::Both => self.add_values(word, cells),
            Manner::Words => {
                let is_name =
                    word.len() <= 8 && word.bytes().all(|byte| byte.is_ascii_alphanumeric());
                // In a line of prose most words are longer.
                let is_known = self
                    .sheet
                    .words
                    .as_ref()
                    .is_some_and(|words| words.contains(word));
                let is_short = word.len() <= 2 || word.bytes().all(|byte| byte.is_ascii_digit());
                let is_name = is_known || is_name && (is_short || !self.is_in_row);
                if is_name || is_empty(word) {
                    cells.push(self.area(word));
                }
                is_name || is_empty(word)
            }
            Manner::Characters => {
                let is_value =
                    |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
                if !word.bytes().all(is_value) {
                    return false;
                }
                for at in 0..word.len() {
                    let area = self.area(&word[at..=at]);
                    cells.push(area);
                }
                true
            }
        }
    }

    fn area(&mut self, name: &str) -> Option<usize> {
        if is_empty(name) {
            return None;
        }
        if let Some(&area) = self.names.get(name) {
            return Some(area);
        }
        let next = self.names.len();
        self.names.insert(name.to_owned(), next);
        self.words.push(name.to_owned());
        Some(next)
    }

    fn add_values(&self, word: &str, cells: &mut Vec<Option<usize>>) -> bool {
        if let Some(value) = self.sheet.value(word) {
            cells.push(value);
            return true;
        }
        let before = cells.len();
        let letters = &self.sheet.letters;
        for byte in word.bytes() {
            match letters.get(usize::from(byte)) {
                Some(&code) if code > 0 => cells.push(usize::from(code).checked_sub(2)),
                _ => {
                    cells.truncate(before);
                    return false;
                }
            }
        }
        // The full stop of a sentence.
        if cells.len() - before == self.sheet.count + 1 && word.ends_with('.') {
            cells.pop();
        }
        cells.len() > before
    }

    fn candidate(&mut self, cells: &[Option<usize>], start: usize, end: usize) {
        let word = |cell: &Option<usize>| match cell {
            Some(name) => self.words[*name].clone(),
            None => "-".to_owned(),
        };
        let words = match self.sheet.words {
            Some(_) => cells.iter().map(word).collect(),
            None => Vec::new(),
        };
        self.finds.candidates.push(Candidate {
            contents: cells.to_vec(),
            words,
            start,
            end,
        });
    }

    /// Lists in brackets, and runs of values in prose: keys and labels are passed over.
    fn brackets(&mut self, text: &str) {
        let count = self.sheet.count;
        let mut cells: Vec<Option<usize>> = Vec::new();
        // Where each open bracket began: in the cells, and in the text.
        let mut open: Vec<(usize, usize)> = Vec::new();
        // The cells before this one do not belong to the run.
        let (mut run, mut run_start) = (0, 0);
        let mut has_word = false;
        for token in Tokens::new(text) {
            match token.mark {
                Mark::Open => open.push((cells.len(), token.start)),
                Mark::Close => {
                    if let Some((first, start)) = open.pop()
                        && first >= run
                        && cells.len() - first == count
                    {
                        self.candidate(&cells[first..], start, token.end);
                        // The brackets around it hold the same.
                        run = cells.len();
                        run_start = token.end;
                        has_word = false;
                    }
                }
                Mark::Key | Mark::Label => {}
                Mark::Word => {
                    if cells.len() == run {
                        run_start = token.start;
                    }
                    let before = cells.len();
                    let is_value = self.add(token.word, &mut cells)
                        || (before > run && self.add_last(token.word, &mut cells));
                    if is_value {
                        has_word = true;
                        continue;
                    }
                    if has_word && before - run == count && self.manner == Manner::Both {
                        self.candidate(&cells[run..before], run_start, token.start);
                    }
                    self.finds.longest = self.finds.longest.max(before - run);
                    cells.clear();
                    open.clear();
                    (run, has_word) = (0, false);
                }
            }
        }
        self.finds.longest = self.finds.longest.max(cells.len() - run);
        // Any words are the names of areas: then there may be nothing else.
        let is_all = run == 0 && text[..run_start.min(text.len())].trim().is_empty();
        // The full stop of a sentence.
        if cells.len() == run + count + 1
            && text.trim_end().ends_with('.')
            && cells.last() == Some(&None)
        {
            cells.pop();
        }
        if has_word && cells.len() - run == count && (self.manner == Manner::Both || is_all) {
            self.candidate(&cells[run..], run_start, text.len());
        }
    }

    /// A value with the full stop of a sentence behind it.
    fn add_last(&mut self, word: &str, cells: &mut Vec<Option<usize>>) -> bool {
        let bare = word.trim_end_matches(['.', '!']);
        bare.len() < word.len() && !bare.is_empty() && self.add(bare, cells)
    }

    /// Lines of values.
    fn rows(&mut self, text: &str) {
        self.is_in_row = true;
        let mut cells = Vec::new();
        let mut rows: Vec<Row> = Vec::new();
        let (mut at, mut is_after_gap) = (0, false);
        for line in text.split_inclusive('\n') {
            let (start, end) = (at, at + line.trim_end().len());
            at += line.len();
            if line.trim().is_empty() {
                is_after_gap = true;
                continue;
            }
            if is_rule(line) {
                continue;
            }
            let first = cells.len();
            if self.row(line, &mut cells) {
                rows.push(Row {
                    first,
                    is_after_gap,
                    start,
                    end,
                });
            } else {
                self.flush(&cells, &rows);
                cells.clear();
                rows.clear();
            }
            is_after_gap = false;
        }
        self.flush(&cells, &rows);
    }

    /// Adds the values of a line; false if it is prose.
    fn row(&mut self, line: &str, cells: &mut Vec<Option<usize>>) -> bool {
        let before = cells.len();
        let (mut skipped, mut is_over, mut is_first) = (0, false, true);
        for token in Tokens::new(line) {
            if is_over || token.mark != Mark::Word {
                continue;
            }
            // A number of a list: `1.` before more.
            let is_bullet = std::mem::replace(&mut is_first, false)
                && token.end < line.trim_end().len()
                && (is_bullet(token.word)
                    || matches!(token.word, "-" | "*" | "•") && self.starts_list(line));
            if is_bullet {
                continue;
            }
            if self.add(token.word, cells)
                || (cells.len() > before && self.add_last(token.word, cells))
            {
                continue;
            }
            let has_cells = cells.len() > before;
            if has_cells && token.word.starts_with(['#', '/', '✓', '✔', '←', '✅']) {
                is_over = true;
            } else if has_cells || skipped == 2 {
                cells.truncate(before);
                return false;
            } else {
                skipped += 1;
            }
        }
        // The full stop of a sentence.
        if skipped > 0 && line.trim_end().ends_with('.') && cells.last() == Some(&None) {
            cells.pop();
        }
        let width = cells.len() - before;
        // Any words are the names of areas: rows have to be as long as those of the board.
        let is_other =
            self.manner != Manner::Both && self.sheet.width.is_some_and(|known| known != width);
        if width == 0 || (skipped > 0 && width < 2) || is_other {
            cells.truncate(before);
            return false;
        }
        true
    }

    /// Returns true if a line with `- ` before it has more than a row of values: then it is an item of a list.
    fn starts_list(&self, line: &str) -> bool {
        let words = Tokens::new(line).filter(|token| token.mark == Mark::Word);
        let words: Vec<&str> = words.map(|token| token.word).take(3).collect();
        match (self.sheet.width, &words[..]) {
            (Some(width), [_, row]) => row.len() == width && width > 1,
            (Some(width), [_, ..]) => {
                let words = Tokens::new(line).filter(|token| token.mark == Mark::Word);
                words.take(width + 2).count() == width + 1
            }
            _ => false,
        }
    }

    /// The answers among lines that follow each other.
    fn flush(&mut self, cells: &[Option<usize>], rows: &[Row]) {
        let count = self.sheet.count;
        let Some(last) = rows.last() else { return };
        if cells.len() < count.div_ceil(2) || cells.len() == 1 {
            return;
        }
        let mut ends = vec![rows.len()];
        let gaps = (1..rows.len()).rev().filter(|&row| rows[row].is_after_gap);
        ends.extend(gaps.take(PARAGRAPHS));
        for until in ends {
            let end = rows.get(until).map_or(cells.len(), |row| row.first);
            let Some(start) = end.checked_sub(count) else {
                break;
            };
            let first = rows[..until].partition_point(|row| row.first < start);
            if first < until && rows[first].first == start {
                self.candidate(&cells[start..end], rows[first].start, rows[until - 1].end);
                return;
            }
        }
        if self.without_labels(cells, rows) {
            return;
        }
        // A value on a line of its own may be anything.
        let is_grid = rows.len() > 1 && rows[1].first - rows[0].first > 1;
        if is_grid {
            let mut tail = cells.len();
            if cells.len() > 2 * count {
                let gap = rows.iter().rev().find(|row| row.is_after_gap);
                tail -= gap.map_or(0, |row| row.first);
            }
            if 2 * tail > count {
                self.finds.fail(last.end, tail);
            }
        }
    }

    /// Rows whose first value is their number.
    fn without_labels(&mut self, cells: &[Option<usize>], rows: &[Row]) -> bool {
        let count = self.sheet.count;
        let end_of = |row: usize| rows.get(row + 1).map_or(cells.len(), |next| next.first);
        let width = cells.len() - rows[rows.len() - 1].first;
        let wanted = match width.checked_sub(1) {
            Some(bare) if bare > 0 && count.is_multiple_of(bare) => count / bare,
            _ => return false,
        };
        let Some(first) = rows.len().checked_sub(wanted) else {
            return false;
        };
        let mut found = Vec::with_capacity(count);
        for (row, begin) in rows.iter().enumerate().skip(first) {
            if end_of(row) - begin.first != width {
                return false;
            }
            found.extend_from_slice(&cells[begin.first + 1..end_of(row)]);
        }
        let (start, end) = (rows[first].start, rows[rows.len() - 1].end);
        self.candidate(&found, start, end);
        true
    }
}

/// The role of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Open,
    Close,
    /// A word with a colon or an equals sign behind it.
    Key,
    /// A word that says what follows: "row".
    Label,
    Word,
}

#[derive(Clone, Copy, Debug)]
struct Token<'t> {
    word: &'t str,
    mark: Mark,
    start: usize,
    end: usize,
}

/// The tokens of a text: brackets and words.
struct Tokens<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Tokens<'t> {
    fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }
}

/// Returns true for what stands between words: blanks, commas, quotation marks, bars and frames.
fn is_between(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            ',' | ';' | '|' | '"' | '\'' | '&' | '\\' | '\u{2500}'..='\u{257f}' | '“' | '”'
        )
}

impl<'t> Iterator for Tokens<'t> {
    type Item = Token<'t>;

    fn next(&mut self) -> Option<Token<'t>> {
        let bytes = self.text.as_bytes();
        // Blanks and letters of ASCII are most of a text.
        while let Some(&byte) = bytes.get(self.at) {
            if byte.is_ascii() {
                if !is_between(char::from(byte)) {
                    break;
                }
                self.at += 1;
                continue;
            }
            let c = self.text[self.at..].chars().next()?;
            if !is_between(c) {
                break;
            }
            self.at += c.len_utf8();
        }
        let start = self.at;
        let first = *bytes.get(start)?;
        if matches!(first, b'[' | b'{' | b'(' | b']' | b'}' | b')') {
            self.at += 1;
            let mark = if matches!(first, b'[' | b'{' | b'(') {
                Mark::Open
            } else {
                Mark::Close
            };
            return Some(Token {
                word: &self.text[start..self.at],
                mark,
                start,
                end: self.at,
            });
        }
        let rest = &self.text[start..];
        let is_end =
            |c: char| is_between(c) || matches!(c, '[' | ']' | '{' | '}' | '(' | ')' | ':' | '=');
        let length = rest
            .find(is_end)
            .unwrap_or(rest.len())
            .max(usize::from(first.is_ascii()));
        let length = if length == 0 {
            rest.chars().next()?.len_utf8()
        } else {
            length
        };
        let word = &rest[..length];
        self.at = start + length;
        let mut mark = Mark::Word;
        // A few signs may stand between a word and its colon; not more, or hostile texts would be read again and again.
        let signs = rest.as_bytes()[length..].iter().take(MOST_SIGNS);
        let is_sign = |byte: &&u8| matches!(byte, b'"' | b'\'' | b' ' | b'*' | b')' | b'`');
        let behind = &rest[length + signs.take_while(is_sign).count()..];
        let is_key = behind.starts_with([':', '=', '→']);
        if is_key {
            mark = Mark::Key;
            let skipped = rest.len() - length - behind.len();
            let sign = behind.chars().next().map_or(0, char::len_utf8);
            self.at += skipped + sign;
        } else if matches!(word, ":" | "=") {
            mark = Mark::Label;
        } else {
            let bare = word.trim_matches(['*', '#', '-', '>', '`', '_']);
            // Emphasis and bullets, which have no letter of their own.
            let is_sign = bare.is_empty() && word.len() > 1 || matches!(word, ">" | "#");
            let is_label = LABELS.iter().any(|label| bare.eq_ignore_ascii_case(label));
            let is_number = bare.len() > 1 && bare.len() < word.len() + 1 && is_numbered(bare);
            if is_sign || (is_label && bare.len() > 1) || is_number {
                mark = Mark::Label;
            }
        }
        Some(Token {
            word,
            mark,
            start,
            end: self.at,
        })
    }
}

/// Returns true for the number of a row: `R1`, `r12`.
fn is_numbered(word: &str) -> bool {
    let mut letters = word.bytes();
    matches!(letters.next(), Some(b'r' | b'R')) && letters.all(|byte| byte.is_ascii_digit())
}

/// Returns true for the number of an item of a list: `1.`, `12.`.
fn is_bullet(word: &str) -> bool {
    let digits = word.strip_suffix('.').unwrap_or_default();
    !digits.is_empty() && digits.len() < 3 && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns true for the words of an empty cell.
fn is_empty(word: &str) -> bool {
    matches!(word, "." | "_" | "-" | "?" | "*" | "·" | "null" | "None")
}

/// Returns true for a line that is only drawn: `---+---`, `|---|---|`.
fn is_rule(line: &str) -> bool {
    let line = line.trim();
    let is_drawn = |c: char| {
        matches!(
            c,
            '-' | '+' | '=' | '|' | ':' | ' ' | '_' | '\u{2500}'..='\u{257f}'
        )
    };
    let is_long = |mark: &str| line.contains(mark);
    line.chars().all(is_drawn)
        && (is_long("--") || is_long("==") || is_long("__") || line.contains(['+', '─', '═']))
}

/// Every `r1c2` and `(1, 2)` of a text: where it begins, the row, the column, where it ends.
fn places(text: &str) -> impl Iterator<Item = (usize, usize, usize, usize)> + '_ {
    let marks = text.match_indices(['r', 'R', '(']);
    marks.filter_map(|(at, mark)| {
        let bytes = text.as_bytes();
        let mut next = at + 1;
        let row = number(bytes, &mut next)?;
        if mark == "(" {
            if bytes.get(next) != Some(&b',') {
                return None;
            }
            next += 1;
            next += usize::from(bytes.get(next) == Some(&b' '));
        } else {
            if !matches!(bytes.get(next), Some(b'c' | b'C')) {
                return None;
            }
            next += 1;
        }
        let column = number(bytes, &mut next)?;
        if mark == "(" {
            if bytes.get(next) != Some(&b')') {
                return None;
            }
            next += 1;
        }
        Some((at, row, column, next))
    })
}

/// A number of at most four digits.
fn number(bytes: &[u8], at: &mut usize) -> Option<usize> {
    let digits = bytes[*at..]
        .iter()
        .take(5)
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    if digits == 0 || digits > 4 {
        return None;
    }
    let of_digit = |number: usize, byte: &u8| 10 * number + usize::from(byte - b'0');
    let found = bytes[*at..*at + digits].iter().fold(0, of_digit);
    *at += digits;
    Some(found)
}

/// The paragraphs of a region that have values of their own, the last ones first: lines that belong together,
/// without their labels, bars and brackets.
pub(super) fn paragraphs(text: &str) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let (mut at, mut open): (usize, Option<(usize, String)>) = (0, None);
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let is_end = line.trim().is_empty() || line.trim_start().starts_with("```");
        if is_end {
            found.extend(open.take());
            continue;
        }
        if is_rule(line) && !line.trim().chars().all(|c| matches!(c, '-' | ' ')) {
            continue;
        }
        let words: Vec<&str> = Tokens::new(line)
            .filter(|token| token.mark == Mark::Word)
            .map(|token| token.word)
            .collect();
        if words.is_empty() {
            continue;
        }
        let paragraph = open.get_or_insert_with(|| (start, String::new()));
        paragraph.1.push_str(&words.join(" "));
        paragraph.1.push('\n');
        if found.len() > 2 * PARAGRAPHS {
            found.drain(..PARAGRAPHS);
        }
    }
    found.extend(open);
    found.reverse();
    found.truncate(PARAGRAPHS);
    found
}

/// The number of the line at a byte, from 1.
pub(super) fn line_at(text: &str, at: usize) -> usize {
    let before = &text.as_bytes()[..at.min(text.len())];
    before.split(|&byte| byte == b'\n').count()
}
