"""A match in a board stroke by stroke, for the tests of the table."""

from table_kit import Umpire

SETTLE = 1_600  # ms after which a passing message has gone


def begun(**fields):
    """A board in play, the left side about to break."""
    umpire = Umpire(strokes=1, **fields.pop("settings", {}))
    assert umpire.assign(**fields)[0]
    umpire.press("C")
    umpire.sounds.clear()
    return umpire


def doubles(**fields):
    return begun(doubles=True, a=["Asha", "Amir"], b=["Bo", "Bina"], **fields)


def stroke(umpire, keys=""):
    """Struck, what went down, complete, and the moment in which the ruling is shown."""
    umpire.press("C" + keys + "C")
    umpire.wait(SETTLE)


def lit(umpire):
    """Go on to a moment in which nothing that blinks is dark."""
    umpire.now += (0 - umpire.now) % 1_024 + 64
    umpire.table.tick(umpire.now)
    return umpire


def last(umpire):
    """The last event without its envelope."""
    event = umpire.memory.events[-1]
    return {name: event[name] for name in event if name not in ("seq", "boot", "at", "by", "match")}


def clock(umpire):
    status = umpire.table.status(umpire.now)["clock"]
    return status["name"], status["state"]


def owing(umpire):
    stroke(umpire, "WW")
    stroke(umpire, "S")
    return umpire


def nine(umpire):
    """The left side pockets eight and covers the Queen; one white is left."""
    stroke(umpire, "WWWW")
    stroke(umpire, "QWWWW")
    return umpire


def item(umpire, line):
    """Open the menu at the item whose line begins with `line`, and press OK."""
    umpire.press("O+")
    for _ in range(30):
        if umpire.table.screen(umpire.now).menu_item.startswith(line):
            umpire.press("O")
            return
        umpire.press("B")
    raise AssertionError("no item %r" % line)
