"""The acts on many matches at once: the next ones called to all free tables, a round's results from paper."""

import re
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from host_tools.reasons import to_json
from host_tools.tournament.acts.act import Act, Needed, Parsed, Transaction
from host_tools.tournament.acts.draws import Matches
from host_tools.tournament.acts.matches import ReportTime, Umpire
from host_tools.tournament.matches import calling, correcting, protesting
from host_tools.tournament.matches.calling import Called
from host_tools.tournament.model import finding, hall_tables
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import Competition, Tournament
from host_tools.tournament.standings import results

#: A match by its id or number, the points of its games, crokinole's 20s.
_LINE = re.compile(r"(\S+(?:\s+\d+(?=:|\s+\d))?)\s*:?\s+(.*?)(?:[;,\s]+20s\s+(\S.*))?")


@dataclass(frozen=True, slots=True)
class Calls:
    """What was called. waiting: how many of the tables got no match."""

    calls: tuple[Called, ...]
    waiting: int


class CallNext(Act[Tournament, Calls]):
    """Call the next matches to the free tables, each to one, as long as there are matches whose players are
    free.
    """

    act = "tournament call-next"
    record = "Next matches called"
    within = "call"

    tables: Annotated[list[Annotated[int, Field(ge=1, le=9999)]], Parsed(hall_tables.numbered)] = Field(
        default=[], max_length=9999, description="Tables, such as 3 or 1-4,7; else all that are free."
    )
    event: str | None = Field(default=None, max_length=20, description="Only of the event with this key.")
    umpire: Umpire = ""
    report_ms: ReportTime = None

    def do(self, at: Transaction, tournament: Tournament) -> Calls:
        """Call them, or none. DeskError: no table is free, one of `tables` is not, or none can be called."""
        events = {event.id for event in at.book.competitions(tournament.id)}
        if self.event is not None:
            events = {finding.competition(at.book, tournament, self.event).id}
        tables = hall_tables.all_tables(at.book, at.now, tournament)
        numbers = self.tables or [table.number for table in tables if table.is_free]
        if not numbers:
            raise DeskError("no_table_free")
        calls = []
        for number in numbers:
            fixture = calling.next_for(at.book, number, at.now, events)
            if fixture is not None:
                called = calling.call(at.book, fixture, number, self.umpire, self.report_ms, at.now)
                calls.append(called)
        if not calls:
            raise DeskError.for_cause(calling.nothing_for(at.book, numbers[0]))
        at.book.facts["matches"] = [call.fixture.id for call in calls]
        return Calls(tuple(calls), len(numbers) - len(calls))


class EnterResults(Act[Competition, Matches]):
    """Enter the results of several matches from paper, with one reason: all of them, or none. A match that
    has a result already is corrected on its own page.
    """

    act = "event results"
    record = "Results entered from paper"
    done = "{value.count} results are entered."
    within = "tournament import"

    results: list[Annotated[str, Field(max_length=200)]] = Field(
        min_length=1,
        max_length=500,
        description='A match each, "MS3 25-10 12-25 25-20"; crokinole: "AD3 6-2 4-4 20s 12-9".',
    )
    reason: Annotated[str, Needed("result_needs_reason")] = Field(
        max_length=500, description="Why they are entered by hand; it stands beside each."
    )

    def do(self, at: Transaction, event: Competition) -> Matches:
        """Enter them. DeskError: of the first that cannot be entered, with its match."""
        owner = finding.tournament_of(at.book, event)
        entered = [self._enter(at, owner, event, line) for line in self.results]
        return Matches(tuple(finding.fixture(at.book, match) for match in entered))

    def _enter(self, at: Transaction, owner: Tournament, event: Competition, line: str) -> str:
        typed = _LINE.fullmatch(line.strip())
        if typed is None:
            raise DeskError("bad_result_line", line=line)
        name, games, twenties = typed.groups()
        fixture = finding.fixture(at.book, name, owner.key)
        try:
            if at.book.competition_of(fixture.id) != event.id:
                raise DeskError("match_of_other_event", event=event.name)
            if fixture.result is not None:
                raise DeskError("has_result")
            protesting.require_none(at.book, fixture.id)
            result = results.typed_in([games], twenties)
            correcting.enter(at.book, fixture, result, self.reason, at.actor, at.now, force=False)
        except DeskError as error:
            raise DeskError("result_of_line", match=fixture.id, causes=to_json([error.cause])) from error
        return fixture.id
