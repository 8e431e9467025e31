"""Sends tables the names that their own font cannot show, drawn (glyphs/lines.py).

A table that takes them says so in its status. It is sent the lines of its match once in each session, and
those of the next match before that one; what it has already, it leaves as it is.
"""

import logging
import secrets
from collections.abc import Mapping, Sequence
from typing import TypeGuard

from host_tools.collector.incoming import Answered
from host_tools.collector.live import Connection, LiveTable
from host_tools.glyphs import lines
from host_tools.laws import refusals
from host_tools.live_values import Event

log = logging.getLogger(__name__)

_COMMAND = "l-"
#: So many names of sides are drawn in one call at most: each takes a millisecond.
DRAWN_MOST = 8
#: A table that does not answer is asked again after this time.
AGAIN_MS = 5000


class DrawnNames:
    """`tables` are the collector's."""

    def __init__(self, tables: Mapping[int, LiveTable]) -> None:
        self._tables = tables
        self._known: dict[int, tuple[object, set[str]]] = {}  # the session's peer, and what it was sent
        self._sent: dict[int, tuple[str, str, int]] = {}  # command, what it says, when
        self._drawn = 0

    def deliver(self, now: int) -> None:
        """Send each table that can take a command the names of the match that is there."""
        self._drawn = 0
        for table in self._tables.values():
            if table.speaker is None or table.journal is None or "letters" not in (table.status or {}):
                continue
            state = table.journal.fold.state
            if state.setup.match is not None and state.setup.match == (table.status or {}).get("match"):
                self._tell(
                    table, table.speaker, state.setup.match, state.names, state.setup.tournament["latin"], now
                )

    def is_told(self, table: LiveTable, connection: Connection, event: Event, now: int) -> bool:
        """Whether this command can go to the table: a `match` goes after its names."""
        if event.get("kind") != "match" or "letters" not in (table.status or {}):
            return True
        names = {side: event.get(side) for side in ("a", "b")}
        return self._tell(table, connection, event.get("match"), names, event.get("latin"), now)

    def _tell(
        self,
        table: LiveTable,
        connection: Connection,
        match: object,
        names: Mapping[str, object],
        latin: object,
        now: int,
    ) -> bool:
        """Send the next lines that the table lacks; whether it lacks none, or takes none."""
        peer, known = self._known.get(table.number, (None, set()))
        if peer is not connection.session.peer:
            peer, known = connection.session.peer, set()
            self._known[table.number] = peer, known
        room = lines.room_of(table.status)
        if room is None or not isinstance(match, str):
            return True
        for side in ("a", "b"):
            of_side = names.get(side)
            if not _are_names(of_side) or all(map(lines.is_shown, of_side)):
                continue
            name = f"{match} {side} {of_side} {latin}"
            if name in known:
                continue
            if self._drawn >= DRAWN_MOST:
                return False
            self._drawn += 1
            text = lines.command(match, side, of_side, latin, room)
            if text is None:
                known.add(name)
                continue
            self._send(table, connection, name, text, now)
            return False
        return True

    def _send(self, table: LiveTable, connection: Connection, name: str, text: str, now: int) -> None:
        session = connection.session
        under_way = self._sent.get(table.number)
        is_waiting = under_way is not None and under_way[1] == name and now - under_way[2] < AGAIN_MS
        if not session.up or session.busy or is_waiting:
            return
        command = _COMMAND + secrets.token_hex(5)
        self._sent[table.number] = command, name, now
        session.deliver(command, text)
        connection.flush(now)

    def answered(self, answer: Answered, table: LiveTable | None) -> bool:
        """Handle a table's answer; whether it was to a command with names. One that was refused is not sent
        again in this session: the table goes on with what its font can show.
        """
        if not answer.command.startswith(_COMMAND):
            return False
        if table is not None and (sent := self._sent.get(table.number)) and sent[0] == answer.command:
            del self._sent[table.number]
            if table.number in self._known:
                self._known[table.number][1].add(sent[1])
            if not answer.ok:
                why = refusals.of_answer(answer.code, answer.message, answer.reason, answer.facts)
                log.warning("table %d does not take drawn names: %s", table.number, why)
        return True


def _are_names(names: object) -> TypeGuard[Sequence[str]]:
    return isinstance(names, list) and bool(names) and all(isinstance(name, str) for name in names)
