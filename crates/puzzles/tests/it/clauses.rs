//! The clauses of a model have its solutions and no others, and for each of them one way to set the variables that
//! follow from the choices. Its exact covers have as many, lines included.

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::Arc;
use tilewright_engines::{Ask, Engine, Random, dance::Dance, naive::Naive, reduce::Reduce};
use tilewright_model::budget::Budget;
use tilewright_model::{Choice, Clauses, Demand, Link, Model, ModelBuilder, Node, Numbered, Table};
use tilewright_puzzles::export::{to_dimacs, to_xcc};
use tilewright_puzzles::matrix::Matrix;
use tilewright_puzzles::{board, read};
use tilewright_testkit::random;

/// Models with more solutions are not looked at.
const MOST_SOLUTIONS: usize = 150;

fn solutions(model: &Model, most: usize) -> Option<Vec<Vec<Choice>>> {
    // The definition itself, where it is not too slow.
    let engine: &dyn Engine = if model.choice_count() <= 40 {
        &Naive
    } else {
        &Reduce
    };
    let mut search = engine.prepare(model, &Budget::default()).unwrap();
    let ask = Ask::default().limit(most as u64 + 1);
    let mut all: Vec<Vec<Choice>> = tilewright_engines::solutions(&mut *search, &ask).collect();
    all.sort_unstable();
    (all.len() <= most).then_some(all)
}

/// The clauses of a model, which are as many as was known before.
fn listed(model: &Model) -> (usize, Vec<Vec<i64>>) {
    let clauses = Clauses::of(model, &Budget::default()).unwrap();
    let mut all = Vec::new();
    let Ok(()) = clauses.each(|clause| {
        all.push(clause.to_vec());
        Ok::<(), Infallible>(())
    });
    assert_eq!(clauses.clauses(), all.len() as u64, "{model:?}");
    let literals: usize = all.iter().map(Vec::len).sum();
    assert_eq!(clauses.literals(), literals as u64, "{model:?}");
    let highest = all.iter().flatten().map(|literal| literal.unsigned_abs());
    let highest = highest.max().unwrap_or(0);
    let lined = model.lower_lines(&Budget::default()).unwrap();
    let choices = lined.choice_count() as u64;
    assert!(highest <= clauses.variables() && choices <= clauses.variables());
    assert!(highest == clauses.variables() || choices == clauses.variables());
    (clauses.variables() as usize, all)
}

/// For each set of own choices that satisfies the clauses, in how many ways the other variables can be set.
struct Models<'c> {
    clauses: &'c [Vec<i64>],
    own: usize,
    found: BTreeMap<Vec<Choice>, u64>,
}

impl Models<'_> {
    fn search(&mut self, mut value: Vec<i8>) {
        loop {
            let mut forced = None;
            for clause in self.clauses {
                let of = |l: i64| i64::from(value[l.unsigned_abs() as usize - 1]) * l.signum();
                if clause.iter().any(|&literal| of(literal) == 1) {
                    continue;
                }
                let mut open = clause.iter().filter(|&&literal| of(literal) == 0);
                match (open.next(), open.next()) {
                    (None, _) => return,
                    (Some(&literal), None) => forced = Some(literal),
                    _ => {}
                }
                if forced.is_some() {
                    break;
                }
            }
            let Some(literal) = forced else { break };
            value[literal.unsigned_abs() as usize - 1] = literal.signum() as i8;
        }
        let Some(open) = value.iter().position(|&value| value == 0) else {
            let own = (0..).map(Choice).zip(&value[..self.own]);
            let picked = own
                .filter(|(_, value)| **value == 1)
                .map(|(choice, _)| choice);
            *self.found.entry(picked.collect()).or_default() += 1;
            return;
        };
        for set in [1, -1] {
            let mut next = value.clone();
            next[open] = set;
            self.search(next);
        }
    }
}

/// Returns true if the model was small enough.
fn agrees(model: &Model) -> bool {
    let Some(expected) = solutions(model, MOST_SOLUTIONS) else {
        return false;
    };
    let (variables, clauses) = listed(model);
    let mut models = Models {
        clauses: &clauses,
        own: model.own_count(),
        found: BTreeMap::new(),
    };
    models.search(vec![0; variables]);
    let found: Vec<Vec<Choice>> = models.found.keys().cloned().collect();
    assert_eq!(found, expected, "{model:?}");
    assert!(
        model.is_projected() || models.found.values().all(|&ways| ways == 1),
        "{model:?} {:?}",
        models.found
    );
    true
}

#[test]
fn clauses_of_random_models_have_their_solutions() {
    let kinds = [
        random::model_and_question().boxed(),
        random::lined_model_and_question(false).boxed(),
        random::hidden_model_and_question().boxed(),
    ];
    for kind in kinds {
        let mut runner = TestRunner::deterministic();
        let mut looked_at = 0;
        for _ in 0..400 {
            let (model, _) = kind.new_tree(&mut runner).unwrap().current();
            if model.links().next().is_none() {
                looked_at += usize::from(agrees(&model));
            }
        }
        assert!(looked_at > 100, "{looked_at}");
    }
}

#[test]
fn exact_covers_of_models_with_lines_have_their_solutions() {
    let lined = random::lined_model_and_question(false);
    let mut runner = TestRunner::deterministic();
    let mut looked_at = 0;
    for _ in 0..300 {
        let (model, _) = lined.new_tree(&mut runner).unwrap().current();
        let Some(expected) = solutions(&model, MOST_SOLUTIONS) else {
            continue;
        };
        if model.choice_count() == 0 {
            continue;
        }
        let names = Numbered(&model);
        let cover = to_xcc(&model, &names, &[], &Budget::default()).unwrap();
        let mut matrix = Vec::new();
        let rows = Matrix::of(&model, &[], &Budget::default()).unwrap();
        rows.write(&mut matrix).unwrap();
        let matrix = String::from_utf8(matrix).unwrap();
        for (text, format) in [(cover, "cover:xcc"), (matrix, "cover:matrix")] {
            let again = read(&text, Some(format)).unwrap();
            let again = again.model(&Budget::default()).unwrap();
            let mut search = Dance.prepare(&again, &Budget::default()).unwrap();
            search.start(&Ask::default());
            let number = search.count().number.to_string();
            assert_eq!(number, expected.len().to_string(), "{format} {model:?}");
        }
        looked_at += 1;
    }
    assert!(looked_at > 100, "{looked_at}");
}

#[test]
fn links_are_refused_in_a_sentence() {
    let mut b = ModelBuilder::new(2);
    b.tile(&[0, 1]).unwrap();
    let nodes = vec![Node::If(vec![Choice(1)]), Node::Always];
    b.link(Link::new(nodes, &[])).unwrap();
    let model = b.build().unwrap();
    let budget = Budget::default();
    let refusals = [
        (
            "xcc",
            to_xcc(&model, &Numbered(&model), &[], &budget).unwrap_err(),
        ),
        ("matrix", Matrix::of(&model, &[], &budget).unwrap_err()),
        ("dimacs", to_dimacs(&model, &[], &[], u64::MAX).unwrap_err()),
    ];
    for (format, refused) in refusals {
        let expected = format!(
            "{format} cannot say this puzzle: some of it must be connected, and clauses or an exact cover for that would be \
             too many"
        );
        assert_eq!(refused.to_string(), expected);
    }
}

#[test]
fn wide_items_and_tables_have_auxiliary_variables() {
    let mut wide = ModelBuilder::new(80);
    wide.tile(&(0..40).collect::<Vec<_>>()).unwrap();
    wide.tile(&(40..80).collect::<Vec<_>>()).unwrap();
    wide.item(Demand::AtMostOne, &(20..80).collect::<Vec<_>>())
        .unwrap();
    let coloured: Vec<(u32, u32)> = (0..80).map(|choice| (choice, choice % 40)).collect();
    wide.one_colour(&coloured).unwrap();
    let wide = wide.build().unwrap();
    assert!(listed(&wide).0 > 80);
    assert!(agrees(&wide));
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let (rows, columns) = (2 + random.below(14), 2 + random.below(14));
        let mut b = ModelBuilder::new(rows + columns + 3);
        let left = b.tile(&(0..rows).collect::<Vec<_>>()).unwrap();
        let right = b.tile(&(rows..rows + columns).collect::<Vec<_>>()).unwrap();
        let free: Vec<u32> = (rows + columns..rows + columns + 3).collect();
        b.tile(&free).unwrap();
        // Few kinds of rows, so that many are alike; blocks now and then.
        let kinds = 1 + random.below(6) as usize;
        let bits = u64::from(random.below(1 << 20)) << 20 | u64::from(random.below(1 << 20));
        let table = Table::new(rows as usize, columns as usize, |row, column| {
            match seed % 3 {
                0 => row % kinds == column % kinds,
                1 => bits >> (row % kinds * 6 + column % 6) & 1 == 1,
                _ => bits >> ((row * 13 + column * 7) % 40) & 1 == 1,
            }
        });
        b.pair(left, right, Arc::new(table)).unwrap();
        // A colour item that no tile lies within, and one that a tile does.
        let some: Vec<(u32, u32)> = (0..rows + columns + 3)
            .filter(|_| random.below(2) == 0)
            .map(|choice| (choice, choice % 4))
            .collect();
        b.one_colour(&some).unwrap();
        let with_tile: Vec<(u32, u32)> = (rows..rows + columns + 3)
            .map(|choice| (choice, choice % 3))
            .collect();
        b.one_colour(&with_tile).unwrap();
        assert!(agrees(&b.build().unwrap()) || rows * columns > 40, "{seed}");
    }
}

#[test]
fn of_very_many_choices_one_is_picked() {
    const MANY: usize = 300;
    let mut b = ModelBuilder::new(MANY as u32);
    b.tile(&(0..MANY as u32).collect::<Vec<_>>()).unwrap();
    let model = b.build().unwrap();
    let (variables, clauses) = listed(&model);
    assert_eq!(variables, MANY + MANY - 1);
    let ways = |picked: &[usize]| {
        let mut models = Models {
            clauses: &clauses,
            own: MANY,
            found: BTreeMap::new(),
        };
        let mut value = vec![0; variables];
        for &choice in picked {
            value[choice] = 1;
        }
        models.search(value);
        models.found
    };
    for choice in [0, 1, 150, 298, 299] {
        let only = BTreeMap::from([(vec![Choice(choice)], 1)]);
        assert_eq!(ways(&[choice as usize]), only);
    }
    for two in [[0, 1], [0, 299], [150, 151], [298, 299]] {
        assert!(ways(&two).is_empty());
    }
}

/// The clauses as they always were: item by item "at least one", then each two that exclude each other.
#[test]
fn plain_puzzles_have_no_auxiliary_variables() {
    for (family, size) in [("sudoku", "3,3"), ("latin", "9"), ("sudoku", "6,6")] {
        let model = board(family, size)
            .unwrap()
            .model(&Budget::default())
            .unwrap();
        let mut expected = Vec::new();
        for item in model.items() {
            let members = model.members(item).iter();
            let members: Vec<i64> = members.map(|(c, _)| i64::from(c.0) + 1).collect();
            if model.demand(item) == Demand::ExactlyOne {
                expected.push(members.clone());
            }
            for (place, first) in members.iter().enumerate() {
                expected.extend(
                    members[place + 1..]
                        .iter()
                        .map(|second| vec![-first, -second]),
                );
            }
        }
        let (variables, clauses) = listed(&model);
        assert_eq!(variables, model.choice_count(), "{family} {size}");
        assert!(clauses == expected, "{family} {size}");
    }
}
