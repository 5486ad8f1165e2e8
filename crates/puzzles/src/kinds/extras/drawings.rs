//! Drawings of other programs, with their rules in words: what is read, and what is refused rather than guessed.

use super::file::Catalogue;
use super::{drawn, fpuzzles, iss};
use serde_json::{Value, json};

/// A drawing of a board of four with these rules.
fn puzzle(rules: &str) -> Value {
    let row = vec![json!({}); 4];
    json!({
        "cells": vec![row; 4],
        "regions": [[[0, 0], [0, 1], [1, 0], [1, 1]], [[0, 2], [0, 3], [1, 2], [1, 3]], [[2, 0], [2, 1], [3, 0], [3, 1]], [[2, 2], [2, 3], [3, 2], [3, 3]]],
        "metadata": {"rules": rules},
    })
}

fn line(points: [[f64; 2]; 2], colour: &str) -> Value {
    json!({"wayPoints": points, "color": colour})
}

fn error(puzzle: &Value) -> String {
    drawn::read(puzzle, Catalogue::built_in())
        .unwrap_err()
        .to_string()
}

#[test]
fn lines_that_may_be_one_in_two_strokes_are_refused() {
    let renban = "Normal sudoku rules apply. Purple lines have consecutive digits.";
    let mut drawing = puzzle(renban);
    let strokes = [
        line([[0.5, 0.5], [0.5, 2.5]], "#f0f"),
        line([[0.5, 1.5], [2.5, 1.5]], "#f0f"),
    ];
    drawing["lines"] = json!(strokes);
    assert_eq!(
        error(&drawing),
        "two lines of one colour meet at R1C2: the drawing does not tell whether they are one"
    );
    // They may cross.
    drawing["lines"][1] = line([[2.5, 1.5], [2.5, 3.5]], "#f0f");
    assert!(drawn::read(&drawing, Catalogue::built_in()).is_ok());
    // Where only steps matter, it makes no difference.
    let mut drawing = puzzle("Neighbours on a green line differ by at least 5.");
    drawing["lines"] = json!(strokes.map(|mut line| {
        line["color"] = "#0c0".into();
        line
    }));
    let setup = drawn::read(&drawing, Catalogue::built_in()).unwrap();
    let expected = ".Shape~4x4.Whisper~5~R1C1~R1C2~R1C3.Whisper~5~R1C2~R2C2~R3C2";
    let expected = iss::read(expected, Catalogue::built_in()).unwrap();
    assert_eq!(setup.extras, expected.extras);
}

#[test]
fn rules_whose_clues_are_not_drawn_are_refused() {
    assert_eq!(
        error(&puzzle("Digits increase along a thermometer.")),
        "the rules of this puzzle speak of \"thermo\", but nothing that is drawn is a clue of it"
    );
}

#[test]
fn numbers_outside_are_clues_of_their_side() {
    let mut drawing = puzzle("Sandwich clues are the sum of the digits between the 1 and the 4.");
    let text = |row: f64, column: f64, text: &str| json!({"center": [row, column], "text": text, "width": 0.8, "height": 0.8});
    drawing["overlays"] = json!([text(-0.5, 1.5, "5"), text(2.5, 4.5, "3")]);
    let setup = drawn::read(&drawing, Catalogue::built_in()).unwrap();
    let told: Vec<_> = setup.extras.values().flatten().flatten().collect();
    assert_eq!(told.len(), 2);
    assert_eq!(told[0].cells, [1, 5, 9, 13]);
    assert_eq!(told[1].cells, [11, 10, 9, 8]);
}

#[test]
fn what_fpuzzles_only_draws_is_read_by_its_rules() {
    let empty = vec![vec![json!({}); 4]; 4];
    let mut drawing = json!({
        "size": 4, "grid": empty,
        "ruleset": "Normal sudoku rules apply.\nDigits an equal distance from the center of a zipper line have the same sum.",
        "line": [{"lines": [["R1C1", "R1C2", "R2C3"]], "outlineC": "#CDB1EC"}],
        "circle": [{"cells": ["R1C2"], "baseC": "#CDB1EC", "width": 0.4}],
    });
    let setup = fpuzzles::read(&drawing, Catalogue::built_in()).unwrap();
    let expected = iss::read(".Shape~4x4.Zipper~R1C1~R1C2~R2C3", Catalogue::built_in());
    assert_eq!(setup.extras, expected.unwrap().extras);
    assert!(!setup.told.drawn);
    drawing["circle"][0]["cells"] = json!(["R4C4"]);
    assert_eq!(
        fpuzzles::read(&drawing, Catalogue::built_in())
            .unwrap_err()
            .to_string(),
        "the rules that Tilewright knows do not explain what is drawn at R4C4: purple disc"
    );
}
