"""The acts on matches: called, decided, cleared, and what their tables report."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from host_tools.tournament.acts.act import Act, Positional, Transaction, Why
from host_tools.tournament.matches import calling, exchanging
from host_tools.tournament.matches.exchanging import Exchanged
from host_tools.tournament.model import finding
from host_tools.tournament.model.model import Entry, Fixture
from host_tools.tournament.rounds import advancing

Side = Literal["a", "b"]


class Exchange(Act[Fixture, Exchanged]):
    """The table's device died: the match goes on at another device, with the boards played so far."""

    act = "match exchange"
    done = "Match {match} goes on at table {table}, from {value.shown_score}."

    table: Annotated[int, Positional("TABLE")] = Field(
        ge=1, le=9999, description="Where it goes on; the same number when a spare has it now."
    )
    reason: Why = ""
    force: bool = Field(default=False, description="Also if that table is not free.")

    def do(self, at: Transaction, fixture: Fixture) -> Exchanged:
        """Call it there, with what was played."""
        return exchanging.exchange(
            at.book, fixture, self.table, self.reason, at.actor, at.now, force=self.force
        )


@dataclass(frozen=True, slots=True)
class Given:
    """A match that was given. called: whether it had been called. winner: None for a walk-over of both. gone:
    sides that have withdrawn; the walk-over is part of that.
    """

    fixture: Fixture
    called: bool
    winner: Entry | None
    gone: tuple[Entry, ...]

    @property
    def goes_to(self) -> str:
        """The winner's title."""
        return "nobody" if self.winner is None else self.winner.title


class WalkOver(Act[Fixture, Given]):
    """Give the match to the other side: a side did not report in time (143i)."""

    act = "match walk-over"
    asks = "Give match {match} to {value.goes_to}, walk-over?"
    done = "Match {match} goes to {value.goes_to}, walk-over."

    winner: Annotated[Side | None, Positional("a|b|none")] = Field(
        description="The side that is here; none: neither."
    )
    early: bool = Field(
        default=False,
        description="Before the time to report is over, or without a call: the other side will not come.",
    )

    def do(self, at: Transaction, fixture: Fixture) -> Given:
        """Give it. DeskError while their time to report runs, or when nobody called it, unless `early`."""
        calling.walk_over(at.book, fixture, self.winner, at.now, self.early)
        advancing.advance(at.book, at.event, at.now)
        entries = {entry.id: entry for entry in at.book.entries(at.event.id)}
        sides = {side: entries[key] for side, key in (("a", fixture.a), ("b", fixture.b)) if key in entries}
        given = Given(
            finding.fixture(at.book, fixture.id),
            fixture.state == "called",
            sides.get(self.winner or ""),
            tuple(entry for entry in sides.values() if entry.withdrawn),
        )
        at.book.facts["winner"] = given.goes_to
        return given
