//! Runs kept inputs again: `cargo run -p tilewright-fuzzing --example replay -- TARGET FILE…`
//! prints the time of each.

#![allow(clippy::print_stdout, reason = "it is a command")]

use std::time::Instant;

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_default();
    for path in arguments {
        let input = std::fs::read(&path)?;
        let begun = Instant::now();
        tilewright_fuzzing::run(&name, &input);
        println!("{path}: {} ms", begun.elapsed().as_millis());
    }
    Ok(())
}
