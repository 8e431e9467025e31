"""The acts on matches at tables."""

from typing import Annotated

from pydantic import Field

from host_tools.tournament.acts.act import Act, Positional, Transaction, Why
from host_tools.tournament.matches import exchanging
from host_tools.tournament.matches.exchanging import Exchanged
from host_tools.tournament.model.model import Fixture


class Exchange(Act[Fixture, Exchanged]):
    """The table's device died: the match goes on at another device, with the boards played so far."""

    act = "match exchange"
    done = "Match {match} goes on at table {table}, from {value.shown_score}."
    settles = True

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
