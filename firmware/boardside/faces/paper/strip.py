"""A strip of the page, as the panel takes it: one row of pixels, or eight rows standing upright.

White is 1, ink 0. What is outside of the strip is left out. Nothing allocates.
"""


class Row:
    """One row, eight pixels in a byte, the leftmost in bit 7. `pixels`: of the whole line; `unit`: the
    widths that can be sent are its multiples, at most `pixels`."""

    rows = 1

    def __init__(self, pixels: int, unit: int) -> None:
        self.unit, self.unit_bytes = unit, unit >> 3
        self._buffer = bytearray(pixels >> 3)
        whole = memoryview(self._buffer)
        self._views = [whole[: (at + 1) * unit >> 3] for at in range(pixels // unit)]
        self._left = self._width = 0

    def open(self, unit: int, units: int) -> None:
        """Begin white, `units` wide from the one at `unit`."""
        self._left, self._width = unit * self.unit, units * self.unit
        buffer = self._buffer
        for at in range(self._width >> 3):
            buffer[at] = 0xFF

    def view(self):
        """The bytes for the panel."""
        return self._views[self._width // self.unit - 1]

    def run(self, x: int, y: int, length: int, white: bool) -> None:
        """`length` pixels to the right of x."""
        x -= self._left
        end = min(x + length, self._width)
        x = max(x, 0)
        if x >= end:
            return
        buffer = self._buffer
        at, last = x >> 3, end >> 3
        head, tail = 0xFF >> (x & 7), 0xFF00 >> (end & 7) & 0xFF
        if at == last:
            head &= tail
            tail = 0
        buffer[at] = buffer[at] | head if white else buffer[at] & ~head
        for between in range(at + 1, last):
            buffer[between] = 0xFF if white else 0
        if tail:
            buffer[last] = buffer[last] | tail if white else buffer[last] & ~tail

    def eight(self, x: int, y: int, bits: int, white: bool) -> None:
        """The pixels of a byte, bit 7 at x; where it is 0 nothing is drawn."""
        x -= self._left
        if x <= -8 or x >= self._width:
            return
        buffer = self._buffer
        at, shift = x >> 3, x & 7
        if at >= 0:
            ink = bits >> shift
            buffer[at] = buffer[at] | ink if white else buffer[at] & ~ink
        if shift and at + 1 < self._width >> 3:
            ink = bits << (8 - shift) & 0xFF
            buffer[at + 1] = buffer[at + 1] | ink if white else buffer[at + 1] & ~ink


class Upright:
    """Eight rows, a byte for each column, the uppermost in bit 0: for a panel that stands on its side."""

    rows = 8

    def __init__(self, pixels: int, unit: int) -> None:
        self.unit = self.unit_bytes = unit
        self._buffer = bytearray(pixels)
        whole = memoryview(self._buffer)
        self._views = [whole[: (at + 1) * unit] for at in range(pixels // unit)]
        self._left = self._width = 0

    def open(self, unit: int, units: int) -> None:
        """As Row.open."""
        self._left, self._width = unit * self.unit, units * self.unit
        buffer = self._buffer
        for at in range(self._width):
            buffer[at] = 0xFF

    def view(self):
        """As Row.view."""
        return self._views[self._width // self.unit - 1]

    def run(self, x: int, y: int, length: int, white: bool) -> None:
        """As Row.run."""
        x -= self._left
        end = min(x + length, self._width)
        ink = 1 << (y & 7)
        buffer = self._buffer
        for at in range(max(x, 0), end):
            buffer[at] = buffer[at] | ink if white else buffer[at] & ~ink

    def eight(self, x: int, y: int, bits: int, white: bool) -> None:
        """As Row.eight."""
        x -= self._left
        ink = 1 << (y & 7)
        buffer = self._buffer
        while bits & 0xFF:
            if bits & 0x80 and 0 <= x < self._width:
                buffer[x] = buffer[x] | ink if white else buffer[x] & ~ink
            bits <<= 1
            x += 1
