"""The tournament in the JSON API, version 1: what all may read, and what a script with a token may do."""

from fastapi import FastAPI, Request, Response
from fastapi.responses import JSONResponse

from host_tools.orders import BadRequest
from host_tools.store.halls import HallRefused
from host_tools.store.planned import MatchPlanned
from host_tools.tournament.desk import Desk
from host_tools.web.desk_api import acting, entering, hall, halls, reading, records
from host_tools.web.routes import put

__all__ = ["install"]


def install(app: FastAPI, desk: Desk, version: int) -> None:
    """Add the routes; `version` stands in the answers that refuse something."""
    app.state.tokens = desk.store.tokens
    put(app, *(module.routes for module in (reading, entering, acting, halls, hall, records)))

    async def refused(_request: Request, raised: Exception) -> Response:
        """409: the request was understood, and does not fit how things stand."""
        return JSONResponse({"version": version, "error": {"code": "refused", "message": str(raised)}}, 409)

    for known in (BadRequest, HallRefused, MatchPlanned):
        app.add_exception_handler(known, refused)
