"""A clock backpack of four digits."""

from .. import wiring
from ..ht16k33 import Ht16k33


def solder(board, index: int) -> Ht16k33:
    chip = Ht16k33(board.teller(index, (0, 1, 2, 3)), board.note)
    board.i2c.attach(wiring.HT16K33_ADDRESS, chip)
    return chip
