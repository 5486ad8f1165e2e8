//! Hidden choices: whether what is shown can be completed.
//!
//! **Idea.** Pick what is shown and rule out all other choices that are shown. Then take the exactly-one item with the fewest
//! choices left, try them in turn, and after each look whether every rule can still be kept. It is the definition of a
//! solution of a model with hidden choices, so it is plain; the engines find hidden choices by their own ways.

use crate::{Choice, Demand, Item, Model, Rule};

impl Model {
    /// These choices and hidden ones that go with them, ascending, or `None` if none do. Where
    /// [`fault`](Self::fault) finds nothing, there are some.
    pub fn completed(&self, picked: &[Choice]) -> Option<Vec<Choice>> {
        let mut begun = Completion {
            model: self,
            may_be: self.choices().map(|choice| !self.is_own(choice)).collect(),
            picked: vec![false; self.choice_count()],
        };
        for choice in picked {
            begun.may_be[choice.index()] = true;
        }
        for &choice in picked {
            if !begun.may_be[choice.index()] {
                return None;
            }
            begun.pick(choice);
        }
        let all = begun.complete()?.picked;
        Some(
            self.choices()
                .filter(|choice| all[choice.index()])
                .collect(),
        )
    }
}

#[derive(Clone)]
struct Completion<'m> {
    model: &'m Model,
    /// The choices that are not ruled out, the picked ones among them.
    may_be: Vec<bool>,
    picked: Vec<bool>,
}

impl Completion<'_> {
    /// Picks a choice, and rules out those that its items exclude.
    fn pick(&mut self, choice: Choice) {
        self.picked[choice.index()] = true;
        for &(item, colour) in self.model.touches(choice) {
            for &(other, shown) in self.model.members(item) {
                if other != choice && self.model.excludes(item, colour, shown) {
                    self.may_be[other.index()] = false;
                }
            }
        }
    }

    /// The first way to go on until every item has its choice.
    fn complete(self) -> Option<Self> {
        if !self.keeps_rules() {
            return None;
        }
        let unmet = self.model.items().filter(|&item| self.is_unmet(item));
        let Some(item) = unmet.min_by_key(|&item| self.left(item).count()) else {
            // Every tile is decided, and with it every choice, so that the rules were looked at in full.
            return Some(self);
        };
        self.left(item).find_map(|choice| {
            let mut next = self.clone();
            next.pick(choice);
            next.complete()
        })
    }

    fn is_unmet(&self, item: Item) -> bool {
        self.model.demand(item) == Demand::ExactlyOne
            && !self.left(item).any(|choice| self.picked[choice.index()])
    }

    /// The choices of an item that may be picked.
    fn left(&self, item: Item) -> impl Iterator<Item = Choice> {
        let members = self.model.members(item).iter().map(|&(choice, _)| choice);
        members.filter(|choice| self.may_be[choice.index()])
    }

    /// Returns true if each rule by itself can be kept.
    fn keeps_rules(&self) -> bool {
        let may_be = |choice: Choice| self.may_be[choice.index()];
        self.model.rules().iter().all(|rule| match rule {
            Rule::Pair(pair) => {
                let columns = self.model.members(pair.to);
                let goes = |row: usize| {
                    let mut columns = columns.iter().enumerate();
                    columns.any(|(column, &(to, _))| may_be(to) && pair.table.allows(row, column))
                };
                let mut rows = self.model.members(pair.from).iter().enumerate();
                rows.any(|(row, &(from, _))| may_be(from) && goes(row))
            }
            Rule::Line(line) => line.allows(&self.model.letters(line, |_, choice| may_be(choice))),
            Rule::Link(link) => {
                let is_in = link.is_in(|choice| self.picked[choice.index()]);
                link.may_hold(&is_in, &link.is_in(may_be))
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::{Choice, Fault, Item, Language, Link, Model, ModelBuilder, ModelError, Node};

    /// Four cells in a row, each without a tent or with one (choices 2c and 2c + 1). One tree is beside the cells 0 and 1, the
    /// other beside 0, 1 and 2; each has a tent of its own, and hidden it is which (8, 9 and 10, 11, 12).
    fn tents() -> Model {
        let mut b = ModelBuilder::new(13);
        b.hidden_from(8);
        for cell in 0..4 {
            b.tile(&[2 * cell, 2 * cell + 1]).unwrap();
        }
        b.tile(&[8, 9]).unwrap();
        b.tile(&[10, 11, 12]).unwrap();
        // A cell has no tent, or it is the tent of one tree.
        for (cell, trees) in [&[8, 10][..], &[9, 11], &[12], &[]].into_iter().enumerate() {
            b.item(
                crate::Demand::ExactlyOne,
                &[&[2 * cell as u32][..], trees].concat(),
            )
            .unwrap();
        }
        b.build().unwrap()
    }

    /// A tent in these cells.
    fn picked(cells: &[u32]) -> Vec<Choice> {
        let shown = |cell: u32| Choice(2 * cell + u32::from(cells.contains(&cell)));
        (0..4).map(shown).collect()
    }

    #[test]
    fn hidden_choices_are_found_or_missed() {
        let model = tents();
        assert!(model.is_projected());
        for cells in [[0, 1], [0, 2], [1, 2]] {
            assert_eq!(model.fault(&picked(&cells)), None, "{cells:?}");
        }
        for cells in [&[][..], &[0], &[0, 1, 2]] {
            assert_eq!(
                model.fault(&picked(cells)),
                Some(Fault::Hidden),
                "{cells:?}"
            );
        }
        // The last cell is beside no tree: its own item has no choice left.
        assert_eq!(model.fault(&picked(&[0, 3])), Some(Fault::Missing(Item(9))));
        let completed = model.completed(&picked(&[0, 2])).unwrap();
        assert_eq!(completed[4..], [Choice(8), Choice(12)]);
    }

    #[test]
    fn lines_and_links_may_read_hidden_choices() {
        // A bit that is shown, and two hidden ones that are both read: they are equal, or connected to it.
        let bits = || {
            let mut b = ModelBuilder::new(6);
            b.hidden_from(2);
            let shown = b.tile(&[0, 1]).unwrap();
            (shown, b.tile(&[2, 3]).unwrap(), b.tile(&[4, 5]).unwrap(), b)
        };
        let (shown, left, right, mut b) = bits();
        let equal = Language::pattern(&["0", "1"], "00|11").unwrap();
        let differ = Language::pattern(&["0", "1"], "01|10").unwrap();
        for (tiles, language) in [
            ([shown, left], &equal),
            ([left, right], &equal),
            ([shown, right], &differ),
        ] {
            b.line(&tiles, language.clone(), |_, choice| choice.0 % 2)
                .unwrap();
        }
        let model = b.build().unwrap();
        assert_eq!(model.fault(&[Choice(0)]), Some(Fault::Hidden));
        assert_eq!(model.fault(&[Choice(1)]), Some(Fault::Hidden));

        let (_, _, _, mut b) = bits();
        let nodes = [1, 3, 5].map(|choice| Node::If(vec![Choice(choice)]));
        let ends = vec![
            Node::Always,
            nodes[0].clone(),
            nodes[1].clone(),
            Node::Always,
        ];
        b.link(Link::new(ends, &[(0, 1), (1, 2), (2, 3)])).unwrap();
        let model = b.build().unwrap();
        assert_eq!(model.fault(&[Choice(0)]), Some(Fault::Hidden));
        let completed = model.completed(&[Choice(1)]).unwrap();
        assert_eq!(completed[..2], [Choice(1), Choice(3)]);
    }

    #[test]
    fn what_is_shown_has_a_tile_of_its_own() {
        let mut b = ModelBuilder::new(3);
        b.hidden_from(1);
        b.tile(&[0, 1, 2]).unwrap();
        let message = |built: Result<Model, ModelError>| built.unwrap_err().to_string();
        assert_eq!(
            message(b.build()),
            "choice 0 belongs to no tile without hidden choices, so what is shown would not decide it"
        );
        let mut b = ModelBuilder::new(3);
        b.hidden_from(1);
        b.tile(&[0]).unwrap();
        b.tile(&[1]).unwrap();
        assert_eq!(
            message(b.build()),
            "choice 2 belongs to no tile, so nothing could pick it"
        );
    }
}
