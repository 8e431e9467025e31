"""What a scan of the ten keys costs each 10 ms, nothing pressed, on every panel; without interrupts.

The baseline is what most examples do: read each pin and make a list. The time on the I2C bus is calculated
from the bits at 100 kHz; the interpreter's is measured on this machine, and longer on an ESP32.
"""

from tests.bench.figures import Figure
from tests.bench.probes import run_probe

SCANS = 2000
NAIVE = "a list of the pressed pins"


def run() -> list[Figure]:
    """Time of the interpreter and on the bus, for each panel; the heap was locked."""
    measured: dict[str, list[float]] = run_probe("scan_probe.py", SCANS)
    naive = measured.pop("naive")[0]
    figures = []
    for name, (us, bus_us) in measured.items():
        figures.append(Figure(f"{name}: a scan in the interpreter", us / 1000, "ms", NAIVE, naive / 1000))
        if bus_us:
            figures.append(Figure(f"{name}: a scan on the bus", bus_us / 1000, "ms", NAIVE, 0.0))
    return figures
