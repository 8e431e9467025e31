"""A table whose memory is short: refused before it is begun, or stored and followed as after power-on.

Here the places that find no memory are named; tests/chaos/test_chaos_memory.py tries every one.
"""

from table_kit import Umpire

from boardside.table import texts
from boardside.table.core import core


class Without:
    """`owner.name` finds no memory inside the block, so many times."""

    def __init__(self, owner, name, times=1):
        self._owner, self._name, self._left = owner, name, times

    def __enter__(self):
        self._original = getattr(self._owner, self._name)
        setattr(self._owner, self._name, self._work)
        return self

    def __exit__(self, *_):
        setattr(self._owner, self._name, self._original)

    def _work(self, *given):
        if self._left:
            self._left -= 1
            raise MemoryError
        return self._original(*given)


def begun():
    umpire = Umpire(strokes=1)
    umpire.assign()
    umpire.press("C" + "C")
    return umpire


def no_bytes(count):
    raise MemoryError


def test_a_press_without_room_is_refused_before_it_is_begun():
    umpire = begun()
    umpire.wait(10)
    core.bytearray = no_bytes
    try:
        umpire.press("W")  # has the memory that was held for it
        before = len(umpire.memory.events), umpire.table.sport.strokes.down
        umpire.wait(10)
        umpire.press("W")
        assert umpire.sounds[-1] == "refuse"
        assert umpire.line() == texts.REASONS["memory"][1]
        umpire.press("C")
    finally:
        del core.bytearray
    assert (len(umpire.memory.events), umpire.table.sport.strokes.down) == before
    umpire.press("WC")
    assert umpire.memory.kinds()[-1] == "stroke"


def test_clocks_and_panel_without_memory_are_restored_as_after_power_on():
    umpire = begun()
    umpire.press("W")
    said = []
    umpire.table.on_event = lambda event: said.append(event["kind"])
    with Without(umpire.table.sport, "follow"):
        umpire.press("C")
    assert umpire.memory.kinds()[-1] == "stroke"
    assert said == ["stroke"], "the host is told whatever comes after"
    assert umpire.line() == texts.NOTICES["short"][1]
    clock = umpire.table.status(umpire.now)["clock"]
    assert (clock["name"], clock["state"], clock["left"]) == ("stroke", "paused", 15_000)
    assert umpire.table.sport.strokes.down == (0, 0, 0, 0, 0, 0)
    assert umpire.is_fold()


def test_what_cannot_follow_now_follows_with_the_next_tick_and_no_press_before_it():
    umpire = begun()
    with Without(umpire.table.sport, "follow"), Without(umpire.table.sport, "recover", 2):
        umpire.press("C")
        umpire.press("C")
        assert umpire.memory.kinds().count("stroke") == 1
        assert umpire.line() == texts.REASONS["memory"][1]
        umpire.wait(10)
    assert umpire.line() == texts.NOTICES["short"][1]
    umpire.press("CCC")
    assert umpire.memory.kinds()[-1] == "stroke"
    assert umpire.is_fold()


def test_undo_held_lists_nothing_when_its_press_cannot_be_taken_back():
    umpire = begun()
    umpire.press("C" + "WC")
    umpire.wait(2_000)
    umpire.press("U")
    umpire.memory.refuses = True
    umpire.press("+")
    assert umpire.line().startswith("NOT STORED")
    assert umpire.table.panel.is_at_main
    umpire.memory.refuses = False
    assert umpire.is_fold()
