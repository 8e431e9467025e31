"""Why a request is refused: reasons in a closed list, each with HTTP status and words; the API's answers."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from fastapi import HTTPException
from pydantic import BaseModel, Field

from host_tools.i18n import gettext
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
    arguments (listed in host_tools/reasons.py and below); not every refusal has them.
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


#: In every language.
WORDS: Mapping[str, tuple[int, str]] = {
    "no_law": (404, "{law} is not among the Laws here. Give 65, 56b, D13 or V4."),
    "no_hall": (404, "There is no hall “{hall}”. Halls: {halls}."),
    "table_unheard": (404, "No table {table} has been heard since the collector started."),
    "no_tournament": (404, "No tournament is set up in this hall."),
    "no_open_tournament": (404, "No tournament with the key {key} is open."),
    "no_event": (404, "This tournament has no event “{key}”."),
    "no_player": (404, "No player has the start number {number}."),
    "no_entry": (404, "No pair or team of this tournament has the number {number}."),
    "no_match": (404, "There is no match {match}."),
    "no_match_at_table": (404, "No match was begun at table {table}."),
    "bad_tables": (422, "“tables” takes numbers and ranges, such as tables=1-8,12."),
    "bad_pages": (422, "“pages” takes some of {pages}."),
    "bad_language": (422, "“lang” takes one of {codes}."),
    "cards_busy": (503, "Too many score cards are being made: try again in a moment."),
    "font_missing": (503, "The font {file} is not there."),
    "not_a_font": (503, "{file} is no font in a .ttf or .otf file."),
    "not_typeset": (503, "The file could not be made. The collector’s log says why."),
    "nothing_there": (404, "There is nothing at {path}."),
    "address_not_understood": (422, "The address is not understood: {names}."),
    "record_unreadable": (503, "The results cannot be read just now. Load the page again in a moment."),
}
#: In English: for programs, and for the person who runs the collector.
ENGLISH: Mapping[str, tuple[int, str]] = {
    "no_course": (404, "No table has begun match {match}."),
    "table_not_listed": (404, "No table {table} has been heard. GET /api/v1/tables lists those that were."),
    "no_table_heard": (404, "No table was heard yet: say which, such as ?tables=1-12."),
    "labels_many": (422, "A file has labels of {most} tables at most: ask for some, such as ?tables=1-50."),
    "streams_open": (503, "{most} streams are open; close one, or try again later."),
    "method_not_possible": (405, "{method} is not possible at {path}; possible is {methods}."),
    "unknown_host": (
        421,
        "This server does not answer to the name {host}. Open it by its address, or by the "
        "computer's own name. To give it that name: boardside collect --public-name {host}",
    ),
    "bad_host": (
        421,
        "This server does not answer to that name. Open it by its address, or by the "
        "computer's own name. To give it that name: boardside collect --public-name NAME",
    ),
    "body_unreadable": (
        400,
        "The body cannot be read: it is not UTF-8, is nested too deeply, or broke off. Nothing was done.",
    ),
    "body_too_large": (413, "A request may bring {most_mb} MB; nothing was done. Send it in parts."),
    "body_too_slow": (408, "The request did not arrive in time; nothing was done. Send it again."),
}


class PageRefused(HTTPException):
    """A request that is refused for this reason; its facts are JSON-ready. headers: more headers of the
    answer.
    """

    def __init__(self, reason: str, /, headers: Mapping[str, str] | None = None, **facts: object) -> None:
        status, _words = (WORDS if reason in WORDS else ENGLISH)[reason]
        super().__init__(status, reason, headers)
        self.reason = reason
        self.facts = facts


def say(refused: PageRefused) -> str:
    """The words of a refusal, in the language that is spoken."""
    if refused.reason in ENGLISH:
        return ENGLISH[refused.reason][1].format_map(_joined(refused.facts, " or "))
    return gettext(WORDS[refused.reason][1], **_joined(refused.facts, ", "))


def _joined(facts: Mapping[str, object], between: str) -> dict[str, object]:
    return {name: between.join(fact) if isinstance(fact, list) else fact for name, fact in facts.items()}


def to_json(refused: PageRefused) -> dict[str, object]:
    """The `error` of an answer of the API."""
    code = CODES[refused.status_code]
    return {"code": code, "message": say(refused), "reason": refused.reason, "facts": refused.facts}


def marked() -> list[tuple[None, str]]:
    """(no context, English text) of everything that needs a translation."""
    return [(None, text) for _status, text in WORDS.values()]
