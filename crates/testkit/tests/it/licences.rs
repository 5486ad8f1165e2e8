//! No crate whose licence is not on the list of deny.toml, and none from elsewhere than the public registry.
//!
//! `cargo deny` looks at the same list and at more: every platform, the texts of the licences, crates in two
//! versions. It is not installed everywhere, so this much is checked wherever the tests run.

use serde_json::Value;
use std::iter::Peekable;
use std::path::Path;
use std::process::Command;
use std::vec::IntoIter;

/// The licences of deny.toml.
struct Rules {
    allowed: Vec<String>,
    /// Crates that may have a licence which others may not.
    exceptions: Vec<(String, Vec<String>)>,
}

impl Rules {
    fn read() -> Rules {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deny.toml");
        let text = std::fs::read_to_string(path).unwrap();
        let file: toml::Table = text.parse().unwrap();
        let licences = &file["licenses"];
        let exceptions = licences["exceptions"].as_array().unwrap().iter();
        Rules {
            allowed: words(&licences["allow"]),
            exceptions: exceptions
                .map(|e| {
                    let name = e["crate"].as_str().unwrap();
                    (name.to_owned(), words(&e["allow"]))
                })
                .collect(),
        }
    }

    fn allow(&self, name: &str, licence: &str) -> bool {
        let also = self.exceptions.iter().find(|(crate_, _)| crate_ == name);
        let also = also.map_or(&[][..], |(_, allowed)| allowed);
        fits(licence, &|one| {
            self.allowed.iter().chain(also).any(|known| known == one)
        })
    }
}

fn words(list: &toml::Value) -> Vec<String> {
    let list = list.as_array().unwrap().iter();
    list.map(|word| word.as_str().unwrap().to_owned()).collect()
}

/// Returns true if a licence expression can be met with licences that `known` accepts: `A OR (B AND C)`, with `/` as
/// older crates write it for `OR`. A text that is not an expression is not met.
fn fits(expression: &str, known: &dyn Fn(&str) -> bool) -> bool {
    let spaced = expression
        .replace('/', " OR ")
        .replace('(', " ( ")
        .replace(')', " ) ");
    let words: Vec<String> = spaced.split_whitespace().map(str::to_owned).collect();
    let mut words = words.into_iter().peekable();
    either(&mut words, known) == Some(true) && words.next().is_none()
}

type Words = Peekable<IntoIter<String>>;

fn either(words: &mut Words, known: &dyn Fn(&str) -> bool) -> Option<bool> {
    let mut met = both(words, known)?;
    while words.next_if(|word| word == "OR").is_some() {
        met |= both(words, known)?;
    }
    Some(met)
}

fn both(words: &mut Words, known: &dyn Fn(&str) -> bool) -> Option<bool> {
    let mut met = one(words, known)?;
    while words.next_if(|word| word == "AND").is_some() {
        met &= one(words, known)?;
    }
    Some(met)
}

fn one(words: &mut Words, known: &dyn Fn(&str) -> bool) -> Option<bool> {
    let mut licence = words.next()?;
    if licence == "(" {
        let met = either(words, known)?;
        return (words.next()? == ")").then_some(met);
    }
    if words.next_if(|word| word == "WITH").is_some() {
        licence = format!("{licence} WITH {}", words.next()?);
    }
    Some(known(&licence))
}

/// Cargo's data about this workspace and all crates that it is built from on this machine. Other platforms' crates
/// may never have been loaded.
fn metadata() -> Value {
    let cargo = |arguments: &[&str]| {
        let run = Command::new(env!("CARGO"))
            .args(arguments)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .unwrap();
        let error = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success(), "cargo {arguments:?}: {error}");
        String::from_utf8(run.stdout).unwrap()
    };
    let version = cargo(&["-vV"]);
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    let text = cargo(&[
        "metadata",
        "--locked",
        "--offline",
        "--format-version=1",
        "--filter-platform",
        host.unwrap(),
    ]);
    serde_json::from_str(&text).unwrap()
}

#[test]
fn every_crate_has_a_licence_that_is_allowed_and_comes_from_the_registry() {
    let (rules, metadata) = (Rules::read(), metadata());
    let packages = metadata["packages"].as_array().unwrap();
    assert!(packages.len() > 100, "only {} packages", packages.len());
    let mut wrong = Vec::new();
    for package in packages {
        let name = package["name"].as_str().unwrap();
        let licence = package["license"].as_str().unwrap_or("none");
        if !rules.allow(name, licence) {
            wrong.push(format!("{name}: licence {licence}"));
        }
        match package["source"].as_str() {
            // Ours.
            None => assert!(name.starts_with("tilewright"), "{name} has no source"),
            Some("registry+https://github.com/rust-lang/crates.io-index") => {}
            Some(source) => wrong.push(format!("{name}: from {source}")),
        }
    }
    assert!(wrong.is_empty(), "see deny.toml:\n{}", wrong.join("\n"));
}

#[test]
fn a_crate_with_an_exception_serves_the_benchmark_alone() {
    let (rules, metadata) = (Rules::read(), metadata());
    let packages = metadata["packages"].as_array().unwrap();
    let name = |id: &Value| {
        let package = packages.iter().find(|package| package["id"] == *id);
        package.unwrap()["name"].as_str().unwrap()
    };
    let mut seen = 0;
    // As cargo resolved it: without the test dependencies of other crates.
    for node in metadata["resolve"]["nodes"].as_array().unwrap() {
        for used in node["deps"].as_array().unwrap() {
            let used = name(&used["pkg"]);
            if rules.exceptions.iter().any(|(crate_, _)| crate_ == used) {
                assert_eq!(name(&node["id"]), "tilewright-bench", "uses {used}");
                seen += 1;
            }
        }
    }
    assert_eq!(
        seen,
        rules.exceptions.len(),
        "an exception that nobody needs"
    );
}

#[test]
fn expressions_are_read_as_they_are_meant() {
    let known =
        |licence: &str| ["MIT", "Zlib", "Apache-2.0 WITH LLVM-exception"].contains(&licence);
    let yes = [
        "MIT",
        "MIT OR GPL-3.0",
        "GPL-3.0/MIT",
        "MIT AND Zlib",
        "(GPL-3.0 OR MIT) AND Zlib",
        "GPL-3.0 OR MIT AND Zlib",
        "Apache-2.0 WITH LLVM-exception",
    ];
    for expression in yes {
        assert!(fits(expression, &known), "{expression}");
    }
    let no = [
        "",
        "none",
        "GPL-3.0",
        "Apache-2.0",
        "MIT AND GPL-3.0",
        "(MIT OR GPL-3.0) AND GPL-3.0",
        "MIT WITH LLVM-exception",
        "MIT Zlib",
        "(MIT",
        "MIT OR",
    ];
    for expression in no {
        assert!(!fits(expression, &known), "{expression}");
    }
}
