#!/usr/bin/env python3
"""Runs two builds of the command on the same work, in turns, and prints how they compare.

    python3 scripts/beside.py OLD NEW [--rounds 7] [--only WORD] [--data FOLDER]

Each row is a command that both builds run in every round, one after the other. Its figure is the CPU time of
the process (user and system, children included), the least of all rounds. The ratio is OLD / NEW: above 1 the
new build is faster. The script fails if a ratio is below --least (0.97 by default).

The inputs are made by the OLD build from fixed seeds, in a temporary folder. With --data, the puzzles of 17
clues there (sudoku9/clues17.txt) are used as well.
"""

import argparse
import os
import pathlib
import resource
import subprocess
import sys
import tempfile


def cpu_seconds(command, folder):
    """CPU time of one run, and its exit code."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime)
    return spent, done.returncode


def make(old, folder, name, *command):
    """A file with the output of the old build."""
    with open(folder / name, "wb") as out:
        subprocess.run([old, *command], stdout=out, stderr=subprocess.DEVNULL, check=True)


def repeat(folder, name, source, times):
    text = (folder / source).read_bytes()
    (folder / name).write_bytes(text * times)


def inputs(old, folder, data):
    make(old, folder, "easy.txt", *"generate sudoku 3,3 --to line -n 20000 --seed 1".split())
    make(old, folder, "minimal.txt", *"generate sudoku 3,3 --minimal --to line -n 5000 --seed 2".split())
    make(old, folder, "sixteen.txt", *"generate sudoku 4,4 --to line -n 60 --seed 3".split())
    make(old, folder, "shikaku.txt", *"generate shikaku 12x12 --to puzzlink -n 60 --seed 4".split())
    repeat(folder, "million.txt", "easy.txt", 50)
    lines = (folder / "minimal.txt").read_text().split()
    table = "id,puzzle\n" + "".join(f"{number},{line}\n" for number, line in enumerate(lines * 20))
    (folder / "table.csv").write_text(table)
    if data and (source := pathlib.Path(data) / "sudoku9" / "clues17.txt").is_file():
        (folder / "clues17.txt").write_bytes(source.read_bytes())


WORK = [
    ("solve a million lines", "solve million.txt --threads 1"),
    ("check a million lines", "check million.txt --threads 1"),
    ("check a million lines as JSON", "check million.txt --threads 1 --json"),
    ("check minimal lines", "check minimal.txt --threads 1"),
    ("check 17 clues", "check clues17.txt --threads 1"),
    ("solve a CSV table", "solve table.csv -o solved.csv --threads 1"),
    ("check a CSV table, two threads", "check table.csv -o checked.csv --threads 2"),
    ("rate 300 lines", "rate rated.txt --threads 1"),
    ("canonical forms of 5,000 lines", "canonical minimal.txt --threads 1"),
    ("solve 16×16 lines", "solve sixteen.txt --threads 1"),
    ("check Shikaku links", "check shikaku.txt --threads 1"),
    ("count roads 14×14", "count roads 14x14 --threads 1"),
    ("count 9×9 Sudokus", "count sudoku 3,3"),
    ("visit all loops of 7×7", "count loops 7x7 --engine dance --threads 1"),
    ("a million nodes of an 8×8×8 cube by dance", "solve sudoku 2,2,2 --engine dance --seed 2 --nodes 1000000 --threads 1"),
    ("solve roads 40×40", "solve roads 40x40 --seed 4"),
    ("solve 25×25 by sat", "solve sudoku 5,5 --engine sat --seed 1"),
    ("reduce: all roads of 5×5", "count roads 5x5 --engine reduce --threads 1"),
    ("list all 4×4 Sudokus of 3,2", "enumerate sudoku 2,3 --limit 200000 --threads 1"),
    ("make minimal Sudokus", "generate sudoku 3,3 --minimal --to line -n 5000 --seed 9 --threads 1"),
    ("make Shikaku 30×30", "generate shikaku 30x30 --to puzzlink -n 40 --seed 9 --threads 1"),
    ("make Sudokus of SE 5 and more", "generate sudoku 3,3 --se 5.0.. --to line -n 10 --seed 9 --threads 1"),
    ("explain one puzzle", "explain one.txt"),
    ("start up: solve one line", "solve one.txt"),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", default="")
    parser.add_argument("--least", type=float, default=0.97)
    parser.add_argument("--data", default=os.environ.get("TILEWRIGHT_DATA"))
    args = parser.parse_args()
    builds = [str(pathlib.Path(path).resolve()) for path in (args.old, args.new)]
    slower = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        inputs(builds[0], folder, args.data)
        lines = (folder / "minimal.txt").read_text().splitlines(keepends=True)
        (folder / "rated.txt").write_text("".join(lines[:300]))
        (folder / "one.txt").write_text(lines[0])
        print(f"{'work':<34}{'old s':>9}{'new s':>9}{'ratio':>8}")
        for title, words in WORK:
            command = words.split()
            if args.only not in title or not inputs_are_there(folder, command):
                continue
            best, codes = [float("inf")] * 2, [None] * 2
            for _ in range(args.rounds):
                for side, build in enumerate(builds):
                    spent, codes[side] = cpu_seconds([build, *command], folder)
                    best[side] = min(best[side], spent)
            ratio = best[0] / max(best[1], 1e-9)
            # A process of a few milliseconds is measured in ticks: only longer ones can fail.
            is_slow = ratio < args.least and best[0] > 0.05
            slower += is_slow
            remark = " slower" if is_slow else ""
            if codes[0] != codes[1]:
                remark += f" exit codes {codes[0]} and {codes[1]}"
                slower += 1
            print(f"{title:<34}{best[0]:>9.3f}{best[1]:>9.3f}{ratio:>8.2f}{remark}", flush=True)
    sys.exit(1 if slower else 0)


def inputs_are_there(folder, command):
    """True if the file that a command reads was made: some come from a data folder."""
    read = [word for word in command[:2] if word.endswith((".txt", ".csv"))]
    return all((folder / word).is_file() for word in read)


main()
