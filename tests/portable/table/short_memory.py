"""A memory with a given number of blocks left, on MicroPython: the rest is filled with ballast.

`free(blocks)` leaves one gap of so many blocks of the heap (32 bytes on the unix port) and nothing else. With
the collection of garbage off every allocation of what follows is, for some size of the gap, the first that
finds no room; with it on, as on the device, every one with which more is in use than ever before.
"""

import gc

from short_seat import Seat

from boardside.table import texts
from boardside.table.core.core import ROOM_BYTES

BLOCK = 32
_LARGEST = 1 << 16
ENOUGH, COARSE, EDGE = 6, 16, 4
ROOM = ROOM_BYTES // BLOCK
KEYS = "WBQSFDCPUO+"
AGAIN_OTHERWISE = ("U", "O", "+")
"""What means something else when it is pressed twice within a second."""
SHORT = (texts.NOTICES["short"][1],)
REFUSALS = (texts.REASONS["memory"][1], texts.NOT_STORED["memory"])
"""What the display must say when a press was refused for want of memory."""


class Ballast:
    """Fills the heap; made once, for it needs memory itself."""

    def __init__(self, pieces=4000):
        self._pieces = [None] * pieces
        self._count = 0

    def free(self, blocks):
        """Fill the heap, but for a gap of `blocks`."""
        gc.collect()
        gc.disable()  # what finds no room here has none, and need not look for garbage
        gap = bytearray((blocks - 1) * BLOCK) if blocks > 1 else None
        size = _LARGEST
        while size >= BLOCK:
            try:
                self._put(bytearray(size))
            except MemoryError:
                size >>= 1
        chain = None
        try:
            while True:
                chain = (chain,)
        except MemoryError:
            self._put(chain)
        del gap, chain
        gc.collect()
        gc.enable()

    def drop(self):
        """All memory is there again."""
        for index in range(self._count):
            self._pieces[index] = None
        self._count = 0
        gc.collect()

    def _put(self, piece):
        self._pieces[self._count] = piece
        self._count += 1


class Trials:
    """Plays a script at a seat (short_seat.Seat), each act with a gap that grows until it is done, beside a
    twin that has all the memory. `make()` gives a new seat, the same each time.

    step: by how much the gap grows, EDGE while an act is stored and not all of it is done; the next act
    begins one block later. collects: whether garbage is collected meanwhile; then an act is through when it
    was done so often in a row. To read: `tried`, `refused`, `done_short` (memory ran out and it was done all
    the same), `needs` (the largest gap that was too small).
    """

    def __init__(self, make, script, step=1, collects=False):
        self._make, self._script = make, script
        self._step, self._collects = step, collects
        self._ballast = Ballast()
        self.tried = self.refused = self.done_short = self.needs = 0
        self.faults = []

    def run(self):
        """The whole script. `faults`: (number of the act, act, gap, what is wrong) each."""
        twin, seat = self._make(), self._make()
        for index in range(len(self._script)):
            act = self._script[index]
            twin.prepare(act)
            before = twin.standing()
            need = self._need(twin, act)
            after = twin.standing()
            twin.carry()
            seat.prepare(act)
            self._each_gap(seat, index, before, after, twin.line(), need)
            seat = self._again(index, True)
            seat.require_sound()
        return self

    def _need(self, twin, act):
        gc.collect()
        gc.disable()
        free = gc.mem_free()
        twin.do(act)
        twin.standing()
        used = (free - gc.mem_free()) // BLOCK
        gc.enable()
        return used

    def _each_gap(self, seat, index, before, after, line, need):
        act = self._script[index]
        is_key = isinstance(act, str) and act in KEYS
        blocks, enough = index % self._step, 0
        while True:
            is_raised = self._try(seat, act, blocks)
            seat.carry()
            now, said = seat.standing(), seat.line()
            fault = self._fault(seat, act, is_raised, before, now, after)
            is_through = now == after and said == line
            is_at_edge = now != before and not is_through and not self._collects
            enough = enough + 1 if is_through else 0
            is_last = blocks > need + ROOM
            if is_last and not is_through:
                fault = fault or "not done with all the memory"
            if fault is not None:
                self.faults.append((index, act, blocks, fault))
            self.tried += 1
            if is_last or (self._collects and enough > ENOUGH):
                return
            if now != before or fault:
                if said != line:
                    self.done_short += 1
                    self._require_going_on(seat)
                seat = self._again(index)
            else:
                self.refused += 1
                self.needs = max(self.needs, blocks)
                if act in AGAIN_OTHERWISE:
                    seat = self._again(index)
            # A key is refused as long as there is no room: that is looked at now and then.
            if is_at_edge:
                blocks += min(EDGE, self._step)
            else:
                blocks += self._step if not is_key or blocks >= ROOM - COARSE else COARSE

    def _fault(self, seat, act, is_raised, before, now, after):
        """What is wrong with a trial's end, in words; None when nothing is."""
        is_key = isinstance(act, str) and act in KEYS
        if seat.table.is_behind and not self._collects:
            seat.do("t")  # the next look at the clocks, 10 ms later
            now = seat.standing()
        if is_raised and is_key:
            return "MemoryError was not answered"
        if now == before:
            is_said = before == after or not is_key or seat.line() in REFUSALS
            return None if is_said else "refused without a word"
        if now != after:
            # UNDO held takes its press back; the list behind it may then be refused.
            is_strict = self._collects and is_key and act != "+"
            if is_strict or now[0] not in (before[0], after[0]):
                return "neither done nor refused"
            if is_key and seat.line() not in REFUSALS + SHORT and not seat.table.is_behind:
                return "not as it was, and without a word: " + seat.line()
        try:
            seat.require_sound()
        except AssertionError as error:
            return str(error)
        return None

    def _require_going_on(self, seat):
        """Memory is there again: what stands open is put right, and UNDO takes back what it says."""
        seat.prepare("t")
        seat.do("t")
        assert not seat.table.is_behind
        reach = list(seat.table.record._undone.live)
        seat.prepare("U")
        seat.do("U")
        seat.carry()
        assert seat.table.record._undone.live in (reach, reach[:-1])
        seat.require_sound()

    def _try(self, seat, act, blocks):
        self._ballast.free(blocks)
        if not self._collects:
            gc.disable()
        try:
            seat.do(act)
            return False
        except MemoryError:
            return True
        finally:
            gc.enable()
            self._ballast.drop()

    def _again(self, index, is_done=False):
        """A new seat at which everything before act `index` was done (and it, if wanted)."""
        seat = self._make()
        seat.play(self._script[:index])
        seat.prepare(self._script[index])
        if is_done:
            seat.do(self._script[index])
            seat.carry()
        return seat


def whole(boards, number, step, collects):
    """Trials of one of a match's boards, entered at a table that was just switched on: board `number` of
    `boards`, each (its acts, acts that are tried behind it and not played on). Raises AssertionError.
    """
    seat = Seat()
    for acts, _ in boards[:number]:
        seat.play(acts)
    image, now = bytes(seat.flash.image), seat.now
    trials = Trials(lambda: Seat(image, now), boards[number][0] + boards[number][1], step, collects).run()
    assert not trials.faults, trials.faults[:5]
    return trials.tried, trials.refused, trials.done_short, trials.needs
