"""The engine as an agent in environments of others, by their interfaces; neither package is needed here.

    from ddz import Local
    from ddz.agents import RLCardAgent, DouZeroAgent
    env.set_agents([RLCardAgent(Local()), RLCardAgent(Local()), RLCardAgent(Local())])     # RLCard's doudizhu
    players = {position: DouZeroAgent(Local()) for position in DouZeroAgent.POSITIONS}     # DouZero's GameEnv

Both play under the rules `douzero`, from what the environment shows to the seat, and only plays the environment calls
legal: where it knows fewer plays than we do, the best of its own is taken.
"""

from typing import Any, Dict, Iterable, List, Tuple

from .engine import Engine
from .types import Candidate

ROLES = ("landlord", "landlord_down", "landlord_up")
RANKS = "3456789TJQKA2BR"
_OF_DOUZERO = {**{n: str(n) for n in range(3, 10)}, 10: "T", 11: "J", 12: "Q", 13: "K", 14: "A", 17: "2", 20: "B", 30: "R"}


def _sorted(cards: str) -> str:
    return "".join(sorted(cards, key=RANKS.index))


class _Agent:
    """What both share: `settings` are fields of /robot-move (level, style, engine, limit, objective, seed)."""

    def __init__(self, engine: Engine, /, **settings: Any):
        self.engine = engine
        self.settings = settings

    def _choose(self, question: Dict[str, Any], legal: List[str]) -> Tuple[str, List[Candidate]]:
        """The best of the legal plays, as sorted letters ("" passes), and what was weighed."""
        if len(legal) == 1:
            return legal[0], []
        answer = self.engine.robot_move(rules="douzero", top=20, **question, **self.settings)
        wanted = [answer["cards"]] + [candidate["cards"] for candidate in answer["candidates"]]
        for cards in wanted:
            if _sorted(str(cards)) in legal:
                return _sorted(str(cards)), answer["candidates"]
        return legal[0], answer["candidates"]


def _kitty(left: str, played: str) -> str:
    """The kitty as RLCard shows it, completed where that is certain. Of a rank that the landlord plays RLCard takes all
    cards out, so more may be missing than he played; then nothing is said of it."""
    missing, ranks = 3 - len(left), set(played) - set(left)
    if len(ranks) == 1:
        return left + ranks.pop() * missing
    return left if missing <= len(played) else ""


class RLCardAgent(_Agent):
    """An agent of RLCard's doudizhu: it reads raw observations (`use_raw`)."""

    use_raw = True

    def step(self, state: Dict[str, Any]) -> str:
        return self.eval_step(state)[0]

    def eval_step(self, state: Dict[str, Any]) -> Tuple[str, Dict[str, Any]]:
        seen = state["raw_obs"]
        me, landlord = seen["self"], seen["landlord"]
        history = [{"role": ROLES[(player - landlord) % 3], "cards": "" if play == "pass" else play}
                   for player, play in seen["trace"]]
        played = "".join(play["cards"] for play in history if play["role"] == "landlord")
        question = {"hand": seen["current_hand"], "role": ROLES[(me - landlord) % 3],
                    "kitty": _kitty(seen["seen_cards"], played), "history": history}
        legal = {_sorted("" if play == "pass" else play): play for play in state["raw_legal_actions"]}
        cards, candidates = self._choose(question, list(legal))
        values = {candidate["cards"] or "pass": candidate["win_probability"] for candidate in candidates}
        return legal[cards], {"values": values}


class DouZeroAgent(_Agent):
    """An agent of DouZero's game environment: `act(infoset)` gives the cards as its integers."""

    POSITIONS = ROLES

    def act(self, infoset: Any) -> List[int]:
        def letters(cards: Iterable[int]) -> str:
            return "".join(_OF_DOUZERO[card] for card in cards)

        history = [{"role": ROLES[i % 3], "cards": letters(play)} for i, play in enumerate(infoset.card_play_action_seq)]
        question = {"hand": letters(infoset.player_hand_cards), "role": infoset.player_position,
                    "kitty": letters(infoset.three_landlord_cards or []), "history": history}
        legal: Dict[str, List[int]] = {_sorted(letters(play)): play for play in infoset.legal_actions}
        return legal[self._choose(question, list(legal))[0]]
