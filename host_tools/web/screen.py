"""The big screen: pages that follow each other by themselves, as large as the room allows; nothing to press.

Tables move by the pages' own stream. What comes from the tournament is drawn here as slides, each of which
fits a picture of 16:9 or 4:3, and fetched again by the screen when it changed.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Annotated, Any

from fastapi import Depends, HTTPException, Query, Request, Response
from fastapi.responses import HTMLResponse

from host_tools.web import brackets, fixtures, pages
from host_tools.web.events_pages import drawn
from host_tools.web.feed import Feed
from host_tools.web.i18n import gettext as _
from host_tools.web.present import clean
from host_tools.web.results import Event, Programme, Results
from host_tools.web.routes import room
from host_tools.web.speaking import known_language

PAGES = ("hall", "play", "calls", "results", "standings", "brackets")
LINES = 8
"""So many matches fit on a slide."""
RESULTS_MOST = 24
COLUMN_LINES = 13
"""So many lines of standings fit into one of the two columns; a table's head counts as two."""
BOXES_MOST = 8
"""A drawing of a bracket has no more matches than this in a column: a larger one is shown in parts."""

TABLES_MOST = 16
"""So many tables are seen at once, unless the address says otherwise (D270)."""

Seconds = Annotated[float, Query(ge=3, le=600)]
Most = Annotated[int, Query(ge=1, le=200)]
Slide = dict[str, Any]


routes = room(include_in_schema=False, dependencies=[Depends(known_language)])


@routes.get("/screen", response_class=HTMLResponse)
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
    shown = chosen_pages(pages_)
    context = {
        "pages": shown,
        "seconds": seconds,
        "most": most,
        **pages.grid(request, pages.choose_tables(tables), pages.choose_hall(feed, hall)),
        "trouble": feed.problem or "",
        "slides": slides(await _programme(request), shown, event, hall or ""),
    }
    return pages.templates.TemplateResponse(request, "screen.html", context)


@routes.get("/screen/slides", response_class=HTMLResponse)
async def fresh(
    request: Request,
    pages_: Annotated[str | None, Query(alias="pages")] = None,
    event: str | None = None,
    hall: str = "",
) -> Response:
    programme = await _programme(request)
    shown = chosen_pages(pages_)

    def draw() -> Response:
        context = {"slides": slides(programme, shown, event, hall)}
        return pages.templates.TemplateResponse(request, "screen_slides.html", context)

    return drawn(request, "screen").get(request, programme, draw) if programme else draw()


def chosen_pages(text: str | None) -> list[str]:
    """The pages named by ``hall,results``; None for all. Raises HTTPException 422 on anything else."""
    found = [part.strip() for part in (text or ",".join(PAGES)).split(",")]
    if not set(found) <= set(PAGES):
        raise HTTPException(422, _("“pages” takes some of {pages}.", pages=", ".join(PAGES)))
    return list(dict.fromkeys(found))


async def _programme(request: Request) -> Programme | None:
    results: Results | None = request.app.state.results
    return await results.now() if results is not None else None


def slides(
    programme: Programme | None, shown: Sequence[str], key: str | None = None, hall: str = ""
) -> list[Slide]:
    """The slides of a tournament in the order of the pages; only of the event `key`, when one is named. The
    next matches are those of the `hall`, when one is chosen.
    """
    if programme is None:
        return []
    events = [event for event in programme.events if key in (None, event.of.key)]
    some = Programme(programme.tournament, tuple(events), programme.players, programme.revision)
    makers: dict[str, Callable[[Programme], Iterator[Slide]]] = {
        "calls": partial(_calls, hall=hall),
        "results": _results,
        "standings": _standings,
        "brackets": _brackets,
    }
    return [slide for page in shown if page in makers for slide in makers[page](some)]


def _calls(programme: Programme, hall: str) -> Iterator[Slide]:
    yield from _lists("calls", _("Next matches"), fixtures.calls(programme, 2 * LINES, hall))


def _results(programme: Programme) -> Iterator[Slide]:
    yield from _lists("results", _("Latest results"), fixtures.latest(programme, RESULTS_MOST))


def _lists(kind: str, title: str, matches: list[dict[str, Any]]) -> Iterator[Slide]:
    for begin in range(0, len(matches), LINES):
        yield {"kind": kind, "title": title, "matches": matches[begin : begin + LINES]}


def _standings(programme: Programme) -> Iterator[Slide]:
    for event in programme.events:
        for stage in event.stages:
            if stage.kind == "knockout" or stage.position not in event.standings:
                continue
            title = f"{clean(event.of.name)} · {fixtures.stage_name(stage)}"
            cards = list(_cards(event, event.standings[stage.position]))
            for columns in _packed(cards):
                yield {"kind": "standings", "title": title, "columns": columns,
                       "twenties": event.of.ruleset == "wcc"}  # fmt: skip


def _cards(event: Event, standings: dict[int, Any]) -> Iterator[dict[str, Any]]:
    """The tables of the groups; a long one in parts."""
    most = COLUMN_LINES - 2
    for group, lines in standings.items():
        models = [fixtures.place(event, line) for line in lines]
        for begin in range(0, len(models), most):
            yield {"name": fixtures.group_name(group), "lines": models[begin : begin + most]}


def _packed(cards: Sequence[dict[str, Any]]) -> Iterator[list[list[dict[str, Any]]]]:
    """Slides of at most two columns, the cards in their order."""
    columns: list[list[dict[str, Any]]] = [[]]
    height = 0
    for card in cards:
        lines = len(card["lines"]) + 2
        if columns[-1] and height + lines > COLUMN_LINES:
            columns.append([])
            height = 0
        columns[-1].append(card)
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
                title = clean(event.of.name) + (f" · {number}/{len(parts)}" if len(parts) > 1 else "")
                yield {"kind": "brackets", "title": title, "drawing": brackets.drawing(event, stage, part)}
