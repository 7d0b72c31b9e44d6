"""Whole games of Dou Dizhu through POST /table: python3 play.py http://127.0.0.1:8080 [games]

Each game is played twice: once in a single request, with robots in all three seats, and once action by
action, where `robot` says what to append. Both must end with the score that the referee tells of the list
of actions alone. Needs nothing but Python 3."""
import json
import sys
import urllib.request

PRESETS = ["standard", "douzero", "huanle", "botzone", "yuncheng", "laizi", "buxipai", "tiandi"]
SETTINGS = {"engine": "rules"}


def ask(path, body):
    request = urllib.request.Request(server + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def by_robots(deal):
    """One request: the robots act until the game is over."""
    table = ask("/table", {**deal, "robots": {"0": SETTINGS, "1": SETTINGS, "2": SETTINGS}})
    return table["appended"], table["score"]


def by_robot(deal):
    """The loop of a backend: append what is advised, or what a person did, until the game is over."""
    actions = []
    while True:
        table = ask("/table", {**deal, "actions": actions, "robot": SETTINGS})
        if table["phase"] == "over":
            return actions, table["score"]
        actions.append(table["robot"]["action"])


def check(deal):
    for play in by_robots, by_robot:
        actions, score = play(deal)
        referee = ask("/table", {**deal, "actions": actions})
        assert referee["phase"] == "over" and referee["score"] == score, (deal, score, referee)
        assert sum(score) == 0, (deal, score)


server, games = sys.argv[1].rstrip("/"), int(sys.argv[2]) if len(sys.argv) > 2 else 600
for seed in range(games):
    check({"rules": PRESETS[seed % len(PRESETS)], "seed": seed})
print(f"{games} games by robots and {games} by robot: every score is the referee's")
