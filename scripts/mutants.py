#!/usr/bin/env python3
"""Changes a crate in one place at a time and says which changes its tests do not notice.

    scripts/mutants.py CRATE [--file PART]… [--sample N] [--seed S] [--list] [-- arguments for cargo test]

CRATE is a folder of crates/; --file takes only places with PART in them, written "path:line:"; --sample takes N of all
places, the same ones for the same seed. Works on a copy within target (CARGO_TARGET_DIR), so the tree may
be edited meanwhile. Standard library alone.

A mutant is one token replaced: `<` by `<=`, `==` by `!=`, `+` by `-`, `&&` by `||`, `true` by `false`, a number by the
next, a `!` taken away. It is *unviable* where it does not compile, *caught* where a test fails, *endless* where the
tests take five times as long as they should, and *missed* otherwise.
"""

import argparse
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve()
# Each crate has its own copy and its own build, so that two can be looked at at once: cargo takes the same crate of two
# copies for one.
PLACE = TARGET / "mutants" / (sys.argv[1] if len(sys.argv) > 1 else "")
COPY = PLACE / "tree"

# Instructions of one CPU each: which of them run depends on the machine, and the tests hold every path that it
# has against the portable one. And the clock.
LEFT_OUT = (
    "engines/src/nine/lanes/vector.rs",
    "engines/src/nine/one/sse2.rs",
    "engines/src/nine/one/x86.rs",
    "engines/src/dance/kernel.rs",
    "model/src/clock.rs",
)

TOKEN = re.compile(
    r"""(?P<skip>//[^\n]*|/\*.*?\*/|b?r(?P<hash>\#*)".*?"(?P=hash)|b?"(?:\\.|[^"\\])*"|b?'(?:\\.[^']*|[^'\\])'|'\w+)
    |(?P<word>[A-Za-z_]\w*)
    |(?P<number>\d[\w]*(?:\.\d\w*)?)
    |(?P<sign><<=|>>=|\.\.=|\.\.\.|->|=>|&&|\|\||==|!=|<=|>=|<<|>>|\+=|-=|\*=|/=|%=|\^=|&=|\|=|::|\.\.|\S)""",
    re.VERBOSE | re.DOTALL,
)

BINARY = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&",
    "+": "-", "-": "+", "*": "+", "/": "*", "%": "/", "<<": ">>", ">>": "<<", "&": "|", "|": "&", "^": "|",
    "+=": "-=", "-=": "+=", "*=": "+=", "/=": "*=", "|=": "&=", "&=": "|=", "^=": "|=", "<<=": ">>=", ">>=": "<<=",
}  # fmt: skip
KEYWORDS = {"if", "in", "return", "match", "while", "else", "let", "mut", "as", "move", "break"}


def replacement(kind, text, before, source, start, end):
    """What a token becomes, or None where it stays."""
    if kind == "word":
        return {"true": "false", "false": "true"}.get(text)
    if kind == "number":
        # Not the `0` of `pair.0`.
        return str(int(text) + 1) if text.isdigit() and before != "." else None
    after_value = before is not None and re.fullmatch(r"\w+|\)|\]", before) and before not in KEYWORDS
    # The formatter puts blanks around operators and none around types' brackets.
    if text in BINARY and after_value and source[start - 1].isspace() and source[end].isspace():
        return BINARY[text]
    if text == "!" and not after_value and re.match(r"[\w(]", source[end]):
        return ""
    if text == "..=":
        return ".."
    return None


def mutants_of(path):
    """All mutants of a file: (path, start, end, line, old, new). Tests, at the end of a file, stay as they are."""
    source = path.read_text()
    cut = re.search(r"^#\[cfg\(test\)\]", source, re.MULTILINE)
    attributes = [m.span() for m in re.finditer(r"#!?\[(?:[^\[\]]|\[[^\]]*\])*\]", source)]
    before = None
    for match in TOKEN.finditer(source, 0, cut.start() if cut else len(source)):
        kind, text, (start, end) = match.lastgroup, match.group(), match.span()
        if match.group("skip") is not None:
            # A text is a value; a comment is nothing.
            before = before if text.startswith("/") else "text"
            continue
        new = replacement(kind, text, before, source, start, end)
        before = text
        if new is not None and not any(a <= start < b for a, b in attributes):
            yield path.relative_to(COPY), start, end, source.count("\n", 0, start) + 1, text, new


def copy_tree():
    """A fresh copy of what is under version control or could be; files that did not change keep their times."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    ).stdout.split("\0")  # fmt: skip
    for name in filter(None, listed):
        old, new = ROOT / name, COPY / name
        if not old.is_file() or new.is_file() and new.read_bytes() == old.read_bytes():
            continue
        new.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(old, new)


def cargo(crate, arguments, limit=None):
    """Runs the crate's tests; the exit code, or None where it took longer than the limit."""
    command = ["cargo", "test", "--quiet", "--locked", "--profile", "mutants", "-p", f"tilewright-{crate}", *arguments]

    def bounded():
        # A mutant may want all the memory there is.
        resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))

    run = subprocess.Popen(
        command, cwd=COPY, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True, preexec_fn=bounded,
        env={**os.environ, "CARGO_TARGET_DIR": str(PLACE / "build")},
    )  # fmt: skip
    try:
        return run.wait(limit)
    except subprocess.TimeoutExpired:
        return None
    finally:
        # Also what is left behind when this is interrupted.
        try:
            os.killpg(run.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        run.wait()


def judge(crate, arguments, limit):
    # `--` parts what cargo reads from what the tests read.
    build = arguments[: arguments.index("--")] if "--" in arguments else arguments
    if cargo(crate, [*build, "--no-run"]) != 0:
        return "unviable"
    code = cargo(crate, arguments, limit)
    return "endless" if code is None else "missed" if code == 0 else "caught"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("crate")
    parser.add_argument("--file", action="append", default=[])
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", action="store_true")
    own, _, cargos = " ".join(sys.argv[1:]).partition(" -- ")
    asked, cargos = parser.parse_args(own.split()), cargos.split()

    copy_tree()
    files = sorted((COPY / "crates" / asked.crate / "src").rglob("*.rs"))
    files = [f for f in files if "tests" not in f.with_suffix("").parts and not str(f).endswith(LEFT_OUT)]
    mutants = [mutant for f in files for mutant in mutants_of(f)]
    mutants = [m for m in mutants if not asked.file or any(part in f"{m[0]}:{m[3]}:" for part in asked.file)]
    total = len(mutants)
    if asked.sample is not None and asked.sample < total:
        mutants = sorted(random.Random(asked.seed).sample(mutants, asked.sample))
    print(f"{asked.crate}: {len(mutants)} of {total} mutants", flush=True)
    if asked.list:
        for path, _, _, line, old, new in mutants:
            print(f"{path}:{line}: {old} -> {new or 'nothing'}")
        return 0

    if cargo(asked.crate, ["--no-run"] if not cargos else [*cargos[: (cargos + ["--"]).index("--")], "--no-run"]) != 0:
        sys.exit("mutants.py: it does not build as it is")
    start = time.monotonic()
    if cargo(asked.crate, cargos) != 0:
        sys.exit("mutants.py: the tests fail as it is")
    limit = max(60.0, 5 * (time.monotonic() - start))

    tally = dict.fromkeys(["caught", "missed", "endless", "unviable"], 0)
    for path, start, end, line, old, new in mutants:
        file = COPY / path
        source = file.read_text()
        file.write_text(source[:start] + new + source[end:])
        try:
            found = judge(asked.crate, cargos, limit)
        finally:
            file.write_text(source)
        tally[found] += 1
        print(f"{found}: {path}:{line}: {old} -> {new or 'nothing'}", flush=True)
    print(f"{asked.crate}: " + ", ".join(f"{count} {what}" for what, count in tally.items()))
    return 0


sys.exit(main())
