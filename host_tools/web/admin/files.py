"""The page that makes the files of a tournament: paper, spreadsheets, static pages, the archive. It shows how
far they are, and can stop them.
"""

from fastapi import Request, Response
from fastapi.responses import HTMLResponse

from host_tools.exports.output import own_language
from host_tools.i18n import CODES, language
from host_tools.store.admins import Login
from host_tools.tournament.desk.desk import Desk
from host_tools.web.admin.gate import HOME
from host_tools.web.admin.long_acts import LongAct
from host_tools.web.admin.refusals import AdminRefused
from host_tools.web.admin.site import AdminSite, AdminSiteHere, draw, see
from host_tools.web.http.routes import DeskHere, room
from host_tools.web.http.security import FILE_POLICY
from host_tools.web.pages import tournament_files
from host_tools.web.pages.tournament_files import ALL, FORMS, KINDS, OF_EVENT, Wanted

ROOM = f"{HOME}/tournament/files"

routes = room(include_in_schema=False, default_response_class=HTMLResponse)


class Making(LongAct):
    """A file that is wanted. content: what was made; things: what its progress counts."""

    def __init__(self, actor: str, request: Wanted) -> None:
        super().__init__(actor)
        self.wanted = request
        self.name = request.name
        self.things = FORMS[request.kind][2]
        self.content = b""

    def act(self, desk: Desk) -> None:
        """Make the file."""
        owner = desk.tournament(self.wanted.tournament)
        if self.wanted.event is not None:
            desk.competition(owner, self.wanted.event)
        self.content = tournament_files.make(desk.store, self.wanted, self.progress)


def _page(request: Request, desk: Desk, login: Login, **values: object) -> Response:
    languages = [(code, language(code).name) for code in CODES]
    tournaments = desk.tournaments()
    events = [
        (f"{owner.key} {each.key}", each.name if len(tournaments) == 1 else f"{owner.name}: {each.name}")
        for owner in tournaments
        for each in desk.competitions(owner)
    ]
    context = {
        "login": login,
        "here": "tournament",
        "tournaments": [(known.key, known.name) for known in tournaments],
        "events": [("", "all events"), *events],
        "spoken": [*languages, (ALL, "all (pages only)")],
        "fields": {"tournament": "", "event": "", "language": own_language()},
        "making": None,
        "number": "",
        **values,
    }
    return draw(request, "admin_files.html", context)


@routes.get(ROOM)
async def page(request: Request, site: AdminSiteHere, desk: DeskHere) -> Response:
    return _page(request, desk, await site.gate.login(request))


@routes.post(ROOM)
async def make(request: Request, site: AdminSiteHere, desk: DeskHere) -> Response:
    login, fields = await site.gate.form(request)
    kind = next((each for each in KINDS if each == fields.get("do")), None)
    if kind is None:
        raise AdminRefused("no_such_form")
    tournament, event, spoken = fields.get("tournament", ""), None, fields.get("language", "")
    if fields.get("event") and kind in OF_EVENT:
        tournament, _, event = fields["event"].partition(" ")
    making = Making(login.admin, Wanted(kind, tournament, event, spoken))
    return see(f"{ROOM}/{await site.files.begin(desk, making)}")


@routes.get(f"{ROOM}/{{number}}")
async def progress(request: Request, site: AdminSiteHere, desk: DeskHere, number: str) -> Response:
    login = await site.gate.login(request)
    try:
        making = _making(site, number, login)
    except AdminRefused:
        return see(ROOM)  # of an earlier run
    return _page(request, desk, login, making=making, number=number)


@routes.post(f"{ROOM}/{{number}}")
async def stop(request: Request, site: AdminSiteHere, number: str) -> Response:
    login, _fields = await site.gate.form(request)
    _making(site, number, login).stop.set()
    return see(f"{ROOM}/{number}")


@routes.get(f"{ROOM}/{{number}}/file")
async def file(request: Request, site: AdminSiteHere, number: str) -> Response:
    making = _making(site, number, await site.gate.login(request))
    if making.state != "done":
        raise AdminRefused("no_such_form")
    headers = {
        "Content-Disposition": f'attachment; filename="{making.name}"',
        "Content-Security-Policy": FILE_POLICY,
        "Cache-Control": "no-store",
    }
    return Response(making.content, media_type=FORMS[making.wanted.kind][1], headers=headers)


def _making(site: AdminSite, number: str, login: Login) -> Making:
    making = site.files.act(number, login)
    assert isinstance(making, Making)
    return making
