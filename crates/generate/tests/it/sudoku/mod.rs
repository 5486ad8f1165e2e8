//! Every generated Sudoku has one solution by another engine, and is made to order.

mod boards;
mod limits;

use std::collections::BTreeSet;
use std::sync::Arc;
use tilewright_engines::dance::Dance;
use tilewright_engines::{Ask, Budget, End, Engine, Search};
use tilewright_generate::sudoku::sudoku;
use tilewright_generate::{Hardness, Made, Minimal, Spec, Symmetry, seed_of};
use tilewright_model::Choice;
use tilewright_puzzles::sudoku::{Boxes, Shape};
use tilewright_scales::{Board9, hodoku, se};

fn shape(dims: &[usize]) -> Arc<Shape> {
    Shape::of(dims, Boxes::Dims).unwrap()
}

/// A board of 6×6 whose regions are not all boxes.
fn jigsaw() -> Arc<Shape> {
    let rows = ["AAABBB", "AACCBB", "ADCCEB", "DDCCEE", "DDFFEE", "DFFFFE"];
    let regions: Vec<u32> = rows.concat().bytes().map(u32::from).collect();
    let shape = Shape::of(&[6, 1], Boxes::Regions(regions.into())).unwrap();
    assert!(matches!(shape.boxes(), Boxes::Regions(_)));
    shape
}

fn minimal() -> Spec {
    Spec {
        minimal: Minimal::Sets,
        ..Spec::default()
    }
}

fn seeds(number: u64) -> Vec<u64> {
    (0..number).map(|number| seed_of(11, number)).collect()
}

fn make(shape: &Arc<Shape>, spec: &Spec, number: u64) -> Vec<Made> {
    let maker = sudoku(Arc::clone(shape), spec.clone()).unwrap();
    let made = maker.make_many(&seeds(number), &Budget::default());
    made.into_iter().map(|made| made.unwrap()).collect()
}

/// The solutions of these givens, two at most, by `dance`.
fn solutions(search: &mut dyn Search, given: &[Choice]) -> Vec<Vec<Choice>> {
    search.start(&Ask::given(given).limit(2));
    let mut found = Vec::new();
    loop {
        match search.advance() {
            Ok(solution) => found.push(solution.to_vec()),
            Err(End::Complete | End::Limit) => return found,
            Err(end) => panic!("{end}"),
        }
    }
}

/// Each has one solution, which is the one reported.
fn check_unique(shape: &Shape, made: &[Made]) {
    let model = shape.model(&Budget::default()).unwrap();
    let mut search = Dance.prepare(&model, &Budget::default()).unwrap();
    for made in made {
        let found = solutions(&mut *search, &made.puzzle.givens());
        assert_eq!(
            found,
            std::slice::from_ref(&made.solution),
            "{:?}",
            made.puzzle.write("json")
        );
    }
}

/// Without any of these sets of clues each has several.
fn check_minimal(shape: &Shape, made: &[Made], orbit: impl Fn(usize) -> BTreeSet<usize>) {
    let model = shape.model(&Budget::default()).unwrap();
    let mut search = Dance.prepare(&model, &Budget::default()).unwrap();
    for made in made {
        let givens = made.puzzle.givens();
        let orbits: BTreeSet<BTreeSet<usize>> = givens
            .iter()
            .map(|choice| orbit(choice.index() / shape.side()))
            .collect();
        for orbit in orbits {
            let is_left = |choice: &&Choice| !orbit.contains(&(choice.index() / shape.side()));
            let fewer: Vec<Choice> = givens.iter().filter(is_left).copied().collect();
            assert_eq!(solutions(&mut *search, &fewer).len(), 2, "{orbit:?}");
        }
    }
}

fn alone(cell: usize) -> BTreeSet<usize> {
    BTreeSet::from([cell])
}

fn lines(made: &[Made]) -> Vec<String> {
    made.iter()
        .map(|made| made.puzzle.write("json").unwrap())
        .collect()
}

fn board(made: &Made) -> Board9 {
    Board9::read(made.puzzle.write("line").unwrap().trim()).unwrap()
}

#[test]
fn a_thousand_of_9x9_are_minimal_and_different() {
    let shape = Shape::classic();
    let made = make(&shape, &minimal(), 1000);
    check_unique(&shape, &made);
    check_minimal(&shape, &made[..200], alone);
    assert_eq!(
        lines(&made).into_iter().collect::<BTreeSet<_>>().len(),
        1000
    );
}

#[test]
fn a_thousand_of_4x4_and_6x6() {
    for dims in [[2, 2], [3, 2]] {
        let shape = shape(&dims);
        let made = make(&shape, &minimal(), 1000);
        check_unique(&shape, &made);
        check_minimal(&shape, &made, alone);
    }
}

#[test]
fn other_shapes_too() {
    for shape in [
        shape(&[4, 3]),
        shape(&[4, 4]),
        shape(&[2, 2, 2]),
        shape(&[3, 2, 1]),
        shape(&[2, 2, 1, 1]),
        shape(&[5]),
        shape(&[1, 1]),
        jigsaw(),
    ] {
        let made = make(&shape, &Spec::default(), 2);
        check_unique(&shape, &made);
        assert_eq!(lines(&made), lines(&make(&shape, &Spec::default(), 2)));
    }
    let jigsaw = jigsaw();
    let made = make(&jigsaw, &minimal(), 20);
    check_unique(&jigsaw, &made);
    check_minimal(&jigsaw, &made, alone);
}

#[test]
fn a_minimal_16x16_is_minimal() {
    let shape = shape(&[4, 4]);
    let made = make(&shape, &minimal(), 1);
    check_minimal(&shape, &made, alone);
}

#[test]
fn a_seed_makes_the_same_alone_and_among_many() {
    let shape = Shape::classic();
    let pattern: Vec<bool> = (0..81).map(|cell| cell % 7 != 3).collect();
    let specs = [
        minimal(),
        Spec {
            symmetry: Symmetry::HalfTurn,
            ..Spec::default()
        },
        Spec {
            pattern: Some(pattern),
            ..Spec::default()
        },
        Spec {
            clues: Some(25..=27),
            ..Spec::default()
        },
    ];
    for spec in specs {
        let maker = sudoku(Arc::clone(&shape), spec.clone()).unwrap();
        let together = lines(&make(&shape, &spec, 600));
        for (number, seed) in seeds(600).into_iter().enumerate().step_by(60) {
            let made = maker.make(seed, &Budget::default()).unwrap();
            assert_eq!(lines(&[made])[0], together[number]);
        }
        assert_eq!(lines(&make(&shape, &spec, 5)), together[..5]);
    }
}

/// The images of a cell under the moves of a symmetry.
type Images<'i> = &'i dyn Fn(usize) -> Vec<usize>;

#[test]
fn symmetric_clues_are_symmetric_and_no_orbit_can_go() {
    let classic = Shape::classic();
    let half = |cell: usize| vec![80 - cell];
    let quarter = |cell: usize| {
        let turn = |cell: usize| cell % 9 * 9 + 8 - cell / 9;
        vec![turn(cell), turn(turn(cell)), turn(turn(turn(cell)))]
    };
    let diagonal = |cell: usize| vec![cell % 9 * 9 + cell / 9];
    let mirror = |cell: usize| vec![cell / 9 * 9 + 8 - cell % 9];
    let full = |cell: usize| {
        let turned = [vec![cell], quarter(cell)].concat();
        let mirrored: Vec<usize> = turned.iter().map(|&c| mirror(c)[0]).collect();
        [turned, mirrored].concat()
    };
    let all: [(Symmetry, Images<'_>); 5] = [
        (Symmetry::HalfTurn, &half),
        (Symmetry::QuarterTurn, &quarter),
        (Symmetry::Diagonal, &diagonal),
        (Symmetry::Mirror, &mirror),
        (Symmetry::Full, &full),
    ];
    for (symmetry, images) in all {
        let spec = Spec {
            symmetry,
            ..minimal()
        };
        let made = make(&classic, &spec, 60);
        check_unique(&classic, &made);
        for made in &made {
            let clues: BTreeSet<usize> = made
                .puzzle
                .givens()
                .iter()
                .map(|choice| choice.index() / 9)
                .collect();
            let is_kept = |&cell: &usize| images(cell).iter().all(|to| clues.contains(to));
            assert!(clues.iter().all(is_kept), "{symmetry:?}");
        }
        let orbit = |cell: usize| images(cell).into_iter().chain([cell]).collect();
        check_minimal(&classic, &made[..20], orbit);
    }
}

#[test]
fn clues_are_as_many_as_ordered() {
    let classic = Shape::classic();
    let count = |made: &Made| made.puzzle.givens().len();
    for range in [24..=24, 22..=22, 21..=21, 30..=35, 50..=50, 81..=81] {
        let spec = Spec {
            clues: Some(range.clone()),
            ..Spec::default()
        };
        let made = make(&classic, &spec, 10);
        check_unique(&classic, &made);
        assert!(
            made.iter().all(|made| range.contains(&count(made))),
            "{range:?}"
        );
    }
    for clues in [23, 27] {
        let spec = Spec {
            clues: Some(clues..=clues),
            ..minimal()
        };
        let made = make(&classic, &spec, 10);
        check_minimal(&classic, &made, alone);
        assert!(made.iter().all(|made| count(made) == clues));
    }
    let spec = Spec {
        clues: Some(4..=4),
        ..Spec::default()
    };
    let four = shape(&[2, 2]);
    let made = make(&four, &spec, 10);
    check_unique(&four, &made);
    assert!(made.iter().all(|made| count(made) == 4));
}

#[test]
fn clues_stand_only_where_they_may() {
    let classic = Shape::classic();
    let pattern: Vec<bool> = (0..81).map(|cell| (cell / 9 + cell % 9) % 2 == 0).collect();
    let spec = Spec {
        pattern: Some(pattern.clone()),
        ..minimal()
    };
    let made = make(&classic, &spec, 50);
    check_unique(&classic, &made);
    check_minimal(&classic, &made, alone);
    for made in &made {
        let mut cells = made
            .puzzle
            .givens()
            .into_iter()
            .map(|choice| choice.index() / 9);
        assert!(cells.all(|cell| pattern[cell]));
    }
}

#[test]
fn ratings_are_within_the_range() {
    let classic = Shape::classic();
    let ordered = |difficulty| Spec {
        difficulty: Some(difficulty),
        ..Spec::default()
    };
    let made = make(&classic, &ordered(Hardness::SudokuExplainer(15..=23)), 10);
    check_unique(&classic, &made);
    for made in &made {
        let rating = se::rate(&board(made), &Budget::default()).unwrap();
        assert!((15..=23).contains(&rating.er), "{rating}");
    }
    let made = make(&classic, &ordered(Hardness::SudokuExplainer(66..=75)), 3);
    for made in &made {
        let rating = se::rate(&board(made), &Budget::default()).unwrap();
        assert!((66..=75).contains(&rating.er), "{rating}");
    }
    let made = make(&classic, &ordered(Hardness::HoDoKu(900..=1100)), 5);
    for made in &made {
        let score = hodoku::rate(&board(made)).score;
        assert!((900..=1100).contains(&score), "{score}");
    }
    for (dims, range) in [
        ([3, 3], 4.0..=5.5),
        ([3, 3], 1.0..=2.0),
        ([3, 2], 2.0..=4.0),
    ] {
        let shape = shape(&dims);
        let made = make(&shape, &ordered(Hardness::Own(range.clone())), 5);
        check_unique(&shape, &made);
        let model = shape.model(&Budget::default()).unwrap();
        for made in &made {
            let explained = tilewright_logic::explain(&model, &made.puzzle.givens());
            assert!(range.contains(&explained.difficulty().unwrap()));
        }
    }
}

#[test]
fn techniques_are_needed_and_logic_is_enough() {
    let classic = Shape::classic();
    let spec = Spec {
        technique: Some("Swordfish".to_owned()),
        no_search: true,
        ..Spec::default()
    };
    let made = make(&classic, &spec, 2);
    check_unique(&classic, &made);
    let model = classic.model(&Budget::default()).unwrap();
    for made in &made {
        let logic = tilewright_logic::Logic::new(&model, &Budget::default()).unwrap();
        let mut board_now = logic.board(&made.puzzle.givens());
        let explained = board_now.explain(&Budget::default());
        assert!(explained.hardest() < Some(tilewright_logic::Level::Contradiction));
        assert!(explained.difficulty().is_some());
        let mut names = BTreeSet::new();
        for round in &explained.rounds {
            let before = board_now.clone();
            for step in &round.steps {
                names.insert(made.puzzle.tell(step, &before).name);
                board_now.apply(step);
            }
        }
        let theirs = hodoku::rate(&board(made)).steps;
        let is_theirs = theirs
            .iter()
            .any(|s| s.technique == hodoku::Technique::Swordfish);
        assert!(names.contains("swordfish") || is_theirs, "{names:?}");
    }
}
