"""A data set of next steps with their reasons, for models that are to reason rather than guess.

    python next_step_dataset.py FILE.jsonl [--puzzles 1000] [--seed 1] [--difficulty easy]

Each line is a JSON object, one step of one puzzle on the way from its clues to its solution:

- `puzzle`, `number` (of the puzzle among those of the seed), `step` (from 1) and `steps` (of the whole)
- `state`: the board before the step, 81 characters, and `removed`: the choices that earlier steps ruled out
- `technique`, `place`, `reason`, `conclusion`: the step in words
- `picks` and `strikes`: its values and its exclusions, as data
- `next_state`: the board after it
- `solution`

Every step is checked against the solution before it is written. Puzzles that logic alone does not finish are
left out, and counted. The same seed gives the same lines on every machine.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from whole_file import whole_files

import tilewright

#: A cell and a value, as steps name them: "r3c4 = 5", and for an exclusion "r3c4 ≠ 5" or the same again.
NAME = re.compile(r"r(\d+)c(\d+)\D+(\d+)")
MADE_AT_ONCE = 500


def parts(name: str) -> tuple[int, str]:
    """The number of the cell, from 0, and the value."""
    found = NAME.fullmatch(name)
    if found is None:
        raise ValueError(f"{name!r} names no cell and value")
    row, column, value = found.groups()
    return (int(row) - 1) * 9 + int(column) - 1, value


def steps_of(text: str, solution: str) -> Iterator[dict[str, Any]]:
    """The steps of a puzzle; nothing where logic does not finish it."""
    explanation = tilewright.Sudoku(text).explain(pictures=False)
    if explanation.status != "solved":
        return
    state, removed = list(text), list[str]()
    for number, step in enumerate(explanation.steps, 1):
        before, struck = "".join(state), list(removed)
        for name in step.picked:
            cell, value = parts(name)
            if solution[cell] != value:
                raise AssertionError(f"{step} is wrong for {text}")
            state[cell] = value
        for name in step.removed:
            cell, value = parts(name)
            if solution[cell] == value:
                raise AssertionError(f"{step} is wrong for {text}")
            removed.append(name)
        # A removal in a cell that has its value by now says nothing any more.
        removed = [name for name in removed if state[parts(name)[0]] == "."]
        yield {
            "step": number,
            "steps": len(explanation.steps),
            "state": before,
            "removed": struck,
            "technique": step.technique,
            "place": step.look,
            "reason": step.because,
            "conclusion": step.therefore,
            "picks": list(step.picked),
            "strikes": list(step.removed),
            "next_state": "".join(state),
        }


def make(path: Path, puzzles: int, seed: int, difficulty: str | None) -> Counter[str]:
    """Writes the file, and returns how many puzzles, steps and puzzles left out there were."""
    counts: Counter[str] = Counter()
    with whole_files(path) as [name], open(name, "w", encoding="utf-8") as file:
        for start in range(0, puzzles, MADE_AT_ONCE):
            rows = min(MADE_AT_ONCE, puzzles - start)
            made = tilewright.generate_batch(
                "sudoku", "3,3", rows, seed=seed, start=start, minimal=True, difficulty=difficulty
            )
            for row in made.to_pylist():
                lines = []
                if row["status"] == "made":
                    lines = list(steps_of(row["puzzle"], row["solution"]))
                counts["puzzles" if lines else "left out"] += 1
                counts["steps"] += len(lines)
                told = {name: row[name] for name in ("number", "puzzle", "solution")}
                for line in lines:
                    file.write(json.dumps({**told, **line}, ensure_ascii=False) + "\n")
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--puzzles", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--difficulty", help="easy, medium, hard, expert or extreme; any without it")
    arguments = parser.parse_args()
    if arguments.puzzles < 1:
        parser.error("--puzzles is at least 1")
    counts = make(arguments.file, arguments.puzzles, arguments.seed, arguments.difficulty)
    print(f"{arguments.file}: {counts['steps']} steps of {counts['puzzles']} puzzles")
    if counts["left out"]:
        print(f"{counts['left out']} puzzles left out, for logic does not finish them")


if __name__ == "__main__":
    main()
