"""The JSON API's error answers: their codes, their body and their description in the schema."""

from typing import Any, TypeAlias

from pydantic import BaseModel, Field

from host_tools.live_values import Facts

#: A route's descriptions of its answers by status, as FastAPI takes them.
Responses: TypeAlias = dict[int | str, dict[str, Any]]
#: `error.code` by status.
CODES = {
    400: "invalid",
    401: "unauthorized",
    403: "foreign_origin",
    404: "not_found",
    405: "method_not_allowed",
    408: "too_slow",
    409: "refused",
    413: "too_large",
    421: "unknown_host",
    422: "invalid",
    503: "unavailable",
}
_WHEN = {
    400: "The body is no text, is nested too deeply, or broke off",
    401: "No token, or one that does not hold",
    403: "The page that sent the request (`Origin`) is not one of this server's",
    404: "What the path names is not there",
    408: "The body did not arrive in time",
    409: "It does not fit how things stand; the message says why and what would do",
    413: "More than 1 MB",
    421: "The `Host` of the request is not a name of this server",
    422: "Something is missing, of the wrong kind, or not known",
    503: "The database takes nothing now, or too many pages and streams are open: try again",
}
#: Errors that any request can get. 405 is missing: it belongs to an address, not to an operation.
ALWAYS = (421, 503)
#: Errors that a request that changes something can get.
ON_CHANGE = (401, 403)
#: Errors that a request with a body can get.
ON_BODY = (400, 408, 413, 422)


class Answer(BaseModel):
    """The common part of every answer: the version."""

    version: int = 1


class Refusal(BaseModel):
    """Why something was not done, and what to do about it. reason, facts: the same as a code with its
    arguments (listed in host_tools/reasons.py and page_refusals.py); not every refusal has them.
    """

    code: str
    message: str
    reason: str | None = Field(None, description="Why, as a code, where the refusal has one")
    facts: Facts | None = Field(None, description="The arguments of the reason")


class Refused(Answer):
    """The body of every error answer."""

    error: Refusal


def refusals(*statuses: int) -> Responses:
    """The descriptions of these statuses for the schema. KeyError for a status without a description."""
    return {status: {"model": Refused, "description": _WHEN[status]} for status in statuses}
