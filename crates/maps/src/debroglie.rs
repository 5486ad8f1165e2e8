//! Configuration files of `DeBroglie`, as far as what they ask for can be had here. Anything else is refused by its name.
//!
//! The model is a sample (a PNG image whose pixels are the tiles, of which squares or pairs are learnt) or a set of PNG images with lists of
//! neighbours. Keys for the search itself (`backtrack`) and for the file to write (`dest`) change nothing here.

use crate::image::{Image, Pixel};
use crate::kinds::Kinds;
use crate::set::{Flaw, Set};
use crate::{Ground, Joined, Learning, Rule};
use serde_json::{Map as Object, Value};
use std::collections::HashMap;

/// What a configuration asks for.
#[derive(Clone, Debug)]
pub struct Plan {
    set: Set,
    width: usize,
    height: usize,
    joined: Joined,
    wishes: Vec<Wish>,
}

/// A wish about some tiles.
#[derive(Clone, Debug)]
enum Wish {
    /// Along some sides (or anywhere else) tiles are all of these, or none of them.
    Border {
        tiles: Vec<Pick>,
        sides: [bool; 4],
        is_inverted: bool,
        is_ban: bool,
    },
    Fixed(Pick, usize, usize),
    Rule(Rule),
    Mirror(bool),
}

/// Tiles of a name: a kind, or a colour of a sample's pixels.
#[derive(Clone, Debug)]
enum Pick {
    Kind(usize),
    Colour(Pixel),
}

const KEYS: [&str; 21] = [
    "src",
    "dest",
    "baseDirectory",
    "model",
    "periodicInput",
    "periodicInputX",
    "periodicInputY",
    "periodic",
    "periodicX",
    "periodicY",
    "width",
    "height",
    "depth",
    "ground",
    "symmetry",
    "reflectionalSymmetry",
    "rotationalSymmetry",
    "backtrack",
    "tiles",
    "adjacencies",
    "constraints",
];

impl Plan {
    /// Reads a configuration; `load` gives the bytes of an image that it names, or says why not.
    pub fn read(
        text: &str,
        mut load: impl FnMut(&str) -> Result<Vec<u8>, Flaw>,
    ) -> Result<Self, Flaw> {
        let root: Value = serde_json::from_str(text.trim_start_matches('\u{feff}'))
            .map_err(|error| Flaw(format!("it is not whole JSON: {error}")))?;
        let root = Part::of(&root, "the configuration")?;
        root.refuse_others(&KEYS)?;
        let folder = root.text("baseDirectory")?.unwrap_or_default();
        let mut image = |name: &str| {
            let path = match folder {
                "" => name.to_owned(),
                folder => format!("{}/{name}", folder.trim_end_matches('/')),
            };
            let is_png = name.to_ascii_lowercase().ends_with(".png");
            if !is_png {
                return Err(Flaw(format!("src {name:?}: expected a PNG image")));
            }
            let read = Image::from_png(&load(&path)?);
            read.map_err(|flaw| Flaw(format!("{path}: {flaw}")))
        };
        let set = match root.text("src")? {
            Some(name) => sample(&root, &image(name)?)?,
            None => files(&root, &mut image)?,
        };
        if root.whole("depth")?.is_some_and(|depth| depth != 1) {
            return Err(Flaw("depth: maps have two axes".into()));
        }
        let both = root.is("periodic")?.unwrap_or(false);
        let mut plan = Self {
            set,
            width: root.whole("width")?.unwrap_or(48),
            height: root.whole("height")?.unwrap_or(48),
            joined: Joined {
                across: root.is("periodicX")?.unwrap_or(both),
                down: root.is("periodicY")?.unwrap_or(both),
            },
            wishes: Vec::new(),
        };
        if let Some(tile) = root.0.get("ground") {
            let tiles = vec![plan.pick(tile)?];
            for is_inverted in [false, true] {
                plan.wishes.push(Wish::Border {
                    tiles: tiles.clone(),
                    sides: [false, false, true, false],
                    is_inverted,
                    is_ban: is_inverted,
                });
            }
        }
        for constraint in root.list("constraints")? {
            let part = Part::of(constraint, "a constraint")?;
            let wish = plan.wish(&part)?;
            plan.wishes.push(wish);
        }
        Ok(plan)
    }

    /// The kinds.
    pub fn set(&self) -> &Set {
        &self.set
    }

    /// The width and height that the configuration names.
    pub fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// The sides that are joined.
    pub fn joined(&self) -> Joined {
        self.joined
    }

    /// The ground of a map of that size with all that is asked for.
    pub fn ground(&self, width: usize, height: usize) -> Result<Ground, Flaw> {
        let mut ground = self.set.ground(width, height, self.joined)?;
        for wish in &self.wishes {
            match wish {
                Wish::Border {
                    tiles,
                    sides: [top, right, bottom, left],
                    is_inverted,
                    is_ban,
                } => {
                    for y in 0..height {
                        for x in 0..width {
                            let is_along = *top && y == 0
                                || *bottom && y + 1 == height
                                || *left && x == 0
                                || *right && x + 1 == width;
                            if is_along != *is_inverted {
                                self.keep(&mut ground, (x, y), tiles, *is_ban);
                            }
                        }
                    }
                }
                Wish::Fixed(tile, x, y) => {
                    if *x >= width || *y >= height {
                        return Err(Flaw(format!(
                            "fixedTile: {x}, {y} is not a place of a map of {width}×{height}"
                        )));
                    }
                    self.keep(&mut ground, (*x, *y), std::slice::from_ref(tile), false);
                }
                Wish::Rule(Rule::Linked { ends, .. })
                    if ends
                        .iter()
                        .any(|&(row, column)| row >= height || column >= width) =>
                {
                    return Err(Flaw(format!(
                        "endPoints: not all are places of a map of {width}×{height}"
                    )));
                }
                Wish::Rule(rule) => ground.demand(self.set.kinds(), rule.clone()),
                Wish::Mirror(is_across) => {
                    let images = self.set.mirror_images(*is_across);
                    let is_across = *is_across;
                    ground.demand(self.set.kinds(), Rule::Mirror { is_across, images });
                }
            }
        }
        Ok(ground)
    }

    fn keep(&self, ground: &mut Ground, (x, y): (usize, usize), tiles: &[Pick], is_ban: bool) {
        let kinds: Vec<usize> = tiles
            .iter()
            .filter_map(|tile| match tile {
                Pick::Kind(kind) => Some(*kind),
                Pick::Colour(_) => None,
            })
            .collect();
        if kinds.len() == tiles.len() {
            let is_wanted = |kind| kinds.contains(&kind) != is_ban;
            ground.keep(self.set.kinds(), y, x, is_wanted);
            return;
        }
        self.set.keep_pixel(ground, (x, y), |colour| {
            let is_listed = tiles
                .iter()
                .any(|tile| matches!(tile, Pick::Colour(known) if *known == colour));
            is_listed != is_ban
        });
    }

    /// The tile that a value stands for.
    fn pick(&self, value: &Value) -> Result<Pick, Flaw> {
        let name = name_of(value)?;
        if !self.set.is_of_tiles() {
            let colour = colour_of(&name);
            return colour.map(Pick::Colour).ok_or_else(|| {
                Flaw(format!(
                    "tile {name:?}: expected a colour such as \"#FF0000\""
                ))
            });
        }
        let name = colour_of(&name).map_or(name, hex);
        match self.set.called(&name)?[..] {
            [kind] => Ok(Pick::Kind(kind)),
            _ => Err(Flaw(format!("tile {name:?} is not one tile"))),
        }
    }

    fn kinds(&self, part: &Part, key: &str, what: &str) -> Result<Vec<usize>, Flaw> {
        let picks: Result<Vec<Pick>, Flaw> =
            part.list(key)?.iter().map(|tile| self.pick(tile)).collect();
        let kind = |pick: Pick| match pick {
            Pick::Kind(kind) => Ok(kind),
            Pick::Colour(_) => Err(Flaw(format!(
                "constraint {what:?} is for the adjacent model and for sets of images"
            ))),
        };
        picks?.into_iter().map(kind).collect()
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each constraint")]
    fn wish(&self, part: &Part) -> Result<Wish, Flaw> {
        let what = part.needed("type")?;
        match what {
            "border" => {
                part.refuse_others(&[
                    "type",
                    "tile",
                    "tiles",
                    "sides",
                    "excludeSides",
                    "invertArea",
                    "ban",
                ])?;
                let tiles: Result<Vec<Pick>, Flaw> = match part.0.get("tile") {
                    Some(tile) => Ok(vec![self.pick(tile)?]),
                    None => part
                        .list("tiles")?
                        .iter()
                        .map(|tile| self.pick(tile))
                        .collect(),
                };
                let excluded = sides(part.text("excludeSides")?.unwrap_or_default())?;
                let mut chosen = part.text("sides")?.map_or(Ok([true; 4]), sides)?;
                for (side, excluded) in chosen.iter_mut().zip(excluded) {
                    *side &= !excluded;
                }
                Ok(Wish::Border {
                    tiles: tiles?,
                    sides: chosen,
                    is_inverted: part.is("invertArea")?.unwrap_or(false),
                    is_ban: part.is("ban")?.unwrap_or(false),
                })
            }
            "fixedTile" => {
                part.refuse_others(&["type", "tile", "point"])?;
                let tile = part
                    .0
                    .get("tile")
                    .ok_or_else(|| Flaw("fixedTile has no tile".into()))?;
                let point = part.0.get("point").ok_or_else(|| {
                    Flaw("fixedTile without a point is not supported; --count NAME=1.. asks for one somewhere".into())
                })?;
                let (row, column) = place(point)?;
                Ok(Wish::Fixed(self.pick(tile)?, column, row))
            }
            // The second way to write it is that of DeBroglie's manual.
            "maxConsecutive" | "maxConsectuive" => {
                part.refuse_others(&["type", "tiles", "maxCount"])?;
                Ok(Wish::Rule(Rule::Run {
                    kinds: self.kinds(part, "tiles", what)?,
                    most: part.whole("maxCount")?.unwrap_or(3),
                }))
            }
            "count" => {
                part.refuse_others(&["type", "tiles", "count", "comparison", "eager"])?;
                let count = part
                    .whole("count")?
                    .ok_or_else(|| Flaw("count has no count".into()))?;
                let (least, most) = match part.text("comparison")?.unwrap_or("atMost") {
                    "atMost" => (0, count),
                    "atLeast" => (count, usize::MAX),
                    "exactly" => (count, count),
                    other => {
                        return Err(Flaw(format!(
                            "comparison {other:?}; expected atMost, atLeast or exactly"
                        )));
                    }
                };
                let kinds = self.kinds(part, "tiles", what)?;
                Ok(Wish::Rule(Rule::Count { kinds, least, most }))
            }
            "separation" => {
                part.refuse_others(&["type", "tiles", "minDistance"])?;
                let steps = part.whole("minDistance")?;
                Ok(Wish::Rule(Rule::Apart {
                    kinds: self.kinds(part, "tiles", what)?,
                    steps: steps.ok_or_else(|| Flaw("separation has no minDistance".into()))?,
                }))
            }
            "path" => {
                part.refuse_others(&["type", "pathTiles", "tiles", "endPoints"])?;
                let key = if part.0.contains_key("tiles") {
                    "tiles"
                } else {
                    "pathTiles"
                };
                let kinds = self.kinds(part, key, what)?;
                let ends: Result<Vec<_>, Flaw> =
                    part.list("endPoints")?.iter().map(place).collect();
                let ends = ends?;
                let open = (0..self.set.kinds().count()).map(|kind| [kinds.contains(&kind); 4]);
                Ok(Wish::Rule(Rule::Linked {
                    open: open.collect(),
                    is_whole: ends.is_empty(),
                    ends,
                }))
            }
            "mirrorX" | "mirrorY" => {
                part.refuse_others(&["type"])?;
                Ok(Wish::Mirror(what == "mirrorX"))
            }
            other => Err(Flaw(format!(
                "constraint {other:?} is not supported; border, fixedTile, maxConsecutive, count, separation, path, mirrorX and mirrorY are"
            ))),
        }
    }
}

/// The kinds of a sample.
fn sample(root: &Part, image: &Image) -> Result<Set, Flaw> {
    if root.0.contains_key("adjacencies") || root.0.contains_key("tiles") {
        return Err(Flaw(
            "tiles and adjacencies beside a sample are not supported".into(),
        ));
    }
    let both = root.is("periodicInput")?.unwrap_or(false);
    let across = root.is("periodicInputX")?.unwrap_or(both);
    if root.is("periodicInputY")?.unwrap_or(both) != across {
        return Err(Flaw(
            "periodicInputX and periodicInputY differ; expected the same for both".into(),
        ));
    }
    let symmetry = symmetry(root)?;
    let empty = Value::Object(Object::new());
    let model = Part::of(root.0.get("model").unwrap_or(&empty), "model")?;
    match model.text("type")?.unwrap_or("adjacent") {
        "adjacent" => {
            model.refuse_others(&["type"])?;
            if symmetry != 1 {
                return Err(Flaw(
                    "symmetry beside the adjacent model is not supported".into(),
                ));
            }
            Ok(pairs(image, across))
        }
        "overlapping" => {
            model.refuse_others(&["type", "n", "nX", "nY"])?;
            let both = model.whole("n")?.unwrap_or(2);
            let side = model.whole("nX")?.unwrap_or(both);
            if model.whole("nY")?.unwrap_or(both) != side {
                return Err(Flaw("nX and nY differ; expected squares, as with n".into()));
            }
            Set::from_sample(
                image,
                Learning {
                    side,
                    symmetry,
                    is_periodic: across,
                    has_floor: false,
                },
            )
        }
        other => Err(Flaw(format!(
            "model {other:?}; expected adjacent or overlapping"
        ))),
    }
}

fn symmetry(root: &Part) -> Result<usize, Flaw> {
    let all = root.whole("symmetry")?.unwrap_or(1);
    let (is_mirrored, turns) = if all % 2 == 0 {
        (true, all / 2)
    } else {
        (false, all)
    };
    let is_mirrored = root.is("reflectionalSymmetry")?.unwrap_or(is_mirrored);
    match (
        is_mirrored,
        root.whole("rotationalSymmetry")?.unwrap_or(turns),
    ) {
        (false, 1) => Ok(1),
        (true, 1) => Ok(2),
        (true, 4) => Ok(8),
        _ => Err(Flaw(
            "this symmetry is not supported; 1, 2 and 8 are".into(),
        )),
    }
}

/// The colours of a sample as kinds, which go together as they are neighbours there.
fn pairs(image: &Image, is_periodic: bool) -> Set {
    let mut numbers: HashMap<Pixel, usize> = HashMap::new();
    let mut colours = Vec::new();
    let mut counts = Vec::new();
    let (width, height) = (image.width(), image.height());
    for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        let number = *numbers.entry(image.at(x, y)).or_insert_with(|| {
            colours.push(image.at(x, y));
            counts.push(0.0);
            colours.len() - 1
        });
        counts[number] += 1.0;
    }
    let mut kinds = Kinds::new(counts);
    for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        let kind = numbers[&image.at(x, y)];
        if x + 1 < width || is_periodic {
            kinds.allow_across(kind, numbers[&image.at((x + 1) % width, y)]);
        }
        if y + 1 < height || is_periodic {
            kinds.allow_down(kind, numbers[&image.at(x, (y + 1) % height)]);
        }
    }
    let names = colours.iter().map(|&colour| hex(colour)).collect();
    let looks = colours
        .iter()
        .map(|&colour| Image::new(1, 1, |_, _| colour));
    let mut set =
        Set::of_images(kinds, names, looks.collect()).expect("images of one pixel have one size");
    set.is_counted = true;
    set
}

/// The kinds of a set of images.
fn files(root: &Part, image: &mut impl FnMut(&str) -> Result<Image, Flaw>) -> Result<Set, Flaw> {
    let mut names: Vec<String> = Vec::new();
    let mut weights = Vec::new();
    let mut images = Vec::new();
    for tile in root.list("tiles")? {
        let tile = Part::of(tile, "a tile")?;
        tile.refuse_others(&["value", "src", "multiplyFrequency", "tileSymmetry"])?;
        if let Some(letter) = tile.text("tileSymmetry")?.filter(|&letter| letter != "X") {
            return Err(Flaw(format!(
                "tileSymmetry {letter:?} is not supported; list each turn as a tile, or give an XML set with symmetry letters"
            )));
        }
        let value = tile.0.get("value");
        let name = name_of(value.ok_or_else(|| Flaw("a tile has no value".into()))?)?;
        if names.contains(&name) {
            return Err(Flaw(format!("there are two tiles called {name:?}")));
        }
        let src = tile.text("src")?;
        let src = src.ok_or_else(|| {
            Flaw(format!(
                "tile {name:?} has no src, and neither has the configuration"
            ))
        })?;
        images.push(image(src)?);
        weights.push(match tile.0.get("multiplyFrequency") {
            None => 1.0,
            Some(value) => value
                .as_f64()
                .filter(|weight| weight.is_finite() && *weight >= 0.0)
                .ok_or_else(|| {
                    Flaw(format!(
                        "multiplyFrequency of {name:?}: expected a number from 0 on"
                    ))
                })?,
        });
        names.push(name);
    }
    if names.is_empty() || names.len() > crate::MOST_KINDS {
        return Err(Flaw(format!(
            "{} tiles and no src; expected a sample or tiles",
            names.len()
        )));
    }
    let mut kinds = Kinds::new(weights);
    for entry in root.list("adjacencies")? {
        let entry = Part::of(entry, "an adjacency")?;
        entry.refuse_others(&["left", "right", "up", "down"])?;
        let listed = |key: &str| -> Result<Vec<usize>, Flaw> {
            let find = |value: &Value| {
                let name = name_of(value)?;
                let found = names.iter().position(|known| *known == name);
                found.ok_or_else(|| Flaw(format!("adjacencies: there is no tile called {name:?}")))
            };
            entry.list(key)?.iter().map(find).collect()
        };
        for &left in &listed("left")? {
            for right in listed("right")? {
                kinds.allow_across(left, right);
            }
        }
        for &upper in &listed("up")? {
            for lower in listed("down")? {
                kinds.allow_down(upper, lower);
            }
        }
    }
    Set::of_images(kinds, names, images)
}

/// The name of a tile: a text, or a number.
fn name_of(value: &Value) -> Result<String, Flaw> {
    match value {
        Value::String(name) => Ok(name.clone()),
        Value::Number(number) => Ok(number.to_string()),
        other => Err(Flaw(format!("{other} is not the name of a tile"))),
    }
}

/// The colour that a text such as `#FF0000` names.
fn colour_of(text: &str) -> Option<Pixel> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let [_, red, green, blue] = u32::from_str_radix(digits, 16).ok()?.to_be_bytes();
    Some([red, green, blue, 255])
}

fn hex([red, green, blue, _]: Pixel) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// The sides that a list names: top, right, bottom, left.
fn sides(text: &str) -> Result<[bool; 4], Flaw> {
    let mut sides = [false; 4];
    for word in text
        .split(',')
        .map(str::trim)
        .filter(|word| !word.is_empty())
    {
        let names = ["ymin", "xmax", "ymax", "xmin"];
        let side = names.iter().position(|name| *name == word);
        let side =
            side.ok_or_else(|| Flaw(format!("side {word:?}; expected xmin, xmax, ymin or ymax")))?;
        sides[side] = true;
    }
    Ok(sides)
}

/// The row and column of a point.
fn place(value: &Value) -> Result<(usize, usize), Flaw> {
    let part = Part::of(value, "a point")?;
    part.refuse_others(&["x", "y", "z"])?;
    let number = |key: &str| {
        let number = part.whole(key)?;
        number.ok_or_else(|| Flaw(format!("a point has no {key}")))
    };
    Ok((number("y")?, number("x")?))
}

/// An object with questions that name their key when they fail.
struct Part<'v>(&'v Object<String, Value>);

impl<'v> Part<'v> {
    fn of(value: &'v Value, what: &str) -> Result<Self, Flaw> {
        let object = value.as_object();
        object
            .map(Self)
            .ok_or_else(|| Flaw(format!("{what}: expected an object")))
    }

    fn refuse_others(&self, known: &[&str]) -> Result<(), Flaw> {
        match self.0.keys().find(|key| !known.contains(&key.as_str())) {
            Some(key) => Err(Flaw(format!("the key {key:?} is not supported"))),
            None => Ok(()),
        }
    }

    fn text(&self, key: &str) -> Result<Option<&'v str>, Flaw> {
        self.typed(key, "a text", Value::as_str)
    }

    fn needed(&self, key: &str) -> Result<&'v str, Flaw> {
        let text = self.text(key)?;
        text.ok_or_else(|| Flaw(format!("a constraint has no {key}")))
    }

    fn whole(&self, key: &str) -> Result<Option<usize>, Flaw> {
        self.typed(key, "a whole number from 0 on", |value| {
            usize::try_from(value.as_u64()?).ok()
        })
    }

    fn is(&self, key: &str) -> Result<Option<bool>, Flaw> {
        self.typed(key, "true or false", Value::as_bool)
    }

    fn list(&self, key: &str) -> Result<&'v [Value], Flaw> {
        let list = self.typed(key, "a list", |value| value.as_array().map(Vec::as_slice))?;
        Ok(list.unwrap_or_default())
    }

    fn typed<T>(
        &self,
        key: &str,
        expected: &str,
        read: impl Fn(&'v Value) -> Option<T>,
    ) -> Result<Option<T>, Flaw> {
        let Some(value) = self.0.get(key) else {
            return Ok(None);
        };
        let read = read(value);
        let message = || Flaw(format!("{key}: expected {expected}"));
        read.ok_or_else(message).map(Some)
    }
}
