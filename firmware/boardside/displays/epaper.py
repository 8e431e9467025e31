"""The parts that e-papers of all sizes share; not a display itself."""

from .. import arrangement, pins

BUS = "spi"

ALONE_HZ = 4_000_000
"""For an e-paper alone on its bus, with a short cable; its chip takes 20 MHz. A shared bus is slower."""


def gpios(names):
    return (
        ("EPD_CS", chip_select(names)),
        ("EPD_DC", pins.EPD_DC),
        ("EPD_RST", pins.EPD_RST),
        ("EPD_BUSY", pins.EPD_BUSY),
    )


def chip_select(names) -> int:
    """The GPIO of an e-paper's CS: a separate one when another chip on the bus uses the usual one."""
    return pins.EPD_CS_BESIDE if _others(names) else pins.EPD_CS


def face(names, buses, panel, layout):
    """The face of an e-paper. panel: of ssd16xx_panels; layout: a page of faces.paper."""
    from time import ticks_diff, ticks_us

    from machine import Pin

    from ..drivers.ssd16xx import Ssd16xx
    from ..faces.paper import Paper
    from ..faces.paper.canvas import Canvas

    select = Pin(chip_select(names), Pin.OUT, value=1)
    data = Pin(pins.EPD_DC, Pin.OUT, value=1)
    reset = Pin(pins.EPD_RST, Pin.OUT, value=1)
    busy = Pin(pins.EPD_BUSY, Pin.IN)
    hertz = pins.SPI_HZ if _others(names) else ALONE_HZ
    step_bytes = hertz // 8 // 500  # 2 ms
    driver = Ssd16xx(buses.spi(hertz), select, data, reset, busy, panel, ticks_diff, ticks_us, step_bytes)
    return Paper(driver, layout, Canvas(layout.WIDTH, layout.HEIGHT, panel.upright), ticks_diff)


def _others(names) -> "list[str]":
    """The displays on the bus that are not e-papers."""
    on_bus = [name for name in names if arrangement.display(name).BUS == BUS]
    return [name for name in on_bus if not hasattr(arrangement.display(name), "PIXELS")]
