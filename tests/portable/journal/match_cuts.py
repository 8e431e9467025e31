"""Every power cut of a recorded match at the real table: `run(MOVES, HOME, ...)`, for tests/journal, which
makes the moves. On MicroPython the segments lie on the real LittleFS; elsewhere there is only the ring.
"""

import json

import desk
import flash
from nor import Nor

from boardside.journal.ring import Ring
from boardside.journal.segments import Segments

SEGMENT_WAYS = ("none", "half", "all")
SECTORS = 4
BLOCKS = 56


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


def on_littlefs(device):
    return Segments(flash.mount(device) + "/journal")


def lines(path):
    """The moves of a file, one JSON object a line."""
    with open(path) as file:
        return [json.loads(line) for line in file]


def run(before, moves, home, part=(0, 1), second=10, seed=1):
    """Cut in every operation; (operations, cuts, cuts in the recovery). home: "ring" or "segments"."""
    if home == "ring":
        base, log, record = desk.record(Nor(SECTORS), Ring, before, moves)
        done = desk.cut_all(
            base, log, record, lambda image: Nor(image=image), Ring, part=part, second=second, seed=seed
        )
    else:
        device = Logged(image=flash.formatted(BLOCKS))
        base, log, record = desk.record(device, on_littlefs, before, moves)
        done = desk.cut_all(
            base,
            log,
            record,
            lambda image: Logged(image=image),
            on_littlefs,
            SEGMENT_WAYS,
            part,
            second,
            seed,
        )
        flash.unmount()
    return (len(log),) + done
