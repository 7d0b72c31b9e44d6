"""Things that one thread at a time may use, shared by all threads."""

import collections
import contextlib
import os
import threading
import weakref
from typing import Any, Callable, Deque, Generic, Iterator, List, Optional, TypeVar

Item = TypeVar("Item")


class _Turns:
    """So many at a time, and who came first goes first: threading.Semaphore is not fair."""

    def __init__(self, count: int):
        self._lock = threading.Lock()
        self._free = count
        self._waiting: Deque[threading.Lock] = collections.deque()

    def acquire(self, timeout: Optional[float]) -> bool:
        """A turn; False when there is none in `timeout` seconds."""
        with self._lock:
            if self._free > 0:
                self._free -= 1
                return True
            mine = threading.Lock()
            mine.acquire()
            self._waiting.append(mine)
        try:
            if mine.acquire(timeout=-1 if timeout is None else timeout):
                return True
        except BaseException:
            self._give_up(mine)
            raise
        with self._lock:
            if mine in self._waiting:
                self._waiting.remove(mine)
                return False
        return True  # given in the last moment

    def _give_up(self, mine: threading.Lock) -> None:
        with self._lock:
            waits = mine in self._waiting
            if waits:
                self._waiting.remove(mine)
        if not waits:
            self.release()

    def release(self) -> None:
        """Give the turn to the caller that waits longest."""
        with self._lock:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._free += 1


class Pool(Generic[Item]):
    """At most `limit` items; who wants one when all are in use waits. The one used last is given first: it is warm.

    After a fork the child has the idle items if `keep_at_fork`, and makes no more unless there were none; else it has none.
    Those in use stay with the parent's threads.
    """

    def __init__(self, make: Callable[[], Item], drop: Callable[[Item], None], limit: int, keep_at_fork: bool):
        if limit < 1:
            raise ValueError(f"connections and handles are at least 1, not {limit}")
        self._make, self._drop, self._limit, self._keep = make, drop, limit, keep_at_fork
        self._idle: List[Item] = []
        self._begin()
        _pools.add(self)

    def _begin(self) -> None:
        self._turns = _Turns(self._limit)

    def after_fork(self) -> None:
        """In the child: nobody else uses anything, and what is not to be shared goes."""
        if self._keep:
            self._limit = len(self._idle) or 1
        self._begin()
        if not self._keep:
            self.clear()

    @contextlib.contextmanager
    def one(self, timeout: Optional[float] = None, fresh: bool = False) -> Iterator[Item]:
        """An item for a `with` block: an idle one, or a new one, always if `fresh`. An error in the block drops it.
        TimeoutError when none gets free in `timeout` seconds."""
        turns = self._turns  # of before a fork, where the block began before it
        if not turns.acquire(timeout):
            raise TimeoutError("all are in use")
        try:
            item = self._make() if fresh else self._take()
            try:
                yield item
            except BaseException:
                self._drop(item)
                raise
            self._idle.append(item)
        finally:
            turns.release()

    def _take(self) -> Item:
        try:
            return self._idle.pop()  # one step, so no lock is needed
        except IndexError:
            return self._make()

    def fill(self) -> None:
        """Make all of them now."""
        with contextlib.ExitStack() as made:
            for _ in range(self._limit):
                made.enter_context(self.one())

    def clear(self) -> None:
        """Drop what is idle."""
        with contextlib.suppress(IndexError):
            while True:
                self._drop(self._idle.pop())


_pools: "weakref.WeakSet[Pool[Any]]" = weakref.WeakSet()


def _after_fork() -> None:
    for pool in list(_pools):
        pool.after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
