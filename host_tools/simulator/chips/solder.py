"""Which chips a board has, by its displays and its panel, and to which pins and buses they are soldered."""

from . import wiring
from .max7219 import Max7219

_AT_LOAD = ("max7219", "max7219x2", "digits")
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
        self._names = names
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
        if name in ("epd42", "epd29"):
            return self._paper(index, name)
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

    def _paper(self, index: int, name: str):
        from . import ssd16xx

        model = ssd16xx.SSD1683 if name == "epd42" else ssd16xx.SSD1680
        chip = ssd16xx.Ssd16xx(model, _PaperTeller(self, index, ssd16xx.page), self._note, self._ticks_us)
        self._spi.attach(chip)
        beside = [each for each in self._names if each.split(" ")[0] in _AT_LOAD]
        self._on_output[wiring.PAPER_CS_BESIDE if beside else wiring.PAPER_CS] = chip.cs
        self._on_output[wiring.PAPER_DC] = chip.dc
        self._on_output[wiring.PAPER_RST] = chip.rst
        self._drivers[wiring.PAPER_BUSY] = chip.busy
        return chip

    def hurry(self, times: int) -> None:
        """Let e-papers refresh so many times as quickly."""
        for chip in self.chips:
            if hasattr(chip, "hurry"):
                chip.hurry = times

    def tell(self, index: int, places, lit, intensity: int) -> None:
        """What a chip with digits shows: `lit[places[i]]` is place i, leftmost first."""
        if index == 0 and len(places) == 8:
            self._control.display(lit, places, intensity, self._ticks_us())
        else:
            self._control.lit(index, lit, places, intensity, self._ticks_us())

    def tell_page(self, index: int, pixels, row_bytes: int) -> None:
        """What an e-paper shows."""
        self._control.picture(index, pixels, row_bytes, self._ticks_us())


class _PaperTeller:
    """Called by an e-paper with itself when a refresh has ended."""

    def __init__(self, displays: Displays, index: int, page) -> None:
        self._displays = displays
        self._index = index
        self._page = page

    def __call__(self, chip) -> None:
        self._displays.tell_page(self._index, *self._page(chip))


class _Teller:
    """Called by a chip with itself when what is lit changed. Allocates nothing."""

    def __init__(self, displays: Displays, index: int, places) -> None:
        self._displays = displays
        self._index = index
        self._places = places

    def __call__(self, chip) -> None:
        self._displays.tell(self._index, self._places, chip.lit, chip.intensity)
