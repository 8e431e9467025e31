"""E-paper of 4.2 inch."""

from ..ssd16xx import SSD1683
from .epaper import solder_model


def solder(board, index: int):
    return solder_model(board, index, SSD1683)
