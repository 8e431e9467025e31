"""Calls matches to tables: the call with its report clock (143i), the next match, recall, walk-over."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import delete, update

from boardside.game import rules as game_rules
from boardside.game.terms import CLOCK_LEAST_MS, CLOCK_MOST_MS
from host_tools.orders import match_event
from host_tools.reasons import Cause, cause, to_json
from host_tools.store.schema import commands
from host_tools.store.store import queue
from host_tools.tournament import entering, finding, hall_tables, line_ups, results, whereabouts, wording
from host_tools.tournament.book import Book
from host_tools.tournament.errors import DeskError
from host_tools.tournament.hall_tables import AT_TABLE, HallTable
from host_tools.tournament.model import Competition, Entry, Fixture, Side, Tournament

REPORT_MS = 900_000  # 143i


@dataclass(frozen=True, slots=True)
class Called:
    """A call: the fixture after it, the id of the command to the table, and the remarks."""

    fixture: Fixture
    command: str
    remarks: tuple[Cause, ...] = ()


def call(
    book: Book,
    one: Fixture,
    number: int,
    umpire: str,
    report_ms: int | None,
    at: int,
    force: bool = False,
    anyway: bool = False,
) -> Called:
    """Call a match to a table. Raises DeskError. Remarks: a table that is not free, or is in another hall
    (only with `force`), players at another table (only with `force` or `anyway`), twice in a tie (D293) or
    without rest (D246).
    """
    of = finding.competition_of(book, one)
    if one.state != "ready":
        raise DeskError.for_cause(_why_not_ready(one))
    owner = entering.tournament_of(book, of)
    hall = hall_tables.hall_of(book, number, owner)
    names = {player.id: player.name for player in book.players(owner.id)}
    people = sorted(whereabouts.players_of(book, one))
    about_table = _about_table(book, owner, number, at) + _about_hall(book, owner, of, number, hall)
    elsewhere = _about_players(book, names, people)
    if about_table and not force:
        raise DeskError("table_not_callable", causes=to_json([*about_table, *elsewhere]))
    if elsewhere and not (force or anyway):
        raise DeskError("players_elsewhere", causes=to_json(elsewhere))
    entries = {entry.id: entry for entry in book.entries(of.id)}
    sides = {side: entries[key] for side, key in (("a", one.a), ("b", one.b)) if key is not None}
    twice = line_ups.twice(one, sides, book.fixtures(of.id)) if one.tie else []
    remarks = [*about_table, *elsewhere, *twice, *_about_rest(book, owner, names, people, at)]
    length_ms = _report_length(of, one, report_ms)
    command = queue(book.connection, number, event_of(of, one, entries, report_ms))
    report_by = None if length_ms is None else at + length_ms
    called = replace(one, state="called", table=number, hall=hall, umpire=umpire.strip(), called_at=at)
    called = replace(called, report_by=report_by).noted(None)
    book.put_fixture(called)
    book.set_fixture(one.id, command=command)
    return Called(called, command, tuple(remarks))


def event_of(
    of: Competition, one: Fixture, entries: Mapping[int, Entry], report_ms: int | None = None
) -> dict[str, Any]:
    """The `match` event of a fixture whose sides are known. report_ms: another length of the report clock
    than the rulebook's. Raises BadRequest when no table would take it.
    """
    assert one.a is not None
    assert one.b is not None
    sides = {"a": entries[one.a], "b": entries[one.b]}
    people = line_ups.people(of, one, sides)
    changes = dict(of.rules or {})
    if report_ms is not None:
        changes["clocks"] = {**changes.get("clocks", {}), "report": report_ms}
    teams: dict[str, str | None] | None = {"a": sides["a"].title, "b": sides["b"].title} if one.tie else None
    return match_event(
        names={side: [line_ups.shown(player) for player in found] for side, found in people.items()},
        stage=one.laws_stage,
        ruleset=of.ruleset,
        rules=json.dumps(changes) if changes else None,
        tie=one.tie,
        teams=teams,
        match=one.id,
        title=wording.title(of, one),
        category=of.category,
        variant=of.variant if changes else None,
    )


def next_for(book: Book, table: int, at: int) -> Fixture | None:
    """The match to call to this table next: the first ready match, by round, whose players are at no other
    table. A match whose players have had their rest (D246) comes before one whose players have not. Events of
    the table's hall come first; events that are played in another hall are left out (D243).
    """
    busy, resting = whereabouts.busy(book).keys(), whereabouts.resting(book, at).keys()
    hall = hall_tables.hall_of(book, table)
    ready = book.fixtures(states=["ready"], only_open=True)
    bound = _bound_to(book, ready)
    here = [one for one in ready if not (hall and bound[one.id]) or bound[one.id] == hall]
    here.sort(key=lambda one: (bound[one.id] != hall, *_order(one)))
    tired = None
    for one, people in whereabouts.with_players(book, here):
        if busy & people:
            continue
        if not resting & people:
            return one
        tired = tired or one
    return tired


def nothing_for(book: Book, table: int) -> Cause:
    """Why there is no next match for this table."""
    hall = hall_tables.hall_of(book, table)
    bound = Counter(_bound_to(book, book.fixtures(states=["ready"], only_open=True)).values())
    others = sorted((name, count) for name, count in bound.items() if hall and name not in ("", hall))
    return cause("nothing_to_call", elsewhere=[{"hall": name, "count": count} for name, count in others])


def _bound_to(book: Book, fixtures: Sequence[Fixture]) -> dict[str, str]:
    """The halls in which matches (ids) must be played; "": anywhere."""
    numbers = book.competitions_of([one.id for one in fixtures])
    known: dict[int, str] = {}
    for number in set(numbers.values()):
        of, owner = book.competition(number), book.tournament_of(number)
        known[number] = hall_tables.hall_of_event(book, owner, of.key) if of and owner else ""
    return {one: known[number] for one, number in numbers.items()}


def _order(one: Fixture) -> tuple[int, int, int, int, str]:
    return one.stage, one.round, one.number, one.group, one.id


def recall(book: Book, one: Fixture, force: bool) -> Fixture:
    """Take a call back: the match is ready again. A match in play needs `force`."""
    if one.state not in AT_TABLE:
        raise DeskError("not_at_a_table", match=one.id, state=one.state)
    if one.state != "called" and not force:
        raise DeskError("being_played", match=one.id, table=one.table)
    withdraw_command(book, one)
    return to_be_called(book, one)


def to_be_called(book: Book, one: Fixture) -> Fixture:
    """Make the match ready again, as if it had never been called."""
    back = replace(one, state="ready", table=None, hall="", umpire="", called_at=None, report_by=None)
    back = replace(back, result=None, decided_at=None).noted(None)
    book.put_fixture(back)
    book.set_fixture(one.id, command=None, journal=None, first_seq=None)
    return back


def walk_over(book: Book, one: Fixture, winner: Side | None, at: int, early: bool = False) -> Fixture:
    """Give the match to `winner`, since the other side did not report (143i); None: neither did. Raises
    DeskError while the time to report runs, unless `early`: the side said that it will not come.
    """
    if one.state not in ("ready", "called"):
        if one.state == "playing":
            raise DeskError("begun_no_walk_over", match=one.id)
        raise DeskError("no_walk_over", match=one.id, state=one.state)
    if one.state == "called" and one.report_by is not None and at < one.report_by and not early:
        left = -(-(one.report_by - at) // 60_000)
        raise DeskError("report_clock_runs", match=one.id, minutes=left)
    of = finding.competition_of(book, one)
    withdraw_command(book, one)
    given = replace(one, state="done", result=results.walk_over(of, one, winner), decided_at=at).noted(None)
    book.put_fixture(given)
    book.set_fixture(one.id, journal=None, first_seq=None)
    return given


# Remarks


def about(book: Book, one: Fixture, at: int) -> list[Cause]:
    """The remarks on the players of this match before its call: those at another table, those without rest
    (D246).
    """
    owner = book.tournament_of(finding.competition_of(book, one).id)
    if owner is None or owner.state != "open":
        return []
    names = {player.id: player.name for player in book.players(owner.id)}
    people = sorted(whereabouts.players_of(book, one))
    return _about_players(book, names, people) + _about_rest(book, owner, names, people, at)


def _about_players(book: Book, names: Mapping[int, str], people: Sequence[int]) -> list[Cause]:
    busy = whereabouts.busy(book)
    return [
        cause("player_at_table", player=names.get(player), table=busy[player].table, match=busy[player].id)
        for player in people
        if player in busy
    ]


def _about_rest(
    book: Book, owner: Tournament, names: Mapping[int, str], people: Sequence[int], at: int
) -> list[Cause]:
    """A lack of rest is only a remark, not a refusal (D246)."""
    resting = whereabouts.resting(book, at)
    found = []
    for player in people:
        if player in resting:
            ago = max(0, at - resting[player]) // whereabouts.MINUTE_MS
            found.append(
                cause(
                    "player_resting",
                    player=names.get(player),
                    minutes_ago=ago,
                    rest_minutes=whereabouts.rest_minutes(owner),
                )
            )
    return found


def _about_hall(book: Book, owner: Tournament, of: Competition, number: int, hall: str) -> list[Cause]:
    bound = hall_tables.hall_of_event(book, owner, of.key)
    if not bound or hall in ("", bound):
        return []
    return [cause("other_hall", event=of.name, event_hall=bound, table=number, hall=hall)]


def _about_table(book: Book, owner: Tournament, number: int, at: int) -> list[Cause]:
    there = hall_tables.all_tables(book, at, owner)
    found: HallTable | None = next((table for table in there if table.number == number), None)
    if found is None:
        return [cause("table_unheard", table=number, tables=[table.number for table in there])]
    return [cause("table_not_free", table=number, why=found.why.to_json())] if found.why else []


def _why_not_ready(one: Fixture) -> Cause:
    if one.state in AT_TABLE:
        return cause("at_a_table_already", match=one.id, table=one.table)
    if one.state == "waiting":
        return cause("waits_for_players", match=one.id)
    return cause("nothing_left_to_call", match=one.id, state=one.state)


def _report_length(of: Competition, one: Fixture, report_ms: int | None) -> int | None:
    """How long both sides have to report: as asked, else the rulebook's; None: it has no such clock."""
    if report_ms is not None:
        if not CLOCK_LEAST_MS <= report_ms <= CLOCK_MOST_MS:
            raise DeskError("report_time_out_of_range")
        return report_ms
    length: int | None = game_rules.resolve(of.ruleset, of.rules)["clocks"]["report"]
    return length


def withdraw_command(book: Book, one: Fixture) -> None:
    """Stop sending a call that the table has not answered. A call that was sent already is kept: the table
    may have received it, and may begin a match that names it.
    """
    command = book.command_of(one.id)
    if command is not None:
        of_id = commands.c.id == command
        book.connection.execute(delete(commands).where(of_id, commands.c.state == "pending"))
        gone = {"state": "refused", "code": "recalled"}
        book.connection.execute(update(commands).where(of_id, commands.c.state == "sent").values(**gone))
