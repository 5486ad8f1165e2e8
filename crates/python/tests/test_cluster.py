"""Jobs on a Ray of this machine: the same output whatever the workers, and nothing lost or done twice."""

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import HARDEST

import tilewright
from tilewright import Refused, Stopped, TilewrightError

pa = pytest.importorskip("pyarrow")
pytest.importorskip("ray.data", reason='Ray is not installed: pip install "tilewright[ray]"')

import pyarrow.parquet as pq  # noqa: E402
import ray  # noqa: E402
import ray.data  # noqa: E402

from tilewright import cluster  # noqa: E402
from tilewright._each import each  # noqa: E402
from tilewright.cluster import Progress  # noqa: E402

HERE = Path(__file__).parent


@pytest.fixture(scope="module", autouse=True)
def two_workers() -> Iterator[None]:
    ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    yield
    ray.shutdown()


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three files with rows of every status; row groups end where partitions do not."""
    folder = tmp_path_factory.mktemp("source")
    lines: list[str | None] = list(tilewright.generate_batch("sudoku", "3,3", 2000, seed=5)["puzzle"])
    lines[7], lines[1500], lines[1501], lines[1999] = None, "what?", "." * 81, "55" + "." * 79
    table = pa.table({"id": range(2000), "puzzle": lines})
    pq.write_table(table.slice(0, 1100), folder / "a.parquet", row_group_size=130)
    pq.write_table(table.slice(1100, 0), folder / "b.parquet")
    pq.write_table(table.slice(1100), folder / "c.parquet")
    return folder


def whole(folder: Path) -> Any:
    return pa.concat_tables([pq.read_table(path) for path in sorted(folder.glob("part-*.parquet"))])


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def one_machine(source: Path, operation: str, **options: Any) -> Any:
    table = pa.concat_tables([pq.read_table(path) for path in sorted(source.glob("*.parquet"))])
    return pa.table(getattr(tilewright, f"{operation}_batch")(table.combine_chunks(), **options))


def test_equal_to_one_machine(source: Path, tmp_path: Path) -> None:
    for operation in ("solve", "check", "rate", "canonical"):
        report = cluster.run(source, tmp_path / operation, operation, partitions=9, progress=False)
        expected = one_machine(source, operation)
        assert whole(tmp_path / operation).equals(expected), operation
        assert report.rows == 2000 == sum(report.statuses.values())
        counted = expected["status"].to_pylist()
        assert report.statuses == {status: counted.count(status) for status in sorted(set(counted))}
        told = json.loads((tmp_path / operation / "_SUCCESS").read_text())
        assert (told["rows"], told["statuses"]) == (2000, report.statuses)


def test_options(source: Path, tmp_path: Path) -> None:
    report = cluster.run(source, tmp_path / "out", "solve", column="puzzle", keep=False, progress=False)
    assert whole(tmp_path / "out").equals(one_machine(source, "solve", keep=False))
    assert report.partitions == 3
    with pytest.raises(TypeError, match="speed"):
        cluster.run(source, tmp_path / "other", "solve", speed=3, progress=False)
    with pytest.raises(Refused, match="cpus="):
        cluster.run(source, tmp_path / "other", "solve", threads=3)


def test_the_number_of_workers_does_not_show(source: Path, tmp_path: Path) -> None:
    cluster.run(source, tmp_path / "one", "rate", partitions=7, concurrency=1, progress=False)
    cluster.run(source, tmp_path / "two", "rate", partitions=7, cpus=2, progress=False)
    cluster.run(source, tmp_path / "many", "rate", partitions=7, concurrency=50, progress=False)
    assert files(tmp_path / "one") == files(tmp_path / "two") == files(tmp_path / "many")


def test_generate(tmp_path: Path) -> None:
    wish: dict[str, Any] = {"kind": "sudoku", "size": "3,3", "seed": 3, "minimal": True}
    report = cluster.run(
        None, tmp_path / "out", "generate", rows=500, start=20, partitions=6, progress=False, **wish
    )
    assert report.statuses == {"made": 500}
    assert whole(tmp_path / "out").equals(pa.table(tilewright.generate_batch(rows=500, start=20, **wish)))
    with pytest.raises(Refused, match="seed= is missing"):
        cluster.run(None, tmp_path / "x", "generate", kind="sudoku", size="3,3", rows=5)
    with pytest.raises(Refused):
        cluster.run(None, tmp_path / "x", "generate", kind="sudoku", size="3,3", rows=5, seed=1, symmetry="odd")
    with pytest.raises(Refused, match="no source"):
        cluster.run(tmp_path / "out", tmp_path / "x", "generate", rows=5, **wish)


def test_complete_partitions_are_left_alone(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    cluster.run(source, out, "solve", partitions=9, progress=False)
    before, times = files(out), {p.name: p.stat().st_mtime_ns for p in out.glob("part-*")}
    # One is missing, one is cut off, one has a bit that is wrong, one is another's.
    (out / "part-00000.parquet").unlink()
    (out / "part-00001.parquet").write_bytes(before["part-00001.parquet"][:-300])
    wrong = bytearray(before["part-00002.parquet"])
    wrong[1000] ^= 4
    (out / "part-00002.parquet").write_bytes(bytes(wrong))
    (out / "part-00003.parquet").write_bytes(before["part-00004.parquet"])
    (out / "part-00005.parquet.abc.tmp").write_bytes(b"half")
    report = cluster.run(source, out, "solve", partitions=9, progress=False)
    assert files(out) == before
    redone = {name for name, at in times.items() if (out / name).stat().st_mtime_ns != at}
    assert redone == {f"part-0000{number}.parquet" for number in range(4)}
    assert report.partitions_found == report.partitions - 4


def test_killed_and_resumed(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    program = f"""
import ray
from tilewright import cluster
ray.init(address='local', num_cpus=1, include_dashboard=False, log_to_driver=False)
cluster.run({str(source)!r}, {str(out)!r}, "rate", partitions=40)
"""
    child = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        deadline = time.monotonic() + 120
        while len(list(out.glob("part-*.parquet"))) < 5 and time.monotonic() < deadline:
            assert child.poll() is None
            time.sleep(0.02)
    finally:
        # The driver and all that it started.
        os.killpg(child.pid, signal.SIGKILL)
        child.wait()
    # A worker that outlives its driver for a moment may still end its task.
    time.sleep(3)
    done = {path.name: path.stat().st_mtime_ns for path in out.glob("part-*.parquet")}
    assert len(done) >= 5
    assert not (out / "_SUCCESS").exists()
    report = cluster.run(source, out, "rate", partitions=40, progress=False)
    assert report.partitions_found >= len(done)
    assert {name: (out / name).stat().st_mtime_ns for name in done} == done
    assert whole(out).equals(one_machine(source, "rate"))
    assert not list(out.glob("*.tmp"))


def test_another_job_is_refused(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    cluster.run(source, out, "solve", partitions=9, progress=False)
    before = files(out)
    with pytest.raises(Refused, match="another job, with another operation"):
        cluster.run(source, out, "check", partitions=9)
    with pytest.raises(Refused, match="with other options"):
        cluster.run(source, out, "solve", partitions=9, keep=False)
    with pytest.raises(Refused, match="with other partitions"):
        cluster.run(source, out, "solve", partitions=10)
    with pytest.raises(Refused, match="with another source"):
        cluster.run(source / "c.parquet", out, "solve", partitions=9)
    with pytest.raises(Refused, match="is not empty and has no _manifest.json"):
        cluster.run(source, source, "solve")
    assert files(out) == before
    (out / "_manifest.json").write_text("{")
    with pytest.raises(Refused, match="damaged"):
        cluster.run(source, out, "solve", partitions=9)


def test_bad_sources(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    short = tmp_path / "short.parquet"
    short.write_bytes((source / "a.parquet").read_bytes()[:-100])
    with pytest.raises(Refused, match="cannot be read as Parquet"):
        cluster.run(short, out, "solve")
    with pytest.raises(Refused, match="no Parquet file"):
        cluster.run(tmp_path / "nothing*", out, "solve")
    other = tmp_path / "other.parquet"
    pq.write_table(pa.table({"x": ["."]}), other)
    with pytest.raises(Refused, match="other columns"):
        cluster.run([source / "a.parquet", other], out, "solve")
    with pytest.raises(Refused, match="no operation called 'dance'"):
        cluster.run(source, out, "dance")
    with pytest.raises(Refused, match="needs a source"):
        cluster.run(None, out, "solve")
    with pytest.raises(Refused, match="colour"):
        cluster.run(source, out, "solve", column="colour")
    assert not out.exists()


def test_sources_that_are_no_files(tmp_path: Path) -> None:
    data: Any = ray.data.from_items([{"puzzle": "." * 81}])
    with pytest.raises(TypeError, match="a source is Parquet files: .* and no MaterializedDataset"):
        cluster.run(data, tmp_path / "out", "solve")
    wrong = tmp_path / "wrong.parquet"
    pq.write_table(pa.table({"puzzle": [1, 2, 3]}), wrong)
    with pytest.raises(Refused, match="which column has the puzzles is not clear"):
        cluster.run(wrong, tmp_path / "out", "solve")
    (tmp_path / "empty").mkdir()
    with pytest.raises(Refused, match="no Parquet file"):
        cluster.run(tmp_path / "empty", tmp_path / "out", "solve")
    assert not (tmp_path / "out").exists()


def test_a_source_with_a_damaged_page(source: Path, tmp_path: Path) -> None:
    data = bytearray((source / "a.parquet").read_bytes())
    damaged = tmp_path / "damaged.parquet"
    damaged.write_bytes(data[:10_000] + b"U" * 1000 + data[11_000:])
    with pytest.raises(TilewrightError, match=r"damaged\.parquet cannot be read: .* the finished parts stay"):
        cluster.run(damaged, tmp_path / "out", "solve", partitions=5, retries=1, progress=False)
    assert not (tmp_path / "out" / "_SUCCESS").exists()


def test_a_destination_that_is_a_file(source: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    for out in (tmp_path / "file", tmp_path / "file" / "out"):
        with pytest.raises(TilewrightError, match=f"{out} cannot be written: "):
            cluster.run(source, out, "solve")
    assert (tmp_path / "file").read_text() == "mine"


def test_nothing_in_nothing_out(source: Path, tmp_path: Path) -> None:
    report = cluster.run(source / "b.parquet", tmp_path / "out", "solve", progress=False)
    assert (report.rows, report.partitions, report.statuses) == (0, 1, {})
    assert whole(tmp_path / "out").column_names == ["id", "puzzle", "status", "solution", "reason"]


def test_a_disk_that_cannot_be_written(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    cluster.run(source, out, "solve", partitions=9, progress=False)
    name = "part-00002.parquet"
    (out / name).unlink()
    (out / name).mkdir()
    with pytest.raises(TilewrightError, match="the finished parts stay"):
        cluster.run(source, out, "solve", partitions=9, retries=1, progress=False)
    assert not (out / "_SUCCESS").exists()
    (out / name).rmdir()
    report = cluster.run(source, out, "solve", partitions=9, progress=False)
    assert report.partitions_found == report.partitions - 1


def test_progress(source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told: list[Progress] = []
    cluster.run(source, tmp_path / "out", "solve", partitions=9, progress=told.append)
    assert [progress.pieces_done for progress in told] == list(range(1, len(told) + 1))
    assert told[-1].rows_done == told[-1].rows == 2000
    cluster.run(source, tmp_path / "other", "solve", partitions=9)
    last = capsys.readouterr().err.splitlines()[-1]
    assert "2,000 of 2,000 rows" in last
    cluster.count(tilewright.board("sudoku", "2,2"), parts=4)
    assert "4 of 4 parts" in capsys.readouterr().err.splitlines()[-1]


def test_counts_are_exact() -> None:
    for puzzle in (
        tilewright.board("sudoku", "2,3"),
        tilewright.board("sudoku", "2,2,1"),
        tilewright.board("roads", "4x5"),
        tilewright.parse("a b c\na b\nc\nb c\na\n", as_="cover"),
    ):
        assert cluster.count(puzzle, parts=60, progress=False) == puzzle.count()
    # Far more than 64 bits.
    board = tilewright.board("roads", "12x12")
    assert cluster.count(board, parts=10, progress=False) == 420205423230261259569461363


def test_solutions_are_listed(tmp_path: Path) -> None:
    puzzle = tilewright.board("sudoku", "2,2")
    report = cluster.solutions(puzzle, tmp_path / "out", to="line", parts=20, progress=False)
    found = whole(tmp_path / "out")["solution"].to_pylist()
    assert report.rows == len(found) == 288
    assert set(found) == {solution.write("line").strip() for solution in puzzle.solutions()}
    before = files(tmp_path / "out")
    (tmp_path / "out" / "part-00003.parquet").unlink()
    again = cluster.solutions(puzzle, tmp_path / "out", to="line", parts=20, cpus=2, progress=False)
    assert (again.partitions_found, files(tmp_path / "out")) == (report.partitions - 1, before)
    with pytest.raises(Refused, match="another source"):
        cluster.solutions(tilewright.parse("1..............."), tmp_path / "out", to="line", parts=20)
    with pytest.raises(Stopped):
        cluster.solutions(tilewright.board("sudoku", "3,3"), tmp_path / "x", parts=4, nodes=1000, progress=False)


def test_solutions_are_those_of_the_puzzle(tmp_path: Path) -> None:
    puzzle = tilewright.parse("1..........2....")
    cluster.solutions(puzzle, tmp_path / "lines", parts=20, progress=False)
    found = whole(tmp_path / "lines")["solution"].to_pylist()
    assert sorted(found) == sorted(str(solution) for solution in puzzle.solutions())


def test_ratings_that_were_stopped_say_so(tmp_path: Path) -> None:
    pq.write_table(pa.table({"puzzle": [HARDEST] * 3}), tmp_path / "in.parquet")
    report = cluster.run(tmp_path / "in.parquet", tmp_path / "out", "rate", time=0.01, progress=False)
    assert report.statuses == {"stopped": 3}
    rows = whole(tmp_path / "out").to_pylist()
    assert {(row["reason"], row["difficulty"], row["techniques"]) for row in rows} == {("time is up", None, None)}


def test_batches_of_ray_data_lose_no_row() -> None:
    lines = tilewright.generate_batch("sudoku", "3,3", 300, seed=5)["puzzle"]
    rows = ray.data.from_items([{"question": line, "id": number} for number, line in enumerate(lines)])
    solved = rows.map_batches(lambda batch: tilewright.solve_batch(batch).to_pydict(), batch_size=70)
    found = sorted(solved.take_all(), key=lambda row: row["id"])
    assert [row["question"] for row in found] == lines
    assert {row["status"] for row in found} == {"solved"}


def test_a_worker_that_dies_again_and_again() -> None:
    def die(piece: int) -> int:
        if piece == 2:
            os.kill(os.getpid(), signal.SIGKILL)
        return piece

    with pytest.raises(TilewrightError, match="a task failed: WorkerCrashedError"):
        list(each("die", die, [1, 2], retries=1, cpus=1, concurrency=None))


def test_a_worker_that_dies_once(tmp_path: Path) -> None:
    def die(piece: int) -> int:
        mark = tmp_path / str(piece)
        if not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return piece

    assert sorted(each("die", die, [1, 2, 3], retries=3, cpus=1, concurrency=None)) == [1, 2, 3]


def test_files_are_tried_again(tmp_path: Path) -> None:
    def write(piece: int) -> int:
        mark = tmp_path / f"{piece}-{len(list(tmp_path.glob(f'{piece}-*')))}"
        mark.touch()
        if not mark.name.endswith("-2"):
            raise OSError(5, "the disk sulks")
        return piece

    assert sorted(each("write", write, [1, 2], retries=2, cpus=1, concurrency=None)) == [1, 2]
    with pytest.raises(TilewrightError, match="OSError: .* the disk sulks; the finished parts stay"):
        list(each("write", write, [3], retries=1, cpus=1, concurrency=None))


def test_errors_are_themselves() -> None:
    class Strange(Exception):
        """Cannot be unpickled: it wants more than it keeps."""

        def __init__(self, one: str, two: str) -> None:
            super().__init__(f"{one} and {two}")

    def fail(error: str) -> None:
        if error == "stopped":
            raise Stopped("at least 5", "time", 5)
        raise Strange("this", "that")

    with pytest.raises(Stopped, match="^at least 5$") as stopped:
        list(each("fail", fail, ["stopped"], retries=1, cpus=1, concurrency=None))
    assert (stopped.value.end, stopped.value.at_least) == ("time", 5)
    with pytest.raises(TilewrightError, match="^a task failed: Strange: this and that; what"):
        list(each("fail", fail, ["strange"], retries=1, cpus=1, concurrency=None))


def test_the_context_of_the_caller_stays(source: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    context = ray.data.DataContext.get_current()
    before = repr(context)
    cluster.run(source, tmp_path / "out", "solve", progress=False)
    assert ray.data.DataContext.get_current() is context
    assert repr(context) == before
    # Nor is there a word of Ray Data's on the console.
    assert capfd.readouterr() == ("", "")


def test_a_count_that_is_stopped() -> None:
    with pytest.raises(Stopped) as stopped:
        cluster.count(tilewright.board("sudoku", "2,2,2"), parts=10, nodes=100, progress=False)
    assert stopped.value.end == "nodes"
    with pytest.raises(TypeError, match="no limit called 'speed'"):
        cluster.count(tilewright.board("sudoku", "2,2"), speed=3)  # type: ignore[call-arg]


@pytest.mark.skipif(os.environ.get("TILEWRIGHT_TWO_NODES") != "1", reason="takes minutes: TILEWRIGHT_TWO_NODES=1")
def test_two_nodes_and_one_dies(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, str(HERE / "two_nodes.py"), str(tmp_path)], text=True, capture_output=True)
    assert done.returncode == 0, done.stdout + done.stderr
