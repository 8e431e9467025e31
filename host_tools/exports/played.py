"""Matches as they stand in the database, folded for a score card or an export; and those yet to be played."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from typing import Any

from sqlalchemy import Connection, Row, select

from boardside.game import fold, match
from boardside.game.errors import GameError
from host_tools import seats
from host_tools.exports.card import STAGES, Header, Played
from host_tools.store.schema import events, matches
from host_tools.tournament import results, wording
from host_tools.tournament.book import Book
from host_tools.tournament.model import Competition, Correction, Entry, Fixture, Tournament

#: Events that can be the last of a match's play.
_ENDS = ("board", "round", "concede", "lost", "forfeit", "ended", "time", "override")
_BEGINS = ("trial", "play", "board", "round")
#: As many as `matches` gives at once.
_PAGE = 200


@dataclass(frozen=True, slots=True)
class Planned:
    """What the tournament knows of a match: its fixture, its event, and who plays."""

    tournament: Tournament
    competition: Competition
    fixture: Fixture
    entries: Mapping[int, Entry]
    corrections: tuple[str, ...] = ()

    def entry(self, side: str) -> Entry | None:
        """Who plays on a side; None while it is not known."""
        found = self.fixture.a if side == "a" else self.fixture.b
        return self.entries.get(found) if found is not None else None

    def people(self, side: str) -> list[str]:
        """The names of a side's players: of a team those of its line-up."""
        entry = self.entry(side)
        if entry is None:
            return []
        if self.competition.kind != "team":
            return [player.name or f"No. {player.number}" for player in entry.players]
        chosen = (self.fixture.line_up or {}).get(side, [])
        by_id = {player.id: player for player in entry.players}
        return [by_id[one].name or f"No. {by_id[one].number}" for one in chosen if one in by_id]

    def number(self, side: str) -> str:
        """The start number of a side's player, for crokinole's ID number; "" for teams and nobody."""
        entry = self.entry(side)
        if entry is None or self.competition.kind == "team":
            return ""
        return "/".join(str(player.number) for player in entry.players)


def _by_hand(one: Correction) -> str:
    """What the organiser did to a result, with the games a's first."""
    after = results.shown(one.after)
    if one.before is None:
        return f"Result {after} entered by the organiser ({one.who}): {one.reason}"
    before = results.shown(one.before)
    return f"Result changed by the organiser ({one.who}) from {before} to {after}: {one.reason}"


def planned(connection: Connection, competition: int | None = None) -> dict[str, Planned]:
    """All fixtures by their id, in the order of play; of one competition (its id) or of all."""
    book = Book(connection)
    found: dict[str, Planned] = {}
    for tournament in reversed(book.tournaments()):
        for event in book.competitions(tournament.id):
            if competition not in (None, event.id):
                continue
            entries = {entry.id: entry for entry in book.entries(event.id)}
            corrected: dict[str, list[str]] = {}
            for one in book.corrections(event.id):
                corrected.setdefault(one.fixture, []).append(_by_hand(one))
            for fixture in book.fixtures(event.id):
                remarks = tuple(corrected.get(fixture.id, ()))
                found[fixture.id] = Planned(tournament, event, fixture, entries, remarks)
    return found


def rows(connection: Connection, match_id: str | None = None, table: int | None = None) -> Iterator[Row[Any]]:
    """The rows of `matches` by id: all, or those with this match id, or of this table."""
    query = select(matches)
    if match_id is not None:
        query = query.where(matches.c.match == match_id)
    if table is not None:
        query = query.where(matches.c.table_no == table)
    after = 0
    while page := connection.execute(
        query.where(matches.c.id > after).order_by(matches.c.id).limit(_PAGE)
    ).all():
        yield from page
        after = page[-1].id


def last_row(connection: Connection, table: int) -> Row[Any] | None:
    """The row of the match that was begun last at a table; None when there was none."""
    query = select(matches).where(matches.c.table_no == table).order_by(matches.c.id.desc())
    return connection.execute(query.limit(1)).first()


def folded(connection: Connection, row: Row[Any], zone: tzinfo = UTC) -> Played:
    """A match by its row of `matches`, folded anew from its events. An event that the rules do not take is
    left out, and named, as the collector does.
    """
    stored = connection.execute(
        select(events.c.seq, events.c.body, events.c.received_at, events.c.chain)
        .where(events.c.journal == row.journal, events.c.seq.between(row.first_seq, row.last_seq))
        .order_by(events.c.seq)
    ).all()
    bodies = [{**json.loads(one.body), "seq": one.seq} for one in stored]
    result, left_out = _fold(bodies)
    dead = set(result.undone.dead)
    at = {one.seq: one.received_at for one in stored}
    holding = [one for one in bodies if one["seq"] not in dead]
    begins = [at[one["seq"]] for one in holding if one.get("kind") in _BEGINS]
    ends = [at[one["seq"]] for one in holding if one.get("kind") in _ENDS]
    return Played(
        state=result.state,
        events=holding,
        undone=[one for one in bodies if one["seq"] in dead],
        left_out=left_out,
        seal=row.seal if result.state.confirmed else None,
        head=_head(holding, stored),
        journal=row.journal,
        first_seq=row.first_seq,
        count=len(stored),
        started=clock(begins[0], zone) if begins else "",
        finished=clock(ends[-1], zone) if ends else "",
        seats=seats.breaking(holding) if result.state.doubles else {},
    )


def _fold(bodies: Sequence[dict[str, Any]]) -> tuple[fold.Folded, list[str]]:
    kept = list(bodies)
    left_out: list[str] = []
    while True:
        try:
            return fold.fold(kept.__iter__), left_out
        except GameError as error:
            at_fault = next((one for one in kept if one["seq"] == error.seq), kept[-1])
            kept.remove(at_fault)
            left_out.append(f"Event {at_fault['seq']} ({at_fault.get('kind')}) is left out: {error.message}.")


def _head(holding: Sequence[Mapping[str, Any]], stored: Sequence[Any]) -> str:
    confirms = [one for one in holding if one.get("kind") == "confirm" and one.get("chain")]
    if confirms:
        return str(confirms[-1]["chain"])
    return str(stored[-1].chain or "") if stored else ""


def to_come(plan: Planned) -> Played:
    """A fixture that was not played yet, as a match that has just begun."""
    event: dict[str, Any] = {
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
    plan: Planned | None, row: Row[Any] | None = None, moment: int | None = None, zone: tzinfo = UTC
) -> Header:
    """What stands over a card. moment: when it was played, or is to be (UTC ms); None: left blank."""
    day, hour = (date(moment, zone), clock(moment, zone)) if moment else ("", "")
    if plan is None:
        assert row is not None
        return Header(
            event=row.title or "",
            round=STAGES.get(row.stage or "", row.stage or ""),
            date=day,
            time=hour,
            match=row.match or "",
            table=str(row.table_no),
        )
    table = row.table_no if row is not None else plan.fixture.table
    where = wording.where(plan.fixture)
    return Header(
        tournament=plan.tournament.name,
        event=plan.competition.name,
        round=where[:1].upper() + where[1:],
        date=day,
        time=hour,
        match=plan.fixture.id,
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
