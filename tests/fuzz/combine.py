#!/usr/bin/env python3
"""Combinations of optional fields: python3 combine.py OUT [--count N | --seconds N] [--seed N] [--threads N]

Positions of real games and parts of decks at random, told in every way the contract has: as a table, as a history, as
what lies and what is left; with hands shown, the kitty, calls, limits, rules of one's own; and beside them fields drawn
from the contract's own schemas (OUT/openapi.json). OUT/ddzd answers: with MODE=asan under ASan and UBSan, its asserts
alive. Wrong is: the service ends or says nothing for two minutes; a 5xx but 503; a status that the route does not declare;
an answer against its schema. What is wrong is printed as a line {"path", "body"}, with its number: --count 1 --first N
--seed S repeats it. Needs nothing but Python 3."""
import argparse
import http.client
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time

RANKS = "3456789TJQKA2BRF"
ROLES = ["landlord", "landlord_down", "landlord_up"]
PRESETS = ["standard", "douzero", "huanle", "botzone", "yuncheng", "laizi", "buxipai", "tiandi"]
PATIENCE_S = 120

# ---- the contract ----


def resolve(schema):
    while "$ref" in schema:
        schema = contract["components"]["schemas"][schema["$ref"].split("/")[-1]]
    return schema


def type_fits(value, name):
    if name in ("integer", "number"):
        return isinstance(value, int) and not isinstance(value, bool) or isinstance(value, float) and (name == "number" or value.is_integer())
    return isinstance(value, {"string": str, "boolean": bool, "array": list, "object": dict, "null": type(None)}[name])


def fault(value, schema, at=""):
    """What is wrong with a value, None: nothing."""
    schema = resolve(schema)
    names = schema.get("type")
    if names and not any(type_fits(value, name) for name in ([names] if isinstance(names, str) else names)):
        return f"{at} is no {names}"
    if "enum" in schema and value not in schema["enum"] or "const" in schema and value != schema["const"]:
        return f"{at} is {value!r}"
    for many in ("oneOf", "anyOf"):
        if many in schema:
            fits = sum(fault(value, one) is None for one in schema[many])
            if fits == 0 or many == "oneOf" and fits > 1:
                return f"{at} fits {fits} of {many}"
    for one in schema.get("allOf", []):
        if wrong := fault(value, one, at):
            return wrong
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        if value < schema.get("minimum", value) or value > schema.get("maximum", value):
            return f"{at} is {value}"
    if isinstance(value, str) and "pattern" in schema and not re.search(schema["pattern"], value):
        return f"{at} is {value!r}"
    if isinstance(value, list):
        if len(value) < schema.get("minItems", 0) or len(value) > schema.get("maxItems", len(value)):
            return f"{at} has {len(value)} items"
        for i, item in enumerate(value):
            if "items" in schema and (wrong := fault(item, schema["items"], f"{at}/{i}")):
                return wrong
    if isinstance(value, dict):
        known = schema.get("properties", {})
        for name in schema.get("required", []):
            if name not in value:
                return f"{at} lacks {name}"
        for name, item in value.items():
            if name in known:
                wrong = fault(item, known[name], f"{at}/{name}")
            else:
                rest = schema.get("additionalProperties", True)
                wrong = f"{at} has {name}" if rest is False else fault(item, rest, f"{at}/{name}") if isinstance(rest, dict) else None
            if wrong:
                return wrong
    return None


def some(rng, schema, depth=0):
    """A value that the schema allows; numbers are mostly small."""
    schema = resolve(schema)
    for many in ("oneOf", "anyOf"):
        if many in schema and "properties" not in schema:
            return some(rng, rng.choice(schema[many]), depth)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return rng.choice(schema["enum"])
    names = schema.get("type", "integer")
    name = names if isinstance(names, str) else rng.choice(names)
    if name == "integer":
        low, high = schema.get("minimum", 0), schema.get("maximum", 100)
        return rng.choice([low, high, rng.randint(low, min(high, low + 20)), rng.randint(low, high)])
    if name == "array":
        return [some(rng, schema.get("items", {}), depth + 1) for _ in range(rng.randint(schema.get("minItems", 0), 3))]
    if name == "object":
        known = schema.get("properties", {})
        chosen = [n for n in known if n in schema.get("required", []) or rng.random() < (.3 if depth == 0 else .2)]
        return {n: some(rng, known[n], depth + 1) for n in chosen}
    return {"number": lambda: rng.random(), "boolean": lambda: rng.random() < .5, "null": lambda: None,
            "string": lambda: cards_text(rng, deck(False), rng.randint(0, 6))}[name]()


# ---- positions ----


def deck(flower):
    return [r for r in RANKS[:13] for _ in range(4)] + ["B", "R"] + ["F"] * flower


def draw(rng, pile, n):
    taken = [pile.pop(rng.randrange(len(pile))) for _ in range(min(n, len(pile)))]
    return "".join(sorted(taken, key=RANKS.index))


def cards_text(rng, pile, n):
    return draw(rng, list(pile), n)


class Game:
    """One that robots played: what everybody held, and who did what."""

    def __init__(self, request, answer):
        self.request, self.actions, self.play = request, answer["appended"], []
        self.rules, self.over = request["rules"], answer["phase"] == "over"
        self.landlord = answer.get("landlord")

    def told(self):
        return [{k: a[k] for k in ("seat", "call", "cards", "deal") if k in a} for a in self.actions]


def play_some(ask):
    """Games of every preset, in ranks and in numbers."""
    games = []
    for seed in range(4):
        for preset in PRESETS:
            for notation in ("rank", "cronly"):
                body = {"rules": preset, "seed": seed, "robots": {"0": True, "1": True, "2": True}}
                if notation != "rank":
                    body["notation"] = notation
                status, answer = ask("/table", body)
                if status != 200 or answer["phase"] != "over" or any("deal" in a for a in answer["appended"]):
                    continue
                game = Game({k: v for k, v in body.items() if k != "robots"}, answer)
                calls = next((i for i, a in enumerate(game.actions) if "cards" in a), 0)
                _, start = ask("/table", {**game.request, "actions": game.told()[:calls]})
                game.calls, game.start = calls, start
                game.hands = {s["role"]: s["hand"] for s in start["seats"]}
                game.kitty = start["kitty"]["cards"] if isinstance(start["kitty"], dict) else start["kitty"]
                game.seat_of = {s["seat"]: s["role"] for s in start["seats"]} if "seat" in start["seats"][0] else {i: s["role"] for i, s in enumerate(start["seats"])}
                wild = start.get("wild") or (start.get("rules") or {}).get("wild") if isinstance(start.get("rules"), dict) else start.get("wild")
                game.wild = wild
                games.append(game)
    return games


def without(hand, cards):
    left = list(hand)
    for card in cards:
        if card in left:
            left.remove(card)
    return left if isinstance(hand, list) else "".join(left)


def rules(rng):
    """A preset, or one of one's own."""
    if rng.random() < .5:
        preset = rng.choice(PRESETS)
        return preset if preset not in ("laizi", "tiandi") or rng.random() < .3 else {"preset": preset, "wild": rng.sample(list(RANKS[:13]), rng.randint(1, 2))}
    own = some(rng, {"$ref": "#/components/schemas/RulesObject"})
    if own.get("preset") in ("laizi", "tiandi") and rng.random() < .9:
        own["wild"] = rng.sample(list(RANKS[:13]), rng.randint(1, 2))
    if own.get("preset") not in ("laizi", "tiandi") and rng.random() < .95:
        for name in ("wild", "wild_turn", "long_bombs", "bomb_order"):
            own.pop(name, None)
    return own


def has_flower(told):
    return (told if isinstance(told, str) else told.get("preset")) == "yuncheng"


def shown(rng, hands):
    return {seat: rng.randint(1, 16) for seat in "012" if rng.random() < .5}


def part_table(rng):
    """Hands of a part of a deck, mostly small."""
    told = rules(rng)
    pile, most = deck(has_flower(told)), rng.choice([2, 5, 9, 14, 20])
    table = {"rules": told, "hands": {}}
    for role in ROLES:
        table["hands"][role] = draw(rng, pile, rng.randint(1, min(most, 20 if role == "landlord" else 17)))
    mine = table["hands"]["landlord"]
    if rng.random() < .4:
        table["kitty"] = cards_text(rng, mine, rng.choice([3, 3, 3, 4, 2]))
    if rng.random() < .5:
        table["shown"] = shown(rng, table["hands"])
    if rng.random() < .4:
        table["actions"] = [{"cards": rng.choice(mine)}] + [{"cards": ""}] * rng.randint(0, 3)
    return table


def whole_table(rng, calls=False):
    """A game up to somewhere; to a call, if there are any."""
    game = rng.choice([g for g in games if g.calls > 0] if calls else games)
    table = dict(game.request)
    upto = rng.choice([rng.randint(0, game.calls), rng.randint(game.calls, len(game.actions) - 1), rng.randint(max(game.calls, len(game.actions) - 8), len(game.actions) - 1)])
    table["actions"] = game.told()[:rng.randrange(game.calls) if calls else upto]
    if rng.random() < .4:
        table["shown"] = shown(rng, None)
    return table


def table(rng):
    made = part_table(rng) if rng.random() < .5 else whole_table(rng)
    if rng.random() < .3:
        made["kitty_factor"] = some(rng, {"$ref": "#/components/schemas/KittyFactor"})
    if rng.random() < .2:
        made["base"] = some(rng, {"$ref": "#/components/schemas/Base"})
    if rng.random() < .2:
        made["cap"] = rng.choice([1, 3, 64, 1048576])
    return made


def seat(rng):
    """What one seat of a game sees, told with some of the fields that tell it."""
    game = rng.choice(games)
    upto = rng.randint(game.calls, len(game.actions) - 1)
    if rng.random() < .4:
        upto = rng.randint(max(game.calls, len(game.actions) - 10), len(game.actions) - 1)
    done = [{"role": game.seat_of[a["seat"]], "cards": a["cards"]} for a in game.actions[game.calls:upto]]
    hands = dict(game.hands)
    played = {role: [] for role in ROLES}
    for a in done:
        hands[a["role"]] = without(hands[a["role"]], a["cards"])
        played[a["role"]] = played[a["role"]] + list(a["cards"])
    role = game.seat_of[game.actions[upto]["seat"]]
    if isinstance(game.kitty, str):
        played = {r: "".join(p) for r, p in played.items()}
    told = {"hand": hands[role], "role": role, "rules": game.rules}
    if game.wild:
        told["rules"] = {"preset": game.rules, "wild": game.wild}
    if "notation" in game.request:
        told["notation"] = game.request["notation"]
    lies = [a for a in done if a["cards"]]
    way = rng.random()
    if way < .4:
        told["history"] = done
    elif lies and not (len(done) >= 2 and not done[-1]["cards"] and not done[-2]["cards"]):
        told["last"] = lies[-1]
    if way > .4 or rng.random() < .2:
        if rng.random() < .8:
            told["left"] = {r: len(hands[r]) for r in ROLES if rng.random() < .8}
        if rng.random() < .5:
            told["played"] = {r: played[r] for r in ROLES if rng.random() < .9}
    if rng.random() < .5:
        told["kitty"] = game.kitty
    if rng.random() < .4:
        told["shown"] = {r: hands[r] for r in ROLES if r != role and rng.random() < .6}
    if rng.random() < .15:
        told["hand"] = without(told["hand"], told["hand"][:rng.randint(1, 3)])
    return told


def bare_seat(rng):
    told = rules(rng)
    pile = deck(has_flower(told))
    role = rng.choice(ROLES)
    body = {"hand": draw(rng, pile, rng.randint(1, rng.choice([4, 10, 17]))), "role": role, "rules": told}
    if rng.random() < .6:
        body["left"] = {r: rng.randint(1, rng.choice([2, 5, 17])) for r in ROLES if r != role and rng.random() < .9}
    if rng.random() < .4:
        body["last"] = {"role": rng.choice(ROLES), "cards": rng.choice(pile) * rng.randint(1, 2)}
    if rng.random() < .3:
        body["kitty"] = cards_text(rng, pile, 4 if has_flower(told) else 3)
    if rng.random() < .3:
        body["shown"] = {r: draw(rng, pile, body.get("left", {}).get(r, 3)) for r in ROLES if r != role and rng.random() < .6}
    if rng.random() < .3:
        body["played"] = {r: draw(rng, pile, rng.randint(0, 14)) for r in ROLES if rng.random() < .9}
    return body


# ---- requests ----

POSITION = ("table", "hand", "hands", "history", "actions", "cards", "landlord", "farmer")
BESIDE = ("level", "style", "engine", "limit", "top", "seed", "effort", "judge", "include", "objective", "unseen", "lang", "order", "seat", "score_version")
THINKING = ("limit", "level", "style", "engine", "effort", "seed")


def small(rng, route, body):
    """Nothing takes long."""
    if "judge" in body and rng.random() < .95:
        for name in THINKING:
            body.pop(name, None)
        body["judge"] = {"nodes": rng.randint(1, 60)}
        return body
    if route == "/solve":
        body.setdefault("limit", {})
        body["limit"] = {"nodes": rng.randint(1, 3000)} if rng.random() < .9 else {"ms": rng.randint(1, 5)}
    elif route == "/review":
        body.pop("playouts", None)
        if isinstance(body.get("actions"), list) and len(body["actions"]) > 8:
            body.pop("fairness", None)
        body["limit"] = {"nodes": rng.randint(1, 40)} if rng.random() < .7 else {"ms": rng.randint(1, 20)}
    elif route == "/robot-move":
        if rng.random() < .5 or body.get("engine") == "search" or body.get("level") == 10 or body.get("effort") == "full" or "limit" in body:
            body["limit"] = {"nodes": rng.randint(1, 300)} if rng.random() < .85 else {"ms": rng.randint(1, 4)}
    elif route == "/bid-advice" and "limit" in body:
        body["limit"] = {"nodes": rng.randint(1, 2000)} if rng.random() < .9 else {"ms": 2}
    elif route == "/table":
        if rng.random() < .8:
            body.pop("robots", None)  # they play on to the end
        for name in ("robot", "robots"):
            if name in body:
                told = body[name]
                of = told if isinstance(told, list) else list(told.values()) if name == "robots" and isinstance(told, dict) else [told]
                for one in of:
                    if isinstance(one, dict) and (one.get("level") == 10 or one.get("engine") == "search" or "limit" in one or one.get("effort") == "full"):
                        one["limit"] = {"nodes": rng.randint(1, 10)}
        if "plays" in body:
            body["plays"] = some(rng, {"type": "integer", "minimum": 0, "maximum": 20})
    return body


BASES = {
    "/table": lambda rng: table(rng),
    "/robot-move": lambda rng: {"table": table(rng)} if rng.random() < .5 else seat(rng) if rng.random() < .7 else bare_seat(rng),
    "/analyze": lambda rng: {"table": table(rng), "unseen": rng.random() < .8} if rng.random() < .5 else {**(seat(rng) if rng.random() < .7 else bare_seat(rng)), "unseen": rng.random() < .8},
    "/prompt": lambda rng: {"table": table(rng)} if rng.random() < .6 else {k: v for k, v in bare_seat(rng).items() if k in ("hand", "rules", "last")},
    "/classify": lambda rng: {"cards": cards_text(rng, deck(True), rng.randint(1, 8)), **({"table": table(rng)} if rng.random() < .4 else {"rules": rules(rng)})},
    "/bid-advice": lambda rng: {"table": whole_table(rng, True)} if rng.random() < .6 else {"hand": cards_text(rng, deck(False), 17), "rules": rules(rng)},
    "/review": lambda rng: whole_review(rng),
    "/solve": lambda rng: solve(rng),
    "/batch": lambda rng: [{"path": path, "body": body} for path, body in (request(rng, False) for _ in range(rng.randint(0, 3)))],
}
WEIGHTS = {"/table": 6, "/robot-move": 10, "/analyze": 4, "/prompt": 2, "/classify": 1, "/bid-advice": 4, "/review": 2, "/solve": 2, "/batch": 1}


def whole_review(rng):
    if rng.random() < .6:
        body = part_table(rng)
        body.setdefault("actions", [{"cards": rng.choice(body["hands"]["landlord"])}])
        return body
    game = rng.choice(games)
    body = {**game.request, "actions": game.told()[:rng.randint(0, len(game.actions))]}
    body["since"] = max(0, len(body["actions"]) - rng.randint(0, 6))
    return body


def solve(rng):
    told = rules(rng)
    pile = deck(has_flower(told))
    most = rng.choice([3, 6, 9])
    if rng.random() < .5:
        body = {"landlord": draw(rng, pile, rng.randint(1, most)), "farmer": draw(rng, pile, rng.randint(1, most)), "rules": told}
    else:
        body = {"hands": {role: draw(rng, pile, rng.randint(1, most)) for role in ROLES}, "rules": told}
    return body


def request(rng, batches=True):
    """(path, body): a base, fields of the route's own schema beside it, and seldom one that is not right."""
    path = rng.choices(list(WEIGHTS), [w if batches or p != "/batch" else 0 for p, w in WEIGHTS.items()])[0]
    body = BASES[path](rng)
    if path == "/batch":
        return path, body
    known = resolve(contract["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"])["properties"]
    light = [n for n in known if n not in body and n not in POSITION and (n in BESIDE or "table" not in body or rng.random() < .03)]
    for name in rng.sample(light, min(len(light), rng.choice([0, 1, 1, 2, 3, 5]))):
        body[name] = some(rng, known[name])
    if rng.random() < .05 and body:
        body[rng.choice(list(body))] = rng.choice([None, 0, "", [], {}, True, -1, "34"])
    return path, small(rng, path, body)


# ---- the service ----


class Service:
    def __init__(self, out):
        self.log = tempfile.NamedTemporaryFile(suffix=".log")
        model = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "models", "ddz.net")
        self.process = subprocess.Popen([os.path.join(out, "ddzd"), "--port", "0", "--log-level", "notice", "--model", model, "--console", "off", "--grace-s", "5", "--queue-ms", "30000"], stdout=self.log, stderr=subprocess.STDOUT)
        while not (found := re.search(r'"port":(\d+)', self.said())):
            if self.process.poll() is not None:
                sys.exit(self.said())
            time.sleep(.05)
        self.port = int(found.group(1))

    def said(self):
        with open(self.log.name, encoding="utf-8", errors="replace") as file:
            return file.read()

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)


def ask_on(connection, path, body):
    connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
    answer = connection.getresponse()
    return answer.status, json.loads(answer.read())


def judge(path, status, answer):
    """What is wrong with an answer, None: nothing."""
    declared = contract["paths"][path]["post"]["responses"]
    if status >= 500 and status != 503:
        return f"status {status}"
    if str(status) not in declared:
        return f"status {status} is not declared"
    content = declared[str(status)]
    while "$ref" in content:
        content = contract["components"]["responses"][content["$ref"].split("/")[-1]]
    schema = next(iter(content["content"].values()))["schema"]
    return fault(answer, schema)


def work(service, args, share):
    connection = service.connect()
    for number in share:
        if stop.is_set() or args.seconds and time.time() > args.until:
            break
        path, body = request(random.Random(f"{args.seed}:{number}"))
        try:
            status, answer = ask_on(connection, path, body)
            wrong = judge(path, status, answer)
        except Exception as error:  # noqa: BLE001: whatever it is, it is told
            status, wrong = 0, f"no answer: {error!r}"
            connection.close()
            connection = service.connect()
        with lock:
            counts[(path, status)] = counts.get((path, status), 0) + 1
            if wrong:
                faults.append(number)
                print(json.dumps({"number": number, "wrong": wrong, "path": path, "body": body}), flush=True)
        if wrong and (service.process.poll() is not None or len(faults) >= args.most):
            stop.set()


parser = argparse.ArgumentParser()
parser.add_argument("out")
parser.add_argument("--count", type=int, default=10000)
parser.add_argument("--first", type=int, default=0)
parser.add_argument("--seconds", type=int, default=0)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--threads", type=int, default=4)
parser.add_argument("--most", type=int, default=20)
args = parser.parse_args()
contract = json.load(open(os.path.join(args.out, "openapi.json"), encoding="utf-8"))
stop, lock, counts, faults = threading.Event(), threading.Lock(), {}, []
service = Service(args.out)
games = play_some(lambda path, body, c=service.connect(): ask_on(c, path, body))
args.until = time.time() + args.seconds
began = time.time()
last = args.first + (args.count if not args.seconds else 1 << 40)
threads = [threading.Thread(target=work, args=(service, args, range(args.first + t, last, args.threads))) for t in range(args.threads)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
service.process.terminate()
try:
    status = service.process.wait(60)
except subprocess.TimeoutExpired:
    service.process.kill()
    status = "killed"
asked = sum(counts.values())
print(f"seed {args.seed}: {asked} combinations in {time.time() - began:.0f} s, {asked / max(time.time() - began, 1e-9):.0f} a second;",
      f"{sum(n for (_, s), n in counts.items() if s == 200)} answered, {len(faults)} wrong; the service ended with {status}")
print(", ".join(f"{path} {s}: {n}" for (path, s), n in sorted(counts.items())))
if status != 0:
    print(service.said()[-4000:], file=sys.stderr)
sys.exit(1 if faults or status != 0 else 0)
