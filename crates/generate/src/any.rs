//! Thins whatever has clues: the general loop, for families without a maker of their own and for
//! puzzles that one has.
//!
//! It knows no more of a puzzle than [`Puzzle`] tells: its clues by their numbers, the puzzle without
//! some of them, and its model. Clues are tried in a random order, halves first and then halves of
//! those; what goes leaves one solution. Where a puzzle without a clue has another model (a Shikaku
//! with a `?` more), that is asked.
//!
//! Puzzles of a **rules file** begin as a random solution of the rules, with everything given. Which
//! solution comes is the search's order shuffled by the seed: not uniform. What the file itself
//! gives stays.

use crate::bounds::{
    Candidate, MUST_KNOW, difficulty, first_met, has_one_solution, own_difficulty, shown_beside,
    thin, undecided_words,
};
use crate::shikaku::shuffle;
use crate::{Limits, Made, Maker, Minimal, Missed, Symmetry, Unable, Wish};
use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::Arc;
use tilewright_engines::{Ask, End, Engine, Random, Search, auto::Auto};
use tilewright_model::{Choice, Model};
use tilewright_puzzles::Puzzle;
use tilewright_puzzles::rules::Rules;

/// Nodes that a search for a second solution may take.
const NODES: u64 = 50_000;
/// Nodes for a random solution of rules, where there is no deadline.
const NODES_FOR_SOLUTION: u64 = 50_000_000;
/// Bytes that a model may take.
const MEMORY: u64 = 2 << 30;

/// Makes puzzles of one that has that solution alone: each has some of its clues.
pub(crate) fn from(
    puzzle: Arc<dyn Puzzle>,
    solution: Vec<Choice>,
    wish: &Wish,
) -> Result<Box<dyn Maker>, Unable> {
    let clues = puzzle.thinner().len();
    if clues == 0 {
        return Err(Unable(
            "this puzzle has no clues that could be taken away".to_owned(),
        ));
    }
    check_clues(wish, clues)?;
    let start = Start::Puzzle(puzzle, solution);
    Ok(Box::new(Thinned::new(start, wish)?))
}

/// Makes puzzles of a rules file.
pub(crate) fn rules(rules: &Rules, wish: &Wish) -> Result<Box<dyn Maker>, Unable> {
    let model = rules.model(MEMORY);
    let model = model.map_err(|error| Unable(error.to_string()))?;
    let start = Start::Rules(rules.clone(), model);
    Ok(Box::new(Thinned::new(start, wish)?))
}

fn check_clues(wish: &Wish, clues: usize) -> Result<(), Unable> {
    match &wish.clues {
        Some(range) if range.is_empty() || *range.start() > clues => Err(Unable(format!(
            "the puzzle has {clues} clues, so none that is made of it has {} or more",
            range.start()
        ))),
        _ => Ok(()),
    }
}

/// What it begins with.
enum Start {
    /// A puzzle and its solution.
    Puzzle(Arc<dyn Puzzle>, Vec<Choice>),
    /// Rules, of which a solution is drawn.
    Rules(Rules, Model),
}

struct Thinned {
    start: Start,
    clues: Option<RangeInclusive<usize>>,
    is_minimal: bool,
    difficulty: Option<RangeInclusive<f64>>,
    no_search: bool,
}

/// A puzzle whose clues are taken away.
struct Clues<'p> {
    puzzle: &'p dyn Puzzle,
    model: &'p Model,
    search: Box<dyn Search + 'p>,
    gone: Vec<usize>,
    /// So many clues may go.
    most: usize,
}

impl Thinned {
    fn new(start: Start, wish: &Wish) -> Result<Self, Unable> {
        let refused = [
            (wish.symmetry != Symmetry::None, "a symmetry"),
            (wish.pattern.is_some(), "a pattern"),
            (wish.technique.is_some(), "a technique"),
            (wish.controlled_bias, "a controlled bias"),
            (wish.largest_area.is_some(), "a largest area"),
            (wish.ones.is_some(), "a share of areas"),
        ];
        let what = match &start {
            Start::Puzzle(puzzle, _) => format!("{} puzzles that are given", puzzle.family().name),
            Start::Rules(..) => "puzzles of a rules file".to_owned(),
        };
        if let Some((_, wish)) = refused.iter().find(|(is_asked, _)| *is_asked) {
            return Err(Unable(format!("{what} are thinned without {wish}")));
        }
        Ok(Self {
            start,
            clues: wish.clues.clone(),
            is_minimal: wish.minimal.is_asked(),
            difficulty: own_difficulty(wish, &what)?,
            no_search: wish.no_search,
        })
    }
}

impl Maker for Thinned {
    fn make(&self, seed: u64, limits: &Limits) -> Result<Made, Missed> {
        first_met(seed, limits, "no puzzle was found", |seed| {
            self.attempt(&mut Random::new(seed), limits).map(Some)
        })
    }
}

impl Thinned {
    fn attempt(&self, random: &mut Random, limits: &Limits) -> Result<Candidate, Missed> {
        match &self.start {
            Start::Puzzle(puzzle, solution) => {
                self.thinned(&**puzzle, solution.clone(), &HashSet::new(), random, limits)
            }
            Start::Rules(rules, model) => {
                let solution = some_solution(rules, model, random, limits)?;
                let puzzle = rules.with_givens(solution.clone());
                let kept = rules.thinner().into_iter().map(|(name, _)| name).collect();
                self.thinned(&puzzle, solution, &kept, random, limits)
            }
        }
    }

    /// What is left of a puzzle that has that solution alone. Clues of these names stay.
    fn thinned(
        &self,
        puzzle: &dyn Puzzle,
        solution: Vec<Choice>,
        kept: &HashSet<String>,
        random: &mut Random,
        limits: &Limits,
    ) -> Result<Candidate, Missed> {
        let names: Vec<String> = puzzle.thinner().into_iter().map(|(name, _)| name).collect();
        let is_free = |clue: &usize| !kept.contains(&names[*clue]);
        let mut order: Vec<usize> = (0..names.len()).filter(is_free).collect();
        shuffle(&mut order, random);
        let missed = |why: String| Missed { why, nearest: None };
        let model = puzzle.model(MEMORY);
        let model = model.map_err(|error| missed(error.to_string()))?;
        let mut clues = Clues {
            puzzle,
            model: &model,
            search: Auto.prepare(&model).map_err(|no| missed(no.to_string()))?,
            gone: Vec::new(),
            most: names.len() - self.floor(names.len(), random),
        };
        let rounds = if self.is_minimal { MUST_KNOW } else { 0 };
        let unanswered = thin(&order, (NODES, rounds), &mut |some, nodes| {
            clues.take(some, nodes, limits)
        });
        let thinner = puzzle.without(&clues.gone);
        let left = names.len() - clues.gone.len();
        let (distance, why) = self.misses(&*thinner, left, unanswered.len(), limits);
        let mut made = Made::new(thinner, solution);
        if self.is_minimal || (self.clues.is_none() && self.difficulty.is_none()) {
            made.undecided = unanswered.len();
            made.is_cut = !unanswered.is_empty() && limits.up().is_some();
        }
        if self.is_minimal && unanswered.is_empty() {
            made.minimal = Minimal::Clues;
            made.sets = asked_for(&*made.puzzle, kept);
        }
        Ok(Candidate {
            made,
            distance,
            why,
        })
    }

    /// Down to how many clues to go: where any number of a range would do, a random one of them.
    fn floor(&self, clues: usize, random: &mut Random) -> usize {
        match &self.clues {
            Some(range) if !self.is_minimal => {
                let most = (*range.end()).min(clues);
                let spread = most.saturating_sub(*range.start()) + 1;
                (range.start() + random.below(spread as u32) as usize).min(clues)
            }
            _ => 0,
        }
    }

    /// How far a puzzle is from the wish, and in what.
    fn misses(
        &self,
        puzzle: &dyn Puzzle,
        left: usize,
        undecided: usize,
        limits: &Limits,
    ) -> (f64, String) {
        if let Some(range) = self.clues.as_ref().filter(|range| !range.contains(&left)) {
            let distance = left
                .abs_diff(*range.start())
                .min(left.abs_diff(*range.end()));
            let why = format!("{left} clues were the nearest");
            return (100.0 + f64::from(distance as u32), why);
        }
        if limits.is_stopped() {
            return (1.0, "more clues might go".to_owned());
        }
        if self.is_minimal && undecided > 0 {
            let words = undecided_words(undecided, false);
            return (1.0, format!("the nearest is {words}"));
        }
        if self.difficulty.is_none() && !self.no_search {
            return (0.0, String::new());
        }
        let model = puzzle.model(MEMORY).ok();
        let hard =
            model.and_then(|model| difficulty(&model, &puzzle.givens(), self.no_search, limits));
        let Some(hard) = hard else {
            return (50.0, "logic does not solve it".to_owned());
        };
        let Some(range) = &self.difficulty else {
            return (0.0, String::new());
        };
        let distance = (range.start() - hard).max(hard - range.end()).max(0.0);
        let shown = shown_beside(hard, range);
        (distance, format!("a difficulty of {shown} was the nearest"))
    }
}

impl Clues<'_> {
    /// Takes these clues away if there is one solution without them; whether that was so, where it
    /// was found out.
    fn take(&mut self, some: &[usize], nodes: u64, limits: &Limits) -> Option<bool> {
        if self.gone.len() + some.len() > self.most {
            return Some(false);
        }
        if limits.up().is_some() {
            return None;
        }
        let gone = [&self.gone, some].concat();
        let thinner = self.puzzle.without(&gone);
        let model = thinner.model(MEMORY).ok()?;
        let budget = limits.nodes(nodes);
        let given = thinner.givens();
        let one = if model == *self.model {
            has_one_solution(&mut *self.search, given, budget)
        } else {
            let mut search = Auto.prepare(&model).ok()?;
            has_one_solution(&mut *search, given, budget)
        };
        if one == Some(true) {
            self.gone = gone;
        }
        one
    }
}

/// The givens of each clue that was asked for, where some were not.
fn asked_for(puzzle: &dyn Puzzle, kept: &HashSet<String>) -> Vec<Vec<Choice>> {
    if kept.is_empty() {
        return Vec::new();
    }
    let all = puzzle.givens();
    let asked = puzzle.thinner().into_iter();
    let asked = asked.filter(|(name, _)| !kept.contains(name));
    asked
        .map(|(_, thinner)| {
            let left: HashSet<Choice> = thinner.givens().into_iter().collect();
            let gone = all.iter().filter(|choice| !left.contains(choice));
            gone.copied().collect()
        })
        .collect()
}

/// A solution of rules with what they give, by a search in a random order.
fn some_solution(
    rules: &Rules,
    model: &Model,
    random: &mut Random,
    limits: &Limits,
) -> Result<Vec<Choice>, Missed> {
    let missed = |why: String| Missed { why, nearest: None };
    let mut search = Auto.prepare(model).map_err(|no| missed(no.to_string()))?;
    let mut ask = Ask::given(rules.givens()).limit(1).seed(random.bits());
    ask.budget = limits.nodes(NODES_FOR_SOLUTION);
    if limits.deadline.is_some() {
        ask.budget.nodes = None;
    }
    search.start(&ask);
    match search.advance() {
        Ok(solution) => Ok(solution.to_vec()),
        Err(End::Complete) => Err(missed("the rules have no solution".to_owned())),
        Err(end) => Err(missed(format!("no solution of the rules was found: {end}"))),
    }
}
