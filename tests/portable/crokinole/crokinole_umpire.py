"""Tables at which a crokinole match stands, for the tests of its pages; `table` must be on the path."""

import sys

sys.path.insert(0, __file__.rsplit("/", 2)[0] + "/table")

from table_kit import Umpire


def final(**fields):
    """A final of wcc at a table; side a sits left and shoots first."""
    umpire = Umpire()
    event = {"ruleset": "wcc", "stage": "final"}
    event.update(fields)
    assert umpire.assign(**event)[0]
    return umpire


def hall_clock():
    """The same, with 30 s on the hall's clock."""
    umpire = final()
    hall(umpire, do="start", ms=30000)
    return umpire


def hall(umpire, **fields):
    """The host's hall clock."""
    event = {"kind": "hall"}
    event.update(fields)
    assert umpire.table.command(event, umpire.now)[0]


def sees(umpire, text):
    """Whether the digits show `text` now or by turns, or with what blinks."""
    for step in range(20):
        umpire.now += 256 * step
        shown = umpire.shows(text)
        umpire.now -= 256 * step
        if shown:
            return True
    return False


def near_end_of_game():
    """Side a has won two rounds, and the third ends the game early."""
    umpire = final()
    umpire.press("OW+OO OW+OO")
    return umpire


STARTS = {
    "a crokinole final in which the left side shoots first": final,
    "a crokinole final with half a minute on the hall's clock": hall_clock,
    "a crokinole final in which the left side is one round from game one": near_end_of_game,
}
