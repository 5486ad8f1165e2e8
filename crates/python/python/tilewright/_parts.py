"""Partitions of a table in Parquet: their definition, their work, and the check that one is done.

A job is cut into partitions before any work begins, by its source alone, so that neither the number of workers
nor their order shows in the output. A partition is written under a temporary name, with a checksum on every
page, and renamed when it is whole; its footer names the job and the number. So doing a partition twice is the same as
doing it once, and a worker that finds one complete reads it and leaves it alone.

``_manifest.json`` in the destination describes the job. A destination with the manifest of another job, or
with files and no manifest, is refused.
"""

from __future__ import annotations

import contextlib
import glob
import hashlib
import importlib
import json
import os
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any, Union

from tilewright import _bulk
from tilewright._errors import Refused, TilewrightError
from tilewright._native import __version__
from tilewright._puzzle import Puzzle

__all__ = ["Done", "Job", "Part", "Source", "claim", "clear", "do", "finish", "listed", "made", "plan"]

Source = Union[str, "os.PathLike[str]", Sequence[Union[str, "os.PathLike[str]"]]]

MANIFEST = "_manifest.json"
SUCCESS = "_SUCCESS"
#: Rows of a partition, unless told otherwise: some seconds of work, and some tens of megabytes.
ROWS = 1 << 17
_KEY = b"tilewright"
_OTHER = {
    "version": "another version of Tilewright",
    "operation": "another operation",
    "options": "other options",
    "source": "another source",
    "partitions": "other partitions",
    "cut": "a puzzle that was cut in another way",
}
#: The number of the way in which puzzles are cut, which is raised whenever their parts change.
_CUT = 2
_OPERATIONS: dict[str, Any] = {
    "solve": _bulk.solve_batch,
    "check": _bulk.check_batch,
    "rate": _bulk.rate_batch,
    "canonical": _bulk.canonical_batch,
}


@dataclass(frozen=True)
class Part:
    """One partition: rows of a file, or numbers of puzzles to make."""

    number: int
    #: The file of the source; None if puzzles are made.
    path: str | None
    first: int
    #: None if it is unknown before it is done.
    rows: int | None
    #: The part of a puzzle whose solutions are listed.
    puzzle: Puzzle | None = None

    @property
    def name(self) -> str:
        """The name of its file in the destination."""
        return f"part-{self.number:05}.parquet"


@dataclass(frozen=True)
class Job:
    """The operation, its source, and its destination."""

    operation: str
    options: dict[str, Any]
    destination: str
    manifest: dict[str, Any]
    parts: tuple[Part, ...]
    #: Columns of the source, which come before the answers.
    kept: int
    #: The puzzle whose solutions are listed.
    puzzle: Puzzle | None = None

    @property
    def rows(self) -> int:
        """The rows of all partitions, as far as they are known."""
        return sum(part.rows or 0 for part in self.parts)

    def task(self) -> Task:
        """The part of it that a worker needs."""
        text = json.dumps(self.manifest, sort_keys=True)
        digest = hashlib.sha256(text.encode()).hexdigest()[:32]
        return Task(self.operation, self.options, self.destination, digest, self.kept, self.puzzle)


@dataclass(frozen=True)
class Task:
    """The common part of all partitions of a job."""

    operation: str
    options: dict[str, Any]
    destination: str
    digest: str
    kept: int
    puzzle: Puzzle | None = None


@dataclass(frozen=True)
class Done:
    """A partition that is complete."""

    number: int
    rows: int
    statuses: dict[str, int]
    #: True if it was complete already.
    was_there: bool


def _module(name: str) -> Any:
    """A module of pyarrow, which has no types and is not always there: the package itself does without."""
    return importlib.import_module(name)


def plan(
    source: Source,
    destination: str | os.PathLike[str],
    operation: str,
    options: dict[str, Any],
    partitions: int | None,
) -> Job:
    """Cuts the files of a source; every file is at least one partition."""
    if operation not in _OPERATIONS:
        known = ", ".join([*_OPERATIONS, "generate"])
        raise Refused(f"there is no operation called {operation!r}; there are {known}")
    files = _files(source)
    told, schema = _told(files)
    # Faults in the options show here, before anything is written.
    _OPERATIONS[operation](schema.empty_table(), **options, stream=False)
    total = sum(file["rows"] for file in told)
    most = _most(total, partitions)
    parts: list[Part] = []
    for path, file in zip(files, told):
        for first in range(0, max(file["rows"], 1), most):
            parts.append(Part(len(parts), path, first, min(most, file["rows"] - first)))
    manifest = _manifest(operation, options, parts)
    manifest["source"] = told
    kept = len(schema.names) if options.get("keep", True) else 0
    return Job(operation, options, _absolute(destination), manifest, tuple(parts), kept)


def made(destination: str | os.PathLike[str], options: dict[str, Any], partitions: int | None) -> Job:
    """Cuts the numbers of puzzles that are to be made."""
    missing = [name for name in ("kind", "size", "rows", "seed") if options.get(name) is None]
    if missing:
        needs = "kind=, size=, rows= and seed="
        raise Refused(f"generate needs {needs}; {missing[0]}= is missing")
    options = dict(options)
    total, start = int(options.pop("rows")), int(options.pop("start", 0))
    if total < 0 or start < 0:
        raise ValueError("rows and start are numbers that are not negative")
    _bulk.generate_batch(**options, rows=0)
    most = _most(total, partitions)
    firsts = range(0, max(total, 1), most)
    parts = [Part(n, None, start + at, min(most, total - at)) for n, at in enumerate(firsts)]
    manifest = _manifest("generate", options, parts)
    return Job("generate", options, _absolute(destination), manifest, tuple(parts), 0)


def listed(
    puzzle: Puzzle,
    destination: str | os.PathLike[str],
    options: dict[str, Any],
    partitions: int,
) -> Job:
    """Cuts a puzzle whose solutions are to be listed."""
    pieces = puzzle._cut(partitions)
    parts = [Part(number, None, 0, None, piece) for number, piece in enumerate(pieces)]
    manifest = _manifest("solutions", options, parts)
    manifest["source"] = [puzzle.write()]
    manifest["cut"] = _CUT
    return Job("solutions", options, _absolute(destination), manifest, tuple(parts), 0, puzzle)


def _absolute(destination: str | os.PathLike[str]) -> str:
    return os.path.abspath(os.fspath(destination))


def _most(total: int, partitions: int | None) -> int:
    """The most rows of a partition."""
    if partitions is None:
        return ROWS
    if partitions < 1:
        raise ValueError(f"partitions is a number from 1 on, not {partitions}")
    return max(1, -(-total // partitions))


def _manifest(operation: str, options: dict[str, Any], parts: list[Part]) -> dict[str, Any]:
    try:
        plain = json.loads(json.dumps(options))
    except TypeError as error:
        raise TypeError(f"options must be texts, numbers and lists: {error}") from None
    return {
        "version": __version__,
        "operation": operation,
        "options": plain,
        "source": [],
        "partitions": [[part.first, part.rows] for part in parts],
    }


def _files(source: Source) -> list[str]:
    """The Parquet files of a source, in order of their names."""
    if isinstance(source, (str, os.PathLike)):
        path = os.path.abspath(os.fspath(source))
        if os.path.isdir(path):
            found = sorted(glob.glob(os.path.join(glob.escape(path), "**", "*.parquet"), recursive=True))
        elif os.path.exists(path):
            found = [path]
        else:
            found = sorted(glob.glob(path, recursive=True))
    elif isinstance(source, Sequence):
        found = [os.path.abspath(os.fspath(path)) for path in source]
    else:
        raise TypeError(f"a source is Parquet files: a path, a pattern or a list of paths, and no {type(source).__name__}")
    if not found:
        raise Refused(f"there is no Parquet file in {source}")
    return found


def _told(files: list[str]) -> tuple[list[dict[str, Any]], Any]:
    """The manifest's entry for each file, and the schema that they share."""
    pa, pq = _module("pyarrow"), _module("pyarrow.parquet")
    told: list[dict[str, Any]] = []
    common: Any = None
    for path in files:
        try:
            with pq.ParquetFile(path) as file:
                rows, schema = file.metadata.num_rows, file.schema_arrow
            size = os.path.getsize(path)
            digest = _footer(path, size)
        except (OSError, pa.ArrowException) as error:
            raise Refused(f"{path} cannot be read as Parquet: {error}") from None
        common = schema if common is None else common
        if not schema.equals(common):
            raise Refused(f"{path} has other columns than {files[0]}")
        told.append({"name": os.path.basename(path), "size": size, "rows": rows, "footer": digest})
    return told, common


def _footer(path: str, size: int) -> str:
    """A digest of a file's footer, which describes the places and contents of its pages."""
    with open(path, "rb") as file:
        file.seek(size - 8)
        length = int.from_bytes(file.read(4), "little")
        file.seek(max(0, size - 8 - length))
        return hashlib.sha256(file.read(length)).hexdigest()[:32]


@contextlib.contextmanager
def _writing(job: Job) -> Iterator[None]:
    """Says in a sentence that the destination cannot be written."""
    try:
        yield
    except OSError as error:
        raise TilewrightError(f"{job.destination} cannot be written: {error}") from error


def claim(job: Job) -> None:
    """Makes the destination this job's, or sees that it is."""
    with _writing(job):
        _claim(job)


def _claim(job: Job) -> None:
    path = os.path.join(job.destination, MANIFEST)
    os.makedirs(job.destination, exist_ok=True)
    if os.path.exists(path):
        _same(job, path)
    elif [name for name in os.listdir(job.destination) if not name.endswith(".tmp")]:
        raise Refused(f"{job.destination} is not empty and has no {MANIFEST}: choose another destination")
    else:
        _write(path, job.manifest)
    success = os.path.join(job.destination, SUCCESS)
    if os.path.exists(success):
        os.remove(success)


def _same(job: Job, path: str) -> None:
    try:
        with open(path, encoding="utf-8") as file:
            there = json.load(file)
    except ValueError as error:
        raise Refused(f"{path} is damaged ({error}): choose another destination") from None
    if not isinstance(there, dict):
        raise Refused(f"{path} is not a manifest: choose another destination")
    for key, value in job.manifest.items():
        if there.get(key) != value:
            raise Refused(
                f"{job.destination} belongs to another job, with {_OTHER[key]}: "
                "choose another destination, or remove that one"
            )


def _write(path: str, data: dict[str, Any]) -> None:
    temporary = f"{path}.{uuid.uuid4().hex}.tmp"
    try:
        with open(temporary, "w", encoding="utf-8") as file:
            json.dump(data, file, indent=1)
            file.write("\n")
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    finally:
        _drop(temporary)


def _drop(path: str) -> None:
    try:
        os.remove(path)
    except FileNotFoundError:
        pass


def finish(job: Job, statuses: dict[str, int]) -> None:
    """Marks the whole as complete."""
    totals = {"rows": sum(statuses.values()), "partitions": len(job.parts), "statuses": statuses}
    with _writing(job):
        clear(job)
        _write(os.path.join(job.destination, SUCCESS), totals)


def clear(job: Job) -> None:
    """Removes the half-written files of a killed run."""
    for name in os.listdir(job.destination):
        if name.endswith(".tmp"):
            _drop(os.path.join(job.destination, name))


def do(task: Task, part: Part, threads: int) -> Done:
    """Does a partition, unless it is there and whole."""
    statuses = _there(task, part)
    was_there = statuses is not None
    if statuses is None:
        statuses = _store(task, part, _tables(task, part, threads))
    return Done(part.number, sum(statuses.values()), statuses, was_there)


def _tag(task: Task, part: Part) -> bytes:
    return f"{task.digest} {part.number}".encode()


def _there(task: Task, part: Part) -> dict[str, int] | None:
    """The statuses of a partition that is complete; None where it is missing or damaged."""
    pa, pq = _module("pyarrow"), _module("pyarrow.parquet")
    path = os.path.join(task.destination, part.name)
    if not os.path.exists(path):
        return None
    try:
        with pq.ParquetFile(path, page_checksum_verification=True) as file:
            metadata = file.schema_arrow.metadata or {}
            if metadata.get(_KEY) != _tag(task, part) or part.rows not in (None, file.metadata.num_rows):
                return None
            statuses: dict[str, int] = {}
            # Every page is read, since a checksum covers its own page alone.
            for batch in file.iter_batches():
                _add(statuses, batch.column(task.kept))
            return statuses
    except (OSError, ValueError, pa.ArrowException):
        return None


def _add(statuses: dict[str, int], column: Any) -> None:
    """Counts the statuses of a column."""
    for pair in _module("pyarrow.compute").value_counts(column).to_pylist():
        status = str(pair["values"])
        statuses[status] = statuses.get(status, 0) + int(pair["counts"])


def _tables(task: Task, part: Part, threads: int) -> Iterator[Any]:
    """The output of a partition, in tables that fit in memory."""
    pa = _module("pyarrow")
    if task.puzzle is not None and part.puzzle is not None:
        yield from _solutions(task, task.puzzle, part.puzzle, threads)
    elif part.path is None:
        rows = part.rows or 0
        yield pa.table(_bulk.generate_batch(**task.options, rows=rows, start=part.first, threads=threads))
    else:
        operation = _OPERATIONS[task.operation]
        yield pa.table(operation(_rows(part), **task.options, threads=threads, stream=False))


def _solutions(task: Task, puzzle: Puzzle, piece: Puzzle, threads: int) -> Iterator[Any]:
    """The solutions of a piece of a puzzle, as solutions of the whole: the cut cells are not clues."""
    pa = _module("pyarrow")
    schema = pa.schema({"status": pa.string(), "solution": pa.string()})
    options = dict(task.options)
    to = options.pop("to")
    yield schema.empty_table()
    with piece.solutions(**options, threads=threads) as solutions:
        while found := list(islice(solutions, 1 << 16)):
            texts = [puzzle._filled_like(solution).write(to).rstrip("\n") for solution in found]
            yield pa.table({"status": ["solved"] * len(texts), "solution": texts}, schema=schema)


def _rows(part: Part) -> Any:
    """The rows of a partition, or which file cannot be read."""
    try:
        return _slice(part)
    except (OSError, _module("pyarrow").ArrowException) as error:
        raise OSError(f"{part.path} cannot be read: {error}") from None


def _slice(part: Part) -> Any:
    """The rows of a partition, from the row groups that it touches."""
    pq = _module("pyarrow.parquet")
    with pq.ParquetFile(part.path) as file:
        groups: list[int] = []
        skipped = at = 0
        for group in range(file.metadata.num_row_groups):
            rows = file.metadata.row_group(group).num_rows
            if at + rows <= part.first:
                skipped += rows
            elif at < part.first + (part.rows or 0):
                groups.append(group)
            at += rows
        return file.read_row_groups(groups).slice(part.first - skipped, part.rows)


def _store(task: Task, part: Part, tables: Iterator[Any]) -> dict[str, int]:
    """Writes a partition: it has its name only when it is whole and on the disk."""
    path = os.path.join(task.destination, part.name)
    temporary = f"{path}.{uuid.uuid4().hex}.tmp"
    statuses: dict[str, int] = {}
    try:
        with open(temporary, "wb") as file:
            _write_tables(file, tables, _tag(task, part), task.kept, statuses)
            file.flush()
            os.fsync(file.fileno())
        rows = sum(statuses.values())
        if part.rows not in (None, rows):
            raise TilewrightError(f"{part.path} has changed: {rows} rows where {part.rows} were when the job began")
        os.replace(temporary, path)
    finally:
        _drop(temporary)
    return statuses


def _write_tables(file: Any, tables: Iterator[Any], tag: bytes, kept: int, statuses: dict[str, int]) -> None:
    pq = _module("pyarrow.parquet")
    first = next(tables)
    metadata = {**(first.schema.metadata or {}), _KEY: tag}
    schema = first.schema.with_metadata(metadata)
    with pq.ParquetWriter(file, schema, compression="zstd", write_page_checksum=True) as writer:
        for table in chain([first], tables):
            writer.write_table(table.replace_schema_metadata(metadata))
            _add(statuses, table.column(kept))
