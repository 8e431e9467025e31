"""An e-paper with driver and face on a bench: the modelled controller, a clock that only the test moves."""

import sys

from portable import PERIOD, diff

if "." not in sys.path:
    sys.path.append(".")

from boardside.drivers import ssd16xx_panels
from boardside.drivers.ssd16xx import Ssd16xx
from boardside.faces.paper import Paper, page29, page42
from boardside.faces.paper.canvas import Canvas
from host_tools.simulator.chips import ssd16xx as chips

STEP_MS = 10


class Wire:
    """A pin; what is written reaches the chip."""

    def __init__(self, out=None, read=None):
        self._out, self._read = out, read

    def value(self, level=None):
        if level is None:
            return self._read()
        return self._out(level)


class Bus:
    def __init__(self, chip):
        self.chip = chip
        self.most = 0
        self.sent = 0

    def write(self, buffer):
        clock = self.chip.clock
        for index in range(len(buffer)):
            clock(buffer[index])
        self.sent += len(buffer)


class Rig:
    """`now` in ms; `errors`: of the chip; `pages`: how many pictures it showed. size: 42 or 29."""

    def __init__(self, size=42, start=0):
        self.now = start
        self.errors = []
        self.pages = 0
        is_large = size == 42
        model = chips.SSD1683 if is_large else chips.SSD1680
        self.layout = page42 if is_large else page29
        self.upright = not is_large
        self.chip = chip = chips.Ssd16xx(model, self._changed, self.errors.append, self._us)
        self.bus = Bus(chip)
        wires = (Wire(chip.cs), Wire(chip.dc), Wire(chip.rst), Wire(read=chip.busy))
        panel = ssd16xx_panels.EPD42 if is_large else ssd16xx_panels.EPD29
        self.driver = Ssd16xx(self.bus, wires[0], wires[1], wires[2], wires[3], panel, diff)
        canvas = Canvas(self.layout.WIDTH, self.layout.HEIGHT, self.upright)
        self.face = Paper(self.driver, self.layout, canvas, diff)

    def _us(self):
        return self.now * 1000 & 0x3FFFFFFF

    def _changed(self, chip):
        self.pages += 1

    def tick(self):
        self.now = (self.now + STEP_MS) & (PERIOD - 1)
        before = self.bus.sent
        self.face.tick(self.now)
        self.bus.most = max(self.bus.most, self.bus.sent - before)

    def wait(self, length_ms):
        for _ in range(length_ms // STEP_MS):
            self.tick()

    def show(self, screen, wait_ms=5_000):
        """Show a screen and let the refresh come to its end."""
        self.face.show(screen, self.now)
        self.wait(wait_ms)

    def seen(self):
        """The picture, rows of pixels as it is looked at."""
        return bytes(chips.page(self.chip)[0])
