//! `play` and `serve` as a shell sees them.

use super::serving::Running;
use super::{ran, run};
use serde_json::json;

#[test]
fn play_needs_a_terminal() {
    let expected = ran("", "error: play needs a terminal, and this is not one\n", 2);
    assert_eq!(run(&["play", "sudoku", "3,3"]), expected);
    assert_eq!(run(&["play", "--new", "sudoku", "3,3"]), expected);
    assert_eq!(run(&["play", "no-such-file"]), expected);
    assert_eq!(run(&["play", "sudoku", "3,3", "--level", "easy"]).code, 2);
}

#[test]
fn serve_prints_where_it_is_and_ends_when_asked() {
    let mut running = Running::start(&["--time", "5s"]);
    let question =
        json!({ "do": "count", "puzzle": { "text": "1...............", "as": "sudoku:line" } });
    let answer = running.ask(&question);
    assert_eq!(answer["answer"]["count"], "72", "{answer}");
    #[cfg(unix)]
    {
        let pid = running.child.id().to_string();
        let killed = std::process::Command::new("kill")
            .args(["-INT", &pid])
            .status();
        assert!(killed.unwrap().success());
        assert_eq!(running.child.wait().unwrap().code(), Some(0));
    }
}

#[test]
fn serve_says_why_it_cannot() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let refused = run(&["serve", "--port", &port]);
    assert_eq!((refused.out.as_str(), refused.code), ("", 2));
    assert!(
        refused.err.contains("nothing can be served at port"),
        "{}",
        refused.err
    );
    assert!(
        refused.err.contains("hint: without --port"),
        "{}",
        refused.err
    );
    assert_eq!(run(&["serve", "--host", "no such host"]).code, 2);
    assert_eq!(run(&["serve", "--port", "99999"]).code, 2);
}
