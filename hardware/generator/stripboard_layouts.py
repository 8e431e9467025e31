"""Where the parts of the two stripboard builds stand. Strips and holes count from 0 here."""

from .designs.basic import KEY_CAPACITOR, KEY_PULL_UP
from .stripboard import Hole, Layout, Seat, devkit_seat, dip_seat, leg_seat, row_seat

STRIPS, HOLES = 26, 39
"""66 x 99 mm of stripboard, strips along the longer side."""

SCREWS: tuple[Hole, ...] = ((1, 1), (1, 37), (24, 1), (24, 37))
KEYS = tuple(f"SW{i}" for i in range(1, 11))
PULL_UPS = tuple(f"R{KEY_PULL_UP + i}" for i in range(10))
CAPACITORS = tuple(f"C{KEY_CAPACITOR + i}" for i in range(10))
FILTERS = (*PULL_UPS, *CAPACITORS)
AT_KEYS = tuple(
    pair
    for key, up, down in zip(KEYS, PULL_UPS, CAPACITORS, strict=True)
    for pair in (((key, "1"), (up, "2")), ((key, "1"), (down, "1")), ((key, "2"), (down, "2")))
)
"""On the keys' board each resistor and capacitor is soldered to its key's legs."""
DEVKIT = devkit_seat(3, 5)


def buzzer(hole: int) -> dict[str, Seat]:
    """The buzzer with its transistor, from a column on; BUZZER comes in at strip 14."""
    return {
        "LS1": Seat({"2": (17, hole + 2), "1": (20, hole + 2)}, (16, hole, 21, hole + 4)),
        "D1": leg_seat((20, hole + 6), 17),
        "Q1": Seat({"1": (17, hole + 8), "2": (18, hole + 8), "3": (19, hole + 8)},
                   (17, hole + 8, 19, hole + 8)),
        "R1": leg_seat((14, hole + 10), 18),
        "R2": leg_seat((18, hole + 11), 22),
    }  # fmt: skip


BASIC = Layout(
    STRIPS, HOLES,
    {
        "U1": DEVKIT,
        "U2": dip_seat(14, 16, 19),
        "C1": leg_seat((16, 24), 18),
        "C2": leg_seat((23, 25), 25, around=1),
        "C3": leg_seat((23, 30), 25),
        "M1": row_seat(("1", "2", "3", "4", "5"), 0, 34),
        **buzzer(26),
    },
    rails={23: "+5V", 25: "GND"}, cabled=("J1", *KEYS, *FILTERS), plugged=AT_KEYS, chained=("GND", "+3V3"),
    screws=SCREWS,
)  # fmt: skip

EINK = Layout(
    STRIPS, HOLES,
    {
        "U1": DEVKIT,
        "J1": row_seat(("1", "2", "3", "4", "5", "6", "7", "8"), 16, 19),
        "R3": leg_seat((21, 24), 17),
        "R4": leg_seat((18, 22), 22),
        "R5": leg_seat((2, 22), 6),
        "R6": leg_seat((6, 25), 3),
        "C1": leg_seat((1, 28), 3),
        **buzzer(26),
    },
    rails={24: "+5V", 25: "GND"}, cabled=("U2", "BT1", "J2", *KEYS, *FILTERS),
    plugged=((("U2", "BAT"), ("BT1", "1")), (("U2", "GND"), ("BT1", "2")), (("U2", "USB"), ("J2", "1")),
             (("U2", "GND"), ("J2", "2")), *AT_KEYS),
    chained=("GND", "+3V3"), screws=SCREWS,
)  # fmt: skip

LAYOUTS = {"basic": BASIC, "eink": EINK}
"""The layouts by the names of their designs."""
