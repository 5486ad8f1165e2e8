//! docs/coming-from.md: every command of its tables is run, and its output is compared with that of the old program
//! wherever that is known.
//!
//! The texts of the old programs come from the folder `TILEWRIGHT_DATA`; properties of the output that need no such
//! text are always checked.

use crate::guide::shell;
use crate::{NINE_SOLVED, Ran, run};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs::read_to_string;
use std::path::{Path, PathBuf};
use tilewright_testkit::data;
use tilewright_testkit::systems::ROADS;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The commands of the tables: the text between backquotes in the second column.
fn commands() -> Vec<String> {
    let document = read_to_string(root().join("docs/coming-from.md")).unwrap();
    let is_row = |line: &&str| line.starts_with("| ") && line.contains(" | `");
    let rows = document.lines().filter(is_row);
    let command = |row: &str| {
        let (_, now) = row.split_once(" | `").unwrap();
        let (command, _) = now.rsplit_once('`').unwrap();
        let command = command
            .split_once("` (")
            .map_or(command, |(first, _)| first);
        command.replace("\\|", "|")
    };
    rows.map(command).collect()
}

/// The output of a command of the tables.
fn typed(command: &str) -> Ran {
    let output = shell(command, &root()).output().unwrap();
    Ran {
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code().unwrap(),
    }
}

/// A text of an old program.
fn old(path: &str) -> Option<String> {
    data(format!("systems/{path}")).map(|path| read_to_string(path).unwrap())
}

/// The lines of a text without the blanks at their ends, and without blank lines at its end.
fn trimmed(text: &str) -> Vec<&str> {
    text.trim_end().lines().map(str::trim_end).collect()
}

fn blocks(text: &str) -> BTreeSet<&str> {
    let blocks = text.split("\n\n").map(|block| block.trim_matches('\n'));
    blocks.filter(|block| !block.is_empty()).collect()
}

/// The clauses that a CNF announces.
fn head(cnf: &str) -> &str {
    cnf.lines().find(|line| line.starts_with("p cnf")).unwrap()
}

const SMALL: &str = "multidimensional-sudoku/solutions/a2x2x1.solution.txt";

/// A SAT solver's answer to the smallest sample of multidimensional-sudoku.
fn write_answer() {
    let solved = typed("tilewright solve corpus/sudoku/multidimensional-a2x2x1.txt --to nd");
    let values = solved.out.lines().skip(4).enumerate();
    let literal = |(cell, value): (usize, &str)| cell * 4 + value.parse::<usize>().unwrap();
    let literals: Vec<String> = values.map(|value| literal(value).to_string()).collect();
    let answer = format!("s SATISFIABLE\nv {} 0\n", literals.join(" "));
    std::fs::create_dir_all(root().join("target")).unwrap();
    std::fs::write(root().join("target/answer.txt"), answer).unwrap();
}

/// The known properties of a command's output.
type Check = fn(&Ran);

#[expect(
    clippy::too_many_lines,
    reason = "it is a table with a row for each command"
)]
fn checks() -> BTreeMap<&'static str, Check> {
    let checks: [(&str, Check); 30] = [
        (
            "tilewright solve corpus/tiles/roads-4x5.txt --all --plain",
            |ran| {
                assert_eq!(blocks(&ran.out).len(), 12);
                if let Some(printed) = old("tile-reduction/roads-12-solutions.txt") {
                    assert_eq!(ran.out, printed);
                }
            },
        ),
        (
            "tilewright solve corpus/tiles/roads-4x5.txt --all --engine reduce",
            |ran| {
                let drawn = |letter: char| match letter {
                    'U' => "━┻━",
                    'D' => "━┳━",
                    'L' => "━┫ ",
                    'R' => " ┣━",
                    'E' => "░░░",
                    _ => "\n",
                };
                let roads = ROADS.map(|road| road.chars().map(drawn).collect::<String>());
                assert_eq!(ran.out, roads.join("\n\n") + "\n");
            },
        ),
        (
            "tilewright solve corpus/tiles/roads-4x5.txt --all --engine reduce --to letters",
            |ran| {
                let letters: String = ran.out.split_whitespace().collect();
                assert_eq!(letters, ROADS.concat().replace(' ', ""));
            },
        ),
        ("echo 123............. | tilewright solve --plain", |ran| {
            let printed = crate::run_with(
                &["solve", "--engine", "reduce", "--to", "line"],
                b"123.............",
            );
            let symbols: String = ran.out.split_whitespace().collect();
            assert_eq!(symbols, printed.out.trim());
        }),
        (
            "tilewright solve corpus/sudoku/tile-reduction-9x9.txt --plain",
            |ran| {
                if let Some(printed) = old("tile-reduction/sudoku-9x9-solution.txt") {
                    assert_eq!(ran.out.trim_end(), printed.trim_end());
                }
            },
        ),
        (
            "tilewright solve corpus/sudoku/tile-reduction-16x16.txt --plain",
            |ran| {
                assert_eq!(ran.out.matches('G').count(), 16, "{}", ran.out);
                // The README has 0 where the program printed G.
                if let Some(printed) = old("tile-reduction/sudoku-16x16-solution.txt") {
                    assert_eq!(trimmed(&ran.out), trimmed(&printed.replace('0', "G")));
                }
            },
        ),
        (
            "tilewright solve corpus/sudoku/tile-reduction-8x8x8.txt --plain",
            |ran| {
                assert!(
                    ran.out
                        .starts_with("3 2 7 4 5 6 1 8                7 4 5 6 1 8 3 2\n")
                );
                // In the README some lines end with blanks.
                if let Some(printed) = old("tile-reduction/cube-8x8x8-solution.txt") {
                    assert_eq!(trimmed(&ran.out), trimmed(&printed));
                }
            },
        ),
        (
            "tilewright solve corpus/sudoku/tile-reduction-cube1.txt --to layers",
            |ran| {
                let cells = crate::run_with(&["convert", "--to", "nd"], ran.out.as_bytes()).out;
                let values: Vec<&str> = cells.lines().skip(4).collect();
                assert_eq!(values.len(), 512);
                if let Some(printed) = old("tile-reduction/cube1-solution.flat.txt") {
                    assert_eq!(values, printed.split_whitespace().collect::<Vec<_>>());
                }
            },
        ),
        (
            "tilewright count corpus/sudoku/tile-reduction-8x8x8.txt",
            |ran| {
                assert_eq!(ran.out, "904192\n");
            },
        ),
        ("tilewright solve loops 5x4 --all --plain", |ran| {
            assert_eq!((blocks(&ran.out).len(), &*ran.err), (54, "54 solutions\n"));
            if let Some(printed) = old("tile-reduction/partition-5x4-54-solutions.txt") {
                assert_eq!(ran.out, printed);
            }
        }),
        ("tilewright solve loops 8x8 --seed 1 --plain", |ran| {
            let is_row = |row: &str| row.chars().count() == 24;
            assert!(ran.out.lines().all(is_row), "{}", ran.out);
            assert_eq!(ran.out.lines().count(), 8);
        }),
        (
            "{ echo ┏━━━━━━┓; yes ┃......┃ | head -n 6; echo ┗━━━━━━┛; } | tilewright solve --as tiles --seed 1 --plain",
            |ran| {
                assert!(
                    ran.out.starts_with(&format!(" ┏{}┓ \n", "━".repeat(20))),
                    "{}",
                    ran.out
                );
                assert_eq!(ran.out.lines().count(), 8);
            },
        ),
        (
            "tilewright solve corpus/sudoku/multidimensional-a2x2x1.txt --all --plain",
            |ran| {
                let frame = "=".repeat(49);
                let lines: Vec<&str> = ran.out.lines().collect();
                let rule = "-".repeat(39);
                // A frame with four slabs of four rows in it.
                assert_eq!((lines[0], lines[1], lines[3]), (&*frame, "", "span[2]: 0"));
                assert!(lines.contains(&&*rule));
                let (puzzle, rest) = ran.out.split_once("starting algX\n").unwrap();
                assert_eq!(puzzle.matches("__").count(), 64 - 22);
                let (said, solution) = rest.split_once("\nsol 1: \n").unwrap();
                assert_eq!(said, "numSols: 1\n\n1 solutions found\n");
                let rows = solution.lines().filter(|line| !line.starts_with("span"));
                let words = rows.flat_map(|row| row.split([' ', '|']));
                let is_value = |word: &&str| word.len() == 1 && "1234".contains(word);
                let values: Vec<&str> = words.filter(is_value).collect();
                assert_eq!(values.len(), 64, "{solution}");
                if let Some(printed) = old(SMALL) {
                    assert_eq!(values, printed.lines().skip(4).collect::<Vec<_>>());
                }
            },
        ),
        (
            "tilewright solve corpus/sudoku/multidimensional-a2x2x1.txt --to nd -o target/solution.txt",
            |_| {
                let written = read_to_string(root().join("target/solution.txt")).unwrap();
                assert!(written.starts_with("3\n2\n2\n1\n"), "{written}");
                if let Some(printed) = old(SMALL) {
                    assert_eq!(written, printed);
                }
            },
        ),
        (
            "tilewright generate sudoku 2,2,1 --full --seed 1 --to nd",
            |ran| {
                let count = crate::run_with(&["count"], ran.out.as_bytes());
                assert_eq!(count.out, "1\n");
                assert!(!ran.out.contains("\n0\n"), "{}", ran.out);
            },
        ),
        ("tilewright enumerate sudoku 2,2", |ran| {
            assert_eq!(ran.out.lines().count(), 288);
        }),
        (
            "tilewright enumerate sudoku 2,2 | rev | sed 's/./& /g'",
            |ran| {
                let Some(printed) = old("multidimensional-sudoku/enumerate-2x2-288.txt") else {
                    return;
                };
                let file = format!("288\n2\n2 2 \n{}", ran.out);
                assert_eq!(file.trim_end_matches('\n'), printed.trim_end_matches('\n'));
            },
        ),
        (
            "tilewright convert corpus/sudoku/multidimensional-a2x2x2.txt --to dimacs",
            |ran| {
                assert_eq!(head(&ran.out), "p cnf 4096 74330");
            },
        ),
        (
            "tilewright convert corpus/sudoku/multidimensional-a2x2x1.txt --from-model target/answer.txt --to nd",
            |ran| {
                if let Some(printed) = old(SMALL) {
                    assert_eq!(ran.out, printed);
                }
            },
        ),
        ("tilewright convert sudoku 2,2 --to dimacs", |ran| {
            assert_eq!(head(&ran.out), "p cnf 64 448");
        }),
        (
            "tilewright solve corpus/sudoku/multidimensional-a2x2x1.txt --engine sat --to nd",
            |ran| {
                if let Some(printed) = old(SMALL) {
                    assert_eq!(ran.out, printed);
                }
            },
        ),
        ("tilewright convert sudoku 2,2 --to dm", |ran| {
            let mut expected = String::new();
            for (row, (cell, value)) in (0..16)
                .flat_map(|c| [0, 1, 2, 3].map(|v| (c, v)))
                .enumerate()
            {
                let (y, x) = (cell / 4, cell % 4);
                let container = y / 2 * 2 + x / 2;
                for column in [
                    cell,
                    16 + container * 4 + value,
                    32 + y * 4 + value,
                    48 + x * 4 + value,
                ] {
                    writeln!(expected, "{row} {column}").unwrap();
                }
            }
            assert_eq!(ran.out, expected);
        }),
        ("tilewright convert sudoku 3,3 --to matrix", |ran| {
            assert_eq!(ran.out.lines().count(), 729);
            assert!(
                ran.out
                    .lines()
                    .all(|row| row.len() == 324 && row.matches('1').count() == 4)
            );
        }),
        (
            "tilewright convert corpus/sudoku/tile-reduction-9x9.txt --to matrix",
            |ran| {
                let zeros = "0".repeat(324);
                assert_eq!(ran.out.lines().count(), 729);
                assert_eq!(ran.out.lines().filter(|row| *row == zeros).count(), 8 * 25);
            },
        ),
        (
            "tilewright convert corpus/sudoku/tile-reduction-9x9.txt --to matrix-reduced",
            |ran| {
                assert_eq!(ran.out.lines().count(), 729 - 8 * 25);
                assert!(ran.out.starts_with("0: 1"), "the first cell is 1");
                assert!(ran.out.contains("\n9: 01"), "the second is open");
            },
        ),
        (
            "tilewright convert corpus/sudoku/tile-reduction-9x9.txt --to matrix-reduced | tilewright solve --to rows",
            |ran| {
                let value = |(cell, value): (usize, u8)| {
                    format!("{}\n", cell * 9 + usize::from(value - b'1'))
                };
                let rows: String = NINE_SOLVED.bytes().enumerate().map(value).collect();
                assert_eq!(ran.out, rows);
            },
        ),
        (
            "tilewright solve --plain < corpus/shikaku/5x5-1.txt",
            |ran| {
                assert_eq!(
                    ran.out,
                    "1 solution\nA A A A B\nA A A A B\nC C D D B\nC C D D B\nC C E E E\n"
                );
            },
        ),
        (
            "tilewright solve --style old < corpus/shikaku/5x5-1.txt",
            |ran| {
                if let Some(printed) = old("shikaku/seed-output/5x5-1.all.txt") {
                    assert_eq!(ran.out, printed);
                }
            },
        ),
        (
            "tilewright solve corpus/shikaku/15x20-20.txt --style old --all",
            |ran| {
                assert_eq!(blocks(&ran.out).len(), 21);
                // Theirs come in no order.
                if let Some(printed) = old("shikaku/seed-output/15x20-20.all.txt") {
                    assert_eq!(blocks(&ran.out), blocks(&printed));
                    assert_eq!(ran.out.len(), printed.len());
                }
            },
        ),
        (
            "tilewright explain corpus/sudoku/set-relaxation-9x9.txt --iterations",
            |ran| {
                assert_eq!(ran.out.matches("Iteration ").count(), 33);
                if let Some(printed) = old("set-relaxation/trace-output.txt") {
                    assert_eq!(ran.out, printed);
                }
            },
        ),
    ];
    checks.into()
}

#[test]
fn every_row_is_run_and_compared() {
    write_answer();
    let checks = checks();
    let commands = commands();
    assert!(commands.len() >= 45, "{} rows", commands.len());
    let named: BTreeSet<&str> = commands.iter().map(String::as_str).collect();
    for command in checks.keys() {
        assert!(named.contains(command), "no row says `{command}`");
    }
    for command in &commands {
        let ran = typed(command);
        assert_eq!(ran.code, 0, "`{command}` says {}", ran.err);
        assert!(!ran.err.contains("error"), "`{command}` says {}", ran.err);
        let is_written =
            [" -o ", " > "].iter().any(|to| command.contains(to)) && !command.contains("&&");
        assert_eq!(ran.out.is_empty(), is_written, "`{command}`");
        if let Some(check) = checks.get(&**command) {
            check(&ran);
        }
    }
}

#[test]
fn grids_come_back_from_exact_cover() {
    let back = |command: &&String| command.contains("--from-cover -");
    let commands = commands();
    let mut compared = 0;
    for command in commands.iter().filter(back) {
        assert_eq!(typed(command).out.trim_end(), NINE_SOLVED, "`{command}`");
        compared += 1;
    }
    assert_eq!(compared, 2);
}

#[test]
fn the_readme_names_the_programs_and_its_guide_what_they_need() {
    let read = |name: &str| read_to_string(root().join(name)).unwrap();
    let (readme, guide) = (read("README.md"), read("docs/coming-from.md"));
    assert!(readme.contains("docs/coming-from.md"));
    for program in [
        "tile-reduction",
        "multidimensional-sudoku",
        "Reducing Sudoku",
        "shikaku-solver",
        "set-relaxation",
    ] {
        assert!(readme.contains(program), "{program}");
        assert!(guide.contains(program), "{program}");
    }
    for word in [
        "--all",
        "--engine",
        "xcc",
        "--iterations",
        "--style",
        "--from-model",
        "--from-cover",
        "standard input",
    ] {
        assert!(guide.contains(word), "{word}");
    }
}

/// The order of the old program is that of `reduce`, and a message marks any other.
#[test]
fn plain_solutions_come_in_the_order_of_the_program() {
    let file = root().join("corpus/sudoku/tile-reduction-8x8x8.txt");
    let file = file.to_str().unwrap();
    let plain = run(&["solve", file, "--plain"]);
    assert_eq!((plain.code, &*plain.err), (0, ""));
    assert_eq!(
        run(&["solve", file, "--plain", "--engine", "reduce"]),
        plain
    );
    let other = run(&["solve", file, "--plain", "--engine", "dance"]);
    assert_ne!(other.out, plain.out, "the order matters here");
    let few = run(&["solve", file, "--plain", "--nodes", "1000"]);
    let said =
        "reduce, which has the order of the old program, found no solution (node limit reached)";
    assert!(few.err.starts_with(said), "{}", few.err);
    // All of them in its order, as it listed roads.
    let roads = root().join("corpus/tiles/roads-4x5.txt");
    let roads = roads.to_str().unwrap();
    let all = run(&["solve", roads, "--plain", "--all"]);
    assert_eq!(
        run(&["solve", roads, "--plain", "--all", "--engine", "reduce"]),
        all
    );
    // Large boards with one solution do not wait for it.
    let sixteen = root().join("corpus/sudoku/tile-reduction-16x16.txt");
    let one = run(&["solve", sixteen.to_str().unwrap(), "--plain", "--all"]);
    assert_eq!((one.code, &*one.err), (0, "1 solution\n"));
}
