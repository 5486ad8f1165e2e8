"""Explanations and hints of many puzzles: columns with their steps as JSON, cells and values as numbers."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Optional

from tilewright import _bulk, _native
from tilewright._errors import NotUnique, Stopped, TilewrightError, Unsolvable
from tilewright._limits import Limits
from tilewright._puzzle import Puzzle, parse
from tilewright._results import Step

if TYPE_CHECKING:
    import sys

    if sys.version_info >= (3, 11):
        from typing import Unpack
    else:
        from typing_extensions import Unpack

__all__ = ["explain_batch", "hint_batch"]

_Row = dict[str, Any]


def explain_batch(
    puzzles: _bulk.Puzzles,
    *,
    column: str | None = None,
    as_: str | None = None,
    search: bool = False,
    unique: bool = False,
    **limits: Unpack[Limits],
) -> _bulk.RecordBatch:
    """Explains every puzzle, as ``Puzzle.explain`` does; it takes what ``solve_batch`` takes.

    The columns of the answer are ``status`` (solved, stuck, several, unsolvable, malformed, stopped), ``number_of_steps``, ``steps``,
    ``solution`` and ``reason``. ``steps`` is a JSON list of objects with ``technique``, ``look``, ``because``, ``therefore``, and with
    ``picked``, ``removed`` and ``premises`` as lists of a cell, from 0, and a value, from 1.

    >>> import json, tilewright
    >>> explained = tilewright.explain_batch(["12....1....34...", "1..............."])
    >>> explained["status"]
    ['solved', 'several']
    >>> json.loads(explained["steps"][0])[0]["picked"]
    [[4, 3]]
    """

    def row(puzzle: Puzzle, threads: int) -> _Row:
        found = puzzle.explain(search=search, unique=unique, pictures=False, **_on(limits, threads))
        steps = json.dumps([_told(step) for step in found.steps], ensure_ascii=False)
        reason = f"stopped ({found.end})" if found.status == "stopped" else None
        solution = None if found.solution is None else str(found.solution)
        told = {"status": found.status, "number_of_steps": len(found.steps), "steps": steps}
        return {**told, "solution": solution, "reason": reason}

    names = ("status", "number_of_steps", "steps", "solution", "reason")
    return _rows(puzzles, column, as_, limits, names, row)


def hint_batch(
    puzzles: _bulk.Puzzles,
    *,
    column: str | None = None,
    as_: str | None = None,
    unique: bool = False,
    **limits: Unpack[Limits],
) -> _bulk.RecordBatch:
    """The easiest next step of every puzzle, as ``Puzzle.hint`` has it; it takes what ``solve_batch`` takes.

    The columns of the answer are ``status`` (hint, none, several, unsolvable, malformed, stopped), ``technique``, ``look``, ``because``,
    ``therefore``, ``picked``, ``removed``, ``premises`` (JSON lists of a cell and a value) and ``reason``.

    >>> import tilewright
    >>> hints = tilewright.hint_batch(["12....1....34..."])
    >>> hints["status"], hints["technique"], hints["picked"]
    (['hint'], ['hidden single'], ['[[4, 3]]'])
    """

    def row(puzzle: Puzzle, threads: int) -> _Row:
        step = puzzle.hint(unique=unique, **_on(limits, threads))
        if step is None:
            return {"status": "none"}
        told = _told(step)
        lists = {key: json.dumps(told[key]) for key in ("picked", "removed", "premises")}
        return {"status": "hint", **told, **lists}

    names = ("status", "technique", "look", "because", "therefore", "picked", "removed", "premises", "reason")
    return _rows(puzzles, column, as_, limits, names, row)


def _told(step: Step) -> _Row:
    """A step as plain values."""
    return {
        "technique": step.technique,
        "look": step.look,
        "because": step.because,
        "therefore": step.therefore,
        "picked": step.picked_cells,
        "removed": step.removed_cells,
        "premises": step.premise_cells,
    }


def _on(limits: Limits, threads: int) -> Limits:
    return {**limits, "threads": threads}


def _rows(
    puzzles: _bulk.Puzzles,
    column: str | None,
    as_: str | None,
    limits: Limits,
    names: tuple[str, ...],
    answer: Callable[[Puzzle, int], _Row],
) -> _bulk.RecordBatch:
    """The answers to all rows, each on a thread of its own."""
    texts = _texts_of(puzzles, column)
    workers = limits.get("threads") or os.cpu_count() or 1

    def row(text: Optional[str]) -> _Row:
        if text is None:
            return {"status": "malformed", "reason": "this row is null"}
        try:
            puzzle = parse(text, as_)
        except TilewrightError as error:
            return {"status": "malformed", "reason": str(error)}
        try:
            return answer(puzzle, 1)
        except NotUnique as error:
            return {"status": "several", "reason": str(error)}
        except Unsolvable as error:
            return {"status": "unsolvable", "reason": str(error)}
        except Stopped as error:
            return {"status": "stopped", "reason": str(error)}
        except TilewrightError as error:
            return {"status": "unsupported", "reason": str(error)}

    with ThreadPoolExecutor(workers) as pool:
        found = list(pool.map(row, texts))
    columns = [(name, [one.get(name) for one in found]) for name in names]
    return _bulk.RecordBatch(_native.table_of(columns))


def _texts_of(puzzles: _bulk.Puzzles, column: str | None) -> list[str | None]:
    """The puzzles as texts: of a table those of its column."""
    is_arrow = hasattr(puzzles, "__arrow_c_array__") or hasattr(puzzles, "__arrow_c_stream__")
    if not is_arrow and not isinstance(puzzles, dict):
        return _bulk._texts(puzzles)  # type: ignore[arg-type]
    return _native.texts_of(_bulk._table(puzzles) if isinstance(puzzles, dict) else puzzles, column)
