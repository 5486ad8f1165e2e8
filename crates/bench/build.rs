//! Passes the version of the compiler to the benchmark: a record without it means little.

use std::process::Command;

fn main() {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output();
    let version = output.ok().and_then(|o| String::from_utf8(o.stdout).ok());
    let version = version.unwrap_or_else(|| "an unknown compiler".into());
    println!("cargo::rustc-env=TILEWRIGHT_RUSTC={}", version.trim());
    println!("cargo::rerun-if-changed=build.rs");
}
