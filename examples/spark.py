"""Tilewright in Spark: `mapInArrow` hands over Arrow batches, and takes the answers.

    python examples/spark.py PUZZLES.parquet ANSWERS.parquet

Spark moves the rows, Tilewright answers for them; a task has one core, so a batch gets one thread. The answers are
signed integers, floats and texts, which is what Spark takes.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from typing import Any

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession

import tilewright


def check(batches: Iterable[Any]) -> Iterator[Any]:
    """Batches of Spark in, the same rows with their answers out."""
    for batch in batches:
        yield from pa.table(tilewright.check_batch(batch, threads=1)).to_batches()


def checked(frame: DataFrame) -> DataFrame:
    """A frame with the answers of `check_batch` after its own columns."""
    schema = frame.schema.simpleString()[len("struct<") : -1]
    return frame.mapInArrow(check, f"{schema},status:string,solution:string,other:string,reason:string")


def main(source: str, destination: str) -> None:
    # The workers of this machine are to have the packages that this program has.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    spark = SparkSession.builder.appName("tilewright").getOrCreate()
    checked(spark.read.parquet(source)).write.parquet(destination)
    answers = spark.read.parquet(destination)
    for row in answers.groupBy("status").count().orderBy("status").collect():
        print(row["status"], row["count"])
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:3])
