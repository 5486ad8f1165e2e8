"""Tilewright in Polars: `map_batches` on a column, eager and lazy.

    python examples/polars_batches.py PUZZLES.parquet ANSWERS.parquet

A series goes over as Arrow data, without a copy, and the answers come back as a struct, whose fields become
columns. For whole frames `polars.DataFrame(tilewright.check_batch(frame))` does the same and keeps the other columns.
"""

from __future__ import annotations

import sys

import polars as pl

import tilewright


def check(puzzles: pl.Series) -> pl.Series:
    """The answers of a column, as a struct."""
    return pl.DataFrame(tilewright.check_batch(puzzles)).to_struct("answer")


COLUMNS = ("status", "solution", "other", "reason")
ANSWER = pl.Struct({name: pl.String for name in COLUMNS})


def free(name: str, taken: set[str]) -> str:
    """The name, or if it is taken the same with a number: `solution_2`."""
    number = 2
    while name in taken:
        name, number = f"{name.rsplit('_', 1)[0] if number > 2 else name}_{number}", number + 1
    taken.add(name)
    return name


def checked(frame: pl.LazyFrame, column: str = "puzzle") -> pl.LazyFrame:
    """A frame with the answers of `check_batch` after its own columns."""
    taken = set(frame.collect_schema().names())
    answer = pl.col(column).map_batches(check, return_dtype=ANSWER, is_elementwise=True)
    fields = [answer.struct.field(name).alias(free(name, taken)) for name in COLUMNS]
    return frame.with_columns(fields)


def main(source: str, destination: str) -> None:
    checked(pl.scan_parquet(source)).sink_parquet(destination)
    answers = pl.scan_parquet(destination)
    status = [name for name in answers.collect_schema().names() if name.startswith("status")][-1]
    counts = answers.group_by(status).len().sort(status).collect()
    for status, rows in counts.iter_rows():
        print(status, rows)


if __name__ == "__main__":
    main(*sys.argv[1:3])
