//! "Minimal" is a claim: each clue, or each set of clues that mirror each other, was tested and
//! cannot go. Undecided clues are reported, and the puzzle is not called minimal.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use tilewright_engines::sat::Sat;
use tilewright_engines::{Ask, End, Engine, Search, reduce::Reduce, solutions};
use tilewright_generate::{
    Budget, Made, Minimal, Missed, Spec, Symmetry, maker, maker_from, maker_of, seed_of,
};
use tilewright_model::Choice;
use tilewright_puzzles::{Puzzle, read};

fn spec(minimal: Minimal, symmetry: Symmetry) -> Spec {
    Spec {
        minimal,
        symmetry,
        ..Spec::default()
    }
}

/// The first puzzle that the command makes of a seed.
fn first(what: (&str, &str), spec: Spec, seed: u64, limits: &Budget) -> Result<Made, Missed> {
    let maker = maker(what.0, what.1, spec, false).unwrap();
    maker.make(seed_of(seed, 0), limits)
}

fn within(time: Duration) -> Budget {
    Budget::default().time(time)
}

fn is_unique(search: &mut dyn Search, given: &[Choice]) -> bool {
    let mut found = solutions(search, &Ask::given(given).limit(2));
    let number = found.by_ref().count();
    assert!(number == 2 || found.end() == Some(End::Complete));
    number == 1
}

/// The sets of givens that can go, by an engine that makes no puzzles of this kind.
fn redundant(engine: &dyn Engine, made: &Made, sets: &[Vec<Choice>]) -> Vec<Vec<Choice>> {
    let model = made.puzzle.model(&Budget::default()).unwrap();
    let mut search = engine.prepare(&model, &Budget::default()).unwrap();
    let givens = made.puzzle.givens();
    assert!(is_unique(&mut *search, &givens));
    let goes = |set: &&Vec<Choice>| {
        let left: Vec<Choice> = givens
            .iter()
            .copied()
            .filter(|c| !set.contains(c))
            .collect();
        is_unique(&mut *search, &left)
    };
    sets.iter().filter(goes).cloned().collect()
}

fn alone(made: &Made) -> Vec<Vec<Choice>> {
    made.puzzle.givens().into_iter().map(|c| vec![c]).collect()
}

#[test]
fn no_clue_of_a_board_of_several_axes_can_go() {
    for (size, seed) in [
        ("3,2,1", 1),
        ("2,2,1,1", 1),
        ("2,2,1,1", 2),
        ("3,1,1,1", 1),
        ("3,1,1,1,1", 1),
        ("2,2,1,1,1", 1),
    ] {
        let minimal = spec(Minimal::Clues, Symmetry::None);
        let made = first(("sudoku", size), minimal, seed, &Budget::default()).unwrap();
        assert_eq!(
            (made.minimal, made.undecided),
            (Minimal::Clues, 0),
            "{size}"
        );
        let loose = redundant(&Sat, &made, &alone(&made));
        assert_eq!(loose, Vec::<Vec<Choice>>::new(), "{size}");
    }
}

#[test]
fn what_is_not_decided_in_time_is_not_called_minimal() {
    for (size, seed) in [("3,2,1,1", 1), ("2,2,2", 2), ("3,3,1", 1), ("5,5", 1)] {
        let minimal = spec(Minimal::Sets, Symmetry::None);
        let limits = within(Duration::from_secs(2));
        match first(("sudoku", size), minimal, seed, &limits) {
            Ok(made) => {
                assert_eq!(
                    (made.minimal, made.undecided),
                    (Minimal::Clues, 0),
                    "{size}"
                );
                assert!(redundant(&Sat, &made, &alone(&made)).is_empty(), "{size}");
            }
            Err(Missed { why, nearest, .. }) => {
                let Some(nearest) = nearest else { continue };
                assert_eq!(nearest.minimal, Minimal::No, "{size}");
                assert_eq!(nearest.claim(), None);
                let words = match nearest.undecided {
                    0 => panic!("{size}: all was decided, and it was missed: {why}"),
                    1 => "is minimal but for 1 clue that was not decided".to_owned(),
                    more => format!("is minimal but for {more} clues that were not decided"),
                };
                assert!(why.ends_with(&words), "{size}: {why}");
            }
        }
    }
}

#[test]
fn a_board_of_five_axes_is_thinned_without_an_order() {
    let made = first(
        ("sudoku", "2,2,1,1,1"),
        Spec::default(),
        1,
        &Budget::default(),
    )
    .unwrap();
    let clues = made.puzzle.givens().len();
    assert!(clues <= 100, "{clues} of 1024 clues were kept");
    assert_eq!((made.minimal, made.claim()), (Minimal::No, None));
    let half = Spec {
        clues: Some(512..=512),
        ..Spec::default()
    };
    let made = first(("sudoku", "2,2,1,1,1"), half, 1, &Budget::default()).unwrap();
    assert_eq!(made.puzzle.givens().len(), 512);
}

#[test]
fn what_the_time_does_not_do_for_is_told() {
    let limits = within(Duration::from_millis(1500));
    let Ok(made) = first(("sudoku", "2,2,1,1,1,1"), Spec::default(), 1, &limits) else {
        // There was not even a full board by then.
        return;
    };
    assert_eq!(made.minimal, Minimal::No);
    let clues = made.puzzle.givens().len();
    assert!(made.undecided <= clues);
    assert_eq!(made.is_cut, made.undecided > 0);
    assert_eq!(made.doubt().is_some(), made.undecided > 0);
}

/// The cells that half a turn takes a choice's cell to.
fn half_turn(choice: Choice) -> BTreeSet<usize> {
    let cell = choice.index() / 9;
    BTreeSet::from([cell, 80 - cell])
}

#[test]
fn with_a_symmetry_the_claim_is_about_sets_and_says_so() {
    let what = ("sudoku", "3,3");
    let sets = spec(Minimal::Sets, Symmetry::HalfTurn);
    let made = first(what, sets, 3_856_280, &Budget::default()).unwrap();
    assert_eq!(made.minimal, Minimal::Sets);
    let claim = "minimal: no symmetric set of clues can go";
    assert_eq!(made.claim(), Some(claim));
    let mut givens: Vec<Choice> = made.sets.concat();
    givens.sort_unstable();
    assert_eq!(givens, made.puzzle.givens());
    for set in &made.sets {
        let cells: BTreeSet<usize> = set.iter().map(|c| c.index() / 9).collect();
        assert_eq!(cells, half_turn(set[0]));
    }
    assert!(redundant(&Reduce, &made, &made.sets).is_empty());
    assert!(!redundant(&Reduce, &made, &alone(&made)).is_empty());

    let clues = spec(Minimal::Clues, Symmetry::HalfTurn);
    let made = first(what, clues, 3_856_280, &Budget::default()).unwrap();
    assert_eq!(made.claim(), Some("minimal: no clue can go"));
    let cells: BTreeSet<usize> = made.puzzle.givens().iter().map(|c| c.index() / 9).collect();
    assert!(cells.iter().all(|cell| cells.contains(&(80 - cell))));
    assert!(redundant(&Reduce, &made, &alone(&made)).is_empty());
}

#[test]
fn tiles_with_a_symmetry_are_minimal_as_sets() {
    for seed in 0..10 {
        let sets = spec(Minimal::Sets, Symmetry::HalfTurn);
        let made = first(("roads", "5x4"), sets, seed, &Budget::default()).unwrap();
        assert_eq!(made.minimal, Minimal::Sets);
        assert!(redundant(&Reduce, &made, &made.sets).is_empty());
    }
}

const LATIN: &str = "grid = [4, 4]\nvalues = \"1..4\"\n\n[[group]]\ntiles = [\"rows\", \"columns\", \
                     \"boxes 2x2\"]\nall_different = true\n\n[givens]\nr1c1 = 2\n";

#[test]
fn puzzles_are_made_of_a_rules_file_and_its_givens_stay() {
    let rules = read(LATIN, Some("rules")).unwrap();
    let maker = maker_of(&*rules, spec(Minimal::Clues, Symmetry::None), false).unwrap();
    let mut seen = BTreeSet::new();
    for seed in 0..8 {
        let made = maker.make(seed, &Budget::default()).unwrap();
        let names = made.puzzle.clue_names();
        assert!(names.contains(&"r1c1 = 2".to_owned()), "{names:?}");
        assert_eq!(made.sets.len() + 1, made.puzzle.givens().len());
        assert!(redundant(&Reduce, &made, &made.sets).is_empty());
        seen.insert(made.puzzle.write("toml").unwrap());
        let again = maker.make(seed, &Budget::default()).unwrap();
        assert_eq!(
            made.puzzle.write("toml").unwrap(),
            again.puzzle.write("toml").unwrap()
        );
    }
    assert!(seen.len() > 1, "each seed has its own");
    let turned = spec(Minimal::No, Symmetry::HalfTurn);
    assert!(maker_of(&*rules, turned, false).is_err());
}

const DOMINOES: &str = include_str!("../../../../corpus/cover/domino4x4.xcc");
const LANGFORD_OF_5: &str = include_str!("../../../../corpus/cover/langford5.xcc");

#[test]
fn puzzles_are_made_of_an_exact_cover_file() {
    let minimal = || spec(Minimal::Clues, Symmetry::None);
    let dominoes = read(DOMINOES, Some("cover")).unwrap();
    let maker = maker_of(&*dominoes, minimal(), false).unwrap();
    for seed in 0..5 {
        let made = maker.make(seed, &Budget::default()).unwrap();
        assert!(redundant(&Reduce, &made, &alone(&made)).is_empty());
        // The written file has one solution by itself.
        let again = read(&made.puzzle.write("xcc").unwrap(), Some("cover")).unwrap();
        let model = again.model(&Budget::default()).unwrap();
        let mut search = Reduce.prepare(&model, &Budget::default()).unwrap();
        assert!(is_unique(&mut *search, &[]));
    }
    let langford = read(LANGFORD_OF_5, Some("cover")).unwrap();
    let maker = maker_of(&*langford, minimal(), false).unwrap();
    let missed = maker.make(1, &Budget::default()).unwrap_err();
    assert_eq!(missed.why, "it has no solution to begin with");
}

fn from(text: &str, format: &str, spec: Spec, seed: u64) -> Result<Made, Missed> {
    let puzzle: Arc<dyn Puzzle> = read(text, Some(format)).unwrap().into();
    let model = puzzle.model(&Budget::default()).unwrap();
    let mut search = Reduce.prepare(&model, &Budget::default()).unwrap();
    let mut found = solutions(&mut *search, &Ask::given(puzzle.givens()).limit(2));
    let all: Vec<Vec<Choice>> = found.by_ref().collect();
    assert_eq!(all.len(), 1);
    let maker = maker_from(puzzle, all[0].clone(), spec).unwrap();
    maker.make(seed, &Budget::default())
}

const FULL: &str =
    "123456789456789123789123456214365897365897214897214365531642978642978531978531642";

#[test]
fn a_full_board_is_thinned() {
    let minimal = spec(Minimal::Clues, Symmetry::None);
    let made = from(FULL, "sudoku:line", minimal, 1).unwrap();
    let line = made.puzzle.write("line").unwrap();
    let is_kept = |(clue, full)| clue == '.' || clue == full;
    assert!(line.trim().chars().zip(FULL.chars()).all(is_kept));
    assert!(redundant(&Reduce, &made, &alone(&made)).is_empty());

    // The result can be thinned no further.
    let again = from(
        &line,
        "sudoku:line",
        spec(Minimal::Clues, Symmetry::None),
        2,
    )
    .unwrap();
    assert_eq!(again.puzzle.write("line").unwrap(), line);

    let thirty = Spec {
        clues: Some(40..=40),
        symmetry: Symmetry::HalfTurn,
        ..Spec::default()
    };
    let made = from(FULL, "sudoku:line", thirty, 1).unwrap();
    assert_eq!(made.puzzle.givens().len(), 40);
}

#[test]
fn shikaku_and_tiles_that_are_given_are_thinned() {
    let minimal = || spec(Minimal::Clues, Symmetry::None);
    let plain = first(("shikaku", "6x6"), Spec::default(), 3, &Budget::default()).unwrap();
    let text = plain.puzzle.write("grid").unwrap();
    let made = from(&text, "shikaku:grid", minimal(), 1).unwrap();
    assert_eq!(made.minimal, Minimal::Clues);
    let model = made.puzzle.model(&Budget::default()).unwrap();
    assert!(model.is_solution(&made.solution), "of its own model");
    assert!(made.puzzle.clue_count() < plain.puzzle.clue_count());
    for (name, thinner) in made.puzzle.thinner() {
        let model = thinner.model(&Budget::default()).unwrap();
        let mut search = Reduce.prepare(&model, &Budget::default()).unwrap();
        assert!(!is_unique(&mut *search, &thinner.givens()), "{name}");
    }
    let plain = first(("roads", "4x4"), Spec::default(), 3, &Budget::default()).unwrap();
    let full = plain.puzzle.fill(&plain.solution).write("letters").unwrap();
    let made = from(&full, "tiles:letters", minimal(), 5).unwrap();
    assert!(redundant(&Reduce, &made, &alone(&made)).is_empty());
    assert_eq!(made.solution, plain.solution);
}

#[test]
fn half_a_usual_board_is_not_given() {
    // With no time a board is filled and never thinned.
    for micros in [0, 100, 300, 1000] {
        let limits = within(Duration::from_micros(micros));
        if let Ok(made) = first(("sudoku", "3,3"), Spec::default(), 1, &limits) {
            assert!(!made.is_cut && made.undecided == 0);
        }
    }
}
