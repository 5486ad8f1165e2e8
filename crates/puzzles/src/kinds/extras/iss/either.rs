//! Parts of which one at least holds: `Or`, with other parts up to its `End`. Each alternative is one part, or the parts of an `And`.
//!
//! They become rules of the puzzle's own. Two alternatives of one condition each are one condition; of others a hidden tile says
//! which one is meant.

use super::{Part, Read, cell, items_of_part, part_of, said, unknown};
use crate::ParseError;
use crate::kinds::extras::file::Catalogue;
use crate::kinds::extras::instance;
use crate::kinds::extras::setup::Setup;
use crate::prose::{joined, put};

/// The alternatives of an `Or`, each as its parts.
type Alternatives = Vec<Vec<String>>;

/// Takes the `Or` parts out of a text.
pub(super) fn taken_out(text: &str) -> Read<(String, Vec<Alternatives>)> {
    let mut rest = String::new();
    let mut all = Vec::new();
    let mut parts = text
        .split('.')
        .map(str::trim)
        .filter(|part| !part.is_empty());
    let name_of = |part: &str| part.split('~').next().unwrap_or_default().to_owned();
    let deep = || ParseError::new("\"Or\" has another part with parts in it, which is not known");
    while let Some(part) = parts.next() {
        if name_of(part) != "Or" {
            put!(rest, ".{part}");
            continue;
        }
        let mut alternatives: Alternatives = Vec::new();
        let mut is_together = false;
        loop {
            let Some(part) = parts.next() else {
                return Err(ParseError::new("\"Or\" has no \"End\""));
            };
            match (&*name_of(part), is_together) {
                ("Or" | "Replicate", _) | ("And", true) => return Err(deep()),
                ("And", false) => {
                    is_together = true;
                    alternatives.push(Vec::new());
                }
                ("End", true) => is_together = false,
                ("End", false) => break,
                (_, true) => alternatives
                    .last_mut()
                    .expect("one was begun")
                    .push(part.to_owned()),
                (_, false) => alternatives.push(vec![part.to_owned()]),
            }
        }
        all.push(alternatives);
    }
    Ok((rest, all))
}

/// Adds the rules that say that one of some alternatives holds.
pub(super) fn write(
    setup: &mut Setup,
    catalogue: &Catalogue,
    number: usize,
    alternatives: &Alternatives,
) -> Read<()> {
    let mut all = Vec::new();
    for parts in alternatives {
        let mut conditions = Vec::new();
        for part in parts {
            conditions.extend(conditions_of(setup, catalogue, &part_of(part))?);
        }
        all.push(conditions);
    }
    if let [one, other] = &all[..]
        && let ([one], [other]) = (&one[..], &other[..])
    {
        put!(setup.own, "[[rule]]\nrequire = \"({one}) or ({other})\"\n");
        return Ok(());
    }
    let name = format!("either{number}");
    let value = |at: usize| format!("{name}_{at}");
    put!(
        setup.own,
        "[hidden.{name}]\nat = \"r1c1\"\nvalues = \"{}\"\nexists = true\n",
        joined((0..all.len()).map(value), " ")
    );
    for (at, conditions) in all.iter().enumerate() {
        for condition in conditions {
            put!(
                setup.own,
                "[[rule]]\nrequire = \"{name}(r1c1) == {} implies ({condition})\"\n",
                value(at)
            );
        }
    }
    Ok(())
}

/// What a part says, as conditions.
fn conditions_of(setup: &Setup, catalogue: &Catalogue, part: &Part<'_>) -> Read<Vec<String>> {
    let cannot = || part.error("this cannot be one of several alternatives yet");
    if part.name.is_empty() {
        let given = |given: &&str| {
            let mut words = given.split('_');
            let cell = cell(setup.sides, part, words.next().unwrap_or_default())?;
            let place = setup.sides.name(cell).to_lowercase();
            let digits = words.map(|digit| {
                let digit: i64 = digit
                    .parse()
                    .map_err(|_| part.error(format!("{digit:?} is not a digit")))?;
                Ok(format!("digit({place}) == {digit}"))
            });
            Ok(joined(digits.collect::<Read<Vec<_>>>()?.iter(), " or "))
        };
        return part.arguments.iter().map(given).collect();
    }
    // Parts that say a rule themselves are read on a board of their own, and their conditions taken from there.
    let mut alone = Setup::new(setup.sides, setup.digits);
    alone.boxes.clone_from(&setup.boxes);
    if said::read(&mut alone, part)? {
        let rules = alone
            .own
            .split("[[rule]]\n")
            .filter(|rule| !rule.is_empty());
        let condition = |rule: &str| {
            let condition = rule.strip_prefix("require = \"")?.strip_suffix("\"\n")?;
            Some(condition.to_owned())
        };
        return rules
            .map(condition)
            .collect::<Option<_>>()
            .ok_or_else(cannot);
    }
    let (extra, items) =
        items_of_part(setup, catalogue, part)?.ok_or_else(|| unknown(part.name))?;
    let mut all = Vec::new();
    for (layer, item) in &items {
        let conditions = instance::conditions(
            &catalogue.extras[extra],
            *layer,
            item,
            setup.sides,
            setup.digits,
        );
        all.extend(conditions.ok_or_else(cannot)?);
    }
    if all.is_empty() {
        return Err(cannot());
    }
    Ok(all)
}
