"""From power to prompt as the ESP32 port goes: mount the flash, run boot.py, run main.py, leave the REPL.

The file system is mounted at /flash and is the current directory, so relative paths of the firmware are on
it. The firmware's own files are read from a folder (compiled from the project's: an edited file runs at the
next power-on), or from the flash when the settings name no folder.
"""

import gc
import json
import os
import sys

import vfs

from . import board


def start(settings_path: str, main_globals: dict) -> None:
    """Solder the board, then run the firmware in `main_globals`."""
    with open(settings_path) as file:
        settings = json.load(file)
    _solder(settings)
    folder = settings["firmware"] + "/" if settings["firmware"] else ""
    if _mount() and _run(folder + "boot.py", main_globals) and settings["runs_main"]:
        _run(folder + "main.py", main_globals)


def _solder(settings: dict) -> None:
    gc.collect()
    before = gc.mem_alloc()
    board.main = board.Board(settings, open(settings["socket"], "r+b", 0))  # noqa: SIM115
    from . import esp, esp32, machine, network, registers, time

    if settings.get("chip") == "esp32s3":
        sys.modules["os"] = PortOs("Generic ESP32S3 module with Octal-SPIRAM with ESP32S3")
    if settings["wifi"].get("ether"):
        from . import lwip

        sys.modules["socket"] = lwip
    if settings["as_chip"]:
        from . import as_chip

        as_chip.install(settings["cause"])
    time.start_at(settings["ticks_ms"])
    modules = {"machine": machine, "network": network, "esp": esp, "esp32": esp32, "time": time}
    modules["uctypes"] = registers
    for name in modules:
        sys.modules[name] = modules[name]
    sys.path[:] = [settings["firmware"], ".frozen"] if settings["firmware"] else ["", ".frozen", "/lib"]
    gc.collect()
    board.main.control.send(b"H%08x\n" % (gc.mem_alloc() - before))
    if settings["as_chip"]:
        as_chip.heap.begin()


class PortOs:
    """`os` as on the ESP32-S3: the unix port has no `uname`, by which a firmware knows the chip."""

    def __init__(self, machine: str) -> None:
        for name in dir(os):
            setattr(self, name, getattr(os, name))
        self._machine = machine

    def uname(self):
        """Only the field `machine`."""
        return _Uname(self._machine)


class _Uname:
    def __init__(self, machine: str) -> None:
        self.machine = machine


def _mount() -> bool:
    device = board.Undisturbed(board.main, board.main.flash)
    try:
        vfs.mount(device, "/flash")
    except OSError:
        first = bytearray(64)
        board.main.flash.readblocks(0, first)
        if first != b"\xff" * 64:
            print("The file system is damaged and was not mounted. A stock board would stop here.")
            return False
        vfs.VfsLfs2.mkfs(device)
        vfs.mount(device, "/flash")
    os.chdir("/flash")
    return True


def _run(path: str, main_globals: dict) -> bool:
    """Run a file of the firmware as the port does; whether it ended without error. It may be missing."""
    try:
        os.stat(path)
    except OSError:
        return True
    try:
        execfile(path, main_globals)  # noqa: F821  (MicroPython's)
    except SystemExit:
        raise
    except BaseException as error:  # KeyboardInterrupt too: it leads to the prompt
        sys.print_exception(error)
        return False
    return True
