//! `tilewright check`.

use crate::args;
use crate::asker::{Asker, Meter, ask_line, in_words};
use crate::bulk::{InBulk, PlainStream, Row};
use crate::exit::Exit;
use crate::failure::{Failure, Trouble};
use crate::outlet;
use crate::run::{Entry, Line, Setting, Work};
use crate::show::Show;
use crate::table::{self, Order};
use crate::talk;
use std::io::Write;
use std::sync::Arc;
use tilewright::answer::{Answer, Found};
use tilewright::bulk::{BulkSession, Interrupted};
use tilewright::{Asked, Choice, End, Existence, Solver, Status};
use tilewright_batch::Operation;

/// Checks the named puzzles.
pub(crate) fn run(args: &args::Check) -> Result<Exit, Trouble> {
    let setting = Setting::new(&args.input, args.search.threads, args.search.verbose)
        .within(args.search.time);
    outlet::refuse_picture(args.table.name())?;
    if let Some(output) = table::wanted(&args.table)? {
        table::refuse(&args.search, &args.output, &[])?;
        let asker = Asker::new(&setting, &args.input, &args.search)?;
        let to = args.output.to.as_deref();
        let task = table::task(Operation::Check, &args.input, to)?;
        let order = Order::new(task, asker.pace(&setting), output, &args.table);
        return table::run(&setting, &order);
    }
    let work: Arc<dyn Work> = Arc::new(Check {
        asker: Asker::new(&setting, &args.input, &args.search)?,
        show: Show::new(&args.output, args.table.name())?,
        json: args.output.json,
        names_all: setting.talk.is_verbose(),
    });
    setting.run(&work, args.table.name())
}

pub(crate) struct Check {
    asker: Asker,
    show: Show,
    json: bool,
    /// True if every redundant clue is named, however many there are.
    names_all: bool,
}

/// The redundant clues that are named unless all are asked for.
const MOST_NAMED: usize = 16;

impl Check {
    /// The work of tests.
    #[cfg(test)]
    pub(crate) fn of(asker: Asker, show: Show, json: bool) -> Self {
        Self {
            asker,
            show,
            json,
            names_all: false,
        }
    }

    /// The verdict for a person, with two solutions where there are several.
    fn tell(&self, entry: &Entry, asked: &mut Asked, out: &mut dyn Write) -> Result<Exit, Trouble> {
        let meter = Meter::start(asked);
        let verdict = asked.check();
        Failure::of_answer(asked)?;
        let most = if self.names_all {
            usize::MAX
        } else {
            MOST_NAMED
        };
        let mut sentences = verdict.sentences_naming(most);
        let is_cut = verdict.redundant.clues.len() > most && !verdict.complete;
        if let Some(last) = sentences.last_mut().filter(|_| is_cut) {
            last.push_str("; -v lists all");
        }
        for sentence in sentences {
            writeln!(out, "{sentence}")?;
        }
        if let Existence::Several(first, second) = &verdict.solutions {
            let draw = |solution: &[Choice]| self.show.alone(&*entry.puzzle.fill(solution));
            write!(out, "\none solution:\n{}", draw(first)?)?;
            write!(out, "\nanother solution:\n{}", draw(second)?)?;
        }
        if let Some(cost) = self.asker.told(meter.cost(asked)) {
            out.flush()?;
            talk::say(&in_words(cost));
        }
        Ok(exit(&verdict.solutions))
    }

    /// The verdict as a JSON object.
    fn object(&self, entry: &Entry, asked: &mut Asked) -> Result<Line, Failure> {
        let meter = Meter::start(asked);
        let verdict = asked.check();
        Failure::of_answer(asked)?;
        let mut write = |solution: &[Choice]| {
            let solved = entry.puzzle.fill(solution);
            let reading = entry.reading.as_ref();
            self.show.line(&*entry.puzzle, &*solved, reading)
        };
        let answer = Answer::checked(&verdict, &mut write)?;
        let answer = answer.costing(self.asker.told(meter.cost(asked)));
        Ok(Line::object(answer, entry.place()))
    }

    /// One word for a line of a stream. Redundant clues are not looked for.
    fn word(asked: &mut Asked) -> Result<Line, Failure> {
        let existence = asked.existence();
        Failure::of_answer(asked)?;
        let word = existence.status().word();
        Ok(Line::Data(word.to_owned(), exit(&existence)))
    }
}

fn exit(existence: &Existence) -> Exit {
    match existence {
        Existence::Unique(_) => Exit::Yes,
        Existence::None | Existence::Several(..) => Exit::No,
        Existence::Unknown { .. } => Exit::Stopped,
    }
}

impl Work for Check {
    fn alone(&self, entry: &Entry, out: &mut dyn Write) -> Result<Exit, Trouble> {
        self.asker.ask(entry, |asked| {
            if !self.json {
                return self.tell(entry, asked, out);
            }
            Ok(self.object(entry, asked)?.write(out)?)
        })
    }

    fn solver(&self) -> Solver {
        self.asker.of_thread()
    }

    fn line(&self, solver: &Solver, entry: &Entry) -> Result<Line, Failure> {
        ask_line(solver, entry, |asked| {
            if self.json {
                self.object(entry, asked)
            } else {
                Self::word(asked)
            }
        })
    }

    fn in_bulk<'w>(&'w self, stream: &'w PlainStream) -> Option<Box<dyn InBulk + 'w>> {
        if self.json && !self.show.is_plain_line(stream) {
            return None;
        }
        let bulk = self.asker.bulk(stream)?;
        Some(if self.json {
            Box::new(Verdicts::new(bulk, stream))
        } else {
            Box::new(Words { bulk })
        })
    }

    fn is_drawn(&self) -> bool {
        true
    }

    fn is_json(&self) -> bool {
        self.json
    }

    fn column(&self) -> Option<&'static str> {
        Some("verdict")
    }
}

/// A word for each of the plain lines.
struct Words {
    bulk: BulkSession,
}

impl InBulk for Words {
    fn ask(&mut self, boards: &[u8]) -> Result<(), Interrupted> {
        self.bulk.run(boards, 2).map(|_| ())
    }

    fn put(&self, row: Row<'_>, out: &mut Vec<u8>) -> Option<Exit> {
        let (status, exit) = match self.bulk.answers().counts[row.number] {
            0 => (Status::Unsolvable, Exit::No),
            1 => (Status::Unique, Exit::Yes),
            _ => (Status::Several, Exit::No),
        };
        out.extend_from_slice(status.word().as_bytes());
        Some(exit)
    }
}

/// The JSON objects of those plain lines that are unique. The others need more: two solutions, or
/// the fault.
struct Verdicts<'w> {
    bulk: BulkSession,
    stream: &'w PlainStream,
    /// For each board its solution, if it is the only one.
    solutions: Vec<Option<Box<[u8]>>>,
    /// The redundant clues: board and tile, ascending.
    redundant: Vec<(usize, usize)>,
}

/// The boards without a clue that are searched together.
const THINNER_AT_ONCE: usize = 8192;

impl<'w> Verdicts<'w> {
    fn new(bulk: BulkSession, stream: &'w PlainStream) -> Self {
        Self {
            bulk,
            stream,
            solutions: Vec::new(),
            redundant: Vec::new(),
        }
    }

    /// Searches boards that lack a clue, each named by its board and tile: where there is still one
    /// solution the clue is redundant.
    fn ask_thinner(
        &mut self,
        thinner: &mut Vec<u8>,
        names: &mut Vec<(usize, usize)>,
    ) -> Result<(), Interrupted> {
        let answers = self.bulk.run(thinner, 2)?;
        let unique = names.iter().zip(&answers.counts);
        let unique = unique.filter(|&(_, &count)| count == 1);
        self.redundant.extend(unique.map(|(&name, _)| name));
        thinner.clear();
        names.clear();
        Ok(())
    }
}

impl InBulk for Verdicts<'_> {
    fn ask(&mut self, boards: &[u8]) -> Result<(), Interrupted> {
        let tiles = self.bulk.tiles();
        let answers = self.bulk.run(boards, 2)?;
        let solutions = answers
            .counts
            .iter()
            .zip(answers.firsts.chunks_exact(tiles));
        self.solutions.clear();
        self.solutions
            .extend(solutions.map(|(&count, first)| (count == 1).then(|| first.into())));
        self.redundant.clear();
        let (mut thinner, mut names) = (Vec::new(), Vec::new());
        for (number, board) in boards.chunks_exact(tiles).enumerate() {
            if self.solutions[number].is_none() {
                continue;
            }
            let clues = board.iter().enumerate().filter(|&(_, &value)| value > 0);
            for (tile, _) in clues {
                names.push((number, tile));
                let start = thinner.len();
                thinner.extend_from_slice(board);
                thinner[start + tile] = 0;
            }
            if names.len() >= THINNER_AT_ONCE {
                self.ask_thinner(&mut thinner, &mut names)?;
            }
        }
        self.ask_thinner(&mut thinner, &mut names)
    }

    fn put(&self, row: Row<'_>, out: &mut Vec<u8>) -> Option<Exit> {
        if !row.board.contains(&0) {
            // A full board, which gets more words.
            return None;
        }
        let solution = self.solutions[row.number].as_deref()?;
        let start = self
            .redundant
            .partition_point(|&(board, _)| board < row.number);
        let redundant = self.redundant[start..].iter();
        let redundant = redundant.take_while(|&&(board, _)| board == row.number);
        let name = |&(_, tile): &(usize, usize)| self.stream.plain.clue_name(tile, row.board[tile]);
        let clues = row.board.iter().filter(|&&value| value > 0).count();
        let found = Found::Check {
            complete: false,
            solution: Some(self.stream.text_of(solution)),
            other: None,
            redundant: Some(redundant.map(name).collect()),
            clues_tried: Some(clues),
            clues: Some(clues),
        };
        let answer = Answer::new(Status::Unique, End::Complete, found);
        Some(self.stream.put_object(row.line, answer, out))
    }
}
