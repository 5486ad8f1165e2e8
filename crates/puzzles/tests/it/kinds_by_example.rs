//! The examples of docs/kinds.md, each a kind of its own: their boards have as many solutions as the page says.

use tilewright_engines::{Ask, Budget, End, engine};
use tilewright_puzzles::{Families, Family};

/// The most solutions of an example.
const MOST: u64 = 1000;

/// An example: a file of a kind, a board of it, and the number of its solutions.
struct Example {
    line: usize,
    file: String,
    board: String,
    solutions: usize,
}

/// The rows of the tables, each with the file that the page shows before its table.
fn examples(page: &str) -> Vec<Example> {
    let (mut all, mut file, mut is_file, mut key) = (Vec::new(), String::new(), false, "");
    let section = page.find("## Each word by an example").unwrap();
    let before = page[..section].lines().count();
    for (number, line) in (before + 1..).zip(page[section..].lines()) {
        if line.starts_with("## ") && number > before + 1 {
            break;
        }
        if line.starts_with("```") {
            is_file = line == "```toml";
            if is_file {
                file.clear();
            }
            continue;
        }
        if is_file {
            file += line;
            file.push('\n');
            continue;
        }
        let line = line.replace("\\|", "\u{1}");
        let cells: Vec<String> = line
            .split('|')
            .map(|cell| cell.trim().trim_matches('`').replace('\u{1}', "|"))
            .collect();
        let [_, _, said, board, solutions, _] = &cells[..] else {
            continue;
        };
        match (said.as_str(), solutions.parse()) {
            ("rule", _) => key = "rule",
            ("link", _) => key = "link",
            (said, Ok(solutions)) => {
                // A key of the top comes before all tables.
                let (first, rest) = file.split_once("\n[").unwrap();
                all.push(Example {
                    line: number,
                    file: format!("{first}\n{key} = [{{ {said} }}]\n[{rest}"),
                    board: board.replace(" / ", "\n"),
                    solutions,
                });
            }
            _ => {}
        }
    }
    all
}

/// The number of solutions, or why there is no board.
fn count(example: &Example) -> Result<usize, String> {
    let family = Family::of_kind(&example.file).map_err(|error| error.to_string())?;
    let name = family.name.clone();
    let families = Families::default().with(family);
    let puzzle = families.read(&example.board, Some(&name));
    let puzzle = match puzzle {
        Ok(puzzle) => puzzle,
        // What nothing meets has no solution.
        Err(error) if error.to_string().contains("meet") => return Ok(0),
        Err(error) => return Err(error.to_string()),
    };
    let model = puzzle.model(&Budget::default()).unwrap();
    let auto = engine("auto").unwrap();
    let mut search = auto.prepare(&model, &Budget::default()).unwrap();
    search.start(&Ask::given(puzzle.givens()).limit(MOST));
    let mut found = 0;
    loop {
        match search.advance() {
            Ok(_) => found += 1,
            Err(End::Complete) => return Ok(found),
            Err(end) => return Err(end.to_string()),
        }
    }
}

#[test]
fn examples_of_the_guide_have_as_many_solutions_as_it_says() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/kinds.md");
    let page = std::fs::read_to_string(path).unwrap();
    let examples = examples(&page);
    assert!(examples.len() > 100, "{}", examples.len());
    let mut wrong = Vec::new();
    for example in &examples {
        let count = count(example);
        if count != Ok(example.solutions) {
            let wanted = example.solutions;
            wrong.push(format!("line {}: {count:?}, not {wanted}", example.line));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
