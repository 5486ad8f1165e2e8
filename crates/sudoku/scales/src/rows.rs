//! Sets of numbered things as rows of bits.

/// A row of `W` words.
pub(crate) type Row<const W: usize> = [u64; W];

/// The members of a row, ascending.
pub(crate) fn members(row: &[u64]) -> impl Iterator<Item = usize> {
    row.iter()
        .enumerate()
        .flat_map(|(at, &word)| bits(at, word))
}

/// The members that two rows share, ascending.
pub(crate) fn common(row: &[u64], other: &[u64]) -> impl Iterator<Item = usize> {
    let words = row.iter().zip(other).enumerate();
    words.flat_map(|(at, (one, two))| bits(at, one & two))
}

fn bits(at: usize, mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if word == 0 {
            return None;
        }
        let first = word.trailing_zeros() as usize;
        word &= word - 1;
        Some(at * 64 + first)
    })
}

/// Adds the members of the other row.
pub(crate) fn join(row: &mut [u64], other: &[u64]) {
    for (word, more) in row.iter_mut().zip(other) {
        *word |= more;
    }
}

/// Keeps the members that are in the other row too.
pub(crate) fn narrow(row: &mut [u64], other: &[u64]) {
    for (word, kept) in row.iter_mut().zip(other) {
        *word &= kept;
    }
}

/// Keeps the members that have not been seen, and notes them as seen; false if there are none.
pub(crate) fn renew(row: &mut [u64], seen: &mut [u64]) -> bool {
    let mut any = 0;
    for (word, seen) in row.iter_mut().zip(seen) {
        *word &= !*seen;
        *seen |= *word;
        any |= *word;
    }
    any != 0
}

/// Returns true if the rows share a member.
pub(crate) fn meets(row: &[u64], other: &[u64]) -> bool {
    let common = row.iter().zip(other).map(|(one, two)| one & two);
    common.fold(0, |all, word| all | word) != 0
}

/// Returns true if this is a member.
pub(crate) fn has(row: &[u64], member: impl Into<usize>) -> bool {
    let member = member.into();
    row[member / 64] >> (member % 64) & 1 == 1
}

/// Adds a member.
pub(crate) fn put(row: &mut [u64], member: impl Into<usize>) {
    let member = member.into();
    row[member / 64] |= 1 << (member % 64);
}

/// The row of all that the members of another lead to.
pub(crate) fn spread<const W: usize>(row: &Row<W>, onward: &[Row<W>]) -> Row<W> {
    let mut next = [0; W];
    for member in members(row) {
        join(&mut next, &onward[member]);
    }
    next
}
