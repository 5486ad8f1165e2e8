//! Fixed places that clash: known answers, and the definition of minimal.

use tilewright_maps::{
    Budget, End, Ground, Joined, Kinds, Likeness, Map, Rule, Unfilled, clash, complete,
};
use tilewright_model::random::Random;

/// Straights and corners, which cut a board into loops.
fn loops() -> Kinds {
    let sides = [
        [1, 0, 1, 0],
        [0, 1, 0, 1],
        [1, 1, 0, 0],
        [0, 1, 1, 0],
        [0, 0, 1, 1],
        [1, 0, 0, 1],
    ];
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

fn none_with(kinds: &Kinds, ground: &Ground, map: &Map) -> bool {
    let made = complete(kinds, ground, map, Likeness::Odds, 1, &Budget::default());
    match &made {
        Ok(map) => assert!(map.is_whole(kinds, ground)),
        Err(unfilled) => assert_eq!(*unfilled, Unfilled(End::Complete)),
    }
    made.is_err()
}

#[test]
fn what_clashes_is_minimal() {
    let kinds = loops();
    let mut random = Random::new(5);
    let mut clashes = 0;
    for round in 0..40 {
        let joined = if round % 2 == 0 {
            Joined::default()
        } else {
            Joined::TORUS
        };
        let ground = Ground::new(&kinds, 7, 8).joined(joined);
        let mut map = Map::open(7, 8);
        for _ in 0..8 {
            let place = random.below(56) as usize;
            map.put(place / 8, place % 8, Some(random.below(6) as usize));
        }
        let found = clash(&kinds, &ground, &map, &Budget::default()).unwrap();
        assert_eq!(
            found.is_some(),
            none_with(&kinds, &ground, &map),
            "round {round}"
        );
        let Some(found) = found else {
            continue;
        };
        clashes += 1;
        let of = |places: &[(usize, usize)]| {
            let mut part = Map::open(7, 8);
            for &(row, column) in places {
                part.put(row, column, map.at(row, column));
            }
            part
        };
        assert!(
            none_with(&kinds, &ground, &of(&found)),
            "round {round}: {found:?}"
        );
        for at in 0..found.len() {
            let mut fewer = found.clone();
            fewer.remove(at);
            assert!(
                !none_with(&kinds, &ground, &of(&fewer)),
                "round {round}: {found:?} without {at}"
            );
        }
    }
    assert!((10..40).contains(&clashes), "{clashes}");
}

#[test]
fn two_places_clash_among_many() {
    let kinds = loops();
    let ground = Ground::new(&kinds, 60, 60);
    let open = Map::open(60, 60);
    let hidden = complete(
        &kinds,
        &ground,
        &open,
        Likeness::Odds,
        3,
        &Budget::default(),
    )
    .unwrap();
    let mut map = Map::open(60, 60);
    for place in (0..3600).filter(|place| place % 7 == 0) {
        map.put(place / 60, place % 60, hidden.at(place / 60, place % 60));
    }
    assert_eq!(clash(&kinds, &ground, &map, &Budget::default()), Ok(None));
    // A road to the east beside one that has none to the west.
    map.put(30, 30, Some(1));
    map.put(30, 31, Some(0));
    let found = clash(&kinds, &ground, &map, &Budget::default())
        .unwrap()
        .unwrap();
    assert!(found.len() <= 4, "{found:?}");
}

#[test]
fn a_rule_may_be_what_clashes() {
    let kinds = loops();
    let mut ground = Ground::new(&kinds, 9, 9);
    ground.demand(
        &kinds,
        Rule::Count {
            kinds: vec![0, 1],
            least: 0,
            most: 1,
        },
    );
    let mut map = Map::open(9, 9);
    map.put(1, 1, Some(0));
    map.put(5, 5, Some(2));
    map.put(7, 2, Some(1));
    let found = clash(&kinds, &ground, &map, &Budget::default()).unwrap();
    assert_eq!(found, Some(vec![(1, 1), (7, 2)]));
}

#[test]
fn a_ground_without_maps_needs_no_fixed_place() {
    let mut kinds = Kinds::new(vec![1.0, 1.0]);
    kinds.allow_across(0, 1);
    kinds.allow_across(1, 0);
    kinds.allow_down(0, 1);
    kinds.allow_down(1, 0);
    let ground = Ground::new(&kinds, 3, 3).joined(Joined::TORUS);
    let mut map = Map::open(3, 3);
    map.put(0, 0, Some(0));
    assert_eq!(
        clash(&kinds, &ground, &map, &Budget::default()),
        Ok(Some(Vec::new()))
    );
    let stopped = clash(
        &loops(),
        &Ground::new(&loops(), 200, 200),
        &Map::open(200, 200),
        &Budget::default().nodes(10),
    );
    assert!(stopped.is_err(), "it claims nothing");
}
