//! The uniqueness of clues' solutions: by the quickest engine for the board.
//!
//! The classic 9×9 is asked in bulk, as many boards at once as there are, and always answers. Any
//! other board is asked one question after the other: first the engine that
//! [`auto`](tilewright_engines::auto) takes, which is quickest where the clues leave little open, then
//! [`sat`](tilewright_engines::sat), which answers where a search stalls. Where a clue that goes leaves
//! another model (a Shikaku with a `?` more), that is prepared for the question.
//!
//! **Budgets** are nodes, never time, so that a question has the same answer on every machine. Each
//! tile that the clues force is a node, so both searches have a node for each tile and some more. A
//! question without an answer can be asked again after [`Judge::look_longer`]: it has ten times the
//! effort then. All that this takes for a puzzle has an [allowance](Judge::begin).

use crate::clues::ClueSet;
use crate::patience::Patience;
use tilewright_engines::bulk::{Bulk, BulkAnswers};
use tilewright_engines::{Ask, Budget, Declined, End, Engine, Search, auto::Auto, sat::Sat};
use tilewright_model::{Choice, Model, heap};
use tilewright_puzzles::Puzzle;

/// Conflicts of `sat` for a question that is asked for the first time.
const CONFLICTS: u64 = 300;
/// The factor of its nodes when it is asked again.
const LONGER: u64 = 10;
/// Handing over clauses of this many pairs of choices to `sat` takes as long as a conflict.
const PAIRS_PER_CONFLICT: usize = 64;
/// Bytes that `sat` may take.
const LEARNER_MEMORY: u64 = 96 << 20;
/// Nodes for a question about a model of its own.
const NODES_OF_ITS_OWN: u64 = 100_000;
/// This many nodes take as long as a conflict.
const NODES_PER_CONFLICT: u64 = 100;

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The clues have one solution.
    One,
    /// They have several: the clues that another does not have, if one was met.
    Several(Option<ClueSet>),
    /// The budget did not do.
    Unknown,
}

/// True if some of a puzzle's clues are enough.
pub(crate) struct Question<'q> {
    /// The choice that each clue gives; empty if that is not one choice each.
    pub(crate) givens: &'q [Choice],
    /// The puzzle with all clues, where they are more than givens.
    pub(crate) puzzle: Option<&'q dyn Puzzle>,
    /// The number of clues.
    pub(crate) count: usize,
    /// Those that are left.
    pub(crate) clues: &'q ClueSet,
    /// The clue without which it was unique the last time, where that is known.
    pub(crate) without: Option<u32>,
}

/// A puzzle on its way, which asks.
pub(crate) trait Asker {
    /// Its next question, if it has one.
    fn question(&mut self) -> Option<Question<'_>>;

    /// The answer to it.
    fn told(&mut self, verdict: &Verdict);
}

/// Answers questions about the puzzles of one maker.
pub(crate) struct Judge {
    /// Nodes for a question that is neither answered in bulk nor about a model of its own.
    pub(crate) nodes: u64,
    /// Conflicts of `sat` for a question.
    conflicts: u64,
    /// Conflicts that may still be taken.
    allowance: u64,
    kind: Kind,
}

enum Kind {
    Nine {
        bulk: Box<dyn Bulk>,
        rows: Vec<u8>,
        answers: BulkAnswers,
    },
    Any {
        model: Model,
        search: Box<dyn Search>,
        /// Prepared when a search stalls.
        learner: Option<Box<dyn Search>>,
    },
    /// Each question has its own model.
    Each,
}

impl Judge {
    /// A judge of puzzles that share a model, or each have their own.
    pub(crate) fn new(model: Option<&Model>, is_classic: bool) -> Result<Self, Declined> {
        let bulk = model.filter(|_| is_classic).and_then(|m| Auto.bulk(m));
        let kind = match (bulk, model) {
            (Some(bulk), _) => Kind::Nine {
                bulk,
                rows: Vec::new(),
                answers: BulkAnswers::default(),
            },
            (None, Some(model)) => Kind::Any {
                search: Auto.prepare(model, &Budget::default().for_model())?,
                model: model.clone(),
                learner: None,
            },
            (None, None) => Kind::Each,
        };
        Ok(Self {
            nodes: model.map_or(NODES_OF_ITS_OWN, |model| usual_nodes(model.tiles().len())),
            conflicts: CONFLICTS,
            allowance: 0,
            kind,
        })
    }

    /// Begins a puzzle: questions that are asked again may take `allowance` conflicts in all.
    pub(crate) fn begin(&mut self, allowance: u64) {
        self.conflicts = CONFLICTS;
        self.allowance = allowance;
    }

    /// Returns true if questions may be asked again, with more effort each.
    pub(crate) fn look_longer(&mut self) -> bool {
        if self.is_spent() || self.is_in_bulk() {
            return false;
        }
        self.conflicts = self.conflicts.saturating_mul(LONGER);
        true
    }

    /// From now on questions are asked for the first time again.
    pub(crate) fn look_as_usual(&mut self) {
        self.conflicts = CONFLICTS;
    }

    /// Returns true if the allowance is used up.
    pub(crate) fn is_spent(&self) -> bool {
        self.allowance == 0
    }

    /// Returns true if many questions at once are quicker than one after the other.
    pub(crate) fn is_in_bulk(&self) -> bool {
        matches!(self.kind, Kind::Nine { .. })
    }

    /// Answers one question.
    pub(crate) fn ask(&mut self, question: &Question<'_>, budget: &Budget) -> Verdict {
        let mut answer = Verdict::Unknown;
        self.ask_many([question], budget, |_, verdict| answer = verdict);
        answer
    }

    /// Answers many questions: calls with the number of each and its answer.
    pub(crate) fn ask_many<'q, 'f: 'q>(
        &mut self,
        questions: impl IntoIterator<Item = &'q Question<'f>> + Clone,
        budget: &Budget,
        mut answered: impl FnMut(usize, Verdict),
    ) {
        let Kind::Nine {
            bulk,
            rows,
            answers,
        } = &mut self.kind
        else {
            for (number, question) in questions.into_iter().enumerate() {
                let verdict = match question.puzzle {
                    Some(puzzle) => self.ask_puzzle(puzzle, question, budget),
                    None => self.ask_any(question, budget),
                };
                answered(number, verdict);
            }
            return;
        };
        rows.clear();
        for question in questions.clone() {
            let start = rows.len();
            rows.resize(start + 81, 0);
            let row = &mut rows[start..];
            question
                .clues
                .each(|cell| row[cell] = byte_of(cell, question.givens[cell]));
        }
        bulk.run(rows, 2, answers);
        let found = answers.counts.iter().zip(answers.firsts.chunks_exact(81));
        for (number, (question, (&count, first))) in questions.into_iter().zip(found).enumerate() {
            answered(number, nine_verdict(question.givens, count, first));
        }
    }

    /// Answers the next question of each; returns false if none has one.
    pub(crate) fn answer_each(&mut self, askers: &mut [impl Asker], budget: &Budget) -> bool {
        let mut asking = Vec::with_capacity(askers.len());
        let mut questions = Vec::with_capacity(askers.len());
        for (at, asker) in askers.iter_mut().enumerate() {
            if let Some(question) = asker.question() {
                asking.push(at);
                questions.push(question);
            }
        }
        let mut verdicts = Vec::with_capacity(asking.len());
        self.ask_many(&questions, budget, |_, verdict| verdicts.push(verdict));
        drop(questions);
        for (&at, verdict) in asking.iter().zip(verdicts) {
            askers[at].told(&verdict);
        }
        !asking.is_empty()
    }

    fn ask_any(&mut self, question: &Question<'_>, budget: &Budget) -> Verdict {
        let left = question.clues.iter().map(|clue| question.givens[clue]);
        let mut ask = Ask::given(left.collect::<Vec<_>>());
        // A puzzle that was unique with one more clue is not any more if and only if there is a solution without that
        // clue's choice; looking for that alone is quicker.
        ask = match question.without {
            Some(clue) => ask.barred([question.givens[clue as usize]]).limit(1),
            None => ask.limit(2),
        };
        let Kind::Any { search, .. } = &mut self.kind else {
            return Verdict::Unknown;
        };
        // It has stalled at this before where the question is asked again.
        if self.conflicts == CONFLICTS {
            ask.budget = budget.search(self.nodes);
            let verdict = verdict(&mut **search, &ask, question.givens);
            if verdict != Verdict::Unknown {
                return verdict;
            }
        }
        self.ask_learner(&mut ask, question.givens, budget)
    }

    fn ask_learner(&mut self, ask: &mut Ask, givens: &[Choice], budget: &Budget) -> Verdict {
        if self.is_spent() {
            return Verdict::Unknown;
        }
        let Kind::Any { model, learner, .. } = &mut self.kind else {
            return Verdict::Unknown;
        };
        if learner.is_none() {
            *learner = Sat.prepare(model, budget).ok();
        }
        let Some(learner) = learner else {
            self.allowance = 0;
            return Verdict::Unknown;
        };
        let tiles = model.tiles().len();
        let forced = tiles as u64;
        ask.budget = budget.search(forced.saturating_add(self.conflicts));
        ask.budget.memory = Some(heap::at_most(LEARNER_MEMORY));
        let verdict = verdict(&mut **learner, ask, givens);
        let choices = model.choice_count();
        let pairs = choices * choices.checked_div(tiles).unwrap_or(1);
        let loading = (pairs / PAIRS_PER_CONFLICT) as u64;
        let conflicts = learner.stats().nodes.saturating_sub(forced);
        let taken = 1 + loading + conflicts;
        self.allowance = self.allowance.saturating_sub(taken);
        verdict
    }

    /// Asks about the puzzle that is left, by its own model.
    fn ask_puzzle(
        &mut self,
        puzzle: &dyn Puzzle,
        question: &Question<'_>,
        budget: &Budget,
    ) -> Verdict {
        let is_gone = |clue: &usize| !question.clues.has(*clue);
        let gone: Vec<usize> = (0..question.count).filter(is_gone).collect();
        let left = puzzle.without(&gone);
        let Ok(model) = left.model(&budget.for_model()) else {
            return Verdict::Unknown;
        };
        let nodes = NODES_OF_ITS_OWN * (self.conflicts / CONFLICTS);
        let mut ask = Ask::given(left.givens()).limit(2);
        ask.budget = budget.search(nodes);
        let mut own = None;
        let search = match &mut self.kind {
            Kind::Any {
                model: known,
                search,
                ..
            } if *known == model => search,
            _ => match Auto.prepare(&model, budget) {
                Ok(search) => own.insert(search),
                Err(_) => return Verdict::Unknown,
            },
        };
        let verdict = verdict(&mut **search, &ask, &[]);
        if self.conflicts > CONFLICTS {
            let taken = 1 + search.stats().nodes / NODES_PER_CONFLICT;
            self.allowance = self.allowance.saturating_sub(taken);
        }
        verdict
    }

    /// Some solution with these givens, searched in the order of a seed: `Ok(None)` where there is none.
    /// It takes a model that all puzzles share, and that is not asked in bulk.
    pub(crate) fn solution(
        &mut self,
        given: Vec<Choice>,
        seed: u64,
        nodes: Option<u64>,
        budget: &Budget,
    ) -> Result<Option<Vec<Choice>>, End> {
        let Kind::Any { search, .. } = &mut self.kind else {
            return Err(End::Limit);
        };
        let mut ask = Ask::given(given).limit(1).seed(seed);
        ask.budget = budget.search(u64::MAX);
        ask.budget.nodes = nodes;
        search.start(&ask);
        match search.advance() {
            Ok(solution) => Ok(Some(solution.to_vec())),
            Err(End::Complete) => Ok(None),
            Err(end) => Err(end),
        }
    }

    /// The first solutions of rows of 81 bytes, zeros where there is none; where there is a way to
    /// do that.
    pub(crate) fn firsts(&mut self, rows: &[u8]) -> Option<&[u8]> {
        let Kind::Nine { bulk, answers, .. } = &mut self.kind else {
            return None;
        };
        bulk.run(rows, 1, answers);
        Some(&answers.firsts)
    }
}

/// Nodes for a question: one for each tile, which may be forced, and some to search. A node of a
/// large board costs more, and there are more questions.
fn usual_nodes(tiles: usize) -> u64 {
    let tiles = tiles as u64;
    tiles + (40_000_000 / (tiles * tiles).max(1)).clamp(50, 20_000)
}

/// The verdict of a search within its budget. If the clues give nothing to compare, the second solution is another.
fn verdict(search: &mut dyn Search, ask: &Ask, givens: &[Choice]) -> Verdict {
    search.start(ask);
    let mut found = 0;
    loop {
        match search.advance() {
            Ok(solution) => {
                found += 1;
                let lacks = |_, given: &Choice, _: &Choice| solution.binary_search(given).is_err();
                let differing = ClueSet::differing(givens, givens, lacks);
                if !differing.is_empty() {
                    return Verdict::Several(Some(differing));
                }
            }
            // Where something is barred, it is the known solution.
            Err(End::Complete) if found == 1 || found == 0 && !ask.barred.is_empty() => {
                return Verdict::One;
            }
            Err(End::Complete | End::Limit) => return Verdict::Several(None),
            Err(_) => return Verdict::Unknown,
        }
    }
}

/// The byte of a choice in a row of the classic board.
fn byte_of(cell: usize, choice: Choice) -> u8 {
    (choice.0 + 1 - 9 * cell as u32) as u8
}

fn nine_verdict(givens: &[Choice], count: u32, first: &[u8]) -> Verdict {
    if count == 1 {
        return Verdict::One;
    }
    let differs = |cell, given: &Choice, first: &u8| byte_of(cell, *given) != *first;
    let differing = ClueSet::differing(givens, first, differs);
    Verdict::Several((!differing.is_empty()).then_some(differing))
}
