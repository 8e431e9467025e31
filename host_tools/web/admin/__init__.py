"""The admin pages: what the organiser does from a browser, behind a password (docs/web.md).

What changes something is a POST, followed by a redirection to a page that shows how it stands; so nothing is
done again when a page is loaded again.
"""

from fastapi import FastAPI

from host_tools.web.admin import doors, hall, matches, records, tournament
from host_tools.web.admin.doors import to_login
from host_tools.web.admin.gate import Gate, NotLoggedIn
from host_tools.web.admin.house import House
from host_tools.web.ports import AdminStore
from host_tools.web.routes import put


def install(app: FastAPI, store: AdminStore, *, tournament_too: bool) -> None:
    """Add the admin pages to the application; those of the tournament, too, where it has a desk."""
    app.state.house = House(store, Gate(store))
    put(app, doors.routes, hall.routes, matches.routes, records.routes)
    if tournament_too:
        put(app, tournament.routes)
    app.add_exception_handler(NotLoggedIn, to_login)


__all__ = ["install"]
