"""examples/train_dmc.py against slow and other ways to the same numbers.

usage: DDZ_LIBRARY=build/release/libddz.so python3 tests/train/test_train.py      from the root of the sources
"""
import os
import sys
import tempfile
import unittest
import warnings

warnings.simplefilter("ignore")  # scatter_reduce is new in PyTorch 1.13
sys.path[:0] = ["examples", "clients/python"]
import ddz
import numpy as np
import torch
import train_dmc
from train_dmc import ENGINE, ENGINE_POINTS, weights

SIZE = ["--width", "64", "--hidden", "32", "16", "--threads", "1", "--model", "models/ddz.net"]


def options(*more):
    return train_dmc.arguments([*SIZE, *map(str, more)])


class NetTest(unittest.TestCase):
    def test_a_sum_does_not_depend_on_how_it_is_taken(self):
        torch.manual_seed(3)
        net = train_dmc.Net(weights.fresh(64, (32, 16)), True)
        ids = torch.full((50, ENGINE), -1, dtype=torch.int16)
        for row in ids:
            n = int(torch.randint(1, 120, ()))
            row[:n] = torch.randperm(net.inputs)[:n].to(torch.int16)
        role, points = torch.randint(3, (50,)), torch.rand(50) < .5
        slow = torch.stack([net.w1.detach()[[int(r) * net.inputs + int(i) for i in [*row, *([ENGINE_POINTS] if p else [])] if i >= 0]].sum(0)
                            for row, r, p in zip(ids, role, points)])
        for packed in (False, True):
            self.assertLess(float((net.first(ids.clone(), role, points, packed) - slow).abs().max()), 1e-4)

    def test_the_net_of_the_engine_plays_as_the_engine(self):
        """Games of three nets through /table, row by row: this net in floats has the same best row but for near ties."""
        args, net = options(), train_dmc.Net(weights.read("models/ddz.net"), False)
        same = seen = 0
        with ddz.Local(model="models/ddz.net") as engine:
            for seed in range(6):
                t = train_dmc.Tables(args, seed, 1, skip=())
                batch, (rules, _) = t.batches[0], args.rules[0]
                game = engine.table(rules=rules, seed=int(t.seed[0]), robots={str(seat): {"engine": "net"} for seat in range(3)})
                for action in game["appended"]:
                    cards = sorted(action.get("cards", "").replace("10", "T"))
                    rows = ["".join(rank * int(n) for rank, n in zip("3456789TJQKA2BR", row[:15])) for row in batch.rows[:batch.first[-1]]]
                    best = int(train_dmc.choose(net, t, torch.zeros(1, dtype=torch.bool), 0)[0])
                    done = [sorted(row) for row in rows].index(cards)
                    if len(rows) > 1:
                        same, seen = same + (done == best), seen + 1
                    t.step(np.array([done]))
                self.assertEqual(list(t.reward[0]), game["score"])
        self.assertGreater(seen, 100)
        self.assertGreater(same / seen, .9, f"{same} of {seen}")


class MemoryTest(unittest.TestCase):
    def test_what_decisions_came_to_is_what_a_loop_says(self):
        trust, chance, unit = .85, np.random.default_rng(5), 2.0
        t = train_dmc.Tables(options(), 4, 8)
        memory, past, due = train_dmc.Memory(8, 5000, "cpu", unit), [[] for _ in range(8)], []
        for _ in range(300):
            row = t.first[:-1] + chance.integers(0, t.counts)
            said, tried = torch.from_numpy(chance.normal(size=(8, 2)).astype(np.float32)), torch.from_numpy(chance.random(8) < .2)
            ids = torch.from_numpy(t.batches[0].engine[row].view(np.int16))
            memory.add(t, tried, ids, torch.from_numpy(t.role.astype(np.int64)), said, tried)
            for i in range(8):
                past[i].append((int(t.turn[i]), float(t.stake[i]), 1 / (1 + np.exp(-float(said[i, 0]))), float(said[i, 1]) * unit * float(t.stake[i]),
                                bool(tried[i]), int(ids[i, 0])))
            t.step(row)
            memory.settle(t, trust)
            for i in np.flatnonzero(t.done):
                for seat in range(3):
                    win, points, back = float(t.reward[i, seat] > 0), float(t.reward[i, seat]), []
                    for who, stake, thought, worth, wild, first in reversed(past[i]):
                        if who == seat:
                            back.append((first, win, points / stake / unit))
                            win, points = (thought, worth) if wild else (trust * win + (1 - trust) * thought, trust * points + (1 - trust) * worth)
                    due += back[::-1]
                past[i] = []
        ring = memory.ring
        self.assertEqual(memory.size, len(due))
        self.assertEqual(ring["ids"][:len(due), 0].tolist(), [first for first, *_ in due])
        self.assertTrue(np.allclose(ring["goal"][:len(due)], [goal for _, *goal in due], atol=1e-4))


class RunTest(unittest.TestCase):
    def run_to(self, folder, decisions, *more):
        return train_dmc.train(options("--out", folder, "--decisions", decisions, "--minutes", 1000, "--every", 1e6, "--tables", 32, "--batch", 256,
                                       "--ring", 6000, "--deals", 8, "--against", "rules", *more))

    def test_a_seed_gives_the_same_and_a_run_goes_on(self):
        with tempfile.TemporaryDirectory() as folder:
            first, _ = self.run_to(folder, 12000)
            again, done = self.run_to(folder, 12000)
            self.assertGreater(len(first.losses), 2)
            self.assertEqual(first.losses, again.losses)
            state = os.path.join(folder, "state.pt")
            other, more = self.run_to(folder, 16000, "--resume", state, "--rules", "douzero:2", "standard", "laizi:0.2")
            self.assertEqual((more["runs"], more["decisions"] > done["decisions"]), (2, True))
            went_on = train_dmc.load(state, "cpu", other.net, other.slow)
            self.assertEqual(went_on, more)
            net = weights.read(os.path.join(folder, "net.net"))
            b1 = other.slow.b1.detach().numpy()
            self.assertLess(float(abs(net.b1 - b1).max()), .01)
            self.assertIn("train_dmc.py", net.record)
            from_it, _ = self.run_to(folder, 600, "--from", "models/ddz-wild.net", "--rules", "yuncheng")
            self.assertEqual(from_it.net.w1.shape[1], 512)


if __name__ == "__main__":
    unittest.main()
