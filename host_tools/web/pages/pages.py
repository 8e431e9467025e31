"""The public pages of the hall and of one table, and the page for an address that does not exist."""

import re
from collections.abc import Mapping
from pathlib import Path as FilePath
from typing import Annotated, Any
from urllib.parse import parse_qsl

import jinja2
from fastapi import Depends, Query, Request, Response
from fastapi.responses import HTMLResponse
from starlette.templating import Jinja2Templates

from host_tools import i18n
from host_tools.i18n import gettext as _
from host_tools.laws import law_texts
from host_tools.store import StoreError
from host_tools.web.http.caching import Fingerprints
from host_tools.web.http.ports import TableView
from host_tools.web.http.refusals import PageRefused
from host_tools.web.http.routes import OneTable, TableNumber, room
from host_tools.web.http.security import is_admin, policy
from host_tools.web.live import shown_tables
from host_tools.web.live.feed import Feed, TileDrawings
from host_tools.web.live.page_models import Grid
from host_tools.web.live.results import Results
from host_tools.web.live.stream import EventStream, stream_or_503
from host_tools.web.pages import card, match_page
from host_tools.web.pages.language_choice import known_language, switch

HERE = FilePath(__file__).parent.parent

environment = jinja2.Environment(
    loader=jinja2.FileSystemLoader(HERE / "templates"),
    autoescape=True,
    undefined=jinja2.StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    extensions=[Fingerprints],
)
environment.globals.update(
    words=shown_tables.WORDS, _=i18n.gettext, pgettext=i18n.pgettext, ngettext=i18n.ngettext
)
templates = Jinja2Templates(env=environment, context_processors=[lambda request: {**switch(request)}])

TOGETHER_MOST = 100
"""The limit of streams in one: a browser's pages with different contents."""

NOT_DONE = (400, 403, 408, 413, 415)


def choose_tables(text: str | None) -> set[int] | None:
    """The tables named by ``1-8,12``; None for all. Raises PageRefused on anything else."""
    if text is None or not text.strip():
        return None
    chosen: set[int] = set()
    for part in text.replace(" ", "").split(","):
        span = re.fullmatch(r"(\d{1,4})(?:-(\d{1,4}))?", part)
        if not span or not 1 <= int(span[1]) <= int(span[2] or span[1]):
            raise PageRefused("bad_tables")
        chosen.update(range(int(span[1]), int(span[2] or span[1]) + 1))
    return chosen


def choose_hall(feed: Feed, name: str | None) -> str:
    """The hall of this name; "" for all. Raises PageRefused for a hall without tables."""
    if not name or name in feed.halls:
        return name or ""
    raise PageRefused("no_hall", hall=name[:80], halls=list(feed.halls) or ["–"])


def message_page(request: Request, status: int, text: str) -> Response:
    """A page that says what is wrong and leads back to the hall, or to the admin pages."""
    titles = {404: _("Not here"), 422: _("Not understood"), 503: _("Not now")}
    title = _("Not done") if status in NOT_DONE else titles.get(status, _("Something is wrong"))
    inside = is_admin(request.url.path)
    is_organiser = inside and (status != 404 or any(name.endswith("boardside") for name in request.cookies))
    context = {
        "status": status,
        "title": title,
        "text": text,
        "is_awaited": status == 404 and not inside,
        "is_organiser": is_organiser,
    }
    return templates.TemplateResponse(request, "message.html", context, status_code=status)


def page_to_come(request: Request, title: str, text: str) -> Response:
    """An address to which a visitor is sent before there is anything: what will be there. It looks again by
    itself.
    """
    context = {"status": 200, "title": title, "text": text, "is_awaited": True, "is_organiser": False}
    return templates.TemplateResponse(request, "message.html", context)


#: They are not part of the API and may change.
routes = room(include_in_schema=False, dependencies=[Depends(known_language)])


@routes.get("/", response_class=HTMLResponse)
async def hall(request: Request, tables: str | None = None, hall: str | None = None) -> Response:
    feed: Feed = request.app.state.feed
    context = {
        **grid(request, choose_tables(tables), choose_hall(feed, hall)),
        "trouble": feed.problem(i18n.translated) or "",
        "has_events": await has_events(request),
    }
    return templates.TemplateResponse(request, "hall.html", context)


@routes.get("/tables/{number}", response_class=HTMLResponse)
async def table(request: Request, number: TableNumber) -> Response:
    feed: Feed = request.app.state.feed
    view = feed.view(number)
    if view is None:
        raise PageRefused("table_unheard", table=number)
    page = card.page(view)
    context = {
        "page": page,
        "preview": card.preview(page, f"tables/{number}/preview.png"),
        **card.blanks(),
        "trouble": feed.problem(i18n.translated) or "",
    }
    answer = templates.TemplateResponse(request, "table.html", context)
    answer.headers["Content-Security-Policy"] = policy(shown_tables.panel_origin(view))
    return answer


@routes.get("/laws", response_class=HTMLResponse)
async def laws(request: Request, law: Annotated[str, Query(max_length=8)] = "") -> Response:
    """The Laws in one line each: all of them, or one with its clauses. Raises PageRefused."""
    asked = law.strip()
    named = law_texts.under(asked) if asked else list(law_texts.LAWS)
    if not named:
        raise PageRefused("no_law", law=asked)
    context = {"asked": asked, "laws": [match_page.law_text(each) for each in named]}
    return templates.TemplateResponse(request, "laws.html", context)


@routes.get("/live")
async def live(request: Request, table: OneTable = None) -> Response:
    """The pages' own stream: events carry the values that the templates draw."""
    return stream_or_503(request, live_stream(request.app.state.feed, table))


@routes.get("/live/scores")
async def scores_in_play(request: Request) -> Response:
    """The stream of the tournament's pages: for each table, the score of its match."""
    feed: Feed = request.app.state.feed
    return stream_or_503(request, score_stream(feed))


@routes.get("/live/together")
async def live_together(
    request: Request, of: Annotated[list[str], Query(min_length=1, max_length=TOGETHER_MOST)]
) -> Response:
    """The streams at the addresses `of` in one, for all pages of a browser. Raises PageRefused."""
    first, *others = [_stream_at(request, address) for address in of]
    first.join(others)
    return stream_or_503(request, first)


def _stream_at(request: Request, address: str) -> EventStream:
    """The stream at an address of `/live` or `/live/scores`. Raises PageRefused for any other."""
    named = re.fullmatch(
        r"/live(/scores)?(?:\?((?:table=([1-9]\d{0,3})|lang=([A-Za-z-]{2,12})|&)*))?", address
    )
    if named is None:
        raise PageRefused("address_not_understood", names="of")
    asked = dict(parse_qsl(named[2] or ""))
    if asked.get("lang", i18n.spoken().code) not in i18n.CODES:
        raise PageRefused("bad_language", codes=list(i18n.CODES))
    with i18n.speaking(i18n.language(asked.get("lang", i18n.spoken().code))):
        feed: Feed = request.app.state.feed
        return score_stream(feed) if named[1] else live_stream(feed, int(asked.get("table", 0)) or None)


def grid(request: Request, chosen: set[int] | None, hall: str = "") -> Grid:
    """The values with which the templates draw the chosen tables, or all: their `tiles` and a `blank` one;
    the chosen `hall`, and the `halls` to choose from if there are several.
    """
    feed: Feed = request.app.state.feed
    tiles: TileDrawings = request.app.state.tiles
    views = [view for view in feed.views() if hall in ("", view.get("hall_name"))]
    return {
        "hall": hall,
        "halls": feed.halls if len(feed.halls) > 1 else (),
        "tiles": [tiles.html(view) for view in views if chosen is None or view["table"] in chosen],
        "chosen": sorted(chosen) if chosen else [],
        "blank": tiles.html({"table": 0}),
    }


async def has_events(request: Request) -> bool:
    """Whether there is a tournament to show; False also while the database cannot be read."""
    results: Results | None = request.app.state.results
    try:
        return results is not None and await results.now() is not None
    except StoreError:
        return False


def score_stream(feed: Feed) -> EventStream:
    """The stream of the tournament's pages; only what is wrong is in the request's language."""
    language = i18n.spoken()
    return EventStream(
        feed,
        f"score {language.code}",
        shown_tables.live_score,
        hall=shown_tables.hall_clock,
        translate=language.translated,
    )


def live_stream(feed: Feed, table: int | None) -> EventStream:
    """The pages' own stream, in the request's language: one table, or all tables as tiles."""
    language = i18n.spoken()
    code = language.code
    drawn = card.page if table is not None else feed.tile_values(code).tile

    def shape(view: TableView) -> Mapping[str, Any]:
        with i18n.speaking(language):  # a crowd may be of pages in several languages
            return drawn(view)

    name = f"{'page' if table is not None else 'tile'} {code}"
    return EventStream(feed, name, shape, table, hall=shown_tables.hall_clock, translate=language.translated)
