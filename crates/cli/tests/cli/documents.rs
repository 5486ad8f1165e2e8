//! Lists, completions and the manual page.

use crate::run;

#[test]
fn engines_and_formats_are_listed() {
    let engines = run(&["engines"]);
    assert_eq!((engines.err.as_str(), engines.code), ("", 0));
    for name in ["auto", "dance", "nine", "count", "reduce", "naive"] {
        assert!(
            engines.out.lines().any(|line| line.starts_with(name)),
            "{name}"
        );
    }
    let formats = run(&["formats"]);
    assert_eq!(formats.code, 0);
    for name in [
        "sudoku:",
        "shikaku:",
        "tiles:",
        "rules:",
        "cover:",
        "  puzzlink",
        "  dimacs",
    ] {
        assert!(
            formats.out.lines().any(|line| line.starts_with(name)),
            "{name}"
        );
    }
}

#[test]
fn shells_get_their_completions() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let completions = run(&["completions", shell]);
        assert_eq!(completions.code, 0);
        assert!(completions.out.contains("convert"), "{shell}");
    }
}

#[test]
fn the_manual_has_every_subcommand() {
    let man = run(&["man"]);
    assert_eq!(man.code, 0);
    assert!(man.out.contains(".TH tilewright 1"), "{}", &man.out[..200]);
    for name in ["SOLVE", "COUNT", "CHECK", "CONVERT", "PROVE", "VERIFY"] {
        assert!(man.out.contains(&format!("TILEWRIGHT {name}")), "{name}");
    }
}

#[test]
fn help_tells_the_exit_codes() {
    let help = run(&["solve", "--help"]);
    assert_eq!(help.code, 0);
    assert!(help.out.contains("Exit codes:"));
}

#[test]
fn the_help_tells_every_exit_code() {
    let help = run(&["--help"]).out;
    for code in ["  0  ", "  1  ", "  2  ", "  3  ", " 70  "] {
        assert!(
            help.lines().any(|line| line.starts_with(code)),
            "{code}: {help}"
        );
    }
}
