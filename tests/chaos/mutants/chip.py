"""The chip's time, pins and heap: keys, collections, pages, marks, cable, bundles, battery and pace."""

from tests.chaos.mutating import Mutant

_KEYS = "tests/portable/drivers/test_keys.py"
_AGAIN = "tests/portable/drivers/test_keys_read_again.py"
_GARBAGE = "tests/portable/device/test_garbage.py"
_UPKEEP = "tests/portable/device/test_upkeep.py"
_MARKS = "tests/portable/table/test_record_marks.py"
_SERIAL = "tests/portable/link/test_link_serial.py"
_SESSION = "tests/portable/link/test_link_session.py"
_BATTERY = "tests/portable/power/test_battery.py"
_PACE = "tests/portable/chips/test_chip_pace.py"
_LEDC = "tests/portable/chips/test_chip_ledc.py"

MUTANTS: tuple[Mutant, ...] = (
    # Keys.
    Mutant(
        "a spark is a press",
        "boardside.drivers.keys:Keys._read_again",
        "fresh and self._settle is not None",
        "False",
        (_AGAIN, "spark_is_no_press"),
        in_gate=True,
    ),
    Mutant(
        "a panel that does not answer is asked at every scan",
        "boardside.drivers.keys:Keys.scan",
        "not self.answers and self._rests(now)",
        "False",
        (_AGAIN, "read_twice_a_second"),
    ),
    Mutant(
        "keys of the second register are read in the first",
        "boardside.drivers.keys:Registers.read",
        "self._words.second",
        "self._words.first",
        (_KEYS, "both_registers"),
    ),
    Mutant(
        "a stall hides that a key was let go of",
        "boardside.drivers.keys:Keys._read_again",
        "> OPEN_MS",
        "> 100 * OPEN_MS",
        (_KEYS, "open_once_before_a_stall"),
    ),
    # When the heap is collected, and what waits for a clock.
    Mutant(
        "garbage makes no collection due",
        "boardside.app.garbage:Garbage.step",
        "if self._more < least:",
        "if True:",
        (_GARBAGE, "due_from_so_many_bytes"),
    ),
    Mutant(
        "the port collects every 32 KB",
        "boardside.app.garbage:Garbage.begin",
        "gc.threshold(-1)",
        "gc.threshold(32_000)",
        (_GARBAGE, "no_threshold"),
    ),
    Mutant(
        "a press makes 4 KB of garbage where the heap has grown",
        "boardside.table.core.core:Room.hold",
        "if self.is_plenty",
        "if False",
        (_GARBAGE, "no_memory_is_held"),
    ),
    Mutant(
        "the heap is collected while a clock runs as if none ran",
        "boardside.app.upkeep:Upkeep._use_pause",
        "self._collect(now, is_timed, True)",
        "self._collect(now, False, True)",
        (_UPKEEP, "can_wait_waits"),
        in_gate=True,
    ),
    Mutant(
        "a snapshot is written while a clock runs",
        "boardside.app.upkeep:Upkeep._keep_snapshot",
        "if is_timed and",
        "if False and",
        (_UPKEEP, "snapshot_waits"),
    ),
    Mutant(
        "flash is erased ahead while a clock runs",
        "boardside.app.upkeep:Upkeep._use_pause",
        "not is_timed or self._journal.is_urgent",
        "True",
        (_UPKEEP, "can_wait_waits"),
    ),
    # The menu's pages.
    Mutant(
        "no page of the menu is loaded before it is wanted",
        "boardside.app.seldom:Seldom.step",
        "self._loaded < len(READY)",
        "False",
        (_UPKEEP, "loaded_before_one_is_wanted"),
    ),
    # Marks, and what an UNDO reads.
    Mutant(
        "no mark within a long board",
        "boardside.game.fold:is_to_mark",
        "seq - marks[-1][0] >= MARK_EVERY",
        "False",
        (_MARKS, "long_board"),
    ),
    Mutant(
        "marks of what is left out are kept",
        "boardside.game.fold:forget_marks",
        "marks[-1][0] >= seq",
        "marks[-1][0] > seq",
        (_MARKS, "over_all_boards or far_back or alternating or after_any_undo"),
        in_gate=True,
    ),
    Mutant(
        "an undo reads what is undone again",
        "boardside.game.fold:_from_mark",
        "if keep_rulings == 1:",
        "if False:",
        (_MARKS, "undone_are_not_read_again"),
        in_gate=True,
    ),
    # The cable gives way to the keys.
    Mutant(
        "the cable is written faster than it carries",
        "boardside.link.serial_port:Line.room",
        "return WRITE_MOST - self._waiting",
        "return WRITE_MOST",
        (_SERIAL, "longer_than_the_room"),
    ),
    Mutant(
        "all frames that came are one step",
        "boardside.link.shell:hear",
        "await sleep_ms(0)",
        "pass",
        (_SERIAL, "keys_may_go_first"),
    ),
    Mutant(
        "a prepared status hides what came behind it",
        "boardside.link.session:TableSession.changed",
        "self._agreed.status = None",
        "pass",
        (_SESSION, "changes_behind_a_prepared_status"),
    ),
    # Bundles.
    Mutant(
        "a bundle's map is a line off",
        "host_tools.device.merge:merge",
        'whole.count("\\n") + 1',
        'whole.count("\\n")',
        ("tests/device/test_device_merge.py", "lines_to_the_sources"),
    ),
    Mutant(
        "a class's names are seen in its functions",
        "host_tools.device.syntax:Scope.holder",
        'scope is self or scope.kind != "class"',
        "True",
        ("tests/device/test_device_merge.py", "does_what_it_did_when"),
    ),
    # What cannot run on a board, and the chip's own pins.
    Mutant(
        "an image for another chip is written",
        "host_tools.device.flash:unfit",
        "image.chip != board.chip",
        "False",
        ("tests/device/test_device_boards.py", "cannot_run_on_a_board"),
    ),
    Mutant(
        "a board without PSRAM is written",
        "host_tools.device.flash:unfit",
        "board.psram_mb == 0",
        "False",
        ("tests/device/test_device_boards.py", "cannot_run_on_a_board"),
    ),
    Mutant(
        "a board whose image uses no PSRAM gets the firmware",
        "host_tools.device.flash:refuse_at_prompt",
        "not psram_bytes",
        "psram_bytes is None",
        ("tests/device/test_device_boards.py", "at_its_prompt"),
    ),
    Mutant(
        "a key of a simulated S3 is at an ESP32's pin",
        "host_tools.simulator.chips.wiring:gpio_of",
        'S3["KEYS"] if name == "esp32s3" else KEYS',
        "KEYS",
        ("tests/simulator/test_firmware.py", "takes_the_place_of_one"),
    ),
    # The battery's hours.
    Mutant(
        "a table of a few hours warns ten hours before the end",
        "boardside.app.battery:BatteryWatch.__init__",
        "min(EARLY_MIN, full_min // _EARLY_SHARE)",
        "EARLY_MIN",
        (_BATTERY, "hours_it_can_have"),
    ),
    Mutant(
        "displays draw nothing from the battery",
        "boardside.app.battery:life_min",
        "DISPLAYS_MA.get(name, 0)",
        "0",
        (_BATTERY, "what_the_displays_draw"),
    ),
    # The chip's pace in the simulator, and its timers.
    Mutant(
        "what a sleep took too long is slept again",
        "host_tools.simulator.chips.pace:Pace.settle",
        "chip_us - self._spent - self._debt",
        "chip_us - self._spent",
        (_PACE, "taken_off_the_next"),
    ),
    Mutant(
        "another process's time is stretched",
        "host_tools.simulator.chips.pace:Pace.leave",
        "self._waited - waited",
        "0",
        (_PACE, "another_process"),
    ),
    Mutant(
        "a wait ends between two ticks",
        "host_tools.simulator.chips.pace:Pace.wait",
        "-(-max(until, self._ticks_us()) // TICK_US) * TICK_US",
        "max(until, self._ticks_us())",
        (_PACE, "first_tick"),
    ),
    Mutant(
        "a timer that is retuned drives no other output",
        "host_tools.simulator.chips.pwm:Ledc.tune",
        "output.timer == timer and output is not by",
        "False",
        (_LEDC, "retunes_a_shared_timer"),
    ),
)
