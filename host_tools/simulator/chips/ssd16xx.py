"""SSD1680 and SSD1683 e-paper controllers with their panels, by their data sheets (Solomon Systech, command
table and operating sequence): bytes in, a picture out when a refresh has ended.

What no correct driver sends is noted as an error. The picture stays without power. Times of a refresh and of
the analog supplies are those measured on the panels at room temperature (GxEPD2's headers name them).
"""

_TICKS = 0x3FFFFFFF

# Command: number of data bytes; -1: as many as there are.
_COMMANDS = {
    0x01: 3, 0x03: 1, 0x04: 3, 0x0C: 4, 0x10: 1, 0x11: 1, 0x12: 0, 0x18: 1, 0x1A: 2, 0x20: 0, 0x21: 2,
    0x22: 1, 0x24: -1, 0x26: -1, 0x2C: 1, 0x32: 153, 0x37: 10, 0x3C: 1, 0x44: 2, 0x45: 4, 0x4E: 1,
    0x4F: 2, 0x7F: 0,
}  # fmt: skip

_RESET_US = 1_000
_SW_RESET_US = 2_000
_RST_LOW_US = 10_000


class Model:
    """row_bytes x gates: the panel; upright: it is mounted on its long side; how long it refreshes, a partial
    refresh without its supplies, and how long these take to go on and off.
    """

    def __init__(self, name, row_bytes, gates, upright, full_us, partial_us, on_us, off_us) -> None:
        self.name, self.row_bytes, self.gates, self.upright = name, row_bytes, gates, upright
        self.full_us, self.partial_us = full_us, partial_us
        self.on_us, self.off_us = on_us, off_us


SSD1683 = Model("SSD1683", 50, 300, False, 1_600_000, 358_000, 96_000, 268_000)
SSD1680 = Model("SSD1680", 16, 296, True, 1_616_000, 403_000, 96_000, 140_000)


class Ssd16xx:
    """One panel. `shown`: its pixels, 1 white; `partials`: partial refreshes since the last full one, and
    `driven`, for each byte of pixels in how many of them it changed, the measure of its ghosts; `fulls`: full
    ones; `asleep`; `bytes`: number taken from the bus.

    `changed(chip)` is called when a refresh has ended, `note(text)` for wrong traffic; `ticks_us()`: time.
    stuck: 1 or 0 holds BUSY there, as a broken wire does.
    """

    HZ_MAX = 20_000_000

    def __init__(self, model: Model, changed, note, ticks_us) -> None:
        self.NAME = model.name
        self.model = model
        size = model.row_bytes * model.gates
        self.ram = bytearray(size)
        self.second = bytearray(size)
        self.shown = bytearray(b"\xff" * size)
        self.driven = bytearray(size)
        self.partials = self.fulls = self.bytes = 0
        self.stuck = -1
        self.asleep = False
        self.shares = False
        self._changed, self._note, self._ticks_us = changed, note, ticks_us
        self._cs = self._dc = self._rst = 1
        self._busy_from = self._busy_us = 0
        self._rst_at = ticks_us()
        self._pending = 0
        self._was_reset = False
        self._defaults()

    def _defaults(self) -> None:
        """The registers after a reset of either kind; the RAM is left alone."""
        model = self.model
        self._command = -1
        self._count = 0
        self._data = bytearray(160)
        self._mode = 3
        self._gates = 0
        self._x0, self._x1, self._y0, self._y1 = 0, model.row_bytes - 1, 0, model.gates - 1
        self._x = self._y = 0
        self._bypass = 0
        self._sequence = 0xFF
        self._sensor = 0x48
        self._is_powered = False
        self._is_written = False
        self._is_full_window = False

    # Wires.

    def cs(self, level: int) -> None:
        """The level of CS."""
        self._cs = level

    def dc(self, level: int) -> None:
        """The level of D/C: 0 is a command."""
        self._dc = level

    def rst(self, level: int) -> None:
        """The level of RST."""
        self._settle()
        if level == self._rst:
            return
        now = self._ticks_us()
        if not level:
            if self._pending:
                self._error("reset in mid-refresh: the picture is spoilt")
                self._pending = 0
        elif self._passed(self._rst_at, now) < _RST_LOW_US:
            self._error("RST was low for less than 10 ms")
        else:
            self.asleep = False
            self._was_reset = True
            self._defaults()
            self._begin_busy(_RESET_US)
        self._rst = level
        self._rst_at = now

    def busy(self) -> int:
        """The level of BUSY."""
        self._settle()
        if self.stuck >= 0:
            return self.stuck
        return 1 if self.asleep or self._busy_us else 0

    def clock(self, byte: int) -> None:
        """Eight clock pulses with the bits of `byte`."""
        if self._cs:
            if not self.shares:
                self._error("clocked while CS is high")
            return
        self._settle()
        self.bytes += 1
        if not self._rst:
            self._error("written while RST is low")
        elif self.asleep:
            self._error("written in deep sleep: only RST wakes it")
        elif not self._was_reset:
            self._error("written before it was reset")
        elif self._busy_us:
            self._error(f"0x{byte:02X} written while BUSY is high")
        elif self._dc:
            self._take(byte)
        else:
            self._begin(byte)

    # Commands.

    def _begin(self, command: int) -> None:
        self._end()
        self._command = command
        self._count = 0
        if command not in _COMMANDS:
            self._error(f"there is no command 0x{command:02X}")
            self._command = -1
        elif command == 0x12:
            self._defaults()
            self._begin_busy(_SW_RESET_US)
        elif command == 0x20:
            self._activate()
        elif command in (0x24, 0x26):
            low_x, high_x = min(self._x0, self._x1), max(self._x0, self._x1)
            low_y, high_y = min(self._y0, self._y1), max(self._y0, self._y1)
            if not (low_x <= self._x <= high_x and low_y <= self._y <= high_y):
                self._error("the RAM counter stands outside of its window")
            self._is_full_window = False

    def _end(self) -> None:
        """Another command begins: check that the last one was complete."""
        length = _COMMANDS.get(self._command, -1)
        if length >= 0 and self._count < length:
            self._error(f"0x{self._command:02X} got {self._count} of {length} bytes")

    def _take(self, byte: int) -> None:
        command = self._command
        if command < 0:
            self._error("data without a command")
        elif command == 0x24 or command == 0x26:
            self._write(self.ram if command == 0x24 else self.second, byte)
        elif self._count >= _COMMANDS[command]:
            self._error(f"0x{command:02X} takes {_COMMANDS[command]} bytes")
        else:
            self._data[self._count] = byte
            self._count += 1
            if self._count == _COMMANDS[command]:
                self._set(command, self._data)

    def _set(self, command: int, data) -> None:
        """Set a register whose bytes are all here."""
        if command == 0x01:
            self._gates = (data[0] | (data[1] & 1) << 8) + 1
        elif command == 0x10 and data[0] & 3:
            if self._is_powered:
                self._error("deep sleep with the analog supplies on (0x22)")
            self.asleep = True
            if data[0] & 3 == 3:  # deep sleep mode 2 forgets the RAM
                for at in range(len(self.ram)):
                    self.ram[at] = self.second[at] = 0xA5
        elif command == 0x11:
            self._mode = data[0] & 7
        elif command == 0x18:
            self._sensor = data[0]
        elif command == 0x21:
            self._bypass = data[0]
        elif command == 0x22:
            self._sequence = data[0]
        elif command == 0x44:
            self._x0, self._x1 = self._within(data[0], 0), self._within(data[1], 0)
        elif command == 0x45:
            self._y0 = self._within(data[0] | data[1] << 8, 1)
            self._y1 = self._within(data[2] | data[3] << 8, 1)
        elif command == 0x4E:
            self._x = self._within(data[0], 0)
        elif command == 0x4F:
            self._y = self._within(data[0] | data[1] << 8, 1)

    def _within(self, value: int, is_gate: int) -> int:
        most = self.model.gates if is_gate else self.model.row_bytes
        if value >= most:
            self._error(f"RAM address {value} of {most}")
            return most - 1
        return value

    def _write(self, ram, byte: int) -> None:
        """Take a byte of the picture; the counter advances by the data entry mode (0x11)."""
        if self._is_full_window:
            self._error("more bytes than the RAM window holds")
            self._is_full_window = False
        ram[self._y * self.model.row_bytes + self._x] = byte
        self._is_written = True
        if self._mode & 4:
            if self._step_y():
                self._is_full_window = self._step_x()
        elif self._step_x():
            self._is_full_window = self._step_y()

    def _step_x(self) -> bool:
        """Advance X by one; whether it wrapped to the window's beginning."""
        if self._x == self._x1:
            self._x = self._x0
            return True
        self._x = (self._x + (1 if self._mode & 1 else -1)) % self.model.row_bytes
        return False

    def _step_y(self) -> bool:
        if self._y == self._y1:
            self._y = self._y0
            return True
        self._y = (self._y + (1 if self._mode & 2 else -1)) % self.model.gates
        return False

    # Refreshing.

    def _activate(self) -> None:
        sequence = self._sequence
        model = self.model
        was_powered = self._is_powered
        if sequence & 0x40:
            self._is_powered = True
        power_us = (model.on_us if self._is_powered and not was_powered else 0) + (
            model.off_us if self._is_powered and sequence & 0x02 else 0
        )
        if not sequence & 0x04:
            self._is_powered = self._is_powered and not sequence & 0x02
            self._begin_busy(power_us)
            return
        if not self._is_powered or not sequence & 0x80:
            self._error("refreshed without clock or analog power (0x22)")
        if not self._is_written:
            self._error("refreshed although nothing was written")
        if self._gates != self.model.gates:
            self._error(f"refreshed with {self._gates} gates of {self.model.gates} (0x01)")
        if sequence & 0x20 and self._sensor != 0x80:
            self._error("takes the temperature from a sensor that is not there (0x18)")
        if not sequence & 0x10:
            self._error("refreshed without loading a waveform (0x22)")
        self._is_written = False
        self._is_powered = not sequence & 0x02
        self._pending = 2 if sequence & 0x08 else 1
        self._begin_busy(model.partial_us + power_us if self._pending == 2 else model.full_us)

    def _settle(self) -> None:
        """Complete what is over by now."""
        if not self._busy_us or self._passed(self._busy_from, self._ticks_us()) < self._busy_us:
            return
        self._busy_us = 0
        if not self._pending:
            return
        image, new, old = self.shown, self.ram, self.second
        if self._pending == 1:
            for at in range(len(new)):
                image[at] = new[at]
                self.driven[at] = 0
            self.partials = 0
            self.fulls += 1
        else:
            has_old = self._bypass & 0xF0 == 0
            counts = self.driven
            for at in range(len(new)):
                driven = new[at] ^ (old[at] if has_old else 0)
                if driven:
                    counts[at] = min(counts[at] + 1, 255)
                    image[at] = image[at] & ~driven | new[at] & driven
            self.partials += 1
        self._pending = 0
        self._changed(self)

    def _begin_busy(self, microseconds: int) -> None:
        self._busy_from = self._ticks_us()
        self._busy_us = max(microseconds, 1)

    def _passed(self, since: int, now: int) -> int:
        return (now - since) & _TICKS

    def _error(self, text: str) -> None:
        self._note(self.NAME + ": " + text)


def page(chip: Ssd16xx):
    """(pixels, bytes of a row) as the panel is looked at; on its long side, the gates run to the right."""
    model = chip.model
    if not model.upright:
        return chip.shown, model.row_bytes
    row_bytes = model.gates // 8
    pixels = bytearray(b"\xff" * (row_bytes * model.row_bytes * 8))
    for gate in range(model.gates):
        mask = ~(0x80 >> (gate & 7))
        for column in range(model.row_bytes):
            byte = chip.shown[gate * model.row_bytes + column] ^ 0xFF
            row = model.row_bytes * 8 - 1 - 8 * column  # of the byte's bit 7
            while byte:
                if byte & 0x80:
                    pixels[row * row_bytes + (gate >> 3)] &= mask
                byte = byte << 1 & 0xFF
                row -= 1
    return pixels, row_bytes
