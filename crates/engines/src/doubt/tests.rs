//! An engine that lies in each way, and what becomes of its answers.

use super::*;
use crate::dance::Dance;
use crate::parallel::Parallel;
use crate::sat::Sat;
use crate::solutions;
use tilewright_model::ModelBuilder;

/// The lie of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lie {
    /// A solution lacks a choice.
    Short,
    /// A solution lacks the given choice.
    Given,
    /// A solution has the barred choice.
    Barred,
    /// The first solution comes again.
    Again,
    /// There is no solution after the first.
    Missing,
    /// There is one solution more than there is.
    Count,
    /// It is honest.
    Nothing,
}

struct Liar(Lie);

struct Lying {
    lie: Lie,
    inner: Box<dyn Search>,
    told: Vec<Choice>,
    number: u64,
}

impl Engine for Liar {
    fn name(&self) -> &'static str {
        "liar"
    }

    fn about(&self) -> &'static str {
        "dance, but for a lie"
    }

    fn prepare(&self, model: &Model, budget: &Budget) -> Result<Box<dyn Search>, Declined> {
        Ok(Box::new(Lying {
            lie: self.0,
            inner: Dance.prepare(model, budget)?,
            told: Vec::new(),
            number: 0,
        }))
    }
}

impl Search for Lying {
    fn start(&mut self, ask: &Ask) {
        let mut ask = ask.clone();
        match self.lie {
            Lie::Given => ask.given.clear(),
            Lie::Barred => ask.barred.clear(),
            _ => {}
        }
        self.number = 0;
        self.inner.start(&ask);
    }

    fn advance(&mut self) -> Result<&[Choice], End> {
        self.number += 1;
        match (self.lie, self.number) {
            (Lie::Again, 2) => return Ok(&self.told),
            (Lie::Missing, 2) => return Err(End::Complete),
            _ => {}
        }
        self.told = self.inner.advance()?.to_vec();
        if self.lie == Lie::Short {
            self.told.pop();
        }
        Ok(&self.told)
    }

    fn count(&mut self) -> Count {
        let mut count = self.inner.count();
        count.number += u32::from(self.lie == Lie::Count);
        count
    }

    fn choice_count(&self) -> usize {
        self.inner.choice_count()
    }

    fn stats(&self) -> Stats {
        self.inner.stats()
    }

    fn branches(&mut self) -> Vec<Branch> {
        self.inner.branches()
    }

    fn possible(&mut self) -> Vec<Choice> {
        self.inner.possible()
    }
}

/// Three tiles of three choices each: 27 solutions, nine with the second choice, six of these without the fourth.
fn model() -> Model {
    let mut b = ModelBuilder::new(9);
    for tile in 0..3 {
        b.tile(&[tile * 3, tile * 3 + 1, tile * 3 + 2]).unwrap();
    }
    b.build().unwrap()
}

fn ask() -> Ask {
    Ask::given([Choice(1)]).barred([Choice(3)])
}

/// The number of solutions found, the end of the search and its sentence.
fn pulled(lie: Lie, threads: usize, ask: &Ask) -> (usize, End, String) {
    let engine = Parallel::new(Liar(lie), threads);
    let engine = Doubting::new(engine, Doubts::all(Sat)).threads(threads);
    let mut search = engine.prepare(&model(), &Budget::default()).unwrap();
    let mut found = solutions(&mut *search, ask);
    let number = found.by_ref().count();
    let end = found.end().unwrap();
    drop(found);
    // It stays at its end.
    assert_eq!(search.advance(), Err(end));
    assert_eq!(search.count(), Count::new(0u32, end));
    (number, end, ask.budget.failure().unwrap_or("").to_owned())
}

#[test]
fn each_lie_ends_the_search_with_its_sentence() {
    for threads in [1, 3] {
        for (lie, heard, sentence) in [
            (Lie::Short, 0, "by the definition: it is none: Missing"),
            (
                Lie::Given,
                0,
                "by the definition: it lacks the given choice 1",
            ),
            (
                Lie::Barred,
                0,
                "by the definition: it has the barred choice 3",
            ),
            (Lie::Again, 1, "check: it comes twice"),
            (Lie::Missing, 1, "check: at least 2 solutions"),
        ] {
            let (number, end, said) = pulled(lie, threads, &ask());
            assert_eq!((number, end), (heard, End::Failed), "{lie:?}");
            assert!(said.starts_with(Mismatch::HEADING), "{said}");
            assert!(said.contains(&format!("\n{sentence}")), "{said}");
            for line in [
                "engine: liar",
                "given: 1",
                "barred: 3",
                "puzzle: a model without a puzzle",
                "9 choices, 3 items",
            ] {
                assert!(said.contains(&format!("\n{line}\n")), "{line} in {said}");
            }
            assert!(said.contains(&format!("\nthreads: {threads}\n")), "{said}");
        }
        let (number, end, said) = pulled(Lie::Nothing, threads, &ask());
        assert_eq!((number, end, said.as_str()), (6, End::Complete, ""));
    }
}

#[test]
fn that_there_is_no_other_solution_is_doubted() {
    let (number, end, said) = pulled(Lie::Missing, 1, &ask().limit(2));
    assert_eq!((number, end), (1, End::Failed));
    assert!(
        said.contains("\nanswer: 1 solution, and no other\nchecked by: reduce\n"),
        "{said}"
    );
    let check = "\ncheck: there is another solution: choices ";
    assert!(said.contains(check), "{said}");
}

#[test]
fn a_wrong_count_is_not_heard() {
    let doubts = Doubts::all(Sat);
    let count = |lie, ask: &Ask| {
        let engine = Doubting::new(Liar(lie), doubts.clone());
        let mut search = engine.prepare(&model(), &Budget::default()).unwrap();
        search.start(ask);
        search.count()
    };
    let lied = ask();
    assert_eq!(count(Lie::Count, &lied), Count::new(0u32, End::Failed));
    let said = lied.budget.failure().unwrap();
    let report = "\nanswer: 7 solutions\nchecked by: reduce\ncheck: 6 solutions\n";
    assert!(said.contains(report), "{said}");
    assert_eq!(doubts.checks(), SelfChecks::default());
    assert_eq!(count(Lie::Nothing, &ask()), Count::new(6u32, End::Complete));
    assert_eq!(doubts.checks().counts, 1);
    // The count of a part says nothing about the whole.
    let part = Branch::With(Choice(4)).part_of(&ask());
    assert_eq!(count(Lie::Count, &part).end, End::Complete);
}

#[test]
fn somebody_may_hear_of_it_before_the_end() {
    let heard = Arc::new(Mutex::new(String::new()));
    let ear = Arc::clone(&heard);
    let doubts = Doubts::all(Sat).on_mismatch(move |mismatch| {
        assert_eq!(mismatch.engine(), "liar");
        *ear.lock().unwrap() = mismatch.to_string();
    });
    let mut search = Doubting::new(Liar(Lie::Short), doubts)
        .prepare(&model(), &Budget::default())
        .unwrap();
    let ask = ask().seed(7);
    search.start(&ask);
    assert_eq!(search.advance(), Err(End::Failed));
    let heard = heard.lock().unwrap();
    assert!(heard.contains("\nseed: 7\n"), "{heard}");
    assert_eq!(ask.budget.failure(), Some(heard.as_str()));
}
