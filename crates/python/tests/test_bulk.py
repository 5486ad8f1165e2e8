"""Batches: whatever speaks Arrow goes in and comes out, and no row is lost."""

from __future__ import annotations

import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from conftest import COVER, EASY, HARDEST, SOLVED

import tilewright
from tilewright import RecordBatch, Refused, Stream, Table

pa = pytest.importorskip("pyarrow")

#: One solution, several, none, no puzzle, null.
ROWS: list[str | None] = [EASY, "." * 81, "55" + "." * 79, "what is this", None]
STATUS = ["solved", "several", "unsolvable", "malformed", "malformed"]


def eager(answers: Table | Stream) -> Table:
    assert isinstance(answers, Table)
    return answers


def test_a_list() -> None:
    answers = eager(tilewright.solve_batch([*ROWS, tilewright.parse(EASY)]))
    assert isinstance(answers, RecordBatch)
    assert answers["status"] == [*STATUS, "solved"]
    assert answers["solution"][0] == answers["solution"][5] == SOLVED
    assert [reason is None for reason in answers["reason"]] == [True, True, True, False, False, True]
    assert len(answers) == answers.num_rows == 6
    assert answers.column_names == ["status", "solution", "reason"]
    assert answers.to_pylist()[0] == {"status": "solved", "solution": SOLVED, "reason": None}
    assert "6 rows" in repr(answers)
    with pytest.raises(KeyError, match="there are status, solution, reason"):
        answers["colour"]


def test_a_generator_is_a_list() -> None:
    answers = eager(tilewright.check_batch(row for row in ROWS))
    assert answers["status"] == ["unique", "several", "unsolvable", "malformed", "malformed"]
    assert answers["solution"][1] != answers["other"][1]


def test_every_operation_agrees_with_its_question() -> None:
    puzzles = tilewright.generate_batch("sudoku", "3,3", 20, seed=3)["puzzle"]
    single = [tilewright.parse(text) for text in puzzles]
    solved = eager(tilewright.solve_batch(puzzles))
    assert solved["solution"] == [str(puzzle.solve()) for puzzle in single]
    ratings = [puzzle.rate() for puzzle in single]
    rated = eager(tilewright.rate_batch(puzzles))
    assert rated["difficulty"] == pytest.approx([rating.difficulty for rating in ratings])
    assert rated["se"] == pytest.approx([rating.se and rating.se.er for rating in ratings])
    assert rated["hodoku_score"] == [rating.hodoku_score for rating in ratings]
    assert rated["clues"] == [puzzle.clues for puzzle in single]
    forms = [puzzle.canonical() for puzzle in single]
    canonical = eager(tilewright.canonical_batch(puzzles))
    assert canonical["canonical"] == [str(form.puzzle) for form in forms]
    assert canonical["digest"] == [form.digest for form in forms]
    assert canonical["automorphisms"] == [form.automorphisms for form in forms]


def test_every_family() -> None:
    shikaku = [str(tilewright.generate("shikaku", "6x6", seed=seed)) for seed in range(3)]
    answers = eager(tilewright.check_batch([*shikaku, COVER], as_=None))
    assert answers["status"] == ["unique"] * 3 + ["several"]
    canonical = eager(tilewright.canonical_batch(shikaku))
    assert set(canonical["status"]) == {"unsupported"}


KINDS = [
    pa.string(),
    pa.large_string(),
    pa.string_view(),
    pa.binary(),
    pa.large_binary(),
    pa.binary_view(),
    pa.dictionary(pa.int8(), pa.string()),
    pa.dictionary(pa.int32(), pa.large_string()),
]


def column(kind: Any) -> Any:
    if pa.types.is_dictionary(kind):
        return pa.array(ROWS, kind.value_type).dictionary_encode().cast(kind)
    if "binary" in str(kind):
        return pa.array([row and row.encode() for row in ROWS], kind)
    return pa.array(ROWS, kind)


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_columns_of_every_kind_of_text(kind: Any) -> None:
    array = column(kind)
    answers = tilewright.solve_batch(array)
    assert isinstance(answers, RecordBatch)
    assert answers["status"] == STATUS
    # Slices begin anywhere, in the validity too.
    for start in range(5):
        piece = eager(tilewright.solve_batch(array.slice(start, 2)))
        assert piece["status"] == STATUS[start : start + 2]
    table = eager(tilewright.solve_batch(pa.chunked_array([array, array.slice(2)])))
    assert table["status"] == STATUS + STATUS[2:]
    assert not isinstance(table, RecordBatch)
    back = pa.record_batch(answers)
    back.validate(full=True)
    assert back.column("status").to_pylist() == STATUS


def test_nothing_in_nothing_out() -> None:
    for empty in ([], pa.array([], pa.string()), pa.array([]), pa.chunked_array([], pa.string())):
        answers = eager(tilewright.solve_batch(empty))
        assert len(answers) == 0
        assert pa.table(answers).column_names == ["status", "solution", "reason"]
    nulls = eager(tilewright.solve_batch(pa.nulls(3)))
    assert nulls["status"] == ["malformed"] * 3
    assert pa.record_batch(tilewright.solve_batch([])).num_rows == 0


def test_tables_keep_their_columns() -> None:
    table = pa.table({"id": [1, 2], "puzzle": [EASY, None], "solution": ["x", "y"], "tags": [["a"], []]})
    answers = pa.table(tilewright.solve_batch(table))
    assert answers.column_names == ["id", "puzzle", "solution", "tags", "status", "solution_2", "reason"]
    assert answers.select(table.column_names) == table
    assert answers["solution_2"].to_pylist() == [SOLVED, None]
    alone = eager(tilewright.solve_batch(table, keep=False))
    assert alone.column_names == ["status", "solution", "reason"]
    named = eager(tilewright.solve_batch(table, column="solution", keep=False))
    assert named["status"] == ["malformed"] * 2
    batch = tilewright.solve_batch(table.to_batches()[0])
    assert isinstance(batch, RecordBatch)
    assert pa.table(batch) == answers
    assert batch["tags"] == [["a"], []]


def test_nothing_is_copied() -> None:
    table = pa.table({"puzzle": [EASY] * 100, "id": range(100)})
    answers = tilewright.solve_batch(table)

    def addresses(name: str) -> list[int]:
        chunk = pa.table(answers)[name].chunk(0)
        return [buffer.address for buffer in chunk.buffers() if buffer]

    for name in ("puzzle", "id"):
        assert addresses(name) == [b.address for b in table[name].chunk(0).buffers() if b]
    assert addresses("solution") == addresses("solution")


def test_wrong_types_are_refused() -> None:
    with pytest.raises(Refused, match="this column holds Int64, and puzzles are texts"):
        tilewright.solve_batch(pa.array([1, 2]))
    table = pa.table({"id": [1], "a": ["x"], "b": ["y"]})
    with pytest.raises(Refused, match="name it with column="):
        tilewright.solve_batch(table)
    with pytest.raises(Refused, match='there is no column called "c"; the columns are id, a, b'):
        tilewright.solve_batch(table, column="c")
    with pytest.raises(Refused, match='the column "id" holds Int64'):
        tilewright.solve_batch(table, column="id")
    with pytest.raises(TypeError, match="row 1 is int"):
        tilewright.solve_batch([EASY, 5])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="not one puzzle"):
        tilewright.solve_batch(EASY)
    with pytest.raises(TypeError):
        tilewright.solve_batch(5)  # type: ignore[arg-type]
    with pytest.raises(tilewright.ParseError, match="no family or readable format"):
        tilewright.solve_batch([EASY], as_="chess")
    with pytest.raises(tilewright.FormatError, match="there is no format called"):
        tilewright.solve_batch([EASY], to="wav")
    with pytest.raises(TypeError, match="there is no limit called"):
        tilewright.solve_batch([EASY], speed=3)  # type: ignore[call-arg]


class Fake:
    """An object that only looks like Arrow data."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def __arrow_c_array__(self, requested_schema: object | None = None) -> Any:
        return self.answer


def test_capsules_that_are_none() -> None:
    schema, array = pa.array([EASY]).__arrow_c_array__()
    for answer in (None, (), (1, 2), (array, schema), (schema, schema)):
        with pytest.raises((TypeError, ValueError)):
            tilewright.solve_batch(Fake(answer))
    again = Fake(pa.array([EASY]).__arrow_c_array__())
    assert eager(tilewright.solve_batch(again))["status"] == ["solved"]
    with pytest.raises(ValueError, match="taken before"):
        tilewright.solve_batch(again)


def test_formats_are_asked_for() -> None:
    answers = eager(tilewright.solve_batch([EASY], as_="sudoku:line", to="json"))
    assert answers["solution"][0].startswith('{"family":"sudoku"')


def batches(number: int, rows: int, pulled: list[int]) -> Iterator[Any]:
    for batch in range(number):
        pulled.append(batch)
        yield pa.record_batch({"puzzle": [EASY] * rows, "batch": [batch] * rows})


def reader(number: int, rows: int, pulled: list[int]) -> Any:
    schema = pa.schema({"puzzle": pa.string(), "batch": pa.int64()})
    return pa.RecordBatchReader.from_batches(schema, batches(number, rows, pulled))


def test_a_stream_is_answered_as_it_is_read() -> None:
    pulled: list[int] = []
    answers = tilewright.solve_batch(reader(10, 70_000, pulled))
    assert isinstance(answers, Stream) and pulled == []
    first = next(answers)
    assert isinstance(first, RecordBatch) and len(first) == 70_000
    assert len(pulled) == 1
    rest = pa.RecordBatchReader.from_stream(answers).read_all()
    assert rest.num_rows == 9 * 70_000 and len(pulled) == 10
    assert rest["solution"].unique().to_pylist() == [SOLVED]
    assert rest["batch"].to_pylist()[0] == 1
    with pytest.raises(Refused, match="it can be read once"):
        next(answers)


def test_small_pieces_stay_as_they_came() -> None:
    pulled: list[int] = []
    answers = tilewright.solve_batch(reader(100, 7, pulled))
    lengths = [len(batch) for batch in answers]
    assert lengths == [7] * 100
    pulled.clear()
    table = eager(tilewright.solve_batch(reader(100, 7, pulled), stream=False))
    assert table["batch"] == [batch for batch in range(100) for _ in range(7)]
    assert table["solution"] == [SOLVED] * 700


def test_a_stream_that_fails_says_so() -> None:
    def failing() -> Iterator[Any]:
        yield pa.record_batch({"puzzle": [EASY]})
        raise OSError("the disk is gone")

    source = pa.RecordBatchReader.from_batches(pa.schema({"puzzle": pa.string()}), failing())
    with pytest.raises(Refused, match="the stream of puzzles failed: .*the disk is gone"):
        tilewright.solve_batch(source, stream=False)
    source = pa.RecordBatchReader.from_batches(pa.schema({"puzzle": pa.string()}), failing())
    handed_over = pa.RecordBatchReader.from_stream(tilewright.solve_batch(source))
    with pytest.raises(Exception, match="the disk is gone"):
        handed_over.read_all()


def test_a_stream_can_be_dropped() -> None:
    pulled: list[int] = []
    with tilewright.solve_batch(reader(1000, 70_000, pulled)) as answers:  # type: ignore[union-attr]
        next(answers)
    assert len(pulled) < 5
    with pytest.raises(Refused):
        next(answers)


def test_threads_do_not_change_the_answers() -> None:
    puzzles = eager(tilewright.generate_batch("sudoku", "3,3", 300, seed=1))["puzzle"] + ROWS
    one = pa.table(tilewright.rate_batch(puzzles, threads=1))
    assert pa.table(tilewright.rate_batch(puzzles, threads=5)) == one


def test_threads_of_python_work_in_parallel() -> None:
    answers: list[list[str]] = []

    def solve() -> None:
        answers.append(eager(tilewright.solve_batch([EASY] * 1000))["solution"])

    threads = [threading.Thread(target=solve) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [[SOLVED] * 1000] * 6


def test_limits_are_those_of_each_puzzle() -> None:
    answers = eager(tilewright.check_batch(["." * 256], nodes=1, as_="sudoku:line"))
    assert answers["status"] in (["stopped"], ["several"])
    stopped = eager(tilewright.solve_batch([HARDEST, EASY], engine="reduce", nodes=2))
    assert stopped["status"][0] == "stopped" and "node limit" in stopped["reason"][0]


@pytest.mark.parametrize("time", [0.0005, 0.005, 0.05])
def test_a_rating_that_was_stopped_is_no_rating(time: float) -> None:
    answers = eager(tilewright.rate_batch([HARDEST, HARDEST], time=time))
    for row in answers.to_pylist():
        assert row.pop("status") == "stopped"
        assert row.pop("reason") == "time is up"
        assert set(row.values()) == {None}


def test_what_was_made_and_not_rated_says_so() -> None:
    whole = tilewright.generate_batch("sudoku", "3,3", 6, seed=2, rated=True)
    assert whole["status"] == ["made"] * 6
    seen = set()
    for time in (0.0001, 0.0005, 0.001, 0.002, 0.004, 0.008):
        rows = tilewright.generate_batch("sudoku", "3,3", 6, seed=2, rated=True, time=time).to_pylist()
        for row, full in zip(rows, whole.to_pylist()):
            seen.add(row["status"])
            if row["status"] == "made":
                assert row == full
                continue
            assert row["reason"] and row["difficulty"] is row["techniques"] is row["se"] is None
            if row["status"] == "stopped":
                assert row["puzzle"] == full["puzzle"] and "time is up" in row["reason"]
    assert seen & {"stopped", "missed"}


class Lazy(Mapping[str, Any]):
    """Columns that are made when they are asked for, as Hugging Face hands them over."""

    def __init__(self, **columns: Any) -> None:
        self.columns_of_it = columns

    def __getitem__(self, name: str) -> Any:
        return self.columns_of_it[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns_of_it)

    def __len__(self) -> int:
        return len(self.columns_of_it)


def test_a_dict_of_columns_is_a_table() -> None:
    np = pytest.importorskip("numpy")
    two = eager(tilewright.solve_batch({"question": [EASY, EASY]}))
    assert two["solution"] == [SOLVED, SOLVED] and two["question"] == [EASY, EASY]
    columns = {
        "id": np.arange(5),
        "puzzle": np.array(ROWS, dtype=object),
        "grid": np.zeros((5, 3, 3), dtype=np.int8),
        "split": np.array(["train"] * 5),
    }
    # Ray Data hands over arrays, Hugging Face lists in something like a dict.
    lists = Lazy(id=[0, 1, 2, 3, 4], puzzle=ROWS, tags=[["a"], [], None, [], []])
    for batch, kept in ((columns, 4), (lists, 3)):
        for ask, status in (
            (tilewright.solve_batch, STATUS),
            (tilewright.check_batch, ["unique", *STATUS[1:]]),
        ):
            answers = pa.table(ask(batch))
            assert answers["status"].to_pylist() == status
            assert answers["id"].to_pylist() == [0, 1, 2, 3, 4]
            assert answers.column_names[:kept] == list(batch)
    named = eager(tilewright.solve_batch({"a": ["x"], "b": [EASY]}, column="b", keep=False))
    assert named.to_pydict() == {"status": ["solved"], "solution": [SOLVED], "reason": [None]}
    mixed = eager(tilewright.rate_batch({"puzzle": [tilewright.parse(EASY), EASY, None]}))
    assert mixed["status"] == ["unique", "unique", "malformed"]
    assert len(eager(tilewright.canonical_batch({"puzzle": []}))) == 0
    streamed = tilewright.solve_batch(columns, stream=True)
    assert sum(len(batch) for batch in streamed) == 5


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({}, "this one is empty"),
        ({"question": EASY}, "'question' holds str, not a list"),
        ({"question": {EASY: 1}}, "'question' holds dict, not a list"),
        ({"question": {EASY}}, "'question' holds set, not a list"),
        ({EASY: 1}, "holds int, not a list"),
        ({1: [EASY]}, "1 is not the name of a column"),
        ({"question": [EASY], "id": [1, 2]}, "this dict is not a table"),
        ({"question": [EASY, 5]}, "the column 'question' cannot be read"),
    ],
)
def test_a_dict_that_is_no_table_is_an_error(wrong: Any, told: str) -> None:
    for ask in (tilewright.solve_batch, tilewright.check_batch, tilewright.rate_batch, tilewright.canonical_batch):
        with pytest.raises(TypeError, match=told):
            ask(wrong)


def test_a_table_that_does_not_speak_arrow_is_an_error() -> None:
    class Old:
        """Going through it gives the names of its columns, as with frames of old."""

        columns = ("question", "answer")

        def __iter__(self) -> Iterator[str]:
            return iter(self.columns)

    with pytest.raises(TypeError, match="this Old does not speak Arrow"):
        tilewright.solve_batch(Old())


def test_polars() -> None:
    pl = pytest.importorskip("polars")
    frame = pl.DataFrame({"puzzle": ROWS, "id": range(5)})
    answers = pl.DataFrame(tilewright.solve_batch(frame))
    assert answers["status"].to_list() == STATUS
    assert answers.columns == ["puzzle", "id", "status", "solution", "reason"]
    series = pl.DataFrame(tilewright.solve_batch(frame["puzzle"]))
    assert series["solution"].to_list() == answers["solution"].to_list()
    listed = pl.DataFrame(tilewright.solve_batch(ROWS))
    assert listed["solution"].to_list() == answers["solution"].to_list()
    lazy = pl.DataFrame(tilewright.solve_batch(frame, stream=True))
    assert lazy.equals(answers)


def test_pandas() -> None:
    pd = pytest.importorskip("pandas")
    for kind in ("object", "str", pd.ArrowDtype(pa.string()), pd.ArrowDtype(pa.large_string())):
        series = pd.Series(ROWS, dtype=kind, name="puzzle")
        assert eager(tilewright.solve_batch(series))["status"] == STATUS
        frame = pd.DataFrame({"puzzle": series, "id": range(5)})
        answers = pa.table(tilewright.solve_batch(frame)).to_pandas(types_mapper=pd.ArrowDtype)
        assert answers["status"].tolist() == STATUS
        assert answers["id"].tolist() == [0, 1, 2, 3, 4]


def test_duckdb() -> None:
    duckdb = pytest.importorskip("duckdb")
    connection = duckdb.connect()
    connection.execute("create table puzzles as select ? as puzzle, range as id from range(3000)", [EASY])
    answers = pa.table(tilewright.solve_batch(connection.table("puzzles"), stream=False))
    assert answers.num_rows == 3000
    assert answers["solution"].unique().to_pylist() == [SOLVED]
    stream = tilewright.check_batch(connection.table("puzzles"), stream=True)
    # The connection is busy with the stream that is read.
    reading = connection.cursor()
    counted = reading.sql("select status, count(*), count(distinct id) from stream group by status")
    assert counted.fetchall() == [("unique", 3000, 3000)]
    kept = tilewright.check_batch(connection.table("puzzles"), stream=False)
    assert kept.num_rows == 3000
    for _ in range(2):
        counted = connection.sql("select count(*) from kept where status = 'unique'")
        assert counted.fetchall() == [(3000,)]


def test_rows_are_made_by_their_numbers() -> None:
    whole = tilewright.generate_batch("sudoku", "3,3", 50, seed=9, minimal=True, rated=True)
    assert isinstance(whole, RecordBatch)
    assert whole["number"] == list(range(50))
    assert set(whole["status"]) == {"made"} and len(set(whole["puzzle"])) == 50
    check = eager(tilewright.check_batch(whole))
    assert set(check["status"]) == {"unique"}
    assert check["solution"] == whole["solution"]
    assert all(difficulty is not None for difficulty in whole["difficulty"])
    assert whole["puzzle"][0] == str(tilewright.generate("sudoku", "3,3", seed=9, minimal=True))
    assert whole["puzzle"][7] == str(
        tilewright.generate("sudoku", "3,3", seed=9, minimal=True, number=7)
    )
    stream = tilewright.generate_batch(
        "sudoku", "3,3", 40, seed=9, start=10, minimal=True, stream=True, batch_rows=16
    )
    pieces = list(stream)
    assert [len(piece) for piece in pieces] == [16, 16, 8]
    assert [p for piece in pieces for p in piece["puzzle"]] == whole["puzzle"][10:]
    assert len(tilewright.generate_batch("sudoku", "3,3", 0, seed=1)) == 0
    random = tilewright.generate_batch("sudoku", "2,2", 3)
    assert set(random["status"]) == {"made"}
    with pytest.raises(Refused):
        tilewright.generate_batch("chess", "8x8", 3)
    with pytest.raises(ValueError):
        tilewright.generate_batch("sudoku", "3,3", -1)
    missed = tilewright.generate_batch("sudoku", "3,3", 2, seed=1, clues=17, time=0.1)
    assert missed.num_rows == 2
    assert all((s == "missed") == (r is not None) for s, r in zip(missed["status"], missed["reason"]))


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent as on POSIX")
@pytest.mark.parametrize(
    "work",
    [
        'tilewright.generate_batch("sudoku", "3,3", 100_000_000, seed=1)',
        'tilewright.rate_batch(["8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."] * 1_000_000)',
        'list(tilewright.generate_batch("sudoku", "3,3", 10**12, seed=1, stream=True))',
    ],
)
def test_ctrl_c(work: str) -> None:
    program = textwrap.dedent(
        f"""
        import tilewright, sys
        import pyarrow as pa
        print("ready", flush=True)
        try:
            {work}
        except KeyboardInterrupt:
            print("interrupted", flush=True)
            print(tilewright.solve_batch(["12....1....34..."])["status"])
            sys.exit(7)
        """
    )
    child = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    time.sleep(1.5)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=60)
    assert out == "interrupted\n['solved']\n", err
    assert child.returncode == 7


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent as on POSIX")
def test_ctrl_c_while_another_program_reads() -> None:
    program = """
import pyarrow as pa, tilewright
stream = tilewright.generate_batch("sudoku", "3,3", 10**12, seed=1, stream=True)
print("ready", flush=True)
pa.RecordBatchReader.from_stream(stream).read_all()
"""
    child = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    time.sleep(1.5)
    child.send_signal(signal.SIGINT)
    _, err = child.communicate(timeout=60)
    assert child.returncode != 0
    assert "KeyboardInterrupt" in err or "interrupted" in err


def test_a_second_solution_is_looked_for_unless_told_otherwise() -> None:
    puzzles = ["." * 81, EASY, "11" + "." * 79, "1..............."]
    assert tilewright.solve_batch(puzzles)["status"] == ["several", "solved", "unsolvable", "several"]
    first = tilewright.solve_batch(puzzles, limit=1)
    assert first["status"] == ["solved", "solved", "unsolvable", "solved"]
    assert first["solution"] == tilewright.solve_batch(puzzles)["solution"]
    with pytest.raises(ValueError, match="limit is 1 or 2"):
        tilewright.solve_batch(puzzles, limit=0)


def test_a_generator_is_read_as_it_is_asked_for() -> None:
    taken = 0

    def endless() -> Iterator[str]:
        nonlocal taken
        while True:
            taken += 1
            yield EASY

    with tilewright.solve_batch(endless(), stream=True) as stream:
        first = next(stream)
        assert set(first["status"]) == {"solved"} and len(first) == taken < 1000
        assert len(next(stream)) > len(first)

    def broken() -> Iterator[str]:
        yield EASY
        raise OSError("the disk is gone")

    with pytest.raises(OSError, match="the disk is gone"):
        list(tilewright.solve_batch(broken(), stream=True))
    with pytest.raises(TypeError, match="row 1 is int"):
        list(tilewright.solve_batch(iter([EASY, 3]), stream=True))  # type: ignore[list-item]


def test_kept_columns_of_every_type_are_lists() -> None:
    import datetime
    import decimal

    day, time = datetime.date(2026, 11, 16), datetime.datetime(2026, 11, 16, 12, 30, 1, 500000)
    kept = {
        "bool": pa.array([True, None]),
        "int8": pa.array([1, None], pa.int8()),
        "uint64": pa.array([2**64 - 1, None], pa.uint64()),
        "half": pa.array([0.5, None], pa.float16()),
        "float": pa.array([0.5, None], pa.float32()),
        "bytes": pa.array([b"a", None], pa.large_binary()),
        "fixed": pa.array([b"ab", None], pa.binary(2)),
        "date": pa.array([day, None]),
        "time": pa.array([time, None], pa.timestamp("ms")),
        "zoned": pa.array([time, None], pa.timestamp("us", "UTC")),
        "ns": pa.array([1, None], pa.duration("ns")),
        "decimal": pa.array([decimal.Decimal("1.50"), None]),
        "list": pa.array([[1, None], None]),
        "sized": pa.array([[1, 2], None], pa.list_(pa.int16(), 2)),
        "struct": pa.array([{"a": 1, "b": ["x"]}, None]),
        "dictionary": pa.array(["x", None]).dictionary_encode(),
        "map": pa.array([[("k", 1)], None], pa.map_(pa.string(), pa.int8())),
        "null": pa.nulls(2),
        "view": pa.array(["x", None], pa.string_view()),
    }
    table = pa.table({"puzzle": [EASY, None], **kept})
    answers = eager(tilewright.check_batch(table, column="puzzle"))
    for name, column in kept.items():
        assert answers[name] == column.to_pylist(), name
    assert answers.to_pylist()[0]["struct"] == {"a": 1, "b": ["x"]}


def test_answers_to_our_own_tables_replace_those_before() -> None:
    made = tilewright.generate_batch("sudoku", "2,2", 3, seed=1)
    checked = eager(tilewright.check_batch(made))
    assert checked["status"] == ["unique"] * 3
    assert checked.column_names == ["number", "puzzle", "clues", "status", "solution", "other", "reason"]
    assert checked["solution"] == made["solution"]


def test_tables_are_pickled() -> None:
    import pickle

    made = tilewright.generate_batch("sudoku", "2,2", 3)
    again = pickle.loads(pickle.dumps(made))
    assert isinstance(again, RecordBatch) and again.to_pydict() == made.to_pydict()
    assert again.seed == made.seed is not None
    pieces = eager(tilewright.check_batch(pa.chunked_array([[EASY], [EASY]])))
    assert not isinstance(pieces, RecordBatch)
    assert pickle.loads(pickle.dumps(pieces)).to_pydict() == pieces.to_pydict()


def test_a_seed_that_was_drawn_is_told() -> None:
    made = tilewright.generate_batch("sudoku", "2,2", 2)
    assert made.seed is not None
    assert tilewright.generate_batch("sudoku", "2,2", 2, seed=made.seed).to_pydict() == made.to_pydict()
    puzzle = tilewright.generate("sudoku", "2,2")
    assert puzzle.seed is not None and tilewright.generate("sudoku", "2,2", seed=puzzle.seed) == puzzle
    assert tilewright.parse(EASY).seed is None


def test_numbers_of_other_programs_are_numbers() -> None:
    numpy = pytest.importorskip("numpy")
    wanted = tilewright.generate("sudoku", "3,3", seed=1, clues=(28, 30))
    for clues in ([28, 30], range(28, 31), (numpy.int64(28), numpy.int64(30)), numpy.array([28, 30])):
        assert tilewright.generate("sudoku", "3,3", seed=numpy.int64(1), clues=clues) == wanted
    assert 28 <= wanted.clues <= 30
    assert tilewright.generate("sudoku", "3,3", seed=1, clues=numpy.int64(30)).clues == 30
    for bad in ([30], [30, 28], range(0), "30", 2.5):
        with pytest.raises((ValueError, TypeError)):
            tilewright.generate("sudoku", "3,3", clues=bad)  # type: ignore[arg-type]
