//! Lines that follow from whole groups: the rule of 45.
//!
//! **Idea.** A *group* is some cells that show each of certain values once: the row of a Sudoku. So the sum over its
//! cells is known. If lines with known sums (cages) fill it but for a few cells, the *innies*, the sum of these is what is
//! left; if they reach out of it, the sum of the *outies* is what is too much; and if both, their difference is known. The
//! same goes for several groups without a common cell that such lines hold together, seen as one area.
//!
//! **Sums** are not words of a model, so they are recognised. Each value gets a number; a line has a sum if its automaton
//! keeps to these numbers: every state has a potential, each letter adds its number to it, and all words end at the same
//! potential. Which numbers the values have is found from the lines as well: that a state is reached by several words is a
//! linear equation in the numbers, and their solution is found by elimination. Products have such numbers too (how often a
//! prime divides a value), and so have counts.
//!
//! What is found follows from the model, so it changes no solution and no count. It is for engines that look at each
//! line by itself, and for people, who look for innies and outies as well: each line keeps the groups and the lines that it
//! follows from ([`Derived`]). Which lines there are does not depend on the numbers of cells and groups, so that a board
//! may be turned.

mod numbers;

use crate::budget::{Budget, End, Meter};
use crate::{Choice, Demand, Item, Language, Line, Model, Rule, Structure};
use numbers::Numbers;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// The most cells of a line that is added.
const MOST_CELLS: usize = 4;

/// The most areas that are looked at for each group: if there are more, those of fewer groups alone.
const AREAS_A_GROUP: usize = 6;

/// The most groups of an area.
const MOST_GROUPS: usize = 3;

/// The most values that are distinguished; of a difference twice as many, by the side.
const MOST_VALUES: usize = 64;

const NONE: u32 = u32::MAX;

/// A line that follows from groups and from other lines.
///
/// The cells of a group have each of its values once, so their numbers have a known sum; so have those along some lines. The
/// sums of the groups less those of the lines are the sum over what is left: the tiles that are in a group and on no line,
/// less those that are on a line and in no group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derived {
    /// The line, over the tiles that are left.
    pub line: Line,
    /// How many of its tiles, the first ones, are in a group and on no line; the others are on a line and in no group.
    pub inside: usize,
    /// For each group its exactly-one items, one for each value. No two have a cell in common.
    pub groups: Vec<Vec<Item>>,
    /// The sum of the groups.
    pub groups_sum: i64,
    /// The lines, by the numbers of their rules, each with its sum. No two have a cell in common.
    pub lines: Vec<(usize, i64)>,
    /// The number of each choice that shows a value.
    pub numbers: Arc<[Option<i64>]>,
}

/// The lines that follow from those of a model, and the model with them, if there are any.
#[derive(Debug)]
pub(crate) struct Known {
    lines: Vec<Derived>,
    with_lines: Option<Model>,
}

impl Model {
    /// The same model with more lines, which follow from its groups and its lines: sums over at most four cells. What was
    /// made once is kept. The end, where the budget does not allow it.
    ///
    /// ```
    /// use tilewright_model::{budget::Budget, Demand, ModelBuilder};
    ///
    /// // Three cells with the values 1, 2 and 3, each once; the first two have the sum 4.
    /// let mut b = ModelBuilder::new(9);
    /// let cells = [b.tile(&[0, 1, 2])?, b.tile(&[3, 4, 5])?, b.tile(&[6, 7, 8])?];
    /// for value in 0..3 {
    ///     b.item(Demand::ExactlyOne, &[value, value + 3, value + 6])?;
    /// }
    /// b.cage(&cells[..2], 4..=4, |_, choice| i64::from(choice.0 % 3) + 1)?;
    /// let model = b.build()?;
    /// // So the third is 2.
    /// let derived = model.derived(&Budget::default()).unwrap();
    /// let line = derived.lines().last().unwrap();
    /// assert_eq!((&line.tiles[..], line.language.words(1).next()), (&cells[2..], Some(vec![1])));
    /// # Ok::<(), tilewright_model::ModelError>(())
    /// ```
    pub fn derived(&self, budget: &Budget) -> Result<Self, End> {
        if self.lines().next().is_none() {
            return Ok(self.clone());
        }
        let known = self.known(budget)?;
        Ok(known.with_lines.as_ref().unwrap_or(self).clone())
    }

    /// The lines that follow from the groups and the lines of the model, the short ones first, each with what it follows
    /// from. [`Model::derived`] has no more of them than the model has cells.
    pub fn derived_lines(&self, budget: &Budget) -> Result<&[Derived], End> {
        if self.lines().next().is_none() {
            return Ok(&[]);
        }
        Ok(&self.known(budget)?.lines)
    }

    fn known(&self, budget: &Budget) -> Result<&Known, End> {
        if let Some(known) = self.0.derived.get() {
            return Ok(known);
        }
        let (lines, most) = lines_of(self, &mut budget.building())?;
        let first = lines.iter().take(most).map(|derived| derived.line.clone());
        let with_lines = (!lines.is_empty()).then(|| self.with_lines(first.collect()));
        Ok(self.0.derived.get_or_init(|| Known { lines, with_lines }))
    }

    fn with_lines(&self, lines: Vec<Line>) -> Self {
        let known = &*self.0;
        let more = lines.into_iter().map(Rule::Line);
        Self(Arc::new(Structure {
            demands: known.demands.clone(),
            tiles: known.tiles.clone(),
            member_start: known.member_start.clone(),
            members: known.members.clone(),
            touch_start: known.touch_start.clone(),
            touches: known.touches.clone(),
            rules: known.rules.iter().cloned().chain(more).collect(),
            own: known.own,
            is_projected: known.is_projected,
            bytes_to_build: known.bytes_to_build,
            unlined: OnceLock::new(),
            unpaired: OnceLock::new(),
            lowered: OnceLock::new(),
            derived: OnceLock::new(),
        }))
    }
}

/// The lines that follow from those of a model, and the number of its cells.
fn lines_of(model: &Model, meter: &mut Meter) -> Result<(Vec<Derived>, usize), End> {
    meter.work(model.incidence_count())?;
    meter.take(2 * model.bytes())?;
    let cells = Cells::of(model);
    let groups = cells.groups(model);
    let Some(values) = Values::of(model, &groups) else {
        return Ok((Vec::new(), 0));
    };
    let mut made = Vec::new();
    let rules = model.rules().iter().enumerate();
    let read: Vec<Read> = rules
        .filter_map(|(rule, of)| match of {
            Rule::Line(line) => Read::of(model, (rule, line), &cells, &values),
            Rule::Pair(_) | Rule::Link(_) => None,
        })
        .collect();
    for numbers in numbers::found(&read, values.count, meter)? {
        let sums = Sums::of(model, (&values, &numbers), &read, &groups, meter)?;
        let found = sums.differences(meter)?;
        let mut maker = Maker::new(model, &cells, &values, &numbers, &read);
        for difference in found {
            meter.work(MOST_CELLS * MOST_VALUES)?;
            made.extend(maker.derived(&difference, &sums, &groups));
        }
    }
    made.sort_by_key(|derived| derived.line.tiles.len());
    Ok((made, cells.items.len()))
}

/// A set of cells.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Set(Vec<u64>);

impl Set {
    fn new(cells: usize) -> Self {
        Self(vec![0; cells.div_ceil(64)])
    }

    fn of(cells: usize, members: impl Iterator<Item = u32>) -> Self {
        let mut set = Self::new(cells);
        for cell in members {
            set.0[cell as usize / 64] |= 1 << (cell % 64);
        }
        set
    }

    fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    fn is_in(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    /// The cells of this and not of the other.
    fn without(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(a, b)| a & !b).collect())
    }

    fn with(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(a, b)| a | b).collect())
    }

    fn add(&mut self, other: &Self) {
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    /// The number of cells that are not in the other.
    fn outside(&self, other: &Self) -> usize {
        let words = self.0.iter().zip(&other.0);
        words.map(|(a, b)| (a & !b).count_ones() as usize).sum()
    }

    fn cells(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.0.len() as u32 * 64)
            .filter(|&cell| self.0[cell as usize / 64] >> (cell % 64) & 1 == 1)
    }
}

/// Exactly-one items that share no choice: what lines read, and the tiles beside.
struct Cells {
    items: Vec<Item>,
    /// The cell of each choice, or [`NONE`].
    of_choice: Vec<u32>,
}

impl Cells {
    fn of(model: &Model) -> Self {
        let mut is_read = vec![false; model.item_count()];
        for tile in model.lines().flat_map(|line| &*line.tiles) {
            is_read[tile.index()] = true;
        }
        let read: Vec<Item> = model.items().filter(|item| is_read[item.index()]).collect();
        let choices = |item: Item| model.members(item).iter().map(|(choice, _)| choice.index());
        // How many of them have each choice.
        let mut owners = vec![0u32; model.choice_count()];
        for choice in read.iter().flat_map(|&item| choices(item)) {
            owners[choice] += 1;
        }
        let is_alone = |&item: &Item| choices(item).all(|choice| owners[choice] == 1);
        let mut items: Vec<Item> = read.into_iter().filter(is_alone).collect();
        // A puzzle may call all of its exactly-one items tiles; then its cells come first.
        for &item in model.tiles() {
            if choices(item).all(|choice| owners[choice] == 0) {
                choices(item).for_each(|choice| owners[choice] = 1);
                items.push(item);
            }
        }
        let mut of_choice = vec![NONE; model.choice_count()];
        for (cell, &item) in (0u32..).zip(&items) {
            for &(choice, _) in model.members(item) {
                of_choice[choice.index()] = cell;
            }
        }
        Self { items, of_choice }
    }

    /// The groups: cells with exactly-one items that have a choice of each, and together all their choices.
    fn groups(&self, model: &Model) -> Vec<Group> {
        let mut by_cells: BTreeMap<Vec<u32>, Vec<Item>> = BTreeMap::new();
        let is_cell: HashSet<Item> = self.items.iter().copied().collect();
        for item in model.items() {
            if model.demand(item) != Demand::ExactlyOne || is_cell.contains(&item) {
                continue;
            }
            let members = model.members(item).iter();
            let mut cells: Vec<u32> = members
                .map(|(choice, _)| self.of_choice[choice.index()])
                .collect();
            cells.sort_unstable();
            let are_one_each = cells.windows(2).all(|two| two[0] != two[1]);
            if are_one_each && cells.last().is_some_and(|&cell| cell != NONE) {
                by_cells.entry(cells).or_default().push(item);
            }
        }
        let group = |(cells, items): (Vec<u32>, Vec<Item>)| {
            let members = items.iter().flat_map(|&item| model.members(item));
            let choices: HashSet<Choice> = members.map(|&(choice, _)| choice).collect();
            let listed: usize = items.iter().map(|&item| model.members(item).len()).sum();
            let all = cells.iter().map(|&cell| self.items[cell as usize]);
            let all: usize = all.map(|item| model.members(item).len()).sum();
            let is_whole = choices.len() == listed && listed == all;
            is_whole.then(|| Group {
                cells: Set::of(self.items.len(), cells.into_iter()),
                items,
            })
        };
        by_cells.into_iter().filter_map(group).collect()
    }
}

struct Group {
    cells: Set,
    /// For each value the item that says that it comes once.
    items: Vec<Item>,
}

/// The values: choices that an item of a group has together have the same one.
struct Values {
    count: usize,
    /// The value of each choice, or [`NONE`].
    of_choice: Vec<u32>,
}

impl Values {
    /// Nothing if there are no groups, or too many values.
    fn of(model: &Model, groups: &[Group]) -> Option<Self> {
        let items = || groups.iter().flat_map(|group| &group.items);
        let mut above: Vec<u32> = (0..model.choice_count() as u32).collect();
        let top = |above: &mut Vec<u32>, mut choice: u32| {
            while above[choice as usize] != choice {
                above[choice as usize] = above[above[choice as usize] as usize];
                choice = above[choice as usize];
            }
            choice
        };
        for &item in items() {
            let members = model.members(item);
            for two in members.windows(2) {
                let (a, b) = (top(&mut above, two[0].0.0), top(&mut above, two[1].0.0));
                above[a.max(b) as usize] = a.min(b);
            }
        }
        let mut number = HashMap::new();
        let mut of_choice = vec![NONE; model.choice_count()];
        for &(choice, _) in items().flat_map(|&item| model.members(item)) {
            let fresh = number.len() as u32;
            let value = number.entry(top(&mut above, choice.0)).or_insert(fresh);
            of_choice[choice.index()] = *value;
        }
        let count = number.len();
        (1..=MOST_VALUES)
            .contains(&count)
            .then_some(Self { count, of_choice })
    }
}

/// A line of a model in cells and values.
struct Read<'m> {
    /// The number of its rule.
    rule: usize,
    line: &'m Line,
    cells: Set,
    /// The value of each letter, or [`NONE`] if it is not read.
    values: Vec<u32>,
}

impl<'m> Read<'m> {
    /// Nothing if it reads something else, a cell twice, or one letter for several values.
    fn of(
        model: &Model,
        (rule, line): (usize, &'m Line),
        cells: &Cells,
        values: &Values,
    ) -> Option<Self> {
        let mut set = Set::new(cells.items.len());
        let mut of_letter = vec![NONE; line.language.letter_count()];
        for (&tile, letters) in line.tiles.iter().zip(&*line.letters) {
            let members = model.members(tile);
            let cell = cells.of_choice[members.first()?.0.index()];
            if cells.items.get(cell as usize) != Some(&tile) {
                return None;
            }
            let here = Set::of(cells.items.len(), std::iter::once(cell));
            if here.meets(&set) {
                return None;
            }
            set.add(&here);
            for (&(choice, _), &letter) in members.iter().zip(&**letters) {
                let value = values.of_choice[choice.index()];
                let known = &mut of_letter[letter as usize];
                if value == NONE || *known != NONE && *known != value {
                    return None;
                }
                *known = value;
            }
        }
        Some(Self {
            rule,
            line,
            cells: set,
            values: of_letter,
        })
    }
}

/// What is known about sums of numbers over cells.
struct Sums {
    groups: Vec<(Set, i64)>,
    /// The short ones first.
    lines: Vec<Summed>,
    /// The lines of each length, and whether any two of them have a cell in common.
    alike: Vec<(Range<usize>, bool)>,
    /// Cells that show different values.
    different: Vec<Set>,
}

/// A line that has a sum.
struct Summed {
    rule: usize,
    cells: Set,
    sum: i64,
}

/// Groups without a common cell, by their numbers.
#[derive(Clone)]
struct Area {
    groups: Vec<usize>,
    cells: Set,
    sum: i64,
}

/// Lines without a common cell, by their numbers in [`Sums`].
struct Cover {
    lines: Vec<usize>,
    cells: Set,
    sum: i64,
}

/// What is left of an area when lines are taken off: the sum over the cells inside, less that over those outside.
struct Difference {
    inside: Set,
    outside: Set,
    is: i64,
    area: Area,
    lines: Vec<usize>,
}

impl Cover {
    fn add(&mut self, number: usize, line: &Summed) {
        self.lines.push(number);
        self.cells.add(&line.cells);
        self.sum += line.sum;
    }
}

impl Difference {
    fn new(area: &Area, cover: &Cover) -> Self {
        Self {
            inside: area.cells.without(&cover.cells),
            outside: cover.cells.without(&area.cells),
            is: area.sum - cover.sum,
            area: area.clone(),
            lines: cover.lines.clone(),
        }
    }

    /// The cells: the same said the other way round is the same.
    fn key(&self) -> (Set, Set) {
        let (one, other) = (self.inside.clone(), self.outside.clone());
        (one.clone().max(other.clone()), one.min(other))
    }

    fn len(&self) -> usize {
        self.inside.len() + self.outside.len()
    }
}

impl Sums {
    fn of(
        model: &Model,
        (values, numbers): (&Values, &Numbers),
        read: &[Read],
        groups: &[Group],
        meter: &mut Meter,
    ) -> Result<Self, End> {
        let mut lines: Vec<Summed> = Vec::new();
        for line in read {
            meter.work(line.line.language.state_count() * line.values.len())?;
            if let Some(sum) = numbers.sum_of(line) {
                lines.push(Summed {
                    rule: line.rule,
                    cells: line.cells.clone(),
                    sum,
                });
            }
        }
        // Of lines over the same cells one is enough; small ones fill an area better.
        lines.sort_by_cached_key(|line| (line.cells.len(), line.cells.clone()));
        lines.dedup_by(|a, b| a.cells == b.cells);
        let mut alike = Vec::new();
        let mut from = 0;
        for lines in lines.chunk_by(|a, b| a.cells.len() == b.cells.len()) {
            meter.work(lines.len() * lines.len())?;
            let meets_another = |(at, line): (usize, &Summed)| {
                let mut before = lines[..at].iter();
                before.any(|other| other.cells.meets(&line.cells))
            };
            let have_common = lines.iter().enumerate().any(meets_another);
            alike.push((from..from + lines.len(), have_common));
            from += lines.len();
        }
        let of_group = |group: &Group| {
            let value = |item: &Item| values.of_choice[model.members(*item)[0].0.index()];
            let sum = group
                .items
                .iter()
                .map(|item| numbers.0[value(item) as usize]);
            (group.cells.clone(), sum.sum())
        };
        let sets = read.iter().filter(|line| line.line.as_set);
        let different = groups.iter().map(|group| group.cells.clone());
        Ok(Self {
            groups: groups.iter().map(of_group).collect(),
            lines,
            alike,
            different: different
                .chain(sets.map(|line| line.cells.clone()))
                .collect(),
        })
    }

    /// The differences over few cells, of each area up to three, without what is known already.
    fn differences(&self, meter: &mut Meter) -> Result<Vec<Difference>, End> {
        // A line that reaches out of an area is used if that leaves fewer cells, or never, or always.
        let ways: [fn(usize, usize) -> bool; 3] = [
            |inside, outside| outside < inside,
            |_, outside| outside == 0,
            |_, _| true,
        ];
        let mut known: HashSet<(Set, Set)> = HashSet::new();
        let of_lines = self.lines.iter().map(|line| &line.cells);
        for cells in of_lines.chain(self.groups.iter().map(|(cells, _)| cells)) {
            known.insert((cells.clone(), Set(vec![0; cells.0.len()])));
        }
        let mut found = Vec::new();
        let areas = self.areas(meter)?;
        let mut cover = Cover {
            lines: Vec::new(),
            cells: Set(vec![0; areas.first().map_or(0, |area| area.cells.0.len())]),
            sum: 0,
        };
        for area in &areas {
            meter.work(ways.len() * self.lines.len() * area.cells.0.len())?;
            for is_used in ways {
                self.cover(&area.cells, is_used, &mut cover);
                let size = area.cells.outside(&cover.cells) + cover.cells.outside(&area.cells);
                if !(1..=MOST_CELLS).contains(&size) {
                    continue;
                }
                let new = Difference::new(area, &cover);
                if known.insert(new.key()) {
                    found.push(new);
                }
            }
        }
        found.sort_by_key(Difference::len);
        Ok(found)
    }

    /// Covers an area with lines without a common cell, the short ones first, of which `is_used` says by the number of their
    /// cells inside and outside whether they are used. Of lines of one length that have a common cell none is used: which
    /// of them comes first would depend on the numbers of cells.
    fn cover(&self, area: &Set, is_used: impl Fn(usize, usize) -> bool, cover: &mut Cover) {
        cover.lines.clear();
        cover.cells.0.fill(0);
        cover.sum = 0;
        for (alike, have_common) in &self.alike {
            let fits = |line: &Summed, cover: &Cover| {
                if !line.cells.meets(area) || line.cells.meets(&cover.cells) {
                    return false;
                }
                let outside = line.cells.outside(area);
                is_used(line.cells.len() - outside, outside)
            };
            if *have_common {
                let fitting = alike.clone().filter(|&at| fits(&self.lines[at], cover));
                for at in self.apart(&fitting.collect::<Vec<_>>()) {
                    cover.add(at, &self.lines[at]);
                }
                continue;
            }
            for at in alike.clone() {
                if fits(&self.lines[at], cover) {
                    cover.add(at, &self.lines[at]);
                }
            }
        }
    }

    /// Those of the lines that have no cell in common with another one.
    fn apart(&self, lines: &[usize]) -> Vec<usize> {
        let meet = |one: usize, other: usize| self.lines[one].cells.meets(&self.lines[other].cells);
        let is_apart = |&one: &usize| lines.iter().all(|&other| one == other || !meet(one, other));
        lines.iter().copied().filter(is_apart).collect()
    }

    /// Groups, and unions of groups without a common cell that lines hold together: all of one number of groups, or none.
    fn areas(&self, meter: &mut Meter) -> Result<Vec<Area>, End> {
        let of_group = |(number, (cells, sum)): (usize, &(Set, i64))| Area {
            groups: vec![number],
            cells: cells.clone(),
            sum: *sum,
        };
        let mut areas: Vec<Area> = self.groups.iter().enumerate().map(of_group).collect();
        let mut known: HashSet<Set> = areas.iter().map(|area| area.cells.clone()).collect();
        let reach = |cells: &Set| {
            let mut reach = cells.clone();
            for line in self.lines.iter().filter(|line| line.cells.meets(cells)) {
                reach.add(&line.cells);
            }
            reach
        };
        let reaches: Vec<Set> = self.groups.iter().map(|(cells, _)| reach(cells)).collect();
        let most = AREAS_A_GROUP * self.groups.len();
        let mut level = 0..areas.len();
        for _ in 1..MOST_GROUPS {
            for at in level.clone() {
                meter.work(self.groups.len() * areas[at].cells.0.len())?;
                for (number, ((group, more), reach)) in self.groups.iter().zip(&reaches).enumerate()
                {
                    let area = &areas[at];
                    if group.meets(&area.cells) || !reach.meets(&area.cells) {
                        continue;
                    }
                    let cells = area.cells.with(group);
                    if known.insert(cells.clone()) {
                        areas.push(Area {
                            groups: [&area.groups[..], &[number]].concat(),
                            sum: area.sum + more,
                            cells,
                        });
                    }
                }
                if areas.len() > most {
                    areas.truncate(level.end);
                    return Ok(areas);
                }
            }
            level = level.end..areas.len();
        }
        Ok(areas)
    }
}

/// Makes lines of differences.
struct Maker<'m> {
    model: &'m Model,
    cells: &'m Cells,
    values: &'m Values,
    numbers: &'m Numbers,
    /// The number of each choice that shows a value.
    of_choices: Arc<[Option<i64>]>,
    /// The letters of lines that are known.
    letters: HashSet<Arc<[u32]>>,
    /// By the number of cells, whether some are taken off, and the sum.
    languages: HashMap<(usize, bool, i64), Option<Arc<Language>>>,
}

impl<'m> Maker<'m> {
    fn new(
        model: &'m Model,
        cells: &'m Cells,
        values: &'m Values,
        numbers: &'m Numbers,
        read: &[Read],
    ) -> Self {
        let letters = read.iter().flat_map(|read| read.line.letters.iter());
        let of_value = |&value: &u32| numbers.0.get(value as usize).copied();
        let of_choices = values.of_choice.iter().map(of_value);
        Self {
            model,
            cells,
            values,
            numbers,
            of_choices: of_choices.collect(),
            letters: letters.cloned().collect(),
            languages: HashMap::new(),
        }
    }

    /// A difference as a line, with what it follows from. Nothing if its automaton would be too large, or if some value is
    /// unknown.
    fn derived(&mut self, difference: &Difference, sums: &Sums, all: &[Group]) -> Option<Derived> {
        let area = &difference.area;
        let groups = area.groups.iter();
        let lines = difference.lines.iter().map(|&line| &sums.lines[line]);
        Some(Derived {
            line: self.line(difference, sums)?,
            inside: difference.inside.len(),
            groups: groups.map(|&group| all[group].items.clone()).collect(),
            groups_sum: area.sum,
            lines: lines.map(|line| (line.rule, line.sum)).collect(),
            numbers: Arc::clone(&self.of_choices),
        })
    }

    /// A line, or a cage where its cells show different values.
    fn line(&mut self, difference: &Difference, sums: &Sums) -> Option<Line> {
        let Difference {
            inside,
            outside,
            is,
            ..
        } = difference;
        // If all are outside, they are added up.
        let (plus, minus, is) = if inside.len() == 0 {
            (outside, inside, -is)
        } else {
            (inside, outside, *is)
        };
        let length = plus.len() + minus.len();
        let has_minus = minus.len() > 0;
        let language = self.language(length, has_minus, is)?;
        let as_set = !has_minus && sums.different.iter().any(|cells| plus.is_in(cells));
        let taken_off = self.values.count as u32;
        let places = plus.cells().map(|cell| (cell, 0));
        let places = places.chain(minus.cells().map(|cell| (cell, taken_off)));
        let (mut tiles, mut letters) = (Vec::new(), Vec::new());
        for (cell, more) in places {
            let tile = self.cells.items[cell as usize];
            tiles.push(tile);
            letters.push(self.letters(tile, more)?);
        }
        Some(Line {
            tiles: tiles.into(),
            letters: letters.into(),
            language,
            as_set,
        })
    }

    /// The letters of a cell: its values, plus as much.
    fn letters(&mut self, tile: Item, more: u32) -> Option<Arc<[u32]>> {
        let members = self.model.members(tile).iter();
        let value = |&(choice, _): &(Choice, _)| self.values.of_choice[choice.index()];
        let letters: Vec<u32> = members
            .map(|member| value(member).checked_add(more))
            .collect::<Option<_>>()?;
        if letters.contains(&NONE) {
            return None;
        }
        if let Some(known) = self.letters.get(&letters[..]) {
            return Some(Arc::clone(known));
        }
        let letters: Arc<[u32]> = letters.into();
        self.letters.insert(Arc::clone(&letters));
        Some(letters)
    }

    fn language(&mut self, length: usize, has_minus: bool, is: i64) -> Option<Arc<Language>> {
        let numbers = &self.numbers.0;
        if has_minus && 2 * numbers.len() > MOST_VALUES {
            return None;
        }
        let made = || {
            let mut values = numbers.clone();
            if has_minus {
                values.extend(numbers.iter().map(|number| -number));
            }
            Language::sum(length, &values, is..=is).ok().map(Arc::new)
        };
        let known = self.languages.entry((length, has_minus, is));
        known.or_insert_with(made).clone()
    }
}

#[cfg(test)]
mod tests;
