"""In place of the bot of a game server written in Golang: POST /decide_play. Cards are the numbers of `douzero`; null is an empty list."""

from typing import Any, Dict, List, Tuple

import ddz

from . import Protocol, Rejected
from .state import RANKS, ROLES, START, State, read_cards, read_number, read_object, read_role

NUMBERS = dict(zip([*range(3, 15), 17, 20, 30], RANKS))
OF_RANK = {rank: number for number, rank in NUMBERS.items()}


def reject(status: int, text: str) -> Tuple[int, Any]:
    return status, {"action": [], "error": text}


def read_numbers(value: Any, name: str, most: int = 20) -> Any:
    if not isinstance(value, (list, type(None))):
        raise Rejected(400, f"{name}: must be a list of numbers")
    for i, number in enumerate(value or []):
        if not isinstance(number, int) or number not in NUMBERS:
            raise Rejected(422, f"{name}/{i}: not a card: {number!r}; cards are 3 to 14, 17 (two), 20 and 30 (jokers)")
    return read_cards([NUMBERS[number] for number in value or []], name, most)


def read_state(value: Any) -> State:
    """`last_move` says what is to be beaten; where it is not there, the plays so far."""
    body = read_object(value)
    state = State(read_role(body), read_numbers(body.get("hand"), "hand"))
    if not 1 <= sum(state.hand.values()) <= START[state.role]:
        raise Rejected(422, "hand: too many cards" if state.hand else "hand: no cards given")
    left = read_object(body.get("num_cards_left"), "num_cards_left")
    plays: List[Any] = body.get("card_play_action_seq") or []
    if not isinstance(plays, list) or len(plays) > 200:
        raise Rejected(400, "card_play_action_seq: must be a list of at most 200 plays")
    state.left = [read_number(left.get(name), f"num_cards_left/{name}", 20) for name in ROLES]
    state.played = [read_numbers(body.get(f"played_cards_{name}"), f"played_cards_{name}") for name in ROLES]
    state.kitty = read_numbers(body.get("bottom_cards"), "bottom_cards", 3)
    state.plays = [read_numbers(play, "card_play_action_seq") for play in plays]
    leads, last = bool(body.get("must_play")), body.get("last_move")
    if not leads and last is None:
        return state.see(state.plays)
    state.see([] if leads else [read_numbers(last, "last_move")] * bool(last))
    if state.last and body.get("last_move_position"):
        state.owner = read_role(body, "last_move_position")
    return state if state.owner != state.role else state.see([])  # nobody beats his own play


def decide(engine: ddz.Engine, body: Any) -> Dict[str, Any]:
    return {"action": [OF_RANK[rank] for rank in read_state(body).think(engine)[0].cards], "error": None}


PROTOCOL = Protocol({"/decide_play": ("POST", decide)}, reject)
