"""The recipes for data sets run, and keep their promises."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import tilewright

EXAMPLES = Path(__file__).parents[3] / "examples"


def run(recipe: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(EXAMPLES / recipe), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


def made(recipe: str, *arguments: object) -> str:
    done = run(recipe, *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


def rows_of(path: Path) -> list[dict[str, object]]:
    parquet = pytest.importorskip("pyarrow.parquet")
    rows: list[dict[str, object]] = parquet.read_table(path).to_pylist()
    return rows


def both(folder: Path) -> tuple[list[dict[str, object]], list[dict[str, object]]]:
    return rows_of(folder / "train.parquet"), rows_of(folder / "test.parquet")


def test_rated_sudokus(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    said = made("sudoku_dataset.py", tmp_path / "one", "--rows", 300, "--seed", 5, "--test", 20)
    train, test = both(tmp_path / "one")
    assert f"{len(train)} puzzles" in said and f"{len(test)} puzzles" in said
    assert len(train) + len(test) == 300 and 30 < len(test) < 90
    digests = [row["digest"] for row in train + test]
    assert len(set(digests)) == 300
    again = tilewright.canonical_batch([str(row["puzzle"]) for row in train + test])
    assert again["digest"] == digests
    checked = tilewright.check_batch([str(row["puzzle"]) for row in train + test])
    assert set(checked["status"]) == {"unique"}
    assert checked["solution"] == [row["solution"] for row in train + test]
    assert all(row["clues"] and row["hodoku_level"] for row in train + test)
    assert sorted(path.name for path in (tmp_path / "one").iterdir()) == ["test.parquet", "train.parquet"]

    made("sudoku_dataset.py", tmp_path / "two", "--rows", 300, "--seed", 5, "--test", 20)
    assert both(tmp_path / "two") == (train, test)
    # A shorter set is the beginning of a longer one.
    made("sudoku_dataset.py", tmp_path / "short", "--rows", 100, "--seed", 5, "--test", 20)
    some = both(tmp_path / "short")
    assert some[0] == train[: len(some[0])] and some[1] == test[: len(some[1])]


def test_shikakus(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    made("shikaku_dataset.py", tmp_path, "--rows", 90, "--sizes", "5x5,6x8,7x7", "--test", 30)
    train, test = both(tmp_path)
    assert len(train) + len(test) == 90 and test
    assert len({row["digest"] for row in train + test}) == 90
    for row in train + test:
        puzzle = tilewright.Shikaku(str(row["puzzle"]))
        got = tilewright.score(puzzle, row["solution"])
        assert got.is_solved and got.is_match


def test_copies_of_a_shikaku_have_one_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow")
    monkeypatch.syspath_prepend(str(EXAMPLES))
    import shikaku_dataset

    puzzle = '{"size":[3,2],"clues":[2,0,0,0,0,4]}'
    copies = (
        '{"size":[3,2],"clues":[4,0,0,0,0,2]}',
        '{"size":[3,2],"clues":[0,0,2,4,0,0]}',
        '{"size":[2,3],"clues":[0,2,0,0,4,0]}',
        '{"size":[2,3],"clues":[2,0,0,0,0,4]}',
    )
    assert {shikaku_dataset.digest(copy) for copy in copies} == {shikaku_dataset.digest(puzzle)}
    other = '{"size":[3,2],"clues":[2,0,4,0,0,0]}'
    assert shikaku_dataset.digest(other) != shikaku_dataset.digest(puzzle)


def test_next_steps(tmp_path: Path) -> None:
    said = made("next_step_dataset.py", tmp_path / "steps.jsonl", "--puzzles", 12, "--seed", 3)
    lines = [json.loads(line) for line in (tmp_path / "steps.jsonl").read_text("utf-8").splitlines()]
    assert f"{len(lines)} steps" in said and len(lines) > 100
    state = None
    for line in lines:
        if line["step"] == 1:
            assert line["state"] == line["puzzle"] and line["removed"] == []
        else:
            assert line["state"] == state
        state = line["next_state"]
        assert line["reason"] and line["conclusion"] and line["technique"]
        assert bool(line["picks"]) == (line["state"] != state)
        assert line["picks"] or line["strikes"]
        if line["step"] == line["steps"]:
            assert state == line["solution"]


def test_a_recipe_that_fails_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "steps.jsonl"
    path.write_text("what was there")
    assert run("next_step_dataset.py", path, "--puzzles", 2, "--difficulty", "nonsense").returncode != 0
    assert run("next_step_dataset.py", path, "--puzzles", 0).returncode == 2
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]
    assert path.read_text() == "what was there"
