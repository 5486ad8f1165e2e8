//! Maps and proofs, checked by the definition.

use std::collections::HashSet;
use tilewright_maps::{
    Budget, End, Ground, Image, Joined, Kinds, Learning, Likeness, Map, Set, Unfilled, World,
    complete, distance, fill, redo,
};

/// Kinds that go together where their sockets are equal: those of the north, east, south and west.
fn of_sockets(sides: &[[u8; 4]]) -> Kinds {
    let mut kinds = Kinds::new(vec![1.0; sides.len()]);
    for (a, first) in sides.iter().enumerate() {
        for (b, second) in sides.iter().enumerate() {
            if first[1] == second[3] {
                kinds.allow_across(a, b);
            }
            if first[2] == second[0] {
                kinds.allow_down(a, b);
            }
        }
    }
    kinds
}

/// Straights and corners, which cut a board into loops.
fn loops() -> Kinds {
    of_sockets(&[
        [1, 0, 1, 0],
        [0, 1, 0, 1],
        [1, 1, 0, 0],
        [0, 1, 1, 0],
        [0, 0, 1, 1],
        [1, 0, 0, 1],
    ])
}

/// Eleven Wang tiles that tile the plane, but never with a period (Jeandel and Rao, 2015).
fn wang11() -> Kinds {
    // East, north, west, south.
    let tiles = [
        "2421", "2220", "1131", "1232", "3133", "0131", "0001", "3102", "0212", "1214", "3312",
    ];
    let sides: Vec<[u8; 4]> = tiles
        .iter()
        .map(|tile| {
            let side = |at: usize| tile.as_bytes()[at] - b'0';
            [side(1), side(0), side(3), side(2)]
        })
        .collect();
    of_sockets(&sides)
}

fn all(kinds: &Kinds, ground: &Ground, seed: u64) -> Result<Map, Unfilled> {
    fill(kinds, ground, Likeness::Odds, seed, &Budget::default())
}

#[test]
fn maps_are_whole_on_grids_and_tori() {
    for kinds in [
        loops(),
        of_sockets(&[
            [0; 4],
            [1, 1, 0, 1],
            [0, 1, 1, 1],
            [1, 0, 1, 1],
            [1, 1, 1, 0],
        ]),
    ] {
        for joined in [
            Joined::default(),
            Joined::TORUS,
            Joined {
                down: false,
                across: true,
            },
        ] {
            for (rows, columns) in [(1, 1), (1, 2), (2, 1), (3, 7), (20, 30)] {
                let ground = Ground::new(&kinds, rows, columns).joined(joined);
                let map = all(&kinds, &ground, 7).unwrap();
                assert!(map.is_whole(&kinds, &ground), "{rows}×{columns} {joined:?}");
            }
        }
    }
}

#[test]
fn a_closed_board_of_an_odd_size_has_no_loops() {
    let kinds = loops();
    let closed = |rows: usize, columns: usize| {
        let mut ground = Ground::new(&kinds, rows, columns);
        // The kinds that are open to the north, and so on.
        let open = [[0, 2, 5], [1, 2, 3], [0, 3, 4], [1, 4, 5]];
        ground.keep_each(&kinds, |row, column, kind| {
            let at_border = [
                row == 0,
                column + 1 == columns,
                row + 1 == rows,
                column == 0,
            ];
            (0..4).all(|side| !at_border[side] || !open[side].contains(&kind))
        });
        ground
    };
    let even = closed(12, 13);
    assert!(all(&kinds, &even, 1).unwrap().is_whole(&kinds, &even));
    assert_eq!(all(&kinds, &closed(11, 7), 1), Err(Unfilled(End::Complete)));
}

#[test]
fn aperiodic_tiles_fill_a_grid_and_no_torus() {
    let kinds = wang11();
    let grid = Ground::new(&kinds, 20, 20);
    assert!(all(&kinds, &grid, 3).unwrap().is_whole(&kinds, &grid));
    let torus = Ground::new(&kinds, 8, 8).joined(Joined::TORUS);
    assert_eq!(all(&kinds, &torus, 3), Err(Unfilled(End::Complete)));
}

#[test]
fn places_of_a_hidden_map_are_kept() {
    let kinds = loops();
    let ground = Ground::new(&kinds, 40, 40);
    let hidden = all(&kinds, &ground, 11).unwrap();
    let mut known = Map::open(40, 40);
    for place in (0..1600).filter(|place| place % 10 == 3) {
        known.put(place / 40, place % 40, hidden.at(place / 40, place % 40));
    }
    let map = complete(
        &kinds,
        &ground,
        &known,
        Likeness::Odds,
        5,
        &Budget::default(),
    )
    .unwrap();
    assert!(map.is_whole(&kinds, &ground));
    for place in (0..1600).filter(|place| place % 10 == 3) {
        let (row, column) = (place / 40, place % 40);
        assert_eq!(map.at(row, column), hidden.at(row, column));
    }
}

#[test]
fn fixed_places_that_clash_have_no_map() {
    let kinds = loops();
    let mut ground = Ground::new(&kinds, 5, 5);
    // A road to the east beside one that has none to the west.
    ground.fix(&kinds, 2, 2, 1);
    ground.fix(&kinds, 2, 3, 0);
    assert_eq!(all(&kinds, &ground, 1), Err(Unfilled(End::Complete)));
}

#[test]
fn a_stopped_filling_claims_nothing() {
    let kinds = loops();
    let ground = Ground::new(&kinds, 200, 200);
    let budget = Budget::default().nodes(1000);
    let stopped = fill(&kinds, &ground, Likeness::Odds, 1, &budget).unwrap_err();
    assert_eq!(stopped, Unfilled(End::Nodes));
    assert!(stopped.to_string().contains("neither a map"));
}

#[test]
fn a_seed_makes_one_map_and_others_make_others() {
    let kinds = loops();
    let ground = Ground::new(&kinds, 10, 10);
    let of_seed = |seed| all(&kinds, &ground, seed).unwrap();
    assert_eq!(of_seed(1), of_seed(1));
    assert_ne!(of_seed(1), of_seed(2));
}

const BLACK: [u8; 4] = [0, 0, 0, 255];
const WHITE: [u8; 4] = [255; 4];

fn picture(rows: &[&str]) -> Image {
    let black = |x: usize, y: usize| rows[y].as_bytes()[x] == b'#';
    Image::new(rows[0].len(), rows.len(), |x, y| {
        if black(x, y) { BLACK } else { WHITE }
    })
}

fn squares(image: &Image, side: usize, wraps: bool) -> HashSet<Vec<[u8; 4]>> {
    let over = if wraps { 0 } else { side - 1 };
    let (width, height) = (image.width(), image.height());
    let corners = (0..height - over).flat_map(|y| (0..width - over).map(move |x| (x, y)));
    let square = |(x, y)| {
        let cells = (0..side * side).map(|at| (x + at % side, y + at / side));
        cells
            .map(|(x, y)| image.at(x % width, y % height))
            .collect()
    };
    corners.map(square).collect()
}

/// A crooked path.
fn sample() -> Image {
    picture(&["......", ".####.", ".#..#.", ".##.#.", "..#.#.", "....#."])
}

#[test]
fn every_square_of_a_map_is_one_of_its_sample() {
    let sample = sample();
    for is_periodic in [true, false] {
        let learning = Learning {
            symmetry: 1,
            is_periodic,
            ..Learning::default()
        };
        let set = Set::from_sample(&sample, learning).unwrap();
        let known = squares(&sample, 3, is_periodic);
        assert_eq!(set.kinds().count(), known.len());
        let joined = if is_periodic {
            Joined::TORUS
        } else {
            Joined::default()
        };
        let ground = set.ground(30, 20, joined).unwrap();
        let Ok(map) = fill(
            set.kinds(),
            &ground,
            Likeness::Shares,
            4,
            &Budget::default(),
        ) else {
            assert!(
                !is_periodic,
                "a periodic sample has a map of a multiple of its size"
            );
            continue;
        };
        let drawn = set.draw(&map, joined);
        assert_eq!((drawn.width(), drawn.height()), (30, 20));
        assert!(squares(&drawn, 3, joined == Joined::TORUS).is_subset(&known));
    }
}

#[test]
fn shares_are_nearer_to_the_sample_than_odds() {
    let set = Set::from_sample(&sample(), Learning::default()).unwrap();
    let ground = set.ground(60, 60, Joined::default()).unwrap();
    let far = |likeness| {
        let map = fill(set.kinds(), &ground, likeness, 1, &Budget::default()).unwrap();
        distance(set.kinds(), &map)
    };
    assert!(far(Likeness::Shares) < far(Likeness::Odds));
}

#[test]
fn the_floor_is_the_bottom_row_and_nowhere_else() {
    let sample = picture(&["....", "....", "....", "####"]);
    let learning = Learning {
        side: 2,
        symmetry: 1,
        has_floor: true,
        ..Learning::default()
    };
    let set = Set::from_sample(&sample, learning).unwrap();
    let ground = set.ground(9, 7, Joined::default()).unwrap();
    let map = fill(
        set.kinds(),
        &ground,
        Likeness::Shares,
        1,
        &Budget::default(),
    )
    .unwrap();
    let drawn = set.draw(&map, Joined::default());
    let rows: Vec<bool> = (0..7)
        .map(|y| (0..9).all(|x| drawn.at(x, y) == BLACK))
        .collect();
    assert_eq!(
        rows.iter().filter(|&&is_black| is_black).count(),
        1,
        "{rows:?}"
    );
    assert!(rows[5], "{rows:?}");
}

#[test]
fn samples_in_bad_shape_are_refused_in_a_sentence() {
    let of = |side, symmetry| {
        let learning = Learning {
            side,
            symmetry,
            ..Learning::default()
        };
        Set::from_sample(&sample(), learning)
            .unwrap_err()
            .to_string()
    };
    assert!(of(7, 1).contains("6×6"));
    assert!(of(0, 1).contains("1 to 16"));
    assert!(of(3, 9).contains("1 to 8"));
    let set = Set::from_sample(&sample(), Learning::default()).unwrap();
    assert!(
        set.ground(2, 9, Joined::default())
            .unwrap_err()
            .to_string()
            .contains("at least 3")
    );
}

#[test]
fn a_part_is_filled_anew_and_the_rest_stays() {
    let kinds = loops();
    for joined in [Joined::default(), Joined::TORUS] {
        let ground = Ground::new(&kinds, 30, 40).joined(joined);
        let before = all(&kinds, &ground, 2).unwrap();
        for part in [
            (5..15, 8..20),
            (0..10, 30..40),
            (0..30, 39..40),
            (0..30, 0..40),
        ] {
            let mut map = before.clone();
            redo(
                &kinds,
                &ground,
                &mut map,
                part.clone(),
                Likeness::Odds,
                9,
                &Budget::default(),
            )
            .unwrap();
            assert!(map.is_whole(&kinds, &ground), "{part:?} {joined:?}");
            // A single column may have one filling alone.
            assert!(part.1.len() == 1 || map != before, "{part:?} {joined:?}");
            for row in 0..30 {
                for column in
                    (0..40).filter(|column| !part.0.contains(&row) || !part.1.contains(column))
                {
                    assert_eq!(map.at(row, column), before.at(row, column));
                }
            }
        }
    }
}

#[test]
fn chunks_are_the_same_in_any_order_and_agree_at_their_seams() {
    let world = || World::new(loops(), Likeness::Odds, 8, 5, &Budget::default()).unwrap();
    let places: Vec<(i32, i32)> = (-2..3).flat_map(|y| (-2..3).map(move |x| (x, y))).collect();
    let mut one = world();
    let forwards: Vec<Map> = places.iter().map(|&(x, y)| one.chunk(x, y)).collect();
    let mut other = world();
    let backwards: Vec<Map> = places
        .iter()
        .rev()
        .map(|&(x, y)| other.chunk(x, y))
        .collect();
    assert!(forwards.iter().eq(backwards.iter().rev()));
    for (&(x, y), map) in places.iter().zip(&forwards) {
        assert_eq!(world().chunk(x, y), *map, "visited first");
    }
    let mut whole = Map::open(40, 40);
    for (&(x, y), map) in places.iter().zip(&forwards) {
        for (row, column) in (0..8).flat_map(|row| (0..8).map(move |column| (row, column))) {
            let at = |chunk: i32, at: usize| usize::try_from(chunk + 2).unwrap() * 8 + at;
            whole.put(at(y, row), at(x, column), map.at(row, column));
        }
    }
    let kinds = loops();
    assert!(whole.is_whole(&kinds, &Ground::new(&kinds, 40, 40)));
    assert_ne!(forwards[0], forwards[1], "it does not repeat itself");
}

#[test]
fn a_thousand_walks_see_the_same_chunks() {
    let mut random = tilewright_model::random::Random::new(17);
    let world = |seed| World::new(loops(), Likeness::Odds, 4, seed, &Budget::default()).unwrap();
    let mut known = std::collections::HashMap::new();
    let kinds = loops();
    for _ in 0..1000 {
        let mut walker = world(9);
        let (mut x, mut y) = (0, 0);
        for _ in 0..6 {
            x += random.below(3).cast_signed() - 1;
            y += random.below(3).cast_signed() - 1;
            let chunk = walker.chunk(x, y);
            let first = known.entry((x, y)).or_insert_with(|| chunk.clone());
            assert_eq!(*first, chunk, "{x}, {y}");
        }
    }
    for (&(x, y), chunk) in &known {
        for at in 0..4 {
            let goes = |other: Option<&Map>, there: (usize, usize), is_across: bool| {
                let (Some(other), here) = (other, if is_across { (at, 3) } else { (3, at) }) else {
                    return true;
                };
                let (one, two) = (chunk.at(here.0, here.1), other.at(there.0, there.1));
                let (one, two) = (one.unwrap(), two.unwrap());
                if is_across {
                    kinds.goes_across(one, two)
                } else {
                    kinds.goes_down(one, two)
                }
            };
            assert!(goes(known.get(&(x + 1, y)), (at, 0), true), "{x}, {y}");
            assert!(goes(known.get(&(x, y + 1)), (0, at), false), "{x}, {y}");
        }
    }
    assert_ne!(world(9).chunk(0, 0), world(10).chunk(0, 0));
}

#[test]
fn large_tori_are_filled_where_rows_alone_do_not_meet() {
    // Loops, with a kind that shifts a line to the side: what comes back to the top has to meet itself.
    let kinds = of_sockets(&[
        [1, 2, 2, 2],
        [2, 2, 1, 2],
        [1, 3, 1, 2],
        [2, 2, 2, 3],
        [2, 3, 2, 3],
    ]);
    let ground = Ground::new(&kinds, 60, 66).joined(Joined::TORUS);
    let map = all(&kinds, &ground, 1).unwrap();
    assert!(map.is_whole(&kinds, &ground));
}

#[test]
fn tiles_without_a_period_make_no_world() {
    let none = World::new(wang11(), Likeness::Odds, 8, 1, &Budget::default()).unwrap_err();
    assert_eq!(none, Unfilled(End::Complete));
}

#[test]
fn a_film_ends_with_the_map_and_keeps_to_its_length() {
    let mut kinds = Kinds::new(vec![1.0, 2.0]);
    for (one, other) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        kinds.allow_across(one, other);
        kinds.allow_down(one, other);
    }
    let ground = Ground::new(&kinds, 10, 20);
    let budget = Budget::default();
    let map = fill(&kinds, &ground, Likeness::Odds, 5, &budget).unwrap();
    let maps = tilewright_maps::film(&kinds, &ground, Likeness::Odds, 5, &budget, 20).unwrap();
    assert_eq!(maps.last(), Some(&map));
    assert!((10..=20).contains(&maps.len()), "{}", maps.len());
    let filled = |map: &Map| map.tally(&kinds).iter().sum::<usize>();
    assert!(
        maps.windows(2)
            .all(|pair| filled(&pair[0]) < filled(&pair[1]))
    );
}
