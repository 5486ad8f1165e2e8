#!/usr/bin/env python3
"""Asks every command and engine to stop, and measures whether it does.

Each case is a command on an input that would run far longer, with one limit: --time, --nodes, --memory,
--limit, or SIGINT (Ctrl-C) a while after its start. It measures the wall time, the nodes that --stats reports, the
peak of the resident memory (from the system's accounting of the process), the answers on
standard output, the exit code, and the sentence said. Standard library alone; for Linux.

    python3 scripts/limits.py [--binary FILE] [--only REGEX] [--into records/2026-11-16-limits.md] [--list]

A limit holds where the observed value is at most the asked x 1.1, plus the constant that docs/trust.md gives.
The exit code is 0 where all hold. --into replaces the table in that file.
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field

MIB = 1 << 20
# Beyond the asked x 1.1: the memory of the program itself, and the time of starting and ending a process.
PROGRAM = 16 * MIB
START = 0.1
# Nodes that threads have not reported to each other yet.
UNTOLD_NODES = 2048
# Ctrl-C ends within this.
AT_ONCE = 1.0
# Where --time is given to a case that is about something else, so that none runs for ever.
PATIENCE = 120


@dataclass
class Case:
    """A command and the one limit that is measured."""

    kind: str  # time, nodes, memory, limit, or ctrl-c
    words: list
    asked: float = 0
    env: dict = field(default_factory=dict)
    stdin: str = ""
    note: str = ""

    def name(self):
        shown = [os.path.basename(w) if os.sep in w else w for w in self.words]
        return " ".join(["tilewright", *shown])


@dataclass
class Seen:
    seconds: float
    peak: int
    exit: int
    lines: int
    said: str
    shown: str


def run(binary, case, folder):
    """Runs a case to its end, or kills it when it is hopeless."""
    out_name = os.path.join(folder, "stdout")
    err_name = os.path.join(folder, "stderr")
    longest = PATIENCE + 60
    with open(out_name, "wb") as out, open(err_name, "wb") as err:
        stdin = subprocess.PIPE if case.stdin == "open" else subprocess.DEVNULL
        start = time.monotonic()
        child = subprocess.Popen([binary, *case.words], stdout=out, stderr=err, stdin=stdin, cwd=folder)
        signalled = None
        while True:
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
            now = time.monotonic()
            if pid:
                break
            if case.kind == "ctrl-c" and signalled is None and now - start >= case.asked:
                signalled = now
                child.send_signal(signal.SIGINT)
            if now - start > longest:
                child.kill()
            time.sleep(0.002)
        child.returncode = 0
    code = os.waitstatus_to_exitcode(status)
    begun = start if signalled is None else signalled
    with open(out_name, "rb") as out:
        lines = sum(block.count(b"\n") for block in iter(lambda: out.read(1 << 16), b""))
    with open(err_name, "rb") as err:
        said = err.read().decode(errors="replace")
    with open(out_name, "rb") as out:
        shown = out.read(1000).decode(errors="replace")
    return Seen(now - begun, usage.ru_maxrss << 10, code, lines, said, shown)


def judged(case, seen):
    """The limit and the measurement, as two cells, the ratio, and whether it holds."""
    if case.kind == "time":
        holds = seen.seconds <= case.asked * 1.1 + START
        return f"{case.asked:g} s", f"{seen.seconds:.2f} s", seen.seconds / case.asked, holds
    if case.kind == "ctrl-c":
        holds = seen.seconds <= AT_ONCE
        return f"after {case.asked:g} s", f"{seen.seconds:.2f} s later", seen.seconds / AT_ONCE, holds
    if case.kind == "memory":
        holds = seen.peak <= case.asked * 1.1 + PROGRAM
        return f"{case.asked / MIB:.0f} MiB", f"{seen.peak / MIB:.0f} MiB", seen.peak / case.asked, holds
    if case.kind == "nodes":
        told = re.search(r"([0-9][0-9,]*) nodes?\b", seen.said)
        nodes = int(told[1].replace(",", "")) if told else 0
        holds = told is not None and nodes <= case.asked * 1.1 + UNTOLD_NODES
        return f"{case.asked:,.0f}", f"{nodes:,}" if told else "not told", nodes / case.asked, holds
    holds = seen.lines == case.asked
    return f"{case.asked:,.0f}", f"{seen.lines:,}", seen.lines / case.asked, holds


def is_well_ended(case, seen):
    """True if it ended by its limit with the code for that, and not because there was nothing more to do."""
    if case.kind == "ctrl-c":
        return seen.exit == 3 or case.words[0] == "serve"
    if case.kind == "limit":
        return seen.exit in (0, 3)
    return seen.exit in (0, 1, 2, 3) and (seen.exit != 2 or "memory" in seen.said)


def sentence(seen):
    """The message, on one line, without the text of --stats; or the answer, if that says it."""
    return told(seen.said) or (told(seen.shown) if len(seen.shown) < 200 else "")


def told(text):
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    lines = [line for line in lines if not re.fullmatch(r"[0-9,]+ nodes? in [0-9.]+ s|seed [0-9]+", line)]
    lines = [line for line in lines if not line.startswith("hint:")]
    said = "; ".join(lines[:2])
    said = re.sub(r"[^ ;]*\.checkpoint[^ ;]*", "…", said)
    said = re.sub(r"[^ ;]*/(?=[^/ ;]+)", "", said)
    return (said[:110] + "…" if len(said) > 111 else said).replace("|", "\\|")


# Inputs that run far longer than any limit here.

def domino_board(side):
    """Dominoes on a board without two opposite corners: there is no solution, and no search sees why."""
    squares = [(r, c) for r in range(side) for c in range(side)]
    squares = [s for s in squares if s not in ((0, 0), (side - 1, side - 1))]
    name = lambda s: f"r{s[0]}c{s[1]}"
    lines = [" ".join(map(name, squares))]
    for r, c in squares:
        lines += [f"{name((r, c))} {name(o)}" for o in ((r, c + 1), (r + 1, c)) if o in squares]
    return "\n".join(lines) + "\n"


def inputs(binary, folder):
    """Writes the inputs, and gives their names."""
    files = {}

    # Little is held at once: the system adds the memory of this process to that of the processes it starts.
    def put(name, text, times=1, first=""):
        files[name] = os.path.join(folder, name)
        with open(files[name], "w") as file:
            file.write(first)
            for _ in range(times):
                file.write(text)

    put("dominoes.xcc", domino_board(20))
    put("dominoes-small.xcc", domino_board(14))
    put("lines.sdm", "." * 81 + "\n", 200_000)
    # A Sudoku with one solution, for tables.
    hard = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
    put("few.csv", hard + "\n", 4000, "puzzle\n")
    put("hard.csv", hard + "\n", 300_000, "puzzle\n")
    # A large board with few clues.
    put("25x25.txt", board_of(25, 40))
    put("64x64.txt", board_of(64, 20))
    put("huge.txt", board_of(144, 400))
    return files


def board_of(side, clues):
    """A board with a few clues that agree with a simple full one."""
    box = int(side ** 0.5)
    cells = {}
    for k in range(clues):
        r, c = (k * 7) % side, (k * 11 + k // side) % side
        cells[r, c] = (box * (r % box) + r // box + c) % side + 1
    rows = [" ".join(str(cells.get((r, c), ".")) for c in range(side)) for r in range(side)]
    return "\n".join(rows) + "\n"


ENGINES = ["reduce", "dance", "nine", "sat", "count", "auto"]


def corpus(name):
    return os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "corpus", name)


def cases(files):
    """All of them."""
    f = files
    found = []

    def add(kind, words, asked, **more):
        found.append(Case(kind, [str(w) for w in words], asked, **more))

    def timed(words, seconds=2):
        add("time", [*words, "--time", f"{seconds}s"], seconds)

    def stopped(words, after=1.0, **more):
        add("ctrl-c", words, after, **more)

    def held(words, mebibytes, time="60s"):
        words = [*words, "--memory", f"{mebibytes}MiB"]
        add("memory", [*words, "--time", time] if time else words, mebibytes * MIB)

    def spent(words, nodes):
        told = "--stats" if words[0] in ("solve", "count", "check") else "--verbose"
        add("nodes", [*words, "--nodes", nodes, told], nodes)

    # Every engine: time, nodes, Ctrl-C.
    long = {
        "reduce": ["sudoku", "3,3"],
        "dance": ["sudoku", "3,3"],
        "nine": ["sudoku", "3,3"],
        "sat": ["sudoku", "3,3"],
        "count": ["sudoku", "3,3"],
        "auto": ["roads", "30x30"],
    }
    for engine, board in long.items():
        timed(["count", *board, "--engine", engine])
        stopped(["count", *board, "--engine", engine])
        nodes = 100_000 if engine != "sat" else 2_000
        spent(["count", *board, "--engine", engine], nodes)
        if engine not in ("auto", "count"):
            timed(["solve", "--all", "--to", "line", *board, "--engine", engine])
            stopped(["solve", "--all", "--to", "line", *board, "--engine", engine])
            spent(["solve", "--all", "--to", "line", *board, "--engine", engine], nodes)
            add("limit", ["solve", "--to", "line", *board, "--engine", engine, "--limit", 1234], 1234)
    spent(["count", corpus("rules/australia.toml"), "--engine", "naive"], 10)
    add("limit", ["solve", "--json", corpus("cover/langford4.xcc"), "--engine", "naive", "--limit", 1], 1)
    for engine in ("reduce", "dance", "sat", "count", "auto"):
        timed(["solve", f["dominoes.xcc"], "--engine", engine])
        spent(["solve", f["dominoes.xcc"], "--engine", engine], 50_000)
    for engine in ("dance", "sat", "auto"):
        stopped(["solve", f["dominoes.xcc"], "--engine", engine])
        timed(["check", f["dominoes.xcc"], "--engine", engine])
        spent(["check", f["dominoes.xcc"], "--engine", engine], 50_000)
    for threads in (1, 4):
        timed(["count", "sudoku", "3,3", "--engine", "dance", "--threads", threads])
        spent(["count", "sudoku", "3,3", "--engine", "dance", "--threads", threads], 1_000_000)
    timed(["count", "sudoku", "4,4"])
    stopped(["count", "sudoku", "4,4"])
    # With hundreds of megabytes of notes to be written.
    stopped(["count", "sudoku", "4,4"], 8)
    stopped(["count", "roads", "24x24"], 8)
    timed(["count", "sudoku", "4,4"], 8)
    stopped(["check", f["dominoes.xcc"]])
    timed(["check", "sudoku", "6,6"])

    # Lists, samples, and what else searches.
    timed(["enumerate", "sudoku", "3,3"])
    add("limit", ["enumerate", "sudoku", "3,3", "--limit", 123_456], 123_456)
    spent(["enumerate", "sudoku", "3,3"], 100_000)
    spent(["sample", "--fast", "-n", 1_000_000, "sudoku", "3,3"], 100_000)
    timed(["enumerate", "sudoku", "3,3", "-o", "list.txt"])
    stopped(["enumerate", "sudoku", "3,3"])
    stopped(["enumerate", "sudoku", "3,3", "-o", "list2.txt"])
    timed(["enumerate", "--classes", "sudoku", "3,3"])
    stopped(["enumerate", "--classes", "sudoku", "3,3"])
    timed(["enumerate", "--from", "10000000000000000", "sudoku", "3,3"])
    stopped(["enumerate", "--from", "10000000000000000", "sudoku", "3,3"])
    timed(["sample", "-n", 1_000_000_000, "--fast", "sudoku", "3,3"])
    stopped(["sample", "-n", 1_000_000_000, "--fast", "sudoku", "3,3"])
    add("limit", ["sample", "-n", 1000, "--fast", "sudoku", "3,3"], 1000)
    timed(["sample", "--uniform", "sudoku", "4,4"])
    stopped(["sample", "--uniform", "sudoku", "4,4"])
    for command in ("explain", "hint", "rate"):
        timed([command, f["dominoes.xcc"]])
        stopped([command, f["dominoes.xcc"]])
        spent([command, f["dominoes.xcc"]], 50_000)
    timed(["explain", f["huge.txt"]])
    stopped(["explain", f["huge.txt"]])
    timed(["render", "--solution", "-o", "a.svg", f["dominoes.xcc"]])
    timed(["render", "--steps", "-o", "b.svg", f["25x25.txt"]])
    timed(["render", "-o", "c.svg", f["huge.txt"]], 1)
    stopped(["render", "--steps", "-o", "d.svg", f["25x25.txt"]])
    timed(["generate", "sudoku", "5,5", "--minimal"])
    timed(["generate", "sudoku", "3,3", "--clues", "17"])
    stopped(["generate", "sudoku", "3,3", "--clues", "17"])
    stopped(["generate", "sudoku", "5,5", "--minimal"])
    stopped(["generate", "sudoku", "3,3", "-n", 100_000_000, "--to", "line"])
    stopped(["generate", "sudoku", "3,3", "-n", 100_000_000, "-o", "made.csv"])
    add("limit", ["generate", "sudoku", "3,3", "-n", 321, "--to", "line"], 321)
    timed(["convert", "--to", "dimacs", "sudoku", "9,9"])
    stopped(["convert", "--to", "dimacs", "sudoku", "9,9"])
    timed(["convert", "--to", "xcc", "sudoku", "14,14"], 1)
    stopped(["convert", "--to", "xcc", "sudoku", "14,14"])
    timed(["prove", f["dominoes.xcc"], "-o", "proof"])
    stopped(["prove", f["dominoes.xcc"], "-o", "proof"])
    spent(["prove", f["dominoes.xcc"], "-o", "proof"], 5_000)
    spent(["render", "--solution", "-o", "g.svg", f["dominoes.xcc"]], 50_000)
    spent(["check", "sudoku", "12,12"], 100)
    if "proof" in f:
        timed(["verify", f["proof"]], 0.5)
        stopped(["verify", f["proof"]], 0.2)
    stopped(["solve", f["hard.csv"], "-o", "solved.csv"], 0.1)
    stopped(["rate", f["hard.csv"], "-o", "rated.csv"])
    stopped(["count", f["lines.sdm"], "--limit", 100_000])
    stopped(["serve"])

    # Building the largest models, reading, and writing.
    for board in ("12,12", "3,3,3", "2,2,2,2"):
        timed(["count", "sudoku", board, "--engine", "dance"], 1)
        stopped(["count", "sudoku", board, "--engine", "dance"], 0.5)
    timed(["solve", f["huge.txt"]], 1)
    stopped(["solve"], 0.5, stdin="open", note="waiting for standard input")
    stopped(["solve", f["huge.txt"], "--engine", "dance"], 0.5)
    stopped(["convert", "--to", "xcc", "sudoku", "12,12"], 0.5)

    # Memory, for every engine and command.
    for engine in ENGINES:
        board = ["sudoku", "7,7"] if engine not in ("nine", "count") else ["sudoku", "3,3"]
        held(["count", *board, "--engine", engine], 256, "20s")
    held(["count", "roads", "40x40", "--engine", "count"], 256)
    held(["count", "roads", "40x40", "--engine", "count"], 1024)
    held(["count", "roads", "40x40"], 256)
    held(["count", "sudoku", "5,5"], 128, "20s")
    held(["count", "sudoku", "3,3", "--engine", "sat"], 96, "30s")
    held(["solve", "sudoku", "6,6", "--engine", "sat"], 256, "30s")
    held(["solve", "sudoku", "7,7", "--engine", "sat"], 1024, "30s")
    for engine in ("reduce", "dance", "auto"):
        held(["solve", f["huge.txt"], "--engine", engine], 512, "20s")
        held(["solve", f["huge.txt"], "--engine", engine, "--threads", 4], 1500, "20s")
    held(["solve", "sudoku", "16,16", "--engine", "dance"], 256)
    held(["check", f["huge.txt"]], 512, "20s")
    held(["explain", f["huge.txt"]], 512, "20s")
    held(["explain", "sudoku", "6,6"], 64, "20s")
    held(["hint", f["25x25.txt"]], 64, "20s")
    held(["rate", f["25x25.txt"]], 64, "20s")
    held(["enumerate", "sudoku", "7,7"], 64, "10s")
    held(["enumerate", "--from", "10000000000000000", "sudoku", "3,3"], 128, "20s")
    held(["sample", "--uniform", "roads", "14x14"], 128, "30s")
    held(["sample", "--fast", "sudoku", "7,7"], 128, "20s")
    held(["generate", "sudoku", "7,7"], 128, "20s")
    held(["convert", "--to", "xcc", "sudoku", "9,9"], 256, None)
    held(["convert", "--to", "dimacs", "sudoku", "9,9"], 256, "20s")
    held(["render", "-o", "e.png", f["64x64.txt"]], 32, "20s")
    held(["render", "--solution", "-o", "f.svg", "sudoku", "12,12"], 256, "20s")
    held(["canonical", "--classes", f["few.csv"]], 64, None)
    held(["prove", f["huge.txt"], "-o", "proof2"], 256, "20s")
    held(["prove", f["dominoes.xcc"], "-o", "proof3"], 64, "30s")
    return found


def replaced(path, table):
    """Puts the table between its marks in the file."""
    begin, end = "<!-- limits: made by scripts/limits.py -->", "<!-- end of limits -->"
    with open(path) as file:
        text = file.read()
    before, _, rest = text.partition(begin)
    _, found, after = rest.partition(end)
    if not found:
        sys.exit(f"{path} has no marks for the table: {begin} … {end}")
    with open(path, "w") as file:
        file.write(f"{before}{begin}\n{table}\n{end}{after}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    target = os.environ.get("CARGO_TARGET_DIR", "target")
    parser.add_argument("--binary", default=os.path.join(target, "release", "tilewright"))
    parser.add_argument("--only", default="", help="cases whose kind and command match this")
    parser.add_argument("--into", help="replace the table in this file")
    parser.add_argument("--list", action="store_true", help="only print the commands")
    args = parser.parse_args()
    binary = os.path.abspath(args.binary)
    folder = tempfile.mkdtemp(prefix="tilewright-limits-")
    rows, misses = [], 0
    try:
        files = inputs(binary, folder)
        if not args.list:
            proof = Case("time", ["prove", files["dominoes-small.xcc"], "-o", "small-proof"])
            if run(binary, proof, folder).exit == 0:
                files["proof"] = os.path.join(folder, "small-proof")
        wanted = [c for c in cases(files) if re.search(args.only, f"{c.kind}: {c.name()}")]
        for case in wanted:
            if args.list:
                print(f"{case.kind}: {case.name()}")
                continue
            seen = run(binary, case, folder)
            asked, observed, ratio, holds = judged(case, seen)
            holds = holds and is_well_ended(case, seen)
            misses += not holds
            mark = "" if holds else " **no**"
            row = f"| {case.kind} | `{case.name()}` | {asked} | {observed} | {ratio:.2f}{mark} | {seen.exit} | {sentence(seen)} |"
            print(row, flush=True)
            rows.append(row)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    if args.list:
        return 0
    print(f"{len(rows)} cases, {misses} of which do not hold", flush=True)
    if args.into:
        head = "| limit | command | asked | observed | ratio | exit | said |\n| --- | --- | --- | --- | --- | --- | --- |"
        replaced(args.into, "\n".join([head, *rows]))
    return min(misses, 1)


if __name__ == "__main__":
    sys.exit(main())
