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


ANSWER = pl.Struct({name: pl.String for name in ("status", "solution", "other", "reason")})


def checked(frame: pl.LazyFrame, column: str = "puzzle") -> pl.LazyFrame:
    """A frame with the answers of `check_batch` after its own columns."""
    answer = pl.col(column).map_batches(check, return_dtype=ANSWER, is_elementwise=True)
    return frame.with_columns(answer=answer).unnest("answer")


def main(source: str, destination: str) -> None:
    checked(pl.scan_parquet(source)).sink_parquet(destination)
    counts = pl.scan_parquet(destination).group_by("status").len().sort("status").collect()
    for status, rows in counts.iter_rows():
        print(status, rows)


if __name__ == "__main__":
    main(*sys.argv[1:3])
