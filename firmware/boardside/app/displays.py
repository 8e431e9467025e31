"""The displays of this table on their pins, each with its face. Only the drivers in use are loaded."""

from .. import arrangement, pins

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from machine import SPI


def faces(names: "Sequence[str]") -> "tuple[list, list[str]]":
    """(a face for each display that is there or may yet come, blank; what is wrong, in words).

    names: as in arrangement.DISPLAYS, each with " back" behind it if it faces the other way; an arrangement
    that can be.
    """
    made = []
    problems = []
    bus = _Bus()
    for name in names:
        try:
            face = _face(arrangement.plain(name), names, bus)
        except OSError as error:
            problems.append("%s does not answer (error %s): look at its wires" % (name, error.errno))
            continue
        if not face.answers:
            problems.append("%s does not answer: look at its wires" % name)
        if arrangement.is_back(name):
            from ..faces.back import Back

            face = Back(face)
        made.append(face)
    return made, problems


class _Bus:
    """The SPI bus, made when the first display wants it."""

    def __init__(self) -> None:
        self._spi: "SPI | None" = None

    def spi(self, hertz: int = pins.SPI_HZ) -> "SPI":
        """The bus; who asks first says how fast it is."""
        from machine import SPI, Pin

        if self._spi is None:
            # Without `miso=None` the port takes the bus's usual pin for it: GPIO 19, the buzzer.
            self._spi = SPI(
                pins.SPI_BUS,
                baudrate=hertz,
                sck=Pin(pins.DISPLAY_CLK),
                mosi=Pin(pins.DISPLAY_DIN),
                miso=None,
            )
        return self._spi


def _face(name: str, names: "Sequence[str]", bus: _Bus):
    if name == "max7219":
        from ..faces.eight import Eight

        return Eight(_max7219(bus, 1))
    if name == "max7219x2":
        from ..faces.digits import Digits
        from ..table.segments_line import render

        return Digits(_max7219(bus, 2), render, 16)
    if name == "tm1637":
        return _four(_tm1637())
    if name == "ht16k33":
        return _four(_ht16k33())
    if name == "digits":
        from ..faces.eight import Eight

        return Eight(_stp16cp05(bus))
    if name in arrangement.PAPERS:
        from .papers import paper

        return paper(name, names, bus)
    raise ValueError(name)


def _four(driver):
    from ..faces.digits import Digits
    from ..table.segments_four import render

    return Digits(driver, render, 4)


def _max7219(bus: _Bus, chips: int):
    from machine import Pin

    from ..drivers.max7219 import Max7219

    driver = Max7219(bus.spi(), Pin(pins.DISPLAY_CS, Pin.OUT, value=1), chips)
    driver.init()
    return driver


def _tm1637():
    from time import sleep_us

    from machine import Pin

    from ..drivers.tm1637 import Tm1637

    clk = Pin(pins.TM1637_CLK, Pin.OPEN_DRAIN, Pin.PULL_UP, value=1)
    dio = Pin(pins.TM1637_DIO, Pin.OPEN_DRAIN, Pin.PULL_UP, value=1)
    driver = Tm1637(clk, dio, sleep_us)
    driver.init()
    return driver


def _ht16k33():
    from ..drivers.ht16k33 import Ht16k33
    from .buses import i2c

    driver = Ht16k33(i2c())
    driver.init()
    return driver


def _stp16cp05(bus: _Bus):
    from machine import PWM, Pin

    from ..drivers.stp16cp05 import OE_HZ, Stp16cp05

    dark = PWM(Pin(pins.DIGITS_OE, Pin.OUT, value=1), freq=OE_HZ, duty_u16=65535)
    boost = Pin(pins.BOOST_EN, Pin.OUT, value=0)
    driver = Stp16cp05(bus.spi(), Pin(pins.DISPLAY_CS, Pin.OUT, value=0), dark, boost)
    driver.init()
    return driver
