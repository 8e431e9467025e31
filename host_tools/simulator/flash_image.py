"""The flash image of a simulated board: created, configured, written and read while the board is off."""

import json
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

from host_tools.outside import json_text

from .chips import flash
from .process import HERE, PASSWORD, SSID, SimulatorError, interpreter

BLOCKS = 512
"""2 MiB, the file system's share of a stock 4 MB board."""

JOURNAL_BLOCKS = 256
"""1 MiB of it as the journal's own partition, as `boardside flash` divides it."""


def create(image: Path, files: dict[str, str], blocks: int = BLOCKS) -> None:
    """Create a file system with these text files at `image`; it replaces the previous image."""
    image.parent.mkdir(parents=True, exist_ok=True)
    flash.create(str(image), blocks)
    _run(image, put=files, formats=True)


def create_journal(image: Path) -> None:
    """Create a blank partition for the journal at `image`."""
    image.parent.mkdir(parents=True, exist_ok=True)
    flash.create(str(image), JOURNAL_BLOCKS)


def write(image: Path, files: dict[str, str]) -> None:
    """Write text files into an image; other files stay."""
    _run(image, put=files)


def write_bytes(image: Path, files: dict[str, bytes]) -> None:
    """Write any files into the root of an image; other files stay."""
    _run(image, put_hex={path: data.hex() for path, data in files.items()})


def read(image: Path) -> dict[str, bytes]:
    """All files of an image by their path. SimulatorError when it does not mount."""
    answer = _run(image, gets=True)
    return {path: bytes.fromhex(content) for path, content in answer.items()}


def _run(
    image: Path,
    *,
    put: Mapping[str, str] | None = None,
    put_hex: Mapping[str, str] | None = None,
    formats: bool = False,
    gets: bool = False,
) -> dict[str, str]:
    """Run a job of chips/image.py: write these files, after formatting if it `formats`. With `gets` the
    answer has all files by their path, in hexadecimal digits.
    """
    job = {
        "image": str(image),
        "format": formats,
        "put": dict(put or {}),
        "put_hex": dict(put_hex or {}),
        "get": gets,
    }
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(job, file)
        file.flush()
        done = subprocess.run(
            [*interpreter(), "-X", "heapsize=8M", str(HERE / "chips" / "image.py"), file.name],
            capture_output=True,
            text=True,
            timeout=30,
        )
    if done.returncode:
        why = (done.stderr + done.stdout).strip().rpartition("\n")[2]
        raise SimulatorError(
            f"The flash image {image} cannot be used ({why or f'status {done.returncode}'}). "
            "Remove it to start that table afresh; its matches that no collector has are then lost."
        )
    answer: dict[str, str] = json.loads(done.stdout)
    return answer


CONFIG = "config.json"

# The settings that depend on this run of the simulator and not on the table.
_OF_THE_RUN = ("wifi", "host")


def provision(
    image: Path,
    number: int,
    relay_port: int | None,
    config: Mapping[str, object],
    journal: Path | None = None,
    host: str = "127.0.0.1",
) -> None:
    """Create the flash image if there is none, and update its config.json; its other files stay.

    `relay_port` makes it a Wi-Fi table whose collector has the name `host` and that port of this machine;
    None: a serial table; 0: the table finds the port together with the host. `config` overrides. `journal`:
    the image of the journal's partition, None for a stock board. SimulatorError when the image or its
    config.json cannot be read.
    """
    old: dict[str, object] | None = None
    if image.exists():
        try:
            old = json_text.value(read(image).get(CONFIG, b"{}"))
        except ValueError:
            old = {}
    new = {key: value for key, value in (old or {}).items() if key not in _OF_THE_RUN}
    new |= {"table": number, "name": f"Table {number}"}
    if relay_port is not None:
        new["wifi"] = {"ssid": SSID, "password": PASSWORD}
        new["host"] = {"address": host, "port": relay_port} if relay_port else {"address": host}
    new |= config
    if old is None:
        blocks = BLOCKS - (JOURNAL_BLOCKS if journal is not None else 0)
        create(image, {CONFIG: json.dumps(new)}, blocks)
    elif new != old:
        write(image, {CONFIG: json.dumps(new)})
    if journal is not None and not journal.exists():
        create_journal(journal)
