//! Layers: `[enter]` and `[hidden]`, which lay tiles on the cells, edges and corners of a board.

use super::places::{Field, Layer};
use super::sets::{self, At};
use super::terms::TERMS;
use super::{Lexicon, MOST_CELLS};
use crate::rules::expression::Read;
use crate::rules::section::{Entry, Section};
use crate::rules::spec::{Board, Dictionary, Only, Values};

/// The most layers of a file.
const MOST_LAYERS: usize = 20;

/// The layers of a file and the values of each.
pub(in crate::rules) struct Layers {
    pub(in crate::rules) field: Field,
    pub(in crate::rules) values: Values,
    pub(in crate::rules) only: Only,
}

impl Layers {
    /// Reads the tables `[enter]` and `[hidden]`.
    pub(in crate::rules) fn read(
        board: &Board,
        enter: Section<'_>,
        hidden: Option<Section<'_>>,
    ) -> Read<Self> {
        if board.cell_count() > MOST_CELLS {
            return Err(enter.error(format!("layers are for at most {MOST_CELLS} cells")));
        }
        let mut field = Field::bare(board);
        let mut names = Dictionary::default();
        let entered = enter.entries().into_iter().map(|entry| (entry, false));
        let hidden = hidden.iter().flat_map(Section::entries);
        for (entry, is_hidden) in entered.chain(hidden.map(|entry| (entry, true))) {
            let layer = read_layer(&field, &mut names, entry, is_hidden)?;
            field.layers.push(layer);
        }
        if field.shown_count() == 0 {
            return Err(enter.error("there is no layer of tiles under [enter]"));
        }
        let mut only = Only::default();
        for layer in &field.layers {
            let mut values = layer.values.clone();
            values.sort_unstable();
            let limited = only.limit(layer.tiles().collect(), values);
            limited.expect("each tile is of one layer");
        }
        Ok(Self {
            field,
            values: Values::new(names),
            only,
        })
    }
}

fn read_layer(
    field: &Field,
    names: &mut Dictionary,
    entry: Entry<'_>,
    is_hidden: bool,
) -> Read<Layer> {
    let name = entry.key;
    let is_word = sets::words().any(|word| word == name) || TERMS.contains(&name);
    if is_word {
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
    let Some(section) = entry.section() else {
        let message = format!(
            "{name:?} should be a table, such as {{ at = \"edges\", values = \"off on\" }}"
        );
        return Err(entry.error(message));
    };
    section.check_keys("a layer", &["at", "values", "exists"])?;
    if let Some(exists) = section.get("exists")
        && !(exists.boolean()? && is_hidden)
    {
        return Err(exists.key_error("`exists = true` is for hidden layers"));
    }
    let (Some(at), Some(values)) = (section.get("at"), section.get("values")) else {
        return Err(entry.key_error(format!("the layer {name:?} needs at = … and values = …")));
    };
    let nothing = Values::new(Dictionary::default());
    let set = Lexicon::new(field, &nothing).read_set(&at.text()?)?;
    let places = set.meaning.places(field, At::default(), None);
    let Some(first) = places.first() else {
        return Err(at.error("there are no such places"));
    };
    if places.iter().any(|place| place.sort() != first.sort()) {
        return Err(at.error("a layer lies on places of one sort: cells, edges or corners"));
    }
    let mut layer = Layer::new(name, places, field.tile_count());
    for word in values.words()? {
        if matches!(word.text.as_str(), "*" | "_") {
            let message = format!(
                "no value can be called {:?}: it has a meaning of its own",
                word.text
            );
            return Err(word.error(message));
        }
        names.add(&word.text);
        let value = names.find(&word.text).expect("it is there now");
        if layer.values.contains(&value) {
            return Err(word.error(format!("there are two values called {:?}", word.text)));
        }
        layer.values.push(value);
    }
    let words = layer.values.iter().map(|&value| names.name(value));
    layer.written = [set.text, crate::prose::joined(words, " ")];
    layer.is_hidden = is_hidden;
    Ok(layer)
}
