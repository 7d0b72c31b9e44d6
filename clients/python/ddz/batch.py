"""Many tables at a time, in numpy arrays that a step writes into: libddz's batch (ddz_core.h), for learning.

    from ddz.batch import Batch
    batch = Batch(1024, rules="douzero", threads=2)
    while True:
        batch.step(policy(batch.v1, batch.rows, batch.first))       # an int32 for each table: which row of its list

Table i may do rows first[i] to first[i + 1] - 1; an action counts from 0. The arrays are made once and stay the same
objects, but for those that have an entry for each row, which grow unless `room` says how many there may be.
torch.from_numpy sees them without a copy. The interpreter's lock is free during a step. What the bytes are says
ddz_core.h, and docs/in-process.md what a step does.
"""

import ctypes
import importlib
import json
from typing import Any, Callable, Dict, Mapping, Optional, Sequence, Tuple, Union

from .local import _load, _Settings

np: Any = importlib.import_module("numpy")

V1, OPEN, ENGINE, ENGINE_POINTS = 384, 64, 196, 0
DOUZERO = {"douzero_x": 430, "douzero_z": 810}
ENGINES = ("auto", "rules", "net", "search")
STYLES = ("steady", "aggressive", "cooperative")


class _Player(ctypes.Structure):
    _fields_ = [("engine", ctypes.c_uint8), ("level", ctypes.c_uint8), ("style", ctypes.c_uint8), ("objective", ctypes.c_uint8),
                ("spare", ctypes.c_uint32), ("seed", ctypes.c_uint64), ("nodes", ctypes.c_uint64)]


class _BatchSettings(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("rules", ctypes.c_void_p), ("seed", ctypes.c_uint64), ("tables", ctypes.c_uint32),
                ("threads", ctypes.c_uint32), ("engine", ctypes.POINTER(_Settings)), ("robot", _Player * 3),
                ("robots", ctypes.c_uint32), ("skip", ctypes.c_uint32)]


class _Arrays(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("room", ctypes.c_size_t)] + [
        (name, ctypes.c_void_p) for name in ("first", "rows", "ids", "turn", "done", "reward", "seed", "v1", "open", "douzero_x",
                                             "douzero_z", "douzero_rows", "engine", "role", "forced", "stake")]


def _library(path: Optional[str]) -> ctypes.CDLL:
    library = _load(path)
    pointer, text = ctypes.c_void_p, ctypes.c_char_p
    for name, result, arguments in (
            ("ddzc_rules_open", pointer, [text, text, ctypes.c_size_t]), ("ddzc_rules_close", None, [pointer]),
            ("ddzc_batch_open", pointer, [ctypes.POINTER(_BatchSettings), text, ctypes.c_size_t]),
            ("ddzc_batch_close", None, [pointer]), ("ddzc_batch_look", ctypes.c_int, [pointer, ctypes.POINTER(_Arrays)]),
            ("ddzc_batch_step", ctypes.c_int, [pointer, pointer, ctypes.POINTER(_Arrays)]),
            ("ddzc_error_text", text, [ctypes.c_int]), ("ddzc_kind_name", text, [ctypes.c_int])):
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


def _player(settings: Mapping[str, Any]) -> _Player:
    """A robot: engine, level, style, objective, seed, nodes, as the fields of /robot-move; 0: no level."""
    told = dict(settings)
    player = _Player(engine=ENGINES.index(told.pop("engine", "auto")), style=STYLES.index(told.pop("style", "steady")),
                     objective=("win", "points").index(told.pop("objective", "win")), level=told.pop("level", 0),
                     seed=told.pop("seed", 0), nodes=told.pop("nodes", 0))
    if told:
        raise TypeError(f"a robot has no {', '.join(told)}")
    return player


class Batch:
    """Tables that move together.

    rules    a preset, or the rules object of the requests
    seed     of the first deals; every deal has a seed of its own, in `seed`
    robots   {seat: settings} for at most two seats, e.g. {0: {"level": 9}, 2: {"engine": "net"}}; they act inside of a step
    ids      also `ids`: the number of each row among RLCard's plays, -1 where it has none
    observe  of "v1", "open", "douzero", "engine"
    model    path of the net the robots play with; "none"; by default the installed one
    skip     of "forced", "calls": inside of a step who has one row does it, and the robots' engine calls for all seats
    room     rows in the arrays that have an entry for each, which then never move; a step that has more is refused
    make     shape, dtype -> the array, zeroed or not; e.g. on memory that is page-locked. By default numpy.zeros
    """

    first: Any
    turn: Any
    done: Any
    reward: Any
    seed: Any
    role: Any
    forced: Any
    stake: Any
    rows: Any
    ids: Any
    v1: Any
    open: Any
    douzero_x: Any
    douzero_z: Any
    douzero_rows: Any
    engine: Any

    def __init__(self, tables: int, rules: Union[str, Mapping[str, Any]] = "standard", seed: int = 0, threads: int = 1,
                 robots: Optional[Mapping[int, Mapping[str, Any]]] = None, observe: Sequence[str] = ("v1",), ids: bool = False,
                 library: Optional[str] = None, model: Optional[str] = None, skip: Sequence[str] = (), room: int = 0,
                 make: Optional[Callable[[Any, Any], Any]] = None):
        self._batch = self._rules = None
        self._library = _library(library)
        self.tables, self._fixed, self._new = tables, room > 0, make or np.zeros
        error = ctypes.create_string_buffer(300)
        self._rules = self._library.ddzc_rules_open(json.dumps(rules).encode(), error, len(error))
        if not self._rules:
            raise ValueError(error.value.decode())
        engine = _Settings(size=ctypes.sizeof(_Settings), model=model.encode() if model else None)
        settings = _BatchSettings(size=ctypes.sizeof(_BatchSettings), rules=self._rules, seed=seed, tables=tables, threads=threads,
                                  engine=ctypes.pointer(engine))
        for seat, robot in (robots or {}).items():
            settings.robot[seat] = _player(robot)
            settings.robots |= 1 << seat
        settings.skip = sum(1 << ("forced", "calls").index(what) for what in set(skip))
        self._batch = self._library.ddzc_batch_open(ctypes.byref(settings), error, len(error))
        if not self._batch:
            self.close()
            raise ValueError(error.value.decode())
        self._make(tables, observe, ids, room or 16 * tables + 1024)
        self.look()

    def _make(self, tables: int, observe: Sequence[str], ids: bool, room: int) -> None:
        unknown = set(observe) - {"v1", "open", "douzero", "engine"}
        if unknown:
            raise ValueError(f"there is no observation {', '.join(sorted(unknown))}")
        per_table: Dict[str, Tuple[Any, Any]] = {
            "first": (tables + 1, np.int32), "reward": ((tables, 3), np.float32), "seed": (tables, np.uint64), "stake": (tables, np.float32),
            **{name: (tables, np.uint8) for name in ("turn", "done", "role", "forced")}}
        wide: Dict[str, int] = {"v1": V1, "open": OPEN, **(DOUZERO if "douzero" in observe else {})}
        per_table.update({name: ((tables, width), np.uint8) for name, width in wide.items() if name in observe or name in DOUZERO})
        for name in (*per_table, *wide):
            setattr(self, name, self._new(*per_table[name]) if name in per_table else None)
        self._per_row: Dict[str, Tuple[int, Any]] = {"rows": (16, np.uint8), **({"ids": (0, np.int32)} if ids else {}),
                         **({"douzero_rows": (54, np.uint8)} if "douzero" in observe else {}),
                         **({"engine": (ENGINE, np.uint16)} if "engine" in observe else {})}
        self._given = _Arrays(size=ctypes.sizeof(_Arrays))
        for name in per_table:
            setattr(self._given, name, getattr(self, name).ctypes.data)
        self._grow(room)

    def _grow(self, room: int) -> None:
        for name, (width, kind) in self._per_row.items():
            array = self._new((room, width) if width else room, kind)
            setattr(self, name, array)
            setattr(self._given, name, array.ctypes.data)
        self._given.room = room

    def _do(self, call: Any, *arguments: Any) -> int:
        """How many rows there are. Where there is too little room nothing has moved, so it can be done again with more."""
        if not self._batch:
            raise ValueError("the batch is closed")
        while True:
            n: int = call(self._batch, *arguments, ctypes.byref(self._given))
            if n < 0:
                raise ValueError(self._library.ddzc_error_text(n).decode())
            if n <= self._given.room:
                return n
            if self._fixed:
                raise ValueError(f"there are {n} rows, and room for {self._given.room}")
            self._grow(n + n // 2)

    def look(self) -> int:
        """Write the arrays anew; returns how many rows there are."""
        return self._do(self._library.ddzc_batch_look)

    def step(self, actions: Any) -> int:
        """Each table does row actions[i] of its list; returns how many rows there are then. ValueError: an action is out of
        range, and no table has moved."""
        wanted = np.ascontiguousarray(actions, np.int32)
        if wanted.shape != (self.tables,):
            raise ValueError(f"{self.tables} actions are due")
        return self._do(self._library.ddzc_batch_step, wanted.ctypes.data)

    def counts(self) -> Any:
        """How many rows each table has."""
        return np.diff(self.first)

    def kind_name(self, kind: int) -> str:
        """The name of a kind (the last byte of a row, without 128): of a play, a call, or "pass"."""
        name: Optional[bytes] = self._library.ddzc_kind_name(kind & 127)
        return name.decode() if name else "?"

    def close(self) -> None:
        batch, self._batch = self._batch, None
        rules, self._rules = self._rules, None
        if batch:
            self._library.ddzc_batch_close(batch)
        if rules:
            self._library.ddzc_rules_close(rules)

    def __enter__(self) -> "Batch":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_library", None) is not None:
            self.close()
