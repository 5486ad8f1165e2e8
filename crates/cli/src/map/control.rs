//! What a map must be like: the options that name tiles, and what they ask of the ground.

#![expect(
    clippy::cast_possible_wrap,
    reason = "a map has at most 16 million places"
)]

use super::{Site, image_in};
use crate::args;
use crate::failure::Failure;
use tilewright::maps::{Rule, Set};

/// Asks of the ground what the options say.
pub(super) fn demand(args: &args::Map, set: &Set, site: &mut Site) -> Result<(), Failure> {
    for (option, is_used) in [
        ("--count", !args.count.is_empty()),
        ("--ban", !args.ban.is_empty()),
        ("--weigh", !args.weigh.is_empty()),
        ("--apart", !args.apart.is_empty()),
        ("--run", !args.run.is_empty()),
        ("--connect", !args.connect.is_empty()),
        ("--path", !args.path.is_empty()),
    ] {
        if is_used && !set.is_of_tiles() {
            let message =
                format!("{option} is for sets of tiles; this map is made of squares of a sample");
            return Err(Failure::new(message).file(&args.source));
        }
    }
    for text in &args.ban {
        ban(text, set, site)?;
    }
    for text in &args.weigh {
        weigh(text, set, site)?;
    }
    let mut rules = Vec::new();
    for text in &args.count {
        let (kinds, range) = named(text, set, "--count", "as in tower=3..5")?;
        let (least, most) = range_of(range).ok_or_else(|| {
            Failure::new(format!(
                "--count {text:?}: expected a number or a range such as 3..5, 3.. or ..5"
            ))
        })?;
        rules.push(Rule::Count { kinds, least, most });
    }
    for text in &args.apart {
        let (kinds, steps) = numbered(text, set, "--apart")?;
        rules.push(Rule::Apart { kinds, steps });
    }
    for text in &args.run {
        let (kinds, most) = numbered(text, set, "--run")?;
        rules.push(Rule::Run { kinds, most });
    }
    for names in &args.connect {
        rules.push(Rule::Linked {
            open: open(names, set, "--connect")?,
            ends: Vec::new(),
            is_whole: true,
        });
    }
    for text in &args.path {
        let (names, places) = halves(text, "--path", "as in \"road=0,5 59,20\"")?;
        let ends: Result<Vec<_>, Failure> = places
            .split_whitespace()
            .map(|place| end(place, text, site))
            .collect();
        let ends = ends?;
        if ends.len() < 2 {
            let message = format!("--path {text:?}: expected two places or more");
            return Err(Failure::new(message));
        }
        rules.push(Rule::Linked {
            open: open(names, set, "--path")?,
            ends,
            is_whole: false,
        });
    }
    for &is_across in args.mirror.iter().flat_map(|way| way.axes()) {
        let images = set.mirror_images(is_across);
        if images.iter().all(Option::is_none) {
            let message = "--mirror: no tile of the set is the mirror image of one";
            return Err(Failure::new(message).file(&args.source));
        }
        rules.push(Rule::Mirror { is_across, images });
    }
    for rule in rules {
        site.ground.demand(set.kinds(), rule);
    }
    Ok(())
}

/// The two sides of the sign in `NAMES=…`.
fn halves<'t>(text: &'t str, option: &str, like: &str) -> Result<(&'t str, &'t str), Failure> {
    text.rsplit_once('=')
        .map(|(names, rest)| (names.trim(), rest.trim()))
        .filter(|(names, rest)| !names.is_empty() && !rest.is_empty())
        .ok_or_else(|| {
            Failure::new(format!(
                "{option} {text:?}: expected names and a value, {like}"
            ))
        })
}

/// The kinds of names that are separated by commas.
fn kinds_of(names: &str, set: &Set, option: &str) -> Result<Vec<usize>, Failure> {
    let mut kinds = Vec::new();
    for name in names.split(',') {
        kinds.extend(super::kinds_called(name.trim(), set, option)?);
    }
    kinds.sort_unstable();
    kinds.dedup();
    Ok(kinds)
}

fn named<'t>(
    text: &'t str,
    set: &Set,
    option: &str,
    like: &str,
) -> Result<(Vec<usize>, &'t str), Failure> {
    let (names, rest) = halves(text, option, like)?;
    Ok((kinds_of(names, set, option)?, rest))
}

fn numbered(text: &str, set: &Set, option: &str) -> Result<(Vec<usize>, usize), Failure> {
    let (kinds, number) = named(text, set, option, "as in tower=4")?;
    match number.parse::<usize>() {
        Ok(number) if number > 0 => Ok((kinds, number)),
        _ => Err(Failure::new(format!(
            "{option} {text:?}: expected a number from 1 on"
        ))),
    }
}

/// A range such as `3..5`, `3..`, `..5` or `4`; both ends belong to it.
fn range_of(text: &str) -> Option<(usize, usize)> {
    let number = |text: &str, usual: usize| match text.trim() {
        "" => Some(usual),
        digits => digits.parse().ok(),
    };
    let Some((least, most)) = text.split_once("..") else {
        let number = text.parse().ok()?;
        return Some((number, number));
    };
    let (least, most) = (
        number(least, 0)?,
        number(most.trim_start_matches('='), usize::MAX)?,
    );
    (least <= most).then_some((least, most))
}

/// Bans tiles, everywhere or in a rectangle.
fn ban(text: &str, set: &Set, site: &mut Site) -> Result<(), Failure> {
    let (region, names) = match text.split_once('=') {
        None => (None, text),
        Some((names, region)) => {
            let region = args::region_of(region.trim());
            let region =
                region.map_err(|expected| Failure::new(format!("--ban {text:?}: {expected}")))?;
            (Some(region), names)
        }
    };
    let kinds = kinds_of(names, set, "--ban")?;
    let (left, top) = site.origin;
    site.ground.keep_each(set.kinds(), |row, column, kind| {
        let is_elsewhere =
            region.is_some_and(|region| !region.holds(left + column as i64, top + row as i64));
        is_elsewhere || !kinds.contains(&kind)
    });
    Ok(())
}

/// Weighs tiles by a number, or by how light a picture is.
fn weigh(text: &str, set: &Set, site: &mut Site) -> Result<(), Failure> {
    let (kinds, value) = named(text, set, "--weigh", "as in forest=north.png or forest=0.5")?;
    let (rows, columns) = (site.ground.rows(), site.ground.columns());
    let picture = match value.parse::<f64>() {
        Ok(factor) if factor.is_finite() && factor >= 0.0 => Err(factor),
        Ok(_) => {
            let message = format!("--weigh {text:?}: expected a number from 0 on");
            return Err(Failure::new(message));
        }
        Err(_) => Ok(image_in(value)?),
    };
    for row in 0..rows {
        for column in 0..columns {
            let factor = match &picture {
                Err(factor) => *factor,
                // The picture is stretched over the map.
                Ok(image) => {
                    let (x, y) = (
                        column * image.width() / columns,
                        row * image.height() / rows,
                    );
                    let [red, green, blue, _] = image.at(x, y).map(f64::from);
                    (red + green + blue) / 765.0
                }
            };
            let of = |kind| if kinds.contains(&kind) { factor } else { 1.0 };
            site.ground.weigh(set.kinds(), row, column, of);
        }
    }
    Ok(())
}

/// The sides on which the kinds of these names are linked with their neighbours.
fn open(names: &str, set: &Set, option: &str) -> Result<Vec<[bool; 4]>, Failure> {
    let mut open = vec![[false; 4]; set.kinds().count()];
    for name in names.split(',').map(str::trim) {
        let Some(sides) = set.sides_called(name) else {
            let kinds = kinds_of(names, set, option)?;
            return Ok(set.open_sides(&kinds));
        };
        for (open, sides) in open.iter_mut().zip(sides) {
            for (open, side) in open.iter_mut().zip(sides) {
                *open |= side;
            }
        }
    }
    Ok(open)
}

/// A place that a path ends at, by row and column of the ground.
fn end(place: &str, text: &str, site: &Site) -> Result<(usize, usize), Failure> {
    let numbers = place.split_once(',').and_then(|(x, y)| {
        let (x, y): (i64, i64) = (x.parse().ok()?, y.parse().ok()?);
        let column = usize::try_from(x.checked_sub(site.origin.0)?).ok()?;
        let row = usize::try_from(y.checked_sub(site.origin.1)?).ok()?;
        (row < site.ground.rows() && column < site.ground.columns()).then_some((row, column))
    });
    numbers.ok_or_else(|| {
        Failure::new(format!(
            "--path {text:?}: {place:?} is not a place of the map; expected a column and a row, as in 0,5"
        ))
    })
}

/// Returns true if something is asked that can make maps impossible.
pub(super) fn asked(args: &args::Map) -> bool {
    !(args.count.is_empty()
        && args.ban.is_empty()
        && args.apart.is_empty()
        && args.run.is_empty()
        && args.connect.is_empty()
        && args.path.is_empty()
        && args.mirror.is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read() {
        assert_eq!(range_of("3..5"), Some((3, 5)));
        assert_eq!(range_of("3..=5"), Some((3, 5)));
        assert_eq!(range_of("4"), Some((4, 4)));
        assert_eq!(range_of("..5"), Some((0, 5)));
        assert_eq!(range_of("3.."), Some((3, usize::MAX)));
        for bad in ["", "x", "5..3", "-1", "3..x"] {
            assert_eq!(range_of(bad), None, "{bad}");
        }
    }
}
