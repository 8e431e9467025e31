"""MicroPython under valgrind's callgrind: how many instructions each marked stretch of a program takes."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from host_tools.simulator.process import interpreter

BEGIN, END = "mp_micropython_mem_total", "mp_micropython_mem_peak"
"""The functions of MicroPython's whose calls are the marks (marks.py)."""

TIMEOUT_S = 300

_HEAP = ("gc_collect", "gc_info")


class NotCountedError(Exception):
    """Instructions cannot be counted here, or the program failed; the message says what to do."""


@dataclass
class Stretch:
    """One marked stretch: instructions in all; of these, for collecting and for looking through the heap
    (`gc.mem_free`); collections; calls of the allocator; instructions by C function.
    """

    instructions: int = 0
    heap: int = 0
    collections: int = 0
    allocations: int = 0
    functions: dict[str, int] = field(default_factory=dict, repr=False)

    @property
    def work(self) -> int:
        """What the firmware itself did: all without the heap's care."""
        return self.instructions - self.heap


@dataclass
class Counted:
    """What a program counted: the stretches by their name, in order, and what else it told."""

    stretches: dict[str, list[Stretch]]
    notes: dict[str, Any]


def copied_interpreter(folder: Path) -> list[str]:
    """The command that starts a copy of MicroPython in `folder`: its own path is a string in its heap."""
    *launcher, library = interpreter()
    for part in Path(library).glob("micropython_run*"):
        shutil.copy(part, folder)
    # Nothing of the environment's is imported: the Python it was made of does as well, and has one path.
    return [getattr(sys, "_base_executable", sys.executable), *launcher[1:], str(folder)]


def counted(micropython: list[str], folder: Path, heap: str, program: Path, *arguments: str) -> Counted:
    """Run `program` under callgrind in `folder`, by the command `micropython`. NotCountedError: there is no
    valgrind, or it failed.
    """
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        raise NotCountedError(
            "Instructions are counted by valgrind, which is missing. On Debian and Ubuntu: "
            "sudo apt-get install valgrind"
        )
    answer_file = folder / "told.json"
    scene, *rest = arguments
    command = [
        *(valgrind, "--tool=callgrind", f"--callgrind-out-file={folder / 'out'}", "--compress-strings=no"),
        *("--compress-pos=no", f"--dump-before={BEGIN}", f"--dump-before={END}"),
        *(*micropython, "-X", f"heapsize={heap}", str(program), scene, answer_file.name, *rest),
    ]
    done = subprocess.run(
        command,
        cwd=folder,
        env={"MICROPYPATH": ".frozen"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
    )
    if done.returncode or not answer_file.exists():
        raise NotCountedError(f"{program.name} {scene} failed:\n{(done.stdout + done.stderr)[-3000:]}")
    answer = json.loads(answer_file.read_text())
    stretches: dict[str, list[Stretch]] = {}
    for name, stretch in zip(answer["names"], _stretches(folder), strict=True):
        stretches.setdefault(name, []).append(stretch)
    return Counted(stretches, answer["notes"])


def _stretches(folder: Path) -> Iterator[Stretch]:
    parts = sorted(folder.glob("out.*"), key=lambda path: int(path.suffix[1:]))
    for part in parts:
        text = part.read_text(errors="replace")
        if f"Trigger: --dump-before={END}" in text:
            yield read_part(text)


def read_part(text: str) -> Stretch:
    """One part of callgrind's output, of which every string and position is written out."""
    stretch = Stretch()
    function = called = ""
    is_call = False  # the next line is what a call cost; of calls that began before this part there are 0
    for line in text.splitlines():
        if line.startswith("fn="):
            function = line[3:]
        elif line.startswith("cfn="):
            called = line[4:]
        elif line.startswith("calls="):
            calls = int(line[6:].split(" ")[0])
            is_call = True
            if called in ("gc_alloc", "gc_realloc"):
                stretch.allocations += calls
            elif called == "gc_collect":
                stretch.collections += calls
        elif line.startswith(("summary:", "totals:")):
            stretch.instructions = int(line.split(" ")[1])
        elif line[:1].isdigit() or line[:1] in "+-*":
            _, _, number = line.partition(" ")
            cost = int(number or 0)
            if is_call:
                if called in _HEAP:
                    stretch.heap += cost
                is_call = False
            else:
                stretch.functions[function] = stretch.functions.get(function, 0) + cost
    return stretch
