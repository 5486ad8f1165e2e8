#!/usr/bin/env python3
"""Solve Nonograms with our engines and with CP-SAT, in one run, and print the ratio of their CPU times.

    python3 scripts/nonograms.py [--every 16] [--engine auto]

The puzzles are those of the folder that TILEWRIGHT_DATA names (genres/Nonogram.jsonl). We build each model, find its solution
and prove that there is no other; CP-SAT builds its model, with an automaton for each line, finds one solution with one
worker, and then, for the second figure, looks for another one with the first forbidden. CP-SAT comes from PyPI: pip install ortools. Starting a process is counted for neither.
"""

import argparse
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent


def clues(text):
    """The clues of the rows and of the columns: the columns come first in the collection."""
    size, *lines = text.splitlines()
    rows, columns = map(int, size.split())
    numbers = [[int(word) for word in line.split() if word.isdigit() and int(word)] for line in lines]
    if len(numbers) != rows + columns:
        raise ValueError("the clues are not those of its rows and columns")
    return numbers[columns:], numbers[:columns]


def automaton(runs):
    """The states, ends and steps of an automaton that reads these runs of 1 among 0."""
    steps, state = [(0, 0, 0)], 0
    for number, run in enumerate(runs):
        for _ in range(run):
            steps.append((state, 1, state + 1))
            state += 1
        if number + 1 < len(runs):
            steps.append((state, 0, state + 1))
            state += 1
        steps.append((state, 0, state))
    return sorted(set(steps)), state


def by_cp_sat(cp_model, rows, columns):
    """The seconds of CPU that CP-SAT takes for a solution, and until it is known that it is the only one."""
    start = time.process_time()
    model = cp_model.CpModel()
    cells = [[model.new_bool_var("") for _ in columns] for _ in rows]
    for line, runs in [*zip(cells, rows), *zip(zip(*cells), columns)]:
        steps, end = automaton(runs)
        model.add_automaton(list(line), 0, [end], steps)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = 60
    is_found = solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    first = time.process_time() - start
    if not is_found:
        return first, first, False
    model.add_bool_or([cell.negated() if solver.value(cell) else cell for row in cells for cell in row])
    is_unique = solver.solve(model) == cp_model.INFEASIBLE
    return first, time.process_time() - start, is_unique


def by_us(program, engine, lines):
    """The seconds of CPU of our example for these puzzles, less those of one without any, and what it prints."""
    def run(lines):
        with tempfile.TemporaryDirectory() as folder:
            data = pathlib.Path(folder, "genres")
            data.mkdir()
            (data / "Nonogram.jsonl").write_text("".join(lines))
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            env = {**os.environ, "TILEWRIGHT_DATA": folder}
            said = subprocess.run([program, "nonograms", engine], env=env, check=True, capture_output=True, text=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, said.stdout

    start, _ = run([])
    seconds, said = run(lines)
    return seconds - start, said


def main():
    """Run both."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--every", type=int, default=16, help="every puzzle of that many")
    arguments.add_argument("--engine", default="auto", help="our engine")
    asked = arguments.parse_args()
    try:
        from ortools import __version__
        from ortools.sat.python import cp_model
    except ImportError:
        sys.exit("CP-SAT is missing: pip install ortools")
    file = pathlib.Path(os.environ.get("TILEWRIGHT_DATA", ROOT.parent / "shared/data"), "genres/Nonogram.jsonl")
    if not file.exists():
        sys.exit(f"{file} is missing: set TILEWRIGHT_DATA")
    build = ["cargo", "build", "--release", "-q", "-p", "tilewright-engines", "--example", "lined"]
    subprocess.run(build, cwd=ROOT, check=True)
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    lines = file.read_text().splitlines(keepends=True)[:: asked.every]
    ours, said = by_us(target / "release/examples/lined", asked.engine, lines)
    one, both, unique = 0.0, 0.0, 0
    for line in lines:
        first, proved, is_unique = by_cp_sat(cp_model, *clues(json.loads(line)["problem"]))
        one += first
        both += proved
        unique += is_unique
    print(said.split("total")[0].strip().replace("\n", ", "))
    print(f"{asked.engine}: {ours:.3f} s for {len(lines)} puzzles, with the proof that there is no other solution")
    print(f"CP-SAT {__version__}: {one:.3f} s for one solution, {one / ours:.1f} times as long")
    print(f"CP-SAT {__version__}: {both:.3f} s to know that {unique} are unique, {both / ours:.1f} times as long")


if __name__ == "__main__":
    main()
