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
from typing import Any, Deque, Dict, Iterable, Iterator, List, Mapping, Optional, Tuple

from . import many

# A part of a player's choices is as good as random: his carelessness. What is believed of it before he was seen, the least
# variance of it per choice, and by how much it may differ from role to role without meaning anything.
CARELESS, CARELESS_ERROR, LEAST, ROLES_DIFFER = 0.3, 0.3, 0.01, 0.3


@dataclasses.dataclass
class Losses:
    """Sums of the losses of some games; `random` and `squares` are those of choices at random."""

    decisions: int = 0
    sum: float = 0.0
    random: float = 0.0
    squares: float = 0.0

    def add(self, more: Mapping[str, Any], sign: int = 1) -> None:
        self.decisions += sign * more["decisions"]
        self.sum += sign * more["sum"]
        self.random += sign * more["random"]
        self.squares += sign * more["squares"]


@dataclasses.dataclass
class Player:
    """What the games of one player come to."""

    name: str
    games: int = 0
    decisions: int = 0
    insight: float = 0.0
    variance: float = 0.0
    calls: float = 0.0  # their insight, and its variance
    calls_variance: float = 0.0
    losses: Losses = dataclasses.field(default_factory=Losses)
    for_others: Dict[str, Losses] = dataclasses.field(default_factory=dict)  # in games where they gain by his losses

    def add(self, seat: Mapping[str, Any], names: List[str]) -> None:
        insight, loss = seat["insight"], seat["loss"]
        self.games += 1
        self.decisions += insight["decisions"]
        self.insight += insight["sum"]
        self.variance += insight["variance"]
        self.calls += seat["calls"]["sum"]
        self.calls_variance += seat["calls"]["variance"]
        self.losses.add(loss)
        for other in {names[gains] for gains in loss["gains"]} - {self.name}:
            self.for_others.setdefault(other, Losses()).add(loss)

    def knowledge(self) -> float:
        """z of hidden knowledge in plays: a standard normal number for whoever saw his own cards only."""
        return self.insight / math.sqrt(self.variance) if self.variance > 0 else 0.0

    def knowledge_in_calls(self) -> float:
        """Likewise in calls, doublings and kicks."""
        return self.calls / math.sqrt(self.calls_variance) if self.calls_variance > 0 else 0.0

    def loses_for(self, other: str) -> float:
        """z of the losses by which `other` gains, against the carelessness in all other games."""
        inside = self.for_others[other]
        outside = dataclasses.replace(self.losses)
        outside.add(dataclasses.asdict(inside), -1)
        if inside.random <= 0:
            return 0.0
        precision, careless = 1 / CARELESS_ERROR**2, CARELESS / CARELESS_ERROR**2
        if outside.random > 1e-6:
            share = outside.sum / outside.random
            seen = outside.random**2 / (max(share, LEAST) * outside.squares)
            precision, careless = precision + seen, careless + seen * share
        careless /= precision
        error = max(careless, LEAST) * inside.squares + inside.random**2 * (1 / precision + (ROLES_DIFFER * careless) ** 2)
        return (inside.sum - careless * inside.random) / math.sqrt(error)

    def loses(self) -> Tuple[float, Optional[str]]:
        """The largest of these, and who gains; where several are equal, the first by name."""
        return max(((self.loses_for(other), other) for other in sorted(self.for_others)), default=(0.0, None), key=lambda one: one[0])


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
    return players


COLUMNS = ("player", "games", "decisions", "z knowledge", "by chance", "z calls", "z losing", "for", "by chance")


def rows(players: Mapping[str, Player], watched: Optional[int] = None) -> List[Tuple[str, ...]]:
    """A row of COLUMNS for each player, the most striking first. `by chance`: how likely one of `watched` fair players (by
    default as many as there are) shows as much or more; for losses one of all that he may lose for."""
    number = watched or len(players)
    table = []
    for player in players.values():
        knows, (loses, other) = player.knowledge(), player.loses()
        chances = by_chance(knows, number), by_chance(loses, number * max(1, len(player.for_others)))
        table.append((min(chances), (player.name, str(player.games), str(player.decisions), f"{knows:.2f}", f"{chances[0]:.2g}",
                                     f"{player.knowledge_in_calls():.2f}", f"{loses:.2f}", other or "", f"{chances[1]:.2g}")))
    return [row for _, row in sorted(table)]


def text_of(table: List[Tuple[str, ...]]) -> Iterator[str]:
    """The lines of a table for people."""
    all_rows = [COLUMNS, *table]
    widths = [max(len(row[i]) for row in all_rows) for i in range(len(COLUMNS))]
    for row in all_rows:
        yield "  ".join(cell.ljust(width) if i in (0, 7) else cell.rjust(width) for i, (cell, width) in enumerate(zip(row, widths))).rstrip()


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
