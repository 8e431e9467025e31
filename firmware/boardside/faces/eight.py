"""The face of eight 7-segment digits: the score, or a message."""

from ..table.show.segments import DIGITS, render
from .digits import Digits


class Eight(Digits):
    """`driver`: as of faces.digits.Digits, eight digits wide."""

    def __init__(self, driver) -> None:
        Digits.__init__(self, driver, render, DIGITS)
