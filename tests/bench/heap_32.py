"""The firmware's heap on a MicroPython whose words have 32 bits, as the ESP32's: the WebAssembly port.

The compiled pack is loaded there as on a board (.mpy files without native code are the same for every port).
The port collects only between two programs, so the start is cut into steps, one for each bundle, and a match
is played in one. It has other modules in C than the ESP32, and floats of 64 bits; so asyncio, and the mute
chips of the probes, are not counted.
"""

import json
import shutil
import subprocess
import tempfile
from pathlib import Path

from host_tools.device import build, pack, syntax
from tests.micropython_32 import port

HERE = Path(__file__).resolve().parent
RUNNER = HERE / "heap_32.mjs"
PARTITION_BYTES = 128 * 4096
RUNS = 4
"""In one of three runs the port keeps 4 KB that nothing needs any more (the room that was held for the press
before the last one): the least is what is held.
"""

_BEGIN = """
import os, sys
os.urandom = lambda count: bytes(count)
sys.path[:] = ["", ".frozen"]
import asyncio, heap_match, mute
for name, module in mute.CHIPS.items():
    sys.modules[name] = module
"""
_FORGET = """
from boardside.app.forget import forget
heap_match.play(made._table, lambda: forget("table.menu"))
"""


def held() -> dict[str, int]:
    """Bytes held beyond asyncio and the probe after each step, by its name: "loader", each bundle's name,
    "imported", "ready", "played".

    MissingPortError: there is no such MicroPython here.
    """
    module = port()
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "firmware"
        build.build(out=made)
        files = _files(Path(folder), made)
        steps = [("asyncio", _BEGIN), ("loader", "import loader\nloader.mount('a')")]
        steps += [(name, f"import {name}") for name in map(syntax.dotted, sorted(build.lines()))]
        steps += [
            ("imported", "from boardside.app.device import Device"),
            ("ready", "made = Device()\nmade.complete()"),
            ("played", _FORGET),
        ]
        plan = Path(folder) / "plan.json"
        plan.write_text(json.dumps({"files": files, "steps": steps}))
        runs = [_run(["node", str(RUNNER), str(module), str(plan)]) for _ in range(RUNS)]
    return {name: min(run[name] for run in runs) for name in runs[0]}


def _run(command: list[str]) -> dict[str, int]:
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    if done.returncode:
        raise SystemExit(f"The firmware does not run with words of 32 bits:\n{done.stderr[-1500:]}")
    use: dict[str, list[int]] = json.loads(done.stdout.splitlines()[-1])
    return {name: after - use["asyncio"][1] for name, (_, after) in use.items() if name != "asyncio"}


def _files(folder: Path, made: Path) -> dict[str, str]:
    """The board's files with those of the probe, by their names there."""
    (folder / "a.pack").write_bytes(pack.make(pack.modules_of(made), "0.1.0"))
    (folder / "config.json").write_text(json.dumps({"table": 7, "strokes": True}))
    (folder / "partition.bin").write_bytes(b"\xff" * PARTITION_BYTES)
    shutil.copy(made / "loader.mpy", folder)
    board = ("a.pack", "config.json", "partition.bin", "loader.mpy")
    probe = (HERE / "heap_match.py", HERE / "counted" / "mute.py")
    return {name: str(folder / name) for name in board} | {path.name: str(path) for path in probe}
