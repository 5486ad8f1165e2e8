//! Boards of tiles with a plug or none on each side, counted without model or engine.
//!
//! **Idea.** Place after place in reading order, all that matters of the tiles so far is which of
//! the edges to the places that come are plugs: one for each column, and the one to the right.

use std::collections::HashMap;

/// The demand on the outer sides of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Border {
    Free,
    Closed,
}

/// The number of boards. A tile is the sum of its plugs: 1 north, 2 east, 4 south, 8 west.
pub(crate) fn boards(tiles: &[u8], rows: usize, columns: usize, border: Border) -> u128 {
    let may_be = |is_outer: bool, plug: bool| !(is_outer && border == Border::Closed && plug);
    // A bit for each column: the plug above the next place of that column.
    let mut above: HashMap<u32, u128> = HashMap::new();
    for profile in 0..1 << columns {
        if profile == 0 || border == Border::Free {
            above.insert(profile, 1);
        }
    }
    for row in 0..rows {
        let lefts: &[bool] = if border == Border::Free {
            &[false, true]
        } else {
            &[false]
        };
        let mut states: HashMap<(u32, bool), u128> = HashMap::new();
        for (&profile, &ways) in &above {
            for &left in lefts {
                states.insert((profile, left), ways);
            }
        }
        for column in 0..columns {
            let mut next: HashMap<(u32, bool), u128> = HashMap::new();
            for (&(profile, left), &ways) in &states {
                let north = profile >> column & 1 == 1;
                for &tile in tiles {
                    let (east, south) = (tile & 2 != 0, tile & 4 != 0);
                    if (tile & 1 != 0) == north
                        && (tile & 8 != 0) == left
                        && may_be(column + 1 == columns, east)
                        && may_be(row + 1 == rows, south)
                    {
                        let profile = profile & !(1 << column) | u32::from(south) << column;
                        *next.entry((profile, east)).or_default() += ways;
                    }
                }
            }
            states = next;
        }
        above.clear();
        for ((profile, _), ways) in states {
            *above.entry(profile).or_default() += ways;
        }
    }
    above.values().sum()
}

#[test]
fn a_few_by_hand() {
    // One tile without plugs fills every board in one way.
    assert_eq!(boards(&[0], 3, 2, Border::Free), 1);
    // Any plugs at all: a free choice for every edge, outer ones included, or for inner ones alone.
    let all: Vec<u8> = (0..16).collect();
    assert_eq!(boards(&all, 2, 2, Border::Free), 1 << 12);
    assert_eq!(boards(&all, 2, 2, Border::Closed), 1 << 4);
    // A straight alone runs off the board.
    assert_eq!(boards(&[10], 1, 3, Border::Free), 1);
    assert_eq!(boards(&[10], 1, 3, Border::Closed), 0);
}
