//! Layers: `[enter]` and `[hidden]`, which lay tiles on the cells, edges and corners of a board.

use super::places::{Field, Layer};
use super::sets::{At, Sorts, Variable};
use super::{Lexicon, MOST_CELLS};
use crate::ParseError;
use crate::document::Word;
use crate::kinds::clues::Setting;
use crate::nearest::with_nearest;
use crate::rules::expression::Read;
use crate::rules::spec::{Dictionary, Only, Values};
use crate::section::{Entry, Section};
use std::collections::HashMap;
use std::sync::Arc;

/// The most layers of a file.
const MOST_LAYERS: usize = 64;
/// The most values of a layer of a kind.
const MOST_VALUES: usize = 1000;

/// The layers of a file and the values of each.
pub(in crate::rules) struct Layers {
    pub(in crate::rules) field: Field,
    pub(in crate::rules) values: Values,
    pub(in crate::rules) only: Only,
    /// The tiles that clues give, and their values.
    pub(in crate::rules) givens: Vec<(u32, u32)>,
}

impl Layers {
    /// Reads the tables `[enter]` and `[hidden]` for a board.
    pub(in crate::rules) fn read(
        mut field: Field,
        enter: Section<'_>,
        hidden: Option<Section<'_>>,
    ) -> Read<Self> {
        if field.board.cell_count() > MOST_CELLS {
            return Err(enter.error(format!("layers are for at most {MOST_CELLS} cells")));
        }
        let mut reader = Reader::default();
        let entered = enter.entries().into_iter().map(|entry| (entry, false));
        let hidden = hidden.iter().flat_map(Section::entries);
        for (entry, is_hidden) in entered.chain(hidden.map(|entry| (entry, true))) {
            let layer = reader.layer(&field, entry, is_hidden)?;
            field.layers.push(layer);
        }
        let has_entered = field.layers.iter().any(|layer| !layer.is_hidden);
        if !has_entered || !field.known.is_of_kind && field.shown_count() == 0 {
            return Err(enter.error("there is no layer of tiles under [enter]"));
        }
        if field.shown_count() == 0 {
            return Err(enter.error("on this board nothing is entered"));
        }
        if !field.known.layers.is_empty() {
            for layer in &mut Arc::make_mut(&mut field.known).layers {
                layer.name_words(&mut reader.names);
            }
        }
        Ok(Self {
            field,
            values: Values::new(reader.names),
            only: reader.only,
            givens: reader.givens,
        })
    }
}

/// What was read of the layers.
#[derive(Default)]
struct Reader {
    names: Dictionary,
    only: Only,
    givens: Vec<(u32, u32)>,
}

impl Reader {
    fn layer(&mut self, field: &Field, entry: Entry<'_>, is_hidden: bool) -> Read<Layer> {
        check_name(field, entry)?;
        let name = entry.key;
        let Some(section) = entry.section() else {
            let message = format!(
                "{name:?} should be a table, such as {{ at = \"edges\", values = \"off on\" }}"
            );
            return Err(entry.error(message));
        };
        let is_of_kind = field.known.is_of_kind;
        if is_of_kind {
            section.check_keys("a layer", &["at", "values", "exists", "given", "upto"])?;
        } else {
            section.check_keys("a layer", &["at", "values", "exists"])?;
        }
        if let Some(exists) = section.get("exists")
            && !(exists.boolean()? && is_hidden)
        {
            return Err(exists.key_error("`exists = true` is for hidden layers"));
        }
        let (Some(at), Some(values)) = (section.get("at"), section.get("values")) else {
            return Err(entry.key_error(format!("the layer {name:?} needs at = … and values = …")));
        };
        let nothing = Values::new(Dictionary::default());
        let lexicon = Lexicon::new(field, &nothing);
        let set = lexicon.read_set(&at.text()?)?;
        let places = set.meaning.places(field, At::default(), None);
        let sort = set.meaning.sort(field, Sorts::default());
        let first = places.first().map(|place| place.sort());
        let Some(sort) = first.or(sort.filter(|_| is_of_kind)) else {
            return Err(at.error("there are no such places"));
        };
        if places.iter().any(|&place| place.sort() != sort) {
            return Err(at.error("a layer lies on places of one sort: cells, edges or corners"));
        }
        if let Some(&place) = places.iter().find(|&&place| !field.has(place)) {
            let message = format!(
                "tiles lie on the board, and {} is outside",
                field.name(place)
            );
            return Err(at.error(message));
        }
        let mut layer = Layer::new(name, places, field.tile_count());
        layer.sort = sort;
        layer.values = self.values(field, values)?;
        let words = layer.values.iter().map(|&value| self.names.name(value));
        layer.written = [set.text, crate::prose::joined(words, " ")];
        layer.is_hidden = is_hidden;
        layer.is_free = section.get("exists").is_some();
        self.limit(&lexicon, &layer, section)?;
        Ok(layer)
    }

    /// The values of a layer, in order.
    fn values(&mut self, field: &Field, entry: Entry<'_>) -> Read<Vec<u32>> {
        let words = if field.known.is_of_kind {
            values_of_board(field, entry)?
        } else {
            entry.words()?
        };
        let mut values = Vec::with_capacity(words.len());
        for word in words {
            if matches!(word.text.as_str(), "*" | "_") {
                let message = format!(
                    "no value can be called {:?}: it has a meaning of its own",
                    word.text
                );
                return Err(word.error(message));
            }
            self.names.add(&word.text);
            let value = self.names.find(&word.text).expect("it is there now");
            if values.contains(&value) {
                return Err(word.error(format!("there are two values called {:?}", word.text)));
            }
            values.push(value);
        }
        Ok(values)
    }

    /// Notes which values each tile of a layer may have: all, those up to a number, or the one that is given.
    fn limit(&mut self, lexicon: &Lexicon<'_>, layer: &Layer, section: Section<'_>) -> Read<()> {
        let field = lexicon.field;
        let at_place = lexicon.at(
            &[Variable::Here],
            Sorts {
                here: Some(layer.sort),
                pair: None,
            },
            None,
        );
        let upto = match section.get("upto") {
            None => None,
            Some(entry) => Some(at_place.read_number(&entry.text()?)?),
        };
        let given = match section.get("given") {
            None => None,
            Some(entry) => {
                let name = entry.text()?;
                let known = field.known.layer(&name.text);
                Some(known.ok_or_else(|| {
                    let error = name.error(format!("there are no clues {:?}", name.text));
                    with_nearest(error, &name.text, field.known.names())
                })?)
            }
        };
        let numbers: Vec<Option<i64>> = layer
            .values
            .iter()
            .map(|&value| self.names.name(value).parse().ok())
            .collect();
        let mut domains: Vec<(Vec<u32>, Vec<u32>)> = Vec::new();
        let mut number_of: HashMap<Vec<u32>, usize> = HashMap::new();
        for (tile, &place) in layer.tiles().zip(&layer.places) {
            let here = At {
                here: &[place],
                ..At::default()
            };
            let most = match &upto {
                None => None,
                Some(upto) => lexicon.known_number(upto, here)?,
            };
            let is_small = |number: &Option<i64>| {
                number.is_none_or(|number| most.is_none_or(|most| number <= most))
            };
            let values = layer.values.iter().zip(&numbers);
            let mut domain: Vec<u32> = values
                .filter(|(_, number)| is_small(number))
                .map(|(&value, _)| value)
                .collect();
            domain.sort_unstable();
            let is_there = |clues: usize| field.known.layers[clues].at(&[place]);
            if let Some(item) = given.and_then(is_there) {
                let clues = &field.known.layers[given.unwrap_or_default()];
                if let Some(word) = clues.word(&item.clue) {
                    let value = self
                        .names
                        .find(&word)
                        .filter(|value| domain.contains(value));
                    let value = value.ok_or_else(|| {
                        let (clue, at) = (&clues.name, field.name(place));
                        ParseError::new(format!(
                            "{clue} at {at}: {word} is none of the values that {} may have there",
                            layer.name
                        ))
                    })?;
                    self.givens.push((tile, value));
                    domain = vec![value];
                }
            }
            if domain.is_empty() {
                let message = format!("{} at {} has no value left", layer.name, field.name(place));
                return Err(ParseError::new(message));
            }
            let number = *number_of.entry(domain).or_insert_with_key(|domain| {
                domains.push((Vec::new(), domain.clone()));
                domains.len() - 1
            });
            domains[number].0.push(tile);
        }
        for (tiles, values) in domains {
            let limited = self.only.limit(tiles, values);
            limited.expect("each tile is of one layer");
        }
        Ok(())
    }
}

/// Complains about a name that no layer can have.
fn check_name(field: &Field, entry: Entry<'_>) -> Read<()> {
    let name = entry.key;
    let nothing = Values::new(Dictionary::default());
    if Lexicon::new(field, &nothing).is_word(name) {
        let message = format!("{name:?} is a word of the language; call the layer otherwise");
        return Err(entry.key_error(message));
    }
    if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
        return Err(entry.key_error("a layer is called by a word of letters and digits"));
    }
    if field.layers.len() == MOST_LAYERS {
        return Err(entry.key_error(format!("a file has at most {MOST_LAYERS} layers")));
    }
    if field.layers.iter().any(|layer| layer.name == name) {
        return Err(entry.key_error(format!("there are two layers called {name:?}")));
    }
    if field.known.names().any(|known| known == name) {
        let message = format!("{name:?} is a clue or a parameter; call the layer otherwise");
        return Err(entry.key_error(message));
    }
    Ok(())
}

/// The words of `values`, where the ends of ranges may be parameters, and the name of clues stands for all their values.
fn values_of_board<'d>(field: &Field, entry: Entry<'d>) -> Read<Vec<Word<'d>>> {
    let known = &field.known;
    let mut words = Vec::new();
    for text in entry.each() {
        let written = match text.as_text() {
            Some(text) => text.words(),
            None => text.words()?,
        };
        for word in written {
            if let Some(layer) = known.layer(&word.text) {
                let values = known.layers[layer].all_words().into_iter();
                words.extend(values.map(|value| Word {
                    text: value,
                    ..word.clone()
                }));
            } else if let Some((from, to)) = word
                .text
                .split_once("..")
                .filter(|(from, to)| !from.is_empty() && !to.is_empty())
            {
                let values = range(field, &word, from, to)?.into_iter();
                words.extend(values.map(|value| Word {
                    text: value,
                    ..word.clone()
                }));
            } else {
                words.push(word);
            }
            if words.len() > MOST_VALUES {
                return Err(entry.error(format!("a layer has at most {MOST_VALUES} values")));
            }
        }
    }
    if words.is_empty() {
        return Err(entry.error("there are no values"));
    }
    Ok(words)
}

/// The values of a range: numbers, parameters, or letters such as `a..f`, where a parameter is a number of letters.
pub(in crate::rules) fn range(
    field: &Field,
    word: &Word<'_>,
    from: &str,
    to: &str,
) -> Read<Vec<String>> {
    let number = |text: &str| range_end(field, text);
    let letter = |text: &str| -> Option<u8> {
        let mut letters = text.bytes();
        let letter = letters.next().filter(u8::is_ascii_lowercase)?;
        letters.next().is_none().then_some(letter)
    };
    let is_too_long = |from: i64, to: i64| {
        to.checked_sub(from)
            .is_none_or(|count| count >= super::number(MOST_VALUES))
    };
    let too_long = || {
        word.error(format!(
            "the range {} has more than {MOST_VALUES} values",
            word.text
        ))
    };
    if let (Some(from), None) = (letter(from), number(from)?) {
        let last = match (letter(to), number(to)?) {
            (_, Some(count)) => i64::from(from) + count - 1,
            (Some(to), None) => i64::from(to),
            _ => return Err(unknown_end(field, word, to)),
        };
        if last > i64::from(b'z') {
            return Err(too_long());
        }
        let letters = (i64::from(from)..=last).filter_map(|letter| u8::try_from(letter).ok());
        return Ok(letters
            .map(|letter| char::from(letter).to_string())
            .collect());
    }
    let from = number(from)?.ok_or_else(|| unknown_end(field, word, from))?;
    let to = number(to)?.ok_or_else(|| unknown_end(field, word, to))?;
    if is_too_long(from, to) {
        return Err(too_long());
    }
    Ok((from..=to).map(|number| number.to_string()).collect())
}

/// The end of a range of numbers: sums and products of numbers and parameters; `None` for anything else.
pub(super) fn range_end(field: &Field, text: &str) -> Read<Option<i64>> {
    for (sign, apply) in [
        ('+', i64::checked_add as fn(i64, i64) -> Option<i64>),
        ('-', i64::checked_sub),
        ('*', i64::checked_mul),
    ] {
        if let Some((one, other)) = text.rsplit_once(sign).filter(|(one, _)| !one.is_empty()) {
            let ends = range_end(field, one)?.zip(range_end(field, other)?);
            return Ok(ends.and_then(|(one, other)| apply(one, other)));
        }
    }
    if let Ok(number) = text.parse() {
        return Ok(Some(number));
    }
    let Some(param) = field.known.param(text) else {
        return Ok(None);
    };
    match field.known.params[param].1 {
        Setting::Number(number) => Ok(Some(number)),
        _ => Err(ParseError::new(format!(
            "the puzzle does not say {text:?}, and its values depend on it"
        ))),
    }
}

fn unknown_end(field: &Field, word: &Word<'_>, end: &str) -> ParseError {
    let error = word.error(format!(
        "the end {end:?} of a range is a number, a letter, a parameter, or such as rows*columns"
    ));
    let params = field.known.params.iter().map(|(name, _)| name.as_str());
    with_nearest(error, end, params)
}
