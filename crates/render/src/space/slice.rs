//! A board cut in layers along any two of its axes.
//!
//! The cells of each layer are those of the usual ones in another order. So the code for layers draws them too; only
//! their numbers have to be restored afterwards.

use crate::{Arrow, Block, Cell, Grid, Picture, Space, Spot};

/// A board cut along other axes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sliced {
    /// The layers, with arrows and outlines; its cells are numbered anew, layer after layer.
    pub picture: Picture,
    /// The number of each of its cells in the picture that was cut.
    pub numbers: Vec<usize>,
}

/// The layers in which one axis runs across and another one down, as the first and the second do in
/// the usual ones. Titles say where a layer lies along the axes that it does not show: "row 2" of a
/// cube whose rows are layers now, "column 3, layer (·,2)" where the fourth of four axes is at 2.
///
/// A picture that is not a board of this space, and axes that it does not have, are left as they are.
pub fn slice(picture: &Picture, space: &Space, across: usize, down: usize) -> Sliced {
    let unchanged = || Sliced {
        picture: picture.clone(),
        numbers: (0..picture.cell_count()).collect(),
    };
    let axes = space.axes();
    if across == down || across >= axes || down >= axes || (across, down) == (0, 1) {
        return unchanged();
    }
    let Some(board) = Board::of(picture, space) else {
        return unchanged();
    };
    let mut numbers = Vec::with_capacity(space.areas.len());
    let mut grids = Vec::new();
    for corner in corners(space, across, down) {
        let (grid, cells) = board.layer(corner, across, down);
        grids.push(grid);
        numbers.extend(cells);
    }
    let places = places(&numbers);
    let place = |cell: usize| places.get(cell).copied();
    let spot = |spot: Spot| {
        let cell = place(spot.cell)?;
        Some(Spot { cell, ..spot })
    };
    let arrows = picture.arrows.iter().map(|arrow| {
        Some(Arrow {
            from: spot(arrow.from)?,
            to: spot(arrow.to)?,
            ..*arrow
        })
    });
    let outlines = picture
        .outlines
        .iter()
        .map(|outline| outline.renumbered(place));
    Sliced {
        picture: Picture {
            blocks: with_layers(picture, grids),
            space: picture.space.clone(),
            arrows: arrows.flatten().collect(),
            outlines: outlines.collect(),
        },
        numbers,
    }
}

/// The cells of a board by their numbers.
pub(super) struct Board<'p> {
    space: &'p Space,
    cells: Vec<&'p Cell>,
    /// A grid to take the manner of drawing from.
    sample: &'p Grid,
}

impl<'p> Board<'p> {
    /// The board that a picture shows, if it is one of this space.
    pub(super) fn of(picture: &'p Picture, space: &'p Space) -> Option<Self> {
        let mut grids = picture.grids();
        let sample = grids.next()?;
        let cells: Vec<&Cell> = picture.grids().flat_map(|grid| &grid.cells).collect();
        let is_board = space.is_whole() && space.axes() >= 2 && cells.len() == space.areas.len();
        is_board.then_some(Self {
            space,
            cells,
            sample,
        })
    }

    /// The layer that a cell is the first of, with the numbers of its cells.
    fn layer(&self, corner: usize, across: usize, down: usize) -> (Grid, Vec<usize>) {
        let space = self.space;
        let (mut grid, numbers) = self.cut(&Cut {
            corner,
            right: space.stride(across).cast_signed(),
            below: space.stride(down).cast_signed(),
            columns: space.sides[across],
            rows: space.sides[down],
        });
        grid.title = Some(title(space, corner, across, down));
        (grid, numbers)
    }

    /// Some of the cells as a grid, with their numbers.
    pub(super) fn cut(&self, cut: &Cut) -> (Grid, Vec<usize>) {
        let mut grid = Grid::new(cut.rows, cut.columns);
        grid.spacing = self.sample.spacing;
        grid.slots = self.sample.slots;
        let mut numbers = Vec::with_capacity(cut.rows * cut.columns);
        for row in 0..cut.rows {
            for column in 0..cut.columns {
                let number = cut.number(row, column);
                grid.cell_mut(row, column).clone_from(self.cells[number]);
                numbers.push(number);
            }
        }
        grid.wall_areas(|row, column| self.space.areas[cut.number(row, column)] as usize);
        (grid, numbers)
    }
}

/// Cells in rows and columns: the number of the first one, and how much it grows to the right and
/// downwards.
pub(super) struct Cut {
    pub(super) corner: usize,
    pub(super) right: isize,
    pub(super) below: isize,
    pub(super) columns: usize,
    pub(super) rows: usize,
}

impl Cut {
    fn number(&self, row: usize, column: usize) -> usize {
        let step = row.cast_signed() * self.below + column.cast_signed() * self.right;
        self.corner.wrapping_add_signed(step)
    }
}

/// The first cell of each layer, those along the first of the other axes after each other.
fn corners(space: &Space, across: usize, down: usize) -> Vec<usize> {
    let mut corners = vec![0];
    for axis in (0..space.axes()).filter(|&axis| axis != across && axis != down) {
        let steps = (0..space.sides[axis]).map(|step| step * space.stride(axis));
        let before = corners;
        corners = steps
            .flat_map(|step| before.iter().map(move |corner| corner + step))
            .collect();
    }
    corners
}

/// The position of a layer along the axes that it does not show.
fn title(space: &Space, corner: usize, across: usize, down: usize) -> String {
    let place = |axis: usize| {
        if axis == across || axis == down {
            return None;
        }
        Some(corner / space.stride(axis) % space.sides[axis] + 1)
    };
    let named = |name: &str, axis: usize| place(axis).map(|at| format!("{name} {at}"));
    let outer: Vec<Option<usize>> = (2..space.axes()).map(place).collect();
    let layer = match &outer[..] {
        [at] => at.map(|at| format!("layer {at}")),
        outer if outer.iter().all(Option::is_none) => None,
        outer => {
            let each = outer
                .iter()
                .map(|at| at.map_or("·".to_owned(), |at| at.to_string()));
            Some(format!("layer ({})", each.collect::<Vec<_>>().join(",")))
        }
    };
    let parts = [named("column", 0), named("row", 1), layer];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// The position of each number in a list of them.
fn places(numbers: &[usize]) -> Vec<usize> {
    let mut places = vec![0; numbers.len()];
    for (place, &number) in numbers.iter().enumerate() {
        places[number] = place;
    }
    places
}

/// The blocks with other layers in place of the grids.
fn with_layers(picture: &Picture, grids: Vec<Grid>) -> Vec<Block> {
    let mut layers = Some(Block::Grids(grids));
    let blocks = picture.blocks.iter().filter_map(|block| match block {
        Block::Lines(_) => Some(block.clone()),
        Block::Grids(_) | Block::Matrix { .. } => layers.take(),
    });
    blocks.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Emphasis, Outline, Role};

    /// A board whose cells say their numbers, with areas two cells long along the last axis.
    fn board(sides: &[usize]) -> (Picture, Space) {
        let cells: usize = sides.iter().product();
        let last = cells / sides[sides.len() - 1];
        let space = Space {
            sides: sides.to_vec(),
            areas: (0..cells).map(|cell| (cell / last / 2) as u32).collect(),
        };
        let size = sides[0] * sides[1];
        let grids = (0..cells / size).map(|layer| {
            let mut grid = Grid::new(sides[1], sides[0]);
            for cell in 0..size {
                let text = (layer * size + cell).to_string();
                *grid.cell_mut(cell / sides[0], cell % sides[0]) = Cell::new(text, Role::Clue);
            }
            grid
        });
        let mut picture = Picture::of_grids(grids.collect());
        picture.space = Some(space.clone());
        (picture, space)
    }

    fn texts(grid: &Grid) -> Vec<Vec<&str>> {
        let row = |row| (0..grid.columns()).map(move |column| &*grid.cell(row, column).lines[0]);
        (0..grid.rows()).map(|r| row(r).collect()).collect()
    }

    fn titles(picture: &Picture) -> Vec<&str> {
        picture.grids().filter_map(|g| g.title.as_deref()).collect()
    }

    #[test]
    fn a_cube_is_cut_along_other_axes() {
        let (picture, space) = board(&[2, 3, 4]);
        let sliced = slice(&picture, &space, 0, 2);
        assert_eq!(titles(&sliced.picture), ["row 1", "row 2", "row 3"]);
        let second = sliced.picture.grids().nth(1).unwrap();
        let rows = [["2", "3"], ["8", "9"], ["14", "15"], ["20", "21"]];
        assert_eq!(texts(second), rows);
        assert_eq!(sliced.numbers[8..16], [2, 3, 8, 9, 14, 15, 20, 21]);
        let walls: Vec<bool> = (0..=4).map(|row| second.has_wall_above(row, 0)).collect();
        assert_eq!(walls, [true, false, true, false, true]);
        let sliced = slice(&picture, &space, 2, 1);
        assert_eq!(titles(&sliced.picture), ["column 1", "column 2"]);
        let first = sliced.picture.grids().next().unwrap();
        assert_eq!(texts(first)[1], ["2", "8", "14", "20"]);
    }

    #[test]
    fn titles_name_every_fixed_coordinate() {
        let (picture, space) = board(&[2, 2, 2, 2]);
        let sliced = slice(&picture, &space, 1, 2);
        let titles = titles(&sliced.picture).join("; ");
        assert_eq!(
            titles,
            "column 1, layer (·,1); column 2, layer (·,1); column 1, layer (·,2); \
             column 2, layer (·,2)"
        );
        let turned = slice(&picture, &space, 1, 0);
        let first = turned.picture.grids().next().unwrap();
        assert_eq!(first.title.as_deref(), Some("layer (1,1)"));
        assert_eq!(texts(first), [["0", "2"], ["1", "3"]]);
    }

    #[test]
    fn arrows_outlines_and_numbers_keep_to_their_cells() {
        let (mut picture, space) = board(&[2, 2, 3]);
        let spot = |cell| Spot {
            cell,
            slot: Some(1),
        };
        picture.arrows.push(Arrow {
            from: spot(1),
            to: spot(10),
            is_strong: true,
        });
        picture.outlines.push(Outline {
            cells: vec![0, 4, 8],
            emphasis: Emphasis::Base,
        });
        for (across, down) in [(0, 2), (2, 0), (1, 2), (2, 1), (1, 0)] {
            let Sliced { picture, numbers } = slice(&picture, &space, across, down);
            let mut seen = numbers.clone();
            seen.sort_unstable();
            assert_eq!(seen, (0..12).collect::<Vec<_>>());
            let cells: Vec<&Cell> = picture.grids().flat_map(|grid| &grid.cells).collect();
            let text = |place: usize| cells[place].lines[0].as_str();
            assert_eq!(text(picture.arrows[0].from.cell), "1");
            assert_eq!(text(picture.arrows[0].to.cell), "10");
            let mut around: Vec<&str> =
                picture.outlines[0].cells.iter().map(|&c| text(c)).collect();
            around.sort_unstable();
            assert_eq!(around, ["0", "4", "8"]);
            assert_eq!(numbers[picture.arrows[0].from.cell], 1);
            assert_eq!(numbers[picture.arrows[0].to.cell], 10);
        }
    }

    #[test]
    fn what_is_no_board_of_the_space_stays_as_it_is() {
        let (picture, space) = board(&[2, 3, 4]);
        for (across, down) in [(0, 1), (1, 1), (0, 3), (7, 0)] {
            assert_eq!(slice(&picture, &space, across, down).picture, picture);
        }
        let wrong = |sides: &[usize], areas: usize| Space {
            sides: sides.to_vec(),
            areas: vec![0; areas],
        };
        for space in [
            wrong(&[2, 3, 4], 23),
            wrong(&[2, 3, 5], 30),
            wrong(&[0, 3, 5], 0),
            wrong(&[usize::MAX, 3, 5], 24),
            wrong(&[], 1),
        ] {
            assert_eq!(slice(&picture, &space, 0, 2).picture, picture);
        }
        let words = Picture::of_lines(vec!["none".to_owned()]);
        assert_eq!(slice(&words, &space, 0, 2).picture, words);
    }
}
