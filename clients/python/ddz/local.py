"""The engine in this process, through libddz."""

import ctypes
import ctypes.util
import os
from typing import Optional, Tuple

from .engine import Engine


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
    loaded = ctypes.CDLL(name)
    loaded.ddz_open.restype = ctypes.c_void_p
    loaded.ddz_open.argtypes = [ctypes.POINTER(_Settings), ctypes.c_char_p, ctypes.c_size_t]
    loaded.ddz_ask_bytes.restype = ctypes.c_int
    loaded.ddz_ask_bytes.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_size_t,
                                     ctypes.POINTER(_Reply)]
    loaded.ddz_close.restype = None
    loaded.ddz_close.argtypes = [ctypes.c_void_p]
    return loaded


class Local(Engine):
    """A handle of libddz. One thread at a time; a Local for each thread.

    library    path of libddz; by default DDZ_LIBRARY of the environment, else the installed one
    model      path of the net to play with; "none": without; by default the installed one
    answer_ms  the longest an answer may take; 0: as long as the question allows
    """

    def __init__(self, library: Optional[str] = None, model: Optional[str] = None, memo_bytes: int = 0,
                 table_bytes: int = 0, answer_ms: int = 0):
        self._handle = None
        self._library = _load(library)
        settings = _Settings(size=ctypes.sizeof(_Settings), model=model.encode() if model else None,
                             memo_bytes=memo_bytes, table_bytes=table_bytes, answer_ms=answer_ms)
        error = ctypes.create_string_buffer(300)
        self._handle = self._library.ddz_open(ctypes.byref(settings), error, len(error))
        if not self._handle:
            raise OSError(error.value.decode("utf-8", "replace"))

    def ask_text(self, path: str, body: Optional[str] = None) -> Tuple[int, str]:
        if not self._handle:
            raise ValueError("the engine is closed")
        data = None if body is None else body.encode("utf-8")
        reply = _Reply()
        status = self._library.ddz_ask_bytes(self._handle, path.encode("utf-8"), data, len(data or b""),
                                             ctypes.byref(reply))
        return status, ctypes.string_at(reply.text, reply.length).decode("utf-8")

    def close(self) -> None:
        """Free the handle. Closing twice is allowed."""
        if self._handle:
            self._library.ddz_close(self._handle)
            self._handle = None

    def __enter__(self) -> "Local":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()
