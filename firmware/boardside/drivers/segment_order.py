"""Pictures have a segment byte as DP A B C D E F G from bit 7 to bit 0; many chips have A-G from bit 0 on."""


def _from_a() -> bytes:
    table = bytearray(256)
    for segments in range(256):
        value = segments & 0x80
        for bit in range(7):
            value |= (segments >> bit & 1) << (6 - bit)
        table[segments] = value
    return bytes(table)


FROM_A = _from_a()
"""A picture's byte -> bits 0-6 = A-G, bit 7 the point."""
