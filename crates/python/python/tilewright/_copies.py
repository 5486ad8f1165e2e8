"""Copies of a puzzle that differ in their looks alone: more data from the same puzzle, its solution and its steps."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Union

from tilewright._errors import Refused
from tilewright._limits import whole
from tilewright._puzzle import Puzzle, parse

__all__ = ["Copy", "augment"]


@dataclass(frozen=True)
class Copy:
    """A copy of a puzzle, and the way from one to the other."""

    puzzle: Puzzle
    #: For each cell of the copy the cell of the original.
    source: tuple[int, ...]
    #: For each value of the original, from 0 for none, that of the copy.
    values: tuple[int, ...]

    def of(self, other: Puzzle) -> Puzzle:
        """The same copy of another board of the same shape: of the solution."""
        return _copied(other, self.source, self.values)

    def of_cells(self, cells: Iterable[tuple[int, Union[int, None]]]) -> tuple[tuple[int, int | None], ...]:
        """The same copy of cells with their values: those of a step."""
        place = {source: cell for cell, source in enumerate(self.source)}
        return tuple((place[cell], None if value is None else self.values[value]) for cell, value in cells)


def augment(puzzle: Puzzle, number: int, *, seed: int = 0) -> list[Copy]:
    """Random copies of a puzzle by the symmetries of its kind: the same ones for the same seed.

    Of a Sudoku with boxes, or a Latin square, the values are exchanged, rows and columns within and between boxes, and if the
    boxes are square the board is turned over. A Shikaku is turned and reflected. ``Copy.of`` makes the same copy of a
    solution, ``Copy.of_cells`` that of the cells of a step. Raises Refused for other kinds.

    >>> import tilewright
    >>> puzzle = tilewright.Sudoku("12....1....34...")
    >>> copy = tilewright.augment(puzzle, 1, seed=3)[0]
    >>> copy.puzzle.canonical().digest == puzzle.canonical().digest
    True
    >>> copy.of(puzzle.solve()).to_dict()["cells"] == copy.puzzle.solve().to_dict()["cells"]
    True
    """
    wanted = whole("number", number)
    assert wanted is not None
    chance = random.Random(f"copies {whole('seed', seed)}")
    return [_drawn(puzzle, chance) for _ in range(wanted)]


def _drawn(puzzle: Puzzle, chance: random.Random) -> Copy:
    data = puzzle.to_dict()
    if puzzle.family == "sudoku" and len(data["dims"]) == 2 and set(data) <= {"family", "dims", "cells"}:
        width, height = data["dims"]
        size = height * width
        rows, columns = _lines(height, width, chance), _lines(width, height, chance)
        source = [row * size + column for row in rows for column in columns]
        if height == width and chance.random() < 0.5:
            source = [source[column * size + row] for row in range(size) for column in range(size)]
        values = (0, *chance.sample(range(1, size + 1), size))
    elif puzzle.family == "shikaku":
        width, height = data["size"]
        source, values = _turned(width, height, chance), ()
    else:
        raise Refused(f"the symmetries of {puzzle.title} are not known here; sudoku and shikaku have copies")
    return Copy(_copied(puzzle, source, values), tuple(source), tuple(values))


def _lines(height: int, groups: int, chance: random.Random) -> list[int]:
    """Rows in a random order that keeps those of a box together: ``groups`` of them, each ``height`` high."""
    return [group * height + row for group in chance.sample(range(groups), groups) for row in chance.sample(range(height), height)]


def _turned(width: int, height: int, chance: random.Random) -> list[int]:
    """The cells of a board that is turned or reflected; a board that is not square keeps its sides."""
    cells = [[row * width + column for column in range(width)] for row in range(height)]
    if chance.random() < 0.5:
        cells = cells[::-1]
    if chance.random() < 0.5:
        cells = [row[::-1] for row in cells]
    if width == height and chance.random() < 0.5:
        cells = [list(column) for column in zip(*cells)]
    return [cell for row in cells for cell in row]


def _copied(puzzle: Puzzle, source: Sequence[int], values: Sequence[int]) -> Puzzle:
    data = puzzle.to_dict()
    if puzzle.family == "sudoku":
        data["cells"] = [values[data["cells"][cell]] for cell in source]
        return parse(_json(data), "sudoku:json")
    for key in ("clues", "areas"):
        if key in data:
            data[key] = [data[key][cell] for cell in source]
    return parse(_json(data), "shikaku:json")


def _json(data: object) -> str:
    import json

    return json.dumps(data)
