"""Every power cut of a recorded match in the segments, on the real LittleFS (MicroPython only): at every
write and erase the flash sees, whole and torn.
"""

import gc

import flash
from nor import cut_images
from portable import WHOLE
from umpire import Umpire, check, recorded, scripted

from boardside.journal.segments import Segments

WAYS = ("none", "half", "all")
EVERY = 1 if WHOLE else 5


class Logged(flash.Flash):
    """Keeps a log of what is done, as nor.Nor does."""

    log = None
    mark = 0

    def writeblocks(self, block, buffer, offset=0):
        if self.log is not None:
            self.log.append((block, offset, bytes(buffer), self.mark))
        return flash.Flash.writeblocks(self, block, buffer, offset)

    def ioctl(self, operation, argument):
        if operation == 6 and self.log is not None:
            self.log.append((argument, 0, None, self.mark))
        return flash.Flash.ioctl(self, operation, argument)


def cut_everywhere(events, blocks=40):
    device = Logged(image=flash.formatted(blocks))
    umpire = Umpire(Segments(flash.mount(device) + "/journal"))
    umpire.earlier(3)
    base = bytes(device.image)
    device.log = []

    def accepted():
        device.mark = len(umpire.accepted)

    umpire.on_step = accepted
    accepted()
    umpire.play(events, 9)
    log, device.log = device.log, None
    folds = set()
    for number, way, image, mark in cut_images(base, log, WAYS):
        if number % EVERY:
            continue
        path = flash.mount(flash.Flash(image=image)) + "/journal"
        attempted = umpire.attempted[mark] if mark < len(umpire.attempted) else None
        try:
            check(Segments(path), umpire.accepted[:mark], attempted, 1, folds)
        except Exception:
            print("cut in operation %d, %s" % (number, way))
            raise
        if number % 8 == 0:
            gc.collect()
    flash.unmount()
    return len(log)


def test_every_cut_in_a_match_with_undo_and_confirmation():
    if flash.HAS_LITTLEFS:
        assert cut_everywhere(scripted()) > 20


def test_every_cut_in_a_recorded_match():
    if flash.HAS_LITTLEFS:
        assert cut_everywhere(recorded(28)) > 45
