"""The page that makes the files for after the day: the tournament as a book (PDF), and as a folder of pages
(ZIP). It shows how far they are, and can stop them.
"""

import io
import tempfile
import zipfile
from pathlib import Path

from fastapi import Request, Response
from fastapi.responses import HTMLResponse

from host_tools.exports import result_book
from host_tools.exports.output import moment_now
from host_tools.store.admins import Login
from host_tools.tournament.desk import Desk
from host_tools.web import static_site
from host_tools.web.admin.gate import HOME
from host_tools.web.admin.long_acts import LongAct
from host_tools.web.admin.refusals import AdminRefused
from host_tools.web.admin.site import AdminSite, AdminSiteHere, draw, see
from host_tools.web.i18n import CODES, language
from host_tools.web.routes import DeskHere, room
from host_tools.web.security import FILE_POLICY

ROOM = f"{HOME}/tournament/files"
ALL = "all"

routes = room(include_in_schema=False, default_response_class=HTMLResponse)


class Making(LongAct):
    """A file of a tournament (`key`). asked: "book", "cards" (a book with all score cards), or the
    language of static pages, ALL for those in every language. content: what was made.
    """

    def __init__(self, actor: str, key: str, asked: str) -> None:
        super().__init__(actor)
        self.key = key
        self.asked = asked
        self.is_book = asked in ("book", "cards")
        self.name = f"{key}.pdf" if self.is_book else f"{key}-pages.zip"
        self.content = b""

    def act(self, desk: Desk) -> None:
        """Make the file."""
        tournament = desk.tournament(self.key)
        if self.is_book:
            chapters = result_book.read(desk.store, tournament.key, self.asked == "cards")
            self.content, _complaint = result_book.render(chapters, moment_now(), self.progress)
            return
        codes = CODES if self.asked == ALL else (self.asked,)
        with tempfile.TemporaryDirectory(prefix="boardside-") as made:
            folder = Path(made) / tournament.key
            static_site.write(desk.store, folder, tournament.key, codes, moment_now(), self.progress)
            self.content = zipped(folder)


def zipped(folder: Path) -> bytes:
    """The folder as a ZIP file."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(folder.rglob("*")):
            archive.write(file, file.relative_to(folder.parent))
    return packed.getvalue()


def _page(request: Request, desk: Desk, login: Login, **values: object) -> Response:
    languages = [(code, language(code).name) for code in CODES]
    context = {
        "login": login,
        "here": "tournament",
        "tournaments": [(known.key, known.name) for known in desk.tournaments()],
        "spoken": [*languages, (ALL, "all of them")],
        "fields": {"tournament": "", "language": static_site.own_language()},
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
    asked = fields.get("do", "book")
    if asked == "pages":
        asked = fields.get("language", "")
    making = Making(login.admin, fields.get("tournament", ""), asked)
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
    kind = "application/pdf" if making.is_book else "application/zip"
    return Response(making.content, media_type=kind, headers=headers)


def _making(site: AdminSite, number: str, login: Login) -> Making:
    making = site.files.act(number, login)
    assert isinstance(making, Making)
    return making
