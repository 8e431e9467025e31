"""Two PCF8574: ten keys to ground on I2C port expanders, as a source of drivers.keys.

NXP data sheet PCF8574_PCF8574A, revision 5: at most 100 kHz (table 9); quasi-bidirectional ports, which are
inputs while a 1 is written, with a pull-up of 100 uA (section 8.1); all ones after power-on. Keys 0-7 are at
P0-P7 of the first chip, keys 8 and 9 at P0 and P1 of the second. The PCF8574A has other addresses, 0x38 on.
"""

ADDRESSES = (0x20, 0x21)
"""All address pins at GND; A0 of the second at VDD."""

_ALL_HIGH = b"\xff"


class Pcf8574:
    """Both chips. `i2c` has `writeto(address, buffer)` and `readfrom_into(address, buffer)`."""

    def __init__(self, i2c, addresses=ADDRESSES) -> None:
        self._i2c = i2c
        self._addresses = addresses
        self._port = bytearray(1)
        self._is_set_up = False

    def read(self) -> int:
        """Which keys are closed, bit n for key n; OSError when a chip does not answer.

        A port that holds a 0 reads as closed. So when a key reads closed, ones are written again first.
        """
        if not self._is_set_up:
            self._write_ones()
            self._is_set_up = True
        try:
            closed = self._closed()
            if closed:
                self._write_ones()
                closed = self._closed()
        except OSError:
            self._is_set_up = False
            raise
        return closed

    def _closed(self) -> int:
        self._i2c.readfrom_into(self._addresses[0], self._port)
        closed = ~self._port[0] & 0xFF
        self._i2c.readfrom_into(self._addresses[1], self._port)
        return closed | (~self._port[0] & 0x03) << 8

    def _write_ones(self) -> None:
        self._i2c.writeto(self._addresses[0], _ALL_HIGH)
        self._i2c.writeto(self._addresses[1], _ALL_HIGH)
