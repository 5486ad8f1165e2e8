//! Inputs to begin with: the files of the corpus, and variations of them.

use std::path::Path;
use tilewright::puzzles::Family;
use tilewright::{Puzzle, Solver, board, read};
use tilewright_testkit::Seeded;

/// Random bytes of these lengths, for targets that make anything of them.
pub(crate) fn random(seed: u64, lengths: impl IntoIterator<Item = usize>) -> Vec<Vec<u8>> {
    let mut random = Seeded::new(seed);
    let lengths = lengths.into_iter();
    lengths.map(|length| random.bytes(length)).collect()
}

/// The texts of a folder of the corpus, in order.
pub(crate) fn corpus(folder: &str) -> Vec<String> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    texts(&corpus.join(folder))
}

/// The texts of a folder, in order.
fn texts(folder: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let texts = paths.iter().map(std::fs::read_to_string);
    texts.filter_map(Result::ok).collect()
}

/// The examples in the documentation: the text between fences.
pub(crate) fn documented() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let pages = ["rules.md", "tiles.md", "cluster.md"];
    let pages = pages.map(|page| std::fs::read_to_string(folder.join(page)).unwrap_or_default());
    let mut all = Vec::new();
    for text in pages.into_iter().chain(texts(&folder.join("cli"))) {
        let fences: Vec<&str> = text.split("```").collect();
        let examples = fences.iter().skip(1).step_by(2);
        let body = |example: &&str| example.split_once('\n').map(|(_, body)| body.to_owned());
        all.extend(examples.filter_map(body));
    }
    all
}

/// Puzzles of a family: those of its folder, small boards, and boards between an empty and a solved
/// one.
pub(crate) fn puzzles(family: &Family) -> Vec<Box<dyn Puzzle>> {
    let sizes: &[(&str, &str)] = match &*family.name {
        "sudoku" => &[
            ("sudoku", "2,2"),
            ("sudoku", "3,2"),
            ("sudoku", "2,1,1"),
            ("sudoku", "2,2,2"),
        ],
        "tiles" => &[("roads", "2x3"), ("loops", "2x2"), ("roads-torus", "3x3")],
        _ => &[],
    };
    let texts = corpus(&family.name);
    let read = |text: &String| read(text, Some(&family.name)).ok();
    let mut all: Vec<Box<dyn Puzzle>> = texts.iter().filter_map(read).collect();
    all.extend(
        sizes
            .iter()
            .filter_map(|(kind, size)| board(kind, size).ok()),
    );
    let solver = Solver::new().memory(8 << 20).nodes(2_000);
    let filled: Vec<_> = (all.iter())
        .filter_map(|puzzle| {
            let solution = solver.first(&**puzzle).ok()?.solution?;
            Some(puzzle.fill(&solution))
        })
        .collect();
    all.extend(filled);
    all
}
