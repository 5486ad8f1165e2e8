//! A scene as SVG.
//!
//! [`file()`] writes a file of its own, with the colours of a theme in it and the grounds of cells
//! merged, so that a board of many cells stays small. [`for_page`] writes a drawing for a page
//! whose style says the colours: each paint is a class, and the ground of each cell is an element
//! with `data-cell`, to be clicked. [`page_style`] is that style.

use crate::scene::{BASELINE, Paint, Pen, Point, Scene, SceneShape, SceneText, Stroke, UPRIGHT};
use crate::theme::{Theme, name, paints};
use std::fmt::Write;

/// Fonts that are there on one machine or another.
const FONTS: &str = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', \
                     'Liberation Sans', Arial, sans-serif";

/// A file of its own.
pub fn file(scene: &Scene, theme: &Theme) -> String {
    let scene = scene.with_merged_grounds();
    let mut writer = Writer::new(Colours::Of(theme));
    let size = format!(
        " width=\"{}\" height=\"{}\" font-family=\"{FONTS}\"",
        number(scene.width),
        number(scene.height),
    );
    writer.open(&scene, &size);
    let _ = writeln!(
        writer.out,
        "<rect width=\"100%\" height=\"100%\" fill=\"{}\"/>",
        theme.colour(Paint::Paper).hex()
    );
    writer.shapes(&scene.shapes);
    writer.out.push_str("</svg>\n");
    writer.out
}

/// A drawing inside a page that has [`page_style`].
pub fn for_page(scene: &Scene) -> String {
    let mut writer = Writer::new(Colours::ByClass);
    writer.open(scene, " class=\"tw\"");
    writer.shapes(&scene.shapes);
    writer.out.push_str("</svg>\n");
    writer.out
}

/// The style of drawings in a page: every paint a custom property `--tw-…`, light by default, dark
/// where the reader's machine prefers it or `data-theme="dark"` is set, light again where
/// `data-theme="light"` is, and on paper.
pub fn page_style() -> String {
    let light = properties(&Theme::LIGHT);
    let dark = properties(&Theme::DARK);
    let mut out = format!(
        ":root{{{light}}}\n\
         @media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}\n\
         [data-theme=dark]{{{dark}}}\n\
         @media print{{:root:root,[data-theme]{{{light}}}}}\n\
         .tw{{font-family:{FONTS};max-width:100%;height:auto}}\n\
         .tw path,.tw text{{pointer-events:none}}\n\
         .tw [data-cell]{{pointer-events:all}}\n"
    );
    for paint in paints() {
        let name = name(paint);
        let _ = writeln!(
            out,
            ".tw .f-{name}{{fill:var(--tw-{name})}}.tw .s-{name}{{stroke:var(--tw-{name})}}"
        );
    }
    out
}

fn properties(theme: &Theme) -> String {
    let mut out = String::new();
    for paint in paints() {
        let _ = write!(out, "--tw-{}:{};", name(paint), theme.colour(paint).hex());
    }
    out
}

/// The source of the colours.
enum Colours<'t> {
    Of(&'t Theme),
    ByClass,
}

struct Writer<'t> {
    colours: Colours<'t>,
    out: String,
}

/// Returns true if two shapes have one style: neighbours in the order of painting share it, so that it is written once.
fn look_alike(one: &SceneShape, next: &SceneShape) -> bool {
    match (one, next) {
        (
            SceneShape::Path { fill, stroke, .. },
            SceneShape::Path {
                fill: next_fill,
                stroke: next_stroke,
                ..
            },
        ) => (fill, stroke) == (next_fill, next_stroke),
        (SceneShape::Text(one), SceneShape::Text(next)) => {
            let style =
                |words: &SceneText| (words.size, words.paint, words.is_bold, words.is_centred);
            style(one) == style(next)
        }
        _ => false,
    }
}

impl<'t> Writer<'t> {
    fn new(colours: Colours<'t>) -> Self {
        Self {
            colours,
            out: String::new(),
        }
    }

    fn open(&mut self, scene: &Scene, attributes: &str) {
        let title = escaped(&scene.title);
        let _ = writeln!(
            self.out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\"{attributes} \
             role=\"img\" aria-label=\"{title}\">",
            number(scene.width),
            number(scene.height),
        );
        let _ = writeln!(self.out, "<title>{title}</title>");
    }

    /// Shapes of one style that follow each other are one group.
    fn shapes(&mut self, shapes: &[SceneShape]) {
        for group in shapes.chunk_by(look_alike) {
            let style = self.style(&group[0]);
            if let [shape] = group {
                self.shape(shape, &style);
                continue;
            }
            let _ = writeln!(self.out, "<g{style}>");
            for shape in group {
                self.shape(shape, "");
            }
            self.out.push_str("</g>\n");
        }
    }

    fn style(&self, shape: &SceneShape) -> String {
        let mut out = String::new();
        match shape {
            SceneShape::Path { fill, stroke, .. } => {
                self.paints(*fill, stroke.map(|stroke| stroke.paint), &mut out);
                if let Some(stroke) = stroke {
                    line(*stroke, &mut out);
                }
            }
            SceneShape::Text(words) => {
                self.paints(Some(words.paint), None, &mut out);
                let _ = write!(out, " font-size=\"{}\"", number(words.size));
                if words.is_bold {
                    out.push_str(" font-weight=\"700\"");
                }
                if words.is_centred {
                    out.push_str(" text-anchor=\"middle\"");
                }
            }
        }
        out
    }

    fn paints(&self, fill: Option<Paint>, stroke: Option<Paint>, out: &mut String) {
        match self.colours {
            Colours::Of(theme) => {
                let fill = fill.map_or("none".into(), |paint| theme.colour(paint).hex());
                let _ = write!(out, " fill=\"{fill}\"");
                if let Some(paint) = stroke {
                    let _ = write!(out, " stroke=\"{}\"", theme.colour(paint).hex());
                }
            }
            Colours::ByClass => {
                let fill_class = fill.map(|paint| format!("f-{}", name(paint)));
                let stroke_class = stroke.map(|paint| format!("s-{}", name(paint)));
                let classes: Vec<String> = fill_class.into_iter().chain(stroke_class).collect();
                let _ = write!(out, " class=\"{}\"", classes.join(" "));
                if fill.is_none() {
                    out.push_str(" fill=\"none\"");
                }
            }
        }
    }

    fn shape(&mut self, shape: &SceneShape, style: &str) {
        match shape {
            SceneShape::Path { pens, cell, .. } => {
                let _ = write!(self.out, "<path{style}");
                if let (Some(cell), Colours::ByClass) = (cell, &self.colours) {
                    let _ = write!(self.out, " data-cell=\"{cell}\"");
                }
                let _ = writeln!(self.out, " d=\"{}\"/>", path(pens));
            }
            SceneShape::Text(words) => {
                let _ = write!(self.out, "<text{style}");
                place(words, &mut self.out);
                let _ = writeln!(self.out, ">{}</text>", escaped(&words.text));
            }
        }
    }
}

fn line(stroke: Stroke, out: &mut String) {
    let width = stroke.width;
    let _ = write!(
        out,
        " stroke-width=\"{}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"",
        number(width)
    );
    if stroke.is_dashed {
        let [dash, gap] = stroke.dashes().map(number);
        let _ = write!(out, " stroke-dasharray=\"{dash} {gap}\"");
    }
}

fn place(words: &SceneText, out: &mut String) {
    let ((x, y), below) = (words.at, BASELINE * words.size);
    if words.tilt == UPRIGHT {
        let (x, y) = (number(x), number(y + below));
        let _ = write!(out, " x=\"{x}\" y=\"{y}\"");
        return;
    }
    let [xx, xy, yx, yy] = words.tilt.map(fine);
    let (x, y) = (number(x), number(y));
    let _ = write!(
        out,
        " y=\"{}\" transform=\"matrix({xx} {xy} {yx} {yy} {x} {y})\"",
        number(below)
    );
}

/// The path in commands relative to where the pen is. Points are whole hundredths, so that steps
/// add up to where they lead.
fn path(pens: &[Pen]) -> String {
    let mut out = String::new();
    let mut here = (0, 0);
    let mut start = (0, 0);
    for pen in pens {
        match *pen {
            Pen::Move(to) => {
                let to = hundredths(to);
                // A step from nowhere starts at 0, 0.
                pair('m', from(here, to), &mut out);
                (here, start) = (to, to);
            }
            Pen::Line(to) => {
                let to = hundredths(to);
                match from(here, to) {
                    (dx, 0) => one('h', dx, &mut out),
                    (0, dy) => one('v', dy, &mut out),
                    step => pair('l', step, &mut out),
                }
                here = to;
            }
            Pen::Curve(one, two, to) => {
                let to = hundredths(to);
                pair('c', from(here, hundredths(one)), &mut out);
                pair(' ', from(here, hundredths(two)), &mut out);
                pair(' ', from(here, to), &mut out);
                here = to;
            }
            Pen::Close => {
                out.push('z');
                here = start;
            }
        }
    }
    out
}

/// Whole hundredths; far outside of any page for NaN.
fn hundredths((x, y): Point) -> (i64, i64) {
    let whole = |value: f64| (value.clamp(-1e12, 1e12) * 100.0).round() as i64;
    (whole(x), whole(y))
}

fn from(here: (i64, i64), to: (i64, i64)) -> (i64, i64) {
    (to.0 - here.0, to.1 - here.1)
}

fn one(command: char, step: i64, out: &mut String) {
    out.push(command);
    write_hundredths(step, out);
}

fn pair(command: char, step: (i64, i64), out: &mut String) {
    one(command, step.0, out);
    // A minus sign parts two numbers as well as a blank does.
    if step.1 >= 0 {
        out.push(' ');
    }
    write_hundredths(step.1, out);
}

fn write_hundredths(value: i64, out: &mut String) {
    if value < 0 {
        out.push('-');
    }
    let (whole, rest) = (value.unsigned_abs() / 100, value.unsigned_abs() % 100);
    let _ = match (whole, rest) {
        (_, 0) => write!(out, "{whole}"),
        (0, rest) if rest % 10 == 0 => write!(out, ".{}", rest / 10),
        (0, rest) => write!(out, ".{rest:02}"),
        (whole, rest) if rest % 10 == 0 => write!(out, "{whole}.{}", rest / 10),
        (whole, rest) => write!(out, "{whole}.{rest:02}"),
    };
}

/// A length with at most two places after the point: a hundredth of a unit cannot be seen.
fn number(value: f64) -> String {
    rounded(value, 100.0)
}

/// A factor, which multiplies lengths, with at most four.
fn fine(value: f64) -> String {
    rounded(value, 10_000.0)
}

fn rounded(value: f64, parts: f64) -> String {
    if !value.is_finite() {
        return "0".into();
    }
    let value = (value * parts).round() / parts;
    // Not "-0".
    if value == 0.0 {
        "0".into()
    } else {
        value.to_string()
    }
}

/// Text for XML: characters with a meaning there are escaped, forbidden ones are left out, and
/// blanks that a reader would drop become ones that it keeps.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            ' ' if out.is_empty() || out.ends_with([' ', '\u{a0}']) => out.push('\u{a0}'),
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push('\u{a0}'),
            '\u{fffe}' | '\u{ffff}' => {}
            c if c < ' ' => {}
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_short_and_exact() {
        let pens = [
            Pen::Move((10.0, 20.5)),
            Pen::Line((30.0, 20.5)),
            Pen::Line((30.0, 0.25)),
            Pen::Line((29.999, -0.05)),
            Pen::Close,
            Pen::Move((0.0, 0.0)),
            Pen::Curve((1.0, 1.0), (2.0, -1.0), (3.125, 0.0)),
        ];
        assert_eq!(
            path(&pens),
            "m10 20.5h20v-20.25v-.3zm-10-20.5c1 1 2-1 3.13 0"
        );
        assert_eq!(
            path(&[Pen::Move((f64::NAN, f64::INFINITY))]),
            "m0 1000000000000"
        );
        // A third cannot be written, but thirds add up.
        let third = |k: u32| Pen::Line((f64::from(k) / 3.0, 0.0));
        let pens = [Pen::Move((0.0, 0.0)), third(1), third(2), third(3)];
        assert_eq!(path(&pens), "m0 0h.33h.34h.33");
    }

    #[test]
    fn what_xml_cannot_hold_is_left_out_and_blanks_are_kept() {
        assert_eq!(escaped("a<b>&\"c\""), "a&lt;b&gt;&amp;&quot;c&quot;");
        assert_eq!(escaped("\u{0}\u{1b}\u{ffff}x"), "x");
        assert_eq!(escaped("  a  b"), "\u{a0}\u{a0}a \u{a0}b");
    }
}
