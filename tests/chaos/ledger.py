"""The invariants: an independent record of what the tables accepted and the host stored."""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

from host_tools.store.database_file import inode_of

Event = dict[str, Any]


#: Commands that the collectors make themselves begin so; they are in no table of the database.
OF_THE_CLOCK = "hall-"


class Broken(AssertionError):  # noqa: N818
    """An invariant does not hold."""


def require(holds: bool, fault: str) -> None:
    """Raise `Broken` unless it `holds`."""
    if not holds:
        raise Broken(fault)


class Ledger:
    """`events[journal][seq]`: what the table accepted (the journal's append returned). An event during which
    the power went may be there after the start or not; if it is, it counts like the others.

    Of the table `stranger` it says nothing, nor of journals of which `is_strangers(journal)` holds: another
    book has what becomes of these (`stolen`).
    """

    stranger = 0

    def __init__(self, database: str) -> None:
        self._path = Path(database)
        self._open()
        self._unseen: dict[str, tuple[int, int, str]] = {}
        self.is_strangers: Callable[[str], bool] = lambda _journal: False
        self.events: dict[str, dict[int, Event]] = {}
        self.owner: dict[str, int] = {}
        self._attempt: dict[str, Event] = {}
        self._acked: dict[str, int] = {}
        self._first: dict[str, int] = {}
        self._let_go: dict[str, int] = {}
        self.most_acked = 0

    def _open(self) -> None:
        self._host = sqlite3.connect(self._path, isolation_level=None)
        self._inode: tuple[int, int] | None = inode_of(self._path)

    def follow(self) -> bool:
        """Look at the file that stands under the database's name now, as the next program would; False when
        there is none. What was to be looked for meanwhile is looked for in it.
        """
        inode = inode_of(self._path)
        if inode is None:
            return False
        if inode != self._inode:
            self.close()
            self._open()
        unseen, self._unseen = self._unseen, {}
        for journal, asked in unseen.items():
            self._require_stored(journal, *asked)
        return True

    def close(self) -> None:
        """Close the database, until `follow` opens what has its name then."""
        self._host.close()
        self._inode = None

    def rows(self, query: str, *values: object) -> list[Any]:
        """The rows that the database answers."""
        return self._host.execute(query, values).fetchall()

    # The table's side

    def trying(self, journal: str, event: Event) -> None:
        self._attempt[journal] = event

    def accepted(self, journal: str, stored: Event) -> None:
        events = self.events[journal]
        require(stored["seq"] not in events, f"number {stored['seq']} of {journal} was given twice")
        require(stored["seq"] > max(events, default=0), f"numbers of {journal} go back")
        events[stored["seq"]] = json.loads(json.dumps(stored))
        self._attempt.pop(journal, None)

    def booted(self, number: int, journal: Any) -> None:
        """After power-on: everything accepted is still there, and nothing else but the event in doubt. Where
        room was being made, the newest of what may go was dropped first: the host has it.
        """
        known = self.events.setdefault(journal.id, {})
        self.owner[journal.id] = number
        stored = {event["seq"]: json.loads(json.dumps(event)) for event in journal.read()}
        gone = []
        for seq, event in known.items():
            if seq >= journal.first_seq and stored.get(seq) != event:
                may_go = seq <= self._let_go.get(journal.id, 0) and seq not in stored
                require(may_go, f"event {seq} of {journal.id} was lost in a power cut")
                gone.append(seq)
        if gone:
            self._require_stored(journal.id, min(gone) - 1, max(gone), "gone, but not in the database")
        for seq in sorted(stored.keys() - known.keys()):
            tried = self._attempt.pop(journal.id, None)
            fits = tried is not None and stored[seq]["kind"] == tried["kind"]
            require(fits, f"event {seq} of {journal.id} was never entered: {stored[seq]}")
            known[seq] = stored[seq]
        self._attempt.pop(journal.id, None)

    def acked(self, journal: str, seq: int) -> None:
        """The table takes everything up to `seq` for stored at the host."""
        before = self._acked.get(journal, 0)
        if seq > before:
            self._acked[journal] = seq
            self.most_acked = max(self.most_acked, seq)
            self._require_stored(journal, before, seq, "acknowledged, but not in the database")

    def let_go(self, journal: str, acked: int) -> None:
        """The table may make room by dropping what is not above `acked`."""
        self._let_go[journal] = max(acked, self._let_go.get(journal, 0))

    def dropped(self, journal: str, first: int) -> None:
        """The table holds nothing before `first` any more."""
        before = self._first.get(journal, 1)
        if first > before:
            self._first[journal] = first
            self._require_stored(
                journal, before - 1, first - 1, "dropped by the table, but not in the database"
            )

    def _require_stored(self, journal: str, after: int, upto: int, state: str) -> None:
        if not self.follow():
            self._unseen[journal] = (min(after, self._unseen.get(journal, (after,))[0]), upto, state)
            return
        rows = self._host.execute(
            "select seq from events where journal=? and seq>? and seq<=?", (journal, after, upto)
        )
        stored = {row[0] for row in rows}
        known = self.events[journal]
        missing = [seq for seq in range(after + 1, upto + 1) if seq in known and seq not in stored]
        require(not missing, f"table {self.owner[journal]}: events {missing[:5]} are {state}")

    # The host's side

    def stored(self) -> dict[str, dict[int, Event]]:
        """The events in the database. Each of them must be there only once."""
        events: dict[str, dict[int, Event]] = {}
        for journal, seq, body in self._host.execute("select journal, seq, body from events"):
            of_journal = events.setdefault(journal, {})
            require(seq not in of_journal, f"event {seq} of {journal} is in the database twice")
            of_journal[seq] = json.loads(body)
        return events

    def require_nothing_else(self) -> None:
        """Checks that a table accepted every event in the database, word for word, and that no conflict was
        recorded.
        """
        for journal, events in self.stored().items():
            if self.is_strangers(journal):
                continue
            require(journal in self.events, f"journal {journal} belongs to no table")
            for seq, event in events.items():
                known = self.events[journal].get(seq)
                require(known == event, f"event {seq} of {journal}: {known} became {event}")
        kept = [
            row
            for row in self.rows("select journal, seq, body from conflicts")
            if not self.is_strangers(row[0])
        ]
        require(not kept, f"conflicts where there was one table only: {kept[:3]}")

    def require_all(self) -> None:
        """Checks that both books are the same."""
        require(self.follow(), "there is no database")
        self.require_nothing_else()
        stored = self.stored()
        for journal, events in self.events.items():
            missing = sorted(events.keys() - stored.get(journal, {}).keys())
            where = f"table {self.owner[journal]}, journal {journal}"
            require(not missing, f"{where}: {len(missing)} events never arrived, from {missing[:1]}")

    def require_commands(self) -> None:
        """Checks that each command led to one event at most, and that the database says which."""
        effects: dict[str, int] = {}
        for events in self.events.values():
            for event in events.values():
                if "cmd" in event:
                    effects[event["cmd"]] = effects.get(event["cmd"], 0) + 1
        query = "select id, state, code from commands where table_no != ?"
        for command, state, code in self.rows(query, self.stranger):
            count = effects.pop(command, 0)
            require(count <= 1, f"command {command} was carried out {count} times")
            if count:
                require(state == "done", f"command {command} was carried out but is {state} ({code})")
            elif state == "done":
                require(code == "already", f"command {command} is done, but nothing happened")
            require(code not in ("malformed", "too_long"), f"command {command} arrived as {code}")
        strange = sorted(command for command in effects if not command.startswith(OF_THE_CLOCK))
        require(not strange, f"tables carried out what nobody asked for: {strange[:3]}")
        twice = sorted(command for command, count in effects.items() if count > 1)
        require(not twice, f"the hall's clock was changed twice by {twice[:3]}")

    def open_commands(self) -> int:
        query = "select count(*) from commands where state in ('pending', 'sent') and table_no != ?"
        return int(self.rows(query, self.stranger)[0][0])
