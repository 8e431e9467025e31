"""Takes a new firmware from the host, piece by piece, into the slot that does not run.

Every command does one small thing and answers with the progress, so that the host may ask again at any
moment:

    want N      the pack is here up to byte N: send what follows
    check N     all of it is here, N bytes of it are read back: `step` reads on
    ready D     its digest D is right: `switch` may come
    same        this very firmware runs

The received part is in the file `update.DIGEST` and survives a restart; `begin` continues after it.
"""

import os
import sys
from binascii import a2b_base64, hexlify
from hashlib import sha256

import loader

from ..link.auth import update_mac
from ..link.commands import refused

CHUNK_MOST = 1024
FLUSH_BYTES = 16_384
"""The most bytes that a power cut can lose: LittleFS copies a block at each flush."""

STEP_BYTES = 16_384
"""Bytes read back in one step: about 30 ms."""

DIGEST_BYTES = 32
_READ_BYTES = 512
_ROOM_LEFT_BYTES = 65_536
_PARTIAL = "update."
_HELD = "_file"  # of loader.Pack
_HEX = "0123456789abcdef"


class Receiver:
    """`slots`: the loader's, of this start. `key`: the table's. Files lie in the current directory."""

    def __init__(self, slots, key):
        self._slots = slots
        self._key = key
        self.target = "b" if slots.slot == "a" else "a"
        self._path = ""
        self._digest = ""
        self._size = 0
        self._at = 0
        self._file = None
        self._unflushed = 0
        self._hash = None
        self._checked = 0
        self.is_ready = False

    def command(self, event):
        """Do an `update` command and answer it as link/commands.py wants it. Never raises."""
        try:
            return _WORK[event["do"]](self, event)
        except OSError as error:
            self._close()
            self._path = ""
            return refused("storage", "flash_refused", error=error.errno)
        except (TypeError, ValueError, KeyError):
            return refused("malformed", "update_malformed", do=event.get("do"))

    def commit(self):
        """Switch to the firmware that `is_ready`: from the next start on it is on trial. OSError: nothing
        changed.
        """
        name = loader.pack_name(self.target)
        if self._path != name:
            os.rename(self._path, name)  # replaces the old file as a whole
        loader.write(loader.Slots(self.target, self._slots.slot))

    def _begin(self, event):
        size, digest = event["size"], event["sha256"]
        if not isinstance(size, int) or size <= DIGEST_BYTES or not _is_digest(digest):
            raise ValueError
        mine = getattr(sys.implementation, "_mpy", None)
        if mine is not None and event["mpy"] != mine & 0xFF:
            return refused("impossible", "other_bytecode", mpy=event["mpy"], takes=mine & 0xFF)
        self._forget()
        if digest == trailer(loader.pack_name(self._slots.slot)):
            return True, "ok", "same"
        other = loader.pack_name(self.target)
        self._size, self._digest = size, digest
        if digest == trailer(other):
            self._path = other
            self._at = size
            return self._where()
        self._path = _PARTIAL + digest[:12]
        self._sweep(self._path)
        self._at = min(_size(self._path), size)
        missing = size - self._at + _ROOM_LEFT_BYTES - _free()
        if missing > _size(other):
            self._path = ""
            return refused("storage", "no_room_for_firmware", free=_free())
        if missing > 0:
            _remove(other)  # kept until now as the way back
        return self._where()

    def _data(self, event):
        if not self._path or event["sha256"] != self._digest:
            return refused("unknown", "begin_first")
        piece = a2b_base64(event["data"])
        if len(piece) > CHUNK_MOST or self._at + len(piece) > self._size:
            raise ValueError
        if event["at"] == self._at and piece:
            if self._file is None:
                self._file = open(self._path, "ab")  # noqa: SIM115 - until the last piece
            self._file.write(piece)
            self._at += len(piece)
            self._unflushed += len(piece)
            if self._at == self._size:
                self._close()
            elif self._unflushed >= FLUSH_BYTES:
                self._file.flush()
                self._unflushed = 0
        return self._where()

    def _step(self, event):
        if not self._path:
            return refused("unknown", "begin_first")
        if self._at == self._size and not self.is_ready:
            self._read_back()
        return self._where()

    def _back(self, event):
        self._forget()
        name = loader.pack_name(self.target)
        self._digest = trailer(name)
        if not self._digest:
            return refused("impossible", "no_other_firmware")
        self._path = name
        self._size = self._at = _size(name)
        return self._where()

    def _switch(self, event):
        if not self.is_ready or event["sha256"] != self._digest:
            return refused("unknown", "begin_first")
        if not _is_equal(update_mac(self._key, self._digest), event["mac"]):
            return refused("forged", "not_signed")
        return True, "ok", "restarting"

    def _read_back(self):
        """Hash the next part of the pack; at its end check the digest."""
        if self._hash is None:
            self._hash = sha256()
            self._checked = 0
        body = self._size - DIGEST_BYTES
        end = min(self._checked + STEP_BYTES, body)
        with open(self._path, "rb") as file:
            file.seek(self._checked)
            while self._checked < end:
                piece = file.read(min(_READ_BYTES, end - self._checked))
                if not piece:
                    break
                self._hash.update(piece)
                self._checked += len(piece)
            is_short = self._checked < end
        if is_short or self._checked == body:
            digest = hexlify(self._hash.digest()).decode()
            self._hash = None
            if not is_short and digest == self._digest == trailer(self._path):
                self.is_ready = True
            else:
                self._reject()

    def _reject(self):
        """The stored pack is not the wanted one: begin again."""
        _remove(self._path)
        self._path = _PARTIAL + self._digest[:12]
        self._at = self._checked = 0

    def _where(self):
        if self._at < self._size:
            return True, "ok", "want %d" % self._at
        if self.is_ready:
            return True, "ok", "ready " + self._digest
        return True, "ok", "check %d" % self._checked

    def _forget(self):
        self._close()
        self._path = self._digest = ""
        self._hash = None
        self._checked = self._at = self._size = 0
        self.is_ready = False

    def _close(self):
        if self._file is not None:
            self._file.close()
            self._file = None
        self._unflushed = 0

    def _sweep(self, keep):
        """Remove the files of an abandoned update."""
        for name in os.listdir():
            if name.startswith(_PARTIAL) and name != keep:
                os.remove(name)


def trailer(path):
    """The digest at the end of a pack, as hexadecimal; "" when there is no such file."""
    size = _size(path)
    if size <= DIGEST_BYTES:
        return ""
    with open(path, "rb") as file:
        file.seek(size - DIGEST_BYTES)
        return hexlify(file.read(DIGEST_BYTES)).decode()


def _size(path):
    try:
        return os.stat(path)[6]
    except OSError:
        return 0


def _remove(path):
    try:
        os.remove(path)
    except OSError:
        pass


def _free():
    """Bytes free on the file system."""
    _settle()
    figures = os.statvfs(".")
    return figures[0] * figures[3]


def _settle():
    """Let LittleFS count the pack that runs only once. It counts an open file twice from when another handle
    of it was closed, as `trailer` does, until the open one is flushed (2.11, lfs2_file_sync_).
    """
    try:
        import vfs

        for mounted, path in vfs.mount():
            if path == loader.MOUNT:
                getattr(mounted, _HELD).flush()
    except (ImportError, TypeError):  # TypeError: before 1.25, with a LittleFS that counts it once
        pass


def _is_digest(text):
    return isinstance(text, str) and len(text) == 2 * DIGEST_BYTES and all(c in _HEX for c in text)


def _is_equal(expected, text):
    """Compare two digests; the time does not depend on where they differ."""
    if not isinstance(text, str) or len(text) != len(expected):
        return False
    difference = 0
    for at in range(len(expected)):
        difference |= ord(expected[at]) ^ ord(text[at])
    return difference == 0


_WORK = {
    "begin": Receiver._begin,
    "data": Receiver._data,
    "step": Receiver._step,
    "back": Receiver._back,
    "switch": Receiver._switch,
}
"""The commands; each returns the answer. OSError: the flash refused it. TypeError, ValueError, KeyError: a
field is wrong.
"""
