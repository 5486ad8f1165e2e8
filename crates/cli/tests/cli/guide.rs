//! The commands of README.md and the guides in docs print the text under them there.
//!
//! After a change that is meant, `UPDATE_DOCS=1 cargo test -p tilewright-cli guide` writes the
//! new output into the documents.

use std::path::Path;
use std::process::Command;

/// A line of a document for the shell, with `tilewright` in its path.
pub(crate) fn shell(line: &str, root: &Path) -> Command {
    let folder = Path::new(env!("CARGO_BIN_EXE_tilewright"))
        .parent()
        .unwrap();
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new("sh");
    command
        .args(["-c", line])
        .current_dir(root)
        .env("PATH", format!("{}:{path}", folder.display()))
        .env("NO_COLOR", "1");
    command
}

/// The output of a command of the document, standard error included.
fn printed(line: &str, root: &Path) -> String {
    let output = shell(&format!("{{ {line}\n}} 2>&1"), root)
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// The document with the output of each command under it.
fn renewed(document: &str, root: &Path) -> String {
    let mut renewed = String::new();
    let mut is_console = false;
    for line in document.lines() {
        is_console = match line {
            "```console" => true,
            "```" => false,
            _ => is_console,
        };
        let command = line.strip_prefix("$ ").filter(|_| is_console);
        if !is_console || line == "```console" || command.is_some() {
            renewed.push_str(line);
            renewed.push('\n');
        }
        if let Some(command) = command {
            renewed.push_str(&printed(command, root));
        }
    }
    renewed
}

#[cfg(unix)]
#[test]
fn the_guide_shows_what_is_printed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    // Where the guide writes to, which is not there where cargo builds elsewhere.
    std::fs::create_dir_all(root.join("target")).unwrap();
    let pages = [
        "README.md",
        "docs/coming-from.md",
        "docs/json.md",
        "docs/tables.md",
    ];
    for name in pages {
        check(&root, name);
    }
    let commands = pages_of(&root.join("docs/cli"));
    assert!(commands.len() > 10, "a page for each command");
    for name in commands {
        check(&root, &format!("docs/cli/{name}"));
    }
}

/// The names of the pages in a folder.
fn pages_of(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let pages = paths.filter(|path| path.extension().is_some_and(|ending| ending == "md"));
    let name = |path: std::path::PathBuf| path.file_name().unwrap().to_str().unwrap().to_owned();
    let mut names: Vec<String> = pages.map(name).collect();
    names.sort();
    names
}

#[cfg(unix)]
fn check(root: &Path, name: &str) {
    let path = root.join(name);
    let document = std::fs::read_to_string(&path).unwrap();
    let renewed = renewed(&document, root);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, renewed).unwrap();
        return;
    }
    for (number, (got, expected)) in renewed.lines().zip(document.lines()).enumerate() {
        assert_eq!(got, expected, "line {} of {name}", number + 1);
    }
    assert_eq!(renewed.len(), document.len());
}
