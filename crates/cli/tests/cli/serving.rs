//! `serve` under questions that would take all resources: it keeps to its limits, and honest questions beside them
//! are answered.
//!
//! `scripts/siege.py` does the same for minutes, and prints its measurements.

use crate::command;
use crate::limits::MANY_RULES;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::process::{Child, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Generous: a loaded machine is slow.
const LONG: Duration = Duration::from_mins(1);

/// A server that ends with the test.
pub(super) struct Running {
    pub(super) child: Child,
    address: String,
}

impl Running {
    pub(super) fn start(options: &[&str]) -> Self {
        let mut child = command(&[&["serve", "--port", "0"], options].concat())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        out.read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://").unwrap();
        Self {
            child,
            address: address.trim_end_matches('/').to_owned(),
        }
    }

    fn send(&self, question: &Value) -> TcpStream {
        let question = question.to_string();
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(LONG)).unwrap();
        let request = format!(
            "POST /api/ask HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{question}",
            self.address,
            question.len()
        );
        stream.write_all(request.as_bytes()).unwrap();
        stream
    }

    /// The answer, without news on the way.
    pub(super) fn ask(&self, question: &Value) -> Value {
        let mut text = String::new();
        self.send(question).read_to_string(&mut text).unwrap();
        let line = text.lines().find(|line| line.starts_with(r#"{"answer""#));
        let line: Value = serde_json::from_str(line.expect(&text)).unwrap();
        line["answer"].clone()
    }

    /// The processes: the server and its workers.
    fn processes(&self) -> Vec<u32> {
        let server = self.child.id();
        let tasks = std::fs::read_dir(format!("/proc/{server}/task")).unwrap();
        let children = tasks.flat_map(|task| {
            let list = task.unwrap().path().join("children");
            std::fs::read_to_string(list)
                .unwrap_or_default()
                .split_whitespace()
                .filter_map(|word| word.parse().ok())
                .collect::<Vec<u32>>()
        });
        children.chain([server]).collect()
    }

    /// The bytes that they hold together.
    fn resident(&self) -> u64 {
        let of = |process: u32| {
            let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
            let line = status
                .lines()
                .find_map(|line| line.strip_prefix("RssAnon:"))?;
            let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
            Some(kib << 10)
        };
        self.processes().into_iter().filter_map(of).sum()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn puzzle(text: &str) -> Value {
    json!({ "text": text })
}

/// The questions of a stranger: a model of millions of rules, a search without an end, a large picture.
fn hostile() -> [Value; 5] {
    let rules = puzzle(MANY_RULES);
    // The same without a number that is known beforehand: each pair has a table of its own.
    let local = puzzle(
        &MANY_RULES
            .replace("a != b", "a + i != b + j")
            .replace("t2000", "t400"),
    );
    let empty = "tiles = \"t1..t300\"\nvalues = \"1..40\"\n[[rule]]\nbetween = \"pairs\"\nrequire = \"a != b\"\n";
    [
        json!({ "do": "check", "puzzle": rules }),
        json!({ "do": "check", "puzzle": local }),
        json!({ "do": "solve", "puzzle": puzzle(empty), "limits": { "seconds": 60 } }),
        json!({ "do": "count", "puzzle": puzzle(&".".repeat(256)), "limits": { "seconds": 60 } }),
        json!({ "do": "rate", "puzzle": puzzle(&".".repeat(625)), "limits": { "seconds": 60 } }),
    ]
}

/// Sets the flag when it is dropped.
struct Over<'f>(&'f AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn honest() -> Value {
    json!({ "do": "check", "puzzle": puzzle(crate::NINE) })
}

#[test]
fn the_rules_of_five_lines_end_within_their_limits() {
    let server = Running::start(&["--memory", "256MiB", "--time", "3s"]);
    for question in &hostile()[..2] {
        let begun = Instant::now();
        let answer = server.ask(question);
        let refused = answer["answer"]["reason"].as_str();
        let message = refused.or(answer["error"]["message"].as_str());
        let message = message.unwrap_or_default();
        let is_said = ["memory", "time is up", "too large"]
            .iter()
            .any(|word| message.contains(word));
        assert!(is_said, "{answer}");
        assert!(
            begun.elapsed() < Duration::from_secs(20),
            "{:?}",
            begun.elapsed()
        );
    }
    // A link may carry the same file.
    let link = server.ask(&json!({ "do": "share", "puzzle": puzzle(MANY_RULES) }));
    let card = server.ask(&json!({ "do": "open", "link": link["link"] }));
    assert_eq!(card["card"]["family"], "rules", "{card}");
    let again = json!({ "text": card["card"]["text"], "as": card["card"]["as"] });
    let answer = server.ask(&json!({ "do": "check", "puzzle": again }));
    assert_eq!(answer["answer"]["status"], "stopped", "{answer}");
    assert_eq!(server.ask(&honest())["answer"]["status"], "unique");
}

#[cfg(target_os = "linux")]
#[test]
fn honest_questions_are_answered_beside_hostile_ones() {
    let server = Running::start(&["--memory", "256MiB", "--time", "3s"]);
    let is_over = AtomicBool::new(false);
    let most = Mutex::new(0);
    let slowest = Mutex::new(Duration::ZERO);
    thread::scope(|scope| {
        for question in hostile() {
            let (server, is_over) = (&server, &is_over);
            scope.spawn(move || {
                let mut leaves = false;
                while !is_over.load(Ordering::Relaxed) {
                    let mut stream = server.send(&question);
                    // Every other one leaves at once.
                    if leaves {
                        thread::sleep(Duration::from_millis(300));
                        let _ = stream.shutdown(Shutdown::Both);
                    } else {
                        let _ = stream.read_to_end(&mut Vec::new());
                    }
                    leaves = !leaves;
                }
            });
        }
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                let held = server.resident();
                let mut most = most.lock().unwrap();
                *most = held.max(*most);
                drop(most);
                thread::sleep(Duration::from_millis(5));
            }
        });
        // Whatever happens here, the others are to end.
        let _over = Over(&is_over);
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(8) {
            let asked = Instant::now();
            let answer = server.ask(&honest());
            let mut slowest = slowest.lock().unwrap();
            *slowest = asked.elapsed().max(*slowest);
            assert_eq!(answer["answer"]["status"], "unique", "{answer}");
        }
    });
    // The questions together, a twentieth, and the memory of the server and its workers themselves.
    let most = *most.lock().unwrap();
    let promised = (256 << 20) * 21 / 20 + (64 << 20);
    assert!(most <= promised, "{} MiB", most >> 20);
    // Tests never assert times on a loaded machine; that there was an answer is enough.
    let slowest = *slowest.lock().unwrap();
    assert!(slowest < LONG, "{slowest:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_question_ends_when_its_client_leaves() {
    let server = Running::start(&["--time", "1m"]);
    let question =
        json!({ "do": "count", "puzzle": puzzle(&".".repeat(256)), "limits": { "seconds": 60 } });
    let stream = server.send(&question);
    let until = |wanted: usize| {
        let begun = Instant::now();
        while server.processes().len() != wanted {
            assert!(begun.elapsed() < LONG, "it never came to that");
            thread::sleep(Duration::from_millis(5));
        }
    };
    until(2);
    drop(stream);
    until(1);
    // And the next one gets another worker.
    assert_eq!(server.ask(&honest())["answer"]["status"], "unique");
}

#[cfg(target_os = "linux")]
#[test]
fn no_worker_outlives_its_server() {
    let server = Running::start(&["--time", "1m"]);
    let _stream = server.send(
        &json!({ "do": "count", "puzzle": puzzle(&".".repeat(256)), "limits": { "seconds": 60 } }),
    );
    let begun = Instant::now();
    while server.processes().len() != 2 {
        assert!(begun.elapsed() < LONG);
        thread::sleep(Duration::from_millis(5));
    }
    let worker = server.processes()[0];
    crate::stop::interrupt(server.child.id());
    while std::path::Path::new(&format!("/proc/{worker}")).exists() {
        assert!(begun.elapsed() < LONG, "it goes on");
        thread::sleep(Duration::from_millis(5));
    }
}
