//! Long counts that are stopped, killed and resumed.

use crate::{NINE, command, file, ran, run};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::Duration;

/// Latin squares of side 8.
const EIGHT: [&str; 3] = ["count", "sudoku", "8,1"];
const EIGHT_SQUARES: &str = "108776032459082956800\n";

/// A path where nothing is.
fn new_file(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path.to_str().unwrap().to_owned()
}

fn started(args: &[&str]) -> Child {
    command(args)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Latin squares of side 8, stopped.
fn stopped(checkpoint: &str) {
    let options = ["--nodes", "100", "--checkpoint", checkpoint];
    let stopped = run(&[&EIGHT[..], &options].concat());
    let said = format!(
        "at least 0 solutions (node limit reached)\n\
         the results so far are in {checkpoint}; --resume {checkpoint} continues from there\n"
    );
    assert_eq!(stopped, ran("", &said, 3));
}

#[test]
fn a_stopped_count_goes_on() {
    let checkpoint = new_file("resume-stopped.checkpoint");
    stopped(&checkpoint);
    let resumed = run(&[&EIGHT[..], &["--resume", &checkpoint]].concat());
    assert_eq!(resumed, ran(EIGHT_SQUARES, "", 0));
    assert!(
        !Path::new(&checkpoint).exists(),
        "it is not needed any more"
    );
}

/// Each run ends before a turn of the engine does.
#[test]
fn a_count_that_is_stopped_again_and_again_gets_on() {
    let checkpoint = new_file("resume-often.checkpoint");
    let count = ["count", "sudoku", "5,1,1", "--nodes", "200000"];
    let mut option = "--checkpoint";
    let mut stops = 0;
    let number = loop {
        let ran = run(&[&count[..], &[option, &checkpoint]].concat());
        option = "--resume";
        if ran.code == 0 {
            break ran.out;
        }
        assert!(ran.err.starts_with("at least "), "{}", ran.err);
        stops += 1;
        assert!(stops < 60, "it does not get on: {}", ran.err);
    };
    assert_eq!(number, "2781803520\n");
    assert!(stops > 2, "{stops}");
}

#[test]
fn a_count_that_ends_leaves_nothing() {
    let checkpoint = new_file("resume-ends.checkpoint");
    let counted = run(&["count", "sudoku", "2,2", "--checkpoint", &checkpoint]);
    assert_eq!(counted, ran("288\n", "", 0));
    assert!(!Path::new(&checkpoint).exists());
}

/// Kills a count again and again, a little later each time, until it ends before that.
fn killed_and_resumed(name: &str, count: &[&str], number: &str) {
    let checkpoint = new_file(name);
    let every = ["--checkpoint-every", "5ms"];
    let mut kills = 0;
    let mut patience = Duration::from_millis(3);
    loop {
        let is_there = Path::new(&checkpoint).exists();
        let option = if is_there { "--resume" } else { "--checkpoint" };
        let mut child = started(&[count, &every, &[option, &checkpoint]].concat());
        // Somewhere in the middle of whatever it does then.
        std::thread::sleep(patience);
        patience = patience.mul_f64(1.17);
        if child.try_wait().unwrap().is_none() {
            // On Unix, kill -9.
            child.kill().unwrap();
            kills += 1;
        }
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(said, "", "after {kills} kills");
        if output.status.code() == Some(0) {
            assert_eq!(String::from_utf8(output.stdout).unwrap(), number);
            break;
        }
        assert_eq!(output.status.code(), None, "only a kill may end it");
    }
    assert!(kills > 1, "it was never killed");
    for left in std::fs::read_dir(env!("CARGO_TARGET_TMPDIR")).unwrap() {
        // The file being written at the kill may be left under its own name.
        let left = left.unwrap().path();
        if left.to_str().unwrap().starts_with(&checkpoint) {
            std::fs::remove_file(left).unwrap();
        }
    }
}

#[test]
fn a_killed_count_goes_on() {
    killed_and_resumed("resume-killed.checkpoint", &EIGHT, EIGHT_SQUARES);
    let roads = ["count", "roads", "9x9"];
    let number = run(&roads).out;
    killed_and_resumed("resume-killed-roads.checkpoint", &roads, &number);
    // Without symmetry, by visiting each.
    let visited = ["count", "sudoku", "5,1", "--engine", "dance"];
    killed_and_resumed("resume-killed-visited.checkpoint", &visited, "161280\n");
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_a_checkpoint() {
    let checkpoint = new_file("resume-interrupted.checkpoint");
    let child = started(&["count", "sudoku", "10,1", "--checkpoint", &checkpoint]);
    std::thread::sleep(Duration::from_millis(700));
    crate::stop::interrupt(child.id());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("(interrupted)\nthe results so far are in"),
        "{said}"
    );
    let resume = ["--resume", &checkpoint, "--time", "100ms"];
    let resumed = run(&[&["count", "sudoku", "10,1"], &resume[..]].concat());
    assert_eq!(resumed.code, 3, "{}", resumed.err);
    assert!(resumed.err.contains("(time is up)"), "{}", resumed.err);
}

#[test]
fn what_is_no_checkpoint_of_this_count_is_refused() {
    let checkpoint = new_file("resume-refused.checkpoint");
    stopped(&checkpoint);
    let bytes = std::fs::read(&checkpoint).unwrap();
    let other = run(&["count", "sudoku", "7,1", "--resume", &checkpoint]);
    let said = format!(
        "error: {checkpoint}: this is the checkpoint of another count; expected the same puzzle and engine\n"
    );
    assert_eq!(other, ran("", &said, 2));
    let engine = ["--engine", "dance", "--resume", &checkpoint];
    assert_eq!(run(&[&EIGHT[..], &engine].concat()), other);

    let mut damaged = bytes.clone();
    *damaged.last_mut().unwrap() ^= 1;
    let damaged = file("resume-damaged.checkpoint", damaged);
    let refused = run(&[&EIGHT[..], &["--resume", &damaged]].concat());
    let said = format!(
        "error: {damaged}: this checkpoint is damaged: its checksum is not that of its notes\n"
    );
    assert_eq!(refused, ran("", &said, 2));

    let puzzle = file("resume-puzzle.txt", NINE);
    let refused = run(&["count", &puzzle, "--resume", &puzzle]);
    assert_eq!(refused.code, 2);
    assert!(
        refused
            .err
            .contains("this is not a checkpoint; expected a file that begins with"),
        "{}",
        refused.err
    );
    assert_eq!(
        std::fs::read(&checkpoint).unwrap(),
        bytes,
        "nothing was overwritten"
    );
}

#[test]
fn a_file_that_is_there_or_cannot_be_is_refused() {
    let there = file("resume-there.txt", "mine");
    let refused = run(&[&EIGHT[..], &["--checkpoint", &there]].concat());
    assert_eq!(refused.code, 2);
    let said = "this is there already; expected a new file";
    assert!(refused.err.contains(said), "{}", refused.err);
    assert_eq!(std::fs::read(&there).unwrap(), b"mine");

    let nowhere = format!("{there}/checkpoint");
    let refused = run(&[&EIGHT[..], &["--checkpoint", &nowhere]].concat());
    assert_eq!(refused.code, 2);
    assert!(
        refused.err.contains("this cannot be written"),
        "{}",
        refused.err
    );
    assert_eq!(refused.err.lines().count(), 1, "{}", refused.err);

    let refused = run(&[&EIGHT[..], &["--checkpoint", ""]].concat());
    assert_eq!(refused.code, 2);
    let said = "the name of the file to write is empty; expected one\n";
    assert!(refused.err.ends_with(said), "{}", refused.err);

    let refused = run(&[&EIGHT[..], &["--resume", &nowhere]].concat());
    assert_eq!(refused.code, 2);
    assert!(
        refused.err.contains("this cannot be read"),
        "{}",
        refused.err
    );

    let lines = file("resume-lines.txt", format!("{NINE}\n{NINE}\n"));
    let checkpoint = new_file("resume-lines.checkpoint");
    let refused = run(&["count", &lines, "--checkpoint", &checkpoint]);
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("takes one puzzle"), "{}", refused.err);
    assert!(!Path::new(&checkpoint).exists());
}

/// The results of one run hold for the next, and if there is nothing to resume from the command says so.
#[test]
fn what_was_found_is_kept() {
    let checkpoint = new_file("resume-found.checkpoint");
    let count = [
        "count",
        "sudoku",
        "3,3",
        "--engine",
        "dance",
        "--threads",
        "1",
    ];
    let begun = [
        &count[..],
        &["--nodes", "3000", "--checkpoint", &checkpoint],
    ]
    .concat();
    let begun = run(&begun);
    assert_eq!(begun.code, 3);
    let (found, rest) = begun.err.split_once(" (").unwrap();
    assert!(found != "at least 0 solutions", "{found}");
    let anew = format!(
        "node limit reached)\n{checkpoint} has nothing to resume from so far: --resume {checkpoint} \
         begins anew\n"
    );
    assert_eq!(rest, anew);
    let resumed = [&count[..], &["--nodes", "10", "--resume", &checkpoint]].concat();
    assert_eq!(run(&resumed).err, begun.err);
}

#[cfg(unix)]
#[test]
fn a_link_to_a_checkpoint_goes_with_it() {
    let checkpoint = new_file("resume-linked.checkpoint");
    let link = new_file("resume-link.checkpoint");
    let stopped = run(&[
        "count",
        "latin",
        "7",
        "--nodes",
        "20",
        "--checkpoint",
        &checkpoint,
    ]);
    assert_eq!(stopped.code, 3, "{}", stopped.err);
    std::os::unix::fs::symlink(&checkpoint, &link).unwrap();
    let done = run(&["count", "latin", "7", "--resume", &link]);
    assert_eq!(done, ran("61479419904000\n", "", 0));
    for gone in [checkpoint, link] {
        assert!(std::fs::symlink_metadata(gone).is_err());
    }
}

#[test]
fn how_often_is_for_a_checkpoint_alone() {
    let told = run(&["count", "sudoku", "2,2", "--checkpoint-every", "1s"]);
    assert_eq!((told.out.as_str(), told.code), ("", 2));
    assert!(told.err.contains("required"), "{}", told.err);
}

/// A count without `--checkpoint` leaves its checkpoint in the user's cache folder, never in the current one, and
/// `--resume` alone finds it there.
#[test]
fn what_nobody_asked_for_is_in_the_cache_folder() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("resume-cache");
    let _ = std::fs::remove_dir_all(&folder);
    let here = folder.join("here");
    std::fs::create_dir_all(&here).unwrap();
    let count = ["count", "latin", "11"];
    let counted = |cache: &Path, options: &[&str]| {
        let mut command = command(&[&count[..], options].concat());
        let command = command.current_dir(&here).env("XDG_CACHE_HOME", cache);
        let output = command.output().unwrap();
        (
            String::from_utf8(output.stderr).unwrap(),
            output.status.code(),
        )
    };
    let files = |folder: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).into_iter().flatten();
        entries.map(|entry| entry.unwrap().path()).collect()
    };
    let cache = folder.join("cache");
    let (said, code) = counted(&cache, &["--resume"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(
        said.contains("no checkpoint of this count was found"),
        "{said}"
    );

    let (said, code) = counted(&cache, &["--time", "6s"]);
    assert_eq!(code, Some(3), "{said}");
    assert_eq!(
        files(&here),
        [] as [PathBuf; 0],
        "nothing in the current folder"
    );
    let kept = files(&cache.join("tilewright"));
    let [kept] = &kept[..] else {
        panic!("{kept:?}: {said}");
    };
    let told = format!(
        "the results so far are in {}; --resume continues from there\n",
        kept.display()
    );
    assert!(said.ends_with(&told), "{said}");
    let (said, code) = counted(&cache, &["--time", "3s", "--resume"]);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains(kept.to_str().unwrap()), "{said}");

    // If it cannot be kept, there is none, and a message says so.
    let blocked = file("resume-blocked", "a file");
    let (said, code) = counted(Path::new(&blocked), &["--time", "6s"]);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("the results so far are not kept"), "{said}");
    assert_eq!(files(&here), [] as [PathBuf; 0]);
    std::fs::remove_dir_all(folder).unwrap();
}
