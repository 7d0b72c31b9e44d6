"""What another program tells of a game, as a request to the engine; and what the engine thinks of it.

Such programs send what they have: all plays from the first on, the last one alone, or what does not fit together. Plays that
make a whole game are its history. Else the seat knows its cards, the play to beat, and as much of the rest as fits one deck.
Cards are Counters of the letters of notation `xd`: X is the small joker, D the big one.
"""

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Counter as Cards, Dict, List, NamedTuple, Optional, Sequence, Tuple

import ddz

from . import Rejected

ROLES = ("landlord", "landlord_down", "landlord_up")
START = (20, 17, 17)  # cards at the first play
RANKS = "3456789TJQKA2XD"
DECK: Cards[str] = Counter(RANKS[:-2] * 4 + RANKS[-2:])
NODES = 2000  # of a search where the game is not known from its start: a few milliseconds


def size(cards: Cards[str]) -> int:
    return sum(cards.values())


def order(cards: str) -> List[int]:
    """To sort by: rank by rank from the lowest card."""
    return [RANKS.index(rank) for rank in cards]


def letters(cards: Cards[str]) -> str:
    return "".join(rank * cards[rank] for rank in RANKS)


def read_cards(value: Any, name: str, most: int = 20) -> Cards[str]:
    """Cards of a field: letters, a list of them, or none."""
    if not isinstance(value, (str, list, type(None))):
        raise Rejected(400, f"{name}: must be a string of cards")
    text = re.sub(r"[\s,-]", "", "".join(map(str, value or "")).upper().replace("10", "T"))
    for rank in text:
        if rank not in RANKS:
            raise Rejected(422, f"{name}: not a card: {rank!r}; cards are {RANKS}")
    cards = Counter(text)
    if size(cards) > most or cards - DECK:
        raise Rejected(422, f"{name}: more than {most} cards, or more of one rank than the deck holds")
    return cards


def read_role(body: Dict[str, Any], name: str = "position") -> int:
    if name not in body:
        raise Rejected(422, f"{name}: the field '{name}' is required")
    if body[name] not in ROLES:
        raise Rejected(422, f"{name}: must be one of {', '.join(ROLES)}, not {body[name]!r}")
    return ROLES.index(body[name])


def read_object(value: Any, name: str = "") -> Dict[str, Any]:
    if value is None and name:
        return {}
    if not isinstance(value, dict):
        raise Rejected(400, f"{name}: must be an object".lstrip(": "))
    return value


def read_number(value: Any, name: str, most: int) -> int:
    if not isinstance(value, (int, type(None))) or not 0 <= (value or 0) <= most:
        raise Rejected(422, f"{name}: must be a number from 0 to {most}")
    return value or 0


class Option(NamedTuple):
    """What the seat may do, and the chance of its side to win with it."""

    cards: str
    type: str  # of the pattern; "pass"
    chance: float


@dataclass
class State:
    role: int
    hand: Cards[str]
    kitty: Cards[str] = field(default_factory=Counter)
    played: Sequence[Cards[str]] = (Counter(), Counter(), Counter())  # by role, with the last play or without it
    others: Cards[str] = field(default_factory=Counter)  # what both others hold; empty: not told
    left: Sequence[int] = (0, 0, 0)  # cards of each role; 0: not told
    plays: Sequence[Cards[str]] = ()  # from the first on, an empty one is a pass; none: not told
    last: Cards[str] = field(default_factory=Counter)  # to be beaten; none: the seat leads
    owner: int = 0  # whose that is
    last_name: str = "last_move"  # what the caller calls it

    def see(self, plays: Sequence[Cards[str]]) -> "State":
        """The play to beat is the newest; where that is a pass, the one before."""
        passed = bool(plays) and not plays[-1]
        self.last = plays[-1 - passed] if len(plays) > passed else Counter()
        self.owner = (self.role - 1 - passed) % 3
        return self

    def _whole(self) -> Optional[Dict[str, Any]]:
        """The plays as a history, where they make the game that all else tells of."""
        played: List[Cards[str]] = [sum(self.plays[role::3], Counter()) for role in range(3)]
        left = [START[role] - size(played[role]) for role in range(3)]
        unseen = DECK - sum(played, self.hand)
        last = State(self.role, self.hand).see(self.plays).last
        if len(self.plays) % 3 != self.role or left[self.role] != size(self.hand) or last != self.last or min(left) < 1 or any(
                told not in (0, due) for told, due in zip(self.left, left)) or self.others not in (Counter(), unseen):
            return None
        return {"history": [{"cards": letters(play)} for play in self.plays], "kitty": self._kitty(played, left)}

    def _pieces(self) -> Dict[str, Any]:
        """What fits one deck. Where the others' cards are told all else is gone; what nobody says he played is counted
        where there is room."""
        played: List[Cards[str]] = [Counter(), Counter(), Counter()]
        played[self.owner] = Counter(self.last)
        free = DECK - self.hand - self.last
        told = self.others if not self.others - free else Counter()
        free -= told
        left = [size(self.hand) if role == self.role else self.left[role] for role in range(3)]

        def put(role: int, cards: Cards[str]) -> None:
            room = START[role] - (left[role] or 1) - size(played[role])
            cards = Counter(letters(cards & free)[:max(0, room)])
            played[role] += cards
            free.subtract(cards)

        for role in range(3):
            put(role, self.played[role] - played[role])
        for role in range(3 if told else 0):
            put(role, free)
        if self.last and self.owner != 0:
            left[0] = min(left[0] or 19, 19) if self.role != 0 else left[0]  # he led
        left = [max(1, min(left[role] or 20, START[role] - size(played[role]))) for role in range(3)]
        return {"last": {"cards": letters(self.last), "role": ROLES[self.owner]} if self.last else None,
                "left": dict(zip(ROLES, left)), "played": dict(zip(ROLES, map(letters, played))),
                "kitty": self._kitty(played, left), "limit": {"nodes": NODES}}

    def _kitty(self, played: Sequence[Cards[str]], left: Sequence[int]) -> Optional[str]:
        """The kitty, where what the landlord still has of it can be among his cards."""
        rest = self.kitty - played[0]
        place = self.hand if self.role == 0 else DECK - sum(played, self.hand)
        return letters(self.kitty) if size(self.kitty) == 3 and not rest - place and size(rest) <= left[0] else None

    def think(self, engine: ddz.Engine) -> List[Option]:
        """What the seat may do, at most 100, the best first; nothing has a higher chance than what stands before it."""
        if (self.hand + self.last) - DECK:
            raise Rejected(422, f"{self.last_name}: more cards of one rank than the deck holds: the hand counts, too")
        asked: Dict[str, Any] = {"rules": "douzero", "notation": "xd", "hand": letters(self.hand), "role": ROLES[self.role],
                                 "top": 100}
        for question in (self._whole(), self._pieces()):
            try:
                if question:
                    return self._options(engine.robot_move(**asked, **question)["candidates"])
            except ddz.Problem as problem:
                if problem.status != 422:
                    raise
                rejected = problem
        raise Rejected(422, f"{self.last_name}: {rejected.detail}")

    def _options(self, candidates: Sequence[Any]) -> List[Option]:
        options: List[Option] = []
        for candidate in candidates:
            chance, before = candidate["win_probability"], options[-1].chance if options else 1.0
            if chance is None:
                chance = before if options else 0.5
            pattern = candidate["pattern"]
            options.append(Option(candidate["cards"], pattern["type"] if pattern else "pass", float(min(chance, before))))
        return options
