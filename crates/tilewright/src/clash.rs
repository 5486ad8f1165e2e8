//! The reason why a puzzle has no solution: a smallest set of clues that cannot all hold, or, if it
//! has none without any clue, of lines and links that cannot all be kept, or without those, of demands that cannot all be
//! met.
//!
//! Lines and links are left out of the model, and each set of them is a model of its own.
//!
//! A demand is met or not by giving each exactly-one item one more choice, which takes nothing
//! else: where that choice is barred, the item is demanded. So one model answers for every set of
//! demands, as it does for every set of clues.
//!
//! A set is first **reduced**: parts are left out, halves first, as long as the rest still clashes.
//! The rest clashes, and no part of it can be spared; but another set may be smaller. The
//! **smallest** is found by hitting sets: every set that does not clash, made as large as can be,
//! leaves out something of every clash. A smallest set that hits all that were left out so far
//! either clashes, and is then a smallest clash, or does not, and leaves out something new.

use crate::asked::Asked;
use crate::solver::Refusal;
use std::sync::Arc;
use std::time::Duration;
use tilewright_engines::{Ask, Budget, End};
use tilewright_model::{Choice, Demand, Item, Model, ModelBuilder, Rule};

/// A set of parts that cannot be together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clash {
    /// The kind of its parts.
    pub kind: ClashKind,
    /// The names of the clues, of the rules that cannot all be kept, or of the items whose demands cannot all be met.
    pub parts: Vec<String>,
    /// The clues themselves; empty where it is not made of them.
    pub clues: Vec<Choice>,
    /// The items themselves; empty where it is not made of them.
    pub items: Vec<Item>,
    /// True if no smaller set clashes.
    pub is_smallest: bool,
    /// [`End::Complete`] unless it was stopped: then some parts may be needless.
    pub end: End,
}

/// The kind of a clash's parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClashKind {
    /// Clues: without them the puzzle has solutions.
    Clues,
    /// Items of the model, each of which needs a choice.
    Demands,
    /// Lines and links of the model: without one of them there are solutions.
    Rules,
    /// The whole: the part names the fault.
    Whole,
}

/// The time that a clash may take where no other limit is set.
const TIME: Duration = Duration::from_secs(10);

/// The most sets that are tried on the way to a smallest one.
const MOST_ROUNDS: usize = 2000;

/// The most steps of one search for a hitting set.
const MOST_HITTING_STEPS: usize = 200_000;

impl Asked {
    /// The reason why the puzzle has no solution. `None` if it has one, or if that was not found.
    pub fn clash(&mut self) -> Option<Clash> {
        let puzzle = Arc::clone(self.puzzle());
        let mut budget = self.solver().question();
        if budget.deadline.is_none() && budget.nodes.is_none() {
            budget = budget.time(TIME);
        }
        let givens = self.givens().to_vec();
        let mut can_stand = |parts: &[usize]| {
            let given: Vec<Choice> = parts.iter().map(|&part| givens[part]).collect();
            let answer = self.any(Ask::given(given), &budget);
            verdict(answer.solution.is_some(), answer.end)
        };
        let all: Vec<usize> = (0..givens.len()).collect();
        if can_stand(&all) != Ok(false) {
            return None;
        }
        if can_stand(&[]) != Ok(false) {
            let Found {
                mut parts,
                is_smallest,
                end,
            } = smallest(all, &mut can_stand);
            parts.sort_unstable();
            let clues: Vec<Choice> = parts.iter().map(|&part| givens[part]).collect();
            let name = |&clue: &Choice| puzzle.choice_name(clue);
            return Some(Clash {
                kind: ClashKind::Clues,
                parts: clues.iter().map(name).collect(),
                clues,
                items: Vec::new(),
                is_smallest,
                end,
            });
        }
        if let Some(reason) = puzzle.misfit() {
            return Some(Clash {
                kind: ClashKind::Whole,
                parts: vec![reason],
                clues: Vec::new(),
                items: Vec::new(),
                is_smallest: true,
                end: End::Complete,
            });
        }
        self.unkept(&budget)
    }

    /// The lines and links that cannot all be kept, whatever the clues; or the demands, if those are not met without them.
    fn unkept(&self, budget: &Budget) -> Option<Clash> {
        let model = self.model();
        let is_pair = |rule: usize| matches!(model.rules()[rule], Rule::Pair(_));
        let rules: Vec<usize> = (0..model.rules().len()).filter(|&r| !is_pair(r)).collect();
        if rules.is_empty() {
            return self.unmet(model, budget);
        }
        let mut can_stand = |parts: &[usize]| {
            let is_kept = |rule: usize| is_pair(rule) || parts.contains(&rule);
            let fewer = model.with_rules(is_kept, budget)?;
            let mut beside = self.beside(&fewer).map_err(|refusal| match refusal {
                Refusal::Stopped(end) => end,
                // An engine that runs the whole runs a part, if there is room for both.
                _ => End::Memory,
            })?;
            let answer = beside.any(Ask::default(), budget);
            verdict(answer.solution.is_some(), answer.end)
        };
        match can_stand(&[]) {
            Err(_) => return None,
            Ok(false) => {
                let without = model.with_rules(is_pair, budget).ok()?;
                return self.unmet(&without, budget);
            }
            Ok(true) => {}
        }
        if can_stand(&rules) != Ok(false) {
            return None;
        }
        let Found {
            mut parts,
            is_smallest,
            end,
        } = smallest(rules, &mut can_stand);
        parts.sort_unstable();
        let names = parts.iter().map(|&rule| self.puzzle().rule_name(rule));
        Some(Clash {
            kind: ClashKind::Rules,
            parts: names.collect(),
            clues: Vec::new(),
            items: Vec::new(),
            is_smallest,
            end,
        })
    }

    /// The demands that cannot all be met, whatever the clues, in a model without lines and links.
    fn unmet(&self, model: &Model, budget: &Budget) -> Option<Clash> {
        let lowered = model.lower(budget).ok()?;
        let (model, demanded) = with_slack(&lowered, budget)?;
        let first_slack = lowered.choice_count();
        let mut beside = self.beside(&model).ok()?;
        let mut can_stand = |parts: &[usize]| {
            let slack = |&part: &usize| Choice((first_slack + part) as u32);
            let barred: Vec<Choice> = parts.iter().map(slack).collect();
            let answer = beside.any(Ask::default().barred(barred), budget);
            verdict(answer.solution.is_some(), answer.end)
        };
        // The first parts are left out first, if they can be: a person would rather hear of tiles.
        let tiles = lowered.tiles();
        let is_tile = |part: &usize| tiles.binary_search(&demanded[*part]).is_ok();
        let (of_tiles, mut all): (Vec<usize>, Vec<usize>) = (0..demanded.len()).partition(is_tile);
        all.extend(of_tiles);
        if can_stand(&all) != Ok(false) {
            return None;
        }
        let Found {
            mut parts,
            is_smallest,
            end,
        } = smallest(all, &mut can_stand);
        parts.sort_unstable();
        let items: Vec<Item> = parts.iter().map(|&part| demanded[part]).collect();
        Some(Clash {
            kind: ClashKind::Demands,
            parts: items
                .iter()
                .map(|&item| self.puzzle().item_name(item))
                .collect(),
            clues: Vec::new(),
            items,
            is_smallest,
            end,
        })
    }
}

/// Returns true if there is a solution, or the reason why that is not known.
fn verdict(is_found: bool, end: End) -> Result<bool, End> {
    match end {
        _ if is_found => Ok(true),
        End::Complete => Ok(false),
        end => Err(end),
    }
}

/// The model with a choice more for each exactly-one item, after all others, and these items.
fn with_slack(model: &Model, budget: &Budget) -> Option<(Model, Vec<Item>)> {
    let is_demanded = |item: &Item| model.demand(*item) == Demand::ExactlyOne;
    let demanded: Vec<Item> = model.items().filter(is_demanded).collect();
    let first_slack = model.choice_count() as u32;
    let choices = u64::from(first_slack) + demanded.len() as u64;
    let mut builder = ModelBuilder::within(budget, choices);
    let mut slack = first_slack..;
    for item in model.items() {
        let members = model.members(item).iter();
        if model.demand(item) == Demand::OneColour {
            let coloured: Vec<_> = members
                .map(|(choice, colour)| (choice.0, colour.0))
                .collect();
            builder.one_colour(&coloured).ok()?;
            continue;
        }
        let mut plain: Vec<u32> = members.map(|(choice, _)| choice.0).collect();
        // A choice belongs to a tile, so that something can pick it.
        if is_demanded(&item) {
            plain.extend(slack.next());
            builder.tile(&plain).ok()?;
        } else {
            builder.item(model.demand(item), &plain).ok()?;
        }
    }
    Some((builder.build().ok()?, demanded))
}

/// The result of a search for a small clash.
struct Found {
    parts: Vec<usize>,
    is_smallest: bool,
    end: End,
}

/// Returns true if some parts can be together, or the reason why that is not known.
type CanStand<'c> = dyn FnMut(&[usize]) -> Result<bool, End> + 'c;

/// A smallest clash within parts that clash.
fn smallest(parts: Vec<usize>, can_stand: &mut CanStand<'_>) -> Found {
    let all = parts.clone();
    let (reduced, end) = reduce(parts, can_stand);
    if end != End::Complete {
        return Found {
            parts: reduced,
            is_smallest: false,
            end,
        };
    }
    let (parts, is_smallest) = match by_hitting(&all, reduced.len(), can_stand) {
        Smaller::Found(smaller) => (smaller, true),
        Smaller::None => (reduced, true),
        Smaller::Unknown => (reduced, false),
    };
    Found {
        parts,
        is_smallest,
        end,
    }
}

/// Leaves out the parts that can be spared, halves first.
fn reduce(mut parts: Vec<usize>, can_stand: &mut CanStand<'_>) -> (Vec<usize>, End) {
    let mut size = parts.len().div_ceil(2).max(1);
    loop {
        let mut start = 0;
        while start < parts.len() {
            let end = (start + size).min(parts.len());
            let rest: Vec<usize> = [&parts[..start], &parts[end..]].concat();
            match can_stand(&rest) {
                Ok(false) => parts = rest,
                Ok(true) => start = end,
                Err(end) => return (parts, end),
            }
        }
        if size == 1 {
            return (parts, End::Complete);
        }
        size = size.div_ceil(2);
    }
}

/// The result of a search for a clash of fewer parts.
enum Smaller {
    Found(Vec<usize>),
    None,
    Unknown,
}

/// A smallest clash of fewer than `bound` parts.
fn by_hitting(all: &[usize], bound: usize, can_stand: &mut CanStand<'_>) -> Smaller {
    let mut left_out: Vec<Vec<usize>> = Vec::new();
    for _ in 0..MOST_ROUNDS {
        let mut steps = MOST_HITTING_STEPS;
        let mut best = None;
        hit(&left_out, &mut Vec::new(), bound, &mut best, &mut steps);
        if steps == 0 {
            return Smaller::Unknown;
        }
        let Some(hitting) = best else {
            return Smaller::None;
        };
        match can_stand(&hitting) {
            Ok(false) => return Smaller::Found(hitting),
            Ok(true) => {}
            Err(_) => return Smaller::Unknown,
        }
        match leave_out(all, hitting, can_stand) {
            Ok(parts) => left_out.push(parts),
            Err(_) => return Smaller::Unknown,
        }
    }
    Smaller::Unknown
}

/// Adds all parts that can be with these; the others are left out.
fn leave_out(
    all: &[usize],
    mut standing: Vec<usize>,
    can_stand: &mut CanStand<'_>,
) -> Result<Vec<usize>, End> {
    let mut left_out = Vec::new();
    for &part in all {
        if standing.contains(&part) {
            continue;
        }
        standing.push(part);
        if !can_stand(&standing)? {
            standing.pop();
            left_out.push(part);
        }
    }
    Ok(left_out)
}

/// The smallest set of fewer than `bound` parts that hits every set, into `best`: branches over the
/// parts of a smallest set that is not hit.
fn hit(
    sets: &[Vec<usize>],
    taken: &mut Vec<usize>,
    bound: usize,
    best: &mut Option<Vec<usize>>,
    steps: &mut usize,
) {
    if *steps == 0 {
        return;
    }
    *steps -= 1;
    let bound = best.as_ref().map_or(bound, Vec::len);
    let is_missed = |set: &&Vec<usize>| !set.iter().any(|part| taken.contains(part));
    let missed = sets.iter().filter(is_missed).min_by_key(|set| set.len());
    let Some(missed) = missed else {
        if taken.len() < bound {
            *best = Some(taken.clone());
        }
        return;
    };
    if taken.len() + 1 >= bound {
        return;
    }
    for &part in missed {
        taken.push(part);
        hit(sets, taken, bound, best, steps);
        taken.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Solver;
    use std::sync::LazyLock;
    use tilewright_model::{Language, Names};
    use tilewright_puzzles::{Family, Puzzle, Unbuilt};
    use tilewright_render::Picture;

    /// A model with rules, each by its name.
    #[derive(Clone, Debug)]
    struct Ruled(Model, &'static [&'static str]);

    static RULED: LazyLock<Family> = LazyLock::new(|| Family::new("ruled", "a model"));

    impl Names for Ruled {
        fn choice_name(&self, choice: Choice) -> String {
            format!("choice {}", choice.0)
        }

        fn item_name(&self, item: Item) -> String {
            format!("cell {}", item.0)
        }

        fn rule_name(&self, rule: usize) -> String {
            self.1[rule].to_owned()
        }
    }

    impl Puzzle for Ruled {
        fn family(&self) -> &Family {
            &RULED
        }

        fn model(&self, _: &Budget) -> Result<Model, Unbuilt> {
            Ok(self.0.clone())
        }

        fn givens(&self) -> Vec<Choice> {
            Vec::new()
        }

        fn fill(&self, _: &[Choice]) -> Box<dyn Puzzle> {
            Box::new(self.clone())
        }

        fn picture(&self) -> Picture {
            Picture::of_lines(Vec::new())
        }
    }

    /// Two cells from 1 to 3 with sums over the first, the second, or both.
    fn sums(rules: &'static [&'static str], sums: &[(&[usize], i64, i64)]) -> Ruled {
        let mut b = ModelBuilder::new(6);
        let cells = [[0, 1, 2], [3, 4, 5]].map(|cell| b.tile(&cell).unwrap());
        for &(of, from, to) in sums {
            let tiles: Vec<Item> = of.iter().map(|&cell| cells[cell]).collect();
            let language = Language::sum(tiles.len(), &[1, 2, 3], from..=to).unwrap();
            b.line(&tiles, language, |_, choice| choice.0 % 3).unwrap();
        }
        Ruled(b.build().unwrap(), rules)
    }

    #[test]
    fn rules_that_cannot_all_be_kept_are_named() {
        let clash = |puzzle: &Ruled| Solver::new().ask(puzzle).unwrap().clash();
        let rules = &["the sum 4", "any sum", "the 3 before", "the 2 after"];
        let of = [
            (&[0, 1][..], 4, 4),
            (&[0, 1], 2, 6),
            (&[0], 3, 3),
            (&[1], 2, 2),
        ];
        let found = clash(&sums(rules, &of)).unwrap();
        assert_eq!((found.kind, found.is_smallest), (ClashKind::Rules, true));
        assert_eq!(
            found.to_string(),
            "these cannot all be kept: the sum 4, the 3 before, the 2 after (no smaller set clashes)"
        );
        assert_eq!(clash(&sums(rules, &of[..3])), None);
        let found = clash(&sums(&["the sum 9"], &[(&[0, 1], 9, 9)])).unwrap();
        assert_eq!(found.to_string(), "this cannot be kept: the sum 9");
    }

    /// Clashes by definition: a set of parts clashes where it has one of these.
    fn against(clashes: &[&[usize]]) -> impl FnMut(&[usize]) -> Result<bool, End> {
        let clashes: Vec<Vec<usize>> = clashes.iter().map(|clash| clash.to_vec()).collect();
        move |parts| {
            let is_in = |clash: &Vec<usize>| clash.iter().all(|part| parts.contains(part));
            Ok(!clashes.iter().any(is_in))
        }
    }

    #[test]
    fn the_smallest_of_several_clashes_is_found() {
        let mut can_stand = against(&[&[7, 8, 9, 10], &[1, 5, 11], &[0, 2, 3, 4, 6]]);
        let found = smallest((0..12).collect(), &mut can_stand);
        let mut parts = found.parts;
        parts.sort_unstable();
        assert_eq!(parts, [1, 5, 11]);
        assert!(found.is_smallest);
    }

    #[test]
    fn a_part_that_clashes_by_itself_is_enough() {
        let found = smallest((0..5).collect(), &mut against(&[&[3], &[0, 1]]));
        assert_eq!((found.parts, found.is_smallest), (vec![3], true));
    }

    #[test]
    fn what_was_stopped_is_said_to_be() {
        let mut asked = 0;
        let found = smallest((0..5).collect(), &mut |_| {
            asked += 1;
            if asked > 2 { Err(End::Time) } else { Ok(true) }
        });
        assert_eq!((found.parts.len(), found.end), (5, End::Time));
        assert!(!found.is_smallest);
    }
}
