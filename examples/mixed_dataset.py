"""A data set of ten kinds of puzzles with balanced levels, steps with reasons, two parts without a shared class, and a card.

    python mixed_dataset.py FOLDER [--rows 100000] [--seed 1] [--test 10] [--levels easy,medium,hard] [--no-steps]

Every puzzle has one solution. Each kind and each level has the same number of rows, as far as there are such puzzles.
Work is done in pieces, each a file under FOLDER/pieces, so the same command resumes a run that was killed. At the end there are
FOLDER/train.parquet, FOLDER/test.parquet and the card, FOLDER/README.md, and the pieces go. The same seed gives the same rows on
every machine.

No puzzle comes twice. Which part a puzzle goes to depends on a digest that all its copies share, so no puzzle of the test part is
a disguised one of the training part: turned, reflected, with rows exchanged or values renamed. For Sudoku that is the digest of the
canonical form; for other kinds one of how often each word of the puzzle comes, which copies have in common.

The columns: `kind`, `size`, `level`, `number`, `puzzle`, `solution`, `clues`, `difficulty`, `hardest`, `steps` (JSON), `class`. Needs pyarrow.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from whole_file import whole_files

import tilewright

#: The kinds and the sizes of their boards.
KINDS = {
    "sudoku": "3,3",
    "killer": "2,3",
    "futoshiki": "5x5",
    "kakuro": "6x6",
    "binairo": "8x8",
    "nonogram": "8x8",
    "akari": "7x7",
    "starbattle": "6x6",
    "shikaku": "8x8",
    "slitherlink": "6x6",
}
#: Numbers of a piece, and the most of them for each row that is wanted: then a level is given up.
PIECE, MOST_TRIES = 250, 20
SCHEMA = pa.schema(
    [
        ("kind", pa.string()),
        ("size", pa.string()),
        ("level", pa.string()),
        ("number", pa.int64()),
        ("puzzle", pa.string()),
        ("solution", pa.string()),
        ("clues", pa.int64()),
        ("difficulty", pa.float64()),
        ("hardest", pa.string()),
        ("steps", pa.string()),
        ("class", pa.string()),
    ]
)


def common(puzzle: str) -> str:
    """A digest that copies of a puzzle share: of how often its words come, whatever they are."""
    words = Counter(re.split(r"[\s,]+", puzzle.partition("\n")[2]))
    return hashlib.sha256(json.dumps(sorted(words.values())).encode()).hexdigest()[:32]


def piece(kind: str, size: str, level: str, seed: int, start: int, has_steps: bool) -> pa.Table:
    """The puzzles of a kind and level with some numbers: those that could be made."""
    format = {"sudoku": "line", "shikaku": "grid"}.get(kind, "text")
    made = tilewright.generate_batch(
        kind, size, PIECE, seed=seed, start=start, difficulty=level, rated=True, to=format
    )
    rows = [row for row in made.to_pylist() if row["status"] == "made" and row["grade"] == level]
    puzzles = [row["puzzle"] for row in rows]
    answers: list[Any] = [None] * len(rows)
    if kind == "sudoku":
        classes = tilewright.canonical_batch(puzzles)["digest"] if puzzles else []
    else:
        classes = [common(puzzle) for puzzle in puzzles]
        if kind != "shikaku":
            # Solutions of kinds have a format of their own.
            solved = tilewright.solve_batch(puzzles, to="solution") if puzzles else {"solution": []}
            for row, solution in zip(rows, solved["solution"]):
                row["solution"] = solution
    if has_steps and puzzles:
        answers = tilewright.explain_batch(puzzles)["steps"]
    for row, told, digest in zip(rows, answers, classes):
        row.update(kind=kind, size=size, level=level, steps=told)
        row["class"] = f"{kind}-{digest}"
    return pa.Table.from_pylist([{name: row[name] for name in SCHEMA.names} for row in rows], schema=SCHEMA)


def rows_of(
    folder: Path, kind: str, level: str, wanted: int, seed: int, has_steps: bool
) -> Iterator[dict[str, Any]]:
    """Rows of a kind and level, none twice; fewer where there are no more."""
    seen: set[str] = set()
    for start in range(0, MOST_TRIES * max(wanted, PIECE), PIECE):
        path = folder / f"{kind}-{level}-{start:09}.parquet"
        if not path.exists():
            with whole_files(path) as [name]:
                pq.write_table(piece(kind, KINDS[kind], level, seed, start, has_steps), name, compression="zstd")
        for row in pq.read_table(path).to_pylist():
            if row["puzzle"] not in seen and len(seen) < wanted:
                seen.add(row["puzzle"])
                yield row
        if len(seen) == wanted:
            return


def is_test(row: dict[str, Any], percent: float) -> bool:
    """The part of a class: its digest decides, and nothing else."""
    digest = hashlib.sha256(row["class"].encode()).hexdigest()
    return int(digest[:8], 16) < percent / 100 * 2**32


def claim(pieces: Path, job: dict[str, Any]) -> None:
    """Makes the folder this job's, or sees that it is."""
    manifest = pieces / "job.json"
    text = json.dumps(job, indent=1, sort_keys=True)
    if not manifest.exists():
        with whole_files(manifest) as [name]:
            name.write_text(text)
    elif manifest.read_text() != text:
        raise SystemExit(f"{pieces} belongs to another job: choose another folder, or remove it")


def make(folder: Path, rows: int, seed: int, percent: float, levels: list[str], has_steps: bool) -> Counter[Any]:
    """Writes both parts and the card, and returns how many rows each part, kind and level has."""
    pieces = folder / "pieces"
    version = tilewright.__version__
    job = {"seed": seed, "levels": levels, "steps": has_steps, "kinds": KINDS, "version": version}
    claim(pieces, job)
    cells = [(kind, level) for kind in KINDS for level in levels]
    counts: Counter[Any] = Counter()
    parts = ("train", "test")
    paths = [folder / f"{part}.parquet" for part in parts]
    with whole_files(*paths, folder / "README.md") as [*names, card]:
        writers = {part: pq.ParquetWriter(name, SCHEMA, compression="zstd") for part, name in zip(parts, names)}
        try:
            for number, (kind, level) in enumerate(cells):
                wanted = rows // len(cells) + (number < rows % len(cells))
                found: dict[str, list[dict[str, Any]]] = {part: [] for part in parts}
                for row in rows_of(pieces, kind, level, wanted, seed, has_steps):
                    part = "test" if is_test(row, percent) else "train"
                    found[part].append(row)
                    counts[part, kind, level] += 1
                for part, some in found.items():
                    writers[part].write_table(pa.Table.from_pylist(some, schema=SCHEMA))
                print(f"{kind}, {level}: {sum(map(len, found.values()))} of {wanted} rows", flush=True)
        finally:
            for writer in writers.values():
                writer.close()
        card.write_text(told(counts, seed, percent, levels, has_steps), encoding="utf-8")
    for path in pieces.iterdir():
        path.unlink()
    pieces.rmdir()
    return counts


def told(counts: Counter[Any], seed: int, percent: float, levels: list[str], has_steps: bool) -> str:
    """The card, with the header that Hugging Face reads."""
    total = sum(counts.values())
    about = {family.name: family.about for family in tilewright.families()}
    lines = ["| kind | board | " + " | ".join(levels) + " | rules |", "| --- | --- |" + " --- |" * (len(levels) + 1)]
    for kind, size in KINDS.items():
        numbers = [str(counts["train", kind, level] + counts["test", kind, level]) for level in levels]
        lines.append(f"| {kind} | {size} | {' | '.join(numbers)} | {about.get(kind, '')} |")
    parts = {part: sum(number for key, number in counts.items() if key[0] == part) for part in ("train", "test")}
    steps = (
        "`steps` is a JSON list of the steps of a solution by logic, each with its technique, its reason, and the cells (from 0) and values "
        "(from 1) that it fills and removes. A list that does not end with the solution means that logic stops there."
        if has_steps
        else "`steps` is empty: the set was made without them."
    )
    return f"""---
license: cc0-1.0
task_categories: [text-generation]
tags: [puzzles, reasoning, logic, synthetic]
size_categories: [{"n<1K" if total < 1000 else "1K<n<10K" if total < 10_000 else "10K<n<100K" if total < 100_000 else "100K<n<1M"}]
configs:
- config_name: default
  data_files:
  - split: train
    path: train.parquet
  - split: test
    path: test.parquet
---
# {total} puzzles of {len(KINDS)} kinds, each with one solution

{chr(10).join(lines)}

{parts["train"]} rows are in `train.parquet` and {parts["test"]} in `test.parquet` ({percent:g} percent were asked for). A number that is smaller than
the others means that no more puzzles of that level were found.

- **One solution.** A search proved it for every row.
- **Levels.** `difficulty` is Tilewright's scale, by the steps that logic needs; the level is its grade. Levels of different kinds
  are comparable only roughly.
- **No shared class.** Puzzles that differ in their looks alone are in the same part. For Sudoku that is decided by the
  canonical form, for other kinds by a digest of how often the words of a puzzle come, which copies share: unlike
  puzzles may share it as well, and are then in the same part.
- **Bias.** The rows are what the generator makes at each level, not a fair sample of all puzzles of that level.
- **Steps.** {steps}

Made by Tilewright {tilewright.__version__} with `mixed_dataset.py --rows {total} --seed {seed} --levels {",".join(levels)}`; the same command makes the same rows.

    from datasets import load_dataset
    rows = load_dataset("FOLDER")
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--test", type=float, default=10.0, help="percent of the test part")
    parser.add_argument("--levels", default="easy,medium,hard")
    parser.add_argument("--no-steps", action="store_true", help="leave out the steps, which take most of the time")
    arguments = parser.parse_args()
    if arguments.rows < 1 or not 0 <= arguments.test <= 100:
        parser.error("--rows is at least 1, and --test from 0 to 100")
    levels = list(dict.fromkeys(arguments.levels.split(",")))
    steps = not arguments.no_steps
    counts = make(arguments.folder, arguments.rows, arguments.seed, arguments.test, levels, steps)
    for part in ("train", "test"):
        number = sum(rows for key, rows in counts.items() if key[0] == part)
        print(f"{arguments.folder / part}.parquet: {number} puzzles")


if __name__ == "__main__":
    main()
