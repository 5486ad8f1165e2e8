//! The first of the smallest among many numbers that change: a tournament, so that a change costs
//! a walk of logarithmic length and the winner is known at once.

/// A tree of minima over numbered places.
#[derive(Debug)]
pub(super) struct MinTree {
    /// Number of leaves, a power of two; leaf `i` is at `leaves + i`, the root at 1.
    leaves: usize,
    least: Vec<u32>,
}

impl MinTree {
    /// The number of a place that does not take part.
    pub(super) const GONE: u32 = u32::MAX;

    pub(super) fn new(numbers: impl ExactSizeIterator<Item = u32>) -> Self {
        let leaves = numbers.len().next_power_of_two().max(1);
        let mut least = vec![Self::GONE; 2 * leaves];
        for (leaf, number) in least[leaves..].iter_mut().zip(numbers) {
            *leaf = number;
        }
        for node in (1..leaves).rev() {
            least[node] = least[2 * node].min(least[2 * node + 1]);
        }
        Self { leaves, least }
    }

    pub(super) fn set(&mut self, place: u32, number: u32) {
        let mut node = self.leaves + place as usize;
        self.least[node] = number;
        while node > 1 {
            node /= 2;
            let least = self.least[2 * node].min(self.least[2 * node + 1]);
            if self.least[node] == least {
                return;
            }
            self.least[node] = least;
        }
    }

    /// The first place with the least number, and that number; `None` where all are gone.
    pub(super) fn first_least(&self) -> Option<(u32, u32)> {
        let least = self.least[1];
        if least == Self::GONE {
            return None;
        }
        let mut node = 1;
        while node < self.leaves {
            node *= 2;
            if self.least[node] != least {
                node += 1;
            }
        }
        Some(((node - self.leaves) as u32, least))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_the_smallest_wins() {
        for count in [1usize, 2, 5, 8, 13] {
            let mut numbers: Vec<u32> = (0..count as u32).map(|i| 7 + i * 5 % 3).collect();
            let mut tree = MinTree::new(numbers.iter().copied());
            for step in 0..200u32 {
                let place = (step * 7 + step / 3) % count as u32;
                let number = if step % 5 == 0 {
                    MinTree::GONE
                } else {
                    step * 31 % 11
                };
                numbers[place as usize] = number;
                tree.set(place, number);
                let expected = (0u32..)
                    .zip(&numbers)
                    .filter(|&(_, &n)| n != MinTree::GONE)
                    .min_by_key(|&(_, &n)| n)
                    .map(|(i, &n)| (i, n));
                assert_eq!(tree.first_least(), expected);
            }
        }
    }
}
