"""The flash model and the wires of the board, on both interpreters.

Under MicroPython it carries the real LittleFS.
"""

import os
import sys

import project_root  # noqa: F401
from portable import raises

from host_tools.simulator.chips.control import Control, get_hex, put_hex
from host_tools.simulator.chips.flash import BLOCK, Flash, PowerCutError, create

_PROCESS = os.getpid() if hasattr(os, "getpid") else 0  # MicroPython runs a file in one process
IMAGE = "/tmp/boardside-chip-flash-%s-%d.bin" % (sys.implementation.name, _PROCESS)


def with_flash(body, blocks=8, **how):
    create(IMAGE, blocks)
    flash = Flash(IMAGE, **how)
    try:
        return body(flash)
    finally:
        flash.close()
        os.remove(IMAGE)


def test_is_blank_at_first_and_knows_its_size():
    def body(flash):
        buf = bytearray(BLOCK)
        flash.readblocks(7, buf)
        assert buf == b"\xff" * BLOCK
        assert (flash.ioctl(4, 0), flash.ioctl(5, 0)) == (8, BLOCK)

    with_flash(body)


def test_keeps_what_was_written_across_power_cycles():
    def body(flash):
        flash.writeblocks(3, b"hello", 100)
        again = Flash(IMAGE)
        buf = bytearray(7)
        again.readblocks(3, buf, 99)
        again.close()
        assert buf == b"\xffhello\xff"
        assert (flash.writes, flash.erases, flash.unerased) == (1, 0, 0)

    with_flash(body)


def test_writing_without_an_offset_erases_first():
    def body(flash):
        flash.writeblocks(0, b"\0" * BLOCK)
        flash.writeblocks(0, b"\x55" * BLOCK)
        assert (flash.erases, flash.unerased) == (2, 0)

    with_flash(body)


def test_counts_bytes_that_needed_an_erase():
    def body(flash):
        flash.writeblocks(0, b"\x0f\xf0", 0)
        flash.writeblocks(0, b"\x0f\x0f", 0)  # the second byte would have to set bits
        assert flash.unerased == 1
        flash.ioctl(6, 0)
        flash.writeblocks(0, b"\x0f\x0f", 0)
        assert flash.unerased == 1

    with_flash(body)


def test_power_goes_in_the_middle_of_the_nth_write():
    def body(flash):
        flash.cut_at(2)
        flash.writeblocks(0, b"aaaa", 0)
        raises(PowerCutError, flash.writeblocks, 0, b"bbbb", 4)
        buf = bytearray(8)
        flash.readblocks(0, buf)
        assert buf == b"aaaabb\xff\xff"
        flash.writeblocks(0, b"cc", 6)  # once only
        flash.readblocks(0, buf)
        assert buf == b"aaaabbcc"

    with_flash(body)


def test_power_goes_in_the_middle_of_an_erase():
    def body(flash):
        flash.writeblocks(0, b"\0" * BLOCK, 0)
        flash.cut_at(1)
        raises(PowerCutError, flash.ioctl, 6, 0)
        buf = bytearray(BLOCK)
        flash.readblocks(0, buf)
        assert buf[: BLOCK // 2] == b"\xff" * (BLOCK // 2)
        assert buf[BLOCK // 2 :] == b"\0" * (BLOCK // 2)

    with_flash(body)


def test_erasing_and_writing_take_their_time():
    pauses = []

    def body(flash):
        for _ in range(40):
            flash.ioctl(6, 0)
        flash.writeblocks(0, b"x", 0)

    with_flash(body, pause=lambda us, is_erase: pauses.append((us, is_erase)), erase_us=(50, 80), write_us=9)
    assert pauses.pop() == (9, False)
    times = [us for us, is_erase in pauses if is_erase]
    assert len(times) == 40
    assert min(times) >= 50
    assert max(times) <= 80
    assert len(set(times)) > 5


def test_carries_the_real_littlefs():
    if sys.implementation.name != "micropython":
        return
    import vfs

    def body(flash):
        vfs.VfsLfs2.mkfs(flash)
        vfs.mount(flash, "/chipflash")
        with open("/chipflash/a.txt", "w") as file:
            file.write("kept")
        vfs.umount("/chipflash")
        again = Flash(IMAGE)
        vfs.mount(again, "/chipflash")
        with open("/chipflash/a.txt") as file:
            assert file.read() == "kept"
        vfs.umount("/chipflash")
        again.close()
        assert flash.unerased == 0  # LittleFS erases before it writes

    with_flash(body, blocks=16)


class Wire:
    """A non-blocking stream: `readinto` gives a byte, then None; `write` takes up to `room`."""

    def __init__(self, data=b"", room=1000):
        self.data = data
        self.room = room
        self.written = b""

    def readinto(self, buf):
        if not self.data:
            return None
        buf[0] = self.data[0]
        self.data = self.data[1:]
        return 1

    def write(self, buf):
        taken = bytes(buf)[: self.room]
        self.written += taken
        return len(taken)


def test_hexadecimal_both_ways():
    line = bytearray(b"........")
    put_hex(line, 1, 0xBEE5, 6)
    assert line == b".00bee5."
    assert get_hex(line, 1, 6) == 0xBEE5


def test_commands_arrive_whole_however_they_are_cut():
    seen = []
    wire = Wire(b"k0d0\np00")
    control = Control(wire, lambda line, length: seen.append(bytes(line[:length])))
    control.poll()
    wire.data = b"1\n"
    control.poll()
    assert seen == [b"k0d0", b"p001"]


def test_a_line_goes_out_whole_when_the_reader_is_slow():
    wire = Wire(room=3)
    control = Control(wire, None)
    control.tone(2000, 0x8000, 0x12345678)
    assert wire.written == b"T07d08000 12345678\n"


def test_the_display_is_sent_in_the_order_of_its_places():
    wire = Wire()
    control = Control(wire, None)
    control.display(bytes(range(8)), (7, 6, 5, 4, 3, 2, 1, 0), 12, 0xFFFFFFFFFF)
    assert wire.written == b"D0706050403020100c ffffffff\n"
