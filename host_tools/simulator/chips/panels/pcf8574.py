"""The keys on two expanders."""

from .. import wiring
from ..pcf8574 import Pcf8574


def solder(panel, _on_output: dict, _drivers: dict) -> None:
    panel.attach(wiring.EXPANDER, Pcf8574(0, 8, panel.read_key, panel.note))
    panel.attach(wiring.EXPANDER + 1, Pcf8574(8, 2, panel.read_key, panel.note))
