"""Which firmware this is, as the loader has started it."""

from binascii import hexlify

from .. import version

PACK_DIGEST_BYTES = 32
"""At the end of a pack (update/receiver.py)."""


def slots():
    """How the loader has started this firmware; None when it did not (a simulated table, a test)."""
    try:
        import loader
    except ImportError:
        return None
    return loader.running


def firmware_name() -> str:
    """The firmware as the host and "About" show it: with its slot, on a board that has slots."""
    running = slots()
    if running is None or running.slot not in ("a", "b"):
        return version.FIRMWARE
    return "%s %s" % (version.FIRMWARE, running.slot)


def firmware_digest() -> str:
    """What no other firmware is called: the digest of its pack; "" when it does not run from one."""
    running = slots()
    if running is None:
        return ""
    from loader import pack_name

    try:
        with open(pack_name(running.slot), "rb") as file:
            file.seek(-PACK_DIGEST_BYTES, 2)
            return hexlify(file.read()).decode()
    except OSError:
        return ""
