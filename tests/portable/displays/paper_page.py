"""A whole page as bytes, drawn line by line as the panel takes it: rows of pixels, 1 white, bit 7 left."""

from boardside.faces.paper.painter import Painter
from boardside.faces.paper.sheet import Sheet


def laid(layout, screen):
    """The sheet of a screen."""
    sheet = Sheet(len(layout.PARTS))
    for part in range(len(layout.PARTS)):
        sheet.begin(part)
        layout.PARTS[part](sheet, screen)
    return sheet


def lines(painter, sheet, count, units):
    """All lines of the panel, as it takes them."""
    painter.sheet = sheet
    painter.start(0, count, 0, units)
    for line in range(count):
        painter.line(line, 0, units)
        while painter.more():
            pass
        yield bytes(painter.view())


def page(layout, screen, strip):
    """The page as rows, whichever way the strip is packed."""
    painter = Painter(strip(layout.WIDTH, layout.UNIT))
    units = layout.WIDTH // layout.UNIT
    rows = b"".join(lines(painter, laid(layout, screen), layout.HEIGHT // strip.rows, units))
    return rows if strip.rows == 1 else laid_down(rows, layout.WIDTH)


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
