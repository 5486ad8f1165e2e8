"""A verifier: how good an answer to a puzzle is, whatever a person or a model wrote.

An answer is a value for each cell (of a Sudoku its number, of a Shikaku the name of its area, of a tile board the name
of its tile), a text in a format of the family, or the picked choices. The native part reads it leniently and judges it
strictly, by the definition of a solution. Whatever cannot be read is a score of nothing with a reason, never an exception.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tilewright import _bulk, _native
from tilewright._errors import Refused
from tilewright._limits import Limits, bundle
from tilewright._puzzle import Puzzle, parse

if TYPE_CHECKING:
    import sys

    if sys.version_info >= (3, 11):
        from typing import Unpack
    else:
        from typing_extensions import Unpack

__all__ = ["Found", "Score", "score", "score_batch"]

#: The most items of an answer that is a list.
_MOST_ITEMS = 1 << 18


@dataclass(frozen=True)
class Found:
    """The place of an answer in what was written."""

    #: The sort of place: "answer tag", "box" (``\\boxed{}``), "fence", or "text".
    place: str
    #: The number of its first line, from 1.
    line: int
    #: The number of answers that were found there; this is the last.
    candidates: int


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
    #: not join each other or the border.
    broken: int
    #: The number of clues with another value in the answer.
    changed: int
    #: The number of constraints.
    constraints: int = 0
    #: Those of them that are filled and kept.
    kept: int = 0
    #: What is wrong: the first things, in sentences.
    reasons: tuple[str, ...] = ()
    #: The place of the answer, if it was looked for in a text.
    found: Found | None = None

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
        # A full board of good cells that is not a solution has changed a clue or breaks a rule about the whole.
        good = min(good, self.cells - 1) - self.changed
        return max(0, good) / self.cells

    @property
    def rule_credit(self) -> float:
        """From 0 to 1, and 1 for a solution alone: the share of the constraints that are filled and kept."""
        if self.is_solved:
            return 1.0
        if self.malformed is not None or self.constraints == 0:
            return 0.0
        return min(self.kept, self.constraints - 1) / self.constraints


class _Malformed(Exception):
    """The answer is none; with the reason."""


def score(
    puzzle: Puzzle | str,
    answer: object,
    *,
    solution: object = None,
    **limits: Unpack[Limits],
) -> Score:
    """Says how good an answer to a puzzle is: a reward for training, a figure for a benchmark.

    The answer may lie in what a model wrote. In ``<answer>`` tags or ``\\boxed{}`` it is looked for first, then in code fences, then
    in the whole text: grids with labels and frames, Markdown tables, lists, JSON, cells by name. If there are several, the last
    one counts; ``found`` says where it was. A grid with too few or too many cells that comes after the last whole one is an answer that
    cannot be read.

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
    asked = _parsed(puzzle) if isinstance(puzzle, str) else puzzle
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
        told = asked._inner.score(bundle(limits) if limits else None, reply, known)
    except Refused as refused:
        if known is None:
            raise
        raise ValueError(f"the solution cannot be read: {refused}") from None
    return _score(told, reason)


#: Puzzles that were read for their scores: a model gives several answers to each.
_parsed = lru_cache(maxsize=256)(parse)


def _score(told: _native._Scored, reason: str | None) -> Score:
    """A score of the parts that the native part gives."""
    malformed, is_complete, is_valid, is_unique, cells, filled, right, consistent, broken, changed, rules, more = told
    reasons, found = more
    return Score(
        malformed and (reason or malformed),
        is_complete,
        is_valid,
        is_unique,
        False if malformed else _is_match(is_complete and is_valid, is_unique),
        cells,
        filled,
        right,
        consistent,
        broken,
        changed,
        rules[0],
        rules[1],
        tuple(reasons),
        None if found is None else Found(*found),
    )


def score_batch(
    puzzles: _bulk.Puzzles,
    answers: _bulk.Puzzles,
    *,
    as_: str | None = None,
    **limits: Unpack[Limits],
) -> _bulk.RecordBatch:
    """Scores a column of answers to a column of puzzles, on all cores: each answer to the puzzle of its row.

    Both are columns of Arrow data or lists of texts. ``as_`` says how puzzles are read; the limits are those of each row. The
    columns of the answer are ``status`` (solved, wrong, malformed), ``credit``, ``cells``, ``filled``, ``right``, ``consistent``,
    ``constraints``, ``kept``, ``broken``, ``changed`` (as in ``Score``), ``line`` and ``candidates`` (of ``Found``), and
    ``reason``: why an answer, or its puzzle, could not be read. Answers to the same puzzle are scored sooner one after the other.

    >>> import tilewright
    >>> puzzle = "12....1....34..."
    >>> scores = tilewright.score_batch([puzzle, puzzle, puzzle], ["1234341221434321", "It is 1234 3412 2143 4322.", "?"])
    >>> scores["status"], scores["credit"]
    (['solved', 'wrong', 'malformed'], [1.0, 0.9090909090909091, 0.0])
    """
    columns = [column if _speaks_arrow(column) else _bulk._texts(column) for column in (puzzles, answers)]  # type: ignore[arg-type]
    return _bulk.RecordBatch(_native.score_columns(columns[0], columns[1], as_, bundle(limits)))


def _speaks_arrow(column: object) -> bool:
    return hasattr(column, "__arrow_c_array__") or hasattr(column, "__arrow_c_stream__")


def _reply(answer: object) -> _native.Puzzle | str | list[str]:
    """An answer as the native part takes it."""
    if isinstance(answer, Puzzle):
        return answer._inner
    if isinstance(answer, (str, dict)):
        text = answer if isinstance(answer, str) else json.dumps(answer, default=_plain)
        text.encode()
        return text
    if isinstance(answer, Iterable) and not isinstance(answer, (bytes, bytearray)):
        return [_word(item) for item in _flat(answer)]
    raise _Malformed(f"an answer is a text or a list, not {type(answer).__name__}")


def _plain(item: Any) -> object:
    """A number or a list that is of another library."""
    return item.tolist() if hasattr(item, "tolist") else list(item)


def _word(item: object) -> str:
    """An item of a list as a word; whole numbers are the same however they are written."""
    if item is None:
        return "null"
    if isinstance(item, float) and item == int(item):
        item = int(item)
    word = str(item)
    word.encode()
    return word


def _is_match(is_solved: bool, is_unique: bool | None) -> bool | None:
    """True for the solution of a puzzle that has one."""
    return is_solved if is_unique else is_unique


def _flat(items: Any) -> list[object]:
    """The items of a list, or of a list of lists, in order."""
    found: list[object] = []
    stack = [iter(items)]
    steps = 0
    while stack:
        steps += 1
        if len(stack) > 64 or steps > _MOST_ITEMS:
            raise _Malformed(f"the answer has more than {_MOST_ITEMS} items")
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
