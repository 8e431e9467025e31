"""The options of a simulated table, and its displays as named on the command line."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from boardside import arrangement
from host_tools.device import build

from .process import SimulatorError

FIRMWARE = build.FIRMWARE

SSID = "Boardside Hall"
PASSWORD = "carrom2025"


@dataclass(frozen=True)
class Options:
    """How closely a table follows a real board. The defaults are a real board's behaviour.

    `firmware` is the folder with boot.py, main.py and boardside, whose sources run compiled (compiled.py);
    None: the firmware on the table's flash runs, as on a board. `heap` is the interpreter's heap, as its `-X
    heapsize` takes it: by default 2 MB, `as_chip` 8 MB, which is never full: when it would be on the
    chip is computed (chips/heap.py). The chip models live in the same heap
    (`SimTable.observed.chip_heap_bytes`).

    `as_chip`: the firmware takes the time that it takes on the chip (chips/pace.py).

    `has_journal`: whether its flash has the partition for the journal, as `boardside flash` sets it up.
    `displays` and `panel`: the soldered parts, named as in the
    firmware's arrangement.py; the table's config.json names the same. `chip`: "esp32" or "esp32s3", with the
    wiring of that board.
    """

    firmware: Path | None = FIRMWARE
    heap: str | None = None
    as_chip: bool = False
    baud: int = 115_200
    erase_ms: tuple[int, int] = (50, 80)
    write_us: int = 250
    radio_start_ms: int = 333
    wifi_join_ms: int = 1200
    bounce_ms: int = 0
    reset_on_open: bool = False
    ticks_ms: int = 0
    has_journal: bool = True
    displays: tuple[str, ...] = ("max7219",)
    panel: str = "gpio"
    chip: str = "esp32"

    @property
    def heap_size(self) -> str:
        """The interpreter's heap."""
        return self.heap or ("8M" if self.as_chip else "2M")

    def fast(self) -> "Options":
        """The same without the waits of flash and Wi-Fi, for tests that are about something else."""
        return replace(self, erase_ms=(0, 0), write_us=0, radio_start_ms=0, wifi_join_ms=20)


def displays_of(texts: Iterable[str], panel: str) -> tuple[str, ...]:
    """The displays named in options like "max7219,epd42".

    SimulatorError says why these and the `panel` cannot be wired to one table.
    """
    displays = tuple(name.strip() for text in texts for name in text.split(",") if name.strip())
    if problem := arrangement.problem(panel, displays):
        raise SimulatorError(f"{problem[:1].upper()}{problem[1:]}.")
    return displays
