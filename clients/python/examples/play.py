"""Play a game in this process, seat by seat: python3 play.py (DDZ_LIBRARY: where libddz.so is, if not installed)"""
from typing import List

import ddz

actions: List[ddz.types.RobotAction] = []
with ddz.Local() as engine:
    while True:
        table = engine.table(rules="huanle", seed=7, actions=actions, robot=True)
        robot = table["robot"]
        if robot is None:  # the game is over
            break
        print(table["turn"], robot["action"])
        actions.append(robot["action"])
    print("score", table["score"])
