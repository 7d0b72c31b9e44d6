#!/usr/bin/env python3
"""Do coach, analysis, review and robot say the same, and are they right?

usage: lab/judgement.py URL agree|hints|planted|full [--games N] [--ms MS] [--nodes N] [--seed S] [--rules PRESET...]

  agree    every decision of whole games: the review of the game, of that decision alone, and /robot-move with the same
           nodes and seed say the same numbers and words
  hints    how often the first hint (/robot-move at 20 ms), the play of the net and the play of the best power are a
           mistake or a blunder by the review of MS; one decision a game
  planted  the worst of three plays (by MS of full effort) is put into each game, where it costs at least .1: does a
           review of 1 s a game call it a mistake or a blunder? And how many plays that cost less than .02 does it call so?
  full     full effort at 100 ms, 1 s, 3 s: the time used, rows without a visit; the time of a first answer
"""
import argparse
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from intervals import PRESETS, decision, game  # noqa: E402  (it finds the client, too)
import ddz  # noqa: E402

BAD = ("mistake", "blunder")
SAME = ("best", "best_win_probability", "win_probability", "best_interval", "interval", "loss", "verdict", "unjudged",
        "text", "why")


def before(whole, action):
    return {**whole, "actions": whole["actions"][:action]}


def one(service, table, cards, **how):
    """The review of one play at this table."""
    done = {**table, "actions": table["actions"] + [{"cards": cards}]}
    return service.review(**done, since=len(table["actions"]), **how)["decisions"][0]


def full(service, table, **how):
    return service.robot_move(table=table, engine="search", effort="full", top=24, **how)


def agree(service, asked, rng):
    counts = {"decisions": 0, "coach": 0, "robot": 0, "turning points": 0, "games": 0}
    for seed in range(asked.seed, asked.seed + asked.games):
        whole = game(service, asked.rules[seed % len(asked.rules)], seed, rng)
        review = service.review(**whole, limit={"nodes": asked.nodes * len(whole["actions"])})
        marked = {d["action"] for d in review["decisions"] if d["verdict"] in BAD}
        counts["games"] += 1
        counts["turning points"] += marked == {point["action"] for point in review["turning_points"]}
        for d in review["decisions"]:
            if d["nodes"] is None or d["forced"]:
                continue
            table, limit = before(whole, d["action"]), {"nodes": d["nodes"]}
            coach = one(service, table, d["cards"], limit=limit)
            move = full(service, table, seed=d["seed"], include=[d["cards"]], limit=limit)
            played = next(c for c in move["candidates"] if c["cards"] == d["cards"])
            counts["decisions"] += 1
            counts["coach"] += all(coach[key] == d[key] for key in SAME)
            counts["robot"] += (move["cards"], move["win_probability"], move["interval"], move["why"],
                                played["win_probability"], played["interval"]) == (
                d["best"], d["best_win_probability"], d["best_interval"], d["why"], d["win_probability"], d["interval"])
    for name, count in counts.items():
        print(f"{name}\t{count}")


def hints(service, asked, rng):
    bad, total, unclear = {}, 0, {}
    seed = asked.seed
    while total < asked.games:
        seed += 1
        table = decision(service, asked.rules[seed % len(asked.rules)], seed, rng)
        if table is None:
            continue
        total += 1
        prompts = service.prompt(table=table, limit=1)["prompts"]
        plays = {"hint": service.robot_move(table=table, limit={"ms": 20})["cards"],
                 "net": service.robot_move(table=table, engine="net")["cards"],
                 "power": prompts[0]["cards"] if prompts else ""}
        known = {cards: one(service, table, cards, limit={"ms": asked.ms}) for cards in set(plays.values())}
        for name, cards in plays.items():
            bad[name] = bad.get(name, 0) + (known[cards]["verdict"] in BAD)
            unclear[name] = unclear.get(name, 0) + (known[cards]["unjudged"] == "unclear")
    for name in bad:
        print(f"{name}\tmistakes and blunders {bad[name]} of {total}\tunclear {unclear[name]}")


def plant(service, table, asked, rng):
    """The worst of three plays, and what it costs; None where that is little."""
    plays = [p["cards"] for p in service.prompt(table=table, limit=1000)["prompts"]]
    some = rng.sample(plays, min(3, len(plays)))
    if not some:
        return None
    move = full(service, table, seed=1, include=some, limit={"ms": asked.ms})
    chance = {c["cards"]: c["win_probability"] for c in move["candidates"]}
    worst = min(some, key=lambda cards: chance[cards])
    return (worst, move["win_probability"] - chance[worst]) if move["win_probability"] - chance[worst] >= .1 else None


def planted(service, asked, rng):
    found = games = marked = false = judged = 0
    seed = asked.seed
    while games < asked.games:
        seed += 1
        rules = asked.rules[seed % len(asked.rules)]
        table = decision(service, rules, seed, rng)
        bad = plant(service, table, asked, rng) if table else None
        if bad is None:
            continue
        games += 1
        at = len(table["actions"])
        begun = {**table, "actions": table["actions"] + [{"cards": bad[0]}]}
        rest = service.table(**begun, robots={str(seat): {"engine": "net"} for seat in range(3)})["appended"]
        whole = {**table, "actions": begun["actions"] + rest}
        review = service.review(**whole, limit={"ms": 1000})
        for d in review["decisions"]:
            if d["action"] == at:
                found += d["verdict"] in BAD
                continue
            judged += not d["forced"]
            if d["verdict"] in BAD:
                marked += 1
                again = one(service, before(whole, d["action"]), d["cards"], limit={"ms": asked.ms})
                false += again["loss"] is not None and again["loss"] < .02
    print(f"planted and found\t{found} of {games}\nother decisions\t{judged}\ncalled bad\t{marked}\nof those good\t{false}")


def use_of_time(service, asked, rng):
    seed, done = asked.seed, 0
    used, first, empty, rows, proven = {100: [], 1000: [], 3000: []}, [], 0, 0, 0
    while done < asked.games:
        seed += 1
        table = decision(service, asked.rules[seed % len(asked.rules)], seed, rng)
        if table is None:
            continue
        done += 1
        first.append(full(service, table, seed=1, limit={"ms": 10})["elapsed_us"] / 1000)
        for ms, times in used.items():
            move = full(service, table, seed=1, limit={"ms": ms})
            rows += len(move["candidates"])
            empty += sum(c["visits"] == 0 and not c["proven"] for c in move["candidates"])
            if move["proven"]:
                proven += 1
            else:
                times.append(move["elapsed_us"] / 1000 / ms)
    for ms, times in used.items():
        print(f"{ms} ms\tleast share of the limit used\t{min(times):.3f}\tof {len(times)}")
    print(f"proven\t{proven}\nrows without a visit\t{empty} of {rows}\nfirst answer, ms\tmedian {sorted(first)[done // 2]:.1f}"
          f"\tmost {max(first):.1f}")


TASKS = {"agree": agree, "hints": hints, "planted": planted, "full": use_of_time}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("task", choices=TASKS)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--ms", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=1500, help="of a decision, for agree")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", nargs="+", default=PRESETS)
    asked = parser.parse_args()
    with ddz.Client(asked.url, timeout=600) as service:
        TASKS[asked.task](service, asked, random.Random(asked.seed))


if __name__ == "__main__":
    main()
