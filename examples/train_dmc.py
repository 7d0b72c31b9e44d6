#!/usr/bin/env python3
"""train_dmc.py - Deep Monte Carlo on many tables at a time, with PyTorch.

usage: examples/train_dmc.py [--tables N] [--steps N] [--threads N] [--save FILE]

All seats play themselves. A net rates every legal row from observation v1 and the row; the best is played, or, with a small
chance, any. When a game ends, each decision of it learns the points of its seat. The rules are `douzero`. The trainer that
made the engine's own net is in lab/train.
"""

import argparse
import os
import sys
import time

import numpy as np
import torch

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "clients", "python"))
from ddz.batch import V1, Batch

ROW = 16


class Rater(torch.nn.Module):
    """Points that the seat to act expects of a row; one tower for what is seen, one for the row."""

    def __init__(self, width=256):
        super().__init__()
        self.seen = torch.nn.Linear(V1, width)
        self.row = torch.nn.Linear(ROW, width, bias=False)
        self.top = torch.nn.Sequential(torch.nn.ReLU(), torch.nn.Linear(width, width), torch.nn.ReLU(), torch.nn.Linear(width, 1))

    def forward(self, seen, row, of):
        """seen (T, 384) and row (R, 16) as bytes; of (R): the table of each row."""
        return self.top(self.seen(scaled(seen))[of] + self.row(scaled(row))).squeeze(1)


def scaled(data):
    return torch.from_numpy(np.ascontiguousarray(data)).float().clamp(max=20) / 4


def choose(net, batch, chance, explore):
    """For each table the row to play, as its place among all rows."""
    counts, n = batch.counts(), batch.first[-1]
    of = np.repeat(np.arange(batch.tables), counts)
    with torch.no_grad():
        rated = net(batch.v1, batch.rows[:n], torch.from_numpy(of)).numpy()
    best = np.lexsort((-rated, of))[batch.first[:-1]]
    any_row = batch.first[:-1] + chance.integers(0, counts)
    return np.where(chance.random(batch.tables) < explore, any_row, best)


class Memory:
    """Decisions of games that go on, and those whose points are known."""

    def __init__(self, tables):
        self.open = [[] for _ in range(tables)]
        self.known = []

    def add(self, batch, chosen):
        for i, row in enumerate(chosen):
            self.open[i].append((batch.v1[i].copy(), batch.rows[row].copy(), int(batch.turn[i])))

    def settle(self, batch):
        for i in np.flatnonzero(batch.done):
            self.known += [(seen, row, batch.reward[i, seat]) for seen, row, seat in self.open[i]]
            self.open[i] = []

    def take(self, n):
        taken, self.known = self.known[:n], self.known[n:]
        seen, row, points = (np.array(part) for part in zip(*taken))
        return seen, row, torch.from_numpy(points.astype(np.float32)).clamp(-16, 16)


def train(tables, steps, threads, learn=4096, explore=0.02, seed=1):
    torch.manual_seed(seed)
    net, chance, memory = Rater(), np.random.default_rng(seed), Memory(tables)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
    losses, games, start = [], 0, time.time()
    with Batch(tables, rules="douzero", seed=seed, threads=threads) as batch:
        for step in range(1, steps + 1):
            chosen = choose(net, batch, chance, explore)
            memory.add(batch, chosen)
            batch.step(chosen - batch.first[:-1])
            memory.settle(batch)
            games += int(batch.done.sum())
            while len(memory.known) >= learn:
                seen, row, points = memory.take(learn)
                loss = torch.nn.functional.mse_loss(net(seen, row, torch.arange(learn)), points)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                losses.append(loss.item())
            if step % 500 == 0 or step == steps:
                print(f"step {step}: {games} games, loss {np.mean(losses[-50:]) if losses else float('nan'):.2f}, "
                      f"{step * tables / (time.time() - start):.0f} decisions a second", flush=True)
    return net, losses


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tables", type=int, default=256)
    parser.add_argument("--steps", type=int, default=20000)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--save", help="file for the weights")
    arguments = parser.parse_args()
    net, _ = train(arguments.tables, arguments.steps, arguments.threads)
    if arguments.save:
        torch.save(net.state_dict(), arguments.save)


if __name__ == "__main__":
    main()
