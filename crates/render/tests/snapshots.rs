//! What each kind of picture looks like as SVG.
//!
//! `UPDATE_SNAPSHOTS=1` writes the snapshots anew; look at the change before it is kept.

mod pictures;

use std::path::PathBuf;
use tilewright_render::layout::{Look, lay_out};
use tilewright_render::svg;
use tilewright_render::theme::Theme;

fn compare(name: &str, found: &str) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots");
    let path = folder.join(name);
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&path, found).unwrap();
        return;
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == found,
        "{name} has changed; if it is meant to, run again with UPDATE_SNAPSHOTS=1. Now:\n{found}"
    );
}

#[test]
fn files() {
    for (name, picture) in pictures::all() {
        let scene = lay_out(&picture, &Look::default());
        compare(&format!("{name}.svg"), &svg::file(&scene, &Theme::LIGHT));
    }
}

#[test]
fn dark() {
    let scene = lay_out(&pictures::emphases(), &Look::default());
    compare("emphases-dark.svg", &svg::file(&scene, &Theme::DARK));
}

#[test]
fn page() {
    let scene = lay_out(&pictures::step(), &Look::default());
    compare("step.page.svg", &svg::for_page(&scene));
    compare("page.css", &svg::page_style());
}
