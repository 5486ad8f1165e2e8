//! Which colour each paint is.
//!
//! Colours are told apart by people with any colour vision: hues are those of Okabe and Ito, and
//! nothing is told by colour alone (what goes is struck through, what is found is ringed, weak links
//! are dashed).
