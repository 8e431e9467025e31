"""The desk: entries that withdraw and come back, and reserves that take their places."""

from host_tools.reasons import to_json
from host_tools.tournament.desk.desk_base import COMMAND_LINE
from host_tools.tournament.desk.desk_editing import Editing, why
from host_tools.tournament.entries import entering, leaving, reserves
from host_tools.tournament.entries.leaving import Leaving
from host_tools.tournament.entries.reserves import OpenPlace
from host_tools.tournament.matches import clearing, correcting, table_results
from host_tools.tournament.model import finding
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import Competition, Entry, Fixture, Withdrawals
from host_tools.tournament.rounds import advancing
from host_tools.tournament.standings import withdrawals
from host_tools.tournament.undo import undoing_entries


class Withdrawing(Editing):
    """Entries that do not play, or not any more."""

    def withdraw(
        self, competition: Competition, entry: Entry, reason: str = "", *, actor: str = COMMAND_LINE
    ) -> list[str]:
        """Withdraw an entry. After the draw its matches become walk-overs when they are ready; a reserve
        leaves the list. Returns the ids of the matches that changed.
        """
        detail = {"event": competition.key, "entry": entry.title, **why(reason)}
        with self._acting(actor, "entry withdraw", **detail) as book:
            competition = self._fresh(book, competition)
            entry = finding.entry(book, competition, entry.id)
            book.undo = {"competition": competition.id, "entry": entry.id, "reserve": entry.reserve}
            return self._withdraw(book, competition, entry)

    def _withdraw(self, book: Book, competition: Competition, entry: Entry) -> list[str]:
        entry = finding.entry(book, competition, entry.id)
        entering.withdraw(book, competition, entry)
        reserves.leave(book, competition, entry)
        return advancing.advance(book, competition, self._clock())

    def leaving(self, competition: Competition, entry: Entry) -> Leaving:
        """What withdrawing this entry would do; nothing changes. DeskError."""
        with self._trying() as book:
            competition = self._fresh(book, competition)
            changed = self._withdraw(book, competition, entry)
            return leaving.gather(book, competition, entry, changed)
        raise AssertionError  # the block above returns or raises

    def return_entry(
        self,
        competition: Competition,
        entry: Entry,
        reason: str,
        *,
        force: bool = False,
        actor: str = COMMAND_LINE,
    ) -> list[str]:
        """Take a withdrawn entry in again, also after the event has begun: its matches that were not played
        come back. Returns the ids of the matches that changed. DeskError: it was not in the draw, its players
        are in another entry; a match that follows was called, unless `force`: then that stays, marked.
        """
        if not reason.strip():
            raise DeskError("return_needs_reason")
        detail = {"event": competition.key, "entry": entry.title, "reason": reason.strip()}
        with self._acting(actor, "entry return", **detail) as book:
            table_results.settle(book, self._clock())
            competition = self._fresh(book, competition)
            entry = finding.entry(book, competition, entry.id)
            book.undo = {"competition": competition.id, "entry": entry.id, "reserve": entry.reserve}
            before = {fixture.id: fixture for fixture in book.fixtures(competition.id)}
            for given in withdrawals.given_away(book, competition, entry):
                clearing.reopen(book, given, reason, actor, self._clock())
            entering.take_in(book, competition, entry)
            reserves.leave(book, competition, entry)
            _, later = clearing.follow(book, competition, 1, self._clock())
            if later and not force:
                raise DeskError("return_changes_later", entry=entry.title, later=to_json(later))
            return [
                fixture.id
                for fixture in book.fixtures(competition.id)
                if fixture != before.get(fixture.id, fixture)
            ]

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
            before = withdrawals.of_event(owner, competition.key)
            book.undo = {"competition": competition.id, "count": before}
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

    def fill(
        self,
        competition: Competition,
        place: Entry | Fixture,
        reserve: Entry | None = None,
        reason: str = "",
        *,
        actor: str = COMMAND_LINE,
    ) -> tuple[Entry, list[str]]:
        """Give a reserve (None: the first) the place of an entry that withdrew, or of a bye (its match).
        Returns the reserve, and the ids of the matches that changed. DeskError: the place is not free.
        """
        plays = next((each for each in self.reserves(competition) if reserve in (None, each)), None)
        if plays is None:
            raise DeskError("no_reserve", event=competition.name, key=competition.key)
        title = place.title if isinstance(place, Entry) else place.id
        detail = {"event": competition.key, "entry": plays.title, "place": title, **why(reason)}
        with self._acting(actor, "place filled", **detail) as book:
            table_results.settle(book, self._clock())
            competition = self._fresh(book, competition)
            before = book.fixtures(competition.id)
            for free in reserves.places(book, competition):
                if place.id == (free.match if free.entry is None else free.entry).id:
                    changed = reserves.fill(book, competition, free, plays, self._clock())
                    after = book.fixtures(competition.id)
                    kept = undoing_entries.of_filled(plays, free.entry, before, after)
                    book.undo = {"competition": competition.id, **kept}
                    return finding.entry(book, competition, plays.id), changed
            raise DeskError("place_not_free", place=title, event=competition.name)
