use super::*;
use crate::{Existence, Solver, board, read};
use tilewright_engines::Budget;
use tilewright_render::Emphasis;

const FOUR: &str = "1 2 . .\n3 . 1 2\n2 1 4 .\n. . . .\n";

fn game(text: &str) -> Game {
    let puzzle = read(text, None).unwrap();
    Game::new(Arc::from(puzzle), &Budget::default()).unwrap()
}

fn solution(game: &Game) -> Vec<Choice> {
    let puzzle = &**game.puzzle();
    let existence = Solver::new()
        .ask(puzzle)
        .map(|mut session| session.existence());
    match existence.unwrap() {
        Existence::Unique(solution) => solution,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_sudoku_is_played_to_the_end() {
    let mut game = game(FOUR);
    assert_eq!(game.places(), Places::Values);
    assert_eq!(game.names(), ["1", "2", "3", "4"]);
    assert_eq!((game.given(0), game.given(2)), (Some(0), None));
    assert!(!game.set(0, Some(1)), "a clue stays");
    assert!(!game.set(2, Some(4)), "there are four values");
    assert!(!game.set(16, Some(0)), "there are 16 cells");
    let solution = solution(&game);
    for (number, &choice) in solution.iter().enumerate() {
        let [spot] = game.puzzle().spots(choice)[..] else {
            panic!("a value stands in one cell");
        };
        let is_last = number + 1 == solution.len();
        if game.given(spot.cell).is_none() {
            assert!(!game.is_complete());
            assert!(game.set(spot.cell, spot.slot));
        }
        assert!(game.conflicts().is_empty());
        assert!(game.mistakes(&solution).cells.is_empty());
        assert_eq!(game.is_right(), is_last);
    }
    assert!(game.is_complete());
    assert_eq!(game.choices(), {
        let mut sorted = solution.clone();
        sorted.sort_unstable();
        sorted
    });
}

#[test]
fn what_contradicts_each_other_is_found_and_what_is_merely_wrong_is_not() {
    let mut game = game(FOUR);
    let solution = solution(&game);
    game.set(2, Some(2));
    assert!(game.conflicts().is_empty());
    assert!(game.mistakes(&solution).cells.is_empty());
    // Fits with its neighbours, but is not in the solution.
    game.set(13, Some(3));
    assert!(game.conflicts().is_empty());
    assert_eq!(Vec::from_iter(game.mistakes(&solution).cells), [13]);
    game.set(12, Some(3));
    assert_eq!(Vec::from_iter(game.conflicts()), [12, 13]);
    assert!(game.complaint(12).unwrap().contains("r4c2 = 4"));
    assert_eq!(game.complaint(0), None);
}

#[test]
fn moves_are_taken_back_and_made_again() {
    let mut game = game(FOUR);
    assert!(!game.undo() && !game.redo());
    game.set(2, Some(2));
    game.note(3, 0);
    game.note(3, 3);
    game.note(3, 0);
    assert_eq!(Vec::from_iter(game.play().notes[&3].clone()), [3]);
    assert!(!game.set(2, Some(2)), "no change is not a move");
    for _ in 0..4 {
        assert!(game.undo());
    }
    assert_eq!(*game.play(), Play::default());
    assert!(!game.undo());
    for _ in 0..4 {
        assert!(game.redo());
    }
    assert_eq!(game.value(2), Some(2));
    assert!(!game.note(2, 1), "a cell with a value takes no notes");
    game.undo();
    game.set(5, Some(3));
    assert!(!game.redo(), "another move was made");
}

#[test]
fn a_shikaku_takes_boxes() {
    let mut game = game("3 2\n0 0 4\n? 0 0\n");
    assert_eq!(game.places(), Places::Boxes);
    assert!(!game.set(0, Some(0)) && !game.add_box(vec![6]) && !game.add_box(vec![]));
    assert!(game.add_box(vec![5, 1, 2, 4]));
    assert!(game.conflicts().is_empty() && !game.is_complete());
    // Two clues in one box: drawn and wrong.
    assert!(game.add_box(vec![0, 1, 2, 3, 4, 5]));
    assert_eq!(
        game.play().boxes.len(),
        1,
        "it takes the place of the other"
    );
    assert_eq!(game.conflicts().len(), 6);
    assert!(game.is_complete() && !game.is_right());
    assert!(game.complaint(0).is_some());
    game.undo();
    assert!(game.add_box(vec![0, 3]));
    assert!(game.is_complete() && game.is_right());
    let solution = solution(&game);
    assert!(game.mistakes(&solution).cells.is_empty());
    assert!(game.remove_box(3) && !game.remove_box(3));
    assert!(game.add_box(vec![0]));
    assert_eq!(Vec::from_iter(game.mistakes(&solution).cells), [0]);
    game.clear();
    assert!(game.enter(&solution) && game.is_right());
}

#[test]
fn boxes_that_share_a_clue_clash_by_the_rules() {
    let mut game = game("2 2\n2 0\n0 2\n");
    let play = Play {
        boxes: vec![vec![1, 0], vec![1, 3], vec![9], vec![]],
        ..Play::default()
    };
    game.set_play(play);
    assert_eq!(game.play().boxes, [vec![0, 1], vec![1, 3]]);
    assert_eq!(Vec::from_iter(game.conflicts()), [0, 1, 3]);
}

#[test]
fn tiles_that_do_not_join_clash() {
    let puzzle = board("roads", "2x2").unwrap();
    let mut game = Game::new(Arc::from(puzzle), &Budget::default()).unwrap();
    assert_eq!(game.places(), Places::Values);
    let mut clashes = 0;
    for one in 0..game.names().len() {
        for other in 0..game.names().len() {
            game.clear();
            game.set(0, Some(one));
            game.set(1, Some(other));
            let choices = game.choices();
            let all_are_choices = choices.len() == 2;
            let clash = !all_are_choices || game.model().clash(&choices).is_some();
            assert_eq!(clash, !game.conflicts().is_empty());
            clashes += usize::from(clash);
            assert_eq!(game.picture().cell_count(), 4);
        }
    }
    assert!(clashes > 0);
}

#[test]
fn a_play_from_elsewhere_is_cut_to_the_board() {
    let mut game = game(FOUR);
    let play = Play {
        values: BTreeMap::from([(0, 1), (2, 2), (3, 9), (99, 0)]),
        notes: BTreeMap::from([(3, BTreeSet::from([0, 9])), (5, BTreeSet::from([4]))]),
        boxes: vec![vec![0, 1]],
        struck: BTreeSet::from([Choice(u32::MAX)]),
    };
    game.set_play(play);
    let kept = Play {
        values: BTreeMap::from([(2, 2)]),
        notes: BTreeMap::from([(3, BTreeSet::from([0]))]),
        ..Play::default()
    };
    assert_eq!(*game.play(), kept);
}

#[test]
fn answers_go_when_a_game_starts() {
    let puzzle = read(FOUR, None).unwrap();
    let answer = Solver::new().first(&*puzzle).unwrap().solution.unwrap();
    let game = Game::new(Arc::from(puzzle.fill(&answer)), &Budget::default()).unwrap();
    assert_eq!(game.picture(), puzzle.picture());
    let shikaku = read("3 2\n0 0 4\n? 0 0\n", None).unwrap();
    let answer = Solver::new().first(&*shikaku).unwrap().solution.unwrap();
    let game = Game::new(Arc::from(shikaku.fill(&answer)), &Budget::default()).unwrap();
    assert!(game.choices().is_empty());
}

#[test]
fn advice_leads_to_the_end() {
    let mut game =
        game("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
    let mut session = Solver::new().ask(&**game.puzzle()).unwrap();
    let mut steps = 0;
    while let Some(advice) = session.advise(&game).unwrap() {
        assert!(
            game.apply(&advice.hint.step),
            "each hint says something new"
        );
        let cells = advice
            .picture
            .grids()
            .flat_map(tilewright_render::Grid::cells);
        let marks = cells.flat_map(|cell| &cell.marks);
        assert!(
            marks
                .filter(|mark| mark.emphasis == Emphasis::Picked)
                .count()
                <= 1
        );
        steps += 1;
        assert!(steps < 500);
    }
    assert!(game.is_right());
}

#[test]
fn what_was_struck_out_is_not_said_again() {
    // A puzzle that needs more than singles.
    let mut game =
        game("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......");
    let mut session = Solver::new().ask(&**game.puzzle()).unwrap();
    let mut last = None;
    for _ in 0..12 {
        let Some(advice) = session.advise(&game).unwrap() else {
            break;
        };
        assert_ne!(last.as_ref(), Some(&advice.hint.step));
        assert!(game.apply(&advice.hint.step));
        last = Some(advice.hint.step);
    }
    assert!(!game.play().struck.is_empty());
}

#[test]
fn what_rests_on_an_entry_goes_with_it_unless_there_is_one_solution() {
    // With the 3 in the corner a 4 is ruled out that another solution has.
    let mut game = game("1 2 . .\n. . 1 2\n2 1 . .\n. . 2 1\n");
    game.set(2, Some(2));
    let gone = game.choice_of(11, 2).unwrap();
    let step = |removed: Vec<Choice>| Step {
        reason: tilewright_logic::Reason::Excluded {
            item: tilewright_model::Item(0),
        },
        premises: Vec::new(),
        picked: Vec::new(),
        removed,
    };
    assert!(game.apply(&step(vec![gone])));
    game.note(3, 3);
    assert_eq!(game.play().struck.len(), 1, "nothing was taken back");
    game.set(2, None);
    assert!(game.play().struck.is_empty());
    game.undo();
    assert_eq!(game.play().struck.len(), 1);
    game.hold_strikes();
    game.set(2, None);
    assert_eq!(game.play().struck.len(), 1);
    game.clear();
    assert!(game.play().struck.is_empty());
}

#[test]
fn notes_are_drawn_in_empty_cells_alone() {
    let mut game = game(FOUR);
    game.note(2, 2);
    game.note(2, 3);
    game.note(3, 3);
    game.set(3, Some(3));
    let picture = game.picture();
    let grid = picture.grids().next().unwrap();
    let texts: Vec<&str> = grid.cells()[2]
        .marks
        .iter()
        .map(|m| m.text.as_str())
        .collect();
    assert_eq!(texts, ["3", "4"]);
    assert!(grid.cells()[3].marks.is_empty());
    assert_eq!(grid.cells()[3].lines, ["4"]);
    let wrong = game.picture_with(game.conflicts(), Emphasis::Wrong);
    assert_eq!(wrong, picture);
}
