//! The blocks of a kind's plain text, as its file lists them: the first line, lines of clues outside, grids of tokens.

use super::clues::{ClueLayer, ClueSort, Side, Spots};
use crate::ParseError;
use crate::document::Word;
use crate::nearest::with_nearest;

type Read<T> = Result<T, ParseError>;

/// A block of a text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Block {
    /// The numbers of rows and columns and the parameters.
    Header(Vec<Param>),
    /// A line with a clue for each place of a side.
    Line(usize),
    /// A line for each place of a side, the numbers of a list on it.
    Lists(usize),
    /// A grid of tokens on such places. Each token is read by the first of these that can.
    Tokens {
        at: Spots,
        readers: Vec<Reader>,
        /// True if it may be left out. A block without readers is blank: other programs have it, and it is not written.
        is_optional: bool,
    },
}

/// What a word of a text's first line sets.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Param {
    pub(crate) name: String,
    pub(crate) how: ParamHow,
}

/// How a parameter stands in a text's first line.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ParamHow {
    Number,
    /// It takes all words that are left.
    Rest,
    /// This word sets it to 1; nothing is written for 0.
    Flag(String),
    /// It is `rows` or `columns`, and the text has this many more: the lines below a board count there.
    More(usize),
}

/// What reads a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reader {
    Layer(usize),
    /// Two layers, with a comma between their tokens.
    Pair(usize, usize),
}

impl Reader {
    /// Its layers.
    pub(super) fn layers(&self) -> Vec<usize> {
        match *self {
            Self::Layer(layer) => vec![layer],
            Self::Pair(one, other) => vec![one, other],
        }
    }
}

/// Reads a block of `text = […]`.
pub(crate) fn block(layers: &[ClueLayer], entry: &Word<'_>) -> Read<Block> {
    let words = entry.words();
    let Some((first, rest)) = words.split_first() else {
        return Err(entry.error("a block of the text names a layer of clues"));
    };
    let sides = [
        ("top", Side::Top),
        ("bottom", Side::Bottom),
        ("left", Side::Left),
        ("right", Side::Right),
    ];
    if let Some((_, side)) = sides.into_iter().find(|(name, _)| *name == first.text) {
        return outside(layers, side, first, rest);
    }
    match first.text.as_str() {
        word if word.split('+').next() == Some("rows") => header(&words),
        "corners" => tokens(layers, Spots::Corners, rest, first),
        "edges" => tokens(layers, Spots::Edges, rest, first),
        "inner" => tokens(layers, Spots::Inner, rest, first),
        "blank" if rest.is_empty() => Ok(Block::Tokens {
            at: Spots::Cells,
            readers: Vec::new(),
            is_optional: true,
        }),
        _ => tokens(layers, Spots::Cells, &words, first),
    }
}

fn header(words: &[Word<'_>]) -> Read<Block> {
    let param = |word: &Word<'_>| {
        let (name, how) = match (word.text.strip_suffix('*'), word.text.split_once('=')) {
            (Some(name), _) => (name, ParamHow::Rest),
            (None, Some((name, token))) => (name, ParamHow::Flag(token.to_owned())),
            (None, None) => (word.text.as_str(), ParamHow::Number),
        };
        let name = name.to_owned();
        Param { name, how }
    };
    let wrong = || words[0].error("the first block starts with \"rows columns\"");
    let [rows, columns, others @ ..] = words else {
        return Err(wrong());
    };
    let mut params = Vec::new();
    for (word, side) in [(rows, "rows"), (columns, "columns")] {
        let (name, more) = word.text.split_once('+').unwrap_or((&word.text, "0"));
        let more = more
            .parse()
            .ok()
            .filter(|_| name == side)
            .ok_or_else(wrong)?;
        if more > 0 {
            let how = ParamHow::More(more);
            let name = name.to_owned();
            params.push(Param { name, how });
        }
    }
    params.extend(others.iter().map(param));
    Ok(Block::Header(params))
}

fn outside(layers: &[ClueLayer], side: Side, at: &Word<'_>, rest: &[Word<'_>]) -> Read<Block> {
    let (name, are_lists) = match rest {
        [name] => (name, false),
        [name, each] if each.text == "each" => (name, true),
        _ => {
            let message = format!(
                "a layer of clues was expected after {:?}, and \"each\" behind it if every place has a line of its own",
                at.text
            );
            return Err(at.error(message));
        }
    };
    let layer = layer_called(layers, name)?;
    if layers[layer].at != Spots::Outside(side) {
        return Err(name.error(format!("{:?} is not a layer at {:?}", name.text, at.text)));
    }
    if are_lists != (layers[layer].sort == ClueSort::Numbers) {
        return Err(name.error("lists of numbers, and they alone, have a line each: \"each\""));
    }
    Ok(if are_lists {
        Block::Lists(layer)
    } else {
        Block::Line(layer)
    })
}

fn tokens(layers: &[ClueLayer], at: Spots, words: &[Word<'_>], start: &Word<'_>) -> Read<Block> {
    let mut readers = Vec::new();
    let mut is_optional = false;
    for word in words {
        let name = word.text.trim_end_matches('?');
        is_optional |= name.len() < word.text.len();
        let find = |name: &str| {
            let layer = layer_called(layers, &word.part(0, name))?;
            let is_there = match layers[layer].at {
                Spots::Regions(_) => at == Spots::Cells,
                spots => spots == at,
            };
            if is_there {
                return Ok(layer);
            }
            Err(word.error(format!("{name:?} is a layer of other places")))
        };
        readers.push(match name.split_once(',') {
            Some((one, other)) => Reader::Pair(find(one)?, find(other)?),
            None => Reader::Layer(find(name)?),
        });
    }
    if readers.is_empty() {
        return Err(start.error("layers of clues were expected in this block"));
    }
    Ok(Block::Tokens {
        at,
        readers,
        is_optional,
    })
}

/// The number of a layer of clues.
pub(super) fn layer_called(layers: &[ClueLayer], name: &Word<'_>) -> Read<usize> {
    let found = layers.iter().position(|layer| layer.name == name.text);
    let unknown = || {
        let error = name.error(format!("there is no layer of clues {:?}", name.text));
        let names = layers.iter().map(|layer| layer.name.as_str());
        with_nearest(error, &name.text, names)
    };
    found.ok_or_else(unknown)
}

/// The blocks of a kind that lists none: the size, and a block for each layer.
pub(super) fn usual(layers: &[ClueLayer]) -> Vec<Block> {
    let block = |(number, layer): (usize, &ClueLayer)| match layer.at {
        Spots::Free => None,
        Spots::Outside(_) if layer.sort == ClueSort::Numbers => Some(Block::Lists(number)),
        Spots::Outside(_) => Some(Block::Line(number)),
        at => Some(Block::Tokens {
            at: match at {
                Spots::Regions(_) => Spots::Cells,
                at => at,
            },
            readers: vec![Reader::Layer(number)],
            is_optional: false,
        }),
    };
    let header = Block::Header(Vec::new());
    let layers = layers.iter().enumerate();
    std::iter::once(header)
        .chain(layers.filter_map(block))
        .collect()
}
