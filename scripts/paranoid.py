#!/usr/bin/env python3
"""Checks every puzzle of corpus/ with --paranoid, and prints the numbers of checks.

    python3 scripts/paranoid.py [--binary target/debug/tilewright] [--time 5s]

Each puzzle is asked about twice, with `check` and with `count`. Prints a row for docs/trust.md; exit code 1 where two
answers disagree. Standard library alone.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DISAGREE = 70


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    parser.add_argument("--binary", default=target / "debug" / "tilewright")
    parser.add_argument("--time", default="5s")
    args = parser.parse_args()
    seen = {"commands": 0, "solution": 0, "verdict": 0, "count": 0, "not checked": 0, "mismatches": 0}
    for puzzle in sorted(path for path in (ROOT / "corpus").rglob("*") if path.is_file() and path.suffix != ".md" and "maps" not in path.parts):
        for question in ("check", "count"):
            words = [args.binary, question, "--paranoid", "--time", args.time, puzzle]
            done = subprocess.run(words, capture_output=True, text=True)
            seen["commands"] += 1
            if done.returncode == DISAGREE:
                seen["mismatches"] += 1
                print(done.stderr, file=sys.stderr)
            said = re.search(r"^self-check: (.*)$", done.stderr, re.MULTILINE)
            if not said:
                sys.exit(f"{puzzle}: {question} says nothing about its self-check: {done.stderr}")
            for number, what in re.findall(r"([0-9]+) (solution|verdict|count)s?\b", said[1]):
                seen[what] += int(number)
            late = re.search(r"([0-9]+) answers? not checked", said[1])
            seen["not checked"] += int(late[1]) if late else 0
    print("| commands | solutions | verdicts | counts | not checked | mismatches |")
    print("| --- | --- | --- | --- | --- | --- |")
    print("| " + " | ".join(f"{number:,}" for number in seen.values()) + " |")
    return min(seen["mismatches"], 1)


sys.exit(main())
