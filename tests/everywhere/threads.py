#!/usr/bin/env python3
"""Eight threads share one client, then one handle: every answer must be the one to the question of its thread.

usage: threads.py OUT URL CALLS      OUT has libddz.so; half of the calls go to URL, half stay in this process

DDZ_SEED draws the questions; DDZ_PYTHON names the folder of another client. A child that is forked while the threads ask
asks on with the same object.
"""
import json
import os
import random
import signal
import sys
import threading

sys.path.insert(0, os.environ.get("DDZ_PYTHON") or os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../clients/python"))
import ddz  # noqa: E402

THREADS = 8
RANKS = "3456789TJQKA2"


def questions(draw):
    """300 questions whose answers hang on nothing else, and differ."""
    for seed in range(100):
        yield "/table", {"seed": seed, "view": seed % 3, "robot": {"engine": "rules"}}
        yield "/prompt", {"hand": "".join(draw.sample(RANKS * 4, 8)), "limit": 3}
        yield "/classify", {"cards": draw.choice(RANKS) * draw.randint(1, 3), "last": draw.choice(RANKS)}


def timeless(value):
    return json.dumps({key: part for key, part in value.items() if key not in ("elapsed_us", "waited_ms")})


def wrong_answers(engine, asked, calls, seed, out):
    """How many of `calls` answers to randomly drawn questions are not what they should be; the first goes to `out`."""
    draw, wrong = random.Random(seed), 0
    for _ in range(calls):
        (path, body), expected = draw.choice(asked)
        try:
            answer = timeless(engine.ask(path, body))
        except Exception as error:  # whatever it is, it is no answer
            answer = repr(error)
        if answer != expected:
            wrong += 1
            out.append(f"{path} {json.dumps(body)}: {answer[:200]}, not {expected[:200]}")
    return wrong


def shared(engine, asked, calls, seed):
    """Wrong answers in all threads, and in a child that is forked while they ask."""
    wrong, said = [], []
    threads = [threading.Thread(target=lambda i=i: wrong.append(wrong_answers(engine, asked, calls // THREADS, seed + i, said)),
                                daemon=True) for i in range(THREADS)]
    for thread in threads:
        thread.start()
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(60)
        os._exit(min(1, wrong_answers(engine, asked, 200, seed, said)))
    for thread in threads:
        thread.join()
    in_child = os.waitpid(child, 0)[1]
    for line in said[:3]:
        print(line, file=sys.stderr)
    return sum(wrong), in_child


def too_long(number, frame):
    raise TimeoutError("no end in sight")


def main():
    out, url, calls, seed = *sys.argv[1:3], int(sys.argv[3]), int(os.environ.get("DDZ_SEED", "1"))
    library = os.path.join(os.path.realpath(out), "libddz.so")
    signal.signal(signal.SIGALRM, too_long)
    signal.alarm(60 + calls // 100)
    with ddz.Local(library=library, model="none") as alone:
        asked = [(question, timeless(alone.ask(*question))) for question in questions(random.Random(seed))]
    failed = True
    try:
        for engine in (ddz.Client(url), ddz.Local(library=library, model="none")):
            wrong, child = shared(engine, asked, calls // 2, seed)
            print(f"threads: {THREADS} on one {type(engine).__name__}, {calls // 2} calls: {wrong} wrong answers;"
                  f" after a fork {'none wrong' if child == 0 else 'some wrong'} (seed {seed})", flush=True)
            if wrong or child:
                break
        else:
            failed = False
    except TimeoutError as error:
        print(f"threads: {error}", file=sys.stderr, flush=True)
    os._exit(failed)  # whatever the threads still do


main()
