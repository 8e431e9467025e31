"""A board with keys and a TM1638, on three separate lines."""

from .. import pins

BUS = ""


def gpios():
    return (
        ("TM1638_STB", pins.TM1638_STB),
        ("TM1638_CLK", pins.TM1638_CLK),
        ("TM1638_DIO", pins.TM1638_DIO),
    )


def source(_buses):
    from machine import Pin

    from ..drivers.tm1638 import Tm1638

    return Tm1638(
        Pin(pins.TM1638_STB, Pin.OUT, value=1),
        Pin(pins.TM1638_CLK, Pin.OUT, value=1),
        Pin(pins.TM1638_DIO, Pin.OPEN_DRAIN, Pin.PULL_UP, value=1),
    )
