"""One simulated board: the chips, soldered together as `wiring` says, and the wires to the outside.

`main` is the board of this process, or None before `power_on` has made it. The modules that the firmware
imports (`machine`, `network`, `esp32`) ask it. A board reads its wires at most once a millisecond, when
the firmware reads a pin or asks for the Wi-Fi; no thread and no interrupt disturbs the firmware.
"""

import gc
import sys

import micropython
import utime

from . import wiring
from .control import Control, get_hex
from .flash import Flash, Supply
from .gpio import Gpio
from .keys import STAYS_DOWN, Keys
from .pwm import Buzzer, Ledc
from .radio import Radio
from .solder import Displays, I2c, Panel, Spi

START_HZ = 160_000_000
"""The processor's frequency at power-on with the generic images; `machine.freq` changes it."""

_POLL_US = 1000
_STATISTICS_US = 250_000
_OBJECT_BYTES = 32  # a bytearray without its bytes; a block of the unix port's heap

main = None


class Board:
    """Built from `settings` (see `host_tools/simulator/process.py`, which writes them) on an open socket."""

    def __init__(self, settings: dict, stream) -> None:
        wiring.solder_as(settings.get("chip", "esp32"))
        self.settings = settings
        self.unique_id = bytes([int(settings["mac"][at : at + 2], 16) for at in range(0, 12, 2)])
        self.reset_cause = settings["cause"]
        self.battery_mv = settings["battery_mv"]
        self.cpu_hz = START_HZ
        self.interrupted = False
        self.stack_bytes = 0
        self.leaked: list[bytearray] = []
        self._polled_at = utime.ticks_us() - _POLL_US
        self._reported_at = self._polled_at
        self._flash_was = 0
        self.control = Control(stream, self._command)
        self.buzzer = Buzzer(self._tone_changed)
        self.keys = Keys(self._press_done, settings["bounce_ms"] * 1000)
        for gpio in settings["held"]:
            self.keys.contact(gpio, 0, 0)
        self.spi = Spi()
        self.i2c = I2c()
        on_output = {}
        drivers = {}
        self.ledc = Ledc()
        self.on_pwm = {wiring.BUZZER: self.buzzer.drive}  # GPIO -> function(hertz, duty of 65536)
        self.displays = Displays(
            settings["displays"],
            self.spi,
            self.i2c,
            on_output,
            drivers,
            self.on_pwm,
            self.control,
            utime.ticks_us,
            self.note,
        )
        for address in settings["unplugged"]:
            self.i2c.plug(address, False)
        self.panel = Panel(
            settings.get("panel", "gpio"),
            self.keys,
            self.i2c,
            on_output,
            drivers,
            utime.ticks_us,
            self.note,
        )
        self.gpio = Gpio(self.panel, on_output, self.note, drivers, wiring.chip)
        self._supply = Supply()
        self.flash = self._partition(settings["flash"])
        self.journal = self._partition(settings["journal"]) if settings.get("journal") else None
        wifi = settings["wifi"]
        self.radio = Radio(wifi["ssid"], wifi["password"], wifi["join_ms"], self._wifi_changed)
        if not wifi["on_air"]:
            self.radio.air(False, utime.ticks_ms())
        self.watchdog_ms = 0
        self._fed_at = 0

    def poll(self) -> int:
        """Handle commands from the wires and continue the press under way; returns the time in us."""
        now = utime.ticks_us()
        if now - self._polled_at >= _POLL_US:
            self._polled_at = now
            self.control.poll()
            self.keys.step(now)
            if now - self._reported_at >= _STATISTICS_US:
                self._reported_at = now
                self.report_flash()
            if self.interrupted:
                self.interrupted = False
                raise KeyboardInterrupt
        return now

    def note_stack(self) -> None:
        """Keep how deep the stack is, if it was never deeper. Called where the firmware's call chains end."""
        self.stack_bytes = max(self.stack_bytes, micropython.stack_use())

    def note(self, text: str) -> None:
        """Report wrong traffic to the outside."""
        self.control.send(b"!%s\n" % text.encode())

    def report_flash(self) -> None:
        """Send the flash counters if they have changed."""
        erases, writes, unerased = self.flash.erases, self.flash.writes, self.flash.unerased
        if self.journal is not None:
            erases += self.journal.erases
            writes += self.journal.writes
            unerased += self.journal.unerased
        total = erases + writes
        if total != self._flash_was:
            self._flash_was = total
            self.control.flash(erases, writes, unerased)

    def watch(self, timeout_ms: int) -> None:
        """Arm the watchdog: the outside resets the board when it is not fed in time."""
        self.watchdog_ms = timeout_ms
        self._fed_at = utime.ticks_us()
        self.control.send(b"W%08x\n" % timeout_ms)

    def feed(self) -> None:
        """Feed the watchdog; the outside gets a report often enough, not each time."""
        now = utime.ticks_us()
        if now - self._fed_at >= self.watchdog_ms * 50:  # a twentieth of its time
            self._fed_at = now
            self.control.send(b"w\n")

    def reset(self, reason: str) -> None:
        """Ask the outside to reset the board, then wait for ever: a chip in reset runs no `finally`."""
        self.report_flash()
        self.control.send(b"R%s\n" % reason.encode())
        while True:
            try:
                utime.sleep_ms(1000)
            except KeyboardInterrupt:
                continue

    def _partition(self, path: str) -> Flash:
        settings = self.settings
        return Flash(
            path,
            self._flash_busy,
            self._power_cut,
            settings["erase_us"],
            settings["write_us"],
            self._supply,
        )

    def _command(self, line, length: int) -> None:
        now = utime.ticks_us()
        command = line[0]
        if command == 0x6B:  # k
            self.keys.contact(get_hex(line, 1, 2), get_hex(line, 3, 1), now)
        elif command == 0x70:  # p
            hold_ms = get_hex(line, 11, 4)
            hold_us = STAYS_DOWN if hold_ms == 0xFFFF else hold_ms * 1000
            self.keys.press(get_hex(line, 1, 10), hold_us, get_hex(line, 15, 4) * 1000, now)
        elif command == 0x78:  # x
            self.keys.release(now)
        elif command == 0x77:  # w
            self.radio.air(get_hex(line, 1, 1) == 1, utime.ticks_ms())
        elif command == 0x62:  # b
            self.keys.bounce_us = get_hex(line, 1, 4) * 1000
        elif command == 0x71:  # q
            self.panel.plug(get_hex(line, 1, 1) == 1)
        elif command == 0x63:  # c
            self.flash.cut_at(get_hex(line, 1, 8))
        elif command == 0x69:  # i
            self.i2c.plug(get_hex(line, 1, 2), get_hex(line, 3, 1) == 1)
        elif command == 0x76:  # v
            self.battery_mv = get_hex(line, 1, 4)
        elif command == 0x67:  # g
            modules = sum([hash(name) for name in sys.modules]) & 0xFFFFFFFF
            gc.collect()
            self.control.send(b"G%08x%08x%08x\n" % (gc.mem_alloc(), modules, self.stack_bytes))
        elif command == 0x6C:  # l
            self.leaked.append(bytearray(max(0, get_hex(line, 1, 8) - _OBJECT_BYTES)))

    def _tone_changed(self, buzzer) -> None:
        self.control.tone(buzzer.freq, buzzer.duty, utime.ticks_us())

    def _press_done(self) -> None:
        self.control.send(b"P\n")

    def _wifi_changed(self, connected: bool) -> None:
        self.control.send(b"N1\n" if connected else b"N0\n")

    def _flash_busy(self, microseconds: int, is_erase: bool) -> None:
        if is_erase:
            self.control.send(b"F1\n")
        utime.sleep_us(microseconds)
        if is_erase:
            self.control.send(b"F0\n")

    def _power_cut(self) -> None:
        self.reset("cut")


class Undisturbed:
    """A partition as block device: Ctrl-C waits until the flash is done, as it does on the board.

    Without it, KeyboardInterrupt would leave the file system's C code in the middle of an operation. The
    interrupted call is repeated from its beginning, which changes nothing.
    """

    def __init__(self, board, flash) -> None:
        self._board = board
        self._flash = flash

    def readblocks(self, block: int, buf, offset: int = 0) -> None:
        self._board.note_stack()
        while True:
            try:
                return self._flash.readblocks(block, buf, offset)
            except KeyboardInterrupt:
                self._board.interrupted = True

    def writeblocks(self, block: int, buf, offset: int = -1) -> None:
        self._board.note_stack()
        while True:
            try:
                return self._flash.writeblocks(block, buf, offset)
            except KeyboardInterrupt:
                self._board.interrupted = True

    def ioctl(self, operation: int, argument: int):
        while True:
            try:
                return self._flash.ioctl(operation, argument)
            except KeyboardInterrupt:
                self._board.interrupted = True
