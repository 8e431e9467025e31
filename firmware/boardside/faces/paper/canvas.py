"""The pixels of a page, packed as its panel takes them: white is 1, ink 0.

`pixels` is the `framebuf.FrameBuffer` to draw on. `views` are the bytes for the panel in pieces of
`band_rows` rows each, from the top; `line_bytes` of them are a line of the panel, and `lines` lines a piece.
`across` is the width of a box that `fill` can fill, 0 for none.
"""

from struct import pack_into

from framebuf import MONO_HLSB, MONO_VLSB, FrameBuffer

_BAND_ROWS = 5  # of a page in rows: 250 bytes of a page 400 pixels wide, 2 ms on a bus of 1 MHz


class Canvas:
    """A page of `width` x `height` pixels. An upright one has a byte for each column of 8 pixels, for a panel
    that stands on its side; else a byte has 8 pixels of a row, the leftmost in bit 7.
    """

    def __init__(self, width: int, height: int, upright: bool) -> None:
        self._buffer = bytearray(width * height >> 3)
        self.pixels = FrameBuffer(self._buffer, width, height, MONO_VLSB if upright else MONO_HLSB)
        self.band_rows = 8 if upright else _BAND_ROWS
        self.line_bytes = width if upright else width >> 3
        self.lines = 1 if upright else _BAND_ROWS
        self._size = self.line_bytes * self.lines
        whole = memoryview(self._buffer)
        self.views = [whole[at : at + self._size] for at in range(0, len(self._buffer), self._size)]
        self._white = b"\xff" * self._size
        self._format = "%ds" % self._size
        self.across = 0 if upright else width
        self._line_format = "%ds" % self.line_bytes

    def clear(self, band: int) -> None:
        """Make the piece `band` white. Allocates nothing."""
        pack_into(self._format, self._buffer, band * self._size, self._white)

    def fill(self, row: int, end: int, white: int) -> None:
        """Fill the rows from `row` to before `end` from edge to edge, with white if `white`, else with ink:
        a piece at once, as `fill_rect` sets one pixel after the other. Allocates nothing.
        """
        source = self._white if white else b""  # what is missing becomes 0
        while row < end:
            if row % _BAND_ROWS or row + _BAND_ROWS > end:
                pack_into(self._line_format, self._buffer, row * self.line_bytes, source)
                row += 1
            else:
                pack_into(self._format, self._buffer, row * self.line_bytes, source)
                row += _BAND_ROWS
