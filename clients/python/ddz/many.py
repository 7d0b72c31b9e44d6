"""Many requests as one job, on the processors of this machine or of a cluster.

    from ddz import many
    for answer in many.map("/review", games): ...              # games: dicts or JSON texts, from anywhere
    many.run("/review", "games.jsonl", "reviews.jsonl")        # files of JSON lines; goes on where it was stopped

    python3 -m ddz.many /review games.jsonl -o reviews.jsonl

A row is the body of a request; result n belongs to row n. A row that the engine refuses has a result, too: {"failed": true,
"status": 422, "problem": {...}, "row": the body}. `elapsed_us` is 0 and `waited_ms` left out. So the same rows give the same
octets on any number of workers, where limits are in nodes and seeds are given.

Rows go out in chunks of about half a second, and a few chunks for each worker are on their way at a time: a file of any
length needs little memory. When a worker dies its chunks are computed again.
"""

import argparse
import collections
import concurrent.futures
import contextlib
import ctypes
import fcntl
import functools
import gzip
import importlib
import itertools
import json
import os
import re
import signal
import sys
import threading
import time
from typing import IO, Any, Callable, Deque, Dict, Generator, Iterable, Iterator, List, Mapping, NamedTuple, Optional, Tuple, Union

from .engine import Engine, text_of
from .http import Client
from .local import Local

Row = Union[str, Mapping[str, Any]]
Settings = Union[str, Tuple[Tuple[str, Any], ...]]  # the URL of a service, or what Local is opened with

CHUNK_SECONDS = 0.5
CHUNK_ROWS = 1000
AHEAD = 4  # chunks on their way for each worker
TRIES = 3  # of a row whose worker dies

# ---- in a worker ----

_own = threading.local()  # a thread has an engine of its own, so a worker with several threads uses all of them
_WAITED, _ELAPSED = re.compile(r'"waited_ms":\d+,'), re.compile(r'"elapsed_us":\d+')


class Chunk(NamedTuple):
    """The results of some rows, and the seconds they took."""

    results: List[str]
    seconds: float


def _engine(settings: Settings) -> Engine:
    engines: Dict[Settings, Engine] = _own.__dict__.setdefault("engines", {})
    if settings not in engines:
        engines[settings] = Client(settings) if isinstance(settings, str) else Local(handles=1, **dict(settings))
    return engines[settings]


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:  # what is no JSON stays a text
        return text


def _failure(row: str, status: int, problem: Any) -> str:
    return str(text_of({"failed": True, "status": status, "problem": problem, "row": _value(row)}))


def _compute(settings: Settings, route: str, rows: List[str]) -> Chunk:
    began, results = time.monotonic(), []
    for row in rows:
        status, text = _engine(settings).ask_text(route, row)
        text = _ELAPSED.sub('"elapsed_us":0', _WAITED.sub("", text))
        results.append(text if status == 200 else _failure(row, status, _value(text)))
    return Chunk(results, time.monotonic() - began)


def _begin_process() -> None:
    """The parent alone is interrupted, and its workers end with it, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "linux":
        parent_death_signal = 1
        ctypes.CDLL(None).prctl(parent_death_signal, signal.SIGKILL)


# ---- in the parent ----


class _Job:
    """Rows on their way to workers. A pool of processes of this machine breaks as a whole when one of them dies; then each
    chunk that was on its way goes alone, row by row where it breaks the pool again, to find what kills its worker."""

    def __init__(self, call: Callable[..., Chunk], executor: Optional[concurrent.futures.Executor], workers: int):
        self._call, self._given, self._workers = call, executor, workers
        self._executor = executor or self._pool()
        self._size = 1
        self._flying: Deque[Tuple[List[str], "concurrent.futures.Future[Chunk]"]] = collections.deque()
        self._suspects: Deque[List[str]] = collections.deque()
        self._tries = 0

    def _pool(self) -> concurrent.futures.Executor:
        return concurrent.futures.ProcessPoolExecutor(self._workers, initializer=_begin_process)

    def _send(self, rows: List[str]) -> None:
        future: "concurrent.futures.Future[Chunk]" = concurrent.futures.Future()
        try:
            future = self._executor.submit(self._call, rows)
        except concurrent.futures.BrokenExecutor as broken:
            future.set_exception(broken)
        self._flying.append((rows, future))

    def results(self, rows: Iterator[str]) -> Iterator[str]:
        while True:
            while not self._suspects and len(self._flying) < AHEAD * self._workers:
                chunk = list(itertools.islice(rows, self._size))
                if not chunk:
                    break
                self._send(chunk)
            if self._suspects:
                self._send(self._suspects[0])
            if not self._flying:
                return
            chunk, future = self._flying.popleft()
            try:
                done = future.result()
            except concurrent.futures.BrokenExecutor:
                if self._given:
                    raise
                yield from self._broken(chunk)
                continue
            if self._suspects:
                self._forget()
            self._adapt(done)
            yield from done.results

    def _adapt(self, done: Chunk) -> None:
        rows = CHUNK_SECONDS * len(done.results) / max(done.seconds, 1e-6)
        self._size = int(max(1, min(rows, 2 * self._size, CHUNK_ROWS)))

    def _forget(self) -> None:
        self._suspects.popleft()
        self._tries = 0

    def _broken(self, chunk: List[str]) -> Iterator[str]:
        self._executor.shutdown()
        self._executor = self._pool()
        if not self._suspects:
            self._suspects.extend([chunk, *(rows for rows, _ in self._flying)])
            self._flying.clear()
        elif len(chunk) > 1:
            self._suspects.popleft()
            self._suspects.extendleft([row] for row in reversed(chunk))
        elif self._tries + 1 < TRIES:
            self._tries += 1
        else:
            self._forget()
            yield _failure(chunk[0], 500, {"code": "worker_died", "detail": f"{TRIES} workers died with it"})

    def close(self) -> None:
        for _, future in self._flying:
            future.cancel()
        if not self._given:
            self._executor.shutdown(cancel_futures=True)


def lines(route: str, rows: Iterable[Row], *, workers: Optional[int] = None,
          executor: Optional[concurrent.futures.Executor] = None, url: Optional[str] = None,
          **local: Any) -> Generator[str, None, None]:
    """The results of rows as JSON texts, in their order, computed ahead of the caller.

    route     a path of openapi.yaml
    rows      bodies: dicts or JSON texts, taken one after the other as they are needed
    workers   processes; by default as many as processors that this process may use
    executor  anything of the shape of concurrent.futures, such as Dask's Client.get_executor(); then `workers` is how many
              rows it computes at a time. The package ddz and libddz must be where it computes. It is left open
    url       ask this service; by default libddz in each worker
    local     library, model, memo_bytes, table_bytes, answer_ms of ddz.Local
    """
    settings: Settings = url if url is not None else tuple(sorted(local.items()))
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    job = _Job(functools.partial(_compute, settings, route), executor, workers or processors)
    try:
        yield from job.results(row if isinstance(row, str) else str(text_of(row)) for row in rows)
    finally:
        job.close()


def map(route: str, rows: Iterable[Row], **how: Any) -> Iterator[Any]:
    """`lines`, each as the object it is."""
    for line in lines(route, rows, **how):
        yield json.loads(line)


# ---- files ----

def _part_of(file: IO[bytes], part: int, parts: int) -> Iterator[bytes]:
    """The lines that begin in this part of the octets: each line is in one part."""
    size = os.fstat(file.fileno()).st_size
    begin, end = size * part // parts, size * (part + 1) // parts
    if begin > 0:
        file.seek(begin - 1)
        file.readline()
    while file.tell() < end:
        yield file.readline()


@contextlib.contextmanager
def rows_of(source: str, part: int = 0, parts: int = 1) -> Iterator[Iterator[str]]:
    """The lines of a file that are not blank; "-": of standard input; NAME.gz is unpacked.

    part, parts  only this part, from 0, of so many about equal ones; the results of all, joined, are those of the file
    """
    if not 0 <= part < parts:
        raise ValueError(f"there is no part {part} of {parts}: they begin with 0")
    if parts > 1 and (source == "-" or source.endswith(".gz")):
        raise ValueError(f"only a plain file has parts, not {source}")
    file: Any = sys.stdin.buffer
    if source != "-":
        file = gzip.open(source) if source.endswith(".gz") else open(source, "rb")
    with file:
        found = _part_of(file, part, parts) if parts > 1 else file
        yield (line.decode("utf-8", "surrogateescape").strip() for line in found if line.strip())


def _octets(line: str) -> bytes:
    return line.encode("utf-8", "backslashreplace") + b"\n"


def _there(file: IO[bytes]) -> Tuple[int, int, bytes]:
    """Of a file with results: how many are whole but for the last one, where that begins, and all octets from there."""
    rows, begin, tail = 0, 0, b""
    for line in file:
        if tail.endswith(b"\n") and line.endswith(b"\n"):
            rows, begin, tail = rows + 1, begin + len(tail), b""
        tail += line
    return rows, begin, tail


def _goes_on(file: IO[bytes], begin: int, tail: bytes, results: Iterator[str]) -> bytes:
    """The last results that are there, made again. They must be the same; else the file stays as it is."""
    again = b""
    for line in results:
        again += _octets(line)
        if len(again) >= len(tail):
            break
    if not again.startswith(tail):
        raise ValueError("the file has results of other rows, or of another version: remove it, or name another one")
    file.seek(begin)
    file.truncate()
    return again


def run(route: str, source: str = "-", target: str = "-", *, part: int = 0, parts: int = 1,
        progress: Optional[Callable[[int, int], None]] = None, **how: Any) -> Tuple[int, int]:
    """`lines` of a file, to a file; "-": standard input and output. Returns how many rows there are, and how many failed.

    A file that has results already gets those that it lacks: the same call goes on where it was stopped, however it was.

    progress  called after each row with these two numbers; only failures of this run are counted
    how       as for `lines`
    """
    failed, known, begin, tail = 0, 0, 0, b""
    with contextlib.ExitStack() as opened:
        rows = opened.enter_context(rows_of(source, part, parts))
        file: IO[bytes] = sys.stdout.buffer
        if target != "-":
            file = opened.enter_context(os.fdopen(os.open(target, os.O_RDWR | os.O_CREAT, 0o666), "r+b"))
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # two runs would write in turn
            known, begin, tail = _there(file)
        results = opened.enter_context(contextlib.closing(lines(route, itertools.islice(rows, known, None), **how)))
        again = _goes_on(file, begin, tail, results) if tail else b""
        done = known
        for data in itertools.chain(again.splitlines(True), (_octets(line) for line in results)):
            file.write(data)
            file.flush()
            done += 1
            failed += data.startswith(b'{"failed":true')
            if progress:
                progress(done, failed)
    return done, failed


# ---- the command ----

def _progress() -> Callable[[int, int], None]:
    """Says how far it is: by tqdm where that is installed, else a line a second."""
    with contextlib.suppress(ImportError):
        bar = importlib.import_module("tqdm").tqdm(unit=" rows")
        return lambda rows, failed: bar.update(rows - bar.n) and None
    began = told = time.monotonic()
    first = 0

    def line(rows: int, failed: int) -> None:
        nonlocal told, first
        now, first = time.monotonic(), first or rows
        if now - told >= 1:
            told = now
            print(f"many: {rows} rows, {(rows - first) / (now - began):.1f} a second, {failed} failed", file=sys.stderr)
    return line


def _of_dask(address: str, opened: contextlib.ExitStack) -> Dict[str, Any]:
    """The executor of a Dask cluster, which sends again what was on a worker that left."""
    client = opened.enter_context(importlib.import_module("distributed").Client(address))
    return {"executor": client.get_executor(pure=False), "workers": sum(client.nthreads().values()) or 1}


def main(arguments: Optional[List[str]] = None) -> int:
    parser = argparse.ArgumentParser(prog="python3 -m ddz.many", description="Many requests as one job.")
    add = parser.add_argument
    add("route", help="a path of openapi.yaml, such as /review")
    add("source", nargs="?", default="-", help="bodies, one a line; - is standard input; NAME.gz is unpacked")
    add("-o", "--output", default="-", metavar="FILE", help="results, one a line; a file that has some is completed")
    add("--workers", type=int, help="processes; by default one for each processor")
    add("--dask", metavar="ADDRESS", help="compute on the workers of this Dask scheduler")
    add("--url", help="send the requests to this service; by default libddz computes in each worker")
    add("--library", help="path of libddz")
    add("--model", help="path of the net")
    add("--part", type=lambda text: [int(number) for number in text.split("/", 1)], default=[0, 1], metavar="I/N", help="only part I, from 0, of N parts of the file")
    asked = parser.parse_args(arguments)
    how = {name: value for name, value in vars(asked).items() if name in ("workers", "url", "library", "model") and value}
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with contextlib.ExitStack() as opened:
            how.update(_of_dask(asked.dask, opened) if asked.dask else {})
            rows, failed = run(asked.route, asked.source, asked.output, part=asked.part[0], parts=asked.part[-1],
                               progress=_progress() if sys.stderr.isatty() else None, **how)
    except KeyboardInterrupt:
        print("many: stopped; the same command goes on", file=sys.stderr)
        return 130
    except (OSError, ValueError) as error:
        print(f"many: {error}", file=sys.stderr)
        return 2
    print(f"many: {rows} rows, {failed} failed", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
