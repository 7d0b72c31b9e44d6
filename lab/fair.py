#!/usr/bin/env python3
"""fair.py - are players who are fair left alone, and those who are not found? A ladder of both, block by block.

    lab/fair.py build/release --games 60 --block 20                 # every table of the ladder
    lab/fair.py build/release --table huanle net cheat:all rules    # one table

ddz-fair plays, ddz.fairness judges. For each player: the mean, the standard deviation and the ends of z over blocks of games;
of losing on purpose the largest z, and how often the one who gains is the friend (the next player of the table).
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
    ("douzero", "cheat:bold", "net", "net"),
    ("douzero", "cheat:partner", "net", "net"),
    ("douzero", "cheat:enemy", "net", "net"),
    ("douzero", "cheat:third", "net", "net"),
    ("huanle", "cheat:kitty", "net", "net"),
    ("douzero", "cheat:passes", "net", "net"),
    ("huanle", "cheat:bombs", "rules", "net"),
    ("laizi", "cheat:feeds", "net", "rules:5"),
]


def judge(out, asked, rules, players):
    command = [f"{out}/ddz-fair", "--rules", rules, "--games", str(asked.games), "--seed", str(asked.seed), *players]
    games = [json.loads(line) for line in subprocess.run(command, check=True, stdout=subprocess.PIPE, cwd=ROOT).stdout.splitlines()]
    names = sorted({name for game in games for name in game["players"]})
    blocks = [fairness.add_up(games[at : at + asked.block], workers=asked.workers, library=f"{out}/libddz.so") for at in range(0, len(games) - asked.block + 1, asked.block)]
    for name in names:
        friends = [game["players"][(game["players"].index(name) + 1) % 3] for game in games[:1]]
        knows = [block[name].knowledge() for block in blocks]
        loses = [block[name].loses() for block in blocks]
        yield (rules, name, len(blocks), *shape(knows), *shape([z for z, _ in loses]), sum(other in friends for _, other in loses))


def shape(numbers):
    return statistics.mean(numbers), statistics.stdev(numbers) if len(numbers) > 1 else float("nan"), min(numbers), max(numbers)


def main():
    parser = argparse.ArgumentParser(description="A ladder of fair players and others.")
    parser.add_argument("out", help="where ddz-fair and libddz.so are")
    parser.add_argument("--table", nargs=4, metavar=("RULES", "PLAYER", "PLAYER", "PLAYER"), help="this table alone")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--block", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int)
    asked = parser.parse_args()
    out = os.path.abspath(asked.out)
    print("rules     player               blocks | knows: mean    sd   min   max | loses: mean    sd   min   max | for the friend")
    for rules, *players in [asked.table] if asked.table else LADDER:
        for rules_, name, blocks, *z, friend in judge(out, asked, rules, players):
            print(f"{rules_:9} {name:20} {blocks:6} | {z[0]:11.2f} {z[1]:5.2f} {z[2]:5.1f} {z[3]:5.1f} | {z[4]:11.2f} {z[5]:5.2f} {z[6]:5.1f} {z[7]:5.1f} | {friend:3}", flush=True)


if __name__ == "__main__":
    main()
