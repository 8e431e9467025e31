"""Unattended screens: the big screen of a hall, and overlays for video streams.

The big screen changes its pages by itself and draws them as large as they fit. Its tables follow the pages'
own stream. The tournament's part is drawn here as slides, each of which fits a picture of 16:9 or 4:3. An
overlay is a browser source for OBS and similar programs: it can be opened before its table exists, and stays
when the collector stops.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import ceil
from typing import Annotated, Literal, NamedTuple

from fastapi import Depends, Query, Request, Response
from fastapi.responses import HTMLResponse

from host_tools.exports import match_place
from host_tools.exports.event_report import EventReport
from host_tools.i18n import gettext as _
from host_tools.i18n import translated
from host_tools.tournament.model.model import Place
from host_tools.tournament.standings import sports
from host_tools.web.http.refusals import PageRefused
from host_tools.web.http.routes import TableNumber, room
from host_tools.web.live.feed import Feed
from host_tools.web.live.page_models import MatchLine, Slide, StandingCard
from host_tools.web.live.results import Programme
from host_tools.web.live.shown_tables import clean
from host_tools.web.pages import brackets, card, fixtures, pages
from host_tools.web.pages.events_pages import drawn, programme_or_none
from host_tools.web.pages.language_choice import known_language

PAGES = ("hall", "play", "calls", "results", "standings", "brackets")
LINES = 5
"""Matches on a slide."""
RESULTS_MOST = 24
COLUMN_LINES = 13
"""Lines of standings in one of the two columns; a table's head counts as two."""
FEW_LINES = 10
"""With so many lines in each column they are larger."""
BOXES_MOST = 8
"""The most matches in a column of a bracket; a larger bracket is shown in parts."""

TABLES_MOST = 10
"""Tables shown at once, unless the address says otherwise."""

Seconds = Annotated[float, Query(ge=3, le=600)]
Most = Annotated[int, Query(ge=1, le=200)]


screen_routes = room(include_in_schema=False, dependencies=[Depends(known_language)])


@screen_routes.get("/screen", response_class=HTMLResponse)
async def screen(
    request: Request,
    pages_: Annotated[str | None, Query(alias="pages")] = None,
    seconds: Seconds = 12,
    most: Most = TABLES_MOST,
    tables: str | None = None,
    event: str | None = None,
    hall: str | None = None,
) -> Response:
    feed: Feed = request.app.state.feed
    page_names = chosen_pages(pages_)
    context = {
        "pages": page_names,
        "seconds": seconds,
        "most": most,
        **pages.grid(request, pages.choose_tables(tables), pages.choose_hall(feed, hall)),
        "trouble": feed.problem(translated) or "",
        "slides": slides(await programme_or_none(request), page_names, event, hall or ""),
    }
    return pages.templates.TemplateResponse(request, "screen.html", context)


@screen_routes.get("/screen/slides", response_class=HTMLResponse)
async def fresh(
    request: Request,
    pages_: Annotated[str | None, Query(alias="pages")] = None,
    event: str | None = None,
    hall: str = "",
) -> Response:
    programme = await programme_or_none(request)
    page_names = chosen_pages(pages_)

    def draw() -> Response:
        context = {"slides": slides(programme, page_names, event, hall)}
        return pages.templates.TemplateResponse(request, "screen_slides.html", context)

    return drawn(request, "screen", programme).get(request, programme, draw) if programme else draw()


def chosen_pages(text: str | None) -> list[str]:
    """The pages named by ``hall,results``; None for all. Raises PageRefused on anything else."""
    names = [part.strip() for part in (text or ",".join(PAGES)).split(",")]
    if not set(names) <= set(PAGES):
        raise PageRefused("bad_pages", pages=list(PAGES))
    return list(dict.fromkeys(names))


def slides(
    programme: Programme | None, chosen: Sequence[str], key: str | None = None, hall: str = ""
) -> list[Slide]:
    """The slides of a tournament in the order of the pages; only of the event `key` if one is named. The next
    matches are those of the `hall` if one is chosen.
    """
    if programme is None:
        return []
    events = [event for event in programme.events if key in (None, event.competition.key)]
    some = Programme(programme.tournament, tuple(events), programme.players, programme.revision)
    makers: dict[str, Callable[[Programme], Iterator[Slide]]] = {
        "calls": partial(_calls, hall=hall),
        "results": _results,
        "standings": _standings,
        "brackets": _brackets,
    }
    return [slide for page in chosen if page in makers for slide in makers[page](some)]


def _calls(programme: Programme, hall: str) -> Iterator[Slide]:
    yield from _lists("calls", _("Next matches"), fixtures.calls(programme, 2 * LINES, hall))


def _results(programme: Programme) -> Iterator[Slide]:
    yield from _lists("results", _("Latest results"), fixtures.latest(programme, RESULTS_MOST))


def _lists(kind: str, title: str, matches: list[MatchLine]) -> Iterator[Slide]:
    for begin in range(0, len(matches), LINES):
        yield {"kind": kind, "title": title, "matches": matches[begin : begin + LINES]}


def _standings(programme: Programme) -> Iterator[Slide]:
    for event in programme.events:
        for stage in event.stages:
            if stage.kind == "knockout" or stage.position not in event.standings:
                continue
            title = f"{clean(event.competition.name)} · {fixtures.stage_name(stage)}"
            cards = list(_cards(event, event.standings[stage.position]))
            for columns in _packed(cards):
                few = all(sum(len(card["lines"]) + 2 for card in column) <= FEW_LINES for column in columns)
                yield {"kind": "standings", "title": title, "columns": columns, "few": few,
                       "twenties": sports.of_ruleset(event.competition.ruleset).has_twenties}  # fmt: skip


def _cards(event: EventReport, standings: Mapping[int, Sequence[Place]]) -> Iterator[StandingCard]:
    """The tables of the groups; a long one in parts of about the same length."""
    for group, lines in standings.items():
        models = fixtures.places(event, lines)
        each = ceil(len(models) / ceil(len(models) / (COLUMN_LINES - 2))) if models else 1
        for begin in range(0, len(models), each):
            yield {"name": match_place.group_name(group), "lines": models[begin : begin + each]}


def _packed(cards: Sequence[StandingCard]) -> Iterator[list[list[StandingCard]]]:
    """Slides of at most two columns, the cards in their order."""
    columns: list[list[StandingCard]] = [[]]
    height = 0
    for standing in cards:
        lines = len(standing["lines"]) + 2
        if columns[-1] and height + lines > COLUMN_LINES:
            columns.append([])
            height = 0
        columns[-1].append(standing)
        height += lines
    for begin in range(0, len(columns), 2):
        if columns[begin]:
            yield columns[begin : begin + 2]


def _brackets(programme: Programme) -> Iterator[Slide]:
    for event in programme.events:
        for stage in event.stages:
            if stage.kind != "knockout" or stage.state == "waiting":
                continue
            parts = brackets.parts(brackets.matches_of(event, stage), BOXES_MOST)
            for number, part in enumerate(parts, 1):
                title = clean(event.competition.name) + (
                    f" · {number}/{len(parts)}" if len(parts) > 1 else ""
                )
                yield {"kind": "brackets", "title": title, "drawing": brackets.drawing(event, stage, part)}


#: The styles of an overlay.
Layout = Literal["bar", "corner", "card", "clock"]
Align = Literal["left", "center", "right"]
#: The zoom of an overlay: a source is as large as the picture, this makes its contents smaller or larger.
Scale = Annotated[float, Query(ge=0.4, le=3)]


Colour = Annotated[str, Query(pattern="^([0-9A-Fa-f]{6}([0-9A-Fa-f]{2})?)?$")]
"""RRGGBB or RRGGBBAA, without the #, which an address cannot have; empty: the theme's."""


class Look(NamedTuple):
    """How an overlay looks: its theme, zoom and colours of its own."""

    theme: str
    scale: float
    ink: str
    plate: str
    accent: str


def look(
    theme: Literal["dark", "light"] = "dark",
    scale: Scale = 1.0,
    ink: Colour = "",
    plate: Colour = "",
    accent: Annotated[str, Query(pattern="^([0-9A-Fa-f]{6})?$")] = "",
) -> Look:
    """From the address; FastAPI refuses other values."""
    return Look(theme, scale, ink, plate, accent)


overlay_routes = room(prefix="/overlay", include_in_schema=False, dependencies=[Depends(known_language)])


@overlay_routes.get("/table/{number}", response_class=HTMLResponse)
async def table_overlay(
    request: Request,
    number: TableNumber,
    look: Annotated[Look, Depends(look)],
    layout: Layout = "bar",
    align: Align | None = None,
    idle: Literal["hide", "show"] = "hide",
) -> Response:
    feed: Feed = request.app.state.feed
    context = {
        "page": card.page(feed.view(number) or {"table": number}),
        "layout": layout,
        "align": align or ("left" if layout in ("corner", "clock") else "center"),
        "look": look,
        "idle": idle,
        **card.blanks(),
    }
    return pages.templates.TemplateResponse(request, "overlay.html", context)


@overlay_routes.get("/next", response_class=HTMLResponse)
async def next_overlay(
    request: Request,
    look: Annotated[Look, Depends(look)],
    layout: Literal["next", "third"] = "next",
    event: str | None = None,
    table: Annotated[int | None, Query(ge=1, le=9999)] = None,
) -> Response:
    programme = await programme_or_none(request)

    def draw() -> Response:
        calls = fixtures.calls(programme) if programme else []
        some = [
            call for call in calls if event in (None, call["event"]["key"]) and table in (None, call["table"])
        ]
        context = {"calls": some[:1] if layout == "third" else some, "layout": layout, "look": look}
        return pages.templates.TemplateResponse(request, "overlay_next.html", context)

    return drawn(request, "overlays", programme).get(request, programme, draw) if programme else draw()
