"""The answers to questions about a puzzle: plain values that can be compared and pickled."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tilewright import _native
from tilewright._errors import Refused

if TYPE_CHECKING:
    from tilewright._puzzle import Puzzle

__all__ = ["Canonical", "Explanation", "Picture", "Rating", "Step", "SudokuExplainer", "Verdict"]


class Picture:
    """Something drawn: it shows itself in a notebook, and as text elsewhere.

    >>> import tilewright
    >>> picture = tilewright.parse("12..............").picture()
    >>> picture.svg().startswith("<svg")
    True
    """

    __slots__ = ("_inner", "_stored")
    _inner: _native.Picture | None
    #: The text and the SVG of a picture that was pickled.
    _stored: tuple[str, str] | None

    def __init__(
        self, native: _native.Picture | None, stored: tuple[str, str] | None = None
    ) -> None:
        self._inner = native
        self._stored = stored

    def text(self, width: int = 100) -> str:
        """As text, grids side by side as far as ``width`` columns allow."""
        if self._inner is None:
            return self._stored[0] if self._stored else ""
        return self._inner.text(width)

    def svg(self, theme: str = "light") -> str:
        """As an SVG file, in the theme ``"light"`` or ``"dark"``."""
        if self._inner is None:
            return self._stored[1] if self._stored else ""
        return self._inner.svg(theme)

    def png(self, theme: str = "light", scale: float = 1.0) -> bytes:
        """As a PNG file, with ``scale`` pixels for each unit of the SVG.

        A picture that was pickled keeps its text and its SVG alone.
        """
        if self._inner is None:
            raise Refused("a picture that was pickled has no PNG; its SVG is kept")
        return bytes(self._inner.png(theme, scale))

    def __str__(self) -> str:
        return self.text().rstrip("\n")

    def __repr__(self) -> str:
        return "<Picture>"

    def _repr_svg_(self) -> str:
        return self.svg()

    def __reduce__(self) -> tuple[object, ...]:
        return (Picture, (None, (self.text(), self.svg())))


@dataclass(frozen=True)
class Verdict:
    """The verdict about a puzzle. It claims nothing beyond the search."""

    #: The verdict in a word: "unique", "several", "unsolvable" or "stopped".
    status: str
    #: "complete", or the limit that was reached: "time", "nodes", "memory".
    end: str
    #: Two clues that exclude each other, in words.
    contradiction: str | None
    #: A solution.
    solution: Puzzle | None
    #: Another one, where there are several.
    other: Puzzle | None
    #: The clues of a unique puzzle without any one of which it would still be unique.
    redundant: tuple[str, ...]
    #: The number of clues that were tried for that.
    clues_tried: int
    #: The number of clues.
    clues: int
    #: The verdict in sentences.
    sentences: tuple[str, ...]

    @classmethod
    def _of(cls, answer: dict[str, Any], solutions: list[Puzzle], sentences: list[str]) -> Verdict:
        return cls(
            status=answer["status"],
            end=answer["end"],
            contradiction=answer.get("contradiction"),
            solution=solutions[0] if solutions else None,
            other=solutions[1] if len(solutions) > 1 else None,
            redundant=tuple(answer.get("redundant", ())),
            clues_tried=answer.get("clues_tried", 0),
            clues=answer.get("clues", 0),
            sentences=tuple(sentences),
        )

    @property
    def is_solvable(self) -> bool | None:
        """True if there is a solution; None if a limit was reached before that was known."""
        if self.solution is not None:
            return True
        return None if self.status == "stopped" else False

    @property
    def is_unique(self) -> bool | None:
        """True if there is one solution; None if a limit was reached before that was known."""
        return None if self.status == "stopped" else self.status == "unique"

    @property
    def is_valid(self) -> bool:
        """True if no two clues exclude each other."""
        return self.contradiction is None

    @property
    def is_minimal(self) -> bool | None:
        """True if it is unique and no clue can go; None if that is not known."""
        if self.redundant or self.is_unique is False:
            return False
        if self.is_unique is None or self.clues_tried < self.clues:
            return None
        return True

    def __str__(self) -> str:
        return "\n".join(self.sentences)


@dataclass(frozen=True)
class Step:
    """A step of an explanation, and why it holds."""

    #: The name of the technique: "hidden single".
    technique: str
    #: The place to look at: "row 3".
    look: str
    #: Its reason: "in row 3 the 5 fits at r3c4 alone".
    because: str
    #: Its conclusion: "r3c4 = 5".
    therefore: str
    #: The choices that are in every solution from now on, by name.
    picked: tuple[str, ...]
    #: The choices that are in no solution from now on, by name.
    removed: tuple[str, ...]
    #: The reason in the numbers of the model's items and choices; None for an assumption and its refutation.
    reason: dict[str, Any] | None = field(default=None, hash=False, repr=False)
    #: The choices that the reason starts from, by number.
    premises: tuple[int, ...] = field(default=(), repr=False)
    #: ``picked`` by number.
    picked_choices: tuple[int, ...] = field(default=(), repr=False)
    #: ``removed`` by number.
    removed_choices: tuple[int, ...] = field(default=(), repr=False)
    #: The number of assumptions that it rests on.
    assumptions: int = 0
    #: ``picked`` as cells, by number from 0, each with its value, by number from 1; None for its value where cells have none.
    picked_cells: tuple[tuple[int, int | None], ...] = ()
    #: ``removed`` in the same way.
    removed_cells: tuple[tuple[int, int | None], ...] = ()
    #: The cells and values that the reason starts from.
    premise_cells: tuple[tuple[int, int | None], ...] = ()
    #: The step on the board that it was found on.
    picture: Picture | None = field(default=None, compare=False, repr=False)

    @classmethod
    def _of(cls, told: dict[str, Any], picture: Picture | None, puzzle: _native.Puzzle | None = None) -> Step:
        values: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in told.items()}
        if puzzle is not None:
            for key, choices in (("picked", "picked_choices"), ("removed", "removed_choices"), ("premise", "premises")):
                values[f"{key}_cells"] = _cells(puzzle, told.get(choices, []))
        return cls(**values, picture=picture)

    def __str__(self) -> str:
        because = f"{self.because}, so " if self.because else ""
        return f"{self.technique}: {because}{self.therefore}"

    def _repr_html_(self) -> str:
        return _html((self,))


def _cells(puzzle: _native.Puzzle, choices: list[int]) -> tuple[tuple[int, int | None], ...]:
    """The cells of choices, each with its value from 1."""
    if not choices:
        return ()
    spots = (spot for of_choice in puzzle.spots(choices) for spot in of_choice)
    return tuple((cell, None if slot is None else slot + 1) for cell, slot in spots)


@dataclass(frozen=True)
class Explanation:
    """A puzzle from its clues to its solution, step by step."""

    #: "solved", "stuck" where logic finds no more, or "stopped".
    status: str
    #: "complete", or the limit that was reached: "time", "nodes", "memory".
    end: str
    steps: tuple[Step, ...]
    #: The number of steps of each technique, in the order in which they came first.
    techniques: dict[str, int] = field(hash=False)
    #: The solution, where it is solved.
    solution: Puzzle | None

    def __str__(self) -> str:
        lines = [f"{number}. {step}" for number, step in enumerate(self.steps, 1)]
        return "\n".join([*lines, self.status])

    def _repr_html_(self) -> str:
        return _html(self.steps) + f"<p>{self.status}</p>"


@dataclass(frozen=True)
class SudokuExplainer:
    """The rating of Sudoku Explainer: of the whole, of the first step, of the first placement."""

    er: float
    ep: float
    ed: float


@dataclass(frozen=True)
class Rating:
    """The difficulty of a puzzle."""

    #: On our own scale, the same however the puzzle is turned or relabelled; None where logic does
    #: not finish it.
    difficulty: float | None
    #: The difficulty in a word: easy, medium, hard, expert, extreme.
    grade: str | None
    #: The name of the hardest step.
    hardest: str | None
    #: The number of steps of each technique.
    techniques: dict[str, int] = field(hash=False)
    #: On the scale of Sudoku Explainer, for 9×9 Sudoku; None if its limits were reached.
    se: SudokuExplainer | None
    #: HoDoKu's level and score, for 9×9 Sudoku.
    hodoku_level: str | None
    hodoku_score: int | None

    @classmethod
    def _of(cls, answer: dict[str, Any]) -> Rating:
        se, hodoku = answer.get("se"), answer.get("hodoku", {})
        return cls(
            difficulty=answer.get("difficulty"),
            grade=answer.get("grade"),
            hardest=answer.get("hardest"),
            techniques=answer.get("techniques", {}),
            se=None if se is None else SudokuExplainer(se["er"], se["ep"], se["ed"]),
            hodoku_level=hodoku.get("level"),
            hodoku_score=hodoku.get("score"),
        )


@dataclass(frozen=True)
class Canonical:
    """The smallest of all copies of a puzzle that differ in their looks alone."""

    puzzle: Puzzle
    #: In how many ways the puzzle can be moved onto itself; None where they are 2**128 or more.
    automorphisms: int | None
    #: A hash of 128 bits in hex, equal for all copies of a puzzle.
    digest: str


def _html(steps: tuple[Step, ...]) -> str:
    from html import escape

    rows = []
    for step in steps:
        picture = "" if step.picture is None else step.picture.svg()
        words = f"<b>{escape(step.technique)}</b>: {escape(str(step).split(': ', 1)[1])}"
        rows.append(f"<li>{words}<br>{picture}</li>")
    return f"<ol>{''.join(rows)}</ol>"
