#!/usr/bin/env python3
"""python_client.py - the part of the Python client that openapi.yaml says: the types and the methods.

usage: tools/python_client.py OPENAPI_JSON FOLDER      writes FOLDER/types.py and FOLDER/routes.py

An object is a TypedDict, what is said by name of a schema has that name, and an object within another is named by its
place. In what is asked lists may be any sequence, and objects with room for more fields any mapping.
"""
import json
import keyword
import re
import sys
import textwrap

WIDTH = 120
HEAD = '"""{}\n\nMade by tools/python_client.py from openapi.yaml: `make clients`.\n"""\n\n'
TYPES_HEAD = HEAD.format("What is asked and answered, as types.\n\nA field that may be absent is NotRequired. Python before 3.11 does not"
                         " know that word at run time, type checkers do.") + '''from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Dict, List, Literal, Mapping, Optional, Sequence, TypedDict, Union

if sys.version_info >= (3, 11):
    from typing import NotRequired
elif TYPE_CHECKING:
    from typing_extensions import NotRequired
'''
ROUTES_HEAD = HEAD.format("A method for each route.") + '''from __future__ import annotations

from typing import Any, Dict, Literal, Mapping, Optional, Sequence, Union, cast

from .types import *  # noqa: F403


def _said(**fields: Any) -> Dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}
'''
# What an answer tells and the next request takes as it is: to type checkers the one name is all of them.
FED_BACK = {"TableAction": ("RobotAction", "RobotThought", "TableResponseTimeOut")}
SCALARS = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


def camel(name):
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[_\W]+", name))


def named(schema):
    """The name that a schema refers to, or nothing."""
    return schema.get("$ref", "").rpartition("/")[2]


def snake(name):
    return re.sub(r"([A-Z])", r"_\1", name).lower()


def document(text, indent):
    """A docstring of the text, wrapped."""
    pad = " " * indent
    text = text.replace("\\", "\\\\").replace('"""', "'''")
    paragraphs = [textwrap.fill(part, WIDTH, initial_indent=pad, subsequent_indent=pad) for part in text.split("\n")]
    whole = "\n".join(paragraphs).lstrip(" ")
    close = '"""' if "\n" not in whole and len(whole) + indent + 6 <= WIDTH and not whole.endswith('"') else f'\n{pad}"""'
    return f'{pad}"""{whole}{close}\n'


def listed(name, text):
    """A line of a list of fields."""
    return textwrap.fill(f"{name}: {text}", WIDTH - 8, subsequent_indent="    ")


class Types:
    """What the named schemas become: `made` has the text of every class, `wanted` the names that are asked for."""

    def __init__(self, schemas, operations):
        self.schemas = schemas
        self.made, self.wanted, self.asked = {}, [], set()
        for operation in operations:
            self.reach(operation.request, self.asked)

    def reach(self, schema, found):
        """The named schemas that a schema leads to."""
        if isinstance(schema, dict):
            name = named(schema)
            if name and name not in found:
                found.add(name)
                self.reach(self.schemas[name], found)
        if isinstance(schema, (dict, list)):
            for part in schema.values() if isinstance(schema, dict) else schema:
                self.reach(part, found)

    def union(self, parts):
        parts = list(dict.fromkeys(parts))
        if "None" in parts:
            rest = [part for part in parts if part != "None"]
            return f"Optional[{self.union(rest)}]" if rest else "None"
        if "Any" in parts:
            return "Any"
        return parts[0] if len(parts) == 1 else f"Union[{', '.join(parts)}]"

    def of(self, schema, place, asked):
        """The type of a schema, as an annotation; objects at `place` get a class of their own."""
        if "$ref" in schema:
            name = named(schema)
            self.want(name)
            opened = asked and isinstance(self.schemas[name].get("additionalProperties"), dict)
            return f"Union[{name}, Mapping[str, object]]" if opened else name
        if "const" in schema:
            return f"Literal[{schema['const']!r}]"
        if "enum" in schema:
            return "Literal[" + ", ".join(map(repr, schema["enum"])) + "]"
        for several in ("oneOf", "anyOf"):
            if several in schema and not schema.get("properties"):
                return self.union([self.of(part, place, asked) for part in schema[several]])
        kind = schema.get("type")
        if isinstance(kind, list):
            return self.union([self.of({**schema, "type": one}, place, asked) for one in kind])
        if kind == "array":
            return f"{'Sequence' if asked else 'List'}[{self.of(schema.get('items', {}), place, asked)}]"
        if kind == "object":
            return self.object(schema, place, asked)
        return SCALARS.get(kind, "Any")

    def object(self, schema, place, asked):
        more = schema.get("additionalProperties")
        if "properties" not in schema:
            return f"{'Mapping' if asked else 'Dict'}[str, {self.of(more if isinstance(more, dict) else {}, place, asked)}]"
        if place in self.made:  # of a field that is a parameter too
            return place
        self.made[place] = ""
        required = schema.get("required", [])
        fields = [(name, self.of(part, place + camel(name), asked), name in required, part.get("description", ""))
                  for name, part in schema["properties"].items()]
        told = schema.get("description", "")
        annotated = lambda kind, must: kind if must else f"NotRequired[{kind}]"
        if any(not name.isidentifier() or keyword.iskeyword(name) for name, *_ in fields):
            rows = "".join(f"    # {text}\n    {name!r}: {annotated(kind, must)!r},\n" for name, kind, must, text in fields)
            self.made[place] = f"{place} = TypedDict({place!r}, {{\n{rows}}})\n"
        else:
            rows = "".join(f"    {name}: {annotated(kind, must)}\n" + (document(text, 4) if text else "")
                           for name, kind, must, text in fields)
            self.made[place] = f"class {place}(TypedDict):\n" + (document(told, 4) + "\n" if told else "") + rows
        return place

    def want(self, name):
        """Make this one too."""
        if name not in self.wanted:
            self.wanted.append(name)

    def text(self):
        """All that was wanted: the classes, then what is but a name for other types, quoted where it comes later."""
        aliases, done = {}, 0
        while done < len(self.wanted):
            name = self.wanted[done]
            done += 1
            schema = self.schemas[name]
            within = "" if "properties" in schema else "Item" if schema.get("type") == "array" else "Object"
            kind = self.of(schema, name + within, name in self.asked)
            if kind != name:
                aliases[name] = kind, schema.get("description", "")
        for name, told in FED_BACK.items():
            fields = name + "Fields"
            self.made[fields] = self.made.pop(name).replace(f"class {name}(", f"class {fields}(")
            aliases[name] = self.union([fields, *told]), self.schemas[name]["description"]
        text = TYPES_HEAD
        for name in sorted(self.made):
            text += "\n\n" + self.made[name]
        names = sorted(set(aliases) | set(self.made), key=len, reverse=True)
        quote = lambda kind: re.sub(r"('[^']*')|\b(" + "|".join(names) + r")\b",
                                    lambda found: found.group(1) or f'"{found.group(2)}"', kind)
        text += "\n"
        for name in sorted(aliases):
            kind, told = aliases[name]
            text += f"\n{name} = {quote(kind)}\n" + (document(told, 0) if told else "")
        return text


class Operation:
    """A question with its answer: what Client and Local both have."""

    def __init__(self, path, method, operation):
        self.path, self.method = path, method
        self.name = snake(operation["operationId"])
        self.summary, self.description = operation["summary"], operation.get("description", "")
        self.request = self.json(operation.get("requestBody", {})).get("schema")
        self.answer = named(self.json(operation["responses"]["200"]).get("schema", {}))

    @staticmethod
    def json(part):
        return part.get("content", {}).get("application/json", {})

    def offered(self):
        """Not what the server says about itself alone."""
        return self.answer not in ("", "Status")

    def parts(self, types):
        """The parameters, the expression of the body, and the list of fields for people."""
        if self.request is None:
            return "", "", ""
        place = named(self.request)
        schema = types.schemas[place]
        if schema["type"] == "array":
            return f", items: {place}", ", items", ""
        required = schema.get("required", [])
        rows = sorted(((name, types.of(part, place + camel(name), True), part.get("description", ""))
                       for name, part in schema["properties"].items()), key=lambda row: row[0] not in required)
        signature = "".join(f",\n        {name}: {kind}" if name in required else f",\n        {name}: {optional(kind)} = None"
                            for name, kind, _ in rows)
        body = textwrap.fill(", ".join(f"{name}={name}" for name, *_ in rows), WIDTH - 12, subsequent_indent=" " * 12)
        return ", *" + signature, f", _said(\n            {body})", "\n".join(listed(name, text) for name, _, text in rows)

    def method_text(self, types, is_async):
        parameters, body, fields = self.parts(types)
        head, wait = ("async def", "await ") if is_async else ("def", "")
        if is_async:
            told = f'        """{self.summary}{"" if self.summary[-1] in "?!" else "."} As `Client.{self.name}`."""\n'
        else:
            told = "\n\n        ".join(filter(None, [
                self.summary + ("" if self.summary[-1] in "?!" else "."),
                textwrap.fill(self.description, WIDTH - 8).replace("\n", "\n        "),
                fields.replace("\n", "\n        ")]))
            told = f'        """{told}\n        """\n' if "\n" in told else f'        """{told}"""\n'
            told = told.replace("\\", "\\\\")
        return (f"    {head} {self.name}(self{parameters}) -> {self.answer}:\n{told}"
                f'        return cast({self.answer}, {wait}self.ask("{self.path}"{body}))\n')


def optional(kind):
    return kind if kind.startswith("Optional[") else f"Optional[{kind}]"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        document_ = json.load(file)
    schemas = document_["components"]["schemas"]
    found = [Operation(path, method, operation) for path, methods in document_["paths"].items()
             for method, operation in methods.items()]
    offered = [operation for operation in found if operation.offered()]
    types = Types(schemas, offered)
    for operation in offered:
        types.want(operation.answer)
        if operation.request:
            types.want(named(operation.request))
    types.want("Problem")
    text = types.text()
    routes = ROUTES_HEAD
    for name, is_async, told in (("Routes", False, "The questions."), ("AsyncRoutes", True, "The same, to be awaited.")):
        asks = "async def ask" if is_async else "def ask"
        routes += f'\n\nclass {name}:\n    """{told}"""\n\n    {asks}(self, path: str, body: Any = None) -> Any:\n'
        routes += '        """Ask a path of openapi.yaml, None as the body: GET. Returns what the JSON says; raises Problem on 4xx and 5xx."""\n'
        routes += "        raise NotImplementedError\n"
        for operation in offered:
            routes += "\n" + operation.method_text(types, is_async)
    for name, whole in (("types.py", text), ("routes.py", routes)):
        with open(f"{sys.argv[2]}/{name}", "w", encoding="utf-8") as file:
            file.write(whole)


main()
