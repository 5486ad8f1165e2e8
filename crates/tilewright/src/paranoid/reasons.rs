//! Reasons of steps on lines and links, checked by their own words.
//!
//! A line is read from its beginning with the choices that are left, one letter after the other. A link is walked from one
//! end, past the nodes of the separator. Of a line that follows, the sums are added up anew (`adding`), and of parity and two
//! lines, what they count and read (`crossing`). None of them knows how
//! logic finds its steps. Reasons of other kinds are about items,
//! and what follows from them is held against solutions alone.

use super::adding::Adding;
use super::crossing::{fault_of_parity, fault_of_two};
use std::collections::BTreeSet;
use tilewright_logic::{Board, Reason, Step};
use tilewright_model::{Choice, Demand, Item, Line, Link, Node, Rule};

/// The most sets of a cage that are tried for one choice; after that it is believed.
const MOST_TRIED: usize = 100_000;

/// What is wrong with the reason of a step that was found on this board, in a sentence.
pub(super) fn fault(board: &Board, step: &Step) -> Option<String> {
    followed(board, step).unwrap_or_else(Some)
}

/// The same; an error if the reason names a rule of another kind.
fn followed(board: &Board, step: &Step) -> Result<Option<String>, String> {
    let reading = |number: usize| match board.logic().rule(number) {
        Some(Rule::Line(line)) => Ok(Reading { board, line }),
        _ => Err(format!("rule {number} is not a line")),
    };
    let link = |number: usize| match board.logic().rule(number) {
        Some(Rule::Link(link)) => Ok(link),
        _ => Err(format!("rule {number} is not a link")),
    };
    Ok(match &step.reason {
        Reason::Line { rule, .. } => reading(*rule)?.fault(step),
        Reason::Derived {
            number,
            groups,
            rules,
            inside,
            outside,
        } => Adding {
            board,
            numbers: Adding::numbers(board, *number)?,
            groups,
            rules,
            inside,
            outside,
        }
        .fault(step),
        Reason::Joined {
            rule,
            from,
            to,
            through,
        } => {
            let link = link(*rule)?;
            Walking { board, link }.fault([*from, *to], through, step)
        }
        Reason::Parity {
            link: of,
            rules,
            last,
        } => fault_of_parity(board, link(*of)?, rules, *last, step)?,
        Reason::Together {
            rules: [one, other],
        } => {
            let lines = [reading(*one)?.line, reading(*other)?.line];
            fault_of_two(board, lines, step)
        }
        Reason::Needed { rule } => {
            let link = link(*rule)?;
            Walking { board, link }.fault_of_needed(step)
        }
        Reason::Parted {
            rule,
            assumed,
            from,
            to,
            through,
        } => {
            let link = link(*rule)?;
            let mut then = board.clone();
            then.pick(*assumed);
            // Steps of the same round may have left so little that an item has no choice by now.
            if then.contradiction().is_some() {
                return Ok(None);
            }
            let walking = Walking { board: &then, link };
            walking.fault_of_parted([*from, *to], through)
        }
        _ => None,
    })
}

/// A line and what its tiles have left.
struct Reading<'r> {
    board: &'r Board,
    line: &'r Line,
}

impl Reading<'_> {
    fn fault(&self, step: &Step) -> Option<String> {
        // A contradiction takes everything.
        if !self.has_word(None) {
            return None;
        }
        let goes = |choice: &Choice| !self.has_word(Some(*choice));
        if let Some(wrong) = step.removed.iter().find(|choice| !goes(choice)) {
            return Some(format!("a word has {wrong:?}, which is removed"));
        }
        let is_only = |picked: &Choice, tile: &Item| {
            let mut left = self.board.live(*tile);
            left.all(|choice| choice == *picked || goes(&choice))
        };
        let is_forced = |picked: &Choice| {
            let tiles = self.line.tiles.iter();
            let mut tiles = tiles.filter(|&&tile| self.has(tile, *picked));
            tiles.any(|tile| is_only(picked, tile))
        };
        let wrong = step.picked.iter().find(|picked| !is_forced(picked))?;
        Some(format!("words do not need {wrong:?}, which is picked"))
    }

    fn has(&self, tile: Item, choice: Choice) -> bool {
        let mut members = self.board.logic().model().members(tile).iter();
        members.any(|&(member, _)| member == choice)
    }

    /// Returns true if some word can be read, with this choice wherever it may be.
    fn has_word(&self, with: Option<Choice>) -> bool {
        let letters: Vec<BTreeSet<u32>> = (0..self.line.tiles.len())
            .map(|place| self.letters(place, with))
            .collect();
        if self.line.as_set {
            return self.has_set(&letters, &mut BTreeSet::new(), &mut 0);
        }
        let mut states = BTreeSet::from([0]);
        for letters in &letters {
            let next = |&state: &u32| {
                let next = move |&letter| self.line.language.step(state, letter as usize);
                letters.iter().filter_map(next)
            };
            states = states.iter().flat_map(next).collect();
        }
        states.iter().any(|&state| self.line.language.is_end(state))
    }

    /// The letters that may be read at a place.
    fn letters(&self, place: usize, with: Option<Choice>) -> BTreeSet<u32> {
        let tile = self.line.tiles[place];
        let with = with.filter(|&choice| self.has(tile, choice));
        let may_be = |choice: Choice| match with {
            Some(with) => choice == with,
            None => self.board.is_live(choice),
        };
        let read = self.board.logic().model().read(self.line, place);
        let left = read.filter(|&(choice, _)| may_be(choice));
        left.map(|(_, letter)| letter).collect()
    }

    /// Returns true if the places after those that are taken can have other letters, so that all make a set.
    fn has_set(
        &self,
        letters: &[BTreeSet<u32>],
        taken: &mut BTreeSet<u32>,
        tried: &mut usize,
    ) -> bool {
        let Some((here, after)) = letters.split_first() else {
            let word = taken.iter().map(|&letter| letter as usize);
            return self.line.language.accepts(word);
        };
        *tried += 1;
        *tried <= MOST_TRIED
            && here.iter().any(|&letter| {
                taken.insert(letter) && {
                    let has = self.has_set(after, taken, tried);
                    taken.remove(&letter);
                    has
                }
            })
    }
}

/// A link and what its nodes have left.
struct Walking<'w> {
    board: &'w Board,
    link: &'w Link,
}

impl Walking<'_> {
    fn fault(&self, ends: [u32; 2], through: &[u32], step: &Step) -> Option<String> {
        if let Some(fault) = self.fault_of_walk(ends, through) {
            return Some(fault);
        }
        let are_in = ends.map(|end| self.is_in(end));
        let mut open = through.iter().filter(|&&node| self.may_be_in(node));
        match (open.next(), open.next()) {
            (Some(_), Some(_)) => Some(format!("more than one of {through:?} may be in")),
            (Some(&node), None) if are_in == [true, true] => {
                self.fault_of_one(&self.live(node), step)
            }
            (None, _) if are_in == [true, true] => None,
            (None, _) if are_in[0] => {
                // All of its choices, left or not: steps of the same round may have removed some by now.
                let puts_in = self.choices(ends[1]);
                let mut all = step.picked.iter().chain(&step.removed);
                let wrong = all.find(|choice| !puts_in.contains(choice))?;
                Some(format!("{wrong:?} does not put node {} in", ends[1]))
            }
            _ => Some(format!("the ends {ends:?} are not in")),
        }
    }

    fn fault_of_needed(&self, step: &Step) -> Option<String> {
        let nodes = 0..self.link.nodes().len() as u32;
        if self.link.may_be_empty() {
            return Some("nothing needs to be in".to_owned());
        }
        let left: Vec<Choice> = nodes.flat_map(|node| self.live(node)).collect();
        let is_always = self.link.nodes().contains(&Node::Always);
        match (is_always, left.is_empty()) {
            (true, _) => Some("something is always in".to_owned()),
            (false, true) => None,
            (false, false) => self.fault_of_one(&left, step),
        }
    }

    fn fault_of_parted(&self, ends: [u32; 2], through: &[u32]) -> Option<String> {
        let may_be = through.iter().find(|&&node| self.may_be_in(node));
        let is_out = ends.into_iter().find(|&end| !self.is_in(end));
        self.fault_of_walk(ends, through)
            .or_else(|| Some(format!("node {} may still be in", may_be?)))
            .or_else(|| Some(format!("the end {} need not be in", is_out?)))
    }

    /// One of these choices is picked: what goes conflicts with each.
    fn fault_of_one(&self, left: &[Choice], step: &Step) -> Option<String> {
        let model = self.board.logic().model();
        let goes = |choice: &Choice| {
            let mut left = left.iter();
            left.all(|&one| model.share_conflict(one, *choice))
        };
        if let Some(wrong) = step.removed.iter().find(|choice| !goes(choice)) {
            return Some(format!("{wrong:?} goes with one of {left:?}"));
        }
        let wrong = step.picked.iter().find(|&picked| left != [*picked])?;
        Some(format!("{wrong:?} is not all of {left:?}"))
    }

    /// A walk from one end to the other that does not come through these nodes.
    fn fault_of_walk(&self, [from, to]: [u32; 2], through: &[u32]) -> Option<String> {
        let mut walked = BTreeSet::from([from]);
        let mut next = vec![from];
        while let Some(node) = next.pop() {
            for &neighbour in self.link.neighbours(node) {
                if !through.contains(&neighbour) && walked.insert(neighbour) {
                    next.push(neighbour);
                }
            }
        }
        let leads = walked.contains(&to);
        leads.then(|| format!("a walk from {from} to {to} passes {through:?}"))
    }

    /// The choices that put a node in.
    fn choices(&self, node: u32) -> &[Choice] {
        match &self.link.nodes()[node as usize] {
            Node::Always => &[],
            Node::If(choices) => choices,
        }
    }

    /// Those that may still put it in, each once.
    fn live(&self, node: u32) -> Vec<Choice> {
        let choices = self.choices(node).iter();
        let live = choices.filter(|&&choice| self.board.is_live(choice));
        live.copied().collect::<BTreeSet<_>>().into_iter().collect()
    }

    fn may_be_in(&self, node: u32) -> bool {
        self.link.nodes()[node as usize] == Node::Always || !self.live(node).is_empty()
    }

    /// Returns true if an item has nothing left but choices that put the node in.
    fn is_in(&self, node: u32) -> bool {
        let Node::If(choices) = &self.link.nodes()[node as usize] else {
            return true;
        };
        let model = self.board.logic().model();
        let touched = choices.iter().flat_map(|&choice| model.touches(choice));
        let mut items = touched.map(|&(item, _)| item);
        items.any(|item| {
            model.demand(item) == Demand::ExactlyOne
                && self.board.live_count(item) > 0
                && self
                    .board
                    .live(item)
                    .all(|choice| choices.contains(&choice))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::fault;
    use proptest::strategy::{Strategy, ValueTree};
    use proptest::test_runner::TestRunner;
    use tilewright_logic::{Budget, Level, Logic, Reason, Step};
    use tilewright_model::random::Random;
    use tilewright_model::{Choice, Item, Language, Link, Model, ModelBuilder, Node};
    use tilewright_testkit::killer::{killer, random_cages};
    use tilewright_testkit::random::{
        Question, hidden_model_and_question, lined_model_and_question,
    };

    /// Every step of explanations on the board of its round; the number of those on lines and links.
    fn checked(models: impl Strategy<Value = (Model, Question)>, number: usize) -> usize {
        let mut runner = TestRunner::deterministic();
        let mut met = 0;
        for _ in 0..number {
            let (model, question) = models.new_tree(&mut runner).unwrap().current();
            let logic = Logic::new(&model, &Budget::default()).unwrap();
            let mut board = logic.board(&question.given);
            for &choice in &question.barred {
                board.remove(choice);
            }
            for round in board.explain(&Budget::default()).rounds {
                let before = board.clone();
                for step in &round.steps {
                    assert_eq!(fault(&before, step), None, "{step:?}");
                    assert_eq!(fault(&before, &step.clone().shown(&model)), None);
                    // An explanation tells a step when those of its round before it have taken effect.
                    assert_eq!(fault(&board, step), None, "{step:?} on {board:?}");
                    board.apply(step);
                }
                let is_ruled = matches!(
                    round.level,
                    Level::Line
                        | Level::Derived
                        | Level::Joined
                        | Level::Parity
                        | Level::Parted
                        | Level::Together
                );
                met += usize::from(is_ruled);
            }
        }
        met
    }

    #[test]
    fn reasons_of_random_models_hold() {
        assert!(checked(lined_model_and_question(false), 500) > 100);
        assert!(checked(lined_model_and_question(true), 500) > 100);
        assert!(checked(hidden_model_and_question(), 500) > 20);
    }

    /// A Sudoku of 4×4 in which cages fill the first row but for one cell, and reach out of the first box.
    #[test]
    fn wrong_sums_are_seen() {
        let cages = [(vec![0, 1, 2], 8), (vec![4, 5, 8], 9)];
        let model = killer(2, 2, &cages).unwrap();
        let logic = Logic::new(&model, &Budget::default()).unwrap();
        let board = logic.board(&[]);
        let steps = board.steps(Level::Derived, &Budget::default()).unwrap();
        // The first row has 10, so its last cell is 2.
        let right = (steps.iter()).find(|step| step.picked == [Choice(13)]);
        let right = right.unwrap();
        assert_eq!(fault(&board, right), None);
        let changed = |change: &dyn Fn(&mut Step)| {
            let mut step = right.clone();
            change(&mut step);
            fault(&board, &step).unwrap()
        };
        let picks = changed(&|step| step.picked = vec![Choice(12)]);
        assert_eq!(picks, "the sum does not need c12, which is picked");
        let removes = changed(&|step| {
            step.picked.clear();
            step.removed = vec![Choice(13)];
        });
        assert_eq!(removes, "the sum allows c13, which is removed");
        let with = |change: fn(&mut Vec<Vec<Item>>, &mut Vec<usize>, &mut Vec<Item>)| {
            changed(&|step| {
                let Reason::Derived {
                    groups,
                    rules,
                    inside,
                    ..
                } = &mut step.reason
                else {
                    panic!("{step:?}");
                };
                change(groups, rules, inside);
            })
        };
        assert_eq!(with(|groups, _, _| groups.clear()), "c0 is left over");
        assert_eq!(with(|_, rules, _| rules.push(1)), "c16 is left over");
        assert_eq!(with(|_, rules, _| rules.push(7)), "rule 7 is not a line");
        assert_eq!(
            with(|_, _, inside| inside.push(Item(9))),
            "c36 is left over"
        );
        let number = changed(&|step| {
            if let Reason::Derived { number, .. } = &mut step.reason {
                *number = 1000;
            }
        });
        assert_eq!(number, "there is no derived line 1000");
    }

    /// Steps of Killer Sudokus, each checked on the board where it was found.
    #[test]
    fn sums_of_random_killers_hold() {
        let mut met = 0;
        let solved = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
        for seed in 0..100 {
            let cages = random_cages(&solved, 4, 4, &mut Random::new(seed));
            let model = killer(2, 2, &cages).unwrap();
            let logic = Logic::new(&model, &Budget::default()).unwrap();
            let mut board = logic.board(&[]);
            for step in board.steps(Level::Derived, &Budget::default()).unwrap() {
                assert_eq!(fault(&board, &step), None, "{step:?}");
                met += 1;
            }
            for round in board.explain(&Budget::default()).rounds {
                for step in &round.steps {
                    assert_eq!(fault(&board, step), None, "{step:?} on {board:?}");
                    board.apply(step);
                }
            }
        }
        assert!(met > 300, "{met}");
    }

    /// Five cells, each white (2c) or black (2c + 1): three in a run, and black is connected in a ring.
    fn five() -> Model {
        let mut b = ModelBuilder::new(10);
        let cell = |b: &mut ModelBuilder, cell: u32| b.tile(&[2 * cell, 2 * cell + 1]).unwrap();
        let cells: Vec<_> = (0..5).map(|number| cell(&mut b, number)).collect();
        let language = Language::runs(&[false, true], &[3]).unwrap();
        b.line(&cells, language, |_, choice| choice.0 % 2).unwrap();
        let nodes = (0..5).map(|cell| Node::If(vec![Choice(2 * cell + 1)]));
        let ring = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)];
        b.link(Link::new(nodes.collect(), &ring)).unwrap();
        b.build().unwrap()
    }

    fn step(reason: Reason, picked: &[u32], removed: &[u32]) -> Step {
        let choices = |choices: &[u32]| choices.iter().map(|&c| Choice(c)).collect();
        Step {
            reason,
            premises: Vec::new(),
            picked: choices(picked),
            removed: choices(removed),
        }
    }

    #[test]
    fn wrong_reasons_are_seen() {
        let logic = Logic::new(&five(), &Budget::default()).unwrap();
        let mut board = logic.board(&[]);
        let line = |rule| Reason::Line {
            rule,
            places: Vec::new(),
        };
        assert_eq!(fault(&board, &step(line(0), &[5], &[])), None);
        let said = |step: &Step| fault(&board, step).unwrap();
        assert_eq!(said(&step(line(1), &[5], &[])), "rule 1 is not a line");
        assert_eq!(
            said(&step(line(0), &[], &[0])),
            "a word has c0, which is removed"
        );
        assert_eq!(
            said(&step(line(0), &[3], &[])),
            "words do not need c3, which is picked"
        );

        let joined = |ends: [u32; 2], through: &[u32]| Reason::Joined {
            rule: 1,
            from: ends[0],
            to: ends[1],
            through: through.to_vec(),
        };
        board.pick(Choice(1));
        board.pick(Choice(5));
        let around = step(joined([0, 2], &[1, 3]), &[], &[2]);
        let said = |step: &Step| fault(&board, step).unwrap();
        assert_eq!(said(&around), "more than one of [1, 3] may be in");
        let past = step(joined([0, 2], &[1]), &[], &[2]);
        assert_eq!(said(&past), "a walk from 0 to 2 passes [1]");
        let parted = |through: &[u32]| Reason::Parted {
            rule: 1,
            assumed: Choice(2),
            from: 0,
            to: 2,
            through: through.to_vec(),
        };
        let still = step(parted(&[1, 3]), &[], &[2]);
        assert_eq!(said(&still), "node 3 may still be in");
        board.remove(Choice(7));
        assert_eq!(fault(&board, &around), None);
        assert_eq!(fault(&board, &still), None);
        let said = |step: &Step| fault(&board, step).unwrap();
        let wrong = step(joined([0, 2], &[1, 3]), &[], &[8]);
        assert_eq!(said(&wrong), "c8 goes with one of [c3]");
        let open = step(joined([4, 2], &[1, 3]), &[], &[2]);
        assert_eq!(said(&open), "the ends [4, 2] are not in");
        let needed = step(Reason::Needed { rule: 1 }, &[3], &[]);
        assert_eq!(said(&needed), "nothing needs to be in");
    }

    /// Four cells, each white (2c) or black (2c + 1), of which the first three and the last three have an even number of black ones;
    /// and the first two together with the last have one.
    #[test]
    fn wrong_parity_and_wrong_couples_are_seen() {
        let mut b = ModelBuilder::new(8);
        let cell = |b: &mut ModelBuilder, cell: u32| b.tile(&[2 * cell, 2 * cell + 1]).unwrap();
        let cells: Vec<_> = (0..4).map(|number| cell(&mut b, number)).collect();
        let count = |ends: fn(&usize) -> bool| {
            Language::explored(2, 0, |n, letter| (*n < 4).then_some(n + letter), ends).unwrap()
        };
        let black = |_: usize, choice: Choice| choice.0 % 2;
        b.line(&cells[..3], count(|n| n % 2 == 0), black).unwrap();
        b.line(&cells[1..], count(|n| n % 2 == 0), black).unwrap();
        b.line(&[cells[0], cells[1], cells[3]], count(|n| *n == 1), black)
            .unwrap();
        let nodes = (0..4).map(|cell| Node::If(vec![Choice(2 * cell + 1)]));
        let all = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
        b.link(Link::new(nodes.collect(), &all)).unwrap();
        let model = b.build().unwrap();
        let logic = Logic::new(&model, &Budget::default()).unwrap();
        let parity = |rules: &[usize], last: Option<u32>| Reason::Parity {
            link: 3,
            rules: rules.to_vec(),
            last: last.map(Choice),
        };
        let mut board = logic.board(&[]);
        let unknown = step(parity(&[0, 1], Some(7)), &[7], &[]);
        assert_eq!(fault(&board, &unknown).unwrap(), "c1 is not known");
        board.pick(Choice(1));
        let right = step(parity(&[0, 1], Some(7)), &[7], &[]);
        assert_eq!(fault(&board, &right), None);
        assert_eq!(
            fault(&board, &step(parity(&[0, 1], Some(7)), &[], &[6])),
            None
        );
        let said = |step: &Step| fault(&board, step).unwrap();
        let out = step(parity(&[0, 1], Some(7)), &[], &[7]);
        assert_eq!(said(&out), "c7 is in, which does not tell c7");
        let inner = step(parity(&[0, 1], Some(3)), &[3], &[]);
        assert_eq!(said(&inner), "c3 does not leave the area of [0, 1]");
        let half = step(parity(&[0], Some(3)), &[3], &[]);
        assert_eq!(said(&half), "c5 is not known");
        let link = step(parity(&[0, 3], Some(7)), &[7], &[]);
        assert_eq!(said(&link), "rule 3 counts nothing");
        let twice = step(parity(&[0, 0], Some(7)), &[7], &[]);
        assert_eq!(said(&twice), "the rules [0, 0] do not ascend");
        let together =
            |rules: [usize; 2], removed: &[u32]| step(Reason::Together { rules }, &[], removed);
        assert_eq!(fault(&board, &together([0, 2], &[3, 7])), None);
        assert_eq!(
            said(&together([0, 1], &[3])),
            "words of both lines have c3, which is removed"
        );
        assert_eq!(said(&together([0, 3], &[3])), "rule 3 is not a line");
        let picks = step(Reason::Together { rules: [0, 1] }, &[7], &[]);
        assert_eq!(said(&picks), "two lines pick c7");
    }
}
