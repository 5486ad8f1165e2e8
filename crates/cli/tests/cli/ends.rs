//! Runs that end badly: full disks, missing permissions, kills. In every case an existing file stays as it was, and a
//! file under its name is whole.
//!
//! `scripts/kills.py` does the same at random moments, for minutes.

use super::{NINE, command, file};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Output, Stdio};
use std::sync::OnceLock;

const OLD: &str = "what was there before\n";

/// A user without permissions, for root may do everything.
const NOBODY: u32 = 65534;

/// A new folder that every user may write to.
fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("tilewright-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    set_mode(&path, 0o777);
    path
}

fn set_mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

fn text(path: &Path) -> String {
    path.to_str().unwrap().to_owned()
}

/// The names of a folder's content.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let name = |entry: std::io::Result<std::fs::DirEntry>| entry.unwrap().file_name();
    let mut names: Vec<String> = entries
        .map(|entry| name(entry).into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// One sentence and exit code 2.
fn is_refused(output: &Output, sentence: &str) {
    let told = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(
        told.starts_with("error: ") && told.contains(sentence),
        "{told}"
    );
    assert_eq!(told.lines().count(), 1, "{told}");
    assert_eq!(output.stdout, b"");
}

/// The jobs that write a file or a folder.
fn writers(folder: &Path) -> Vec<(Vec<String>, PathBuf)> {
    let puzzle = text(&folder.join("puzzle.csv"));
    std::fs::write(&puzzle, format!("puzzle\n{NINE}\n")).unwrap();
    let line = text(&folder.join("puzzle.txt"));
    std::fs::write(&line, format!("{NINE}\n")).unwrap();
    let job = |words: &[&str], output: &str| {
        let output = folder.join("out").join(output);
        let words = words.iter().map(|&word| word.to_owned());
        (words.collect::<Vec<_>>(), output)
    };
    vec![
        job(&["solve", &puzzle, "-o"], "out.csv"),
        job(&["check", &puzzle, "-o"], "out.jsonl"),
        job(&["enumerate", "sudoku", "2,2", "-o"], "out.txt"),
        job(&["render", &line, "-o"], "out.svg"),
        job(&["prove", &line, "-o"], "proof"),
        job(&["count", "latin", "4", "--checkpoint"], "c.checkpoint"),
    ]
}

/// Returns true if the output is a new one by its nature.
fn is_new(output: &Path) -> bool {
    ["proof", "c.checkpoint"]
        .iter()
        .any(|name| output.ends_with(name))
}

/// The command as a user without permissions; `None` if that is impossible.
fn as_nobody(words: &[String], output: &Path) -> Option<Command> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let is_root = Command::new("id").arg("-u").output().ok()?.stdout == b"0\n";
    let mut command = if is_root {
        let mut command = Command::new(copy_for_all()?);
        command.args(&words).uid(NOBODY).gid(NOBODY);
        command
    } else {
        command(&words)
    };
    command.arg(output).env("NO_COLOR", "1");
    Some(command)
}

/// A copy of the command that every user may run, since the original may be in a private folder.
fn copy_for_all() -> Option<PathBuf> {
    static COPY: OnceLock<Option<PathBuf>> = OnceLock::new();
    let make = || {
        let own = std::env::temp_dir().join(format!("tilewright-ends-{}", std::process::id()));
        // Another process writes it: files that this one has open, all processes that it starts meanwhile have open,
        // too, and a program that is open for writing cannot be run.
        let mut copy = Command::new("cp");
        copy.arg(env!("CARGO_BIN_EXE_tilewright")).arg(&own);
        copy.status().ok().filter(ExitStatus::success)?;
        set_mode(&own, 0o755);
        Some(own)
    };
    COPY.get_or_init(make).clone()
}

#[test]
fn what_may_not_be_written_is_refused() {
    let folder = folder("forbidden");
    let out = folder.join("out");
    for (words, output) in writers(&folder) {
        std::fs::create_dir(&out).unwrap();
        if !is_new(&output) {
            std::fs::write(&output, OLD).unwrap();
        }
        let before = names(&out);
        set_mode(&out, 0o555);
        let Some(mut command) = as_nobody(&words, &output) else {
            let _ = writeln!(
                std::io::stderr(),
                "skipped: nobody else can run the command"
            );
            return;
        };
        is_refused(&command.output().unwrap(), "Permission denied");
        assert_eq!(names(&out), before, "{words:?}");
        if !is_new(&output) {
            // A folder that may be written to, with a file that may not.
            set_mode(&out, 0o777);
            set_mode(&output, 0o444);
            let refused = as_nobody(&words, &output).unwrap().output().unwrap();
            is_refused(&refused, "this cannot be written: Permission denied");
            assert_eq!(std::fs::read_to_string(&output).unwrap(), OLD);
            assert_eq!(names(&out), before, "{words:?}");
        }
        std::fs::remove_dir_all(&out).unwrap();
    }
    let own = std::env::temp_dir().join(format!("tilewright-ends-{}", std::process::id()));
    let _ = std::fs::remove_file(own);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_file_that_cannot_grow_is_told() {
    let folder = folder("limit");
    std::fs::create_dir(folder.join("out")).unwrap();
    let lines = format!("puzzle\n{}", format!("{NINE}\n").repeat(2000));
    let many = text(&folder.join("many.csv"));
    std::fs::write(&many, lines).unwrap();
    let output = folder.join("out/out.csv");
    for words in [
        format!("solve {many} -o"),
        "enumerate sudoku 2,3 --limit 100000 -o".to_owned(),
    ] {
        std::fs::write(&output, OLD).unwrap();
        // The system's own way is to end the process with a signal, without a word.
        let script = format!(
            "ulimit -f 8; exec {} {words} {}",
            env!("CARGO_BIN_EXE_tilewright"),
            text(&output)
        );
        let ran = Command::new("sh")
            .args(["-c", &script])
            .env("NO_COLOR", "1")
            .output();
        is_refused(&ran.unwrap(), "cannot be written: File too large");
        assert_eq!(std::fs::read_to_string(&output).unwrap(), OLD);
        assert_eq!(names(&folder.join("out")), ["out.csv"]);
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_told() {
    let lines = file("ends-full.txt", format!("{NINE}\n").repeat(2000));
    let one = file("ends-full-one.txt", NINE);
    for words in [
        &["solve", &lines][..],
        &["check", &lines],
        &["enumerate", "sudoku", "2,2"],
        &["count", "sudoku", "2,2"],
        &["sample", "sudoku", "2,2", "--seed", "1"],
        &["generate", "sudoku", "2,2", "--seed", "1"],
        &["explain", &one],
        &["rate", "--json", &one],
        &["engines"],
        &["formats"],
        &["completions", "bash"],
        &["man"],
        &["--help"],
        &["help", "solve"],
        &["--version"],
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
        let ran = command(words)
            .stdin(Stdio::null())
            .stdout(full.unwrap())
            .output()
            .unwrap();
        let told = String::from_utf8(ran.stderr.clone()).unwrap();
        assert_eq!(ran.status.code(), Some(2), "{words:?}: {told}");
        let sentences = told.lines().filter(|line| line.starts_with("error: "));
        assert_eq!(sentences.count(), 1, "{words:?}: {told}");
        assert!(
            told.contains("No space left on device"),
            "{words:?}: {told}"
        );
    }
    let ran = command(&["enumerate", "sudoku", "2,2", "-o", "/dev/full"]).output();
    is_refused(&ran.unwrap(), "No space left on device");
}

/// Runs a line of a shell in which `tilewright` is the command.
fn in_shell(line: &str) -> Output {
    let script = format!(
        "tilewright() {{ '{}' \"$@\"; }}; {line}",
        env!("CARGO_BIN_EXE_tilewright")
    );
    let mut shell = Command::new("sh");
    shell.args(["-c", &script]).env("NO_COLOR", "1");
    shell.stdin(Stdio::null()).output().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_nobody_can_hear_is_told() {
    let one = file("ends-closed.txt", NINE);
    for words in [
        &format!("solve {one}"),
        "count sudoku 2,2",
        "engines",
        "formats",
        "completions zsh",
        "man",
        "--help",
        "--version",
    ] {
        let ran = in_shell(&format!("tilewright {words} >&-"));
        is_refused(
            &ran,
            "the output cannot be written: standard output is closed",
        );
        let ran = in_shell(&format!("tilewright {words} <&- >&-"));
        is_refused(&ran, "standard output is closed");
        // `/dev/null` is a standard output like any other.
        let ran = in_shell(&format!("tilewright {words} >/dev/null"));
        assert_eq!(ran.status.code(), Some(0), "{words}");
        let ran = in_shell(&format!("tilewright {words} <>/dev/null >&0"));
        assert_eq!(ran.status.code(), Some(0), "{words}");
        // A reader who has seen enough is not a failure.
        let ran = in_shell(&format!("tilewright {words} | true"));
        assert_eq!(ran.stderr, b"", "{words}");
    }
    // Output elsewhere is not lost.
    let folder = folder("closed");
    let output = text(&folder.join("list.txt"));
    let ran = in_shell(&format!("tilewright enumerate sudoku 2,2 -o {output} >&-"));
    assert_eq!(ran.status.code(), Some(0), "{ran:?}");
    assert_eq!(names(&folder), ["list.txt"]);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_not_utf_8_are_names() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = folder("names");
    let name = |bytes: &[u8]| folder.join(OsStr::from_bytes(bytes));
    let run = |words: &[&OsStr]| {
        let mut command = command(&[]);
        command.args(words).stdin(Stdio::null()).output().unwrap()
    };
    let word = OsStr::new;
    let puzzle = name(b"caf\xe9.csv");
    std::fs::write(&puzzle, format!("puzzle\n{NINE}\n")).unwrap();
    let answers = name(b"answers\xff.csv");
    let ran = run(&[
        word("solve"),
        puzzle.as_os_str(),
        word("-o"),
        answers.as_os_str(),
    ]);
    assert_eq!(ran.status.code(), Some(0), "{ran:?}");
    assert!(
        std::fs::read_to_string(&answers)
            .unwrap()
            .contains(super::NINE_SOLVED)
    );
    let ran = run(&[word("check"), word("--json"), puzzle.as_os_str()]);
    assert_eq!(ran.status.code(), Some(0), "{ran:?}");
    assert!(
        String::from_utf8(ran.stdout)
            .unwrap()
            .contains("caf\u{fffd}.csv")
    );
    let missing = name(b"no\xfe.txt");
    let ran = run(&[word("solve"), missing.as_os_str()]);
    is_refused(&ran, "no\u{fffd}.txt: there is no such file");
    let picture = name(b"\xff.svg");
    let ran = run(&[
        word("render"),
        word("sudoku"),
        word("2,2"),
        word("-o"),
        picture.as_os_str(),
    ]);
    assert_eq!(ran.status.code(), Some(0), "{ran:?}");
    assert!(picture.exists());
    let checkpoint = name(b"\xff.checkpoint");
    let count = [word("count"), word("sudoku"), word("8,1")];
    let kept = [
        word("--nodes"),
        word("100"),
        word("--checkpoint"),
        checkpoint.as_os_str(),
    ];
    assert_eq!(run(&[&count[..], &kept].concat()).status.code(), Some(3));
    assert!(checkpoint.exists());
    let ran = run(&[&count[..], &[word("--resume"), checkpoint.as_os_str()]].concat());
    assert_eq!(ran.status.code(), Some(0), "{ran:?}");
    assert!(!checkpoint.exists());
    std::fs::remove_dir_all(&folder).unwrap();
}

/// In a container every process has the same number.
#[test]
fn what_an_earlier_process_with_the_same_number_left_does_not_block() {
    let folder = folder("same-number");
    let command = env!("CARGO_BIN_EXE_tilewright");
    for (words, output, part) in [
        ("enumerate sudoku 2,2", "list.txt", "list.txt.$$.part"),
        ("prove sudoku 1,1", "proof", "proof.unfinished-$$"),
    ] {
        let (output, part) = (text(&folder.join(output)), text(&folder.join(part)));
        let make = if output.ends_with("proof") {
            "mkdir"
        } else {
            "touch"
        };
        let line = format!("{make} {part}; exec '{command}' {words} -o {output}");
        let ran = in_shell(&line);
        assert_eq!(ran.status.code(), Some(0), "{ran:?}");
    }
    assert_eq!(
        names(&folder),
        ["list.txt", "proof"],
        "and it is taken away"
    );
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A pipe with a name.
fn pipe(folder: &Path, name: &str) -> String {
    let path = text(&folder.join(name));
    let made = Command::new("mkfifo").arg(&path).status();
    assert!(made.unwrap().success());
    path
}

#[test]
fn waiting_for_the_other_end_of_a_pipe_has_an_end() {
    let folder = folder("pipes");
    let fifo = pipe(&folder, "pipe");
    let puzzle = file("ends-pipe.txt", NINE);
    for words in [
        &["convert", &puzzle, "--from-model", "-"][..],
        &["convert", &puzzle, "--from-model", &fifo],
        &["solve", &fifo],
        &["check", &fifo, "--json"],
        &["enumerate", "sudoku", "2,2", "-o", &fifo],
    ] {
        let start = || {
            let mut command = command(words);
            let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
            command.stderr(Stdio::piped()).spawn().unwrap()
        };
        let mut waiting = start();
        let input = waiting.stdin.take();
        std::thread::sleep(std::time::Duration::from_millis(700));
        crate::stop::interrupt(waiting.id());
        let output = waiting.wait_with_output().unwrap();
        drop(input);
        assert_eq!(output.status.code(), Some(3), "{words:?}: {output:?}");
        assert_eq!(output.stderr, b"interrupted\n", "{words:?}");
        let mut command = command(words);
        let command = command.args(["--time", "300ms"]).stdin(Stdio::piped());
        let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut waiting = command.spawn().unwrap();
        let input = waiting.stdin.take();
        let output = waiting.wait_with_output().unwrap();
        drop(input);
        assert_eq!(output.status.code(), Some(3), "{words:?}: {output:?}");
        assert_eq!(output.stderr, b"time is up\n", "{words:?}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_killed_run_leaves_what_was_there_and_the_next_one_clears_up() {
    let folder = folder("killed");
    let output = folder.join("list.txt");
    std::fs::write(&output, OLD).unwrap();
    set_mode(&output, 0o640);
    let name = text(&output);
    let mut child = command(&["enumerate", "sudoku", "3,3", "-o", &name])
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let part = format!("list.txt.{}.part", child.id());
    while !names(&folder).contains(&part) {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(std::fs::read_to_string(&output).unwrap(), OLD);
    assert_eq!(names(&folder), ["list.txt".to_owned(), part]);
    // A part of another process, and one left on purpose.
    for other in ["other.txt.4194305.part", "list.txt.4194305.stopped"] {
        std::fs::write(folder.join(other), "half").unwrap();
    }
    let ran = command(&["enumerate", "sudoku", "2,2", "-o", &name]).output();
    assert_eq!(ran.unwrap().status.code(), Some(0));
    assert_eq!(
        std::fs::read_to_string(&output).unwrap().lines().count(),
        288
    );
    let left = names(&folder);
    if Path::new("/proc/self").exists() {
        let expected = [
            "list.txt",
            "list.txt.4194305.stopped",
            "other.txt.4194305.part",
        ];
        assert_eq!(left, expected);
    }
    let mode = std::fs::metadata(&output).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o640, "it keeps who may read it");
    std::fs::remove_dir_all(&folder).unwrap();
}
