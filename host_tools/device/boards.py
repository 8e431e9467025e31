"""What a board is, asked by esptool before anything is written or at its prompt, and whether an image or the
firmware can run on it.
"""

import re
import subprocess
from dataclasses import dataclass
from enum import StrEnum

from .flash import EXPLAIN, IMAGE_HELP, Image, Psram
from .tools import Command, DeviceError, module

#: Connecting, with esptool's own repetitions, takes less.
ASK_S = 60.0

_MEGABYTE = 1 << 20
_CHIP = re.compile(r"^Chip type:\s+(ESP32(?:-[SCHP]\d+)?)", re.MULTILINE)
_FLASH = re.compile(r"^Detected flash size:\s+(\d+)MB", re.MULTILINE)
_PSRAM = re.compile(r"Embedded PSRAM (\d+)MB")

# The heap of a board without PSRAM is below 200 KB; the smallest PSRAM is 2 MB.
_LEAST_PSRAM = _MEGABYTE

BOARD_SCRIPT = f"""
import os
psram = -1
try:
    import esp32
    if hasattr(esp32, "idf_heap_info"):
        psram = sum(each[0] for each in esp32.idf_heap_info(esp32.HEAP_DATA) if each[0] >= {_LEAST_PSRAM})
except ImportError:
    pass
machine = os.uname().machine if hasattr(os, "uname") else ""
print("boardside:%s:%d" % (machine.replace(":", " "), psram))
"""


class Unfit(StrEnum):
    """Why an image, or the firmware, cannot run on a board."""

    CHIP = "chip"
    FLASH = "flash"
    NO_PSRAM = "no_psram"
    PSRAM_KIND = "psram_kind"


_WORDS = {
    Unfit.CHIP: "The image is for an {image}, and the board at {port} is an {board}: their pins and their "
    "machine code differ.",
    Unfit.FLASH: "The image wants {image} MB of flash, and the board at {port} has {board} MB.",
    Unfit.NO_PSRAM: "The board at {port} has no PSRAM: the firmware does not fit into its memory. Take a "
    "board with PSRAM (docs/builder/device.md, Memory).",
    Unfit.PSRAM_KIND: "The board at {port} has {board} MB of {kind} PSRAM, and the image uses {image} PSRAM: "
    "it would find none.",
}


@dataclass(frozen=True, slots=True)
class Board:
    """A board as esptool finds it. `chip` as esptool's --chip; `flash_bytes`: None where it cannot be read;
    `psram_mb`: in the chip's package; None on a chip (ESP32) whose PSRAM esptool cannot see.
    """

    chip: str
    flash_bytes: int | None
    psram_mb: int | None


def ask_command(port: str) -> Command:
    """Read kind and flash of the board; it stays in its loader, ready for what is written next."""
    return module("esptool", "--port", port, "--after", "no-reset", "flash-id")


def ask(port: str) -> Board:
    """What the board at `port` is. DeviceError: it does not answer, or is of no kind that we know."""
    try:
        done = subprocess.run(ask_command(port), capture_output=True, text=True, check=False, timeout=ASK_S)
    except subprocess.TimeoutExpired:
        raise DeviceError(f"The board at {port} does not answer. {EXPLAIN}") from None
    if done.returncode:
        last = (done.stdout + done.stderr).strip().splitlines()[-1:] or ["no reason given"]
        raise DeviceError(f"esptool cannot ask the board at {port}: {last[0].strip()} {EXPLAIN}")
    return read_answer(done.stdout)


def read_answer(said: str) -> Board:
    """The board, from what `esptool flash-id` prints. DeviceError: there is no chip in it."""
    chip = _CHIP.search(said)
    if chip is None:
        raise DeviceError(f"esptool does not say which chip the board has. {EXPLAIN}")
    flash = _FLASH.search(said)
    psram = _PSRAM.search(said)
    name = chip[1].replace("-", "").lower()
    # The PSRAM of an ESP32-S3 is in the chip's package, that of an ESP32 on the module, where it is not seen.
    without = 0 if name == "esp32s3" else None
    return Board(name, int(flash[1]) * _MEGABYTE if flash else None, int(psram[1]) if psram else without)


def refuse(image: Image, board: Board, port: str) -> None:
    """Raise DeviceError, with the reason, when the image cannot run on the board."""
    reason = unfit(image, board)
    if reason is None:
        return
    kind = "octal" if _is_octal(board) else "quad"
    values: dict[Unfit, dict[str, object]] = {
        Unfit.CHIP: {"image": image.chip.upper(), "board": board.chip.upper()},
        Unfit.FLASH: {
            "image": image.flash_bytes // _MEGABYTE,
            "board": (board.flash_bytes or 0) // _MEGABYTE,
        },
        Unfit.NO_PSRAM: {},
        Unfit.PSRAM_KIND: {"image": image.psram, "board": board.psram_mb, "kind": kind},
    }
    raise DeviceError(
        f"{_WORDS[reason].format(port=port, **values[reason])} Nothing was written; the board waits in its "
        f"loader until it is reset. {IMAGE_HELP}"
    )


def unfit(image: Image, board: Board) -> Unfit | None:
    """Why the image cannot run on the board; None: nothing speaks against it."""
    if image.chip != board.chip:
        return Unfit.CHIP
    if board.flash_bytes is not None and image.flash_bytes > board.flash_bytes:
        return Unfit.FLASH
    if board.psram_mb == 0:
        return Unfit.NO_PSRAM
    psram = Psram.OCTAL if _is_octal(board) else Psram.QUAD
    if board.psram_mb is not None and image.psram not in (psram, Psram.UNKNOWN):
        return Unfit.PSRAM_KIND
    return None


def _is_octal(board: Board) -> bool:
    """The ESP32-S3's packages: R8 and R16 are octal, R2 is quad (its data sheet, 1.2 "Comparison")."""
    return (board.psram_mb or 0) >= 8


def refuse_at_prompt(machine: str, psram_bytes: int, port: str) -> None:
    """Raise DeviceError when the firmware cannot run where BOARD_SCRIPT has answered this."""
    if machine and "ESP32" not in machine:
        raise DeviceError(f"The board at {port} is no ESP32 ({machine}). {IMAGE_HELP}")
    if not psram_bytes:
        raise DeviceError(
            f"MicroPython on the board at {port} ({machine}) has no PSRAM: the firmware does not fit into "
            "its memory. If the board has PSRAM, its image does not use it: `boardside flash` with the right "
            f"one. {IMAGE_HELP}"
        )
