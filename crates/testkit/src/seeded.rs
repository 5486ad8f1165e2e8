//! Random numbers that are the same for the same seed on every machine.

use tilewright_model::random::Random;

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Seeded(Random);

impl Seeded {
    /// Begins with a seed.
    pub fn new(seed: u64) -> Self {
        Self(Random::new(seed))
    }

    /// The next number.
    pub fn word(&mut self) -> u64 {
        self.0.bits()
    }

    /// A number below `bound`, which is not 0. The bias is below 2⁻⁵⁰ for the bounds in use.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.word() % bound as u64) as usize
    }

    /// Random bytes.
    pub fn bytes(&mut self, number: usize) -> Vec<u8> {
        (0..number).map(|_| self.word() as u8).collect()
    }

    /// Puts a list in a random order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}
