"""Every power cut of a recorded match in the ring: at every write and erase, whole and torn, and again in the
recovery. LittleFS has its own file (test_power_cut).
"""

import sys

from nor import WAYS, Dice, Nor, cut_images
from portable import WHOLE, raises
from umpire import Umpire, check, recorded, scripted

from boardside.journal import Journal, JournalError
from boardside.journal.ring import Ring

SECTORS = 4

IS_MICROPYTHON = sys.implementation.name == "micropython"
STEP = (6 if IS_MICROPYTHON else 1) if WHOLE else (17 if IS_MICROPYTHON else 5)
"""CPython, which is quicker, cuts everywhere in `make night`."""


def run(events, sectors=SECTORS, ring=Ring):
    """(image before, log, umpire) of a match in a ring that has gone round once."""
    device = Nor(sectors)
    umpire = Umpire(ring(device))
    umpire.earlier(42, 3)
    umpire.let_go()
    umpire.store({"kind": "match", "match": "m1b", "by": "host"})
    umpire.let_go()
    base = bytes(device.image)
    device.log = []

    def accepted():
        device.mark = len(umpire.accepted)

    umpire.on_step = accepted
    accepted()
    umpire.play(events)
    return base, device.log, umpire


def check_all(base, log, umpire, ways=WAYS, ring=Ring, step=1):
    folds = set()
    count = 0
    for number, way, image, mark in cut_images(base, log, ways):
        if number % step:
            continue
        count += 1
        attempted = umpire.attempted[mark] if mark < len(umpire.attempted) else None
        try:
            check(ring(Nor(image=image)), umpire.accepted[:mark], attempted, umpire.floor, folds)
        except Exception:
            print("cut in operation %d, %s" % (number, way))
            raise
    return count


def test_every_cut_in_a_recorded_match():
    base, log, umpire = run(recorded(120))
    assert len([entry for entry in log if entry[2] is None]) >= 1, "no erase in it"
    assert check_all(base, log, umpire, step=STEP) >= len(log) * len(WAYS) // STEP


def test_every_cut_in_a_match_with_undo_and_confirmation():
    base, log, umpire = run(scripted())
    step = 1 if WHOLE else 3
    assert check_all(base, log, umpire, step=step) >= len(log) * len(WAYS) // step


def test_a_cut_before_the_first_record_is_whole():
    device = Nor(SECTORS)
    device.log = []
    umpire = Umpire(Ring(device))
    umpire.store({"kind": "boot", "cause": "power-on"})
    for _, _, image, _ in cut_images(Nor(SECTORS).image, device.log):
        check(Ring(Nor(image=image)), [], umpire.attempted[0], 1)


def second_cuts(seed, tries):
    """A cut at random, and one more while the table starts again and goes on."""
    dice = Dice(seed)
    base, log, umpire = run(recorded(60, seed))
    for number, _, image, mark in cut_images(base, log, ("none", "half", "garbage", "all"), seed):
        if dice.below(len(log)) >= tries:
            continue
        device = Nor(image=image)
        device.log = []
        attempted = umpire.attempted[mark] if mark < len(umpire.attempted) else None
        accepted = umpire.accepted[:mark]
        again = check(Ring(device), accepted, attempted, umpire.floor)
        again.tidy()
        seen = list(again.read())
        boot = {"kind": "boot", "cause": "power-on", "by": "table"}
        for second, _, torn, _ in cut_images(image, device.log, (WAYS[dice.below(len(WAYS))],), seed):
            try:
                check_second(torn, seen, umpire.floor, boot)
            except Exception:
                print("seed %d: cut in operation %d, then in %d of the recovery" % (seed, number, second))
                raise


def check_second(image, seen, floor, boot):
    """After the second cut all that was there is there; the boot event of the recovery may be. If the torn
    records took the last sectors, and what the host let go of is not on flash yet, its word makes room.
    """
    try:
        check(Ring(Nor(image=image)), seen[:-1], boot, floor)
    except JournalError as error:
        if error.code != "full":
            raise
        ring = Ring(Nor(image=image))
        journal = Journal(ring, lambda: 0)
        assert ring.free_permille() == 0
        assert journal.first_seq < floor, "full of what nobody let go of"
        assert journal.release(floor) == floor
        check(ring, seen[:-1], boot, floor)


def test_torn_records_that_take_the_last_sectors_lose_nothing_and_the_host_makes_room():
    """Each torn record costs a sector; that events were let go of is written with the next sector's head."""
    image, _, umpire = run(recorded(3))
    kept = [umpire.accepted[umpire.floor - 1]]
    for _ in range(2):
        device = Nor(image=image)
        device.log = []
        Journal(Ring(device), lambda: 0).append({"kind": "boot", "cause": "power-on"})
        last = len(device.log) - 1
        image = next(cut[2] for cut in cut_images(image, device.log, ("half",)) if cut[0] == last)
    device = Nor(image=image)
    ring = Ring(device)
    journal = Journal(ring, lambda: 0)
    assert (ring.free_permille(), journal.torn > 0) == (0, True)
    everything = list(journal.read())
    assert [event for event in everything if event["seq"] >= umpire.floor] == kept
    assert raises(JournalError, journal.append, {"kind": "boot"}).code == "full"
    assert list(journal.read()) == everything
    assert journal.release(umpire.floor) == umpire.floor
    after = journal.append({"kind": "boot", "cause": "power-on"})
    assert list(Journal(Ring(Nor(image=device.image)), lambda: 0).read(umpire.floor)) == kept + [after]


def test_a_second_cut_in_the_recovery():
    for seed in (1, 2) if IS_MICROPYTHON else (1, 2, 3):
        second_cuts(seed, 6)


def test_numbers_of_what_was_torn_are_not_used_again():
    base, log, umpire = run(recorded(30))
    used = set()
    for number, way, image, mark in cut_images(base, log, ("half", "garbage")):
        if not log[number][2] or len(log[number][2]) < 12 or log[number][1] < 52:
            continue
        home = Ring(Nor(image=image))
        journal = check(home, umpire.accepted[:mark], umpire.attempted[mark], umpire.floor)
        if journal.torn:
            used.add(way)
            assert journal.last_seq > umpire.accepted[mark - 1]["seq"] + 1
    assert used == {"half", "garbage"}
