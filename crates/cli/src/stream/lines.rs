//! Blocks of whole lines.
//!
//! A file is read in large blocks, straight into the buffer in which its lines are then understood:
//! nothing is copied or allocated for a line. A block ends with the last line that came as a whole;
//! what is left begins the next one. No line is ever held that is longer than [`LONGEST_LINE`].

use super::source::Source;
use crate::input::{LONGEST_LINE, decoded, is_comment, too_long};
use memchr::{memchr, memchr_iter, memrchr};
use std::io;

/// How large a block may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    /// The most bytes, unless a single line has more.
    pub(super) bytes: usize,
    /// The most lines.
    pub(super) lines: usize,
}

/// Lines of a file, one after the other.
#[derive(Debug, Default)]
pub(super) struct Block {
    /// The text is the beginning of this; the rest is room that need not be made again.
    buffer: Vec<u8>,
    length: usize,
    /// The number of the first line, from 1.
    pub(super) first_line: u64,
    /// The bytes of a line that was too long to be held, if one stands here instead of a text.
    pub(super) overlong: Option<u64>,
}

impl Block {
    /// The lines with their ends; the last one of a file may have none.
    pub(super) fn text(&self) -> &[u8] {
        &self.buffer[..self.length]
    }

    /// The bytes of the file that it stands for.
    pub(super) fn bytes(&self) -> u64 {
        self.overlong.unwrap_or(self.length as u64)
    }

    /// The number of its lines. Whoever goes through them knows it anyway.
    pub(super) fn count_lines(&self) -> u64 {
        let text = self.text();
        let has_open_end = text.last().is_some_and(|&byte| byte != b'\n');
        let is_one = has_open_end || self.overlong.is_some();
        memchr_iter(b'\n', text).count() as u64 + u64::from(is_one)
    }

    /// Makes room for so many bytes.
    fn grow(&mut self, bytes: usize) {
        if self.buffer.len() < bytes {
            self.buffer.resize(bytes, 0);
        }
    }
}

/// Cuts a source into blocks.
pub(super) struct Lines {
    pub(super) source: Source,
    /// What was read beyond the last block.
    rest: Vec<u8>,
    /// The lines so far.
    number: u64,
    is_over: bool,
}

impl Lines {
    pub(super) fn new(source: Source) -> Self {
        Self {
            source,
            rest: Vec::new(),
            number: 0,
            is_over: false,
        }
    }

    /// Whether the next block would have to be waited for.
    pub(super) fn would_wait(&self) -> bool {
        !self.is_over && self.source.would_wait() && memchr(b'\n', &self.rest).is_none()
    }

    /// So many lines were in the last block: the next one is numbered on.
    pub(super) fn pass(&mut self, lines: u64) {
        self.number += lines;
    }

    /// The next lines, as many as there are at once and the size allows; false at the end. After
    /// an error the block holds the lines before it. Lines are not counted here:
    /// [`Lines::pass`] is told.
    pub(super) fn next(&mut self, size: Size, block: &mut Block) -> io::Result<bool> {
        if block.buffer.len() > 2 * size.bytes.max(self.rest.len()) {
            // Only a line of unusual length has made it so large.
            *block = Block::default();
        }
        block.first_line = self.number + 1;
        block.overlong = None;
        block.length = 0;
        block.grow(size.bytes.max(self.rest.len()));
        block.buffer[..self.rest.len()].copy_from_slice(&self.rest);
        let mut filled = self.rest.len();
        self.rest.clear();
        let mut end = memrchr(b'\n', &block.buffer[..filled]).map(|place| place + 1);
        let mut result = Ok(());
        while !self.is_over {
            if end.is_some() && (filled >= size.bytes || self.source.would_wait()) {
                break;
            }
            if filled > LONGEST_LINE {
                block.overlong = Some(filled as u64 + self.skip_line(&mut block.buffer)?);
                return Ok(true);
            }
            if filled == block.buffer.len() {
                block.grow((2 * filled).min(LONGEST_LINE + 1));
            }
            // A block that was larger before has more room than it may take.
            let room = if filled < size.bytes {
                &mut block.buffer[filled..size.bytes]
            } else {
                &mut block.buffer[filled..]
            };
            let length = match self.source.read(room) {
                Ok(length) => length,
                Err(error) => {
                    result = Err(error);
                    0
                }
            };
            self.is_over = length == 0;
            let new = &block.buffer[filled..filled + length];
            end = memrchr(b'\n', new).map_or(end, |place| Some(filled + place + 1));
            filled += length;
        }
        let text = &block.buffer[..filled];
        let end = if self.is_over {
            filled
        } else {
            end.unwrap_or(0)
        };
        let length = cut(&text[..end], size.lines);
        self.rest.extend_from_slice(&text[length..]);
        block.length = length;
        result.map(|()| length > 0)
    }

    /// Passes over the rest of a line; how many bytes that were.
    fn skip_line(&mut self, buffer: &mut [u8]) -> io::Result<u64> {
        let mut skipped = 0;
        loop {
            let length = self.source.read(buffer)?;
            self.is_over = length == 0;
            let end = memchr(b'\n', &buffer[..length]).map(|place| place + 1);
            skipped += end.unwrap_or(length) as u64;
            if let Some(end) = end {
                self.rest.extend_from_slice(&buffer[end..length]);
            }
            if end.is_some() || self.is_over {
                return Ok(skipped);
            }
        }
    }
}

/// The bytes of the first lines of a text, at most so many.
fn cut(text: &[u8], most: usize) -> usize {
    if most == usize::MAX {
        return text.len();
    }
    let end = memchr_iter(b'\n', text).nth(most.saturating_sub(1));
    end.map_or(text.len(), |place| place + 1)
}

/// What a line is before anybody tried to understand it.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line<'t> {
    /// Blank or a remark: written as it is.
    Through(&'t str),
    /// A puzzle, or so it is hoped.
    Text(&'t str),
    /// Not even text.
    Bad(String),
}

impl<'t> Line<'t> {
    /// The line of these bytes, its end among them or not.
    pub(super) fn of(mut bytes: &'t [u8]) -> Self {
        while let [start @ .., b'\n' | b'\r'] = bytes {
            bytes = start;
        }
        match decoded(bytes) {
            Ok(text) if text.trim().is_empty() || is_comment(text) => Self::Through(text),
            Ok(text) => Self::Text(text),
            Err(_) => Self::Bad("this line is no text in UTF-8".to_owned()),
        }
    }
}

/// What is said of a line that was not held.
pub(super) fn overlong() -> String {
    too_long().message
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    const SMALL: Size = Size { bytes: 8, lines: 3 };

    /// The blocks of a source: their first lines and texts.
    fn blocks_of(source: Source, size: Size) -> Vec<(u64, String)> {
        let mut lines = Lines::new(source);
        let mut block = Block::default();
        let mut blocks = Vec::new();
        while lines.next(size, &mut block).unwrap() {
            let text = String::from_utf8(block.text().to_vec()).unwrap();
            blocks.push((block.first_line, text));
            lines.pass(block.count_lines());
        }
        blocks
    }

    fn file(text: &'static str) -> Source {
        Source::File(Box::new(text.as_bytes()))
    }

    fn expected(blocks: &[(u64, &str)]) -> Vec<(u64, String)> {
        let blocks = blocks.iter();
        blocks
            .map(|&(line, text)| (line, text.to_owned()))
            .collect()
    }

    #[test]
    fn blocks_hold_whole_lines() {
        assert_eq!(
            blocks_of(file("ab\ncd\nefgh\nijklmnopqrstuvwxyz\n\n\n\n\nend"), SMALL),
            expected(&[
                (1, "ab\ncd\n"),
                (3, "efgh\n"),
                (4, "ijklmnopqrstuvwxyz\n\n\n"),
                (7, "\n\nend")
            ])
        );
        assert_eq!(blocks_of(file(""), SMALL), []);
        assert_eq!(blocks_of(file("\n"), SMALL), expected(&[(1, "\n")]));
        assert_eq!(blocks_of(file("a"), SMALL), expected(&[(1, "a")]));
    }

    #[test]
    fn blocks_end_where_the_source_would_wait() {
        /// Gives one line at a time, as a slow program does.
        struct Slow(u32);
        impl Read for Slow {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                if self.0 == 0 {
                    return Ok(0);
                }
                self.0 -= 1;
                buffer[..2].copy_from_slice(b"#\n");
                Ok(2)
            }
        }
        let size = Size {
            bytes: 1000,
            lines: 1000,
        };
        let blocks = blocks_of(Source::Slow(Box::new(Slow(3))), size);
        assert_eq!(blocks, expected(&[(1, "#\n"), (2, "#\n"), (3, "#\n")]));
    }

    #[test]
    fn lines_that_are_here_have_not_to_be_waited_for() {
        let mut lines = Lines::new(Source::Slow(Box::new(&b"a\nb\nc\nd\ne\nf"[..])));
        let mut block = Block::default();
        let size = Size {
            bytes: 1000,
            lines: 2,
        };
        for (text, waits) in [("a\nb\n", false), ("c\nd\n", false), ("e\n", true)] {
            assert!(lines.next(size, &mut block).unwrap());
            assert_eq!(block.text(), text.as_bytes());
            assert_eq!(lines.would_wait(), waits);
        }
        assert!(lines.next(size, &mut block).unwrap());
        assert_eq!(block.text(), b"f");
        assert!(!lines.next(size, &mut block).unwrap());
    }

    #[test]
    fn lines_end_in_any_manner() {
        assert_eq!(Line::of(b"a\r\n"), Line::Text("a"));
        assert_eq!(Line::of(b"a"), Line::Text("a"));
        assert_eq!(Line::of(b" \n"), Line::Through(" "));
        assert_eq!(Line::of(b"# a\n"), Line::Through("# a"));
        assert!(matches!(Line::of(b"b\xff\n"), Line::Bad(_)));
    }

    #[test]
    fn an_overlong_line_is_passed_over() {
        let long = io::repeat(b'1').take(LONGEST_LINE as u64 * 2);
        let mut lines = Lines::new(Source::File(Box::new(long.chain(&b"\nshort\n"[..]))));
        let mut block = Block::default();
        assert!(lines.next(SMALL, &mut block).unwrap());
        assert_eq!(block.overlong, Some(LONGEST_LINE as u64 * 2 + 1));
        assert_eq!((block.text(), block.count_lines()), (&b""[..], 1));
        lines.pass(1);
        assert!(lines.next(SMALL, &mut block).unwrap());
        assert_eq!((block.first_line, block.text()), (2, &b"short\n"[..]));
        assert!(block.buffer.len() < 1000, "its memory is given back");
        assert!(!lines.next(SMALL, &mut block).unwrap());
    }
}
