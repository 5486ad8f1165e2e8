//! Shikaku from text to solutions: known answers, the first solution, and the old outputs.

use proptest::prelude::*;
use std::time::{Duration, Instant};
use tilewright_engines::{Ask, Engine, Search, reduce::Reduce, solutions};
use tilewright_model::Choice;
use tilewright_model::budget::Budget;
use tilewright_puzzles::shikaku::{Clue, Shape, Shikaku, Style, report};
use tilewright_puzzles::{Plain, Puzzle, Ranked, read, shikaku};
use tilewright_testkit::data;
use tilewright_testkit::systems::SHIKAKU;

const MEMORY: u64 = 1 << 30;

/// The example of the old program's README.
const README: &str = "5 5\n0 0 8 0 0\n0 0 0 0 0\n6 0 4 0 4\n0 0 0 0 0\n0 0 3 0 0\n";

fn all_solutions(puzzle: &Shikaku) -> Vec<Shikaku> {
    let model = puzzle.model(&Budget::default()).unwrap();
    let mut search = Reduce.prepare(&model, &Budget::default()).unwrap();
    let found: Vec<Vec<Choice>> = solutions(&mut *search, &Ask::default()).collect();
    assert!(found.iter().all(|solution| model.is_solution(solution)));
    found
        .iter()
        .map(|solution| puzzle.filled(solution))
        .collect()
}

/// The first solution by the family's promise: at each step the first alternative that leaves one.
fn first_by_ranking(puzzle: &Shikaku) -> Option<Shikaku> {
    let model = puzzle.model(&Budget::default()).unwrap();
    let ranking = puzzle.ranking().unwrap();
    let mut search = Reduce.prepare(&model, &Budget::default()).unwrap();
    let mut first = |barred: &[Choice]| {
        search.start(&Ask::default().barred(barred).limit(1));
        search.advance().ok().map(<[Choice]>::to_vec)
    };
    let mut barred: Vec<Choice> = Vec::new();
    let mut best = first(&barred)?;
    for step in 0..ranking.steps() {
        let alternatives = ranking.alternatives(step, &|choice| !barred.contains(&choice));
        let found = alternatives.into_iter().find_map(|ruled_out| {
            let mut all = barred.clone();
            all.extend(ruled_out);
            first(&all).map(|solution| (solution, all))
        });
        (best, barred) = found.expect("every solution takes one of the alternatives");
    }
    Some(puzzle.filled(&best))
}

fn check_first(puzzle: &Shikaku) {
    let all = all_solutions(puzzle);
    let smallest = all.into_iter().min_by_key(Shikaku::labels);
    assert_eq!(first_by_ranking(puzzle), smallest);
}

#[test]
fn the_readme_is_printed_in_all_three_styles() {
    let puzzle = read(README, None).unwrap();
    assert_eq!(puzzle.family().name, "shikaku");
    let puzzle: &Shikaku = puzzle.downcast().unwrap();
    let found = all_solutions(puzzle);
    let [solution] = &found[..] else {
        panic!("{} solutions instead of one", found.len());
    };
    let shown = |style| report(style, "1", &[solution]);
    assert_eq!(
        shown(Style::Readme),
        "1 solution\nA A A A B\nA A A A B\nC C D D B\nC C D D B\nC C E E E\n"
    );
    assert_eq!(
        shown(Style::CodinGame),
        "1\nAAAAB\nAAAAB\nCCDDB\nCCDDB\nCCEEE\n"
    );
    assert_eq!(
        shown(Style::Old),
        "1 Solutions\n\n    00 01 02 03 04\n00  A  A 08  A  B \n01  A  A  A  A  B \n\
         02 06  C 04  D 04 \n03  C  C  D  D  B \n04  C  C 03  E  E \n"
    );
    assert!(shown(Style::Readme).ends_with(&solution.plain()));
    assert_eq!(puzzle.plain(), README);
    assert!(puzzle.givens().is_empty());
    let model = puzzle.model(&Budget::default()).unwrap();
    assert!(model.is_solution(&solution.givens()));
}

#[test]
fn the_parts_of_a_model_have_names() {
    let puzzle: Shikaku = README.parse().unwrap();
    let model = puzzle.model(&Budget::default()).unwrap();
    let items: Vec<String> = model
        .items()
        .map(|item| puzzle_item(&puzzle, item))
        .collect();
    assert_eq!(items[..2], ["the 8 at r1c3", "the 6 at r3c1"]);
    assert_eq!(items[5..7], ["r1c1", "r1c2"]);
    assert_eq!(items.len(), 5 + 25);
    let six = model.members(model.tiles()[1]);
    let boxes: Vec<String> = six
        .iter()
        .map(|&(c, _)| puzzle_choice(&puzzle, c))
        .collect();
    assert_eq!(
        boxes,
        [
            "the 6 at r3c1 covers r1c1–r3c2",
            "the 6 at r3c1 covers r2c1–r4c2",
            "the 6 at r3c1 covers r3c1–r5c2",
        ]
    );
    let thinner: Vec<_> = (&puzzle as &dyn Puzzle).thinner().collect();
    assert_eq!(thinner.len(), 5);
    assert_eq!(thinner[1].0, "the 6 at r3c1");
    assert_eq!(
        thinner[1].1.plain(),
        README.replace("6 0 4 0 4", "? 0 4 0 4")
    );
}

fn puzzle_item(puzzle: &Shikaku, item: tilewright_model::Item) -> String {
    tilewright_model::Names::item_name(puzzle, item)
}

fn puzzle_choice(puzzle: &Shikaku, choice: Choice) -> String {
    tilewright_model::Names::choice_name(puzzle, choice)
}

#[test]
fn a_cube_is_cut_in_boxes() {
    // Two fours in opposite corners: cut across any of the three axes.
    let puzzle: Shikaku = "2 2 2\n4 0\n0 0\n\n0 0\n0 4\n".parse().unwrap();
    assert_eq!(all_solutions(&puzzle).len(), 3);
    let first = first_by_ranking(&puzzle).unwrap();
    assert_eq!(first.labels().unwrap(), [0, 0, 0, 0, 1, 1, 1, 1]);
    assert_eq!(
        report(Style::CodinGame, "3", &[&first]),
        "3\nAA\nAA\n\nBB\nBB\n"
    );
    // In neighbouring corners the cut between them is the only one.
    let puzzle: Shikaku = "2 2 2\n4 4\n0 0\n\n0 0\n0 0\n".parse().unwrap();
    let found = all_solutions(&puzzle);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].labels().unwrap(), [0, 1, 0, 1, 0, 1, 0, 1]);
}

#[test]
fn a_grid_without_a_solution_has_a_model() {
    for text in [
        "2 2\n0 0\n0 0\n",
        "2 2\n9 0\n0 0\n",
        "2 1\n1 0\n",
        "1 1\n1000000\n",
    ] {
        let puzzle: Shikaku = text.parse().unwrap();
        assert!(all_solutions(&puzzle).is_empty(), "{text}");
        assert_eq!(first_by_ranking(&puzzle), None);
    }
}

#[test]
fn unknown_clues_that_explode_are_counted_first() {
    let mut text = "2000 2000\n".to_owned();
    for row in 0..2000 {
        let middle = if row == 1000 { "? " } else { "0 " };
        text.push_str(&"0 ".repeat(1000));
        text.push_str(middle);
        text.push_str(&"0 ".repeat(999));
        text.push('\n');
    }
    let puzzle: Shikaku = text.parse().unwrap();
    let fault = puzzle.model(&Budget::default().memory(MEMORY)).unwrap_err();
    let large = fault.too_large().unwrap();
    assert!(large.needed > large.allowed, "{fault}");
    assert!(
        fault
            .to_string()
            .starts_with("the 2000×2000 grid with 1 clue needs at least")
    );
    assert!(puzzle.model(&Budget::default()).is_err());
    assert!(puzzle.ranking().is_none());
    // A small grid that does fit is refused where less is allowed.
    let small: Shikaku = "3 3\n0 0 0\n0 ? 0\n0 0 0\n".parse().unwrap();
    assert_eq!(small.model(&Budget::default()).unwrap().choice_count(), 16);
    assert!(small.model(&Budget::default().memory(100)).is_err());
}

/// A grid cut in random boxes with a clue in each, some of them unknown.
fn planted(size: &[usize], cuts: &[u32], unknown: u32) -> Shikaku {
    let shape = Shape::new(size).unwrap();
    let mut cuts = cuts.iter().copied().cycle();
    let mut next = || cuts.next().unwrap_or(0) as usize;
    let mut taken = vec![false; shape.cells()];
    let mut clues = Vec::new();
    for cell in 0..shape.cells() {
        if taken[cell] {
            continue;
        }
        // Grow a box from here as far as the random numbers and the others allow.
        let first = shape.point(cell);
        let mut members = vec![cell];
        for (axis, side) in shape.sides().iter().enumerate() {
            let room = side - first[axis];
            for _ in 1..=next() % room.min(3) {
                let step: usize = shape.sides()[axis + 1..].iter().product();
                let end = members.iter().map(|&m| shape.point(m)[axis]).max();
                let layer = members
                    .iter()
                    .filter(|&&m| Some(shape.point(m)[axis]) == end);
                let grown: Vec<usize> = layer.map(|&m| m + step).collect();
                if grown.iter().any(|&cell| taken[cell]) {
                    break;
                }
                members.extend(grown);
            }
        }
        for &member in &members {
            taken[member] = true;
        }
        let place = members[next() % members.len()];
        let is_known = next() as u32 % 100 >= unknown;
        clues.push(Clue {
            cell: place as u32,
            volume: is_known.then_some(members.len() as u32),
        });
    }
    clues.sort_by_key(|clue| clue.cell);
    Shikaku::new(shape, clues)
}

fn planted_puzzles() -> impl Strategy<Value = Shikaku> {
    let sizes = prop_oneof![
        3 => [1..6usize, 1..6usize].prop_map(|size| size.to_vec()),
        1 => [1..4usize, 1..4usize, 1..4usize].prop_map(|size| size.to_vec()),
        1 => [1..3usize, 1..3usize, 1..3usize, 1..3usize].prop_map(|size| size.to_vec()),
    ];
    let cuts = proptest::collection::vec(0..1000u32, 20..60);
    (sizes, cuts, 0..40u32).prop_map(|(size, cuts, unknown)| planted(&size, &cuts, unknown))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn the_first_solution_has_the_smallest_labels(puzzle in planted_puzzles()) {
        prop_assert!(first_by_ranking(&puzzle).is_some(), "a planted puzzle has a solution");
        check_first(&puzzle);
    }

    #[test]
    fn every_format_reads_what_it_wrote(puzzle in planted_puzzles()) {
        let solved = first_by_ranking(&puzzle).unwrap();
        for format in shikaku::SHIKAKU.formats.iter().filter(|f| f.is_read()) {
            let wanted = format!("shikaku:{}", format.name);
            let Ok(text) = format.write(&puzzle) else {
                let is_narrow = puzzle.shape().axes() > 2
                    || puzzle.clues().iter().any(|clue| clue.volume.is_none());
                prop_assert!(is_narrow, "{} refused {puzzle:?}", format.name);
                continue;
            };
            if puzzle.shape().axes() > 3 && format.name == "grid" {
                continue;
            }
            let again = read(&text, Some(&wanted)).unwrap();
            prop_assert_eq!(again.downcast::<Shikaku>().unwrap(), &puzzle);
            prop_assert_eq!(again.write(&format.name).unwrap(), text);
            // A solution is kept where the format has room for it.
            let text = format.write(&solved).unwrap();
            let again = read(&text, Some(&wanted)).unwrap();
            let again: &Shikaku = again.downcast().unwrap();
            let keeps = match &*format.name {
                "json" | "kanpen" => true,
                "pzprv3" => solved.clues().len() > 1,
                _ => false,
            };
            let expected = if keeps { &solved } else { &puzzle };
            prop_assert_eq!(again, expected, "{}", format.name);
        }
    }
}

#[test]
fn the_old_programs_samples_are_solved_and_printed_alike() {
    let Some(folder) = data("systems/shikaku") else {
        return;
    };
    for (name, count) in SHIKAKU {
        let text = std::fs::read_to_string(folder.join("puzzle-grids").join(name)).unwrap();
        let puzzle: Shikaku = text.parse().unwrap();
        let mut found = all_solutions(&puzzle);
        assert_eq!(found.len(), count, "{name}");
        found.sort_by_key(Shikaku::labels);
        let refs: Vec<&Shikaku> = found.iter().collect();
        let ours = report(Style::Old, &count.to_string(), &refs);
        let path = folder.join("seed-output").join(format!("{name}.all.txt"));
        let theirs = std::fs::read_to_string(path).unwrap();
        assert_eq!(ours.len(), theirs.len(), "{name}");
        // Theirs come in no particular order.
        let sorted = |text: &str| {
            let mut blocks: Vec<String> = text
                .split("\n\n")
                .map(|b| b.trim_end_matches('\n').to_owned())
                .collect();
            blocks.sort();
            blocks
        };
        assert_eq!(sorted(&ours), sorted(&theirs), "{name}");
        if count == 1 {
            assert_eq!(ours, theirs);
        }
    }
}

#[test]
fn the_first_solutions_are_those_expected() {
    let Some(folder) = data("shikaku/codingame") else {
        return;
    };
    for (name, count) in SHIKAKU {
        let text = std::fs::read_to_string(folder.join(name)).unwrap();
        let puzzle: Shikaku = text.parse().unwrap();
        let expected = std::fs::read_to_string(folder.join(format!("{name}.expected"))).unwrap();
        let rows = expected.split_once('\n').unwrap().1;
        let first = first_by_ranking(&puzzle);
        assert_eq!(first.is_some(), count > 0, "{name}");
        if let Some(first) = first {
            assert_eq!(
                shikaku::SHIKAKU.write(&first, "codingame").unwrap(),
                rows,
                "{name}"
            );
        }
    }
}

#[test]
fn every_file_is_recognised_read_and_built() {
    let mut checked = 0;
    for folder in ["shikaku/janko", "shikaku/generated"] {
        let Some(folder) = data(folder) else {
            return;
        };
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            let puzzle = read(&text, None).unwrap();
            assert_eq!(puzzle.family().name, "shikaku", "{}", path.display());
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            let start = Instant::now();
            match puzzle.model(&Budget::default().memory(MEMORY)) {
                Ok(model) => assert!(!model.tiles().is_empty()),
                // A hundred by hundred of unknown clues may be too much, but never ordinary ones.
                Err(fault) => assert!(name.starts_with('q'), "{name}: {fault}"),
            }
            if name.starts_with("uniq_100") {
                assert!(start.elapsed() < Duration::from_millis(500), "{name}");
            }
            checked += 1;
        }
    }
    assert!(checked > 300);
}

/// The counts that were known before, if plain search is enough.
#[test]
fn generated_puzzles_have_the_known_numbers_of_boxes_and_solutions() {
    let Some(folder) = data("shikaku") else {
        return;
    };
    let known = std::fs::read_to_string(folder.join("gen_expected.txt")).unwrap();
    let mut counted = 0;
    for line in known.lines() {
        let Some((name, rest)) = line.split_once(' ') else {
            continue;
        };
        let field = |key: &str| -> Option<u64> {
            let value = rest.split(' ').find_map(|word| word.strip_prefix(key))?;
            value.parse().ok()
        };
        let (Some(boxes), Some(count)) = (field("cands="), field("count=")) else {
            continue;
        };
        let path = folder.join("generated").join(name);
        let Ok(text) = std::fs::read_to_string(path) else {
            continue;
        };
        let puzzle: Shikaku = text.parse().unwrap();
        let model = puzzle.model(&Budget::default()).unwrap();
        assert_eq!(model.choice_count() as u64, boxes, "{name}");
        // Small ones only: this engine is plain.
        if puzzle.shape().cells() <= 225 && (1..2000).contains(&count) {
            let mut search = Reduce.prepare(&model, &Budget::default()).unwrap();
            search.start(&Ask::default());
            assert_eq!(Search::count(&mut *search).number, count.into(), "{name}");
            counted += 1;
        }
    }
    assert!(counted > 10, "{counted}");
}
