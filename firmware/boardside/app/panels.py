"""The panel of this table: the ten keys on whatever reads them. Only the driver in use is loaded."""

from .. import pins


def source(name: str):
    """What reads the keys, as drivers.keys wants it. name: as in arrangement.PANELS, else ValueError.

    A panel that is not there is found out at the first reading, not here.
    """
    if name == "gpio":
        return _gpio()
    if name == "mcp23017":
        from ..drivers.mcp23017 import Mcp23017
        from .buses import i2c

        return Mcp23017(i2c())
    if name == "pcf8574":
        from ..drivers.pcf8574 import Pcf8574
        from .buses import i2c

        return Pcf8574(i2c())
    if name == "tm1638":
        return _tm1638()
    raise ValueError(name)


def _gpio():
    from machine import Pin

    from ..drivers.keys import Pins

    return Pins([Pin(gpio, Pin.IN, Pin.PULL_UP) for _, gpio in pins.KEYS])


def _tm1638():
    from machine import Pin

    from ..drivers.tm1638 import Tm1638

    return Tm1638(
        Pin(pins.TM1638_STB, Pin.OUT, value=1),
        Pin(pins.TM1638_CLK, Pin.OUT, value=1),
        Pin(pins.TM1638_DIO, Pin.OPEN_DRAIN, Pin.PULL_UP, value=1),
    )


def is_held(name: str, keys: "tuple[str, ...]", sleep_ms) -> bool:
    """Whether all of `keys` (names of pins.KEYS) are held: read three times, 10 ms apart. No answer is no."""
    wanted = 0
    for index in range(len(pins.KEYS)):
        if pins.KEYS[index][0] in keys:
            wanted |= 1 << index
    try:
        panel = source(name)
        for reading in range(3):
            if reading:
                sleep_ms(10)
            if panel.read() & wanted != wanted:
                return False
    except OSError:
        return False
    return True
