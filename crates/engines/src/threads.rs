//! How many threads there are: the one place that knows where none can be started.

/// As many threads as are wanted, at least one; in WebAssembly, which cannot start any, the one
/// that asks.
pub fn available(wanted: usize) -> usize {
    if cfg!(target_family = "wasm") {
        1
    } else {
        wanted.max(1)
    }
}
