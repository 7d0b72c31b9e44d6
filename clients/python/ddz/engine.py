"""What all engines share: how an answer is read, and the methods over it."""

import json
from typing import Any, NamedTuple, Optional, Tuple

from .errors import Problem
from .routes import Routes


class Reply(NamedTuple):
    """An answer as it came, errors included."""

    status: int
    text: str
    request_id: Optional[str] = None


def text_of(body: Any) -> Optional[str]:
    """The JSON text of a body, None for none."""
    return None if body is None else json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def bytes_of(text: Optional[str]) -> Optional[bytes]:
    """The bytes of a text, also of one that is no Unicode: that is the engine's to refuse."""
    return None if text is None else text.encode("utf-8", "surrogatepass")


def value_of(reply: Reply) -> Any:
    """What an answer says. Raises Problem on 4xx and 5xx, and where it is no JSON."""
    try:
        value = json.loads(reply.text)
    except ValueError:
        raise Problem(reply.status, {"code": "no_json", "detail": reply.text[:200]}, reply.request_id) from None
    if reply.status >= 400:
        raise Problem(reply.status, value if isinstance(value, dict) else {}, reply.request_id)
    return value


class Engine(Routes):
    """A method for each route; subclasses say how a path and a body become an answer."""

    def reply(self, path: str, body: Optional[str] = None) -> Reply:
        """Ask with a JSON text (None: GET)."""
        raise NotImplementedError

    def ask_text(self, path: str, body: Optional[str] = None) -> Tuple[int, str]:
        """Ask with a JSON text (None: GET). Returns the status and the text of the answer, errors included."""
        return self.reply(path, body)[:2]

    def ask(self, path: str, body: Any = None) -> Any:
        """Ask a path of openapi.yaml, None as the body: GET. Returns what the JSON says; raises Problem."""
        return value_of(self.reply(path, text_of(body)))
