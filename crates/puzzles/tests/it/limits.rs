//! Models of large puzzles of every family end by each limit of their budget.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tilewright_model::budget::{Budget, End};
use tilewright_puzzles::shikaku::{Clue, Shape, Shikaku};
use tilewright_puzzles::{Puzzle, Unbuilt, board, read};

/// A puzzle of every family, each with a model of some hundred kilobytes or more.
fn puzzles() -> Vec<Box<dyn Puzzle>> {
    let unknown = Clue {
        cell: 820,
        volume: None,
    };
    let shikaku = Shikaku::new(Shape::new(&[40, 41]).unwrap(), vec![unknown]);
    let rules = "tiles = \"t1..t200\"\nvalues = \"1..20\"\n\
                 [[rule]]\nbetween = \"pairs\"\nrequire = \"a != b\"\n";
    let pieces = "grid = \"30x30\"\n[pieces]\ndomino = { shape = \"##\", copies = 450 }\n";
    let options: Vec<String> = (0..9_999).map(|k| format!("i{k} i{}\n", k + 1)).collect();
    let items: Vec<String> = (0..10_000).map(|k| format!("i{k}")).collect();
    let cover = format!("{}\n{}", items.join(" "), options.concat());
    let mut puzzles = vec![
        board("sudoku", "7,7").unwrap(),
        board("roads", "97x89").unwrap(),
        Box::new(shikaku),
        read(rules, Some("rules:toml")).unwrap(),
        read(&cover, Some("cover:xcc")).unwrap(),
    ];
    puzzles.extend(read(pieces, Some("rules:toml")).ok());
    puzzles
}

#[test]
fn every_family_ends_by_the_memory() {
    for puzzle in puzzles() {
        let little = Budget::default().memory(20_000);
        let refused = puzzle.model(&little).unwrap_err();
        let large = refused.too_large().expect("it is the memory");
        assert!(large.needed > large.allowed, "{refused}");
        assert_eq!(large.allowed, 20_000, "{refused}");
        assert!(refused.to_string().starts_with("the "), "{refused}");
        // What it took is enough, and the answer is the same once it is built.
        let model = puzzle.model(&Budget::default()).unwrap();
        let enough = Budget::default().memory(model.bytes_to_build());
        assert!(puzzle.model(&enough).is_ok(), "{refused}");
        assert!(puzzle.model(&little).is_err(), "{refused}");
    }
}

#[test]
fn every_family_ends_at_the_deadline_and_by_the_flag() {
    for puzzle in puzzles() {
        let late = Budget::default().time(Duration::ZERO);
        let stopped = Budget::default().stop(Arc::new(AtomicBool::new(true)));
        for (budget, end) in [(late, End::Time), (stopped, End::Interrupted)] {
            let refused = puzzle.model(&budget).unwrap_err();
            assert_eq!(refused, Unbuilt::Stopped(end), "{}", puzzle.family().name);
        }
        // Nothing is left of those, and nodes limit no model.
        assert!(puzzle.model(&Budget::default().nodes(0)).is_ok());
    }
}

#[test]
fn rules_are_written_out_within_the_budget() {
    let puzzle = read(
        "tiles = \"t1..t40\"\nvalues = \"1..9\"\n\
         [[rule]]\nbetween = \"pairs\"\nrequire = \"a != b\"\n",
        Some("rules:toml"),
    );
    let model = puzzle.unwrap().model(&Budget::default()).unwrap();
    let late = Budget::default().time(Duration::ZERO);
    assert_eq!(model.lower(&late), Err(End::Time));
    let stopped = Budget::default().stop(Arc::new(AtomicBool::new(true)));
    assert_eq!(model.lower(&stopped), Err(End::Interrupted));
    let little = Budget::default().memory(10_000);
    assert_eq!(model.lower(&little), Err(End::Memory));
    let needed = little.lacked().expect("it is known beforehand");
    // That leaves out the list of tiles.
    let enough = Budget::default().memory(needed + 1024);
    let lowered = model.lower(&enough).unwrap();
    assert!(lowered.bytes() <= needed);
    // What is there already takes nothing.
    assert!(model.lower(&little).unwrap().is(&lowered));
}
