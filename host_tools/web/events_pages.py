"""The tournament's public pages: events, one event, one player. Drawn once for each change and language."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated

from fastapi import Depends, Path, Request, Response
from fastapi.responses import HTMLResponse

from host_tools.tournament import sports
from host_tools.tournament.bracket import is_for_third_place
from host_tools.tournament.model import Fixture, Place, Stage
from host_tools.web import brackets, fixtures, pages
from host_tools.web.i18n import spoken
from host_tools.web.language_choice import known_language
from host_tools.web.page_models import (
    EventLine,
    EventOfPlayer,
    EventPage,
    EventsPage,
    PlaceLine,
    PlayerPage,
    RoundPart,
    StagePart,
)
from host_tools.web.page_refusals import PageRefused
from host_tools.web.results import Event, Programme, Results
from host_tools.web.routes import room
from host_tools.web.shown_tables import clean

KEPT_MOST = 300
"""The limit of cached pages; one is 5 to 100 KB."""

PlayerNumber = Annotated[int, Path(ge=1, le=99_999)]


class Drawn:
    """Caches the drawn pages until something in the tournament changes."""

    def __init__(self) -> None:
        self._revision = -1
        self._bodies: dict[tuple[str, str, str], bytes] = {}

    def get(self, request: Request, programme: Programme, draw: Callable[[], Response]) -> Response:
        """The page of this address in the current language; 304 if the browser has it already."""
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
        if len(self._bodies) > KEPT_MOST:  # drop the page requested least often: a flood drives out no others
            del self._bodies[next(iter(self._bodies))]
        return HTMLResponse(body, headers=headers)


#: They need `app.state.results`.
routes = room(include_in_schema=False, dependencies=[Depends(known_language)])


def _page(request: Request, programme: Programme, template: str, context: Mapping[str, object]) -> Response:
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
        raise PageRefused("no_event", key=clean(key, 40))
    return _page(request, programme, "event.html", whole(event))


@routes.get("/players/{number}", response_class=HTMLResponse)
async def player(request: Request, number: PlayerNumber) -> Response:
    programme = await programme_or_404(request)
    if number not in programme.players:
        raise PageRefused("no_player", number=number)
    return _page(request, programme, "player.html", of_player(programme, number))


def drawn(request: Request, room: str) -> Drawn:
    """The application's cache of these pages."""
    rooms: dict[str, Drawn] = request.app.state.drawn
    return rooms.setdefault(room, Drawn())


async def programme_or_404(request: Request) -> Programme:
    """The programme. Raises PageRefused without a tournament."""
    results: Results | None = request.app.state.results
    programme = await results.now() if results is not None else None
    if programme is None:
        raise PageRefused("no_tournament")
    return programme


def overview(programme: Programme) -> EventsPage:
    """All events with their progress, the calls, the newest results."""
    return {
        "events": [summary(event) for event in programme.events],
        "calls": fixtures.calls(programme),
        "latest": fixtures.latest(programme, 12),
    }


def summary(event: Event) -> EventLine:
    """An event in a line."""
    counted = [fixture for fixture in event.fixtures if fixture.state not in ("bye", "off")]
    return {
        "key": event.competition.key,
        "name": clean(event.competition.name),
        "entries": sum(not entry.withdrawn for entry in event.entries.values()),
        "played": sum(fixture.state == "done" for fixture in counted),
        "matches": len(counted),
        "is_done": event.competition.state == "done",
    }


def whole(event: Event) -> EventPage:
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


def stage_of(event: Event, stage: Stage) -> StagePart:
    """A stage: its groups with standings, or its bracket; its matches by round."""
    own = [
        fixture for fixture in event.fixtures if fixture.stage == stage.position and fixture.state != "bye"
    ]
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
        "twenties": sports.of_ruleset(event.competition.ruleset).has_twenties,
        "drawing": brackets.drawing(event, stage) if is_knockout else None,
        "rounds": [
            _round(event, number, [fixture for fixture in own if fixture.round == number])
            for number in sorted({fixture.round for fixture in own})
        ],
    }  # fmt: skip


def _round(event: Event, number: int, own: Sequence[Fixture]) -> RoundPart:
    return {
        "name": fixtures.round_name(number, min(fixture.laws_stage for fixture in own)),
        "matches": [fixtures.match(event, fixture) for fixture in own],
    }


def reached(event: Event, own: Sequence[Fixture], lines: Sequence[Place]) -> list[PlaceLine]:
    """The places of a knockout, each with the last round that the entry reached; none before a result."""
    if not any(fixture.state == "done" for fixture in own):
        return []
    last: dict[int | None, Fixture] = {}
    for fixture in sorted(own, key=lambda fixture: fixture.round):
        if not is_for_third_place(fixture):
            last.update({fixture.a: fixture, fixture.b: fixture})
    models = [(line, fixtures.place(event, line)) for line in lines]
    for line, model in models:
        stood = last.get(line.entry)
        if line.step in ("round", "playing") and stood is not None:
            name = fixtures.round_name(stood.round, stood.laws_stage)
            model["why"] = name if line.step == "round" else f"{name}: {model['why']}"
    return [model for _line, model in models]


def may_play(event: Event, fixture: Fixture, number: int) -> bool:
    """Whether the player plays in this match. In a tie of teams: unless the team has named another player."""
    sides = [fixtures.team_players(event, fixture, key) for key in "ab"]
    mine = {
        entry.id for entry in event.entries.values() for player in entry.players if player.number == number
    }
    named = sides[0 if fixture.a in mine else 1]
    return not named or any(player.number == number for player in named)


def of_player(programme: Programme, number: int) -> PlayerPage:
    """A player's page: their events, the match in play or next, and the other matches."""
    player = programme.players[number]
    events: list[EventOfPlayer] = []
    for event in programme.events:
        mine = {
            entry.id
            for entry in event.entries.values()
            for player in entry.players
            if player.number == number
        }
        own = [
            fixture for fixture in event.fixtures if fixture.state != "bye" and mine & {fixture.a, fixture.b}
        ]
        if mine:
            models = [
                (fixture.state, fixtures.match(event, fixture))
                for fixture in own
                if may_play(event, fixture, number)
            ]
            events.append(
                {
                    **summary(event),
                    "partners": sorted(
                        {fixtures.entry_name(event.entries[entry_id]) for entry_id in mine}
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
        "events": events,
    }  # fmt: skip
