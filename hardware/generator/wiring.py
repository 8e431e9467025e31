"""WireViz input for a build that is wired by hand, made from the exported netlist, and the list of wires
as Markdown.

WireViz draws what it is told and checks nothing; the netlist it is made from is the checked one."""

import itertools
import shutil
import subprocess
from pathlib import Path

from .model import Design, Part
from .netlist import Nets

COLOURS = {"GND": "BK", "+5V": "RD", "+9V": "RD", "+3V3": "OG", "VBAT": "BN"}
Wire = tuple[str, str, str]
"""Net, pin of the first connector, pin of the second."""
SIGNAL_COLOURS = ("WH", "YE", "GN", "BU", "VT", "GY", "PK", "TQ")


def pin_label(part: Part, number: str) -> str:
    """What is printed at a pin: its name, or plus and minus, or its number."""
    if part.symbol.shape == "electrolytic":
        return "+" if number == "1" else "-"
    if part.symbol.shape.startswith("diode"):
        return "cathode" if number == "1" else "anode"
    return part.symbol.pin(number).name.replace("~{", "/").replace("}", "") or number


def chains(nets: Nets, design: Design) -> list[tuple[str, tuple[str, str], tuple[str, str]]]:
    """Every wire: net and its two ends. A net runs from part to part in the design's order, keys' ground
    as a chain."""
    order = {part.ref: index for index, part in enumerate(design.parts)}
    wires = []
    for net in sorted(nets):
        members = sorted(
            (m for m in nets[net] if m[0] in order), key=lambda member: (order[member[0]], member[1])
        )
        wires += [(net, first, second) for first, second in itertools.pairwise(members)]
    return wires


def wireviz(
    nets: Nets, design: Design, refs: tuple[str, ...], plugged: dict[tuple[str, str], tuple[str, str]]
) -> str:
    """The YAML that WireViz takes: the named parts as connectors, one cable for each pair of parts. A net
    runs from its first part to each other one, but for legs that are plugged into another."""
    used = sorted(
        {ref for _, a, b in chains(nets, design) for ref in (a[0], b[0])} & set(refs), key=refs.index
    )
    nets_here = {net: [m for m in members if m[0] in refs] for net, members in nets.items()}
    lines = ["options:", "  bgcolor: WH", "connectors:"]
    for ref in used:
        part = design.part(ref)
        labels = {
            pin.number: pin_label(part, pin.number) for pin in part.symbol.pins if pin.number in part.nets
        }
        lines += connector(ref, part.value, labels, hides_free=True)
    pairs: dict[tuple[str, str], list[Wire]] = {}
    for net in sorted(nets_here):
        members = sorted(nets_here[net], key=lambda member: (refs.index(member[0]), int_or(member[1])))
        if len(members) < 2:
            continue
        hub = members[0]
        for other in members[1:]:
            start = plugged.get(other, hub)
            if other[0] != start[0]:
                pairs.setdefault((start[0], other[0]), []).append((net, start[1], other[1]))
    lines.append("cables:")
    for (a, b), wires in pairs.items():
        lines += cable(f"{a}-{b}", wires)
    lines.append("connections:")
    for (a, b), wires in pairs.items():
        lines += connection(a, f"{a}-{b}", b, wires)
    return "\n".join(lines) + "\n"


def connector(name: str, kind: str, labels: dict[str, str], hides_free: bool = False) -> list[str]:
    """A connector's lines: its pins with their labels; free pins are shown unless told."""
    lines = [f"  {name}:", f"    type: {kind!r}"]
    if hides_free:
        lines.append("    hide_disconnected_pins: true")
    lines.append(f"    pins: [{', '.join(map(yaml_pin, labels))}]")
    lines.append(f"    pinlabels: [{', '.join(repr(label) for label in labels.values())}]")
    return lines


def cable(name: str, wires: list[Wire]) -> list[str]:
    """A cable's lines: colour and net of each wire."""
    colours = [
        COLOURS.get(net, SIGNAL_COLOURS[index % len(SIGNAL_COLOURS)])
        for index, (net, _, _) in enumerate(wires)
    ]
    labels = ", ".join(repr(net) for net, _, _ in wires)
    return [
        f"  {name}:", f"    wirecount: {len(wires)}", f"    colors: [{', '.join(colours)}]",
        f"    wirelabels: [{labels}]",
    ]  # fmt: skip


def connection(first: str, name: str, second: str, wires: list[Wire]) -> list[str]:
    """The lines that say to which pins of two connectors a cable's wires go."""
    count = ", ".join(str(index + 1) for index in range(len(wires)))
    left, right = (", ".join(yaml_pin(wire[end]) for wire in wires) for end in (1, 2))
    return ["  -", f"    - {first}: [{left}]", f"    - {name}: [{count}]", f"    - {second}: [{right}]"]


def yaml_pin(number: str) -> str:
    """A pin number as WireViz wants it: a bare number, or a quoted name."""
    return number if number.isdigit() else repr(number)


def int_or(text: str) -> tuple[int, str]:
    """Sorts pin numbers as numbers, names behind them."""
    return (int(text), "") if text.isdigit() else (10_000, text)


def wire_list(nets: Nets, design: Design) -> str:
    """Every wire as a row of a Markdown table: net, from, to."""
    rows = ["| net | from | to |", "|---|---|---|"]
    for net, *ends in chains(nets, design):
        a, b = (f"{ref} {number} {pin_label(design.part(ref), number)}".rstrip() for ref, number in ends)
        rows.append(f"| {net} | {a} | {b} |")
    return "\n".join(rows) + "\n"


def draw(yaml: Path, wireviz_command: Path) -> Path:
    """Runs WireViz on its input; the picture lies beside it. FileNotFoundError when WireViz or Graphviz is
    missing."""
    from PIL import Image  # comes with WireViz

    if not wireviz_command.exists() or not shutil.which("dot"):
        raise FileNotFoundError("WireViz or Graphviz is missing: hardware/install-tools.sh")
    subprocess.run([wireviz_command, "-f", "p", yaml], check=True, capture_output=True, timeout=120)
    picture = yaml.with_suffix(".png")
    with Image.open(picture) as drawn:
        size = (drawn.width // 2, drawn.height // 2)
        small = (
            drawn.convert("RGB")
            .resize(size, Image.Resampling.LANCZOS)
            .quantize(128, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        )
    small.save(picture, optimize=True)
    return picture
