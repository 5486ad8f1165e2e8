//! Files of Tiled as its users have them: each is read, filled, written, and what was written is read again. Maps are checked on
//! the texts of the files by code that shares nothing with that which makes them.
#![cfg(feature = "files")]

use roxmltree::Document;
use std::collections::{HashMap, HashSet};
use tilewright_maps::tiled::{GidGrid, Looks, TiledFile, TiledRules, TiledSet, Tileset};
use tilewright_maps::{Budget, Flaw, Image, Joined, Likeness, Map, fill};

fn corpus(name: &str) -> Vec<u8> {
    std::fs::read(format!(
        "{}/../../corpus/maps/{name}",
        env!("CARGO_MANIFEST_DIR")
    ))
    .unwrap()
}

fn text(name: &str) -> String {
    String::from_utf8(corpus(name)).unwrap()
}

fn load(name: &str) -> Result<String, Flaw> {
    match name {
        "terrain.tsx" => Ok(text(name)),
        "roads.tsj" => Ok(ROADS.to_owned()),
        _ => Err(Flaw(format!("{name}: there is no such file"))),
    }
}

/// A set in JSON with edges, as of roads: a straight and a turn that may be turned, and a tile without any.
const ROADS: &str = r##"{ "columns":3, "image":"roads.png", "imageheight":8, "imagewidth":24, "margin":0, "name":"roads",
 "spacing":0, "tilecount":3, "tileheight":8, "tilewidth":8, "type":"tileset", "version":"1.10",
 "transformations":{"hflip":false, "preferuntransformed":true, "rotate":true, "vflip":false},
 "tiles":[{"id":0, "type":"straight"}, {"id":2, "probability":0.5}],
 "wangsets":[{ "name":"Roads", "type":"edge", "tile":-1,
   "colors":[{"color":"#ff0000", "name":"road", "probability":1, "tile":-1},
             {"color":"#00ff00", "name":"grass", "probability":1, "tile":-1}],
   "wangtiles":[{"tileid":0, "wangid":[1,0,2,0,1,0,2,0]},
                {"tileid":1, "wangid":[1,0,1,0,2,0,2,0]},
                {"tileid":2, "wangid":[2,0,2,0,2,0,2,0]}]}] }"##;

fn map_of(layer: &str, extra: &str) -> String {
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" width="4" height="3" tilewidth="8" tileheight="8" infinite="0">
 <tileset firstgid="1" source="terrain.tsx"/>
 <layer id="1" name="ground" width="4" height="3">{layer}</layer>{extra}
</map>"#
    )
}

fn grid(width: usize, gids: &[u32]) -> GidGrid {
    GidGrid {
        width,
        height: gids.len() / width,
        gids: gids.to_vec(),
        ..GidGrid::default()
    }
}

const GIDS: [u32; 12] = [1, 2, 3, 4, 0x8000_0001, 0x4000_0002, 7, 8, 0, 10, 11, 12];

fn read(text: &str) -> Result<TiledFile, Flaw> {
    TiledFile::read(text, load)
}

fn sentence<T>(read: Result<T, Flaw>) -> String {
    read.err().unwrap().to_string()
}

/// The gids of a layer, read from the text by hand.
fn written(text: &str, layer: &str) -> Vec<u32> {
    let document = Document::parse(text).unwrap();
    let layer = document
        .descendants()
        .find(|node| node.attribute("name") == Some(layer))
        .unwrap();
    let data = layer.children().find(|node| node.has_tag_name("data"));
    let words = data.unwrap().text().unwrap().split(',');
    words.map(|word| word.trim().parse().unwrap()).collect()
}

/// The corners of a tile of `terrain.tsx` by its number: above left and right, below right and left.
fn corners() -> HashMap<u32, [u8; 4]> {
    let text = text("terrain.tsx");
    let document = Document::parse(&text).unwrap();
    let tiles = document
        .descendants()
        .filter(|node| node.has_tag_name("wangtile"));
    tiles
        .map(|node| {
            let number = node.attribute("tileid").unwrap().parse().unwrap();
            let colours: Vec<u8> = node
                .attribute("wangid")
                .unwrap()
                .split(',')
                .map(|word| word.parse().unwrap())
                .collect();
            (number, [7, 1, 3, 5].map(|at| colours[at]))
        })
        .collect()
}

/// Every corner has the same colour in all tiles that meet there.
fn check_coast(gids: &[u32], width: usize) {
    let corners = corners();
    let mut colour_at = HashMap::new();
    for (at, &gid) in gids.iter().enumerate() {
        let (x, y) = (at % width, at / width);
        let tile = corners[&(gid - 1)];
        for (place, colour) in [
            ((x, y), tile[0]),
            ((x + 1, y), tile[1]),
            ((x + 1, y + 1), tile[2]),
            ((x, y + 1), tile[3]),
        ] {
            let known = *colour_at.entry(place).or_insert(colour);
            assert_eq!(known, colour, "at {place:?}");
        }
    }
}

fn made(set: &TiledSet, size: (usize, usize), seed: u64) -> (Map, GidGrid) {
    let kinds = set.set().kinds();
    let ground = set.set().ground(size.0, size.1, Joined::default()).unwrap();
    let map = fill(kinds, &ground, Likeness::Odds, seed, &Budget::default()).unwrap();
    let gids = set.gids(&map, Joined::default(), (0, 0));
    (map, gids)
}

#[test]
fn a_terrain_set_makes_maps_whose_corners_agree() {
    let set = Tileset::read(&text("terrain.tsx")).unwrap();
    assert_eq!(set.terrains().collect::<Vec<_>>(), ["Coast"]);
    let drawing = TiledFile::of_set(set, "terrain.tsx");
    let set = TiledSet::new(&drawing, TiledRules::Terrain(None, None), false).unwrap();
    for seed in 0..3 {
        let (_, grid) = made(&set, (40, 30), seed);
        assert_eq!((grid.width, grid.height), (40, 30));
        check_coast(&grid.gids, 40);
        for is_json in [false, true] {
            let text = drawing
                .with_map("Map", &grid, is_json, |name| format!("../{name}"))
                .unwrap();
            assert!(text.contains("../terrain.tsx"), "{text}");
            let again =
                TiledFile::read(&text, |name| load(name.trim_start_matches("../"))).unwrap();
            assert_eq!(again.layers()[0].grid, grid);
            assert_eq!(again.is_json(), is_json);
        }
    }
    assert_eq!(set.set().called("grass").unwrap().len(), 3);
    assert_eq!(set.set().called("tree").unwrap().len(), 1);
}

#[test]
fn tiles_are_turned_where_the_set_allows_it() {
    let drawing = TiledFile::of_set(Tileset::read(ROADS).unwrap(), "roads.tsj");
    let set = TiledSet::new(&drawing, TiledRules::Terrain(Some("Roads"), None), false).unwrap();
    // Two straights, four turns and the grass.
    assert_eq!(set.set().kinds().count(), 7);
    let (_, grid) = made(&set, (12, 12), 1);
    // The sides of each tile in its picture, turned by hand: above, right, below, left.
    let sides = |gid: u32| {
        let [mut n, mut e, mut s, mut w] = match gid & 0x0fff_ffff {
            1 => [1, 0, 1, 0],
            2 => [1, 1, 0, 0],
            _ => [0; 4],
        };
        if gid & 0x2000_0000 != 0 {
            (n, w, e, s) = (w, n, s, e);
        }
        if gid & 0x8000_0000 != 0 {
            std::mem::swap(&mut e, &mut w);
        }
        if gid & 0x4000_0000 != 0 {
            std::mem::swap(&mut n, &mut s);
        }
        [n, e, s, w]
    };
    for (at, &gid) in grid.gids.iter().enumerate() {
        if at % 12 < 11 {
            assert_eq!(sides(gid)[1], sides(grid.gids[at + 1])[3], "right of {at}");
        }
        if at < 132 {
            assert_eq!(sides(gid)[2], sides(grid.gids[at + 12])[0], "below {at}");
        }
    }
    let none = TiledSet::new(&drawing, TiledRules::Terrain(Some("Rivers"), None), false);
    assert_eq!(
        sentence(none),
        "there is no terrain set \"Rivers\"; the terrain sets are \"Roads\""
    );
}

#[test]
fn tiles_with_open_corners_border_on_empty_places() {
    let island = r##"<tileset name="island" tilewidth="8" tileheight="8" tilecount="3" columns="3">
 <image source="island.png" width="24" height="8"/>
 <wangsets><wangset name="Island" type="corner" tile="-1">
  <wangcolor name="land" color="#ff0000" tile="-1" probability="1"/>
  <wangtile tileid="0" wangid="0,1,0,1,0,1,0,1"/>
  <wangtile tileid="1" wangid="0,1,0,1,0,0,0,0"/>
  <wangtile tileid="2" wangid="0,0,0,0,0,1,0,1"/>
 </wangset></wangsets></tileset>"##;
    let drawing = TiledFile::of_set(Tileset::read(island).unwrap(), "island.tsx");
    let set = TiledSet::new(&drawing, TiledRules::Terrain(None, None), false).unwrap();
    assert!(set.has(0));
    let (_, grid) = made(&set, (6, 4), 3);
    for pair in grid.gids.chunks(6).flat_map(|row| row.windows(2)) {
        let (left, right) = (pair[0], pair[1]);
        // Land on the right side of the one is land on the left side of the other.
        assert_eq!(matches!(left, 1 | 2), matches!(right, 1 | 3));
    }
}

#[test]
fn layers_are_read_in_every_encoding() {
    let numbers: Vec<String> = GIDS.iter().map(u32::to_string).collect();
    let tiles = format!("<tile gid=\"{}\"/>", numbers.join("\"/><tile gid=\""));
    let csv = format!("<data encoding=\"csv\">\n{}\n</data>", numbers.join(",\n"));
    // Made with Python's base64, zlib and gzip of the same twelve numbers.
    let plain = "AQAAAAIAAAADAAAABAAAAAEAAIACAABABwAAAAgAAAAAAAAACgAAAAsAAAAMAAAA";
    let zlib = "eNpjZGBgYAJiZiBmAWJGBoYGIN+BHcjmYIAALiDmBmIeIAYAGSAA/g==";
    let gzip = "H4sIAAAAAAACA2NkYGBgAmJmIGYBYkYGhgYg34EdyOZggAAuIOYGYh4gBgAfdDN8MAAAAA==";
    let packed = |how: &str, text: &str| {
        map_of(
            &format!("<data encoding=\"base64\"{how}>\n  {text}\n</data>"),
            "",
        )
    };
    for (what, text) in [
        ("elements", map_of(&format!("<data>{tiles}</data>"), "")),
        ("csv", map_of(&csv, "")),
        ("base64", packed("", plain)),
        ("zlib", packed(" compression=\"zlib\"", zlib)),
        ("gzip", packed(" compression=\"gzip\"", gzip)),
    ] {
        let drawing = read(&text).unwrap_or_else(|flaw| panic!("{what}: {flaw}"));
        assert_eq!(drawing.layers()[0].grid, grid(4, &GIDS), "{what}");
    }
    let zstd = sentence(read(&packed(" compression=\"zstd\"", plain)));
    assert!(
        zstd.contains("packed with zstd, which is not read"),
        "{zstd}"
    );
    let cut = sentence(read(&packed(" compression=\"zlib\"", &zlib[..32])));
    assert!(cut.contains("not whole zlib data of 12 tiles"), "{cut}");
}

#[test]
fn a_part_is_filled_and_all_else_stays() {
    let source = text("level.tmx");
    let drawing = read(&source).unwrap();
    let layer = &drawing.layers()[0].grid;
    let set = TiledSet::new(&drawing, TiledRules::Terrain(None, None), false).unwrap();
    let part = GidGrid::empty((10, 6), 20, 12);
    let is_open = |x, y| part.place(x, y).is_some();
    let (ground, origin) = set.ground(&drawing, layer, &part, is_open).unwrap();
    let map = fill(
        set.set().kinds(),
        &ground,
        Likeness::Odds,
        4,
        &Budget::default(),
    )
    .unwrap();
    let mut whole = layer.clone();
    whole.put(&set.gids(&map, Joined::default(), origin));
    let text = drawing.with_layer(0, &whole, str::to_owned).unwrap();
    let (before, after) = (written(&source, "ground"), written(&text, "ground"));
    let mut has_changed = false;
    for (at, (old, new)) in before.iter().zip(&after).enumerate() {
        let is_within = (10..30).contains(&(at % 48)) && (6..18).contains(&(at / 48));
        assert!(is_within || old == new, "place {at}");
        has_changed |= old != new;
    }
    assert!(has_changed);
    // The unfinished part is still empty; above it every corner agrees.
    check_coast(&after[..20 * 48], 48);
    let cut = |text: &str| {
        let data = text.find("<data").unwrap()..text.find("</data>").unwrap();
        format!("{}{}", &text[..data.start], &text[data.end..])
    };
    assert_eq!(cut(&source), cut(&text), "only the tiles have changed");
}

#[test]
fn what_is_drawn_stays_and_empty_places_are_filled() {
    let drawing = read(&text("level.tmx")).unwrap();
    let layer = &drawing.layers()[0].grid;
    assert!(layer.gids.contains(&0));
    let set = TiledSet::new(&drawing, TiledRules::Terrain(None, None), false).unwrap();
    let (ground, _) = set.ground(&drawing, layer, layer, |_, _| false).unwrap();
    let kinds = set.set().kinds();
    let map = fill(kinds, &ground, Likeness::Odds, 4, &Budget::default()).unwrap();
    let grid = set.gids(&map, Joined::default(), (0, 0));
    check_coast(&grid.gids, 48);
    for (drawn, filled) in layer.gids.iter().zip(&grid.gids) {
        assert!(*drawn == 0 || drawn == filled);
    }
}

#[test]
fn maps_are_learnt_from_what_is_drawn() {
    let drawing = read(&text("level.tmx")).unwrap();
    let layer = &drawing.layers()[0].grid;
    let pairs = |grid: &GidGrid| {
        let mut found = HashSet::new();
        for (at, &gid) in grid.gids.iter().enumerate() {
            if at % grid.width + 1 < grid.width {
                found.insert((gid, grid.gids[at + 1], false));
            }
            if let Some(&lower) = grid.gids.get(at + grid.width) {
                found.insert((gid, lower, true));
            }
        }
        found
    };
    for rules in [TiledRules::Pairs(layer), TiledRules::Squares(layer, 2)] {
        let set = TiledSet::new(&drawing, rules, false).unwrap();
        let (_, grid) = made(&set, (30, 20), 5);
        assert_eq!((grid.width, grid.height), (30, 20));
        assert!(pairs(&grid).is_subset(&pairs(layer)));
        assert!(!grid.gids.contains(&0), "nothing is learnt from holes");
        let text = drawing
            .with_map("ground", &grid, false, str::to_owned)
            .unwrap();
        assert_eq!(written(&text, "ground"), grid.gids);
        let again = read(&text).unwrap();
        assert_eq!((again.size(), again.layers().len()), ((30, 20), 1));
        assert!(!text.contains("objectgroup"));
    }
    let with_holes = TiledSet::new(&drawing, TiledRules::Pairs(layer), true).unwrap();
    assert!(with_holes.has(0));
}

#[test]
fn infinite_maps_have_chunks_and_keep_their_places() {
    let chunk = |x: i32, gid: u32| {
        let gids = vec![gid.to_string(); 256].join(",");
        format!("<chunk x=\"{x}\" y=\"-16\" width=\"16\" height=\"16\">{gids}</chunk>")
    };
    let text = format!(
        r#"<map orientation="orthogonal" width="32" height="16" tilewidth="8" tileheight="8" infinite="1">
 <tileset firstgid="1" source="terrain.tsx"/>
 <group id="9"><layer id="1" name="ground" width="32" height="16"><data encoding="csv">{}{}</data></layer></group>
</map>"#,
        chunk(-16, 1),
        chunk(0, 16)
    );
    let drawing = read(&text).unwrap();
    let layer = &drawing.layers()[0].grid;
    assert_eq!(
        (layer.left, layer.top, layer.width, layer.height),
        (-16, -16, 32, 16)
    );
    assert_eq!((layer.at(-1, -1), layer.at(0, -1)), (1, 16));
    let mut more = layer.grown(&GidGrid::empty((14, -4), 10, 10));
    let place = more.place(20, 3).unwrap();
    more.gids[place] = 16;
    let again = read(&drawing.with_layer(0, &more, str::to_owned).unwrap()).unwrap();
    let grid = &again.layers()[0].grid;
    for (x, y) in (-20..40).flat_map(|x| (-20..20).map(move |y| (x, y))) {
        assert_eq!(grid.at(x, y), more.at(x, y), "{x}, {y}");
    }
}

#[test]
fn json_keeps_layers_objects_and_properties() {
    let text = r#"{ "height":2, "width":2, "infinite":false, "orientation":"orthogonal", "tilewidth":8, "tileheight":8,
 "layers":[
  {"type":"objectgroup", "name":"things", "objects":[{"id":7, "name":"start", "x":3.5, "y":2}]},
  {"type":"group", "name":"all", "layers":[
    {"type":"tilelayer", "name":"ground", "width":2, "height":2, "data":[1, 1, 1, 1], "properties":[{"name":"mood", "value":"dark"}]},
    {"type":"tilelayer", "name":"roof", "width":2, "height":2, "encoding":"base64", "compression":"", "data":"AAAAAAEAAAABAAAAAQAAAA=="}]}],
 "tilesets":[{"firstgid":1, "source":"roads.tsj"}], "type":"map", "version":"1.10" }"#;
    let drawing = read(text).unwrap();
    let names: Vec<&str> = drawing.layers().iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["ground", "roof"]);
    assert_eq!(drawing.layers()[1].grid.gids, [0, 1, 1, 1]);
    let sentence = sentence(drawing.layer(None));
    assert_eq!(
        sentence,
        "the map has 2 layers of tiles, \"ground\", \"roof\"; --layer NAME takes one"
    );
    let new = drawing
        .with_layer(1, &grid(2, &[1, 2, 3, 1]), str::to_owned)
        .unwrap();
    let (mut old, mut new): (serde_json::Value, serde_json::Value) = (
        serde_json::from_str(text).unwrap(),
        serde_json::from_str(&new).unwrap(),
    );
    let layer = "/layers/1/layers/1";
    assert_eq!(
        new.pointer(layer).unwrap()["data"],
        serde_json::json!([1, 2, 3, 1])
    );
    *old.pointer_mut(layer).unwrap() = serde_json::Value::Null;
    *new.pointer_mut(layer).unwrap() = serde_json::Value::Null;
    assert_eq!(old, new);
}

#[test]
fn maps_are_drawn_with_the_images_of_their_tiles() {
    let drawing = read(&map_of(
        "<data encoding=\"csv\">1,16,2147483650,0,1,1,1,1,1,1,1,1</data>",
        "",
    ))
    .unwrap();
    let mut looks = Looks::new(&drawing, |_, name| Ok(corpus(name)));
    let image = looks.draw(&drawing.layers()[0].grid).unwrap();
    assert_eq!((image.width(), image.height()), (32, 24));
    let sheet = Image::from_png(&corpus("terrain.png")).unwrap();
    for (x, y) in (0..8).flat_map(|x| (0..8).map(move |y| (x, y))) {
        assert_eq!(image.at(x, y), sheet.at(x, y));
        assert_eq!(image.at(8 + x, y), sheet.at(24 + x, 24 + y));
        assert_eq!(image.at(16 + x, y), sheet.at(8 + 7 - x, y), "flipped");
        assert_eq!(image.at(24 + x, y), [0; 4], "empty");
    }
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let csv = |text: &str| map_of(&format!("<data encoding=\"csv\">{text}</data>"), "");
    let twelve = "1,1,1,1,1,1,1,1,1,1,1";
    for (text, expected) in [
        (String::new(), "it is not whole XML"),
        ("<map".to_owned(), "it is not whole XML"),
        ("<map>".to_owned(), "it is not whole XML"),
        ("{\"layers\":[".to_owned(), "it is not whole JSON"),
        ("<set/>".to_owned(), "line 1, column 1: found <set> where <map> was expected"),
        ("<map/>".to_owned(), "line 1, column 1: <map> has no width"),
        (
            "<map width=\"1\" height=\"1\" tilewidth=\"1\" tileheight=\"1\" orientation=\"hexagonal\"/>".to_owned(),
            "a map that is hexagonal; expected orthogonal or isometric",
        ),
        (csv("1,2,3"), "the layer has 3 tiles; expected 12"),
        (csv(&format!("{twelve},x")), "line 4, column 51: number 12 of the layer is \"x\"; expected a gid"),
        (csv(&format!("{twelve},99")), "gid 99 in column 3, row 2 is of none of the sets of tiles"),
        (
            map_of("<data encoding=\"base64\">%%</data>", ""),
            "the layer is not whole base64",
        ),
        (map_of("<data encoding=\"hex\"/>", ""), "encoding \"hex\"; expected csv or base64"),
        (map_of("", ""), "a layer without data"),
        (
            csv(twelve).replace("terrain.tsx", "nothing.tsx"),
            "nothing.tsx: there is no such file",
        ),
        (
            csv(twelve).replace("firstgid=\"1\"", "firstgid=\"0\""),
            "firstgid=0; expected a number above 0",
        ),
        (
            csv(twelve).replace("width=\"4\" height=\"3\"", "width=\"99999999\" height=\"99999999\""),
            "16777216 is the most",
        ),
    ] {
        let said = sentence(read(&text));
        assert!(said.contains(expected), "{said:?}, expected {expected:?}");
    }
    let set = text("terrain.tsx");
    for (old, new, expected) in [
        (
            "tileid=\"3\"",
            "tileid=\"77\"",
            "tile 77; the set has 20, counted from 0",
        ),
        ("0,2,0,2,0,1,0,1", "0,2,0,3,0,1,0,1", "colour 3 in wangid="),
        ("0,2,0,2,0,1,0,1", "0,2", "expected eight numbers"),
        (
            "probability=\"0.1\"",
            "probability=\"-1\"",
            "probability -1; expected a number from 0 on",
        ),
        (
            "tilecount=\"20\"",
            "tilecount=\"4000000000\"",
            "16777216 is the most",
        ),
        ("<tileset", "<map", "it is not whole XML"),
    ] {
        assert!(set.contains(old), "{old}");
        let said = sentence(Tileset::read(&set.replace(old, new)));
        assert!(said.contains(expected), "{said:?}, expected {expected:?}");
    }
    let plain =
        "<tileset name=\"plain\" tilewidth=\"8\" tileheight=\"8\" tilecount=\"4\" columns=\"2\"/>";
    let drawing = TiledFile::of_set(Tileset::read(plain).unwrap(), "plain.tsx");
    let none = sentence(TiledSet::new(
        &drawing,
        TiledRules::Terrain(None, None),
        false,
    ));
    assert!(
        none.contains("there is no terrain set (Wang set) in it"),
        "{none}"
    );
}
