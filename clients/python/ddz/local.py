"""The engine in this process, through libddz."""

import ctypes
import ctypes.util
import os
from typing import Optional

from .engine import Engine, Reply, bytes_of
from .pool import Pool


class _Bytes(ctypes.Structure):
    _fields_ = [("bytes", ctypes.c_char_p), ("size", ctypes.c_size_t)]


class _Settings(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("model", ctypes.c_char_p), ("net", _Bytes), ("bids", _Bytes),
                ("belief", _Bytes), ("memo_bytes", ctypes.c_size_t), ("table_bytes", ctypes.c_size_t),
                ("answer_ms", ctypes.c_uint)]


class _Reply(ctypes.Structure):
    _fields_ = [("status", ctypes.c_int), ("text", ctypes.c_void_p), ("length", ctypes.c_size_t)]


def _load(library: Optional[str]) -> ctypes.CDLL:
    name = library or os.environ.get("DDZ_LIBRARY") or ctypes.util.find_library("ddz") or "libddz.so.0"
    try:
        loaded = ctypes.CDLL(name)
    except OSError as error:
        raise OSError(f"{error}; make lib or the package libddz0 has libddz, library= or DDZ_LIBRARY says where it is") from None
    loaded.ddz_open.restype = ctypes.c_void_p
    loaded.ddz_open.argtypes = [ctypes.POINTER(_Settings), ctypes.c_char_p, ctypes.c_size_t]
    loaded.ddz_ask_bytes.restype = ctypes.c_int
    loaded.ddz_ask_bytes.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_size_t,
                                     ctypes.POINTER(_Reply)]
    loaded.ddz_close.restype = None
    loaded.ddz_close.argtypes = [ctypes.c_void_p]
    return loaded


class _Handle:
    """A handle of libddz, for one thread at a time."""

    def __init__(self, library: ctypes.CDLL, settings: _Settings):
        self._library = library
        error = ctypes.create_string_buffer(300)
        self._handle = library.ddz_open(ctypes.byref(settings), error, len(error))
        if not self._handle:
            raise OSError(error.value.decode("utf-8", "replace"))

    def ask(self, path: str, body: Optional[str]) -> Reply:
        data = bytes_of(body)
        reply = _Reply()
        status = self._library.ddz_ask_bytes(self._handle, path.encode("utf-8"), data, len(data or b""),
                                             ctypes.byref(reply))
        return Reply(status, ctypes.string_at(reply.text, reply.length).decode("utf-8"))

    def close(self) -> None:
        handle, self._handle = self._handle, None
        if handle:
            self._library.ddz_close(handle)

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            self.close()


class Local(Engine):
    """libddz. Any number of threads may share a Local, and a process that was forked may go on with it: every question
    has a handle of its own while it is computed.

    library    path of libddz; by default DDZ_LIBRARY of the environment, else the installed one
    model      path of the net to play with; "none": without; by default the installed one
    answer_ms  the longest an answer may take; 0: as long as the question allows
    handles    at most so many questions are computed at a time, others wait for their turn; by default as many as
               there are processors. Each takes memory of its own. All are opened at once, with the same nets
    """

    def __init__(self, library: Optional[str] = None, model: Optional[str] = None, memo_bytes: int = 0,
                 table_bytes: int = 0, answer_ms: int = 0, handles: Optional[int] = None):
        loaded = _load(library)
        for name, kind, value in (("memo_bytes", ctypes.c_size_t, memo_bytes), ("table_bytes", ctypes.c_size_t, table_bytes),
                                  ("answer_ms", ctypes.c_uint, answer_ms)):
            if kind(value).value != value:  # ctypes would cut it
                raise ValueError(f"{name}: {value} is out of range")
        settings = _Settings(size=ctypes.sizeof(_Settings), model=model.encode() if model else None,
                             memo_bytes=memo_bytes, table_bytes=table_bytes, answer_ms=answer_ms)
        self._closed = False
        self._pool: Pool[_Handle] = Pool(lambda: _Handle(loaded, settings), _Handle.close,
                                         (os.cpu_count() or 1) if handles is None else handles, keep_at_fork=True)
        self._pool.fill()  # what is wrong shows here, and a net that is replaced later is not read

    def reply(self, path: str, body: Optional[str] = None) -> Reply:
        if self._closed:
            raise ValueError("the engine is closed")
        with self._pool.one() as handle:
            reply = handle.ask(path, body)
        if self._closed:  # meanwhile
            self._pool.clear()
        return reply

    def close(self) -> None:
        """Free the handles; those in use when their answer is there. Closing twice is allowed."""
        self._closed = True
        self._pool.clear()

    def __enter__(self) -> "Local":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
