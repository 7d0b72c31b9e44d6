"""Who knew hidden cards, and who lost on purpose? Evidence from many games, not a verdict: docs/fair-play.md.

    python3 -m ddz.fairness games.jsonl                        # a table of the players of these games
    players = fairness.add_up(games)                           # games: dicts or JSON texts, from anywhere

A game is a body of POST /table with all its actions, and `"players": ["anna", "bo", "chi"]`, seat by seat. Names stay here:
the engine gets the game without them.
"""

import argparse
import collections
import dataclasses
import itertools
import json
import math
import sys
from typing import Any, DefaultDict, Deque, Dict, Iterable, Iterator, List, Mapping, Optional, Tuple

from . import many

# A part of a player's choices is as good as random: his carelessness. What is believed of it before he was seen, the least
# variance of it per choice. RARE: choices with a bomb in hand are few, so it may be more than was seen there by so much. ROLES_DIFFER:
# by what part of it roles differ without meaning anything; KINDS_DIFFER: by how much choices with a bomb in hand do. ALIKE: landlords
# and farmers are taken to be equally careless, as if so much `random` of each had shown it. ROUNDED: the engine rounds `squares`.
CARELESS, CARELESS_ERROR, LEAST, RARE, ROLES_DIFFER, KINDS_DIFFER, ALIKE, ROUNDED = 0.3, 0.3, 0.01, 0.15, 0.3, 0.05, 3.0, 0.0001
# The variance of insight is estimated; that of few decisions may come out too small. No decision counts less than this.
LEAST_VARIANCE = 0.0003
# The decisions of a game hang together, so sums of games vary by more than their `variance`: SPREAD times it is for fair players (0.8 to
# 1.9 times, by kind). This is believed as if SPREAD_GAMES games of the player had shown it.
SPREAD, SPREAD_GAMES = 1.25, 50

KINDS = ("loss", "bombs")  # all losses; those where the seat held a bomb, which are rare and drown in all


@dataclasses.dataclass
class Losses:
    """Sums of the losses of some games; `random` and `squares` are those of choices at random."""

    sum: float = 0.0
    random: float = 0.0
    squares: float = 0.0

    def add(self, more: Mapping[str, Any], at_random: float = 1.0) -> None:
        """at_random: how many times as much as `more` says choices at random lose"""
        self.sum += more["sum"]
        self.random += at_random * more["random"]
        self.squares += at_random * more["squares"]

    def __sub__(self, less: "Losses") -> "Losses":
        return Losses(self.sum - less.sum, self.random - less.random, self.squares - less.squares)


@dataclasses.dataclass
class Insight:
    """Sums of some games; `squares` those of the sums of the games."""

    games: int = 0
    decisions: int = 0
    sum: float = 0.0
    variance: float = 0.0
    squares: float = 0.0

    def add(self, game: Mapping[str, Any]) -> None:
        self.games += game["decisions"] > 0
        self.decisions += game["decisions"]
        self.sum += game["sum"]
        self.variance += game["variance"]
        self.squares += game["sum"] ** 2

    def z(self, least: float = 0.0) -> float:
        """The sum, divided by its standard deviation, as SPREAD and the games seen say it is."""
        a_game = max(self.variance, least * self.decisions) / max(self.games, 1)
        if a_game <= 0:
            return 0.0
        differ = self.squares - self.sum**2 / self.games
        spread = (SPREAD_GAMES * SPREAD + differ / a_game) / (SPREAD_GAMES + self.games - 1)
        return self.sum / math.sqrt(self.games * a_game * spread)


@dataclasses.dataclass
class Player:
    """What the games of one player come to."""

    name: str
    games: int = 0
    plays: Insight = dataclasses.field(default_factory=Insight)
    as_farmer: Insight = dataclasses.field(default_factory=Insight)  # the part of `plays`
    calls: Insight = dataclasses.field(default_factory=Insight)
    # By the player that gains (None: all), the kind, and the role: is it the landlord?
    losses: DefaultDict[Tuple[Optional[str], str, bool], Losses] = dataclasses.field(default_factory=lambda: collections.defaultdict(Losses))
    landlords: Dict[str, float] = dataclasses.field(default_factory=dict)  # by kind: how many times as careless as farmers they are

    def add(self, seat: Mapping[str, Any], names: List[str]) -> None:
        self.games += 1
        self.plays.add(seat["insight"])
        if seat["role"] != "landlord":
            self.as_farmer.add(seat["insight"])
        self.calls.add(seat["calls"])
        for kind, other in itertools.product(KINDS, {None, *(names[gains] for gains in seat["loss"]["gains"])} - {self.name}):
            self.losses[other, kind, seat["role"] == "landlord"].add(seat[kind])

    def knowledge(self) -> float:
        """z of hidden knowledge in plays: a standard normal number for whoever saw his own cards only."""
        return self.plays.z(LEAST_VARIANCE)

    def knowledge_as_farmer(self) -> float:
        """Likewise of his games as a farmer: there is a partner who may tell him his cards."""
        return self.as_farmer.z(LEAST_VARIANCE)

    def knowledge_in_calls(self) -> float:
        """Likewise in calls, doublings and kicks."""
        return self.calls.z()

    def loses_for(self, other: str, kind: str = "loss") -> float:
        """z of the losses by which `other` gains, against the carelessness in all other games. kind "bombs": where he held one."""
        careless, error = self._careless(other, "loss", CARELESS, CARELESS_ERROR)
        if kind != "loss":
            careless, error = self._careless(other, kind, careless, math.hypot(error, KINDS_DIFFER))
        inside = self._sum(other, kind)
        variance = max(careless, LEAST) * (inside.squares + ROUNDED) + inside.random**2 * (error**2 + (ROLES_DIFFER * careless) ** 2)
        return (inside.sum - careless * inside.random) / math.sqrt(variance) if inside.random > 0 else 0.0

    def _careless(self, other: str, kind: str, careless: float, error: float) -> Tuple[float, float]:
        """The carelessness where `other` does not gain, and its error. careless, error: what is believed of it before"""
        outside = self._sum(None, kind) - self._sum(other, kind)
        if outside.random <= 1e-6:
            return careless, error
        share = outside.sum / outside.random
        least = LEAST if kind == "loss" else max(LEAST, min(careless, share + RARE))
        seen = outside.random**2 / (max(share, least) * (outside.squares + ROUNDED))
        precision = 1 / error**2 + seen
        return (careless / error**2 + seen * share) / precision, precision**-0.5

    def _sum(self, other: Optional[str], kind: str) -> Losses:
        """Those by which `other` gains, the landlord's as if he were as careless as a farmer."""
        both = dataclasses.replace(self.losses[other, kind, False])
        both.add(vars(self.losses[other, kind, True]), self.landlords.get(kind, 1.0))
        return both

    def friends(self) -> List[Tuple[str, str]]:
        """For whom he may lose, and by which kind."""
        return sorted({(other, kind) for other, kind, _ in self.losses if other is not None})

    def loses(self) -> Tuple[float, Optional[str]]:
        """The largest of these, and who gains; where several are equal, the first by name."""
        return max(((self.loses_for(*one), one[0]) for one in self.friends()), default=(0.0, None), key=lambda one: one[0])


def compare_roles(players: Mapping[str, Player]) -> None:
    """How much more careless landlords are, for each player by the games of all others: under some rules, much."""
    for kind in KINDS:
        total = {role: Losses() for role in (False, True)}
        for player, role in itertools.product(players.values(), total):
            total[role].add(vars(player.losses[None, kind, role]))
        for player in players.values():
            others = [total[role] - player.losses[None, kind, role] for role in total]
            farmers, landlords = ((one.sum + ALIKE * CARELESS) / (one.random + ALIKE) for one in others)
            player.landlords[kind] = max(1.0, landlords / farmers)


def by_chance(z: float, tries: int = 1) -> float:
    """How likely the greatest of so many standard normal numbers is above z."""
    tail = 0.5 * math.erfc(z / math.sqrt(2))
    return -math.expm1(tries * math.log1p(-tail)) if tail < 1 else 1.0


def add_up(games: Iterable[many.Row], **how: Any) -> Dict[str, Player]:
    """The players of these games, by name. how: as ddz.many.map takes it, such as workers=2 or url="http://127.0.0.1:8080"

    ValueError: a game has no players, or the engine refuses it; the sentence says which and why.
    """
    names: Deque[List[str]] = collections.deque()

    def bodies() -> Iterator[Dict[str, Any]]:
        for number, game in enumerate(games, 1):
            body = dict(json.loads(game) if isinstance(game, str) else game)
            players = body.pop("players", None)
            if not isinstance(players, list) or len(players) != 3:
                raise ValueError(f'game {number}: "players" must be a list of three names')
            names.append([str(name) for name in players])
            for field in ("robots", "views"):
                body.pop(field, None)
            yield {**body, "fairness": True, "roles": [], "playouts": 0, "limit": {"ms": 60000}}

    players: Dict[str, Player] = {}
    for number, review in enumerate(many.map("/review", bodies(), **how), 1):
        seated = names.popleft()
        if review.get("failed"):
            raise ValueError(f"game {number}: {review['problem'].get('detail', review['problem'])}")
        if not review["fairness"]["complete"]:
            print(f"fairness: game {number} took too long and counts in part", file=sys.stderr)
        for seat in review["fairness"]["seats"]:
            name = seated[seat["seat"]]
            players.setdefault(name, Player(name)).add(seat, seated)
    compare_roles(players)
    return players


COLUMNS = ("player", "games", "decisions", "z knowledge", "z farmer", "by chance", "z calls", "z losing", "for", "by chance")


def rows(players: Mapping[str, Player], watched: Optional[int] = None) -> List[Tuple[str, ...]]:
    """A row of COLUMNS for each player, the most striking first. `by chance`: how likely one of `watched` fair players (by
    default as many as there are) shows as much or more: as the larger z of knowledge of the two, as a loss of one of the kinds
    for one of all that he may lose for."""
    number = watched or len(players)
    table = []
    for player in players.values():
        knows, as_farmer, (loses, other) = player.knowledge(), player.knowledge_as_farmer(), player.loses()
        chances = by_chance(max(knows, as_farmer), 2 * number), by_chance(loses, number * max(1, len(player.friends())))
        table.append((min(chances), (player.name, str(player.games), str(player.plays.decisions), f"{knows:.2f}", f"{as_farmer:.2f}", f"{chances[0]:.2g}",
                                     f"{player.knowledge_in_calls():.2f}", f"{loses:.2f}", other or "", f"{chances[1]:.2g}")))
    return [row for _, row in sorted(table)]


def text_of(table: List[Tuple[str, ...]]) -> Iterator[str]:
    """The lines of a table for people."""
    all_rows = [COLUMNS, *table]
    widths = [max(len(row[i]) for row in all_rows) for i in range(len(COLUMNS))]
    for row in all_rows:
        yield "  ".join(cell.ljust(width) if i in (0, 8) else cell.rjust(width) for i, (cell, width) in enumerate(zip(row, widths))).rstrip()


def main(arguments: Optional[List[str]] = None) -> int:
    parser = argparse.ArgumentParser(prog="python3 -m ddz.fairness", description="Evidence of hidden knowledge and of losing on purpose.")
    add = parser.add_argument
    add("games", nargs="+", help="files of games with `players`, one a line; - is standard input")
    add("--watched", type=int, help="how many fair players are watched in all; by default those of the games")
    add("--workers", type=int, help="processes; by default one for each processor")
    add("--url", help="send the requests to this service; by default libddz computes in each worker")
    add("--library", help="path of libddz")
    add("--model", help="path of the net")
    asked = parser.parse_args(arguments)
    how = {name: value for name, value in vars(asked).items() if name in ("workers", "url", "library", "model") and value}
    try:
        players = add_up(itertools.chain.from_iterable(_lines(name) for name in asked.games), **how)
    except (OSError, ValueError) as error:
        print(f"fairness: {error}", file=sys.stderr)
        return 2
    print(*text_of(rows(players, asked.watched)), sep="\n")
    return 0


def _lines(name: str) -> Iterator[str]:
    with many.rows_of(name) as found:
        yield from found


if __name__ == "__main__":
    sys.exit(main())
