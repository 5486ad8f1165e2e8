//! Symmetries of a model, so that a count visits one of several solutions that differ only by place.
//!
//! **Idea.** A *symmetry* exchanges items and choices such that every demand is preserved: a board of pentominoes may
//! be turned over, queens mirrored. It takes solutions to solutions, so choices that symmetries take to each other
//! (an *orbit*) are in equally many. Every solution picks one choice of an exactly-one item; it is enough to count
//! those with one choice of each orbit, and to multiply by the number of the item's choices in that orbit
//! ([`classes`]).
//!
//! **Finding them.** Items and choices get colours from the things they touch, again and again, until no more items
//! can be told apart (colours are hashes). While some are still alike one of them is marked, and so on until all
//! items differ. Marking another item that was alike in the same way, and then those with the right colours after it,
//! gives colours to all items once more. Items with the same colour both times would go to each other if that is a
//! symmetry. A check touch by touch then decides, so neither a hash nor a wrong turn can make a count wrong: at worst
//! a symmetry is not found.
//!
//! Rules are not looked at: a model with rules has no symmetries here. Nor has one with hidden choices in several ways: an orbit
//! of these says nothing about solutions.

use crate::count::web::Web;
use std::collections::HashMap;
use tilewright_model::{Choice, Model};

/// Models with more choices are not looked at.
const MOST_CHOICES: usize = 1 << 15;
/// Touches that may be looked at in all: some milliseconds' worth.
const MOST_WORK: usize = 4 << 20;
/// The most marks to tell all items apart.
const MOST_MARKS: usize = 24;

/// Solutions that may stand for others.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Class {
    /// The number of choices that each of them represents, itself included.
    pub(crate) times: u32,
    /// They are those without these choices.
    pub(crate) barred: Vec<Choice>,
}

/// Cuts the solutions into classes: the number of all is the sum over the classes of how many there
/// are, `times` over. `None` where no symmetry was found. Only `possible` choices may be in a
/// solution, and all that are `given` are in each.
pub(crate) fn classes(model: &Model, given: &[Choice], possible: &[Choice]) -> Option<Vec<Class>> {
    if !model.rules().is_empty() || model.is_projected() || possible.len() > MOST_CHOICES {
        return None;
    }
    let ids: Vec<u32> = possible.iter().map(|choice| choice.0).collect();
    let web = Web::new(model, &ids);
    let is_given = ids.iter().map(|&id| given.contains(&Choice(id))).collect();
    let orbit = Finder::new(&web, is_given).orbits()?;
    let orbits_of = |item: usize| {
        let mut orbits: Vec<u32> = web
            .members(item)
            .iter()
            .map(|&c| orbit[c as usize])
            .collect();
        orbits.sort_unstable();
        orbits.dedup();
        orbits.len()
    };
    // A search would take an item with few choices first, and the others should be saved: few of them, and a small
    // share.
    let left = |&item: &usize| {
        let (orbits, members) = (orbits_of(item), web.members(item).len());
        (orbits < members).then(|| ((orbits.pow(2) << 16) / members, orbits, item))
    };
    let (.., item) = (0..web.exact).filter_map(|item| left(&item)).min()?;
    Some(classes_at(&web, item, &orbit))
}

/// The classes by the choices of one item.
fn classes_at(web: &Web, item: usize, orbit: &[u32]) -> Vec<Class> {
    let members = web.members(item);
    let times = |&c: &u32| {
        let same = members.iter();
        same.filter(|&&other| orbit[other as usize] == orbit[c as usize])
            .count() as u32
    };
    let is_first = |&c: &u32| {
        let first = members
            .iter()
            .find(|&&other| orbit[other as usize] == orbit[c as usize]);
        first == Some(&c)
    };
    let mut all_times: Vec<u32> = members.iter().map(times).collect();
    all_times.sort_unstable();
    all_times.dedup();
    let class = |number: u32| {
        let stays = |c: &u32| times(c) == number && is_first(c);
        let barred = members.iter().filter(|c| !stays(c));
        Class {
            times: number,
            barred: barred.map(|&c| Choice(web.ids[c as usize])).collect(),
        }
    };
    all_times.into_iter().rev().map(class).collect()
}

/// Scatters the bits of a number.
fn mixed(number: u64) -> u64 {
    let spread = (number ^ number >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (spread ^ spread >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

/// The features that tell items and choices apart so far.
#[derive(Clone, Debug)]
struct Colouring {
    items: Vec<u64>,
    choices: Vec<u64>,
}

impl Colouring {
    fn mark(&mut self, item: usize, number: usize) {
        self.items[item] = mixed(self.items[item] ^ mixed(1 + number as u64));
    }

    /// The items by colour.
    fn sorted(&self) -> Vec<(u64, usize)> {
        let mut items: Vec<(u64, usize)> = self.items.iter().copied().zip(0..).collect();
        items.sort_unstable();
        items
    }
}

/// A mark on the way to telling all items apart.
struct Mark {
    before: Colouring,
    /// The items that were alike; the first of them was marked.
    alike: Vec<usize>,
    colour: u64,
}

/// The touches of a choice, and whether it is given.
type Key = (Vec<(u32, u32)>, bool);

struct Finder<'w> {
    web: &'w Web,
    is_given: Vec<bool>,
    /// The choices that touch the same, in order.
    choices_of: HashMap<Key, Vec<usize>>,
    work_left: usize,
    /// Towards the orbit of each item and each choice.
    item_parents: Vec<u32>,
    choice_parents: Vec<u32>,
}

impl<'w> Finder<'w> {
    fn new(web: &'w Web, is_given: Vec<bool>) -> Self {
        let mut choices_of: HashMap<Key, Vec<usize>> = HashMap::new();
        for (c, &is_given) in is_given.iter().enumerate() {
            let key = (web.touches(c).to_vec(), is_given);
            choices_of.entry(key).or_default().push(c);
        }
        Self {
            web,
            choices_of,
            work_left: MOST_WORK,
            item_parents: (0..web.items() as u32).collect(),
            choice_parents: (0..is_given.len() as u32).collect(),
            is_given,
        }
    }

    /// The orbit of each choice; `None` where each is alone.
    fn orbits(mut self) -> Option<Vec<u32>> {
        let mut colouring = self.first_colouring();
        self.refine(&mut colouring)?;
        let mut marks: Vec<Mark> = Vec::new();
        loop {
            let sorted = colouring.sorted();
            let groups = sorted.chunk_by(|a, b| a.0 == b.0);
            let largest = groups.max_by_key(|group| (group.len(), group[0].0))?;
            if largest.len() == 1 {
                break;
            }
            if marks.len() == MOST_MARKS {
                return None;
            }
            let mark = Mark {
                before: colouring.clone(),
                alike: largest.iter().map(|&(_, item)| item).collect(),
                colour: largest[0].0,
            };
            colouring.mark(mark.alike[0], marks.len());
            marks.push(mark);
            self.refine(&mut colouring)?;
        }
        let mut is_found = false;
        for number in 0..marks.len() {
            let first = marks[number].alike[0];
            for &other in &marks[number].alike[1..] {
                let root_of = |item: usize| root(&self.item_parents, item as u32);
                if root_of(first) == root_of(other) {
                    continue;
                }
                match self.other_colouring(&marks, number, other) {
                    Some(others) => is_found |= self.try_symmetry(&colouring, &others),
                    None if self.work_left == 0 => break,
                    None => {}
                }
            }
        }
        let orbit = |c: u32| root(&self.choice_parents, c);
        is_found.then(|| (0..self.is_given.len() as u32).map(orbit).collect())
    }

    fn first_colouring(&self) -> Colouring {
        let web = self.web;
        let item = |i: usize| mixed(u64::from(web.colours[i]) << 1 | u64::from(i < web.exact));
        Colouring {
            items: (0..web.items()).map(item).collect(),
            choices: self.is_given.iter().map(|&is| u64::from(is)).collect(),
        }
    }

    /// Refines the colours as far as possible; `None` if that is too much work.
    fn refine(&mut self, colouring: &mut Colouring) -> Option<()> {
        let web = self.web;
        let mut told_apart = 0;
        loop {
            let mut work = 0;
            for (c, colour) in colouring.choices.iter_mut().enumerate() {
                let touches = web.touches(c);
                work += touches.len();
                let seen = touches.iter().map(|&(item, shown)| {
                    mixed(colouring.items[item as usize] ^ u64::from(shown) << 40)
                });
                *colour = mixed(colour.wrapping_add(seen.fold(0, u64::wrapping_add)));
            }
            for (item, colour) in colouring.items.iter_mut().enumerate() {
                let members = web.members(item).iter();
                let seen = members.map(|&c| mixed(colouring.choices[c as usize]));
                *colour = mixed(colour.wrapping_add(seen.fold(0, u64::wrapping_add)));
            }
            self.work_left = self.work_left.saturating_sub(2 * work);
            if self.work_left == 0 {
                return None;
            }
            let mut colours = colouring.items.clone();
            colours.sort_unstable();
            colours.dedup();
            if colours.len() == told_apart {
                return Some(());
            }
            told_apart = colours.len();
        }
    }

    /// The colouring in which another item is marked at mark `number`, and then the items that look like those marked
    /// after it.
    fn other_colouring(
        &mut self,
        marks: &[Mark],
        number: usize,
        other: usize,
    ) -> Option<Colouring> {
        let mut colouring = marks[number].before.clone();
        let mut marked = other;
        for later in number..marks.len() {
            colouring.mark(marked, later);
            self.refine(&mut colouring)?;
            if let Some(next) = marks.get(later + 1) {
                marked = colouring.items.iter().position(|&c| c == next.colour)?;
            }
        }
        Some(colouring)
    }

    /// Takes items of the first colouring to those of the other with the same colours, if that is a
    /// symmetry.
    fn try_symmetry(&mut self, one: &Colouring, other: &Colouring) -> bool {
        let (one, other) = (one.sorted(), other.sorted());
        let mut item_to = vec![0u32; one.len()];
        for (&(colour, from), &(same, to)) in one.iter().zip(&other) {
            if colour != same || !self.are_of_a_kind(from, to) {
                return false;
            }
            item_to[from] = to as u32;
        }
        // `sorted` holds each item once, so this exchanges the items.
        let Some(choice_to) = self.choices_to(&item_to) else {
            return false;
        };
        for (from, &to) in (0..).zip(&item_to) {
            join(&mut self.item_parents, from, to);
        }
        for (from, &to) in (0..).zip(&choice_to) {
            join(&mut self.choice_parents, from, to);
        }
        true
    }

    fn are_of_a_kind(&self, one: usize, other: usize) -> bool {
        let kind = |item: usize| (item < self.web.exact, self.web.colours[item]);
        kind(one) == kind(other)
    }

    /// The image of each choice with the items that it touches: one that touches just those, and shows the same
    /// there. Choices that touch the same go in order, so no two go to one.
    fn choices_to(&self, item_to: &[u32]) -> Option<Vec<u32>> {
        let mut choice_to = vec![0; self.is_given.len()];
        for ((touches, is_given), choices) in &self.choices_of {
            let exchanged = touches
                .iter()
                .map(|&(i, shown)| (item_to[i as usize], shown));
            let mut exchanged: Vec<(u32, u32)> = exchanged.collect();
            exchanged.sort_unstable();
            let others = self.choices_of.get(&(exchanged, *is_given))?;
            if others.len() != choices.len() {
                return None;
            }
            for (&from, &to) in choices.iter().zip(others) {
                choice_to[from] = to as u32;
            }
        }
        Some(choice_to)
    }
}

fn root(parents: &[u32], mut member: u32) -> u32 {
    while parents[member as usize] != member {
        member = parents[member as usize];
    }
    member
}

/// The lower root becomes that of both.
fn join(parents: &mut [u32], one: u32, other: u32) {
    let (one, other) = (root(parents, one), root(parents, other));
    parents[one.max(other) as usize] = one.min(other);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dance::Dance;
    use crate::{Ask, Budget, Engine, Random};
    use num_bigint::BigUint;
    use proptest::prelude::*;
    use tilewright_model::{CoverBuilder, ModelBuilder};
    use tilewright_testkit::{instances, random};

    /// The number of all solutions, and that of the classes with how often each counts.
    fn both(model: &Model, ask: &Ask) -> Option<(BigUint, BigUint, usize)> {
        let mut search = Dance.prepare(model, &Budget::default()).unwrap();
        search.start(ask);
        let possible = search.possible();
        let classes = classes(model, &ask.given, &possible)?;
        search.start(ask);
        let all = search.count().number;
        let sum = classes.iter().map(|class| {
            let mut part = ask.clone();
            part.barred.extend(&class.barred);
            search.start(&part);
            search.count().number * class.times
        });
        Some((all, sum.sum(), classes.len()))
    }

    /// Hidden choices that stand for each other do not stand for solutions.
    #[test]
    fn hidden_choices_have_none() {
        let mut b = ModelBuilder::new(11);
        b.hidden_from(2);
        b.tile(&[0, 1]).unwrap();
        // Three rooks that do not attack each other.
        for line in 0..3 {
            b.tile(&[0, 1, 2].map(|place| 2 + 3 * line + place))
                .unwrap();
            b.tile(&[0, 1, 2].map(|place| 2 + 3 * place + line))
                .unwrap();
        }
        let model = b.build().unwrap();
        assert_eq!(both(&model, &Ask::default()), None);
    }

    #[test]
    fn classics_have_the_symmetries_that_everybody_knows() {
        for (name, cover, solutions) in [
            ("queens", instances::queens(8), 92u32),
            ("dominoes", instances::domino(3, 4), 11),
            ("pairs", instances::matching(6), 15),
            ("roads", instances::roads(3, 3), 843),
            ("soma", instances::soma(), 11_520),
            ("latin", instances::latin(4), 576),
            ("langford", instances::langford(7), 52),
        ] {
            let (all, sum, _) = both(&cover.to_model(), &Ask::default()).expect(name);
            assert_eq!((&all, &sum), (&solutions.into(), &all), "{name}");
        }
    }

    #[test]
    fn a_rectangle_leaves_a_quarter() {
        let model = instances::pentominoes(6, 10).to_model();
        let possible: Vec<Choice> = model.choices().collect();
        let classes = classes(&model, &[], &possible).unwrap();
        let item = |class: &Class| model.touches(class.barred[0]).to_vec();
        assert!(!item(&classes[0]).is_empty());
        // The cross lies on 32 places, 8 of which are all but for symmetry.
        assert_eq!(classes[0].times, 4);
        assert_eq!(classes[0].barred.len(), 32 - 8);
        assert_eq!(classes.len(), 1);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]
        /// Random models have symmetries by chance, given and barred choices or not.
        #[test]
        fn classes_count_all((model, question) in random::model_and_question()) {
            let ask = Ask::given(question.given).barred(question.barred);
            if let Some((all, sum, _)) = both(&model, &ask) {
                prop_assert_eq!(all, sum);
            }
        }
    }

    /// Boards with holes here and there, packed with dominoes and corners of three, some of which come
    /// in colours that must agree.
    #[test]
    fn boards_of_all_kinds_are_counted_right() {
        let shapes: [&[(usize, usize)]; 6] = [
            &[(0, 0), (0, 1)],
            &[(0, 0), (1, 0)],
            &[(0, 0), (0, 1), (1, 0)],
            &[(0, 0), (0, 1), (1, 1)],
            &[(0, 0), (1, 0), (1, 1)],
            &[(0, 1), (1, 0), (1, 1)],
        ];
        let (mut symmetric, mut solvable) = (0, 0);
        for seed in 0..300 {
            let mut random = Random::new(seed);
            let (height, width) = (3 + random.below(2) as usize, 3 + random.below(3) as usize);
            let mut holes = vec![false; height * width];
            for _ in 0..random.below(3) {
                let cell = random.below((height * width) as u32) as usize;
                holes[cell] = true;
                // Often the one across is a hole, too.
                let across = height * width - 1 - cell;
                holes[across] |= random.below(3) > 0;
            }
            let cells = (height * width) as u32;
            let mut cover = CoverBuilder::new(cells, 2);
            for (cell, _) in (0..).zip(&holes).filter(|(_, is_hole)| **is_hole) {
                cover.option(&[cell]).unwrap();
            }
            let has_colours = random.below(2) == 0;
            for shape in shapes.iter().filter(|_| random.below(5) > 0) {
                for corner in 0..height * width {
                    let (row, column) = (corner / width, corner % width);
                    let covered = shape.iter().map(|(r, c)| {
                        let (r, c) = (row + r, column + c);
                        let is_free = r < height && c < width && !holes[r * width + c];
                        is_free.then_some(((r * width + c) as u32, None))
                    });
                    let Some(mut covered) = covered.collect::<Option<Vec<_>>>() else {
                        continue;
                    };
                    if has_colours && shape.len() == 3 {
                        covered.push((cells + (row % 2) as u32, Some((column % 2) as u32)));
                    }
                    cover.coloured(&covered).unwrap();
                }
            }
            let model = cover.build().unwrap();
            if let Some((all, sum, _)) = both(&model, &Ask::default()) {
                symmetric += 1;
                solvable += u32::from(all > BigUint::ZERO);
                assert_eq!(all, sum, "{seed}");
            }
        }
        assert!(symmetric > 50 && solvable > 20, "{symmetric} {solvable}");
    }

    /// Symmetries that are left when a choice is given or barred, and none that are not.
    #[test]
    fn what_is_asked_may_break_symmetries() {
        let covers = [
            instances::queens(6),
            instances::latin(3),
            instances::domino(3, 4),
            instances::roads(2, 3),
        ];
        let (mut found, mut broken) = (0, 0);
        for model in covers.map(|cover| cover.to_model()) {
            for choice in model.choices() {
                for ask in [Ask::given([choice]), Ask::default().barred([choice])] {
                    match both(&model, &ask) {
                        Some((all, sum, _)) => {
                            found += 1;
                            assert_eq!(all, sum, "{choice:?}");
                        }
                        None => broken += 1,
                    }
                }
            }
        }
        assert!(found > 50 && broken > 50, "{found} {broken}");
    }
}
