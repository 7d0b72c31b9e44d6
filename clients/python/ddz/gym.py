"""One seat against two robots as a Gymnasium VectorEnv.

    from ddz.gym import VectorEnv
    envs = VectorEnv(64, seat=0, robots={"level": 9})
    observations, infos = envs.reset(seed=1)
    observations, rewards, terminations, truncations, infos = envs.step([0] * 64)

An observation is v1 of ddz_core.h, 384 bytes. An action is the number of a row of the table's list, below infos["legal"];
infos["rows"] and infos["first"] are the lists. A game that ends is followed by the next deal in the same step
(autoreset_mode SAME_STEP): the observation is that of the next deal, the reward that of the old one, in units of the base
stake. A game has no step limit, so nothing is truncated. Without the package gymnasium the class is the same, but no
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

    def __init__(self, num_envs: int, seat: int = 0, robots: Optional[Mapping[str, Any]] = None, **settings: Any):
        """robots: how the other two play; settings: rules, threads, model, library of Batch."""
        self.num_envs, self.seat = num_envs, seat
        self._settings: Dict[str, Any] = {"rules": "douzero", **settings,
                          "robots": {other: robots or {} for other in range(3) if other != seat}}
        self._batch = Batch(num_envs, seed=0, **self._settings)
        self._fresh = True
        if gymnasium:
            spaces = gymnasium.spaces
            rows = 8 * ROWS_MAX if "laizi" in str(self._settings["rules"]) else ROWS_MAX
            self.single_observation_space = spaces.Box(0, 255, (V1,), np.uint8)
            self.single_action_space = spaces.Discrete(rows)
            self.observation_space = spaces.Box(0, 255, (num_envs, V1), np.uint8)
            self.action_space = spaces.MultiDiscrete([rows] * num_envs)

    def _infos(self) -> Dict[str, Any]:
        batch = self._batch
        return {"legal": batch.counts(), "rows": batch.rows[:batch.first[-1]], "first": batch.first, "seed": batch.seed.copy()}

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[Any, Dict[str, Any]]:
        """Fresh games; the same seed, the same games."""
        if seed is not None or not self._fresh:
            drawn = int(np.random.SeedSequence().generate_state(1, np.uint64)[0]) if seed is None else seed
            self._batch.close()
            self._batch = Batch(self.num_envs, seed=drawn, **self._settings)
        self._fresh = False
        return self._batch.v1.copy(), self._infos()

    def step(self, actions: Any) -> Tuple[Any, Any, Any, Any, Dict[str, Any]]:
        self._batch.step(actions)
        self._fresh = False
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
