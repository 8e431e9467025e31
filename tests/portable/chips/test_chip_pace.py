"""How the firmware's time is stretched to the chip's, in virtual time: on both interpreters."""

import project_root  # noqa: F401

from host_tools.simulator.chips.pace import (
    BUILD_INSTRUCTIONS,
    CHIP_HZ,
    CHIP_PS,
    ROUND_INSTRUCTIONS,
    TICK_US,
    Pace,
)


class Machine:
    """A machine on which an instruction takes a fiftieth of the chip's time."""

    def __init__(self, hz=CHIP_HZ, burst_ps=CHIP_PS // 50, long_ps=CHIP_PS // 50):
        self.us = 1_000_000
        self.waited = 0
        self.overshoot_us = 0
        self.slept = []
        self.pace = Pace(self.ticks_us, self.waited_us, self.sleep_us, hz, burst_ps, long_ps)

    def ticks_us(self):
        return self.us

    def waited_us(self):
        return self.waited

    def sleep_us(self, length):
        self.slept.append(length)
        self.us += length + self.overshoot_us

    def computes(self, us, of_others=0):
        """The firmware computes, then calls a model, which returns at once."""
        self.us += us + of_others
        self.waited += of_others
        self.pace.leave()
        self.pace.enter()


def test_computing_takes_the_chips_time_at_the_next_call_of_a_model():
    machine = Machine()
    machine.computes(200)
    assert machine.slept == [200 * 49]
    assert machine.us == 1_000_000 + 200 * 50


def test_little_is_collected_until_it_is_a_millisecond():
    machine = Machine()
    for _ in range(3):
        machine.computes(6)
    assert machine.slept == []
    machine.computes(6)
    assert machine.slept == [24 * 49]


def test_a_slower_clock_of_the_chip_takes_longer():
    machine = Machine(hz=160_000_000)
    machine.computes(200)
    assert machine.slept == [200 * 74]
    machine.pace.clock(CHIP_HZ)
    machine.computes(200)
    assert machine.slept[1:] == [200 * 49]


def test_a_machine_slower_than_the_chip_is_left_alone():
    machine = Machine(burst_ps=2 * CHIP_PS, long_ps=2 * CHIP_PS)
    assert machine.pace.factor == 1
    machine.us += 500
    machine.pace.leave()
    machine.pace.settle()
    assert machine.slept == []


def test_the_time_of_the_models_is_theirs_and_has_a_price_on_the_chip():
    machine = Machine()
    machine.pace.leave()
    machine.us += 900  # the model computes
    machine.pace.charge(1200)
    machine.pace.enter()
    assert machine.slept == []
    machine.computes(0)
    assert machine.slept == [1200]


def test_a_call_within_a_model_is_the_models():
    machine = Machine()
    machine.pace.leave()
    machine.us += 900
    machine.pace.leave()
    machine.us += 900
    machine.pace.enter()
    machine.pace.enter()
    machine.computes(0)
    assert machine.slept == []


def test_another_process_that_ran_meanwhile_is_not_counted():
    machine = Machine()
    machine.computes(10, of_others=900)
    assert machine.slept == []
    machine.computes(200, of_others=40_000)
    assert machine.slept == [210 * 49]


def test_another_process_that_ran_while_a_model_did_is_not_taken_off():
    machine = Machine()
    machine.pace.leave()
    machine.us += 5_000
    machine.waited += 5_000
    machine.pace.enter()
    machine.computes(200)
    assert machine.slept == [200 * 49]


def test_what_goes_on_after_a_sleep_is_counted_by_the_speed_of_warm_caches():
    machine = Machine(long_ps=CHIP_PS // 100)
    machine.computes(3_000)
    assert machine.slept == [1_000 * 50 + 2_000 * 100 - 3_000]
    machine.computes(200)
    assert machine.slept[1:] == [200 * 49]


def test_what_a_sleep_took_too_long_is_taken_off_the_next():
    machine = Machine()
    machine.overshoot_us = 70
    machine.computes(200)
    machine.computes(200)
    assert machine.slept == [200 * 49, 200 * 49 - 70]


def test_a_wait_ends_with_the_first_tick_at_or_after_its_time():
    machine = Machine()
    assert machine.us % TICK_US == 0
    machine.pace.leave()
    assert machine.pace.wait(10) == machine.us + 10_000
    machine.us += 1
    assert machine.pace.wait(10) == machine.us - 1 + 20_000
    assert machine.pace.wait(35) == machine.us - 1 + 40_000


def test_a_wait_shortens_by_what_was_owed_before_it():
    machine = Machine()
    machine.us += 15
    machine.pace.leave()
    assert machine.slept == []
    assert machine.pace.wait(5) == 1_000_000 + TICK_US
    assert machine.slept == [15 * 49]


def test_the_calibration_finds_the_machines_speed():
    """Compiling takes 100 ps an instruction here; a burst 400, the wrapper of the model's call included."""
    machine = Machine(burst_ps=1, long_ps=1)

    def build():
        machine.us += BUILD_INSTRUCTIONS // 10_000
        machine.us += 7_000
        machine.waited += 7_000
        return [piece]

    def piece(_):
        machine.us += ROUND_INSTRUCTIONS * 4 // 10_000 - 20

    def call(_):
        machine.us += 20
        machine.pace.leave()
        machine.pace.enter()

    machine.pace.calibrate(build, call)
    assert 49.5 <= machine.pace.factor <= 50.5
    machine.slept.clear()
    machine.computes(101_000)
    assert 0.98 <= (machine.slept[0] + 101_000) / (1_000 * 50 + 100_000 * 200) <= 1.02


def test_the_firmwares_own_time_on_the_chip_is_known_without_its_waits():
    machine = Machine()
    machine.computes(200)
    machine.pace.leave()
    machine.pace.wait(50)
    machine.pace.enter()
    took_us = machine.pace.took_us()
    machine.computes(10)
    assert machine.pace.took_us() - took_us == 10 * 50
    machine.pace.stood(60_000)
    assert machine.pace.took_us() - took_us == 10 * 50 + 60_000
