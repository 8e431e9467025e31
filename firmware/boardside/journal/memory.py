"""The lines of the match in progress in memory, as far as they fit: flash is slow to read in small pieces."""

MEMORY_BYTES = 8192
"""About 130 events. The rest of a longer match is read from flash each time."""


class MatchLines:
    """The lines from the `match` event on, without gaps, up to `size` bytes. One buffer, made once.

    `first_seq`: the number of its first line, 0 when empty; `next_seq`: the first number it does not know.
    """

    def __init__(self, size: int = MEMORY_BYTES) -> None:
        self._buffer = bytearray(size)
        self.clear()

    def clear(self) -> None:
        """Forget all lines; a reader that is under way ends."""
        self._used = 0
        self._is_full = False
        self.first_seq = 0
        self.next_seq = 0

    def add(self, seq: int, line: bytes) -> bool:
        """Keep `line` (newline included) of event `seq`; False when it or one before it had no room."""
        end = self._used + len(line)
        if self._is_full or end > len(self._buffer):
            self._is_full = True
            return False
        self._buffer[self._used : end] = line
        self._used = end
        self.first_seq = self.first_seq or seq
        self.next_seq = seq + 1
        return True

    def end(self) -> None:
        """Take no more lines: the next one is not to be had."""
        self._is_full = True

    def lines(self):
        """Iterate over the lines, newline left out; what is added meanwhile is shown too."""
        at = 0
        first_seq = self.first_seq
        while at < self._used and self.first_seq == first_seq:
            end = self._buffer.find(b"\n", at)
            yield bytes(self._buffer[at:end])
            at = end + 1
