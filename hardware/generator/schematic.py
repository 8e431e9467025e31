"""Writes a design as a KiCad 9 schematic: each pin gets a short wire and there a label or the sign of its
supply."""

from .model import Design, Part, Pin
from .sexpr import Node, Quoted, identifier, write
from .symbols import library_node, pin_end, power_node, text_places

LIBRARY = "Boardside"
VERSION = 20250114
"""KiCad 9's format of schematics."""

DATE = "2025-11-21"
STUB = 2.54
OUTWARD = {"L": (-1, 0), "R": (1, 0), "T": (0, -1), "B": (0, 1)}
LABEL = {"L": (180, "right"), "R": (0, "left"), "T": (90, "left"), "B": (270, "right")}
TURN_UP = {"T": 0, "L": 90, "B": 180, "R": 270}
TURN_DOWN = {"B": 0, "R": 90, "T": 180, "L": 270}


def _font(size: float = 1.27, *rest: Node) -> Node:
    return ["effects", ["font", ["size", size, size]], *rest]


class Sheet:
    """Collects what stands on the one sheet of a design."""

    def __init__(self, design: Design) -> None:
        """Takes the design; `node()` gives the file's content."""
        self.design = design
        self.root = identifier(design.name, "sheet")
        self.items: list[Node] = []
        self.power_count = 0

    def id(self, *names: object) -> Node:
        """A `uuid` node that depends on the design's name and the given names only."""
        return ["uuid", identifier(self.design.name, *names)]

    def _instances(self, ref: str) -> Node:
        path: Node = ["path", Quoted("/" + self.root), ["reference", Quoted(ref)], ["unit", 1]]
        return ["instances", ["project", Quoted(self.design.name), path]]

    def power(self, net: str, x: float, y: float, turn: int) -> None:
        """A supply's sign at a point, turned by a multiple of 90 degrees; its name is always written
        upright."""
        self.power_count += 1
        flag = net == "PWR_FLAG"
        ref = f"#{'FLG' if flag else 'PWR'}{self.power_count:03d}"
        reach = 4.064 if net in ("GND", "PWR_FLAG") else 3.302
        down = net == "GND"
        dx, dy = {0: (0, -1), 90: (-1, 0), 180: (0, 1), 270: (1, 0)}[turn]
        if down:
            dx, dy = -dx, -dy
        sideways = turn in (90, 270)
        # KiCad keeps turned text upright by turning it over, and its justification with it.
        rightwards = (dx > 0) != (turn == 90)
        justify: list[Node] = [["justify", "left" if rightwards else "right"]] if sideways else []
        shift = 2.794 if sideways else reach
        angle = 90 if sideways else 0
        text: Node = ["property", Quoted("Value"), Quoted(net), ["at", x + dx * shift, y + dy * shift, angle]]
        hidden = _font(1.27, ["hide", "yes"])
        self.items.append([
            "symbol", ["lib_id", Quoted(f"{LIBRARY}:{net}")], ["at", x, y, turn], ["unit", 1],
            ["exclude_from_sim", "no"], ["in_bom", "yes"], ["on_board", "yes"], ["dnp", "no"], self.id(ref),
            ["property", Quoted("Reference"), Quoted(ref), ["at", x, y, 0], hidden],
            [*text, _font(1.27, *justify)],
            ["property", Quoted("Footprint"), Quoted(""), ["at", x, y, 0], hidden],
            ["property", Quoted("Datasheet"), Quoted(""), ["at", x, y, 0], hidden],
            ["property", Quoted("Description"), Quoted(""), ["at", x, y, 0], hidden],
            ["pin", Quoted("1"), self.id(ref, "pin")], self._instances(ref),
        ])  # fmt: skip

    def wire(self, x0: float, y0: float, x1: float, y1: float) -> None:
        """A straight wire."""
        points: Node = ["pts", ["xy", x0, y0], ["xy", x1, y1]]
        stroke: Node = ["stroke", ["width", 0], ["type", "default"]]
        self.items.append(["wire", points, stroke, self.id("wire", x0, y0, x1, y1)])

    def _label_reach(self, part: Part, pin: Pin) -> float:
        """Long enough a wire that the label does not touch the supply signs of the pins beside it."""
        if part.symbol.shape != "box":
            return STUB
        beside = (
            other for other in part.symbol.pins if other.side == pin.side and abs(other.slot - pin.slot) == 1
        )
        return (
            4 * STUB if any(part.nets.get(other.number) in self.design.supplies for other in beside) else STUB
        )

    def _pin(self, part: Part, pin: Pin) -> None:
        dx, dy = pin_end(part.symbol, pin)
        x, y = part.at[0] + dx, part.at[1] + dy
        net = part.nets.get(pin.number)
        if net is None:
            if pin.kind != "no_connect":
                self.items.append(["no_connect", ["at", x, y], self.id("open", part.ref, pin.number)])
            return
        ox, oy = OUTWARD[pin.side]
        reach = STUB if net in self.design.supplies else self._label_reach(part, pin)
        x1, y1 = x + ox * reach, y + oy * reach
        self.wire(x, y, x1, y1)
        if net in self.design.supplies:
            self.power(net, x1, y1, (TURN_DOWN if net == "GND" else TURN_UP)[pin.side])
            return
        angle, justify = LABEL[pin.side]
        self.items.append([
            "label", Quoted(net), ["at", x1, y1, angle], _font(1.27, ["justify", justify, "bottom"]),
            self.id("label", part.ref, pin.number),
        ])  # fmt: skip

    def part(self, part: Part) -> None:
        """A part with all its wires and labels."""
        x, y = part.at
        places = text_places(part.symbol)
        node: Node = [
            "symbol", ["lib_id", Quoted(f"{LIBRARY}:{part.symbol.name}")], ["at", x, y, 0], ["unit", 1],
            ["exclude_from_sim", "no"], ["in_bom", "yes"], ["on_board", "yes"], ["dnp", "no"],
            self.id(part.ref),
        ]  # fmt: skip
        for name, text, (dx, dy, justify) in zip(
            ("Reference", "Value"), (part.ref, part.value), places, strict=True
        ):
            rest: list[Node] = [["justify", justify]] if justify else []
            node.append(
                ["property", Quoted(name), Quoted(text), ["at", x + dx, y + dy, 0], _font(1.27, *rest)]
            )
        link = f"{LIBRARY}:{part.footprint.name}" if part.footprint else ""
        hidden = {"Footprint": link, "Datasheet": part.symbol.datasheet, "Description": ""}
        if part.buy:
            hidden |= {"Manufacturer": part.buy.maker, "MPN": part.buy.mpn}
        for name, text in hidden.items():
            node.append(
                ["property", Quoted(name), Quoted(text), ["at", x, y, 0], _font(1.27, ["hide", "yes"])]
            )
        node += [["pin", Quoted(pin.number), self.id(part.ref, pin.number)] for pin in part.symbol.pins]
        node.append(self._instances(part.ref))
        self.items.append(node)
        for pin in part.symbol.pins:
            self._pin(part, pin)

    def flags(self) -> None:
        """One power flag for each supply that KiCad cannot see being fed."""
        x, y = self.design.flags_at
        for index, net in enumerate(self.design.flags):
            at = x + 15.24 * index
            self.power("PWR_FLAG", at, y, 0)
            if net in self.design.supplies:
                self.wire(at, y, at, y + STUB)
                self.power(net, at, y + STUB, 0 if net == "GND" else 180)
            else:
                self.wire(at, y, at, y + STUB)
                self.items.append([
                    "label", Quoted(net), ["at", at, y + STUB, 270], _font(1.27, ["justify", "right",
                    "bottom"]),
                    self.id("flag", net),
                ])  # fmt: skip

    def notes(self) -> None:
        """Frames with headlines."""
        for note in self.design.notes:
            stroke: Node = ["stroke", ["width", 0.2], ["type", "dash"], ["color", 132, 132, 132, 1]]
            self.items.append([
                "rectangle", ["start", note.x0, note.y0], ["end", note.x1, note.y1], stroke,
                ["fill", ["type", "none"]], self.id("frame", note.text),
            ])  # fmt: skip
            self.items.append([
                "text", Quoted(note.text), ["exclude_from_sim", "no"], ["at", note.x0 + 1.5, note.y0 + 2.5,
                0],
                _font(1.8, ["justify", "left"]), self.id("note", note.text),
            ])  # fmt: skip

    def node(self) -> Node:
        """The whole file."""
        self.notes()
        for part in self.design.parts:
            self.part(part)
        self.flags()
        return [
            "kicad_sch", ["version", VERSION], ["generator", Quoted("boardside")],
            ["generator_version", Quoted("9.0")], ["uuid", self.root], ["paper", Quoted(self.design.paper)],
            ["title_block", ["title", Quoted(self.design.title)], ["date", Quoted(DATE)], ["rev",
            Quoted("1")],
             ["company", Quoted("Boardside")], ["comment", 1, Quoted(self.design.comment)]],
            ["lib_symbols", *library_symbols(self.design, LIBRARY + ":")],
            *self.items,
            ["sheet_instances", ["path", Quoted("/"), ["page", Quoted("1")]]], ["embedded_fonts", "no"],
        ]  # fmt: skip


def library_symbols(design: Design, prefix: str = "") -> list[Node]:
    """Every symbol of a design once, by name, supplies and the power flag included."""
    used = {part.symbol.name: part.symbol for part in design.parts}
    nodes = [library_node(used[name], prefix) for name in sorted(used)]
    return nodes + [power_node(net, prefix) for net in (*sorted(design.supplies), "PWR_FLAG")]


def schematic(design: Design) -> str:
    """The text of the `.kicad_sch` file."""
    return write(Sheet(design).node())
