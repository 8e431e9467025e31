"""A pack's compressed modules, by the loader as it is on the tables in use."""

import sys
from binascii import unhexlify

from portable import raises
from update_flash import loader, on_flash, pack, put

from boardside.packed import is_compressed, let_inflate

PLAIN = b"M\x06\x00\x1f" + b"board " * 40
STREAM = unhexlify("18d3f36563904fca4f2c4a511839240023c856b3")
"""zlib's of PLAIN, with a window of 512 bytes."""

CAN_INFLATE = sys.implementation.name == "micropython"
"""Only there is a module `deflate`."""


class Packs(loader.Pack):
    """The loader's own, as it is before a firmware is loaded."""

    open = loader.Pack.open


def module(stored):
    """What `import` gets of a module that is stored so, as bytes. OSError as it gets it."""
    got = []

    def work():
        put("a.pack", pack(stored, len(stored)))
        with open("a.pack", "rb") as file:
            got.append(Packs(file).open("/boardside/x.mpy", "rb").read())

    on_flash(work)
    return got[0]


def test_only_a_zlib_stream_is_taken_for_one():
    for head in (STREAM[:2], b"\x38\xcb", b"\x78\xda"):
        assert is_compressed(head), head
    for head in (PLAIN[:2], b"", b"\x18", b"\x18\xd4", b"\x19\x95", b"in"):
        assert not is_compressed(head), head


def test_a_compressed_module_is_inflated_and_any_other_is_as_it_is():
    if not CAN_INFLATE:
        return
    let_inflate(Packs)
    assert module(STREAM) == PLAIN
    for stored in (PLAIN, PLAIN[:1], b"", STREAM[:1]):
        assert module(stored) == stored


def test_a_damaged_one_is_an_error_and_not_half_a_module():
    if not CAN_INFLATE:
        return
    let_inflate(Packs)
    for at in range(2, len(STREAM)):
        damaged = bytearray(STREAM)
        damaged[at] ^= 0x10
        assert raises(OSError, module, bytes(damaged)), at
    for length in range(2, len(STREAM)):
        assert raises(OSError, module, STREAM[:length]), length
