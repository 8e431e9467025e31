"""TM1638: ten keys of its 24, as a source of drivers.keys. Its digits stay dark.

Titan Micro data sheet TM1638 V1.3: STB low begins a transfer, its first byte is a command, bits least
significant first; the chip takes a bit at the rising clock and gives one at the falling clock; at most 1 MHz,
1 us after the command before the first read clock. Command 0x42 reads the keys: four bytes, each KS(2n+1) in
bits 0-2 and KS(2n+2) in bits 4-6, K3 lowest; bits 3 and 7 are 0. DIO is an open drain and needs a pull-up.

Keys 0-3 are K3 with KS1, KS3, KS5, KS7, keys 4-7 K3 with KS2, KS4, KS6, KS8: S1 to S8 of the boards with
eight keys ("LED&KEY"). Key 8 is K2 with KS1, key 9 K1 with KS1. In this matrix no key closes a ring with
others, so no combination of pressed keys shows a key that is not pressed: it needs no diodes.
"""

_READ_KEYS = 0x42
_DISPLAY_OFF = 0x80
_NEVER = 0x88


class Tm1638:
    """`stb`, `clk` and `dio` are called with a level to set them and without one to read them, as a `Pin` is;
    `dio` is an open drain. A bit takes far longer than the chip needs, so nothing waits here.
    """

    def __init__(self, stb, clk, dio) -> None:
        self._stb = stb
        self._clk = clk
        self._dio = dio
        self._is_dark = False
        stb(1)
        clk(1)
        dio(1)

    def read(self) -> int:
        """Which keys are closed, bit n for key n; OSError when no chip answers: then DIO is always high."""
        if not self._is_dark:
            self._stb(0)
            self._send(_DISPLAY_OFF)
            self._stb(1)
            self._is_dark = True
        self._stb(0)
        self._send(_READ_KEYS)
        closed = seen = 0
        for index in range(4):
            byte = self._receive()
            seen |= byte
            closed |= (byte & 1 | byte & 0x10) << index
            if index == 0:
                closed |= (byte & 0x06) << 7
        self._stb(1)
        if seen & _NEVER:
            self._is_dark = False
            raise OSError(19)  # ENODEV
        return closed

    def _send(self, byte: int) -> None:
        for bit in range(8):
            self._clk(0)
            self._dio(byte >> bit & 1)
            self._clk(1)
        self._dio(1)

    def _receive(self) -> int:
        byte = 0
        for bit in range(8):
            self._clk(0)
            byte |= self._dio() << bit
            self._clk(1)
        return byte
