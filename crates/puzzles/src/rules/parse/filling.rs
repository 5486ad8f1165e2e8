//! Tiles with values: `values`, `[only]`, `[[group]]`, `[[rule]]` and their `[givens]`.

use super::{
    File, MOST_STEPS, Map, Read, dictionary, find_pair, find_tile, find_tiles, find_value,
    find_values, plain_words, table_of,
};
use crate::ParseError;
use crate::document::Word;
use crate::rules::compile;
use crate::rules::expression::Condition;
use crate::rules::spec::{
    Between, Board, Filling, Group, GroupDemand, Only, Relation, Rule, Selector, Space, Spec, Step,
    Values, Wanted, written_sides,
};
use crate::rules::words::demands::{Demand, On};
use crate::rules::words::layers::range;
use crate::rules::words::lower::Lowering;
use crate::rules::words::places::Field;
use crate::rules::words::terms::{has_terms, mentions_pair};
use crate::rules::words::{Lexicon, MOST_CELLS, Words};
use crate::section::{Entry, Section, expanded};
use std::collections::HashSet;

/// The most values.
const MOST_VALUES: usize = 65_536;
/// The most choices and members of groups together: they fit a model with room to spare.
const MOST_MEMBERS: u64 = 1 << 31;
/// The most pairs of values that a rule may have to look at.
const MOST_LOOKS: u64 = 1 << 30;

impl File<'_> {
    /// The values of the tiles.
    pub(super) fn values(&self, space: &Space) -> Read<Filling> {
        let Some(values) = self.top.get("values") else {
            let error = self.top.error("the file has neither values nor pieces");
            return Err(error.hint("write values = \"name name …\", or shapes under [pieces]"));
        };
        let names = dictionary(values, "value", MOST_VALUES)?;
        let mut filling = Filling::new(Values::new(names), Only::default());
        if let Some(only) = self.top.get("only") {
            read_only(space, only, &mut filling)?;
        }
        let choices = compile::choice_count(space.len(), &filling);
        if choices > MOST_MEMBERS {
            return Err(values.error(format!(
                "{} tiles with {} values each are too many",
                space.len(),
                filling.values.len()
            )));
        }
        Ok(filling)
    }

    /// Adds what is said of the tiles.
    pub(super) fn filling(&self, space: &Space, mut filling: Filling) -> Read<Filling> {
        let mut members = compile::choice_count(space.len(), &filling);
        if members > MOST_MEMBERS {
            return Err(self
                .top
                .error("there are too many tiles with too many values"));
        }
        for section in self.all_of("group")? {
            let group = read_group(space, &filling.values, section)?;
            let sizes = group.tiles.iter().map(|s| space.tiles_in_sets(s));
            let size = sizes.fold(0, u64::saturating_add);
            members = members.saturating_add(size.saturating_mul(filling.values.len() as u64));
            if members > MOST_MEMBERS {
                return Err(section.error("with this group there are too many tiles in groups"));
            }
            filling.groups.push(group);
        }
        let mut looks = 0u64;
        let (rules, demands): (Vec<_>, Vec<_>) =
            (self.all_of("rule")?.into_iter()).partition(|rule| !is_in_words(space, *rule));
        for section in rules {
            let rule = read_rule(space, &filling.values, section)?;
            let pairs = space.pair_count(&rule.between);
            let values = filling.values.len() as u64;
            let (is_local, cost) = match &rule.relation {
                Relation::Require(condition) => (condition.is_local(), condition.cost),
                Relation::Allow(_) | Relation::Forbid(_) => (false, 1),
            };
            let kinds = filling.only.lists().len() as u64 + 1;
            let tables = if is_local {
                pairs
            } else {
                pairs.min(kinds.saturating_mul(kinds))
            };
            looks = looks.saturating_add(tables.saturating_mul(values * values * cost));
            if looks > MOST_LOOKS || pairs > MOST_MEMBERS / 32 {
                let message = format!(
                    "this rule is too large: {pairs} pairs of tiles with {values} values each"
                );
                return Err(section.error(message));
            }
            filling.rules.push(rule);
        }
        self.add_words(space, &mut filling, &demands)?;
        Ok(filling)
    }

    /// Adds what is said in the words of sets, terms and links.
    pub(super) fn add_words(
        &self,
        space: &Space,
        filling: &mut Filling,
        rules: &[Section],
    ) -> Read<()> {
        let links = self.all_of("link")?;
        let sets = self.top.get("sets").map(table_of).transpose()?;
        if self.top.get("place").is_none() && rules.is_empty() && links.is_empty() && sets.is_none()
        {
            return Ok(());
        }
        let cells = match space {
            Space::Layered(field) => field.board.cell_count(),
            Space::Grid(board) => board.cell_count(),
            Space::Names(names) => names.len(),
        };
        if cells > MOST_CELLS {
            let first = rules.first().or(links.first());
            let message = format!("rules over sets and links are for at most {MOST_CELLS} cells");
            return Err(first.unwrap_or(&self.top).error(message));
        }
        let field = Field::of(space, filling.values.len());
        let mut words = Words::default();
        let mut lexicon = Lexicon::new(&field, &filling.values);
        if let Some(sets) = sets {
            words.sets = lexicon.read_named_sets(&sets.entries())?;
        }
        for &rule in rules {
            words.demands.push(read_demand(space, &lexicon, rule)?);
        }
        let mut lowering = Lowering::new(&field, filling);
        lowering.add_demands(&words.demands)?;
        for (number, link) in (1..).zip(links) {
            let link = lexicon.read_link(link, &mut lowering);
            let of_kind = |error: ParseError| match error.place() {
                Some(_) => error,
                None => lowering.of_rule(error, "link", number),
            };
            words.links.push(link.map_err(of_kind)?);
        }
        if lexicon.field.known.is_of_kind {
            let pieces = self.top.get("pieces").map(table_of).transpose()?;
            for place in self.all_of("place")? {
                lexicon.read_place(place, pieces, &mut lowering)?;
            }
        }
        lowering.finish(&mut words);
        *filling.words = words;
        Ok(())
    }
}

/// Returns true if a rule is written in the words of sets and terms: it has one of their keys, or a term with arguments.
fn is_in_words(space: &Space, rule: Section<'_>) -> bool {
    const KEYS: [&str; 7] = [
        "each",
        "where",
        "of",
        "layer",
        "all_different",
        "exactly_one",
        "at_most_one",
    ];
    let has_key = KEYS.iter().any(|key| rule.get(key).is_some());
    let between = rule.get("between").and_then(|entry| entry.as_text());
    let require = rule.get("require");
    let text = require.and_then(|entry| entry.as_text());
    let has_relation = rule.get("allow").or(rule.get("forbid")).is_some();
    matches!(space, Space::Layered(_))
        || has_key
        || between.is_some_and(|text| is_of_lists(&text.text))
        || require.is_some_and(|entry| entry.elements().is_some())
        || text.as_ref().is_some_and(|text| has_terms(&text.text))
        || rule.get("between").is_none()
            && !has_relation
            && text.is_some_and(|text| !mentions_pair(&text.text))
}

/// Returns true if pairs are those of the lists of a set.
fn is_of_lists(between: &str) -> bool {
    let between = between.trim();
    matches!(between, "rows" | "columns") || between.starts_with("pairs(")
}

/// A rule in the words of sets and terms.
fn read_demand(space: &Space, lexicon: &Lexicon<'_>, section: Section<'_>) -> Read<Demand> {
    const KEYS: [&str; 12] = [
        "say",
        "each",
        "between",
        "where",
        "require",
        "allow",
        "forbid",
        "all_different",
        "exactly_one",
        "at_most_one",
        "of",
        "layer",
    ];
    let is_of_kind = lexicon.field.known.is_of_kind;
    section.check_keys("a rule over sets", &KEYS[usize::from(!is_of_kind)..])?;
    let on = match (section.get("each"), section.get("between")) {
        (None, None) => On::Once,
        (Some(each), None) => On::Each(lexicon.read_sets(each)?),
        (None, Some(between)) => read_pairs(space, lexicon, between)?,
        (Some(_), Some(between)) => {
            return Err(between.key_error("a rule has either `each` or `between`, not both"));
        }
    };
    let group = DEMANDS.iter().any(|key| section.get(key).is_some());
    let group = group.then(|| read_group_demand(lexicon.values, Some(lexicon.field), section));
    let pairs = match section.get("allow").or(section.get("forbid")) {
        None => None,
        Some(entry) if matches!(on, On::Between(_)) => {
            Some(pairs_as_condition(lexicon.values, entry)?)
        }
        Some(entry) => {
            let message = format!(
                "{:?} is said of two tiles: it goes with between = …",
                entry.key
            );
            return Err(entry.key_error(message));
        }
    };
    lexicon.read_demand(section, on, group.transpose()?, pairs)
}

/// Pairs of values that are allowed or forbidden, as a condition on `a` and `b`.
fn pairs_as_condition<'d>(values: &Values, entry: Entry<'d>) -> Read<Word<'d>> {
    let words = plain_words(entry)?;
    let find = |name: &str| values.find(name);
    let value = |number: u32| match values.as_number(number) {
        Some(_) => values.name(number).to_owned(),
        None => format!("'{}'", values.name(number)),
    };
    let mut conditions = Vec::with_capacity(words.len());
    for word in &words {
        let (a, b) = find_pair(word, "value", find, |word| find_value(values, word))?;
        conditions.push(format!("a == {} and b == {}", value(a), value(b)));
    }
    let any = conditions.join(" or ");
    let mut condition = words.into_iter().next().expect("it is not empty");
    condition.text = match entry.key {
        "allow" => any,
        _ => format!("not ({any})"),
    };
    Ok(condition)
}

/// The pairs that a rule over sets is between: those of places, or every two lists of a set.
fn read_pairs(space: &Space, lexicon: &Lexicon<'_>, entry: Entry<'_>) -> Read<On> {
    let text = entry.as_text();
    if lexicon.field.known.is_of_kind
        && let Some(text) = &text
    {
        match text.text.trim() {
            "line" => return Ok(On::Line),
            "right" => return Ok(On::Between(Between::Offsets(vec![[0, 0, 1]]))),
            "down" => return Ok(On::Between(Between::Offsets(vec![[0, 1, 0]]))),
            steps if steps.starts_with("steps") => {
                return lexicon.read_lists("steps", text).map(On::Steps);
            }
            within if within.starts_with("within") => {
                return lexicon.read_lists("within", text).map(On::Within);
            }
            _ => {}
        }
    }
    let Some(text) = text.filter(|text| is_of_lists(&text.text)) else {
        let between = read_between(space, entry)?;
        return Ok(On::Between(between));
    };
    lexicon.read_pairs(&text).map(On::Pairs)
}

fn read_only(space: &Space, only: Entry<'_>, filling: &mut Filling) -> Read<()> {
    for entry in table_of(only)?.entries() {
        let values = find_values(&filling.values, &entry.words()?)?;
        let tiles = find_tiles(space, &entry.key_words()?)?;
        if let Err(tile) = filling.only.limit(tiles, values) {
            let message = format!("the values of {:?} are given twice", space.name(tile));
            return Err(entry.key_error(message));
        }
    }
    Ok(())
}

/// What a group can say.
const DEMANDS: [&str; 3] = ["all_different", "exactly_one", "at_most_one"];

fn read_group(space: &Space, values: &Values, section: Section<'_>) -> Read<Group> {
    section.check_keys(
        "a group",
        &["tiles", "all_different", "exactly_one", "at_most_one"],
    )?;
    let Some(tiles) = section.get("tiles") else {
        return Err(section.error("the group has no tiles"));
    };
    let selectors = tiles.each().into_iter().map(|e| read_selector(space, e));
    let selectors = selectors.collect::<Read<Vec<_>>>()?;
    if selectors.is_empty() {
        return Err(tiles.error("the group is empty"));
    }
    Ok(Group {
        tiles: selectors,
        demand: read_group_demand(values, None, section)?,
    })
}

fn read_group_demand(
    values: &Values,
    field: Option<&Field>,
    section: Section<'_>,
) -> Read<GroupDemand> {
    let demands: Vec<Entry> = DEMANDS.iter().filter_map(|key| section.get(key)).collect();
    let [demand] = demands[..] else {
        let message = "a group says one of all_different, exactly_one and at_most_one";
        return Err(section.error(message));
    };
    let wanted = || -> Read<Wanted> {
        let mut words = Vec::new();
        for word in demand.words()? {
            match word.text.split_once("..").zip(field) {
                Some(((from, to), field)) if values.find(&word.text).is_none() => {
                    let all = range(field, &word, from, to)?.into_iter();
                    words.extend(all.map(|text| Word {
                        text,
                        ..word.clone()
                    }));
                }
                _ => words.push(word),
            }
        }
        if words.len() == 1 && words[0].text == "*" {
            return Ok(Wanted::All);
        }
        if let [not, others @ ..] = &words[..]
            && not.text == "not"
            && values.find("not").is_none()
            && !others.is_empty()
        {
            return find_values(values, others).map(Wanted::AllBut);
        }
        find_values(values, &words).map(Wanted::Some)
    };
    match demand.key {
        "all_different" if demand.boolean()? => Ok(GroupDemand::AllDifferent),
        "all_different" => Err(demand.error("`all_different` can only be true")),
        "exactly_one" => wanted().map(GroupDemand::ExactlyOne),
        _ => wanted().map(GroupDemand::AtMostOne),
    }
}

fn read_selector(space: &Space, entry: Entry<'_>) -> Read<Selector> {
    let text = entry.text()?;
    let words: Vec<&str> = text.text.split_whitespace().collect();
    if words.is_empty() {
        return Err(entry.error("the group is empty"));
    }
    if words == ["*"] {
        return Ok(Selector::All);
    }
    if let Some(board) = space.grid()
        && let Some(selector) = grid_selector(board, &words, entry)?
    {
        return Ok(selector);
    }
    let mut error = match find_tiles(space, &expanded(text.words())?) {
        Ok(tiles) => return Ok(Selector::Tiles(tiles)),
        Err(error) => error,
    };
    if space.grid().is_some() {
        error = error.hint(
            "a group's tiles are rows, columns, pillars, layers, diagonals, main-diagonals, boxes 3x3, regions, * or tiles such as r1c1 r1c2",
        );
    }
    Err(error)
}

fn read_rule(space: &Space, values: &Values, section: Section<'_>) -> Read<Rule> {
    const RELATIONS: [&str; 3] = ["require", "allow", "forbid"];
    section.check_keys("a rule", &["between", "require", "allow", "forbid"])?;
    let Some(between) = section.get("between") else {
        let error = section.error("the rule does not say between which tiles it holds");
        return Err(error.hint("write between = \"adjacent\" or between = \"tile-tile …\""));
    };
    let between = read_between(space, between)?;
    let relations: Vec<Entry> = RELATIONS
        .iter()
        .filter_map(|key| section.get(key))
        .collect();
    let [relation] = relations[..] else {
        return Err(section.error("a rule says one of require, allow and forbid"));
    };
    let pairs = || -> Read<Vec<(u32, u32)>> {
        let find = |name: &str| values.find(name);
        let words = plain_words(relation)?;
        let pair = |word: &Word| find_pair(word, "value", find, |w| find_value(values, w));
        words.iter().map(pair).collect()
    };
    let relation = match relation.key {
        "require" => Relation::Require(Condition::read(&relation.text()?, values, space.len())?),
        "allow" => Relation::Allow(pairs()?),
        _ => Relation::Forbid(pairs()?),
    };
    Ok(Rule { between, relation })
}

fn read_between(space: &Space, entry: Entry<'_>) -> Read<Between> {
    if let Some(offsets) = entry.elements()
        && entry.as_text().is_none()
        && offsets.iter().all(|offset| offset.as_text().is_none())
    {
        return offsets_of(space, entry, &offsets).map(Between::Offsets);
    }
    let words = plain_words(entry)?;
    let only = if words.len() == 1 {
        words[0].text.as_str()
    } else {
        ""
    };
    match only {
        "adjacent" => return Ok(Between::Adjacent),
        "pairs" => return Ok(Between::All),
        "touching" if !matches!(space, Space::Names(_)) => return Ok(Between::Touching),
        "touching" => return Err(entry.error("only the tiles of a grid touch")),
        _ => {}
    }
    let mut pairs = Vec::with_capacity(words.len());
    for word in &words {
        let find = |name: &str| space.find(name);
        let (a, b) = find_pair(word, "tile", find, |part| find_tile(space, part))?;
        if a == b {
            return Err(word.error(format!("{:?} is a pair of a tile with itself", word.text)));
        }
        pairs.push((a, b));
    }
    Ok(Between::Pairs(pairs))
}

pub(super) fn given_values(
    spec: &Spec,
    filling: &Filling,
    entries: &[Entry<'_>],
) -> Read<Vec<u32>> {
    let space = &spec.space;
    let first = compile::first_choices(space.len(), filling);
    let mut given = HashSet::new();
    let mut choices = Vec::new();
    let mut give = |tile: u32, word: &Word| -> Read<()> {
        let value = find_value(&filling.values, word)?;
        let Some(place) = filling.domain(tile).place(value) else {
            return Err(word.error(format!(
                "{:?} may not have the value {:?}",
                space.name(tile),
                word.text
            )));
        };
        if !given.insert(tile) {
            return Err(word.error(format!(
                "the value of {:?} is given twice",
                space.name(tile)
            )));
        }
        choices.push(first[tile as usize] + place);
        Ok(())
    };
    let shown = space.shown() as u32;
    for entry in entries {
        if let (Some(board), "map") = (space.grid(), entry.key) {
            for (tile, word) in Map::read(&entry.text()?, board)?.0 {
                let is_open =
                    word.text == "_" || word.text == "." && filling.values.find(".").is_none();
                if !is_open {
                    give(tile, &word)?;
                }
            }
            continue;
        }
        if entry.key == "map" && space.find("map").is_none() {
            let message = "a map is for the values of a grid; here tiles are given by their names";
            return Err(entry.key_error(message));
        }
        let words = entry.words()?;
        let [word] = &words[..] else {
            return Err(entry.error("one value was expected here"));
        };
        for tile in find_tiles(space, &entry.key_words()?)? {
            if tile >= shown {
                return Err(entry.key_error("the tiles of a hidden layer cannot be given"));
            }
            give(tile, word)?;
        }
    }
    Ok(choices)
}

/// A selector that only a grid has, if the words are one.
fn grid_selector(board: &Board, words: &[&str], entry: Entry) -> Read<Option<Selector>> {
    let has_regions = || {
        let regions = board.regions.as_ref();
        regions.is_some_and(|(_, names)| !names.is_empty())
    };
    match words {
        ["boxes", size] => return box_sides(board, size, entry).map(Selector::Boxes).map(Some),
        ["boxes"] => return Err(box_error(board, entry)),
        ["diagonals" | "main-diagonals"] if !board.is_flat() => {
            return Err(entry.error("only a grid of one layer has diagonals"));
        }
        ["main-diagonals"] if board.rows != board.columns => {
            return Err(entry.error("only a square grid has main diagonals"));
        }
        ["regions"] if !has_regions() => {
            let error = entry.error("the file draws no regions");
            return Err(error.hint("draw them: regions = \"\"\"…\"\"\", a letter for each tile"));
        }
        _ => {}
    }
    let known = Selector::WORDS
        .into_iter()
        .find(|(word, _)| *words == [*word]);
    Ok(known.map(|(_, selector)| selector))
}

/// The layers, rows and columns of a box: `3x3`, or `2x2x2` in a grid of several layers.
fn box_sides(board: &Board, size: &str, entry: Entry) -> Read<[usize; 3]> {
    let sides: Option<Vec<usize>> = size.split('x').map(|side| side.parse().ok()).collect();
    let sides = match sides.as_deref() {
        Some(&[rows, columns]) if board.is_flat() => [1, rows, columns],
        Some(&[layers, rows, columns]) => [layers, rows, columns],
        _ => return Err(box_error(board, entry)),
    };
    let of_board = board.sides();
    let fits = |(&side, &whole): (&usize, &usize)| side > 0 && whole.is_multiple_of(side);
    if !sides.iter().zip(&of_board).all(fits) {
        let message = format!(
            "boxes of {} do not fill a grid of {}",
            size.replace('x', "×"),
            written_sides(of_board, "×")
        );
        return Err(entry.error(message));
    }
    Ok(sides)
}

fn box_error(board: &Board, entry: Entry) -> ParseError {
    entry.error(if board.is_flat() {
        "boxes have rows x columns, such as boxes 3x3"
    } else {
        "boxes have layers x rows x columns, such as boxes 2x2x2"
    })
}

/// Steps from one tile of a grid to the other: `[[1, 2], [2, 1]]`.
fn offsets_of(space: &Space, entry: Entry, offsets: &[Entry]) -> Read<Vec<Step>> {
    let board = match space {
        Space::Names(_) => return Err(entry.error("steps down and right need a grid")),
        Space::Grid(board) => board,
        Space::Layered(field) => &field.board,
    };
    let by = |entry: &Entry| entry.integer(-MOST_STEPS, MOST_STEPS);
    let mut steps = Vec::new();
    for offset in offsets {
        let step = match offset.elements().as_deref() {
            Some([down, right]) if board.is_flat() => [0, by(down)?, by(right)?],
            Some([on, down, right]) => [by(on)?, by(down)?, by(right)?],
            _ if board.is_flat() => {
                return Err(offset.error("a step is [down, right], such as [[1, 2], [2, 1]]"));
            }
            _ => {
                let message = "a step is [layers, down, right], such as [[0, 1, 2], [1, 0, 2]]";
                return Err(offset.error(message));
            }
        };
        if step == [0; 3] {
            return Err(offset.error("a step of zeros leads from a tile to itself"));
        }
        steps.push(step);
    }
    if steps.is_empty() {
        return Err(entry.error("there are no steps"));
    }
    Ok(steps)
}
