#!/usr/bin/env python3
"""The examples of openapi.yaml as questions, and whether what came is what stands there.

usage: examples.py ask OPENAPI_JSON             a JSON line {"path", "text"} for each example of an answer; no text: a GET
       examples.py judge OPENAPI_JSON < ANSWERS     "STATUS TEXT" for each, in the same order
       examples.py typescript OPENAPI_JSON      each question that is answered, and each answer, as a constant of its type

Left out: what the file marks `x-not-replayed`, and other methods and types than a client sends.
"""
import json
import re
import sys


def requests_of(operation):
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    return {name: json.dumps(example["value"], ensure_ascii=False) for name, example in content.get("examples", {}).items()}


def answers_of(responses):
    """(status or None, name, example) of each answer in JSON."""
    for status, response in responses.items():
        for kind, content in response.get("content", {}).items():
            if kind.endswith("json"):
                for name, example in content.get("examples", {}).items():
                    yield status if status.isdigit() else None, name, example


def examples(document):
    """(path, text, status, value); a status of None stands in the value."""
    found = [("", {}, "get", answer) for answer in answers_of(document["components"]["responses"])]
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            found += [(path, requests_of(operation), method, answer) for answer in answers_of(operation["responses"])]
    for path, requests, method, (status, name, example) in found:
        if {"x-not-replayed", "x-method", "x-type"} & set(example):
            continue
        text = example.get("x-request", requests.get(name))
        if text is None and method == "post":
            raise SystemExit(f"no request for the answer {name} of {path}")
        value = example["value"]
        yield example.get("x-path", path), text, int(status or value["status"]), value


def comparable(text, limited):
    """Without times. Without a limit of nodes also without `nodes`: the thread may use what it proved before."""
    text = re.sub(r'"waited_ms":\d+,', '', re.sub(r'"elapsed_us":\d+', '"elapsed_us":0', text))
    return json.loads(text if limited else re.sub(r'"nodes":\d+', '"nodes":0', text))


def typescript(found):
    print('import type { Paths, Problem } from "./types.js";')
    for number, (path, text, status, value) in enumerate(found):
        if f"/{path.strip('/')}" != path or status not in (200, 422):
            continue
        kind = f'Paths["{path}"]["answer"]' if status == 200 else "Problem"
        print(f"export const answer{number}: {kind} = {json.dumps(value)};")
        if status == 200 and text:
            print(f'export const question{number}: Paths["{path}"]["body"] = {text};')


def judge(found, answers):
    if len(found) != len(answers):
        raise SystemExit(f"{len(answers)} answers to {len(found)} examples")
    for (path, text, status, value), line in zip(found, answers):
        got, _, answer = line.partition(" ")
        limited = "nodes" in (text or "")
        if int(got) != status or comparable(answer, limited) != comparable(json.dumps(value, separators=(",", ":")), limited):
            raise SystemExit(f"{path} {text}: {line[:500]}\nopenapi.yaml: {status} {json.dumps(value)[:500]}")
    print(f"{len(found)} examples of openapi.yaml")


def main():
    with open(sys.argv[2], encoding="utf-8") as file:
        found = list(examples(json.load(file)))
    if sys.argv[1] == "judge":
        judge(found, sys.stdin.read().splitlines())
    elif sys.argv[1] == "typescript":
        typescript(found)
    else:
        for path, text, _, _ in found:
            print(json.dumps({"path": path} if text is None else {"path": path, "text": text}, ensure_ascii=False))


main()
