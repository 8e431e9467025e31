"""The HT16K33 as its data sheet (Holtek, rev. 1.10) describes it, on a backpack of four digits.

After the address comes a byte whose upper four bits are a command ("Command summary"): 0 display RAM, at
the address in the lower four, data following; 2 system setup, bit 0 the oscillator; 8 display setup, bit 0
on, bits 2-1 blinking; A the pin ROW/INT; E dimming. At power-up the oscillator and the display are off.
The backpack (Adafruit 878) has its digits at RAM 0, 2, 6 and 8, bits 0-7 = A-G DP, and the colon at bit 1 of
RAM 4.
"""

from .segments import DigitChip, swapped

DIGITS = 4
_RAM = 16
_DIGIT_AT = b"\x00\x02\x06\x08"
_COLON_AT, _COLON = 4, 2
_POINT = 0x80


class Ht16k33(DigitChip):
    """In `lit`, bit 7 of the second digit is the colon; bit 7 of the others is their point."""

    NAME = "HT16K33"
    HZ_MAX = 400_000

    def __init__(self, changed=None, note=None) -> None:
        DigitChip.__init__(self, DIGITS, changed, note)
        self.intensity = 15
        self._ram = bytearray(_RAM)
        self._runs = False
        self._is_on = False
        self._unseen = 0  # writes while it is dark: one picture is allowed before the display is switched on

    def power(self, is_on: bool) -> None:
        """Connect or remove the supply: the chip is dark, then in its power-up state."""
        self._runs = self._is_on = False
        self._unseen = 0
        for address in range(_RAM):
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
            self._ram[(address + index - 1) % _RAM] = data[index]
        self._light(self.intensity)

    def _segments(self, digit: int) -> int:
        if not (self._is_on and self._runs):
            return 0
        segments = swapped(self._ram[_DIGIT_AT[digit]])
        if digit == 1:
            return segments & ~_POINT | (_POINT if self._ram[_COLON_AT] & _COLON else 0)
        return segments
