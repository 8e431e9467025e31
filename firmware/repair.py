"""No firmware can be run: `rEPAir` on the displays that config.json names, on four digits `rEPA`.

The loader imports this when nothing else can be. A source beside main.py, so that it takes no memory until
then, and with pins and pictures of its own: boardside/pins.py and the drivers may be just what cannot be
read. An e-paper keeps the page that it had: nothing as small as this can draw on it.
"""

import os
from time import sleep_us

from machine import I2C, SPI, Pin

SPI_BUS = 2
SCK, MOSI, CS = 18, 23, 5
OE, BOOST = 15, 2
CLK, DIO = 26, 25
SCL, SDA = 22, 21
if hasattr(os, "uname") and "S3" in os.uname().machine:
    SPI_BUS = 1
    SCK, MOSI, CS = 12, 11, 10
    OE, BOOST = 41, 13
    CLK, DIO = 7, 15
    SCL, SDA = 47, 21
BACKPACK = 0x70

# Words for a MAX7219: test off, no decoding, eight digits, half brightness, the letters, on.
WORDS = (
    b"\x0f\x00\x09\x00\x0b\x07\x0a\x08\x08\x05\x07\x4f\x06\x67\x05\x77"
    b"\x04\x10\x03\x05\x02\x00\x01\x00\x0c\x01"
)

# The outputs of four STP16CP05, the last board's first.
OUTPUTS = b"\x00\x00\x18\x20\xfa\x8f\x7c\x81"

# A TM1637's transmissions: letters from address 0, on at half brightness. The letters have A in bit 0.
LETTERS = b"\x50\x79\x73\x77"
TRANSMISSIONS = b"\x40", b"\xc0" + LETTERS, b"\x8b"

# An HT16K33's: oscillator, the digits at 0, 2, 6 and 8 (4 is the colon), on, half brightness.
WRITES = b"\x21", b"\x00\x50\x00\x79\x00\x00\x00\x73\x00\x77\x00", b"\x81", b"\xe7"


def show() -> None:
    """Say so on each display; one that does not answer is left alone."""
    displays = named()
    if "max7219" in displays:
        max7219(_spi(), Pin(CS, Pin.OUT, value=1), 2 if "max7219x2" in displays else 1)
    if "'digits" in displays:
        digits(_spi(), Pin(CS, Pin.OUT, value=0), Pin(OE, Pin.OUT, value=1), Pin(BOOST, Pin.OUT, value=0))
    if "tm1637" in displays:
        clk = Pin(CLK, Pin.OPEN_DRAIN, Pin.PULL_UP, value=1)
        tm1637(clk, Pin(DIO, Pin.OPEN_DRAIN, Pin.PULL_UP, value=1))
    if "ht16k33" in displays:
        ht16k33(I2C(0, scl=Pin(SCL), sda=Pin(SDA), freq=100_000))


def named() -> str:
    """The list of displays in config.json as text; what a table has that names none, or has none that can be
    read."""
    import json

    try:
        with open("config.json") as file:
            displays = json.load(file)["displays"]
    except (OSError, ValueError, KeyError, TypeError):
        displays = ["max7219"]
    return str(displays)


def max7219(spi, cs, modules: int) -> None:
    """The same on each module of a chain."""
    for at in range(0, len(WORDS), 2):
        cs.value(0)
        spi.write(WORDS[at : at + 2] * modules)
        cs.value(1)


def digits(spi, le, oe, boost) -> None:
    """Eight large digits, fully lit: the outputs first, then their supply."""
    spi.write(OUTPUTS)
    le.value(1)
    le.value(0)
    boost.value(1)
    oe.value(0)


def tm1637(clk, dio) -> None:
    """Four digits on two lines."""
    for transmission in TRANSMISSIONS:
        _set(dio, 0)
        _set(clk, 0)
        for byte in transmission:
            for bit in range(9):
                _set(dio, byte >> bit & 1 if bit < 8 else 1)  # the ninth clock is the chip's answer
                _set(clk, 1)
                _set(clk, 0)
        _set(dio, 0)
        _set(clk, 1)
        _set(dio, 1)


def ht16k33(i2c) -> None:
    """Four digits on I2C."""
    try:
        for write in WRITES:
            i2c.writeto(BACKPACK, write)
    except OSError:
        pass


def _spi():
    return SPI(SPI_BUS, baudrate=1_000_000, sck=Pin(SCK), mosi=Pin(MOSI), miso=None)


def _set(pin, level) -> None:
    pin.value(level)
    sleep_us(5)
