//! Right or wrong: the contenders' answers beside each other. Where they differ, the plain solver
//! of the test kit decides, which shares no code with any of them.

use std::collections::HashMap;
use tilewright_engines::bulk::BulkAnswers;
use tilewright_testkit::sudoku::{Board, is_solution, solutions};

/// The answers of a contender.
pub(super) struct Given {
    /// The numbers of the boards it got.
    pub(super) boards: Vec<usize>,
    pub(super) answers: BulkAnswers,
}

/// For each contender how many of its answers are wrong: another number of solutions than there
/// are, or a solution that is none. `None` answered nothing.
pub(super) fn wrong(boards: &[Board], limit: u32, given: &[Option<Given>]) -> Vec<u64> {
    let truth = truth(boards, limit, given);
    let wrong = |given: &Option<Given>| {
        let Some(Given {
            boards: numbers,
            answers,
        }) = given
        else {
            return 0;
        };
        let (firsts, _) = answers.firsts.as_chunks::<81>();
        let answers = numbers.iter().zip(&answers.counts).zip(firsts);
        let is_wrong = |&((&number, &count), first): &((&usize, &u32), &Board)| {
            let must_show = count > 0 && (limit == 1 || *first != [0; 81]);
            count != truth[number] || must_show && !is_solution(&boards[number], first)
        };
        answers.filter(is_wrong).count() as u64
    };
    given.iter().map(wrong).collect()
}

/// The number of solutions of each board that any contender got, up to `limit`.
fn truth(boards: &[Board], limit: u32, given: &[Option<Given>]) -> Vec<u32> {
    let mut truth: Vec<Option<u32>> = vec![None; boards.len()];
    let mut disputed = HashMap::new();
    for given in given.iter().flatten() {
        for (&number, &count) in given.boards.iter().zip(&given.answers.counts) {
            if *truth[number].get_or_insert(count) != count {
                disputed.insert(boards[number], 0);
            }
        }
    }
    for (board, count) in &mut disputed {
        *count = solutions(board, limit as usize).len() as u32;
    }
    let counts = truth.iter().zip(boards);
    let decided = counts.map(|(count, board)| disputed.get(board).copied().or(*count));
    decided.map(Option::unwrap_or_default).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_testkit::sudoku::{full, sparse};

    fn given(boards: &[usize], counts: &[u32], first: Board) -> Given {
        let firsts = vec![first; counts.len()];
        Given {
            boards: boards.to_vec(),
            answers: BulkAnswers {
                counts: counts.to_vec(),
                firsts: firsts.as_flattened().to_vec(),
            },
        }
    }

    #[test]
    fn the_oracle_decides_where_answers_differ() {
        let boards = [sparse(1), [0; 81]];
        let none = [0; 81];
        let all = [
            Some(given(&[0, 1], &[1, 2], none)),
            Some(given(&[0, 1], &[2, 1], none)),
            None,
            Some(given(&[1], &[2], none)),
            Some(given(&[0], &[1], full(2))),
        ];
        assert_eq!(wrong(&boards, 2, &all), [0, 2, 0, 0, 1]);
    }

    #[test]
    fn a_first_solution_must_be_shown() {
        let board = full(1);
        let all = [board, [0; 81]].map(|first| Some(given(&[0], &[1], first)));
        assert_eq!(wrong(&[board], 1, &all), [0, 1]);
        assert_eq!(wrong(&[board], 2, &all), [0, 0]);
    }
}
