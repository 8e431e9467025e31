"""Two modules in a chain."""

from .. import wiring
from ..max7219_pair import Max7219Pair


def solder(board, index: int) -> Max7219Pair:
    pair = Max7219Pair(board.teller(index, wiring.DIGIT_AT_PLACE_OF_TWO), board.note)
    board.spi.attach(pair)
    board.on_output[wiring.DISPLAY_LOAD] = pair.load
    return pair
