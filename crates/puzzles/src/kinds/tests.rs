use super::clues::{Clue, ClueSort, Heading, Side, Spots};
use super::kind::Kind;
use super::text;

const TENTS: &str = r#"
kind = "tents"
about = "Tents."
text = ["rows columns", "top across", "left along", "tree"]
solution = "camp tent=o .=-"
[clues]
across = { at = "top", type = "number" }
along = { at = "left", type = "number" }
tree = { at = "cells", type = "mark", text = "x" }
[enter]
camp = { at = "cells - tree", values = ". tent" }
[[rule]]
each = "across + along"
require = "count(tent, line) == clue"
"#;

#[test]
fn the_head_of_a_file_is_read() {
    let kind = Kind::read(TENTS).unwrap();
    assert_eq!(kind.name, "tents");
    assert_eq!(kind.text.len(), 4);
    assert_eq!(kind.layer("along"), Some(1));
    assert_eq!(kind.layers[1].at, Spots::Outside(Side::Left));
    assert_eq!(kind.layers[2].sort, ClueSort::Mark);
}

#[test]
fn mistakes_of_the_head_have_their_place() {
    let error = |from: &str, to: &str| {
        Kind::read(&TENTS.replace(from, to))
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        error("\"mark\"", "\"make\""),
        "line 9, column 31: there is no type of clues \"make\""
    );
    assert_eq!(
        error("at = \"cells\"", "at = \"cell\""),
        "line 9, column 15: there are no places \"cell\""
    );
    assert_eq!(
        error("about", "abut"),
        "line 1, column 1: the file of a kind has a key \"about\""
    );
}

const TENT: &str = "tents\n2 3\n1 0 -\n1 1\nx - -\n- # x\n";

fn tents() -> Kind {
    Kind::read(TENTS).unwrap()
}

#[test]
fn a_text_is_read_and_written() {
    let kind = tents();
    let clues = text::read(&kind, TENT).unwrap();
    assert_eq!((clues.rows, clues.columns), (2, 3));
    assert_eq!(clues.clue(0, 0), Some(&Clue::Number(1)));
    assert_eq!(clues.clue(0, 2), None);
    assert_eq!(clues.clue(2, 5), Some(&Clue::Mark));
    assert!(clues.holes[4]);
    assert_eq!(text::write(&kind, &clues).unwrap(), TENT);
    let dense = "2 3\n\n10-\n11\nx..\n.@x";
    assert_eq!(text::read(&kind, dense).unwrap(), clues);
}

#[test]
fn mistakes_of_a_text_have_their_place() {
    let kind = tents();
    let error = |text: &str| text::read(&kind, text).unwrap_err().to_string();
    let wrong = error("2 3\n1 0 -\n1 1\nx - -\n- y x\n");
    assert_eq!(wrong, "line 5, column 3: no clue is written \"y\"");
    let short = error("2 3\n1 0\n1 1\nx - -\n- y x\n");
    assert_eq!(
        short,
        "line 2, column 4: this line has 2 tokens, but 3 are expected"
    );
    let long = error("2 3\n1 0 - 4\n1 1\nx - -\n- y x\n");
    assert_eq!(
        long,
        "line 2, column 7: this line has 4 tokens, but 3 are expected"
    );
    let end = error("2 3\n1 0 -\n1 1\nx - -\n");
    assert_eq!(
        end,
        "line 4, column 6: the text ends where a line with 3 tokens was expected"
    );
    let more = error(&(TENT.to_owned() + "- - -\n"));
    assert_eq!(
        more,
        "line 7, column 1: the text continues after its last block"
    );
    assert_eq!(
        error("2 0\n"),
        "line 1, column 3: a board has at least one of its columns"
    );
    assert_eq!(
        error("2 3 4\n"),
        "line 1, column 5: the first line has rows and columns, and no more"
    );
}

const MANY: &str = r#"
kind = "many"
about = "All ways to write clues."
text = ["rows columns goal all=D fleet*", "top lists each", "corners sharp", "inner sign", "below,beside white arrow", "number", "room"]
[clues]
number = { at = "room", type = "number" }
room = { at = "cells", type = "region" }
lists = { at = "top", type = "numbers" }
sharp = { at = "corners", type = "number", max = 4 }
sign = { at = "inner", type = "word", values = "less more", text = "< >" }
below = { at = "cells", type = "number" }
beside = { at = "cells", type = "number" }
white = { at = "cells", type = "number", text = "w{}" }
arrow = { at = "cells", type = "arrow" }
"#;

#[test]
fn every_block_is_read_and_written() {
    let kind = Kind::read(MANY).unwrap();
    let board = "many\n2 2 7 D 3 2\n1 ?\n0\n- - -\n- 4 -\n- - ?\n<\n> -\n-\n14, w?\n3ne ,2\n5 -\n- ?\na a\na b\n";
    let clues = text::read(&kind, board).unwrap();
    assert_eq!(text::write(&kind, &clues).unwrap(), board);
    let list = Clue::Numbers(vec![Some(1), None]);
    assert_eq!(clues.clue(2, 0), Some(&list));
    assert_eq!(clues.clue(0, 0), Some(&Clue::Number(5)));
    assert_eq!(clues.clue(0, 1), Some(&Clue::Unknown));
    let northeast = Heading { down: -1, right: 1 };
    assert_eq!(clues.clue(8, 2), Some(&Clue::Arrow(Some(3), northeast)));
    let twice = text::read(&kind, &board.replace("- ?\na a", "2 ?\na a"));
    assert_eq!(
        twice.unwrap_err().to_string(),
        "line 14, column 1: the region has another clue of number already"
    );
}

#[test]
fn mistakes_of_blocks_have_their_place() {
    let error = |from: &str, to: &str| Kind::read(&MANY.replace(from, to)).unwrap_err().to_string();
    assert_eq!(
        error("\"room\"]", "\"rum\"]"),
        "line 4, column 131: there is no layer of clues \"rum\""
    );
    assert_eq!(
        error("top lists", "left lists"),
        "line 4, column 49: \"lists\" is not a layer at \"left\""
    );
}
