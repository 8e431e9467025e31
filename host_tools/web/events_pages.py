"""The tournament's public pages: events, one event, one player. Drawn once for each change and language."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any

from fastapi import Depends, HTTPException, Path, Request, Response
from fastapi.responses import HTMLResponse

from host_tools.tournament.bracket import is_for_third_place
from host_tools.tournament.model import Fixture, Place
from host_tools.web import brackets, fixtures, pages
from host_tools.web.i18n import gettext as _
from host_tools.web.i18n import spoken
from host_tools.web.present import clean
from host_tools.web.results import Event, Programme, Results
from host_tools.web.routes import room
from host_tools.web.speaking import known_language

KEPT_MOST = 300
"""So many drawn pages are kept; one is 5 to 100 KB."""

PlayerNumber = Annotated[int, Path(ge=1, le=99_999)]


class Drawn:
    """The pages as they were drawn last, until something of the tournament changes."""

    def __init__(self) -> None:
        self._revision = -1
        self._bodies: dict[tuple[str, str, str], bytes] = {}

    def get(self, request: Request, programme: Programme, draw: Callable[[], Response]) -> Response:
        """The page of this address in the language that is spoken; 304 for who has it already."""
        if self._revision != programme.revision:
            self._bodies.clear()
            self._revision = programme.revision
        code = spoken().code
        tag = f'"{request.app.state.feed.run_id}-{programme.revision}-{code}"'
        headers = {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Accept-Language, Cookie"}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        key = (request.url.path, request.url.query, code)
        body = self._bodies.pop(key, None)
        if body is None:
            body = bytes(draw().body)
        self._bodies[key] = body
        if len(self._bodies) > KEPT_MOST:  # the one least asked for goes: no flood drives out the others
            del self._bodies[next(iter(self._bodies))]
        return HTMLResponse(body, headers=headers)


#: They need `app.state.results`.
routes = room(include_in_schema=False, dependencies=[Depends(known_language)])


def _page(request: Request, programme: Programme, template: str, context: dict[str, Any]) -> Response:
    both = {"tournament": programme.tournament, "programme": programme, **context}
    return drawn(request, "events").get(
        request, programme, lambda: pages.templates.TemplateResponse(request, template, both)
    )


@routes.get("/events", response_class=HTMLResponse)
async def all_events(request: Request) -> Response:
    programme = await programme_or_404(request)
    return _page(request, programme, "events.html", overview(programme))


@routes.get("/events/{key}", response_class=HTMLResponse)
async def one_event(request: Request, key: str) -> Response:
    programme = await programme_or_404(request)
    event = programme.event(key)
    if event is None:
        raise HTTPException(404, _("This tournament has no event “{key}”.", key=clean(key, 40)))
    return _page(request, programme, "event.html", whole(event))


@routes.get("/players/{number}", response_class=HTMLResponse)
async def player(request: Request, number: PlayerNumber) -> Response:
    programme = await programme_or_404(request)
    if number not in programme.players:
        raise HTTPException(404, _("No player has the start number {number}.", number=number))
    return _page(request, programme, "player.html", of_player(programme, number))


def drawn(request: Request, room: str) -> Drawn:
    """The pages of this room of the application, as they were drawn last."""
    rooms: dict[str, Drawn] = request.app.state.drawn
    return rooms.setdefault(room, Drawn())


async def programme_or_404(request: Request) -> Programme:
    """The programme; HTTPException 404 in a hall without a tournament."""
    results: Results | None = request.app.state.results
    programme = await results.now() if results is not None else None
    if programme is None:
        raise HTTPException(404, _("No tournament is set up in this hall."))
    return programme


def overview(programme: Programme) -> dict[str, Any]:
    """All events with how far they are, the calls, the newest results."""
    return {
        "events": [summary(event) for event in programme.events],
        "calls": fixtures.calls(programme),
        "latest": fixtures.latest(programme, 12),
    }


def summary(event: Event) -> dict[str, Any]:
    """An event in a line."""
    counted = [one for one in event.fixtures if one.state not in ("bye", "off")]
    return {
        "key": event.of.key,
        "name": clean(event.of.name),
        "entries": sum(not entry.withdrawn for entry in event.entries.values()),
        "played": sum(one.state == "done" for one in counted),
        "matches": len(counted),
        "is_done": event.of.state == "done",
    }


def whole(event: Event) -> dict[str, Any]:
    """An event with its stages, the one that goes on first."""
    drawn = [stage for stage in event.stages if stage.state != "waiting"]
    return {
        "event": summary(event),
        "stages": [stage_of(event, stage) for stage in reversed(drawn)],
        "entries": [
            {"name": fixtures.entry_name(entry), "club": clean(entry.club),
             "numbers": [player.number for player in entry.players], "seeding": entry.seeding,
             "withdrawn": entry.withdrawn}
            for entry in event.entries.values()
        ] if not drawn else [],
    }  # fmt: skip


def stage_of(event: Event, stage: Any) -> dict[str, Any]:
    """A stage: its groups with standings, or its bracket; its matches by round."""
    own = [one for one in event.fixtures if one.stage == stage.position and one.state != "bye"]
    is_knockout = stage.kind == "knockout"
    standings = event.standings.get(stage.position, {})
    return {
        "name": fixtures.stage_name(stage),
        "position": stage.position,
        "seed": clean(stage.seed or ""),
        "groups": [
            {"name": fixtures.group_name(group), "number": group,
             "lines": [fixtures.place(event, line) for line in lines]}
            for group, lines in standings.items()
        ] if not is_knockout else [],
        "places": reached(event, own, standings.get(0, [])) if is_knockout else [],
        "twenties": event.of.ruleset == "wcc",
        "drawing": brackets.drawing(event, stage) if is_knockout else None,
        "rounds": [
            {"name": fixtures.round_name(number, min(one.laws_stage for one in own if one.round == number)),
             "matches": [fixtures.match(event, one) for one in own if one.round == number]}
            for number in sorted({one.round for one in own})
        ],
    }  # fmt: skip


def reached(event: Event, own: Sequence[Fixture], lines: Sequence[Place]) -> list[dict[str, Any]]:
    """The places of a knockout, each with the last round in which the entry stood; none before a result."""
    if not any(one.state == "done" for one in own):
        return []
    last: dict[int | None, Fixture] = {}
    for one in sorted(own, key=lambda one: one.round):
        if not is_for_third_place(one):
            last.update({one.a: one, one.b: one})
    models = [(line, fixtures.place(event, line)) for line in lines]
    for line, model in models:
        stood = last.get(line.entry)
        if line.step in ("round", "playing") and stood is not None:
            name = fixtures.round_name(stood.round, stood.laws_stage)
            model["why"] = name if line.step == "round" else f"{name}: {model['why']}"
    return [model for _line, model in models]


def may_play(event: Event, one: Fixture, number: int) -> bool:
    """Whether a match is the player's: of a team's matches those for which the team has named him, or may."""
    sides = [fixtures.team_players(event, one, key) for key in "ab"]
    mine = {entry.id for entry in event.entries.values() for who in entry.players if who.number == number}
    named = sides[0 if one.a in mine else 1]
    return not named or any(player.number == number for player in named)


def of_player(programme: Programme, number: int) -> dict[str, Any]:
    """A player: their events, the match at hand or next, the others."""
    player = programme.players[number]
    found = []
    for event in programme.events:
        mine = {entry.id for entry in event.entries.values() for who in entry.players if who.number == number}
        own = [one for one in event.fixtures if one.state != "bye" and mine & {one.a, one.b}]
        if mine:
            models = [(one.state, fixtures.match(event, one)) for one in own if may_play(event, one, number)]
            found.append(
                {
                    **summary(event),
                    "partners": sorted(
                        {fixtures.entry_name(event.entries[one]) for one in mine}
                        - {fixtures.player_name(player)}
                    ),
                    "now": [model for state, model in models if state in fixtures.AT_TABLE],
                    "next": [model for state, model in models if state in ("ready", "waiting")],
                    "past": [model for state, model in models if state in fixtures.OVER][::-1],
                }
            )
    return {
        "player": {"number": number, "name": fixtures.player_name(player), "club": clean(player.club),
                   "country": clean(player.country)},
        "events": found,
    }  # fmt: skip
