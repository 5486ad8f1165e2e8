//! Any model in the words of other programs: Knuth's exact cover and DIMACS CNF. (As a matrix of 0
//! and 1: [`Matrix`](crate::matrix::Matrix).)
//!
//! Both mean exactly the same as the model and the givens. A rule becomes items before it is written as exact cover
//! ([`Model::lower`]), and clauses as CNF ([`Clauses`]). Lines become hidden choices first: options and variables after
//! those of the puzzle's own choices. A puzzle with links is refused.

use crate::built::without_rules;
use crate::cover::Cover;
use crate::prose::joined;
use crate::{Puzzle, TooLarge, Unbuilt, Unwritable};
use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt::Write as _;
use std::io;
use tilewright_model::budget::Budget;
use tilewright_model::{Choice, Clauses, Demand, Item, Model, Names};

/// The formats that any model can be written in, each with a description in a line.
pub const FORMATS: [(&str, &str); 4] = [
    (
        "xcc",
        "any puzzle as exact cover with colours, in Knuth's format",
    ),
    (
        "matrix",
        "any puzzle as exact cover in rows of 0 and 1, those that clues rule out all 0",
    ),
    (
        "matrix-reduced",
        "the same without the rows that are all 0, each row after its number",
    ),
    ("dimacs", "any puzzle as a CNF for SAT solvers"),
];

/// A model in Knuth's exact cover format, which [`COVER`](crate::cover::COVER) reads.
///
/// Exactly-one items are primary, all others secondary. The items keep their names as far as the
/// format can say them: blanks, `:` and `|` become `_`, and a name that is taken gets a number.
/// An option is a choice, in order. Givens: a choice that shares an exactly-one item with a given
/// is left out, unless it is that given itself; so only the given is left for that item.
#[derive(Debug)]
pub struct Xcc {
    /// The model without rules.
    model: Model,
    words: Vec<String>,
    is_left_out: Vec<bool>,
}

impl Xcc {
    /// The exact cover of a model with these choices given, unless its rules, written out, exceed the budget.
    pub fn new(
        model: &Model,
        names: &dyn Names,
        givens: &[Choice],
        budget: &Budget,
    ) -> Result<Self, Unbuilt> {
        refuse_links(model, "xcc")?;
        let lowered = without_rules(model, budget)?;
        let is_exact = |item| lowered.demand(item) == Demand::ExactlyOne;
        Ok(Self {
            words: item_words(model, &lowered, names),
            is_left_out: contradicted(&lowered, givens, is_exact),
            model: lowered,
        })
    }

    /// Writes the text, which may be larger than memory.
    pub fn write(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let Self { model, words, .. } = self;
        let mut between = "";
        for wanted in [true, false] {
            for item in model.items() {
                if (model.demand(item) == Demand::ExactlyOne) != wanted {
                    continue;
                }
                write!(out, "{between}{}", words[item.index()])?;
                between = " ";
            }
            between = " | ";
        }
        writeln!(out)?;
        let is_written = |choice: &Choice| !self.is_left_out[choice.index()];
        for choice in model.choices().filter(is_written) {
            writeln!(out, "{}", joined(words_of(model, words, choice), " "))?;
        }
        Ok(())
    }
}

/// [`Xcc`] as a text.
pub fn to_xcc(
    model: &Model,
    names: &dyn Names,
    givens: &[Choice],
    budget: &Budget,
) -> Result<String, Unbuilt> {
    let mut text = Vec::new();
    let written = Xcc::new(model, names, givens, budget)?.write(&mut text);
    written.expect(TAKES_ALL);
    Ok(String::from_utf8(text).expect("all that is written is text"))
}

/// The words of a choice's option: its items, with their colours where they have any.
fn words_of<'w>(
    lowered: &'w Model,
    words: &'w [String],
    choice: Choice,
) -> impl Iterator<Item = Cow<'w, str>> {
    let touches = lowered.touches(choice).iter();
    touches.map(|&(item, colour)| match lowered.demand(item) {
        Demand::OneColour => format!("{}:{}", words[item.index()], colour.0).into(),
        _ => words[item.index()].as_str().into(),
    })
}

/// The words of each choice's option, as [`Xcc`] writes them, or as an exact cover file has them.
pub(crate) fn option_words(
    puzzle: &dyn Puzzle,
    model: &Model,
    budget: &Budget,
) -> Result<Vec<Vec<String>>, Unbuilt> {
    if let Some(cover) = puzzle.downcast::<Cover>() {
        return Ok(model.choices().map(|c| cover.option_words(c)).collect());
    }
    let lowered = without_rules(model, budget)?;
    let words = item_words(model, &lowered, puzzle);
    let choices = lowered.choices();
    let of_choice = |choice| words_of(&lowered, &words, choice).map(Cow::into_owned);
    Ok(choices.map(|choice| of_choice(choice).collect()).collect())
}

const TAKES_ALL: &str = "a string takes all that is written";

/// A word for each item of the lowered model, all different. The items that stand for rules come
/// after the model's own, and the puzzle has no names for them.
fn item_words(model: &Model, lowered: &Model, names: &dyn Names) -> Vec<String> {
    let mut taken = HashSet::new();
    let word = |item: Item| {
        let name = if item.index() < model.item_count() {
            names.item_name(item)
        } else {
            format!("rule{}", item.index() - model.item_count() + 1)
        };
        let is_odd = |c: char| c.is_whitespace() || c.is_control() || c == ':' || c == '|';
        let mut word = name.replace(is_odd, "_");
        if word.is_empty() || taken.contains(&word) {
            // Item numbers are all different, but a puzzle might name an item like that.
            write!(word, "#{}", item.0).expect(TAKES_ALL);
            while taken.contains(&word) {
                word.push('\'');
            }
        }
        taken.insert(word.clone());
        word
    };
    lowered.items().map(word).collect()
}

/// The choices that share an item that counts with a given that is another choice.
pub(crate) fn contradicted(
    model: &Model,
    givens: &[Choice],
    counts: impl Fn(Item) -> bool,
) -> Vec<bool> {
    let mut is_left_out = vec![false; model.choice_count()];
    for &given in givens {
        for &(item, _) in model.touches(given) {
            if counts(item) {
                for &(other, _) in model.members(item) {
                    is_left_out[other.index()] |= other != given;
                }
            }
        }
    }
    is_left_out
}

/// A model as a CNF: variable *c* + 1 says that choice *c* is picked, and variables after those of the choices follow from
/// them.
///
/// First a clause for each given, and for each choice that is barred, then those of the model ([`Clauses`]), and last
/// "not all of these" for each solution that is excluded. Links are not in it: [`refuse_links`] is for those who want a
/// file that says all of a puzzle.
#[derive(Debug)]
pub struct Dimacs<'m> {
    clauses: Clauses,
    givens: &'m [Choice],
    barred: &'m [Choice],
    excluded: Vec<&'m [Choice]>,
    more: Vec<&'m [i64]>,
}

impl<'m> Dimacs<'m> {
    /// The CNF of a model with these choices given; nothing is written yet.
    pub fn new(model: &Model, givens: &'m [Choice], budget: &Budget) -> Result<Self, Unbuilt> {
        let budget = &budget.apart();
        let clauses = Clauses::of(model, budget).map_err(|end| Unbuilt::of_rules(end, budget))?;
        Ok(Self {
            clauses,
            givens,
            barred: &[],
            excluded: Vec::new(),
            more: Vec::new(),
        })
    }

    /// Without these choices.
    #[must_use]
    pub fn without(self, barred: &'m [Choice]) -> Self {
        Self { barred, ..self }
    }

    /// Adds one last clause: not all choices of this solution. Another solution satisfies it, since no solution
    /// contains another: every choice belongs to a tile.
    #[must_use]
    pub fn other_than(mut self, solution: &'m [Choice]) -> Self {
        self.excluded.push(solution);
        self
    }

    /// Adds a clause after all others.
    #[must_use]
    pub fn and(mut self, clause: &'m [i64]) -> Self {
        self.more.push(clause);
        self
    }

    /// The number of variables.
    pub fn variables(&self) -> u64 {
        self.clauses.variables()
    }

    /// The number of clauses.
    pub fn clauses(&self) -> u64 {
        let more = self.givens.len() + self.barred.len() + self.excluded.len() + self.more.len();
        self.clauses.clauses().saturating_add(more as u64)
    }

    /// The number of literals in all clauses together.
    fn literals(&self) -> u64 {
        let excluded = self.excluded.iter().map(|solution| solution.len());
        let more = self.more.iter().map(|clause| clause.len()).sum::<usize>();
        let more = self.givens.len() + self.barred.len() + excluded.sum::<usize>() + more;
        self.clauses.literals().saturating_add(more as u64)
    }

    /// At most how many bytes the text takes, its header aside.
    pub fn size(&self) -> u64 {
        // A sign, the digits and a blank for each literal; `0` and a line feed for each clause.
        let literal = u64::from(self.variables().max(1).ilog10()) + 3;
        (self.literals().saturating_mul(literal))
            .saturating_add(self.clauses().saturating_mul(2))
            .saturating_add(60)
    }

    /// Writes it, the lines of `header` first as comments.
    pub fn write(&self, header: &[String], out: &mut dyn io::Write) -> io::Result<()> {
        for line in header.iter().flat_map(|text| text.split('\n')) {
            writeln!(out, "{}", format!("c {line}").trim_end())?;
        }
        writeln!(out, "p cnf {} {}", self.variables(), self.clauses())?;
        self.each_clause(&mut |clause| {
            for literal in clause {
                write!(out, "{literal} ")?;
            }
            writeln!(out, "0")
        })
    }

    /// Passes each clause in order to `each`, until that returns an error. A literal is a variable, or its negative.
    pub fn each_clause<E>(&self, each: &mut dyn FnMut(&[i64]) -> Result<(), E>) -> Result<(), E> {
        for &given in self.givens {
            each(&[variable(given)])?;
        }
        for &barred in self.barred {
            each(&[-variable(barred)])?;
        }
        self.clauses.each(&mut *each)?;
        for solution in &self.excluded {
            let clause: Vec<i64> = solution.iter().map(|&choice| -variable(choice)).collect();
            each(&clause)?;
        }
        self.more.iter().try_for_each(|clause| each(clause))
    }
}

/// Refuses a model with links in a format that cannot say them.
pub fn refuse_links(model: &Model, format: &str) -> Result<(), Unbuilt> {
    if model.links().next().is_none() {
        return Ok(());
    }
    Err(Unbuilt::Unwritable(Unwritable(format!(
        "{format} cannot say this puzzle: some of it must be connected, and clauses or an exact cover for that would be too many"
    ))))
}

/// The variable that says that a choice is picked.
fn variable(choice: Choice) -> i64 {
    i64::from(choice.0) + 1
}

/// The model as DIMACS CNF in one text (see [`Dimacs`]), unless that is more than `limit` bytes.
pub fn to_dimacs(
    model: &Model,
    givens: &[Choice],
    header: &[String],
    limit: u64,
) -> Result<String, Unbuilt> {
    refuse_links(model, "dimacs")?;
    let cnf = Dimacs::new(model, givens, &Budget::default().memory(limit))?;
    if cnf.size() > limit {
        return Err(TooLarge {
            what: format!(
                "the CNF with {} variables and {} clauses",
                cnf.variables(),
                cnf.clauses()
            ),
            needed: cnf.size(),
            allowed: limit,
        }
        .into());
    }
    let mut bytes = Vec::new();
    cnf.write(header, &mut bytes)
        .expect("a vector takes all that is written");
    Ok(String::from_utf8(bytes).expect("it was written as text"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::sync::Arc;
    use tilewright_engines::{Ask, Engine, naive::Naive, reduce::Reduce};
    use tilewright_model::{ModelBuilder, Numbered, Table};

    fn count(engine: &dyn Engine, model: &Model, givens: &[Choice]) -> u64 {
        let mut search = engine.prepare(model, &Budget::default()).unwrap();
        search.start(&Ask::given(givens));
        search.count().number.try_into().unwrap()
    }

    /// Solutions of a CNF by trying every assignment.
    fn count_models(text: &str) -> u64 {
        let mut lines = text.lines().filter(|line| !line.starts_with('c'));
        let header: Vec<&str> = lines.next().unwrap().split(' ').collect();
        let variables: u32 = header[2].parse().unwrap();
        let clauses: Vec<Vec<i32>> = lines
            .map(|line| line.split(' ').map(|word| word.parse().unwrap()).collect())
            .collect();
        assert_eq!(clauses.len().to_string(), header[3]);
        let holds = |picked: u32, literal: i32| {
            literal != 0 && (picked >> (literal.abs() - 1) & 1 == 1) == (literal > 0)
        };
        let is_model = |picked: &u32| {
            let mut all = clauses.iter();
            all.all(|clause| clause.iter().any(|&literal| holds(*picked, literal)))
        };
        (0..1u32 << variables).filter(is_model).count() as u64
    }

    #[derive(Debug, Clone)]
    struct Sketch {
        /// Sizes of the tiles, whose choices are numbered one after the other.
        tiles: Vec<u32>,
        /// Demand, and for each choice whether it belongs and with which colour.
        items: Vec<(u8, Vec<(bool, u32)>)>,
        /// Two tiles and a pattern of allowed pairs.
        rules: Vec<(usize, usize, u64)>,
        givens: Vec<u32>,
    }

    fn any_sketch() -> impl Strategy<Value = Sketch> {
        prop::collection::vec(0..4u32, 1..5)
            .prop_filter("a model needs choices", |tiles| {
                tiles.iter().sum::<u32>() > 0
            })
            .prop_flat_map(|tiles| {
                let choices = tiles.iter().sum::<u32>();
                let count = tiles.len();
                let members = prop::collection::vec((any::<bool>(), 0..3u32), choices as usize);
                (
                    Just(tiles),
                    prop::collection::vec((0..3u8, members), 0..4),
                    prop::collection::vec((0..count, 0..count, any::<u64>()), 0..3),
                    prop::collection::vec(0..choices, 0..3),
                )
            })
            .prop_map(|(tiles, items, rules, givens)| Sketch {
                tiles,
                items,
                rules,
                givens,
            })
    }

    fn build(sketch: &Sketch) -> Model {
        let choices = sketch.tiles.iter().sum();
        let mut b = ModelBuilder::new(choices);
        let mut next = 0;
        let mut tiles = Vec::new();
        for &size in &sketch.tiles {
            tiles.push(b.tile(&(next..next + size).collect::<Vec<_>>()).unwrap());
            next += size;
        }
        for (demand, members) in &sketch.items {
            let members = (0..choices)
                .zip(members)
                .filter(|(_, (belongs, _))| *belongs);
            let coloured: Vec<(u32, u32)> = members.map(|(c, (_, colour))| (c, *colour)).collect();
            let plain: Vec<u32> = coloured.iter().map(|&(c, _)| c).collect();
            match demand {
                0 => b.item(Demand::ExactlyOne, &plain).unwrap(),
                1 => b.item(Demand::AtMostOne, &plain).unwrap(),
                _ => b.one_colour(&coloured).unwrap(),
            };
        }
        for &(from, to, pattern) in &sketch.rules {
            if from != to {
                let size = |tile: usize| sketch.tiles[tile] as usize;
                let allowed = |r: usize, c: usize| pattern >> (r * 8 + c) & 1 == 1;
                let table = Table::new(size(from), size(to), allowed);
                b.pair(tiles[from], tiles[to], Arc::new(table)).unwrap();
            }
        }
        b.build().unwrap()
    }

    /// Names that all need mending.
    struct Awkward;

    impl Names for Awkward {
        fn choice_name(&self, _: Choice) -> String {
            String::new()
        }

        fn item_name(&self, item: Item) -> String {
            ["", "the 5 of row|2", "a:b", "#4", "rule1"][item.index() % 5].to_owned()
        }
    }

    proptest! {
        #[test]
        fn an_export_has_as_many_solutions(sketch in any_sketch()) {
            let model = build(&sketch);
            let givens = model.choice_ids(sketch.givens);
            let expected = count(&Naive, &model, &givens);
            for names in [&Numbered(&model) as &dyn Names, &Awkward] {
                let cover: Cover = to_xcc(&model, names, &givens, &Budget::default()).unwrap().parse().unwrap();
                let read = cover.model(&Budget::default()).unwrap();
                prop_assert_eq!(count(&Naive, &read, &[]), expected);
                prop_assert_eq!(count(&Reduce, &read, &[]), expected);
            }
            let cnf = to_dimacs(&model, &givens, &["made at random".into()], u64::MAX).unwrap();
            prop_assert_eq!(count_models(&cnf), expected);
            let cnf_of = || Dimacs::new(&model, &givens, &Budget::default()).unwrap();
            let size = cnf_of().size() + "c made at random\n".len() as u64;
            prop_assert!(cnf.len() as u64 <= size);
            let mut search = Naive.prepare(&model, &Budget::default()).unwrap();
            search.start(&Ask::given(&givens[..]));
            if let Ok(solution) = search.advance() {
                let mut text = Vec::new();
                let others = cnf_of().other_than(solution);
                others.write(&[], &mut text).unwrap();
                prop_assert_eq!(count_models(&String::from_utf8(text).unwrap()), expected - 1);
            }
        }
    }

    /// The 4×4 Sudoku: cells, and each symbol in each row, column and box.
    fn sudoku_2x2() -> Model {
        let mut b = ModelBuilder::new(64);
        let choice = |row: u32, column: u32, value: u32| (row * 4 + column) * 4 + value;
        for cell in 0..16 {
            b.tile(&(cell * 4..cell * 4 + 4).collect::<Vec<_>>())
                .unwrap();
        }
        for line in 0..4 {
            for value in 0..4 {
                let places = [
                    [0, 1, 2, 3].map(|k| (line, k)),
                    [0, 1, 2, 3].map(|k| (k, line)),
                    [0, 1, 2, 3].map(|k| (line / 2 * 2 + k / 2, line % 2 * 2 + k % 2)),
                ];
                for group in places {
                    let members = group.map(|(row, column)| choice(row, column, value));
                    b.item(Demand::ExactlyOne, &members).unwrap();
                }
            }
        }
        b.build().unwrap()
    }

    #[test]
    fn sudoku_as_clauses() {
        let model = sudoku_2x2();
        let cnf = Dimacs::new(&model, &[], &Budget::default()).unwrap();
        assert_eq!((cnf.variables(), cnf.clauses()), (64, 448));
        let givens = model.choice_ids([5]);
        let header = ["Sudoku".to_owned(), String::new()];
        let text = to_dimacs(&model, &givens, &header, u64::MAX).unwrap();
        let start = "c Sudoku\nc\np cnf 64 449\n6 0\n1 2 3 4 0\n-1 -2 0\n-1 -3 0\n";
        assert!(text.starts_with(start));
        assert_eq!(text.lines().count(), 3 + 449);
        let refused = to_dimacs(&model, &[], &[], 1000).unwrap_err().to_string();
        assert!(refused.starts_with("the CNF with 64 variables and 448 clauses needs at least"));
    }

    #[test]
    fn sudoku_as_exact_cover() {
        let model = sudoku_2x2();
        let counted = |givens: &[u32]| {
            let givens = model.choice_ids(givens.iter().copied());
            let cover: Cover = to_xcc(&model, &Numbered(&model), &givens, &Budget::default())
                .unwrap()
                .parse()
                .unwrap();
            count(&Reduce, &cover.model(&Budget::default()).unwrap(), &[])
        };
        assert_eq!(counted(&[]), 288);
        assert_eq!(counted(&[0]), 72);
        // Two values for one cell, and the same value twice in a row.
        assert_eq!(counted(&[0, 1]), 0);
        assert_eq!(counted(&[0, 4]), 0);
    }
}
