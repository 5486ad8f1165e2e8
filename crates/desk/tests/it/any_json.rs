//! Whatever is asked, the answer is a JSON object: questions that are changed at random.

use proptest::prelude::*;
use serde_json::{Value, json};
use std::time::Duration;
use tilewright_desk::{Caps, News, ask};

/// Questions of every kind.
fn questions() -> Vec<Value> {
    let four = json!({ "text": "12..34..21......", "as": "sudoku:line" });
    let shikaku = json!({ "text": "3 2\n0 0 4\n? 0 0\n", "as": "shikaku:grid" });
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
        json!({ "do": "open", "link": "s53b7d6b195d98d6a8c6c34b8a3b17c2c6a6d28d419b5d8b79" }),
        json!({ "do": "open", "link": "zN4IgzgliBcIMYHsCuA7ApgJwDQg" }),
    ];
    for puzzle in [four, shikaku] {
        for word in [
            "draw", "solve", "count", "check", "possible", "notes", "sight", "hint", "explain",
            "rate", "render", "judge", "share",
        ] {
            all.push(json!({
                "do": word, "puzzle": puzzle, "play": play, "look": look, "theme": "dark",
                "manner": { "search": true, "unique": true }, "limits": { "seconds": 1, "nodes": 1000 }
            }));
        }
        all.push(json!({ "do": "edit", "puzzle": puzzle, "set": [{ "cell": 1, "value": "2" }] }));
        all.push(json!({ "do": "convert", "puzzle": puzzle, "to": "json" }));
    }
    all
}

/// Something that does not belong there.
fn odd() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        (0u64..100).prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
        "[0-9.]{16}".prop_map(Value::from),
        prop::collection::vec(0u64..20, 0..9).prop_map(Value::from),
        prop::collection::vec(prop::collection::vec(0u64..9, 0..4), 0..9).prop_map(Value::from),
        Just(json!({})),
    ]
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

fn check(question: &str) {
    let caps = Caps {
        time: Duration::from_millis(500),
        memory: 64 << 20,
        ..Caps::default()
    };
    let answer = ask(question, &News::unheard(), &caps);
    let answer: Value = serde_json::from_str(&answer).expect("an answer is JSON");
    assert!(answer.is_object());
}

#[test]
fn every_question_of_the_list_is_answered() {
    for question in questions() {
        check(&question.to_string());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_changed_question_is_answered(
        number in any::<prop::sample::Index>(),
        changes in prop::collection::vec((0usize..40, odd()), 1..4),
    ) {
        let mut question = number.get(&questions()).clone();
        for (mut at, odd) in changes {
            change(&mut question, &mut at, &odd);
        }
        check(&question.to_string());
    }

    #[test]
    fn a_damaged_text_is_answered(
        number in any::<prop::sample::Index>(),
        at in any::<prop::sample::Index>(),
        byte in any::<char>(),
    ) {
        let mut text: Vec<char> = number.get(&questions()).to_string().chars().collect();
        let at = at.index(text.len());
        text[at] = byte;
        check(&text.iter().collect::<String>());
    }

    #[test]
    fn any_link_is_answered(link in "[sz][A-Za-z0-9+$-]{0,200}") {
        check(&json!({ "do": "open", "link": link }).to_string());
    }
}
