"""The page that imports files: it shows first what would change, then how far it is, and can be stopped."""

from fastapi import Request, Response
from fastapi.responses import HTMLResponse

from host_tools.store.admins import Login
from host_tools.tournament.imports import importing
from host_tools.web.admin import uploads
from host_tools.web.admin.forms import check_origin, check_token
from host_tools.web.admin.gate import HOME
from host_tools.web.admin.import_jobs import Job
from host_tools.web.admin.refusals import AdminRefused
from host_tools.web.admin.site import AdminSite, AdminSiteHere, ChosenDesk, draw, see
from host_tools.web.http.routes import room

ROOM = f"{HOME}/tournament/import"
#: Changes that the page lists.
_LISTED = 400

routes = room(include_in_schema=False, default_response_class=HTMLResponse)


@routes.get(ROOM)
async def page(request: Request, site: AdminSiteHere) -> Response:
    login = await site.gate.login(request)
    return draw(request, "admin_import.html", {"login": login, "here": "tournament", "job": None})


@routes.post(ROOM)
async def upload(request: Request, site: AdminSiteHere, desk: ChosenDesk) -> Response:
    check_origin(request)
    login = await site.gate.login(request)
    fields, files = await uploads.read(request)
    check_token(fields, login.csrf)
    dry_run = fields.get("do") != "import"
    job = Job(login.admin, files, fields.get("event") or None, dry_run)
    return see(f"{ROOM}/{await site.imports.begin(desk, job)}")


@routes.get(f"{ROOM}/{{number}}")
async def progress(request: Request, site: AdminSiteHere, number: str) -> Response:
    login = await site.gate.login(request)
    try:
        job = _job(site, number, login)
    except AdminRefused:
        return see(ROOM)  # of an earlier run
    imported = job.imported
    context = {
        "login": login,
        "here": "tournament",
        "number": number,
        "job": job,
        "changes": [
            f"{change.file}:{change.line}: {importing.change(change)}"
            for change in imported.changes[:_LISTED]
        ]
        if imported
        else [],
        "more": max(0, len(imported.changes) - _LISTED) if imported else 0,
        "summary": list(importing.summary(imported, job.dry_run)) if imported else [],
    }
    return draw(request, "admin_import.html", context)


@routes.post(f"{ROOM}/{{number}}")
async def decide(request: Request, site: AdminSiteHere, desk: ChosenDesk, number: str) -> Response:
    """Import what was only tried, or stop what is running."""
    login, fields = await site.gate.form(request)
    job = _job(site, number, login)
    if fields.get("do") == "stop":
        job.stop.set()
        return see(f"{ROOM}/{number}")
    again = Job(job.actor, job.files, job.event, dry_run=False)
    return see(f"{ROOM}/{await site.imports.begin(desk, again)}")


def _job(site: AdminSite, number: str, login: Login) -> Job:
    job = site.imports.act(number, login)
    assert isinstance(job, Job)
    return job
