"""Programs of the benchmark that run under MicroPython, and what they print."""

import json
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

from host_tools.device.build import FIRMWARE

HERE = Path(__file__).resolve().parent
MICROPYTHON = Path(sysconfig.get_path("scripts")) / "micropython"
TIMEOUT_S = 300


def run_probe(name: str, *arguments: object, heap: str = "2M") -> Any:
    """What `name` in this folder prints, read as JSON. It is given the firmware's folder, then `arguments`;
    `heap`: the interpreter's, as its `-X heapsize` takes it. CalledProcessError: it failed.
    """
    command = [MICROPYTHON, "-X", f"heapsize={heap}", HERE / name, FIRMWARE, *arguments]
    done = subprocess.run(
        [str(word) for word in command],
        env={"MICROPYPATH": ".frozen"},
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=True,
    )
    return json.loads(done.stdout)
