//! All samples of mxgmn's `WaveFunctionCollapse`, from the folder that `TILEWRIGHT_DATA` names: how many seconds of CPU each map
//! takes, how like its sample it is, and whether it is one.
//!
//! ```text
//! cargo run --release -p tilewright-maps --features files --example samples -- [own|SIDE] [grid|torus] [SEEDS] [NAME] [FOLDER]
//! ```

#![expect(clippy::print_stdout, reason = "an example tells what it found")]

use cpu_time::ProcessTime;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tilewright_maps::{Budget, Flaw, Image, Joined, Learning, Likeness, Set, distance, fill};

struct Sample {
    name: String,
    set: Set,
    side: usize,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Some(data) = std::env::var_os("TILEWRIGHT_DATA") else {
        println!("skipped: TILEWRIGHT_DATA names no folder");
        return Ok(());
    };
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let side: Option<usize> = word(0).parse().ok();
    let joined = if word(1) == "torus" {
        Joined::TORUS
    } else {
        Joined::default()
    };
    let seeds: u64 = word(2).parse().unwrap_or(1);
    // Time on the clock, of which the machine may give us only a part.
    let limit = Duration::from_secs(if word(1) == "torus" { 240 } else { 60 });
    for sample in samples(&PathBuf::from(data).join("wfc"))? {
        if !sample.name.contains(word(3)) {
            continue;
        }
        let side = side.unwrap_or(sample.side);
        let kinds = sample.set.kinds();
        let ground = sample.set.ground(side, side, joined)?;
        let likeness = if sample.set.is_counted() {
            Likeness::Shares
        } else {
            Likeness::Odds
        };
        for seed in 0..seeds {
            let start = ProcessTime::now();
            let made = fill(
                kinds,
                &ground,
                likeness,
                seed,
                &Budget::default().time(limit),
            );
            let seconds = start.elapsed().as_secs_f64();
            let found = match &made {
                Ok(map) => {
                    if let Some(folder) = words.get(4) {
                        let name = format!("{folder}/{}-{seed}.png", sample.name.replace(' ', "_"));
                        std::fs::write(name, sample.set.draw(map, joined).png()?)?;
                    }
                    let used = map.tally(kinds).iter().filter(|&&count| count > 0).count();
                    let whole = if map.is_whole(kinds, &ground) {
                        "map"
                    } else {
                        "WRONG"
                    };
                    format!(
                        "{whole}\t{:.3}\t{used}/{}",
                        distance(kinds, map),
                        kinds.count()
                    )
                }
                Err(unfilled) => format!("{unfilled}"),
            };
            println!("{}\t{side}\t{seed}\t{seconds:.3}\t{found}", sample.name);
        }
    }
    Ok(())
}

fn samples(folder: &Path) -> Result<Vec<Sample>, Box<dyn std::error::Error>> {
    let text = std::fs::read_to_string(folder.join("samples.xml"))?;
    let document = roxmltree::Document::parse(&text)?;
    let mut samples = Vec::new();
    for node in document
        .root_element()
        .children()
        .filter(roxmltree::Node::is_element)
    {
        let name = node.attribute("name").unwrap_or_default();
        let number = |key: &str, default: usize| {
            node.attribute(key)
                .and_then(|text| text.parse().ok())
                .unwrap_or(default)
        };
        let is = |key: &str, default: &str| node.attribute(key).unwrap_or(default) == "True";
        if node.has_tag_name("overlapping") {
            let learning = Learning {
                side: number("N", 3),
                symmetry: number("symmetry", 8),
                is_periodic: is("periodicInput", "True"),
                has_floor: is("ground", "False"),
            };
            let image =
                Image::from_png(&std::fs::read(folder.join(format!("samples/{name}.png")))?)?;
            samples.push(Sample {
                name: format!(
                    "{name} N{} s{}{}",
                    learning.side,
                    learning.symmetry,
                    if learning.has_floor { " floor" } else { "" }
                ),
                set: Set::from_sample(&image, learning)?,
                side: number("size", 48),
            });
        } else {
            let path = folder.join(format!("tilesets/{name}.xml"));
            let load = |file: &str| {
                let path = folder.join("tilesets").join(name).join(file);
                std::fs::read(&path).map_err(|error| Flaw(format!("{}: {error}", path.display())))
            };
            let subset = node.attribute("subset");
            samples.push(Sample {
                name: format!("{name} {}", subset.unwrap_or("all")),
                set: Set::from_xml(&std::fs::read_to_string(path)?, subset, load)?,
                side: number("size", 24),
            });
        }
    }
    Ok(samples)
}
