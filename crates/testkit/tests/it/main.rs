//! What holds for the whole repository.

mod families;
mod licences;
mod names;
