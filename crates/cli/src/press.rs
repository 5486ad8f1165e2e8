//! What prints pictures: into files, numbered where there are several, or into the pages of a PDF.

use crate::args::{self, PictureKind};
use crate::failure::{Failure, Trouble};
use crate::target::Target;
use std::path::Path;
use tilewright::render::scene::Scene;
use tilewright::render::svg;
use tilewright::render::theme::Theme;

/// The most pictures of one run: more than anybody prints.
const MOST: usize = 10_000;

/// A picture laid out, with words.
#[derive(Debug)]
pub(crate) struct Leaf {
    pub(crate) scene: Scene,
    /// What it is: "Sudoku".
    pub(crate) heading: String,
    /// What there is to say about it.
    pub(crate) caption: String,
}

/// Prints leaves.
pub(crate) struct Press {
    name: Option<String>,
    theme: Theme,
    printed: usize,
    kind: Kind,
    /// Files that wait for their names.
    targets: Vec<Target>,
}

/// What is printed.
enum Kind {
    Svg,
}

impl Press {
    pub(crate) fn new(args: &args::Render, kind: PictureKind) -> Result<Self, Failure> {
        let name = args.output.clone().filter(|name| name != "-");
        let kind = match kind {
            PictureKind::Svg => Kind::Svg,
            PictureKind::Png | PictureKind::Pdf => {
                let message = "this tilewright was built without PNG and PDF";
                return Err(Failure::new(message).hint("build it with the feature pictures"));
            }
        };
        Ok(Self {
            name,
            theme: if args.dark { Theme::DARK } else { Theme::LIGHT },
            printed: 0,
            kind,
            targets: Vec::new(),
        })
    }

    /// Prints a leaf, into a file of its own or onto the next page.
    pub(crate) fn print(&mut self, leaf: &Leaf, is_one_of_several: bool) -> Result<(), Trouble> {
        self.printed += 1;
        if self.printed > MOST {
            let message = format!("these are more than {MOST} pictures");
            return Err(Failure::new(message).into());
        }
        let bytes = match &self.kind {
            Kind::Svg => svg::file(&leaf.scene, &self.theme).into_bytes(),
        };
        self.write(&bytes, is_one_of_several)
    }

    /// Adds an answer.
    pub(crate) fn print_answer(&mut self, leaf: &Leaf) {
        let _ = (leaf, &self.kind);
    }

    fn write(&mut self, bytes: &[u8], is_one_of_several: bool) -> Result<(), Trouble> {
        let name = match &self.name {
            Some(name) if is_one_of_several => Some(numbered(name, self.printed)),
            None if is_one_of_several && self.printed > 1 => {
                let message = "several pictures cannot go to standard output; expected a file";
                return Err(Failure::new(message)
                    .hint("-o out.svg makes out-001.svg and so on")
                    .into());
            }
            name => name.clone(),
        };
        let mut target = Target::open(name.as_deref())?;
        target.write(bytes)?;
        target.close()?;
        self.targets.push(target);
        Ok(())
    }

    /// All was printed: files get their names.
    pub(crate) fn finish(self) -> Result<(), Trouble> {
        for target in self.targets {
            target.finish()?;
        }
        Ok(())
    }
}

/// `out-001.svg` of `out.svg`.
fn numbered(name: &str, number: usize) -> String {
    let path = Path::new(name);
    let ending = path.extension().and_then(|ending| ending.to_str());
    let (stem, ending) = match ending {
        Some(ending) => (&name[..name.len() - ending.len() - 1], format!(".{ending}")),
        None => (name, String::new()),
    };
    format!("{stem}-{number:03}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_numbered_before_their_ending() {
        assert_eq!(numbered("out.svg", 1), "out-001.svg");
        assert_eq!(numbered("a.b/out.d.png", 12), "a.b/out.d-012.png");
        assert_eq!(numbered("a.b/out", 1234), "a.b/out-1234");
        assert_eq!(numbered(".svg", 3), ".svg-003");
    }
}
