"""Matches as tables played them, from the collector's database; and for a score card or an export, played or
to come: folded, with the tournament's data.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from typing import Any, NamedTuple, cast

from sqlalchemy import Connection, select

from boardside.game import fold, match
from boardside.game.errors import GameError
from host_tools.exports import match_place
from host_tools.exports.card import Header, Played
from host_tools.exports.reasons import remark
from host_tools.i18n.labels import Words
from host_tools.laws import match_state
from host_tools.live_values import Event, OfficialResult
from host_tools.reasons import Cause
from host_tools.store.schema import events, matches
from host_tools.tournament.model import finding, line_ups, wording
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import (
    Competition,
    Correction,
    Entry,
    Fixture,
    Player,
    Result,
    Tournament,
)
from host_tools.tournament.standings import results

#: As many as `matches` gives at once.
_PAGE = 200


class StoredMatch(NamedTuple):
    """A match at a table as the collector has stored it: a row of `matches`. Times are UTC ms."""

    id: int
    journal: str
    first_seq: int
    last_seq: int
    match: str | None
    table_no: int
    title: str | None
    stage: str | None
    ruleset: str | None
    doubles: bool
    names: dict[str, list[str]]
    phase: str
    official: OfficialResult
    winner: str | None
    confirmed: bool
    seal: str | None
    soft: bool
    started_at: int
    updated_at: int


#: The columns of `matches` that a StoredMatch has, in its order.
_STORED = tuple(matches.c[name] for name in StoredMatch._fields)


def match_id_of(connection: Connection, name: str) -> str:
    """The id of a match that is named by its id, or as the desk names it ("MS 3"); what is no
    match, or several, stays as it is.
    """
    if connection.execute(select(matches.c.id).where(matches.c.match == name).limit(1)).first():
        return name
    try:
        return finding.fixture(Book(connection), name).id
    except DeskError:
        return name


def read_stored(
    connection: Connection, match_id: str | None = None, table: int | None = None
) -> Iterator[StoredMatch]:
    """The matches as they were begun, in order: all, or those with this match id, or of this table."""
    query = select(*_STORED)
    if match_id is not None:
        query = query.where(matches.c.match == match_id)
    if table is not None:
        query = query.where(matches.c.table_no == table)
    after = 0
    while page := connection.execute(
        query.where(matches.c.id > after).order_by(matches.c.id).limit(_PAGE)
    ).all():
        yield from map(_decoded, page)
        after = page[-1].id


def last_match(connection: Connection, table: int) -> StoredMatch | None:
    """The match that was begun last at a table; None when there is none."""
    query = select(*_STORED).where(matches.c.table_no == table).order_by(matches.c.id.desc())
    row = connection.execute(query.limit(1)).first()
    return None if row is None else _decoded(row)


def _decoded(row: Sequence[Any]) -> StoredMatch:
    coded = StoredMatch(*row)
    result = cast(OfficialResult, json.loads(str(coded.official)) if coded.official else {})
    return coded._replace(names=json.loads(str(coded.names)), official=result)


#: Events that can end a match's play.
_ENDS = ("board", "round", "concede", "lost", "forfeit", "ended", "time", "override")
_BEGINS = ("trial", "play", "board", "round")


@dataclass(frozen=True, slots=True)
class Planned:
    """The tournament's data about a match: its fixture, its event, and its players. match_number: for people,
    "MS 3". doubtful: the matches at tables (journal, first_seq) that have its id and do not count.
    """

    tournament: Tournament
    competition: Competition
    fixture: Fixture
    entries: Mapping[int, Entry]
    corrections: tuple[Cause, ...] = ()
    match_number: str = ""
    doubtful: frozenset[tuple[str, int]] = frozenset()

    def entry(self, side: str) -> Entry | None:
        """The entry of a side; None while it is not known."""
        number = self.fixture.a if side == "a" else self.fixture.b
        return self.entries.get(number) if number is not None else None

    def people(self, side: str) -> list[str]:
        """The names of a side's players; for a team, those of its line-up."""
        entry = self.entry(side)
        if entry is None:
            return []
        if self.competition.kind != "team":
            return [player.name or f"No. {player.number}" for player in entry.players]
        chosen = (self.fixture.line_up or {}).get(side, [])
        by_id = {player.id: player for player in entry.players}
        return [
            by_id[player_id].name or f"No. {by_id[player_id].number}"
            for player_id in chosen
            if player_id in by_id
        ]

    def players(self, side: str) -> Sequence[Player]:
        """All players of a side's entry."""
        entry = self.entry(side)
        return () if entry is None else entry.players

    def team(self, side: str) -> str:
        """The team of a side; of players, their clubs; "" when not known."""
        entry = self.entry(side)
        if entry is None:
            return ""
        return entry.title if self.competition.kind == "team" else entry.club

    def stands(self, stored: StoredMatch | None) -> Result | None:
        """The result that stands (`results.standing`). stored: what a table has of this match; None: nothing
        was played.
        """
        return results.standing(self.fixture, self.at_table(stored) if self.counts(stored) else None)

    def counts(self, stored: StoredMatch | None) -> bool:
        """Whether what a table has can be this match's result: people did not have to decide on it, or took
        it.
        """
        return stored is not None and (stored.journal, stored.first_seq) not in self.doubtful

    @staticmethod
    def at_table(stored: StoredMatch | None) -> Result | None:
        """The result that a table has, confirmed or not; None: its match is not decided there."""
        is_decided = stored is not None and stored.phase in ("over", "confirmed")
        if stored is None or not is_decided or stored.official.get("desk"):
            return None
        return results.from_table(dict(stored.official))

    def number(self, side: str) -> str:
        """The start number of a side's player, for crokinole's ID number; "" for teams, and while there is no
        player.
        """
        entry = self.entry(side)
        if entry is None or self.competition.kind == "team":
            return ""
        return "/".join(str(player.number) for player in entry.players)


def _by_hand(correction: Correction) -> Cause:
    """What the organiser did to a result, with the games a's first."""
    actor, before, after = correction.actor, correction.before, correction.after
    why = {"text": correction.reason, "code": correction.code, "facts": correction.facts}
    if after is None:
        return remark("result_taken_away", before=before and before.to_json(), actor=actor, why=why)
    if before is None:
        return remark("result_entered", after=after.to_json(), actor=actor, why=why)
    return remark("result_changed", before=before.to_json(), after=after.to_json(), actor=actor, why=why)


def planned(connection: Connection, competition: int | None = None) -> dict[str, Planned]:
    """All fixtures by their id, in the order of play; of one competition (its id) or of all."""
    book = Book(connection)
    plans: dict[str, Planned] = {}
    doubtful: dict[str, list[tuple[str, int]]] = {}
    for report in book.table_reports(states=("open", "left")):
        doubtful.setdefault(report.fixture, []).append(report.key)
    for tournament in reversed(book.tournaments()):
        for event in book.competitions(tournament.id):
            if competition not in (None, event.id):
                continue
            entries = {entry.id: entry for entry in book.entries(event.id)}
            corrected: dict[str, list[Cause]] = {}
            for correction in book.corrections(event.id):
                corrected.setdefault(correction.fixture, []).append(_by_hand(correction))
            fixtures = book.fixtures(event.id)
            numbers = wording.numbers(event, fixtures)
            for fixture in fixtures:
                remarks = tuple(corrected.get(fixture.id, ()))
                about = (tournament, event, fixture, entries, remarks)
                keys = frozenset(doubtful.get(fixture.id, ()))
                plans[fixture.id] = Planned(*about, numbers[fixture.id], keys)
    return plans


def renamed(done: Played, plan: Planned | None) -> Played:
    """The match with the names that its players have today, in place of those that the desk sent to the
    table; a name that was entered there stays.
    """
    sent = next((event for event in done.events if event.get("kind") == "match"), {})
    if plan is None or not sent.get("cmd"):
        return done
    sides = {side: entry for side in ("a", "b") if (entry := plan.entry(side)) is not None}
    for side, players in line_ups.people(plan.competition, plan.fixture, sides).items():
        now = [line_ups.shown(player) for player in players]
        before = sent.get(side) or []
        if len(before) == len(now):
            new = dict(zip(before, now, strict=True))
            names = done.state.names.get(side) or []
            done.state.names = {**done.state.names, side: [new.get(name, name) for name in names]}
    return done


def folded(connection: Connection, stored: StoredMatch, zone: tzinfo = UTC) -> Played:
    """A match folded again from its events. Like in the collector, an event that the rules refuse is left out
    and named.
    """
    stored_events = connection.execute(
        select(events.c.seq, events.c.body, events.c.received_at, events.c.chain)
        .where(
            events.c.journal == stored.journal,
            events.c.seq.between(stored.first_seq, stored.last_seq),
        )
        .order_by(events.c.seq)
    ).all()
    bodies = [{**json.loads(stored_event.body), "seq": stored_event.seq} for stored_event in stored_events]
    result, left_out = _fold(bodies)
    dead = set(result.undone.dead)
    at = {stored_event.seq: stored_event.received_at for stored_event in stored_events}
    holding = [event for event in bodies if event["seq"] not in dead]
    begins = [at[event["seq"]] for event in holding if event.get("kind") in _BEGINS]
    ends = [at[event["seq"]] for event in holding if event.get("kind") in _ENDS]
    return Played(
        state=result.state,
        events=holding,
        undone=[event for event in bodies if event["seq"] in dead],
        left_out=left_out,
        seal=stored.seal if result.state.confirmed else None,
        soft=stored.soft,
        head=_head(holding, stored_events),
        journal=stored.journal,
        first_seq=stored.first_seq,
        count=len(stored_events),
        started=clock(begins[0], zone) if begins else "",
        finished=clock(ends[-1], zone) if ends else "",
        seats=match_state.breaking(holding) if result.state.setup.doubles else {},
        rulings=result.rulings,
        at=at,
        fees={number: paid for (_, number), paid in Book(connection).fees(stored.match or "").items()},
    )


def _fold(bodies: Sequence[Event]) -> tuple[fold.Folded, list[Cause]]:
    kept = list(bodies)
    left_out: list[Cause] = []
    while True:
        try:
            return fold.fold(kept.__iter__), left_out
        except GameError as error:
            at_fault = next((event for event in kept if event["seq"] == error.seq), kept[-1])
            kept.remove(at_fault)
            why = {"reason": error.reason, "facts": error.facts}
            seq, kind = at_fault["seq"], at_fault.get("kind")
            left_out.append(remark("event_left_out", seq=seq, kind=kind, why=why))


def _head(holding: Sequence[Mapping[str, Any]], stored_events: Sequence[Any]) -> str:
    confirms = [event for event in holding if event.get("kind") == "confirm" and event.get("chain")]
    if confirms:
        return str(confirms[-1]["chain"])
    return str(stored_events[-1].chain or "") if stored_events else ""


def to_come(plan: Planned) -> Played:
    """A fixture that was not played yet, as a match that has just begun."""
    event: Event = {
        "kind": "match",
        "match": plan.fixture.id,
        "ruleset": plan.competition.ruleset,
        "stage": plan.fixture.laws_stage,
        "doubles": len(plan.people("a")) == 2 or len(plan.people("b")) == 2,
        "a": plan.people("a"),
        "b": plan.people("b"),
    }
    for name in ("rules", "category", "variant"):
        value = getattr(plan.competition, name)
        if value:
            event[name] = value
    if plan.competition.kind == "team" and plan.entry("a") and plan.entry("b"):
        teams = {side: entry.title for side in ("a", "b") if (entry := plan.entry(side))}
        event |= {"tie": plan.fixture.tie or plan.fixture.id, "teams": teams}
    state, _ = match.apply(match.new(), event)
    return Played(state=state, events=[event])


def header(
    plan: Planned | None,
    stored: StoredMatch | None = None,
    moment: int | None = None,
    zone: tzinfo = UTC,
) -> Header:
    """The header of a card. moment: when the match was played, or will be (UTC ms); None: left blank."""
    day, hour = (date(moment, zone), clock(moment, zone)) if moment else ("", "")
    if plan is None:
        assert stored is not None
        return Header(
            event=stored.title or "",
            round=Words().get("stage", stored.stage),
            date=day,
            time=hour,
            match=stored.match or "",
            table=str(stored.table_no),
        )
    table = stored.table_no if stored is not None else plan.fixture.table
    return Header(
        tournament=plan.tournament.name,
        event=plan.competition.name,
        round=match_place.where(match_place.planned(plan.fixture)),
        date=day,
        time=hour,
        match=plan.fixture.id,
        number=plan.match_number,
        umpire=plan.fixture.umpire,
        table="" if table is None else str(table),
        rules=plan.competition.variant or plan.competition.ruleset.upper(),
    )


def clock(moment: int, zone: tzinfo = UTC) -> str:
    """A moment (UTC ms) as hours and minutes."""
    return datetime.fromtimestamp(moment / 1000, zone).strftime("%H:%M")


def date(moment: int, zone: tzinfo = UTC) -> str:
    """A moment (UTC ms) as a day: 2026-03-12."""
    return datetime.fromtimestamp(moment / 1000, zone).strftime("%Y-%m-%d")
