"""All of one event of a tournament as it stands: entries, stages, matches, standings and brackets."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from sqlalchemy import Connection

from host_tools.exports import bracket
from host_tools.exports.errors import ExportError
from host_tools.tournament import placing, ties, wording
from host_tools.tournament.book import Book
from host_tools.tournament.model import (
    Competition,
    Correction,
    Entry,
    Fixture,
    Place,
    Source,
    Stage,
    Tournament,
)


@dataclass(frozen=True, slots=True)
class StageReport:
    """One stage. places: by group, as `Desk.standings` has them; layout: of a knockout, else None;
    pages: the same in pictures that are read on paper.
    """

    stage: Stage
    fixtures: tuple[Fixture, ...]
    places: Mapping[int, list[Place]]
    layout: bracket.Layout | None = None
    pages: tuple[bracket.Layout, ...] = ()


@dataclass(frozen=True, slots=True)
class EventReport:
    """An event with all that is known of it. entries: by their id, withdrawn ones too."""

    tournament: Tournament
    competition: Competition
    entries: Mapping[int, Entry]
    stages: tuple[StageReport, ...]
    corrections: tuple[Correction, ...] = ()

    def name(self, entry: int | None) -> str:
        """What an entry is called; "" for nobody."""
        found = self.entries.get(entry) if entry is not None else None
        return found.title if found is not None else ""

    def side(self, entry: int | None, source: Source) -> str:
        """Who it is, or where he will come from."""
        return wording.side(entry, source, self.entries)


def read(
    connection: Connection, tournament: str | None = None, event: str | None = None
) -> list[EventReport]:
    """The events of all tournaments, or of the one with this key, or the event with this key; in the order
    in which they were made. Raises ExportError when a key is given that there is not.
    """
    book = Book(connection)
    found = []
    tournaments = [one for one in reversed(book.tournaments()) if tournament in (None, one.key)]
    if tournament is not None and not tournaments:
        raise ExportError(f"There is no tournament {tournament}: `boardside tournament list` shows them.")
    for one in tournaments:
        for competition in book.competitions(one.id):
            if event in (None, competition.key):
                found.append(_report(book, one, competition))
    if event is not None and not found:
        keys = sorted({known.key for one in tournaments for known in book.competitions(one.id)})
        known = f"There are: {', '.join(keys)}." if keys else "No event was made yet."
        raise ExportError(f"There is no event {event}. {known}")
    return found


def _report(book: Book, tournament: Tournament, competition: Competition) -> EventReport:
    fixtures = book.fixtures(competition.id)
    entries = {entry.id: entry for entry in book.entries(competition.id)}
    names = {entry.id: entry.title for entry in entries.values()}
    stages = []
    for stage in book.stages(competition.id):
        of_stage = tuple(one for one in fixtures if one.stage == stage.position)
        layout: bracket.Layout | None = None
        pages: tuple[bracket.Layout, ...] = ()
        if stage.kind == "knockout" and of_stage:
            matches = ties.folded(of_stage)
            layout = bracket.layout(matches, names, _waiting)
            pages = bracket.pages(matches, names, _waiting)
        places = placing.of_stage(book, competition, stage, fixtures)
        stages.append(StageReport(stage, of_stage, places, layout, pages))
    corrections = tuple(book.corrections(competition.id))
    return EventReport(tournament, competition, entries, tuple(stages), corrections)


def _waiting(source: Source) -> str:
    """What stands in a bracket for a side that is not known: where a winner comes from the line tells."""
    return (
        ""
        if source.kind == "winner"
        else "Loser"
        if source.kind == "loser"
        else wording.side(None, source, {})
    )


def score(fixture: Fixture) -> str:
    """A result as lists show it, a's first: "25–10, 12–25, 25–3"; "w.o." without play; "" before it."""
    result = fixture.result
    if result is None:
        return ""
    if result.how == "walk_over":
        return "w.o."
    games = ", ".join(f"{a}\u2013{b}" for a, b in result.games)
    if not games and (any(result.games_won) or any(result.points)):
        pair = result.games_won if any(result.games_won) else result.points
        games = f"{pair[0]}\u2013{pair[1]}"
    words = {"conceded": "conceded", "lost": "by ruling"}
    if result.how == "entered" and not games:
        return "drawn" if result.winner is None else f"won by {result.winner.upper()}"
    return f"{games} {words.get(result.how, '')}".strip()


def stage_name(stage: Stage) -> str:
    """What a stage is called: its own name, or its kind."""
    kinds = {"groups": "Groups", "round_robin": "Round robin", "preliminary": "Preliminary round"}
    kinds["external"] = "Rounds"
    return stage.name or kinds.get(stage.kind, "Knockout")


def seed(report: EventReport) -> str:
    """The seed with which the event was drawn; "" before, and where it came drawn from elsewhere."""
    return next((stage.stage.seed for stage in report.stages if stage.stage.seed), "")


def ranking(report: EventReport) -> list[tuple[StageReport, list[Place]]]:
    """The order of an event, by stages, the last that is drawn first; of an earlier one those who did not go
    on, their places counted on. A stage of groups ends it: there is no order over groups. Empty: nothing is
    drawn, or the last stage has groups.
    """
    found: list[tuple[StageReport, list[Place]]] = []
    ranked: set[int] = set()
    for stage in reversed([one for one in report.stages if one.fixtures]):
        if set(stage.places) != {0}:
            break
        rest = [place for place in stage.places[0] if place.entry not in ranked]
        ahead = len(stage.places[0]) - len(rest)  # of this stage; all of them are ranked
        if ahead != len(ranked):
            break  # somebody came from elsewhere: no one counts on from him
        if rest:
            found.append((stage, _counted_on(rest, ahead)))
        ranked.update(place.entry for place in rest)
    return found


def _counted_on(rest: list[Place], ahead: int) -> list[Place]:
    """Places behind `ahead` others; who was level stays so."""
    counted: list[Place] = []
    for number, place in enumerate(rest, ahead + 1):
        is_level = counted and rest[number - ahead - 2].place == place.place
        counted.append(replace(place, place=counted[-1].place if is_level else number))
    return counted
