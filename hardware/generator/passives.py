"""Two- and three-legged parts."""

from .model import Pin, Symbol


def _two(name: str, prefix: str, shape: str, upright: bool, first: str = "1", second: str = "2") -> Symbol:
    a, b = ("T", "B") if upright else ("L", "R")
    return Symbol(name, prefix, (Pin(first, "", "passive", a, 0), Pin(second, "", "passive", b, 0)), shape)


R = _two("R", "R", "resistor", upright=True)
C = _two("C", "C", "capacitor", upright=True)
CP = _two("C_Polarized", "C", "electrolytic", upright=True)
"""Pin 1 is plus."""
L = _two("L", "L", "inductor", upright=False)
D = _two("D", "D", "diode", upright=False)
"""Pin 1 is the cathode (left)."""
D_UP = _two("D_upright", "D", "diode_up", upright=True)
"""Pin 1 is the cathode (top): across a coil, cathode at the supply."""
KEY = _two("Key", "SW", "key", upright=False)
BUZZER = _two("Buzzer", "LS", "buzzer", upright=True)
"""A magnetic transducer: a coil, without an oscillator. It wants a transistor and a diode across it."""


BC337 = Symbol(
    "BC337", "Q", (Pin("2", "B", "input", "L", 0), Pin("1", "C", "passive", "T", 0), Pin("3", "E", "passive",
    "B", 0)),
    "npn", datasheet="https://www.onsemi.com/pdf/datasheet/bc337-d.pdf",
)  # fmt: skip
"""TO-92, flat side towards you: collector, base, emitter."""

MMBT2222A = Symbol(
    "MMBT2222A", "Q",
    (Pin("1", "B", "input", "L", 0), Pin("3", "C", "passive", "T", 0), Pin("2", "E", "passive", "B", 0)),
    "npn", datasheet="https://www.onsemi.com/pdf/datasheet/mmbt2222a-d.pdf",
)  # fmt: skip
"""SOT-23: 1 base, 2 emitter, 3 collector."""
