"""Eight digits of 57 mm, on four boards with an STP16CP05 each, on SPI."""

from .. import pins

SAYS = "Eight digits of 57 mm"
ROWS = ((2, 2, 2, 2),)
BUS = "spi"


def gpios(_names):
    return (("CS", pins.DISPLAY_CS), ("DIGITS_OE", pins.DIGITS_OE), ("BOOST_EN", pins.BOOST_EN))


def face(_names, buses):
    from machine import PWM, Pin

    from ..drivers.stp16cp05 import OE_HZ, Stp16cp05
    from ..faces.eight import Eight

    dark = PWM(Pin(pins.DIGITS_OE, Pin.OUT, value=1), freq=OE_HZ, duty_u16=65535)
    boost = Pin(pins.BOOST_EN, Pin.OUT, value=0)
    load = Pin(pins.DISPLAY_CS, Pin.OUT, value=0)
    driver = Stp16cp05(buses.spi(pins.SPI_HZ), load, dark, boost)
    driver.init()
    return Eight(driver)
