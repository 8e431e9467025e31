"""One event of a tournament in its present state: entries, stages, matches and standings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from sqlalchemy import Connection

from host_tools.exports import match_place
from host_tools.exports.reasons import ExportError
from host_tools.i18n import gettext as _
from host_tools.i18n.labels import Words
from host_tools.tournament.model import wording
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.model import (
    Competition,
    Correction,
    Decision,
    Entry,
    Fixture,
    Place,
    Source,
    Stage,
    Tournament,
    Withdrawals,
)
from host_tools.tournament.standings import stage_standings, withdrawals
from host_tools.tournament.standings.chances import Chance


@dataclass(frozen=True)
class EventReport:
    """An event and all its data, for paper, files and pages. entries: by their id, also those withdrawn.
    corrections: the oldest first. decisions: each with the position of its stage, when it was made and by
    whom. Of the stages that are drawn, by position: standings, by group; chances, by entry. Two are equal if
    their standings are.
    """

    tournament: Tournament = field(compare=False)
    competition: Competition
    entries: Mapping[int, Entry]
    stages: tuple[Stage, ...]
    fixtures: tuple[Fixture, ...] = ()
    corrections: tuple[Correction, ...] = ()
    decisions: tuple[tuple[int, Decision, int, str], ...] = ()
    withdrawals: Withdrawals = ""
    standings: Mapping[int, Mapping[int, list[Place]]] = field(default_factory=dict, compare=False)
    chances: Mapping[int, Mapping[int, Chance]] = field(default_factory=dict, compare=False)

    @cached_property
    def numbers(self) -> dict[str, str]:
        """The number of each match for people, by its id; a tie as a whole has none."""
        return wording.numbers(self.competition, self.fixtures)

    @cached_property
    def last_corrections(self) -> dict[str, Correction]:
        """The newest correction of each match that has one, by its id."""
        return {correction.fixture: correction for correction in self.corrections}

    def of_stage(self, stage: Stage) -> tuple[Fixture, ...]:
        """The matches of a stage."""
        return tuple(fixture for fixture in self.fixtures if fixture.stage == stage.position)

    def name(self, entry: int | None) -> str:
        """An entry's name; "" for no entry."""
        known = self.entries.get(entry) if entry is not None else None
        return known.title if known is not None else ""

    def side(self, entry: int | None, source: Source) -> str:
        """The name of a side, or where the side will come from, in the current language."""
        return self.name(entry) or match_place.origin(source, self.numbers)

    def number(self, match: str) -> str:
        """The number of a match for people, by its id."""
        return self.numbers.get(match, match)


def read_event(book: Book, tournament: Tournament, competition: Competition) -> EventReport:
    """An event as the database has it now, without its standings, which cost the most."""
    stages = tuple(book.stages(competition.id))
    return EventReport(
        tournament,
        competition,
        {entry.id: entry for entry in book.entries(competition.id)},
        stages,
        tuple(book.fixtures(competition.id)),
        tuple(book.corrections(competition.id)),
        tuple((stage.position, *known) for stage in stages for known in book.recorded_decisions(stage.id)),
        withdrawals.of_event(tournament, competition.key),
    )


def with_standings(book: Book, report: EventReport) -> EventReport:
    """The same event with its standings."""
    standings = {
        stage.position: stage_standings.of_stage(book, report.competition, stage, report.fixtures)
        for stage in report.stages
        if stage.state != "waiting"
    }
    return replace(report, standings=standings)


def with_chances(book: Book, report: EventReport) -> EventReport:
    """The same event, which has its standings, with what is certain for its entries."""
    chances = {
        stage.position: stage_standings.chances(
            book, report.competition, stage, report.fixtures, report.standings[stage.position]
        )
        for stage in report.stages
        if stage.position in report.standings
    }
    return replace(report, chances=chances)


def read(
    connection: Connection, tournament: str | None = None, event: str | None = None
) -> list[EventReport]:
    """The events of all tournaments, or of the one with this key, or the event with this key, in the order in
    which they were made. Raises ExportError for an unknown key.
    """
    book = Book(connection)
    reports = []
    tournaments = [owner for owner in reversed(book.tournaments()) if tournament in (None, owner.key)]
    if tournament is not None and not tournaments:
        raise ExportError("no_tournament", tournament=tournament)
    for owner in tournaments:
        for competition in book.competitions(owner.id):
            if event in (None, competition.key):
                reports.append(with_standings(book, read_event(book, owner, competition)))
    if event is not None and not reports:
        keys = sorted({known.key for owner in tournaments for known in book.competitions(owner.id)})
        raise ExportError("no_event", event=event, keys=keys)
    return reports


def score(fixture: Fixture, sides: Sequence[str]) -> str:
    """A result as lists show it in the current language, a's points first: "25–10, 12–25, 25–3"; without
    play "Asha by walk-over"; "" when there is none. sides: the names of both.
    """
    result = fixture.result
    if result is None:
        return ""
    if result.how == "walk_over":
        if result.winner is None:
            return _("w.o.")
        return _("{name} by walk-over", name=sides["ab".index(result.winner)])
    games = ", ".join(f"{a}\u2013{b}" for a, b in result.games)
    if not games and (any(result.games_won) or any(result.points)):
        pair = result.games_won if any(result.games_won) else result.points
        games = f"{pair[0]}\u2013{pair[1]}"
    if result.how == "entered" and not games:
        return _("drawn") if result.winner is None else _("won by {side}", side=result.winner.upper())
    way = Words().get("how", result.how) if result.how in ("conceded", "lost") else ""
    return f"{games} {way}".strip()


def seed(report: EventReport) -> str:
    """The seed with which the event was drawn; "" before the draw, and when another system drew it."""
    return next((stage.seed for stage in report.stages if stage.seed), "")


def spellings(report: EventReport) -> dict[str, str]:
    """The Latin spellings of the players' names."""
    players = [player for entry in report.entries.values() for player in entry.players]
    return {player.name: player.latin for player in players if player.name and player.latin}


def ranking(report: EventReport) -> list[tuple[Stage, list[Place]]]:
    """The order of an event: first the last stage that is drawn, then from each earlier stage the entries
    that did not go on, with the places after those. A stage of groups ends the order: there is none across
    groups. Empty when nothing is drawn, or when the last stage has groups.
    """
    order: list[tuple[Stage, list[Place]]] = []
    ranked: set[int] = set()
    for stage in reversed([drawn for drawn in report.stages if report.of_stage(drawn)]):
        groups = report.standings[stage.position]
        if set(groups) != {0}:
            break
        rest = [place for place in groups[0] if place.entry not in ranked]
        ahead = len(groups[0]) - len(rest)  # of this stage; all of them are ranked
        if ahead != len(ranked):
            break  # an entry came from elsewhere: no places can follow it
        if rest:
            order.append((stage, _counted_on(rest, ahead)))
        ranked.update(place.entry for place in rest)
    return order


def _counted_on(rest: list[Place], ahead: int) -> list[Place]:
    """Places behind `ahead` others; entries that were level stay level."""
    counted: list[Place] = []
    for number, place in enumerate(rest, ahead + 1):
        is_level = counted and rest[number - ahead - 2].place == place.place
        counted.append(replace(place, place=counted[-1].place if is_level else number))
    return counted
