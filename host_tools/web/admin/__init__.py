"""The admin pages: the organiser's work in a browser, behind a password (docs/organiser/web.md).

Every change is a POST, followed by a redirect to a page that shows the new state. So reloading a page repeats
nothing.
"""

from fastapi import FastAPI

from host_tools.store import Store
from host_tools.web.admin import (
    boards,
    check_in,
    draws,
    files,
    hall,
    imports,
    login,
    matches,
    records,
    rulesets,
    tournament,
)
from host_tools.web.admin.gate import Gate, NotLoggedIn
from host_tools.web.admin.login import to_login
from host_tools.web.admin.site import AdminSite
from host_tools.web.http.routes import put
from host_tools.workbench import Workbench


def install(app: FastAPI, store: Store, *, tournament_too: bool, workbench: Workbench | None = None) -> None:
    """Add the admin pages to the application: with those of the tournament if it has a desk, with those of
    the boards if it has a workbench.
    """
    app.state.site = AdminSite(store, Gate(store))
    put(app, login.routes, hall.routes, matches.routes, records.routes)
    if tournament_too:
        put(
            app,
            check_in.routes,
            draws.routes,
            files.routes,
            imports.routes,
            tournament.routes,
            rulesets.routes,
        )
    app.state.workbench = workbench
    if workbench is not None:
        put(app, boards.routes)
    app.add_exception_handler(NotLoggedIn, to_login)


__all__ = ["install"]
