"""Which chips a board has, by its displays and its panel, and to which pins and buses they are soldered.

DISPLAYS and PANELS have a function for each name of `boardside.arrangement`. It attaches the chip's model,
which is imported when it is needed. On SPI all chips get the clock, on I2C each has an address.

A chip on SPI has `clock(byte)`, eight clock pulses with the bits of `byte` at its data input, bit 7 first;
`NAME`; `HZ_MAX`. Every chip gets every byte and checks its own select line.
`shares`, if the chip has this attribute, is set to True when other chips are on the same bus.

A chip on I2C has `NAME`, `HZ_MAX`, `write(data)` -> number of bytes it acknowledges, after its address, and
`read(buffer)`, which fills it.
"""

from . import wiring


class Spi:
    """The chips on the bus at SCK and MOSI of wiring.py."""

    def __init__(self) -> None:
        self.chips = []

    def attach(self, chip) -> None:
        """Solder a chip to the bus."""
        self.chips.append(chip)
        if len(self.chips) > 1:
            for each in self.chips:
                if hasattr(each, "shares"):
                    each.shares = True

    def clock(self, byte: int) -> None:
        """Eight clock pulses."""
        for chip in self.chips:
            chip.clock(byte)


class I2c:
    """The chips on SDA and SCL of wiring.py, by address.

    `chips`: those that answer; `soldered`: all of them.
    """

    def __init__(self) -> None:
        self.chips = {}
        self.soldered = {}

    def attach(self, address: int, chip) -> None:
        """Solder a chip to the bus. ValueError when the address is taken."""
        if address in self.chips:
            raise ValueError(f"I2C address 0x{address:02x} is taken")
        self.chips[address] = self.soldered[address] = chip

    def plug(self, address: int, is_in: bool) -> None:
        """Pull a chip off the bus, or plug it in again; calls the `power(is_on)` of a chip that has it.
        Does nothing at an address without a chip.
        """
        chip = self.soldered.get(address)
        if chip is None or (address in self.chips) == is_in:
            return
        if is_in:
            self.chips[address] = chip
        else:
            del self.chips[address]
        if hasattr(chip, "power"):
            chip.power(is_in)


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
        self.chips = [DISPLAYS[name.split(" ")[0]](self, index) for index, name in enumerate(names)]

    def teller(self, index: int, places) -> "_Teller":
        """The callback for the chip of display `index` after a change of its segments; `places` as `tell`."""
        return _Teller(self, index, places)

    def page_teller(self, index: int, page) -> "_PaperTeller":
        """The callback for the e-paper `index` after a refresh; page(chip): the arguments of `tell_page`."""
        return _PaperTeller(self, index, page)

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


def max7219(board, index: int):
    """A module of eight digits."""
    from .digit_chips import Max7219

    chip = Max7219(board.teller(index, wiring.DIGIT_AT_PLACE), board.note)
    board.spi.attach(chip)
    board.on_output[wiring.DISPLAY_LOAD] = chip.load
    return chip


def max7219x2(board, index: int):
    """Two modules in a chain."""
    from .digit_chips import Max7219Pair

    pair = Max7219Pair(board.teller(index, wiring.DIGIT_AT_PLACE_OF_TWO), board.note)
    board.spi.attach(pair)
    board.on_output[wiring.DISPLAY_LOAD] = pair.load
    return pair


def digits(board, index: int):
    """Eight digits of 57 mm on four boards, with their converter."""
    from .digit_chips import DigitBoards

    boards = DigitBoards(board.teller(index, (0, 1, 2, 3, 4, 5, 6, 7)), board.note)
    board.spi.attach(boards)
    board.on_output[wiring.DISPLAY_LOAD] = boards.le
    board.on_output[wiring.DIGITS_OE] = boards.oe
    board.on_output[wiring.BOOST_EN] = boards.supply
    board.on_pwm[wiring.DIGITS_OE] = boards.dim
    return boards


def tm1637(board, index: int):
    """A clock module of four digits on two lines."""
    from .clock_chips import Tm1637

    chip = Tm1637(board.teller(index, (0, 1, 2, 3)), board.note, board.ticks_us)
    board.on_output[wiring.TM1637_CLK] = chip.clk
    board.on_output[wiring.TM1637_DIO] = chip.dio
    board.drivers[wiring.TM1637_DIO] = chip.pull
    return chip


def ht16k33(board, index: int):
    """A clock backpack of four digits."""
    from .clock_chips import Ht16k33

    chip = Ht16k33(board.teller(index, (0, 1, 2, 3)), board.note)
    board.i2c.attach(wiring.HT16K33_ADDRESS, chip)
    return chip


#: Displays whose chip takes the usual CS: beside one of them an e-paper has its own.
_AT_LOAD = ("max7219", "max7219x2", "digits")


def epaper(board, index: int, name: str):
    """An e-paper with the controller `name` of ssd16xx.py."""
    from . import ssd16xx

    chip = ssd16xx.Ssd16xx(
        getattr(ssd16xx, name), board.page_teller(index, ssd16xx.page), board.note, board.ticks_us
    )
    board.spi.attach(chip)
    is_beside = [each for each in board.names if each.split(" ")[0] in _AT_LOAD]
    board.on_output[wiring.PAPER_CS_BESIDE if is_beside else wiring.PAPER_CS] = chip.cs
    board.on_output[wiring.PAPER_DC] = chip.dc
    board.on_output[wiring.PAPER_RST] = chip.rst
    board.drivers[wiring.PAPER_BUSY] = chip.busy
    return chip


#: (board: Displays, index: the display's place in the list, for `teller` and `page_teller`) -> the chip.
DISPLAYS = {
    "max7219": max7219,
    "max7219x2": max7219x2,
    "digits": digits,
    "tm1637": tm1637,
    "ht16k33": ht16k33,
    "epd42": lambda board, index: epaper(board, index, "SSD1683"),
    "epd29": lambda board, index: epaper(board, index, "SSD1680"),
}


class Panel:
    """The connections of a board's ten keys, by the panel's `name`.

    Solders the keys `keys` (keys.Keys): each to its own pin, or to chips on `i2c` or on lines.
    ticks_us(): the board's time. Only SERVICE is at a pin when the others are on chips.
    """

    def __init__(self, name: str, keys, i2c, on_output: dict, drivers: dict, ticks_us, note) -> None:
        self._keys = keys
        self._ticks_us = ticks_us
        self._i2c = i2c
        self._addresses: list[int] = []
        self.note = note
        self.is_direct = False
        self.line_chip = None
        PANELS[name](self, on_output, drivers)

    def attach(self, address: int, chip) -> None:
        """Solder a chip to I2C; the panel's plug disconnects it."""
        self._i2c.attach(address, chip)
        self._addresses.append(address)

    def read_key(self, index: int) -> int:
        """The level that a chip reads at key `index`."""
        return self._keys.read(wiring.KEYS[index][1], self._ticks_us())

    def read(self, gpio: int, now: int) -> int:
        """The level that a pin of the ESP32 reads at its key."""
        if self.is_direct or gpio == wiring.SERVICE[1]:
            return self._keys.read(gpio, now)
        return 1

    def plug(self, is_in: bool) -> None:
        """Put the panel's cable in or take it out; a chip without power loses its set-up."""
        for address in self._addresses:
            self._i2c.plug(address, is_in)
        if self.line_chip is not None:
            self.line_chip.is_there = is_in


def gpio(panel, _on_output: dict, _drivers: dict) -> None:
    """Each key has its own pin."""
    panel.is_direct = True


def mcp23017(panel, _on_output: dict, _drivers: dict) -> None:
    """The keys on an expander."""
    from .key_chips import Mcp23017

    panel.attach(wiring.EXPANDER, Mcp23017(panel.read_key, panel.note))


def pcf8574(panel, _on_output: dict, _drivers: dict) -> None:
    """The keys on two expanders."""
    from .key_chips import Pcf8574

    panel.attach(wiring.EXPANDER, Pcf8574(0, 8, panel.read_key, panel.note))
    panel.attach(wiring.EXPANDER + 1, Pcf8574(8, 2, panel.read_key, panel.note))


def tm1638(panel, on_output: dict, drivers: dict) -> None:
    """A board with keys on three lines."""
    from .key_chips import Tm1638

    chip = panel.line_chip = Tm1638(panel.read_key, panel.note)
    on_output[wiring.TM1638_STB] = chip.stb
    on_output[wiring.TM1638_CLK] = chip.clk
    on_output[wiring.TM1638_DIO] = chip.dio
    drivers[wiring.TM1638_DIO] = chip.pulls


#: (panel: Panel, on_output, drivers: as those of Displays)
PANELS = {"gpio": gpio, "mcp23017": mcp23017, "pcf8574": pcf8574, "tm1638": tm1638}
