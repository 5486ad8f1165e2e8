//! A second opinion: searches of another kind than the one that gave an answer.
//!
//! First the plain algorithm is asked (`reduce`; `dance` if `reduce` gave the answer), for a number of nodes: it is
//! short and shares nothing with the others. What it does not settle goes to the engine that the doubts end with,
//! which should share nothing with it either. The plain algorithm also visits all solutions of a count, or `dance`
//! if that takes too long.

use super::report::{Mismatch, told};
use super::{Caps, Doubts};
use crate::dance::Dance;
use crate::reduce::Reduce;
use crate::{Ask, Budget, Count, End, Engine, Search};
use std::collections::HashSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;
use tilewright_model::clock::Instant;
use tilewright_model::{Choice, Model, number_of};

/// The least time for a check without limits, and its multiple of the answer's time.
const LEAST_TIME: Duration = Duration::from_mins(1);
const TIMES_THE_ANSWER: u32 = 10;

/// Nodes of the plain algorithm for each solution that is visited.
const NODES_TO_VISIT_ONE: u64 = 64;

/// The most solutions that the last engine visits: each may cost it a clause.
const MOST_FOR_LAST: u64 = 2000;

/// Nodes are counted for models with this many choices; larger ones have fewer.
const USUAL_CHOICES: u64 = 1024;

/// The budget for the check of a question that was begun then.
pub fn allowance(asked: &Budget, begun: Instant) -> Budget {
    // A check reports neither the memory it lacks nor its progress.
    let mut allowed = Budget::default().nodes(asked.nodes).memory(asked.memory);
    allowed.stop.clone_from(&asked.stop);
    match asked.deadline {
        Some(moment) => allowed.by(moment),
        // Where nodes are bounded and the time is not, each may still cost much.
        None => allowed.time(LEAST_TIME.max(begun.elapsed().saturating_mul(TIMES_THE_ANSWER))),
    }
}

/// Solutions that were seen, to recognise one that comes again. They are distinguished by 128 bits.
#[derive(Debug, Default)]
pub(super) struct Distinct(HashSet<(u64, u64)>);

impl Distinct {
    /// Returns true if it is a new one; always once the limit of kept solutions is reached.
    pub(super) fn is_new(&mut self, solution: &[Choice], most: u64) -> bool {
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

/// An engine of the second opinion, which prepares the model when it is needed.
struct Other {
    engine: Arc<dyn Engine + Send>,
    search: Option<Box<dyn Search>>,
}

impl Other {
    fn of(engine: Arc<dyn Engine + Send>) -> Self {
        let search = None;
        Self { engine, search }
    }

    /// The name of the engine, and a search for up to `most` solutions; without the settings that were only for the
    /// first engine.
    fn ask(&mut self, model: &Model, ask: &Ask, most: u64, budget: Budget) -> Begun<'_> {
        if self.search.is_none() {
            self.search = self.engine.prepare(model, &budget).ok();
        }
        let fresh = Ask::given(ask.given.clone())
            .barred(ask.barred.clone())
            .limit(most)
            .budget(budget);
        if let Some(search) = &mut self.search {
            search.start(&fresh);
        }
        (self.engine.name(), self.search.as_mut())
    }
}

/// Solutions by another kind of search.
#[derive(Clone, Debug)]
pub struct Findings {
    /// The name of the engine.
    pub by: &'static str,
    /// The solutions, each ascending.
    pub found: Vec<Vec<Choice>>,
    /// True if there are no others.
    pub is_complete: bool,
}

/// Checks the answers that are given about a model.
///
/// If two answers disagree, the listener hears of it, the sentence of the question's budget is the report, and
/// the check returns [`End::Failed`].
pub struct Second {
    doubts: Doubts,
    /// The source of the answers: an engine, and its threads.
    asker: (&'static str, usize),
    model: Model,
    /// The plain algorithm, the one for many solutions, and the one for what is left.
    plain: Other,
    visitor: Other,
    last: Option<Other>,
}

impl Second {
    /// `None` if the model is too large for the little that is doubted.
    pub fn new(doubts: &Doubts, asker: (&'static str, usize), model: &Model) -> Option<Self> {
        if model.choice_count() > doubts.caps.choices {
            return None;
        }
        // The plain engine that did not give the answer.
        let plain: Arc<dyn Engine + Send> = if asker.0 == Reduce.name() {
            Arc::new(Dance)
        } else {
            Arc::new(Reduce)
        };
        Some(Self {
            doubts: doubts.clone(),
            asker,
            model: model.clone(),
            plain: Other::of(plain),
            visitor: Other::of(Arc::new(Dance)),
            last: doubts.last.clone().map(Other::of),
        })
    }

    /// The doubts that it has.
    pub fn doubts(&self) -> &Doubts {
        &self.doubts
    }

    /// The model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Choices in the words of what an ask is about, and by their numbers.
    pub fn told(&self, ask: &Ask, choices: &[Choice]) -> String {
        told(ask, choices, &self.model)
    }

    /// Reports a mismatch, and the end that it makes.
    pub fn mismatch(&self, ask: &Ask, said: &[(&str, &str)]) -> End {
        let mut mismatch = Mismatch::new(self.asker, &self.model, ask);
        for (what, is) in said {
            mismatch.add(what, is);
        }
        if let Some(listener) = &self.doubts.listener {
            listener(&mismatch);
        }
        ask.budget.fail(mismatch.to_string())
    }

    fn disagreement(&self, ask: &Ask, answer: &str, by: &str, check: &str) -> End {
        let said = [("answer", answer), ("checked by", by), ("check", check)];
        self.mismatch(ask, &said)
    }

    /// Checks a solution by the definition.
    pub fn solution(&self, ask: &Ask, solution: &[Choice]) -> Result<(), End> {
        if let Some(fault) = fault(&self.model, ask, solution) {
            return Err(self.wrong(ask, solution, &fault));
        }
        self.doubts.note(|done| done.solutions += 1);
        Ok(())
    }

    /// A solution has this fault.
    pub fn wrong(&self, ask: &Ask, solution: &[Choice], fault: &str) -> End {
        let answer = format!("a solution: {}", self.told(ask, solution));
        self.mismatch(ask, &[("answer", &answer), ("by the definition", fault)])
    }

    /// A solution came that had come before.
    pub(super) fn repeated(&self, ask: &Ask, solution: &[Choice]) -> End {
        let answer = self.told(ask, solution);
        self.mismatch(ask, &[("answer", &answer), ("check", "it comes twice")])
    }

    /// These solutions were found, and it was said that there are no others.
    pub fn no_other(
        &mut self,
        ask: &Ask,
        found: &[Vec<Choice>],
        allowance: &Budget,
    ) -> Result<(), End> {
        let found: Vec<Vec<Choice>> = found.iter().map(|solution| sorted(solution)).collect();
        let second = self.search(ask, found.len() as u64 + 1, allowance);
        let answer = format!("{}, and no other", number_of(found.len(), "solution"));
        let mismatch = |check: &str| Err(self.disagreement(ask, &answer, second.by, check));
        for solution in &second.found {
            let solution = sorted(solution);
            let named = || self.told(ask, &solution);
            if let Some(fault) = fault(&self.model, ask, &solution) {
                return mismatch(&format!("a solution, but {fault}: {}", named()));
            }
            if !found.contains(&solution) {
                return mismatch(&format!("there is another solution: {}", named()));
            }
        }
        if !second.is_complete {
            self.doubts.note(|done| done.unchecked += 1);
            return Ok(());
        }
        if second.found.len() < found.len() {
            let number = number_of(second.found.len(), "solution");
            return mismatch(&format!("only {number}"));
        }
        self.doubts.note(|done| done.verdicts += 1);
        Ok(())
    }

    /// Solutions were counted, or given one after the other.
    pub fn count(&mut self, ask: &Ask, count: &Count, allowance: &Budget) -> Result<(), End> {
        let is_exact = count.is_exact();
        let number = u64::try_from(&count.number).unwrap_or(u64::MAX);
        let is_told = is_exact || (count.end == End::Limit && number > 0);
        if !is_told || self.is_beyond(number) {
            return Ok(());
        }
        let most = number + u64::from(is_exact);
        let (by, visited) = self.visit(ask, most, allowance)?;
        let found = u64::try_from(&visited.number).unwrap_or(u64::MAX);
        let is_less = visited.is_exact() && found < number;
        if found > number || is_less {
            let at_least = |is_so| if is_so { "at least " } else { "" };
            let answer = format!("{}{}", at_least(!is_exact), number_of(number, "solution"));
            let check = format!("{}{}", at_least(!is_less), number_of(found, "solution"));
            return Err(self.disagreement(ask, &answer, by, &check));
        }
        self.doubts.note(|done| {
            if visited.is_exact() || (!is_exact && found == number) {
                done.counts += 1;
            } else {
                done.unchecked += 1;
            }
        });
        Ok(())
    }

    /// Checks the claim that there are at most this many solutions.
    pub fn no_more_than(&mut self, ask: &Ask, number: u64, allowance: &Budget) -> Result<(), End> {
        if self.is_beyond(number) {
            return Ok(());
        }
        let (by, visited) = self.visit(ask, number + 1, allowance)?;
        let found = u64::try_from(&visited.number).unwrap_or(u64::MAX);
        if found > number {
            let answer = format!("no more than {}", number_of(number, "solution"));
            let check = format!("at least {}", number_of(found, "solution"));
            return Err(self.disagreement(ask, &answer, by, &check));
        }
        self.doubts.note(|done| {
            if visited.is_exact() {
                done.verdicts += 1;
            } else {
                done.unchecked += 1;
            }
        });
        Ok(())
    }

    /// Checks the claim that these clues cannot go: the ask without them must have another
    /// solution.
    pub fn cannot_go(
        &mut self,
        ask: &Ask,
        claim: &str,
        clues: &str,
        allowance: &Budget,
    ) -> Result<(), End> {
        let findings = self.search(ask, 2, allowance);
        if findings.found.len() < 2 && findings.is_complete {
            let check = format!("{clues} can go");
            return Err(self.disagreement(ask, claim, findings.by, &check));
        }
        self.doubts.note(|done| {
            if findings.found.len() < 2 {
                done.unchecked += 1;
            } else {
                done.verdicts += 1;
            }
        });
        Ok(())
    }

    /// Returns true if there are too many solutions to visit, which is counted.
    fn is_beyond(&self, number: u64) -> bool {
        let is_beyond = number > self.doubts.caps.count;
        if is_beyond && self.last.is_some() {
            self.doubts.note(|done| done.beyond += 1);
        }
        is_beyond
    }

    /// Up to `most` solutions by another kind of search.
    pub fn search(&mut self, ask: &Ask, most: u64, allowance: &Budget) -> Findings {
        let budget = allowance.part(self.nodes(self.doubts.caps.nodes));
        let findings = all_of(self.plain.ask(&self.model, ask, most, budget));
        let is_settled = findings.is_complete || findings.found.len() as u64 == most;
        match self.last.as_mut().filter(|_| !is_settled) {
            Some(last) => all_of(last.ask(&self.model, ask, most, allowance.apart())),
            None => findings,
        }
    }

    /// Visits up to `most` solutions with another engine: its name, and their number.
    fn visit(
        &mut self,
        ask: &Ask,
        most: u64,
        allowance: &Budget,
    ) -> Result<(&'static str, Count), End> {
        let for_each = NODES_TO_VISIT_ONE.saturating_mul(most);
        let nodes = self.doubts.caps.nodes.saturating_add(for_each);
        let budget = allowance.part(self.nodes(nodes));
        let Self { model, plain, .. } = self;
        let seen = visited(plain.ask(model, ask, most, budget), (model, ask));
        let plain = self.honest(ask, seen)?;
        let is_settled = matches!(plain.1.end, End::Complete | End::Limit);
        let Some(last) = self.last.as_mut().filter(|_| !is_settled) else {
            return Ok(plain);
        };
        let other = if self.asker.0 != Dance.name() {
            &mut self.visitor
        } else if most <= MOST_FOR_LAST {
            last
        } else {
            return Ok(plain);
        };
        let budget = allowance.apart();
        let seen = visited(
            other.ask(&self.model, ask, most, budget),
            (&self.model, ask),
        );
        self.honest(ask, seen)
    }

    /// The name and the number of another engine, whose solutions are checked too.
    fn honest(&self, ask: &Ask, seen: Visited) -> Result<(&'static str, Count), End> {
        let (by, count) = seen;
        match count {
            Ok(count) => Ok((by, count)),
            Err(solution) => {
                let solution = self.told(ask, &solution);
                let check =
                    format!("visits something that is not a solution, or comes twice: {solution}");
                Err(self.disagreement(ask, "a count", by, &check))
            }
        }
    }

    /// Fewer nodes in a large model, where each costs more.
    fn nodes(&self, usual: u64) -> u64 {
        let choices = (self.model.choice_count() as u64).max(USUAL_CHOICES);
        (u128::from(usual) * u128::from(USUAL_CHOICES) / u128::from(choices)) as u64
    }
}

/// The name of an engine and a search that it has begun, if it does not decline.
type Begun<'s> = (&'static str, Option<&'s mut Box<dyn Search>>);

/// The name of an engine, and the number of its solutions or the first that is none or comes twice.
type Visited = (&'static str, Result<Count, Vec<Choice>>);

/// All solutions of a search.
fn all_of((by, search): Begun<'_>) -> Findings {
    let mut findings = Findings {
        by,
        found: Vec::new(),
        is_complete: false,
    };
    let Some(search) = search else {
        return findings;
    };
    let end = loop {
        match search.advance() {
            Ok(solution) => findings.found.push(solution.to_vec()),
            Err(end) => break end,
        }
    };
    findings.is_complete = end == End::Complete;
    findings
}

/// Visits the solutions of a search for the ask of a model, looking at each of them.
fn visited((by, search): Begun<'_>, (model, ask): (&Model, &Ask)) -> Visited {
    let Some(search) = search else {
        return (by, Ok(Count::new(0u32, End::Memory)));
    };
    let mut seen = Distinct::default();
    let mut number = 0u64;
    loop {
        match search.advance() {
            Ok(solution) => {
                number += 1;
                let is_new = seen.is_new(solution, Caps::ALL.count);
                if !is_new || fault(model, ask, solution).is_some() {
                    return (by, Err(solution.to_vec()));
                }
            }
            Err(end) => return (by, Ok(Count::new(number, end))),
        }
    }
}

/// The fault of a solution of an ask, if it has one.
pub fn fault(model: &Model, ask: &Ask, solution: &[Choice]) -> Option<String> {
    if let Some(fault) = model.fault(solution) {
        return Some(format!("it is none: {fault:?}"));
    }
    if let Some(given) = ask.given.iter().find(|c| !solution.contains(c)) {
        return Some(format!("it lacks the given choice {}", given.0));
    }
    let barred = solution.iter().find(|c| ask.barred.contains(c))?;
    Some(format!("it has the barred choice {}", barred.0))
}

fn sorted(solution: &[Choice]) -> Vec<Choice> {
    let mut sorted = solution.to_vec();
    sorted.sort_unstable();
    sorted
}
