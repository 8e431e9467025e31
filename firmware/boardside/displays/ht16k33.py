"""A clock backpack of four digits, with an HT16K33 on I2C."""

SAYS = "Clock, four digits"
ROWS = ((4,),)
HAS_COLON = True
BUS = "i2c"


def gpios(_names):
    return ()


def face(names, buses):
    from ..arrangement import shows_halves
    from ..drivers.ht16k33 import Ht16k33
    from ..faces.digits import Digits

    if shows_halves(names):
        from ..table.show.segments_four_alone import render
    else:
        from ..table.show.segments_four import render

    driver = Ht16k33(buses.i2c())
    driver.init()
    return Digits(driver, render, 4)
