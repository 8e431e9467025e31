"""The wiring of the Basic build: which chip leg is on which GPIO. Nothing else in the firmware names a pin.

ESP32-DevKitC with a WROVER-E module (PSRAM); how it is wired, with the parts: hardware/README.md.

    GPIO  goes to                          why this one
    ----  -------------------------------  -------------------------------------------------------------
      13  key WHITE                        13 14 27 26 25 33 32 lie side by side on one edge of the board
      14  key BLACK
      27  key QUEEN
      26  key STRIKER
      25  key FOUL
      33  key DUE
      32  key CLOCK
       4  key PAUSE                        4 21 22 lie on the other edge; 16 and 17 are the PSRAM's
      21  key UNDO
      22  key OK
      18  MAX7219 CLK                      SPI 2 (VSPI), its own pins
      23  MAX7219 DIN
       5  MAX7219 CS (LOAD)                strapping pin, must be high at reset: idles high, pull-up inside
      19  buzzer, by a transistor
       0  service key (BOOT on the board)  strapping pin: held at reset it starts the ROM's loader, so press
                                           it right after reset

Every key closes its pin to GND and uses the pull-up inside the chip (about 45 kOhm). Left free for later: 2
and 15 (strapping; e-paper DC and RST), 34 (input only; e-paper BUSY), 35, 36, 39 (the same). Never to be
used: 6-11 (flash), 16 and 17 (PSRAM), 1 and 3 (USB serial).
"""

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
)
"""Name and GPIO of each key, in the order in which drivers and panel number them."""

SPI_BUS = 2
SPI_HZ = 1_000_000
"""The MAX7219 takes 10 MHz; 1 MHz is kind to half a metre of ribbon cable, and still 16 us a word."""

DISPLAY_CLK = 18
DISPLAY_DIN = 23
DISPLAY_CS = 5
BUZZER = 19
SERVICE_KEY = 0

STRAPPING = (0, 5)
"""The strapping pins in use; each with its reason in the table above."""


def key_gpio(name: str) -> int:
    """The GPIO of a key by its name; KeyError when there is no such key."""
    for key, gpio in KEYS:
        if key == name:
            return gpio
    raise KeyError(name)
