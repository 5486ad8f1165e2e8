"""Limits, errors, signals, threads, and iterators that are dropped."""

from __future__ import annotations

import gc
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time
from datetime import timedelta

import pytest
from conftest import EASY, HARDEST, SOLVED

import tilewright
from tilewright import Missed, ParseError, Refused, Stopped, TooLarge

#: A count that no machine finishes.
ENDLESS = 'tilewright.board("sudoku", "4,4")'


def endless() -> tilewright.Puzzle:
    return tilewright.board("sudoku", "4,4")


def test_a_count_that_is_stopped_is_no_count() -> None:
    with pytest.raises(Stopped, match=r"at least \d+ \(node limit reached\)") as caught:
        tilewright.board("roads", "8x8").count(nodes=10)
    assert caught.value.end == "nodes"
    assert 0 <= caught.value.at_least < 21516449182147
    for time_limit in (0.2, timedelta(milliseconds=200)):
        with pytest.raises(Stopped, match="time is up"):
            endless().count(time=time_limit, engine="dance")


def test_other_questions_are_stopped(easy: tilewright.Puzzle) -> None:
    solutions = endless().solutions(nodes=1000)
    with pytest.raises(Stopped, match="there may be more solutions"):
        for _ in solutions:
            pass
    assert list(solutions) == []
    verdict = easy.check(nodes=1)
    assert verdict.end in ("nodes", "complete")


@pytest.mark.parametrize("time_limit", [0.0001, 0.003, 0.05])
def test_no_rating_and_no_step_after_a_stop(time_limit: float) -> None:
    puzzle = tilewright.parse(HARDEST)
    with pytest.raises(Stopped, match="no rating") as caught:
        puzzle.rate(time=time_limit)
    assert caught.value.end == "time"
    # Without contradictions within contradictions it soon gets stuck, which is not a stop.
    explanation = puzzle.explain(time=time_limit, nested=True, pictures=False)
    assert (explanation.status, explanation.end) == ("stopped", "time")
    assert explanation.solution is None
    with pytest.raises(Stopped, match="no step was found"):
        puzzle.hint(time=0)


def test_errors_are_pickled() -> None:
    errors: list[Exception] = [
        ParseError("wrong", 1, 2, "try this"),
        Stopped("at least 3 (time is up)", "time is up", 3),
        TooLarge("too large", 2, 1),
        Missed("why", tilewright.parse(EASY)),
        Refused("no"),
    ]
    for error in errors:
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error) and str(again) == str(error)
        assert vars(again) == vars(error)
        assert isinstance(error, tilewright.TilewrightError)


def test_bad_texts_are_errors_with_a_place() -> None:
    with pytest.raises(ParseError) as caught:
        tilewright.parse("1 2 . .\n. . 3 7\n. . . .\n. . . .")
    error = caught.value
    assert (error.line, error.column) == (2, 7)
    assert error.message.startswith('"7" at r2c4 is not a symbol')
    assert isinstance(error, ValueError)
    with pytest.raises(ParseError, match="hint: ") as caught:
        tilewright.parse("what is this")
    assert caught.value.hint is not None
    for bad in ("", "\0", "é" * 1000, "{", "[" * 100_000):
        with pytest.raises(ParseError):
            tilewright.parse(bad)
    with pytest.raises(ParseError, match="there is no kind of board"):
        tilewright.board("chess", "8x8")
    with pytest.raises(ParseError, match="no family or readable format"):
        tilewright.parse(EASY, as_="chess")


@pytest.mark.parametrize(
    "limits",
    [
        {"time": -1},
        {"time": float("nan")},
        {"nodes": -1},
        {"nodes": 2**64},
        {"threads": 0},
        {"memory": -5},
        {"seed": -1},
    ],
    ids=str,
)
def test_limits_that_make_no_sense(easy: tilewright.Puzzle, limits: dict[str, float]) -> None:
    with pytest.raises(ValueError):
        easy.solve(**limits)  # type: ignore[arg-type]


def test_wrong_types_are_type_errors(easy: tilewright.Puzzle) -> None:
    with pytest.raises(TypeError, match="there is no limit called 'colour'"):
        easy.solve(colour="red")  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        easy.solve(nodes=1.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        easy.solve(engine=3)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        tilewright.parse(b"12..")  # type: ignore[arg-type]
    with pytest.raises(Refused, match="there is no engine called"):
        easy.solve(engine="abacus")
    with pytest.raises(Refused, match="the nine engine cannot run this"):
        tilewright.board("roads", "4x4").solve(engine="nine")


def test_memory_is_limited() -> None:
    with pytest.raises(TooLarge, match="needs at least .* but only 1000 bytes") as caught:
        tilewright.board("sudoku", "3,3").check(memory=1000)
    assert caught.value.needed > caught.value.allowed == 1000


def test_wishes() -> None:
    puzzle = tilewright.generate("sudoku", "3,3", symmetry="180", clues=(24, 40), seed=5)
    verdict = puzzle.check()
    assert verdict.is_unique and 24 <= puzzle.clues <= 40
    cells = tilewright.Sudoku(str(puzzle)).cells
    assert [c == 0 for c in cells] == [c == 0 for c in reversed(cells)]
    assert puzzle == tilewright.generate("sudoku", "3,3", symmetry="180", clues=(24, 40), seed=5)
    assert puzzle != tilewright.generate(
        "sudoku", "3,3", symmetry="180", clues=(24, 40), seed=5, number=1
    )
    easy = tilewright.generate("sudoku", "3,3", difficulty="easy", seed=1)
    assert easy.rate().grade == "easy"
    full = tilewright.generate("sudoku", "3,3", full=True, seed=1)
    assert isinstance(full, tilewright.Sudoku) and 0 not in full.cells
    other = tilewright.generate("sudoku", "2,2"), tilewright.generate("sudoku", "3,3")
    assert all(puzzle.check().is_unique for puzzle in other)


def test_wishes_that_are_not_met() -> None:
    with pytest.raises(Missed) as caught:
        tilewright.generate("sudoku", "3,3", clues=17, seed=1, time=0.3)
    nearest = caught.value.nearest
    assert nearest is None or nearest.check().is_unique
    for wish in (
        {"difficulty": "simple"},
        {"symmetry": "left"},
        {"pattern": "x"},
    ):
        with pytest.raises(Refused):
            tilewright.generate("sudoku", "3,3", **wish)  # type: ignore[arg-type]
    with pytest.raises(Refused, match="cannot be made yet|no kind of board"):
        tilewright.generate("cover", "3x3")


def test_an_iterator_is_lazy_and_can_be_dropped() -> None:
    start = time.monotonic()
    before = threads_now()
    for _ in range(20):
        solutions = tilewright.board("sudoku", "3,3").solutions()
        assert next(solutions) != next(solutions)
        del solutions
    gc.collect()
    # Searches of a board with 10**21 solutions, and yet it continues at once.
    assert time.monotonic() - start < 60
    wait_until(lambda: threads_now() <= before + 1)
    with tilewright.board("sudoku", "3,3").solutions() as solutions:
        next(solutions)
    assert list(solutions) == []
    unused = tilewright.board("sudoku", "3,3").solutions()
    unused.close()
    assert list(unused) == []


def test_iterators_are_shared_by_threads() -> None:
    solutions = tilewright.board("sudoku", "2,2").solutions()
    found: list[tilewright.Puzzle] = []

    def take() -> None:
        for solution in solutions:
            found.append(solution)

    run_threads([take] * 4)
    assert len(found) == len(set(found)) == 288


def test_threads_work_in_parallel() -> None:
    answers: list[str] = []

    def solve() -> None:
        for _ in range(50):
            answers.append(str(tilewright.parse(EASY).solve()))

    run_threads([solve] * 8)
    assert answers == [SOLVED] * 400


def test_the_lock_is_released() -> None:
    ticks = 0
    is_over = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not is_over.is_set():
            ticks += 1
            time.sleep(0.001)

    ticker = threading.Thread(target=tick)
    ticker.start()
    with pytest.raises(Stopped):
        endless().count(time=0.5, engine="dance")
    is_over.set()
    ticker.join()
    assert ticks > 20


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as on POSIX")
@pytest.mark.parametrize(
    "work",
    [
        f'{ENDLESS}.count(engine="dance")',
        f'{ENDLESS}.count(engine="dance", threads=1)',
        'list(tilewright.board("sudoku", "3,3").solutions())',
        'tilewright.generate("sudoku", "3,3", clues=17, seed=1, time=1000)',
    ],
)
def test_ctrl_c(work: str) -> None:
    program = textwrap.dedent(
        f"""
        import tilewright, sys
        print("ready", flush=True)
        try:
            {work}
        except KeyboardInterrupt:
            print("interrupted", flush=True)
            # Python still works.
            print(tilewright.parse("12....1....34...").solve())
            sys.exit(7)
        """
    )
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    time.sleep(0.5)
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate(timeout=60)
    assert out == "interrupted\n1234341221434321\n"
    assert child.returncode == 7


def run_threads(works: list[object]) -> None:
    threads = [threading.Thread(target=work) for work in works]  # type: ignore[arg-type]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def threads_now() -> int:
    """Threads of this process, those of the native part too."""
    try:
        return len(os.listdir("/proc/self/task"))
    except OSError:
        return 0


def wait_until(is_so: object) -> None:
    for _ in range(200):
        if is_so():  # type: ignore[operator]
            return
        time.sleep(0.05)
    raise AssertionError("it never came about")
