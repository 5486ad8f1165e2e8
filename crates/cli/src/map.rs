//! `tilewright generate map`: a map like a sample, or of a set of tiles with images.
//!
//! Reads the sample or set, restricts the ground as the options say, and has `tilewright::maps` fill it. Nothing else is
//! known here of how maps are made.

use crate::args;
use crate::exit::Exit;
use crate::failure::{Failure, Trouble};
use crate::interrupt::Interrupt;
use crate::limits;
use crate::names;
use crate::outlet;
use crate::sample::some_seed;
use crate::talk;
use serde_json::json;
use std::path::Path;
use std::time::Instant;
use tilewright::maps::{self, End, Flaw, Ground, Image, Joined, Learning, Likeness, Set, Unfilled};

/// Options that only a sample has, and those that only a set of tiles has.
const OF_SAMPLES: &str = "is for samples, which are images; this is a set of tiles";
const OF_SETS: &str = "is for sets of tiles; this is a sample, which is an image";

/// Makes a map.
pub(crate) fn run(args: &args::Map) -> Result<Exit, Trouble> {
    limits::allow_memory(args.memory);
    if let Some(time) = args.time {
        limits::end_after(Instant::now(), time);
    }
    let is_drawn = is_named_png(args.output.as_deref());
    if !is_drawn {
        outlet::refuse_others(args.output.as_deref())?;
    }
    let interrupt = Interrupt::listen();
    let set = read_set(args)?;
    let (joined, ground) = ground(args, &set)?;
    let likeness = match args.likeness {
        Some(args::MapLikeness::Shares) => Likeness::Shares,
        None if set.is_counted() => Likeness::Shares,
        _ => Likeness::Odds,
    };
    let seed = args.seed.unwrap_or_else(some_seed);
    let mut budget = limits::budget().apart().stop(interrupt.flag());
    if let Some(time) = args.time {
        budget = budget.time(time);
    }
    let exit = outlet::write(args.output.as_deref(), &interrupt, |out| {
        let map = match maps::fill(set.kinds(), &ground, likeness, seed, &budget) {
            Ok(map) => map,
            Err(Unfilled(End::Complete)) => {
                talk::say(&none(args));
                return Ok(outlet::Answered {
                    exit: Exit::No,
                    is_whole: false,
                });
            }
            Err(Unfilled(end)) => {
                talk::say(&format!(
                    "{}: neither a map was found, nor that there is none",
                    limits::why(end)
                ));
                return Ok(Exit::Stopped.into());
            }
        };
        if is_drawn {
            let image = set.draw(&map, joined).png().map_err(failure)?;
            out.write_all(&image)?;
        } else {
            let rows = (0..map.rows()).map(|row| {
                let names = (0..map.columns())
                    .map(|column| map.at(row, column).map(|kind| &set.names()[kind]));
                names.collect::<Vec<_>>()
            });
            let object = json!({"seed": seed, "rows": map.rows(), "columns": map.columns(), "map": rows.collect::<Vec<_>>()});
            writeln!(out, "{object}")?;
        }
        if args.report {
            talk::say(&report(&set, &map));
        }
        Ok(Exit::Yes.into())
    })?;
    if args.seed.is_none() {
        talk::say(&format!("seed {seed}"));
    }
    Ok(exit)
}

/// The sentence where there is no map.
fn none(args: &args::Map) -> String {
    let (width, height) = args.size;
    let is_restricted = args.fix.is_some() || !args.put.is_empty() || !args.border.is_empty();
    let fixed = if is_restricted {
        " with what is fixed"
    } else {
        ""
    };
    let torus = if args.torus.is_some() {
        " on a torus"
    } else {
        ""
    };
    format!("there is no map of {width}×{height}{torus}{fixed}: that was searched to the end")
}

/// How near the frequencies of a map are to those that were wanted.
fn report(set: &Set, map: &maps::Map) -> String {
    let kinds = set.kinds();
    let used = map.tally(kinds).iter().filter(|&&count| count > 0).count();
    let far = maps::distance(kinds, map);
    format!(
        "{used} of {} kinds; the frequencies are {:.1} % from those of the {}",
        kinds.count(),
        100.0 * far,
        if set.is_counted() {
            "sample"
        } else {
            "weights"
        }
    )
}

fn failure(flaw: Flaw) -> Failure {
    Failure::new(flaw.0)
}

fn is_named_png(name: Option<&str>) -> bool {
    name.is_some_and(|name| has_ending(name, "png"))
}

fn has_ending(name: &str, ending: &str) -> bool {
    Path::new(name)
        .extension()
        .is_some_and(|it| it.eq_ignore_ascii_case(ending))
}

fn bytes_of(file: &str) -> Result<Vec<u8>, Failure> {
    std::fs::read(names::path(file))
        .map_err(|error| Failure::new(format!("it cannot be read: {error}")).file(file))
}

fn image_in(file: &str) -> Result<Image, Failure> {
    Image::from_png(&bytes_of(file)?).map_err(|flaw| failure(flaw).file(file))
}

/// The sample's patterns, or the set of tiles.
fn read_set(args: &args::Map) -> Result<Set, Failure> {
    let source = &args.source;
    if has_ending(source, "xml") {
        return read_xml(args);
    }
    if !has_ending(source, "png") {
        let message = "expected a sample (.png) or a set of tiles (.xml)";
        return Err(Failure::new(message).file(source));
    }
    for (option, is_used) in [
        ("--subset", args.subset.is_some()),
        ("--border", !args.border.is_empty()),
    ] {
        if is_used {
            return Err(Failure::new(format!("{option} {OF_SETS}")).file(source));
        }
    }
    let usual = Learning::default();
    let learning = Learning {
        side: args.pattern.unwrap_or(usual.side),
        symmetry: args.symmetry.unwrap_or(usual.symmetry),
        is_periodic: !args.edges,
        has_floor: args.floor,
    };
    Set::from_sample(&image_in(source)?, learning).map_err(|flaw| failure(flaw).file(source))
}

fn read_xml(args: &args::Map) -> Result<Set, Failure> {
    let source = &args.source;
    for (option, is_used) in [
        ("--pattern", args.pattern.is_some()),
        ("--symmetry", args.symmetry.is_some()),
        ("--edges", args.edges),
        ("--floor", args.floor),
    ] {
        if is_used {
            return Err(Failure::new(format!("{option} {OF_SAMPLES}")).file(source));
        }
    }
    let text = String::from_utf8(bytes_of(source)?);
    let text = text.map_err(|_| Failure::new("expected a text in UTF-8").file(source))?;
    let folder = names::path(source).with_extension("");
    let load = |name: &str| {
        let path = folder.join(name);
        std::fs::read(&path).map_err(|error| {
            Flaw(format!(
                "the image {} cannot be read: {error}",
                path.display()
            ))
        })
    };
    Set::from_xml(&text, args.subset.as_deref(), load).map_err(|flaw| failure(flaw).file(source))
}

/// What the map is drawn on, with all that is fixed.
fn ground(args: &args::Map, set: &Set) -> Result<(Joined, Ground), Failure> {
    let joined = match args.torus {
        None => Joined::default(),
        Some(args::Torus::Both) => Joined::TORUS,
        Some(args::Torus::Across) => Joined {
            across: true,
            down: false,
        },
        Some(args::Torus::Down) => Joined {
            across: false,
            down: true,
        },
    };
    let (width, height) = args.size;
    let mut ground = set.ground(width, height, joined).map_err(failure)?;
    if let Some(file) = &args.fix {
        let is_open = |x, y| args.region.is_some_and(|region| region.holds(x, y));
        let kept = set.keep_drawn(&mut ground, &image_in(file)?, is_open);
        kept.map_err(|flaw| failure(flaw).file(file))?;
    }
    for put in &args.put {
        put_tile(put, set, &mut ground)?;
    }
    if !args.border.is_empty() {
        keep_border(&args.border, set, &mut ground)?;
    }
    Ok((joined, ground))
}

/// Fixes the tile that `--put` names.
fn put_tile(put: &str, set: &Set, ground: &mut Ground) -> Result<(), Failure> {
    let expected = || {
        Failure::new(format!(
            "--put {put:?}: expected a column, a row and a name, as in \"3,0=tower 1\""
        ))
    };
    let (place, name) = put.split_once('=').ok_or_else(expected)?;
    let (column, row) = place.split_once(',').ok_or_else(expected)?;
    let number = |text: &str| text.trim().parse::<usize>().map_err(|_| expected());
    let (column, row) = (number(column)?, number(row)?);
    if column >= ground.columns() || row >= ground.rows() {
        let (columns, rows) = (ground.columns(), ground.rows());
        let message = format!(
            "--put {put:?}: the map has columns 0 to {} and rows 0 to {}",
            columns - 1,
            rows - 1
        );
        return Err(Failure::new(message));
    }
    let kinds = kinds_called(name.trim(), set, "--put")?;
    ground.keep(set.kinds(), row, column, |kind| kinds.contains(&kind));
    Ok(())
}

/// Keeps the kinds of these names along the border.
fn keep_border(names: &[String], set: &Set, ground: &mut Ground) -> Result<(), Failure> {
    let mut kinds = Vec::new();
    for name in names {
        kinds.extend(kinds_called(name, set, "--border")?);
    }
    let (rows, columns) = (ground.rows(), ground.columns());
    ground.keep_each(set.kinds(), |row, column, kind| {
        let is_inside = row > 0 && row + 1 < rows && column > 0 && column + 1 < columns;
        is_inside || kinds.contains(&kind)
    });
    Ok(())
}

/// The kinds of that name, or all poses of the tile of that name.
fn kinds_called(name: &str, set: &Set, option: &str) -> Result<Vec<usize>, Failure> {
    let tile = |kind: &str| kind.rsplit_once(' ').is_some_and(|(tile, _)| tile == name);
    let all = set.names().iter().enumerate();
    let found = all.filter(|(_, kind)| *kind == name || tile(kind));
    let found: Vec<usize> = found.map(|(number, _)| number).collect();
    if found.is_empty() {
        let some: Vec<&str> = set.names().iter().take(8).map(String::as_str).collect();
        let message = format!(
            "{option}: there is no tile called {name:?}; the first are {}",
            some.join(", ")
        );
        return Err(Failure::new(message));
    }
    Ok(found)
}
