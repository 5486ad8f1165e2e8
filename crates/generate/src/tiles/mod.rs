//! Edge tiles: random maps of a tile set, and puzzles whose fixed places are as few as will do.
//!
//! | module | what it is |
//! | --- | --- |
//! | `ground` | which kinds go together, and what may stand where |
//! | `map` | random maps that follow the weights of their set |
//! | `strips` | two rows or columns of a map, drawn anew |
//! | `places` | places that a symmetry takes to each other |
//!
//! A puzzle begins as a random map with every place fixed. In a random order, halves of the board
//! first and then halves of those, places are opened as long as there is one solution. What an
//! engine does not answer within its budget is asked again with more, and stays fixed where that does
//! not do either: then the puzzle is not called minimal.

mod ground;
mod map;
mod places;
mod strips;

pub use map::map;

use crate::bounds::{
    Candidate, MUST_KNOW, difficulty, first_met, has_one_solution, own_difficulty, shown_beside,
    thin, undecided_words,
};
use crate::shikaku::shuffle;
use crate::{Limits, Made, Maker, Minimal, Missed, Unable, Wish};
use ground::Ground;
use std::ops::RangeInclusive;
use tilewright_engines::{Engine, Random, Search, auto::Auto};
use tilewright_logic as logic;
use tilewright_model::{Choice, Model};
use tilewright_puzzles::{Puzzle, tiles::Tiles};

/// Nodes that a search for a second solution may take.
const NODES: u64 = 50_000;

/// Bytes that a model may take.
const MEMORY: u64 = 4 << 30;

/// Makes puzzles on a board: with what is fixed on it already, and others as the wish says.
pub fn tiles(board: &Tiles, wish: &Wish) -> Result<Box<dyn Maker>, Unable> {
    Ok(Box::new(puzzles(board, wish)?))
}

fn puzzles(board: &Tiles, wish: &Wish) -> Result<Puzzles, Unable> {
    let refused = [
        (wish.technique.is_some(), "a technique"),
        (wish.controlled_bias, "a controlled bias"),
        (wish.largest_area.is_some(), "a largest area"),
        (wish.ones.is_some(), "a share of areas"),
    ];
    if let Some((_, what)) = refused.iter().find(|(is_asked, _)| *is_asked) {
        return Err(Unable(format!("edge tiles are made without {what}")));
    }
    let places = board.rows() * board.columns();
    if let Some(pattern) = wish.pattern.as_ref().filter(|p| p.len() != places) {
        return Err(Unable(format!(
            "a pattern of {} places for a board of {places}",
            pattern.len()
        )));
    }
    let is_impossible = |clues: &RangeInclusive<usize>| clues.is_empty() || *clues.start() > places;
    if wish.clues.as_ref().is_some_and(is_impossible) {
        return Err(Unable(format!(
            "a board of {places} places cannot have so many fixed"
        )));
    }
    let orbits = places::orbits(wish.symmetry, board.rows(), board.columns())?;
    let model = board.model(MEMORY);
    let model = model.map_err(|error| Unable(error.to_string()))?;
    let at = |place: usize| (place / board.columns(), place % board.columns());
    let is_fixed = |&place: &usize| {
        let (row, column) = at(place);
        board.kind_number_at(row, column).is_some()
    };
    Ok(Puzzles {
        ground: Ground::new(board),
        fixed: (0..places).filter(is_fixed).collect(),
        board: board.clone(),
        model,
        orbits,
        difficulty: own_difficulty(wish, "edge tiles")?,
        wish: wish.clone(),
        from: None,
    })
}

/// Makes puzzles of one that has that solution alone: each has some of its fixed places.
pub(crate) fn from(
    puzzle: &Tiles,
    solution: &[Choice],
    wish: &Wish,
) -> Result<Box<dyn Maker>, Unable> {
    let mut puzzles = puzzles(puzzle, wish)?;
    let filled = puzzle.fill(solution);
    let filled = filled.downcast::<Tiles>();
    let kind = |place: usize| {
        let (row, column) = (place / puzzle.columns(), place % puzzle.columns());
        filled.and_then(|filled| filled.kind_number_at(row, column))
    };
    let places = puzzle.rows() * puzzle.columns();
    let kinds: Option<Vec<usize>> = (0..places).map(kind).collect();
    let kinds = kinds.ok_or_else(|| Unable("not all places are known".to_owned()))?;
    let mut is_open = vec![true; places];
    for place in std::mem::take(&mut puzzles.fixed) {
        is_open[place] = false;
    }
    let is_clue = |place: &usize| !is_open[*place];
    let is_cut = |orbit: &Vec<usize>| orbit.iter().any(is_clue) && !orbit.iter().all(is_clue);
    if puzzles.orbits.iter().any(is_cut) {
        return Err(Unable(
            "the fixed places of the puzzle do not have that symmetry".to_owned(),
        ));
    }
    puzzles.orbits.retain(|orbit| orbit.iter().all(is_clue));
    puzzles.from = Some(Start { kinds, is_open });
    Ok(Box::new(puzzles))
}

/// A puzzle to begin with.
#[derive(Debug)]
struct Start {
    /// What stands on each place in its solution.
    kinds: Vec<usize>,
    is_open: Vec<bool>,
}

#[derive(Debug)]
struct Puzzles {
    board: Tiles,
    ground: Ground,
    model: Model,
    /// Places that are fixed whatever the wish.
    fixed: Vec<usize>,
    orbits: Vec<Vec<usize>>,
    difficulty: Option<RangeInclusive<f64>>,
    wish: Wish,
    /// The puzzle whose clues are thinned, where it is not a random map.
    from: Option<Start>,
}

/// A puzzle on its way.
struct Thinning {
    search: Box<dyn Search>,
    /// For each place its choice in the solution.
    solution: Vec<Choice>,
    is_open: Vec<bool>,
    fixed: usize,
    /// The groups of places of which it is not known whether they could be opened.
    undecided: usize,
    /// Whether places were fixed again after all had been tried.
    is_closed_again: bool,
}

impl Maker for Puzzles {
    fn make(&self, seed: u64, limits: &Limits) -> Result<Made, Missed> {
        first_met(seed, limits, "no puzzle was found", |seed| {
            self.attempt(seed, limits).map(Some)
        })
    }
}

impl Puzzles {
    fn attempt(&self, seed: u64, limits: &Limits) -> Result<Candidate, Missed> {
        let mut random = Random::new(seed);
        let all = self.all_kinds(&mut random, limits)?;
        let solution = self.board.with_kinds(&all).givens();
        let search = Auto.prepare(&self.model).map_err(|error| Missed {
            why: error.to_string(),
            nearest: None,
        })?;
        let from = self.from.as_ref();
        let is_open = from.map_or_else(|| vec![false; solution.len()], |from| from.is_open.clone());
        let mut thinning = Thinning {
            search,
            fixed: is_open.iter().filter(|is_open| !**is_open).count(),
            is_open,
            undecided: 0,
            is_closed_again: false,
            solution,
        };
        self.thin(&mut thinning, &mut random, limits);
        let kept: Vec<_> = (all.iter().zip(&thinning.is_open))
            .map(|(kind, is_open)| kind.filter(|_| !is_open))
            .collect();
        let (distance, why) = self.misses(&mut thinning, limits);
        let puzzle = Box::new(self.board.with_kinds(&kept));
        let mut made = Made::new(puzzle, thinning.solution.clone());
        made.are_sets = self.are_sets();
        let is_thinned = self.difficulty.is_none() && !self.wish.no_search;
        if self.wish.minimal.is_asked() || (is_thinned && self.wish.clues.is_none()) {
            made.undecided = thinning.undecided;
            made.is_cut = thinning.undecided > 0 && limits.up().is_some();
        }
        if self.wish.minimal.is_asked() && distance == 0.0 {
            made.minimal = if self.are_sets() && self.wish.minimal == Minimal::Sets {
                Minimal::Sets
            } else {
                Minimal::Clues
            };
            let choices = |set: Vec<usize>| set.iter().map(|&p| thinning.solution[p]).collect();
            made.sets = self.asked_for(&thinning).into_iter().map(choices).collect();
        }
        Ok(Candidate {
            made,
            distance,
            why,
        })
    }

    /// What stands on each place of the solution.
    fn all_kinds(
        &self,
        random: &mut Random,
        limits: &Limits,
    ) -> Result<Vec<Option<usize>>, Missed> {
        if let Some(from) = &self.from {
            return Ok(from.kinds.iter().copied().map(Some).collect());
        }
        let kinds = map::draw(&self.board, &self.ground, random.bits(), limits)?;
        Ok(kinds.iter().map(|&kind| Some(kind.into())).collect())
    }

    /// Whether some places are only opened together.
    fn are_sets(&self) -> bool {
        self.orbits.iter().any(|orbit| orbit.len() > 1)
    }

    /// The fixed places that a minimal puzzle is asked for, those together that go together. What is
    /// fixed in any case is not asked for.
    fn asked_for(&self, thinning: &Thinning) -> Vec<Vec<usize>> {
        let is_fixed = |orbit: &&Vec<usize>| !thinning.is_open[orbit[0]];
        let orbits = self.orbits.iter().filter(is_fixed);
        if self.wish.minimal == Minimal::Clues {
            let places = orbits.flatten().filter(|place| !self.is_kept(**place));
            return places.map(|&place| vec![place]).collect();
        }
        let is_free = |orbit: &&Vec<usize>| !orbit.iter().any(|place| self.is_kept(*place));
        orbits.filter(is_free).cloned().collect()
    }

    /// Opens places as long as there is one solution and the wish allows; then closes some again where
    /// logic alone is to do, or it is too hard.
    fn thin(&self, thinning: &mut Thinning, random: &mut Random, limits: &Limits) {
        let pattern = self.wish.pattern.as_ref();
        let must_go = |orbit: &Vec<usize>| {
            pattern.is_some_and(|pattern| orbit.iter().any(|&place| !pattern[place]))
        };
        let stays = |orbit: &&Vec<usize>| !orbit.iter().any(|place| self.is_kept(*place));
        let mut orbits: Vec<&Vec<usize>> = self.orbits.iter().filter(stays).collect();
        shuffle(&mut orbits, random);
        let (first, then): (Vec<_>, Vec<_>) = orbits.into_iter().partition(|orbit| must_go(orbit));
        // A minimal puzzle has as many as it has.
        let clues = self.wish.clues.as_ref();
        let clues = clues.filter(|_| !self.wish.minimal.is_asked());
        let fewest = clues.map_or(0, |clues| *clues.end());
        let rounds = if self.wish.minimal.is_asked() {
            MUST_KNOW
        } else {
            0
        };
        for (orbits, fewest) in [(first, 0), (then, fewest)] {
            let unanswered = thin(&orbits, (NODES, rounds), &mut |some, nodes| {
                thinning.open(some, fewest, nodes, limits)
            });
            thinning.undecided += unanswered.len();
        }
        if self.wish.no_search {
            self.close_for_logic(thinning, random, limits);
        }
        if let Some(range) = &self.difficulty {
            self.close_for_ease(thinning, *range.end(), random, limits);
        }
    }

    fn is_kept(&self, place: usize) -> bool {
        self.fixed.binary_search(&place).is_ok()
    }

    /// Fixes places that logic does not find, until it finds all.
    fn close_for_logic(&self, thinning: &mut Thinning, random: &mut Random, limits: &Limits) {
        let settings = logic::Settings {
            hardest: crate::bounds::HARDEST_LOGIC,
            ..logic::Settings::default()
        };
        let logic = logic::Logic::new(&self.model);
        while limits.up().is_none() {
            let board = logic.board(&thinning.given());
            let explanation = board.explain_with(&settings, &limits.work());
            let logic::End::Stuck { undecided } = explanation.end else {
                return;
            };
            let is_undecided = |&place: &usize| {
                let choice = thinning.solution[place];
                thinning.is_open[place] && undecided.binary_search(&choice).is_ok()
            };
            let places = (0..thinning.solution.len()).filter(is_undecided);
            if !self.close_one(&places.collect::<Vec<_>>(), thinning, random) {
                return;
            }
        }
    }

    /// Fixes places until the puzzle is easy enough.
    fn close_for_ease(
        &self,
        thinning: &mut Thinning,
        hardest: f64,
        random: &mut Random,
        limits: &Limits,
    ) {
        while limits.up().is_none() {
            let given = thinning.given();
            let hard = difficulty(&self.model, &given, self.wish.no_search, limits);
            if hard.is_some_and(|hard| hard <= hardest) {
                return;
            }
            let open = (0..thinning.solution.len()).filter(|&place| thinning.is_open[place]);
            if !self.close_one(&open.collect::<Vec<_>>(), thinning, random) {
                return;
            }
        }
    }

    /// Fixes one of these places, and with it those of its group; whether there was any. None where
    /// the pattern does not let it.
    fn close_one(&self, places: &[usize], thinning: &mut Thinning, random: &mut Random) -> bool {
        let pattern = self.wish.pattern.as_ref();
        let may = |orbit: &&Vec<usize>| {
            let may_all = |pattern: &Vec<bool>| orbit.iter().all(|&place| pattern[place]);
            orbit
                .iter()
                .any(|place| places.binary_search(place).is_ok())
                && pattern.is_none_or(may_all)
        };
        let orbits: Vec<&Vec<usize>> = self.orbits.iter().filter(may).collect();
        if orbits.is_empty() {
            return false;
        }
        let orbit = orbits[random.below(orbits.len() as u32) as usize];
        for &place in orbit {
            if std::mem::replace(&mut thinning.is_open[place], false) {
                thinning.fixed += 1;
            }
        }
        thinning.is_closed_again = true;
        true
    }

    /// How far a puzzle is from the wish, and in what.
    fn misses(&self, thinning: &mut Thinning, limits: &Limits) -> (f64, String) {
        let fixed = thinning.fixed;
        let outside = |pattern: &Vec<bool>| {
            let places = 0..pattern.len();
            let wrong = |place: &usize| {
                !pattern[*place] && !thinning.is_open[*place] && !self.is_kept(*place)
            };
            places.filter(wrong).count()
        };
        let outside = self.wish.pattern.as_ref().map_or(0, outside);
        if outside > 0 {
            let why = format!("{outside} fixed places lie outside the pattern");
            return (1000.0 + f64::from(outside as u32), why);
        }
        if let Some(range) = self.wish.clues.as_ref().filter(|r| !r.contains(&fixed)) {
            let distance = fixed
                .abs_diff(*range.start())
                .min(fixed.abs_diff(*range.end()));
            let why = format!("{fixed} fixed places were the nearest");
            return (100.0 + f64::from(distance as u32), why);
        }
        if limits.is_stopped() {
            return (1.0, "more places might be opened".into());
        }
        if self.wish.minimal.is_asked() {
            let loose = self.ask_again(thinning, limits);
            if loose > 0 {
                let why = format!("{loose} of the fixed places could be opened");
                return (1.0 + f64::from(loose as u32), why);
            }
            if thinning.undecided > 0 {
                let is_symmetric = self.are_sets() && self.wish.minimal == Minimal::Sets;
                let words = undecided_words(thinning.undecided, is_symmetric);
                return (1.0, format!("the nearest is {words}"));
            }
        }
        if self.difficulty.is_none() && !self.wish.no_search {
            return (0.0, String::new());
        }
        let given = thinning.given();
        let Some(hard) = difficulty(&self.model, &given, self.wish.no_search, limits) else {
            return (50.0, "logic does not solve it".into());
        };
        let Some(range) = &self.difficulty else {
            return (0.0, String::new());
        };
        let distance = (range.start() - hard).max(hard - range.end()).max(0.0);
        (
            distance,
            format!(
                "a difficulty of {} was the nearest",
                shown_beside(hard, range)
            ),
        )
    }

    /// How many places, or groups of them, could be opened, where that is not known from opening them
    /// one after the other: groups went together, and places may have been fixed again.
    fn ask_again(&self, thinning: &mut Thinning, limits: &Limits) -> usize {
        let is_about_clues = self.wish.minimal == Minimal::Clues && self.are_sets();
        if !is_about_clues && !thinning.is_closed_again {
            return 0;
        }
        let asked: Vec<Vec<usize>> = self.asked_for(thinning);
        let mut loose = 0;
        thinning.undecided = 0;
        for places in asked {
            for &place in &places {
                thinning.is_open[place] = true;
            }
            let one = thinning.has_one_solution(NODES, limits);
            for &place in &places {
                thinning.is_open[place] = false;
            }
            match one {
                Some(true) => loose += 1,
                Some(false) => {}
                None => thinning.undecided += 1,
            }
        }
        loose
    }
}

impl Thinning {
    fn given(&self) -> Vec<Choice> {
        let places = self.solution.iter().zip(&self.is_open);
        let fixed = places.filter(|(_, is_open)| !**is_open);
        fixed.map(|(choice, _)| *choice).collect()
    }

    /// Opens these groups if at least that many places stay fixed and there is one solution; whether
    /// that was so, where it was found out.
    fn open(
        &mut self,
        orbits: &[&Vec<usize>],
        fewest: usize,
        nodes: u64,
        limits: &Limits,
    ) -> Option<bool> {
        let places = || orbits.iter().flat_map(|orbit| orbit.iter().copied());
        let number = places().count();
        if self.fixed - number < fewest {
            return Some(false);
        }
        if limits.up().is_some() {
            return None;
        }
        places().for_each(|place| self.is_open[place] = true);
        let one = self.has_one_solution(nodes, limits);
        if one == Some(true) {
            self.fixed -= number;
        } else {
            places().for_each(|place| self.is_open[place] = false);
        }
        one
    }

    fn has_one_solution(&mut self, nodes: u64, limits: &Limits) -> Option<bool> {
        let given = self.given();
        has_one_solution(&mut *self.search, given, limits.nodes(nodes))
    }
}
