"""Tilewright in a pipeline of Ray Data: `map_batches` hands over Arrow tables, and takes the answers.

    python examples/ray_data.py PUZZLES.parquet ANSWERS.parquet

A task has one core, so a batch gets one thread. For Parquet in and Parquet out and nothing in between, `tilewright.cluster.run`
does the same with files that never differ, and a killed run resumes.
"""

from __future__ import annotations

import sys
from collections import Counter
from typing import Any

import pyarrow as pa
import ray.data

import tilewright


def check(table: Any) -> Any:
    """A table of Ray Data in, the same rows with their answers out."""
    return pa.table(tilewright.check_batch(table, threads=1))


def checked(dataset: ray.data.Dataset) -> ray.data.Dataset:
    """A data set with the answers of `check_batch` after its own columns."""
    return dataset.map_batches(check, batch_format="pyarrow", batch_size=50_000, num_cpus=1)


def main(source: str, destination: str) -> None:
    checked(ray.data.read_parquet(source)).write_parquet(destination)
    counts: Counter[str] = Counter()
    for table in ray.data.read_parquet(destination).iter_batches(batch_format="pyarrow"):
        counts.update(table["status"].to_pylist())
    for status, rows in sorted(counts.items()):
        print(status, rows)


if __name__ == "__main__":
    main(*sys.argv[1:3])
