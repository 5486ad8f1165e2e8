//! Maps of Tiled's: what is filled, by which rules, and how it is written.

#![expect(
    clippy::cast_possible_wrap,
    reason = "a map has at most 16 million places"
)]

use super::{failure, text_of};
use crate::args::{self, Region};
use crate::failure::Failure;
use crate::names;
use crate::talk;
use std::path::{Component, Path, PathBuf};
use tilewright::maps::tiled::{GidGrid, Looks, TiledFile, TiledRules, TiledSet, Tileset};
use tilewright::maps::{Flaw, Ground, Image, Joined, MOST_PLACES, Map};

/// A map of Tiled's, or a set of its tiles, and what is asked of it.
#[derive(Debug)]
pub(super) struct Tiled {
    file: String,
    drawing: TiledFile,
    pub(super) set: TiledSet,
    layer: Option<usize>,
    task: Task,
    /// It is a set of tiles, not a map.
    is_set: bool,
}

#[derive(Debug)]
enum Task {
    /// A new map of that size.
    New(usize, usize),
    /// A part of the layer, of which the places that are drawn and not in the region stay.
    Part(GidGrid, Option<Region>),
}

impl Tiled {
    /// Reads a set of tiles.
    pub(super) fn of_set(args: &args::Map) -> Result<Self, Failure> {
        let file = args.source.clone();
        refuse_drawn(args)?;
        let set = Tileset::read(&text_of(&file)?);
        let set = set.map_err(|flaw| failure(flaw).file(&file))?;
        let names: Vec<String> = set.terrains().map(|name| format!("{name:?}")).collect();
        if let (None, [first, _, ..]) = (&args.subset, &names[..]) {
            let all = names.join(", ");
            talk::say(&format!(
                "{file}: the terrain set {first} is taken of {all}; --subset NAME takes another"
            ));
        }
        let drawing = TiledFile::of_set(set, &own_name(&file));
        let set = TiledSet::new(
            &drawing,
            TiledRules::Terrain(args.subset.as_deref(), None),
            false,
        )
        .map_err(|flaw| failure(flaw).file(&file))?;
        let (width, height) = super::size(args)?;
        Ok(Self {
            file,
            drawing,
            set,
            layer: None,
            task: Task::New(width, height),
            is_set: true,
        })
    }

    /// Reads a map.
    pub(super) fn of_map(args: &args::Map) -> Result<Self, Failure> {
        let file = args.source.clone();
        refuse_other(args)?;
        let folder = folder_of(&file);
        let load = |name: &str| {
            let path = folder.join(name);
            let unread = |why: &dyn std::fmt::Display| {
                Flaw(format!("the set {name:?} cannot be read: {why}"))
            };
            let bytes = std::fs::read(path).map_err(|error| unread(&error))?;
            String::from_utf8(bytes).map_err(|_| unread(&"expected a text in UTF-8"))
        };
        let in_file = |flaw| failure(flaw).file(&file);
        let drawing = TiledFile::read(&text_of(&file)?, load).map_err(in_file)?;
        let size = args.learn.flatten().or(args.size);
        let layer = match (drawing.layer(args.layer.as_deref()), size) {
            (Ok(layer), _) => Some(layer),
            // A new map by a terrain set needs no layer.
            (Err(_), Some(_)) if args.layer.is_none() && args.learn.is_none() => None,
            (Err(flaw), _) => return Err(in_file(flaw)),
        };
        let grid = layer.map(|layer| &drawing.layers()[layer].grid);
        let task = match (size, grid) {
            (Some((width, height)), _) => Task::New(width, height),
            (None, Some(grid)) => part(args, &drawing, grid)?,
            (None, None) => unreachable!("without a size there is a layer"),
        };
        let (set, how) = rules(args, &drawing, grid, &task).map_err(in_file)?;
        talk::say(&format!("{file}: rules from {how}"));
        Ok(Self {
            file,
            drawing,
            set,
            layer,
            task,
            is_set: false,
        })
    }

    /// The ground, and the column and row of its first place.
    pub(super) fn ground(&self, joined: Joined) -> Result<(Ground, (i64, i64)), Failure> {
        match &self.task {
            Task::New(width, height) => {
                let ground = self.set.set().ground(*width, *height, joined);
                Ok((ground.map_err(failure)?, (0, 0)))
            }
            Task::Part(part, region) => {
                if joined != Joined::default() {
                    let message = "--torus is for new maps; this one is filled as it was drawn";
                    return Err(Failure::new(message).file(&self.file));
                }
                let layer = self.grid().expect("a part is one of a layer");
                let is_open = |x, y| region.is_some_and(|region| region.holds(x, y));
                let ground = self.set.ground(&self.drawing, layer, part, is_open);
                ground.map_err(|flaw| failure(flaw).file(&self.file))
            }
        }
    }

    fn grid(&self) -> Option<&GidGrid> {
        self.layer.map(|layer| &self.drawing.layers()[layer].grid)
    }

    /// All tiles of the new map, or of the layer with the part that was filled.
    fn filled(&self, map: &Map, joined: Joined, origin: (i64, i64)) -> GidGrid {
        let filled = self.set.gids(map, joined, origin);
        let (Task::Part(part, _), Some(layer)) = (&self.task, self.grid()) else {
            return filled;
        };
        let mut part = part.clone();
        part.put(&filled);
        let mut whole = layer.grown(&part);
        whole.put(&part);
        whole
    }

    /// Draws the map with the images of its tiles.
    pub(super) fn draw(
        &self,
        map: &Map,
        joined: Joined,
        origin: (i64, i64),
    ) -> Result<Vec<u8>, Failure> {
        self.image(map, joined, origin)?.png().map_err(failure)
    }

    /// The map as an image.
    pub(super) fn image(
        &self,
        map: &Map,
        joined: Joined,
        origin: (i64, i64),
    ) -> Result<Image, Failure> {
        let folder = folder_of(&self.file);
        let load = |set: usize, name: &str| {
            let source = self.drawing.tilesets()[set].source.as_deref();
            // Images are named from where the set lies.
            let path = match source.filter(|_| !self.is_set) {
                Some(source) => folder.join(source).with_file_name("").join(name),
                None => folder.join(name),
            };
            std::fs::read(&path)
                .map_err(|error| Flaw(format!("the image {name:?} cannot be read: {error}")))
        };
        let grid = self.filled(map, joined, origin);
        let image = Looks::new(&self.drawing, load).draw(&grid);
        image.map_err(|flaw| failure(flaw).file(&self.file))
    }

    /// Refuses to write as XML what was JSON, and the other way round: only what is understood here would get over.
    pub(super) fn check_form(&self, output: &str, is_json: bool) -> Result<(), Failure> {
        if self.is_set || self.drawing.is_json() == is_json {
            return Ok(());
        }
        let ending = if is_json { ".tmx" } else { ".tmj" };
        let message = format!("the map was read from a {ending} file; expected that ending");
        Err(Failure::new(message).file(output))
    }

    /// The map as a text that Tiled opens.
    pub(super) fn text(
        &self,
        map: &Map,
        (joined, origin): (Joined, (i64, i64)),
        output: Option<&str>,
        is_json: bool,
    ) -> Result<String, Failure> {
        let grid = self.filled(map, joined, origin);
        let (from, to) = (
            folder_of(&self.file),
            output.map_or(PathBuf::new(), folder_of),
        );
        let moved = |name: &str| moved(name, &from, &to);
        let text = match (&self.task, self.layer) {
            (Task::Part(..), Some(layer)) => self.drawing.with_layer(layer, &grid, moved),
            (_, layer) => {
                let name = layer.map_or("Map", |layer| &self.drawing.layers()[layer].name);
                self.drawing.with_map(name, &grid, is_json, moved)
            }
        };
        text.map_err(|flaw| failure(flaw).file(&self.file))
    }
}

/// The part of a layer that is to be filled.
fn part(args: &args::Map, drawing: &TiledFile, grid: &GidGrid) -> Result<Task, Failure> {
    let file = &args.source;
    let Some(region) = args.region else {
        if drawing.is_infinite() {
            let message = "the map is infinite; expected a part of it, as in --region 0,0,64x64";
            return Err(Failure::new(message).file(file));
        }
        if !grid.gids.contains(&0) {
            let message = "every place of the layer is drawn, so there is nothing to fill";
            let hint = "--region X,Y,WxH fills a part anew, --learn SIZE makes a new map like it";
            return Err(Failure::new(message).file(file).hint(hint));
        }
        return Ok(Task::Part(grid.clone(), None));
    };
    let places = region.width.checked_mul(region.height);
    if places.is_none_or(|places| places > MOST_PLACES) {
        let message = format!("--region: {MOST_PLACES} places is the most");
        return Err(Failure::new(message).file(file));
    }
    let part = GidGrid::empty((region.x, region.y), region.width, region.height);
    let last = |start: i64, length: usize| start + length as i64 - 1;
    let corners = [
        (region.x, region.y),
        (last(region.x, region.width), last(region.y, region.height)),
    ];
    let is_inside = corners.iter().all(|&(x, y)| grid.place(x, y).is_some());
    if !is_inside && !drawing.is_infinite() {
        let (width, height) = drawing.size();
        let message = format!("--region: the map has {width}×{height} places");
        return Err(Failure::new(message).file(file));
    }
    Ok(Task::Part(part, Some(region).filter(|_| !args.keep)))
}

/// The kinds, and a phrase for where they come from.
fn rules(
    args: &args::Map,
    drawing: &TiledFile,
    grid: Option<&GidGrid>,
    task: &Task,
) -> Result<(TiledSet, String), Flaw> {
    let drawn = |grid: &GidGrid| -> Result<(TiledSet, String), Flaw> {
        let (rules, what) = match args.pattern {
            Some(side) if side > 1 => (
                TiledRules::Squares(grid, side),
                format!("the squares of {side}×{side} tiles that are drawn"),
            ),
            _ => (
                TiledRules::Pairs(grid),
                "the neighbours that are drawn".to_owned(),
            ),
        };
        let set = TiledSet::new(drawing, rules, args.empty)?;
        Ok((set, what))
    };
    let is_learnt = args.learn.is_some() || args.pattern.is_some();
    if let (true, Some(grid)) = (is_learnt, grid) {
        return drawn(grid);
    }
    let terrain = TiledSet::new(
        drawing,
        TiledRules::Terrain(args.subset.as_deref(), grid),
        args.empty,
    );
    let Some(grid) = grid.filter(|_| args.subset.is_none()) else {
        return Ok((terrain?, named(args, drawing)));
    };
    // The rules of terrains are taken if they have all that is drawn and stays.
    let region = match task {
        Task::Part(_, region) => *region,
        Task::New(..) => None,
    };
    let stays = |(at, gid): (usize, &u32)| {
        let x = grid.left + (at % grid.width) as i64;
        let y = grid.top + (at / grid.width) as i64;
        *gid != 0 && !region.is_some_and(|region| region.holds(x, y))
    };
    let mut all = grid.gids.iter().enumerate().filter(|&place| stays(place));
    match terrain {
        Ok(set) if all.all(|(_, &gid)| set.has(gid)) => Ok((set, named(args, drawing))),
        _ => drawn(grid),
    }
}

fn named(args: &args::Map, drawing: &TiledFile) -> String {
    let mut names = drawing
        .tilesets()
        .iter()
        .flat_map(|used| used.set.terrains());
    let name = args.subset.as_deref().or_else(|| names.next());
    format!("the terrain set {:?}", name.unwrap_or_default())
}

/// Refuses options that only drawn maps have.
fn refuse_drawn(args: &args::Map) -> Result<(), Failure> {
    refuse_other(args)?;
    for (option, is_used) in [
        ("--learn", args.learn.is_some()),
        ("--layer", args.layer.is_some()),
        ("--empty", args.empty),
        ("--region", args.region.is_some()),
        ("--pattern", args.pattern.is_some()),
    ] {
        if is_used {
            let message = format!("{option} is for drawn maps; this is a set of tiles");
            return Err(Failure::new(message).file(&args.source));
        }
    }
    Ok(())
}

/// Refuses options that images alone have, and those that contradict each other.
fn refuse_other(args: &args::Map) -> Result<(), Failure> {
    for (option, is_used) in [
        ("--symmetry", args.symmetry.is_some()),
        ("--edges", args.edges),
        ("--floor", args.floor),
    ] {
        if is_used {
            let message = format!("{option} is for samples that are images");
            return Err(Failure::new(message).file(&args.source));
        }
    }
    if args.fix.is_some() {
        let message = "--fix is for images; a drawn map of Tiled's is filled as it is";
        return Err(Failure::new(message).file(&args.source));
    }
    let is_learnt = args.learn.is_some() || args.pattern.is_some();
    if args.subset.is_some() && is_learnt {
        let message = "--subset names a terrain set, but --learn and --pattern take the rules from what is drawn";
        return Err(Failure::new(message).file(&args.source));
    }
    let is_new = args.size.is_some() || args.learn.flatten().is_some();
    if args.region.is_some() && is_new {
        let message = "--region fills a part of the map, but a size makes a new map";
        return Err(Failure::new(message).file(&args.source));
    }
    if args.size.is_some()
        && args
            .learn
            .flatten()
            .is_some_and(|size| args.size != Some(size))
    {
        let message = "two sizes; expected one";
        return Err(Failure::new(message).file(&args.source));
    }
    Ok(())
}

fn own_name(file: &str) -> String {
    let path = names::path(file);
    let name = path.file_name().map(|name| name.to_string_lossy());
    name.unwrap_or_default().into_owned()
}

fn folder_of(file: &str) -> PathBuf {
    names::path(file)
        .parent()
        .map_or_else(PathBuf::new, Path::to_path_buf)
}

/// The name of a file as seen from another folder.
fn moved(name: &str, from: &Path, to: &Path) -> String {
    let is_address = name.contains("://") || name.is_empty();
    if is_address || Path::new(name).is_absolute() || from == to {
        return name.to_owned();
    }
    let whole = |folder: &Path| {
        let folder = if folder.as_os_str().is_empty() {
            Path::new(".")
        } else {
            folder
        };
        folder.canonicalize()
    };
    let (Ok(from), Ok(to)) = (whole(from), whole(to)) else {
        return name.to_owned();
    };
    let mut path: Vec<Component> = from.components().collect();
    for part in Path::new(name).components() {
        match part {
            Component::ParentDir if path.len() > 1 => {
                path.pop();
            }
            Component::CurDir => {}
            part => path.push(part),
        }
    }
    let to: Vec<Component> = to.components().collect();
    let shared = path.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let up = (shared..to.len()).map(|_| "..".to_owned());
    let down = path[shared..]
        .iter()
        .map(|part| part.as_os_str().to_string_lossy().into_owned());
    up.chain(down).collect::<Vec<_>>().join("/")
}
