"""Three robots play a game in this process: libddz by ctypes alone (LD_LIBRARY_PATH, if not installed)."""
import ctypes
import json

class Reply(ctypes.Structure):
    _fields_ = [("status", ctypes.c_int), ("text", ctypes.c_char_p), ("length", ctypes.c_size_t)]

ddz, reply = ctypes.CDLL("libddz.so.0"), Reply()
ddz.ddz_open.restype = ctypes.c_void_p
engine = ctypes.c_void_p(ddz.ddz_open(None, None, 0))
game = {"rules": "huanle", "seed": 7, "robots": {"0": True, "1": True, "2": {"level": 3}}}
assert ddz.ddz_ask(engine, b"/table", json.dumps(game).encode(), ctypes.byref(reply)) == 200, reply.text
print(reply.text.decode())
ddz.ddz_close(engine)
