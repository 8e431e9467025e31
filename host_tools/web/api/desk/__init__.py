"""The tournament in the JSON API, version 1: everyone can read; a script with a token can act."""

from collections.abc import Mapping

from fastapi import FastAPI, Request, Response
from fastapi.responses import JSONResponse

from host_tools.reasons import Cause, Refused
from host_tools.tournament.desk.desk import Desk
from host_tools.web.api.desk import (
    act_routes,
    files,
    halls,
    reading,
    records,
)
from host_tools.web.api.desk.dependencies import Denied
from host_tools.web.http.refusals import CODES
from host_tools.web.http.routes import put

__all__ = ["install"]


def install(app: FastAPI, desk: Desk, version: int) -> None:
    """Add the routes; `version` is the version in the answers that refuse a request."""
    app.state.tokens = desk.store.tokens
    put(
        app,
        act_routes.routes,
        reading.routes,
        halls.routes,
        halls.hall_routes,
    )
    put(app, files.routes, records.routes, records.journal_routes)

    def answer(status: int, why: Cause, headers: Mapping[str, str] | None = None) -> Response:
        error = {"code": CODES[status], "message": why.say("script"), **why.to_json()}
        return JSONResponse({"version": version, "error": error}, status, headers)

    async def refused(_request: Request, raised: Exception) -> Response:
        """409: the request was understood, but the present state does not allow it."""
        assert isinstance(raised, Refused)
        return answer(409, raised.cause)

    async def denied(_request: Request, raised: Exception) -> Response:
        """401, 403, 404: no valid token, a page of another site, or no such object."""
        assert isinstance(raised, Denied)
        return answer(raised.status, raised.why, raised.headers)

    app.add_exception_handler(Refused, refused)
    app.add_exception_handler(Denied, denied)
