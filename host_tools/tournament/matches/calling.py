"""Calls matches to tables: the call with its report clock (143i), the next match, recall, walk-over."""

import json
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import delete, update

from boardside.game import rules as game_rules
from host_tools.glyphs import lines as seen_remarks
from host_tools.live_values import Event
from host_tools.orders import match_event
from host_tools.reasons import Cause, to_json
from host_tools.store.outbox import queue
from host_tools.store.schema import commands
from host_tools.tournament.model import check_in, finding, hall_tables, line_ups, wording
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.hall_tables import AT_TABLE, HallTable
from host_tools.tournament.model.model import Competition, Entry, Fixture, Player, Side, Tournament
from host_tools.tournament.reasons import cause
from host_tools.tournament.standings import results, withdrawals
from host_tools.tournament.standings.results import match_rules

REPORT_MS = 900_000  # 143i


@dataclass(frozen=True, slots=True)
class Called:
    """A call: the fixture after it, the id of the command to the table, and the remarks."""

    fixture: Fixture
    command: str
    remarks: tuple[Cause, ...] = ()


def call(
    book: Book,
    fixture: Fixture,
    number: int,
    umpire: str,
    report_ms: int | None,
    at: int,
    force: bool = False,
    anyway: bool = False,
) -> Called:
    """Call a match to a table. Raises DeskError. Remarks: a table that is not free, or is in another hall
    (only with `force`), players at another table (only with `force` or `anyway`), twice in a tie,
    without rest or not checked in.
    """
    competition = finding.competition_of(book, fixture)
    if fixture.state != "ready":
        raise DeskError.for_cause(_why_not_ready(fixture))
    owner = finding.tournament_of(book, competition)
    hall = hall_tables.hall_of(book, number, owner)
    people = _people(book, fixture)
    about_table = _about_table(book, owner, number, at) + _about_hall(book, owner, competition, number, hall)
    elsewhere = _about_players(book, people)
    if about_table and not force:
        raise DeskError("table_not_callable", causes=to_json([*about_table, *elsewhere]))
    if elsewhere and not (force or anyway):
        raise DeskError("players_elsewhere", causes=to_json(elsewhere))
    entries = {entry.id: entry for entry in book.entries(competition.id)}
    sides = {side: entries[key] for side, key in (("a", fixture.a), ("b", fixture.b)) if key is not None}
    twice = line_ups.twice(fixture, sides, book.fixtures(competition.id)) if fixture.tie else []
    event = event_of(competition, fixture, entries, report_ms, owner.settings.get("presses"))
    seen = seen_remarks.about(event, number, hall_tables.status_of(book, number))
    about_people = [*_about_rest(book, owner, people, at), *check_in.remark(owner, people)]
    remarks = [*about_table, *elsewhere, *twice, *about_people, *seen]
    length_ms = report_length(competition, fixture, report_ms)
    waiting = hall_tables.waiting_match(book, number)
    if waiting is not None:
        event["replaces"] = waiting
    command = queue(book.connection, number, event)
    report_by = None if length_ms is None else at + length_ms
    called = replace(fixture, state="called", table=number, hall=hall, umpire=umpire.strip(), called_at=at)
    called = replace(called, report_by=report_by).noted(None)
    book.put_fixture(called)
    book.set_fixture(fixture.id, command=command)
    return Called(called, command, tuple(remarks))


def about_names(book: Book, fixture: Fixture, number: int) -> list[Cause]:
    """What a table shows in place of the names of this match."""
    competition = finding.competition_of(book, fixture)
    entries = {entry.id: entry for entry in book.entries(competition.id)}
    event = event_of(competition, fixture, entries, None, None)
    return seen_remarks.about(event, number, hall_tables.status_of(book, number))


def event_of(
    competition: Competition,
    fixture: Fixture,
    entries: Mapping[int, Entry],
    report_ms: int | None = None,
    presses: int | None = None,
) -> Event:
    """The `match` event of a fixture whose sides are known. report_ms: another length of the report clock
    than the rulebook's. Raises BadRequest when no table would take it.
    """
    assert fixture.a is not None
    assert fixture.b is not None
    sides = {"a": entries[fixture.a], "b": entries[fixture.b]}
    people = line_ups.people(competition, fixture, sides)
    changes = dict(match_rules(competition, fixture) or {})
    if report_ms is not None:
        changes["clocks"] = {**changes.get("clocks", {}), "report": report_ms}
    teams: dict[str, str | None] | None = (
        {"a": sides["a"].title, "b": sides["b"].title} if fixture.tie else None
    )
    return match_event(
        names={
            side: [line_ups.shown(player) for player in side_players] for side, side_players in people.items()
        },
        stage=fixture.laws_stage,
        ruleset=competition.ruleset,
        rules=json.dumps(changes) if changes else None,
        tie=fixture.tie,
        teams=teams,
        match=fixture.id,
        title=wording.title(competition, fixture),
        category=competition.category,
        variant=competition.variant if changes else None,
        latin={player.name: player.latin for side in people.values() for player in side if player.name},
        presses=presses,
    )


def next_for(book: Book, table: int, at: int, events: Collection[int] | None = None) -> Fixture | None:
    """The match to call to this table next: the first ready match, by round, whose players are at no other
    table. A match whose players have had their rest comes before one whose players have not. Events of
    the table's hall come first; events that are played in another hall are left out. events: only of
    these (ids).
    """
    busy, resting = hall_tables.AtTables(book), hall_tables.resting(book, at).keys()
    hall = hall_tables.hall_of(book, table)
    ready = book.fixtures(states=["ready"], only_open=True)
    if events is not None:
        of_match = book.competitions_of([fixture.id for fixture in ready])
        ready = [fixture for fixture in ready if of_match[fixture.id] in events]
    bound = _bound_to(book, ready)
    here = [fixture for fixture in ready if not (hall and bound[fixture.id]) or bound[fixture.id] == hall]
    here.sort(key=lambda fixture: (bound[fixture.id] != hall, *_order(fixture)))
    tired = None
    for fixture, people in hall_tables.with_players(book, here):
        if any(busy.find(player) for player in people.values()):
            continue
        if not resting & people.keys():
            return fixture
        tired = tired or fixture
    return tired


def nothing_for(book: Book, table: int) -> Cause:
    """Why there is no next match for this table."""
    hall = hall_tables.hall_of(book, table)
    bound = Counter(_bound_to(book, book.fixtures(states=["ready"], only_open=True)).values())
    others = sorted((name, count) for name, count in bound.items() if hall and name not in ("", hall))
    return cause("nothing_to_call", elsewhere=[{"hall": name, "count": count} for name, count in others])


def _bound_to(book: Book, fixtures: Sequence[Fixture]) -> dict[str, str]:
    """The halls in which matches (ids) must be played; "": anywhere."""
    numbers = book.competitions_of([fixture.id for fixture in fixtures])
    known: dict[int, str] = {}
    for number in set(numbers.values()):
        competition, owner = book.competition(number), book.tournament_of(number)
        known[number] = (
            hall_tables.hall_of_event(book, owner, competition.key) if competition and owner else ""
        )
    return {match: known[number] for match, number in numbers.items()}


def _order(fixture: Fixture) -> tuple[int, int, int, int, str]:
    return fixture.stage, fixture.round, fixture.number, fixture.group, fixture.id


def recall(book: Book, fixture: Fixture, force: bool) -> Fixture:
    """Take a call back: the match is ready again. A match in play needs `force`."""
    if fixture.state not in AT_TABLE:
        raise DeskError("not_at_a_table", match=fixture.id, state=fixture.state)
    if fixture.state != "called" and not force:
        raise DeskError("being_played", match=fixture.id, table=fixture.table)
    withdraw_command(book, fixture)
    return to_be_called(book, fixture)


def to_be_called(book: Book, fixture: Fixture) -> Fixture:
    """Make the match ready again, as if it had never been called."""
    back = replace(fixture, state="ready", table=None, hall="", umpire="", called_at=None, report_by=None)
    back = replace(back, result=None, decided_at=None).noted(None)
    book.put_fixture(back)
    book.set_fixture(fixture.id, command=None, journal=None, first_seq=None)
    return back


def walk_over(book: Book, fixture: Fixture, winner: Side | None, at: int, early: bool = False) -> Fixture:
    """Give the match to `winner`, since the other side did not report (143i); None: neither did. Raises
    DeskError while the time to report runs, or nobody called the match, unless `early`: the side said that it
    will not come.
    """
    if fixture.state not in ("ready", "called"):
        if fixture.state == "playing":
            raise DeskError("begun_no_walk_over", match=fixture.id)
        raise DeskError("no_walk_over", match=fixture.id, state=fixture.state)
    if fixture.state == "ready" and not early:
        raise DeskError("not_called_yet", match=fixture.id)
    if fixture.state == "called" and fixture.report_by is not None and at < fixture.report_by and not early:
        left = -(-(fixture.report_by - at) // 60_000)
        raise DeskError("report_clock_runs", match=fixture.id, minutes=left)
    competition = finding.competition_of(book, fixture)
    withdraw_command(book, fixture)
    given = replace(
        fixture, state="done", result=results.walk_over(competition, fixture, winner), decided_at=at
    )
    given = withdrawals.noted(book, competition, fixture, given)
    book.put_fixture(given)
    book.set_fixture(fixture.id, journal=None, first_seq=None)
    return given


# Remarks


def about(book: Book, fixture: Fixture, at: int) -> list[Cause]:
    """Remarks on the players of this match before its call: those at another table, those without rest
    or not checked in.
    """
    owner = book.tournament_of(finding.competition_of(book, fixture).id)
    if owner is None or owner.state != "open":
        return []
    people = _people(book, fixture)
    about_people = _about_players(book, people) + _about_rest(book, owner, people, at)
    return about_people + check_in.remark(owner, people)


def _people(book: Book, fixture: Fixture) -> list[Player]:
    """The players of a match, in the order of their ids."""
    players = hall_tables.players_of(book, fixture)
    return [players[player] for player in sorted(players)]


def _about_players(book: Book, people: Sequence[Player]) -> list[Cause]:
    busy = hall_tables.AtTables(book)
    causes = []
    for player in people:
        found = busy.find(player)
        if found is None:
            continue
        other, match = found
        if other.id == player.id:
            causes.append(cause("player_at_table", player=player.name, table=match.table, match=match.id))
        else:
            number, name = other.number, other.name
            causes.append(
                cause(
                    "namesake_at_table",
                    player=player.name,
                    number=number,
                    other=name,
                    table=match.table,
                    match=match.id,
                )
            )
    return causes


def _about_rest(book: Book, owner: Tournament, people: Sequence[Player], at: int) -> list[Cause]:
    """A lack of rest is only a remark, not a refusal."""
    resting = hall_tables.resting(book, at)
    remarks = []
    for player in people:
        if player.id in resting:
            ago = max(0, at - resting[player.id]) // hall_tables.MINUTE_MS
            remarks.append(
                cause(
                    "player_resting",
                    player=player.name,
                    minutes_ago=ago,
                    rest_minutes=hall_tables.rest_minutes(owner),
                )
            )
    return remarks


def _about_hall(
    book: Book, owner: Tournament, competition: Competition, number: int, hall: str
) -> list[Cause]:
    bound = hall_tables.hall_of_event(book, owner, competition.key)
    if not bound or hall in ("", bound):
        return []
    return [cause("other_hall", event=competition.name, event_hall=bound, table=number, hall=hall)]


def _about_table(book: Book, owner: Tournament, number: int, at: int) -> list[Cause]:
    tables = hall_tables.all_tables(book, at, owner)
    table: HallTable | None = next((table for table in tables if table.number == number), None)
    if table is None:
        return [cause("table_unheard", table=number, tables=[table.number for table in tables])]
    return [cause("table_not_free", table=number, why=table.why.to_json())] if table.why else []


def _why_not_ready(fixture: Fixture) -> Cause:
    if fixture.state in AT_TABLE:
        return cause("at_a_table_already", match=fixture.id, table=fixture.table)
    if fixture.state == "waiting":
        return cause("waits_for_players", match=fixture.id)
    return cause("nothing_left_to_call", match=fixture.id, state=fixture.state)


def report_length(competition: Competition, fixture: Fixture, report_ms: int | None) -> int | None:
    """How long both sides have to report: as asked, else the rulebook's; None: it has no such clock."""
    if report_ms is not None:
        return report_ms
    length: int | None = game_rules.resolve(competition.ruleset, competition.rules)["clocks"]["report"]
    return length


def withdraw_command(book: Book, fixture: Fixture) -> None:
    """Stop sending a call that the table has not answered. A call that was sent already is kept: the table
    may have received it, and may begin a match that names it.
    """
    command = book.command_of(fixture.id)
    if command is not None:
        of_id = commands.c.id == command
        book.connection.execute(delete(commands).where(of_id, commands.c.state == "pending"))
        gone = {"state": "refused", "code": "recalled"}
        book.connection.execute(update(commands).where(of_id, commands.c.state == "sent").values(**gone))
