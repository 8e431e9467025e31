"""All designs, and what belongs to each beside its drawing: budget, limits, what else is bought, wiring
picture."""

from collections.abc import Callable
from dataclasses import dataclass, field
from types import ModuleType

from boardside import pins, pins_s3

from . import power
from .chips import DEVKITC, DEVKITC_S3, DevBoard
from .designs import basic, eink, tournament_main
from .designs.basic import BASIC, BASIC_S3, CLOCK_SWITCH, KEY_CERAMIC, PULL_UP, SWITCH
from .designs.eink import EINK
from .designs.tournament_digits import TOURNAMENT_DIGITS
from .designs.tournament_main import TOURNAMENT_MAIN
from .gpio_rules import ESP32, ESP32_S3, Rules
from .limits import Check
from .model import Buy, Design
from .power import Load

KEY_REFS = tuple(f"SW{i}" for i in range(1, 11))


@dataclass(frozen=True)
class Build:
    """A design with its figures. `wired` names the parts in the wiring picture, `currents_ma` the nets
    whose tracks must carry so much, `displays` what the firmware is told to be there (none: a design
    without the ESP32), `renamed` the schematic's names for nets of the firmware's pin map; `board`, `chip`
    and `rules` which ESP32 it is, by its development board, its pin map and what its GPIOs may be used
    for."""

    design: Design
    loads: tuple[Load, ...] = ()
    checks: Callable[[], list[Check]] = lambda: []
    extras: tuple[tuple[str, Buy, int], ...] = ()
    wired: tuple[str, ...] = ()
    currents_ma: dict[str, float] = field(default_factory=dict)
    renamed: dict[str, str] = field(default_factory=dict)
    displays: tuple[str, ...] = ()
    has_cell: bool = False
    board: DevBoard = DEVKITC
    chip: ModuleType = pins
    rules: Rules = ESP32


RIBBON = Buy("3M", "3365/10", 1.50, "ten-way ribbon, 30 cm, with two 09185107803 sockets")
STRIPBOARD = Buy("Roth Elektronik", "RE200-LF", 4.00, "100 x 100 mm; one for the board, one for the keys")
SOCKET_19 = Buy("Preci-Dip", "801-87-019-10-001101", 1.60, "for the ESP32 board")
SOCKET_22 = Buy("Preci-Dip", "801-87-022-10-001101", 1.80, "for the ESP32-S3 board")
SOCKET_DIP = Buy("Preci-Dip", "110-87-314-41-001101", 0.60, "for the 74AHCT125")
WIRE = Buy("BNTECHGO", "22 AWG, six colours", 3.00, "some metres of any insulated wire of 0.3 mm2")
SCREWS = Buy("any", "M3", 1.00, "four M3 x 12, four M3 x 6, self-tapping")
USB_CHARGER = Buy(
    "any", "5 V 2 A, USB-C", 8.00, "a USB charger with a cable of 1 m, 0.25 ohm at most (0.3 mm2)"
)


def filament(grams: int) -> Buy:
    """What the printed pieces weigh, full, by their volume: PLA of 1.24 g/cm3."""
    return Buy("any", f"PLA, {grams} g", round(grams * 0.02, 2), "filament of the printed pieces")


STRIPBOARD_EXTRAS = (("stripboard", STRIPBOARD, 2), ("socket, 19 pins", SOCKET_19, 2), ("wire", WIRE, 1),
                     ("screws", SCREWS, 1))  # fmt: skip
"""What each build on stripboard needs besides its parts."""

BASIC_GRAMS = 225
"""The console's weight by the volume of its pieces."""

CHARGER = Buy("any", "5 V 3 A, USB-C", 14.00, "a USB-C charger of 15 W, with its cable")

BUILDS = (
    Build(BASIC, power.BASIC, power.basic_checks,
          (*STRIPBOARD_EXTRAS, ("DIP socket", SOCKET_DIP, 1), ("charger", USB_CHARGER, 1),
           ("console", filament(BASIC_GRAMS), 1)),
          ("U1", "J1", "U2", "M1", "R1", "Q1", "LS1", *KEY_REFS), displays=basic.DISPLAYS),
    Build(BASIC_S3, power.BASIC, power.basic_checks,
          (("stripboard", STRIPBOARD, 2), ("socket, 22 pins", SOCKET_22, 2), ("wire", WIRE, 1),
           ("screws", SCREWS, 1), ("DIP socket", SOCKET_DIP, 1), ("charger", USB_CHARGER, 1),
           ("console", filament(BASIC_GRAMS), 1)),
          ("U1", "J1", "U2", "M1", "R1", "Q1", "LS1", *KEY_REFS), displays=basic.DISPLAYS,
          board=DEVKITC_S3, chip=pins_s3, rules=ESP32_S3),
    Build(TOURNAMENT_DIGITS, currents_ma={"+9V": 640}),
    Build(
        TOURNAMENT_MAIN, power.tournament_loads(), power.tournament_checks,
        (("ribbon", RIBBON, 4), ("charger", CHARGER, 1),
         ("cell", Buy("Adafruit", "5035", 28.00, "10 Ah cell; any protected 1S pack of 5 Ah and 3 A"), 1),
         ("keys", SWITCH, 9), ("key CLOCK", CLOCK_SWITCH, 1), ("stripboard", STRIPBOARD, 1),
         ("10k, one a key", PULL_UP, 10), ("100n, one a key", KEY_CERAMIC, 10),
         ("socket, 19 pins", SOCKET_19, 2), ("wire", WIRE, 1), ("screws", SCREWS, 5),
         ("enclosures", filament(400), 1)),
        currents_ma={"+5V": 1632, "VBAT": 2750, "VBUS": 2100, "+9V": 640, "SW9": 1450, "+5V_ESP": 270,
        "+3V3": 44},
        renamed=tournament_main.DIGIT_SIGNALS, displays=tournament_main.DISPLAYS, has_cell=True,
    ),
    Build(EINK, power.EINK, power.eink_checks,
          (*STRIPBOARD_EXTRAS, ("charger", USB_CHARGER, 1), ("console", filament(195), 1)),
          ("U1", "J1", "U2", "BT1", "R1", "Q1", "LS1", *KEY_REFS), displays=eink.DISPLAYS, has_cell=True),
)  # fmt: skip


def build(name: str) -> Build:
    """The build of a design's name; KeyError when there is none."""
    for candidate in BUILDS:
        if candidate.design.name == name:
            return candidate
    raise KeyError(name)
