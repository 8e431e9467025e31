"""The heap of the compiled firmware on MicroPython's unix port: what it holds, and the smallest that will do.

That is found by trying: the interpreter gets less and less until the firmware no longer starts and plays a
whole match.

The unix port's words have 64 bits. What the ESP32 holds is counted on a port with 32 bits (heap_32.py). The
smallest heap cannot be found there, because that port collects only between two programs: it is estimated by
what is held with 32 and with 64 bits.
"""

import json
import subprocess
import sysconfig
import tempfile
from pathlib import Path

from host_tools.device.build import BUILD, build
from tests.bench import heap_32
from tests.micropython_32 import MissingPortError

SCRIPTS = Path(sysconfig.get_path("scripts"))
PROBE = Path(__file__).resolve().parent / "heap_probe.py"
LARGE_KB = 4096
STEP_KB = 4


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


def _smallest(firmware: Path) -> int:
    low, high = 0, LARGE_KB  # fails, works
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
