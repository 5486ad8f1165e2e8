"""On a cluster: tables of any size with `run`, and searches that are too large for one machine with `count` and `solutions`.

It needs Ray Data and pyarrow (``pip install "tilewright[ray]"``), on every node. Without a cluster it runs on the cores of this
machine: whatever `ray.init` has joined is used, and if nothing has, it starts a Ray of its own.

The work is cut before it begins, by its content and never by the workers. Ray Data then does the pieces,
one block and one task for each (see ``_each``), and a piece can be done twice without harm. Ray Data's own blocks
depend on how a run went. Our partitions and manifest (see ``_parts``) make a run the same to the byte whatever the
number of workers, and let a killed run resume. Only the descriptions and totals of the pieces go through Ray Data;
the rows go from file to file.

In a pipeline of Ray Data, use the batch functions with ``map_batches`` instead.

The source and the destination are paths that every node sees: one machine's disk, or a shared file system.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Union

from tilewright import _parts
from tilewright._each import each, needed
from tilewright._errors import Refused, Stopped
from tilewright._limits import Limits, bundle
from tilewright._parts import Done, Job, Source
from tilewright._puzzle import Puzzle

if TYPE_CHECKING:
    if sys.version_info >= (3, 11):
        from typing import Unpack
    else:
        from typing_extensions import Unpack

__all__ = ["Progress", "Report", "Source", "count", "run", "solutions"]


@dataclass(frozen=True)
class Progress:
    """The progress of a run."""

    pieces: int
    pieces_done: int
    #: Rows of a table; 0 if unknown, or for a count.
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


#: True to report progress on stderr, or a function that receives it.
Telling = Union[bool, Callable[[Progress], None]]


@dataclass(frozen=True)
class Report:
    """The result of a run."""

    destination: str
    rows: int
    partitions: int
    #: Partitions that were complete already.
    partitions_found: int
    #: The number of rows with each status.
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
    concurrency: int | None = None,
    progress: Telling = True,
    **options: Any,
) -> Report:
    """Answers for every row of Parquet files, into Parquet files: ``part-00000.parquet`` and so on.

    ``source`` is a file, a folder, a pattern or a list of files; ``operation`` is ``"solve"``, ``"check"``, ``"rate"`` or ``"canonical"``,
    and ``column`` and ``options`` are those of its batch function (``as_``, ``to``, ``keep``, ``time``, …). With ``"generate"`` there is no source:
    it takes the options of ``generate_batch`` by name, with ``kind``, ``size``, ``rows`` and ``seed``.

    Rows keep their order: the parts one after the other are the answer of the batch function for the files one after
    the other. A
    partition has at most 131,072 rows of one file, or as many as make ``partitions`` of them.

    The same call again resumes a run that was stopped: partitions that are complete are read and left as
    they are, one that is damaged is done again. A destination of another job is refused. At the end there is
    ``_SUCCESS`` with the totals.

    A task has ``cpus`` cores and as many threads, and is done up to ``retries`` more times where its node or its worker
    dies or a file cannot be read or written; at most ``concurrency`` tasks run at a time (without it, as many as have room).
    """
    _checked(cpus, retries, concurrency, options)
    needed()
    job = _job(source, destination, operation, column, options, partitions)
    return _run(job, retries, cpus, concurrency, progress)


def solutions(
    puzzle: Puzzle,
    destination: str | os.PathLike[str],
    *,
    to: str | None = None,
    parts: int = 256,
    retries: int = 5,
    cpus: int = 1,
    concurrency: int | None = None,
    progress: Telling = True,
    **limits: Unpack[Limits],
) -> Report:
    """Lists every solution in Parquet files, with the columns ``status`` (solved) and ``solution``: written in the format ``to``,
    or without it as ``Puzzle.solutions`` has them.

    The puzzle is cut as ``count`` cuts it, each part is a partition, and all that ``run`` promises holds: the same output
    whatever the workers, and the same call resumes a run that was stopped. The limits are those of each part;
    if one is reached, Stopped is raised, and complete partitions stay.
    """
    _checked(cpus, retries, concurrency, limits)
    bundle(limits)
    needed()
    job = _parts.listed(puzzle, destination, {**limits, "to": to}, parts)
    return _run(job, retries, cpus, concurrency, progress)


def count(
    puzzle: Puzzle,
    *,
    parts: int = 256,
    retries: int = 5,
    cpus: int = 1,
    concurrency: int | None = None,
    progress: Telling = True,
    **limits: Unpack[Limits],
) -> int:
    """The exact number of solutions, worked out in parts that are added up.

    The puzzle is cut into at least ``parts`` puzzles with more clues, which have all of its solutions between them and none
    twice; a Shikaku is one part. The limits are those of each part; if one is reached, Stopped is raised with the lower
    bound as ``at_least``.

    It is for searches that take hours. A board that ``Puzzle.count`` does by its structure (an empty board of roads or a Sudoku
    without clues) is done sooner in one piece.
    """
    _checked(cpus, retries, concurrency, limits)
    bundle(limits)
    needed()
    pieces = puzzle._cut(parts)
    began = time.monotonic()
    teller = _Teller(progress)
    total, stopped = 0, None
    work = partial(_count, limits={**limits, "threads": cpus})
    answers = each("count", work, pieces, retries=retries, cpus=cpus, concurrency=concurrency)
    for number, (found, end) in enumerate(answers, 1):
        total += found
        stopped = stopped or end
        teller.tell(Progress(len(pieces), number, 0, 0, 0, time.monotonic() - began))
    teller.end()
    if stopped is not None:
        raise Stopped(f"at least {total} ({stopped})", stopped, total)
    return total


def _checked(cpus: int, retries: int, concurrency: int | None, options: Mapping[str, object]) -> None:
    if "threads" in options or "stream" in options:
        raise Refused("threads= and stream= are not for the cluster: a task has as many threads as cpus= says")
    if cpus < 1 or retries < 0:
        raise ValueError("cpus is a number from 1 on, and retries one from 0 on")
    if concurrency is not None and concurrency < 1:
        raise ValueError(f"concurrency is a number from 1 on, not {concurrency}")


def _run(job: Job, retries: int, cpus: int, concurrency: int | None, progress: Telling) -> Report:
    began = time.monotonic()
    _parts.claim(job)
    work = partial(_parts.do, job.task(), threads=cpus)
    done = each(job.operation, work, job.parts, retries=retries, cpus=cpus, concurrency=concurrency)
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


def _count(puzzle: Puzzle, limits: Limits) -> tuple[int, str | None]:
    """The number of solutions; if a limit was reached, the lower bound and the limit."""
    try:
        return puzzle.count(**limits), None
    except Stopped as stopped:
        return stopped.at_least, stopped.end


def _follow(job: Job, answers: Iterator[Done], progress: Telling, began: float) -> tuple[dict[str, int], int]:
    """The totals by status, and the number of partitions that were there already."""
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
    """Reports progress: to a function each time, on stderr once a second and at the end."""

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
