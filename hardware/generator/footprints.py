"""The footprints. Pads of ordinary packages are those of KiCad's own library (a test compares them when it
is there)."""

from .chips import DEVKIT_PITCH_MM, DEVKIT_ROW_SPACING_MM, devkit_pins
from .model import Footprint, Pad


def _row(
    first: int,
    count: int,
    x: float,
    y: float,
    dx: float,
    dy: float,
    width: float,
    height: float,
    drill: float = 0,
) -> list[Pad]:
    """Pads numbered upwards from `first` in a line."""
    return [
        Pad(str(first + i), round(x + i * dx, 4), round(y + i * dy, 4), width, height, drill)
        for i in range(count)
    ]


def _chip(
    name: str, source: str, x: float, width: float, height: float, body: tuple[float, float]
) -> Footprint:
    """Two SMD pads side by side, `x` from the middle."""
    pads = (Pad("1", -x, 0, width, height), Pad("2", x, 0, width, height))
    return Footprint(name, pads, (-body[0], -body[1], body[0], body[1]), source)


R0805 = _chip("R_0805", "Resistor_SMD:R_0805_2012Metric", 0.9125, 1.025, 1.4, (1.68, 0.95))
C0805 = _chip("C_0805", "Capacitor_SMD:C_0805_2012Metric", 0.95, 1.0, 1.45, (1.7, 0.98))
C1206 = _chip("C_1206", "Capacitor_SMD:C_1206_3216Metric", 1.475, 1.15, 1.8, (2.3, 1.15))
D_SMA = _chip("D_SMA", "Diode_SMD:D_SMA", 2.0, 2.5, 1.8, (3.5, 1.75))
D_SOD123 = _chip("D_SOD-123", "Diode_SMD:D_SOD-123", 1.65, 0.9, 1.2, (2.35, 1.15))
L_6045 = _chip("L_SRN6045TA", "Inductor_SMD:L_Bourns_SRN6045TA", 2.075, 2.35, 5.1, (3.5, 3.25))

SOT23 = Footprint(
    "SOT-23",
    (Pad("1", -0.9375, -0.95, 1.475, 0.6), Pad("2", -0.9375, 0.95, 1.475, 0.6), Pad("3", 0.9375, 0, 1.475,
    0.6)),
    (-1.93, -1.7, 1.93, 1.7), "Package_TO_SOT_SMD:SOT-23",
)  # fmt: skip
SOT23_6 = Footprint(
    "SOT-23-6",
    (*_row(1, 3, -1.1375, -0.95, 0, 0.95, 1.325, 0.6), *_row(4, 3, 1.1375, 0.95, 0, -0.95, 1.325, 0.6)),
    (-2.05, -1.7, 2.05, 1.7), "Package_TO_SOT_SMD:SOT-23-6",
)  # fmt: skip
SO8_EP = Footprint(
    "SO-8-EP",
    (*_row(1, 4, -2.475, -1.905, 0, 1.27, 1.95, 0.6), *_row(5, 4, 2.475, 1.905, 0, -1.27, 1.95, 0.6),
     Pad("9", 0, 0, 2.41, 3.3)),
    (-3.7, -2.7, 3.7, 2.7), "Package_SO:SOIC-8-1EP_3.9x4.9mm_P1.27mm_EP2.41x3.3mm",
)  # fmt: skip
SO24W = Footprint(
    "SO-24W",
    (*_row(1, 12, -4.65, -6.985, 0, 1.27, 2.05, 0.6), *_row(13, 12, 4.65, 6.985, 0, -1.27, 2.05, 0.6)),
    (-5.93, -7.95, 5.93, 7.95), "Package_SO:SOIC-24W_7.5x15.4mm_P1.27mm",
)  # fmt: skip
USB_C = Footprint(
    "USB-C-GCT-USB4135",
    (Pad("A5", -0.5, -3.0325, 0.7, 1.2), Pad("A9", 1.52, -3.0325, 0.76, 1.2), Pad("A12", 2.75, -3.0325, 0.8,
    1.2),
     Pad("B5", 0.5, -3.0325, 0.7, 1.2), Pad("B9", -1.52, -3.0325, 0.76, 1.2), Pad("B12", -2.75, -3.0325, 0.8,
     1.2),
     Pad("S1", -5.125, -2.9775, 1.8, 1.35), Pad("S1", -5.125, 0.6025, 1.8, 1.5),
     Pad("S1", 5.125, -2.9775, 1.8, 1.35), Pad("S1", 5.125, 0.6025, 1.8, 1.5)),
    (-6.55, -4.2, 6.55, 4.0), "Connector_USB:USB_C_Receptacle_GCT_USB4135-GF-A_6P_TopMnt_Horizontal",
    outline=False,
    text_at=(0, -1.2),
)  # fmt: skip


def _round(pads: list[Pad]) -> tuple[Pad, ...]:
    """The first pad square, the others round."""
    return tuple(
        Pad(
            pad.number, pad.x, pad.y, pad.width, pad.height, pad.drill, pad.slot, "rect" if i == 0 else "oval"
        )
        for i, pad in enumerate(pads)
    )


XH2 = Footprint(
    "JST-XH-2", _round(_row(1, 2, 0, 0, 2.5, 0, 1.7, 2.0, 1.0)), (-2.95, -2.85, 5.45, 3.9),
    "Connector_JST:JST_XH_B2B-XH-A_1x02_P2.50mm_Vertical", labels=(("+", 0, 2.6), ("-", 2.5, 2.6)),
    text_at=(1.25, -2.0),
)  # fmt: skip
XH12 = Footprint(
    "JST-XH-12", _round(_row(1, 12, 0, 0, 2.5, 0, 1.7, 1.95, 0.95)), (-2.95, -2.85, 30.45, 3.9),
    "Connector_JST:JST_XH_B12B-XH-A_1x12_P2.50mm_Vertical", text_at=(13.75, -2.0),
)  # fmt: skip
IDC10 = Footprint(
    "IDC-2x05",
    _round([Pad(str(2 * row + col + 1), 2.54 * col, 2.54 * row, 1.7, 1.7,
    1.0) for row in range(5) for col in (0, 1)]),
    (-3.68, -5.6, 6.22, 15.76), "Connector_IDC:IDC-Header_2x05_P2.54mm_Vertical", labels=(("1", -2.4, 0),),
    text_at=(1.27, -3.6),
)  # fmt: skip
BUZZER = Footprint(
    "Buzzer-12mm", _round([Pad("1", 0, 0, 2, 2, 1.0), Pad("2", 7.6, 0, 2, 2, 1.0)]), (-2.6, -6.4, 10.2, 6.4),
    "Buzzer_Beeper:Buzzer_12x9.5RM7.6", labels=(("+", 0, -2.2),),
)  # fmt: skip
PUSH_6MM = Footprint(
    "Push-6mm",
    tuple(Pad(n, x, y, 2, 2, 1.1, 0, "oval") for n, y in (("1", 0.0), ("2", 4.5)) for x in (0.0, 6.5)),
    (-1.5, -1.5, 8.0, 6.0), "Button_Switch_THT:SW_PUSH_6mm",
)  # fmt: skip
ELKO_8MM = Footprint(
    "Elko-8mm", _round([Pad("1", 0, 0, 1.6, 1.6, 0.8), Pad("2", 3.5, 0, 1.6, 1.6, 0.8)]), (-2.5, -4.25, 6.0,
    4.25),
    "Capacitor_THT:CP_Radial_D8.0mm_P3.50mm", labels=(("+", 0, -1.9),),
)  # fmt: skip

DIGIT_ROW_MM = 60.2
DIGIT_SIZE_MM = (47.8, 69.7)
"""A 2.3-inch digit: pin rows 60.2 mm apart and body 47.8 x 69.7 mm in a published KiCad footprint of the
same package
(github.com/insensitiveclod/kicad_libraries, 7SegmentLED_TOS-23101AS_SM22301). Makers differ by some
tenths, so the
holes are slots of 1.9 mm in the rows' direction, which takes 59.3 to 61.1 mm. Measure the digits before
ordering boards."""


def _segment_lines() -> tuple[tuple[float, float, float, float], ...]:
    """The seven bars of a digit, slightly slanted, for the silk screen."""
    width, height, slant = 26.0, 50.0, 0.1
    corners = {}
    for row, y in enumerate((-height / 2, 0.0, height / 2)):
        for col, x in enumerate((-width / 2, width / 2)):
            corners[(col, row)] = (x - y * slant, y)
    pairs = (((0, 0), (1, 0)), ((1, 0), (1, 1)), ((1, 1), (1, 2)), ((0, 2), (1, 2)),
             ((0, 1), (0, 2)), ((0, 0), (0, 1)), ((0, 1), (1, 1)))  # fmt: skip
    return tuple((*corners[a], *corners[b]) for a, b in pairs)


DIGIT = Footprint(
    "Digit-2.3in",
    tuple(
        Pad(str(n), (n - 3) * 2.54 if n < 6 else (8 - n) * 2.54,
        DIGIT_ROW_MM / 2 if n < 6 else -DIGIT_ROW_MM / 2,
            1.6, 2.9, 1.0, 1.9, "oval")
        for n in range(1, 11)
    ),
    (-DIGIT_SIZE_MM[0] / 2, -DIGIT_SIZE_MM[1] / 2, DIGIT_SIZE_MM[0] / 2, DIGIT_SIZE_MM[1] / 2),
    "see DIGIT_ROW_MM", lines=_segment_lines(), text_at=(0, -12.0),
)  # fmt: skip

DEVKIT = Footprint(
    "ESP32-DevKitC",
    tuple(
        Pad(number, 0.0 if i < 19 else DEVKIT_ROW_SPACING_MM, DEVKIT_PITCH_MM * (i if i < 19 else 37 - i),
            1.7, 1.7, 1.0, 0, "rect" if i == 0 else "oval")
        for i, (number, _) in enumerate(devkit_pins())
    ),
    (-1.6, -7.2, 27.0, 48.2), "two 1x19 sockets; see chips.DEVKIT_LEFT",
    labels=(("3V3", 3.4, 0), ("GND", 22.0, 0), ("5V", 3.0, 45.72), ("antenna", 12.7, -4.5), ("USB", 12.7,
    45.2)),
)  # fmt: skip

HOLE_M3 = Footprint(
    "Hole-M3", (), (-2.9, -2.9, 2.9, 2.9), "3.2 mm, no copper", holes=((0, 0, 3.2),), outline=False
)

ALL = {
    part.name: part
    for part in (R0805, C0805, C1206, D_SMA, D_SOD123, L_6045, SOT23, SOT23_6, SO8_EP, SO24W, USB_C, XH2,
    XH12, IDC10,
                 BUZZER, PUSH_6MM, ELKO_8MM, DIGIT, DEVKIT, HOLE_M3)
}  # fmt: skip
