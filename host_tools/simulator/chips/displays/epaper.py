"""The parts that e-papers of all sizes share; not a display itself."""

from .. import ssd16xx, wiring

#: Displays whose chip takes the usual CS: beside one of them an e-paper has its own.
_AT_LOAD = ("max7219", "max7219x2", "digits")


def solder_model(board, index: int, model) -> ssd16xx.Ssd16xx:
    chip = ssd16xx.Ssd16xx(model, board.page_teller(index, ssd16xx.page), board.note, board.ticks_us)
    board.spi.attach(chip)
    is_beside = [each for each in board.names if each.split(" ")[0] in _AT_LOAD]
    board.on_output[wiring.PAPER_CS_BESIDE if is_beside else wiring.PAPER_CS] = chip.cs
    board.on_output[wiring.PAPER_DC] = chip.dc
    board.on_output[wiring.PAPER_RST] = chip.rst
    board.drivers[wiring.PAPER_BUSY] = chip.busy
    return chip
