//! How other programs write what an extra adds.
//!
//! A line of `[iss]` or `[fpuzzles]` says `NAME = "LAYER … BLOCK …"`: the layers that the clues go to, and the parts that are
//! written, in order. Without blocks the name alone says that the extra is there. In ISS's strings a name may be followed by
//! an argument that goes with it (`"Diagonal 1"`).
//!
//! | block | ISS: arguments | f-puzzles: keys |
//! | --- | --- | --- |
//! | `cells` | all others, one item | `cells`, one item |
//! | `each` | all others, an item for each cell | `cells`, the same |
//! | `pairs` | all others, an item for each two neighbours | – |
//! | `groups` | all others, parted by `-`, numbered together | – |
//! | `square` | the cell at the top left of four | – |
//! | `cell` | – | `cell` |
//! | `lines` | – | `lines`, an item for each |
//! | `circle` | – | `lines` behind the `cells` of a circle, whose number is the clue |
//! | `clone` | – | `cells` and `cloneCells`, an item for each two |
//! | `line` | a row or column, `R3`; the numbers are seen from its two ends | – |
//! | `side` | – | `cell`, which lies outside: `R0C3` |
//! | `diagonal` | the first cell of a diagonal | `cell` outside, and `direction` |
//! | `number`, `value` | a number, perhaps none | `value` |
//! | `total` | the same; 0 is none | – |
//! | `numbers`, `values` | all others | `values` |
//!
//! `number=5` is 5 where nothing is said; `number:5` is 5 and is never said; `value:V=5,X=10` has words.

use crate::ParseError;
use crate::document::Word;
use crate::kinds::clues::{ClueLayer, Side, Spots};

/// A program that has names for what extras add.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Program {
    FPuzzles,
    Iss,
}

impl Program {
    pub(super) const ALL: [Self; 2] = [Self::FPuzzles, Self::Iss];

    /// The section of a file that has its names.
    pub(super) fn section(self) -> &'static str {
        match self {
            Self::FPuzzles => "fpuzzles",
            Self::Iss => "iss",
        }
    }
}

/// What a program writes under one name.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Foreign {
    pub(super) name: String,
    /// The argument that goes with the name.
    pub(super) constant: Option<String>,
    /// The layers of the extra.
    pub(super) layers: Vec<usize>,
    pub(super) blocks: Vec<Block>,
}

/// A part of what is written.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Block {
    Cells,
    Each,
    Pairs,
    Groups,
    Square,
    Cell,
    Lines,
    Circle,
    Clone,
    Line,
    Side,
    Diagonal,
    Number(Number),
    Numbers,
}

/// How a number is written.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Number {
    /// What it is where nothing is said.
    pub(super) usual: Option<i64>,
    /// It is never said.
    pub(super) is_silent: bool,
    /// 0 is none.
    pub(super) zero_is_none: bool,
    /// The words for some numbers.
    pub(super) words: Vec<(String, i64)>,
}

impl Number {
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut number = Self::default();
        if let Some(usual) = text.strip_prefix('=') {
            number.usual = Some(usual.parse().ok()?);
        } else if let Some(words) = text.strip_prefix(':') {
            if let Ok(usual) = words.parse() {
                number.usual = Some(usual);
                number.is_silent = true;
                return Some(number);
            }
            for word in words.split(',') {
                let (word, value) = word.split_once('=')?;
                number.words.push((word.to_owned(), value.parse().ok()?));
            }
        } else if !text.is_empty() {
            return None;
        }
        Some(number)
    }

    /// The number that a text says, if any; `None` where it says something else.
    #[expect(
        clippy::option_option,
        reason = "no number, and no reading, are two things"
    )]
    pub(super) fn of(&self, text: &str) -> Option<Option<i64>> {
        let text = text.trim();
        if text.is_empty() {
            return Some(self.usual);
        }
        let word = self.words.iter().find(|(word, _)| word == text);
        let number = word
            .map(|(_, number)| *number)
            .or_else(|| text.parse().ok())?;
        Some((number != 0 || !self.zero_is_none).then_some(number))
    }

    /// The text of a number.
    pub(super) fn text(&self, number: Option<i64>) -> String {
        let Some(number) = number else {
            return String::new();
        };
        let word = self.words.iter().find(|(_, value)| *value == number);
        word.map_or_else(|| number.to_string(), |(word, _)| word.clone())
    }
}

impl Block {
    fn read(text: &str) -> Option<Self> {
        Some(match text {
            "cells" => Self::Cells,
            "each" => Self::Each,
            "pairs" => Self::Pairs,
            "groups" => Self::Groups,
            "square" => Self::Square,
            "cell" => Self::Cell,
            "lines" => Self::Lines,
            "circle" => Self::Circle,
            "clone" => Self::Clone,
            "line" => Self::Line,
            "side" => Self::Side,
            "diagonal" => Self::Diagonal,
            "numbers" | "values" => Self::Numbers,
            "total" => Self::Number(Number {
                zero_is_none: true,
                ..Number::default()
            }),
            _ => {
                let rest = text.strip_prefix("number").or(text.strip_prefix("value"));
                Self::Number(Number::read(rest?)?)
            }
        })
    }
}

impl Foreign {
    /// Reads a line: the name and what it amounts to.
    pub(super) fn read(
        name: &Word<'_>,
        said: &Word<'_>,
        layers: &[ClueLayer],
    ) -> Result<Self, ParseError> {
        let mut parts = name.text.split(' ');
        let mut foreign = Self {
            name: parts.next().unwrap_or_default().to_owned(),
            constant: parts.next().map(str::to_owned),
            layers: Vec::new(),
            blocks: Vec::new(),
        };
        for word in said.words() {
            let layer = layers.iter().position(|layer| layer.name == word.text);
            let is_new =
                |layer: &usize| foreign.blocks.is_empty() && !foreign.layers.contains(layer);
            if let Some(layer) = layer.filter(is_new) {
                foreign.layers.push(layer);
                continue;
            }
            let block = Block::read(&word.text).ok_or_else(|| {
                let error = word.error(format!(
                    "{:?} is neither a layer of the extra nor a block",
                    word.text
                ));
                error.hint(
                    "blocks are cells, each, pairs, line, number and others of docs/variants.md",
                )
            })?;
            foreign.blocks.push(block);
        }
        if foreign.layers.is_empty() != foreign.blocks.is_empty() {
            return Err(said.error(
                "layers and blocks go together: \"cage cells value\"; a name alone is \"\"",
            ));
        }
        Ok(foreign)
    }

    /// The layer of an item: where there are several, that at the side where it lies.
    pub(super) fn layer_at(&self, layers: &[ClueLayer], side: Option<Side>) -> usize {
        let is_at =
            |layer: &&usize| side.is_some_and(|side| layers[**layer].at == Spots::Outside(side));
        *self.layers.iter().find(is_at).unwrap_or(&self.layers[0])
    }

    pub(super) fn has(&self, block: &Block) -> bool {
        self.blocks.contains(block)
    }
}
