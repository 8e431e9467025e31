"""The loader's pointer: which firmware runs, how often one on trial is tried, what a broken one leads to."""

import io
import struct
import sys
from binascii import crc32

from portable import raises
from update_flash import loader, on_flash, pack, put


def test_a_pointer_is_read_as_it_was_written():
    for slots in (
        loader.Slots("a"),
        loader.Slots("b", "a", 2),
        loader.Slots("a", failed="b"),
        loader.Slots("."),
    ):
        pointer = loader.parse(slots.text())
        assert (pointer.slot, pointer.fallback, pointer.tries, pointer.failed) == (
            slots.slot,
            slots.fallback,
            slots.tries,
            slots.failed,
        )


def test_what_is_no_pointer_is_none():
    for text in ("", "a", "c - 0 -", "a - x -", "a - 0 - -", "a - -1 -", "b c 0 -", "\0\0\0\0"):
        assert loader.parse(text) is None, text


def test_without_a_pointer_the_pack_that_is_there_runs():
    def work():
        assert loader.read().slot == loader.ROOT
        put("b.pack", pack(b"b"))
        assert loader.read().slot == "b"
        put("a.pack", pack(b"a"))
        put("slot", b"\xff\xfe nonsense")
        assert loader.read().slot == "a"
        assert loader.choose().fallback == ""

    on_flash(work)


def test_one_on_trial_is_tried_three_times_and_no_more():
    def work():
        put("a.pack", pack(b"a"))
        put("b.pack", pack(b"b"))
        loader.write(loader.Slots("b", "a"))
        for tries in (1, 2, 3):
            slots = loader.choose()
            assert (slots.slot, slots.fallback, slots.tries) == ("b", "a", tries)
            assert loader.read().tries == tries, "counted before it is started"
        slots = loader.choose()
        assert (slots.slot, slots.fallback, slots.failed) == ("a", "", "b")
        slots = loader.choose()
        assert (slots.slot, slots.failed) == ("a", "b"), "and it stays so"

    on_flash(work)


def test_one_on_trial_that_is_not_there_is_not_tried():
    def work():
        put("a.pack", pack(b"a"))
        loader.write(loader.Slots("b", "a"))
        assert loader.choose().slot == "a"

    on_flash(work)


def test_modules_are_found_in_a_pack_and_others_are_not():
    whole = pack(b"inside", 3000)

    def work():
        put("a.pack", whole)
        with open("a.pack", "rb") as file:
            opened = loader.Pack(file)
            assert opened.stat("/boardside")[0] == 0x4000
            assert opened.stat("/boardside/x.mpy")[6] == 3000
            with opened.open("/boardside/x.mpy", "rb") as module:
                assert module.read() == whole[-32 - 3000 : -32]
            for path in ("/boardside/x.py", "/boardside/y.mpy", "/x.mpy", "/"):
                for ask in (opened.stat, lambda path: opened.open(path, "rb")):
                    assert raises(OSError, ask, path).args[0] == 2, path

    on_flash(work)


def test_two_paths_whose_checksums_differ_in_the_lowest_bits_are_told_apart():
    paths = (b"boardside/jjtn.mpy", b"boardside/bmdzrxtp.mpy")
    keys = [crc32(path) & 0xFFFFFFFF for path in paths]
    assert keys[0] >> 2 == keys[1] >> 2
    assert keys[0] < keys[1]
    for held in ((0,), (1,), (0, 1)):
        whole = struct.pack("<4sHBB", b"BSP1", len(held) + 1, 6, 0)
        for entry in sorted([(keys[at], 100, at + 1) for at in held] + [(5, 9, 9)]):
            whole += struct.pack("<III", *entry)
        opened = loader.Pack(io.BytesIO(whole))
        for at in (0, 1):
            if at in held:
                assert opened.stat(paths[at].decode())[6] == at + 1
            else:
                assert raises(OSError, opened.stat, paths[at].decode()).args[0] == 2


def test_built_in_modules_are_noted_so_that_no_import_looks_for_their_files():
    import boardside

    assert boardside
    for name in ("array", "binascii", "collections", "errno", "hashlib", "json", "os", "struct", "time"):
        assert name in sys.modules, name


def test_ctrl_c_while_a_module_is_looked_for_is_kept_and_the_module_found():
    breaks = [KeyboardInterrupt]

    class BrokenInto(loader.Pack):
        def _find(self, path):
            if breaks:
                raise breaks.pop()
            return loader.Pack._find(self, path)

    def work():
        put("a.pack", pack(b"inside", 3000))
        with open("a.pack", "rb") as file:
            assert BrokenInto(file).stat("/boardside/x.mpy")[6] == 3000
            assert loader.interrupted

    try:
        on_flash(work)
    finally:
        loader.interrupted = False


def test_what_is_no_pack_is_refused():
    whole = pack(b"p")

    def work():
        for data in (b"", b"BSP", b"XXXX" + whole[4:], whole[:20]):
            put("a.pack", data)
            with open("a.pack", "rb") as file:
                try:
                    loader.Pack(file)
                except ValueError:
                    continue
            raise AssertionError(data[:4])

    on_flash(work)
