"""Reads the netlist that KiCad exports, and holds it against the design and the firmware's pin map.

KiCad's rule check does not notice two swapped pins: the netlist is legal, only wrong. This comparison
does."""

from collections.abc import Mapping
from pathlib import Path

from boardside import pins

from . import kicad
from .chips import devkit_pins
from .model import Design
from .sexpr import child, children, read, value

Nets = dict[str, set[tuple[str, str]]]

EXTRA_GPIOS = {"EPD_DC": 2, "EPD_RST": 15, "EPD_BUSY": 34, "DIGITS_OE": 15, "BOOST_EN": 2, "BATTERY": 35}
"""Nets of the builds beyond Basic, at GPIOs the firmware's pin map leaves free (its docstring names them)."""


def export(schematic: Path, target: Path) -> Nets:
    """Exports a schematic's netlist with kicad-cli and reads it."""
    kicad.run("sch", "export", "netlist", "--format", "kicadsexpr", "-o", target, schematic)
    return parse(target.read_text())


def parse(text: str) -> Nets:
    """Every net's name (without the sheet's slash) and its (reference, pin) pairs; pins left open are left
    out."""
    nets: Nets = {}
    for net in children(child(read(text), "nets"), "net"):
        name = value(net, "name").removeprefix("/")
        if name.startswith("unconnected-"):
            continue
        nets[name] = {(value(node, "ref"), value(node, "pin")) for node in children(net, "node")}
    return nets


def against_design(nets: Nets, design: Design) -> list[str]:
    """Where the exported netlist differs from the design."""
    wanted = design.connections()
    found = []
    for name in sorted(wanted.keys() | nets.keys()):
        here, there = wanted.get(name, set()), nets.get(name, set())
        found += [f"{name}: {ref}.{pin} is missing in the schematic" for ref, pin in sorted(here - there)]
        found += [f"{name}: {ref}.{pin} is not in the design" for ref, pin in sorted(there - here)]
    return found


def firmware_gpios() -> dict[str, int]:
    """The GPIO of each net as the firmware has it."""
    named = {f"KEY_{name}": gpio for name, gpio in pins.KEYS}
    return named | {
        "CLK": pins.DISPLAY_CLK, "DIN": pins.DISPLAY_DIN, "CS": pins.DISPLAY_CS, "BUZZER": pins.BUZZER,
    }  # fmt: skip


def esp32_gpios(nets: Nets, ref: str = "U1") -> dict[str, int]:
    """Which net is at which GPIO of the ESP32 board, from its pin numbers in the netlist."""
    names = dict(devkit_pins())
    at = {}
    for net, members in nets.items():
        for part, pin in members:
            if part == ref and names[pin].startswith("IO"):
                at[net] = int(names[pin][2:])
    return at


def against_firmware(nets: Nets, needed: Mapping[str, int] | None = None) -> list[str]:
    """Where the schematic's GPIOs differ from the firmware's pin map; `needed` limits the nets that must
    be there."""
    firmware = firmware_gpios()
    known = firmware | EXTRA_GPIOS
    found = []
    wired = esp32_gpios(nets)
    for net in sorted(wired.keys() | (firmware if needed is None else needed).keys()):
        if net not in wired:
            found.append(f"{net} is not wired")
        elif net not in known:
            found.append(f"{net} at GPIO {wired[net]} is unknown to the firmware")
        elif wired[net] != known[net]:
            found.append(f"{net} is wired to GPIO {wired[net]}, the firmware has it at {known[net]}")
    return found
