//! Proof folders written by hand, small enough to follow with a pencil: both claims, every fault with its file and
//! line, and every limit. No prover takes part.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};
use std::time::Duration;
use tilewright_checker::folder::Claim;
use tilewright_checker::sha256::Sha256;
use tilewright_checker::{Problem, Verified, verify};
use tilewright_model::budget::{Budget, End};
use tilewright_model::{Choice, Item, Link, Model, ModelBuilder, Names, Node};
use tilewright_puzzles::{Families, Family, Format, ParseError, Puzzle, Unbuilt, build_model};
use tilewright_render::Picture;

type Files = BTreeMap<String, Vec<u8>>;

/// All files but the checksums, in their order, and those.
fn folder(texts: &[(&str, &str)]) -> Files {
    let mut files = Files::new();
    for (file, text) in texts {
        files.insert((*file).to_owned(), text.as_bytes().to_vec());
    }
    seal(&mut files);
    files
}

/// The checksums as `sha256sum` writes them, of the files in the order in which they are read.
fn seal(files: &mut Files) {
    let mut sums = String::new();
    for file in [
        "manifest.txt",
        "puzzle.txt",
        "variables.txt",
        "solution.txt",
        "formula.cnf",
        "cuts.txt",
        "proof.lrat",
    ] {
        let Some(bytes) = files.get(file) else {
            continue;
        };
        let mut sum = Sha256::default();
        sum.update(bytes);
        writeln!(sums, "{}  {file}", sum.finish()).unwrap();
    }
    files.insert("SHA256SUMS".to_owned(), sums.into_bytes());
}

const COVER_MANIFEST: &str = "tilewright proof 1\nmade by: hand\nclaim: unique\npuzzle: cover:xcc\nvariables: 3\nclauses: 5\nsteps: 2\n";

/// Only `a b` covers b and only `c` covers c; so `a` alone is never picked.
fn one_cover() -> Files {
    folder(&[
        ("manifest.txt", COVER_MANIFEST),
        ("puzzle.txt", "a b c\na b\nc\na\n"),
        ("variables.txt", "1 a b\n2 c\n3 a\n"),
        ("solution.txt", "1 a b\n2 c\n"),
        (
            "formula.cnf",
            "p cnf 3 5\n1 3 0\n-1 -3 0\n1 0\n2 0\n-1 -2 0\n",
        ),
        ("proof.lrat", "6 -1 0 4 5 0\n7 0 6 3 0\n"),
    ])
}

/// Nothing covers a and b together with c.
fn no_cover() -> Files {
    folder(&[
        (
            "manifest.txt",
            "tilewright proof 1\nmade by: hand\nclaim: unsolvable\npuzzle: cover:xcc\nvariables: 2\nclauses: 4\nsteps: 1\n",
        ),
        ("puzzle.txt", "a b c\na b\nb c\n"),
        ("variables.txt", "1 a b\n2 b c\n"),
        ("formula.cnf", "p cnf 2 4\n1 0\n1 2 0\n-1 -2 0\n2 0\n"),
        ("proof.lrat", "5 0 1 4 3 0\n"),
    ])
}

/// A Sudoku of 2×2 cells in boxes of 1×2, which is a Latin square: with a given there is one.
fn one_square() -> Files {
    let names = [
        "r1c1 = 1", "r1c1 = 2", "r1c2 = 1", "r1c2 = 2", "r2c1 = 1", "r2c1 = 2", "r2c2 = 1",
        "r2c2 = 2",
    ];
    let line = |variable: usize| format!("{variable} {}\n", names[variable - 1]);
    let variables: String = (1..=8).map(line).collect();
    let solution: String = [1, 4, 6, 7].map(line).concat();
    // The given; cells; the values of rows, columns and boxes; not this solution.
    let pairs = [
        [1, 2],
        [3, 4],
        [5, 6],
        [7, 8],
        [1, 3],
        [2, 4],
        [5, 7],
        [6, 8],
        [1, 5],
        [2, 6],
        [3, 7],
        [4, 8],
    ];
    let mut formula = "1 0\n".to_owned();
    for [a, b] in pairs {
        writeln!(formula, "{a} {b} 0\n-{a} -{b} 0").unwrap();
    }
    formula += "-1 -4 -6 -7 0\n";
    let clauses = formula.lines().count();
    folder(&[
        (
            "manifest.txt",
            &format!(
                "tilewright proof 1\nmade by: hand\nclaim: unique\npuzzle: sudoku:json\nvariables: 8\nclauses: {clauses}\nsteps: 1\n"
            ),
        ),
        (
            "puzzle.txt",
            "{\"family\":\"sudoku\",\"dims\":[2,1],\"cells\":[1,0,0,0]}\n",
        ),
        ("variables.txt", &variables),
        ("solution.txt", &solution),
        ("formula.cnf", &format!("p cnf 8 {clauses}\n{formula}")),
        ("proof.lrat", "99 0 1 11 4 19 6 25 8 26 0\n"),
    ])
}

/// A row of cells that are white or black, of which the black ones are connected: `B` is black, `?` unknown. There is
/// something black, and before the first cell there is a node that is in always, if the row begins with `|`.
#[derive(Clone, Debug)]
struct Row {
    cells: String,
    has_wall: bool,
}

static ROW: LazyLock<Family> = LazyLock::new(|| {
    let line = Format::new("line", "a cell for each character")
        .reads(|text: &str| {
            let line = text.trim_end();
            let (cells, has_wall) = match line.strip_prefix('|') {
                Some(cells) => (cells, true),
                None => (line, false),
            };
            Ok::<_, ParseError>(Row {
                cells: cells.to_owned(),
                has_wall,
            })
        })
        .looks(|text| text.contains('?'));
    Family::new("row", "a row").formats(&[&line])
});

impl Names for Row {
    fn choice_name(&self, choice: Choice) -> String {
        let colour = ["white", "black"][choice.index() % 2];
        format!("c{} {colour}", choice.index() / 2 + 1)
    }

    fn item_name(&self, item: Item) -> String {
        format!("c{}", item.0 + 1)
    }
}

impl Puzzle for Row {
    fn family(&self) -> &Family {
        &ROW
    }

    fn model(&self, budget: &Budget) -> Result<Model, Unbuilt> {
        let number = self.cells.len() as u32;
        build_model(
            || "the row".to_owned(),
            budget,
            |budget| {
                let mut b = ModelBuilder::within(budget, u64::from(2 * number));
                for cell in 0..number {
                    b.tile(&[2 * cell, 2 * cell + 1])?;
                }
                let mut nodes: Vec<Node> =
                    self.has_wall.then_some(Node::Always).into_iter().collect();
                nodes.extend((0..number).map(|cell| Node::If(vec![Choice(2 * cell + 1)])));
                let edges: Vec<(u32, u32)> = (1..nodes.len() as u32).map(|n| (n - 1, n)).collect();
                b.link(Link::new(nodes, &edges).not_empty())?;
                b.build()
            },
        )
    }

    fn givens(&self) -> Vec<Choice> {
        let black = self.cells.bytes().zip(0..);
        let black = black.filter(|&(cell, _)| cell == b'B');
        black.map(|(_, cell)| Choice(2 * cell + 1)).collect()
    }

    fn fill(&self, _: &[Choice]) -> Box<dyn Puzzle> {
        Box::new(self.clone())
    }

    fn picture(&self) -> Picture {
        Picture::of_grids(Vec::new())
    }
}

const ROW_VARIABLES: &str =
    "1 c1 white\n2 c1 black\n3 c2 white\n4 c2 black\n5 c3 white\n6 c3 black\n";

/// Black at both ends, so all is black.
fn one_row() -> Files {
    folder(&[
        (
            "manifest.txt",
            "tilewright proof 1\nmade by: hand\nclaim: unique\npuzzle: row:line\nvariables: 6\nclauses: 10\nsteps: 1\n",
        ),
        ("puzzle.txt", "B?B\n"),
        ("variables.txt", ROW_VARIABLES),
        ("solution.txt", "2 c1 black\n4 c2 black\n6 c3 black\n"),
        (
            "formula.cnf",
            "p cnf 6 10\n2 0\n6 0\n1 2 0\n-1 -2 0\n3 4 0\n-3 -4 0\n5 6 0\n-5 -6 0\n-2 -4 -6 0\n-2 -6 4 0\n",
        ),
        ("cuts.txt", "1 from 1 by 2 to 3 by 6 through 2\n"),
        ("proof.lrat", "11 0 1 2 9 10 0\n"),
    ])
}

fn checked(files: &Files) -> Result<Verified, Problem> {
    let families = Families::default().with(ROW.clone());
    verify(files, &families, &Budget::default())
}

/// The complaint about a folder in which a text of a file was replaced and the checksums made anew.
fn changed(mut files: Files, file: &str, old: &str, new: &str) -> String {
    let text = String::from_utf8(files[file].clone()).unwrap();
    assert!(text.contains(old), "{file} has no {old:?}");
    files.insert(file.to_owned(), text.replacen(old, new, 1).into_bytes());
    seal(&mut files);
    checked(&files).unwrap_err().to_string()
}

#[test]
fn both_claims_are_accepted_where_they_hold() {
    let unique = checked(&one_cover()).unwrap();
    assert_eq!(unique.claim, Claim::Unique);
    assert_eq!(unique.solution, Some(vec![Choice(0), Choice(1)]));
    assert_eq!((unique.variables, unique.clauses, unique.steps), (3, 5, 2));
    assert_eq!(unique.puzzle.family().name, "cover");
    let unsolvable = checked(&no_cover()).unwrap();
    assert_eq!(unsolvable.claim, Claim::Unsolvable);
    assert_eq!(unsolvable.solution, None);
    assert_eq!(
        (unsolvable.variables, unsolvable.clauses, unsolvable.steps),
        (2, 4, 1)
    );
}

#[test]
fn the_files_of_a_claim_are_those_that_are_read() {
    for (files, claim) in [
        (one_cover(), Claim::Unique),
        (no_cover(), Claim::Unsolvable),
    ] {
        let mut names = claim.files(false);
        names.push("SHA256SUMS");
        names.sort_unstable();
        let expected: Vec<&String> = files.keys().collect();
        assert_eq!(names, expected);
    }
}

/// A file, a text in it and its replacement, and the beginning of the complaint.
const CHANGES: &[(&str, &str, &str, &str)] = &[
    ("manifest.txt", "proof 1", "proof 2", "manifest.txt:1: "),
    ("manifest.txt", "cover:xcc", "cover:abc", "manifest.txt:4: "),
    ("manifest.txt", "cover:xcc", "cover", "manifest.txt:4: "),
    (
        "manifest.txt",
        "variables: 3",
        "variables: 4",
        "manifest.txt:5: the puzzle has 3 variables",
    ),
    (
        "manifest.txt",
        "clauses: 5",
        "clauses: 6",
        "manifest.txt:6: the claim has 5 clauses",
    ),
    (
        "manifest.txt",
        "steps: 2",
        "steps: 3",
        "manifest.txt:7: the proof has 2 steps",
    ),
    ("puzzle.txt", "\na\n", "\nd\n", "puzzle.txt:4: "),
    (
        "variables.txt",
        "2 c",
        "2 d",
        "variables.txt:2: expected \"2 c\", not \"2 d\"",
    ),
    (
        "variables.txt",
        "3 a\n",
        "",
        "variables.txt:3: expected \"3 a\", but the file ends",
    ),
    (
        "variables.txt",
        "3 a\n",
        "3 a",
        "variables.txt:3: expected \"3 a\", not \"3 a\"",
    ),
    (
        "variables.txt",
        "3 a\n",
        "3 a\n4",
        "variables.txt:4: expected the end of the file",
    ),
    (
        "solution.txt",
        "1 a b\n2 c\n",
        "2 c\n1 a b\n",
        "solution.txt:2: variable 1 is out of order",
    ),
    (
        "solution.txt",
        "2 c\n",
        "1 a b\n",
        "solution.txt:2: variable 1 is out of order",
    ),
    (
        "solution.txt",
        "2 c\n",
        "4 c\n",
        "solution.txt:2: there is no variable 4, only 1 to 3",
    ),
    (
        "solution.txt",
        "1 a b",
        "0 a b",
        "solution.txt:1: there is no variable 0, only 1 to 3",
    ),
    (
        "solution.txt",
        "2 c\n",
        "2 d\n",
        "solution.txt:2: expected \"2 c\", not \"2 d\"",
    ),
    (
        "solution.txt",
        "2 c\n",
        "c\n",
        "solution.txt:2: expected the number of a variable",
    ),
    (
        "solution.txt",
        "2 c\n",
        "2",
        "solution.txt:2: expected the number of a variable",
    ),
    ("solution.txt", "2 c\n", "", "solution.txt: c has no choice"),
    (
        "solution.txt",
        "2 c\n",
        "2 c\n3 a\n",
        "solution.txt:3: a does not go together with a b",
    ),
    ("formula.cnf", "p cnf 3 5", "p cnf 3 4", "formula.cnf:1: "),
    (
        "formula.cnf",
        "-1 -3 0",
        "-1 3 0",
        "formula.cnf:3: expected \"-1 -3 0\", not \"-1 3 0\"",
    ),
    ("proof.lrat", "6 -1 0 4 5 0", "6 -1 0 5 0", "proof.lrat:1: "),
    (
        "proof.lrat",
        "7 0 6 3 0\n",
        "",
        "proof.lrat:2: the proof ends before it comes to the empty clause",
    ),
];

#[test]
fn what_is_wrong_is_told_with_its_file_and_line() {
    for (file, old, new, expected) in CHANGES {
        let told = changed(one_cover(), file, old, new);
        assert!(told.starts_with(expected), "{file}, {new:?}: {told}");
    }
}

/// A text in a file of the row's proof, its replacement, and the complaint.
const FALSE_CUTS: &[(&str, &str, &str, &str)] = &[
    (
        "cuts.txt",
        "through 2",
        "through",
        "cuts.txt:1: a walk from node 1 to node 3 gets through",
    ),
    (
        "cuts.txt",
        "through 2",
        "through 4",
        "cuts.txt:1: there is no node 4, only 1 to 3",
    ),
    (
        "cuts.txt",
        "through 2",
        "through 2 2",
        "cuts.txt:1: node 2 is out of order",
    ),
    (
        "cuts.txt",
        "through 2",
        "through 2 3",
        "cuts.txt:1: an end lies between the ends",
    ),
    (
        "cuts.txt",
        "from 1 by 2",
        "from 2 by 2",
        "cuts.txt:1: an end lies between the ends",
    ),
    (
        "cuts.txt",
        "to 3 by 6",
        "to 1 by 2",
        "cuts.txt:1: a walk from node 1 to node 1 gets through",
    ),
    (
        "cuts.txt",
        "by 6",
        "by 5",
        "cuts.txt:1: variable 5 does not put node 3 in",
    ),
    (
        "cuts.txt",
        "to 3 by 6",
        "to 3",
        "cuts.txt:1: node 3 is not in always",
    ),
    (
        "cuts.txt",
        "1 from",
        "2 from",
        "cuts.txt:1: there is no link 2, only 1 to 1",
    ),
    (
        "cuts.txt",
        "1 from",
        "0 from",
        "cuts.txt:1: there is no link 0, only 1 to 1",
    ),
    (
        "cuts.txt",
        "through 2\n",
        "through 2 \n",
        "cuts.txt:1: expected what a link demands, as in \"1 from 3 by 17",
    ),
    (
        "cuts.txt",
        "1 from 1 by 2 to 3 by 6 through 2\n",
        "",
        "cuts.txt:1: expected what a link demands, but the file ends",
    ),
    (
        "cuts.txt",
        "through 2\n",
        "through 2\n1 is not empty\n",
        "cuts.txt:2: expected the end of the file",
    ),
    (
        "cuts.txt",
        "1 from 1 by 2 to 3 by 6 through 2",
        "1 is not empty",
        "formula.cnf:11: expected \"2 4 6 0\", not \"-2 -6 4 \"",
    ),
    (
        "formula.cnf",
        "-2 -6 4 0",
        "-6 4 0",
        "formula.cnf:11: expected \"-2 -6 4 0\", not \"-6 4 0\"",
    ),
    (
        "manifest.txt",
        "clauses: 10",
        "clauses: 8",
        "manifest.txt:6: the claim has 9 clauses before those of links",
    ),
];

#[test]
fn a_cut_is_believed_after_a_walk() {
    let verified = checked(&one_row()).unwrap();
    assert_eq!((verified.clauses, verified.steps), (10, 1));
    for (file, old, new, expected) in FALSE_CUTS {
        let told = changed(one_row(), file, old, new);
        assert!(told.starts_with(expected), "{file}, {new:?}: {told}");
    }
    let mut files = one_row();
    files.remove("cuts.txt");
    let problem = checked(&files).unwrap_err();
    assert!(matches!(
        problem,
        Problem::Unreadable {
            file: "cuts.txt",
            ..
        }
    ));
}

#[test]
fn a_node_may_be_in_always() {
    let manifest = |variables: u32, clauses: u32| {
        format!(
            "tilewright proof 1\nmade by: hand\nclaim: unique\npuzzle: row:line\nvariables: {variables}\nclauses: {clauses}\nsteps: 1\n"
        )
    };
    let of = |cut: &str| {
        folder(&[
            ("manifest.txt", &manifest(4, 7)),
            ("puzzle.txt", "|?B\n"),
            (
                "variables.txt",
                "1 c1 white\n2 c1 black\n3 c2 white\n4 c2 black\n",
            ),
            ("solution.txt", "2 c1 black\n4 c2 black\n"),
            (
                "formula.cnf",
                "p cnf 4 7\n4 0\n1 2 0\n-1 -2 0\n3 4 0\n-3 -4 0\n-2 -4 0\n-4 2 0\n",
            ),
            ("cuts.txt", &format!("{cut}\n")),
            ("proof.lrat", "8 0 1 6 7 0\n"),
        ])
    };
    checked(&of("1 from 1 to 3 by 4 through 2")).unwrap();
    for (cut, expected) in [
        (
            "1 from 1 by 1 to 3 by 4 through 2",
            "cuts.txt:1: node 1 is in by no variable, but always",
        ),
        (
            "1 from 2 by 2 to 3 by 4 through 1",
            "cuts.txt:1: node 1 is in always, so it cuts nothing",
        ),
        (
            "1 is not empty",
            "cuts.txt:1: this link has a node that is in always",
        ),
    ] {
        assert_eq!(checked(&of(cut)).unwrap_err().to_string(), expected);
    }
}

#[test]
fn givens_belong_to_the_formula_and_to_the_solution() {
    let verified = checked(&one_square()).unwrap();
    assert_eq!((verified.variables, verified.steps), (8, 1));
    assert_eq!(verified.solution, Some([0, 3, 5, 6].map(Choice).to_vec()));
    // The other square is a solution of the empty board alone.
    let other = "2 r1c1 = 2\n3 r1c2 = 1\n5 r2c1 = 1\n8 r2c2 = 2\n";
    let mut files = one_square();
    files.insert("solution.txt".to_owned(), other.as_bytes().to_vec());
    seal(&mut files);
    let told = checked(&files).unwrap_err().to_string();
    assert_eq!(
        told,
        "solution.txt: r1c1 = 1 is given, but not in the solution"
    );
}

#[test]
fn a_change_that_does_no_harm_is_found_by_its_checksum() {
    for (number, file) in (1..).zip(["manifest.txt", "puzzle.txt"]) {
        let mut files = one_cover();
        let text = String::from_utf8(files[file].clone()).unwrap();
        let text = text.replace("hand", "foot").replace("a b c\n", "a b c\n\n");
        files.insert(file.to_owned(), text.into_bytes());
        let told = checked(&files).unwrap_err().to_string();
        let expected =
            format!("SHA256SUMS:{number}: {file} was changed, or its checksum was: it is ");
        assert!(told.starts_with(&expected), "{told}");
        seal(&mut files);
        assert!(checked(&files).is_ok());
    }
    let mut files = one_cover();
    files.get_mut("SHA256SUMS").unwrap().push(b'\n');
    let told = checked(&files).unwrap_err().to_string();
    assert_eq!(told, "SHA256SUMS:7: expected the end of the file");
}

#[test]
fn long_lines_are_shown_where_they_begin_to_differ() {
    let option = |last: char| {
        let names: Vec<String> = (0..40).map(|k| format!("n{k:02} ")).collect();
        let names = names.concat();
        format!("{names}{last}")
    };
    let manifest = COVER_MANIFEST
        .replace("variables: 3", "variables: 1")
        .replace("clauses: 5", "clauses: 42");
    let files = folder(&[
        ("manifest.txt", &manifest),
        ("puzzle.txt", &format!("{0}\n{0}\n", option('x'))),
        ("variables.txt", &format!("1 {}\n", option('y'))),
    ]);
    let told = checked(&files).unwrap_err().to_string();
    assert_eq!(
        told,
        "variables.txt:1: expected \"…36 n37 n38 n39 x\", not \"…36 n37 n38 n39 y\""
    );
}

#[test]
fn a_file_that_is_no_text_or_not_there_is_told() {
    let mut files = one_cover();
    files.insert("puzzle.txt".to_owned(), b"a b c\na b\n\xff\n".to_vec());
    let told = checked(&files).unwrap_err().to_string();
    assert_eq!(told, "puzzle.txt:3: this is not UTF-8 text");
    let mut files = one_cover();
    files.insert("manifest.txt".to_owned(), vec![b'x'; (1 << 16) + 1]);
    let told = checked(&files).unwrap_err().to_string();
    assert_eq!(told, "manifest.txt: it is longer than 65536 bytes");
    for gone in one_cover().keys() {
        let mut files = one_cover();
        files.remove(gone);
        let problem = checked(&files).unwrap_err();
        assert!(matches!(problem, Problem::Unreadable { file, .. } if file == gone));
        assert!(problem.to_string().starts_with(gone));
    }
}

#[test]
fn every_limit_is_kept() {
    let stopped = |budget: &Budget| match verify(&one_cover(), &Families::default(), budget) {
        Err(Problem::Stopped(end)) => (end, Problem::Stopped(end).to_string()),
        other => panic!("{other:?}"),
    };
    let stop = Budget::default().stop(Arc::new(AtomicBool::new(true)));
    assert_eq!(stopped(&stop), (End::Interrupted, "interrupted".to_owned()));
    let late = Budget::default().time(Duration::ZERO);
    assert_eq!(stopped(&late), (End::Time, "time is up".to_owned()));
    let memory = |bytes: u64| Budget::default().memory(bytes);
    // The puzzle has 14 bytes, and an eighth of the memory is for it.
    let little = memory(104);
    let told = "memory limit reached".to_owned();
    assert_eq!(stopped(&little), (End::Memory, told));
    assert_eq!(little.lacked(), Some(112));
    let told = verify(&one_cover(), &Families::default(), &memory(112)).unwrap_err();
    assert!(matches!(told, Problem::TooLarge(_)), "{told}");
    assert!(verify(&one_cover(), &Families::default(), &memory(1 << 20)).is_ok());
}
