"""The page and the connection of a phone that is the panel of a table without hardware.

The page holds nothing secret. The code of the table's label goes with the first message of the WebSocket, so
no other site can press keys, and no address in a log has it.
"""

import asyncio
import contextlib
import hmac
import math
import time
from collections.abc import Mapping
from typing import Any

from fastapi import Depends, FastAPI, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.responses import HTMLResponse

from host_tools.collector.hub import Panel
from host_tools.outside import json_text
from host_tools.store.keys import plain_code
from host_tools.web.http.refusals import PageRefused
from host_tools.web.http.routes import TableNumber, put, room
from host_tools.web.http.security import is_from_elsewhere
from host_tools.web.http.throttle import Throttle
from host_tools.web.pages.language_choice import known_language
from host_tools.web.pages.pages import templates

HELLO_S = 10.0
"""A connection that does not give the code in this time is closed."""

routes = room(include_in_schema=False)


def install(app: FastAPI, panels: Mapping[int, Panel]) -> None:
    """Serve these panels, by the numbers of their tables."""
    app.state.panels = panels
    app.state.panel_guesses = Throttle(time.monotonic)
    put(app, routes)


@routes.get("/tables/{number}/panel", response_class=HTMLResponse, dependencies=[Depends(known_language)])
async def page(request: Request, number: TableNumber) -> Response:
    if number not in request.app.state.panels:
        raise PageRefused("nothing_there", path=request.url.path)
    return templates.TemplateResponse(request, "phone.html", {"number": number})


@routes.websocket("/tables/{number}/panel/wires")
async def wires(websocket: WebSocket, number: TableNumber) -> None:
    panel: Panel | None = websocket.app.state.panels.get(number)
    if panel is None or is_from_elsewhere(websocket.headers):
        await websocket.close(1008)
        return
    await websocket.accept()

    async def receive() -> dict[str, Any]:
        while True:
            with contextlib.suppress(ValueError, KeyError):  # no JSON, or bytes
                message = json_text.value(await websocket.receive_text())
                if isinstance(message, dict):
                    return message

    async def send(message: object) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # it has gone: `receive` raises
            await websocket.send_json(message)

    with contextlib.suppress(WebSocketDisconnect, TimeoutError):
        async with asyncio.timeout(HELLO_S):
            hello = await receive()
        refusal = _refusal(websocket, panel, str(hello.get("code")))
        if refusal is None:
            await panel.serve(hello, receive, send)
        else:
            await send(refusal)
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):  # it has gone
        await websocket.close()


def _refusal(websocket: WebSocket, panel: Panel, code: str) -> dict[str, object] | None:
    """What to answer to somebody who does not know the code, or has tried too often; None to one who does."""
    guesses: Throttle = websocket.app.state.panel_guesses
    host = websocket.client.host if websocket.client else ""
    if (wait_s := guesses.begin(host)) > 0:
        return {"type": "wait", "seconds": math.ceil(wait_s)}
    if not hmac.compare_digest(plain_code(code).encode(), panel.code.encode()):
        return {"type": "code"}
    guesses.passed(host)
    return None
