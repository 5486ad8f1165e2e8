//! Many boards at once, one in each bit of a register.
//!
//! A register of 256 bits holds one bit of 256 boards, and an instruction that combines two
//! registers takes the same small step in all of them ([`planes`] draws it). The price: all boards
//! must take the same steps. The gain: there is nothing to look up, nothing to predict, and no bit
//! of a register that is idle. This module keeps it so. It is a driver for any width ([`slices`]),
//! and goes through two stages:
//!
//! ```text
//!  boards ──▶ nursery: a register full of fresh boards, swept until most are settled
//!               │   solved or failed: answered
//!               ▼
//!             queue of boards to guess in, each with the first guess if it was settled
//!               │
//!               ▼
//!             search: every lane goes depth first through the guesses of its own board;
//!                     what has come to rest waits until enough lanes do (`serve`):
//!                       solved    the board is answered, or the lane goes back for more
//!                       failed    the lane goes back to its last guess that has another side
//!                       settled   the lane guesses: one side stays, the other is for later
//!                     a lane without work takes the next board from the queue
//!               │
//!               ▼  when the queue is empty and most lanes are idle
//!             one by one: what is left to do (`finish`, by [`One`])
//! ```
//!
//! **Going back** needs no copy of the board at each guess. A lane keeps the state of its board
//! before the first guess, the *root*, and the guesses from there on, the *path*. To go back is to
//! turn the last guess with another side, apply the path to the root, and let the sweeps conclude
//! the rest. A few more sweeps are cheaper than turning every board out of its lane at every guess.
//!
//! **The same answers everywhere.** A lane is served only when it is settled, and a settled board
//! is the same in whatever company it got there. So each board's tree of guesses is always the
//! same, and every path walks it in the same order.

mod pack;
mod pick;
mod planes;
mod slices;
mod turn;
mod vector;

pub use slices::Path;

use super::one::One;
use slices::{Guess, Mask, ROW_CELLS, Row, Slices, each};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};

/// Solutions that are sooner taken out one by one than all at once.
const FEW_SOLUTIONS: u32 = 6;

/// The bulk engine on one thread.
pub(super) struct Lanes {
    nursery: Box<dyn Slices>,
    search: Box<dyn Slices>,
    when: Thresholds,
    /// Solutions on their way out.
    solutions: Vec<[u8; 81]>,
    /// Boards on their way from the nursery.
    roots: Vec<Row>,
    /// Boards on their way into lanes.
    rows: Vec<(usize, Row)>,
    /// The state of each lane of the search.
    trees: Vec<Tree>,
    /// The lanes that have a board.
    busy: Mask,
    /// The lanes that are settled and wait to guess.
    ready: Mask,
    /// The lanes whose boards have no solution and that wait to go back.
    failed: Mask,
    /// The lanes that were settled until the last look woke them.
    woken: Mask,
    queue: VecDeque<Waiting>,
    guesses: u64,
}

/// The schedule of the work in lanes. Measured.
struct Thresholds {
    /// This many settled lanes are worth a look.
    look: u32,
    /// This many waiting or idle lanes are worth serving.
    serve: u32,
    /// With at most this many lanes moving, the nursery takes a look.
    nursery_look: u32,
    /// At most this many lanes of the nursery may be left unsettled.
    nursery_leave: u32,
    /// At most this many boards are not worth it.
    finish: u32,
}

impl Thresholds {
    fn of(lanes: usize) -> Self {
        let lanes = lanes as u32;
        Self {
            look: lanes / 4,
            serve: lanes / 2,
            nursery_look: lanes / 2,
            nursery_leave: lanes / 4,
            finish: lanes / 4,
        }
    }
}

/// A board that waits for a lane.
struct Waiting {
    board: usize,
    root: Row,
    /// The first guess; `None` where the root was not settled yet.
    start: Option<Step>,
}

/// The tree of guesses that a lane goes through.
#[derive(Default)]
struct Tree {
    board: usize,
    /// The state of the board before the first guess.
    root: Row,
    /// The guesses from there on.
    path: Vec<Step>,
    /// The places on the path whose other side is still to be searched, ascending.
    pending: Vec<usize>,
}

impl Tree {
    /// Begins with a board.
    fn take(&mut self, waiting: &Waiting) {
        self.board = waiting.board;
        self.root = waiting.root;
        self.path.clear();
        self.pending.clear();
        self.guess(waiting.start);
    }

    /// Takes the first side of a guess.
    fn guess(&mut self, step: Option<Step>) {
        if let Some(step) = step {
            self.pending.push(self.path.len());
            self.path.push(step);
        }
    }

    /// Turns the last guess that has another side; whether there is one.
    fn go_back(&mut self) -> bool {
        let Some(depth) = self.pending.pop() else {
            return false;
        };
        self.path.truncate(depth + 1);
        self.path[depth] = self.path[depth].second();
        true
    }

    /// Applies the guesses to a root.
    fn apply(&self, row: &mut Row) {
        for step in &self.path {
            row[step.word] &= step.keep;
        }
    }

    /// Searches the rest of it; whether it came to the end.
    fn finish(&mut self, work: &mut Work<'_>, one: &mut One) -> bool {
        let (count, first) = (&mut work.counts[self.board], &mut work.firsts[self.board]);
        loop {
            let mut row = self.root;
            self.apply(&mut row);
            let mut solution = [0; 81];
            let most = work.limit - *count;
            let Some(found) = one.run_within(&possible(&row), most, &mut solution, work.stop)
            else {
                return false;
            };
            if *count == 0 && found > 0 {
                *first = solution;
            }
            *count += found;
            if *count == work.limit || !self.go_back() {
                return true;
            }
        }
    }
}

/// A guess on a path: the digits that it leaves in its cell.
#[derive(Clone, Copy)]
struct Step {
    /// The word of a row that has the cell.
    word: usize,
    /// The mask that the word keeps.
    keep: u64,
    /// The bit of the digit.
    bit: u64,
}

impl Step {
    /// The first side: the cell is the digit.
    fn first(guess: Guess) -> Self {
        let cell = guess.cell as usize;
        let shift = cell % ROW_CELLS * 9;
        let bit = 1 << (shift as u32 + guess.digit);
        Self {
            word: cell / ROW_CELLS,
            keep: !(0x1ff << shift) | bit,
            bit,
        }
    }

    /// The second side: it is not.
    fn second(self) -> Self {
        Self {
            keep: !self.bit,
            ..self
        }
    }
}

/// The boards of a question and the answers so far.
struct Work<'w> {
    boards: &'w [[u8; 81]],
    limit: u32,
    counts: &'w mut [u32],
    firsts: &'w mut [[u8; 81]],
    /// The next board that was not looked at yet.
    next: usize,
    /// The flag that ends it early.
    stop: Option<&'w AtomicBool>,
}

impl Work<'_> {
    /// Searches the next board by itself; whether it came to the end.
    fn take_one(&mut self, one: &mut One) -> bool {
        let (board, first) = (&self.boards[self.next], &mut self.firsts[self.next]);
        let Some(found) = one.run_until(board, self.limit, first, self.stop) else {
            return false;
        };
        self.counts[self.next] = found;
        self.next += 1;
        true
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

impl Lanes {
    /// On that path, with nothing left to [`One`].
    ///
    /// # Panics
    /// If this machine does not have it.
    pub(super) fn to_the_last(path: Path) -> Self {
        let mut lanes = Self::new(path);
        lanes.when.finish = 0;
        lanes
    }

    /// On that path.
    ///
    /// # Panics
    /// If this machine does not have it.
    pub(super) fn new(path: Path) -> Self {
        let search = path.slices();
        let lanes = search.lanes();
        Self {
            nursery: path.slices(),
            search,
            when: Thresholds::of(lanes),
            solutions: vec![[0; 81]; lanes],
            roots: vec![[0; 12]; lanes],
            rows: Vec::new(),
            trees: (0..lanes).map(|_| Tree::default()).collect(),
            busy: [0; 8],
            ready: [0; 8],
            failed: [0; 8],
            woken: [0; 8],
            queue: VecDeque::new(),
            guesses: 0,
        }
    }

    /// The guesses made so far.
    pub(super) fn guesses(&self) -> u64 {
        self.guesses
    }

    /// Searches each board for up to `limit` solutions, and writes their number and the first one,
    /// which is left alone if there is none. Returns true if it came to the end: `stop` ends it
    /// early. `one` does the boards that are not worth doing in lanes.
    pub(super) fn run(
        &mut self,
        boards: &[[u8; 81]],
        limit: u32,
        counts: &mut [u32],
        firsts: &mut [[u8; 81]],
        one: &mut One,
        stop: Option<&AtomicBool>,
    ) -> bool {
        counts.fill(0);
        if limit == 0 {
            return true;
        }
        self.forget();
        let mut work = Work {
            boards,
            limit,
            counts,
            firsts,
            next: 0,
            stop,
        };
        loop {
            if work.is_stopped() {
                return false;
            }
            let rest = boards.len() - work.next;
            let is_more = rest > 0;
            let busy = ones(&self.busy);
            if is_more && rest <= self.when.finish as usize {
                if !work.take_one(one) {
                    return false;
                }
            } else if is_more && self.queue.len() < self.trees.len() {
                self.fresh(&mut work);
            } else if is_more || busy + self.queue.len() as u32 > self.when.finish {
                self.step(&mut work);
            } else {
                return self.finish(&mut work, one);
            }
        }
    }

    /// Drops the remains of an interrupted run.
    fn forget(&mut self) {
        self.busy = [0; 8];
        self.ready = [0; 8];
        self.failed = [0; 8];
        self.woken = [0; 8];
        self.queue.clear();
    }

    /// The nursery's turn: settles as many fresh boards as there are lanes.
    fn fresh(&mut self, work: &mut Work<'_>) {
        let first = work.next;
        let rest = &work.boards[first..];
        let boards = &rest[..rest.len().min(self.trees.len())];
        work.next += boards.len();
        self.nursery.give(boards);
        let settled = self.settle(&first_lanes(boards.len()));
        if settled.solved != [0; 8] {
            let firsts = &mut work.firsts[first..work.next];
            self.nursery.values(&settled.solved, firsts);
            // It took no guess, so there is no other.
            each(&settled.solved, |lane| work.counts[first + lane] = 1);
        }
        let open = map2(&settled.ready, &settled.unsettled, |a, b| a | b);
        if open == [0; 8] {
            return;
        }
        self.nursery.rows(&open, &mut self.roots);
        self.nursery.pick(&settled.ready, false);
        self.guesses += u64::from(ones(&settled.ready));
        each(&open, |lane| {
            let is_ready = settled.ready[lane / 64] >> (lane % 64) & 1 == 1;
            self.queue.push_back(Waiting {
                board: first + lane,
                root: self.roots[lane],
                start: is_ready.then(|| Step::first(self.nursery.guess(lane))),
            });
        });
    }

    /// Sweeps the nursery until nearly all boards are solved, failed or settled.
    fn settle(&mut self, everyone: &Mask) -> Settled {
        let mut everyone = *everyone;
        let mut woken = [0; 8];
        loop {
            let swept = self.nursery.sweep();
            let solved = map2(&everyone, &swept.solved, |a, b| a & b);
            let stuck = map2(&woken, &swept.changed, |a, b| a & !b);
            everyone = map2(&everyone, &stuck, |a, b| a & !b);
            woken = [0; 8];
            let mut open = map3(&everyone, &swept.alive, &solved, |a, b, c| a & b & !c);
            let moving = map2(&open, &swept.changed, |a, b| a & b);
            if ones(&moving) > self.when.nursery_look {
                continue;
            }
            if open == [0; 8] {
                return Settled {
                    solved,
                    ready: [0; 8],
                    unsettled: [0; 8],
                };
            }
            let looked = self.nursery.look();
            let failed = map2(&looked.failed, &moving, |a, b| a & !b);
            open = map2(&open, &failed, |a, b| a & !b);
            woken = map2(&looked.woken, &moving, |a, b| a & !b);
            let busy = map2(&moving, &looked.woken, |a, b| a | b);
            let unsettled = map2(&open, &busy, |a, b| a & b);
            let ready = map2(&open, &busy, |a, b| a & !b);
            // Continuing with a few is cheaper than searching for them alone.
            let is_enough = ones(&unsettled) <= self.when.nursery_leave && ready != [0; 8];
            if is_enough || unsettled == [0; 8] {
                return Settled {
                    solved,
                    ready,
                    unsettled,
                };
            }
        }
    }

    /// The search's turn.
    fn step(&mut self, work: &mut Work<'_>) {
        let swept = self.search.sweep();
        let solved = map2(&self.busy, &swept.solved, |a, b| a & b);
        let dead = map2(&self.busy, &swept.alive, |a, b| a & !b);
        let stuck = map2(&self.woken, &swept.changed, |a, b| a & !b);
        self.woken = [0; 8];
        self.failed = map3(&self.failed, &dead, &stuck, |a, b, c| a | b | c);
        let waiting = map3(&solved, &self.failed, &self.ready, |a, b, c| a | b | c);
        let others = map2(&self.busy, &waiting, |a, b| a & !b);
        let settled = map2(&others, &swept.changed, |a, b| a & !b);
        let (number, moving) = (ones(&settled), ones(&others) - ones(&settled));
        if number > 0 && (number >= self.when.look || moving <= self.when.look) {
            self.look(&settled);
        }
        let waiting = map3(&solved, &self.failed, &self.ready, |a, b, c| a | b | c);
        let idle = self.trees.len() as u32 - ones(&self.busy);
        if ones(&waiting) + idle >= self.when.serve {
            self.serve(work, &solved);
        }
    }

    /// Looks at the cells: which lanes of `settled` are ready to guess?
    fn look(&mut self, settled: &Mask) {
        let looked = self.search.look();
        let failed = map2(settled, &looked.failed, |a, b| a & b);
        let left = map2(settled, &failed, |a, b| a & !b);
        let ready = map2(&left, &looked.woken, |a, b| a & !b);
        self.woken = map2(&left, &looked.woken, |a, b| a & b);
        self.failed = map2(&self.failed, &failed, |a, b| a | b);
        self.ready = map2(&self.ready, &ready, |a, b| a | b);
    }

    /// Gives every lane that waits something to do.
    fn serve(&mut self, work: &mut Work<'_>, solved: &Mask) {
        self.take_solutions(work, solved);
        self.guess();
        let mut loaded = [0; 8];
        let failed = std::mem::take(&mut self.failed);
        let ended = map3(solved, &failed, &self.busy, |a, b, c| (a | b) & c);
        each(&ended, |lane| {
            if self.trees[lane].go_back() {
                self.write_row(lane, &mut loaded);
            } else {
                self.busy[lane / 64] &= !(1 << (lane % 64));
            }
        });
        let idle = map2(&first_lanes(self.trees.len()), &self.busy, |a, b| a & !b);
        each(&idle, |lane| {
            if let Some(waiting) = self.queue.pop_front() {
                self.trees[lane].take(&waiting);
                self.busy[lane / 64] |= 1 << (lane % 64);
                self.write_row(lane, &mut loaded);
            }
        });
        if loaded != [0; 8] {
            self.search.load(&self.rows, &loaded);
            self.rows.clear();
        }
        // Every guess leaves a cell with one digit, which sweeps do not see.
        let _ = self.search.look();
    }

    /// Hands in the solutions of some lanes. Those whose boards need no more are idle then.
    fn take_solutions(&mut self, work: &mut Work<'_>, solved: &Mask) {
        let number = ones(solved);
        if number == 0 {
            return;
        }
        let is_many = number > FEW_SOLUTIONS;
        if is_many {
            self.search.values(solved, &mut self.solutions);
        }
        each(solved, |lane| {
            let board = self.trees[lane].board;
            if work.counts[board] == 0 {
                work.firsts[board] = if is_many {
                    self.solutions[lane]
                } else {
                    self.search.value(lane)
                };
            }
            work.counts[board] += 1;
            if work.counts[board] == work.limit {
                self.busy[lane / 64] &= !(1 << (lane % 64));
            }
        });
    }

    /// Lets the lanes that are ready guess.
    fn guess(&mut self) {
        let ready = std::mem::take(&mut self.ready);
        if ready == [0; 8] {
            return;
        }
        self.guesses += u64::from(ones(&ready));
        self.search.pick(&ready, true);
        each(&ready, |lane| {
            let step = Step::first(self.search.guess(lane));
            self.trees[lane].guess(Some(step));
        });
    }

    /// Writes the board that a lane continues with.
    fn write_row(&mut self, lane: usize, loaded: &mut Mask) {
        loaded[lane / 64] |= 1 << (lane % 64);
        let it = &self.trees[lane];
        // Changed where it stays: copying it right afterwards would wait for the stores.
        self.rows.push((lane, it.root));
        it.apply(&mut self.rows.last_mut().expect("just pushed").1);
    }

    /// Finishes the rest, one board after the other; returns true if it came to the end.
    fn finish(&mut self, work: &mut Work<'_>, one: &mut One) -> bool {
        let busy = self.busy;
        let mut is_done = true;
        each(&busy, |lane| {
            is_done = is_done && !work.is_stopped() && self.trees[lane].finish(work, one);
        });
        let mut tree = Tree::default();
        while is_done && let Some(waiting) = self.queue.pop_front() {
            tree.take(&waiting);
            is_done = !work.is_stopped() && tree.finish(work, one);
        }
        is_done
    }
}

/// The digits that each cell may have.
fn possible(row: &Row) -> [u16; 81] {
    std::array::from_fn(|cell| {
        let digits = row[cell / ROW_CELLS] >> (cell % ROW_CELLS * 9);
        (digits & 0x1ff) as u16
    })
}

/// The outcome of the boards of the nursery; the others have failed.
struct Settled {
    solved: Mask,
    ready: Mask,
    unsettled: Mask,
}

/// The first `number` lanes.
fn first_lanes(number: usize) -> Mask {
    std::array::from_fn(|word| match number.saturating_sub(word * 64) {
        0 => 0,
        lanes @ 1..64 => (1 << lanes) - 1,
        _ => u64::MAX,
    })
}

fn ones(mask: &Mask) -> u32 {
    mask.iter().map(|word| word.count_ones()).sum()
}

fn map2(a: &Mask, b: &Mask, combine: impl Fn(u64, u64) -> u64) -> Mask {
    std::array::from_fn(|word| combine(a[word], b[word]))
}

fn map3(a: &Mask, b: &Mask, c: &Mask, combine: impl Fn(u64, u64, u64) -> u64) -> Mask {
    std::array::from_fn(|word| combine(a[word], b[word], c[word]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_testkit::sudoku;

    #[test]
    fn nothing_is_left_of_a_run_that_was_interrupted() {
        let boards: Vec<[u8; 81]> = (0..40).map(sudoku::sparse).collect();
        let mut one = One::default();
        let expected = boards.iter().map(|board| one.run(board, 2, &mut [0; 81]));
        let expected: Vec<u32> = expected.collect();
        let leave: [fn(&mut Lanes, Mask); 4] = [
            |lanes, all| lanes.busy = all,
            |lanes, all| lanes.ready = all,
            |lanes, all| lanes.woken = all,
            |lanes, _| {
                lanes.queue.push_back(Waiting {
                    board: 1000,
                    root: [0; 12],
                    start: None,
                });
            },
        ];
        for leave in leave {
            let mut lanes = Lanes::to_the_last(Path::Portable);
            let all = first_lanes(lanes.trees.len());
            leave(&mut lanes, all);
            let (mut counts, mut firsts) = ([9; 40], [[0; 81]; 40]);
            assert!(lanes.run(&boards, 2, &mut counts, &mut firsts, &mut one, None));
            assert_eq!(counts[..], expected);
        }
    }

    #[test]
    fn the_first_lanes() {
        assert_eq!(first_lanes(0), [0; 8]);
        assert_eq!(ones(&first_lanes(65)), 65);
        assert_eq!(first_lanes(128), [!0, !0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(first_lanes(512), [!0; 8]);
    }
}
