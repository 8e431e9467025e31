"""Reads the netlist that KiCad exports, and holds it against the design and the firmware's pin map.

KiCad's rule check does not notice two swapped pins: the netlist is legal, only wrong. This comparison
does."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from boardside import arrangement, pins

from . import kicad
from .chips import DEVKITC, DevBoard
from .model import Design
from .sexpr import child, children, read, value

Nets = dict[str, set[tuple[str, str]]]


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
    differences = []
    for name in sorted(wanted.keys() | nets.keys()):
        here, there = wanted.get(name, set()), nets.get(name, set())
        differences += [
            f"{name}: {ref}.{pin} is missing in the schematic" for ref, pin in sorted(here - there)
        ]
        differences += [f"{name}: {ref}.{pin} is not in the design" for ref, pin in sorted(there - here)]
    return differences


@contextmanager
def pin_map(chip: ModuleType) -> Iterator[None]:
    """The firmware's pins as they are on a chip: `chip` is pins, or a module that replaces its names."""
    changed = {name: value for name, value in vars(pins).items() if name in vars(chip) and name[:2].isupper()}
    for name in changed:
        setattr(pins, name, getattr(chip, name))
    try:
        yield
    finally:
        for name, value in changed.items():
            setattr(pins, name, value)


def firmware_gpios(displays: tuple[str, ...], chip: ModuleType = pins) -> dict[str, int]:
    """The GPIO of each net as the firmware has it at a table with these displays and keys at GPIOs. The
    service key is a button of the ESP32 board itself."""
    with pin_map(chip):
        return {net: gpio for net, gpio in arrangement.gpios("gpio", displays) if net != "SERVICE"}


def esp32_gpios(nets: Nets, board: DevBoard = DEVKITC, ref: str = "U1") -> dict[str, int]:
    """Which net is at which GPIO of the ESP32 board, from its pin numbers in the netlist."""
    names = dict(board.pins())
    at = {}
    for net, members in nets.items():
        for part, pin in members:
            if part == ref and names[pin].startswith("IO"):
                at[net] = int(names[pin][2:])
    return at


def against_firmware(
    nets: Nets,
    displays: tuple[str, ...],
    has_cell: bool,
    board: DevBoard = DEVKITC,
    chip: ModuleType = pins,
) -> list[str]:
    """Where the schematic's GPIOs differ from the firmware's pin map: all that the displays and the keys
    need must be wired, and the cell's measuring where there is one."""
    firmware = firmware_gpios(displays, chip)
    if not has_cell:
        del firmware["BATTERY"]
    differences = []
    wired = esp32_gpios(nets, board)
    for net in sorted(wired.keys() | firmware.keys()):
        if net not in wired:
            differences.append(f"{net} is not wired")
        elif net not in firmware:
            differences.append(f"{net} at GPIO {wired[net]} is unknown to the firmware")
        elif wired[net] != firmware[net]:
            differences.append(f"{net} is wired to GPIO {wired[net]}, the firmware has it at {firmware[net]}")
    return differences
