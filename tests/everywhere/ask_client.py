#!/usr/bin/env python3
"""Answer questions through the Python client: a JSON line {"path","body"} or {"path","text"} in, "STATUS TEXT" out.

usage: ask_client.py http://HOST:PORT < questions     over HTTP
       ask_client.py LIBRARY NET < questions          in this process
"""
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../clients/python"))
import ddz  # noqa: E402

where = sys.argv[1]
engine = ddz.Client(where, timeout=120) if where.startswith("http") else ddz.Local(library=where, model=sys.argv[2])
with engine:
    for line in sys.stdin:
        question = json.loads(line)
        body = question.get("body")
        text = question.get("text", None if body is None else json.dumps(body, ensure_ascii=False))
        print(*engine.ask_text(question["path"], text))
