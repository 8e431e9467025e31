"""Finds a host whose IP address is not known: by its name, or by its announcements.

`Finder` is a state machine without I/O: datagrams and time in, datagrams and candidates out. `Search` moves
its datagrams over two UDP sockets and never waits. An address found is only a hint: the session proves who
answers there.

candidate: hinted --called--> proven | failed; failed --all others were called too, a pause--> called again
"""

import select
import socket
from errno import EAGAIN

from .names import DNS_PORT, MDNS_GROUP, MDNS_PORT, MESSAGE_MOST, answer, question

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .kinds import Diff, NameServer, Random

#: The address in config.json when the host is to be found by its announcement.
AUTO = "auto"
#: The name under which the first collector of a network can be found (docs/maintainer/protocol.md, Finding
#: the host).
HOST_NAME = "boardside.local"
ANNOUNCE_PORT = 7581
_ANNOUNCED = b"boardside"
_VERSION = b"1"
_ANNOUNCEMENT_MOST = 64

#: Names are asked for again after 1, 2, 4 and then every 8 s.
ASK_MS = 1000
ASK_MOST_MS = 8000
#: A hint that was called in vain this often, and not heard again for this long, is dropped.
FAILURES_MOST = 3
STALE_MS = 30_000
#: Hints kept. Beyond this number a random choice is kept, so that a flood of false hints cannot keep the
#: right one out for good.
CANDIDATES_MOST = 8
#: Datagrams read from a socket in one look; the others wait for the next look.
_READ_MOST = 8


class Candidate:
    """A place where a host may be: `address` (IPv4, as text) and `port`."""

    def __init__(self, address: str, port: int, now: int) -> None:
        self.address = address
        self.port = port
        self.heard_at = now
        self.failures = 0
        self.round = 0  # in which it was called last


class Finder:
    """Looks for the host called `address`: AUTO, or a name (`laptop`, `laptop.local`, `laptop.example.org`)
    whose host listens on `port`. random: `os.urandom`; diff: `time.ticks_diff`.

    To read: `hears`, whether announcements count.
    """

    def __init__(self, address: str, port: int, random: "Random", diff: "Diff") -> None:
        self.hears = address == AUTO
        self._port = port
        self._random = random
        self._diff = diff
        self._questions = _questions(address)
        self._numbers = [-1] * len(self._questions)
        self._server = ""
        self._due: list[int] = []
        self._asked_at: int | None = None
        self._pause_ms = ASK_MS
        self._round = 1
        self._candidates: list[Candidate] = []
        self._proven: Candidate | None = None

    # Datagrams.

    def begin(self, server: str) -> None:
        """Begin the search, or begin it again. server: IPv4 address of the name server, "" for none."""
        self._server = server
        self._asked_at = None
        self._pause_ms = ASK_MS
        self._due = []

    def send(self, now: int) -> "tuple[bytes, str, int] | None":
        """The next (datagram, address, port) to send; None when there is nothing to ask now."""
        if self._asked_at is None:
            self._asked_at = now
            self._due = list(range(len(self._questions)))
        elif self._diff(now, self._asked_at) >= self._pause_ms:
            self._asked_at = now
            self._pause_ms = min(2 * self._pause_ms, ASK_MOST_MS)
            self._due = list(range(len(self._questions)))
        while self._due:
            index = self._due.pop()
            name, is_mdns = self._questions[index]
            two = self._random(2)
            self._numbers[index] = two[0] << 8 | two[1]
            if is_mdns or self._server:
                to = (MDNS_GROUP, MDNS_PORT) if is_mdns else (self._server, DNS_PORT)
                return question(name, self._numbers[index]), to[0], to[1]
        return None

    def receive(self, data: bytes, address: str, port: int, now: int) -> None:
        """Take a datagram from `address`:`port` to the asking socket. Never raises for its content."""
        for index, (name, is_mdns) in enumerate(self._questions):
            if self._numbers[index] < 0:
                continue
            is_from_there = port == MDNS_PORT if is_mdns else (address, port) == (self._server, DNS_PORT)
            if not is_from_there:
                continue
            addresses = answer(data, name, self._numbers[index])
            for each in addresses or ():
                self._hint(each, self._port, now)

    def announced(self, data: bytes, address: str, now: int) -> None:
        """Take a datagram from `address` to the announcements' port. Never raises for its content."""
        port = announced_port(data)
        if port:
            self._hint(address, port, now)

    # Candidates.

    def next(self) -> "Candidate | None":
        """The candidate to call now: each once a round, the last proven first, then by fewest failures."""
        best = None
        for candidate in self._candidates:
            if candidate.round < self._round and (best is None or self._rank(candidate) < self._rank(best)):
                best = candidate
        if best is not None:
            best.round = self._round
        return best

    @property
    def is_empty(self) -> bool:
        """Whether there is no candidate to call."""
        return not self._candidates

    def again(self, now: int) -> None:
        """Begin a new round: all were called in vain, or the connection is lost."""
        self._round += 1
        self._candidates = [candidate for candidate in self._candidates if not self._is_stale(candidate, now)]

    def proven(self, candidate: Candidate) -> None:
        """The candidate has proven that it knows the key."""
        candidate.failures = 0
        self._proven = candidate

    def failed(self, candidate: Candidate) -> None:
        """The candidate did not answer, or did not prove itself."""
        candidate.failures += 1

    def _rank(self, candidate: Candidate) -> int:
        return 2 * candidate.failures - (1 if candidate is self._proven else 0)

    def _is_stale(self, candidate: Candidate, now: int) -> bool:
        return (
            candidate is not self._proven
            and candidate.failures >= FAILURES_MOST
            and self._diff(now, candidate.heard_at) >= STALE_MS
        )

    def _hint(self, address: str, port: int, now: int) -> None:
        for candidate in self._candidates:
            if candidate.address == address and candidate.port == port:
                candidate.heard_at = now
                return
        fresh = Candidate(address, port, now)
        if len(self._candidates) < CANDIDATES_MOST:
            self._candidates.append(fresh)
            return
        index = self._random(1)[0] % CANDIDATES_MOST
        if self._candidates[index] is not self._proven:
            self._candidates[index] = fresh


class Search:
    """Two UDP sockets for a `Finder`: one that asks, one that hears announcements; both only while it is on.

    name_server(): IPv4 address of the network's name server, "" or "0.0.0.0" for none. An operation that a
    socket refuses is tried again at the next look; `problem` is the last refusal, "" when there is none.
    """

    def __init__(self, finder: Finder, name_server: "NameServer") -> None:
        self.finder = finder
        self.problem = ""
        self._name_server = name_server
        self._asking: socket.socket | None = None
        self._hearing: socket.socket | None = None
        self._poll = select.poll()

    def step(self, now: int) -> None:
        """Send datagrams that are due, read those that came. Call it a few times a second; never waits."""
        try:
            asking = self._asking or self._open()
            self._send(asking, now)
            if self._has_come():
                self._take(asking, now)
        except OSError as error:
            self.problem = "the network refuses (error %s)" % error.errno
            self.close()

    def close(self) -> None:
        """Close the sockets: the search is over, or there is no network."""
        for opened in (self._asking, self._hearing):
            if opened is not None:
                self._poll.unregister(opened)
                opened.close()
        self._asking = self._hearing = None

    def _open(self) -> socket.socket:
        server = self._name_server()
        self.finder.begin("" if server == "0.0.0.0" else server)
        asking = self._asking = _udp()
        self._poll.register(asking, select.POLLIN)
        if self.finder.hears:
            # lwIP hands out broadcasts only to sockets with SO_BROADCAST, bound to no address.
            self._hearing = _udp()
            self._poll.register(self._hearing, select.POLLIN)
            self._hearing.bind(("0.0.0.0", ANNOUNCE_PORT))
        return asking

    def _has_come(self) -> bool:
        """Whether a datagram waits. `recvfrom` allocates before it looks: 20 KB a second for nothing."""
        for _ in getattr(self._poll, "ipoll", self._poll.poll)(0):
            return True
        return False

    def _send(self, asking: socket.socket, now: int) -> None:
        while True:
            datagram = self.finder.send(now)
            if datagram is None:
                return
            try:
                asking.sendto(datagram[0], (datagram[1], datagram[2]))
                self.problem = ""
            except OSError as error:  # no route to the group or the name server: announcements may still come
                self.problem = "%s cannot be reached (error %s)" % (datagram[1], error.errno)

    def _take(self, asking: socket.socket, now: int) -> None:
        for _ in range(_READ_MOST):
            came = _received(asking)
            if came is None:
                break
            self.finder.receive(came[0], came[1][0], came[1][1], now)
        if self._hearing is not None:
            for _ in range(_READ_MOST):
                came = _received(self._hearing)
                if came is None:
                    break
                self.finder.announced(came[0], came[1][0], now)


def announcement(host: str, port: int) -> bytes:
    """The datagram that announces the TCP port of `host` (its id, as in `hi`: 1 to 16 characters)."""
    return b"boardside 1 %s %d\n" % (host.encode(), port)


def announced_port(data: bytes) -> int:
    """The TCP port in an announcement; 0 when the datagram is not one."""
    if len(data) > _ANNOUNCEMENT_MOST or not data.endswith(b"\n"):
        return 0
    words = data[:-1].split(b" ")
    if len(words) != 4 or words[0] != _ANNOUNCED or words[1] != _VERSION or not 0 < len(words[2]) <= 16:
        return 0
    if not 0 < len(words[3]) <= 5 or not words[3].isdigit():
        return 0
    port = int(words[3])
    return port if port < 65536 else 0


def _questions(address: str) -> "list[tuple[str, bool]]":
    """[(name, whether by mDNS)]: the names to ask for."""
    if address == AUTO:
        return [(HOST_NAME, True)]
    if address.lower().endswith(".local"):
        return [(address, True)]  # RFC 6762, 3: such names belong to mDNS
    if "." in address:
        return [(address, False)]
    return [(address, False), (address + ".local", True)]


def _udp() -> socket.socket:
    udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    udp.setblocking(False)
    udp.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    udp.setsockopt(socket.SOL_SOCKET, getattr(socket, "SO_BROADCAST", 0x20), 1)
    return udp


def _received(udp: socket.socket):
    """(datagram, (address, port)), or None when there is nothing."""
    try:
        return udp.recvfrom(MESSAGE_MOST + 1)
    except OSError as error:
        if error.errno == EAGAIN:
            return None
        raise
