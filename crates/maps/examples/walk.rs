//! A walk through an endless world of winding paths: `cargo run --release -p tilewright-maps --example walk`.
//!
//! The sample is drawn in characters. No file is read, and no thread is started: a game can do the same in a browser.

#![expect(clippy::print_stdout, reason = "an example shows what it made")]

use tilewright_maps::{Budget, Image, Joined, Learning, Likeness, Set, World};

const SAMPLE: [&str; 8] = [
    "........", ".#####..", ".#...#..", ".#...###", ".#......", ".####...", "....#...", "....#...",
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let colour = |x: usize, y: usize| match SAMPLE[y].as_bytes()[x] {
        b'#' => [150, 110, 60, 255],
        _ => [60, 130, 60, 255],
    };
    let set = Set::from_sample(&Image::new(8, 8, colour), Learning::default())?;
    let mut world = World::new(
        set.kinds().clone(),
        Likeness::Shares,
        16,
        2026,
        &Budget::default(),
    )?;
    // To the east, then to the south: the chunk that we come back to is the one that we left.
    let steps = [(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)];
    for (x, y) in steps {
        println!("chunk {x}, {y}");
        let image = set.draw(&world.chunk(x, y), Joined::TORUS);
        for row in 0..image.height() {
            let line = (0..image.width()).map(|column| {
                if image.at(column, row)[0] == 150 {
                    '#'
                } else {
                    '.'
                }
            });
            println!("{}", line.collect::<String>());
        }
    }
    Ok(())
}
