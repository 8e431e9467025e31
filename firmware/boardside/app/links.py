"""All ways from this table to a host: a session on the cable, another on Wi-Fi while it is connected."""

from ..link.commands import Commands
from ..link.session import HEARTBEAT_MS, TableSession

STALE_MS = 2 * HEARTBEAT_MS + 1000
"""Two heartbeats of the host missed: the link is shown as stale before it is given up."""


class Links:
    """`identity` as in link/session.py; `table` and `journal` are the table's own; `key`: bytes, b"" is open.

    `serial`: the session of the cable. `tcp` and `wifi`: a TcpLink and its station (wifi.Wifi), set by the
    application when there is Wi-Fi.
    """

    def __init__(self, identity, journal, table, key: bytes, random, diff) -> None:
        self._identity = identity
        self._journal = journal
        self._table = table
        self._commands = Commands(self._command)
        self.on_update = None  # what does the `update` commands, set by the application
        self.on_letters = None  # the same of `letters`, where there is an e-paper
        self._key = key
        self._random = random
        self._diff = diff
        self._status_revision = -1
        self._heard_at = -1  # uptime
        self.serial = self.new_session()
        self.tcp = None
        self.wifi = None

    def new_session(self) -> TableSession:
        """A session for one connection; all share the commands, so that each is done once."""
        session = TableSession(
            self._identity,
            self._journal,
            self._status,
            self._commands,
            self._key,
            self._random,
            self._diff,
        )
        session.on_time = self._table.set_host_time
        return session

    def _command(self, event: dict, now: int) -> "tuple[bool, str, str]":
        if event.get("kind") == "update" and self.on_update is not None:
            return self.on_update(event, now)
        if event.get("kind") == "letters" and self.on_letters is not None:
            return self.on_letters(event, now)
        return self._table.command(event, now)

    def sessions(self) -> "list[TableSession]":
        """The sessions there are now."""
        tcp = self._tcp_session()
        return [self.serial] if tcp is None else [self.serial, tcp]

    def _tcp_session(self) -> "TableSession | None":
        """The session of the present connection; nothing is allocated."""
        return None if self.tcp is None else self.tcp.session

    def hosts(self) -> "list[str]":
        """The ids of the hosts with which a session is proven now, and which keep what they get."""
        hosts = []
        for session in self.sessions():
            if session.keeper and session.keeper not in hosts:
                hosts.append(session.keeper)
        return hosts

    def _status(self, now: int) -> dict:
        """The table's own status and `hosts`: two of them are two collectors, and each shall know."""
        status = self._table.status(now)
        status["hosts"] = self.hosts()
        return status

    def event_stored(self, event: dict) -> None:
        """The table has stored `event`: it is sent to every host soon. Allocates nothing: it cannot fail."""
        self.serial.event_stored(event)
        tcp = self._tcp_session()
        if tcp is not None:
            tcp.event_stored(event)

    def follow(self) -> None:
        """Tell the hosts when the table's status has changed. Cheap when it has not."""
        if self._table.status_revision != self._status_revision:
            self._status_revision = self._table.status_revision
            for session in self.sessions():
                session.changed()

    def acked(self) -> int:
        """A host has everything up to this event for good; 0 when none is known to."""
        acked = self.serial.acked
        tcp = self._tcp_session()
        return acked if tcp is None else max(acked, tcp.acked)

    def state(self, now: int, uptime_ms: int) -> "tuple[str, int]":
        """(state, seconds since a host was heard or -1): "" no host ever, "up", "open" (up, but
        without a key), "stale", "down".
        """
        silent = self._silent_ms(now)
        if silent is not None:
            self._heard_at = uptime_ms - silent
            if silent >= STALE_MS:
                return "stale", silent // 1000
            return ("up" if self._key else "open"), silent // 1000
        if self._heard_at >= 0:
            return "down", (uptime_ms - self._heard_at) // 1000
        return ("down" if self.tcp is not None else ""), -1

    def _silent_ms(self, now: int):
        """How long no host was heard on the liveliest session; None when none is up."""
        silent = self.serial.silent_ms(now)
        tcp = self._tcp_session()
        if tcp is None:
            return silent
        of_tcp = tcp.silent_ms(now)
        if silent is None or of_tcp is None:
            return of_tcp if silent is None else silent
        return min(silent, of_tcp)
