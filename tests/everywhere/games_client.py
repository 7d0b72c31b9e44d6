#!/usr/bin/env python3
"""Eight threads (or tasks) play games through one Python client for some seconds: none is lost, each ends as it must.

usage: games_client.py http://HOST:PORT SECONDS [async]
"""
import asyncio
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../clients/python"))
import ddz  # noqa: E402

LANES = 8
url, end = sys.argv[1], time.monotonic() + float(sys.argv[2])


def request(lane, actions):
    return {"seed": lane + 1, "actions": actions, "robot": {"engine": "rules"}}


def play(client, lane):
    actions = []
    while (table := client.table(**request(lane, actions)))["phase"] != "over":
        actions.append(table["robot"]["action"])
    return actions, table["score"]


def lane_of_games(client, lane):
    games = [play(client, lane)]
    while time.monotonic() < end:
        games.append(play(client, lane))
    return games


async def play_async(client, lane):
    actions = []
    while (table := await client.table(**request(lane, actions)))["phase"] != "over":
        actions.append(table["robot"]["action"])
    return actions, table["score"]


async def lane_of_async_games(client, lane):
    games = [await play_async(client, lane)]
    while time.monotonic() < end:
        games.append(await play_async(client, lane))
    return games


async def all_async():
    async with ddz.AsyncClient(url) as client:
        return await asyncio.gather(*[lane_of_async_games(client, lane) for lane in range(LANES)])


if "async" in sys.argv:
    lanes = asyncio.run(all_async())
else:
    with ddz.Client(url) as shared, ThreadPoolExecutor(LANES) as threads:
        lanes = list(threads.map(lambda lane: lane_of_games(shared, lane), range(LANES)))
wrong = sum(game != games[0] for games in lanes for game in games)
if len({str(games[0]) for games in lanes}) < LANES:
    sys.exit("the games do not differ")
print(f"{sum(map(len, lanes))} games, {wrong} not as they must be")
sys.exit(wrong > 0)
