"""A table whose events no host acknowledges: its journal fills, every press says so, and nothing is lost."""

from typing import Any

from desk import Desk, Standings, standing
from match_moves import IDLE, moves, sheet
from nor import Nor

from boardside.journal.ring import Ring


def full(desk: Any, match: list[dict[str, Any]]) -> dict[str, Any]:
    """Play matches one after the other, until an event is refused: that event."""
    for number in range(200):
        for move in match:
            if move.get("kind") == "match":
                move = {**move, "match": f"m{number}"}
            if not desk.make(move):
                return move
    raise AssertionError("it never filled")


def test_a_full_journal_is_said_at_each_press_and_goes_on_when_a_host_has_come() -> None:
    device = Nor(12)
    desk = Desk(Ring(device))
    desk.journal.release = lambda upto: desk.floor  # the host acknowledges nothing
    match = [move for move in moves(sheet(), False) if move != IDLE]
    refused = full(desk, match)
    assert desk.line().startswith("NOT STORED: full")
    count, before = len(desk.accepted), standing(desk.table)
    for _ in range(5):
        assert not desk.make(refused)
        assert desk.line().startswith("NOT STORED: full")
    assert (len(desk.accepted), standing(desk.table)) == (count, before)
    again = Desk(Ring(device))  # off and on: nothing is lost, and it stands as before
    kept = [event for event in again.journal.read() if event["kind"] != "boot"]
    assert kept == [event for event in desk.accepted if event["kind"] != "boot"]
    assert standing(again.table) == Standings(desk.accepted).after(count, [])
    del desk.journal.release
    desk.journal.release(desk.journal.last_seq)  # a host has everything now
    assert desk.make(refused)
