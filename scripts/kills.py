#!/usr/bin/env python3
"""Kills long runs at random moments, and looks at the remains.

    python3 scripts/kills.py [--kills 100] [--seed 1] [--binary target/release/tilewright] [JOB …]

Each job is a run of the command that writes a file (or a folder). It is run once to the end, which
gives the right result and the time that it takes; then it is started again and again over an older
file of the same name and ended with SIGKILL at a random moment. After each kill:

- under the final name is the older file, unchanged, or the new one, whole;
- a checkpoint is there as soon as the run has begun, is whole, and the count that resumes from it ends with the right
  number, having repeated only the work after the last checkpoint.

At the end each job is run once more to its end: the result is right, and nothing that the killed
runs had left is still there. The last part ends runs in other ways: a full disk, a limit on the size of
files, a pipe without a reader, a folder and a file that may not be written. Each must be one sentence,
exit code 2 and nothing half-written.

Needs nothing but Python. `just kills` builds the command first. Exit code 1 where something is wrong.
"""

from __future__ import annotations

import argparse
import ctypes
import errno
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable

OLD = b"what was there before\n"
NOBODY = 65534


@dataclass
class Result:
    """A row of the table."""

    job: str
    kills: int = 0
    old: int = 0
    new: int = 0
    parts: int = 0
    note: str = ""
    wrong: list[str] = field(default_factory=list)


class Harness:
    def __init__(self, binary: Path, folder: Path, seed: int) -> None:
        self.binary, self.folder = binary, folder
        self.random = random.Random(seed)

    def command(self, *words: object) -> list[str]:
        return [str(self.binary), *map(str, words)]

    def run(self, *words: object, **options: object) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(self.command(*words), capture_output=True, cwd=self.folder, **options)

    def kill_after(self, words: list[object], moment: float) -> bytes | None:
        """Starts a run and kills it then; returns its output if it had ended before."""
        process = subprocess.Popen(
            self.command(*words),
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        try:
            out, err = process.communicate(timeout=moment)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.communicate()
            return None
        if process.returncode not in (0, 1):
            raise RuntimeError(f"{words} ended with {process.returncode}: {err.decode()}")
        return out

    def timed(self, words: list[object]) -> tuple[float, subprocess.CompletedProcess[bytes]]:
        begun = time.monotonic()
        done = self.run(*words, stdin=subprocess.DEVNULL)
        return time.monotonic() - begun, done

    def parts(self, output: Path) -> list[Path]:
        """The remains of an output under other names."""
        names = output.parent.iterdir()
        return [path for path in names if path.name.startswith(output.name + ".")]


# --- files -----------------------------------------------------------------------------------


def contents(path: Path) -> dict[str, bytes] | bytes | None:
    """All of a file or a folder."""
    if path.is_dir():
        return {file.name: file.read_bytes() for file in sorted(path.iterdir())}
    return path.read_bytes() if path.exists() else None


def kill_writers(harness: Harness, name: str, output: str, words: list[object], kills: int) -> Result:
    """Kills a run that writes a file, over an older one."""
    result = Result(name)
    path = harness.folder / output
    words = [*words, "-o", output]
    remove(path)
    took, done = harness.timed(words)
    if done.returncode not in (0, 1):
        result.wrong.append(f"does not run: {done.stderr.decode()}")
        return result
    whole = contents(path)
    is_folder = path.is_dir()
    for _ in range(kills):
        remove(path)
        if not is_folder:
            path.write_bytes(OLD)
        before = contents(path)
        moment = harness.random.uniform(0, 1.05) * took
        ended = harness.kill_after(words, moment)
        result.kills += ended is None
        now = contents(path)
        if now == whole:
            result.new += 1
        elif now == before and ended is None:
            result.old += 1
        else:
            result.wrong.append(f"half a file after {moment:.3f} s")
        result.parts = max(result.parts, len(harness.parts(path)))
    remove(path)
    harness.timed(words)
    if contents(path) != whole:
        result.wrong.append("the last run wrote something else")
    left = [part.name for part in harness.parts(path)]
    if left:
        result.wrong.append(f"left over: {', '.join(left)}")
    result.note = f"{took:.1f} s alone"
    return result


def remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    elif path.exists():
        path.unlink()


# --- checkpoints -----------------------------------------------------------------------------


def kill_counts(harness: Harness, name: str, words: list[object], every: float, kills: int) -> Result:
    """Kills a count that keeps a checkpoint, resumes from it, and so on to the end; several times."""
    result = Result(name)
    took, done = harness.timed(words)
    right = done.stdout
    checkpoint = harness.folder / "kills.checkpoint"
    most_twice = 0.0
    while result.kills < kills and not result.wrong:
        remove(checkpoint)
        spent, in_a_row = 0.0, 0
        while True:
            option = "--resume" if checkpoint.exists() else "--checkpoint"
            # Long enough to start and to write a checkpoint: a run killed before that makes no progress.
            moment = 0.05 + 2 * every + harness.random.uniform(0.05, 0.6) * took
            options = [option, checkpoint.name, "--checkpoint-every", f"{int(every * 1000)}ms"]
            begun = time.monotonic()
            try:
                ended = harness.kill_after([*words, *options], moment)
            except RuntimeError as error:
                result.wrong.append(str(error))
                break
            spent += time.monotonic() - begun
            if ended is not None:
                if ended != right:
                    result.wrong.append(f"{ended!r} after {in_a_row} kills, expected {right!r}")
                break
            result.kills += 1
            in_a_row += 1
            if in_a_row > 60:
                result.wrong.append("it never ends")
                break
        if in_a_row:
            most_twice = max(most_twice, (spent - took) / in_a_row)
            result.new += 1
    left = [part.name for part in harness.parts(checkpoint)] + (
        [checkpoint.name] if checkpoint.exists() else []
    )
    if left and not result.wrong:
        result.wrong.append(f"left over: {', '.join(left)}")
    result.note = (
        f"{took:.1f} s alone, a checkpoint every {every:.2g} s, "
        f"at most {max(most_twice, 0):.2f} s done twice for each kill"
    )
    # What lay after the last checkpoint, the start of a process, and the noise of a busy machine.
    if most_twice > every + 0.25 * took + 1.0:
        result.wrong.append(f"{most_twice:.2f} s were done twice for each kill")
    return result


def damaged_checkpoints(harness: Harness) -> list[tuple[str, str]]:
    """Checkpoints that are not whole, of another count or version, are refused with the reason."""
    words = ["count", "latin", "8"]
    file = harness.folder / "damaged.checkpoint"
    remove(file)
    stopped = harness.run(*words, "--nodes", "100", "--checkpoint", file.name)
    assert stopped.returncode == 3, stopped
    good = file.read_bytes()
    cases: list[tuple[str, bytes, list[object]]] = [
        ("cut in half", good[: len(good) // 2], words),
        ("a byte changed", good[:-1] + bytes([good[-1] ^ 1]), words),
        ("a byte too many", good + b"\n", words),
        ("empty", b"", words),
        ("of another version", good.replace(b"made by: tilewright ", b"made by: tilewright 0.", 1), words),
        ("of another puzzle", good, ["count", "latin", "7"]),
    ]
    rows = []
    for what, data, asked in cases:
        file.write_bytes(data)
        done = harness.run(*asked, "--resume", file.name)
        said = done.stderr.decode().strip()
        is_right = done.returncode == 2 and not done.stdout and "\n" not in said
        is_right = is_right and file.read_bytes() == data
        rows.append((f"checkpoint {what}", said if is_right else f"WRONG: {done}"))
    return rows


# --- other ends ------------------------------------------------------------------------------


def other_ends(harness: Harness) -> list[tuple[str, str]]:
    """Full disks, closed pipes, missing permissions: one sentence, exit code 2."""
    rows: list[tuple[str, str]] = []
    puzzles = harness.folder / "puzzles.csv"
    jobs = {
        "table": (["solve", puzzles], "out.csv"),
        "Parquet": (["solve", puzzles], "out.parquet"),
        "list": (["enumerate", "sudoku", "2,2,1"], "out.txt"),
        "picture": (["render", harness.folder / "one.txt"], "out.png"),
        "proof": (["prove", harness.folder / "one.txt"], "proof"),
        "checkpoint": (["count", "latin", "10", "--time", "2s"], "c.checkpoint"),
    }

    def said(what: str, done: subprocess.CompletedProcess[bytes], is_clean: bool) -> None:
        text = done.stderr.decode(errors="replace").strip()
        sentences = [line for line in text.splitlines() if line.startswith("error: ")]
        is_right = done.returncode == 2 and len(sentences) == 1 and is_clean
        rows.append((what, sentences[0] if is_right else f"WRONG: {done.returncode} {text!r}"))

    def options(name: str, output: object) -> list[object]:
        return ["--checkpoint" if name == "checkpoint" else "-o", output]

    # A limit on the size of files, as `ulimit -f` sets it, with and without its signal.
    def small_files() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (2048, 2048))

    for name, (words, output) in jobs.items():
        if name == "checkpoint":
            continue
        folder = fresh(harness.folder / "limit")
        path = folder / output
        if name != "proof":
            path.write_bytes(OLD)
        before = contents(path)
        # Python ignores the signal that would end a process; the processes it starts must not.
        done = harness.run(*words, *options(name, path), preexec_fn=small_files, restore_signals=True)
        said(f"{name}, files of 2 KiB at most", done, contents(path) == before and not harness.parts(path))

    # A disk that is full.
    disk = fresh(harness.folder / "disk")
    if mount(disk, "size=64k"):
        try:
            for name, (words, output) in jobs.items():
                path = disk / output
                filler = disk / "filler"
                if name not in ("proof", "checkpoint"):
                    path.write_bytes(OLD)
                fill(filler)
                before = contents(path)
                done = harness.run(*words, *options(name, path))
                said(f"{name}, disk full", done, contents(path) == before and not harness.parts(path))
                for left in disk.iterdir():
                    remove(left)
        finally:
            unmount(disk)
    else:
        rows.append(("disk full", "skipped: no file system of our own can be mounted here"))

    # A device that is always full.
    for words in (["solve", puzzles], ["enumerate", "sudoku", "2,2,1"], ["engines"]):
        with open("/dev/full", "wb") as full:
            done = subprocess.run(
                harness.command(*words), stdout=full, stderr=subprocess.PIPE, cwd=harness.folder
            )
        said(f"{words[0]} to a full device", done, True)

    # Folders and files that may not be written; root may write everything, so not as root.
    os.chmod(harness.folder, 0o755)
    if os.geteuid() == 0:
        def as_nobody() -> None:
            os.setgid(NOBODY)
            os.setuid(NOBODY)
    else:
        as_nobody = None
    can_run = harness.run("engines", preexec_fn=as_nobody).returncode == 0
    for name, (words, output) in jobs.items():
        if not can_run:
            rows.append((f"{name}, missing permission", "skipped: no other user may run the command here"))
            continue
        folder = fresh(harness.folder / "forbidden")
        path = folder / output
        if name not in ("proof", "checkpoint"):
            path.write_bytes(OLD)
        folder.chmod(0o555)
        before = contents(path)
        done = harness.run(*words, *options(name, path), preexec_fn=as_nobody)
        said(f"{name}, folder that may not be written", done, contents(path) == before)
        folder.chmod(0o755)
        if name in ("proof", "checkpoint"):
            continue
        folder.chmod(0o777)
        path.chmod(0o444)
        done = harness.run(*words, *options(name, path), preexec_fn=as_nobody)
        clean = contents(path) == before and not harness.parts(path)
        said(f"{name}, file that may not be written", done, clean)
    if can_run:
        unreadable = fresh(harness.folder / "forbidden") / "secret.csv"
        unreadable.write_bytes(puzzles.read_bytes())
        unreadable.chmod(0)
        done = harness.run("solve", unreadable, preexec_fn=as_nobody)
        said("input that may not be read", done, True)

    # A pipe without a reader; and a reader who has seen enough, which is not an error.
    pipe = harness.folder / "pipe.csv"
    remove(pipe)
    os.mkfifo(pipe)
    process = subprocess.Popen(
        harness.command("solve", puzzles, "-o", pipe), stderr=subprocess.PIPE, cwd=harness.folder
    )
    os.close(os.open(pipe, os.O_RDONLY))
    _, err = process.communicate()
    done = subprocess.CompletedProcess([], process.returncode, b"", err)
    said("-o to a pipe without a reader", done, True)
    process = subprocess.Popen(
        harness.command("enumerate", "sudoku", "2,2,1"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=harness.folder,
    )
    assert process.stdout and process.stderr
    process.stdout.readline()
    process.stdout.close()
    err = process.stderr.read()
    code = process.wait()
    is_right = code == 0 and not err
    rows.append(("| head", "exit code 0, nothing said" if is_right else f"WRONG: {code} {err!r}"))
    return rows


def fresh(folder: Path) -> Path:
    if folder.exists():
        folder.chmod(0o755)
        shutil.rmtree(folder)
    folder.mkdir()
    return folder


def fill(path: Path) -> None:
    """Writes until there is no room for another byte."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT)
    try:
        while True:
            os.write(file, b"x" * 1024)
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
    finally:
        os.close(file)


def mount(folder: Path, options: str) -> bool:
    """Mounts a small file system in memory, where that is allowed."""
    libc = ctypes.CDLL(None, use_errno=True)
    if not hasattr(libc, "mount"):
        return False
    return libc.mount(b"none", str(folder).encode(), b"tmpfs", 0, options.encode()) == 0


def unmount(folder: Path) -> None:
    ctypes.CDLL(None).umount(str(folder).encode())


# --- all of it -------------------------------------------------------------------------------


def prepare(harness: Harness) -> None:
    """The input of the jobs."""
    made = harness.run("generate", "sudoku", "3,3", "-n", "3000", "--seed", "1", "--minimal", "--to", "line")
    lines = made.stdout.decode().split()
    assert len(lines) == 3000, made
    repeated = lines * 300
    (harness.folder / "puzzles.csv").write_text("puzzle\n" + "\n".join(lines) + "\n")
    (harness.folder / "many.csv").write_text("puzzle\n" + "\n".join(repeated) + "\n")
    (harness.folder / "some.csv").write_text("puzzle\n" + "\n".join(lines[:2500]) + "\n")
    (harness.folder / "lines.txt").write_text("\n".join(lines[:1000]) + "\n")
    (harness.folder / "one.txt").write_text(lines[0] + "\n")
    hard = harness.run("generate", "sudoku", "4,4", "--seed", "3", "--to", "line")
    (harness.folder / "hard.txt").write_bytes(hard.stdout)


Job = Callable[[Harness, int], Result]


def writer(name: str, output: str, *words: object) -> tuple[str, Job]:
    return name, lambda harness, kills: kill_writers(harness, name, output, list(words), kills)


def counter(name: str, every: float, *words: object) -> tuple[str, Job]:
    return name, lambda harness, kills: kill_counts(harness, name, list(words), every, kills)


JOBS: dict[str, Job] = dict(
    [
        counter("count-census", 0.25, "count", "latin", "9"),
        counter("count-sweep", 0.25, "count", "roads", "20x20"),
        counter("count-visit", 0.25, "count", "sudoku", "2,3", "--engine", "dance"),
        writer("generate-csv", "made.csv", "generate", "sudoku", "3,3", "-n", "60000", "--seed", "1", "--minimal"),
        writer("solve-csv", "solved.csv", "solve", "many.csv"),
        writer("check-jsonl", "checked.jsonl", "check", "many.csv"),
        writer("solve-parquet", "solved.parquet", "solve", "many.csv"),
        writer("rate-csv", "rated.csv", "rate", "some.csv"),
        writer("enumerate", "list.txt", "enumerate", "sudoku", "2,3", "--limit", "12000000"),
        writer("prove", "proof", "prove", "hard.txt"),
        writer("booklet-pdf", "booklet.pdf", "render", "lines.txt", "--difficulty", "--solution"),
    ]
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    target = os.environ.get("CARGO_TARGET_DIR", "target")
    parser.add_argument("--binary", type=Path, default=Path(target) / "release" / "tilewright")
    parser.add_argument("--kills", type=int, default=100, help="of all jobs together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("jobs", nargs="*", metavar="JOB", help=f"of {', '.join(JOBS)}, ends; default: all")
    args = parser.parse_args()
    unknown = set(args.jobs) - set(JOBS) - {"ends"}
    if unknown:
        parser.error(f"there is no job called {sorted(unknown)[0]}")
    wanted = [name for name in JOBS if not args.jobs or name in args.jobs]
    is_wrong = False
    with tempfile.TemporaryDirectory(prefix="tilewright-kills-") as folder:
        binary = Path(folder) / "tilewright"
        shutil.copy(args.binary, binary)
        harness = Harness(binary, Path(folder), args.seed)
        prepare(harness)
        if wanted:
            each, more = divmod(args.kills, len(wanted))
            print("| job | kills | old file stayed | new file whole | lost | note |")
            print("| --- | --- | --- | --- | --- | --- |")
        total = 0
        for number, name in enumerate(wanted):
            result = JOBS[name](harness, each + (number < more))
            total += result.kills
            lost = "; ".join(result.wrong) if result.wrong else "nothing"
            is_wrong |= bool(result.wrong)
            is_count = name.startswith("count")
            old, new = ("–", f"{result.new} counts right") if is_count else (result.old, result.new)
            print(f"| `{name}` | {result.kills} | {old} | {new} | {lost} | {result.note} |", flush=True)
        if wanted:
            print(f"\n{total} kills, seed {args.seed}")
        if not args.jobs or "ends" in args.jobs:
            rows = damaged_checkpoints(harness) + other_ends(harness)
            print("\n| trouble | message |\n| --- | --- |")
            for what, said in rows:
                shown = said.replace(str(harness.folder) + "/", "").replace("|", "\\|")
                print(f"| {what.replace('|', chr(92) + '|')} | {shown} |")
                is_wrong |= said.startswith("WRONG")
    return int(is_wrong)


if __name__ == "__main__":
    sys.exit(main())
