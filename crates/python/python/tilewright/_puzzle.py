"""Puzzles of every family, and the questions about them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar, overload

from tilewright import _native
from tilewright._errors import Refused
from tilewright._limits import Limits, bundle, whole
from tilewright._results import (
    Canonical,
    Explanation,
    Picture,
    Rating,
    Step,
    Verdict,
)

if TYPE_CHECKING:
    import sys
    from os import PathLike

    if sys.version_info >= (3, 11):
        from typing import Self, Unpack
    else:
        from typing_extensions import Self, Unpack

__all__ = [
    "Cover",
    "Family",
    "Format",
    "Puzzle",
    "Rules",
    "Shikaku",
    "Solutions",
    "Sudoku",
    "Tiles",
    "board",
    "families",
    "parse",
    "wrap",
]

P = TypeVar("P", bound="Puzzle")


class Puzzle:
    """A puzzle of any family, solved or not. It never changes: a solution is another puzzle.

    ``Puzzle(text)`` reads any text; ``Sudoku(text)``, ``Shikaku(text)`` and so on read one of their own.

    Every question takes limits: ``time`` (seconds or a timedelta), ``nodes`` of search, ``memory`` in bytes,
    ``threads``, and with ``engine`` and ``seed`` how it is searched. Where a limit is reached before the
    answer is known, Stopped is raised; nothing is claimed that was not found out.

    >>> import tilewright
    >>> puzzle = tilewright.Sudoku("12....1....34...")
    >>> puzzle.title, puzzle.family, puzzle.clues
    ('Sudoku 4×4, 5 clues', 'sudoku', 5)
    >>> str(puzzle)
    '12....1....34...'
    """

    __slots__ = ("_inner", "_seed")
    _inner: _native.Puzzle
    _seed: int | None
    _family: str | None = None

    def __init__(self, text: str, as_: str | None = None) -> None:
        native = _native.parse(text, as_ or self._family, None)
        if self._family not in (None, native.family):
            raise Refused(f"this is {native.family}, not {self._family}")
        self._inner = native

    def __new__(cls, *_: Any, **__: Any) -> Self:
        puzzle = super().__new__(cls)
        puzzle._seed = None
        return puzzle

    @property
    def family(self) -> str:
        """The name of its family: sudoku, shikaku, tiles, rules or cover."""
        return self._inner.family

    @property
    def title(self) -> str:
        """A description in a few words."""
        return self._inner.title

    @property
    def clues(self) -> int:
        """The number of choices of its clues."""
        return self._inner.clues

    @property
    def seed(self) -> int | None:
        """The seed that it was made with, drawn or given; None if it was not made here."""
        return self._seed

    def __repr__(self) -> str:
        return f"<{self.title}>"

    def __str__(self) -> str:
        return self.write().rstrip("\n")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Puzzle):
            return NotImplemented
        return bool(self._inner == other._inner)

    def __hash__(self) -> int:
        return hash(self._inner)

    def __reduce__(self) -> tuple[object, ...]:
        return (_restore, self._inner.__getstate__())

    def write(self, format: str | None = None) -> str:
        r"""The puzzle in a format of its family; see ``families()``.

        Without a format it is the one that it was read in, or another that shows its answers.

        >>> import tilewright
        >>> tilewright.Sudoku("1 2 . .\n. . 1 .\n. . . 3\n4 . . .").write("line")
        '12....1....34...\n'
        """
        return self._inner.write(format)

    def to_dict(self) -> dict[str, Any]:
        """The puzzle as data: its format ``json``, as a dict.

        >>> import tilewright
        >>> tilewright.Sudoku("12....1....34...").to_dict()["dims"]
        [2, 2]
        """
        data: dict[str, Any] = json.loads(self.write("json"))
        return data

    def picture(self) -> Picture:
        """Its picture."""
        return Picture(self._inner.picture())

    @overload
    def render(
        self, format: Literal["svg", "text"] = "svg", *, theme: str = "light"
    ) -> str: ...
    @overload
    def render(
        self, format: Literal["png"], *, theme: str = "light", scale: float = 1.0
    ) -> bytes: ...
    def render(
        self, format: str = "svg", *, theme: str = "light", scale: float = 1.0
    ) -> str | bytes:
        """Draws it: as ``"svg"``, as ``"text"``, or as ``"png"``, ``scale`` pixels for a unit.

        >>> import tilewright
        >>> print(tilewright.Sudoku("12....1....34...").render("text"))
        ┌─────┬─────┐
        │ 1 2 │ · · │
        │ · · │ 1 · │
        ├─────┼─────┤
        │ · · │ · 3 │
        │ 4 · │ · · │
        └─────┴─────┘
        """
        picture = self.picture()
        if format == "svg":
            return picture.svg(theme)
        if format == "text":
            return str(picture)
        if format == "png":
            return picture.png(theme, scale)
        raise ValueError(f"there is no picture called {format!r}; there are svg, text, png")

    def _repr_svg_(self) -> str:
        return self.render("svg")

    def solve(self, **limits: Unpack[Limits]) -> Self | None:
        """The first solution; None where there is none.

        >>> import tilewright
        >>> puzzle = tilewright.Sudoku("12....1....34...")
        >>> solved = puzzle.solve()
        >>> str(solved)
        '1234341221434321'
        >>> tilewright.Sudoku("11..............").solve() is None
        True
        """
        solved = self._inner.solve(bundle(limits))
        return None if solved is None else self._same(solved)

    def solutions(self, limit: int | None = None, **limits: Unpack[Limits]) -> Solutions[Self]:
        """The solutions one after the other, at most ``limit`` of them.

        The search runs only when the next solution is asked for, and ends when the iterator is dropped. A limit of
        time counts from the first solution that is asked for. Stopped is raised in the end if there may be more.

        >>> import tilewright
        >>> puzzle = tilewright.board("sudoku", "2,2")
        >>> [str(solution) for solution in puzzle.solutions(limit=2)]
        ['1234341221434321', '1234341241232341']
        >>> sum(1 for _ in puzzle.solutions())
        288
        """
        native = self._inner.solutions(bundle(limits), whole("limit", limit))
        return Solutions(native, self)

    def count(self, limit: int | None = None, **limits: Unpack[Limits]) -> int:
        """The exact number of solutions, or ``limit`` where there are at least as many.

        Stopped is raised, with a lower bound as ``at_least``, where another limit is reached.

        >>> import tilewright
        >>> tilewright.board("sudoku", "3,3").count()
        6670903752021072936960
        >>> tilewright.board("loops", "5x4").count(limit=10)
        10
        """
        return self._inner.count(bundle(limits), whole("limit", limit))

    def check(self, **limits: Unpack[Limits]) -> Verdict:
        """The verdict: valid, solvable, unique, and the clues it could do without.

        >>> import tilewright
        >>> print(tilewright.Sudoku("12....1....34...").check())
        valid
        solvable
        unique
        1 redundant clue among 5 clues: the 1 at r1c1
        >>> verdict = tilewright.Sudoku("1...............").check()
        >>> verdict.status, verdict.is_solvable, verdict.is_unique
        ('several', True, False)
        >>> verdict.solution == verdict.other
        False
        """
        answer, found, sentences = self._inner.check(bundle(limits))
        solutions = [self._same(solution) for solution in found]
        return Verdict._of(json.loads(answer), solutions, sentences)

    def explain(
        self,
        *,
        search: bool = False,
        unique: bool = False,
        nested: bool = False,
        pictures: bool = True,
        **limits: Unpack[Limits],
    ) -> Explanation:
        """Every step to the solution, and why it holds.

        With ``search`` it continues with assumptions when logic ends, with ``unique`` it uses that
        there is one solution, with ``nested`` it looks for contradictions within contradictions.
        Without ``pictures`` it is quicker. Unsolvable or NotUnique is raised, with the reason, if there is not
        exactly one solution.

        >>> import tilewright
        >>> puzzle = tilewright.Sudoku("12....1....34...")
        >>> explanation = puzzle.explain()
        >>> explanation.status, len(explanation.steps) > 5
        ('solved', True)
        >>> print(explanation.steps[0].technique)
        hidden single
        >>> tilewright.Sudoku("1...............").explain()  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        tilewright._errors.NotUnique: several solutions: two of them differ at ...
        """
        wanted = (bool(search), bool(unique), bool(nested), bool(pictures))
        answer, drawn, solution = _native.explain(self._inner, bundle(limits), wanted)
        told = json.loads(answer)
        shown = map(Picture, drawn) if pictures else repeat(None)
        return Explanation(
            status=told["status"],
            end=told["end"],
            steps=tuple(map(Step._of, told.get("steps", []), shown, repeat(self._inner))),
            techniques=told["techniques"],
            solution=None if solution is None else self._same(solution),
        )

    def hint(self, *, unique: bool = False, **limits: Unpack[Limits]) -> Step | None:
        """The easiest next step; None where nothing is left to do, or logic finds none.

        >>> import tilewright
        >>> hint = tilewright.Sudoku("12....1....34...").hint()
        >>> print(hint.look)
        column 1
        """
        hint = _native.hint(self._inner, bundle(limits), bool(unique))
        return None if hint is None else Step._of(json.loads(hint[0]), Picture(hint[1]), self._inner)

    def rate(self, **limits: Unpack[Limits]) -> Rating:
        """Its difficulty: on our own scale, and for 9×9 Sudoku on those of other programs.

        Unsolvable or NotUnique is raised where there is not one solution.

        >>> import tilewright
        >>> line = "1..3.48.9.24.....7...96.5..23.....5.5.7..8.........4....95.....3..8......5.6...3."
        >>> rating = tilewright.Sudoku(line).rate()
        >>> rating.hodoku_level
        'Easy'
        """
        return Rating._of(json.loads(self._inner.rate(bundle(limits))))

    def canonical(self) -> Canonical:
        """The smallest copy of this puzzle, for Sudoku: the same for all that differ in their looks alone.

        >>> import tilewright
        >>> one = tilewright.Sudoku("12....1....34...")
        >>> turned = tilewright.Sudoku(str(one)[::-1])
        >>> one == turned, one.canonical() == turned.canonical()
        (False, True)
        """
        puzzle, automorphisms, digest = self._inner.canonical()
        return Canonical(self._same(puzzle), automorphisms, digest)

    def candidates(self) -> list[list[str]] | None:
        """For each cell the values that no clue excludes, by name; None if the cells have no values.

        >>> import tilewright
        >>> tilewright.Sudoku("12....1....34...").candidates()[:4]
        [['1'], ['2'], ['3', '4'], ['4']]
        """
        return self._inner.candidates() or None

    def play(self, cell: int | str, value: int | str | None) -> Self:
        """The puzzle with a value in a cell, or with none there.

        A cell is its number, from 0, or its name. Whether the value is right is for ``check`` and ``score`` to say.

        >>> import tilewright
        >>> puzzle = tilewright.Sudoku("12....1....34...")
        >>> str(puzzle.play("r1c3", 3)), str(puzzle.play(0, None))
        ('123...1....34...', '.2....1....34...')
        """
        where = cell if isinstance(cell, str) else whole("cell", cell)
        assert where is not None
        return self._same(self._inner.play(where, None if value is None else str(value)))

    def sample(self, number: int = 1, *, uniform: bool = False, **limits: Unpack[Limits]) -> list[Self]:
        """Random solutions, each drawn anew: the same ones for the same ``seed``.

        If the solutions can be counted, each is as likely as any other. With ``uniform``, Stopped is raised if they cannot;
        without it, they are then the ends of searches in random order. The list is empty if there is no solution.

        >>> import tilewright
        >>> board = tilewright.board("sudoku", "2,2")
        >>> [str(solution) for solution in board.sample(2, seed=1)] == [str(solution) for solution in board.sample(2, seed=1)]
        True
        """
        wanted = whole("number", number)
        assert wanted is not None
        drawn, _ = self._inner.sample(bundle(limits), wanted, bool(uniform))
        return [self._same(solution) for solution in drawn]

    def _filled_like(self, solved: Puzzle) -> Self:
        """The puzzle with the solution of one with more clues filled in, as if it had been found here."""
        return self._same(self._inner.filled_like(solved._inner))

    def _cut(self, parts: int) -> list[Self]:
        """At least ``parts`` puzzles that have all solutions between them and none twice, if that many can be made.

        A Shikaku, which has no clues but its numbers, is the only part.
        """
        if parts < 1:
            raise ValueError(f"parts is a number from 1 on, not {parts}")
        return [self._same(part) for part in self._inner.cut(bundle({}), parts)]

    def _same(self, native: _native.Puzzle) -> Self:
        """Another puzzle of the same family."""
        puzzle = object.__new__(type(self))
        puzzle._inner, puzzle._seed = native, None
        return puzzle


class Sudoku(Puzzle):
    """A Sudoku in any number of dimensions, a Latin square or a jigsaw."""

    __slots__ = ()
    _family = "sudoku"

    @property
    def dims(self) -> tuple[int, ...]:
        """The sides of a box: (3, 3) for the classic board.

        >>> import tilewright
        >>> tilewright.board("sudoku", "2,3").dims
        (2, 3)
        """
        return tuple(self.to_dict()["dims"])

    @property
    def cells(self) -> tuple[int, ...]:
        """The value of each cell from 1, and 0 where it is empty.

        >>> import tilewright
        >>> tilewright.Sudoku("12....1....34...").cells
        (1, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 3, 4, 0, 0, 0)
        """
        return tuple(self.to_dict()["cells"])


class Shikaku(Puzzle):
    """A grid that is cut in boxes, each with one clue."""

    __slots__ = ()
    _family = "shikaku"


class Tiles(Puzzle):
    """Roads, loops and any set of tiles whose sides must join."""

    __slots__ = ()
    _family = "tiles"


class Rules(Puzzle):
    """Whatever can be written down as tiles, values, groups and rules, or as pieces."""

    __slots__ = ()
    _family = "rules"


class Cover(Puzzle):
    """Exact cover with colours."""

    __slots__ = ()
    _family = "cover"


_CLASSES: dict[str, type[Puzzle]] = {
    family._family: family for family in (Sudoku, Shikaku, Tiles, Rules, Cover) if family._family
}


class Solutions(Iterator[P]):
    """Solutions of a puzzle, found as they are asked for; dropping or closing it ends the search."""

    __slots__ = ("_inner", "_puzzle")

    def __init__(self, native: _native.Solutions, puzzle: P) -> None:
        self._inner = native
        self._puzzle = puzzle

    def __iter__(self) -> Solutions[P]:
        return self

    def __next__(self) -> P:
        return self._puzzle._same(next(self._inner))

    def close(self) -> None:
        """Ends the search."""
        self._inner.close()

    def __enter__(self) -> Solutions[P]:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@dataclass(frozen=True)
class Format:
    """A way to write a puzzle down."""

    name: str
    about: str
    reads: bool
    writes: bool
    #: True if a puzzle is one line.
    is_line: bool


@dataclass(frozen=True)
class Family:
    """A kind of puzzle with its formats."""

    name: str
    about: str
    formats: tuple[Format, ...]


def families() -> tuple[Family, ...]:
    """Every family with its formats: those that are programs, then the kinds, which are files.

    >>> import tilewright
    >>> [family.name for family in tilewright.families()][:5]
    ['sudoku', 'shikaku', 'tiles', 'rules', 'cover']
    """
    return tuple(
        Family(name, about, tuple(Format(*format) for format in formats))
        for name, about, formats in _native.families()
    )


def parse(text: str, as_: str | None = None, kind: PathLike[str] | str | None = None) -> Puzzle:
    """Reads a text as the puzzle that it is.

    ``as_`` names its family, its format or both (``"sudoku"``, ``"json"``, ``"sudoku:line"``); without it the text
    decides. ``kind`` is the name of a kind, or the file of one (``"my.toml"``). Raises ParseError with the line and the
    column where the text is wrong.

    >>> import tilewright
    >>> type(tilewright.parse("6 6\\n" + "0 0 0 0 0 6\\n" * 6)).__name__
    'Shikaku'
    """
    if kind is None or not str(kind).endswith(".toml"):
        named = None if kind is None else str(kind)
        return wrap(_native.parse(text, as_ or named, None))
    return wrap(_native.parse(text, as_, Path(kind).read_text(encoding="utf-8")))


def board(kind: str, size: str) -> Puzzle:
    """The empty board of a kind and size: ``"sudoku", "9x9"``, ``"roads", "4x5"``, ``"loops", "8x8"``.

    Sides with an ``x`` are the board, which has its usual boxes; a list is the box: ``"3,3"``, ``"2,2,1"``.

    >>> import tilewright
    >>> tilewright.board("sudoku", "2,2,2").title
    'Sudoku 8×8×8, 0 clues'
    """
    return wrap(_native.board(kind, size))


def wrap(native: _native.Puzzle) -> Puzzle:
    """A native puzzle in the class of its family."""
    puzzle = object.__new__(_CLASSES.get(native.family, Puzzle))
    puzzle._inner, puzzle._seed = native, None
    return puzzle


def _restore(
    wanted: str, text: str, filled: list[int] | None, reading: str | None
) -> Puzzle:
    return wrap(_native.restore(wanted, text, filled, reading))
