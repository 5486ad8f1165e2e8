//! A model reports the parts that it was built from, also after its rules became items.

use std::sync::Arc;
use tilewright_model::budget::Budget;
use tilewright_model::{
    Choice, Clauses, Colour, CoverBuilder, Demand, Item, Language, Link, Model, ModelBuilder,
    Names, Node, Numbered, Table,
};

/// Two tiles with three choices each, and an item of every kind.
fn of_all_kinds(rule: Option<Table>) -> Model {
    let mut b = ModelBuilder::new(6);
    let left = b.tile(&[0, 1, 2]).unwrap();
    b.item(Demand::AtMostOne, &[0, 3]).unwrap();
    b.one_colour(&[(1, 7), (4, 7), (5, 8)]).unwrap();
    b.item(Demand::ExactlyOne, &[2, 5]).unwrap();
    let right = b.tile(&[3, 4, 5]).unwrap();
    if let Some(table) = rule {
        b.pair(left, right, Arc::new(table)).unwrap();
    }
    b.build().unwrap()
}

#[test]
fn counts_and_lists_are_those_that_were_given() {
    let model = of_all_kinds(None);
    assert_eq!(model.choice_count(), 6);
    assert_eq!(model.item_count(), 5);
    assert_eq!(model.incidence_count(), 3 + 2 + 3 + 2 + 3);
    let choices: Vec<u32> = model.choices().map(|choice| choice.0).collect();
    assert_eq!(choices, [0, 1, 2, 3, 4, 5]);
    let items: Vec<u32> = model.items().map(|item| item.0).collect();
    assert_eq!(items, [0, 1, 2, 3, 4]);
    assert_eq!(model.tiles(), [Item(0), Item(4)]);
    assert_eq!(
        model.touches(Choice(5)),
        [
            (Item(2), Colour(8)),
            (Item(3), Colour::NONE),
            (Item(4), Colour::NONE)
        ]
    );
}

#[test]
fn choices_exclude_each_other_by_the_demand_of_what_they_share() {
    let model = of_all_kinds(None);
    let excluding: Vec<(u32, u32)> = (0..6)
        .flat_map(|a| (a + 1..6).map(move |b| (a, b)))
        .filter(|&(a, b)| model.share_conflict(Choice(a), Choice(b)))
        .collect();
    // Within a tile; 0 with 3; different colours of 1 and 5; 2 with 5. Not 1 with 4: both show 7.
    let expected = [
        (0, 1),
        (0, 2),
        (0, 3),
        (1, 2),
        (1, 5),
        (2, 5),
        (3, 4),
        (3, 5),
        (4, 5),
    ];
    assert_eq!(excluding, expected);
    assert!(model.share_conflict(Choice(5), Choice(1)));
}

#[test]
fn the_last_choice_has_an_id() {
    assert_eq!(of_all_kinds(None).choice_ids([5]), [Choice(5)]);
}

#[test]
#[should_panic(expected = "choice 6 of a model with 6")]
fn the_one_after_the_last_has_none() {
    of_all_kinds(None).choice_ids([6]);
}

#[test]
fn without_a_puzzle_names_are_numbers() {
    let model = of_all_kinds(None);
    let names = Numbered(&model);
    assert_eq!(names.choice_name(Choice(3)), "choice 3");
    assert_eq!(names.item_name(Item(3)), "item 3");
    assert_eq!(names.item_name(Item(4)), "tile 4");
    assert_eq!(names.value_name(Choice(3)), None);
}

#[test]
fn rules_without_names_say_what_they_are() {
    let mut b = ModelBuilder::new(4);
    let tiles = [b.tile(&[0, 1]).unwrap(), b.tile(&[2, 3]).unwrap()];
    let table = Table::new(2, 2, |_, _| true);
    b.pair(tiles[0], tiles[1], Arc::new(table)).unwrap();
    b.line(&tiles, Language::all(2), |_, choice| choice.0 % 2)
        .unwrap();
    b.link(Link::new(vec![Node::Always], &[])).unwrap();
    let model = b.build().unwrap();
    let names = Numbered(&model);
    assert_eq!(names.rule_name(0), "rule 1");
    assert_eq!(names.rule_name(1), "line 2");
    assert_eq!(names.rule_name(2), "link 3");
    assert_eq!(names.node_name(2, 0), None);
}

#[test]
fn a_model_without_rules_is_its_own_lowering() {
    let model = of_all_kinds(None);
    assert!(model.lower(&Budget::default()).unwrap().is(&model));
}

#[test]
fn lowering_adds_items_after_those_that_are_there() {
    // The first row forbids the first column, the second row nothing, the third all but the second.
    let allowed = [
        [false, true, true],
        [true, true, true],
        [false, true, false],
    ];
    let table = Table::new(3, 3, |row, column| allowed[row][column]);
    let model = of_all_kinds(Some(table));
    let lowered = model.lower(&Budget::default()).unwrap();
    assert_eq!(lowered.tiles(), model.tiles());
    for item in model.items() {
        assert_eq!(lowered.members(item), model.members(item));
        assert_eq!(lowered.demand(item), model.demand(item));
    }
    let added: Vec<Vec<u32>> = lowered
        .items()
        .skip(model.item_count())
        .map(|item| lowered.members(item).iter().map(|(c, _)| c.0).collect())
        .collect();
    assert_eq!(added, [vec![0, 3], vec![2, 3, 5]]);
}

#[test]
fn tables_know_their_sides() {
    let table = Table::new(2, 70, |row, column| row == 1 && column == 69);
    assert_eq!((table.rows(), table.columns()), (2, 70));
    assert_eq!(table.row(0), [0, 0]);
    assert_eq!(table.row(1), [0, 1 << 5]);
    let turned = table.transposed();
    assert_eq!((turned.rows(), turned.columns()), (70, 2));
    assert!(turned.allows(69, 1) && !turned.allows(69, 0) && !turned.allows(68, 1));
    // The first column of the second word.
    let edge = Table::new(1, 130, |_, column| column == 64 || column == 128);
    let found: Vec<usize> = (0..130).filter(|&column| edge.allows(0, column)).collect();
    assert_eq!(found, [64, 128]);
    let debugged = format!("{:?}", Table::new(3, 2, |row, column| row > column));
    assert_eq!(debugged, "Table[00 10 11]");
}

#[test]
#[should_panic(expected = "column 70 of 70")]
fn a_column_beyond_a_table_is_refused() {
    // Its word is there, its bit is not.
    Table::new(1, 70, |_, _| true).allows(0, 70);
}

#[test]
fn models_without_choices_can_be_built() {
    let model = CoverBuilder::new(2, 1).build().unwrap();
    assert_eq!((model.choice_count(), model.item_count()), (0, 3));
    assert_eq!(model.members(Item(1)), []);
    assert!(!model.is_solution(&[]));
    assert!(CoverBuilder::new(0, 1).build().unwrap().is_solution(&[]));
}

#[test]
fn mentions_without_a_colour_go_with_no_other() {
    let mut b = CoverBuilder::new(3, 1);
    for item in 0..2 {
        b.coloured(&[(item, None), (3, None)]).unwrap();
    }
    b.coloured(&[(2, None), (3, Some(4))]).unwrap();
    let model = b.build().unwrap();
    for (a, b) in [(0, 1), (0, 2), (1, 2)] {
        assert!(model.share_conflict(Choice(a), Choice(b)), "{a} and {b}");
    }
    let shown: Vec<u32> = model.members(Item(3)).iter().map(|(_, c)| c.0).collect();
    assert_eq!(shown, [5, 6, 4]);
}

#[test]
fn colours_end_where_they_are_said_to() {
    let mut b = CoverBuilder::new(1, 1);
    let refused = b.coloured(&[(0, None), (1, Some(2_147_483_647))]);
    assert_eq!(
        refused.unwrap_err().to_string(),
        "option 0 shows colour 2147483647, but colours end at 2147483646"
    );
    b.coloured(&[(0, None), (1, Some(2_147_483_646))]).unwrap();
}

#[test]
fn clauses_of_a_table_that_is_no_square_are_counted() {
    let mut b = ModelBuilder::new(5);
    let left = b.tile(&[0, 1]).unwrap();
    let right = b.tile(&[2, 3, 4]).unwrap();
    let table = Table::new(2, 3, |row, column| row == 0 && column < 2);
    b.pair(left, right, Arc::new(table)).unwrap();
    let model = b.build().unwrap();
    let clauses = Clauses::of(&model, &Budget::default()).unwrap();
    // At least one of each tile, the pairs within them, and the pairs that the table forbids.
    assert_eq!(clauses.clauses(), 2 + (1 + 3) + 4);
    assert_eq!(clauses.literals(), (2 + 3) + 2 * (4 + 4));
    let mut seen = 0;
    let Ok(()) = clauses.each(|_| {
        seen += 1;
        Ok::<(), std::convert::Infallible>(())
    });
    assert_eq!(seen, clauses.clauses());
}

#[test]
fn rows_that_allow_the_first_column_alone_are_a_block() {
    let mut b = ModelBuilder::new(5);
    let left = b.tile(&[0, 1, 2]).unwrap();
    let right = b.tile(&[3, 4]).unwrap();
    let table = Table::new(3, 2, |row, column| (row == 2) == (column == 1));
    b.pair(left, right, Arc::new(table)).unwrap();
    let model = b.build().unwrap();
    let lowered = model.lower(&Budget::default()).unwrap();
    assert_eq!(lowered.item_count(), 3);
    assert_eq!(lowered.demand(Item(2)), Demand::OneColour);
}

/// The basis of limits on memory: each membership twice, a few words for each choice and item, each table once.
#[test]
fn the_bytes_are_those_of_its_lists() {
    let n = 200;
    let built = |rules: u32| {
        let mut b = ModelBuilder::new(2 * n);
        let low: Vec<u32> = (0..n).collect();
        let high: Vec<u32> = (n..2 * n).collect();
        let (left, right) = (b.tile(&low).unwrap(), b.tile(&high).unwrap());
        let table = Arc::new(Table::new(n as usize, n as usize, |r, c| r != c));
        for _ in 0..rules {
            b.pair(left, right, Arc::clone(&table)).unwrap();
        }
        b.build().unwrap().bytes()
    };
    let lists = 2 * 2 * u64::from(n) * 8;
    let bytes = built(0);
    assert!(
        (lists..lists + 16 * 2 * u64::from(n)).contains(&bytes),
        "{bytes}"
    );
    let table = built(1) - bytes;
    let bits = u64::from(n * n / 8);
    assert!((bits..3 * bits).contains(&table), "{table}");
    let again = built(2) - built(1);
    assert!((1..100).contains(&again), "{again}");
}
