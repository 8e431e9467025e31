"""A table's flash over its cable, by mpremote and MicroPython's raw REPL.

Code is sent by way of a file that only its owner may read: it contains keys, and every user of the computer
can see a command line.

A build is deployed as one file into slot a, and becomes the board's only firmware
(docs/maintainer/update.md); unchanged files are not sent (mpremote compares hashes). Journal and config.json
are left alone. If copying is interrupted the board stays at its prompt, because main.py is removed first and
written last: run it again.
"""

import hashlib
import os
import re
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from host_tools.collector.serial_line import how_to_get_access
from host_tools.device.build import LOADER, PLAIN
from host_tools.device.flash import BOARD_SCRIPT
from host_tools.device.tools import Command, DeviceError, module

DEPLOY_EXPLAIN = (
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


#: Each question takes a second or two. Without a limit mpremote would wait for ever for a prompt when a table
#: has missed its Ctrl-C and goes on sending frames.
TIMEOUT_S = 15.0
#: How long the first question waits for its answer, each time it is asked. A Ctrl-C that comes before
#: MicroPython runs, or while mpremote's computer is busy, is lost: then the next one counts.
TRIES_S = (5.0, 10.0, 15.0)
#: No config.json is longer.
CONFIG_BYTES_MOST = 8192

_READ = f"""
import binascii
try:
    with open("config.json", "rb") as file:
        text = binascii.hexlify(file.read({CONFIG_BYTES_MOST + 1})).decode()
except OSError:
    text = "-"
try:
    import sys, loader
    if loader.MOUNT not in sys.path:
        loader.mount(loader.read().slot)
except (ImportError, OSError, ValueError):
    pass
try:
    from boardside.version import FIRMWARE as firmware
except ImportError:
    firmware = ""
print("boardside:%s:%s" % (firmware, text))
"""

# LittleFS: closing the file is one commit; a power cut leaves the old file or the new one.
_WRITE = """
import binascii, hashlib
try:
    for name, data in {files!r}:
        with open(name, "wb") as file:
            file.write(data)
    with open("config.json", "rb") as file:
        print("boardside:%s:" % binascii.hexlify(hashlib.sha256(file.read()).digest()).decode())
except OSError as error:
    print("boardside:error:%s" % error)
"""

# The program is stopped: nothing writes to the journal meanwhile. The next start makes a new one.
_NEW_JOURNAL = """
import sys
try:
    import loader
    if loader.MOUNT not in sys.path:
        loader.mount(loader.read().slot)
except (ImportError, OSError, ValueError):
    pass
try:
    from boardside.app import hardware
    from boardside.app.facts import erase
    partition = hardware.journal_partition()
    if partition is None:
        print("boardside:error:this board has no partition for a journal; run boardside flash")
    else:
        erase(partition, lambda block, count: None)
        print("boardside:done:")
except OSError as error:
    print("boardside:error:%s" % error)
"""
#: A partition of 256 blocks takes about 15 s to erase on a chip.
ERASE_S = 90.0

_SILENT = (
    "No table answers at {port}: is it the right port, and is the table on? Hold OK and UNDO while it starts "
    "to keep it at its prompt, then try again."
)

_ANSWER = re.compile(r"^boardside:([^:\r\n]*):([^\r\n]*)", re.MULTILINE)


class NoAnswer(DeviceError):  # noqa: N818
    """The table could not be asked: its program was not stopped."""


class Deaf(NoAnswer):
    """The port exists, but nothing answers at it."""


@dataclass(frozen=True, slots=True)
class OnTable:
    """A table's settings: the version of its firmware, its config.json (None: there is none)."""

    firmware: str
    config: bytes | None


def read(port: str) -> OnTable:
    """Stop the table's program and read its settings; `restart` it afterwards. DeviceError: what to do.

    A table that has just been switched on is asked again, for the sum of TRIES_S at most.
    """
    state = look(port)
    if not state.firmware:
        raise DeviceError(f"The board at {port} runs MicroPython, but no Boardside: `boardside flash` first.")
    return state


def look(port: str) -> OnTable:
    """As `read`, also of a board that runs MicroPython without Boardside: its `firmware` is ""."""
    firmware, text = _asked_again(port, _READ)
    return OnTable(firmware, None if text == "-" else bytes.fromhex(text))


def board(port: str) -> tuple[str, int]:
    """Stop the table's program and ask what the board is: `os.uname().machine` ("" where it is not known) and
    the bytes of PSRAM (-1: not known). DeviceError: what to do.
    """
    machine, psram = _asked_again(port, BOARD_SCRIPT)
    return machine, int(psram)


def write(port: str, config: bytes, aside: bytes | None = None) -> None:
    """Replace config.json by `config`, completely or, if that fails, not at all; `aside` is an unreadable old
    one, kept as config.json.bad. DeviceError: what to do.
    """
    files = [("config.json.bad", aside)] if aside is not None else []
    digest, problem = _ask(port, _WRITE.format(files=[*files, ("config.json", config)]))
    if digest == "error":
        raise DeviceError(f"The table's flash refused the settings ({problem}): is it full?")
    if digest != hashlib.sha256(config).hexdigest():
        raise DeviceError("The table does not hold what was written: try again.")


def new_journal(port: str) -> None:
    """Erase the table's journal; its next start begins a new one. DeviceError: what to do."""
    answered, problem = _ask(port, _NEW_JOURNAL, ERASE_S)
    if answered != "done":
        raise DeviceError(f"The table's flash did not let go of its journal ({problem}): try again.")


def restart(port: str) -> None:
    """Start the table's program again. DeviceError: what to do."""
    _run(port, connected(port, ["reset"]))


def _asked_again(port: str, script: str) -> tuple[str, str]:
    for limit_s in TRIES_S[:-1]:
        try:
            return _ask(port, script, limit_s)
        except Deaf:
            continue  # it may have been starting
    return _ask(port, script, TRIES_S[-1])


def _ask(port: str, script: str, limit_s: float = 0) -> tuple[str, str]:
    lines = _ANSWER.search(answer(port, script, limit_s))
    if lines is None:
        raise DeviceError(f"The board at {port} gives no sensible answer: try again.")
    return lines[1], lines[2]


def answer(port: str, script: str, limit_s: float = 0) -> str:
    """All that a script says at the prompt of the board; the table's program is stopped. DeviceError: what to
    do.
    """
    number, path = tempfile.mkstemp(prefix="boardside-", suffix=".py")  # 0600
    try:
        with os.fdopen(number, "w", encoding="ascii") as file:
            file.write(script)
        return _run(port, connected(port, ["run", path]), limit_s)
    finally:
        os.unlink(path)


def _run(port: str, command: Command, limit_s: float = 0) -> str:
    try:
        done = subprocess.run(command, check=False, capture_output=True, timeout=limit_s or TIMEOUT_S)
    except subprocess.TimeoutExpired:
        raise Deaf(_SILENT.format(port=port)) from None
    except OSError as error:
        raise DeviceError(f"mpremote could not be started: {error.strerror}. Is it installed?") from None
    output = (done.stdout + done.stderr).decode("utf-8", "replace")
    if done.returncode:
        raise _explained(port, output)
    return done.stdout.decode("utf-8", "replace")


def _explained(port: str, output: str) -> DeviceError:
    if "failed to access" in output:
        return NoAnswer(
            f"{port} cannot be opened: end whatever uses it (boardside collect, a serial monitor). If this "
            f"user may not open it: {how_to_get_access(port)!s}."
        )
    if "could not enter raw repl" in output:
        return Deaf(_SILENT.format(port=port))
    last = output.strip().splitlines()[-1:] or ["no reason given"]
    return DeviceError(f"The cable at {port} failed ({last[0].strip()}): plug it in again, then try again.")
