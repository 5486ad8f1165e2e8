//! One board at a time, the whole board in four registers.
//!
//! **Idea.** Others who search a single board keep a word for each symbol and band and work through
//! the words that changed, with tables. Here all words are looked at in every sweep, side by side:
//! a rule is a dozen operations on registers, whatever there is to do, without tables and
//! without branches that a machine could guess wrong. A board takes few sweeps, since each
//! one follows a chain through all rules.
//!
//! **Data.** The cells of a band (three rows) where a symbol is still possible are a word of 32 bits: nine bits for
//! each row and one above it that is never a cell, where sums can carry to.
//!
//! ```text
//!   bit  29 28 ......... 20 19 18 ......... 10  9  8 ......... 0
//!         0 [ third row   ]  0 [ second row  ]  0 [ first row   ]     column 0 is lowest
//!
//!   register 0   band 0 of the symbols  1 2 3 4 | 5 6 7 8      a word each, two halves of four
//!   register 1   band 1 of the symbols  1 2 3 4 | 5 6 7 8
//!   register 2   band 2 of the symbols  1 2 3 4 | 5 6 7 8
//!   register 3   of symbol 9 the bands  0 1 2 – | 0 1 2 –      both halves alike, – always full
//! ```
//!
//! Rules about one symbol work in its own word, rules about the bands of a symbol between registers (for symbol 9
//! between words), rules about the symbols of a cell across the words.
//!
//! **Rules** and why they are sound:
//! - *Bands.* A symbol is once in each row and once in each box of a band, so its three rows of three are one of six
//!   ways to match rows with boxes. Cells on no way whose rows of three are all still possible go (`matched`). If no
//!   way is left the word becomes zero.
//! - *Rows.* A row with one place left (taking away its lowest bit leaves none: one subtraction and
//!   one addition for three rows) takes it; the other symbols leave the cell (`sweep`). A box with one
//!   place left is a row with one place left after the first rule, a column after the next.
//! - *Stacks.* The rule of bands with columns: of each column of three only its being possible counts, and a band's
//!   column stays if the other two bands have two other columns (`stacks`). Applying it again changes nothing, so it
//!   need not be looked at twice.
//! - *Cells.* At rest, the symbols of all cells are counted at once up to three, as "at least
//!   one", "at least two" and "at least three" (`tallies`). A cell with none is a contradiction; so
//!   is one that two symbols took. A cell with one symbol takes it: its row has no other place for
//!   it (`settle`).
//!
//! All rules only remove, so their common result does not depend on their order: every path finds the same, and so
//! does any other implementation of these rules.
//!
//! **Search.** The cell to split at is chosen by numbers kept as binary digits, one bit for each
//! cell in each digit: sums of neighbours are a few operations for all 81 cells, and the largest is
//! found from the highest digit down (`branch_at`). The second board of a split waits on a stack of
//! 128 bytes each.
//!
//! **What was tried and lost**: counting symbols in every sweep, after the stacks or beside them (15 to 20 % slower
//! on easy boards, between 7 % quicker and 5 % slower on others); looking for an empty word already after a first
//! sweep (no difference); counting open cells house by house and walking through the cells with two symbols to choose
//! one (sums by binary digits, and cells counted without leaving the registers, took 15 % off boards with many
//! solutions).
#![allow(
    clippy::inline_always,
    reason = "what takes registers must be compiled into functions that have them"
)]

mod board;
#[cfg(target_arch = "x86_64")]
mod sse2;
mod words;
#[cfg(target_arch = "x86_64")]
mod x86;

#[cfg(test)]
mod tests;

use board::{Board, CELLS, Reached, Rest};
use std::sync::atomic::{AtomicBool, Ordering};
use words::{Plain, Words};

/// The toll of a search for each branch that it enters.
pub trait Toll {
    /// Returns true if the branch may be entered.
    fn pay(&mut self) -> bool;
}

/// No toll at all.
struct Free;

impl Toll for Free {
    #[inline(always)]
    fn pay(&mut self) -> bool {
        true
    }
}

/// Free until the flag is set.
struct Flag<'f>(Option<&'f AtomicBool>);

impl Toll for Flag<'_> {
    #[inline(always)]
    fn pay(&mut self) -> bool {
        !self.0.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

/// The end of a step of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advance {
    /// With a solution.
    Found,
    /// There are no more.
    Done,
    /// The toll was not paid; nothing can be asked of this search any more.
    Stopped,
}

/// The features of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Path {
    Plain,
    #[cfg(target_arch = "x86_64")]
    Sse2,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Path {
    /// All that this machine can run, the best last.
    #[cfg_attr(
        not(target_arch = "x86_64"),
        expect(unused_mut, reason = "there is nothing else there")
    )]
    pub(crate) fn all() -> Vec<Self> {
        let mut all = vec![Self::Plain];
        #[cfg(target_arch = "x86_64")]
        {
            all.push(Self::Sse2);
            let has_avx2 = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("popcnt")
                && is_x86_feature_detected!("lzcnt");
            let has_avx512 = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vl");
            if has_avx2 {
                all.push(Self::Avx2);
            }
            if has_avx2 && has_avx512 {
                all.push(Self::Avx512);
            }
        }
        all
    }
}

/// This many solutions of any board are found before a caller would want to stop it.
const SOON: u32 = 1000;

/// Every first child settles a cell, so no more than this are waiting.
const DEEPEST: usize = 81;

/// A search of one board after the other.
#[derive(Debug)]
pub struct One {
    path: Path,
    guesses: u64,
    /// The number of boards that wait on the stack.
    depth: usize,
    stack: Box<[Rest; DEEPEST]>,
    /// The board to begin with, until the search begins; then the solution found last.
    board: Rest,
    is_begun: bool,
}

impl Default for One {
    /// On the best path of this machine.
    fn default() -> Self {
        Self::on(*Path::all().last().expect("there is one"))
    }
}

/// The work of a search, compiled for its path.
macro_rules! on_path {
    ($path:expr, $plain:expr, $name:ident($($arg:expr),*)) => {
        match $path {
            Path::Plain => $plain,
            #[cfg(target_arch = "x86_64")]
            Path::Sse2 => v2::$name($($arg),*),
            #[cfg(target_arch = "x86_64")]
            Path::Avx2 => v3::$name($($arg),*),
            #[cfg(target_arch = "x86_64")]
            Path::Avx512 => v4::$name($($arg),*),
        }
    };
}

impl One {
    /// The bytes that a search takes.
    pub const BYTES: u64 = (size_of::<Self>() + size_of::<[Rest; DEEPEST]>()) as u64;

    /// On a path that the machine can run.
    pub(crate) fn on(path: Path) -> Self {
        assert!(Path::all().contains(&path), "{path:?} is not here");
        Self {
            path,
            guesses: 0,
            depth: 0,
            stack: Box::new([Rest::FULL; DEEPEST]),
            board: Rest::FULL,
            is_begun: false,
        }
    }

    /// The number of times a board was split so far.
    pub fn guesses(&self) -> u64 {
        self.guesses
    }

    /// Searches a board (0 is an open cell) for up to `limit` solutions and says how many it
    /// found. The first goes to `first`.
    pub(crate) fn run(&mut self, board: &[u8; 81], limit: u32, first: &mut [u8]) -> u32 {
        on_path!(
            self.path,
            self.run_any::<Plain>(board, limit, first),
            run(self, board, limit, first)
        )
    }

    /// Runs until `stop` becomes true: then `None`.
    pub(crate) fn run_until(
        &mut self,
        board: &[u8; 81],
        limit: u32,
        first: &mut [u8; 81],
        stop: Option<&AtomicBool>,
    ) -> Option<u32> {
        if limit <= SOON || stop.is_none() {
            return Some(self.run(board, limit, first));
        }
        self.begin(board);
        self.go_on_until(limit, first, stop)
    }

    /// Runs with the candidates of each cell in `possible`, bit *s* for symbol *s*.
    pub(crate) fn run_within(
        &mut self,
        possible: &[u16; 81],
        limit: u32,
        first: &mut [u8; 81],
        stop: Option<&AtomicBool>,
    ) -> Option<u32> {
        self.begin_with(possible);
        self.go_on_until(limit, first, stop)
    }

    fn go_on_until(
        &mut self,
        limit: u32,
        first: &mut [u8; 81],
        stop: Option<&AtomicBool>,
    ) -> Option<u32> {
        let mut found = 0;
        while found < limit {
            match self.next(&mut Flag(stop)) {
                Advance::Found if found == 0 => {
                    self.write(first);
                    found = 1;
                }
                Advance::Found => found += 1,
                Advance::Done => break,
                Advance::Stopped => return None,
            }
        }
        Some(found)
    }

    /// Begins with a board: 0 is an open cell, and a byte above 9 leaves no solution.
    pub fn begin(&mut self, board: &[u8; 81]) {
        on_path!(
            self.path,
            self.begin_any::<Plain>(board),
            begin(self, board)
        );
    }

    /// Begins with the candidates of each cell, bit *s* for symbol *s*.
    pub fn begin_with(&mut self, possible: &[u16; 81]) {
        let mut words = [[0; 9]; 3];
        for (cell, &symbols) in possible.iter().enumerate() {
            let (row, column) = (cell / 9, cell % 9);
            for (symbol, word) in words[row / 3].iter_mut().enumerate() {
                *word |= u32::from(symbols >> symbol & 1) << (row % 3 * 10 + column);
            }
        }
        self.board = Rest::FULL;
        for (band, words) in words.iter().enumerate() {
            for (symbol, &word) in words.iter().enumerate() {
                self.board.set_word(band, symbol, word);
            }
        }
        self.is_begun = false;
        self.depth = 0;
    }

    /// Continues to the next solution.
    pub fn next(&mut self, toll: &mut impl Toll) -> Advance {
        on_path!(self.path, self.next_any::<Plain>(toll), next(self, toll))
    }

    /// The solution found last.
    pub fn write(&self, to: &mut [u8; 81]) {
        on_path!(self.path, write::<Plain>(&self.board, to), write(self, to));
    }

    /// Before the search: the candidates of each cell once the rules are applied; `None` if they leave no solution.
    pub fn closure(&self) -> Option<[u16; 81]> {
        let mut x = board::load::<Plain>(&self.board);
        if matches!(board::propagate(&mut x), Reached::Dead) {
            return None;
        }
        let mut rest = Rest::FULL;
        board::store(&x, &mut rest);
        let mut possible = [0; 81];
        for (cell, possible) in possible.iter_mut().enumerate() {
            let bit = cell % 27 / 9 * 10 + cell % 9;
            for symbol in 0..9 {
                let is = rest.word(cell / 27, symbol) >> bit & 1;
                *possible |= (is as u16) << symbol;
            }
        }
        Some(possible)
    }

    /// Before the search: the cell where it splits first, and the symbol that it tries first.
    pub fn first_split(&self) -> Option<(usize, usize)> {
        let mut x = board::load::<Plain>(&self.board);
        let Reached::Stuck { pairs, open } = board::propagate(&mut x) else {
            return None;
        };
        let at = board::branch_at(&x, pairs, open);
        let mut rest = Rest::FULL;
        board::store(&x, &mut rest);
        let has = |&symbol: &usize| rest.word(at.band, symbol) >> at.bit & 1 == 1;
        let symbol = (0..9).find(has).expect("an open cell has symbols");
        let cell = at.band * 27 + (at.bit - at.bit / 10) as usize;
        Some((cell, symbol))
    }

    #[inline(always)]
    fn run_any<W: Words>(&mut self, board: &[u8; 81], limit: u32, first: &mut [u8]) -> u32 {
        let Some(x) = read::<W>(board) else {
            return 0;
        };
        if limit == 0 {
            return 0;
        }
        self.depth = 0;
        let mut from = Some(x);
        let mut found = 0;
        while found < limit && self.explore::<W>(from, &mut Free) == Advance::Found {
            from = None;
            if found == 0 {
                write::<W>(&self.board, first);
            }
            found += 1;
        }
        found
    }

    #[inline(always)]
    fn begin_any<W: Words>(&mut self, board: &[u8; 81]) {
        match read::<W>(board) {
            Some(x) => board::store(&x, &mut self.board),
            None => self.board = Rest::EMPTY,
        }
        self.is_begun = false;
        self.depth = 0;
    }

    #[inline(always)]
    fn next_any<W: Words>(&mut self, toll: &mut impl Toll) -> Advance {
        let from = if self.is_begun {
            None
        } else {
            Some(board::load::<W>(&self.board))
        };
        self.is_begun = true;
        self.explore(from, toll)
    }

    /// Searches on from a board, or else from the one that waits on top of the stack.
    #[inline(always)]
    fn explore<W: Words>(&mut self, from: Option<Board<W>>, toll: &mut impl Toll) -> Advance {
        let mut is_first = from.is_some();
        let mut x = match from {
            Some(x) => x,
            None => board::load(&Rest::FULL),
        };
        loop {
            if !is_first {
                if self.depth == 0 {
                    return Advance::Done;
                }
                if !toll.pay() {
                    return Advance::Stopped;
                }
                self.depth -= 1;
                x = board::load(&self.stack[self.depth]);
            }
            is_first = false;
            loop {
                match board::propagate(&mut x) {
                    Reached::Dead => break,
                    Reached::Solved => {
                        board::store(&x, &mut self.board);
                        return Advance::Found;
                    }
                    Reached::Stuck { pairs, open } => {
                        let cell = board::branch_at(&x, pairs, open);
                        board::split(&mut x, cell, &mut self.stack[self.depth]);
                        self.depth += 1;
                        self.guesses += 1;
                        if !toll.pay() {
                            return Advance::Stopped;
                        }
                    }
                }
            }
        }
    }
}

/// A board of bytes, `None` if a byte is not a symbol.
#[inline(always)]
fn read<W: Words>(board: &[u8; 81]) -> Option<Board<W>> {
    let digits = W::digits(board)?;
    let (mut given, mut open) = ([W::splat(0); 4], [W::splat(0); 4]);
    let (mut ninth, mut ninth_open) = ([W::splat(0); 3], [W::splat(0); 3]);
    let mut above = 0;
    for band in 0..3 {
        let [a, b, c, d] = digits[band];
        above |= d & (b | c);
        ninth[band] = W::splat(spread(a & d));
        let (a, b, c, d) = (spread(a), spread(b), spread(c), spread(d));
        let none = W::splat(CELLS & !(a | b | c | d));
        // Symbol 8 is the only one of the eight with the fourth digit.
        let low = (W::splat(a).xor(W::load(&board::NOT_DIGIT[0])))
            .and(W::splat(b).xor(W::load(&board::NOT_DIGIT[1])))
            .and(W::splat(c).xor(W::load(&board::NOT_DIGIT[2])));
        given[band] = low.and(W::splat(d).xor(W::load(&board::NOT_DIGIT[3])));
        open[band] = given[band].or(none);
        ninth_open[band] = ninth[band].or(none);
    }
    if above != 0 {
        return None;
    }
    given[3] = board::by_band(ninth);
    open[3] = board::by_band(ninth_open).or(W::load(&board::NO_BAND));
    Some([
        board::settle(open[0], given[0]),
        board::settle(open[1], given[1]),
        board::settle(open[2], given[2]),
        board::settle(open[3], given[3]),
    ])
}

/// 27 cells without a gap as rows ten bits apart.
#[inline(always)]
fn spread(cells: u32) -> u32 {
    cells & 0x1ff | (cells & 0x1ff << 9) << 1 | (cells & 0x1ff << 18) << 2
}

/// A solved board as bytes.
#[inline(always)]
fn write<W: Words>(board: &Rest, to: &mut [u8]) {
    let to = to.first_chunk_mut::<81>().expect("room for 81 cells");
    for band in 0..3 {
        let numbers = W::load(&board.0[band]).numbers();
        for row in 0..3 {
            let at = 27 * band + 9 * row;
            to[at..at + 9].copy_from_slice(&numbers[10 * row..10 * row + 9]);
        }
    }
}

/// The search compiled for x86-64 as it is everywhere, with AVX2, and with AVX-512.
#[cfg(target_arch = "x86_64")]
macro_rules! compiled {
    ($module:ident, $words:ty, $features:literal) => {
        mod $module {
            #![allow(unsafe_code)]
            use super::{One, Advance, Toll};

            compiled! {
                $features
                run(one: &mut One, board: &[u8; 81], limit: u32, first: &mut [u8]) -> u32 {
                    one.run_any::<$words>(board, limit, first)
                }
                begin(one: &mut One, board: &[u8; 81]) -> () {
                    one.begin_any::<$words>(board);
                }
                write(one: &One, to: &mut [u8; 81]) -> () {
                    super::write::<$words>(&one.board, to);
                }
                next(one: &mut One, toll: &mut impl Toll) -> Advance {
                    one.next_any::<$words>(toll)
                }
            }
        }
    };
    ($features:literal $($name:ident($($arg:ident: $type:ty),*) -> $result:ty $body:block)*) => {$(
        pub(super) fn $name($($arg: $type),*) -> $result {
            #[target_feature(enable = $features)]
            fn here($($arg: $type),*) -> $result $body

            // SAFETY: a search is on this path only where the features were detected.
            unsafe { here($($arg),*) }
        }
    )*};
}

#[cfg(target_arch = "x86_64")]
compiled!(v2, super::sse2::Sse2, "sse2");
#[cfg(target_arch = "x86_64")]
compiled!(v3, super::x86::Avx2, "avx2,bmi1,bmi2,popcnt,lzcnt");
#[cfg(target_arch = "x86_64")]
compiled!(
    v4,
    super::x86::Avx512,
    "avx2,bmi1,bmi2,popcnt,lzcnt,avx512f,avx512bw,avx512vl"
);
