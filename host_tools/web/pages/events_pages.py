"""The tournament's public pages: events, one event. Drawn once for each change and language."""

from collections.abc import Callable, Mapping, Sequence

from fastapi import Depends, Request, Response
from fastapi.responses import HTMLResponse

from host_tools.exports import match_place
from host_tools.exports.event_report import EventReport
from host_tools.i18n import gettext as _
from host_tools.i18n import spoken
from host_tools.tournament.draw.bracket import is_for_third_place
from host_tools.tournament.model.model import Fixture, Place, Stage
from host_tools.tournament.standings import sports
from host_tools.web.http.refusals import PageRefused
from host_tools.web.http.routes import room
from host_tools.web.live.page_models import EventLine, EventPage, EventsPage, PlaceLine, RoundPart, StagePart
from host_tools.web.live.results import Programme, Results
from host_tools.web.live.shown_tables import clean
from host_tools.web.pages import brackets, fixtures, pages
from host_tools.web.pages.language_choice import TOURNAMENT_COOKIE, is_kept, known_language

KEPT_MOST = 300
"""The limit of cached pages; one is 5 to 100 KB."""


class Drawn:
    """Caches the drawn pages of a tournament (its id) until something in it changes."""

    def __init__(self, tournament: int) -> None:
        self._tournament = tournament
        self._revision = ""
        self._bodies: dict[tuple[str, str, str, str], bytes] = {}

    def get(self, request: Request, programme: Programme, draw: Callable[[], Response]) -> Response:
        """The page of this address in the current language; 304 if the browser has it already."""
        version = str(programme.revision)
        return self.known(request, version) or self.keep(request, version, bytes(draw().body))

    def known(self, request: Request, version: str) -> Response | None:
        """The page if it is drawn already, 304 if the browser has it; None: it is to be drawn. version: of
        what it shows, beginning with the programme's revision.
        """
        revision = version.partition("-")[0]
        if self._revision != revision:
            self._bodies.clear()
            self._revision = revision
        headers = self._headers(request, version)
        if request.headers.get("if-none-match") == headers["ETag"]:
            return Response(status_code=304, headers=headers)
        key = self._key(request, version)
        body = self._bodies.pop(key, None)
        if body is None:
            return None
        self._bodies[key] = body
        return HTMLResponse(body, headers=headers)

    def keep(self, request: Request, version: str, body: bytes) -> Response:
        """The page that was drawn, kept for others."""
        self._bodies[self._key(request, version)] = body
        if len(self._bodies) > KEPT_MOST:  # drop the page requested least often: a flood drives out no others
            del self._bodies[next(iter(self._bodies))]
        return HTMLResponse(body, headers=self._headers(request, version))

    @staticmethod
    def _key(request: Request, version: str) -> tuple[str, str, str, str]:
        return request.url.path, request.url.query, spoken().code, version

    def _headers(self, request: Request, version: str) -> dict[str, str]:
        tag = f'"{request.app.state.feed.run_id}-{self._tournament}-{version}-{spoken().code}"'
        return {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Accept-Language, Cookie"}


#: The order of the matches of a round: in play first, then those to come; the others as they were drawn.
_TURN = {"playing": 0, "held": 0, "called": 1, "ready": 2, "waiting": 3}

#: They need `app.state.results`.
routes = room(include_in_schema=False, dependencies=[Depends(known_language)])


def _page(request: Request, programme: Programme, template: str, context: Mapping[str, object]) -> Response:
    both = {"tournament": programme.tournament, "programme": programme, **context}
    return drawn(request, "events", programme).get(
        request, programme, lambda: pages.templates.TemplateResponse(request, template, both)
    )


@routes.get("/events", response_class=HTMLResponse)
async def all_events(request: Request) -> Response:
    programme = await programme_or_none(request)
    if programme is None:
        return to_come(request)
    return _page(request, programme, "events.html", overview(programme))


def to_come(request: Request) -> Response:
    """What will be here, in a hall without a tournament."""
    return pages.page_to_come(
        request,
        _("No tournament yet"),
        _(
            "Here come the events, the draws, the calls and the results. The organiser sets the "
            "tournament up on the admin pages or by command."
        ),
    )


@routes.get("/events/{key}", response_class=HTMLResponse)
async def one_event(request: Request, key: str) -> Response:
    programme = await programme_or_404(request)
    event = programme.event(key)
    if event is None:
        raise PageRefused("no_event", key=clean(key, 40))
    return _page(request, programme, "event.html", whole(event))


def drawn(request: Request, room: str, programme: Programme | None) -> Drawn:
    """The application's cache of these pages of a tournament."""
    rooms: dict[tuple[str, int], Drawn] = request.app.state.drawn
    tournament = programme.tournament.id if programme else 0
    return rooms.setdefault((room, tournament), Drawn(tournament))


async def programme_or_404(request: Request) -> Programme:
    """The programme. Raises PageRefused without a tournament."""
    programme = await programme_or_none(request)
    if programme is None:
        raise PageRefused("no_tournament")
    return programme


async def programme_or_none(request: Request) -> Programme | None:
    """The programme of the tournament that address or cookie choose (language_choice.py), else of the one in
    play; None without a tournament. Raises PageRefused when the one in the address is not open.
    """
    results: Results | None = request.app.state.results
    if results is None:
        return None
    asked = request.query_params.get("tournament")
    kept = request.cookies.get(TOURNAMENT_COOKIE) if is_kept(request.url.path) else None
    programme = await results.now(asked or kept)
    if programme is None and asked:
        raise PageRefused("no_open_tournament", key=clean(asked, 40))
    return programme or await results.now()


def overview(programme: Programme) -> EventsPage:
    """All events with their progress, the calls, the newest results."""
    return {
        "events": [summary(event) for event in programme.events],
        "calls": fixtures.calls(programme),
        "latest": fixtures.latest(programme, 12),
    }


def summary(event: EventReport) -> EventLine:
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


NEXT_MOST = 6
"""The most matches under "Next" and "Latest results" of an event; all of them stand below, by round."""


def whole(event: EventReport) -> EventPage:
    """An event: what is at the tables, what comes next, the newest results; its stages, the one that goes on
    first.
    """
    drawn = [stage for stage in event.stages if stage.state != "waiting"]
    playing = [fixture for fixture in event.fixtures if fixture.state in fixtures.AT_TABLE]
    to_come = [
        fixture
        for state in ("ready", "waiting")
        for fixture in event.fixtures
        if fixture.state == state and (state == "ready" or fixture.a or fixture.b)
    ]
    done = [fixture for fixture in event.fixtures if fixture.state == "done" and fixture.result is not None]
    done.sort(key=lambda fixture: -(fixture.decided_at or 0))
    is_on = bool(playing or to_come)
    return {
        "event": summary(event),
        "playing": [fixtures.match(event, fixture) for fixture in playing],
        "next": [fixtures.match(event, fixture) for fixture in to_come[:NEXT_MOST]],
        "latest": [fixtures.match(event, fixture) for fixture in done[:NEXT_MOST]] if is_on else [],
        "stages": [stage_of(event, stage) for stage in reversed(drawn)],
        "entries": [
            {"name": fixtures.entry_name(entry), "club": clean(entry.club), "entry": entry.id,
             "numbers": [player.number for player in entry.players], "seeding": entry.seeding,
             "withdrawn": entry.withdrawn}
            for entry in event.entries.values() if not entry.reserve
        ] if not drawn else [],
    }  # fmt: skip


def stage_of(event: EventReport, stage: Stage) -> StagePart:
    """A stage: its groups with standings, or its bracket; its matches by round."""
    own = [
        fixture
        for fixture in event.fixtures
        if fixture.stage == stage.position and (fixture.state != "bye" or fixture.result is not None)
    ]
    is_knockout = stage.kind == "knockout"
    standings = event.standings.get(stage.position, {})
    return {
        "name": fixtures.stage_name(stage),
        "position": stage.position,
        "seed": clean(stage.seed or ""),
        "swaps": [
            {"a": fixtures.entry_name(event.entries[swap.a]),
             "b": fixtures.entry_name(event.entries[swap.b]), "reason": clean(swap.reason)}
            for swap in stage.swaps
        ],
        "groups": [
            {"name": match_place.group_name(group), "number": group,
             "lines": fixtures.places(event, lines, stage.position)}
            for group, lines in standings.items()
        ] if not is_knockout else [],
        "places": reached(event, own, standings.get(0, [])) if is_knockout else [],
        "twenties": sports.of_ruleset(event.competition.ruleset).has_twenties,
        "drawing": brackets.drawing(event, stage) if is_knockout else None,
        "rounds": rounds(event, stage, own),
    }  # fmt: skip


def rounds(event: EventReport, stage: Stage, own: Sequence[Fixture]) -> list[RoundPart]:
    """The rounds of a stage: those in play and then the next one are open, the others to come follow, then
    those that are over, the last first. Of the event's last stage the last round stays open: it has the
    winner's result.
    """
    by_round: dict[int, list[Fixture]] = {}
    for fixture in own:
        by_round.setdefault(fixture.round, []).append(fixture)
    over = {
        number for number, each in by_round.items() if all(fixture.state in fixtures.OVER for fixture in each)
    }
    in_play = {fixture.round for fixture in own if fixture.state in fixtures.AT_TABLE}
    to_come = sorted(by_round.keys() - over)
    is_last = stage.position == event.stages[-1].position
    shows_end = stage.state != "done" or is_last
    present = in_play or set(to_come[:1]) or ({max(by_round)} if by_round and shows_end else set())
    in_order = [*sorted(present), *(number for number in to_come if number not in present),
                *sorted(over - present, reverse=True)]  # fmt: skip
    return [_round(event, stage, number, by_round[number], number in present) for number in in_order]


def _round(event: EventReport, stage: Stage, number: int, own: Sequence[Fixture], is_open: bool) -> RoundPart:
    in_order = sorted(own, key=lambda fixture: _TURN.get(fixture.state, len(_TURN)))
    return {
        "key": f"{stage.position}-{number}",
        "name": match_place.round_name(number, min(fixture.laws_stage for fixture in own)),
        "played": sum(fixture.state in fixtures.OVER for fixture in own),
        "is_open": is_open,
        "matches": [fixtures.match(event, fixture) for fixture in in_order],
    }


def reached(event: EventReport, own: Sequence[Fixture], lines: Sequence[Place]) -> list[PlaceLine]:
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
            name = match_place.round_name(stood.round, stood.laws_stage)
            model["why"] = name if line.step == "round" else f"{name}: {model['why']}"
    return [model for _line, model in models]
