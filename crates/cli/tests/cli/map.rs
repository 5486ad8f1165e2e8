//! Maps from samples and sets of tiles.

use crate::{file, run};
use tilewright::maps::Image;

fn picture(rows: &[&str]) -> Image {
    let colour = |x: usize, y: usize| match rows[y].as_bytes()[x] {
        b'#' => [0, 0, 0, 255],
        b'?' => [0; 4],
        _ => [255; 4],
    };
    Image::new(rows[0].len(), rows.len(), colour)
}

fn sample(name: &str) -> String {
    let sample = picture(&["......", ".####.", ".#..#.", ".##.#.", "..#.#.", "....#."]);
    file(name, sample.png().unwrap())
}

fn image(name: &str) -> Image {
    Image::from_png(&std::fs::read(name).unwrap()).unwrap()
}

/// A set of a road and grass, with images beside it.
fn set(name: &str) -> String {
    let folder = file(&format!("{name}.txt"), "").replace(".txt", "");
    std::fs::create_dir_all(&folder).unwrap();
    for (tile, rows) in [
        ("road", ["#..", "#..", "#.."]),
        ("grass", ["...", "...", "..."]),
    ] {
        std::fs::write(
            format!("{folder}/{tile}.png"),
            picture(&rows).png().unwrap(),
        )
        .unwrap();
    }
    let text = r#"<set><tiles><tile name="road" symmetry="I"/><tile name="grass" symmetry="X"/></tiles>
<neighbors>
<neighbor left="road" right="grass"/>
<neighbor left="grass" right="grass"/>
<neighbor left="road 1" right="road 1"/>
</neighbors></set>"#;
    file(&format!("{name}.xml"), text)
}

#[test]
fn a_map_is_drawn_and_a_part_of_it_again() {
    let sample = sample("map-sample.png");
    let whole = file("map-whole.png", "");
    let args = [
        "generate", "map", &sample, "40x30", "--torus", "--seed", "7",
    ];
    let made = run(&[&args[..], &["-o", &whole, "--report"]].concat());
    assert_eq!(made.code, 0, "{}", made.err);
    assert!(
        made.err.contains("from those of the sample"),
        "{}",
        made.err
    );
    let before = image(&whole);
    assert_eq!((before.width(), before.height()), (40, 30));
    let again = file("map-again.png", "");
    let args = [
        &args[..],
        &["--fix", &whole, "--region", "5,6,20x10", "-o", &again],
    ]
    .concat();
    let made = run(&args);
    assert_eq!((made.err.as_str(), made.code), ("", 0));
    let after = image(&again);
    for (x, y) in (0..40).flat_map(|x| (0..30).map(move |y| (x, y))) {
        let is_in_region = (5..25).contains(&x) && (6..16).contains(&y);
        assert!(is_in_region || before.at(x, y) == after.at(x, y));
    }
}

#[test]
fn a_map_of_tiles_is_json_or_an_image() {
    let set = set("map-roads");
    let args = [
        "generate", "map", &set, "6x4", "--seed", "1", "--put", "2,1=road",
    ];
    let made = run(&args);
    assert_eq!((made.err.as_str(), made.code), ("", 0));
    let object: serde_json::Value = serde_json::from_str(&made.out).unwrap();
    assert_eq!(object["rows"], 4);
    let put = object["map"][1][2].as_str().unwrap();
    assert!(put.starts_with("road"), "{put}");
    let drawn = file("map-roads.png", "");
    assert_eq!(run(&[&args[..], &["-o", &drawn]].concat()).code, 0);
    assert_eq!((image(&drawn).width(), image(&drawn).height()), (18, 12));
}

#[test]
fn where_there_is_no_map_that_is_said() {
    let chess = file("map-chess.png", picture(&["#.", ".#"]).png().unwrap());
    let args = [
        "generate",
        "map",
        &chess,
        "7x8",
        "--pattern",
        "2",
        "--torus",
        "--seed",
        "1",
    ];
    let none = run(&args);
    assert_eq!((none.out.as_str(), none.code), ("", 1));
    assert!(
        none.err.contains("there is no map of 7×8 on a torus"),
        "{}",
        none.err
    );
}

#[test]
fn what_is_wrong_is_said_in_a_sentence() {
    let sample = sample("map-wrong.png");
    let broken = file("map-broken.png", "no image");
    let small = file("map-small.png", picture(&["#."]).png().unwrap());
    let set = set("map-wrong");
    let lonely = file(
        "map-lonely.xml",
        r#"<set><tiles><tile name="x"/></tiles><neighbors/></set>"#,
    );
    for (args, sentence) in [
        (&["nothing.png", "9x9"][..], "cannot be read"),
        (&[&broken, "9x9"], "not a complete PNG image"),
        (&[&small, "9x9"], "expected a larger sample"),
        (&[&sample, "2x9"], "each side is at least 3"),
        (&[&sample, "9"], "expected a width and a height"),
        (&[&sample, "9x9", "--border", "x"], "is for sets of tiles"),
        (&[&sample, "9x9", "--fix", &small], "expected 9×9"),
        (&[&set, "9x9", "--pattern", "2"], "is for samples"),
        (&[&set, "9x9", "--subset", "Roads"], "there is no subset"),
        (&[&set, "9x9", "--put", "9,0=road"], "columns 0 to 8"),
        (&[&set, "9x9", "--put", "0,0=river"], "no tile called"),
        (&[&lonely, "9x9"], "x.png cannot be read"),
    ] {
        let ran = run(&[&["generate", "map"], args].concat());
        assert_eq!((ran.out.as_str(), ran.code), ("", 2), "{args:?}");
        assert!(ran.err.contains(sentence), "{args:?}: {}", ran.err);
    }
}

fn corpus(name: &str) -> String {
    format!("{}/../../corpus/maps/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// The gids of the only layer of a map of Tiled's.
fn gids(file: &str) -> Vec<u32> {
    let text = std::fs::read_to_string(file).unwrap();
    let data = text.split("<data encoding=\"csv\">").nth(1).unwrap();
    let numbers = data.split("</data>").next().unwrap().split(',');
    numbers
        .map(|number| number.trim().parse().unwrap())
        .collect()
}

#[test]
fn the_files_of_the_guide_make_maps() {
    for (name, size, output) in [
        ("City.png", "60x40", "map-guide-city.png"),
        ("Summer.xml", "20x12", "map-guide-summer.png"),
        ("terrain.tsx", "50x30", "map-guide-world.tmx"),
        ("terrain.tsx", "50x30", "map-guide-world.tmj"),
        ("terrain.tsx", "20x10", "map-guide-world.png"),
        ("castle.toml", "30x20", "map-guide-castle.png"),
    ] {
        let output = file(output, "");
        let args = ["generate", "map", &corpus(name), size, "--seed", "7"];
        let made = run(&[&args[..], &["-o", &output]].concat());
        assert_eq!((made.err.as_str(), made.code), ("", 0), "{name} {output}");
    }
    let world = gids(&file_name("map-guide-world.tmx"));
    assert_eq!(world.len(), 1500);
}

fn file_name(name: &str) -> String {
    let whole = file("map-guide-none", "");
    whole.replace("map-guide-none", name)
}

#[test]
fn a_drawn_map_is_filled_redone_and_learnt() {
    let level = corpus("level.tmx");
    let before = gids(&level);
    assert!(before.contains(&0));
    let output = file("map-level.tmx", "");
    let args = ["generate", "map", &level, "--seed", "3", "-o", &output];
    let made = run(&args);
    assert_eq!(made.code, 0, "{}", made.err);
    assert!(
        made.err.contains("rules from the terrain set \"Coast\""),
        "{}",
        made.err
    );
    for (old, new) in before.iter().zip(gids(&output)) {
        assert!(new != 0 && (*old == 0 || *old == new));
    }
    let region = ["--region", "20,2,12x9"];
    let made = run(&[&args[..], &region].concat());
    assert_eq!(made.code, 0, "{}", made.err);
    for (at, (old, new)) in before.iter().zip(gids(&output)).enumerate() {
        let is_within = (20..32).contains(&(at % 48)) && (2..11).contains(&(at / 48));
        assert!(is_within || *old == new, "{at}");
    }
    let made = run(&[&args[..], &["--learn", "20x10"]].concat());
    assert_eq!(made.code, 0, "{}", made.err);
    let learnt = gids(&output);
    assert!(learnt.len() == 200 && learnt.iter().all(|gid| before.contains(gid)));
    let text = std::fs::read_to_string(&output).unwrap();
    assert!(
        text.contains("/corpus/maps/terrain.tsx\""),
        "the set is found from there: {text}"
    );
}

#[test]
fn a_castle_has_its_towers_and_one_road() {
    let args = [
        "generate",
        "map",
        &corpus("castle.toml"),
        "24x16",
        "--seed",
        "2",
        "--count",
        "tower=4..6",
        "--count",
        "gate=1..",
        "--connect",
        "road",
        "--apart",
        "gate=3",
    ];
    let made = run(&args);
    assert_eq!((made.err.as_str(), made.code), ("", 0));
    let object: serde_json::Value = serde_json::from_str(&made.out).unwrap();
    let rows = object["map"].as_array().unwrap();
    let at = |row: usize, column: usize| rows[row][column].as_str().unwrap();
    let places = || (0..16).flat_map(|row| (0..24).map(move |column| (row, column)));
    let towers = places()
        .filter(|&(r, c)| at(r, c).starts_with("tower"))
        .count();
    assert!((4..=6).contains(&towers), "{towers}");
    // Walk from a place with a road over all places that a road joins: north, east, south, west.
    let roads = |row: usize, column: usize| {
        let name = at(row, column);
        let turns: usize = name
            .trim_start_matches(char::is_alphabetic)
            .parse()
            .unwrap_or(0);
        let mut sides = match name.trim_end_matches(char::is_numeric) {
            "road" => [false, true, false, true],
            "bend" => [true, true, false, false],
            "fork" => [true, true, false, true],
            "end" => [true, false, false, false],
            "gate" => [true, false, true, false],
            _ => [false; 4],
        };
        sides.rotate_right(turns);
        sides
    };
    let all: Vec<(usize, usize)> = places()
        .filter(|&(r, c)| roads(r, c).contains(&true))
        .collect();
    let mut known = vec![all[0]];
    let mut next = 0;
    while let Some(&(row, column)) = known.get(next) {
        next += 1;
        for (side, (down, right)) in [(-1, 0), (0, 1), (1, 0), (0, -1)].into_iter().enumerate() {
            let (Some(r), Some(c)) = (
                row.checked_add_signed(down),
                column.checked_add_signed(right),
            ) else {
                continue;
            };
            if roads(row, column)[side] && r < 16 && c < 24 && !known.contains(&(r, c)) {
                assert!(roads(r, c)[(side + 2) % 4]);
                known.push((r, c));
            }
        }
    }
    assert_eq!(known.len(), all.len());
}

#[test]
fn options_of_maps_that_make_no_sense_are_refused() {
    let (level, terrain) = (corpus("level.tmx"), corpus("terrain.tsx"));
    let (city, castle) = (corpus("City.png"), corpus("castle.toml"));
    let cut = file(
        "map-cut.tmx",
        &std::fs::read_to_string(&level).unwrap()[..900],
    );
    let kept = file("map-kept.tmx", "as it was");
    for (args, sentence) in [
        (&[terrain.as_str()][..], "expected the width and height"),
        (&[&terrain, "9x9", "--learn"], "--learn is for drawn maps"),
        (
            &[&terrain, "9x9", "--subset", "Hills"],
            "there is no terrain set \"Hills\"",
        ),
        (
            &[&terrain, "9x9", "--count", "tree"],
            "expected names and a value",
        ),
        (
            &[&terrain, "9x9", "--count", "tree=9..3"],
            "expected a number or a range",
        ),
        (
            &[&terrain, "9x9", "--count", "wolf=3"],
            "there is no tile called \"wolf\"",
        ),
        (
            &[&terrain, "9x9", "--path", "water=0,0 99,0"],
            "is not a place of the map",
        ),
        (
            &[&terrain, "9x9", "--path", "water=0,0"],
            "expected two places or more",
        ),
        (
            &[&terrain, "9x9", "--ban", "water=1,2"],
            "expected a column, a row and a size",
        ),
        (
            &[&terrain, "9x9", "--weigh", "water=none.png"],
            "cannot be read",
        ),
        (
            &[&level, "--region", "40,30,32x32"],
            "the map has 48×32 places",
        ),
        (
            &[&level, "9x9", "--region", "1,1,3x3"],
            "a size makes a new map",
        ),
        (
            &[&level, "--layer", "roof"],
            "there is no layer of tiles \"roof\"",
        ),
        (
            &[&level, "-o", "x.tmj"],
            "the map was read from a .tmx file",
        ),
        (&[&cut, "-o", &kept], "it is not whole XML"),
        (&[&city, "9x9", "--learn"], "--learn is for maps of Tiled's"),
        (
            &[&city, "9x9", "--region", "1,1,2x2"],
            "--region needs the map",
        ),
        (
            &[&city, "9x9", "--count", "p0=3"],
            "--count is for sets of tiles",
        ),
        (&[&city, "9x9", "-o", "x.tmx"], "made of its own files"),
        (
            &[&castle, "9x9", "--torus", "--connect", "river"],
            "no tile called \"river\"",
        ),
    ] {
        let ran = run(&[&["generate", "map"], args].concat());
        assert_eq!(
            (ran.out.as_str(), ran.code),
            ("", 2),
            "{args:?}: {}",
            ran.err
        );
        assert!(ran.err.contains(sentence), "{args:?}: {}", ran.err);
    }
    assert_eq!(std::fs::read_to_string(&kept).unwrap(), "as it was");
    let none = run(&[
        "generate", "map", &castle, "9x9", "--seed", "1", "--count", "tower=1",
    ]);
    assert_eq!((none.out.as_str(), none.code), ("", 1), "{}", none.err);
    assert!(
        none.err
            .contains("there is no map of 9×9 with what is fixed and asked for"),
        "{}",
        none.err
    );
}
