//! Proofs of maps: right ones are accepted by the checker's own derivation, others are not.

use crate::{NoMap, prove_no_map};
use tilewright_checker::maps::Wanted;
use tilewright_maps::{Ground, Joined, Kinds, Likeness, fill};
use tilewright_model::budget::{Budget, End};
use tilewright_model::random::Random;

fn check(kinds: &Kinds, ground: &Ground, proof: &[u8]) -> bool {
    let joined = ground.sides_joined();
    let wanted = Wanted {
        rows: ground.rows(),
        columns: ground.columns(),
        is_joined_down: joined.down,
        is_joined_across: joined.across,
        kinds: kinds.count(),
        goes_across: &|left, right| kinds.goes_across(left, right),
        goes_down: &|upper, lower| kinds.goes_down(upper, lower),
        may_stand: &|row, column, kind| ground.allows(row, column, kind),
    };
    wanted.refute(proof, &Budget::default()).is_ok()
}

/// Eleven Wang tiles that tile the plane, but never with a period: east, north, west, south.
fn wang11() -> Kinds {
    let tiles = [
        "2421", "2220", "1131", "1232", "3133", "0131", "0001", "3102", "0212", "1214", "3312",
    ];
    let mut kinds = Kinds::new(vec![1.0; tiles.len()]);
    for (a, first) in tiles.iter().enumerate() {
        for (b, second) in tiles.iter().enumerate() {
            let (first, second) = (first.as_bytes(), second.as_bytes());
            if first[0] == second[2] {
                kinds.allow_across(a, b);
            }
            if first[3] == second[1] {
                kinds.allow_down(a, b);
            }
        }
    }
    kinds
}

#[test]
fn random_sets_have_a_map_or_a_proof() {
    let mut random = Random::new(3);
    let mut outcomes = [0, 0];
    for round in 0..200u64 {
        let count = 1 + random.below(4) as usize;
        let mut kinds = Kinds::new(vec![1.0; count]);
        for a in 0..count {
            for b in 0..count {
                if random.below(5) < 2 {
                    kinds.allow_across(a, b);
                }
                if random.below(5) < 2 {
                    kinds.allow_down(a, b);
                }
            }
        }
        let joined = Joined {
            down: random.below(2) == 0,
            across: random.below(2) == 0,
        };
        let (rows, columns) = (1 + random.below(5) as usize, 1 + random.below(5) as usize);
        let mut ground = Ground::new(&kinds, rows, columns).joined(joined);
        ground.keep(&kinds, 0, 0, |kind| kind > 0 || count == 1);
        let made = fill(&kinds, &ground, Likeness::Odds, round, &Budget::default());
        let mut proof = Vec::new();
        let proved = prove_no_map(&kinds, &ground, &mut proof, &Budget::default()).unwrap();
        if made.is_ok() {
            assert_eq!(proved, NoMap::Exists, "round {round}");
            outcomes[0] += 1;
        } else {
            assert!(matches!(proved, NoMap::Proved(_)), "round {round}");
            assert!(check(&kinds, &ground, &proof), "round {round}");
            outcomes[1] += 1;
        }
    }
    assert!(outcomes.iter().all(|&count| count > 30), "{outcomes:?}");
}

#[test]
fn aperiodic_tiles_have_no_torus_and_the_proof_is_of_that_torus() {
    let kinds = wang11();
    let ground = Ground::new(&kinds, 7, 8).joined(Joined::TORUS);
    let mut proof = Vec::new();
    let proved = prove_no_map(&kinds, &ground, &mut proof, &Budget::default()).unwrap();
    assert!(matches!(proved, NoMap::Proved(_)));
    assert!(check(&kinds, &ground, &proof));
    // The same steps prove nothing of a grid, and half of them nothing at all.
    assert!(!check(&kinds, &Ground::new(&kinds, 7, 8), &proof));
    assert!(!check(&kinds, &ground, &proof[..proof.len() / 2]));
    let stopped = prove_no_map(
        &kinds,
        &ground,
        &mut Vec::new(),
        &Budget::default().nodes(1),
    );
    assert_eq!(stopped.unwrap(), NoMap::Stopped(End::Nodes));
}
