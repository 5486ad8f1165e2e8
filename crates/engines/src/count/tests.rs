//! Known numbers, each by every way of counting alone, so that none hides behind another; sweeps
//! and searches against the definition; and counts that are stopped and resumed from their notes.

use super::orders::orders;
use super::plan::Plan;
use super::remember::Way;
use super::web::Web;
use super::*;
use crate::naive::Naive;
use crate::notebook::{InMemory, Notebook};
use crate::{Budget, engine};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use tilewright_model::{Item, Language, Link, ModelBuilder, Node};
use tilewright_testkit::instances::{self as make, Border, Cover, ROADS};
use tilewright_testkit::random::{
    hidden_model_and_question, lined_model_and_question, model_and_question,
};

/// The sweeps that are tried, and more than there are orders in small models.
const SWEEPS: [Contestants; 4] = [
    Contestants::Sweep(0),
    Contestants::Sweep(1),
    Contestants::Sweep(2),
    Contestants::Sweep(5),
];

const SEARCHES: [Contestants; 3] = [
    Contestants::Search(Way::Fewest),
    Contestants::Search(Way::InOrder),
    Contestants::Search(Way::Level),
];

/// The count by these contestants alone.
fn count_by(who: Contestants, model: &Model, ask: &Ask) -> Result<BigUint, End> {
    let mut search = search_of(model);
    search.start(ask);
    search.count_all(who)
}

fn search_of(model: &Model) -> CountSearch {
    CountSearch {
        root: Root::new(model, &Budget::default()).unwrap(),
        dance: Dance.prepare(model, &Budget::default()).unwrap(),
        is_dancing: false,
        ask: Ask::default(),
        meter: Meter::default(),
    }
}

fn swept(cover: &Cover, rank: usize) -> String {
    let counted = count_by(Contestants::Sweep(rank), &cover.to_model(), &Ask::default());
    counted.unwrap().to_string()
}

#[test]
fn known_numbers_by_each_sweep() {
    let cases = [
        ("2-domino boards", make::domino(2, 10), "89"),
        ("dominoes 8×8", make::domino(8, 8), "12988816"),
        ("matching 16", make::matching(16), "2027025"),
        ("latin 5", make::latin(5), "161280"),
        ("queens 8", make::queens(8), "92"),
        ("langford 8", make::langford(8), "300"),
        ("langford 5", make::langford(5), "0"),
        ("roads 6×6", make::roads(6, 6), "220065137"),
        ("roads 3×12", make::roads(3, 12), ""),
    ];
    for (name, cover, number) in &cases {
        let first = swept(cover, 0);
        if !number.is_empty() {
            assert_eq!(first, *number, "{name}");
        }
        for rank in 1..4 {
            assert_eq!(swept(cover, rank), first, "{name}, order {rank}");
        }
    }
}

#[test]
fn a_wide_board_is_swept_along_its_short_side() {
    let wide = swept(&make::roads(3, 60), 0);
    assert_eq!(wide, swept(&make::roads(60, 3), 0));
    assert_eq!(
        swept(&make::domino(4, 100), 0),
        swept(&make::domino(100, 4), 0)
    );
}

#[test]
fn numbers_beyond_the_machine_from_a_sweep() {
    let cases = [
        (make::roads(12, 12), "420205423230261259569461363"),
        (make::roads(14, 14), "83932565609388629551277218996351467"),
        (make::domino(16, 16), "2444888770250892795802079170816"),
    ];
    for (cover, number) in &cases {
        assert_eq!(swept(cover, 0), *number);
    }
}

/// The number of domino tilings modulo a prime, up to its sign: the determinant of the board's
/// black and white cells, neighbours in a row with 1, in a column with alternating signs
/// (Kasteleyn 1961).
fn dominoes_modulo(rows: usize, columns: usize, prime: u64) -> u64 {
    let multiply = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(prime)) as u64;
    let cells = || (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let black: Vec<_> = cells().filter(|(r, c)| (r + c) % 2 == 0).collect();
    let white: Vec<_> = cells().filter(|(r, c)| (r + c) % 2 == 1).collect();
    if black.len() != white.len() {
        return 0;
    }
    let entry = |a: (usize, usize), b: (usize, usize)| match (a.0.abs_diff(b.0), a.1.abs_diff(b.1))
    {
        (0, 1) => 1,
        (1, 0) if a.1.is_multiple_of(2) => 1,
        (1, 0) => prime - 1,
        _ => 0,
    };
    let row = |&a: &(usize, usize)| white.iter().map(|&b| entry(a, b)).collect::<Vec<u64>>();
    let mut matrix: Vec<Vec<u64>> = black.iter().map(row).collect();
    let power = |mut base: u64, mut exponent: u64| {
        let mut result = 1;
        while exponent > 0 {
            if exponent % 2 == 1 {
                result = multiply(result, base);
            }
            base = multiply(base, base);
            exponent /= 2;
        }
        result
    };
    let mut determinant = 1;
    for k in 0..matrix.len() {
        let Some(pivot) = (k..matrix.len()).find(|&row| matrix[row][k] != 0) else {
            return 0;
        };
        matrix.swap(k, pivot);
        determinant = multiply(determinant, matrix[k][k]);
        let inverse = power(matrix[k][k], prime - 2);
        let (above, below) = matrix.split_at_mut(k + 1);
        for row in below.iter_mut().filter(|row| row[k] != 0) {
            let factor = prime - multiply(row[k], inverse);
            for (x, &y) in row[k..].iter_mut().zip(&above[k][k..]) {
                *x = (*x + multiply(factor, y)) % prime;
            }
        }
    }
    determinant
}

#[test]
fn dominoes_by_the_closed_formula() {
    let primes = [(1u64 << 61) - 1, 1_000_000_007];
    let sizes = (1..=12).flat_map(|rows| (rows..=12).map(move |columns| (rows, columns)));
    for (rows, columns) in sizes.chain([(16, 16)]) {
        let cover = make::domino(rows, columns);
        let counted = if cover.options.is_empty() {
            BigUint::ZERO
        } else {
            count_by(Contestants::Sweep(0), &cover.to_model(), &Ask::default()).unwrap()
        };
        for prime in primes {
            let modulo = u64::try_from(&counted % prime).unwrap();
            let expected = dominoes_modulo(rows, columns, prime);
            let is_it = modulo == expected || (modulo + expected).is_multiple_of(prime);
            assert!(is_it, "{rows}×{columns}: {counted}");
        }
    }
}

/// The lines of a table of the data folder, without its heading.
fn table(name: &str) -> Option<Vec<Vec<String>>> {
    let file = tilewright_testkit::data(name)?;
    let text = std::fs::read_to_string(file).unwrap();
    let cells = |line: &str| line.split(',').map(String::from).collect();
    Some(text.lines().skip(1).map(cells).collect())
}

fn swept_tiles(kinds: &[[u32; 4]], rows: usize, columns: usize, border: Border) -> String {
    swept(&make::edge_tiles(kinds, rows, columns, border), 0)
}

#[test]
fn roads_of_every_size() {
    let Some(lines) = table("tiles/roads_counts.csv") else {
        return;
    };
    for line in lines {
        let size = |place: usize| line[place].parse::<usize>().unwrap();
        let (rows, columns) = (size(0), size(1));
        let borders = [Border::Free, Border::Closed, Border::Torus];
        for (border, expected) in borders.into_iter().zip(&line[2..]) {
            let is_small = border != Border::Torus || rows.min(columns) <= 5;
            if is_small && !expected.is_empty() {
                let counted = swept_tiles(&ROADS, rows, columns, border);
                assert_eq!(&counted, expected, "{rows}×{columns} {border:?}");
            }
        }
    }
}

#[test]
fn other_tiles_of_every_size() {
    let Some(lines) = table("tiles/roads_counts_other_sets.csv") else {
        return;
    };
    for line in lines {
        let (rows, columns) = (line[2].parse().unwrap(), line[3].parse().unwrap());
        let kind = |bits: &str| {
            let bits: u32 = bits.parse().unwrap();
            [0, 1, 2, 3].map(|side| bits >> side & 1)
        };
        let kinds: Vec<[u32; 4]> = line[1].split(' ').map(kind).collect();
        for (border, expected) in [Border::Free, Border::Closed].into_iter().zip(&line[4..]) {
            let cover = make::edge_tiles(&kinds, rows, columns, border);
            let counted = count_by(Contestants::Sweep(0), &cover.to_model(), &Ask::default());
            let counted = counted.unwrap().to_string();
            assert_eq!(
                &counted, expected,
                "{} {rows}×{columns} {border:?}",
                line[0]
            );
        }
    }
}

#[test]
fn little_memory_ends_a_sweep_and_is_told() {
    let model = make::roads(12, 12).to_model();
    for memory in [0, 10_000, 100_000, 200_000] {
        let ask = Ask::default().budget(Budget::default().memory(memory));
        for who in SWEEPS.into_iter().chain([Contestants::All]) {
            assert_eq!(count_by(who, &model, &ask), Err(End::Memory), "{memory}");
        }
    }
}

#[test]
fn a_sweep_needs_no_more_memory_than_it_may_take() {
    // 2¹³ states of two words are 128 KiB dense; the plan and the model are as much again.
    let model = make::roads(12, 12).to_model();
    let ask = Ask::default().budget(Budget::default().memory(4 << 20));
    let counted = count_by(Contestants::All, &model, &ask).unwrap();
    assert_eq!(counted.to_string(), "420205423230261259569461363");
}

#[test]
fn a_plan_owns_up_to_the_bytes_of_its_steps() {
    for size in [4, 8, 12] {
        let model = make::roads(size, size).to_model();
        let choices: Vec<u32> = model.choices().map(|choice| choice.0).collect();
        let web = Web::new(&model, &choices);
        for order in orders(&web) {
            let plan = Plan::new(&web, &order, u64::MAX).unwrap();
            let sets = plan.steps.iter().flat_map(|step| [&step.local, &step.new]);
            let held =
                size_of_val(&plan.steps[..]) + sets.map(|set| size_of_val(&set[..])).sum::<usize>();
            assert!(plan.bytes() >= held as u64, "{} {held}", plan.bytes());
        }
    }
}

/// Counts again and again with few nodes and the same notebook, until it is done: the number, and
/// how often it was stopped.
fn count_in_pieces(
    who: Contestants,
    model: &Model,
    ask: &Ask,
    nodes: u64,
) -> Result<(BigUint, u32), TestCaseError> {
    let notebook: Arc<dyn Notebook> = Arc::new(InMemory::default());
    let mut stops = 0;
    loop {
        // A little more each time: the work up to the first note must fit.
        let budget = Budget::default().nodes(nodes + u64::from(stops));
        let ask = ask.clone().notebook(notebook.clone()).budget(budget);
        match count_by(who, model, &ask) {
            Ok(number) => return Ok((number, stops)),
            Err(end) => prop_assert_eq!(end, End::Nodes),
        }
        stops += 1;
        prop_assert!(stops < 10_000, "it does not get on");
    }
}

#[test]
fn a_count_in_pieces_is_the_count_at_once() {
    let cases = [
        (make::roads(5, 6), 1),
        (make::domino(8, 8), 1),
        (make::roads(10, 10), 20),
        (make::roads(12, 12), 30),
        (make::latin(4), 2),
        (make::matching(12), 1),
        (make::queens(8), 4),
        (make::langford(8), 3),
    ];
    for (cover, nodes) in &cases {
        let model = cover.to_model();
        let whole = count_by(Contestants::All, &model, &Ask::default()).unwrap();
        let everybody = SWEEPS[..2]
            .iter()
            .chain(&SEARCHES)
            .chain(&[Contestants::All]);
        for &who in everybody {
            if matches!(who, Contestants::Search(_)) && cover.options.len() > 300 {
                continue;
            }
            let (number, stops) = count_in_pieces(who, &model, &Ask::default(), *nodes).unwrap();
            assert_eq!(number, whole, "{who:?}");
            assert!(stops > 2, "{who:?} was hardly stopped");
        }
    }
}

#[test]
fn what_was_counted_before_a_stop_is_not_counted_again() {
    for cover in [make::roads(5, 5), make::queens(8), make::domino(8, 8)] {
        let model = cover.to_model();
        let cost = |ask: &Ask| {
            let mut search = search_of(&model);
            search.start(ask);
            let counted = search.count_all(SWEEPS[0]);
            (counted, search.meter.stats().nodes)
        };
        let (whole, nodes) = cost(&Ask::default());
        let noted = Ask::default().notebook(Arc::new(InMemory::default()));
        let half = Budget::default().nodes(nodes / 2);
        assert_eq!(cost(&noted.clone().budget(half)).0, Err(End::Nodes));
        let (rest, left) = cost(&noted);
        assert_eq!(rest, whole);
        assert!(left < nodes * 3 / 4, "{left} of {nodes} nodes were left");
    }
}

#[test]
fn parts_that_are_done_are_not_counted_again() {
    let model = several_boards();
    let notebook: Arc<dyn Notebook> = Arc::new(InMemory::default());
    let ask = Ask::default().notebook(notebook);
    let mut search = Counter.prepare(&model, &Budget::default()).unwrap();
    search.start(&ask);
    let first = search.count();
    let nodes = search.stats().nodes;
    search.start(&ask);
    let second = search.count();
    assert_eq!(first, second);
    assert!(search.stats().nodes < nodes / 2);
    assert_eq!(first.number, 36u32.into());
}

/// Dominoes on boards that share nothing, with 3 · 3 · 2 · 2 solutions.
fn several_boards() -> Model {
    let boards = [(2, 3), (2, 3), (2, 2), (2, 2)];
    let covers: Vec<Cover> = boards.iter().map(|&(r, c)| make::domino(r, c)).collect();
    let count = |cover: &Cover| cover.primary.len() as u32;
    let mut b = tilewright_model::CoverBuilder::new(covers.iter().map(count).sum(), 0);
    let mut from = 0;
    for cover in &covers {
        for option in &cover.options {
            let items: Vec<u32> = option.iter().map(|&(i, _)| from + i as u32).collect();
            b.option(&items).unwrap();
        }
        from += count(cover);
    }
    b.build().unwrap()
}

/// The notes of a count that was stopped on its way.
fn notes_of(model: &Model, who: Contestants, nodes: u64) -> BTreeMap<String, Vec<u8>> {
    let notebook = Arc::new(InMemory::default());
    let ask = Ask::default()
        .notebook(notebook.clone())
        .budget(Budget::default().nodes(nodes));
    assert_eq!(count_by(who, model, &ask), Err(End::Nodes));
    notebook.notes()
}

#[test]
fn notes_that_were_changed_are_no_notes() {
    let model = make::roads(5, 5).to_model();
    let whole = count_by(Contestants::All, &model, &Ask::default()).unwrap();
    for (who, nodes) in [
        (Contestants::Sweep(0), 15),
        (Contestants::Search(Way::InOrder), 60),
    ] {
        let notes = notes_of(&model, who, nodes);
        assert!(!notes.is_empty());
        for (name, note) in &notes {
            let last = note.len() - 1;
            let places = (0..note.len()).step_by(37).chain([last]);
            for place in places {
                let mut changed = note.clone();
                changed[place] ^= 1 << (place % 8);
                let cut = note[..place].to_vec();
                let doubled = [note.as_slice(), &note[place..]].concat();
                for bad in [changed, cut, doubled] {
                    let mut notes = notes.clone();
                    notes.insert(name.clone(), bad);
                    let notebook = Arc::new(InMemory::with(notes));
                    let ask = Ask::default().notebook(notebook);
                    assert_eq!(count_by(who, &model, &ask), Ok(whole.clone()), "{name}");
                }
            }
        }
    }
}

#[test]
fn notes_about_something_else_are_no_notes() {
    let (small, large) = (make::roads(5, 5).to_model(), make::roads(6, 6).to_model());
    for (who, nodes) in [
        (Contestants::Sweep(0), 15),
        (Contestants::Search(Way::InOrder), 60),
    ] {
        let notes = notes_of(&small, who, nodes);
        let ask = Ask::default().notebook(Arc::new(InMemory::with(notes.clone())));
        let counted = count_by(who, &large, &ask).unwrap();
        assert_eq!(counted, 220_065_137u32.into());
        // With a given the same board is another one.
        let given = Ask::given([Choice(0)]);
        let expected = count_by(who, &small, &given).unwrap();
        let ask = given.notebook(Arc::new(InMemory::with(notes)));
        assert_eq!(count_by(who, &small, &ask).unwrap(), expected);
    }
}

#[test]
fn cycles_of_known_numbers() {
    let known = ["1", "13", "213", "9349", "1222363", "487150371"];
    for (size, number) in (2..).zip(known) {
        let model = make::cycles(size, size);
        for who in SWEEPS.into_iter().chain([Contestants::All]) {
            let counted = count_by(who, &model, &Ask::default()).unwrap();
            assert_eq!(counted.to_string(), number, "{size}×{size} {who:?}");
        }
    }
    // On a strip one cell high a cycle is the border of a run of cells.
    for (rows, columns) in [(2, 30), (30, 2)] {
        let counted = count_by(
            Contestants::All,
            &make::cycles(rows, columns),
            &Ask::default(),
        );
        assert_eq!(counted, Ok((29 * 30 / 2u32).into()), "{rows}×{columns}");
    }
    let counted = count_by(Contestants::All, &make::cycles(3, 7), &Ask::default());
    assert_eq!(counted, Ok(681u32.into()));
}

#[test]
fn paths_of_known_numbers() {
    let known = ["2", "12", "184", "8512", "1262816", "575780564"];
    for (size, number) in (2..).zip(known) {
        let counted = count_by(Contestants::All, &make::paths(size, size), &Ask::default());
        assert_eq!(counted.unwrap().to_string(), number, "{size}×{size}");
    }
}

#[test]
fn a_wide_link_is_swept_along_its_short_side() {
    // Order of rows, of columns, or a board on its side: the states at the edge are the same.
    for make in [make::cycles, make::connected_sets, make::walls] {
        let counts = [(4, 15), (15, 4)].map(|(rows, columns)| {
            let mut search = search_of(&make(rows, columns));
            let ask = Ask::default().budget(Budget::default().nodes(20_000));
            search.start(&ask);
            search.count_all(SWEEPS[0]).unwrap()
        });
        assert_eq!(counts[0], counts[1]);
    }
}

/// Cycles once more, as edges that are there or not: at each vertex none or two, and all are connected.
fn cycles_of_edges(size: u32) -> Model {
    let vertex = |row: u32, column: u32| row * size + column;
    let across = (0..size).flat_map(|row| (1..size).map(move |c| (row, c)));
    let across = across.map(|(row, c)| (vertex(row, c - 1), vertex(row, c)));
    let down = (1..size).flat_map(|row| (0..size).map(move |c| (row, c)));
    let down = down.map(|(row, c)| (vertex(row - 1, c), vertex(row, c)));
    let edges: Vec<(u32, u32)> = across.chain(down).collect();
    let mut b = ModelBuilder::new(2 * edges.len() as u32);
    let tiles: Vec<Item> = (0..edges.len() as u32)
        .map(|edge| b.tile(&[2 * edge, 2 * edge + 1]).unwrap())
        .collect();
    let of = [false, true];
    let none = Language::count(&of, 0..=0).unwrap();
    let degree = none.or(&Language::count(&of, 2..=2).unwrap()).unwrap();
    let mut near = Vec::new();
    for vertex in 0..size * size {
        let here = (0..edges.len()).filter(|&k| edges[k].0 == vertex || edges[k].1 == vertex);
        let here: Vec<usize> = here.collect();
        let line: Vec<Item> = here.iter().map(|&edge| tiles[edge]).collect();
        b.line(&line, degree.clone(), |_, choice| choice.0 % 2)
            .unwrap();
        for (k, &edge) in here.iter().enumerate() {
            near.extend(here[..k].iter().map(|&other| (other as u32, edge as u32)));
        }
    }
    let nodes = (0..edges.len() as u32).map(|edge| Node::If(vec![Choice(2 * edge + 1)]));
    let link = Link::new(nodes.collect(), &near);
    b.link(link.not_empty()).unwrap();
    b.build().unwrap()
}

#[test]
fn cycles_as_edges_are_as_many() {
    for (size, number) in [(2, 1u32), (3, 13), (4, 213), (5, 9349), (6, 1_222_363)] {
        let model = cycles_of_edges(size);
        let counted = count_by(Contestants::All, &model, &Ask::default());
        assert_eq!(counted, Ok(number.into()), "{size}×{size}");
    }
}

#[test]
fn a_count_with_links_is_stopped_and_resumed() {
    let model = make::cycles(7, 7);
    for who in [SWEEPS[0], SEARCHES[2], Contestants::All] {
        let (number, stops) = count_in_pieces(who, &model, &Ask::default(), 20).unwrap();
        assert_eq!(number, 487_150_371u32.into(), "{who:?}");
        assert!(stops > 2, "{who:?} was hardly stopped");
        let little = Ask::default().budget(Budget::default().memory(50_000));
        assert_eq!(count_by(who, &model, &little), Err(End::Memory), "{who:?}");
    }
}

#[test]
fn notes_about_other_pieces_are_no_notes() {
    // The first cell is black or white: the same choices are left, with a piece begun or none.
    let model = make::connected_sets(2, 5);
    for who in [SWEEPS[0], SEARCHES[0], Contestants::All] {
        let notebook: Arc<dyn Notebook> = Arc::new(InMemory::default());
        let counts = [0, 1].map(|colour| {
            let ask = Ask::given([Choice(colour)]);
            let noted = count_by(who, &model, &ask.clone().notebook(notebook.clone()));
            assert_eq!(noted, count_by(who, &model, &ask), "{who:?}");
            noted.unwrap()
        });
        assert_ne!(counts[0], counts[1]);
    }
}

/// The number of sets of cells for which `is_counted`, by trying all: bits, row by row.
fn sets_of_cells(cells: u32, is_counted: impl Fn(u32) -> bool) -> BigUint {
    let sets = (0..1u32 << cells).filter(|&set| is_counted(set));
    sets.count().into()
}

/// Whether the cells of a set are connected in a board of this many columns.
fn is_connected(set: u32, cells: u32, columns: u32) -> bool {
    let left = (0..cells).filter(|cell| cell % columns > 0);
    let not_left = left.fold(0, |mask, cell| mask | 1 << cell);
    let mut reached = set & set.wrapping_neg();
    loop {
        let beside = (reached & not_left) >> 1 | (reached << 1) & not_left;
        let next = (reached | beside | reached << columns | reached >> columns) & set;
        if next == reached {
            return reached == set;
        }
        reached = next;
    }
}

#[test]
fn connected_sets_are_as_many_as_by_trying_all() {
    for (rows, columns) in [(1, 1), (1, 7), (2, 2), (3, 3), (2, 6), (4, 3), (4, 4)] {
        let cells = rows * columns;
        let connected = |set: u32| set != 0 && is_connected(set, cells, columns);
        let counted = count_by(
            Contestants::All,
            &make::connected_sets(rows, columns),
            &Ask::default(),
        );
        assert_eq!(
            counted,
            Ok(sets_of_cells(cells, connected)),
            "{rows}×{columns}"
        );
        let is_wall = |set: u32| {
            let mut squares = (0..cells - columns).filter(|cell| cell % columns + 1 < columns);
            let square = 3 | 3 << columns;
            is_connected(set, cells, columns) && squares.all(|cell| set >> cell & square != square)
        };
        let counted = count_by(
            Contestants::All,
            &make::walls(rows, columns),
            &Ask::default(),
        );
        assert_eq!(
            counted,
            Ok(sets_of_cells(cells, is_wall)),
            "{rows}×{columns}"
        );
    }
}

#[test]
fn fillings_of_clues() {
    // One black cell in each row and column: a permutation.
    let ones = vec![vec![1]; 8];
    let model = make::nonogram(&ones, &ones);
    let counted = count_by(Contestants::All, &model, &Ask::default());
    assert_eq!(counted, Ok(40_320u32.into()));
    let clue = |line: &[bool]| -> Vec<usize> {
        let runs = line.split(|&black| !black).map(<[bool]>::len);
        runs.filter(|&run| run > 0).collect()
    };
    // The clues of every fifth filling of 3×4 cells.
    let clues_of = |set: u32| {
        let is_black = |row: u32, column: u32| set >> (4 * row + column) & 1 == 1;
        let rows = (0..3).map(|row| clue(&[0, 1, 2, 3].map(|column| is_black(row, column))));
        let columns = (0..4).map(|column| clue(&[0, 1, 2].map(|row| is_black(row, column))));
        (rows.collect::<Vec<_>>(), columns.collect::<Vec<_>>())
    };
    let mut fillings = BTreeMap::new();
    for set in 0..1 << 12 {
        *fillings.entry(clues_of(set)).or_insert(0u32) += 1;
    }
    for ((rows, columns), number) in fillings.into_iter().step_by(5) {
        let model = make::nonogram(&rows, &columns);
        let counted = count_by(Contestants::All, &model, &Ask::default());
        assert_eq!(counted, Ok(number.into()), "{rows:?} {columns:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn every_way_agrees_with_the_definition((model, question) in model_and_question()) {
        let ask = Ask::given(question.given.clone()).barred(question.barred.clone());
        let mut naive = Naive.prepare(&model, &Budget::default()).unwrap();
        naive.start(&ask);
        let expected = naive.count().number;
        for who in SWEEPS.into_iter().chain(SEARCHES) {
            prop_assert_eq!(count_by(who, &model, &ask), Ok(expected.clone()), "{:?}", who);
        }
    }

    #[test]
    fn every_way_keeps_links((model, question) in lined_model_and_question(true)) {
        let ask = Ask::given(question.given.clone()).barred(question.barred.clone());
        let mut naive = Naive.prepare(&model, &Budget::default()).unwrap();
        naive.start(&ask);
        let expected = naive.count().number;
        for who in SWEEPS.into_iter().chain(SEARCHES).chain([Contestants::All]) {
            prop_assert_eq!(count_by(who, &model, &ask), Ok(expected.clone()), "{:?}", who);
        }
    }

    #[test]
    fn what_is_hidden_is_not_counted((model, question) in hidden_model_and_question()) {
        let ask = Ask::given(question.given.clone()).barred(question.barred.clone());
        let mut naive = Naive.prepare(&model, &Budget::default()).unwrap();
        naive.start(&ask);
        let expected = naive.count().number;
        for who in SEARCHES.into_iter().chain([Contestants::All]) {
            prop_assert_eq!(count_by(who, &model, &ask), Ok(expected.clone()), "{:?}", who);
        }
    }

    #[test]
    fn linked_counts_in_pieces((model, question) in lined_model_and_question(true), nodes in 0u64..8) {
        let ask = Ask::given(question.given.clone()).barred(question.barred.clone());
        let expected = count_by(Contestants::All, &model, &ask).unwrap();
        for who in [SWEEPS[0], SEARCHES[0], SEARCHES[1], Contestants::All] {
            let (number, _) = count_in_pieces(who, &model, &ask, nodes)?;
            prop_assert_eq!(&number, &expected, "{:?}", who);
        }
    }

    #[test]
    fn random_counts_in_pieces((model, question) in model_and_question(), nodes in 0u64..8) {
        let ask = Ask::given(question.given.clone()).barred(question.barred.clone());
        let expected = count_by(Contestants::All, &model, &ask).unwrap();
        for who in [SWEEPS[0], SWEEPS[1], SEARCHES[0], SEARCHES[1], Contestants::All] {
            let (number, _) = count_in_pieces(who, &model, &ask, nodes)?;
            prop_assert_eq!(&number, &expected, "{:?}", who);
        }
    }
}

#[test]
fn shares_grow_to_the_whole() {
    #[derive(Debug, Default)]
    struct Shares(std::sync::Mutex<Vec<f64>>);
    impl Notebook for Shares {
        fn read(&self, _: &str) -> Option<Vec<u8>> {
            None
        }
        fn is_due(&self) -> bool {
            false
        }
        fn write(&self, _: &str, _: Option<Vec<u8>>) {}
        fn progress(&self, share: f64) {
            self.0.lock().unwrap().push(share);
        }
    }
    let shares = Arc::new(Shares::default());
    let model = make::roads(10, 10).to_model();
    let ask = Ask::default().notebook(shares.clone());
    let mut search = engine("count")
        .unwrap()
        .prepare(&model, &Budget::default())
        .unwrap();
    search.start(&ask);
    assert!(search.count().is_exact());
    let shares = shares.0.lock().unwrap();
    assert!(shares.len() > 100);
    assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)));
    assert!((shares.last().unwrap() - 1.0).abs() < 1e-9);
    // Half the layers in, it does not say that it is nearly done.
    assert!(shares[shares.len() / 2] < 0.8);
}
