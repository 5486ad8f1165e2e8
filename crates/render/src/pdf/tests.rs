//! The files are read back by a small checker: every object where the table says, every stream
//! unpacked, pages counted, and words found as a reader of PDF finds them.

use super::*;
use crate::layout::{Look, lay_out};
use crate::{Cell, Grid, Picture, Role};
use std::collections::HashMap;

/// A file, taken apart.
struct Read {
    /// The text of each object, and its stream unpacked.
    objects: HashMap<usize, (String, Vec<u8>)>,
}

impl Read {
    fn of(file: &[u8]) -> Self {
        assert!(file.starts_with(b"%PDF-1.7"));
        assert!(file.ends_with(b"%%EOF"));
        let text = String::from_utf8_lossy(file);
        let from = text.rfind("startxref").unwrap();
        let table: usize = text[from..]
            .split_whitespace()
            .nth(1)
            .unwrap()
            .parse()
            .unwrap();
        let mut lines = file[table..].split(|&byte| byte == b'\n');
        assert_eq!(lines.next(), Some(&b"xref"[..]));
        let head = String::from_utf8(lines.next().unwrap().to_vec()).unwrap();
        let count: usize = head.split_whitespace().nth(1).unwrap().parse().unwrap();
        let mut objects = HashMap::new();
        for (number, line) in lines.take(count).enumerate() {
            let line = String::from_utf8(line.to_vec()).unwrap();
            let [offset, _, kind] = line.split_whitespace().collect::<Vec<_>>()[..] else {
                panic!("{line:?} is not an entry");
            };
            if kind == "n" {
                let object = Self::object(&file[offset.parse::<usize>().unwrap()..], number);
                objects.insert(number, object);
            }
        }
        Self { objects }
    }

    fn object(bytes: &[u8], number: usize) -> (String, Vec<u8>) {
        let head = format!("{number} 0 obj");
        assert!(
            bytes.starts_with(head.as_bytes()),
            "object {number} is not there"
        );
        let end = find(bytes, b"endobj").unwrap();
        let Some(start) = find(&bytes[..end], b"stream\n") else {
            return (
                String::from_utf8(bytes[..end].to_vec()).unwrap(),
                Vec::new(),
            );
        };
        let text = String::from_utf8(bytes[..start].to_vec()).unwrap();
        let length: usize = after(&text, "/Length ").parse().unwrap();
        let start = start + b"stream\n".len();
        let data = &bytes[start..start + length];
        assert!(
            bytes[start + length..]
                .trim_ascii_start()
                .starts_with(b"endstream")
        );
        assert!(
            text.contains("/FlateDecode"),
            "object {number} is not packed"
        );
        let stream = miniz_oxide::inflate::decompress_to_vec_zlib(data).unwrap();
        (text, stream)
    }

    fn pages(&self) -> Vec<&str> {
        let is_page = |text: &&String| after(text, "/Type ") == "/Page";
        let texts = self.objects.values().map(|(text, _)| text);
        let pages: Vec<&str> = texts.filter(is_page).map(String::as_str).collect();
        let count = after(&self.objects[&2].0, "/Count ");
        assert_eq!(count, pages.len().to_string());
        pages
    }

    /// The words that each content stream shows, by the tables of its fonts.
    fn words(&self) -> String {
        let mut out = String::new();
        let fonts: HashMap<String, HashMap<u8, char>> = self.fonts();
        for (text, stream) in self.objects.values() {
            if text.contains("/FontMatrix") || find(stream, b"begincmap").is_some() {
                continue;
            }
            out.push_str(&shown(stream, &fonts));
            out.push('\n');
        }
        out
    }

    fn fonts(&self) -> HashMap<String, HashMap<u8, char>> {
        let resources = &self.objects[&4].0;
        let mut fonts = HashMap::new();
        for number in 0.. {
            let name = format!("F{number}");
            let Some(at) = resources.find(&format!("/{name} ")) else {
                break;
            };
            let id: usize = after(&resources[at..], &format!("/{name} "))
                .parse()
                .unwrap();
            let font = &self.objects[&id].0;
            let map: usize = after(font, "/ToUnicode ").parse().unwrap();
            let map = String::from_utf8(self.objects[&map].1.clone()).unwrap();
            fonts.insert(name, pairs(&map));
        }
        fonts
    }
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes
        .windows(wanted.len())
        .position(|window| window == wanted)
}

/// The word after a key.
fn after<'t>(text: &'t str, key: &str) -> &'t str {
    let Some(at) = text.find(key) else { return "" };
    text[at + key.len()..]
        .split_whitespace()
        .next()
        .unwrap_or("")
}

/// The letter of each code.
fn pairs(map: &str) -> HashMap<u8, char> {
    let lines = map.lines().filter(|line| line.starts_with('<'));
    let pairs = lines.filter_map(|line| {
        let (code, letter) = line.split_once("> <")?;
        let code = u8::from_str_radix(&code[1..], 16).ok()?;
        let letter = u32::from_str_radix(letter.trim_end_matches('>'), 16).ok()?;
        Some((code, char::from_u32(letter)?))
    });
    pairs.collect()
}

fn shown(stream: &[u8], fonts: &HashMap<String, HashMap<u8, char>>) -> String {
    let mut out = String::new();
    let mut font = None;
    for line in stream.split(|&byte| byte == b'\n') {
        if line.ends_with(b"Tf") {
            let line = String::from_utf8_lossy(line);
            font = fonts.get(&line.split_whitespace().next().unwrap()[1..]);
        }
        if line.ends_with(b" Tj") {
            let codes = literal(&line[..line.len() - 3]);
            let font = font.expect("a font is set before words are shown");
            out.extend(codes.iter().map(|code| font[code]));
        }
        if line == b"ET" {
            out.push('\n');
        }
    }
    out
}

/// The bytes of a literal or hexadecimal string.
fn literal(text: &[u8]) -> Vec<u8> {
    if let Some(hex) = text.strip_prefix(b"<") {
        let digits = &hex[..hex.len() - 1];
        let byte =
            |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
        return digits.chunks(2).map(byte).collect();
    }
    let mut out = Vec::new();
    let mut bytes = text[1..text.len() - 1].iter();
    while let Some(&byte) = bytes.next() {
        out.push(if byte == b'\\' {
            *bytes.next().unwrap()
        } else {
            byte
        });
    }
    out
}

fn board(side: usize) -> Scene {
    let mut grid = Grid::new(side, side);
    for cell in 0..side {
        *grid.cell_mut(cell, cell) = Cell::new((cell + 1).to_string(), Role::Clue);
    }
    grid.frame();
    lay_out(&Picture::from(grid), &Look::default())
}

fn caption(heading: &str) -> Caption {
    Caption {
        heading: heading.to_owned(),
        ..Caption::default()
    }
}

fn booklet(sides: &[usize], with: impl FnOnce(Booklet) -> Booklet) -> Vec<u8> {
    let mut booklet = with(Booklet::new(Paper::A4, Theme::LIGHT));
    for (number, &side) in sides.iter().enumerate() {
        booklet.add(&board(side), caption(&format!("{}. Board", number + 1)));
        booklet.add_answer(&board(side), caption(&format!("{}. Answer", number + 1)));
    }
    booklet.finish()
}

#[test]
fn a_booklet_has_pages_words_and_answers() {
    let file = booklet(&[9; 10], |booklet| booklet.title("Ten ≠ 10"));
    let read = Read::of(&file);
    // Nine by nine leave room for six on a page, and the answers for all ten.
    assert_eq!(read.pages().len(), 3);
    let words = read.words();
    for wanted in [
        "Ten ≠ 10",
        "1. Board",
        "10. Board",
        "Answers",
        "10. Answer",
        "\n3\n",
        "9",
    ] {
        assert!(words.contains(wanted), "{wanted:?} is missing in {words}");
    }
    let text = String::from_utf8_lossy(&file);
    assert!(text.contains("/Producer"));
    assert!(text.contains("[0 0 595.28 841.89]"));
}

#[test]
fn pages_have_as_many_as_are_asked_for() {
    for (number, pages) in [(1, 5), (2, 3), (3, 2), (4, 2), (7, 1)] {
        let mut booklet = Booklet::new(Paper::Letter, Theme::DARK).per_page(number);
        for side in [4, 9, 9, 16, 6] {
            booklet.add(&board(side), Caption::default());
        }
        let file = booklet.finish();
        assert_eq!(Read::of(&file).pages().len(), pages, "{number} a page");
        assert!(String::from_utf8_lossy(&file).contains("[0 0 612 792]"));
    }
}

#[test]
fn large_boards_have_pages_of_their_own() {
    let one = Read::of(&booklet(&[30], |booklet| booklet));
    assert_eq!(one.pages().len(), 2);
    // A page of small ones, a large one, and their answers.
    let mixed = Read::of(&booklet(&[4, 4, 4, 4, 30], |booklet| booklet));
    assert_eq!(mixed.pages().len(), 4);
}

#[test]
fn sentences_are_wrapped_and_letters_of_any_alphabet_found() {
    let mut booklet = Booklet::new(Paper::A4, Theme::LIGHT);
    let many: String = (0x100..0x300).filter_map(char::from_u32).collect();
    booklet.add(
        &board(4),
        Caption {
            heading: "Größe (a\\b)".to_owned(),
            note: "hard".to_owned(),
            text: format!("{} {many} end", "so many words ".repeat(40)),
        },
    );
    let words = Read::of(&booklet.finish()).words();
    for wanted in ["Größe (a\\b)", "hard", "end", "so many words so many"] {
        assert!(words.contains(wanted), "{wanted:?} is missing");
    }
    assert!(words.matches("so many words").count() >= 30);
    assert!(words.contains('ǿ') && words.contains('ɐ'));
}

#[test]
fn nothing_and_nonsense_make_a_page() {
    let empty = Booklet::new(Paper::A4, Theme::LIGHT).finish();
    assert_eq!(Read::of(&empty).pages().len(), 1);
    let mut booklet = Booklet::new(Paper::A4, Theme::LIGHT);
    for side in [0.0, f64::NAN, f64::INFINITY, -3.0, 1e300] {
        let scene = Scene {
            width: side,
            height: side,
            ..board(2)
        };
        booklet.add(&scene, caption("x"));
    }
    booklet.add_answer(&Scene::default(), caption("no solution"));
    let read = Read::of(&booklet.finish());
    assert!(read.words().contains("no solution"));
}
