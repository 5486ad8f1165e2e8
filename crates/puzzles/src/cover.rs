//! Exact cover with colours, in Knuth's format.
//!
//! ```text
//! | A comment: its first character that is no blank is a bar. Blank lines are skipped too.
//! p q r | x y
//! p q x y:A
//! p r x:A y
//! ```
//!
//! The first line names the items: the primary ones, then after a `|` the secondary ones. Every
//! other line is an option: the items that it covers, each once, a secondary one perhaps with a
//! colour. A solution is a set of options that covers every primary item exactly once and in which
//! no two options disagree about a secondary item. Two options agree about it only if both give it
//! a colour and it is the same. A secondary item without a colour so has a colour of its own, which
//! equals no other, not even that of another option without one.
//!
//! An option without a primary item could be added to any solution or left out, so by Knuth's
//! rule it is ignored: it stays in the text but is no choice of the model.
//!
//! Every primary item is a tile, in the order of the first line, and the choices are the options in
//! theirs. A secondary item that no option colours asks for at most one; any other for one colour.

use crate::nearest::nearest;
use crate::{Family, Format, ParseError, Parsed, Puzzle, TooLarge, Unwritable};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::sync::{Arc, OnceLock};
use tilewright_model::{Choice, Demand, Item, Model, ModelBuilder, Names};
use tilewright_render::{Block, Picture};

/// Exact cover files.
pub static COVER: Family = Family {
    name: "cover",
    about: "exact cover with colours: options that cover every item once",
    formats: &[
        Format {
            name: "xcc",
            about: "Knuth's format: items, a bar, secondary items; then an option a line",
            reads: true,
            writes: true,
            is_line: false,
        },
        Format {
            name: "json",
            about: "the items, the options and those chosen as an object",
            reads: false,
            writes: true,
            is_line: false,
        },
    ],
    recognise,
    read,
    boards: &[],
};

/// An exact cover problem, or a solution of one.
#[derive(Clone, Debug)]
pub struct Cover {
    problem: Arc<Problem>,
    /// Made when it is first asked for, and shared with the solutions.
    model: Arc<OnceLock<Arc<Model>>>,
    /// The options chosen, ascending.
    chosen: Option<Vec<Choice>>,
}

impl PartialEq for Cover {
    fn eq(&self, other: &Self) -> bool {
        self.problem == other.problem && self.chosen == other.chosen
    }
}

/// What the file says.
#[derive(Debug, Default, PartialEq)]
struct Problem {
    /// The comments before the items, without their bars.
    heading: Vec<String>,
    items: Vec<String>,
    /// How many of the items are primary; these come first.
    primary: usize,
    colours: Vec<String>,
    /// The mentions of all options, one option after the other.
    mentions: Vec<Mention>,
    /// Where each option's mentions end.
    ends: Vec<usize>,
    /// The options with a primary item: what each choice is.
    choices: Vec<u32>,
}

/// An item in an option, perhaps with a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mention {
    item: u32,
    colour: Option<u32>,
}

impl Problem {
    fn option(&self, number: u32) -> &[Mention] {
        let number = number as usize;
        let start = if number == 0 {
            0
        } else {
            self.ends[number - 1]
        };
        &self.mentions[start..self.ends[number]]
    }

    fn options(&self) -> impl Iterator<Item = u32> {
        0..self.ends.len() as u32
    }

    fn option_text(&self, number: u32) -> String {
        let words = self.option(number).iter().map(|mention| {
            let item = &self.items[mention.item as usize];
            match mention.colour {
                None => item.clone(),
                Some(colour) => format!("{item}:{}", self.colours[colour as usize]),
            }
        });
        words.collect::<Vec<_>>().join(" ")
    }

    fn items_text(&self) -> String {
        let (primary, secondary) = self.items.split_at(self.primary);
        let mut line = primary.join(" ");
        if !secondary.is_empty() {
            line.push_str(" | ");
            line.push_str(&secondary.join(" "));
        }
        line
    }

    /// The items and the options of these numbers, as lines of the format.
    fn lines(&self, options: impl Iterator<Item = u32>) -> Vec<String> {
        let heading = self.heading.iter().map(|comment| format!("|{comment}"));
        let mut lines: Vec<String> = heading.collect();
        lines.push(self.items_text());
        lines.extend(options.map(|option| self.option_text(option)));
        lines
    }

    fn build(&self) -> Model {
        let mut members: Vec<Vec<(u32, Option<u32>)>> = vec![Vec::new(); self.items.len()];
        for (choice, &option) in self.choices.iter().enumerate() {
            for mention in self.option(option) {
                members[mention.item as usize].push((choice as u32, mention.colour));
            }
        }
        let mut b = ModelBuilder::new(self.choices.len() as u32);
        let built = (|| {
            for (item, members) in members.iter().enumerate() {
                let plain = || {
                    members
                        .iter()
                        .map(|&(choice, _)| choice)
                        .collect::<Vec<_>>()
                };
                if item < self.primary {
                    b.tile(&plain())?;
                } else if members.iter().all(|(_, colour)| colour.is_none()) {
                    b.item(Demand::AtMostOne, &plain())?;
                } else {
                    b.one_colour(&self.with_own_colours(members))?;
                }
            }
            b.build()
        })();
        built.expect("an option names an item once, and one without a tile is no choice")
    }

    /// Gives each mention without a colour one that nothing else has.
    fn with_own_colours(&self, members: &[(u32, Option<u32>)]) -> Vec<(u32, u32)> {
        let mut unused = self.colours.len() as u32;
        let mut own = || {
            unused += 1;
            unused - 1
        };
        let coloured = members
            .iter()
            .map(|&(choice, colour)| (choice, colour.unwrap_or_else(&mut own)));
        coloured.collect()
    }
}

/// A word of a line with the column where it starts, counted from 1 in characters.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut column = 0;
    let mut rest = line;
    std::iter::from_fn(move || {
        let trimmed = rest.trim_start();
        column += rest[..rest.len() - trimmed.len()].chars().count();
        let end = trimmed.find(char::is_whitespace).unwrap_or(trimmed.len());
        let (word, after) = trimmed.split_at(end);
        let start = column + 1;
        column += word.chars().count();
        rest = after;
        (!word.is_empty()).then_some((start, word))
    })
}

/// Reads a text line by line into a [`Problem`].
#[derive(Default)]
struct Reader<'t> {
    problem: Problem,
    item_numbers: HashMap<&'t str, u32>,
    colour_numbers: HashMap<&'t str, u32>,
    /// For each item, the last option that named it, plus one.
    last_option: Vec<usize>,
}

impl<'t> Reader<'t> {
    fn read(mut self, text: &'t str) -> Result<Problem, ParseError> {
        // More options or mentions than 32 bits count would not fit a model.
        if u32::try_from(text.len()).is_err() {
            return Err(ParseError::new(format!(
                "an exact cover file of {} bytes is too large: at most 4,294,967,295 are read",
                text.len()
            )));
        }
        for (number, line) in text.lines().enumerate() {
            let trimmed = line.trim_start();
            if let Some(comment) = trimmed.strip_prefix('|') {
                if self.problem.items.is_empty() {
                    self.problem.heading.push(comment.trim_end().to_owned());
                }
            } else if trimmed.is_empty() {
            } else if self.problem.items.is_empty() {
                self.read_items(number + 1, line)?;
            } else {
                self.read_option(number + 1, line)?;
            }
        }
        if self.problem.items.is_empty() {
            return Err(ParseError::new(
                "there are no items: the first line that is no comment must name them",
            ));
        }
        Ok(self.problem)
    }

    fn read_items(&mut self, line_number: usize, line: &'t str) -> Result<(), ParseError> {
        let mut bar = None;
        for (column, word) in words(line) {
            if word == "|" {
                if bar.replace(self.problem.items.len()).is_some() {
                    let message = "a second `|`, but only one stands between the primary and the secondary items";
                    return Err(ParseError::at(line_number, column, message));
                }
                continue;
            }
            if let Some(place) = word.find([':', '|']) {
                let column = column + word[..place].chars().count();
                let message = format!("the item name {word:?} contains a `:` or `|`");
                return Err(ParseError::at(line_number, column, message)
                    .hint("a colour is given where an option names the item, and blanks stand around the bar"));
            }
            let next = self.problem.items.len() as u32;
            if self.item_numbers.insert(word, next).is_some() {
                let message = format!("the item {word:?} is named twice");
                return Err(ParseError::at(line_number, column, message));
            }
            self.problem.items.push(word.to_owned());
        }
        self.problem.primary = bar.unwrap_or(self.problem.items.len());
        self.last_option = vec![0; self.problem.items.len()];
        Ok(())
    }

    fn read_option(&mut self, line_number: usize, line: &'t str) -> Result<(), ParseError> {
        let number = self.problem.ends.len();
        let mut is_choice = false;
        for (column, word) in words(line) {
            let fail = |message: String| Err(ParseError::at(line_number, column, message));
            let (name, colour) = match word.split_once(':') {
                Some((name, colour)) => (name, Some(colour)),
                None => (word, None),
            };
            let Some(&item) = self.item_numbers.get(name) else {
                return Err(self.unknown_item(line_number, column, name));
            };
            let last = std::mem::replace(&mut self.last_option[item as usize], number + 1);
            if last == number + 1 {
                return fail(format!("the option names the item {name:?} twice"));
            }
            let is_primary = (item as usize) < self.problem.primary;
            is_choice |= is_primary;
            let colour = match colour {
                None => None,
                Some(_) if is_primary => {
                    return fail(format!(
                        "the item {name:?} is primary, but only secondary items have colours"
                    ));
                }
                Some(colour) if colour.is_empty() || colour.contains(':') => {
                    return fail(format!("{word:?} should be an item, a `:` and one colour"));
                }
                Some(colour) => Some(self.colour(colour)),
            };
            self.problem.mentions.push(Mention { item, colour });
        }
        self.problem.ends.push(self.problem.mentions.len());
        if is_choice {
            self.problem.choices.push(number as u32);
        }
        Ok(())
    }

    fn colour(&mut self, name: &'t str) -> u32 {
        let colours = &mut self.problem.colours;
        *self.colour_numbers.entry(name).or_insert_with(|| {
            colours.push(name.to_owned());
            colours.len() as u32 - 1
        })
    }

    fn unknown_item(&self, line: usize, column: usize, name: &str) -> ParseError {
        let message = format!("the option names {name:?}, which is no item of the first line");
        let error = ParseError::at(line, column, message);
        let items = self.problem.items.iter().map(String::as_str);
        match nearest(name, items) {
            Some(near) => error.hint(format!("did you mean {near:?}?")),
            None => error,
        }
    }
}

fn read(text: &str, _format: &str) -> Parsed {
    Ok(Box::new(text.parse::<Cover>()?))
}

impl std::str::FromStr for Cover {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Ok(Self {
            problem: Arc::new(Reader::default().read(text)?),
            model: Arc::default(),
            chosen: None,
        })
    }
}

/// A text is an exact cover file if its first line names things, each once, and the lines after it
/// name nothing else, each thing once. A grid of symbols can look like that as well, but then all
/// its lines are equally long.
fn recognise(text: &str) -> Option<&'static str> {
    const LINES: usize = 50;
    const MOST_ITEMS: usize = 1_000_000;
    let mut lines = text.lines().filter(|line| {
        let line = line.trim_start();
        !line.is_empty() && !line.starts_with('|')
    });
    let mut items = HashSet::new();
    for word in lines.next()?.split_whitespace() {
        if word.contains(':') || !items.insert(word) || items.len() > MOST_ITEMS {
            return None;
        }
    }
    let has_secondary = items.remove("|");
    let (mut options, mut differs) = (0, false);
    let (mut known, mut strange) = (0, 0);
    for line in lines.take(LINES) {
        let mut named = HashSet::new();
        for word in line.split_whitespace() {
            let name = word.split_once(':').map_or(word, |(name, _)| name);
            if items.contains(name) && named.insert(name) {
                known += 1;
            } else {
                strange += 1;
            }
        }
        options += 1;
        differs |= named.len() != items.len();
    }
    // A slip or two do not keep a file from being told what is wrong with it.
    let is_clear = strange * if has_secondary { 1 } else { 4 } <= known;
    (options > 0 && is_clear && (differs || has_secondary)).then_some("xcc")
}

impl Cover {
    /// The options that are chosen, where it is solved.
    fn chosen_options(&self) -> Option<impl Iterator<Item = u32>> {
        let chosen = self.chosen.as_ref()?;
        Some(
            chosen
                .iter()
                .map(|choice| self.problem.choices[choice.index()]),
        )
    }

    /// The chosen options as lines, or the whole problem where it is not solved.
    fn shown(&self) -> Vec<String> {
        match self.chosen_options() {
            Some(options) => options.map(|o| self.problem.option_text(o)).collect(),
            None => self.problem.lines(self.problem.options()),
        }
    }

    fn json(&self) -> String {
        let (primary, secondary) = self.problem.items.split_at(self.problem.primary);
        let all = |options: &mut dyn Iterator<Item = u32>| -> Vec<String> {
            options.map(|o| self.problem.option_text(o)).collect()
        };
        let mut object = serde_json::json!({
            "family": COVER.name,
            "items": primary,
            "secondary": secondary,
            "options": all(&mut self.problem.options()),
        });
        if let Some(mut options) = self.chosen_options() {
            object["chosen"] = all(&mut options).into();
        }
        format!("{object}\n")
    }
}

impl Names for Cover {
    fn choice_name(&self, choice: Choice) -> String {
        self.problem
            .option_text(self.problem.choices[choice.index()])
    }

    fn item_name(&self, item: Item) -> String {
        self.problem.items[item.index()].clone()
    }
}

impl Puzzle for Cover {
    fn family(&self) -> &'static Family {
        &COVER
    }

    fn model(&self, memory: u64) -> Result<Arc<Model>, TooLarge> {
        let problem = &self.problem;
        // Each mention is kept in both directions, and once more while the model is built.
        let needed = 48 * problem.mentions.len() as u64 + 64 * problem.items.len() as u64;
        if needed > memory {
            return Err(TooLarge {
                what: format!("the exact cover of {} options", problem.choices.len()),
                needed,
                allowed: memory,
            });
        }
        Ok(self.model.get_or_init(|| Arc::new(problem.build())).clone())
    }

    fn givens(&self) -> Vec<Choice> {
        self.chosen.clone().unwrap_or_default()
    }

    fn fill(&self, solution: &[Choice]) -> Box<dyn Puzzle> {
        let mut chosen = solution.to_vec();
        chosen.sort_unstable();
        Box::new(Self {
            chosen: Some(chosen),
            ..self.clone()
        })
    }

    fn picture(&self) -> Picture {
        Picture {
            blocks: vec![Block::Lines(self.shown())],
        }
    }

    fn plain(&self) -> String {
        let mut text = String::new();
        for line in self.shown() {
            writeln!(text, "{line}").expect("a string takes all that is written");
        }
        text
    }

    /// As `xcc` a solved problem is the problem with the chosen options alone.
    fn write(&self, format: &str) -> Result<String, Unwritable> {
        match format {
            "xcc" => {
                let lines = match self.chosen_options() {
                    Some(options) => self.problem.lines(options),
                    None => self.problem.lines(self.problem.options()),
                };
                Ok(lines.join("\n") + "\n")
            }
            "json" => Ok(self.json()),
            _ => Err(Unwritable(format!(
                "an exact cover cannot be written as {format:?}, only as xcc or json"
            ))),
        }
    }

    fn thinner(&self) -> Vec<(String, Box<dyn Puzzle>)> {
        Vec::new()
    }

    fn as_any(&self) -> &dyn std::any::Any {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use tilewright_engines::{Ask, Engine, reduce::Reduce};

    fn cover(text: &str) -> Cover {
        text.parse().unwrap()
    }

    fn count(cover: &Cover) -> u64 {
        let model = cover.model(u64::MAX).unwrap();
        let mut search = Reduce.prepare(&model).unwrap();
        search.start(&Ask::default());
        let count = search.count();
        assert!(count.is_exact());
        count.number.try_into().unwrap()
    }

    const COLOURED: &str = "\
| Five options; only the second and the fourth agree.
p q r | x y
p q x y:A
p r x:A y
p x:B
q x:A
r y:B
";

    #[test]
    fn colours_must_agree() {
        let problem = cover(COLOURED);
        let model = problem.model(u64::MAX).unwrap();
        let mut search = Reduce.prepare(&model).unwrap();
        let found: Vec<_> = tilewright_engines::solutions(&mut *search, &Ask::default()).collect();
        assert_eq!(found, [model.choice_ids([1, 3])]);
        let solved = problem.fill(&found[0]);
        assert_eq!(solved.plain(), "p r x:A y\nq x:A\n");
        assert_eq!(solved.givens(), found[0]);
        let written = solved.write("xcc").unwrap();
        assert!(written.ends_with("p q r | x y\np r x:A y\nq x:A\n"));
        assert!(
            solved
                .write("json")
                .unwrap()
                .contains(r#""chosen":["p r x:A y","q x:A"]"#)
        );
        assert_eq!(problem.choice_name(Choice(2)), "p x:B");
        assert_eq!(problem.item_name(Item(3)), "x");
    }

    #[test]
    fn a_mention_without_a_colour_agrees_with_nothing() {
        assert_eq!(count(&cover("p q | x\np x:A\nq x:A\n")), 1);
        assert_eq!(count(&cover("p q | x\np x:A\nq x\n")), 0);
        // Two mentions without a colour differ from each other, beside a third with one too.
        assert_eq!(count(&cover("p q | x\np x\nq x\n")), 0);
        assert_eq!(count(&cover("p q | x\np x\nq x\nq x:A\n")), 0);
        assert_eq!(count(&cover("p q | x\np x\nq x\nq\n")), 1);
    }

    #[test]
    fn an_option_without_a_primary_item_is_kept_but_no_choice() {
        let problem = cover("p | x\nx\np x\n");
        assert_eq!(problem.model(u64::MAX).unwrap().choice_count(), 1);
        assert_eq!(problem.choice_name(Choice(0)), "p x");
        assert_eq!(problem.write("xcc").unwrap(), "p | x\nx\np x\n");
        assert_eq!(count(&problem), 1);
    }

    #[test]
    fn equal_options_are_different_choices() {
        assert_eq!(count(&cover("p\np\np\n")), 2);
        assert_eq!(count(&cover("p q\np\n")), 0);
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        let check = |text: &str, expected: &str| {
            let error = text.parse::<Cover>().unwrap_err();
            let advice = error
                .advice()
                .map(|a| format!(" ({a})"))
                .unwrap_or_default();
            assert_eq!(format!("{error}{advice}"), expected);
        };
        let none = "there are no items: the first line that is no comment must name them";
        check("", none);
        check("| only a comment\n\n", none);
        check(
            "| c\nred blue\nred bleu\n",
            "line 3, column 5: the option names \"bleu\", which is no item of the first line \
             (did you mean \"blue\"?)",
        );
        check(
            "ä b\nä  zzz\n",
            "line 2, column 4: the option names \"zzz\", which is no item of the first line",
        );
        check(
            "a b\na b a\n",
            "line 2, column 5: the option names the item \"a\" twice",
        );
        check(
            "a | x\na x:1 x:1\n",
            "line 2, column 7: the option names the item \"x\" twice",
        );
        check(
            "a b\na:1 b\n",
            "line 2, column 1: the item \"a\" is primary, but only secondary items have colours",
        );
        check("a b a\n", "line 1, column 5: the item \"a\" is named twice");
        check("a | a\n", "line 1, column 5: the item \"a\" is named twice");
        check(
            "a | b | c\n",
            "line 1, column 7: a second `|`, but only one stands between the primary and the \
             secondary items",
        );
        check(
            "a b:c\n",
            "line 1, column 4: the item name \"b:c\" contains a `:` or `|` (a colour is given \
             where an option names the item, and blanks stand around the bar)",
        );
        check(
            "a | x\na x:\n",
            "line 2, column 3: \"x:\" should be an item, a `:` and one colour",
        );
        let refused = cover("a\na\n").model(10).unwrap_err().to_string();
        assert!(refused.starts_with("the exact cover of 1 options needs about"));
        assert!(cover("a\na\n").write("sdk").is_err());
    }

    #[test]
    fn only_exact_cover_files_are_recognised() {
        let is_cover = |text: &str| recognise(text).is_some();
        assert!(is_cover(COLOURED));
        assert!(is_cover("00 01 10 11\n00 01\n00 10\n01 11\n10 11\n"));
        assert!(is_cover("a b | x\na b x:1\n"));
        assert!(is_cover("a b | x\na b x:1\na c\n"));
        assert!(is_cover("a b c\na b\nc\nb c d\n"));
        for other in [
            "",
            "| only a comment\n",
            "a b c\n",
            "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n",
            "1 _ _ 4\n_ 4 1 _\n",
            "_ R _ _ _\nD U _ _ L\n",
            "5 5\n0 0 8 0 0\n0 0 0 0 0\n",
            "53..7....6..195...\n",
            "2\n2\n2\n0\n1\n",
            "tiles = \"a b\"\nvalues = \"1 2\"\n",
            "p cnf 2 1\n1 -2 0\n",
        ] {
            assert!(!is_cover(other), "{other:?}");
        }
    }

    fn any_problem() -> impl Strategy<Value = String> {
        let option = prop::collection::vec((0..7usize, 0..4usize), 1..5);
        (1..5usize, prop::collection::vec(option, 0..8)).prop_map(|(primary, options)| {
            let items = ["p", "q7", "r'", "é", "x", "y-1", "#"];
            let mut text = String::from("| made at random\n");
            text += &items[..primary].join(" ");
            text += " | ";
            text += &items[primary..].join("  ");
            for option in options {
                text += "\n ";
                let mut named = HashSet::new();
                for (item, colour) in option {
                    if named.insert(item) {
                        text += items[item];
                        if item >= primary && colour > 0 {
                            write!(text, ":{colour}").unwrap();
                        }
                        text += " ";
                    }
                }
            }
            text
        })
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back_equal(text in any_problem()) {
            let problem = cover(&text);
            let written = problem.write("xcc").unwrap();
            prop_assert_eq!(&cover(&written), &problem);
            prop_assert_eq!(cover(&written).write("xcc").unwrap(), written);
        }

        #[test]
        fn no_text_makes_it_panic(text in "[|a-c: \\n\\t]{0,40}") {
            let _ = recognise(&text);
            if let Ok(problem) = text.parse::<Cover>() {
                problem.model(u64::MAX).unwrap();
                let _ = problem.plain();
            }
        }
    }
}
