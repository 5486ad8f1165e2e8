//! A scene as PNG.

use crate::glyphs;
use crate::scene::{Paint, Pen, Point, Scene, SceneShape, Stroke};
use crate::theme::{Rgb, Theme};
use std::fmt;
use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint as Ink, Path, PathBuilder, Pixmap, StrokeDash, Transform,
};

/// The most pixels along one side.
pub const LONGEST: u32 = 20_000;
/// The most pixels in all: half a gigabyte while it is written.
pub const MOST: u64 = 64_000_000;

/// The reason for no PNG: it would be too large, or smaller than a pixel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ImageTooLarge {
    /// The width that was asked for, in pixels.
    pub width: f64,
    /// The height.
    pub height: f64,
}

impl fmt::Display for ImageTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { width, height } = self;
        if !(*width >= 1.0 && *height >= 1.0) {
            return write!(f, "a picture needs a scale above 0, and at least one pixel");
        }
        write!(
            f,
            "a picture of {width:.0} by {height:.0} pixels is too large: at most {LONGEST} along a \
             side and {} million in all",
            MOST / 1_000_000
        )
    }
}

impl std::error::Error for ImageTooLarge {}

/// A PNG file; `scale` pixels for each unit of the scene.
pub fn file(scene: &Scene, theme: &Theme, scale: f64) -> Result<Vec<u8>, ImageTooLarge> {
    let too_large = ImageTooLarge {
        width: (scene.width * scale).ceil(),
        height: (scene.height * scale).ceil(),
    };
    let (width, height) = size(&too_large).ok_or(too_large)?;
    let mut painter = Painter {
        canvas: Pixmap::new(width, height).ok_or(too_large)?,
        theme,
        transform: Transform::from_scale(scale as f32, scale as f32),
    };
    let Rgb { r, g, b } = theme.colour(Paint::Paper);
    painter
        .canvas
        .fill(tiny_skia::Color::from_rgba8(r, g, b, 255));
    for shape in &scene.with_merged_grounds().shapes {
        painter.shape(shape);
    }
    painter.canvas.encode_png().map_err(|_| too_large)
}

/// The size in pixels, where it is one.
fn size(wanted: &ImageTooLarge) -> Option<(u32, u32)> {
    let whole = |side: f64| {
        let is_sane = (1.0..=f64::from(LONGEST)).contains(&side);
        // Within range, as just seen.
        #[allow(clippy::cast_sign_loss)]
        is_sane.then_some(side as u32)
    };
    let (width, height) = (whole(wanted.width)?, whole(wanted.height)?);
    (u64::from(width) * u64::from(height) <= MOST).then_some((width, height))
}

struct Painter<'t> {
    canvas: Pixmap,
    theme: &'t Theme,
    transform: Transform,
}

impl Painter<'_> {
    fn shape(&mut self, shape: &SceneShape) {
        match shape {
            SceneShape::Path {
                pens, fill, stroke, ..
            } => {
                let Some(path) = path(pens) else { return };
                if let Some(paint) = fill {
                    self.fill(&path, *paint);
                }
                if let Some(stroke) = stroke {
                    self.stroke(&path, stroke);
                }
            }
            SceneShape::Text(words) => {
                if let Some(path) = path(&glyphs::placed(words)) {
                    self.fill(&path, words.paint);
                }
            }
        }
    }

    fn fill(&mut self, path: &Path, paint: Paint) {
        let ink = self.ink(paint);
        self.canvas
            .fill_path(path, &ink, FillRule::Winding, self.transform, None);
    }

    fn stroke(&mut self, path: &Path, stroke: &Stroke) {
        let dashes = stroke.dashes().map(|part| part as f32).to_vec();
        let line = tiny_skia::Stroke {
            width: stroke.width as f32,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            dash: stroke
                .is_dashed
                .then(|| StrokeDash::new(dashes, 0.0))
                .flatten(),
            ..tiny_skia::Stroke::default()
        };
        let ink = self.ink(stroke.paint);
        self.canvas
            .stroke_path(path, &ink, &line, self.transform, None);
    }

    fn ink(&self, paint: Paint) -> Ink<'static> {
        let Rgb { r, g, b } = self.theme.colour(paint);
        let mut ink = Ink::default();
        ink.set_color_rgba8(r, g, b, 255);
        ink
    }
}

fn path(pens: &[Pen]) -> Option<Path> {
    let mut builder = PathBuilder::new();
    let short = |(x, y): Point| (x as f32, y as f32);
    for pen in pens {
        match *pen {
            Pen::Move(to) => {
                let (x, y) = short(to);
                builder.move_to(x, y);
            }
            Pen::Line(to) => {
                let (x, y) = short(to);
                builder.line_to(x, y);
            }
            Pen::Curve(one, two, to) => {
                let ((x1, y1), (x2, y2), (x, y)) = (short(one), short(two), short(to));
                builder.cubic_to(x1, y1, x2, y2, x, y);
            }
            Pen::Close => builder.close(),
        }
    }
    builder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{Look, lay_out};
    use crate::{Cell, Grid, Picture, Role};

    fn scene() -> Scene {
        let mut grid = Grid::new(2, 2);
        *grid.cell_mut(0, 0) = Cell::new("8", Role::Clue);
        grid.frame();
        lay_out(&Picture::from(grid), &Look::default())
    }

    #[test]
    fn a_board_is_painted_in_the_size_asked_for() {
        let scene = scene();
        let bytes = file(&scene, &Theme::LIGHT, 2.0).unwrap();
        let image = Pixmap::decode_png(&bytes).unwrap();
        assert!((f64::from(image.width()) - 2.0 * scene.width).abs() <= 1.0);
        assert!((f64::from(image.height()) - 2.0 * scene.height).abs() <= 1.0);
        let wall = Theme::LIGHT.colour(Paint::Wall);
        let clue = Theme::LIGHT.colour(Paint::Clue);
        for Rgb { r, g, b } in [wall, clue] {
            let found = image.pixels().iter();
            let mut found = found.filter(|p| (p.red(), p.green(), p.blue()) == (r, g, b));
            assert!(found.next().is_some());
        }
    }

    #[test]
    fn sizes_beyond_reason_are_refused() {
        let scene = scene();
        for scale in [1e9, f64::NAN, f64::INFINITY, -1.0, 0.0] {
            assert!(file(&scene, &Theme::DARK, scale).is_err(), "{scale}");
        }
        let message = |scale| file(&scene, &Theme::DARK, scale).unwrap_err().to_string();
        assert!(message(200.0).contains("too large"), "{}", message(200.0));
        assert!(message(-1.0).contains("above 0"), "{}", message(-1.0));
    }
}
