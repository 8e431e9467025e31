"""Locked keys: nothing happens by them, everything else goes on, and they can be opened."""

from table_kit import Umpire

from boardside.table.menu import device, items
from boardside.table.pages.panel import KEYS


def locked(**settings):
    """A match with its break's count running, the keys locked by the menu."""
    umpire = Umpire(strokes=1, **settings)
    assert umpire.assign()[0]
    umpire.press("C")
    umpire.press("O+")
    page = umpire.table.panel.mode
    while items.ITEMS[page.at][0] != "CLEAn":
        umpire.press("B")
    umpire.press("O")
    assert umpire.table.screen(umpire.now).message == "LoCd"
    return umpire


def is_locked(umpire):
    return isinstance(umpire.table.panel.mode, device.Lock)


def test_every_key_says_how_to_open_and_does_nothing():
    umpire = locked()
    before = umpire.memory.kinds()
    for letter in "WBQSFDCPUO":
        umpire.press(letter)
        assert umpire.sounds[-1] == "refuse"
        assert umpire.shows("HoLdUndo"), letter
        if letter != "U":
            umpire.press("+")
        assert is_locked(umpire)
    assert umpire.memory.kinds() == before
    assert len(KEYS) == 10


def test_clock_and_host_go_on():
    umpire = locked()
    umpire.wait(1_600)
    assert umpire.table.screen(umpire.now).page_now == "score"
    assert not umpire.table.panel.is_busy
    umpire.wait(15_000)
    assert umpire.memory.kinds()[-1] == "expired"
    assert umpire.sounds[-1] == "zero"
    umpire.wait(120_000, 250)
    assert is_locked(umpire)
    assert umpire.table.command({"kind": "hall", "do": "start", "ms": 60_000}, umpire.now)[0]
    assert umpire.table.command({"kind": "time"}, umpire.now)[0]
    assert umpire.state.phase == "toss"  # level: an extra board
    assert is_locked(umpire)


def test_undo_held_then_clock_held_opens():
    umpire = locked()
    umpire.press("U+")
    assert umpire.shows("HoLdCLoC")
    umpire.press("C")
    assert umpire.shows("HoLdCLoC")
    assert is_locked(umpire)
    umpire.press("+")
    assert not is_locked(umpire)
    assert umpire.shows("oPEn")
    count = umpire.memory.kinds()
    assert count[-1] == "play"  # opening was no press of CLOCK
    umpire.press("C")
    assert umpire.shows(" 0_    0")


def test_another_key_in_between_starts_the_unlocking_again():
    for keys in ("U+WC+", "C+U+", "UC+", "U+C+"[:3], "C+", "U+U+W+C+"):
        umpire = locked()
        umpire.press(keys)
        assert is_locked(umpire), keys
    umpire = locked()
    umpire.press("C+U+C+")
    assert not is_locked(umpire)


def test_the_power_opens():
    umpire = locked()
    umpire.power_on()
    assert not is_locked(umpire)


def test_an_empty_table_says_by_turns_that_it_is_locked():
    umpire = Umpire(table=7)
    umpire.press("O")
    page = umpire.table.panel.mode
    assert isinstance(page, items.Menu)
    while items.ITEMS[page.at][0] != "CLEAn":
        umpire.press("W")
    umpire.press("O")
    umpire.wait(2_000)
    assert "LoCd" in [umpire.table.screen(umpire.now + 2_048 * step).message for step in range(2)]
    assert umpire.assign()[0]
    assert is_locked(umpire)


def test_locked_crokinole_opens_too():
    umpire = Umpire()
    assert umpire.assign(ruleset="wcc", stage="final")[0]
    device.lock(umpire.table.panel)
    umpire.press("O")
    assert umpire.shows("HoLdUndo")
    umpire.press("U+C+")
    assert umpire.table.panel.is_at_main
