"""The desk during play: calls, walk-overs, results, what the tables report."""

from host_tools.reasons import Cause
from host_tools.store.database import writing
from host_tools.tournament.desk.desk_base import DeskBase
from host_tools.tournament.matches import calling, reports, table_results
from host_tools.tournament.model import finding
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import Competition, Correction, Fixture, FixtureState, Tournament
from host_tools.tournament.model.wording import ids_in, numbers_of_ids, with_numbers


class Matches(DeskBase):
    """The matches of the draw, from the call to the result."""

    def fixtures(
        self, competition: Competition | None = None, state: FixtureState | None = None
    ) -> list[Fixture]:
        """Of an event (of all), by stage, round, group and number; only those in `state`."""
        with self._looking() as book:
            planned = book.fixtures(None if competition is None else competition.id)
        return [fixture for fixture in planned if state is None or fixture.state == state]

    def fixture(self, fixture_id: str, tournament: str | None = None) -> Fixture:
        """By its id, an end of it that only one has ("ms-1-2-3") or its number ("MS 3"), in the tournament
        with this key. DeskError.
        """
        with self._looking() as book:
            return finding.fixture(book, fixture_id, tournament)

    def in_numbers(self, text: str) -> str:
        """A text for people with the numbers of matches in place of their ids: "MS 3"; within a
        command, in backticks, "MS3".
        """
        if not (ids := ids_in(text)):
            return text
        with self._looking() as book:
            return with_numbers(text, numbers_of_ids(book, ids))

    def live_scores(self) -> dict[str, str]:
        """The score of each match (id) in play, as its table last reported it: "25-10, 3-8"."""
        with self._looking() as book:
            return reports.scores(book)

    def next_for(self, table: int, competition: Competition | None = None) -> Fixture | None:
        """The match (of this event) to be called to this table next: the first that is ready and whose
        players are free. A match of an event that is played in its hall comes before others; events of
        another hall are left out.
        """
        with self._looking() as book:
            return calling.next_for(book, table, self._clock(), self._events(book, competition))

    def _events(self, book: Book, competition: Competition | None) -> set[int] | None:
        """This event (ids); without one those of the chosen tournament; None: of all that are open."""
        if competition is not None:
            return {competition.id}
        if self.chosen is None:
            return None
        return {event.id for event in book.competitions(finding.tournament(book, self.chosen).id)}

    def about_players(self, fixture: Fixture) -> list[Cause]:
        """The players of a ready match who are at another table, have had no rest, or are not checked in."""
        if fixture.state != "ready":
            return []
        with self._looking() as book:
            return calling.about(book, fixture, self._clock())

    def about_names(self, fixture: Fixture) -> list[Cause]:
        """What the table of a match that is called or in play shows in place of a name."""
        if fixture.table is None or fixture.state not in ("called", "playing"):
            return []
        with self._looking() as book:
            return calling.about_names(book, fixture, fixture.table)

    def overdue(self) -> list[Fixture]:
        """The matches whose report clock has run out before anything was played: a walk-over is offered."""
        now = self._clock()
        with self._looking() as book:
            called = book.fixtures(states=["called"], only_open=True)
        return [fixture for fixture in called if fixture.report_by is not None and fixture.report_by <= now]

    def settle(self) -> list[str]:
        """Take what the tables report: results, what follows from them, the stages that are due. Returns the
        ids of the matches that changed. Idempotent; several collectors may call it.
        """
        with self._looking() as book:
            if not table_results.due(book):
                return []
        with writing(self.store.engine) as connection:
            return table_results.settle(Book(connection), self._clock())

    def tournament_of(self, competition: Competition) -> Tournament:
        """The tournament that it is an event of."""
        with self._looking() as book:
            tournament = book.tournament_of(competition.id)
        if tournament is None:
            raise DeskError("event_gone", key=competition.key)
        return tournament

    def corrections(self, competition: Competition) -> list[Correction]:
        """The results that were entered or corrected by hand, the oldest first."""
        with self._looking() as book:
            return book.corrections(competition.id)
