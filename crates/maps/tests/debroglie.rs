//! Configurations of `DeBroglie` as its users write them.
#![cfg(feature = "files")]

use tilewright_maps::{Budget, Flaw, Image, Likeness, Map, Plan, fill};

const PATH: [u8; 4] = [255, 0, 0, 255];
const GRASS: [u8; 4] = [0, 255, 0, 255];

/// A picture of a path on grass.
fn load(name: &str) -> Result<Vec<u8>, Flaw> {
    let rows = ["......", ".####.", ".#..#.", ".#..##", ".####.", "......"];
    let colour = |x: usize, y: usize| {
        if rows[y].as_bytes()[x] == b'#' {
            PATH
        } else {
            GRASS
        }
    };
    match name {
        "path.png" | "art/path.png" => Image::new(6, 6, colour).png(),
        "land.png" => Image::new(2, 2, |_, _| GRASS).png(),
        "sea.png" => Image::new(2, 2, |_, _| [0, 0, 255, 255]).png(),
        _ => Err(Flaw(format!("{name}: there is no such file"))),
    }
}

fn made(plan: &Plan) -> (Map, Image) {
    let (width, height) = plan.size();
    let ground = plan.ground(width, height).unwrap();
    let kinds = plan.set().kinds();
    let map = fill(kinds, &ground, Likeness::Shares, 3, &Budget::default()).unwrap();
    let image = plan.set().draw(&map, plan.joined());
    (map, image)
}

#[test]
fn squares_of_a_sample_with_a_border() {
    let text = r##"{ "src": "path.png", "dest": "out.png", "baseDirectory": "art", "periodicInput": true, "symmetry": 8,
 "model": {"type": "overlapping", "n": 3}, "width": 20, "height": 14, "backtrack": true,
 "constraints": [{"type": "border", "tile": "#FF0000", "ban": true, "sides": "xmin,ymax"},
                 {"type": "fixedTile", "tile": "#ff0000", "point": {"x": 7, "y": 5}}] }"##;
    let (_, image) = made(&Plan::read(text, load).unwrap());
    assert_eq!((image.width(), image.height()), (20, 14));
    assert!((0..14).all(|y| image.at(0, y) == GRASS));
    assert!((0..20).all(|x| image.at(x, 13) == GRASS));
    assert_eq!(image.at(7, 5), PATH);
}

#[test]
fn pairs_of_a_sample_with_counts_and_a_mirror() {
    let text = r##"{ "src": "path.png", "dest": "out.png", "width": 12, "height": 9, "periodicX": true,
 "constraints": [{"type": "count", "tiles": ["#FF0000"], "count": 20, "comparison": "exactly"},
                 {"type": "path", "pathTiles": ["#FF0000"]},
                 {"type": "mirrorX"}] }"##;
    let plan = Plan::read(text, load).unwrap();
    let (map, image) = made(&plan);
    assert!(map.is_whole(plan.set().kinds(), &plan.ground(12, 9).unwrap()));
    let places = || (0..9).flat_map(|y| (0..12).map(move |x| (x, y)));
    assert_eq!(
        places().filter(|&(x, y)| image.at(x, y) == PATH).count(),
        20
    );
    assert!(places().all(|(x, y)| image.at(x, y) == image.at(11 - x, y)));
}

#[test]
fn a_set_of_images_with_adjacencies() {
    let text = r#"{ "dest": "out.png", "width": 8, "height": 5,
 "tiles": [{"value": "land", "src": "land.png", "multiplyFrequency": 2}, {"value": "sea", "src": "sea.png"}],
 "adjacencies": [{"left": ["land", "sea"], "right": ["sea", "land"]}, {"up": ["land"], "down": ["land", "sea"]}, {"up": ["sea"], "down": ["sea"]}],
 "ground": "sea" }"#;
    let (_, image) = made(&Plan::read(text, load).unwrap());
    assert_eq!((image.width(), image.height()), (16, 10));
    let is_sea = |x: usize, y: usize| image.at(2 * x, 2 * y)[2] == 255;
    for (x, y) in (0..8).flat_map(|x| (0..5).map(move |y| (x, y))) {
        assert_eq!(is_sea(x, y), y == 4, "{x}, {y}");
    }
}

#[test]
fn what_is_not_ours_is_refused_by_its_name() {
    let with = |more: &str| format!(r#"{{"src": "path.png", "dest": "x.png"{more}}}"#);
    for (text, sentence) in [
        (String::new(), "it is not whole JSON"),
        ("[]".into(), "the configuration: expected an object"),
        ("{}".into(), "0 tiles and no src"),
        (
            with(", \"animate\": true"),
            "the key \"animate\" is not supported",
        ),
        (
            with(", \"width\": \"wide\""),
            "width: expected a whole number",
        ),
        (with(", \"depth\": 3"), "maps have two axes"),
        (
            with(", \"symmetry\": 4, \"model\": {\"type\": \"overlapping\"}"),
            "this symmetry is not supported",
        ),
        (
            with(", \"model\": {\"type\": \"wild\"}"),
            "model \"wild\"; expected adjacent or overlapping",
        ),
        (
            with(", \"constraints\": [{\"type\": \"loop\"}]"),
            "constraint \"loop\" is not supported",
        ),
        (
            with(", \"constraints\": [{\"type\": \"edgedPath\"}]"),
            "constraint \"edgedPath\" is not supported",
        ),
        (
            with(
                ", \"constraints\": [{\"type\": \"count\", \"tiles\": [\"#123456\"], \"count\": 1}]",
            ),
            "there is no tile called \"#123456\"",
        ),
        (
            with(
                ", \"constraints\": [{\"type\": \"border\", \"tile\": \"#FF0000\", \"sides\": \"left\"}]",
            ),
            "side \"left\"",
        ),
        (
            with("").replace("path.png", "x.vox"),
            "expected a PNG image",
        ),
        (
            with("").replace("path.png", "y.png"),
            "there is no such file",
        ),
    ] {
        let said = Plan::read(&text, load).expect_err("a flaw").to_string();
        assert!(said.contains(sentence), "{text}: {said}");
    }
}
