"""A table at which nothing happens rests, and the key that wakes it does its work."""

import sys

from portable import PERIOD

sys.path.append("tests/portable/menu")

from menu_kit import equipped
from table_kit import Umpire

MINUTE = 60_000


def sealed():
    umpire = equipped(idle=10)
    umpire.assign(stage="group")
    umpire.table.commit({"kind": "lost", "side": "b", "law": "143i"}, umpire.now)
    umpire.press("O")
    assert umpire.state.confirmed
    return umpire


def pages(umpire):
    """What is shown within eight seconds."""
    shown = set()
    for _ in range(16):
        shown.add(umpire.show())
        umpire.wait(500, 100)
    return shown


def test_an_idle_table_rests_after_its_minutes_and_the_key_acts():
    umpire = Umpire(PERIOD - 5 * MINUTE, idle=10)
    umpire.wait(10 * MINUTE - 100, 100)
    assert not umpire.table.idle.is_resting
    umpire.wait(100, 100)
    assert umpire.table.idle.is_resting
    assert umpire.show() == "tbL    3"
    umpire.press("O")
    assert not umpire.table.idle.is_resting
    assert umpire.show() == "5tArt   "


def test_a_sealed_match_stays_and_gives_way_to_the_number_by_turns():
    umpire = sealed()
    assert len(pages(umpire)) == 3  # its score, its games, who has won
    umpire.wait(10 * MINUTE, 500)
    assert "tbL    3" in pages(umpire)
    assert len(pages(umpire)) == 3
    umpire.press("C")
    assert umpire.shows("SEALEd")
    umpire.wait(2_000)
    assert "tbL    3" not in pages(umpire)


def test_the_halls_clock_has_the_place_of_the_number():
    umpire = sealed()
    umpire.table.command({"kind": "hall", "do": "start", "ms": 60 * MINUTE}, umpire.now)
    umpire.wait(11 * MINUTE, 500)
    assert [text for text in pages(umpire) if text.startswith("HALL")]


def test_a_match_in_play_or_the_menu_does_not_rest():
    umpire = equipped(idle=1)
    umpire.assign()
    umpire.wait(30 * MINUTE, 1_000)
    assert not umpire.table.idle.is_resting
    umpire = equipped(idle=1)
    umpire.press("OBO")
    umpire.wait(MINUTE - 1_000, 500)
    assert not umpire.table.idle.is_resting
    umpire.wait(3 * MINUTE, 500)  # the page goes away by itself, then the minute begins
    assert umpire.table.idle.is_resting


def test_a_match_of_the_host_wakes_it():
    umpire = equipped(idle=1)
    umpire.wait(2 * MINUTE, 500)
    assert umpire.table.idle.is_resting
    umpire.assign()
    assert not umpire.table.idle.is_resting


def test_zero_minutes_is_never():
    umpire = equipped(idle=0)
    umpire.wait(300 * MINUTE, 60_000)
    assert not umpire.table.idle.is_resting
