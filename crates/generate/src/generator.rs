//! The loop that makes every puzzle.
//!
//! ```text
//!  seed ──▶ puzzle with ──▶ clues taken away ──▶ as ordered? ── yes ──▶ puzzle
//!           every clue      in a random order      `rate`
//!           `Craft::draw`   `thin`, `judge`          │ no
//!                              ▲                     ▼
//!                              └────── clues exchanged, or another start
//! ```
//!
//! A family gives a [`Craft`]: how a puzzle with every clue is drawn, and which clues go together. All
//! else is here, so every family is made to any order that makes sense for it.
//!
//! A step to a nearer puzzle exchanges clues: a few are added, and then all are tried in a random
//! order, the new ones last, so that others go for them. Where the puzzle need not be minimal, a clue
//! more makes it easier and a clue less harder. A step is taken unless it leads away; after many steps
//! that lead no nearer it starts again.

use crate::clues::{ClueSet, Units};
use crate::judge::{Judge, Question, Verdict};
use crate::patience::Patience;
use crate::rate::{Facts, Rater};
use crate::technique::Needed;
use crate::thin::{Thinner, Unavoidable};
use crate::{Made, Maker, Minimal, Missed, Spec, Unable, seed_of, undecided_clues};
use std::sync::Arc;
use tilewright_engines::{Ask, Budget, Engine, Random, auto::Auto, solutions};
use tilewright_model::{Choice, Model};
use tilewright_puzzles::Puzzle;

/// Steps without coming nearer, before another start is taken.
const PATIENCE: u32 = 60;
/// Puzzles that are tried where no limit says so.
const TRIES: u64 = 1000;
/// Conflicts that questions without an answer may take when they are asked again: where it is to be
/// known which clues can go, and where it would be nice.
const MUST_KNOW: u64 = 2_000_000;
const NICE_TO_KNOW: u64 = 100_000;

/// A family as the loop sees it: how its puzzles begin, and the quicker ways that it has.
pub(crate) trait Craft: Send + Sync {
    /// The model that all its puzzles share, if they do.
    fn model(&self) -> Option<&Model> {
        None
    }

    /// A puzzle with every clue that it may have, and one solution. `None` where this try came to
    /// nothing; an error where any other would.
    fn draw(
        &self,
        judge: &mut Judge,
        random: &mut Random,
        budget: &Budget,
    ) -> Result<Option<Whole>, Missed>;

    /// The puzzle with some of its clues.
    fn puzzle(&self, whole: &Whole, clues: &ClueSet) -> Box<dyn Puzzle> {
        let gone = whole.gone(clues);
        let puzzle = whole.puzzle.as_ref();
        puzzle.expect("it was drawn as a puzzle").without(&gone)
    }

    /// The seed of the random numbers.
    fn seed(&self, seed: u64) -> u64 {
        seed_of(seed, 0)
    }

    /// Puzzles that are tried where no limit says so.
    fn tries(&self, is_rated: bool) -> u64 {
        let _ = is_rated;
        TRIES
    }

    /// Steps from one start without coming nearer.
    fn patience(&self) -> u32 {
        PATIENCE
    }

    /// The most clues, or sets of them, that are asked for together.
    fn widest(&self) -> usize {
        usize::MAX
    }

    /// Returns true if every draw is the same.
    fn is_given(&self) -> bool {
        false
    }

    /// Returns true if it is the classic Sudoku, which is asked in bulk.
    fn is_classic(&self) -> bool {
        false
    }

    /// Sets that are known to need a clue.
    fn known(&self, givens: &[Choice]) -> Unavoidable {
        let _ = givens;
        Unavoidable::default()
    }

    /// Rates a puzzle on scales of its own; whether that needs the technique.
    fn rate(&self, order: &Order<'_>, whole: &Whole, clues: &ClueSet, facts: &mut Facts) -> bool {
        let _ = (order, whole, clues, facts);
        false
    }

    /// Many puzzles at once, where that is quicker than one after the other.
    fn together(
        &self,
        workshop: &mut Workshop<'_>,
        seeds: &[u64],
        budget: &Budget,
    ) -> Option<Vec<Result<Made, Missed>>> {
        let _ = (workshop, seeds, budget);
        None
    }
}

/// The requirements of a [`Craft::rate`].
pub(crate) struct Order<'o> {
    pub(crate) spec: &'o Spec,
    pub(crate) needed: Option<&'o Needed>,
    pub(crate) budget: &'o Budget,
}

/// A puzzle with every clue that it may have, and one solution.
pub(crate) struct Whole {
    /// The choice that each clue gives; none where clues are more than that.
    pub(crate) givens: Vec<Choice>,
    /// The solution, where it is not just the givens.
    pub(crate) solution: Option<Vec<Choice>>,
    /// The puzzle, unless its craft makes it of the givens.
    pub(crate) puzzle: Option<Arc<dyn Puzzle>>,
    /// The clues that come and go together.
    pub(crate) units: Arc<Units>,
    /// The number of clues.
    pub(crate) count: usize,
    /// Its distance from the order so far.
    pub(crate) facts: Facts,
}

impl Whole {
    /// A solution whose choices are the clues.
    pub(crate) fn of_givens(givens: Vec<Choice>, units: &Arc<Units>) -> Self {
        Self {
            count: givens.len(),
            givens,
            solution: None,
            puzzle: None,
            units: Arc::clone(units),
            facts: Facts::default(),
        }
    }

    /// A puzzle with the clues that its family counts.
    pub(crate) fn of_puzzle(
        puzzle: Arc<dyn Puzzle>,
        solution: Vec<Choice>,
        units: Arc<Units>,
        count: usize,
    ) -> Self {
        let givens = puzzle.givens();
        Self {
            givens: if givens.len() == count {
                givens
            } else {
                Vec::new()
            },
            solution: Some(solution),
            puzzle: Some(puzzle),
            units,
            count,
            facts: Facts::default(),
        }
    }

    /// Returns true if each clue gives one choice.
    pub(crate) fn has_givens(&self) -> bool {
        self.givens.len() == self.count
    }

    /// The clues that are not left.
    pub(crate) fn gone(&self, clues: &ClueSet) -> Vec<usize> {
        (0..self.count).filter(|clue| !clues.has(*clue)).collect()
    }

    /// Returns true if these clues are enough.
    pub(crate) fn question<'q>(&'q self, clues: &'q ClueSet) -> Question<'q> {
        Question {
            givens: &self.givens,
            puzzle: self.puzzle.as_deref().filter(|_| !self.has_givens()),
            count: self.count,
            clues,
            without: None,
        }
    }

    /// The solution of the puzzle with these clues: where it has a model of its own, in the choices of
    /// that.
    fn solution_of(&self, puzzle: &dyn Puzzle, clues: &ClueSet) -> Vec<Choice> {
        let known = self.solution.as_ref().unwrap_or(&self.givens);
        if self.has_givens() || clues.len() == self.count {
            return known.clone();
        }
        let within = Budget::default().for_model();
        let own = puzzle.model(&within).ok();
        let all = self.puzzle.as_ref();
        let all = all.and_then(|all| all.model(&within).ok());
        let Some(own) = own.filter(|own| all.is_none_or(|all| all != *own)) else {
            return known.clone();
        };
        let mut search = Auto.prepare(&own, &within).ok();
        let ask = Ask::given(puzzle.givens()).limit(1);
        let found = (search.as_mut()).and_then(|search| solutions(&mut **search, &ask).next());
        found.unwrap_or_else(|| known.clone())
    }

    /// The choices that a clue gives.
    pub(crate) fn given_by(&self, clue: usize) -> Vec<Choice> {
        let Some(puzzle) = self.puzzle.as_ref().filter(|_| !self.has_givens()) else {
            return vec![self.givens[clue]];
        };
        let left = puzzle.without(&[clue]).givens();
        let all = puzzle.givens().into_iter();
        all.filter(|choice| !left.contains(choice)).collect()
    }
}

/// Makes the puzzles of a craft to order.
pub(crate) struct Generator<C> {
    pub(crate) craft: C,
    pub(crate) spec: Spec,
    pub(crate) needed: Option<Needed>,
}

impl<C: Craft + 'static> Generator<C> {
    /// A maker of that craft's puzzles.
    pub(crate) fn maker(
        craft: C,
        spec: Spec,
        needed: Option<Needed>,
    ) -> Result<Box<dyn Maker>, Unable> {
        let judge = Judge::new(craft.model(), craft.is_classic());
        judge.map_err(|declined| Unable(declined.to_string()))?;
        Ok(Box::new(Self {
            craft,
            spec,
            needed,
        }))
    }

    fn workshop(&self) -> Workshop<'_> {
        let judge = Judge::new(self.craft.model(), self.craft.is_classic());
        let needed = self.needed.as_ref();
        Workshop {
            craft: &self.craft,
            judge: judge.expect("it was made once before"),
            rater: Rater::new(self.craft.model(), &self.spec, needed),
        }
    }
}

impl<C: Craft + 'static> Maker for Generator<C> {
    fn make(&self, seed: u64, budget: &Budget) -> Result<Made, Missed> {
        self.workshop().make(seed, budget)
    }

    fn make_many(&self, seeds: &[u64], budget: &Budget) -> Vec<Result<Made, Missed>> {
        let mut workshop = self.workshop();
        if let Some(made) = self.craft.together(&mut workshop, seeds, budget) {
            return made;
        }
        let each = seeds.iter().map(|&seed| workshop.make(seed, budget));
        each.collect()
    }
}

/// A craft with all that it takes to make puzzles, ready.
pub(crate) struct Workshop<'m> {
    pub(crate) craft: &'m dyn Craft,
    pub(crate) judge: Judge,
    pub(crate) rater: Rater<'m>,
}

/// A puzzle on the way.
struct Draft {
    whole: Arc<Whole>,
    clues: ClueSet,
    known: Unavoidable,
    facts: Facts,
    /// Units, or clues by themselves, of which it is not known whether they can go.
    undecided: usize,
    /// Clues that could go by themselves, where that is not to be.
    loose: usize,
    /// True if the budget was used up before it was thinned.
    is_cut: bool,
}

/// The outcome of a start.
enum Started {
    Draft(Draft),
    /// The allowed clues leave several solutions.
    Several,
    /// Nothing was found within the budget.
    Nothing,
}

impl Workshop<'_> {
    fn make(&mut self, seed: u64, budget: &Budget) -> Result<Made, Missed> {
        let seed = self.craft.seed(seed);
        if self.rater.spec.controlled_bias {
            return self.fall(seed, budget);
        }
        self.climb(seed, budget)
    }

    /// The puzzle of a seed.
    fn climb(&mut self, seed: u64, budget: &Budget) -> Result<Made, Missed> {
        let mut random = Random::new(seed);
        self.judge.begin(self.allowance(budget));
        let most = budget.most_tries(self.craft.tries(self.rater.is_needed()));
        let mut best: Option<Draft> = None;
        let mut tries = 0;
        let mut why_none = "";
        while tries < most && !self.is_over(budget) {
            tries += 1;
            let draft = match self.start(&mut random, budget)? {
                Started::Draft(draft) => draft,
                Started::Several => {
                    why_none = "; clues in those places alone left several solutions";
                    if self.craft.is_given() {
                        break;
                    }
                    continue;
                }
                Started::Nothing => continue,
            };
            let draft = self.improve(draft, &mut random, &mut tries, most, budget);
            // A caller who interrupts does not wait for it any more; and if thinning takes no time, half of it is
            // worth nothing.
            let is_worthless = draft.is_cut && self.judge.is_in_bulk();
            if draft.facts.gap == 0.0 && !is_worthless && !budget.is_stopped() {
                return Ok(self.made_of(&draft));
            }
            keep_nearer(&mut best, draft);
        }
        let why = format!(
            "no such puzzle was found: {}{why_none}",
            budget.ending(tries)
        );
        let misses = best.as_ref().and_then(|best| self.misses(best));
        Err(Missed {
            why: misses.map_or(why.clone(), |misses| format!("{why}; the nearest {misses}")),
            end: budget.given_up(),
            nearest: best.map(|best| Box::new(self.made_of(&best))),
        })
    }

    /// The effort for questions that are asked again. Where it must be known and there is a deadline,
    /// that alone ends it.
    fn allowance(&self, budget: &Budget) -> u64 {
        match (self.rater.spec.minimal.is_asked(), budget.deadline) {
            (true, Some(_)) => u64::MAX,
            (true, None) => MUST_KNOW,
            (false, _) => NICE_TO_KNOW,
        }
    }

    /// Returns true if there is no use in another step.
    fn is_over(&self, budget: &Budget) -> bool {
        budget.is_over() || (self.rater.spec.minimal.is_asked() && self.judge.is_spent())
    }

    /// The way in which a draft misses the order: "has 30 clues", "is minimal but for 3 clues that were not decided".
    fn misses(&self, draft: &Draft) -> Option<String> {
        let has = &draft.facts.misses;
        let has = (!has.is_empty()).then(|| format!("has {}", has.join(", ")));
        let is_open = self.rater.spec.minimal.is_asked() && draft.undecided > 0;
        let is = is_open.then(|| {
            let (what, were) = undecided_clues(draft.undecided, draft.whole.units.are_sets());
            format!("is minimal but for {what} that {were} not decided")
        });
        let all: Vec<String> = has.into_iter().chain(is).collect();
        (!all.is_empty()).then(|| all.join(" and "))
    }

    /// The puzzle of a draft, with the facts about its clues.
    fn made_of(&self, draft: &Draft) -> Made {
        let mut made = self.made(&draft.whole, &draft.clues);
        let spec = self.rater.spec;
        let is_thinned = spec.clues.is_none() && !self.rater.is_needed();
        if is_thinned || spec.minimal.is_asked() {
            made.undecided = draft.undecided;
            made.is_cut = draft.is_cut && draft.undecided > 0;
        }
        if spec.minimal.is_asked() && draft.undecided == 0 && draft.loose == 0 {
            self.claim(&mut made, &draft.whole, &draft.clues);
        }
        made
    }

    /// The puzzle with these clues.
    pub(crate) fn made(&self, whole: &Whole, clues: &ClueSet) -> Made {
        let puzzle = self.craft.puzzle(whole, clues);
        let solution = whole.solution_of(&*puzzle, clues);
        let mut made = Made::new(puzzle, solution);
        made.are_sets = whole.units.are_sets();
        made
    }

    /// Records the proved claim about the clues of a puzzle, all of which were asked for.
    pub(crate) fn claim(&self, made: &mut Made, whole: &Whole, clues: &ClueSet) {
        let units = &whole.units;
        let is_about_sets = units.are_sets() && self.rater.spec.minimal == Minimal::Sets;
        made.minimal = if is_about_sets {
            Minimal::Sets
        } else {
            Minimal::Clues
        };
        let givens = |set: &[u32]| -> Vec<Choice> {
            let clues = set.iter().map(|&clue| whole.given_by(clue as usize));
            clues.flatten().collect()
        };
        if is_about_sets {
            made.sets = units.within(clues).map(givens).collect();
        } else if units.has_kept() {
            let asked = units.within(clues).flatten();
            made.sets = asked.map(|clue| givens(&[*clue])).collect();
        }
    }

    /// Steps from a draft to a puzzle that meets the order, or to the nearest.
    fn improve(
        &mut self,
        draft: Draft,
        random: &mut Random,
        tries: &mut u64,
        most: u64,
        budget: &Budget,
    ) -> Draft {
        let patience = match draft.whole.units.len() {
            0 => 0,
            _ => self.craft.patience(),
        };
        let mut now = draft;
        let mut in_vain = 0;
        while now.facts.gap > 0.0 && in_vain < patience && *tries < most && !self.is_over(budget) {
            *tries += 1;
            let Some(next) = self.neighbour(&mut now, random, budget) else {
                in_vain += 1;
                continue;
            };
            in_vain = if next.facts.gap < now.facts.gap {
                0
            } else {
                in_vain + 1
            };
            if next.facts.gap <= now.facts.gap {
                now = next;
            }
        }
        now
    }

    /// A first draft of a puzzle that is drawn anew.
    fn start(&mut self, random: &mut Random, budget: &Budget) -> Result<Started, Missed> {
        let Some(whole) = self.craft.draw(&mut self.judge, random, budget)? else {
            return Ok(Started::Nothing);
        };
        if whole.units.all.len() < whole.count {
            match self.judge.ask(&whole.question(&whole.units.all), budget) {
                Verdict::One => {}
                Verdict::Several(_) => return Ok(Started::Several),
                Verdict::Unknown => return Ok(Started::Nothing),
            }
        }
        let order = order(&whole.units, random);
        let known = self.craft.known(&whole.givens);
        let floor = self.floor(&whole.units, random);
        let thinner = Thinner::from_all(&whole.units, order, known, floor);
        let thinner = thinner.at_most(self.craft.widest());
        let draft = self.thinned(Arc::new(whole), thinner, budget);
        Ok(Started::Draft(draft))
    }

    /// The number of clues to stop at: where any of a range would do, a random one of them.
    fn floor(&self, units: &Units, random: &mut Random) -> usize {
        let spec = self.rater.spec;
        match &spec.clues {
            Some(range) if !spec.minimal.is_asked() => {
                let most = (*range.end()).min(units.all.len());
                let spread = most.saturating_sub(*range.start()) + 1;
                range.start() + random.below(spread as u32) as usize
            }
            _ => 0,
        }
    }

    /// Thins as far as it goes within the budget, and looks at the result.
    fn thinned(&mut self, whole: Arc<Whole>, mut thinner: Thinner, budget: &Budget) -> Draft {
        let mut is_whole = thinner.run(&whole, &mut self.judge, budget);
        while is_whole && !thinner.unanswered.is_empty() && self.judge.look_longer() {
            thinner = thinner.again();
            is_whole = thinner.run(&whole, &mut self.judge, budget);
        }
        let mut draft = Draft {
            facts: (self.rater).facts(self.craft, &whole, &thinner.clues, budget),
            undecided: thinner.undecided(),
            loose: 0,
            is_cut: !is_whole,
            clues: thinner.clues,
            known: thinner.known,
            whole,
        };
        let spec = self.rater.spec;
        if spec.minimal == Minimal::Clues && draft.whole.units.are_sets() {
            self.find_loose(&mut draft, budget);
        }
        self.judge.look_as_usual();
        if draft.loose > 0 {
            let loose = draft.loose;
            let away = u32::try_from(loose).map_or(f64::MAX, f64::from);
            let what = format!("{loose} clues that could go by themselves");
            draft.facts.miss(away, what);
        }
        if spec.minimal.is_asked() && draft.undecided > 0 {
            draft.facts.gap += 0.5;
        }
        draft
    }

    /// Asks for each clue of a set by itself.
    fn find_loose(&mut self, draft: &mut Draft, budget: &Budget) {
        let sets = draft.whole.units.within(&draft.clues);
        for &clue in sets.filter(|set| set.len() > 1).flatten() {
            let mut fewer = draft.clues.clone();
            fewer.remove(clue as usize);
            let question = Question {
                without: Some(clue),
                ..draft.whole.question(&fewer)
            };
            match self.judge.ask(&question, budget) {
                Verdict::One => draft.loose += 1,
                Verdict::Several(_) => {}
                Verdict::Unknown => draft.undecided += 1,
            }
        }
    }

    /// A puzzle that differs in some clues. Facts learnt about the start stay with both.
    fn neighbour(
        &mut self,
        now: &mut Draft,
        random: &mut Random,
        budget: &Budget,
    ) -> Option<Draft> {
        let spec = self.rater.spec;
        let units = Arc::clone(&now.whole.units);
        let (mut inside, mut outside): (Vec<u32>, Vec<u32>) =
            (0..units.len() as u32).partition(|&unit| units.is_in(unit, &now.clues));
        random.shuffle(&mut inside);
        random.shuffle(&mut outside);
        let mut clues = now.clues.clone();
        let mut insert = |unit: u32| {
            for &clue in units.clues(unit) {
                clues.insert(clue as usize);
            }
        };
        let most = spec.clues.as_ref().map_or(usize::MAX, |range| *range.end());
        let has_room = now.clues.len() < most;
        let is_rated = now.facts.gap < 100.0;
        let easier =
            now.facts.too_hard > 0.0 || (now.facts.too_hard == 0.0 && random.below(4) == 0);
        if !spec.minimal.is_asked() && is_rated && has_room && easier && random.below(3) > 0 {
            // Where logic came to a halt a clue helps most.
            let is_open = |unit: &&u32| {
                let mut clues = units.clues(**unit).iter();
                clues.any(|&clue| now.facts.is_open(&now.whole, clue as usize))
            };
            insert(*outside.iter().find(is_open).or(outside.first())?);
            let known = std::mem::take(&mut now.known);
            let thinner = Thinner::new(clues, Vec::new(), known, 0);
            return Some(self.next_draft(now, thinner, budget));
        }
        let added = 1 + random.below(3) as usize;
        let added: Vec<u32> = outside.into_iter().take(added).collect();
        for &unit in &added {
            insert(unit);
        }
        inside.extend(added);
        let known = std::mem::take(&mut now.known);
        // Any suitable number: surplus clues stay in.
        let floor = self.floor(&units, random);
        let thinner = Thinner::new(clues, inside, known, floor);
        let thinner = thinner.at_most(self.craft.widest());
        Some(self.next_draft(now, thinner, budget))
    }

    fn next_draft(&mut self, now: &mut Draft, thinner: Thinner, budget: &Budget) -> Draft {
        let next = self.thinned(Arc::clone(&now.whole), thinner, budget);
        now.known = next.known.clone();
        next
    }
}

/// All units in a random order.
pub(crate) fn order(units: &Units, random: &mut Random) -> Vec<u32> {
    let mut order: Vec<u32> = (0..units.len() as u32).collect();
    random.shuffle(&mut order);
    order
}

fn keep_nearer(best: &mut Option<Draft>, draft: Draft) {
    let is_nearer = |best: &Draft| draft.facts.gap < best.facts.gap;
    if best.as_ref().is_none_or(is_nearer) {
        *best = Some(draft);
    }
}
