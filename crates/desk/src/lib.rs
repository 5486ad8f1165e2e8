//! Questions and answers as JSON: the page's side of Tilewright.
//!
//! The page speaks one language, whether Tilewright runs in the browser as WebAssembly or behind
//! `tilewright serve`: a question is a JSON object with a word under `"do"`, an answer is a JSON
//! object, and on the way there may be news, JSON objects too. Nothing is kept between two
//! questions: each carries its puzzle as text.
//!
//! # Cards
//!
//! A puzzle is handed out as a **card**:
//!
//! | key | what it is |
//! | --- | --- |
//! | `text`, `as` | the puzzle written so that nothing is lost, and how (`"sudoku:json"`); a question carries both back under `"puzzle"`: `{"text": …, "as": …}` (`as` may be left out: by its looks) |
//! | `family` | `"sudoku"` |
//! | `title` | what it is in a few words: "Sudoku 9×9, 24 clues" |
//! | `cells` | the number of cells of its picture, with its edges and corners where something lies there (they come after the cells: those above each row, those left of each column, the corners); 0 where it is words alone |
//! | `rows`, `columns`, `layers` | how they are laid out |
//! | `sides` | for a board in space the number of cells along each axis: along a row, along a column, from layer to layer; else `null` |
//! | `legend` | what a player enters: `null`, `{"values": [{"name": "1", "svg": null}, …]}` or `{"numbers": 81}` (the largest); a value with `"nothing": true` need not be entered |
//! | `clue_legend` | what a setter puts into a cell, in the same form |
//! | `slots` | for each cell, edge and corner the places in `legend` of the values that it takes, an empty list where nothing is entered; `null` where all cells take all values |
//! | `places` | whether a choice is one value of one cell (`"value"`: Sudoku, tiles), a box of cells (`"box"`: Shikaku) or neither (`"none"`) |
//! | `clues` | for each cell what is given there, as a word, or `null` |
//! | `formats` | what it can be written as: `[{"name": "line", "about": …}, …]` |
//!
//! # Questions
//!
//! | `do` | with | reply |
//! | --- | --- | --- |
//! | `hello` | | `version`, `families`: `[{name, about, formats: [{name, about, reads, writes, is_line}], boards: [{name, example}]}]`, `generators`: `[{name, example, levels: […], symmetries: […]}]`, `sizes`: the usual ones of each kind, `{"sudoku": [{size: "3,3", name: "9×9"}, …]}`, `sizing`: how a size of each kind is typed, in sentences, `symmetries`: words, `style`: CSS for the classes of in-page drawings, light and dark |
//! | `read` | `text`, `as`? | `card`, `remark`?: what is to be said about how it was understood |
//! | `board` | `kind`, `size`: `9x9` (the usual boxes), `3,3` (these boxes), `4x5` rows and columns of tiles | `card`, `remark`? |
//! | `edit` | `puzzle`, `set`: `[{"cell": 4, "value": "5" or null}]` | `card` |
//! | `draw` | `puzzle`, `look`? | `svg` |
//! | `solve` | `puzzle`, `look`?, `theme`?, `limits`? | `answer`; where it is solved, `values` or `boxes` if the board has a place for them; `svg` if it has none, or if there is a `look` or a `theme` |
//! | `count` | `puzzle`, `limits`? | `answer` |
//! | `check` | `puzzle`, `look`?, `limits`? | `answer` (without the texts of solutions and the clues that could go), `message`, `wrong`: cells of clues that contradict each other, `differs`: cells, `solutions`: up to two, `[{svg, values or boxes}]` |
//! | `possible` | `puzzle`, `limits`? | the true candidates: `marks`: for each cell the slots that some solution uses (or `boxes`), `is_exact`, `end` |
//! | `notes` | `puzzle`, `play`? | what clues and entries leave by the rules alone, without what was struck out: `marks`, for each open cell its slots |
//! | `sight` | `puzzle`, `limits`? | `groups`: lists of cells in which no value comes twice; `each`: how often each value of the legend comes in every solution, or `null` |
//! | `hint` | `puzzle`, `play`?, `look`?, `theme`?, `manner`?, `limits`? | `answer`; with its `step` go `svg`, `set`: `[{cell, value}]`, `strike`: `[{cell, slot}]` (or `boxes`, `struck`: lists of cells) and `left`: `[{cell, slots}]`, what the cells of `strike` have left then; the step's `removed_choices` are for `play.struck`. Without a step, `wrong`: cells that are wrong, `svg` |
//! | `explain` | `puzzle`, `play`?, `manner`?: `{"search", "unique", "nested"}`, `draw`?, `look`?, `theme`?, `limits`? | news: `{number, step, svg, set, strike}` for each step, numbered from 1; reply: `answer` (without the steps), `message`, `steps`: their number, `wrong`? |
//! | `rate` | `puzzle`, `limits`? | `answer` |
//! | `generate` | `kind`, `size`, `level`?, `symmetry`?, `minimal`?, `seed`?, `limits`? | `answer`, `card` (of the nearest puzzle that was found, where the request was missed), `claim`?: which clues are proved to be needed, in a sentence |
//! | `convert` | `puzzle`, `to` | `text` |
//! | `render` | `puzzle`, `look`?, `theme`? (`"light"`, `"dark"`) | `svg`: a file of its own |
//! | `judge` | `puzzle`, `play`, `limits`? | what a player has done so far: `is_complete`, `is_right` (`null` while incomplete), `wrong`: cells of entries that contradict the rules, `mistakes`: cells of entries that differ from the solution where it is unique and was found in time (else `null`), never one of a clue; `message`: how much of that is wrong, in words ("2 rectangles are wrong"), that there is no solution, or `null` |
//! | `share` | `puzzle`, `play`? | `link`: the part of an address after `#` |
//! | `open` | `link` | `card`, `play`? |
//!
//! `values` are a word or `null` for each cell, `boxes` lists of cells, `marks` lists of slots for
//! each cell, `end` is `"complete"`, `"limit"`, `"time"`, `"nodes"`, `"memory"` or `"interrupted"`.
//!
//! Every reply has `v`, the version of its keys. An `answer` is an object as the command's `--json` writes it
//! ([`tilewright::answer::Answer`], docs/json.md); a `step` is one of its steps.
//!
//! `play` is a player's entries: `{"values": {"4": "5"}, "notes": {"7": [0, 2]}, "boxes": [[0, 1, 9, 10]], "struck":
//! [81]}`, by cells; notes are slots, and `struck` lists the numbers of choices that hints have ruled out. A hint
//! continues from values, boxes and struck choices, an explanation from values and boxes.
//!
//! `look` says how a board is drawn: `{"view": "layers" or "solid", "across": 0, "down": 1, "turn": [yaw, pitch],
//! "marks": "none", "clues" (the candidates that the clues and entries leave) or a list of slots for each cell,
//! "play": …, "wrong": […], "differs": […], "picked": […], "width": 800, "in_row":
//! 4}`; all may be left out. `across` and `down` are the axes that a layer shows, angles are in radians, `width` is
//! the room for layers side by side, where a cell is about 40 wide, `in_row` is the number of them in a row whatever
//! their cells hold. `draw` and `render` know all of it, other questions the view, the width and the row.
//!
//! With a `theme` (`"light"`, `"dark"`) the drawings of an answer are files of their own.
//!
//! In the drawing of a page each cell's ground has `data-cell="number"`; colours are classes.
//!
//! `draw` of `explain` is `"all"` (the default), `"none"`, or the number of the one step to report and draw. Later
//! steps of a very long explanation come without a drawing (`null`): they can be asked for one by one.
//!
//! `limits` are `{"seconds": 10, "nodes": 100000}`; without them an answer takes 10 seconds at most.
//!
//! # News
//!
//! Besides the steps of `explain`, long work reports its progress a few times a second:
//! `{"progress": {"seconds": 1.5, "nodes": 12000, "found": 3}}` (of all searches so far), and of a count `share`,
//! from 0 to 1, if it is known.
//!
//! # Errors
//!
//! Anything that goes wrong is `{"error": {"message", "hint"?, "line"?, "column"?}}`. If the model of a puzzle is too
//! large, or is not there in time, a question with an `answer` has one without an `op`, and nothing beside it.
//!
//! # From outside
//!
//! ```
//! use tilewright_desk::{Caps, News, ask};
//!
//! let question = r#"{"do": "count", "puzzle": {"text": "1...............", "as": "sudoku:line"}}"#;
//! let answer = ask(question, &News::unheard(), &Caps::default());
//! let counted = r#"{"status":"several","end":"complete","op":"count","count":"72"}"#;
//! assert_eq!(answer, format!(r#"{{"v":1,"answer":{counted}}}"#));
//! ```

mod card;
mod draw;
mod failure;
mod hello;
mod link;
mod make;
mod places;
mod play;
mod progress;
mod question;
mod reply;
mod sight;
mod teach;
mod work;

pub use failure::failure;

use failure::Failure;
use progress::Progress;
use question::{Fields, Limits};
use reply::Reply;
use serde::Serialize;
use serde_json::Value;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tilewright::Solver;
use tilewright::answer::json;
use tilewright::puzzles::Families;

/// The most bytes of a question.
pub const MOST_BYTES: usize = 1 << 20;

/// The default limits of a question.
const USUAL_TIME: Duration = Duration::from_secs(10);

/// The largest cost of an answer, whatever the question says.
#[derive(Clone, Debug)]
pub struct Caps {
    /// The most time that a question may ask for.
    pub time: Duration,
    /// Bytes of memory for a model and a search together.
    pub memory: u64,
    /// Threads of a search.
    pub threads: usize,
    /// Set from another thread to stop the work: the answer then says that it was stopped.
    pub stop: Option<Arc<AtomicBool>>,
    /// The solver within those limits: a paranoid one, say.
    pub solver: Solver,
    /// The families whose puzzles are read and made.
    pub families: Families,
}

impl Default for Caps {
    /// An hour, 512 MiB, one thread.
    fn default() -> Self {
        Self {
            time: Duration::from_hours(1),
            memory: 512 << 20,
            threads: 1,
            stop: None,
            solver: Solver::new(),
            families: Families::default(),
        }
    }
}

/// Receives the news, JSON objects, on the way to an answer.
///
/// The desk reports the steps of an explanation; a search, which may be on a thread of its own, reports progress. So
/// the listener is shared and may be called from any thread.
#[derive(Clone)]
pub struct News(Arc<dyn Fn(&str) + Send + Sync>);

impl News {
    /// Told to this listener.
    pub fn to(listener: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self(Arc::new(listener))
    }

    /// A listener that drops all news.
    pub fn unheard() -> Self {
        Self::to(|_| ())
    }

    /// Passes on what is JSON already.
    pub fn pass(&self, news: &str) {
        (self.0)(news);
    }

    fn tell(&self, news: &impl Serialize) {
        self.pass(&json(news));
    }
}

impl fmt::Debug for News {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("News")
    }
}

/// Answers a question; both are JSON. Whatever the question is, the answer is an object, if only one with an error.
pub fn ask(question: &str, news: &News, caps: &Caps) -> String {
    let desk = Desk { news, caps };
    let reply = desk.reply(question);
    json(&reply.unwrap_or_else(|failure| failure.answer().into()))
}

/// The time that a question may take: as much as it asks for, and no more than the caps allow. For a caller that ends
/// questions by force.
pub fn time_of(question: &str, caps: &Caps) -> Duration {
    if question.len() > MOST_BYTES {
        return caps.time;
    }
    let question: Option<Value> = serde_json::from_str(question).ok();
    let limits = question
        .as_ref()
        .and_then(|question| Fields::of(question, "the question").ok())
        .and_then(|question| question.limits().ok());
    limits.unwrap_or_default().within(caps)
}

/// The desk that answers questions.
struct Desk<'d> {
    news: &'d News,
    caps: &'d Caps,
}

impl Desk<'_> {
    fn reply(&self, question: &str) -> Result<Reply, Failure> {
        if question.len() > MOST_BYTES {
            return Err(Failure::new(format!(
                "the question has {} bytes; at most {MOST_BYTES} are read",
                question.len()
            )));
        }
        let question: Value = serde_json::from_str(question)
            .map_err(|error| Failure::new(format!("the question is not JSON: {error}")))?;
        let question = Fields::of(&question, "the question")?;
        let reply = match question.text("do")? {
            "generate" => self.generate(question),
            "solve" => self.solve(question),
            "count" => self.count(question),
            "check" => self.check(question),
            "rate" => self.rate(question),
            "hint" => self.hint(question),
            "explain" => self.explain(question),
            other => return self.shown(other, question).map(Reply::from),
        };
        reply.or_else(Failure::reply)
    }

    /// Replies to questions about the page's display, which have no answer of their own.
    fn shown(&self, word: &str, question: Fields<'_>) -> Result<Value, Failure> {
        match word {
            "hello" => Ok(hello::hello(&self.caps.families)),
            "read" => card::read(question, &self.caps.families),
            "board" => make::board(question, &self.caps.families),
            "edit" => make::edit(question, &self.caps.families),
            "convert" => self.convert(question),
            "draw" => self.draw(question),
            "render" => self.render(question),
            "possible" => self.possible(question),
            "judge" => self.judge(question),
            "notes" => self.notes(question),
            "sight" => self.sight(question),
            "share" => link::share(question, &self.caps.families),
            "open" => link::open(question, &self.caps.families),
            other => Err(Failure::new(format!(
                "there is no question called {:?}",
                question::quoted(other)
            ))),
        }
    }

    /// The time that the answer may take.
    fn time(&self, limits: Limits) -> Duration {
        limits.within(self.caps)
    }

    /// A solver within the limits of the question and of the caller, which reports its progress.
    fn solver(&self, limits: Limits) -> Solver {
        self.solver_with(limits, &self.progress())
    }

    fn solver_with(&self, limits: Limits, progress: &Arc<Progress>) -> Solver {
        let mut solver = (self.caps.solver.clone())
            .threads(self.caps.threads)
            .memory(self.caps.memory)
            .time(self.time(limits))
            .pulse(progress.pulse());
        if let Some(nodes) = limits.nodes {
            solver = solver.nodes(nodes);
        }
        if let Some(stop) = &self.caps.stop {
            solver = solver.stop(Arc::clone(stop));
        }
        solver
    }
}
