"""A module of eight digits."""

from .. import wiring
from ..max7219 import Max7219


def solder(board, index: int) -> Max7219:
    chip = Max7219(board.teller(index, wiring.DIGIT_AT_PLACE), board.note)
    board.spi.attach(chip)
    board.on_output[wiring.DISPLAY_LOAD] = chip.load
    return chip
