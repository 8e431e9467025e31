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
