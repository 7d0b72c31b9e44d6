"""Where and how often a service is asked: what Client and AsyncClient share."""

import os
import random
import time
import urllib.parse
from typing import Dict, Mapping, Optional

from .errors import Timeout, Unreachable


class Service:
    """A service by its URL, and the fields of every request to it."""

    def __init__(self, url: str, token: Optional[str], game: Optional[str]):
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"not an http or https URL: {url}")
        self.secure, self.host, self.port = parts.scheme == "https", parts.hostname, parts.port
        self.prefix = parts.path.rstrip("/")
        self.root = url.rstrip("/")
        self._headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if token:
            self._headers["Authorization"] = f"Bearer {token}"
        if game:
            self._headers["X-Game"] = game

    def headers(self, request_id: str) -> Dict[str, str]:
        return {**self._headers, "X-Request-Id": request_id}


class Tries:
    """The tries of one question: one name, one deadline, and what comes after a try that failed."""

    def __init__(self, path: str, timeout: float, retries: Optional[int]):
        self.request_id = os.urandom(8).hex()
        self._path, self._timeout, self._left = path, timeout, retries
        self._failed = 0
        self._deadline = time.monotonic() + timeout

    def remaining(self) -> float:
        """Seconds left, more than 0; Timeout when there are none."""
        seconds = self._deadline - time.monotonic()
        if seconds <= 0:
            raise self.timed_out()
        return min(seconds, 1e9)  # the system knows no longer wait

    def timed_out(self) -> Timeout:
        return Timeout(f"{self._path}: no answer within {self._timeout:g} s", self.request_id)

    def _another(self, wait: float) -> Optional[float]:
        """`wait` and a pause that grows to a second; by chance, so that callers who failed together come one by one."""
        wait += min(1.0, 0.05 * 2 ** min(self._failed, 9)) * random.uniform(0.5, 1)
        if (self._left is not None and self._failed >= self._left) or wait >= self._deadline - time.monotonic():
            return None
        self._failed += 1
        return wait

    def wait_when_broken(self, error: Exception) -> float:
        """No connection, or it broke: seconds to wait before the next try; Unreachable when there is none."""
        wait = self._another(0)
        if wait is None:
            raise Unreachable(f"{self._path}: {str(error) or type(error).__name__}", self.request_id) from error
        return wait

    def wait_when_busy(self, status: int, headers: Mapping[str, str]) -> Optional[float]:
        """Seconds to wait before the next try when the service is busy; None: this answer is the last word, because
        it is an answer, or no try is left, or the service asks for more time than there is."""
        return self._another(_seconds(headers.get("retry-after"))) if status in (429, 503) else None


def _seconds(retry_after: Optional[str]) -> float:
    """Retry-After in seconds; 1 when it is missing or a date."""
    try:
        return max(0.0, float(retry_after or "1"))
    except ValueError:
        return 1.0
