//! A picture that is drawn when it is asked for.

use pyo3::prelude::*;
use std::sync::Arc;
use tilewright::render::text::Text;

/// What to draw, apart from how.
#[pyclass(frozen, module = "tilewright._native")]
pub(crate) struct Picture(Arc<Drawing>);

enum Drawing {
    /// To be drawn.
    Picture(tilewright::render::Picture),
    /// Drawn before it was put away.
    Drawn { text: String },
}

impl Picture {
    pub(crate) fn new(picture: tilewright::render::Picture) -> Self {
        Self(Arc::new(Drawing::Picture(picture)))
    }
}

#[pymethods]
impl Picture {
    /// A picture that was drawn before.
    #[staticmethod]
    fn drawn(text: String) -> Self {
        Self(Arc::new(Drawing::Drawn { text }))
    }

    /// For a terminal of so many columns.
    fn text(&self, py: Python<'_>, width: usize) -> String {
        py.detach(|| match &*self.0 {
            Drawing::Picture(picture) => Text {
                colour: false,
                width,
            }
            .draw(picture),
            Drawing::Drawn { text } => text.clone(),
        })
    }
}
