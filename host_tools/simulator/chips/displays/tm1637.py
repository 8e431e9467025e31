"""A clock module of four digits on two lines."""

from .. import wiring
from ..tm1637 import Tm1637


def solder(board, index: int) -> Tm1637:
    chip = Tm1637(board.teller(index, (0, 1, 2, 3)), board.note, board.ticks_us)
    board.on_output[wiring.TM1637_CLK] = chip.clk
    board.on_output[wiring.TM1637_DIO] = chip.dio
    board.drivers[wiring.TM1637_DIO] = chip.pull
    return chip
