"""Clock modules of four digits, with their chips as the data sheets describe them: TM1637 and HT16K33."""

from .digit_chips import DigitChip

DIGITS = 4


_TM1637_RAM = 6

_PERIOD_LEAST_US = 2
"""CLK runs at 500 kHz at most ("Timing characteristics")."""

_IDLE = -1  # outside of a transmission


class Tm1637(DigitChip):
    """The TM1637 (Titan Micro, V2.4).

    Two lines: DIO may change while CLK is low and is taken at its rising edge, bit 0 first. DIO falling while
    CLK is high starts a transmission, rising then ends it ("Interface interpretation"). After each byte the
    chip pulls DIO low from the falling edge of the 8th clock to that of the 9th. Commands by bits 7-6: 01
    data, 10 display, 11 address. At power-up the display is off. On the module the segment DP of the second
    digit is the colon.

    `clk(level)` and `dio(level)` are the levels at which the processor holds the lines; `pull()` -> the
    level at which the chip holds DIO. `ticks_us()` gives the time, None: unknown. Its eight steps of light
    are reported as 1, 3 ... 15.
    """

    NAME = "TM1637"

    def __init__(self, changed=None, note=None, ticks_us=None) -> None:
        DigitChip.__init__(self, DIGITS, changed, note)
        self._ticks_us = ticks_us
        self._clk = self._dio = 1
        self._pull = 1
        self._bits = _IDLE
        self._shift = 0
        self._count = 0  # bytes of this transmission
        self._rose_at = -_PERIOD_LEAST_US
        self._ram = bytearray(_TM1637_RAM)
        self._address = 0
        self._is_fixed = False
        self._is_on = False
        self._unseen = 0  # bytes written while dark: one picture is allowed before the display is on

    def pull(self) -> int:
        """0 while the chip acknowledges a byte, else 1."""
        return self._pull

    def clk(self, level: int) -> None:
        """The level of CLK."""
        if level == self._clk:
            return
        self._clk = level
        if level:
            self._rise()
        elif self._bits == 8:
            self._acknowledge()
        elif self._bits == 9:
            self._pull = 1
            self._bits = 0

    def dio(self, level: int) -> None:
        """The level to which the processor sets DIO."""
        if level == self._dio:
            return
        self._dio = level
        if not self._clk:
            return
        if level:
            self._stop()
        else:
            self._start()

    def _rise(self) -> None:
        if self._ticks_us is not None:
            now = self._ticks_us()
            if 0 <= now - self._rose_at < _PERIOD_LEAST_US:
                self._error("CLK is faster than 500 kHz")
            self._rose_at = now
        if self._bits == _IDLE:
            self._error("clocked without a start")
        elif self._bits < 8:
            self._shift |= self._dio << self._bits
            self._bits += 1
        else:
            self._bits = 9
            if not self._dio:
                self._error("DIO is held low while the chip acknowledges: let it go first")

    def _acknowledge(self) -> None:
        """The falling edge of the 8th clock: the byte is complete."""
        self._pull = 0
        byte, self._shift = self._shift, 0
        if self._count and self._address < 0:
            self._error("a second byte in a transmission without an address")
        elif self._count:
            self._store(byte)
        else:
            self._command(byte)
        self._count += 1

    def _start(self) -> None:
        if self._bits != _IDLE:
            self._error("a start in the middle of a transmission")
        self._bits = self._shift = self._count = 0
        self._address = _IDLE

    def _stop(self) -> None:
        if self._bits == _IDLE:
            self._error("a stop without a start")
        elif self._bits == 8:
            self._error("a stop instead of the 9th clock, which acknowledges")
        elif self._bits == 1:  # the clock that carries the stop; DIO was low
            if not self._count:
                self._error("a start and a stop with nothing between")
        else:
            self._error(f"a stop after {self._bits} bits of a byte")
        self._bits = _IDLE
        self._pull = 1

    def _command(self, byte: int) -> None:
        kind = byte >> 6
        if kind == 1:
            self._is_fixed = bool(byte & 4)
            if byte & 0x0B:
                self._error(f"command 0x{byte:02X}: keys and test mode are not for a display")
        elif kind == 2:
            self._is_on = bool(byte & 8)
            self._unseen = 0
            self._light(2 * (byte & 7) + 1)
        elif kind == 3:
            self._address = byte & 0x0F
            if byte & 0x30:
                self._error(f"address 0x{byte:02X}: bits 5 and 4 are 0")
            if self._address >= _TM1637_RAM:
                self._error(f"address 0x{byte:02X}: the chip has six digits")
        else:
            self._error(f"command 0x{byte:02X} does not exist")

    def _store(self, byte: int) -> None:
        if self._address >= _TM1637_RAM:
            self._error("data behind the last digit")
            return
        self._ram[self._address] = byte
        if not self._is_on:
            self._unseen += 1
            if self._unseen == DIGITS + 1:
                self._error("digits are written and the display was never switched on")
        if not self._is_fixed:
            self._address += 1
        self._light(self.intensity)

    def _segments(self, digit: int) -> int:
        return swapped(self._ram[digit]) if self._is_on else 0


_HT16K33_RAM = 16
_DIGIT_AT = b"\x00\x02\x06\x08"
_COLON_AT, _COLON = 4, 2
_POINT = 0x80


class Ht16k33(DigitChip):
    """The HT16K33 (Holtek, rev. 1.10) on a backpack of four digits.

    After the address comes a byte whose upper four bits are a command ("Command summary"): 0 display RAM, at
    the address in the lower four, data following; 2 system setup, bit 0 the oscillator; 8 display setup, bit
    0 on, bits 2-1 blinking; A the pin ROW/INT; E dimming. At power-up the oscillator and the display are off.
    The backpack (Adafruit 878) has its digits at RAM 0, 2, 6 and 8, bits 0-7 = A-G DP, and the colon at bit 1
    of RAM 4. In `lit`, bit 7 of the second digit is the colon; bit 7 of the others is their point.
    """

    NAME = "HT16K33"
    HZ_MAX = 400_000

    def __init__(self, changed=None, note=None) -> None:
        DigitChip.__init__(self, DIGITS, changed, note)
        self.intensity = 15
        self._ram = bytearray(_HT16K33_RAM)
        self._runs = False
        self._is_on = False
        self._unseen = 0  # writes while it is dark: one picture is allowed before the display is switched on

    def power(self, is_on: bool) -> None:
        """Connect or remove the supply: the chip is dark, then in its power-up state."""
        self._runs = self._is_on = False
        self._unseen = 0
        for address in range(_HT16K33_RAM):
            self._ram[address] = 0
        self._light(15)

    def write(self, data) -> int:
        """Take the bytes after the address; acknowledges all of them."""
        if not data:
            self._error("nothing was written")
            return 0
        command, low = data[0] >> 4, data[0] & 0x0F
        if command == 0:
            self._store(low, data)
            return len(data)
        if len(data) > 1:
            self._error(f"command 0x{data[0]:02X} takes no data")
        if command == 2:
            self._runs = bool(low & 1)
        elif command == 8:
            self._is_on = bool(low & 1)
            self._unseen = 0
            if low & 6:
                self._error("blinking by the chip is not in step with the table's")
        elif command == 0xE:
            self._light(low)
        elif data[0] != 0xA0:  # as it is at power-up
            self._error(f"command 0x{data[0]:02X} does not exist, or is for keys")
        self._light(self.intensity)
        return len(data)

    def read(self, buffer) -> None:
        """Read the keys: there are none."""
        self._error("is read, but has no keys")
        for index in range(len(buffer)):
            buffer[index] = 0

    def _store(self, address: int, data) -> None:
        if not (self._is_on and self._runs):
            self._unseen += 1
            if self._unseen == 2:
                self._error("digits are written and the display was never switched on")
        for index in range(1, len(data)):
            self._ram[(address + index - 1) % _HT16K33_RAM] = data[index]
        self._light(self.intensity)

    def _segments(self, digit: int) -> int:
        if not (self._is_on and self._runs):
            return 0
        segments = swapped(self._ram[_DIGIT_AT[digit]])
        if digit == 1:
            return segments & ~_POINT | (_POINT if self._ram[_COLON_AT] & _COLON else 0)
        return segments


def swapped(segments: int) -> int:
    """Bits 0-6 = A-G, as TM1637 and HT16K33 have them, to bits 6-0 = A-G; bit 7 stays. Allocates nothing."""
    value = segments & 0x80
    for bit in range(7):
        value |= (segments >> bit & 1) << (6 - bit)
    return value
