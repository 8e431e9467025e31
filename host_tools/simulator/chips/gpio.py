"""The pins of an ESP32-WROOM-32 and of an ESP32-S3-WROOM-1 with octal PSRAM, and their permitted uses (data
sheets, "Pin definitions").

ESP32: GPIO 6-11 belong to the flash and 1/3 to the USB serial; 34-39 are inputs without pull resistors. S3:
26-37 belong to flash and PSRAM, 43/44 to the serial port, 19/20 to the native USB. A pin that does not exist,
or an output on an input-only pin, raises the error of the real port. A use that a real board accepts and then
handles wrongly is noted as an error.
"""

INPUT = 1
OUTPUT = 3
OPEN_DRAIN = 7
PULL_DOWN = 1
PULL_UP = 2


class Pins:
    """Which pins a chip has: `count` of them but the `missing` ones; those of `flash` and `serial` are taken,
    and from `input_only` on there are only inputs.
    """

    def __init__(self, count: int, missing, flash, serial, input_only: int) -> None:
        self.count = count
        self.missing = missing
        self.flash = flash
        self.serial = serial
        self.input_only = input_only


CHIPS = {
    "esp32": Pins(40, (20, 24, 28, 29, 30, 31), (6, 7, 8, 9, 10, 11), (1, 3), 34),
    "esp32s3": Pins(49, (22, 23, 24, 25), tuple(range(26, 38)), (19, 20, 43, 44), 49),
}


class Gpio:
    """Modes, pulls and output levels of all pins. `note(text)` gets a use that is wrong but accepted.

    `keys`: the keys at the inputs. `on_output` maps a GPIO to a function(level) of the chip wired to it,
    which gets every level that the pin is set to. `drivers`: GPIO -> function() -> the level (0, 1) to which
    a chip drives that line; an open-drain output pulls the line low or releases it. A line with several
    drivers is low when one of them pulls it. `chip`: one of CHIPS.
    """

    def __init__(self, keys, on_output: dict, note, drivers=None, chip: str = "esp32") -> None:
        self.pins = pins = CHIPS[chip]
        self._keys = keys
        self._on_output = on_output
        self._drivers = drivers or {}
        self._note = note
        self._mode = bytearray(pins.count)
        self._pull = bytearray(pins.count)
        self._out = bytearray(pins.count)
        self._complained = bytearray(pins.count)
        self._taken = sum([1 << number for number in pins.flash])
        self._used = [[], []]  # pins with a mode, below 32 and from there on

    def configure(self, number: int, mode: int, pull: int) -> None:
        """Set a pin's mode (0 leaves it) and pull; ValueError as the real port raises it."""
        pins = self.pins
        if not 0 <= number < pins.count or number in pins.missing:
            raise ValueError("invalid pin")
        if mode in (OUTPUT, OPEN_DRAIN) and number >= pins.input_only:
            raise ValueError("pin can only be input")
        if number in pins.flash:
            self._note(f"GPIO {number} belongs to the flash: the board would hang")
        if number in pins.serial:
            self._note(f"GPIO {number} is the USB serial port")
        if pull and number >= pins.input_only:
            self._note(f"GPIO {number} has no pull resistors")
            pull = 0
        if mode:
            if not self._mode[number]:
                self._used[number >> 5].append(number)
            self._mode[number] = mode
            self._complained[number] = 0
        self._pull[number] = pull

    def read(self, number: int, now: int) -> int:
        """The level a pin reads, at `now` in microseconds."""
        driver = self._drivers.get(number)
        if self._mode[number] == OUTPUT:
            return self._out[number]
        if driver is not None:
            return driver() & (self._out[number] if self._mode[number] == OPEN_DRAIN else 1)
        if self._mode[number] == OPEN_DRAIN:
            return self._out[number]
        if not self._complained[number] and (self._mode[number] != INPUT or self._pull[number] != PULL_UP):
            # Noted once: a program that polls would flood the list.
            self._complained[number] = 1
            fault = "was not made an input" if self._mode[number] != INPUT else "has no pull-up and floats"
            self._note(f"GPIO {number} is read but {fault}")
        return self._keys.read(number, now)

    def register(self, first: int, bits: int, now: int) -> int:
        """So many bits of the input registers, from pin `first` on: bit n is the level of pin `first` + n; 0
        for a pin that was not set up, 1 for the lines of the flash.
        """
        levels = self._taken >> first & (1 << bits) - 1
        for number in self._used[first >> 5]:
            if first <= number < first + bits and self.read(number, now):
                levels |= 1 << number - first
        return levels

    def write(self, number: int, level: int) -> None:
        """Set an output's level."""
        if self._mode[number] != OUTPUT and self._mode[number] != OPEN_DRAIN:
            if not self._complained[number]:
                self._complained[number] = 1
                self._note(f"GPIO {number} is written but was not made an output")
            return
        self._out[number] = level
        chip = self._on_output.get(number)
        if chip is not None:
            chip(level)
