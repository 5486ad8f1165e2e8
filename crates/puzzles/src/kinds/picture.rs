//! The picture of a board of a kind: its clues, and its tiles over them.
//!
//! Clues in cells are words in the middle, those of regions small ones in their first cell, arrows words with an arrow; regions
//! have walls, cages dashed lines; what is outside stands there. `[draw]` changes that.

use super::board::Board;
use super::clues::{Clue, ClueLayer, ClueSort, Clues, Grid as Given, Side, Spots};
use super::kind::Kind;
use super::style::{REST, Shape, Sign};
use crate::Puzzle;
use tilewright_render::{Cage, Drawing, Figure, Grid, Picture, Role, Ruling, Site, Tint, Trail};

impl Board {
    /// The picture with what its tiles may still be.
    pub(super) fn drawn(&self, marks: Option<&tilewright_logic::Board>) -> Picture {
        let Some(tiles) = self.rules.tiles(&self.kind.style) else {
            return self.rules.picture();
        };
        let mut grid = tiles.blank();
        tiles.rule(&mut grid);
        let clues = Drawer {
            kind: &self.kind,
            clues: &self.clues,
        };
        if let Some(sign) = self.kind.style.of(REST) {
            for row in 0..grid.rows() {
                for column in 0..grid.columns() {
                    let is_hole = self.clues.holes[row * grid.columns() + column];
                    if !is_hole && !tiles.has_tile(row, column) && tiles.has_cell_layer() {
                        add(&mut grid, Site::Cell(row, column), sign, "");
                    }
                }
            }
        }
        clues.draw(&mut grid);
        tiles.put(&mut grid, marks);
        grid.into()
    }
}

struct Drawer<'d> {
    kind: &'d Kind,
    clues: &'d Clues,
}

impl Drawer<'_> {
    fn draw(&self, grid: &mut Grid) {
        if grid.ruling == Ruling::Lines {
            grid.wall_areas(|row, column| {
                usize::from(self.clues.holes[row * self.clues.columns + column])
            });
        }
        for (layer, given) in self.kind.layers.iter().zip(&self.clues.grids) {
            match &**given {
                Given::Regions(regions, _) => self.regions(layer, regions, grid),
                Given::Cages(cages) => {
                    let cages = cages.iter().map(|cage| Cage {
                        cells: cage.cells.iter().map(|&cell| cell as usize).collect(),
                        text: cage.clue.as_ref().map(|clue| words(layer, clue)),
                    });
                    grid.cages.extend(cages);
                }
                Given::Paths(paths) => grid.trails.extend(paths.iter().map(|path| Trail {
                    cells: path.iter().map(|&cell| cell as usize).collect(),
                })),
                Given::Places(clues) => {
                    let clues = clues.iter().enumerate();
                    for (place, clue) in
                        clues.filter_map(|(place, clue)| Some((place, clue.as_ref()?)))
                    {
                        self.clue(layer, place, clue, grid);
                    }
                }
            }
        }
    }

    /// Walls between regions, or dashed lines around them.
    fn regions(&self, layer: &ClueLayer, regions: &[Option<u32>], grid: &mut Grid) {
        let columns = self.clues.columns;
        let is_cage = |sign: &Sign| sign.shape == Shape::Cage;
        if self.kind.style.of(&layer.name).is_some_and(is_cage) {
            let most = regions.iter().flatten().max().map_or(0, |most| most + 1);
            let cage = |region: u32| Cage {
                cells: (0..regions.len())
                    .filter(|&cell| regions[cell] == Some(region))
                    .collect(),
                text: None,
            };
            grid.cages.extend((0..most).map(cage));
            return;
        }
        for (cell, region) in regions.iter().enumerate() {
            let (row, column) = (cell / columns, cell % columns);
            if row > 0 && regions[cell - columns] != *region {
                grid.wall(Site::Above(row, column));
            }
            if column > 0 && regions[cell - 1] != *region {
                grid.wall(Site::Left(row, column));
            }
        }
    }

    fn clue(&self, layer: &ClueLayer, place: usize, clue: &Clue, grid: &mut Grid) {
        let (columns, text) = (self.clues.columns, words(layer, clue));
        let at = |cell: usize| Site::Cell(cell / columns, cell % columns);
        let sign = self.sign(layer, clue);
        match layer.at {
            Spots::Cells => add_clue(grid, at(place), sign, clue, &text),
            Spots::Regions(regions) => {
                let small = Sign {
                    shape: Shape::Small,
                    tint: Tint::Ink,
                };
                if let Some(&first) = self.clues.first_cells(regions).get(place) {
                    add(grid, at(first), sign.unwrap_or(&small), &text);
                }
            }
            Spots::Corners => {
                grid.add_joints();
                let site = Site::Corner(place / (columns + 1), place % (columns + 1));
                add_clue(grid, site, sign, clue, &text);
            }
            Spots::Edges | Spots::Inner => {
                grid.add_joints();
                if let Some(site) = self.edge(layer.at, place) {
                    add_clue(grid, site, sign, clue, &text);
                }
            }
            Spots::Outside(side) => self.outside(side, place, clue, text, grid),
            Spots::Free => {}
        }
    }

    /// What a clue looks like, if the file says it: by its word, or by its layer.
    fn sign(&self, layer: &ClueLayer, clue: &Clue) -> Option<&Sign> {
        let word = match (&layer.sort, clue) {
            (ClueSort::Word(words), Clue::Word(word)) => words.get(*word as usize),
            _ => None,
        };
        let style = &self.kind.style;
        let of_word = word.and_then(|word| style.of_value(&layer.name, word));
        of_word.or_else(|| style.of(&layer.name))
    }

    /// The edge of a number among those of a layer: the edges above a row of cells, then those beside its cells.
    fn edge(&self, spots: Spots, mut place: usize) -> Option<Site> {
        let lengths = spots.lengths(self.clues.rows, self.clues.columns)?;
        let is_inner = spots == Spots::Inner;
        for (line, length) in lengths.into_iter().enumerate() {
            if place < length {
                // The lines of inner edges begin with those beside the cells of the first row.
                let line = line + usize::from(is_inner);
                return Some(if line.is_multiple_of(2) {
                    Site::Above(line / 2, place)
                } else {
                    Site::Left(line / 2, place + usize::from(is_inner))
                });
            }
            place -= length;
        }
        None
    }

    fn outside(&self, side: Side, place: usize, clue: &Clue, text: String, grid: &mut Grid) {
        let words = match clue {
            Clue::Numbers(numbers) => numbers
                .iter()
                .map(|number| number.map_or_else(|| "?".to_owned(), |n| n.to_string()))
                .collect(),
            _ => vec![text],
        };
        let (labels, length) = match side {
            Side::Top => (&mut grid.labels.top, self.clues.columns),
            Side::Bottom => (&mut grid.labels.bottom, self.clues.columns),
            Side::Left => (&mut grid.labels.left, self.clues.rows),
            Side::Right => (&mut grid.labels.right, self.clues.rows),
        };
        labels.resize(length, Vec::new());
        if let Some(label) = labels.get_mut(place) {
            label.extend(words);
        }
    }
}

/// The words of a clue.
fn words(layer: &ClueLayer, clue: &Clue) -> String {
    match clue {
        Clue::Number(number) | Clue::Arrow(Some(number), _) => number.to_string(),
        Clue::Word(word) => match &layer.sort {
            ClueSort::Word(words) => words.get(*word as usize).cloned().unwrap_or_default(),
            _ => String::new(),
        },
        Clue::Unknown if layer.unknown.iter().any(|word| word == "?") => "?".to_owned(),
        // A wall without a number is recognised by its looks.
        Clue::Unknown | Clue::Numbers(_) | Clue::Mark | Clue::Arrow(None, _) => String::new(),
    }
}

/// Puts a clue onto a place: its sign, and its words over that.
fn add_clue(grid: &mut Grid, site: Site, sign: Option<&Sign>, clue: &Clue, text: &str) {
    let disc = Sign {
        shape: Shape::Drawing(Drawing::Disc),
        tint: Tint::Ink,
    };
    let sign = match (sign, clue) {
        (None, Clue::Mark) => Some(&disc),
        (sign, _) => sign,
    };
    // A word that has a sign is recognised by it.
    let is_told = sign.is_some() && matches!(clue, Clue::Word(_) | Clue::Mark);
    let is_worded = |sign: &Sign| !matches!(sign.shape, Shape::Drawing(_));
    if let Some(sign) = sign {
        add(grid, site, sign, text);
        if is_told || is_worded(sign) {
            return;
        }
    }
    let drawing = match clue {
        Clue::Arrow(_, heading) => Drawing::Pointer {
            text: text.to_owned(),
            step: (heading.down, heading.right),
        },
        // A clue that is not known is seen by its sign, if it has one.
        Clue::Unknown if sign.is_some() => return,
        _ if text.is_empty() => return,
        _ => Drawing::Text(text.to_owned()),
    };
    push(grid, site, Figure::new(drawing, Role::Clue));
}

/// Puts a sign onto a place.
fn add(grid: &mut Grid, site: Site, sign: &Sign, text: &str) {
    let text = text.to_owned();
    let drawing = match &sign.shape {
        Shape::Drawing(drawing) => drawing.clone(),
        Shape::Text => Drawing::Text(text),
        Shape::Words(words) => Drawing::Text(words.clone()),
        Shape::Small => Drawing::Small(text),
        Shape::SumBelow => return add_sum(grid, site, Some(text), None),
        Shape::SumRight => return add_sum(grid, site, None, Some(text)),
        Shape::Cage | Shape::Nothing => return,
    };
    let figure = Figure {
        tint: sign.tint,
        ..Figure::new(drawing, Role::Clue)
    };
    push(grid, site, figure);
}

/// Puts a sum onto a cell, beside the other that it may have.
fn add_sum(grid: &mut Grid, site: Site, new_below: Option<String>, new_right: Option<String>) {
    let number = grid.number(site);
    let Some(cell) = grid.place_mut(number) else {
        return;
    };
    let known = cell.figures.iter_mut();
    let mut sums = known.filter_map(|figure| match &mut figure.drawing {
        Drawing::Sums { below, right } => Some((below, right)),
        _ => None,
    });
    if let Some((below, right)) = sums.next() {
        if let Some(new) = new_below {
            *below = new;
        }
        if let Some(new) = new_right {
            *right = new;
        }
        return;
    }
    let drawing = Drawing::Sums {
        below: new_below.unwrap_or_default(),
        right: new_right.unwrap_or_default(),
    };
    push(grid, site, Figure::new(drawing, Role::Clue));
}

fn push(grid: &mut Grid, site: Site, figure: Figure) {
    let number = grid.number(site);
    if let Some(cell) = grid.place_mut(number) {
        cell.figures.push(figure);
    }
}
