"""In place of DouZeroApi: /api/play, /api/actions, /api/bid, /api/double, /api/health.

What a caller sends need not be a game that can be: the newest of the last moves is what is to be beaten, all else helps to
judge. Unknown fields are ignored.
"""

from typing import Any, Dict, List, Tuple

import ddz

from . import Protocol, Rejected
from .state import DECK, ROLES, START, Option, State, letters, read_cards, read_number, read_object, read_role, size

TYPES = {"pass": "pass", "solo": "single", "pair": "pair", "trio": "triple", "trio_solo": "triple_single",
         "trio_pair": "triple_pair", "solo_chain": "straight", "pair_chain": "straight_pair", "trio_chain": "airplane",
         "trio_solo_chain": "airplane_single", "trio_pair_chain": "airplane_pair", "four_two_solo": "four_two_single",
         "four_two_pair": "four_two_pair", "bomb": "bomb", "rocket": "rocket"}


def reject(status: int, text: str) -> Tuple[int, Any]:
    return status, {"detail": text}


def health(engine: ddz.Engine, body: Any) -> Any:
    return {"status": "healthy", "agent_initialized": True}


def read_hand(body: Dict[str, Any], name: str, most: int) -> Any:
    if name not in body:
        raise Rejected(422, f"{name}: the field '{name}' is required")
    cards = read_cards(body[name], name, most)
    if not cards:
        raise Rejected(422, f"{name}: no cards given")
    return cards


def read_state(value: Any) -> State:
    body = read_object(value)
    role = read_role(body)
    played, left = read_object(body.get("played_cards"), "played_cards"), read_object(body.get("cards_left"), "cards_left")
    moves = body.get("last_moves") or []
    if not isinstance(moves, list) or len(moves) > 200:
        raise Rejected(400, "last_moves: must be a list of at most 200 moves")
    return State(role, read_hand(body, "my_cards", START[role]), read_cards(body.get("landlord_cards"), "landlord_cards", 3),
                 [read_cards(played.get(name), f"played_cards/{name}") for name in ROLES],
                 left=[read_number(left.get(name), f"cards_left/{name}", 20) for name in ROLES], last_name="last_moves").see(
        [read_cards("" if move == "pass" else move, "last_moves") for move in moves])


def action(option: Option) -> Dict[str, Any]:
    rate = round(option.chance, 4)
    return {"cards": option.cards, "win_rate": rate, "action_type": TYPES[option.type], "confidence": rate,
            "is_pass": option.type == "pass", "is_bomb": option.type in ("bomb", "rocket")}


def play(engine: ddz.Engine, body: Any) -> Any:
    return action(read_state(body).think(engine)[0])


def actions(engine: ddz.Engine, body: Any) -> Any:
    listed: List[Dict[str, Any]] = [action(option) for option in read_state(body).think(engine)]
    return {"best_action": listed[0], "actions": listed, "total_count": len(listed)}


def bid(engine: ddz.Engine, value: Any) -> Any:
    """Nobody calls under the rules `douzero`: by what the nets know of `standard`."""
    body = read_object(value)
    cards, threshold = read_hand(body, "cards", 17), body.get("threshold")
    if size(cards) != 17:
        raise Rejected(422, f"cards: a hand has 17 cards before play, not {size(cards)}")
    threshold = 0.5 if threshold is None else threshold
    if not isinstance(threshold, (int, float)) or not 0 <= threshold <= 1:
        raise Rejected(422, "threshold: must be between 0 and 1")
    advice = engine.bid_advice(rules="standard", notation="xd", hand=letters(cards))
    win = float(advice["landlord_probability"] or 0)
    return {"should_bid": win >= threshold, "win_rate": round(win, 4),
            "farmer_win_rate": round(float(advice["farmer_probability"] or 0), 4),
            "confidence": round(win if win >= threshold else 1 - win, 4)}


def double(engine: ddz.Engine, value: Any) -> Any:
    """Nobody doubles under the rules `douzero`: by `huanle`. `position` names the role, or only a seat."""
    body = read_object(value)
    role = read_role(body) if isinstance(body.get("position"), str) else 1
    landlord = body.get("is_landlord", role == 0)
    role = 0 if landlord else role or 1
    cards, kitty = read_hand(body, "cards", 20), read_cards(body.get("landlord_cards"), "landlord_cards", 3)
    if size(cards) not in (17, START[role]):
        raise Rejected(422, "cards: a hand has 17 cards before play (the landlord's 20 with the landlord cards), "
                           f"not {size(cards)}")
    if size(kitty) == 3 and kitty - (cards if size(cards) == 20 else DECK - cards):
        raise Rejected(422, "landlord_cards: " + ("the landlord's 20 cards must hold these" if size(cards) == 20 else
                                                 "with the hand these are more than the deck has"))
    advice = engine.bid_advice(rules="huanle", notation="xd", phase="double", hand=letters(cards), role=ROLES[role],  # type: ignore[arg-type]
                               kitty=letters(kitty) if size(kitty) == 3 else None)
    win = round(float((advice["landlord_probability"] if role == 0 else advice["farmer_probability"]) or 0), 4)
    doubles = advice["advice"] in ("double", "super")
    return {"should_double": doubles, "should_super_double": advice["advice"] == "super", "win_rate": win,
            "confidence": win if doubles else round(1 - win, 4)}


PROTOCOL = Protocol({"/health": ("GET", health), "/api/health": ("GET", health), "/api/play": ("POST", play),
                     "/api/actions": ("POST", actions), "/api/bid": ("POST", bid), "/api/double": ("POST", double)}, reject)
