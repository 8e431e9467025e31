"""The rows of an export about what the desk set up and put on record, from which a tournament can be made
again: tournaments, their events, stages and players; corrections and decisions.
"""

from collections.abc import Iterable, Iterator

from sqlalchemy import Connection

from host_tools.exports.event_report import EventReport
from host_tools.exports.rows import (
    CorrectionRow,
    DecisionRow,
    PlayerRow,
    ProgrammeRow,
    StageRow,
    TournamentRow,
)
from host_tools.tournament.model.book import Book


def tournaments(reports: Iterable[EventReport]) -> Iterator[TournamentRow]:
    """A row for each tournament that has an event among these."""
    for owner in {report.tournament.id: report.tournament for report in reports}.values():
        yield {
            "tournament": owner.key,
            "name": owner.name,
            "place": owner.place,
            "days": owner.days,
            "ruleset": owner.ruleset,
            "settings": {**owner.settings},
            "state": owner.state,
            "made_at": owner.made_at,
        }


def programme(reports: Iterable[EventReport]) -> Iterator[ProgrammeRow]:
    """A row for each event of a tournament."""
    for report in reports:
        event = report.competition
        yield {
            "tournament": report.tournament.key,
            "event": event.key,
            "name": event.name,
            "kind": event.kind,
            "ruleset": event.ruleset,
            "category": event.category,
            "rules": event.rules,
            "variant": event.variant,
            "state": event.state,
        }


def stages(reports: Iterable[EventReport]) -> Iterator[StageRow]:
    """A row for each stage of an event."""
    for report in reports:
        for stage in (stage.stage for stage in report.stages):
            yield {
                "tournament": report.tournament.key,
                "event": report.competition.key,
                "stage": stage.position,
                "kind": stage.kind,
                "name": stage.name,
                "settings": {**stage.settings},
                "seed": stage.seed,
                "state": stage.state,
            }


def players(reports: Iterable[EventReport]) -> Iterator[PlayerRow]:
    """A row for each player in one of these events, by tournament and start number."""
    known = {
        (report.tournament.key, player.number): player
        for report in reports
        for entry in report.entries.values()
        for player in entry.players
    }
    for (tournament, number), player in sorted(known.items()):
        yield {
            "tournament": tournament,
            "number": number,
            "name": player.name,
            "latin": player.latin,
            "club": player.club,
            "country": player.country,
            "licence": player.licence,
        }


def corrections(reports: Iterable[EventReport], match: str | None) -> Iterator[CorrectionRow]:
    """A row for each result that was given, changed or cleared by hand; of this match, or of all."""
    for report in reports:
        for correction in report.corrections:
            if match in (None, correction.fixture):
                before, after = correction.before, correction.after
                yield {
                    "match": correction.fixture,
                    "at": correction.at,
                    "who": correction.actor,
                    "reason": correction.reason,
                    "code": correction.code,
                    "facts": correction.facts or None,
                    "before": None if before is None else {**before.to_json()},
                    "after": None if after is None else {**after.to_json()},
                }


def decisions(connection: Connection, reports: Iterable[EventReport]) -> Iterator[DecisionRow]:
    """A row for each order of level entries; the best first."""
    book = Book(connection)
    for report in reports:
        for stage in (stage.stage for stage in report.stages):
            for decision, at, actor in book.recorded_decisions(stage.id):
                yield {
                    "tournament": report.tournament.key,
                    "event": report.competition.key,
                    "stage": stage.position,
                    "group": decision.group,
                    "kind": decision.kind,
                    "order": ", ".join(f"{entry}={score}" for entry, score in decision.order),
                    "at": at,
                    "who": actor,
                }
