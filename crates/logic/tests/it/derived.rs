//! Steps on lines that follow from groups and other lines: Killer Sudokus.

use tilewright_engines::{Ask, End, Engine, dance::Dance, reduce::Reduce, solutions};
use tilewright_logic::{Budget, Ending, Explanation, Level, Logic, Reason, explain};
use tilewright_model::random::Random;
use tilewright_model::{Choice, Item, Model};
use tilewright_testkit::killer::{Cage, killer, random_cages};

/// Up to that many solutions, each ascending.
fn found(engine: &dyn Engine, model: &Model, ask: &Ask, limit: u64) -> Vec<Vec<Choice>> {
    let mut search = engine.prepare(model, &Budget::default()).unwrap();
    let ask = ask.clone().limit(limit);
    let mut found = solutions(&mut *search, &ask);
    let mut all: Vec<Vec<Choice>> = found.by_ref().collect();
    assert!(matches!(found.end(), Some(End::Complete | End::Limit)));
    for solution in &mut all {
        solution.sort_unstable();
    }
    all
}

/// Some full board.
fn board(tall: u32, wide: u32, seed: u64) -> Vec<u32> {
    let side = tall * wide;
    let empty = killer(tall, wide, &[]).unwrap();
    let found = found(&Reduce, &empty, &Ask::default().seed(seed), 1);
    found[0].iter().map(|choice| choice.0 % side + 1).collect()
}

/// Explains, and holds each step against its reason and against solutions.
fn checked(model: &Model, given: &[Choice]) -> Explanation {
    let solutions = found(&Dance, model, &Ask::given(given.to_vec()), 300);
    let logic = Logic::new(model, &Budget::default()).unwrap();
    let mut now = logic.board(given);
    let explanation = now.explain(&Budget::default());
    assert_eq!(explanation.wrong_step(&solutions), None);
    for round in &explanation.rounds {
        let before = now.clone();
        for step in &round.steps {
            crate::reasons::assert_follows(&before, step);
            now.apply(step);
        }
    }
    if let Ending::Solved { picked } = &explanation.end {
        assert_eq!(solutions, std::slice::from_ref(picked));
    }
    explanation
}

#[test]
fn steps_of_random_killers_follow() {
    let mut met = 0;
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let (tall, wide) = [(2, 2), (2, 3), (3, 2)][seed as usize % 3];
        let side = tall * wide;
        let board = board(tall, wide, seed);
        let mut cages = random_cages(&board, side, 5, &mut random);
        if seed % 7 == 0 {
            // Mostly without a solution then.
            cages[0].1 -= 1;
        }
        let model = killer(tall, wide, &cages).unwrap();
        let given = (0..side * side).filter(|_| random.below(12) == 0);
        let given: Vec<Choice> = given
            .map(|cell| Choice(side * cell + board[cell as usize] - 1))
            .collect();
        let explanation = checked(&model, &given);
        let levels = explanation.rounds.iter().map(|round| round.level);
        met += levels.filter(|&level| level == Level::Derived).count();
    }
    assert!(met > 50, "{met}");
}

/// The first step of the level on an empty board.
fn first_derived(cages: &[Cage]) -> (Model, tilewright_logic::Step) {
    let model = killer(3, 3, cages).unwrap();
    let logic = Logic::new(&model, &Budget::default()).unwrap();
    let board = logic.board(&[]);
    let steps = board.steps(Level::Derived, &Budget::default()).unwrap();
    let step = steps[0].clone();
    crate::reasons::assert_follows(&board, &step);
    (model, step)
}

#[test]
fn an_innie_is_what_is_left_of_a_row() {
    // The cages in row 1 have 38 of its 45.
    let cages = [(vec![0, 1, 2], 6), (vec![3, 4, 5, 6, 7], 32)];
    let (model, step) = first_derived(&cages);
    assert_eq!(step.picked, [Choice(8 * 9 + 6)]);
    let Reason::Derived {
        groups,
        rules,
        inside,
        outside,
        ..
    } = step.reason
    else {
        panic!("{step:?}");
    };
    assert_eq!(
        (rules, inside, outside),
        (vec![0, 1], vec![Item(8)], vec![])
    );
    let row: Vec<Choice> = (0..81).map(Choice).collect();
    let [group] = &groups[..] else {
        panic!("{groups:?}");
    };
    let mut members: Vec<Choice> = (group.iter())
        .flat_map(|&item| model.members(item))
        .map(|&(choice, _)| choice)
        .collect();
    members.sort_unstable();
    assert_eq!(members, row);
}

#[test]
fn an_outie_is_what_cages_have_beyond_a_box() {
    // Three cages fill the first box and r1c4: 45 + 3.
    let cages = [
        (vec![0, 1, 2, 3], 11),
        (vec![9, 10, 11], 17),
        (vec![18, 19, 20], 20),
    ];
    let (_, step) = first_derived(&cages);
    assert_eq!(step.picked, [Choice(3 * 9 + 2)]);
    let Reason::Derived {
        inside, outside, ..
    } = step.reason
    else {
        panic!("{step:?}");
    };
    assert_eq!((inside, outside), (vec![], vec![Item(3)]));
}

/// The same board of 6×6 turned, with its symbols renamed as far as sums allow it: each value is 7 less what it was.
fn turned(cages: &[Cage], random: &mut Random) -> Vec<Cage> {
    const SIDE: u32 = 6;
    let mut is = || random.below(2) > 0;
    let (is_upside_down, is_mirrored, is_renamed) = (is(), is(), is());
    let flipped = |is_flipped: bool, k: u32| if is_flipped { SIDE - 1 - k } else { k };
    let place = |&cell: &u32| {
        flipped(is_upside_down, cell / SIDE) * SIDE + flipped(is_mirrored, cell % SIDE)
    };
    let cage = |(cells, sum): &Cage| {
        let mut cells: Vec<u32> = cells.iter().map(place).collect();
        random.shuffle(&mut cells);
        let all: i64 = cells.iter().map(|_| i64::from(SIDE) + 1).sum();
        (cells, if is_renamed { all - sum } else { *sum })
    };
    let mut cages: Vec<Cage> = cages.iter().map(cage).collect();
    random.shuffle(&mut cages);
    cages
}

#[test]
fn rounds_do_not_change_when_a_killer_is_turned() {
    let profile = |explanation: &Explanation| -> Vec<(Level, usize)> {
        let rounds = explanation.rounds.iter();
        rounds.map(|round| (round.level, round.decided)).collect()
    };
    let (mut met, mut rated) = (0, 0);
    for seed in 0..150 {
        let mut random = Random::new(seed);
        let cages = random_cages(&board(2, 3, seed), 6, 4, &mut random);
        let once = explain(&killer(2, 3, &cages).unwrap(), &[]);
        met += usize::from(
            once.rounds
                .iter()
                .any(|round| round.level == Level::Derived),
        );
        rated += usize::from(once.difficulty().is_some());
        for _ in 0..3 {
            let cages = turned(&cages, &mut random);
            let again = explain(&killer(2, 3, &cages).unwrap(), &[]);
            assert_eq!(profile(&again), profile(&once), "{cages:?}");
            let bits = |explanation: &Explanation| explanation.difficulty().map(f64::to_bits);
            assert_eq!(bits(&again), bits(&once), "{cages:?}");
        }
    }
    assert!(met > 100 && rated > 10, "{met} {rated}");
}
