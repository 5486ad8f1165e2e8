"""On a cluster: tables of any size with `run`, and searches that are too large for one machine with `count` and `solutions`.

It needs Ray and pyarrow (``pip install "tilewright[ray]"``), on every node. Without a cluster it runs on the cores of this
machine: whatever `ray.init` has joined is used, and if nothing has, it starts a Ray of its own.

The work is cut before it begins, by what it is and never by who is there to do it, and a piece is one Ray
task that can be done twice without harm. Ray Data is not used underneath: its blocks and their files depend on
how a run went, and a driver that died would begin again. With tasks and a manifest of our own (see
``_parts``), the output is the same to the byte whatever the number of workers, a node that dies costs
the pieces that it was at, and a run that was killed goes on where it was. In a pipeline of Ray Data, use the batch
functions with ``map_batches`` instead.

The source and the destination are paths that every node sees: one machine's disk, or a shared file system.
"""

from __future__ import annotations

import importlib
import logging
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Union

from tilewright import _parts
from tilewright._cut import cut
from tilewright._errors import Refused, Stopped, TilewrightError
from tilewright._limits import Limits, bundle
from tilewright._parts import Done, Job, Part, Source, Task
from tilewright._puzzle import Puzzle

if TYPE_CHECKING:
    if sys.version_info >= (3, 11):
        from typing import Unpack
    else:
        from typing_extensions import Unpack

__all__ = ["Progress", "Report", "Source", "count", "run", "solutions"]


@dataclass(frozen=True)
class Progress:
    """How far a run is."""

    pieces: int
    pieces_done: int
    #: Rows of a table; 0 where nobody knows, or for a count.
    rows: int
    rows_done: int
    #: Of the rows that were done, those that an earlier run had done.
    rows_found: int
    seconds: float

    def __str__(self) -> str:
        if not self.rows_done and not self.rows:
            return f"{self.pieces_done} of {self.pieces} parts, {self.seconds:.0f} s"
        rate = (self.rows_done - self.rows_found) / max(self.seconds, 1e-9)
        of = f" of {self.rows:,}" if self.rows else ""
        return (
            f"{self.pieces_done} of {self.pieces} partitions, "
            f"{self.rows_done:,}{of} rows, {rate:,.0f} rows/s"
        )


#: Whether progress is told on stderr, or who is told.
Telling = Union[bool, Callable[[Progress], None]]


@dataclass(frozen=True)
class Report:
    """What a run has done."""

    destination: str
    rows: int
    partitions: int
    #: Partitions that were complete already.
    partitions_found: int
    #: How many rows have each status.
    statuses: dict[str, int]
    seconds: float


def run(
    source: Source | None,
    destination: str | os.PathLike[str],
    operation: str,
    *,
    column: str | None = None,
    partitions: int | None = None,
    retries: int = 5,
    cpus: int = 1,
    in_flight: int | None = None,
    progress: Telling = True,
    **options: Any,
) -> Report:
    """Answers for every row of Parquet files, into Parquet files: ``part-00000.parquet`` and so on.

    ``source`` is a file, a folder, a pattern or a list of files; ``operation`` is ``"solve"``, ``"check"``, ``"rate"`` or ``"canonical"``,
    and ``column`` and ``options`` are those of its batch function (``as_``, ``to``, ``keep``, ``time``, …). With ``"generate"`` there is no source:
    it takes the options of ``generate_batch`` by name, with ``kind``, ``size``, ``rows`` and ``seed``.

    Rows keep their order: the parts one after the other are what the batch function gives for the files one after the other. A
    partition has at most 131,072 rows of one file, or as many as make ``partitions`` of them.

    The same call again goes on with a run that was stopped: partitions that are complete are read and left as
    they are, one that is damaged is done again. A destination of another job is refused. At the end there is
    ``_SUCCESS`` with the totals.

    A task has ``cpus`` cores and as many threads, and is done up to ``retries`` more times where its node or its worker
    dies or a file cannot be read or written; at most ``in_flight`` tasks are handed out at a time (without it, twice as many as have room).
    """
    _checked(cpus, retries, options)
    _needed()
    job = _job(source, destination, operation, column, options, partitions)
    return _run(job, retries, cpus, in_flight, progress)


def solutions(
    puzzle: Puzzle,
    destination: str | os.PathLike[str],
    *,
    to: str | None = None,
    parts: int = 256,
    retries: int = 5,
    cpus: int = 1,
    in_flight: int | None = None,
    progress: Telling = True,
    **limits: Unpack[Limits],
) -> Report:
    """Lists every solution in Parquet files, with the columns ``status`` (solved) and ``solution`` (in the format ``to``).

    The puzzle is cut as ``count`` cuts it, each part is a partition, and all that ``run`` promises holds: the same output
    whatever the workers, and the same call goes on with a run that was stopped. The limits are those of each part;
    where one is reached, Stopped is raised, and partitions that are complete stay.
    """
    _checked(cpus, retries, limits)
    bundle(limits)
    _needed()
    job = _parts.listed(puzzle, destination, {**limits, "to": to}, parts)
    return _run(job, retries, cpus, in_flight, progress)


def count(
    puzzle: Puzzle,
    *,
    parts: int = 256,
    retries: int = 5,
    cpus: int = 1,
    in_flight: int | None = None,
    progress: Telling = True,
    **limits: Unpack[Limits],
) -> int:
    """The exact number of solutions, worked out in parts that are added up.

    The puzzle is cut into at least ``parts`` puzzles with more clues, which have all of its solutions between them and none
    twice: Sudoku of every shape, roads and loops; a puzzle of another family is one part. The limits are those of
    each part; where one is reached, Stopped is raised with what is known as ``at_least``.

    It is for searches that take hours. A board that ``Puzzle.count`` does by its structure (an empty board of roads or a Sudoku
    without clues) is done sooner in one piece.
    """
    _checked(cpus, retries, limits)
    bundle(limits)
    pieces = cut(puzzle, parts)
    ray = _ray()
    task = ray.remote(_count).options(num_cpus=cpus, max_retries=retries, name="tilewright count")
    calls = (lambda piece=piece: task.remote(piece, {**limits, "threads": cpus}) for piece in pieces)
    began = time.monotonic()
    teller = _Teller(progress)
    total, stopped = 0, None
    for number, answer in enumerate(_gather(ray, calls, _room(ray, cpus, in_flight), _failed), 1):
        found, end = answer
        total += found
        stopped = stopped or end
        teller.tell(Progress(len(pieces), number, 0, 0, 0, time.monotonic() - began))
    teller.end()
    if stopped is not None:
        raise Stopped(f"at least {total} ({stopped})", stopped, total)
    return total


def _checked(cpus: int, retries: int, options: Mapping[str, object]) -> None:
    if "threads" in options or "stream" in options:
        raise Refused("threads= and stream= are not for the cluster: a task has as many threads as cpus= says")
    if cpus < 1 or retries < 0:
        raise ValueError("cpus is a number from 1 on, and retries one from 0 on")


def _run(job: Job, retries: int, cpus: int, in_flight: int | None, progress: Telling) -> Report:
    began = time.monotonic()
    ray = _ray()
    _parts.claim(job)
    task = ray.remote(_do).options(
        num_cpus=cpus, max_retries=retries, retry_exceptions=[OSError], name=f"tilewright {job.operation}"
    )
    shared = ray.put(job.task())
    calls = (lambda part=part: task.remote(shared, part, cpus) for part in job.parts)
    done = _gather(ray, calls, _room(ray, cpus, in_flight), _failed)
    statuses, found = _follow(job, done, progress, began)
    _parts.finish(job, statuses)
    rows = sum(statuses.values())
    return Report(job.destination, rows, len(job.parts), found, statuses, time.monotonic() - began)


def _job(
    source: Source | None,
    destination: str | os.PathLike[str],
    operation: str,
    column: str | None,
    options: dict[str, Any],
    partitions: int | None,
) -> Job:
    if operation == "generate":
        if source is not None or column is not None:
            raise Refused("generate makes its puzzles: it has no source and no column")
        return _parts.made(destination, options, partitions)
    if source is None:
        raise Refused(f"{operation} needs a source")
    return _parts.plan(source, destination, operation, {**options, "column": column}, partitions)


def _needed() -> Any:
    """Ray, where it and pyarrow are installed."""
    try:
        importlib.import_module("pyarrow.parquet")
        return importlib.import_module("ray")
    except ImportError as error:
        raise TilewrightError(f'{error.name} is not installed: pip install "tilewright[ray]"') from None


def _ray() -> Any:
    """Ray, joined or started."""
    ray = _needed()
    if not ray.is_initialized():
        ray.init(log_to_driver=False, include_dashboard=False, logging_level=logging.WARNING)
    return ray


def _do(task: Task, part: Part, threads: int) -> Done:
    return _parts.do(task, part, threads)


def _count(puzzle: Puzzle, limits: Limits) -> tuple[int, str | None]:
    """The number of solutions; where a limit was reached, what is known and which."""
    try:
        return puzzle.count(**limits), None
    except Stopped as stopped:
        return stopped.at_least, stopped.end


def _room(ray: Any, cpus: int, in_flight: int | None) -> Callable[[], int]:
    """How many tasks may be handed out, asked anew as nodes come and go."""
    if in_flight is None:
        return lambda: max(4, 2 * int(ray.cluster_resources().get("CPU", 1)) // cpus)
    if in_flight < 1:
        raise ValueError(f"in_flight is a number from 1 on, not {in_flight}")
    return lambda: in_flight


def _gather(
    ray: Any,
    calls: Iterable[Callable[[], Any]],
    room: Callable[[], int],
    failed: Callable[[Exception], Exception],
) -> Iterator[Any]:
    """The answers of tasks in the order in which they come, with a bounded number of them under way."""
    waiting = iter(calls)
    under_way: list[Any] = []
    most, asked = room(), time.monotonic()
    more = True
    try:
        while more or under_way:
            if time.monotonic() - asked > 5:
                most, asked = room(), time.monotonic()
            while more and len(under_way) < most:
                call = next(waiting, None)
                if call is None:
                    more = False
                else:
                    under_way.append(call())
            ready, under_way = ray.wait(under_way, num_returns=1, timeout=5) if under_way else ([], [])
            for answer in ready:
                try:
                    value = ray.get(answer)
                except ray.exceptions.RayError as error:
                    raise failed(error) from error
                yield value
    finally:
        for task in under_way:
            ray.cancel(task)


def _failed(error: Exception) -> Exception:
    """Why a task failed, in a sentence."""
    cause = getattr(error, "cause", None) or error
    if isinstance(cause, TilewrightError):
        return cause
    why = str(cause).strip().splitlines() or [""]
    return TilewrightError(
        f"a task failed: {type(cause).__name__}: {why[0]}; what is complete stays, and the same call goes on from there"
    )


def _follow(job: Job, answers: Iterator[Done], progress: Telling, began: float) -> tuple[dict[str, int], int]:
    """The totals by status, and how many partitions were there already."""
    teller = _Teller(progress)
    totals: dict[str, int] = {}
    rows = found = rows_found = 0
    for number, done in enumerate(answers, 1):
        rows += done.rows
        found += done.was_there
        rows_found += done.rows if done.was_there else 0
        for status, times in done.statuses.items():
            totals[status] = totals.get(status, 0) + times
        teller.tell(Progress(len(job.parts), number, job.rows, rows, rows_found, time.monotonic() - began))
    teller.end()
    return dict(sorted(totals.items())), found


class _Teller:
    """Tells progress: to a function each time, on stderr once a second and at the end."""

    def __init__(self, progress: Telling) -> None:
        self._progress = progress
        self._told = 0.0
        self._last: Progress | None = None

    def tell(self, progress: Progress) -> None:
        if callable(self._progress):
            self._progress(progress)
            return
        self._last = progress
        if time.monotonic() - self._told >= 1:
            self.end()

    def end(self) -> None:
        if self._progress is True and self._last is not None:
            print(f"tilewright: {self._last}", file=sys.stderr, flush=True)
        self._last = None
        self._told = time.monotonic()
