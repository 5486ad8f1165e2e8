//! The input of strangers: questions as JSON, and bytes on a connection.
//!
//! Whatever is asked, the answer is an object of JSON. Whatever comes over a connection, it is
//! answered in HTTP or closed, and never with a failure of the server's own.

use crate::{seeds, with_bytes};
use arbitrary::{Result, Unstructured};
use serde_json::{Value, json};
use std::time::Duration;
use tilewright_desk::{Caps, News, ask};
use tilewright_serve::{ServerSettings, talk};
use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

targets! {
    /// any text as a question of the page
    desk_text: |data| answered(&String::from_utf8_lossy(data)), question_seeds, longest 1500, smoke 500;
    /// questions of every kind with values in them that do not belong there
    desk_questions: |data| with_bytes(data, changed_question), || seeds::random(16, 10..70), longest 200, smoke 500;
    /// links to puzzles, packed and unpacked
    desk_links: links, link_seeds, longest 2048, smoke 1000;
    /// any bytes on a connection of the server
    http_bytes: http_bytes, http_seeds, longest 2048, smoke 300;
    /// requests with any method, path, header and body
    http_requests: |data| with_bytes(data, http_request), || seeds::random(16, 10..70), longest 512, smoke 300;
}

/// The time limit of a question here.
const TIME: Duration = Duration::from_millis(15);
const MEMORY: u64 = 4 << 20;

/// Questions of every kind.
fn questions() -> Vec<Value> {
    let four = json!({ "text": "12..34..21......", "as": "sudoku:line" });
    let cube = json!({ "text": "3\n2 2 1\n", "as": "sudoku:nd" });
    let shikaku = json!({ "text": "3 2\n0 0 4\n? 0 0\n", "as": "shikaku:grid" });
    let roads = json!({ "text": "U_\n_L\n", "as": "tiles:letters" });
    let play = json!({ "values": { "2": "3" }, "notes": { "3": [0, 2] }, "boxes": [[0, 3]] });
    let look = json!({
        "view": "solid", "across": 0, "down": 1, "turn": [0.5, 0.5], "marks": "clues",
        "play": play, "wrong": [0], "differs": [1], "picked": [2], "width": 800
    });
    let mut all = vec![
        json!({ "do": "hello" }),
        json!({ "do": "read", "text": "12..............", "as": "sudoku" }),
        json!({ "do": "board", "kind": "roads", "size": "3x3" }),
        json!({ "do": "generate", "kind": "shikaku", "size": "4x4", "seed": 3, "level": "easy", "minimal": true }),
        json!({ "do": "generate", "kind": "sudoku", "size": "2,2", "symmetry": "half-turn" }),
        json!({ "do": "open", "link": "s53b7d6b195d98d6a8c6c34b8a3b17c2c6a6d28d419b5d8b79" }),
    ];
    for puzzle in [four, cube, shikaku, roads] {
        for word in [
            "draw", "solve", "count", "check", "possible", "notes", "hint", "explain", "rate",
            "render", "judge", "share",
        ] {
            all.push(json!({
                "do": word, "puzzle": puzzle, "play": play, "look": look, "theme": "dark",
                "manner": { "search": true, "unique": true, "nested": true }, "draw": 1,
                "limits": { "seconds": 1, "nodes": 1000 }
            }));
        }
        all.push(json!({ "do": "edit", "puzzle": puzzle, "set": [{ "cell": 1, "value": "2" }] }));
        all.push(json!({ "do": "convert", "puzzle": puzzle, "to": "json" }));
    }
    all
}

/// The answer, which is an object.
fn answer(question: &str) -> Value {
    let caps = Caps {
        time: TIME,
        memory: MEMORY,
        ..Caps::default()
    };
    let news = News::to(|news| {
        let news: Value = serde_json::from_str(news).expect("news are JSON");
        assert!(news.is_object());
    });
    let answer = ask(question, &news, &caps);
    let answer: Value = serde_json::from_str(&answer).expect("an answer is JSON");
    assert!(answer.is_object(), "{answer}");
    answer
}

fn answered(question: &str) {
    let answer = answer(question);
    if let Some(error) = answer.get("error") {
        let message = error["message"].as_str().expect("an error has a message");
        assert!(!message.is_empty());
        return;
    }
    // A card that was handed out can be asked about.
    let Some(card) = answer.get("card") else {
        return;
    };
    let puzzle = json!({ "text": card["text"], "as": card["as"] });
    let again =
        self::answer(&json!({ "do": "read", "text": card["text"], "as": card["as"] }).to_string());
    assert_eq!(again["card"]["text"], card["text"], "{again}");
    assert_eq!(again["card"]["clues"], card["clues"], "{again}");
    let drawn = self::answer(&json!({ "do": "draw", "puzzle": puzzle }).to_string());
    assert!(
        drawn.get("svg").is_some() || drawn.get("error").is_some(),
        "{drawn}"
    );
}

/// Changes the value at the `at`-th place, counted through the whole tree.
fn change(value: &mut Value, at: &mut usize, odd: &Value) {
    if *at == 0 {
        *value = odd.clone();
    }
    *at = at.wrapping_sub(1);
    match value {
        Value::Array(list) => list.iter_mut().for_each(|value| change(value, at, odd)),
        Value::Object(map) => map.values_mut().for_each(|value| change(value, at, odd)),
        _ => {}
    }
}

/// Something that does not belong there.
fn odd(bytes: &mut Unstructured<'_>, depth: u8) -> Result<Value> {
    Ok(match bytes.arbitrary::<u8>()? % 12 {
        0 => Value::Null,
        1 => Value::from(bytes.arbitrary::<bool>()?),
        2 => Value::from(bytes.arbitrary::<i64>()?),
        3 => Value::from(bytes.arbitrary::<u64>()?),
        4 => Value::from(bytes.arbitrary::<f64>()?),
        5 | 6 => Value::from(bytes.arbitrary::<u8>()?),
        7 => Value::from(bytes.arbitrary::<&str>()?),
        8 => Value::from(*bytes.choose(&[
            "",
            "0",
            "?",
            "all",
            "none",
            "solid",
            "layers",
            "sudoku:grid",
            "rules:toml",
            "json",
            "svg",
            "1e400",
            "-1",
            "9,9,9,9",
            "1000000x1000000",
            "easy",
        ])?),
        9 | 10 if depth < 4 => {
            let number = bytes.int_in_range(0..=5)?;
            (0..number)
                .map(|_| odd(bytes, depth + 1))
                .collect::<Result<_>>()?
        }
        _ => {
            let mut map = serde_json::Map::new();
            if depth < 4 {
                for _ in 0..bytes.int_in_range(0..=3)? {
                    let key = bytes.int_in_range(0..=20)?.to_string();
                    map.insert(key, odd(bytes, depth + 1)?);
                }
            }
            Value::Object(map)
        }
    })
}

fn changed_question(bytes: &mut Unstructured<'_>) -> Result<()> {
    let questions = questions();
    let mut question = questions[usize::from(bytes.arbitrary::<u8>()?) % questions.len()].clone();
    for _ in 0..bytes.int_in_range(0..=3)? {
        let mut at = bytes.int_in_range(1..=40)?;
        change(&mut question, &mut at, &odd(bytes, 0)?);
    }
    answered(&question.to_string());
    Ok(())
}

/// A link as it is, or the content to pack in one.
fn links(data: &[u8]) {
    let Some((&first, rest)) = data.split_first() else {
        return;
    };
    let text = String::from_utf8_lossy(rest);
    let link = match first % 3 {
        0 => text.into_owned(),
        1 => format!("s{text}"),
        _ => format!("z{}", lz_str::compress_to_encoded_uri_component(&*text)),
    };
    let opened = answer(&json!({ "do": "open", "link": link }).to_string());
    let Some(card) = opened.get("card") else {
        return;
    };
    // An opened puzzle is shared and opened again as the same.
    let puzzle = json!({ "text": card["text"], "as": card["as"] });
    let mut question = json!({ "do": "share", "puzzle": puzzle });
    if let Some(play) = opened.get("play") {
        question["play"] = play.clone();
    }
    let shared = answer(&question.to_string());
    let Some(link) = shared.get("link") else {
        return;
    };
    let again = answer(&json!({ "do": "open", "link": link }).to_string());
    assert_eq!(again, opened, "{link}");
}

/// The server's answer to these bytes, and to a last polite request after them.
fn exchange(bytes: &[u8]) -> Vec<u8> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        // Nothing waits: when all tasks are idle, the clock jumps to the next event.
        .start_paused(true)
        .build()
        .expect("a runtime");
    let settings = ServerSettings {
        patience: Duration::from_secs(1),
        most_bytes: 4096,
        ..ServerSettings::default()
    };
    let settings = settings.within(Caps {
        time: TIME,
        memory: MEMORY,
        ..Caps::default()
    });
    runtime.block_on(async {
        let (mut here, there) = duplex(1 << 16);
        let served = tokio::spawn(async move { talk(there, &settings).await });
        // A server that has had enough closes, and the rest is lost.
        let _ = here.write_all(bytes).await;
        let last = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";
        let _ = here.write_all(last).await;
        let mut answer = Vec::new();
        let _ = here.read_to_end(&mut answer).await;
        served.await.expect("the server does not panic");
        answer
    })
}

fn examine_response(answer: &[u8]) {
    if answer.is_empty() {
        return;
    }
    assert!(
        answer.starts_with(b"HTTP/1."),
        "{}",
        String::from_utf8_lossy(answer)
    );
    let text = String::from_utf8_lossy(answer);
    assert!(!text.contains("HTTP/1.1 500"), "{text}");
    assert!(!text.contains("too much for the program"), "{text}");
}

fn http_bytes(data: &[u8]) {
    examine_response(&exchange(data));
}

fn http_request(bytes: &mut Unstructured<'_>) -> Result<()> {
    let method = match bytes.arbitrary::<u8>()? % 8 {
        0..4 => "POST",
        4 => "GET",
        5 => "HEAD",
        6 => "OPTIONS",
        _ => bytes.arbitrary::<&str>()?,
    };
    let path = match bytes.arbitrary::<u8>()? % 6 {
        0..3 => "/api/ask",
        3 => "/",
        4 => "/js/../index.html?%00#",
        _ => bytes.arbitrary::<&str>()?,
    };
    let mut request = Vec::new();
    let mut line = |text: &[u8]| {
        request.extend(text);
        request.extend(b"\r\n");
    };
    line(format!("{method} {path} HTTP/1.1").as_bytes());
    line(if bytes.ratio(7u8, 8u8)? {
        b"Host: 127.0.0.1"
    } else {
        b"Host: x"
    });
    if bytes.ratio(7u8, 8u8)? {
        line(b"Content-Type: application/json");
    }
    for _ in 0..bytes.int_in_range(0..=3)? {
        let name = *bytes.choose(&[
            "Origin",
            "Sec-Fetch-Site",
            "Sec-Fetch-Mode",
            "Accept-Encoding",
            "If-None-Match",
            "Range",
            "Expect",
            "Upgrade",
            "Connection",
            "Cookie",
            "Host",
            "Content-Type",
        ])?;
        let value: &[u8] = match bytes.arbitrary::<u8>()? % 8 {
            0 => b"null",
            1 => b"same-origin",
            2 => b"http://127.0.0.1",
            3 => b"bytes=0-18446744073709551615",
            4 => b"100-continue",
            5 => b"gzip, br;q=0, *;q=1e9",
            _ => bytes.arbitrary::<&[u8]>()?,
        };
        line(&[name.as_bytes(), b": ", value].concat());
    }
    let body: Vec<u8> = if bytes.ratio(1u8, 2u8)? {
        let questions = questions();
        let number = usize::from(bytes.arbitrary::<u8>()?) % questions.len();
        questions[number].to_string().into_bytes()
    } else {
        bytes.arbitrary::<&[u8]>()?.to_vec()
    };
    let length = match bytes.arbitrary::<u8>()? {
        0..16 => bytes.arbitrary::<u64>()?,
        _ => body.len() as u64,
    };
    if bytes.ratio(7u8, 8u8)? {
        line(format!("Content-Length: {length}").as_bytes());
    } else {
        line(b"Transfer-Encoding: chunked");
    }
    line(b"");
    request.extend(body);
    examine_response(&exchange(&request));
    Ok(())
}

fn question_seeds() -> Vec<Vec<u8>> {
    let questions = questions().into_iter();
    questions
        .map(|question| question.to_string().into_bytes())
        .collect()
}

fn link_seeds() -> Vec<Vec<u8>> {
    let texts = [
        (0, "s53b7d6b195d98d6a8c6c34b8a3b17c2c6a6d28d419b5d8b79"),
        (0, "zN4IgzgliBcIMYHsCuA7ApgJwDQg"),
        (1, "z3z1zb"),
        (
            2,
            r#"{"text":"12..34..21......","as":"sudoku:line","play":{"values":{"2":"3"},"notes":{"3":[0,2]}}}"#,
        ),
        (
            2,
            r#"{"text":"3 2\n0 0 4\n? 0 0\n","as":"shikaku:grid","play":{"boxes":[[0,3]]}}"#,
        ),
    ];
    texts
        .map(|(kind, text)| [&[kind], text.as_bytes()].concat())
        .to_vec()
}

fn http_seeds() -> Vec<Vec<u8>> {
    let mut all = vec![b"GET / HTTP/1.1\r\nHost: localhost:7878\r\n\r\n".to_vec()];
    for question in questions().into_iter().step_by(5) {
        let body = question.to_string();
        let length = body.len();
        let head = format!(
            "POST /api/ask HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
        );
        all.push([head, body].concat().into_bytes());
    }
    all
}
