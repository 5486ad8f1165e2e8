//! The room that words take, without a font at hand.
//!
//! A reader's machine picks the font, so widths are guesses on the wide side: a text that fits by
//! these widths fits in the common fonts.

/// The width of a text in sizes of its letters.
pub(crate) fn width(text: &str) -> f64 {
    text.chars().map(width_of).sum()
}

/// A letter's width. Combining marks take none, East Asian letters and pictures a whole square.
fn width_of(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | '·' => 0.34,
        ' ' | 'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '/' | '-' => 0.42,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '—' | '…' | '=' | '+' | '<' | '>' => 0.95,
        'A'..='Z' => 0.72,
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{fe00}'..='\u{fe0f}' => 0.0,
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{1f000}'..='\u{1faff}'
        | '\u{20000}'..='\u{3fffd}' => 1.05,
        '\u{2190}'..='\u{2bff}' => 0.9,
        _ => 0.62,
    }
}

/// The largest size up to `most` at which the text is not wider than `room`.
pub(crate) fn size_to_fit(text: &str, most: f64, room: f64) -> f64 {
    let width = width(text);
    if width <= 0.0 {
        return most;
    }
    most.min(room / width)
}

/// The text, or its start and an ellipsis where it is wider than `most` sizes.
pub(crate) fn cut(text: &str, most: f64) -> String {
    if text.len() <= 2 || width(text) <= most {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut room = most - width_of('…');
    for c in text.chars() {
        room -= width_of(c);
        if room < 0.0 {
            break;
        }
        out.push(c);
    }
    out.push('…');
    out
}

/// The text in lines at most `room` sizes wide, broken at blanks if there are any. Blanks at its
/// start are kept: they show the structure.
pub(crate) fn wrapped(text: &str, room: f64) -> Vec<String> {
    let room = room.max(4.0);
    let mut lines = vec![String::new()];
    let mut left = room;
    for part in text.split_inclusive(' ') {
        let wide = width(part.trim_end());
        let line = lines.last_mut().expect("there is always one");
        if wide <= left {
            line.push_str(part);
            left -= width(part);
            continue;
        }
        if !line.trim_end().is_empty() && wide <= room {
            lines.push(part.to_owned());
            left = room - width(part);
            continue;
        }
        for c in part.chars() {
            if width_of(c) > left {
                lines.push(String::new());
                left = room;
            }
            left -= width_of(c);
            lines.last_mut().expect("there is always one").push(c);
        }
    }
    for line in &mut lines {
        line.truncate(line.trim_end().len());
    }
    lines
}

/// Returns true if there is something to see: a terminal shows an open cell as a dot in the middle.
pub(crate) fn is_visible(text: &str) -> bool {
    text.chars().any(|c| !c.is_whitespace() && c != '·')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_at_blanks_and_long_words_anywhere() {
        assert_eq!(wrapped("", 10.0), [""]);
        assert_eq!(wrapped("a bcd ee", 4.0), ["a bcd", "ee"]);
        assert_eq!(wrapped("  aaaaaaaaaaaa", 4.0), ["  aaaaa", "aaaaaa", "a"]);
        let long = "x".repeat(100_000);
        let lines = wrapped(&long, 40.0);
        assert_eq!(lines.concat(), long);
        assert!(lines.iter().all(|line| width(line) <= 40.0));
    }

    #[test]
    fn what_is_too_wide_is_cut() {
        assert_eq!(cut("short", 10.0), "short");
        assert_eq!(cut("abcdefghij", 4.0), "abcd…");
        assert_eq!(cut("", 0.0), "");
    }

    #[test]
    fn sizes_shrink_with_the_words() {
        assert!((size_to_fit("1", 20.0, 100.0) - 20.0).abs() < 1e-9);
        assert!(size_to_fit("kitchen", 20.0, 30.0) < 10.0);
        assert!((size_to_fit("", 20.0, 0.0) - 20.0).abs() < 1e-9);
    }
}
