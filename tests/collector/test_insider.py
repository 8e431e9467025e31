"""A table with a valid key of its own reports a match that was called to another one: through the real
collector, to the real desk.
"""

import asyncio
from pathlib import Path
from typing import Any

from fake_table import FakeTable, board
from hall import hall

from host_tools.store import Store
from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.acts.matches import Call
from host_tools.tournament.acts.tournament import NewTournament
from host_tools.tournament.desk.desk import Desk, NewEntry, Person
from host_tools.tournament.model.model import Fixture
from tests.waiting import patience_s

KEYS = {5: b"fifth key" * 3, 6: b"sixth key" * 3}


def drawn(store: Store) -> tuple[Desk, Fixture]:
    """A tournament with one match, of one game to 10."""
    desk = Desk(store)
    owner = desk.do(NewTournament(key="open", name="Open"), None)
    event = desk.do(AddEvent(key="ms", name="Singles", rules={"games": 1, "points": 10}), owner).event
    desk.add_entries(event, [NewEntry((Person("Asha"),)), NewEntry((Person("Bela"),))])
    return desk, desk.do(Draw(), event).fixtures[0]


def play(table: FakeTable, winner: str) -> None:
    """Toss, boards until the match is won, and the confirmation."""
    table.add({"kind": "toss", "breaks": "a", "by": "panel"})
    table.add({**board(winner, left=9), "by": "panel"})
    table.add({"kind": "confirm", "by": "panel"})


async def settled(desk: Desk, condition: Any) -> None:
    """The tournament is brought up to date until it is as wanted."""
    async with asyncio.timeout(patience_s()):
        while not condition():
            await asyncio.to_thread(desk.settle)


async def test_an_insider_decides_no_match_of_another_table(tmp_path: Path) -> None:
    async with hall(tmp_path, keys=KEYS) as here:
        desk, fixture = drawn(here.store)
        called, insider = FakeTable(5, key=KEYS[5]), FakeTable(6, key=KEYS[6])
        here.call(called, insider)
        for number in (5, 6):
            await here.view(number, lambda view: view["link"]["state"] == "up")
        desk.do(Call(table=5, force=True), fixture)
        await settled(desk, lambda: called.applied)
        event = next(each for each in called.applied if each["kind"] == "match")
        # The same id, the call's own command, other names; conceded and confirmed.
        insider.add({**event, "a": ["Mallory"], "b": ["Nobody"], "by": "host"})
        play(insider, "b")
        await settled(desk, lambda: [each for each in desk.reports() if each.is_confirmed])
        current_fixture = desk.fixture(fixture.id)
        assert (current_fixture.state, current_fixture.table, current_fixture.result) == ("called", 5, None)
        [report] = desk.reports()
        assert (report.table, report.reason, report.names) == (6, "other_table", "Mallory - Nobody")
        # The table that was called plays as if nothing had been.
        play(called, "a")
        await settled(desk, lambda: desk.fixture(fixture.id).state == "done")
        done = desk.fixture(fixture.id)
        assert done.result is not None
        assert (done.table, done.result.winner) == (5, "a")
        here.hang_up()


async def test_an_insider_answers_no_call_of_another_table(tmp_path: Path) -> None:
    async with hall(tmp_path, keys=KEYS) as here:
        desk, fixture = drawn(here.store)
        insider = FakeTable(6, key=KEYS[6])
        here.call(insider)
        await here.view(6, lambda view: view["link"]["state"] == "up")
        call = desk.do(Call(table=5, force=True), fixture)  # table 5 is still switched off
        event = next(each["event"] for each in here.store.open_commands())
        insider.add({**event, "cmd": call.command, "by": "host"})
        play(insider, "b")
        await settled(desk, desk.reports)
        assert [each["id"] for each in here.store.open_commands()] == [call.command]
        called = FakeTable(5, key=KEYS[5])
        here.call(called)
        await settled(desk, lambda: called.applied)
        here.hang_up()
