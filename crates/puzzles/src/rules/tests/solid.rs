//! Grids of three axes: layers of rows and columns.

use super::*;
use tilewright_model::budget::Budget;

fn corners(between: &str, values: u32) -> usize {
    count(&format!(
        "grid = [2, 2, 2]\nvalues = '1..{values}'\n[[rule]]\nbetween = {between}\nrequire = 'a != b'\n"
    ))
}

fn different(tiles: &str, values: u32) -> usize {
    count(&format!(
        "grid = [2, 2, 2]\nvalues = '1..{values}'\n[[group]]\ntiles = '{tiles}'\nall_different = true\n"
    ))
}

/// The number of Latin cubes of order 3 and that of the colourings of a cube's graph are known.
#[test]
fn lines_and_neighbours_go_through_the_layers() {
    let lines = "[[group]]\ntiles = ['rows', 'columns', 'pillars']\nall_different = true\n";
    let latin = format!("grid = [3, 3, 3]\nvalues = '1..3'\n{lines}");
    assert_eq!(count(&latin), 24);
    assert_eq!(corners("'adjacent'", 3), 114);
    assert_eq!(corners("[[1, 0, 0], [0, 1, 0], [0, 0, -1]]", 3), 114);
    // All eight corners touch each other.
    assert_eq!(corners("'touching'", 7), 0);
    // Four pairs of opposite corners, each of two different values.
    let across = "[[1, 1, 1], [1, -1, 1], [1, 1, -1], [1, -1, -1]]";
    assert_eq!(corners(across, 3), 6 * 6 * 6 * 6);
}

#[test]
fn sets_of_a_solid_are_its_layers_boxes_and_tiles() {
    assert_eq!(different("layers", 4), 24 * 24);
    assert_eq!(different("boxes 1x2x2", 4), 24 * 24);
    assert_eq!(different("boxes 2x1x2", 4), 24 * 24);
    assert_eq!(different("l1r1c1 l2r2c2", 2), 2 << 6);
}

#[test]
fn a_cube_in_words_is_the_cube_of_the_family() {
    let text = "grid = [8, 8, 8]\nvalues = '1..8'\n[[group]]\n\
                tiles = ['rows', 'columns', 'pillars', 'boxes 2x2x2']\nexactly_one = '*'\n";
    let sets = |model: &Model| -> std::collections::BTreeSet<Vec<Choice>> {
        let choices = |item| model.members(item).iter().map(|member| member.0).collect();
        model.items().map(choices).collect()
    };
    let family = crate::sudoku::Sudoku::empty(&[2, 2, 2]).unwrap();
    let family = family.model(&Budget::default()).unwrap();
    assert_eq!(
        sets(&rules(text).model(&Budget::default()).unwrap()),
        sets(&family)
    );
}

#[test]
fn layers_are_drawn_written_and_changed() {
    let puzzle = rules(
        "grid = [2, 1, 3]\nholes = 'l2r1c2'\nvalues = '1..9'\nregions = '''\nAAB\n\nA#B\n'''\n\
         [[group]]\ntiles = ['regions', 'boxes 2x1x1', 'layers']\nall_different = true\n\
         [[rule]]\nbetween = [[1, 0, 0]]\nrequire = 'a < b'\n\
         [givens]\nmap = '''\n1.2\n\n.#.\n'''\n",
    );
    assert_eq!(puzzle.plain(), "1 _ 2\n\n_ # _\n");
    assert_eq!(rules(&RULES.write(&puzzle, "toml").unwrap()), puzzle);
    let picture = puzzle.picture();
    assert_eq!(picture.space.as_ref().unwrap().sides, [3, 1, 2]);
    assert_eq!(picture.cell_count(), 6);
    let drawn = Text::default().draw(&picture);
    assert!(
        drawn.contains("layer 1") && drawn.contains("layer 2"),
        "{drawn}"
    );
    assert_eq!(puzzle.cell_called("l2r1c3"), Some(5));
    let with = puzzle.with_clue(5, Some("7")).unwrap();
    assert_eq!(with.plain(), "1 _ 2\n\n_ # 7\n");
    let error = puzzle.with_clue(4, Some("7")).unwrap_err();
    assert_eq!(error.to_string(), "there is no tile at l2r1c2");
}

/// A board of one layer is flat, and its tiles are called as ever.
#[test]
fn one_layer_lies_flat() {
    let flat = rules("grid = [1, 2, 2]\nvalues = '1'\n[givens]\nl1r2c1 = 1\n");
    assert_eq!(flat.plain(), "_ _\n1 _\n");
    assert!(
        RULES
            .write(&flat, "toml")
            .unwrap()
            .starts_with("grid = [2, 2]\n")
    );
    assert!(flat.picture().space.is_none());
}

#[test]
fn what_a_solid_lacks_is_said() {
    let of = |rest: &str| complaint(&format!("grid = [2, 2, 2]\nvalues = '1 2'\n{rest}"));
    let group = |tiles: &str| {
        of(&format!(
            "[[group]]\ntiles = '{tiles}'\nall_different = true"
        ))
    };
    assert_eq!(
        group("diagonals"),
        "line 4, column 9: only a grid of one layer has diagonals"
    );
    assert_eq!(
        group("boxes 2x2"),
        "line 4, column 9: boxes have layers x rows x columns, such as boxes 2x2x2"
    );
    assert_eq!(
        group("boxes 2x2x3"),
        "line 4, column 9: boxes of 2×2×3 do not fill a grid of 2×2×2"
    );
    assert_eq!(
        of("[givens]\nr1c1 = 1"),
        "line 4, column 1: there is no tile \"r1c1\" (tiles are called l1r1c1 to l2r2c2)"
    );
    assert_eq!(
        of("[[rule]]\nbetween = [[1, 0]]\nrequire = 'a != b'"),
        "line 4, column 12: a step is [layers, down, right], such as [[0, 1, 2], [1, 0, 2]]"
    );
    assert_eq!(
        of("[givens]\nmap = '12'"),
        "line 4, column 8: the map should have 4 lines of 2 words, or of 2 characters without blanks"
    );
    assert_eq!(
        complaint("grid = [2, 2, 2]\n[pieces]\nI = '##'"),
        "line 2, column 2: pieces lie flat: they need a grid of one layer"
    );
    assert_eq!(
        complaint("grid = [1000, 1000, 1000]\nvalues = '1'"),
        "line 1, column 8: a grid of 1000×1000×1000 has 1000000000 tiles: at most 1000000 are possible"
    );
}
