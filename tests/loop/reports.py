#!/usr/bin/env python3
"""Reported positions through the service: python3 reports.py http://127.0.0.1:8080 FILE...

A line of a file: {"source", "route", "body", "expect": {KEY: value}}. KEY is a path into the answer, with `status` for
its status; a sign behind it compares otherwise: ~ within 2 %, <= and >=, @in and !in one and none of these, @ids the
ids of a list. A list of plays is one of their cards.
A file that is not there is left out. Needs nothing but Python 3."""
import json
import os
import sys
import urllib.error
import urllib.request


def ask(line):
    request = urllib.request.Request(server + line["route"], json.dumps(line["body"]).encode(), {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request) as answer:
            return {**json.load(answer), "status": answer.status}
    except urllib.error.HTTPError as error:
        return {**json.load(error), "status": error.code}


def at(answer, path):
    for name in path.replace("[", ".").replace("]", "").strip(".").split("."):
        answer = answer[int(name)] if isinstance(answer, list) else answer.get(name) if answer else None
    return answer


SIGNS = {
    "@in": lambda found, due: found in due,
    "!in": lambda found, due: found not in due,
    "@ids": lambda found, due: [item["id"] for item in found] == due,
    "<=": lambda found, due: found <= due,
    ">=": lambda found, due: found >= due,
    "~": lambda found, due: abs(found - due) <= .02 * abs(due) + 1e-9,
    "": lambda found, due: found == due,
}


def faults(line):
    answer = ask(line)
    for key, due in line["expect"].items():
        sign = next(sign for sign in SIGNS if key.endswith(sign))
        found = at(answer, key[:len(key) - len(sign)])
        if found is None and due is not None or not SIGNS[sign](found, due):
            yield f"{key} {json.dumps(due)}: {json.dumps(found)}"


server = sys.argv[1]
wrong = 0
for path in sys.argv[2:]:
    if not os.path.exists(path):
        print(f"left out: {path} is not here")
        continue
    for number, text in enumerate(open(path, encoding="utf-8"), 1):
        line = json.loads(text)
        for fault in faults(line):
            print(f"{path}:{number}: {line['source']}: {fault}", file=sys.stderr)
            wrong += 1
    print(f"{path}: {number} positions")
sys.exit(1 if wrong else 0)
