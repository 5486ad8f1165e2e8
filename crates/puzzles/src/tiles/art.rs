//! Drawings of tiles: blocks of three lines of six ASCII characters, and three box-drawing
//! characters in one line. Each side of such a tile is open or closed; sides are listed north,
//! east, south, west.

/// A tile as a block of ASCII art: roads are `||` and `==` on a ground of dots.
pub(super) fn block([north, east, south, west]: [bool; 4]) -> Vec<String> {
    let upright = |open| if open { "..||.." } else { "......" };
    let level = |open| if open { "==" } else { ".." };
    let middle = match (north || south, east || west) {
        (_, true) if east && west => "==",
        (true, _) => "||",
        (false, true) => "==",
        (false, false) => "..",
    };
    vec![
        upright(north).into(),
        [level(west), middle, level(east)].concat(),
        upright(south).into(),
    ]
}

/// A tile as three box-drawing characters; the closed one is shaded.
pub(super) fn boxes(open: [bool; 4]) -> String {
    /// The middle by the open sides as bits, north first.
    const MIDDLE: [char; 16] = [
        '░', '╹', '╺', '┗', '╻', '┃', '┏', '┣', '╸', '┛', '━', '┻', '┓', '┫', '┳', '╋',
    ];
    let bits = open.iter().rev();
    let bits = bits.fold(0, |bits, &open| bits * 2 + usize::from(open));
    let [_, east, _, west] = open;
    let level = |open| match (open, bits) {
        (true, _) => '━',
        (false, 0) => '░',
        (false, _) => ' ',
    };
    [level(west), MIDDLE[bits], level(east)].iter().collect()
}

/// The block of an unknown tile, with that many lines and characters.
pub(super) fn open_block(lines: usize, width: usize) -> Vec<String> {
    let mut block = vec![" ".repeat(width); lines];
    block[lines / 2] = open_line(width, '_');
    block
}

/// One line of that many characters with a mark in its middle, two where it is even.
pub(super) fn open_line(width: usize, mark: char) -> String {
    let marks = if width.is_multiple_of(2) { 2 } else { 1 };
    let marks: String = std::iter::repeat_n(mark, marks).collect();
    format!("{marks:^width$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_drawn_where_they_are() {
        let [n, e, s, w] = [0, 1, 2, 3].map(|side| {
            let mut open = [false; 4];
            open[side] = true;
            open
        });
        assert_eq!(block(n), ["..||..", "..||..", "......"]);
        assert_eq!(block(e), ["......", "..====", "......"]);
        assert_eq!(block(s), ["......", "..||..", "..||.."]);
        assert_eq!(block(w), ["......", "====..", "......"]);
        assert_eq!([n, e, s, w].map(boxes), [" ╹ ", " ╺━", " ╻ ", "━╸ "]);
        assert_eq!(boxes([false; 4]), "░░░");
        assert_eq!(boxes([true; 4]), "━╋━");
        assert_eq!(boxes([true, true, false, true]), "━┻━");
    }

    #[test]
    fn open_places_have_their_mark_in_the_middle() {
        assert_eq!(open_block(3, 6), ["      ", "  __  ", "      "]);
        assert_eq!(open_line(3, '·'), " · ");
        assert_eq!(open_line(1, '·'), "·");
    }
}
