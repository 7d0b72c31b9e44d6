#!/usr/bin/env python3
"""many.py - how many rows an hour does ddz.many compute on one processor, and what do a second one and Dask change?

usage: DDZ_LIBRARY=build/release/libddz.so tests/bench/many.py [ROUNDS]

Rows: reviews of whole games with 20,000 nodes, a robot's move in the middle of these games, endgames of 12 v 12 cards. One
worker, two, and Dask with two (where it is installed) take turns, ROUNDS times (3); medians are printed.
"""
import contextlib
import importlib
import json
import os
import random
import statistics
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../clients/python"))
import ddz  # noqa: E402
from ddz import many  # noqa: E402

REVIEWS, MOVES, ENDGAMES = 180, 60000, 20000


def rows():
    engine = ddz.Local(handles=1)
    robots = {seat: {"engine": "net"} for seat in "012"}
    games = []
    for seed in range(1, REVIEWS + 1):
        body = {"rules": "standard", "seed": seed}
        told = engine.ask("/table", {**body, "robots": robots})["appended"]
        games.append({**body, "actions": [{name: one[name] for name in ("seat", "call", "cards", "deal") if name in one} for one in told]})
    middle = [{"table": {**game, "actions": game["actions"][:-(2 + k % 9)]}, "seed": k} for k in range(-(-MOVES // REVIEWS)) for game in games]
    deck, chance, ends = [rank for rank in "3456789TJQKA2" for _ in "1234"], random.Random(1), []
    for _ in range(ENDGAMES):
        cards = chance.sample(deck, 24)
        ends.append({"landlord": "".join(cards[:12]), "farmer": "".join(cards[12:]), "limit": {"nodes": 20000}})
    return {"/review": [{**game, "limit": {"nodes": 20000}} for game in games], "/robot-move": middle, "/solve": ends}


def seconds(route, bodies, **how):
    began = time.monotonic()
    failed = sum(line.startswith('{"failed":true') for line in many.lines(route, bodies, **how))
    return time.monotonic() - began, failed


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    with contextlib.ExitStack() as opened:
        dask = {}
        with contextlib.suppress(ImportError):
            distributed = importlib.import_module("distributed")
            cluster = opened.enter_context(distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None))
            dask = {"executor": opened.enter_context(distributed.Client(cluster)).get_executor(pure=False), "workers": 2}
        print("| route | rows an hour, one worker | two workers | Dask, two workers |\n|---|---|---|---|")
        for route, bodies in rows().items():
            times = {"one": [], "two": [], "dask": []}
            for _ in range(rounds):
                for name, how in (("one", {"workers": 1}), ("two", {"workers": 2}), ("dask", dask)):
                    if how:
                        took, failed = seconds(route, bodies, **how)
                        times[name].append(took)
            one, two, far = (statistics.median(times[name]) if times[name] else float("nan") for name in ("one", "two", "dask"))
            print(f"| `{route}` | {3600 * len(bodies) / one:,.0f} ({failed} of {len(bodies)} failed) | {one / two:.2f} times | {two / far:.3f} of the pool |")


if __name__ == "__main__":
    main()
