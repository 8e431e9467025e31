"""A board that is as slow as the chip (pace.py): every way from the firmware into the simulator passes here.

`install` wraps the models' functions, so that their own time does not count as the firmware's, and gives each
call the time that it has on the chip.
"""

import asyncio
import gc as _real_gc
import select as _real_select
import sys

import utime

from . import board, machine, network, time
from .heap import Heap
from .pace import Pace, turn_ns

PIN_US = 1
SPI_US, SPI_BYTE_US = 12, 8
I2C_US, I2C_BYTE_US = 60, 23
PWM_US = 30
ADC_US = 60
FLASH_US, FLASH_BYTES_PER_US = 20, 10
MEM_FREE_US = 4_000
"""What a call takes on the chip, and a byte on the bus (1 MHz, 400 kHz, flash at 10 MB/s): assumed, but for
the walk through the heap, as on the emulated chip."""

POWER_ON_MS = 1750
"""What the chip's ROM, its bootloader's check of the image and the PSRAM's test take before any Python."""

STALL_US = 15_000
"""A step of a task that takes longer is reported: the keys are read every 10 ms."""

HEAP_WAITS = 5
"""After so many waits it is looked whether the port would have collected."""

_TASKS_MOST = 32

POLLIN = _real_select.POLLIN
POLLOUT = _real_select.POLLOUT
POLLERR = _real_select.POLLERR
POLLHUP = _real_select.POLLHUP


def _cpu_ms() -> int:
    return int(utime.clock() * 1000)


_turn_ns = turn_ns(utime.ticks_us, utime.sleep_us)
pace = Pace(utime.ticks_us, _cpu_ms, utime.sleep_us, _turn_ns, board.START_HZ)


_tasks = []
"""The tasks by the identity of their coroutines, in the order in which they first ran."""


class poll:  # noqa: N801  (the name in `select`)
    """`select.poll`, whose waits end at FreeRTOS's ticks; what arrives ends one at once."""

    def __init__(self) -> None:
        self._poll = _real_select.poll()
        self._took_us = pace.took_us()
        self._waits = 0

    def register(self, stream, mask=POLLIN | POLLOUT) -> None:
        self._poll.register(stream, mask)

    def modify(self, stream, mask) -> None:
        self._poll.modify(stream, mask)

    def unregister(self, stream) -> None:
        self._poll.unregister(stream)

    def ipoll(self, timeout=-1):
        """The streams that are ready, as (stream, what)."""
        pace.leave()
        try:
            self._look_back()
            self._look_at_heap()
            if timeout == 0:
                return self._poll.poll(0)
            until = pace.wait(timeout)
            if timeout < 0:
                return self._poll.poll(-1)
            ready = self._poll.poll(max(until - utime.ticks_us(), 0) // 1000)
            left = until - utime.ticks_us()
            if left > 0 and not ready:
                utime.sleep_us(left)
            return ready
        finally:
            pace.enter()

    poll = ipoll

    def _look_at_heap(self) -> None:
        """A walk through this machine's heap: not at every wait."""
        self._waits += 1
        if self._waits % HEAP_WAITS == 0:
            pace.enter()  # a collection is the firmware's time
            heap.look()
            pace.leave()

    def _look_back(self) -> None:
        """Tell the outside when a task has held up all others."""
        if asyncio.core._io_queue.poller is not self:
            return  # the firmware's own, which asks whether bytes have come
        before_us, self._took_us = self._took_us, pace.took_us()
        if asyncio.core.cur_task is None:
            return  # before the first task
        coro = id(asyncio.core.cur_task.coro)
        if coro not in _tasks and len(_tasks) < _TASKS_MOST:
            _tasks.append(coro)
        if self._took_us - before_us >= STALL_US and coro in _tasks:
            stood_ms = (self._took_us - before_us) // 1000
            board.main.control.stall(_tasks.index(coro), stood_ms, utime.ticks_us())


def install(cause: int) -> None:
    """Slow this board down, from now on. cause: of the reset; a soft one begins at once."""
    if cause != machine.SOFT_RESET:
        utime.sleep_ms(POWER_ON_MS)
    sys.modules["select"] = asyncio.core.select = sys.modules[__name__]
    asyncio.new_event_loop()
    _wrap(machine.Pin, _one_argument, PIN_US, "value")
    _wrap(machine.Pin, _any, PIN_US, "init")
    _wrap(type(machine.mem32), _one_argument, PIN_US, "__getitem__")
    _wrap(machine.PWM, _one_argument, PWM_US, "freq", "duty_u16")
    _wrap(machine.PWM, _any, PWM_US, "init")
    _wrap(machine.ADC, _any, ADC_US, "read_uv")
    _wrap(machine.WDT, _any, PIN_US, "feed")
    _wrap(machine.RTC, _any, PIN_US, "memory")
    machine.SPI.write = _spi(machine.SPI.write)
    for name in ("writeto", "readfrom_into"):
        setattr(machine.I2C, name, _i2c(getattr(machine.I2C, name)))
    machine.I2C.readfrom_mem_into = _i2c_register(machine.I2C.readfrom_mem_into)
    _wrap(machine.I2C, _any, 128 * I2C_US, "scan")
    _wrap(
        network.WLAN,
        _any,
        PIN_US,
        "active",
        "connect",
        "disconnect",
        "isconnected",
        "status",
        "config",
        "ifconfig",
    )
    for name in ("readblocks", "writeblocks"):
        setattr(board.Undisturbed, name, _flash(getattr(board.Undisturbed, name)))
    _wrap(board.Undisturbed, _any, FLASH_US, "ioctl")
    for name in ("ticks_ms", "ticks_us"):
        setattr(time, name, _ticks(getattr(time, name)))
    for name in ("sleep", "sleep_ms", "sleep_us"):
        setattr(time, name, _sleep(getattr(time, name)))
    machine.freq = _freq(machine.freq)
    board.Board._flash_busy = _busy(board.Board._flash_busy)
    sys.modules["gc"] = heap
    pace.measure_calls(_one_argument(_nothing, 0), _nothing)


def _walk() -> None:
    """A call walks through the whole heap."""
    pace.leave()
    pace.charge(MEM_FREE_US)
    pace.enter()


def _report(is_asked: bool) -> None:
    board.main.control.collection(is_asked, utime.ticks_us())


def _nothing(_self, _value=None) -> None:
    pass


def _wrap(kind, wrapper, chip_us: int, *names) -> None:
    for name in names:
        setattr(kind, name, wrapper(getattr(kind, name), chip_us))


heap = Heap(_real_gc, _walk, _report)

# One wrapper for each number of arguments: `*arguments` would allocate a tuple at each call.


def _one_argument(function, chip_us: int):
    def call(self, value=None):
        pace.leave()
        try:
            return function(self, value)
        finally:
            pace.charge(chip_us)
            pace.enter()

    return call


def _any(function, chip_us: int):
    def call(*arguments, **named):
        pace.leave()
        try:
            return function(*arguments, **named)
        finally:
            pace.charge(chip_us)
            pace.enter()

    return call


def _spi(function):
    def write(self, buf):
        pace.leave()
        try:
            return function(self, buf)
        finally:
            pace.charge(SPI_US + SPI_BYTE_US * len(buf))
            pace.enter()

    return write


def _i2c(function):
    def call(self, addr, buf, stop=True):
        pace.leave()
        try:
            return function(self, addr, buf, stop)
        finally:
            pace.charge(I2C_US + I2C_BYTE_US * (1 + len(buf)))
            pace.enter()

    return call


def _i2c_register(function):
    def call(self, addr, memaddr, buf):
        pace.leave()
        try:
            return function(self, addr, memaddr, buf)
        finally:
            pace.charge(2 * I2C_US + I2C_BYTE_US * (3 + len(buf)))
            pace.enter()

    return call


def _flash(function):
    def call(self, block, buf, offset=0 if function is board.Undisturbed.readblocks else -1):
        pace.leave()
        try:
            return function(self, block, buf, offset)
        finally:
            pace.charge(FLASH_US + len(buf) // FLASH_BYTES_PER_US)
            pace.enter()

    return call


def _ticks(function):
    def ticks():
        pace.leave()
        try:
            return function()
        finally:
            pace.enter()

    return ticks


def _sleep(function):
    def sleep(length):
        pace.leave()
        try:
            pace.settle()
            function(length)
        finally:
            pace.enter()

    return sleep


def _freq(function):
    def freq(hz=None):
        answer = function() if hz is None else function(hz)
        pace.clock(function())
        return answer

    return freq


def _busy(function):
    def busy(self, microseconds, is_erase):
        function(self, microseconds, is_erase)
        pace.stood(microseconds)

    return busy
