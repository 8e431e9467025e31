"""Segments as chips have them, told as displays are told outside: bit 7 the point, bits 6-0 A-G."""


def swapped(segments: int) -> int:
    """Bits 0-6 = A-G, as TM1637 and HT16K33 have them, to bits 6-0 = A-G; bit 7 stays. Allocates nothing."""
    value = segments & 0x80
    for bit in range(7):
        value |= (segments >> bit & 1) << (6 - bit)
    return value
