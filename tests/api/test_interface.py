#!/usr/bin/env python3
"""The promise of compatibility: openapi.yaml against tests/data/interface.txt, which is what callers were told.

usage: tests/api/test_interface.py BUILD      BUILD has openapi.json; DDZ_UPDATE_INTERFACE=1 writes the file

What adds to the interface is written into the file. What breaks callers needs a higher DDZ_INTERFACE first (api/version.h,
docs/replace.md). What callers rely on are lines, "KIND NAME: VALUE": operations, bodies, answers, fields with their types, which
fields must be there, the values of enumerations. Descriptions, examples, orders and bounds are left out. A field that one schema has
in requests and answers is told for both.
"""
import json
import os
import re
import sys

OUTLINE = "tests/data/interface.txt"
# Requests and answers have kinds of their own; lists of values in answers may grow (docs/replace.md).
KINDS = {False: {"content": "body", "field": "sends", "required": "must", "value": "takes"},
         True: {"content": "answer", "field": "gets", "required": "always", "value": "says"}}
BREAKS_WHEN_NEW = {"must"}  # a field that requests must have; all others break callers when they are gone


def of(types):
    return "|".join([types] if isinstance(types, str) else types)


class Walk:
    """Through requests or through answers; what there is goes into `lines`."""

    def __init__(self, document, answers, lines):
        self.parts, self.kinds, self.lines, self.seen = document["components"], KINDS[answers], lines, set()

    def put(self, kind, name, value):
        self.lines.add(f"{self.kinds[kind]} {name}: {value}")

    def named(self, name):
        """A schema, once."""
        if name not in self.seen:
            self.seen.add(name)
            schema = self.parts["schemas"][name]
            kind = self.schema(schema, name)
            if "properties" not in schema:
                self.put("field", name, kind)
        return name

    def schema(self, schema, name):
        """Its type in a word; the lines of what is inside are added."""
        if "$ref" in schema:
            return self.named(schema["$ref"].rpartition("/")[2])
        kind = "".join("|".join(self.schema(choice, name) for choice in schema.get(several, [])) for several in ("anyOf", "oneOf"))
        kind += of(schema.get("type", []))
        for inside in (schema.get("items"), schema.get("additionalProperties")):
            if isinstance(inside, dict):
                kind += " of " + self.schema(inside, name)
        for key, field in schema.get("properties", {}).items():
            self.put("field", f"{name}.{key}", self.schema(field, f"{name}.{key}"))
        for key in schema.get("required", []):
            self.put("required", name, key)
        for value in schema.get("enum", []):
            self.put("value", name, json.dumps(value, ensure_ascii=False))
        return kind

    def content(self, part, name):
        part = self.parts["responses"][part["$ref"].rpartition("/")[2]] if "$ref" in part else part
        for media, about in part.get("content", {}).items():
            self.put("content", name, f"{media} {self.schema(about.get('schema', {}), name)}")


def lines_of(document):
    lines = set()
    sent, got = (Walk(document, answers, lines) for answers in (False, True))
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            name = f"{method} {path}"
            lines.add(f"operation {name}")
            sent.content(operation.get("requestBody", {}), name)
            for status, answer in operation.get("responses", {}).items():
                got.content(answer, f"{name} {status}")
    return lines


def main():
    with open(sys.argv[1] + "/openapi.json", encoding="utf-8") as file:
        now = lines_of(json.load(file))
    with open("api/version.h", encoding="ascii") as file:
        head = "# What callers rely on (tests/api/test_interface.py), of version " + re.search('DDZ_INTERFACE "(.*)"', file.read())[1]
    with open(OUTLINE, encoding="utf-8") as file:
        told, *before = file.read().splitlines()
    breaking = 0
    for line in sorted(now ^ set(before)):
        new = line in now
        breaks = new == (line.split()[0] in BREAKS_WHEN_NEW)
        breaking += breaks
        print(f"{'breaks callers' if breaks else 'adds'}: {'new' if new else 'gone'}: {line}", file=sys.stderr)
    if breaking and told == head:
        sys.exit(f"{OUTLINE}: error: Failure! {breaking} changes break callers: undo them, or raise DDZ_INTERFACE (api/version.h) first")
    if os.environ.get("DDZ_UPDATE_INTERFACE"):
        with open(OUTLINE, "w", encoding="utf-8") as file:
            file.writelines(line + "\n" for line in (head, *sorted(now)))
    elif now != set(before) or told != head:
        sys.exit(f"{OUTLINE}: error: Failure! It is old: run DDZ_UPDATE_INTERFACE=1 with this program")


main()
