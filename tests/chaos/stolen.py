"""A table of the hall that somebody has stolen (`tests.security.insider`): its calls, what it can know, and
that nothing of it is found where it has no say.
"""

import asyncio
import json
import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from host_tools.collector.live import Connection
from host_tools.store.ownership import JOURNALS_MOST, OPEN, key_id
from tests.chaos.host import Host
from tests.chaos.ledger import require
from tests.security.insider import Insider, plain
from tests.security.lies import MARK, OWN, Public, Seen

if TYPE_CHECKING:
    from tests.chaos.hall import Hall

#: So many of the newest events of each journal it knows.
EVENTS_MOST = 40
#: Of these rows it must be said whose they are: by journal, or by the number of the table.
_OF_JOURNALS = ("matches", "conflicts", "journal_stops", "devices", "links")


class _Call:
    """One of its connections."""

    def __init__(self, loop: asyncio.AbstractEventLoop, host: Host, port: str, write: Any, end: Any) -> None:
        self._loop, self._host, self._end = loop, host, end
        self.is_over = False
        self._connection: Connection | None = host.open("tcp", port, write, None, self._ended)

    def data(self, data: bytes) -> None:
        if self._connection is not None and self._connection in self._host.connections:
            self._connection.data(data)

    def close(self) -> None:
        self._ended()

    def _ended(self) -> None:
        if not self.is_over:
            self.is_over = True
            self._end()
            self._loop.call_soon(self._gone)

    def _gone(self) -> None:
        if self._connection is not None and self._connection in self._host.connections:
            self._host.connections.discard(self._connection)
            self._connection.closed()


class Stolen:
    """The table with the number after the last honest one. `matches`: ids of the tournament's matches."""

    def __init__(self, hall: "Hall") -> None:
        self._hall = hall
        self.number = hall.plan.tables + 1
        self.key = b"the key that was stolen"
        self.matches: list[str] = []
        dice = random.Random(f"{hall.seed}/insider")
        self.insider = Insider(self.number, self.key, dice, self._dial, self._look)
        self.busy: asyncio.Future[None]
        self._calls = 0
        self._looked_to = 0

    async def talk(self) -> None:
        """Say something every now and then, for ever."""
        plan = self._hall.plan
        while True:
            await asyncio.sleep(plan.lie_s)
            self.insider.speak(plan.lies)

    def _dial(self, write: Callable[[bytes], None], end: Callable[[], None]) -> _Call | None:
        running = [host for host in self._hall.hosts if self._is_known_at(host)]
        if not running:
            return None
        self._calls += 1
        port = f"10.0.0.{self.number}:{self._calls}"
        return _Call(self._hall.loop, self.insider.dice.choice(running), port, write, end)

    def _is_known_at(self, host: Host) -> bool:
        """Before that it would be a table without a key, which any other is, too."""
        return host.collector is not None and self.key in host.collector.keyring.usable(self.number)

    def _look(self) -> Public:
        """Everything that anybody can read, and also the ids of commands that are on their way."""
        seen = []
        rows = self._hall.ledger.rows
        commands = dict(rows("select table_no, id from commands order by created_at"))
        for device in self._hall.devices:
            journal = device.journal.id
            bodies = rows(
                "select body from events where journal = ? order by seq desc limit ?", journal, EVENTS_MOST
            )
            if bodies:  # before that nobody knows of it
                events = [json.loads(body) for (body,) in reversed(bodies)]
                command = commands.get(device.number, "")
                seen.append(Seen(journal, device.number, bool(device.key), events, command))
        return Public(seen, self.matches)

    # What must hold

    def owns(self, journal: str) -> bool:
        """Whether it is one of its own journals, or what was set aside of one."""
        if journal.startswith("~"):
            stops = self._hall.ledger.rows("select journal from journal_stops where id = ?", journal[1:])
            journal = stops[0][0] if stops else ""
        return journal.startswith(OWN)

    def require_untouched(self) -> None:
        """Checks that what it has said is in its own journals only."""
        insider, rows = self.insider, self._hall.ledger.rows
        require(not insider.foreign, f"it was let speak in {insider.foreign[:3]}")
        honest = {device.journal.id: device.number for device in self._hall.devices}
        begin, self._looked_to = self._looked_to, rows("select coalesce(max(id), 0) from events")[0][0]
        for number, journal, body in rows("select table_no, journal, body from events where id > ?", begin):
            self._require_own("events", journal, number, honest)
            if self.owns(journal):
                self._require_said(journal, body)
        for name in _OF_JOURNALS:
            for number, journal in rows(f"select table_no, journal from {name}"):
                self._require_own(name, journal, number, honest)
                is_free = name not in ("conflicts", "journal_stops")
                require(is_free or self.owns(journal), f"{name} of table {number} where there was one only")
        for journal, number, key in rows("select journal, table_no, key_id from journal_owners"):
            self._require_own("journal_owners", journal, number, honest)
            require(key in self._keys(number), f"journal {journal} went to a key that is not {number}'s")
        begun = rows("select count(distinct journal) from journal_owners where table_no = ?", self.number)
        require(begun[0][0] <= JOURNALS_MOST, f"it has begun {begun[0][0]} journals")
        for number, name, firmware, status in rows("select table_no, name, firmware, status from tables"):
            public = f"{name} {firmware} {status}"
            require(number == self.number or MARK not in public, f"table {number} is now {public}")
            require(number in (*honest.values(), self.number), f"a table {number} was invented")
        marked = f"%{MARK}%"
        query = "select id, table_no from commands where table_no != ? and (code like ? or message like ?)"
        taken = rows(query, self.number, marked, marked)
        require(not taken, f"it has answered {taken[:3]}")
        self._require_views(honest)

    def _require_own(self, name: str, journal: str, number: int, honest: dict[str, int]) -> None:
        is_own = number == self.number and self.owns(journal)
        require(is_own or honest.get(journal) == number, f"{name}: table {number} in journal {journal}")

    def _require_said(self, journal: str, body: str) -> None:
        event = json.loads(body)
        if not journal.startswith("~"):
            sent = self.insider.said.get(journal, {}).get(event["seq"], [])
            require(plain(event) in sent, f"nobody said {body} in {journal}")

    def _keys(self, number: int) -> set[str]:
        """The ids of the keys that this table ever had."""
        if number == self.number:
            return {key_id(self.key)}
        hall = self._hall
        ids = {key_id(bytes.fromhex(key)) for (key,) in hall.ledger.rows(
            "select key from keys where table_no = ?", number
        )}  # fmt: skip
        own = key_id(hall.devices[number - 1].key)
        return ids | {own} if ids or own != OPEN else {OPEN}

    def _require_views(self, honest: dict[str, int]) -> None:
        for host in self._hall.hosts:
            if host.collector is None:
                continue
            for number, table in host.collector.tables.items():
                journal = table.journal.id if table.journal is not None else None
                if number == self.number:
                    require(journal is None or self.owns(journal), f"it speaks for {journal}")
                    continue
                is_known = journal is None or honest.get(journal) == number
                require(is_known, f"table {number} at {host.name} has journal {journal}")
                is_blamed = table.foreign_claim is not None and number in honest.values()
                require(not is_blamed, f"table {number} at {host.name}: {table.problem()}")
            for view in host.collector.hub.snapshot():
                text = json.dumps(view, allow_nan=False)  # a page takes no NaN
                is_marked = view["table"] != self.number and MARK in text
                require(not is_marked, f"table {view['table']} is shown as {text}")
