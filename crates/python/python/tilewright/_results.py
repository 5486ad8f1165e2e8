"""What the questions about a puzzle are answered with: plain values that can be compared and pickled."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

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
    """What is known about a puzzle. Nothing is claimed beyond what was searched.

    ``is_solvable`` and ``is_unique`` are None where a limit was reached before that was known.
    """

    #: The word that tables have for it: "unique", "several", "unsolvable" or "stopped".
    status: str
    #: Two clues that exclude each other, in words.
    contradiction: str | None
    is_solvable: bool | None
    is_unique: bool | None
    #: A solution.
    solution: Puzzle | None
    #: Another one, where there are several.
    other: Puzzle | None
    #: The clues of a unique puzzle without any one of which it would still be unique.
    redundant: tuple[str, ...]
    #: How many clues were tried for that.
    clues_tried: int
    #: How many clues there are to try.
    clues: int
    #: "complete", or the limit that was reached.
    end: str
    #: The same in words.
    sentences: tuple[str, ...]

    @property
    def is_valid(self) -> bool:
        """Whether no two clues exclude each other."""
        return self.contradiction is None

    @property
    def is_minimal(self) -> bool | None:
        """Whether it is unique and no clue can go; None where that is not known."""
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

    #: What it is called: "hidden single".
    name: str
    #: Where to look: "row 3".
    place: str
    #: Why it holds: "in row 3 the 5 fits at r3c4 alone".
    because: str
    #: What follows: "r3c4 = 5".
    therefore: str
    #: What is in every solution from now on, by name.
    picked: tuple[str, ...]
    #: What is in no solution from now on, by name.
    removed: tuple[str, ...]
    #: How many assumptions it rests on.
    assumptions: int = 0
    #: The step on the board that it was found on.
    picture: Picture | None = field(default=None, compare=False, repr=False)

    @property
    def technique(self) -> str:
        """What it is called, under the key that the command and the page have for it."""
        return self.name

    @property
    def look(self) -> str:
        """Where to look, under the key that the command and the page have for it."""
        return self.place

    def __str__(self) -> str:
        because = f"{self.because}, so " if self.because else ""
        return f"{self.name}: {because}{self.therefore}"

    def _repr_html_(self) -> str:
        return _html((self,))


@dataclass(frozen=True)
class Explanation:
    """A puzzle from its clues to its solution, step by step."""

    steps: tuple[Step, ...]
    #: "solved", "stuck" where logic finds no more, or "stopped".
    outcome: str
    #: Why it was stopped.
    stopped: str | None
    #: The solution, where it is solved.
    solution: Puzzle | None

    @property
    def status(self) -> str:
        """How it ended, in the word that every way out has for it."""
        return self.outcome

    @property
    def techniques(self) -> dict[str, int]:
        """How often each technique was used, in the order in which they came first."""
        counts: dict[str, int] = {}
        for step in self.steps:
            counts[step.name] = counts.get(step.name, 0) + 1
        return counts

    def __str__(self) -> str:
        lines = [f"{number}. {step}" for number, step in enumerate(self.steps, 1)]
        return "\n".join([*lines, self.outcome])

    def _repr_html_(self) -> str:
        return _html(self.steps) + f"<p>{self.outcome}</p>"


@dataclass(frozen=True)
class SudokuExplainer:
    """The rating of Sudoku Explainer: of the whole, of the first step, of the first placement."""

    er: float
    ep: float
    ed: float


@dataclass(frozen=True)
class Rating:
    """How hard a puzzle is."""

    #: On our own scale, the same however the puzzle is turned or relabelled; None where logic does
    #: not finish it.
    difficulty: float | None
    #: The difficulty in a word: easy, medium, hard, expert, extreme.
    grade: str | None
    #: What the hardest step is called.
    hardest: str | None
    #: How many steps of each technique there are.
    techniques: dict[str, int] = field(hash=False)
    #: On the scale of Sudoku Explainer, for 9×9 Sudoku; None where its limits were reached.
    se: SudokuExplainer | None
    #: HoDoKu's level and score, for 9×9 Sudoku.
    hodoku_level: str | None
    hodoku_score: int | None


@dataclass(frozen=True)
class Canonical:
    """The smallest of all copies of a puzzle that differ in their looks alone."""

    puzzle: Puzzle
    #: In how many ways the puzzle can be moved onto itself; None where they are 2**128 or more.
    automorphisms: int | None
    #: The same for all copies of a puzzle: a hash of 128 bits in hex.
    digest: str


def _html(steps: tuple[Step, ...]) -> str:
    from html import escape

    rows = []
    for step in steps:
        picture = "" if step.picture is None else step.picture.svg()
        words = f"<b>{escape(step.name)}</b>: {escape(str(step).split(': ', 1)[1])}"
        rows.append(f"<li>{words}<br>{picture}</li>")
    return f"<ol>{''.join(rows)}</ol>"
