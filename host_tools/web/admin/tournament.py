"""The organiser's tournament: its events, entries, draws, calls, results and protests.

Each form does one thing at the desk (tournament/desk.py), which puts it on record itself; what it refuses is
shown on the page where it was asked, with what was typed.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Path, Request, Response
from fastapi.responses import HTMLResponse
from starlette.concurrency import run_in_threadpool

from host_tools.orders import RULESETS
from host_tools.store.admins import Login
from host_tools.store.store import now_ms
from host_tools.tournament import planning, presets, results
from host_tools.tournament.desk import Desk, DeskError, NewEntry, Person
from host_tools.tournament.model import KINDS, Competition, Decision, Fixture, Tournament
from host_tools.web.admin import programme
from host_tools.web.admin.gate import HOME
from host_tools.web.admin.house import House, draw, see

ROOM = f"{HOME}/tournament"
EventKey = Annotated[str, Path(max_length=20)]
MatchId = Annotated[str, Path(max_length=64)]
Fields = Mapping[str, str]


def rooms(house: House, desk: Desk) -> APIRouter:
    """The routes."""
    routes = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
    gate = house.gate

    async def act(request: Request, do: Callable[[Fields, str], str], page: Callable[..., Any]) -> Response:
        """Do what a form asks; then the page that `do` names, or the same one with what was refused."""
        login, fields = await gate.form(request)
        try:
            path = await run_in_threadpool(do, fields, login.admin)
        except DeskError as error:
            return await show(request, login, page, str(error), fields, 422)
        return see(path)

    async def show(
        request: Request,
        login: Login,
        page: Callable[..., Any],
        error: str = "",
        fields: Fields | None = None,
        status: int = 200,
    ) -> Response:
        template, context = await run_in_threadpool(page)
        given = {"login": login, "here": "tournament", "error": error, "fields": _Typed(fields)}
        return draw(request, template, {**given, **context}, status)

    # The tournament

    @routes.get(ROOM)
    async def overview(request: Request) -> Response:
        return await show(request, await gate.login(request), lambda: _overview(desk))

    @routes.post(f"{ROOM}/new")
    async def new(request: Request) -> Response:
        return await act(request, lambda fields, who: _new(desk, fields, who), lambda: _overview(desk))

    @routes.post(f"{ROOM}/events")
    async def add_event(request: Request) -> Response:
        return await act(request, lambda fields, who: _add_event(desk, fields, who), lambda: _overview(desk))

    @routes.post(f"{ROOM}/close")
    async def close(request: Request) -> Response:
        def do(_fields: Fields, who: str) -> str:
            desk.close_tournament(desk.tournament(), who=who)
            return ROOM

        return await act(request, do, lambda: _overview(desk))

    @routes.post(f"{ROOM}/open")
    async def reopen(request: Request) -> Response:
        def do(fields: Fields, who: str) -> str:
            desk.close_tournament(desk.tournament(fields.get("key", "")), False, who=who)
            return ROOM

        return await act(request, do, lambda: _overview(desk))

    @routes.post(f"{ROOM}/next")
    async def call_next(request: Request) -> Response:
        def do(fields: Fields, who: str) -> str:
            desk.call_next(_number(fields, "table", "Which table?"), fields.get("umpire", ""), who=who)
            return ROOM

        return await act(request, do, lambda: _overview(desk))

    @routes.post(f"{ROOM}/protests/{{match}}")
    async def rule(request: Request, match: MatchId) -> Response:
        def do(fields: Fields, who: str) -> str:
            desk.rule(
                match, fields.get("do") == "uphold", _number(fields, "number", "Which protest?"), who=who
            )
            return ROOM

        return await act(request, do, lambda: _overview(desk))

    # An event

    @routes.get(f"{ROOM}/events/{{event}}")
    async def event(request: Request, event: EventKey) -> Response:
        return await show(request, await gate.login(request), lambda: _event(desk, event))

    @routes.post(f"{ROOM}/events/{{event}}/{{do}}")
    async def in_event(request: Request, event: EventKey, do: str) -> Response:
        doing = _IN_EVENT.get(do)
        if doing is None:
            raise HTTPException(404, "There is no such form.")

        def done(fields: Fields, who: str) -> str:
            doing(desk, _competition(desk, event), fields, who)
            return f"{ROOM}/events/{event}"

        return await act(request, done, lambda: _event(desk, event))

    # A match

    @routes.get(f"{ROOM}/matches/{{match}}")
    async def match(request: Request, match: MatchId) -> Response:
        return await show(request, await gate.login(request), lambda: _match(desk, match))

    @routes.post(f"{ROOM}/matches/{{match}}/{{do}}")
    async def in_match(request: Request, match: MatchId, do: str) -> Response:
        doing = _IN_MATCH.get(do)
        if doing is None:
            raise HTTPException(404, "There is no such form.")

        def done(fields: Fields, who: str) -> str:
            doing(desk, _fixture(desk, match), fields, who)
            return f"{ROOM}/matches/{match}"

        return await act(request, done, lambda: _match(desk, match))

    return routes


class _Typed(dict[str, str]):
    """What was typed, "" for what was not."""

    def __init__(self, fields: Fields | None) -> None:
        super().__init__(fields or {})

    def __missing__(self, name: str) -> str:
        return ""


# The pages: template and what it draws


def _overview(desk: Desk) -> tuple[str, dict[str, Any]]:
    lists = {
        "rulesets": [(name, name) for name in RULESETS],
        "kinds": [(kind, programme.KINDS[kind]) for kind in KINDS],
    }
    known = desk.tournaments()
    is_open = [one for one in known if one.state == "open"]
    if len(is_open) != 1:
        closed = [one for one in known if one.state != "open"]
        names = ", ".join(one.key for one in is_open)
        return "admin_tournament_new.html", {**lists, "several": names, "closed": closed}
    (tournament,) = is_open
    desk.settle()
    planned = {kind: _plan_words(tournament, kind) for kind in KINDS}
    return "admin_tournament.html", {
        **lists,
        "planned": planned,
        **programme.overview(desk, tournament, now_ms()),
    }


def _plan_words(tournament: Tournament, kind: Any) -> str:
    return ", ".join(stage.name.lower() for stage in presets.plan(tournament.ruleset, kind))


def _event(desk: Desk, key: str) -> tuple[str, dict[str, Any]]:
    return "admin_event.html", programme.event_page(desk, _competition(desk, key), now_ms())


def _match(desk: Desk, match: str) -> tuple[str, dict[str, Any]]:
    one = _fixture(desk, match)
    free = desk.free_tables()
    return "admin_match.html", {"free": free, **programme.match_page(desk, one, now_ms())}


def _competition(desk: Desk, key: str) -> Competition:
    try:
        return desk.competition(desk.tournament(), key)
    except DeskError as error:
        raise HTTPException(404, str(error)) from error


def _fixture(desk: Desk, match: str) -> Fixture:
    try:
        return desk.fixture(match)
    except DeskError as error:
        raise HTTPException(404, str(error)) from error


# What the forms do


def _new(desk: Desk, fields: Fields, who: str) -> str:
    desk.new_tournament(
        fields.get("key", ""),
        fields.get("name", ""),
        fields.get("ruleset", "icf"),
        place=fields.get("place", ""),
        days=fields.get("days", ""),
        who=who,
    )
    return ROOM


def _add_event(desk: Desk, fields: Fields, who: str) -> str:
    kinds = {kind: kind for kind in KINDS}
    kind = kinds.get(fields.get("kind", ""))  # type: ignore[call-overload]
    if kind is None:
        raise DeskError(f"An event is one of {', '.join(KINDS)}.")
    lines = [line for line in fields.get("stages", "").splitlines() if line.strip()]
    made = desk.add_competition(
        desk.tournament(),
        fields.get("key", ""),
        fields.get("name", ""),
        kind,
        category=fields.get("category") or None,
        plan=[planning.parse(line) for line in lines] if lines else None,
        who=who,
    )
    return f"{ROOM}/events/{made.key}"


def _enter(desk: Desk, of: Competition, fields: Fields, who: str) -> None:
    text = fields.get("list", "")
    if text.strip():
        desk.import_entries(of, text, who=who)
        return
    names = [name for name in (fields.get("name", ""), fields.get("partner", "")) if name]
    if of.kind == "team":
        names = [line.strip() for line in fields.get("players", "").splitlines() if line.strip()]
    people = tuple(Person(name, fields.get("club", "")) for name in names)
    seeding = _number(fields, "seeding", "The seeding") if fields.get("seeding") else None
    team = fields.get("team", "") if of.kind == "team" else ""
    desk.add_entries(of, [NewEntry(people, team, seeding)], who=who)


def _withdraw(desk: Desk, of: Competition, fields: Fields, who: str) -> None:
    desk.withdraw(of, desk.entry(of, _number(fields, "entry", "Who withdraws?")), who=who)


def _draw(desk: Desk, of: Competition, fields: Fields, who: str) -> None:
    desk.draw(of, fields.get("seed") or None, who=who)


def _undraw(desk: Desk, of: Competition, _fields: Fields, who: str) -> None:
    desk.undraw(of, who=who)


def _decide(desk: Desk, of: Competition, fields: Fields, who: str) -> None:
    kinds: dict[str, Any] = {"shoot_out": "shoot_out", "toss": "toss", "organiser": "organiser"}
    kind = kinds.get(fields.get("by", ""))
    if kind is None:
        raise DeskError("What decided it: a shoot-out, a toss, or the organiser?")
    scores = [
        (int(name.removeprefix("score-")), _number(fields, name, "What each reached"))
        for name in fields
        if name.startswith("score-") and name.removeprefix("score-").isdecimal()
    ]
    order = tuple(sorted(scores, key=lambda pair: -pair[1]))
    stage = _number(fields, "stage", "Which stage?")
    desk.decide(of, Decision(kind, order, _number(fields, "group", "Which group?")), stage, who=who)


def _call(desk: Desk, one: Fixture, fields: Fields, who: str) -> None:
    table = _number(fields, "table", "Which table?")
    desk.call(one, table, fields.get("umpire", ""), force=bool(fields.get("force")), who=who)


def _recall(desk: Desk, one: Fixture, fields: Fields, who: str) -> None:
    desk.recall(one, force=bool(fields.get("force")), who=who)


def _walk_over(desk: Desk, one: Fixture, fields: Fields, who: str) -> None:
    winners: dict[str, Any] = {"a": "a", "b": "b", "neither": None}
    if fields.get("winner") not in winners:
        raise DeskError("Who reported: A, B, or neither?")
    desk.walk_over(one, winners[fields["winner"]], who=who)


def _result(desk: Desk, one: Fixture, fields: Fields, who: str) -> None:
    winners: dict[str, Any] = {"a": "a", "b": "b"}
    games = fields.get("games", "").replace(",", " ").split()
    if not fields.get("reason"):
        raise DeskError("Why is it entered by hand? The reason stands beside the result.")
    typed = results.typed_in(games, fields.get("twenties") or None, winners.get(fields.get("winner", "")))
    desk.enter_result(one, typed, fields["reason"], force=bool(fields.get("force")), who=who)


def _line_up(desk: Desk, one: Fixture, fields: Fields, who: str) -> None:
    sides: dict[str, Any] = {"a": "a", "b": "b"}
    if fields.get("side") not in sides:
        raise DeskError("For which team?")
    names = [name.strip() for name in fields.get("players", "").split(",") if name.strip()]
    desk.line_up(one, sides[fields["side"]], names, who=who)


_IN_EVENT: dict[str, Callable[[Desk, Competition, Fields, str], None]] = {
    "entries": _enter,
    "withdraw": _withdraw,
    "draw": _draw,
    "undraw": _undraw,
    "decide": _decide,
}
_IN_MATCH: dict[str, Callable[[Desk, Fixture, Fields, str], None]] = {
    "call": _call,
    "recall": _recall,
    "walk-over": _walk_over,
    "result": _result,
    "line-up": _line_up,
}


def _number(fields: Fields, name: str, question: str) -> int:
    text = fields.get(name, "")
    if not (text.isascii() and text.isdecimal() and len(text) <= 9):
        raise DeskError(f"{question} It is a number; this is {text!r}.")
    return int(text)
