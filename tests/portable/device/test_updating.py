"""When a running table takes an update: between matches, nobody at the keys, never over its own way back."""

import sys
import time

sys.path.insert(0, "firmware")
if not hasattr(time, "ticks_ms"):  # CPython
    time.ticks_ms = time.ticks_diff = time.ticks_add = len  # not called here
import loader
from boardside import version
from boardside.app.updating import Updating, firmware_name
from boardside.game.carrom import CARROM
from boardside.game.state import Setup

if time.ticks_ms is len:
    del time.ticks_ms, time.ticks_diff, time.ticks_add


class Front:
    calm = True

    def is_calm(self, now):
        return self.calm


class State:
    setup = Setup(CARROM, "m7")


class Panel:
    is_busy = False


class Record:
    state = State()


class Table:
    def __init__(self):
        self.playing = False
        self.record = Record()
        self.panel = Panel()
        self.noticed = []

    def in_play(self):
        return self.playing

    def notice(self, message, line, now):
        self.noticed.append(message)


def made(slots):
    loader.running = slots
    front, table = Front(), Table()
    return front, table, Updating(front, table, b"k", print, None)


def ask(updating, do="step"):
    return updating.command({"kind": "update", "do": do}, 5000)


def test_a_table_that_no_loader_has_started_says_what_to_do():
    _, _, updating = made(None)
    assert ask(updating) == (False, "impossible", "no_loader", "no_loader", {})


def test_a_match_in_play_refuses_by_its_name():
    _, table, updating = made(loader.Slots("a"))
    table.playing = True
    for do in ("begin", "data", "step", "back", "switch"):
        reason = "update_in_match"
        assert ask(updating, do) == (False, "not_now", reason, reason, {"match": "m7"})
    assert updating._receiver is None, "nothing was imported for it"


def test_somebody_at_the_keys_is_not_disturbed():
    front, table, updating = made(loader.Slots("a"))
    front.calm = False
    assert ask(updating)[1:4] == ("busy", "somebody_at_keys", "somebody_at_keys")
    front.calm = True
    table.panel.is_busy = True
    assert ask(updating)[1] == "busy"
    table.panel.is_busy = False
    assert ask(updating)[1] == "unknown", "now it is the receiver that answers"


def test_one_on_trial_keeps_its_way_back():
    _, _, updating = made(loader.Slots("b", "a", 1))
    assert ask(updating, "begin")[1:4] == ("busy", "firmware_on_trial", "firmware_on_trial")
    assert ask(updating, "back")[1] == "busy"


def test_the_state_of_an_update_can_always_be_asked():
    _, table, updating = made(loader.Slots("b", "a", 1))
    table.playing = True
    ok, _, message = ask(updating, "state")[:3]
    assert ok
    assert message == "b trial - - " + version.FIRMWARE
    _, _, updating = made(loader.Slots("a", failed="b"))
    assert ask(updating, "state")[2] == "a good b - " + version.FIRMWARE


def test_the_firmware_is_named_with_its_slot():
    for slots, name in ((None, ""), (loader.Slots("."), ""), (loader.Slots("b"), " b")):
        loader.running = slots
        assert firmware_name() == version.FIRMWARE + name
    loader.running = None
