//! The measuring. All contenders solve the same boards in one run, in small turns, so that
//! whatever else the machine does meets all of them alike; the best round of each counts.
//!
//! 1. *Entry*: a first look measures how fast each is. A contender far slower than the best gets a sample of the
//!    boards instead of all.
//! 2. *Check*: every contender answers once, and the answers are compared.
//! 3. *Rounds*: on one thread the contender that has done the smallest share of its work takes the next turn, a chunk
//!    of boards; its CPU time counts. On all threads the contenders run in turn, their work cut into pieces that the
//!    threads fetch; the time on the clock counts.

use super::check::{self, Given};
use super::contender::{Contender, Kind, Session};
use cpu_time::ThreadTime;
use std::sync::Barrier;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tilewright_engines::bulk::BulkAnswers;
use tilewright_model::Model;
use tilewright_testkit::sudoku::Board;

/// A set with fewer boards than this is repeated until it has as many.
pub(super) const LEAST_BOARDS: usize = 10_000;
/// Boards in a turn of those who take one board a call.
const CHUNK: usize = 500;
/// Boards of the first look at a contender, by calls with one board and by calls with many.
const FIRST_LOOK: usize = 64;
const FIRST_LOOK_BULK: usize = 4_096;
/// The longest that a first look takes, unless its first few boards take longer.
const LOOK_TIME: Duration = Duration::from_millis(200);
/// A contender this many times slower than the best runs on a sample.
const SLOW: f64 = 20.0;
/// About how long a sample takes, and how long a round takes at least.
const SAMPLE_TIME: Duration = Duration::from_millis(250);
const ROUND_TIME: Duration = Duration::from_millis(100);
/// Boards in a piece of bulk work on several threads: fewer would leave lanes empty.
const LEAST_PIECE: usize = 2_048;

/// The settings of a measurement.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub(super) rounds: u32,
    /// Threads of the second measuring; there is none where this is 1.
    pub(super) threads: usize,
    /// Boards in a call of those who take many; all where it is `None`.
    pub(super) batch: Option<usize>,
}

/// The figure of a contender on a set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Figure {
    /// Boards a second.
    Rate { per_second: f64, is_sampled: bool },
    /// The number of wrong answers.
    Wrong(u64),
    /// It cannot do this.
    Unfit,
}

impl Figure {
    /// Boards a second, where the answers were right.
    pub(super) fn rate(self) -> Option<f64> {
        match self {
            Self::Rate { per_second, .. } => Some(per_second),
            Self::Wrong(_) | Self::Unfit => None,
        }
    }
}

/// The measurements on one set at one limit, for each contender.
pub(super) struct Measured {
    pub(super) one_thread: Vec<Figure>,
    pub(super) all_threads: Vec<Figure>,
    /// Guesses per board, of contenders that report them.
    pub(super) guesses: Vec<Option<f64>>,
}

/// The boards that are solved for a set.
pub(super) fn work(boards: &[Board]) -> Vec<Board> {
    let times = LEAST_BOARDS.div_ceil(boards.len().max(1));
    boards.repeat(times)
}

/// A contender that takes part, and which boards it gets.
pub(super) struct Entrant<'c> {
    pub(super) contender: &'c dyn Contender,
    /// Boards a second at the first look.
    look: f64,
    /// The numbers of its boards, where they are not all.
    sample: Option<Vec<usize>>,
}

impl Entrant<'_> {
    /// Returns true if it is too slow for all boards.
    pub(super) fn is_sampled(&self) -> bool {
        self.sample.is_some()
    }

    fn boards(&self, work: &[Board]) -> Vec<Board> {
        match &self.sample {
            Some(numbers) => numbers.iter().map(|&number| work[number]).collect(),
            None => work.to_vec(),
        }
    }
}

/// The contenders at this limit, with their boards; `None` for those that cannot.
pub(super) fn entrants<'c>(
    contenders: &[&'c dyn Contender],
    model: &Model,
    work: &[Board],
    limit: u32,
) -> Vec<Option<Entrant<'c>>> {
    let mut entrants: Vec<Option<Entrant>> = (contenders.iter())
        .map(|&contender| {
            let look = first_look(contender, model, work, limit)?;
            Some(Entrant {
                contender,
                look,
                sample: None,
            })
        })
        .collect();
    let best = entrants.iter().flatten().map(|entrant| entrant.look);
    let best = best.fold(0.0, f64::max);
    for entrant in entrants.iter_mut().flatten() {
        let size = sample_size(entrant.look, best, work.len());
        entrant.sample = size.map(|size| spaced(work.len(), size));
    }
    entrants
}

/// The number of boards for a contender that solves `rate` a second where the best solves `best`; `None` for all of
/// them.
fn sample_size(rate: f64, best: f64, boards: usize) -> Option<usize> {
    if rate * SLOW >= best {
        return None;
    }
    #[expect(clippy::cast_sign_loss, reason = "a rate is positive")]
    let size = (rate * SAMPLE_TIME.as_secs_f64()) as usize;
    Some(size.max(8)).filter(|&size| size < boards)
}

/// `number` numbers below `end`, evenly spaced.
fn spaced(end: usize, number: usize) -> Vec<usize> {
    (0..number).map(|place| place * end / number).collect()
}

/// Boards a second on some boards; `None` where it cannot.
fn first_look(contender: &dyn Contender, model: &Model, work: &[Board], limit: u32) -> Option<f64> {
    if !contender.knows(limit) {
        return None;
    }
    let mut session = session(contender, model)?;
    let (number, step) = match contender.kind() {
        Kind::Bulk => (FIRST_LOOK_BULK, FIRST_LOOK_BULK),
        Kind::Single | Kind::Peer => (FIRST_LOOK, 4),
    };
    let numbers = spaced(work.len(), number.min(work.len()));
    let boards: Vec<Board> = numbers.iter().map(|&number| work[number]).collect();
    let mut answers = BulkAnswers::default();
    let start = ThreadTime::now();
    let mut done = 0;
    for chunk in boards.chunks(step) {
        session.run(chunk, limit, &mut answers);
        done += chunk.len();
        if start.elapsed() > LOOK_TIME {
            break;
        }
    }
    Some(per_second(done, start.elapsed()))
}

fn per_second(boards: usize, time: Duration) -> f64 {
    boards as f64 / time.as_secs_f64().max(1e-9)
}

fn session<'m>(contender: &'m dyn Contender, model: &'m Model) -> Option<Box<dyn Session + 'm>> {
    match contender.session(model) {
        Ok(session) => Some(session),
        Err(declined) => {
            eprintln!("{}: {declined}", contender.name());
            None
        }
    }
}

/// Measures every contender on the boards of a set.
pub(super) fn measure(
    contenders: &[&dyn Contender],
    model: &Model,
    boards: &[Board],
    limit: u32,
    plan: Plan,
) -> Measured {
    let work = work(boards);
    let entrants = entrants(contenders, model, &work, limit);
    let mut given = Vec::new();
    let mut runners: Vec<Option<Runner>> = Vec::new();
    for entrant in &entrants {
        let runner = entrant.as_ref().and_then(|entrant| {
            let session = session(entrant.contender, model)?;
            Some(Runner::new(entrant, session, &work, limit, plan.batch))
        });
        let (runner, answers) = runner.unzip();
        runners.push(runner);
        given.push(answers);
    }
    let wrong = check::wrong(&work, limit, &given);
    drop(given);
    let guesses = runners.iter().map(|r| r.as_ref()?.guesses).collect();

    for (runner, &wrong) in runners.iter_mut().zip(&wrong) {
        if wrong > 0 {
            *runner = None;
        }
    }
    let mut running: Vec<&mut Runner> = runners.iter_mut().flatten().collect();
    for _ in 0..plan.rounds {
        round_on_one_thread(&mut running, limit);
        if plan.threads > 1 {
            for runner in &mut running {
                runner.round_on_threads(model, limit, plan);
            }
        }
    }
    let figure = |best: fn(&Runner) -> Duration| {
        let runners = runners.iter().zip(&wrong);
        let figure = |(runner, &wrong): (&Option<Runner>, &u64)| match runner {
            _ if wrong > 0 => Figure::Wrong(wrong),
            None => Figure::Unfit,
            Some(runner) => Figure::Rate {
                per_second: per_second(runner.passes * runner.boards.len(), best(runner)),
                is_sampled: runner.is_sampled,
            },
        };
        runners.map(figure).collect()
    };
    Measured {
        one_thread: figure(|runner| runner.best),
        all_threads: if plan.threads > 1 {
            figure(|runner| runner.best_on_threads)
        } else {
            Vec::new()
        },
        guesses,
    }
}

/// A contender in the rounds.
struct Runner<'m> {
    contender: &'m dyn Contender,
    session: Box<dyn Session + 'm>,
    boards: Vec<Board>,
    is_sampled: bool,
    /// Boards of a turn.
    chunk: usize,
    /// The number of times its boards are solved in a round.
    passes: usize,
    /// Guesses per board.
    guesses: Option<f64>,
    answers: BulkAnswers,
    /// Turns of this round so far, and the time they took.
    turns: usize,
    time: Duration,
    /// The best round.
    best: Duration,
    best_on_threads: Duration,
}

impl<'m> Runner<'m> {
    /// Answers once, to be checked, and sees how long that takes.
    fn new(
        entrant: &Entrant<'m>,
        session: Box<dyn Session + 'm>,
        work: &[Board],
        limit: u32,
        batch: Option<usize>,
    ) -> (Self, Given) {
        let boards = entrant.boards(work);
        let chunk = match entrant.contender.kind() {
            Kind::Bulk => batch.unwrap_or(boards.len()),
            Kind::Single | Kind::Peer => CHUNK,
        };
        let mut runner = Self {
            contender: entrant.contender,
            session,
            is_sampled: entrant.is_sampled(),
            chunk: chunk.clamp(1, boards.len().max(1)),
            boards,
            passes: 1,
            guesses: None,
            answers: BulkAnswers::default(),
            turns: 0,
            time: Duration::ZERO,
            best: Duration::MAX,
            best_on_threads: Duration::MAX,
        };
        let mut answers = BulkAnswers::default();
        for _ in 0..runner.turns_of_a_round() {
            runner.turn(limit);
            answers.counts.append(&mut runner.answers.counts);
            answers.firsts.append(&mut runner.answers.firsts);
        }
        let number = runner.boards.len() as f64;
        runner.guesses = runner.session.guesses().map(|all| all as f64 / number);
        runner.passes = passes(runner.time);
        let numbers = entrant.sample.clone();
        let given = Given {
            boards: numbers.unwrap_or_else(|| (0..work.len()).collect()),
            answers,
        };
        (runner, given)
    }

    fn turns_of_a_pass(&self) -> usize {
        self.boards.len().div_ceil(self.chunk)
    }

    fn turns_of_a_round(&self) -> usize {
        self.passes * self.turns_of_a_pass()
    }

    fn share_done(&self) -> f64 {
        self.turns as f64 / self.turns_of_a_round() as f64
    }

    fn turn(&mut self, limit: u32) {
        let place = self.turns % self.turns_of_a_pass() * self.chunk;
        let end = (place + self.chunk).min(self.boards.len());
        let start = ThreadTime::now();
        self.session
            .run(&self.boards[place..end], limit, &mut self.answers);
        self.time += start.elapsed();
        self.turns += 1;
    }

    /// One round on several threads, each with a session of its own.
    fn round_on_threads(&mut self, model: &Model, limit: u32, plan: Plan) {
        let boards = self.boards.len();
        let piece = match self.contender.kind() {
            Kind::Bulk => plan
                .batch
                .unwrap_or(piece(boards, plan.threads, LEAST_PIECE)),
            Kind::Single | Kind::Peer => piece(boards, plan.threads, CHUNK),
        };
        let pieces: Vec<&[Board]> = self.boards.chunks(piece).collect();
        let all = pieces.len() * self.passes;
        let next = AtomicUsize::new(0);
        let barrier = Barrier::new(plan.threads);
        let contender = self.contender;
        let work = || {
            let mut session = session(contender, model)?;
            let mut answers = BulkAnswers::default();
            barrier.wait();
            let start = Instant::now();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= all {
                    return Some((start, Instant::now()));
                }
                session.run(pieces[number % pieces.len()], limit, &mut answers);
            }
        };
        let spans: Vec<(Instant, Instant)> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..plan.threads).map(|_| scope.spawn(work)).collect();
            let spans = threads.into_iter().filter_map(|thread| thread.join().ok()?);
            spans.collect()
        });
        let begin = spans.iter().map(|&(start, _)| start).min();
        let end = spans.iter().map(|&(_, end)| end).max();
        if let (Some(begin), Some(end)) = (begin, end) {
            self.best_on_threads = self.best_on_threads.min(end - begin);
        }
    }
}

/// The boards of a piece: every thread gets as many pieces as the others, of at least `least` boards
/// where there are enough for that.
fn piece(boards: usize, threads: usize, least: usize) -> usize {
    let each = (boards / (threads * least)).max(1);
    boards.div_ceil(threads * each).max(1)
}

/// The number of passes over boards that take `time`, for a round that is long enough.
fn passes(time: Duration) -> usize {
    let times = ROUND_TIME.as_nanos().div_ceil(time.as_nanos().max(1));
    times.clamp(1, 1_000) as usize
}

/// The turns of one round: next is the contender that has done the smallest share of its work.
fn round_on_one_thread(runners: &mut [&mut Runner], limit: u32) {
    for runner in &mut *runners {
        (runner.turns, runner.time) = (0, Duration::ZERO);
    }
    loop {
        let behind = (runners.iter_mut())
            .filter(|runner| runner.turns < runner.turns_of_a_round())
            .min_by(|a, b| a.share_done().total_cmp(&b.share_done()));
        let Some(runner) = behind else {
            break;
        };
        runner.turn(limit);
    }
    for runner in runners {
        runner.best = runner.best.min(runner.time);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;
    use tilewright_engines::Declined;
    use tilewright_model::budget::Budget;
    use tilewright_puzzles::sudoku::Shape;
    use tilewright_testkit::sudoku::full;

    /// Claims a fixed number of solutions for full boards, and notes the number of boards in each call.
    struct Fake<'l> {
        name: &'static str,
        kind: Kind,
        count: u32,
        calls: &'l Mutex<Vec<(&'static str, usize)>>,
    }

    impl Contender for Fake<'_> {
        fn name(&self) -> String {
            self.name.into()
        }

        fn kind(&self) -> Kind {
            self.kind
        }

        fn knows(&self, limit: u32) -> bool {
            limit < 3
        }

        fn session<'m>(&'m self, _: &'m Model) -> Result<Box<dyn Session + 'm>, Declined> {
            Ok(Box::new(FakeSession(self)))
        }
    }

    struct FakeSession<'f>(&'f Fake<'f>);

    impl Session for FakeSession<'_> {
        fn run(&mut self, boards: &[Board], _: u32, answers: &mut BulkAnswers) {
            self.0
                .calls
                .lock()
                .unwrap()
                .push((self.0.name, boards.len()));
            answers.counts = vec![self.0.count; boards.len()];
            answers.firsts = boards.as_flattened().to_vec();
            // Long enough that a round is a single pass.
            let time = ROUND_TIME.mul_f64(boards.len() as f64 / LEAST_BOARDS as f64);
            let start = ThreadTime::now();
            while start.elapsed() < time {}
        }

        fn guesses(&self) -> Option<u64> {
            Some(LEAST_BOARDS as u64 * 3)
        }
    }

    #[test]
    fn small_sets_are_repeated_whole() {
        let boards = [full(1), full(2), full(3)];
        let work = work(&boards);
        assert!(work.len() >= LEAST_BOARDS && work.len().is_multiple_of(3));
        assert_eq!(work[work.len() - 3..], boards);
    }

    #[test]
    fn samples_are_spread_over_the_set() {
        assert_eq!(spaced(10, 5), [0, 2, 4, 6, 8]);
        assert_eq!(spaced(7, 7), [0, 1, 2, 3, 4, 5, 6]);
        assert_eq!(sample_size(1_000.0, 19_000.0, 10_000), None);
        assert_eq!(sample_size(1_000.0, 21_000.0, 10_000), Some(250));
        assert_eq!(sample_size(1.0, 21_000.0, 10_000), Some(8));
        // Far behind, but all boards are soon done.
        assert_eq!(sample_size(1e6, 1e8, 10_000), None);
    }

    #[test]
    fn short_work_is_repeated() {
        assert_eq!(passes(ROUND_TIME * 3), 1);
        assert_eq!(passes(ROUND_TIME / 3), 4);
        assert_eq!(passes(Duration::ZERO), 1_000);
    }

    #[test]
    fn turns_are_taken_evenly_and_the_wrong_one_is_shown() {
        let calls = Mutex::new(Vec::new());
        let fake = |name, kind, count| Fake {
            name,
            kind,
            count,
            calls: &calls,
        };
        let (bulk, right) = (fake("bulk", Kind::Bulk, 1), fake("right", Kind::Peer, 1));
        let wrong = fake("wrong", Kind::Peer, 0);
        let model = Shape::classic().model(&Budget::default()).unwrap();
        let plan = Plan {
            rounds: 1,
            threads: 1,
            batch: Some(LEAST_BOARDS / 4),
        };
        let all: [&dyn Contender; 3] = [&bulk, &right, &wrong];
        let measured = measure(&all, &model, &[full(1)], 2, plan);
        assert!(measured.one_thread[0].rate().is_some());
        assert!(measured.one_thread[1].rate().is_some());
        assert_eq!(measured.one_thread[2], Figure::Wrong(LEAST_BOARDS as u64));
        assert_eq!(measured.guesses[0], Some(3.0));
        assert!(measured.all_threads.is_empty());
        // The round is the last calls: 4 of the one among 20 of the other.
        let calls = calls.lock().unwrap().clone();
        let round = &calls[calls.len() - 24..];
        assert_eq!(round[0], ("bulk", LEAST_BOARDS / 4));
        for part in round.chunks(6) {
            let bulk = part.iter().filter(|(name, _)| *name == "bulk").count();
            assert_eq!(bulk, 1, "{round:?}");
            assert_eq!(
                part.iter()
                    .filter(|call| **call == ("right", CHUNK))
                    .count(),
                5
            );
        }
        let unfit = measure(&all[..1], &model, &[full(1)], 3, plan);
        assert_eq!(unfit.one_thread, [Figure::Unfit]);
    }

    #[test]
    fn threads_get_as_many_pieces_as_each_other() {
        assert_eq!(piece(10_000, 2, 2_048), 2_500);
        assert_eq!(piece(20_000, 2, 2_048), 2_500);
        assert_eq!(piece(1_000, 4, 2_048), 250);
        assert_eq!(piece(8, 16, 500), 1);
        assert_eq!(piece(0, 2, 500), 1);
    }

    #[test]
    fn threads_share_the_boards() {
        let calls = Mutex::new(Vec::new());
        let peer = Fake {
            name: "peer",
            kind: Kind::Bulk,
            count: 1,
            calls: &calls,
        };
        let model = Shape::classic().model(&Budget::default()).unwrap();
        let plan = Plan {
            rounds: 1,
            threads: 2,
            batch: None,
        };
        let measured = measure(&[&peer], &model, &[full(1)], 1, plan);
        assert!(measured.all_threads[0].rate().is_some());
        let calls = calls.lock().unwrap().clone();
        let pieces = calls.iter().filter(|&&(_, size)| size == LEAST_BOARDS / 4);
        let boards: usize = pieces.map(|&(_, size)| size).sum();
        assert!(boards > 0 && boards.is_multiple_of(LEAST_BOARDS));
    }
}
