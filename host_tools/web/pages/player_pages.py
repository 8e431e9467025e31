"""The players, pairs and teams of the tournament: an index with a search, and a page for each."""

import unicodedata
from collections.abc import Iterator, Sequence
from typing import Annotated

from fastapi import Depends, Path, Query, Request, Response
from fastapi.responses import HTMLResponse
from starlette.concurrency import run_in_threadpool

from host_tools.exports.event_report import EventReport
from host_tools.exports.played import read_stored
from host_tools.i18n import gettext as _
from host_tools.i18n import pgettext, spoken
from host_tools.store.database import reading
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.model import Entry, Fixture, Player
from host_tools.web.http.refusals import PageRefused
from host_tools.web.http.routes import room
from host_tools.web.live.page_models import (
    Detail,
    EntrantLine,
    EventOfPlayer,
    FormMark,
    PlayerLine,
    PlayerPage,
    PlayersPage,
)
from host_tools.web.live.results import Programme
from host_tools.web.live.shown_tables import WORDS, clean
from host_tools.web.pages import charts, fixtures, pages
from host_tools.web.pages.events_pages import drawn, programme_or_404, programme_or_none, summary, to_come
from host_tools.web.pages.language_choice import known_language
from host_tools.web.pages.match_pages import Courses
from host_tools.web.pages.match_record import Figures, figures

FORM_MOST, CHART_MOST = 8, 24
"""The number of last matches that a page shows as letters, and in its chart."""

PlayerNumber = Annotated[int, Path(ge=1, le=99_999)]
EntryNumber = Annotated[int, Path(ge=1, le=2**53)]
Asked = Annotated[str, Query(max_length=80, description="A part of a name, club or country")]

#: They need `app.state.results` and `app.state.courses`.
routes = room(include_in_schema=False, dependencies=[Depends(known_language)])


@routes.get("/players", response_class=HTMLResponse)
async def all_players(request: Request, q: Asked = "") -> Response:
    programme = await programme_or_none(request)
    if programme is None:
        return to_come(request)
    context = {"tournament": programme.tournament, "programme": programme, **index(programme, q)}

    def draw() -> Response:
        return pages.templates.TemplateResponse(request, "players.html", context)

    # What somebody searches for is drawn each time: the cache is for what many look at.
    return draw() if q.strip() else drawn(request, "events", programme).get(request, programme, draw)


@routes.get("/players/{number}", response_class=HTMLResponse)
async def player(request: Request, number: PlayerNumber) -> Response:
    programme = await programme_or_404(request)
    if number not in programme.players:
        raise PageRefused("no_player", number=number)
    page = programme.players[number]
    entries = {
        event.competition.key: {
            entry.id
            for entry in event.entries.values()
            for player in entry.players
            if player.number == number
        }
        for event in programme.events
    }
    return await _page(request, programme, line_of(page), (), entries, number)


@routes.get("/entries/{entry}", response_class=HTMLResponse)
async def entry(request: Request, entry: EntryNumber) -> Response:
    programme = await programme_or_404(request)
    event = next((event for event in programme.events if entry in event.entries), None)
    if event is None:
        raise PageRefused("no_entry", number=entry)
    page = event.entries[entry]
    line: PlayerLine = {
        "number": 0,
        "name": fixtures.entry_name(page),
        "club": clean(page.club),
        "country": "",
    }
    return await _page(request, programme, line, page.players, {event.competition.key: {entry}}, 0)


async def _page(
    request: Request,
    programme: Programme,
    line: PlayerLine,
    people: Sequence[Player],
    entries: dict[str, set[int]],
    number: int,
) -> Response:
    cache, version = drawn(request, "events", programme), str(programme.revision)
    known = cache.known(request, version)
    if known is not None:
        return known
    courses: Courses = request.app.state.courses

    def draw() -> bytes:
        played = list(matches_of(programme, entries, number))
        done = counted(courses, played) if line["name"] and not is_deleted(programme, number) else None
        page = of_entries(programme, line, people, entries, number, done)
        context = {"tournament": programme.tournament, "programme": programme, **page}
        return bytes(pages.templates.TemplateResponse(request, "player.html", context).body)

    async with courses.turn:
        return cache.known(request, version) or cache.keep(request, version, await run_in_threadpool(draw))


def is_deleted(programme: Programme, number: int) -> bool:
    """Whether the player's data were deleted: then nothing is said but the results."""
    return bool(number) and not programme.players[number].name


def line_of(player: Player) -> PlayerLine:
    """Who a player is."""
    return {
        "number": player.number,
        "name": fixtures.player_name(player),
        "club": clean(player.club),
        "country": clean(player.country),
    }


# The index


def index(programme: Programme, asked: str = "") -> PlayersPage:
    """The players by the names they are called by, without those whose data were deleted, and the pairs and
    teams; asked: only those with this text in a name, club or country.
    """
    query = folded(asked)
    people: list[tuple[tuple[str, str], EntrantLine]] = []
    for player in programme.players.values():
        found_in = f"{player.name} {player.latin} {player.club} {player.country} {player.number}"
        if player.name and query in folded(found_in):
            more = " · ".join(
                filter(None, (clean(player.club), clean(player.country), _events(programme, player)))
            )
            entrant: EntrantLine = {
                "href": f"/players/{player.number}",
                "name": fixtures.player_name(player),
                "more": more,
            }
            people.append((_called(player), entrant))
    entries: list[tuple[str, EntrantLine]] = []
    for event in programme.events:
        for entry in event.entries.values():
            if (len(entry.players) > 1 or entry.name) and query in folded(_names(entry)):
                name = fixtures.entry_name(entry)
                more = clean(event.competition.name)
                entries.append((folded(name), {"href": f"/entries/{entry.id}", "name": name, "more": more}))
    return {
        "asked": clean(asked),
        "players": [line for _key, line in sorted(people, key=lambda pair: pair[0])],
        "entries": [line for _key, line in sorted(entries, key=lambda pair: pair[0])],
    }


def folded(text: str) -> str:
    """The text as a search compares it: without accents and capitals."""
    apart = unicodedata.normalize("NFKD", clean(text, 400).casefold())
    return "".join(letter for letter in apart if unicodedata.category(letter) != "Mn")


def _called(player: Player) -> tuple[str, str]:
    """What players are ordered by: the last word of the name, as tables show it, then the whole name. An
    initial at the end calls nobody.
    """
    name = folded(player.latin or player.name)
    last = name.rpartition(" ")[2]
    return (name if len(last) < 3 or last.endswith(".") else last), name


def _names(entry: Entry) -> str:
    people = " ".join(f"{player.name} {player.latin}" for player in entry.players)
    return f"{entry.name} {people} {entry.club}"


def _events(programme: Programme, player: Player) -> str:
    names = [
        clean(event.competition.name)
        for event in programme.events
        if any(player.number == each.number for entry in event.entries.values() for each in entry.players)
    ]
    return ", ".join(names)


# A page


def matches_of(
    programme: Programme, entries: dict[str, set[int]], number: int
) -> Iterator[tuple[EventReport, Fixture, str]]:
    """The matches of these entries with the side on which they play; number: only those that this player
    plays, 0 for all.
    """
    for event in programme.events:
        mine = entries.get(event.competition.key) or set()
        for fixture in event.fixtures:
            if fixture.state == "bye" or not mine & {fixture.a, fixture.b}:
                continue
            if not number or may_play(event, fixture, number):
                yield event, fixture, "a" if fixture.a in mine else "b"


def may_play(event: EventReport, fixture: Fixture, number: int) -> bool:
    """Whether the player plays in this match. In a tie of teams: unless the team has named another player."""
    sides = [fixtures.team_players(event, fixture, key) for key in "ab"]
    mine = {
        entry.id for entry in event.entries.values() for player in entry.players if player.number == number
    }
    named = sides[0 if fixture.a in mine else 1]
    return not named or any(player.number == number for player in named)


def of_entries(
    programme: Programme,
    line: PlayerLine,
    people: Sequence[Player],
    entries: dict[str, set[int]],
    number: int,
    done: Figures | None,
) -> PlayerPage:
    """The page of a player (`number`), or of a pair or team (0, `people`). done: what tables recorded; None:
    it is not to be shown.
    """
    played = list(matches_of(programme, entries, number))
    events: list[EventOfPlayer] = []
    for event in programme.events:
        mine = entries.get(event.competition.key)
        if not mine:
            continue
        models = [
            (fixture.state, fixtures.match(event, fixture)) for its, fixture, _side in played if its is event
        ]
        partners = {fixtures.entry_name(event.entries[entry_id]) for entry_id in mine} - {line["name"]}
        events.append(
            {
                **summary(event),
                "partners": sorted(partners) if number else [],
                "now": [model for state, model in models if state in fixtures.AT_TABLE],
                "next": [model for state, model in models if state in ("ready", "waiting")],
                "past": [model for state, model in models if state in fixtures.OVER][::-1],
            }
        )
    return {
        "player": line,
        "people": [line_of(player) for player in people],
        "events": events,
        "form": form(played) if done is not None else [],
        "figures": said(played, done) if done is not None else [],
        "chart": charts.margins_chart(margins(played)[-CHART_MOST:]) if done is not None else None,
    }


def margins(played: Sequence[tuple[EventReport, Fixture, str]]) -> list[int]:
    """Points more than the other side in each decided match that has points, the newest last."""
    ahead: list[int] = []
    for _event, fixture, side in sorted(played, key=lambda each: each[1].decided_at or 0):
        if fixture.state == "done" and fixture.result is not None and fixture.result.games:
            margin = sum(a - b for a, b in fixture.result.games)
            ahead.append(margin if side == "a" else -margin)
    return ahead


def form(played: Sequence[tuple[EventReport, Fixture, str]]) -> list[FormMark]:
    """The last decided matches as letters, the newest last."""
    over = [each for each in played if each[1].state == "done" and each[1].result is not None]
    over.sort(key=lambda each: each[1].decided_at or 0)
    marks: list[FormMark] = []
    for event, fixture, side in over[-FORM_MOST:]:
        winner = fixture.result.winner if fixture.result is not None else None
        outcome = "drawn" if winner is None else "won" if winner == side else "lost"
        letter = {
            "won": pgettext("form", "W"),
            "lost": pgettext("form", "L"),
            "drawn": pgettext("form", "D"),
        }[outcome]
        model = fixtures.match(event, fixture)
        says = f"{model['a']['name']} – {model['b']['name']} {model['score'] or model['how']}"
        marks.append({"letter": letter, "says": says, "outcome": outcome, "href": model["href"]})
    return marks


def counted(courses: Courses, played: Sequence[tuple[EventReport, Fixture, str]]) -> Figures:
    """The figures of all decided matches that count as tables recorded them."""
    sides = {fixture.id: side for _event, fixture, side in played if fixture.state == "done"}
    total = Figures()
    with reading(courses.store.engine) as connection:
        known = Book(connection).reported(list(sides))
        for match, key in known.items():
            for stored in read_stored(connection, match):
                if (stored.journal, stored.first_seq) == key:
                    total = total.plus(figures(courses.course_of(connection, stored), sides[match]))
    return total


def said(played: Sequence[tuple[EventReport, Fixture, str]], done: Figures) -> list[Detail]:
    """The figures in words; only those that there are."""
    over = [(fixture, side) for _event, fixture, side in played if fixture.state == "done"]
    won = sum(fixture.result is not None and fixture.result.winner == side for fixture, side in over)
    rows = {pgettext("figures", "Matches won"): f"{won} / {len(over)}" if over else ""}
    if done.boards:
        average = _decimal(done.scored, done.boards), _decimal(done.conceded, done.boards)
        rows |= {
            pgettext("figures", "Boards won"): f"{done.won} / {done.boards}",
            pgettext("figures", "Average board"): f"{average[0]} : {average[1]}",
            pgettext("figures", "Queens covered"): str(done.queens or ""),
            WORDS.get("slam", "white"): str(done.white_slams or ""),
            WORDS.get("slam", "black"): str(done.black_slams or ""),
            pgettext("card", "20s"): str(done.twenties or ""),
            pgettext("figures", "Strokes in time"): f"{done.in_time} / {done.strokes}"
            if done.strokes
            else "",
            pgettext("figures", "Best comeback"): _("from {n} behind", n=done.comeback)
            if done.comeback
            else "",
        }
    return [{"name": name, "value": value} for name, value in rows.items() if value]


def _decimal(total: int, count: int) -> str:
    """The average with one place, as the language writes it."""
    return spoken().decimal(total / count)
