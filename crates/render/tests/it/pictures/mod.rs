//! Pictures of each kind, made by hand.

use tilewright_render::{
    Arrow, Block, Cage, Cell, Drawing, Emphasis, Figure, Grid, Mark, Outline, Picture, Role,
    Ruling, Site, Spacing, Spot, Tint, Trail,
};

/// Each picture with the name of its snapshot.
pub(crate) fn all() -> Vec<(&'static str, Picture)> {
    vec![
        ("sudoku", sudoku()),
        ("marks", marks()),
        ("step", step()),
        ("layers", layers()),
        ("areas", areas()),
        ("roads", roads()),
        ("loops", loops()),
        ("sockets", sockets()),
        ("matrix", matrix()),
        ("words", words()),
        ("names", names()),
        ("emphases", emphases()),
        ("fences", fences()),
        ("links", links()),
        ("figures", figures()),
        ("labels", labels()),
        ("joints", joints()),
    ]
}

/// An edge that something may lie on, with what lies there.
fn put(grid: &mut Grid, site: Site, drawing: Option<Drawing>) {
    let number = grid.number(site);
    let place = grid.place_mut(number).unwrap();
    place.lines = vec!["·".into()];
    if let Some(drawing) = drawing {
        place.role = Role::Answer;
        place.figures = vec![Figure::new(drawing, Role::Answer)];
    }
}

/// A cell with a clue on it.
fn clue(grid: &mut Grid, row: usize, column: usize, drawings: &[Drawing]) {
    let cell = grid.cell_mut(row, column);
    let figures = drawings.iter().cloned();
    cell.figures
        .extend(figures.map(|drawing| Figure::new(drawing, Role::Clue)));
}

fn text(words: &str) -> Drawing {
    Drawing::Text(words.into())
}

/// A fence that is half found, between dots.
pub(crate) fn fences() -> Picture {
    let mut grid = Grid::new(2, 3);
    grid.ruling = Ruling::Dots;
    grid.add_joints();
    for number in 6..23 {
        let site = grid.site(number);
        put(&mut grid, site, None);
    }
    for site in [Site::Above(0, 0), Site::Above(0, 1), Site::Left(0, 0)] {
        put(&mut grid, site, Some(Drawing::Wall));
    }
    put(&mut grid, Site::Left(0, 1), Some(Drawing::Cross));
    clue(&mut grid, 0, 0, &[text("3")]);
    clue(&mut grid, 1, 2, &[text("0")]);
    let open = grid.number(Site::Left(1, 1));
    let quiet = |slot, drawing| Mark {
        drawing: Some(drawing),
        is_quiet: true,
        ..Mark::new(slot, "")
    };
    let marks = vec![quiet(0, Drawing::Cross), quiet(1, Drawing::Wall)];
    grid.place_mut(open).unwrap().marks.clone_from(&marks);
    let other = grid.number(Site::Above(2, 2));
    grid.place_mut(other).unwrap().marks = marks;
    let mut picture = Picture::from(grid);
    let spot = |cell, slot| Spot {
        cell,
        slot: Some(slot),
    };
    picture.emphasise(spot(open, 1), Emphasis::Picked);
    picture.emphasise(spot(other, 1), Emphasis::Removed);
    picture
}

/// Bridges between islands, and a road through pearls.
pub(crate) fn links() -> Picture {
    let mut grid = Grid::new(2, 4);
    grid.ruling = Ruling::Bare;
    grid.add_joints();
    for (column, number) in [(0, "3"), (2, "3"), (3, "1")] {
        clue(&mut grid, 0, column, &[Drawing::Ring, text(number)]);
    }
    clue(&mut grid, 1, 1, &[Drawing::Disc]);
    clue(&mut grid, 1, 2, &[Drawing::Ring]);
    for column in [1, 2] {
        put(&mut grid, Site::Left(0, column), Some(Drawing::Double));
    }
    put(&mut grid, Site::Left(0, 3), Some(Drawing::Link));
    put(&mut grid, Site::Above(1, 0), Some(Drawing::Link));
    for column in 1..=3 {
        put(&mut grid, Site::Left(1, column), Some(Drawing::Link));
    }
    grid.into()
}

/// Every sign in a cell, given and found.
pub(crate) fn figures() -> Picture {
    let half = |is_south, is_east| Drawing::Half { is_south, is_east };
    let pointer = |text: &str, step| Drawing::Pointer {
        text: text.into(),
        step,
    };
    let sums = |below: &str, right: &str| Drawing::Sums {
        below: below.into(),
        right: right.into(),
    };
    let slash = |is_falling| Drawing::Slash { is_falling };
    let drawings = [
        Drawing::Fill,
        Drawing::Shade,
        half(false, false),
        half(false, true),
        half(true, false),
        half(true, true),
        text("12"),
        Drawing::Small("7".into()),
        pointer("3", (0, 1)),
        pointer("2", (-1, 0)),
        pointer("1", (1, 1)),
        sums("16", "4"),
        Drawing::Dot,
        Drawing::Disc,
        Drawing::Ring,
        Drawing::Star,
        Drawing::Cross,
        slash(true),
        slash(false),
        Drawing::Wall,
    ];
    let mut grid = Grid::new(5, 8);
    for (number, drawing) in drawings.into_iter().enumerate() {
        clue(
            &mut grid,
            number / 8,
            number % 8,
            std::slice::from_ref(&drawing),
        );
        let number = number + 20;
        let cell = grid.cell_mut(number / 8, number % 8);
        cell.figures = vec![Figure::new(drawing, Role::Answer)];
    }
    let coloured = |drawing, tint| Figure {
        tint,
        ..Figure::new(drawing, Role::Clue)
    };
    let cell = grid.cell_mut(2, 3);
    cell.figures = vec![
        coloured(Drawing::Fill, Tint::Socket(1)),
        coloured(text("5"), Tint::Ink),
    ];
    clue(&mut grid, 0, 0, &[text("4")]);
    clue(&mut grid, 1, 5, &[text("8")]);
    grid.frame();
    grid.into()
}

/// Words on four sides, cages and a trail.
pub(crate) fn labels() -> Picture {
    let mut grid = board(&["1b3.", "..1.", ".c..", "2..c"], 2, 2);
    let words = |words: &[&str]| -> Vec<Vec<String>> {
        let side = words.iter();
        side.map(|word| word.split_whitespace().map(str::to_owned).collect())
            .collect()
    };
    grid.labels.top = words(&["1 1", "12", "", "1 1 1"]);
    grid.labels.left = words(&["3 1", "4", "1", "2"]);
    grid.labels.right = words(&["3", "", "", "2"]);
    grid.labels.bottom = words(&["", "5", "6", ""]);
    let cage = |cells: &[usize], text: Option<&str>| Cage {
        cells: cells.to_vec(),
        text: text.map(str::to_owned),
    };
    grid.cages = vec![cage(&[1, 2, 5], Some("12")), cage(&[8, 12, 13], None)];
    grid.trails = vec![Trail {
        cells: vec![3, 7, 11, 14],
    }];
    grid.into()
}

/// Numbers at corners, discs on edges, and walls.
pub(crate) fn joints() -> Picture {
    let mut grid = Grid::new(2, 2);
    grid.wall_areas(|row, _| row);
    grid.add_joints();
    put(&mut grid, Site::Corner(1, 1), Some(text("3")));
    put(&mut grid, Site::Corner(0, 0), Some(text("1")));
    put(&mut grid, Site::Left(0, 1), Some(Drawing::Ring));
    put(&mut grid, Site::Above(1, 0), Some(Drawing::Disc));
    grid.cell_mut(0, 0).figures = vec![Figure::new(
        Drawing::Slash { is_falling: true },
        Role::Answer,
    )];
    grid.into()
}

/// A board from text: digits are clues, letters stand for answers (`a` for 1), dots are open.
pub(crate) fn board(rows: &[&str], height: usize, width: usize) -> Grid {
    let mut grid = Grid::new(rows.len(), rows[0].len());
    grid.slots = rows.len();
    for (row, line) in rows.iter().enumerate() {
        for (column, letter) in line.chars().enumerate() {
            *grid.cell_mut(row, column) = match letter {
                '.' => Cell::new("·", Role::Empty),
                'a'..='z' => Cell::new((letter as u8 - b'a' + 1).to_string(), Role::Answer),
                other => Cell::new(other, Role::Clue),
            };
        }
    }
    let across = rows[0].len() / width;
    grid.wall_areas(|row, column| row / height * across + column / width);
    grid
}

fn set_marks(grid: &mut Grid, row: usize, column: usize, values: &[usize]) {
    let mark = |&value: &usize| Mark::new(value - 1, value.to_string());
    grid.cell_mut(row, column).marks = values.iter().map(mark).collect();
}

pub(crate) fn sudoku() -> Picture {
    board(&["1b3.", "..1.", ".c..", "2..c"], 2, 2).into()
}

pub(crate) fn marks() -> Picture {
    let mut grid = board(&["1...", "....", "...d", "3..."], 2, 2);
    set_marks(&mut grid, 0, 1, &[2, 3, 4]);
    set_marks(&mut grid, 0, 2, &[1, 2]);
    set_marks(&mut grid, 1, 1, &[4]);
    let mut picture = Picture::from(grid);
    let slot = |slot| Spot {
        cell: 1,
        slot: Some(slot),
    };
    picture.emphasise(slot(1), Emphasis::Removed);
    picture.emphasise(slot(2), Emphasis::Picked);
    picture
}

/// A chain on a board, with lines around a row and a column.
pub(crate) fn step() -> Picture {
    let mut grid = board(&["1...", "....", "...d", "3..."], 2, 2);
    for (row, column) in [(0, 1), (0, 3), (1, 1), (3, 1), (3, 3), (1, 3)] {
        set_marks(&mut grid, row, column, &[2, 4]);
    }
    let mut picture = Picture::from(grid);
    let four = |cell| Spot {
        cell,
        slot: Some(3),
    };
    let arrow = |from, to, is_strong| Arrow {
        from: four(from),
        to: four(to),
        is_strong,
    };
    picture.arrows = vec![
        arrow(1, 3, true),
        arrow(3, 15, false),
        arrow(15, 13, true),
        arrow(1, 3, true),
        arrow(3, 1, false),
    ];
    for (cell, emphasis) in [
        (1, Emphasis::Cover),
        (3, Emphasis::Base),
        (15, Emphasis::Cover),
        (13, Emphasis::Base),
        (5, Emphasis::Removed),
        (7, Emphasis::Fin),
    ] {
        picture.emphasise(four(cell), emphasis);
    }
    picture.outlines = vec![
        Outline {
            cells: vec![0, 1, 2, 3],
            emphasis: Emphasis::Base,
        },
        Outline {
            cells: vec![3, 7, 11, 15],
            emphasis: Emphasis::Cover,
        },
        Outline {
            cells: vec![3, 8, 9, 13],
            emphasis: Emphasis::Removed,
        },
    ];
    picture
}

pub(crate) fn layers() -> Picture {
    let layer = |number: usize| {
        let mut grid = board(&["12", ".b"], 1, 2);
        grid.title = Some(format!("layer {number}"));
        grid.cell_mut(1, 0).emphasis = Emphasis::Base;
        grid
    };
    let mut picture = Picture::of_grids((1..=3).map(layer).collect());
    let spot = |cell| Spot { cell, slot: None };
    picture.arrows.push(Arrow {
        from: spot(0),
        to: spot(11),
        is_strong: true,
    });
    picture.outlines.push(Outline {
        cells: vec![2, 3, 6, 7],
        emphasis: Emphasis::Cover,
    });
    picture
}

pub(crate) fn areas() -> Picture {
    let rows = ["0011", "2213", "2243", "5543"];
    let mut grid = Grid::new(4, 4);
    for (row, line) in rows.iter().enumerate() {
        for (column, letter) in line.chars().enumerate() {
            let cell = grid.cell_mut(row, column);
            *cell = Cell::new("·", Role::Answer);
            cell.area = letter.to_digit(10);
        }
    }
    for (row, column, clue) in [(0, 0, "2"), (0, 2, "3"), (2, 1, "4"), (3, 3, "3")] {
        let cell = grid.cell_mut(row, column);
        cell.lines = vec![clue.into()];
        cell.role = Role::Clue;
    }
    grid.wall_areas(|row, column| rows[row].as_bytes()[column].into());
    grid.into()
}

fn tiles(rows: &[&[Option<Drawing>]]) -> Picture {
    let mut grid = Grid::new(rows.len(), rows[0].len());
    grid.spacing = Spacing::Joined;
    for (row, tiles) in rows.iter().enumerate() {
        for (column, drawing) in tiles.iter().enumerate() {
            *grid.cell_mut(row, column) = Cell {
                lines: vec!["·".into()],
                role: match (drawing, (row + column) % 2) {
                    (None, _) => Role::Empty,
                    (_, 0) => Role::Clue,
                    _ => Role::Answer,
                },
                drawing: drawing.clone(),
                ..Cell::default()
            };
        }
    }
    grid.into()
}

fn open(sides: &str) -> [bool; 4] {
    ['N', 'E', 'S', 'W'].map(|side| sides.contains(side))
}

pub(crate) fn roads() -> Picture {
    let road = |sides: &str| Some(Drawing::Roads(open(sides)));
    let mut picture = tiles(&[
        &[road("ES"), road("EWS"), road("SW"), road("S")],
        &[road("NS"), road("NESW"), road("NEW"), road("NW")],
        &[road("NE"), road("NW"), None, road("")],
    ]);
    let marked = picture.cell_mut(10).unwrap();
    for (slot, sides) in ["NS", "EW", "SW", "NE"].into_iter().enumerate() {
        marked.marks.push(Mark {
            drawing: road(sides),
            ..Mark::new(slot, sides)
        });
    }
    marked.marks[1].emphasis = Emphasis::Removed;
    marked.marks[3].emphasis = Emphasis::Base;
    picture
}

pub(crate) fn loops() -> Picture {
    let line = |sides: &str| Some(Drawing::Loops(open(sides)));
    tiles(&[
        &[line("ES"), line("EW"), line("SW")],
        &[line("NS"), None, line("NS")],
        &[line("NE"), line("EW"), line("NW")],
    ])
}

pub(crate) fn sockets() -> Picture {
    let tile = |sides: [Option<u32>; 4]| Some(Drawing::Sockets(sides));
    tiles(&[
        &[
            tile([None, Some(1), Some(2), None]),
            tile([None, Some(3), Some(0), Some(1)]),
        ],
        &[tile([Some(2), Some(17), Some(5), Some(4)]), None],
    ])
}

pub(crate) fn matrix() -> Picture {
    let mut grid = Grid::new(3, 4);
    for (row, column, role) in [
        (0, 0, Role::Answer),
        (0, 3, Role::Answer),
        (1, 1, Role::Empty),
        (1, 2, Role::Empty),
        (2, 1, Role::Clue),
    ] {
        *grid.cell_mut(row, column) = Cell::new("●", role);
    }
    grid.frame();
    Picture {
        blocks: vec![Block::Matrix {
            grid: Box::new(grid),
            rows: ["first", "second", "the third"].map(String::from).to_vec(),
            columns: ["a", "b", "queen at c4", "d"].map(String::from).to_vec(),
            lines: Vec::new(),
        }],
        ..Picture::default()
    }
}

pub(crate) fn words() -> Picture {
    let lines = ["wa = red", "  nt < \"green\" & 'blue'", "", "δ = ∞"];
    Picture::of_lines(lines.map(String::from).to_vec())
}

/// Long names, names of two letters, and places where the board has no cell.
pub(crate) fn names() -> Picture {
    let mut grid = Grid::new(2, 3);
    let words = ["kitchen", "12", " ", "a", "bathroom", "·"];
    for (k, word) in words.into_iter().enumerate() {
        let role = match k {
            2 | 5 => Role::Empty,
            1 => Role::Clue,
            _ => Role::Answer,
        };
        *grid.cell_mut(k / 3, k % 3) = Cell::new(word, role);
    }
    grid.wall_areas(|row, column| usize::from((row, column) == (0, 2)));
    grid.into()
}

/// Every emphasis, of a cell and of a mark.
pub(crate) fn emphases() -> Picture {
    let all = Emphasis::ALL;
    let mut grid = Grid::new(2, all.len());
    grid.slots = 9;
    for (column, emphasis) in all.into_iter().enumerate() {
        *grid.cell_mut(0, column) = Cell {
            emphasis,
            ..Cell::new("5", Role::Clue)
        };
        let mark = |slot: usize| Mark {
            emphasis,
            ..Mark::new(slot, (slot + 1).to_string())
        };
        grid.cell_mut(1, column).marks = vec![mark(0), mark(4), mark(8)];
    }
    grid.frame();
    grid.into()
}
