"""What a scan of the ten keys costs each 10 ms, nothing pressed, on every panel; without interrupts.

The baseline is what most examples do: read each pin and make a list. The time on the I2C bus is calculated
from the bits at 100 kHz; the interpreter's is measured on this machine, and longer on an ESP32.
"""

import json
import subprocess
import sysconfig
from pathlib import Path

from host_tools.device.build import FIRMWARE
from tests.bench.figures import Figure

PROBE = Path(__file__).resolve().parent / "scan_probe.py"
MICROPYTHON = Path(sysconfig.get_path("scripts")) / "micropython"
SCANS = 2000
NAIVE = "a list of the pressed pins"


def run() -> list[Figure]:
    """Time of the interpreter and on the bus, for each panel; the heap was locked."""
    done = subprocess.run(
        [str(MICROPYTHON), str(PROBE), str(FIRMWARE), str(SCANS)],
        env={"MICROPYPATH": ".frozen"},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    found: dict[str, list[float]] = json.loads(done.stdout)
    naive = found.pop("naive")[0]
    figures = []
    for name, (us, bus_us) in found.items():
        figures.append(Figure(f"{name}: a scan in the interpreter", us / 1000, "ms", NAIVE, naive / 1000))
        if bus_us:
            figures.append(Figure(f"{name}: a scan on the bus", bus_us / 1000, "ms", NAIVE, 0.0))
    return figures
