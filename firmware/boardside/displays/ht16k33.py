"""A clock backpack of four digits, with an HT16K33 on I2C."""

SAYS = "Clock, four digits"
ROWS = ((4,),)
HAS_COLON = True
BUS = "i2c"


def gpios(_names):
    return ()


def face(_names, buses):
    from ..drivers.ht16k33 import Ht16k33
    from ..faces.digits import Digits
    from ..table.show.segments_four import render

    driver = Ht16k33(buses.i2c())
    driver.init()
    return Digits(driver, render, 4)
