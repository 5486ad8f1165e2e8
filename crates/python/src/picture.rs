//! A picture that is drawn when it is asked for.

use crate::failure::Failure;
use crate::work::{Stop, attend};
use pyo3::prelude::*;
use std::sync::Arc;
use tilewright::render::layout::{Look, lay_out};
use tilewright::render::text::Text;
use tilewright::render::theme::Theme;
use tilewright::render::{self, png, svg};

/// The content of a picture, apart from its form.
#[pyclass(frozen, module = "tilewright._native")]
pub(crate) struct Picture(Arc<render::Picture>);

impl Picture {
    pub(crate) fn new(picture: render::Picture) -> Self {
        Self(Arc::new(picture))
    }
}

/// The theme of that name.
fn theme(name: &str) -> Result<&'static Theme, Failure> {
    match name {
        "light" => Ok(&Theme::LIGHT),
        "dark" => Ok(&Theme::DARK),
        _ => Err(Failure::Unable(format!(
            "there is no theme called {name:?}; there are light, dark"
        ))),
    }
}

#[pymethods]
impl Picture {
    /// The picture for a terminal of `width` columns.
    fn text(&self, py: Python<'_>, width: usize) -> String {
        let text = Text {
            colour: false,
            width,
        };
        py.detach(|| text.draw(&self.0))
    }

    /// The picture as an SVG file.
    fn svg(&self, py: Python<'_>, theme_name: String) -> PyResult<String> {
        let picture = Arc::clone(&self.0);
        attend(py, &Stop::default(), move || {
            let theme = theme(&theme_name)?;
            Ok(svg::file(&lay_out(&picture, &Look::default()), theme))
        })
    }

    /// The picture as a PNG file, with `scale` pixels for each unit of the SVG.
    fn png(&self, py: Python<'_>, theme_name: String, scale: f64) -> PyResult<Vec<u8>> {
        let picture = Arc::clone(&self.0);
        attend(py, &Stop::default(), move || {
            let theme = theme(&theme_name)?;
            let scene = lay_out(&picture, &Look::default());
            let file = png::file(&scene, theme, scale);
            file.map_err(|too_large| Failure::Unable(too_large.to_string()))
        })
    }
}
