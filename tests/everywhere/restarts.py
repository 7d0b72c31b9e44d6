#!/usr/bin/env python3
"""Three times there is no service for 1.5 s, while each client plays with eight threads: no game is lost.

usage: restarts.py OUT GAMES      OUT has ddzd; GAMES is games_client, built where Go is there
"""
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
OUT, GAMES = sys.argv[1:]
OUTAGE, OUTAGES, SECONDS = 1.5, 3, 10

with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
url = f"http://127.0.0.1:{port}"


def start():
    service = subprocess.Popen([os.path.join(OUT, "ddzd"), "--port", str(port), "--model", "none"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(500):
        if service.poll() is not None:
            sys.exit(f"ddzd ends with {service.returncode}")
        try:
            urllib.request.urlopen(url + "/health", timeout=1).close()
            return service
        except OSError:
            time.sleep(0.02)
    sys.exit("ddzd does not answer")


def survives(command):
    """Whether the client plays on while the service stops, by SIGTERM, and is killed in the middle of requests."""
    service = start()
    client = subprocess.Popen([url if part == "URL" else part for part in command])
    try:
        for number in range(OUTAGES):
            time.sleep(1)
            service.send_signal(signal.SIGKILL if number % 2 else signal.SIGTERM)
            service.wait(30)
            if client.poll() is not None:
                return False
            time.sleep(OUTAGE)
            service = start()
        return client.wait(120) == 0
    finally:
        client.kill()
        service.kill()
        service.wait()


clients = {"Python": [sys.executable, f"{HERE}/games_client.py", "URL", str(SECONDS)]}
if subprocess.run([sys.executable, "-c", "import httpx"], stderr=subprocess.DEVNULL).returncode == 0:
    clients["Python, async"] = [*clients["Python"], "async"]
if shutil.which("node"):
    clients["JavaScript"] = ["node", f"{HERE}/games_client.mjs", "URL", str(SECONDS)]
if os.path.exists(GAMES):
    clients["Go"] = [GAMES, "URL", str(SECONDS)]
lost = []
for name, command in clients.items():
    print(f"restarts, {name}: ", end="", flush=True)
    if not survives(command):
        lost.append(name)
sys.exit(f"games were lost: {', '.join(lost)}" if lost else 0)
