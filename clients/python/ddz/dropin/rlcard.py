"""In place of the server of rlcard-showdown's page: POST /predict, POST /legal.

Forms come in. The HTTP status is 200; `status` in the answer says what is wrong.
"""

import urllib.parse
from typing import Any, Dict, List, Tuple

import ddz

from . import Protocol, Rejected
from .state import ROLES, START, State, letters, order, read_cards, size

Form = Dict[str, str]
MESSAGES = {0: "success", 1: "player_position must be 0, 1 or 2", 2: "the landlord holds 1 to 20 cards",
            3: "a farmer holds 1 to 17 cards", 4: "the number of cards left is not that of the hand",
            5: "a number of cards left is out of range", 6: "there are at most 3 landlord cards",
            7: "the other hand cards are not as many as the others have left"}
UNREADABLE = "the request cannot be read"


def reject(status: int, text: str) -> Tuple[int, Any]:
    """A client that must ask in another way, or later, gets that status."""
    return status if status in (403, 405) or status >= 500 else 200, {"status": -1, "message": text}


def read(body: bytes) -> Form:
    try:
        pairs = urllib.parse.parse_qsl(body.decode(), True, errors="strict", max_num_fields=64)
    except ValueError:
        raise Rejected(422, UNREADABLE) from None
    if len(dict(pairs)) != len(pairs):
        raise Rejected(422, "the form has a field twice")
    return dict(pairs)


def cards_of(form: Form, name: str, most: int = 54) -> Any:
    try:
        return read_cards(form[name], name, most)
    except (KeyError, Rejected):
        raise Rejected(422, UNREADABLE) from None


def number_of(form: Form, name: str) -> int:
    try:
        return int(form[name])
    except (KeyError, ValueError):
        raise Rejected(422, UNREADABLE) from None


def state_of(form: Form) -> Tuple[int, Any]:
    """The first `status` that is not 0, or what the page tells of the game."""
    position = form.get("player_position", "")
    if position not in ("0", "1", "2"):
        return 1, None
    state = State(int(position), cards_of(form, "player_hand_cards"))
    role, held = state.role, size(state.hand)
    if not 1 <= held <= START[role]:
        return 2 if role == 0 else 3, None
    state.left = [number_of(form, f"num_cards_left_{name}") for name in ROLES]
    if state.left[role] != held:
        return 4, None
    if any(not 0 <= left <= START[other] for other, left in enumerate(state.left)):
        return 5, None
    state.kitty = cards_of(form, "three_landlord_cards")
    if size(state.kitty) > 3:
        return 6, None
    sequence = form.get("card_play_action_seq")
    if sequence is None:
        raise Rejected(422, UNREADABLE)
    state.plays = [cards_of({"play": play}, "play", 20) for play in sequence.split(",")] if sequence else []
    state.others = cards_of(form, "other_hand_cards")
    if size(state.others) != sum(state.left) - held:
        return 7, None
    state.played = [cards_of(form, f"played_cards_{name}") for name in ROLES]
    return 0, state.see(state.plays)


def predict(engine: ddz.Engine, form: Form) -> Any:
    """At most three plays. The page plays what has the highest figure, so the best one is the highest alone."""
    status, state = state_of(form)
    if status:
        return {"status": status, "message": MESSAGES[status]}
    options = state.think(engine)[:3]
    figures = [2 * option.chance - 1 for option in options]
    figures[1:] = [min(figure, figures[0] - 2e-6) for figure in figures[1:]]
    return {"status": 0, "message": MESSAGES[0],
            "result": {option.cards: str(round(figure, 6) + 0.0) for option, figure in zip(options, figures)},
            "win_rates": {option.cards: str(round(option.chance, 4)) for option in options}}


def legal(engine: ddz.Engine, form: Form) -> Any:
    """What the hand may play, with the pass where something is to be beaten. What is no play only bombs beat."""
    hand, rival = cards_of(form, "player_hand_cards", 20), cards_of(form, "rival_move", 20)
    asked: Dict[str, Any] = {"rules": "douzero", "notation": "xd", "hand": letters(hand), "limit": 1000}
    bombs: List[str] = []
    try:
        prompts = engine.prompt(**asked, last=letters(rival))["prompts"] if hand else []
    except ddz.Problem as problem:
        if problem.code != "not_a_pattern":
            raise Rejected(422, UNREADABLE) from None
        prompts, bombs = engine.prompt(**asked)["prompts"], ["bomb", "rocket"]
    plays = [str(prompt["cards"]) for prompt in prompts if not bombs or prompt["pattern"]["type"] in bombs]
    return {"status": 0, "message": MESSAGES[0], "legal_action": ",".join(sorted(plays + [""] * bool(rival), key=order))}


PROTOCOL = Protocol({"/predict": ("POST", predict), "/legal": ("POST", legal)}, reject, read)
