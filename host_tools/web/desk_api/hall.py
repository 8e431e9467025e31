"""What a script does to the hall: its clock, a match of no tournament for a table; how far an order is."""

import json
from typing import Annotated, Any, Literal

from fastapi import HTTPException, Path, Query
from pydantic import BaseModel, Field

from host_tools import orders
from host_tools.store import Store
from host_tools.store.hall_layout import NAME_MAX
from host_tools.store.halls import LEAD_MS, LENGTH_MAX_MS, Clocks, HallRefused, HallState
from host_tools.web.desk_api.asking import INT_MAX, Asked
from host_tools.web.desk_api.bearer import PREFIX, Who
from host_tools.web.refusals import Answer, refusals
from host_tools.web.routes import StoreHere, room
from host_tools.web.table_numbers import TableNumber


class ClockAsked(Asked):
    do: Literal["start", "pause", "resume", "end"]
    ms: int | None = Field(
        None, gt=0, le=LENGTH_MAX_MS, description="Length; with pause and resume what is left"
    )
    number: int | None = Field(
        None, ge=0, le=INT_MAX, description="Of the last change you know; another one is refused"
    )
    hall: str | None = Field(None, max_length=NAME_MAX, description="Only in this hall; null: in all")


class Counted(BaseModel):
    """A clock: `left_ms` were left at `moment` (UTC ms), when it came into `state`."""

    hall: str = Field(description="Whose clock it is; empty: everybody's")
    state: str
    length_ms: int
    left_ms: int
    moment: int
    number: int
    by: str | None


class ClockShape(Counted, Answer):
    """The clock of a hall, or of all; `off`, too, when they have different ones. number: of the last change
    of this hall's, or of any. halls: each one's, where there are several, and all were asked for.
    """

    halls: list[Counted]
    differ: bool = Field(description="Halls have different clocks, or only some have one: each is in `halls`")


Hall = Annotated[str | None, Query(max_length=NAME_MAX, description="Only this hall's")]


class MatchAsked(Asked):
    """As `boardside assign` takes it; names: one of each side in singles, two in doubles."""

    a: list[str] = Field(min_length=1, max_length=2)
    b: list[str] = Field(min_length=1, max_length=2)
    stage: str = "round"
    ruleset: str | None = None
    rules: dict[str, Any] | None = None
    breaks: Literal["a", "b"] | None = None
    title: str | None = None
    category: str | None = None
    tie: str | None = Field(None, description="The tie of teams it is part of, with both teams")
    team_a: str | None = None
    team_b: str | None = None
    match: str | None = Field(None, description="Its id; null: a new one")


class Order(Answer):
    """An order to a table. state: pending, sent, done, refused (code and message say why)."""

    id: str
    table: int
    state: str
    code: str | None
    message: str | None


routes = room(prefix=PREFIX, tags=["hall"], responses=refusals(503))
DOING = refusals(401, 409, 413, 422)


@routes.get("/hall", responses=refusals(404, 422))
def clock(store: StoreHere, hall: Hall = None) -> ClockShape:
    """The hall's clock as it is wanted; state `off` when none was ever started."""
    try:
        name = None if hall is None else store.hall.named(hall)
    except HallRefused as error:
        raise HTTPException(404, str(error)) from error
    return _answer(store.hall.clocks(), name)


@routes.post("/hall", responses=DOING)
def change(store: StoreHere, asked: ClockAsked, who: Who) -> ClockShape:
    """Start, pause, resume or end the hall's clock, at all tables together."""
    at, name = store.hall.now() + LEAD_MS, None if asked.hall is None else store.hall.named(asked.hall)
    after = store.hall.change(asked.do, asked.ms, who, at, name, asked.number)
    detail = {"left_ms": after.left_ms, **({} if name is None else {"hall": name})}
    store.admins.act(who, f"hall {'off' if after.state == 'off' else asked.do}", detail)
    return _answer(store.hall.clocks(), name)


@routes.post("/tables/{number}/match", status_code=201, responses=DOING)
def assign(store: StoreHere, number: TableNumber, asked: MatchAsked, who: Who) -> Order:
    """Give a table a match of no tournament. Sent twice with one id, it is one match there."""
    event = orders.match_event(
        names={"a": asked.a, "b": asked.b},
        stage=asked.stage,
        ruleset=asked.ruleset,
        rules=None if asked.rules is None else json.dumps(asked.rules),
        files=False,
        match=asked.match,
        breaks=asked.breaks,
        title=asked.title,
        category=asked.category,
        tie=asked.tie,
        teams={"a": asked.team_a, "b": asked.team_b},
    )
    command = store.queue_command(number, event)
    store.admins.act(who, "assign", {"table": number, "match": event["match"]})
    return _order(store, command)


@routes.get("/orders/{order}", responses=refusals(401, 404, 422))
def order(store: StoreHere, order: Annotated[str, Path(max_length=16)], who: Who) -> Order:
    """How far an order to a table has come."""
    return _order(store, order)


def _answer(clocks: Clocks, name: str | None) -> ClockShape:
    """The clock of this hall; None: of all."""
    if name is not None:
        return ClockShape(**_counted(clocks.of(name), name), halls=[], differ=False)
    names = clocks.layout.names
    halls = [Counted(**_counted(clocks.of(one), one)) for one in names] if len(names) > 1 else []
    common = clocks.common()
    differ = common is None and any(one.state != "off" for one in halls)
    return ClockShape(**{**_counted(common, ""), "number": clocks.number}, halls=halls, differ=differ)


def _counted(state: HallState | None, hall: str) -> dict[str, Any]:
    if state is None:
        return {
            "hall": hall,
            "state": "off",
            "length_ms": 0,
            "left_ms": 0,
            "moment": 0,
            "number": 0,
            "by": None,
        }
    names = ("state", "length_ms", "left_ms", "moment", "number", "by")
    return {"hall": hall, **{name: getattr(state, name) for name in names}}


def _order(store: Store, command: str) -> Order:
    found = store.command(command)
    if found is None:
        raise HTTPException(404, f"There is no order {command}.")
    return Order(
        id=found["id"],
        table=found["table"],
        state=found["state"],
        code=found["code"],
        message=found["message"],
    )
