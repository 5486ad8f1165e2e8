use super::*;
use crate::random::Random;
use std::cmp::Ordering;

/// Every word of a length over this many letters, in order.
fn every_word(letters: usize, length: usize) -> impl Iterator<Item = Vec<usize>> {
    (0..letters.pow(length as u32)).map(move |number| {
        let places = (0..length).rev();
        places
            .map(|place| number / letters.pow(place as u32) % letters)
            .collect()
    })
}

/// The language has just the words that `is_meant`, for all lengths up to `longest`.
fn assert_words(language: &Language, longest: usize, is_meant: impl Fn(&[usize]) -> bool) {
    for length in 0..=longest {
        let expected: Vec<Vec<usize>> = every_word(language.letters, length)
            .filter(|word| is_meant(word))
            .collect();
        assert_eq!(
            language.words(length).collect::<Vec<_>>(),
            expected,
            "{length}"
        );
    }
}

#[test]
fn sums() {
    let values = [1, 2, 4, 9];
    for (length, range) in [(3, 7..=7), (3, 5..=9), (4, 0..=3), (2, 18..=99), (0, 0..=0)] {
        let language = Language::sum(length, &values, range.clone()).unwrap();
        assert_words(&language, 4, |word| {
            let sum: i64 = word.iter().map(|&letter| values[letter]).sum();
            word.len() == length && range.contains(&sum)
        });
    }
    // One sum is laid out as a table; a range is explored. Both are the smallest automaton, numbered alike.
    for sum in -4..=20 {
        for values in [&[1, 2, 4, 9][..], &[2, -1, 4], &[3, 3], &[]] {
            let exact = Language::sum(3, values, sum..=sum).unwrap();
            let range = Language::sum(3, values, sum..=sum + 1).unwrap();
            let less = Language::sum(3, values, sum - 1..=sum).unwrap();
            assert_eq!(range.and(&less).unwrap(), exact, "{sum} of {values:?}");
        }
    }
    let below = [-3, 0, 2];
    assert_words(&Language::sum(4, &below, -1..=0).unwrap(), 5, |word| {
        let sum: i64 = word.iter().map(|&letter| below[letter]).sum();
        word.len() == 4 && (-1..=0).contains(&sum)
    });
}

#[test]
fn counts_and_runs() {
    let of = [false, true, true];
    let meant = |word: &[usize]| word.iter().filter(|&&letter| of[letter]).count();
    for range in [0..=0, 2..=3, 1..=usize::MAX, 4..=5] {
        let language = Language::count(&of, range.clone()).unwrap();
        assert_words(&language, 5, |word| range.contains(&meant(word)));
    }
    let runs = |word: &[usize]| -> Vec<usize> {
        let runs = word.chunk_by(|&one, &other| of[one] == of[other]);
        runs.filter(|run| of[run[0]]).map(<[usize]>::len).collect()
    };
    for clue in [&[][..], &[2], &[1, 2], &[3, 1], &[1, 1, 1]] {
        let language = Language::runs(&of, clue).unwrap();
        assert_words(&language, 6, |word| runs(word) == clue);
    }
    assert_eq!(Language::runs(&of, &[0]), Language::runs(&of, &[]));
}

#[test]
fn heights() {
    let heights = [3, 1, 2, 2];
    let seen = |word: &[usize]| {
        let before = |at: usize| word[..at].iter().map(|&letter| heights[letter]).max();
        let places = 0..word.len();
        places
            .filter(|&at| Some(heights[word[at]]) > before(at))
            .count()
    };
    for range in [1..=1, 2..=2, 2..=3] {
        let language = Language::seen(&heights, range.clone()).unwrap();
        assert_words(&language, 5, |word| range.contains(&seen(word)));
    }
    for strictly in [true, false] {
        let language = Language::increasing(&heights, strictly).unwrap();
        let goes = |one: usize, other: usize| match heights[one].cmp(&heights[other]) {
            Ordering::Less => true,
            Ordering::Equal => !strictly,
            Ordering::Greater => false,
        };
        assert_words(&language, 4, |word| {
            word.windows(2).all(|w| goes(w[0], w[1]))
        });
    }
}

#[test]
fn sandwiches() {
    let marks = [true, false, false, true];
    let values = [9, 2, 3, 1];
    let language = Language::between(&marks, &values, 3..=5).unwrap();
    assert_words(&language, 6, |word| {
        let mut at = (0..word.len()).filter(|&at| marks[word[at]]);
        let (Some(from), Some(to)) = (at.next(), at.next()) else {
            return false;
        };
        let sum: u32 = word[from + 1..to]
            .iter()
            .map(|&letter| values[letter])
            .sum();
        (3..=5).contains(&sum)
    });
}

#[test]
fn windows_products_and_tuples() {
    let no_three = Language::windows(2, 3, |window| window != [1, 1, 1]).unwrap();
    assert_words(&no_three, 7, |word| {
        !word.windows(3).any(|window| window == [1, 1, 1])
    });
    let values = [0, 1, -2, 3];
    for product in [0, 1, 6, 12, -8] {
        let language = Language::product(3, &values, product).unwrap();
        assert_words(&language, 4, |word| {
            let found: i64 = word.iter().map(|&letter| values[letter]).product();
            word.len() == 3 && found == product
        });
    }
    let words = [vec![0, 1, 2], vec![2, 2], vec![0, 1], vec![0, 1, 2], vec![]];
    let language = Language::tuples(3, &words).unwrap();
    assert_words(&language, 4, |word| words.iter().any(|known| known == word));
}

#[test]
fn patterns() {
    let names = ["a", "b", "10", "("];
    let accepts = |pattern: &str, word: &[usize]| {
        Language::pattern(&names, pattern)
            .unwrap()
            .accepts(word.iter().copied())
    };
    assert!(accepts("a b*'10'", &[0, 1, 1, 2]) && accepts("ab*'10'", &[0, 2]));
    assert!(!accepts("ab*'10'", &[0, 1]));
    assert!(accepts("(a|b b)+", &[0, 1, 1, 0]) && !accepts("(a|bb)+", &[0, 1]));
    assert!(accepts("[^a]{2,3}", &[1, 2, 3]) && !accepts("[^a]{2,3}", &[1, 2, 3, 1]));
    assert!(accepts("'(' . a?", &[3, 2]) && accepts("a{2,}", &[0, 0, 0]) && !accepts("a{2}", &[0]));
    assert!(accepts("", &[]) && accepts("a|", &[]) && accepts("(a*)*", &[0, 0]));
    assert!(accepts("a**", &[0, 0]) && accepts("a{0}", &[]) && !accepts("[]", &[0]));
    let fault = |pattern| Language::pattern(&names, pattern).unwrap_err().to_string();
    for (pattern, says) in [
        ("a)", "character 2: \")\" without its opening"),
        ("(a", "character 3: the pattern ends; expected \")\""),
        ("a{", "character 3: expected a number of at most 100000"),
        (
            "a{2,1}",
            "character 6: a repeat whose end is below its begin",
        ),
        ("a{2;", "character 4: ';'; expected \"}\""),
        ("'1", "character 1: a quote that does not end"),
        ("[a", "character 3: the pattern ends; expected a value"),
        (
            "*",
            "character 1: there is no value \"*\"; the values are a b 10 (",
        ),
    ] {
        assert_eq!(fault(pattern), says, "{pattern}");
    }
    assert!(fault("((a{1000}){1000}){9}").contains("more than 100000 parts"));
}

#[test]
fn equal_languages_are_equal() {
    let names = ["0", "1"];
    let by_pattern = Language::pattern(&names, "0* (1 0+)* 1?").unwrap();
    let by_windows = Language::windows(2, 2, |window| window != [1, 1]).unwrap();
    assert_eq!(by_pattern, by_windows);
    assert_eq!(by_pattern.state_count(), 2);
    let three = Language::count(&[false, true], 3..=3).unwrap();
    assert_eq!(three, Language::pattern(&names, "(0*1){3}0*").unwrap());
    assert_eq!(three.complement().unwrap().complement().unwrap(), three);
    let at_most = Language::count(&[false, true], 0..=3).unwrap();
    let at_least = Language::count(&[false, true], 3..=usize::MAX).unwrap();
    assert_eq!(at_most.and(&at_least).unwrap(), three);
    assert_eq!(at_most.or(&at_least).unwrap(), Language::all(2));
    let none = Language::tuples(2, &[]).unwrap();
    assert_eq!(three.and(&none).unwrap(), none);
    assert_eq!((none.state_count(), none.transition_count()), (1, 0));
    assert_eq!(none.complement().unwrap(), Language::all(2));
    assert_eq!(
        Language::all(3).and(&none),
        Err(LanguageError::Letters(3, 2))
    );
}

#[test]
fn what_is_too_large_is_refused() {
    let step = |state: &u64, letter| Some(2 * state + letter as u64 + 1);
    let error = Language::explored(2, 0, step, |_| true).unwrap_err();
    let says =
        "the automaton has more than 524288 states of 2 letters; at most 1048576 transitions fit";
    assert_eq!(error.to_string(), says);
}

/// Random automata: made smaller, they accept the same words, and no two states accept the same rests.
#[test]
fn the_smallest_automaton_accepts_the_same() {
    let mut random = Random::new(1);
    let mut next = |below: u32| random.below(below);
    for _ in 0..300 {
        let (states, letters) = (1 + next(9) as usize, 1 + next(3) as usize);
        let table: Vec<Option<usize>> = (0..states * letters)
            .map(|_| (next(4) > 0).then(|| next(states as u32) as usize))
            .collect();
        let ends: Vec<bool> = (0..states).map(|_| next(3) == 0).collect();
        let step = |&state: &usize, letter| table[state * letters + letter];
        let language = Language::explored(letters, 0, step, |&state| ends[state]).unwrap();
        assert_words(&language, 5, |word| {
            let end = word
                .iter()
                .try_fold(0, |state, &letter| step(&state, letter));
            end.is_some_and(|end| ends[end])
        });
        let rests = |state: u32| -> Vec<Vec<usize>> {
            (0..=language.state_count())
                .flat_map(|length| every_word(letters, length))
                .filter(|word| {
                    let end = word
                        .iter()
                        .try_fold(state, |s, &letter| language.step(s, letter));
                    end.is_some_and(|end| language.is_end(end))
                })
                .collect()
        };
        if language.state_count() <= 5 {
            let all: Vec<_> = (0..language.state_count() as u32).map(rests).collect();
            let different = all.iter().collect::<std::collections::BTreeSet<_>>();
            assert_eq!(different.len(), all.len());
        }
    }
}
