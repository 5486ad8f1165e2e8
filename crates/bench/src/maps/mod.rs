//! Maps of tiles: samples and sets of mxgmn's `WaveFunctionCollapse`, filled by us and by peers.
//!
//! The samples are in a folder that is not in the repository. Each of our maps is checked by the definition, and a map
//! from a sample also on its pixels: each of its squares must be one of the sample. Times are CPU time of the one thread, without the
//! reading of the set. A peer may try several seeds; the time of the try that succeeded counts, the failures before it do not.

mod peers;

use crate::{record, table};
use clap::Args;
use cpu_time::ThreadTime;
use roxmltree::{Document, Node};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tilewright_maps::{
    Budget, End, Flaw, Ground, Image, Joined, Kinds, Learning, Likeness, Map, Pixel, Set, Unfilled,
    complete, distance, fill, redo,
};

/// The options of the command.
#[derive(Args)]
pub(crate) struct Maps {
    /// The folder with samples.xml, samples/ and tilesets/.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// The side of the maps; without it each sample's own.
    #[arg(long)]
    side: Option<usize>,
    /// On a torus.
    #[arg(long)]
    torus: bool,
    /// Seeds for each map.
    #[arg(long, default_value_t = 1)]
    seeds: u64,
    /// Only samples whose names contain this.
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// Fix every so many places, those of a hidden map.
    #[arg(long, value_name = "EVERY")]
    fixed: Option<usize>,
    /// Also fill a region of 32×32 of each map anew.
    #[arg(long)]
    region: bool,
    /// Beside `wfc` and `ghx_proc_gen`.
    #[arg(long)]
    peers: bool,
    /// The most kinds of a set for `ghx_proc_gen`, which is slow with many.
    #[arg(long, default_value_t = 60)]
    ghx_kinds: usize,
    /// Seconds on the clock after which a map is given up.
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// Draw the maps in this folder.
    #[arg(long, value_name = "FOLDER")]
    pictures: Option<PathBuf>,
    /// Also write the table to this file, with machine, compiler and date.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// A sample or a set with its size in the list.
struct Sample {
    name: String,
    set: Set,
    side: usize,
    /// The picture, and how it is read.
    learnt: Option<(Image, Learning)>,
}

/// What is asked of a peer.
pub(crate) struct Task<'t> {
    pub(crate) kinds: &'t Kinds,
    pub(crate) ground: &'t Ground,
    pub(crate) limit: Duration,
}

/// Measures, and returns whether every map was right.
pub(crate) fn run(asked: &Maps) -> Result<bool, String> {
    let mut heading = vec![
        "sample", "side", "kinds", "maps", "none", "s", "worst s", "distance", "shown",
    ];
    if asked.region {
        heading.push("region ms");
    }
    if asked.peers {
        heading.extend(["wfc s", "wfc distance", "wfc shown", "ghx s", "peer : ours"]);
    }
    let mut rows = vec![heading.into_iter().map(String::from).collect::<Vec<_>>()];
    let mut is_right = true;
    let mut all = Totals::default();
    for sample in samples(&asked.folder)? {
        if asked
            .only
            .as_ref()
            .is_some_and(|only| !sample.name.contains(only.as_str()))
        {
            continue;
        }
        let (row, is_fine) = measure(asked, &sample, &mut all)?;
        eprintln!("{}", row.join("\t"));
        is_right &= is_fine;
        rows.push(row);
    }
    let tables = format!("{}\n{}", table::print(&rows), all.told());
    println!("{tables}");
    let how = "Seconds are CPU time of one thread, the median of the seeds and the worst; \"none\" are proofs that there is no map.";
    record::write(
        asked.record.as_deref(),
        "Maps of mxgmn's samples",
        &["wfc", "ghx_proc_gen"],
        how,
        &tables,
    )?;
    Ok(is_right)
}

/// What all rows come to.
#[derive(Default)]
struct Totals {
    asked: usize,
    maps: usize,
    none: usize,
    distances: Vec<f64>,
    ratios: Vec<f64>,
}

impl Totals {
    fn told(&mut self) -> String {
        let Self {
            asked, maps, none, ..
        } = *self;
        let mut text = format!("{maps} maps and {none} proofs of {asked} asked");
        if let Some(median) = median(&mut self.distances) {
            text = format!("{text}; median distance of samples {median:.3}");
        }
        if let Some(median) = median(&mut self.ratios) {
            let least = self.ratios[0];
            text = format!(
                "{text}; the fastest peer takes {median:.1} times as long (median), at least {least:.1}"
            );
        }
        text + "\n"
    }
}

fn median(values: &mut [f64]) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

fn measure(asked: &Maps, sample: &Sample, all: &mut Totals) -> Result<(Vec<String>, bool), String> {
    let kinds = sample.set.kinds();
    let side = asked.side.unwrap_or(sample.side);
    let joined = if asked.torus {
        Joined::TORUS
    } else {
        Joined::default()
    };
    let ground = sample
        .set
        .ground(side, side, joined)
        .map_err(|flaw| flaw.0)?;
    let likeness = if sample.set.is_counted() {
        Likeness::Shares
    } else {
        Likeness::Odds
    };
    let limit = Duration::from_secs(asked.seconds);
    let (mut times, mut distances, mut most_kinds, mut regions) =
        (Vec::new(), Vec::new(), 0, Vec::new());
    let (mut maps, mut none, mut is_right) = (0, 0, true);
    let mut worst = 0.0f64;
    for seed in 0..asked.seeds {
        let budget = Budget::default().time(limit);
        let open = match asked.fixed {
            Some(every) => match fill(kinds, &ground, likeness, seed + 1000, &budget) {
                Ok(hidden) => every_so_many(&hidden, every),
                Err(_) => continue,
            },
            None => Map::open(ground.rows(), ground.columns()),
        };
        let budget = Budget::default().time(limit);
        let start = ThreadTime::now();
        let made = complete(kinds, &ground, &open, likeness, seed, &budget);
        let seconds = start.elapsed().as_secs_f64();
        worst = worst.max(seconds);
        all.asked += 1;
        match made {
            Ok(mut map) => {
                maps += 1;
                times.push(seconds);
                is_right &= is_like(sample, &map, &ground, joined);
                distances.push(distance(kinds, &map));
                most_kinds = most_kinds.max(used(kinds, &map));
                if let Some(folder) = &asked.pictures {
                    draw(folder, sample, seed, &map, joined)?;
                }
                if asked.region && ground.rows().min(ground.columns()) >= 96 {
                    let start = ThreadTime::now();
                    let part = (40..72, 40..72);
                    let redone = redo(kinds, &ground, &mut map, part, likeness, seed + 1, &budget);
                    regions.push(start.elapsed().as_secs_f64() * 1e3);
                    is_right &= redone.is_ok() && map.is_whole(kinds, &ground);
                }
            }
            Err(Unfilled(End::Complete)) => none += 1,
            Err(_) => {}
        }
    }
    all.maps += maps;
    all.none += none;
    let ours = median(&mut times);
    let far = median(&mut distances);
    if sample.learnt.is_some() {
        all.distances.extend(far);
    }
    let mut row = vec![
        sample.name.clone(),
        side.to_string(),
        kinds.count().to_string(),
        format!("{maps}/{}", asked.seeds),
        none.to_string(),
        shown(ours, 4),
        format!("{worst:.3}"),
        shown(far, 3),
        most_kinds.to_string(),
    ];
    if asked.region {
        row.push(shown(median(&mut regions), 1));
    }
    if asked.peers {
        let task = Task {
            kinds,
            ground: &ground,
            limit: limit / 4,
        };
        is_right &= beside_peers(&task, asked.ghx_kinds, ours, all, &mut row);
    }
    Ok((row, is_right))
}

/// Adds the peers' cells to a row; whether their maps were right.
fn beside_peers(
    task: &Task,
    ghx_kinds: usize,
    ours: Option<f64>,
    all: &mut Totals,
    row: &mut Vec<String>,
) -> bool {
    let kinds = task.kinds;
    let wfc = peers::wfc(task);
    let ghx = if kinds.count() <= ghx_kinds {
        peers::ghx(task)
    } else {
        None
    };
    let mut found = wfc.iter().chain(&ghx);
    let is_right = found.all(|(map, _)| map.is_whole(kinds, task.ground));
    let seconds = |found: &Option<(Map, f64)>| found.as_ref().map(|(_, seconds)| *seconds);
    let fastest = [seconds(&wfc), seconds(&ghx)]
        .into_iter()
        .flatten()
        .reduce(f64::min);
    let ratio = fastest.zip(ours).map(|(peer, ours)| peer / ours.max(1e-6));
    all.ratios.extend(ratio);
    row.extend([
        shown(seconds(&wfc), 4),
        shown(wfc.as_ref().map(|(map, _)| distance(kinds, map)), 3),
        wfc.as_ref()
            .map_or("–".into(), |(map, _)| used(kinds, map).to_string()),
        shown(seconds(&ghx), 4),
        table::times(ratio),
    ]);
    is_right
}

/// A number with so many digits, or a dash.
fn shown(value: Option<f64>, digits: usize) -> String {
    value.map_or("–".into(), |value| format!("{value:.digits$}"))
}

/// The number of kinds that a map shows.
fn used(kinds: &Kinds, map: &Map) -> usize {
    map.tally(kinds).iter().filter(|&&count| count > 0).count()
}

/// Draws a map in a folder.
fn draw(
    folder: &Path,
    sample: &Sample,
    seed: u64,
    map: &Map,
    joined: Joined,
) -> Result<(), String> {
    let name = format!("{}-{seed}.png", sample.name.replace(' ', "_"));
    let image = sample.set.draw(map, joined).png().map_err(|flaw| flaw.0)?;
    std::fs::write(folder.join(name), image).map_err(|error| error.to_string())
}

/// Every so many places of a map.
fn every_so_many(map: &Map, every: usize) -> Map {
    let mut some = Map::open(map.rows(), map.columns());
    for place in (0..map.rows() * map.columns())
        .filter(|place| (place * 7919 + place / map.columns()).is_multiple_of(every))
    {
        let (row, column) = (place / map.columns(), place % map.columns());
        some.put(row, column, map.at(row, column));
    }
    some
}

/// Checks a map by the definition; one from a sample on its pixels, too.
fn is_like(sample: &Sample, map: &Map, ground: &Ground, joined: Joined) -> bool {
    let is_like = match &sample.learnt {
        None => true,
        Some((image, learning)) => {
            let known = squares(
                image,
                learning.side,
                learning.is_periodic,
                learning.symmetry,
            );
            let drawn = sample.set.draw(map, joined);
            squares(&drawn, learning.side, joined == Joined::TORUS, 1).is_subset(&known)
        }
    };
    is_like && map.is_whole(sample.set.kinds(), ground)
}

/// All squares of an image, in its first so many symmetries.
fn squares(image: &Image, side: usize, is_joined: bool, symmetry: usize) -> HashSet<Vec<Pixel>> {
    let mut found = HashSet::new();
    let mut turned = image.clone();
    for number in 0..symmetry {
        let image = if number % 2 == 0 {
            turned.clone()
        } else {
            turned.mirrored()
        };
        if number % 2 == 1 {
            turned = turned.turned();
        }
        let (width, height) = (image.width(), image.height());
        let over = if is_joined { 0 } else { side - 1 };
        for top in 0..height - over {
            for left in 0..width - over {
                let pixel =
                    |at: usize| image.at((left + at % side) % width, (top + at / side) % height);
                found.insert((0..side * side).map(pixel).collect());
            }
        }
    }
    found
}

/// The samples of the folder's list, and a set of Wang tiles that fills the plane without a period.
fn samples(folder: &Path) -> Result<Vec<Sample>, String> {
    let list = folder.join("samples.xml");
    let text =
        std::fs::read_to_string(&list).map_err(|error| format!("{}: {error}", list.display()))?;
    let document =
        Document::parse(&text).map_err(|error| format!("{}: {error}", list.display()))?;
    let nodes = document.root_element().children().filter(Node::is_element);
    let mut samples = Vec::new();
    for node in nodes {
        let sample = if node.has_tag_name("overlapping") {
            learnt(folder, &node)
        } else {
            tiled(folder, &node)
        };
        samples.push(
            sample.map_err(|flaw| {
                format!("{}: {flaw}", node.attribute("name").unwrap_or_default())
            })?,
        );
    }
    samples.push(Sample {
        name: "Wang11".into(),
        set: wang11().map_err(|flaw| flaw.0)?,
        side: 20,
        learnt: None,
    });
    Ok(samples)
}

fn load(path: &Path) -> Result<Vec<u8>, Flaw> {
    std::fs::read(path).map_err(|error| Flaw(format!("{}: {error}", path.display())))
}

fn number(node: &Node, key: &str, usual: usize) -> usize {
    node.attribute(key)
        .and_then(|text| text.parse().ok())
        .unwrap_or(usual)
}

fn learnt(folder: &Path, node: &Node) -> Result<Sample, Flaw> {
    let name = node.attribute("name").unwrap_or_default();
    let learning = Learning {
        side: number(node, "N", 3),
        symmetry: number(node, "symmetry", 8),
        is_periodic: node.attribute("periodicInput") != Some("False"),
        has_floor: node.attribute("ground") == Some("True"),
    };
    let image = Image::from_png(&load(&folder.join(format!("samples/{name}.png")))?)?;
    let floor = if learning.has_floor { " floor" } else { "" };
    Ok(Sample {
        name: format!("{name} N{} s{}{floor}", learning.side, learning.symmetry),
        set: Set::from_sample(&image, learning)?,
        side: number(node, "size", 48),
        learnt: Some((image, learning)),
    })
}

fn tiled(folder: &Path, node: &Node) -> Result<Sample, Flaw> {
    let name = node.attribute("name").unwrap_or_default();
    let sets = folder.join("tilesets");
    let text = String::from_utf8_lossy(&load(&sets.join(format!("{name}.xml")))?).into_owned();
    let subset = node.attribute("subset");
    Ok(Sample {
        name: format!("{name} {}", subset.unwrap_or("all")),
        set: Set::from_xml(&text, subset, |file: &str| {
            load(&sets.join(name).join(file))
        })?,
        side: number(node, "size", 24),
        learnt: None,
    })
}

/// Eleven Wang tiles that tile the plane, but never with a period (Jeandel and Rao, 2015): east, north, west, south.
fn wang11() -> Result<Set, Flaw> {
    let tiles = [
        "2421", "2220", "1131", "1232", "3133", "0131", "0001", "3102", "0212", "1214", "3312",
    ];
    let mut kinds = Kinds::new(vec![1.0; tiles.len()]);
    for (a, first) in tiles.iter().enumerate() {
        for (b, second) in tiles.iter().enumerate() {
            let (first, second) = (first.as_bytes(), second.as_bytes());
            if first[0] == second[2] {
                kinds.allow_across(a, b);
            }
            if first[3] == second[1] {
                kinds.allow_down(a, b);
            }
        }
    }
    let clear = Image::new(1, 1, |_, _| [0; 4]);
    Set::of_images(
        kinds,
        tiles.map(String::from).to_vec(),
        vec![clear; tiles.len()],
    )
}
