//! Rules beyond neighbours: on tiny maps against all maps there are, on larger ones by the definition.

use tilewright_maps::{Budget, End, Ground, Joined, Kinds, Likeness, Map, Rule, Unfilled, fill};
use tilewright_model::random::Random;

/// Roads: nothing, straights, corners, crossings of three; kinds go together where their sockets are equal.
const ROADS: [[u8; 4]; 11] = [
    [0, 0, 0, 0],
    [1, 0, 1, 0],
    [0, 1, 0, 1],
    [1, 1, 0, 0],
    [0, 1, 1, 0],
    [0, 0, 1, 1],
    [1, 0, 0, 1],
    [1, 1, 0, 1],
    [1, 1, 1, 0],
    [0, 1, 1, 1],
    [1, 0, 1, 1],
];

fn roads() -> Kinds {
    let mut kinds = Kinds::new(vec![6.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.5, 0.5, 0.5, 0.5]);
    for (a, first) in ROADS.iter().enumerate() {
        for (b, second) in ROADS.iter().enumerate() {
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

fn open() -> Vec<[bool; 4]> {
    ROADS
        .iter()
        .map(|sides| sides.map(|socket| socket == 1))
        .collect()
}

/// Kinds all of which go together.
fn free(weights: &[f64]) -> Kinds {
    let mut kinds = Kinds::new(weights.to_vec());
    for a in 0..weights.len() {
        for b in 0..weights.len() {
            kinds.allow_across(a, b);
            kinds.allow_down(a, b);
        }
    }
    kinds
}

fn made(kinds: &Kinds, ground: &Ground, seed: u64) -> Result<Map, Unfilled> {
    let budget = Budget::default().nodes(20_000_000);
    fill(kinds, ground, Likeness::Shares, seed, &budget)
}

/// Returns true if some map is whole: all of them are tried.
fn exists(kinds: &Kinds, ground: &Ground) -> bool {
    let places = ground.places();
    let mut digits = vec![0; places];
    loop {
        let mut map = Map::open(ground.rows(), ground.columns());
        for (place, &kind) in digits.iter().enumerate() {
            map.put(
                place / ground.columns(),
                place % ground.columns(),
                Some(kind),
            );
        }
        if map.is_whole(kinds, ground) {
            return true;
        }
        let Some(at) = (0..places).find(|&at| digits[at] + 1 < kinds.count()) else {
            return false;
        };
        digits[at] += 1;
        digits[..at].fill(0);
    }
}

#[test]
fn rules_on_tiny_maps_are_kept_just_if_they_can_be() {
    let mut random = Random::new(11);
    let mut outcomes = [0, 0];
    for round in 0..400u64 {
        let count = 2 + random.below(2) as usize;
        let mut kinds = Kinds::new(vec![1.0; count]);
        for a in 0..count {
            for b in 0..count {
                if random.below(4) > 0 {
                    kinds.allow_across(a, b);
                }
                if random.below(4) > 0 {
                    kinds.allow_down(a, b);
                }
            }
        }
        let most = if count == 2 { 4 } else { 3 };
        let (rows, columns) = (
            1 + random.below(3) as usize,
            1 + random.below(most) as usize,
        );
        let joined = Joined {
            down: random.below(3) == 0,
            across: random.below(3) == 0,
        };
        let mut ground = Ground::new(&kinds, rows, columns).joined(joined);
        for _ in 0..=random.below(2) {
            let some = vec![random.below(count as u32) as usize];
            let rule = match random.below(5) {
                0 => {
                    let least = random.below(rows as u32 * columns as u32 + 1) as usize;
                    Rule::Count {
                        kinds: some,
                        least,
                        most: least + random.below(2) as usize,
                    }
                }
                1 => Rule::Apart {
                    kinds: some,
                    steps: 1 + random.below(4) as usize,
                },
                2 => Rule::Run {
                    kinds: some,
                    most: random.below(3) as usize,
                },
                3 => {
                    let mut images: Vec<Option<usize>> = (0..count).map(Some).collect();
                    if random.below(2) == 0 {
                        images.swap(0, 1);
                    }
                    Rule::Mirror {
                        is_across: random.below(2) == 0,
                        images,
                    }
                }
                _ => {
                    let open = (0..count).map(|kind| [some.contains(&kind); 4]).collect();
                    let mut ends = Vec::new();
                    for _ in 0..random.below(3) {
                        ends.push((
                            random.below(rows as u32) as usize,
                            random.below(columns as u32) as usize,
                        ));
                    }
                    Rule::Linked {
                        open,
                        ends,
                        is_whole: random.below(2) == 0,
                    }
                }
            };
            ground.demand(&kinds, rule);
        }
        let expected = exists(&kinds, &ground);
        match made(&kinds, &ground, round) {
            Ok(map) => assert!(
                map.is_whole(&kinds, &ground),
                "round {round}: {:?}",
                ground.rules()
            ),
            Err(Unfilled(end)) => {
                assert_eq!(end, End::Complete, "round {round}");
                assert!(!expected, "round {round}: {:?}", ground.rules());
            }
        }
        outcomes[usize::from(expected)] += 1;
    }
    assert!(outcomes[0] > 50 && outcomes[1] > 50, "{outcomes:?}");
}

#[test]
fn all_roads_are_linked() {
    let kinds = roads();
    for (seed, joined) in [
        (1, Joined::default()),
        (2, Joined::TORUS),
        (3, Joined::default()),
    ] {
        let mut ground = Ground::new(&kinds, 24, 31).joined(joined);
        ground.demand(
            &kinds,
            Rule::Linked {
                open: open(),
                ends: vec![(0, 0), (23, 30)],
                is_whole: true,
            },
        );
        let map = made(&kinds, &ground, seed).unwrap();
        assert!(map.is_whole(&kinds, &ground), "seed {seed}");
        assert!(map.tally(&kinds)[0] > 50, "there is more than roads");
    }
}

#[test]
fn a_way_leads_from_one_end_to_another() {
    let kinds = roads();
    let mut ground = Ground::new(&kinds, 20, 20);
    ground.demand(
        &kinds,
        Rule::Linked {
            open: open(),
            ends: vec![(0, 0), (19, 19), (0, 19)],
            is_whole: false,
        },
    );
    assert!(made(&kinds, &ground, 4).unwrap().is_whole(&kinds, &ground));
    // A wall without roads between the ends.
    ground.keep_each(&kinds, |_, column, kind| {
        column != 10 || ROADS[kind][1] + ROADS[kind][3] == 0
    });
    assert_eq!(made(&kinds, &ground, 4), Err(Unfilled(End::Complete)));
}

#[test]
fn counts_hold_for_rare_and_for_common_kinds() {
    let kinds = free(&[10.0, 1.0, 5.0]);
    for (least, most) in [(0, 0), (3, 5), (100, 120), (700, 750), (1600, 1600)] {
        let mut ground = Ground::new(&kinds, 40, 40);
        ground.demand(
            &kinds,
            Rule::Count {
                kinds: vec![1],
                least,
                most,
            },
        );
        let map = made(&kinds, &ground, 3).unwrap();
        assert!(
            map.is_whole(&kinds, &ground),
            "{least}..={most}: {:?}",
            map.tally(&kinds)
        );
    }
}

#[test]
fn a_mirrored_map_with_distances_and_counts() {
    let kinds = free(&[10.0, 1.0, 5.0]);
    let mut ground = Ground::new(&kinds, 21, 33);
    ground.demand(
        &kinds,
        Rule::Mirror {
            is_across: true,
            images: vec![Some(0), Some(1), Some(2)],
        },
    );
    ground.demand(
        &kinds,
        Rule::Count {
            kinds: vec![1],
            least: 8,
            most: 8,
        },
    );
    ground.demand(
        &kinds,
        Rule::Apart {
            kinds: vec![1],
            steps: 6,
        },
    );
    ground.demand(
        &kinds,
        Rule::Run {
            kinds: vec![2],
            most: 3,
        },
    );
    for seed in 0..5 {
        assert!(
            made(&kinds, &ground, seed)
                .unwrap()
                .is_whole(&kinds, &ground),
            "seed {seed}"
        );
    }
}

#[test]
fn weights_of_places_are_followed() {
    let kinds = free(&[1.0, 1.0]);
    let mut ground = Ground::new(&kinds, 40, 40);
    for row in 0..40 {
        for column in 0..40 {
            ground.weigh(&kinds, row, column, |kind| {
                if kind == 1 && row < 20 { 0.05 } else { 1.0 }
            });
        }
    }
    for likeness in [Likeness::Shares, Likeness::Odds] {
        let map = fill(&kinds, &ground, likeness, 1, &Budget::default()).unwrap();
        let in_rows = |rows: std::ops::Range<usize>| {
            let places = rows.flat_map(|row| (0..40).map(move |column| (row, column)));
            places
                .filter(|&(row, column)| map.at(row, column) == Some(1))
                .count()
        };
        let (north, south) = (in_rows(0..20), in_rows(20..40));
        assert!(north < 120, "{likeness:?}: {north}");
        assert!((250..550).contains(&south), "{likeness:?}: {south}");
    }
}
