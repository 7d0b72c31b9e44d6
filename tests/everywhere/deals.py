#!/usr/bin/env python3
"""deals.py - are the answers of a door to tests/data/deals.jsonl what it says? "STATUS TEXT" lines come in."""

import json
import sys

lines = [json.loads(line) for line in open("tests/data/deals.jsonl")]
answers = sys.stdin.read().splitlines()
wrong = [] if len(answers) == len(lines) else [f"{len(answers)} answers to {len(lines)} requests"]


def at(value, pointer):
    for key in pointer.split("/")[1:]:
        value = value[int(key)] if isinstance(value, list) else value.get(key)
    return value


for line, answer in zip(lines, answers):
    status, text = answer.split(" ", 1)
    body = json.loads(text)
    if status != "200" or any(at(body, pointer) != value for pointer, value in line["expect"].items()):
        wrong.append(line["name"])
print("\n".join(wrong) if wrong else f"the {len(lines)} deals of tests/data/deals.jsonl")
sys.exit(bool(wrong))
