//! Scenes as PDF: pages to print.
//!
//! A [`Booklet`] takes pictures with a few words, puts as many on a page as are easily read, and
//! the answers at the back, smaller. Each picture is written once, as a form that a page places
//! (`ink`), so that memory holds the written bytes and not the scenes; `pages` decides the places
//! when all pictures are there. Words are words, which a reader can search and copy: their letters
//! are the outlines of [`crate::glyphs`] as a font in the file (`letters`).

mod ink;
mod letters;
mod pages;

use crate::scene::{Scene, SceneShape};
use crate::theme::Theme;
use letters::Letters;
use pdf_writer::writers::Resources;
use pdf_writer::{Filter, Finish, Name, Pdf, Rect, Ref, TextStr};

/// A size of paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paper {
    /// 210 × 297 mm.
    #[default]
    A4,
    /// 8½ × 11 inches.
    Letter,
}

impl Paper {
    /// Width and height in points, of which an inch has 72.
    pub fn size(self) -> (f64, f64) {
        match self {
            Self::A4 => (595.28, 841.89),
            Self::Letter => (612.0, 792.0),
        }
    }
}

/// The words around a picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Caption {
    /// Above it, in bold: "3. Sudoku".
    pub heading: String,
    /// After the heading: "Hard (3.2)".
    pub note: String,
    /// Below it, in as many lines as it takes.
    pub text: String,
}

/// Pictures for pages, and their answers.
pub struct Booklet {
    plan: Plan,
    theme: Theme,
    writer: Writer,
}

/// The settings of the layout.
struct Plan {
    paper: Paper,
    /// The number of pictures on a page; by default as many as are easily read.
    per_page: Option<usize>,
    title: Option<String>,
    puzzles: Vec<Piece>,
    answers: Vec<Piece>,
}

/// The bytes written so far.
struct Writer {
    pdf: Pdf,
    letters: Letters,
    /// The number of the object made last.
    last: i32,
}

/// A written picture, with the data to place it.
struct Piece {
    /// `None` where there is nothing to see.
    form: Option<Ref>,
    width: f64,
    height: f64,
    /// The side of its cells, and the size of its smallest words; infinite where it has none.
    cell: f64,
    words: f64,
    caption: Caption,
}

impl Booklet {
    /// No pages yet.
    pub fn new(paper: Paper, theme: Theme) -> Self {
        let mut pdf = Pdf::new();
        pdf.set_version(1, 7);
        Self {
            plan: Plan {
                paper,
                per_page: None,
                title: None,
                puzzles: Vec::new(),
                answers: Vec::new(),
            },
            theme,
            writer: Writer {
                pdf,
                letters: Letters::default(),
                last: RESOURCES.get(),
            },
        }
    }

    /// Puts `number` pictures on each page, answers excepted.
    #[must_use]
    pub fn per_page(mut self, number: usize) -> Self {
        self.plan.per_page = Some(number.max(1));
        self
    }

    /// Sets the title above it all.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.plan.title = Some(title.into());
        self
    }

    /// The next picture.
    pub fn add(&mut self, scene: &Scene, caption: Caption) {
        let piece = self.writer.piece(scene, &self.theme, caption);
        self.plan.puzzles.push(piece);
    }

    /// The next answer.
    pub fn add_answer(&mut self, scene: &Scene, caption: Caption) {
        let piece = self.writer.piece(scene, &self.theme, caption);
        self.plan.answers.push(piece);
    }

    /// The file.
    pub fn finish(self) -> Vec<u8> {
        let Self {
            plan,
            theme,
            mut writer,
        } = self;
        let pages = pages::lay_out(&plan);
        let pages: Vec<Ref> = pages
            .iter()
            .map(|page| writer.page(page, &theme, plan.paper))
            .collect();
        writer
            .pdf
            .pages(PAGES)
            .kids(pages.iter().copied())
            .count(i32::try_from(pages.len()).unwrap_or(i32::MAX));
        writer.pdf.catalog(CATALOGUE).pages(PAGES);
        let mut info = writer.pdf.document_info(INFO);
        if let Some(title) = &plan.title {
            info.title(TextStr(title));
        }
        info.producer(TextStr("Tilewright"));
        info.finish();
        let pieces = plan.puzzles.iter().chain(&plan.answers);
        writer.resources(pieces.filter_map(|piece| piece.form));
        writer.pdf.finish()
    }
}

impl Writer {
    fn piece(&mut self, scene: &Scene, theme: &Theme, caption: Caption) -> Piece {
        let sound = |side: f64| if side.is_finite() { side.max(0.0) } else { 0.0 };
        let (width, height) = (sound(scene.width), sound(scene.height));
        let is_seen = width > 0.0 && height > 0.0 && !scene.shapes.is_empty();
        let form = is_seen.then(|| {
            let content = packed(&ink::scene(scene, theme, &mut self.letters));
            let id = next(&mut self.last);
            let mut form = self.pdf.form_xobject(id, &content);
            form.filter(Filter::FlateDecode);
            form.bbox(Rect::new(0.0, 0.0, width as f32, height as f32));
            form.pair(Name(b"Resources"), RESOURCES);
            form.finish();
            id
        });
        Piece {
            form,
            width,
            height,
            cell: smallest_cell(scene),
            words: smallest_words(scene),
            caption,
        }
    }

    fn page(&mut self, page: &pages::Page<'_>, theme: &Theme, paper: Paper) -> Ref {
        let (width, height) = paper.size();
        let content = packed(&page.content(theme, &mut self.letters, (width, height)));
        let content_id = next(&mut self.last);
        let mut stream = self.pdf.stream(content_id, &content);
        stream.filter(Filter::FlateDecode);
        stream.finish();
        let id = next(&mut self.last);
        let mut page = self.pdf.page(id);
        page.parent(PAGES).contents(content_id);
        page.media_box(Rect::new(0.0, 0.0, width as f32, height as f32));
        page.pair(Name(b"Resources"), RESOURCES);
        page.finish();
        id
    }

    fn resources(&mut self, forms: impl Iterator<Item = Ref>) {
        let letters = std::mem::take(&mut self.letters);
        let fonts = letters.write(&mut self.pdf, &mut self.last);
        let mut resources = self.pdf.indirect(RESOURCES).start::<Resources<'_>>();
        let mut named = resources.fonts();
        for (name, id) in &fonts {
            named.pair(Name(name.as_bytes()), *id);
        }
        named.finish();
        let mut named = resources.x_objects();
        for id in forms {
            named.pair(Name(form_name(id).as_bytes()), id);
        }
        named.finish();
        resources.finish();
    }
}

const CATALOGUE: Ref = Ref::new(1);
const PAGES: Ref = Ref::new(2);
const INFO: Ref = Ref::new(3);
/// The resources of every page and form: all fonts, and all forms.
const RESOURCES: Ref = Ref::new(4);

fn next(last: &mut i32) -> Ref {
    *last += 1;
    Ref::new(*last)
}

/// The name of a form on its pages.
fn form_name(id: Ref) -> String {
    format!("P{}", id.get())
}

fn packed(content: &[u8]) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec_zlib(content, 6)
}

/// The shorter side of the smallest ground of a cell.
fn smallest_cell(scene: &Scene) -> f64 {
    let grounds = scene.shapes.iter().filter_map(|shape| match shape {
        SceneShape::Path {
            pens,
            cell: Some(_),
            ..
        } => Some(ink::shortest_step(pens)),
        _ => None,
    });
    grounds.fold(f64::INFINITY, f64::min)
}

fn smallest_words(scene: &Scene) -> f64 {
    let sizes = scene.shapes.iter().filter_map(|shape| match shape {
        SceneShape::Text(words) => Some(words.size),
        SceneShape::Path { .. } => None,
    });
    sizes.fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests;
