"""Why a request to the public pages and the live API is refused: a closed list of reasons, each with its HTTP
status and words.

The pages for organisers and the desk's API have reasons of their own (admin/refusals.py,
host_tools/reasons.py).
"""

from collections.abc import Mapping
from typing import Any, Literal, get_args

from fastapi import HTTPException

from host_tools.web.i18n import gettext

#: In brackets: the modules that give these reasons.
PageReason = Literal[
    # What there is (pages.py, events_pages.py, card_files.py).
    "no_hall",
    "table_unheard",
    "no_tournament",
    "no_event",
    "no_player",
    "no_match",
    "no_match_at_table",
    # What the address asks for (pages.py, screens.py, language_choice.py).
    "bad_tables",
    "bad_pages",
    "bad_language",
    # Score cards (card_files.py).
    "cards_busy",
    "card_not_made",
    # The live API, and the body of any request (api.py, request_bodies.py).
    "table_not_listed",
    "streams_open",
    "body_too_large",
    "body_too_slow",
]
PAGE_REASONS: tuple[PageReason, ...] = get_args(PageReason)

#: In every language.
WORDS: Mapping[PageReason, tuple[int, str]] = {
    "no_hall": (404, "There is no hall “{hall}”. Halls: {halls}."),
    "table_unheard": (404, "No table {table} has been heard since the collector started."),
    "no_tournament": (404, "No tournament is set up in this hall."),
    "no_event": (404, "This tournament has no event “{key}”."),
    "no_player": (404, "No player has the start number {number}."),
    "no_match": (404, "There is no match {match}."),
    "no_match_at_table": (404, "No match was begun at table {table}."),
    "bad_tables": (422, "“tables” takes numbers and ranges, such as tables=1-8,12."),
    "bad_pages": (422, "“pages” takes some of {pages}."),
    "bad_language": (422, "“lang” takes one of {codes}."),
    "cards_busy": (503, "Too many score cards are being made: try again in a moment."),
}
#: In English: for programs, and for whoever runs the collector.
ENGLISH: Mapping[PageReason, tuple[int, str]] = {
    "card_not_made": (503, "{why}"),
    "table_not_listed": (404, "No table {table} has been heard. GET /api/v1/tables lists those that were."),
    "streams_open": (503, "{most} streams are open; close one, or try again later."),
    "body_too_large": (413, "A request may bring {most_mb} MB; nothing was done. Send it in parts."),
    "body_too_slow": (408, "The request did not arrive in time; nothing was done. Send it again."),
}


class PageRefused(HTTPException):
    """A request that is refused for this reason; headers: more headers of the answer."""

    def __init__(
        self, reason: PageReason, /, headers: Mapping[str, str] | None = None, **facts: object
    ) -> None:
        status, _words = (WORDS if reason in WORDS else ENGLISH)[reason]
        super().__init__(status, reason, headers)
        self.reason = reason
        self.facts: dict[str, Any] = facts


def say(refused: PageRefused) -> str:
    """The words of a refusal, in the language that is spoken."""
    if refused.reason in ENGLISH:
        return ENGLISH[refused.reason][1].format_map(refused.facts)
    return gettext(WORDS[refused.reason][1], **refused.facts)


def marked() -> list[tuple[None, str]]:
    """(no context, English text) of everything that needs a translation."""
    return [(None, text) for _status, text in WORDS.values()]
