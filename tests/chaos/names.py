#!/usr/bin/env python3
"""A name server for one name: its addresses are the lines of a file, looked up anew for each question.

usage: tests/chaos/names.py FILE        prints the port on loopback, then answers until it is ended
"""
import socket
import struct
import sys

ADDRESS, INTERNET, TTL_S = 1, 1, 1


def answer(query, addresses):
    """The reply to a query with one question: an A record for each address; of other types there are none."""
    end = query.index(b"\0", 12) + 5
    kind = struct.unpack("!H", query[end - 4:end - 2])[0]
    records = [struct.pack("!HHHIH4s", 0xC00C, ADDRESS, INTERNET, TTL_S, 4, socket.inet_aton(address))
               for address in (addresses if kind == ADDRESS else [])]
    return query[:2] + struct.pack("!HHHHH", 0x8580, 1, len(records), 0, 0) + query[12:end] + b"".join(records)


def main():
    server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    server.bind(("127.0.0.1", 0))
    print(server.getsockname()[1], flush=True)
    while True:
        query, client = server.recvfrom(4096)
        with open(sys.argv[1], encoding="ascii") as names:
            server.sendto(answer(query, names.read().split()), client)


main()
