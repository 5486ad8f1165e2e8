//! The copies of a board under the symmetries of its kind, and the smallest of them.
//!
//! A symmetry moves every clue to another place; arrows and words for directions turn, and regions get their numbers anew. The
//! copies are compared as lists of numbers: what each layer has at each place, in order, and what was entered.

use super::board::Board;
use super::clues::{Cage, Clue, ClueSort, Clues, Grid, Heading, Setting, Spots};
use super::symmetry::{Symmetry, Turn, symmetries};
use crate::rules::entered::Halves;
use crate::{Asymmetric, Canonical, Canonised, ParseError};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use tilewright_model::Choice;

/// What was entered: the layer, the place and the value of each tile.
type Entered = Vec<(String, Halves, String)>;

/// A copy of a board, and what it is compared by.
struct Copy {
    clues: Clues,
    found: Entered,
    chosen: Entered,
    key: String,
}

impl Canonised for Board {
    fn canonical(&self) -> Result<Canonical, Asymmetric> {
        if self.kind.merged.is_some() {
            let message =
                "a board with extras has no canonical form: symmetries of extras are not known";
            return Err(Asymmetric(message.to_owned()));
        }
        let copies = self.copies();
        let is_own = |copy: &&Copy| copy.key == copies[0].key;
        let automorphisms = copies.iter().filter(is_own).count() as u128;
        let smallest = copies
            .into_iter()
            .min_by(|one, other| one.key.cmp(&other.key));
        let smallest = smallest.expect("a board is a copy of itself");
        let digest = digest(&self.kind.name, &smallest.key);
        let form = self.copied(smallest);
        let form = form.map_err(|error| Asymmetric(error.message().to_owned()))?;
        Ok(Canonical {
            puzzle: Box::new(form),
            automorphisms: Some(automorphisms),
            digest,
        })
    }
}

impl Board {
    /// The copies of the board, the board itself first.
    fn copies(&self) -> Vec<Copy> {
        let known = self.kind.symmetries();
        let symmetries = known.iter().filter(|symmetry| self.allows(symmetry.turn));
        symmetries.map(|symmetry| self.copy(symmetry)).collect()
    }

    /// Returns true if a turn keeps what the kind calls boxes: they are squares.
    fn allows(&self, turn: Turn) -> bool {
        let Clues { rows, columns, .. } = *self.clues;
        let side = rows.isqrt();
        !turn.is_transposed
            || !self.kind.source.contains("boxes")
            || rows == columns && side * side == rows
    }

    fn copy(&self, symmetry: &Symmetry) -> Copy {
        let clues = self.moved(symmetry);
        let found = self.moved_choices(symmetry, self.rules.found());
        let chosen = self.moved_choices(symmetry, &self.chosen);
        let settings: Vec<String> = clues
            .settings
            .iter()
            .map(|(name, setting)| match setting {
                Setting::Number(number) => format!("{name}={number}"),
                other => format!("{name}={other:?}"),
            })
            .collect();
        let Clues {
            rows,
            columns,
            holes,
            grids,
            ..
        } = &clues;
        let holes: String = holes
            .iter()
            .map(|&hole| if hole { '#' } else { '.' })
            .collect();
        let key =
            format!("{rows:5} {columns:5} {holes} {grids:?} {chosen:?} {found:?} {settings:?}");
        Copy {
            clues,
            found,
            chosen,
            key,
        }
    }

    /// The clues after a turn.
    fn moved(&self, symmetry: &Symmetry) -> Clues {
        let own = &*self.clues;
        let turn = symmetry.turn;
        let [rows, columns] = if turn.is_transposed {
            [own.columns, own.rows]
        } else {
            [own.rows, own.columns]
        };
        let mut moved = Clues::empty(&self.kind.layers, rows, columns);
        moved.settings.clone_from(&own.settings);
        let to_cell = |cell: usize| cell_after(turn, own, cell);
        for (cell, &hole) in own.holes.iter().enumerate() {
            moved.holes[to_cell(cell)] = hole;
        }
        // Regions come first: clues on them are listed as they are.
        let mut region_to: HashMap<usize, Vec<usize>> = HashMap::new();
        for (layer, &(to, _)) in symmetry.layers.iter().enumerate() {
            if let Grid::Regions(regions, names) = &*own.grids[layer] {
                let (grid, order) = moved_regions(regions, names.len(), &to_cell);
                moved.grids[to] = Arc::new(grid);
                region_to.insert(layer, order);
            }
        }
        moved.settle(&self.kind.layers);
        for (layer, &(to, is_backwards)) in symmetry.layers.iter().enumerate() {
            let at = self.kind.layers[layer].at;
            match &*own.grids[layer] {
                Grid::Regions(..) => {}
                Grid::Cages(cages) => {
                    let cage = |cage: &Cage| {
                        let mut cells: Vec<u32> = cage
                            .cells
                            .iter()
                            .map(|&cell| to_cell(cell as usize) as u32)
                            .collect();
                        cells.sort_unstable();
                        Cage {
                            cells,
                            clue: cage.clue.clone(),
                        }
                    };
                    let mut cages: Vec<Cage> = cages.iter().map(cage).collect();
                    cages.sort_by(|one, other| one.cells.cmp(&other.cells));
                    moved.grids[to] = Arc::new(Grid::Cages(cages));
                }
                Grid::Paths(paths) => {
                    let path = |path: &Vec<u32>| {
                        path.iter()
                            .map(|&cell| to_cell(cell as usize) as u32)
                            .collect()
                    };
                    let mut paths: Vec<Vec<u32>> = paths.iter().map(path).collect();
                    paths.sort_unstable();
                    moved.grids[to] = Arc::new(Grid::Paths(paths));
                }
                Grid::Places(clues) => {
                    for (place, clue) in clues.iter().enumerate() {
                        let Some(clue) = clue else { continue };
                        let clue = self.turned(clue, layer, to, symmetry, is_backwards);
                        let to_place = match at {
                            Spots::Regions(of) => region_to[&of][place],
                            _ => place_after(turn, own, at, place),
                        };
                        moved.put(to, to_place, Some(clue));
                    }
                }
            }
        }
        moved
    }

    /// A clue after a turn, in another layer.
    fn turned(
        &self,
        clue: &Clue,
        from: usize,
        to: usize,
        symmetry: &Symmetry,
        is_backwards: bool,
    ) -> Clue {
        match (
            clue,
            &self.kind.layers[from].sort,
            &self.kind.layers[to].sort,
        ) {
            (Clue::Word(word), ClueSort::Word(words), ClueSort::Word(others)) => {
                let name = &words[*word as usize];
                let name = symmetry.names.get(name).unwrap_or(name);
                let place = others.iter().position(|other| other == name);
                Clue::Word(place.map_or(*word, |place| place as u32))
            }
            (Clue::Arrow(number, heading), ..) => {
                let [down, right] = symmetry.turn.step([heading.down, heading.right]);
                Clue::Arrow(*number, Heading { down, right })
            }
            (Clue::Numbers(numbers), ..) if is_backwards => {
                Clue::Numbers(numbers.iter().rev().copied().collect())
            }
            (clue, ..) => clue.clone(),
        }
    }

    fn moved_choices(&self, symmetry: &Symmetry, choices: &[Choice]) -> Entered {
        let halves = halves(&self.clues);
        let place = |&choice: &Choice| {
            let (layer, place, value) = self.rules.placed(choice)?;
            let value = symmetry.names.get(value).map_or(value, String::as_str);
            let place = symmetry.turn.place(place, halves);
            Some((layer.to_owned(), place, value.to_owned()))
        };
        let mut moved: Entered = choices.iter().filter_map(place).collect();
        moved.sort();
        moved
    }

    /// The board that a copy is.
    fn copied(&self, copy: Copy) -> Result<Self, ParseError> {
        let board = self.with_clues(copy.clues)?;
        let choices = |board: &Self, entered: &Entered| {
            let choice = |(layer, place, value): &(String, Halves, String)| {
                let values = board.rules.values_at(layer, *place);
                let mut values = values.into_iter();
                values
                    .find(|(known, _)| known == value)
                    .map(|(_, choice)| choice)
            };
            entered.iter().filter_map(choice).collect::<Vec<Choice>>()
        };
        let chosen = choices(&board, &copy.chosen);
        let board = if chosen.is_empty() {
            board
        } else {
            board.with_chosen(chosen)?
        };
        let mut found = choices(&board, &copy.found);
        if found.is_empty() {
            return Ok(board);
        }
        found.sort_unstable();
        Ok(board.with_found(&found))
    }

    /// All copies of the board, itself first.
    #[cfg(test)]
    pub(super) fn all_copies(&self) -> Vec<Self> {
        let copies = self.copies().into_iter();
        copies.map(|copy| self.copied(copy).unwrap()).collect()
    }
}

/// The numbers of rows and columns in halves.
fn halves(clues: &Clues) -> [u32; 2] {
    [clues.rows, clues.columns].map(|count| 2 * count as u32)
}

/// A cell after a turn.
fn cell_after(turn: Turn, clues: &Clues, cell: usize) -> usize {
    place_after(turn, clues, Spots::Cells, cell)
}

/// The number of a place after a turn, among those of its sort.
fn place_after(turn: Turn, clues: &Clues, at: Spots, place: usize) -> usize {
    let Clues { rows, columns, .. } = *clues;
    if let Spots::Outside(side) = at {
        use super::clues::Side;
        // As a row or column of the board.
        let is_column = matches!(side, Side::Top | Side::Bottom);
        let (count, is_reversed) = if is_column {
            (columns, turn.reverses_columns)
        } else {
            (rows, turn.reverses_rows)
        };
        return if is_reversed {
            count - 1 - place
        } else {
            place
        };
    }
    let own = at.halves(rows, columns).concat();
    let to = turn.place(own[place], halves(clues));
    let [rows, columns] = if turn.is_transposed {
        [columns, rows]
    } else {
        [rows, columns]
    };
    if at == Spots::Cells {
        return (to[0] as usize / 2) * columns + to[1] as usize / 2;
    }
    let all = at.halves(rows, columns).concat();
    all.iter().position(|known| *known == to).unwrap_or(place)
}

/// The regions after a move of the cells, and for each region its number there: they are counted as the rows meet them.
fn moved_regions(
    regions: &[Option<u32>],
    count: usize,
    to_cell: &dyn Fn(usize) -> usize,
) -> (Grid, Vec<usize>) {
    let mut moved = vec![None; regions.len()];
    for (cell, &region) in regions.iter().enumerate() {
        moved[to_cell(cell)] = region;
    }
    let mut number_of: Vec<Option<u32>> = vec![None; count];
    let mut next = 0;
    for region in moved.iter_mut().flatten() {
        let number = number_of[*region as usize].get_or_insert_with(|| {
            next += 1;
            next - 1
        });
        *region = *number;
    }
    let names = (1..=next).map(|number| number.to_string()).collect();
    let order = number_of.into_iter();
    let order = order.map(|number| number.unwrap_or(0) as usize).collect();
    (Grid::Regions(moved, names), order)
}

/// A hash of a form.
fn digest(kind: &str, key: &str) -> u128 {
    let half = |salt: u8| {
        let mut hasher = DefaultHasher::new();
        (salt, kind, key).hash(&mut hasher);
        u128::from(hasher.finish())
    };
    half(0) << 64 | half(1)
}

impl super::kind::Kind {
    /// The symmetries of the grid that its rules have, that which moves nothing first.
    pub(super) fn symmetries(&self) -> &[Symmetry] {
        self.symmetries.get_or_init(|| symmetries(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Families, Plain, Planted, Puzzle};
    use std::any::Any;
    use tilewright_engines::{Ask, Budget, engine};
    use tilewright_model::random::Random;

    /// A solution with these choices among it.
    fn solution(puzzle: &dyn Puzzle, given: &[Choice]) -> Option<Vec<Choice>> {
        let model = puzzle.model(&Budget::default()).ok()?;
        let engine = engine("auto").unwrap();
        let mut search = engine.prepare(&model, &Budget::default()).ok()?;
        let given = [&puzzle.givens(), given].concat();
        search.start(&Ask::given(given).limit(1));
        search.advance().ok().map(<[Choice]>::to_vec)
    }

    /// A small board of a kind with all clues of a solution, and that solution.
    fn drawn(kind: &str) -> Option<(Board, Vec<Choice>)> {
        let sizes = ["4x5", "4x4", "6x6", "9x9"];
        let random = &mut Random::new(1);
        sizes.into_iter().find_map(|size| {
            let board = Families::default().board(kind, size).ok()?;
            let board = board.can::<dyn Planted>()?.laid_out(random).ok()?;
            let found = solution(&*board, &[])?;
            let planted = board.can::<dyn Planted>()?.planted(&found, random).ok()?;
            let found = solution(&*planted, &[])?;
            let planted: &dyn Any = &*planted;
            Some((planted.downcast_ref::<Board>()?.clone(), found))
        })
    }

    fn kinds() -> Vec<String> {
        let families = Families::default();
        let kinds = families
            .iter()
            .filter(|family| family.kind_file().is_some());
        kinds.map(|family| family.name.to_string()).collect()
    }

    #[test]
    fn copies_of_a_board_have_the_copies_of_its_solution_and_one_form() {
        let mut drawn_kinds = 0;
        for kind in kinds() {
            let Some((board, found)) = drawn(&kind) else {
                continue;
            };
            drawn_kinds += 1;
            let form = board.canonical().unwrap();
            for copy in board.with_found(&found).all_copies() {
                let choices = copy.rules.found().to_vec();
                // Where every cell has its clue nothing is left to be found.
                let givens = board.givens();
                let is_all_given = found.iter().all(|choice| givens.contains(choice));
                assert!(!choices.is_empty() || is_all_given, "{kind}");
                let empty = copy.with_clues((*copy.clues).clone()).unwrap();
                assert!(
                    solution(&empty, &choices).is_some(),
                    "{kind}:\n{}",
                    empty.plain()
                );
                let other = empty.canonical().unwrap();
                assert_eq!(other.digest, form.digest, "{kind}:\n{}", empty.plain());
                assert!(other.puzzle.is_same(&*form.puzzle), "{kind}");
            }
        }
        assert!(drawn_kinds > 50, "{drawn_kinds}");
    }

    #[test]
    fn symmetries_are_found_in_the_rules() {
        let count = |kind: &str| {
            let families = Families::default();
            let board = families.board(kind, "6x6").unwrap();
            let board: &dyn Any = &*board;
            let board = board.downcast_ref::<Board>().unwrap();
            board.kind.symmetries().len()
        };
        for (kind, expected) in [
            ("slitherlink", 8),
            ("hitori", 8),
            ("nonogram", 8),
            ("battleships", 8),
            ("slant", 8),
            ("skyscrapers", 8),
            // The larger digit is above.
            ("cojun", 2),
            // Numbers are above their cells, or left of them.
            ("kakuro", 2),
        ] {
            assert_eq!(count(kind), expected, "{kind}");
        }
    }

    #[test]
    fn automorphisms_are_counted() {
        let board = |text: &str| {
            let puzzle = Families::default().read(text, None).unwrap();
            puzzle.canonical().unwrap()
        };
        let empty = board("slitherlink\n3 3\n- - -\n- - -\n- - -\n");
        assert_eq!(empty.automorphisms, Some(8));
        let one = board("slitherlink\n3 3\n3 - -\n- - -\n- - -\n");
        let other = board("slitherlink\n3 3\n- - -\n- - -\n- - 3\n");
        assert_eq!((one.automorphisms, one.digest), (Some(2), other.digest));
        assert_ne!(one.digest, empty.digest);
        let wide = board("slitherlink\n2 3\n3 - 2\n- 1 -\n");
        let high = board("slitherlink\n3 2\n- 2\n1 -\n- 3\n");
        assert_eq!(wide.digest, high.digest);
    }
}
