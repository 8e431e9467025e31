"""The desk during play: calls, walk-overs, results, what the tables report."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from host_tools.reasons import Cause
from host_tools.store.database import writing
from host_tools.tournament.desk.desk_base import COMMAND_LINE, DeskBase
from host_tools.tournament.matches import (
    calling,
    end_orders,
    reports,
    table_results,
)
from host_tools.tournament.matches.calling import Called
from host_tools.tournament.model import finding, line_ups, numbering
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import (
    Competition,
    Correction,
    Fixture,
    FixtureState,
    Side,
    Tournament,
)
from host_tools.tournament.rounds import advancing
from host_tools.tournament.undo import changes


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
        if not (ids := numbering.ids_in(text)):
            return text
        with self._looking() as book:
            return numbering.replaced(text, numbering.of_ids(book, ids))

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

    def call(
        self,
        fixture: Fixture,
        table: int,
        umpire: str = "",
        report_ms: int | None = None,
        *,
        force: bool = False,
        anyway: bool = False,
        line_up: Mapping[Side, Sequence[str]] | None = None,
        actor: str = COMMAND_LINE,
    ) -> Called:
        """Call a match to a table: it gets the `match` event, and its report clock starts (143i).

        report_ms: how long both sides have to report, 1 second to 2 hours; None: as the rulebook has it (15
        minutes; crokinole's has no such clock). DeskError: the match is not ready, the table is not free, a
        player is at another table; with `force` the latter two are in `Called.remarks`, with `anyway` the
        last. The remarks also name players who have had no rest. line_up: the players that the teams
        name, as for `line_up`; when the call is refused, nobody is named.
        """
        with self._changing() as book:
            table_results.settle(book, self._clock())
            fixture = finding.fixture(book, fixture.id)
            competition = self._fresh(book, finding.competition_of(book, fixture))
            about: dict[str, Any] = {"match": fixture.id}
            for side, players in (line_up or {}).items():
                named = {**about, "side": side, "players": list(players)}
                with changes.recorded(book, actor, "line-up", named, self._clock()):
                    fixture = line_ups.name(book, competition, fixture, side, players)
            with changes.recorded(book, actor, "call", {**about, "table": table}, self._clock()):
                return calling.call(book, fixture, table, umpire, report_ms, self._clock(), force, anyway)

    def call_next(
        self,
        table: int,
        umpire: str = "",
        report_ms: int | None = None,
        competition: Competition | None = None,
        *,
        actor: str = COMMAND_LINE,
    ) -> Called:
        """Call the next match to this table, or the next of this event. DeskError when none is ready."""
        with self._changing() as book:
            table_results.settle(book, self._clock())
            fixture = calling.next_for(book, table, self._clock(), self._events(book, competition))
            if fixture is None:
                raise DeskError.for_cause(calling.nothing_for(book, table))
            detail = {"table": table, "match": fixture.id}
            with changes.recorded(book, actor, "call next", detail, self._clock()):
                return calling.call(book, fixture, table, umpire, report_ms, self._clock())

    def recall(self, fixture: Fixture, *, force: bool = False, actor: str = COMMAND_LINE) -> Fixture:
        """Take a call back; the match is ready again, or a walk-over when a side has withdrawn since. A match
        in play needs `force`.
        """
        with self._at_match(fixture, actor, "recall") as (book, fixture, competition):
            calling.recall(book, fixture, force)
            advancing.advance(book, competition, self._clock())
            return finding.fixture(book, fixture.id)

    def line_up(
        self, fixture: Fixture, side: Side, players: Sequence[str], *, actor: str = COMMAND_LINE
    ) -> Fixture:
        """Record the players (names or start numbers) that a team names for one match of a tie. Without
        names, the players follow the order of the team's list.
        """
        named = list(players)
        with self._at_match(fixture, actor, "line-up", side=side, players=named) as (
            book,
            fixture,
            competition,
        ):
            return line_ups.name(book, competition, fixture, side, players)

    def overdue(self) -> list[Fixture]:
        """The matches whose report clock has run out before anything was played: a walk-over is offered."""
        now = self._clock()
        with self._looking() as book:
            called = book.fixtures(states=["called"], only_open=True)
        return [fixture for fixture in called if fixture.report_by is not None and fixture.report_by <= now]

    @contextmanager
    def _at_match(
        self, fixture: Fixture, actor: str, act: str, **detail: Any
    ) -> Iterator[tuple[Book, Fixture, Competition]]:
        """A transaction that changes a match and records the act. Yields the book, the match after the
        tables' reports up to now are taken, and its event.
        """
        with self._acting(actor, act, match=fixture.id, **detail) as book:
            fresh = finding.fixture(book, fixture.id)
            yield book, fresh, self._fresh(book, finding.competition_of(book, fresh))
            end_orders.tell(book, fresh.id)

    def settle(self) -> list[str]:
        """Take what the tables report: results, what follows from them, the stages that are due. Returns the
        ids of the matches that changed. Idempotent; several collectors may call it.
        """
        with self._looking() as book:
            if not table_results.due(book):
                return []
        with writing(self.store.engine) as connection:
            return table_results.settle(Book(connection), self._clock())

    def competition_of(self, fixture: Fixture) -> Competition:
        """The event that a match belongs to."""
        with self._looking() as book:
            return finding.competition_of(book, fixture)

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
