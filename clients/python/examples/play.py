"""Play a game in this process, seat by seat: python3 play.py"""
import ddz

with ddz.Local() as engine:
    game = {"rules": "huanle", "seed": 7, "actions": []}
    while True:
        table = engine.table(**game, robot=True)
        if table["phase"] == "over":
            break
        print(table["turn"], table["robot"]["action"])
        game["actions"].append(table["robot"]["action"])
    print("score", table["score"])
