"""What the portable tests share: no pytest here, MicroPython has none."""

import os

#: `make night` tries every case; without it a test that reads this tries only some of them.
WHOLE = os.getenv("BOARDSIDE_WHOLE") == "1"

#: After so many the ticks of an ESP32 begin anew.
PERIOD = 1 << 30
HALF = PERIOD >> 1
MASK = PERIOD - 1


def diff(later, earlier):
    """As `time.ticks_diff` of the ESP32. Where words have 32 bits, PERIOD is no small integer: nothing here
    may become as large on the way, because that would allocate.
    """
    passed = later - earlier
    if passed >= HALF:
        return passed - MASK - 1
    return passed + MASK + 1 if passed < -HALF else passed


def add(ticks, ms):
    """As `time.ticks_add` of the ESP32."""
    if ms > MASK - ticks:
        return ms - (MASK - ticks) - 1
    return ticks + ms if ticks + ms >= 0 else ticks + ms + MASK + 1


def raises(error, function, *arguments):
    """Call `function(*arguments)`; return the exception of type `error` that it must raise."""
    try:
        function(*arguments)
    except error as caught:
        return caught
    raise AssertionError("%s was not raised" % error.__name__)
