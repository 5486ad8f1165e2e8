"""A data set of rated 9×9 Sudokus, each unlike all others, cut into a training and a test part.

    python sudoku_dataset.py FOLDER [--rows 1000000] [--seed 1] [--test 10] [--not-rated]

Every puzzle is minimal and has one solution. Two puzzles that differ in their looks alone (by turning, by
swapping rows, by relabelling) have the same canonical form: of such puzzles one is kept, and the digest of the
form decides which part it goes to. So no puzzle of the test part is a disguised one of the training part,
nor of the training part of another seed. The same seed gives the same rows on every machine.

Writes FOLDER/train.parquet and FOLDER/test.parquet. Needs pyarrow.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from whole_file import whole_files

import tilewright

#: Puzzles that are made at a time.
BATCH = 20_000
#: Columns of a batch that are left out: every row that stays has the same there.
DROPPED = ("status", "reason")


def unlike_puzzles(rows: int, seed: int, rated: bool) -> Iterator[pa.RecordBatch]:
    """``rows`` puzzles in batches, with the columns `canonical` and `digest`, no digest twice."""
    seen: set[bytes] = set()
    start = 0
    while len(seen) < rows:
        # Rows are looked at in the order of their numbers, so where batches end changes nothing.
        size = min(BATCH, max(256, rows - len(seen)))
        made = tilewright.generate_batch(
            "sudoku", "3,3", size, seed=seed, start=start, minimal=True, rated=rated
        )
        start += size
        batch = pa.record_batch(made)
        forms = pa.record_batch(tilewright.canonical_batch(batch.column("puzzle")))
        keep = []
        for status, digest in zip(made["status"], forms.column("digest").to_pylist()):
            is_new = status == "made" and len(seen) < rows and bytes.fromhex(digest) not in seen
            keep.append(is_new)
            if is_new:
                seen.add(bytes.fromhex(digest))
        for name in ("canonical", "digest"):
            batch = batch.append_column(name, forms.column(name))
        yield batch.filter(pa.array(keep)).drop_columns(
            [name for name in DROPPED if name in batch.schema.names]
        )


def is_test(digest: str, percent: float) -> bool:
    """The part of a class of puzzles: its own digest decides, and nothing else."""
    return int(digest[:8], 16) < percent / 100 * 2**32


def make(folder: Path, rows: int, seed: int, percent: float, rated: bool) -> dict[str, int]:
    """Writes both parts, and returns how many rows each has."""
    parts = {"train": False, "test": True}
    paths = [folder / f"{part}.parquet" for part in parts]
    counts = dict.fromkeys(parts, 0)
    writers: dict[str, pq.ParquetWriter] = {}
    with whole_files(*paths) as names:
        try:
            for batch in unlike_puzzles(rows, seed, rated):
                sides = [is_test(digest, percent) for digest in batch.column("digest").to_pylist()]
                for (part, wanted), name in zip(parts.items(), names):
                    if part not in writers:
                        writers[part] = pq.ParquetWriter(name, batch.schema, compression="zstd")
                    some = batch.filter(pa.array([side == wanted for side in sides], pa.bool_()))
                    writers[part].write_batch(some)
                    counts[part] += some.num_rows
        finally:
            for writer in writers.values():
                writer.close()
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--test", type=float, default=10.0, help="percent of the test part")
    parser.add_argument("--not-rated", action="store_true", help="leave out how hard they are")
    arguments = parser.parse_args()
    if arguments.rows < 1 or not 0 <= arguments.test <= 100:
        parser.error("--rows is at least 1, and --test from 0 to 100")
    counts = make(
        arguments.folder, arguments.rows, arguments.seed, arguments.test, not arguments.not_rated
    )
    for part, count in counts.items():
        print(f"{arguments.folder / part}.parquet: {count} puzzles")


if __name__ == "__main__":
    main()
