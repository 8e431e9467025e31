"""The check-in at the door: search a player, one tap, and the list for paper."""

from typing import Annotated, TypedDict
from urllib.parse import urlencode

from fastapi import HTTPException, Query, Request, Response
from fastapi.responses import HTMLResponse
from starlette.concurrency import run_in_threadpool

from host_tools.orders import BadRequest
from host_tools.store.admins import Login
from host_tools.tournament.acts.entries import Present
from host_tools.tournament.desk.desk import Desk, DeskError
from host_tools.tournament.model.check_in import Expected
from host_tools.tournament.model.model import Tournament
from host_tools.web.admin import rows
from host_tools.web.admin.act_forms import Fields, forms_on
from host_tools.web.admin.gate import HOME
from host_tools.web.admin.site import AdminSiteHere, ChosenDesk, draw, see
from host_tools.web.http.routes import room
from host_tools.web.pages.player_pages import folded

ROOM = f"{HOME}/tournament/check-in"

Asked = Annotated[str, Query(max_length=80)]
EventKey = Annotated[str, Query(max_length=20)]
#: The player who was checked in last, by start number.
Last = Annotated[int, Query(ge=0, le=2**31 - 1)]

routes = room(include_in_schema=False, default_response_class=HTMLResponse)


class ArrivalLine(TypedDict):
    """A player at the door. events: with the partner or the team; at: the time of day, "" when it is not
    here; find: what a search looks in.
    """

    number: int
    name: str
    latin: str
    club: str
    events: str
    at: str
    find: str


def _line(each: Expected) -> ArrivalLine:
    player = each.player
    events = []
    for event, entry in each.entries:
        others = [other.name for other in entry.players if other.id != player.id]
        beside = entry.name or " / ".join(others)
        reserve = ", reserve" if entry.reserve else ""
        events.append(f"{event.name}{f' ({beside})' if beside else ''}{reserve}")
    return {
        "number": player.number,
        "name": player.name,
        "latin": player.latin,
        "club": player.club,
        "events": ", ".join(events),
        "at": rows.moment(each.at)[11:16],
        "find": f"{player.number} {folded(f'{player.name} {player.latin} {player.club}')}",
    }


def _is_meant(line: ArrivalLine, asked: str) -> bool:
    """Whether every word that was typed is in it; a number is a start number."""
    if asked.isdecimal():
        return asked == str(line["number"])
    return all(word in line["find"] for word in folded(asked).split())


def _tournament(desk: Desk) -> Tournament:
    try:
        return desk.tournament()
    except DeskError as error:
        raise HTTPException(404, error.say("page")) from error


def _page(
    request: Request, desk: Desk, login: Login, asked: str, event: str, last: int, error: str = ""
) -> Response:
    owner = _tournament(desk)
    expected = [
        each
        for each in desk.expected(owner)
        if not event or any(competition.key == event for competition, _ in each.entries)
    ]
    lines = sorted(map(_line, expected), key=lambda line: folded(line["latin"] or line["name"]))
    context = {
        "login": login,
        "here": "tournament",
        "error": error,
        "tournament": owner,
        "events": [(each.key, each.name) for each in desk.competitions(owner)],
        "event": event,
        "asked": asked,
        "lines": lines,
        "shown": {line["number"] for line in lines if _is_meant(line, asked.strip())},
        "last": next((line for line in lines if line["number"] == last), None),
        "count": sum(bool(line["at"]) for line in lines),
        "acts": forms_on(Tournament, f"{HOME}/tournament"),
        "fields": {"form": ""},
    }
    return draw(request, "admin_check_in.html", context, 422 if error else 200)


@routes.get(ROOM)
async def page(
    request: Request,
    site: AdminSiteHere,
    desk: ChosenDesk,
    q: Asked = "",
    event: EventKey = "",
    last: Last = 0,
) -> Response:
    login = await site.gate.login(request)
    return await run_in_threadpool(_page, request, desk, login, q, event, last)


@routes.post(f"{ROOM}/present")
async def mark(request: Request, site: AdminSiteHere, desk: ChosenDesk) -> Response:
    login, fields = await site.gate.form(request)
    event = fields.get("event", "")[:20]

    def marked() -> str:
        number = _mark(desk, fields, login.admin)
        return f"{ROOM}?{urlencode({'last': number, 'event': event})}"

    try:
        path = await site.once.do(request.url.path, fields, lambda: run_in_threadpool(marked))
    except BadRequest as error:
        return await run_in_threadpool(_page, request, desk, login, "", event, 0, error.say("page"))
    return see(path)


@routes.get(f"{ROOM}/present")
async def back(request: Request, site: AdminSiteHere) -> Response:
    await site.gate.login(request)
    return see(ROOM)


def _mark(desk: Desk, fields: Fields, actor: str) -> int:
    """Check a player in, or take it back, for all events; its start number. DeskError."""
    is_absent = "leave" in fields
    number = fields.get("leave" if is_absent else "come", "")
    for each in desk.expected(_tournament(desk)):
        if str(each.player.number) == number:
            desk.do(Present(player=number, absent=is_absent), each.entries[0][1], actor=actor)
            return each.player.number
    raise DeskError("not_expected", number=number)
