"""Which chips a board has, by its displays and its panel, and to which pins and buses they are soldered."""

from . import wiring
from .max7219 import Max7219

_FOUR = (0, 1, 2, 3)
_EIGHT = (0, 1, 2, 3, 4, 5, 6, 7)


class Displays:
    """The display chips of a board, in the order of `names`: soldered to `spi`, `i2c`, and by `on_output`
    (GPIO -> function(level)), `drivers` (GPIO -> function() -> level) and `on_pwm` (GPIO -> function(hertz,
    duty)) to pins. " back" behind a name is not for the chip: it looks the same.

    control: what is seen is told to it, eight digits as display 0 by `D`, all others with their place in the
    list, by `L` or `E`.
    ticks_us(): the board's time. note(text): for wrong traffic.
    """

    def __init__(self, names, spi, i2c, on_output, drivers, on_pwm, control, ticks_us, note) -> None:
        self._spi = spi
        self._i2c = i2c
        self._on_output = on_output
        self._drivers = drivers
        self._on_pwm = on_pwm
        self._control = control
        self._ticks_us = ticks_us
        self._note = note
        self.chips = [self._solder(index, name) for index, name in enumerate(names)]

    def _solder(self, index: int, name: str):
        name = name.split(" ")[0]
        if name == "max7219":
            return self._max7219(index)
        if name == "max7219x2":
            return self._max7219_pair(index)
        if name == "tm1637":
            return self._tm1637(index)
        if name == "ht16k33":
            return self._ht16k33(index)
        if name == "digits":
            return self._digits(index)
        raise ValueError(f"no chip is modelled for the display {name}")

    def _max7219(self, index: int) -> Max7219:
        chip = Max7219(_Teller(self, index, wiring.DIGIT_AT_PLACE), self._note)
        self._spi.attach(chip)
        self._on_output[wiring.DISPLAY_LOAD] = chip.load
        return chip

    def _max7219_pair(self, index: int):
        from .max7219_pair import Max7219Pair

        pair = Max7219Pair(_Teller(self, index, wiring.DIGIT_AT_PLACE_OF_TWO), self._note)
        self._spi.attach(pair)
        self._on_output[wiring.DISPLAY_LOAD] = pair.load
        return pair

    def _tm1637(self, index: int):
        from .tm1637 import Tm1637

        chip = Tm1637(_Teller(self, index, _FOUR), self._note, self._ticks_us)
        self._on_output[wiring.TM1637_CLK] = chip.clk
        self._on_output[wiring.TM1637_DIO] = chip.dio
        self._drivers[wiring.TM1637_DIO] = chip.pull
        return chip

    def _ht16k33(self, index: int):
        from .ht16k33 import Ht16k33

        chip = Ht16k33(_Teller(self, index, _FOUR), self._note)
        self._i2c.attach(wiring.HT16K33_ADDRESS, chip)
        return chip

    def _digits(self, index: int):
        from .stp16cp05 import DigitBoards

        boards = DigitBoards(_Teller(self, index, _EIGHT), self._note)
        self._spi.attach(boards)
        self._on_output[wiring.DISPLAY_LOAD] = boards.le
        self._on_output[wiring.DIGITS_OE] = boards.oe
        self._on_output[wiring.BOOST_EN] = boards.supply
        self._on_pwm[wiring.DIGITS_OE] = boards.dim
        return boards

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
