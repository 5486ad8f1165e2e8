//! A second opinion: searches of another kind than the one that gave an answer.
//!
//! **The second engine.** First the plain algorithm (`reduce`; `dance` if `reduce` gave the
//! answer), for a number of nodes; it is short and shares nothing with the others. Questions that
//! it does not settle go to the clause learning of the prover, which no engine uses. The plain
//! algorithm visits all solutions of a count, or `dance` if that takes too long.

use super::Paranoia;
use super::learner::{self, Findings};
use super::report::{Mismatch, Subject, told};
use crate::solver::Solver;
use crate::words::number_of;
use std::collections::HashSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::time::Duration;
use tilewright_engines::dance::Dance;
use tilewright_engines::reduce::Reduce;
use tilewright_engines::{Ask, Budget, Count, End, Engine, Search};
use tilewright_model::clock::Instant;
use tilewright_model::{Choice, Model};

/// The least time for a check without limits, and its multiple of the answer's time.
const LEAST_TIME: Duration = Duration::from_mins(1);
const TIMES_THE_ANSWER: u32 = 10;

/// Nodes of the plain algorithm for each solution that is visited.
const NODES_TO_VISIT_ONE: u64 = 64;

/// The most solutions that clause learning visits: each costs it a clause.
const MOST_LEARNT: u64 = 2000;

/// Nodes are counted for models with this many choices; larger ones have fewer.
const USUAL_CHOICES: u64 = 1024;

/// The name of clause learning in a report.
const LEARNER: &str = "the prover's clause learning";

/// The source of the answers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asker {
    pub(crate) engine: &'static str,
    pub(crate) seed: Option<u64>,
    pub(crate) threads: usize,
}

impl Asker {
    fn of(solver: &Solver) -> Self {
        Self {
            engine: solver.engine_name(),
            seed: solver.order(),
            threads: solver.thread_count(),
        }
    }
}

/// The budget for the check of a question that was begun then.
pub(crate) fn allowance(solver: &Solver, budget: &Budget, begun: Instant) -> Budget {
    let asked = solver.budget();
    // A check reports neither the memory it lacks nor its progress.
    let mut allowed = Budget::default().nodes(asked.nodes).memory(asked.memory);
    allowed.stop.clone_from(&asked.stop);
    match budget.deadline {
        Some(moment) => allowed.by(moment),
        // Where nodes are bounded and the time is not, each may still cost much.
        None => allowed.time(LEAST_TIME.max(begun.elapsed().saturating_mul(TIMES_THE_ANSWER))),
    }
}

/// Solutions that were seen, to recognise one that comes again. They are distinguished by 128 bits.
#[derive(Debug, Default)]
pub(crate) struct Distinct(HashSet<(u64, u64)>);

impl Distinct {
    /// Returns true if it is a new one; always if so many were seen that no more are kept.
    pub(crate) fn is_new(&mut self, solution: &[Choice], most: u64) -> bool {
        if self.0.len() as u64 >= most {
            return true;
        }
        let hash = |key: u64| {
            let mut hasher = DefaultHasher::new();
            (key, solution).hash(&mut hasher);
            hasher.finish()
        };
        self.0.insert((hash(1), hash(2)))
    }
}

/// Checks single solutions by the definition, and reports mismatches.
#[derive(Clone)]
pub(crate) struct Reporter {
    pub(crate) paranoia: Paranoia,
    asker: Asker,
    pub(crate) model: Model,
}

impl Reporter {
    /// Goes down with a report.
    pub(crate) fn raise(&self, subject: Subject<'_>, ask: &Ask, said: &[(&str, &str)]) -> ! {
        let mut mismatch = Mismatch::new(&self.asker, subject, &self.model, ask);
        for (what, is) in said {
            mismatch.add(what, is);
        }
        self.paranoia.raise(&mismatch)
    }

    /// A solution was found.
    pub(crate) fn solution(&self, subject: Subject<'_>, ask: &Ask, solution: &[Choice]) {
        if let Some(fault) = fault(&self.model, ask, solution) {
            let answer = format!("a solution: {}", told(subject, solution, &self.model));
            let said = [("answer", answer.as_str()), ("by the definition", &fault)];
            self.raise(subject, ask, &said);
        }
        self.paranoia.note(|done| done.solutions += 1);
    }

    /// A solution came that had come before.
    pub(crate) fn repeated(&self, subject: Subject<'_>, ask: &Ask, solution: &[Choice]) -> ! {
        let answer = told(subject, solution, &self.model);
        let said = [("answer", answer.as_str()), ("check", "it comes twice")];
        self.raise(subject, ask, &said)
    }
}

/// Checks the answers that are given about a model.
pub(crate) struct Second {
    pub(crate) reporter: Reporter,
    /// The plain algorithm, and the one for many solutions: prepared when they are needed.
    plain: Option<Box<dyn Search>>,
    visitor: Option<Box<dyn Search>>,
}

impl Second {
    /// `None` where the solver is not paranoid, or the model too large for the little it checks.
    pub(crate) fn new(solver: &Solver, model: &Model) -> Option<Self> {
        let paranoia = solver.paranoia()?;
        if model.choice_count() > paranoia.caps.choices {
            return None;
        }
        Some(Self {
            reporter: Reporter {
                paranoia: paranoia.clone(),
                asker: Asker::of(solver),
                model: model.clone(),
            },
            plain: None,
            visitor: None,
        })
    }

    /// Another solver asks from now on.
    pub(crate) fn asked_by(&mut self, solver: &Solver) {
        self.reporter.asker = Asker::of(solver);
    }

    /// The second opinion for answers of another engine.
    pub(crate) fn of_engine(mut self, engine: &'static str) -> Self {
        self.reporter.asker.engine = engine;
        self
    }

    pub(crate) fn solution(&self, subject: Subject<'_>, ask: &Ask, solution: &[Choice]) {
        self.reporter.solution(subject, ask, solution);
    }

    pub(crate) fn repeated(&self, subject: Subject<'_>, ask: &Ask, solution: &[Choice]) -> ! {
        self.reporter.repeated(subject, ask, solution)
    }

    /// These solutions were found, and it was said that there are no others.
    pub(crate) fn no_other(
        &mut self,
        subject: Subject<'_>,
        ask: &Ask,
        found: &[Vec<Choice>],
        allowance: &Budget,
    ) {
        let found: Vec<Vec<Choice>> = found.iter().map(|solution| sorted(solution)).collect();
        let (who, second) = self.search(ask, found.len() as u64 + 1, allowance);
        let answer = format!("{}, and no other", number_of(found.len(), "solution"));
        let model = self.reporter.model.clone();
        let mismatch = |check: &str| {
            self.reporter
                .raise(subject, ask, &disagreement(&answer, who, check))
        };
        for solution in &second.found {
            let solution = sorted(solution);
            if let Some(fault) = fault(&self.reporter.model, ask, &solution) {
                mismatch(&format!(
                    "a solution, but {fault}: {}",
                    told(subject, &solution, &model)
                ));
            }
            if !found.contains(&solution) {
                mismatch(&format!(
                    "there is another solution: {}",
                    told(subject, &solution, &model)
                ));
            }
        }
        let paranoia = &self.reporter.paranoia;
        if !second.is_complete {
            paranoia.note(|done| done.unchecked += 1);
            return;
        }
        if second.found.len() < found.len() {
            mismatch(&format!(
                "only {}",
                number_of(second.found.len(), "solution")
            ));
        }
        paranoia.note(|done| done.verdicts += 1);
    }

    /// Solutions were counted, or given one after the other.
    pub(crate) fn count(
        &mut self,
        subject: Subject<'_>,
        ask: &Ask,
        count: &Count,
        allowance: &Budget,
    ) {
        let is_exact = count.is_exact();
        let number = u64::try_from(&count.number).unwrap_or(u64::MAX);
        let is_told = is_exact || (count.end == End::Limit && number > 0);
        if !is_told || self.is_beyond(number) {
            return;
        }
        let most = number + u64::from(is_exact);
        let (who, visited) = self.visit(subject, ask, most, allowance);
        let at_least = if is_exact { "" } else { "at least " };
        let answer = format!("{at_least}{}", number_of(number, "solution"));
        let paranoia = &self.reporter.paranoia;
        let found = u64::try_from(&visited.number).unwrap_or(u64::MAX);
        let is_less = visited.is_exact() && found < number;
        if found > number || is_less {
            let check = if is_less {
                number_of(found, "solution")
            } else {
                format!("at least {}", number_of(found, "solution"))
            };
            self.reporter
                .raise(subject, ask, &disagreement(&answer, who, &check));
        }
        if visited.is_exact() || (!is_exact && found == number) {
            paranoia.note(|done| done.counts += 1);
        } else {
            paranoia.note(|done| done.unchecked += 1);
        }
    }

    /// Checks the claim that there are at most this many solutions.
    pub(crate) fn no_more_than(
        &mut self,
        subject: Subject<'_>,
        ask: &Ask,
        number: u64,
        allowance: &Budget,
    ) {
        if self.is_beyond(number) {
            return;
        }
        let (who, visited) = self.visit(subject, ask, number + 1, allowance);
        let found = u64::try_from(&visited.number).unwrap_or(u64::MAX);
        if found > number {
            let answer = format!("no more than {}", number_of(number, "solution"));
            let check = format!("at least {}", number_of(found, "solution"));
            self.reporter
                .raise(subject, ask, &disagreement(&answer, who, &check));
        }
        let paranoia = &self.reporter.paranoia;
        paranoia.note(|done| {
            if visited.is_exact() {
                done.verdicts += 1;
            } else {
                done.unchecked += 1;
            }
        });
    }

    /// Checks the claim that these clues cannot go: the ask without them must have another
    /// solution.
    pub(crate) fn cannot_go(
        &mut self,
        subject: Subject<'_>,
        claim: &str,
        clues: &str,
        ask: &Ask,
        allowance: &Budget,
    ) {
        let (who, findings) = self.search(ask, 2, allowance);
        let paranoia = &self.reporter.paranoia;
        if findings.found.len() >= 2 {
            paranoia.note(|done| done.verdicts += 1);
        } else if findings.is_complete {
            let check = format!("{clues} can go");
            self.reporter
                .raise(subject, ask, &disagreement(claim, who, &check));
        } else {
            paranoia.note(|done| done.unchecked += 1);
        }
    }

    /// Returns true if there are too many solutions to visit, which is counted.
    fn is_beyond(&self, number: u64) -> bool {
        let caps = self.reporter.paranoia.caps;
        let is_beyond = number > caps.count;
        if is_beyond && caps.is_thorough {
            self.reporter.paranoia.note(|done| done.beyond += 1);
        }
        is_beyond
    }

    /// Up to `most` solutions by another kind of search, and its name.
    pub(crate) fn search(
        &mut self,
        ask: &Ask,
        most: u64,
        allowance: &Budget,
    ) -> (&'static str, Findings) {
        let budget = allowance.part(self.nodes(self.reporter.paranoia.caps.nodes));
        let mut findings = Findings::default();
        let engine = self.plain_engine();
        if let Some(plain) = prepared(&mut self.plain, engine, &self.reporter.model, &budget) {
            plain.start(&fresh(ask, most, budget));
            let end = loop {
                match plain.advance() {
                    Ok(solution) => findings.found.push(solution.to_vec()),
                    Err(end) => break end,
                }
            };
            findings.is_complete = end == End::Complete;
        }
        let is_settled = findings.is_complete || findings.found.len() as u64 == most;
        if is_settled || !self.reporter.paranoia.caps.is_thorough {
            return (engine.name(), findings);
        }
        let learnt = learner::solutions(&self.reporter.model, ask, most, allowance);
        (LEARNER, learnt)
    }

    /// Visits up to `most` solutions with another engine: their number, and its name.
    fn visit(
        &mut self,
        subject: Subject<'_>,
        ask: &Ask,
        most: u64,
        allowance: &Budget,
    ) -> (&'static str, Count) {
        let caps = self.reporter.paranoia.caps;
        let nodes = caps
            .nodes
            .saturating_add(NODES_TO_VISIT_ONE.saturating_mul(most));
        let budget = allowance.part(self.nodes(nodes));
        let plain = self.plain_engine();
        let mut search = self.plain.take();
        let mut count = self.visit_with(&mut search, plain, (subject, ask, most, budget));
        self.plain = search;
        if matches!(count.end, End::Complete | End::Limit) || !caps.is_thorough {
            return (plain.name(), count);
        }
        if self.reporter.asker.engine != Dance.name() {
            let mut search = self.visitor.take();
            let budget = allowance.apart();
            count = self.visit_with(&mut search, &Dance, (subject, ask, most, budget));
            self.visitor = search;
            return (Dance.name(), count);
        }
        if most > MOST_LEARNT {
            return (plain.name(), count);
        }
        let learnt = learner::solutions(&self.reporter.model, ask, most, allowance);
        let end = if learnt.is_complete {
            End::Complete
        } else {
            End::Nodes
        };
        (LEARNER, Count::new(learnt.found.len() as u64, end))
    }

    /// Visits up to `most` solutions, looking at each of them.
    fn visit_with(
        &self,
        search: &mut Option<Box<dyn Search>>,
        engine: &'static dyn Engine,
        (subject, ask, most, budget): (Subject<'_>, &Ask, u64, Budget),
    ) -> Count {
        let Some(search) = prepared(search, engine, &self.reporter.model, &budget) else {
            return Count::new(0u32, End::Memory);
        };
        search.start(&fresh(ask, most, budget));
        let mut seen = Distinct::default();
        let mut number = 0u64;
        loop {
            match search.advance() {
                Ok(solution) => {
                    number += 1;
                    let is_new = seen.is_new(solution, self.reporter.paranoia.caps.count);
                    if !is_new || fault(&self.reporter.model, ask, solution).is_some() {
                        let check = format!(
                            "visits something that is not a solution, or comes twice: {}",
                            told(subject, solution, &self.reporter.model)
                        );
                        self.reporter.raise(
                            subject,
                            ask,
                            &disagreement("a count", engine.name(), &check),
                        );
                    }
                }
                Err(end) => return Count::new(number, end),
            }
        }
    }

    /// The plain engine that did not give the answer.
    fn plain_engine(&self) -> &'static dyn Engine {
        if self.reporter.asker.engine == Reduce.name() {
            &Dance
        } else {
            &Reduce
        }
    }

    /// Fewer nodes in a large model, where each costs more.
    fn nodes(&self, usual: u64) -> u64 {
        let choices = (self.reporter.model.choice_count() as u64).max(USUAL_CHOICES);
        (u128::from(usual) * u128::from(USUAL_CHOICES) / u128::from(choices)) as u64
    }
}

/// The fault of a solution of an ask.
pub(crate) fn fault(model: &Model, ask: &Ask, solution: &[Choice]) -> Option<String> {
    if let Some(fault) = model.fault(solution) {
        return Some(format!("it is none: {fault:?}"));
    }
    if let Some(given) = ask.given.iter().find(|c| !solution.contains(c)) {
        return Some(format!("it lacks the given choice {}", given.0));
    }
    let barred = solution.iter().find(|c| ask.barred.contains(c))?;
    Some(format!("it has the barred choice {}", barred.0))
}

fn disagreement<'a>(
    answer: &'a str,
    who: &'static str,
    check: &'a str,
) -> [(&'static str, &'a str); 3] {
    [("answer", answer), ("checked by", who), ("check", check)]
}

/// The question without the settings that were only for the first engine.
fn fresh(ask: &Ask, most: u64, budget: Budget) -> Ask {
    Ask::given(ask.given.clone())
        .barred(ask.barred.clone())
        .limit(most)
        .budget(budget)
}

fn prepared<'s>(
    place: &'s mut Option<Box<dyn Search>>,
    engine: &'static dyn Engine,
    model: &Model,
    budget: &Budget,
) -> Option<&'s mut Box<dyn Search>> {
    if place.is_none() {
        *place = engine.prepare(model, budget).ok();
    }
    place.as_mut()
}

fn sorted(solution: &[Choice]) -> Vec<Choice> {
    let mut sorted = solution.to_vec();
    sorted.sort_unstable();
    sorted
}
