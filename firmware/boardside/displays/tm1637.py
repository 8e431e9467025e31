"""A clock module of four digits, with a TM1637 on two separate lines."""

from .. import pins

SAYS = "Clock, four digits"
ROWS = ((4,),)
HAS_COLON = True
BUS = ""


def gpios(_names):
    return (("TM1637_CLK", pins.TM1637_CLK), ("TM1637_DIO", pins.TM1637_DIO))


def face(_names, _buses):
    from time import sleep_us

    from machine import Pin

    from ..drivers.tm1637 import Tm1637
    from ..faces.digits import Digits
    from ..table.show.segments_four import render

    clk = Pin(pins.TM1637_CLK, Pin.OPEN_DRAIN, Pin.PULL_UP, value=1)
    dio = Pin(pins.TM1637_DIO, Pin.OPEN_DRAIN, Pin.PULL_UP, value=1)
    driver = Tm1637(clk, dio, sleep_us)
    driver.init()
    return Digits(driver, render, 4)
