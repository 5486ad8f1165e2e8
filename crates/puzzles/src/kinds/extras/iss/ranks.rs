//! Rows and columns as numbers (`FullRank`): all of them, read from both ends, are ordered, and a clue says at which place one stands.
//!
//! On a square board whose rows and columns have every digit once, four of these numbers begin with each digit. So a clue tells the
//! first digit, and how many of the numbers with the same first digit are smaller. A hidden tile says that of each other number; an
//! automaton compares two, digit by digit in turn. `FullRankTies` says whether numbers may be equal: by default only where neither has
//! a clue.

use super::{Part, Read, line_called};
use crate::ParseError;
use crate::kinds::extras::setup::Setup;
use crate::prose::{joined, put};

/// Whether two numbers may be equal.
#[derive(Clone, Copy, PartialEq)]
enum Ties {
    Never,
    WithoutClue,
    Always,
}

/// Adds the rules of all such parts.
pub(super) fn write(setup: &mut Setup, parts: &[Part<'_>]) -> Read<()> {
    let of_name = |name: &'static str| parts.iter().filter(move |part| part.name == name);
    let Some(first) = of_name("FullRank").chain(of_name("FullRankTies")).next() else {
        return Ok(());
    };
    let sides = setup.sides;
    let [least, most] = setup.digits;
    if sides.rows != sides.columns || most - least + 1 != sides.rows as i64 {
        return Err(first.error("a square board with as many digits as rows was expected"));
    }
    let mut ties = Ties::WithoutClue;
    for part in of_name("FullRankTies") {
        ties = match part.arguments.first() {
            Some(&"none") => Ties::Never,
            Some(&"any") => Ties::Always,
            Some(&"only-unclued") | None => Ties::WithoutClue,
            Some(other) => {
                return Err(part.error(format!(
                    "{other:?} is not known: none, any or only-unclued were expected"
                )));
            }
        };
    }
    let mut all = Vec::new();
    for number in 1..=sides.rows {
        let sign = char::from_digit(number as u32, super::BASE).unwrap_or('?');
        for sort in ['R', 'C'] {
            all.extend(
                line_called(sides, first, &format!("{sort}{sign}"))?.map(|(_, cells)| cells),
            );
        }
    }
    if ties == Ties::Never {
        for (at, one) in all.iter().enumerate() {
            for other in &all[at + 1..] {
                let turns = in_turn(setup, one, other);
                put!(
                    setup.own,
                    "[[rule]]\nrequire = \"not spells('{}', {turns})\"\n",
                    equal(setup)
                );
            }
        }
    }
    let mut clues = 0;
    for part in of_name("FullRank") {
        let name = part.arguments.first().copied().unwrap_or_default();
        let lines = line_called(sides, part, name)?;
        for ((_, cells), rank) in lines.into_iter().zip(part.arguments[1..].iter()) {
            if rank.is_empty() {
                continue;
            }
            let most = all.len();
            let rank = rank.parse().ok().filter(|rank| (1..=most).contains(rank));
            let rank =
                rank.ok_or_else(|| part.error(format!("a rank from 1 to {most} was expected")))?;
            clues += 1;
            write_clue(setup, clues, &all, &cells, rank, ties)?;
        }
    }
    Ok(())
}

/// The cells of two lines in turn, the other one first.
fn in_turn(setup: &Setup, one: &[u32], other: &[u32]) -> String {
    let pairs = one
        .iter()
        .zip(other)
        .flat_map(|(&one, &other)| [other, one]);
    joined(
        pairs.map(|cell| format!("({})", setup.sides.name(cell).to_lowercase())),
        " + ",
    )
}

/// The steps of a comparison of two numbers, digit by digit in turn, from state 0: there they have been equal so far, in 1 the first is
/// smaller, in 2 greater.
fn steps(setup: &Setup, from: i64, to: i64) -> String {
    let [least, most] = setup.digits;
    let mut text = String::new();
    for (state, digit) in (3..).zip(from..=to) {
        put!(text, "0:{digit}:{state} {state}:{digit}:0 ");
        if digit < most {
            put!(text, "{state}:{}..{most}:1 ", digit + 1);
        }
        if digit > least {
            put!(text, "{state}:{least}..{}:2 ", digit - 1);
        }
    }
    put!(text, "1:{least}..{most}:1 2:{least}..{most}:2");
    text
}

/// The automaton of two numbers that are equal.
fn equal(setup: &Setup) -> String {
    let [least, most] = setup.digits;
    format!(">0 !0 {}", steps(setup, least, most))
}

/// The rules of a clue.
fn write_clue(
    setup: &mut Setup,
    number: usize,
    all: &[Vec<u32>],
    line: &[u32],
    rank: usize,
    ties: Ties,
) -> Read<()> {
    let sides = setup.sides;
    let [least, most] = setup.digits;
    let first = least + (rank as i64 - 1) / 4;
    let smaller = (rank - 1) % 4;
    let others: Vec<&Vec<u32>> = all.iter().filter(|other| *other != line).collect();
    if others.len() > sides.cells() {
        return Err(ParseError::new("\"FullRank\": the board is too small"));
    }
    let layer = format!("rank{number}");
    let places: Vec<String> = (0..others.len() as u32)
        .map(|cell| sides.name(cell).to_lowercase())
        .collect();
    let start = sides.name(line[0]).to_lowercase();
    let (yes, no) = (format!("{layer}_less"), format!("{layer}_not"));
    put!(
        setup.own,
        "[hidden.{layer}]\nat = \"{}\"\nvalues = \"{no} {yes}\"\n[[rule]]\nrequire = [\"digit({start}) == {first}\", \"count({yes}, {layer}) == {smaller}\"]\n",
        joined(places.iter(), " ")
    );
    // Another first digit leads to state 1000, where nothing more is compared.
    let elsewhere = [(least, first - 1), (first + 1, most)];
    let elsewhere = elsewhere.iter().filter(|(from, to)| from <= to);
    let elsewhere = joined(
        elsewhere.map(|(from, to)| format!("1001:{from}..{to}:1000")),
        " ",
    );
    let same = format!("1001:{first}:1002 1002:{first}:0 1000:{least}..{most}:1000");
    let steps = steps(setup, least, most);
    let is_equal_fine = if ties == Ties::Always { "!0 " } else { "" };
    for (other, place) in others.iter().zip(&places) {
        let turns = in_turn(setup, line, other);
        put!(
            setup.own,
            "[[rule]]\nrequire = \"({layer}({place}) == {yes} and spells('>1001 !1 {same} {elsewhere} {steps}', {turns})) or \
             ({layer}({place}) == {no} and spells('>1001 !1000 !2 {is_equal_fine}{same} {elsewhere} {steps}', {turns}))\"\n"
        );
    }
    Ok(())
}
