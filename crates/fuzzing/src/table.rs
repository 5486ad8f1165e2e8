//! The form of the tables of targets.

/// The targets of a module, one after the other: the property that is checked, in a line of documentation; the name;
/// the function; the inputs to begin with; the longest input that is worth trying; the number of damaged seeds that
/// the test tries.
macro_rules! targets {
    ($(
        #[doc = $about:literal]
        $name:ident: $run:expr, $seeds:expr, longest $longest:literal, smoke $smoke:literal;
    )*) => {
        /// The targets of this module.
        pub const TARGETS: &[$crate::Target] = &[$($crate::Target {
            name: stringify!($name),
            about: $about.trim_ascii(),
            run: $run,
            seeds: $seeds,
            longest: $longest,
            smoke: $smoke,
        }),*];
    };
}
