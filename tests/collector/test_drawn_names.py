"""Names that a table's font lacks are sent before their match, once, and only to a table that asks."""

import asyncio
from pathlib import Path
from typing import Any

from fake_table import MATCH, FakeTable
from hall import counted, hall

from tests.waiting import until

ROOM = [178, 28, 4, 22, 2]
NAMED = MATCH | {"a": ["आशा"], "b": ["बेला"]}


class Paper(FakeTable):
    """A table with an e-paper; `is_stubborn`: it refuses every drawing."""

    is_stubborn = False

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.drawn: list[dict[str, Any]] = []

    def status(self, now: int) -> dict[str, Any]:
        return super().status(now) | {"letters": ROOM}

    def apply(self, event: dict[str, Any], now: int) -> tuple[bool, str, str]:
        if event["kind"] != "letters":
            return super().apply(event, now)
        self.drawn.append(event)
        return (False, "malformed", "no") if self.is_stubborn else (True, "ok", "done")


async def given(path: Path, table: FakeTable, event: dict[str, Any]) -> None:
    async with hall(path) as here:
        here.call(table)
        await until(lambda: bool(here.store.tables()))
        here.store.queue_command(table.number, event)
        await until(lambda: bool(table.applied))
        looks = counted(here.collector._outbox, "deliver")
        await until(lambda: looks.ended >= 3)


async def test_both_sides_come_before_the_match_and_once(tmp_path: Path) -> None:
    table = Paper(1)
    await given(tmp_path, table, NAMED)
    assert [(sent["side"], sent["match"], sent["names"]) for sent in table.drawn] == [
        ("a", "m1", ["आशा"]),
        ("b", "m1", ["बेला"]),
    ]
    assert [event["kind"] for event in table.applied] == ["match"]


def test_a_table_that_does_not_ask_gets_the_match_alone(tmp_path: Path) -> None:
    table = FakeTable(1)
    asyncio.run(given(tmp_path, table, NAMED))
    assert [event["kind"] for event in table.applied] == ["match"]


def test_names_that_the_table_can_show_are_not_sent(tmp_path: Path) -> None:
    table = Paper(1)
    asyncio.run(given(tmp_path, table, MATCH))
    assert table.drawn == []


def test_a_table_that_refuses_them_gets_its_match_nevertheless(tmp_path: Path) -> None:
    table = Paper(1)
    table.is_stubborn = True
    asyncio.run(given(tmp_path, table, NAMED))
    commands = {sent["cmd"]: sent["side"] for sent in table.drawn}  # a refused one may come twice by the link
    assert list(commands.values()) == ["a", "b"]
    assert [event["kind"] for event in table.applied] == ["match"]
