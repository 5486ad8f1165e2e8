//! The samples of mxgmn's `WaveFunctionCollapse`, from the folder that `TILEWRIGHT_DATA` names: each gives a map, or the proof that
//! there is none. Maps are checked on their pixels, by code that shares nothing with that which makes them: every
//! square of a map from a sample is one of the sample, and every pair of neighbouring tiles looks like a listed pair, turned or
//! mirrored as a picture.
#![allow(clippy::print_stderr, reason = "a test that is skipped says so")]
#![cfg(feature = "files")]

use roxmltree::{Document, Node};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use tilewright_maps::{
    Budget, End, Flaw, Image, Joined, Learning, Likeness, Pixel, Set, Unfilled, fill,
};

const SIDE: usize = 24;

type Pixels = Vec<Pixel>;

fn data() -> Option<PathBuf> {
    let folder = std::env::var_os("TILEWRIGHT_DATA").map(|data| PathBuf::from(data).join("wfc"));
    let folder = folder.filter(|folder| folder.is_dir());
    if folder.is_none() {
        eprintln!("skipped: TILEWRIGHT_DATA names no folder with wfc");
    }
    folder
}

fn image(path: &Path) -> Image {
    Image::from_png(&std::fs::read(path).unwrap()).unwrap()
}

fn part(image: &Image, left: usize, top: usize, width: usize, height: usize) -> Pixels {
    let places = (top..top + height).flat_map(|y| (left..left + width).map(move |x| (x, y)));
    places
        .map(|(x, y)| image.at(x % image.width(), y % image.height()))
        .collect()
}

/// All squares of an image, and their images under the first this many symmetries.
fn squares(image: &Image, side: usize, is_joined: [bool; 2], symmetry: usize) -> HashSet<Pixels> {
    let over = is_joined.map(|is_joined| if is_joined { 0 } else { side - 1 });
    let mut found = HashSet::new();
    for top in 0..image.height() - over[0] {
        for left in 0..image.width() - over[1] {
            let pixels = part(image, left, top, side, side);
            let square = Image::new(side, side, |x, y| pixels[y * side + x]);
            let all = symmetries(&square);
            found.extend(
                all[..symmetry]
                    .iter()
                    .map(|image| part(image, 0, 0, side, side)),
            );
        }
    }
    found
}

/// An image, its mirror image, the quarter turn, the mirror image of that, and so on.
fn symmetries(image: &Image) -> [Image; 8] {
    let flip = |image: &Image| {
        let width = image.width();
        Image::new(width, image.height(), |x, y| image.at(width - 1 - x, y))
    };
    let turn = |image: &Image| {
        let width = image.width();
        Image::new(image.height(), width, |x, y| image.at(width - 1 - y, x))
    };
    let mut turned = image.clone();
    std::array::from_fn(|number| {
        if number % 2 == 0 {
            if number > 0 {
                turned = turn(&turned);
            }
            turned.clone()
        } else {
            flip(&turned)
        }
    })
}

fn likeness(set: &Set) -> Likeness {
    if set.is_counted() {
        Likeness::Shares
    } else {
        Likeness::Odds
    }
}

fn made(set: &Set, joined: Joined) -> Option<Image> {
    let ground = set.ground(SIDE, SIDE, joined).unwrap();
    match fill(set.kinds(), &ground, likeness(set), 1, &Budget::default()) {
        Ok(map) => {
            assert!(map.is_whole(set.kinds(), &ground));
            Some(set.draw(&map, joined))
        }
        Err(Unfilled(end)) => {
            assert_eq!(end, End::Complete);
            None
        }
    }
}

fn nodes<'d>(document: &'d Document, name: &'d str) -> impl Iterator<Item = Node<'d, 'd>> {
    let root = document.root_element();
    root.descendants()
        .filter(move |node| node.has_tag_name(name))
}

#[test]
fn every_square_of_a_map_is_one_of_its_sample() {
    let Some(folder) = data() else {
        return;
    };
    let text = std::fs::read_to_string(folder.join("samples.xml")).unwrap();
    let document = Document::parse(&text).unwrap();
    let mut maps = 0;
    for node in nodes(&document, "overlapping") {
        let name = node.attribute("name").unwrap();
        let number = |key, usual| {
            node.attribute(key)
                .map_or(usual, |text| text.parse().unwrap())
        };
        let learning = Learning {
            side: number("N", 3),
            symmetry: number("symmetry", 8),
            is_periodic: node.attribute("periodicInput") != Some("False"),
            has_floor: node.attribute("ground") == Some("True"),
        };
        if learning.side > 3 {
            // Thousands of patterns: too long for a test.
            continue;
        }
        let sample = image(&folder.join(format!("samples/{name}.png")));
        let set = Set::from_sample(&sample, learning).unwrap();
        let known = squares(
            &sample,
            learning.side,
            [learning.is_periodic; 2],
            learning.symmetry,
        );
        assert_eq!(known.len(), set.kinds().count(), "{name}");
        let Some(drawn) = made(&set, Joined::default()) else {
            panic!("{name} has a map");
        };
        let shown = squares(&drawn, learning.side, [false; 2], 1);
        assert!(shown.is_subset(&known), "{name}");
        maps += 1;
    }
    assert!(maps > 40, "{maps}");
}

#[test]
fn neighbouring_tiles_look_like_listed_pairs() {
    let Some(folder) = data() else {
        return;
    };
    let text = std::fs::read_to_string(folder.join("samples.xml")).unwrap();
    let document = Document::parse(&text).unwrap();
    let mut checked = 0;
    for node in nodes(&document, "simpletiled") {
        let name = node.attribute("name").unwrap();
        let tiles = folder.join("tilesets").join(name);
        let text = std::fs::read_to_string(tiles.with_extension("xml")).unwrap();
        let load =
            |file: &str| std::fs::read(tiles.join(file)).map_err(|error| Flaw(error.to_string()));
        let subset = node.attribute("subset");
        let set = Set::from_xml(&text, subset, load).unwrap();
        let listed = Document::parse(&text).unwrap();
        // Poses that are drawn by hand are not turned pictures, and tiles with a texture are not as symmetric as their letters.
        let is_textured = listed.root_element().attribute("unique") == Some("True")
            || !are_as_symmetric_as_told(&listed, &tiles);
        if is_textured {
            assert!(made(&set, Joined::default()).is_some(), "{name}");
            continue;
        }
        let (across, down) = listed_pairs(&listed, &tiles);
        for joined in [Joined::default(), Joined::TORUS] {
            let Some(drawn) = made(&set, joined) else {
                continue;
            };
            let (width, height) = (drawn.width() / SIDE, drawn.height() / SIDE);
            let last = if joined == Joined::TORUS {
                SIDE
            } else {
                SIDE - 1
            };
            for (row, column) in
                (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| (row, column)))
            {
                let (left, top) = (column * width, row * height);
                let is_fine =
                    column >= last || across.contains(&part(&drawn, left, top, 2 * width, height));
                assert!(is_fine, "{name} {subset:?}: row {row}, column {column}");
                let is_fine =
                    row >= last || down.contains(&part(&drawn, left, top, width, 2 * height));
                assert!(is_fine, "{name} {subset:?}: row {row}, column {column}");
            }
            checked += 1;
        }
    }
    assert!(checked > 10, "{checked}");
}

/// Returns true if every tile looks the same in this many symmetries as its letter says.
fn are_as_symmetric_as_told(set: &Document, tiles: &Path) -> bool {
    nodes(set, "tile")
        .filter(|node| node.has_attribute("symmetry"))
        .all(|node| {
            let all = symmetries(&image(
                &tiles.join(format!("{}.png", node.attribute("name").unwrap())),
            ));
            // Mirrored: the same, or after one or more turns to the left.
            let same = match node.attribute("symmetry").unwrap() {
                "X" => vec![0, 1, 2],
                "I" => vec![0, 4, 1],
                "\\" => vec![0, 4, 3],
                "T" => vec![0, 1],
                "L" => vec![0, 3],
                _ => vec![0],
            };
            same.iter().all(|&number| all[number] == all[0])
        })
}

/// The pictures of all pairs beside each other, and of all below each other.
fn listed_pairs(set: &Document, tiles: &Path) -> (HashSet<Pixels>, HashSet<Pixels>) {
    let tile = |text: &str| {
        let (name, pose) = text.rsplit_once(' ').unwrap_or((text, "0"));
        let all = symmetries(&image(&tiles.join(format!("{name}.png"))));
        let pose: usize = pose.parse().unwrap();
        // Four turns, and then their mirror images.
        all[if pose < 4 {
            2 * pose
        } else {
            2 * (pose - 4) + 1
        }]
        .clone()
    };
    let mut pairs = (HashSet::new(), HashSet::new());
    for node in nodes(set, "neighbor") {
        let [left, right] = ["left", "right"].map(|side| tile(node.attribute(side).unwrap()));
        let width = left.width();
        let pair = Image::new(2 * width, left.height(), |x, y| {
            if x < width {
                left.at(x, y)
            } else {
                right.at(x - width, y)
            }
        });
        for image in symmetries(&pair) {
            let pixels = part(&image, 0, 0, image.width(), image.height());
            if image.width() > image.height() {
                pairs.0.insert(pixels);
            } else {
                pairs.1.insert(pixels);
            }
        }
    }
    pairs
}
