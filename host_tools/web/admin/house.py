"""What the rooms of the admin pages share: database, gate, the way a page is drawn and an act recorded."""

import secrets
from dataclasses import dataclass, field
from typing import Annotated, Any

from fastapi import Depends, HTTPException, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool

from host_tools.store import StoreError
from host_tools.store.admins import Login
from host_tools.web import pages
from host_tools.web.admin.gate import Gate
from host_tools.web.admin.once import Once
from host_tools.web.ports import AdminStore

#: What `?said=` may make a page say; anything else says nothing.
SAID = {
    "out": "You are logged out.",
    "revoked": "Revoked. A session under this key ends within a second; the table’s results stay.",
}


@dataclass(frozen=True, slots=True)
class House:
    """`store` and `gate` of the admin pages; `once`, by which a form that is sent twice is done once."""

    store: AdminStore
    gate: Gate
    once: Once = field(default_factory=Once)

    async def record(self, login: Login, what: str, **detail: Any) -> None:
        """Put on record what has just been done. Raises HTTPException 503 that says so when that fails."""
        try:
            await run_in_threadpool(self.store.admins.act, login.admin, what, detail)
        except StoreError as error:
            text = f"It is done, but does not stand in the record of what was done: {error}"
            raise HTTPException(503, text) from error


async def _house(request: Request) -> House:
    house: House = request.app.state.house
    return house


#: A parameter of a route: the house of its application.
HouseHere = Annotated[House, Depends(_house)]


def see(path: str) -> Response:
    """Send the browser to another page of ours, by GET."""
    return RedirectResponse(path, status_code=303)


def draw(request: Request, template: str, context: dict[str, Any], status: int = 200) -> Response:
    """A page from a template of this name. Its forms carry its number, `once` (once.py)."""
    said = SAID.get(request.query_params.get("said", ""), "")
    given = {**context, "said": said, "once": secrets.token_hex(8)}
    return pages.templates.TemplateResponse(request, template, given, status_code=status)
