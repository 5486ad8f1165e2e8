//! Each question on each family, compared with the library.

use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use tilewright_desk::{Caps, News, ask};

/// A 9×9 Sudoku with one solution.
const NINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Asks a question whose answer must not be an error.
fn answer(question: &Value) -> Value {
    let answer = asked(question);
    assert!(answer.get("error").is_none(), "{question}: {answer}");
    answer
}

fn asked(question: &Value) -> Value {
    let answer = ask(&question.to_string(), &News::unheard(), &Caps::default());
    serde_json::from_str(&answer).expect("an answer is JSON")
}

/// The answer with all news before it.
fn with_news(question: &Value) -> (Vec<Value>, Value) {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let listener = Arc::clone(&heard);
    let news = News::to(move |text| {
        let news = serde_json::from_str(text).expect("news are JSON");
        listener.lock().unwrap().push(news);
    });
    let answer = ask(&question.to_string(), &news, &Caps::default());
    let heard = heard.lock().unwrap().clone();
    (heard, serde_json::from_str(&answer).unwrap())
}

fn error(question: &Value) -> String {
    let answer = asked(question);
    let message = &answer["error"]["message"];
    message
        .as_str()
        .unwrap_or_else(|| panic!("{question}: {answer}"))
        .to_owned()
}

/// The card of a text.
fn card(text: &str) -> Value {
    answer(&json!({ "do": "read", "text": text }))["card"].take()
}

fn puzzle(card: &Value) -> Value {
    json!({ "text": card["text"], "as": card["as"] })
}

/// A puzzle with one solution of each family.
fn families() -> Vec<Value> {
    let roads = "_ _ _ _\n_ E _ _\n_ _ _ _\n";
    [
        NINE,
        "12..34..21.443..",
        "1 2 . .\n. . 1 2\n2 . 4 .\n. . . .\n",
        "3 2\n0 0 4\n? 0 0\n",
        roads,
        include_str!("../../../../corpus/rules/zebra.toml"),
        include_str!("../../../../corpus/rules/sudoku-4x4.toml"),
        include_str!("../../../../corpus/rules/pentominoes-3x20.toml"),
        include_str!("../../../../corpus/cover/langford4.xcc"),
        include_str!("../../../../corpus/sudoku/multidimensional-a2x2x2.txt"),
    ]
    .map(card)
    .to_vec()
}

#[test]
fn hello_tells_what_there_is() {
    let hello = answer(&json!({ "do": "hello" }));
    let families: Vec<&str> = hello["families"]
        .as_array()
        .unwrap()
        .iter()
        .map(|family| family["name"].as_str().unwrap())
        .collect();
    // Behind them are the kinds, which are files.
    let programs = ["sudoku", "shikaku", "tiles", "rules", "cover"];
    assert_eq!(families[..5], programs);
    assert!(hello["style"].as_str().unwrap().contains("--tw-"));
    // Puzzles of kinds are made by tests of their own.
    let of_programs = hello["families"].as_array().unwrap()[..5].iter();
    let boards = of_programs.flat_map(|family| family["boards"].as_array().unwrap());
    let boards: Vec<&Value> = boards.map(|board| &board["name"]).collect();
    for generator in hello["generators"].as_array().unwrap() {
        if !boards.contains(&&generator["name"]) {
            continue;
        }
        let (name, example) = (&generator["name"], &generator["example"]);
        let question = json!({ "do": "generate", "kind": name, "size": example, "seed": 1 });
        let made = answer(&question);
        let verdict = answer(&json!({ "do": "check", "puzzle": puzzle(&made["card"]) }));
        assert_eq!(verdict["answer"]["status"], "unique", "{name}");
        assert_eq!(
            answer(&question),
            made,
            "the same seed makes the same {name}"
        );
    }
    for family in hello["families"].as_array().unwrap() {
        for board in family["boards"].as_array().unwrap() {
            let (kind, size) = (&board["name"], &board["example"]);
            let made = answer(&json!({ "do": "board", "kind": kind, "size": size }));
            assert_eq!(made["card"]["family"], family["name"]);
        }
    }
}

#[test]
fn cards_describe_boards() {
    let nine = card(NINE);
    assert_eq!(nine["family"], "sudoku");
    assert_eq!(nine["title"], "Sudoku 9×9, 30 clues");
    assert_eq!((&nine["rows"], &nine["columns"]), (&json!(9), &json!(9)));
    assert_eq!((&nine["cells"], &nine["layers"]), (&json!(81), &json!(1)));
    assert_eq!(
        (&nine["clues"][0], &nine["clues"][2]),
        (&json!("5"), &json!(null))
    );
    assert_eq!(
        (&nine["places"], &nine["sides"]),
        (&json!("value"), &json!(null))
    );
    assert_eq!(
        nine["legend"]["values"][8],
        json!({ "name": "9", "svg": null })
    );
    let shikaku = card("3 2\n0 0 4\n? 0 0\n");
    assert_eq!(
        (&shikaku["places"], &shikaku["legend"]),
        (&json!("box"), &json!({ "numbers": 6 }))
    );
    assert_eq!(shikaku["clues"], json!([null, null, "4", "?", null, null]));
    let cube = card(include_str!(
        "../../../../corpus/sudoku/multidimensional-a2x2x2.txt"
    ));
    assert_eq!(
        (&cube["sides"], &cube["layers"]),
        (&json!([8, 8, 8]), &json!(8))
    );
    let roads = answer(&json!({ "do": "board", "kind": "roads", "size": "2x3" }))["card"].take();
    let drawing = roads["legend"]["values"][0]["svg"].as_str().unwrap();
    assert!(drawing.starts_with("<svg"));
}

#[test]
fn a_card_is_read_back_as_the_same_card() {
    for card in families() {
        let mut question = puzzle(&card);
        question["do"] = "read".into();
        assert_eq!(answer(&question)["card"], card);
    }
}

#[test]
fn every_family_answers_every_question() {
    for card in families() {
        let puzzle = puzzle(&card);
        for question in [
            "solve", "count", "check", "possible", "rate", "hint", "explain", "notes",
        ] {
            let limits = json!({ "seconds": 20, "nodes": 100_000 });
            let question = json!({ "do": question, "puzzle": puzzle, "limits": limits });
            let answer = answer(&question);
            assert!(answer.is_object(), "{answer}");
        }
        for question in ["draw", "render"] {
            let svg = answer(&json!({ "do": question, "puzzle": puzzle }))["svg"].take();
            assert!(
                svg.as_str().unwrap().starts_with("<svg"),
                "{}",
                card["title"]
            );
        }
        let link = answer(&json!({ "do": "share", "puzzle": puzzle }))["link"].take();
        let opened = answer(&json!({ "do": "open", "link": link }));
        assert_eq!(opened["card"], card);
        for format in card["formats"].as_array().unwrap() {
            asked(&json!({ "do": "convert", "puzzle": puzzle, "to": format["name"] }));
        }
    }
}

#[test]
fn solutions_are_those_of_the_library() {
    for card in families() {
        let text = card["text"].as_str().unwrap();
        let puzzle_read = tilewright::read(text, card["as"].as_str()).unwrap();
        let library = tilewright::Solver::new();
        let count = library.count(&*puzzle_read).unwrap();
        let told = answer(&json!({ "do": "count", "puzzle": puzzle(&card) }));
        assert_eq!(
            told["answer"]["count"],
            count.number.to_string(),
            "{}",
            card["title"]
        );
        assert_eq!(told["answer"]["end"], "complete");
        assert_eq!(told["v"], tilewright::answer::VERSION);
        let solved = answer(&json!({ "do": "solve", "puzzle": puzzle(&card) }));
        let expected = library.first(&*puzzle_read).unwrap().solution;
        if expected.is_none() {
            assert_eq!(solved["answer"]["status"], "unsolvable");
            continue;
        }
        // A drawing of its answer is a drawing of the solution.
        let mut play = json!({});
        for key in ["values", "boxes"]
            .into_iter()
            .filter(|key| !solved[key].is_null())
        {
            play[key] = match &solved[key] {
                Value::Array(values) if key == "values" => {
                    let words = values.iter().enumerate();
                    let words = words.filter(|(_, word)| !word.is_null());
                    words
                        .map(|(cell, word)| (cell.to_string(), word.clone()))
                        .collect()
                }
                boxes => boxes.clone(),
            };
        }
        if play != json!({}) {
            let draw = json!({ "do": "draw", "puzzle": puzzle(&card), "look": { "play": play } });
            let words = |svg: &Value| -> Vec<String> {
                let texts = svg.as_str().unwrap().split("</text>");
                let word = |text: &str| text.rsplit('>').next().unwrap_or_default().to_owned();
                texts.map(word).collect()
            };
            let filled =
                answer(&json!({ "do": "solve", "puzzle": puzzle(&card), "theme": "light" }));
            assert_eq!(
                words(&answer(&draw)["svg"]),
                words(&filled["svg"]),
                "{}",
                card["title"]
            );
        }
        // With a look it comes at once: the same drawing that `draw` would make of those values.
        if play != json!({}) {
            let solve = json!({ "do": "solve", "puzzle": puzzle(&card), "look": { "width": 700 } });
            let look = json!({ "width": 700, "play": play });
            let draw = json!({ "do": "draw", "puzzle": puzzle(&card), "look": look });
            assert_eq!(
                answer(&solve)["svg"],
                answer(&draw)["svg"],
                "{}",
                card["title"]
            );
        }
        let checked = answer(&json!({ "do": "check", "puzzle": puzzle(&card) }));
        let is_unique = count.number.to_string() == "1";
        let verdict = if is_unique { "unique" } else { "several" };
        assert_eq!(checked["answer"]["status"], verdict, "{}", card["title"]);
        let number = checked["solutions"].as_array().unwrap().len();
        assert_eq!(number, if is_unique { 1 } else { 2 });
        assert_eq!(
            checked["differs"].as_array().unwrap().is_empty(),
            is_unique || card["cells"] == 0
        );
    }
}

#[test]
fn values_and_boxes_are_the_solution() {
    let solved = answer(&json!({ "do": "solve", "puzzle": { "text": NINE } }));
    let values = solved["values"].as_array().unwrap();
    let line: String = values.iter().map(|value| value.as_str().unwrap()).collect();
    assert!(line.starts_with("534678912672195348"));
    let solved = answer(&json!({ "do": "solve", "puzzle": { "text": "3 2\n0 0 4\n? 0 0\n" } }));
    assert_eq!(solved["boxes"], json!([[1, 2, 4, 5], [0, 3]]));
}

#[test]
fn an_edit_sets_and_clears_clues() {
    let set = json!([{ "cell": 2, "value": "4" }, { "cell": 0, "value": null }]);
    let question = json!({ "do": "edit", "puzzle": { "text": NINE }, "set": set });
    let edited = answer(&question)["card"].take();
    assert_eq!(
        (&edited["clues"][2], &edited["clues"][0]),
        (&json!("4"), &json!(null))
    );
    let set = json!([{ "cell": 81, "value": "4" }]);
    let message = error(&json!({ "do": "edit", "puzzle": { "text": NINE }, "set": set }));
    assert_eq!(message, "cell: expected a number from 0 to 80, found 81");
    let set = json!([{ "cell": 0, "value": "X" }]);
    let message = error(&json!({ "do": "edit", "puzzle": { "text": NINE }, "set": set }));
    assert_eq!(message, "there is no value called \"X\"");
}

#[test]
fn a_check_tells_what_is_wrong_and_where() {
    let twice = card("1.1.............");
    let told = answer(&json!({ "do": "check", "puzzle": puzzle(&twice) }));
    assert_eq!(
        (&told["answer"]["status"], &told["wrong"]),
        (&json!("unsolvable"), &json!([0, 2]))
    );
    assert_eq!(
        told["message"],
        "the 1 of row 1 is given twice: r1c1 = 1 and r1c3 = 1"
    );
    // No two clues contradict each other, but nothing is left for the last cell of row 1.
    let stuck = card("123............4");
    let told = answer(&json!({ "do": "check", "puzzle": puzzle(&stuck) }));
    assert_eq!(
        (&told["answer"]["status"], &told["wrong"]),
        (&json!("unsolvable"), &json!([0, 1, 2, 15]))
    );
    let shikaku = card("3 2\n0 0 4\n3 0 0\n");
    let told = answer(&json!({ "do": "check", "puzzle": puzzle(&shikaku) }));
    assert_eq!(told["answer"]["status"], "unsolvable");
    assert!(
        told["message"]
            .as_str()
            .unwrap()
            .contains("the areas add up to 7")
    );
}

#[test]
fn true_candidates_are_those_of_all_solutions() {
    for line in [
        "12..34..........",
        "1...............",
        "1234............",
        "12..34..21434321",
    ] {
        let puzzle_read = tilewright::read(line, None).unwrap();
        let mut marks = vec![Vec::new(); 16];
        let solver = tilewright::Solver::new();
        let all: Vec<Vec<tilewright::Choice>> = solver
            .ask(&*puzzle_read)
            .map(|mut session| session.solutions().collect())
            .unwrap();
        for choice in all.iter().flatten() {
            let (cell, slot) = (choice.index() / 4, choice.index() % 4);
            if !marks[cell].contains(&slot) {
                marks[cell].push(slot);
            }
        }
        for slots in &mut marks {
            slots.sort_unstable();
        }
        let told = answer(&json!({ "do": "possible", "puzzle": { "text": line } }));
        assert_eq!(
            (&told["marks"], &told["is_exact"]),
            (&json!(marks), &json!(true)),
            "{line}"
        );
    }
    let none = answer(&json!({ "do": "possible", "puzzle": { "text": "11.............." } }));
    assert_eq!(none["marks"], json!(vec![json!([]); 16]));
    let stopped = answer(
        &json!({ "do": "possible", "puzzle": { "text": "1..............." }, "limits": { "nodes": 1 } }),
    );
    assert_eq!(stopped["is_exact"], false);
}

#[test]
fn a_hint_goes_on_from_what_was_entered() {
    let question = |play: Value| json!({ "do": "hint", "puzzle": { "text": NINE }, "play": play });
    let first = answer(&question(json!({})));
    assert!(first["svg"].as_str().unwrap().starts_with("<svg"));
    let set = &first["set"][0];
    let mut values = serde_json::Map::new();
    values.insert(set["cell"].to_string(), set["value"].clone());
    let second = answer(&question(json!({ "values": values })));
    assert_ne!(second["set"], first["set"]);
    let wrong = answer(&question(json!({ "values": { "2": "1", "3": "6" } })));
    assert_eq!(
        (&wrong["answer"]["reason"], &wrong["wrong"]),
        (&json!("one cell is wrong"), &json!([2]))
    );
    let solved = answer(&json!({ "do": "solve", "puzzle": { "text": NINE } }));
    let values: serde_json::Map<String, Value> = solved["values"]
        .as_array()
        .unwrap()
        .iter()
        .enumerate()
        .map(|(cell, value)| (cell.to_string(), value.clone()))
        .collect();
    let done = answer(&question(json!({ "values": values })));
    assert_eq!(done["answer"]["reason"], "nothing is left to do");
    assert_eq!(wrong["answer"]["status"], "wrong");
    assert_eq!(done["answer"]["status"], "solved");
}

/// Follows hints, one after the other, until there is none; returns them.
fn followed(text: &str) -> (Vec<String>, Value) {
    let (mut values, mut boxes, mut struck) = (serde_json::Map::new(), Vec::new(), Vec::new());
    let mut said = Vec::new();
    loop {
        let play = json!({ "values": values, "boxes": boxes, "struck": struck });
        let hint = answer(&json!({ "do": "hint", "puzzle": { "text": text }, "play": play }));
        let step = &hint["answer"]["step"];
        if step.is_null() {
            return (said, hint);
        }
        let words = format!("{}: {}", step["because"], step["therefore"]);
        assert!(!said.contains(&words), "said twice: {words}");
        said.push(words);
        let list = |key: &str| hint[key].as_array().cloned().unwrap_or_default();
        for set in list("set") {
            values.insert(set["cell"].to_string(), set["value"].clone());
        }
        boxes.extend(list("boxes"));
        let strikes = step["removed_choices"].as_array().unwrap();
        struck.extend(strikes.iter().cloned());
        assert_eq!(
            strikes.len(),
            list("strike").len() + list("struck").len(),
            "{hint}"
        );
        let noted: Vec<u64> = list("left")
            .iter()
            .map(|left| left["cell"].as_u64().unwrap())
            .collect();
        for strike in list("strike") {
            let cell = strike["cell"].as_u64().unwrap();
            let place = noted.iter().position(|noted| *noted == cell).unwrap();
            let slots = hint["left"][place]["slots"].as_array().unwrap();
            assert!(
                !slots.is_empty() && !slots.contains(&strike["slot"]),
                "{hint}"
            );
        }
    }
}

#[test]
fn hints_go_on_past_what_they_strike_out() {
    let nine = ".65.3.8..7......14.....1....9...8..2..8.7.6..4..5...8....3.....61......3..3.9.72.";
    let library: Value =
        serde_json::from_str(include_str!("../../../../web/library.json")).unwrap();
    let groups = library.as_array().unwrap().iter();
    let mut puzzles = groups.flat_map(|group| group["puzzles"].as_array().unwrap());
    let plots = puzzles.find(|puzzle| puzzle["name"] == "Plots").unwrap();
    let shikaku = plots["text"].as_str().unwrap();
    let cube = include_str!("../../../../corpus/sudoku/multidimensional-a2x2x2.txt");
    for text in [nine, shikaku, cube] {
        let (said, end) = followed(text);
        let why = &end["answer"]["reason"];
        assert_eq!(why, "nothing is left to do", "after {said:?}");
    }
    let (said, _) = followed(nine);
    assert!(said.iter().any(|words| words.contains('≠')), "{said:?}");
}

#[test]
fn what_was_struck_out_is_believed_only_where_it_can_be() {
    let question = |struck: Value| {
        let play = json!({ "struck": struck });
        answer(&json!({ "do": "hint", "puzzle": { "text": NINE }, "play": play }))
    };
    let first = question(json!([]));
    // All that the solution has, and numbers that no choice has: as if nothing had been struck.
    let solved = answer(&json!({ "do": "solve", "puzzle": { "text": NINE } }));
    let values = solved["values"].as_array().unwrap().iter().enumerate();
    let right: Vec<usize> = values
        .map(|(cell, value)| 9 * cell + value.as_str().unwrap().parse::<usize>().unwrap() - 1)
        .chain([729, 4_000_000_000])
        .collect();
    assert_eq!(question(json!(right)), first);
    let play = json!({ "struck": [5_000_000_000_u64] });
    error(&json!({ "do": "hint", "puzzle": { "text": NINE }, "play": play }));
    // Notes do not show struck candidates any more, and a link carries them.
    let play = json!({ "values": {}, "notes": {}, "boxes": [], "struck": [2 * 9] });
    let notes = answer(&json!({ "do": "notes", "puzzle": { "text": NINE }, "play": play }));
    assert_eq!(notes["marks"][2], json!([1, 3]));
    let link =
        answer(&json!({ "do": "share", "puzzle": { "text": NINE }, "play": play }))["link"].take();
    assert_eq!(answer(&json!({ "do": "open", "link": link }))["play"], play);
}

#[test]
fn steps_are_counted_once() {
    // Logic ends here, and a search continues.
    let hard = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";
    let question = json!({
        "do": "explain", "puzzle": { "text": hard }, "manner": { "search": true },
        "draw": "none", "limits": { "seconds": 60 }
    });
    let (news, end) = with_news(&question);
    let steps = news.iter().filter(|news| news.get("step").is_some());
    let number = steps.clone().count();
    assert!(
        steps
            .clone()
            .any(|news| news["step"]["technique"] == "assumption"),
        "{end}"
    );
    assert_eq!(end["steps"], number);
    let message = end["message"].as_str().unwrap();
    assert!(message.contains(&format!(" {number} steps")), "{message}");
}

#[test]
fn drawings_of_steps_and_solutions_can_be_files() {
    for question in ["hint", "solve"] {
        let file = answer(&json!({ "do": question, "puzzle": { "text": NINE }, "theme": "light" }));
        let part = answer(&json!({ "do": question, "puzzle": { "text": NINE } }));
        let svg = file["svg"].as_str().unwrap();
        assert!(svg.contains('#'), "colours of its own");
        assert_ne!(file["svg"], part["svg"]);
    }
    let explain =
        json!({ "do": "explain", "puzzle": { "text": NINE }, "draw": 3, "theme": "dark" });
    let (news, _) = with_news(&explain);
    let step = news.iter().find(|news| news["step"].is_object()).unwrap();
    assert_eq!(step["number"], 3);
    let svg = step["svg"].as_str().unwrap();
    assert!(
        svg.contains("fill=\"#") && !svg.contains("var(--tw"),
        "{svg}"
    );
    error(&json!({ "do": "hint", "puzzle": { "text": NINE }, "theme": "pink" }));
}

#[test]
fn what_has_no_place_on_the_board_is_shown_as_words() {
    let zebra = card(include_str!("../../../../corpus/rules/zebra.toml"));
    let solved = answer(&json!({ "do": "solve", "puzzle": puzzle(&zebra) }));
    assert_eq!(
        (&solved["values"], &solved["boxes"]),
        (&json!(null), &json!(null))
    );
    let svg = solved["svg"].as_str().unwrap();
    assert!(svg.contains("zebra"), "{svg}");
}

#[test]
fn a_menu_of_sizes_makes_what_it_says() {
    let hello = answer(&json!({ "do": "hello" }));
    for (kind, sizes) in hello["sizes"].as_object().unwrap() {
        for size in sizes.as_array().unwrap() {
            let name = size["name"].as_str().unwrap();
            let board = json!({ "do": "board", "kind": kind, "size": size["size"] });
            let title = answer(&board)["card"]["title"].take();
            let sides = name.rsplit(' ').next().unwrap();
            assert!(title.as_str().unwrap().contains(sides), "{title}: {name}");
        }
        let menu = |example: &Value| {
            sizes
                .as_array()
                .unwrap()
                .iter()
                .any(|s| s["size"] == *example)
        };
        let makers = hello["generators"].as_array().unwrap().iter();
        for maker in makers.filter(|maker| maker["name"] == *kind) {
            assert!(menu(&maker["example"]), "{maker}");
        }
    }
}

#[test]
fn the_page_speaks_for_itself() {
    let told = asked(&json!({ "do": "read", "text": "this is not a puzzle" }))["error"].take();
    assert_eq!(told["hint"], "if it is one, choose its kind under “Read”");
    for text in [
        "this is not a puzzle",
        "https://puzz.link/p?ringring/4/4/a",
        "https://sudokupad.app/abc123",
        "https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VXB",
        "{\"a\": 1}",
    ] {
        let told = asked(&json!({ "do": "read", "text": text }))["error"].to_string();
        assert!(
            !told.contains("--") && !told.contains("`tilewright"),
            "{told}"
        );
    }
}

#[test]
fn an_explanation_tells_its_steps_as_news() {
    let question = json!({ "do": "explain", "puzzle": { "text": NINE } });
    let (news, end) = with_news(&question);
    let is_step = |news: &&Value| news["step"].is_object();
    let steps: Vec<&Value> = news.iter().filter(is_step).collect();
    assert_eq!(end["answer"]["status"], "solved");
    assert_eq!(end["steps"], steps.len());
    assert_eq!(steps[0]["number"], 1);
    let mut line = [false; 81];
    for step in &steps {
        assert!(step["svg"].as_str().unwrap().starts_with("<svg"));
        for set in step["set"].as_array().unwrap() {
            line[set["cell"].as_u64().unwrap() as usize] = true;
        }
    }
    assert_eq!(
        line.iter().filter(|is_set| **is_set).count(),
        51,
        "every open cell is set"
    );
    let mut one = question.clone();
    one["draw"] = 3.into();
    let (news, end_of_one) = with_news(&one);
    let told: Vec<&Value> = news.iter().filter(is_step).collect();
    assert_eq!(told, [steps[2]]);
    assert_eq!(end_of_one, end);
    let mut none = question;
    none["draw"] = "none".into();
    let (news, _) = with_news(&none);
    assert!(
        news.iter()
            .filter(is_step)
            .all(|step| step["svg"].is_null())
    );
}

#[test]
fn an_explanation_assumes_where_it_is_asked_to() {
    // An empty board has several solutions: nothing is explained.
    let (_, end) = with_news(&json!({ "do": "explain", "puzzle": { "text": "1..............." } }));
    assert_eq!(end["answer"]["status"], "several");
    let (_, end) = with_news(&json!({ "do": "explain", "puzzle": { "text": "11.............." } }));
    assert_eq!(end["answer"]["status"], "unsolvable");
    let queens = include_str!("../../../../corpus/rules/zebra.toml");
    let question = json!({
        "do": "explain", "puzzle": { "text": queens }, "manner": { "search": true }
    });
    let (news, end) = with_news(&question);
    assert_eq!(end["answer"]["status"], "solved", "{end}");
    assert!(!news.is_empty());
}

#[test]
fn a_player_is_judged() {
    let judge = |text: &str, play: Value| {
        answer(&json!({ "do": "judge", "puzzle": { "text": text }, "play": play }))
    };
    let started = judge(NINE, json!({ "values": { "2": "4" } }));
    assert_eq!(
        started,
        json!({
            "v": 1, "is_complete": false, "is_right": null, "wrong": [], "mistakes": [], "message": null
        })
    );
    let mistaken = judge(NINE, json!({ "values": { "2": "1" } }));
    assert_eq!(
        (&mistaken["wrong"], &mistaken["mistakes"]),
        (&json!([]), &json!([2]))
    );
    let clashing = judge(NINE, json!({ "values": { "2": "5" } }));
    assert_eq!(
        (&clashing["wrong"], &clashing["mistakes"]),
        (&json!([2]), &json!([2])),
        "the clue is not to blame"
    );
    // A right entry that a wrong one contradicts is right: the solution has a 4 at the third cell.
    let beside = judge(NINE, json!({ "values": { "2": "4", "3": "4" } }));
    assert_eq!(
        (&beside["wrong"], &beside["mistakes"], &beside["message"]),
        (&json!([2, 3]), &json!([3]), &json!("one cell is wrong"))
    );
    let two = judge(NINE, json!({ "values": { "2": "1", "3": "1" } }));
    assert_eq!(two["message"], "2 cells are wrong");
    let four = "1.34341221434321";
    let right = judge(four, json!({ "values": { "1": "2" } }));
    assert_eq!(
        (&right["is_complete"], &right["is_right"]),
        (&json!(true), &json!(true))
    );
    let wrong = judge(four, json!({ "values": { "1": "4" } }));
    assert_eq!(
        (&wrong["is_complete"], &wrong["is_right"]),
        (&json!(true), &json!(false))
    );
    let shikaku = "3 2\n0 0 4\n? 0 0\n";
    let right = judge(shikaku, json!({ "boxes": [[5, 1, 2, 4], [0, 3]] }));
    assert_eq!(
        right,
        json!({
            "v": 1, "is_complete": true, "is_right": true, "wrong": [], "mistakes": [], "message": null
        })
    );
    let stray = judge(shikaku, json!({ "boxes": [[0, 1]] }));
    assert_eq!(
        (&stray["is_complete"], &stray["wrong"], &stray["message"]),
        (
            &json!(false),
            &json!([0, 1]),
            &json!("one rectangle is wrong")
        )
    );
    let strays = judge(shikaku, json!({ "boxes": [[0, 1], [3, 4, 5]] }));
    assert_eq!(strays["message"], "2 rectangles are wrong");
    // Of clues that contradict each other no entry is to blame.
    let none = judge("11..............", json!({ "values": { "2": "3" } }));
    assert_eq!(
        (&none["wrong"], &none["message"]),
        (&json!([]), &json!("the puzzle has no solution"))
    );
    // With several solutions nothing is a mistake.
    let open = judge("1...............", json!({ "values": { "1": "2" } }));
    assert_eq!(open["mistakes"], json!(null));
}

#[test]
fn notes_are_what_the_rules_leave() {
    let told = answer(&json!({
        "do": "notes", "puzzle": { "text": "1..............." }, "play": { "values": { "1": "2" } }
    }));
    assert_eq!(told["marks"][2], json!([2, 3]));
    assert_eq!(told["marks"][0], json!([]));
    assert_eq!(told["marks"][5], json!([2, 3]));
    assert_eq!(told["marks"][15], json!([0, 1, 2, 3]));
}

/// The groups of cells that see each other, and how often each value comes.
fn sight(text: &str) -> (Vec<Vec<usize>>, Value) {
    let told = answer(&json!({ "do": "sight", "puzzle": { "text": text } }));
    let groups = serde_json::from_value(told["groups"].clone()).unwrap();
    (groups, told["each"].clone())
}

#[test]
fn what_sees_each_other_follows_from_the_rules() {
    let (groups, each) = sight("1...............");
    assert_eq!(groups.len(), 12);
    assert!(groups.contains(&vec![0, 1, 2, 3]) && groups.contains(&vec![0, 1, 4, 5]));
    assert_eq!(each, json!([4, 4, 4, 4]));
    let (groups, each) = sight(NINE);
    assert_eq!(groups.len(), 27);
    assert_eq!(each, json!(vec![9; 9]));
    // A shaded cell and a white one are not apart, and how many are shaded is not known.
    let nurikabe = std::fs::read_to_string("../../corpus/rules/nurikabe-4x4.toml").unwrap();
    let (groups, each) = sight(&nurikabe);
    assert!(groups.is_empty());
    assert_eq!(each, json!([null, null]));
}

#[test]
fn links_carry_entries() {
    for (text, play) in [
        (
            NINE,
            json!({ "values": { "2": "4" }, "notes": { "3": [0, 5] }, "boxes": [] }),
        ),
        (
            "3 2\n0 0 4\n? 0 0\n",
            json!({ "values": {}, "notes": {}, "boxes": [[0, 3]] }),
        ),
    ] {
        let question = json!({ "do": "share", "puzzle": { "text": text }, "play": play });
        let link = answer(&question)["link"].take();
        let opened = answer(&json!({ "do": "open", "link": link }));
        assert_eq!((&opened["card"], &opened["play"]), (&card(text), &play));
    }
    let link = answer(&json!({ "do": "share", "puzzle": { "text": NINE } }))["link"].take();
    assert_eq!(link, "s53b7d6b195d98d6a8c6c34b8a3b17c2c6a6d28d419b5d8b79");
    for bad in ["", "#", "s", "z", "zAAAA", "q1", "s53", "zN4Ig", "zé"] {
        error(&json!({ "do": "open", "link": bad }));
    }
}

#[test]
fn drawings_show_what_they_are_asked_for() {
    let draw = |look: Value| {
        let question = json!({ "do": "draw", "puzzle": { "text": NINE }, "look": look });
        answer(&question)["svg"].as_str().unwrap().to_owned()
    };
    let plain = draw(json!({}));
    assert_eq!(plain.matches("data-cell").count(), 81);
    let drawings = [
        plain,
        draw(json!({ "marks": "clues" })),
        draw(json!({ "marks": vec![json!([0, 8]); 81] })),
        draw(json!({ "play": { "values": { "2": "4" } } })),
        draw(json!({ "play": { "notes": { "2": [0, 3] } } })),
        draw(json!({ "wrong": [0] })),
        draw(json!({ "differs": [0] })),
        draw(json!({ "picked": [0] })),
    ];
    for (number, one) in drawings.iter().enumerate() {
        for other in &drawings[..number] {
            assert_ne!(one, other);
        }
    }
    let cube = card(include_str!(
        "../../../../corpus/sudoku/multidimensional-a2x2x2.txt"
    ));
    for look in [
        json!({ "view": "solid", "turn": [0.3, 0.4] }),
        json!({ "view": "layers", "across": 2, "down": 0, "width": 400 }),
        json!({ "view": "layers", "across": 9, "down": 9 }),
    ] {
        let question = json!({ "do": "draw", "puzzle": puzzle(&cube), "look": look });
        assert!(
            answer(&question)["svg"]
                .as_str()
                .unwrap()
                .contains("data-cell")
        );
    }
}

#[test]
fn long_work_tells_how_far_it_has_come_and_can_be_stopped() {
    let board = answer(&json!({ "do": "board", "kind": "roads", "size": "14x14" }));
    let limits = json!({ "seconds": 0.8 });
    let question = json!({ "do": "count", "puzzle": puzzle(&board["card"]), "limits": limits });
    let (news, end) = with_news(&question);
    assert!(
        news.iter()
            .all(|news| news["progress"]["seconds"].is_number())
    );
    let is_exact = end["answer"]["count"].is_string();
    assert!(is_exact || !news.is_empty(), "{end}");
    let caps = Caps {
        stop: Some(Arc::new(true.into())),
        ..Caps::default()
    };
    let stopped: Value =
        serde_json::from_str(&ask(&question.to_string(), &News::unheard(), &caps)).unwrap();
    assert_eq!(
        stopped["answer"],
        json!({ "status": "stopped", "end": "interrupted", "reason": "interrupted" })
    );
}

#[test]
fn what_is_too_much_is_refused() {
    let board = json!({ "do": "board", "kind": "sudoku", "size": "4,4,4" });
    assert!(error(&board).contains("at most 100000 are shown"));
    let long = format!(
        "{{\"do\": \"read\", \"text\": \"{}\"}}",
        "1".repeat(1 << 20)
    );
    let told: Value =
        serde_json::from_str(&ask(&long, &News::unheard(), &Caps::default())).unwrap();
    assert!(told["error"]["message"].as_str().unwrap().contains("bytes"));
    let caps = Caps {
        memory: 1 << 10,
        ..Caps::default()
    };
    let question = json!({ "do": "count", "puzzle": { "text": NINE } }).to_string();
    let told: Value = serde_json::from_str(&ask(&question, &News::unheard(), &caps)).unwrap();
    let answer = &told["answer"];
    assert_eq!(
        (&answer["status"], &answer["end"]),
        (&json!("stopped"), &json!("memory")),
        "{told}"
    );
    assert!(
        answer["reason"].as_str().unwrap().contains("of memory"),
        "{told}"
    );
}

#[test]
fn questions_that_make_no_sense_are_told_why() {
    let told = |question: &str| {
        let answer = ask(question, &News::unheard(), &Caps::default());
        let answer: Value = serde_json::from_str(&answer).unwrap();
        answer["error"]["message"].as_str().unwrap().to_owned()
    };
    assert!(told("").starts_with("the question is not JSON"));
    assert_eq!(told("7"), "the question: expected an object, found 7");
    assert_eq!(told("{}"), "the question has no \"do\"");
    assert_eq!(
        told(r#"{"do":"fly"}"#),
        "there is no question called \"fly\""
    );
    assert_eq!(told(r#"{"do":"count"}"#), "the question has no \"puzzle\"");
    assert_eq!(
        told(r#"{"do":"count","puzzle":{}}"#),
        "puzzle has no \"text\""
    );
    assert_eq!(
        told(r#"{"do":"count","puzzle":{"text":"1..............."},"limits":{"seconds":-1}}"#),
        "-1 seconds is not a time limit"
    );
    let read = asked(&json!({ "do": "read", "text": "12..\n34.9\n....\n....\n", "as": "sudoku" }));
    assert_eq!(
        (&read["error"]["line"], &read["error"]["column"]),
        (&json!(2), &json!(4))
    );
}

#[test]
fn any_model_is_written_as_exact_cover_and_as_clauses() {
    let convert = |to: &str| {
        let question =
            json!({ "do": "convert", "puzzle": { "text": "1..............." }, "to": to });
        answer(&question)["text"].as_str().unwrap().to_owned()
    };
    let cover = card(&convert("xcc"));
    let counted = answer(&json!({ "do": "count", "puzzle": puzzle(&cover) }));
    assert_eq!(counted["answer"]["count"], "72");
    assert!(convert("dimacs").contains("\np cnf 64 "));
    let question = json!({ "do": "convert", "puzzle": { "text": NINE }, "to": "smoke" });
    assert!(error(&question).contains("smoke"));
}
