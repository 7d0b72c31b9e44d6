"""Servers that speak the protocols of other Dou Dizhu programs, with this engine behind them: `python3 -m ddz.dropin`."""

import json
from typing import Any, Callable, Dict, NamedTuple, Tuple

import ddz


class Rejected(Exception):
    """A request that is not answered: the HTTP status, and a text that says why."""

    def __init__(self, status: int, text: str):
        self.status, self.text = status, text
        super().__init__(text)


def read_json(body: bytes) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        raise Rejected(400, f"the body is not JSON: {error}") from None


class Protocol(NamedTuple):
    """What another server answers.

    routes  path: the method, and what makes an answer of the body; both as Python values
    reject  the HTTP status and the answer for a request that is rejected with a status and a text
    read    the bytes of a body as a value
    """

    routes: Dict[str, Tuple[str, Callable[[ddz.Engine, Any], Any]]]
    reject: Callable[[int, str], Tuple[int, Any]]
    read: Callable[[bytes], Any] = read_json

    def answer(self, engine: ddz.Engine, path: str, body: bytes) -> Tuple[int, Any]:
        """The HTTP status and the answer, whatever happens."""
        method, function = self.routes[path]
        try:
            return 200, function(engine, None if method == "GET" else self.read(body))
        except Rejected as rejected:
            return self.reject(rejected.status, rejected.text)
        except ddz.Problem as problem:
            return self.reject(problem.status, problem.detail)
        except ddz.Error as error:
            return self.reject(503, str(error))
