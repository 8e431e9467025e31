"""What a frame costs on the displays with digits: one digit is another, as when a second passes.

The baseline is a naive driver that makes its picture anew and writes every digit in each frame. The time on
the bus is calculated from the bytes and the clocks in pins.py (TM1637: from the waits between edges); the
interpreter's is measured on this machine, and longer on an ESP32.
"""

from tests.bench.figures import Figure
from tests.bench.probes import run_probe

FRAMES = 500
NAIVE = "every digit written"


def run() -> list[Figure]:
    """Bytes, time on the bus, time of the interpreter and memory of a frame, for each display."""
    measured: dict[str, dict[str, list[float]]] = run_probe("digits_probe.py", FRAMES)
    figures = []
    for name, costs in measured.items():
        ours, naive = costs["changed"], costs["all"]
        figures += [
            Figure(f"{name}: a frame on the bus", ours[0], "bytes", NAIVE, naive[0]),
            Figure(f"{name}: a frame on the bus", ours[1] / 1000, "ms", NAIVE, naive[1] / 1000),
            Figure(f"{name}: a frame in the interpreter", ours[2] / 1000, "ms", NAIVE, naive[2] / 1000),
        ]
    allocated, naively = (sum(costs[how][3] for costs in measured.values()) for how in ("changed", "all"))
    figures.append(Figure(f"allocated in {FRAMES} frames of each", allocated, "bytes", NAIVE, naively, "0"))
    return figures
