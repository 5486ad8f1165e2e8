//! Pictures to look at: `GALLERY=folder cargo test -p tilewright-render --features png --test it gallery -- --ignored`
//! paints every one, light and dark, in two sizes.

use std::path::PathBuf;
use tilewright_render::layout::{Look, lay_out};
use tilewright_render::png;
use tilewright_render::theme::Theme;

#[test]
#[ignore = "paints files for people to look at"]
fn paint() {
    let folder = PathBuf::from(std::env::var_os("GALLERY").expect("GALLERY names a folder"));
    for (name, picture) in crate::pictures::all() {
        let scene = lay_out(&picture, &Look::default());
        for (theme, word) in [(Theme::LIGHT, "light"), (Theme::DARK, "dark")] {
            for scale in [1, 3] {
                let bytes = png::file(&scene, &theme, scale.into()).unwrap();
                std::fs::write(folder.join(format!("{name}-{word}-{scale}.png")), bytes).unwrap();
            }
        }
    }
}
