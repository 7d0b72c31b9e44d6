"""What can go wrong. `Error` is all of it."""

from typing import Any, Dict, Optional


class Error(Exception):
    """A question without its answer.

    request_id  what the service's log calls the request (X-Request-Id); None in process
    """

    def __init__(self, message: str, request_id: Optional[str] = None):
        self.request_id = request_id
        super().__init__(message + (f" [request {request_id}]" if request_id else ""))


class Problem(Error):
    """The engine refused a question (RFC 9457).

    status  as over HTTP: 400, 404, 413, 422, 429, 503, ...
    code    stable name of the problem, such as "bad_json"; "no_json" where something else than the engine answered
    title   what it is, in a few words
    detail  a sentence that says what to change
    field   JSON pointer to what is wrong in the body, or None
    body    the whole problem object
    """

    def __init__(self, status: int, body: Dict[str, Any], request_id: Optional[str] = None):
        self.status = status
        self.body = body
        self.code: str = body.get("code", "no_json")
        self.title: str = body.get("title", "")
        self.detail: str = body.get("detail", "")
        self.field: Optional[str] = body.get("field")
        where = f" ({self.field})" if self.field else ""
        super().__init__(f"{status} {self.code}: {self.detail or self.title}{where}", request_id)


class Unreachable(Error):
    """No answer came: no connection, or it broke more often than the client tries."""


class Timeout(Unreachable):
    """No answer came within the time that the caller gave. The question is not asked again."""
