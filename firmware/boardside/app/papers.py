"""An e-paper on its pins, with its face."""

from .. import arrangement, pins

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..faces.paper import Paper


ALONE_HZ = 4_000_000
"""On a bus of its own, with a short cable; its chip takes 20 MHz. Else the bus has the others' speed."""


def paper(name: str, names: "Sequence[str]", bus) -> "Paper":
    """The e-paper `name` of a table that has the displays `names`; bus: displays._Bus."""
    from time import ticks_us

    from machine import Pin

    from ..drivers import ssd16xx_panels
    from ..drivers.ssd16xx import Ssd16xx
    from ..faces.paper import Paper, strip
    from .ticks import ticks_diff

    chip_select = Pin(arrangement.paper_cs([arrangement.plain(each) for each in names]), Pin.OUT, value=1)
    data = Pin(pins.EPD_DC, Pin.OUT, value=1)
    reset = Pin(pins.EPD_RST, Pin.OUT, value=1)
    busy = Pin(pins.EPD_BUSY, Pin.IN)
    if name == "epd42":
        from ..faces.paper import page42 as layout

        panel = ssd16xx_panels.EPD42
        line = strip.Row(layout.WIDTH, layout.UNIT)
    else:
        from ..faces.paper import page29 as layout  # type: ignore[no-redef]

        panel = ssd16xx_panels.EPD29
        line = strip.Upright(layout.WIDTH, layout.UNIT)  # type: ignore[assignment]
    hertz = ALONE_HZ if _is_alone(names) else pins.SPI_HZ
    step_bytes = hertz // 8 // 500  # 2 ms
    spi = bus.spi(hertz)
    driver = Ssd16xx(spi, chip_select, data, reset, busy, panel, ticks_diff, ticks_us, step_bytes)
    return Paper(driver, layout, line, ticks_diff)


def _is_alone(names: "Sequence[str]") -> bool:
    """Whether no chip hangs on the bus beside it."""
    at_bus = [name for name in names if arrangement.plain(name) not in ("tm1637", "ht16k33")]
    return len(at_bus) == 1
