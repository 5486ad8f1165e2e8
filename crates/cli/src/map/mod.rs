//! `tilewright generate map`: a map like a sample, or of a set of tiles with images.
//!
//! Reads the sample or set, restricts the ground as the options say, and has `tilewright::maps` fill it. Nothing else is
//! known here of how maps are made.

#![expect(
    clippy::cast_possible_wrap,
    reason = "a map has at most 16 million places"
)]

mod board;
mod control;
mod tiled;

use crate::args;
use crate::exit::Exit;
use crate::failure::{Failure, Trouble};
use crate::interrupt::Interrupt;
use crate::limits;
use crate::names;
use crate::outlet;
use crate::progress;
use crate::sample::some_seed;
use crate::talk;
use crate::target::Target;
use board::Board;
use serde_json::json;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tiled::Tiled;
use tilewright::maps::{
    self, Budget, End, Flaw, Ground, Image, Joined, Learning, Likeness, Map, Plan, Set, Unfilled,
};
use tilewright::model::budget::Pulse;

/// The time between two movements of the bar.
const BETWEEN: Duration = Duration::from_millis(200);

/// Options that only a sample has, and those that only a set of tiles has.
const OF_SAMPLES: &str = "is for samples, which are images; this is a set of tiles";
const OF_SETS: &str = "is for sets of tiles; this is a sample, which is an image";

/// Where the kinds come from.
#[derive(Debug)]
enum Source {
    /// A sample, or a set with images.
    Images(Box<Set>),
    Tiled(Box<Tiled>),
    /// A set of edge tiles, whose board has borders and places that are fixed.
    Board(Box<Board>),
    /// A configuration of `DeBroglie`'s.
    Plan(Box<Plan>),
}

impl Source {
    fn read(args: &args::Map) -> Result<Self, Failure> {
        let file = &args.source;
        let is = |endings: &[&str]| endings.iter().any(|ending| has_ending(file, ending));
        if is(&["tsx", "tsj"]) {
            return Ok(Self::Tiled(Box::new(Tiled::of_set(args)?)));
        }
        if is(&["tmx", "tmj"]) {
            return Ok(Self::Tiled(Box::new(Tiled::of_map(args)?)));
        }
        for (option, is_used) in [
            ("--learn", args.learn.is_some()),
            ("--layer", args.layer.is_some()),
            ("--empty", args.empty),
            ("--keep", args.keep),
        ] {
            if is_used {
                let message = format!("{option} is for maps of Tiled's (.tmx, .tmj)");
                return Err(Failure::new(message).file(file));
            }
        }
        if args.region.is_some() && args.fix.is_none() {
            let message = "--region needs the map that it is a part of, as in --fix city.png";
            return Err(Failure::new(message).file(file));
        }
        if is(&["toml"]) {
            return Ok(Self::Board(Box::new(Board::read(args)?)));
        }
        if is(&["json"]) {
            let plan = Plan::read(&text_of(file)?, |name| beside(file, name));
            let plan = plan.map_err(|flaw| failure(flaw).file(file))?;
            return Ok(Self::Plan(Box::new(plan)));
        }
        if is(&["xml"]) {
            return Ok(Self::Images(Box::new(read_xml(args)?)));
        }
        if is(&["png"]) {
            return Ok(Self::Images(Box::new(read_sample(args)?)));
        }
        let message = "expected a sample (.png), a set of tiles (.xml, .toml, .tsx, .tsj, .json) or a drawn map (.tmx, .tmj)";
        Err(Failure::new(message).file(file))
    }

    fn set(&self) -> &Set {
        match self {
            Self::Images(set) => set,
            Self::Tiled(tiled) => tiled.set.set(),
            Self::Board(board) => &board.set,
            Self::Plan(plan) => plan.set(),
        }
    }
}

/// How a map is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Png,
    /// For Tiled, in XML or JSON.
    Tiled {
        is_json: bool,
    },
    /// An object of JSON with the name of each tile.
    Names,
}

impl Form {
    /// The form that the ending of a name asks for.
    fn of(output: Option<&str>, source: &Source) -> Result<Self, Failure> {
        let Some(name) = outlet::file(output) else {
            return Ok(Self::Names);
        };
        if has_ending(name, "png") {
            return Ok(Self::Png);
        }
        let is_json = has_ending(name, "tmj");
        if !is_json && !has_ending(name, "tmx") {
            outlet::refuse_others(output)?;
            return Ok(Self::Names);
        }
        let Source::Tiled(tiled) = source else {
            let message = "maps for Tiled are made of its own files (.tsx, .tsj, .tmx, .tmj)";
            return Err(Failure::new(message).file(name));
        };
        tiled.check_form(name, is_json)?;
        Ok(Self::Tiled { is_json })
    }
}

/// What a map is made on.
struct Site {
    joined: Joined,
    ground: Ground,
    /// The column and row of its first place; not 0 if it is a part of a larger map.
    origin: (i64, i64),
}

/// Makes a map.
pub(crate) fn run(args: &args::Map) -> Result<Exit, Trouble> {
    limits::allow_memory(args.memory);
    if let Some(time) = args.time {
        limits::end_after(Instant::now(), time);
    }
    let interrupt = Interrupt::listen();
    let source = Source::read(args)?;
    let form = Form::of(args.output.as_deref(), &source)?;
    let set = source.set();
    let mut site = site(args, &source)?;
    control::demand(args, set, &mut site)?;
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
    let bar = progress::bar(0, "{spinner} filling {msg}, {elapsed}");
    bar.set_message(format!(
        "{}×{} places",
        site.ground.columns(),
        site.ground.rows()
    ));
    let shown = bar.clone();
    budget = budget.pulse(Arc::new(Pulse::new(BETWEEN, move |_| shown.tick())));
    let exit = outlet::write(args.output.as_deref(), &interrupt, |out| {
        let filled = match &args.frames {
            None => {
                maps::fill(set.kinds(), &site.ground, likeness, seed, &budget).map(|map| vec![map])
            }
            Some(_) => maps::film(set.kinds(), &site.ground, likeness, seed, &budget, PICTURES),
        };
        bar.finish_and_clear();
        let maps = match filled {
            Ok(maps) => maps,
            Err(Unfilled(End::Complete)) => {
                talk::say(&none(args, &site));
                why_none(set, &site, &budget);
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
        let map = maps.last().expect("a film ends with the map");
        if let Some(name) = &args.frames {
            write_film(name, &source, &site, &maps)?;
        }
        out.write_all(&written(args, &source, &site, map, form, seed)?)?;
        if args.report {
            talk::say(&report(set, map));
        }
        Ok(Exit::Yes.into())
    })?;
    if args.seed.is_none() {
        talk::say(&format!("seed {seed}"));
    }
    Ok(exit)
}

/// The most pictures of a film.
const PICTURES: usize = 80;

/// The most pixels of a film in all.
const MOST_PIXELS: usize = 1 << 28;

/// Writes how a map was filled.
fn write_film(name: &str, source: &Source, site: &Site, maps: &[Map]) -> Result<(), Trouble> {
    let mut images: Vec<Image> = Vec::new();
    for map in maps {
        let image = match source {
            Source::Tiled(tiled) => tiled.image(map, site.joined, site.origin)?,
            _ => source.set().draw(map, site.joined),
        };
        if image.width() * image.height() * maps.len() > MOST_PIXELS {
            let message = format!(
                "a film of {} pictures of {}×{} pixels is too large",
                maps.len(),
                image.width(),
                image.height()
            );
            return Err(Failure::new(message).file(name).into());
        }
        images.push(image);
    }
    let bytes = Image::film(&images).map_err(failure)?;
    let mut target = Target::open(Some(name))?;
    target.write_all(&bytes)?;
    target.finish()
}

/// A map as the bytes of a file.
fn written(
    args: &args::Map,
    source: &Source,
    site: &Site,
    map: &Map,
    form: Form,
    seed: u64,
) -> Result<Vec<u8>, Failure> {
    match (form, source) {
        (Form::Png, Source::Tiled(tiled)) => tiled.draw(map, site.joined, site.origin),
        (Form::Png, _) => source.set().draw(map, site.joined).png().map_err(failure),
        (Form::Tiled { is_json }, Source::Tiled(tiled)) => {
            let place = (site.joined, site.origin);
            let text = tiled.text(map, place, outlet::file(args.output.as_deref()), is_json)?;
            Ok(text.into_bytes())
        }
        (Form::Tiled { .. } | Form::Names, _) => {
            let names = source.set().names();
            let rows = (0..map.rows()).map(|row| {
                let names =
                    (0..map.columns()).map(|column| map.at(row, column).map(|kind| &names[kind]));
                names.collect::<Vec<_>>()
            });
            let object = json!({"seed": seed, "rows": map.rows(), "columns": map.columns(), "map": rows.collect::<Vec<_>>()});
            Ok(format!("{object}\n").into_bytes())
        }
    }
}

/// The sentence where there is no map.
fn none(args: &args::Map, site: &Site) -> String {
    let (width, height) = args
        .learn
        .flatten()
        .or(args.size)
        .unwrap_or((site.ground.columns(), site.ground.rows()));
    let is_restricted = args.fix.is_some()
        || !args.put.is_empty()
        || !args.border.is_empty()
        || args.size.is_none() && args.learn.flatten().is_none()
        || control::asked(args);
    let fixed = if is_restricted {
        " with what is fixed and asked for"
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

/// The most places that a clash names.
const MOST_NAMED: usize = 8;

/// Says which fixed places make a map impossible, if that is why and there is time to find it out.
fn why_none(set: &Set, site: &Site, budget: &Budget) {
    let (rows, columns) = (site.ground.rows(), site.ground.columns());
    let Ok(mut free) = set.free_ground(rows, columns, site.joined) else {
        return;
    };
    let mut fixed = Map::open(rows, columns);
    for row in 0..rows {
        for column in 0..columns {
            let allowed = |kind: &usize| site.ground.allows(row, column, *kind);
            let mut kinds = (0..set.kinds().count()).filter(allowed);
            let only = kinds.next().filter(|_| kinds.next().is_none());
            if only.is_some() {
                fixed.put(row, column, only);
            } else {
                let is_wanted = |kind| site.ground.allows(row, column, kind);
                free.keep(set.kinds(), row, column, is_wanted);
            }
        }
    }
    for rule in site.ground.rules() {
        free.demand(set.kinds(), rule.clone());
    }
    let Ok(Some(places)) = maps::clash(set.kinds(), &free, &fixed, budget) else {
        return;
    };
    let name = |&(row, column): &(usize, usize)| {
        let place = (site.origin.0 + column as i64, site.origin.1 + row as i64);
        match fixed.at(row, column).filter(|_| set.is_of_tiles()) {
            Some(kind) => format!("{} at {},{}", set.names()[kind], place.0, place.1),
            None => format!("{},{}", place.0, place.1),
        }
    };
    let names: Vec<String> = places.iter().take(MOST_NAMED).map(name).collect();
    let more = match places.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let all = names.join("; ");
    if places.is_empty() {
        if fixed.kinds().iter().any(|&kind| kind != maps::OPEN) {
            talk::say("there is none even without the places that are fixed");
        }
    } else if places.len() == 1 {
        talk::say(&format!("nothing goes around what is fixed: {all}"));
    } else {
        talk::say(&format!(
            "these fixed places do not go together: {all}{more}"
        ));
    }
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

/// The size of the map, which must be there.
fn size(args: &args::Map) -> Result<(usize, usize), Failure> {
    let expected = || Failure::new("expected the width and height of the map, as in 200x100");
    args.size.ok_or_else(|| expected().file(&args.source))
}

/// The bytes of a file that another names, from where that one lies.
fn beside(file: &str, name: &str) -> Result<Vec<u8>, Flaw> {
    let path = names::path(file).with_file_name("").join(name);
    std::fs::read(&path)
        .map_err(|error| Flaw(format!("the image {name:?} cannot be read: {error}")))
}

fn text_of(file: &str) -> Result<String, Failure> {
    let text = String::from_utf8(bytes_of(file)?);
    text.map_err(|_| Failure::new("expected a text in UTF-8").file(file))
}

/// The patterns of a sample.
fn read_sample(args: &args::Map) -> Result<Set, Failure> {
    let source = &args.source;
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
    let text = text_of(source)?;
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

/// What the map is made on, with all that is fixed.
fn site(args: &args::Map, source: &Source) -> Result<Site, Failure> {
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
    let (mut ground, origin) = match source {
        Source::Images(set) => (image_ground(args, set, joined)?, (0, 0)),
        Source::Tiled(tiled) => tiled.ground(joined)?,
        Source::Board(board) => (board.ground(joined)?, (0, 0)),
        Source::Plan(_) if args.torus.is_some() => {
            let message = "--torus: the configuration says it itself, with periodic";
            return Err(Failure::new(message).file(&args.source));
        }
        Source::Plan(plan) => {
            let (width, height) = args.size.unwrap_or(plan.size());
            let ground = plan.ground(width, height);
            (
                ground.map_err(|flaw| failure(flaw).file(&args.source))?,
                (0, 0),
            )
        }
    };
    let set = source.set();
    for put in &args.put {
        put_tile(put, set, &mut ground, origin)?;
    }
    if !args.border.is_empty() {
        keep_border(&args.border, set, &mut ground)?;
    }
    Ok(Site {
        joined: ground.sides_joined(),
        ground,
        origin,
    })
}

/// The ground of a sample or of a set with images.
fn image_ground(args: &args::Map, set: &Set, joined: Joined) -> Result<Ground, Failure> {
    let (width, height) = size(args)?;
    let mut ground = set.ground(width, height, joined).map_err(failure)?;
    if let Some(file) = &args.fix {
        let is_open = |x: usize, y: usize| {
            let place = (x as i64, y as i64);
            args.region
                .is_some_and(|region| region.holds(place.0, place.1))
        };
        let kept = set.keep_drawn(&mut ground, &image_in(file)?, is_open);
        kept.map_err(|flaw| failure(flaw).file(file))?;
    }
    Ok(ground)
}

/// Fixes the tile that `--put` names.
fn put_tile(
    put: &str,
    set: &Set,
    ground: &mut Ground,
    (left, top): (i64, i64),
) -> Result<(), Failure> {
    let expected = || {
        Failure::new(format!(
            "--put {put:?}: expected a column, a row and a name, as in \"3,0=tower 1\""
        ))
    };
    let (place, name) = put.split_once('=').ok_or_else(expected)?;
    let (column, row) = place.split_once(',').ok_or_else(expected)?;
    let number = |text: &str| text.trim().parse::<i64>().map_err(|_| expected());
    let (x, y) = (number(column)?, number(row)?);
    let within = |at: i64, start: i64, count: usize| {
        let at = usize::try_from(at.checked_sub(start)?).ok()?;
        (at < count).then_some(at)
    };
    let (columns, rows) = (ground.columns(), ground.rows());
    let place = within(x, left, columns).zip(within(y, top, rows));
    let Some((column, row)) = place else {
        let message = format!(
            "--put {put:?}: the map has columns {left} to {} and rows {top} to {}",
            left + columns as i64 - 1,
            top + rows as i64 - 1
        );
        return Err(Failure::new(message));
    };
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

/// The kinds that an option names.
fn kinds_called(name: &str, set: &Set, option: &str) -> Result<Vec<usize>, Failure> {
    let found = set.called(name);
    found.map_err(|flaw| Failure::new(format!("{option}: {flaw}")))
}
