//! Properties of every drawing.

use tilewright_render::layout::{CELL, Look, View, lay_out};
use tilewright_render::scene::{Pen, Scene, SceneShape, SceneText};
use tilewright_render::theme::Theme;
use tilewright_render::{
    Arrow, Block, Cell, Drawing, Emphasis, Grid, Mark, Outline, Picture, Role, Spot, svg,
};

/// Pictures that no puzzle has.
fn degenerate() -> Vec<Picture> {
    let long = "W".repeat(20_000);
    let mut wordy = Grid::new(2, 2);
    wordy.title = Some(long.clone());
    wordy.slots = usize::MAX;
    *wordy.cell_mut(0, 0) = Cell::new(long.clone(), Role::Clue);
    wordy.cell_mut(0, 1).marks = vec![Mark::new(usize::MAX, "x"), Mark::new(3, long.clone())];
    wordy.cell_mut(1, 0).lines = vec![String::new(); 300];
    wordy.cell_mut(1, 1).drawing = Some(Drawing::Sockets([Some(u32::MAX), None, None, None]));
    let mut strange = Picture::from(wordy);
    let spot = |cell, slot| Spot { cell, slot };
    let ends = [(0, 3), (0, usize::MAX), (4, 0), (2, 2), (1, 0)];
    strange.arrows = ends
        .map(|(from, to)| Arrow {
            from: spot(from, Some(3)),
            to: spot(to, None),
            is_strong: false,
        })
        .to_vec();
    strange.outlines = vec![
        Outline {
            cells: vec![],
            emphasis: Emphasis::Base,
        },
        Outline {
            cells: vec![0, 3, 3, 77, usize::MAX],
            emphasis: Emphasis::Removed,
        },
    ];
    let table = Picture {
        blocks: vec![Block::Matrix {
            grid: Box::new(Grid::new(1, 1)),
            rows: vec![long.clone(); 3],
            columns: vec![],
            lines: vec![],
        }],
        ..Picture::default()
    };
    vec![
        Picture::default(),
        Picture::of_grids(vec![]),
        Picture::of_grids(vec![Grid::new(0, 0), Grid::new(0, 5), Grid::new(3, 0)]),
        Picture::of_grids(vec![Grid::new(0, 0), Grid::new(1, 1), Grid::new(0, 0)]),
        Picture::of_lines(vec![
            long,
            String::new(),
            "\u{0}\u{1b}[1m\u{ffff}<&>".into(),
        ]),
        strange,
        table,
    ]
}

fn everything() -> Vec<Picture> {
    let pictures = crate::pictures::all()
        .into_iter()
        .map(|(_, picture)| picture);
    pictures.chain(degenerate()).collect()
}

fn looks() -> Vec<Look> {
    let widths = [0.0, 200.0, 1000.0, f64::INFINITY, f64::NAN, -1.0];
    let rows = [None, Some(0), Some(2), Some(usize::MAX)];
    let look = |width| {
        let view = View::default();
        rows.map(|in_row| Look {
            view,
            width,
            in_row,
        })
    };
    widths.into_iter().flat_map(look).collect()
}

fn points(scene: &Scene) -> Vec<(f64, f64)> {
    let mut out = Vec::new();
    for shape in &scene.shapes {
        match shape {
            SceneShape::Path { pens, .. } => {
                for pen in pens {
                    match *pen {
                        Pen::Move(to) | Pen::Line(to) => out.push(to),
                        Pen::Curve(one, two, to) => out.extend([one, two, to]),
                        Pen::Close => {}
                    }
                }
            }
            SceneShape::Text(SceneText { at, size, .. }) => {
                assert!(size.is_finite() && *size > 0.0);
                out.push(*at);
            }
        }
    }
    out
}

#[test]
fn every_point_is_a_number_and_on_the_page() {
    for picture in everything() {
        for look in looks() {
            let scene = lay_out(&picture, &look);
            assert!(scene.width > 0.0 && scene.width.is_finite());
            assert!(scene.height > 0.0 && scene.height.is_finite());
            for (x, y) in points(&scene) {
                // The controls of a curve may lie a little outside.
                assert!((-CELL..=scene.width + CELL).contains(&x), "{x}");
                assert!((-CELL..=scene.height + CELL).contains(&y), "{y}");
            }
        }
    }
}

#[test]
fn every_file_is_well_formed() {
    for picture in everything() {
        for look in looks() {
            let scene = lay_out(&picture, &look);
            let files = [
                svg::file(&scene, &Theme::LIGHT),
                svg::file(&scene, &Theme::DARK),
                svg::for_page(&scene),
            ];
            for file in files {
                let document = roxmltree::Document::parse(&file).expect("well-formed XML");
                let root = document.root_element();
                assert_eq!(root.attribute("role"), Some("img"));
                assert_eq!(root.attribute("aria-label"), Some(scene.title.as_str()));
                assert!(!file.contains("NaN") && !file.contains("inf"));
            }
        }
    }
}

#[test]
fn every_cell_of_a_page_can_be_clicked_once() {
    for picture in everything() {
        let file = svg::for_page(&lay_out(&picture, &Look::default()));
        let document = roxmltree::Document::parse(&file).unwrap();
        let cells = document
            .descendants()
            .filter_map(|node| node.attribute("data-cell"));
        let mut cells: Vec<usize> = cells.map(|cell| cell.parse().unwrap()).collect();
        cells.sort_unstable();
        let mut all = Vec::new();
        let mut first = 0;
        for grid in picture.grids() {
            let is_there = |number: &usize| {
                let is_cell = *number < grid.cells().len();
                is_cell
                    || grid
                        .place(*number)
                        .is_some_and(|place| !place.lines.is_empty())
            };
            let places = (0..grid.place_count()).filter(is_there);
            all.extend(places.map(|number| first + number));
            first += grid.place_count();
        }
        assert_eq!(cells, all);
    }
}

#[test]
fn layers_go_below_each_other_where_there_is_no_room() {
    let picture = crate::pictures::layers();
    let at = |width| {
        let scene = lay_out(
            &picture,
            &Look {
                width,
                ..Look::default()
            },
        );
        (scene.width, scene.height)
    };
    let (wide, narrow) = (at(1000.0), at(100.0));
    assert!(wide.0 > 2.0 * narrow.0 && narrow.1 > 2.0 * wide.1);
    assert!(at(300.0).0 <= 300.0);
}

#[test]
fn as_many_layers_stand_in_a_row_as_are_asked_for() {
    let picture = crate::pictures::layers();
    let size = |width, in_row| {
        let look = Look {
            width,
            in_row,
            ..Look::default()
        };
        let scene = lay_out(&picture, &look);
        (scene.width, scene.height)
    };
    let (wide, narrow) = (size(1000.0, None), size(100.0, None));
    for room in [50.0, 100.0, 1000.0] {
        assert_eq!(size(room, Some(3)), wide);
        assert_eq!(size(room, Some(1)), narrow);
    }
}

#[test]
fn a_large_board_is_a_small_file() {
    let mut grid = Grid::new(500, 500);
    for k in 0..500 {
        *grid.cell_mut(k, k) = Cell::new("1", Role::Clue);
    }
    grid.frame();
    let scene = lay_out(&grid.into(), &Look::default());
    let file = svg::file(&scene, &Theme::LIGHT);
    assert!(file.len() < 100_000, "{}", file.len());
    assert!(svg::for_page(&scene).contains("data-cell=\"249999\""));
}

#[test]
fn a_board_that_is_too_large_is_told_in_words() {
    let picture = Picture::from(Grid::new(2000, 1001));
    let scene = lay_out(&picture, &Look::default());
    assert_eq!(
        scene.title,
        "a board with 2002000 cells and marks is not drawn: at most 2000000"
    );
    assert!(scene.shapes.len() < 10);
}

#[test]
fn what_is_painted_tells_given_from_found_without_colour() {
    let scene = lay_out(&crate::pictures::sudoku(), &Look::default());
    for shape in &scene.shapes {
        if let SceneShape::Text(SceneText { paint, is_bold, .. }) = shape {
            assert_eq!(*is_bold, *paint == tilewright_render::scene::Paint::Clue);
        }
    }
}
