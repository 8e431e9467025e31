"""The desk: entries that withdraw and come back, and reserves that take their places."""

from host_tools.tournament.desk.desk_base import COMMAND_LINE
from host_tools.tournament.desk.desk_editing import Editing
from host_tools.tournament.entries import reserves
from host_tools.tournament.entries.reserves import OpenPlace
from host_tools.tournament.matches import correcting
from host_tools.tournament.model import finding
from host_tools.tournament.model.model import Competition, Entry, Withdrawals
from host_tools.tournament.standings import withdrawals


class Withdrawing(Editing):
    """Entries that do not play, or not any more."""

    def withdrawals_of(self, competition: Competition) -> Withdrawals:
        """Which matches of an entry that withdraws from a group count: "all", "none", "" as usual."""
        with self._looking() as book:
            return withdrawals.of_event(book.tournament_of(competition.id), competition.key)

    def set_withdrawals(
        self, competition: Competition, how: str, *, force: bool = False, actor: str = COMMAND_LINE
    ) -> list[str]:
        """Choose which matches of an entry that withdraws from a group count (checks.WITHDRAWALS). Returns
        the ids of the matches that changed. DeskError when a match was called with a side that this would
        change, unless `force`.
        """
        chosen = withdrawals.checked(how)
        with self._acting(actor, "withdrawals", event=competition.key, count=chosen) as book:
            competition = self._fresh(book, competition)
            owner = finding.tournament_of(book, competition)
            withdrawals.choose(book, owner, competition.key, chosen)
            return correcting.follow_all(book, competition, self._clock(), force)

    def reserves(self, competition: Competition) -> list[Entry]:
        """The reserves of an event, the first one first."""
        with self._looking() as book:
            return reserves.in_order(book, competition)

    def places(self, competition: Competition) -> list[OpenPlace]:
        """The places that a reserve can take."""
        with self._looking() as book:
            return reserves.places(book, competition)
