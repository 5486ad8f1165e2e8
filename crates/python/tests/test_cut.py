"""Puzzles that are cut: their parts have all solutions between them, and none twice."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest
from conftest import COVER

import tilewright
from tilewright import _parts

JIGSAW = '{"family":"sudoku","dims":[4,1],"cells":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"regions":[1,1,1,2,1,3,2,2,3,3,2,4,3,4,4,4]}'


MAP = """
tiles = "WA NT SA Q NSW V T"
values = "red green blue"

[[rule]]
between = "WA-NT WA-SA NT-SA NT-Q SA-Q SA-NSW SA-V Q-NSW NSW-V"
require = "a != b"
"""


def cut(puzzle: tilewright.Puzzle, parts: int) -> list[tilewright.Puzzle]:
    return puzzle._cut(parts)


def puzzles() -> list[tilewright.Puzzle]:
    return [
        tilewright.board("sudoku", "2,2"),
        tilewright.board("sudoku", "2,3"),
        tilewright.board("sudoku", "2,2,1"),
        tilewright.board("sudoku", "3,1,1"),
        tilewright.board("latin", "5"),
        tilewright.parse("12....1....34..."),
        tilewright.parse(JIGSAW),
        tilewright.board("roads", "4x5"),
        tilewright.board("loops", "5x4"),
        tilewright.parse(COVER, as_="cover"),
        tilewright.parse(MAP, as_="rules"),
        tilewright.parse("_ R _ _ _\nD U _ _ L\n_ D _ _ _\nE R U L E\n"),
    ]


@pytest.mark.parametrize("parts", [1, 2, 40])
def test_the_parts_add_up(parts: int) -> None:
    for puzzle in puzzles():
        pieces = cut(puzzle, parts)
        assert sum(piece.count() for piece in pieces) == puzzle.count(), puzzle
        assert len(set(pieces)) == len(pieces)


def test_there_are_enough_of_them() -> None:
    assert 300 <= len(cut(tilewright.board("sudoku", "3,3"), 300)) < 320
    for kind, size in (("sudoku", "2,3"), ("latin", "5"), ("roads", "4x5"), ("loops", "5x4")):
        assert 40 <= len(cut(tilewright.board(kind, size), 40)) < 50, kind
    assert len(cut(tilewright.parse(MAP, as_="rules"), 6)) == 6
    assert cut(tilewright.board("sudoku", "3,3"), 50) == cut(tilewright.board("sudoku", "3,3"), 50)


def test_every_solution_is_in_one_part() -> None:
    puzzle = tilewright.board("sudoku", "2,2")
    found = [solution for piece in cut(puzzle, 30) for solution in piece.solutions()]
    assert len(found) == 288
    assert set(map(str, (f.write("line") for f in found))) == {s.write("line") for s in puzzle.solutions()}


def test_answers_are_no_clues() -> None:
    solved = tilewright.parse("1...............").solve()
    assert solved is not None
    assert sum(piece.count() for piece in cut(solved, 10)) == solved.count()


def listed(puzzle: tilewright.Puzzle, folder: Path, to: str | None, parts: int) -> list[str]:
    """The solutions as a job on a cluster writes them, piece by piece."""
    pq = pytest.importorskip("pyarrow.parquet")
    job = _parts.listed(puzzle, folder, {"to": to}, parts)
    _parts.claim(job)
    # A worker gets all of it pickled.
    task, pieces = pickle.loads(pickle.dumps((job.task(), job.parts)))
    found: list[str] = []
    for piece in pieces:
        _parts.do(task, piece, 1)
        found += pq.read_table(folder / piece.name)["solution"].to_pylist()
    return found


@pytest.mark.parametrize("to", [None, "json"])
def test_listed_solutions_are_those_of_the_whole(tmp_path: Path, to: str | None) -> None:
    two_clues = tilewright.parse("1..........2....")
    for number, puzzle in enumerate([two_clues, *puzzles()]):
        if puzzle.count(limit=2000) == 2000:
            continue
        expected = [solution.write(to).rstrip("\n") for solution in puzzle.solutions()]
        for parts in (1, 20):
            assert sorted(listed(puzzle, tmp_path / f"{number}-{parts}", to, parts)) == sorted(expected), puzzle
    if to == "json":
        givens = [json.loads(text)["givens"] for text in listed(two_clues, tmp_path / "givens", to, 20)]
        assert {sum(map(bool, each)) for each in givens} == {2}


def test_without_a_solution() -> None:
    puzzle = tilewright.parse("123...4.........")
    assert sum(piece.count() for piece in cut(puzzle, 10)) == puzzle.count() == 0
    assert sum(piece.count() for piece in cut(tilewright.parse("11.............."), 10)) == 0


def test_a_shikaku_is_one_part() -> None:
    shikaku = tilewright.generate("shikaku", "6x6", seed=1)
    assert cut(shikaku, 10) == [shikaku]
    with pytest.raises(ValueError, match="from 1 on"):
        cut(shikaku, 0)
