//! The solution of an exact cover, read back: the other way of [`Xcc`](crate::export::Xcc)
//! and [`Matrix`].
//!
//! A line has numbers of rows, as the matrix counts them (from 0); or one row after its number and a colon; or one
//! option, its items in any order. Solvers that print their choices add the number of alternatives, `(1 of 3)`, and a
//! line `1:` before the first option: both are skipped, and so are remarks (`#`). [`Model::fault`] checks that the
//! choices are a solution; this module does not.

use crate::cover::Cover;
use crate::export::option_words;
use crate::lines::{Line, Word, lines};
use crate::matrix::Matrix;
use crate::nearest::with_nearest;
use crate::{ParseError, Puzzle};
use std::collections::{BTreeSet, HashMap, HashSet};
use tilewright_model::budget::Budget;
use tilewright_model::{Choice, Model};

/// Reads the rows or options that a solver chose from the exact cover of this puzzle, whose model it is. The choices
/// come in ascending order; slack rows and hidden choices are not among them.
///
/// ```
/// use tilewright_model::budget::Budget;
/// use tilewright_puzzles::{board, chosen::read_chosen};
///
/// let puzzle = board("sudoku", "2,1")?;
/// let model = puzzle.model(&Budget::default())?;
/// let rows = read_chosen("0 3 5 6\n", &*puzzle, &model, &Budget::default())?;
/// assert_eq!(rows, model.choice_ids([0, 3, 5, 6]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_chosen(
    text: &str,
    puzzle: &dyn Puzzle,
    model: &Model,
    budget: &Budget,
) -> Result<Vec<Choice>, ParseError> {
    let words = option_words(puzzle, model, budget);
    let words = words.map_err(|unbuilt| ParseError::new(unbuilt.to_string()))?;
    let mut reader = Reader::new(puzzle, model, words);
    for line in lines(text) {
        reader.line(line)?;
    }
    if reader.is_empty {
        return Err(ParseError::new(
            "this names no rows and no options: expected the numbers of rows, or an option a line",
        ));
    }
    let picked = reader.picked.into_iter();
    Ok(picked.filter(|&choice| model.is_own(choice)).collect())
}

struct Reader<'p> {
    model: &'p Model,
    puzzle: &'p dyn Puzzle,
    /// The words of every option, in order, and the choices that have them.
    options: HashMap<Vec<String>, Vec<Choice>>,
    items: HashSet<String>,
    /// The choices of numbered rows, where the numbers are not those of the choices.
    rows: Option<HashMap<u32, Choice>>,
    /// The number of rows of the matrix, once it was needed.
    row_count: Option<u64>,
    picked: BTreeSet<Choice>,
    slack: HashSet<u64>,
    is_empty: bool,
    has_heading: bool,
}

impl<'p> Reader<'p> {
    fn new(puzzle: &'p dyn Puzzle, model: &'p Model, words_of_options: Vec<Vec<String>>) -> Self {
        let mut options: HashMap<Vec<String>, Vec<Choice>> = HashMap::new();
        let mut items = HashSet::new();
        // Hidden choices have options as well.
        for (choice, mut words) in (0..).map(Choice).zip(words_of_options) {
            items.extend(words.iter().map(|word| item_of(word).to_owned()));
            words.sort_unstable();
            options.entry(words).or_default().push(choice);
        }
        let cover = puzzle.downcast::<Cover>();
        let rows = cover.map(|cover| {
            let choices = model.choices();
            choices
                .map(|choice| (cover.row_of(choice), choice))
                .collect()
        });
        Self {
            model,
            puzzle,
            options,
            items,
            rows,
            row_count: None,
            picked: BTreeSet::new(),
            slack: HashSet::new(),
            is_empty: true,
            has_heading: false,
        }
    }

    fn line(&mut self, line: Line<'_>) -> Result<(), ParseError> {
        let text = line.text.trim();
        if text.starts_with('#') {
            return Ok(());
        }
        if let Some(heading) = text.strip_suffix(':')
            && heading.bytes().all(|byte| byte.is_ascii_digit())
        {
            if self.has_heading || !self.is_empty {
                let message = "another solution begins here: expected one alone";
                return Err(line.error(message));
            }
            self.has_heading = true;
            return Ok(());
        }
        self.is_empty = false;
        let words: Vec<Word<'_>> = line.part(without_count(line.text)).words().collect();
        if words
            .iter()
            .all(|word| self.items.contains(item_of(word.text)))
        {
            return self.option(line, &words);
        }
        let first = words[0];
        if let Some(number) = first.text.strip_suffix(':').filter(|n| is_number(n)) {
            return self.row(first, number);
        }
        for word in &words {
            let numbers = word.text.split(',').filter(|number| !number.is_empty());
            for number in numbers {
                self.row(*word, number)?;
            }
        }
        Ok(())
    }

    fn row(&mut self, word: Word<'_>, number: &str) -> Result<(), ParseError> {
        if !is_number(number) {
            let shown = word.shown();
            let error = word.error(format!(
                "{shown} is neither the number of a row nor an item of this puzzle"
            ));
            let items = self.items.iter().map(String::as_str);
            return Err(with_nearest(error, item_of(word.text), items));
        }
        let row: u64 = number.parse().unwrap_or(u64::MAX);
        let choice = self.choice_of(row);
        let is_new = match choice {
            Some(choice) => self.picked.insert(choice),
            None if row >= self.model.choice_count() as u64 && row < self.row_count() => {
                self.slack.insert(row)
            }
            None => return Err(word.error(self.no_row(number))),
        };
        if is_new {
            return Ok(());
        }
        Err(word.error(format!("row {row} is named twice")))
    }

    /// The choice that a row of the matrix is, unless it is slack or not there.
    fn choice_of(&self, row: u64) -> Option<Choice> {
        let row = u32::try_from(row).ok()?;
        if let Some(rows) = &self.rows {
            return rows.get(&row).copied();
        }
        let choice = Choice(row);
        (choice.index() < self.model.choice_count()).then_some(choice)
    }

    fn no_row(&mut self, number: &str) -> String {
        let rows = self.row_count();
        match rows {
            0 => format!("there is no row {number}: this puzzle has no rows"),
            _ if self.rows.is_some() => format!("there is no row {number} in this puzzle"),
            _ => format!(
                "there is no row {number}: the rows of this puzzle are 0 to {}",
                rows - 1
            ),
        }
    }

    /// The rows of the matrix, slack ones included.
    fn row_count(&mut self) -> u64 {
        *self.row_count.get_or_insert_with(|| {
            let givens = self.puzzle.givens();
            let matrix = Matrix::of(self.model, &givens, &Budget::default().memory(MOST_BYTES));
            matrix.map_or(self.model.choice_count() as u64, |matrix| {
                matrix.rows() as u64
            })
        })
    }

    fn option(&mut self, line: Line<'_>, words: &[Word<'_>]) -> Result<(), ParseError> {
        let mut key: Vec<String> = words.iter().map(|word| word.text.to_owned()).collect();
        key.sort_unstable();
        let Some(choices) = self.options.get(&key) else {
            return Err(line.error("this puzzle has no option with exactly these items"));
        };
        // Options may be alike in all their items: then each may be chosen in its turn.
        let choice = choices.iter().find(|&choice| !self.picked.contains(choice));
        let Some(&choice) = choice else {
            return Err(line.error("this option is named twice"));
        };
        self.picked.insert(choice);
        Ok(())
    }
}

/// The memory limit of the matrix while its rows are counted.
const MOST_BYTES: u64 = 1 << 28;

fn is_number(text: &str) -> bool {
    crate::lines::is_number(text)
}

/// The item of a word, without its colour.
fn item_of(word: &str) -> &str {
    word.split_once(':').map_or(word, |(item, _)| item)
}

/// A line without the `(1 of 3)` at its end.
fn without_count(line: &str) -> &str {
    let line = line.trim_end();
    let Some((option, count)) = line
        .strip_suffix(')')
        .and_then(|text| text.rsplit_once('('))
    else {
        return line;
    };
    match count.split_once(" of ") {
        Some((a, b)) if is_number(a) && is_number(b) && !option.trim().is_empty() => option,
        _ => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{board, read};
    use tilewright_engines::{Ask, Engine, reduce::Reduce};
    use tilewright_model::budget::Budget;

    fn first_solution(puzzle: &dyn Puzzle, model: &Model) -> Vec<Choice> {
        let mut search = Reduce.prepare(model, &Budget::default()).unwrap();
        search.start(&Ask::given(puzzle.givens()));
        let mut solution = search.advance().unwrap().to_vec();
        solution.sort_unstable();
        solution
    }

    #[test]
    fn what_was_chosen_is_read_back() {
        let puzzles = [
            board("sudoku", "3,3").unwrap(),
            board("sudoku", "2,2,1").unwrap(),
            board("sudoku", "3,4").unwrap(),
            board("latin", "5").unwrap(),
            board("roads", "2x3").unwrap(),
            read(
                "5 5\n0 0 8 0 0\n0 0 0 0 0\n6 0 4 0 4\n0 0 0 0 0\n0 0 3 0 0\n",
                None,
            )
            .unwrap(),
            read("p q | x y\np x:A y\nq x:A\np x:B\nq x:B y\nq\n", None).unwrap(),
        ];
        for puzzle in puzzles {
            let model = puzzle.model(&Budget::default()).unwrap();
            let solution = first_solution(&*puzzle, &model);
            let numbers: Vec<String> = solution.iter().map(|c| c.0.to_string()).collect();
            let with_bits = numbers.iter().rev().map(|n| format!("{n}: 0101\n"));
            let with_bits: Vec<String> = with_bits.collect();
            let words = option_words(&*puzzle, &model, &Budget::default()).unwrap();
            let option = |choice: &Choice| {
                // A solver begins where it likes, and says of how many it chose.
                let mut words = words[choice.index()].clone();
                words.rotate_left(1);
                format!(" {} (1 of 3)\n", words.join(" "))
            };
            let options: String = solution.iter().map(option).collect();
            for text in [
                numbers.join(" "),
                numbers.join("\n"),
                numbers.join(","),
                with_bits.concat(),
                format!("# one\n1:\n{options}"),
                options,
            ] {
                let found = read_chosen(&text, &*puzzle, &model, &Budget::default());
                assert_eq!(found, Ok(solution.clone()), "{text}");
            }
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let puzzle = board("sudoku", "2,2").unwrap();
        let model = puzzle.model(&Budget::default()).unwrap();
        for (text, message) in [
            ("", "this names no rows and no options: expected"),
            ("# nothing\n", "this names no rows and no options"),
            (
                "0 64",
                "line 1, column 3: there is no row 64: the rows of this puzzle are 0 to 63",
            ),
            ("0\n0", "line 2, column 1: row 0 is named twice"),
            (
                "0 -1",
                "line 1, column 3: \"-1\" is neither the number of a row nor an item",
            ),
            ("1 2 x", "line 1, column 5: \"x\" is neither"),
            (
                "r1c1 r1c2",
                "line 1, column 1: this puzzle has no option with exactly these",
            ),
            ("r1c1 the_1_of_row", "line 1, column 1: \"r1c1\" is neither"),
            (
                "1:\n0\n2:\n1",
                "line 3, column 1: another solution begins here",
            ),
            (
                "99999999999999999999",
                "line 1, column 1: there is no row 99999999999999999999",
            ),
        ] {
            let error = read_chosen(text, &*puzzle, &model, &Budget::default())
                .unwrap_err()
                .to_string();
            assert!(error.starts_with(message), "{text:?}: {error}");
        }
        let option = "r1c1 the_1_of_row_1 the_1_of_column_1 the_1_of_box_1\n";
        assert_eq!(
            read_chosen(option, &*puzzle, &model, &Budget::default()),
            Ok(model.choice_ids([0]))
        );
        let twice = read_chosen(&option.repeat(2), &*puzzle, &model, &Budget::default());
        let error = twice.unwrap_err().to_string();
        assert_eq!(error, "line 2, column 1: this option is named twice");
    }

    #[test]
    fn slack_rows_are_passed_over() {
        let cover = read("a b | x y\na x\na y\nb x\nb y\n", None).unwrap();
        let model = cover.model(&Budget::default()).unwrap();
        let solution = model.choice_ids([0, 3]);
        for rows in ["0 3", "0 3 4 5"] {
            assert_eq!(
                read_chosen(rows, &*cover, &model, &Budget::default()),
                Ok(solution.clone())
            );
        }
        let error = read_chosen("0 3 6", &*cover, &model, &Budget::default()).unwrap_err();
        let said = "line 1, column 5: there is no row 6 in this puzzle";
        assert_eq!(error.to_string(), said);
    }

    #[test]
    fn rows_of_a_matrix_have_their_own_numbers() {
        let cover = read("5: 110\n9: 001\n12: 011\n", Some("matrix")).unwrap();
        let model = cover.model(&Budget::default()).unwrap();
        assert_eq!(
            read_chosen("9 5", &*cover, &model, &Budget::default()),
            Ok(model.choice_ids([0, 1]))
        );
        let error = read_chosen("7", &*cover, &model, &Budget::default())
            .unwrap_err()
            .to_string();
        assert_eq!(error, "line 1, column 1: there is no row 7 in this puzzle");
    }
}
