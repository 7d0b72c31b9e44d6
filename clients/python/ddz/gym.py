"""One seat against two robots as a Gymnasium VectorEnv.

    from ddz.gym import VectorEnv
    envs = VectorEnv(64, seat=0, robots={"level": 9})
    observations, infos = envs.reset(seed=1)
    observations, rewards, terminations, truncations, infos = envs.step([0] * 64)

An observation is v1 of ddz_core.h, 384 bytes. An action is the number of a row of the table's list, below infos["legal"];
envs.rows and envs.first are the lists. A game that ends is followed by the next deal in the same step (autoreset_mode
SAME_STEP): the observation is that of the next deal, the reward that of the old one, in units of the base stake. A game has
no step limit: nothing is truncated, so there is no "final_obs". Without the package gymnasium the class is the same, but no
subclass of its VectorEnv and without spaces.
"""

import importlib
from typing import Any, Dict, Mapping, Optional, Tuple

from .batch import V1, Batch, np

try:
    gymnasium: Any = importlib.import_module("gymnasium")
    _Base: Any = gymnasium.vector.VectorEnv
except ImportError:
    gymnasium, _Base = None, object

ROWS_MAX = 8192  # of a hand without wild ranks; with them there may be 65,536


def _same_step() -> Any:
    mode = getattr(gymnasium.vector, "AutoresetMode", None) if gymnasium else None
    return mode.SAME_STEP if mode else "SameStep"


class VectorEnv(_Base):  # type: ignore[misc]
    metadata = {"autoreset_mode": _same_step(), "render_modes": []}
    np_random: Any

    def __init__(self, num_envs: int, seat: int = 0, robots: Optional[Mapping[str, Any]] = None, **settings: Any):
        """robots: how the other two play; settings: rules, threads, model, library of Batch."""
        self.num_envs, self.seat = num_envs, seat
        self._settings: Dict[str, Any] = {"rules": "douzero", **settings,
                                          "robots": {other: robots or {} for other in range(3) if other != seat}}
        self._batch = Batch(num_envs, **self._settings)
        if not gymnasium:
            self.np_random = np.random.default_rng()
            return
        spaces = gymnasium.spaces
        rows = 8 * ROWS_MAX if "laizi" in str(self._settings["rules"]) else ROWS_MAX
        self.single_observation_space = spaces.Box(0, 255, (V1,), np.uint8)
        self.single_action_space = spaces.Discrete(rows)
        self.observation_space = spaces.Box(0, 255, (num_envs, V1), np.uint8)
        self.action_space = spaces.MultiDiscrete([rows] * num_envs)

    @property
    def rows(self) -> Any:
        """The rows of all tables, 16 bytes each; those of table i are rows[first[i]:first[i + 1]]."""
        return self._batch.rows[:self._batch.first[-1]]

    @property
    def first(self) -> Any:
        return self._batch.first

    def _infos(self) -> Dict[str, Any]:
        return {"legal": self._batch.counts(), "seed": self._batch.seed.copy()}

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[Any, Dict[str, Any]]:
        """Fresh games; the same seed, the same games, of this and of later resets without one."""
        if gymnasium:
            super().reset(seed=seed)
        elif seed is not None:
            self.np_random = np.random.default_rng(seed)
        self._batch.close()
        self._batch = Batch(self.num_envs, seed=int(self.np_random.integers(2**63)), **self._settings)
        return self._batch.v1.copy(), self._infos()

    def step(self, actions: Any) -> Tuple[Any, Any, Any, Any, Dict[str, Any]]:
        self._batch.step(actions)
        over = self._batch.done > 0
        return (self._batch.v1.copy(), self._batch.reward[:, self.seat].astype(np.float64), over, np.zeros_like(over), self._infos())

    def sample(self, generator: Any) -> Any:
        """A legal action of each table, by chance."""
        return generator.integers(0, self._batch.counts())

    def close_extras(self, **_: Any) -> None:
        self._batch.close()

    if not gymnasium:
        def close(self) -> None:
            self._batch.close()
