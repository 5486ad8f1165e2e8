//! A register's worth of boards behind one interface, whatever the register.
//!
//! [`Slices`] is the driver's (`mod.rs`) interface to a machine; a set of lanes is a [`Mask`]. Each
//! path is the same source, [`Sliced`], compiled for the instructions of its register; the program
//! detects the available paths when it runs.

#![allow(
    unsafe_code,
    reason = "a function compiled for more than the least CPU may only run where that was asked"
)]
#![allow(clippy::inline_always, reason = "see vector.rs")]

use super::pack::{PACKED_CELLS, Packed, pack, unpack};
use super::pick::{COLUMN_BIT, Desk, ROW_BIT};
use super::planes::{Few, Looked, Planes, Swept};
use super::turn::turn;
use super::vector::{self, Vector, words, words_mut};

/// A set of lanes: lane *L* is bit *L* mod 64 of word *L* / 64. Words that a path lacks are zero.
pub(super) type Mask = [u64; 8];
/// A board in 9 bits a cell, 7 cells a word: a bit for each digit that is open.
pub(super) type Row = [u64; 12];

/// Cells in a word of a [`Row`].
pub(super) const ROW_CELLS: usize = 7;

/// A guess: a cell and a digit from 0 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Guess {
    pub(super) cell: u32,
    pub(super) digit: u32,
}

/// Boards in lanes, on some path.
pub(super) trait Slices: Send {
    /// The number of lanes.
    fn lanes(&self) -> usize;
    /// [`Planes::sweep`].
    fn sweep(&mut self) -> Swept<Mask>;
    /// [`Planes::look`].
    fn look(&mut self) -> Looked<Mask>;
    /// Picks the guesses in the lanes of `ready`, as they were at the last look; with `apply`,
    /// their boards take the guess. [`Slices::guess`] returns it.
    fn pick(&mut self, ready: &Mask, apply: bool);
    /// The guess that was picked for a lane.
    fn guess(&self, lane: usize) -> Guess;
    /// Gives every lane a board; lanes beyond those of `boards` hold anything.
    fn give(&mut self, boards: &[[u8; 81]]);
    /// Writes the solutions in some lanes, each to the board of its lane's number.
    fn values(&mut self, lanes: &Mask, boards: &mut [[u8; 81]]);
    /// The solution in one lane.
    fn value(&self, lane: usize) -> [u8; 81];
    /// Gives the lanes of `rows`, which are those of `lanes`, other boards.
    fn load(&mut self, rows: &[(usize, Row)], lanes: &Mask);
    /// The boards in some lanes.
    fn rows(&mut self, lanes: &Mask, rows: &mut [Row]);
}

/// A way to run the bulk engine: the kind of its registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Path {
    /// Plain words, on every machine: 128 boards.
    Portable,
    /// 128 boards in SSE2 on x86-64, or in NEON on `AArch64`.
    Register128,
    /// 256 boards in AVX2.
    Avx2,
    /// 256 boards in AVX-512VL.
    Ternary256,
    /// 512 boards in AVX-512F.
    Ternary512,
}

impl Path {
    /// The paths that this machine has, the fastest first.
    pub fn available() -> Vec<Self> {
        let all = [
            Self::Ternary256,
            Self::Ternary512,
            Self::Avx2,
            Self::Register128,
            Self::Portable,
        ];
        all.into_iter().filter(|path| path.is_available()).collect()
    }

    /// The fastest path of this machine.
    pub fn best() -> Self {
        Self::available()[0]
    }

    /// Returns true if this machine has it.
    #[cfg(target_arch = "x86_64")]
    pub fn is_available(self) -> bool {
        match self {
            Self::Portable | Self::Register128 => true,
            Self::Avx2 => is_x86_feature_detected!("avx2"),
            Self::Ternary256 | Self::Ternary512 => {
                is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl")
            }
        }
    }

    /// Returns true if this machine has it.
    #[cfg(not(target_arch = "x86_64"))]
    pub fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            Self::Register128 => cfg!(target_arch = "aarch64"),
            Self::Avx2 | Self::Ternary256 | Self::Ternary512 => false,
        }
    }

    /// Boards on this path.
    ///
    /// # Panics
    /// If this machine does not have it.
    pub(super) fn slices(self) -> Box<dyn Slices> {
        assert!(self.is_available(), "this machine has no {self:?}");
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Register128 => Sliced::<vector::Sse2>::boxed(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => Sliced::<vector::Avx2>::boxed(),
            #[cfg(target_arch = "x86_64")]
            Self::Ternary256 => Sliced::<vector::Ternary256>::boxed(),
            #[cfg(target_arch = "x86_64")]
            Self::Ternary512 => Sliced::<vector::Ternary512>::boxed(),
            #[cfg(target_arch = "aarch64")]
            Self::Register128 => Sliced::<vector::Neon>::boxed(),
            _ => Sliced::<vector::Words>::boxed(),
        }
    }
}

/// Boards in slices of `V`.
struct Sliced<V> {
    planes: Planes<V>,
    few: Few<V>,
    /// 64 planes on their way in or out.
    block: [V; 64],
    /// Boards on their way in or out, four planes a cell.
    blocks: [[V; 64]; 6],
    /// Room for picking.
    desk: Desk<V>,
}

/// The index of a lane's word among the words of a block.
#[inline(always)]
fn at<V: Vector>(lane: usize) -> usize {
    lane % 64 * V::WORDS + lane / 64
}

/// The lanes of a register.
#[inline(always)]
fn mask<V: Vector>(register: V) -> Mask {
    let mut mask = [0; 8];
    mask[..V::WORDS].copy_from_slice(words(&[register]));
    mask
}

/// The register with some lanes.
#[inline(always)]
fn register<V: Vector>(mask: &Mask) -> V {
    let mut register = [V::zero()];
    words_mut(&mut register).copy_from_slice(&mask[..V::WORDS]);
    register[0]
}

/// Does something for each lane of a mask, in order.
#[inline(always)]
pub(super) fn each(mask: &Mask, mut act: impl FnMut(usize)) {
    for (word, &lanes) in mask.iter().enumerate() {
        let mut lanes = lanes;
        while lanes != 0 {
            act(word * 64 + lanes.trailing_zeros() as usize);
            lanes &= lanes - 1;
        }
    }
}

impl<V: Vector + 'static> Sliced<V>
where
    Self: Slices,
{
    fn boxed() -> Box<dyn Slices> {
        Box::new(Self {
            planes: Planes::new(),
            few: Few {
                two: [V::zero(); 81],
                three: [V::zero(); 81],
            },
            block: [V::zero(); 64],
            blocks: [[V::zero(); 64]; 6],
            desk: Desk::new(),
        })
    }
}

/// The one source of all paths.
impl<V: Vector> Sliced<V> {
    #[inline(always)]
    fn sweep(&mut self) -> Swept<Mask> {
        let swept = self.planes.sweep();
        Swept {
            alive: mask(swept.alive),
            changed: mask(swept.changed),
            solved: mask(swept.solved),
        }
    }

    #[inline(always)]
    fn look(&mut self) -> Looked<Mask> {
        let looked = self.planes.look(&mut self.few);
        Looked {
            failed: mask(looked.failed),
            woken: mask(looked.woken),
        }
    }

    #[inline(always)]
    fn pick(&mut self, ready: &Mask, apply: bool) {
        let ready = register(ready);
        let Self {
            planes, few, desk, ..
        } = self;
        planes.pick(ready, few, apply, desk, &mut self.block);
        turn(&mut self.block);
    }

    #[inline(always)]
    fn give(&mut self, boards: &[[u8; 81]]) {
        for (lane, board) in boards.iter().enumerate() {
            let packed = pack(board);
            for (block, word) in self.blocks.iter_mut().zip(packed) {
                words_mut(block)[at::<V>(lane)] = word;
            }
        }
        for (cells, block) in self.blocks.iter_mut().enumerate() {
            turn(block);
            let first = cells * PACKED_CELLS;
            for (cell, value) in (first..81).zip(block.chunks_exact(4)) {
                self.planes.give(cell, value);
            }
        }
        self.planes.taken.fill(V::zero());
        self.planes.placed.fill(V::zero());
    }

    #[inline(always)]
    fn values(&mut self, lanes: &Mask, boards: &mut [[u8; 81]]) {
        for (cells, block) in self.blocks.iter_mut().enumerate() {
            let first = cells * PACKED_CELLS;
            for (cell, value) in (first..81).zip(block.chunks_exact_mut(4)) {
                value.copy_from_slice(&self.planes.value(cell));
            }
            turn(block);
        }
        each(lanes, |lane| {
            let packed: Packed =
                std::array::from_fn(|number| words(&self.blocks[number])[at::<V>(lane)]);
            unpack(&packed, &mut boards[lane]);
        });
    }

    #[inline(always)]
    fn load(&mut self, rows: &[(usize, Row)], lanes: &Mask) {
        let loaded: V = register(lanes);
        for (word, planes) in self.planes.open.chunks_mut(ROW_CELLS * 9).enumerate() {
            let words = words_mut(&mut self.block);
            for (lane, row) in rows {
                words[at::<V>(*lane)] = row[word];
            }
            turn(&mut self.block);
            for (plane, &other) in planes.iter_mut().zip(&self.block) {
                *plane = loaded.choose(other, *plane);
            }
        }
        let known = self.planes.taken.iter_mut().chain(&mut self.planes.placed);
        for plane in known {
            *plane = plane.without(loaded);
        }
    }

    #[inline(always)]
    fn rows(&mut self, lanes: &Mask, rows: &mut [Row]) {
        for (word, planes) in self.planes.open.chunks(ROW_CELLS * 9).enumerate() {
            self.block[..planes.len()].copy_from_slice(planes);
            turn(&mut self.block);
            let words = words(&self.block);
            each(lanes, |lane| rows[lane][word] = words[at::<V>(lane)]);
        }
    }
}

/// Compiles [`Sliced`] for a register, with the features that its instructions need.
macro_rules! path {
    ($register:ty $(, $features:literal)?) => {
        // SAFETY of every call below: `Path::slices` has asked the CPU for these features before
        // it made a `Sliced` of this register.
        #[allow(unused_unsafe, reason = "a path without features is safe to call")]
        impl Slices for Sliced<$register> {
            fn lanes(&self) -> usize {
                <$register as Vector>::WORDS * 64
            }

            fn sweep(&mut self) -> Swept<Mask> {
                $(#[target_feature(enable = $features)])?
                fn here(it: &mut Sliced<$register>) -> Swept<Mask> {
                    it.sweep()
                }
                unsafe { here(self) }
            }

            fn look(&mut self) -> Looked<Mask> {
                $(#[target_feature(enable = $features)])?
                fn here(it: &mut Sliced<$register>) -> Looked<Mask> {
                    it.look()
                }
                unsafe { here(self) }
            }

            fn pick(&mut self, ready: &Mask, apply: bool) {
                $(#[target_feature(enable = $features)])?
                fn here(it: &mut Sliced<$register>, ready: &Mask, apply: bool) {
                    it.pick(ready, apply);
                }
                unsafe { here(self, ready, apply) }
            }

            fn guess(&self, lane: usize) -> Guess {
                let word = words(&self.block)[at::<$register>(lane)];
                let row = (word >> ROW_BIT).trailing_zeros();
                let column = (word >> COLUMN_BIT).trailing_zeros();
                Guess {
                    cell: row * 9 + column,
                    digit: word.trailing_zeros(),
                }
            }

            fn give(&mut self, boards: &[[u8; 81]]) {
                $(#[target_feature(enable = $features)])?
                fn here(it: &mut Sliced<$register>, boards: &[[u8; 81]]) {
                    it.give(boards);
                }
                unsafe { here(self, boards) }
            }

            fn values(&mut self, lanes: &Mask, boards: &mut [[u8; 81]]) {
                $(#[target_feature(enable = $features)])?
                fn here(it: &mut Sliced<$register>, lanes: &Mask, boards: &mut [[u8; 81]]) {
                    it.values(lanes, boards);
                }
                unsafe { here(self, lanes, boards) }
            }

            fn value(&self, lane: usize) -> [u8; 81] {
                const WORDS: usize = <$register as Vector>::WORDS;
                let planes = words(&self.planes.open);
                std::array::from_fn(|cell| {
                    let is = |digit: usize| {
                        let word = planes[(cell * 9 + digit) * WORDS + lane / 64];
                        (word >> (lane % 64) & 1) as u8
                    };
                    (0..9).map(|digit| is(digit) * (digit as u8 + 1)).sum()
                })
            }

            fn load(&mut self, rows: &[(usize, Row)], lanes: &Mask) {
                $(#[target_feature(enable = $features)])?
                fn here(it: &mut Sliced<$register>, rows: &[(usize, Row)], lanes: &Mask) {
                    it.load(rows, lanes);
                }
                unsafe { here(self, rows, lanes) }
            }

            fn rows(&mut self, lanes: &Mask, rows: &mut [Row]) {
                $(#[target_feature(enable = $features)])?
                fn here(it: &mut Sliced<$register>, lanes: &Mask, rows: &mut [Row]) {
                    it.rows(lanes, rows);
                }
                unsafe { here(self, lanes, rows) }
            }
        }
    };
}

path!(vector::Words);
#[cfg(target_arch = "x86_64")]
path!(vector::Sse2);
#[cfg(target_arch = "x86_64")]
path!(vector::Avx2, "avx2");
#[cfg(target_arch = "x86_64")]
path!(vector::Ternary256, "avx2,avx512f,avx512vl");
#[cfg(target_arch = "x86_64")]
path!(vector::Ternary512, "avx2,avx512f,avx512vl");
#[cfg(target_arch = "aarch64")]
path!(vector::Neon);
