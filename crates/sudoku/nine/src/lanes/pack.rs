//! Boards as bytes, and packed in four bits a cell on their way into and out of lanes.
//!
//! Eight cells are squeezed at a time, by ordinary arithmetic on words in arrays, which compilers
//! turn into vector instructions where there are any.

#![allow(clippy::inline_always, reason = "see vector.rs")]

/// A board in 4 bits a cell, 16 cells a word.
pub(super) type Packed = [u64; 6];

/// Cells in a word of [`Packed`].
pub(super) const PACKED_CELLS: usize = 16;

/// Two ones in a row, for boards with an impossible given.
const IMPOSSIBLE: Packed = [0x11, 0, 0, 0, 0, 0];

/// Four bits a cell.
#[inline(always)]
pub(super) fn pack(board: &[u8; 81]) -> Packed {
    let mut eights = [0; 10];
    for (eight, bytes) in eights.iter_mut().zip(board.chunks_exact(8)) {
        *eight = u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
    }
    // A byte above 9 has its top bit, or gets it when 118 is added.
    let mut tops = u64::from(board[80]) | (u64::from(board[80]) + 118);
    for eight in &mut eights {
        tops |= *eight | ((*eight & 0x7f7f_7f7f_7f7f_7f7f) + 0x7676_7676_7676_7676);
        let pairs = (*eight | *eight >> 4) & 0x00ff_00ff_00ff_00ff;
        let quads = (pairs | pairs >> 8) & 0x0000_ffff_0000_ffff;
        *eight = (quads | quads >> 16) & 0xffff_ffff;
    }
    if tops & 0x8080_8080_8080_8080 != 0 {
        return IMPOSSIBLE;
    }
    let mut packed = [0; 6];
    for (packed, eights) in packed.iter_mut().zip(eights.chunks_exact(2)) {
        *packed = eights[0] | eights[1] << 32;
    }
    packed[5] = u64::from(board[80]);
    packed
}

/// The cells as bytes.
#[inline(always)]
pub(super) fn unpack(packed: &Packed, board: &mut [u8; 81]) {
    let mut eights = [0; 10];
    for (eights, packed) in eights.chunks_exact_mut(2).zip(packed) {
        eights[0] = packed & 0xffff_ffff;
        eights[1] = packed >> 32;
    }
    for eight in &mut eights {
        let pairs = (*eight | *eight << 16) & 0x0000_ffff_0000_ffff;
        let bytes = (pairs | pairs << 8) & 0x00ff_00ff_00ff_00ff;
        *eight = (bytes | bytes << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    }
    for (bytes, eight) in board.chunks_exact_mut(8).zip(eights) {
        bytes.copy_from_slice(&eight.to_le_bytes());
    }
    board[80] = (packed[5] & 15) as u8;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_packed_and_unpacked() {
        let board: [u8; 81] = std::array::from_fn(|cell| (cell % 10) as u8);
        let mut again = [0; 81];
        unpack(&pack(&board), &mut again);
        assert_eq!(again, board);
        for cell in 0..81 {
            for byte in [10, 15, 16, 127, 128, 255] {
                let mut bad = board;
                bad[cell] = byte;
                assert_eq!(pack(&bad), IMPOSSIBLE, "{byte} in cell {cell}");
            }
        }
    }
}
