//! The number of threads: the one place that knows if none can be started.

/// Returns `wanted` threads, at least one; in WebAssembly, which cannot start any, one.
pub fn available(wanted: usize) -> usize {
    if cfg!(target_family = "wasm") {
        1
    } else {
        wanted.max(1)
    }
}
