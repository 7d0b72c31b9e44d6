"""A table as a PettingZoo AECEnv of three agents.

    from ddz.zoo import env
    table = env(rules="douzero")
    table.reset(seed=1)
    for agent in table.agent_iter():
        observation, reward, termination, truncation, info = table.last()
        table.step(None if termination else policy(observation, info["action_mask"]))

Agents are seats 0, 1 and 2. An observation is v1 of ddz_core.h, 384 bytes, as it was when the agent was last to act. An
action is the number of a row of the list info["rows"], below info["legal"]; info["action_mask"] says the same. Rewards are
points in units of the base stake, at the end of a game. Without the package pettingzoo the class is the same, but no
subclass of its AECEnv, whose `last` and `agent_iter` it then lacks.
"""

import importlib
from typing import Any, Dict, List, Optional

from .batch import V1, Batch, np

try:
    _Base: Any = importlib.import_module("pettingzoo").AECEnv
    spaces: Any = importlib.import_module("gymnasium").spaces
except ImportError:
    _Base, spaces = object, None

ROWS_MAX = 8192
AGENTS = ["seat_0", "seat_1", "seat_2"]


class env(_Base):  # type: ignore[misc]
    metadata = {"name": "ddz_v1", "render_modes": [], "is_parallelizable": False}
    render_mode = None

    def __init__(self, **settings: Any):
        """settings: rules, library of Batch. Rules with wild ranks have more rows than the action space."""
        self._settings: Dict[str, Any] = {"rules": "douzero", **settings}
        self._batch: Any = None
        self.possible_agents = AGENTS[:]
        self.agents: List[str] = []
        self.observation_spaces = {agent: spaces.Box(0, 255, (V1,), np.uint8) if spaces else None for agent in AGENTS}
        self.action_spaces = {agent: spaces.Discrete(ROWS_MAX) if spaces else None for agent in AGENTS}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        self.close()
        drawn = int(np.random.SeedSequence().generate_state(1, np.uint64)[0]) if seed is None else seed
        self._batch = Batch(1, seed=drawn, **self._settings)
        self.agents = AGENTS[:]
        self.rewards, self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0), dict.fromkeys(AGENTS, 0.0)
        self.terminations, self.truncations = dict.fromkeys(AGENTS, False), dict.fromkeys(AGENTS, False)
        self.infos: Dict[str, Dict[str, Any]] = {agent: self._info(0) for agent in AGENTS}
        self._seen = {agent: np.zeros(V1, np.uint8) for agent in AGENTS}
        self._look()

    def _info(self, legal: int) -> Dict[str, Any]:
        return {"legal": legal, "action_mask": (np.arange(ROWS_MAX) < legal).astype(np.int8)}

    def _look(self) -> None:
        self.agent_selection = AGENTS[int(self._batch.turn[0])]
        self._seen[self.agent_selection] = self._batch.v1[0].copy()
        legal = int(self._batch.first[1])
        self.infos[self.agent_selection] = {**self._info(legal), "rows": self._batch.rows[:legal].copy()}

    def observe(self, agent: str) -> Any:
        return self._seen[agent]

    def _leave(self, agent: str) -> None:
        """One whose game is over goes, and all that is said of it; nobody is rewarded twice."""
        told: List[Dict[str, Any]] = [self._cumulative_rewards, self.terminations, self.truncations, self.infos]
        for of in told:
            del of[agent]
        self.agents.remove(agent)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.agent_selection = self.agents[0] if self.agents else agent

    def step(self, action: Optional[int]) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise ValueError("when an agent is dead, the only valid action is None")
            return self._leave(agent)
        self._batch.step([action])
        self._cumulative_rewards[agent] = 0.0
        self.terminations = dict.fromkeys(AGENTS, bool(self._batch.done[0]))
        for seat, name in enumerate(AGENTS):
            self.rewards[name] = float(self._batch.reward[0, seat])
            self._cumulative_rewards[name] += self.rewards[name]
        self.agent_selection = self.agents[0]
        if not self._batch.done[0]:
            self._look()

    def close(self) -> None:
        if self._batch:
            self._batch.close()
