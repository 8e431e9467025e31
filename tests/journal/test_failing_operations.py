"""The n-th operation of flash fails, for every n of a match (in `make test`: for some of its beginning), at
the real table: what is refused is said on the display, nothing that was accepted is lost, and
the table goes on, or says what to do.
"""

from collections.abc import Callable
from typing import Any

import pytest
from desk import Desk, Standings, standing
from match_moves import Move, moves, sheet
from nor import Nor

from boardside.journal import JournalError
from boardside.journal.ring import Ring

TRIES = 3
EVERY = 5
"""Of the operations in the beginning of a match; `make night` fails each one of a whole match."""
UNDO, IDLE, OFF = {"press": "UNDO"}, {"press": "IDLE"}, {"press": "OFF"}


def with_pauses(played: list[Move]) -> list[Move]:
    """More idle moments, and the power off and on in the middle, with UNDO as the first thing after it."""
    idle = [each for move in played for each in ([move] * 3 if move == IDLE else [move])]
    half = next(number for number in range(len(idle) // 2, len(idle)) if "kind" in idle[number])
    return [*idle[: half + 1], OFF, UNDO, idle[half], *idle[half + 1 :]]


SHORT = with_pauses(moves(sheet(), True, 34))
WHOLE = with_pauses(moves(sheet(), True))


def conduct(desk: Any, played: list[Move], new_home: Callable[[], Any]) -> int:
    """Make all moves as an umpire does: what is refused is tried again, and the table is switched off and on
    when it says so. How often it was refused.
    """
    refused = 0
    for move in played:
        for _ in range(TRIES):
            try:
                if move == OFF:
                    desk.power_on(new_home())
                    break
                if desk.make(move):
                    break
                refused += 1
                line = desk.line()
                assert line.startswith("NOT STORED"), (move, line)
                if "off and on" in line and desk.home.is_doubtful and switch_on(desk, new_home):
                    break
            except (JournalError, OSError):
                # The journal was not opened, and the table says so; or it was not read in an idle moment,
                # which is said on the cable.
                assert move in (IDLE, OFF)
        else:
            raise AssertionError(f"refused {TRIES} times: {move}")
    return refused


def switch_on(desk: Any, new_home: Callable[[], Any]) -> bool:
    """Off and on. Whether the event that was refused is there: nobody could tell, and it was said."""
    attempt, known = desk.attempt, len(desk.accepted)
    desk.power_on(new_home())
    stored = [event for event in desk.journal.read() if event not in desk.accepted]
    assert len(stored) <= 1
    desk.accepted[known:known] = stored
    if stored and stored[0]["kind"] != attempt["kind"]:
        assert stored[0]["kind"] == "boot"  # of the power-on before
        return False
    return bool(stored)


def require_whole(desk: Any, new_home: Callable[[], Any]) -> None:
    """Checks that everything accepted is there, in this life and in the next, and comes to the same match."""
    kept = [event for event in desk.accepted if event["seq"] >= desk.floor]
    again = Desk(new_home())
    for journal in (desk.journal, again.journal):
        events = [event for event in journal.read() if event["seq"] >= desk.floor]
        assert events[: len(kept)] == kept
        assert not journal.damaged
    expected = Standings(desk.accepted).after(len(desk.accepted), [])
    assert standing(desk.table) == expected
    assert standing(again.table) == expected


def each_operation(played: list[Move], how: str, every: int = 1) -> tuple[int, int]:
    """(how many operations failed, one a run; how many refusals there were). how: of nor.Nor, or "read"."""
    number = refused = 0
    while True:
        number += every if number else 1
        device = Nor(6)
        desk = Desk(Ring(device))
        if how == "read":
            device.fail_read_at = device.reads + number
        else:
            device.how, device.fail_at = how, device.operations + number

        def new_home(device: Any = device) -> Ring:
            return Ring(device)

        try:
            refused += conduct(desk, played, new_home)
            is_through = (
                device.reads < device.fail_read_at if how == "read" else device.operations < device.fail_at
            )
            device.fail_at = device.fail_read_at = 0
            require_whole(desk, new_home)
        except Exception as error:
            raise AssertionError(f"operation {number} failed, {how}: {error}") from error
        if is_through:
            return max(number - every, 0), refused


@pytest.mark.parametrize("how", ["before", "half", "after", "late", "silent", "read"])
def test_each_operation_of_the_partition_fails(how: str) -> None:
    failed, refused = each_operation(SHORT, how, EVERY)
    assert failed > len([move for move in SHORT if "kind" in move])
    if how != "read":
        assert refused == 0, "the next sector takes what the one before did not"


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("how", ["before", "half", "after", "late", "silent", "read"])
def test_each_operation_of_the_partition_fails_in_a_whole_match(how: str) -> None:
    print(each_operation(WHOLE, how))


def test_a_partition_that_always_fails_is_reported_at_every_press() -> None:
    """From some operation on all fail: the umpire is told each time, and what was accepted stays."""
    for number in range(1, 40, 3):
        device = Nor(6)
        desk = Desk(Ring(device))
        device.fails_on, device.fail_at = True, device.operations + number
        refusals = 0
        for move in SHORT:
            if move == OFF:
                continue
            try:
                if not desk.make(move):
                    refusals += 1
                    assert desk.line()
            except (JournalError, OSError):
                assert move.get("press") == "IDLE"
        assert refusals > 0
        again = Desk(Ring(Nor(image=device.image)))
        kept = [event for event in desk.accepted if event["seq"] >= desk.floor]
        events = [event for event in again.journal.read() if event["seq"] >= desk.floor]
        assert events[: len(kept)] == kept
        assert len(events) - len(kept) <= 2  # what was doubtful, and the power-on
