"""A whole page as bytes: rows of pixels, 1 white, bit 7 left."""

from boardside.faces.paper.canvas import Canvas
from boardside.faces.paper.painter import Painter
from boardside.faces.paper.sheet import Sheet


def laid(layout, screen):
    """The sheet of a screen."""
    sheet = Sheet(len(layout.PARTS))
    for part in range(len(layout.PARTS)):
        sheet.begin(part)
        layout.PARTS[part](sheet, screen)
    return sheet


def drawn(layout, sheet, upright, bands=None):
    """A canvas on which the sheet is drawn, in all pieces or in some."""
    canvas = Canvas(layout.WIDTH, layout.HEIGHT, upright)
    painter = Painter(canvas)
    painter.start(sheet, bands or bytes([1]) * len(canvas.views))
    while painter.more():
        pass
    return canvas


def page(layout, screen, upright):
    """The page as rows, whichever way it is packed."""
    packed = b"".join([bytes(view) for view in drawn(layout, laid(layout, screen), upright).views])
    return laid_down(packed, layout.WIDTH) if upright else packed


def laid_down(columns, width):
    """Bands of eight rows, a byte for each column, as rows."""
    rows = bytearray()
    for band in range(len(columns) // width):
        for row in range(8):
            for at in range(0, width, 8):
                byte = 0
                for bit in range(8):
                    byte = byte << 1 | columns[band * width + at + bit] >> row & 1
                rows.append(byte)
    return bytes(rows)
