//! Each kind of picture as SVG.
//!
//! `UPDATE_SNAPSHOTS=1` writes the snapshots anew; look at the change before it is kept.

use std::path::PathBuf;
use tilewright_render::layout::{Look, lay_out};
use tilewright_render::svg;
use tilewright_render::theme::Theme;
use tilewright_testkit::assert_snapshot;

fn compare(name: &str, found: &str) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots");
    assert_snapshot(&folder.join(name), found);
}

#[test]
fn files() {
    for (name, picture) in crate::pictures::all() {
        let scene = lay_out(&picture, &Look::default());
        compare(&format!("{name}.svg"), &svg::file(&scene, &Theme::LIGHT));
    }
}

#[test]
fn dark() {
    let scene = lay_out(&crate::pictures::emphases(), &Look::default());
    compare("emphases-dark.svg", &svg::file(&scene, &Theme::DARK));
}

#[test]
fn page() {
    let scene = lay_out(&crate::pictures::step(), &Look::default());
    compare("step.page.svg", &svg::for_page(&scene));
    compare("page.css", &svg::page_style());
}
