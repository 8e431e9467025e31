"""MicroPython's `framebuf` for tests on CPython: what the firmware uses of it, pixel by pixel."""

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
        for row in range(max(y, 0), min(y + height, self._height)):
            for column in range(max(x, 0), min(x + width, self._width)):
                at, bit = self._place(column, row)
                if colour:
                    self._buffer[at] |= bit
                else:
                    self._buffer[at] &= ~bit

    def hline(self, x: int, y: int, width: int, colour: int) -> None:
        """Draw a line from x to the right."""
        self.fill_rect(x, y, width, 1, colour)

    def blit(
        self, source: "FrameBuffer", x: int, y: int, key: int = -1, palette: "FrameBuffer | None" = None
    ) -> None:
        """Draw another one with its left upper corner at x, y, without its pixels of the colour `key`.

        palette: its pixel c is what a colour c of the source becomes first.
        """
        for row in range(source._height):
            for column in range(source._width):
                at, bit = source._place(column, row)
                colour = 1 if source._buffer[at] & bit else 0
                if palette is not None:
                    at, bit = palette._place(colour, 0)
                    colour = 1 if palette._buffer[at] & bit else 0
                if colour != key:
                    self.fill_rect(x + column, y + row, 1, 1, colour)
