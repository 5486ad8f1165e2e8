//! A cut with a clue in each rectangle, repaired until it has one solution.
//!
//! If there is a second solution, the rectangles in which it differs fall in groups that know
//! nothing of each other. In each, one clue moves to a cell that its other rectangle does not cover,
//! which rules out this second solution, though maybe not a third. A group that keeps coming back is cut
//! anew: two rectangles are joined, or one is split.

use super::cut::{Cut, Plan, Rect};
use super::field::{Field, Mark, Verdict};
use crate::patience::Patience;
use std::ops::RangeInclusive;
use tilewright_engines::{Budget, Random};

/// Rounds of repair before another cut is tried. Hardly any takes more than twenty.
const ROUNDS: usize = 100;

/// The number of times a rectangle may be concerned before it is cut anew.
const PATIENCE: u32 = 4;

/// A cut with a clue in each rectangle.
#[derive(Debug)]
pub(super) struct Draft {
    pub(super) cut: Cut,
    /// For each rectangle the cell of its clue.
    clue: Vec<u32>,
    /// For each rectangle how often a second solution has differed there.
    trouble: Vec<u32>,
}

impl Draft {
    /// A random cut with that number of rectangles, as far as that goes, and random clues.
    pub(super) fn random(
        plan: Plan,
        clues: Option<&RangeInclusive<usize>>,
        random: &mut Random,
    ) -> Self {
        let mut cut = Cut::random(plan, random);
        if let Some(clues) = clues {
            cut.fit(clues, random);
        }
        let mut draft = Self {
            clue: Vec::new(),
            trouble: Vec::new(),
            cut,
        };
        let numbers: Vec<u32> = draft.cut.rects().map(|(number, _)| number).collect();
        for number in numbers {
            draft.mark(number, random);
        }
        draft
    }

    /// The clues in the order of their cells: the cell and the area.
    pub(super) fn clues(&self) -> Vec<(u32, u32)> {
        let clues = self.cut.rects();
        let clues = clues.map(|(number, rect)| (self.clue[number as usize], rect.area()));
        let mut clues: Vec<(u32, u32)> = clues.collect();
        clues.sort_unstable();
        clues
    }

    /// Puts a clue in any cell of a rectangle that is new.
    fn mark(&mut self, number: u32, random: &mut Random) {
        let room = self.cut.numbers();
        self.clue.resize(room, 0);
        self.trouble.resize(room, 0);
        self.trouble[number as usize] = 0;
        self.put(number, |_| true, random);
    }

    /// Puts the clue of a rectangle in one of the cells that are wanted.
    fn put(&mut self, number: u32, is_wanted: impl Fn(u32) -> bool, random: &mut Random) {
        let cells = self.cut.rect(number).cells(self.cut.plan.width);
        let cells: Vec<u32> = cells.filter(|&cell| is_wanted(cell)).collect();
        if !cells.is_empty() {
            self.clue[number as usize] = cells[random.below(cells.len() as u32) as usize];
        }
    }

    /// Repairs it until there is one solution, which logic finds if it is to: whether that was done.
    pub(super) fn settle(&mut self, no_search: bool, random: &mut Random, budget: &Budget) -> bool {
        for _ in 0..ROUNDS {
            if budget.up().is_some() {
                return false;
            }
            let numbers: Vec<u32> = self.cut.rects().map(|(number, _)| number).collect();
            let marks: Vec<Mark> = numbers.iter().map(|&number| self.mark_of(number)).collect();
            let plan = self.cut.plan;
            let field = Field::new(plan.width, plan.height, &marks);
            let meant = |clue: u32| self.cut.rect(numbers[clue as usize]);
            let judge = |cluster: Vec<u32>| {
                let verdict = field.judge(&cluster, meant, no_search, budget);
                (cluster, verdict)
            };
            let judged: Vec<_> = field.clusters().into_iter().map(judge).collect();
            if judged.iter().all(|(_, v)| matches!(v, Verdict::One)) {
                return true;
            }
            for (cluster, verdict) in judged {
                let number = |clue: u32| numbers[clue as usize];
                match verdict {
                    Verdict::One => {}
                    Verdict::Two(others) => {
                        let others = others.into_iter().map(|(clue, rect)| (number(clue), rect));
                        self.repair(&others.collect::<Vec<_>>(), random);
                    }
                    Verdict::Unclear => {
                        let any = cluster[random.below(cluster.len() as u32) as usize];
                        self.change(&[number(any)], None, random);
                    }
                }
            }
        }
        false
    }

    fn mark_of(&self, number: u32) -> Mark {
        let cell = self.clue[number as usize];
        Mark {
            row: cell / self.cut.plan.width,
            column: cell % self.cut.plan.width,
            area: self.cut.rect(number).area(),
        }
    }

    /// Rules out a second solution, in which these rectangles are others: group by group.
    fn repair(&mut self, others: &[(u32, Rect)], random: &mut Random) {
        let mut group_of = vec![None; self.cut.numbers()];
        let mut groups: Vec<Vec<(u32, Rect)>> = Vec::new();
        for &(number, rect) in others {
            // The rectangles that this one would take cells of belong to the same group.
            let group = groups.len();
            groups.push(vec![(number, rect)]);
            let cells: Vec<u32> = rect.cells(self.cut.plan.width).collect();
            let taken = cells.into_iter().map(|cell| self.cut.at(cell));
            for member in taken.chain([number]) {
                let former = group_of[member as usize].replace(group);
                let Some(former) = former.filter(|&former| former != group) else {
                    continue;
                };
                let merged = std::mem::take(&mut groups[former]);
                groups[group].extend(merged);
                for known in group_of.iter_mut().filter(|known| **known == Some(former)) {
                    *known = Some(group);
                }
            }
        }
        for group in groups.into_iter().filter(|group| !group.is_empty()) {
            let pick = group[random.below(group.len() as u32) as usize];
            let mut numbers: Vec<u32> = group.iter().map(|(number, _)| *number).collect();
            // The one that is to change first.
            let place = numbers.iter().position(|&number| number == pick.0);
            numbers.swap(0, place.unwrap_or(0));
            self.change(&numbers, Some(pick.1), random);
        }
    }

    /// Moves the clue of the first of these rectangles out of the one that it must not have; or,
    /// where that was done too often, joins two of them or splits one.
    fn change(&mut self, numbers: &[u32], other: Option<Rect>, random: &mut Random) {
        let number = numbers[0];
        self.trouble[number as usize] += 1;
        let worst = numbers.iter().map(|&n| self.trouble[n as usize]).max();
        let rect = self.cut.rect(number);
        if worst < Some(PATIENCE) || rect.area() == 1 {
            let width = self.cut.plan.width;
            let is_out =
                |cell: u32| other.is_none_or(|other| !other.holds(cell / width, cell % width));
            self.put(number, is_out, random);
            return;
        }
        for &number in numbers {
            self.trouble[number as usize] = 0;
        }
        let joins = random.below(2) == 0;
        let joined = joins.then(|| self.cut.join_some(&numbers[..numbers.len().min(16)]));
        match joined.flatten() {
            Some(joined) => self.mark(joined, random),
            None => {
                for part in self.cut.split(number, random) {
                    self.mark(part, random);
                }
            }
        }
    }
}
