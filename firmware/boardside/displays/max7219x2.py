"""Two modules with a MAX7219 in a chain: the second is a line for clock and messages."""

from .max7219 import BUS, driver, gpios

__all__ = ("BUS", "ROWS", "SAYS", "face", "gpios")

SAYS = "Two lines of eight digits"
ROWS = ((4, 4), (4, 4))


def face(_names, buses):
    from ..faces.digits import Digits
    from ..table.show.segments_line import render

    return Digits(driver(buses, 2), render, 16)
