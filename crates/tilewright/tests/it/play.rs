//! Candidates and a player's entries, against all solutions.

use std::collections::BTreeSet;
use std::sync::Arc;
use tilewright::play::{Game, Standing};
use tilewright::{Choice, End, Solver, read};

/// Puzzles with none, one and several solutions, of each family.
fn puzzles() -> Vec<&'static str> {
    vec![
        "12..34..........",
        "1...............",
        "11..............",
        "12..34..21434321",
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "3 2\n0 0 4\n? 0 0\n",
        "4 3\n? 0 0 2\n0 0 ? 0\n0 ? 0 0\n",
        "_ _ _\n_ E _\n_ _ _\n",
        include_str!("../../../../corpus/rules/australia.toml"),
        include_str!("../../../../corpus/rules/dominoes-4x4.toml"),
        include_str!("../../../../corpus/cover/langford4.xcc"),
        include_str!("../../../../corpus/cover/queens4.xcc"),
    ]
}

#[test]
fn what_is_possible_is_what_solutions_have() {
    for text in puzzles() {
        let puzzle = read(text, None).unwrap();
        Solver::new()
            .ask(&*puzzle)
            .map(|mut session| {
                let all: BTreeSet<Choice> = session.solutions().flatten().collect();
                let possible = session.possible();
                assert_eq!(possible.end, End::Complete, "{text}");
                assert_eq!(possible.choices, Vec::from_iter(all), "{text}");
            })
            .unwrap();
    }
}

#[test]
fn what_was_stopped_is_possible_as_far_as_it_is_known() {
    let puzzle = read("1...............", None).unwrap();
    let all = Solver::new()
        .ask(&*puzzle)
        .map(|mut session| session.possible())
        .unwrap();
    for nodes in 0..60 {
        let some = Solver::new()
            .nodes(nodes)
            .ask(&*puzzle)
            .map(|mut session| session.possible())
            .unwrap();
        assert!(
            some.choices
                .iter()
                .all(|choice| all.choices.contains(choice))
        );
        if some.is_exact() {
            assert_eq!(some, all);
        } else {
            assert_eq!(some.end, End::Nodes);
        }
    }
    assert!(all.is_exact());
}

#[test]
fn entries_are_judged_by_the_only_solution() {
    let mut judged = 0;
    for text in puzzles() {
        let puzzle = read(text, None).unwrap();
        let mut session = Solver::new().ask(&*puzzle).unwrap();
        let all: Vec<Vec<Choice>> = session.limit(2).solutions().collect();
        let existence = session.existence();
        let mut game = Game::of(Arc::clone(session.puzzle()), session.model().clone());
        for entry in session.model().choices() {
            game.clear();
            if !game.enter(&[entry]) {
                continue;
            }
            if let [one] = &all[..] {
                let number = usize::from(!one.contains(&entry));
                assert_eq!(game.wrong(&existence).number, number);
                judged += 1;
            }
        }
        for solution in &all {
            game.clear();
            if game.enter(solution) {
                assert!(game.is_complete() && game.is_right());
                assert!(game.conflicts().is_empty());
            }
        }
    }
    assert!(judged > 100);
}

#[test]
fn a_hint_from_entries_says_something_new_and_true() {
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let puzzle = read(line, None).unwrap();
    Solver::new()
        .ask(&*puzzle)
        .map(|mut session| {
            let solution = session.first().solution.unwrap();
            let mut entries = Vec::new();
            while let Some(hint) = session.hint_from(Standing::of(&entries)).unwrap() {
                let picked = hint.step.picked;
                assert!(picked.iter().all(|choice| solution.contains(choice)));
                assert!(picked.iter().all(|choice| !entries.contains(choice)));
                assert!(!picked.is_empty(), "this one needs singles alone");
                entries.extend(picked);
            }
            entries.extend(puzzle.givens());
            entries.sort_unstable();
            assert!(session.model().is_solution(&entries));
        })
        .unwrap();
}
