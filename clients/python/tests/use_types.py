"""A program of a user, for `mypy --strict`: what is right passes, and what is wrong is found (each `type: ignore` must be
needed)."""
from typing import List, Optional

import ddz


def best_play(engine: ddz.Engine, hand: str, last: Optional[ddz.types.TableLast]) -> ddz.types.Cards:
    answer = engine.prompt(hand=hand, last=last, limit=1, rules={"preset": "laizi", "wild": ["7"]})
    first: ddz.types.Prompt = answer["prompts"][0]
    power: float = first["power"] + answer["hand_power"]
    print(power, first["pattern"]["name"])
    return first["cards"]


def feed_back(engine: ddz.Engine) -> None:
    move = engine.robot_move(hand="3344", role="landlord", engine="search", limit={"ms": 50}, history=[])
    engine.classify(cards=move["cards"], last=move["pattern"])
    engine.bid_advice(table={"seed": 7, "actions": [{"call": "pass"}]}, calls=[0, "pass"])
    calls: List[ddz.types.BatchRequestItem] = [{"path": "/classify", "body": {"cards": "3"}}]
    for item in engine.batch(calls):
        print(item["status"], item["body"])
    probability: float = move["win_probability"]  # type: ignore[assignment]
    engine.classify(cards=8)  # type: ignore[arg-type]
    engine.prompt(hands="33")  # type: ignore[call-arg]
    engine.robot_move(hand="3", role="nobody")  # type: ignore[arg-type]
    engine.version()["nothing"]  # type: ignore[typeddict-item]
    print(probability)


def play_on(engine: ddz.Engine) -> None:
    actions: List[ddz.types.TableAction] = [{"call": "3"}, {"cards": ""}]
    table = engine.table(seed=7, actions=actions, robot={"engine": "rules"}, robots={"1": {}})
    actions += table["appended"]
    if table["time_out"] is not None:
        actions.append(table["time_out"])
    if table["robot"] is not None:
        actions.append(table["robot"]["action"])
    actions.append({"card": "3"})  # type: ignore[arg-type]
    engine.review(seed=7, actions=actions)


async def awaited() -> int:
    async with ddz.AsyncClient("http://127.0.0.1:8080") as client:
        answer = await client.with_timeout(1.0).table(seed=7, view=0)
        return answer["seats"][0]["left"]
