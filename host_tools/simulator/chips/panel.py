"""The panel of a board: what its ten keys are soldered to, by its name in the firmware's arrangement.py."""

from . import wiring


class Panel:
    """Solders the keys `keys` (keys.Keys): to pins of their own, or to chips on `i2c` or on lines.

    ticks_us(): the board's time. Only SERVICE is at a pin when the others are on chips.
    """

    def __init__(self, name: str, keys, i2c, on_output: dict, drivers: dict, ticks_us, note) -> None:
        self._keys = keys
        self._ticks_us = ticks_us
        self._i2c = i2c
        self._is_direct = name == "gpio"
        self._addresses = ()
        self._line_chip = None
        if name == "mcp23017":
            self._solder_mcp23017(note)
        elif name == "pcf8574":
            self._solder_pcf8574(note)
        elif name == "tm1638":
            self._solder_tm1638(on_output, drivers, note)
        elif not self._is_direct:
            raise ValueError(f"no chip is modelled for the panel {name}")

    def read(self, gpio: int, now: int) -> int:
        """What a pin of the ESP32 reads of the keys."""
        if self._is_direct or gpio == wiring.SERVICE[1]:
            return self._keys.read(gpio, now)
        return 1

    def plug(self, is_in: bool) -> None:
        """Put the panel's cable in or take it out; a chip without power loses its set-up."""
        for address in self._addresses:
            self._i2c.plug(address, is_in)
        if self._line_chip is not None:
            self._line_chip.is_there = is_in

    def _solder_mcp23017(self, note) -> None:
        from .mcp23017 import Mcp23017

        self._i2c.attach(wiring.EXPANDER, Mcp23017(self._read_key, note))
        self._addresses = (wiring.EXPANDER,)

    def _solder_pcf8574(self, note) -> None:
        from .pcf8574 import Pcf8574

        self._i2c.attach(wiring.EXPANDER, Pcf8574(0, 8, self._read_key, note))
        self._i2c.attach(wiring.EXPANDER + 1, Pcf8574(8, 2, self._read_key, note))
        self._addresses = (wiring.EXPANDER, wiring.EXPANDER + 1)

    def _solder_tm1638(self, on_output: dict, drivers: dict, note) -> None:
        from .tm1638 import Tm1638

        chip = self._line_chip = Tm1638(self._read_key, note)
        on_output[wiring.TM1638_STB] = chip.stb
        on_output[wiring.TM1638_CLK] = chip.clk
        on_output[wiring.TM1638_DIO] = chip.dio
        drivers[wiring.TM1638_DIO] = chip.pulls

    def _read_key(self, index: int) -> int:
        return self._keys.read(wiring.KEYS[index][1], self._ticks_us())
