#!/usr/bin/env python3
"""Counts lines of Rust code without tests, for each crate and in all.

A line counts if something is left of it without comments. Tests are modules behind `#[cfg(test)]`, files
named tests.rs and files in a folder named tests.

    python3 scripts/lines.py            # the work tree
    python3 scripts/lines.py 3daa895    # a commit
"""

import collections
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Tokens that may hide a brace or a comment: a comment, a string, a raw string, a character.
TOKEN = re.compile(
    r"""(?P<line>//[^\n]*)
      | (?P<block>/\*)
      | b?c?r(?P<hashes>\#*)".*?"(?P=hashes)
      | "(?:\\.|[^"\\])*"
      | '(?:\\(?:u\{[^}]*\}|x..|.)|[^'\\\n])'
    """,
    re.VERBOSE | re.DOTALL,
)
TEST_MODULE = re.compile(r"#\[cfg\((?:test|all\(test, \w+\))\)\]\s*(?:#\[[^\n]*\]\s*)*(?:pub(?:\([a-z]+\))? )?mod (\w+)\s*([{;])")


def end_of_block_comment(text, start):
    depth, at = 0, start
    while at < len(text):
        if text.startswith("/*", at):
            depth, at = depth + 1, at + 2
        elif text.startswith("*/", at):
            depth, at = depth - 1, at + 2
            if depth == 0:
                return at
        else:
            at += 1
    return at


def stripped(text):
    """The text without comments, and with x for all that strings and characters hold."""
    parts, at = [], 0
    while found := TOKEN.search(text, at):
        parts.append(text[at : found.start()])
        at = end_of_block_comment(text, found.start()) if found["block"] else found.end()
        hidden = text[found.start() : at]
        is_comment = found["line"] is not None or found["block"] is not None
        parts.append(re.sub(r"[^\n]", " " if is_comment else "x", hidden))
    return "".join(parts) + text[at:]


def without_test_modules(code):
    """The code without modules behind `#[cfg(test)]`, and the names of those in other files."""
    kept, files, at = [], [], 0
    while found := TEST_MODULE.search(code, at):
        kept.append(code[at : found.start()])
        at = found.end()
        if found[2] == ";":
            files.append(found[1])
            continue
        depth = 1
        while depth and at < len(code):
            depth += {"{": 1, "}": -1}.get(code[at], 0)
            at += 1
    return "".join(kept) + code[at:], files


def sources(commit):
    """Path and text of every Rust file of the crates."""
    git = ["git", "-C", str(ROOT)]
    if commit is None:
        listed = subprocess.check_output([*git, "ls-files", "-co", "--exclude-standard", "crates"], text=True)
        for path in listed.splitlines():
            if path.endswith(".rs") and (ROOT / path).is_file():
                yield path, (ROOT / path).read_text()
        return
    listed = subprocess.check_output([*git, "ls-tree", "-r", "--name-only", commit, "crates"], text=True)
    for path in listed.splitlines():
        if path.endswith(".rs"):
            yield path, subprocess.check_output([*git, "show", f"{commit}:{path}"], text=True)


def is_test(path):
    parts = pathlib.PurePath(path).parts
    return "tests" in parts or parts[-1] == "tests.rs"


def main():
    counts, test_files, lines = collections.Counter(), set(), {}
    for path, text in sources(sys.argv[1] if len(sys.argv) > 1 else None):
        if is_test(path):
            continue
        code, files = without_test_modules(stripped(text))
        lines[path] = sum(1 for line in code.splitlines() if line.strip())
        folder = pathlib.PurePath(path)
        folder = folder.parent if folder.name in ("lib.rs", "main.rs", "mod.rs") else folder.with_suffix("")
        for name in files:
            test_files |= {str(folder / f"{name}.rs"), str(folder / name / "mod.rs")}
    for path, count in lines.items():
        if path not in test_files:
            counts[re.split("/(?:src|examples|build)[/.]", path)[0].removeprefix("crates/")] += count
    for crate, count in counts.most_common():
        print(f"{crate:<17}{count:>8,}")
    print(f"{'in all':<17}{counts.total():>8,}")


main()
