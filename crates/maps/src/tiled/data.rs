//! The gids of a layer: as elements, as numbers between commas, or as bytes in base64, which may be packed.

use super::node::Node;
use crate::Flaw;
use miniz_oxide::inflate::{decompress_to_vec_with_limit, decompress_to_vec_zlib_with_limit};
use std::fmt::Write;

/// Reads the `count` gids of a `data` or a `chunk`; `how` has the encoding.
pub(crate) fn read(node: &Node, how: &Node, count: usize) -> Result<Vec<u32>, Flaw> {
    let gids = match how.attribute("encoding") {
        None => elements(node)?,
        Some("csv") => csv(node)?,
        Some("base64") => packed(node, how, count)?,
        Some(other) => {
            return Err(node.flaw(&format!("encoding {other:?}; expected csv or base64")));
        }
    };
    if gids.len() != count {
        let found = gids.len();
        return Err(node.flaw(&format!("the layer has {found} tiles; expected {count}")));
    }
    Ok(gids)
}

fn elements(node: &Node) -> Result<Vec<u32>, Flaw> {
    let gid = |tile: &Node| Ok(tile.number("gid")?.unwrap_or(0));
    node.all("tile").map(gid).collect()
}

fn csv(node: &Node) -> Result<Vec<u32>, Flaw> {
    if node.text.trim().is_empty() {
        return Ok(Vec::new());
    }
    let number = |(at, word): (usize, &str)| {
        word.trim().parse::<u32>().map_err(|_| {
            let word: String = word.trim().chars().take(20).collect();
            node.flaw(&format!(
                "number {} of the layer is {word:?}; expected a gid",
                at + 1
            ))
        })
    };
    let words = node.text.trim().trim_end_matches(',').split(',');
    words.enumerate().map(number).collect()
}

fn packed(node: &Node, how: &Node, count: usize) -> Result<Vec<u32>, Flaw> {
    let bytes = base64(&node.text).ok_or_else(|| node.flaw("the layer is not whole base64"))?;
    let most = count.saturating_mul(4);
    let damaged = |packing: &str| {
        node.flaw(&format!(
            "the layer is not whole {packing} data of {count} tiles"
        ))
    };
    let bytes = match how.attribute("compression").unwrap_or("") {
        "" => bytes,
        "zlib" => decompress_to_vec_zlib_with_limit(&bytes, most).map_err(|_| damaged("zlib"))?,
        "gzip" => gzip(&bytes, most).ok_or_else(|| damaged("gzip"))?,
        "zstd" => {
            let message = "the layer is packed with zstd, which is not read; expected csv, zlib or gzip \
                (in Tiled: Map Properties, Tile Layer Format)";
            return Err(node.flaw(message));
        }
        other => return Err(node.flaw(&format!("compression {other:?}; expected zlib or gzip"))),
    };
    let (words, rest) = bytes.as_chunks::<4>();
    if !rest.is_empty() {
        return Err(node.flaw("the bytes of the layer are not whole gids of four bytes"));
    }
    Ok(words.iter().map(|&word| u32::from_le_bytes(word)).collect())
}

/// The bytes of a text in base64, whose blanks do not matter.
fn base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut have) = (0u32, 0);
    let letters = text.bytes().filter(|byte| !byte.is_ascii_whitespace());
    let mut has_ended = false;
    for letter in letters {
        let six = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b'=' => {
                has_ended = true;
                continue;
            }
            _ => return None,
        };
        if has_ended {
            return None;
        }
        bits = bits << 6 | u32::from(six);
        have += 6;
        if have >= 8 {
            have -= 8;
            bytes.push((bits >> have) as u8);
        }
    }
    (have < 6).then_some(bytes)
}

/// Unpacks a gzip file: a header of ten bytes, with optional parts, and raw deflate.
fn gzip(bytes: &[u8], most: usize) -> Option<Vec<u8>> {
    let &[0x1f, 0x8b, 8, flags, _, _, _, _, _, _, ref rest @ ..] = bytes else {
        return None;
    };
    let mut rest = rest;
    if flags & 4 != 0 {
        let length = usize::from(u16::from_le_bytes([*rest.first()?, *rest.get(1)?]));
        rest = rest.get(2 + length..)?;
    }
    for name_or_comment in [8, 16] {
        if flags & name_or_comment != 0 {
            let end = rest.iter().position(|&byte| byte == 0)?;
            rest = &rest[end + 1..];
        }
    }
    if flags & 2 != 0 {
        rest = rest.get(2..)?;
    }
    // The checksum that follows is not looked at: the number of tiles is.
    decompress_to_vec_with_limit(rest, most).ok()
}

/// Gids as numbers between commas, a row a line.
pub(crate) fn csv_of(gids: &[u32], width: usize) -> String {
    let mut text = String::with_capacity(4 * gids.len());
    for (number, row) in gids.chunks(width.max(1)).enumerate() {
        text.push_str(if number > 0 { ",\n" } else { "\n" });
        for (at, gid) in row.iter().enumerate() {
            let comma = if at > 0 { "," } else { "" };
            let _ = write!(text, "{comma}{gid}");
        }
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_read_and_broken_base64_is_not() {
        assert_eq!(base64("TWFu").as_deref(), Some(&b"Man"[..]));
        assert_eq!(base64(" TW\nE= ").as_deref(), Some(&b"Ma"[..]));
        assert_eq!(base64("TQ==").as_deref(), Some(&b"M"[..]));
        assert_eq!(base64("T"), None);
        assert_eq!(base64("TW=u"), None);
        assert_eq!(base64("TW!u"), None);
    }

    #[test]
    fn rows_are_lines() {
        assert_eq!(csv_of(&[1, 2, 3, 4], 2), "\n1,2,\n3,4\n");
    }
}
