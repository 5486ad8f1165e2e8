//! `tilewright render`: puzzles, solutions, candidates and steps as SVG, PNG or PDF.
//!
//! Each puzzle becomes leaves (a picture laid out, with words), and a [`Press`] prints leaves: into a file of its own
//! each, or into the pages of a PDF. Files get their names when all of them are there, so existing files stay whole
//! if anything goes wrong on the way.

use crate::args::{self, PictureKind};
use crate::exit::Exit;
use crate::failure::{Failure, Trouble};
use crate::limits;
use crate::line::Line;
use crate::outlet;
use crate::press::{Leaf, Press};
use crate::reasons;
use crate::run::{Asker, Entry, Setting, Style, Work};
use crate::talk;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use tilewright::explain::{Event, Outcome};
use tilewright::puzzles::Puzzle;
use tilewright::render::Picture;
use tilewright::render::layout::{Look, View, lay_out};
use tilewright::render::scene::Scene;
use tilewright::{Asked, End, First, Rated, Refusal, Solver};

/// Draws the named puzzles.
pub(crate) fn run(args: &args::Render) -> Result<Exit, Trouble> {
    let search = args.pace.search();
    let mut setting = Setting::searching(&args.input, &search);
    let asker = Asker::new(&setting, &search)?;
    let kind = kind(args)?;
    refuse_what_is_for_others(args, kind)?;
    let is_numbered = args.steps || setting.source_count() > 1;
    // Pictures are numbered in the order in which they come.
    setting.threads = 1;
    let work = Arc::new(Render {
        asker,
        what: What::of(args),
        look: look(args),
        answers: Answers::of(args, kind),
        difficulty: args.difficulty,
        is_numbered,
        done: Mutex::new(Done {
            press: Some(Press::new(args, kind)?),
            puzzles: 0,
            has_failed: false,
            is_cut_short: false,
        }),
    });
    let shared: Arc<dyn Work> = Arc::clone(&work) as Arc<dyn Work>;
    let exit = setting.run_into(&shared, &mut io::sink())?;
    let (press, is_cut_short) = {
        let mut done = work.done();
        let press = done.press.take().expect("it is taken once");
        (press, done.is_cut_short)
    };
    if exit == Exit::Bad {
        press.discard();
        return Ok(exit);
    }
    let is_begun = press.printed() > 0;
    if is_cut_short {
        press.discard();
    } else if press.finish(&setting.interrupt)? {
        return Ok(exit);
    }
    if is_begun {
        talk::say("nothing was written, for the pictures are not complete");
    }
    Ok(exit.and(Exit::Stopped))
}

/// The kind that the name of the file implies, unless the command line names one.
fn kind(args: &args::Render) -> Result<PictureKind, Failure> {
    if let Some(kind) = args.to {
        return Ok(kind);
    }
    let hint = "the name decides, as in -o out.svg, or --to svg, --to png, --to pdf";
    let Some(name) = outlet::file(args.output.as_deref()) else {
        return Err(Failure::new("the kind of picture is missing: SVG, PNG or PDF").hint(hint));
    };
    PictureKind::of(name).ok_or_else(|| {
        let message = "this name has no ending of a picture; expected .svg, .png or .pdf";
        Failure::new(message).file(name).hint(hint)
    })
}

/// Options that would do nothing are refused.
fn refuse_what_is_for_others(args: &args::Render, kind: PictureKind) -> Result<(), Failure> {
    let only = |is_there: bool, option: &str, of: PictureKind, name: &str| {
        if is_there && kind != of {
            return Err(Failure::new(format!("{option} is for {name} alone")));
        }
        Ok(())
    };
    only(args.scale.is_some(), "--scale", PictureKind::Png, "PNG")?;
    for (is_there, option) in [
        (args.paper.is_some(), "--paper"),
        (args.per_page.is_some(), "--per-page"),
        (args.answers, "--answers"),
        (args.no_answers, "--no-answers"),
        (args.difficulty, "--difficulty"),
        (args.title.is_some(), "--title"),
    ] {
        only(is_there, option, PictureKind::Pdf, "PDF")?;
    }
    Ok(())
}

/// The view of boards in space.
fn look(args: &args::Render) -> Look {
    let usual = Look::default();
    let view = match (args.solid, args.turn, args.slice) {
        (true, Some((yaw, pitch)), _) => View::Solid {
            yaw: yaw.to_radians(),
            pitch: pitch.to_radians(),
        },
        (true, None, _) => View::isometric(),
        (false, _, Some((across, down))) => View::Layers {
            across: across - 1,
            down: down - 1,
        },
        (false, _, None) => usual.view,
    };
    Look { view, ..usual }
}

/// The parts of a puzzle that are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Puzzle,
    Solution,
    Candidates,
    /// All steps, or this one.
    Steps(Option<u64>),
}

impl What {
    fn of(args: &args::Render) -> Self {
        match args.step {
            Some(_) => Self::Steps(args.step),
            None if args.solution => Self::Solution,
            None if args.candidates => Self::Candidates,
            None if args.steps => Self::Steps(None),
            None => Self::Puzzle,
        }
    }
}

/// The puzzles that get an answer at the back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answers {
    Never,
    /// Those of a file with several.
    OfSeveral,
    Always,
}

impl Answers {
    fn of(args: &args::Render, kind: PictureKind) -> Self {
        let is_book = kind == PictureKind::Pdf && What::of(args) == What::Puzzle;
        match (args.answers, args.no_answers) {
            (true, _) if is_book => Self::Always,
            (_, false) if is_book => Self::OfSeveral,
            _ => Self::Never,
        }
    }
}

struct Render {
    asker: Asker,
    what: What,
    look: Look,
    answers: Answers,
    difficulty: bool,
    /// True if pictures are numbered in any case.
    is_numbered: bool,
    done: Mutex<Done>,
}

struct Done {
    /// `None` once it is finished.
    press: Option<Press>,
    puzzles: u64,
    /// Something is wrong, so nothing will be written.
    has_failed: bool,
    /// A picture is missing, for the search for it was stopped: nothing will be written either.
    is_cut_short: bool,
}

/// A puzzle that is wanted with its solution may have none.
enum Solved {
    Yes(Box<dyn Puzzle>),
    No(String, Exit),
}

impl Render {
    fn done(&self) -> std::sync::MutexGuard<'_, Done> {
        self.done.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns true if the puzzle is one of several, whose pictures have numbers.
    fn is_one_of_several(&self, entry: &Entry) -> bool {
        self.is_numbered || entry.line.is_some()
    }

    fn print(&self, leaf: &Leaf, is_one_of_several: bool) -> Result<(), Trouble> {
        let mut done = self.done();
        let press = done.press.as_mut().expect("it is not finished yet");
        press.print(leaf, is_one_of_several)
    }

    fn has_failed(&self) -> bool {
        self.done().has_failed
    }

    fn scene(&self, picture: &Picture) -> Result<Scene, Failure> {
        let axes = picture.space.as_ref().map_or(2, |space| space.sides.len());
        match self.look.view {
            View::Layers { across, down } if across.max(down) >= axes => {
                let message = format!("this board has {axes} axes, and --slice names another one");
                return Err(Failure::new(message));
            }
            _ => {}
        }
        Ok(well_shaped(picture, &self.look))
    }

    /// Draws the wanted pictures of one puzzle.
    fn draw(&self, entry: &Entry) -> Result<Exit, Trouble> {
        let puzzle = &*entry.puzzle;
        let is_one_of_several = self.is_one_of_several(entry);
        let heading = self.heading(entry);
        let leaf = |picture: &Picture| {
            Ok::<_, Failure>(Leaf {
                scene: self.scene(picture)?,
                heading: heading.clone(),
                note: String::new(),
                text: String::new(),
            })
        };
        match self.what {
            What::Puzzle => {
                let leaf = leaf(&puzzle.picture())?;
                self.draw_puzzle(entry, leaf)
            }
            What::Solution => match self.solved(entry)? {
                Solved::Yes(solved) => {
                    self.print(&leaf(&solved.picture())?, is_one_of_several)?;
                    Ok(Exit::Yes)
                }
                Solved::No(why, exit) => {
                    talk::say(&format!("{}: {why}", place(entry)));
                    self.done().is_cut_short |= exit == Exit::Stopped;
                    Ok(exit)
                }
            },
            What::Candidates => self.asker.ask(entry, |asked| {
                refuse_too_many(asked)?;
                let marks = asked.pencil_marks().map_err(Refusal::Stopped);
                let leaf = leaf(&marks.map_err(|refusal| Failure::of_refusal(&refusal))?)?;
                self.print(&leaf, is_one_of_several)?;
                Ok(Exit::Yes)
            }),
            What::Steps(wanted) => self
                .asker
                .ask(entry, |asked| self.draw_steps(entry, asked, wanted)),
        }
    }

    /// "3. Sudoku", the number being the next one.
    fn heading(&self, entry: &Entry) -> String {
        let name = capitalised(&entry.puzzle.family().name);
        let mut done = self.done();
        done.puzzles += 1;
        if self.is_one_of_several(entry) {
            format!("{}. {name}", done.puzzles)
        } else {
            name
        }
    }

    /// A puzzle with its difficulty, and its answer at the back, as far as they are wanted.
    fn draw_puzzle(&self, entry: &Entry, mut leaf: Leaf) -> Result<Exit, Trouble> {
        let is_one_of_several = self.is_one_of_several(entry);
        let mut exit = Exit::Yes;
        if self.difficulty {
            let rated = self.asker.ask(entry, |asked| Ok(asked.rate()))?;
            if let Rated::Stopped(end) = &rated {
                let why = limits::why(*end);
                talk::say(&format!("{}: not rated ({why})", place(entry)));
                exit = Exit::Stopped;
            }
            leaf.note = told(&rated);
        }
        self.print(&leaf, is_one_of_several)?;
        let is_wanted = match self.answers {
            Answers::Never => false,
            Answers::OfSeveral => is_one_of_several,
            Answers::Always => true,
        };
        if !is_wanted {
            return Ok(exit);
        }
        leaf.note = String::new();
        let exit = exit.and(match self.solved(entry)? {
            Solved::Yes(solved) => {
                leaf.scene = self.scene(&solved.picture())?;
                Exit::Yes
            }
            Solved::No(why, exit) => {
                talk::say(&format!("{}: {why}", place(entry)));
                leaf.scene = Scene::default();
                leaf.text = why;
                exit
            }
        });
        let mut done = self.done();
        let press = done.press.as_mut().expect("it is not finished yet");
        press.print_answer(&leaf);
        Ok(exit)
    }

    /// The puzzle with its first solution.
    fn solved(&self, entry: &Entry) -> Result<Solved, Trouble> {
        let puzzle = &*entry.puzzle;
        if let Some(solution) = self.asker.solver_for(entry).built(puzzle) {
            return Ok(Solved::Yes(puzzle.fill(&solution)));
        }
        self.asker.ask(entry, |asked| {
            if let Some(contradiction) = asked.contradiction() {
                let why = format!("no solution: {contradiction}");
                return Ok(Solved::No(why, Exit::No));
            }
            Ok(match asked.first() {
                First {
                    solution: Some(solution),
                    ..
                } => Solved::Yes(puzzle.fill(&solution)),
                First {
                    end: End::Complete, ..
                } => Solved::No("no solution".to_owned(), Exit::No),
                First { end, .. } => {
                    let why = limits::why(end);
                    Solved::No(format!("no solution found so far ({why})"), Exit::Stopped)
                }
            })
        })
    }

    /// Every step of an explanation, or the one that is wanted.
    fn draw_steps(
        &self,
        entry: &Entry,
        asked: &mut Asked,
        wanted: Option<u64>,
    ) -> Result<Exit, Trouble> {
        let puzzle = &*entry.puzzle;
        refuse_too_many(asked)?;
        if let Some(contradiction) = asked.contradiction() {
            return Err(Failure::new(format!("no solution: {contradiction}")).into());
        }
        let is_one_of_several = wanted.is_none() || self.is_one_of_several(entry);
        let mut number = 0;
        let mut steps = asked.explain();
        for event in steps.by_ref() {
            let Event::Step(page) = event else { continue };
            number += 1;
            if wanted.is_some_and(|step| step != number) {
                continue;
            }
            let heading = format!("{number}. {}", capitalised(&page.telling.name));
            let sentence = reasons::sentence(&page.telling);
            let mut scene = self.scene(&puzzle.illustrate(&page.step, &page.before))?;
            scene.title = format!("{heading}: {sentence}");
            let leaf = Leaf {
                scene,
                heading,
                note: String::new(),
                text: format!("{}.", as_sentence(&sentence)),
            };
            self.print(&leaf, is_one_of_several)?;
        }
        let outcome = steps.outcome().expect("the steps have ended");
        if let Some(step) = wanted
            && step > number
        {
            let steps = talk::number_of(number, "step");
            let message = format!("there is no step {step}: logic finds {steps}");
            return Err(Failure::new(message).into());
        }
        if number == 0 && !matches!(outcome, Outcome::Stopped(_)) {
            return Err(Failure::new("logic finds no step to draw").into());
        }
        let place = place(entry);
        Ok(match outcome {
            _ if wanted.is_some() => Exit::Yes,
            Outcome::Solved { .. } => Exit::Yes,
            Outcome::Stuck => {
                talk::say(&format!("{place}: logic finds no more than these steps"));
                Exit::Stopped
            }
            Outcome::Contradiction(item) => {
                let item = puzzle.item_name(*item);
                talk::say(&format!("{place}: no solution: {item} has no choice left"));
                Exit::No
            }
            Outcome::Stopped(stopped) => {
                talk::say(&format!("{place}: there may be more steps ({stopped})"));
                self.done().is_cut_short = true;
                Exit::Stopped
            }
        })
    }
}

/// A picture of that many candidates would take gigabytes, and could not be read.
fn refuse_too_many(asked: &Asked) -> Result<(), Failure> {
    let choices = asked.model().choice_count();
    if choices <= MOST_CANDIDATES {
        return Ok(());
    }
    let message = format!("{choices} candidates are too many to draw; at most {MOST_CANDIDATES}");
    Err(Failure::new(message).hint("--solid and --solution draw boards of this size"))
}

/// The most candidates of a picture.
const MOST_CANDIDATES: usize = 1_000_000;

/// Many layers are not put into a column that no page can hold: they get more room side by side
/// until the picture is not much higher than wide.
fn well_shaped(picture: &Picture, look: &Look) -> Scene {
    let mut look = look.clone();
    let mut scene = lay_out(picture, &look);
    for _ in 0..MOST_ATTEMPTS {
        if picture.grids().nth(1).is_none() || scene.height <= HIGHEST * scene.width {
            break;
        }
        look.width *= 1.3;
        scene = lay_out(picture, &look);
    }
    scene
}

/// The height of a picture of many layers, in widths.
const HIGHEST: f64 = 1.6;
/// The number of times that a picture gets more room.
const MOST_ATTEMPTS: usize = 16;

/// The file of a puzzle, and its line where it has one.
fn place(entry: &Entry) -> String {
    match entry.line {
        Some(line) => format!("{}:{line}", entry.file),
        None => entry.file.to_string(),
    }
}

/// "Hard (4.2)"
fn told(rated: &Rated) -> String {
    let Rated::Unique(rating) = rated else {
        return String::new();
    };
    match (rating.grade(), rating.difficulty) {
        (Some(grade), Some(difficulty)) => {
            format!("{} ({difficulty:.1})", capitalised(&grade.to_string()))
        }
        _ => String::new(),
    }
}

/// With a capital letter, unless it begins with the name of a cell, such as r3c4.
fn as_sentence(words: &str) -> String {
    let first = words.split(' ').next().unwrap_or_default();
    if first.chars().all(char::is_alphabetic) {
        capitalised(words)
    } else {
        words.to_owned()
    }
}

fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

impl Work for Render {
    fn style(&self) -> Style {
        // The lines go nowhere.
        Style {
            is_silent: true,
            ..Style::of_lines(false)
        }
    }

    fn alone(&self, entry: &Entry, _: &mut dyn Write) -> Result<Exit, Trouble> {
        if self.has_failed() {
            return Ok(Exit::Bad);
        }
        self.draw(entry)
    }

    fn line(&self, _: &Solver, entry: &Entry) -> Result<Line, Failure> {
        let drawn = self.draw(entry);
        self.done().has_failed |= drawn.is_err();
        Ok(Line::Data(String::new(), drawn?))
    }

    /// Once something is wrong nothing more has to be read.
    fn is_done(&self) -> bool {
        self.has_failed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_begin_with_a_capital_letter_but_for_names_of_cells() {
        assert_eq!(as_sentence("in row 2 the 3 fits"), "In row 2 the 3 fits");
        assert_eq!(as_sentence("r3c4 can take"), "r3c4 can take");
        assert_eq!(as_sentence("(3,5,3) can take"), "(3,5,3) can take");
        assert_eq!(as_sentence(""), "");
    }
}
