#!/usr/bin/env python3
"""served.py - the service over HTTP on loopback, next to a bare echo server.

usage: tests/bench/served.py BUILD [--only solve|robot|start|scale] [--on PROCESSORS] [--seconds OF_A_ROUND]

1. Requests a second of /classify with 64 connections, closed loop, against http_echo (same library, same threads) that echoes
   the same body, and one that is as long as the service's answer. The servers take turns, A B C A B C, and the median round
   counts, because other work on the machine comes and goes.
2. p99 of short requests that arrive at a fixed rate, without and with 1 % batches of 256 prompts beside them. A request counts
   from the moment it was due, so a server that makes us wait cannot hide it.
3. (--only solve) The same while 64 other clients solve endgames of 10 v 10 cards, each the next one as soon as it has the answer.
4. A batch of 256 prompts against the same one by one over one connection, of hands that no memo has.
5. (--only robot) /robot-move, asked at every turn of whole games with their history: of `rules` and `net` at a fixed rate over 64
   connections; of `search` with a limit of 10 ms over as many connections as there are workers, and over twice as many: how long
   after the limit the answer is there. What is wanted of each stands behind it.
6. (--only start) From the start of the program to its first answer, without a net and as it comes; what it holds then, and after
   a round of prompts, proofs and searches, when every thread has touched its memory.
7. (--only scale, not without it) Requests a second with one thread and one worker, with two, with four, up to the processors of
   the servers, beside the echo with as many: on processors of their own, and a client on each that is left.

--on 0-3,8: the servers run there, with as many threads; we on the others, where there are any. The requests come from `load lines`,
which shares the cores with the servers else. Nothing here judges; it prints.
"""
import argparse
import contextlib
import http.client
import itertools
import json
import os
import random
import re
import statistics
import subprocess
import tempfile
import time

CONNECTIONS, ROUNDS, PACED_ROUNDS = 64, 11, 5
RATE = 1200  # short requests a second
POSITIONS, LIMIT_MS, PROMPTS = 256, 10, 256
RANKS = "3456789TJQKA2"
SHORT = [("/classify", {"cards": "3334445566", "rules": "standard"})]


def processors_of(text):
    pairs = [part.split("-") for part in text.split(",")]
    return {at for pair in pairs for at in range(int(pair[0]), int(pair[-1]) + 1)}


asked = argparse.ArgumentParser()
asked.add_argument("build")
asked.add_argument("--only", choices=("solve", "robot", "start", "scale"))
asked.add_argument("--on", type=processors_of, default=os.sched_getaffinity(0))
asked.add_argument("--seconds", type=float, default=0.5)
options = asked.parse_args()
clients = os.sched_getaffinity(0) - options.on or os.sched_getaffinity(0)
folder = tempfile.TemporaryDirectory()
DDZD, ECHO, LOAD = (f"{options.build}/{name}" for name in ("ddzd", "tests/bench/http_echo", "tests/load/load"))


class Server:
    """A program on the servers' processors, with its output in a file, as a log would be; there when its port is known."""

    def __init__(self, *command, on=frozenset(options.on)):
        self.log, began = tempfile.TemporaryFile(), time.monotonic()
        os.sched_setaffinity(0, on)
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=self.log)
        os.sched_setaffinity(0, clients)
        while not (said := re.search(rb'(?:^|"port":)(\d+).*\n', os.pread(self.log.fileno(), 4096, 0))):
            if self.process.poll() is not None or time.monotonic() > began + 60:
                raise SystemExit(f"{command[0]} does not listen")
            time.sleep(0.001)
        self.port, self.began = int(said[1]), began

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.terminate()
        self.process.wait()

    def ask(self, path, body):
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
        return json.load(connection.getresponse())

    def cpu_s(self):
        """Of the processor, user and system."""
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def mib(self):
        with open(f"/proc/{self.process.pid}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE") / 2**20


def service(*more, on=frozenset(options.on)):
    return Server(DDZD, "--port", "0", "--hosts", "*", *more, on=on)


# --- the load ---

numbers = itertools.count()


def texts(requests):
    """A file of them, for `load lines`."""
    name = f"{folder.name}/{next(numbers)}"
    with open(name, "w", encoding="ascii") as file:
        file.writelines(f"- {path} {json.dumps(body, separators=(',', ':'))}\n" for path, body in requests)
    return name


def begin(server, file, connections, rate, seconds, **more):
    command = [LOAD, "lines", str(server.port), file, "--name", "", "--reuse", "0"]
    for name, value in {"connections": connections, "rate": rate, "seconds": seconds, **more}.items():
        command += [f"--{name}", str(value)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def end(process):
    """What became of it, by name; what failed it has said itself."""
    told = {name: float(value) for name, value in (pair.split("=") for pair in process.communicate()[0].split())}
    return told if told["ok"] else exit("nothing was answered")


def load(*how, **more):
    """A rate of 0: closed loop."""
    return end(begin(*how, **more))


# --- what is asked ---

chance = random.Random(4321)


def prompt():
    return "/prompt", {"limit": 1, "hand": "".join(chance.sample(RANKS * 4, 20))}


def endgame():
    cards = chance.sample(RANKS * 4 + "BR", 20)
    return "/solve", {"landlord": "".join(cards[:10]), "farmer": "".join(cards[10:])}


def turns(server, seed):
    """All that a player knows at each turn of a game that the rules play: from its end back, each has what it played then."""
    game = server.ask("/table", {"rules": "douzero", "seed": seed, "robots": {seat: {"engine": "rules"} for seat in "012"}})
    hands = {seat["role"]: seat["hand"] for seat in game["seats"]}
    plays = [{"role": play["role"], "cards": play["cards"]} for play in game["appended"] if "cards" in play]
    for turn in range(len(plays) - 1, -1, -1):
        role = plays[turn]["role"]
        hands[role] += plays[turn]["cards"]
        yield {"hand": hands[role], "role": role, "rules": "douzero", "kitty": game["kitty"], "history": plays[:turn]}


def moves(server, **how):
    every = itertools.chain.from_iterable(turns(server, seed) for seed in itertools.count(77))
    return [("/robot-move", {**turn, **how}) for turn in itertools.islice(every, POSITIONS)]


def searches(server, **limit):
    return moves(server, engine="search", limit=limit)


# --- the parts ---

def line(name, *figures, more=""):
    print(f"{name:44}", *(f"{figure:>9.{digits}f}" for figure, digits in zip(figures, (0, 3, 3, 0))), more, flush=True)


def beside_echo(server):
    """1: as many as possible."""
    with Server(ECHO, str(len(options.on))) as echo:
        answer = server.ask(*SHORT[0])
        contenders = [("/classify", server, texts(SHORT)), ("echo of the same request", echo, texts(SHORT)),
                      ("echo of a body as long as our answer", echo, texts([("/classify", answer)]))]
        rounds = {name: [] for name, *_ in contenders}
        for _ in range(ROUNDS):
            for name, at, requests in contenders:
                load(at, requests, CONNECTIONS, 0, 0.1)  # warm
                before = at.cpu_s()
                told = load(at, requests, CONNECTIONS, 0, options.seconds)
                first = rounds["/classify"][-1][0] if name != "/classify" else told["per_s"]
                cpu_us = (at.cpu_s() - before) * 1e6 / told["ok"]  # steadier than the rate when others use the machine
                rounds[name].append((told["per_s"], told["p50_ms"], told["p99_ms"], cpu_us, first / told["per_s"]))
    print(f"{'64 connections, closed loop':44} {'req/s':>9} {'p50 ms':>9} {'p99 ms':>9} {'cpu us':>9}")
    for name, told in rounds.items():
        *figures, ratio = (statistics.median(column) for column in zip(*told))
        line(name, *figures, more="" if ratio == 1 else f"  the first is {ratio:.2f} of it")


def paced(server, name, requests, connections, rate):
    """2, 3: short requests at a fixed rate, alone and beside others."""
    shorts, seconds, p99 = texts(SHORT), options.seconds * 6, ([], [])
    print(f"\n{'1200 short requests/s':44} {'short':>9} {'p50 ms':>9} {'p99 ms':>9} {'others/s':>9}")
    for _ in range(PACED_ROUNDS):
        for beside in (False, True):
            other = begin(server, requests, connections, rate, 3600) if beside else None
            time.sleep(0.2)  # until they are at it
            began = time.monotonic()
            told, others = load(server, shorts, CONNECTIONS, RATE, seconds), 0
            if other:
                other.terminate()
                others = end(other)["ok"] / (time.monotonic() - began + 0.2)
            p99[beside].append(told["p99_ms"])
            line(name if beside else "alone", told["ok"], told["p50_ms"], told["p99_ms"], others)
    alone, both = map(statistics.median, p99)
    print(f"median p99 {alone:.3f} ms alone, {both:.3f} ms beside them: {both / alone:.2f} times")


def batch_of(prompts):
    return [("/batch", [{"path": path, "body": body} for path, body in prompts])]


def batches(server):
    """4: rounds have hands of their own, and so have batch and singles: neither finds the other's in the memo."""
    times = []
    for _ in range(ROUNDS):
        one, all_of = (texts(requests) for requests in ([prompt() for _ in range(PROMPTS)], batch_of([prompt() for _ in range(PROMPTS)])))
        singles = load(server, one, 1, 0, 60, requests=PROMPTS)
        times.append((singles["ok"] / singles["per_s"] * 1e3, load(server, all_of, 1, 0, 60, requests=1)["p50_ms"]))
    single, batch = (statistics.median(column) for column in zip(*times))
    print(f"\n{PROMPTS} prompts one by one over one connection {single:.1f} ms, as a batch {batch:.1f} ms: "
          f"{statistics.median(a / b for a, b in times):.2f} times as fast")


def robots(server):
    """5."""
    rules, net = (texts(moves(server, engine=engine)) for engine in ("rules", "net"))
    search, workers = texts(searches(server, ms=LIMIT_MS)), len(options.on)
    print(f"\n{'/robot-move, every turn of whole games':44} {'answers':>9} {'p50 ms':>9} {'p99 ms':>9}   wanted")
    twice = [("rules, 1200/s over 64 connections", "0.150, 1.000", rules, 64, RATE, 0),
             ("net, 1200/s over 64 connections", "0.200, 1.500", net, 64, RATE, 0)]
    for name, wanted, requests, connections, rate, less_ms in [
            ("rules, a connection a core, closed loop", "0.150, 1.000", rules, workers, 0, 0),  # paced cores sleep and wake up
            ("net, a connection a core, closed loop", "", net, workers, 0, 0),
            ("net, 64 connections, closed loop", "", net, 64, 0, 0), *twice, *twice,
            ("search, one a core: after its 10 ms", "p99 5.000", search, workers, 0, LIMIT_MS),
            ("search, two a core: after its 10 ms", "", search, 2 * workers, 0, LIMIT_MS)]:
        told = load(server, requests, connections, rate, options.seconds * 6)
        line(name, told["ok"], told["p50_ms"] - less_ms, told["p99_ms"] - less_ms, more="  " + wanted)


def starts():
    """6: the uses are, one after the other, what needs memory: hands of their own, open cards, a search."""
    with service() as server:
        found = searches(server, nodes=300)
    uses = texts([(prompt(), endgame(), move)[k % 3] for k, move in enumerate(found)])
    print("\nfrom the start to the first answer, and what the process holds")
    for threads, model in itertools.product("124", ([], ["--model", "none"])):
        told = []
        for _ in range(ROUNDS):
            with service("--threads", threads, "--workers", threads, *model) as server:
                server.ask("/classify", {"cards": "33"})
                took, rest = (time.monotonic() - server.began) * 1e3, server.mib()
                load(server, uses, CONNECTIONS, 0, options.seconds * 6)
                told.append((took, rest, server.mib()))
        took, rest, used = map(statistics.median, zip(*told))
        print(f"{threads} pollers, {threads} workers, {'no net:' if model else 'nets:':8} median {took:3.0f} ms, slowest "
              f"{max(told)[0]:3.0f} ms; resident then {rest:3.0f} MiB, in use {used:3.0f} MiB", flush=True)


def rate_of(server, requests, connections, seconds):
    """Answers a second to a client on each processor, together."""
    running = []
    for processor in clients:
        os.sched_setaffinity(0, {processor})
        running.append(begin(server, requests, connections, 0, seconds))
    os.sched_setaffinity(0, clients)
    return sum(end(one)["per_s"] for one in running)


def scale():
    """7: of what is long two connections for each worker; more would wait too long."""
    with service() as server:
        kinds = {"classify": SHORT, "prompt": [prompt() for _ in range(POSITIONS)], "net": moves(server, engine="net"),
                 "table": [("/table", {"seed": seed, "actions": [{"call": 3}]}) for seed in range(POSITIONS)],
                 "20,000": searches(server, nodes=20000), "echo": SHORT}
    kinds, alone = {name: texts(requests) for name, requests in kinds.items()}, {}
    print(f"requests a second, times those of one thread; {len(clients)} clients of 32 connections\nthreads",
          *(f"{name:>15}" for name in kinds))
    most = len(options.on)
    for threads in [n for n in (1, 2, 4, 8, 16, 32, 64) if n < most] + [most]:
        some = set(sorted(options.on)[:threads])
        with service("--log-level", "notice", on=some) as server, Server(ECHO, str(threads), on=some) as echo:
            print(f"{threads:7}", end=" ")
            for name, requests in kinds.items():
                connections = -(-2 * threads // len(clients)) if name == "20,000" else 32
                at = echo if name == "echo" else server
                rate_of(at, requests, connections, 0.1)
                rate = rate_of(at, requests, connections, options.seconds)
                print(f" {rate:9.0f} x{rate / alone.setdefault(name, rate):<4.1f}", end="", flush=True)
            print()


os.sched_setaffinity(0, clients)
with contextlib.ExitStack() as opened:
    opened.enter_context(folder)
    if options.only in (None, "solve", "robot"):
        beside = opened.enter_context(service())
        if not options.only:
            beside_echo(beside)
            paced(beside, "1 % batches of 256 prompts", texts(batch_of([prompt() for _ in range(PROMPTS)])), 32, RATE / 100)
        if options.only != "robot":
            paced(beside, "while 64 clients solve 10 v 10", texts([endgame() for _ in range(4096)]), 64, 0)
        if not options.only:
            batches(beside)
        if options.only != "solve":
            robots(beside)
    if options.only in (None, "start"):
        starts()
    if options.only == "scale":
        scale()
