//! Answers of the five systems' own examples, for every test that meets them.

/// The twelve ways to complete the roads of tile-reduction, row by row, in the order of the plain
/// algorithm.
pub const ROADS: [&str; 12] = [
    "ERDDD DUUUL UDDDU ERULE",
    "ERDDL DUUUL UDDDU ERULE",
    "ERDLR DUUUL UDDDU ERULE",
    "ERLRD DUUUL UDDDU ERULE",
    "ERLRL DUUUL UDDDU ERULE",
    "ERUUD DUDDL UDLRU ERULE",
    "ERUUL DUDDL UDLRU ERULE",
    "ERDDD DULRL UDLRU ERULE",
    "ERDDL DULRL UDLRU ERULE",
    "ERDLR DULRL UDLRU ERULE",
    "ERLRD DULRL UDLRU ERULE",
    "ERLRL DULRL UDLRU ERULE",
];

/// The sample grids of shikaku-solver, and how many solutions each has.
pub const SHIKAKU: [(&str, usize); 6] = [
    ("5x5-1", 1),
    ("15x20-0", 0),
    ("15x20-20", 20),
    ("20x20-32", 32),
    ("25x20-48", 48),
    ("30x30-16", 16),
];
