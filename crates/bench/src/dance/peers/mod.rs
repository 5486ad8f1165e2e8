//! Exact cover solvers from crates.io, each behind one function type: build whatever it builds
//! from the plain lists of a [`Cover`], visit every solution, and say how many there were.

mod algoxcc;
mod dancing_links;
mod dlx;
mod dlx_rs;
mod exact_covers;
mod xcc;

use tilewright_testkit::instances::Cover;

/// A solver of another author.
pub(crate) struct Peer {
    /// Its name on crates.io.
    pub(crate) name: &'static str,
    /// True if it knows secondary items with colours.
    pub(crate) knows_colours: bool,
    /// Counts the solutions by visiting each.
    pub(crate) count: fn(&Cover) -> u64,
}

const fn peer(name: &'static str, knows_colours: bool, count: fn(&Cover) -> u64) -> Peer {
    Peer {
        name,
        knows_colours,
        count,
    }
}

/// All peers, in the order of their columns.
pub(crate) static PEERS: [Peer; 6] = [
    peer("dlx-rs", false, dlx_rs::count),
    peer("exact-covers", true, exact_covers::count),
    peer("dlx", true, dlx::count),
    peer("dancing-links", false, dancing_links::count),
    peer("algoxcc", true, algoxcc::count),
    peer("xcc", true, xcc::count),
];

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_testkit::instances::{langford, latin, queens};

    #[test]
    fn the_adapters_feed_what_they_are_given() {
        for peer in &PEERS {
            let count = peer.count;
            assert_eq!(count(&langford(7)), 52, "{}", peer.name);
            assert_eq!(count(&queens(6)), 4, "{}", peer.name);
            assert_eq!(count(&latin(3)), 12, "{}", peer.name);
        }
    }

    /// Two places, each white, red or blue or without a colour: only equal colours go together,
    /// and a place without a colour goes with none.
    #[test]
    fn colours_are_passed_on() {
        let shows = |place: usize, colour: Option<u32>| vec![(place, None), (2, colour)];
        let colours = [Some(0), Some(1), Some(2), None];
        let cover = Cover {
            primary: vec!["left".into(), "right".into()],
            secondary: vec!["edge".into()],
            options: [0, 1]
                .into_iter()
                .flat_map(|place| colours.map(|colour| shows(place, colour)))
                .collect(),
        };
        for peer in PEERS.iter().filter(|peer| peer.knows_colours) {
            assert_eq!((peer.count)(&cover), 3, "{}", peer.name);
        }
    }
}
