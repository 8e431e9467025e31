"""Every driver of a display with digits, its traffic read by the chip model: on both interpreters."""

from locked_heap import heap_locked
from rigs import RIGS, Backpack, ClockModule, LargeDigits, TwoModules, started


def picture(rig, seed=1):
    """Bytes that differ from each other and from those of another seed; with and without points."""
    return bytes([(37 * (place + 1) * seed + 5 * seed) & 0xFF for place in range(rig.count)])


def test_every_display_starts_dark_and_without_wrong_traffic():
    for kind in RIGS:
        rig = started(kind)
        assert rig.shown() == bytes(rig.count), kind.__name__
        assert rig.errors == [], (kind.__name__, rig.errors)


def test_a_picture_arrives_segment_by_segment():
    for kind in RIGS:
        rig = started(kind)
        for place in range(rig.count):
            for bit in range(8):
                wanted = bytearray(rig.count)
                wanted[place] = 1 << bit
                rig.driver.show(wanted)
                assert rig.shown() == wanted, (kind.__name__, place, bit)
        assert rig.errors == []


def test_any_picture_can_follow_any_other():
    for kind in RIGS:
        rig = started(kind)
        for seed in range(1, 60):
            wanted = picture(rig, seed)
            assert rig.driver.show(wanted) > 0
            assert rig.shown() == wanted, (kind.__name__, seed)
        assert rig.errors == []


def test_nothing_is_sent_when_nothing_changed_and_little_when_one_digit_did():
    for kind in RIGS:
        rig = started(kind)
        wanted = bytearray(picture(rig))
        rig.driver.show(wanted)
        before = rig.sent()
        assert rig.driver.show(wanted) == 0
        assert rig.sent() == before, kind.__name__
        wanted[2] ^= 0x11
        assert rig.driver.show(wanted) == 1
        assert rig.sent() - before <= rig.most, kind.__name__
        assert rig.shown() == wanted


def test_brightness_reaches_every_step_and_is_clipped():
    for kind in RIGS:
        rig = started(kind)
        rig.driver.show(picture(rig))
        seen = []
        for level in range(16):
            rig.driver.brightness(level)
            seen.append(rig.chip.intensity)
        assert seen == sorted(seen), kind.__name__
        assert len(set(seen)) == rig.levels
        assert seen[15] == 15
        for level, same in ((99, 15), (-1, 0)):
            rig.driver.brightness(level)
            assert rig.chip.intensity == seen[same]
        assert rig.errors == []


def test_the_test_lights_every_segment_and_gives_the_picture_back():
    for kind in RIGS:
        rig = started(kind)
        rig.driver.show(picture(rig))
        rig.driver.test(True)
        assert rig.shown() == b"\xff" * rig.count, kind.__name__
        rig.driver.show(picture(rig, 2))
        rig.driver.heal()
        assert rig.shown() == b"\xff" * rig.count, kind.__name__
        rig.driver.test(False)
        assert rig.shown() == picture(rig, 2), kind.__name__
        assert rig.errors == []


def test_healing_is_not_seen():
    for kind in RIGS:
        rig = started(kind)
        rig.driver.show(picture(rig))
        before = rig.changes
        rig.driver.heal()
        assert rig.changes == before, kind.__name__
        assert rig.errors == []


def test_healing_mends_what_a_spark_upset():
    for kind in RIGS:
        rig = started(kind)
        rig.driver.show(picture(rig))
        rig.upset()
        assert rig.shown() != picture(rig), kind.__name__
        rig.driver.heal()
        assert rig.shown() == picture(rig), kind.__name__


def test_both_modules_of_a_chain_are_written_in_one_transfer():
    rig = started(TwoModules)
    wanted = bytearray(16)
    wanted[3] = wanted[11] = 0x7E
    before = rig.sent()
    assert rig.driver.show(wanted) == 2
    assert rig.sent() - before == 4
    assert rig.shown() == wanted


def test_the_module_that_is_not_meant_gets_a_no_op():
    rig = started(TwoModules)
    taken = []
    rig.bus.write = lambda buffer: taken.append(bytes(buffer))
    wanted = bytearray(16)
    wanted[7] = 0x7E
    rig.driver.show(wanted)
    wanted[15] = 0x30
    rig.driver.show(wanted)
    assert taken == [b"\x00\x00\x01\x7e", b"\x01\x30\x00\x00"]


def test_a_backpack_that_is_pulled_off_does_no_harm_and_comes_back_with_the_present_picture():
    rig = started(Backpack)
    rig.driver.show(b"\x30\x00\x00\x00")
    rig.bus.is_in = False
    rig.chip.power(False)
    rig.driver.show(b"\x6d\x00\x00\x00")
    assert not rig.driver.answers
    before = rig.sent()
    rig.driver.show(b"\x79\x80\x00\x00")
    rig.driver.brightness(3)
    assert rig.sent() == before, "nothing is tried but by heal"
    rig.driver.heal()
    assert not rig.driver.answers
    rig.bus.is_in = True
    rig.driver.heal()
    assert rig.driver.answers
    assert rig.shown() == b"\x79\x80\x00\x00"
    assert rig.chip.intensity == 3
    assert rig.errors == []


def test_a_clock_module_that_is_not_there_does_not_answer():
    rig = ClockModule()
    rig.driver.init()
    assert rig.driver.answers
    rig.chip.pull = None
    rig.driver._dio._line = lambda: 1
    rig.driver.heal()
    assert not rig.driver.answers


def test_the_supply_of_the_large_digits_is_on_only_while_something_is_lit():
    rig = LargeDigits()
    rig.driver.init()
    assert rig.chip._supply == 0
    rig.driver.show(b"\0\0\0\0\0\0\0\x01")
    assert rig.chip._supply == 1
    rig.driver.heal()
    assert rig.chip._supply == 1
    rig.driver.show(bytes(8))
    assert rig.chip._supply == 0
    rig.driver.test(True)
    assert rig.chip._supply == 1


def test_the_large_digits_are_dark_before_they_are_defined():
    rig = LargeDigits()
    assert rig.chip._dark == 65536
    rig.chip._supply = 1
    for chip in rig.chip._chips:
        chip.latch = 0xFFFF
    rig.chip._look()
    assert rig.shown() == bytes(8)
    rig.driver.init()
    assert rig.changes == 1, "the brightness alone"
    assert rig.shown() == bytes(8)


def test_the_first_bit_shifted_ends_at_output_15_of_the_last_board():
    rig = started(LargeDigits)
    taken = []
    rig.bus.write = lambda buffer: taken.append(bytes(buffer))
    rig.driver.show(b"\0\0\0\0\0\0\0\x20")  # segment B of the rightmost digit
    assert taken == [b"\x80" + bytes(7)]
    rig.driver.show(b"\x01\0\0\0\0\0\0\0")  # segment G of the leftmost
    assert taken[1] == bytes(7) + b"\x01"


def test_show_heal_brightness_and_test_allocate_nothing():
    for kind in RIGS:
        rig = started(kind)
        work = Work(rig.driver, (picture(rig), picture(rig, 2)))
        heap_locked(work.run)
        assert rig.shown() == picture(rig, 2)


class Work:
    """All that is done with a driver after its start."""

    def __init__(self, driver, pictures):
        self.driver = driver
        self.pictures = pictures

    def run(self):
        for step in range(6):
            self.driver.show(self.pictures[step % 2])
            self.driver.heal()
            self.driver.brightness(step)
        self.driver.test(True)
        self.driver.test(False)
