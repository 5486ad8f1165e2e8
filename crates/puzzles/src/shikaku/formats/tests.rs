//! Reading, writing, recognising, and what is said of a text that is wrong.
