//! A count by visiting that can be stopped at any time and resumed later.
//!
//! **Idea.** The search is a heap of parts that are still to be visited. A thread takes one and visits it for a stint
//! of some nodes. If the part is done in that, its number is added. If not, the part is cut into its
//! [branches](Search::branches), which go back on the heap, and the count of the stint is thrown away. So a stop
//! loses at most a stint for each thread, and the heap with the sum is all that has to be written down to resume. A
//! part that is stopped before its stint is over is cut as well, and its branches get shorter stints. So a count ends
//! however often it is stopped, for in the end a part fits between two stops.
//!
//! Each part has a weight: the whole has 1, and a part that is cut shares its own among its branches.
//! The weight that is done is an honest guess at how far the count has come: it rises with each part,
//! it ends at 1, and it is wrong just as far as branches differ in size.

use crate::notebook::{NoteReader, NoteWriter, Notebook};
use crate::parallel::{at_root, started};
use crate::{Ask, Branch, Budget, Count, Declined, End, Engine, Search, Stats};
use num_bigint::BigUint;
use std::sync::{Condvar, Mutex};
use tilewright_model::{Choice, Model};

/// Nodes of a stint: some seconds' worth.
pub(crate) const STINT: u64 = 20_000_000;

/// The name of the notes, unless the caller has several such counts.
const NAME: &str = "visit";

/// A part to be visited: everything with these choices and without those.
#[derive(Clone, Debug, PartialEq)]
struct Part {
    with: Vec<Choice>,
    without: Vec<Choice>,
    /// Nodes that may be spent before it is cut.
    stint: u64,
    weight: f64,
}

impl Part {
    fn of(&self, root: &Ask) -> Ask {
        let mut ask = root.clone();
        ask.given.extend(&self.with);
        ask.barred.extend(&self.without);
        ask
    }

    /// Its parts, the first one last. Where it has no two branches it may be visited for longer.
    fn cut(mut self, branches: &[Branch]) -> Vec<Self> {
        if branches.len() < 2 {
            self.stint = self.stint.saturating_mul(16);
            return vec![self];
        }
        let weight = self.weight / f64::from(u32::try_from(branches.len()).unwrap_or(u32::MAX));
        let further = |branch: &Branch| {
            let mut part = self.clone();
            part.weight = weight;
            match *branch {
                Branch::With(choice) => part.with.push(choice),
                Branch::Without(choice) => part.without.push(choice),
            }
            part
        };
        branches.iter().rev().map(further).collect()
    }
}

/// The data that all threads share.
#[derive(Debug)]
struct Pool {
    sum: BigUint,
    /// The weight of the visited parts.
    done: f64,
    open: Vec<Part>,
    /// Those that threads are visiting.
    taken: Vec<Option<Part>>,
    /// Nodes that may still be spent.
    nodes_left: Option<u64>,
    stats: Stats,
    end: Option<End>,
}

impl Pool {
    fn page(&self) -> Vec<u8> {
        let mut pen = NoteWriter::default();
        pen.number(&self.sum);
        pen.word(self.done.to_bits());
        let parts = || self.open.iter().chain(self.taken.iter().flatten());
        pen.word(parts().count() as u64);
        for part in parts() {
            pen.word(part.weight.to_bits());
            pen.word(part.stint);
            for choices in [&part.with, &part.without] {
                pen.word(choices.len() as u64);
                for choice in choices {
                    pen.word(u64::from(choice.0));
                }
            }
        }
        pen.finish()
    }

    /// The notes of an earlier run, unless they cannot be about `choice_count` choices.
    fn read(page: &[u8], choice_count: usize) -> Option<Self> {
        let mut page = NoteReader::new(page);
        let sum = page.number()?;
        let done = f64::from_bits(page.word()?);
        let mut open = Vec::new();
        for _ in 0..page.word()? {
            let weight = f64::from_bits(page.word()?);
            let stint = page.word()?;
            let mut choices = || {
                let number = page.word()?;
                let mut choices = Vec::new();
                for _ in 0..number {
                    let choice = u32::try_from(page.word()?).ok()?;
                    choices.push(Choice(choice));
                }
                let fit = |choice: &Choice| choice.index() < choice_count;
                choices.iter().all(fit).then_some(choices)
            };
            open.push(Part {
                with: choices()?,
                without: choices()?,
                stint,
                weight,
            });
        }
        page.is_at_end().then_some(Self {
            sum,
            done,
            open,
            ..Self::new(Vec::new())
        })
    }

    fn new(open: Vec<Part>) -> Self {
        Self {
            sum: BigUint::ZERO,
            done: 0.0,
            open,
            taken: Vec::new(),
            nodes_left: None,
            stats: Stats::default(),
            end: None,
        }
    }
}

/// Counts in stints of some nodes, on several threads, with notes in the ask's notebook. The limit of the ask is
/// ignored.
pub(crate) fn count(
    engine: &dyn Engine,
    model: &Model,
    ask: &Ask,
    threads: usize,
    stint: u64,
) -> Result<(Count, Stats), Declined> {
    let mut search = engine.prepare(model, &ask.budget)?;
    let work = Work::begin(&mut *search, ask, stint, NAME);
    if threads < 2 {
        work.visit(0, &mut *search);
    } else {
        let next = std::sync::atomic::AtomicUsize::new(0);
        let visit = || {
            let number = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            let mut search = engine
                .prepare(model, &Budget::default())
                .expect("it was prepared before");
            work.visit(number, &mut *search);
        };
        std::thread::scope(|scope| {
            if started(scope, threads, &visit) == 0 {
                visit();
            }
        });
    }
    Ok(work.finish())
}

/// Counts on this thread with a prepared search, and with notes of that name.
pub(crate) fn count_with(
    search: &mut dyn Search,
    ask: &Ask,
    stint: u64,
    name: &str,
) -> (Count, Stats) {
    let work = Work::begin(search, ask, stint, name);
    work.visit(0, search);
    work.finish()
}

struct Work<'a> {
    name: &'a str,
    root: Ask,
    notebook: Option<&'a dyn Notebook>,
    pool: Mutex<Pool>,
    /// Something has changed in the pool.
    news: Condvar,
}

impl<'a> Work<'a> {
    fn begin(search: &mut dyn Search, ask: &'a Ask, stint: u64, name: &'a str) -> Self {
        let (mut root, _) = at_root(search, ask);
        root.as_part = true;
        root.limit = None;
        root.notebook = None;
        root.budget = ask.budget.clone();
        let notebook = ask.notebook.as_deref();
        let choice_count = search.choice_count();
        let earlier = notebook.and_then(|notebook| notebook.read(name));
        let earlier = earlier.and_then(|page| Pool::read(&page, choice_count));
        let mut pool = earlier.unwrap_or_else(|| {
            Pool::new(vec![Part {
                with: Vec::new(),
                without: Vec::new(),
                stint,
                weight: 1.0,
            }])
        });
        pool.nodes_left = ask.budget.nodes_left();
        Self {
            name,
            root,
            notebook,
            pool: Mutex::new(pool),
            news: Condvar::new(),
        }
    }

    /// Takes parts until there are none.
    fn visit(&self, thread: usize, search: &mut dyn Search) {
        while let Some((part, nodes)) = self.take(thread) {
            let mut ask = part.of(&self.root);
            ask.budget = self.root.budget.part(nodes);
            search.start(&ask);
            let counted = search.count();
            let stats = search.stats();
            let is_stint_over = counted.end == End::Nodes && nodes == part.stint;
            let is_cut = !counted.is_exact() && stats.nodes > 0;
            let branches = if is_cut {
                // Its time may be up, and its first branches are needed all the same.
                let mut part = part.of(&self.root);
                part.budget = Budget::default();
                search.start(&part);
                search.branches()
            } else {
                Vec::new()
            };
            self.give_back(thread, nodes, stats, |pool, mut part| {
                if counted.is_exact() {
                    pool.sum += counted.number;
                    pool.done += part.weight;
                } else if is_stint_over {
                    pool.open.append(&mut part.cut(&branches));
                } else {
                    pool.end.get_or_insert(counted.end);
                    if !is_cut {
                        pool.open.push(part);
                        return;
                    }
                    part.stint = (stats.nodes / 2).clamp(1, part.stint);
                    pool.open.append(&mut part.cut(&branches));
                }
            });
        }
    }

    /// The next part and how many nodes may be spent on it.
    fn take(&self, thread: usize) -> Option<(Part, u64)> {
        let mut pool = self.pool.lock().expect("no thread panics");
        loop {
            if pool.end.is_some() {
                return None;
            }
            if let Some(part) = pool.open.pop() {
                let nodes = part.stint.min(pool.nodes_left.unwrap_or(u64::MAX));
                pool.nodes_left = pool.nodes_left.map(|left| left - nodes);
                if pool.taken.len() <= thread {
                    pool.taken.resize(thread + 1, None);
                }
                pool.taken[thread] = Some(part.clone());
                return Some((part, nodes));
            }
            if pool.taken.iter().all(Option::is_none) {
                return None;
            }
            pool = self.news.wait(pool).expect("no thread panics");
        }
    }

    fn give_back(
        &self,
        thread: usize,
        nodes: u64,
        stats: Stats,
        settle: impl FnOnce(&mut Pool, Part),
    ) {
        let mut pool = self.pool.lock().expect("no thread panics");
        let part = pool.taken[thread].take().expect("it was taken");
        pool.stats += stats;
        pool.nodes_left = pool
            .nodes_left
            .map(|left| left + nodes.saturating_sub(stats.nodes));
        settle(&mut pool, part);
        if let Some(notebook) = self.notebook {
            notebook.progress(pool.done);
            if notebook.is_due() {
                notebook.write(self.name, Some(pool.page()));
            }
        }
        self.news.notify_all();
    }

    fn finish(self) -> (Count, Stats) {
        let pool = self.pool.into_inner().expect("no thread panics");
        if let Some(notebook) = self.notebook {
            notebook.write(self.name, pool.end.map(|_| pool.page()));
        }
        let mut stats = pool.stats;
        self.root.budget.spend(stats.nodes);
        stats.solutions = u64::try_from(&pool.sum).unwrap_or(u64::MAX);
        let end = pool.end.unwrap_or(End::Complete);
        (Count::new(pool.sum, end), stats)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dance::Dance;
    use crate::notebook::InMemory;
    use crate::reduce::Reduce;
    use proptest::prelude::*;
    use std::sync::Arc;
    use tilewright_testkit::{instances, random};

    fn model() -> Model {
        instances::queens(7).to_model()
    }

    const SOLUTIONS: u32 = 40;

    #[test]
    fn however_short_the_stints_and_however_many_threads_the_number_is_the_same() {
        let model = model();
        for stint in [1, 2, 3, 10, 100, 100_000] {
            for threads in [1, 2, 3] {
                let ask = Ask::default();
                let (count, _) = count(&Dance, &model, &ask, threads, stint).unwrap();
                let right = Count::new(SOLUTIONS, End::Complete);
                assert_eq!(count, right, "{stint} {threads}");
            }
        }
    }

    #[test]
    fn stopped_and_gone_on_with_is_as_if_never_stopped() {
        let model = model();
        for (nodes, stint) in [(5, 2), (7, 7), (7, 1000), (40, 10), (100, 1000)] {
            let notebook = Arc::new(InMemory::default());
            let mut runs = 0;
            let number = loop {
                let mut ask = Ask::default().notebook(notebook.clone());
                ask.budget.nodes = Some(nodes);
                let (count, stats) = count(&Dance, &model, &ask, 1, stint).unwrap();
                assert!(stats.nodes <= nodes);
                runs += 1;
                assert!(runs < 10_000, "it does not get on: {nodes} {stint}");
                match count.end {
                    End::Complete => break count.number,
                    End::Nodes => assert!(count.number <= SOLUTIONS.into()),
                    end => panic!("{end}"),
                }
            };
            assert_eq!(number, SOLUTIONS.into());
            assert!(runs > 1);
            assert!(notebook.notes().is_empty(), "what is done needs no notes");
        }
    }

    proptest! {
        /// Whatever the model and the engine, barred and given choices too.
        #[test]
        fn stints_count_what_a_search_counts(
            (model, question) in random::model_and_question(),
            stint in 1u64..20,
        ) {
            let ask = Ask::given(question.given).barred(question.barred);
            for engine in [&Dance as &dyn Engine, &Reduce] {
                let mut search = engine.prepare(&model, &Budget::default()).unwrap();
                search.start(&ask);
                let right = search.count();
                let (counted, _) = count(engine, &model, &ask, 1, stint).unwrap();
                prop_assert_eq!(&counted, &right);
                let (counted, _) = count_with(&mut *search, &ask, stint, NAME);
                prop_assert_eq!(&counted, &right);
            }
        }
    }

    #[test]
    fn a_note_that_is_read_says_the_same_again() {
        let model = model();
        let notebook = Arc::new(InMemory::default());
        let mut ask = Ask::default().notebook(notebook.clone());
        ask.budget.nodes = Some(100);
        assert_eq!(count(&Dance, &model, &ask, 1, 5).unwrap().0.end, End::Nodes);
        let notes = notebook.notes();
        let page = &notes[NAME];
        let pool = Pool::read(page, model.choice_count()).unwrap();
        assert_eq!(&pool.page(), page);
        // The parts done and left are the whole.
        let left: f64 = pool.open.iter().map(|part| part.weight).sum();
        assert!(pool.done > 0.0 && left > 0.0);
        assert!((pool.done + left - 1.0).abs() < 1e-9);
    }

    #[test]
    fn notes_of_another_kind_are_not_believed() {
        let model = model();
        let notebook = Arc::new(InMemory::default());
        let mut ask = Ask::default().notebook(notebook.clone());
        ask.budget.nodes = Some(10);
        assert_eq!(count(&Dance, &model, &ask, 1, 3).unwrap().0.end, End::Nodes);
        let page = notebook.read(NAME).unwrap();
        assert!(Pool::read(&page, model.choice_count()).is_some());
        assert!(Pool::read(&page, 3).is_none(), "choices that are none");
        for length in 0..page.len() {
            assert!(Pool::read(&page[..length], model.choice_count()).is_none());
        }
        let mut longer = page;
        longer.push(0);
        assert!(Pool::read(&longer, model.choice_count()).is_none());
    }
}
