"""Copies the build onto a board that runs MicroPython, by mpremote.

Only what differs is sent (mpremote compares hashes), and what is no longer part of the firmware is removed.
Journal and config.json are left alone. If the copying is interrupted the board stays at its prompt, for
main.py is removed first and written last: run it again.
"""

from collections.abc import Iterable
from pathlib import Path

from .build import PACKAGE, PLAIN
from .tools import Command, module

EXPLAIN = (
    "Is the port right and no other program on it (boardside collect, a serial monitor)? "
    "Hold OK and UNDO while the board starts to keep it at its prompt, then try again."
)

# Runs on the board. A file that is there as source and compiled would be imported from the source.
_SWEEP = """
import os
wanted = {wanted!r}
def sweep(path):
    for entry in list(os.ilistdir(path)):
        name = path + "/" + entry[0]
        if entry[1] == 0x4000:
            sweep(name)
            if not list(os.ilistdir(name)):
                os.rmdir(name)
        elif name not in wanted:
            os.remove(name)
if "main.py" in os.listdir():
    os.remove("main.py")
if {package!r} in os.listdir():
    sweep({package!r})
"""


def connected(port: str, *steps: Command) -> Command:
    """One mpremote session on `port` with these steps.

    `resume` leaves out mpremote's soft reset: the firmware has stopped by itself at mpremote's Ctrl-C.
    """
    command = module("mpremote", "connect", port, "resume")
    for number, step in enumerate(steps):
        command += (["+"] if number else []) + step
    return command


def sweep_step(paths: Iterable[str]) -> Command:
    """Remove everything in the package's folder that is not in `paths` (relative to the flash's root)."""
    wanted = sorted(path for path in paths if path not in PLAIN)
    return ["exec", _SWEEP.format(wanted=tuple(wanted), package=PACKAGE)]


def deploy_command(port: str, build: Path) -> Command:
    """Bring the board on `port` to the state of the folder `build`, and start it."""
    paths = [path.relative_to(build).as_posix() for path in sorted(build.rglob("*")) if path.is_file()]
    plain = [str(build / name) for name in PLAIN]
    return connected(
        port,
        sweep_step(paths),
        ["fs", "cp", "--recursive", str(build / PACKAGE), ":"],
        ["fs", "cp", *plain, ":"],
        ["reset"],
    )


def config_command(port: str, file: Path) -> Command:
    """Put `file` onto the board as its config.json; it counts from the next start."""
    return connected(port, ["fs", "cp", str(file), ":config.json"])
