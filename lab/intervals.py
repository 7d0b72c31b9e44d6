#!/usr/bin/env python3
"""How often do the intervals of POST /robot-move hold?

usage: lab/intervals.py URL [--rules PRESET...] [--decisions N] [--nodes N...] [--times N] [--seed S] [--json FILE]

Positions come from games of robots of several levels, one decision a game, at any depth. Each is judged with full effort
and a limit of nodes; the truth is the same question with another seed and --times as many nodes. A row is an estimate of
one candidate. Counted is how often its 90 % interval holds the truth: by preset, by win probability, and of the best play
alone, which was chosen because it looked good. The loss is that of any legal play in POST /review, with its own interval.
"""
import argparse
import collections
import json
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "clients/python"))
import ddz  # noqa: E402

PRESETS = ["douzero", "standard", "huanle", "laizi", "yuncheng"]
PLAYERS = [{"engine": "net"}, {"engine": "rules"}, {"level": 3}, {"level": 6}]
BINS = 5
QUANTITIES = {"win": ("win_probability", "interval"), "points": ("expected_points", "points_interval")}
HALF_A_DIGIT = 1e-6


def game(service, rules, seed, rng):
    """A whole game: its rules, its seed and all actions."""
    robots = {str(seat): rng.choice(PLAYERS) for seat in range(3)}
    deal = {"rules": rules, "seed": seed}
    table = service.table(**deal, robots=robots)
    return {**deal, "actions": table["appended"]}


def decision(service, rules, seed, rng):
    """A position of a game where there is a choice; None: the game drawn had none at the depth drawn."""
    whole = game(service, rules, seed, rng)
    plays = [i for i, action in enumerate(whole["actions"]) if "cards" in action]
    table = {**whole, "actions": whole["actions"][: rng.choice(plays)]}
    quick = service.robot_move(table=table, engine="rules", top=100)
    return table if len(quick["candidates"]) > 1 else None


def judge(service, table, nodes, seed, effort="full"):
    return service.robot_move(table=table, engine="search", effort=effort, top=24, seed=seed,
                              limit={"nodes": nodes})["candidates"]


def loss(service, table, cards, nodes):
    """What a review says of a play; the seed of the search is that of the table."""
    done = {**table, "actions": table["actions"] + [{"cards": cards}]}
    return service.review(**done, since=len(table["actions"]), limit={"nodes": nodes})["decisions"][0]


def losses(service, table, nodes, times, rng):
    """The loss of any legal play; the truth is the loss in the numbers of more nodes and another seed."""
    cards = rng.choice(service.prompt(table=table, limit=1000)["prompts"] or [{"cards": ""}])["cards"]
    said = loss(service, table, cards, nodes)
    later = service.robot_move(table=table, engine="search", effort="full", include=[cards], top=24,
                               seed=table["seed"] + 1, limit={"nodes": nodes * times})
    truth = next(one for one in later["candidates"] if one["cards"] == cards)
    if said["loss_interval"] is None or said["cards"] == said["best"]:
        return None
    low, high = said["loss_interval"]
    return low - HALF_A_DIGIT <= later["win_probability"] - truth["win_probability"] <= high + HALF_A_DIGIT


def rows(service, table, nodes, times, seed, effort):
    """The estimates of one decision beside what came of them with more nodes."""
    tried, truth = judge(service, table, nodes, seed, effort), judge(service, table, nodes * times, seed + 1)
    known = {candidate["cards"]: candidate for candidate in truth}
    for i, candidate in enumerate(tried):
        later = known.get(candidate["cards"])
        if candidate["proven"] or candidate["interval"] is None or later is None:
            continue
        yield {"rules": table["rules"], "nodes": nodes, "best": i == 0, "visits": candidate["visits"],
               "of": later["visits"],
               **{name: [candidate[mean], *candidate[interval], later[mean], *later[interval]]
                  for name, (mean, interval) in QUANTITIES.items()}}


def holds(row, quantity):
    _, low, high, truth, *_ = row[quantity]
    return low - HALF_A_DIGIT <= truth <= high + HALF_A_DIGIT


def groups(row):
    """What a row is counted under."""
    chance = min(int(row["win"][0] * BINS), BINS - 1)
    yield f"{row['rules']} all"
    yield f"{row['rules']} best play"
    yield f"chance {chance / BINS:.1f} to {(chance + 1) / BINS:.1f}"
    yield "all"
    yield "all best plays"


def tell(found):
    print("nodes\trows of\tnumber\twin holds\tpoints hold\tmean width")
    counted = collections.defaultdict(list)
    for row in found:
        for group in groups(row):
            if row["best"] or "best" not in group:
                counted[row["nodes"], group].append(row)
    for (nodes, group), those in sorted(counted.items()):
        held = {name: sum(holds(row, name) for row in those) / len(those) for name in QUANTITIES}
        width = sum(row["win"][2] - row["win"][1] for row in those) / len(those)
        print(f"{nodes}\t{group}\t{len(those)}\t{held['win']:.3f}\t{held['points']:.3f}\t{width:.3f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("--rules", nargs="+", default=PRESETS)
    parser.add_argument("--decisions", type=int, default=300, help="of each preset")
    parser.add_argument("--nodes", type=int, nargs="+", default=[2000, 40000])
    parser.add_argument("--effort", default="full", help="of the estimate; the truth has full effort")
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=argparse.FileType("w"), help="every row, one a line")
    asked, found, held = parser.parse_args(), [], collections.defaultdict(list)
    with ddz.Client(asked.url, timeout=600) as service:
        for rules in asked.rules:
            rng, seed, done = random.Random(asked.seed), asked.seed, 0
            while done < asked.decisions:
                seed += 1
                table = decision(service, rules, seed, rng)
                done += table is not None
                for nodes in asked.nodes if table else []:
                    held[nodes].append(losses(service, table, nodes, asked.times, rng))
                    for row in rows(service, table, nodes, asked.times, seed, asked.effort):
                        found.append(row)
                        if asked.json:
                            print(json.dumps({**row, "game": seed, "played": len(table["actions"])}), file=asked.json,
                                  flush=True)
    tell(found)
    for nodes, all_held in held.items():
        known = [one for one in all_held if one is not None]
        print(f"{nodes}\tlosses\t{len(known)}\t{sum(known) / max(len(known), 1):.3f}")


if __name__ == "__main__":
    main()
