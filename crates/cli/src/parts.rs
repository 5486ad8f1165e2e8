//! What a build may lack, since a feature adds it: the first build of a clone is quick.

use crate::failure::Failure;

pub(crate) const PARQUET: Part = Part("Parquet", "parquet");
pub(crate) const PICTURES: Part = Part("PNG and PDF", "pictures");
pub(crate) const PLAY: Part = Part("`play`", "play");
pub(crate) const SERVE: Part = Part("`serve`", "serve");

/// What the help says of commands that are left out.
pub(crate) const NO_PLAY: &str = "Left out of this build; --features play adds it";
pub(crate) const NO_SERVE: &str = "Left out of this build; --features serve adds it";

/// A part of the command: its name, and the feature that adds it.
pub(crate) struct Part(&'static str, &'static str);

impl Part {
    /// Says that this build lacks the part.
    pub(crate) fn left_out(&self) -> Failure {
        let Self(name, feature) = self;
        let message = format!("this tilewright was built without {name}");
        Failure::new(message).hint(format!(
            "--features {feature} adds it, --features full everything"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_says_how_to_get_it() {
        let failure = PLAY.left_out();
        assert_eq!(
            failure.headline(),
            "this tilewright was built without `play`"
        );
        let details = failure.details();
        assert!(details.contains("--features play adds it"), "{details}");
    }
}
