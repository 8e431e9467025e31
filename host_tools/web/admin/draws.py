"""The draw from the page of an event: a long one shows how far it is, and can be stopped."""

from fastapi import Request, Response
from fastapi.responses import HTMLResponse

from host_tools.store.admins import Login
from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.desk.desk import Desk
from host_tools.web.admin.gate import HOME
from host_tools.web.admin.long_acts import LongAct
from host_tools.web.admin.refusals import AdminRefused
from host_tools.web.admin.site import AdminSite, AdminSiteHere, draw, see
from host_tools.web.http.routes import DeskHere, room

ROOM = f"{HOME}/tournament/draws"

routes = room(include_in_schema=False, default_response_class=HTMLResponse)


class Drawing(LongAct):
    """The draw of an event (`event`, its key), or of the next round of its Swiss."""

    failed = "It failed; the collector’s log says why. Nothing was drawn."

    def __init__(self, actor: str, event: str, seed: str | None) -> None:
        super().__init__(actor)
        self.event = event
        self.seed = seed

    @property
    def page(self) -> str:
        """The address of the event's page."""
        return f"{HOME}/tournament/events/{self.event}"

    def act(self, desk: Desk) -> None:
        """Draw."""
        competition = desk.competition(desk.tournament(), self.event)
        desk.do(Draw(seed=self.seed), competition, progress=self.progress, actor=self.actor)


async def begun(site: AdminSite, desk: Desk, actor: str, event: str, seed: str | None) -> str:
    """Begin the draw; the address of the next page: the event's, if it was drawn at once. DeskError."""
    drawing = Drawing(actor, event, seed)
    number = await site.draws.begin(desk, drawing)
    if drawing.refusal is not None:
        raise drawing.refusal
    return drawing.page if drawing.state == "done" else f"{ROOM}/{number}"


@routes.get(f"{ROOM}/{{number}}")
async def progress(request: Request, site: AdminSiteHere, number: str) -> Response:
    login = await site.gate.login(request)
    try:
        drawing = _drawing(site, number, login)
    except AdminRefused:
        return see(f"{HOME}/tournament")  # of an earlier run
    if drawing.state == "done":
        return see(drawing.page)
    context = {"login": login, "here": "tournament", "drawing": drawing, "number": number}
    return draw(request, "admin_draw.html", context)


@routes.post(f"{ROOM}/{{number}}")
async def stop(request: Request, site: AdminSiteHere, desk: DeskHere, number: str) -> Response:
    login, _fields = await site.gate.form(request)
    _drawing(site, number, login).stop.set()
    return see(f"{ROOM}/{number}")


def _drawing(site: AdminSite, number: str, login: Login) -> Drawing:
    drawing = site.draws.act(number, login)
    assert isinstance(drawing, Drawing)
    return drawing
