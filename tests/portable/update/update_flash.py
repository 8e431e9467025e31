"""A table's flash for the tests of updates: a file system, packs of any content, and a loader in it."""

import hashlib
import os
import struct
import sys
from binascii import b2a_base64, crc32, hexlify

sys.path[:0] = ["firmware", "tests/portable/journal"]
import flash  # noqa: E402

import loader  # noqa: E402
from boardside.link.auth import update_mac  # noqa: E402

__all__ = ("flash", "loader")

KEY = b"k" * 32
MODULE = "boardside/x.mpy"
ROOT = os.getcwd()


def pack(marker, size=600):
    """A pack with one module of `size` bytes that begins with `marker` (bytes)."""
    data = marker + bytes([(at * 7) & 0xFF for at in range(size - len(marker))])
    version = b"1.0"
    at = 8 + len(version) + 2 * 12
    entries = sorted([(crc32(b"boardside"), 0, 0xFFFFFFFF), (crc32(MODULE.encode()), at, len(data))])
    body = struct.pack("<4sHBB", b"BSP1", 2, 6, len(version)) + version
    for entry in entries:
        body += struct.pack("<III", *entry)
    body += data
    return body + hashlib.sha256(body).digest()


def digest(whole):
    """The digest at the end of a pack, as it is named on the wire."""
    return hexlify(whole[-32:]).decode()


def is_whole(path):
    """Whether this file is a pack, undamaged."""
    with open(path, "rb") as file:
        data = file.read()
    return len(data) > 32 and hashlib.sha256(data[:-32]).digest() == data[-32:]


def put(path, data):
    with open(path, "wb") as file:
        file.write(data)


def get(path):
    with open(path, "rb") as file:
        return file.read()


def event(do, **fields):
    fields["kind"] = "update"
    fields["do"] = do
    return fields


def begin(whole, mpy=None):
    mine = getattr(sys.implementation, "_mpy", 6) & 0xFF
    return event(
        "begin", version="1.0", mpy=mine if mpy is None else mpy, size=len(whole), sha256=digest(whole)
    )


def data(whole, at, size=256):
    return event("data", sha256=digest(whole), at=at, data=b2a_base64(whole[at : at + size]).decode().strip())


def switch(whole, key=KEY):
    return event("switch", sha256=digest(whole), mac=update_mac(key, digest(whole)))


def send(receiver, whole):
    """What the host does, from wherever the table stands, up to `ready`."""
    answer = receiver.command(begin(whole))
    for _ in range(200):
        assert answer[0], answer
        words = answer[2].split()
        if words[0] in ("ready", "same"):
            return answer
        if words[0] == "want":
            answer = receiver.command(data(whole, int(words[1])))
        else:
            answer = receiver.command(event("step"))
    raise AssertionError(answer)


def on_flash(work, blocks=80):
    """Run `work` in an empty file system."""
    os.chdir(flash.mounted(blocks))
    try:
        work()
    finally:
        os.chdir(ROOT)
