//! Damaged seeds without end, for use without a nightly compiler: not guided by coverage, but it continues after a
//! finding and reports the slowest input.
//!
//! `cargo run --release -p tilewright-fuzzing --example soak -- TARGET|all SECONDS SEED` prints a row for each
//! target: executions, seconds, milliseconds of the slowest, findings. A failing input is written to
//! `fuzz/artifacts/TARGET`.

#![allow(clippy::print_stdout, reason = "it is a command")]

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};
use tilewright_fuzzing::{Target, mutate, target, targets};
use tilewright_testkit::Seeded;

/// Findings after which a target has shown enough.
const MOST_FINDINGS: u32 = 20;

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, seconds, seed] = &arguments[..] else {
        return Err(io::Error::other("expected: TARGET|all SECONDS SEED"));
    };
    let number = |text: &str| text.parse::<u64>().map_err(io::Error::other);
    let (time, seed) = (Duration::from_secs(number(seconds)?), number(seed)?);
    let wanted = match target(name) {
        Some(target) => vec![target],
        None if name == "all" => targets(),
        None => return Err(io::Error::other(format!("no target {name}"))),
    };
    println!("| target | executions | seconds | slowest (ms) | findings |");
    println!("| --- | --- | --- | --- | --- |");
    for target in wanted {
        soak(&target, time, seed)?;
    }
    Ok(())
}

fn soak(target: &Target, time: Duration, seed: u64) -> io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/artifacts");
    let folder = folder.join(target.name);
    let seeds = (target.seeds)();
    let mut random = Seeded::new(seed);
    let (mut executions, mut findings) = (0u64, 0);
    let mut slowest = (Duration::ZERO, Vec::new());
    let begun = Instant::now();
    while begun.elapsed() < time && findings < MOST_FINDINGS {
        let input = mutate::input(&mut random, &seeds, target.longest);
        let start = Instant::now();
        let is_well = std::panic::catch_unwind(|| (target.run)(&input)).is_ok();
        executions += 1;
        if !is_well {
            findings += 1;
            std::fs::create_dir_all(&folder)?;
            std::fs::write(folder.join(format!("crash-{seed}-{executions}")), &input)?;
        }
        if start.elapsed() > slowest.0 {
            slowest = (start.elapsed(), input);
        }
    }
    if slowest.0 > Duration::from_secs(5) {
        std::fs::create_dir_all(&folder)?;
        std::fs::write(folder.join(format!("slow-{seed}")), &slowest.1)?;
    }
    println!(
        "| {} | {executions} | {} | {} | {findings} |",
        target.name,
        begun.elapsed().as_secs(),
        slowest.0.as_millis(),
    );
    Ok(())
}
