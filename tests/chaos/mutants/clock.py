"""The hall's clock, and what time it is."""

from tests.chaos.mutating import Mutant

_TABLE = "boardside.link.session:TableSession"
_HALL = "boardside.table.core.hall:Hall"
_AT_TABLE = "tests/portable/table/test_table_hall.py"
_CLOCK = "tests/hall_clock/test_timing_clock.py"
_WANTED = "tests/hall_clock/test_timing_wanted.py"
_TWO_HALLS = "tests/hall_clock/test_timing_two_halls.py"
_SEVERAL_HALLS = "tests/hall_clock/test_time_halls.py"
_FORGOTTEN = "tests/portable/table/test_forgotten_presses.py"
_EVENING = "tests/portable/table/test_evening.py"

MUTANTS: tuple[Mutant, ...] = (
    Mutant(
        "a change is done when it comes",
        f"{_HALL}._schedule",
        "self._waits = ago < 0",
        "self._waits = False",
        (_AT_TABLE, "at_its_moment"),
        in_gate=True,
    ),
    Mutant(
        "a late start sounds",
        f"{_HALL}._do",
        'order == "start" and ago <= LATE_MS',
        'order == "start"',
        (_AT_TABLE, "late_joins"),
    ),
    Mutant(
        "who comes late has the whole time",
        f"{_HALL}._do",
        "left - ago)",
        "left)",
        (_AT_TABLE, "late_joins"),
    ),
    Mutant(
        "a moment is not placed anew",
        f"{_HALL}.set_host_time",
        "self._waits or self._recovered",
        "self._recovered",
        (_AT_TABLE, "waits_is_placed"),
    ),
    Mutant(
        "the end is not placed anew",
        f"{_HALL}.set_host_time",
        "clock.move(",
        "max(",
        (_AT_TABLE, "each_word"),
    ),
    Mutant(
        "the end is not stored", f"{_HALL}.tick", "elif self._owes_end", "elif False", (_AT_TABLE, "start_is")
    ),
    Mutant(
        "a count stays at zero for ever",
        "boardside.table.core.clocks:Clock.tick",
        "self.state = RESTED",
        "pass",
        (_FORGOTTEN, "half_a_minute"),
    ),
    Mutant(
        "a rested count wants struck first",
        "boardside.table.core.conduct:Conduct._is_struck",
        "state == EXPIRED",
        "state >= EXPIRED",
        (_FORGOTTEN, "next_clock_is_complete"),
    ),
    Mutant(
        "a late piece is the next stroke's",
        "boardside.table.core.conduct:Conduct.amend",
        "presses(core) != ONCE or",
        "True or",
        (_EVENING, "make_it_right"),
        in_gate=True,
    ),
    Mutant(
        "CLOCK twice in a moment counts twice",
        "boardside.table.core.conduct:Conduct._stroke",
        "self._is_twice(core, now)",
        "False",
        (_EVENING, "way_13"),
        in_gate=True,
    ),
    Mutant(
        "a stroke is entered under an open page",
        "boardside.table.core.conduct:Conduct.quiet",
        "core.panel.is_at_main and",
        "True and",
        (_EVENING, "way_22"),
    ),
    Mutant(
        "after 40 s CLOCK is still complete",
        "boardside.table.core.conduct:Conduct._stroke",
        "self.strokes.asks",
        "False",
        (_EVENING, "way_36"),
    ),
    Mutant(
        "a rested count hides the breach",
        "boardside.table.pages.main:CarromMain._stroke_key",
        "panel.core.clocks.main.is_out",
        "panel.core.clocks.main.state == EXPIRED",
        (_FORGOTTEN, "breach_can_be_ruled"),
    ),
    Mutant(
        "the display goes up",
        "boardside.table.core.clocks:SteadyClock.left",
        "left > self._least",
        "False",
        (_AT_TABLE, "each_word"),
    ),
    Mutant(
        "the buzzer is forgotten in a power cut",
        "boardside.table.table:Table.boot",
        "self.sport.ask_again(self, now)",
        "pass",
        (_AT_TABLE, "crokinole_asks_again"),
        in_gate=True,
    ),
    Mutant(
        "a buzzer of an earlier round asks again",
        "boardside.table.crokinole.sport:_is_open",
        "seq > core.record.played",
        "seq > 0",
        (_AT_TABLE, "does_not_ask"),
    ),
    Mutant(
        "a time that cannot be is believed", f"{_TABLE}._on_time", "could_be and ", "", (_CLOCK, "cannot_be")
    ),
    Mutant(
        "drift is not reckoned with",
        "host_tools.collector.clocks:TickClock._estimate",
        "(now_ms - at) // DRIFT_MS_PER_MS",
        "0",
        (_CLOCK, "older_it_is"),
        in_gate=True,
    ),
    Mutant(
        "the first round trip counts for ever",
        "host_tools.collector.clocks:TickClock._estimate",
        "in reversed(",
        "in (lambda samples: list(samples)[:1])(",
        (_CLOCK, "quick_way"),
    ),
    Mutant(
        "time is told once",
        "host_tools.collector.clocks:TickClock.observe",
        "received_ms - self._sent[1] >= TELL_AGAIN_MS",
        "False",
        (_CLOCK, "each_early_round_trip"),
    ),
    Mutant(
        "a number is enough",
        "host_tools.collector.hall_clock:has_clock",
        ' and reported.get("moment") == state.moment',
        "",
        (_WANTED, "lacks"),
    ),
    Mutant(
        "the hall's clock is sent at every look",
        "host_tools.collector.hall_clock:HallClock._send",
        "now < self._not_before.get(table.number, now)",
        "False",
        (_WANTED, "sent_once"),
    ),
    Mutant(
        "who refused the hall's clock waits ever longer",
        "host_tools.collector.hall_clock:HallClock._refused",
        "(peer, tries - 1)",
        "(peer, tries)",
        (_WANTED, "refused"),
    ),
    Mutant(
        "an older wish goes on",
        "host_tools.collector.hall_clock:HallClock._forget",
        "connection.session.abandon(command)",
        "pass",
        (_WANTED, "newer"),
    ),
    Mutant(
        "a new collector takes the wall clock's time",
        "host_tools.collector.hall_clock:HallClock.begin",
        "base + kept",
        "base",
        (_WANTED, "goes_on"),
    ),
    Mutant(
        "every table gets everybody's clock",
        "host_tools.collector.hall_clock:HallClock.deliver",
        "self.wanted.of_table(table.number)",
        "self.wanted.default",
        (_TWO_HALLS, "its_own_hall"),
        in_gate=True,
    ),
    Mutant(
        "a carried table waits with the old hall's clock",
        "host_tools.collector.hall_clock:HallClock.take",
        "self._forget(number)",
        "pass",
        (_TWO_HALLS, "carried_to_another"),
    ),
    Mutant(
        "a table is told the clock of the hall it came from",
        "host_tools.collector.hall_clock:HallClock.deliver",
        "has_places and not",
        "False and not",
        (_TWO_HALLS, "sent_no_clock_before"),
    ),
    Mutant(
        "where a table was heard first it stands",
        "host_tools.collector.hall_clock:HallClock._look",
        "self._store.hall.stand(came, self._here)",
        "pass",
        (_TWO_HALLS, "called_last"),
    ),
    Mutant(
        "clocks of two halls have one number",
        "host_tools.store.halls:_numbered",
        "old.number + more",
        "old.number + 1",
        (_SEVERAL_HALLS, "new_and_higher_number"),
    ),
    Mutant(
        "one hall's clock is shown for all",
        "host_tools.store.halls:Clocks.common",
        "other.counts_like(first)",
        "True",
        (_SEVERAL_HALLS, "all_halls_have_the_same"),
    ),
    Mutant(
        "the first clock of a hall leaves the other halls' as they are",
        "host_tools.store.halls:one_changed",
        "old.default is None",
        "False",
        (_SEVERAL_HALLS, "leaves_the_others"),
    ),
)
