#!/usr/bin/env python3
"""memory.py - what much memory is asked of: does the service stay below its ceiling, and give it back?

  largest  batches of 40 of the largest answers, read to the end
  unread   64 connections of one address that ask for them and read nothing; another address asks for as large ones meanwhile, a
           tenth as many as there are batches of prompts, and gets them all
  prompts  batches of 256 prompts, as many at a time as the queue takes; who hears 503 or 429 asks again after the time that the
           answer names

usage: tests/load/memory.py BUILD [BATCHES_OF_PROMPTS (1000) [GROUP HOME]]

GROUP and HOME are files cgroup.procs: the service starts in the first, whose limit it is to live through; who asks stays in the second.

The service runs with its default options on two cores. Demanded: its resident memory is at no time MOST_MIB or more (the kernel's own
high-water mark), and some seconds after each part, which are printed, it is at most KEPT_MIB more than before the first. Nothing
depends on the machine's speed: a part takes as long as it takes.
"""
import concurrent.futures
import http.client
import json
import re
import socket
import subprocess
import sys
import time

MOST_MIB, KEPT_MIB, PATIENCE_S = 450, 120, 1800
LARGE = {"path": "/solve", "body": {"landlord": "3333555567", "farmer": "4466778899T", "rules": {"preset": "laizi", "wild": ["3", "5"]},
                                    "solutions": "scored", "limit": {"ms": 60}}}
PROMPT = {"path": "/prompt", "body": {"hand": "33445566778899TTJJQQ", "last": "4"}}
faults = 0


def demand(kept, text):
    global faults
    faults += not kept
    print("good " if kept else "FAULT", text, flush=True)


def enter(procs):
    """The process goes over to a control group."""
    with open(procs, "w", encoding="ascii") as file:
        file.write("0")


def mib(pid, name):
    """Of a line of its status."""
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        return int(re.search(f"^{name}:\\s*(\\d+) kB", file.read(), re.M)[1]) / 1024


def ask(port, body, source="127.0.0.1"):
    """Until it is answered, waiting as it is told: the status, the bytes, items that are no answer, how often it was asked again."""
    for again in range(PATIENCE_S):
        try:
            line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S, source_address=(source, 0))
            line.request("POST", "/batch", body)
            reply = line.getresponse()
            text = reply.read()
        except OSError:
            return 0, 0, 0, again
        if reply.status not in (429, 503):
            return reply.status, len(text), text.count(b"urn:ddz:problem:"), again
        time.sleep(int(reply.headers["Retry-After"]))
    return 0, 0, 0, PATIENCE_S


def ask_all(port, name, readers, body, batches):
    with concurrent.futures.ThreadPoolExecutor(readers) as pool:
        status, size, refused, again = zip(*pool.map(lambda _: ask(port, body), range(batches)))
    demand(status.count(200) == batches, f"{name}: {status.count(200)} of {batches} batches answered, {sum(size) / 1024 / batches:.0f} KiB "
           f"each, {sum(refused)} items refused, {sum(again)} asked again")


def leave_unread(port, body, beside):
    """Ask on every connection and wait until nothing more is made: what waits to be sent no longer changes."""
    text = f"POST /batch HTTP/1.1\r\nHost: t\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()
    lines = [socket.create_connection(("127.0.0.1", port)) for _ in range(64)]
    for line in lines:
        line.sendall(text)
    told = []
    while len(told) < 120 and (len(told) < 6 or len(set(told[-6:])) > 1 or not told[-1]):
        time.sleep(1)
        page = http.client.HTTPConnection("127.0.0.1", port)
        page.request("GET", "/metrics")
        told.append(float(re.search(rb"\nddz_answers_unsent_bytes (\S+)", page.getresponse().read())[1]) / 2**20)
    demand(8 <= max(told) <= 65, f"unread: answers of up to {max(told):.1f} MiB wait to be sent, at least 8 and at most 65")
    whole = [ask(port, body, "127.0.0.2") for _ in range(beside)]
    demand(all(one[0] == 200 and one[3] == 0 and one[1] >= 1 << 20 for one in whole),
           f"unread: {sum(one[0] == 200 for one in whole)} of {beside} of another address are answered, "
           f"{sum(one[1] for one in whole) / 1024 / beside:.0f} KiB each")
    for line in lines:
        line.close()


def judge(pid, before, name):
    began, now = time.monotonic(), mib(pid, "VmRSS")
    while now > before + KEPT_MIB and time.monotonic() < began + PATIENCE_S / 10:
        time.sleep(1)
        now = mib(pid, "VmRSS")
    most = mib(pid, "VmHWM")
    demand(most < MOST_MIB, f"{name}: at most {most:.0f} MiB so far, demanded below {MOST_MIB}")
    demand(now <= before + KEPT_MIB, f"{name}: {now:.0f} MiB {time.monotonic() - began:.0f} s later, {before:.0f} before the first; at "
           f"most {KEPT_MIB} more")


def main():
    build, prompts, groups = sys.argv[1], int((sys.argv + ["1000"])[2 if len(sys.argv) > 2 else -1]), sys.argv[3:]
    if groups:
        enter(groups[0])
    service = subprocess.Popen([build + "/ddzd", *"--port 0 --hosts * --threads 2 --workers 2 --log-level notice".split()],
                               stdout=subprocess.PIPE, text=True)
    try:
        if groups:
            enter(groups[1])
        port = next(int(found[1]) for line in service.stdout if (found := re.search('"port":([0-9]+)', line)))
        before = mib(service.pid, "VmRSS")
        largest, prompt = (json.dumps(n * [item], separators=(",", ":")) for item, n in ((LARGE, 40), (PROMPT, 256)))
        for name, run in (("largest", lambda: ask_all(port, "largest", 16, largest, 48)),
                          ("unread", lambda: leave_unread(port, largest, max(1, prompts // 10))),
                          ("prompts", lambda: ask_all(port, "prompts", 256, prompt, prompts))):
            run()
            judge(service.pid, before, name)
        service.terminate()
        demand(service.wait() == 0, "it ends with 0")
    finally:
        service.kill()
    sys.exit(faults > 0)


main()
