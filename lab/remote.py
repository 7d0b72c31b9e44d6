#!/usr/bin/env python3
"""A robot behind HTTP as a player for ddz-arena: another version of the service, another machine.

usage: build/release/ddz-arena net 'cmd:lab/remote.py http://127.0.0.1:8081 \'"engine":"net"\''

Reads the arena's lines (tools/arena/outside.h), sends each as the request it is, and prints the answers, one a line. The
second argument, if any, is put first into each body of /robot-move.
"""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "clients/python"))
import ddz  # noqa: E402

if len(sys.argv) not in (2, 3):
    sys.exit(__doc__)
with ddz.Client(sys.argv[1], timeout=600) as service:
    fields = json.loads("{" + sys.argv[2] + "}") if len(sys.argv) == 3 else {}
    for line in sys.stdin:
        body = json.loads(line)
        path = body.pop("path")
        body.pop("legal", None)
        if body.pop("result", None):
            print("{}", flush=True)
            continue
        status, answer = service.ask_text(path, json.dumps({**(fields if path == "/robot-move" else {}), **body}))
        if status != 200:
            print(f"remote.py: status {status}: {answer}", file=sys.stderr)
        print(json.dumps(json.loads(answer)), flush=True)
