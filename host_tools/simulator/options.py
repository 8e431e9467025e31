"""What can be set about a simulated table."""

from dataclasses import dataclass, replace
from pathlib import Path

FIRMWARE = Path(__file__).resolve().parent.parent.parent / "firmware"

SSID = "Boardside Hall"
PASSWORD = "carrom2025"


@dataclass(frozen=True)
class Options:
    """How true to the board a table runs. The defaults are a real board's behaviour.

    `firmware` is the folder with boot.py, main.py and boardside, whose sources run compiled (compiled.py);
    None: what lies on the table's flash runs, as on a board. `heap` is the interpreter's heap, as its `-X
    heapsize` takes it: objects of the unix port are about twice as large as the ESP32's, and the chip models
    live in the same heap (`SimTable.senses.chip_heap_bytes`).

    `journal`: the home of its journal, "ring" (a partition of its own, as `boardside flash` sets it up) or
    "segments" (a stock board). `displays` and `panel`: what is soldered on, as in the firmware's
    arrangement.py; its config.json says the same.
    """

    firmware: Path | None = FIRMWARE
    heap: str = "2M"
    baud: int = 115_200
    erase_ms: tuple[int, int] = (50, 80)
    write_us: int = 250
    wifi_join_ms: int = 1200
    bounce_ms: int = 0
    reset_on_open: bool = False
    ticks_ms: int = 0
    journal: str = "ring"
    displays: tuple[str, ...] = ("max7219",)
    panel: str = "gpio"

    def fast(self) -> "Options":
        """The same without the waits of flash and Wi-Fi, for tests that are about something else."""
        return replace(self, erase_ms=(0, 0), write_us=0, wifi_join_ms=20)
