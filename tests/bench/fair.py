#!/usr/bin/env python3
"""fair.py - what one client asks for, and what another waits for it.

usage: tests/bench/fair.py BUILD [QUESTIONS_OF_A_KIND (100) [FIRST_TRIAL LAST_TRIAL]]

Others have proofs of 30 s each under way, over and over, or many connections that ask for bounded batches. A client of another
address asks one question after the other, first alone, then beside them; each trial has a fresh service with its default options.
Nothing here judges; it prints the bars that are wanted. That the order is right whatever the time, is for tests/service.
"""
import http.client
import json
import re
import subprocess
import sys
import tempfile
import time

BUILD, N, FIRST, LAST = sys.argv[1], *map(int, sys.argv[2:] + ["100", "0", "99"][len(sys.argv) - 2:])
# 10 against 10 cards, which cannot be proven in this time, and which can at once.
HARD, EASY = ({"hands": dict(zip(("landlord", "landlord_down", "landlord_up"), hands)), "limit": {"ms": 30000}} for hands in (
    ("3344667799TTQQKKA22J", "345567889TJJQKA2B", "345567889TJQKAA2R"), ("33344455566677788899", "34567899TTJJQQKKA", "TTJJQQKKAAA2222BR")))
# The most that a poller computes for one question: tests/attack/worst.c looks for it.
WORST = [{"path": "/prompt", "body": {"hand": "95K47Q44536AT255R48J", "limit": 1000, "rules": "yuncheng"}}]
TRIALS = [("alone", None, 0, 0), ("4 proofs, one address", HARD, 4, 1),
          ("the same after 60 easy ones", HARD, 4, 1),  # the service has learned that proofs are short
          ("60 easy proofs at a time", EASY, 60, 1), ("8 proofs, two addresses", HARD, 8, 2), ("32 proofs, eight addresses", HARD, 32, 8),
          *((f"{n} connections with batches", WORST, n, 1) for n in (60, 300, 900))]
MOVE = {"hand": "244557799ABJJKKKT", "role": "landlord_down", "kitty": "62Q", "left": {"landlord": 20, "landlord_up": 17}}
# One in `every` questions is asked: slow ones are. What is wanted is so beside one address.
QUESTIONS = [
    ("/classify", "/classify", {"cards": "3334445566"}, 1, False, "p99 10, 30, 100 beside 60, 300, 900"),
    ("/health", "/health", None, 1, False, "the same"),
    ("batch of 16 prompts", "/batch", 16 * [{"path": "/prompt", "body": {"hand": "33445566778899TTJJQQ"}}], 1, True, "50"),
    ("search of 20 ms", "/robot-move", {**MOVE, "engine": "search", "limit": {"ms": 20}}, 1, True, "60"),
    ("search of <= 300 ms", "/robot-move", {**MOVE, "engine": "search", "limit": {"ms": 300}}, 4, True, "700"),
    ("level 10", "/robot-move", {**MOVE, "level": 10}, 4, True, "twice as alone"),
]


def ask(line, path, body):
    """Status and milliseconds; who asks for /health, comes on a connection of its own."""
    began = time.monotonic()
    if body is None:
        line.close()
    line.request("POST" if body else "GET", path, json.dumps(body) if body else None)
    reply = line.getresponse()
    reply.read()
    return reply.status, (time.monotonic() - began) * 1e3


def run(port, name, crowd, connections, addresses):
    beside = None
    if name.startswith("the same"):
        for _ in range(60):
            ask(http.client.HTTPConnection("127.0.0.1", port), "/solve", EASY)
    with tempfile.NamedTemporaryFile("w") as file:
        if crowd:
            file.write(f"- {'/batch' if crowd is WORST else '/solve'} {json.dumps(crowd)}\n")
            file.flush()
            beside = subprocess.Popen([BUILD + "/tests/load/load", "lines", str(port), file.name, "--rate", "0", "--seconds", "3600",
                                       "--connections", str(connections), "--sources", str(addresses), "--name", "", "--reuse", "0"],
                                      stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(2)
        for kind, path, body, every, of_worker, wanted in QUESTIONS:
            if of_worker and crowd is WORST:
                continue
            line = http.client.HTTPConnection("127.0.0.1", port, source_address=("127.0.0.99", 0))
            told = []
            for _ in range(N * (1 if of_worker else 10) // every):
                told.append(ask(line, path, body))
                time.sleep(0.002)
            took = sorted(ms for _, ms in told)
            print(f"  {kind:20} median {took[len(took) // 2]:9.3f} p99 {took[-1 - len(took) // 100]:9.3f} ms, at most {took[-1]:.1f} of "
                  f"{len(took)}, {sum(status != 200 for status, _ in told)} refused; wanted: {wanted}", flush=True)
        if beside:
            beside.kill()
            beside.wait()


for trial in TRIALS[FIRST:LAST + 1]:
    service = subprocess.Popen([BUILD + "/ddzd", *"--port 0 --hosts * --log-level notice".split()], stdout=subprocess.PIPE, text=True)
    try:
        print(trial[0])
        run(next(int(found[1]) for said in service.stdout if (found := re.search('"port":([0-9]+)', said))), *trial)
        service.terminate()
        if service.wait():
            sys.exit("the service ended with a fault")
    finally:
        service.kill()
