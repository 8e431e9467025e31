"""Runs under MicroPython: a board whose chips take everything, answer nothing and cost nothing.

What the ESP32 port does in C is done in C here too, by whatever method of MicroPython's takes the same
arguments, so that a count of instructions is the firmware's own. The journal's partition lies in a file.
"""

import io
import os
import sys
import time

SECTOR, SECTORS = 4096, 128
PARTITION = "partition.bin"

_TICK_MS = 10
"""asyncio sleeps for whole FreeRTOS ticks on an ESP32."""


class Clock:
    """Virtual time: `ticks_ms` is what `to` and `sleep` have set. It begins after what asyncio's part in C
    takes for now, which is the real time: a task that C makes ready is ready at once.
    """

    def __init__(self):
        self._ms = io.BytesIO()
        self._ms.seek(time.ticks_ms() + 10_000_000 - time.ticks_ms() % _TICK_MS)
        self.now = self._ms.tell

    def sleep(self, ms):
        """Go on to the first FreeRTOS tick that is `ms` or more from now."""
        wake = self._ms.tell() + ms
        self._ms.seek(wake + -wake % _TICK_MS)


clock = Clock()
levels = {}
"""The input pins by GPIO; `press` and `release` set them."""


class Uctypes:
    """The two registers in which all pins are read at once."""

    BFUINT32 = BF_LEN = 0

    def __init__(self):
        self.first, self.second = (1 << 30) - 1, 0xFF

    def struct(self, address, fields):
        return self


registers = Uctypes()


def press(gpio):
    """Close the key at this pin."""
    _set(gpio, 0)


def release(gpio):
    """Open it."""
    _set(gpio, 1)


def _set(gpio, level):
    if gpio in levels:
        levels[gpio].seek(level)
    bit = 1 << gpio % 32
    if gpio < 32:
        registers.first = registers.first | bit if level else registers.first & ~bit
    else:
        registers.second = registers.second | bit if level else registers.second & ~bit


class Pin:
    IN, OUT, OPEN_DRAIN, PULL_UP, PULL_DOWN, IRQ_FALLING, IRQ_RISING = range(7)

    def __init__(self, id, mode=-1, pull=-1, value=None):
        if mode == Pin.OUT or mode == Pin.OPEN_DRAIN:
            self.value = bool
        else:
            if id not in levels:
                levels[id] = io.BytesIO()
                levels[id].seek(1)
            self.value = levels[id].tell
        self.init = self.irq = _nothing


class Bus:
    """SPI, I2C and UART."""

    def __init__(self, *arguments, **named):
        self.write = len

    def writeto(self, address, data, stop=True):
        return len(data)

    def readfrom_into(self, address, data, stop=True):
        pass

    def readfrom_mem_into(self, address, register, data):
        pass


class Pwm:
    def __init__(self, *arguments, **named):
        self.freq = self.duty_u16 = bool

    def init(self, **named):
        pass

    def deinit(self):
        pass


class Rtc:
    """Memory that a power cut has emptied."""

    def memory(self, *data):
        return b""


class Watchdog:
    def __init__(self, id=0, timeout=5000):
        pass

    def feed(self):
        pass


class Adc:
    ATTN_0DB, ATTN_2_5DB, ATTN_6DB, ATTN_11DB = range(4)

    def __init__(self, *arguments, **named):
        pass

    def read_uv(self):
        return 2_000_000


class Machine:
    Pin, SPI, SoftSPI, I2C, UART, PWM, RTC, WDT, ADC = Pin, Bus, Bus, Bus, Bus, Pwm, Rtc, Watchdog, Adc
    PWRON_RESET, HARD_RESET, WDT_RESET, DEEPSLEEP_RESET, SOFT_RESET = 1, 2, 3, 4, 5

    @staticmethod
    def reset_cause():
        return 1

    @staticmethod
    def unique_id():
        return b"boards"

    @staticmethod
    def freq(*hertz):
        return 240_000_000

    @staticmethod
    def reset():
        raise SystemExit("the table restarts itself")


class Partition:
    """The journal's; what its file holds stays from one run to the next."""

    TYPE_DATA = 1

    @staticmethod
    def find(kind=0, label=None):
        return [Partition(PARTITION)]

    def __init__(self, path):
        try:
            os.stat(path)
        except OSError:
            with open(path, "wb") as file:
                for _ in range(SECTORS):
                    file.write(b"\xff" * SECTOR)
        self._file = open(path, "r+b")  # noqa: SIM115 (it stays open as long as the table is on)

    def readblocks(self, block, buffer, offset=0):
        self._file.seek(block * SECTOR + offset)
        self._file.readinto(buffer)

    def writeblocks(self, block, buffer, offset=0):
        self._file.seek(block * SECTOR + offset)
        self._file.write(buffer)

    def ioctl(self, operation, argument):
        if operation == 4:
            return SECTORS
        if operation == 6:
            self.writeblocks(argument, b"\xff" * SECTOR)
        return 0


class Esp32:
    Partition = Partition


class Esp:
    osdebug = staticmethod(bool)


CHIPS = {"machine": Machine, "esp32": Esp32, "esp": Esp, "uctypes": registers}
"""The modules that the firmware imports, by name."""


class Time:
    """`time` in virtual time; firmware/boardside/__init__.py asks for its name."""

    __name__ = "time"

    def __init__(self):
        self.__name__ = time.__name__
        for name in dir(time):
            if not name.startswith("__"):
                setattr(self, name, getattr(time, name))
        self.ticks_ms = clock.now
        self.sleep_ms = self.sleep_us = self.sleep = bool


def _nothing(*arguments, **named):
    pass


def solder():
    """Put the mute chips and the virtual time where the firmware imports them from; before asyncio is."""
    for name, module in CHIPS.items():
        sys.modules[name] = module
    sys.modules["time"] = Time()
    import asyncio.core

    return asyncio.core
