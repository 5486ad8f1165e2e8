//! The instances that are counted.

use tilewright_model::Model;
use tilewright_testkit::instances::{self, Cover};

/// A line of the table.
pub(super) struct Instance {
    pub(super) name: &'static str,
    /// The number of solutions, which is known.
    pub(super) solutions: &'static str,
    /// True if the solutions are few enough to be visited.
    pub(super) can_be_visited: bool,
    pub(super) make: Make,
}

/// How an instance is made.
#[derive(Clone, Copy)]
pub(super) enum Make {
    Cover(fn() -> Cover),
    /// With links, which the peers do not know.
    Linked(fn() -> Model),
}

impl Make {
    /// The exact cover problem, if it is one.
    pub(super) fn cover(self) -> Option<Cover> {
        match self {
            Self::Cover(make) => Some(make()),
            Self::Linked(_) => None,
        }
    }

    pub(super) fn model(self) -> Model {
        match self {
            Self::Cover(make) => make().to_model(),
            Self::Linked(make) => make(),
        }
    }
}

const fn small(name: &'static str, solutions: &'static str, make: fn() -> Cover) -> Instance {
    Instance {
        name,
        solutions,
        can_be_visited: true,
        make: Make::Cover(make),
    }
}

const fn large(name: &'static str, solutions: &'static str, make: fn() -> Cover) -> Instance {
    Instance {
        name,
        solutions,
        can_be_visited: false,
        make: Make::Cover(make),
    }
}

const fn linked(name: &'static str, solutions: &'static str, make: fn() -> Model) -> Instance {
    Instance {
        name,
        solutions,
        can_be_visited: false,
        make: Make::Linked(make),
    }
}

/// All instances. The numbers are those of `exact-cover` and `tiles` tables elsewhere, or of a
/// closed formula; they are checked in tests.
pub(super) static INSTANCES: [Instance; 23] = [
    small("dominoes 6×6", "6728", || instances::domino(6, 6)),
    small("dominoes 8×8", "12988816", || instances::domino(8, 8)),
    large("dominoes 12×12", "53060477521960000", || {
        instances::domino(12, 12)
    }),
    large("dominoes 16×16", "2444888770250892795802079170816", || {
        instances::domino(16, 16)
    }),
    large(
        "dominoes 20×20",
        "1269984011256235834242602753102293934298576249856",
        || instances::domino(20, 20),
    ),
    small("pentominoes 3×20", "8", || instances::pentominoes(3, 20)),
    small("pentominoes 6×10", "9356", || {
        instances::pentominoes(6, 10)
    }),
    small(
        "pentominoes 8×8, hole",
        "520",
        instances::pentominoes_8x8_hole,
    ),
    small("roads 4×4", "28557", || instances::roads(4, 4)),
    small("roads 5×5", "1824687", || instances::roads(5, 5)),
    small("roads 6×6", "220065137", || instances::roads(6, 6)),
    large("roads 12×12", "420205423230261259569461363", || {
        instances::roads(12, 12)
    }),
    large(
        "roads 16×16",
        "212721770142972158031400984394272095137636015",
        || instances::roads(16, 16),
    ),
    large(
        "roads 20×20",
        "2791320824770255908194250836903598839306987718532611224151781192225",
        || instances::roads(20, 20),
    ),
    small("Latin squares 5", "161280", || instances::latin(5)),
    small("Langford 11", "35584", || instances::langford(11)),
    small("pairs of 16", "2027025", || instances::matching(16)),
    linked("cycles 8×8", "603841648931", || instances::cycles(8, 8)),
    linked("cycles 10×10", "27359264067916806101", || {
        instances::cycles(10, 10)
    }),
    linked("paths 11×11", "1568758030464750013214100", || {
        instances::paths(11, 11)
    }),
    linked("connected sets 8×8", "51016818604894742", || {
        instances::connected_sets(8, 8)
    }),
    linked("walls 7×7", "70526802085", || instances::walls(7, 7)),
    linked("one in each line 10×10", "3628800", || {
        let ones = vec![vec![1]; 10];
        instances::nonogram(&ones, &ones)
    }),
];
