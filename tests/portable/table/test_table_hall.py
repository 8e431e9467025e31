"""The hall's clock at one table: at its moment in the host's time, joined late, gone on with after a cut."""

from portable import add, diff
from table_kit import Memory, Umpire

HOST = 1_780_000_000_000  # some moment of the host's time


class At(Umpire):
    """A table whose host time is `HOST` when its ticks stand at `start`."""

    def __init__(self, start=0, memory=None, has_time=True, **settings):
        self._began, self._before = start, 0
        Umpire.__init__(self, start, memory, **settings)
        if has_time:
            self.tell()

    @property
    def passed(self):
        """Ms of the host's time since `HOST`."""
        return self._before + diff(self.now, self._began)

    def tell(self, late=0):
        """The host says its time; `late` ms are what it is wrong by."""
        self.table.set_host_time(self.now, HOST + self.passed + late, self.now)

    def hall(self, do, ms=None, at=0, number=1):
        """The host's command, for the moment `HOST + at`."""
        event = {"kind": "hall", "do": do, "moment": HOST + at, "number": number}
        if ms is not None:
            event["ms"] = ms
        return self.table.command(event, self.now)

    def shown(self):
        return self.table.status(self.now)["hall"]

    def heard(self, name):
        return self.sounds.count(name)

    def reboot(self, off=0):
        """The power goes for `off` ms, and the ticks begin anew."""
        self._before = self.passed + off
        self.now = self._began = add(self.now, 123_456)
        self.power_on()


def kinds(umpire):
    return [(event["do"], event["by"]) for event in umpire.memory.events if event["kind"] == "hall"]


def test_a_start_is_taken_at_once_and_done_at_its_moment():
    for start in (0, (1 << 30) - 1_000, (1 << 30) - 30_000):
        umpire = At(start)
        assert umpire.hall("start", 60_000, at=2_000) == (True, "ok", "done", "done", {"kind": "hall"})
        assert umpire.memory.events[-1]["moment"] == HOST + 2_000
        assert umpire.shown() == {"state": "off", "left": 0, "length": 0, "number": 1, "moment": HOST + 2_000}
        umpire.wait(1_990)
        assert not umpire.heard("hall_start")
        umpire.wait(10)
        assert umpire.heard("hall_start") == 1
        assert umpire.shown()["left"] == 60_000
        umpire.wait(45_000)
        assert umpire.shown()["left"] == 15_000
        assert umpire.heard("warn") == 1
        umpire.wait(14_990)
        assert not umpire.heard("hall_end")
        umpire.wait(10)
        assert umpire.heard("hall_end") == 1
        assert umpire.shown()["state"] == "expired"
        umpire.wait(1_000)
        assert kinds(umpire) == [("start", "host"), ("end", "table")]
        end = umpire.memory.events[-1]
        assert (end["number"], end["moment"]) == (1, HOST + 62_000)
        assert umpire.is_fold()


def test_pause_resume_and_end_have_their_moments_too():
    umpire = At()
    umpire.hall("start", 60_000, at=0)
    umpire.wait(10_000)
    umpire.hall("pause", 48_000, at=12_000, number=2)
    umpire.wait(1_990)
    assert umpire.shown()["state"] == "running"
    umpire.wait(10)
    assert (umpire.shown()["state"], umpire.shown()["left"]) == ("paused", 48_000)
    umpire.wait(8_000)
    umpire.hall("resume", 48_000, at=22_000, number=3)
    umpire.wait(3_000)
    assert umpire.shown()["left"] == 47_000
    umpire.hall("end", at=24_000, number=4)
    assert umpire.shown()["state"] == "running"
    assert not umpire.heard("hall_end")
    umpire.wait(1_000)
    assert (umpire.shown()["state"], umpire.heard("hall_end"), umpire.heard("hall_start")) == (
        "expired",
        1,
        1,
    )
    umpire.hall("end", at=25_000, number=5)
    umpire.wait(2_000)
    assert (umpire.shown()["state"], umpire.heard("hall_end")) == ("off", 1)
    assert len(kinds(umpire)) == 5


def test_who_comes_late_joins_as_if_in_time_and_in_silence():
    umpire = At()
    umpire.wait(100)
    umpire.hall("start", 60_000, at=-20_000)
    assert (umpire.shown()["state"], umpire.shown()["left"]) == ("running", 39_900)
    umpire.wait(50)
    assert not umpire.heard("hall_start")
    late = At()
    late.hall("pause", 41_000, at=-90_000, number=2)
    assert (late.shown()["state"], late.shown()["left"]) == ("paused", 41_000)
    late.hall("resume", 41_000, at=-1_000, number=3)
    assert late.shown()["left"] == 40_000
    late.hall("end", at=-30_000, number=4)
    late.wait(50)
    assert (late.shown()["state"], late.heard("hall_end")) == ("expired", 0)
    other = At()
    other.hall("end", at=-30_000, number=4)  # nothing ran here
    assert other.shown()["state"] == "off"


def test_a_little_late_still_sounds():
    umpire = At()
    umpire.hall("start", 60_000, at=-300)
    umpire.wait(10)
    assert umpire.heard("hall_start") == 1
    assert umpire.shown()["left"] == 59_690


def test_a_clock_whose_end_has_passed_is_over_in_silence():
    umpire = At()
    umpire.assign("m1")
    umpire.hall("start", 60_000, at=-100_000)
    umpire.wait(50)
    assert (umpire.shown()["state"], umpire.heard("hall_end"), umpire.heard("hall_start")) == (
        "expired",
        0,
        0,
    )
    assert kinds(umpire) == [("start", "host"), ("end", "table")]


def test_each_word_of_the_host_places_the_end_anew_and_the_display_never_goes_up():
    umpire = At()
    umpire.hall("start", 60_000, at=0)
    umpire.wait(20_000)
    seen = umpire.table.clocks.hall.left(umpire.now)
    assert seen == 40_000
    umpire.tell(late=-30)  # the end is later than was thought
    for _ in range(6):
        left = umpire.table.clocks.hall.left(umpire.now)
        assert seen - 10 <= left <= seen
        seen = left
        umpire.wait(10)
    assert umpire.table.clocks.hall.left(umpire.now) == 40_000 - 60 + 30
    umpire.tell(late=40)  # the end is sooner
    assert umpire.table.clocks.hall.left(umpire.now) == 40_000 - 60 - 40
    umpire.tell(late=-5_000)  # by more than a display can wait for
    assert umpire.table.clocks.hall.left(umpire.now) == 45_000 - 60
    umpire.tell()
    umpire.wait(39_930)
    assert not umpire.heard("hall_end")
    umpire.wait(10)
    assert umpire.heard("hall_end") == 1


def test_a_moment_that_waits_is_placed_anew_too():
    umpire = At()
    umpire.hall("start", 60_000, at=2_000)
    umpire.tell(late=500)
    umpire.wait(1_490)
    assert not umpire.heard("hall_start")
    umpire.wait(10)
    assert umpire.heard("hall_start") == 1
    assert umpire.shown()["left"] == 60_000


def test_without_host_time_it_is_done_at_once_and_corrected_when_the_time_is_known():
    umpire = At(has_time=False)
    umpire.hall("start", 60_000, at=-20_000)
    umpire.wait(10)
    assert (umpire.shown()["left"], umpire.heard("hall_start")) == (59_990, 1)
    umpire.wait(1_000)
    umpire.tell()
    assert umpire.shown()["left"] == 38_990


def test_the_tables_own_clocks_know_no_host_time():
    umpire = At()
    umpire.assign("m1")
    umpire.press("C")
    umpire.hall("start", 60_000, at=0)
    umpire.wait(3_000)
    left = umpire.table.clocks.left(umpire.now)
    umpire.tell(late=700)
    assert umpire.table.clocks.left(umpire.now) == left
    umpire.wait(1_000)
    assert umpire.table.clocks.left(umpire.now) == left - 1_000


def test_a_host_that_lies_about_the_time_moves_the_halls_clock_alone():
    lies = (-HOST, -86_400_000, -3_600_000, -61_000, -1, 1, 59_000, 3_600_000, 86_400_000, 10**15)
    for start in (0, (1 << 30) - 2_000):
        umpire = At(start)
        umpire.assign("m1")
        umpire.press("C")
        left, passed = umpire.table.clocks.left(umpire.now), 0
        umpire.hall("start", 60_000, at=0)
        for lie in lies + tuple(reversed(lies)):
            umpire.tell(late=lie)
            umpire.wait(100)
            passed += 100
            assert umpire.table.clocks.left(umpire.now) == left - passed
            assert 0 <= umpire.shown()["left"] <= 60_000
        umpire.tell()
        umpire.press("C")
        assert umpire.is_fold()


def test_what_makes_no_sense_is_refused():
    umpire = At()
    assert umpire.hall("start", 60_000, at=90_000_000)[1] == "malformed"
    assert umpire.hall("resume", at=1_000)[1] == "malformed"
    assert umpire.hall("start", at=1_000)[1] == "malformed"
    assert umpire.table.command({"kind": "hall", "do": "end", "moment": "soon"}, umpire.now)[1] == "malformed"
    assert umpire.table.command({"kind": "hall", "do": "end", "number": 0}, umpire.now)[1] == "malformed"
    assert umpire.table.command({"kind": "hall", "do": "end", "moment": -1}, umpire.now)[1] == "impossible"
    assert kinds(umpire) == []


def test_the_hall_does_not_wait_for_an_umpire_who_enters():
    umpire = At()
    umpire.assign("m1")
    umpire.press("OB")
    assert umpire.table.panel.is_busy
    assert umpire.hall("start", 60_000, at=100)[0]


def test_after_a_power_cut_it_goes_on_when_the_hosts_time_is_known():
    umpire = At()
    umpire.assign("m1")
    umpire.hall("start", 600_000, at=0)
    umpire.wait(60_000)
    umpire.reboot(off=30_000)
    umpire.wait(5_000)
    assert umpire.shown() == {"state": "off", "left": 0, "length": 0, "number": 1, "moment": HOST}
    umpire.tell()
    assert (umpire.shown()["state"], umpire.shown()["left"]) == ("running", 505_000)
    umpire.wait(1_000)
    umpire.hall("pause", 500_000, at=100_000, number=2)
    umpire.wait(10_000)
    umpire.reboot()
    umpire.tell()
    assert (umpire.shown()["state"], umpire.shown()["left"]) == ("paused", 500_000)
    umpire.hall("resume", 500_000, at=110_000, number=3)
    umpire.wait(50_000)
    umpire.reboot(off=1_000_000)
    umpire.tell()
    assert umpire.shown()["state"] == "expired"
    assert umpire.heard("hall_end") == 0
    umpire.wait(20)
    assert kinds(umpire)[-1] == ("end", "table")


def test_a_cut_between_order_and_moment_does_not_lose_the_start():
    umpire = At()
    umpire.assign("m1")
    umpire.hall("start", 60_000, at=2_000)
    umpire.wait(500)
    umpire.reboot(off=700)
    umpire.tell()
    umpire.wait(800)
    assert umpire.heard("hall_start") == 1
    assert umpire.shown()["left"] == 60_000


def test_yesterdays_clock_does_not_come_back_to_a_table_without_a_match_in_play():
    umpire = At()
    umpire.assign("m1")
    umpire.hall("start", 60_000, at=0)
    umpire.wait(1_000)
    umpire.table.commit({"kind": "concede", "side": "b", "what": "match"}, umpire.now)
    umpire.press("O")
    assert umpire.state.confirmed
    umpire.reboot(off=80_000_000)
    umpire.tell()
    umpire.wait(100)
    assert umpire.shown()["state"] == "off"


def test_an_end_that_cannot_be_stored_still_sounds_and_says_so():
    umpire = At()
    umpire.hall("start", 5_000, at=0)
    umpire.wait(4_000)
    umpire.memory.refuses = True
    umpire.wait(1_200)
    assert umpire.heard("hall_end") == 1
    assert umpire.sounds[-1] == "hall_end"
    assert umpire.shows("FLASH")
    umpire.wait(3_000)
    assert kinds(umpire) == [("start", "host")]


CROKINOLE = {"ruleset": "wcc", "stage": "final", "category": "adult"}


def asks(umpire):
    """Which page the table has opened by itself, if any."""
    page = type(umpire.table.panel.mode).__name__
    return page if page in ("LastShot", "Unshot") else None


def in_a_round():
    umpire = At()
    assert umpire.assign("c1", **CROKINOLE)[0]
    umpire.press("C")
    assert umpire.state.phase == "board"
    return umpire


def test_crokinole_asks_again_when_the_power_went_between_buzzer_and_answer():
    umpire = in_a_round()
    umpire.press("CCC")
    umpire.hall("start", 5_000, at=umpire.passed)
    umpire.wait(6_000)
    assert asks(umpire) == "LastShot"
    umpire.reboot()  # no host needed
    assert asks(umpire) == "LastShot"
    assert umpire.shown()["state"] == "expired"
    umpire.press("O")
    assert umpire.memory.events[-1]["kind"] == "last_shot"
    umpire.reboot()
    assert asks(umpire) is None


def test_crokinole_does_not_ask_again_in_a_round_begun_after_the_buzzer():
    umpire = in_a_round()
    umpire.hall("start", 5_000, at=umpire.passed)
    umpire.wait(6_000)
    umpire.press("U")
    umpire.table.commit({"kind": "round", "winner": "a"}, umpire.now)
    umpire.reboot()
    assert asks(umpire) == "Unshot"
    umpire.press("C")
    assert umpire.state.phase == "board"
    umpire.reboot()
    assert asks(umpire) is None


def test_crokinole_asks_when_the_hall_ended_while_the_table_was_off():
    umpire = in_a_round()
    umpire.hall("start", 60_000, at=umpire.passed)
    umpire.wait(6_000)
    umpire.reboot(off=100_000)
    assert asks(umpire) is None
    umpire.tell()
    assert asks(umpire) == "LastShot"
    assert not umpire.heard("hall_end")


def test_a_clubs_own_clock_of_a_round_asks_again_too():
    umpire = At()
    umpire.assign("c1", rules={"clocks": {"round": 60_000}}, **CROKINOLE)
    umpire.press("C")
    umpire.wait(61_000)
    assert asks(umpire) == "LastShot"
    umpire.reboot()
    assert asks(umpire) == "LastShot"
    assert umpire.table.status(umpire.now)["clock"]["state"] == "expired"


def test_the_journal_alone_brings_the_end_back():
    umpire = in_a_round()
    umpire.hall("start", 5_000, at=umpire.passed)
    umpire.wait(6_000)
    memory = Memory()
    memory.events = umpire.memory.events
    again = At(memory=memory, has_time=False)
    assert asks(again) == "LastShot"
