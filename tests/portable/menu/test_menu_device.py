"""The menu's pages about the device: network, battery, about, number, self-test, repair."""

import sys

sys.path.append("tests/portable/menu")

from menu_kit import equipped, to_item
from table_kit import Umpire

from boardside.table import DARK, LIT, SHOW, sounds
from boardside.table.pages.panel import KEYS
from boardside.table.pages.repair import Repair


def pages(umpire, count):
    """The (digits, line) of `count` pages, BLACK between them."""
    shown = []
    for _ in range(count):
        shown.append((umpire.show(), umpire.line()))
        umpire.press("B")
    return shown


def test_network_shows_state_signal_addresses_and_waiting_events():
    umpire = equipped()
    to_item(umpire, "Lin")
    shown = [digits for digits, _ in pages(umpire, 9)]
    assert shown[2:] == [
        "5End  12",
        "nEt   on",
        "5iG  -58",
        "iP192.168",
        "    1. 77",
        "Ho192.168",
        "    1. 10",
    ]
    umpire.table.device.net["signal"] = -83
    umpire.table.device.net["waiting"] = 12345
    network = pages(umpire, 9)
    assert network[2][0] == "5End9999"
    assert "too weak" in network[4][1]


def test_network_of_a_table_on_its_cable_or_without_an_answer():
    umpire = equipped()
    umpire.table.device.net["ssid"] = ""
    to_item(umpire, "Lin")
    assert [digits for digits, _ in pages(umpire, 4)][3] == "nEt  0FF"  # O and 0 are the same segments
    umpire = equipped()
    umpire.table.device.net.update(
        {"state": "joining", "address": "", "signal": None, "host": "laptop.local", "problem": "no answer"}
    )
    to_item(umpire, "Lin")
    network = pages(umpire, 9)
    assert [digits for digits, _ in network][3:] == [
        "nEt 5EAr",
        "5iG nonE",
        "iP  nonE",
        "iP  nonE",
        "Ho  LonG",
        "Ho  LonG",
    ]
    assert network[3][1] == "Wi-Fi Hall: no answer"
    assert network[7][1] == "Host laptop.local"


def test_the_pages_follow_what_they_tell():
    umpire = equipped()
    to_item(umpire, "Lin")
    umpire.press("BB")
    umpire.table.device.net["waiting"] = 3
    umpire.press("WB")
    assert umpire.show() == "5End   3"


def test_battery_with_and_without_hours_and_without_a_battery():
    umpire = equipped()
    to_item(umpire, "bAtt")
    assert [digits for digits, _ in pages(umpire, 3)] == ["bAtt  82", "hour  31", "U    3.95"]
    umpire.table.battery["hours"] = None
    umpire.press("B")
    assert umpire.show() == "no hour5"
    umpire = Umpire()
    to_item(umpire, "bAtt")
    assert umpire.shows("no bAtt")
    assert umpire.sounds[-1] == "refuse"


def test_about_shows_the_tables_identity_and_why_it_started():
    umpire = equipped()
    to_item(umpire, "AboUt")
    shown = [digits for digits, _ in pages(umpire, 8)]
    assert shown == [
        "tbL    3",
        "Fir  0.1.0",
        "Prot   1",
        "5n240AC4",
        "  0b0d03",
        "9F03bd21",
        "5Lot   b",
        "5t   doG",
    ]


def test_the_number_is_set_by_steps_and_kept():
    umpire = equipped()
    kept = []
    umpire.table.on_setting = lambda name, value: kept.append((name, value))
    to_item(umpire, "tbL no")
    umpire.press("WWQQ B Q BS S")  # 3 + 200 + 10 - 2
    assert umpire.show() == "n1   211"
    umpire.press("O")
    assert kept == [("table", 211)]
    assert umpire.table.panel.is_at_main


def test_the_number_stays_within_its_range_and_a_match_keeps_it():
    umpire = equipped()
    to_item(umpire, "tbL no")
    umpire.press("SSS")
    assert umpire.sounds[-1] == "refuse"
    umpire.wait(2_000)
    assert umpire.show() == "n1     1"
    umpire.press("WW" + "Q" * 11)
    assert umpire.sounds[-1] == "refuse"
    umpire.wait(2_000)
    assert umpire.show() == "n100 999"
    umpire = equipped()
    umpire.assign()
    umpire.press("C")
    to_item(umpire, "tbL no")
    assert umpire.shows("in PLAY")


def test_the_same_number_is_no_change():
    umpire = equipped()
    to_item(umpire, "tbL no")
    umpire.press("O")
    assert umpire.shows("EqUAL")


def test_the_self_test_shows_every_segment_and_digit_and_sounds_everything():
    umpire = equipped()
    to_item(umpire, "tESt")
    assert umpire.table.device.lit == LIT
    lit = bytearray(8)
    heard = set()
    alone = 0
    umpire.press("O")
    assert umpire.table.device.lit == DARK
    assert umpire.shows("        ")
    for _ in range(16):
        umpire.press("O")
        assert umpire.table.device.lit == SHOW
        buffer = picture(umpire)
        if len([byte for byte in buffer if byte]) == 1:
            alone += 1
        elif len(set(buffer)) == 1 and bin(buffer[0]).count("1") == 1:
            for at in range(8):
                lit[at] |= buffer[at]
    assert lit == bytearray([0xFF] * 8)
    assert alone == 8
    for _ in range(len(sounds.RANK)):
        umpire.press("O")
        heard.add(umpire.sounds[-1])
    assert heard == set(sounds.PATTERNS)
    umpire.press("O")
    assert umpire.show() == "PrE55   "


def picture(umpire):
    from boardside.table.show.segments import render

    buffer = bytearray(8)
    render(umpire.table.screen(umpire.now), buffer)
    return buffer


def test_every_key_is_counted_and_only_undo_held_leaves():
    umpire = equipped()
    to_item(umpire, "tESt")
    umpire.press("O" * (18 + len(sounds.RANK)))
    umpire.press("WBQSFDCPUO")
    assert umpire.show() == "EntEr 10"
    assert "All ten" in umpire.line()
    assert umpire.memory.kinds() == ["boot"]
    umpire.press("C")
    assert not umpire.table.panel.is_at_main
    umpire.press("U+")
    assert umpire.shows("tESt")
    assert len(KEYS) == 10


def test_a_test_left_alone_ends_and_the_display_is_the_matchs_again():
    umpire = equipped()
    to_item(umpire, "tESt")
    assert umpire.table.device.lit
    umpire.wait(61_000)
    assert umpire.table.panel.is_at_main
    assert not umpire.table.device.lit


def test_any_other_key_in_the_test_says_what_to_do():
    umpire = equipped()
    to_item(umpire, "tESt")
    umpire.press("F")
    assert umpire.shows("tESt")
    assert umpire.sounds[-1] == "refuse"
    umpire.press("OOOW")
    assert umpire.show() == "~" * 8


def broken(code="failed"):
    umpire = equipped()
    umpire.table.panel.open(Repair(code))
    umpire.table.touch()
    return umpire


def test_the_repair_page_asks_before_it_erases():
    umpire = broken()
    assert umpire.show() == "rEPAir J"
    umpire.wait(120_000)
    assert umpire.show() == "rEPAir J"
    umpire.press("C")
    assert umpire.shows("rEPAir")
    umpire.press("O")
    assert umpire.show() == "ErA5  no"
    umpire.press("O")
    assert umpire.table.device.erased == 0
    umpire = broken()
    umpire.press("OQO")
    assert umpire.table.device.erased == 1


def test_a_journal_that_cannot_be_erased_is_reported():
    umpire = broken("version")
    umpire.press("O")
    assert umpire.shows("CALL")
    umpire = broken()
    umpire.table.device.erases = False
    umpire.press("OQO")
    assert umpire.shows("CALL")
    umpire.wait(2_000)
    assert umpire.show() == "ErA5 YE5"


def test_undo_leaves_the_repair_page_to_the_menu():
    umpire = broken()
    umpire.press("U")
    to_item(umpire, "tESt")
    assert umpire.table.device.lit
