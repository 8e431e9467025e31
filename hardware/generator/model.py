"""What a design is made of: symbols with pins, footprints with pads, parts, nets. All lengths in
millimetres."""

from dataclasses import dataclass, field, replace


@dataclass(frozen=True)
class Pin:
    """One leg of a symbol: its number and name, KiCad's electrical kind, the side (L R T B) and the place
    there."""

    number: str
    name: str
    kind: str
    side: str
    slot: int


@dataclass(frozen=True)
class Symbol:
    """A drawing with pins. `shape` is "box" or one of the drawings in `symbols.py`; `half_width` is the
    box's."""

    name: str
    prefix: str
    pins: tuple[Pin, ...]
    shape: str = "box"
    half_width: float = 10.16
    datasheet: str = ""

    def pin(self, number: str) -> Pin:
        """The pin with a number; KeyError when there is none."""
        for pin in self.pins:
            if pin.number == number:
                return pin
        raise KeyError(f"{self.name} has no pin {number}")


@dataclass(frozen=True)
class Pad:
    """One pad: centre, size; `drill` above 0 makes a plated hole (`slot` its length when oval)."""

    number: str
    x: float
    y: float
    width: float
    height: float
    drill: float = 0.0
    slot: float = 0.0
    shape: str = "rect"


@dataclass(frozen=True)
class Footprint:
    """Pads, and the body's rectangle (x0, y0, x1, y1) for silk screen and courtyard. `source` says where
    it is from."""

    name: str
    pads: tuple[Pad, ...]
    body: tuple[float, float, float, float]
    source: str
    labels: tuple[tuple[str, float, float], ...] = ()
    holes: tuple[tuple[float, float, float], ...] = ()
    outline: bool = True
    text_at: tuple[float, float] | None = None
    lines: tuple[tuple[float, float, float, float], ...] = ()


@dataclass(frozen=True)
class Buy:
    """What is ordered: maker, its part number, a typical price for one in euro (2025, before tax)."""

    maker: str
    mpn: str
    euro: float
    note: str = ""


@dataclass(frozen=True)
class Part:
    """One part of a design: where it stands in the schematic and on the board, and the net of each pin.

    A pin that is missing in `nets` is left open on purpose and gets KiCad's "no connection" cross."""

    ref: str
    symbol: Symbol
    value: str
    at: tuple[float, float]
    nets: dict[str, str]
    buy: Buy | None = None
    footprint: Footprint | None = None
    place: tuple[float, float, float] | None = None


@dataclass(frozen=True)
class Note:
    """A frame with a headline, drawn into the schematic behind the parts: x0, y0, x1, y1."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True)
class Board:
    """The board of a design: its size, holes and texts; tracks come from the router. `keepouts` (x0, y0,
    x1, y1) stay
    without copper."""

    width: float
    height: float
    widths: dict[str, float] = field(default_factory=dict)
    texts: tuple[tuple[str, float, float, float], ...] = ()
    corner: float = 3.0
    hole_inset: float = 4.0
    first: tuple[str, ...] = ()
    stitch_mm: float = 4.0
    keepouts: tuple[tuple[float, float, float, float], ...] = ()

    def holes(self) -> tuple[tuple[float, float], ...]:
        """The middles of the four mounting holes."""
        i, w, h = self.hole_inset, self.width, self.height
        return ((i, i), (w - i, i), (w - i, h - i), (i, h - i))


@dataclass(frozen=True)
class Design:
    """A build: its parts, which nets are supplies (drawn as power symbols), and which need a power flag."""

    name: str
    title: str
    parts: tuple[Part, ...]
    supplies: tuple[str, ...]
    flags: tuple[str, ...]
    flags_at: tuple[float, float]
    paper: str = "A4"
    notes: tuple[Note, ...] = ()
    board: Board | None = None
    comment: str = ""

    def part(self, ref: str) -> Part:
        """The part with a reference; KeyError when there is none."""
        for part in self.parts:
            if part.ref == ref:
                return part
        raise KeyError(ref)

    def connections(self) -> dict[str, set[tuple[str, str]]]:
        """Every net's name and the (reference, pin number) pairs on it."""
        nets: dict[str, set[tuple[str, str]]] = {}
        for part in self.parts:
            for number, net in part.nets.items():
                part.symbol.pin(number)
                nets.setdefault(net, set()).add((part.ref, number))
        return nets

    def with_part(self, part: Part) -> "Design":
        """The design with one part exchanged for another of the same reference: for deliberate mistakes."""
        return replace(self, parts=tuple(part if part.ref == old.ref else old for old in self.parts))

    def problems(self) -> list[str]:
        """What is wrong in the data itself: references twice, nets that lead nowhere."""
        refs = [part.ref for part in self.parts]
        twice = [f"{ref} stands twice" for ref in sorted(set(refs)) if refs.count(ref) > 1]
        lonely = (net for net, pins in self.connections().items() if len(pins) < 2)
        return twice + [f"net {net} has only one pin" for net in sorted(lonely)]
