"""Puzzles made to order."""

from __future__ import annotations

import operator
import secrets
from collections.abc import Sequence
from typing import SupportsIndex, Union

from tilewright import _native
from tilewright._limits import Seconds, seconds, whole
from tilewright._puzzle import Puzzle, wrap

__all__ = ["Clues", "Difficulty", "generate"]

#: A number of clues, or a range: ``24``, ``(24, 26)``, ``[24, 26]``, ``range(24, 27)``.
Clues = Union[SupportsIndex, Sequence[SupportsIndex]]
#: A grade, a range in words, or two numbers.
Difficulty = Union[str, Sequence[float]]


def generate(
    kind: str,
    size: str,
    *,
    difficulty: Difficulty | None = None,
    minimal: bool | str = False,
    clues: Clues | None = None,
    symmetry: str | None = None,
    pattern: str | None = None,
    technique: str | None = None,
    no_search: bool = False,
    largest_area: int | None = None,
    ones: float | None = None,
    full: bool = False,
    seed: int | None = None,
    number: int = 0,
    time: Seconds | None = None,
) -> Puzzle:
    """Makes a puzzle with exactly one solution.

    ``kind`` and ``size`` are those of the command line: ``"sudoku", "3,3"``, ``"shikaku", "20x20"``,
    ``"roads", "12x8"``, ``"loops", "8x8"``.

    - ``difficulty``: ``"easy"``, ``"medium"``, ``"hard"``, ``"expert"``, ``"extreme"``, a range of our own scale
      (``"2.5-3.5"`` or ``(2.5, 3.5)``), of Sudoku Explainer's (``"se:7.0-7.2"``) or of HoDoKu's
      (``"hodoku:1000-1500"``)
    - ``minimal``: no clue can go without another solution, which is proved; with a ``symmetry``, no set of clues that
      mirror each other can go, and ``"clues"`` asks for each clue by itself there too
    - ``clues``: their number, or a range of it
    - ``symmetry``: the symmetry of the places of clues: ``"180"``, ``"90"``, ``"diagonal"``, ``"mirror"``,
      ``"full"``
    - ``pattern``: the places for clues, ``.`` for a place without and any other character for one with a clue
    - ``technique``: one that it needs, as ``explain`` names it
    - ``no_search``: logic alone is to solve it
    - ``largest_area``, ``ones``: for Shikaku, the largest area and the share of areas of one cell
    - ``full``: a full board or map instead of a puzzle
    - ``seed``, ``number``: the same puzzle for the same two, on every machine; the command line writes number 0, 1, 2 …
      for a seed. Without a seed one is drawn; the puzzle has it as ``seed``
    - ``time``: seconds that it may take

    Raises Missed where no such puzzle was found, and Refused where the requirements make no sense.

    >>> import tilewright
    >>> puzzle = tilewright.generate("sudoku", "2,2", minimal=True, seed=7)
    >>> puzzle.check().is_minimal
    True
    >>> puzzle == tilewright.generate("sudoku", "2,2", minimal=True, seed=7)
    True
    """
    requirements = requirements_of(
        difficulty=difficulty,
        minimal=minimal,
        clues=clues,
        symmetry=symmetry,
        pattern=pattern,
        technique=technique,
        no_search=no_search,
        largest_area=largest_area,
        ones=ones,
    )
    chosen = secrets.randbits(64) if seed is None else whole("seed", seed)
    which = whole("number", number)
    assert chosen is not None and which is not None
    made = wrap(_native.generate((kind, size, bool(full)), requirements, (chosen, which), seconds(time)))
    made._seed = chosen
    return made


def requirements_of(
    *,
    difficulty: Difficulty | None,
    minimal: bool | str,
    clues: Clues | None,
    symmetry: str | None,
    pattern: str | None,
    technique: str | None,
    no_search: bool,
    largest_area: int | None,
    ones: float | None,
    controlled_bias: bool = False,
) -> dict[str, object]:
    """The requirements, as the native part takes it."""
    if difficulty is not None and not isinstance(difficulty, str):
        least, most = _two("difficulty", [float(number) for number in difficulty])
        difficulty = f"{least}-{most}"
    return {
        "minimal": ("sets" if minimal else None) if not isinstance(minimal, str) else minimal,
        "clues": None if clues is None else _range(clues),
        "symmetry": symmetry,
        "pattern": pattern,
        "difficulty": difficulty,
        "technique": technique,
        "no_search": bool(no_search),
        "controlled_bias": bool(controlled_bias),
        "largest_area": largest_area,
        "ones": ones,
    }


def _two(name: str, numbers: list[float]) -> tuple[float, float]:
    """The ends of a range."""
    if len(numbers) != 2 or not numbers[0] <= numbers[1]:
        raise ValueError(f"{name} is a range of two numbers, the smaller one first, not {numbers}")
    return numbers[0], numbers[1]


def _range(clues: Clues) -> tuple[int, int]:
    """A number of clues as a range."""
    if isinstance(clues, range):
        if len(clues) == 0 or clues.step != 1:
            raise ValueError(f"clues is a number or a range of numbers, not {clues}")
        return clues.start, clues.stop - 1
    if isinstance(clues, (str, bytes)) or not hasattr(clues, "__len__"):
        number = whole("clues", clues if hasattr(clues, "__index__") else operator.index(clues))  # type: ignore[arg-type]
        assert number is not None
        return number, number
    ends = [operator.index(number) for number in clues]  # type: ignore[union-attr]
    least, most = _two("clues", [float(number) for number in ends])
    return int(least), int(most)
