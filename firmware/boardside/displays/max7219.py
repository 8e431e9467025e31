"""A module of eight digits, with a MAX7219 on SPI."""

from .. import pins

SAYS = "Eight digits"
ROWS = ((4, 4),)
BUS = "spi"


def gpios(_names):
    return (("CS", pins.DISPLAY_CS),)


def face(_names, buses):
    from ..faces.eight import Eight

    return Eight(driver(buses, 1))


def driver(buses, chips: int):
    """The driver of this many modules in a chain."""
    from machine import Pin

    from ..drivers.max7219 import Max7219

    made = Max7219(buses.spi(pins.SPI_HZ), Pin(pins.DISPLAY_CS, Pin.OUT, value=1), chips)
    made.init()
    return made
