"""MicroPython's `framebuf` for tests on CPython: what the firmware uses of it, many pixels at a time."""

MONO_VLSB = 0
MONO_HLSB = 3


class FrameBuffer:
    """Pixels of one bit in a buffer, HLSB: bit 7 left, VLSB: bit 0 above. What lies outside is left out."""

    def __init__(self, buffer: bytearray, width: int, height: int, form: int) -> None:
        self._buffer = buffer
        self._width, self._height = width, height
        self._is_upright = form == MONO_VLSB
        self._row_bytes = (width + 7) >> 3

    def _place(self, x: int, y: int) -> tuple[int, int]:
        if self._is_upright:
            return (y >> 3) * self._width + x, 1 << (y & 7)
        return y * self._row_bytes + (x >> 3), 0x80 >> (x & 7)

    def fill_rect(self, x: int, y: int, width: int, height: int, colour: int) -> None:
        """Fill a box."""
        left, right = max(x, 0), min(x + width, self._width)
        above, below = max(y, 0), min(y + height, self._height)
        if left >= right or above >= below:
            return
        if not self._is_upright:
            row = (1 << (right - left)) - 1 << (self._row_bytes * 8 - right)
            for at in range(above, below):
                self._change(at, row if colour else 0, 0 if colour else row)
            return
        buffer = self._buffer
        for band in range(above >> 3, (below + 7) >> 3):
            bits = 0xFF << max(above - band * 8, 0) & 0xFF >> max(band * 8 + 8 - below, 0)
            for at in range(band * self._width + left, band * self._width + right):
                buffer[at] = buffer[at] | bits if colour else buffer[at] & ~bits

    def _change(self, row: int, lit: int, dark: int) -> None:
        """Sets bits of a row (HLSB), as a number, and clears others."""
        length = self._row_bytes
        place = slice(row * length, (row + 1) * length)
        bits = int.from_bytes(self._buffer[place], "big")
        self._buffer[place] = ((bits | lit) & ~dark).to_bytes(length, "big")

    def hline(self, x: int, y: int, width: int, colour: int) -> None:
        """Draw a line from x to the right."""
        self.fill_rect(x, y, width, 1, colour)

    def blit(
        self, source: "FrameBuffer", x: int, y: int, key: int = -1, palette: "FrameBuffer | None" = None
    ) -> None:
        """Draw another one with its left upper corner at x, y, without its pixels of the colour `key`.

        palette: its pixel c is what a colour c of the source becomes first.
        """
        becomes = [0, 1] if palette is None else [palette._pixel(0, 0), palette._pixel(1, 0)]
        if self._is_upright or source._is_upright:
            for row in range(max(-y, 0), min(source._height, self._height - y)):
                for column in range(max(-x, 0), min(source._width, self._width - x)):
                    colour = becomes[source._pixel(column, row)]
                    if colour != key:
                        at, bit = self._place(x + column, y + row)
                        self._buffer[at] = self._buffer[at] | bit if colour else self._buffer[at] & ~bit
            return
        given, mine = source._row_bytes * 8, self._row_bytes * 8
        every = (1 << source._width) - 1 << (given - source._width)
        within = (1 << self._width) - 1 << (mine - self._width)
        left = mine - given - x
        for row in range(max(-y, 0), min(source._height, self._height - y)):
            first = row * source._row_bytes
            lit = int.from_bytes(source._buffer[first : first + source._row_bytes], "big") & every
            changed = [0, 0]
            for colour, bits in ((becomes[0], every & ~lit), (becomes[1], lit)):
                if colour != key:
                    changed[colour] |= (bits << left if left >= 0 else bits >> -left) & within
            self._change(y + row, changed[1], changed[0])

    def _pixel(self, x: int, y: int) -> int:
        at, bit = self._place(x, y)
        return 1 if self._buffer[at] & bit else 0
