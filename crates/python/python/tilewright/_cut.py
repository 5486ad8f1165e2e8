"""A puzzle as a sum: cut into puzzles that have all of its solutions between them, and none twice.

A cell is chosen, and for each value that it can have there is the puzzle with that value as one more clue.
The part with the most open cells is cut next, at the cell with the fewest values, until there are enough parts. Values
that a line or a box has already are left out; that is the only reasoning, since a part without a solution
does no harm. Which parts there are depends on the puzzle and on how many are wanted alone.
"""

from __future__ import annotations

import heapq
import json
from collections.abc import Callable, Iterator
from typing import Any

from tilewright._puzzle import Puzzle, parse

__all__ = ["cut"]

#: The tiles of the built-in sets, as the JSON format names them.
_SETS = {"roads": "UDRLE", "loops": "┃━┗┓┛┏"}

#: The content of each cell, in order; None or 0 for an open one.
_Cells = tuple[Any, ...]
_Branch = Callable[[_Cells], "list[_Cells] | None"]


def cut(puzzle: Puzzle, parts: int) -> list[Puzzle]:
    """At least ``parts`` puzzles, if that many can be made.

    Sudoku of every shape, roads and loops are cut; a puzzle of another family is the only part.
    """
    if parts < 1:
        raise ValueError(f"parts is a number from 1 on, not {parts}")
    data = puzzle.to_dict() if puzzle.family in ("sudoku", "tiles") else {}
    if puzzle.family == "sudoku":
        cells = tuple(_clues(data))
        return [_sudoku(data, part) for part in _grow(cells, _sudoku_branch(data), parts)]
    if puzzle.family == "tiles" and data.get("set") in ("roads", "loops"):
        # A board without fixed tiles does not name them.
        fixed = data.get("fixed") or [[None] * data["columns"]] * data["rows"]
        cells = tuple(cell for row in fixed for cell in row)
        branch = _tiles_branch(_SETS[data["set"]], data["columns"])
        return [_tiles(data, part) for part in _grow(cells, branch, parts)]
    return [puzzle]


def _grow(cells: _Cells, branch: _Branch, parts: int) -> list[_Cells]:
    """Cuts the part with the most open cells until there are enough."""
    queue = [(-_open(cells), 0, cells)]
    done: list[_Cells] = []
    born = 1
    while queue and len(queue) + len(done) < parts:
        _, _, cells = heapq.heappop(queue)
        children = branch(cells)
        if children is None:
            done.append(cells)
            continue
        for child in children:
            heapq.heappush(queue, (-_open(child), born, child))
            born += 1
    return done + [cells for _, _, cells in sorted(queue)]


def _open(cells: _Cells) -> int:
    return sum(not cell for cell in cells)


def _with(cells: _Cells, place: int, value: Any) -> _Cells:
    return (*cells[:place], value, *cells[place + 1 :])


def _clues(data: dict[str, Any]) -> Iterator[int]:
    """The clues without the answers."""
    givens = data.get("givens") or [True] * len(data["cells"])
    return (cell if given else 0 for cell, given in zip(data["cells"], givens))


def _sudoku(data: dict[str, Any], cells: _Cells) -> Puzzle:
    plain = {key: value for key, value in data.items() if key != "givens"}
    return parse(json.dumps({**plain, "cells": list(cells)}), as_="sudoku:json")


def _sudoku_branch(data: dict[str, Any]) -> _Branch:
    groups = _groups(data["dims"], data.get("regions"), len(data["cells"]))
    side = _product(data["dims"])

    def branch(cells: _Cells) -> list[_Cells] | None:
        taken: dict[tuple[int, ...], set[int]] = {}
        for cell, value in enumerate(cells):
            if value:
                for group in groups[cell]:
                    taken.setdefault(group, set()).add(value)
        best: tuple[int, int, list[int]] | None = None
        for cell, value in enumerate(cells):
            if value:
                continue
            gone: set[int] = set().union(*(taken.get(group, set()) for group in groups[cell]))
            values = [value for value in range(1, side + 1) if value not in gone]
            if best is None or len(values) < best[0]:
                best = (len(values), cell, values)
        if best is None:
            return None
        return [_with(cells, best[1], value) for value in best[2]]

    return branch


def _product(dims: list[int]) -> int:
    side = 1
    for dim in dims:
        side *= dim
    return side


def _groups(dims: list[int], regions: list[int] | None, cells: int) -> list[list[tuple[int, ...]]]:
    """The names of the groups of each cell: a line along each axis, and its box or region."""
    side = _product(dims)
    all_groups: list[list[tuple[int, ...]]] = []
    for cell in range(cells):
        place = [cell // side**axis % side for axis in range(len(dims))]
        groups = [(axis, *place[:axis], *place[axis + 1 :]) for axis in range(len(dims))]
        if regions is None:
            groups.append((-1, *(at // dim for at, dim in zip(place, dims))))
        else:
            groups.append((-1, regions[cell]))
        all_groups.append(groups)
    return all_groups


def _tiles(data: dict[str, Any], cells: _Cells) -> Puzzle:
    columns = data["columns"]
    rows = [list(cells[at : at + columns]) for at in range(0, len(cells), columns)]
    return parse(json.dumps({**data, "fixed": rows}), as_="tiles:json")


def _tiles_branch(names: str, columns: int) -> _Branch:
    """The first open place of the shorter side's order: tiles beside each other leave fewest ways open."""

    def branch(cells: _Cells) -> list[_Cells] | None:
        rows = len(cells) // columns
        order = sorted(range(len(cells)), key=lambda at: at if columns <= rows else (at % columns) * rows + at // columns)
        for place in order:
            if not cells[place]:
                return [_with(cells, place, name) for name in names]
        return None

    return branch
