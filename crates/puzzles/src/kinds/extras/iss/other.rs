//! Other one-line texts that ISS takes, turned into constraint strings.
//!
//! - A Sukaku: 729 signs, the nine digits that each cell may have, with `.` or `0` for those that it may not.
//! - A killer in 81 signs: the sum of a cage at one of its cells (`0`–`9`, `A`–`Z` from 10 on, `a`–`j` from 36 on), and in each other cell the
//!   way to it: `<`, `>`, `^`, `v`, or `` ` ``, `'`, `,`, `.` aslant.
//! - `SudoCue`'s killer: `3x3::k:` and 81 numbers, 256 × the sum + the cage; with `d` between the colons both diagonals differ.

use crate::prose::put;

/// The constraint string of such a text.
pub(super) fn as_constraints(text: &str) -> Option<String> {
    sukaku(text)
        .or_else(|| killer(text))
        .or_else(|| numbered_killer(text))
}

fn name(cell: usize) -> String {
    format!("R{}C{}", cell / 9 + 1, cell % 9 + 1)
}

fn sukaku(text: &str) -> Option<String> {
    let signs: Vec<char> = text.chars().collect();
    if signs.len() != 729 || !signs.iter().all(|sign| matches!(sign, '.' | '0'..='9')) {
        return None;
    }
    let mut out = String::from(".");
    for (cell, signs) in signs.chunks(9).enumerate() {
        put!(out, "~{}", name(cell));
        for sign in signs.iter().filter(|sign| !matches!(sign, '.' | '0')) {
            put!(out, "_{sign}");
        }
    }
    Some(out)
}

/// The step to the next cell of the same cage.
fn step(sign: char) -> Option<isize> {
    Some(match sign {
        'v' => 9,
        '^' => -9,
        '<' => -1,
        '>' => 1,
        '`' => -10,
        '\'' => -8,
        ',' => 8,
        '.' => 10,
        _ => return None,
    })
}

fn killer(text: &str) -> Option<String> {
    let signs: Vec<char> = text.chars().collect();
    let is_way = |sign: &char| matches!(sign, '<' | '>' | '^' | 'v' | '`' | '\'' | ',');
    if signs.len() != 81 || !signs.iter().any(is_way) {
        return None;
    }
    let mut cages: Vec<Vec<usize>> = vec![Vec::new(); 81];
    for cell in 0..81 {
        let mut at = cell;
        for _ in 0..81 {
            let Some(step) = step(signs[at]) else { break };
            at = at.checked_add_signed(step).filter(|&at| at < 81)?;
        }
        cages[at].push(cell);
    }
    let mut out = String::new();
    for (at, cells) in cages
        .iter()
        .enumerate()
        .filter(|(_, cells)| !cells.is_empty())
    {
        let sum = match signs[at] {
            sign @ '0'..='9' => u32::from(sign) - u32::from('0'),
            sign @ 'A'..='Z' => u32::from(sign) - u32::from('A') + 10,
            sign @ 'a'..='j' => u32::from(sign) - u32::from('a') + 36,
            _ => return None,
        };
        write_cage(&mut out, sum, cells);
    }
    Some(out)
}

fn write_cage(out: &mut String, sum: u32, cells: &[usize]) {
    put!(out, ".Cage~{sum}");
    for &cell in cells {
        put!(out, "~{}", name(cell));
    }
}

fn numbered_killer(text: &str) -> Option<String> {
    let rest = text.strip_prefix("3x3:")?;
    let (flags, rest) = rest.split_once(":k:")?;
    let numbers: Option<Vec<u32>> = rest
        .trim_end_matches(':')
        .split(':')
        .map(|number| number.parse().ok())
        .collect();
    let numbers = numbers.filter(|numbers| numbers.len() == 81)?;
    let mut cages: Vec<(u32, Vec<usize>)> = Vec::new();
    for (cell, &number) in numbers
        .iter()
        .enumerate()
        .filter(|(_, number)| **number >= 256)
    {
        match cages
            .iter_mut()
            .find(|(known, _)| *known % 256 == number % 256)
        {
            Some((_, cells)) => cells.push(cell),
            None => cages.push((number, vec![cell])),
        }
    }
    let mut out = String::new();
    if flags == "d" {
        out.push_str(".Diagonal~1.Diagonal~-1");
    }
    for (number, cells) in &cages {
        write_cage(&mut out, number / 256, cells);
    }
    Some(out)
}
