"""The displays of this table on their pins, each with its face. Only the drivers in use are loaded."""

from .. import pins

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from machine import SPI


def faces(names: "Sequence[str]") -> "tuple[list, list[str]]":
    """(a face for each display that answers, blank; what is wrong with the others, in words).

    names: as in arrangement.DISPLAYS, an arrangement that can be.
    """
    made = []
    problems = []
    bus = _Bus()
    for name in names:
        try:
            made.append(_face(name, names, bus))
        except OSError as error:
            problems.append("%s does not answer (error %s): look at its wires" % (name, error.errno))
    return made, problems


class _Bus:
    """The SPI bus, made when the first display wants it."""

    def __init__(self) -> None:
        self._spi: "SPI | None" = None

    def spi(self) -> "SPI":
        from machine import SPI, Pin

        if self._spi is None:
            # Without `miso=None` the port takes the bus's usual pin for it: GPIO 19, the buzzer.
            self._spi = SPI(
                pins.SPI_BUS,
                baudrate=pins.SPI_HZ,
                sck=Pin(pins.DISPLAY_CLK),
                mosi=Pin(pins.DISPLAY_DIN),
                miso=None,
            )
        return self._spi


def _face(name: str, names: "Sequence[str]", bus: _Bus):
    if name == "max7219":
        return _max7219(bus)
    raise ValueError(name)


def _max7219(bus: _Bus):
    from machine import Pin

    from ..drivers.max7219 import Max7219
    from ..faces.eight import Eight

    chip_select = Pin(pins.DISPLAY_CS, Pin.OUT, value=1)
    chip = Max7219(bus.spi(), chip_select)
    chip.init()
    return Eight(chip)
