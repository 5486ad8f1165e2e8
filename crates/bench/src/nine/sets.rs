//! The puzzles: sets that the benchmark makes itself with seeds, and files of puzzles.

use std::path::Path;
use tilewright_testkit::sudoku::{self, Board};

/// Puzzles that are made one by one for each set that is made here, and the boards that shuffling
/// turns each of them into: making is slow, and solvers do not see the likeness.
const MADE: u64 = 1_000;
const SHUFFLES: u64 = 5;

/// A row of the tables.
#[derive(Debug)]
pub(super) struct Set {
    pub(super) name: String,
    pub(super) boards: Vec<Board>,
    /// Lines of its file that are not puzzles.
    pub(super) skipped: usize,
}

/// The function that makes one kind of board from a minimal puzzle and a seed.
type Make = fn(&Board, u64) -> Board;

/// The kinds that are made here.
const KINDS: [(&str, Make); 4] = [
    ("made easy", |puzzle, seed| {
        sudoku::with_clues(puzzle, 36, seed)
    }),
    ("made sparse", |puzzle, _| *puzzle),
    ("made many", |puzzle, seed| {
        sudoku::without_clues(puzzle, 4, seed)
    }),
    ("made invalid", sudoku::with_wrong_clue),
];

/// The sets made here whose name is wanted.
pub(super) fn made(is_wanted: impl Fn(&str) -> bool) -> Vec<Set> {
    made_of(MADE, is_wanted)
}

fn made_of(number: u64, is_wanted: impl Fn(&str) -> bool) -> Vec<Set> {
    let kinds: Vec<_> = KINDS.iter().filter(|(name, _)| is_wanted(name)).collect();
    if kinds.is_empty() {
        return Vec::new();
    }
    let puzzles: Vec<Board> = (0..number).map(sudoku::sparse).collect();
    let set = |&&(name, make): &&(&str, Make)| {
        let mut boards = Vec::new();
        for shuffle in 0..SHUFFLES {
            for (seed, puzzle) in (0..).zip(&puzzles) {
                boards.push(sudoku::shuffled(
                    &make(puzzle, seed),
                    seed + number * shuffle,
                ));
            }
        }
        Set {
            name: name.into(),
            boards,
            skipped: 0,
        }
    };
    kinds.iter().map(set).collect()
}

/// The `*.txt` files of a folder whose name is wanted, in the order of their names.
pub(super) fn folder(folder: &Path, is_wanted: impl Fn(&str) -> bool) -> Result<Vec<Set>, String> {
    let unread = |error| format!("{} cannot be read: {error}", folder.display());
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unread)? {
        let file = entry.map_err(unread)?.path();
        if file.extension().is_some_and(|end| end == "txt") {
            files.push(file);
        }
    }
    if files.is_empty() {
        return Err(format!("{} has no file *.txt", folder.display()));
    }
    files.sort();
    let mut sets = Vec::new();
    for file in files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        if is_wanted(&name) {
            sets.push(read(&name, &file)?);
        }
    }
    Ok(sets)
}

/// The puzzles of one file.
pub(super) fn read(name: &str, file: &Path) -> Result<Set, String> {
    let text = std::fs::read(file)
        .map_err(|error| format!("{} cannot be read: {error}", file.display()))?;
    Ok(parse(name, &String::from_utf8_lossy(&text)))
}

/// A puzzle a line; a line without 81 cells is skipped, and counted unless it is empty.
fn parse(name: &str, text: &str) -> Set {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let lines: Vec<Option<Board>> = lines.map(sudoku::parse).collect();
    Set {
        name: name.into(),
        skipped: lines.iter().filter(|board| board.is_none()).count(),
        boards: lines.into_iter().flatten().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use tilewright_testkit::sudoku::solutions;

    #[test]
    fn lines_that_are_no_puzzles_are_skipped_and_counted() {
        let puzzle = sudoku::print(&sudoku::full(1));
        let open = ".".repeat(81);
        let text = format!(
            "# a title\n{puzzle}\r\n\n{open}\n{puzzle}5\n{}\n",
            &open[1..]
        );
        let set = parse("x", &text);
        assert_eq!(set.boards, [sudoku::full(1), [0; 81]]);
        assert_eq!(set.skipped, 3);
    }

    #[test]
    fn a_folder_is_its_text_files_in_order() {
        let unique = format!("tilewright-bench-sets-{}", std::process::id());
        let path = std::env::temp_dir().join(unique);
        std::fs::create_dir_all(&path).unwrap();
        let missing = folder(&path, |_| true).unwrap_err();
        assert!(missing.contains("has no file *.txt"), "{missing}");
        let puzzle = sudoku::print(&sudoku::full(2));
        for (name, text) in [("b.txt", "x\n"), ("a.txt", &puzzle), ("c.csv", &puzzle)] {
            std::fs::write(path.join(name), text).unwrap();
        }
        let sets = folder(&path, |_| true).unwrap();
        let seen: Vec<_> = sets.iter().map(|s| (&*s.name, s.boards.len())).collect();
        assert_eq!(seen, [("a", 1), ("b", 0)]);
        assert_eq!(folder(&path, |name| name == "b").unwrap().len(), 1);
        std::fs::remove_dir_all(&path).unwrap();
        assert!(folder(&path, |_| true).is_err());
    }

    #[test]
    fn made_sets_are_what_their_names_say() {
        let sets = made_of(4, |_| true);
        let counts = [1, 1, 2, 0];
        for (set, count) in sets.iter().zip(counts) {
            let distinct: HashSet<Board> = set.boards.iter().copied().collect();
            assert_eq!(distinct.len(), 4 * SHUFFLES as usize, "{}", set.name);
            for board in &set.boards {
                assert_eq!(solutions(board, 2).len(), count, "{}", set.name);
            }
        }
        assert_eq!(
            sets[0].boards,
            made_of(4, |name| name == "made easy")[0].boards
        );
        assert!(made(|_| false).is_empty());
    }
}
