"""The engine over HTTP."""

import http.client
import ssl
import time
import urllib.parse
from typing import Dict, Optional, Tuple

from .engine import Engine
from .errors import Unreachable


class Client(Engine):
    """A service, asked over one connection that is kept open. One thread at a time; a client for each thread.

    url      "http://127.0.0.1:8080", or with a path prefix
    token    bearer token, when the service wants one
    timeout  seconds to wait for an answer
    retries  how often a question is asked again when the service is busy (429, 503) or the connection breaks;
             every question is a pure function of its body, so asking again is safe
    game     a name for the header X-Game: proxies then send the game to the instance that remembers it
    """

    def __init__(self, url: str = "http://127.0.0.1:8080", token: Optional[str] = None, timeout: float = 30.0,
                 retries: int = 2, game: Optional[str] = None, context: Optional[ssl.SSLContext] = None):
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"not an http or https URL: {url}")
        self._prefix = parts.path.rstrip("/")
        self._retries = retries
        self._headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if token:
            self._headers["Authorization"] = f"Bearer {token}"
        if game:
            self._headers["X-Game"] = game
        if parts.scheme == "https":
            self._connection = http.client.HTTPSConnection(parts.hostname, parts.port, timeout=timeout, context=context)
        else:
            self._connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=timeout)

    def _once(self, path: str, body: Optional[bytes]) -> Tuple[int, str, Dict[str, str]]:
        method = "GET" if body is None else "POST"
        self._connection.request(method, self._prefix + path, body=body, headers=self._headers)
        response = self._connection.getresponse()
        text = response.read().decode("utf-8")
        return response.status, text, {name.lower(): value for name, value in response.getheaders()}

    def ask_text(self, path: str, body: Optional[str] = None) -> Tuple[int, str]:
        data = None if body is None else body.encode("utf-8")
        for attempt in range(self._retries + 1):
            last = attempt == self._retries
            try:
                status, text, headers = self._once(path, data)
            except (OSError, http.client.HTTPException) as error:
                self._connection.close()
                if last:
                    raise Unreachable(f"{path}: {error}") from error
                time.sleep(0.05 * (attempt + 1))
                continue
            if status in (429, 503) and not last:
                time.sleep(_seconds(headers.get("retry-after")))
                continue
            return status, text
        raise AssertionError("the loop returns or raises")

    def close(self) -> None:
        """Close the connection; the next question opens another."""
        self._connection.close()

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _seconds(retry_after: Optional[str]) -> float:
    """Retry-After in seconds, at most 30; 1 when it is missing or a date."""
    try:
        return min(30.0, max(0.0, float(retry_after or "1")))
    except ValueError:
        return 1.0
