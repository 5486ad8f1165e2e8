//! A step of an explanation drawn on the board that it was found on.
//!
//! If a choice is one mark of a cell, the premises of the step are emphasised there, and links of a
//! chain are arrows. If a choice takes many cells, as a rectangle does, a line is drawn around
//! them. Nothing here knows a family: [`crate::Drawn::spots`] gives the place of a choice.

use crate::Puzzle;
use crate::words::ascending;
use tilewright_logic::{Board, Reason, Step};
use tilewright_model::{Choice, Demand, Item, Node, Rule};
use tilewright_render::{Arrow, Emphasis, Outline, Picture, Spot};

/// The step on the board, for its own reason: the caller has made it the one that its words give
/// ([`Tells::as_seen`](crate::Tells::as_seen)) on the board that it was found on, which may be an earlier one.
pub(crate) fn step(puzzle: &dyn Puzzle, step: &Step, board: &Board) -> Picture {
    let marked = puzzle.pencil_marks(board);
    let mut sketch = Sketch {
        puzzle,
        board,
        // If there is no room in the cells for all candidates, the choices picked so far.
        picture: if marked.cell_count() > 0 {
            marked
        } else {
            puzzle.so_far(&board.picked())
        },
    };
    sketch.reason(&step.reason);
    sketch.choices(&step.removed, Emphasis::Removed);
    sketch.choices(&step.picked, Emphasis::Picked);
    sketch.picture.number_lines();
    sketch.picture
}

struct Sketch<'s> {
    puzzle: &'s dyn Puzzle,
    board: &'s Board,
    picture: Picture,
}

impl Sketch<'_> {
    #[expect(clippy::too_many_lines, reason = "an arm for each reason")]
    fn reason(&mut self, reason: &Reason) {
        match reason {
            Reason::Single { item } => {
                self.blockers(*item);
                self.items(&[*item], Emphasis::Base);
            }
            Reason::Excluded { item } => self.items(&[*item], Emphasis::Base),
            Reason::Sets {
                bases,
                covers,
                fins,
            } => {
                self.items(covers, Emphasis::Cover);
                self.items(bases, Emphasis::Base);
                self.choices(fins, Emphasis::Fin);
            }
            Reason::Chain { choices, .. } => {
                let nodes: Vec<&[Choice]> = choices.chunks(1).collect();
                self.chain(&nodes);
            }
            Reason::Links { nodes, links } => {
                for link in links {
                    self.items(&link.covers, Emphasis::Cover);
                }
                let nodes: Vec<&[Choice]> = nodes.iter().map(Vec::as_slice).collect();
                self.chain(&nodes);
            }
            Reason::Contradiction {
                assumed,
                steps,
                item,
            } => {
                self.choices(&[*assumed], Emphasis::Base);
                self.consequences(*assumed, steps);
                self.outline_items(&[*item], Emphasis::Wrong);
            }
            Reason::Verity { item, branches } => {
                self.items(&[*item], Emphasis::Base);
                for branch in branches {
                    self.consequences(branch.assumed, &branch.steps);
                }
            }
            Reason::Exchange {
                items,
                one,
                other,
                extras,
                ..
            } => {
                self.items(items, Emphasis::Base);
                self.choices(one, Emphasis::Cover);
                self.choices(other, Emphasis::Cover);
                self.choices(extras, Emphasis::Fin);
            }
            Reason::Pairs { extra } => self.choices(&[*extra], Emphasis::Fin),
            Reason::Line { rule, .. } => {
                if let Some(Rule::Line(line)) = self.board.logic().rule(*rule) {
                    self.outline_items(&line.tiles, Emphasis::Base);
                }
            }
            Reason::Derived {
                groups,
                inside,
                outside,
                ..
            } => {
                let groups: Vec<Item> = groups.iter().filter_map(|g| g.first().copied()).collect();
                self.outline_items(&groups, Emphasis::Cover);
                self.outline_items(inside, Emphasis::Base);
                self.outline_items(outside, Emphasis::Fin);
            }
            Reason::Joined {
                rule,
                from,
                to,
                through,
            } => self.separator(*rule, [*from, *to], through),
            Reason::Parted {
                rule,
                assumed,
                from,
                to,
                through,
            } => {
                self.separator(*rule, [*from, *to], through);
                self.choices(&[*assumed], Emphasis::Fin);
            }
            Reason::Parity { link, rules, last } => {
                let (border, _) = self.board.logic().border(*link, rules);
                for choice in border {
                    let is_last = Some(choice) == *last;
                    let emphasis = if is_last {
                        Emphasis::Base
                    } else {
                        Emphasis::Cover
                    };
                    self.outline(&self.spots(choice), emphasis);
                }
            }
            Reason::Together { rules } => {
                for (rule, emphasis) in rules.iter().zip([Emphasis::Base, Emphasis::Cover]) {
                    if let Some(Rule::Line(line)) = self.board.logic().rule(*rule) {
                        self.outline_items(&line.tiles, emphasis);
                    }
                }
            }
            Reason::Needed { rule } => {
                if let Some(Rule::Link(link)) = self.board.logic().rule(*rule) {
                    let left = link.choices().filter(|&choice| self.board.is_live(choice));
                    self.choices(&left.collect::<Vec<_>>(), Emphasis::Base);
                }
            }
        }
    }

    /// The ends of a link that are looked at, and what lies between them.
    fn separator(&mut self, rule: usize, ends: [u32; 2], through: &[u32]) {
        self.nodes(rule, through, Emphasis::Cover);
        self.nodes(rule, &ends, Emphasis::Base);
    }

    /// The cells of some nodes of a link.
    fn nodes(&mut self, rule: usize, nodes: &[u32], emphasis: Emphasis) {
        let Some(Rule::Link(link)) = self.board.logic().rule(rule) else {
            return;
        };
        for &node in nodes {
            if let Node::If(choices) = &link.nodes()[node as usize] {
                let spots = choices.iter().flat_map(|&choice| self.spots(choice));
                let spots: Vec<Spot> = spots.collect();
                self.outline(&spots, emphasis);
            }
        }
    }

    /// The choices that items have left.
    fn items(&mut self, items: &[Item], emphasis: Emphasis) {
        for &item in items {
            let left: Vec<Choice> = self.board.live(item).collect();
            self.choices(&left, emphasis);
            self.outline_items(&[item], emphasis);
        }
    }

    /// Why an item has one choice left: the values on the board that exclude its others, each in a cell of its own. A few of them
    /// that exclude all will do, found one after the other; what was excluded by earlier steps has none.
    fn blockers(&mut self, item: Item) {
        let model = self.board.logic().model();
        let mut shown: Vec<usize> = Vec::new();
        for &(choice, _) in model.members(item) {
            if self.board.is_live(choice) || self.board.is_picked(choice) {
                continue;
            }
            let cells = self.blocked_by(choice);
            if cells.iter().any(|cell| shown.contains(cell)) {
                continue;
            }
            shown.extend(cells.first());
        }
        for cell in shown {
            let spot = Spot { cell, slot: None };
            self.picture.emphasise(spot, Emphasis::Cover);
        }
    }

    /// The cells whose values exclude a choice; none where its own cell is filled, which anybody sees.
    fn blocked_by(&self, choice: Choice) -> Vec<usize> {
        let model = self.board.logic().model();
        let own = self.cell_of(choice);
        let mut cells = Vec::new();
        for &(item, _) in model.touches(choice) {
            if own.is_none() || model.demand(item) == Demand::OneColour {
                continue;
            }
            let picked = model.members(item).iter().map(|&(other, _)| other);
            let mut picked = picked.filter(|&other| self.board.is_picked(other));
            let Some(cell) = picked.next().and_then(|other| self.cell_of(other)) else {
                continue;
            };
            if Some(cell) == own {
                return Vec::new();
            }
            cells.push(cell);
        }
        cells
    }

    /// The cell of a choice that is one value of one cell.
    fn cell_of(&self, choice: Choice) -> Option<usize> {
        match self.spots(choice).as_slice() {
            [spot] if spot.slot.is_some() => Some(spot.cell),
            _ => None,
        }
    }

    /// Nodes in turn coloured as "not this" and "then that", with an arrow from each to the next.
    fn chain(&mut self, nodes: &[&[Choice]]) {
        for (number, node) in nodes.iter().enumerate() {
            let emphasis = if number % 2 == 0 {
                Emphasis::Cover
            } else {
                Emphasis::Base
            };
            self.choices(node, emphasis);
        }
        for (number, pair) in nodes.windows(2).enumerate() {
            let [from, to] = pair else { continue };
            self.arrow(from.first(), to.first(), number % 2 == 0);
        }
    }

    /// The consequences of an assumption, one arrow after the other.
    fn consequences(&mut self, assumed: Choice, steps: &[Step]) {
        let mut from = assumed;
        for step in steps {
            let Some(&to) = step.picked.first() else {
                self.choices(&step.removed, Emphasis::Fin);
                continue;
            };
            self.choices(&[to], Emphasis::Cover);
            self.arrow(Some(&from), Some(&to), true);
            from = to;
        }
    }

    fn arrow(&mut self, from: Option<&Choice>, to: Option<&Choice>, is_strong: bool) {
        let spot = |choice: Option<&Choice>| self.spots(*choice?).first().copied();
        let (Some(from), Some(to)) = (spot(from), spot(to)) else {
            return;
        };
        if from != to {
            self.picture.arrows.push(Arrow {
                from,
                to,
                is_strong,
            });
        }
    }

    fn choices(&mut self, choices: &[Choice], emphasis: Emphasis) {
        for &choice in choices {
            let spots = self.spots(choice);
            match spots.as_slice() {
                [] => {}
                [spot] if spot.slot.is_some() => self.picture.emphasise(*spot, emphasis),
                cells => self.outline(cells, emphasis),
            }
        }
    }

    /// The cells of items: those of their choices. Not if a choice takes many cells, for then the
    /// choices are outlined themselves, nor if it is one cell.
    fn outline_items(&mut self, items: &[Item], emphasis: Emphasis) {
        let model = self.board.logic().model();
        let choices = items.iter().flat_map(|&item| model.members(item));
        let spots = choices.map(|&(choice, _)| self.spots(choice));
        let spots: Option<Vec<Spot>> = spots
            .map(|spots| match spots.as_slice() {
                [spot] if spot.slot.is_some() => Some(*spot),
                _ => None,
            })
            .collect();
        if let Some(spots) = spots {
            self.outline(&spots, emphasis);
        }
    }

    /// The places of a choice; a hidden one has none.
    fn spots(&self, choice: Choice) -> Vec<Spot> {
        if self.board.logic().model().is_own(choice) {
            self.puzzle.spots(choice)
        } else {
            Vec::new()
        }
    }

    fn outline(&mut self, spots: &[Spot], emphasis: Emphasis) {
        let cells = ascending(spots.iter().map(|spot| spot.cell));
        if cells.is_empty() {
            return;
        }
        let outline = Outline { cells, emphasis };
        if !self.picture.outlines.contains(&outline) {
            self.picture.outlines.push(outline);
        }
    }
}
