//! What holds for the whole repository.

mod architecture;
mod families;
mod licences;
mod names;
