//! `--kind FILE`: a kind of puzzles that the user wrote down, known before the words of the command are parsed.
//!
//! Its family joins those of the program, in place of one of its name, and its name takes the place of the file's among
//! the words: from there on, `--kind` is `--as`.

use crate::failure::Failure;
use crate::input::reason;
use crate::names;
use std::ffi::{OsStr, OsString};
use std::fs;
use tilewright::puzzles::{Families, Family};

/// The option.
const OPTION: &str = "--kind";

/// The ending of a kind's file, which distinguishes it from a name.
const ENDING: &str = ".toml";

/// The longest file that is read: a kind has forty lines.
const LONGEST: u64 = 1 << 20;

/// The families with those of the kinds that the words name, and the words without their files.
pub(crate) fn taken_in(
    mut families: Families,
    mut words: Vec<OsString>,
) -> Result<(Families, Vec<OsString>), Failure> {
    let mut follows = false;
    for word in &mut words {
        if word == "--" {
            break;
        }
        let typed = word.to_string_lossy().into_owned();
        let joined = typed
            .strip_prefix(OPTION)
            .and_then(|rest| rest.strip_prefix('='));
        let value = if follows {
            Some(typed.as_str())
        } else {
            joined
        };
        follows = typed == OPTION && !follows;
        let Some(file) = value.filter(|value| value.ends_with(ENDING)) else {
            continue;
        };
        let family = read(file)?;
        *word = match joined {
            Some(_) => OsString::from(format!("{OPTION}={}", family.name)),
            None => OsStr::new(&*family.name).to_owned(),
        };
        families = families.with(family);
    }
    Ok((families, words))
}

fn read(file: &str) -> Result<Family, Failure> {
    let path = names::path(file);
    let wrong = |error: &std::io::Error| Failure::new(reason(error)).file(file);
    let length = fs::metadata(&path).map_err(|error| wrong(&error))?.len();
    if length > LONGEST {
        return Err(Failure::new("the file of a kind is not longer than 1 MiB").file(file));
    }
    let text = fs::read_to_string(&path).map_err(|error| wrong(&error))?;
    let text = text.replace("\r\n", "\n");
    Family::of_kind(&text).map_err(|error| Failure::of_text(&error, file, &text))
}
