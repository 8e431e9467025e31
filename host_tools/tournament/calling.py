"""Matches to tables: the call with its report clock (143i), the next one, recall, walk-over."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import delete

from boardside.game import rules as game_rules
from host_tools.orders import match_event
from host_tools.store.schema import commands
from host_tools.store.store import queue
from host_tools.tournament import entering, finding, hall_tables, line_ups, results, whereabouts, wording
from host_tools.tournament.book import Book
from host_tools.tournament.errors import DeskError
from host_tools.tournament.hall_tables import AT_TABLE, HallTable
from host_tools.tournament.model import Competition, Entry, Fixture, Side, Tournament

REPORT_MS = 900_000  # 143i
REPORT_MIN_MS, REPORT_MAX_MS = 1_000, 7_200_000  # docs/rulesets.md, clocks


@dataclass(frozen=True, slots=True)
class Called:
    """A call: the fixture as it is now, the id of the command to the table, and what should be known."""

    fixture: Fixture
    command: str
    remarks: tuple[str, ...] = ()


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
    """Call a match to a table. Raises DeskError. Remarks: a table that is not free, or stands in another hall
    (only with `force`), players at another table (only with `force` or `anyway`), twice in a tie (D293) or
    without rest (D246).
    """
    of = finding.competition_of(book, one)
    if one.state != "ready":
        raise DeskError(_why_not_ready(one))
    owner = entering.tournament_of(book, of)
    hall = hall_tables.hall_of(book, number, owner)
    names = {player.id: player.name for player in book.players(owner.id)}
    people = sorted(whereabouts.players_of(book, one))
    about_table = _about_table(book, owner, number, at) + _about_hall(book, owner, of, number, hall)
    elsewhere = _about_players(book, names, people)
    if about_table and not force:
        raise DeskError(" ".join([*about_table, *elsewhere]))
    if elsewhere and not (force or anyway):
        raise DeskError(" ".join([*elsewhere, "To call the match all the same: --anyway."]))
    entries = {entry.id: entry for entry in book.entries(of.id)}
    sides = {side: entries[key] for side, key in (("a", one.a), ("b", one.b)) if key is not None}
    twice = line_ups.twice(one, sides, book.fixtures(of.id)) if one.tie else []
    remarks = [*about_table, *elsewhere, *twice, *_about_rest(book, owner, names, people, at)]
    length_ms = _report_length(of, one, report_ms)
    command = queue(book.connection, number, event_of(of, one, entries, report_ms))
    report_by = None if length_ms is None else at + length_ms
    called = replace(one, state="called", table=number, hall=hall, umpire=umpire.strip(), called_at=at)
    called = replace(called, report_by=report_by, note="")
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
    """The match to be called to this table next: the first that is ready, the earliest round first, whose
    players are at no other table; one whose players have had their rest (D246) before one whose have not.
    Those of events that are played in the table's hall come first; those of events that are played in another
    hall do not come (D243).
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


def nothing_for(book: Book, table: int) -> str:
    """Why no match can be called to this table next, in words."""
    hall = hall_tables.hall_of(book, table)
    bound = Counter(_bound_to(book, book.fixtures(states=["ready"], only_open=True)).values())
    others = sorted((name, count) for name, count in bound.items() if hall and name not in ("", hall))
    kept = "".join(f" Ready, but played in {name}: {count}." for name, count in others)
    return (
        f"No match can be called: none is ready, or its players are at other tables.{kept} "
        "`boardside matches` shows what waits for what."
    )


def _bound_to(book: Book, fixtures: Sequence[Fixture]) -> dict[str, str]:
    """The halls in which matches (ids) are to be played; "": anywhere."""
    numbers = book.competitions_of([one.id for one in fixtures])
    known: dict[int, str] = {}
    for number in set(numbers.values()):
        of, owner = book.competition(number), book.tournament_of(number)
        known[number] = hall_tables.hall_of_event(book, owner, of.key) if of and owner else ""
    return {one: known[number] for one, number in numbers.items()}


def _order(one: Fixture) -> tuple[int, int, int, int, str]:
    return one.stage, one.round, one.number, one.group, one.id


def recall(book: Book, one: Fixture, force: bool) -> Fixture:
    """Take a call back: the match is ready again. One that is being played only with `force`."""
    if one.state not in AT_TABLE:
        raise DeskError(f"Match {one.id} is not at a table; it is {one.state}.")
    if one.state != "called" and not force:
        raise DeskError(
            f"Match {one.id} is being played at table {one.table}. To take it from there all the same, "
            "recall it with --force; what was played there stays in the record, and counts no more."
        )
    _withdraw_command(book, one)
    back = replace(
        one, state="ready", table=None, hall="", umpire="", called_at=None, report_by=None, note=""
    )
    book.put_fixture(back)
    # Of one that was played, the match at the old table stays known: it is the one that counts no more.
    known = {"journal": None, "first_seq": None} if one.state == "called" else {}
    book.set_fixture(one.id, command=None, **known)
    return back


def walk_over(book: Book, one: Fixture, winner: Side | None, at: int, early: bool = False) -> Fixture:
    """`winner` has the match, since the other side did not report (143i); None: neither did. DeskError while
    the time to report runs, unless `early`: they said that they will not come.
    """
    if one.state not in ("ready", "called"):
        instead = " It was begun: enter its result, and say who has it." if one.state == "playing" else ""
        raise DeskError(
            f"Match {one.id} is {one.state}: a walk-over is for one that was called, or is ready.{instead}"
        )
    if one.state == "called" and one.report_by is not None and at < one.report_by and not early:
        left = -(-(one.report_by - at) // 60_000)
        raise DeskError(
            f"Match {one.id}: {left} minute{'s are' if left > 1 else ' is'} left to report (143i); --early "
            "gives the match all the same."
        )
    of = finding.competition_of(book, one)
    _withdraw_command(book, one)
    given = replace(one, state="done", result=results.walk_over(of, one, winner), decided_at=at, note="")
    book.put_fixture(given)
    book.set_fixture(one.id, journal=None, first_seq=None)
    return given


# What should be known


def about(book: Book, one: Fixture, at: int) -> list[str]:
    """What should be known of the players before this match is called: who is at another table, who has had
    no rest (D246).
    """
    owner = book.tournament_of(finding.competition_of(book, one).id)
    if owner is None or owner.state != "open":
        return []
    names = {player.id: player.name for player in book.players(owner.id)}
    people = sorted(whereabouts.players_of(book, one))
    return _about_players(book, names, people) + _about_rest(book, owner, names, people, at)


def _about_players(book: Book, names: Mapping[int, str], people: Sequence[int]) -> list[str]:
    busy = whereabouts.busy(book)
    return [
        f"{names.get(player, 'Somebody')} is at table {busy[player].table} (match {busy[player].id})."
        for player in people
        if player in busy
    ]


def _about_rest(
    book: Book, owner: Tournament, names: Mapping[int, str], people: Sequence[int], at: int
) -> list[str]:
    """D246: people are told, nobody is held back."""
    resting = whereabouts.resting(book, at)
    found = []
    for player in people:
        if player in resting:
            ago = max(0, at - resting[player]) // whereabouts.MINUTE_MS
            when = {0: "less than a minute ago", 1: "a minute ago"}.get(ago, f"{ago} minutes ago")
            rest = whereabouts.rest_minutes(owner)
            found.append(
                f"{names.get(player, 'Somebody')} ended a match {when}; {rest} minutes are for rest."
            )
    return found


def _about_hall(book: Book, owner: Tournament, of: Competition, number: int, hall: str) -> list[str]:
    bound = hall_tables.hall_of_event(book, owner, of.key)
    if not bound or hall in ("", bound):
        return []
    return [f"{of.name} is played in {bound}, and table {number} stands in {hall}."]


def _about_table(book: Book, owner: Tournament, number: int, at: int) -> list[str]:
    there = hall_tables.all_tables(book, at, owner)
    found: HallTable | None = next((table for table in there if table.number == number), None)
    if found is None:
        known = ", ".join(str(table.number) for table in there) or "none"
        return [f"Table {number} was never heard (tables: {known}); is it switched on?"]
    return [f"Table {number} is not free: {found.why}."] if found.why else []


def _why_not_ready(one: Fixture) -> str:
    if one.state in AT_TABLE:
        return f"Match {one.id} is at table {one.table} already; recall it first."
    if one.state == "waiting":
        return f"Match {one.id} waits for its players: what comes before is not decided."
    words = {"done": "is decided", "bye": "is a bye", "off": "is not needed any more"}
    return f"Match {one.id} {words[one.state]}; there is nothing to call."


def _report_length(of: Competition, one: Fixture, report_ms: int | None) -> int | None:
    """How long both sides have to report: as asked, else the rulebook's; None: it has no such clock."""
    if report_ms is not None:
        if not REPORT_MIN_MS <= report_ms <= REPORT_MAX_MS:
            raise DeskError("The time to report is 1 second to 2 hours.")
        return report_ms
    length: int | None = game_rules.resolve(of.ruleset, of.rules)["clocks"]["report"]
    return length


def _withdraw_command(book: Book, one: Fixture) -> None:
    """A call that the table has not answered is not sent any more."""
    command = book.command_of(one.id)
    if command is not None:
        of_id = commands.c.id == command
        book.connection.execute(delete(commands).where(of_id, commands.c.state.in_(("pending", "sent"))))
