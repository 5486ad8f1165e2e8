"""Two Ray nodes on loopback, a million puzzles, and one node is killed in the middle.

    python two_nodes.py FOLDER [ROWS]

Every row must be there once, and the output must be that of one machine. Then the driver is killed in the middle of
another job, and in a third everything, the driver and both nodes; each job is resumed. Prints its measurements.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

import tilewright

PORT = 6391
#: Ray rewrites 127.0.0.1, and two nodes need two addresses.
HEAD, OTHER = "127.0.0.2", "127.0.0.3"
PARTITIONS = 64


def start(address: str, folder: Path, *arguments: str) -> subprocess.Popen[bytes]:
    """A node; it ends with the process."""
    command = [sys.executable, "-m", "ray.scripts.scripts", "start", "--block", f"--node-ip-address={address}"]
    command += ["--num-cpus=1", "--object-store-memory=200000000", "--disable-usage-stats", *arguments]
    log = open(folder / f"{address}.log", "wb")
    return subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)


def below(top: int) -> list[int]:
    """A process and all that came from it."""
    parents: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(stat.parent.name)] = int(fields[1])
    found = [top]
    for pid in found:
        found += [child for child, parent in parents.items() if parent == pid]
    return found


def raylet_of(node: subprocess.Popen[bytes]) -> int:
    """The raylet of a node: the process that hands out its work."""
    for pid in below(node.pid):
        if Path(f"/proc/{pid}/comm").read_text().strip() == "raylet":
            return pid
    raise RuntimeError("the node has no raylet")


def end(node: subprocess.Popen[bytes]) -> None:
    """Ends a node and all that it started, by their numbers."""
    for pid in reversed(below(node.pid)):
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    node.wait()


def alive(ray: Any) -> int:
    return sum(node["Alive"] for node in ray.nodes())


def wait_for_nodes(ray: Any, wanted: int) -> None:
    deadline = time.monotonic() + 120
    while alive(ray) != wanted:
        assert time.monotonic() < deadline, f"{alive(ray)} nodes instead of {wanted}"
        time.sleep(0.5)


def puzzles(folder: Path, rows: int) -> Path:
    """Puzzles that all differ by their id, in four files."""
    source = folder / "source"
    source.mkdir()
    made = tilewright.generate_batch("sudoku", "3,3", min(rows, 100_000), seed=1)["puzzle"]
    lines = [made[row % len(made)] for row in range(rows)]
    table = pa.table({"id": range(rows), "puzzle": lines})
    size = -(-rows // 4)
    for number in range(4):
        pq.write_table(table.slice(number * size, size), source / f"{number}.parquet", row_group_size=50_000)
    return source


def parts(folder: Path) -> int:
    return len(list(folder.glob("part-*.parquet")))


def compare(expected: Any, out: Path) -> None:
    """Every row once, in order, and equal to that of one machine."""
    found = pa.concat_tables([pq.read_table(path) for path in sorted(out.glob("part-*.parquet"))])
    assert found["id"].to_pylist() == list(range(len(expected))), out
    assert found.equals(expected), out


def is_working(node: subprocess.Popen[bytes]) -> bool:
    """True if a node is at a task: Ray names a worker after it."""
    for pid in below(node.pid):
        try:
            title = Path(f"/proc/{pid}/cmdline").read_bytes()
        except OSError:
            continue
        if title.startswith(b"ray::") and b"tilewright" in title:
            return True
    return False


def undisturbed(folder: Path, source: Path, expected: Any) -> None:
    """The first run, with the start of the workers in it, and one more."""
    from tilewright import cluster

    for out in (folder / "first", folder / "second"):
        report = cluster.run(source, out, "check", partitions=PARTITIONS)
        print(f"two nodes, {report.partitions} partitions, the {out.name} run: {report.seconds:.1f} s")
        compare(expected, out)


def kill_a_node(ray: Any, folder: Path, source: Path, other: subprocess.Popen[bytes], expected: Any) -> None:
    """One node's raylet is killed at a task, when a third of the partitions is there."""
    from tilewright import cluster

    out = folder / "killed-node"
    killed_at: list[int] = []

    def kill() -> None:
        while parts(out) < PARTITIONS // 3 or not is_working(other):
            time.sleep(0.005)
        killed_at.append(parts(out))
        os.kill(raylet_of(other), signal.SIGKILL)

    killer = threading.Thread(target=kill, daemon=True)
    killer.start()
    report = cluster.run(source, out, "check", partitions=PARTITIONS)
    killer.join(10)
    assert killed_at and killed_at[0] < report.partitions, "the node was killed too late"
    wait_for_nodes(ray, 1)
    print(f"a node killed after {killed_at[0]} of {report.partitions} partitions: {report.seconds:.1f} s, {report.statuses}")
    compare(expected, out)


def driver(source: Path, out: Path) -> subprocess.Popen[bytes]:
    """A program that runs the job, when a third of the partitions is there."""
    program = f"import ray; ray.init('{HEAD}:{PORT}', _node_ip_address='{HEAD}')\n"
    program += f"from tilewright import cluster\ncluster.run({str(source)!r}, {str(out)!r}, 'check', partitions={PARTITIONS})\n"
    driver = subprocess.Popen([sys.executable, "-c", program])
    while parts(out) < PARTITIONS // 3:
        assert driver.poll() is None, "the driver ended too soon"
        time.sleep(0.02)
    return driver


def resume(what: str, source: Path, out: Path, expected: Any) -> None:
    """Resumes a job, and leaves complete partitions alone."""
    from tilewright import cluster

    done = {path: path.stat().st_mtime_ns for path in out.glob("part-*.parquet")}
    assert len(done) < PARTITIONS and not (out / "_SUCCESS").exists(), "there is nothing left to do"
    report = cluster.run(source, out, "check", partitions=PARTITIONS)
    assert report.partitions_found >= len(done)
    assert all(path.stat().st_mtime_ns == at for path, at in done.items())
    print(f"{what} killed after {len(done)} of {report.partitions} partitions, resumed in {report.seconds:.1f} s")
    compare(expected, out)


def kill_the_driver(folder: Path, source: Path, expected: Any) -> None:
    """The driver is killed in the middle; another resumes."""
    out = folder / "killed-driver"
    program = driver(source, out)
    program.kill()
    program.wait()
    # Ray ends the tasks of a driver that is gone; those that were nearly done may still end.
    time.sleep(5)
    resume("the driver", source, out, expected)


def kill_all(folder: Path, room: str, source: Path, expected: Any) -> None:
    """The driver and both nodes are killed in the middle, and the job resumes with two new nodes."""
    import ray

    out = folder / "killed-all"
    with two_nodes(folder, room):
        program = driver(source, out)
        program.kill()
    program.wait()
    with two_nodes(folder, room):
        join(ray)
        resume("all of it", source, out, expected)
        ray.shutdown()


@contextlib.contextmanager
def two_nodes(folder: Path, room: str) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Two nodes, which end with all their processes."""
    nodes = [start(HEAD, folder, "--head", f"--port={PORT}", "--include-dashboard=false", f"--temp-dir={room}")]
    try:
        time.sleep(10)
        nodes.append(start(OTHER, folder, f"--address={HEAD}:{PORT}"))
        yield nodes
    finally:
        for node in nodes:
            end(node)


def join(ray: Any) -> None:
    ray.init(f"{HEAD}:{PORT}", _node_ip_address=HEAD, log_to_driver=False)
    wait_for_nodes(ray, 2)


def main(folder: Path, rows: int) -> None:
    # A node wants a token from each that joins: one of this run's own, which all its processes inherit.
    os.environ.update(RAY_AUTH_MODE="token", RAY_AUTH_TOKEN=secrets.token_hex(32))
    import ray

    folder.mkdir(parents=True, exist_ok=True)
    source = puzzles(folder, rows)
    began = time.monotonic()
    files = pa.concat_tables([pq.read_table(path) for path in sorted(source.glob("*.parquet"))])
    expected = pa.table(tilewright.check_batch(files))
    print(f"one machine, one batch: {time.monotonic() - began:.1f} s for {rows} rows")
    # A short path, since sockets lie there; of its own, since Ray notes in it which cluster is the current one.
    room = tempfile.mkdtemp(prefix="tw-")
    try:
        with two_nodes(folder, room) as nodes:
            join(ray)
            undisturbed(folder, source, expected)
            kill_a_node(ray, folder, source, nodes[1], expected)
            kill_the_driver(folder, source, expected)
            ray.shutdown()
        kill_all(folder, room, source, expected)
    finally:
        shutil.rmtree(room, ignore_errors=True)
    print("every row once, and equal to one machine")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000)
