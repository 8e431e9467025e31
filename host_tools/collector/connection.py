"""One line to one table: a session, and whoever writes its bytes. Transports feed it and are told what to
write.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from host_tools.collector.live import LiveTable, monotonic_ms
from host_tools.collector.session import HostSession

if TYPE_CHECKING:
    from host_tools.collector.collector import Collector


class Connection:
    """Lives on the event loop. `transport` is "serial" or "tcp", `port` a device's path or an address.

    write(bytes) sends; drop() ends the line (None: it is kept whatever happens, as a serial port is).

    To read: `due_at`, the monotonic ms at which it must be flushed if nothing happens before; `is_up`,
    whether its session was up when it was flushed last.
    """

    def __init__(
        self,
        collector: "Collector",
        transport: str,
        port: str,
        write: Callable[[bytes], None],
        in_flight: int | None = None,
        drop: Callable[[], None] | None = None,
    ) -> None:
        self._collector = collector
        self._write = write
        self._drop = drop
        self.due_at = 0
        self.is_up = False
        self.table: LiveTable | None = None  # for which it speaks, or may
        self.transport = transport
        self.port = port
        self.opened_at = monotonic_ms()
        self.session = HostSession(collector.id, collector.keyring.usable, in_flight)

    @property
    def where(self) -> str:
        """Transport and port, for messages."""
        return f"{self.transport} {self.port}"

    def data(self, data: bytes) -> None:
        """Bytes have come."""
        now = monotonic_ms()
        for message in self.session.receive(data, now):
            self._collector.handle(self, message, now)
        self.flush(now)

    def flush(self, now: int) -> None:
        """Write what the session wants to say; notice when its link went down. Nothing before the keys have
        been read: nobody can introduce himself who was not asked.
        """
        if not self._collector.keyring.is_loaded:
            return
        out = self.session.send(now)
        if out:
            self._write(out)
        self.due_at = self.session.due_at(now)
        if self.is_up and not self.session.up:
            self._collector.silent(self)
        self.is_up = self.session.up

    def drop(self) -> None:
        """End the line, where it can be ended."""
        if self._drop is not None:
            self._drop()

    def closed(self) -> None:
        """The line is gone: the transport's last call."""
        self._collector.gone(self)
