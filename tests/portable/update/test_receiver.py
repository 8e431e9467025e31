"""A table receives a firmware: in pieces, again after interruptions, and only a whole one signed for it."""

import os
import sys

import update_flash
from update_flash import (
    KEY,
    begin,
    data,
    digest,
    event,
    flash,
    get,
    is_whole,
    loader,
    pack,
    put,
    send,
    switch,
)

from boardside.update.receiver import Receiver

OLD, NEW = pack(b"old"), pack(b"new", 5000)


def on_flash(work):
    """Run `work` with the receiver of a table that runs OLD from slot a."""

    def prepared():
        put("a.pack", OLD)
        work(Receiver(loader.Slots("a"), KEY))

    update_flash.on_flash(prepared)


def test_a_firmware_comes_is_read_back_and_switched_to():
    def work(receiver):
        assert send(receiver, NEW) == (True, "ok", "ready " + digest(NEW))
        assert receiver.command(switch(NEW)) == (True, "ok", "restarting")
        receiver.commit()
        assert get("b.pack") == NEW
        slots = loader.read()
        assert (slots.slot, slots.fallback) == ("b", "a")
        assert not [name for name in os.listdir() if name.startswith("update.")]

    on_flash(work)


def test_only_the_hosts_word_under_this_tables_key_switches():
    def work(receiver):
        assert receiver.command(switch(NEW)) == (False, "unknown", "begin_first", "begin_first", {})
        send(receiver, NEW)
        assert receiver.command(switch(NEW, b"another key"))[1:4] == ("forged", "not_signed", "not_signed")
        assert receiver.command(switch(OLD))[1] == "unknown"
        for mac in (None, "", 5, "0" * 64):
            assert receiver.command(event("switch", sha256=digest(NEW), mac=mac))[1] == "forged"
        assert receiver.command(event("switch", sha256=digest(NEW)))[1] == "malformed"
        assert receiver.command(switch(NEW))[0]

    on_flash(work)


def test_what_is_not_whole_is_not_switched_to():
    def work(receiver):
        receiver.command(begin(NEW))
        receiver.command(data(NEW, 0))
        assert receiver.command(switch(NEW))[1] == "unknown"

    on_flash(work)


def test_damaged_bytes_are_found_and_sent_again():
    damaged = NEW[:1000] + b"?" + NEW[1001:]

    def work(receiver):
        receiver.command(begin(NEW))
        for at in range(0, len(NEW), 256):
            piece = data(damaged, at)
            piece["sha256"] = digest(NEW)
            answer = receiver.command(piece)
        while answer[2].startswith("check"):
            answer = receiver.command(event("step"))
        assert answer[2] == "want 0"
        assert send(receiver, NEW)[2].startswith("ready")

    on_flash(work)


def test_pieces_that_are_not_next_change_nothing():
    def work(receiver):
        receiver.command(begin(NEW))
        assert receiver.command(data(NEW, 256))[2] == "want 0"
        assert receiver.command(data(NEW, 0))[2] == "want 256"
        assert receiver.command(data(NEW, 0))[2] == "want 256"
        assert receiver.command(data(OLD, 256))[1] == "unknown"
        assert send(receiver, NEW)[2].startswith("ready")

    on_flash(work)


def test_it_goes_on_after_a_restart_where_it_stood():
    def work(receiver):
        receiver.command(begin(NEW))
        for at in range(0, 4096, 256):
            receiver.command(data(NEW, at))
        receiver._close()  # what a restart does when the last flush was just before it
        again = Receiver(loader.Slots("a"), KEY)
        assert again.command(begin(NEW))[2] == "want 4096"
        assert send(again, NEW)[2].startswith("ready")

    on_flash(work)


def test_another_firmware_begins_from_nothing_and_leaves_nothing():
    other = pack(b"other", 3000)

    def work(receiver):
        receiver.command(begin(NEW))
        receiver.command(data(NEW, 0))
        assert receiver.command(begin(other))[2] == "want 0"
        assert len([name for name in os.listdir() if name.startswith("update.")]) <= 1
        assert send(receiver, other)[2].startswith("ready")

    on_flash(work)


def test_a_firmware_that_runs_or_is_in_the_other_slot_is_not_sent_again():
    def work(receiver):
        assert receiver.command(begin(OLD)) == (True, "ok", "same")
        put("b.pack", NEW)
        assert receiver.command(begin(NEW))[2] == "check 0"
        assert send(receiver, NEW)[2].startswith("ready")

    on_flash(work)


def test_back_is_to_what_is_whole():
    def work(receiver):
        assert receiver.command(event("back"))[1:4] == (
            "impossible",
            "no_other_firmware",
            "no_other_firmware",
        )
        put("b.pack", NEW)
        assert receiver.command(event("back"))[2] == "check 0"
        assert receiver.command(event("step"))[2] == "ready " + digest(NEW)
        put("b.pack", NEW[:-40] + b"damaged!" + NEW[-32:])
        receiver.command(event("back"))
        assert receiver.command(event("step"))[2] == "want 0"
        assert receiver.command(switch(NEW))[1] == "unknown"

    on_flash(work)


def test_what_this_micropython_cannot_load_is_refused():
    import sys

    def work(receiver):
        if hasattr(sys.implementation, "_mpy"):
            answer = receiver.command(begin(NEW, mpy=5))
            assert answer[1:4] == ("impossible", "other_bytecode", "other_bytecode")
            assert answer[4] == {"mpy": 5, "takes": sys.implementation._mpy & 0xFF}

    on_flash(work)


def test_nonsense_is_refused_and_leaves_the_running_one():
    def work(receiver):
        for sent in (
            event("fly"),
            event("begin"),
            event("begin", mpy=6, size=-1, sha256="0" * 64, version="1"),
            event("begin", mpy=6, size=10**9, sha256="../../a.pack", version="1"),
            event("begin", mpy="6", size="1", sha256=5, version="1"),
            event("data"),
            event("data", sha256=5, at=0, data=5),
            event("step"),
            event("switch"),
        ):
            ok, code, line, reason, facts = receiver.command(sent)
            assert not ok, sent
            assert line == reason, "what a host without reasons shows"
            assert reason != "update_malformed" or facts == {"do": sent["do"]}
            assert code in ("malformed", "unknown", "impossible", "storage"), (sent, code)
        receiver.command(begin(NEW))
        for text in ("!", "====", 5, None, "A" * 3000):
            ok, code = receiver.command(event("data", sha256=digest(NEW), at=0, data=text))[:2]
            assert ok or code == "malformed", text
        assert is_whole("a.pack")

    on_flash(work)


def test_without_room_it_is_refused():
    huge = begin(NEW)
    huge["size"] = 10_000_000

    def work(receiver):
        if flash.HAS_LITTLEFS:
            put("b.pack", OLD)
            _, code, _, reason, facts = receiver.command(huge)
            assert (code, reason) == ("storage", "no_room_for_firmware")
            assert 0 < facts["free"] < 10_000_000
            assert is_whole("b.pack"), "it is the way back, and its room would not have been enough"

    on_flash(work)


def test_the_pack_that_runs_takes_its_room_only_once():
    """It is held open while it runs, and its digest is read beside that: LittleFS then counts it twice."""
    running = pack(b"runs", 100_000)
    asked = begin(NEW)
    asked["size"] = 80_000

    def work():
        put("a.pack", running)
        loader.mount("a")
        try:
            receiver = Receiver(loader.Slots("a"), KEY)
            assert receiver.command(begin(running))[2] == "same"
            assert receiver.command(asked) == (True, "ok", "want 0")
        finally:
            sys.path.remove(loader.MOUNT)
            __import__("vfs").umount(loader.MOUNT)

    if flash.HAS_LITTLEFS:
        update_flash.on_flash(work)
