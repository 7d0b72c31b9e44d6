#!/usr/bin/env python3
"""replay.py - the requests of the pages, to the engine with the shipped nets: is the response what the page shows?

usage: tests/replay.py LIBDDZ    README and the pages of docs/ and docs/zh: each `curl ... PATH -d 'BODY'`, and the
                                 ```json block behind it, if there is one

`...` in a response stands for what is cut; a number is compared to the digits shown; times may differ.
"""

import ctypes
import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CUT = "..."
CURL = re.compile(r"curl [^\n]*?/([a-z-]+)(?: [^\n]*?)?-d '([^']*)'|curl [^\n]*?-d '([^']*)' [^\n ]*/([a-z-]+)")


class Reply(ctypes.Structure):
    _fields_ = [("status", ctypes.c_int), ("text", ctypes.c_char_p), ("length", ctypes.c_size_t)]


class Settings(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("model", ctypes.c_char_p)]


def engine(library):
    lib, error, reply = ctypes.CDLL(str(Path(library).resolve())), ctypes.create_string_buffer(300), Reply()
    lib.ddz_open.restype = ctypes.c_void_p
    settings = Settings(ctypes.sizeof(Settings), str(ROOT / "models/ddz.net").encode())
    handle = ctypes.c_void_p(lib.ddz_open(ctypes.byref(settings), error, 300))
    if not handle:
        sys.exit("replay: " + error.value.decode())

    def send(path, body):
        status = lib.ddz_ask(handle, path.encode(), body.encode(), ctypes.byref(reply))
        return status, json.loads(reply.text)

    return send


def shown(text):
    """The JSON of a page, with CUT as a key of objects and an item of lists that are cut. Numbers stay text."""
    text = re.sub(r'"(?:[^"\\]|\\.)*"|\.\.\.', lambda m: '"..."' if m.group() == CUT else m.group(), text)
    text = re.sub(r'([{,])"\.\.\."(?=[,}])', r'\1"...":0', text)
    pairs = lambda p: {(f"...{i}" if k == CUT else k): v for i, (k, v) in enumerate(p)}  # noqa: E731
    text = re.sub(r'"\.\.\.":0([^\[\]{}]*?)\]', r'"..."\1]', text)
    return json.loads(text, object_pairs_hook=pairs, parse_float=lambda s: ("number", s), parse_int=lambda s: ("number", s))


def differs(want, have, where=""):
    """The first place where `have` is not what the page shows, or None."""
    if isinstance(want, tuple):
        digits = len(want[1].partition(".")[2])
        same = isinstance(have, (int, float)) and not isinstance(have, bool) and abs(have - float(want[1])) <= 0.5000001 * 10**-digits * (digits > 0)
        return None if same else f"{where}: {want[1]}, not {have}"
    if isinstance(want, dict) and isinstance(have, dict):
        cut = any(k.startswith(CUT) for k in want)
        if not cut and set(have) - set(want) - {"elapsed_us"}:
            return f"{where}: without {sorted(set(have) - set(want))}"
        for key, value in want.items():
            if key.startswith(CUT) or key == "elapsed_us":
                continue
            if key not in have:
                return f"{where}/{key}: it is not there"
            found = differs(value, have[key], f"{where}/{key}")
            if found:
                return found
        return None
    if isinstance(want, list) and isinstance(have, list):
        cut = want[-1:] == [CUT]
        want = want[:-1] if cut else want
        if len(want) > len(have) or (len(want) < len(have) and not cut):
            return f"{where}: {len(want)} items, not {len(have)}"
        return next((d for i, v in enumerate(want) if (d := differs(v, have[i], f"{where}/{i}"))), None)
    return None if want == have else f"{where}: {want}, not {have}"


def requests(text):
    """Path, body and shown response (or None) of each request of a page."""
    for match in CURL.finditer(text):
        path, body = match.group(1) or match.group(4), match.group(2) or match.group(3)
        if "$" in body:
            continue
        after = re.match(r"[^\n]*\n```\n\n```json\n(.*?)\n```", text[match.end() :], re.S) or re.match(r"[^\n]*\n    (\{[^\n]*|\[[^\n]*)\n", text[match.end() :])
        yield "/" + path, body, after.group(1).strip() if after else None


def main():
    send, sent, compared, faults = engine(sys.argv[1]), 0, 0, 0
    for page in [ROOT / "README.md", ROOT / "README.zh-CN.md", *sorted(ROOT.glob("docs/*.md")), *sorted(ROOT.glob("docs/zh/*.md"))]:
        for path, body, want in requests(page.read_text()):
            status, have = send(path, body)
            fault = differs(shown(want), have) if want else None if status == 200 else f"status {status}"
            sent, compared, faults = sent + 1, compared + bool(want), faults + bool(fault)
            if fault:
                print(f"replay: {page.relative_to(ROOT)}: {path} {body[:80]}: {fault}", file=sys.stderr)
    print(f"replay: {sent} requests of the pages, {compared} with their responses, {faults} differ")
    return 1 if faults or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
