"""Overlays for streams: a table's score on nothing, as a browser source of OBS and the like shows it.

The page is there before its table is, and stays when the collector goes: a source is set up once and never
looked at again. What it shows it gets from the pages' own stream, a snapshot first.
"""

from typing import Annotated, Literal

from fastapi import Depends, Query, Request, Response
from fastapi.responses import HTMLResponse

from host_tools.web import card, fixtures, pages
from host_tools.web.events_pages import drawn
from host_tools.web.feed import Feed
from host_tools.web.results import Results
from host_tools.web.routes import room
from host_tools.web.speaking import known_language
from host_tools.web.table_numbers import TableNumber

#: What of a table is shown, and how.
Layout = Literal["bar", "corner", "card", "clock"]
Align = Literal["left", "center", "right"]
#: A source is as large as the picture; this makes what is on it smaller or larger.
Scale = Annotated[float, Query(ge=0.4, le=3)]


routes = room(prefix="/overlay", include_in_schema=False, dependencies=[Depends(known_language)])


@routes.get("/table/{number}", response_class=HTMLResponse)
async def table(
    request: Request,
    number: TableNumber,
    layout: Layout = "bar",
    align: Align | None = None,
    theme: Literal["dark", "light"] = "dark",
    scale: Scale = 1.0,
    idle: Literal["hide", "show"] = "hide",
) -> Response:
    feed: Feed = request.app.state.feed
    context = {
        "page": card.page(feed.view(number) or {"table": number}),
        "layout": layout,
        "align": align or ("left" if layout in ("corner", "clock") else "center"),
        "theme": theme,
        "scale": scale,
        "idle": idle,
        **card.blanks(),
    }
    return pages.templates.TemplateResponse(request, "overlay.html", context)


@routes.get("/next", response_class=HTMLResponse)
async def upcoming(
    request: Request,
    event: str | None = None,
    theme: Literal["dark", "light"] = "dark",
    scale: Scale = 1.0,
) -> Response:
    results: Results | None = request.app.state.results
    programme = await results.now() if results is not None else None

    def draw() -> Response:
        calls = fixtures.calls(programme) if programme else []
        some = [one for one in calls if event in (None, one["event"]["key"])]
        context = {"calls": some, "theme": theme, "scale": scale}
        return pages.templates.TemplateResponse(request, "overlay_next.html", context)

    return drawn(request, "overlays").get(request, programme, draw) if programme else draw()
