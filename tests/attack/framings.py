#!/usr/bin/env python3
"""framings.py - mutated framings through a proxy: how many requests does the proxy pass on, and how many does the service see?

usage: tests/attack/framings.py PORT TRIES      DDZ_SEED repeats a run

A request that only one of them sees is what smuggling is made of. Each try is a POST, with a length or in chunks, with faults where
its end is told, and a second request behind it. What comes back does not matter here; tests/attack/framings.sh compares the counts
of both sides.
"""
import concurrent.futures
import contextlib
import os
import random
import socket
import sys
import time

CONNECTIONS, PATIENCE_S = 48, 0.4
ENDS = "\n|\r|\r\r\n|\n\r| \r\n|\t\r\n|\r\n |".split("|")
SIZES = ('05|0x5|+5| 5|5 |5;|5;a|5;a=b|5;a="\r"|-5|0005|6|4|5,5|5\t|5;a\nb|5;"a;b"|55|V||5\v|5;;|5; |00000000000000000005|'
         '10000000000000005').split("|")
LASTS = "00|0;|0;a|0 |-0|+0|0x0||000000000000000000000000|0\t".split("|")
TRAILERS = ("A: b\r\n|A: b\r\n c\r\n|A : b\r\n|A\r\n|: b\r\n|Content-Length: 5\r\n|Transfer-Encoding: chunked\r\n|A: b\n|A: \x01\r\n|"
            " A: b\r\n").split("|")
CODING, LENGTH = "Transfer-Encoding: chunked\r\n", "Content-Length: 5\r\n"
CODINGS = ["Transfer-Encoding" + rest for rest in (
    ": chunked, chunked\r\n|: identity\r\n|: chunked, identity\r\n| : chunked\r\n|:\tchunked\r\n|: Chunked\r\n|: xchunked\r\n|:\r\n chunked\r\n|"
    ': "chunked"\r\n|: chunked\n|: chunked;a=b\r\n').split("|")] + [
        CODING + CODING, CODING + LENGTH, LENGTH + CODING, " " + CODING, "Transfer_Encoding: chunked\r\n"]
LENGTHS = ["Content-Length" + rest for rest in (
    ": 5\r\nContent-Length: 5\r\n|: 5\r\nContent-Length: 6\r\n|: +5\r\n|: 5, 5\r\n|: 05\r\n|: 0x5\r\n|: 5 \r\n| : 5\r\n|: 5\n|:\r\n 5\r\n|: \r\n|"
    ": -5\r\n|: 5;\r\n").split("|")] + ["Content_Length: 5\r\n", ""]


def framing(chance):
    def either(right, wrong):
        """Now and then what follows, mostly what should be there."""
        return right if chance.randrange(4) else chance.choice(wrong)

    def end():
        return either("\r\n", ENDS)

    text = "POST /classify HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    if chance.randrange(3):
        text += either(CODING, CODINGS) + "\r\n"
        for part in chance.choice((['"    ', '    "'], ['    "'])):
            text += either("5", SIZES) + end() + part + end()
        text += either("0", LASTS) + end()
        if not chance.randrange(3):
            text += chance.choice(TRAILERS)
        if not chance.randrange(40):
            text += "A: \0b\r\n"
        text += end()
    else:
        text += either(LENGTH, LENGTHS) + '\r\n"   "'
    return text + "GET /rules HTTP/1.1\r\nHost: localhost\r\n\r\n"


def ask(text):
    """Until the other side has closed, or had its time. False: it could not be sent."""
    try:
        line = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
        line.sendall(text.encode("latin-1"))
    except OSError:
        return False
    until = time.monotonic() + PATIENCE_S
    with line, contextlib.suppress(OSError):
        while (left := until - time.monotonic()) > 0:
            line.settimeout(left)
            if not line.recv(16384):
                break
    return True


seed = int(os.environ.get("DDZ_SEED", "1"))
print(f"framings: seed {seed}", flush=True)
drawn = random.Random(seed)
with concurrent.futures.ThreadPoolExecutor(CONNECTIONS) as pool:
    failed = list(pool.map(ask, [framing(drawn) for _ in range(int(sys.argv[2]))])).count(False)
if failed:
    sys.exit(f"{failed} could not be sent")
