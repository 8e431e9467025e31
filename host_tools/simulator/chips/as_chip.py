"""A board that is as slow as the chip (pace.py): every way from the firmware into the simulator passes here.

`install` wraps the models' functions, so that their own time does not count as the firmware's, and gives each
call the time that it has on the chip.
"""

import asyncio
import gc as _real_gc
import select as _real_select
import sys

import utime

from . import board, machine, network, registers, time
from .heap import Heap
from .pace import Pace, build

PIN_US = 1
SPI_US, SPI_BYTE_US = 12, 8
I2C_US, I2C_BYTE_US = 60, 23
PWM_US = 30
ADC_US = 60
FLASH_US, FLASH_BYTES_PER_US = 20, 10
WALK_BYTES_PER_US = 112
"""What a call takes on the chip, and a byte on the bus (1 MHz, 400 kHz, flash at 10 MB/s): assumed, but for
the walk through the heap: 448,000 bytes in 4 ms on the emulated chip."""

READY_KB, READY_US_PER_KB, MORE_US_PER_KB = 237, 200, 445
"""A collection: 46 to 49 ms of a table that is ready, 86 to 91 with 329 KB in play (the emulated chip)."""

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


_SPACE, _ZERO = 32, 48


class _Waited:
    """How long this process has waited for a processor, in microseconds: the second number in the file."""

    def __init__(self) -> None:
        self._file = open("/proc/thread-self/schedstat", "rb", 0)  # noqa: SIM115
        self._buffer = bytearray(64)

    def __call__(self) -> int:
        buffer = self._buffer
        self._file.seek(0)
        self._file.readinto(buffer)
        at = 0
        while buffer[at] != _SPACE:
            at += 1
        at += 1
        ns = 0
        while buffer[at] != _SPACE:
            ns = 10 * ns + buffer[at] - _ZERO
            at += 1
        return ns // 1000


pace = Pace(utime.ticks_us, _Waited(), utime.sleep_us, board.START_HZ)


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
                return self._poll.ipoll(0)
            until = pace.wait(timeout)
            if timeout < 0:
                return self._poll.ipoll(-1)
            ready = self._poll.ipoll(max(until - utime.ticks_us(), 0) // 1000)
            left = until - utime.ticks_us()
            if 0 < left < 1000:  # else bytes have come
                utime.sleep_us(left)
            return ready
        finally:
            pace.enter()

    def poll(self, timeout=-1):
        """The same as a list."""
        return list(self.ipoll(timeout))

    def _look_at_heap(self) -> None:
        """A walk through this machine's heap: not at every wait."""
        self._waits += 1
        if self._waits % HEAP_WAITS == 0:
            heap.look()

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
    began_ms = utime.ticks_ms()
    pace.calibrate(build, _one_argument(_nothing, 0))
    if cause != machine.SOFT_RESET:
        utime.sleep_ms(max(0, POWER_ON_MS - (utime.ticks_ms() - began_ms)))
    sys.modules["select"] = asyncio.core.select = sys.modules[__name__]
    asyncio.new_event_loop()
    _wrap(machine.Pin, _one_argument, PIN_US, "value")
    _wrap(machine.Pin, _any, PIN_US, "init")
    _wrap(registers.struct, _one_argument, PIN_US, "__getattr__")
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
    for name in ("mem_alloc", "mem_free"):
        setattr(Heap, name, _walk(getattr(Heap, name)))
    _wrap(Heap, _any, 0, "collect")
    sys.modules["gc"] = heap


def collection_us(held: int) -> int:
    """What a collection takes on the chip after which so many bytes are in use."""
    kb = held // 1024
    return READY_US_PER_KB * min(kb, READY_KB) + MORE_US_PER_KB * max(0, kb - READY_KB)


def _collected(is_asked: bool) -> None:
    pace.charge(collection_us(heap.used()))
    board.main.control.collection(is_asked, utime.ticks_us())


def _nothing(_self, _value=None) -> None:
    pass


def _wrap(kind, wrapper, chip_us: int, *names) -> None:
    for name in names:
        setattr(kind, name, wrapper(getattr(kind, name), chip_us))


heap = Heap(_real_gc, _collected)

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


def _walk(function):
    def call(self):
        pace.leave()
        try:
            return function(self)
        finally:
            pace.charge(self.total // WALK_BYTES_PER_US)
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
