"""The session on the USB serial port, which the REPL shares.

The port is the firmware's standard input and output. Reading never blocks: `StreamReader.readline` would
block the whole loop on a partial line. Ctrl-C keeps its meaning, so that a tool can interrupt the program;
frames never contain one.
"""

from .shell import LOOK_MS, Looks, hear, sleep_ms

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .kinds import CheckIn, Diff, Ticks
    from .session import TableSession

#: A look reads at most what the input ring holds (259 bytes), so that a busy line cannot block the loop.
READ_MOST = 259
#: 115200 baud carry 115 bytes in 10 ms; the UART's own buffer takes 128: writing this much never waits, if
#: the line has carried away what was written before.
WRITE_MOST = 100
BYTES_PER_MS = 11


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


class Line:
    """How much may be written now without a wait: what the line has carried away since. Allocates nothing."""

    def __init__(self, diff: "Diff", now: int) -> None:
        self._diff = diff
        self._at = now
        self._waiting = 0  # bytes in the UART's buffer

    def room(self, now: int) -> int:
        """Bytes, 0 to WRITE_MOST."""
        carried = self._diff(now, self._at) * BYTES_PER_MS
        self._at = now
        self._waiting = max(0, self._waiting - carried)
        return WRITE_MOST - self._waiting

    def wrote(self, count: int) -> None:
        """So many bytes, at most `room`."""
        self._waiting += count


async def serve(
    session: "TableSession", port: Stdio, ticks_ms: "Ticks", diff: "Diff", check_in: "CheckIn"
) -> None:
    """Move bytes between `session` and `port` for ever. `check_in()` is called at every look, for the
    watchdog. Each step handles one frame at most: between two of them other tasks may go first.
    """
    looks = Looks()
    line = Line(diff, ticks_ms())
    while True:
        check_in()
        data = port.read()
        if data:
            await hear(session, data, ticks_ms)
        if session.prepare(ticks_ms()):
            await sleep_ms(0)
        now = ticks_ms()
        room = line.room(now)
        out = session.send(now, room) if room else b""
        if out:
            port.write(out)
            line.wrote(len(out))
        # A beacon is no reason to look more often: an answer can wait, and a press soon after it could not.
        await sleep_ms(looks.rest_ms(bool(data) or (bool(out) and session.up), LOOK_MS))
