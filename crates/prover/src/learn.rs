//! Clause learning that writes a proof.
//!
//! **Idea.** Pick values for variables until a clause is broken. Look back for the reason: resolve
//! the broken clause with the clauses that forced its literals, until one literal of the last
//! decision is left. That is a new clause. It follows from those that were resolved, and they are
//! its hints in the proof, in the order in which they force literals when all of the new clause is
//! false. Go back as far as the new clause allows and continue. A clause broken before any decision
//! ends it: the empty clause follows.
//!
//! **Data.** All clauses lie in one array, each as its length, its quality, its number in the proof
//! (two words) and its literals:
//!
//! ```text
//! ┌────────┬─────────┬──────┬──────┬────┬────┬────┬────────┬──
//! │ length │ quality │ number …    │ l0 │ l1 │ l2 │ length │ …
//! └────────┴─────────┴──────┴──────┴────┴────┴────┴────────┴──
//! ```
//!
//! Each clause is watched by two of its literals, the first two. Only when one of these becomes
//! false is the clause looked at. A clause of two literals is never looked at in the array: the
//! watch knows the other literal.
//!
//! **Invariants.** A literal that holds before any decision has a clause of its own in the proof
//! (`unit`), so that it costs one hint wherever it is used. A clause that forced a literal is not
//! forgotten while the literal holds. The first literal of such a clause, if it is longer than two,
//! is the one that it forced.

use crate::heap::Heap;
use crate::log::Log;
use std::io::{self, Write};
use tilewright_model::budget::{Budget, End, Meter};

/// The end of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Satisfiability {
    /// Nothing satisfies all clauses, and the proof says why.
    Unsatisfiable,
    /// These variables are true in an assignment that satisfies all clauses, in order.
    Satisfiable(Vec<u32>),
    /// It was stopped.
    Stopped(End),
}

/// A literal: twice its variable, counted from 0, and one more if it is negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Lit(u32);

impl Lit {
    /// From the words of DIMACS.
    fn of(literal: i64) -> Self {
        let variable = (literal.unsigned_abs() - 1) as u32;
        Self(variable * 2 + u32::from(literal < 0))
    }

    fn variable(self) -> usize {
        (self.0 / 2) as usize
    }

    fn index(self) -> usize {
        self.0 as usize
    }

    /// In the words of DIMACS.
    fn told(self) -> i64 {
        let variable = i64::from(self.0 / 2) + 1;
        if self.0 & 1 == 0 { variable } else { -variable }
    }
}

impl std::ops::Not for Lit {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// No clause: a decision, or a literal that has a clause of its own in the proof.
const NO_CLAUSE: u32 = u32::MAX;

/// The words before the literals of a clause.
const HEAD: usize = 4;

/// The length of a clause that is forgotten but still lies in the array.
const GONE: u32 = 1 << 31;

/// The mark of a clause with two literals in a watch.
const IS_PAIR: u32 = 1 << 31;

/// Clauses whose literals come from at most this many decisions are kept for ever.
const GOOD: u32 = 2;

/// A clause that is to be looked at when a literal becomes false.
#[derive(Clone, Copy, Debug)]
struct Watch {
    /// The place of the clause, with a mark if it is a pair.
    clause: u32,
    /// Another of its literals: while it is true there is nothing to do.
    other: Lit,
}

/// Decides whether clauses can all be satisfied, and proves it where they cannot.
pub struct Prover<'w> {
    budget: Budget,
    /// Counts conflicts.
    meter: Meter,
    log: Log<'w>,
    /// True if the empty clause was derived.
    is_refuted: bool,
    clauses: Vec<u32>,
    wasted: usize,
    learnt: Vec<u32>,
    watches: Vec<Vec<Watch>>,
    watch_count: usize,
    /// For each literal: 1 true, -1 false, 0 open.
    value: Vec<i8>,
    /// For each variable: the value that it had last.
    phase: Vec<bool>,
    level: Vec<u32>,
    reason: Vec<u32>,
    /// The place of each variable on the trail.
    place: Vec<u32>,
    /// The number of the clause that says a literal which holds before any decision.
    unit: Vec<u64>,
    trail: Vec<Lit>,
    /// The length of the trail before each decision.
    decisions: Vec<usize>,
    next: usize,
    heap: Heap,
    look: Look,
    turns: u64,
    pace: Pace,
}

/// The buffers for looking back at a conflict.
#[derive(Debug, Default)]
struct Look {
    seen: Vec<bool>,
    marked: Vec<usize>,
    /// The clause that is learnt.
    clause: Vec<Lit>,
    /// Variables whose reasons were resolved.
    resolved: Vec<usize>,
    /// Variables that held before any decision.
    settled: Vec<usize>,
    stack: Vec<usize>,
}

/// The schedule of restarts and of forgetting.
#[derive(Debug)]
struct Pace {
    /// The number of clauses learnt.
    noted: f64,
    recent: f64,
    lasting: f64,
    since_restart: u32,
    next_cut: u64,
    cuts: u64,
}

/// Conflicts between two cuts, at first, and how many more each time.
const CUT: (u64, u64) = (2000, 300);

impl<'w> Prover<'w> {
    /// A prover for clauses on `variables` variables. The first clause that it derives gets the
    /// number after `last`; the added clauses have numbers up to that.
    ///
    /// # Panics
    /// If there are more than 2^30 variables.
    pub fn new(variables: u32, last: u64, proof: &'w mut dyn Write, budget: &Budget) -> Self {
        assert!(variables <= 1 << 30, "{variables} variables");
        let n = variables as usize;
        Self {
            budget: budget.clone(),
            meter: budget.meter(),
            log: Log::new(proof, last),
            is_refuted: false,
            clauses: Vec::new(),
            wasted: 0,
            learnt: Vec::new(),
            watches: vec![Vec::new(); 2 * n],
            watch_count: 0,
            value: vec![0; 2 * n],
            phase: vec![false; n],
            level: vec![0; n],
            reason: vec![NO_CLAUSE; n],
            place: vec![0; n],
            unit: vec![0; n],
            trail: Vec::with_capacity(n),
            decisions: Vec::new(),
            next: 0,
            heap: Heap::new(variables),
            look: Look {
                seen: vec![false; n],
                ..Look::default()
            },
            turns: 0,
            pace: Pace {
                noted: 0.0,
                recent: 0.0,
                lasting: 0.0,
                since_restart: 0,
                next_cut: CUT.0,
                cuts: 0,
            },
        }
    }

    /// The approximate bytes of a prover for `variables` variables, before any clause.
    pub fn bytes_of(variables: u64) -> u64 {
        variables.saturating_mul(130)
    }

    /// About how many bytes it takes now.
    fn bytes(&self) -> u64 {
        let variables = Self::bytes_of(self.level.len() as u64);
        // Arrays grow by doubling; lists of watches are half full on average.
        variables + self.clauses.capacity() as u64 * 4 + self.watch_count as u64 * 12
    }

    /// The number of steps of the proof.
    pub fn steps(&self) -> u64 {
        self.log.steps()
    }

    /// The number of conflicts so far.
    pub fn conflicts(&self) -> u64 {
        self.meter.stats().nodes
    }

    /// Adds a clause under its number. Literals are variables counted from 1, or their negatives.
    ///
    /// # Panics
    /// If a literal is 0 or names no variable.
    pub fn add(&mut self, number: u64, clause: &[i64]) -> Result<(), End> {
        self.turns += 1;
        if self.turns.is_multiple_of(1 << 12) {
            self.may_go_on()?;
        }
        if self.is_refuted {
            return Ok(());
        }
        self.back_to(0);
        let mut literals = std::mem::take(&mut self.look.clause);
        literals.clear();
        literals.extend(clause.iter().map(|&literal| Lit::of(literal)));
        assert!(
            clause.iter().all(|&l| l != 0) && literals.iter().all(|l| l.index() < self.value.len()),
            "a literal that is none: {clause:?}"
        );
        literals.sort_unstable();
        literals.dedup();
        let always = |pair: &[Lit]| pair[0] == !pair[1];
        let holds = |l: &Lit| self.value[l.index()] == 1;
        if !literals.windows(2).any(always) && !literals.iter().any(holds) {
            self.add_open(number, &mut literals);
        }
        self.look.clause = literals;
        Ok(())
    }

    /// Adds a clause that does not hold anyway.
    fn add_open(&mut self, number: u64, literals: &mut [Lit]) {
        // Those that are open come first, so that they are watched.
        literals.sort_by_key(|l| self.value[l.index()] != 0);
        let open = literals.iter().filter(|l| self.value[l.index()] == 0);
        match open.count() {
            0 => self.refute(number, literals),
            1 => {
                let unit = if literals.len() == 1 {
                    number
                } else {
                    self.log_unit(literals[0], number, literals)
                };
                self.settle(literals[0], unit);
            }
            _ => {
                self.store(number, literals, 0);
            }
        }
    }

    /// The proof of one literal that is left of a clause before any decision.
    fn log_unit(&mut self, literal: Lit, number: u64, clause: &[Lit]) -> u64 {
        let others = clause.iter().filter(|&&l| l != literal);
        let units = others.map(|l| self.unit[l.variable()]);
        self.log.add([literal.told()], units.chain([number]))
    }

    /// The empty clause: all literals of this one are false before any decision.
    fn refute(&mut self, number: u64, clause: &[Lit]) {
        if !self.is_refuted {
            let units = clause.iter().map(|l| self.unit[l.variable()]);
            self.log.add([], units.chain([number]));
            self.is_refuted = true;
        }
    }

    /// A literal holds before any decision, by the clause of that number.
    fn settle(&mut self, literal: Lit, unit: u64) {
        self.unit[literal.variable()] = unit;
        self.set(literal, NO_CLAUSE);
    }

    fn store(&mut self, number: u64, literals: &[Lit], quality: u32) -> u32 {
        let at = self.clauses.len() as u32;
        let words = [
            literals.len() as u32,
            quality,
            number as u32,
            (number >> 32) as u32,
        ];
        self.clauses.extend(words);
        self.clauses.extend(literals.iter().map(|l| l.0));
        let mark = if literals.len() == 2 { IS_PAIR } else { 0 };
        for (literal, other) in [(literals[0], literals[1]), (literals[1], literals[0])] {
            let clause = at | mark;
            self.watches[literal.index()].push(Watch { clause, other });
        }
        self.watch_count += 2;
        at
    }

    fn number(&self, clause: u32) -> u64 {
        number_in(&self.clauses, clause)
    }

    /// The places of a clause's literals.
    fn range(&self, clause: u32) -> std::ops::Range<usize> {
        let at = clause as usize;
        at + HEAD..at + HEAD + self.clauses[at] as usize
    }

    fn literals(&self, clause: u32) -> Vec<Lit> {
        let words = &self.clauses[self.range(clause)];
        words.iter().map(|&word| Lit(word)).collect()
    }

    fn set(&mut self, literal: Lit, reason: u32) {
        let v = literal.variable();
        self.value[literal.index()] = 1;
        self.value[(!literal).index()] = -1;
        self.level[v] = self.decisions.len() as u32;
        self.reason[v] = reason;
        self.place[v] = self.trail.len() as u32;
        self.trail.push(literal);
    }

    /// A clause forces a literal. Before any decision the literal gets a clause of its own.
    fn force(&mut self, literal: Lit, clause: u32) {
        if self.decisions.is_empty() {
            let literals = self.literals(clause);
            let unit = self.log_unit(literal, self.number(clause), &literals);
            self.settle(literal, unit);
        } else {
            self.set(literal, clause);
        }
    }

    /// Forces all that follows; returns the broken clause, if there is one.
    fn propagate(&mut self) -> Option<u32> {
        while let Some(&literal) = self.trail.get(self.next) {
            self.next += 1;
            let broken = self.visit(!literal);
            if broken.is_some() {
                return broken;
            }
        }
        None
    }

    /// Looks at the clauses that watch a literal which became false.
    fn visit(&mut self, false_one: Lit) -> Option<u32> {
        let mut watches = std::mem::take(&mut self.watches[false_one.index()]);
        let mut kept = 0;
        let mut broken = None;
        let mut at = 0;
        while at < watches.len() {
            let watch = watches[at];
            at += 1;
            let value = self.value[watch.other.index()];
            if value == 1 {
                watches[kept] = watch;
                kept += 1;
                continue;
            }
            if watch.clause & IS_PAIR != 0 {
                watches[kept] = watch;
                kept += 1;
                let clause = watch.clause & !IS_PAIR;
                if value == -1 {
                    broken = Some(clause);
                    break;
                }
                self.force(watch.other, clause);
                continue;
            }
            match self.look_for_watch(watch.clause, false_one) {
                Found::Moved => {}
                Found::True(other) => {
                    watches[kept] = Watch { other, ..watch };
                    kept += 1;
                }
                Found::Only(other) => {
                    watches[kept] = Watch { other, ..watch };
                    kept += 1;
                    if self.value[other.index()] == -1 {
                        broken = Some(watch.clause);
                        break;
                    }
                    self.force(other, watch.clause);
                }
            }
        }
        watches.copy_within(at.., kept);
        let length = kept + (watches.len() - at);
        watches.truncate(length);
        self.watches[false_one.index()] = watches;
        broken
    }

    /// Finds another literal to watch a clause of three or more.
    fn look_for_watch(&mut self, clause: u32, false_one: Lit) -> Found {
        let range = self.range(clause);
        let literals = &mut self.clauses[range];
        if literals[0] == false_one.0 {
            literals.swap(0, 1);
        }
        let first = Lit(literals[0]);
        if self.value[first.index()] == 1 {
            return Found::True(first);
        }
        for k in 2..literals.len() {
            let literal = Lit(literals[k]);
            if self.value[literal.index()] != -1 {
                literals.swap(1, k);
                let other = first;
                self.watches[literal.index()].push(Watch { clause, other });
                return Found::Moved;
            }
        }
        Found::Only(first)
    }

    /// Takes back all decisions after that many.
    fn back_to(&mut self, level: usize) {
        let Some(&length) = self.decisions.get(level) else {
            return;
        };
        for &literal in &self.trail[length..] {
            let v = literal.variable();
            self.value[literal.index()] = 0;
            self.value[(!literal).index()] = 0;
            self.phase[v] = literal.0 & 1 == 0;
            self.reason[v] = NO_CLAUSE;
            self.heap.push(v as u32);
        }
        self.trail.truncate(length);
        self.decisions.truncate(level);
        self.next = length;
    }

    /// Returns an error if time, memory or conflicts are used up.
    fn may_go_on(&mut self) -> Result<(), End> {
        if let Some(end) = self.meter.poll() {
            return Err(end);
        }
        // The highest bit distinguishes places in the array from marks.
        let is_full = self.clauses.len() >= (1 << 31) - (1 << 24);
        let needed = self.bytes();
        if is_full || self.budget.memory.is_some_and(|most| needed > most) {
            return Err(self.budget.needs(needed));
        }
        Ok(())
    }

    /// Searches until there is an answer or a limit is reached. More clauses may be added after
    /// an answer, and it can be asked again.
    pub fn run(&mut self) -> io::Result<Satisfiability> {
        let outcome = self.search();
        self.log.finish()?;
        Ok(outcome)
    }

    fn search(&mut self) -> Satisfiability {
        if let Err(stop) = self.may_go_on() {
            return Satisfiability::Stopped(stop);
        }
        loop {
            if self.is_refuted {
                return Satisfiability::Unsatisfiable;
            }
            self.turns += 1;
            if self.turns.is_multiple_of(1 << 8) {
                if self.log.has_failed() {
                    // This value does not matter: the caller returns the error instead.
                    return Satisfiability::Stopped(End::Interrupted);
                }
                if let Err(stop) = self.may_go_on() {
                    return Satisfiability::Stopped(stop);
                }
            }
            if let Some(clause) = self.propagate() {
                if let Some(end) = self.meter.node() {
                    return Satisfiability::Stopped(end);
                }
                if self.decisions.is_empty() {
                    let literals = self.literals(clause);
                    self.refute(self.number(clause), &literals);
                } else {
                    self.learn(clause);
                }
                continue;
            }
            if self.pace.wants_restart() {
                self.back_to(0);
            }
            if self.conflicts() >= self.pace.next_cut {
                self.cut();
            }
            if !self.decide() {
                let is_true = |&v: &u32| self.value[2 * v as usize] == 1;
                let variables = 0..self.level.len() as u32;
                return Satisfiability::Satisfiable(variables.filter(is_true).collect());
            }
        }
    }

    /// Gives the most active open variable a value; `false` if all have one.
    fn decide(&mut self) -> bool {
        while let Some(v) = self.heap.pop() {
            if self.value[2 * v as usize] == 0 {
                self.decisions.push(self.trail.len());
                let literal = Lit(v * 2 + u32::from(!self.phase[v as usize]));
                self.set(literal, NO_CLAUSE);
                return true;
            }
        }
        false
    }

    /// Learns from a broken clause, after at least one decision.
    fn learn(&mut self, broken: u32) {
        let mut look = std::mem::take(&mut self.look);
        self.look_back(broken, &mut look);
        self.shorten(&mut look);
        look.resolved.sort_unstable_by_key(|&v| self.place[v]);
        let settled = look.settled.iter().map(|&v| self.unit[v]);
        let (clauses, reason) = (&self.clauses, &self.reason);
        let of_reason = |&v: &usize| number_in(clauses, reason[v]);
        let reasons = look.resolved.iter().map(of_reason);
        let hints = settled.chain(reasons).chain([number_in(clauses, broken)]);
        let number = self.log.add(look.clause.iter().map(|l| l.told()), hints);
        for &v in &look.marked {
            look.seen[v] = false;
        }
        look.marked.clear();
        self.heap.decay();
        self.take_in(number, &mut look.clause);
        self.look = look;
    }

    /// Goes back from the broken clause to the last literal of the last decision that explains it.
    fn look_back(&mut self, broken: u32, look: &mut Look) {
        look.clause.clear();
        look.clause.push(Lit(0));
        look.resolved.clear();
        look.settled.clear();
        let now = self.decisions.len() as u32;
        let mut clause = broken;
        let mut at = self.trail.len();
        let mut open = 0;
        loop {
            for word in self.range(clause) {
                let literal = Lit(self.clauses[word]);
                let v = literal.variable();
                if look.seen[v] || self.value[literal.index()] == 1 {
                    continue;
                }
                look.seen[v] = true;
                look.marked.push(v);
                if self.level[v] == 0 {
                    look.settled.push(v);
                    continue;
                }
                self.heap.bump(v as u32);
                if self.level[v] == now {
                    open += 1;
                } else {
                    look.clause.push(literal);
                }
            }
            loop {
                at -= 1;
                if look.seen[self.trail[at].variable()] {
                    break;
                }
            }
            let literal = self.trail[at];
            open -= 1;
            if open == 0 {
                look.clause[0] = !literal;
                return;
            }
            look.resolved.push(literal.variable());
            clause = self.reason[literal.variable()];
        }
    }

    /// Leaves out the literals that follow from the others.
    fn shorten(&self, look: &mut Look) {
        let mut clause = std::mem::take(&mut look.clause);
        let first = clause[0];
        clause.retain(|&literal| literal == first || !self.follows(literal.variable(), look));
        look.clause = clause;
    }

    /// Returns true if the literal of a variable in the clause follows from the others; then its
    /// reasons are noted.
    fn follows(&self, variable: usize, look: &mut Look) -> bool {
        if self.reason[variable] == NO_CLAUSE {
            return false;
        }
        let before = (look.marked.len(), look.resolved.len(), look.settled.len());
        look.stack.clear();
        look.stack.push(variable);
        while let Some(v) = look.stack.pop() {
            look.resolved.push(v);
            for word in self.range(self.reason[v]) {
                let u = Lit(self.clauses[word]).variable();
                if look.seen[u] {
                    continue;
                }
                if self.level[u] != 0 && self.reason[u] == NO_CLAUSE {
                    for &marked in &look.marked[before.0..] {
                        look.seen[marked] = false;
                    }
                    look.marked.truncate(before.0);
                    look.resolved.truncate(before.1);
                    look.settled.truncate(before.2);
                    return false;
                }
                look.seen[u] = true;
                look.marked.push(u);
                if self.level[u] == 0 {
                    look.settled.push(u);
                } else {
                    look.stack.push(u);
                }
            }
        }
        true
    }

    /// Goes back as far as the new clause allows, and lets it force its first literal.
    fn take_in(&mut self, number: u64, literals: &mut [Lit]) {
        let of = |l: &Lit| self.level[l.variable()];
        let mut levels: Vec<u32> = literals.iter().map(of).collect();
        levels.sort_unstable();
        levels.dedup();
        let quality = levels.len() as u32;
        self.pace.note(quality);
        let others = literals.iter().enumerate().skip(1);
        let Some((place, second)) = others.max_by_key(|(_, l)| of(l)) else {
            self.back_to(0);
            self.settle(literals[0], number);
            return;
        };
        let level = of(second);
        literals.swap(1, place);
        self.back_to(level as usize);
        let clause = self.store(number, literals, quality);
        self.learnt.push(clause);
        self.set(literals[0], clause);
    }

    /// Forgets the worse half of the learnt clauses.
    fn cut(&mut self) {
        self.pace.cuts += 1;
        self.pace.next_cut = self.conflicts() + CUT.0 + CUT.1 * self.pace.cuts;
        let mut learnt = std::mem::take(&mut self.learnt);
        let is_kept = |&clause: &u32| {
            let first = Lit(self.clauses[clause as usize + HEAD]);
            self.clauses[clause as usize + 1] <= GOOD
                || self.clauses[clause as usize] == 2
                || self.reason[first.variable()] == clause
        };
        let (mut kept, mut others): (Vec<u32>, Vec<u32>) = learnt.drain(..).partition(is_kept);
        // The best first; among equals the youngest, which lie last in the array.
        others.sort_unstable_by_key(|&c| (self.clauses[c as usize + 1], std::cmp::Reverse(c)));
        let gone = others.split_off(others.len() / 2);
        kept.extend(others);
        self.learnt = kept;
        if gone.is_empty() {
            return;
        }
        let numbers: Vec<u64> = gone.iter().map(|&c| self.number(c)).collect();
        self.log.forget(numbers);
        for clause in gone {
            let length = &mut self.clauses[clause as usize];
            self.wasted += HEAD + *length as usize;
            *length |= GONE;
        }
        let clauses = &self.clauses;
        let stays = |w: &Watch| w.clause & IS_PAIR != 0 || clauses[w.clause as usize] & GONE == 0;
        for watches in &mut self.watches {
            watches.retain(stays);
        }
        self.watch_count = self.watches.iter().map(Vec::len).sum();
        if self.wasted > self.clauses.len() / 4 {
            self.compact();
        }
    }

    /// Moves the clauses together where forgotten ones lay between them.
    fn compact(&mut self) {
        // Each clause leaves its new place behind, in the word of its quality.
        let mut moved = Vec::with_capacity(self.clauses.len() - self.wasted);
        let mut at = 0;
        while at < self.clauses.len() {
            let length = self.clauses[at];
            let end = at + HEAD + (length & !GONE) as usize;
            if length & GONE == 0 {
                let place = moved.len() as u32;
                moved.extend_from_slice(&self.clauses[at..end]);
                self.clauses[at + 1] = place;
            }
            at = end;
        }
        let new = |clause: u32| self.clauses[clause as usize + 1];
        for watch in self.watches.iter_mut().flatten() {
            let mark = watch.clause & IS_PAIR;
            watch.clause = new(watch.clause & !IS_PAIR) | mark;
        }
        for clause in &mut self.learnt {
            *clause = new(*clause);
        }
        for literal in &self.trail {
            let reason = &mut self.reason[literal.variable()];
            if *reason != NO_CLAUSE {
                *reason = new(*reason);
            }
        }
        self.clauses = moved;
        self.wasted = 0;
    }
}

/// The number in the proof of a clause in the array.
fn number_in(clauses: &[u32], clause: u32) -> u64 {
    let at = clause as usize;
    u64::from(clauses[at + 2]) | u64::from(clauses[at + 3]) << 32
}

/// The outcome of updating the watch of a clause.
enum Found {
    /// Another literal watches it now.
    Moved,
    /// This literal is true.
    True(Lit),
    /// All literals are false but perhaps this one.
    Only(Lit),
}

impl Pace {
    /// A clause of this quality was learnt.
    fn note(&mut self, quality: u32) {
        let quality = f64::from(quality);
        // The average of all at first, then of the last few and of very many.
        self.noted += 1.0;
        self.recent += (quality - self.recent) / self.noted.min(32.0);
        self.lasting += (quality - self.lasting) / self.noted.min(8192.0);
        self.since_restart += 1;
    }

    /// Returns true if the latest clauses are worse than usual.
    fn wants_restart(&mut self) -> bool {
        let wants = self.since_restart >= 50 && self.recent > 1.2 * self.lasting;
        if wants {
            self.since_restart = 0;
        }
        wants
    }
}
