//! Boards on which plain search stalls: `sat` answers, and `auto` through it, on any number of
//! threads the same.

use super::{listed, solver, text};
use tilewright::puzzles::board;
use tilewright::{End, Existence, Solver, read};
use tilewright_testkit::data;

#[test]
fn empty_boards_are_filled() {
    for dims in ["2,2,2", "3,2,1", "4,4", "5,5"] {
        let empty = board("sudoku", dims).unwrap();
        for limit in [1, 3, 20] {
            let auto = listed(&Solver::new().threads(1), &*empty, limit);
            assert_eq!((auto.0.len() as u64, auto.1), (limit, End::Limit), "{dims}");
            let on_threads = listed(&Solver::new().threads(3), &*empty, limit);
            assert_eq!(on_threads, auto, "{dims}");
        }
    }
}

/// `dance` finds nothing on it in any time that a test may take, so these are answers of `sat`.
#[test]
fn auto_turns_to_sat_where_search_stalls() {
    let empty = board("sudoku", "2,2,2").unwrap();
    let (found, end) = listed(&solver("dance", 200_000), &*empty, 1);
    assert_eq!((found.len(), end), (0, End::Nodes));
    let sat = Solver::new().engine("sat").unwrap();
    for limit in [1, 2, 40] {
        let auto = listed(&Solver::new(), &*empty, limit);
        assert_eq!(auto, listed(&sat, &*empty, limit));
    }
    // In a random order `sat` stalls as well, and the board is written down.
    let random = Solver::new().seed(7).first(&*empty).unwrap();
    assert_eq!(
        random,
        Solver::new().seed(7).threads(3).first(&*empty).unwrap()
    );
    let random = random.solution.unwrap();
    let model = Solver::new().model(&*empty).unwrap();
    assert!(model.is_solution(&random));
    assert_ne!(Some(random), Solver::new().first(&*empty).unwrap().solution);
}

/// A SAT solver takes about 500 MB for the empty 36×36 board: it is not even begun with less.
#[test]
fn sat_keeps_to_the_memory_that_it_may_take() {
    let empty = board("sudoku", "6,6").unwrap();
    let sat = Solver::new().engine("sat").unwrap().memory(500 << 20);
    let (found, end) = listed(&sat, &*empty, 1);
    assert_eq!((found.len(), end), (0, End::Memory));
}

/// The budget of an ask is that of all turns together.
#[test]
fn turns_share_a_budget() {
    let empty = board("sudoku", "2,2,2").unwrap();
    for threads in [1, 3] {
        let little = solver("auto", 1_000).threads(threads);
        let (found, end) = listed(&little, &*empty, 2);
        assert_eq!((found.len(), end), (0, End::Nodes));
        let narrow = Solver::new().threads(threads).nodes(30_000);
        let end = narrow.ask(&*empty).map(|mut session| {
            let end = session.first().end;
            assert!(session.stats().nodes <= 30_000, "{:?}", session.stats());
            end
        });
        assert!(matches!(end, Ok(End::Complete | End::Nodes)));
    }
}

#[test]
fn sixteen_by_sixteen_is_unique_for_sat_too() {
    let Some(path) = data("sudoku-large/g16_gecode_janko_55.txt") else {
        return;
    };
    let text = text(&path);
    let puzzles = text.lines().map(|line| read(line, Some("sudoku")).unwrap());
    let mut number = 0;
    let sat = Solver::new().engine("sat").unwrap();
    for puzzle in puzzles {
        number += 1;
        let found = sat.ask(&*puzzle).unwrap().existence();
        let by_dance = Solver::new().engine("dance").unwrap().first(&*puzzle);
        let expected = by_dance.unwrap().solution.unwrap();
        assert_eq!(found, Existence::Unique(expected), "{number}");
    }
    assert_eq!(number, 55);
}
