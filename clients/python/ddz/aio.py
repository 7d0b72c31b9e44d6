"""The engine over HTTP, for asyncio and trio."""

import asyncio
import contextlib
import copy
from typing import TYPE_CHECKING, Any, Optional

from .engine import Reply, bytes_of, text_of, value_of
from .routes import AsyncRoutes
from .tries import Service, Tries

if TYPE_CHECKING:
    import httpx


class AsyncClient(AsyncRoutes):
    """A service, as `Client`, with methods to be awaited. Any number of tasks of one event loop may share it. Needs
    httpx: `pip install 'ddz-client[async]'`, in Debian `python3-httpx`. The arguments are those of `Client`, but

    transport  an httpx.AsyncBaseTransport, for certificates of one's own or for tests
    """

    def __init__(self, url: str = "http://127.0.0.1:8080", token: Optional[str] = None, timeout: float = 30.0,
                 retries: Optional[int] = None, game: Optional[str] = None, connections: int = 32,
                 transport: "Optional[httpx.AsyncBaseTransport]" = None):
        try:
            import anyio
            import httpx
        except ImportError as error:
            raise ImportError("ddz.AsyncClient needs httpx: pip install 'ddz-client[async]', or in Debian"
                              f" apt install python3-httpx ({error})") from None
        if connections < 1:
            raise ValueError(f"connections are at least 1, not {connections}")
        self._anyio, self._httpx = anyio, httpx
        self._service, self._timeout, self._retries = Service(url, token, game), timeout, retries
        limits = httpx.Limits(max_connections=connections, max_keepalive_connections=connections)
        self._client = httpx.AsyncClient(timeout=None, limits=limits, transport=transport, trust_env=False)

    def with_timeout(self, seconds: float) -> "AsyncClient":
        """The same client, with the same connections, that gives each question so many seconds."""
        other = copy.copy(self)
        other._timeout = seconds
        return other

    async def _reply_in_time(self, tries: Tries, path: str, body: Optional[str]) -> Reply:
        while True:
            try:
                response = await self._client.request(
                    "GET" if body is None else "POST", self._service.root + path,
                    content=bytes_of(body), headers=self._service.headers(tries.request_id))
            except self._httpx.TransportError as error:
                await self._anyio.sleep(tries.wait_when_broken(error))
                continue
            wait = tries.wait_when_busy(response.status_code, response.headers)
            if wait is None:
                text = response.content.decode("utf-8", "replace")
                return Reply(response.status_code, text, response.headers.get("x-request-id", tries.request_id))
            await self._anyio.sleep(wait)

    async def reply(self, path: str, body: Optional[str] = None) -> Reply:
        """Ask with a JSON text (None: GET)."""
        tries = Tries(path, self._timeout, self._retries)
        seconds = tries.remaining()
        asked = self._reply_in_time(tries, path, body)
        try:
            asyncio.current_task()
        except RuntimeError:  # trio's loop
            with self._anyio.move_on_after(seconds):
                return await asked
        else:  # a scope of anyio cancels again and again, also what gives the connection back in httpcore before 1.0.3
            with contextlib.suppress(asyncio.TimeoutError):
                return await asyncio.wait_for(asked, seconds)
        raise tries.timed_out()

    async def ask(self, path: str, body: Any = None) -> Any:
        """Ask a path of openapi.yaml, None as the body: GET. Returns what the JSON says; raises Problem."""
        return value_of(await self.reply(path, text_of(body)))

    async def close(self) -> None:
        """Close the connections. The client cannot be used after it."""
        await self._client.aclose()

    async def __aenter__(self) -> "AsyncClient":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
