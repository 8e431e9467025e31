"""Eight digits of 57 mm on four boards, with their converter."""

from .. import wiring
from ..stp16cp05 import DigitBoards


def solder(board, index: int) -> DigitBoards:
    boards = DigitBoards(board.teller(index, (0, 1, 2, 3, 4, 5, 6, 7)), board.note)
    board.spi.attach(boards)
    board.on_output[wiring.DISPLAY_LOAD] = boards.le
    board.on_output[wiring.DIGITS_OE] = boards.oe
    board.on_output[wiring.BOOST_EN] = boards.supply
    board.on_pwm[wiring.DIGITS_OE] = boards.dim
    return boards
