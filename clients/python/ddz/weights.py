"""The weights of a net as numpy arrays, and back into a file that plays: libddz reads and writes it (ddz_core.h).

    from ddz import weights
    net = weights.read("models/ddz.net")
    print(net.name, net.w1.shape)                      # ddz-5 (3, 7807, 512): role, input, unit
    weights.write("mine.net", net)                     # for ddzd --model, for model= of Local and Batch

What the arrays compute:

    hidden = clip(b1 + w1[inputs that are on].sum(), 0, net.clip)
    one    = max(0, w2 @ hidden + b2)
    two    = max(0, w3 @ one + b3)
    w4 @ two + b4                                      # a logit of winning; points in units of net.points_unit

A file has w1 and w2 in 255 steps, so what was written is read with the error of rounding, and what was read is written
without a further one. Inputs whose row of w1 is zero take no room in it.
"""

import ctypes
import importlib
from typing import Any, Dict, Optional, Tuple

from .local import _load

np: Any = importlib.import_module("numpy")

NAMES = ("w1", "b1", "w2", "b2", "w3", "b3", "w4", "b4")


class _Net(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("inputs", ctypes.c_uint32), ("width", ctypes.c_uint32), ("hidden", ctypes.c_uint32 * 2),
                ("features", ctypes.c_uint32), ("clip", ctypes.c_float), ("points_unit", ctypes.c_float),
                ("slope", ctypes.c_float * 18), ("offset", ctypes.c_float * 18), ("name", ctypes.c_char * 32),
                ("record", ctypes.c_char_p)]


class _Weights(ctypes.Structure):
    _fields_ = [(name, ctypes.c_void_p) for name in NAMES]


class Net:
    """A net of each role. w1 (3,F,W) b1 (3,W) w2 (3,H1,W) b2 (3,H1) w3 (3,H2,H1) b3 (3,H2) w4 (3,2,H2) b4 (3,2), float32.

    slope, offset  (3,3,2): chance = 1 / (1 + exp(-(slope * logit + offset))) by dealing, role and objective; slope 0:
                   not measured
    """

    w1: Any
    b1: Any
    w2: Any
    b2: Any
    w3: Any
    b3: Any
    w4: Any
    b4: Any

    def __init__(self, about: _Net):
        self.inputs, self.width = int(about.inputs), int(about.width)
        self.hidden: Tuple[int, int] = (int(about.hidden[0]), int(about.hidden[1]))
        self.features, self.clip, self.points_unit = int(about.features), float(about.clip), float(about.points_unit)
        self.slope, self.offset = (np.array(list(of), np.float32).reshape(3, 3, 2) for of in (about.slope, about.offset))
        self.name, self.record = about.name.decode(), (about.record or b"").decode()
        for name, shape in self.shapes().items():
            setattr(self, name, np.zeros(shape, np.float32))

    def shapes(self) -> Dict[str, Tuple[int, ...]]:
        """Of the arrays, by their names."""
        f, w, (h1, h2) = self.inputs, self.width, self.hidden
        return {"w1": (3, f, w), "b1": (3, w), "w2": (3, h1, w), "b2": (3, h1), "w3": (3, h2, h1), "b3": (3, h2),
                "w4": (3, 2, h2), "b4": (3, 2)}

    def _pointers(self) -> _Weights:
        """To the arrays, which become what libddz takes."""
        for name, shape in self.shapes().items():
            array = np.ascontiguousarray(getattr(self, name), np.float32)
            if array.shape != shape:
                raise ValueError(f"{name} has the shape {array.shape}, not {shape}")
            setattr(self, name, array)
        return _Weights(*(getattr(self, name).ctypes.data for name in NAMES))


def _library(path: Optional[str]) -> ctypes.CDLL:
    library = _load(path)
    pointer, size = ctypes.c_void_p, ctypes.c_size_t
    net, weights = ctypes.POINTER(_Net), ctypes.POINTER(_Weights)
    library.ddzc_net_read.restype, library.ddzc_net_read.argtypes = ctypes.c_int, [pointer, size, net, weights]
    library.ddzc_net_write.restype, library.ddzc_net_write.argtypes = ctypes.c_int, [net, weights, pointer, size]
    library.ddzc_error_text.restype, library.ddzc_error_text.argtypes = ctypes.c_char_p, [ctypes.c_int]
    return library


def _good(library: ctypes.CDLL, result: int) -> int:
    if result < 0:
        raise ValueError(library.ddzc_error_text(result).decode())
    return result


def _room(size: int) -> Any:
    """Bytes on a boundary of 64."""
    room = np.zeros(size + 64, np.uint8)
    start = -room.ctypes.data % 64
    return room[start:start + size]


def fresh(width: int = 512, hidden: Tuple[int, int] = (128, 128), name: str = "mine-1", library: Optional[str] = None) -> Net:
    """Zeros, for the inputs of this libddz. width: a multiple of 64 to 1,024; hidden: multiples of 16 to 128."""
    loaded, about = _library(library), _Net()
    _good(loaded, loaded.ddzc_net_read(None, 0, ctypes.byref(about), None))
    about.width, about.hidden[0], about.hidden[1], about.name = width, hidden[0], hidden[1], name.encode()
    return Net(about)


def grow(net: Net, width: int, hidden: Tuple[int, int], seed: int = 1, library: Optional[str] = None) -> Net:
    """The same net with more units, no layer smaller than it was: what goes into the new ones is drawn, nothing goes up from them,
    so it says what `net` said. Rows of w1 that are zero stay so."""
    grown, chance = fresh(max(width, net.width), (max(hidden[0], net.hidden[0]), max(hidden[1], net.hidden[1])), net.name, library), np.random.default_rng(seed)
    for name, value in vars(net).items():
        if name not in ("width", "hidden", *NAMES):
            setattr(grown, name, value)
    for name, shape in grown.shapes().items():
        old, new = getattr(net, name), np.zeros(shape, np.float32)
        units = {"w1": 2, "w2": 1, "w3": 1}.get(name)  # the axis of the units that it leads to
        if units and shape[units] > old.shape[units]:
            first = [slice(None)] * 3
            first[units] = slice(old.shape[units], None)
            new[tuple(first)] = chance.normal(0, 0.1 if name == "w1" else (2 / shape[2]) ** 0.5, new[tuple(first)].shape)
        if name == "w1":
            new *= old.any(2, keepdims=True)
        new[tuple(slice(n) for n in old.shape)] = old
        setattr(grown, name, new)
    for name, count in (("w2", net.width), ("w3", net.hidden[0]), ("w4", net.hidden[1])):
        getattr(grown, name)[:, :, count:] = 0
    return grown


def unpack(data: bytes, library: Optional[str] = None) -> Net:
    """The net of a file. ValueError: it is none."""
    loaded, about, image = _library(library), _Net(), _room(len(data))
    image[:] = np.frombuffer(data, np.uint8)
    _good(loaded, loaded.ddzc_net_read(image.ctypes.data, len(image), ctypes.byref(about), None))
    net = Net(about)
    pointers = net._pointers()
    _good(loaded, loaded.ddzc_net_read(image.ctypes.data, len(image), ctypes.byref(about), ctypes.byref(pointers)))
    return net


def pack(net: Net, library: Optional[str] = None) -> bytes:
    """The file of a net. ValueError: it has sizes, names or numbers that no net has."""
    loaded, pointers = _library(library), net._pointers()
    about = _Net(size=ctypes.sizeof(_Net), inputs=net.inputs, width=net.width, hidden=net.hidden, features=net.features, clip=net.clip,
                 points_unit=net.points_unit, slope=tuple(net.slope.ravel()), offset=tuple(net.offset.ravel()), name=net.name.encode(),
                 record=net.record.encode())
    size = _good(loaded, loaded.ddzc_net_write(ctypes.byref(about), ctypes.byref(pointers), None, 0))
    image = _room(size)
    _good(loaded, loaded.ddzc_net_write(ctypes.byref(about), ctypes.byref(pointers), image.ctypes.data, size))
    return bytes(image)


def read(path: str, library: Optional[str] = None) -> Net:
    """The net of a file: one that plays, calls or believes. ValueError: it is none."""
    with open(path, "rb") as file:
        return unpack(file.read(), library)


def write(path: str, net: Net, library: Optional[str] = None) -> None:
    """Put a net into a file."""
    data = pack(net, library)
    with open(path, "wb") as file:
        file.write(data)
