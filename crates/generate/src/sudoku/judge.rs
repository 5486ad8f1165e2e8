//! Whether clues have one solution: by the engine that is quickest for the board.
//!
//! The classic 9×9 is asked in bulk, as many boards at once as there are, and always answers. Any
//! other board is asked one question after the other: first [`dance`](tilewright_engines::dance),
//! which is quickest where the clues leave little open, then [`sat`](tilewright_engines::sat), which
//! answers where a search stalls.
//!
//! **Budgets** are nodes, never time, so that a question has the same answer on every machine. Each
//! cell that the clues force is a node, so both searches have a node for each cell and some more. A
//! question without an answer can be asked again after [`Judge::look_longer`]: `sat` has ten times the
//! conflicts then. All that `sat` does for a puzzle has an [allowance](Judge::begin).

use super::cells::Cells;
use crate::Limits;
use tilewright_engines::bulk::{Answers, Bulk};
use tilewright_engines::{Ask, Declined, End, Engine, Search, auto::Auto, sat::Sat};
use tilewright_model::clock::Instant;
use tilewright_model::{Choice, Model, heap};

/// Conflicts of `sat` for a question that is asked for the first time.
const CONFLICTS: u64 = 300;
/// How many times as many it has when it is asked again.
const LONGER: u64 = 10;
/// To hand over clauses of so many pairs of choices to `sat` takes as long as a conflict.
const PAIRS_PER_CONFLICT: usize = 64;
/// Bytes that `sat` may take.
const LEARNER_MEMORY: u64 = 96 << 20;

/// What is known about clues.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// They have one solution.
    One,
    /// They have several: where another differs from the one that is known, if it was met.
    Several(Option<Cells>),
    /// The budget did not do.
    Unknown,
}

/// A question: a full board, the cells that are clues, and the cell without which it was unique
/// the last time, where that is known.
pub(super) struct Question<'q> {
    pub(super) full: &'q [u16],
    pub(super) clues: &'q Cells,
    pub(super) without: Option<u32>,
}

/// Answers questions about one board.
pub(super) struct Judge {
    model: Model,
    cells: usize,
    side: usize,
    /// Nodes of `dance` for a question, where it is not answered in bulk.
    pub(super) nodes: u64,
    /// Conflicts of `sat` for a question.
    conflicts: u64,
    /// Conflicts that `sat` may still take.
    allowance: u64,
    kind: Kind,
}

enum Kind {
    Nine {
        bulk: Box<dyn Bulk>,
        rows: Vec<u8>,
        answers: Answers,
    },
    Any {
        search: Box<dyn Search>,
        /// Prepared when a search stalls.
        learner: Option<Box<dyn Search>>,
    },
}

impl Judge {
    pub(super) fn new(model: &Model, cells: usize, side: usize) -> Result<Self, Declined> {
        let kind = match Auto.bulk(model) {
            Some(bulk) if cells == 81 => Kind::Nine {
                bulk,
                rows: Vec::new(),
                answers: Answers::default(),
            },
            _ => Kind::Any {
                search: Auto.prepare(model)?,
                learner: None,
            },
        };
        Ok(Self {
            model: model.clone(),
            cells,
            side,
            nodes: usual_nodes(cells),
            conflicts: CONFLICTS,
            allowance: 0,
            kind,
        })
    }

    /// Begins a puzzle: `sat` may take so many conflicts in all.
    pub(super) fn begin(&mut self, allowance: u64) {
        self.conflicts = CONFLICTS;
        self.allowance = allowance;
    }

    /// Whether questions may be asked again, with more conflicts each.
    pub(super) fn look_longer(&mut self) -> bool {
        if self.is_spent() || self.is_in_bulk() {
            return false;
        }
        self.conflicts = self.conflicts.saturating_mul(LONGER);
        true
    }

    /// From now on questions are asked for the first time again.
    pub(super) fn look_as_usual(&mut self) {
        self.conflicts = CONFLICTS;
    }

    /// Whether the allowance is used up.
    pub(super) fn is_spent(&self) -> bool {
        self.allowance == 0
    }

    /// Whether many questions at once are quicker than one after the other.
    pub(super) fn is_in_bulk(&self) -> bool {
        matches!(self.kind, Kind::Nine { .. })
    }

    /// Answers one question.
    pub(super) fn ask(&mut self, question: &Question<'_>, limits: &Limits) -> Verdict {
        let mut verdict = Verdict::Unknown;
        self.ask_many([question], limits, |_, answer| verdict = answer);
        verdict
    }

    /// Answers questions; tells the number of each and its answer.
    pub(super) fn ask_many<'q, 'f: 'q>(
        &mut self,
        questions: impl IntoIterator<Item = &'q Question<'f>> + Clone,
        limits: &Limits,
        mut answered: impl FnMut(usize, Verdict),
    ) {
        let Kind::Nine {
            bulk,
            rows,
            answers,
        } = &mut self.kind
        else {
            for (number, question) in questions.into_iter().enumerate() {
                let verdict = self.ask_any(question, limits);
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
                .each(|cell| row[cell] = question.full[cell] as u8);
        }
        bulk.run(rows, 2, answers);
        let found = answers.counts.iter().zip(answers.firsts.chunks_exact(81));
        for (number, (question, (&count, first))) in questions.into_iter().zip(found).enumerate() {
            answered(number, nine_verdict(question.full, count, first));
        }
    }

    fn ask_any(&mut self, question: &Question<'_>, limits: &Limits) -> Verdict {
        let side = self.side;
        let choice = |cell: usize| choice_of(cell, question.full[cell], side);
        let mut ask = Ask::given(question.clues.iter().map(choice).collect::<Vec<_>>());
        // What was unique with one more clue is not any more if and only if there is a solution
        // with another value there; to look for that alone is quicker.
        ask = match question.without {
            Some(cell) => ask.barred([choice(cell as usize)]).limit(1),
            None => ask.limit(2),
        };
        let Kind::Any { search, .. } = &mut self.kind else {
            return Verdict::Unknown;
        };
        // It has stalled at this before where the question is asked again.
        if self.conflicts == CONFLICTS {
            ask.budget = budget(self.nodes, limits);
            let verdict = verdict(&mut **search, &ask, question.full, side);
            if verdict != Verdict::Unknown {
                return verdict;
            }
        }
        self.ask_learner(&mut ask, question.full, limits)
    }

    fn ask_learner(&mut self, ask: &mut Ask, full: &[u16], limits: &Limits) -> Verdict {
        if self.is_spent() {
            return Verdict::Unknown;
        }
        let Kind::Any { learner, .. } = &mut self.kind else {
            return Verdict::Unknown;
        };
        if learner.is_none() {
            *learner = Sat.prepare(&self.model).ok();
        }
        let Some(learner) = learner else {
            self.allowance = 0;
            return Verdict::Unknown;
        };
        let forced = self.cells as u64;
        ask.budget = budget(forced.saturating_add(self.conflicts), limits);
        ask.budget.memory = Some(heap::at_most(LEARNER_MEMORY));
        let verdict = verdict(&mut **learner, ask, full, self.side);
        let pairs = self.model.choice_count() * self.side;
        let loading = (pairs / PAIRS_PER_CONFLICT) as u64;
        let conflicts = learner.stats().nodes.saturating_sub(forced);
        let taken = 1 + loading + conflicts;
        self.allowance = self.allowance.saturating_sub(taken);
        verdict
    }

    /// Some solution of clues, searched in the order of a seed (in bulk always in the same one):
    /// `Ok(None)` where there is none.
    pub(super) fn solution(
        &mut self,
        clues: &[(usize, u16)],
        seed: u64,
        nodes: Option<u64>,
        limits: &Limits,
    ) -> Result<Option<Vec<u16>>, End> {
        let (side, cells) = (self.side, self.cells);
        let search = match &mut self.kind {
            Kind::Nine { bulk, answers, .. } => {
                let mut row = [0; 81];
                for &(cell, value) in clues {
                    row[cell] = value as u8;
                }
                bulk.run(&row, 1, answers);
                let first = answers.firsts.iter().copied().map(u16::from);
                return Ok((answers.counts[0] > 0).then(|| first.collect()));
            }
            Kind::Any { search, .. } => search,
        };
        let given = clues
            .iter()
            .map(|&(cell, value)| choice_of(cell, value, side));
        let mut ask = Ask::given(given.collect::<Vec<_>>()).limit(1).seed(seed);
        ask.budget = budget(nodes.unwrap_or(u64::MAX), limits);
        ask.budget.nodes = nodes;
        search.start(&ask);
        match search.advance() {
            Ok(solution) => Ok(Some(values(solution, side, cells))),
            Err(End::Complete) => Ok(None),
            Err(end) => Err(end),
        }
    }

    /// The first solutions of rows of 81 bytes, zeros where there is none; where there is a way to
    /// do that.
    pub(super) fn firsts(&mut self, rows: &[u8]) -> Option<&[u8]> {
        let Kind::Nine { bulk, answers, .. } = &mut self.kind else {
            return None;
        };
        bulk.run(rows, 1, answers);
        Some(&answers.firsts)
    }
}

/// Nodes for a question: one for each cell, which may be forced, and some to search. A node of a
/// large board costs more, and there are more questions.
fn usual_nodes(cells: usize) -> u64 {
    let cells = cells as u64;
    cells + (40_000_000 / (cells * cells).max(1)).clamp(50, 20_000)
}

/// What a search says within its budget.
fn verdict(search: &mut dyn Search, ask: &Ask, full: &[u16], side: usize) -> Verdict {
    search.start(ask);
    loop {
        match search.advance() {
            Ok(solution) => {
                let differing = differing(full, solution, side, full.len());
                if !differing.is_empty() {
                    return Verdict::Several(Some(differing));
                }
            }
            Err(End::Complete) => return Verdict::One,
            Err(End::Limit) => return Verdict::Several(None),
            Err(_) => return Verdict::Unknown,
        }
    }
}

fn nine_verdict(full: &[u16], count: u32, first: &[u8]) -> Verdict {
    if count == 1 {
        return Verdict::One;
    }
    let differing = Cells::differing(full, first);
    Verdict::Several((!differing.is_empty()).then_some(differing))
}

fn budget(nodes: u64, limits: &Limits) -> tilewright_engines::Budget {
    let until = |deadline: Instant| deadline.saturating_duration_since(Instant::now());
    tilewright_engines::Budget {
        nodes: Some(nodes),
        time: limits.deadline.map(until),
        stop: limits.stop.clone(),
        pulse: limits.pulse.clone(),
        ..Default::default()
    }
}

/// The choice that gives a cell a value from 1.
pub(super) fn choice_of(cell: usize, value: u16, side: usize) -> Choice {
    Choice((cell * side) as u32 + u32::from(value) - 1)
}

/// The values of a solution, cell by cell.
pub(super) fn values(solution: &[Choice], side: usize, cells: usize) -> Vec<u16> {
    let mut values = vec![0; cells];
    for choice in solution {
        values[choice.index() / side] = (choice.index() % side + 1) as u16;
    }
    values
}

fn differing(full: &[u16], solution: &[Choice], side: usize, cells: usize) -> Cells {
    Cells::differing(full, &values(solution, side, cells))
}
