//! A model made ready for logic: pairs lowered, lines and links at hand, and the items sorted into layers.
//!
//! A **layer** is a set of items that take at most one and that share every choice out among them,
//! so that each choice lies in exactly one: the cells of a Sudoku, the symbols of its rows, those of
//! its columns, those of its boxes; the clues of a Shikaku. Covers are looked for within one layer
//! where there are more than two of them, as people do: a base is then simply a set of covers, and
//! *k* bases with few covers between them are quickly found.
//!
//! Which choices conflict is worked out once: a row of bits for each choice in models of up to
//! [`MOST_ROWS`] choices, a list for each in larger ones of up to [`MOST_LISTED`] conflicts, and
//! beyond that the items are asked each time.

use crate::Board;
use crate::bits::{self, Bits};
use crate::items::Lists;
use crate::joined::Linked;
use crate::lines::Lined;
use crate::parity::{Counts, Crossings};
use crate::together::{Couple, couples};
use std::sync::Arc;
use tilewright_model::budget::{Budget, End, Meter};
use tilewright_model::{Choice, Demand, Derived, Item, Line, Model, Rule};

/// A model made ready: prepared once, used for any number of boards. A handle: a clone shares the prepared data, so a
/// board keeps its logic by cloning it.
#[derive(Clone, Debug)]
pub struct Logic(Arc<Prepared>);

#[derive(Debug)]
struct Prepared {
    model: Model,
    lines: Vec<Lined>,
    links: Vec<Linked>,
    /// The pairs, with the numbers of their rules.
    pairs: Vec<(usize, Rule)>,
    /// What lines and pairs say of the number of nodes that are in, for each link where they do.
    crossings: Vec<Crossings>,
    /// Lines that share several tiles.
    couples: Vec<Couple>,
    /// The lines that follow from groups and from those lines.
    derived: Vec<Derived>,
    /// The first item that says of a line that its letters differ.
    first_of_sets: u32,
    /// For each layer, the item of each choice.
    layers: Vec<Vec<Item>>,
    /// For each choice those that it conflicts with, where the model is small: `words` for each.
    rows: Option<Vec<u64>>,
    words: usize,
    /// For each choice those that it conflicts with, ascending, where the model is not too large.
    lists: Option<Lists<Choice>>,
    /// The most items that a choice lies in.
    most_items: usize,
}

/// The most choices for which conflicts are kept as bits: two megabytes.
const MOST_ROWS: usize = 4096;

/// The most conflicts that are kept in lists: 32 megabytes.
const MOST_LISTED: usize = 1 << 23;

/// The most layers that are looked for: boards of six dimensions have eight.
const MOST_LAYERS: usize = 16;

impl Logic {
    /// Makes the model ready; or the end, where the budget does not allow it.
    pub fn new(model: &Model, budget: &Budget) -> Result<Self, End> {
        let asked = model;
        let model = asked.lower_pairs(budget)?.with_letters_apart(budget)?;
        let mut meter = budget.building();
        let (lined, joined) = lines_and_links(asked, &model);
        let counts = Counts::of(asked);
        let crossings = joined
            .iter()
            .filter_map(|linked| Crossings::of(&counts, asked, &model, linked));
        let crossings = crossings.collect();
        let all: Vec<&Line> = lined.iter().map(|lined| &lined.line).collect();
        let couples = couples(&all, &model);
        let of_sets = lined.iter().filter(|lined| lined.line.as_set);
        let of_sets = of_sets.map(|lined| lined.line.language.letter_count());
        let first_of_sets = (model.item_count() - of_sets.sum::<usize>()) as u32;
        let layers = layers(&model, &mut meter)?;
        let words = model.choice_count().div_ceil(64);
        let items = model.choices().map(|choice| model.touches(choice).len());
        let most_items = items.max().unwrap_or(0);
        let mut logic = Self(Arc::new(Prepared {
            model,
            lines: lined,
            links: joined,
            pairs: pairs(asked),
            crossings,
            couples,
            derived: asked.derived_lines(budget)?.to_vec(),
            first_of_sets,
            layers,
            rows: None,
            words,
            lists: None,
            most_items,
        }));
        let is_small = logic.model().choice_count() <= MOST_ROWS;
        let rows = is_small.then(|| logic.conflict_rows());
        let lists = if is_small {
            None
        } else {
            logic.conflict_lists(&mut meter)?
        };
        let prepared = Arc::get_mut(&mut logic.0).expect("no board has it yet");
        (prepared.rows, prepared.lists) = (rows, lists);
        Ok(logic)
    }

    /// The model that steps speak of: that which was given, with items for its pairs after all others. Lines and links
    /// are still rules; in the reasons of steps they have the numbers of the model that was given.
    pub fn model(&self) -> &Model {
        &self.0.model
    }

    /// The number of the line that an item was made for, which says that its letters differ.
    pub fn line_of(&self, item: Item) -> Option<usize> {
        let mut after = self.0.first_of_sets;
        if item.0 < after {
            return None;
        }
        let mut sets = self.0.lines.iter().filter(|lined| lined.line.as_set);
        let found = sets.find(|lined| {
            after += lined.line.language.letter_count() as u32;
            item.0 < after
        });
        found.map(|lined| lined.rule)
    }

    /// The lines and links, with their numbers in the model that was given.
    pub fn rules(&self) -> impl Iterator<Item = (usize, &Rule)> {
        let numbers = self.0.lines.iter().map(|lined| lined.rule);
        let mut numbers: Vec<usize> = numbers
            .chain(self.0.links.iter().map(Linked::rule))
            .collect();
        numbers.sort_unstable();
        numbers.into_iter().zip(self.0.model.rules())
    }

    /// The rule with that number in the model that was given.
    pub fn rule(&self, number: usize) -> Option<&Rule> {
        let pairs = self.0.pairs.iter().map(|(rule, pair)| (*rule, pair));
        let mut rules = self.rules().chain(pairs);
        rules
            .find(|(rule, _)| *rule == number)
            .map(|(_, rule)| rule)
    }

    /// The board where these choices are picked and nothing else is known. Givens that exclude
    /// each other leave a board with a [contradiction](Board::contradiction).
    ///
    /// # Panics
    /// If a choice is not in the model.
    pub fn board(&self, given: &[Choice]) -> Board {
        let mut board = Board::new(self);
        for &choice in given {
            board.pick(choice);
        }
        board
    }

    /// The lines that follow from groups and from other lines, the short ones first.
    pub fn derived(&self) -> &[Derived] {
        &self.0.derived
    }

    /// Of a reason of [parity](crate::Reason::Parity): the choices that an odd number of the rules counts, ascending, and how
    /// many of the rules count an odd number.
    pub fn border(&self, link: usize, rules: &[usize]) -> (Vec<Choice>, usize) {
        let mut all = self.0.crossings.iter();
        let crossings = all.find(|crossings| crossings.link() == link);
        crossings.map_or((Vec::new(), 0), |crossings| {
            (crossings.border(rules), crossings.odd(rules))
        })
    }

    pub(crate) fn lines(&self) -> &[Lined] {
        &self.0.lines
    }

    pub(crate) fn links(&self) -> &[Linked] {
        &self.0.links
    }

    pub(crate) fn crossings(&self) -> &[Crossings] {
        &self.0.crossings
    }

    pub(crate) fn couples(&self) -> &[Couple] {
        &self.0.couples
    }

    /// Returns true if all that the model says is said by items, and of choices that are shown.
    pub(crate) fn is_of_items(&self) -> bool {
        self.0.lines.is_empty() && self.0.links.is_empty() && !self.0.model.is_projected()
    }

    /// Returns true if the picked choices of a board keep all lines and links.
    pub(crate) fn keeps_rules(&self, board: &Board) -> bool {
        let is_picked = |choice| board.is_picked(choice);
        self.0.model.rules().iter().all(|rule| match rule {
            Rule::Pair(_) => true,
            Rule::Line(line) => line.allows(&self.0.model.letters(line, |_, c| is_picked(c))),
            Rule::Link(link) => link.holds(is_picked),
        })
    }

    pub(crate) fn layers(&self) -> &[Vec<Item>] {
        &self.0.layers
    }

    /// Returns true if the item takes at most one choice.
    pub(crate) fn is_cover(&self, item: Item) -> bool {
        self.0.model.demand(item) != Demand::OneColour
    }

    /// Returns true if the item needs a choice.
    pub(crate) fn is_base(&self, item: Item) -> bool {
        self.0.model.demand(item) == Demand::ExactlyOne
    }

    fn conflict_rows(&self) -> Vec<u64> {
        let mut rows = vec![0; self.0.words * self.0.model.choice_count()];
        for choice in self.0.model.choices() {
            let row = &mut rows[choice.index() * self.0.words..][..self.0.words];
            self.for_conflicts(choice, |other| bits::set(row, other));
        }
        rows
    }

    /// The conflicts as lists; `None` where there are too many.
    fn conflict_lists(&self, meter: &mut Meter) -> Result<Option<Lists<Choice>>, End> {
        let mut lists = Lists::default();
        let mut list = Vec::new();
        // Each conflict is met once for each item at most, and most only once.
        let mut met = 0;
        for choice in self.0.model.choices() {
            list.clear();
            self.for_conflicts(choice, |other| list.push(other));
            meter.work(list.len())?;
            met += list.len();
            if met > MOST_LISTED {
                return Ok(None);
            }
            list.sort_unstable();
            list.dedup();
            lists.push(list.iter().copied());
        }
        Ok(Some(lists))
    }

    /// The most items that a choice lies in.
    pub(crate) fn most_items(&self) -> usize {
        self.0.most_items
    }

    /// Words of a bit set of choices.
    pub(crate) fn words(&self) -> usize {
        self.0.words
    }

    /// The choices that conflict with this one, where they are kept.
    #[inline]
    pub(crate) fn row(&self, choice: Choice) -> Option<&[u64]> {
        let rows = self.0.rows.as_ref()?;
        Some(&rows[choice.index() * self.0.words..][..self.0.words])
    }

    /// Returns true if two choices cannot be picked together.
    #[inline]
    pub(crate) fn are_in_conflict(&self, a: Choice, b: Choice) -> bool {
        match self.row(a) {
            Some(row) => bits::has(row, b),
            None => match &self.0.lists {
                Some(lists) => lists.get(a.index()).binary_search(&b).is_ok(),
                None => a != b && self.0.model.share_conflict(a, b),
            },
        }
    }

    /// Calls `each` for every choice among `live` that cannot be picked together with `choice`;
    /// in large models for some of them more than once. Says how much work that was.
    #[inline]
    pub(crate) fn for_live_conflicts(
        &self,
        choice: Choice,
        live: &[u64],
        mut each: impl FnMut(Choice),
    ) -> usize {
        let mut work = 1;
        if let Some(row) = self.row(choice) {
            for (at, (&row, &live)) in row.iter().zip(live).enumerate() {
                for bit in Bits(row & live) {
                    work += 1;
                    each(Choice((at * 64 + bit) as u32));
                }
            }
            return work + self.0.words / 4;
        }
        self.for_conflicts(choice, |other| {
            work += 1;
            if bits::has(live, other) {
                each(other);
            }
        });
        work
    }

    /// Calls `each` for every choice that cannot be picked together with `choice`; for some of
    /// them more than once.
    #[inline]
    pub(crate) fn for_conflicts(&self, choice: Choice, mut each: impl FnMut(Choice)) {
        if let Some(lists) = &self.0.lists {
            lists.get(choice.index()).iter().copied().for_each(each);
            return;
        }
        for &(item, colour) in self.0.model.touches(choice) {
            let is_cover = self.is_cover(item);
            for &(other, shown) in self.0.model.members(item) {
                if other != choice && (is_cover || shown != colour) {
                    each(other);
                }
            }
        }
    }
}

/// The pairs of a model, with their numbers.
fn pairs(asked: &Model) -> Vec<(usize, Rule)> {
    let numbered = asked.rules().iter().enumerate();
    let pairs = numbered.filter(|(_, rule)| matches!(rule, Rule::Pair(_)));
    pairs.map(|(number, rule)| (number, rule.clone())).collect()
}

/// The lines and links of a lowered model, with their numbers in the one that was asked about.
fn lines_and_links(asked: &Model, lowered: &Model) -> (Vec<Lined>, Vec<Linked>) {
    let (mut lined, mut joined) = (Vec::new(), Vec::new());
    for (rule, of) in asked.rules().iter().enumerate() {
        match of {
            Rule::Pair(_) => {}
            Rule::Line(line) => lined.push(Lined {
                rule,
                line: line.clone(),
            }),
            Rule::Link(link) => joined.push(Linked::new(lowered, rule, link)),
        }
    }
    (lined, joined)
}

/// Puts each item into the first layer that it shares no choice with, and keeps the layers that
/// have all choices.
fn layers(model: &Model, meter: &mut Meter) -> Result<Vec<Vec<Item>>, End> {
    const NONE: Item = Item(u32::MAX);
    let mut layers: Vec<Vec<Item>> = Vec::new();
    for item in model.items() {
        let members = model.members(item);
        if model.demand(item) == Demand::OneColour || members.is_empty() {
            continue;
        }
        meter.work(members.len() * (1 + layers.len()))?;
        let is_free = |layer: &Vec<Item>| members.iter().all(|(c, _)| layer[c.index()] == NONE);
        let at = layers.iter().position(is_free).unwrap_or(layers.len());
        if at == MOST_LAYERS {
            continue;
        }
        if at == layers.len() {
            meter.take((size_of::<Item>() * model.choice_count()) as u64)?;
            layers.push(vec![NONE; model.choice_count()]);
        }
        for &(choice, _) in members {
            layers[at][choice.index()] = item;
        }
    }
    layers.retain(|layer| !layer.contains(&NONE));
    Ok(layers)
}
