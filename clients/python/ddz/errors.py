"""What can go wrong."""

from typing import Optional


class Problem(Exception):
    """The engine refused a question (RFC 9457).

    status  as over HTTP: 400, 404, 413, 422, 429, 503, ...
    code    stable name of the problem, such as "bad_json"
    title   what it is, in a few words
    detail  a sentence that says what to change
    field   JSON pointer to what is wrong in the body, or None
    body    the whole problem object
    """

    def __init__(self, status: int, body: dict):
        self.status = status
        self.body = body
        self.code: str = body.get("code", "")
        self.title: str = body.get("title", "")
        self.detail: str = body.get("detail", "")
        self.field: Optional[str] = body.get("field")
        where = f" ({self.field})" if self.field else ""
        super().__init__(f"{status} {self.code}: {self.detail or self.title}{where}")


class Unreachable(Exception):
    """No answer came: no connection, or it broke more often than the client tries."""
