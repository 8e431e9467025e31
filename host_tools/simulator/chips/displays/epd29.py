"""E-paper of 2.9 inch."""

from ..ssd16xx import SSD1680
from .epaper import solder_model


def solder(board, index: int):
    return solder_model(board, index, SSD1680)
