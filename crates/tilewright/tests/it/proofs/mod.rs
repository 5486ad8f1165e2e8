//! Proofs that there is one solution, or none: for every file of the corpus and for hundreds of
//! puzzles of each family, against the engines; and proofs that were tampered with.

mod tampered;

use std::collections::BTreeMap;
use tilewright::checker::folder::Claim;
use tilewright::checker::{Problem, Verified, verify};
use tilewright::model::Choice;
use tilewright::prover::{Proved, prove};
use tilewright::puzzles::{Families, Reading};
use tilewright::{Budget, Existence, Puzzle, Solver, read};
use tilewright_testkit::{corpus, sudoku};

type Files = BTreeMap<String, Vec<u8>>;

/// The proof of a puzzle, or what there is instead.
fn proved(puzzle: &dyn Puzzle, reading: Option<&Reading>) -> (Proved, Files) {
    let mut files = Files::new();
    let proved = prove(puzzle, reading, &Budget::default(), &mut files);
    (proved.unwrap(), files)
}

fn checked(files: &Files) -> Result<Verified, Problem> {
    verify(files, &Families::default(), &Budget::default())
}

/// Proves the engines' verdict about a puzzle, and checks the proof. Returns the number of
/// solutions, or 2 if there are more.
fn agrees(name: &str, puzzle: &dyn Puzzle, existence: &Existence) -> usize {
    let (proved, files) = proved(puzzle, None);
    let model = puzzle.model(&Budget::default()).unwrap();
    match (existence, proved) {
        (Existence::Unique(known), Proved::Unique { solution, size }) => {
            assert_eq!(known, &solution, "{name}");
            let verified = checked(&files).unwrap_or_else(|problem| panic!("{name}: {problem}"));
            assert_eq!(verified.claim, Claim::Unique, "{name}");
            assert_eq!(verified.solution.as_ref(), Some(known), "{name}");
            assert_eq!(verified.steps, size.steps);
            assert_eq!(verified.puzzle.givens(), puzzle.givens(), "{name}");
            1
        }
        (Existence::None, Proved::Unsolvable(_)) => {
            let verified = checked(&files).unwrap_or_else(|problem| panic!("{name}: {problem}"));
            assert_eq!(verified.claim, Claim::Unsolvable, "{name}");
            assert_eq!(verified.solution, None);
            0
        }
        (Existence::Several(..), Proved::Several(first, second)) => {
            let has_givens = |s: &[Choice]| puzzle.givens().iter().all(|given| s.contains(given));
            for solution in [&first, &second] {
                assert!(
                    model.is_solution(solution) && has_givens(solution),
                    "{name}"
                );
            }
            assert_ne!(first, second, "{name}");
            // The text written so far is not a proof.
            assert!(checked(&files).is_err());
            2
        }
        (existence, proved) => panic!("{name}: {existence:?}, but {proved:?}"),
    }
}

fn existence(puzzle: &dyn Puzzle) -> Existence {
    let solver = Solver::new();
    solver
        .ask(puzzle)
        .map(|mut session| session.existence())
        .unwrap()
}

/// The numbers of puzzles of a kind with none, one and several solutions, all proved or shown.
fn tally(name: &str, texts: impl IntoIterator<Item = String>, wanted: &str) -> [usize; 3] {
    let mut tally = [0; 3];
    for (number, text) in texts.into_iter().enumerate() {
        let puzzle = read(&text, Some(wanted)).unwrap_or_else(|e| panic!("{name}: {e}\n{text}"));
        let found = agrees(
            &format!("{name} {number}:\n{text}"),
            &*puzzle,
            &existence(&*puzzle),
        );
        tally[found] += 1;
    }
    tally
}

#[test]
fn the_corpus() {
    let known: toml::Table = std::fs::read_to_string(corpus().join("known-counts.toml"))
        .unwrap()
        .parse()
        .unwrap();
    let mut tally = [0; 3];
    for (name, count) in known {
        let text = std::fs::read_to_string(corpus().join(&name)).unwrap();
        let puzzle = read(&text, None).unwrap();
        let existence = existence(&*puzzle);
        let expected = match count.as_integer() {
            None | Some(1) => 1,
            Some(0) => 0,
            _ => 2,
        };
        assert_eq!(agrees(&name, &*puzzle, &existence), expected, "{name}");
        tally[expected] += 1;
    }
    assert!(
        tally[0] >= 2 && tally[1] >= 10 && tally[2] >= 10,
        "{tally:?}"
    );
}

/// A small generator of numbers, the same on every machine.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % limit as u64) as usize
    }
}

#[test]
fn a_hundred_sudokus_of_nine() {
    let unique = (0..50).map(|seed| sudoku::print(&sudoku::sparse(seed)));
    let wrong =
        (0..40).map(|seed| sudoku::print(&sudoku::with_wrong_clue(&sudoku::sparse(seed), seed)));
    let several =
        (0..10).map(|seed| sudoku::print(&sudoku::without_clues(&sudoku::sparse(seed), 2, seed)));
    let tally = tally("sudoku", unique.chain(wrong).chain(several), "sudoku:line");
    assert_eq!(tally, [40, 50, 10]);
}

#[test]
fn two_hundred_shikakus() {
    let mut numbers = Numbers(1);
    let texts = (0..200).map(|_| {
        // A grid cut in two again and again, each part with its area in one of its cells.
        let (width, height) = (3 + numbers.below(5), 3 + numbers.below(5));
        let mut grid = vec![0; width * height];
        let mut parts = vec![(0, 0, width, height)];
        while let Some((x, y, w, h)) = parts.pop() {
            if w * h > 6 || (w * h > 2 && numbers.below(3) == 0) {
                if w > h {
                    let cut = 1 + numbers.below(w - 1);
                    parts.extend([(x, y, cut, h), (x + cut, y, w - cut, h)]);
                } else {
                    let cut = 1 + numbers.below(h - 1);
                    parts.extend([(x, y, w, cut), (x, y + cut, w, h - cut)]);
                }
            } else {
                let cell = (y + numbers.below(h)) * width + x + numbers.below(w);
                grid[cell] = w * h;
            }
        }
        if numbers.below(2) == 0 {
            // Two clues change places, which seldom goes well.
            let clues: Vec<usize> = (0..grid.len()).filter(|&cell| grid[cell] > 0).collect();
            let [a, b] = [0, 1].map(|_| clues[numbers.below(clues.len())]);
            grid.swap(a, b);
        }
        let row = |row: &[usize]| {
            let words: Vec<String> = row.iter().map(ToString::to_string).collect();
            words.join(" ")
        };
        let rows: Vec<String> = grid.chunks(width).map(row).collect();
        format!("{width} {height}\n{}\n", rows.join("\n"))
    });
    let tally = tally("shikaku", texts.collect::<Vec<_>>(), "shikaku");
    assert!(
        tally[0] >= 30 && tally[1] >= 30 && tally[2] >= 10,
        "{tally:?}"
    );
}

#[test]
fn two_hundred_roads() {
    let mut numbers = Numbers(2);
    let texts = (0..200).map(|_| {
        let mut rows = Vec::new();
        for _ in 0..4 {
            let mut tile = || ["_", "_", "_", "U", "D", "L", "R", "E"][numbers.below(8)];
            rows.push([tile(), tile(), tile(), tile(), tile()].join(" "));
        }
        rows.join("\n") + "\n"
    });
    let tally = tally("roads", texts.collect::<Vec<_>>(), "tiles");
    assert!(tally[0] >= 100, "{tally:?}");
    // Almost all by chance have none; with one solution: all but a few tiles of a real one.
    let solved = "E R D D D\nD U U U L\nU D D D U\nE R U L E\n";
    let tiles: Vec<usize> = solved
        .match_indices(char::is_alphabetic)
        .map(|(at, _)| at)
        .collect();
    let texts = (0..100).map(|_| {
        let mut text = solved.to_owned();
        for _ in 0..8 {
            let at = tiles[numbers.below(tiles.len())];
            text.replace_range(at..=at, "_");
        }
        text
    });
    let tally = self::tally("roads", texts.collect::<Vec<_>>(), "tiles");
    assert!(
        tally[0] == 0 && tally[1] >= 10 && tally[2] >= 10,
        "{tally:?}"
    );
}

#[test]
fn two_hundred_exact_covers() {
    let mut numbers = Numbers(3);
    let texts = (0..200).map(|_| {
        let mut text = "a b c d e f g | x y\n".to_owned();
        for _ in 0..14 + numbers.below(8) {
            let mut words: Vec<String> = Vec::new();
            for item in ["a", "b", "c", "d", "e", "f", "g"] {
                if numbers.below(3) == 0 {
                    words.push(item.to_owned());
                }
            }
            if words.is_empty() {
                words.push("a".to_owned());
            }
            for item in ["x", "y"] {
                match numbers.below(4) {
                    0 => words.push(item.to_owned()),
                    1 => words.push(format!("{item}:{}", numbers.below(2))),
                    _ => {}
                }
            }
            text.push_str(&(words.join(" ") + "\n"));
        }
        text
    });
    let tally = tally("cover", texts.collect::<Vec<_>>(), "cover");
    assert!(
        tally[0] >= 30 && tally[1] >= 20 && tally[2] >= 20,
        "{tally:?}"
    );
}

#[test]
fn three_hundred_of_somebodys_own_rules() {
    let mut numbers = Numbers(4);
    let texts = (0..300).map(|_| {
        // Five tiles in a row with random differences between neighbours and some givens.
        let allowed = 1 + numbers.below(3);
        let signs: Vec<String> = ["a-b", "b-c", "c-d", "d-e"]
            .iter()
            .map(|pair| {
                let require = match numbers.below(3) {
                    0 => "a < b".to_owned(),
                    1 => "a > b".to_owned(),
                    _ => format!("|a - b| >= {allowed}"),
                };
                format!("[[rule]]\nbetween = \"{pair}\"\nrequire = \"{require}\"\n")
            })
            .collect();
        let given = ["a", "b", "c", "d", "e"][numbers.below(5)];
        format!(
            "tiles = \"a b c d e\"\nvalues = \"1..5\"\n[[group]]\ntiles = [\"a b c d e\"]\n\
             all_different = true\n{}[givens]\n{given} = {}\n",
            signs.concat(),
            1 + numbers.below(5)
        )
    });
    let tally = tally("rules", texts.collect::<Vec<_>>(), "rules");
    assert!(
        tally[0] + tally[1] >= 100 && tally[1] >= 15 && tally[2] >= 30,
        "{tally:?}"
    );
}

/// Outside checkers are run by hand, see docs/proofs.md: this is their input.
#[test]
fn the_proof_has_the_numbers_that_lrat_asks_for() {
    let (_, files) = proved(&*read("12..341.2143432.", None).unwrap(), None);
    let text = |file: &str| String::from_utf8(files[file].clone()).unwrap();
    let formula = text("formula.cnf");
    let clauses = formula.lines().count() as u64 - 1;
    assert_eq!(
        formula.lines().next(),
        Some(format!("p cnf 64 {clauses}").as_str())
    );
    let mut last = clauses;
    for line in text("proof.lrat").lines() {
        let number: u64 = line.split(' ').next().unwrap().parse().unwrap();
        assert!(line.ends_with(" 0") && (number > last || line.contains(" d ")));
        last = number;
    }
    // The last clause says "not this solution".
    let solution = text("solution.txt");
    let picked: Vec<&str> = solution
        .lines()
        .map(|l| l.split(' ').next().unwrap())
        .collect();
    let last = format!("-{} 0", picked.join(" -"));
    assert_eq!(formula.lines().last(), Some(last.as_str()));
}
