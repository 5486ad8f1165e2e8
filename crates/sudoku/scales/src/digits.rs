//! Sets of digits, or of places in a unit, as masks of nine bits.

/// The members of a mask, ascending.
pub(crate) fn ones(mask: impl Into<u32>) -> impl Iterator<Item = usize> + Clone {
    let mut mask = mask.into();
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let first = mask.trailing_zeros() as usize;
        mask &= mask - 1;
        Some(first)
    })
}

/// The digits of a mask in the width that a step stores, ascending.
pub(crate) fn digits_of(mask: u16) -> impl Iterator<Item = u8> + Clone {
    ones(mask).map(|digit| digit as u8)
}

/// The mask of these members.
pub(crate) fn mask_of(members: impl Iterator<Item = usize>) -> u16 {
    members.fold(0, |mask, member| mask | 1 << member)
}

/// The number of members of a mask. A table, because not every machine that this is built for has an
/// instruction for it.
pub(crate) fn count(mask: u16) -> usize {
    const COUNTS: [u8; 512] = {
        let mut counts = [0; 512];
        let mut mask = 1;
        while mask < 512 {
            counts[mask] = counts[mask / 2] + mask as u8 % 2;
            mask += 1;
        }
        counts
    };
    usize::from(COUNTS[usize::from(mask & 0x1ff)])
}

/// The only member of a mask that has exactly one.
pub(crate) fn single(mask: u16) -> Option<usize> {
    mask.is_power_of_two()
        .then(|| mask.trailing_zeros() as usize)
}

/// The masks of nine bits with this many members, ascending.
pub(crate) fn choose(size: usize) -> &'static [u16] {
    /// By size, and where each size begins.
    static BY_SIZE: ([u16; 512], [usize; 11]) = {
        let (mut masks, mut from) = ([0; 512], [0; 11]);
        let (mut size, mut at) = (0, 0);
        while size < 10 {
            let mut mask = 0u16;
            while mask < 512 {
                if mask.count_ones() == size {
                    masks[at] = mask;
                    at += 1;
                }
                mask += 1;
            }
            size += 1;
            from[size as usize] = at;
        }
        (masks, from)
    };
    let (masks, from) = &BY_SIZE;
    &masks[from[size]..from[size + 1]]
}
