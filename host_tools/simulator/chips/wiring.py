"""The wiring of a simulated table: which chip pin is on which GPIO.

This is the hardware, so it does not read the firmware's `pins.py`: a swapped pin in that file gives a wrong
key here, as on a real board. A test compares the two. The numbers are an ESP32's; `solder_as` puts those of
another chip in their place, for the board of this process.
"""

CHIPS = ("esp32", "esp32s3")
"""Which chip a board can have, as esptool calls it."""

chip = CHIPS[0]
"""That of the board of this process."""

KEYS = (
    ("WHITE", 13),
    ("BLACK", 14),
    ("QUEEN", 27),
    ("STRIKER", 26),
    ("FOUL", 25),
    ("DUE", 33),
    ("CLOCK", 32),
    ("PAUSE", 4),
    ("UNDO", 21),
    ("OK", 22),
    ("SERVICE", 0),
)

"""The keys that have their own pins (panel "gpio"); SERVICE, on the ESP32's board, is always there."""

SERVICE = KEYS[-1]

DISPLAY_CLK = 18
DISPLAY_DIN = 23
DISPLAY_LOAD = 5
BUZZER = 19

DIGITS_OE = 15
BOOST_EN = 2
BATTERY = 35

PAPER_CS = 5
PAPER_CS_BESIDE = 33
PAPER_DC = 2
PAPER_RST = 15
PAPER_BUSY = 34

SDA = 21
SCL = 22
EXPANDER = 0x20
"""The I2C address of the panel's expander; a second one is at the next."""

TM1637_CLK = 26
TM1637_DIO = 25
TM1638_STB = 13
TM1638_CLK = 14
TM1638_DIO = 27

# The ready-made module has the chip's digit 0 on the right.
DIGIT_AT_PLACE = (7, 6, 5, 4, 3, 2, 1, 0)
DIGIT_AT_PLACE_OF_TWO = (7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8)

HT16K33_ADDRESS = 0x70
"""With A0-A2 open, as the backpack comes."""

S3 = {
    "KEYS": (
        ("WHITE", 4),
        ("BLACK", 5),
        ("QUEEN", 6),
        ("STRIKER", 7),
        ("FOUL", 15),
        ("DUE", 16),
        ("CLOCK", 17),
        ("PAUSE", 18),
        ("UNDO", 8),
        ("OK", 9),
        ("SERVICE", 0),
    ),
    "SERVICE": ("SERVICE", 0),
    "DISPLAY_CLK": 12,
    "DISPLAY_DIN": 11,
    "DISPLAY_LOAD": 10,
    "BUZZER": 42,
    "DIGITS_OE": 41,
    "BOOST_EN": 13,
    "BATTERY": 1,
    "PAPER_CS": 10,
    "PAPER_CS_BESIDE": 14,
    "PAPER_DC": 39,
    "PAPER_RST": 40,
    "PAPER_BUSY": 2,
    "SDA": 21,
    "SCL": 47,
    "TM1637_CLK": 7,
    "TM1637_DIO": 15,
    "TM1638_STB": 4,
    "TM1638_CLK": 5,
    "TM1638_DIO": 6,
}
"""The same names with the numbers of a board with an ESP32-S3."""


def solder_as(name: str) -> None:
    """Take the wiring of a board with this chip, one of CHIPS."""
    if name == "esp32s3":
        globals().update(S3)
        globals()["chip"] = name


def gpio_of(key: str, name: str = CHIPS[0]) -> int:
    """The GPIO of a key by its name, on a board with the chip `name`; KeyError when there is no such key."""
    return dict(S3["KEYS"] if name == "esp32s3" else KEYS)[key]
