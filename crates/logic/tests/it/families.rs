//! Ten thousand random puzzles of every family: each step follows from its reason and is right for
//! the solutions, or many of them, whatever is asked for.

use std::collections::BTreeMap;
use tilewright_engines::{Ask, Engine, dance::Dance, solutions};
use tilewright_logic::{Budget, Ending, Explanation, Level, Logic, Round, Settings};
use tilewright_model::{Choice, Model};
use tilewright_puzzles::{board, read};
use tilewright_testkit::{corpus, instances};

/// Solutions that steps are checked against, at most.
const ENOUGH: u64 = 50;

/// Random numbers that are the same for the same seed on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}

fn some_solutions(model: &Model, ask: &Ask) -> Vec<Vec<Choice>> {
    let mut search = Dance.prepare(model, &Budget::default()).unwrap();
    solutions(&mut *search, ask).collect()
}

/// The numbers of solved puzzles, and of their hardest levels.
#[derive(Default)]
struct Tally {
    solved: usize,
    refuted: usize,
    levels: BTreeMap<Level, usize>,
}

/// Explains one puzzle and checks every step.
fn check(logic: &Logic, given: &[Choice], settings: &Settings, all: &[Vec<Choice>]) -> Explanation {
    let start = logic.board(given);
    // A puzzle that would take long is left unfinished; the steps found are checked.
    let budget = Budget::default().nodes(3_000_000);
    let explanation = start.explain_with(settings, &budget);
    assert_eq!(explanation.wrong_step(all), None);
    let mut now = start;
    for round in &explanation.rounds {
        let before = now.clone();
        for step in &round.steps {
            assert_eq!(step.level(), round.level);
            crate::reasons::assert_follows(&before, step);
            now.apply(step);
        }
    }
    match &explanation.end {
        Ending::Solved { picked } => assert_eq!(all, std::slice::from_ref(picked)),
        Ending::Contradiction { .. } => assert!(all.is_empty()),
        Ending::Stuck { .. } | Ending::Stopped(_) => {}
    }
    explanation
}

/// Random puzzles on a model: some choices of a random solution, and sometimes a wrong one.
fn puzzles_of(model: &Model, number: usize, random: &mut Random, tally: &mut Tally) {
    let logic = Logic::new(model, &Budget::default()).unwrap();
    let mut solution = Vec::new();
    for nth in 0..number {
        if nth % 20 == 0 {
            let ask = Ask::default().seed(random.below(1 << 30) as u64).limit(1);
            solution = some_solutions(model, &ask).pop().expect("a solution");
        }
        let percent = 10 + random.below(50);
        let mut given = solution.clone();
        given.retain(|_| random.below(100) < percent);
        if random.below(8) == 0 {
            given.push(Choice(random.below(model.choice_count()) as u32));
        }
        let all = some_solutions(model, &Ask::given(given.clone()).limit(ENOUGH));
        let settings = Settings {
            hardest: [Level::Verity, Level::Nested][random.below(2)],
            unique: all.len() == 1 && random.below(2) == 0,
        };
        let explanation = check(&logic, &given, &settings, &all);
        match explanation.end {
            Ending::Solved { .. } => tally.solved += 1,
            Ending::Contradiction { .. } => tally.refuted += 1,
            _ => {}
        }
        if let Some(level) = explanation.hardest() {
            *tally.levels.entry(level).or_default() += 1;
        }
    }
}

fn model_of(text: &str) -> Model {
    let puzzle = read(text, None).unwrap_or_else(|error| panic!("{error:?}: {text}"));
    puzzle.model(&Budget::default()).unwrap()
}

fn empty(kind: &str, size: &str) -> Model {
    board(kind, size)
        .unwrap()
        .model(&Budget::default())
        .unwrap()
}

fn of_corpus(name: &str) -> Model {
    model_of(&std::fs::read_to_string(corpus().join(name)).unwrap())
}

fn check_all(models: Vec<(Model, usize)>, seed: u64) -> Tally {
    let mut random = Random(seed);
    let mut tally = Tally::default();
    for (model, number) in models {
        puzzles_of(&model, number, &mut random, &mut tally);
    }
    tally
}

#[test]
fn sudoku_of_two_and_three_dimensions() {
    let tally = check_all(
        vec![
            (empty("sudoku", "2,2"), 1000),
            (empty("sudoku", "2,3"), 1000),
            (empty("sudoku", "3,3"), 600),
            (empty("sudoku", "2,2,1"), 400),
            (empty("latin", "5"), 600),
        ],
        1,
    );
    assert!(
        tally.solved > 1000 && tally.refuted > 50,
        "{:?}",
        tally.levels
    );
    assert!(tally.levels.len() >= 8, "{:?}", tally.levels);
}

#[test]
fn tiles_with_edges() {
    let tally = check_all(
        vec![
            (empty("roads", "4x5"), 1000),
            (empty("roads-torus", "4x4"), 500),
            (empty("loops", "4x4"), 1000),
            (empty("loops", "6x6"), 500),
        ],
        2,
    );
    assert!(
        tally.solved > 100 && tally.refuted > 20,
        "{:?}",
        tally.levels
    );
}

#[test]
fn rules_files_and_jigsaws() {
    let tally = check_all(
        vec![
            (of_corpus("rules/jigsaw-5x5.toml"), 500),
            (of_corpus("rules/queens8.toml"), 300),
            (of_corpus("rules/langford7.toml"), 300),
            (of_corpus("rules/petersen.toml"), 400),
            (of_corpus("rules/australia.toml"), 300),
            (of_corpus("rules/zebra.toml"), 200),
        ],
        3,
    );
    assert!(
        tally.solved > 100 && tally.refuted > 20,
        "{:?}",
        tally.levels
    );
}

#[test]
fn exact_covers() {
    let tally = check_all(
        vec![
            (instances::langford(8).to_model(), 300),
            (instances::queens(8).to_model(), 300),
            (instances::domino(4, 4).to_model(), 400),
            (instances::domino(6, 6).to_model(), 200),
            (instances::matching(8).to_model(), 200),
            (instances::pentominoes(5, 12).to_model(), 20),
        ],
        4,
    );
    assert!(
        tally.solved > 100 && tally.refuted > 20,
        "{:?}",
        tally.levels
    );
}

/// Cuts a board into rectangles at random; each gets its area as a clue in one of its cells.
fn random_shikaku(height: usize, width: usize, random: &mut Random) -> Vec<Vec<usize>> {
    let mut clues = vec![vec![0; width]; height];
    let mut parts = vec![(0, 0, height, width)];
    while let Some((top, left, height, width)) = parts.pop() {
        let area = height * width;
        let is_whole = area <= 3 || (area <= 10 && random.below(3) == 0);
        if is_whole {
            clues[top + random.below(height)][left + random.below(width)] = area;
        } else if width == 1 || height > 1 && random.below(2) == 0 {
            let cut = 1 + random.below(height - 1);
            parts.extend([
                (top, left, cut, width),
                (top + cut, left, height - cut, width),
            ]);
        } else {
            let cut = 1 + random.below(width - 1);
            parts.extend([
                (top, left, height, cut),
                (top, left + cut, height, width - cut),
            ]);
        }
    }
    clues
}

fn print_shikaku(clues: &[Vec<usize>]) -> String {
    let (height, width) = (clues.len(), clues[0].len());
    let row = |row: &Vec<usize>| {
        row.iter()
            .map(usize::to_string)
            .collect::<Vec<_>>()
            .join(" ")
    };
    let rows: Vec<String> = clues.iter().map(row).collect();
    format!("{width} {height}\n{}\n", rows.join("\n"))
}

/// The level of each round and how many choices it leaves, and the difficulty.
fn profile(model: &Model) -> (Vec<(Level, usize)>, Option<u64>) {
    let logic = Logic::new(model, &Budget::default()).unwrap();
    let mut board = logic.board(&[]);
    let explanation = board.explain(&Budget::default());
    let mut after = |round: &Round| {
        round.steps.iter().for_each(|step| board.apply(step));
        (round.level, board.undecided().len())
    };
    let rounds = explanation.rounds.iter().map(&mut after).collect();
    (rounds, explanation.difficulty().map(f64::to_bits))
}

#[test]
fn a_shikaku_is_as_hard_when_it_is_turned() {
    let mut random = Random(6);
    let mut levels: BTreeMap<Level, usize> = BTreeMap::new();
    for _ in 0..300 {
        let (height, width) = (5 + random.below(6), 5 + random.below(6));
        let mut clues = random_shikaku(height, width, &mut random);
        let once = profile(&model_of(&print_shikaku(&clues)));
        for _ in 0..4 {
            // A quarter turn.
            let column = |x: usize| clues.iter().rev().map(|row| row[x]).collect();
            clues = (0..clues[0].len()).map(column).collect();
            assert_eq!(profile(&model_of(&print_shikaku(&clues))), once);
            let mut mirrored = clues.clone();
            mirrored.reverse();
            assert_eq!(profile(&model_of(&print_shikaku(&mirrored))), once);
        }
        for (level, _) in once.0 {
            *levels.entry(level).or_default() += 1;
        }
    }
    assert!(levels.len() >= 5, "{levels:?}");
}

#[test]
fn shikaku() {
    let mut random = Random(5);
    let (mut solved, mut one) = (0, 0);
    for _ in 0..1500 {
        let (height, width) = (3 + random.below(7), 3 + random.below(7));
        let model = model_of(&print_shikaku(&random_shikaku(height, width, &mut random)));
        let all = some_solutions(&model, &Ask::default().limit(ENOUGH));
        assert!(!all.is_empty());
        let settings = Settings {
            unique: all.len() == 1,
            ..Settings::default()
        };
        let explanation = check(
            &Logic::new(&model, &Budget::default()).unwrap(),
            &[],
            &settings,
            &all,
        );
        one += usize::from(all.len() == 1);
        solved += usize::from(matches!(explanation.end, Ending::Solved { .. }));
    }
    assert!(one > 200 && solved * 100 >= one * 98, "{solved} of {one}");
}
