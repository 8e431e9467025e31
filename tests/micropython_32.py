"""MicroPython with words of 32 bits, as the ESP32's: its WebAssembly port, an npm package that node runs."""

import shutil
import subprocess
import tempfile
from pathlib import Path

PACKAGE = "@micropython/micropython-webassembly-pyscript@1.28.0-6"
FOLDER = Path(__file__).resolve().parent.parent / "build" / "micropython-32"


class MissingPortError(Exception):
    """The port is not here and cannot be fetched; the message says why."""


def port() -> Path:
    """The port's module for node; fetched once, whichever process is first. MissingPortError."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        raise MissingPortError(
            "There is no node with npm here, which runs MicroPython with words of 32 bits."
        )
    folder = FOLDER / PACKAGE.rpartition("@")[2]
    if not folder.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=FOLDER) as place:
            command = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", place, PACKAGE]
            done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
            if done.returncode:
                output = (done.stdout + done.stderr).strip()
                raise MissingPortError(f"npm does not get {PACKAGE}: {output}")
            try:
                (Path(place) / "node_modules" / PACKAGE.rpartition("@")[0]).rename(folder)
            except OSError:
                if not folder.exists():  # else another process was first
                    raise
    return folder / "micropython.mjs"
