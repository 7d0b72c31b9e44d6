#!/usr/bin/env python3
"""What a request costs, by route: processor time of the service, so that other work on the machine counts little.

usage: tests/bench/sizing.py BUILD [seconds of each, default 4]        BUILD: build/release

One client, one connection; fresh hands of seed 7, so that a memo helps as little as it can. Time of the kernel is in it.
"""
import http.client
import json
import os
import random
import sys
import time

ORDER = "3456789TJQKA2BR"
random.seed(7)
deck = [rank for rank in ORDER[:13] for _ in range(4)] + ["B", "R"]
hands = {n: ["".join(sorted(random.sample(deck, n), key=ORDER.index)) for _ in range(4000)] for n in (17, 20)}

ROWS = [
    ("/classify", [{"cards": hand[:5]} for hand in hands[17]]),
    ("/prompt", [{"hand": hand} for hand in hands[17]]),
    ("/analyze", [{"hand": hand} for hand in hands[17]]),
    ("/bid-advice", [{"hand": hand} for hand in hands[17]]),
    ("/robot-move", [{"hand": hand, "role": "landlord", "last": None} for hand in hands[20]]),
    ("/table", [{"seed": seed, "actions": [{"call": 3}]} for seed in range(4000)]),
    ("/batch", [[{"path": "/prompt", "body": {"hand": hand}} for hand in hands[17][i:i + 16]] for i in range(0, 3984, 16)]),
]


def used(pid):
    """Seconds of processor."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def ask(connection, path, bodies, seconds):
    """How many were answered."""
    count, until = 0, time.monotonic() + seconds
    while time.monotonic() < until:
        connection.request("POST", path, json.dumps(bodies[count % len(bodies)]), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        answer.read()
        if answer.status != 200:
            sys.exit(f"{path} is answered {answer.status}")
        count += 1
    return count


seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 4
if "URL" not in os.environ:
    beside = [sys.argv[1] + "/ddzd", "--port", "0", "--threads", "1", "--workers", "1", "--log-level", "notice", "--"]
    os.execv("tests/script.sh", ["tests/script.sh", *beside, *sys.argv])
client, pid = http.client.HTTPConnection(os.environ["URL"].rpartition("/")[2]), int(os.environ["PID"])
for route, questions in ROWS:
    ask(client, route, questions, seconds / 8)
    before = used(pid)
    asked = ask(client, route, questions, seconds)
    cost = (used(pid) - before) / asked
    print(f"{route:12} {cost * 1e6:6.0f} us of processor, {1 / cost:6.0f} a second a core")
