//! The exit codes of the command.

use tilewright::answer::{Answer, Found};
use tilewright::{End, Status};

/// The answer as an exit code. Of several puzzles the greatest counts, in the order
/// yes, no, stopped, bad, wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Yes: solved, counted, unique, written.
    #[default]
    Yes,
    /// No: unsolvable, or not unique.
    No,
    /// The input is bad.
    Bad,
    /// Stopped before there was an answer.
    Stopped,
    /// Two answers disagree: a fault of the program.
    Wrong,
}

impl Exit {
    /// The number that a shell sees.
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Yes => 0,
            Self::No => 1,
            Self::Bad => 2,
            Self::Stopped => 3,
            // The internal error of sysexits.
            Self::Wrong => 70,
        }
    }

    /// The exit that an answer means.
    pub(crate) fn of(answer: &Answer) -> Self {
        // Without a result there is only the verdict that there is not one solution.
        let wants_one = matches!(
            answer.found,
            None | Some(Found::Check { .. } | Found::Rate { .. })
        );
        match answer.found {
            Some(Found::Count { .. }) if answer.end != End::Complete => Self::Stopped,
            // A step is one whether or not it is known that the solution is unique.
            Some(Found::Hint { .. }) => Self::Yes,
            _ => Self::of_status(answer.status, wants_one),
        }
    }

    /// The exit that a verdict means, where one solution is wanted or where several will do.
    pub(crate) fn of_status(status: Status, wants_one: bool) -> Self {
        match status {
            Status::Unsolvable => Self::No,
            Status::Several if wants_one => Self::No,
            Status::Stopped | Status::Missed | Status::Stuck => Self::Stopped,
            Status::Malformed | Status::Unsupported => Self::Bad,
            _ => Self::Yes,
        }
    }

    /// The exit of two puzzles together: bad input counts most, since it needs a person.
    #[must_use]
    pub(crate) fn and(self, other: Self) -> Self {
        let weight = |exit| match exit {
            Self::Yes => 0,
            Self::No => 1,
            Self::Stopped => 2,
            Self::Bad => 3,
            Self::Wrong => 4,
        };
        if weight(other) > weight(self) {
            other
        } else {
            self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Exit::{Bad, No, Stopped, Yes};

    #[test]
    fn the_worst_of_several_counts() {
        assert_eq!(Yes.and(No), No);
        assert_eq!(No.and(Yes), No);
        assert_eq!(Stopped.and(No), Stopped);
        assert_eq!(Stopped.and(Bad), Bad);
        assert_eq!(Bad.and(Stopped), Bad);
    }
}
