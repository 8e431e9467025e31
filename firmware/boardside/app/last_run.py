"""How the last run ended, from the RTC memory and the chip together.

The chip alone reports few reasons, and calls a brown-out a power-on and a crash of its own code a reset
(MicroPython's ESP32 port, `mp_machine_reset_cause`). RTC memory keeps its contents over every reset, but
not over a power cut (`RTC_NOINIT_ATTR`). So the firmware writes its present state into it, and reads that at
the next start.
"""

RUNNING = 114  # "r"
STOPPED = 115  # "s": at the prompt, on Ctrl-C
RESTART = 110  # "n": it asked for the restart itself
UPDATE = 117  # "u": another firmware is to be started

STEADY_MS = 600_000
"""A run that lasts so long is a good one: the count of resets begins again."""

_MAGIC = 0xB5
_MOST = 99


class LastRun:
    """`rtc` has `memory()` and `memory(bytes)`; chip: the chip's word, as hardware.reset_cause gives it.

    To read: `cause`, one of
        power_on    switched on; RTC memory was empty
        dip         the power, or the reset button, went and came too quickly for RTC memory to forget: a
                    brown-out, if the button was not touched
        watchdog    a task, or all of it, hung
        service     the hour at the prompt was over
        crash       the chip's own code failed (or someone called `machine.reset()`)
        restart     the table asked for it, e.g. for a new number
        update      another firmware was put in place
        reset       at the prompt; also when RTC memory is empty
        soft, sleep as the chip says
    and `row`, how many runs in a row have ended by watchdog, crash or dip, this start counted.
    """

    def __init__(self, rtc, chip: str) -> None:
        self._rtc = rtc
        kept = rtc.memory()
        state = _state(kept)
        self.cause = _cause(chip, state)
        self.row = 0
        if self.cause in ("watchdog", "crash", "dip"):
            self.row = min(_MOST, 1 + (kept[2] if state else 0))

    def begin(self) -> None:
        """The firmware runs from here on."""
        self._write(RUNNING)

    def end(self, state: int) -> None:
        """It ends on purpose: STOPPED, RESTART or UPDATE."""
        self._write(state)

    def steady(self) -> None:
        """It has run for STEADY_MS."""
        self.row = 0
        self._write(RUNNING)

    def _write(self, state: int) -> None:
        self._rtc.memory(bytes((_MAGIC, state, self.row, _check(state, self.row))))


def _check(state: int, row: int) -> int:
    return (state ^ row ^ 0x5A) & 0xFF


def _state(kept) -> int:
    """The state of the last run; 0 if it is not in RTC memory."""
    if len(kept) != 4 or kept[0] != _MAGIC or kept[3] != _check(kept[1], kept[2]):
        return 0
    return kept[1]


def _cause(chip: str, state: int) -> str:
    if chip == "power_on":
        return "dip" if state == RUNNING else "power_on"
    if chip == "watchdog":
        return "service" if state == STOPPED else "watchdog"
    if chip == "reset":
        return {RUNNING: "crash", RESTART: "restart", UPDATE: "update"}.get(state, "reset")
    return chip
