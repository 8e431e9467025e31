"""The keys, each on a separate pin."""

from .. import pins

BUS = ""

_INPUTS = {"ESP32": 0x3FF4403C, "ESP32-S3": 0x6000403C}
"""GPIO_IN_REG by chip; GPIO_IN1_REG is the next word (ESP-IDF, soc/gpio_reg.h)."""


def gpios():
    return [("KEY_" + name, gpio) for name, gpio in pins.KEYS]


def source(_buses):
    from machine import Pin, mem32

    from ..drivers.keys import Registers

    for _, gpio in pins.KEYS:
        Pin(gpio, Pin.IN, Pin.PULL_UP)
    return Registers(mem32, _INPUTS[pins.CHIP], [gpio for _, gpio in pins.KEYS])
