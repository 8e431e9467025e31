"""The wiring with an ESP32-S3: the same names as in pins.py, which takes these on that chip.

ESP32-S3-DevKitC-1 with 8 MB of octal PSRAM (N8R8, N16R8); parts and schematic: hardware/README.md.

    GPIO  goes to                          why this one
    ----  -------------------------------  -------------------------------------------------------------
       4  key WHITE                        4 5 6 7 15 16 17 18 8 9 lie side by side on one edge of the
       5  key BLACK                        board (3 and 46 between 8 and 9 stay free), all below 32: one
       6  key QUEEN                        register read has them all
       7  key STRIKER
      15  key FOUL
      16  key DUE
      17  key CLOCK
      18  key PAUSE
       8  key UNDO
       9  key OK
      12  MAX7219 CLK                      SPI 2 of the chip, called 1 by MicroPython; its own pins
      11  MAX7219 DIN
      10  MAX7219 CS (LOAD)
      42  buzzer, by a transistor
       0  service key (BOOT on the board)  strapping pin: held at reset it starts the ROM's loader, so press
                                           it right after reset

      41  digits' output enable            a resistor on the board holds it high until the firmware runs
      13  9 V for the digits               a resistor on the board holds it low until the firmware runs
      39  e-paper DC
      40  e-paper RST
       2  e-paper BUSY
       1  half the cell's voltage          ADC 1, which Wi-Fi leaves alone
      21  SDA                              I2C: expander, HT16K33
      47  SCL
      14  e-paper CS beside other chips    alone it is at 10

A panel whose keys are not on the GPIOs (an expander, or a TM1638 board) gives theirs back:

       7  TM1637 CLK
      15  TM1637 DIO
       4  TM1638 STB
       5  TM1638 CLK
       6  TM1638 DIO

Every key closes its pin to GND, as with an ESP32. Left: 38 and 48 (the one or the other has the board's
coloured LED, by its version). Never to be used: 26 to 37 (flash and octal PSRAM), 19 and 20 (USB), 3, 45 and
46 (strapping pins), 43 and 44 (the other USB socket's serial line). There are no GPIOs 22 to 25.
"""

CHIP = "ESP32-S3"

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
)

SPI_BUS = 1
DISPLAY_CLK = 12
DISPLAY_DIN = 11
DISPLAY_CS = 10
BUZZER = 42
SERVICE_KEY = 0

DIGITS_OE = 41
BOOST_EN = 13
BATTERY = 1

EPD_CS = 10
EPD_CS_BESIDE = 14
EPD_DC = 39
EPD_RST = 40
EPD_BUSY = 2

I2C_SDA = 21
I2C_SCL = 47
TM1637_CLK = 7
TM1637_DIO = 15
TM1638_STB = 4
TM1638_CLK = 5
TM1638_DIO = 6

STRAPPING = (0,)
