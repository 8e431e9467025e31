"""The keys on an expander."""

from .. import wiring
from ..mcp23017 import Mcp23017


def solder(panel, _on_output: dict, _drivers: dict) -> None:
    panel.attach(wiring.EXPANDER, Mcp23017(panel.read_key, panel.note))
