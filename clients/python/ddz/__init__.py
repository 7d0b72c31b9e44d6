"""Client of the ddz Dou Dizhu engine.

    import ddz
    engine = ddz.Client("http://127.0.0.1:8080")      # over HTTP
    engine = ddz.Local()                              # in this process, through libddz
    engine.classify(cards="33344455")["pattern"]["name"]

Both have a method for each route. Arguments are the fields of the request body in openapi.yaml, and the answer is the
JSON object as a dict. An error of the engine is a Problem. Only the standard library is used. Python 3.9 or newer.
"""

from .errors import Problem, Unreachable
from .http import Client
from .local import Local

__all__ = ["Client", "Local", "Problem", "Unreachable"]
__version__ = "0.2.0"
