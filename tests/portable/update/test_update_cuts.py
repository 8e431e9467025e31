"""Every power cut of an update, on the real LittleFS (MicroPython only): at every write and erase.

After each the loader finds a whole firmware, and the update can be ended.
"""

import gc
import os

from update_flash import KEY, ROOT, flash, get, is_whole, loader, pack, put, send, switch

from boardside.update.receiver import Receiver
from boardside.update.trial import Trial

OLD, NEW = pack(b"old", 900), pack(b"new", 2500)


class Task:
    failures = 0


def update():
    """From a table that runs OLD to one that has confirmed NEW."""
    receiver = Receiver(loader.choose(), KEY)
    answer = send(receiver, NEW)
    if answer[2] != "same":
        assert receiver.command(switch(NEW))[0]
        receiver.commit()
    slots = loader.choose()
    if slots.fallback:
        Trial(slots, [Task()], lambda later, earlier: later - earlier, 0).confirm()


def mounted(image, cut_at=0, torn=0):
    os.chdir(ROOT)
    device = flash.Flash(image=image, cut_at=cut_at, torn=torn)
    os.chdir(flash.mount(device))
    return device


def prepared():
    device = mounted(flash.formatted(64))
    put("a.pack", OLD)
    return bytes(device.image)


def boots():
    """What the loader starts, tried as often as one on trial that always hangs is."""
    for _ in range(loader.TRIES + 2):
        slots = loader.choose()
        assert is_whole(loader.pack_name(slots.slot)), slots.text()
    return slots


def test_every_cut_leaves_a_firmware_that_runs_and_an_update_that_can_be_ended():
    if not flash.HAS_LITTLEFS:
        return
    base = prepared()
    device = mounted(base)
    update()
    count = device.operations
    assert get("b.pack") == NEW
    assert count > 20
    for cut_at in range(1, count + 1):
        for torn in (0, 3, 8):
            device = mounted(base, cut_at, torn)
            try:
                update()
            except (OSError, AssertionError):
                pass  # a dead flash: refused, or the answers no longer fit
            left = bytes(device.image)
            mounted(left)
            update()
            slots = loader.choose()
            assert (slots.slot, slots.fallback) == ("b", ""), (cut_at, torn, slots.text())
            assert get("b.pack") == NEW
            mounted(left)
            assert boots().fallback == "", (cut_at, torn)
            gc.collect()
    os.chdir(ROOT)
    flash.unmount()


def test_every_cut_while_one_on_trial_is_counted_and_given_up():
    if not flash.HAS_LITTLEFS:
        return
    device = mounted(prepared())
    put("b.pack", NEW)
    loader.write(loader.Slots("b", "a"))
    base = bytes(device.image)
    device = mounted(base)
    boots()
    count = device.operations
    for cut_at in range(1, count + 1):
        for torn in (0, 3, 8):
            device = mounted(base, cut_at, torn)
            for _ in range(loader.TRIES + 2):
                loader.choose()
            mounted(bytes(device.image))
            assert boots().slot == "a", (cut_at, torn)
            gc.collect()
    os.chdir(ROOT)
    flash.unmount()
