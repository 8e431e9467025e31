"""Draws the symbols: boxes for chips and modules, and the usual signs for two- and three-legged parts."""

from .model import Pin, Symbol
from .sexpr import Node, Quoted

STEP = 2.54
PIN = 2.54

POWER_KIND = {"T": 270, "B": 90, "L": 0, "R": 180}


def rows(symbol: Symbol) -> int:
    """How many rows of pins the longer side of a box has."""
    return max((pin.slot for pin in symbol.pins if pin.side in "LR"), default=0) + 1


def pin_end(symbol: Symbol, pin: Pin) -> tuple[float, float]:
    """Where a wire meets a pin, from the symbol's middle, y downwards as on a sheet."""
    if symbol.shape != "box":
        reach = 3.81
        if symbol.shape == "npn":
            return {"L": (-3.81, 0.0), "T": (2.54, -3.81), "B": (2.54, 3.81)}[pin.side]
        return {"T": (0.0, -reach), "B": (0.0, reach), "L": (-reach, 0.0), "R": (reach, 0.0)}[pin.side]
    y = top(symbol) + STEP + pin.slot * STEP
    return (-symbol.half_width - PIN, y) if pin.side == "L" else (symbol.half_width + PIN, y)


def top(symbol: Symbol) -> float:
    """The upper edge of a box; pins lie on the grid of 2.54 mm."""
    return -STEP * ((rows(symbol) + 1) // 2)


def _line(*points: tuple[float, float], width: float = 0.254, fill: str = "none") -> Node:
    path: Node = ["pts"]
    path += [["xy", x, y] for x, y in points]
    return ["polyline", path, ["stroke", ["width", width], ["type", "default"]], ["fill", ["type", fill]]]


def _circle(x: float, y: float, radius: float) -> Node:
    stroke: Node = ["stroke", ["width", 0.254], ["type", "default"]]
    return ["circle", ["center", x, y], ["radius", radius], stroke, ["fill", ["type", "none"]]]


def _box(x0: float, y0: float, x1: float, y1: float) -> Node:
    stroke: Node = ["stroke", ["width", 0.254], ["type", "default"]]
    return ["rectangle", ["start", x0, y0], ["end", x1, y1], stroke, ["fill", ["type", "background"]]]


def body(symbol: Symbol) -> list[Node]:
    """The drawing without its pins, in the library's axes (y upwards)."""
    if symbol.shape == "box":
        upper = -top(symbol)
        return [_box(-symbol.half_width, upper, symbol.half_width, upper - STEP * (rows(symbol) + 1))]
    drawings: dict[str, list[Node]] = {
        "resistor": [_box(-1.016, 2.54, 1.016, -2.54)],
        "capacitor": [
            _line((-2.032, 0.762), (2.032, 0.762), width=0.508),
            _line((-2.032, -0.762), (2.032, -0.762), width=0.508),
            _line((0, 2.54), (0, 0.762)),
            _line((0, -0.762), (0, -2.54)),
        ],
        "electrolytic": [
            _box(-2.286, 1.016, 2.286, 0.508),
            _line((-2.286, -0.762), (2.286, -0.762), width=0.508),
            _line((0, 2.54), (0, 1.016)),
            _line((0, -0.762), (0, -2.54)),
            _line((-1.778, 2.286), (-0.762, 2.286)),
            _line((-1.27, 1.778), (-1.27, 2.794)),
        ],
        "inductor": [
            _line((-2.54, 0), (-2.54, 0.8), (-1.27, 0.8), (-1.27, 0)),
            _line((-1.27, 0), (-1.27, 0.8), (0, 0.8), (0, 0)),
            _line((0, 0), (0, 0.8), (1.27, 0.8), (1.27, 0)),
            _line((1.27, 0), (1.27, 0.8), (2.54, 0.8), (2.54, 0)),
        ],
        "diode": [
            _line((-1.27, 1.27), (-1.27, -1.27)),
            _line((1.27, 1.27), (1.27, -1.27), (-1.27, 0), (1.27, 1.27)),
            _line((-2.54, 0), (2.54, 0), width=0),
        ],
        "diode_up": [
            _line((-1.27, 1.27), (1.27, 1.27)),
            _line((-1.27, -1.27), (1.27, -1.27), (0, 1.27), (-1.27, -1.27)),
            _line((0, 2.54), (0, -2.54), width=0),
        ],
        "key": [
            _circle(-2.032, 0, 0.508),
            _circle(2.032, 0, 0.508),
            _line((-2.54, 1.27), (2.54, 1.27)),
            _line((0, 1.27), (0, 2.286)),
        ],
        "buzzer": [_circle(0, 0, 2.54), _line((-1.27, 0.8), (1.27, 0.8)), _line((-1.27, -0.8), (1.27, -0.8))],
        "npn": [
            _circle(1.27, 0, 2.8194),
            _line((0, 1.905), (0, -1.905), width=0.508),
            _line((0, 0.635), (2.54, 2.54)),
            _line((0, -0.635), (2.54, -2.54)),
            _line((1.27, -1.905), (1.905, -1.27), (2.2, -2.3), (1.27, -1.905), fill="outline"),
            _line((-2.54, 0), (0, 0), width=0),
        ],
    }
    return drawings[symbol.shape]


def pin_node(symbol: Symbol, pin: Pin) -> Node:
    """One pin in the library's axes."""
    x, y = pin_end(symbol, pin)
    length = PIN
    if symbol.shape != "box":
        length = 1.27
    side = pin.side
    font: Node = ["effects", ["font", ["size", 1.27, 1.27]]]
    at: Node = ["at", x, -y, POWER_KIND[side]]
    return [
        "pin", pin.kind, "line", at, ["length", length],
        ["name", Quoted(pin.name or "~"), font], ["number", Quoted(pin.number), font],
    ]  # fmt: skip


def _property(name: str, text: str, x: float, y: float, hide: bool = False, justify: str = "") -> Node:
    effects: Node = ["effects", ["font", ["size", 1.27, 1.27]]]
    if justify:
        effects.append(["justify", justify])
    if hide:
        effects.append(["hide", "yes"])
    return ["property", Quoted(name), Quoted(text), ["at", x, y, 0], effects]


def text_places(symbol: Symbol) -> tuple[tuple[float, float, str], tuple[float, float, str]]:
    """Where reference and value stand, from the middle (y downwards), and how they are justified."""
    if symbol.shape == "box":
        upper = top(symbol)
        lower = upper + STEP * (rows(symbol) + 1)
        return (-symbol.half_width, upper - 1.27, "left"), (-symbol.half_width, lower + 1.27, "left")
    if symbol.shape in ("resistor", "capacitor", "electrolytic", "diode_up", "buzzer"):
        return (3.048, -1.016, "left"), (3.048, 1.27, "left")
    if symbol.shape == "npn":
        return (5.08, -1.016, "left"), (5.08, 1.27, "left")
    return (0, -3.302, ""), (0, 2.54, "")


def library_node(symbol: Symbol, prefix: str = "") -> Node:
    """The symbol as it stands in a library; `prefix` is the library's name inside a schematic."""
    (rx, ry, rj), (vx, vy, vj) = text_places(symbol)
    node: Node = ["symbol", Quoted(prefix + symbol.name)]
    if symbol.shape != "box":
        node += [["pin_numbers", ["hide", "yes"]], ["pin_names", ["offset", 0.254], ["hide", "yes"]]]
    else:
        if all(pin.number in pin.name for pin in symbol.pins):  # a module whose pins have names only
            node.append(["pin_numbers", ["hide", "yes"]])
        node.append(["pin_names", ["offset", 1.016]])
    node += [["exclude_from_sim", "no"], ["in_bom", "yes"], ["on_board", "yes"]]
    node += [
        _property("Reference", symbol.prefix, rx, -ry, justify=rj),
        _property("Value", symbol.name, vx, -vy, justify=vj),
        _property("Footprint", "", 0, 0, hide=True),
        _property("Datasheet", symbol.datasheet, 0, 0, hide=True),
        _property("Description", "", 0, 0, hide=True),
        ["symbol", Quoted(symbol.name + "_0_1"), *body(symbol)],
        ["symbol", Quoted(symbol.name + "_1_1"), *(pin_node(symbol, pin) for pin in symbol.pins)],
        ["embedded_fonts", "no"],
    ]
    return node


def power_node(net: str, prefix: str = "") -> Node:
    """The sign of a supply net: a bar for voltages (pin at the bottom), ground below its pin, PWR_FLAG a
    lozenge."""
    if net == "GND":
        lines = [_line((0, 0), (0, -1.27), (1.27, -1.27), (0, -2.54), (-1.27, -1.27), (0, -1.27), width=0)]
        text_y = -3.81
    elif net == "PWR_FLAG":
        lines = [_line((0, 0), (0, 1.27), (-1.016, 1.905), (0, 2.54), (1.016, 1.905), (0, 1.27), width=0)]
        text_y = 3.81
    else:
        lines = [_line((-1.27, 2.032), (1.27, 2.032), width=0.381), _line((0, 0), (0, 2.032), width=0)]
        text_y = 3.302
    flag = net == "PWR_FLAG"
    font: Node = ["effects", ["font", ["size", 1.27, 1.27]]]
    pin: Node = [
        "pin", "power_out" if flag else "power_in", "line", ["at", 0, 0, 270 if net == "GND" else 90],
        ["length", 0],
        ["name", Quoted("~" if flag else net), font], ["number", Quoted("1"), font],
    ]  # fmt: skip
    return [
        "symbol", Quoted(prefix + net), ["power"], ["pin_numbers", ["hide", "yes"]],
        ["pin_names", ["offset", 0], ["hide", "yes"]],
        ["exclude_from_sim", "no"], ["in_bom", "yes"], ["on_board", "yes"],
        _property("Reference", "#FLG" if flag else "#PWR", 0, -6.35, hide=True),
        _property("Value", net, 0, text_y),
        _property("Footprint", "", 0, 0, hide=True),
        _property("Datasheet", "", 0, 0, hide=True),
        _property("Description", "", 0, 0, hide=True),
        ["symbol", Quoted(net + "_0_1"), *lines],
        ["symbol", Quoted(net + "_1_1"), pin],
        ["embedded_fonts", "no"],
    ]  # fmt: skip
