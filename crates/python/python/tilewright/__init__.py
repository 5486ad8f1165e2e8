"""One engine for tile puzzles: solve, count, check, rate, explain and make them.

A tile puzzle is a set of tiles, a set of values for each, and rules: Sudoku in any number of dimensions,
Shikaku, road tiles, exact cover, and whatever can be written down in those words.

>>> import tilewright
>>> puzzle = tilewright.parse("1 2 . .\\n. . 1 2\\n2 . 4 .\\n. . . .\\n")
>>> puzzle
<Sudoku 4×4, 6 clues>
>>> print(puzzle.solve().render("text"))
┌─────┬─────┐
│ 1 2 │ 3 4 │
│ 3 4 │ 1 2 │
├─────┼─────┤
│ 2 1 │ 4 3 │
│ 4 3 │ 2 1 │
└─────┴─────┘
>>> tilewright.board("roads", "8x8").count()
21516449182147
"""

from tilewright._bulk import (
    RecordBatch,
    Stream,
    Table,
    canonical_batch,
    check_batch,
    generate_batch,
    rate_batch,
    solve_batch,
)
from tilewright._copies import Copy, augment
from tilewright._errors import (
    FormatError,
    Missed,
    NotUnique,
    ParseError,
    Refused,
    Stopped,
    TilewrightError,
    TooLarge,
    Unsolvable,
)
from tilewright._make import generate
from tilewright._native import __version__
from tilewright._puzzle import (
    Cover,
    Family,
    Format,
    Puzzle,
    Rules,
    Shikaku,
    Solutions,
    Sudoku,
    Tiles,
    board,
    families,
    parse,
)
from tilewright._results import (
    Canonical,
    Explanation,
    Picture,
    Rating,
    Step,
    SudokuExplainer,
    Verdict,
)
from tilewright._score import Found, Score, score, score_batch
from tilewright._steps import explain_batch, hint_batch

__all__ = [
    "Canonical",
    "Copy",
    "Cover",
    "Explanation",
    "Family",
    "Format",
    "FormatError",
    "Found",
    "Missed",
    "NotUnique",
    "ParseError",
    "Picture",
    "Puzzle",
    "Rating",
    "RecordBatch",
    "Refused",
    "Rules",
    "Score",
    "Shikaku",
    "Solutions",
    "Step",
    "Stopped",
    "Stream",
    "Sudoku",
    "SudokuExplainer",
    "Table",
    "Tiles",
    "TilewrightError",
    "TooLarge",
    "Unsolvable",
    "Verdict",
    "__version__",
    "augment",
    "board",
    "canonical_batch",
    "check_batch",
    "explain_batch",
    "families",
    "generate",
    "generate_batch",
    "hint_batch",
    "parse",
    "rate_batch",
    "score",
    "score_batch",
    "solve_batch",
]
