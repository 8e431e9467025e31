"""The organiser's tournament: its events, entries, draws, calls, results and protests.

Each form does one thing (tournament_forms.py); what the desk refuses is shown on the page where it was asked
(tournament_pages.py), with what was typed.
"""

from collections.abc import Callable
from typing import Annotated, TypeVar

from fastapi import HTTPException, Path, Request, Response
from fastapi.responses import HTMLResponse
from starlette.concurrency import run_in_threadpool

from host_tools.store.admins import Login
from host_tools.tournament.desk import DeskError
from host_tools.tournament.meanwhile import OtherResultError
from host_tools.web.admin import tournament_forms as forms
from host_tools.web.admin import tournament_pages as pages
from host_tools.web.admin import words
from host_tools.web.admin.gate import HOME
from host_tools.web.admin.house import House, HouseHere, draw, see
from host_tools.web.admin.tournament_forms import Fields
from host_tools.web.admin.tournament_pages import Page
from host_tools.web.routes import DeskHere, room

ROOM = f"{HOME}/tournament"
EventKey = Annotated[str, Path(max_length=20)]
MatchId = Annotated[str, Path(max_length=64)]
Doing = TypeVar("Doing")


routes = room(include_in_schema=False, default_response_class=HTMLResponse)


async def _act(
    house: House, request: Request, do: Callable[[Fields, str], str], page: Callable[[], Page]
) -> Response:
    """Do what a form asks; then the page that `do` names, or the same one with what was refused."""
    login, fields = await house.gate.form(request)
    try:
        path = await house.once.do(
            request.url.path, fields, lambda: run_in_threadpool(do, fields, login.admin)
        )
    except DeskError as error:
        status = 409 if isinstance(error, OtherResultError) else 422
        return await _show(request, login, page, words.refusal(str(error)), fields, status)
    return see(path)


async def _show(
    request: Request,
    login: Login,
    page: Callable[[], Page],
    error: str = "",
    fields: Fields | None = None,
    status: int = 200,
) -> Response:
    template, context = await run_in_threadpool(page)
    given = {"login": login, "here": "tournament", "error": error, "fields": _Typed(fields)}
    return draw(request, template, {**given, **context}, status)


# The tournament


@routes.get(ROOM)
async def overview(request: Request, house: HouseHere, desk: DeskHere) -> Response:
    return await _show(request, await house.gate.login(request), lambda: pages.overview(desk))


@routes.post(f"{ROOM}/{{do}}")
async def in_tournament(request: Request, house: HouseHere, desk: DeskHere, do: str) -> Response:
    doing = _known(forms.IN_TOURNAMENT, do)

    def done(fields: Fields, who: str) -> str:
        return ROOM + (doing(desk, fields, who) or "")

    return await _act(house, request, done, lambda: pages.overview(desk))


@routes.post(f"{ROOM}/protests/{{match}}")
async def rule(request: Request, house: HouseHere, desk: DeskHere, match: MatchId) -> Response:
    def done(fields: Fields, who: str) -> str:
        forms.rule(desk, match, fields, who)
        return ROOM

    return await _act(house, request, done, lambda: pages.overview(desk))


@routes.get(f"{ROOM}/{{do}}")
@routes.get(f"{ROOM}/protests/{{do}}")
async def back_to_it(request: Request, house: HouseHere, do: str) -> Response:
    """Whoever asks for a form's own address, the way a page with a refusal is loaded anew."""
    await house.gate.login(request)
    return see(ROOM)


# An event


@routes.get(f"{ROOM}/events/{{event}}")
async def event(request: Request, house: HouseHere, desk: DeskHere, event: EventKey) -> Response:
    return await _show(request, await house.gate.login(request), lambda: pages.event(desk, event))


@routes.post(f"{ROOM}/events/{{event}}/{{do}}")
async def in_event(request: Request, house: HouseHere, desk: DeskHere, event: EventKey, do: str) -> Response:
    doing = _known(forms.IN_EVENT, do)

    def done(fields: Fields, who: str) -> str:
        doing(desk, pages.competition(desk, event), fields, who)
        return f"{ROOM}/events/{event}"

    return await _act(house, request, done, lambda: pages.event(desk, event))


@routes.get(f"{ROOM}/events/{{event}}/{{do}}")
async def back_to_event(request: Request, house: HouseHere, event: EventKey, do: str) -> Response:
    await house.gate.login(request)
    return see(f"{ROOM}/events/{event}")


# A match


@routes.get(f"{ROOM}/matches/{{match}}")
async def match(request: Request, house: HouseHere, desk: DeskHere, match: MatchId) -> Response:
    return await _show(request, await house.gate.login(request), lambda: pages.match(desk, match))


@routes.post(f"{ROOM}/matches/{{match}}/{{do}}")
async def in_match(request: Request, house: HouseHere, desk: DeskHere, match: MatchId, do: str) -> Response:
    doing = _known(forms.IN_MATCH, do)

    def done(fields: Fields, who: str) -> str:
        doing(desk, pages.fixture(desk, match), fields, who)
        return f"{ROOM}/matches/{match}"

    return await _act(house, request, done, lambda: pages.match(desk, match))


@routes.get(f"{ROOM}/matches/{{match}}/{{do}}")
async def back_to_match(request: Request, house: HouseHere, match: MatchId, do: str) -> Response:
    await house.gate.login(request)
    return see(f"{ROOM}/matches/{match}")


class _Typed(dict[str, str]):
    """What was typed, "" for what was not."""

    def __init__(self, fields: Fields | None) -> None:
        super().__init__(fields or {})

    def __missing__(self, name: str) -> str:
        return ""


def _known(there: dict[str, Doing], do: str) -> Doing:
    """What the form of this name does. Raises HTTPException 404."""
    if do not in there:
        raise HTTPException(404, "There is no such form.")
    return there[do]
