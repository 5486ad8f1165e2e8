"""A program that mypy reads with --strict, to test the stubs. It is run as well."""

from __future__ import annotations

from datetime import timedelta

import tilewright


def unique_solutions(lines: list[str]) -> list[tilewright.Puzzle]:
    found: list[tilewright.Puzzle] = []
    for line in lines:
        verdict = tilewright.parse(line, as_="sudoku:line").check(time=timedelta(seconds=5))
        if verdict.is_unique and verdict.solution is not None:
            found.append(verdict.solution)
    return found


def main() -> None:
    sudoku = tilewright.Sudoku("12....1....34...")
    solved: tilewright.Sudoku | None = sudoku.solve(threads=1, engine="dance")
    assert solved is not None
    cells: tuple[int, ...] = solved.cells
    number: int = sudoku.count(limit=10, nodes=1000)
    svg: str = solved.render()
    png: bytes = solved.render("png", scale=2.0)
    for solution in sudoku.solutions(limit=3):
        other: tilewright.Sudoku = solution
        assert other.clues == sudoku.clues
    step = sudoku.hint()
    words: str = "" if step is None else step.because
    rating: tilewright.Rating = sudoku.rate()
    difficulty: float | None = rating.difficulty
    made: tilewright.Puzzle = tilewright.generate("sudoku", "2,2", seed=1, minimal=True)
    try:
        made.count(time=1.0)
    except tilewright.Stopped as stopped:
        at_least: int = stopped.at_least
        assert at_least >= 0
    answers = tilewright.solve_batch(["12....1....34...", None, sudoku], threads=1)
    batch_of_list: tilewright.RecordBatch = answers
    status: list[object] = batch_of_list["status"]
    endless: tilewright.Stream = tilewright.rate_batch((text for text in ["12....1....34..."]), stream=True)
    whole: tilewright.Table = tilewright.canonical_batch({"puzzle": ["12....1....34..."]}, to="line")
    assert next(endless)["status"] == ["unique"] and whole["status"] == ["canonical"]
    credit: list[float] = tilewright.score_batch(["12....1....34..."], ["1234341221434321"])["credit"]
    assert credit == [1.0]
    stream: tilewright.Stream = tilewright.generate_batch("sudoku", "2,2", 3, stream=True)
    batch: tilewright.RecordBatch = next(stream)
    again: tilewright.RecordBatch = tilewright.check_batch(batch, keep=False)
    assert status and again
    assert cells and number == 1 and svg and png and words and difficulty is not None
    assert len(unique_solutions(["12....1....34..."])) == 1


if __name__ == "__main__":
    main()
