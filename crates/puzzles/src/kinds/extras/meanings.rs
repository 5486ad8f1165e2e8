//! What extras mean, beside brute force by their rules in words: on all boards of four, and on rows of nine.

use super::family::VARIANT;
use super::tests::{at, boards, count};
use crate::kinds::board::Board;

type Four = fn(&[i64; 16]) -> bool;

/// The number of boards of four that an engine finds, and that of those that fit; none where the text is refused as impossible.
fn check(text: &str, format: &str, holds: Four) {
    let expected = boards().iter().filter(|board| holds(board)).count();
    match VARIANT.read_as::<Board>(text, Some(format)) {
        Ok(puzzle) => assert_eq!(count(&puzzle), expected, "{text}"),
        Err(error) => assert!(
            expected == 0 && !error.to_string().contains("there is no"),
            "{text}: {error}, but {expected}"
        ),
    }
}

/// Every two cells with a common side, the upper or left one first, as rows and columns from 1.
fn beside() -> Vec<[[usize; 2]; 2]> {
    let right = (1..=4).flat_map(|r| (1..=3).map(move |c| [[r, c], [r, c + 1]]));
    let down = (1..=3).flat_map(|r| (1..=4).map(move |c| [[r, c], [r + 1, c]]));
    right.chain(down).collect()
}

fn of(board: &[i64; 16], [row, column]: [usize; 2]) -> i64 {
    at(board, row, column)
}

/// The rows and columns, read from both ends.
fn lines(b: &[i64; 16]) -> Vec<[i64; 4]> {
    let mut all = Vec::new();
    for number in 1..=4 {
        for line in [
            [1, 2, 3, 4].map(|at| [number, at]),
            [1, 2, 3, 4].map(|at| [at, number]),
        ] {
            let mut digits = line.map(|cell| of(b, cell));
            all.push(digits);
            digits.reverse();
            all.push(digits);
        }
    }
    all
}

/// The place of a line among all, if no other is equal to it.
fn rank(b: &[i64; 16], cell: impl Fn(usize) -> [usize; 2]) -> Option<[usize; 1]> {
    let line = [1, 2, 3, 4].map(|at| of(b, cell(at)));
    let alike = lines(b).iter().filter(|other| **other == line).count();
    let lower = lines(b).iter().filter(|other| **other < line).count();
    (alike == 1).then_some([lower + 1])
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of meanings")]
fn strings_mean_what_they_say() {
    let cases: [(&str, Four); 25] = [
        (".AntiKing", |b| {
            (1..=3).all(|r| {
                (1..=3).all(|c| {
                    at(b, r, c) != at(b, r + 1, c + 1) && at(b, r, c + 1) != at(b, r + 1, c)
                })
            })
        }),
        (".AntiConsecutive", |b| {
            beside()
                .iter()
                .all(|&[x, y]| (of(b, x) - of(b, y)).abs() != 1)
        }),
        (".WhiteDot~R1C1~R1C2.BlackDot~R2C3~R3C3.StrictKropki", |b| {
            beside().iter().all(|&[x, y]| {
                let (one, other) = (of(b, x), of(b, y));
                let is_white = (one - other).abs() == 1;
                let is_black = one == 2 * other || other == 2 * one;
                match [x, y] {
                    [[1, 1], [1, 2]] => is_white,
                    [[2, 3], [3, 3]] => is_black,
                    _ => !is_white && !is_black,
                }
            })
        }),
        (".AntiTaxicab", |b| {
            let cells: Vec<[usize; 2]> =
                (1..=4).flat_map(|r| (1..=4).map(move |c| [r, c])).collect();
            cells.iter().all(|&x| {
                cells.iter().all(|&y| {
                    let steps = x[0].abs_diff(y[0]) + x[1].abs_diff(y[1]);
                    of(b, x) != of(b, y) || steps as i64 != of(b, x)
                })
            })
        }),
        (".AllDifferent~R1C1~R2C3~R3C2~R4C4", |b| {
            let all = [at(b, 1, 1), at(b, 2, 3), at(b, 3, 2), at(b, 4, 4)];
            (0..4).all(|i| (0..i).all(|j| all[i] != all[j]))
        }),
        (".EqualSum~R1C1~R2C2~-~R3C3~R4C3~-~R1C4~R2C4", |b| {
            let sum = at(b, 1, 1) + at(b, 2, 2);
            sum == at(b, 3, 3) + at(b, 4, 3) && sum == at(b, 1, 4) + at(b, 2, 4)
        }),
        (".Indexing~R~R2C1~R3C3", |b| {
            at(b, at(b, 2, 1) as usize, 1) == 2 && at(b, at(b, 3, 3) as usize, 3) == 3
        }),
        (".ValueIndexing~R1C1~R2C1~R2C2~R2C3~R2C4", |b| {
            let line = [at(b, 2, 1), at(b, 2, 2), at(b, 2, 3), at(b, 2, 4)];
            line.get(at(b, 2, 1) as usize) == Some(&at(b, 1, 1))
        }),
        (".Lunchbox~3~R1C1~R1C2~R1C3~R1C4", |b| {
            let row = [at(b, 1, 1), at(b, 1, 2), at(b, 1, 3), at(b, 1, 4)];
            let place = |digit: i64| row.iter().position(|&other| other == digit).unwrap();
            let (low, high) = (place(1).min(place(4)), place(1).max(place(4)));
            row[low + 1..high].iter().sum::<i64>() == 3
        }),
        (".Lunchbox~2~R1C1~R2C1~R2C2", |b| {
            let three = [at(b, 1, 1), at(b, 2, 1), at(b, 2, 2)];
            let (least, most) = (three.iter().min().unwrap(), three.iter().max().unwrap());
            let place = |digit: &i64| three.iter().position(|other| other == digit).unwrap();
            let (low, high) = (place(least).min(place(most)), place(least).max(place(most)));
            three[0] != three[2] && three[low + 1..high].iter().sum::<i64>() == 2
        }),
        (".RellikCage~5~R1C1~R1C2~R2C1", |b| {
            let three = [at(b, 1, 1), at(b, 1, 2), at(b, 2, 1)];
            let sum = |some: usize| {
                (0..3)
                    .filter(|place| some >> place & 1 == 1)
                    .map(|place| three[place])
                    .sum::<i64>()
            };
            three[1] != three[2] && (1..8).all(|some| sum(some) != 5)
        }),
        (".HiddenSkyscraper~R2~2~.HiddenSkyscraper~C3~~1", |b| {
            let hidden = |line: [i64; 4]| {
                let mut top = 0;
                line.into_iter().find(|&digit| {
                    let is_hidden = digit < top;
                    top = top.max(digit);
                    is_hidden
                })
            };
            hidden([at(b, 2, 1), at(b, 2, 2), at(b, 2, 3), at(b, 2, 4)]) == Some(2)
                && hidden([at(b, 4, 3), at(b, 3, 3), at(b, 2, 3), at(b, 1, 3)]) == Some(1)
        }),
        (".LookAndSay~2113~R1C1~R2C2~R3C3~R4C4", |b| {
            let four = [at(b, 1, 1), at(b, 2, 2), at(b, 3, 3), at(b, 4, 4)];
            let has = |digit: i64| four.iter().filter(|&&other| other == digit).count();
            has(1) == 2 && has(3) == 1
        }),
        (
            ".ContainExact~1_1~R1C1~R2C2~R3C3.ContainAtLeast~4~R1C1~R1C2",
            |b| {
                let three = [at(b, 1, 1), at(b, 2, 2), at(b, 3, 3)];
                three.iter().filter(|&&digit| digit == 1).count() == 2
                    && (at(b, 1, 1) == 4 || at(b, 1, 2) == 4)
            },
        ),
        (".CountDistinct~R1C1~R1C2~R2C2~R3C3~R4C1", |b| {
            let mut others = vec![at(b, 1, 2), at(b, 2, 2), at(b, 3, 3), at(b, 4, 1)];
            others.sort_unstable();
            others.dedup();
            others.len() as i64 == at(b, 1, 1)
        }),
        // 1(2|3)*4, and then 4 and anything else.
        (
            ".Regex~MSgyfDMpKjQ~R1C1~R2C2~R3C3~R4C4.Regex~NFteNF0~R1C1~R1C2~~R3C1~R3C2",
            |b| {
                let diagonal = [at(b, 1, 1), at(b, 2, 2), at(b, 3, 3), at(b, 4, 4)];
                let is_word = diagonal[0] == 1
                    && diagonal[3] == 4
                    && [2, 3].contains(&diagonal[1])
                    && [2, 3].contains(&diagonal[2]);
                is_word && at(b, 1, 1) == 4 && at(b, 1, 2) != 4 && at(b, 3, 1) == 4
            },
        ),
        (".Regex~NFteNF0~R1C1~R1C2~~R3C1~R3C2", |b| {
            at(b, 1, 1) == 4 && at(b, 1, 2) != 4 && at(b, 3, 1) == 4
        }),
        (".Or.~R1C1_2.Whisper~2~R2C1~R2C2.End", |b| {
            at(b, 1, 1) == 2 || (at(b, 2, 1) - at(b, 2, 2)).abs() >= 2
        }),
        (
            ".Or.Skyscraper~R1~3~.End.Or.Cage~4~R1C1~R2C2.And.~R1C1_1_2.Thermo~R2C1~R3C2~R4C3.End.~R4C4_1.End",
            |b| {
                let mut top = 0;
                let mut seen = 0;
                for column in 1..=4 {
                    seen += i64::from(at(b, 1, column) > top);
                    top = top.max(at(b, 1, column));
                }
                let cage = at(b, 1, 1) + at(b, 2, 2) == 4 && at(b, 1, 1) != at(b, 2, 2);
                let thermo =
                    at(b, 1, 1) <= 2 && at(b, 2, 1) < at(b, 3, 2) && at(b, 3, 2) < at(b, 4, 3);
                seen == 3 && (cage || thermo || at(b, 4, 4) == 1)
            },
        ),
        (".FullRank~R2~7~", |b| {
            rank(b, |at| [2, at]).is_some_and(|ranks| ranks == [7])
        }),
        (".FullRank~C3~~12.FullRank~R1~2~.FullRankTies~any", |b| {
            let lower = |line: [i64; 4]| lines(b).iter().filter(|other| **other < line).count() + 1;
            lower([at(b, 4, 3), at(b, 3, 3), at(b, 2, 3), at(b, 1, 3)]) == 12
                && lower([at(b, 1, 1), at(b, 1, 2), at(b, 1, 3), at(b, 1, 4)]) == 2
        }),
        (".FullRankTies~none", |b| {
            let mut all = lines(b);
            all.sort_unstable();
            all.windows(2).all(|two| two[0] != two[1])
        }),
        (".RegionSameValues", |_| true),
        (
            ".DoubleArrow~R1C1~R2C1~R3C2~R4C2.Pair~Hc~_~R1C1~R2C1",
            |b| {
                // The bits of `H` and `c`, six each, for the pairs of 1 to 4 in order: 1-1, 1-2, 1-3 and then 2-3, 2-4, 3-1 of the second.
                let bits = 7_u32 | 28 << 6;
                let pair = (at(b, 1, 1) - 1) * 4 + at(b, 2, 1) - 1;
                at(b, 1, 1) + at(b, 4, 2) == at(b, 2, 1) + at(b, 3, 2) && bits >> pair & 1 == 1
            },
        ),
        (".Renban~R1C1~R2C1~R2C2.Whisper~2~R3C3~R3C4", |b| {
            let mut all = [at(b, 1, 1), at(b, 2, 1), at(b, 2, 2)];
            all.sort_unstable();
            all[1] == all[0] + 1 && all[2] == all[1] + 1 && (at(b, 3, 3) - at(b, 3, 4)).abs() >= 2
        }),
    ];
    for (text, holds) in cases {
        check(&format!(".Shape~4x4{text}"), "iss", holds);
    }
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of meanings")]
fn objects_mean_what_they_say() {
    let cases: [(&str, Four); 12] = [
        (
            r#"{"even": {"even": [{"cells": ["R1C1"]}]}, "odd": {"odd": [{"cells": ["R2C3"]}]}}"#,
            |b| at(b, 1, 1) % 2 == 0 && at(b, 2, 3) % 2 == 1,
        ),
        (
            r#"{"minimum": {"minimum": [{"cells": ["R1C1"]}, {"cells": ["R3C3"]}]}}"#,
            |b| {
                let (one, other) = (at(b, 1, 1), at(b, 3, 3));
                let around = [at(b, 2, 3), at(b, 4, 3), at(b, 3, 2), at(b, 3, 4)];
                one < at(b, 1, 2) && one < at(b, 2, 1) && around.iter().all(|&digit| other < digit)
            },
        ),
        (
            r#"{"maximum": {"maximum": [{"cells": ["R1C4"]}, {"cells": ["R2C2"]}]}}"#,
            |b| {
                let (one, other) = (at(b, 1, 4), at(b, 2, 2));
                let around = [at(b, 1, 2), at(b, 3, 2), at(b, 2, 1), at(b, 2, 3)];
                one > at(b, 1, 3) && one > at(b, 2, 4) && around.iter().all(|&digit| other > digit)
            },
        ),
        (
            r#"{"clone": {"clone": [{"cells": ["R1C1", "R3C2"]}, {"cells": ["R1C2", "R3C3"]}]}}"#,
            |b| at(b, 1, 1) == at(b, 3, 2) && at(b, 1, 2) == at(b, 3, 3),
        ),
        (
            r#"{"slow-thermo": {"slow": [{"cells": ["R1C1", "R2C2", "R2C3", "R3C4"]}]}}"#,
            |b| {
                at(b, 1, 1) <= at(b, 2, 2)
                    && at(b, 2, 2) <= at(b, 2, 3)
                    && at(b, 2, 3) <= at(b, 3, 4)
            },
        ),
        (
            r#"{"nabner": {"nabner": [{"cells": ["R1C1", "R2C2", "R3C4"]}]}}"#,
            |b| {
                let all = [at(b, 1, 1), at(b, 2, 2), at(b, 3, 4)];
                (0..3).all(|i| (0..i).all(|j| (all[i] - all[j]).abs() > 1))
            },
        ),
        (
            r#"{"nabner": {"nabner": [{"cells": ["R1C1", "R2C2"]}]}}"#,
            |b| (at(b, 1, 1) - at(b, 2, 2)).abs() > 1,
        ),
        (
            r#"{"box-index": {"boxindex": [{"cells": ["R1C2"]}, {"cells": ["R4C3"]}]}}"#,
            |b| {
                // In the top left box the cell is the second, in the bottom right one the third.
                let one = [at(b, 1, 1), at(b, 1, 2), at(b, 2, 1), at(b, 2, 2)];
                let other = [at(b, 3, 3), at(b, 3, 4), at(b, 4, 3), at(b, 4, 4)];
                one[at(b, 1, 2) as usize - 1] == 2 && other[at(b, 4, 3) as usize - 1] == 3
            },
        ),
        (r#"{"anti-queen": {}}"#, |b| {
            let fours: Vec<(i64, i64)> = (0..16)
                .filter(|&cell| b[cell] == 4)
                .map(|cell| (cell as i64 / 4, cell as i64 % 4))
                .collect();
            fours.iter().all(|x| {
                fours
                    .iter()
                    .all(|y| x == y || (x.0 - y.0).abs() != (x.1 - y.1).abs())
            })
        }),
        (
            r#"{"kropki": {"white": [{"cells": ["R1C1", "R1C2"], "clue": 1}]}, "no-white": {}}"#,
            |b| {
                beside().iter().all(|&[x, y]| {
                    ((of(b, x) - of(b, y)).abs() == 1) == ([x, y] == [[1, 1], [1, 2]])
                })
            },
        ),
        (
            r#"{"kropki": {"black": [{"cells": ["R1C1", "R1C2"], "clue": 2}]}, "no-black": {}}"#,
            |b| {
                beside().iter().all(|&[x, y]| {
                    let (one, other) = (of(b, x), of(b, y));
                    (one == 2 * other || other == 2 * one) == ([x, y] == [[1, 1], [1, 2]])
                })
            },
        ),
        (
            r#"{"sum-loop": {"sumloop": [{"cells": ["R2C2", "R2C3", "R3C3", "R3C2"], "clue": 5}]}}"#,
            |b| {
                let ring = [at(b, 2, 2), at(b, 2, 3), at(b, 3, 3), at(b, 3, 2)];
                let is_cut = |start: usize| {
                    let mut sum = 0;
                    (0..4).all(|step| {
                        sum = if sum == 5 { 0 } else { sum } + ring[(start + step) % 4];
                        sum <= 5
                    }) && sum == 5
                };
                (0..4).any(is_cut)
            },
        ),
    ];
    let row = r#"["....", "....", "....", "...."]"#;
    for (extras, holds) in cases {
        let text = format!(
            r#"{{"family": "variant", "rows": 4, "columns": 4, "given": {row}, "extras": {extras}}}"#
        );
        check(&text, "json", holds);
    }
}

/// All rows of the digits 1 to 9 whose last four are 9 5 1 7.
fn rows() -> Vec<[i64; 9]> {
    fn extend(row: &mut Vec<i64>, all: &mut Vec<[i64; 9]>) {
        if row.len() == 5 {
            all.push([&row[..], &[9, 5, 1, 7]].concat().try_into().unwrap());
            return;
        }
        for digit in [2, 3, 4, 6, 8] {
            if !row.contains(&digit) {
                row.push(digit);
                extend(row, all);
                row.pop();
            }
        }
    }
    let mut all = Vec::new();
    extend(&mut Vec::new(), &mut all);
    all
}

/// Says whether a row of nine keeps to what a part says.
type Nine<'f> = &'f dyn Fn(&[i64; 9]) -> bool;

#[test]
fn rows_of_nine_mean_what_they_say() {
    let group = |digit: i64| (digit - 1) / 3;
    let differ = |all: &[i64]| all[0] != all[1] && all[1] != all[2] && all[0] != all[2];
    let cases: [(&str, Nine<'_>); 5] = [
        ("Entropic~R1C1~R1C2~R1C3~R1C4~R1C5", &|row| {
            (0..3).all(|at| differ(&[group(row[at]), group(row[at + 1]), group(row[at + 2])]))
        }),
        ("Modular~3~R1C1~R1C2~R1C3~R1C4", &|row| {
            (0..2).all(|at| differ(&[row[at] % 3, row[at + 1] % 3, row[at + 2] % 3]))
        }),
        ("EqualityCage~R1C2~R1C3~R1C4~R1C1", &|row| {
            let four = &row[..4];
            four.iter().filter(|&digit| digit % 2 == 0).count() == 2
                && four.iter().filter(|&&digit| digit < 5).count() == 2
        }),
        ("Sandwich~14~R1", &|row| {
            let (one, nine) = (
                row.iter().position(|&d| d == 1).unwrap(),
                row.iter().position(|&d| d == 9).unwrap(),
            );
            row[one.min(nine) + 1..one.max(nine)].iter().sum::<i64>() == 14
        }),
        ("XSum~R1~20~", &|row| {
            row[..row[0] as usize].iter().sum::<i64>() == 20
        }),
    ];
    for (part, holds) in cases {
        let expected = rows().iter().filter(|row| holds(row)).count();
        let text = format!(".Shape~1x9.~R1C6_9~R1C7_5~R1C8_1~R1C9_7.{part}");
        match VARIANT.read_as::<Board>(&text, Some("iss")) {
            Ok(puzzle) => assert_eq!(count(&puzzle), expected, "{text}"),
            Err(error) => assert_eq!(expected, 0, "{text}: {error}"),
        }
    }
}

#[test]
fn damaged_parts_are_refused() {
    let error = |text: &str| {
        VARIANT
            .read_as::<Board>(text, Some("iss"))
            .unwrap_err()
            .to_string()
    };
    for (text, message) in [
        (".Shape~4x4.Or.~R1C1_1", "\"Or\" has no \"End\""),
        (
            ".Shape~4x4.Or.Or.End.End",
            "\"Or\" has another part with parts in it, which is not known",
        ),
        (
            ".Shape~4x4.Or.AntiKnight.End",
            "\"AntiKnight\": this cannot be one of several alternatives yet",
        ),
        (
            ".Shape~4x4.Or.Fog~R1C1.End",
            "this puzzle has a constraint \"Fog\" that Tilewright does not know",
        ),
        (
            ".Shape~4x4.NFA~A~_~R1C1",
            "\"NFA\": the automaton is damaged",
        ),
        (
            ".Shape~4x4.Regex~!~R1C1",
            "\"Regex\": the expression is damaged",
        ),
        (
            ".Shape~4x4.LookAndSay~123~R1C1",
            "\"LookAndSay\": pairs of a number and a digit were expected",
        ),
        (
            ".Shape~4x4.ContainExact~1_7~R1C1",
            "\"ContainExact\": 7 is not a digit of this board: 1 to 4 were expected",
        ),
        (
            ".Shape~4x4.ChaosConstruction",
            "this puzzle has a constraint \"ChaosConstruction\" that Tilewright does not know",
        ),
    ] {
        assert_eq!(error(text), message, "{text}");
    }
}
