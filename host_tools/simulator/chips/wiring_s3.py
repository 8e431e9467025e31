"""The wiring of a simulated table with an ESP32-S3: the names of wiring.py, where its numbers differ.

Written down from hardware/README.md, not from the firmware's `pins_s3.py`; a test compares the two.
"""

KEYS = (
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
)

SERVICE = KEYS[-1]

DISPLAY_CLK = 12
DISPLAY_DIN = 11
DISPLAY_LOAD = 10
BUZZER = 42

DIGITS_OE = 41
BOOST_EN = 13
BATTERY = 1

PAPER_CS = 10
PAPER_CS_BESIDE = 14
PAPER_DC = 39
PAPER_RST = 40
PAPER_BUSY = 2

SDA = 21
SCL = 47

TM1637_CLK = 7
TM1637_DIO = 15
TM1638_STB = 4
TM1638_CLK = 5
TM1638_DIO = 6
