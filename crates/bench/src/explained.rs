//! Explanations: published boards of kinds explained to the end by logic alone, without assumptions of a search.
//!
//! The boards are those of `genres`, spread over their sizes instead of over their files. A board counts as explained if
//! the default settings of logic solve it, or with `--nested` also contradictions within contradictions: what `tilewright explain`
//! does without `--search`. That
//! includes forcing, where one choice is followed until it contradicts, or all choices of one tile are; how many boards do
//! without is a column of its own. Times are the CPU time of one thread, from the text to the end of the explanation,
//! without words.

use crate::genres::{Board, boards, chosen};
use crate::{record, table};
use clap::Args;
use cpu_time::ThreadTime;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;
use tilewright_logic::{Budget, Ending, Level, Logic, Rounds, Settings};
use tilewright_puzzles::{Families, Family};

/// The options of the command.
#[derive(Args)]
pub(crate) struct Explained {
    /// The kinds, or files of kinds; all that are built in if none is named.
    #[arg(value_name = "KIND")]
    kinds: Vec<String>,
    /// At most so many boards of each, evenly spread over their sizes.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    sample: Option<u32>,
    /// Seconds on the clock after which a board is given up.
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// Look for contradictions within contradictions, too.
    #[arg(long)]
    nested: bool,
    /// Only boards whose names contain this.
    #[arg(long, value_name = "NAME", default_value = "")]
    only: String,
    /// Also say of each board what its explanation took.
    #[arg(long)]
    boards: bool,
    /// Also write the tables to this file, with machine, compiler and date.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// The outcome on a board.
struct Outcome {
    time: Duration,
    /// The rounds of each level, and the time until the last of them was found.
    rounds: BTreeMap<Level, (usize, Duration)>,
    /// Why it is not explained to the end.
    miss: Option<String>,
}

impl Outcome {
    fn is_explained(&self) -> bool {
        self.miss.is_none()
    }

    fn is_without_forcing(&self) -> bool {
        let hardest = self.rounds.keys().next_back();
        self.is_explained() && hardest.is_none_or(|level| *level < Level::Contradiction)
    }

    /// Levels, rounds and times, as in `Line 12 (3 ms)`.
    fn told(&self) -> String {
        let rounds = self
            .rounds
            .iter()
            .map(|(level, (rounds, time))| format!("{level:?} {rounds} ({} ms)", time.as_millis()));
        let rounds: Vec<String> = rounds.collect();
        let end = self.miss.as_deref().unwrap_or("explained");
        format!("{end}; {}", rounds.join(", "))
    }
}

/// Measures; returns true if every board is explained.
pub(crate) fn run(asked: &Explained) -> Result<bool, String> {
    let (families, kinds) = chosen(&asked.kinds)?;
    let heading = [
        "kind",
        "boards",
        "explained",
        "without forcing",
        "share",
        "median ms",
        "most ms",
    ];
    let mut rows = vec![heading.map(String::from).to_vec()];
    let mut misses = vec![["board", "why it is missed"].map(String::from).to_vec()];
    let mut all = Vec::new();
    for family in &families {
        if !kinds.is_empty() && !kinds.iter().any(|kind| *kind == family.name) {
            continue;
        }
        let mut boards = boards(family)?;
        boards.retain(|board| board.name.contains(&asked.only));
        let boards = spread(boards, asked.sample);
        if boards.is_empty() {
            continue;
        }
        let mut outcomes = Vec::new();
        for board in &boards {
            let outcome = outcome(&families, family, board, asked);
            let name = format!("{} {}", family.name, board.name);
            if asked.boards || !outcome.is_explained() {
                let time = outcome.time.as_millis();
                eprintln!("{name}: {time} ms; {}", outcome.told());
            }
            if let Some(miss) = &outcome.miss {
                misses.push(vec![name, miss.clone()]);
            }
            outcomes.push(outcome);
        }
        let row = sum(&family.name, &outcomes);
        eprintln!("{}", row.join("  "));
        rows.push(row);
        all.extend(outcomes);
    }
    rows.push(sum("all", &all));
    let tables = format!("{}\n{}", table::print(&rows), table::print(&misses));
    print!("{tables}");
    let how = "CPU milliseconds of one thread, from the text to the end of the explanation.\n";
    record::write(
        asked.record.as_deref(),
        "Kinds of puzzles explained",
        &[],
        how,
        &tables,
    )?;
    Ok(misses.len() == 1)
}

/// So many of the boards, from the shortest text to the longest.
fn spread(mut boards: Vec<Board>, sample: Option<u32>) -> Vec<Board> {
    boards.sort_by_key(|board| board.problem.len());
    let all = boards.len();
    let count = sample.map_or(all, |count| all.min(count as usize));
    let places: Vec<usize> = (0..count)
        .map(|nth| nth * (all - 1) / (count - 1).max(1))
        .collect();
    let numbered = boards.into_iter().enumerate();
    let kept = numbered.filter(|(place, _)| places.contains(place));
    kept.map(|(_, board)| board).collect()
}

fn sum(kind: &str, outcomes: &[Outcome]) -> Vec<String> {
    let count = |is: fn(&Outcome) -> bool| outcomes.iter().filter(|it| is(it)).count();
    let mut times: Vec<Duration> = outcomes.iter().map(|outcome| outcome.time).collect();
    times.sort_unstable();
    let milliseconds = |place: usize| {
        let time = times.get(place).copied().unwrap_or_default();
        format!("{:.1}", time.as_secs_f64() * 1e3)
    };
    let explained = count(Outcome::is_explained);
    vec![
        kind.into(),
        outcomes.len().to_string(),
        explained.to_string(),
        count(Outcome::is_without_forcing).to_string(),
        format!("{} %", 100 * explained / outcomes.len().max(1)),
        milliseconds(times.len() / 2),
        milliseconds(times.len().saturating_sub(1)),
    ]
}

fn outcome(families: &Families, family: &Family, board: &Board, asked: &Explained) -> Outcome {
    let begun = ThreadTime::now();
    let budget = Budget::default().time(Duration::from_secs(asked.seconds));
    let mut outcome = Outcome {
        time: Duration::ZERO,
        rounds: BTreeMap::new(),
        miss: None,
    };
    outcome.miss = match rounds(families, family, board, asked.nested, &budget) {
        Ok(rounds) => follow(rounds, &mut outcome, asked.seconds),
        Err(why) => Some(why),
    };
    outcome.time = begun.elapsed();
    outcome
}

/// The rounds of a board, before the first.
fn rounds(
    families: &Families,
    family: &Family,
    board: &Board,
    is_nested: bool,
    budget: &Budget,
) -> Result<Rounds, String> {
    let puzzle = families.read(&board.problem, Some(&family.name));
    let puzzle = puzzle.map_err(|error| format!("not read: {error}"))?;
    let model = puzzle.model(budget);
    let model = model.map_err(|error| format!("no model: {error}"))?;
    let logic = Logic::new(&model, budget);
    let logic = logic.map_err(|end| format!("not made ready: {end:?}"))?;
    let board = logic.board(&puzzle.givens());
    let mut settings = Settings::default();
    if is_nested {
        settings.hardest = Level::Nested;
    }
    Ok(board.rounds(&settings, budget))
}

/// Pulls the rounds; the reason why they do not solve the board.
fn follow(mut rounds: Rounds, outcome: &mut Outcome, seconds: u64) -> Option<String> {
    loop {
        let begun = ThreadTime::now();
        let Some(round) = rounds.next() else {
            break;
        };
        let (count, time) = outcome.rounds.entry(round.level).or_default();
        *count += 1;
        *time += begun.elapsed();
    }
    let model = rounds.board().logic().model();
    let left = || {
        let own = |choices: &[_]| model.own(choices).len();
        let undecided = own(&rounds.board().undecided());
        let all = own(&model.choices().collect::<Vec<_>>());
        format!("{undecided} of {all} choices left")
    };
    match rounds.end()? {
        Ending::Solved { .. } => None,
        Ending::Stuck { .. } => Some(format!("stuck, {}", left())),
        Ending::Contradiction { .. } => Some("no solution".to_owned()),
        Ending::Stopped(_) => Some(format!("more than {seconds} s, {}", left())),
    }
}
