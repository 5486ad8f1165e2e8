//! The notebook of a long count, kept in a file.
//!
//! ```text
//! tilewright checkpoint 2
//! made by: tilewright 0.1.0
//! puzzle: <checksum of the engine, the model and the clues>
//! at least: <as many solutions were found>
//! notes: <length> <checksum of the lines above and the notes>
//! <notes>
//! ```
//!
//! Notes may be hundreds of megabytes, and the user who pressed Ctrl-C waits for them: the checksum is XXH3 with 128
//! bits, which takes no time beside writing them, and nothing is copied.
//!
//! The file is written beside its name and renamed, so it is always a whole one: the last, or the
//! one before. One that is damaged, of another version or of another puzzle is refused. How often
//! it is written depends on how long that takes, so that it costs no more than a small share of the
//! time.

use crate::cache;
use crate::failure::Failure;
use crate::target::Target;
use crate::{names, progress, talk};
use indicatif::ProgressBar;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tilewright::BigUint;
use tilewright::engines::notebook::{NoteReader, Notebook};
use tilewright::model::{Choice, Model, Node, Rule};
use twox_hash::XxHash3_128;

const FIRST_LINE: &str = "tilewright checkpoint 2";
const MADE_BY: &str = concat!("made by: tilewright ", env!("CARGO_PKG_VERSION"));

/// Writing may take one part in this many of the time.
const SHARE_OF_TIME: u32 = 20;
/// A count that took less is sooner done again than looked for.
pub(crate) const WORTH_KEEPING: Duration = Duration::from_secs(5);
/// Nothing is shown of a count that is over in no time.
const SHOWN_AFTER: Duration = Duration::from_secs(1);

/// A count's notes, and the file that they are kept in, if any.
#[derive(Debug)]
pub(crate) struct Checkpoint {
    file: Option<String>,
    every: Duration,
    begun: Instant,
    state: Mutex<State>,
    bar: ProgressBar,
}

#[derive(Debug, Default)]
struct State {
    notes: BTreeMap<String, Vec<u8>>,
    /// Checksum of the puzzle.
    puzzle: String,
    /// The lower bound of all runs together.
    at_least: BigUint,
    /// The moment of the last write of the file, and its duration.
    written: Option<(Instant, Duration)>,
    /// True if the user has seen that the file cannot be written.
    is_told: bool,
}

impl Checkpoint {
    /// Notes for that file.
    pub(crate) fn new(file: Option<String>, every: Duration) -> Self {
        Self {
            file,
            every,
            begun: Instant::now(),
            state: Mutex::default(),
            bar: progress::bar(0, "{spinner} {msg}, {elapsed}"),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins the count of a puzzle. To resume, the notes in the file are read; otherwise there must be none.
    pub(crate) fn begin(&self, puzzle: String, resume: bool) -> Result<(), Failure> {
        let mut state = self.state();
        state.puzzle = puzzle;
        let Some(file) = &self.file else {
            return Ok(());
        };
        if resume {
            let bytes = fs::read(names::path(file)).map_err(|error| {
                Failure::new(format!("this cannot be read: {error}")).file(file)
            })?;
            (state.at_least, state.notes) =
                read(&bytes, &state.puzzle).map_err(|why| Failure::new(why).file(file))?;
            return Ok(());
        }
        if fs::exists(names::path(file)).unwrap_or(false) {
            return Err(Failure::new("this is there already; expected a new file")
                .file(file)
                .hint("resume from it with --resume, or name another one"));
        }
        // Better now than when there is something to lose.
        save(file, &state)
    }

    /// Notes the solutions found; returns the most that this run or one before it has found.
    pub(crate) fn at_least(&self, found: &BigUint) -> BigUint {
        let mut state = self.state();
        if *found > state.at_least {
            state.at_least.clone_from(found);
        }
        state.at_least.clone()
    }

    /// The count was stopped: the file is written for the last time. Where none was named and the
    /// notes are worth it, one is made in the cache folder. What to say about it, if anything.
    pub(crate) fn stop(&self, puzzle: impl FnOnce() -> String) -> Result<Option<String>, Failure> {
        self.bar.finish_and_clear();
        let mut state = self.state();
        if let Some(file) = &self.file {
            save(file, &state)?;
            return Ok(Some(if state.notes.is_empty() {
                format!("{file} has nothing to resume from so far: --resume {file} begins anew")
            } else {
                goes_on(file)
            }));
        }
        if self.begun.elapsed() < WORTH_KEEPING || state.notes.is_empty() {
            return Ok(None);
        }
        state.puzzle = puzzle();
        Ok(Some(keep_unasked(&state)))
    }

    /// The count is done and its number is written: the notes are not needed any more.
    pub(crate) fn done(&self, puzzle: impl FnOnce() -> String) {
        self.bar.finish_and_clear();
        let Some(file) = &self.file else {
            if self.begun.elapsed() >= WORTH_KEEPING {
                // An earlier count of the same may have left some.
                let _ = cache::checkpoint(&puzzle()).map(fs::remove_file);
            }
            return;
        };
        // The target of a link goes with it.
        let path = names::path(file);
        let itself = fs::canonicalize(&path);
        let _ = fs::remove_file(path);
        let _ = itself.and_then(fs::remove_file);
        if fs::symlink_metadata(file).is_ok() {
            talk::say(&format!("{file} is left over"));
        }
    }
}

impl Notebook for Checkpoint {
    fn read(&self, name: &str) -> Option<Vec<u8>> {
        self.state().notes.get(name).cloned()
    }

    fn is_due(&self) -> bool {
        self.file.is_some() && self.state().is_due(self.begun, self.every)
    }

    fn write(&self, name: &str, note: Option<Vec<u8>>) {
        let mut state = self.state();
        match note {
            Some(note) => state.notes.insert(name.to_owned(), note),
            None => state.notes.remove(name),
        };
        let Some(file) = &self.file else { return };
        if !state.is_due(self.begun, self.every) {
            return;
        }
        let start = Instant::now();
        if let Err(failure) = save(file, &state)
            && !std::mem::replace(&mut state.is_told, true)
        {
            // The file that was written last is still there, and the count continues.
            self.bar.suspend(|| talk::error(&failure));
        }
        state.written = Some((Instant::now(), start.elapsed()));
    }

    fn progress(&self, share: f64) {
        let elapsed = self.begun.elapsed();
        if self.bar.is_hidden() || elapsed < SHOWN_AFTER {
            return;
        }
        self.bar.set_message(told(share, elapsed));
        self.bar.tick();
    }
}

impl State {
    fn is_due(&self, begun: Instant, every: Duration) -> bool {
        let (last, cost) = self.written.unwrap_or((begun, Duration::ZERO));
        last.elapsed() >= every.max(cost * SHARE_OF_TIME)
    }

    /// Gives all of the file to `put`, piece by piece.
    fn each_piece(&self, put: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        let head = self.head();
        let mut sum = XxHash3_128::default();
        sum.write(head.as_bytes());
        let mut length = 0;
        self.each_note(&mut |piece| {
            length += piece.len();
            sum.write(piece);
            Ok(())
        })?;
        put(head.as_bytes())?;
        put(format!("notes: {length} {:032x}\n", sum.finish_128()).as_bytes())?;
        self.each_note(put)
    }

    /// The lines before that of the checksum.
    fn head(&self) -> String {
        let (puzzle, at_least) = (&self.puzzle, &self.at_least);
        format!("{FIRST_LINE}\n{MADE_BY}\npuzzle: {puzzle}\nat least: {at_least}\n")
    }

    /// The notes as [`NoteReader`] reads them: names and notes, each after its length.
    fn each_note(&self, put: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        for piece in (self.notes.iter()).flat_map(|(name, note)| [name.as_bytes(), note]) {
            put(&(piece.len() as u64).to_le_bytes())?;
            put(piece)?;
        }
        Ok(())
    }
}

/// The hint on how to resume a count.
fn goes_on(file: &str) -> String {
    format!("the results so far are in {file}; --resume {file} continues from there")
}

/// The message about a count that is under way.
fn told(share: f64, elapsed: Duration) -> String {
    let share = share.clamp(0.0, 1.0);
    let percent = format!("{:.1} % of the work is done", share * 100.0);
    // With less than that there is no estimate.
    if share < 0.01 {
        return percent;
    }
    let left = elapsed.mul_f64((1.0 - share) / share).as_secs();
    let left = match left {
        0..120 => format!("{left} s"),
        120..7200 => format!("{} min", left / 60),
        _ => format!("{} h", left / 3600),
    };
    format!("{percent}, {left} left at this rate")
}

/// Keeps notes in the cache folder that the user did not ask for; returns the message about that. So it is not an
/// error if they cannot be kept, and the count does not wait for the disk.
fn keep_unasked(state: &State) -> String {
    let Some(path) = cache::checkpoint(&state.puzzle) else {
        return format!("{NOT_KEPT}: there is no cache folder; --checkpoint FILE keeps it");
    };
    let file = path.display().to_string();
    if knows_more(&path, state) {
        return format!("an earlier count knows more, in {file}; --resume continues from there");
    }
    let written = cache::make_folder(&path)
        .map_err(|error| unwritable(&file, &error))
        .and_then(|()| written(&file, state));
    if !written.is_ok_and(|target| target.finish().is_ok()) {
        return format!(
            "{NOT_KEPT}: {file} cannot be written; --checkpoint FILE keeps it elsewhere"
        );
    }
    cache::tidy(&path);
    format!("the results so far are in {file}; --resume continues from there")
}

const NOT_KEPT: &str = "the results so far are not kept";

/// Returns true if an earlier count of the same puzzle has left more in that file: more solutions, or more notes.
fn knows_more(path: &Path, state: &State) -> bool {
    let earlier = fs::read(path).ok();
    let earlier = earlier.and_then(|bytes| read(&bytes, &state.puzzle).ok());
    let length = |notes: &BTreeMap<String, Vec<u8>>| notes.values().map(Vec::len).sum::<usize>();
    earlier.is_some_and(|(at_least, notes)| {
        (at_least, length(&notes)) > (state.at_least.clone(), length(&state.notes))
    })
}

/// Writes a file that is on the disk when this is done.
fn save(file: &str, state: &State) -> Result<(), Failure> {
    let written = written(file, state)?.finish_on_disk();
    written.map_err(|error| unwritable(file, &error))
}

/// All of a file, beside its name.
fn written(file: &str, state: &State) -> Result<Target, Failure> {
    let mut target = Target::open(Some(file))?;
    let written = state.each_piece(&mut |piece| target.write_all(piece));
    written.map_err(|error| unwritable(file, &error))?;
    Ok(target)
}

fn unwritable(file: &str, error: &io::Error) -> Failure {
    Failure::new(format!("this cannot be written: {error}")).file(file)
}

/// The lower bound and the notes, in a file about that puzzle; or its fault.
fn read(bytes: &[u8], puzzle: &str) -> Result<(BigUint, BTreeMap<String, Vec<u8>>), String> {
    let mut rest = bytes;
    let mut line = || {
        let end = rest.iter().take(100_000).position(|&byte| byte == b'\n')?;
        let line = str::from_utf8(&rest[..end]).ok()?;
        rest = &rest[end + 1..];
        Some(line)
    };
    if line() != Some(FIRST_LINE) {
        return Err(format!(
            "this is not a checkpoint; expected a file that begins with {FIRST_LINE:?}"
        ));
    }
    let made_by = line().unwrap_or_default();
    if made_by != MADE_BY {
        return Err(format!(
            "this checkpoint is of another version; expected {MADE_BY:?}, found {made_by:?}"
        ));
    }
    let damaged = "this checkpoint is damaged: its checksum is not that of its notes";
    let mut field = |name: &str| line().and_then(|line| line.strip_prefix(name));
    let of = field("puzzle: ").ok_or(damaged)?.to_owned();
    let at_least = field("at least: ").ok_or(damaged)?.to_owned();
    let sums = field("notes: ").ok_or(damaged)?;
    let above = bytes.len() - rest.len() - "notes: \n".len() - sums.len();
    let mut sum = XxHash3_128::default();
    sum.write(&bytes[..above]);
    sum.write(rest);
    if sums != format!("{} {:032x}", rest.len(), sum.finish_128()) {
        return Err(damaged.to_owned());
    }
    if of != puzzle {
        return Err(
            "this is the checkpoint of another count; expected the same puzzle and engine"
                .to_owned(),
        );
    }
    let mut page = NoteReader::new(rest);
    let mut notes = BTreeMap::new();
    while !page.is_at_end() {
        let name = page.bytes().and_then(|name| str::from_utf8(name).ok());
        let note = page.bytes();
        let (name, note) = name.zip(note).ok_or(damaged)?;
        notes.insert(name.to_owned(), note.to_vec());
    }
    Ok((at_least.parse().map_err(|_| damaged)?, notes))
}

/// A checksum of all that a count depends on.
pub(crate) fn fingerprint(engine: &str, model: &Model, givens: &[Choice]) -> String {
    let mut sum = XxHash3_128::default();
    let mut words = |words: &[u32]| {
        for word in words {
            sum.write(&word.to_le_bytes());
        }
    };
    words(&[model.choice_count() as u32, model.item_count() as u32]);
    for item in model.items() {
        let members = model.members(item);
        words(&[model.demand(item) as u32, members.len() as u32]);
        for (choice, colour) in members {
            words(&[choice.0, colour.0]);
        }
    }
    for rule in model.rules() {
        match rule {
            Rule::Pair(pair) => {
                words(&[pair.from.0, pair.to.0]);
                for row in 0..pair.table.rows() {
                    for word in pair.table.row(row) {
                        words(&[*word as u32, (*word >> 32) as u32]);
                    }
                }
            }
            Rule::Line(line) => {
                words(&[line.tiles.len() as u32, line.as_set.into()]);
                for (tile, letters) in line.tiles.iter().zip(&*line.letters) {
                    words(&[tile.0]);
                    words(letters);
                }
                for (from, letter, to) in line.language.transitions() {
                    words(&[from, letter, to, line.language.is_end(to).into()]);
                }
            }
            Rule::Link(link) => {
                for (number, node) in (0..).zip(link.nodes()) {
                    words(link.neighbours(number));
                    let Node::If(choices) = node else { continue };
                    for choice in choices {
                        words(&[number, choice.0]);
                    }
                }
            }
        }
    }
    for given in givens {
        words(&[given.0]);
    }
    sum.write(engine.as_bytes());
    format!("{:032x}", sum.finish_128())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state() -> State {
        State {
            notes: [("a".to_owned(), vec![1, 2, 3]), ("b".to_owned(), vec![])].into(),
            puzzle: "12345678".to_owned(),
            at_least: 77u32.into(),
            ..State::default()
        }
    }

    fn written() -> Vec<u8> {
        let mut bytes = Vec::new();
        let put = &mut |piece: &[u8]| bytes.write_all(piece);
        state().each_piece(put).unwrap();
        bytes
    }

    #[test]
    fn what_is_written_is_read() {
        let bytes = written();
        let (at_least, notes) = read(&bytes, "12345678").unwrap();
        assert_eq!((at_least, notes), (77u32.into(), state().notes));
        let other = read(&bytes, "87654321").unwrap_err();
        assert!(other.contains("another count"), "{other}");
    }

    #[test]
    fn whatever_is_changed_or_cut_is_noticed() {
        let bytes = written();
        for place in 0..bytes.len() {
            assert!(read(&bytes[..place], "12345678").is_err(), "cut at {place}");
            let mut changed = bytes.clone();
            changed[place] ^= 1;
            assert!(read(&changed, "12345678").is_err(), "changed at {place}");
        }
        let mut longer = bytes;
        longer.push(b'\n');
        assert!(read(&longer, "12345678").is_err());
    }

    #[test]
    fn what_is_said_is_no_guess_where_nothing_is_known() {
        let told = |share, seconds| told(share, Duration::from_secs(seconds));
        assert_eq!(told(0.001, 60), "0.1 % of the work is done");
        assert_eq!(
            told(0.5, 60),
            "50.0 % of the work is done, 60 s left at this rate"
        );
        assert!(told(0.1, 3600).ends_with("9 h left at this rate"));
    }
}
