//! Steps in words: each technique on a board that is made for it.

use tilewright_logic::{Board, Budget, Level, Logic};
use tilewright_model::Choice;
use tilewright_puzzles::sudoku::Sudoku;
use tilewright_puzzles::{Drawn, Puzzle, Telling, read};

/// All steps of a level on a board, in words.
fn steps(puzzle: &dyn Puzzle, board: &Board, level: Level) -> Vec<Telling> {
    let found = board.steps(level, &Budget::default()).unwrap();
    found.iter().map(|step| puzzle.tell(step, board)).collect()
}

/// Keeps a value where that is true.
type Restrict<'r> = dyn FnMut(u32, &dyn Fn(u32, u32) -> bool) + 'r;

/// The steps on an empty board after `restrict`, which gets a function that keeps a value of some
/// cells (rows, columns and values from 1) in some of them only.
fn on_empty(level: Level, restrict: impl Fn(&mut Restrict<'_>)) -> Vec<Telling> {
    let sudoku = Sudoku::empty(&[3, 3]).unwrap();
    let model = sudoku.model(&Budget::default()).unwrap();
    let logic = Logic::new(&model, &Budget::default()).unwrap();
    let mut board = logic.board(&[]);
    restrict(&mut |value, keep| {
        for row in 1..=9 {
            for column in 1..=9 {
                if !keep(row, column) {
                    board.remove(Choice(((row - 1) * 9 + column - 1) * 9 + value - 1));
                }
            }
        }
    });
    steps(&sudoku, &board, level)
}

/// The one that is called so.
#[track_caller]
fn named<'t>(told: &'t [Telling], name: &str) -> &'t Telling {
    let names: Vec<&str> = told.iter().map(|telling| telling.name.as_str()).collect();
    let found = told.iter().find(|telling| telling.name == name);
    found.unwrap_or_else(|| panic!("no {name} among {names:?}"))
}

/// Two values only, in those cells.
fn pair_at(cells: &[(u32, u32)], pair: [u32; 2]) -> impl Fn(&mut Restrict<'_>) {
    move |restrict| {
        for value in (1..=9).filter(|value| !pair.contains(value)) {
            restrict(value, &|row, column| !cells.contains(&(row, column)));
        }
    }
}

#[test]
fn singles_are_told() {
    let sudoku: Sudoku =
        "12345678........................................................................."
            .parse()
            .unwrap();
    let model = sudoku.model(&Budget::default()).unwrap();
    let logic = Logic::new(&model, &Budget::default()).unwrap();
    let board = logic.board(&sudoku.givens());
    let told = steps(&sudoku, &board, Level::Single);
    let house = named(&told, "full house");
    assert_eq!(house.because, "r1c9 is the last empty cell of row 1");
    assert_eq!(house.therefore, "r1c9 = 9");
    let told = on_empty(Level::Single, |restrict| {
        restrict(4, &|row, column| row != 3 || column == 5);
    });
    let hidden = named(&told, "hidden single");
    assert_eq!(hidden.place, "row 3");
    assert_eq!(hidden.because, "in row 3 the 4 fits at r3c5 alone");
    let told = on_empty(Level::Single, |restrict| {
        for value in 2..=9 {
            restrict(value, &|row, column| (row, column) != (2, 2));
        }
    });
    assert_eq!(named(&told, "naked single").therefore, "r2c2 = 1");
}

#[test]
fn locked_candidates_are_told() {
    let pointing = on_empty(Level::Excluded, |restrict| {
        restrict(5, &|row, column| row > 3 || column > 3 || row == 2);
    });
    let pointing = named(&pointing, "locked candidates (pointing)");
    assert_eq!(pointing.because, "in box 1 the 5 fits in row 2 alone");
    assert_eq!(pointing.therefore, "r2c456789 ≠ 5");
    let claiming = on_empty(Level::Excluded, |restrict| {
        restrict(5, &|row, column| row != 2 || column <= 3);
    });
    let claiming = named(&claiming, "locked candidates (claiming)");
    assert_eq!(claiming.therefore, "r13c123 ≠ 5");
}

#[test]
fn sets_are_told() {
    let naked = on_empty(Level::Sets(2), pair_at(&[(4, 1), (4, 9)], [2, 7]));
    let naked = named(&naked, "naked pair");
    assert_eq!(naked.because, "in row 4 r4c19 can take 2 and 7 alone");
    assert_eq!(naked.therefore, "r4c2345678 ≠ 2; r4c2345678 ≠ 7");
    let hidden = on_empty(Level::Sets(3), |restrict| {
        for value in [1, 5, 9] {
            restrict(value, &|row, column| {
                column != 4 || [2, 5, 8].contains(&row)
            });
        }
    });
    let hidden = named(&hidden, "hidden triple");
    assert_eq!(hidden.because, "in column 4 1, 5 and 9 fit in r258c4 alone");
}

#[test]
fn fish_are_told() {
    let told = on_empty(Level::Sets(2), |restrict| {
        restrict(3, &|row, column| {
            ![2, 6].contains(&row) || [1, 7].contains(&column)
        });
    });
    let wing = named(&told, "X-wing");
    assert_eq!(wing.place, "the 3 in rows 2 and 6");
    assert_eq!(
        wing.because,
        "in rows 2 and 6 the 3 fits in columns 1 and 7 alone"
    );
    assert_eq!(wing.therefore, "r1345789c17 ≠ 3");
    let told = on_empty(Level::Sets(3), |restrict| {
        restrict(3, &|row, column| {
            ![1, 4, 7].contains(&column) || [2, 5, 8].contains(&row)
        });
    });
    named(&told, "swordfish");
    let told = on_empty(Level::Finned(2), |restrict| {
        restrict(3, &|row, column| match row {
            2 => [1, 7].contains(&column),
            6 => [1, 7, 8].contains(&column),
            _ => true,
        });
    });
    let finned = named(&told, "finned X-wing");
    assert_eq!(finned.therefore, "r45c7 ≠ 3");
    let told = on_empty(Level::Finned(2), |restrict| {
        restrict(3, &|row, column| match row {
            2 => [1, 7].contains(&column),
            6 => [1, 8].contains(&column),
            _ => true,
        });
    });
    named(&told, "sashimi X-wing");
}

#[test]
fn chains_are_told() {
    let told = on_empty(Level::Chain, |restrict| {
        restrict(3, &|row, column| match row {
            2 => [1, 7].contains(&column),
            6 => [1, 9].contains(&column),
            _ => true,
        });
    });
    named(&told, "skyscraper");
    let told = on_empty(Level::Chain, |restrict| {
        restrict(3, &|row, column| {
            let is_in_row = row != 2 || [1, 7].contains(&column);
            let is_in_column = column != 2 || [3, 8].contains(&row);
            is_in_row && is_in_column
        });
    });
    let kite = named(&told, "two-string kite");
    assert_eq!(kite.therefore, "r8c7 ≠ 3");
    assert!(
        kite.because.starts_with("r2c7 = 3 or r8c2 = 3 holds: "),
        "{}",
        kite.because
    );
    let told = on_empty(Level::Chain, |restrict| {
        pair_at(&[(1, 1)], [1, 2])(restrict);
        pair_at(&[(1, 5)], [1, 3])(restrict);
        pair_at(&[(5, 1)], [2, 3])(restrict);
    });
    assert_eq!(named(&told, "XY-wing").therefore, "r5c5 ≠ 3");
    let told = on_empty(Level::Chain, |restrict| {
        pair_at(&[(1, 1), (9, 5)], [1, 2])(restrict);
        restrict(1, &|row, column| row != 5 || [1, 5].contains(&column));
    });
    assert_eq!(named(&told, "W-wing").therefore, "r1c5 and r9c1 ≠ 2");
    let told = on_empty(
        Level::Chain,
        pair_at(&[(1, 1), (1, 4), (6, 4), (6, 9)], [1, 2]),
    );
    named(&told, "remote pair");
}

#[test]
fn grouped_links_are_told() {
    let told = on_empty(Level::Grouped, |restrict| {
        restrict(3, &|row, column| {
            let is_in_box = row > 3 || column > 3 || row == 2 || column == 2;
            let is_in_line = column != 8 || [2, 7].contains(&row);
            is_in_box && is_in_line
        });
    });
    assert_eq!(named(&told, "empty rectangle").therefore, "r7c2 ≠ 3");
}

#[test]
fn more_dimensions_have_the_same_words() {
    let cube = Sudoku::empty(&[2, 2, 1]).unwrap();
    let model = cube.model(&Budget::default()).unwrap();
    let logic = Logic::new(&model, &Budget::default()).unwrap();
    let mut board = logic.board(&[]);
    // The 1 of two lines along the first axis is in two lines along the third alone.
    for choice in model.choices() {
        let (cell, value) = (choice.index() / 4, choice.index() % 4);
        let (x, y, z) = (cell % 4, cell / 4 % 4, cell / 16);
        if value == 0 && y == 1 && [0, 2].contains(&z) && ![1, 3].contains(&x) {
            board.remove(choice);
        }
    }
    let told = steps(&cube, &board, Level::Sets(2));
    let wing = named(&told, "X-wing");
    assert_eq!(
        wing.because,
        "in the line along axis 1 through (1,2,1) and the line along axis 1 through (1,2,3) the 1 \
         fits in the line along axis 3 through (2,2,1) and the line along axis 3 through (4,2,1) \
         alone"
    );
    assert_eq!(wing.therefore, "(2,2,2), (4,2,2), (2,2,4) and (4,2,4) ≠ 1");
}

#[test]
fn shikaku_has_its_own_words() {
    let puzzle = read("3 2\n0 0 4\n2 0 0\n", None).unwrap();
    let model = puzzle.model(&Budget::default()).unwrap();
    let logic = Logic::new(&model, &Budget::default()).unwrap();
    let board = logic.board(&[]);
    let told = steps(&*puzzle, &board, Level::Single);
    let only = named(&told, "only rectangle left");
    assert_eq!(only.because, "the 4 at r1c3 has one rectangle left");
    assert_eq!(only.therefore, "the 4 at r1c3 covers r1c2–r2c3");
    let told = explained(&*corpus("shikaku/5x5-1.txt"));
    let covered = named(&told, "every rectangle of this clue covers this cell");
    assert_eq!(
        covered.because,
        "every rectangle of the 8 at r1c3 covers r1c2"
    );
    let reached = named(&told, "only clue that reaches this cell");
    assert!(
        reached.because.contains(" is reached by the "),
        "{}",
        reached.because
    );
}

#[test]
fn other_puzzles_are_told_in_plain_words() {
    let told = explained(&*corpus("rules/jigsaw-5x5.toml"));
    assert_eq!(told[0].name, "only choice left");
    assert_eq!(
        told[0].because,
        format!("{} has one choice left", told[0].place)
    );
    let told = explained(&*corpus("rules/zebra.toml"));
    assert!(
        told.iter()
            .any(|telling| telling.name != "only choice left")
    );
}

fn corpus(name: &str) -> Box<dyn Puzzle> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/");
    let text = std::fs::read_to_string(format!("{folder}{name}")).unwrap();
    read(&text, None).unwrap()
}

/// Every step of a puzzle.
fn explained(puzzle: &dyn Puzzle) -> Vec<Telling> {
    let model = puzzle.model(&Budget::default()).unwrap();
    let logic = Logic::new(&model, &Budget::default()).unwrap();
    let mut board = logic.board(&puzzle.givens());
    let mut told = Vec::new();
    for round in board.explain(&Budget::default()).rounds {
        let before = board.clone();
        for step in &round.steps {
            told.push(puzzle.tell(step, &before));
            board.apply(step);
        }
    }
    told
}

#[test]
fn pencil_marks_are_drawn() {
    use tilewright_render::text::Text;
    let sudoku: Sudoku = "12..34..........".parse().unwrap();
    let model = sudoku.model(&Budget::default()).unwrap();
    let logic = Logic::new(&model, &Budget::default()).unwrap();
    let board = logic.board(&sudoku.givens());
    assert_eq!(
        Text::default().draw(&sudoku.pencil_marks(&board).unwrap()),
        "┌───────────┬───────────┐\n│    1    2 │   34   34 │\n│    3    4 │   12   12 │\n\
         ├───────────┼───────────┤\n│   24   13 │ 1234 1234 │\n│   24   13 │ 1234 1234 │\n\
         └───────────┴───────────┘\n"
    );
}
