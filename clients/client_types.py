#!/usr/bin/env python3
"""The types of questions and answers, from the schemas of openapi.yaml.

usage: client_types.py ts OPENAPI.json    types.d.ts of the JavaScript client and of the npm engine
       client_types.py go OPENAPI.json    clients/go/types.go, with a method for each route

TypeScript has unions, so it says what openapi.yaml says. Go has none: where a field takes several forms, the Go type is the
form that can say everything, and the service takes it (`one_of` below). A form that is not known there ends the program.
"""
import json
import re
import sys

HTTP = ("get", "post")


def name_of(schema):
    return schema["$ref"].rsplit("/", 1)[1]


def routes(api):
    """(path, operation, body schema or None, answer schema) of what a client asks; probes need no client."""
    for path, item in api["paths"].items():
        for method in HTTP:
            operation = item.get(method)
            if not operation or operation.get("security") == []:
                continue
            answer = operation["responses"]["200"]["content"].get("application/json", {}).get("schema", {})
            if "$ref" in answer:
                body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
                yield path, operation, body, answer


def forms_of(schema):
    """The alternatives of a schema, each of one type, and whether null is one of them."""
    forms = schema.get("oneOf") or ("properties" not in schema and schema.get("anyOf")) or None
    if forms is None and isinstance(schema.get("type"), list):
        forms = [{**schema, "type": one} for one in schema["type"]]
    forms = forms or [schema]
    return [form for form in forms if form.get("type") != "null"], any(form.get("type") == "null" for form in forms)


# ---- TypeScript ----------------------------------------------------------------------------------------------------------


def ts_comment(schema, indent):
    text = schema.get("description", "").replace("*/", "* /")
    return f"{indent}/** {text} */\n" if text else ""


def ts_object(schema, indent):
    inner, required = indent + "  ", schema.get("required", [])
    lines = []
    for key, value in schema.get("properties", {}).items():
        name = key if re.fullmatch(r"[a-z_]+", key) else json.dumps(key)
        lines.append(f"{ts_comment(value, inner)}{inner}{name}{'' if key in required else '?'}: {ts(value, inner)};\n")
    more = schema.get("additionalProperties")
    if isinstance(more, dict) and not lines:
        key = name_of(schema["propertyNames"]) if "propertyNames" in schema else "string"
        return f"{{ [key in {key}]?: {ts(more, inner)} }}" if key != "string" else f"{{ [key: string]: {ts(more, inner)} }}"
    if isinstance(more, dict):
        lines.append(f"{ts_comment(more, inner)}{inner}[key: string]: {ts(more, inner)};\n")
    return "{\n" + "".join(lines) + indent + "}"


def ts(schema, indent=""):
    if "$ref" in schema:
        return name_of(schema)
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    forms, null = forms_of(schema)
    if len(forms) > 1 or null:
        return " | ".join(dict.fromkeys([ts(form, indent) for form in forms] + ["null"] * null))
    kind = forms[0].get("type")
    if kind == "array":
        item = ts(schema["items"], indent)
        return f"({item})[]" if "|" in item else f"{item}[]"
    if kind == "object":
        return ts_object(schema, indent)
    return {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", None: "unknown"}[kind]


def typescript(api):
    out = ["// Made from openapi.yaml by clients/client_types.py.\n"]
    for name, schema in api["components"]["schemas"].items():
        out.append(f"\n{ts_comment(schema, '')}export type {name} = {ts(schema)};\n")
    out.append("\n/** What each path takes and what it answers. */\nexport type Paths = {\n")
    for path, operation, body, answer in routes(api):
        asked = f"body: {ts(body)}" if body else "body?: undefined"
        out.append(f"  /** {operation['summary']} */\n  {json.dumps(path)}: {{ {asked}; answer: {ts(answer)} }};\n")
    out.append("};\n")
    return "".join(out)


# ---- Go ------------------------------------------------------------------------------------------------------------------

# Written by hand in clients/go/union.go.
GO_BY_HAND = {"Cards", "Problem"}
# Where false is not the same as nothing said: nothing said is what the preset has.
GO_FALSE_IS_SAID = {"RulesObject"}


def camel(text):
    parts = [{"id": "ID", "ms": "MS", "us": "US"}.get(part, part[:1].upper() + part[1:]) for part in text.split("_")]
    return "".join(parts)


class Go:
    """Go types as text. Objects and enumerations inside others get a name: that of the type and of the field."""

    def __init__(self, api):
        self.schemas = api["components"]["schemas"]
        self.types = []

    def resolve(self, schema):
        while "$ref" in schema:
            schema = self.schemas[name_of(schema)]
        return schema

    def one_of(self, forms, where):
        """The form that Go has, of several."""
        kinds = [self.resolve(form) for form in forms]
        objects = [form for form, kind in zip(forms, kinds) if kind.get("type") == "object"]
        arrays = [form for form, kind in zip(forms, kinds) if kind.get("type") == "array"]
        words = [form for form, kind in zip(forms, kinds) if kind.get("type") == "string"]
        if where == "Cards":
            return {"go": "Cards"}
        if arrays and objects:  # by seat or by role, as a list or by number: the form that stands first
            return forms[0]
        if objects:  # a name, cards, true or an object that says more: the object
            return objects[0]
        if words and "$ref" in words[0]:  # calls and patterns by name, or otherwise
            return words[0]
        if {kind.get("type") for kind in kinds} == {"string", "integer"}:
            return {"go": "Word"}
        raise SystemExit(f"client_types.py: no Go type for {where}: {forms}")

    def of(self, schema, where):
        """(Go type, may it be null?)"""
        if "go" in schema:
            return schema["go"], False
        if "$ref" in schema:
            name = name_of(schema)
            if name in GO_BY_HAND:
                return name, False
            target = self.schemas[name]
            if target.get("type") == "object" or "enum" in target or target.get("type") == "array":
                return name, False
            return self.of(target, name)
        forms, null = forms_of(schema)
        form = forms[0] if len(forms) == 1 else self.one_of(forms, where)
        if form is not schema:
            kind, inner = self.of(form, where)
            return kind, null or inner
        if "const" in schema:
            return "bool", False
        kind = schema.get("type")
        if kind == "array":
            item, null_item = self.of(schema["items"], where)
            return ("[]*" if null_item else "[]") + item, False
        if kind == "object" and "properties" in schema and not next(iter(schema["properties"])).isdigit():
            self.struct(where, schema)
            return where, False
        if kind == "object":  # by rank, by choice, or by seat
            value = schema.get("additionalProperties") or next(iter(schema["properties"].values()))
            item, null_item = self.of(value, where)
            return f"map[string]{'*' if null_item or self.has_object(value) else ''}{item}", False
        if kind == "integer":
            return ("int64" if schema.get("maximum", 0) > 2**31 else "int"), False
        return {"number": "float64", "string": "string", "boolean": "bool", None: "json.RawMessage"}[kind], False

    def has_object(self, schema):
        forms, _ = forms_of(self.resolve(schema))
        return any(self.resolve(form).get("type") == "object" for form in forms)

    def field(self, parent, key, schema, required):
        kind, null = self.of(schema, parent + camel(key))
        plain = kind.startswith(("[]", "map", "json."))
        known = {**self.resolve(schema), **schema}
        number = kind in ("int", "int64", "float64")
        says = number or kind == "bool" and parent in GO_FALSE_IS_SAID
        zero_is_absent = not says or known.get("minimum", -1) > 0 or known.get("default") == 0 or "exclusiveMinimum" in known
        pointer = not plain and (null or (not required and (self.has_object(schema) or not zero_is_absent)))
        pointer |= kind.startswith("[]") and known.get("minItems") == 0  # it is said where none is not the same as nothing
        tag = key + ("" if required else ",omitempty")
        text = schema.get("description") or known.get("description", "")
        return f"\t{camel(key)} {'*' if pointer else ''}{kind} `json:\"{tag}\"`{' // ' + text if text else ''}\n"

    def struct(self, name, schema):
        at = len(self.types)  # before those of its fields
        fields = [self.field(name, key, value, key in schema.get("required", [])) for key, value in schema["properties"].items() if name != "TableAction" or value.keys() != {"description"}]
        text = schema.get("description", "")
        head = f"// {name}{': ' + text if text else ' is a part of a question or an answer.'}\n"
        self.types.insert(at, f"\n{head}type {name} struct {{\n{''.join(fields)}}}\n")

    def words(self, name, schema):
        words = ", ".join(word or '""' for word in schema["enum"])
        text = schema.get("description", "")
        self.types.append(f"\n// {name} is one of {words}.{' ' + text if text else ''}\ntype {name} string\n")

    def named(self, name, schema):
        if name in GO_BY_HAND:
            return
        if schema.get("type") == "object":
            self.struct(name, schema)
        elif schema.get("type") == "string" and "enum" in schema:
            self.words(name, schema)
        elif schema.get("type") == "array":
            item, _ = self.of(schema["items"], name.replace("Request", "Item").replace("Response", "Answer"))
            self.types.append(f"\n// {name} is a list.\ntype {name} []{item}\n")

    def lists(self, body):
        """Statements that make empty lists of the nil ones that a question needs: nil would be null."""
        schema = self.resolve(body or {})
        needed = [f".{camel(key)}" for key in schema.get("required", []) if self.resolve(schema["properties"][key]).get("type") == "array"]
        if schema.get("type") == "array":
            needed = [""]
        return "".join(f"\tnotNil(&question{where})\n" for where in needed)

    def text(self, api):
        for name, schema in self.schemas.items():
            self.named(name, schema)
        methods = []
        for path, operation, body, answer in routes(api):
            name = camel(operation["operationId"][:1].upper() + operation["operationId"][1:])
            asked, given = (f", question {name_of(body)}", "question") if body else ("", "nil")
            methods.append(f"\n// {name} asks {path}: {operation['summary']}\n"
                           f"func (c *Client) {name}(ctx context.Context{asked}) (answer {name_of(answer)}, err error) {{\n"
                           f"{self.lists(body)}\terr = c.ask(ctx, {json.dumps(path)}, {given}, &answer)\n\treturn answer, err\n}}\n")
        return ("// Code generated by clients/client_types.py from openapi.yaml. DO NOT EDIT.\n\npackage ddz\n\n"
                'import (\n\t"context"\n\t"encoding/json"\n)\n' + "".join(methods + self.types))


def main(language, file):
    with open(file, encoding="utf-8") as text:
        api = json.load(text)
    sys.stdout.write({"ts": typescript, "go": lambda api: Go(api).text(api)}[language](api))


main(*sys.argv[1:])
