"""E-paper of 4.2 inch, with an SSD1683 on SPI."""

from . import epaper
from .epaper import BUS, gpios

__all__ = ("BUS", "PIXELS", "SAYS", "face", "gpios")

SAYS = "E-paper, 4.2 inch"
PIXELS = (400, 300)


def face(names, buses):
    from ..drivers.ssd16xx_panels import EPD42
    from ..faces.paper import page42

    return epaper.face(names, buses, EPD42, page42)
