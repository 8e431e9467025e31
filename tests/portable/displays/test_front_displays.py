"""Several displays at one table: all are shown, tested and healed; one that stops answering is told."""

import sys

from portable import add, diff
from rigs import Backpack, OneModule, TwoModules

sys.path.append("tests/portable/table")
from table_kit import Umpire

from boardside.app.front import Front
from boardside.drivers.buzzer import Buzzer
from boardside.faces.back import Back
from boardside.faces.digits import Digits
from boardside.faces.eight import Eight
from boardside.table import DARK, LIT, SHOW
from boardside.table.show import segments_four, segments_line


class NoKeys:
    answers = True

    def scan(self, now):
        return False


class Mute:
    def freq(self, hertz):
        pass

    def duty_u16(self, duty):
        pass


class Set:
    """A table with a display for the umpire, one with two modules, and a backpack on the other side."""

    def __init__(self):
        self.rigs = OneModule(), TwoModules(), Backpack()
        for rig in self.rigs:
            rig.driver.init()
        first, two, pack = self.rigs
        faces = (
            Eight(first.driver),
            Digits(two.driver, segments_line.render, 16),
            Back(Digits(pack.driver, segments_four.render, 4)),
        )
        self.umpire = Umpire()
        self.umpire.assign()
        table = self.umpire.table
        self.front = Front(table, NoKeys(), faces, Buzzer(Mute(), diff, add), diff, self.umpire.now)
        self.umpire.wait(2_000)
        self.front.show(self.umpire.now)

    def show(self):
        """Something at the table has changed: the displays are brought to it."""
        self.umpire.table.touch()
        self.front.show(self.umpire.now)

    def said(self):
        """What the table has on its line for the umpire."""
        return self.umpire.table.screen(self.umpire.now).message

    def is_wrong(self):
        return [rig.errors for rig in self.rigs if rig.errors]


def test_all_displays_are_dimmed_tested_and_healed():
    table = Set()
    shown = [rig.shown() for rig in table.rigs]
    assert [any(picture) for picture in shown] == [True, True, True]
    table.front.brightness(4)
    assert [rig.chip.intensity for rig in table.rigs] == [4, 4, 4]
    table.front.test(LIT)
    table.front.heal()
    assert [rig.shown() for rig in table.rigs] == [b"\xff" * 8, b"\xff" * 16, b"\xff" * 4]
    table.front.test(DARK)
    table.show()
    assert [any(rig.shown()) for rig in table.rigs] == [False, False, False]
    table.front.test(SHOW)
    table.show()
    assert [rig.shown() for rig in table.rigs] == shown
    assert table.is_wrong() == []


def test_a_display_that_stops_or_begins_to_answer_is_reported_once():
    table = Set()
    bus, chip = table.rigs[2].bus, table.rigs[2].chip
    table.front.heal()
    assert table.said() != "no diSP"
    bus.is_in = False
    chip.power(False)
    table.front.heal()
    assert table.said() == "no diSP"
    table.umpire.wait(2_000)
    assert table.said() != "no diSP"
    table.front.heal()
    assert table.said() != "no diSP", "once is enough"
    bus.is_in = True
    table.front.heal()
    assert table.said() == "diSP on"
    assert any(table.rigs[2].shown())
    assert table.is_wrong() == []
