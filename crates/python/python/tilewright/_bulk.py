"""Many puzzles at once: columns in, columns out, as Arrow lays them out, on all cores.

Whatever speaks Arrow's PyCapsule interface is taken and given without copying (pyarrow, polars, pandas,
DuckDB and others); none of them is needed. A list of texts is taken as well, and, with pyarrow, a dict of columns:
what ``map_batches`` of Ray Data and ``map(batched=True)`` of Hugging Face hand over.

A row is answered by itself: neither its neighbours nor the number of threads changes its answer. A
row that is null or no puzzle is a row with the status "malformed" and its reason, and never lost.
"""

from __future__ import annotations

import importlib
import secrets
from collections.abc import Iterable, Iterator, Mapping, Set as AbstractSet
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol, Union, cast, overload

from tilewright import _native
from tilewright._limits import Limits, Seconds, bundle, whole
from tilewright._make import Clues, Difficulty, requirements_of
from tilewright._puzzle import Puzzle

if TYPE_CHECKING:
    import sys
    from typing import Literal

    if sys.version_info >= (3, 11):
        from typing import Unpack
    else:
        from typing_extensions import Unpack

__all__ = [
    "ArrowArray",
    "ArrowStream",
    "Puzzles",
    "RecordBatch",
    "Stream",
    "Table",
    "canonical_batch",
    "check_batch",
    "generate_batch",
    "rate_batch",
    "solve_batch",
]


class ArrowArray(Protocol):
    """Whatever gives an Arrow array or record batch."""

    def __arrow_c_array__(
        self, requested_schema: object | None = None
    ) -> tuple[object, object]: ...


class ArrowStream(Protocol):
    """Whatever gives a stream of Arrow arrays or record batches."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


class SizedArrowStream(ArrowStream, Protocol):
    """A stream whose number of rows is known: a table, a data frame, a column in pieces."""

    def __len__(self) -> int: ...


#: The rows of the first list that is taken from a generator, and the most of a later one.
_FIRST_PIECE, _LARGEST_PIECE = 64, 1 << 16
#: Where a table has the seed that it was made with.
_SEED = "tilewright.seed"

Puzzles = Union[ArrowArray, ArrowStream, Mapping[str, Any], Iterable[Union[str, Puzzle, None]]]


class Table:
    """Answers: columns with names, in one batch or several.

    It is Arrow data: ``pyarrow.table(t)``, ``polars.DataFrame(t)``, ``pandas.DataFrame.from_arrow(t)`` and DuckDB take it
    without copying. ``t["status"]`` is a column as a list.
    """

    __slots__ = ("_inner",)
    _inner: _native.Table

    def __init__(self, inner: _native.Table) -> None:
        self._inner = inner

    @property
    def num_rows(self) -> int:
        """The number of rows."""
        return self._inner.num_rows

    @property
    def column_names(self) -> list[str]:
        """The names of the columns, in order."""
        return self._inner.column_names

    def __len__(self) -> int:
        return self.num_rows

    def __getitem__(self, name: str) -> list[Any]:
        column = self._inner.column(name)
        if column is None:
            known = ", ".join(self.column_names)
            raise KeyError(f"there is no column called {name!r}; there are {known}")
        return column

    @property
    def seed(self) -> int | None:
        """The seed of puzzles that were made, drawn or given; None in other tables."""
        seed = self._inner.note(_SEED)
        return None if seed is None else int(seed)

    def __reduce__(self) -> tuple[object, ...]:
        return (_restored, (type(self), self._inner.__getstate__()))

    def to_pydict(self) -> dict[str, list[Any]]:
        """Every column as a list."""
        return {name: self[name] for name in self.column_names}

    def to_pylist(self) -> list[dict[str, Any]]:
        """Every row as a dict."""
        names = self.column_names
        columns = [self[name] for name in names]
        return [dict(zip(names, row)) for row in zip(*columns)]

    def __repr__(self) -> str:
        columns = ", ".join(self.column_names)
        return f"<{type(self).__name__} of {self.num_rows} rows: {columns}>"

    def __arrow_c_schema__(self) -> object:
        return self._inner.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._inner.__arrow_c_stream__()


class RecordBatch(Table):
    """Answers in one batch."""

    __slots__ = ()

    def __arrow_c_array__(
        self, requested_schema: object | None = None
    ) -> tuple[object, object]:
        return self._inner.__arrow_c_array__()


class Stream(Iterator[RecordBatch]):
    """Answers that are worked out as they are read: for more rows than fit in memory.

    Hand it over once (``pyarrow.RecordBatchReader.from_stream(s)``, DuckDB, polars), or go through its batches.
    """

    __slots__ = ("_inner",)
    _inner: _native.Stream

    def __init__(self, inner: _native.Stream) -> None:
        self._inner = inner

    @property
    def column_names(self) -> list[str]:
        """The names of the columns, in order."""
        return self._inner.column_names

    def __iter__(self) -> Stream:
        return self

    def __next__(self) -> RecordBatch:
        return RecordBatch(next(self._inner))

    def close(self) -> None:
        """Ends the work."""
        self._inner.close()

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Stream of {', '.join(self.column_names)}>"

    def __arrow_c_schema__(self) -> object:
        return self._inner.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._inner.__arrow_c_stream__()


def _restored(kind: type[Table], data: bytes) -> Table:
    """A table that was pickled."""
    return kind(_native.restore_table(data))


def _run(
    operation: str,
    puzzles: Puzzles,
    column: str | None,
    as_: str | None,
    to: str | None,
    keep: bool,
    stream: bool | None,
    limits: Limits,
    takes_any: bool = False,
) -> Table | Stream:
    wanted = (operation, column, as_, to, bool(keep), takes_any, isinstance(puzzles, (Table, Stream)))
    source: object = puzzles
    is_array = hasattr(puzzles, "__arrow_c_array__")
    if not is_array and not hasattr(puzzles, "__arrow_c_stream__"):
        if isinstance(puzzles, Mapping):
            source = _table(puzzles)
        elif stream and not hasattr(puzzles, "__len__"):
            source = _pieces(cast("Iterable[str | Puzzle | None]", puzzles))
        else:
            source, is_array = _texts(cast("Iterable[str | Puzzle | None]", puzzles)), True
    if stream is None:
        stream = not is_array and not hasattr(source, "__len__")
    if stream:
        return Stream(_native.stream(source, wanted, bundle(limits)))
    table = _native.run(source, wanted, bundle(limits))
    return RecordBatch(table) if is_array else Table(table)


def _table(columns: Mapping[str, Any]) -> Any:
    """A dict of columns as Arrow data; TypeError if it is not one, so that no row is lost."""
    try:
        pa = importlib.import_module("pyarrow")
    except ImportError:
        raise TypeError("a dict of columns needs pyarrow; without it, hand over the column of the puzzles as a list") from None
    if not columns:
        raise TypeError("a dict of columns was expected, and this one is empty")
    arrays = {name: _array(pa, name, columns[name]) for name in columns}
    try:
        return pa.table(arrays)
    except (pa.ArrowException, TypeError, ValueError) as error:
        raise TypeError(f"this dict is not a table: {error}") from None


def _array(pa: Any, name: object, values: Any) -> Any:
    """A column of a dict as an Arrow array."""
    if not isinstance(name, str):
        raise TypeError(f"a dict of columns was expected: {name!r} is not the name of a column")
    is_column = hasattr(values, "__len__") and not isinstance(values, (str, bytes, Puzzle, Mapping, AbstractSet))
    if not is_column:
        raise TypeError(f"a dict of columns was expected: {name!r} holds {type(values).__name__}, not a list")
    if isinstance(values, list):
        values = [str(value) if isinstance(value, Puzzle) else value for value in values]
    failures = (pa.ArrowException, TypeError, ValueError)
    try:
        return pa.array(values)
    except failures as error:
        # Arrays of several dimensions, and those of other programs, are lists of lists.
        if not hasattr(values, "tolist"):
            raise TypeError(f"the column {name!r} cannot be read: {error}") from None
    try:
        return pa.array(values.tolist())
    except failures as error:
        raise TypeError(f"the column {name!r} cannot be read: {error}") from None


def _texts(puzzles: Iterable[str | Puzzle | None]) -> list[str | None]:
    _refuse_one(puzzles)
    return [_text(row, puzzle) for row, puzzle in enumerate(puzzles)]


def _refuse_one(puzzles: object) -> None:
    if isinstance(puzzles, (str, bytes, Puzzle)):
        raise TypeError("a list of puzzles was expected, not one puzzle")
    if hasattr(puzzles, "columns"):
        # Going through it would give the names of its columns.
        kind = type(puzzles).__name__
        raise TypeError(f"this {kind} does not speak Arrow; hand over the column of the puzzles, or pyarrow.table of it")


def _text(row: int, puzzle: object) -> str | None:
    if isinstance(puzzle, Puzzle):
        return str(puzzle)
    if puzzle is None or isinstance(puzzle, str):
        return puzzle
    raise TypeError(f"row {row} is {type(puzzle).__name__}; a text, a puzzle or None was expected")


def _pieces(puzzles: Iterable[str | Puzzle | None]) -> Iterator[list[str | None]]:
    """Lists of rows, the first ones short, so that answers come soon."""
    _refuse_one(puzzles)
    rows, most = enumerate(puzzles), _FIRST_PIECE
    while piece := [_text(row, puzzle) for row, puzzle in islice(rows, most)]:
        yield piece
        most = min(2 * most, _LARGEST_PIECE)


class BatchOptions(Limits, total=False):
    """The options of all batch functions."""

    column: str | None
    as_: str | None
    keep: bool


class WritingOptions(BatchOptions, total=False):
    """The options of those that write puzzles."""

    to: str | None


class SolveOptions(WritingOptions, total=False):
    """The options of ``solve_batch``."""

    limit: int

@overload
def solve_batch(puzzles: Puzzles, *, stream: Literal[True], **options: Unpack[SolveOptions]) -> Stream: ...
@overload
def solve_batch(puzzles: ArrowArray, *, stream: Literal[False] | None = None, **options: Unpack[SolveOptions]) -> RecordBatch: ...
@overload
def solve_batch(puzzles: SizedArrowStream | Mapping[str, Any], *, stream: Literal[False] | None = None, **options: Unpack[SolveOptions]) -> Table: ...  # type: ignore[overload-overlap]
@overload
def solve_batch(puzzles: ArrowStream, *, stream: Literal[False], **options: Unpack[SolveOptions]) -> Table: ...
@overload
def solve_batch(puzzles: ArrowStream, *, stream: None = None, **options: Unpack[SolveOptions]) -> Stream: ...
@overload
def solve_batch(puzzles: Iterable[str | Puzzle | None], *, stream: Literal[False] | None = None, **options: Unpack[SolveOptions]) -> RecordBatch: ...
@overload
def solve_batch(puzzles: Puzzles, *, stream: bool | None = None, **options: Unpack[SolveOptions]) -> Table | Stream: ...
def solve_batch(
    puzzles: Puzzles,
    *,
    column: str | None = None,
    as_: str | None = None,
    to: str | None = None,
    keep: bool = True,
    stream: bool | None = None,
    limit: int = 2,
    **limits: Unpack[Limits],
) -> Table | Stream:
    """Solves every puzzle.

    ``puzzles`` is a column or a table of Arrow data, a stream of either, a list of texts, puzzles and None, or, with
    pyarrow, a dict of columns; TypeError is raised if it is none of these. Of a table
    ``column`` names the column of the puzzles; without it, it is the one with a usual name (puzzle, quizzes, …)
    or the only one with texts. ``as_`` says how puzzles are read and ``to`` in which format they are written.

    A second solution is looked for, since a data set should know, unless ``limit`` is 1: then no puzzle has ``several``.

    The columns of the answer are ``status`` (solved, several, unsolvable, malformed, stopped), ``solution`` and ``reason``. The
    other columns of a table are kept before them, unless ``keep`` is False; where a name is taken, the new
    one gets a number: ``solution_2``. Of a table that a function of this package gave, the new ones replace the old
    ones of their names.

    One batch or a list gives a RecordBatch, something else with a length a Table, and a stream without
    one a Stream, which works as it is read; ``stream`` says otherwise. ``time`` is the time of each puzzle.

    >>> import tilewright
    >>> answers = tilewright.solve_batch(["12....1....34...", "1...............", "11..............", None])
    >>> answers["status"]
    ['solved', 'several', 'unsolvable', 'malformed']
    >>> answers["solution"][0]
    '1234341221434321'
    >>> answers["reason"][3]
    'this row is null'
    """
    if limit not in (1, 2):
        raise ValueError(f"limit is 1 or 2, not {limit!r}")
    return _run("solve", puzzles, column, as_, to, keep, stream, limits, limit == 1)


@overload
def check_batch(puzzles: Puzzles, *, stream: Literal[True], **options: Unpack[WritingOptions]) -> Stream: ...
@overload
def check_batch(puzzles: ArrowArray, *, stream: Literal[False] | None = None, **options: Unpack[WritingOptions]) -> RecordBatch: ...
@overload
def check_batch(puzzles: SizedArrowStream | Mapping[str, Any], *, stream: Literal[False] | None = None, **options: Unpack[WritingOptions]) -> Table: ...  # type: ignore[overload-overlap]
@overload
def check_batch(puzzles: ArrowStream, *, stream: Literal[False], **options: Unpack[WritingOptions]) -> Table: ...
@overload
def check_batch(puzzles: ArrowStream, *, stream: None = None, **options: Unpack[WritingOptions]) -> Stream: ...
@overload
def check_batch(puzzles: Iterable[str | Puzzle | None], *, stream: Literal[False] | None = None, **options: Unpack[WritingOptions]) -> RecordBatch: ...
@overload
def check_batch(puzzles: Puzzles, *, stream: bool | None = None, **options: Unpack[WritingOptions]) -> Table | Stream: ...
def check_batch(
    puzzles: Puzzles,
    *,
    column: str | None = None,
    as_: str | None = None,
    to: str | None = None,
    keep: bool = True,
    stream: bool | None = None,
    **limits: Unpack[Limits],
) -> Table | Stream:
    """Says of every puzzle whether it has none, one or several solutions; it takes what ``solve_batch`` takes.

    The columns of the answer are ``status`` (unique, several, unsolvable, malformed, stopped), ``solution``, ``other`` (one
    that differs, where there are several) and ``reason``.

    >>> import tilewright
    >>> tilewright.check_batch(["12....1....34...", "1..............."])["status"]
    ['unique', 'several']
    """
    return _run("check", puzzles, column, as_, to, keep, stream, limits)


@overload
def rate_batch(puzzles: Puzzles, *, stream: Literal[True], **options: Unpack[BatchOptions]) -> Stream: ...
@overload
def rate_batch(puzzles: ArrowArray, *, stream: Literal[False] | None = None, **options: Unpack[BatchOptions]) -> RecordBatch: ...
@overload
def rate_batch(puzzles: SizedArrowStream | Mapping[str, Any], *, stream: Literal[False] | None = None, **options: Unpack[BatchOptions]) -> Table: ...  # type: ignore[overload-overlap]
@overload
def rate_batch(puzzles: ArrowStream, *, stream: Literal[False], **options: Unpack[BatchOptions]) -> Table: ...
@overload
def rate_batch(puzzles: ArrowStream, *, stream: None = None, **options: Unpack[BatchOptions]) -> Stream: ...
@overload
def rate_batch(puzzles: Iterable[str | Puzzle | None], *, stream: Literal[False] | None = None, **options: Unpack[BatchOptions]) -> RecordBatch: ...
@overload
def rate_batch(puzzles: Puzzles, *, stream: bool | None = None, **options: Unpack[BatchOptions]) -> Table | Stream: ...
def rate_batch(
    puzzles: Puzzles,
    *,
    column: str | None = None,
    as_: str | None = None,
    keep: bool = True,
    stream: bool | None = None,
    **limits: Unpack[Limits],
) -> Table | Stream:
    """Says of every puzzle how hard it is; it takes what ``solve_batch`` takes.

    The columns of the answer are ``status`` (unique, several, unsolvable, malformed, stopped), ``difficulty``, ``grade``,
    ``hardest``, ``se``, ``hodoku_level``, ``hodoku_score``, ``techniques`` (a JSON object), ``clues`` and ``reason``. A row that
    reached a limit is ``stopped`` and has no rating; where logic does not finish a puzzle, ``reason`` says so.

    >>> import tilewright
    >>> tilewright.rate_batch(["12....1....34..."])["grade"]
    ['easy']
    """
    return _run("rate", puzzles, column, as_, None, keep, stream, limits)


@overload
def canonical_batch(puzzles: Puzzles, *, stream: Literal[True], **options: Unpack[WritingOptions]) -> Stream: ...
@overload
def canonical_batch(puzzles: ArrowArray, *, stream: Literal[False] | None = None, **options: Unpack[WritingOptions]) -> RecordBatch: ...
@overload
def canonical_batch(puzzles: SizedArrowStream | Mapping[str, Any], *, stream: Literal[False] | None = None, **options: Unpack[WritingOptions]) -> Table: ...  # type: ignore[overload-overlap]
@overload
def canonical_batch(puzzles: ArrowStream, *, stream: Literal[False], **options: Unpack[WritingOptions]) -> Table: ...
@overload
def canonical_batch(puzzles: ArrowStream, *, stream: None = None, **options: Unpack[WritingOptions]) -> Stream: ...
@overload
def canonical_batch(puzzles: Iterable[str | Puzzle | None], *, stream: Literal[False] | None = None, **options: Unpack[WritingOptions]) -> RecordBatch: ...
@overload
def canonical_batch(puzzles: Puzzles, *, stream: bool | None = None, **options: Unpack[WritingOptions]) -> Table | Stream: ...
def canonical_batch(
    puzzles: Puzzles,
    *,
    column: str | None = None,
    as_: str | None = None,
    to: str | None = None,
    keep: bool = True,
    stream: bool | None = None,
    **limits: Unpack[Limits],
) -> Table | Stream:
    """Finds the smallest copy of every puzzle; it takes what ``solve_batch`` takes.

    Two puzzles have the same if and only if they differ in their looks alone. The columns of the answer are
    ``status`` (canonical, unsupported, malformed), ``canonical``, ``digest`` (32 hex digits), ``automorphisms`` (null from 2**63
    on) and ``reason``.

    >>> import tilewright
    >>> one, turned = tilewright.canonical_batch(["12....1....34...", "...43....1....21"])["digest"]
    >>> one == turned
    True
    """
    return _run("canonical", puzzles, column, as_, to, keep, stream, limits)



@overload
def generate_batch(
    kind: str,
    size: str,
    rows: int,
    *,
    stream: Literal[False] = False,
    seed: int | None = ...,
    start: int = ...,
    rated: bool = ...,
    to: str | None = ...,
    difficulty: Difficulty | None = ...,
    minimal: bool | str = ...,
    clues: Clues | None = ...,
    symmetry: str | None = ...,
    pattern: str | None = ...,
    technique: str | None = ...,
    no_search: bool = ...,
    controlled_bias: bool = ...,
    largest_area: int | None = ...,
    ones: float | None = ...,
    full: bool = ...,
    batch_rows: int = ...,
    time: Seconds | None = ...,
    memory: int | None = ...,
    threads: int | None = ...,
) -> RecordBatch: ...
@overload
def generate_batch(
    kind: str,
    size: str,
    rows: int,
    *,
    stream: Literal[True],
    seed: int | None = ...,
    start: int = ...,
    rated: bool = ...,
    to: str | None = ...,
    difficulty: Difficulty | None = ...,
    minimal: bool | str = ...,
    clues: Clues | None = ...,
    symmetry: str | None = ...,
    pattern: str | None = ...,
    technique: str | None = ...,
    no_search: bool = ...,
    controlled_bias: bool = ...,
    largest_area: int | None = ...,
    ones: float | None = ...,
    full: bool = ...,
    batch_rows: int = ...,
    time: Seconds | None = ...,
    memory: int | None = ...,
    threads: int | None = ...,
) -> Stream: ...
def generate_batch(
    kind: str,
    size: str,
    rows: int,
    *,
    stream: bool = False,
    seed: int | None = None,
    start: int = 0,
    rated: bool = False,
    to: str | None = None,
    difficulty: Difficulty | None = None,
    minimal: bool | str = False,
    clues: Clues | None = None,
    symmetry: str | None = None,
    pattern: str | None = None,
    technique: str | None = None,
    no_search: bool = False,
    controlled_bias: bool = False,
    largest_area: int | None = None,
    ones: float | None = None,
    full: bool = False,
    batch_rows: int = 1 << 16,
    time: Seconds | None = None,
    memory: int | None = None,
    threads: int | None = None,
) -> RecordBatch | Stream:
    """Makes puzzles with one solution, as ``generate`` does.

    Row ``k`` of a seed is the same for ever, whatever the threads and however the rows are cut into batches:
    the rows are those with the numbers from ``start`` on. The columns: ``status`` (made, missed, stopped), ``number``, ``puzzle``,
    ``solution``, ``clues``, ``weight`` with ``controlled_bias``, ``minimal`` with ``minimal`` (``clues`` or ``sets``),
    those of ``rate_batch`` with ``rated``, ``reason``. Without a ``seed`` one is drawn, and the batch has it as ``seed``.

    With ``stream`` they are made as they are read, ``batch_rows`` at a time. ``time`` is the time to make each puzzle, and
    again to rate it: one that was made and not rated in time is ``stopped``.

    >>> import tilewright
    >>> whole = tilewright.generate_batch("sudoku", "2,2", 10, seed=1)
    >>> part = tilewright.generate_batch("sudoku", "2,2", 4, seed=1, start=3)
    >>> whole["puzzle"][3:7] == part["puzzle"]
    True
    """
    requirements = requirements_of(
        difficulty=difficulty,
        minimal=minimal,
        clues=clues,
        symmetry=symmetry,
        pattern=pattern,
        technique=technique,
        no_search=no_search,
        largest_area=largest_area,
        ones=ones,
        controlled_bias=controlled_bias,
    )
    chosen = secrets.randbits(64) if seed is None else whole("seed", seed)
    first, number = whole("start", start), whole("rows", rows)
    assert chosen is not None and first is not None and number is not None
    wanted = (kind, size, bool(full), to, bool(rated))
    limits = bundle({"time": time, "memory": memory, "threads": threads})
    numbers = (chosen, first, min(first + number, 2**64 - 1))
    if not stream:
        made = _native.make(wanted, requirements, numbers, limits)
        return RecordBatch(made.noted(_SEED, str(chosen)))
    at_once = whole("batch_rows", batch_rows, least=1)
    assert at_once is not None
    return Stream(_native.make_stream(wanted, requirements, numbers, at_once, limits))
