"""How the last run ended, from the chip's reset cause and the RTC memory together."""

from boardside.app.last_run import RESTART, RUNNING, STOPPED, UPDATE, LastRun


class Rtc:
    """RTC memory: outlives resets, not the power."""

    def __init__(self, kept=b""):
        self.kept = kept

    def memory(self, data=None):
        if data is None:
            return self.kept
        self.kept = bytes(data)
        return None


def after(chip, state=None):
    """The cause when the chip says `chip` and the last run stood at `state`."""
    rtc = Rtc()
    if state is not None:
        LastRun(rtc, "power_on").end(state)
    return LastRun(rtc, chip).cause


def test_every_cause():
    assert after("power_on") == "power_on"
    assert after("power_on", STOPPED) == "power_on"
    assert after("power_on", RUNNING) == "dip"
    assert after("watchdog", RUNNING) == "watchdog"
    assert after("watchdog") == "watchdog"
    assert after("watchdog", STOPPED) == "service"
    assert after("reset", RUNNING) == "crash"
    assert after("reset", RESTART) == "restart"
    assert after("reset", UPDATE) == "update"
    assert after("reset", STOPPED) == "reset"
    assert after("reset") == "reset"
    assert after("soft", RUNNING) == "soft"


def test_failures_in_a_row_are_counted_and_a_good_run_ends_them():
    rtc = Rtc()
    LastRun(rtc, "power_on").begin()
    for expected in (1, 2, 3):
        run = LastRun(rtc, "watchdog")
        assert (run.cause, run.row) == ("watchdog", expected)
        run.begin()
    run = LastRun(rtc, "reset")
    assert (run.cause, run.row) == ("crash", 4)
    run.begin()
    run.steady()
    assert LastRun(rtc, "watchdog").row == 1
    LastRun(rtc, "power_on").begin()
    run = LastRun(rtc, "reset")
    run.end(RESTART)
    assert LastRun(rtc, "reset").row == 0


def test_the_count_has_an_end():
    rtc = Rtc()
    LastRun(rtc, "power_on").begin()
    for _ in range(300):
        LastRun(rtc, "watchdog").begin()
    assert LastRun(rtc, "watchdog").row == 99


def test_what_others_left_in_rtc_memory_is_nothing():
    for kept in (b"x", b"\xb5r\x00\x00", b"\x00" * 4, b"\xb5" * 4, bytes(2048)):
        assert LastRun(Rtc(kept), "power_on").cause == "power_on"
        assert LastRun(Rtc(kept), "watchdog").row == 1
