"""Helpers of the tests."""

from __future__ import annotations

import pytest

import tilewright

#: A Sudoku with one solution, and that solution.
EASY = "1..3.48.9.24.....7...96.5..23.....5.5.7..8.........4....95.....3..8......5.6...3."
SOLVED = "165374829924185367873962514238496751547218693691753482489531276316827945752649138"

#: A Sudoku whose rating takes a while on any machine.
HARDEST = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

COVER = "a b c\na b\nc\nb c\na\n"


def one_of_each_family() -> list[tilewright.Puzzle]:
    """A puzzle of every family that is quick to solve."""
    return [
        tilewright.parse(EASY),
        tilewright.generate("shikaku", "6x6", seed=1),
        tilewright.generate("roads", "5x5", seed=1),
        tilewright.parse(COVER, as_="cover"),
    ]


@pytest.fixture
def easy() -> tilewright.Puzzle:
    return tilewright.parse(EASY)
