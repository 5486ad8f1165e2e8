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
