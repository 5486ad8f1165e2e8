//! The exact cover instances of the data folder: all are read, the small ones are counted.

use tilewright_engines::{Ask, Engine, reduce::Reduce};
use tilewright_model::budget::Budget;
use tilewright_puzzles::{
    Puzzle, Reading,
    cover::{COVER, Cover},
};
use tilewright_testkit::data;

#[test]
fn every_instance_is_recognised_and_reads_back() {
    let Some(folder) = data("exact-cover") else {
        return;
    };
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let reading = Reading::of(&text, None).unwrap();
        assert_eq!(reading.family.name, "cover", "{}", path.display());
        let cover: Cover = text.parse().unwrap();
        let written: Cover = COVER.write(&cover, "xcc").unwrap().parse().unwrap();
        assert_eq!(written, cover, "{}", path.display());
        cover.model(&Budget::default()).unwrap();
        seen += 1;
    }
    assert!(seen > 0);
}

#[test]
fn the_small_instances_have_their_known_counts() {
    let Some(folder) = data("exact-cover") else {
        return;
    };
    for (name, expected) in [
        ("langford8", 300u32),
        ("queens8", 92),
        ("sud2x2", 288),
        ("domino6x6", 6728),
        ("match14", 135_135),
    ] {
        let text = std::fs::read_to_string(folder.join(name).with_extension("dlx")).unwrap();
        let model = text
            .parse::<Cover>()
            .unwrap()
            .model(&Budget::default())
            .unwrap();
        let mut search = Reduce.prepare(&model, &Budget::default()).unwrap();
        search.start(&Ask::default());
        let count = search.count();
        assert!(count.is_exact());
        assert_eq!(count.number, expected.into(), "{name}");
    }
}
