//! A worker of `serve`: a process that answers questions one after the other, within limits.
//!
//! A question comes as its number of bytes on a line, and then its bytes. The reply is lines: a word, a blank, and
//! JSON. The words are those of [`Word`]. The guard of the command watches over each question as it does over a file
//! ([`crate::limits`]): it ends a question with the process, which says why on standard error, and `workers` starts
//! another one.

use super::workers::{LONGEST_LINE, Word};
use crate::args;
use crate::exit::Exit;
use crate::failure::Trouble;
use crate::families;
use crate::limits;
use crate::paranoid;
use std::io::{self, BufRead, Read, Write};
use std::time::{Duration, Instant};
use tilewright_serve::{Caps, News, answer, failure, time_of};

/// The memory up to which a worker is kept for the next question.
const KEPT: u64 = 24 << 20;

/// The time to draw an answer after its search has ended.
pub(super) const DRAWING: Duration = Duration::from_millis(500);

/// Answers until there are no more questions.
pub(crate) fn run(args: &args::Desk) -> Result<Exit, Trouble> {
    let caps = Caps {
        time: args.time,
        memory: args.memory,
        solver: paranoid::solver(),
        families: families().clone(),
        ..Caps::default()
    };
    let mut questions = io::stdin().lock();
    while let Some(question) = next(&mut questions)? {
        limits::allow_memory(args.memory);
        limits::end_after(Instant::now(), time_of(&question, &caps) + DRAWING);
        let news = News::to(|text| {
            // A closed pipe is fine: then the answer is not awaited either.
            let _ = tell(Word::News, text);
        });
        let answer = answer(&question, &news, &caps);
        limits::take_your_time();
        drop(question);
        let is_light = limits::resident().is_none_or(|held| held <= KEPT);
        tell(if is_light { Word::Answer } else { Word::Last }, &answer)?;
        if !is_light {
            break;
        }
    }
    Ok(Exit::Yes)
}

/// The next question; `None` where there are no more.
fn next(questions: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = String::new();
    if questions.take(32).read_line(&mut line)? == 0 {
        return Ok(None);
    }
    let length = line.trim_end().parse::<u64>().map_err(io::Error::other)?;
    let mut question = String::new();
    questions.take(length).read_to_string(&mut question)?;
    Ok(Some(question))
}

fn tell(word: Word, text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if text.len() > LONGEST_LINE {
        let why = failure("the answer is too long to be sent", None);
        writeln!(out, "{} {why}", word.text())?;
    } else {
        writeln!(out, "{} {text}", word.text())?;
    }
    out.flush()
}
