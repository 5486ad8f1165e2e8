//! Writes the seeds of a target into a folder, and prints its longest input: `cargo run -p
//! tilewright-fuzzing --example seeds -- TARGET FOLDER`. Without arguments it lists the targets.

#![allow(clippy::print_stdout, reason = "scripts/fuzz.sh reads it")]

use std::path::Path;
use tilewright_fuzzing::{target, targets};

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, folder] = &arguments[..] else {
        for target in targets() {
            println!("{}\t{}", target.name, target.about);
        }
        return Ok(());
    };
    let target = target(name).ok_or_else(|| std::io::Error::other(format!("no target {name}")))?;
    std::fs::create_dir_all(folder)?;
    for (number, seed) in (target.seeds)().iter().enumerate() {
        std::fs::write(Path::new(folder).join(format!("seed-{number}")), seed)?;
    }
    println!("{}", target.longest);
    Ok(())
}
