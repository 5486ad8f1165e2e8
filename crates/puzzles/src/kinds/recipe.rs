//! How puzzles of a kind begin: `[generate]` of its file, and what its rules say of its layers of clues.
//!
//! A solution is drawn on a board that has its **structure** already: regions, and clues on whose places the rules depend
//! (the walls of a board of lamps). All other clues are **free**: they are read off the solution afterwards, wherever the
//! rules hold. Which are which follows from where the rules name them ([`Role`]); the keys say how much of the structure
//! there is, and how often a value is.

use super::clues::{ClueSort, Setting, Spots};
use super::kind::Kind;
use crate::ParseError;
use crate::document::{Spot, Word, of_toml};
use crate::nearest::with_nearest;
use crate::section::{Entry, Section};

type Read<T> = Result<T, ParseError>;

/// What the rules of a kind make of a layer of clues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Role {
    /// Its clues are read off a solution.
    Free,
    /// There are tiles only where it has no clue, and no rule depends on more.
    Leaves,
    /// Rules depend on the places of its clues.
    Shapes,
    /// Rules reckon with what its clues say: these are there before a solution is.
    Weighs,
    /// Rules compare its clues with each other (`same`): these fit a solution all together.
    Parts,
    /// Rules depend on what its clues say in another way.
    Rules,
}

/// What a board has of a layer before a solution is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Amount {
    None,
    /// Clues wherever the rules allow one, all of which stay in puzzles that are made.
    All,
    /// A share of the places in hundredths. No two have a common side where they are `apart`; where they are `known`, none
    /// loses what it says.
    Share {
        percent: u32,
        apart: bool,
        known: bool,
    },
    /// So many that runs of them, in rows and columns, have such lengths. The first row and column have none.
    Runs {
        least: usize,
        most: usize,
    },
    /// A number in every cell: at random before a solution is drawn, or such that all fit one.
    Numbers {
        least: Bound,
        most: Bound,
    },
    /// Two clues of each number, at the ends of paths that cover the board.
    Pairs,
    /// Regions of such sizes.
    Sizes {
        least: usize,
        most: usize,
    },
    /// Rectangles of such sizes.
    Rectangles {
        least: usize,
        most: usize,
    },
    /// As many regions as there are rows.
    Rows,
}

/// An end of a range of numbers: a number, or so much more than the rows, the columns or the larger of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bound {
    of: Option<Extent>,
    more: i64,
}

/// A number that every board has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extent {
    Rows,
    Columns,
    Size,
}

impl Bound {
    /// Reads `3`, `size` or `rows - 1`.
    fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Ok(more) = text.parse() {
            return Some(Self { of: None, more });
        }
        let at = text.find(['+', '-']).unwrap_or(text.len());
        let (name, more) = text.split_at(at);
        let of = match name.trim() {
            "rows" => Extent::Rows,
            "columns" => Extent::Columns,
            "size" => Extent::Size,
            _ => return None,
        };
        let more = more.replace(' ', "");
        let more = if more.is_empty() {
            0
        } else {
            more.parse().ok()?
        };
        Some(Self { of: Some(of), more })
    }

    /// The number on a board with so many rows and columns.
    pub(super) fn on(self, rows: usize, columns: usize) -> i64 {
        let extent = match self.of {
            None => 0,
            Some(Extent::Rows) => rows,
            Some(Extent::Columns) => columns,
            Some(Extent::Size) => rows.max(columns),
        };
        i64::try_from(extent).unwrap_or(0) + self.more
    }
}

/// The beginning of puzzles of a kind.
#[derive(Debug, PartialEq)]
pub(super) struct Recipe {
    /// The size of a board by default.
    pub(super) size: String,
    /// For each layer of clues, what the rules make of it and how much there is of it.
    pub(super) layers: Vec<(Role, Amount)>,
    /// The parameters of puzzles that are made.
    pub(super) settings: Vec<(String, Setting)>,
    /// The wanted share of each value, in hundredths.
    pub(super) shares: Vec<(String, u32)>,
    /// The layers of tiles that clues give, by their names, and the layers of these clues.
    givens: Vec<(String, usize)>,
}

/// The size where the file names none.
pub(super) const USUAL_SIZE: &str = "8x8";
/// The share of places where the file names none.
const USUAL_SHARE: Amount = Amount::Share {
    percent: 20,
    apart: false,
    known: false,
};
/// The sizes of regions where the file names none.
pub(super) const USUAL_SIZES: Amount = Amount::Sizes { least: 3, most: 6 };

impl Recipe {
    /// Reads what the file of a kind says of it.
    pub(super) fn of(kind: &Kind) -> Read<Self> {
        let table = of_toml(&kind.source)?;
        let start = Spot::start_of(&kind.source);
        let top = Section::new(&table, &start);
        let roles = Roles { kind, top };
        let layer = |(number, layer): (usize, &super::clues::ClueLayer)| {
            let role = roles.of(number);
            let amount = match (role, &layer.sort) {
                (_, ClueSort::Region) => USUAL_SIZES,
                (Role::Leaves | Role::Shapes, _) => USUAL_SHARE,
                (Role::Weighs | Role::Parts | Role::Rules | Role::Free, _) => Amount::Share {
                    percent: 100,
                    apart: false,
                    known: false,
                },
            };
            (role, amount)
        };
        let mut recipe = Self {
            size: USUAL_SIZE.to_owned(),
            layers: kind.layers.iter().enumerate().map(layer).collect(),
            settings: Vec::new(),
            shares: Vec::new(),
            givens: roles.givens(),
        };
        let generate = top.get("generate").and_then(|entry| entry.section());
        for entry in generate.iter().flat_map(Section::entries) {
            recipe.take(kind, &roles, entry)?;
        }
        Ok(recipe)
    }

    /// Complains about clues that are neither drawn nor read off a solution.
    pub(super) fn check(&self, kind: &Kind) -> Read<()> {
        let layers = kind.layers.iter().zip(&self.layers);
        for (layer, &(role, amount)) in layers.filter(|(_, (_, amount))| *amount != Amount::None) {
            let name = &layer.name;
            if layer.at == Spots::Free {
                let message = format!("no sets of cells are drawn for the clues {name:?}");
                return Err(ParseError::new(message));
            }
            let is_drawn = match amount {
                Amount::Numbers { .. } => true,
                Amount::Pairs => role != Role::Parts,
                _ => role < Role::Weighs,
            };
            if !is_drawn {
                let message =
                    format!("the rules read the clues {name:?} together, and not one by one");
                let advice = format!(
                    "[generate] {name} = \"1..9\" puts such numbers into all cells, \"pairs\" two of each"
                );
                return Err(ParseError::new(message).hint(advice));
            }
        }
        Ok(())
    }

    /// The layer of tiles that the clues of a layer give.
    pub(super) fn given_by(&self, layer: usize) -> Option<&str> {
        let mut givens = self.givens.iter();
        let given = givens.find(|(_, clues)| *clues == layer);
        given.map(|(tiles, _)| tiles.as_str())
    }

    fn take(&mut self, kind: &Kind, roles: &Roles<'_>, entry: Entry<'_>) -> Read<()> {
        if entry.key == "size" {
            self.size = entry.text()?.text;
            return Ok(());
        }
        if let Some(layer) = kind.layer(entry.key) {
            let is_region = kind.layers[layer].is_region();
            self.layers[layer].1 = amount(&entry.text()?, is_region)?;
            return Ok(());
        }
        if roles.is_param(entry.key) {
            self.settings.push((entry.key.to_owned(), setting(entry)?));
            return Ok(());
        }
        let values = roles.values();
        if values.iter().any(|value| value == entry.key) {
            let text = entry.text()?;
            let Amount::Share { percent, .. } = amount(&text, false)? else {
                return Err(text.error("a share was expected here, such as \"40 %\""));
            };
            self.shares.push((entry.key.to_owned(), percent));
            return Ok(());
        }
        let error = entry.key_error(format!(
            "{:?} is not a layer of clues, a parameter or a value of this kind",
            entry.key
        ));
        let layers = kind.layers.iter().map(|layer| layer.name.as_str());
        let known = layers.chain(values.iter().map(String::as_str));
        Err(with_nearest(error, entry.key, known.chain(["size"])))
    }
}

/// The value of a parameter: a number, or a list of them.
fn setting(entry: Entry<'_>) -> Read<Setting> {
    let Some(text) = entry.as_text() else {
        return Ok(Setting::Number(entry.integer(i64::MIN, i64::MAX)?));
    };
    let number = |word: Word<'_>| {
        let number = word.text.parse::<i64>();
        number.map_err(|_| word.error("numbers were expected here, such as \"4 3 2 1\""))
    };
    let numbers = text.words().into_iter().map(number);
    Ok(Setting::List(numbers.collect::<Read<_>>()?))
}

/// Reads an amount: `20 %`, `20 % apart`, `runs 2..9`, `all`, `none`; of regions `sizes 3..6`, `rectangles 2..8`, `rows`.
fn amount(text: &Word<'_>, is_region: bool) -> Read<Amount> {
    let wrong = || {
        text.error(if is_region {
            "an amount of regions was expected here: \"sizes 3..6\", \"rectangles 2..8\" or \"rows\""
        } else {
            "an amount was expected here: \"20 %\", \"20 % apart\", \"runs 2..9\", \"1..9\", \"pairs\", \"all\" or \"none\""
        })
    };
    let words = text.words();
    let words: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    let range = |text: &str| {
        let (least, most) = text.split_once("..")?;
        let (least, most) = (least.parse::<usize>().ok()?, most.parse::<usize>().ok()?);
        (1 <= least && least <= most).then_some((least, most))
    };
    if let Some((least, most)) = text.text.split_once("..")
        && let (false, Some(least), Some(most)) = (is_region, Bound::read(least), Bound::read(most))
    {
        return Ok(Amount::Numbers { least, most });
    }
    let percent = |text: &str| text.parse::<u32>().ok().filter(|percent| *percent <= 100);
    let amount = match (is_region, &words[..]) {
        (true, ["sizes", sizes]) => range(sizes).map(|(least, most)| Amount::Sizes { least, most }),
        (true, ["rectangles", sizes]) => {
            range(sizes).map(|(least, most)| Amount::Rectangles { least, most })
        }
        (true, ["rows"]) => Some(Amount::Rows),
        (false, ["none"]) => Some(Amount::None),
        (false, ["pairs"]) => Some(Amount::Pairs),
        (false, ["all"]) => Some(Amount::All),
        (false, ["runs", runs]) => range(runs).map(|(least, most)| Amount::Runs { least, most }),
        (false, [share, "%", how @ ..])
            if how.iter().all(|word| ["apart", "known"].contains(word)) =>
        {
            percent(share).map(|percent| Amount::Share {
                percent,
                apart: how.contains(&"apart"),
                known: how.contains(&"known"),
            })
        }
        _ => None,
    };
    amount.ok_or_else(wrong)
}

/// Finds out what the rules of a file make of its layers of clues.
struct Roles<'k> {
    kind: &'k Kind,
    top: Section<'k>,
}

impl Roles<'_> {
    fn of(&self, layer: usize) -> Role {
        let name = &self.kind.layers[layer].name;
        let is_region = self.kind.layers[layer].is_region();
        let mut role = match self.kind.layers[layer].at {
            Spots::Free => Role::Shapes,
            _ if is_region => Role::Shapes,
            _ => Role::Free,
        };
        let mut at_least = |other: Role| role = role.max(other);
        for (key, text) in self.texts() {
            let words = Names::of(&text);
            match key.as_str() {
                "at" if words.has(name) => at_least(Role::Leaves),
                "values" | "ends" if words.has(name) => at_least(Role::Rules),
                "each" if words.has(name) && !words.are_joined(self.kind) => {
                    let is_parted = words.is_in_call(name, &["same"]);
                    at_least(if is_parted { Role::Parts } else { Role::Shapes });
                }
                "require" | "where" | "upto" if words.is_in_call(name, &["sum"]) => {
                    at_least(Role::Weighs);
                }
                "require" | "where" | "upto" if words.is_in_set(name) => at_least(Role::Shapes),
                "say" | "given" | "require" | "where" | "upto" | "each" | "areas" => {}
                _ if words.has(name) => at_least(Role::Shapes),
                _ => {}
            }
        }
        role
    }

    /// The texts of the parts of the file that its rules are made of, each with its key.
    fn texts(&self) -> Vec<(String, String)> {
        let mut texts = Vec::new();
        for part in ["enter", "hidden", "sets", "rule", "link", "place"] {
            if let Some(entry) = self.top.get(part) {
                add_texts(entry, &mut texts);
            }
        }
        texts
    }

    /// The layers of tiles that clues give, and the layers of these clues.
    fn givens(&self) -> Vec<(String, usize)> {
        let mut givens = Vec::new();
        for part in ["enter", "hidden"] {
            let section = self.top.get(part).and_then(|entry| entry.section());
            for tiles in section.iter().flat_map(Section::entries) {
                let given = tiles.section().and_then(|section| section.get("given"));
                let name = given.and_then(|given| given.as_text());
                let layer = name.and_then(|name| self.kind.layer(&name.text));
                givens.extend(layer.map(|layer| (tiles.key.to_owned(), layer)));
            }
        }
        givens
    }

    fn is_param(&self, name: &str) -> bool {
        let mut params = self.kind.params.iter();
        self.kind.is_in_header(name) || params.any(|(known, _)| known == name)
    }

    /// The values of all layers of tiles.
    fn values(&self) -> Vec<String> {
        let texts = self.texts().into_iter().filter(|(key, _)| key == "values");
        let words = texts.flat_map(|(_, text)| {
            let words = text.split_whitespace().map(str::to_owned);
            words.collect::<Vec<_>>()
        });
        words.collect()
    }
}

fn add_texts(entry: Entry<'_>, texts: &mut Vec<(String, String)>) {
    for element in entry.each() {
        if let Some(text) = element.as_text() {
            texts.push((entry.key.to_owned(), text.text));
        } else if let Some(section) = element.section() {
            for entry in section.entries() {
                add_texts(entry, texts);
            }
        }
    }
}

/// The names of a text of the language, each with the words in whose brackets it stands, but for those that are amounts:
/// `nth(number, cross)`. And whether there is nothing but names and `+`.
struct Names<'t>(Vec<(&'t str, Vec<&'t str>)>, bool);

/// The words whose first argument is an amount.
const OF_AMOUNTS: [&str; 2] = ["nth", "head"];

impl<'t> Names<'t> {
    fn of(text: &'t str) -> Self {
        let (mut names, mut open) = (Vec::new(), Vec::new());
        let mut is_sum = true;
        let mut before = "";
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let is_part = |c: char| c.is_alphanumeric() || c == '_';
            let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
            if length > 0 {
                before = &rest[..length];
                rest = &rest[length..];
                let mut around = open.clone();
                if rest.starts_with(',')
                    && open.last().is_some_and(|word| OF_AMOUNTS.contains(word))
                {
                    around.pop();
                }
                names.push((before, around));
                continue;
            }
            match first {
                '(' => open.push(std::mem::take(&mut before)),
                ')' => {
                    open.pop();
                    before = "";
                }
                _ => before = "",
            }
            is_sum &= matches!(first, ' ' | '+');
            rest = &rest[first.len_utf8()..];
        }
        Self(names, is_sum)
    }

    fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(known, _)| *known == name)
    }

    /// Returns true if it is nothing but layers of clues joined.
    fn are_joined(&self, kind: &Kind) -> bool {
        self.1 && self.0.iter().all(|(name, _)| kind.layer(name).is_some())
    }

    /// Returns true if a name stands within the brackets of one of these words.
    fn is_in_call(&self, name: &str, words: &[&str]) -> bool {
        let mut names = self.0.iter();
        names.any(|(known, open)| *known == name && open.iter().any(|word| words.contains(word)))
    }

    /// Returns true if a name stands where a set is expected: in the brackets of any word.
    fn is_in_set(&self, name: &str) -> bool {
        let is_set = |word: &&str| !matches!(*word, "" | "clue" | "max");
        let mut names = self.0.iter();
        names.any(|(known, open)| *known == name && open.iter().any(is_set))
    }
}

#[cfg(test)]
mod tests {
    use super::Role::{Free, Parts, Shapes};
    use super::*;

    const LAMPS: &str = r#"
kind = "lamps"
about = "Lamps."
text = ["rows columns power", "wall", "room", "sum"]
[clues]
wall = { at = "cells", type = "number", unknown = "x" }
room = { at = "cells", type = "region" }
sum = { at = "room", type = "number" }
hint = { at = "cells", type = "number" }
twin = { at = "cells", type = "number" }
top = { at = "top", type = "number" }
[enter]
light = { at = "cells - wall", values = ". lamp", given = "hint" }
[[rule]]
each = "wall + sum"
require = "count(lamp, neighbours) == clue"
[[rule]]
each = "split(wall, rows)"
at_most_one = "lamp"
[[rule]]
each = "same(twin, rows)"
at_most_one = "lamp"
[[rule]]
each = "top"
require = "(count(lamp, line) == top) and (has(room, here) == 0)"
say = "the {top} above {here}"
[generate]
"#;

    fn recipe(generate: &str) -> Read<Recipe> {
        Recipe::of(&Kind::read(&format!("{LAMPS}{generate}"))?)
    }

    #[test]
    fn roles_follow_from_the_rules() {
        let recipe = recipe("").unwrap();
        let roles: Vec<Role> = recipe.layers.iter().map(|(role, _)| *role).collect();
        assert_eq!(roles, [Shapes, Shapes, Free, Free, Parts, Free]);
        assert_eq!(recipe.given_by(3), Some("light"));
        assert_eq!(recipe.given_by(5), None);
    }

    #[test]
    fn amounts_are_read() {
        let bound = |text: &str| Bound::read(text).map(|bound| bound.on(5, 7));
        assert_eq!(bound("3"), Some(3));
        assert_eq!(bound("rows - 1"), Some(4));
        assert_eq!(bound("size+2"), Some(9));
        assert_eq!(bound("cells"), None);
        let text = "size = \"5x6\"\nwall = \"15 % apart\"\nroom = \"rectangles 2..8\"\nlamp = \"30 %\"\ntwin = \"none\"\npower = \"3 1\"\n";
        let recipe = recipe(text).unwrap();
        assert_eq!(recipe.size, "5x6");
        let apart = Amount::Share {
            percent: 15,
            apart: true,
            known: false,
        };
        assert_eq!(recipe.layers[0].1, apart);
        assert_eq!(recipe.layers[1].1, Amount::Rectangles { least: 2, most: 8 });
        assert_eq!(recipe.layers[4].1, Amount::None);
        assert_eq!(recipe.shares, [("lamp".to_owned(), 30)]);
        assert_eq!(
            recipe.settings,
            [("power".to_owned(), Setting::List(vec![3, 1]))]
        );
    }

    #[test]
    fn mistakes_have_their_place() {
        let error = |text: &str| recipe(text).unwrap_err().to_string();
        assert_eq!(
            error("lampe = \"30 %\"\n"),
            "line 28, column 1: \"lampe\" is not a layer of clues, a parameter or a value of this kind"
        );
        let amount = "line 28, column 8: an amount was expected here: \"20 %\", \"20 % apart\", \"runs 2..9\", \"1..9\", \"pairs\", \"all\" or \"none\"";
        assert_eq!(error("wall = \"200 %\"\n"), amount);
        assert!(error("room = \"sizes 6..3\"\n").contains("an amount of regions"));
    }

    #[test]
    fn clues_that_rules_read_together_are_refused() {
        let kind = Kind::read(LAMPS).unwrap();
        let error = Recipe::of(&kind).unwrap().check(&kind).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the rules read the clues \"twin\" together, and not one by one"
        );
    }
}
