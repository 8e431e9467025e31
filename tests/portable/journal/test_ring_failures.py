"""The n-th operation of a match fails, for every n: write, erase, read, allocation. And the known faults
(*mutants*) that these tests must catch.
"""

import builtins

import test_ring_cuts as cuts
from nor import Nor
from portable import WHOLE, raises
from umpire import Umpire, check, recorded

from boardside.journal import Journal, JournalError, contents, packing, record, ring, sectors
from boardside.journal.contents import Contents
from boardside.journal.ring import Ring

EVENTS = recorded(24 if WHOLE and not cuts.IS_MICROPYTHON else 12)


def attempt(device, home, events, first=None):
    """Store events as an umpire does: what is refused is tried once more. (accepted, refused)."""
    umpire = Umpire(home)
    umpire.earlier(42, 3)
    umpire.let_go()
    before = device.operations, device.reads
    if first is not None:
        first(before)
    refused = []
    for event in [dict(event) for event in events]:
        event["match"] = "m2"
        for _ in range(2):
            try:
                umpire.store(event)
                break
            except JournalError as error:
                refused.append(error.code)
        umpire.journal.tidy()
    return umpire, refused, before


def failing(how, fails_on=False, make=Ring):
    """Fail each operation of the match in turn; after it and after a new start all is as accepted."""
    number = 0
    total = 0
    while True:
        number += 1
        device = Nor(4)
        device.how = how

        def arm(before, device=device, number=number):
            device.fail_at = before[0] + number
            device.fails_on = fails_on

        umpire, refused, _ = attempt(device, make(device), EVENTS, arm)
        assert "full" not in refused, (how, number)
        if device.operations < device.fail_at:
            assert number > len(EVENTS)
            return total
        total += len(refused)
        device.fail_at = 0
        device.fails_on = False
        kept = [event for event in umpire.accepted if event["seq"] >= umpire.floor]
        read = [event for event in umpire.journal.read() if event["seq"] >= umpire.floor]
        assert read == kept, (how, number)
        assert not umpire.journal.damaged
        try:
            check(make(Nor(image=device.image)), umpire.accepted, None, umpire.floor)
        except Exception:
            print("operation %d failed, %s" % (number, how))
            raise


def test_any_single_operation_that_fails_refuses_nothing():
    """The record goes to the next sector, or the erase is left to a later moment."""
    for how in ("before", "half", "after", "late"):
        assert failing(how) == 0, how


def test_a_write_that_fails_unsaid_is_noticed():
    assert failing("silent") == 0


def test_from_some_operation_on_all_fail():
    for how in ("before", "half"):
        assert failing(how, True) > 0


def test_a_read_that_fails_loses_nothing():
    number = 0
    while True:
        number += 1
        device = Nor(4)

        def arm(before, device=device, number=number):
            device.fail_read_at = before[1] + number

        umpire, refused, _ = attempt(device, Ring(device), EVENTS, arm)
        if device.reads < device.fail_read_at:
            break
        device.fail_read_at = 0
        attempted = umpire.attempted[len(umpire.accepted)] if refused else None
        check(Ring(Nor(image=device.image)), umpire.accepted, attempted, umpire.floor)
    assert number > len(EVENTS)


class Scarce:
    """Stands before what the ring calls to get memory: the n-th call fails."""

    names = ("bytearray", "bytes", "memoryview", "Head", "frame", "dict")
    modules = (packing, sectors, contents, ring, record)

    def __init__(self, fail_at):
        self.calls = 0
        self.fail_at = fail_at

    def __enter__(self):
        self.before = []
        for module in self.modules:
            for name in self.names:
                known = hasattr(module, name) and name in ("Head", "frame")
                if known or name not in ("Head", "frame"):
                    make = getattr(module, name) if known else getattr(builtins, name)
                    self.before.append((module, name, make if known else None))
                    setattr(module, name, self._counting(make))

    def __exit__(self, *_):
        for module, name, make in self.before:
            if make is None:
                delattr(module, name)
            else:
                setattr(module, name, make)

    def _counting(self, make):
        def made(*arguments):
            self.calls += 1
            if self.calls == self.fail_at:
                raise MemoryError
            return make(*arguments)

        return made


def test_the_nth_allocation_fails_and_nothing_is_lost():
    """In appends and the erase of a new sector; what was refused is tried again and counts once."""
    number = 0
    while True:
        number += 1
        device = Nor(8)
        umpire = Umpire(Ring(device))
        umpire.earlier(19)
        scarce = Scarce(number)
        failures = 0
        for count in range(3):
            event = {"kind": "names", "match": "m1", "a": ["Some name %d" % count] * 9}
            with scarce:
                try:
                    umpire.store(event)
                    continue
                except MemoryError:
                    failures += 1
            umpire.store(event)
        assert list(umpire.journal.read()) == umpire.accepted, number
        check(Ring(Nor(image=device.image)), umpire.accepted, None, 1)
        if not failures:
            break
    assert number > 20, number


# Mutants. Each is a known fault; `caught` runs what must notice it.


def caught(function, *arguments):
    try:
        function(*arguments)
    except (AssertionError, JournalError, ValueError, IndexError, UnicodeError, OSError):
        return True
    return False


def swapped(where, name, mutant, function, *arguments):
    """Whether `function` notices `mutant` in place of `where.name`."""
    original = getattr(where, name)
    setattr(where, name, mutant)
    try:
        return caught(function, *arguments)
    finally:
        setattr(where, name, original)


def some_cuts(make=Ring):
    base, log, umpire = cuts.run(EVENTS, ring=make)
    cuts.check_all(base, log, umpire, ring=make)


def any_frame(data, at, end, age):
    """Takes whatever looks like a frame: the checksum is not checked."""
    while 0 <= at < end:
        if packing.frame_at(data, at, end):
            return at
        at = data.find(b"\xb5", at + 1, end)
    return -1


def unfinished_frame(data, at, end, age, whole=contents.next_frame):
    """Takes a frame whose end was never written for a whole one: the torn tail is accepted."""
    begin = whole(data, at, end, age)
    stop = packing.frame_at(data, at, end) if begin < 0 and at < end else 0
    return at if stop and bytes(data[stop - 4 : stop]) == b"\xff\xff\xff\xff" else begin


class Unflushed(sectors.Sectors):
    """Keeps the newest record in memory until the next one comes: the flush is forgotten."""

    kept = None

    def write(self, sector, at, data):
        kept, self.kept = self.kept, None
        if kept is not None:
            sectors.Sectors.write(self, *kept)
        if at >= sectors.RECORDS_AT and at < sectors.RECORDS_END:
            self.kept = sector, at, bytes(data)
        else:
            sectors.Sectors.write(self, sector, at, data)


class Unread(sectors.Sectors):
    """Does not read back what it wrote."""

    def write(self, sector, at, data):
        self._device.writeblocks(sector, data, at)


class Unerased(sectors.Sectors):
    """Stamps a sector as erased that is not: the erase ahead is skipped."""

    def erase(self, sector):
        self._device.writeblocks(sector, sectors.STAMP, 0)


class Unstamped(sectors.Sectors):
    """Takes a sector for erased when it looks so at its beginning: an interrupted erase is not noticed."""

    def is_ready(self, sector):
        begin = bytearray(64)
        self.read(sector, 0, begin)
        return begin[:8] == sectors.STAMP or begin == b"\xff" * 64

    def erase(self, sector):
        self._device.ioctl(6, sector)
        sectors.Sectors.write(self, sector, 0, sectors.STAMP)


def fill_and_release():
    """Nothing that was not let go of is missing, however often the host says what it has."""
    device = Nor(8)
    umpire = Umpire(Ring(device))
    umpire.earlier(42, 3)
    umpire.play([{"kind": "match"}] + [{"kind": "names", "a": ["Another name that takes room"] * 5}] * 40)
    start = umpire.journal.last_match_seq
    for _ in range(4):
        assert umpire.journal.release(umpire.journal.last_seq) == start
    umpire.floor = start
    umpire.journal.tidy()
    check(umpire.home, umpire.accepted, None, start)


def drop_again(self, start, drop=Contents.drop_below):
    """Each release drops one more sector: released twice."""
    drop(self, start)
    if self._oldest != self.newest:
        self._ages[self._oldest] = 0
        self._oldest = (self._oldest + 1) % self._sectors.count


def rounds():
    """The ring goes round and round: no event is refused, none is lost, all sectors wear alike."""
    device = Nor(6)
    umpire = Umpire(Ring(device))
    for _ in range(16):
        umpire.earlier(30, 3)
        umpire.let_go()
    assert umpire.home.waits <= 1, umpire.home.waits
    assert max(device.wear) - min(device.wear) <= 1, device.wear
    assert min(device.wear) >= 3
    check(Ring(Nor(image=device.image)), umpire.accepted, None, umpire.floor)


def no_waits():
    device = Nor(8)
    umpire = Umpire(Ring(device))
    umpire.earlier(120, 3)
    assert umpire.home.waits <= 1, umpire.home.waits


def test_without_faults_nothing_is_noticed():
    for function in (some_cuts, fill_and_release, no_waits, rounds):
        assert not caught(function), function


def test_mutant_checksum_not_checked():
    assert swapped(contents, "next_frame", any_frame, some_cuts)


def test_mutant_torn_tail_accepted():
    assert swapped(contents, "next_frame", unfinished_frame, some_cuts)


def test_mutant_flush_forgotten():
    assert swapped(ring, "Sectors", Unflushed, some_cuts)


def test_mutant_not_read_back():
    assert swapped(ring, "Sectors", Unread, failing, "silent")


def test_mutant_erase_skipped():
    assert swapped(ring, "Sectors", Unerased, rounds)


def test_mutant_nothing_erased_ahead():
    assert swapped(Ring, "tidy", lambda self: False, no_waits)


def test_mutant_interrupted_erase_not_noticed():
    assert swapped(ring, "Sectors", Unstamped, some_cuts)


def test_mutant_sequence_not_checked():
    assert swapped(Contents, "_limit", lambda self, age: 0xFFFFFFFF, failing, "late")


def test_mutant_released_twice():
    assert swapped(Contents, "drop_below", drop_again, fill_and_release)


def test_mutant_acknowledged_though_it_failed():
    def careless(self, made, begins_match, write=Ring.write):
        try:
            write(self, made, begins_match)
        except OSError:
            pass

    assert swapped(Ring, "write", careless, failing, "before", True)


def test_a_table_that_was_told_its_flash_failed_says_so_until_it_is_switched_off():
    device = Nor(4)
    journal = Journal(Ring(device), lambda: 0)
    journal.append({"kind": "boot"})
    device.fail_read_at = device.reads + 1
    assert raises(JournalError, journal.append, {"kind": "hall"}).code == "failed"
    assert raises(JournalError, journal.append, {"kind": "hall"}).code == "failed"
    again = Journal(Ring(Nor(image=device.image)), lambda: 0)
    assert [event["kind"] for event in again.read()] in (["boot"], ["boot", "hall"])
