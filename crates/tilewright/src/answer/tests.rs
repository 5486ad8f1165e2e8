use super::*;
use crate::explain::Manner;
use crate::{Solver, read};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use tilewright_puzzles::{Families, Puzzle};

const LINE: &str =
    "1..3.48.9.24.....7...96.5..23.....5.5.7..8.........4....95.....3..8......5.6...3.";

/// A solution as a line.
fn line(puzzle: &dyn Puzzle) -> impl FnMut(&[Choice]) -> Result<String, std::fmt::Error> {
    let puzzle = puzzle.shared();
    move |solution| {
        let text = puzzle.fill(solution).write("line").expect("it is a line");
        Ok(text.trim_end().to_owned())
    }
}

fn checked(text: &str) -> Answer {
    let puzzle = read(text, None).unwrap();
    let verdict = Solver::new().check(&*puzzle).unwrap();
    Answer::checked(&verdict, &mut line(&*puzzle)).unwrap()
}

fn counted(text: &str, limit: Option<u64>) -> Answer {
    let puzzle = read(text, None).unwrap();
    Answer::counted(&Solver::new().ask(&*puzzle).unwrap().limit(limit).count())
}

fn explained(text: &str) -> Answer {
    let puzzle = read(text, None).unwrap();
    let mut asked = Solver::new().ask(&*puzzle).unwrap();
    let manner = Manner {
        search: true,
        ..Manner::default()
    };
    Answer::explanation(&mut asked, manner, &mut line(&*puzzle)).unwrap()
}

fn hinted(is_vague: bool) -> Answer {
    let puzzle = read(LINE, None).unwrap();
    let mut asked = Solver::new().ask(&*puzzle).unwrap();
    Answer::next_step(&mut asked, Manner::default(), is_vague)
}

/// An answer of each kind.
fn answers() -> Vec<Answer> {
    let puzzle = read(LINE, None).unwrap();
    let solver = Solver::new();
    let mut write = line(&*puzzle);
    let first = solver.first(&*puzzle).unwrap();
    let stopped = First {
        solution: None,
        end: End::Time,
    };
    let rated = solver.ask(&*puzzle).unwrap().rate();
    let form = puzzle.canonical().unwrap();
    let made = Found::Generate {
        number: 3,
        seed: u64::MAX.to_string(),
        solution: Some(PuzzleText("1234".to_owned())),
        clues: Some(1),
        weight: Some(1.5),
        minimal: Some("clues".to_owned()),
        undecided: Some(2),
    };
    let sample = Found::Sample {
        solutions: vec![PuzzleText("12".to_owned())],
        uniform: true,
        of: Some("288".to_owned()),
        seed: "1".to_owned(),
    };
    let class = Found::Class { puzzles: 2 };
    let hardest =
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
    vec![
        Answer::solved(&first, &mut write).unwrap(),
        Answer::solved(&stopped, &mut write).unwrap(),
        Answer::listed(
            vec![PuzzleText("12".into()), PuzzleText("21".into())],
            End::Limit,
        ),
        checked(LINE).costing(Some(Cost::new(7, 0.123_456_78))),
        checked("1..............."),
        checked("11.............."),
        checked("1234341221434321"),
        counted("1...............", None),
        counted("1...............", Some(1)),
        counted("11..............", None),
        Answer::rated(&rated, Some(26)),
        Answer::rated(&Rated::Stopped(End::Nodes), None),
        Answer::canonical(&form, "..1".to_owned()),
        explained(LINE),
        explained(hardest),
        explained("1..............."),
        explained("123....4........"),
        Answer::new(Status::Made, End::Complete, made),
        Answer::new(Status::Solved, End::Limit, sample),
        hinted(true),
        hinted(false),
        Answer::new(Status::Canonical, End::Complete, class),
        Answer::nothing(Status::Malformed, End::Complete).because("79 characters"),
    ]
}

/// JSON objects have no order.
fn sorted(answer: &Answer) -> Value {
    serde_json::to_value(answer).unwrap()
}

#[test]
fn every_answer_is_the_same_after_a_walk_through_json() {
    for answer in answers() {
        let text = json(&answer);
        let again: Answer = serde_json::from_str(&text).unwrap();
        let value: Value = serde_json::from_str(&text).unwrap();
        // Both sides were read from the text: the reader may round the last digit of a fraction.
        assert_eq!(sorted(&again), value, "{text}");
        assert_eq!(value["status"], answer.word(), "{text}");
        assert_eq!(value["end"], answer.end.word(), "{text}");
        assert!(
            !text.contains("null"),
            "what is not known is left out: {text}"
        );
    }
}

#[test]
fn every_operation_has_an_answer_here() {
    let mut known: Vec<String> = answers()
        .iter()
        .filter_map(|answer| sorted(answer)["op"].as_str().map(str::to_owned))
        .collect();
    known.sort();
    known.dedup();
    let all = [
        "canonical",
        "check",
        "class",
        "count",
        "explain",
        "generate",
        "hint",
        "rate",
        "sample",
        "solve",
    ];
    assert_eq!(known, all);
}

#[test]
fn the_words_of_serde_are_the_words() {
    for status in Status::ALL {
        assert_eq!(serde_json::to_value(status).unwrap(), status.word());
    }
    for end in [
        End::Complete,
        End::Limit,
        End::Time,
        End::Nodes,
        End::Memory,
        End::Interrupted,
        End::Failed,
    ] {
        assert_eq!(serde_json::to_value(end).unwrap(), end.word());
        let answer = Answer::nothing(Status::Stopped, end);
        let again: Answer = serde_json::from_str(&json(&answer)).unwrap();
        assert_eq!(again, answer);
    }
}

#[test]
fn a_place_comes_first_and_objects_stay_objects() {
    let place = Origin {
        file: Some("a.txt".to_owned()),
        line: Some(3),
        ..Origin::default()
    };
    let row = Answer::listed(vec![PuzzleText(r#"{"b":1}"#.into())], End::Complete).at(place);
    let text = r#"{"file":"a.txt","line":3,"status":"unique","end":"complete","op":"solve","solutions":[{"b":1}]}"#;
    assert_eq!(row.json(), text);
    assert_eq!(serde_json::from_str::<Row>(text).unwrap(), row);
}

#[test]
fn an_assumption_is_a_step_without_a_reason() {
    let board = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";
    let answer = explained(board);
    let Some(Found::Explain {
        steps, techniques, ..
    }) = answer.found
    else {
        panic!("it is explained");
    };
    let reasoned = steps.iter().filter(|step| step.reason.is_some()).count();
    assert_eq!(techniques.total(), steps.len());
    for step in steps.iter().filter(|step| step.reason.is_none()) {
        assert!(["assumption", "refutation"].contains(&step.technique.as_str()));
        assert_eq!(step.picked.len() + step.removed.len(), 1);
        assert!(step.assumptions > 0);
    }
    assert!(reasoned < steps.len(), "logic does not solve this one");
}

/// Words in the order of the alphabet.
type Words = BTreeSet<String>;

/// The tables of docs/json.md: the words in backticks of each row, those of its first column apart.
fn documented() -> BTreeMap<String, Vec<(Words, Words)>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/json.md");
    let text = std::fs::read_to_string(path).unwrap();
    let words = |text: &str| -> Words {
        let quoted = text.split('`').skip(1).step_by(2);
        let is_word = |word: &&str| word.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
        quoted.filter(is_word).map(str::to_owned).collect()
    };
    let mut tables: BTreeMap<String, Vec<(Words, Words)>> = BTreeMap::new();
    let mut heading = String::new();
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            title.clone_into(&mut heading);
        } else if let Some((first, rest)) = line
            .strip_prefix("| `")
            .and_then(|row| row.split_once(" | "))
        {
            let row = (words(&format!("`{first}")), words(rest));
            tables.entry(heading.clone()).or_default().push(row);
        }
    }
    tables
}

/// All keys of a value, those of techniques apart: they are names.
fn keys(value: &Value, found: &mut Words) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                found.insert(key.clone());
                if !["techniques", "reason"].contains(&key.as_str()) {
                    keys(value, found);
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| keys(value, found)),
        _ => {}
    }
}

#[test]
fn the_document_has_the_keys_and_no_others() {
    let tables = documented();
    let all = |rows: &[(Words, Words)]| -> Words {
        rows.iter().flat_map(|(first, _)| first.clone()).collect()
    };
    let mut common = all(&tables["Every answer"]);
    for status in Status::ALL {
        assert!(common.remove(status.word()), "{status:?}");
    }
    let step = all(&tables["A step"]);
    let place = Origin {
        file: Some(String::new()),
        line: Some(1),
        family: Some(String::new()),
        remark: Some(String::new()),
        puzzle: Some(PuzzleText(String::new())),
    };
    let (mut seen, mut seen_steps) = (Words::new(), Words::new());
    let mut by_operation: BTreeMap<String, Words> = BTreeMap::new();
    for answer in answers() {
        let row = serde_json::to_value(answer.at(place.clone())).unwrap();
        let operation = row["op"].as_str().map(str::to_owned);
        for (key, value) in row.as_object().unwrap() {
            if common.contains(key) {
                seen.insert(key.clone());
                continue;
            }
            let found = operation.clone().expect("an operation has these keys");
            let found = by_operation.entry(found).or_default();
            found.insert(key.clone());
            match key.as_str() {
                "step" | "steps" => keys(value, &mut seen_steps),
                "techniques" | "puzzles" => {}
                _ => keys(value, found),
            }
        }
    }
    assert_eq!(seen, common);
    assert_eq!(seen_steps, step);
    let heads = Words::from(["op".to_owned()]);
    let documented: BTreeMap<String, Words> = (tables["By operation"].iter())
        .filter(|(op, _)| *op != heads)
        .map(|(op, words)| {
            let others = ["sets", "puzzle"];
            let words = words.iter().filter(|word| !others.contains(&word.as_str()));
            (op.first().unwrap().clone(), words.cloned().collect())
        })
        .collect();
    assert_eq!(by_operation, documented);
    let mut listed = Words::new();
    let listing = Listing::of(&Families::default());
    keys(&serde_json::to_value(listing).unwrap(), &mut listed);
    assert_eq!(listed, all(&tables["Families"]));
}
