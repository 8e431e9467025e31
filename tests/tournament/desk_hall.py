"""A hall for the desk's tests: tables that are heard, take the matches of the outbox, and play by the rules.

What a table reports is folded by the game itself and written as a collector writes it; no process, no clock.
"""

import json
from typing import Any

import pytest
from sqlalchemy import update

from boardside.game import match as game
from host_tools.store import Store
from host_tools.store.database import writing
from host_tools.store.rows import EventRecord, MatchRecord, TableRecord
from host_tools.store.schema import commands
from host_tools.tournament.acts import Act
from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.acts.matches import Call, ClearResult
from host_tools.tournament.acts.tournament import NewTournament
from host_tools.tournament.desk.desk import Desk, NewEntry, Person
from host_tools.tournament.desk.desk_base import Done
from host_tools.tournament.matches.clearing import Cleared
from host_tools.tournament.model.model import Competition, Fixture, StagePlan, Tournament

SHORT = {"games": 1, "points": 10}
GROUPS = (StagePlan("groups", settings={"size": 3, "advance": 2}), StagePlan("knockout"))
NAMES = (
    *("Asha", "Bela", "Chitra", "Dev", "Esha", "Farid", "Gita", "Hari"),
    *("Indu", "Jaya", "Kamal", "Lata", "Mohan", "Nila", "Om", "Priya"),
)


class Hall:
    """Tables 1 to `tables`; `at` is the time (UTC ms) of everything, moved by hand."""

    def __init__(self, store: Store, tables: int = 3, at: int = 1_000_000) -> None:
        self.store = store
        self.at = at
        self.numbers = range(1, tables + 1)
        self.states: dict[int, Any] = {}
        self.bodies: dict[int, list[dict[str, Any]]] = {}
        self.first: dict[int, int] = {}
        self.seq = dict.fromkeys(self.numbers, 0)
        self.journals = {number: f"j{number}" for number in self.numbers}
        self.seal: str | None = None  # of the confirmations to come
        self.hear(*self.numbers)

    def clock(self) -> int:
        """The clock of the desk."""
        return self.at

    def hear(self, *numbers: int, link: str = "up", status: dict[str, Any] | None = None) -> None:
        """Lets these tables be heard now."""
        for number in numbers:
            values = {
                "name": f"Table {number}", "journal": f"j{number}", "boot": 1, "firmware": "1.0",
                "keyed": True, "transport": "tcp", "port": "here", "link": link, "heard_at": self.at,
                "status": None if status is None else json.dumps(status), "problem": None,
            }  # fmt: skip
            self.store.write([TableRecord(number, values)])

    def take(self) -> None:
        """Lets every table carry out what is in its outbox."""
        here = [command for command in self.store.open_commands() if command["table"] in self.numbers]
        for command in here:
            self.enter(command["table"], {**command["event"], "cmd": command["id"]})
            with writing(self.store.engine) as connection:
                of_id = commands.c.id == command["id"]
                connection.execute(update(commands).where(of_id).values(state="done", answered_at=self.at))

    def answer(self, command: str, code: str) -> None:
        """The table has done this command already, it says."""
        with writing(self.store.engine) as connection:
            values = {"state": "done", "code": code, "answered_at": self.at}
            connection.execute(update(commands).where(commands.c.id == command).values(**values))

    def clone(self, number: int, journal: str) -> None:
        """A spare board with this table's number stands there now, as far as the other one was: its journal
        begins with the same events.
        """
        self.journals[number] = journal
        events = [row["event"] for row in self.store.events(table=number)]
        self.seq[number] = 0
        for event in events[:1]:
            self.enter(number, {name: value for name, value in event.items() if name != "seq"})

    def refuse(self, command: str, message: str, reason: str | None = None, **facts: Any) -> None:
        """The table does not take this command. Without a reason, it has one that this host does not know."""
        with writing(self.store.engine) as connection:
            values = {"state": "refused", "code": "not_now", "message": message, "reason": reason}
            values["facts"] = json.dumps(facts) if reason else None
            connection.execute(update(commands).where(commands.c.id == command).values(**values))

    def enter(self, number: int, event: dict[str, Any]) -> None:
        """An event at a table, and what the collector writes of it."""
        self.seq[number] += 1
        seq = self.seq[number]
        if event["kind"] == "match":
            self.states[number] = game.new()
            self.first[number] = seq
        state, _ = game.apply(self.states[number], event)
        self._write(number, seq, event, state)

    def undo_confirmation(self, number: int) -> None:
        """The umpire takes his confirmation back."""
        self.seq[number] += 1
        state = self.states[number].copy()
        state.phase = "over"
        state.confirmed = False
        self._write(number, self.seq[number], {"kind": "undo"}, state)

    def _write(self, number: int, seq: int, event: dict[str, Any], state: Any) -> None:
        self.states[number] = state
        body = json.dumps({**event, "seq": seq})
        record = EventRecord(
            self.journals[number], seq, number, state.setup.match, event["kind"], body, self.at
        )
        values = {
            "last_seq": seq, "match": state.setup.match, "table_no": number, "title": state.title,
            "stage": state.setup.stage, "ruleset": state.setup.tournament["ruleset"],
            "doubles": bool(state.setup.doubles),
            "names": json.dumps(state.names), "phase": state.phase,
            "official": json.dumps(game.official(state)), "winner": state.winner,
            "confirmed": state.confirmed, "agrees": True, "problem": None,
            "seal": self.seal if state.confirmed else None,
            "started_at": self.at, "updated_at": self.at,
        }  # fmt: skip
        self.store.write([record, MatchRecord(self.journals[number], self.first[number], values)])

    def begin(self, number: int, breaks: str = "a") -> None:
        """The toss is made: both are here."""
        self.enter(number, {"kind": "toss", "breaks": breaks})

    def win(self, number: int, winner: str = "a", confirm: bool = True) -> None:
        """Plays boards until `winner` has the match; 5 c/m and the Queen each."""
        if self.states[number].phase == "toss":
            self.begin(number)
        while self.states[number].phase not in ("over", "confirmed"):
            if self.states[number].phase == "change":
                self.enter(number, {"kind": "sides"})
                continue
            self.enter(number, {"kind": "board", "winner": winner, "left": 5, "queen": winner})
        if confirm:
            self.enter(number, {"kind": "confirm"})


@pytest.fixture
def hall(store: Store) -> Hall:
    """A hall of three tables that are heard."""
    return Hall(store)


@pytest.fixture
def desk(hall: Hall) -> Desk:
    """The desk of that hall."""
    return desk_of(hall)


def desk_of(hall: Hall) -> Desk:
    """A desk with the hall's clock."""
    return Desk(hall.store, hall.clock)


def title_of(desk: Desk, entry: int | None) -> str:
    """The title of an entry of the only event."""
    event = desk.competition(desk.tournament())
    return next(row.title for row in desk.entries(event) if row.id == entry)


def event_with(
    desk: Desk,
    count: int,
    *plan: StagePlan,
    key: str = "ms",
    ruleset: str = "icf",
    rules: dict[str, Any] | None = SHORT,
) -> Competition:
    """An event of the tournament `open` (made when it is not there) with so many entries, not drawn."""
    existing: list[Tournament] = [tournament for tournament in desk.tournaments() if tournament.key == "open"]
    owner = existing[0] if existing else desk.do(NewTournament(key="open", name="Open 2026"), None)
    stages = plan or (StagePlan("knockout"),)
    made = desk.do(
        AddEvent(key=key, name="Men's Singles", ruleset=ruleset, rules=rules, stages=stages), owner
    ).event
    desk.add_entries(made, [NewEntry((Person(name),)) for name in NAMES[:count]])
    return made


def play(desk: Desk, hall: Hall, fixture: Fixture, number: int, winner: str = "a") -> list[str]:
    """Call a match, let it be played to its end, and settle."""
    desk.do(Call(table=number), fixture)
    hall.take()
    hall.win(number, winner)
    return desk.settle()


def changed(desk: Desk, act: Act[Any, Any], target: Any, actor: str = "anna") -> list[str]:
    """Do an act; the ids of the matches that it changed, added or removed."""
    return ids_of(desk.done(act, target, actor=actor))


def ids_of(done: Done[Any]) -> list[str]:
    """The ids of the matches that an act changed, added or removed."""
    seen = done.effects
    return [*(each.before.id for each in seen.changes), *(each.id for each in seen.new), *seen.gone]


def clearing(desk: Desk, fixture: Fixture) -> Done[Cleared]:
    """What clearing the result of this match would do."""
    return desk.done(ClearResult(reason="-", force=True), fixture, preview=True)
