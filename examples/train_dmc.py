#!/usr/bin/env python3
"""train_dmc.py - Deep Monte Carlo with PyTorch: from nothing, or from a net that plays, to a net that plays.

usage: examples/train_dmc.py --minutes N --out FOLDER [--device cuda] [--resume FOLDER/state.pt] [--from models/ddz.net]
Averaged weights play all three seats of many tables, and each decision of a finished game is learned: who won, how many points.
FOLDER/net.net is a net of the engine: `ddzd --model FOLDER/net.net`. docs/train.md tells what it reaches, --help all options.

Net: what is learned. Tables, choose: games. Memory: what decisions came to. Learner: a step. evaluate, train: a run.
"""
import argparse
import json
import os
import sys
import time

import numpy as np
import torch
import torch.nn.functional as F

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "clients", "python"))
from ddz import weights
from ddz.batch import ENGINE, ENGINE_POINTS, Batch

LAYERS = ("w1", "b1", "w2", "b2", "w3", "b3", "w4", "b4")
BOUND = 2.0  # of the first layer: of its weights, and of what it gives


class Net(torch.nn.Module):
    """The engine's net (core/net/net.h), one for each role: inputs that are on -> (logit of winning, points in units)."""

    def __init__(self, like, drawn):
        """like: a ddz.weights.Net, of whose size it is; drawn: weights by chance, else those of `like`."""
        super().__init__()
        self.inputs, self.none = like.inputs, 3 * like.inputs  # `none`: a row of w1 for what is not there, always zero
        scale = {"w1": .1, "w2": (2 / like.width) ** .5, "w3": (2 / like.hidden[0]) ** .5, "w4": .01} if drawn else {}
        for name in LAYERS:
            w = torch.from_numpy(getattr(like, name)) + (.2 if drawn and name == "b1" else 0)
            w = torch.randn_like(w) * scale[name] if name in scale else w
            setattr(self, name, torch.nn.Parameter(F.pad(w.flatten(0, 1), (0, 0, 0, 1)) if name == "w1" else w))
        # Inputs that were on in some sample; the others have no place in a net that plays.
        self.register_buffer("seen", torch.zeros(self.none + 1, dtype=torch.bool) if drawn else self.w1.detach().any(1))

    def first(self, ids, role, points, packed):
        """The sum of the rows of w1 that are on. ids (R, ENGINE) int16 as the batch has them, -1: nothing; role (R): whose net;
        points (R): played for points. packed: without what is nothing, which is fast on processors; a GPU would wait."""
        ids[:, -1] = torch.where(points, ENGINE_POINTS, -1).to(ids.dtype)  # so many are never on: the last is free
        w = self.w1.bfloat16() if ids.is_cuda else self.w1
        if not packed:
            rows = torch.where(ids < 0, self.none, ids.int() + (role.int() * self.inputs)[:, None])
            return F.embedding_bag(rows, w, mode="sum", padding_idx=self.none).float()
        on = ids >= 0
        n = on.sum(1)
        rows = ids.masked_select(on).int() + torch.repeat_interleave(role.int() * self.inputs, n)
        return F.embedding_bag(rows, w, F.pad(n.cumsum(0), (1, -1)).int(), mode="sum")

    def forward(self, ids, role, points):
        at = torch.arange(len(role), device=role.device)

        def layer(x, w, b):  # for all roles, and one is taken: so nobody waits to know how many rows a role has
            return F.linear(x, w.flatten(0, 1)).view(len(x), 3, -1)[at, role] + b[role]
        x = (self.first(ids, role, points, not ids.is_cuda) + self.b1[role]).clamp(0, BOUND)
        x = torch.relu(layer(x, self.w2, self.b2))
        return layer(torch.relu(layer(x, self.w3, self.b3)), self.w4, self.b4)


class Tables:
    """Tables of one or more rule sets that move together. Moves without a choice and calls are made inside."""

    def __init__(self, args, seed, n, robots=None, skip=("forced", "calls")):
        def make(shape, kind):  # page-locked memory, so that copies to a GPU need nobody
            size = int(np.prod(shape)) * np.dtype(kind).itemsize
            return torch.zeros(size, dtype=torch.uint8, pin_memory=args.device == "cuda").numpy().view(kind).reshape(shape)
        share = sum(part for _, part in args.rules)
        self.batches = [Batch(max(1, round(n * part / share)), rules, seed, args.threads, robots, observe=("engine",),
                              model=args.model or None, skip=skip, make=make) for rules, part in args.rules]
        self.n, self.device = sum(b.tables for b in self.batches), args.device
        self.look()

    def look(self):
        for name in ("role", "turn", "stake", "done", "reward", "seed"):
            setattr(self, name, np.concatenate([getattr(b, name) for b in self.batches]))
        self.counts = np.concatenate([b.counts() for b in self.batches]).astype(np.int64)
        self.first = np.concatenate([[0], self.counts.cumsum()])

    def step(self, rows):
        """rows (T): what each table does, counted among the rows of all."""
        for b, actions in zip(self.batches, np.split(rows - self.first[:-1], np.cumsum([b.tables for b in self.batches])[:-1])):
            b.step(actions)
        self.look()


@torch.no_grad()
def choose(net, t, points, explore, clock=lambda part: None):
    """The best row of each table for the win, or for points, or now and then any. points (T): who plays for points. Returns of
    each table the row; and its inputs, the role, what the net says of the best row, and whether another one was tried."""
    n, device = int(t.first[-1]), t.device
    counts, first, role = (torch.from_numpy(a.astype(np.int64)).to(device) for a in (t.counts, t.first[:-1], t.role))
    ids = torch.cat([torch.from_numpy(b.engine[:b.first[-1]].view(np.int16)).to(device, non_blocking=True) for b in t.batches])
    clock("copy")
    of = torch.repeat_interleave(torch.arange(t.n, device=device), counts, output_size=n)
    said = net(ids, role[of], points[of])
    worth = torch.where(points[of], said[:, 1], said[:, 0])
    top = worth.new_full((t.n,), -1e9).scatter_reduce(0, of, worth, "amax")
    best = torch.where(worth == top[of], torch.arange(n, device=device), n)
    best = torch.full_like(first, n).scatter_reduce(0, of, best, "amin").clamp(max=n - 1)
    tried = torch.rand(t.n, device=device) < explore
    row = torch.where(tried, first + (torch.rand(t.n, device=device) * counts).long().minimum(counts - 1), best)
    clock("choose")
    return row, (ids[row], role, said[best], tried)


class Memory:
    """Decisions of games that go on, by table, seat and number, and a ring of those whose end is known; all on the device."""
    KEEP = 40  # decisions of a seat in a game; what comes after stands in the last place

    def __init__(self, tables, ring, device, unit):
        def new(n):
            return {name: torch.zeros((n, *shape), dtype=kind, device=device) for name, shape, kind in (
                ("ids", (ENGINE,), torch.int16), ("role", (), torch.int64), ("points", (), torch.bool), ("goal", (2,), torch.float32),
                ("said", (2,), torch.float32), ("stake", (), torch.float32), ("tried", (), torch.bool))}
        self.device, self.unit, self.n = device, unit, np.zeros((tables, 3), np.int64)
        self.up = lambda array: torch.from_numpy(array).to(device)
        self.open, self.ring, self.room, self.size, self.head = new(tables * 3 * self.KEEP), new(ring), ring, 0, 0

    def add(self, t, points, ids, role, said, tried):
        """A decision of each table. What the net said becomes a chance and points, as the end of a game tells them."""
        mine = np.arange(t.n), t.turn
        slot = self.up((mine[0] * 3 + t.turn) * self.KEEP + np.minimum(self.n[mine], self.KEEP - 1))
        self.n[mine] += 1
        stake = self.up(t.stake)
        said = torch.stack([torch.sigmoid(said[:, 0]), said[:, 1] * self.unit * stake], 1)
        for name, value in dict(ids=ids, role=role, points=points, said=said, tried=tried, stake=stake).items():
            self.open[name][slot] = value

    def settle(self, t, trust):
        """Games that are over: from the last decision of each seat to its first, what it came to is `trust` of what its next one
        came to and the rest of what the net said there; behind a row that was tried only that. Returns how many samples."""
        d = np.flatnonzero(t.done)
        n = np.minimum(self.n[d], self.KEEP).reshape(-1)  # of each seat
        base = ((d[:, None] * 3 + np.arange(3)) * self.KEEP).reshape(-1)
        slots = self.up((base[:, None] + np.arange(self.KEEP))[np.arange(self.KEEP) < n[:, None]])
        start, live, reward, o = self.up(base), self.up(n), self.up(t.reward[d].reshape(-1)), self.open
        to_come = torch.stack([(reward > 0).float(), reward], 1)
        for k in range(int(n.max(initial=0)) - 1, -1, -1):
            said, tried = o["said"][start + k], o["tried"][start + k]
            o["goal"][start + k] = to_come
            before = torch.where(tried[:, None], said, trust * to_come + (1 - trust) * said)
            to_come = torch.where((k < live)[:, None], before, to_come)
        o["goal"][slots, 1] /= o["stake"][slots] * self.unit
        put = (torch.arange(len(slots), device=self.device) + self.head) % self.room
        for name in ("ids", "role", "points", "goal"):
            self.ring[name][put] = o[name][slots]
        self.head, self.size = (self.head + len(slots)) % self.room, min(self.room, self.size + len(slots))
        self.n[d] = 0
        return len(slots)


class Learner:
    """Steps of Adam on samples of the memory, and an average of the weights, which plays."""

    def __init__(self, net, slow, args):
        self.net, self.slow, self.args, self.steps, self.losses = net, slow, args, 0, []
        self.adam = torch.optim.Adam(net.parameters(), betas=(.9, .99), eps=1e-6, **({"fused": True} if args.device == "cuda" else {}))

    def step(self, memory, part):
        """part: how much of the run is over. The rate falls in its second half."""
        at = torch.randint(memory.size, (self.args.batch,), device=self.args.device)
        ids, role, points, goal = (memory.ring[name][at] for name in ("ids", "role", "points", "goal"))
        said = self.net(ids, role, points)
        win, miss = F.binary_cross_entropy_with_logits(said[:, 0], goal[:, 0]), F.mse_loss(said[:, 1], goal[:, 1])
        self.adam.zero_grad(set_to_none=True)
        (win + .25 * miss).backward()
        for group in self.adam.param_groups:
            group["lr"] = self.args.rate * min(1, (self.steps + 1) / 200) * min(1, max(.01, (1 - part) / .55))
        self.adam.step()
        self.steps += 1
        with torch.no_grad():
            self.net.w1.clamp_(-BOUND, BOUND)
            for mean, w in zip(self.slow.parameters(), self.net.parameters()):
                mean.lerp_(w, max(1 - self.args.keep, 1 / (self.steps + 1)))
        if self.steps % 20 == 0:  # to ask for it is to wait for it
            self.net.seen |= self.adam.state[self.net.w1]["exp_avg_sq"].amax(1) > 0
            self.losses.append((win.item(), miss.item()))


def evaluate(net, args, other):
    """Seat 0 against two robots, on deals that are always the same: games won as the landlord, as a farmer (shares)."""
    t, won = Tables(args, 777, args.deals, {1: {"engine": other}, 2: {"engine": other}}, ("calls",)), []
    left, points = np.full(t.n, True), torch.zeros(t.n, dtype=torch.bool, device=args.device)
    while left.any():
        role = t.role
        t.step(choose(net, t, points, 0)[0].cpu().numpy())
        over = left & (t.done > 0)
        won += zip(role[over] > 0, t.reward[over, 0] > 0)
        left &= ~over
    return [float(np.mean([w for farmer, w in won if farmer == side] or [np.nan])) for side in (False, True)]


def save(args, like, net, slow, done):
    """net.net for the engine; state.pt to go on from: both weights as halves, and counters."""
    for name in LAYERS:
        w = getattr(slow, name).detach()
        w = (w * net.seen[:, None])[:-1].view(3, like.inputs, -1) if name == "w1" else w
        setattr(like, name, w.cpu().numpy())
    like.name, like.record = args.name, "train_dmc.py " + json.dumps({**vars(args), **done, "looks": None})
    weights.write(os.path.join(args.out, "net.net"), like)
    halves = [{name: (w[net.seen] if name == "w1" else w).half() for name, w in of.named_parameters()} for of in (net, slow)]
    torch.save((done, net.seen, halves), os.path.join(args.out, "state.part"))
    os.replace(os.path.join(args.out, "state.part"), os.path.join(args.out, "state.pt"))


@torch.no_grad()
def load(path, device, net, slow):
    done, seen, halves = torch.load(path, map_location=device)
    net.seen.copy_(seen)
    for of, saved in zip((net, slow), halves):
        for name, w in of.named_parameters():
            w[seen if name == "w1" else slice(None)] = saved[name].float()
    return done


def train(args):
    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    torch.backends.cuda.matmul.allow_tf32 = True
    os.makedirs(args.out, exist_ok=True)
    like = weights.grow(weights.read(args.start), args.width, args.hidden) if args.start else weights.fresh(args.width, args.hidden)
    like.slope[0], like.slope[1:], like.offset[:] = 1, 0, 0  # what was fitted to other weights
    net, slow = Net(like, not args.start).to(args.device), Net(like, False).to(args.device)
    slow.load_state_dict(net.state_dict())
    done = load(args.resume, args.device, net, slow) if args.resume else dict(seconds=0.0, decisions=0, games=0, steps=0, runs=0, looks=[])
    done["runs"] += 1
    learner, t, spent = Learner(net, slow, args), Tables(args, args.seed + 1000 * done["runs"], args.tables), {}
    memory = Memory(t.n, args.ring, args.device, like.points_unit)
    points = torch.arange(t.n, device=args.device) * .618034 % 1 < args.points
    due, part, start, before, look = 0.0, 0.0, time.time(), dict(done), done["seconds"] + args.every

    def clock(part):  # --parts: what came before was this one
        torch.cuda.synchronize() if args.parts and args.device == "cuda" else None
        now, spent["now"] = spent.get("now", time.perf_counter()), time.perf_counter()
        spent[part] = spent.get(part, 0) + spent["now"] - now
    while part < 1:
        clock("looks")
        row, decisions = choose(slow, t, points, args.explore * (1 - part) + .002, clock)
        memory.add(t, points, *decisions)
        row = row.cpu().numpy()
        clock("keep")
        while due >= args.batch:  # before the tables move: a GPU learns meanwhile
            learner.step(memory, part)
            due -= args.batch
        clock("learn")
        t.step(row)
        clock("environment")
        due = (due + memory.settle(t, args.trust) * args.reuse) * (memory.size >= min(args.ring // 4, 20 * args.batch))
        clock("keep")
        done.update(seconds=before["seconds"] + time.time() - start, decisions=done["decisions"] + t.n,
                    games=done["games"] + int(t.done.sum()), steps=before["steps"] + learner.steps)
        part = max(done["seconds"] / 60 / args.minutes, done["decisions"] / args.decisions)
        if part < 1 and done["seconds"] < look:
            continue
        began, n = time.time(), done["decisions"] - before["decisions"]
        shares = [(other, *evaluate(slow, args, other)) for other in args.against]
        done["looks"] += [(round(done["seconds"]), done["decisions"], *share) for share in shares]
        curves = {other: [(look[3] + 2 * look[4]) / 3 for look in done["looks"] if look[2] == other] for other in args.against}
        np.savetxt(os.path.join(args.out, "curve.tsv"), done["looks"], "%s", "\t", header="seconds\tdecisions\tother\tlandlord\tfarmer")
        print(f"{done['seconds']:.0f} s, {(1 / part - 1) * done['seconds']:.0f} left; {n / (done['seconds'] - before['seconds']):.0f} a second, "
              f"{done['decisions'] / 1e6:.2f} M decisions, {done['games']} games; loss of win and points",
              *np.mean(learner.losses[-20:] or [(np.nan, np.nan)], 0).round(4), "; won as landlord, as farmer",
              *(f"against {other} {landlord:.3f} {farmer:.3f}" for other, landlord, farmer in shares),
              *(other + " " + "".join("▁▂▃▄▅▆▇█"[int(7.99 * share)] for share in of) for other, of in curves.items()), flush=True)
        save(args, like, net, slow, done)
        start, look = start + time.time() - began, done["seconds"] + args.every  # to look is not to learn
    if args.parts:
        print(f"ms a step of {t.n} tables:", {part: round(1000 * seconds * t.n / n, 1) for part, seconds in spent.items() if part != "now"})
    return learner, done


def arguments(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0], formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    for name, default, text in (
            ("out", "trained", "folder of net.net, state.pt and curve.tsv"), ("name", "mine-1", "of the net"),
            ("minutes", 60.0, "of learning, all runs together"), ("decisions", 1e18, "it ends sooner with so many"),
            ("device", "cpu", "or cuda"), ("threads", os.cpu_count(), "of the environment and of PyTorch"), ("seed", 1, "of chance"),
            ("resume", "", "state.pt of the run to go on with"), ("from", "", "net file to start from; it grows to the size"),
            ("rules", ["douzero"], "presets, behind ':' their share"), ("points", .5, "share of the tables that play for points"),
            ("width", 128, "of the first layer, to 1,024"), ("hidden", [64, 32], "the layers above"), ("tables", 512, "at a time"),
            ("batch", 2048, "samples of a step"), ("ring", 200000, "samples kept"), ("reuse", 2.0, "of a sample"),
            ("rate", 1e-3, "of learning"), ("keep", .999, "of the average in a step"), ("explore", .02, "share of rows that are tried"),
            ("trust", .85, "lambda: what the next decision came to, the rest the net's own word"),
            ("against", ["rules", "net"], "engines that are played in a look"), ("model", "", "net of those; none: the installed one"),
            ("deals", 1024, "of a look"), ("every", 60.0, "seconds to the next look"), ("parts", 0, "1: say where the time goes")):
        kind = {"type": type(default)} if not isinstance(default, list) else {"type": type(default[0]), "nargs": "*"}
        parser.add_argument("--" + name, default=default, help=text, dest="start" if name == "from" else name, **kind)
    args = parser.parse_args(argv)
    args.rules = [(rules, float(share or 1)) for rules, _, share in (text.partition(":") for text in args.rules)]
    return args


if __name__ == "__main__":
    train(arguments())
