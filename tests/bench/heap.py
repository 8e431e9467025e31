"""The firmware's heap on MicroPython's unix port: compiled, as sources, and executed in place.

In place means bytecode that stays in flash, as in a ROMFS or frozen into the image. The smallest heap is
found by trying: the interpreter gets less and less until the firmware no longer starts and plays a whole
match.

The unix port's words have 64 bits. What the ESP32 holds is counted on a port with 32 bits (heap_32.py). Where
that cannot run it is estimated as half of what is held in place, with what copying the bytecode to memory
adds. The smallest heap cannot be found there, because that port collects only between two programs: it is
estimated by what is held with 32 and with 64 bits.
"""

import json
import subprocess
import sysconfig
import tempfile
from pathlib import Path

from host_tools.device.build import BUILD, FIRMWARE, build
from tests.bench import heap_32
from tests.bench.figures import Figure
from tests.micropython_32 import MissingPortError

SCRIPTS = Path(sysconfig.get_path("scripts"))
PROBE = Path(__file__).resolve().parent / "heap_probe.py"
LARGE_KB = 4096
STEP_KB = 4
STATES = {"imported": "after import", "ready": "ready to play", "played": "after a match of 24 boards"}


def run() -> list[Figure]:
    """What is held after import and in play, and the smallest heap that will do, in KB."""
    build()
    narrow = _narrow()
    with tempfile.TemporaryDirectory() as folder:
        image = Path(folder) / "firmware.romfs"
        _romfs(BUILD, image)
        spare_kb = image.stat().st_size // 1024 + 1
        compiled, sources = _held(BUILD), _held(FIRMWARE)
        in_place = _held(image)
        image_bytes = image.stat().st_size
        figures = []
        for name, words in STATES.items():
            flash = in_place[name] - in_place["asyncio"]
            memory = compiled[name] - compiled["asyncio"]
            figures += [
                Figure(f"held {words}, .mpy in memory", memory / 1024, "KB", "from sources",
                       (sources[name] - sources["asyncio"]) / 1024, _estimate(memory - flash + flash / 2)),
                Figure(f"held {words}, in place", flash / 1024, "KB", ".mpy in memory", memory / 1024,
                       _estimate(flash / 2)),
            ]  # fmt: skip
            if narrow:
                figures.append(
                    Figure(
                        f"held {words}, words of 32 bits", narrow[name] / 1024, "KB", "64 bits", memory / 1024
                    )
                )
        smallest = _smallest(BUILD)
        figures += [
            Figure("smallest heap to play in, .mpy", smallest, "KB", "from sources", _smallest(FIRMWARE)),
            Figure("smallest heap to play in, in place", _smallest(image, spare_kb) - image_bytes / 1024,
                   "KB", ".mpy in memory", smallest),
        ]  # fmt: skip
        if narrow:
            figures += [
                Figure("held with all that is seldom wanted, as with PSRAM, words of 32 bits",
                       narrow["ahead"] / 1024, "KB", "without it", narrow["played"] / 1024),
                Figure("smallest heap to play in, words of 32 bits (estimated)",
                       _start_32(narrow, compiled, smallest), "KB", "64 bits", smallest),
            ]  # fmt: skip
    return figures


def needs() -> dict[str, float]:
    """KB of the unix port: held in play by the compiled firmware, and the smallest heap to play in.

    Where they can be counted also KB with words of 32 bits: held when ready to be played, and in play; and
    the smallest heap, estimated.
    """
    build()
    held = _held(BUILD)
    smallest = _smallest(BUILD)
    needed = {"held": (held["played"] - held["asyncio"]) / 1024, "start": float(smallest)}
    narrow = _narrow()
    if narrow:
        needed |= {f"{name}, 32 bits": narrow[name] / 1024 for name in ("ready", "played")}
        needed["start, 32 bits"] = _start_32(narrow, held, smallest)
    return needed


def _start_32(narrow: dict[str, int], held: dict[str, int], smallest: int) -> float:
    """The smallest heap to play in with words of 32 bits, in KB: `smallest` by the share of what is held."""
    return smallest * narrow["played"] / (held["played"] - held["asyncio"])


def _narrow() -> dict[str, int]:
    """`heap_32.held`; empty where it cannot run, and the reason is printed."""
    try:
        return heap_32.held()
    except MissingPortError as problem:
        print(f"The heap with words of 32 bits is not counted: {problem}")
        return {}


def _estimate(size: float) -> str:
    return f"about {size / 1024:.0f} KB on an ESP32"


def _romfs(folder: Path, image: Path) -> None:
    subprocess.run(
        [SCRIPTS / "mpremote", "romfs", "-o", image, "build", folder], check=True, capture_output=True
    )


def _smallest(firmware: Path, low_kb: int = 0) -> int:
    low, high = low_kb, LARGE_KB  # fails, works
    while high - low > STEP_KB:
        middle = (low + high) // 2
        if _probe(firmware, middle) is None:
            low = middle
        else:
            high = middle
    return high


def _held(firmware: Path) -> dict[str, int]:
    figures = _probe(firmware, LARGE_KB)
    if figures is None:
        raise SystemExit(f"The firmware in {firmware} does not run even with {LARGE_KB} KB: try `make test`.")
    return figures


def _probe(firmware: Path, heap_kb: int) -> dict[str, int] | None:
    """The probe's figures with so large a heap; None when it did not get through."""
    with tempfile.TemporaryDirectory() as flash:
        done = subprocess.run(
            [SCRIPTS / "micropython", "-X", f"heapsize={heap_kb}K", PROBE, firmware],
            cwd=flash,
            env={"MICROPYPATH": ".frozen"},
            capture_output=True,
            text=True,
            timeout=60,
        )
    lines = done.stdout.splitlines()
    if done.returncode != 0 or not lines:
        return None
    figures: dict[str, int] = json.loads(lines[-1])
    return figures
