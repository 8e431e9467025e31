"""The companions of the pages (MQTT, SoL) begin after the pages and end before them, even when one fails."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from host_tools.collector.reasons import CannotStart
from host_tools.collector.run import Options, Running, run
from host_tools.store import Store


class Noted:
    """Writes down when it is started and stopped; `fails` at one of the two."""

    def __init__(self, name: str, log: list[str], fails: str = "") -> None:
        self._name, self._log, self._fails = name, log, fails

    def _note(self, act: str) -> None:
        self._log.append(f"{self._name} {act}")
        if act == self._fails:
            raise CannotStart("option_refused", says=f"{self._name} does not {act}")

    async def start(self) -> None:
        self._note("start")

    async def stop(self) -> None:
        self._note("stop")


def log_of(folder: Path, fails: str) -> list[str]:
    """The log of a run in which the second companion fails to start or to stop. The collector still ends."""
    log: list[str] = []
    seen: list[Running] = []
    store = Store.open(f"sqlite:///{folder / 'hall.sqlite3'}")
    ending = asyncio.Event()
    ending.set()
    options = Options(
        tcp=None,
        web=0,
        companions=(lambda *_: Noted("one", log), lambda *_: Noted("two", log, fails)),
    )

    def pages(*_: Any) -> Noted:
        return Noted("pages", log)

    work = run(store, options, pages, seen.append, ending)
    if fails:
        with pytest.raises(CannotStart, match=fails):
            asyncio.run(work)
    else:
        assert asyncio.run(work)
    assert seen
    assert store.collectors() == [], "it has said that it ends"
    store.close()
    return log


def test_they_end_in_the_opposite_order(tmp_path: Path) -> None:
    assert log_of(tmp_path, "") == [
        *("pages start", "one start", "two start"),
        *("two stop", "one stop", "pages stop"),
    ]


def test_one_that_cannot_start_leaves_nothing_running(tmp_path: Path) -> None:
    assert log_of(tmp_path, "start") == [
        *("pages start", "one start", "two start"),
        *("one stop", "pages stop"),
    ]


def test_one_that_cannot_stop_holds_up_nothing(tmp_path: Path) -> None:
    assert log_of(tmp_path, "stop")[-3:] == ["two stop", "one stop", "pages stop"]
