"""The routes as methods. Client and Local differ only in how they ask."""

import json
from typing import Any, Dict, List, Optional

from .errors import Problem


class Engine:
    """A method for each route; subclasses say how a path and a body become a status and a text."""

    def ask_text(self, path: str, body: Optional[str] = None) -> "tuple[int, str]":
        """Ask with a JSON text (None: GET). Returns the status and the text of the answer, errors included."""
        raise NotImplementedError

    def ask(self, path: str, body: Any = None) -> Any:
        """Ask a path of openapi.yaml. Raises Problem on 4xx and 5xx."""
        text = None if body is None else json.dumps(body, ensure_ascii=False, separators=(",", ":"))
        status, answer = self.ask_text(path, text)
        try:
            value = json.loads(answer)
        except ValueError:
            value = {"code": "no_json", "detail": answer[:200]}
        if status >= 400:
            raise Problem(status, value if isinstance(value, dict) else {})
        return value

    def classify(self, **fields: Any) -> Dict[str, Any]:
        """What is this set of cards? `cards`, `rules`, `last`, `hand`, ... or `table`."""
        return self.ask("/classify", fields)

    def prompt(self, **fields: Any) -> Dict[str, Any]:
        """Legal plays, best first: `hand`, `rules`, `last`, `limit`, `order`, ... or `table`."""
        return self.ask("/prompt", fields)

    def analyze(self, **fields: Any) -> Dict[str, Any]:
        """What a hand is worth and how it splits: `hand`, `rules`, `top`, ... or `table`."""
        return self.ask("/analyze", fields)

    def robot_move(self, **fields: Any) -> Dict[str, Any]:
        """What the robot plays: `hand`, `role`, `history`, `level`, `engine`, ... or `table`."""
        return self.ask("/robot-move", fields)

    def bid_advice(self, **fields: Any) -> Dict[str, Any]:
        """Whether to call, rob, double, kick: `hand`, `seat`, `calls`, ... or `table`."""
        return self.ask("/bid-advice", fields)

    def solve(self, **fields: Any) -> Dict[str, Any]:
        """Who wins with open cards: `landlord`, `farmer` or `hands`, `to_move`, `last`, `solutions`, ..."""
        return self.ask("/solve", fields)

    def table(self, **fields: Any) -> Dict[str, Any]:
        """The referee: `rules`, `seed` or `hands`, `actions`, `robot`, `robots`, `view`, ..."""
        return self.ask("/table", fields)

    def review(self, **fields: Any) -> Dict[str, Any]:
        """What each play of a game was worth: the body of a table, `level`, `limit`, ..."""
        return self.ask("/review", fields)

    def batch(self, items: List[Dict[str, Any]]) -> List[Dict[str, Any]]:
        """Many questions in one request: [{"path", "body"}] -> [{"status", "body"}], in order."""
        return self.ask("/batch", items)

    def rules(self) -> Dict[str, Any]:
        """All presets, switches, patterns and ways of calling."""
        return self.ask("/rules")

    def version(self) -> Dict[str, Any]:
        """Name, version, nets."""
        return self.ask("/version")
