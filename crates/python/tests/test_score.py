"""The verifier: right and wrong answers of every family, and answers that are none."""

from __future__ import annotations

import json
import random
from itertools import repeat
from pathlib import Path

import pytest
from conftest import COVER, EASY, SOLVED

import tilewright
from tilewright import Score, score


def cells_of(puzzle: tilewright.Puzzle) -> list[object]:
    data = puzzle.to_dict()
    if puzzle.family == "tiles":
        return [name for row in data["fixed"] for name in row]
    return list(data["cells" if puzzle.family == "sudoku" else "areas"])


def boards() -> list[tilewright.Puzzle]:
    return [
        tilewright.parse(EASY),
        tilewright.generate("sudoku", "2,3", seed=1),
        tilewright.generate("sudoku", "5,1", seed=1),
        tilewright.generate("sudoku", "2,2,2", seed=1),
        tilewright.generate("shikaku", "7x5", seed=3),
        tilewright.generate("roads", "4x5", seed=1),
    ]


@pytest.mark.parametrize("puzzle", boards(), ids=lambda puzzle: puzzle.title)
def test_the_solution_is_solved_in_every_way_of_writing(puzzle: tilewright.Puzzle) -> None:
    solved = puzzle.solve()
    assert solved is not None
    cells = cells_of(solved)
    ways: list[object] = [solved, cells, tuple(cells), json.dumps(cells), solved.to_dict(), solved.write("json")]
    ways.append(" ".join(str(cell) for cell in cells))
    for answer in ways:
        got = score(puzzle, answer)
        assert got.malformed is None, got.malformed
        assert got.is_solved and got.is_unique and got.is_match
        assert got.credit == 1.0 and got.right == got.cells == got.filled == got.consistent
        assert score(puzzle, answer, solution=solved) == got


@pytest.mark.parametrize("puzzle", boards(), ids=lambda puzzle: puzzle.title)
def test_nothing_filled_is_valid_and_worth_nothing(puzzle: tilewright.Puzzle) -> None:
    solved = puzzle.solve()
    assert solved is not None
    nothing = score(puzzle, [None] * len(cells_of(solved)))
    assert nothing.is_valid and not nothing.is_complete and not nothing.is_solved
    assert (nothing.filled, nothing.right, nothing.credit) == (0, 0, 0.0)


@pytest.mark.parametrize("puzzle", boards(), ids=lambda puzzle: puzzle.title)
def test_a_wrong_cell_is_never_solved_and_a_missing_one_costs_its_share(
    puzzle: tilewright.Puzzle,
) -> None:
    solved = puzzle.solve()
    assert solved is not None
    cells = cells_of(solved)
    values = sorted(set(cells), key=str)
    chance = random.Random(7)
    for _ in range(20):
        at = chance.randrange(len(cells))
        other = chance.choice([value for value in values if value != cells[at]])
        wrong = score(puzzle, [*cells[:at], other, *cells[at + 1 :]])
        assert wrong.malformed is None and wrong.is_complete
        assert not wrong.is_solved and wrong.is_match is False
        assert wrong.credit < 1.0 and wrong.broken + wrong.changed > 0
    missing = score(puzzle, [None, *cells[1:]])
    assert missing.malformed is None and not missing.is_complete and not missing.is_solved
    assert 0.0 <= missing.credit < 1.0 or missing.right == missing.cells


def test_known_figures_of_a_sudoku() -> None:
    # Two cells of a row are swapped that have no clue: two columns and one or two boxes break.
    at, other = 1, 2
    assert EASY[at] == EASY[other] == "."
    swapped = list(SOLVED)
    swapped[at], swapped[other] = swapped[other], swapped[at]
    got = score(EASY, "".join(swapped))
    assert got.broken == 2 and got.changed == 0
    assert got.cells == EASY.count(".") and got.right == got.cells - 2
    assert got.credit == (got.cells - 2) / got.cells


def test_a_changed_clue_costs() -> None:
    turned = str(SOLVED).translate(str.maketrans("12", "21"))
    got = score(EASY, turned)
    assert got.broken == 0 and got.changed > 0
    assert got.is_complete and not got.is_valid and not got.is_solved and got.is_match is False
    assert got.credit < 1.0


def test_a_puzzle_with_several_solutions_takes_each() -> None:
    puzzle = tilewright.board("sudoku", "2,2")
    for solution in puzzle.solutions(limit=5):
        got = score(puzzle, solution)
        assert got.is_solved and got.credit == 1.0
        assert got.is_unique is False and got.is_match is False and got.right is None
    assert score(puzzle, "1" * 16).consistent == 0
    assert score(puzzle, "1234" + "." * 12).credit == 4 / 16


def test_areas_may_be_called_anything_but_have_to_be_boxes() -> None:
    puzzle = tilewright.parse('{"family":"shikaku","size":[2,2],"clues":[2,0,2,0]}')
    for answer in ("AABB", "AA\nBB", "x x y y", [[0, 0], [1, 1]], {"areas": [9, 9, 3, 3]}):
        assert score(puzzle, answer).is_solved, answer
    for answer in ("ABAB", "ABBA", "AAAA", "ABCD"):
        got = score(puzzle, answer)
        assert got.is_complete and not got.is_solved and got.right == 0 and got.broken > 0
    half = score(puzzle, "AA..")
    assert half.is_valid and (half.right, half.cells, half.credit) == (2, 4, 0.5)


def test_the_border_of_a_tile_board_counts() -> None:
    closed = tilewright.board("loops", "4x4")
    free = tilewright.parse(json.dumps({**closed.to_dict(), "border": "free"}), "tiles:json")
    assert closed.to_dict()["border"] != "free"
    outcomes = set()
    for board in (closed, free):
        for solution in board.solutions(limit=20):
            fixed = {**closed.to_dict(), "fixed": solution.to_dict()["fixed"]}
            fits = tilewright.parse(json.dumps(fixed), "tiles:json").solve() is not None
            got = score(closed, cells_of(solution))
            assert got.is_solved == fits and (got.credit == 1.0) == fits
            outcomes.add(fits)
    assert outcomes == {True, False}


class Nasty:
    """Fails at whatever it is asked."""

    def __getattr__(self, name: str) -> object:
        raise RuntimeError(name)

    def __iter__(self) -> object:
        raise RuntimeError("no")

    def __repr__(self) -> str:
        raise RuntimeError("no")


@pytest.mark.parametrize("puzzle", boards(), ids=lambda puzzle: puzzle.title)
def test_no_answer_raises(puzzle: tilewright.Puzzle) -> None:
    chance = random.Random(1)
    size = len(cells_of(puzzle.solve() or puzzle))
    answers: list[object] = [None, "", "42", 42, 4.2, b"1", True, object(), Nasty(), [Nasty()] * size, {}, {"cells": 3}]
    answers += [[], [[]], [1e400] * size, [float("nan")] * size, ["1" * 5000] * size, "[" * 5000, "{" * 9]
    answers += ["\ud800" * size, "\0" * size, "x" * 2_000_000, '{"cells": "x", "areas": {}, "fixed": 1}', "1" * size * 2]
    answers += [repeat(1), repeat([]), [True] * size, [{}] * size, [[1] * size] * size, ["9" * 4] * size]
    answers += ["".join(chr(chance.randrange(1, 0x2FFF)) for _ in range(size)) for _ in range(50)]
    for answer in answers:
        got = score(puzzle, answer)
        assert isinstance(got, Score)
        assert not got.is_solved and 0.0 <= got.credit < 1.0
        assert got.malformed is None or got.malformed


def test_puzzles_that_are_none_and_families_without_cells() -> None:
    with pytest.raises(tilewright.ParseError):
        score("no puzzle", "1")
    with pytest.raises(ValueError):
        score(EASY, SOLVED, solution="12")
    with pytest.raises(ValueError):
        score(tilewright.parse(COVER, as_="cover"), "a b", solution="a b")


def test_an_exact_cover_is_scored_by_its_definition() -> None:
    puzzle = tilewright.parse(COVER, as_="cover")
    solved = puzzle.solve()
    assert solved is not None
    ways: list[object] = [solved, "a b\nc", ["a b", "c"], [0, 1], "0 1"]
    for answer in ways:
        got = score(puzzle, answer)
        assert got.malformed is None, got.malformed
        assert got.is_solved and got.credit == 1.0 and got.is_unique is False and got.right is None
    half = score(puzzle, "a b")
    assert half.is_valid and not half.is_complete and (half.filled, half.cells) == (2, 3)
    assert half.credit == 2 / 3
    twice = score(puzzle, ["a b", "b c"])
    assert twice.is_complete and not twice.is_valid and (twice.broken, twice.consistent) == (1, 0)


def test_a_rules_file_is_scored_by_its_definition() -> None:
    puzzle = tilewright.parse((Path(__file__).parents[3] / "corpus/rules/zebra.toml").read_text())
    solved = puzzle.solve()
    assert solved is not None
    got = score(puzzle, solved)
    assert got.is_solved and got.is_match and got.right == got.cells > 0
    assert score(puzzle, solved, solution=solved) == got
    nothing = score(puzzle, puzzle)
    assert nothing.is_valid and (nothing.filled, nothing.credit) == (0, 0.0)
    assert score(puzzle, tilewright.board("sudoku", "2,2")).malformed


def test_no_answer_to_other_puzzles_raises() -> None:
    puzzle = tilewright.parse(COVER, as_="cover")
    answers: list[object] = [None, "", "x", 42, 4.2, b"1", True, object(), Nasty(), [Nasty()], {}, {"cells": 3}, [], [[]]]
    answers += [[float("nan")], ["1" * 5000], "[" * 5000, "\ud800", "\0", "x" * 2_000_000, repeat(1), repeat([]), [99]]
    for answer in answers:
        got = score(puzzle, answer)
        assert not got.is_solved and 0.0 <= got.credit < 1.0
        assert got.malformed, answer
        assert (got.cells, got.is_match) == (3, False)


def test_limits_leave_uniqueness_open() -> None:
    hard = tilewright.board("sudoku", "5,5")
    got = score(hard, "." * 625, nodes=1)
    assert got.is_unique in (None, False)
