"""The API's routes for the halls: their clocks and tables, the hall of an event, a match outside any
tournament for a table, and the progress of a command to a table.
"""

import json
from typing import Annotated, Literal

from fastapi import Path, Query
from pydantic import BaseModel, Field

from host_tools import orders
from host_tools.glyphs import lines as seen_remarks
from host_tools.laws.refusals import of_row
from host_tools.store import Store
from host_tools.store.halls import HALL_NAME_MAX, HALLS_SETTING, LEAD_MS, LENGTH_MAX_MS, Clocks, HallState
from host_tools.tournament.acts.events import RulesJson as Rules
from host_tools.web.api.desk.dependencies import (
    PREFIX,
    REASONS,
    Actor,
    Denied,
    EventKey,
    TournamentKey,
    event_of,
    there,
    tournament_of,
)
from host_tools.web.api.desk.requests import INT_MAX, Asked
from host_tools.web.http.refusals import ALWAYS, ON_BODY, ON_CHANGE, Answer, refusals
from host_tools.web.http.routes import DeskHere, StoreHere, TableNumber, room

Number = Annotated[int, Field(ge=1, le=9999)]


class HallTables(Answer):
    """The halls of a tournament, each with the numbers of its tables."""

    halls: dict[str, list[int]]


class Place(Answer):
    """The hall in which an event is played; empty: any hall."""

    hall: str


routes = room(prefix=PREFIX, tags=["hall"], responses=refusals(*ALWAYS, 404, 422))
TOURNAMENT_PATH = "/tournaments/{tournament}"
DOING = refusals(*ON_CHANGE, *ON_BODY, 409)


@routes.get(f"{TOURNAMENT_PATH}/halls")
def halls(desk: DeskHere, tournament: TournamentKey) -> HallTables:
    """The halls of a tournament with their tables."""
    return HallTables(halls=tournament_of(desk, tournament).settings.get(HALLS_SETTING) or {})


@routes.get(f"{TOURNAMENT_PATH}/events/{{event}}/hall")
def place(desk: DeskHere, tournament: TournamentKey, event: EventKey) -> Place:
    """Where an event is played."""
    return Place(hall=desk.hall_of(event_of(desk, tournament, event)))


class ClockAsked(Asked):
    do: Literal["start", "pause", "resume", "end"]
    ms: int | None = Field(
        None, gt=0, le=LENGTH_MAX_MS, description="Length; with pause and resume what is left"
    )
    number: int | None = Field(
        None, ge=0, le=INT_MAX, description="Of the last change you know; another one is refused"
    )
    hall: str | None = Field(None, max_length=HALL_NAME_MAX, description="Only in this hall; null: in all")


class Counted(BaseModel):
    """A clock: it entered `state` at `moment` (UTC ms) with `left_ms` left."""

    hall: str = Field(description="Whose clock it is; empty: everybody's")
    state: str
    length_ms: int
    left_ms: int
    moment: int
    number: int
    by: str | None


class ClockShape(Counted, Answer):
    """The clock of a hall, or of all; `off` also if halls have different ones. number: of the last change of
    this hall's clock, or of any. halls: the clock of each, if there are several and all were asked for.
    """

    halls: list[Counted]
    differ: bool = Field(description="Halls have different clocks, or only some have one: each is in `halls`")


Hall = Annotated[str | None, Query(max_length=HALL_NAME_MAX, description="Only this hall's")]


class MatchAsked(Asked):
    """As `boardside assign` takes it; names: one of each side in singles, two in doubles."""

    a: list[str] = Field(min_length=1, max_length=2)
    b: list[str] = Field(min_length=1, max_length=2)
    stage: str = "round"
    ruleset: str | None = Field(None, description="One that comes with Boardside, or a saved one's key")
    rules: Rules | None = None
    breaks: Literal["a", "b"] | None = None
    title: str | None = None
    category: str | None = None
    latin: dict[str, str] = Field(
        {}, description="A name in Latin letters, for displays that lack its script"
    )
    presses: int | None = Field(None, ge=0, le=2, description="Of CLOCK a stroke: 1, 2; 0: results only")
    tie: str | None = Field(None, description="The tie of teams it is part of, with both teams")
    team_a: str | None = None
    team_b: str | None = None
    match: str | None = Field(None, description="Its id; null: a new one")
    replaces: str | None = Field(None, description="The match that waits there for its toss, if it gives way")


class Order(Answer):
    """A command to a table. state: pending, sent, done, refused (code and message say why)."""

    id: str
    table: int
    state: str
    code: str | None
    message: str | None


class Assigned(Order):
    """The same after a match was given. remarks: what the table will show in place of a name."""

    remarks: list[str]


hall_routes = room(prefix=PREFIX, tags=["hall"], responses=refusals(*ALWAYS))
DOING = refusals(*ON_CHANGE, *ON_BODY, 409)


@hall_routes.get("/hall", responses=refusals(404, 422))
def clock(store: StoreHere, hall: Hall = None) -> ClockShape:
    """The hall's clock as it was last set; state `off` if none was ever started."""
    name = None if hall is None else there(lambda: store.hall.named(hall))
    return _answer(store.hall.clocks(), name)


@hall_routes.post("/hall", responses=DOING)
def change(store: StoreHere, asked: ClockAsked, actor: Actor) -> ClockShape:
    """Start, pause, resume or end the hall's clock at all its tables."""
    at, name = store.hall.now() + LEAD_MS, None if asked.hall is None else store.hall.named(asked.hall)
    after = store.hall.change(asked.do, asked.ms, actor, at, name, asked.number)
    detail = {"left_ms": after.left_ms, **({} if name is None else {"hall": name})}
    store.admins.act(actor, f"hall {'off' if after.state == 'off' else asked.do}", detail)
    return _answer(store.hall.clocks(), name)


@hall_routes.post("/tables/{number}/match", status_code=201, responses=DOING)
def assign(store: StoreHere, number: TableNumber, asked: MatchAsked, actor: Actor) -> Assigned:
    """Give a table a match outside any tournament. The same id sent twice gives one match."""
    rules = None if asked.rules is None else json.dumps(asked.rules)
    ruleset, rules = orders.with_saved(asked.ruleset, rules, lambda key: _saved(store, key))
    event = orders.match_event(
        names={"a": asked.a, "b": asked.b},
        stage=asked.stage,
        ruleset=ruleset,
        rules=rules,
        files=False,
        match=asked.match,
        replaces=asked.replaces,
        breaks=asked.breaks,
        title=asked.title,
        category=asked.category,
        latin=asked.latin,
        presses=asked.presses,
        tie=asked.tie,
        teams={"a": asked.team_a, "b": asked.team_b},
    )
    command = store.queue_command(number, event)
    store.admins.act(actor, "assign", {"table": number, "match": event["match"]})
    seen = seen_remarks.about(event, number, store.table_status(number))
    remarks = [remark.say("script") for remark in seen]
    return Assigned(**_order(store, command).model_dump(), remarks=remarks)


@hall_routes.get("/orders/{order}", responses=refusals(401, 404, 422))
def order(store: StoreHere, order: Annotated[str, Path(max_length=16)], actor: Actor) -> Order:
    """The progress of a command to a table."""
    return _order(store, order)


def _saved(store: Store, key: str) -> str | None:
    saved = store.rulesets.get(key)
    return None if saved is None else saved.text


def _answer(clocks: Clocks, name: str | None) -> ClockShape:
    """The clock of this hall; None: of all."""
    if name is not None:
        return _clock(_counted(clocks.clock_of(name), name), [], differ=False)
    names = clocks.layout.names
    halls = [_counted(clocks.clock_of(name), name) for name in names] if len(names) > 1 else []
    common = clocks.common()
    differ = common is None and any(hall.state != "off" for hall in halls)
    counted = _counted(common, "").model_copy(update={"number": clocks.number})
    return _clock(counted, halls, differ)


def _clock(counted: Counted, halls: list[Counted], differ: bool) -> ClockShape:
    return ClockShape(**counted.model_dump(), halls=halls, differ=differ)


def _counted(state: HallState | None, hall: str) -> Counted:
    if state is None:
        return Counted(hall=hall, state="off", length_ms=0, left_ms=0, moment=0, number=0, by=None)
    return Counted(
        hall=hall,
        state=state.state,
        length_ms=state.length_ms,
        left_ms=state.left_ms,
        moment=state.moment,
        number=state.number,
        by=state.by,
    )


def _order(store: Store, command: str) -> Order:
    row = store.command(command)
    if row is None:
        raise Denied(404, REASONS.cause("no_order", order=command))
    return Order(
        id=row["id"],
        table=row["table"],
        state=row["state"],
        code=row["code"],
        message=of_row(row) or None,
    )
