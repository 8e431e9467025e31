"""An e-paper's picture as a PNG file of one bit a pixel. The same pixels give the same file."""

import struct
import zlib

from .observed import Picture

_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def png_of(picture: Picture, width: int | None = None) -> bytes:
    """The picture as a PNG; `width` pixels of each row, None: all of them."""
    return png(picture.pixels, picture.row_bytes * 8 if width is None else width, picture.rows)


def png(pixels: bytes, width: int, height: int) -> bytes:
    """Rows of whole bytes, 1 = white, bit 7 leftmost, as a PNG."""
    row_bytes = len(pixels) // height
    used = (width + 7) // 8
    rows = b"".join(b"\0" + pixels[row * row_bytes :][:used] for row in range(height))
    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return _SIGNATURE + b"".join(_chunk(kind, data) for kind, data in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
