"""The keys, each on a separate pin."""

from .. import pins

BUS = ""

_INPUTS = {"ESP32": 0x3FF4403C, "ESP32-S3": 0x6000403C}
"""GPIO_IN_REG by chip; GPIO_IN1_REG is the next word (ESP-IDF, soc/gpio_reg.h)."""


def gpios():
    return [("KEY_" + name, gpio) for name, gpio in pins.KEYS]


def source(_buses):
    from machine import Pin, mem16, mem32

    from ..drivers.keys import Registers

    for _, gpio in pins.KEYS:
        Pin(gpio, Pin.IN, Pin.PULL_UP)
    gpios = [gpio for _, gpio in pins.KEYS]
    if pins.CHIP == "ESP32":  # has no GPIO 30 and 31
        return Registers(mem32, _INPUTS["ESP32"], gpios)
    return Registers(mem16, _INPUTS[pins.CHIP], gpios, 16)  # bits 30 and 31 are lines of the S3's flash
