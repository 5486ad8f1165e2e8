//! Answers about whole puzzles: verdicts, counts, lists, steps, puzzles that are made, games that are
//! played. Each is compared with the list of all solutions.

use crate::boards::{board_seeds, classic, nine_board};
use crate::models::{assert_sound, listed};
use crate::with_bytes;
use arbitrary::{Result, Unstructured};
use std::ops::ControlFlow;
use std::sync::Arc;
use tilewright::engines::dance::Sorted;
use tilewright::engines::{Ask, Engine, solutions};
use tilewright::generate::{Budget, Minimal, Spec, Symmetry, maker};
use tilewright::list::Piece;
use tilewright::logic::{Level, Logic, Settings};
use tilewright::model::Choice;
use tilewright::play::Game;
use tilewright::puzzles::sudoku::Sudoku;
use tilewright::sample::Fairness;
use tilewright::{Existence, Puzzle, Solver, board, read};
use tilewright_testkit::sudoku::givens;

targets! {
    /// Sudoku boards: no step removes a true candidate, what is solved is the only solution
    logic_boards: |data| with_bytes(data, logic_boards), board_seeds, longest 200, smoke 100;
    /// check, count and possible of small boards against listing all solutions
    verdicts: |data| with_bytes(data, verdicts), board_seeds, longest 200, smoke 300;
    /// pieces of sorted lists, and random solutions, of small boards against listing all solutions
    lists: |data| with_bytes(data, lists), board_seeds, longest 200, smoke 300;
    /// generated puzzles: one solution, made to order, the same for the same seed
    generated: |data| with_bytes(data, generated), board_seeds, longest 64, smoke 100;
    /// moves of a player: undone they leave no trace, and advice is always right
    games: |data| with_bytes(data, games), board_seeds, longest 200, smoke 200;
}

/// A small Sudoku of some shape, with some clues that may contradict each other.
fn small_sudoku(bytes: &mut Unstructured<'_>) -> Result<Sudoku> {
    let dims: &[usize] = bytes.choose(&[
        &[2, 2][..],
        &[3, 2],
        &[2, 1, 1],
        &[4, 1],
        &[2, 2, 1],
        &[5, 1],
    ])?;
    let mut sudoku = Sudoku::empty(dims).expect("a small board");
    let (cells, side) = (sudoku.shape().cells(), sudoku.shape().side());
    // Of a solution mostly, so that there is one.
    let seed = bytes.arbitrary::<u16>()?;
    let solver = Solver::new().seed(seed.into()).nodes(2_000);
    let full = solver.first(&sudoku).ok();
    let full = full.and_then(|answer| answer.solution);
    for _ in 0..bytes.int_in_range(0..=cells)? {
        let cell = bytes.int_in_range(0..=cells - 1)?;
        let value = bytes.int_in_range(0..=side as u16 + 40)?;
        let value = match &full {
            _ if (1..=side as u16).contains(&value) => value,
            Some(full) => full
                .iter()
                .find(|choice| choice.index() / side == cell)
                .map_or(0, |choice| (choice.index() % side) as u16 + 1),
            None => 0,
        };
        sudoku.set(cell, (value > 0).then_some(value));
    }
    Ok(sudoku)
}

fn logic_boards(bytes: &mut Unstructured<'_>) -> Result<()> {
    let (model, given) = if bytes.ratio(1u8, 2u8)? {
        (classic(), givens(&nine_board(bytes)?))
    } else {
        let sudoku = small_sudoku(bytes)?;
        (
            sudoku.model(&Budget::default()).expect("a small board"),
            sudoku.givens(),
        )
    };
    let Some(all) = listed(&model, &Ask::given(given.clone()), 200) else {
        return Ok(());
    };
    let logic = Logic::new(&model, &Budget::default()).unwrap();
    let start = logic.board(&given);
    let nested = Settings {
        hardest: Level::Nested,
        unique: all.len() == 1,
    };
    assert_sound(&start, &Settings::default(), &all);
    assert_sound(&start, &nested, &all);
    Ok(())
}

fn verdicts(bytes: &mut Unstructured<'_>) -> Result<()> {
    let sudoku = small_sudoku(bytes)?;
    let model = sudoku.model(&Budget::default()).expect("a small board");
    let Some(all) = listed(&model, &Ask::given(sudoku.givens()), 3_000) else {
        return Ok(());
    };
    let solver = Solver::new().memory(1 << 24).nodes(100_000);
    let counted = solver.count(&sudoku).expect("a small board");
    if counted.is_exact() {
        assert_eq!(counted.number, all.len().into(), "{sudoku}");
    }
    let verdict = solver.check(&sudoku).expect("a small board");
    match &verdict.solutions {
        Existence::Unique(solution) => assert_eq!(&all[..], std::slice::from_ref(solution)),
        Existence::Several(one, other) => {
            assert!(one != other && all.contains(one) && all.contains(other));
        }
        Existence::None => assert!(all.is_empty(), "{sudoku}"),
        Existence::Unknown { .. } => {}
    }
    assert!(
        verdict.contradiction.is_none() || all.is_empty(),
        "{sudoku}"
    );
    let possible = solver.ask(&sudoku).expect("a small board").possible();
    if possible.is_exact() {
        let mut truth: Vec<Choice> = all.concat();
        truth.sort_unstable();
        truth.dedup();
        assert_eq!(possible.choices, truth, "{sudoku}");
    }
    Ok(())
}

fn lists(bytes: &mut Unstructured<'_>) -> Result<()> {
    let sudoku = small_sudoku(bytes)?;
    let model = sudoku.model(&Budget::default()).expect("a small board");
    let given = sudoku.givens();
    let Some(all) = listed(&model, &Ask::given(given.clone()), 3_000) else {
        return Ok(());
    };
    let mut search = Sorted
        .prepare(&model, &Budget::default())
        .expect("a small model");
    let expected: Vec<_> = solutions(&mut *search, &Ask::given(given)).collect();
    assert_eq!(expected.len(), all.len());
    let from = bytes.int_in_range(0..=all.len() + 1)?;
    let limit = bytes.int_in_range(0..=20)?;
    let piece = Piece {
        from: from.into(),
        limit: (limit > 0).then_some(limit),
    };
    let solver = Solver::new().memory(1 << 24).nodes(1_000_000);
    let mut text = Vec::new();
    let write = |solution: &[Choice], out: &mut Vec<u8>| out.extend(line(solution).bytes());
    let done = solver.list(&sudoku, &piece, &write, |lines| {
        text.extend_from_slice(lines.text);
        ControlFlow::Continue(())
    });
    let done = done.expect("a small board");
    let end = piece
        .limit
        .map_or(all.len(), |limit| all.len().min(from + limit as usize));
    let piece = expected.get(from.min(end)..end).unwrap_or_default();
    let told: String = piece.iter().map(|solution| line(solution)).collect();
    assert_eq!(String::from_utf8_lossy(&text), told, "{sudoku} from {from}");
    assert_eq!(done.lines as usize, piece.len());
    let sampled = solver
        .seed(from as u64)
        .sample(&sudoku, 5, Fairness::IfCountable, |solution| {
            assert!(all.iter().any(|one| one == solution), "{sudoku}");
            ControlFlow::Continue(())
        });
    let sampled = sampled.expect("a small board");
    assert_eq!(sampled.found > 0, !all.is_empty());
    assert!(sampled.of.is_none_or(|of| of == all.len().into()));
    Ok(())
}

fn line(solution: &[Choice]) -> String {
    format!("{solution:?}\n")
}

fn generated(bytes: &mut Unstructured<'_>) -> Result<()> {
    let (kind, size) = *bytes.choose(&[
        ("sudoku", "2,2"),
        ("sudoku", "3,2"),
        ("sudoku", "2,1,1"),
        ("sudoku", "3,3"),
        ("shikaku", "4x4"),
        ("shikaku", "3x7"),
        ("roads", "3x3"),
        ("loops", "4x3"),
    ])?;
    let symmetries = [
        Symmetry::None,
        Symmetry::HalfTurn,
        Symmetry::QuarterTurn,
        Symmetry::Diagonal,
        Symmetry::Mirror,
        Symmetry::Full,
    ];
    let spec = Spec {
        minimal: *bytes.choose(&[Minimal::No, Minimal::Sets, Minimal::Clues])?,
        symmetry: *bytes.choose(&symmetries)?,
        clues: match bytes.arbitrary::<u8>()? {
            0..64 => Some(bytes.int_in_range(0..=20)?..=bytes.int_in_range(0..=90)?),
            _ => None,
        },
        largest_area: match bytes.arbitrary::<u8>()? {
            0..32 => Some(bytes.int_in_range(0..=9)?),
            _ => None,
        },
        ones: match bytes.arbitrary::<u8>()? {
            0..16 => Some(f64::from(bytes.arbitrary::<i8>()?) / 60.0),
            16..20 => Some(f64::NAN),
            _ => None,
        },
        ..Spec::default()
    };
    let seed = bytes.arbitrary::<u64>()?;
    let Ok(maker) = maker(kind, size, spec.clone(), false) else {
        return Ok(());
    };
    let limits = Budget::default().nodes(bytes.int_in_range(0..=3)?);
    let made = maker.make(seed, &limits);
    let again = maker.make_many(&[seed ^ 1, seed], &limits).pop();
    let text = |puzzle: &dyn Puzzle| puzzle.plain();
    match (made, again.expect("one for each seed")) {
        (Ok(made), Ok(again)) => {
            assert_eq!(text(&*made.puzzle), text(&*again.puzzle));
            assert_made(&*made.puzzle, &made.solution, &spec);
        }
        (Err(missed), Err(again)) => {
            assert_eq!(missed.why, again.why);
            if let Some(nearest) = missed.nearest {
                assert_unique(&*nearest.puzzle, &nearest.solution);
            }
        }
        (one, other) => panic!("{one:?} and {other:?} of the same seed"),
    }
    Ok(())
}

fn assert_unique(puzzle: &dyn Puzzle, solution: &[Choice]) {
    let model = puzzle.model(&Budget::default()).expect("a small board");
    let all = listed(&model, &Ask::given(puzzle.givens()), 1);
    let all = all.unwrap_or_else(|| panic!("several solutions:\n{}", puzzle.plain()));
    assert_eq!(all, [solution], "\n{}", puzzle.plain());
}

fn assert_made(puzzle: &dyn Puzzle, solution: &[Choice], spec: &Spec) {
    assert_unique(puzzle, solution);
    // With a symmetry, minimal means that no clue can go with its mirror images, unless each clue was
    // asked for by itself.
    let is_alone = spec.symmetry == Symmetry::None || spec.minimal == Minimal::Clues;
    if spec.minimal.is_asked() && is_alone {
        for (name, thinner) in puzzle.thinner() {
            let model = thinner.model(&Budget::default()).expect("a small board");
            let all = listed(&model, &Ask::given(thinner.givens()), 1);
            assert!(all.is_none_or(|all| all.len() > 1), "{name} can go");
        }
    }
    if puzzle.family().name != "sudoku" {
        return;
    }
    let givens = puzzle.givens();
    if let Some(clues) = &spec.clues {
        assert!(clues.contains(&givens.len()), "{} clues", givens.len());
    }
}

fn games(bytes: &mut Unstructured<'_>) -> Result<()> {
    let puzzle: Box<dyn Puzzle> = match bytes.arbitrary::<u8>()? & 3 {
        0 => board("roads", "2x3").expect("a small board"),
        1 => read("3 2\n0 0 4\n? 0 0\n", Some("shikaku:grid")).expect("a small puzzle"),
        _ => Box::new(small_sudoku(bytes)?),
    };
    let mut game = Game::new(Arc::from(puzzle), &Budget::default()).expect("a small board");
    let start = game.play().clone();
    let cells = game.cell_count() + 2;
    let mut done = 0;
    for _ in 0..bytes.int_in_range(0..=30)? {
        let before = game.play().clone();
        let (cell, slot) = (bytes.int_in_range(0..=cells)?, bytes.int_in_range(0..=9)?);
        let is_changed = match bytes.arbitrary::<u8>()? % 8 {
            0..3 => game.set(cell, (slot > 0).then_some(slot)),
            3 => game.note(cell, slot),
            4 => game.clear_notes(cell),
            5 => game.add_box((0..slot).map(|step| cell + step).collect()),
            6 => game.remove_box(cell),
            _ => game.clear(),
        };
        assert_eq!(is_changed, *game.play() != before);
        if is_changed {
            let after = game.play().clone();
            assert!(game.undo());
            assert_eq!(*game.play(), before);
            assert!(game.redo());
            assert_eq!(*game.play(), after);
            done += 1;
        }
        assert!(
            game.choices()
                .iter()
                .all(|c| c.index() < game.model().choice_count())
        );
    }
    if game.is_complete() && game.is_right() {
        assert_eq!(game.model().fault(&game.choices()), None);
    }
    for _ in 0..done {
        assert!(game.undo());
    }
    assert!(!game.undo());
    assert_eq!(*game.play(), start);
    Ok(())
}
