"""The sender beside a collector, and as a command: whatever fails is said in one line, and it goes on."""

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from host_tools.cli import build
from host_tools.integrations.sol import reasons as sol_remarks
from host_tools.integrations.sol import sender
from host_tools.integrations.sol.sender import Companion, Sender
from host_tools.reasons import Cause
from host_tools.store import Store, StoreError, StoreUnavailable
from host_tools.store.database import now_ms

BOARD = sol_remarks.REMARKS.cause("sol_card_board").to_json()
SENT = sol_remarks.REMARKS.cause("sol_card_sent", board=1, round=1, match="sol-1", card=BOARD)
ADDRESS = "http://sol.example/lit/match/1-1.x"


class Pages:
    """The remarks that the pages were given, in English."""

    def __init__(self) -> None:
        self.said: list[str | None] = []

    def remark(self, companion: str, remark: Cause | None) -> None:
        assert companion == "sol"
        self.said.append(None if remark is None else str(remark))


def failing(*errors: Exception | None) -> Callable[[Sender], list[Cause]]:
    """A sender's `step` that fails so, and then works."""
    left = iter(errors)

    def step(_: Sender) -> list[Cause]:
        error = next(left, None)
        if error is not None:
            raise error
        return [SENT]

    return step


def stepped(companion: Companion, times: int) -> list[float]:
    async def steps() -> list[float]:
        return [await companion.step() for _ in range(times)]

    return asyncio.run(steps())


def test_whatever_fails_is_said_and_it_goes_on(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    errors = (
        KeyError("boards"),
        StoreUnavailable("locked", where="x"),
        StoreError("damaged", where="x", why="page 7"),
        None,
    )
    monkeypatch.setattr(Sender, "step", failing(*errors))
    pages = Pages()
    with caplog.at_level(logging.INFO):
        waits = stepped(Companion(pages, store, {1: ADDRESS}), 4)
    assert waits == [sender.FAILED_S, sender.EVERY_S, sender.FAILED_S, sender.EVERY_S]
    assert pages.said == [
        "Results to SoL: a fault in Boardside (KeyError: 'boards'). It is tried again; type into SoL what it "
        "does not get in time.",
        "Results to SoL wait for the database: x is locked by another program; close whatever is writing "
        "to it.",
        "No result goes to SoL: " + str(StoreError("damaged", where="x", why="page 7")),
        None,
    ]
    assert caplog.messages == [*pages.said[:3], str(SENT)]
    assert "Traceback" not in caplog.text
    assert store.notes.remarks(now_ms()) == []


def test_what_is_wrong_stands_in_the_database_for_the_status(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Sender, "step", failing(RuntimeError("odd")))
    stepped(Companion(Pages(), store, {1: ADDRESS}), 1)
    assert "(RuntimeError: odd)" in store.notes.remarks(now_ms())[0]


def test_the_same_trouble_is_said_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sender, "step", failing(*[RuntimeError("odd")] * 3))
    pages = Pages()
    stepped(Companion(pages, store, {1: ADDRESS}), 3)
    assert len(pages.said) == 1


def test_a_remark_that_finds_the_database_locked_does_not_end_it(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked(*_: object) -> None:
        raise StoreUnavailable("locked", where="x")

    monkeypatch.setattr(Sender, "step", failing())
    monkeypatch.setattr(type(store.notes), "remark", locked)
    assert stepped(Companion(Pages(), store, {1: ADDRESS}), 2) == [sender.EVERY_S] * 2


def test_start_and_stop(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = Pages()
    done = asyncio.Event()

    async def run() -> None:
        companion = Companion(pages, store, {1: ADDRESS})

        async def step() -> float:
            done.set()
            return 3600.0

        monkeypatch.setattr(companion, "step", step)
        await companion.start()
        await done.wait()
        await companion.stop()

    asyncio.run(run())
    assert pages.said == [None]


@pytest.mark.parametrize(
    ("error", "status", "reason"),
    [
        (RuntimeError("odd"), 1, "a fault in Boardside (RuntimeError: odd)"),
        (StoreUnavailable("locked", where="x"), 2, "x is locked by another program"),
        (None, 0, str(SENT)),
    ],
)
def test_the_command_tells_the_same_without_a_traceback(
    store: Store,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception | None,
    status: int,
    reason: str,
) -> None:
    monkeypatch.setattr(Sender, "step", failing(error))
    (tmp_path / "addresses.txt").write_text(f"{ADDRESS}\n")
    db = f"sqlite:///{store.engine.url.database}"
    words = ["sol", "--send", str(tmp_path / "addresses.txt"), "--db", db]
    done = CliRunner().invoke(build("sol"), words)
    assert (done.exit_code, reason in done.output) == (status, True), done.output
    assert "Traceback" not in done.output
