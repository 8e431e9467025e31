"""Runs under MicroPython: what a change of the page costs on e-paper, on mute pins.

Usage: paper_probe.py FIRMWARE TESTS. Prints JSON: "display: change" -> how ("changed": the windows that
differ; "all": a naive driver that draws and writes the whole page into both RAMs) -> [bytes on the bus, ms
from the press to the start of the refresh in steps of 10 ms, ms of the interpreter, its longest step, bytes
allocated].
"""

import gc
import json
import sys
from gc import mem_alloc  # type: ignore[attr-defined]
from time import ticks_diff, ticks_us  # type: ignore[attr-defined]

sys.path.insert(0, sys.argv[1])
sys.path.insert(0, sys.argv[2] + "/portable/displays")

import paper_states

from boardside.displays.epaper import ALONE_HZ
from boardside.drivers import ssd16xx_panels
from boardside.drivers.ssd16xx import Ssd16xx
from boardside.faces.paper import Paper, page29, page42
from boardside.faces.paper.canvas import Canvas

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

STEP_MS = 10
ROUNDS = 6


class Panel:
    """SPI, D/C and BUSY: counts bytes; busy at two looks after a refresh has begun."""

    def __init__(self) -> None:
        self.bytes = self.level = self.looks = self.begun = 0

    def write(self, buffer: bytearray) -> None:
        self.bytes += len(buffer)
        if not self.level and buffer[0] == 0x20:
            self.looks = 2
            self.begun += 1

    def value(self, level: "int | None" = None) -> int:
        if level is not None:
            self.level = level
        elif self.looks:
            self.looks -= 1
            return 1
        return 0


class Mute:
    def value(self, level: "int | None" = None) -> int:
        return 0


class Bench:
    """A face on a panel that says nothing; `now` in ms."""

    def __init__(self, name: str) -> None:
        layout: Any = page42 if name == "epd42" else page29
        panel = ssd16xx_panels.EPD42 if name == "epd42" else ssd16xx_panels.EPD29
        canvas = Canvas(layout.WIDTH, layout.HEIGHT, panel.upright)
        self.panel = chip = Panel()
        pins = (Mute(), chip, Mute(), chip)
        step_bytes = ALONE_HZ // 8 // 500
        self.driver = Ssd16xx(chip, pins[0], pins[1], pins[2], pins[3], panel, ticks_diff, None, step_bytes)
        self.face = Paper(self.driver, layout, canvas, ticks_diff)
        self.now = 0

    def change(self, screen: "Any", is_naive: bool) -> "list[float]":
        """Show a screen to its end: the figures of one change."""
        self.panel.bytes = self.panel.begun = 0
        if is_naive:
            self.driver.is_lost = True
        gc.collect()
        gc.disable()
        before = mem_alloc()
        total = longest = start = 0
        self.face.show(screen, self.now)
        began = self.now
        while True:
            self.now += STEP_MS
            at = ticks_us()
            self.face.tick(self.now)
            took = ticks_diff(ticks_us(), at)
            total += took
            longest = max(longest, took)
            if self.panel.begun and not start:
                start = self.now - began
            if not self.driver.is_working and not self.face.is_laying:
                break
        allocated = mem_alloc() - before
        gc.enable()
        return [self.panel.bytes, start, total / 1000, longest / 1000, allocated]


def screens(change: str) -> "tuple[Any, Any]":
    """Two tables, the second one a press later."""
    if change == "a stroke":
        return paper_states.strokes_begun(), paper_states.strokes_turn()
    if change == "a refusal":
        return paper_states.board(), paper_states.refused()
    return paper_states.proposal(), paper_states.later_board()


def cost(bench: Bench, pair: "tuple[Any, Any]", is_naive: bool) -> "list[float]":
    """The least of several rounds, each figure by itself, of changing from the first to the second."""
    views = [umpire.table.screen(umpire.now) for umpire in pair]
    least: list[float] = []
    for _ in range(ROUNDS):
        bench.change(views[0], False)
        result = bench.change(views[1], is_naive)
        least = [min(least[at], result[at]) for at in range(5)] if least else result
    return least


def main() -> None:
    figures = {}
    for name in ("epd42", "epd29"):
        for change in ("a stroke", "a refusal", "a board"):
            bench = Bench(name)
            pair = screens(change)
            figures[name + ": " + change] = {
                "changed": cost(bench, pair, False),
                "all": cost(bench, pair, True),
            }
    print(json.dumps(figures))


main()
