//! Random small models of every kind, and random asks, for engines to be compared on.
//!
//! **Idea.** A plan of a model is drawn as plain numbers, which shrink well, and then built.
//! Troublesome cases are drawn on purpose: tiles with one choice or none, items without members,
//! the same item twice, members out of order, tiles among other items, tables that allow all or
//! nothing, models without solutions and with very many.
//!
//! Every model has at most [`MOST_CHOICES`] choices and [`MOST_TILES`] tiles, and at most
//! [`MOST_WAYS`] ways to take one choice of each tile, so that the `naive` engine finishes at once.

use proptest::collection::vec;
use proptest::prelude::*;
use std::sync::Arc;
use tilewright_model::{Choice, Demand, Item, Model, ModelBuilder, Table};

/// The most choices of a random model.
pub const MOST_CHOICES: usize = 24;

/// The most tiles of a random model.
pub const MOST_TILES: usize = 8;

/// The most ways to take one choice of each tile of a random model.
pub const MOST_WAYS: usize = 10_000;

/// A question to a model, as plain lists: the engines' type is not known here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// Choices that are picked from the start; they may exclude each other and may be repeated.
    pub given: Vec<Choice>,
    /// Choices that must not be picked; some may be given as well.
    pub barred: Vec<Choice>,
}

/// A model of any kind.
pub fn model() -> impl Strategy<Value = Model> {
    prop_oneof![3 => with_rules(), 2 => shared_tiles()]
}

/// A model whose tiles share no choices, so that rules can relate any two of them.
pub fn with_rules() -> impl Strategy<Value = Model> {
    let tile_size = prop_oneof![1 => Just(0usize), 4 => Just(1), 20 => 2..=5usize];
    let tiles = vec(tile_size, 0..=MOST_TILES).prop_map(|sizes| {
        let mut next = 0;
        let tile = |size: usize| {
            let first: usize = next;
            next = (next + size).min(MOST_CHOICES);
            (first..next).collect()
        };
        sizes.into_iter().map(tile).collect()
    });
    (tiles, vec(item(), 0..=5), vec(rule(), 0..=6)).prop_map(|(tiles, items, rules)| {
        Plan {
            tiles,
            items,
            rules,
        }
        .build()
    })
}

/// A model whose choices belong to several tiles each, as in an exact cover.
pub fn shared_tiles() -> impl Strategy<Value = Model> {
    let tiles_of_choice = vec(any::<prop::sample::Index>(), 1..=3);
    (1..=MOST_TILES, vec(tiles_of_choice, 0..=MOST_CHOICES)).prop_flat_map(|(count, choices)| {
        let mut tiles = vec![Vec::new(); count];
        for (choice, of_choice) in choices.iter().enumerate() {
            for index in of_choice {
                let tile: &mut Vec<usize> = &mut tiles[index.index(count)];
                if tile.last() != Some(&choice) {
                    tile.push(choice);
                }
            }
        }
        let repeat = prop::option::weighted(0.1, any::<prop::sample::Index>());
        (Just(tiles), repeat, vec(item(), 0..=4), vec(rule(), 0..=2)).prop_map(
            |(mut tiles, repeat, items, rules)| {
                if let Some(index) = repeat {
                    tiles.push(tiles[index.index(tiles.len())].clone());
                    tiles.truncate(MOST_TILES);
                }
                Plan {
                    tiles,
                    items,
                    rules,
                }
                .build()
            },
        )
    })
}

/// Questions for that model: mostly a given or two, a few choices barred.
pub fn question(model: &Model) -> impl Strategy<Value = Question> + use<> {
    let count = model.choice_count();
    let some = move |most: usize| {
        let most = if count == 0 { 0 } else { most };
        vec(any::<prop::sample::Index>(), 0..=most).prop_map(move |indices| {
            let choice = |index: prop::sample::Index| Choice(index.index(count) as u32);
            indices.into_iter().map(choice).collect::<Vec<_>>()
        })
    };
    (some(3), some(4)).prop_map(|(given, barred)| Question { given, barred })
}

/// A model of any kind with a question for it; the empty question about one time in three.
pub fn model_and_question() -> impl Strategy<Value = (Model, Question)> {
    model().prop_flat_map(|model| {
        let question = prop_oneof![1 => Just(Question::default()), 2 => question(&model)];
        (Just(model), question)
    })
}

/// A model in plain numbers. Whatever does not fit (a rule between tiles that share a choice, a
/// choice of no tile) is left out when it is built.
#[derive(Clone, Debug)]
struct Plan {
    tiles: Vec<Vec<usize>>,
    items: Vec<PlannedItem>,
    rules: Vec<PlannedRule>,
}

#[derive(Clone, Debug)]
struct PlannedItem {
    demand: Demand,
    /// Members, each with a colour; those met a second time are left out.
    members: Vec<(prop::sample::Index, u32)>,
    /// The number of tiles that come before it.
    after: prop::sample::Index,
    is_doubled: bool,
}

#[derive(Clone, Debug)]
struct PlannedRule {
    from: prop::sample::Index,
    to: prop::sample::Index,
    table: PlannedTable,
    is_doubled: bool,
}

#[derive(Clone, Debug)]
enum PlannedTable {
    /// A pair is allowed where the row's and the column's letters are equal.
    Blocks(Vec<u8>, Vec<u8>),
    /// Any table: a bit for each pair.
    Bits(u64),
    All,
    None,
}

fn item() -> impl Strategy<Value = PlannedItem> {
    let members = |least: usize, most: usize, colours: u32| {
        vec((any::<prop::sample::Index>(), 0..colours), least..=most)
    };
    let demand_and_members = prop_oneof![
        3 => (Just(Demand::AtMostOne), members(0, 5, 1)),
        2 => (Just(Demand::ExactlyOne), members(1, 12, 1)),
        4 => (Just(Demand::OneColour), members(2, 14, 3)),
        // An exactly-one item without members leaves no solution, so it is rare.
        1 => (prop_oneof![9 => Just(Demand::OneColour), 1 => Just(Demand::ExactlyOne)],
              members(0, 0, 1)),
    ];
    (
        demand_and_members,
        any::<prop::sample::Index>(),
        prop::bool::weighted(0.15),
    )
        .prop_map(|((demand, members), after, is_doubled)| PlannedItem {
            demand,
            members,
            after,
            is_doubled,
        })
}

fn rule() -> impl Strategy<Value = PlannedRule> {
    let letters = || vec(0..3u8, MOST_CHOICES);
    let table = prop_oneof![
        4 => (letters(), letters()).prop_map(|(rows, columns)| PlannedTable::Blocks(rows, columns)),
        2 => any::<u64>().prop_map(PlannedTable::Bits),
        // Three pairs in four are allowed, so that many such rules still leave something.
        4 => any::<(u64, u64)>().prop_map(|(a, b)| PlannedTable::Bits(a | b)),
        1 => Just(PlannedTable::All),
        1 => prop_oneof![4 => Just(PlannedTable::All), 1 => Just(PlannedTable::None)],
    ];
    (
        any::<prop::sample::Index>(),
        any::<prop::sample::Index>(),
        table,
        prop::bool::weighted(0.15),
    )
        .prop_map(|(from, to, table, is_doubled)| PlannedRule {
            from,
            to,
            table,
            is_doubled,
        })
}

impl PlannedTable {
    fn build(&self, rows: usize, columns: usize) -> Table {
        Table::new(rows, columns, |row, column| match self {
            Self::Blocks(of_row, of_column) => of_row[row] == of_column[column],
            Self::Bits(bits) => bits >> ((row * columns + column) % 64) & 1 == 1,
            Self::All => true,
            Self::None => false,
        })
    }
}

impl Plan {
    fn build(mut self) -> Model {
        let count = self.limit();
        let mut b = ModelBuilder::new(count as u32);
        let tiles = self.add_items(&mut b, count);
        self.add_rules(&mut b, &tiles);
        b.build().expect("a plan has a tile for each choice")
    }

    /// Takes choices away from the end until the ways to take one of each tile are few enough.
    /// The number of choices that are left.
    fn limit(&mut self) -> usize {
        let mut count = self.tiles.iter().flatten().max().map_or(0, |last| last + 1);
        let ways = |tiles: &[Vec<usize>]| -> usize {
            tiles.iter().map(|tile| tile.len().max(1)).product()
        };
        while ways(&self.tiles) > MOST_WAYS {
            count -= 1;
            for tile in &mut self.tiles {
                tile.retain(|&choice| choice < count);
            }
        }
        count
    }

    /// Adds the tiles, and between them the other items.
    fn add_items(&self, b: &mut ModelBuilder, count: usize) -> Vec<Item> {
        let mut tiles = Vec::new();
        for place in 0..=self.tiles.len() {
            for item in &self.items {
                if item.after.index(self.tiles.len() + 1) == place {
                    (0..=usize::from(item.is_doubled)).for_each(|_| item.add(b, count));
                }
            }
            if let Some(tile) = self.tiles.get(place) {
                // Every other tile has its choices in descending order: order is the caller's.
                let mut choices: Vec<u32> = tile.iter().map(|&choice| choice as u32).collect();
                if place % 2 == 1 {
                    choices.reverse();
                }
                tiles.push(b.tile(&choices).expect("a tile lists each choice once"));
            }
        }
        tiles
    }

    fn add_rules(&self, b: &mut ModelBuilder, tiles: &[Item]) {
        if tiles.is_empty() {
            return;
        }
        for rule in &self.rules {
            let (from, to) = (rule.from.index(tiles.len()), rule.to.index(tiles.len()));
            let (rows, columns) = (&self.tiles[from], &self.tiles[to]);
            if from == to || rows.iter().any(|choice| columns.contains(choice)) {
                continue;
            }
            let table = Arc::new(rule.table.build(rows.len(), columns.len()));
            for _ in 0..=usize::from(rule.is_doubled) {
                b.rule(tiles[from], tiles[to], Arc::clone(&table))
                    .expect("the table fits two tiles that share no choice");
            }
        }
    }
}

impl PlannedItem {
    fn add(&self, b: &mut ModelBuilder, count: usize) {
        let mut members: Vec<(u32, u32)> = Vec::new();
        for (index, colour) in self.members.iter().filter(|_| count > 0) {
            let choice = index.index(count) as u32;
            if members.iter().all(|&(other, _)| other != choice) {
                members.push((choice, *colour));
            }
        }
        let plain: Vec<u32> = members.iter().map(|&(choice, _)| choice).collect();
        let added = match self.demand {
            Demand::OneColour => b.one_colour(&members),
            demand => b.item(demand, &plain),
        };
        added.expect("an item lists each choice once");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    use tilewright_engines::{Ask, Engine, naive::Naive, reduce::Reduce};

    fn sample(number: usize) -> Vec<(Model, Question)> {
        let mut runner = TestRunner::deterministic();
        let strategy = model_and_question();
        let one = |runner: &mut TestRunner| strategy.new_tree(runner).unwrap().current();
        (0..number).map(|_| one(&mut runner)).collect()
    }

    fn ask(question: &Question) -> Ask {
        Ask::given(question.given.clone()).barred(question.barred.clone())
    }

    fn solutions(engine: &dyn Engine, model: &Model, question: &Question) -> Vec<Vec<Choice>> {
        let mut search = engine.prepare(model).unwrap();
        let ask = ask(question);
        let mut found: Vec<_> = tilewright_engines::solutions(&mut *search, &ask).collect();
        found.sort_unstable();
        found
    }

    #[test]
    fn the_oracle_finishes_on_all() {
        for (model, _) in sample(1000) {
            assert!(model.choice_count() <= MOST_CHOICES);
            assert!(model.tiles().len() <= MOST_TILES);
            let mut search = Naive.prepare(&model).unwrap();
            search.start(&Ask::default());
            assert!(search.stats().nodes <= 2 * MOST_WAYS as u64, "{model:?}");
        }
    }

    #[test]
    fn the_plain_engine_agrees_with_the_oracle() {
        for (model, question) in sample(1000) {
            assert_eq!(
                solutions(&Reduce, &model, &question),
                solutions(&Naive, &model, &question),
                "{model:?} {question:?}"
            );
        }
    }

    /// Counts the cases that the strategies draw: a kind of trouble that is never met tests
    /// nothing.
    #[test]
    fn every_kind_of_trouble_is_met_often() {
        let models = sample(1000);
        let often = |what: &str, is_met: &dyn Fn(&Model, &Question) -> bool, least: usize| {
            let met = models.iter().filter(|(m, q)| is_met(m, q)).count();
            assert!(met >= least, "{what}: {met} of {}", models.len());
        };
        let has_item = |model: &Model, demand, is_met: &dyn Fn(Item) -> bool| {
            let mut items = model.items().filter(|&item| model.demand(item) == demand);
            items.any(is_met)
        };
        let is_tile = |model: &Model, item| model.tiles().contains(&item);
        for demand in [Demand::AtMostOne, Demand::OneColour] {
            often("demand", &|m, _| has_item(m, demand, &|_| true), 200);
        }
        often(
            "exactly one, no tile",
            &|m, _| has_item(m, Demand::ExactlyOne, &|item| !is_tile(m, item)),
            100,
        );
        let tile_size = |m: &Model, size| m.tiles().iter().any(|&t| m.members(t).len() == size);
        often("a tile with one choice", &|m, _| tile_size(m, 1), 200);
        often("a tile without choices", &|m, _| tile_size(m, 0), 20);
        often(
            "an item without members",
            &|m, _| m.items().any(|i| !is_tile(m, i) && m.members(i).is_empty()),
            50,
        );
        let is_double = |m: &Model, item: Item| {
            let before = m.items().take_while(|&other| other != item);
            let mut same = before.filter(|&other| m.demand(other) == m.demand(item));
            !m.members(item).is_empty() && same.any(|other| m.members(other) == m.members(item))
        };
        often(
            "an item twice",
            &|m, _| m.items().any(|i| is_double(m, i)),
            100,
        );
        often("rules", &|m, _| !m.rules().is_empty(), 200);
        let items_for_rules = |m: &Model| {
            let lowered = m.lower();
            let new = lowered.items().skip(m.item_count());
            new.map(|item| lowered.demand(item)).collect::<Vec<_>>()
        };
        for demand in [Demand::AtMostOne, Demand::OneColour] {
            often("table", &|m, _| items_for_rules(m).contains(&demand), 100);
        }
        let shared = |m: &Model| {
            let tiles_of = |c| m.touches(c).iter().filter(|&&(i, _)| is_tile(m, i)).count();
            m.choices().any(|choice| tiles_of(choice) > 1)
        };
        often("shared choices", &|m, _| shared(m), 200);
        let open = Question::default();
        let number = |m: &Model| solutions(&Reduce, m, &open).len();
        often("no solution", &|m, _| number(m) == 0, 100);
        often("one solution", &|m, _| number(m) == 1, 30);
        often("several solutions", &|m, _| number(m) > 1, 200);
        often("many solutions", &|m, _| number(m) > 100, 50);
        often("givens", &|_, q| !q.given.is_empty(), 200);
        often("barred choices", &|_, q| !q.barred.is_empty(), 200);
        often(
            "a question that some solutions answer and some do not",
            &|m, q| (1..number(m)).contains(&solutions(&Reduce, m, q).len()),
            50,
        );
    }
}
