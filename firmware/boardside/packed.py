"""Lets a mounted pack give its compressed modules (host_tools/device/pack.py).

The pack brings this along, because no update touches the loader: the loaders in use hand out a module as it
is stored. It and `boardside/__init__.py`, which calls it, are themselves never compressed.
"""

from errno import EINVAL
from io import BytesIO


def is_compressed(head) -> bool:
    """Whether the first two bytes of a file are those of a zlib stream; no `.mpy` begins so."""
    return len(head) == 2 and head[0] & 15 == 8 and ((head[0] << 8) + head[1]) % 31 == 0


def let_inflate(packs) -> None:
    """Let the loader's class of packs, `packs`, give compressed modules inflated.

    Its `open` then raises OSError EINVAL for one that is damaged: a checksum is part of it.
    """
    stored = packs.open

    def inflated(pack, path, mode):
        file = stored(pack, path, mode)
        head = file.read(2)
        file.seek(0)
        if not is_compressed(head):
            return file
        from deflate import DeflateIO

        try:
            return BytesIO(DeflateIO(file).read())
        except EOFError:  # an end where none should be
            raise OSError(EINVAL) from None

    packs.open = inflated
