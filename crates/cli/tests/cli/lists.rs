//! `enumerate` and `sample`: complete, sorted, in pieces, and whole files only.

use crate::{command, file, ran, run, run_with};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

#[test]
fn all_boards_of_4x4_come_sorted() {
    let listed = run(&["enumerate", "sudoku", "2,2"]);
    assert_eq!((listed.err.as_str(), listed.code), ("288 solutions\n", 0));
    let lines: Vec<&str> = listed.out.lines().collect();
    assert_eq!(lines.len(), 288);
    assert!(lines.is_sorted_by(|a, b| a < b), "sorted, each once");
    let checked = run_with(&["check"], listed.out.as_bytes());
    assert_eq!(checked.out, "unique\n".repeat(288));
    for threads in ["1", "7"] {
        let again = run(&["enumerate", "sudoku", "2,2", "--threads", threads]);
        assert_eq!(again, listed);
    }
}

#[test]
fn pieces_are_cut_as_asked() {
    let whole = run(&["enumerate", "sudoku", "2,2"]).out;
    let mut together = String::new();
    for from in ["0", "100", "200"] {
        let piece = run(&[
            "enumerate",
            "sudoku",
            "2,2",
            "--from",
            from,
            "--limit",
            "100",
        ]);
        assert_eq!(piece.code, 0);
        together.push_str(&piece.out);
    }
    assert_eq!(together, whole);
    assert_eq!(
        run(&["enumerate", "sudoku", "2,2", "--from", "286"]).err,
        "2 solutions\n"
    );
    assert_eq!(
        run(&["enumerate", "sudoku", "2,2", "--from", "288"]),
        ran("", "no line: the list has no more than 288 of them\n", 1)
    );
    let far = "1".repeat(60);
    assert_eq!(run(&["enumerate", "sudoku", "2,2", "--from", &far]).code, 1);
    assert_eq!(
        run(&["enumerate", "sudoku", "3,3", "--limit", "0"]),
        ran("", "0 solutions so far, perhaps more (limit reached)\n", 0)
    );
    let few = run(&["enumerate", "sudoku", "3,3", "--limit", "2"]);
    assert_eq!(few.code, 0);
    assert_eq!(few.out.lines().count(), 2);
    assert!(few.out.starts_with("123456789456789123"), "{}", few.out);
    assert_eq!(
        few.err,
        "2 solutions so far, perhaps more (limit reached)\n"
    );
}

/// A short line for each solution, and no two alike.
#[test]
fn solutions_of_every_family_are_short_lines() {
    let rules = |name: &str| format!("../../corpus/rules/{name}.toml");
    let cases: [(&[&str], &str); 8] = [
        (&["roads", "2x3"], "UUU/DDD"),
        (&["loops", "2x2"], "┏┓/┗┛"),
        (
            &[&rules("australia")],
            "WA=red NT=green SA=blue Q=red NSW=green V=red T=red",
        ),
        (
            &[&rules("queens8")],
            "Q......./....Q.../.......Q/.....Q../..Q...../......Q./.Q....../...Q....",
        ),
        (
            &[&rules("dominoes-4x4")],
            "D1 D1 D2 D2 / D3 D3 D4 D4 / D5 D5 D6 D6 / D7 D7 D8 D8",
        ),
        (&[&rules("langford7")], ""),
        (&["../../corpus/cover/queens4.xcc"], ""),
        (&["../../corpus/cover/domino4x4.xcc"], ""),
    ];
    for (what, first) in cases {
        let listed = run(&[&["enumerate"], what].concat());
        assert_eq!(listed.code, 0, "{what:?}: {}", listed.err);
        let count = run(&[&["count"], what].concat()).out;
        let mut lines: Vec<&str> = listed.out.lines().collect();
        assert_eq!(lines.len().to_string(), count.trim(), "{what:?}");
        assert!(lines.iter().all(|line| line.len() < 200), "{}", lines[0]);
        assert!(!listed.out.contains("\\n"), "{}", lines[0]);
        if !first.is_empty() {
            assert!(lines.contains(&first), "{what:?}: {}", lines[0]);
        }
        lines.sort_unstable();
        lines.dedup();
        assert_eq!(
            lines.len().to_string(),
            count.trim(),
            "{what:?}: told apart"
        );
        let drawn = run(&[&["sample", "--seed", "1", "--number", "5"], what].concat());
        let is_listed = |line: &str| lines.binary_search(&line).is_ok();
        assert!(drawn.out.lines().all(is_listed), "{}", drawn.out);
        let object = run(&[&["sample", "--seed", "1", "--json"], what].concat()).out;
        let object: serde_json::Value = serde_json::from_str(&object).unwrap();
        assert!(
            is_listed(object["solutions"][0].as_str().unwrap()),
            "{object}"
        );
    }
    let zebra = run(&["enumerate", &rules("zebra")]).out;
    assert!(
        zebra.starts_with("Englishman=3 Spaniard=4 Ukrainian=2"),
        "{zebra}"
    );
    // A format is there for those who want one.
    let value = run(&[
        "enumerate",
        &rules("australia"),
        "--to",
        "toml",
        "--limit",
        "1",
    ])
    .out;
    assert!(value.starts_with("\"title = "), "{value}");
    let object = run(&[
        "enumerate",
        &rules("australia"),
        "--to",
        "json",
        "--limit",
        "1",
    ])
    .out;
    assert!(object.starts_with("{\"family\":\"rules\""), "{object}");
}

#[test]
fn what_has_no_line_is_written_as_a_value() {
    let listed = run(&["enumerate", "roads", "1x2", "--to", "art"]);
    assert_eq!(listed.code, 0);
    let count = run(&["count", "roads", "1x2"]).out;
    assert_eq!(
        listed.out.lines().count().to_string(),
        count.trim(),
        "a line each"
    );
    assert!(listed.out.starts_with('"'), "{}", listed.out);
    let shikaku = run_with(&["enumerate"], b"2 2\n2 0\n0 2\n");
    assert_eq!((shikaku.out.lines().count(), shikaku.code), (2, 0));
    let lines = run(&["enumerate", "sudoku", "2,2", "--to", "json", "--limit", "1"]);
    assert_eq!(lines.out.lines().count(), 1);
    assert!(lines.out.starts_with('{'), "{}", lines.out);
}

#[test]
fn classes_are_told_with_their_sizes() {
    assert_eq!(
        run(&["enumerate", "sudoku", "2,2", "--classes"]),
        ran(
            "1234341221434321\t96\n1234341223414123\t192\n",
            "2 classes with 288 solutions\n",
            0
        )
    );
    let none = run(&["enumerate", "roads", "2x2", "--classes"]);
    assert_eq!(
        none,
        ran(
            "",
            "error: roads 2x2: tiles has no symmetry; families that have one: sudoku\n",
            2
        )
    );
    let clued = run_with(&["enumerate", "--classes"], b"1...............\n");
    assert_eq!((clued.out.as_str(), clued.code), ("", 2));
}

/// A folder of its own for a test.
fn folder(name: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).unwrap();
    folder.to_str().unwrap().to_owned()
}

fn names_in(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

#[test]
fn a_file_is_there_when_it_is_whole() {
    let folder = folder("lists-whole");
    let path = format!("{folder}/boards.txt");
    fs::write(&path, "kept").unwrap();
    let bad: [&[&str]; 5] = [
        &["enumerate", "sudoku", "2,0", "-o", &path],
        &["enumerate", "roads", "2x2", "--classes", "-o", &path],
        &["enumerate", "sudoku", "2,2", "--to", "xml", "-o", &path],
        &["enumerate", "sudoku", "2,3", "--to", "line", "-o", &path],
        &["enumerate", "no-such-file", "-o", &path],
    ];
    for args in bad {
        let failed = run(args);
        assert_eq!((failed.out.as_str(), failed.code), ("", 2), "{args:?}");
        assert!(failed.err.starts_with("error: "), "{args:?}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "kept", "{args:?}");
        assert_eq!(names_in(&folder), ["boards.txt"], "{args:?}");
    }
    let written = run(&["enumerate", "sudoku", "2,2", "-o", &path]);
    assert_eq!(written, ran("", "288 solutions\n", 0));
    let whole = run(&["enumerate", "sudoku", "2,2"]).out;
    assert_eq!(fs::read_to_string(&path).unwrap(), whole);
    assert_eq!(names_in(&folder), ["boards.txt"]);
    let nowhere = format!("{folder}/no/such/folder");
    let failed = run(&["enumerate", "sudoku", "2,2", "-o", &nowhere]);
    assert_eq!(failed.code, 2);
    let failed = run(&["enumerate", "sudoku", "2,2", "-o", &folder]);
    assert!(failed.err.contains("this is a directory"), "{}", failed.err);
}

#[test]
fn bad_names_and_numbers_are_told() {
    let folder = folder("lists-bad");
    let bad: [(&[&str], &str); 7] = [
        (
            &["-o", ""],
            "error: the name of the file to write is empty; expected one\n",
        ),
        (
            &["-o", &folder],
            "this is a directory; expected the name of a file to write\n",
        ),
        (
            &["-o", "no/such/folder/boards.txt"],
            "this cannot be written: ",
        ),
        (&["--from", "1e3"], "expected a whole number, 0 or more"),
        (&["--limit", "-1"], "unexpected argument '-1' found"),
        (&["--limit", "x"], "expected a whole number, 0 or more"),
        (&["--threads", "0"], "0 is not in 1..=65535"),
    ];
    for (args, said) in bad {
        let failed = run(&[&["enumerate", "sudoku", "2,2"][..], args].concat());
        assert_eq!((failed.out.as_str(), failed.code), ("", 2), "{args:?}");
        assert!(failed.err.contains(said), "{args:?}: {}", failed.err);
    }
    assert_eq!(names_in(&folder), [""; 0]);
    for kind in [["sudoku", "4,4"], ["shikaku", "3x3"]] {
        let failed = run(&["enumerate", kind[0], kind[1], "--classes"]);
        assert_eq!((failed.out.as_str(), failed.code), ("", 2), "{kind:?}");
    }
    let both = run(&["sample", "sudoku", "2,2", "--fast", "--uniform"]);
    assert_eq!(both.code, 2);
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_no_file_is_written_to_as_it_is() {
    let full = run(&["enumerate", "sudoku", "2,2", "-o", "/dev/full"]);
    assert_eq!((full.out.as_str(), full.code), ("", 2));
    assert!(full.err.starts_with("error: "), "{}", full.err);
    assert_eq!(full.err.lines().count(), 1, "{}", full.err);
    let null = run(&["enumerate", "sudoku", "2,2", "-o", "/dev/null"]);
    assert_eq!(null, ran("", "288 solutions\n", 0));
    assert!(!Path::new("/dev/null").is_file());
    // A link stays a link.
    let folder = folder("lists-link");
    let (path, link) = (format!("{folder}/boards.txt"), format!("{folder}/link"));
    fs::write(&path, "kept").unwrap();
    std::os::unix::fs::symlink("boards.txt", &link).unwrap();
    let written = run(&["enumerate", "sudoku", "2,2", "-o", &link]);
    assert_eq!(written.code, 0);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 288);
    // Standard output may be full, too.
    let output = command(&["enumerate", "sudoku", "2,3"])
        .stdout(
            fs::OpenOptions::new()
                .write(true)
                .open("/dev/full")
                .unwrap(),
        )
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8(output.stderr).unwrap().lines().count(), 1);
}

#[cfg(unix)]
#[test]
fn whoever_is_killed_leaves_the_file_as_it_was() {
    let folder = folder("lists-killed");
    let path = format!("{folder}/boards.txt");
    fs::write(&path, "kept").unwrap();
    for milliseconds in [5, 100, 400] {
        let mut child = command(&["enumerate", "sudoku", "3,3", "-o", &path])
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(milliseconds));
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "kept");
    }
    for name in names_in(&folder) {
        fs::remove_file(format!("{folder}/{name}")).unwrap();
    }
}

#[test]
fn a_few_nodes_are_the_same_on_any_threads() {
    let stopped = |threads: &str| {
        let args = ["enumerate", "sudoku", "3,3", "--nodes", "3000"];
        run(&[&args[..], &["--threads", threads]].concat())
    };
    let one = stopped("1");
    let number = one.out.lines().count();
    assert!(number > 10, "{number}");
    assert_eq!(one.code, 3);
    assert_eq!(
        one.err,
        format!(
            "stopped after {number} solutions (node limit reached); --from {number} continues\n"
        )
    );
    for threads in ["2", "3"] {
        assert_eq!(stopped(threads), one);
    }
    let limit = (number + 1).to_string();
    let longer = run(&["enumerate", "sudoku", "3,3", "--limit", &limit]).out;
    assert!(longer.starts_with(&one.out));
}

#[test]
fn classes_end_within_their_limits() {
    let first = run(&["enumerate", "sudoku", "3,3", "--classes", "--limit", "1"]);
    assert_eq!(
        first,
        ran(
            "123456789456789123789123456214365897365897214897214365531642978642978531978531642\t\
             406332702720\n",
            "1 class with 406332702720 solutions so far, perhaps more (limit reached)\n",
            0
        )
    );
    let args = ["enumerate", "sudoku", "3,3", "--classes", "--time", "300ms"];
    let timed = run(&args);
    assert_eq!(timed.code, 3);
    assert!(timed.err.contains("(time is up)"), "{}", timed.err);
    let args = ["enumerate", "sudoku", "3,3", "--classes", "--nodes", "200"];
    let ended = run(&args);
    assert_eq!(ended.code, 3);
    assert!(ended.err.contains("(node limit reached)"), "{}", ended.err);
}

#[test]
fn a_list_that_is_stopped_says_how_to_go_on() {
    let folder = folder("lists-stopped");
    let path = format!("{folder}/boards.txt");
    let stopped = run(&[
        "enumerate",
        "sudoku",
        "2,3",
        "--nodes",
        "50000",
        "--threads",
        "1",
        "-o",
        &path,
    ]);
    assert_eq!(stopped.code, 3);
    let names = names_in(&folder);
    assert_eq!(names.len(), 1, "{names:?}");
    assert_eq!(names[0].rsplit('.').next(), Some("stopped"), "{names:?}");
    let lines = fs::read_to_string(format!("{folder}/{}", names[0])).unwrap();
    let number = lines.lines().count();
    assert!(
        stopped.err.starts_with(&format!(
            "stopped after {number} solutions (node limit reached)"
        )),
        "{}",
        stopped.err
    );
    assert!(
        stopped
            .err
            .ends_with(&format!("--from {number} continues\n")),
        "{}",
        stopped.err
    );
    // The next lines are those that would have come next.
    let next = run(&[
        "enumerate",
        "sudoku",
        "2,3",
        "--from",
        &number.to_string(),
        "--limit",
        "1",
    ]);
    assert_eq!(next.code, 0);
    assert!(Some(next.out.trim_end()) > lines.lines().last());
    let whole = run(&[
        "enumerate",
        "sudoku",
        "2,3",
        "--limit",
        &(number + 1).to_string(),
    ]);
    assert_eq!(whole.out, lines + &next.out);
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_list_truthfully() {
    let child = command(&["enumerate", "sudoku", "3,3"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let process = child.id().to_string();
    let killer = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(500));
        std::process::Command::new("kill")
            .args(["-INT", &process])
            .status()
            .unwrap()
    });
    let output = child.wait_with_output().unwrap();
    assert!(killer.join().unwrap().success());
    assert_eq!(output.status.code(), Some(3));
    let lines = output.stdout.lines().count();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        said,
        format!("stopped after {lines} solutions (interrupted); --from {lines} continues\n")
    );
}

#[test]
fn a_reader_that_has_seen_enough_ends_it() {
    let mut child = command(&["enumerate", "sudoku", "3,3"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    reader.read_line(&mut first).unwrap();
    drop(reader);
    assert_eq!(first.trim_end().len(), 81);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(output.stderr, b"");
}

#[test]
fn one_puzzle_is_expected() {
    let lines = file("lists-lines.txt", "1...............\n2...............\n");
    for name in ["enumerate", "sample"] {
        let failed = run(&[name, &lines]);
        assert_eq!(failed.code, 2);
        assert!(
            failed
                .err
                .contains("takes one puzzle at a time, and here is one a line"),
            "{}",
            failed.err
        );
        let failed = run(&[name, &lines, &lines]);
        assert_eq!(
            failed.err,
            format!("error: {name} takes one puzzle at a time, not 2 files\n")
        );
        let failed = run_with(&[name], b"11..............");
        assert_eq!(failed.code, 2);
        assert!(failed.err.contains("is given twice"), "{}", failed.err);
    }
    for bad in ["-1", "x", "1.5", ""] {
        let failed = run(&["enumerate", "sudoku", "2,2", &format!("--from={bad}")]);
        assert_eq!(failed.code, 2, "{bad:?}");
        assert!(failed.err.contains("expected a whole number"), "{bad:?}");
    }
    let unsolvable = run_with(&["enumerate"], b"123....4........\n");
    assert_eq!(unsolvable, ran("", "no solution\n", 1));
    let unsolvable = run_with(&["sample"], b"123....4........\n");
    assert_eq!(unsolvable, ran("", "no solution\n", 1));
}

#[test]
fn samples_say_whether_they_are_uniform() {
    let args = ["sample", "sudoku", "2,2", "--number", "5", "--seed", "1"];
    let drawn = run(&args);
    assert_eq!(drawn.code, 0);
    assert_eq!(
        drawn.err,
        "uniform: each of 288 solutions was equally likely\n"
    );
    assert_eq!(drawn.out.lines().count(), 5);
    assert_eq!(run(&args), drawn);
    let fast = run(&["sample", "sudoku", "3,3", "--fast", "--seed", "1"]);
    assert_eq!(
        fast.err,
        "not uniform: the solutions were not counted, so some are likelier than others\n"
    );
    assert_eq!(fast.out.trim_end().len(), 81);
    let uniform = run(&[
        "sample",
        "sudoku",
        "3,3",
        "--uniform",
        "--nodes",
        "10000",
        "--seed",
        "1",
    ]);
    assert_eq!(
        uniform,
        ran("", "stopped after 0 solutions (node limit reached)\n", 3)
    );
    let unseeded = run(&["sample", "sudoku", "2,2"]);
    let seed = unseeded.err.rsplit("(seed ").next().unwrap();
    let seed = seed.trim_end().trim_end_matches(')');
    let again = run(&["sample", "sudoku", "2,2", "--seed", seed]);
    assert_eq!(again.out, unseeded.out);
    let json = run(&[
        "sample", "--json", "sudoku", "2,2", "-n", "2", "--seed", "1",
    ]);
    let two: Vec<&str> = drawn.out.lines().take(2).collect();
    assert_eq!(
        json.out,
        format!(
            "{{\"file\":\"sudoku 2,2\",\"family\":\"sudoku\",\"solutions\":[\"{}\",\"{}\"],\
             \"status\":\"solved\",\"end\":\"complete\",\"op\":\"sample\",\"uniform\":true,\"of\":\"288\",\"seed\":\"1\"}}\n",
            two[0], two[1]
        )
    );
    let json = run(&["sample", "--json", "sudoku", "3,3", "--fast", "--seed", "1"]);
    assert!(
        json.out.contains("\"uniform\":false,\"seed\":\"1\""),
        "{}",
        json.out
    );
    let none = run_with(&["sample", "--json"], b"123....4........\n");
    assert!(
        none.out
            .contains("\"solutions\":[],\"status\":\"unsolvable\""),
        "{}",
        none.out
    );
}

#[test]
fn a_hyphen_is_standard_output() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lists-hyphen");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir(&folder).unwrap();
    let output = command(&["enumerate", "sudoku", "2,2", "--limit", "1", "-o", "-"])
        .current_dir(&folder)
        .output()
        .unwrap();
    assert_eq!(output.stdout, b"1234341221434321\n");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
}

#[test]
fn a_solution_of_several_lines_is_one_text_in_json() {
    let drawn = run(&["sample", "sudoku", "2,2", "--to", "grid", "--seed", "1"]);
    let json = run(&[
        "sample", "sudoku", "2,2", "--to", "grid", "--seed", "1", "--json",
    ]);
    let object: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    let text: String = serde_json::from_str(&drawn.out).unwrap();
    assert_eq!(object["solutions"], serde_json::json!([text]));
    assert!(text.contains('\n'), "{text}");
}
