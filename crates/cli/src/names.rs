//! Names of files that are not UTF-8.
//!
//! A name of a file is any bytes, and nearly always UTF-8. Names travel through the command as texts, are quoted in
//! sentences and taken apart for their endings. So a byte that is not UTF-8 becomes a character that represents it
//! (of the last private plane, as Python does it with surrogates), and is that byte again when a file is opened. A
//! name that has such characters itself comes through as well: their bytes are written in the same manner. Messages
//! show a replacement character instead.

use clap::builder::{MapValueParser, OsStringValueParser, TypedValueParser};
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

/// The character that stands for the byte 0.
const FIRST: u32 = 0x10_fe00;

/// Reads the name of a file from the command line.
pub(crate) fn parser() -> MapValueParser<OsStringValueParser, fn(OsString) -> String> {
    OsStringValueParser::new().map(of)
}

/// A name as a text.
fn of(name: OsString) -> String {
    match name.into_string() {
        Ok(text) if !text.chars().any(is_byte) => text,
        Ok(text) => written(text.as_bytes()),
        Err(name) => written(&bytes(&name)),
    }
}

#[cfg(unix)]
fn bytes(name: &OsStr) -> Vec<u8> {
    use std::os::unix::ffi::OsStrExt;
    name.as_bytes().to_vec()
}

#[cfg(not(unix))]
fn bytes(name: &OsStr) -> Vec<u8> {
    name.to_string_lossy().into_owned().into_bytes()
}

fn is_byte(character: char) -> bool {
    (FIRST..FIRST + 256).contains(&u32::from(character))
}

fn of_byte(byte: u8) -> char {
    char::from_u32(FIRST + u32::from(byte)).unwrap_or(char::REPLACEMENT_CHARACTER)
}

fn written(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            if is_byte(character) {
                let mut room = [0; 4];
                text.extend(character.encode_utf8(&mut room).bytes().map(of_byte));
            } else {
                text.push(character);
            }
        }
        text.extend(chunk.invalid().iter().copied().map(of_byte));
    }
    text
}

/// The file that a name means.
pub(crate) fn path(name: &str) -> PathBuf {
    if !name.chars().any(is_byte) {
        return PathBuf::from(name);
    }
    let mut bytes = Vec::new();
    for character in name.chars() {
        if is_byte(character) {
            bytes.push((u32::from(character) - FIRST) as u8);
        } else {
            let mut room = [0; 4];
            bytes.extend_from_slice(character.encode_utf8(&mut room).as_bytes());
        }
    }
    of_bytes(bytes)
}

#[cfg(unix)]
fn of_bytes(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    OsString::from_vec(bytes).into()
}

#[cfg(not(unix))]
fn of_bytes(bytes: Vec<u8>) -> PathBuf {
    String::from_utf8_lossy(&bytes).into_owned().into()
}

/// A name for people and programs that read UTF-8.
pub(crate) fn shown(name: &str) -> String {
    let shown = |c: char| {
        if is_byte(c) {
            char::REPLACEMENT_CHARACTER
        } else {
            c
        }
    };
    name.chars().map(shown).collect()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::ffi::{OsStrExt, OsStringExt};

    #[test]
    fn every_name_comes_through() {
        let own = of_byte(7).to_string();
        for bytes in [
            &b"a.txt"[..],
            b"caf\xe9.txt",
            b"\xff\xfe",
            "é".as_bytes(),
            own.as_bytes(),
            b"\xf4\x8f\xb8",
            b"",
        ] {
            let name = of(OsString::from_vec(bytes.to_vec()));
            assert_eq!(path(&name).as_os_str().as_bytes(), bytes, "{name:?}");
        }
        assert_eq!(of("a.txt".into()), "a.txt");
        assert_eq!(
            shown(&of(OsString::from_vec(b"caf\xe9.txt".to_vec()))),
            "caf\u{fffd}.txt"
        );
    }
}
