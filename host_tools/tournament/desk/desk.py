"""The tournament director's desk: entries, draw, calls, results, standings, for command line and pages alike.

Every method is one transaction, may be called from any thread, and raises DeskError (a reason with its facts)
or StoreError. `who` is kept in the record of what was done (`Store.admins.acts`). Times are UTC ms.
"""

from host_tools.tournament.desk.desk_acts import Acts
from host_tools.tournament.desk.desk_base import COMMAND_LINE
from host_tools.tournament.desk.desk_matches import Matches
from host_tools.tournament.desk.desk_office import Office
from host_tools.tournament.entries.entering import NewEntry
from host_tools.tournament.matches import protesting, report_views
from host_tools.tournament.matches.calling import Called
from host_tools.tournament.matches.protesting import ProtestView
from host_tools.tournament.matches.report_views import ReportView
from host_tools.tournament.model import hall_tables
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.hall_tables import HallTable
from host_tools.tournament.model.model import Competition, Decision, Place, Stage, Tournament
from host_tools.tournament.model.people import Person
from host_tools.tournament.rounds.drawing import Drawn
from host_tools.tournament.standings import stage_standings

__all__ = [
    "COMMAND_LINE",
    "Called",
    "Desk",
    "DeskError",
    "Drawn",
    "HallTable",
    "NewEntry",
    "Person",
    "ProtestView",
    "ReportView",
]


class Desk(Office, Matches, Acts):
    """The desk on an open database. `clock()` gives UTC ms.

    Office (desk_office.py): tournaments, events, entries, draws. Matches (desk_matches.py): calls,
    walk-overs, results. Acts (desk_acts.py): what was done, and taking it back. Here: the hall's tables,
    protests, tables' reports, standings.
    """

    # The hall

    def tables(self, tournament: Tournament | None = None) -> list[HallTable]:
        """Every table ever heard, by number: link, the match called to it, the match in play, whether it is
        free. tournament: whose halls count before those of others.
        """
        with self._looking() as book:
            return hall_tables.all_tables(book, self._clock(), tournament)

    def free_tables(self, tournament: Tournament | None = None) -> list[int]:
        """The numbers of the tables to which a match can be called now."""
        return [table.number for table in self.tables(tournament) if table.is_free]

    def free_for(self, competition: Competition) -> list[int]:
        """The free tables of the hall in which an event is played, and those without a hall."""
        hall = self.hall_of(competition)
        tables = self.tables(self.tournament_of(competition))
        return [table.number for table in tables if table.is_free and (not hall or table.hall in ("", hall))]

    def halls(self) -> tuple[str, ...]:
        """The names of the halls that have tables, that of the lowest table first."""
        return self.store.hall.layout().names

    def hall_of(self, competition: Competition) -> str:
        """The hall in which an event is played; "": anywhere."""
        owner = self.tournament_of(competition)
        with self._looking() as book:
            return hall_tables.hall_of_event(book, owner, competition.key)

    # Protests and reports

    def protests(self, only_open: bool = True) -> list[ProtestView]:
        """The protests at the tables, the most urgent first (151c: decided within an hour)."""
        with self._looking() as book:
            return protesting.gather(book, only_open)

    def protest(self, match: str, number: int | None = None) -> ProtestView:
        """A protest, open or decided; number: when the match has several. DeskError."""
        with self._looking() as book:
            return protesting.find(book, match, number)

    def reports(self, only_open: bool = True) -> list[ReportView]:
        """The reports that wait for the organiser, of tournaments that are open, the oldest first; or all."""
        with self._looking() as book:
            rows = book.table_reports(states=["open"] if only_open else None, only_open=True)
            return report_views.gather(book, rows)

    def report(self, number: int) -> ReportView:
        """A report by its number. DeskError."""
        with self._looking() as book:
            return report_views.find(book, number)

    # Standings

    def standings(self, competition: Competition, stage: int | None = None) -> dict[int, list[Place]]:
        """The standing of each group of a stage (position; None: as `stage_standings.stage_of`), by group
        from 1; the key is 0 when the stage has no groups. Empty before the draw.
        """
        with self._looking() as book:
            asked_stage = stage_standings.stage_of(book, competition, stage)
            return stage_standings.of_stage(book, competition, asked_stage, book.fixtures(competition.id))

    def stage(self, competition: Competition, stage: int | None = None) -> Stage:
        """The stage whose standing `standings` gives (position; None: as `stage_standings.stage_of`)."""
        with self._looking() as book:
            return stage_standings.stage_of(book, competition, stage)

    def decisions(self, competition: Competition, stage: int | None = None) -> list[Decision]:
        """The decisions on ties of a stage that do not come from its matches, the oldest first."""
        with self._looking() as book:
            return book.decisions(stage_standings.stage_of(book, competition, stage).id)
