"""The examples for Ray Data, Spark and Polars, as a user would run them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import EASY, SOLVED

pa = pytest.importorskip("pyarrow")

import pyarrow.parquet as pq  # noqa: E402

EXAMPLES = Path(__file__).parents[3] / "examples"


def run(example: str, folder: Path) -> tuple[list[str], list[dict[str, Any]]]:
    """The output of an example, and the answers that it writes, by id."""
    lines = [EASY, "." * 81, "55" + "." * 79, "what is this", None] * 20
    pq.write_table(pa.table({"id": range(100), "puzzle": lines}), folder / "in.parquet", row_group_size=30)
    command = [sys.executable, str(EXAMPLES / example), str(folder / "in.parquet"), str(folder / "out.parquet")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    rows = pq.read_table(folder / "out.parquet").to_pylist()
    return done.stdout.splitlines(), sorted(rows, key=lambda row: int(row["id"]))


def see(printed: list[str], rows: list[dict[str, Any]]) -> None:
    assert printed == ["malformed 40", "several 20", "unique 20", "unsolvable 20"]
    assert [row["id"] for row in rows] == list(range(100))
    assert [row["status"] for row in rows[:5]] == ["unique", "several", "unsolvable", "malformed", "malformed"]
    assert {row["solution"] for row in rows[::5]} == {SOLVED}


def test_polars(tmp_path: Path) -> None:
    pytest.importorskip("polars")
    see(*run("polars_batches.py", tmp_path))


def test_polars_with_names_that_are_taken(tmp_path: Path) -> None:
    pytest.importorskip("polars")
    table = pa.table({"puzzle": [EASY], "status": ["made"], "solution": ["mine"], "solution_2": ["yours"]})
    pq.write_table(table, tmp_path / "in.parquet")
    command = [sys.executable, str(EXAMPLES / "polars_batches.py"), str(tmp_path / "in.parquet"), str(tmp_path / "out.parquet")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["unique", "1"]
    [row] = pq.read_table(tmp_path / "out.parquet").to_pylist()
    assert (row["solution"], row["solution_2"], row["solution_3"]) == ("mine", "yours", SOLVED)
    assert (row["status"], row["status_2"]) == ("made", "unique")


def test_ray_data(tmp_path: Path) -> None:
    pytest.importorskip("ray.data")
    see(*run("ray_data.py", tmp_path))


def test_spark(tmp_path: Path) -> None:
    pytest.importorskip("pyspark")
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java 17")
    see(*run("spark.py", tmp_path))
