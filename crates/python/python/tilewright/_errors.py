"""The exceptions. Each sentence is that of the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilewright._native import Puzzle as NativePuzzle
    from tilewright._puzzle import Puzzle

__all__ = [
    "FormatError",
    "Missed",
    "NotUnique",
    "ParseError",
    "Refused",
    "Stopped",
    "TilewrightError",
    "TooLarge",
    "Unsolvable",
]


class TilewrightError(Exception):
    """Whatever Tilewright raises is one of these."""


class ParseError(TilewrightError, ValueError):
    r"""A text is not a puzzle: the fault, its place, and advice.

    >>> import tilewright
    >>> try:
    ...     tilewright.parse("1 2 . .\n. . 3 7\n. . . .\n. . . .")
    ... except tilewright.ParseError as error:
    ...     print(error)
    line 2, column 7: "7" at r2c4 is not a symbol of the 4×4 board: 1 to 4 were expected, or . for an empty cell
    """

    message: str
    line: int | None
    column: int | None
    hint: str | None

    def __init__(
        self,
        message: str,
        line: int | None = None,
        column: int | None = None,
        hint: str | None = None,
    ) -> None:
        # All of them, so that it can be pickled.
        super().__init__(message, line, column, hint)
        self.message = message
        self.line = line
        self.column = column
        self.hint = hint

    def __str__(self) -> str:
        place = "" if self.line is None else f"line {self.line}, column {self.column}: "
        hint = "" if self.hint is None else f"\nhint: {self.hint}"
        return f"{place}{self.message}{hint}"


class FormatError(TilewrightError, ValueError):
    """A puzzle cannot be written so: there is no such format, or it cannot say it."""


class Refused(TilewrightError, ValueError):
    """The question makes no sense for this puzzle, or this engine cannot answer it."""


class TooLarge(TilewrightError):
    """The puzzle needs more memory than is allowed; allow more with ``memory=``.

    >>> import tilewright
    >>> try:
    ...     tilewright.board("sudoku", "3,3").check(memory=1000)
    ... except tilewright.TooLarge as error:
    ...     error.needed > error.allowed == 1000
    True
    """

    message: str
    needed: int
    allowed: int

    def __init__(self, message: str, needed: int, allowed: int) -> None:
        super().__init__(message, needed, allowed)
        self.message = message
        self.needed = needed
        self.allowed = allowed

    def __str__(self) -> str:
        return self.message


class Stopped(TilewrightError):
    """A limit was reached before the answer was known.

    ``end`` says which (``"time"``, ``"nodes"``, ``"memory"``), and ``at_least`` how many solutions are known, where they were counted.

    >>> import tilewright
    >>> try:
    ...     tilewright.board("roads", "8x8").count(nodes=10)
    ... except tilewright.Stopped as stopped:
    ...     print(stopped.end)
    nodes
    """

    message: str
    end: str
    at_least: int

    def __init__(self, message: str, end: str, at_least: int = 0) -> None:
        super().__init__(message, end, at_least)
        self.message = message
        self.end = end
        self.at_least = at_least

    def __str__(self) -> str:
        return self.message


class Unsolvable(TilewrightError):
    """There is no solution, where one is needed; the text says why."""


class NotUnique(TilewrightError):
    """There are several solutions, where one is needed; the text says where two of them differ."""


class Missed(TilewrightError):
    """No puzzle that meets the requirements was found; ``nearest`` is the nearest that was."""

    why: str
    nearest: Puzzle | None

    def __init__(self, why: str, nearest: NativePuzzle | Puzzle | None = None) -> None:
        from tilewright._puzzle import Puzzle, wrap

        found = nearest if nearest is None or isinstance(nearest, Puzzle) else wrap(nearest)
        super().__init__(why, found)
        self.why = why
        self.nearest = found

    def __str__(self) -> str:
        return self.why
