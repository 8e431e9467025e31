"""Which chips a board has, by its displays and its panel, and to which pins and buses they are soldered."""


def module(folder: str, name: str):
    """How the display or panel `name` is soldered: a module of `displays` or `panels` beside this one."""
    here = __name__.rsplit(".", 1)[0]
    return __import__(here + "." + folder + "." + name, None, None, ("solder",))


class Displays:
    """The display chips of a board, in the order of `names`: soldered to `spi`, `i2c`, and by `on_output`
    (GPIO -> function(level)), `drivers` (GPIO -> function() -> level) and `on_pwm` (GPIO -> function(hertz,
    duty)) to pins. The chip is the same with and without " back" at the end of a name.

    control: sends what the displays show: eight digits as display 0 by `D`; all others by `L` or `E`, with
    their place in the list.
    ticks_us(): the board's time. note(text): for wrong traffic.
    """

    def __init__(self, names, spi, i2c, on_output, drivers, on_pwm, control, ticks_us, note) -> None:
        self.names = names
        self.spi = spi
        self.i2c = i2c
        self.on_output = on_output
        self.drivers = drivers
        self.on_pwm = on_pwm
        self.ticks_us = ticks_us
        self.note = note
        self._control = control
        self.chips = [
            module("displays", name.split(" ")[0]).solder(self, index) for index, name in enumerate(names)
        ]

    def teller(self, index: int, places) -> "_Teller":
        """The callback for the chip of display `index` after a change of its segments; `places` as `tell`."""
        return _Teller(self, index, places)

    def page_teller(self, index: int, page) -> "_PaperTeller":
        """The callback for the e-paper `index` after a refresh; page(chip): the arguments of `tell_page`."""
        return _PaperTeller(self, index, page)

    def hurry(self, times: int) -> None:
        """Let e-papers refresh this many times as fast."""
        for chip in self.chips:
            if hasattr(chip, "hurry"):
                chip.hurry = times

    def tell(self, index: int, places, lit, intensity: int) -> None:
        """Send what a chip with digits shows: `lit[places[i]]` is place i, leftmost first."""
        if index == 0 and len(places) == 8:
            self._control.display(lit, places, intensity, self.ticks_us())
        else:
            self._control.lit(index, lit, places, intensity, self.ticks_us())

    def tell_page(self, index: int, pixels, row_bytes: int) -> None:
        """Send what an e-paper shows."""
        self._control.picture(index, pixels, row_bytes, self.ticks_us())


class _PaperTeller:
    """An e-paper calls it with itself when a refresh has ended."""

    def __init__(self, displays: Displays, index: int, page) -> None:
        self._displays = displays
        self._index = index
        self._page = page

    def __call__(self, chip) -> None:
        self._displays.tell_page(self._index, *self._page(chip))


class _Teller:
    """A chip calls it with itself when its lit segments have changed. Allocates nothing."""

    def __init__(self, displays: Displays, index: int, places) -> None:
        self._displays = displays
        self._index = index
        self._places = places

    def __call__(self, chip) -> None:
        self._displays.tell(self._index, self._places, chip.lit, chip.intensity)
