"""Which chips a board has, by its displays and its panel, and to which pins and buses they are soldered."""

from . import wiring
from .max7219 import Max7219


class Displays:
    """The display chips of a board, in the order of `names`: soldered to `spi`, `i2c`, and by `on_output`
    (GPIO -> function(level)) and `drivers` (GPIO -> function() -> level) to pins.

    control: what is seen is told to it, display 0 by `D` or `E`, any other with its place in the list.
    ticks_us(): the board's time. note(text): for wrong traffic.
    """

    def __init__(self, names, spi, i2c, on_output: dict, drivers: dict, control, ticks_us, note) -> None:
        self._spi = spi
        self._i2c = i2c
        self._on_output = on_output
        self._drivers = drivers
        self._control = control
        self._ticks_us = ticks_us
        self._note = note
        self.chips = [self._solder(index, name) for index, name in enumerate(names)]

    def _solder(self, index: int, name: str):
        if name == "max7219":
            return self._max7219(index)
        raise ValueError(f"no chip is modelled for the display {name}")

    def _max7219(self, index: int) -> Max7219:
        chip = Max7219(_Teller(self, index, wiring.DIGIT_AT_PLACE), self._note)
        self._spi.attach(chip)
        self._on_output[wiring.DISPLAY_LOAD] = chip.load
        return chip

    def tell(self, index: int, places, lit, intensity: int) -> None:
        """What a chip with digits shows: `lit[places[i]]` is place i, leftmost first."""
        if index == 0 and len(places) == 8:
            self._control.display(lit, places, intensity, self._ticks_us())
        else:
            self._control.lit(index, lit, places, intensity, self._ticks_us())


class _Teller:
    """Called by a chip with itself when what is lit changed. Allocates nothing."""

    def __init__(self, displays: Displays, index: int, places) -> None:
        self._displays = displays
        self._index = index
        self._places = places

    def __call__(self, chip) -> None:
        self._displays.tell(self._index, self._places, chip.lit, chip.intensity)
