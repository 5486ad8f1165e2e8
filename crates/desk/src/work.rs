//! Questions that are searched for: solve, count, check, possible, rate.

use crate::Desk;
use crate::card;
use crate::draw::{Easel, stand_out};
use crate::failure::Failure;
use crate::places;
use crate::question::Fields;
use crate::reply::Reply;
use serde_json::{Map, Value, json};
use tilewright::answer::{Answer, Found, Obstacle};
use tilewright::check::Clash;
use tilewright::explain::differences;
use tilewright::puzzles::Legend;
use tilewright::render::Emphasis;
use tilewright::words::told_differences;
use tilewright::{Asked, Choice, Existence, Puzzle};

impl Desk<'_> {
    /// Answers `solve`.
    pub(crate) fn solve(&self, question: Fields<'_>) -> Result<Reply, Failure> {
        let puzzle = question.puzzle(&self.caps.families)?;
        let easel = Easel::of(question)?;
        let first = self.solver(question.limits()?).first(&*puzzle)?;
        let found = Found::Solve {
            solution: None,
            solutions: None,
        };
        let mut reply = Reply::of(Answer::new(first.status(), first.end, found));
        let Some(solution) = first.solution else {
            return Ok(reply);
        };
        let picture = card::picture(&*puzzle.fill(&solution))?;
        let filling = places::filling(&*puzzle, picture.cell_count(), &solution);
        // A caller who did not ask for a drawing has the values, and can ask for any drawing of them.
        if filling.is_none() || easel.is_asked_for() {
            reply.add("svg", easel.drawn(&picture));
        }
        if let Some((key, filling)) = filling {
            reply.add(key, filling);
        }
        Ok(reply)
    }

    /// Answers `count`.
    pub(crate) fn count(&self, question: Fields<'_>) -> Result<Reply, Failure> {
        let puzzle = question.puzzle(&self.caps.families)?;
        let progress = self.progress();
        let solver = self.solver_with(question.limits()?, &progress);
        let count = solver.notebook(progress).count(&*puzzle)?;
        Ok(Reply::of(Answer::counted(&count)))
    }

    /// Answers `check`.
    pub(crate) fn check(&self, question: Fields<'_>) -> Result<Reply, Failure> {
        let puzzle = question.puzzle(&self.caps.families)?;
        let easel = Easel::of(question)?;
        let solver = self.solver(question.limits()?);
        check(&*puzzle, &mut solver.ask(&*puzzle)?, &easel)
    }

    /// Answers `possible`.
    pub(crate) fn possible(&self, question: Fields<'_>) -> Result<Value, Failure> {
        let puzzle = question.puzzle(&self.caps.families)?;
        let cell_count = card::cell_count(&*puzzle)?;
        let solver = self.solver(question.limits()?);
        let possible = solver.ask(&*puzzle)?.possible();
        let mut answer = json!({
            "is_exact": possible.is_exact(),
            "end": possible.end.word(),
        });
        if let Legend::Values(_) = puzzle.legend() {
            answer["marks"] = json!(places::marks(&*puzzle, cell_count, &possible.choices));
        } else {
            answer["boxes"] = json!(places::boxes(&*puzzle, &possible.choices));
        }
        Ok(answer)
    }

    /// Answers `rate`.
    pub(crate) fn rate(&self, question: Fields<'_>) -> Result<Reply, Failure> {
        let puzzle = question.puzzle(&self.caps.families)?;
        let solver = self.solver(question.limits()?);
        let rated = solver.ask(&*puzzle)?.rate();
        Ok(Reply::of(Answer::rated(&rated, None)))
    }
}

/// A verdict in words, with the cells that it is about.
fn check(puzzle: &dyn Puzzle, asked: &mut Asked, easel: &Easel) -> Result<Reply, Failure> {
    let mut verdict = Judged::default();
    if let Some(contradiction) = asked.contradiction() {
        let wrong = asked.model().clashing(&puzzle.givens());
        verdict.wrong = places::cells(puzzle, &wrong);
        verdict.message = contradiction.to_string();
        verdict.obstacle.contradiction = Some(contradiction.to_string());
        return Ok(verdict.reply(&Existence::None, asked.is_full()));
    }
    let existence = asked.existence();
    match &existence {
        Existence::None => {
            let clash = asked.clash();
            verdict.message = no_solution(clash.as_ref());
            if let Some(clash) = clash {
                verdict.wrong.extend(places::cells(puzzle, &clash.clues));
                for &item in &clash.items {
                    let cells = places::cells_of_item(puzzle, asked.model(), item);
                    verdict.wrong.extend(cells);
                }
                verdict.obstacle = Obstacle::of_clash(clash);
            }
            verdict.wrong.sort_unstable();
            verdict.wrong.dedup();
        }
        Existence::Unique(one) => {
            "there is one solution".clone_into(&mut verdict.message);
            verdict.solutions = vec![shown(puzzle, one, &[], easel)?];
        }
        Existence::Several(one, other) => {
            let differ = differences(asked.model(), one, other);
            verdict.message = several_solutions(puzzle, &differ);
            let choices: Vec<Choice> = differ.iter().flat_map(|&(a, b)| [a, b]).collect();
            verdict.differs = places::cells(puzzle, &choices);
            let shown = |solution| shown(puzzle, solution, &verdict.differs, easel);
            verdict.solutions = vec![shown(one)?, shown(other)?];
            verdict.obstacle = Obstacle::between(puzzle, &differ);
        }
        Existence::Unknown { found, end } => {
            let known = match found {
                Some(_) => "there is a solution; whether there is another is not known",
                None => "whether there is a solution is not known",
            };
            verdict.message = format!("{known} ({end})");
            let found = found.iter().map(|one| shown(puzzle, one, &[], easel));
            verdict.solutions = found.collect::<Result<_, _>>()?;
        }
    }
    Ok(verdict.reply(&existence, asked.is_full()))
}

/// "there is no solution: these clues cannot all hold: …".
pub(crate) fn no_solution(clash: Option<&Clash>) -> String {
    let why = clash.map_or_else(String::new, |clash| format!(": {clash}"));
    format!("there is no solution{why}")
}

/// "there are several solutions: two of them differ at …".
pub(crate) fn several_solutions(puzzle: &dyn Puzzle, differ: &[(Choice, Choice)]) -> String {
    let told = told_differences(puzzle, differ);
    format!("there are several solutions: two of them {told}")
}

/// The answer to `check`, beside the word for it.
#[derive(Default)]
struct Judged {
    message: String,
    wrong: Vec<usize>,
    differs: Vec<usize>,
    solutions: Vec<Map<String, Value>>,
    obstacle: Obstacle,
}

impl Judged {
    fn reply(self, existence: &Existence, is_complete: bool) -> Reply {
        let mut answer = Answer::existing(existence, is_complete);
        answer.obstacle = self.obstacle;
        Reply::of(answer)
            .with("message", self.message)
            .with("wrong", self.wrong)
            .with("differs", self.differs)
            .with("solutions", self.solutions)
    }
}

/// A solution as a drawing and cell by cell.
fn shown(
    puzzle: &dyn Puzzle,
    solution: &[Choice],
    differs: &[usize],
    easel: &Easel,
) -> Result<Map<String, Value>, Failure> {
    let mut picture = card::picture(&*puzzle.fill(solution))?;
    stand_out(&mut picture, differs, Emphasis::Differs);
    let filling = places::filling(puzzle, picture.cell_count(), solution);
    let mut shown = Map::new();
    shown.insert("svg".into(), json!(easel.drawn(&picture)));
    shown.extend(filling.map(|(key, filling)| (key.into(), filling)));
    Ok(shown)
}
