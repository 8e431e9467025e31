"""What a change of the page costs on e-paper: bytes, time until the refresh begins, interpreter, memory.

The baseline is a naive driver that draws the whole page and writes it into both RAMs at each change. Bytes
and the time until the refresh begins follow from the steps of 10 ms, at the bus's 4 MHz; the interpreter's
time is measured on this machine, and much longer on an ESP32: there a step of drawing ends after 1.5 ms.
"""

from pathlib import Path

from tests.bench.figures import Figure
from tests.bench.probes import run_probe

TESTS = Path(__file__).resolve().parent.parent
NAIVE = "the whole page"


def run() -> list[Figure]:
    """The figures of each change on each panel."""
    measured: dict[str, dict[str, list[float]]] = run_probe("paper_probe.py", TESTS, heap="8M")
    figures = []
    for name, costs in measured.items():
        ours, naive = costs["changed"], costs["all"]
        figures += [
            Figure(f"{name}, on the bus", ours[0], "bytes", NAIVE, naive[0]),
            Figure(f"{name}, press to start of refresh", ours[1], "ms", NAIVE, naive[1]),
            Figure(f"{name}, in the interpreter", ours[2], "ms", NAIVE, naive[2]),
            Figure(f"{name}, its longest step", ours[3], "ms", NAIVE, naive[3]),
        ]
    allocated, naively = (sum(costs[how][4] for costs in measured.values()) for how in ("changed", "all"))
    figures.append(Figure("allocated in all of them", allocated, "bytes", NAIVE, naively, "0"))
    return figures
