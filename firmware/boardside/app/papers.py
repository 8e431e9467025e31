"""An e-paper on its pins, with its face."""

from .. import arrangement, pins

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from machine import SPI

    from ..faces.paper import Paper


def paper(name: str, names: "Sequence[str]", spi: "SPI") -> "Paper":
    """The e-paper `name` of a table that has the displays `names`."""
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
    driver = Ssd16xx(spi, chip_select, data, reset, busy, panel, ticks_diff, ticks_us)
    return Paper(driver, layout, line, ticks_diff)
