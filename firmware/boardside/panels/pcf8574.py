"""The keys on two expanders with a PCF8574 each, on I2C."""

BUS = "i2c"


def gpios():
    return ()


def source(buses):
    from ..drivers.pcf8574 import Pcf8574

    return Pcf8574(buses.i2c())
