"""Every press is answered by light and sound within 50 ms, in every state that random play reaches; while c/m
may roll by light alone.
"""

import sys

from test_front import Set

from boardside.table.core.clocks import OFF
from boardside.table.pages.panel import KEYS

PRESSES = 3_000 if sys.implementation.name == "cpython" else 500
ANSWER_MS = 50


class Dice:
    def __init__(self, seed):
        self._state = seed

    def below(self, limit):
        self._state = (self._state * 1_103_515_245 + 12_345) & 0x7FFFFFFF
        return (self._state >> 12) % limit


def answer(table, key):
    """Press a key for 30 ms; (whether the digits changed, whether it sounded) within ANSWER_MS."""
    before = bytes(table.wire.picture)
    is_seen = is_heard = False
    table.close(key)
    for step in range(ANSWER_MS // 10):
        table.turn()
        is_seen = is_seen or bytes(table.wire.picture) != before
        is_heard = is_heard or table.pwm.duty > 0
        if step == 2:
            table.contacts[KEYS.index(key)].level = 1
    return is_seen, is_heard


def is_stopped(table):
    """Whether a board is in play and its count stopped: between *struck* and *complete*."""
    return table.table.record.state.phase == "board" and table.table.clocks.main.state == OFF


def test_a_press_that_changes_nothing_is_seen_as_a_wink():
    table = Set()
    event = {"kind": "match", "match": "m1", "ruleset": "icf", "stage": "round", "doubles": False}
    event.update({"a": ["Ann"], "b": ["Bo"]})
    assert table.table.command(event, table.now)[0]
    table.wait(100)
    table.press("WHITE")
    shown = table.text()
    assert answer(table, "WHITE") == (True, True)
    table.wait(200)
    assert table.text() == shown


def test_every_press_is_seen_and_heard():
    table = Set()
    table.begin()
    dice = Dice(20_261_121)
    useful = ("CLOCK", "CLOCK", "OK", "WHITE", "BLACK", "QUEEN")
    for number in range(PRESSES):
        key = KEYS[dice.below(10)] if dice.below(2) else useful[dice.below(6)]
        state, mode = table.table.record.state.phase, table.table.panel.mode
        is_seen, is_heard = answer(table, key)
        assert is_seen, (number, key, state, mode)
        assert is_heard or is_stopped(table), (number, key, state, mode)
        table.wait((60, 60, 100, 300, 1_700)[dice.below(5)])
        if dice.below(9) == 0:
            table.press(key, 800)


def test_a_muted_table_is_seen():
    table = Set()
    table.buzzer.volume(0)
    table.begin()
    table.press("CLOCK")
    table.wait(14_800)
    pictures = []
    for _ in range(80):
        table.turn()
        pictures.append(sum(table.wire.picture) == 0)
    assert len([at for at in range(1, 80) if pictures[at] and not pictures[at - 1]]) == 3
    assert table.events[-1]["kind"] == "expired"


def test_a_refused_press_sounds_unlike_a_taken_one():
    table = Set()
    table.begin()
    table.close("QUEEN")
    table.turn()
    refused = table.pwm.hertz
    table.contacts[KEYS.index("QUEEN")].level = 1
    table.wait(500)
    table.close("OK")
    table.turn()
    assert refused < table.pwm.hertz / 2
