"""Firmware for tables in use: what a table takes, when, and how it comes back (docs/maintainer/update.md)."""

from tests.chaos import board_files  # they can be found from here on
from tests.chaos.mutating import Mutant

assert board_files.updating is not None

_RECEIVER = "boardside.update.receiver:Receiver"
_TAKES = "tests/portable/update/test_receiver.py"
_SLOTS = "tests/portable/update/test_slots.py"
_TRIAL = "tests/portable/update/test_trial.py"
_WHEN = "tests/portable/device/test_updating.py"
_REFUSAL = "boardside.app.updating:Updating._refusal"
_ALONE = "tests/chaos/test_chaos_update.py"

MUTANTS: tuple[Mutant, ...] = (
    Mutant(
        "anybody's word switches the firmware",
        "boardside.update.receiver:_is_equal",
        "return difference == 0",
        "return True",
        (_TAKES, "only_the_hosts_word"),
        in_gate=True,
    ),
    Mutant(
        "a firmware is switched to before it was read back",
        f"{_RECEIVER}._switch",
        "not self.is_ready or ",
        "",
        (_TAKES, "not_whole"),
    ),
    Mutant(
        "damaged firmware is taken for whole",
        f"{_RECEIVER}._read_back",
        "digest == self._digest == trailer(self._path)",
        "True",
        (_TAKES, "damaged_bytes"),
        in_gate=True,
    ),
    Mutant(
        "a piece of firmware goes anywhere",
        f"{_RECEIVER}._data",
        'event["at"] == self._at and piece',
        "piece",
        (_TAKES, "not_next"),
    ),
    Mutant(
        "a piece of another firmware is taken",
        f"{_RECEIVER}._data",
        'or event["sha256"] != self._digest',
        "",
        (_TAKES, "not_next"),
    ),
    Mutant(
        "bytecode of another MicroPython is taken",
        f"{_RECEIVER}._begin",
        'event["mpy"] != mine & 0xFF',
        "False",
        (_ALONE, "another_version"),
    ),
    Mutant(
        "an update that was given up stays on the flash",
        f"{_RECEIVER}._sweep",
        "os.remove(name)",
        "pass",
        (_ALONE, "given_up"),
    ),
    Mutant(
        "a table is updated in mid-match",
        _REFUSAL,
        "self._table.in_play()",
        "False",
        (_WHEN, "match_in_play"),
        in_gate=True,
    ),
    Mutant(
        "somebody at the keys has to wait for the flash",
        _REFUSAL,
        "or not self._front.is_calm(now)",
        "",
        (_WHEN, "at_the_keys"),
    ),
    Mutant(
        "a firmware on trial gives its way back away",
        _REFUSAL,
        "if running.fallback:",
        "if False:",
        (_WHEN, "keeps_its_way"),
    ),
    Mutant(
        "a start on trial is not counted",
        "loader:choose",
        "slots.tries += 1",
        "pass",
        (_SLOTS, "three_times"),
    ),
    Mutant(
        "a start on trial is counted when it is over",
        "loader:choose",
        "        write(slots)\n",
        "",
        (_SLOTS, "three_times"),
    ),
    Mutant(
        "a firmware on trial is tried for ever",
        "loader:choose",
        "slots.tries >= TRIES or ",
        "",
        (_SLOTS, "three_times"),
    ),
    Mutant(
        "a firmware that is not there is started",
        "loader:choose",
        "slots.slot == ROOT or exists(pack_name(slots.slot))",
        "True",
        (_SLOTS, "not_there"),
    ),
    Mutant(
        "a pointer to nowhere is followed",
        "loader:parse",
        "if words[at] not in names:",
        "if False:",
        (_SLOTS, "no_pointer"),
    ),
    Mutant(
        "a torn pack is mounted",
        "loader:Pack.__init__",
        "len(self._index) != count * ENTRY_BYTES",
        "False",
        (_SLOTS, "no_pack"),
    ),
    Mutant(
        "the trial never ends",
        "boardside.update.trial:Trial.confirm",
        "loader.write(loader.Slots(self._slots.slot))",
        "loader.write(self._slots)",
        (_TRIAL, "became_of_it"),
    ),
    Mutant(
        "what fails on trial has proven itself",
        "boardside.update.trial:Trial.is_proven",
        "failures != self._failures or not all_live",
        "False",
        (_TRIAL, "silent_or_failing_task"),
    ),
    Mutant(
        "who gave way is tried again",
        "boardside.update.trial:Trial.give_way",
        "loader.Slots(self._slots.fallback, failed=self._slots.slot)",
        "self._slots",
        (_TRIAL, "became_of_it"),
    ),
    Mutant(
        "a release is sent that nobody signed",
        "host_tools.device.bundle:check_signature",
        "key.verify(signature, (folder / MANIFEST).read_bytes())",
        "pass",
        (_ALONE, "releasers_signature"),
    ),
    Mutant(
        "a switch goes to the table unsigned",
        "host_tools.collector.outbox:signed",
        'event.get("do") == "switch"',
        "False",
        (_ALONE, "signs_the_switch"),
    ),
)
