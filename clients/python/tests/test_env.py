"""The batch in numpy, and the environments of others over it; left out where numpy or libddz is not at hand."""

import importlib.util
import json
import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

HAVE = importlib.util.find_spec("numpy") is not None and bool(os.environ.get("DDZ_LIBRARY"))
if HAVE:
    import ddz
    from ddz import gym, weights, zoo
    from ddz.batch import Batch, np
RANKS = "3456789TJQKA2BR"


def text(counts):
    return "".join(rank * int(n) for rank, n in zip(RANKS, counts))


@unittest.skipUnless(HAVE, "needs numpy and DDZ_LIBRARY")
class BatchTest(unittest.TestCase):
    def played(self, steps=120, seed=7, **settings):
        chance, told = np.random.default_rng(1), []
        with Batch(8, seed=seed, **settings) as batch:
            for _ in range(steps):
                batch.step(chance.integers(0, batch.counts()))
                told.append((batch.v1.tobytes(), batch.reward.tobytes(), batch.rows[:batch.first[-1]].tobytes()))
        return told

    def test_threads_change_nothing_and_the_seed_all(self):
        self.assertEqual(self.played(), self.played(threads=3))
        self.assertNotEqual(self.played(steps=1), self.played(steps=1, seed=8))

    def test_games_are_those_of_the_route(self):
        chance = np.random.default_rng(2)
        for rules in ("standard", "huanle"):
            with Batch(1, rules=rules, seed=3, observe=("v1", "open")) as batch, ddz.Local(model="none") as engine:
                for _ in range(3):
                    seed, actions, over = int(batch.seed[0]), [], False
                    while not over:
                        row = int(chance.integers(0, batch.counts()[0]))
                        cards, kind = text(batch.rows[row][:15]), int(batch.rows[row][15])
                        actions.append({"call": batch.kind_name(kind)} if kind >= 64 else {"cards": cards})
                        batch.step([row])
                        over = bool(batch.done[0])
                        state = engine.table(rules=rules, seed=seed, actions=actions)
                        if state["phase"] == "redeal":
                            actions.append({"deal": True})
                            state = engine.table(rules=rules, seed=seed, actions=actions)
                        if not over:
                            self.assertEqual(state["turn"], batch.turn[0])
                            self.assertEqual(state["seats"][state["turn"]]["hand"], text(batch.v1[0][:15]))
                    self.assertEqual(state["score"], list(batch.reward[0]))

    def test_arrays_grow_and_stay_where_nothing_moves(self):
        with Batch(4, rules="douzero", ids=True, observe=("v1", "douzero")) as batch:
            batch._grow(1)
            before = batch.v1.copy()
            with self.assertRaises(ValueError):
                batch.step([0, 0, 0, -1])
            with self.assertRaises(ValueError):
                batch.step([0, 0])
            self.assertTrue((batch.v1 == before).all())
            self.assertEqual(batch.look(), batch.first[-1])
            self.assertGreater(batch._given.room, 4)
            self.assertTrue((batch.ids[:batch.first[-1]] >= -1).all())
            self.assertEqual(batch.douzero_x[0][:54].sum(), 20)
            self.assertEqual(batch.rows.ctypes.data, batch._given.rows)
        with self.assertRaises(ValueError):
            batch.look()

    def test_arrays_of_the_caller_stay_where_they_are(self):
        made = []
        def make(shape, kind):
            made.append(np.full(shape, 77, kind))
            return made[-1]
        with Batch(4, rules="douzero", seed=5, observe=("engine",), room=4000, make=make, skip=("forced",)) as batch:
            self.assertTrue(any(batch.engine is array for array in made))
            count, chance, forced = len(made), np.random.default_rng(1), 0
            for _ in range(100):
                self.assertGreater(batch.counts().min(), 1)
                batch.step(chance.integers(0, batch.counts()))
                forced += int(batch.forced.sum())
            self.assertEqual(len(made), count)
            self.assertGreater(forced, 100)
            self.assertLess(int(batch.role.max()), 3)
            self.assertTrue((batch.stake >= 1).all())
        with self.assertRaises(ValueError):
            Batch(4, rules="douzero", room=4)

    def test_weights_come_back_from_a_file(self):
        models = os.path.join(os.path.dirname(__file__), "..", "..", "..", "models")
        for name in sorted(os.listdir(models)):
            if name.endswith(".net"):
                with open(os.path.join(models, name), "rb") as file:
                    data = file.read()
                self.assertEqual(weights.pack(weights.unpack(data)), data, name)
        net, chance = weights.fresh(64, (32, 16)), np.random.default_rng(1)
        for name, shape in net.shapes().items():
            setattr(net, name, chance.uniform(-1, 1, shape).astype(np.float32))
        again = weights.unpack(weights.pack(net))
        for name in net.shapes():
            most = 0.51 / 127 if name in ("w1", "w2", "b1") else 0
            self.assertLessEqual(float(abs(getattr(net, name) - getattr(again, name)).max()), most, name)
        grown = weights.grow(again, 128, (48, 32))
        def said(of, inputs):
            hidden = np.clip(of.b1 + of.w1[:, inputs].sum(1), 0, of.clip)
            one = np.maximum(0, np.einsum("rhw,rw->rh", of.w2, hidden) + of.b2)
            two = np.maximum(0, np.einsum("rhw,rw->rh", of.w3, one) + of.b3)
            return np.einsum("rhw,rw->rh", of.w4, two) + of.b4
        self.assertEqual((grown.w1.shape[2], grown.hidden), (128, (48, 32)))
        self.assertTrue(np.allclose(said(grown, [3, 500, 7000]), said(again, [3, 500, 7000]), rtol=1e-5, atol=1e-4))
        self.assertGreater(float(abs(grown.w1[:, :, 64:]).min(2).max()), 0)
        for wrong in ({"width": 65}, {"name": "two words"}, {"w1": net.w1[:, :9]}):
            bad = weights.unpack(weights.pack(net))
            vars(bad).update(wrong)
            with self.assertRaises(ValueError):
                weights.pack(bad)
        with self.assertRaises(ValueError):
            weights.unpack(b"no net")

    def test_douzero_sees_what_its_own_environment_shows(self):
        """Recorded there: the places of the ones after these actions, of x, z and the last row."""
        with open(os.path.join(os.path.dirname(__file__), "douzero.jsonl")) as states:
            for state in map(json.loads, states):
                with Batch(1, rules="douzero", seed=state["seed"], observe=("douzero",)) as batch:
                    for action in state["actions"]:
                        batch.step([action])
                    for name, bits in (("x", batch.douzero_x[0]), ("z", batch.douzero_z[0]),
                                       ("last_row", batch.douzero_rows[batch.first[1] - 1])):
                        self.assertEqual(np.flatnonzero(bits).tolist(), state[name], name)

    def test_what_is_wrong_is_told(self):
        for settings in ({"rules": "nowhere"}, {"robots": {0: {}, 1: {}, 2: {}}}, {"observe": ("v9",)}, {"threads": 999},
                         {"robots": {0: {}}, "model": "/nowhere"}):
            with self.assertRaises(ValueError):
                Batch(2, **settings)
        with self.assertRaises(TypeError):
            Batch(2, robots={0: {"strength": 3}})


@unittest.skipUnless(HAVE, "needs numpy and DDZ_LIBRARY")
class EnvironmentsTest(unittest.TestCase):
    def test_gymnasium(self):
        envs, chance = gym.VectorEnv(6, seat=1, robots={"engine": "rules", "level": 3}, model="none"), np.random.default_rng(1)
        first, infos = envs.reset(seed=5)
        second, _ = envs.reset()
        self.assertFalse((first == second).all())
        for games in (first, second):  # a reset without a seed goes on from the last one
            again, _ = envs.reset(seed=5 if games is first else None)
            self.assertTrue((games == again).all())
        games, points = 0, 0.0
        for _ in range(150):
            actions = envs.sample(chance)
            observations, rewards, terminations, truncations, infos = envs.step(actions)
            self.assertEqual((observations.shape, observations.dtype), ((6, 384), np.uint8))
            self.assertEqual((rewards.shape, terminations.shape, terminations.dtype), ((6,), (6,), np.bool_))
            self.assertFalse(truncations.any())
            self.assertTrue((rewards[~terminations] == 0).all() and (rewards[terminations] != 0).all())
            self.assertTrue((observations[:, 141] == 1).all())  # always its seat, also after the last move of a game
            self.assertTrue((infos["legal"] > 0).all())
            self.assertEqual({len(of) for of in infos.values()}, {6})  # an entry for each environment, as wrappers expect
            self.assertEqual(len(envs.rows), infos["legal"].sum())
            games += terminations.sum()
        self.assertGreater(games, 6)
        self.assertIn("SAME_STEP" if gym.gymnasium else "SameStep", str(envs.metadata["autoreset_mode"]))
        envs.close()

    def test_pettingzoo(self):
        table, chance = zoo.env(rules="standard"), np.random.default_rng(1)
        for seed in range(3):
            table.reset(seed=seed)
            self.assertEqual(table.agents, table.possible_agents)
            total, turns = dict.fromkeys(table.agents, 0.0), 0
            added = dict.fromkeys(table.agents, 0.0)
            while table.agents:  # what agent_iter and last do
                agent = table.agent_selection
                observation, reward, info = table.observe(agent), table._cumulative_rewards[agent], table.infos[agent]
                termination, truncation = table.terminations[agent], table.truncations[agent]
                total[agent] += reward
                self.assertEqual(reward, added[agent])
                added[agent] = 0.0
                self.assertEqual((observation.shape, observation.dtype), ((384,), np.uint8))
                self.assertFalse(truncation)
                if not termination:
                    self.assertEqual(info["action_mask"].sum(), info["legal"])
                    self.assertEqual(len(info["rows"]), info["legal"])
                    turns += 1
                table.step(None if termination else np.int32(chance.integers(0, info["legal"])))
                for name, points in table.rewards.items():
                    added[name] += points
                for of in (table.rewards, table.terminations, table.truncations, table.infos):
                    self.assertEqual(list(of), table.agents)
                self.assertIs(table.action_space(agent), table.action_space(agent))
            self.assertEqual(table.agents, [])
            self.assertEqual(sum(total.values()), 0)
            self.assertTrue(all(total.values()) and turns > 3)
        table.reset(seed=1)
        with self.assertRaises(ValueError):
            table.step(5000)
        table.close()

    @unittest.skipUnless(HAVE and importlib.util.find_spec("pettingzoo"), "pettingzoo is not at hand")
    def test_pettingzoo_says_so_itself(self):
        importlib.import_module("pettingzoo.test").api_test(zoo.env(), num_cycles=300)


if __name__ == "__main__":
    unittest.main()
