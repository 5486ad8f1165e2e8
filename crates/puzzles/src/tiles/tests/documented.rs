//! The examples of docs/tiles.md have the numbers of solutions that the page names.

use super::{count, of_toml, solve};
use crate::{Reading, tiles::wfc};

const PAGE: &str = include_str!("../../../../../docs/tiles.md");

/// The examples of the page in a language, in order.
fn examples(language: &str) -> Vec<&'static str> {
    let start = format!("```{language}\n");
    let parts = PAGE.split(start.as_str()).skip(1);
    parts.filter_map(|part| part.split("```").next()).collect()
}

#[test]
fn examples_in_toml() {
    let examples = examples("toml");
    let counts = [12, 27, 2];
    assert_eq!(examples.len(), counts.len());
    for (text, number) in examples.iter().zip(counts) {
        let reading = Reading::of(text, None).unwrap();
        assert_eq!(reading.to_string(), "tiles:toml");
        assert_eq!(count(&of_toml(text)), number, "{text}");
        assert!(PAGE.contains(&format!("{number} solutions")), "{number}");
    }
    // The first is drawn as the page draws it.
    let first = solve(&of_toml(examples[0]))[0].write("boxes").unwrap();
    assert!(PAGE.contains(&first), "{first}");
}

#[test]
fn examples_of_the_other_formats() {
    let texts = examples("text");
    let wfc_text = texts.iter().find(|text| text.contains("\nH ")).unwrap();
    assert_eq!(count(&wfc::read(wfc_text).unwrap()), 5);
    let torus = wfc_text.replace("1x4", "1x4 torus");
    assert_eq!(count(&wfc::read(&torus).unwrap()), 2);
    assert!(PAGE.contains("example has 5 solutions"));
    let json = examples("json");
    assert_eq!(json.len(), 1);
    assert_eq!(count(&*crate::read(json[0], None).unwrap()), 3);
}
