"""E-paper of 2.9 inch, with an SSD1680 on SPI."""

from . import epaper
from .epaper import BUS, gpios

__all__ = ("BUS", "PIXELS", "SAYS", "face", "gpios")

SAYS = "E-paper, 2.9 inch"
PIXELS = (296, 128)


def face(names, buses):
    from ..drivers.ssd16xx_panels import EPD29
    from ..faces.paper import page29

    return epaper.face(names, buses, EPD29, page29)
