"""Score cards as PDF: of the match at a table, of a match by its id. Made anew for whoever asks."""

import logging
import threading
from collections.abc import Callable
from datetime import UTC, datetime, tzinfo
from typing import Annotated

from fastapi import Depends, FastAPI, HTTPException, Request, Response

from host_tools.exports import ExportError, scorecards
from host_tools.exports.card import Card
from host_tools.store import Store
from host_tools.web.i18n import gettext as _
from host_tools.web.present import clean
from host_tools.web.routes import put, room
from host_tools.web.security import FILE_POLICY
from host_tools.web.table_numbers import TableNumber

log = logging.getLogger(__name__)

#: A card costs about a tenth of a second of the machine that collects: no more than this are made at once.
AT_ONCE = 2
PDF = "application/pdf"


class Cards:
    """Makes the cards of the matches in `store`, `AT_ONCE` at a time; `now` is when a card is made."""

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        self.store = store
        self._now = now
        self._free = threading.BoundedSemaphore(AT_ONCE)

    def answer(self, find: Callable[[], list[Card]], name: str, absent: str) -> Response:
        """The cards that are found, as a file of this name; `absent` says that there are none."""
        if not self._free.acquire(blocking=False):
            raise HTTPException(503, _("Too many score cards are being made: try again in a moment."))
        try:
            content, complaint = self._made(find, absent)
        finally:
            self._free.release()
        if complaint:
            log.warning("web: %s: %s", name, complaint)
        headers = {
            "Content-Disposition": f'inline; filename="{name}.pdf"',
            "Content-Security-Policy": FILE_POLICY,
            "Cache-Control": "no-store",
        }
        return Response(content, media_type=PDF, headers=headers)

    def _made(self, find: Callable[[], list[Card]], absent: str) -> tuple[bytes, str]:
        try:
            found = find()
        except ExportError as error:
            raise HTTPException(404, absent) from error
        try:
            return scorecards.render(found, self._now())
        except ExportError as error:  # a font that the organiser named is not there
            raise HTTPException(503, str(error)) from error


async def _cards(request: Request) -> Cards:
    cards: Cards = request.app.state.cards
    return cards


CardsHere = Annotated[Cards, Depends(_cards)]
routes = room(include_in_schema=False)


def install(app: FastAPI, store: Store, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
    """Add /tables/3/card.pdf and /matches/M17/card.pdf: 404 without a match, 503 while too many ask."""
    app.state.cards = Cards(store, now)
    put(app, routes)


@routes.get("/tables/{number}/card.pdf")
def of_table(cards: CardsHere, number: TableNumber) -> Response:
    def find() -> list[Card]:
        card = scorecards.card_at_table(cards.store, number, _zone())
        if card is None:
            raise ExportError(f"No match was begun at table {number}.")
        return [card]

    return cards.answer(find, f"table-{number}", _("No match was begun at table {table}.", table=number))


@routes.get("/matches/{match}/card.pdf")
def of_match(cards: CardsHere, match: str) -> Response:
    choice = scorecards.Choice(match=match)
    absent = _("There is no match {match}.", match=clean(match, 40))
    return cards.answer(lambda: scorecards.cards(cards.store, choice, _zone()), "score-card", absent)


def _zone() -> tzinfo:
    return datetime.now().astimezone().tzinfo or UTC
