"""Batches from Python beside the native command and beside what people use from PyPI, in one run.

    python bench.py [--rows N] [--native PATH] [--seconds S]

Needs pyarrow. ``--native`` is the command ``tilewright``, built in the same profile as the wheel (default: the
one in PATH). Packages from PyPI and qqwing take part if they are installed: py-sudoku, dokusan,
reasoning-gym, sudokum, sudokutools, dlxsudoku. Slow ones get as many puzzles as they manage in a few seconds.
Each answer is compared with ours. The first figure is puzzles for a second of wall time, the second puzzles for a
second of one core (the best of several each, but for slow programs), and the last our share of it by wall and by core
time: on a machine with other work, trust the cores.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa

import tilewright


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=200_000)
    parser.add_argument("--seconds", type=float, default=3.0, help="time for each slow program")
    parser.add_argument("--native", default=shutil.which("tilewright"))
    parser.add_argument("--qqwing", default=shutil.which("qqwing"))
    arguments = parser.parse_args()

    print(f"{os.cpu_count()} cores; {arguments.rows} minimal 9×9 Sudokus")
    made = tilewright.generate_batch("sudoku", "3,3", arguments.rows, seed=1, minimal=True)
    table = pa.table(made)
    puzzles = table["puzzle"].combine_chunks()
    solutions = table["solution"].to_pylist()

    solve(puzzles, solutions, arguments)
    other_operations(puzzles, arguments)
    generate(arguments)


def solve(puzzles: Any, solutions: list[str], arguments: argparse.Namespace) -> None:
    rows = len(puzzles)
    print("\nsolve: puzzles for a second, for a second of a core; ours to it by both")
    assert tilewright.solve_batch(puzzles)["solution"] == solutions
    # Answers are dropped at once: to keep them measures how fast the system hands out memory.
    ours = best(rows, lambda: tilewright.solve_batch(puzzles))
    show("solve_batch, Arrow in and out", ours)
    first = best(rows, lambda: tilewright.solve_batch(puzzles, limit=1))
    show("solve_batch with limit=1", first)
    pieces = [puzzles.slice(start, 65_536) for start in range(0, rows, 65_536)]
    show("the same in batches of 65,536 rows", best(rows, lambda: by_pieces(pieces)))
    texts = puzzles.to_pylist()
    show("solve_batch, a list of str", best(rows, lambda: tilewright.solve_batch(texts)), ours)
    few = texts[: max(1, min(rows, 5000))]
    show(
        "parse(text).solve(), one by one",
        best(len(few), lambda: [tilewright.parse(text).solve() for text in few]),
        ours,
    )
    # The command looks for the first solution alone; `check` is the same question as the batch's.
    native(puzzles, first, arguments, "solve")
    native(puzzles, ours, arguments, "check")
    for name, solver in solvers():
        show(name, timed(solver, texts, solutions, arguments.seconds), ours)
    if arguments.qqwing:
        with_qqwing(texts, solutions, ours, arguments)


def by_pieces(pieces: list[Any]) -> None:
    for piece in pieces:
        tilewright.solve_batch(piece)


def native(puzzles: Any, ours: Rate, arguments: argparse.Namespace, *commands: str) -> None:
    """The command on a file of the same puzzles."""
    if not arguments.native:
        print("  (no native command: name it with --native)")
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "puzzles.txt"
        path.write_text("\n".join(puzzles.to_pylist()) + "\n")
        for command in commands:
            line = [arguments.native, command, str(path)]
            rate = by_command(line, len(puzzles))
            if rate:
                show(f"native: tilewright {command} FILE", rate, ours)


def by_command(line: list[str], rows: int) -> Rate | None:
    """The rate of a command; none where it fails, for a refusal is quick."""
    with open(os.devnull, "wb") as nothing:
        try:
            return best(rows, lambda: subprocess.run(line, stdout=nothing, stderr=nothing, check=True))
        except subprocess.CalledProcessError as error:
            print(f"  ({' '.join(line[:2])} failed with {error.returncode}: not measured)")
            return None


def other_operations(puzzles: Any, arguments: argparse.Namespace) -> None:
    for name, operation, rows in (
        ("check", tilewright.check_batch, len(puzzles)),
        ("canonical", tilewright.canonical_batch, len(puzzles)),
        ("rate", tilewright.rate_batch, min(len(puzzles), 2000)),
    ):
        print(f"\n{name}, puzzles/s")
        some = puzzles.slice(0, rows)
        ours = best(rows, lambda: operation(some))
        show(f"{name}_batch, Arrow in and out", ours)
        native(some, ours, arguments, name)


def generate(arguments: argparse.Namespace) -> None:
    rows = min(arguments.rows, 50_000)
    print("\ngenerate (minimal where the program can), puzzles/s")
    ours = best(rows, lambda: tilewright.generate_batch("sudoku", "3,3", rows, seed=2, minimal=True))
    show("generate_batch, minimal", ours)
    if arguments.native:
        line = [arguments.native, "generate", "sudoku", "3,3", "-n", str(rows), "--seed", "2"]
        line += ["--minimal", "--to", "line"]
        rate = by_command(line, rows)
        if rate:
            show("native: tilewright generate", rate, ours)
    for name, maker in makers():
        rate, unique = made_in(maker, arguments.seconds)
        show(name, rate, ours)
        print(f"    {unique:.0%} of its puzzles have one solution")
    if arguments.qqwing:
        number = "200"
        line = [arguments.qqwing, "--generate", number, "--one-line"]
        clock = Clock()
        out = subprocess.run(line, capture_output=True, text=True).stdout
        show("qqwing, by subprocess", clock.rate(int(number)), ours)
        print(f"    {share_unique(out.split()):.0%} of its puzzles have one solution")


def solvers() -> Iterator[tuple[str, Callable[[str], str]]]:
    """Programs from PyPI that solve: a line in, a line out."""
    try:
        from sudoku import Sudoku

        def py_sudoku(text: str) -> str:
            board = [[int(c) if c != "." else 0 for c in text[r : r + 9]] for r in range(0, 81, 9)]
            solved = Sudoku(3, 3, board=board).solve().board
            return "".join(str(value) for row in solved for value in row)

        yield "py-sudoku", py_sudoku
    except ImportError:
        pass
    try:
        from dokusan import solvers as dokusan_solvers
        from dokusan.boards import BoxSize
        from dokusan.boards import Sudoku as Board

        def dokusan(text: str) -> str:
            board = [[int(c) if c != "." else 0 for c in text[r : r + 9]] for r in range(0, 81, 9)]
            solved = dokusan_solvers.backtrack(Board.from_list(board, BoxSize(3, 3)))
            return "".join(str(cell.value) for cell in solved.cells())

        yield "dokusan (backtrack)", dokusan
    except ImportError:
        pass
    try:
        import sudokum

        def with_sudokum(text: str) -> str:
            board = [[int(c) if c != "." else 0 for c in text[r : r + 9]] for r in range(0, 81, 9)]
            _, solved = sudokum.solve(board, max_try=1000)
            return "".join(str(value) for row in solved for value in row)

        yield "sudokum", with_sudokum
    except ImportError:
        pass
    try:
        import sudokutools.solve
        import sudokutools.sudoku

        def with_sudokutools(text: str) -> str:
            board = sudokutools.sudoku.Sudoku.decode(text.replace(".", "0"))
            solved = next(iter(sudokutools.solve.dlx(board)))
            return "".join(str(solved[row, column]) for row in range(9) for column in range(9))

        yield "sudokutools (dlx)", with_sudokutools
    except ImportError:
        pass
    try:
        from dlxsudoku import Sudoku as DlxSudoku

        def dlxsudoku(text: str) -> str:
            board = DlxSudoku(text)
            board.solve()
            return str(board.to_oneliner())

        yield "dlxsudoku", dlxsudoku
    except ImportError:
        pass


def makers() -> Iterator[tuple[str, Callable[[int], str]]]:
    """Programs from PyPI that make puzzles: a seed in, a line out."""
    try:
        from sudoku import Sudoku

        def py_sudoku(seed: int) -> str:
            board = Sudoku(3, seed=seed).difficulty(0.6).board
            return "".join(str(value or ".") for row in board for value in row)

        yield "py-sudoku, difficulty 0.6", py_sudoku
    except ImportError:
        pass
    try:
        from dokusan import generators

        def dokusan(seed: int) -> str:
            made = generators.random_sudoku(avg_rank=100)
            return "".join(str(cell.value or ".") for cell in made.cells())

        yield "dokusan, rank 100", dokusan
    except ImportError:
        pass
    try:
        import reasoning_gym

        def gym(seed: int) -> str:
            item = reasoning_gym.create_dataset("sudoku", size=1, seed=seed)[0]
            return "".join(str(v or ".") for row in item["metadata"]["puzzle"] for v in row)

        yield "reasoning-gym", gym
    except ImportError:
        pass
    try:
        import sudokum

        def with_sudokum(seed: int) -> str:
            return "".join(str(v or ".") for row in sudokum.generate(mask_rate=0.6) for v in row)

        yield "sudokum, 60 % empty", with_sudokum
    except ImportError:
        pass


def with_qqwing(
    texts: list[str], solutions: list[str], ours: Rate, arguments: argparse.Namespace
) -> None:
    some = texts[:2000]
    line = [arguments.qqwing, "--solve", "--one-line"]
    clock = Clock()
    out = subprocess.run(line, input="\n".join(some) + "\n", capture_output=True, text=True).stdout
    rate = clock.rate(len(some))
    right = sum(a == b for a, b in zip(out.split(), solutions))
    show(f"qqwing, by subprocess ({right} of {len(some)} right)", rate, ours)


def timed(
    solver: Callable[[str], str], texts: list[str], solutions: list[str], seconds: float
) -> Rate:
    """Puzzles for a second, measured in about that many seconds."""
    clock, start, done, wrong = Clock(), time.perf_counter(), 0, 0
    while done < len(texts) and time.perf_counter() - start < seconds:
        try:
            wrong += solver(texts[done]) != solutions[done]
        except Exception:
            wrong += 1
        done += 1
    rate = clock.rate(done)
    if wrong:
        print(f"    (the next one got {wrong} of {done} wrong)")
    return rate


def made_in(maker: Callable[[int], str], seconds: float) -> tuple[Rate, float]:
    clock, start, texts = Clock(), time.perf_counter(), []
    while time.perf_counter() - start < seconds:
        texts.append(maker(len(texts)))
    rate = clock.rate(len(texts))
    return rate, share_unique(texts)


def share_unique(texts: list[str]) -> float:
    status = tilewright.check_batch(texts, as_="sudoku:line")["status"]
    return status.count("unique") / max(1, len(status))


#: Puzzles for a second: of wall time, and of one core.
Rate = tuple[float, float]


def cores() -> float:
    """The time of cores so far, that of child processes that have ended too."""
    both = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in both)


class Clock:
    """Wall time and the time of cores."""

    def __init__(self) -> None:
        self.wall, self.cores = time.perf_counter(), cores()

    def rate(self, rows: int) -> Rate:
        return rows / (time.perf_counter() - self.wall), rows / (cores() - self.cores)


def best(rows: int, work: Callable[[], object]) -> Rate:
    """The best of several: at least three, and as many as two seconds have room for."""
    rates: list[Rate] = []
    began = time.monotonic()
    while len(rates) < 3 or time.monotonic() - began < 2:
        clock = Clock()
        work()
        rates.append(clock.rate(rows))
    return max(wall for wall, _ in rates), max(cores for _, cores in rates)


def show(name: str, rate: Rate, ours: Rate | None = None) -> None:
    ratio = "" if ours is None else f"{ours[0] / rate[0]:11,.2f}× {ours[1] / rate[1]:11,.2f}×"
    print(f"  {name:45} {rate[0]:14,.1f} {rate[1]:14,.1f} {ratio}")


if __name__ == "__main__":
    main()
