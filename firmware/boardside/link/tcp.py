"""The session over Wi-Fi: the table calls the collector, and calls again when the connection is lost.

waiting --network there--> calling --connected--> talking --proven by the session--> up
any --refused, lost, silent for 8 s--> waiting (1, 2, 4 s and a random part more)
"""

import asyncio

from .shell import LOOK_MS, sleep_ms

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .kinds import CheckIn, Diff, MakeSession, Online, Random, Ticks
    from .session import TableSession

WAITING, CALLING, TALKING, UP = "waiting", "calling", "talking", "up"

CALL_S = 10
#: A connection on which nobody proves to be a collector for so long is given up.
PROVE_MS = 10000
#: After a connection that was up for so long the pauses begin again at the shortest.
STABLE_MS = 10000
PAUSE_MS = 1000
PAUSE_MOST_MS = 4000
#: One TCP segment as the ESP32 sends it at most.
WRITE_MOST = 536


class TcpLink:
    """Keeps one connection to the collector at `address`:`port` (a name or an IP address; 1..65535).

    make_session() gives a new `TableSession` for each connection. online() says whether there is a network
    now. To read: `state`, one of the four above; `session`, of the present connection or None; `problem`, the
    last failure in words.
    """

    def __init__(
        self,
        address: str,
        port: int,
        make_session: "MakeSession",
        online: "Online",
        ticks_ms: "Ticks",
        diff: "Diff",
        random: "Random",
    ) -> None:
        self._address = address
        self._port = port
        self._make_session = make_session
        self._online = online
        self._ticks_ms = ticks_ms
        self._diff = diff
        self._random = random
        self._pause_ms = PAUSE_MS
        self._closed = True
        self.state = WAITING
        self.session: TableSession | None = None
        self.problem = ""

    async def run(self, check_in: "CheckIn") -> None:
        """Call, talk, call again, for ever. `check_in()` is called at least every 11 seconds, for the
        watchdog.
        """
        while True:
            check_in()
            if self._online():
                await self._call(check_in)
            self.state = WAITING
            pause = self._pause_ms + self._random(1)[0]
            while pause > 0:
                check_in()
                await sleep_ms(min(pause, 200))
                pause -= 200

    async def _call(self, check_in: "CheckIn") -> None:
        self.state = CALLING
        self._pause_ms = min(2 * self._pause_ms, PAUSE_MOST_MS)
        try:
            reader, writer = await asyncio.wait_for(
                asyncio.open_connection(self._address, self._port), CALL_S
            )
        except (OSError, asyncio.TimeoutError) as error:
            self.problem = "no answer from %s:%d (%s)" % (self._address, self._port, error)
            return
        self.state = TALKING
        self._closed = False
        session = self.session = self._make_session()
        reading = asyncio.create_task(self._read(session, reader))
        try:
            await self._talk(session, writer, check_in)
        except (OSError, asyncio.TimeoutError):
            self.problem = "the connection to %s was lost" % self._address
        finally:
            self.session = None
            session.close()
            reading.cancel()
            writer.close()
            try:
                await writer.wait_closed()
            except OSError:
                pass  # it was lost before it could be closed

    async def _read(self, session: "TableSession", reader: "asyncio.StreamReader") -> None:
        try:
            while True:
                data = await reader.read(WRITE_MOST)
                if not data:
                    break
                session.receive(data, self._ticks_ms())
        except OSError:
            pass  # `_talk` sees that it is closed
        self._closed = True

    async def _talk(
        self, session: "TableSession", writer: "asyncio.StreamWriter", check_in: "CheckIn"
    ) -> None:
        """Send what the session has to say, until the connection is closed, silent or not a collector's."""
        began = now = self._ticks_ms()
        while not self._closed:
            check_in()
            now = self._ticks_ms()
            out = session.send(now, WRITE_MOST)
            if out:
                writer.write(out)
                await asyncio.wait_for(writer.drain(), CALL_S)
                continue
            if session.up:
                self.state = UP
                self.problem = ""
                if self._diff(now, began) >= STABLE_MS:
                    self._pause_ms = PAUSE_MS
            elif self.state == UP:
                self.problem = "%s fell silent" % self._address
                return
            elif self._diff(now, began) >= PROVE_MS:
                self.problem = "no collector at %s:%d" % (self._address, self._port)
                return
            await sleep_ms(LOOK_MS)
        self.problem = "%s closed the connection" % self._address
