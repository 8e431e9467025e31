"""The flash image of a simulated board as a file: created, written and read while the board is off."""

import json
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

from .chips import flash
from .process import HERE, SimulatorError, interpreter

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
