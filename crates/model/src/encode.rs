//! The clauses of one demand or rule.
//!
//! Few choices that exclude each other are said pair by pair. Many are said by **auxiliary** variables: "one of the first
//! *i* is picked", "colour *c* is shown", "one of the choices with this row is picked". Each is made equivalent to its
//! meaning, so a solution has one way to set them all, and each is only made where it saves literals.
//!
//! What a colour or a row needs on the other side is a **support** clause: "colour *c* is shown, so tile *t* has one of its
//! choices with that colour". With these, unit propagation removes each choice without a partner, where pairs of choices
//! would only tell what is left of it at the end.

use crate::Table;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// Up to this many members exclude each other pair by pair. A search learns more from pairs, as long as they are not too
/// many: with a ladder for 100 members the proofs of a box of pentominoes took several times as long.
const MOST_IN_PAIRS: usize = 256;

/// Passes clauses on, and numbers the auxiliary variables.
pub(crate) struct Encoder<'v, E> {
    visit: &'v mut dyn FnMut(&[i64]) -> Result<(), E>,
    /// The variable with the highest number.
    last: i64,
    clause: Vec<i64>,
}

/// The members of an item with their colours.
pub(crate) type Coloured = [(i64, u32)];

/// The blocks of a table: a number for each row and each column.
pub(crate) type Blocks = (Vec<u32>, Vec<u32>);

impl<'v, E> Encoder<'v, E> {
    /// Auxiliary variables come after this many others.
    pub(crate) fn new(variables: u64, visit: &'v mut dyn FnMut(&[i64]) -> Result<(), E>) -> Self {
        Self {
            visit,
            last: variables.cast_signed(),
            clause: Vec::new(),
        }
    }

    /// The variable with the highest number.
    pub(crate) fn last(&self) -> i64 {
        self.last
    }

    fn auxiliary(&mut self) -> i64 {
        self.last += 1;
        self.last
    }

    /// "If `first` holds, one of these does"; with 0 just "one of these does".
    pub(crate) fn any(
        &mut self,
        first: i64,
        members: impl IntoIterator<Item = i64>,
    ) -> Result<(), E> {
        self.clause.clear();
        self.clause.extend((first != 0).then_some(-first));
        self.clause.extend(members);
        (self.visit)(&self.clause)
    }

    /// Not two of these.
    pub(crate) fn at_most_one(&mut self, members: &[i64]) -> Result<(), E> {
        if members.len() > MOST_IN_PAIRS {
            return self.ladder(members);
        }
        for (place, &first) in members.iter().enumerate() {
            for &second in &members[place + 1..] {
                (self.visit)(&[-first, -second])?;
            }
        }
        Ok(())
    }

    /// Not two of these: for each but the last a variable "it or one before it is picked".
    fn ladder(&mut self, members: &[i64]) -> Result<(), E> {
        let so_far: Vec<i64> = members[1..].iter().map(|_| self.auxiliary()).collect();
        for (place, &member) in members.iter().enumerate() {
            let before = place.checked_sub(1).map(|place| so_far[place]);
            let here = so_far.get(place).copied();
            if let Some(here) = here {
                (self.visit)(&[-member, here])?;
                self.any(here, [member].into_iter().chain(before))?;
            }
            if let Some(before) = before {
                (self.visit)(&[-before, -member])?;
                if let Some(here) = here {
                    (self.visit)(&[-before, here])?;
                }
            }
        }
        Ok(())
    }

    /// All that are picked show one colour. `sides` are disjoint groups of members, by their places, of which exactly one is
    /// picked each.
    pub(crate) fn one_colour(&mut self, members: &Coloured, sides: &[Vec<usize>]) -> Result<(), E> {
        let mut number: BTreeMap<u32, u64> = BTreeMap::new();
        for &(_, colour) in members {
            *number.entry(colour).or_default() += 1;
        }
        if number.len() < 2 {
            return Ok(());
        }
        let pairs = |size: u64| size * (size - 1) / 2;
        let alike: u64 = number.values().map(|&size| pairs(size)).sum();
        let apart = pairs(members.len() as u64) - alike;
        if 2 * apart <= literals_with_colours(members.len(), number.len(), sides.len()) {
            for (place, &(first, shown)) in members.iter().enumerate() {
                for &(second, colour) in &members[place + 1..] {
                    if shown != colour {
                        (self.visit)(&[-first, -second])?;
                    }
                }
            }
            return Ok(());
        }
        self.colours(members, sides, number.into_keys())
    }

    /// The same by a variable for each colour.
    fn colours(
        &mut self,
        members: &Coloured,
        sides: &[Vec<usize>],
        colours: impl Iterator<Item = u32>,
    ) -> Result<(), E> {
        let shown: BTreeMap<u32, i64> = colours.map(|c| (c, self.auxiliary())).collect();
        for (member, colour) in members {
            (self.visit)(&[-member, shown[colour]])?;
        }
        if !sides.is_empty() {
            // A side picks one choice, so it shows one colour.
            return sides.iter().try_for_each(|side| {
                let members: Vec<_> = side.iter().map(|&place| members[place]).collect();
                self.has_colours(&shown, &members)
            });
        }
        self.has_colours(&shown, members)?;
        self.at_most_one(&shown.into_values().collect::<Vec<i64>>())
    }

    /// A colour that is shown is shown by one of these.
    fn has_colours(&mut self, shown: &BTreeMap<u32, i64>, members: &Coloured) -> Result<(), E> {
        let mut of_colour: BTreeMap<u32, Vec<i64>> = BTreeMap::new();
        for &(member, colour) in members {
            of_colour.entry(colour).or_default().push(member);
        }
        for (colour, &variable) in shown {
            let members = of_colour.get(colour).into_iter().flatten();
            self.any(variable, members.copied())?;
        }
        Ok(())
    }

    /// Two tiles go together.
    pub(crate) fn pair(&mut self, plan: &Plan, rows: &Side, columns: &Side) -> Result<(), E> {
        let variables = |side: &Side| side.iter().map(|&(_, variable)| variable).collect();
        let (of_rows, of_columns): (Vec<i64>, Vec<i64>) = (variables(rows), variables(columns));
        match plan {
            Plan::Pairs(table) => rows.iter().try_for_each(|&(row, first)| {
                let mut forbidden = columns
                    .iter()
                    .filter(|(column, _)| !table.allows(row, *column));
                forbidden.try_for_each(|&(_, second)| (self.visit)(&[-first, -second]))
            }),
            Plan::Colours(colours) => {
                let both = of_rows.iter().chain(&of_columns).copied();
                let members: Vec<(i64, u32)> = both.zip(colours.iter().copied()).collect();
                let sides = [
                    (0..rows.len()).collect(),
                    (rows.len()..members.len()).collect(),
                ];
                let shown: BTreeSet<u32> = colours.iter().copied().collect();
                self.colours(&members, &sides, shown.into_iter())
            }
            Plan::Supports(row_classes, column_classes) => {
                self.supports(row_classes, &of_rows, &of_columns)?;
                self.supports(column_classes, &of_columns, &of_rows)
            }
        }
    }

    fn supports(&mut self, classes: &[Class], from: &[i64], to: &[i64]) -> Result<(), E> {
        for class in classes {
            let sources = class.sources.iter().map(|&place| from[place as usize]);
            let supports = to.iter().enumerate();
            let supports = supports.filter(|&(place, _)| class.supports.has(place));
            let supports = supports.map(|(_, &variable)| variable);
            if !class.has_variable() {
                for source in sources {
                    self.any(source, supports.clone())?;
                }
                continue;
            }
            let one_of_them = self.auxiliary();
            for source in sources.clone() {
                (self.visit)(&[-source, one_of_them])?;
            }
            self.any(one_of_them, sources)?;
            self.any(one_of_them, supports)?;
        }
        Ok(())
    }
}

/// The literals of a one-colour item with a variable for each colour; without sides those that keep the colours apart are
/// left out.
fn literals_with_colours(members: usize, colours: usize, sides: usize) -> u64 {
    (3 * members + colours * sides.max(1)) as u64
}

/// The choices that are left of a tile: their places in the table, and their variables.
pub(crate) type Side = [(usize, i64)];

/// The way in which a pair of tiles is said, by places among the choices that are left of them.
pub(crate) enum Plan {
    /// Each pair that the table forbids.
    Pairs(Arc<Table>),
    /// The table is made of blocks: the colours of the rows, and then of the columns.
    Colours(Vec<u32>),
    /// What each kind of row needs, and each kind of column.
    Supports(Vec<Class>, Vec<Class>),
}

/// Choices that go with the same choices of the other tile.
pub(crate) struct Class {
    sources: Vec<u32>,
    supports: Bits,
}

/// A set of places.
#[derive(PartialEq, Eq, Hash)]
struct Bits {
    words: Vec<u64>,
    count: usize,
}

impl Bits {
    fn of(places: usize, has: impl Fn(usize) -> bool) -> Self {
        let mut words = vec![0; places.div_ceil(64)];
        for place in (0..places).filter(|&place| has(place)) {
            words[place / 64] |= 1 << (place % 64);
        }
        let count = words.iter().map(|word: &u64| word.count_ones() as usize);
        Self {
            count: count.sum(),
            words,
        }
    }

    fn has(&self, place: usize) -> bool {
        self.words[place / 64] >> (place % 64) & 1 == 1
    }
}

impl Class {
    /// The literals with a clause for each source.
    fn literals_without(&self) -> usize {
        self.sources.len() * (1 + self.supports.count)
    }

    /// The literals with a variable for "one of the sources".
    fn literals_with(&self) -> usize {
        3 * self.sources.len() + 2 + self.supports.count
    }

    fn has_variable(&self) -> bool {
        self.literals_with() < self.literals_without()
    }

    fn literals(&self) -> usize {
        self.literals_with().min(self.literals_without())
    }
}

impl Plan {
    /// The plan for these rows and columns of a table with or without blocks.
    pub(crate) fn new(
        table: &Arc<Table>,
        blocks: Option<&Blocks>,
        rows: &Side,
        columns: &Side,
    ) -> Self {
        let forbidden = rows.iter().map(|&(row, _)| {
            let allowed = columns
                .iter()
                .filter(|(column, _)| table.allows(row, *column));
            columns.len() - allowed.count()
        });
        let literals_of_pairs = 2 * forbidden.sum::<usize>() as u64;
        if let Some((of_row, of_column)) = blocks {
            let of_rows = rows.iter().map(|&(row, _)| of_row[row]);
            let of_columns = columns.iter().map(|&(column, _)| of_column[column]);
            let colours: Vec<u32> = of_rows.chain(of_columns).collect();
            let different = colours.iter().collect::<BTreeSet<_>>().len();
            return if literals_of_pairs <= literals_with_colours(colours.len(), different, 2) {
                Self::Pairs(Arc::clone(table))
            } else {
                Self::Colours(colours)
            };
        }
        let of_rows = classes(rows, columns, |row, column| table.allows(row, column));
        let of_columns = classes(columns, rows, |column, row| table.allows(row, column));
        let both = of_rows.iter().chain(&of_columns);
        let literals: usize = both.map(Class::literals).sum();
        if literals_of_pairs <= literals as u64 {
            return Self::Pairs(Arc::clone(table));
        }
        Self::Supports(of_rows, of_columns)
    }
}

/// The kinds of sources that do not go with everything, in the order of their first.
fn classes(from: &Side, to: &Side, allows: impl Fn(usize, usize) -> bool) -> Vec<Class> {
    let mut sources_of: HashMap<Bits, Vec<u32>> = HashMap::new();
    for (place, &(source, _)) in (0..).zip(from) {
        let supports = Bits::of(to.len(), |other| allows(source, to[other].0));
        if supports.count < to.len() {
            sources_of.entry(supports).or_default().push(place);
        }
    }
    let classes = sources_of.into_iter();
    let mut classes: Vec<Class> = classes
        .map(|(supports, sources)| Class { sources, supports })
        .collect();
    classes.sort_unstable_by_key(|class| class.sources[0]);
    classes
}
