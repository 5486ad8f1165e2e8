//! The limits of making a puzzle, as what makes it asks for them; and how hard a puzzle is.

use crate::{Hardness, Limits, Made, Missed, Unable, Wish, seed_of};
use std::ops::RangeInclusive;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tilewright_engines::{Ask, Budget, End, Search, solutions};
use tilewright_logic as logic;
use tilewright_model::clock::Instant;
use tilewright_model::{Choice, Model};

/// Puzzles that are tried where the limits do not say.
const TRIES: u64 = 1000;

/// Puzzles of which some clues were not decided, after which there is no use in another where nothing
/// limits the time.
const UNDECIDED_TRIES: u64 = 3;

/// Looks at a choice that rating one puzzle may take.
const RATING_WORK: u64 = 1 << 31;

impl Limits {
    /// How many puzzles are tried.
    pub(crate) fn most_tries(&self) -> u64 {
        self.tries.unwrap_or(TRIES)
    }

    /// Whether it was interrupted.
    pub(crate) fn is_stopped(&self) -> bool {
        let stop = self.stop.as_ref();
        stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Why to give up now, if so.
    pub(crate) fn up(&self) -> Option<&'static str> {
        if self.is_stopped() {
            return Some("it was interrupted");
        }
        let is_late = self.deadline.is_some_and(|at| Instant::now() >= at);
        is_late.then_some("the time was up")
    }

    fn time_left(&self) -> Option<Duration> {
        let until = |at: Instant| at.saturating_duration_since(Instant::now());
        self.deadline.map(until)
    }

    /// A budget of that many nodes within these limits.
    pub(crate) fn nodes(&self, nodes: u64) -> Budget {
        Budget {
            nodes: Some(nodes),
            time: self.time_left(),
            stop: self.stop.clone(),
            pulse: self.pulse.clone(),
            ..Budget::default()
        }
    }

    /// A budget for an explanation within these limits.
    pub(crate) fn work(&self) -> logic::Budget {
        logic::Budget {
            work: Some(RATING_WORK),
            time: self.time_left(),
            stop: self.stop.clone(),
        }
    }
}

/// A puzzle that was tried, and how far it is from the wish.
pub(crate) struct Candidate {
    pub(crate) made: Made,
    /// 0 where the wish is met.
    pub(crate) distance: f64,
    /// Why it is not, if so.
    pub(crate) why: String,
}

/// Tries puzzles until one meets the wish: each gets a seed of its own, and may be none at all. `none`
/// says that there was not even a near one.
pub(crate) fn first_met(
    seed: u64,
    limits: &Limits,
    none: &str,
    mut attempt: impl FnMut(u64) -> Result<Option<Candidate>, Missed>,
) -> Result<Made, Missed> {
    let mut nearest: Option<Candidate> = None;
    let mut why = none.to_owned();
    let mut undecided = 0;
    for number in 0..limits.most_tries() {
        if let Some(candidate) = attempt(seed_of(seed, number))? {
            if candidate.distance == 0.0 {
                return Ok(candidate.made);
            }
            undecided += u64::from(candidate.made.undecided > 0);
            let is_nearer = |best: &Candidate| candidate.distance < best.distance;
            if nearest.as_ref().is_none_or(is_nearer) {
                why.clone_from(&candidate.why);
                nearest = Some(candidate);
            }
        }
        if let Some(reason) = limits.up() {
            why = format!("{reason}; {why}");
            break;
        }
        if undecided == UNDECIDED_TRIES && limits.deadline.is_none() {
            break;
        }
    }
    let nearest = nearest.map(|candidate| candidate.made);
    Err(Missed { why, nearest })
}

/// "1 clue" and "was", "3 symmetric sets of clues" and "were".
pub(crate) fn undecided_clues(number: usize, are_sets: bool) -> (String, &'static str) {
    let (one, many) = if are_sets {
        ("symmetric set of clues", "symmetric sets of clues")
    } else {
        ("clue", "clues")
    };
    match number {
        1 => (format!("1 {one}"), "was"),
        more => (format!("{more} {many}"), "were"),
    }
}

/// What is said of a puzzle that is as it was to be but for what was not decided.
pub(crate) fn undecided_words(number: usize, are_sets: bool) -> String {
    let (what, were) = undecided_clues(number, are_sets);
    format!("minimal but for {what} that {were} not decided")
}

/// The hardest level that is neither forcing nor an assumption.
pub(crate) const HARDEST_LOGIC: logic::Level = logic::Level::Almost;

/// How hard a puzzle is to be by our own measure.
pub(crate) fn own_difficulty(
    wish: &Wish,
    what: &str,
) -> Result<Option<RangeInclusive<f64>>, Unable> {
    match &wish.difficulty {
        None => Ok(None),
        Some(Hardness::Own(range)) if range.start() <= range.end() => Ok(Some(range.clone())),
        Some(Hardness::Own(_)) => Err(Unable("no difficulty lies in that range".into())),
        Some(_) => Err(Unable(format!(
            "that scale of difficulty is for 9×9 Sudoku alone, not for {what}"
        ))),
    }
}

/// A difficulty with one decimal place, or as many as tell it from the requested range.
pub(crate) fn shown_beside(hard: f64, wished: &RangeInclusive<f64>) -> String {
    if wished.contains(&hard) {
        return format!("{hard:.1}");
    }
    let rounded = (1..=MOST_PLACES).map(|places| format!("{hard:.places$}"));
    let is_told_apart = |text: &String| !text.parse().is_ok_and(|said| wished.contains(&said));
    let mut told_apart = rounded.filter(is_told_apart);
    told_apart.next().unwrap_or_else(|| hard.to_string())
}

/// The most decimal places that are shown, but where they do not tell.
const MOST_PLACES: usize = 6;

/// How hard a puzzle is by our own measure, where it is found out within the limits.
pub(crate) fn difficulty(
    model: &Model,
    given: &[Choice],
    no_search: bool,
    limits: &Limits,
) -> Option<f64> {
    let mut settings = logic::Settings::default();
    if no_search {
        settings.hardest = HARDEST_LOGIC;
    }
    let logic = logic::Logic::new(model);
    let explanation = logic.board(given).explain_with(&settings, &limits.work());
    explanation.difficulty()
}

/// How often what was not answered is asked again where it must be known.
pub(crate) const MUST_KNOW: u32 = 2;
/// How many times the nodes it has then.
const LONGER: u64 = 10;

/// Takes away what can go of these: halves first, then halves of halves, down to one by one.
/// `goes` takes some away if it can within that many nodes, and says whether it did, or nothing where
/// it did not find out. What it refuses by itself stays for good; what it did not find out is asked
/// again so many rounds, with more nodes each. Those of which it was never found out come back.
pub(crate) fn thin<T: Copy>(
    all: &[T],
    (nodes, rounds): (u64, u32),
    goes: &mut impl FnMut(&[T], u64) -> Option<bool>,
) -> Vec<T> {
    let mut unanswered = Vec::new();
    halve(all, nodes, goes, &mut unanswered);
    let mut nodes = nodes;
    for _ in 0..rounds {
        nodes = nodes.saturating_mul(LONGER);
        unanswered.retain(|&one| goes(&[one], nodes).is_none());
    }
    unanswered
}

fn halve<T: Copy>(
    all: &[T],
    nodes: u64,
    goes: &mut impl FnMut(&[T], u64) -> Option<bool>,
    unanswered: &mut Vec<T>,
) {
    if all.is_empty() {
        return;
    }
    match (goes(all, nodes), all.len()) {
        (Some(true), _) | (Some(false), 1) => {}
        (None, 1) => unanswered.push(all[0]),
        _ => {
            let (first, second) = all.split_at(all.len() / 2);
            halve(first, nodes, goes, unanswered);
            halve(second, nodes, goes, unanswered);
        }
    }
}

/// Whether givens have one solution, where that is found out within a budget.
pub(crate) fn has_one_solution(
    search: &mut dyn Search,
    given: Vec<Choice>,
    budget: Budget,
) -> Option<bool> {
    let ask = Ask::given(given).limit(2).budget(budget);
    let mut found = solutions(search, &ask);
    let number = found.by_ref().count();
    (number == 2 || found.end() == Some(End::Complete)).then_some(number == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_answer_is_asked_again_and_told() {
        // 3 cannot go, 5 can once it has a hundred times the nodes, 6 never has an answer.
        let mut left: Vec<u32> = (0..8).collect();
        let unanswered = thin(
            &[0, 1, 2, 3, 4, 5, 6, 7],
            (1, MUST_KNOW),
            &mut |some, nodes| {
                if some.contains(&6) || (some.contains(&5) && nodes < 100) {
                    return None;
                }
                let goes = !some.contains(&3);
                if goes {
                    left.retain(|one| !some.contains(one));
                }
                Some(goes)
            },
        );
        assert_eq!((unanswered, left), (vec![6], vec![3, 6]));
    }

    #[test]
    fn a_difficulty_is_told_from_those_that_were_wished_for() {
        assert_eq!(shown_beside(2.5, &(2.0..=3.0)), "2.5");
        assert_eq!(shown_beside(2.53, &(2.5..=2.5)), "2.53");
        assert_eq!(shown_beside(2.5004, &(2.5..=2.5)), "2.5004");
        assert_eq!(shown_beside(3.04, &(2.0..=3.0)), "3.04");
        assert_eq!(shown_beside(1.96, &(2.0..=3.0)), "1.96");
        assert_eq!(shown_beside(4.26, &(2.0..=3.0)), "4.3");
        let next = 2.5_f64.next_up();
        assert_eq!(shown_beside(next, &(2.5..=2.5)), next.to_string());
    }
}
