//! A step of an explanation in words.
//!
//! `tilewright-logic` finds steps in the model, where all puzzles are alike; here they get the words of the puzzle. A
//! family that has its own words for a step ([`crate::Tells::tell`]) uses them; for any other the theorem is stated
//! in plain words, with the names of the tiles and values.

mod derived;
mod ruled;

use crate::Puzzle;
use crate::prose::{joined, listed, put};
use std::collections::BTreeSet;
use tilewright_logic::{Board, Case, Reason, Step, Strong};
use tilewright_model::{Choice, Item};

/// The most choices that are named one by one.
const MOST_NAMED: usize = 12;

/// A step in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Telling {
    /// The name of the step: "hidden single".
    pub name: String,
    /// The place to look at, without the conclusion: "row 3".
    pub place: String,
    /// The reason, a sentence without its full stop: "in row 3 the 5 fits at r3c4 alone".
    pub because: String,
    /// The conclusion: "r3c4 = 5".
    pub therefore: String,
    /// Among steps that are equally hard to reason, which are seen first: the lower ones.
    pub rank: u8,
}

/// A step in plain words.
pub(crate) fn plain(puzzle: &dyn Puzzle, step: &Step, board: &Board) -> Telling {
    let words = Words { puzzle, board };
    let (name, place, because) = words.told(step);
    Telling {
        name,
        place,
        because,
        therefore: words.therefore(step),
        rank: 0,
    }
}

/// Names for the parts of a step.
pub(crate) struct Words<'w> {
    pub(crate) puzzle: &'w dyn Puzzle,
    pub(crate) board: &'w Board,
}

/// The name of a step, where to look, and why.
type Told = (String, String, String);

impl Words<'_> {
    fn told(&self, step: &Step) -> Told {
        match &step.reason {
            Reason::Line { rule, .. } => self.line(*rule, step),
            Reason::Derived { number, .. } => self.derived(*number),
            Reason::Joined {
                rule,
                from,
                to,
                through,
            } => self.joined(*rule, [*from, *to], through),
            Reason::Needed { rule } => self.needed(*rule),
            Reason::Parity { link, rules, last } => self.parity(*link, rules, *last),
            Reason::Together { rules } => self.together(*rules, step),
            Reason::Parted {
                rule,
                assumed,
                from,
                to,
                ..
            } => self.parted(*rule, *assumed, [*from, *to]),
            // Nobody sees hidden choices, so what they are is not told.
            _ if !self.are_shown(&step.premises) => self.behind(&step.premises),
            Reason::Single { item } => self.single(*item),
            Reason::Excluded { item } => self.excluded(*item),
            Reason::Sets {
                bases,
                covers,
                fins,
            } => self.sets(bases, covers, fins),
            Reason::Chain { choices, items } => self.chain(choices, items),
            Reason::Links { nodes, links } => self.links(nodes, links),
            Reason::Contradiction {
                assumed,
                steps,
                item,
            } => self.contradiction(*assumed, steps, *item),
            Reason::Verity { item, branches } => self.verity(*item, branches),
            Reason::Exchange {
                items, one, other, ..
            } => self.exchange(items, one, other),
            Reason::Pairs { extra } => self.pairs(*extra),
        }
    }

    fn single(&self, item: Item) -> Told {
        let place = self.item(item);
        let because = if self.is_stated(&self.live(item)) {
            format!("one choice is left for {place}")
        } else {
            format!("{place} has one choice left")
        };
        ("only choice left".to_owned(), place, because)
    }

    fn excluded(&self, item: Item) -> Told {
        let place = self.item(item);
        let left = self.live(item);
        let names = left.iter().map(|&choice| self.puzzle.value_name(choice));
        let values: Option<Vec<String>> = names.collect();
        let is_tile = left
            .iter()
            .all(|&choice| self.tile_item(choice) == Some(item));
        let is_stated = self.is_stated(&left);
        let told = match values {
            Some(values) if is_stated && is_tile => Some(format!("is {}", listed(values, "or"))),
            Some(values) if is_stated && values.windows(2).all(|pair| pair[0] == pair[1]) => {
                let tiles = named(&left, "or", |choice| self.tile_of(choice));
                Some(format!("is at {tiles}"))
            }
            _ => None,
        };
        if let Some(told) = told {
            let because = format!("{place} {told}, and each excludes what goes");
            return ("excluded either way".to_owned(), place, because);
        }
        let because = format!(
            "{place} takes one of {}, and each of them excludes all that goes",
            self.things(&left, "or")
        );
        ("excluded either way".to_owned(), place, because)
    }

    fn sets(&self, bases: &[Item], covers: &[Item], fins: &[Choice]) -> Told {
        let (count, place) = (bases.len(), self.items(bases));
        let within = self.items(covers);
        if fins.is_empty() {
            let name = format!("{count} within {}", covers.len());
            let because = format!(
                "all that {place} have left lies within {within}, so these have room for nothing \
                 else"
            );
            return (name, place, because);
        }
        let name = format!("{count} within {} but for fins", covers.len());
        let because = format!(
            "but for {} all that {place} have left lies within {within}; all that goes is excluded \
             either way",
            self.things(fins, "and")
        );
        (name, place, because)
    }

    fn chain(&self, choices: &[Choice], items: &[Item]) -> Told {
        let place = self.items(items);
        let first = self.denied(&choices[..1]);
        let lasts = choices.chunks(2).filter_map(|pair| pair.get(1));
        // Of two values, one is not picked and the other is: that is one thing.
        let said = lasts
            .map(|&last| self.choice(last))
            .skip_while(|said| *said == first);
        let mut told = format!("if {first}");
        for (number, said) in said.enumerate() {
            let then = if number == 0 { ", then " } else { ", so " };
            put!(told, "{then}{said}");
        }
        ("chain".to_owned(), place, told)
    }

    fn links(&self, nodes: &[Vec<Choice>], links: &[Strong]) -> Told {
        let bases = ascending(links.iter().flat_map(|link| &link.bases).copied());
        let name = if links.iter().all(|link| link.bases.len() == 1) {
            "chain of groups"
        } else {
            "chain of almost locked sets"
        };
        let mut told = format!("if {}", self.denied(&nodes[0]));
        for (number, pair) in nodes.chunks_exact(2).enumerate() {
            let then = if number == 0 { ", then " } else { ", so " };
            put!(told, "{then}{}", self.choices_of(&pair[1], "or"));
        }
        (name.to_owned(), self.items(&bases), told)
    }

    fn contradiction(&self, assumed: Choice, steps: &[Step], item: Item) -> Told {
        let told = self.consequences(assumed, steps);
        let model = self.board.logic().model();
        // What follows may be hidden, and is not told then.
        let then = if steps.iter().any(|step| step.is_shown(model)) {
            "and then"
        } else {
            "then"
        };
        let because = format!("{told}, {then} {} has no choice left", self.item(item));
        let place = self.tile_of(assumed);
        ("contradiction".to_owned(), place, because)
    }

    fn verity(&self, item: Item, branches: &[Case]) -> Told {
        let told = branches.iter();
        let told = told.map(|branch| self.consequences(branch.assumed, &branch.steps));
        let place = self.item(item);
        let because = format!("{place} takes one of its choices: {}", joined(told, "; "));
        ("either way".to_owned(), place, because)
    }

    fn exchange(&self, items: &[Item], one: &[Choice], other: &[Choice]) -> Told {
        let place = self.items(items);
        let because = format!(
            "there is one solution, and if {place} had no other choices, {} could be exchanged for \
             {}",
            self.things(one, "and"),
            self.things(other, "and")
        );
        ("exchange".to_owned(), place, because)
    }

    fn pairs(&self, extra: Choice) -> Told {
        let because = format!(
            "there is one solution, and without {} everything would have two choices left, so that \
             there would be another",
            self.things(&[extra], "and")
        );
        (
            "all but one in pairs".to_owned(),
            self.tile_of(extra),
            because,
        )
    }

    /// "if r1c1 = 5, then r1c2 = 3 (hidden single), …".
    fn consequences(&self, assumed: Choice, steps: &[Step]) -> String {
        let mut told = format!("if {}", self.choice(assumed));
        let mut board = self.board.clone();
        board.pick(assumed);
        let mut is_first = true;
        for step in steps {
            if step.is_shown(board.logic().model()) {
                let telling = self.puzzle.tell(step, &board);
                let then = if is_first { ", then " } else { ", " };
                put!(told, "{then}{} ({})", telling.therefore, telling.name);
                is_first = false;
            }
            board.apply(step);
        }
        told
    }

    /// The name of the tile that a choice belongs to.
    fn tile_of(&self, choice: Choice) -> String {
        let tile = self.tile_item(choice);
        tile.map_or_else(String::new, |tile| self.item(tile))
    }

    /// The tile that a choice belongs to: the first of its items that is one.
    fn tile_item(&self, choice: Choice) -> Option<Item> {
        let model = self.board.logic().model();
        let is_tile = |item: &Item| model.tiles().binary_search(item).is_ok();
        let mut items = model.touches(choice).iter().map(|&(item, _)| item);
        items.find(is_tile)
    }

    /// The conclusion of a step.
    pub(crate) fn therefore(&self, step: &Step) -> String {
        let mut said = Vec::new();
        let (picked, removed) = (self.shown(&step.picked), self.shown(&step.removed));
        if !picked.is_empty() {
            said.push(self.choices(picked));
        }
        if !removed.is_empty() {
            said.push(self.denied(removed));
        }
        said.join("; ")
    }

    /// The name of an item.
    pub(crate) fn item(&self, item: Item) -> String {
        let logic = self.board.logic();
        match logic.line_of(item) {
            Some(rule) => {
                let first = logic.model().members(item).first();
                self.letter_of(rule, first.map(|&(choice, _)| choice))
            }
            None => self.puzzle.item_name(item),
        }
    }

    /// Those of ascending choices that are not hidden.
    fn shown<'c>(&self, choices: &'c [Choice]) -> &'c [Choice] {
        self.board.logic().model().own(choices)
    }

    fn are_shown(&self, choices: &[Choice]) -> bool {
        self.shown(choices).len() == choices.len()
    }

    /// The choices that an item has left.
    pub(crate) fn live(&self, item: Item) -> Vec<Choice> {
        self.board.live(item).collect()
    }

    fn items(&self, items: &[Item]) -> String {
        listed(items.iter().map(|&item| self.item(item)), "and")
    }

    /// Returns true if the family says choices as sentences.
    fn is_stated(&self, choices: &[Choice]) -> bool {
        self.puzzle.stated(choices, "and").is_some()
    }

    fn choice(&self, choice: Choice) -> String {
        let stated = self.puzzle.stated(&[choice], "and");
        stated.unwrap_or_else(|| self.puzzle.choice_name(choice))
    }

    fn choices(&self, choices: &[Choice]) -> String {
        self.choices_of(choices, "and")
    }

    /// The words for "none of these is picked": "not r1c1 = 5 nor r1c2 = 5".
    fn denied(&self, choices: &[Choice]) -> String {
        let named = &choices[..choices.len().min(MOST_NAMED)];
        match self.puzzle.denied(named) {
            Some(said) if named.len() < choices.len() => {
                format!("{said}; {} more go too", choices.len() - named.len())
            }
            Some(said) => said,
            None => format!("not {}", self.choices_of(choices, "nor")),
        }
    }

    /// Choices as things that are spoken of, not as sentences.
    fn things(&self, choices: &[Choice], last: &str) -> String {
        named(choices, last, |choice| self.puzzle.choice_thing(choice))
    }

    fn choices_of(&self, choices: &[Choice], last: &str) -> String {
        if last == "and"
            && let Some(stated) = self.puzzle.stated(choices, last)
        {
            return stated;
        }
        named(choices, last, |choice| self.choice(choice))
    }
}

/// The first of the choices by their names, and how many more there are.
fn named(choices: &[Choice], last: &str, name: impl Fn(Choice) -> String) -> String {
    let first = choices.iter().take(MOST_NAMED);
    let mut names: Vec<String> = first.map(|&choice| name(choice)).collect();
    if choices.len() > MOST_NAMED {
        names.push(format!("{} more", choices.len() - MOST_NAMED));
    }
    listed(names, last)
}

/// Things in their order, each once.
pub(crate) fn ascending<T: Ord>(things: impl IntoIterator<Item = T>) -> Vec<T> {
    let things: BTreeSet<T> = things.into_iter().collect();
    things.into_iter().collect()
}

/// "r1c2: U, D or R" for each tile.
pub(crate) fn lines_of_marks(puzzle: &dyn Puzzle, board: &Board) -> Vec<String> {
    let words = Words { puzzle, board };
    let model = board.logic().model();
    // An item that only limits the values of a tile is said with the tile.
    let is_told = |tile: &&Item| {
        let members = model.members(**tile).iter();
        let mut firsts = members.map(|&(choice, _)| words.tile_item(choice));
        let one = firsts.next().flatten();
        let is_of_one = one.is_some_and(|one| one != **tile && firsts.all(|f| f == Some(one)));
        model.is_own_item(**tile) && !is_of_one
    };
    let tiles = model.tiles().iter().filter(is_told);
    let line = |&tile: &Item| {
        let left = words.live(tile);
        format!("{}: {}", words.item(tile), words.choices_of(&left, "or"))
    };
    tiles.map(line).collect()
}
