"""Explanations and hints in bulk, copies, candidates, moves and samples."""

from __future__ import annotations

import json

import pytest
from conftest import EASY, SOLVED

import tilewright


def test_explanations_in_bulk_are_those_of_each() -> None:
    made = tilewright.generate_batch("sudoku", "3,3", 4, seed=2)["puzzle"]
    rows = tilewright.explain_batch([*made, "." * 81, "55" + "." * 79, "x", None]).to_pylist()
    assert [row["status"] for row in rows[4:]] == ["several", "unsolvable", "malformed", "malformed"]
    assert all(row["reason"] for row in rows[4:])
    for text, row in zip(made, rows):
        puzzle = tilewright.parse(text)
        single = puzzle.explain(pictures=False)
        steps = json.loads(row["steps"])
        assert (row["status"], row["number_of_steps"]) == (single.status, len(steps))
        assert [step["because"] for step in steps] == [step.because for step in single.steps]
        solved = puzzle.solve()
        assert solved is not None
        full = solved.to_dict()["cells"]
        for step in steps:
            assert all(full[cell] == value for cell, value in step["picked"])
            assert all(full[cell] != value for cell, value in step["removed"])
    assert tilewright.explain_batch({"puzzle": made, "id": [1, 2, 3, 4]})["status"] == [row["status"] for row in rows[:4]]


def test_hints_in_bulk_are_those_of_each() -> None:
    hint = tilewright.parse(EASY).hint()
    assert hint is not None
    rows = tilewright.hint_batch([EASY, SOLVED, None])
    assert rows["status"] == ["hint", "none", "malformed"]
    assert (rows["technique"][0], rows["because"][0]) == (hint.technique, hint.because)
    assert [tuple(pair) for pair in json.loads(rows["picked"][0])] == list(hint.picked_cells)


@pytest.mark.parametrize("kind, size", [("sudoku", "3,3"), ("sudoku", "2,3"), ("sudoku", "3,2"), ("sudoku", "5,1")])
def test_copies_differ_in_their_looks_alone(kind: str, size: str) -> None:
    puzzle = tilewright.generate(kind, size, seed=4)
    solved = puzzle.solve()
    assert solved is not None
    digest = puzzle.canonical().digest
    copies = tilewright.augment(puzzle, 20, seed=1)
    assert copies == tilewright.augment(puzzle, 20, seed=1) and len({str(copy.puzzle) for copy in copies}) > 10
    first = puzzle.explain(pictures=False).steps[0]
    for copy in copies:
        assert copy.puzzle.canonical().digest == digest
        again = copy.puzzle.solve()
        full = copy.of(solved).to_dict()["cells"]
        assert again is not None and again.to_dict()["cells"] == full
        assert all(full[cell] == value for cell, value in copy.of_cells(first.picked_cells))


def test_shikakus_are_turned() -> None:
    for size in ("5x5", "4x6"):
        puzzle = tilewright.generate("shikaku", size, seed=4)
        solved = puzzle.solve()
        assert solved is not None
        for copy in tilewright.augment(puzzle, 10):
            assert tilewright.score(copy.puzzle, copy.of(solved).to_dict()["areas"]).is_solved
    with pytest.raises(tilewright.Refused, match="are not known here"):
        tilewright.augment(tilewright.generate("futoshiki", "4x4", seed=1), 1)


def test_candidates_and_moves() -> None:
    puzzle = tilewright.Sudoku(EASY)
    candidates = puzzle.candidates()
    assert candidates is not None and len(candidates) == 81
    for cell, (clue, value) in enumerate(zip(EASY, SOLVED)):
        assert value in candidates[cell] and (clue == "." or candidates[cell] == [value])
    moved = puzzle.play("r1c2", 6)
    assert str(moved)[1] == "6" and moved.play(1, None) == puzzle and puzzle == tilewright.Sudoku(EASY)
    # Whether a move is right is another question.
    assert puzzle.play(1, 7).check().status == "unsolvable"
    for cell, value in (("r10c1", 1), (81, 1), (1, 10)):
        with pytest.raises(tilewright.TilewrightError):
            puzzle.play(cell, value)
    assert tilewright.generate("shikaku", "4x4", seed=1).candidates() is None


def test_samples_are_solutions() -> None:
    board = tilewright.board("sudoku", "2,2")
    drawn = board.sample(60, seed=1, uniform=True)
    assert drawn == board.sample(60, seed=1) and len(set(drawn)) > 40
    assert all(tilewright.score(board, solution).is_solved for solution in drawn)
    assert tilewright.parse("11..............").sample(3) == []
    with pytest.raises(tilewright.Stopped):
        tilewright.board("sudoku", "4,4").sample(1, uniform=True, nodes=1000)
