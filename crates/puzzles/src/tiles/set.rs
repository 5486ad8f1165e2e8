//! Tile sets: the kinds of tile, and the pairs that may be side by side.
//!
//! Most sets are described by **sockets**: each side of a kind shows one, and two neighbours go together if the
//! sockets on their common edge join, that is, if they are equal unless the set says otherwise. Some sets have no
//! sockets but **pairs**: the kinds allowed to the right of each kind, and those allowed below it.
//!
//! Two sets are built in: [`TileSet::roads`] and [`TileSet::loops`].

use super::art;
use crate::ParseError;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};
use tilewright_model::Table;
use tilewright_render::Drawing;

/// The most kinds that a set may have, turned ones included, and the most sockets.
pub(super) const MOST_KINDS: usize = 4096;

/// The most characters that the name of a kind or a socket may have.
pub(super) const LONGEST_NAME: usize = 64;

/// The socket of a side through which nothing leaves the tile: a closed border shows it.
pub(super) const CLOSED_SOCKET: &str = "none";

/// A side of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Side {
    North,
    East,
    South,
    West,
}

impl Side {
    /// All sides in the order in which a kind lists its sockets.
    pub(super) const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// This side as a bit of a set of sides.
    pub(super) fn bit(self) -> usize {
        1 << self as usize
    }
}

/// The direction from the first of two neighbours to the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Way {
    /// To the right.
    Across,
    /// Below.
    Down,
}

impl Way {
    pub(super) const ALL: [Self; 2] = [Self::Across, Self::Down];

    /// The sides that touch: of the first tile and of the second.
    pub(super) fn sides(self) -> (Side, Side) {
        match self {
            Self::Across => (Side::East, Side::West),
            Self::Down => (Side::South, Side::North),
        }
    }
}

/// A kind of tile as it is on the board: a turned tile is a kind of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Kind {
    /// Its name: a word.
    pub name: String,
    /// The relative frequency of the kind on random boards.
    pub weight: f64,
    /// Its drawing as a block of lines; empty where it has none.
    pub art: Vec<String>,
    /// Its drawing as one line of box-drawing characters; empty where it has none.
    pub boxes: String,
}

impl Kind {
    /// A kind without drawings.
    pub fn new(name: impl Into<String>, weight: f64) -> Self {
        Self {
            name: name.into(),
            weight,
            art: Vec::new(),
            boxes: String::new(),
        }
    }
}

/// The data that decide which kinds go together.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Joining {
    Sockets(Sockets),
    /// The kinds allowed to the right of each kind, and those below it.
    Pairs {
        across: Table,
        down: Table,
    },
}

/// A socket for each side of each kind.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sockets {
    pub(super) names: Vec<String>,
    /// For each kind its sockets, in the order of [`Side::ALL`].
    pub(super) sides: Vec<[u16; 4]>,
    /// The sockets that join; symmetric.
    pub(super) mates: Table,
}

impl Sockets {
    /// The table of sockets that join nothing but themselves.
    pub(super) fn equal(count: usize) -> Table {
        Table::new(count, count, |a, b| a == b)
    }

    pub(super) fn find(&self, name: &str) -> Option<u16> {
        let place = self.names.iter().position(|known| known == name)?;
        Some(place as u16)
    }

    /// A colour for each socket on the first of two neighbours and on the second, such that
    /// sockets join just where their colours are equal; `None` where there is no such colouring.
    ///
    /// Equal sockets are the plain case. A plug that joins a hole works too: a plug on the left
    /// and a hole on the right have one colour, a hole on the left and a plug on the right another.
    pub(super) fn colours(&self) -> Option<[Vec<u32>; 2]> {
        let count = self.names.len();
        let mates_of = |a: usize| (0..count).filter(move |&b| self.mates.allows(a, b));
        let first_mate: Option<Vec<usize>> = (0..count).map(|a| mates_of(a).next()).collect();
        let first_mate = first_mate?;
        for a in 0..count {
            if mates_of(a).any(|b| self.mates.row(first_mate[b]) != self.mates.row(a)) {
                return None;
            }
        }
        let left = first_mate.iter().map(|&mate| mate as u32).collect();
        let right = (0..count).map(|b| first_mate[first_mate[b]] as u32);
        let right = right.collect();
        Some([left, right])
    }
}

/// The default look of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    Art,
    Boxes,
    Names,
}

/// Kinds of tile and the data that decide which of them go together.
#[derive(Clone, Debug, PartialEq)]
pub struct TileSet {
    name: Option<String>,
    kinds: Vec<Kind>,
    joining: Joining,
    look: Look,
    /// True if the drawings come from the sockets and need not be written down.
    is_drawn_by_sockets: bool,
    by_name: HashMap<String, u16>,
}

static ROADS: LazyLock<Arc<TileSet>> = LazyLock::new(|| {
    let kinds = [
        ("U", "NEW"),
        ("D", "ESW"),
        ("R", "NES"),
        ("L", "NSW"),
        ("E", ""),
    ];
    Arc::new(TileSet::of_open_sides("roads", "road", &kinds))
});

static LOOPS: LazyLock<Arc<TileSet>> = LazyLock::new(|| {
    let kinds = [
        ("┃", "NS"),
        ("━", "EW"),
        ("┗", "NE"),
        ("┓", "SW"),
        ("┛", "NW"),
        ("┏", "ES"),
    ];
    let mut set = TileSet::of_open_sides("loops", "path", &kinds);
    set.look = Look::Boxes;
    Arc::new(set)
});

impl TileSet {
    /// Roads: the four T-junctions and the empty tile, in the order U, D, R, L, E. U is open to
    /// the north, east and west; D, R and L are its turns, called after the side they lead to.
    pub fn roads() -> Arc<Self> {
        ROADS.clone()
    }

    /// Straights and corners, in the order ┃ ━ ┗ ┓ ┛ ┏: with a closed border they cut a grid into
    /// closed loops.
    pub fn loops() -> Arc<Self> {
        LOOPS.clone()
    }

    /// The drawing of a kind if there is room for it. Sides that are just open or closed, and distinguish kinds, are
    /// roads, or a line if every kind has two of them; other sockets are colours. A set of pairs has no drawing.
    pub(super) fn drawing(&self, kind: usize) -> Option<Drawing> {
        let sockets = self.sockets()?;
        let sides = sockets.sides[kind];
        let closed = sockets.find(CLOSED_SOCKET);
        if !self.is_drawn_by_sockets {
            let colour = |socket| (Some(socket) != closed).then_some(u32::from(socket));
            return Some(Drawing::Sockets(sides.map(colour)));
        }
        let is_open = |socket| Some(socket) != closed;
        let has_two = |sides: &[u16; 4]| sides.iter().filter(|&&s| is_open(s)).count() == 2;
        if sockets.sides.iter().all(has_two) {
            return Some(Drawing::Loops(sides.map(is_open)));
        }
        Some(Drawing::Roads(sides.map(is_open)))
    }

    /// The built-in set of that name.
    pub(super) fn built_in(name: &str) -> Option<Arc<Self>> {
        match name {
            "roads" => Some(Self::roads()),
            "loops" => Some(Self::loops()),
            _ => None,
        }
    }

    /// The name of the built-in set that this is.
    pub(super) fn built_in_name(&self) -> Option<&'static str> {
        ["roads", "loops"]
            .into_iter()
            .find(|name| Self::built_in(name).is_some_and(|set| *set == *self))
    }

    /// A set of kinds that are open or closed on each side: "NE" is open to the north and east.
    fn of_open_sides(name: &str, open: &str, kinds: &[(&str, &str)]) -> Self {
        let letters = ['N', 'E', 'S', 'W'];
        let sides = kinds
            .iter()
            .map(|(_, word)| letters.map(|side| u16::from(word.contains(side))))
            .collect();
        let sockets = Sockets {
            names: vec![CLOSED_SOCKET.into(), open.into()],
            sides,
            mates: Sockets::equal(2),
        };
        let kinds = kinds.iter().map(|&(name, _)| Kind::new(name, 1.0));
        let kinds = kinds.collect();
        Self::new(Some(name.into()), kinds, Joining::Sockets(sockets))
            .expect("the built-in sets are well-formed")
    }

    /// A set. An error has no place, which only the caller knows.
    pub(super) fn new(
        name: Option<String>,
        kinds: Vec<Kind>,
        joining: Joining,
    ) -> Result<Self, ParseError> {
        if kinds.is_empty() {
            return Err(ParseError::new("a tile set needs at least one kind"));
        }
        if kinds.len() > MOST_KINDS {
            return Err(ParseError::new(format!(
                "the set has {} kinds, but {MOST_KINDS} is the most",
                kinds.len()
            )));
        }
        let mut by_name = HashMap::with_capacity(kinds.len());
        for (number, kind) in kinds.iter().enumerate() {
            if by_name.insert(kind.name.clone(), number as u16).is_some() {
                let message = format!("there are two kinds called {:?}", kind.name);
                return Err(ParseError::new(message));
            }
        }
        let mut set = Self {
            name,
            kinds,
            joining,
            look: Look::Names,
            is_drawn_by_sockets: false,
            by_name,
        };
        set.draw_by_sockets();
        set.look = match &set.kinds[0] {
            kind if !kind.art.is_empty() => Look::Art,
            kind if !kind.boxes.is_empty() => Look::Boxes,
            _ => Look::Names,
        };
        Ok(set)
    }

    /// Draws a set without drawings whose sides are just open or closed, if no two kinds would
    /// look the same.
    fn draw_by_sockets(&mut self) {
        let Joining::Sockets(sockets) = &self.joining else {
            return;
        };
        let Some(closed) = sockets.find(CLOSED_SOCKET) else {
            return;
        };
        let mut seen = [false; 16];
        let mut open_sides = Vec::with_capacity(self.kinds.len());
        for (kind, sides) in self.kinds.iter().zip(&sockets.sides) {
            let open = sides.map(|socket| socket != closed);
            let looks = Side::ALL.iter().filter(|&&side| open[side as usize]);
            let looks: usize = looks.map(|side| side.bit()).sum();
            let has_drawing = !kind.art.is_empty() || !kind.boxes.is_empty();
            if has_drawing || sockets.names.len() > 2 || std::mem::replace(&mut seen[looks], true) {
                return;
            }
            open_sides.push(open);
        }
        for (kind, open) in self.kinds.iter_mut().zip(open_sides) {
            kind.art = art::block(open);
            kind.boxes = art::boxes(open);
        }
        self.is_drawn_by_sockets = true;
    }

    /// The name of the set, if it has one.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The kinds, in the order in which they are tried.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// The sockets of a kind, north, east, south, west; none where the set is made of pairs.
    pub fn sockets_of(&self, kind: usize) -> Option<[&str; 4]> {
        let Joining::Sockets(sockets) = &self.joining else {
            return None;
        };
        let sides = sockets.sides.get(kind)?;
        Some(sides.map(|socket| sockets.names[usize::from(socket)].as_str()))
    }

    /// The number of the kind with that name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).map(|&number| usize::from(number))
    }

    /// Returns true if `right` is allowed to the right of `left`: numbers of kinds.
    pub fn goes_across(&self, left: usize, right: usize) -> bool {
        self.goes(Way::Across, left, right)
    }

    /// Returns true if `lower` is allowed below `upper`: numbers of kinds.
    pub fn goes_down(&self, upper: usize, lower: usize) -> bool {
        self.goes(Way::Down, upper, lower)
    }

    pub(super) fn goes(&self, way: Way, first: usize, second: usize) -> bool {
        match (&self.joining, way) {
            (Joining::Pairs { across, .. }, Way::Across) => across.allows(first, second),
            (Joining::Pairs { down, .. }, Way::Down) => down.allows(first, second),
            (Joining::Sockets(sockets), way) => {
                let (a, b) = way.sides();
                let shown = sockets.sides[first][a as usize];
                let met = sockets.sides[second][b as usize];
                sockets.mates.allows(usize::from(shown), usize::from(met))
            }
        }
    }

    pub(super) fn joining(&self) -> &Joining {
        &self.joining
    }

    pub(super) fn sockets(&self) -> Option<&Sockets> {
        match &self.joining {
            Joining::Sockets(sockets) => Some(sockets),
            Joining::Pairs { .. } => None,
        }
    }

    pub(super) fn look(&self) -> Look {
        self.look
    }

    pub(super) fn is_drawn_by_sockets(&self) -> bool {
        self.is_drawn_by_sockets
    }
}

/// A quarter turn clockwise: north becomes east.
fn turned([north, east, south, west]: [u16; 4]) -> [u16; 4] {
    [west, north, east, south]
}

/// Seen in a mirror: east and west change places.
fn mirrored([north, east, south, west]: [u16; 4]) -> [u16; 4] {
    [north, west, south, east]
}

/// The different results of turning, each with its number of quarter turns; those in `known` are
/// left out.
fn turns(mut sides: [u16; 4], rotate: bool, known: &[(usize, [u16; 4])]) -> Vec<(usize, [u16; 4])> {
    let mut found: Vec<(usize, [u16; 4])> = Vec::new();
    for quarter in 0..if rotate { 4 } else { 1 } {
        let is_new = |others: &[(usize, [u16; 4])]| others.iter().all(|(_, o)| *o != sides);
        if is_new(known) && is_new(&found) {
            found.push((quarter, sides));
        }
        sides = turned(sides);
    }
    found
}

/// A tile's sides with its quarter turns, and the sides that its mirror image adds.
pub(super) fn orbit(sides: [u16; 4], rotate: bool, reflect: bool) -> [Vec<(usize, [u16; 4])>; 2] {
    let plain = turns(sides, rotate, &[]);
    let mirror = if reflect {
        turns(mirrored(sides), rotate, &plain)
    } else {
        Vec::new()
    };
    [plain, mirror]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_turns_are_one_kind() {
        let count = |sides, rotate, reflect| orbit(sides, rotate, reflect).map(|o| o.len());
        assert_eq!(count([1, 1, 1, 1], true, true), [1, 0]);
        assert_eq!(count([1, 0, 1, 0], true, true), [2, 0]);
        assert_eq!(count([1, 1, 0, 1], true, true), [4, 0]);
        assert_eq!(count([1, 1, 0, 0], false, true), [1, 1]);
        assert_eq!(count([1, 2, 3, 4], true, true), [4, 4]);
        assert_eq!(count([1, 2, 3, 4], false, false), [1, 0]);
    }

    #[test]
    fn north_turns_to_the_east() {
        let [turns, _] = orbit([1, 2, 3, 4], true, false);
        assert_eq!(turns[1], (1, [4, 1, 2, 3]));
        assert_eq!(turns[2], (2, [3, 4, 1, 2]));
    }

    #[test]
    fn roads_are_open_where_their_names_say() {
        let roads = TileSet::roads();
        let find = |name| roads.find(name).unwrap();
        // U shows road to the right and so does D; R is closed on its left, E everywhere.
        assert!(roads.goes_across(find("U"), find("D")));
        assert!(!roads.goes_across(find("U"), find("R")));
        assert!(roads.goes_across(find("E"), find("R")));
        assert!(roads.goes_down(find("U"), find("D")));
        assert!(!roads.goes_down(find("D"), find("D")));
    }

    fn joined(pairs: &[(usize, usize)], count: usize) -> Sockets {
        Sockets {
            names: (0..count).map(|n| n.to_string()).collect(),
            sides: Vec::new(),
            mates: Table::new(count, count, |a, b| {
                pairs.contains(&(a, b)) || pairs.contains(&(b, a))
            }),
        }
    }

    #[test]
    fn colours_are_equal_just_where_sockets_join() {
        let plug_and_hole = joined(&[(0, 0), (1, 2), (3, 4), (3, 5)], 6);
        let [left, right] = plug_and_hole.colours().unwrap();
        for (a, left) in left.iter().enumerate() {
            for (b, right) in right.iter().enumerate() {
                assert_eq!(left == right, plug_and_hole.mates.allows(a, b));
            }
        }
        // 0 joins 1, 1 joins 2, but 0 does not join what 2 joins.
        assert!(joined(&[(0, 1), (1, 2), (2, 3)], 4).colours().is_none());
    }
}
