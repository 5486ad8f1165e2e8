//! The server over real sockets, asked as browsers, strangers and broken clients would.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tilewright_serve::{Asker, Server, ServerSettings};

/// Generous: a loaded machine is slow, and nothing here is about speed.
const LONG: Duration = Duration::from_mins(1);

/// A server that ends with the test.
struct Running {
    address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    fn start(settings: &ServerSettings) -> Self {
        let server = Server::bind(settings).unwrap();
        let address = server.address();
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let thread = thread::spawn(move || server.run(&flag).unwrap());
        Self {
            address,
            stop,
            thread: Some(thread),
        }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(LONG)).unwrap();
        stream
    }

    /// Sends bytes and reads all that comes back until the connection is closed.
    fn exchange(&self, request: &[u8]) -> String {
        let mut stream = self.connect();
        // A server that refuses early need not read on.
        let _ = stream.write_all(request);
        read_all(&mut stream)
    }

    fn get(&self, path: &str, more: &str) -> String {
        let host = self.address;
        self.exchange(
            format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{more}\r\n")
                .as_bytes(),
        )
    }

    fn ask(&self, question: &str, more: &str) -> String {
        self.exchange(self.question(question, more).as_bytes())
    }

    fn question(&self, question: &str, more: &str) -> String {
        format!(
            "POST /api/ask HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n{more}\r\n{question}",
            self.address,
            question.len()
        )
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

fn read_all(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let mut piece = [0; 4096];
    // A connection that was reset has said all that it had to say.
    while let Ok(length @ 1..) = stream.read(&mut piece) {
        bytes.extend_from_slice(&piece[..length]);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn status(answer: &str) -> u16 {
    let word = answer.split_whitespace().nth(1);
    word.and_then(|word| word.parse().ok()).unwrap_or(0)
}

/// Any free port.
fn settings() -> ServerSettings {
    ServerSettings {
        port: Some(0),
        ..ServerSettings::default()
    }
}

fn with_asker(asker: Arc<Asker>) -> ServerSettings {
    ServerSettings {
        asker,
        ..settings()
    }
}

/// Says a question back, with one piece of news.
fn echo() -> Arc<Asker> {
    Arc::new(|question, news, _| {
        news.pass(r#"{"heard":true}"#);
        format!(r#"{{"asked":{question}}}"#)
    })
}

fn until(mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < LONG, "it never came to that");
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn the_page_is_served_with_its_headers() {
    let server = Running::start(&settings());
    let page = server.get("/", "");
    assert_eq!(status(&page), 200);
    let head = page.to_ascii_lowercase();
    assert!(head.contains("content-type: text/html"));
    assert!(head.contains("content-security-policy: default-src 'none'"));
    assert!(head.contains("x-content-type-options: nosniff"));
    assert!(head.contains("cache-control: no-cache"));
    assert!(page.contains("<html") || page.contains("<!doctype html"));
    let engine = server.get("/engine.json", "");
    assert!(engine.ends_with(r#"{"engine":"native"}"#), "{engine}");
    let tag = engine
        .lines()
        .find_map(|line| line.strip_prefix("etag: "))
        .unwrap();
    let again = server.get("/engine.json", &format!("If-None-Match: {tag}\r\n"));
    assert_eq!(status(&again), 304);
    let host = server.address;
    let head = server.exchange(
        format!("HEAD / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").as_bytes(),
    );
    assert_eq!(status(&head), 200);
    assert!(head.ends_with("\r\n\r\n"), "no body");
}

#[test]
fn no_path_leads_out_of_the_page() {
    let server = Running::start(&settings());
    for path in [
        "/../Cargo.toml",
        "/../../../../etc/passwd",
        "/..%2f..%2fCargo.toml",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/js/../../Cargo.toml",
        "/js/..%5c..%5cCargo.toml",
        "//etc/passwd",
        "/etc/passwd",
        "/./index.html",
        "/index.html/",
        "/index.html%00.js",
        "/package.json",
        "/tests/server.mjs",
        "/.gitignore",
        "/js/",
        "/api",
        "/api/ask/../../index.html",
        "/INDEX.HTML",
    ] {
        let answer = server.get(path, "");
        assert_eq!(status(&answer), 404, "{path}: {answer}");
        assert!(!answer.contains("root:"), "{path}");
    }
    assert_eq!(status(&server.get("/index.html?a=../../b#c", "")), 200);
}

#[test]
fn questions_are_answered_in_lines() {
    let server = Running::start(&with_asker(echo()));
    let answer = server.ask(r#"{"do":"hello"}"#, "");
    assert_eq!(status(&answer), 200);
    let news = answer.find(r#"{"news":{"heard":true}}"#).unwrap();
    let last = answer
        .find(r#"{"answer":{"asked":{"do":"hello"}}}"#)
        .unwrap();
    assert!(news < last);
    assert!(
        answer
            .to_ascii_lowercase()
            .contains("cache-control: no-store")
    );
}

#[test]
fn the_desk_answers() {
    let server = Running::start(&settings());
    let question = r#"{"do":"count","puzzle":{"text":"1...............","as":"sudoku:line"}}"#;
    let answer = server.ask(question, "");
    assert!(answer.contains(r#""count":"72""#), "{answer}");
    let answer = server.ask("this is not JSON", "");
    let error = r#"{"answer":{"error":{"message":"the question is not JSON"#;
    assert!(answer.contains(error), "{answer}");
    assert!(answer.contains(r#""v":1}}"#), "{answer}");
}

#[test]
fn strangers_are_refused() {
    let server = Running::start(&with_asker(echo()));
    let own = format!("Origin: http://{}\r\n", server.address);
    assert_eq!(status(&server.ask("1", &own)), 200);
    assert_eq!(
        status(&server.ask("1", "Sec-Fetch-Site: same-origin\r\n")),
        200
    );
    for header in [
        "Origin: http://evil.example",
        "Origin: null",
        "Origin: https://localhost",
        "Origin: http://localhost:1",
        "Sec-Fetch-Site: cross-site",
        "Sec-Fetch-Site: same-site",
    ] {
        let answer = server.ask("1", &format!("{header}\r\n"));
        assert_eq!(status(&answer), 403, "{header}: {answer}");
        assert!(!answer.to_ascii_lowercase().contains("access-control"));
    }
    // Another page may link here, but not load a part of the page.
    let link =
        "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n";
    assert_eq!(status(&server.get("/", link)), 200);
    let script =
        "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\nSec-Fetch-Dest: script\r\n";
    assert_eq!(status(&server.get("/js/app.js", script)), 403);
}

#[test]
fn names_that_are_not_ours_are_refused() {
    let server = Running::start(&with_asker(echo()));
    let port = server.address.port();
    let ask = |hosts: &str| {
        let request = format!(
            "POST /api/ask HTTP/1.1\r\n{hosts}Content-Type: application/json\r\n\
             Content-Length: 1\r\nConnection: close\r\n\r\n1"
        );
        status(&server.exchange(request.as_bytes()))
    };
    assert_eq!(ask(&format!("Host: localhost:{port}\r\n")), 200);
    assert_eq!(ask(&format!("Host: [::1]:{port}\r\n")), 200);
    assert_eq!(ask(&format!("Host: evil.example:{port}\r\n")), 421);
    assert_eq!(ask("Host: 192.168.0.1\r\n"), 421);
    assert_eq!(ask("Host:\r\n"), 421);
    assert_eq!(ask("Host: localhost\r\nHost: evil.example\r\n"), 421);
    assert!(ask("") >= 400);
    let absolute =
        "GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    assert_eq!(status(&server.exchange(absolute.as_bytes())), 421);
}

#[test]
fn wrong_methods_and_contents_are_refused() {
    let server = Running::start(&with_asker(echo()));
    let host = server.address;
    for method in [
        "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "BREW",
    ] {
        for path in ["/", "/api/ask"] {
            let request =
                format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
            let answer = server.exchange(request.as_bytes());
            assert!((400..=421).contains(&status(&answer)), "{method}: {answer}");
        }
    }
    assert_eq!(status(&server.get("/api/ask", "")), 405);
    let post = |path: &str, kind: &str| {
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\n{kind}Content-Length: 1\r\n\
             Connection: close\r\n\r\n1"
        );
        status(&server.exchange(request.as_bytes()))
    };
    assert_eq!(post("/api/ask", ""), 415);
    assert_eq!(post("/api/ask", "Content-Type: text/plain\r\n"), 415);
    assert_eq!(post("/api/ask", "Content-Type: application/jsonx\r\n"), 415);
    let json = "Content-Type: application/json; charset=utf-8\r\n";
    assert_eq!(post("/api/ask", json), 200);
    assert_eq!(post("/", json), 405);
}

#[test]
fn long_questions_are_refused_early() {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let server = Running::start(&with_asker(Arc::new(move |_, _, _| {
        count.fetch_add(1, Ordering::Relaxed);
        "{}".to_owned()
    })));
    let host = server.address;
    let kind = "Content-Type: application/json\r\nConnection: close";
    let told = format!(
        "POST /api/ask HTTP/1.1\r\nHost: {host}\r\n{kind}\r\nContent-Length: 99999999999\r\n\r\n"
    );
    assert_eq!(status(&server.exchange(told.as_bytes())), 413);
    let mut stream = server.connect();
    let head = format!(
        "POST /api/ask HTTP/1.1\r\nHost: {host}\r\n{kind}\r\nTransfer-Encoding: chunked\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).unwrap();
    let chunk = format!("10000\r\n{}\r\n", " ".repeat(0x1_0000));
    for _ in 0..40 {
        if stream.write_all(chunk.as_bytes()).is_err() {
            break;
        }
    }
    let answer = read_all(&mut stream);
    // The rest of the request may reset the connection before the answer is read.
    assert!(answer.is_empty() || status(&answer) == 413, "{answer}");
    let mut bad = server.question("??", "").into_bytes();
    let length = bad.len();
    bad[length - 2..].copy_from_slice(&[0xff, 0xfe]);
    assert_eq!(status(&server.exchange(&bad)), 400);
    assert_eq!(asked.load(Ordering::Relaxed), 0);
}

#[test]
fn broken_requests_are_survived() {
    let server = Running::start(&with_asker(echo()));
    let long = format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(1 << 20));
    let many = format!("GET / HTTP/1.1\r\n{}\r\n", "X: y\r\n".repeat(100_000));
    let broken: [&[u8]; 12] = [
        b"",
        b"\r\n\r\n",
        b"\0\0\0\0\0\0",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET",
        b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: local\0host\r\n\r\n",
        b"POST /api/ask HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        b"POST /api/ask HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        b"POST /api/ask HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
          Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        long.as_bytes(),
        many.as_bytes(),
    ];
    for request in broken {
        let mut stream = server.connect();
        let _ = stream.write_all(request);
        let _ = stream.shutdown(Shutdown::Write);
        let answer = read_all(&mut stream);
        assert!(answer.is_empty() || status(&answer) >= 400, "{answer}");
    }
    let mut state = 99_u64;
    for _ in 0..200 {
        let mut bytes = server.question(r#"{"do":"hello"}"#, "").into_bytes();
        for _ in 0..3 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let place = (state >> 40) as usize % bytes.len();
            bytes[place] = (state >> 32) as u8;
        }
        let mut stream = server.connect();
        let _ = stream.write_all(&bytes);
        let _ = stream.shutdown(Shutdown::Write);
        read_all(&mut stream);
    }
    assert_eq!(status(&server.ask("1", "")), 200);
}

/// Answers of the HTTP library itself have the headers of every answer.
#[test]
fn requests_that_are_no_http_are_answered_with_the_headers_too() {
    let server = Running::start(&with_asker(echo()));
    let long = format!("GET / HTTP/1.1\r\nX: {}\r\n\r\n", "a".repeat(1 << 20));
    for (request, code) in [
        (&b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n"[..], 400),
        (b"\0\0\0\0\r\n\r\n", 400),
        (
            b"POST /api/ask HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
            400,
        ),
        (long.as_bytes(), 431),
    ] {
        let answer = server.exchange(request);
        assert_eq!(status(&answer), code, "{answer}");
        assert!(
            answer.contains("\r\ncontent-security-policy: default-src 'none'"),
            "{answer}"
        );
        assert!(
            answer.contains("\r\nx-content-type-options: nosniff\r\n"),
            "{answer}"
        );
        assert!(answer.ends_with("\r\n\r\n"), "{answer}");
    }
}

#[test]
fn whoever_waits_too_long_for_its_turn_is_told_so() {
    let mut settings = with_asker(Arc::new(|_, _, stop| {
        while !stop.has_left() {
            thread::sleep(Duration::from_millis(2));
        }
        "{}".to_owned()
    }));
    settings.at_once = 1;
    settings.time = Duration::from_millis(100);
    let server = Running::start(&settings);
    let mut first = server.connect();
    first
        .write_all(server.question("1", "").as_bytes())
        .unwrap();
    let mut piece = [0; 16];
    first.read_exact(&mut piece).unwrap();
    assert_eq!(status(&server.ask("2", "")), 503);
}

#[test]
fn nothing_is_taken_while_there_is_no_room() {
    let mut settings = with_asker(echo());
    let has_room = Arc::new(AtomicBool::new(false));
    let room = Arc::clone(&has_room);
    settings.has_room = Arc::new(move || room.load(Ordering::Relaxed));
    let server = Running::start(&settings);
    assert_eq!(status(&server.ask("1", "")), 503);
    has_room.store(true, Ordering::Relaxed);
    assert_eq!(status(&server.ask("1", "")), 200);
}

#[test]
fn a_thousand_at_once_are_answered_or_sent_away() {
    let at_work = Arc::new(AtomicUsize::new(0));
    let most = Arc::new(AtomicUsize::new(0));
    let (now, peak) = (Arc::clone(&at_work), Arc::clone(&most));
    let mut settings = with_asker(Arc::new(move |question, _, _| {
        let working = now.fetch_add(1, Ordering::SeqCst) + 1;
        peak.fetch_max(working, Ordering::SeqCst);
        thread::sleep(Duration::from_millis(2));
        now.fetch_sub(1, Ordering::SeqCst);
        format!(r#"{{"asked":{question}}}"#)
    }));
    settings.at_once = 3;
    settings.waiting = 20;
    let server = Running::start(&settings);
    // If this process may not open that many files, as many as it may.
    let open = |number: usize| {
        let mut stream = TcpStream::connect(server.address).ok()?;
        stream.set_read_timeout(Some(LONG)).ok()?;
        let request = server.question(&number.to_string(), "");
        stream.write_all(request.as_bytes()).ok()?;
        Some(stream)
    };
    let streams: Vec<TcpStream> = (0..1000).map_while(open).collect();
    let opened = streams.len();
    assert!(opened > 200, "{opened}");
    let mut counts = [0; 2];
    for (number, mut stream) in streams.into_iter().enumerate() {
        let answer = read_all(&mut stream);
        match status(&answer) {
            200 => {
                assert!(answer.contains(&format!(r#"{{"answer":{{"asked":{number}}}}}"#)));
                counts[0] += 1;
            }
            503 => {
                assert!(answer.to_ascii_lowercase().contains("retry-after: 1"));
                counts[1] += 1;
            }
            other => panic!("{other}: {answer}"),
        }
    }
    assert_eq!(counts[0] + counts[1], opened);
    assert!(counts[0] >= 3);
    assert!(most.load(Ordering::SeqCst) <= 3);
    assert_eq!(at_work.load(Ordering::SeqCst), 0);
    assert_eq!(status(&server.ask("1", "")), 200);
}

#[test]
fn closing_the_connection_stops_the_work() {
    let log: Arc<Mutex<Vec<&str>>> = Arc::default();
    let told = Arc::clone(&log);
    let server = Running::start(&with_asker(Arc::new(move |_, news, stop| {
        told.lock().unwrap().push("started");
        news.pass(r#"{"begun":true}"#);
        while !stop.is_set() {
            thread::sleep(Duration::from_millis(2));
        }
        told.lock().unwrap().push("stopped");
        "{}".to_owned()
    })));
    let mut stream = server.connect();
    stream
        .write_all(server.question("1", "").as_bytes())
        .unwrap();
    let mut piece = [0; 4096];
    let mut heard = String::new();
    while !heard.contains("begun") {
        let length = stream.read(&mut piece).unwrap();
        assert!(length > 0);
        heard.push_str(&String::from_utf8_lossy(&piece[..length]));
    }
    assert_eq!(*log.lock().unwrap(), ["started"]);
    drop(stream);
    until(|| log.lock().unwrap().len() == 2);
}

#[test]
fn whoever_leaves_while_waiting_makes_room() {
    let is_open = Arc::new(AtomicBool::new(false));
    let door = Arc::clone(&is_open);
    let has_begun = Arc::new(AtomicBool::new(false));
    let begun = Arc::clone(&has_begun);
    let mut settings = with_asker(Arc::new(move |_, _, stop| {
        begun.store(true, Ordering::Relaxed);
        while !door.load(Ordering::Relaxed) && !stop.is_set() {
            thread::sleep(Duration::from_millis(2));
        }
        "{}".to_owned()
    }));
    settings.at_once = 1;
    settings.waiting = 1;
    let server = Running::start(&settings);
    let send = || {
        let mut stream = server.connect();
        stream
            .write_all(server.question("1", "").as_bytes())
            .unwrap();
        stream
    };
    let mut at_work = send();
    // Later requests are to find the place taken.
    until(|| has_begun.load(Ordering::Relaxed));
    let is_sent_away = |stream: &TcpStream| {
        let moment = Some(Duration::from_millis(300));
        stream.set_read_timeout(moment).unwrap();
        let mut piece = [0; 64];
        let length = stream.peek(&mut piece).unwrap_or(0);
        status(&String::from_utf8_lossy(&piece[..length])) == 503
    };
    let mut waiting = send();
    until(|| {
        // Both places are taken when a third is sent away and the second is not.
        let is_full = is_sent_away(&send()) && !is_sent_away(&waiting);
        if !is_full {
            waiting = send();
        }
        is_full
    });
    drop(waiting);
    until(|| !is_sent_away(&send()));
    is_open.store(true, Ordering::Relaxed);
    assert_eq!(status(&read_all(&mut at_work)), 200);
}

#[test]
fn a_long_count_ends_with_its_client() {
    let mut settings = settings();
    settings.at_once = 1;
    let server = Running::start(&settings);
    let question = r#"{"do":"count","puzzle":{"text":".................................................................................","as":"sudoku:line"},"limits":{"seconds":50,"nodes":1000000000000}}"#;
    let mut stream = server.connect();
    stream
        .write_all(server.question(question, "").as_bytes())
        .unwrap();
    thread::sleep(Duration::from_millis(300));
    drop(stream);
    // There is one seat: the next question is answered only when the count has ended.
    let answer = server.ask(r#"{"do":"read","text":"1..............."}"#, "");
    assert!(answer.contains(r#"{"answer":{"card""#), "{answer}");
}

#[test]
fn a_question_that_takes_too_long_is_told_so() {
    let mut settings = with_asker(Arc::new(|_, _, stop| {
        while !stop.is_set() {
            thread::sleep(Duration::from_millis(2));
        }
        r#"{"error":{"message":"stopped"}}"#.to_owned()
    }));
    settings.time = Duration::from_millis(50);
    let server = Running::start(&settings);
    assert!(
        server
            .ask("1", "")
            .contains(r#"{"answer":{"error":{"message":"stopped"}}}"#)
    );
}

#[test]
fn a_panic_is_an_answer() {
    let server = Running::start(&with_asker(Arc::new(|question, _, _| {
        assert_ne!(question, "2", "as this test wants it");
        "{}".to_owned()
    })));
    assert!(server.ask("2", "").contains(r#"{"answer":{"error""#));
    assert!(server.ask("1", "").contains(r#"{"answer":{}}"#));
}

#[test]
fn slow_clients_do_not_hold_the_server() {
    let mut settings = with_asker(echo());
    settings.patience = Duration::from_millis(300);
    settings.at_once = 1;
    let server = Running::start(&settings);
    let half_head = b"POST /api/ask HTTP/1.1\r\nHost: loc";
    let mut silent: Vec<TcpStream> = (0..50).map(|_| server.connect()).collect();
    for stream in &mut silent {
        stream.write_all(half_head).unwrap();
    }
    let mut half_body = server.connect();
    let question = server.question("12345678", "");
    half_body
        .write_all(&question.as_bytes()[..question.len() - 4])
        .unwrap();
    assert_eq!(
        status(&server.ask("1", "")),
        200,
        "others are served meanwhile"
    );
    assert_eq!(status(&read_all(&mut half_body)), 408);
    for mut stream in silent {
        let answer = read_all(&mut stream);
        assert!(answer.is_empty() || status(&answer) == 408, "{answer}");
    }
}

#[test]
fn the_server_ends_while_a_question_is_at_work() {
    let started = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&started);
    let server = Running::start(&with_asker(Arc::new(move |_, _, stop| {
        flag.store(true, Ordering::Relaxed);
        while !stop.is_set() {
            thread::sleep(Duration::from_millis(2));
        }
        "{}".to_owned()
    })));
    let mut stream = server.connect();
    stream
        .write_all(server.question("1", "").as_bytes())
        .unwrap();
    until(|| started.load(Ordering::Relaxed));
    drop(server);
    read_all(&mut stream);
}

#[test]
fn a_taken_port_is_told_and_the_next_one_found() {
    let one = Server::bind(&settings()).unwrap();
    let taken = ServerSettings {
        port: Some(one.address().port()),
        ..ServerSettings::default()
    };
    assert!(Server::bind(&taken).is_err());
    let first = Server::bind(&ServerSettings::default()).unwrap();
    let second = Server::bind(&ServerSettings::default()).unwrap();
    assert_ne!(first.address(), second.address());
    assert!(first.address().ip().is_loopback() && !first.is_open_to_others());
    let nowhere = ServerSettings {
        host: "no such host".to_owned(),
        ..ServerSettings::default()
    };
    assert!(Server::bind(&nowhere).is_err());
}
