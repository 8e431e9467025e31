"""Tournament build, digit board: two 57 mm digits on one constant-current driver. Four in a row make a
scoreboard."""

from ..chips import DIGIT, STP16CP05, header
from ..footprints import C0805, C1206, IDC10, R0805, SO24W
from ..footprints import DIGIT as DIGIT_FOOTPRINT
from ..model import Board, Buy, Design, Note, Part
from ..passives import C, R
from ..power import REXT_OHM

CHAIN = ("9V", "9V", "GND", "GND", "3V3", "GND", "DATA", "CLK", "LE", "~{OE}")
"""What runs in the ten-way ribbon, pins 1 to 10; two wires for 9 V, three for ground."""

IDC_BUY = Buy("Würth Elektronik", "61201021621", 0.55, "10-way box header")
DIGIT_BUY = Buy("Kingbright", "SA23-12SRWA", 9.50, "or another 2.3-inch common anode digit of this pin order")
C100N = Buy("Samsung", "CL21B104KBCNNNC", 0.05)
C10U_25V = Buy("Samsung", "CL31A106KAHNNNE", 0.15)


def chain_nets(data: str) -> dict[str, str]:
    """The nets of a ribbon's header; `data` is the net at its data pin."""
    nets = ("+9V", "+9V", "GND", "GND", "+3V3", "GND", data, "CLK", "LE", "OE")
    return {str(index + 1): net for index, net in enumerate(nets)}


DRIVER_NETS = {
    "24": "+3V3",
    "1": "GND",
    "2": "SDI",
    "3": "CLK",
    "4": "LE",
    "21": "OE",
    "22": "SDO",
    "23": "REXT",
}
LEFT_SEGMENTS = ("G", "F", "A", "B", "DP", "C", "D", "E")
RIGHT_SEGMENTS = ("DP", "C", "D", "E", "G", "F", "A", "B")
"""Which segment is at the driver's outputs 0 to 7 and 8 to 15. The order lets all tracks run without
crossing; the
firmware's driver has it as a table."""


def segment_net(output: int) -> str:
    """The net at one of the driver's outputs 0 to 15."""
    return f"L_{LEFT_SEGMENTS[output]}" if output < 8 else f"R_{RIGHT_SEGMENTS[output - 8]}"


def digit_nets(side: str) -> dict[str, str]:
    """The nets of a digit's pins; `side` is L or R."""
    nets = {pin.number: f"{side}_{pin.name}" for pin in DIGIT.pins if pin.name != "CA"}
    return nets | {"3": "+9V", "8": "+9V"}


TOURNAMENT_DIGITS = Design(
    name="tournament-digits",
    title="Boardside Tournament: two digits of 57 mm",
    comment="Four boards in a row. Starts dark: OE is pulled up on the main board",
    parts=(
        Part("U1", STP16CP05, "STP16CP05MTR", (121.92, 88.9),
             DRIVER_NETS | {str(5 + n): segment_net(n) for n in range(16)},
             Buy("STMicroelectronics", "STP16CP05MTR", 1.60), SO24W, (50, 87.5, 0)),
        Part("D1", DIGIT, "left", (195.58, 71.12), digit_nets("L"), DIGIT_BUY, DIGIT_FOOTPRINT, (25.5, 41.5,
        0)),
        Part("D2", DIGIT, "right", (195.58, 119.38), digit_nets("R"), DIGIT_BUY, DIGIT_FOOTPRINT, (74.5,
        41.5, 0)),
        Part("J1", header("Ribbon_in", CHAIN), "in", (58.42, 68.58), chain_nets("SDI"), IDC_BUY, IDC10, (13,
        90.5, 90)),
        Part("J2", header("Ribbon_out", CHAIN), "out", (58.42, 119.38), chain_nets("SDO"), IDC_BUY, IDC10,
             (77, 90.5, 90)),
        Part("R1", R, "2k0", (93.98, 116.84), {"1": "REXT", "2": "GND"},
             Buy("Yageo", "RC0805FR-072KL", 0.03, f"{REXT_OHM} ohm: 9.8 mA a segment"), R0805, (60, 80, 0)),
        Part("C1", C, "100n", (104.14, 138.43), {"1": "+3V3", "2": "GND"}, C100N, C0805, (60, 83.5, 0)),
        Part("C2", C, "10u 25V", (119.38, 138.43), {"1": "+9V", "2": "GND"}, C10U_25V, C1206, (22.5, 81, 0)),
        Part("C3", C, "10u 25V", (139.7, 138.43), {"1": "+9V", "2": "GND"}, C10U_25V, C1206, (62.5, 93, 90)),
    ),
    supplies=("GND", "+9V", "+3V3"),
    flags=("GND", "+9V", "+3V3"),
    flags_at=(40.64, 149.86),
    notes=(
        Note("Ribbon: in, and on to the next board", 25.4, 40.64, 88.9, 142.24),
        Note("Driver: 19.6 V / R1 = 9.8 mA in each segment", 91.44, 40.64, 160.02, 154.94),
        Note("Two digits, common anode, 9 V", 162.56, 40.64, 233.68, 154.94),
    ),
    board=Board(
        100, 99, widths={"+9V": 1.0, "+3V3": 0.5},
        texts=(("Boardside digits, rev 1", 50, 97.2, 1.0), ("IN", 10.5, 95.3, 1.2), ("OUT", 74.5, 95.3, 1.2)),
        hole_inset=3.6, first=("+9V", "+3V3"),
    ),
)  # fmt: skip
