"""`boardside collect --soft`: tables in the collector, with keys, a mark, labels, and matches that go on."""

import asyncio
import io
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

import pypdf
import pytest
import segno
from soft_hall import SoftHall, soft_hall

from host_tools.collector.reasons import CannotStart
from host_tools.collector.trust import Keyring
from host_tools.exports import card_making, table_labels
from host_tools.exports.card import Played
from host_tools.soft import numbers_of
from host_tools.store import Store
from host_tools.store.database import now_ms
from host_tools.store.keys import spaced
from host_tools.store.rows import TableRecord
from host_tools.update.command import connected
from tests.in_process import in_this_process
from tests.waiting import press_until, until


@pytest.mark.parametrize(
    ("text", "numbers"),
    [("5-8", [5, 6, 7, 8]), ("7, 5", [5, 7]), ("12", [12]), ("9999", [9999]), ("1-2,2-3", [1, 2, 3])],
)
def test_the_numbers_of_the_tables(text: str, numbers: list[int]) -> None:
    assert numbers_of(text) == numbers


@pytest.mark.parametrize("text", ["", "0", "5-", "8-5", "x", "5;6", "1-41", "10000", "-3", "٣"])
def test_no_numbers_of_tables(text: str) -> None:
    with pytest.raises(CannotStart):
        numbers_of(text)


def test_its_key_does_not_turn_away_tables_without_one(store: Store) -> None:
    key = store.soft.ready(5)
    ring = Keyring(store)
    asyncio.run(ring.load())
    assert (ring.usable(5), ring.usable(1)) == ([bytes.fromhex(key)], [b""])
    store.keys.revoke(5)  # nor does a revoked one
    fresh = store.soft.ready(5)
    asyncio.run(ring.load())
    assert (fresh != key, ring.usable(5), ring.usable(1)) == (True, [bytes.fromhex(fresh)], [b""])
    store.keys.add(1, "ab" * 16)
    asyncio.run(ring.load())
    assert ring.usable(2) == []


def test_the_key_of_hardware_with_its_number_stays(store: Store) -> None:
    store.keys.add(5, "ab" * 16)
    key = store.soft.ready(5)
    assert key != "ab" * 16
    store.keys.used(5, bytes.fromhex(key))
    assert sorted(store.keys.usable(5)) == sorted([bytes.fromhex(key), b"\xab" * 16])
    assert store.soft.ready(5) == key


def test_a_code_stays_until_it_is_made_anew(store: Store) -> None:
    for number in (5, 6, 5):
        store.soft.ready(number)
    codes = store.soft.codes()
    assert len({*codes.values()}) == 2
    renewed = store.soft.renew(5)
    assert store.soft.codes() == {5: renewed, 6: codes[6]}
    assert renewed != codes[5]


async def begin_match(hall: SoftHall, number: int) -> None:
    """A match of the table's own, and "Play"."""
    table = hall.table(number)
    await table.wait_for(lambda t: t.text.strip())
    await table.press("OK", hold_ms=800)
    await table.press("OK")
    await press_until(table, "BLACK", lambda t: "br" in t.text)
    await press_until(table, "QUEEN", lambda t: "LEFt" in t.text)
    await table.press("OK")
    await table.press("CLOCK")
    await hall.seen(number, lambda view: view["phase"] == "board")


async def test_a_match_goes_on_after_the_collector_began_again(tmp_path: Path) -> None:
    async with soft_hall(tmp_path, "5,7") as hall:
        assert sorted(hall.running.hub.panels) == [5, 7]
        await begin_match(hall, 5)
        await hall.seen(7, lambda view: view["link"]["transport"] == "soft" and view["link"]["keyed"])
        await until(lambda: hall.store.matches(table=5))
        before = hall.store.events(table=5)
    async with soft_hall(tmp_path, "5") as hall:
        await hall.seen(5, lambda view: view["link"]["state"] == "up" and view["phase"] == "board")
        table = hall.table(5)
        for key in ("CLOCK", "CLOCK"):
            await table.press(key)
        await until(lambda: len(hall.store.events(table=5)) > len(before) + 1)
        events = hall.store.events(table=5)
        assert events[: len(before)] == before
        assert len({event["journal"] for event in events}) == 1
        (match,) = hall.store.matches(table=5)
        assert match["soft"] is True


async def test_no_second_collector_runs_the_same_tables(tmp_path: Path) -> None:
    async with soft_hall(tmp_path, "5"):
        with pytest.raises(CannotStart):
            async with soft_hall(tmp_path, "5"):
                pass


def test_the_command_refuses_what_are_no_tables(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'hall.sqlite3'}"
    refused = in_this_process(["collect", "--soft", "8-5", "--db", database], "", tmp_path)
    assert (refused.returncode, "8-5" in refused.stderr) == (2, True)


ADDRESS = "http://192.168.1.10:7500"
MOMENT = datetime(2026, 3, 12, tzinfo=UTC)


def heard(table: int, transport: str) -> TableRecord:
    row = {
        "name": f"Table {table}", "journal": f"j{table}", "boot": 1, "firmware": "1", "keyed": True,
        "transport": transport, "port": "", "link": "up", "heard_at": now_ms(), "status": None,
        "problem": None,
    }  # fmt: skip
    return TableRecord(table, row)


def test_a_label_opens_the_panel_of_a_table_that_has_no_hardware_now(store: Store) -> None:
    for number in (5, 6, 7):
        store.soft.ready(number)
    store.write([heard(5, "soft"), heard(6, "tcp"), heard(8, "serial")])
    codes = table_labels.codes(store)
    assert codes == {number: store.soft.codes()[number] for number in (5, 7)}
    tables = table_labels.named(store, [5, 6])
    made, _ = table_labels.render(tables, ADDRESS, MOMENT, codes=codes)
    text = pypdf.PdfReader(io.BytesIO(made)).pages[0].extract_text()
    assert f"{ADDRESS}/tables/5/panel" in text
    assert spaced(codes[5]).split()[0] in text
    assert f"{ADDRESS}/tables/6" in text
    assert f"{ADDRESS}/tables/6/panel" not in text


def test_no_server_and_no_log_gets_the_code_with_the_address(store: Store) -> None:
    store.soft.ready(5)
    code = store.soft.codes()[5]
    parts = urlsplit(table_labels.panel_address(f"{ADDRESS}/tables/5", code))
    assert (parts.path, parts.query, parts.fragment) == ("/tables/5/panel", "", code)
    assert segno.make_qr(parts.geturl(), error="m").version  # it fits a code


def test_only_boards_take_new_firmware(store: Store) -> None:
    store.write([heard(5, "soft"), heard(6, "tcp")])
    assert connected(store) == [6]


@pytest.mark.parametrize("seal", ["sealed", "open", "broken", None])
def test_a_card_says_that_its_table_had_no_hardware(seal: str | None) -> None:
    made = [Played(state=None, events=[], seal=seal, soft=is_soft) for is_soft in (True, False)]
    soft, other = (card_making._proof(played).seal for played in made)
    assert soft.startswith(other)
    assert soft != other
