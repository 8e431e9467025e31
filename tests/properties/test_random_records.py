"""What a table keeps of a match (steps, checkpoints) against the fold of everything it has stored.

UNDO, redo and power cuts at random moments of random matches: whatever short cut the table takes, its state
is that of the whole list.
"""

from collections.abc import Iterator
from random import Random

import pytest
from match_player import IDS, Player
from match_session import Event, snapshot

from boardside.game import fold
from boardside.game.errors import GameError
from boardside.game.events import KINDS
from boardside.table.core.record import Record
from tests.sampling import WHOLE, sampled, some


class Flash:
    """A journal in memory; counts the events that are read, which is what takes time on a table."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.reads = 0

    def store(self, event: Event) -> Event:
        stored = {**event, "seq": len(self.events) + 1}
        self.events.append(stored)
        return dict(stored)

    def read(self, from_seq: int = 1) -> Iterator[Event]:
        for event in list(self.events):
            if event["seq"] >= from_seq:
                self.reads += 1
                yield dict(event)


class RefusedError(Exception):
    """The flash refuses; it never does here."""


def table(flash: Flash) -> Record:
    record = Record(flash.store, flash.read, RefusedError)
    record.load()
    return record


def expected(flash: Flash) -> tuple[str, int | None]:
    whole = fold.fold(lambda: iter(flash.events))
    return snapshot(whole.state), whole.undoable


def step(record: Record, player: Player) -> None:
    """The umpire's next press: an event, or an undo, or the redo of one."""
    try:
        if player.roll(6):
            for _ in range(player.chance.choice((1, 1, 2, 9, 12, 30))):
                record.undo("panel")
        elif player.roll(3):
            record.redo("panel")
        else:
            event = player.next(record.state)
            if event.get("kind") == "undo":
                record.undo("panel")
            elif event.get("kind") in KINDS:
                record.add(event, "panel")
    except GameError:
        pass


@sampled
@pytest.mark.parametrize("ruleset", IDS)
@pytest.mark.parametrize("doubles", [False, True])
def test_a_tables_state_is_the_fold_of_its_journal(ruleset: str, doubles: bool) -> None:
    for seed in some((3, 4), 2):
        player = Player(seed)
        chance = Random(seed)
        flash = Flash()
        record = table(flash)
        record.add(player.begin(ruleset, doubles), "host")
        for _ in range(350 if WHOLE else 200):
            step(record, player)
            if chance.random() < 0.03:
                record = table(flash)  # the power went and came back
            if chance.random() < 0.15:
                state, undoable = expected(flash)
                assert snapshot(record.state) == state, f"seed {seed}, event {len(flash.events)}"
                assert record.undoable == undoable
        assert snapshot(record.state) == expected(flash)[0]
