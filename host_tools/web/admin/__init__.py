"""The admin pages: what the organiser does from a browser, behind a password (docs/web.md).

What changes something is a POST, followed by a redirection to a page that shows how it stands; so nothing is
done again when a page is loaded again.
"""

from fastapi import FastAPI

from host_tools.tournament.desk import Desk
from host_tools.web.admin import tournament
from host_tools.web.admin.doors import doors, to_login
from host_tools.web.admin.gate import Gate, NotLoggedIn
from host_tools.web.admin.hall import hall
from host_tools.web.admin.house import House
from host_tools.web.admin.matches import matches
from host_tools.web.admin.records import records
from host_tools.web.ports import AdminStore


def install(app: FastAPI, store: AdminStore, desk: Desk | None = None) -> None:
    """Add the admin pages to the application; those of the tournament with its desk."""
    house = House(store, Gate(store))
    for room in (doors, hall, matches, records):
        app.include_router(room(house))
    if desk is not None:
        app.include_router(tournament.rooms(house, desk))
    app.add_exception_handler(NotLoggedIn, to_login)


__all__ = ["install"]
