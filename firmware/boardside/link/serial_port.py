"""The session on the USB serial port, which the REPL shares.

The port is the firmware's standard input and output. Reading never blocks: `StreamReader.readline` would
block the whole loop on a partial line. Ctrl-C keeps its meaning, so that a tool can interrupt the program;
frames never contain one.
"""

from .shell import LOOK_MS, Looks, sleep_ms

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .kinds import CheckIn, Ticks
    from .session import TableSession

#: A look reads at most what the input ring holds (259 bytes), so that a busy line cannot block the loop.
READ_MOST = 259
#: 115200 baud carry 115 bytes in 10 ms; the UART's own buffer takes 128: writing this much never waits.
WRITE_MOST = 100


class Stdio:
    """The port as MicroPython gives it: `read()` returns at once with the bytes that came; `write(data)`."""

    def __init__(self) -> None:
        import select
        import sys

        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._byte = bytearray(1)
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)

    def read(self) -> "bytes | bytearray":
        """The bytes that have come, at most READ_MOST; b"" when there are none, without allocating."""
        if not self._waiting():
            return b""
        data = bytearray()
        while len(data) < READ_MOST and self._waiting() and self._in.readinto(self._byte):
            data.extend(self._byte)
        return data

    def _waiting(self) -> bool:
        # A disconnected line reports only POLLHUP, for ever: there is nothing to read then.
        for event in self._poll.ipoll(0):  # noqa: SIM110 - a generator would be allocated at every look
            if event[1] & 1:
                return True
        return False

    def write(self, data: bytes) -> None:
        """Write all of `data`, at most WRITE_MOST bytes at a time."""
        self._out.write(data)


async def serve(session: "TableSession", port: Stdio, ticks_ms: "Ticks", check_in: "CheckIn") -> None:
    """Move bytes between `session` and `port` for ever. `check_in()` is called at every look, for the
    watchdog.
    """
    looks = Looks()
    while True:
        check_in()
        now = ticks_ms()
        data = port.read()
        if data:
            session.receive(data, now)
        out = session.send(now, WRITE_MOST)
        if out:
            port.write(out)
        await sleep_ms(looks.rest_ms(bool(data or out), LOOK_MS))
