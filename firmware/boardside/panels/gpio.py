"""The keys, each on a separate pin."""

from .. import pins

BUS = ""

_INPUTS = {"ESP32": 0x3FF4403C, "ESP32-S3": 0x6000403C}
"""GPIO_IN_REG by chip; GPIO_IN1_REG is the next word (ESP-IDF, soc/gpio_reg.h)."""


def gpios():
    return [("KEY_" + name, gpio) for name, gpio in pins.KEYS]


def source(_buses):
    import uctypes
    from machine import Pin

    from ..drivers.keys import Registers

    for _, gpio in pins.KEYS:
        Pin(gpio, Pin.IN, Pin.PULL_UP)
    # Read as a word, all that an ESP32-S3's peripherals allow, but for bits 30 and 31: those are lines of its
    # flash, and a number that has them is no small integer and would allocate at each reading.
    inputs = uctypes.BFUINT32 | 30 << uctypes.BF_LEN
    words = uctypes.struct(_INPUTS[pins.CHIP], {"first": inputs, "second": inputs | 4})
    return Registers(words, [gpio for _, gpio in pins.KEYS])
