"""Thousands of open pages in one process: `python -m tests.load.many_pages --port PORT --pages N PATH...`.

Each takes everything that its stream sends and notes when it came and the newest message's number. The pages'
streams and the API's number a change alike, so the API's says which event it is. When all have their snapshot
it prints "reading"; told "end" on its standard input it reads on until no change has come for SETTLED_S, and
prints one JSON object. `changes`:
[[number, table, event's number], ...]; `seen`: for each of `--sampled` pages [path, [[moment in ms, number],
...]]; `lost`: how many were closed.
"""

import argparse
import json
import re
import select
import socket
import sys
import time

from tests.load.halls import enough_files
from tests.load.play import now_ms

REQUEST = "GET {path} HTTP/1.0\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n"
#: A pulse has the newest number, too, but not the change.
_NUMBER = re.compile(rb"id: \w+-(\d+)\nevent: (?:table|snapshot)")
#: Pages that are still loading, at once.
LOADING = 50
QUIET_S = 20.0
#: After so long without a change on any page nothing more is under way; the longest that is waited for it.
SETTLED_S, SETTLING_MOST_S = 5.0, 180.0
#: The longest head of a message, in bytes.
HEAD = 64
_BUFFER = 1 << 18


class Watched:
    """The API's stream: `changes` as in the module's text."""

    def __init__(self) -> None:
        self._rest = b""
        self.changes: list[tuple[int, int, int]] = []

    def take(self, data: bytes) -> None:
        """Bytes have come."""
        *whole, self._rest = (self._rest + data).split(b"\n\n")
        for text in whole:
            if b"event: table" in text:
                number = _NUMBER.search(text)
                body = json.loads(text[text.index(b"data: ") + 6 :])
                if number is not None:
                    self.changes.append((int(number[1]), body["table"], body["data"]["seq"]))


class Pages:
    """The open pages, by the number of their sockets; `changed` is the moment of the newest change, in ms."""

    def __init__(self) -> None:
        self._poll = select.epoll()
        self._buffer = bytearray(_BUFFER)
        self._sockets: dict[int, socket.socket] = {}
        self.seen: dict[int, list[tuple[float, int]]] = {}
        self.watched: dict[int, Watched] = {}
        self._tails: dict[int, bytes] = {}
        self.lost = 0
        self.changed = now_ms()

    def open(self, port: int, path: str, watched: Watched | None = None) -> None:
        """Open a stream; `watched` gets its bytes."""
        line = socket.create_connection(("127.0.0.1", port), timeout=60)
        line.sendall(REQUEST.format(path=path).encode())
        line.setblocking(False)
        self._sockets[line.fileno()] = line
        self.seen[line.fileno()] = []
        if watched is not None:
            self.watched[line.fileno()] = watched
        self._poll.register(line.fileno(), select.EPOLLIN)

    def take(self, timeout_s: float) -> None:
        """Take what has come."""
        for number, _ in self._poll.poll(timeout_s, 512):
            size = self._sockets[number].recv_into(self._buffer)
            moment = now_ms()
            if not size:
                self._poll.unregister(number)
                self.lost += 1
                continue
            data = bytes(memoryview(self._buffer)[:size])
            if number in self.watched:
                self.watched[number].take(data)
            numbers = _NUMBER.findall(self._tails.get(number, b"") + data)
            self._tails[number] = data[-HEAD:]  # a message's head may come in two parts
            newest = max(map(int, numbers), default=None)
            if newest is not None:
                self.seen[number].append((moment, newest))
                self.changed = moment

    @property
    def loading(self) -> int:
        """How many have received nothing yet."""
        return sum(not seen for seen in self.seen.values())


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--pages", type=int, required=True)
    parser.add_argument("--sampled", type=int, default=300)
    parser.add_argument("--watched-port", type=int, default=0)
    parser.add_argument("paths", nargs="+")
    asked = parser.parse_args()
    enough_files(asked.pages + 100)
    pages, watched = Pages(), Watched()
    pages.open(asked.watched_port or asked.port, "/api/v1/stream", watched)
    for page in range(asked.pages):
        pages.open(asked.port, asked.paths[page % len(asked.paths)])
        if page % LOADING == LOADING - 1:
            until = time.monotonic() + QUIET_S
            while pages.loading > LOADING // 2 and time.monotonic() < until:
                pages.take(0.05)
    until = time.monotonic() + QUIET_S
    while pages.loading and time.monotonic() < until:
        pages.take(0.05)
    print("reading", flush=True)
    ended = select.poll()
    ended.register(sys.stdin.fileno(), select.POLLIN)
    while not ended.poll(0):
        pages.take(0.05)
    until = time.monotonic() + SETTLING_MOST_S
    while now_ms() - pages.changed < SETTLED_S * 1000 and time.monotonic() < until:
        pages.take(0.05)
    some = [
        (asked.paths[page % len(asked.paths)], seen)
        for page, seen in enumerate(list(pages.seen.values())[1:])
    ]
    step = max(1, len(some) // asked.sampled)
    result = {"changes": watched.changes, "seen": some[::step], "lost": pages.lost, "loading": pages.loading}
    print(json.dumps(result), flush=True)


if __name__ == "__main__":
    main()
