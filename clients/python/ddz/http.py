"""The engine over HTTP."""

import copy
import encodings.idna  # noqa: F401  a thread whose first request imports it would leave its lock held in a forked child
import http.client
import io
import socket
import ssl
import time
from typing import Any, Dict, Optional, Tuple

from .engine import Engine, Reply, bytes_of
from .pool import Pool
from .tries import Service, Tries


class _Reader(io.RawIOBase):
    """Reads from a socket, each time for as long as the question still has."""

    def __init__(self, wire: "_Wire"):
        self._wire = wire
        self._raw: Any = wire.socket.makefile("rb", buffering=0)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> Optional[int]:
        self._wire.bound()
        read: Optional[int] = self._raw.readinto(buffer)
        return read

    def close(self) -> None:
        self._raw.close()
        super().close()


class _Wire:
    """A socket as http.client wants it, bound to the deadline of the question that its connection is asked."""

    def __init__(self, connected: socket.socket, connection: "_Connection"):
        self.socket, self._connection = connected, connection

    def bound(self) -> None:
        """Let the next step take no longer than the question may."""
        self.socket.settimeout(self._connection.tries.remaining())

    def makefile(self, *_: Any) -> io.BufferedReader:
        return io.BufferedReader(_Reader(self))

    def sendall(self, data: bytes) -> None:
        self.bound()
        self.socket.sendall(data)

    def close(self) -> None:
        self.socket.close()


class _Connection(http.client.HTTPConnection):
    """A connection that is kept open. `tries` is the question that uses it."""

    tries: Tries

    def __init__(self, service: Service, context: Optional[ssl.SSLContext]):
        super().__init__(service.host, service.port or (443 if service.secure else 80))
        self._context = context
        self.used = False

    def connect(self) -> None:
        """To the first address of the host that answers, within what is left of the time."""
        failure: OSError = OSError(f"{self.host} has no address")
        for family, kind, protocol, _, address in socket.getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM):
            opened = socket.socket(family, kind, protocol)
            try:
                opened.settimeout(self.tries.remaining())
                opened.connect(address)
                opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                if self._context:
                    opened = self._context.wrap_socket(opened, server_hostname=self.host)
                self.sock: Any = _Wire(opened, self)
                return
            except OSError as error:
                opened.close()
                failure = error
            except BaseException:
                opened.close()
                raise
        raise failure

    def ask(self, tries: Tries, path: str, body: Optional[bytes], headers: Dict[str, str]) -> Tuple[Reply, Dict[str, str]]:
        self.tries = tries
        self.request("GET" if body is None else "POST", path, body=body, headers=headers)
        response = self.getresponse()
        self.used = True
        found = {name.lower(): value for name, value in response.getheaders()}
        text = response.read().decode("utf-8", "replace")
        return Reply(response.status, text, found.get("x-request-id", tries.request_id)), found


class Client(Engine):
    """A service. Any number of threads may share a client, and a process that was forked may go on with it: every
    question has a connection of its own while it is asked, and connections are kept open for the next ones.

    url          "http://127.0.0.1:8080", or with a path prefix
    token        bearer token, when the service wants one
    timeout      seconds a question may take in all: to connect, to send, to be answered, to be asked again. Then it is
                 a Timeout. Only the system's look-up of a host name is not bounded by it
    retries      how often a request is retried when the service is busy (429, 503: after its Retry-After) or there is
                 no connection, or it breaks; None: as long as `timeout` allows, so a service may restart meanwhile.
                 Pauses grow to a second. Every answer depends on its request alone, so it is safe to retry. What was
                 too slow is not retried
    game         a name for the header X-Game: proxies then send the game to the instance that remembers it
    context      for https, where not the system's certificates are meant
    connections  at most so many questions are asked at a time, others wait for their turn
    """

    def __init__(self, url: str = "http://127.0.0.1:8080", token: Optional[str] = None, timeout: float = 30.0,
                 retries: Optional[int] = None, game: Optional[str] = None, context: Optional[ssl.SSLContext] = None,
                 connections: int = 32):
        service = Service(url, token, game)
        if service.secure and context is None:
            context = ssl.create_default_context()
        self._service, self._timeout, self._retries = service, timeout, retries
        self._pool: Pool[_Connection] = Pool(lambda: _Connection(service, context if service.secure else None),
                                             _Connection.close, connections, keep_at_fork=False)

    def with_timeout(self, seconds: float) -> "Client":
        """The same client, with the same connections, that gives each question so many seconds."""
        other = copy.copy(self)
        other._timeout = seconds
        return other

    def _once(self, tries: Tries, path: str, body: Optional[bytes]) -> Tuple[Reply, Dict[str, str]]:
        """One try. A kept connection that the service closed meanwhile says nothing: then a new one is asked."""
        headers = self._service.headers(tries.request_id)
        was_used = False
        try:
            with self._pool.one(tries.remaining()) as connection:
                was_used = connection.used
                return connection.ask(tries, self._service.prefix + path, body, headers)
        except ConnectionError:
            if not was_used:
                raise
        self._pool.clear()  # none of them was used later
        with self._pool.one(tries.remaining(), fresh=True) as connection:
            return connection.ask(tries, self._service.prefix + path, body, headers)

    def reply(self, path: str, body: Optional[str] = None) -> Reply:
        data = bytes_of(body)
        tries = Tries(path, self._timeout, self._retries)
        while True:
            try:
                reply, headers = self._once(tries, path, data)
            except (OSError, http.client.HTTPException) as error:
                # A time-out with a number is one of the network, ETIMEDOUT: a connection that broke.
                if isinstance(error, (TimeoutError, socket.timeout)) and error.errno is None:
                    raise tries.timed_out() from None
                time.sleep(tries.wait_when_broken(error))
                continue
            wait = tries.wait_when_busy(reply.status, headers)
            if wait is None:
                return reply
            time.sleep(wait)

    def close(self) -> None:
        """Close the connections that nobody uses; the next question opens another."""
        self._pool.clear()

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
