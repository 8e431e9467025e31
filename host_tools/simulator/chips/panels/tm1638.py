"""A board with keys on three lines."""

from .. import wiring
from ..tm1638 import Tm1638


def solder(panel, on_output: dict, drivers: dict) -> None:
    chip = panel.line_chip = Tm1638(panel.read_key, panel.note)
    on_output[wiring.TM1638_STB] = chip.stb
    on_output[wiring.TM1638_CLK] = chip.clk
    on_output[wiring.TM1638_DIO] = chip.dio
    drivers[wiring.TM1638_DIO] = chip.pulls
