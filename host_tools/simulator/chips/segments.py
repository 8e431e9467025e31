"""Chips with digits: their lit segments in the format of the wires: bit 7 the point, bits 6-0 A-G."""


class DigitChip:
    """`lit`: what the digits show, leftmost first; `intensity` 0-15. Subclasses have `NAME` and
    `_segments(digit)`.

    `changed(chip)` is called after a change of either; `note(text)` for wrong traffic. Nothing is allocated
    unless there is an error to note.
    """

    NAME = ""

    def __init__(self, digits: int, changed=None, note=None) -> None:
        self.lit = bytearray(digits)
        self.intensity = 0
        self._changed = changed
        self._note = note

    def _segments(self, digit: int) -> int:
        """The segments of a digit by the registers."""
        raise NotImplementedError

    def _light(self, intensity: int) -> None:
        """Compute the lit segments, and call `changed` when they differ from before."""
        differs = intensity != self.intensity
        self.intensity = intensity
        for digit in range(len(self.lit)):
            segments = self._segments(digit)
            if segments != self.lit[digit]:
                self.lit[digit] = segments
                differs = True
        if differs and self._changed is not None:
            self._changed(self)

    def _error(self, text: str) -> None:
        if self._note is not None:
            self._note(f"{self.NAME}: {text}")


def swapped(segments: int) -> int:
    """Bits 0-6 = A-G, as TM1637 and HT16K33 have them, to bits 6-0 = A-G; bit 7 stays. Allocates nothing."""
    value = segments & 0x80
    for bit in range(7):
        value |= (segments >> bit & 1) << (6 - bit)
    return value
