#!/usr/bin/env python3
"""rlcard_player.py - an agent of RLCard as a program of ddz-arena.

usage: ddz-arena rate 'cmd:examples/rlcard_player.py [MODEL]'      (doudizhu-rule-v1)

It needs RLCard. Calls are left to the arena. RLCard's rule agent draws by chance; the seed of each request makes that the
same everywhere. Plays that RLCard does not know are not offered to it.
"""

import json
import sys

import numpy as np
from rlcard import models
from rlcard.games.doudizhu.utils import CARD_TYPE

SEATS = {"landlord": 0, "landlord_down": 1, "landlord_up": 2}


def state(request):
    """The `raw_obs` of RLCard's environment; the landlord sits in seat 0."""
    actions = [play or "pass" for play in request["legal"] if not play or play in CARD_TYPE[0]]
    trace = [(SEATS[move["role"]], move["cards"] or "pass") for move in request["history"]]
    return {"self": SEATS[request["role"]], "landlord": 0, "current_hand": request["hand"], "trace": trace, "actions": actions}


def main():
    agent = models.load(sys.argv[1] if len(sys.argv) > 1 else "doudizhu-rule-v1").agents[0]
    for line in sys.stdin:
        request, answer = json.loads(line), {}
        if request["path"] == "/robot-move":
            np.random.seed(request["seed"] % 2**32)
            action = agent.step({"raw_obs": state(request)})
            answer = {"cards": "" if action == "pass" else str(action)}
        print(json.dumps(answer), flush=True)


main()
