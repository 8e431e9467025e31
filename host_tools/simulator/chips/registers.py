"""`uctypes` as the firmware of a simulated table sees it: only a `struct` of bit fields of the registers of
the inputs, GPIO_IN_REG and GPIO_IN1_REG. It allocates nothing when it is read.
"""

from uctypes import BF_LEN, BF_POS, BFUINT32

from . import board, wiring

_INPUTS = {"esp32": 0x3FF4403C, "esp32s3": 0x6000403C}
"""GPIO_IN_REG by chip; GPIO_IN1_REG is the next word."""

_SMALL_BITS = 30
"""A number of more bits than these allocates on the chip."""

_KIND = (1 << 27) - 1
_NUMBER = (1 << 5) - 1
_OFFSET = (1 << BF_POS) - 1

__all__ = ("BFUINT32", "BF_LEN", "BF_POS", "struct")


class struct:  # noqa: N801  (the name in `uctypes`)
    """Fields of the words at `address`, by name."""

    def __init__(self, address: int, fields: dict) -> None:
        self._first = (address - _INPUTS[wiring.chip]) * 8
        self._fields = fields
        self._address = address
        self._is_noted = False

    def __getattr__(self, name):
        field = self._fields[name]
        first = self._first + 8 * (field & _OFFSET)
        count = field >> BF_LEN & _NUMBER
        if field & ~_KIND != BFUINT32 & ~_KIND:
            self._note("only whole words are read of an ESP32-S3's peripherals")
        elif count > _SMALL_BITS:
            self._note("a number of more than 30 bits allocates")
        if not 0 <= first < 64 or first % 32:
            self._note("the register is not modelled")
            return 0
        return board.main.gpio.register(first + (field >> BF_POS & _NUMBER), count, board.main.poll())

    def _note(self, text: str) -> None:
        if not self._is_noted:
            self._is_noted = True
            board.main.note(f"uctypes, 0x{self._address:08X}: {text}")
