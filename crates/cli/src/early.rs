//! A fact that is only known before `main`: whether there is a standard output at all.
//!
//! If a program is started without one (`>&-`), the standard library opens `/dev/null` in its place before `main`
//! begins, and all output is lost silently. A program that finds `/dev/null` cannot know whether the user wanted
//! that. So a function that the system calls before the standard library opens `/dev/full` there instead, which takes
//! nothing: writing an answer then fails as on a full disk, and is reported. A command without output does not
//! notice.

#![allow(
    unsafe_code,
    reason = "what runs before main is named in a section of the program; the function itself is safe"
)]

use std::fs::{self, File, OpenOptions};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

static WAS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Returns true if the program was started without a standard output.
pub(crate) fn output_was_closed() -> bool {
    WAS_CLOSED.load(Ordering::Relaxed)
}

// SAFETY: the section holds pointers to functions that the system calls once, on the only thread there
// is. This one takes no arguments, which it may, and does not unwind: it only opens files.
#[cfg(target_os = "linux")]
#[used]
#[unsafe(link_section = ".init_array")]
static BEFORE_MAIN: extern "C" fn() = fill_the_gap;

#[cfg_attr(
    not(target_os = "linux"),
    expect(dead_code, reason = "there is no /proc")
)]
extern "C" fn fill_the_gap() {
    let is_closed =
        |number: &str| fs::symlink_metadata(Path::new("/proc/self/fd").join(number)).is_err();
    if !Path::new("/proc/self/fd").exists() || !is_closed("1") {
        return;
    }
    // The lowest number that is free is taken, and that is to be 1.
    let input = is_closed("0").then(|| File::open("/dev/null"));
    let output = OpenOptions::new().write(true).open("/dev/full");
    WAS_CLOSED.store(output.is_ok(), Ordering::Relaxed);
    std::mem::forget((input, output));
}
