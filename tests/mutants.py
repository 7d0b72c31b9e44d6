#!/usr/bin/env python3
"""mutants.py - which small changes of meaning do the tests not notice?

usage: tests/mutants.py [--seed N] [--count N] [--only FOLDER] [--match REGEX]

Draws COUNT executable lines of core, api and service, changes one thing in each, and builds and runs, in a copy of the working
tree: the mirrored test first (tests/LAYER/test_FILE.c, or those that include the file's header), then all others of the layers,
until one fails. `--match` keeps the lines where REGEX is found, to aim at points, ties or limits. A mutant that changes no object
code is replaced by another. Who reads the survivors decides which of them change nothing that can be seen."""

import argparse
import collections
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
    (r"(?<=[\w)\]]) [+*] (?=[\w(])", " - "),
    (r"(?<=[\w)\]]) - (?=[\w(])", " + "),
    (r"[+-]= ", "= "),
    (r"\bif \((?!!)(?=\w+[).])", "if (!"),
    (r"\btrue\b", "false"),
    (r"\bfalse\b", "true"),
    (r"(?<=[ (\[])1(?=[;,)\] ])", "2"),
    (r"(?<=[ (\[])[02](?=[;,)\] ])", "1"),
    (r"^( +)[\w.>\-\[\]]+ [+\-*|&]?= [^{}]*;$", r"\1;"),
    (r"^( +)continue;$", r"\1;"),
]


def executable(lines):
    """Numbers of the lines that do something."""
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
    """A copy of what git knows of the working tree, with its times, so that nothing is built twice."""
    TREE.mkdir(parents=True, exist_ok=True)
    for old in TREE.iterdir():
        if old.name != "build":
            shutil.rmtree(old) if old.is_dir() else old.unlink()
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    subprocess.run(["xargs", "-0", "cp", "-p", "--parents", "-t", str(TREE)], cwd=ROOT, input=names)
    if (ROOT.parent / "shared").exists() and not (TREE.parent / "shared").exists():
        (TREE.parent / "shared").symlink_to(ROOT.parent / "shared")


def made(*targets, seconds=1800):
    return run(["make", "--no-print-directory", "MODE=release", "CFLAGS=-w", *targets], seconds) == 0


def run(command, seconds):
    with subprocess.Popen(command, cwd=TREE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          stdin=subprocess.DEVNULL, start_new_session=True) as process:
        try:
            return process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            return 124


class Tests:
    """The programs of the layers, and how long each takes when nothing is wrong."""

    def __init__(self):
        self.source_of = {f"{OUT}/{p.relative_to(TREE).with_suffix('')}": p.read_text()
                          for layer in LAYERS for p in sorted((TREE / "tests" / layer).glob("test_*.c"))}
        self.took = {}
        if not made(f"{OUT}/ddzd", *self.source_of):
            sys.exit("mutants: the tree does not compile")
        for program in self.source_of:
            began = time.monotonic()
            if run([program], SECONDS * 4) == 0:
                self.took[program] = time.monotonic() - began
            else:
                print(f"left out, fails without a change: {program}", flush=True)

    def of(self, name):
        """Mirrored programs, then the others: the same layer first, quick ones first."""
        path = pathlib.PurePath(name)
        mirrored = [p for p in self.took if p.endswith(f"/test_{path.stem}")]
        mirrored = mirrored or [p for p in self.took if f'#include "{path.with_suffix(".h")}"' in self.source_of[p]]
        others = sorted(set(self.took) - set(mirrored), key=lambda p: (f"/{path.parts[0]}/" not in p, self.took[p]))
        return mirrored, others

    def notice(self, programs):
        """Does one of them fail? Eight are built at a time: a call of make takes as long as a quick test."""
        return any(made(*some, seconds=300) and any(run([p], max(SECONDS, 8 * self.took[p])) != 0 for p in some)
                   for some in (programs[i : i + 8] for i in range(0, len(programs), 8)))


def judged(tests, name, number, changed):
    """What notices the mutant: "mirrored", "others", "" for nobody, None when there is nothing to judge."""
    path = TREE / name
    lines = (before := path.read_text()).split("\n")
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
            if tests.notice(programs):
                return who
        return ""
    finally:
        path.write_text(before)
        (TREE / target).unlink(missing_ok=True)  # or the next run takes it for that of the copy, which is older


def report(counts, survivors, began):
    print(f"\n{'folder':<22}{'mutants':>8}{'mirrored':>9}{'others':>8}{'survive':>8}")
    rows = sorted(counts.items()) + [("all", sum(counts.values(), collections.Counter()))]
    for folder, count in rows:
        print(f"{folder:<22}{sum(count.values()):>8}{count['mirrored']:>9}{count['others']:>8}{count['']:>8}")
    print(f"\n{len(survivors)} survive, {(time.monotonic() - began) / 60:.0f} minutes")
    for name, number, before, after in survivors:
        print(f"\n{name}:{number + 1}\n- {before.strip()}\n+ {after.strip()}")


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    for name, default in (("--seed", 1), ("--count", 60), ("--only", ""), ("--match", "")):
        options.add_argument(name, type=type(default), default=default)
    chosen = options.parse_args()
    began, lines = time.monotonic(), list(candidates(chosen.only, chosen.match))
    copied()
    tests = Tests()
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
        if sum(sum(count.values()) for count in counts.values()) == chosen.count:
            break
    report(counts, survivors, began)


if __name__ == "__main__":
    main()
