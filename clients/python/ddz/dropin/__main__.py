"""python3 -m ddz.dropin NAME...: an HTTP server in place of another one.

It asks an engine: a service at --engine, or libddz in this process. Every connection has a thread. While the service
restarts, requests wait for it as long as --timeout allows. A page of another origin is served when --cors names it.
"""

import argparse
import http.server
import json
import signal
import sys
from typing import Any, Dict, List, Optional, Tuple

import ddz

from . import Protocol, decide_play, douzeroapi, rlcard

PROTOCOLS: Dict[str, Protocol] = {"rlcard": rlcard.PROTOCOL, "douzeroapi": douzeroapi.PROTOCOL,
                                  "decide_play": decide_play.PROTOCOL}
BODY_MAX = 65536


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 60  # seconds that a connection may be idle
    wbufsize = -1  # head and body leave together
    server: "Server"

    def reply(self, status: int, value: Any, headers: Optional[Dict[str, str]] = None) -> None:
        data = b"" if value is None else json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
        self.send_response(status)
        sent = {"Content-Type": "application/json", "Content-Length": str(len(data)), **(headers or {})}
        if "Origin" in self.headers and self.is_known(self.headers["Origin"]):
            sent.update({"Access-Control-Allow-Origin": self.headers["Origin"], "Vary": "Origin"})
        for name, text in sent.items():
            self.send_header(name, text)
        self.end_headers()
        self.wfile.write(data)

    def is_known(self, origin: str) -> bool:
        return origin in self.server.cors or "*" in self.server.cors

    def reject(self, protocol: Protocol, status: int, text: str, allow: str = "GET, POST") -> None:
        """The body was not read, so this is the last answer of the connection."""
        self.close_connection = True
        self.reply(*protocol.reject(status, text), {"Connection": "close", "Allow": allow})

    def serve(self) -> None:
        path, length = self.path.split("?")[0], self.headers.get("Content-Length") or "0"
        protocol = self.server.paths.get(path)
        if protocol is None:
            return self.reject(self.server.protocols[0], 404, f"nothing is at {path}")
        method = protocol.routes[path][0]
        if self.command != method:
            return self.reject(protocol, 405, f"{path} answers {method}, not {self.command}", method)
        if "Origin" in self.headers and not self.is_known(self.headers["Origin"]):
            return self.reject(protocol, 403, "--cors does not name this page")
        if not length.isdigit() or int(length) > BODY_MAX or "Transfer-Encoding" in self.headers:
            return self.reject(protocol, 413, f"a body has a Content-Length of at most {BODY_MAX} bytes")
        self.reply(*protocol.answer(self.server.engine, path, self.rfile.read(int(length))))

    do_GET = do_POST = do_PUT = do_DELETE = serve

    def do_OPTIONS(self) -> None:
        """A page wants to know what it may send."""
        self.reply(204, None, {"Access-Control-Allow-Methods": "GET, POST", "Access-Control-Allow-Headers": "Content-Type",
                               "Access-Control-Max-Age": "600"})

    def log_message(self, *_: Any) -> None:
        pass


class Server(http.server.ThreadingHTTPServer):
    """names: of PROTOCOLS; cors: origins of pages, "*" for all."""

    request_queue_size = 128

    def __init__(self, address: Tuple[str, int], engine: ddz.Engine, names: List[str], cors: Tuple[str, ...] = ()):
        self.engine, self.cors = engine, cors
        self.protocols = [PROTOCOLS[name] for name in names]
        self.paths = {path: protocol for protocol in self.protocols for path in protocol.routes}
        super().__init__(address, Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that left is nobody's mistake."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


def main(arguments: Optional[List[str]] = None) -> None:
    parser = argparse.ArgumentParser(prog="python3 -m ddz.dropin", description="Serves in place of other Dou Dizhu servers.")
    parser.add_argument("name", nargs="+", choices=PROTOCOLS, help="a server to replace: " + ", ".join(PROTOCOLS))
    parser.add_argument("--host", default="127.0.0.1", help="address to listen at (127.0.0.1)")
    parser.add_argument("--port", type=int, default=8000, help="port to listen at (8000)")
    parser.add_argument("--engine", default="http://127.0.0.1:8080",
                        help="URL of ddzd (http://127.0.0.1:8080), or `local`: libddz in this process")
    parser.add_argument("--token", help="bearer token of ddzd")
    parser.add_argument("--timeout", type=float, default=10, help="seconds for an answer of ddzd, retries included (10)")
    parser.add_argument("--cors", default="", help="origins of pages that may ask, separated by commas; * for all")
    given = parser.parse_args(arguments)
    local = given.engine == "local"
    engine = ddz.Local() if local else ddz.Client(given.engine, token=given.token, timeout=given.timeout)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with Server((given.host, given.port), engine, given.name, tuple(given.cors.replace(" ", "").split(","))) as server:
        print(f"{', '.join(given.name)} at http://{given.host}:{server.server_port}", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            pass


if __name__ == "__main__":
    main()
