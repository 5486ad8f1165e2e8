//! Texts that are nearly right: lines and words of good ones, exchanged.
//!
//! Damaged bytes mostly make a text that is not TOML or JSON any more, and the code after that check never runs. Here
//! the parts stay whole, and their contents do not fit.

use crate::formats::read_as;
use crate::{seeds, with_bytes};
use arbitrary::{Result, Unstructured};
use std::sync::OnceLock;
use tilewright::puzzles::{Families, Family, Label};

targets! {
    /// lines and words of good texts of every format, exchanged and replaced
    spliced: |data| with_bytes(data, spliced), || seeds::random(17, 20..120), longest 120, smoke 2000;
}

/// Longer texts are left out: most of them say the same again and again.
const LONGEST: usize = 1500;

/// Good texts of a format, and the words in them.
struct Pool {
    family: Family,
    format: Label,
    texts: Vec<String>,
    words: Vec<String>,
}

fn pools() -> &'static [Pool] {
    static POOLS: OnceLock<Vec<Pool>> = OnceLock::new();
    POOLS.get_or_init(|| {
        let formats = |family: &Family| {
            let puzzles = seeds::puzzles(family);
            let formats = family.formats.iter().filter(|format| format.is_read());
            let pools = formats.filter_map(|format| {
                let written = puzzles
                    .iter()
                    .filter_map(|puzzle| format.write(&**puzzle).ok());
                let documented = seeds::documented().into_iter();
                let is_own = |text: &String| format.read(family, text).is_ok();
                let texts = written.chain(documented.filter(is_own));
                let mut texts: Vec<String> = texts.filter(|text| text.len() < LONGEST).collect();
                texts.sort_unstable();
                texts.dedup();
                let mut words: Vec<String> = texts.iter().flat_map(|text| words(text)).collect();
                words.sort_unstable();
                words.dedup();
                (!texts.is_empty()).then_some(Pool {
                    family: family.clone(),
                    format: format.name.clone(),
                    texts,
                    words,
                })
            });
            pools.collect::<Vec<Pool>>()
        };
        Families::default().iter().flat_map(formats).collect()
    })
}

/// A text cut where letters and digits begin and end; together they are the text.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut was_word = false;
    for c in text.chars() {
        let is_word = c.is_alphanumeric() || c == '_';
        match words.last_mut() {
            Some(last) if is_word && was_word => last.push(c),
            _ => words.push(c.to_string()),
        }
        was_word = is_word;
    }
    words
}

fn spliced(bytes: &mut Unstructured<'_>) -> Result<()> {
    let pools = pools();
    let pool = &pools[usize::from(bytes.arbitrary::<u8>()?) % pools.len()];
    let mut lines: Vec<String> = one(bytes, &pool.texts)?
        .lines()
        .map(str::to_owned)
        .collect();
    for _ in 0..=bytes.int_in_range(0..=4)? {
        let number = lines.len();
        let at = usize::from(bytes.arbitrary::<u8>()?) % number.max(1);
        match bytes.arbitrary::<u8>()? % 8 {
            0..4 if at < number => lines[at] = with_another_word(bytes, pool, &lines[at])?,
            4 if at < number => drop(lines.remove(at)),
            5 if at < number => {
                let line = lines[at].clone();
                let to = usize::from(bytes.arbitrary::<u8>()?) % (number + 1);
                lines.insert(to, line);
            }
            6 if number > 1 => {
                let other = usize::from(bytes.arbitrary::<u8>()?) % number;
                lines.swap(at, other);
            }
            _ => {
                let others: Vec<&str> = one(bytes, &pool.texts)?.lines().collect();
                let other = usize::from(bytes.arbitrary::<u8>()?) % others.len().max(1);
                if let Some(line) = others.get(other) {
                    lines.insert(at, (*line).to_owned());
                }
            }
        }
    }
    let mut text = lines.join("\n");
    text.push('\n');
    read_as(&pool.family, &pool.format, &text);
    Ok(())
}

fn one<'p>(bytes: &mut Unstructured<'_>, list: &'p [String]) -> Result<&'p str> {
    Ok(&list[usize::from(bytes.arbitrary::<u16>()?) % list.len()])
}

/// A line with another word somewhere: one of the pool, a number, or nothing.
fn with_another_word(bytes: &mut Unstructured<'_>, pool: &Pool, line: &str) -> Result<String> {
    let mut words = words(line);
    if words.is_empty() {
        return Ok(one(bytes, &pool.words)?.to_owned());
    }
    let at = usize::from(bytes.arbitrary::<u8>()?) % words.len();
    words[at] = match bytes.arbitrary::<u8>()? % 8 {
        0..4 => one(bytes, &pool.words)?.to_owned(),
        4 | 5 => bytes.arbitrary::<u8>()?.to_string(),
        6 => bytes.arbitrary::<i64>()?.to_string(),
        _ => String::new(),
    };
    Ok(words.concat())
}
