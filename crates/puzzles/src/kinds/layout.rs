//! The structure of a board, drawn at random: regions, and clues that are there before anything is solved.
//!
//! Regions grow from random cells, and what is left over joins a neighbour. Rectangles are laid from the top left. Dominoes
//! begin as rows and are turned two by two. A pattern of runs begins without a block; blocks are put in pairs that a half
//! turn exchanges, wherever no run becomes too short and all stays in one piece.

use super::recipe::Amount;
use tilewright_model::random::Random;

/// A board as structure is drawn on it.
#[derive(Clone, Copy)]
pub(super) struct Ground<'g> {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) holes: &'g [bool],
}

/// Draws of regions until all have the sizes that were asked for.
const MOST_DRAWS: usize = 60;
/// The cells of the shortest path.
const SHORTEST_PATH: usize = 3;
/// In a pattern of runs one of this many cells is a block.
const CELLS_PER_BLOCK: usize = 3;

impl Ground<'_> {
    fn cells(self) -> impl Iterator<Item = usize> + Clone {
        (0..self.rows * self.columns).filter(move |&cell| !self.holes[cell])
    }

    /// The cells with a common side.
    pub(super) fn neighbours(self, cell: usize) -> impl Iterator<Item = usize> {
        let (row, column) = (cell / self.columns, cell % self.columns);
        let around = [
            (row > 0).then(|| cell - self.columns),
            (column > 0).then(|| cell - 1),
            (column + 1 < self.columns).then_some(cell + 1),
            (row + 1 < self.rows).then_some(cell + self.columns),
        ];
        let around = around.into_iter().flatten();
        around.filter(move |&cell| !self.holes[cell])
    }

    /// Random cells, as many as an amount says, and none of those that are `taken`.
    pub(super) fn places(self, amount: Amount, taken: &[bool], random: &mut Random) -> Vec<bool> {
        let mut is_chosen = vec![false; self.rows * self.columns];
        match amount {
            Amount::Share { percent, apart, .. } => {
                let mut cells: Vec<usize> = self.cells().collect();
                let mut left = (cells.len() * percent as usize + 50) / 100;
                random.shuffle(&mut cells);
                for cell in cells {
                    let is_beside = apart && self.neighbours(cell).any(|cell| is_chosen[cell]);
                    if left == 0 || taken[cell] || is_beside {
                        continue;
                    }
                    is_chosen[cell] = true;
                    left -= 1;
                }
            }
            Amount::Runs { least, most } => self.runs(&mut is_chosen, least, most, random),
            _ => {}
        }
        is_chosen
    }

    /// Cells outside the first row and column whose runs have such lengths.
    fn runs(self, is_open: &mut [bool], least: usize, most: usize, random: &mut Random) {
        for cell in self.cells() {
            is_open[cell] = cell >= self.columns && !cell.is_multiple_of(self.columns);
        }
        let mut cells: Vec<usize> = self.cells().filter(|&cell| is_open[cell]).collect();
        let mut left = cells.len() / CELLS_PER_BLOCK;
        random.shuffle(&mut cells);
        let ends = self.columns + 1 + self.rows * self.columns - 1;
        for cell in cells {
            let other = ends - cell;
            if (left == 0 && self.longest(is_open) <= most) || !is_open[cell] {
                continue;
            }
            is_open[cell] = false;
            is_open[other] = false;
            if self.shortest(is_open) < least || !self.is_connected(is_open) {
                is_open[cell] = true;
                is_open[other] = true;
                continue;
            }
            left = left.saturating_sub(2);
        }
    }

    /// The lengths of the runs in rows and columns.
    fn lengths(self, is_in: &[bool]) -> Vec<usize> {
        let mut lengths = Vec::new();
        let mut read = |line: &mut dyn Iterator<Item = usize>| {
            let mut length = 0;
            for cell in line {
                if is_in[cell] {
                    length += 1;
                } else if length > 0 {
                    lengths.push(std::mem::take(&mut length));
                }
            }
            if length > 0 {
                lengths.push(length);
            }
        };
        for row in 0..self.rows {
            read(&mut (0..self.columns).map(|column| row * self.columns + column));
        }
        for column in 0..self.columns {
            read(&mut (0..self.rows).map(|row| row * self.columns + column));
        }
        lengths
    }

    fn shortest(self, is_in: &[bool]) -> usize {
        self.lengths(is_in).into_iter().min().unwrap_or(0)
    }

    fn longest(self, is_in: &[bool]) -> usize {
        self.lengths(is_in).into_iter().max().unwrap_or(0)
    }

    /// Returns true if the cells that are in hang together by their sides.
    fn is_connected(self, is_in: &[bool]) -> bool {
        let Some(first) = self.cells().find(|&cell| is_in[cell]) else {
            return false;
        };
        let mut is_seen = vec![false; is_in.len()];
        let mut open = vec![first];
        is_seen[first] = true;
        while let Some(cell) = open.pop() {
            for next in self.neighbours(cell) {
                if is_in[next] && !std::mem::replace(&mut is_seen[next], true) {
                    open.push(next);
                }
            }
        }
        self.cells().all(|cell| is_seen[cell] == is_in[cell])
    }

    /// The region of each cell.
    pub(super) fn regions(self, amount: Amount, random: &mut Random) -> Vec<Option<u32>> {
        match amount {
            Amount::Rectangles { least, most } => self.rectangles(least, most, random),
            Amount::Rows => self.grown_together(random),
            Amount::Sizes { least: 2, most: 2 } if self.can_pair() => self.dominoes(random),
            Amount::Sizes { least, most } => {
                let mut draws = (0..MOST_DRAWS).map(|_| self.grown(least, most, random));
                let fits = |sizes: &[usize]| sizes.iter().all(|size| (least..=most).contains(size));
                let mut last = Vec::new();
                let found = draws.find_map(|draw| {
                    let is_right = fits(&sizes(&draw));
                    last.clone_from(&draw);
                    is_right.then_some(draw)
                });
                found.unwrap_or(last)
            }
            _ => self
                .cells()
                .fold(vec![None; self.holes.len()], |mut all, cell| {
                    all[cell] = Some(0);
                    all
                }),
        }
    }

    /// Regions that grow one after the other; a cell with few free neighbours begins the next.
    fn grown(self, least: usize, most: usize, random: &mut Random) -> Vec<Option<u32>> {
        let mut regions = vec![None; self.holes.len()];
        let mut number = 0;
        loop {
            let free = self.cells().filter(|&cell| regions[cell].is_none());
            let openings = |cell: usize| {
                let free = self
                    .neighbours(cell)
                    .filter(|&cell| regions[cell].is_none());
                free.count()
            };
            let Some(first) = free.min_by_key(|&cell| (openings(cell), random.bits())) else {
                break;
            };
            let size = least + random.below((most - least + 1) as u32) as usize;
            let mut region = vec![first];
            regions[first] = Some(number);
            while region.len() < size {
                let next = region.iter().flat_map(|&cell| self.neighbours(cell));
                let next: Vec<usize> = next.filter(|&cell| regions[cell].is_none()).collect();
                let Some(&cell) = next.get(random.below(next.len().max(1) as u32) as usize) else {
                    break;
                };
                regions[cell] = Some(number);
                region.push(cell);
            }
            if region.len() < least {
                self.join(&mut regions, &region, number);
            } else {
                number += 1;
            }
        }
        regions
    }

    /// Joins a region that is too small to its smallest neighbour. Without one it stays.
    fn join(self, regions: &mut [Option<u32>], region: &[usize], number: u32) {
        let sizes = sizes(regions);
        let beside = region.iter().flat_map(|&cell| self.neighbours(cell));
        let beside = beside
            .filter_map(|cell| regions[cell])
            .filter(|&other| other != number);
        let Some(smallest) = beside.min_by_key(|&other| (sizes[other as usize], other)) else {
            return;
        };
        for &cell in region {
            regions[cell] = Some(smallest);
        }
    }

    /// As many regions as there are rows, which grow together: the smaller one is, the likelier.
    fn grown_together(self, random: &mut Random) -> Vec<Option<u32>> {
        let mut regions = vec![None; self.holes.len()];
        let mut cells: Vec<usize> = self.cells().collect();
        random.shuffle(&mut cells);
        let count = self.rows.min(cells.len());
        for (&cell, number) in cells[..count].iter().zip(0..) {
            regions[cell] = Some(number);
        }
        let mut sizes = vec![1; count];
        loop {
            let mut steps = Vec::new();
            for cell in self.cells().filter(|&cell| regions[cell].is_none()) {
                steps.extend(
                    self.neighbours(cell)
                        .filter_map(|beside| Some((cell, regions[beside]?))),
                );
            }
            let likely = |&(_, region): &(usize, u32)| {
                let size: u32 = sizes[region as usize];
                u64::from(random.below(1 << 16)) * u64::from(size)
            };
            let Some((cell, region)) = steps.into_iter().min_by_key(likely) else {
                break;
            };
            regions[cell] = Some(region);
            sizes[region as usize] += 1;
        }
        regions
    }

    /// Paths that cover the board, or nearly. No path comes back to where it could have taken a shorter way.
    pub(super) fn paths(self, random: &mut Random) -> Vec<Vec<usize>> {
        let draws = (0..MOST_DRAWS).map(|_| {
            let mut paths = self.joined_paths(random);
            paths.retain(|path| path.len() >= SHORTEST_PATH);
            paths
        });
        let covered = |paths: &Vec<Vec<usize>>| paths.iter().map(Vec::len).sum::<usize>();
        draws.max_by_key(covered).unwrap_or_default()
    }

    /// Paths of single cells, joined in a random order at their ends as long as two touch nowhere else.
    fn joined_paths(self, random: &mut Random) -> Vec<Vec<usize>> {
        let mut path_of: Vec<usize> = (0..self.holes.len()).collect();
        let mut paths: Vec<Vec<usize>> = path_of.iter().map(|&cell| vec![cell]).collect();
        let sides = self.cells().flat_map(|cell| {
            let later = self.neighbours(cell).filter(move |&other| other > cell);
            later.map(move |other| [cell, other])
        });
        let mut sides: Vec<[usize; 2]> = sides.collect();
        random.shuffle(&mut sides);
        for [one, other] in sides {
            let [first, second] = [one, other].map(|cell| path_of[cell]);
            let is_end = |cell: usize| {
                let path = &paths[path_of[cell]];
                path.first() == Some(&cell) || path.last() == Some(&cell)
            };
            let cells = paths[first].iter();
            let touching = cells.flat_map(|&cell| self.neighbours(cell));
            let touching = touching.filter(|&cell| path_of[cell] == second).count();
            if first == second || touching != 1 || !is_end(one) || !is_end(other) {
                continue;
            }
            if paths[first].first() == Some(&one) {
                paths[first].reverse();
            }
            let mut rest = std::mem::take(&mut paths[second]);
            if rest.last() == Some(&other) {
                rest.reverse();
            }
            for &cell in &rest {
                path_of[cell] = first;
            }
            paths[first].extend(rest);
        }
        paths.retain(|path| path.iter().any(|&cell| !self.holes[cell]));
        paths
    }

    fn rectangles(self, least: usize, most: usize, random: &mut Random) -> Vec<Option<u32>> {
        let mut regions = vec![None; self.holes.len()];
        let mut number = 0;
        for first in self.cells() {
            if regions[first].is_some() {
                continue;
            }
            let is_free = |cell: usize| !self.holes[cell] && regions[cell].is_none();
            let (row, column) = (first / self.columns, first % self.columns);
            let width =
                (column..self.columns).take_while(|&column| is_free(row * self.columns + column));
            let width = width.count();
            let height = (row..self.rows)
                .take_while(|&row| is_free(row * self.columns + column))
                .count();
            let all = (1..=height).flat_map(|height| (1..=width).map(move |width| [height, width]));
            let mut fitting: Vec<[usize; 2]> = all
                .filter(|[height, width]| height * width <= most)
                .collect();
            let largest = fitting.iter().map(|[height, width]| height * width).max();
            fitting.retain(|[height, width]| height * width >= least.min(largest.unwrap_or(1)));
            // Long strips are dull.
            fitting.sort_by_key(|[height, width]| height.abs_diff(*width));
            fitting.truncate((fitting.len() / 2).max(1));
            let [height, width] = fitting[random.below(fitting.len() as u32) as usize];
            for (down, across) in
                (0..height).flat_map(|down| (0..width).map(move |across| (down, across)))
            {
                let cell = first + down * self.columns + across;
                if !self.holes[cell] && regions[cell].is_none() {
                    regions[cell] = Some(number);
                }
            }
            number += 1;
        }
        regions
    }

    /// Returns true if rows of dominoes cover the board.
    fn can_pair(self) -> bool {
        !self.holes.contains(&true)
            && (self.columns.is_multiple_of(2) || self.rows.is_multiple_of(2))
    }

    fn dominoes(self, random: &mut Random) -> Vec<Option<u32>> {
        let columns = self.columns;
        let is_flat = columns.is_multiple_of(2);
        let mut partner: Vec<usize> = (0..self.holes.len())
            .map(|cell| {
                let (row, column) = (cell / columns, cell % columns);
                if is_flat {
                    cell + 1 - 2 * (column % 2)
                } else {
                    cell + columns - 2 * columns * (row % 2)
                }
            })
            .collect();
        if self.rows > 1 && columns > 1 {
            for _ in 0..partner.len() * 20 {
                let row = random.below(self.rows as u32 - 1) as usize;
                let column = random.below(columns as u32 - 1) as usize;
                let corner = row * columns + column;
                let [a, b, c, d] = [corner, corner + 1, corner + columns, corner + columns + 1];
                let (is_flat, is_tall) = (
                    partner[a] == b && partner[c] == d,
                    partner[a] == c && partner[b] == d,
                );
                let pairs = match (is_flat, is_tall) {
                    (true, _) => [(a, c), (b, d)],
                    (_, true) => [(a, b), (c, d)],
                    _ => continue,
                };
                for (one, other) in pairs {
                    partner[one] = other;
                    partner[other] = one;
                }
            }
        }
        let mut numbers = 0..;
        let mut regions = vec![None; partner.len()];
        for cell in 0..partner.len() {
            if regions[cell].is_none() {
                let number = numbers.next();
                regions[cell] = number;
                regions[partner[cell]] = number;
            }
        }
        regions
    }

    /// Moves a cell near some others to a region beside it, if what it leaves stays in one piece and is no smaller than
    /// `least`.
    pub(super) fn moved(
        self,
        regions: &[Option<u32>],
        near: &[usize],
        least: usize,
        random: &mut Random,
    ) -> Option<Vec<Option<u32>>> {
        let sizes = sizes(regions);
        let mut cells: Vec<usize> = near.to_vec();
        cells.extend(near.iter().flat_map(|&cell| self.neighbours(cell)));
        random.shuffle(&mut cells);
        cells.into_iter().find_map(|cell| {
            let from = regions[cell]?;
            let beside = self.neighbours(cell).filter_map(|cell| regions[cell]);
            let mut beside: Vec<u32> = beside.filter(|&region| region != from).collect();
            random.shuffle(&mut beside);
            let to = *beside.first()?;
            if sizes[from as usize] <= least {
                return None;
            }
            let mut moved = regions.to_vec();
            moved[cell] = Some(to);
            let is_left: Vec<bool> = moved.iter().map(|&region| region == Some(from)).collect();
            self.is_connected(&is_left).then_some(moved)
        })
    }
}

/// The number of cells of each region.
fn sizes(regions: &[Option<u32>]) -> Vec<usize> {
    let count = regions
        .iter()
        .flatten()
        .max()
        .map_or(0, |&last| last as usize + 1);
    let mut sizes = vec![0; count];
    for &region in regions.iter().flatten() {
        sizes[region as usize] += 1;
    }
    sizes
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIDES: [(usize, usize); 3] = [(6, 6), (5, 8), (10, 10)];

    /// Calls with some boards and the random numbers for them.
    fn on_boards(check: impl Fn(Ground<'_>, &mut Random)) {
        for (rows, columns) in SIDES {
            let holes = vec![false; rows * columns];
            let ground = Ground {
                rows,
                columns,
                holes: &holes,
            };
            for seed in 0..10 {
                check(ground, &mut Random::new(seed));
            }
        }
    }

    fn are_connected(ground: Ground<'_>, regions: &[Option<u32>]) -> bool {
        (0..sizes(regions).len()).all(|number| {
            let is_in: Vec<bool> = regions
                .iter()
                .map(|&region| region == Some(number as u32))
                .collect();
            ground.is_connected(&is_in)
        })
    }

    #[test]
    fn regions_part_the_board_and_hang_together() {
        let amounts = [
            Amount::Sizes { least: 3, most: 6 },
            Amount::Sizes { least: 2, most: 2 },
            Amount::Rectangles { least: 2, most: 8 },
            Amount::Rows,
        ];
        on_boards(|ground, random| {
            for amount in amounts {
                let regions = ground.regions(amount, random);
                assert!(regions.iter().all(Option::is_some), "{amount:?}");
                assert!(are_connected(ground, &regions), "{amount:?}");
                let sizes = sizes(&regions);
                match amount {
                    Amount::Sizes { least: 2, most: 2 } => {
                        assert!(sizes.iter().all(|&size| size == 2));
                    }
                    Amount::Sizes { least, .. } => assert!(sizes.iter().all(|&size| size >= least)),
                    Amount::Rows => assert_eq!(sizes.len(), ground.rows),
                    _ => {}
                }
            }
        });
    }

    #[test]
    fn a_cell_that_moves_leaves_regions_whole() {
        on_boards(|ground, random| {
            let regions = ground.regions(Amount::Rows, random);
            let moved = ground.moved(&regions, &[0, 7, 12], 2, random);
            let moved = moved.unwrap_or_else(|| regions.clone());
            assert!(are_connected(ground, &moved));
            assert_eq!(sizes(&moved).len(), sizes(&regions).len());
        });
    }

    #[test]
    fn runs_have_the_lengths_that_were_asked_for() {
        on_boards(|ground, random| {
            let open = ground.places(Amount::Runs { least: 2, most: 9 }, &[], random);
            let lengths = ground.lengths(&open);
            assert!(
                lengths.iter().all(|length| (2..=9).contains(length)),
                "{lengths:?}"
            );
            assert!(open[..ground.columns].iter().all(|is_open| !is_open));
        });
    }

    #[test]
    fn shares_keep_apart() {
        on_boards(|ground, random| {
            let taken = vec![false; ground.holes.len()];
            let amount = Amount::Share {
                percent: 20,
                apart: true,
                known: true,
            };
            let chosen = ground.places(amount, &taken, random);
            assert_eq!(
                chosen.iter().filter(|&&chosen| chosen).count(),
                taken.len() / 5
            );
            let touch = |cell| chosen[cell] && ground.neighbours(cell).any(|other| chosen[other]);
            assert!(!(0..taken.len()).any(touch));
        });
    }
}
