//! Steps in the words that Sudoku players use, and candidates as they note them.
//!
//! The kinds of a step's items determine its name. An item is a *cell*, or a *value in a group* (a line along an
//! axis, a box):
//!
//! | the choices of | lie within | name |
//! | --- | --- | --- |
//! | a cell | one choice | naked single |
//! | a value in a group | one choice | hidden single |
//! | a value in a box | a line | locked candidates (pointing) |
//! | a value in a line | a box | locked candidates (claiming) |
//! | cells | values of one group | naked pair, triple, quad |
//! | values of one group | cells | hidden pair, triple, quad |
//! | a value in lines along one axis | lines along another | X-wing, swordfish, jellyfish |
//! | a value in lines and boxes | lines and boxes | franken and mutant fish |
//!
//! The same table names them in any number of dimensions.

use super::{Sudoku, draw};
use crate::prose::{joined, listed};
use crate::words::{self, Telling, ascending};
use tilewright_logic::{Board, Reason, Step, Strong};
use tilewright_model::{Choice, Item, Names};
use tilewright_render::{Cell, Mark, Picture, Role};

/// The meaning of an item of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// A cell takes a value.
    Cell(usize),
    /// A value is in a group.
    Value(u16, Group),
}

/// Cells that take each value once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Group {
    /// A line along an axis.
    Line { axis: usize, line: usize },
    /// A box or region.
    Box(usize),
}

/// The kind of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Line(usize),
    Box,
}

impl Part {
    fn of(sudoku: &Sudoku, item: Item) -> Self {
        let (cells, side) = (sudoku.shape.cells(), sudoku.shape.side());
        let (block, place) = (item.index() / cells, item.index() % cells);
        let (number, value) = (place / side, (place % side + 1) as u16);
        match block {
            0 => Self::Cell(place),
            block if block <= sudoku.shape.axes() => {
                let (axis, line) = (block - 1, number);
                Self::Value(value, Group::Line { axis, line })
            }
            _ => Self::Value(value, Group::Box(number)),
        }
    }
}

/// "r1c2", "the 5 of row 2".
pub(super) fn item_name(sudoku: &Sudoku, item: Item) -> String {
    match Part::of(sudoku, item) {
        Part::Cell(cell) => sudoku.place(cell),
        Part::Value(value, group) => {
            format!(
                "the {} of {}",
                sudoku.symbols.name(value),
                group.name(sudoku)
            )
        }
    }
}

impl Group {
    /// "row 2", "box 5".
    fn name(self, sudoku: &Sudoku) -> String {
        match self {
            Self::Line { axis, line } => sudoku.line_name(axis, line),
            Self::Box(number) => sudoku.box_name(number),
        }
    }

    fn kind(self) -> Kind {
        match self {
            Self::Line { axis, .. } => Kind::Line(axis),
            Self::Box(_) => Kind::Box,
        }
    }
}

/// A single for the reason that players see soonest, whichever it was found by: the last empty cell
/// of a group, the only place of a value in a group, the only value of a cell.
pub(super) fn as_seen(sudoku: &Sudoku, mut step: Step, board: &Board) -> Step {
    let teller = Teller { sudoku, board };
    if let (Reason::Single { item }, &[choice]) = (&mut step.reason, &step.picked[..]) {
        *item = teller.soonest(*item, choice);
    }
    step
}

/// A step in words.
pub(super) fn tell(sudoku: &Sudoku, step: &Step, board: &Board) -> Telling {
    let teller = Teller { sudoku, board };
    let told = match &step.reason {
        Reason::Single { item } => {
            let choice = step.picked[0];
            Some(teller.single(teller.soonest(*item, choice), choice))
        }
        Reason::Excluded { item } => teller.locked(*item, step),
        Reason::Sets {
            bases,
            covers,
            fins,
        } => teller.sets(bases, covers, fins),
        Reason::Chain { choices, items } => Some(teller.chain(choices, items)),
        Reason::Links { nodes, links } => Some(teller.links(nodes, links)),
        Reason::Exchange {
            one,
            other,
            extras,
            via,
            ..
        } => Some(teller.exchange(one, other, extras, via.is_some(), step)),
        Reason::Contradiction { .. }
        | Reason::Verity { .. }
        | Reason::Pairs { .. }
        | Reason::Line { .. }
        | Reason::Derived { .. }
        | Reason::Joined { .. }
        | Reason::Needed { .. }
        | Reason::Parity { .. }
        | Reason::Together { .. }
        | Reason::Parted { .. } => None,
    };
    let therefore = teller.therefore(step);
    if let Some((name, place, because)) = told {
        return Telling {
            rank: rank(&name),
            name,
            place,
            because,
            therefore,
        };
    }
    let plain = words::plain(sudoku, step, board);
    let name = match &step.reason {
        Reason::Contradiction { .. } => "forcing chain (contradiction)".to_owned(),
        Reason::Verity { .. } => "forcing chain (verity)".to_owned(),
        Reason::Pairs { .. } => "BUG+1".to_owned(),
        _ => plain.name,
    };
    Telling {
        name,
        therefore,
        ..plain
    }
}

/// The order in which players see the steps of a level.
fn rank(name: &str) -> u8 {
    const FIRST: [&str; 3] = [
        "full house",
        "hidden single",
        "locked candidates (pointing)",
    ];
    let place = FIRST.iter().position(|first| *first == name);
    place.unwrap_or(FIRST.len()) as u8
}

/// The name, where to look, and why.
type Told = (String, String, String);

struct Teller<'t> {
    sudoku: &'t Sudoku,
    board: &'t Board,
}

impl Teller<'_> {
    /// A cell and its value, because the item has one choice left.
    fn single(&self, item: Item, choice: Choice) -> Told {
        let (cell, value) = self.sudoku.cell_and_value(choice);
        let (place, name) = (self.sudoku.place(cell), self.value(value));
        let Part::Value(_, group) = self.part(item) else {
            let because = format!("{place} can take no value but {name}");
            return ("naked single".into(), place, because);
        };
        let words = self.group(group);
        if self.has_one_left(group) {
            let because = format!("{place} is the last empty cell of {words}");
            return ("full house".into(), words, because);
        }
        let because = format!("in {words} the {name} fits at {place} alone");
        ("hidden single".into(), words, because)
    }

    /// The item that players see soonest to have this choice alone: a group of which the cell is the
    /// last empty one, a group where the value fits nowhere else, the box before the lines; or else
    /// the one that it was found by.
    fn soonest(&self, found: Item, choice: Choice) -> Item {
        let (cell, value) = self.sudoku.cell_and_value(choice);
        let mut groups = self.groups_of(cell);
        let last_cell = groups.iter().find(|&&group| self.has_one_left(group));
        if let Some(&group) = last_cell {
            return self.item_of(value, group);
        }
        groups.reverse();
        let only_place = groups.iter().find(|&&group| self.fits_once(value, group));
        only_place.map_or(found, |&group| self.item_of(value, group))
    }

    /// Returns true if a value has one place left in a group.
    fn fits_once(&self, value: u16, group: Group) -> bool {
        let is_live = |cell: &usize| self.board.is_live(self.choice(*cell, value));
        self.cells_of(group).into_iter().filter(is_live).count() == 1
    }

    /// Returns true if all cells of a group but one have their value.
    fn has_one_left(&self, group: Group) -> bool {
        let cells = self.cells_of(group);
        let is_open = |cell: &usize| !self.board.is_settled(Item(*cell as u32));
        cells.into_iter().filter(is_open).count() == 1
    }

    fn locked(&self, item: Item, step: &Step) -> Option<Told> {
        let Part::Value(value, group) = self.part(item) else {
            return None;
        };
        let cells = self.live_cells(item);
        let gone = self.cell_of(*step.removed.first()?);
        let holds_all =
            |other: &Group| *other != group && cells.iter().all(|&cell| self.is_in(cell, *other));
        let within = self.groups_of(gone).into_iter().find(holds_all)?;
        let kind = match (group.kind(), within.kind()) {
            (Kind::Box, _) => "pointing",
            (_, Kind::Box) => "claiming",
            _ => "crossing",
        };
        let (value, group, within) = (self.value(value), self.group(group), self.group(within));
        let because = format!("in {group} the {value} fits in {within} alone");
        Some((format!("locked candidates ({kind})"), group, because))
    }

    fn sets(&self, bases: &[Item], covers: &[Item], fins: &[Choice]) -> Option<Told> {
        let parts = |items: &[Item]| items.iter().map(|&i| self.part(i)).collect::<Vec<_>>();
        let (bases, covers) = (parts(bases), parts(covers));
        if let (Some(cells), Some((values, group))) = (cells(&bases), values_of_group(&covers)) {
            return Some(self.subset("naked", &cells, &values, group, fins));
        }
        if let (Some(cells), Some((values, groups))) = (cells(&bases), values(&covers)) {
            return Some(self.locked_set(&cells, &values, &groups, fins));
        }
        if let (Some((values, group)), Some(cells)) = (values_of_group(&bases), cells(&covers)) {
            return Some(self.subset("hidden", &cells, &values, group, fins));
        }
        let (value, bases) = groups_of_value(&bases)?;
        let (other, covers) = groups_of_value(&covers)?;
        (value == other).then(|| self.fish(value, &bases, &covers, fins))
    }

    fn subset(
        &self,
        kind: &str,
        cells: &[usize],
        values: &[u16],
        group: Group,
        fins: &[Choice],
    ) -> Told {
        let size = match cells.len() {
            2 => "pair".to_owned(),
            3 => "triple".to_owned(),
            4 => "quad".to_owned(),
            more => format!("set of {more}"),
        };
        let finned = if fins.is_empty() { "" } else { "finned " };
        let (cells, group) = (self.cells(cells), self.group(group));
        let values = self.values(values);
        let but = self.but_for(fins);
        let because = match kind {
            "naked" => format!("in {group} {cells} can take {values} alone{but}"),
            _ => format!("in {group} {values} fit in {cells} alone{but}"),
        };
        (format!("{finned}{kind} {size}"), group, because)
    }

    /// A naked set whose cells lie in several groups together.
    fn locked_set(
        &self,
        cells: &[usize],
        values: &[u16],
        groups: &[Group],
        fins: &[Choice],
    ) -> Told {
        let (name, ..) = self.subset("locked", cells, values, groups[0], fins);
        let (cells, groups) = (self.cells(cells), self.groups(groups));
        let (values, but) = (self.values(values), self.but_for(fins));
        let because = format!("in {groups} {cells} can take {values} alone{but}");
        (name, groups, because)
    }

    fn fish(&self, value: u16, bases: &[Group], covers: &[Group], fins: &[Choice]) -> Told {
        let size = match bases.len() {
            2 => "X-wing".to_owned(),
            3 => "swordfish".to_owned(),
            4 => "jellyfish".to_owned(),
            more => format!("fish of {more}"),
        };
        let shape = match (lines(bases), lines(covers)) {
            (Lines::OneAxis, Lines::OneAxis) => "",
            (Lines::Several, _) | (_, Lines::Several) => "mutant ",
            _ => "franken ",
        };
        let finned = match fins {
            [] => "",
            _ if shape.is_empty() && self.is_sashimi(value, bases, covers) => "sashimi ",
            _ => "finned ",
        };
        let (within, groups) = (self.groups(covers), self.groups(bases));
        let (value, but) = (self.value(value), self.but_for(fins));
        let because = format!("in {groups} the {value} fits in {within} alone{but}");
        let place = format!("the {value} in {groups}");
        (format!("{finned}{shape}{size}"), place, because)
    }

    /// Returns true if a base has one place within the covers: without its fins it would be a single.
    fn is_sashimi(&self, value: u16, bases: &[Group], covers: &[Group]) -> bool {
        let is_place = |cell: &usize| {
            self.board.is_live(self.choice(*cell, value))
                && covers.iter().any(|&cover| self.is_in(*cell, cover))
        };
        let places = |base: &Group| self.cells_of(*base).into_iter().filter(is_place).count();
        bases.iter().any(|base| places(base) < 2)
    }

    fn but_for(&self, fins: &[Choice]) -> String {
        if fins.is_empty() {
            return String::new();
        }
        let cells: Vec<usize> = fins.iter().map(|&fin| self.cell_of(fin)).collect();
        format!(
            " but for {}, and all that goes sees that as well",
            self.cells(&cells)
        )
    }

    fn chain(&self, choices: &[Choice], items: &[Item]) -> Told {
        let parts: Vec<Part> = items.iter().map(|&item| self.part(item)).collect();
        let name = self.chain_name(choices, &parts);
        let ends = [choices[0], choices[choices.len() - 1]];
        let name_of = |choice| self.sudoku.choice_name(choice);
        let because = holds(ends, name_of, &self.notation(choices));
        let place = self.chain_place(choices, &parts);
        (name.into(), place, because)
    }

    fn chain_place(&self, choices: &[Choice], parts: &[Part]) -> String {
        if let Some((value, groups)) = groups_of_value(parts) {
            return format!("the {} in {}", self.value(value), self.groups(&groups));
        }
        let cells = ascending(choices.iter().map(|&choice| self.cell_of(choice)));
        self.cells(&cells)
    }

    fn chain_name(&self, choices: &[Choice], parts: &[Part]) -> &'static str {
        if let Some((_, groups)) = groups_of_value(parts) {
            let [first, second] = groups[..] else {
                return "X-chain";
            };
            return match (first.kind(), second.kind()) {
                (Kind::Line(one), Kind::Line(other))
                    if one == other && self.is_in_line(choices) =>
                {
                    "skyscraper"
                }
                (Kind::Line(one), Kind::Line(other)) if one == other => "turbot fish",
                (Kind::Line(_), Kind::Line(_)) => "two-string kite",
                _ => "turbot fish",
            };
        }
        let pairs = |cell: &usize| self.live_values(*cell);
        match (cells(parts), parts) {
            (Some(cells), _) => {
                let first = pairs(&cells[0]);
                if cells.iter().all(|cell| pairs(cell) == first) {
                    return "remote pair";
                }
                if cells.len() == 3 {
                    "XY-wing"
                } else {
                    "XY-chain"
                }
            }
            (None, [Part::Cell(one), Part::Value(..), Part::Cell(other)])
                if pairs(one) == pairs(other) =>
            {
                "W-wing"
            }
            _ if choices[0] == choices[choices.len() - 1] => "discontinuous nice loop",
            _ => "AIC",
        }
    }

    fn links(&self, nodes: &[Vec<Choice>], links: &[Strong]) -> Told {
        let name = self.links_name(nodes, links);
        let ends = [&nodes[0], &nodes[nodes.len() - 1]];
        let because = holds(
            ends,
            |node| self.node(node),
            &self.grouped_notation(nodes, links),
        );
        let cells = ascending(nodes.iter().flatten().map(|&c| self.cell_of(c)));
        (name, self.cells(&cells), because)
    }

    fn links_name(&self, nodes: &[Vec<Choice>], links: &[Strong]) -> String {
        let bases = || links.iter().flat_map(|link| &link.bases);
        let parts: Vec<Part> = bases().map(|&item| self.part(item)).collect();
        if links.iter().any(|link| link.bases.len() > 1) {
            return self.almost_name(nodes, links, &parts).into();
        }
        let Some((_, groups)) = groups_of_value(&parts) else {
            return "grouped AIC".into();
        };
        match groups[..] {
            [Group::Box(_), Group::Line { .. }] | [Group::Line { .. }, Group::Box(_)] => {
                "empty rectangle".into()
            }
            [_, _] => "grouped turbot fish".into(),
            _ => "grouped X-chain".into(),
        }
    }

    /// Chains of almost locked sets: by their number, and the short ones by how many values there
    /// are in as many cells.
    fn almost_name(&self, nodes: &[Vec<Choice>], links: &[Strong], parts: &[Part]) -> &'static str {
        let Some(cells) = cells(parts).map(ascending) else {
            return "AIC with almost locked sets";
        };
        let values = ascending(cells.iter().flat_map(|&c| self.live_values(c)));
        let is_wing = nodes.len() == 4 && values.len() == cells.len();
        match links.len() {
            2 if is_wing && cells.len() == 3 => "XYZ-wing",
            2 if is_wing && cells.len() == 4 => "WXYZ-wing",
            2 => "ALS-XZ",
            3 => "ALS-XY-wing",
            _ => "ALS chain",
        }
    }

    /// A node as players write it: `(5)r12c3`.
    fn node(&self, node: &[Choice]) -> String {
        let choices = node
            .iter()
            .map(|&choice| self.sudoku.cell_and_value(choice));
        let (mut cells, values): (Vec<usize>, Vec<u16>) = choices.unzip();
        cells.dedup();
        let values = ascending(values).into_iter().map(|value| self.value(value));
        format!("({}){}", joined(values, ","), self.cells(&cells))
    }

    /// `(5)r12c3=(5)r7c3-(5=2)r7c12`: an almost locked set is written with all its cells.
    fn grouped_notation(&self, nodes: &[Vec<Choice>], links: &[Strong]) -> String {
        let pairs = nodes.chunks_exact(2).zip(links);
        let link = |(pair, link): (&[Vec<Choice>], &Strong)| {
            let [one, other] = [&pair[0], &pair[1]].map(|node| self.node(node));
            let parts: Vec<Part> = link.bases.iter().map(|&item| self.part(item)).collect();
            let values = [&pair[0], &pair[1]].map(|node| {
                let value = self.sudoku.cell_and_value(node[0]).1;
                self.value(value)
            });
            match cells(&parts) {
                Some(cells) => format!("({}={}){}", values[0], values[1], self.cells(&cells)),
                None => format!("{one}={other}"),
            }
        };
        joined(pairs.map(link), "-")
    }

    /// Two values that could change places in some cells, if these had no others.
    fn exchange(
        &self,
        one: &[Choice],
        other: &[Choice],
        extras: &[Choice],
        has_via: bool,
        step: &Step,
    ) -> Told {
        let choices = one
            .iter()
            .chain(other)
            .map(|&choice| self.sudoku.cell_and_value(choice));
        let (cells, values): (Vec<usize>, Vec<u16>) = choices.unzip();
        let (cells, values) = (ascending(cells), ascending(values));
        let shape = if cells.len() == 4 {
            "rectangle"
        } else {
            "loop"
        };
        let of_extras = extras
            .iter()
            .map(|&extra| self.sudoku.cell_and_value(extra));
        let (mut extra_cells, mut extra_values): (Vec<usize>, Vec<u16>) = of_extras.unzip();
        extra_cells.dedup();
        extra_values.dedup();
        let goes_within = step
            .removed
            .iter()
            .all(|&gone| cells.contains(&self.cell_of(gone)));
        let kind = match (step.picked.is_empty(), goes_within) {
            _ if has_via => " (hidden)",
            (_, true) if extra_cells.len() == 1 => " type 1",
            (true, false) if extra_values.len() < 2 => " type 2",
            (true, true) => " type 4",
            _ => "",
        };
        let (cells, values) = (self.cells(&cells), self.values(&values));
        let because = format!(
            "there is one solution, and {values} could change places in {cells} if nothing else \
             were there"
        );
        (format!("unique {shape}{kind}"), cells, because)
    }

    /// Returns true if the two links of a short chain are joined by a line, not by a box.
    fn is_in_line(&self, choices: &[Choice]) -> bool {
        let [here, there] = [choices[1], choices[2]].map(|choice| self.cell_of(choice));
        let is_line = |group: &Group| group.kind() != Kind::Box && self.is_in(there, *group);
        self.groups_of(here).iter().any(is_line)
    }

    /// The chain as players write it: `(5=7)r1c1-(7)r1c5=(7)r8c5`.
    fn notation(&self, choices: &[Choice]) -> String {
        let link = |pair: &[Choice]| {
            let [(cell, value), (next, then)] =
                [pair[0], pair[1]].map(|choice| self.sudoku.cell_and_value(choice));
            let (value, then) = (self.value(value), self.value(then));
            let (place, there) = (self.sudoku.place(cell), self.sudoku.place(next));
            if cell == next {
                return format!("({value}={then}){place}");
            }
            format!("({value}){place}=({then}){there}")
        };
        joined(choices.chunks_exact(2).map(link), "-")
    }

    /// The conclusion of a step: `r1c2 = 5; r4c17 ≠ 3`.
    fn therefore(&self, step: &Step) -> String {
        let picked = step
            .picked
            .iter()
            .map(|&choice| self.sudoku.choice_name(choice));
        let mut said: Vec<String> = picked.collect();
        let mut removed: Vec<(u16, usize)> = (step.removed.iter())
            .map(|&choice| self.sudoku.cell_and_value(choice))
            .map(|(cell, value)| (value, cell))
            .collect();
        removed.sort_unstable();
        for of_value in removed.chunk_by(|(one, _), (other, _)| one == other) {
            let cells: Vec<usize> = of_value.iter().map(|&(_, cell)| cell).collect();
            said.push(format!(
                "{} ≠ {}",
                self.cells(&cells),
                self.value(of_value[0].0)
            ));
        }
        said.join("; ")
    }
}

/// Places and names.
impl Teller<'_> {
    fn part(&self, item: Item) -> Part {
        Part::of(self.sudoku, item)
    }

    /// The item of a value in a group: the other way round than [`Part::of`].
    fn item_of(&self, value: u16, group: Group) -> Item {
        let shape = &self.sudoku.shape;
        let (block, number) = match group {
            Group::Line { axis, line } => (1 + axis, line),
            Group::Box(number) => (1 + shape.axes(), number),
        };
        let place = number * shape.side() + usize::from(value) - 1;
        Item((block * shape.cells() + place) as u32)
    }

    fn choice(&self, cell: usize, value: u16) -> Choice {
        Choice((cell * self.sudoku.shape.side() + usize::from(value) - 1) as u32)
    }

    fn cell_of(&self, choice: Choice) -> usize {
        self.sudoku.cell_and_value(choice).0
    }

    fn live_cells(&self, item: Item) -> Vec<usize> {
        self.board
            .live(item)
            .map(|choice| self.cell_of(choice))
            .collect()
    }

    fn live_values(&self, cell: usize) -> Vec<u16> {
        let live = self.board.live(Item(cell as u32));
        live.map(|choice| self.sudoku.cell_and_value(choice).1)
            .collect()
    }

    fn groups_of(&self, cell: usize) -> Vec<Group> {
        let shape = &self.sudoku.shape;
        let lines = (0..shape.axes()).map(|axis| Group::Line {
            axis,
            line: shape.line_of(cell, axis),
        });
        lines.chain(shape.box_of(cell).map(Group::Box)).collect()
    }

    fn is_in(&self, cell: usize, group: Group) -> bool {
        let shape = &self.sudoku.shape;
        match group {
            Group::Line { axis, line } => shape.line_of(cell, axis) == line,
            Group::Box(number) => shape.box_of(cell) == Some(number),
        }
    }

    /// The cells of a group, by the item of its first value.
    fn cells_of(&self, group: Group) -> Vec<usize> {
        let item = self.item_of(1, group);
        let members = self.board.logic().model().members(item).iter();
        members.map(|&(choice, _)| self.cell_of(choice)).collect()
    }

    fn value(&self, value: u16) -> String {
        self.sudoku.symbols.name(value)
    }

    /// "3 and 5".
    fn values(&self, values: &[u16]) -> String {
        listed(values.iter().map(|&value| self.value(value)), "and")
    }

    fn group(&self, group: Group) -> String {
        group.name(self.sudoku)
    }

    /// "rows 2 and 5", "row 2 and box 5".
    fn groups(&self, groups: &[Group]) -> String {
        let names: Vec<String> = groups.iter().map(|&group| self.group(group)).collect();
        let one_word = |name: &String| Some(name.split_once(' ')?.0.to_owned());
        let first = names.first().and_then(one_word);
        let alike = names.len() > 1 && names.iter().all(|name| one_word(name) == first);
        match first {
            Some(word) if alike && word != "the" => {
                let numbers = names.iter().filter_map(|name| name.split_once(' '));
                let numbers = listed(numbers.map(|(_, number)| number), "and");
                let plural = if word == "box" { "es" } else { "s" };
                format!("{word}{plural} {numbers}")
            }
            _ => listed(names, "and"),
        }
    }

    /// `r4c17 and r68c1`: cells of a row together, and rows with the same columns, if digits can be written next to
    /// each other.
    fn cells(&self, cells: &[usize]) -> String {
        let shape = &self.sudoku.shape;
        let side = shape.side();
        if shape.axes() != 2 || side > 9 {
            return listed(cells.iter().map(|&cell| self.sudoku.place(cell)), "and");
        }
        let mut sorted = cells.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        // The rows with each set of columns, in the order of the first of them.
        let mut blocks: Vec<(String, String)> = Vec::new();
        for row in sorted.chunk_by(|one, other| one / side == other / side) {
            let number = (row[0] / side + 1).to_string();
            let columns = joined(row.iter().map(|cell| cell % side + 1), "");
            match blocks.iter_mut().find(|(_, known)| *known == columns) {
                Some((rows, _)) => rows.push_str(&number),
                None => blocks.push((number, columns)),
            }
        }
        let blocks = blocks
            .iter()
            .map(|(rows, columns)| format!("r{rows}c{columns}"));
        listed(blocks, "and")
    }
}

/// The first end of a chain or its last holds.
fn holds<E: PartialEq>(ends: [E; 2], name: impl Fn(E) -> String, notation: &str) -> String {
    let is_one = ends[0] == ends[1];
    let [first, last] = ends.map(name);
    if is_one {
        return format!("{first} holds either way: {notation}");
    }
    format!("{first} or {last} holds: {notation}")
}

/// The cells, if the parts are nothing else.
fn cells(parts: &[Part]) -> Option<Vec<usize>> {
    let cell = |part: &Part| match part {
        Part::Cell(cell) => Some(*cell),
        Part::Value(..) => None,
    };
    parts.iter().map(cell).collect()
}

/// The values, if the parts are values of one group.
fn values_of_group(parts: &[Part]) -> Option<(Vec<u16>, Group)> {
    let &Part::Value(_, group) = parts.first()? else {
        return None;
    };
    let value = |part: &Part| match part {
        Part::Value(value, other) if *other == group => Some(*value),
        _ => None,
    };
    Some((parts.iter().map(value).collect::<Option<_>>()?, group))
}

/// The values and their groups, if the parts are different values.
fn values(parts: &[Part]) -> Option<(Vec<u16>, Vec<Group>)> {
    let value = |part: &Part| match part {
        Part::Value(value, group) => Some((*value, *group)),
        Part::Cell(_) => None,
    };
    let found: Option<Vec<(u16, Group)>> = parts.iter().map(value).collect();
    let (values, groups): (Vec<u16>, Vec<Group>) = found?.into_iter().unzip();
    let (values, groups) = (ascending(values), ascending(groups));
    (values.len() == parts.len()).then_some((values, groups))
}

/// The groups, if the parts are one value in each of them.
fn groups_of_value(parts: &[Part]) -> Option<(u16, Vec<Group>)> {
    let &Part::Value(value, _) = parts.first()? else {
        return None;
    };
    let group = |part: &Part| match part {
        Part::Value(other, group) if *other == value => Some(*group),
        _ => None,
    };
    Some((value, parts.iter().map(group).collect::<Option<_>>()?))
}

/// The kinds of a fish's groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lines {
    /// Lines along one axis.
    OneAxis,
    /// Boxes, with or without lines along one axis.
    WithBoxes,
    /// Lines along several axes.
    Several,
}

fn lines(groups: &[Group]) -> Lines {
    match ascending(groups.iter().map(|group| group.kind()))[..] {
        [Kind::Line(_)] => Lines::OneAxis,
        [Kind::Box] | [Kind::Line(_), Kind::Box] => Lines::WithBoxes,
        _ => Lines::Several,
    }
}

/// The board with the candidates of its empty cells.
pub(super) fn pencil_marks(sudoku: &Sudoku, board: &Board) -> Picture {
    let teller = Teller { sudoku, board };
    draw::picture_with(&sudoku.filled(&board.picked()), &|cell| {
        let values = teller.live_values(cell);
        let names: Vec<String> = values.iter().map(|&value| teller.value(value)).collect();
        let is_short = names.iter().all(|name| name.chars().count() == 1);
        let separator = if is_short { "" } else { "," };
        let mark =
            |(&value, text): (&u16, &String)| Mark::new(usize::from(value) - 1, text.clone());
        Cell {
            marks: values.iter().zip(&names).map(mark).collect(),
            ..Cell::new(names.join(separator), Role::Empty)
        }
    })
}
