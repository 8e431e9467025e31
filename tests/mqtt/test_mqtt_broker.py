"""The hall on a real Mosquitto: what a late subscriber finds, exactly the committed events, a broker that
goes away, a collector that ends, what the organiser reads meanwhile.
"""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from fake_table import MATCH, FakeTable, board
from hall import Hall, hall
from hall_remarks import remarks
from mosquitto_broker import Mosquitto, listening

from host_tools.backup import forgetting
from host_tools.collector import status_report
from host_tools.integrations.mqtt import Publisher, parse, publisher
from host_tools.store import Store
from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.acts.matches import EnterResult
from host_tools.tournament.acts.tournament import NewTournament
from host_tools.tournament.desk.desk import Desk, Person
from host_tools.tournament.model.model import StagePlan
from tests.waiting import until

pytestmark = pytest.mark.slow


@contextlib.asynccontextmanager
async def publishing(here: Hall, url: str) -> AsyncIterator[Publisher]:
    publisher = Publisher(parse(url), here.hub, here.store)
    await publisher.start()
    try:
        yield publisher
    finally:
        await publisher.stop()


async def stored(here: Hall, *tables: FakeTable) -> None:
    for table in tables:
        await until(lambda table=table: here.store.last_seq(table.journal.id) == table.journal.last_seq)  # type: ignore[misc]


async def test_a_late_subscriber_finds_the_hall_as_it_stands(mosquitto: Mosquitto, tmp_path: Path) -> None:
    async with hall(tmp_path) as here, publishing(here, mosquitto.url):
        table = FakeTable(3)
        here.call(table)
        table.add(MATCH)
        table.add(board("a", 5))
        await here.view(3, lambda view: view["points"] == {"a": 8, "b": 0})
        async with listening(mosquitto) as early:
            await until(lambda: "boardside/tables/3/device" in early.newest)
            await until(lambda: early.newest.get("boardside/tables/3/score") == "8-0")
        async with listening(mosquitto) as heard:
            await until(lambda: heard.retained.get("boardside/tables/3/score") == "8-0")
            await until(lambda: "boardside/tables/3/device" in heard.retained)
            await until(lambda: "homeassistant/device/boardside_3/config" in heard.retained)
            assert heard.retained["boardside/status"] == "online"
            assert heard.retained["boardside/tables/3/link"] == "up"
            assert heard.retained["boardside/tables/3/phase"] == "ready"
            state = json.loads(heard.retained["boardside/tables/3/state"])
            assert state["version"] == 1
            assert state["table"]["match"]["names"] == {"a": ["Asha"], "b": ["Bela"]}
            assert json.loads(heard.retained["boardside/tables/3/device"])["firmware"] == "0.1.0"
            assert heard.events == []  # events are not retained
            config = json.loads(heard.retained["homeassistant/device/boardside_3/config"])
            for component in config["components"].values():
                assert component["state_topic"] in heard.retained or component["name"] == "Clock end"
            table.add(board("b", 2))
            await until(lambda: heard.newest["boardside/tables/3/score"] == "8-5")
    async with listening(mosquitto, "boardside/status") as after:
        await until(lambda: after.retained.get("boardside/status") == "offline")


async def test_exactly_the_committed_events_while_the_broker_comes_and_goes(
    mosquitto: Mosquitto, tmp_path: Path
) -> None:
    tables = [FakeTable(1), FakeTable(2)]
    for table in tables:
        table.add(MATCH)

    def stored_since(here: Hall, before: int) -> list[int]:
        return [row["id"] for row in here.store.events(after=before, limit=1000)]

    async with hall(tmp_path) as here, listening(mosquitto, "boardside/#") as heard:
        here.call(*tables)
        await stored(here, *tables)
        before = here.store.last_event()  # what was there before anybody published: history
        async with publishing(here, mosquitto.url):
            await until(lambda: heard.newest.get("boardside/status") == "online")
            for _ in range(30):
                for table in tables:
                    table.add({"kind": "names", "a": [f"player {table.journal.last_seq}"]})
            await until(lambda: len(heard.events) >= 20)
            await asyncio.to_thread(mosquitto.stop)
            for _ in range(20):  # nobody waits for the broker
                for table in tables:
                    table.add({"kind": "names", "b": [f"player {table.journal.last_seq}"]})
            await stored(here, *tables)
            await until(lambda: any("MQTT" in text for text in remarks(here)))
            await until(
                lambda: any("is away" in line for line in status_report.gather(here.store)["remarks"])
            )
            await asyncio.to_thread(mosquitto.start)
            await until(lambda: not here.hub.remarks)
            await until(lambda: {row["id"] for row in heard.events} >= set(stored_since(here, before)))
            await until(lambda: not status_report.gather(here.store)["remarks"])
        tables[0].add({"kind": "names", "a": ["while nobody published"]})
        await stored(here, *tables)
        async with publishing(here, mosquitto.url):
            await until(lambda: {row["id"] for row in heard.events} >= set(stored_since(here, before)))
        first_time = list(dict.fromkeys(row["id"] for row in heard.events))
        assert first_time == stored_since(
            here, before
        )  # in the order of the commits, nothing more, none lost
        rows = {row["id"]: row for row in here.store.events(limit=1000)}
        assert all({**rows[row["id"]], "version": 1} == row for row in heard.events)
        # The one that was under way when the broker went comes twice, and hardly more.
        assert len(heard.events) - len(first_time) <= 3


async def test_two_collectors_on_one_database_publish_each_event_once(
    mosquitto: Mosquitto, tmp_path: Path
) -> None:
    table = FakeTable(1)
    table.add(MATCH)

    async with hall(tmp_path) as here, listening(mosquitto, "boardside/#") as heard:
        here.call(table)
        await stored(here, table)
        before = here.store.last_event()
        async with publishing(here, mosquitto.url):
            await until(lambda: here.store.notes.turn(f"mqtt {parse(mosquitto.url).name}") is not None)
            async with publishing(here, mosquitto.url):
                for _ in range(10):
                    table.add({"kind": "names", "a": [f"player {table.journal.last_seq}"]})
                await until(lambda: len(heard.events) >= 10)
            # The one that ended said "offline"; the one that goes on contradicts it.
            await until(lambda: heard.newest["boardside/status"] == "online")
        assert [row["id"] for row in heard.events] == list(range(before + 1, before + 11))


async def test_results_are_there_and_go_when_the_draw_goes(mosquitto: Mosquitto, tmp_path: Path) -> None:
    async with hall(tmp_path) as here, listening(mosquitto, "boardside/#") as heard:
        desk = Desk(here.store)
        tournament = desk.do(NewTournament(key="open", name="Open"), None)
        singles = desk.do(AddEvent(key="ms", name="Men", stages=[StagePlan("knockout")]), tournament).event
        for name in ("Asha", "Bela", "Chitra", "Dev"):
            desk.add_entry(singles, [Person(name)])
        fixture = next(match for match in desk.do(Draw(seed="S"), singles).fixtures if match.state == "ready")
        desk.do(EnterResult(games=["25-3", "25-9"], reason="typed"), fixture)
        topic = f"boardside/results/open/ms/{fixture.id}"
        async with publishing(here, mosquitto.url):
            await until(lambda: topic in heard.newest)
            payload = json.loads(heard.newest[topic])
            assert payload["match"]["result"]["games"] == [[25, 3], [25, 9]]
        assert heard.newest[topic]
        from host_tools.store.database import writing
        from host_tools.tournament.model.book import Book

        with writing(here.store.engine) as connection:  # as if another database were put back
            for stage in Book(connection).stages(singles.id):
                Book(connection).remove_fixtures(stage.id)
        async with publishing(here, mosquitto.url):
            await until(lambda: heard.newest[topic] == "")


async def test_what_a_broker_kept_of_a_forgotten_player_goes(
    mosquitto: Mosquitto, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publisher, "SLOWLY_S", 0.5)
    table, other = FakeTable(3), FakeTable(4)
    table.add(MATCH)
    other.add(MATCH | {"match": "m2", "a": ["Chitra"], "b": ["Dev"]})

    async with hall(tmp_path) as here, listening(mosquitto) as heard:
        desk = Desk(here.store)
        tournament = desk.do(NewTournament(key="open", name="Open"), None)
        singles = desk.do(AddEvent(key="ms", name="Men", stages=[StagePlan("knockout")]), tournament).event
        for name in ("Asha", "Bela"):
            desk.add_entry(singles, [Person(name)])
        [fixture] = desk.do(Draw(seed="S"), singles).fixtures
        desk.do(EnterResult(games=["25-3", "25-9"], reason="typed"), fixture)
        async with publishing(here, mosquitto.url):
            here.call(table, other)
            await until(lambda: "Asha" in heard.newest.get("boardside/tables/3/state", ""))
            await until(lambda: "Dev" in heard.newest.get("boardside/tables/4/state", ""))
            await until(lambda: any("/results/" in topic for topic in heard.newest))
    store = Store.open(f"sqlite:///{tmp_path / 'hall.sqlite3'}")
    forgetting.forget(store, "Asha", 1_773_000_000_000, "test")
    store.close()
    async with (
        listening(mosquitto) as heard,
        hall(tmp_path) as here,
        publishing(here, mosquitto.url),
    ):
        here.call(other)  # table 3 is in its box again
        await until(lambda: "Dev" in heard.newest.get("boardside/tables/4/state", ""))
        await until(lambda: "Asha" not in heard.newest.get("boardside/tables/3/state", "Asha"))
        results_of = [topic for topic in heard.newest if "/results/" in topic]
        await until(lambda: all("Asha" not in heard.newest[topic] for topic in results_of))
        async with listening(mosquitto) as late:
            await until(lambda: "Dev" in late.retained.get("boardside/tables/4/state", ""))
            await until(lambda: late.retained.keys() >= set(results_of))
            assert not [topic for topic, text in late.retained.items() if "Asha" in text]


async def test_a_wrong_password_is_reported_and_holds_nothing_up(
    mosquitto: Mosquitto, tmp_path: Path
) -> None:
    url = f"mqtt://hall:wrong@127.0.0.1:{mosquitto.port}/boardside"
    async with hall(tmp_path) as here, publishing(here, url):
        table = FakeTable(1)
        here.call(table)
        table.add(MATCH)
        await stored(here, table)
        await until(lambda: bool(here.hub.remarks))
        (remark,) = remarks(here)
        assert "uthori" in remark
        assert "wrong" not in remark
