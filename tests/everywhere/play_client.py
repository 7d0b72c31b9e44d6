#!/usr/bin/env python3
"""The worked game (docs/start.md) by the methods of the Python client, and a question to every other method.

usage: play_client.py http://HOST:PORT | play_client.py LIBRARY NET
"""
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../clients/python"))
import ddz  # noqa: E402

where = sys.argv[1]
with (ddz.Client(where, timeout=120) if where.startswith("http") else ddz.Local(library=where, model=sys.argv[2])) as engine:
    for preset in engine.rules()["presets"]:
        game = {"rules": preset["name"], "seed": 3, "actions": []}
        while True:
            table = engine.table(**game, robot={"engine": "rules"})
            if table["phase"] == "over":
                break
            game["actions"].append(table["robot"]["action"])
        review = engine.review(**game, limit={"nodes": 500})
        print(game["rules"], table["winner"], *table["score"], len(game["actions"]), *[seat["role"] for seat in review["seats"]])
    print(engine.classify(cards="33344455")["pattern"]["id"])
    print(engine.prompt(hand="3344")["prompts"][0]["cards"])
    print(engine.analyze(hand="3344")["plays"])
    print(engine.robot_move(hand="34", role="landlord", engine="rules")["cards"])
    print(engine.bid_advice(hand="34566789TJQKA22BR")["call"])
    print(engine.solve(landlord="34", farmer="5")["result"])
    print(engine.batch([{"path": "/classify", "body": {"cards": "3"}}])[0]["status"])
    print(engine.version()["name"])
