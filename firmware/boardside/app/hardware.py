"""Keys, buzzer, flash, battery and watchdog on their pins. The displays are in displays.py."""

import time

from .. import pins
from ..drivers.buzzer import Buzzer
from ..drivers.keys import Keys
from .buses import BUSES
from .last_run import RESTART, LastRun

WATCHDOG_MS = 15_000
"""Longer than a name look-up without an answer, which stops everything; shorter than an umpire's patience."""

SERVICE_MS = 3_600_000
"""The watchdog cannot be stopped, only given another time: this long the prompt may be used."""

CHIP_HZ = 240_000_000
"""The fastest that ESP32 and ESP32-S3 can run; the generic images start at 160 MHz."""


def quicken() -> str:
    """Run the chip at CHIP_HZ, and silence the log of the system's own code: it goes to the cable,
    which is the link to the host, with 2 to 4 lines for each byte that no chip on I2C acknowledges.

    Return "", or in words what the port refuses: the table runs all the same.
    """
    import esp
    import machine

    esp.osdebug(0, esp.LOG_NONE)  # osdebug(None) would leave the errors on, and those lines are errors
    try:
        machine.freq(CHIP_HZ)
    except (ValueError, OSError) as error:
        return "the chip stays at %d MHz (%s)" % (machine.freq() // 1_000_000, error)
    return ""


def keys(panel: str, diff) -> Keys:
    """The ten keys of a panel (arrangement.PANELS)."""
    return Keys(_panel(panel), diff, len(pins.KEYS), _settle)


def _settle() -> None:
    """Wait for a millisecond."""
    time.sleep_us(1000)


def _panel(name: str):
    from .. import arrangement  # not above: it is let go of after power-on

    return arrangement.panel(name).source(BUSES)


def buzzer(diff, add) -> Buzzer:
    """The buzzer, silent."""
    from machine import PWM, Pin

    return Buzzer(PWM(Pin(pins.BUZZER), freq=2000, duty_u16=0), diff, add)


def journal_partition():
    """The flash partition labelled `journal`, None on a board that was not flashed with one."""
    from esp32 import Partition

    partitions = Partition.find(Partition.TYPE_DATA, label="journal")
    return partitions[0] if partitions else None


def battery():
    """The cell's voltage, on a table that has `battery` in its config.json."""
    from machine import ADC, Pin

    from ..drivers.battery import Battery

    return Battery(ADC(Pin(pins.BATTERY), atten=ADC.ATTN_11DB))


def watchdog():
    """The watchdog, running: from now on it wants to be fed every WATCHDOG_MS."""
    from machine import WDT

    return WDT(timeout=WATCHDOG_MS)


def leave_to_service() -> None:
    """Give the watchdog an hour for work at the prompt; then the table restarts."""
    from machine import WDT

    WDT(timeout=SERVICE_MS)


def last_run() -> LastRun:
    """How the last run ended, as far as it can be known."""
    from machine import RTC

    return LastRun(RTC(), reset_cause())


def restart(run: LastRun, why: int = RESTART) -> None:
    """Start the chip anew, on purpose; `why` as in last_run.py. Does not return."""
    import machine

    run.end(why)
    machine.reset()


def serial_number() -> str:
    """The chip's own number (its MAC address), 12 hex digits."""
    from binascii import hexlify

    from machine import unique_id

    return hexlify(unique_id()).decode()


def reset_cause() -> str:
    """What the chip says: "power_on" (a brown-out looks the same), "reset", "watchdog", "sleep", "soft"."""
    import machine

    causes = {
        machine.PWRON_RESET: "power_on",
        machine.HARD_RESET: "reset",
        machine.WDT_RESET: "watchdog",
        machine.DEEPSLEEP_RESET: "sleep",
        machine.SOFT_RESET: "soft",
    }
    return causes.get(machine.reset_cause(), "unknown")


def is_service_asked_for(panel: str, sleep_ms) -> bool:
    """Whether the service key, or OK and UNDO together, are held: read three times, 10 ms apart."""
    from machine import Pin

    service = Pin(pins.SERVICE_KEY, Pin.IN, Pin.PULL_UP)
    for reading in range(3):
        if reading:
            sleep_ms(10)
        if service.value():
            return _are_held(panel, ("OK", "UNDO"), sleep_ms)
    return True


def _are_held(panel: str, keys: "tuple[str, ...]", sleep_ms) -> bool:
    """Whether all of `keys` (names of pins.KEYS) are held: read three times, 10 ms apart. No answer is no."""
    mask = 0
    for index in range(len(pins.KEYS)):
        if pins.KEYS[index][0] in keys:
            mask |= 1 << index
    try:
        source = _panel(panel)
        for reading in range(3):
            if reading:
                sleep_ms(10)
            if source.read() & mask != mask:
                return False
    except OSError:
        return False
    return True
