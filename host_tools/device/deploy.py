"""Copies the build onto a board that runs MicroPython, by mpremote.

The firmware goes as one file into slot a, and becomes the board's only one (docs/maintainer/update.md);
unchanged files are not sent (mpremote compares hashes). Journal and config.json are left alone. If copying is
interrupted the board stays at its prompt, because main.py is removed first and written last: run it again.
"""

from pathlib import Path

from .build import LOADER, PLAIN
from .tools import Command, module

EXPLAIN = (
    "Is the port right and no other program on it (boardside collect, a serial monitor)? "
    "Hold OK and UNDO while the board starts to keep it at its prompt, then try again."
)

SLOT_FILE = "a.pack"

# Runs on the board: removes main.py, the pointer and the other slot, and the files that an update has left.
_SWEEP = """
import os
files = os.listdir()
for name in ["main.py", "slot", "b.pack"] + [name for name in files if name.startswith("update.")]:
    if name in files:
        os.remove(name)
"""


def connected(port: str, *steps: Command) -> Command:
    """One mpremote session on `port` with these steps.

    `resume` leaves out mpremote's soft reset: the firmware already stopped at mpremote's Ctrl-C.
    """
    command = module("mpremote", "connect", port, "resume")
    for number, step in enumerate(steps):
        command += (["+"] if number else []) + step
    return command


def sweep_step() -> Command:
    """Remove what would start, or keep, the firmware that is there."""
    return ["exec", _SWEEP]


def deploy_command(port: str, build: Path, pack: Path) -> Command:
    """Bring the board on `port` to the firmware `pack`, with the loader from the folder `build`; start it."""
    loader = (build / LOADER).with_suffix(".mpy")
    plain = [str(build / name) for name in PLAIN]
    return connected(
        port,
        sweep_step(),
        ["fs", "cp", str(pack), f":{SLOT_FILE}"],
        ["fs", "cp", str(loader), ":"],
        ["fs", "cp", *plain, ":"],
        ["reset"],
    )


def config_command(port: str, file: Path) -> Command:
    """Put `file` onto the board as its config.json; it counts from the next start."""
    return connected(port, ["fs", "cp", str(file), ":config.json"])
