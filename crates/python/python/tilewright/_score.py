"""A verifier: how good an answer to a puzzle is, whatever a person or a model wrote.

An answer is a value for each cell: of a Sudoku its number, of a Shikaku the name of its area, of a tile
board the name of its tile. Answers to other puzzles are a text in a format of the family, or the picked choices, and
the native part judges them by the definition of a solution. An answer is read leniently and judged strictly: whatever
cannot be read is a score of nothing with a reason, never an exception.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from tilewright import _native
from tilewright._errors import Refused, Stopped, TilewrightError
from tilewright._limits import Limits, bundle
from tilewright._puzzle import Puzzle, parse

if TYPE_CHECKING:
    import sys

    if sys.version_info >= (3, 11):
        from typing import Unpack
    else:
        from typing_extensions import Unpack

__all__ = ["Score", "score"]

#: The signs for an empty cell in an answer.
_EMPTY = frozenset([None, "", ".", "_", "-", "?", "*", "·", "null"])


#: The most choices of an answer that is a list.
_MOST_PICKED = 1 << 16


@dataclass(frozen=True)
class Score:
    """The quality of an answer. Cells with a clue are not counted, for they were given.

    Where a puzzle has no cells, its tiles are counted: the items of an exact cover.
    """

    #: The reason why the answer could not be read; None if it could.
    malformed: str | None
    #: True if every cell has a value.
    is_complete: bool
    #: True if no constraint is broken and no clue was changed, as far as it goes.
    is_valid: bool
    #: True if the puzzle has one solution; None if a limit was reached before that was known.
    is_unique: bool | None
    #: True if it is the solution of a puzzle that has one; None if that is not known.
    is_match: bool | None
    #: The cells without a clue.
    cells: int
    #: Those of them that have a value,
    filled: int
    #: the value of the only solution (None where there is not one),
    right: int | None
    #: a value that breaks no constraint.
    consistent: int
    #: The number of broken constraints: groups with a value twice, areas that are not a box with its clue, tiles that do
    #: not join.
    broken: int
    #: The number of clues with another value in the answer.
    changed: int

    @property
    def is_solved(self) -> bool:
        """True if it is a solution."""
        return self.malformed is None and self.is_complete and self.is_valid

    @property
    def credit(self) -> float:
        """From 0 to 1, and 1 for a solution alone.

        The share of the cells that are right, less one for every clue that was changed; where the puzzle has not one
        solution, the same with the cells that break nothing.
        """
        if self.is_solved:
            return 1.0
        if self.malformed is not None or self.cells == 0:
            return 0.0
        good = self.consistent if self.right is None else self.right
        # A full board of good cells that is not a solution has changed a clue or breaks the border.
        good = min(good, self.cells - 1) - self.changed
        return max(0, good) / self.cells


@dataclass(frozen=True)
class _Judged:
    """An answer judged by the rules of a family: the cells that break one, and the number of broken rules."""

    faulty: frozenset[int]
    broken: int


class _Malformed(Exception):
    """The answer is none; with the reason."""


class _Board:
    """A puzzle as cells: their contents, and how answers are read and judged."""

    #: The name of the family.
    family = ""
    #: The values of given cells; None for the others.
    clues: list[Hashable | None]

    def values(self, answer: object) -> list[Hashable | None]:
        """An answer as a value for each cell, None where it is empty."""
        found = [self.value(item) for item in self.items(answer)]
        if len(found) != len(self.clues):
            raise _Malformed(f"the answer has {len(found)} cells, the puzzle {len(self.clues)}")
        return found

    def items(self, answer: object) -> list[object]:
        """The content of each cell in an answer."""
        if isinstance(answer, Puzzle):
            return self.of_puzzle(answer)
        if isinstance(answer, str):
            if len(answer) > 64 * len(self.clues) + 65536:
                raise _Malformed(f"a text of {len(answer)} characters is not an answer to this puzzle")
            return self.of_text(answer)
        if isinstance(answer, dict):
            return self.of_data(answer)
        if isinstance(answer, Iterable) and not isinstance(answer, (bytes, bytearray)):
            return _flat(answer, len(self.clues))
        raise _Malformed(f"an answer is a text or a list, not {type(answer).__name__}")

    def of_text(self, text: str) -> list[object]:
        """A text: JSON, or words or characters, as many as there are cells."""
        text = text.strip()
        if text[:1] in ("[", "{"):
            data = json.loads(text)
            return self.of_data(data) if isinstance(data, dict) else self.items(data)
        words: list[object] = [*text.split()]
        if len(words) != len(self.clues):
            words = [character for word in text.split() for character in word]
        if len(words) == len(self.clues):
            return words
        return self.of_puzzle(parse(text, type(self).family))

    def of_data(self, data: dict[str, Any]) -> list[object]:
        raise NotImplementedError

    def of_puzzle(self, answer: Puzzle) -> list[object]:
        if answer.family != self.family:
            raise _Malformed(f"the answer is {answer.family}, the puzzle {self.family}")
        return self.of_data(answer.to_dict())

    def value(self, item: object) -> Hashable | None:
        raise NotImplementedError

    def judge(self, values: Sequence[Hashable | None]) -> _Judged:
        raise NotImplementedError

    def right(
        self, values: Sequence[Hashable | None], solution: Sequence[Hashable | None]
    ) -> list[bool]:
        """The cells that are as in the solution."""
        return [value is not None and value == wanted for value, wanted in zip(values, solution)]


class _Sudoku(_Board):
    family = "sudoku"

    def __init__(self, data: dict[str, Any]) -> None:
        self.dims: list[int] = data["dims"]
        self.side = prod(self.dims)
        given = data.get("givens") or [True] * len(data["cells"])
        self.clues = [value if value and given else None for value, given in zip(data["cells"], given)]
        self.regions: list[int] | None = data.get("regions")

    def of_data(self, data: dict[str, Any]) -> list[object]:
        return _flat(_entry(data, "cells", "solution", "answer"), len(self.clues))

    def of_text(self, text: str) -> list[object]:
        if text.lstrip()[:1] in ("[", "{"):
            return super().of_text(text)
        try:
            return self.of_puzzle(parse(text, self.family))
        except TilewrightError:
            return super().of_text(text)

    def value(self, item: object) -> Hashable | None:
        value = _whole(item)
        if value is None or value == 0:
            return None
        if not 1 <= value <= self.side:
            raise _Malformed(f"{_short(item)} is not a value: 1 to {self.side} were expected")
        return value

    def judge(self, values: Sequence[Hashable | None]) -> _Judged:
        faulty: set[int] = set()
        broken = 0
        for group in self.groups():
            places: dict[Hashable, list[int]] = defaultdict(list)
            for cell in group:
                if (value := values[cell]) is not None:
                    places[value].append(cell)
            twice = [cells for cells in places.values() if len(cells) > 1]
            broken += bool(twice)
            for cells in twice:
                faulty.update(cells)
        return _Judged(frozenset(faulty), broken)

    def groups(self) -> list[tuple[int, ...]]:
        """Lines along every axis, the first of which is the fastest, and boxes."""
        side, axes = self.side, len(self.dims)
        found: dict[object, list[int]] = defaultdict(list)
        for cell, place in enumerate(product(range(side), repeat=axes)):
            place = place[::-1]
            for axis in range(axes):
                found[(axis, *place[:axis], *place[axis + 1 :])].append(cell)
            if self.regions is None:
                found[("box", *(at // dim for at, dim in zip(place, self.dims)))].append(cell)
            else:
                found["region", self.regions[cell]].append(cell)
        # A box that is a line is one constraint, not two.
        return list(dict.fromkeys(tuple(cells) for cells in found.values()))


class _Shikaku(_Board):
    family = "shikaku"

    def __init__(self, data: dict[str, Any]) -> None:
        self.size: list[int] = data["size"]
        self.numbers: list[int] = data["clues"]
        # A clue is part of the question, but its cell has to be given an area like any other.
        self.clues = [None] * len(self.numbers)

    def of_data(self, data: dict[str, Any]) -> list[object]:
        return _flat(_entry(data, "areas", "solution", "answer"), len(self.clues))

    def value(self, item: object) -> Hashable | None:
        if isinstance(item, str):
            return None if item in _EMPTY else item
        number = _whole(item)
        return None if number is None or number < 0 else str(number)

    def judge(self, values: Sequence[Hashable | None]) -> _Judged:
        faulty: set[int] = set()
        broken = 0
        for cells in self.areas(values).values():
            if not self.is_area(cells):
                broken += 1
                faulty.update(cells)
        return _Judged(frozenset(faulty), broken)

    def areas(self, values: Sequence[Hashable | None]) -> dict[Hashable, list[int]]:
        found: dict[Hashable, list[int]] = defaultdict(list)
        for cell, value in enumerate(values):
            if value is not None:
                found[value].append(cell)
        return found

    def is_area(self, cells: list[int]) -> bool:
        """True if cells are a box with one clue that is its size."""
        places = [self.place(cell) for cell in cells]
        extent = prod(max(axis) - min(axis) + 1 for axis in zip(*places))
        clues = [self.numbers[cell] for cell in cells if self.numbers[cell]]
        return extent == len(cells) and len(clues) == 1 and clues[0] in (-1, len(cells))

    def place(self, cell: int) -> list[int]:
        place = []
        for side in self.size:
            cell, at = divmod(cell, side)
            place.append(at)
        return place

    def right(
        self, values: Sequence[Hashable | None], solution: Sequence[Hashable | None]
    ) -> list[bool]:
        # Areas may have any names: only their cells count.
        wanted = {tuple(cells) for cells in self.areas(solution).values()}
        right = [False] * len(values)
        for cells in self.areas(values).values():
            if tuple(cells) in wanted:
                for cell in cells:
                    right[cell] = True
        return right


class _Tiles(_Board):
    family = "tiles"

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.rows: int = data["rows"]
        self.columns: int = data["columns"]
        fixed = data.get("fixed") or [[None] * self.columns] * self.rows
        self.clues = [name for row in fixed for name in row]
        self.known: dict[str, bool] = {}
        self.joined: dict[tuple[Hashable, Hashable, bool], bool] = {}

    def of_data(self, data: dict[str, Any]) -> list[object]:
        return _flat(_entry(data, "fixed", "solution", "answer"), len(self.clues))

    def value(self, item: object) -> Hashable | None:
        if item is None or item in _EMPTY:
            return None
        if not isinstance(item, str) or not self.is_known(item):
            raise _Malformed(f"{_short(item)} is not a tile of this set")
        return item

    def is_known(self, name: str) -> bool:
        if name not in self.known:
            try:
                self.small([[name]])
                self.known[name] = True
            except Exception:
                self.known[name] = False
        return self.known[name]

    def small(self, fixed: list[list[Hashable]]) -> Puzzle:
        """These tiles on a board of their own without a border."""
        size = {"rows": len(fixed), "columns": len(fixed[0])}
        data = {"family": "tiles", "set": self.data["set"], **size, "shape": "grid", "border": "free"}
        return parse(json.dumps({**data, "fixed": fixed}), "tiles:json")

    def joins(self, one: Hashable, other: Hashable, is_across: bool) -> bool:
        key = (one, other, is_across)
        if key not in self.joined:
            board = self.small([[one, other]] if is_across else [[one], [other]])
            self.joined[key] = board.solve() is not None
        return self.joined[key]

    def judge(self, values: Sequence[Hashable | None]) -> _Judged:
        faulty: set[int] = set()
        broken = 0
        for cell, other, is_across in self.neighbours():
            one, two = values[cell], values[other]
            if one is not None and two is not None and not self.joins(one, two, is_across):
                broken += 1
                faulty.update((cell, other))
        if not broken and None not in values and not self.fits(values):
            broken = 1
        return _Judged(frozenset(faulty), broken)

    def neighbours(self) -> Iterable[tuple[int, int, bool]]:
        wraps = self.data.get("shape") == "torus"
        for row, column in product(range(self.rows), range(self.columns)):
            cell = row * self.columns + column
            if wraps or column + 1 < self.columns:
                yield cell, row * self.columns + (column + 1) % self.columns, True
            if wraps or row + 1 < self.rows:
                yield cell, (row + 1) % self.rows * self.columns + column, False

    def fits(self, values: Sequence[Hashable | None]) -> bool:
        """True if a full board keeps to the border, too."""
        rows = [list(values[at : at + self.columns]) for at in range(0, len(values), self.columns)]
        return parse(json.dumps({**self.data, "fixed": rows}), "tiles:json").solve() is not None


_BOARDS: dict[str, Any] = {board.family: board for board in (_Sudoku, _Shikaku, _Tiles)}


def score(
    puzzle: Puzzle | str,
    answer: object,
    *,
    solution: object = None,
    **limits: Unpack[Limits],
) -> Score:
    """Says how good an answer to a puzzle is: a reward for training, a figure for a benchmark.

    ``puzzle`` is of any family. ``answer`` is a text (a line, a grid, JSON, any format of the family) or a puzzle; of a
    Sudoku, a Shikaku or a tile board also a list with a value for each cell, or a list of rows; of any other puzzle also
    the choices that it picks, as ``convert --from-cover`` reads them: a list of the numbers of rows, or of options. Of a
    Shikaku each cell has the name of its area, whatever that is. An answer that cannot be read is a score with
    ``malformed`` set; nothing that an answer is or says raises an exception.

    ``solution`` is the only solution where it is known already, so that it is not searched for. With limits, ``is_unique``
    may be None.

    >>> import tilewright
    >>> puzzle = tilewright.Sudoku("12....1....34...")
    >>> tilewright.score(puzzle, "1234341221434321").is_solved
    True
    >>> score = tilewright.score(puzzle, "1234341221434322")
    >>> score.is_complete, score.is_valid, score.broken, score.right, score.cells
    (True, False, 3, 10, 11)
    >>> tilewright.score(puzzle, "I think it is 42.").malformed is None
    False
    """
    asked = parse(puzzle) if isinstance(puzzle, str) else puzzle
    if asked.family not in _BOARDS:
        return _by_definition(asked, answer, solution, limits)
    board: _Board = _BOARDS[asked.family](asked.to_dict())
    open_cells = [cell for cell, clue in enumerate(board.clues) if clue is None]
    try:
        values = board.values(answer)
    except Exception as error:
        # Whatever an answer is, it is the answer that is wrong.
        reason = str(error) or type(error).__name__
        return Score(reason, False, False, None, False, len(open_cells), 0, None, 0, 0, 0)
    is_unique, known = _known(asked, board, solution, limits)
    return _scored(board, values, open_cells, is_unique, known)


def _by_definition(puzzle: Puzzle, answer: object, solution: object, limits: Limits) -> Score:
    """The score of an answer to a puzzle of any family."""
    try:
        known = None if solution is None else _reply(solution)
    except Exception as error:
        raise ValueError(f"the solution cannot be read: {error}") from None
    reason = None
    try:
        reply = _reply(answer)
    except Exception as error:
        # No format takes an empty text, so the score is that of a malformed answer.
        reply, reason = "", str(error) or type(error).__name__
    try:
        found = puzzle._inner.score(bundle(limits), reply, known)
    except Refused as refused:
        if known is None:
            raise
        raise ValueError(f"the solution cannot be read: {refused}") from None
    malformed, is_complete, is_valid, is_unique, cells, filled, right, consistent, broken, changed = found
    return Score(
        malformed=malformed and (reason or malformed),
        is_complete=is_complete,
        is_valid=is_valid,
        is_unique=is_unique,
        is_match=False if malformed else _is_match(is_complete and is_valid, is_unique),
        cells=cells,
        filled=filled,
        right=right,
        consistent=consistent,
        broken=broken,
        changed=changed,
    )


def _reply(answer: object) -> _native.Puzzle | str:
    """An answer as the native part takes it."""
    if isinstance(answer, Puzzle):
        return answer._inner
    if isinstance(answer, str):
        text = answer
    elif isinstance(answer, dict):
        text = json.dumps(answer)
    elif isinstance(answer, Iterable) and not isinstance(answer, (bytes, bytearray)):
        text = "\n".join(str(item) for item in _flat(answer, _MOST_PICKED))
    else:
        raise _Malformed(f"an answer is a text or a list, not {type(answer).__name__}")
    text.encode()
    return text


def _is_match(is_solved: bool, is_unique: bool | None) -> bool | None:
    """True for the solution of a puzzle that has one."""
    return is_solved if is_unique else is_unique


def _scored(
    board: _Board,
    values: list[Hashable | None],
    open_cells: list[int],
    is_unique: bool | None,
    known: list[Hashable | None] | None,
) -> Score:
    judged = board.judge(values)
    clues = zip(values, board.clues)
    changed = sum(clue is not None and value not in (None, clue) for value, clue in clues)
    filled = [cell for cell in open_cells if values[cell] is not None]
    is_complete = None not in values
    is_valid = judged.broken == 0 and changed == 0
    right = None
    if known is not None:
        same = board.right(values, known)
        right = sum(same[cell] for cell in filled)
    return Score(
        malformed=None,
        is_complete=is_complete,
        is_valid=is_valid,
        is_unique=is_unique,
        is_match=_is_match(is_complete and is_valid, is_unique),
        cells=len(open_cells),
        filled=len(filled),
        right=right,
        consistent=sum(cell not in judged.faulty for cell in filled),
        broken=judged.broken,
        changed=changed,
    )


def _known(
    puzzle: Puzzle, board: _Board, solution: object, limits: Limits
) -> tuple[bool | None, list[Hashable | None] | None]:
    """The solution, if there is exactly one."""
    if solution is not None:
        try:
            return True, board.values(solution)
        except _Malformed as error:
            raise ValueError(f"the solution cannot be read: {error}") from None
    try:
        found = list(puzzle.solutions(2, **limits))
    except Stopped:
        return None, None
    if len(found) != 1:
        return False, None
    return True, board.values(found[0])


def _flat(items: Any, most: int) -> list[object]:
    """The items of a list, or of a list of lists, in order; not many more than are of use."""
    found: list[object] = []
    stack = [iter(items)]
    steps = 0
    while stack:
        steps += 1
        if len(found) > most or len(stack) > 64 or steps > 8 * most + 64:
            raise _Malformed(f"the answer has more than the {most} cells of the puzzle")
        try:
            item = next(stack[-1])
        except StopIteration:
            stack.pop()
            continue
        if isinstance(item, Iterable) and not isinstance(item, (str, bytes, dict)):
            stack.append(iter(item))
        else:
            found.append(item)
    return found


def _entry(data: dict[str, Any], *names: str) -> Any:
    for name in names:
        if name in data:
            return data[name]
    raise _Malformed(f"the answer has no {names[0]!r}")


def _whole(item: object) -> int | None:
    """A whole number, however it is written; None where the cell is empty."""
    if isinstance(item, Hashable) and item in _EMPTY:
        return None
    if isinstance(item, str) and len(item) <= 9 and item.isdecimal():
        return int(item)
    if isinstance(item, (int, float)) and not isinstance(item, bool) and item == int(item):
        return int(item)
    index = getattr(type(item), "__index__", None)
    if index is not None and not isinstance(item, bool):
        return int(index(item))
    raise _Malformed(f"{_short(item)} is not a number")


def _short(item: object) -> str:
    shown = repr(item)
    return shown if len(shown) <= 40 else shown[:40] + "…"
