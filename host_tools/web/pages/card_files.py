"""Files made by the typesetter: score cards of the match at a table or of a match by its id, labels for the
tables, and the pictures beside links.
"""

import logging
import threading
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, tzinfo
from typing import Annotated

from fastapi import Depends, FastAPI, Request, Response
from starlette.concurrency import run_in_threadpool

from host_tools.exports import Choice, ExportError, card_sheet, scorecards, table_labels, typesetting
from host_tools.exports.card import Card
from host_tools.i18n import spoken
from host_tools.outside.files import safe_name
from host_tools.store import Store
from host_tools.store.database import reading
from host_tools.web.http.refusals import PageRefused
from host_tools.web.http.routes import TableNumber, put, room
from host_tools.web.http.security import FILE_POLICY
from host_tools.web.live.feed import dumps
from host_tools.web.live.page_models import Preview
from host_tools.web.live.shown_tables import clean
from host_tools.web.pages import card, match_page, match_record
from host_tools.web.pages.language_choice import known_language
from host_tools.web.pages.match_pages import playing, preview
from host_tools.web.pages.pages import choose_tables

log = logging.getLogger(__name__)

#: A card takes about 0.1 s and 80 MB on the collector's machine: at most this many are made at once.
AT_ONCE = 2
LABELS_MOST = 100
PDF, PNG = "application/pdf", "image/png"
PICTURES_KEPT = 100


class Cards:
    """Makes the cards of the matches in `store`, at most `AT_ONCE` at a time; `now` gives the time printed on
    a card.
    """

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        self.store = store
        self.now = now
        self._pictures: dict[tuple[str, str], Response] = {}
        self._free = threading.BoundedSemaphore(AT_ONCE)

    def answer(self, find: Callable[[], list[Card]], name: str, absent: PageRefused) -> Response:
        """The response with these cards as a file of this name; raises `absent` if there are none."""

        def make() -> tuple[bytes, str]:
            try:
                cards = find()
            except ExportError as error:
                raise absent from error
            return card_sheet.render(cards, self.now())

        return self.file(make, name)

    def file(self, make: Callable[[], tuple[bytes, str]], name: str, media_type: str = PDF) -> Response:
        """The response with a file of this name; `make` gives it, and what its letters lack."""
        if not self._free.acquire(blocking=False):
            raise PageRefused("cards_busy")
        try:
            content, complaint = self._made(make)
        finally:
            self._free.release()
        if complaint:
            log.warning("web: %s: %s", name, complaint)
        file = f"{safe_name(name)}.{media_type.rpartition('/')[2]}"
        headers = {
            "Content-Disposition": f'inline; filename="{file}"',
            "Content-Security-Policy": FILE_POLICY,
            "Cache-Control": "no-store",
        }
        return Response(content, media_type=media_type, headers=headers)

    def picture(self, preview: Preview) -> Response:
        """The picture beside a link to a match, 1200 × 630 pixels; the newest are kept."""
        key = spoken().code, dumps(preview)
        made = self._pictures.get(key) or self.file(lambda: _picture(preview), "preview", PNG)
        self._pictures[key] = made
        if len(self._pictures) > PICTURES_KEPT:
            del self._pictures[next(iter(self._pictures))]
        return made

    def _made(self, make: Callable[[], tuple[bytes, str]]) -> tuple[bytes, str]:
        try:
            return make()
        except ExportError as error:
            if error.reason == "not_a_font":
                raise PageRefused("not_a_font", file=error.facts["file"]) from error
            if error.reason == "font_missing":
                raise PageRefused("font_missing", file=error.facts["file"]) from error
            log.error("web: %s", error)
            raise PageRefused("not_typeset") from error


def _picture(preview: Preview) -> tuple[bytes, str]:
    part = {"kind": "preview", "preview": preview}
    return typesetting.typeset("", [part], datetime.fromtimestamp(0, UTC), form="png")


async def _cards(request: Request) -> Cards:
    cards: Cards = request.app.state.cards
    return cards


CardsHere = Annotated[Cards, Depends(_cards)]
routes = room(include_in_schema=False, dependencies=[Depends(known_language)])


def install(app: FastAPI, store: Store, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
    """Add /tables/3/card.pdf and /matches/M17/card.pdf: 404 if there is no match, 503 while too many cards
    are being made.
    """
    app.state.cards = Cards(store, now)
    put(app, routes)


@routes.get("/tables/{number}/card.pdf")
def of_table(cards: CardsHere, number: TableNumber) -> Response:
    absent = PageRefused("no_match_at_table", table=number)

    def find() -> list[Card]:
        card = scorecards.card_at_table(cards.store, number, _zone())
        if card is None:
            raise absent
        return [card]

    return cards.answer(find, f"table-{number}", absent)


@routes.get("/matches/{match}/card.pdf")
def of_match(cards: CardsHere, match: str) -> Response:
    choice = Choice(match=match)
    absent = PageRefused("no_match", match=clean(match, 40))
    return cards.answer(lambda: scorecards.cards(cards.store, choice, _zone()), "score-card", absent)


@routes.get("/tables/{number}/preview.png")
def picture_of_table(request: Request, cards: CardsHere, number: TableNumber) -> Response:
    """What a phone shows beside a link to a table."""
    view = request.app.state.feed.view(number)
    if view is None:
        raise PageRefused("table_unheard", table=number)
    return cards.picture(card.preview(card.page(view), f"tables/{number}/preview.png"))


@routes.get("/matches/{match}/preview.png")
async def picture_of_match(request: Request, cards: CardsHere, match: str) -> Response:
    """What a phone shows beside a link to a match."""
    courses, view = request.app.state.courses, playing(request.app.state.feed, match)

    def shown() -> Preview:
        with reading(courses.store.engine) as connection:
            record = match_record.read_record(connection, match, courses.events)
            if record is None:
                raise PageRefused("no_match", match=clean(match, 40))
            own = courses.course_of(connection, record.own) if record.own is not None else None
        return preview(match_page.page(record, own), view)

    async with courses.turn:
        made = await run_in_threadpool(shown)
    return await run_in_threadpool(cards.picture, made)


@routes.get("/labels.pdf")
def labels(request: Request, cards: CardsHere, tables: str | None = None) -> Response:
    """Labels for these tables ("1-12,15"), or for all that were heard, with the address of this request. The
    codes of panels are on the organiser's labels only (admin/boards.py).
    """
    return labels_of(request, cards, tables, {})


def labels_of(request: Request, cards: Cards, tables: str | None, codes: Mapping[int, str]) -> Response:
    """The labels as a PDF. Raises PageRefused."""
    numbers = sorted(choose_tables(tables) or ())
    try:
        labelled = table_labels.named(cards.store, numbers)
    except ExportError as error:
        raise PageRefused("no_table_heard") from error
    if len(labelled) > LABELS_MOST:
        raise PageRefused("labels_many", most=LABELS_MOST)
    address = str(request.base_url).rstrip("/")
    return cards.file(lambda: table_labels.render(labelled, address, cards.now(), codes=codes), "tables")


def _zone() -> tzinfo:
    return datetime.now().astimezone().tzinfo or UTC
