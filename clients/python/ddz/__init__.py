"""Client of the ddz Dou Dizhu engine.

    import ddz
    engine = ddz.Client("http://127.0.0.1:8080")      # over HTTP
    engine = ddz.Local()                              # in this process, through libddz
    engine.classify(cards="33344455")["pattern"]["name"]

Both have a method for each route, and AsyncClient has the same to be awaited. Arguments are the fields of the request
body in openapi.yaml; the answer is the JSON object as a dict, whose type is in ddz.types. All errors are ddz.Error: a
Problem is what the engine refuses, Unreachable that no answer came, Timeout that none came in time. Only the standard
library is used, but for AsyncClient. Python 3.9 or newer.
"""

from . import types
from .aio import AsyncClient
from .engine import Engine
from .errors import Error, Problem, Timeout, Unreachable
from .http import Client
from .local import Local

__all__ = ["AsyncClient", "Client", "Engine", "Error", "Local", "Problem", "Timeout", "Unreachable", "types"]
__version__ = "0.3.0"
