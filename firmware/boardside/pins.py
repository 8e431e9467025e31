"""The wiring of every build: which chip leg is on which GPIO. Nothing else in the firmware names a pin.

ESP32-DevKitC with a WROVER-E module (PSRAM); how it is wired, with the parts: hardware/README.md. On an
ESP32-S3 the numbers of pins_s3.py replace these when this module is loaded. Which of these are in use
together, by the displays and the panel of a table: arrangement.py.

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

      15  digits' output enable, e-paper RST   strapping pin; either of them rests high, as it must at reset
       2  9 V for the digits, e-paper DC       strapping pin; low or open at reset
      34  e-paper BUSY                     input only, no pull: the e-paper drives it
      35  half the cell's voltage          input only; ADC 1, which Wi-Fi leaves alone

A panel whose keys are not on the GPIOs (an expander, or a TM1638 board) gives theirs back:

      21  SDA                              I2C: expander, HT16K33
      22  SCL
      33  e-paper CS beside other chips    alone it is at 5
      26  TM1637 CLK
      25  TM1637 DIO
      13  TM1638 STB
      14  TM1638 CLK
      27  TM1638 DIO

Every key closes its pin to GND and uses the pull-up inside the chip (about 45 kOhm). Left: 36 and 39 (input
only), 12 (strapping: high at reset stops the board). Never to be used: 6-11 (flash), 16 and 17 (PSRAM), 1
and 3 (USB serial).
"""

import os

CHIP = "ESP32"

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

DIGITS_OE = 15
BOOST_EN = 2
BATTERY = 35

EPD_CS = 5
EPD_CS_BESIDE = 33
EPD_DC = 2
EPD_RST = 15
EPD_BUSY = 34

I2C_BUS = 0
I2C_HZ = 100_000
"""The PCF8574 takes no more (NXP data sheet, table 9), and it is kind to a metre of cable."""

I2C_SDA = 21
I2C_SCL = 22
TM1637_CLK = 26
TM1637_DIO = 25
TM1638_STB = 13
TM1638_CLK = 14
TM1638_DIO = 27

STRAPPING: "tuple[int, ...]" = (0, 2, 5, 15)
"""The strapping pins in use; each with its reason in the table above."""


def is_s3(machine: str) -> bool:
    """Whether this is an ESP32-S3, by `os.uname().machine`: "Generic ESP32S3 module with ESP32S3", or with
    "ESP32-S3" at the end, by the version of MicroPython."""
    return "ESP32S3" in machine or "ESP32-S3" in machine


if is_s3(os.uname().machine if hasattr(os, "uname") else ""):  # MicroPython on a laptop has no uname
    from .pins_s3 import (  # noqa: F401 - other modules use them
        BATTERY,
        BOOST_EN,
        BUZZER,
        CHIP,
        DIGITS_OE,
        DISPLAY_CLK,
        DISPLAY_CS,
        DISPLAY_DIN,
        EPD_BUSY,
        EPD_CS,
        EPD_CS_BESIDE,
        EPD_DC,
        EPD_RST,
        I2C_SCL,
        I2C_SDA,
        KEYS,
        SERVICE_KEY,
        SPI_BUS,
        STRAPPING,
        TM1637_CLK,
        TM1637_DIO,
        TM1638_CLK,
        TM1638_DIO,
        TM1638_STB,
    )


def key_gpio(name: str) -> int:
    """The GPIO of a key by its name; KeyError when there is no such key."""
    for key, gpio in KEYS:
        if key == name:
            return gpio
    raise KeyError(name)
