//! The kinds that a program knows: those that are built in, and files of users.
//!
//! A kind is read when it is first needed: a program that starts does not look into sixty files.

use super::kind::Kind;
use super::recipe::USUAL_SIZE;
use crate::{Ability, Family, ParseError};
use std::sync::{Arc, LazyLock, OnceLock};

/// The built-in files: their names and contents.
static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/kinds.rs"));

/// The families of the built-in kinds.
pub(crate) static BUILT_IN: LazyLock<Vec<Family>> = LazyLock::new(|| {
    let files = FILES.iter();
    let family = |&(name, text): &(&'static str, &'static str)| {
        let about = about_of(text).unwrap_or(name);
        let file = Arc::new(KindFile {
            text: text.into(),
            kind: OnceLock::new(),
        });
        super::board::family(name.into(), about.into(), file)
    };
    files.map(family).collect()
});

/// The file of a kind, which its family has. Families with one are many and alike: where families are listed, they may
/// stand together.
#[derive(Debug)]
pub struct KindFile {
    text: Arc<str>,
    kind: OnceLock<Result<Arc<Kind>, ParseError>>,
}

impl Ability for Arc<KindFile> {
    const WORD: &'static str = "kind";
}

impl KindFile {
    /// The text of the file.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns true if the kind is called so, small letters or not.
    pub fn is_called(&self, name: &str) -> bool {
        self.kind().is_ok_and(|kind| kind.is_called(name))
    }

    /// The kind; the error is one of the file.
    pub(super) fn kind(&self) -> Result<&Arc<Kind>, ParseError> {
        let read = || Kind::read(&self.text).map(Arc::new);
        self.kind.get_or_init(read).as_ref().map_err(Clone::clone)
    }

    /// The size of a board by default, as a glance at the file shows it.
    pub(super) fn usual_size(&self) -> String {
        let generate = self
            .text
            .split_once("[generate]")
            .map_or("", |(_, after)| after);
        let size = generate
            .lines()
            .find_map(|line| line.strip_prefix("size = \""));
        let size = size.and_then(|size| size.strip_suffix('"'));
        size.unwrap_or(USUAL_SIZE).to_owned()
    }

    /// Returns true if a word occurs in the file: a glance at kinds that need not be read.
    pub(super) fn has(&self, word: &str) -> bool {
        self.text.contains(word)
    }
}

impl Family {
    /// The family of a kind that a file describes: docs/kinds.md. The file of an extra gives the family of boards with extras,
    /// that one among them: docs/variants.md.
    pub fn of_kind(file: &str) -> Result<Self, ParseError> {
        if let Some(family) = super::extras::with_file(file) {
            return family;
        }
        let kind = Arc::new(Kind::read(file)?);
        let (name, about) = (kind.name.clone(), kind.about.clone());
        let file = Arc::new(KindFile {
            text: Arc::clone(&kind.source),
            kind: OnceLock::from(Ok(kind)),
        });
        Ok(super::board::family(name.into(), about.into(), file))
    }

    /// The file of the kind that it is, if it is one.
    pub fn kind_file(&self) -> Option<&KindFile> {
        self.can::<Arc<KindFile>>().map(|file| &**file)
    }
}

/// The rules for people, as a glance at the file shows them.
fn about_of(text: &str) -> Option<&str> {
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("about = \""));
    line?.strip_suffix('"')
}

#[cfg(test)]
mod tests {
    use super::super::text;
    use super::*;

    #[test]
    fn every_built_in_file_is_a_kind_of_its_name() {
        for (name, text) in FILES {
            let kind = Kind::read(text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(kind.name, *name);
            assert_eq!(about_of(text), Some(kind.about.as_str()), "{name}");
            let is_said = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with('#');
            assert!(text.lines().filter(is_said).count() <= 40, "{name}");
        }
    }

    /// The problems of the data that are of a kind, each with the name of its file and its own.
    fn of_data(kind: &Kind, folder: &std::path::Path) -> Vec<(String, String)> {
        let mut texts = Vec::new();
        for file in std::fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
            if !kind.is_called(&stem) {
                continue;
            }
            for line in std::fs::read_to_string(&path).unwrap().lines() {
                let puzzle: serde_json::Value = serde_json::from_str(line).unwrap();
                let name = format!("{stem} {}", puzzle["name"].as_str().unwrap());
                texts.push((name, puzzle["problem"].as_str().unwrap().to_owned()));
            }
        }
        texts
    }

    #[test]
    fn published_texts_are_read_and_written() {
        let Some(folder) = tilewright_testkit::data("genres") else {
            return;
        };
        let (mut read, mut wrong) = (0, Vec::new());
        for (_, file) in FILES {
            let kind = Kind::read(file).unwrap();
            for (name, problem) in of_data(&kind, &folder) {
                let clues = match text::read(&kind, &problem) {
                    Ok(clues) => clues,
                    Err(error) => {
                        wrong.push(format!("{name}: {error}"));
                        continue;
                    }
                };
                let written = text::write(&kind, &clues).map_err(|error| error.to_string());
                let again = written.map(|text| text::read(&kind, &text).unwrap());
                assert_eq!(again, Ok(clues), "{name}");
                read += 1;
            }
        }
        // Known faults of the data: a token or a line that its genre has not.
        assert!(wrong.len() * 100 < read, "{read}: {wrong:#?}");
    }
}
