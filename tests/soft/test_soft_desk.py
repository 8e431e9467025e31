"""Tables without hardware at the desk: labels with their codes, and the mark on cards."""

import io
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

import pypdf
import pytest
import segno

from host_tools.exports import card_making, table_labels
from host_tools.exports.card import Played
from host_tools.store import Store
from host_tools.store.keys import spaced
from host_tools.store.rows import TableRecord
from host_tools.store.wall_clock import now_ms
from host_tools.update.command import connected

ADDRESS = "http://192.168.1.10:7500"
MOMENT = datetime(2026, 3, 12, tzinfo=UTC)


@pytest.fixture(name="store")
def opened(tmp_path: Path) -> Store:
    return Store.open(f"sqlite:///{tmp_path / 'hall.sqlite3'}")


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
