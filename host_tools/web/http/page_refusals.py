"""Why a request to the public pages, the live API or an unknown address is refused: a closed list of reasons,
each with its HTTP status and words.
"""

from collections.abc import Mapping

from fastapi import HTTPException

from host_tools.i18n import gettext
from host_tools.web.http.refusals import CODES

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
