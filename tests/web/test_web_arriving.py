"""How a request's body arrives: its size, its pace, its time, and what becomes of one that nobody reads."""

import asyncio
from typing import Any

import pytest
from fastapi import HTTPException
from starlette.types import Message, Receive, Scope, Send

from host_tools.web.http import middleware
from host_tools.web.http.middleware import RequestBodies, deadline_s

DONE = {"type": "http.response.body", "body": b"done"}


def test_each_byte_gives_time_up_to_the_whole() -> None:
    assert deadline_s(0) == 10
    assert deadline_s(20_000) == 20
    assert deadline_s(1_000_000) == 60


class Browser:
    """Sends `pieces`, then nothing more; `status` and `closes` say what it was answered."""

    def __init__(self, *pieces: bytes, method: str = "POST", **headers: str) -> None:
        self.pieces = list(pieces)
        self.method = method
        self.headers = headers
        self.status = 0
        self.closes = False

    async def receive(self) -> Message:
        if not self.pieces:
            await asyncio.Event().wait()
        return {"type": "http.request", "body": self.pieces.pop(0), "more_body": True}

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.closes = (b"connection", b"close") in message["headers"]

    def ask(self, app: Any) -> "Browser":
        pairs = [(name.replace("_", "-").encode(), value.encode()) for name, value in self.headers.items()]
        scope = {"type": "http", "method": self.method, "path": "/", "headers": pairs}
        asyncio.run(asyncio.wait_for(RequestBodies(app)(scope, self.receive, self.send), 60))
        return self


async def reads(scope: Scope, receive: Receive, send: Send) -> None:
    """A route that wants the whole body."""
    status = 200
    try:
        while (message := await receive())["type"] == "http.request" and message["more_body"]:
            continue
        if message["type"] == "http.disconnect":
            status = 299
    except HTTPException as error:
        status = error.status_code
    await send({"type": "http.response.start", "status": status, "headers": []})
    await send(DONE)


async def looks_at_nothing(scope: Scope, receive: Receive, send: Send) -> None:
    """A route that answers without the body."""
    await send({"type": "http.response.start", "status": 404, "headers": []})
    await send(DONE)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "FIRST_S", 0.0)
    monkeypatch.setattr(middleware, "ALL_S", 0.01)


@pytest.mark.usefixtures("impatient")
def test_a_body_that_trickles_is_given_up_and_the_connection_with_it() -> None:
    trickling = Browser(b"x", b"x", content_length="100").ask(reads)
    assert (trickling.status, trickling.closes) == (408, True)
    chunked = Browser(b"x", transfer_encoding="chunked").ask(reads)
    assert (chunked.status, chunked.closes) == (408, True)


@pytest.mark.usefixtures("impatient")
def test_a_body_that_is_too_large_is_not_read_to_its_end() -> None:
    answer = Browser(content_length="1000001").ask(reads)
    assert answer.status == 413
    chunked_answer = Browser(*[b"x" * 400_000] * 3, transfer_encoding="chunked").ask(reads)
    assert chunked_answer.status == 413


@pytest.mark.usefixtures("impatient")
def test_what_nobody_reads_is_thrown_away_or_ends_the_connection() -> None:
    whole = Browser(b"x" * 50, content_length="50")
    whole.pieces, sent = [], [{"type": "http.request", "body": b"x" * 50, "more_body": False}]

    async def receive() -> Message:
        return sent.pop()

    whole.receive = receive  # type: ignore[method-assign]
    whole.ask(looks_at_nothing)
    assert (whole.status, whole.closes, sent) == (404, False, [])
    assert Browser(b"x", content_length="50").ask(looks_at_nothing).closes
    assert Browser(content_length="9" * 12).ask(looks_at_nothing).closes
    assert Browser(content_length="50", expect="100-continue").ask(looks_at_nothing).closes


@pytest.mark.usefixtures("impatient")
def test_a_request_without_a_body_waits_for_none() -> None:
    assert not Browser().ask(looks_at_nothing).closes


@pytest.mark.usefixtures("impatient")
def test_a_page_that_is_asked_for_with_a_body_that_never_comes_ends_as_if_its_reader_had_left() -> None:
    assert Browser(method="GET", content_length="9").ask(reads).status == 299
