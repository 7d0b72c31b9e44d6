#!/usr/bin/env python3
"""What does a level do wrong, by kind?

usage: lab/mistakes.py URL [--games N] [--nodes N] [--seed S] [--rules PRESET] [--players P...]

Three robots of one kind play whole games. A review with NODES for each decision judges their plays with a choice. Each
mistake or blunder counts once, as the first of these kinds that fits:

  partner overtaken   the best play is a pass, the last play is the partner's
  bomb missed         the best play is a bomb or the rocket, the play is none
  bomb too soon       the play is a bomb or the rocket, the best play is none
  passed              a pass, where the best play beats the last one
  beat too dear       a play, where a pass is best
  chain broken        the hand needs more plays after it than after the best one (/analyze)
  high cards spent    the best play keeps high cards that this one uses up
  control given       another seat has the next lead, or goes out, more often than after the best play
  other kickers       the same body with other kickers
  too high, too low   the same pattern, of a higher or a lower rank
  other pattern       anything else

The table has mistakes and blunders in a hundred decisions with a choice, a column for each player: a level, or an engine.
"""
import argparse
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "clients" / "python"))
import ddz  # noqa: E402

KINDS = ("partner overtaken", "bomb missed", "bomb too soon", "passed", "beat too dear", "chain broken", "high cards spent",
         "control given", "other kickers", "too high", "too low", "other pattern")
RANKS = "3456789TJQKA2BR"


def is_bomb(cards):
    return cards == "BR" or len(cards) >= 4 and len(set(cards)) == 1


def plays_left(service, hand, cards):
    for card in cards:
        hand = hand.replace(card, "", 1)
    return service.analyze(hand=hand)["plays"] if hand else 0


def kind_of(service, d, claims):
    played, best, hand = d["cards"], d["best"], d["hand"]
    if "beats_partner" in claims:
        return "partner overtaken"
    if is_bomb(best) != is_bomb(played):
        return "bomb missed" if is_bomb(best) else "bomb too soon"
    if not played or not best:
        return "beat too dear" if played else "passed"
    if plays_left(service, hand, played) > plays_left(service, hand, best):
        return "chain broken"
    if "keeps" in claims:
        return "high cards spent"
    if claims & {"leads_next", "lets_out", "goes_out"}:
        return "control given"
    own, other = (service.classify(cards=cards)["pattern"] for cards in (played, best))
    if (own["type"], own["length"]) != (other["type"], other["length"]):
        return "other pattern"
    if own["rank"] == other["rank"]:
        return "other kickers"
    return "too high" if RANKS.index(own["rank"]) > RANKS.index(other["rank"]) else "too low"


def count(service, player, asked):
    """How many decisions with a choice, and mistakes and blunders by kind."""
    found, decisions = dict.fromkeys(KINDS, 0), 0
    robot = {"level": int(player)} if player.isdigit() else {"engine": player}
    for seed in range(asked.seed, asked.seed + asked.games):
        told = {"rules": asked.rules, "seed": seed}
        actions = service.table(**told, robots={str(seat): robot for seat in range(3)})["appended"]
        review = service.review(**told, actions=actions, limit={"nodes": asked.nodes * len(actions)})
        for d in review["decisions"]:
            decisions += not d["forced"]
            if d["verdict"] in ("mistake", "blunder"):
                claims = {claim["code"] for claim in d["why"]["claims"]} if d["why"] else set()
                found[kind_of(service, d, claims)] += 1
    return decisions, found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--nodes", type=int, default=4000, help="of a decision")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", default="douzero")
    parser.add_argument("--players", nargs="+", default=[str(level) for level in range(1, 10)] + ["net"])
    asked = parser.parse_args()
    with ddz.Client(asked.url, timeout=600) as service:
        columns = [count(service, player, asked) for player in asked.players]
    print("player\t" + "\t".join(asked.players))
    print("decisions\t" + "\t".join(str(decisions) for decisions, _ in columns))
    for kind in KINDS:
        print(f"{kind}\t" + "\t".join(f"{100 * found[kind] / decisions:.2f}" for decisions, found in columns))
    print("all\t" + "\t".join(f"{100 * sum(found.values()) / decisions:.2f}" for decisions, found in columns))


if __name__ == "__main__":
    main()
