//! The open variables, the most active on top: a binary heap that knows the place of each one.

/// Not in the heap.
const NOWHERE: u32 = u32::MAX;

/// Variables by activity.
#[derive(Debug)]
pub(crate) struct Heap {
    /// Each entry is at least as active as the two at twice its place plus one and two.
    entries: Vec<u32>,
    place: Vec<u32>,
    activity: Vec<f64>,
    step: f64,
}

/// Older conflicts count this much less than the one after them.
const DECAY: f64 = 0.95;

/// Beyond this all activities are made smaller together.
const LARGEST: f64 = 1e100;

impl Heap {
    /// A heap of all `variables` variables, equally active, in order.
    pub(crate) fn new(variables: u32) -> Self {
        Self {
            entries: (0..variables).collect(),
            place: (0..variables).collect(),
            activity: vec![0.0; variables as usize],
            step: 1.0,
        }
    }

    /// Takes the most active one away.
    pub(crate) fn pop(&mut self) -> Option<u32> {
        let top = *self.entries.first()?;
        let last = self.entries.pop().expect("there is a first one");
        self.place[top as usize] = NOWHERE;
        if last != top {
            self.entries[0] = last;
            self.place[last as usize] = 0;
            self.sink(0);
        }
        Some(top)
    }

    /// Puts one back, unless it is there.
    pub(crate) fn push(&mut self, variable: u32) {
        if self.place[variable as usize] == NOWHERE {
            let place = self.entries.len();
            self.entries.push(variable);
            self.place[variable as usize] = place as u32;
            self.rise(place);
        }
    }

    /// A variable took part in a conflict.
    pub(crate) fn bump(&mut self, variable: u32) {
        self.activity[variable as usize] += self.step;
        if self.activity[variable as usize] > LARGEST {
            for activity in &mut self.activity {
                *activity /= LARGEST;
            }
            self.step /= LARGEST;
        }
        let place = self.place[variable as usize];
        if place != NOWHERE {
            self.rise(place as usize);
        }
    }

    /// A conflict is over.
    pub(crate) fn decay(&mut self) {
        self.step /= DECAY;
    }

    fn is_above(&self, a: u32, b: u32) -> bool {
        self.activity[a as usize] > self.activity[b as usize]
    }

    fn rise(&mut self, mut place: usize) {
        while place > 0 {
            let parent = (place - 1) / 2;
            if !self.is_above(self.entries[place], self.entries[parent]) {
                break;
            }
            self.swap(place, parent);
            place = parent;
        }
    }

    fn sink(&mut self, mut place: usize) {
        loop {
            let (left, right) = (2 * place + 1, 2 * place + 2);
            let mut best = place;
            for child in [left, right] {
                if child < self.entries.len()
                    && self.is_above(self.entries[child], self.entries[best])
                {
                    best = child;
                }
            }
            if best == place {
                return;
            }
            self.swap(place, best);
            place = best;
        }
    }

    fn swap(&mut self, a: usize, b: usize) {
        self.entries.swap(a, b);
        self.place[self.entries[a] as usize] = a as u32;
        self.place[self.entries[b] as usize] = b as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::Heap;

    #[test]
    fn the_most_active_comes_first() {
        let mut heap = Heap::new(20);
        for variable in 0..20u32 {
            for _ in 0..(variable * 7) % 20 {
                heap.bump(variable);
            }
        }
        for variable in [3, 9, 3] {
            heap.push(variable);
        }
        let order: Vec<u32> = std::iter::from_fn(|| heap.pop()).collect();
        let activities: Vec<u32> = order.iter().map(|v| (v * 7) % 20).collect();
        assert!(activities.is_sorted_by(|a, b| a > b), "{activities:?}");
        assert_eq!(order.len(), 20);
        heap.push(5);
        heap.push(5);
        assert_eq!((heap.pop(), heap.pop()), (Some(5), None));
    }
}
