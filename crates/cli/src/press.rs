//! The press: prints pictures into files, numbered if there are several, or into the pages of a
//! PDF.

use crate::args::{self, PictureKind};
use crate::failure::{Failure, Trouble};
use crate::interrupt::Interrupt;
use crate::limits;
use crate::outlet;
use crate::target::Target;
use std::io::Write as _;
use std::path::Path;
use tilewright::render::scene::Scene;
use tilewright::render::svg;
use tilewright::render::theme::Theme;
#[cfg(feature = "pictures")]
use tilewright::render::{
    pdf::{Booklet, Caption, Paper},
    png,
};

/// The most pictures of one run.
const MOST: usize = 10_000;
/// Pixels for a unit of a scene, of which a cell has 40.
#[cfg(feature = "pictures")]
const USUAL_SCALE: f64 = 2.0;

impl PictureKind {
    /// The kind of the file of that name.
    pub(crate) fn of(name: &str) -> Option<Self> {
        let ending = Path::new(name).extension()?.to_str()?;
        match ending.to_ascii_lowercase().as_str() {
            "svg" => Some(Self::Svg),
            "png" => Some(Self::Png),
            "pdf" => Some(Self::Pdf),
            _ => None,
        }
    }
}

/// A picture laid out, with words.
#[derive(Debug)]
pub(crate) struct Leaf {
    pub(crate) scene: Scene,
    /// Its kind: "Sudoku".
    #[cfg_attr(
        not(feature = "pictures"),
        expect(dead_code, reason = "only a PDF has words")
    )]
    pub(crate) heading: String,
    /// Its difficulty.
    pub(crate) note: String,
    /// The words about it.
    pub(crate) text: String,
}

/// Prints leaves.
pub(crate) struct Press {
    /// The file; standard output without one.
    name: Option<String>,
    theme: Theme,
    printed: usize,
    kind: Kind,
    /// Files that wait for their names.
    targets: Vec<Target>,
    /// The output for standard output: nothing goes there if anything is wrong.
    held: Vec<u8>,
}

/// The kind of the output.
enum Kind {
    Svg,
    #[cfg(feature = "pictures")]
    Png {
        scale: f64,
    },
    #[cfg(feature = "pictures")]
    Pdf(Box<Booklet>),
}

impl Kind {
    #[cfg(feature = "pictures")]
    #[expect(clippy::unnecessary_wraps, reason = "without the feature it may fail")]
    fn of(args: &args::Render, kind: PictureKind, theme: &Theme) -> Result<Self, Failure> {
        Ok(match kind {
            PictureKind::Svg => Self::Svg,
            PictureKind::Png => Self::Png {
                scale: args.scale.unwrap_or(USUAL_SCALE),
            },
            PictureKind::Pdf => {
                let paper = match args.paper.unwrap_or_default() {
                    args::PaperName::A4 => Paper::A4,
                    args::PaperName::Letter => Paper::Letter,
                };
                let mut booklet = Booklet::new(paper, theme.clone());
                if let Some(number) = args.per_page {
                    booklet = booklet.per_page(number.into());
                }
                if let Some(title) = &args.title {
                    booklet = booklet.title(title);
                }
                Self::Pdf(Box::new(booklet))
            }
        })
    }

    #[cfg(not(feature = "pictures"))]
    fn of(_: &args::Render, kind: PictureKind, _: &Theme) -> Result<Self, Failure> {
        if kind == PictureKind::Svg {
            return Ok(Self::Svg);
        }
        Err(crate::parts::PICTURES.left_out())
    }
}

impl Press {
    pub(crate) fn new(args: &args::Render, kind: PictureKind) -> Result<Self, Failure> {
        let theme = if args.dark { Theme::DARK } else { Theme::LIGHT };
        Ok(Self {
            name: outlet::file(args.output.as_deref()).map(str::to_owned),
            printed: 0,
            kind: Kind::of(args, kind, &theme)?,
            theme,
            targets: Vec::new(),
            held: Vec::new(),
        })
    }

    /// Prints a leaf, into a file of its own or onto the next page.
    pub(crate) fn print(&mut self, leaf: &Leaf, is_one_of_several: bool) -> Result<(), Trouble> {
        self.printed += 1;
        if self.printed > MOST {
            let message = format!("these are more than {MOST} pictures");
            return Err(Failure::new(message).into());
        }
        let bytes = match &mut self.kind {
            Kind::Svg => svg::file(&leaf.scene, &self.theme).into_bytes(),
            #[cfg(feature = "pictures")]
            Kind::Png { scale } => {
                let file = png::file(&leaf.scene, &self.theme, *scale);
                file.map_err(|error| too_large(&error, *scale))?
            }
            #[cfg(feature = "pictures")]
            Kind::Pdf(booklet) => {
                booklet.add(&leaf.scene, caption(leaf));
                return Ok(());
            }
        };
        self.write(&bytes, is_one_of_several)
    }

    /// The number of printed leaves.
    pub(crate) fn printed(&self) -> usize {
        self.printed
    }

    /// Prints an answer, if there is a back to put it at.
    pub(crate) fn print_answer(&mut self, leaf: &Leaf) {
        match &mut self.kind {
            #[cfg(feature = "pictures")]
            Kind::Pdf(booklet) => booklet.add_answer(&leaf.scene, caption(leaf)),
            _ => _ = leaf,
        }
    }

    fn write(&mut self, bytes: &[u8], is_one_of_several: bool) -> Result<(), Trouble> {
        let name = match &self.name {
            Some(name) if is_one_of_several => Some(numbered(name, self.printed)),
            None if is_one_of_several && self.printed > 1 => {
                let message = "several pictures cannot go to standard output; expected a file";
                let failure = Failure::new(message);
                return Err(failure
                    .hint("-o out.svg makes out-001.svg and so on")
                    .into());
            }
            name => name.clone(),
        };
        if name.is_none() {
            self.held = bytes.to_vec();
            return Ok(());
        }
        let mut target = Target::open(name.as_deref())?;
        target.write_all(bytes)?;
        target.close()?;
        self.targets.push(target);
        Ok(())
    }

    /// All was printed: files get their names, all of them or none; whether they did.
    #[cfg_attr(
        not(feature = "pictures"),
        expect(unused_mut, reason = "without PDF all files are there")
    )]
    pub(crate) fn finish(mut self, interrupt: &Interrupt) -> Result<bool, Trouble> {
        #[cfg(feature = "pictures")]
        if let Kind::Pdf(booklet) = std::mem::replace(&mut self.kind, Kind::Svg)
            && self.printed > 0
        {
            self.write(&booklet.finish(), false)?;
        }
        if interrupt.is_set() {
            self.discard();
            return Ok(false);
        }
        if !self.targets.is_empty() {
            limits::finish();
        }
        for target in self.targets {
            target.finish()?;
        }
        if !self.held.is_empty() {
            let mut out = Target::open(None)?;
            out.write_all(&self.held)?;
            out.finish()?;
        }
        Ok(true)
    }

    /// Not all was printed, so no file gets a name.
    pub(crate) fn discard(self) {
        if !self.targets.is_empty() {
            limits::finish();
        }
    }
}

/// The error for a picture that is too large, with a scale that is not.
#[cfg(feature = "pictures")]
#[expect(clippy::cast_precision_loss, reason = "it is far below 2^52")]
fn too_large(error: &png::ImageTooLarge, scale: f64) -> Failure {
    let side = f64::from(png::LONGEST) / error.width.max(error.height);
    let area = (png::MOST as f64 / (error.width * error.height)).sqrt();
    let fitting = (scale * side.min(area) * 100.0).floor() / 100.0;
    let failure = Failure::new(error.to_string());
    if fitting < 0.01 {
        return failure;
    }
    failure.hint(format!("--scale {fitting} makes one that is not"))
}

#[cfg(feature = "pictures")]
fn caption(leaf: &Leaf) -> Caption {
    Caption {
        heading: leaf.heading.clone(),
        note: leaf.note.clone(),
        text: leaf.text.clone(),
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

    #[cfg(feature = "pictures")]
    #[expect(clippy::cast_precision_loss, reason = "it is far below 2^52")]
    #[test]
    fn a_scale_is_offered_that_fits() {
        for (width, height) in [(40_000.0, 400.0), (45_536.0, 52_583.0)] {
            let failure = too_large(&png::ImageTooLarge { width, height }, 2.0);
            let hint = failure.hint.unwrap();
            let scale: f64 = hint.split(' ').nth(1).unwrap().parse().unwrap();
            let fits = |scale: f64| {
                let (width, height) = (width * scale / 2.0, height * scale / 2.0);
                let longest = f64::from(png::LONGEST);
                width.max(height) <= longest && width * height <= png::MOST as f64
            };
            assert!(fits(scale) && !fits(scale + 0.02), "{scale}");
        }
        let (width, height) = (1e9, 1e9);
        assert_eq!(
            too_large(&png::ImageTooLarge { width, height }, 1.0).hint,
            None
        );
    }
}
