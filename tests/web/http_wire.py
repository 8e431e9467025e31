"""The three ways of a request: straight into the application, as bytes into the server's own connection over
a transport in memory, and over a socket.
"""

import asyncio
import contextlib
from typing import Any
from urllib.parse import unquote

from http_dice import Dice, Request
from uvicorn import Config
from uvicorn.server import ServerState

#: Whoever hangs does so for ever; a machine that is busy is not hanging.
ANSWER_S = 120.0
#: A raw request that the server takes for unfinished has no answer: it waits so long for one on a socket.
SOCKET_S = 0.3
Answer = tuple[int, dict[str, str]]


async def ask(app: Any, request: Request, dice: Dice) -> Answer:
    """One request straight into the application; the answer's status (0: none) and headers."""
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": request.method,
        "scheme": dice.choice(("http", "https")),
        "path": unquote(request.path.decode("ascii", "replace")),
        "raw_path": request.path,
        "query_string": request.query,
        "root_path": "",
        "headers": request.headers,
        "client": (f"10.0.{dice.randrange(256)}.{dice.randrange(256)}", 1) if dice.random() < 0.9 else None,
        "server": ("fuzz", 80),
    }
    body = request.body
    pieces = [body[at : at + 30_000] for at in range(0, len(body), 30_000)] or [b""]
    coming = [
        {"type": "http.request", "body": piece, "more_body": at + 1 < len(pieces)}
        for at, piece in enumerate(pieces)
    ]
    if dice.random() < 0.1:
        del coming[-1]  # it breaks off
    status: list[int] = []
    answered: dict[str, str] = {}

    async def receive() -> dict[str, Any]:
        return coming.pop(0) if coming else {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            status.append(message["status"])
            answered.update((name.decode(), value.decode("latin-1")) for name, value in message["headers"])

    async with asyncio.timeout(ANSWER_S):
        await app(scope, receive, send)
    return status[0] if status else 0, answered


def raw(dice: Dice, origin: bytes) -> bytes:
    """The bytes of a request, damaged four times in five, or none at all."""
    request = dice.request(origin)
    head = [request.method.encode() + b" " + request.path + b" HTTP/1.1"]
    head += [name + b": " + value for name, value in request.headers]
    head += [b"content-length: %d" % len(request.body), b"connection: close"]
    data = b"\r\n".join(head) + b"\r\n\r\n" + request.body
    at = dice.randrange(len(data))
    kind = dice.randrange(5)
    if kind == 0:
        return dice.randbytes(dice.randrange(1, 3000))
    if kind == 1:
        return data[:at]
    if kind == 2:
        return data[:at] + dice.randbytes(8) + data[at:]
    if kind == 3:
        return data.replace(b"\r\n", dice.choice((b"\n", b"\r", b"\r\n\r\n", b"\0")), 1)
    return data


def status_of(answer: bytes) -> int:
    """The status of a raw answer; 0 where there is none."""
    words = answer.split(b" ", 2)
    return int(words[1]) if len(words) > 1 and words[1].isdigit() else 0


class Memory(asyncio.Transport):
    """A transport that keeps what is written to it, up to `MOST` bytes."""

    MOST = 4096

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.is_open = True

    def write(self, data: Any) -> None:
        """Keep the beginning."""
        if len(self.written) < self.MOST:
            self.written += bytes(data)[: self.MOST]

    def close(self) -> None:
        """The server ends it."""
        self.is_open = False

    abort = close

    def is_closing(self) -> bool:
        """Whether it was ended."""
        return not self.is_open

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """The addresses; there is no socket."""
        return {"peername": ("10.0.0.9", 40000), "sockname": ("127.0.0.1", 7500)}.get(name, default)

    def get_write_buffer_size(self) -> int:
        """Everything is taken at once."""
        return 0

    def pause_reading(self) -> None:
        """Nothing more comes anyway."""

    def resume_reading(self) -> None:
        """Nothing more comes anyway."""


class Wire:
    """The server's connections (uvicorn's, and h11 in them), without sockets."""

    def __init__(self, app: Any) -> None:
        self._config = Config(
            app, log_config=None, access_log=False, server_header=False, http="h11", ws="none"
        )
        self._config.load()
        self._state = ServerState()

    async def put(self, data: bytes) -> Answer:
        """A browser that connects, sends this in pieces, and leaves: its answer's status."""
        transport = Memory()
        connection: Any = self._config.http_protocol_class(
            config=self._config, server_state=self._state, app_state={}
        )
        connection.connection_made(transport)
        for piece in (data[:1000], data[1000:]):
            if piece and transport.is_open:
                connection.data_received(piece)
        for _ in range(3):  # what can be answered without more of the request begins to be
            await asyncio.sleep(0)
        async with asyncio.timeout(ANSWER_S):
            while self._state.tasks and not transport.written:
                if connection.cycle is not None and connection.cycle.more_body:
                    break
                await asyncio.sleep(0)
        connection.connection_lost(None)
        if self._state.tasks:
            async with asyncio.timeout(ANSWER_S):
                await asyncio.gather(*self._state.tasks)
        assert not self._state.connections, "a connection that was left is held"
        return status_of(transport.written), {}


async def throw(port: int, data: bytes, is_ended: bool) -> Answer:
    """The same over a socket."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    answer = b""
    with contextlib.suppress(OSError, TimeoutError):
        writer.write(data)
        if is_ended:
            writer.write_eof()
        async with asyncio.timeout(SOCKET_S):
            while len(answer) < 4096 and (piece := await reader.read(4096)):
                answer += piece
    writer.transport.abort()
    return status_of(answer), {}
