"""The JSON API's answers that are no success: their codes, their body, what the schema says of them."""

from typing import Any

from pydantic import BaseModel

#: `error.code` by status.
CODES = {
    400: "invalid",
    401: "unauthorized",
    404: "not_found",
    405: "method_not_allowed",
    409: "refused",
    413: "too_large",
    422: "invalid",
    503: "unavailable",
}
_WHEN = {
    400: "The body cannot be read at all",
    401: "No token, or one that does not hold",
    404: "What the path names is not there",
    409: "It does not fit how things stand; the message says why and what would do",
    413: "More than 1 MB",
    422: "Something is missing, of the wrong kind, or not known",
    503: "The database takes nothing now, or too many streams are open: try again",
}


class Answer(BaseModel):
    """What every answer carries: the version first, whatever comes after."""

    version: int = 1


class Refusal(BaseModel):
    """Why something was not done, and what would do."""

    code: str
    message: str


class Refused(Answer):
    """The body of every answer that is no success."""

    error: Refusal


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """What a route says in the schema of these statuses. KeyError for one that needs no saying."""
    said: dict[int | str, dict[str, Any]] = {
        status: {"model": Refused, "description": _WHEN[status]} for status in statuses
    }
    if 413 in said:  # answered before the application sees it, in one line of text
        said[413] = {"description": _WHEN[413], "content": {"text/plain": {}}}
    return said
