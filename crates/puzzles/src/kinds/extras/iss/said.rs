//! Parts that say a rule themselves, which becomes one of the puzzle's own: pairs of digits (`Pair`, `PairX`), sums with factors, regular
//! expressions (`Regex`), automata (`NFA`), how often digits are there (`ContainExact`, `ContainAtLeast`, `LookAndSay`), and regions with
//! the same digits (`RegionSameValues`).

use super::{Part, Read, cell, cells, places};
use crate::kinds::extras::setup::Setup;
use crate::prose::{joined, put};

/// The signs of numbers of six bits.
const SIGNS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Reads a part of this sort; returns false if it is of another.
pub(super) fn read(setup: &mut Setup, part: &Part<'_>) -> Read<bool> {
    let first = part.arguments.first().copied().unwrap_or_default();
    match part.name {
        "Pair" | "PairX" | "Binary" | "BinaryX" => read_pairs(setup, part)?,
        "Regex" => read_expression(setup, part)?,
        "NFA" => read_automaton(setup, part)?,
        "ContainExact" => read_counts(setup, part, &listed(part, first)?, "==")?,
        "ContainAtLeast" => read_counts(setup, part, &listed(part, first)?, ">=")?,
        "LookAndSay" => read_counts(setup, part, &looked(part, first)?, "==")?,
        "RegionSameValues" => write_same_values(setup),
        // It tells another solver where to begin.
        "SearchPriority" => {}
        _ => match first.split_once("_=_") {
            Some(factors) => read_factors(setup, part, factors)?,
            None => return Ok(false),
        },
    }
    Ok(true)
}

/// Lists of cells behind the first argument, parted by empty ones. Each may begin with a name.
fn lists(setup: &Setup, part: &Part<'_>) -> Read<Vec<Vec<u32>>> {
    let lists = part
        .arguments
        .get(1..)
        .unwrap_or_default()
        .split(|text| text.is_empty());
    let is_cell = |text: &&&str| cell(setup.sides, part, text).is_ok();
    let list = |list: &[&str]| {
        let named: Vec<&str> = list
            .iter()
            .skip_while(|text| !is_cell(text))
            .copied()
            .collect();
        cells(setup.sides, part, &named)
    };
    lists.map(list).collect()
}

/// The numbers of six bits that a text has.
fn sextets(text: &str) -> Option<Vec<usize>> {
    text.chars().map(|sign| SIGNS.find(sign)).collect()
}

/// The bits of a text, those of each sign from the highest on; those that fill up its last byte are none.
fn bits(text: &str) -> Option<Vec<bool>> {
    let all = sextets(text.trim_end_matches('='))?;
    let mut bits: Vec<bool> = all
        .iter()
        .flat_map(|bits| (0..6).rev().map(move |at| bits >> at & 1 == 1))
        .collect();
    bits.truncate(bits.len() / 8 * 8);
    Some(bits)
}

/// A rule of the puzzle's own for the cells of each list.
fn write_spelling(setup: &mut Setup, part: &Part<'_>, pattern: &str) -> Read<()> {
    for cells in lists(setup, part)?.iter().filter(|cells| !cells.is_empty()) {
        put!(
            setup.own,
            "[[rule]]\nrequire = \"spells('{pattern}', ({}))\"\n",
            places(setup.sides, cells)
        );
    }
    Ok(())
}

/// The digits along lines match a regular expression, in which each digit is a sign.
fn read_expression(setup: &mut Setup, part: &Part<'_>) -> Read<()> {
    let code = part.arguments.first().copied().unwrap_or_default();
    let wrong = || part.error("the expression is damaged");
    let bits = bits(code).ok_or_else(wrong)?;
    let byte = |bits: &[bool]| {
        bits.iter()
            .fold(0_u8, |byte, bit| byte << 1 | u8::from(*bit))
    };
    let bytes: Vec<u8> = bits.chunks_exact(8).map(byte).collect();
    let expression = String::from_utf8(bytes).map_err(|_| wrong())?;
    let mut pattern = String::new();
    let mut is_amount = false;
    for sign in expression.chars().filter(|sign| !sign.is_whitespace()) {
        match sign {
            '{' => is_amount = true,
            '}' => is_amount = false,
            _ => {}
        }
        let is_known = sign.is_ascii_alphanumeric() || "()|*+?.[]^-{},".contains(sign);
        if !is_known {
            return Err(part.error(format!("{sign:?} was not expected in an expression")));
        }
        // Each sign is a digit, letters those from 10 on; numbers of times are as they are.
        match sign.to_digit(36).filter(|_| !is_amount) {
            Some(digit) => put!(pattern, "{digit} "),
            None => pattern.push(sign),
        }
    }
    write_spelling(setup, part, pattern.trim())
}

/// The digits along lines are a word of an automaton, packed bit by bit: a head, and the steps of each state.
fn read_automaton(setup: &mut Setup, part: &Part<'_>) -> Read<()> {
    let code = part.arguments.first().copied().unwrap_or_default();
    let wrong = || part.error("the automaton is damaged");
    let bits = bits(code).ok_or_else(wrong)?;
    let mut at = 0;
    let mut take = |count: usize| {
        let taken = bits.get(at..at + count)?;
        at += count;
        Some((
            taken
                .iter()
                .fold(0_usize, |all, bit| all << 1 | usize::from(*bit)),
            bits.len() - at,
        ))
    };
    let pattern = automaton(&mut take, setup.digits[0]).ok_or_else(wrong)?;
    write_spelling(setup, part, &pattern)
}

/// The automaton that some bits describe, as rules write it. `take` gives the number of the next few bits, and how many are left. Its
/// starting states come first, then the other ends.
fn automaton(take: &mut impl FnMut(usize) -> Option<(usize, usize)>, least: i64) -> Option<String> {
    let mut next = |count: usize| Some(take(count)?.0);
    let form = next(2)?;
    let state_bits = next(4)? + 1;
    let symbols = next(4)? + 1;
    let (starts, ends) = (next(state_bits)?, next(state_bits)?);
    // The last of the starting states comes first.
    let mut are_ends: Vec<usize> = (0..starts).map(|_| next(1)).collect::<Option<_>>()?;
    are_ends.reverse();
    let amount_bits = if form == 0 { next(4)? } else { 0 };
    let symbol_bits = (usize::BITS - (symbols - 1).leading_zeros()) as usize;
    let mut text = String::new();
    for start in 0..starts {
        put!(text, ">{start} ");
    }
    let is_end = |start: &usize| are_ends[*start] == 1;
    for end in (0..starts).filter(is_end).chain(starts..starts + ends) {
        put!(text, "!{end} ");
    }
    let mut step = |from: usize, symbol: usize, to: usize| {
        put!(text, "{from}:{}:{to} ", least + symbol as i64);
    };
    for state in 0.. {
        match form {
            0 => {
                let Some((steps, _)) = take(amount_bits).filter(|_| amount_bits > 0) else {
                    break;
                };
                for _ in 0..steps {
                    let symbol = take(symbol_bits)?.0;
                    step(state, symbol, take(state_bits)?.0);
                }
            }
            1 => {
                let Some((mask, _)) = take(symbols) else {
                    break;
                };
                for symbol in (0..symbols).filter(|symbol| mask >> symbol & 1 == 1) {
                    step(state, symbol, take(state_bits)?.0);
                }
            }
            _ => return None,
        }
    }
    Some(text.trim_end().to_owned())
}

/// Digits, each as often as it is listed: `1_2_2`.
fn listed(part: &Part<'_>, list: &str) -> Read<Vec<(i64, usize)>> {
    let mut counts: Vec<(i64, usize)> = Vec::new();
    for word in list.split(['_', ',']) {
        let digit = word.parse();
        let digit = digit.map_err(|_| part.error(format!("{word:?} is not a digit")))?;
        match counts.iter_mut().find(|(known, _)| *known == digit) {
            Some((_, count)) => *count += 1,
            None => counts.push((digit, 1)),
        }
    }
    Ok(counts)
}

/// Pairs of a number and the digit that is there so often: `1223` is one 2 and two 3.
fn looked(part: &Part<'_>, pairs: &str) -> Read<Vec<(i64, usize)>> {
    let digits: Option<Vec<u32>> = pairs.chars().map(|sign| sign.to_digit(10)).collect();
    let digits = digits.filter(|digits| digits.len() % 2 == 0 && !digits.is_empty());
    let digits = digits.ok_or_else(|| part.error("pairs of a number and a digit were expected"))?;
    Ok(digits
        .chunks(2)
        .map(|pair| (i64::from(pair[1]), pair[0] as usize))
        .collect())
}

fn read_counts(
    setup: &mut Setup,
    part: &Part<'_>,
    counts: &[(i64, usize)],
    sign: &str,
) -> Read<()> {
    let [least, most] = setup.digits;
    let cells = cells(setup.sides, part, &part.arguments[1..])?;
    for (digit, count) in counts {
        if !(least..=most).contains(digit) {
            return Err(part.error(format!(
                "{digit} is not a digit of this board: {least} to {most} were expected"
            )));
        }
        let places = places(setup.sides, &cells);
        put!(
            setup.own,
            "[[rule]]\nrequire = \"count({digit}, ({places})) {sign} {count}\"\n"
        );
    }
    Ok(())
}

/// The largest of the rows, columns and boxes have the same digits.
fn write_same_values(setup: &mut Setup) {
    let sides = setup.sides;
    let all = 0..sides.cells() as u32;
    let rows = (0..sides.rows).map(|row| {
        all.clone()
            .filter(|&cell| sides.place(cell).0 == row)
            .collect()
    });
    let columns = (0..sides.columns).map(|column| {
        all.clone()
            .filter(|&cell| sides.place(cell).1 == column)
            .collect()
    });
    let last = setup
        .boxes
        .iter()
        .flatten()
        .max()
        .map_or(0, |last| last + 1);
    let boxes = (0..last).map(|number| {
        all.clone()
            .filter(|&cell| setup.boxes[cell as usize] == Some(number))
            .collect()
    });
    let mut regions: Vec<Vec<u32>> = rows.chain(columns).chain(boxes).collect();
    let largest = regions.iter().map(Vec::len).max().unwrap_or(0);
    regions.retain(|region| region.len() == largest);
    let [lowest, highest] = setup.digits;
    let mut own = String::new();
    for pair in regions.windows(2) {
        let [one, other] = [&pair[0], &pair[1]].map(|region| places(sides, region));
        for digit in lowest..=highest {
            put!(
                own,
                "[[rule]]\nrequire = \"count({digit}, ({one})) == count({digit}, ({other}))\"\n"
            );
        }
    }
    setup.own.push_str(&own);
}

/// Pairs of digits that may follow each other on lines, or stand in any two cells of groups, packed six to a sign.
fn read_pairs(setup: &mut Setup, part: &Part<'_>) -> Read<()> {
    let [least, most] = setup.digits;
    let is_old = part.name.starts_with('B');
    let key = part.arguments.first().copied().unwrap_or_default();
    let bits = key.chars().map(|sign| {
        let sign = match sign {
            '-' if is_old => '_',
            '_' if is_old => '-',
            sign => sign,
        };
        SIGNS.find(sign)
    });
    let bits: Option<Vec<usize>> = bits.collect();
    let bits = bits.ok_or_else(|| part.error("the pairs of digits are damaged"))?;
    let digits = (least..=most).flat_map(|a| (least..=most).map(move |b| (a, b)));
    let is_allowed = |number: usize| {
        bits.get(number / 6)
            .is_some_and(|bits| bits >> (number % 6) & 1 == 1)
    };
    let allowed = digits.enumerate().filter(|(number, _)| is_allowed(*number));
    let allowed = joined(allowed.map(|(_, (a, b))| format!("{a}-{b}")), " ");
    let mut pairs = Vec::new();
    for cells in lists(setup, part)? {
        let name = |cell: u32| places(setup.sides, &[cell]);
        if part.name.ends_with('X') {
            for (number, &a) in cells.iter().enumerate() {
                pairs.extend(
                    cells[number + 1..]
                        .iter()
                        .map(|&b| format!("{}-{}", name(a), name(b))),
                );
            }
        } else {
            pairs.extend(
                cells
                    .windows(2)
                    .map(|two| format!("{}-{}", name(two[0]), name(two[1]))),
            );
        }
    }
    if !pairs.is_empty() {
        let relation = if allowed.is_empty() {
            "require = \"a != a\"".to_owned()
        } else {
            format!("allow = \"{allowed}\"")
        };
        put!(
            setup.own,
            "[[rule]]\nbetween = \"{}\"\n{relation}\n",
            joined(pairs, " ")
        );
    }
    Ok(())
}

/// A sum with a factor for each cell.
fn read_factors(setup: &mut Setup, part: &Part<'_>, (sum, factors): (&str, &str)) -> Read<()> {
    let wrong = || part.error("a sum, and a factor for each cell, were expected");
    let sum: i64 = sum.parse().map_err(|_| wrong())?;
    let factors: Option<Vec<i64>> = factors
        .split('_')
        .map(|factor| factor.parse().ok())
        .collect();
    let factors = factors.ok_or_else(wrong)?;
    let cells = cells(setup.sides, part, &part.arguments[1..])?;
    if factors.len() != cells.len() {
        return Err(wrong());
    }
    let mut distinct = factors.clone();
    distinct.sort_unstable();
    distinct.dedup();
    let terms = distinct.iter().map(|factor| {
        let of_factor = cells.iter().zip(&factors).filter(|(_, of)| *of == factor);
        let names = of_factor.map(|(&cell, _)| places(setup.sides, &[cell]));
        format!("{factor} * sum({})", joined(names, " + "))
    });
    let terms = joined(terms, " + ");
    put!(setup.own, "[[rule]]\nrequire = \"{terms} == {sum}\"\n");
    Ok(())
}
