#!/usr/bin/env python3
"""mutants.py - which small changes of meaning do the tests not notice?

usage: tests/mutants.py [--seed N] [--count N] [--only FOLDER] [--match REGEX]

Draws COUNT executable lines of core, api and service, changes one thing in each (a comparison, a sign, a number, a
truth value, a statement that is left out), and builds and runs, in a copy of the working tree: the mirrored test first
(tests/LAYER/test_FILE.c, or those that include the file's header), then all others of the layers, until one fails.
`--match` keeps the lines where REGEX is found, to aim at points, ties or limits. The copy stays in build/mutants, so a
second run compiles only what changed.

A mutant that does not compile is replaced by another. One that changes no object code is equivalent and not counted.
Who reads the survivors decides which of them change nothing that can be seen. Exit status: 0, or 2 for wrong use."""

import argparse
import collections
import filecmp
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
TREE = ROOT / "build" / "mutants"
OUT = "build/release"
LAYERS = ("core", "api", "service")
SECONDS = 120  # a test of the layers takes at most half a minute alone: what takes longer hangs

# What is changed: a pattern, and what stands for it then. A group in the pattern is kept.
CHANGES = [
    (r"(?<=\w\)|.\w|\w\]) < (?=\w)", " <= "),
    (r" <= ", " < "),
    (r"(?<=[\w)\]]) > (?=[\w(])", " >= "),
    (r" >= ", " > "),
    (r" == ", " != "),
    (r" != ", " == "),
    (r" && ", " || "),
    (r" \|\| ", " && "),
    (r"(?<=[\w)\]]) \+ (?=[\w(])", " - "),
    (r"(?<=[\w)\]]) - (?=[\w(])", " + "),
    (r"(?<=[\w)\]]) \* (?=[\w(])", " + "),
    (r"\+= ", "-= "),
    (r"-= ", "+= "),
    (r"\bif \((?!!)(?=\w+[).])", "if (!"),
    (r"\btrue\b", "false"),
    (r"\bfalse\b", "true"),
    (r"\breturn 0;", "return 1;"),
    (r"(?<=[ (\[])1(?=[;,)\] ])", "2"),
    (r"(?<=[ (\[])0(?=[;,)\] ])", "1"),
    (r"(?<=[ (\[])2(?=[;,)\] ])", "3"),
    (r"^( +)[\w.>\-\[\]]+ [+\-*|&]?= [^{}]*;$", r"\1;"),
    (r"^( +)continue;$", r"\1;"),
]


def executable(lines):
    """Numbers of the lines that do something: within a function, no comment, no declaration of constants."""
    comment = False
    for number, line in enumerate(lines):
        text = line.strip()
        begins = text.startswith("/*")
        inside, comment = comment or begins, (comment or begins) and "*/" not in text
        if inside or not line.startswith("  ") or not re.search(r"[;{]$|\)$", text):
            continue
        if re.match(r"(assert|_Static_assert|static|case |default:|//|#|\})", text) or '"' in text:
            continue
        yield number


def candidates(only, match):
    """Of each line all changes, as a list of (file, number of the line, line as it is then)."""
    for layer in LAYERS:
        for path in sorted((ROOT / layer).rglob("*.c")):
            name = str(path.relative_to(ROOT))
            if only and not name.startswith(only):
                continue
            lines = path.read_text().split("\n")
            for number in executable(lines):
                if match and not re.search(match, lines[number]):
                    continue
                line = lines[number]
                changed = [
                    (name, number, line[: found.start()] + found.expand(instead) + line[found.end() :])
                    for pattern, instead in CHANGES
                    for found in re.finditer(pattern, line)
                ]
                if changed:
                    yield changed


def copied():
    """A copy of what git knows of the working tree; what did not change keeps its time, so nothing is built twice."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True).stdout
    names = {name for name in listed.split("\0") if name and (ROOT / name).is_file()}
    for old in TREE.rglob("*") if TREE.exists() else ():
        name = str(old.relative_to(TREE))
        if old.is_file() and not name.startswith("build/") and name not in names:
            old.unlink()
    for name in names:
        old, new = TREE / name, ROOT / name
        if not old.exists() or not filecmp.cmp(new, old, shallow=False):
            old.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(new, old)
    shared = TREE.parent / "shared"
    if (ROOT.parent / "shared").exists() and not shared.exists():
        shared.symlink_to(ROOT.parent / "shared")


def made(*targets, seconds=1800):
    command = ["make", "--no-print-directory", "MODE=release", "CFLAGS=-w", *targets]
    return run(command, seconds) == 0


def run(command, seconds):
    """The exit status; 124 when its time is over, and then its children are ended, too."""
    with subprocess.Popen(command, cwd=TREE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          stdin=subprocess.DEVNULL, start_new_session=True) as process:
        try:
            return process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            process.wait()
            return 124


class Tests:
    """The programs of the layers, and how long each takes when nothing is wrong."""

    def __init__(self):
        sources = [p for layer in LAYERS for p in sorted((TREE / "tests" / layer).glob("test_*.c"))]
        self.source_of = {f"{OUT}/{p.relative_to(TREE).with_suffix('')}": p.read_text() for p in sources}
        self.took = {}
        if not made(f"{OUT}/ddzd", *self.source_of):
            sys.exit("mutants: the tree does not compile")
        for program in self.source_of:
            began = time.monotonic()
            if run([program], SECONDS * 4) != 0:
                print(f"left out, fails without a change: {program}", flush=True)
                continue
            self.took[program] = time.monotonic() - began

    def of(self, name):
        """Mirrored programs, then the others: the same layer first, quick ones first."""
        path = pathlib.PurePath(name)
        header = f'#include "{path.with_suffix(".h")}"'
        mirrored = [p for p in self.took if p.endswith(f"/test_{path.stem}")]
        mirrored = mirrored or [p for p in self.took if header in self.source_of[p]]
        others = sorted(set(self.took) - set(mirrored), key=lambda p: (f"/{path.parts[0]}/" not in p, self.took[p]))
        return mirrored, others

    def notices(self, program):
        if not made(program, seconds=300):
            return None
        return run([program], max(SECONDS, 8 * self.took[program])) != 0


def judged(tests, name, number, changed):
    """What notices the mutant: "mirrored", "others", "" for nobody, None when there is nothing to judge."""
    path = TREE / name
    before = path.read_text()
    lines = before.split("\n")
    lines[number] = changed
    target = f"{OUT}/{pathlib.PurePath(name).with_suffix('.o')}"
    code = lambda: subprocess.run(["objdump", "-d", target], cwd=TREE, capture_output=True).stdout
    try:
        plain = code()
        path.write_text("\n".join(lines))
        if not made(target) or code() == plain:
            return None
        mirrored, others = tests.of(name)
        for who, programs in (("mirrored", mirrored), ("others", others)):
            if any(tests.notices(program) for program in programs):
                return who
        return ""
    finally:
        path.write_text(before)


def report(counts, survivors, began):
    print(f"\n{'folder':<22}{'mutants':>8}{'mirrored':>9}{'others':>8}{'survive':>8}")
    rows = sorted(counts.items()) + [("all", sum(counts.values(), collections.Counter()))]
    for folder, count in rows:
        total = sum(count.values())
        print(f"{folder:<22}{total:>8}{count['mirrored']:>9}{count['others']:>8}{count['']:>8}")
    total, lived = sum(rows[-1][1].values()), len(survivors)
    print(f"\n{lived} of {total} survive, {(time.monotonic() - began) / 60:.0f} minutes")
    for name, number, before, after in survivors:
        print(f"\n{name}:{number + 1}\n- {before.strip()}\n+ {after.strip()}")


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--count", type=int, default=60)
    options.add_argument("--only", default="", help="files whose path begins so")
    options.add_argument("--match", default="", help="lines where this pattern is found")
    chosen = options.parse_args()
    began = time.monotonic()
    copied()
    tests = Tests()
    lines = list(candidates(chosen.only, chosen.match))
    random.seed(chosen.seed)
    random.shuffle(lines)
    counts, survivors = collections.defaultdict(collections.Counter), []
    for changes in lines:
        name, number, changed = random.choice(changes)
        who = judged(tests, name, number, changed)
        if who is None:
            continue
        counts[os.path.dirname(name)][who] += 1
        print(f"{who or 'SURVIVES':<9} {name}:{number + 1} {changed.strip()}", flush=True)
        if not who:
            survivors.append((name, number, (ROOT / name).read_text().split("\n")[number], changed))
        if sum(map(lambda count: sum(count.values()), counts.values())) == chosen.count:
            break
    report(counts, survivors, began)


if __name__ == "__main__":
    main()
