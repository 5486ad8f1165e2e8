//! Puzzles of boards whose clues follow from a solution.
//!
//! ```text
//!  structure ──▶ solution ──▶ every clue of it ──▶ one solution? ── yes ──▶ thinned
//!   `laid_out`    wishes       `planted`             │ no
//!      ▲                                             ▼
//!      └──── `varied`, or other wishes, near what differs
//! ```
//!
//! A solution that one enjoys is not the first that a search meets: that has tiny loops and empty halves. So the board
//! wishes for random choices, and each wish is granted as long as there is a solution with all that were. Most
//! questions are answered by the solution that is known already.
//!
//! Where all clues of a solution leave several, the structure or the solution is changed near the places in which two of
//! them differ, and all else is kept as far as it can be. A change stays unless it leaves more solutions.

use crate::clues::Units;
use crate::generator::{Craft, Generator, Whole};
use crate::judge::Judge;
use crate::patience::Patience;
use crate::rate::check_difficulty;
use crate::{Maker, Missed, Orders, Spec, Unable};
use std::sync::Arc;
use tilewright_engines::{Ask, Budget, End, Engine, Random, Search, auto::Auto};
use tilewright_model::Choice;
use tilewright_puzzles::{ParseError, Planted, Puzzle};

/// Nodes for a question whether a wish can be granted. Where that does not do, it is not.
const NODES_PER_WISH: u64 = 2_000;
/// Nodes for a first solution, and for all solutions of a puzzle with every clue.
const NODES_FOR_SOLUTIONS: u64 = 100_000;
/// Wishes that are asked for, and refused, before the rest is left to the search.
const MOST_REFUSALS: usize = 400;
/// Solutions that are counted: of two structures with more, none is known to be better.
const MOST_SOLUTIONS: usize = 40;
/// New wishes at once where a solution is changed.
const MOST_WISHES: u32 = 4;
/// Changes of a structure or a solution, before others are drawn.
const MOST_CHANGES: usize = 60;

/// Makes puzzles of a board whose clues follow from a solution.
pub(crate) fn of_board(board: Arc<dyn Puzzle>, spec: &Spec) -> Result<Box<dyn Maker>, Unable> {
    let family = &board.family().name;
    let what = format!("{family} puzzles are made");
    spec.refuse_all_but(Orders(&[]), &what)?;
    spec.check_clues(0, usize::MAX, "board")?;
    check_difficulty(spec, false, "puzzle of this family")?;
    let trial = planted(&*board).laid_out(&mut Random::new(0));
    trial.map_err(|error| Unable(cannot_be_made(&*board, &error)))?;
    Generator::maker(Plants { board }, spec.clone(), None)
}

struct Plants {
    board: Arc<dyn Puzzle>,
}

/// A structure, a solution on it, and the puzzle with every clue of that.
struct Drawn {
    layout: Arc<dyn Puzzle>,
    solution: Vec<Choice>,
    puzzle: Box<dyn Puzzle>,
    /// The solutions of the puzzle that were found.
    found: Vec<Vec<Choice>>,
    /// True if these are all.
    is_all: bool,
}

impl Craft for Plants {
    fn draw(
        &self,
        _: &mut Judge,
        random: &mut Random,
        budget: &Budget,
    ) -> Result<Option<Whole>, Missed> {
        let layout = planted(&*self.board).laid_out(random);
        let layout: Arc<dyn Puzzle> = layout.map_err(|error| self.missed(&error))?.into();
        let wishes = planted(&*layout).wishes(&[], random);
        let Some(mut now) = self.drawn(layout, &wishes, 1, random, budget)? else {
            return Ok(None);
        };
        for _ in 0..MOST_CHANGES {
            if now.is_unique() || budget.is_over() {
                break;
            }
            let (layout, wishes) = now.change(random);
            let next = self.drawn(layout, &wishes, usize::MAX, random, budget)?;
            if let Some(next) = next.filter(|next| next.is_no_worse_than(&now)) {
                now = next;
            }
        }
        Ok(now.whole())
    }

    /// Another draw is found sooner than a way from one to another.
    fn patience(&self) -> u32 {
        20
    }
}

impl Plants {
    /// A solution on a structure, with as many wishes granted as go together, and its clues; `None` where there is none.
    fn drawn(
        &self,
        layout: Arc<dyn Puzzle>,
        wishes: &[Choice],
        together: usize,
        random: &mut Random,
        budget: &Budget,
    ) -> Result<Option<Drawn>, Missed> {
        let Some(solution) = granted(&*layout, wishes, together, budget) else {
            return Ok(None);
        };
        let puzzle = planted(&*layout).planted(&solution, random);
        let puzzle = puzzle.map_err(|error| self.missed(&error))?;
        let Some(mut search) = search(&*puzzle, budget) else {
            return Ok(None);
        };
        let mut ask = Ask::given(puzzle.givens()).limit(MOST_SOLUTIONS as u64);
        ask.budget = budget.search(NODES_FOR_SOLUTIONS);
        search.start(&ask);
        let mut found = Vec::new();
        let end = loop {
            match search.advance() {
                Ok(solution) => found.push(solution.to_vec()),
                Err(end) => break end,
            }
        };
        Ok((!found.is_empty()).then_some(Drawn {
            layout,
            solution,
            puzzle,
            found,
            is_all: end == End::Complete,
        }))
    }

    fn missed(&self, error: &ParseError) -> Missed {
        Missed::because(cannot_be_made(&*self.board, error), End::Complete)
    }
}

impl Drawn {
    fn is_unique(&self) -> bool {
        self.is_all && self.found.len() == 1
    }

    fn is_no_worse_than(&self, other: &Self) -> bool {
        let rank = |drawn: &Self| (!drawn.is_all, drawn.found.len());
        rank(self) <= rank(other)
    }

    /// The choices of the layout in which its solution differs from another, or all where none was found.
    fn differing(&self) -> Vec<Choice> {
        let like = |found: &[Choice]| planted(&*self.layout).choices_like(&*self.puzzle, found);
        let others = self.found.iter().map(|found| like(found));
        let mut own = self.solution.clone();
        own.sort_unstable();
        let mut differing = others.filter_map(|other| {
            let differing = own.iter().filter(|choice| !other.contains(choice));
            let differing: Vec<Choice> = differing.copied().collect();
            (!differing.is_empty()).then_some(differing)
        });
        differing.next_back().unwrap_or(own)
    }

    /// Another structure near the places in which solutions differ, or else other wishes there; the rest of the solution is
    /// wished for as it is.
    fn change(&self, random: &mut Random) -> (Arc<dyn Puzzle>, Vec<Choice>) {
        let now = planted(&*self.layout);
        let near = self.differing();
        let varied = match random.below(2) {
            0 => now.varied(&near, random),
            _ => None,
        };
        if let Some(layout) = varied {
            let wishes = planted(&*layout).choices_like(&*self.layout, &self.solution);
            return (layout.into(), wishes);
        }
        let mut wishes = now.wishes(&near, random);
        let most = 1 + random.below(MOST_WISHES) as usize;
        wishes.retain(|wish| !self.solution.contains(wish));
        wishes.truncate(most);
        wishes.extend(&self.solution);
        (Arc::clone(&self.layout), wishes)
    }

    fn whole(mut self) -> Option<Whole> {
        if !self.is_unique() {
            return None;
        }
        let solution = self.found.pop()?;
        let puzzle: Arc<dyn Puzzle> = self.puzzle.into();
        let stays = planted(&*puzzle).staying();
        let units = Units::new(stays.len(), &[], |_| true, |clue| stays[clue]);
        let whole = Whole::of_puzzle(puzzle, solution, Arc::new(units), stays.len());
        // A clue that gives a tile makes another model, too.
        Some(Whole {
            givens: Vec::new(),
            ..whole
        })
    }
}

fn cannot_be_made(board: &dyn Puzzle, error: &ParseError) -> String {
    let family = &board.family().name;
    format!("{family} puzzles cannot be made: {}", error.message())
}

/// The board as one whose clues follow from a solution.
fn planted(puzzle: &dyn Puzzle) -> &dyn Planted {
    let board = puzzle.can::<dyn Planted>();
    board.expect("its family has this ability, and so have boards that are made of it")
}

fn search(puzzle: &dyn Puzzle, budget: &Budget) -> Option<Box<dyn Search>> {
    let within = budget.for_model();
    let model = puzzle.model(&within).ok()?;
    Auto.prepare(&model, &within).ok()
}

/// A solution of a board with as many wishes granted as go together, `together` of which are asked for at once.
fn granted(
    board: &dyn Puzzle,
    wishes: &[Choice],
    together: usize,
    budget: &Budget,
) -> Option<Vec<Choice>> {
    let mut granting = Granting {
        search: search(board, budget)?,
        budget,
        given: board.givens(),
        solution: Vec::new(),
        refusals: 0,
    };
    granting.solution = granting.solve(&[], NODES_FOR_SOLUTIONS)?;
    for wishes in wishes.chunks(together.max(1)) {
        granting.grant(wishes);
    }
    Some(granting.solution)
}

/// A solution that comes nearer to what one wishes.
struct Granting<'b> {
    search: Box<dyn Search>,
    budget: &'b Budget,
    /// The wishes that were granted.
    given: Vec<Choice>,
    /// A solution with all of these.
    solution: Vec<Choice>,
    refusals: usize,
}

impl Granting<'_> {
    /// Grants all of some wishes, or else those of either half.
    fn grant(&mut self, wishes: &[Choice]) {
        let has = |wish: &Choice| self.solution.binary_search(wish).is_ok();
        if wishes.iter().all(has) {
            self.given.extend(wishes);
            return;
        }
        if self.refusals == MOST_REFUSALS || self.budget.is_over() {
            return;
        }
        if let Some(solution) = self.solve(wishes, NODES_PER_WISH) {
            self.solution = solution;
            self.given.extend(wishes);
            return;
        }
        self.refusals += 1;
        if wishes.len() > 1 {
            let (one, other) = wishes.split_at(wishes.len() / 2);
            self.grant(one);
            self.grant(other);
        }
    }

    /// A solution with some wishes and all that were granted, ascending.
    fn solve(&mut self, wishes: &[Choice], nodes: u64) -> Option<Vec<Choice>> {
        let mut ask = Ask::given([&self.given, wishes].concat()).limit(1);
        ask.budget = self.budget.search(nodes);
        self.search.start(&ask);
        let mut solution = self.search.advance().ok()?.to_vec();
        solution.sort_unstable();
        Some(solution)
    }
}
