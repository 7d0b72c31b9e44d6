#!/usr/bin/env python3
"""Clients that send a request again where nobody is there, for ten seconds at most.

usage: tests/chaos/patient.py HOST PORT        until SIGTERM; exit status 1 where a request had no good response
"""
import http.client
import signal
import sys
import threading
import time

CLIENTS, PATIENCE_S, TIMEOUT_S = 8, 10, 1
BODY = '{"hand":"3345567889TJQKAA22BR","role":"landlord"}'
counts = {"sent": 0, "sent_again": 0, "failed": 0}
longest_s = 0.0
lock = threading.Lock()
ended = threading.Event()


def once(connection):
    """The status of one request; 0: none came."""
    try:
        connection.request("POST", "/robot-move", BODY)
        response = connection.getresponse()
        response.read()
        return response.status
    except (OSError, http.client.HTTPException):
        connection.close()
        return 0


def client():
    global longest_s
    connection = http.client.HTTPConnection(sys.argv[1], int(sys.argv[2]), timeout=TIMEOUT_S)
    while not ended.is_set():
        began, again = time.monotonic(), 0
        while (status := once(connection)) != 200 and time.monotonic() - began < PATIENCE_S:
            again += 1
            time.sleep(0.1)
        with lock:
            counts["sent"] += 1
            counts["sent_again"] += again > 0
            counts["failed"] += status != 200
            longest_s = max(longest_s, time.monotonic() - began)
        time.sleep(0.05)


signal.signal(signal.SIGTERM, lambda *_: ended.set())
threads = [threading.Thread(target=client) for _ in range(CLIENTS)]
for thread in threads:
    thread.start()
while not ended.is_set():
    time.sleep(0.1)
for thread in threads:
    thread.join()
print(" ".join(f"{name}={count}" for name, count in counts.items()), f"longest_s={longest_s:.2f}")
sys.exit(counts["failed"] > 0)
