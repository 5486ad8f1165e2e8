//! `play` and `serve` as a shell sees them.

use super::{command, ran, run};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Stdio;
use std::time::Duration;

#[test]
fn play_needs_a_terminal() {
    let expected = ran("", "error: play needs a terminal, and this is none\n", 2);
    assert_eq!(run(&["play", "sudoku", "3,3"]), expected);
    assert_eq!(run(&["play", "--new", "sudoku", "3,3"]), expected);
    assert_eq!(run(&["play", "no-such-file"]), expected);
    assert_eq!(run(&["play", "sudoku", "3,3", "--level", "easy"]).code, 2);
}

#[test]
fn serve_prints_where_it_is_and_ends_when_asked() {
    let mut child = command(&["serve", "--port", "0", "--time", "5s"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    out.read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("http://127.0.0.1:").unwrap();
    let port: u16 = address.trim_end_matches('/').parse().unwrap();
    let question = r#"{"do":"count","puzzle":{"text":"1...............","as":"sudoku:line"}}"#;
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_mins(1)))
        .unwrap();
    write!(
        stream,
        "POST /api/ask HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{question}",
        question.len()
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.contains(r#""number":"72""#), "{answer}");
    #[cfg(unix)]
    {
        let pid = child.id().to_string();
        let killed = std::process::Command::new("kill")
            .args(["-INT", &pid])
            .status();
        assert!(killed.unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
    #[cfg(not(unix))]
    child.kill().unwrap();
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
