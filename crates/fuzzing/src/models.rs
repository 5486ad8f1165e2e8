//! Random small models, and questions to them, by every engine.
//!
//! All other engines must agree with the definition (`naive`). An engine may only decline a model with links or hidden
//! choices.

use crate::seeds;
use arbitrary::Unstructured;
use std::collections::BTreeMap;
use std::sync::Arc;
use tilewright::BigUint;
use tilewright::engines::dance::{Dance, Sorted};
use tilewright::engines::diagram::{Diagram, Order};
use tilewright::engines::naive::Naive;
use tilewright::engines::notebook::{InMemory, Notebook};
use tilewright::engines::parallel::{self, Parallel};
use tilewright::engines::{Ask, Budget, End, Engine, Search, count::Counter, engine, solutions};
use tilewright::logic::{self, Level, Logic, Settings};
use tilewright::model::{Choice, Item, Model, Names};
use tilewright::puzzles::export::to_xcc;
use tilewright::read;
use tilewright_testkit::random::{Size, ruled_of_bytes};

targets! {
    /// random models: every engine finds what the definition does, on threads, with seeds and limits
    engines: |data| with_sample(data, Size::SMALL, engines), sample_seeds, longest 400, smoke 1200;
    /// larger random models: counts against enumeration, the diagram's solutions one by one
    counts: |data| with_sample(data, Size::LARGE, counts), sample_seeds, longest 600, smoke 800;
    /// counts that are stopped and resumed; damaged notes
    notes: |data| with_sample(data, Size::LARGE, notes), sample_seeds, longest 600, smoke 500;
    /// random models: no step removes a true candidate, what is solved is the only solution
    logic_models: |data| with_sample(data, Size::SMALL, logic_steps), sample_seeds, longest 400, smoke 800;
    /// random models written as exact cover, read again and solved
    exports: |data| with_sample(data, Size::SMALL, exports), sample_seeds, longest 400, smoke 1500;
}

/// Nodes that a search may spend on a sample.
const NODES: u64 = 20_000;
/// Solutions that are listed of a sample.
const MOST_SOLUTIONS: usize = 20_000;
const ENGINES: [&str; 5] = ["reduce", "dance", "sat", "count", "auto"];

fn sample_seeds() -> Vec<Vec<u8>> {
    seeds::random(11, (60..380).step_by(8))
}

/// A model with a question.
struct Sample {
    model: Model,
    ask: Ask,
    /// The bytes that are left.
    rest: Vec<u8>,
}

fn with_sample(data: &[u8], size: Size, check: fn(&Sample)) {
    let mut bytes = Unstructured::new(data);
    let Ok((model, question)) = ruled_of_bytes(&mut bytes, size) else {
        return;
    };
    check(&Sample {
        model,
        ask: Ask::given(question.given).barred(question.barred),
        rest: bytes.take_rest().to_vec(),
    });
}

impl Sample {
    /// The solutions by the definition.
    fn by_definition(&self) -> Vec<Vec<Choice>> {
        sorted(all(&Naive, &self.model, &self.ask))
    }
}

/// The model made ready for an engine. An engine may decline what it does not know, and nothing else.
fn prepared(engine: &dyn Engine, model: &Model) -> Option<Box<dyn Search>> {
    let may_decline = model.links().next().is_some() || model.is_projected();
    let prepared = engine.prepare(model, &Budget::default());
    assert!(prepared.is_ok() || may_decline, "{}", engine.name());
    prepared.ok()
}

/// All solutions in the engine's order; each is one by the definition.
fn all(engine: &dyn Engine, model: &Model, ask: &Ask) -> Vec<Vec<Choice>> {
    let mut search = engine
        .prepare(model, &Budget::default())
        .expect("a small model");
    let mut found = solutions(&mut *search, ask);
    let listed: Vec<_> = found.by_ref().collect();
    assert_eq!(found.end(), Some(End::Complete), "{}", engine.name());
    for solution in &listed {
        assert_eq!(model.fault(solution), None, "{}", engine.name());
        assert!(solution.is_sorted());
        assert!(ask.given.iter().all(|given| solution.contains(given)));
        assert!(!ask.barred.iter().any(|barred| solution.contains(barred)));
    }
    listed
}

fn sorted(mut solutions: Vec<Vec<Choice>>) -> Vec<Vec<Choice>> {
    solutions.sort_unstable();
    let before = solutions.len();
    solutions.dedup();
    assert_eq!(solutions.len(), before, "a solution was given twice");
    solutions
}

fn engines(sample: &Sample) {
    let Sample { model, ask, rest } = sample;
    let expected = sample.by_definition();
    let seed = rest.first().copied().map_or(7, u64::from);
    let limit = rest.get(1).map_or(2, |&byte| u64::from(byte % 5));
    for name in ENGINES {
        let engine = engine(name).expect("an engine of the list");
        let Some(mut search) = prepared(engine, model) else {
            continue;
        };
        assert_eq!(sorted(all(engine, model, ask)), expected, "{name}");
        let seeded = ask.clone().seed(seed);
        assert_eq!(
            sorted(all(engine, model, &seeded)),
            expected,
            "{name} seeded"
        );
        search.start(ask);
        let counted = search.count();
        assert_eq!(counted.end, End::Complete, "{name}");
        assert_eq!(counted.number, BigUint::from(expected.len()), "{name}");
        search.start(ask);
        let possible = search.possible();
        for choice in expected.iter().flatten() {
            assert!(possible.contains(choice), "{name} rules out {choice:?}");
        }
        let limited = ask.clone().limit(limit);
        let mut found = solutions(&mut *search, &limited);
        let number = found.by_ref().count() as u64;
        assert_eq!(number, limit.min(expected.len() as u64), "{name} limited");
    }
    assert_eq!(sorted(all(&Sorted, model, ask)), expected, "sorted");
    // Threads cost more than all the rest, so only some samples get any.
    if seed % 16 == 0 {
        in_parallel(model, ask, &expected);
    }
}

fn in_parallel(model: &Model, ask: &Ask, expected: &[Vec<Choice>]) {
    for name in ["dance", "reduce"] {
        let engine = engine(name).expect("an engine of the list");
        let search = Parallel::new(engine, 2).prepare(model, &Budget::default());
        let mut search = search.expect("a small model");
        let mut solutions = solutions(&mut *search, ask);
        let found: Vec<_> = solutions.by_ref().collect();
        assert_eq!(solutions.end(), Some(End::Complete));
        assert_eq!(found, all(engine, model, ask), "{name} on threads");
        assert_eq!(sorted(found), expected);
        let counted = parallel::count(engine, model, ask, 2)
            .expect("a small model")
            .0;
        assert_eq!(
            counted.number,
            BigUint::from(expected.len()),
            "{name} on threads"
        );
    }
}

/// The solutions that `dance` finds within its nodes; `None` if they are not all, or more than that.
pub(crate) fn listed(model: &Model, ask: &Ask, most: usize) -> Option<Vec<Vec<Choice>>> {
    let bounded = ask.clone().budget(Budget::default().nodes(NODES));
    let mut search = Dance
        .prepare(model, &Budget::default())
        .expect("a small model");
    let mut found = solutions(&mut *search, &bounded);
    let all: Vec<_> = found.by_ref().take(most + 1).collect();
    (all.len() <= most && found.end() == Some(End::Complete)).then_some(all)
}

fn counts(sample: &Sample) {
    let Sample { model, ask, .. } = sample;
    let budget = Budget::default().nodes(10 * NODES).memory(16 << 20);
    let bounded = || ask.clone().budget(budget.apart());
    let Some(expected) = listed(model, ask, MOST_SOLUTIONS) else {
        // More than can be listed: then the count's two ways must agree.
        let counted = count(&Counter, model, &bounded());
        let (diagram, _) = Diagram::of(model, &bounded(), Order::Any);
        if let (Some(counted), Ok(diagram)) = (counted, diagram) {
            assert_eq!(diagram.total(), &counted);
        }
        return;
    };
    let number = BigUint::from(expected.len());
    for name in ["count", "auto", "reduce", "sat"] {
        let engine = engine(name).expect("an engine of the list");
        if let Some(counted) = count(engine, model, &bounded()) {
            assert_eq!(counted, number, "{name}");
        }
    }
    let (diagram, _) = Diagram::of(model, &bounded(), Order::Sorted);
    let Ok(diagram) = diagram else {
        return;
    };
    assert_eq!(diagram.total(), &number);
    let listed: Vec<_> = (0..expected.len().min(300))
        .map(|number| {
            diagram
                .solution(&number.into())
                .expect("a number below the total")
        })
        .collect();
    assert_eq!(diagram.solution(&number), None);
    let in_order = all(&Sorted, model, ask);
    assert_eq!(listed, in_order[..listed.len()]);
    assert_eq!(sorted(in_order), sorted(expected));
}

/// A count that came to its end within the budget.
fn count(engine: &dyn Engine, model: &Model, ask: &Ask) -> Option<BigUint> {
    let mut search = prepared(engine, model)?;
    search.start(ask);
    let counted = search.count();
    (counted.end == End::Complete).then_some(counted.number)
}

fn notes(sample: &Sample) {
    let Sample { model, ask, rest } = sample;
    let Some(expected) = listed(model, ask, MOST_SOLUTIONS) else {
        return;
    };
    for name in ["count", "dance", "auto"] {
        let engine = engine(name).expect("an engine of the list");
        if prepared(engine, model).is_none() {
            continue;
        }
        let book = Arc::new(InMemory::default());
        let mut stint = ask.clone().notebook(Arc::clone(&book) as Arc<dyn Notebook>);
        let mut nodes = u64::from(rest.first().copied().unwrap_or(3)) % 40 + 1;
        let counted = loop {
            stint.budget = Budget::default().nodes(nodes).memory(16 << 20);
            let counted = parallel::count(engine, model, &stint, 1)
                .expect("a small model")
                .0;
            if counted.end != End::Nodes {
                break counted;
            }
            assert!(
                counted.number <= expected.len().into(),
                "{name} counts too many"
            );
            damaged(engine, sample, &book.notes());
            nodes *= 3;
        };
        assert_eq!(counted.end, End::Complete, "{name}");
        assert_eq!(counted.number, BigUint::from(expected.len()), "{name}");
    }
}

/// Damaged notes must not break anything; their content is not checked, as the file around them has
/// a checksum.
fn damaged(engine: &dyn Engine, sample: &Sample, notes: &BTreeMap<String, Vec<u8>>) {
    let Some((&at, rest)) = sample.rest.get(1..).and_then(<[u8]>::split_first) else {
        return;
    };
    let mut notes = notes.clone();
    for note in notes.values_mut().filter(|note| !note.is_empty()) {
        let at = usize::from(at) * 7 % note.len();
        match rest.first().copied().unwrap_or_default() {
            0..64 => note.truncate(at),
            byte @ 64..128 => note.insert(at, byte),
            byte => note[at] ^= byte,
        }
    }
    let book = Arc::new(InMemory::with(notes));
    let mut ask = sample.ask.clone().notebook(book);
    ask.budget.nodes = Some(2_000);
    ask.budget.memory = Some(16 << 20);
    let _ = parallel::count(engine, &sample.model, &ask, 1).expect("a small model");
}

fn logic_steps(sample: &Sample) {
    let Sample { model, ask, .. } = sample;
    let all = sample.by_definition();
    let logic = Logic::new(model, &Budget::default()).unwrap();
    let mut start = logic.board(&ask.given);
    for &barred in &ask.barred {
        start.remove(barred);
    }
    for (hardest, unique) in [
        (Settings::default().hardest, false),
        (Level::Nested, all.len() == 1),
    ] {
        let settings = Settings { hardest, unique };
        assert_sound(&start, &settings, &all);
    }
}

/// Steps are about their boards and remove nothing that is in a solution; the end is so.
pub(crate) fn assert_sound(start: &logic::Board, settings: &Settings, all: &[Vec<Choice>]) {
    let budget = Budget::default().nodes(3_000_000);
    let explanation = start.explain_with(settings, &budget);
    let mut now = start.clone();
    for round in &explanation.rounds {
        for step in &round.steps {
            assert!(now.is_news(step), "{step:?}");
            now.apply(step);
        }
    }
    let model = now.logic().model();
    assert_eq!(explanation.shown(model).wrong_step(all), None);
    match &explanation.end {
        logic::Ending::Solved { picked } => assert_eq!(all, std::slice::from_ref(picked)),
        logic::Ending::Contradiction { item } => {
            assert_eq!(all, [] as [Vec<Choice>; 0]);
            assert!(now.live_count(*item) == 0 || !model.is_own_item(*item));
        }
        logic::Ending::Stuck { undecided } => assert_eq!(&now.undecided(), undecided),
        logic::Ending::Stopped(_) => {}
    }
}

/// Names for models without any.
struct Numbered;

impl Names for Numbered {
    fn choice_name(&self, choice: Choice) -> String {
        format!("c{}", choice.0)
    }

    fn item_name(&self, item: Item) -> String {
        // Some are alike, so that the writer has to distinguish them.
        format!("i {}|:", item.0 / 2)
    }
}

fn exports(sample: &Sample) {
    let Sample { model, ask, .. } = sample;
    let only_given = Ask::given(ask.given.clone());
    let expected = all(&Naive, model, &only_given);
    let text = to_xcc(model, &Numbered, &ask.given, &Budget::default());
    let Ok(text) = text else {
        // Items cannot say that something is connected.
        assert!(model.links().next().is_some());
        return;
    };
    let cover = match read(&text, Some("cover:xcc")) {
        Ok(cover) => cover,
        // The format has no words for a problem without options and items to cover.
        Err(_) if model.choice_count() == 0 => return,
        Err(error) => panic!("{error} in {text:?}"),
    };
    let again = cover.model(&Budget::default()).expect("a small model");
    let found = all(&Dance, &again, &Ask::given(cover.givens()));
    if model.is_projected() {
        // An exact cover has no hidden options: it has each way to pick them.
        assert!(found.len() >= expected.len(), "{text}");
        assert_eq!(found.is_empty(), expected.is_empty(), "{text}");
        return;
    }
    assert_eq!(found.len(), expected.len(), "{text}");
}
