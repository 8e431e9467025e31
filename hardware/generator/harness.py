"""The cables of the Tournament build: main board to keys, cell and digit boards. WireViz's input, made from
both designs; and a check that the ribbon joins equal signals."""

from .designs.tournament_digits import TOURNAMENT_DIGITS
from .designs.tournament_main import KEY_ORDER, TOURNAMENT_MAIN
from .wiring import Wire, cable, connection, connector

BOARDS = 4
"""Digit boards in a row."""
HANDED_ON = {"DATA": "SDI", "SDO": "SDI"}
"""What a board puts out at the ribbon's data wire, and what the next one calls it."""


RIBBON_OUT = TOURNAMENT_MAIN.part("J4").nets
BOARD_IN, BOARD_OUT = TOURNAMENT_DIGITS.part("J1").nets, TOURNAMENT_DIGITS.part("J2").nets
"""Pins of the box headers to the net at each."""


def ribbon_problems(out_nets: dict[str, str], in_nets: dict[str, str]) -> list[str]:
    """Wires of a ribbon that join different signals."""
    return [
        f"ribbon wire {pin}: {net} meets {in_nets.get(pin)}"
        for pin, net in out_nets.items()
        if HANDED_ON.get(net, net) != in_nets.get(pin)
    ]


def problems() -> list[str]:
    """Ribbon wires that join different signals, from the main board and from digit board to digit board."""
    return ribbon_problems(RIBBON_OUT, BOARD_IN) + ribbon_problems(BOARD_OUT, BOARD_IN)


def links() -> list[tuple[str, str, list[Wire]]]:
    """Every cable: its two connectors and its wires."""
    keys = TOURNAMENT_MAIN.part("J3").nets
    pin_of = {net: pin for pin, net in reversed(list(keys.items()))}
    links = [
        (f"KEY_{name}", [(f"KEY_{name}", pin_of[f"KEY_{name}"], "1"), ("GND", pin_of["GND"], "2")])
        for name in KEY_ORDER
    ]
    cables = [("J3", key, wires) for key, wires in links]
    cables.append(("J3", "FILTERS", [("+3V3", pin_of["+3V3"], "1"), ("GND", pin_of["GND"], "2")]))
    cables.append(("J2", "CELL", [("VBAT", "1", "1"), ("GND", "2", "2")]))
    before, nets = "J4", RIBBON_OUT
    for index in range(1, BOARDS + 1):
        cables.append((before, f"IN{index}", [(net, pin, pin) for pin, net in nets.items()]))
        before, nets = f"OUT{index}", BOARD_OUT
    return cables


def wireviz() -> str:
    """The YAML that WireViz takes."""
    main = TOURNAMENT_MAIN
    lines = ["options:", "  bgcolor: WH", "connectors:"]
    for ref in ("J3", "J2", "J4"):
        lines += connector(ref, f"main board {ref}, {main.part(ref).value}", main.part(ref).nets)
    for name in KEY_ORDER:
        lines += connector(f"KEY_{name}", "key", {"1": "", "2": ""})
    lines += connector("FILTERS", "10 k and 100 n a key, on the keys' board", {"1": "3V3", "2": "GND"})
    lines += connector("CELL", main.part("J2").value, {"1": "+", "2": "-"})
    for index in range(1, BOARDS + 1):
        place = "left" if index == 1 else "right" if index == BOARDS else ""
        lines += connector(f"IN{index}", f"digits {index} IN {place}".strip(), BOARD_IN)
        if index < BOARDS:
            lines += connector(f"OUT{index}", f"digits {index} OUT", BOARD_OUT)
    lines.append("cables:")
    for first, second, wires in links():
        lines += cable(f"{first}-{second}", wires)
    lines.append("connections:")
    for first, second, wires in links():
        lines += connection(first, f"{first}-{second}", second, wires)
    return "\n".join(lines) + "\n"
