"""`machine` as the firmware of a simulated table sees it: the ESP32 port's names and refusals.

Of an ESP32-S3 it has the pins and the first ADC; the rest is an ESP32's.
"""

from . import board, esp, wiring
from .gpio import INPUT, OPEN_DRAIN, OUTPUT, PULL_DOWN, PULL_UP

FREQUENCIES_HZ = (20_000_000, 40_000_000, 80_000_000, 160_000_000, 240_000_000)

_ADC_1 = {"esp32": (32, 39), "esp32s3": (1, 10)}
"""The first and the last GPIO of the first ADC."""

PWRON_RESET = 1
HARD_RESET = 2
WDT_RESET = 3
DEEPSLEEP_RESET = 4
SOFT_RESET = 5


class Pin:
    """A GPIO by its number."""

    IN = INPUT
    OUT = OUTPUT
    OPEN_DRAIN = OPEN_DRAIN
    PULL_DOWN = PULL_DOWN
    PULL_UP = PULL_UP

    def __init__(self, id: int, mode: int = -1, pull: int = -1, *, value=None) -> None:
        self.number = id
        self._board = board.main
        self.init(mode, pull, value=value)

    def init(self, mode: int = -1, pull: int = -1, *, value=None) -> None:
        self._board.gpio.configure(self.number, max(mode, 0), max(pull or 0, 0))
        if value is not None:
            self.value(value)

    def value(self, level=None):
        """Read the level, or set it. A read also handles commands to the keys."""
        if level is None:
            return self._board.gpio.read(self.number, self._board.poll())
        self._board.gpio.write(self.number, 1 if level else 0)
        return None

    def __call__(self, level=None):
        return self.value(level)

    def on(self) -> None:
        self.value(1)

    def off(self) -> None:
        self.value(0)

    def __repr__(self) -> str:
        return f"Pin({self.number})"


class SPI:
    """A hardware SPI bus, 1 or 2. Written bytes reach the chips of the bus at wiring.py's pins."""

    MSB = 0
    LSB = 1

    def __init__(self, id: int, baudrate: int = 500_000, **how) -> None:
        if id not in (1, 2):
            raise ValueError(f"SPI({id}) doesn't exist")
        self._bus = None
        self._is_lsb_first = False
        self._id = id
        self.init(baudrate, **how)

    def init(self, baudrate=500_000, polarity=0, phase=0, bits=8, firstbit=0, sck=None, mosi=None, miso=-1):
        note = board.main.note
        self._is_lsb_first = firstbit == self.LSB
        self._bus = None
        clk, din = wiring.DISPLAY_CLK, wiring.DISPLAY_DIN
        if sck is None or mosi is None or (sck.number, mosi.number) != (clk, din):
            note(f"SPI: SCK and MOSI do not lead to the displays (GPIO {clk}, {din})")
            return
        if miso == -1 and self._id == 2 and wiring.chip == "esp32":
            note("SPI 2 takes GPIO 19 for MISO unless told miso=None: that is the buzzer's pin")
        for chip in board.main.spi.chips:
            if baudrate > chip.HZ_MAX:
                note(f"SPI: {baudrate} Hz is too fast for the {chip.NAME} ({chip.HZ_MAX // 1_000_000} MHz)")
        if polarity != phase:  # modes 1 and 2 change data at the edge at which the chips sample
            note(f"SPI: polarity {polarity}, phase {phase}: the chips sample at the rising edge")
            return
        self._bus = board.main.spi

    def write(self, buf) -> None:
        """Clock out `buf`."""
        board.main.note_stack()
        if self._bus is None:
            return
        for byte in buf:
            self._bus.clock(_mirrored(byte) if self._is_lsb_first else byte)

    def deinit(self) -> None:
        self._bus = None


def _mirrored(byte: int) -> int:
    value = 0
    for bit in range(8):
        value |= (byte >> bit & 1) << (7 - bit)
    return value


class I2C:
    """A hardware I2C bus, 0 or 1, at wiring.py's pins. OSError 19 (ENODEV) where no chip answers."""

    def __init__(self, id: int, *, scl=None, sda=None, freq: int = 400_000) -> None:
        if id not in (0, 1):
            raise ValueError(f"I2C({id}) doesn't exist")
        note = board.main.note
        self._chips = {}
        self._register = bytearray(1)
        if scl is None or sda is None or (scl.number, sda.number) != (wiring.SCL, wiring.SDA):
            note(f"I2C: SCL and SDA do not lead to the chips (GPIO {wiring.SCL}, {wiring.SDA})")
            return
        self._chips = board.main.i2c.chips
        for chip in self._chips.values():
            if freq > chip.HZ_MAX:
                note(f"I2C: {freq} Hz is too fast for the {chip.NAME} ({chip.HZ_MAX // 1000} kHz)")

    def scan(self) -> list:
        return sorted(self._chips)

    def writeto(self, addr: int, buf, stop: bool = True) -> int:
        return self._at(addr).write(buf)

    def readfrom_into(self, addr: int, buf, stop: bool = True) -> None:
        self._at(addr).read(buf)

    def readfrom(self, addr: int, nbytes: int, stop: bool = True) -> bytes:
        buf = bytearray(nbytes)
        self.readfrom_into(addr, buf, stop)
        return bytes(buf)

    def readfrom_mem_into(self, addr: int, memaddr: int, buf) -> None:
        self._register[0] = memaddr
        chip = self._at(addr)
        chip.write(self._register)
        chip.read(buf)

    def _at(self, addr: int):
        board.main.poll()
        chip = self._chips.get(addr)
        if chip is None:
            esp.log_nack()
            raise OSError(19)
        return chip


class PWM:
    """Pulse width at a pin, for the chip that is wired to it: buzzer, or the digits' output enable."""

    def __init__(self, dest: Pin, freq: int = 5000, duty_u16: int = 32768, *, duty=None) -> None:
        if dest.number >= board.main.gpio.pins.input_only:
            raise ValueError("invalid pin")
        chip = board.main.on_pwm.get(dest.number)
        if chip is None:
            board.main.note(f"PWM on GPIO {dest.number}: nothing there listens to it")
        self._duty = 0
        self._output = board.main.ledc.output(chip)
        self.init(freq, duty_u16 if duty is None else duty * 64)

    def init(self, freq=None, duty_u16=None) -> None:
        if duty_u16 is not None:
            self._duty = _between(duty_u16, 0, 65535, "duty_u16 must be from 0 to 65535")
        hz = self._output.hertz if freq is None else freq
        self._output.freq(_between(hz, 1, 40_000_000, "frequency must be from 1Hz to 40MHz"), self._duty)

    def freq(self, hz=None):
        if hz is None:
            return self._output.hertz
        if _between(hz, 1, 40_000_000, "frequency must be from 1Hz to 40MHz") != self._output.hertz:
            self._output.freq(hz, self._duty)
        return None

    def duty_u16(self, duty=None):
        if duty is None:
            return self._duty
        self._duty = _between(duty, 0, 65535, "duty_u16 must be from 0 to 65535")
        self._output.duty(duty)
        return None

    def deinit(self) -> None:
        self._output.duty(0)
        board.main.ledc.remove(self._output)


def _between(value: int, low: int, high: int, text: str) -> int:
    if not low <= value <= high:
        raise ValueError(text)
    return value


class ADC:
    """An analogue input. Only the battery's divider is wired to one: the pin has half the cell's voltage."""

    ATTN_0DB = 0
    ATTN_2_5DB = 1
    ATTN_6DB = 2
    ATTN_11DB = 3

    # The range of the converter in mV, by attenuation (ESP32 data sheet, "ADC calibration results").
    _RANGE_MV = ((100, 950), (100, 1250), (150, 1750), (150, 2450))

    def __init__(self, pin: Pin, *, atten: int = ATTN_0DB) -> None:
        first, last = _ADC_1[wiring.chip]
        if not first <= pin.number <= last:  # ADC 2 is the Wi-Fi's
            board.main.note(f"ADC on GPIO {pin.number}: while Wi-Fi is on only {first}-{last} can be read")
        self._is_wired = pin.number == wiring.BATTERY
        if not self._is_wired:
            board.main.note(f"ADC on GPIO {pin.number}: the battery is on GPIO {wiring.BATTERY}")
        self._range_mv = self._RANGE_MV[atten]
        self._reading = 0

    def read_uv(self) -> int:
        """Microvolts at the pin, within the converter's range, with 8 mV of noise like a real converter."""
        board.main.poll()
        least, most = self._range_mv
        half_mv = board.main.battery_mv // 2 if self._is_wired else 0
        self._reading = (self._reading + 5) & 15
        return min(max(half_mv + self._reading - 8, least), most) * 1000


class RTC:
    """Its memory survives every reset, but not a power cut. It is a file, deleted when the power is cut."""

    def memory(self, data=None):
        """Read the stored bytes, or store these (at most 2048)."""
        path = board.main.settings["rtc"]
        if data is None:
            try:
                with open(path, "rb") as file:
                    return file.read()
            except OSError:
                return b""
        if len(data) > 2048:
            raise ValueError("buffer too long")
        with open(path, "wb") as file:
            file.write(data)
        return None


class WDT:
    """The watchdog: cannot be stopped; resets the board when it is not fed for `timeout` ms."""

    def __init__(self, id: int = 0, timeout: int = 5000) -> None:
        if id != 0:
            raise ValueError(f"WDT({id}) doesn't exist")
        if timeout < 1000:
            raise ValueError("WDT timeout too short")
        board.main.watch(timeout)

    def feed(self) -> None:
        board.main.feed()


def reset() -> None:
    """Restart the chip; does not return."""
    board.main.reset("reset")


def soft_reset() -> None:
    """Restart MicroPython only."""
    raise SystemExit


def reset_cause() -> int:
    return board.main.reset_cause


def unique_id() -> bytes:
    return board.main.unique_id


def freq(hz=None):
    """The processor's frequency. Only a board at the chip's pace (pace.py) is faster or slower by it."""
    if hz is None:
        return board.main.cpu_hz
    if hz not in FREQUENCIES_HZ:
        raise ValueError("frequency must be 20MHz, 40MHz, 80Mhz, 160MHz or 240MHz")
    board.main.cpu_hz = hz
    return None


def idle() -> None:
    pass
