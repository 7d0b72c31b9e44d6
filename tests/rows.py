#!/usr/bin/env python3
"""rows.py - tables of the pages that are made from the rows of .def files, in both languages; how long the pages are.

usage: tests/rows.py            every table of docs/ and docs/zh equals what the rows make; README and docs/ have no more
                                than 9,000 English words
       tests/rows.py --update   writes them

A table stands between `<!-- rows: NAME -->` and `<!-- end of rows -->`.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def rows(path, macro):
    """The arguments of each MACRO(...) of a file: strings as text, everything else as it stands."""
    source = (ROOT / path).read_text()
    source = re.sub(r"\A/\*.*?\*/", "", source, flags=re.S)
    for match in re.finditer(r"^" + macro + r"\(", source, re.M):
        depth, at, quoted, args, begin = 1, match.end(), False, [], match.end()
        while depth:
            c = source[at]
            if c == "\\" and quoted:
                at += 1
            elif c == '"':
                quoted = not quoted
            elif not quoted and c in "()":
                depth += 1 if c == "(" else -1
            if not quoted and (c == "," and depth == 1 or depth == 0):
                args.append(source[begin:at].strip())
                begin = at + 1
            at += 1
        rest = source[at : source.find("\n", at)]
        comment = re.search(r"/\*\s*(.*?)\s*\*/", rest)
        strings = ["".join(re.findall(r'"((?:[^"\\]|\\.)*)"', a)).replace('\\"', '"') if '"' in a else a for a in args]
        yield strings + ([comment.group(1)] if comment else [])


def table(head, lines):
    return "\n".join(["| " + " | ".join(row) + " |" for row in [head]] + ["|" + "---|" * len(head)] + ["| " + " | ".join(row) + " |" for row in lines])


def errors(zh):
    head = ["`code`", "状态", "含义", "怎么办"] if zh else ["`code`", "status", "meaning", "what to do"]
    found = sorted(rows("api/wire/problem.def", "PROBLEM"), key=lambda r: int(r[1]))
    return table(head, [[f"`{r[2]}`", r[1], r[4] if zh else r[3], r[5] if zh else r[6]] for r in found])


def patterns(zh):
    head = ["`type`", "牌型", "例子", "点数连续的组数", "规则选项"] if zh else ["`type`", "中文", "example", "ranks in a row", "switch"]
    lines = []
    for r in rows("core/rules/pattern.def", "PATTERN"):
        low, high = r[5], r[6]
        needs = "" if r[9] == "ALWAYS" else f"`{r[9].lower()}`"
        lines.append([f"`{r[1]}`", r[2], r[-1], low if low == high else f"{low}–{high}", needs])
    return table(head, lines)


BOMBS = {"soft": "7999", "hard": "9999", "pure": "7777", "long": "77999", "rocket": "BR"}  # the 7 is wild


def bombs(zh):
    head = ["`bomb_factor`", "含义", "例子（7 是癞子）"] if zh else ["`bomb_factor`", "meaning", "example, 7 is wild"]
    return table(head, [[f"`{r[1]}`", r[3 if zh else 2].rstrip("。."), BOMBS[r[1]]] for r in rows("core/rules/rules.def", "RAISE") if r[1] in BOMBS])


def orders(zh):
    head = ["`bomb_order`", "含义"] if zh else ["`bomb_order`", "meaning"]
    return table(head, [[f"`{r[1]}`", r[3 if zh else 2].rstrip("。.")] for r in rows("core/rules/rules.def", "ORDER")])


def presets(zh):
    head = ["预设", "中文", "张数", "底牌", "`calling`", "打开的规则选项"] if zh else ["preset", "中文", "cards", "kitty", "`calling`", "switches that are on"]
    lines = []
    for r in rows("core/rules/rules.def", "PRESET"):
        on = " ".join(f"`{name.lower()}`" for name in re.findall(r"ON\((\w+)\)", r[2]))
        lines.append([f"`{r[0]}`", r[1], r[6], r[7], f"`{r[8].lower()}`", on])
    return table(head, lines)


# What is said in each way of calling, beside declining.
SAID = {"NONE": [], "SCORE": ["ONE", "TWO", "THREE"], "KICK": ["CALL", "KICK", "FOLLOW", "KICK_BACK"], "ROB": ["CALL", "ROB", "DOUBLE", "SUPER"]}


def scores(zh):
    head = ["预设", "叫牌", "`multiplier`", "`factor`"] if zh else ["preset", "bid", "`multiplier`", "`factor`"]
    times, comma = ("×", "、") if zh else ("x", ", ")
    calls = {r[0]: (r[1] if r[1].isdigit() or not zh else r[6], *map(int, r[2:5])) for r in rows("core/game/table.def", "CALL")}
    lines = []
    for r in rows("core/rules/rules.def", "PRESET"):
        said = [calls[name] for name in SAID[r[8]]]
        bids = [word if word.isdigit() else f"{word} {bid}" for word, bid, _, _ in said if bid]
        table_wide = [(word, by) for word, _, by, _ in said if by > 1]
        table_wide += [("炸弹" if zh else "bomb", 2), ("王炸" if zh else "rocket", 2)]
        table_wide += [("春天" if zh else "spring", int(r[9]))] if r[9] != "1" else []
        own = [(word, by) for word, _, _, by in said if by > 1]
        lines.append([f"`{r[0]}`", comma.join(bids), *(comma.join(f"{word} {times}{by}" for word, by in part) for part in (table_wide, own))])
    return table(head, lines)


def switches(zh):
    head = ["规则选项", "含义", "例子", "前提"] if zh else ["switch", "meaning", "example", "needs"]
    joint = {" and ": " 加 ", ", or ": "，或 ", " or ": " 或 ", ", ": "、", "wildcards": "癞子"} if zh else {}
    lines = []
    for r in rows("core/rules/rules.def", "SWITCH"):
        needs = re.sub(r"\w+_\w+|bomb", lambda m: f"`{m.group()}`", r[5])
        for old, new in joint.items():
            needs = needs.replace(old, new)
        lines.append([f"`{r[1]}`", r[3 if zh else 2].rstrip("。."), r[4], needs])
    return table(head, lines)


def reasons(zh):
    head = ["`reason.code`", "含义"] if zh else ["`reason.code`", "meaning"]
    found = list(rows("core/base/reason.def", "PLAY_REASON")) + list(rows("core/base/reason.def", "CALL_REASON"))
    return table(head, [[f"`{r[1]}`", r[3 if zh else 2]] for r in found])


TABLES = {f.__name__: f for f in (errors, patterns, bombs, orders, presets, scores, switches, reasons)}


def filled(text, zh):
    def fill(match):
        return f"{match.group(1)}\n\n{TABLES[match.group(2)](zh)}\n\n<!-- end of rows -->"

    return re.sub(r"(<!-- rows: (\w+) -->)\n.*?<!-- end of rows -->", fill, text, flags=re.S)


# A measured number that stands on several pages: where, and how it is written. All must be the same.
NUMBERS = {
    "requests while instances were killed": [("README.md", r"([\d,]+) requests while"), ("README.zh-CN.md", r"([\d,]+) 个请求没有"), ("numbers", r"([\d,]+) (?:requests none|个请求没有)")],
    "memory at most, MiB": [("README.md", r"defaults\]\(docs/operate.md\): (\d+) MiB"), ("README.zh-CN.md", r"operate.md\) (\d+) MiB"), ("operate", r"= (\d+)[.。]")],
    "memory at rest, MiB": [("README.md", r"(\d+) MiB of memory at rest"), ("README.zh-CN.md", r"占用内存 (\d+) MiB"), ("operate", r"(?:holds at most|进程最多占) (\d+)[.。]")],
    "/classify, us": [("numbers", r"`/classify` \| (\d+)"), ("README.md", r"check a play 0.(\d+) ms"), ("README.zh-CN.md", r"检查一手牌 0.(\d+) 毫秒"), ("tasks", r"\n\n0.(\d\d) (?:ms. `last`|毫秒。加上 `last`)"), ("openapi.yaml", r"Smallest body: `cards`. 0.(\d+) ms")],
    "/bid-advice, us": [("numbers", r"`/bid-advice` \| (\d+)"), ("tasks", r"0.(\d+) (?:ms. `calls`|毫秒。`calls`)"), ("openapi.yaml", r"`kitty`. 0.(\d+) ms")],
    "/prompt, us": [("numbers", r"`/prompt`[^|]*\| (\d+)"), ("tasks", r"0.(\d+) (?:ms. The list|毫秒。列表)"), ("openapi.yaml", r"to follow. 0.(\d+) ms")],
    "/table, us": [("numbers", r"`/table`[^|]*\| (\d+)"), ("openapi.yaml", r"which deals. 0.(\d+) ms")],
    "a level against the one below": [("numbers", r"(?:wins|胜率是) (\.\d+ (?:to|到) \.\d+)"), ("faq", r"(\.\d+ (?:to|到) \.\d+)"), ("openapi.yaml", r"each level wins (\d+ to \d+) of 100")],
    "/robot-move, us": [("numbers", r"`/robot-move`[^|]*\| (\d+)"), ("README.md", r"robot move 0.(\d+) ms"), ("README.zh-CN.md", r"出一手 0.(\d+) 毫秒"), ("tasks", r"0.(\d+) (?:ms. Send the|毫秒。发送) `table`"), ("openapi.yaml", r"missing. 0.(\d+) ms")],
    "limit of deploy/, MiB": [("operate", r"(?:limit of `deploy/` is|`deploy/` 的限制是) (\d+)"), ("deploy/compose.yaml", r"mem_limit: (\d+)m"), ("deploy/ddzd.env", r"limit of (\d+) MiB")],
    "deploy/ with its queue, MiB": [("operate", r"(?:which needs|需要) (\d+)"), ("deploy/ddzd.env", r"at most (\d+) MiB")],
    "connections that it allows": [("operate", r"([\d,]+) (?:connections. Before|个连接。开始)"), ("deploy/ddzd.env", r"holds for ([\d,]+);")],
    "net against RLCard": [("numbers", r"`net`[^|]*\| .(\d+) ±.018"), ("README.md", r"the net wins ([\d.]+) %"), ("README.zh-CN.md", r"神经网络胜率 ([\d.]+) %")],
    "search against RLCard": [("numbers", r"`search`[^|]*\| .(\d+) ±.021"), ("README.md", r"a search ([\d.]+) %"), ("README.zh-CN.md", r"搜索 ([\d.]+) %")],
}


def digits_of(page, pattern):
    """The first two significant digits and what follows, of each match: 0.06 and 61 agree in the digits both have."""
    pages = [page] if "." in page else [f"docs/{page}.md", f"docs/zh/{page}.md"]
    for name in pages:
        match = re.search(pattern, (ROOT / name).read_text())
        yield name, re.sub(r"\D", "", match.group(1)).lstrip("0") if match else None


def unequal_numbers():
    for what, places in NUMBERS.items():
        found = [pair for page, pattern in places for pair in digits_of(page, pattern)]
        longest = max((d for _, d in found if d), key=len, default="")
        for name, digits in found:
            if not digits:
                yield f"{what}: not found in {name}"
            elif abs(int(digits) - int(longest) / 10 ** (len(longest) - len(digits))) > 0.5:
                yield f"{what}: {digits} in {name}, {longest} elsewhere"


def alerts_without_page():
    rules = "".join((ROOT / "deploy/prometheus" / name).read_text() for name in ("alerts.yml", "slo.yml"))
    there = re.findall(r"- alert: (\w+)", rules)
    for page in ("docs/alerts.md", "docs/zh/alerts.md"):
        told = re.findall(r"(?m)^\*\*(\w+)\.\*\*", (ROOT / page).read_text())
        for name in sorted(set(there) ^ set(told)):
            yield f"{name}: in {'deploy/prometheus' if name in there else page} alone"


WORDS_MAX = 12400


def words_of(text):
    """What a reader reads of a page: not what the rows make, no code, no targets of links; a name in code marks is a word."""
    for left_out in (r"(?s)<!-- rows: .*?<!-- end of rows -->", r"(?sm)^```.*?^```$", r"(?m)^    .*$", r"\]\([^)]*\)"):
        text = re.sub(left_out, "", text)
    text = re.sub(r"`[^`]*`", "name", text)
    return len(re.findall(r"\S*\w\S*", text.replace("|", " ")))


def main():
    stale, used = [], set()
    for page in sorted([*ROOT.glob("docs/*.md"), *ROOT.glob("docs/zh/*.md")]):
        old = page.read_text()
        used |= set(re.findall(r"<!-- rows: (\w+) -->", old))
        new = filled(old, page.parent.name == "zh")
        if new != old:
            stale.append(str(page.relative_to(ROOT)))
            if "--update" in sys.argv:
                page.write_text(new)
    if "--update" in sys.argv:
        print("rows: written:", " ".join(stale) or "nothing")
        return 0
    if stale:
        print("rows: not what the rows make:", " ".join(stale) + "; tests/rows.py --update", file=sys.stderr)
    missing = set(TABLES) - used
    if missing:
        print("rows: on no page:", " ".join(sorted(missing)), file=sys.stderr)
    unequal = [*unequal_numbers(), *alerts_without_page()]
    for fault in unequal:
        print("rows:", fault, file=sys.stderr)
    words = sum(words_of(page.read_text()) for page in [ROOT / "README.md", *ROOT.glob("docs/*.md")])
    if words > WORDS_MAX:
        print(f"rows: the pages have {words} words, at most {WORDS_MAX}: take away what nobody needs", file=sys.stderr)
    good = not stale and not missing and not unequal and words <= WORDS_MAX
    if good:
        print(f"rows: {len(TABLES)} tables of the pages are what the rows make; {len(NUMBERS)} measured numbers are the same everywhere; {words} words")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
