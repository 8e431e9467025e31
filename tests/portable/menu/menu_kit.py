"""A table with a device behind it, as the menu asks it."""

import sys

for folder in ("tests/portable/table", "tests/portable/menu"):
    if folder not in sys.path:
        sys.path.append(folder)

from table_kit import Umpire  # noqa: E402


class Device:
    """What app/facts.py is on a board, with answers of its own."""

    def __init__(self):
        self.lit = False
        self.erased = 0
        self.erases = True
        self.net = {
            "ssid": "Hall",
            "state": "joined",
            "problem": "",
            "address": "192.168.1.77",
            "signal": -58,
            "host": "192.168.1.10",
            "waiting": 12,
        }

    def network(self):
        return self.net

    def about(self):
        return {
            "serial": "240ac40b0d03",
            "protocol": 1,
            "journal": "9f03bd21",
            "slot": "b",
            "cause": "watchdog",
            "row": 2,
        }

    def test_displays(self, picture):
        self.lit = picture

    def erase_journal(self):
        self.erased += 1
        return self.erases


def equipped(**settings):
    """An umpire at an idle table with Wi-Fi and a battery."""
    umpire = Umpire(strokes=1, **settings)
    umpire.table.device = Device()
    umpire.table.battery = {"mv": 3956, "percent": 82, "hours": 31}
    return umpire


def to_item(umpire, message):
    """Open the item of the menu whose digits say `message`, from wherever it stands."""
    rows = _rows(umpire)
    names = [row[0] for row in rows]
    while names[umpire.table.panel.mode.at] != message:
        umpire.press("B")
    umpire.press("O")


def _rows(umpire):
    if umpire.state.phase in ("idle", "confirmed"):
        umpire.press("O")
    else:
        umpire.press("O+")
    return umpire.table.sport.menu().ITEMS
