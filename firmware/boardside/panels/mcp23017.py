"""The keys on an expander with an MCP23017, on I2C."""

BUS = "i2c"


def gpios():
    return ()


def source(buses):
    from ..drivers.mcp23017 import Mcp23017

    return Mcp23017(buses.i2c())
