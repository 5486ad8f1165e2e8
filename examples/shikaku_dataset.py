"""A data set of Shikaku puzzles of several sizes, in a training and a test part.

    python shikaku_dataset.py FOLDER [--rows 10000] [--sizes 5x5,7x7,10x10] [--seed 1] [--test 10]

Every puzzle has one solution. Puzzles that are turned or reflected copies of each other are one: one is kept, and
which part it goes to depends on that one alone, so that the parts share none. The same seed gives the
same rows on every machine.

The columns: `size`, `puzzle` (JSON: the clue of each cell, 0 for none), `solution` (JSON: the area of each
cell), `clues`, `digest`. Writes FOLDER/train.parquet and FOLDER/test.parquet. Needs pyarrow.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from whole_file import whole_files

import tilewright

SCHEMA = pa.schema(
    [
        ("size", pa.string()),
        ("puzzle", pa.string()),
        ("solution", pa.string()),
        ("clues", pa.int64()),
        ("digest", pa.string()),
    ]
)


def digest(puzzle: str) -> str:
    """A key that is equal for all turned or reflected copies of a puzzle."""
    data = json.loads(puzzle)
    width = data["size"][0]
    grid = [data["clues"][at : at + width] for at in range(0, len(data["clues"]), width)]
    copies = []
    for _ in range(4):
        grid = [list(column) for column in zip(*grid[::-1])]
        copies += [grid, [row[::-1] for row in grid]]
    return hashlib.sha256(json.dumps(min(copies)).encode()).hexdigest()[:32]


def puzzles(size: str, rows: int, seed: int) -> list[dict[str, Any]]:
    """``rows`` puzzles of a size, none a copy of another."""
    found: dict[str, dict[str, Any]] = {}
    start = 0
    # A small board has a limited number of puzzles: give up when hardly any is new.
    while len(found) < rows and start < 20 * rows + 1000:
        made = tilewright.generate_batch("shikaku", size, rows, seed=seed, start=start, to="json")
        start += rows
        for row in made.to_pylist():
            if row["status"] == "made" and len(found) < rows:
                key = digest(row["puzzle"])
                kept = {name: row[name] for name in ("puzzle", "solution", "clues")}
                found.setdefault(key, {"size": size, **kept, "digest": key})
    return list(found.values())


def make(folder: Path, rows: int, sizes: list[str], seed: int, percent: float) -> dict[str, int]:
    """Writes both parts, and returns how many rows each has."""
    shares = [rows // len(sizes) + (number < rows % len(sizes)) for number in range(len(sizes))]
    parts: dict[str, list[dict[str, Any]]] = {"train": [], "test": []}
    for size, share in zip(sizes, shares):
        for row in puzzles(size, share, seed):
            is_test = int(row["digest"][:8], 16) < percent / 100 * 2**32
            parts["test" if is_test else "train"].append(row)
    with whole_files(*(folder / f"{part}.parquet" for part in parts)) as names:
        for part, name in zip(parts.values(), names):
            pq.write_table(pa.Table.from_pylist(part, schema=SCHEMA), name, compression="zstd")
    return {part: len(some) for part, some in parts.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rows", type=int, default=10_000)
    parser.add_argument("--sizes", default="5x5,7x7,10x10")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--test", type=float, default=10.0, help="percent of the test part")
    arguments = parser.parse_args()
    if arguments.rows < 1 or not 0 <= arguments.test <= 100:
        parser.error("--rows is at least 1, and --test from 0 to 100")
    sizes = list(dict.fromkeys(arguments.sizes.split(",")))
    counts = make(arguments.folder, arguments.rows, sizes, arguments.seed, arguments.test)
    for part, count in counts.items():
        print(f"{arguments.folder / part}.parquet: {count} puzzles")
    if sum(counts.values()) < arguments.rows:
        print(f"fewer than {arguments.rows}: the sizes {arguments.sizes} have no more that are unlike")


if __name__ == "__main__":
    main()
