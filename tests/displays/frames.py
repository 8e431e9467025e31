"""`python tests/displays/frames.py OUT`: what eight digits show in each situation of the tests, as PNG files
to look at: one for each, and `all.png` with all of them in columns.
"""

import importlib
import struct
import sys
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [
    str(ROOT),
    str(ROOT / "firmware"),
    *(str(ROOT / "tests/portable" / at) for at in ("", "displays")),
]

from host_tools.simulator.displays import CELL_HEIGHT, CELL_WIDTH, OUTLINES, POINT_AT  # noqa: E402

SCALE = 5  # units of `glyphs` for a pixel
HIGH, WIDE = CELL_HEIGHT // SCALE + 8, CELL_WIDTH * 8 // SCALE + 8  # of a picture, in pixels
COLUMNS = 4


def inside(x: float, y: float, corners: list[tuple[int, int]]) -> bool:
    """Whether a point is in a polygon."""
    odd = False
    for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            odd = not odd
    return odd


def shapes() -> list[list[tuple[int, int]]]:
    """The pixels of each segment, A to G, and of the point."""
    grid = [(x, y) for y in range(HIGH) for x in range(CELL_WIDTH // SCALE + 1)]
    pixels = []
    for outline in OUTLINES:
        corners = [(int(x), int(y)) for x, y in (corner.split(",") for corner in outline.split())]
        pixels.append([(x, y) for x, y in grid if inside((x + 0.5) * SCALE, (y + 0.5) * SCALE, corners)])
    at, down, radius = POINT_AT
    near = radius**2
    pixels.append([(x, y) for x, y in grid if (x * SCALE - at) ** 2 + (y * SCALE - down) ** 2 < near])
    return pixels


_SIGNATURE = b"\x89PNG\r\n\x1a\n"


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


def drawn(pictures: list[bytes], columns: int) -> bytes:
    """Pictures of eight segments' bytes each, from left to right and down, as a PNG."""
    pixels = shapes()
    row_bytes = (WIDE * columns + 7) // 8
    rows = -(-len(pictures) // columns)
    made = bytearray(row_bytes * HIGH * rows)
    for index, segments in enumerate(pictures):
        for place, value in enumerate(segments):
            lit = [shape for bit, shape in enumerate(pixels[:7]) if value >> (6 - bit) & 1]
            for x, y in (
                pixel for shape in [*lit, *([pixels[7]] if value & 0x80 else [])] for pixel in shape
            ):
                right = WIDE * (index % columns) + 4 + place * CELL_WIDTH // SCALE + x
                made[(HIGH * (index // columns) + 4 + y) * row_bytes + right // 8] |= 0x80 >> right % 8
    return png(bytes(made), row_bytes * 8, HIGH * rows)


def main(out: Path) -> None:
    """Write all of them into a folder."""
    out.mkdir(parents=True, exist_ok=True)
    pictures = []
    read_back = importlib.import_module("test_read_back")
    for state in (*read_back.STATES, *read_back.MORE):
        umpire = state()
        picture = bytes(read_back.eight(umpire.table.screen(umpire.now)))
        pictures.append(picture)
        (out / f"{state.__name__}.png").write_bytes(drawn([picture], 1))
    (out / "all.png").write_bytes(drawn(pictures, COLUMNS))
    print(f"{len(pictures)} pictures in {out}; {out / 'all.png'} has all of them.")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
