//! The examples of the five systems: how many solutions each has, which, and in what order and
//! with how many nodes the plain algorithm finds them.

use super::{counted, files, listed, puzzle, solved, solver, text};
use std::collections::BTreeSet;
use std::path::Path;
use tilewright::puzzles::sudoku::Sudoku;
use tilewright::{Choice, End, Puzzle, Solver, board, read};
use tilewright_testkit::systems::ROADS;
use tilewright_testkit::{corpus, data};

fn of_corpus(name: &str) -> Box<dyn Puzzle> {
    puzzle(&corpus().join(name))
}

fn values(puzzle: &dyn Puzzle) -> Vec<u16> {
    let sudoku = puzzle.downcast::<Sudoku>();
    sudoku.expect("a Sudoku").values().collect()
}

/// At most `limit` solutions by `reduce`, and its nodes with the start counted as one of them.
fn reduced(puzzle: &dyn Puzzle, limit: Option<u64>) -> (Vec<Vec<Choice>>, u64) {
    let reduce = Solver::new().engine("reduce").unwrap();
    reduce
        .ask(puzzle)
        .map(|mut session| {
            let found: Vec<Vec<Choice>> = session.limit(limit).solutions().collect();
            assert!(found.iter().all(|s| session.model().is_solution(s)));
            (found, session.stats().nodes + 1)
        })
        .unwrap()
}

#[test]
fn the_roads_are_found_in_their_order() {
    let roads = of_corpus("tiles/roads-4x5.txt");
    let (found, nodes) = reduced(&*roads, None);
    let letters = |solution: &Vec<Choice>| {
        let letters = roads.fill(solution).write("letters").unwrap();
        letters.trim_end().replace(' ', "").replace('\n', " ")
    };
    assert_eq!(found.iter().map(letters).collect::<Vec<_>>(), ROADS);
    assert_eq!(nodes, 38);
}

#[test]
fn a_closed_border_leaves_no_road() {
    let map = text(&corpus().join("tiles/roads-4x5.txt"));
    for (border, count) in [("free", "12"), ("closed", "0")] {
        let toml = format!(
            "set = \"roads\"\n[board]\nborder = \"{border}\"\n[fixed]\nmap = \"\"\"\n{map}\"\"\"\n"
        );
        let roads = read(&toml, None).unwrap();
        for engine in ["auto", "dance", "count", "reduce"] {
            let name = format!("roads with a {border} border");
            let number = counted(&name, &*roads, engine, 100_000);
            assert_eq!(number.as_deref(), Some(count), "{name} by {engine}");
        }
    }
}

#[test]
fn the_plain_algorithm_visits_the_nodes_it_always_did() {
    for (name, nodes) in [
        ("tile-reduction-9x9", 173),
        ("tile-reduction-16x16", 126),
        ("tile-reduction-cube1", 438),
        ("tile-reduction-8x8x8", 144_933),
    ] {
        let sudoku = of_corpus(&format!("sudoku/{name}.txt"));
        assert_eq!(reduced(&*sudoku, Some(1)).1, nodes, "{name}");
    }
}

#[test]
fn the_first_systems_solutions() {
    let Some(folder) = data("systems/tile-reduction") else {
        return;
    };
    for (name, solution) in [
        ("tile-reduction-9x9", "sudoku-9x9-solution.txt"),
        ("tile-reduction-16x16", "sudoku-16x16-solution.txt"),
    ] {
        let sudoku = of_corpus(&format!("sudoku/{name}.txt"));
        let printed = puzzle(&folder.join(solution));
        assert_eq!(
            values(&*solved(name, &*sudoku)),
            values(&*printed),
            "{name}"
        );
    }
    let flat = |name: &str| -> Vec<u16> {
        let numbers = text(&folder.join(name));
        let numbers = numbers.split_whitespace();
        numbers.map(|number| number.parse().unwrap()).collect()
    };
    let cube = of_corpus("sudoku/tile-reduction-cube1.txt");
    let only = flat("cube1-solution.flat.txt");
    assert_eq!(values(&*solved("cube1", &*cube)), only);

    let cube = of_corpus("sudoku/tile-reduction-8x8x8.txt");
    let (first, _) = reduced(&*cube, Some(1));
    let printed = values(&*puzzle(&folder.join("cube-8x8x8-solution.txt")));
    assert_eq!(values(&*cube.fill(&first[0])), printed);
    assert_eq!(printed, flat("cube2-first-solution.flat.txt"));
}

/// Read in pairs from left to right, as the text beside it says, the cube has no solution.
#[test]
fn the_layers_of_the_cube_lie_in_columns() {
    let cube = of_corpus("sudoku/tile-reduction-8x8x8.txt");
    let values = values(&*cube);
    let layers: Vec<&[u16]> = values.chunks(64).collect();
    let in_pairs = [0, 4, 1, 5, 2, 6, 3, 7].map(|layer| layers[layer]).concat();
    let cells: Vec<String> = in_pairs.iter().map(ToString::to_string).collect();
    let wrong = read(&format!("3\n2\n2\n2\n{}\n", cells.join("\n")), None).unwrap();
    for engine in ["auto", "dance", "count"] {
        let number = counted("in pairs", &*wrong, engine, 1_000_000);
        assert_eq!(number.as_deref(), Some("0"), "{engine}");
    }
}

#[test]
fn the_second_systems_samples() {
    let Some(folder) = data("systems/multidimensional-sudoku") else {
        return;
    };
    let solution_of = |name: &str| folder.join(format!("solutions/{name}.solution.txt"));
    for (name, clues) in [
        ("a2x2x1", 22),
        ("a2x2x1x1", 11),
        ("a2x2x1x1x1x1", 51),
        ("a2x2x2", 90),
        ("a3x2x1", 21),
        ("a3x4", 66),
        ("a4x4", 128),
    ] {
        let sample = puzzle(&folder.join(format!("samples/{name}.txt")));
        let ours = of_corpus(&format!("sudoku/multidimensional-{name}.txt"));
        assert_eq!(values(&*sample), values(&*ours), "{name}");
        assert_eq!(sample.givens().len(), clues, "{name}");
        let solution = puzzle(&solution_of(name));
        assert_eq!(
            values(&*solved(name, &*sample)),
            values(&*solution),
            "{name}"
        );
    }
    let several = puzzle(&folder.join("samples/a2x2x1x1x1.txt"));
    assert_eq!(several.givens().len(), 17);
    for engine in ["auto", "dance", "reduce"] {
        let (found, end) = listed(&solver(engine, 100_000), &*several, 2);
        assert_eq!((found.len(), end), (2, End::Limit), "{engine}");
    }
    let example = puzzle(&folder.join("sudokuFile_example.txt"));
    let same = puzzle(&folder.join("samples/a3x2x1.txt"));
    assert_eq!(values(&*example), values(&*same));
}

#[test]
fn what_the_second_system_generated_is_unique() {
    let Some(folder) = data("systems/multidimensional-sudoku/generated") else {
        return;
    };
    for path in files(&folder) {
        solved(&path.display().to_string(), &*puzzle(&path));
    }
}

#[test]
fn the_second_systems_288_boards_are_ours() {
    let Some(file) = data("systems/multidimensional-sudoku/enumerate-2x2-288.txt") else {
        return;
    };
    let theirs: BTreeSet<Vec<u16>> = numbers_of_lines(&file).collect();
    let empty = board("sudoku", "2,2").unwrap();
    for engine in ["auto", "dance", "reduce"] {
        let (found, _) = listed(&solver(engine, 100_000), &*empty, 1000);
        assert_eq!(found.len(), 288, "{engine}");
        let ours = found.iter().map(|solution| values(&*empty.fill(solution)));
        assert_eq!(ours.collect::<BTreeSet<_>>(), theirs, "{engine}");
    }
}

/// The boards of an enumeration, which come after the count, the number of axes and the dims. Its
/// program wrote the cells from the last to the first.
fn numbers_of_lines(file: &Path) -> impl Iterator<Item = Vec<u16>> {
    let lines: Vec<String> = text(file).lines().skip(3).map(str::to_owned).collect();
    lines.into_iter().map(|line| {
        let numbers = line.split_whitespace().rev();
        numbers.map(|number| number.parse().unwrap()).collect()
    })
}

#[test]
fn the_fifth_systems_example() {
    let Some(folder) = data("systems/set-relaxation") else {
        return;
    };
    let sudoku = of_corpus("sudoku/set-relaxation-9x9.txt");
    assert_eq!(
        values(&*sudoku),
        values(&*puzzle(&folder.join("input.txt")))
    );
    assert_eq!(sudoku.givens().len(), 25);
    let solution = puzzle(&folder.join("solution.txt"));
    assert_eq!(
        values(&*solved("set-relaxation", &*sudoku)),
        values(&*solution)
    );
}

/// The numbers in the article "Reducing Sudoku": rows, columns and the size of the sparse matrix.
#[test]
fn the_third_systems_matrix() {
    let nine = of_corpus("sudoku/tile-reduction-9x9.txt");
    let model = Solver::new().model(&*nine).unwrap();
    assert_eq!((model.choice_count(), model.item_count()), (729, 324));
    assert!(model.choices().all(|c| model.touches(c).len() == 4));
    // Each clue keeps one row of its nine.
    assert_eq!(model.choice_count() - 8 * nine.givens().len(), 529);
    let sixteen = of_corpus("sudoku/tile-reduction-16x16.txt");
    let model = Solver::new().model(&*sixteen).unwrap();
    assert_eq!((model.choice_count(), model.item_count()), (4096, 1024));
}
