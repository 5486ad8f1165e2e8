//! Questions that are searched for: solve, count, check, possible, rate.

use crate::Desk;
use crate::card;
use crate::draw::{Easel, stand_out};
use crate::failure::Failure;
use crate::places;
use crate::question::Fields;
use serde_json::{Map, Value, json};
use tilewright::puzzles::Legend;
use tilewright::render::Emphasis;
use tilewright::scales::{hodoku, se};
use tilewright::{
    Asked, Choice, End, Existence, First, Puzzle, Rated, Rating, Refusal, Status, differences,
    told_differences,
};

impl Desk<'_> {
    /// Answers `solve`.
    pub(crate) fn solve(&self, question: Fields<'_>) -> Result<Value, Failure> {
        let puzzle = question.puzzle()?;
        let easel = Easel::of(question)?;
        let answer = self.solver(question.limits()?).first(&*puzzle)?;
        let end = answer.end.word();
        let First {
            solution: Some(solution),
            ..
        } = answer
        else {
            let status = if answer.is_unsolvable() {
                Status::Unsolvable
            } else {
                Status::Stopped
            };
            return Ok(json!({ "status": status.word(), "end": end }));
        };
        let picture = card::picture(&*puzzle.fill(&solution))?;
        let filling = places::filling(&*puzzle, picture.cell_count(), &solution);
        let mut answer = json!({ "status": Status::Solved.word(), "end": end });
        // A caller that has the values can ask for any drawing of them.
        if filling.is_none() || easel.is_for_a_file() {
            answer["svg"] = json!(easel.drawn(&picture));
        }
        if let Some((key, filling)) = filling {
            answer[key] = filling;
        }
        Ok(answer)
    }

    /// Answers `count`.
    pub(crate) fn count(&self, question: Fields<'_>) -> Result<Value, Failure> {
        let puzzle = question.puzzle()?;
        let progress = self.progress();
        let solver = self.solver_with(question.limits()?, &progress);
        let count = match solver.notebook(progress).count(&*puzzle) {
            // Nothing was counted before the model was there.
            Err(Refusal::Stopped(end)) => {
                return Ok(json!({ "number": "0", "is_exact": false, "end": end.word() }));
            }
            counted => counted?,
        };
        Ok(json!({
            "number": count.number.to_string(),
            "is_exact": count.is_exact(),
            "end": count.end.word(),
        }))
    }

    /// Answers `check`.
    pub(crate) fn check(&self, question: Fields<'_>) -> Result<Value, Failure> {
        let puzzle = question.puzzle()?;
        let easel = Easel::of(question)?;
        let solver = self.solver(question.limits()?);
        check(&*puzzle, &mut solver.ask(&*puzzle)?, &easel)
    }

    /// Answers `possible`.
    pub(crate) fn possible(&self, question: Fields<'_>) -> Result<Value, Failure> {
        let puzzle = question.puzzle()?;
        let cell_count = card::picture(&*puzzle)?.cell_count();
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
    pub(crate) fn rate(&self, question: Fields<'_>) -> Result<Value, Failure> {
        let puzzle = question.puzzle()?;
        let solver = self.solver(question.limits()?);
        let rated = solver.ask(&*puzzle)?.rate();
        let (rating, end) = match &rated {
            Rated::Unique(rating) => (Some(rating), End::Complete),
            Rated::Stopped(end) => (None, *end),
            Rated::Unsolvable | Rated::Several => (None, End::Complete),
        };
        Ok(rating_object(rated.status(), rating, end))
    }
}

fn check(puzzle: &dyn Puzzle, asked: &mut Asked, easel: &Easel) -> Result<Value, Failure> {
    let verdict = |status: Status, message: String, wrong: Vec<usize>| {
        json!({
            "status": status.word(),
            "message": message,
            "wrong": wrong,
            "differs": [],
            "solutions": [],
        })
    };
    if let Some(contradiction) = asked.contradiction() {
        let wrong = asked.model().clashing(&puzzle.givens());
        let wrong = places::cells(puzzle, &wrong);
        let message = contradiction.to_string();
        return Ok(verdict(Status::Unsolvable, message, wrong));
    }
    let existence = asked.existence();
    let status = existence.status();
    match existence {
        Existence::None => {
            let clash = asked.clash();
            let message = clash.as_ref().map_or_else(
                || "there is no solution".to_owned(),
                |clash| format!("there is no solution: {clash}"),
            );
            let mut wrong = Vec::new();
            if let Some(clash) = clash {
                wrong.extend(places::cells(puzzle, &clash.clues));
                for item in clash.items {
                    wrong.extend(places::cells_of_item(puzzle, asked.model(), item));
                }
            }
            wrong.sort_unstable();
            wrong.dedup();
            Ok(verdict(status, message, wrong))
        }
        Existence::Unique(one) => {
            let mut answer = verdict(status, "there is one solution".into(), Vec::new());
            answer["solutions"] = json!([shown(puzzle, &one, &[], easel)?]);
            Ok(answer)
        }
        Existence::Several(one, other) => {
            let differ = differences(asked.model(), &one, &other);
            let told = told_differences(puzzle, &differ);
            let message = format!("there are several solutions: two of them {told}");
            let choices: Vec<Choice> = differ.iter().flat_map(|&(a, b)| [a, b]).collect();
            let differs = places::cells(puzzle, &choices);
            let mut answer = verdict(status, message, Vec::new());
            answer["solutions"] = json!([
                shown(puzzle, &one, &differs, easel)?,
                shown(puzzle, &other, &differs, easel)?,
            ]);
            answer["differs"] = json!(differs);
            Ok(answer)
        }
        Existence::Unknown { found, end } => {
            let known = match found {
                Some(_) => "there is a solution; whether there is another is not known",
                None => "whether there is a solution is not known",
            };
            let mut answer = verdict(status, format!("{known} ({end})"), Vec::new());
            let found = found.iter().map(|one| shown(puzzle, one, &[], easel));
            answer["solutions"] = json!(found.collect::<Result<Vec<_>, _>>()?);
            Ok(answer)
        }
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

fn rating_object(status: Status, rating: Option<&Rating>, end: End) -> Value {
    let nine = rating.and_then(|rating| rating.nine.as_ref());
    let techniques: Vec<Value> = rating
        .iter()
        .flat_map(|rating| rating.techniques.iter())
        .map(|(name, count)| json!({ "name": name, "count": count }))
        .collect();
    json!({
        "status": status.word(),
        "end": end.word(),
        "grade": rating.and_then(Rating::grade).map(|grade| grade.to_string()),
        "difficulty": rating.and_then(|rating| rating.difficulty).map(two_places),
        "hardest": rating.and_then(|rating| rating.hardest.clone()),
        "se": nine.and_then(|nine| nine.se.as_ref().ok()).map(of_se),
        "hodoku": nine.map(|nine| of_hodoku(&nine.hodoku)),
        "techniques": techniques,
    })
}

fn of_se(rating: &se::Rating) -> f64 {
    f64::from(rating.er) / 10.0
}

fn of_hodoku(rating: &hodoku::Rating) -> Value {
    json!({ "level": rating.level.name(), "score": rating.score })
}

fn two_places(difficulty: f64) -> f64 {
    (difficulty * 100.0).round() / 100.0
}
