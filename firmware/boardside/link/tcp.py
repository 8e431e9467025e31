"""The session over Wi-Fi: the table calls the collector, and calls again when the connection is lost.

waiting --network up, a host to call--> calling --connected--> talking --proven by the session--> up any
--refused, lost, silent for 8 s--> waiting (1, 2, 4 s and a random part more) calling, talking --10 s without
an answer, without a proof--> waiting

The table calls one address, or the candidates of a `finding.Search`: one after the other, each once before a
pause, the last proven one first.
"""

import asyncio
import socket

from .shell import LOOK_MS, Looks, hear, sleep_ms

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .finding import Candidate, Search
    from .kinds import CheckIn, Diff, MakeSession, Online, Random, Ticks
    from .session import TableSession

WAITING, CALLING, TALKING, UP = "waiting", "calling", "talking", "up"

CALL_S = 10
#: A connection without a proven collector is given up after this time.
PROVE_MS = 10000
#: After a connection that was up this long the pauses begin again at the shortest.
STABLE_MS = 10000
PAUSE_MS = 1000
PAUSE_MOST_MS = 4000
#: The pause between two calls to different hosts, and while no host is known.
NEXT_MS = 200
#: The interval at which the search looks at its sockets.
SEARCH_MS = 50
#: Unacknowledged events at most. They wait on flash here, and at the host until they are durable: it commits
#: every 5 ms what came, and 64 are what it takes in meanwhile.
WINDOW_MOST = 64
#: One TCP segment as the ESP32 sends it at most.
WRITE_MOST = 536


class TcpLink:
    """Keeps one connection to the collector at `address`:`port` (an IPv4 address; 1..65535), or with a
    `search` to the one it finds; `address` is then only a name for people.

    make_session() gives a new `TableSession` for each connection. online() says whether there is a network
    now. To read: `state`, one of the four above; `session`, of the present connection or None; `problem`, the
    last failure in words; `host`, the address called last.
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
        search: "Search | None" = None,
    ) -> None:
        self._address = address
        self._port = port
        self._make_session = make_session
        self._online = online
        self._ticks_ms = ticks_ms
        self._diff = diff
        self._random = random
        self._search = search
        self._searching: asyncio.Task | None = None
        self._pause_ms = PAUSE_MS
        self._closed = True
        self.state = WAITING
        self.session: TableSession | None = None
        self.host = ""
        self.problem = ""

    async def run(self, check_in: "CheckIn") -> None:
        """Call, talk, call again, for ever. `check_in()` is called at least every 11 seconds, for the
        watchdog.
        """
        while True:
            check_in()
            pause = -1
            if not self._online():
                self._end_search()
            elif self._search is None:
                await self._call(self._address, self._port, None, check_in)
            else:
                pause = await self._call_found(self._search, check_in)
            self.state = WAITING
            if pause < 0:
                pause = self._pause_ms + self._random(1)[0]
            while pause > 0:
                check_in()
                await sleep_ms(min(pause, 200))
                pause -= 200

    async def _call_found(self, search: "Search", check_in: "CheckIn") -> int:
        """Call the next candidate; return the pause before the following call, -1: as after any failure."""
        if self._searching is None or self._searching.done():
            self._searching = asyncio.create_task(self._look(search))
        candidate = search.finder.next()
        if candidate is not None:
            await self._call(candidate.address, candidate.port, candidate, check_in)
            return NEXT_MS
        if search.finder.is_empty:
            self.problem = "looking for the host (%s): %s" % (
                self._address,
                search.problem or "no answer yet",
            )
            return NEXT_MS
        search.finder.again(self._ticks_ms())
        self._pause_ms = min(2 * self._pause_ms, PAUSE_MOST_MS)
        return -1

    async def _look(self, search: "Search") -> None:
        """The search, while no host has proven itself."""
        try:
            while True:
                search.step(self._ticks_ms())
                await sleep_ms(SEARCH_MS)
        finally:
            search.close()

    def _end_search(self) -> None:
        if self._searching is not None:
            self._searching.cancel()
            self._searching = None

    async def _call(
        self, address: str, port: int, candidate: "Candidate | None", check_in: "CheckIn"
    ) -> None:
        self.state = CALLING
        self.host = address
        if candidate is None:
            self._pause_ms = min(2 * self._pause_ms, PAUSE_MOST_MS)
        try:
            reader, writer = await asyncio.wait_for(asyncio.open_connection(address, port), CALL_S)
        except (OSError, asyncio.TimeoutError) as error:
            self.problem = "no answer from %s:%d (%s)" % (address, port, error)
            self._rate(candidate, False)
            return
        _send_at_once(writer)
        self.state = TALKING
        self._closed = False
        session = self.session = self._make_session()
        session.widen(WINDOW_MOST)
        reading = asyncio.create_task(self._read(session, reader))
        try:
            await self._talk(session, writer, candidate, check_in)
        except (OSError, asyncio.TimeoutError):
            self.problem = "the connection to %s was lost" % address
        finally:
            if self.state != UP:
                self._rate(candidate, False)
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
                await hear(session, data, self._ticks_ms)
        except OSError:
            pass  # `_talk` sees that it is closed
        self._closed = True

    async def _talk(
        self,
        session: "TableSession",
        writer: "asyncio.StreamWriter",
        candidate: "Candidate | None",
        check_in: "CheckIn",
    ) -> None:
        """Send the session's frames until the connection is closed, silent or not a collector's."""
        where = self._address if candidate is None else candidate.address
        began = self._ticks_ms()
        looks = Looks()
        while not self._closed:
            check_in()
            now = self._ticks_ms()
            if session.up:
                if self.state != UP:
                    self._is_proven(candidate)
                if self._diff(now, began) >= STABLE_MS:
                    self._pause_ms = PAUSE_MS
            elif self.state == UP:
                self.problem = "%s fell silent" % where
                return
            elif self._diff(now, began) >= PROVE_MS:  # also when the other side keeps us sending all the time
                self.problem = "no collector at %s" % where
                return
            if session.prepare(now):
                await sleep_ms(0)
            out = session.send(self._ticks_ms(), WRITE_MOST)
            if out:
                writer.write(out)
                await asyncio.wait_for(writer.drain(), CALL_S)
                looks.rest_ms(True, LOOK_MS)
            else:
                await sleep_ms(looks.rest_ms(False, LOOK_MS))
        self.problem = "%s closed the connection" % where

    def _is_proven(self, candidate: "Candidate | None") -> None:
        self.state = UP
        self.problem = ""
        self._rate(candidate, True)
        self._end_search()

    def _rate(self, candidate: "Candidate | None", has_proven: bool) -> None:
        if candidate is None or self._search is None:
            return
        if has_proven:
            self._search.finder.proven(candidate)
        else:
            self._search.finder.failed(candidate)


def _send_at_once(writer: "asyncio.StreamWriter") -> None:
    """Let no frame wait for the acknowledgement of the one before (TCP_NODELAY), where the port has the
    option. CPython's asyncio does so by itself.
    """
    option = getattr(socket, "TCP_NODELAY", None)
    line = getattr(writer, "s", None)  # the socket of a MicroPython stream
    if option is None or line is None:
        return
    try:
        line.setsockopt(getattr(socket, "IPPROTO_TCP", 6), option, 1)
    except OSError:
        pass  # without the option frames may only be later
