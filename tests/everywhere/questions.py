#!/usr/bin/env python3
"""Random questions, one JSON line {"path","body"} each, for doors that must answer alike.

usage: questions.py SEED COUNT

Every question is bounded by nodes, not by time, so its answer depends on nothing but the question. Some are wrong on
purpose. A line without "body" is a GET.
"""
import json
import random
import sys

RANKS = "3456789TJQKA2"
PRESETS = ["standard", "douzero", "huanle", "botzone", "yuncheng", "laizi", "buxipai", "tiandi"]


def deck(preset):
    return RANKS * 4 + "BR" + ("F" if preset == "yuncheng" else "")


def cards(draw, preset, count):
    return "".join(sorted(draw.sample(deck(preset), count)))


def rules(draw):
    preset = draw.choice(PRESETS)
    if preset not in ("laizi", "tiandi"):
        return preset, preset
    ranks = draw.choice([1, 1, 1, 2]) if preset == "laizi" else 2
    return preset, {"preset": preset, "wild": draw.sample(RANKS, ranks)}


def classify(draw):
    preset, rule = rules(draw)
    count = draw.randint(1, 8)
    ranks = draw.sample(RANKS, draw.choice([1, 1, 2, 3]))
    likely = [card for card in deck(preset) if card in ranks]
    body = {"cards": "".join(draw.sample(likely, min(count, len(likely)))), "rules": rule}
    if draw.random() < 0.3:
        body["last"] = draw.choice(["3", "44", "555", "34567", "334455", "3334", "4444", "BR"])
    return "/classify", body


def prompt(draw):
    preset, rule = rules(draw)
    body = {"hand": cards(draw, preset, draw.randint(1, 20)), "rules": rule, "limit": draw.choice([1, 5, 20, 200])}
    if draw.random() < 0.5:
        body["last"] = draw.choice(["3", "8", "44", "555", "34567", "334455", "3334", "6666"])
    return "/prompt", body


def analyze(draw):
    preset, rule = rules(draw)
    return "/analyze", {"hand": cards(draw, preset, draw.randint(1, 20)), "rules": rule, "top": draw.randint(0, 5)}


def robot_move(draw):
    preset, rule = rules(draw)
    role = draw.choice(["landlord", "landlord_down", "landlord_up"])
    body = {"hand": cards(draw, preset, draw.randint(1, 17)), "role": role, "rules": rule, "seed": draw.randint(0, 99)}
    kind = draw.choice(["level", "rules", "net", "net", "search"])
    if kind == "level":
        body["level"] = draw.randint(1, 9)
    else:
        body["engine"] = kind
    if kind == "search":
        body["limit"] = {"nodes": draw.choice([200, 1000])}
    body["top"] = draw.randint(0, 4)
    body["objective"] = draw.choice(["win", "points"])
    return "/robot-move", body


def bid_advice(draw):
    preset, rule = rules(draw)
    return "/bid-advice", {"hand": cards(draw, preset, 17), "rules": rule}


def solve(draw):
    preset, rule = rules(draw)
    both = draw.sample(deck(preset), draw.choice([8, 12, 16]))
    half = len(both) // 2
    return "/solve", {"landlord": "".join(both[:half]), "farmer": "".join(both[half:]), "rules": rule,
                      "solutions": draw.choice(["one", "all", "scored"]), "limit": {"nodes": 3000}}


def table(draw):
    preset, rule = rules(draw)
    return "/table", {"rules": rule, "seed": draw.randint(0, 1000), "actions": []}


def review(draw):
    return "/review", {"hands": {"landlord": "34567R", "landlord_down": "89", "landlord_up": "TJ"},
                       "actions": [{"cards": draw.choice("3456")}, {"cards": draw.choice("89")}, {"cards": ""}],
                       "top": draw.randint(0, 3), "engine": draw.choice(["rules", "net", "search"]), "limit": {"nodes": 400}}


def wrong(draw):
    return draw.choice([
        ("/classify", {"cards": "33333"}), ("/classify", {"card": "3"}), ("/prompt", {"hand": ""}),
        ("/prompt", {"hand": "3X"}), ("/robot-move", {"hand": "345", "role": "nobody"}), ("/solve", {"landlord": "3"}),
        ("/table", {"rules": "nowhere", "seed": 1}), ("/nothing", {}), ("/batch", [{"path": "/batch", "body": []}]),
        ("/classify", {"cards": "花"}), ("/robot-move", {"hand": "345", "role": "landlord", "level": 11})])


def batch(draw):
    items = [draw.choice([classify, prompt, wrong])(draw) for _ in range(draw.randint(1, 5))]
    return "/batch", [{"path": path, "body": body} for path, body in items]


KINDS = [classify, classify, prompt, prompt, analyze, robot_move, robot_move, robot_move, bid_advice, solve, table, review,
         wrong, batch]


def main():
    draw = random.Random(int(sys.argv[1]))
    for _ in range(int(sys.argv[2])):
        path, body = draw.choice(KINDS)(draw)
        print(json.dumps({"path": path, "body": body}, ensure_ascii=False))
    for path in ["/rules", "/version"]:
        print(json.dumps({"path": path}))


main()
