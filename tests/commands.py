#!/usr/bin/env python3
"""commands.py - every command of README and docs/ works, or a list says what runs it instead.

usage: tests/commands.py OUT      OUT: build/release, with ddzd, ddz-arena, ddz-botzone and libddz.so

Requests with curl are sent by replay.py, code of docs/in-process.md by tests/lib/check.sh; Chinese pages have the same code
(pages.sh). A command is an indented line, a line of a `sh` block, or a text in code marks that begins with a program.
"""

import os
import re
import subprocess
import sys
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = r"(?:[A-Z_]+=\S+ )?(?:make|sudo|python3|echo|npx|pip|apt|docker|systemctl|man|build/[^\s`]+|tests/\S+\.(?:sh|py)|ddzd|ddz-[a-z]+|bench_[a-z]+)"
COMMAND = re.compile(rf"(?m)^    ({PROGRAM} .*(?:\n      .*)*)|`({PROGRAM} [^`]*|(?:[A-Z_]+=\S+ )?build/[^\s`]+)`")

# What is replaced so that a command is quick and meets nobody: pattern, text.
CHANGES = [
    (r"\s+# .*", ""),
    (r"^ddzd", "build/release/ddzd"),
    (r"--port \d+", "--port 0"),
    (r"--deals \d+", "--deals 1"),
    (r"--games 1000 ", "--games 2 "),
    (r"-o reviews\.jsonl", '-o "$(mktemp)"'),
    (r" games\.jsonl", " build/page_games.jsonl"),
    (r"--engine http://127\.0\.0\.1:8080", "--engine local"),
    (r"ddz\.dropin (?!.*--engine)(.*)", r"ddz.dropin \1 --engine local"),
]
# Programs that run until they are stopped: what they print when they are ready.
SERVERS = {r"ddz\.dropin": " at http://", r"ddzd --port": '"port":'}

# What does not run here, and what runs it instead: a target of make, or why nothing does.
ELSEWHERE = [
    (r"make (quick|test|signatures|bench|bench-http|bench-solve|chaos|soak|attack|strength|curve|rate|fair|check-\w+)\b", "it is itself a check or a measurement"),
    (r"make run", "installs packages; check-container starts what it starts"),
    (r"make docker|docker ", "check-container"),
    (r"make .*install|pip install", "check-install"),
    (r"python3 -m ddz\.many .*--dask", "check-everywhere"),
    (r"python3 -m ddz\.fairness", "tests/everywhere/python.sh: test_fairness.py"),
    (r"tests/bench/many\.py", "a measurement: it takes minutes"),
    (r"make deb|apt install|systemctl", "check-deb"),
    (r"make lib|man ddz_core", "check-lib"),
    (r"make wasm npm site|make site", "check-site"),
    (r"make dist", "check-deb"),
    (r"make botzone", "check-botzone"),
    (r".*trained/net\.net", "check-train"),
    (r"make help", "it prints comments of the Makefile"),
    (r"tests/loop/|npx openapi-typescript", "check-loop"),
    (r"tests/bench/sizing\.py|bench_batch|build/release/ddz-calibrate", "a measurement: it takes minutes"),
    (r".*build/release/tests/", "check"),
    (r"build/release/ddz-arena rate .*(--json|--replay|cmd:)", "it plays 10,000 deals; test_arena rates on one"),
    (r"ddz-arena --json", "names an option; check"),
]


def commands(text):
    """The commands of a page, once each."""
    text = re.sub(r"(?sm)^```(?!sh$).*?^```$", "", text)
    return list(dict.fromkeys(a or b for a, b in COMMAND.findall(text)))


def elsewhere(command):
    return next((why for pattern, why in ELSEWHERE if re.match(pattern, command)), None)


def shown_after(text, command):
    """What an indented command prints, where the page shows it."""
    line = text[text.index(command) + len(command) :].split("\n")[1:2]
    return line[0].strip() if line and line[0].startswith("    {") else None


def run(command, out):
    """None, or what is wrong."""
    for pattern, text in CHANGES:
        command = re.sub(pattern, text, command)
    command = command.replace("build/release", out)
    env = {k: v for k, v in os.environ.items() if not k.startswith("MAKE") and not k.startswith("DDZ_")}
    env |= {"PYTHONPATH": str(ROOT / "clients/python"), "DDZ_LIBRARY": f"{out}/libddz.so"}
    ready = next((sign for pattern, sign in SERVERS.items() if re.search(pattern, command)), None)
    if not ready:
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, env=env, cwd=ROOT, timeout=120)
        return done.stdout if done.returncode == 0 else f"\0exit status {done.returncode}: {done.stderr[-300:]}"
    with subprocess.Popen(["bash", "-c", "exec " + command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env, cwd=ROOT) as server:
        late = threading.Timer(120, server.kill)
        late.start()
        said = next((line for line in server.stdout if ready in line), None)
        late.cancel()
        server.terminate()
    return said or "\0it ends and is not ready"


def main():
    targets = "".join((ROOT / name).read_text() for name in ("Makefile", "install.mk", "tests/tests.mk"))
    faults, done, ran, left = [], set(), 0, 0
    faults += [f"no target {why}" for _, why in ELSEWHERE if why.startswith("check") and not re.search(rf"(?m)^[a-z -]*\b{why}\b[a-z -]*:", targets)]
    for page in [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md"))]:
        text = page.read_text()
        for command in commands(text):
            if elsewhere(command) or command in done:
                left += command not in done
                continue
            done.add(command)
            ran += 1
            said, want = run(command, sys.argv[1]), shown_after(text, command)
            if said.startswith("\0"):
                faults.append(f"{page.name}: {command}: {said[1:]}")
            elif want and said.strip() != want:
                faults.append(f"{page.name}: {command}: prints {said.strip()}, not {want}")
    for fault in faults:
        print("commands:", fault, file=sys.stderr)
    print(f"commands: {ran} commands of the pages run, {left} are run by other checks, {len(faults)} fail")
    return 1 if faults or not ran else 0


if __name__ == "__main__":
    sys.exit(main())
