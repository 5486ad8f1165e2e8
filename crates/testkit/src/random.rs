//! Random small models of every kind, and random questions, made of bytes: proptest draws them for
//! the tests of the engines, and a fuzzer looks for them.
//!
//! Models have troublesome cases on purpose: tiles with one choice or none, items without members,
//! the same item twice, members out of order, tiles among other items, tables that allow all or
//! nothing, no solutions or very many, givens that exclude each other.

use arbitrary::{Result, Unstructured};
use proptest::collection::vec;
use proptest::prelude::*;
use std::sync::Arc;
use tilewright_model::{Choice, Demand, Item, Language, Link, Model, ModelBuilder, Node, Table};

/// The most that a random model has.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    tiles: usize,
    choices: u32,
    /// Ways to take one choice of each tile.
    ways: usize,
}

impl Size {
    /// Models on which the `naive` engine finishes at once.
    pub const SMALL: Self = Self {
        tiles: 8,
        choices: 24,
        ways: 10_000,
    };

    /// Models with more solutions than are listed.
    pub const LARGE: Self = Self {
        tiles: 14,
        choices: 60,
        ways: usize::MAX,
    };
}

/// A question to a model, as plain lists: the engines' type is not known here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// Choices that are picked from the start; they may exclude each other and may be repeated.
    pub given: Vec<Choice>,
    /// Choices that must not be picked; some may be given as well.
    pub barred: Vec<Choice>,
}

/// A small model of any kind with a question for it; the empty question about one time in three.
pub fn model_and_question() -> impl Strategy<Value = (Model, Question)> {
    vec(any::<u8>(), 400).prop_map(|bytes| {
        let made = of_bytes(&mut Unstructured::new(&bytes), Size::SMALL);
        made.expect("bytes that are missing are zeros")
    })
}

/// A model and a question with lines, and with links for engines that know them.
pub fn lined_model_and_question(links: bool) -> impl Strategy<Value = (Model, Question)> {
    vec(any::<u8>(), 500).prop_map(move |bytes| {
        let made = lined_of_bytes(&mut Unstructured::new(&bytes), Size::SMALL, links);
        made.expect("bytes that are missing are zeros")
    })
}

/// A model and a question with hidden choices, and with lines and links.
pub fn hidden_model_and_question() -> impl Strategy<Value = (Model, Question)> {
    vec(any::<u8>(), 500).prop_map(|bytes| {
        let made = hidden_of_bytes(&mut Unstructured::new(&bytes), Size::SMALL);
        made.expect("bytes that are missing are zeros")
    })
}

/// A model of any kind with a question for it, made of bytes; those that are missing are zeros.
///
/// # Errors
/// None for now: missing bytes are made up.
pub fn of_bytes(bytes: &mut Unstructured<'_>, size: Size) -> Result<(Model, Question)> {
    let tiles = any_tiles(bytes, size)?;
    made(bytes, &tiles, None, |_, _, _, _| Ok(()))
}

/// A model of any kind, or with lines, with lines and links, or with hidden choices, and a question for it.
///
/// # Errors
/// None for now: missing bytes are made up.
pub fn ruled_of_bytes(bytes: &mut Unstructured<'_>, size: Size) -> Result<(Model, Question)> {
    match bytes.int_in_range(0..=5)? {
        0..=2 => of_bytes(bytes, size),
        3 => lined_of_bytes(bytes, size, false),
        4 => lined_of_bytes(bytes, size, true),
        _ => hidden_of_bytes(bytes, size),
    }
}

/// A model and a question with lines, and with links if they are wanted.
///
/// # Errors
/// None for now: missing bytes are made up.
pub fn lined_of_bytes(
    bytes: &mut Unstructured<'_>,
    size: Size,
    links: bool,
) -> Result<(Model, Question)> {
    let tiles = any_tiles(bytes, size)?;
    made(bytes, &tiles, None, |bytes, builder, tiles, items| {
        for _ in 0..bytes.int_in_range(u8::from(!links)..=2)? {
            add_line(bytes, builder, tiles, items)?;
        }
        for _ in 0..bytes.int_in_range(u8::from(links)..=2 * u8::from(links))? {
            add_link(bytes, builder, tiles)?;
        }
        Ok(())
    })
}

/// A model and a question with hidden choices.
///
/// # Errors
/// None for now: missing bytes are made up.
pub fn hidden_of_bytes(bytes: &mut Unstructured<'_>, size: Size) -> Result<(Model, Question)> {
    with_last_tiles(bytes, size, true)
}

/// Tiles, of which up to three are hidden if `are_hidden`; the question is about the others.
fn with_last_tiles(
    bytes: &mut Unstructured<'_>,
    size: Size,
    are_hidden: bool,
) -> Result<(Model, Question)> {
    let mut tiles = apart(bytes, size)?;
    tiles.iter_mut().step_by(2).for_each(|tile| tile.reverse());
    let shown = tiles.len().saturating_sub(bytes.int_in_range(1..=3)?);
    let first = tiles[..shown]
        .iter()
        .flatten()
        .max()
        .map_or(0, |last| last + 1);
    made(
        bytes,
        &tiles,
        Some((first, are_hidden)),
        |bytes, builder, tiles, items| {
            for _ in 0..bytes.int_in_range(0..=2)? {
                add_line(bytes, builder, tiles, items)?;
            }
            for _ in 0..bytes.int_in_range(0..=1)? {
                add_link(bytes, builder, tiles)?;
            }
            Ok(())
        },
    )
}

fn any_tiles(bytes: &mut Unstructured<'_>, size: Size) -> Result<Vec<Vec<u32>>> {
    let mut tiles = if bytes.ratio(3u8, 5u8)? {
        apart(bytes, size)?
    } else {
        shared(bytes, size)?
    };
    // The order of its choices is the caller's business.
    tiles.iter_mut().step_by(2).for_each(|tile| tile.reverse());
    Ok(tiles)
}

/// A model of these tiles. With `last` the question is about the choices before that one, and those from it on may be
/// hidden.
fn made(
    bytes: &mut Unstructured<'_>,
    tiles: &[Vec<u32>],
    last: Option<(u32, bool)>,
    add_more: impl Fn(&mut Unstructured<'_>, &mut ModelBuilder, &[Vec<u32>], &[Item]) -> Result<()>,
) -> Result<(Model, Question)> {
    let count = tiles.iter().flatten().max().map_or(0, |last| last + 1);
    let mut builder = ModelBuilder::new(count);
    let asked = last.map_or(count, |(first, _)| first);
    if let Some((first, true)) = last {
        builder.hidden_from(first);
    }
    let mut items = Vec::new();
    for tile in tiles {
        if bytes.ratio(1u8, 8u8)? {
            add_item(bytes, &mut builder, count)?;
        }
        items.push(builder.tile(tile).expect("a tile lists each choice once"));
    }
    for _ in 0..bytes.int_in_range(0..=3)? {
        add_item(bytes, &mut builder, count)?;
    }
    for _ in 0..bytes.int_in_range(0..=6)? {
        add_rule(bytes, &mut builder, tiles, &items)?;
    }
    add_more(bytes, &mut builder, tiles, &items)?;
    let model = builder.build().expect("every choice has a tile");
    if asked == 0 || bytes.ratio(1u8, 3u8)? {
        return Ok((model, Question::default()));
    }
    let mut some = |most: usize| -> Result<Vec<Choice>> {
        let choice = |bytes: &mut Unstructured<'_>| bytes.int_in_range(0..=asked - 1).map(Choice);
        (0..bytes.int_in_range(0..=most)?)
            .map(|_| choice(bytes))
            .collect()
    };
    let (given, barred) = (some(3)?, some(4)?);
    Ok((model, Question { given, barred }))
}

/// Tiles that share no choice.
fn apart(bytes: &mut Unstructured<'_>, size: Size) -> Result<Vec<Vec<u32>>> {
    let (mut next, mut ways) = (0u32, 1usize);
    let mut tiles = Vec::new();
    for _ in 0..bytes.int_in_range(0..=size.tiles + 4)?.min(size.tiles) {
        // Tiles without choices leave no solution, so they are rare.
        let wanted = [2, 3, 1, 4, 2, 3, 5, 2, 3, 4, 2, 3, 2, 4, 3, 0]
            [usize::from(bytes.arbitrary::<u8>()? & 15)];
        let end = (next + wanted).min(size.choices);
        let more = ways.saturating_mul((end - next).max(1) as usize);
        if more > size.ways {
            break;
        }
        ways = more;
        tiles.push((next..end).collect());
        next = end;
    }
    Ok(tiles)
}

/// Tiles of which each choice may belong to several, as in an exact cover.
fn shared(bytes: &mut Unstructured<'_>, size: Size) -> Result<Vec<Vec<u32>>> {
    let count = bytes.int_in_range(1..=size.tiles + 2)?.min(size.tiles);
    let mut tiles = vec![Vec::new(); count];
    for choice in 0..bytes.int_in_range(0..=size.choices + 8)?.min(size.choices) {
        let mut of_choice = Vec::new();
        for _ in 0..=bytes.int_in_range(0..=2)? {
            of_choice.push(bytes.int_in_range(0..=count - 1)?);
        }
        of_choice.sort_unstable();
        of_choice.dedup();
        let sizes =
            (0..count).map(|tile| tiles[tile].len() + usize::from(of_choice.contains(&tile)));
        let ways = sizes.fold(1usize, |ways, size| ways.saturating_mul(size.max(1)));
        if ways > size.ways {
            break;
        }
        for tile in of_choice {
            tiles[tile].push(choice);
        }
    }
    if count < size.tiles && bytes.ratio(1u8, 8u8)? {
        tiles.push(tiles[0].clone());
    }
    Ok(tiles)
}

fn add_item(bytes: &mut Unstructured<'_>, builder: &mut ModelBuilder, count: u32) -> Result<()> {
    let (demand, number) = match bytes.arbitrary::<u8>()? % 40 {
        0..12 => (Demand::AtMostOne, 0..=5),
        12..20 => (Demand::ExactlyOne, 1..=12),
        20..36 => (Demand::OneColour, 2..=14),
        // Without members it leaves no solution, so it is rare.
        36 => (Demand::ExactlyOne, 0..=0),
        _ => (Demand::OneColour, 0..=0),
    };
    let number = if count == 0 {
        0
    } else {
        bytes.int_in_range(number)?
    };
    let mut members: Vec<(u32, u32)> = Vec::new();
    for _ in 0..number {
        let choice = bytes.int_in_range(0..=count - 1)?;
        let colour = bytes.int_in_range(0..=2)?;
        if members.iter().all(|&(other, _)| other != choice) {
            members.push((choice, colour));
        }
    }
    let plain: Vec<u32> = members.iter().map(|member| member.0).collect();
    for _ in 0..=u8::from(bytes.ratio(1u8, 8u8)?) {
        let added = match demand {
            Demand::OneColour => builder.one_colour(&members),
            demand => builder.item(demand, &plain),
        };
        added.expect("an item lists each choice once");
    }
    Ok(())
}

fn add_rule(
    bytes: &mut Unstructured<'_>,
    builder: &mut ModelBuilder,
    tiles: &[Vec<u32>],
    items: &[Item],
) -> Result<()> {
    if tiles.is_empty() {
        return Ok(());
    }
    let from = bytes.int_in_range(0..=tiles.len() - 1)?;
    let to = bytes.int_in_range(0..=tiles.len() - 1)?;
    let (rows, columns) = (&tiles[from], &tiles[to]);
    if from == to || rows.iter().any(|choice| columns.contains(choice)) {
        return Ok(());
    }
    let kind = bytes.arbitrary::<u8>()?;
    let bits = bytes.arbitrary::<[u64; 2]>()?;
    let letter = |word: u64, at: usize| (word >> (2 * at % 64) & 3) % 3;
    let table = Table::new(rows.len(), columns.len(), |row, column| {
        let at = (row * columns.len() + column) % 64;
        match kind & 7 {
            // Pairs whose letters are equal: a table made of blocks.
            0..3 => letter(bits[0], row) == letter(bits[1], column),
            3 => bits[0] >> at & 1 == 1,
            4..6 => (bits[0] | bits[1]) >> at & 1 == 1,
            6 => true,
            _ => kind & 0x38 != 0,
        }
    });
    let table = Arc::new(table);
    for _ in 0..=u8::from(bytes.ratio(1u8, 8u8)?) {
        let added = builder.pair(items[from], items[to], Arc::clone(&table));
        added.expect("the table fits two tiles that share no choice");
    }
    Ok(())
}

/// A line over some tiles, one of them twice now and then.
fn add_line(
    bytes: &mut Unstructured<'_>,
    builder: &mut ModelBuilder,
    tiles: &[Vec<u32>],
    items: &[Item],
) -> Result<()> {
    if tiles.is_empty() {
        return Ok(());
    }
    let length = bytes.int_in_range(1..=4)?;
    let places: Vec<usize> = (0..length)
        .map(|_| bytes.int_in_range(0..=tiles.len() - 1))
        .collect::<Result<_>>()?;
    let read: Vec<Item> = places.iter().map(|&place| items[place]).collect();
    let shown: u64 = bytes.arbitrary()?;
    let letter = |choice: Choice| (shown >> (2 * choice.0 % 63) & 3) as u32;
    let values = [0i64, 1, 2, 4];
    let (low, wide) = (bytes.int_in_range(0..=6u8)?, bytes.int_in_range(0..=3u8)?);
    let sums = i64::from(low)..=i64::from(low + wide);
    let (least, most) = (usize::from(low / 2), usize::from(low / 2 + wide));
    let (kind, bits) = (bytes.arbitrary::<u8>()?, bytes.arbitrary::<u16>()?);
    let of = [false, true, kind & 8 != 0, true];
    let pairs = |window: &[usize]| bits >> (4 * window[0] + window[1]) & 1 == 1;
    let language = match kind & 7 {
        0 | 1 => Language::sum(length, &values, sums),
        2 => Language::count(&of, least..=most),
        3 => Language::runs(&of, &[least / 2, most / 3]),
        4 => Language::seen(&values, least / 2..=2),
        5 => Language::increasing(&values, kind & 8 == 0),
        6 => Language::windows(4, 2, pairs),
        _ => {
            let number = |_: usize, choice: Choice| values[letter(choice) as usize];
            // Tiles that share a choice make no cage.
            let _ = builder.cage(&read, sums, number);
            return Ok(());
        }
    };
    let language = language.expect("a small language");
    let added = builder.line(&read, language, |_, choice| letter(choice));
    added.expect("letters are below four");
    Ok(())
}

/// A link over some choices, in a graph of any shape; a node may have several choices, or be in always.
fn add_link(
    bytes: &mut Unstructured<'_>,
    builder: &mut ModelBuilder,
    tiles: &[Vec<u32>],
) -> Result<()> {
    let mut nodes = Vec::new();
    for tile in tiles {
        let shown: u8 = bytes.arbitrary()?;
        let places = tile.iter().zip(0..6);
        let meant = places.filter(|(_, place)| shown >> place & 1 == 1);
        let choices: Vec<Choice> = meant.map(|(&choice, _)| Choice(choice)).collect();
        match shown >> 6 {
            0 => {}
            1 if shown & 0x30 == 0 => nodes.push(Node::Always),
            _ => nodes.push(Node::If(choices)),
        }
    }
    let count = nodes.len() as u32;
    let mut edges: Vec<(u32, u32)> = (1..count).map(|node| (node - 1, node)).collect();
    if count > 1 && bytes.ratio(1u8, 2u8)? {
        edges.remove(bytes.int_in_range(0..=edges.len() - 1)?);
    }
    for _ in 0..bytes.int_in_range(0..=3)? {
        if count > 0 {
            let mut end = || bytes.int_in_range(0..=count - 1);
            edges.push((end()?, end()?));
        }
    }
    let link = Link::new(nodes, &edges);
    let added = builder.link(match bytes.arbitrary::<u8>()? % 3 {
        0 => link.not_empty(),
        _ => link,
    });
    added.expect("every choice is in the model");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    use tilewright_engines::{Ask, Engine, Random, naive::Naive, reduce::Reduce};
    use tilewright_model::budget::Budget;

    fn sample(number: usize) -> Vec<(Model, Question)> {
        let mut runner = TestRunner::deterministic();
        let strategy = model_and_question();
        let one = |runner: &mut TestRunner| strategy.new_tree(runner).unwrap().current();
        (0..number).map(|_| one(&mut runner)).collect()
    }

    fn ask(question: &Question) -> Ask {
        Ask::given(question.given.clone()).barred(question.barred.clone())
    }

    fn solutions(engine: &dyn Engine, model: &Model, question: &Question) -> Vec<Vec<Choice>> {
        let mut search = engine.prepare(model, &Budget::default()).unwrap();
        let ask = ask(question);
        let mut found: Vec<_> = tilewright_engines::solutions(&mut *search, &ask).collect();
        found.sort_unstable();
        found
    }

    #[test]
    fn the_oracle_finishes_on_all() {
        for (model, _) in sample(1000) {
            assert!(model.choice_count() <= Size::SMALL.choices as usize);
            assert!(model.tiles().len() <= Size::SMALL.tiles);
            let mut search = Naive.prepare(&model, &Budget::default()).unwrap();
            search.start(&Ask::default());
            assert!(
                search.stats().nodes <= 2 * Size::SMALL.ways as u64,
                "{model:?}"
            );
        }
    }

    #[test]
    fn the_plain_engine_agrees_with_the_oracle() {
        for (model, question) in sample(1000) {
            assert_eq!(
                solutions(&Reduce, &model, &question),
                solutions(&Naive, &model, &question),
                "{model:?} {question:?}"
            );
        }
    }

    #[test]
    fn hidden_choices_are_projected_away() {
        let (mut hidden, mut several, mut none) = (0, 0, 0);
        for seed in 0..1000 {
            let mut bytes = [0; 500];
            let mut random = Random::new(seed);
            bytes.fill_with(|| random.below(256) as u8);
            let both = [true, false].map(|are_hidden| {
                with_last_tiles(&mut Unstructured::new(&bytes), Size::SMALL, are_hidden).unwrap()
            });
            let [(model, question), (whole, same)] = &both;
            assert_eq!(question, same);
            let shown = |solution: &Vec<Choice>| model.own(solution).to_vec();
            let all = solutions(&Naive, whole, question);
            let mut expected: Vec<Vec<Choice>> = all.iter().map(shown).collect();
            expected.dedup();
            assert_eq!(solutions(&Naive, model, question), expected, "{model:?}");
            hidden += usize::from(model.is_projected());
            several += usize::from(all.len() > expected.len());
            none += usize::from(all.is_empty());
        }
        assert!(
            hidden > 300 && several > 100 && none < 800,
            "{hidden} {several} {none}"
        );
    }

    /// Counts the cases that the strategies draw: a kind of trouble that is never met tests
    /// nothing.
    #[test]
    fn every_kind_of_trouble_is_met_often() {
        let models = sample(1000);
        let often = |what: &str, is_met: &dyn Fn(&Model, &Question) -> bool, least: usize| {
            let met = models.iter().filter(|(m, q)| is_met(m, q)).count();
            assert!(met >= least, "{what}: {met} of {}", models.len());
        };
        let has_item = |model: &Model, demand, is_met: &dyn Fn(Item) -> bool| {
            let mut items = model.items().filter(|&item| model.demand(item) == demand);
            items.any(is_met)
        };
        let is_tile = |model: &Model, item| model.tiles().contains(&item);
        for demand in [Demand::AtMostOne, Demand::OneColour] {
            often("demand", &|m, _| has_item(m, demand, &|_| true), 200);
        }
        often(
            "exactly one, no tile",
            &|m, _| has_item(m, Demand::ExactlyOne, &|item| !is_tile(m, item)),
            100,
        );
        let tile_size = |m: &Model, size| m.tiles().iter().any(|&t| m.members(t).len() == size);
        often("a tile with one choice", &|m, _| tile_size(m, 1), 200);
        often("a tile without choices", &|m, _| tile_size(m, 0), 20);
        often(
            "an item without members",
            &|m, _| m.items().any(|i| !is_tile(m, i) && m.members(i).is_empty()),
            50,
        );
        let is_double = |m: &Model, item: Item| {
            let before = m.items().take_while(|&other| other != item);
            let mut same = before.filter(|&other| m.demand(other) == m.demand(item));
            !m.members(item).is_empty() && same.any(|other| m.members(other) == m.members(item))
        };
        often(
            "an item twice",
            &|m, _| m.items().any(|i| is_double(m, i)),
            100,
        );
        often("rules", &|m, _| !m.rules().is_empty(), 200);
        let items_for_rules = |m: &Model| {
            let lowered = m.lower(&Budget::default()).unwrap();
            let new = lowered.items().skip(m.item_count());
            new.map(|item| lowered.demand(item)).collect::<Vec<_>>()
        };
        for demand in [Demand::AtMostOne, Demand::OneColour] {
            often("table", &|m, _| items_for_rules(m).contains(&demand), 100);
        }
        let shared = |m: &Model| {
            let tiles_of = |c| m.touches(c).iter().filter(|&&(i, _)| is_tile(m, i)).count();
            m.choices().any(|choice| tiles_of(choice) > 1)
        };
        often("shared choices", &|m, _| shared(m), 200);
        let open = Question::default();
        let number = |m: &Model| solutions(&Reduce, m, &open).len();
        often("no solution", &|m, _| number(m) == 0, 100);
        often("one solution", &|m, _| number(m) == 1, 30);
        often("several solutions", &|m, _| number(m) > 1, 200);
        often("many solutions", &|m, _| number(m) > 100, 50);
        often("givens", &|_, q| !q.given.is_empty(), 200);
        often("barred choices", &|_, q| !q.barred.is_empty(), 200);
        often(
            "a question that some solutions answer and some do not",
            &|m, q| (1..number(m)).contains(&solutions(&Reduce, m, q).len()),
            50,
        );
    }
}
