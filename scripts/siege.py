"""Lays siege to `tilewright serve`: hostile questions beside honest ones, for minutes.

    python3 scripts/siege.py COMMAND [--seconds 600] [--memory 512MiB] [--time 3s] [--hostile 6]

Hostile clients ask again and again questions that would take all resources (docs/trust.md), and every other one
leaves before the answer. Honest ones ask the page's questions. It prints the most memory that the server and its
workers held together (resident, without the pages of files), the slowest honest answer, and how the hostile
ones ended, and ends with 1 if memory was above the promise or an honest question was not answered
within its time.
"""

import argparse
import http.client
import json
import os
import subprocess
import threading
import time

NINE = "1..3.48.9.24.....7...96.5..23.....5.5.7..8.........4....95.....3..8......5.6...3."
RULES = 'tiles = "t1..t2000"\nvalues = "1..50"\n[[rule]]\nbetween = "pairs"\nrequire = "{}"\n'
MIB = 1 << 20
# The memory of the server and its workers themselves (docs/serve-and-play.md).
OWN = 64 * MIB


def hostile():
    """Questions that would take all there is."""
    rules, local = RULES.format("a != b"), RULES.format("a + i != b + j").replace("t2000", "t400")
    dense = RULES.format("a != b").replace("t2000", "t300")
    long = {"seconds": 3600}
    empty = "." * 256
    return [
        {"do": "check", "puzzle": {"text": rules}},
        {"do": "check", "puzzle": {"text": local}},
        {"do": "solve", "puzzle": {"text": dense}, "limits": long},
        {"do": "count", "puzzle": {"text": empty}, "limits": long},
        {"do": "rate", "puzzle": {"text": "." * 625}, "limits": long},
        {"do": "generate", "kind": "sudoku", "size": "5,5", "level": "extreme", "limits": long},
    ]


def status(reply):
    """The word of a reply's answer."""
    return reply.get("answer", {}).get("status")


def honest():
    """Questions as the page asks them, and what their answers have."""
    nine = {"text": NINE, "as": "sudoku:line"}
    return [
        ({"do": "check", "puzzle": nine}, lambda a: status(a) == "unique"),
        ({"do": "solve", "puzzle": nine}, lambda a: status(a) == "solved"),
        ({"do": "hint", "puzzle": nine}, lambda a: "step" in a.get("answer", {})),
        ({"do": "draw", "puzzle": nine}, lambda a: "svg" in a),
        ({"do": "count", "puzzle": {"text": "1" + "." * 15}}, lambda a: a.get("answer", {}).get("count") == "72"),
    ]


class Siege:
    def __init__(self, args):
        words = [args.command, "serve", "--port", "0", "--memory", args.memory, "--time", args.time]
        self.server = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.address = self.server.stdout.readline().strip().removeprefix("http://").rstrip("/")
        self.ends = time.monotonic() + args.seconds
        self.lock = threading.Lock()
        self.most, self.slowest, self.honest, self.hostile = 0, 0.0, 0, {}
        self.faults = []

    def is_on(self):
        return time.monotonic() < self.ends

    def post(self, question, patience):
        host, port = self.address.rsplit(":", 1)
        connection = http.client.HTTPConnection(host, int(port), timeout=patience)
        connection.request("POST", "/api/ask", json.dumps(question), {"Content-Type": "application/json"})
        return connection

    def answer(self, question, patience):
        connection = self.post(question, patience)
        response = connection.getresponse()
        lines = response.read().decode().splitlines()
        connection.close()
        if response.status != 200:
            return {"error": {"message": f"HTTP {response.status}"}}
        return json.loads(lines[-1])["answer"]

    def note(self, end):
        with self.lock:
            self.hostile[end] = self.hostile.get(end, 0) + 1

    def besiege(self, number):
        questions = hostile()
        while self.is_on():
            question = questions[number % len(questions)]
            number += 1
            try:
                if number % 2:
                    message = self.answer(question, 120).get("error", {}).get("message", "an answer")
                    self.note(message.split(":")[0][:60])
                else:
                    connection = self.post(question, 120)
                    time.sleep(0.3)
                    connection.close()
                    self.note("left")
            except OSError as error:
                self.note(f"{type(error).__name__}")

    def ask(self, time_each):
        questions = honest()
        number = 0
        while self.is_on():
            question, is_right = questions[number % len(questions)]
            number += 1
            begun = time.monotonic()
            try:
                answer = self.answer(question, 120)
            except OSError as error:
                answer = {"error": {"message": repr(error)}}
            took = time.monotonic() - begun
            with self.lock:
                self.honest += 1
                self.slowest = max(self.slowest, took)
                if not is_right(answer) or took > time_each:
                    self.faults.append(f"{question['do']}: {took:.2f} s, {str(answer)[:200]}")
            time.sleep(0.05)

    def watch(self):
        while self.is_on():
            held = sum(resident(process) for process in family(self.server.pid))
            self.most = max(self.most, held)
            time.sleep(0.005)


def family(process):
    """The process and those that it has started."""
    children = [process]
    try:
        for task in os.listdir(f"/proc/{process}/task"):
            with open(f"/proc/{process}/task/{task}/children") as file:
                children += [int(child) for child in file.read().split()]
    except OSError:
        pass
    return children


def resident(process):
    try:
        with open(f"/proc/{process}/status") as file:
            for line in file:
                if line.startswith("RssAnon:"):
                    return int(line.split()[1]) << 10
    except OSError:
        pass
    return 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--memory", default="512MiB")
    parser.add_argument("--time", default="3s")
    parser.add_argument("--hostile", type=int, default=6)
    args = parser.parse_args()
    allowed = int(args.memory.removesuffix("MiB")) * MIB
    time_each = float(args.time.removesuffix("s"))
    siege = Siege(args)
    threads = [threading.Thread(target=siege.besiege, args=(number,)) for number in range(args.hostile)]
    threads += [threading.Thread(target=siege.ask, args=(time_each,)), threading.Thread(target=siege.watch)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    is_alive = siege.server.poll() is None
    siege.server.kill()
    siege.server.wait()
    promised = allowed * 21 // 20 + OWN
    print(f"{args.seconds:.0f} s, {args.hostile} hostile clients, --memory {args.memory} --time {args.time}")
    print(f"most memory: {siege.most / MIB:.0f} MiB of {promised / MIB:.0f} MiB promised")
    print(f"honest questions: {siege.honest}, slowest {siege.slowest:.2f} s, faults {len(siege.faults)}")
    for end, number in sorted(siege.hostile.items(), key=lambda item: -item[1]):
        print(f"hostile: {number:6} {end}")
    for fault in siege.faults[:20]:
        print(f"fault: {fault}")
    if not is_alive:
        print("the server has ended")
    raise SystemExit(0 if is_alive and siege.most <= promised and not siege.faults else 1)


if __name__ == "__main__":
    main()
