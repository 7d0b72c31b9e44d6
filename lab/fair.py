#!/usr/bin/env python3
"""fair.py - are players who are fair left alone, and those who are not found? A ladder of both, block by block.

    lab/fair.py build/release --games 60 --block 20                 # every table of the ladder
    lab/fair.py build/release --table huanle net cheat:all rules    # one table

ddz-fair plays, ddz.fairness judges. For each player, of z over blocks of games: the mean, the standard deviation, the ends, and
how many are above 4. z is of knowledge, of knowledge as a farmer, and of losing on purpose, the largest; and how often the one who
gains is the friend (the next player of the table).
"""

import argparse
import json
import os
import statistics
import subprocess
import sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), ".."))
sys.path.insert(0, os.path.join(ROOT, "clients/python"))

from ddz import fairness

LADDER = [
    ("douzero", "net", "rules", "search:nodes=2000"),
    ("huanle", "rules:2", "rules:5", "auto:8"),
    ("standard", "rules:1", "random", "auto:10"),
    ("laizi", "net", "prompt", "rules"),
    ("douzero", "cheat:all", "net", "net"),
    ("douzero", "cheat:sharp", "net", "net"),
    ("douzero", "cheat:bold", "net", "net"),
    ("douzero", "cheat:partner", "net", "net"),
    ("douzero", "cheat:enemy", "net", "net"),
    ("douzero", "cheat:third", "net", "net"),
    ("huanle", "cheat:kitty", "net", "net"),
    ("douzero", "cheat:passes", "net", "net"),
    ("huanle", "cheat:bombs", "rules", "net"),
    ("laizi", "cheat:feeds", "net", "rules:5"),
]


def judge(asked, rules, players):
    """A row for each player: over blocks of games the shapes of z of knowledge, in all games and as a farmer,
    and of losing; in how many blocks the one who gains is the friend."""
    out, block = os.path.abspath(asked.out), asked.block
    command = [f"{out}/ddz-fair", "--rules", rules, "--games", str(asked.games), "--seed", str(asked.seed), *players]
    said = subprocess.run(command, check=True, stdout=subprocess.PIPE, cwd=ROOT).stdout
    games = [json.loads(line) for line in said.splitlines()]
    blocks = [
        fairness.add_up(games[at : at + block], workers=asked.workers, library=f"{out}/libddz.so")
        for at in range(0, len(games) - block + 1, block)
    ]
    seated = games[0]["players"]
    for name in sorted(seated):
        friend = seated[(seated.index(name) + 1) % 3]
        own = [block[name] for block in blocks]
        loses = [player.loses() for player in own]
        knows = shape([player.knowledge() for player in own])
        as_farmer = shape([player.knowledge_as_farmer() for player in own])
        losing = shape([z for z, _ in loses])
        for_friend = sum(other == friend for _, other in loses)
        yield f"{rules:9} {name:20} {len(blocks):6} | {knows} | {as_farmer} | {losing} | {for_friend:3}"


def shape(numbers):
    deviation = statistics.stdev(numbers) if len(numbers) > 1 else float("nan")
    above = sum(number > 4 for number in numbers)
    return f"{statistics.mean(numbers):6.2f} {deviation:5.2f} {min(numbers):5.1f} {max(numbers):5.1f} {above:3}"


def main():
    parser = argparse.ArgumentParser(description="A ladder of fair players and others.")
    parser.add_argument("out", help="where ddz-fair and libddz.so are")
    parser.add_argument("--table", nargs=4, metavar=("RULES", "PLAYER", "PLAYER", "PLAYER"), help="this table alone")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--block", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int)
    asked = parser.parse_args()
    columns = "  mean    sd   min   max  >4"
    print(f"{'z of':37} | {'knowledge':27} | {'as a farmer':27} | losing")
    print(f"{'rules':9} {'player':20} blocks | {columns} | {columns} | {columns} | for the friend")
    for rules, *players in [asked.table] if asked.table else LADDER:
        for row in judge(asked, rules, players):
            print(row, flush=True)


if __name__ == "__main__":
    main()
