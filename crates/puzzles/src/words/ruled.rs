//! Steps on lines and links in words, and steps about what is hidden.

use super::{Told, Words, ascending, named};
use crate::prose::listed;
use tilewright_logic::Step;
use tilewright_model::{Choice, Item, Node, Rule};

impl Words<'_> {
    /// "every way to fill row 3 has black at r3c5".
    pub(super) fn line(&self, rule: usize, step: &Step) -> Told {
        let line = self.puzzle.rule_name(rule);
        let (picked, removed) = (self.shown(&step.picked), self.shown(&step.removed));
        let because = if self.fills(rule, picked) {
            format!("there is one way left to fill {line}")
        } else if !picked.is_empty() {
            let values = self.values(picked, "and");
            format!("every way to fill {line} has {values}")
        } else if removed.is_empty() {
            format!("{line} can be filled in few ways")
        } else {
            let no_way = format!("no way to fill {line} has {}", self.values(removed, "or"));
            match removed {
                [one] => no_way + &self.missing(rule, *one).unwrap_or_default(),
                _ => no_way,
            }
        };
        ("ways along a line".to_owned(), line, because)
    }

    /// Returns true if these are the choices of all tiles of a line, of which there are several.
    fn fills(&self, rule: usize, picked: &[Choice]) -> bool {
        let Some(Rule::Line(line)) = self.board.logic().rule(rule) else {
            return false;
        };
        let is_filled = |&tile: &Item| {
            let mut members = self.board.logic().model().members(tile).iter();
            members.any(|(choice, _)| picked.contains(choice) || self.board.is_picked(*choice))
        };
        picked.len() > 1 && line.tiles.iter().all(is_filled)
    }

    /// ": 7 is not left for r2c4".
    fn missing(&self, rule: usize, choice: Choice) -> Option<String> {
        let (tile, needed) = self.board.missing_with(rule, choice)?;
        let is_said = needed.len() <= 2 && self.are_shown(&needed);
        is_said.then(|| {
            let values = needed.iter().map(|&choice| self.value(choice));
            let verb = if needed.len() == 1 { "is" } else { "are" };
            let values = listed(values, "and");
            format!(": {values} {verb} not left for {}", self.item(tile))
        })
    }

    /// "5 at r1c1 and r1c2, and 7 at r1c3": values at their tiles, or choices by their names.
    fn values(&self, choices: &[Choice], last: &str) -> String {
        let mut of_value: Vec<(String, Vec<Choice>)> = Vec::new();
        for &choice in choices {
            let Some(value) = self.puzzle.value_name(choice) else {
                return self.things(choices, last);
            };
            match of_value.iter_mut().find(|(known, _)| *known == value) {
                Some((_, tiles)) => tiles.push(choice),
                None => of_value.push((value, vec![choice])),
            }
        }
        let told = of_value.into_iter().map(|(value, choices)| {
            let tiles = named(&choices, last, |choice| self.tile_of(choice));
            format!("{value} at {tiles}")
        });
        told.collect::<Vec<_>>().join(&format!(", {last} "))
    }

    fn value(&self, choice: Choice) -> String {
        let value = self.puzzle.value_name(choice);
        value.unwrap_or_else(|| self.puzzle.choice_thing(choice))
    }

    /// "the 5 of the 12-cage", for the line and a choice with that value.
    pub(super) fn letter_of(&self, rule: usize, choice: Option<Choice>) -> String {
        let line = self.puzzle.rule_name(rule);
        match choice.and_then(|choice| self.puzzle.value_name(choice)) {
            Some(value) => format!("the {value} of {line}"),
            None => line,
        }
    }

    /// "r1c1 and r5c5 must be joined, and only r4c4 is left for that".
    pub(super) fn joined(&self, rule: usize, ends: [u32; 2], through: &[u32]) -> Told {
        let [from, to] = ends.map(|end| self.node(rule, end));
        let may_be_in = |node: &&u32| {
            let mut choices = self.choices_in(rule, **node).iter();
            choices.any(|&choice| self.board.is_live(choice))
        };
        let (name, because) = match through.iter().find(may_be_in) {
            Some(&node) => {
                let only = self.node(rule, node);
                let because = format!("{from} and {to} must be joined, and only through {only}");
                ("only way through", because)
            }
            None => (
                "out of reach",
                format!("no way is left from {from} to {to}"),
            ),
        };
        (name.to_owned(), self.puzzle.rule_name(rule), because)
    }

    pub(super) fn needed(&self, rule: usize) -> Told {
        let link = self.puzzle.rule_name(rule);
        let because = format!("{link} needs a place, and no other is left");
        ("only place left".to_owned(), link, because)
    }

    /// "with black at r4c4, r1c1 and r5c5 could not be joined".
    pub(super) fn parted(&self, rule: usize, assumed: Choice, ends: [u32; 2]) -> Told {
        let [from, to] = ends.map(|end| self.node(rule, end));
        let with = self.values(&[assumed], "and");
        let because = format!("with {with}, {from} and {to} could not be joined any more");
        ("parted".to_owned(), self.puzzle.rule_name(rule), because)
    }

    /// "the loop leaves an area as often as it enters it: of a, b and c an even number is on, and all but c are known".
    pub(super) fn parity(&self, link: usize, rules: &[usize], last: Option<Choice>) -> Told {
        let (border, ends) = self.board.logic().border(link, rules);
        let name = self.puzzle.rule_name(link);
        let number = if ends % 2 == 0 { "even" } else { "odd" };
        let why = match ends {
            0 => format!("{name} leaves an area as often as it enters it"),
            1 => format!("{name} ends once within an area"),
            _ => format!("{name} ends {ends} times within an area"),
        };
        let of = named(&border, "and", |choice| self.tile_of(choice));
        let value = border
            .first()
            .and_then(|&choice| self.puzzle.value_name(choice));
        let value = value.unwrap_or_else(|| "picked".to_owned());
        let then = match last {
            Some(last) => format!("all but {} are known", self.tile_of(last)),
            None => "all are known, and that is wrong".to_owned(),
        };
        let because = format!("{why}, so of {of} an {number} number is {value}; {then}");
        ("parity".to_owned(), name, because)
    }

    /// "no ways to fill both row 3 and row 4 have black at r3c5".
    pub(super) fn together(&self, rules: [usize; 2], step: &Step) -> Told {
        let [one, other] = rules.map(|rule| self.puzzle.rule_name(rule));
        let gone = self.shown(&step.removed);
        let because = if gone.is_empty() {
            format!("every way to fill both {one} and {other} says so")
        } else {
            let values = self.values(gone, "or");
            format!("no way to fill both {one} and {other} has {values}")
        };
        (
            "two lines together".to_owned(),
            format!("{one} and {other}"),
            because,
        )
    }

    /// The choices that put a node in.
    fn choices_in(&self, rule: usize, node: u32) -> &[Choice] {
        let Some(Rule::Link(link)) = self.board.logic().rule(rule) else {
            return &[];
        };
        match &link.nodes()[node as usize] {
            Node::Always => &[],
            Node::If(choices) => choices,
        }
    }

    fn node(&self, rule: usize, node: u32) -> String {
        let name = self.puzzle.node_name(rule, node);
        let tile = || Some(self.tile_of(*self.choices_in(rule, node).first()?));
        let name = name.or_else(tile).filter(|name| !name.is_empty());
        name.unwrap_or_else(|| format!("node {} of {}", node + 1, self.puzzle.rule_name(rule)))
    }

    /// A step from hidden choices: their tiles are all that is said about them.
    pub(super) fn behind(&self, premises: &[Choice]) -> Told {
        let model = self.board.logic().model();
        let hidden = &premises[self.shown(premises).len()..];
        let touched = hidden.iter().flat_map(|&choice| model.touches(choice));
        let is_tile = |item: &Item| model.tiles().binary_search(item).is_ok();
        let tiles = ascending(touched.map(|&(item, _)| item).filter(is_tile));
        let place = self.items(&tiles);
        let because = format!("every way that is left for {place} says so");
        ("every way".to_owned(), place, because)
    }
}

#[cfg(test)]
mod tests {
    use crate::family::acts;
    use crate::{Drawn, Family, Puzzle, Unbuilt};
    use std::sync::LazyLock;
    use tilewright_logic::{Board, Budget, Level, Logic, Step};
    use tilewright_model::{
        Choice, Demand, Item, Language, Link, Model, ModelBuilder, Names, Node,
    };
    use tilewright_render::{Emphasis, Picture, Spot};

    /// Cells in a row, c1 and so on, each with one of some values; and hidden choices after those.
    #[derive(Clone, Debug)]
    struct Row {
        values: &'static [&'static str],
        rules: &'static [&'static str],
        model: Model,
    }

    static ROW: LazyLock<Family> =
        LazyLock::new(|| acts!(Family::new("row", "cells in a row"), Row: Drawn));

    impl Row {
        fn cell(&self, choice: Choice) -> usize {
            choice.index() / self.values.len()
        }
    }

    impl Names for Row {
        fn choice_name(&self, choice: Choice) -> String {
            assert!(self.model.is_own(choice), "hidden choices are not named");
            let value = self.values[choice.index() % self.values.len()];
            format!("c{} = {value}", self.cell(choice) + 1)
        }

        fn item_name(&self, item: Item) -> String {
            let cells = self.model.own_count() / self.values.len();
            match item.index().checked_sub(cells) {
                None => format!("c{}", item.0 + 1),
                Some(hidden) => format!("the tree {}", hidden + 1),
            }
        }

        fn rule_name(&self, rule: usize) -> String {
            self.rules[rule].to_owned()
        }

        fn value_name(&self, choice: Choice) -> Option<String> {
            assert!(self.model.is_own(choice), "hidden choices are not named");
            Some(self.values[choice.index() % self.values.len()].to_owned())
        }
    }

    impl Puzzle for Row {
        fn family(&self) -> &Family {
            &ROW
        }

        fn model(&self, _: &Budget) -> Result<Model, Unbuilt> {
            Ok(self.model.clone())
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

    impl Drawn for Row {
        fn spots(&self, choice: Choice) -> Vec<Spot> {
            assert!(self.model.is_own(choice), "hidden choices have no place");
            vec![Spot {
                cell: self.cell(choice),
                slot: Some(choice.index() % self.values.len()),
            }]
        }
    }

    /// Cells with these values, and what `add` adds to them.
    fn row(
        cells: u32,
        hidden: u32,
        values: &'static [&'static str],
        rules: &'static [&'static str],
        add: impl FnOnce(&mut ModelBuilder, &[Item]),
    ) -> (Row, Board) {
        let width = values.len() as u32;
        let mut b = ModelBuilder::new(cells * width + hidden);
        b.hidden_from(cells * width);
        let cell = |cell: u32| (cell * width..(cell + 1) * width).collect::<Vec<u32>>();
        let items: Vec<Item> = (0..cells).map(|at| b.tile(&cell(at)).unwrap()).collect();
        add(&mut b, &items);
        let model = b.build().unwrap();
        let logic = Logic::new(&model, &Budget::default()).unwrap();
        let board = logic.board(&[]);
        let row = Row {
            values,
            rules,
            model,
        };
        (row, board)
    }

    fn steps(board: &Board, level: Level) -> Vec<Step> {
        board.steps(level, &Budget::default()).unwrap()
    }

    /// "name | place | because | therefore".
    fn told(row: &Row, board: &Board, step: &Step) -> String {
        let puzzle: &dyn Puzzle = row;
        let telling = puzzle.tell(step, board);
        [
            telling.name,
            telling.place,
            telling.because,
            telling.therefore,
        ]
        .join(" | ")
    }

    const SHADES: &[&str] = &["white", "black"];
    const DIGITS: &[&str] = &["1", "2", "3", "4", "5", "6", "7", "8", "9"];

    #[test]
    fn a_line_is_told_by_its_ways() {
        let (row, board) = row(5, 0, SHADES, &["the runs 3 of row 1"], |b, cells| {
            let language = Language::runs(&[false, true], &[3]).unwrap();
            b.line(cells, language, |_, choice| choice.0 % 2).unwrap();
        });
        let found = steps(&board, Level::Line);
        assert_eq!(
            told(&row, &board, &found[0]),
            "ways along a line | the runs 3 of row 1 | every way to fill the runs 3 of row 1 has black at c3 | \
             c3 = black"
        );
        let picture = (&row as &dyn Puzzle).illustrate(&found[0], &board);
        assert_eq!(picture.outlines[0].cells, [0, 1, 2, 3, 4]);
        assert_eq!(picture.outlines[0].emphasis, Emphasis::Base);
    }

    #[test]
    fn a_cage_is_told_by_what_is_missing() {
        let cage = |b: &mut ModelBuilder, cells: &[Item]| {
            let number = |_: usize, choice: Choice| i64::from(choice.0 % 9 + 1);
            b.cage(cells, 12..=12, number).unwrap();
        };
        let (row, mut board) = row(2, 0, DIGITS, &["the 12-cage"], cage);
        let found = steps(&board, Level::Line);
        assert_eq!(
            told(&row, &board, &found[0]),
            "ways along a line | the 12-cage | no way to fill the 12-cage has 1 at c1 or c2, or 2 at c1 or c2, or \
             6 at c1 or c2 | not c1 = 1, c1 = 2, c1 = 6, c2 = 1, c2 = 2 nor c2 = 6"
        );
        board.apply(&found[0]);
        board.remove(Choice(9 + 6));
        let found = steps(&board, Level::Line);
        assert_eq!(
            told(&row, &board, &found[0]),
            "ways along a line | the 12-cage | no way to fill the 12-cage has 5 at c1: 7 is not left for c2 | \
             not c1 = 5"
        );
        // An item of the cage is spoken of, too.
        let items = board.logic().model().items();
        let of_cage: Vec<Item> = items
            .filter(|&item| board.logic().line_of(item) == Some(0))
            .collect();
        let words = crate::words::Words {
            puzzle: &row,
            board: &board,
        };
        assert_eq!(of_cage.len(), 9);
        assert_eq!(words.item(of_cage[4]), "the 5 of the 12-cage");
        assert_eq!(words.item(Item(1)), "c2");
    }

    /// Black cells in a row that are connected, with each other and with something behind the last.
    fn connected(b: &mut ModelBuilder, _: &[Item]) {
        let mut nodes: Vec<Node> = (0..5)
            .map(|cell| Node::If(vec![Choice(2 * cell + 1)]))
            .collect();
        nodes.push(Node::Always);
        b.link(Link::new(nodes, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)]))
            .unwrap();
    }

    #[test]
    fn a_link_is_told_by_its_ends() {
        let (row, mut board) = row(5, 0, SHADES, &["the path"], connected);
        board.pick(Choice(5));
        let found = steps(&board, Level::Joined);
        assert_eq!(
            told(&row, &board, &found[0]),
            "only way through | the path | c3 and node 6 of the path must be joined, and only through c4 | c4 = black"
        );
        let picture = (&row as &dyn Puzzle).illustrate(&found[0], &board);
        let outlines: Vec<_> = picture
            .outlines
            .iter()
            .map(|o| (&o.cells[..], o.emphasis))
            .collect();
        assert_eq!(
            outlines[..2],
            [(&[3][..], Emphasis::Cover), (&[2][..], Emphasis::Base)]
        );
        board.remove(Choice(3));
        let found = steps(&board, Level::Joined);
        let last = found.last().unwrap();
        assert_eq!(
            told(&row, &board, last),
            "out of reach | the path | no way is left from c3 to c1 | not c1 = black"
        );
    }

    #[test]
    fn what_parts_is_told() {
        let (row, mut board) = row(5, 0, SHADES, &["the path"], |b, _| {
            let nodes = (0..5).map(|cell| Node::If(vec![Choice(2 * cell + 1)]));
            let ring = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)];
            b.link(Link::new(nodes.collect(), &ring)).unwrap();
            b.one_colour(&[(2, 0), (3, 1), (6, 0), (7, 1)]).unwrap();
        });
        board.pick(Choice(1));
        board.pick(Choice(5));
        let found = steps(&board, Level::Parted);
        assert_eq!(found.len(), 2);
        assert_eq!(
            told(&row, &board, &found[0]),
            "parted | the path | with white at c2, c1 and c3 could not be joined any more | not c2 = white"
        );
        let picture = (&row as &dyn Puzzle).illustrate(&found[0], &board);
        let ends = picture
            .outlines
            .iter()
            .filter(|o| o.emphasis == Emphasis::Base);
        assert_eq!(ends.map(|o| o.cells[0]).collect::<Vec<_>>(), [0, 2]);
    }

    /// Three cells in a ring, next to each other, of which each two are both black or both white; and a fourth cell with one of them.
    #[test]
    fn parity_is_told_by_its_border() {
        let rules = &["the pair 1", "the pair 2", "the loop"];
        let (row, mut board) = row(4, 0, SHADES, rules, |b, cells| {
            let even = Language::explored(
                2,
                false,
                |odd, letter| Some(odd ^ (letter == 1)),
                |odd| !odd,
            );
            let even = even.unwrap();
            b.line(&cells[..3], even.clone(), |_, choice| choice.0 % 2)
                .unwrap();
            b.line(&[cells[1], cells[2], cells[3]], even, |_, choice| {
                choice.0 % 2
            })
            .unwrap();
            let nodes = (0..4).map(|cell| Node::If(vec![Choice(2 * cell + 1)]));
            let all = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
            b.link(Link::new(nodes.collect(), &all)).unwrap();
        });
        board.pick(Choice(1));
        let found = steps(&board, Level::Parity);
        assert_eq!(
            told(&row, &board, &found[0]),
            "parity | the loop | the loop leaves an area as often as it enters it, so of c1 and c4 an even number is black; \
             all but c4 are known | c4 = black"
        );
    }

    #[test]
    fn two_lines_are_told_by_both() {
        let rules = &["the three", "the others"];
        let (row, board) = row(4, 0, SHADES, rules, |b, cells| {
            for (tiles, number) in [(&cells[..3], 1), (&cells[1..], 2)] {
                let language = Language::explored(
                    2,
                    0,
                    |n, letter| (*n < 4).then_some(n + letter),
                    |n| *n == number,
                );
                b.line(tiles, language.unwrap(), |_, choice| choice.0 % 2)
                    .unwrap();
            }
        });
        let found = steps(&board, Level::Together);
        assert_eq!(
            told(&row, &board, &found[0]),
            "two lines together | the three and the others | no way to fill both the three and the others has black at c1, \
             or white at c4 | not c1 = black nor c4 = white"
        );
    }

    /// A tree has its tent in one of two ways, and a black third cell excludes both.
    #[test]
    fn what_is_hidden_is_not_told() {
        let (row, board) = row(3, 2, SHADES, &[], |b, _| {
            b.tile(&[6, 7]).unwrap();
            b.item(Demand::AtMostOne, &[5, 6]).unwrap();
            b.item(Demand::AtMostOne, &[5, 7]).unwrap();
        });
        let found = steps(&board, Level::Excluded);
        assert_eq!(
            told(&row, &board, &found[0]),
            "every way | the tree 1 | every way that is left for the tree 1 says so | not c3 = black"
        );
        let picture = (&row as &dyn Puzzle).illustrate(&found[0], &board);
        assert!(picture.outlines.is_empty());
    }
}
