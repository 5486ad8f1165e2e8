//! What explaining, hinting and rating have in common: steps as sentences and as JSON, and why a
//! puzzle has no solution, or more than one.

use crate::exit::Exit;
use crate::failure::{Failure, Trouble};
use crate::json::{Object, quoted};
use crate::limits;
use crate::run::Entry;
use crate::show::Show;
use crate::talk;
use std::io::Write;
use tilewright::logic::{Reason, Step};
use tilewright::puzzles::{Puzzle, Telling};
use tilewright::{
    Asked, Choice, Clash, End, Event, Existence, Manner, Page, Status, Techniques, differences,
    told_differences,
};

/// "in row 3 the 5 fits at r3c4 alone, so r3c4 = 5".
pub(crate) fn sentence(telling: &Telling) -> String {
    format!("{}, so {}", telling.because, telling.therefore)
}

/// How often each technique was used, as a JSON object.
pub(crate) fn techniques_object(techniques: &Techniques) -> String {
    let add = |object: Object, (name, count): (&str, usize)| object.plain(name, count);
    techniques.iter().fold(Object::new(), add).close()
}

/// A step as data.
pub(crate) fn step_object(puzzle: &dyn Puzzle, step: &Step, telling: &Telling) -> Object {
    let names = |choices: &[Choice]| -> Vec<String> {
        let name = |&choice: &Choice| quoted(&puzzle.choice_name(choice));
        choices.iter().map(name).collect()
    };
    Object::new()
        .text("technique", &telling.name)
        .text("look", &telling.place)
        .text("because", &telling.because)
        .text("therefore", &telling.therefore)
        .list("picked", &names(&step.picked))
        .list("removed", &names(&step.removed))
        .plain("reason", reason_object(&step.reason))
        .list("premises", &numbers(step.premises.iter().map(|c| c.0)))
        .list("picked_choices", &numbers(step.picked.iter().map(|c| c.0)))
        .list(
            "removed_choices",
            &numbers(step.removed.iter().map(|c| c.0)),
        )
}

fn numbers(ids: impl Iterator<Item = u32>) -> Vec<String> {
    ids.map(|id| id.to_string()).collect()
}

fn list(ids: impl Iterator<Item = u32>) -> String {
    format!("[{}]", numbers(ids).join(","))
}

/// Steps within a reason, in numbers alone.
fn bare_steps(steps: &[Step]) -> Vec<String> {
    let bare = |step: &Step| {
        Object::new()
            .plain("reason", reason_object(&step.reason))
            .list("picked_choices", &numbers(step.picked.iter().map(|c| c.0)))
            .list(
                "removed_choices",
                &numbers(step.removed.iter().map(|c| c.0)),
            )
            .close()
    };
    steps.iter().map(bare).collect()
}

/// Why a step holds, in the numbers of the model's items and choices.
fn reason_object(reason: &Reason) -> String {
    let object = Object::new();
    match reason {
        Reason::Single { item } => object.text("kind", "single").plain("item", item.0),
        Reason::Excluded { item } => object.text("kind", "excluded").plain("item", item.0),
        Reason::Sets {
            bases,
            covers,
            fins,
        } => object
            .text("kind", "sets")
            .list("bases", &numbers(bases.iter().map(|item| item.0)))
            .list("covers", &numbers(covers.iter().map(|item| item.0)))
            .list("fins", &numbers(fins.iter().map(|choice| choice.0))),
        Reason::Chain { choices, items } => object
            .text("kind", "chain")
            .list("choices", &numbers(choices.iter().map(|choice| choice.0)))
            .list("items", &numbers(items.iter().map(|item| item.0))),
        Reason::Links { nodes, links } => {
            let nodes = nodes
                .iter()
                .map(|node| list(node.iter().map(|choice| choice.0)));
            let links = links.iter().map(|link| {
                let bases = numbers(link.bases.iter().map(|item| item.0));
                let covers = numbers(link.covers.iter().map(|item| item.0));
                Object::new()
                    .list("bases", &bases)
                    .list("covers", &covers)
                    .close()
            });
            object
                .text("kind", "links")
                .list("nodes", &nodes.collect::<Vec<_>>())
                .list("links", &links.collect::<Vec<_>>())
        }
        Reason::Contradiction {
            assumed,
            steps,
            item,
        } => object
            .text("kind", "contradiction")
            .plain("assumed", assumed.0)
            .list("steps", &bare_steps(steps))
            .plain("item", item.0),
        Reason::Verity { item, branches } => {
            let branches = branches.iter().map(|branch| {
                let object = Object::new().plain("assumed", branch.assumed.0);
                object.list("steps", &bare_steps(&branch.steps)).close()
            });
            object
                .text("kind", "verity")
                .plain("item", item.0)
                .list("branches", &branches.collect::<Vec<_>>())
        }
        Reason::Exchange {
            items,
            one,
            other,
            extras,
            via,
        } => {
            let object = object
                .text("kind", "exchange")
                .list("items", &numbers(items.iter().map(|item| item.0)))
                .list("one", &numbers(one.iter().map(|choice| choice.0)))
                .list("other", &numbers(other.iter().map(|choice| choice.0)))
                .list("extras", &numbers(extras.iter().map(|choice| choice.0)));
            match via {
                Some(item) => object.plain("via", item.0),
                None => object,
            }
        }
        Reason::Pairs { extra } => object.text("kind", "pairs").plain("extra", extra.0),
    }
    .close()
}

/// An event of an explanation as data.
pub(crate) fn event_object(puzzle: &dyn Puzzle, event: &Event) -> String {
    match event {
        Event::Step(Page {
            step,
            telling,
            depth,
            ..
        }) => step_object(puzzle, step, telling).plain("assumptions", depth),
        Event::Assumed { choice, depth, .. } => Object::new()
            .text("assume", &puzzle.choice_name(*choice))
            .plain("choice", choice.0)
            .plain("assumptions", depth),
        Event::Refuted {
            choice,
            item,
            depth,
            ..
        } => Object::new()
            .text("refuted", &puzzle.choice_name(*choice))
            .plain("choice", choice.0)
            .text(
                "because",
                &format!("{} has no choice left", puzzle.item_name(*item)),
            )
            .plain("assumptions", depth),
    }
    .close()
}

/// That there is one solution is used only where that was found out.
pub(crate) fn proved(manner: Manner, existence: &Existence) -> Manner {
    Manner {
        unique: manner.unique && matches!(existence, Existence::Unique(_)),
        ..manner
    }
}

/// Tells a person why a puzzle has not one solution; the exit where that is so.
pub(crate) fn why_not_one(
    entry: &Entry,
    asked: &mut Asked,
    existence: &Existence,
    show: &Show,
    out: &mut dyn Write,
) -> Result<Option<Exit>, Trouble> {
    let puzzle = &*entry.puzzle;
    match existence {
        Existence::Unique(_) => Ok(None),
        Existence::Unknown { end, .. } => {
            Failure::of_answer(asked)?;
            let why = limits::why(*end);
            talk::say(&format!("unknown whether there is one solution ({why})"));
            Ok(None)
        }
        Existence::None => {
            let clash = asked.clash();
            writeln!(out, "no solution{}", told_clash(clash.as_ref()))?;
            Ok(Some(Exit::No))
        }
        Existence::Several(one, other) => {
            let differ = differences(asked.model(), one, other);
            writeln!(
                out,
                "several solutions: two of them {}",
                told_differences(puzzle, &differ)
            )?;
            let draw = |solution: &[Choice]| show.alone(&*puzzle.fill(solution));
            write!(out, "\none solution:\n{}", draw(one)?)?;
            write!(out, "\nanother solution:\n{}", draw(other)?)?;
            Ok(Some(Exit::No))
        }
    }
}

/// Why there is no solution, after the words that say so.
pub(crate) fn told_clash(clash: Option<&Clash>) -> String {
    clash.map_or_else(String::new, |clash| format!(": {clash}"))
}

/// What became of it, under both of the keys that it has.
pub(crate) fn with_status(object: Object, status: Status) -> Object {
    let word = status.word();
    object.text("outcome", word).text("status", word)
}

/// The same for a program.
pub(crate) fn why_not_one_object(
    entry: &Entry,
    asked: &mut Asked,
    existence: &Existence,
    object: Object,
) -> Option<(Object, Exit)> {
    let puzzle = &*entry.puzzle;
    match existence {
        Existence::Unique(_) | Existence::Unknown { .. } => None,
        Existence::None => {
            let mut object = with_status(object, existence.status());
            let mut end = End::Complete;
            if let Some(clash) = asked.clash() {
                let parts: Vec<String> = clash.parts.iter().map(|part| quoted(part)).collect();
                object = object
                    .list("clash", &parts)
                    .plain("is_smallest", clash.is_smallest);
                end = clash.end;
            }
            Some((object.text("end", end.word()), Exit::No))
        }
        Existence::Several(one, other) => {
            let differ = differences(asked.model(), one, other);
            let pair = |&(one, other): &(Choice, Choice)| {
                let [one, other] = [one, other].map(|choice| quoted(&puzzle.choice_name(choice)));
                format!("[{one},{other}]")
            };
            let pairs: Vec<String> = differ.iter().map(pair).collect();
            let object = with_status(object, existence.status())
                .list("differences", &pairs)
                .text("end", End::Complete.word());
            Some((object, Exit::No))
        }
    }
}

/// A stream can be answered in JSON alone.
pub(crate) fn one_at_a_time(command: &str) -> Failure {
    let message = format!("{command} takes one puzzle at a time, and here is one a line");
    Failure::new(message).hint(format!(
        "hand over a single line: sed -n 1p FILE | tilewright {command}; or --json for all of them"
    ))
}
