//! Lines that follow from whole groups change no answer: Killer Sudokus, each with all its solutions.

use tilewright_engines::{
    Ask, Budget, Count, End, Engine, Random, engine, reduce::Reduce, solutions,
};
use tilewright_model::{Choice, Model};
use tilewright_testkit::killer::{killer, random_cages};

/// The solutions, sorted, and the nodes.
fn all(engine: &dyn Engine, model: &Model, ask: &Ask) -> (Vec<Vec<Choice>>, u64) {
    let mut search = engine.prepare(model, &Budget::default()).unwrap();
    let mut found = solutions(&mut *search, ask);
    let mut listed: Vec<_> = found.by_ref().collect();
    assert!(matches!(found.end(), Some(End::Complete | End::Limit)));
    drop(found);
    listed.sort_unstable();
    (listed, search.stats().nodes)
}

/// Some full board.
fn board(tall: u32, wide: u32, seed: u64) -> Vec<u32> {
    let side = tall * wide;
    let empty = killer(tall, wide, &[]).unwrap();
    let (found, _) = all(&Reduce, &empty, &Ask::default().limit(1).seed(seed));
    found[0].iter().map(|choice| choice.0 % side + 1).collect()
}

#[test]
fn derived_lines_change_no_answer() {
    let dance = engine("dance").unwrap();
    let (mut several, mut derived_lines) = (0, 0);
    for seed in 0..150 {
        let mut random = Random::new(seed);
        let (tall, wide) = [(2, 2), (2, 3)][seed as usize % 2];
        let side = tall * wide;
        let board = board(tall, wide, seed);
        let mut cages = random_cages(&board, side, 4, &mut random);
        if seed % 7 == 0 {
            // Mostly without a solution then.
            cages[0].1 -= 1;
        }
        let model = killer(tall, wide, &cages).unwrap();
        let given = (0..side * side).filter(|_| random.below(8) == 0);
        let ask = Ask::given(
            given
                .map(|cell| Choice(side * cell + board[cell as usize] - 1))
                .collect::<Vec<_>>(),
        );
        let (expected, _) = all(&Reduce, &model, &ask);
        several += usize::from(expected.len() > 1);
        for name in ["dance", "sat", "auto", "count"] {
            let engine = engine(name).unwrap();
            assert_eq!(all(engine, &model, &ask).0, expected, "{name} {cages:?}");
            let mut search = engine.prepare(&model, &Budget::default()).unwrap();
            search.start(&ask);
            let counted: Count = search.count();
            assert_eq!(counted.number, expected.len().into(), "{name} {cages:?}");
        }
        let derived = model.derived(&Budget::default()).unwrap();
        derived_lines += derived.lines().count() - model.lines().count();
        assert_eq!(all(&Reduce, &derived, &ask).0, expected, "{cages:?}");
        assert_eq!(all(dance, &derived, &ask).0, expected, "{cages:?}");
    }
    assert!(
        several > 20 && derived_lines > 500,
        "{several} {derived_lines}"
    );
}

/// Nodes are pinned: without derived lines there are far more.
#[test]
fn derived_lines_spare_guesses() {
    let mut nodes = 0;
    for seed in 0..10 {
        let board = board(3, 3, seed);
        let cages = random_cages(&board, 9, 5, &mut Random::new(seed));
        let model = killer(3, 3, &cages).unwrap();
        let (found, cost) = all(engine("dance").unwrap(), &model, &Ask::default().limit(2));
        assert!(!found.is_empty());
        nodes += cost;
    }
    assert_eq!(nodes, 5_311);
}
