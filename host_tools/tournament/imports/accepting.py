"""Whether the rows of a database that came as a file are values that the desk would take (checks.py)."""

import json
from collections.abc import Iterator
from typing import get_args

from sqlalchemy import Connection, select

from host_tools.orders import RULESETS, STAGES
from host_tools.reasons import Cause
from host_tools.store.meta_values import ruleset_rows
from host_tools.store.schema import matches
from host_tools.tournament.model import checks, planning, remarks
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.checks import is_seeding
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import (
    KINDS,
    STAGE_KINDS,
    FixtureState,
    ReportState,
    Result,
    StageSettings,
    Tournament,
)
from host_tools.tournament.reasons import cause

#: More than any stage has; a knockout counts 2 to the power of it.
_ROUNDS_MOST = 1000
_STATES = get_args(FixtureState)
_NOTES, _UNRANKED = tuple(remarks.NOTES), tuple(remarks.UNRANKED)


def problem(connection: Connection) -> Cause | None:
    """The first value that is not fit; None: all are."""
    book = Book(connection)
    place = "meta"
    try:
        for looked_at, why in _problems(book):
            place = looked_at
            if why is not None:
                return why
    except DeskError as error:
        return error.cause
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        return cause("value_unreadable", where=place, why=str(error)[:100])
    return None


def _unfit(place: str, value: object) -> Cause:
    return cause("value_unfit", where=place, value=str(value)[:40])


def _problems(book: Book) -> Iterator[tuple[str, Cause | None]]:
    """What is looked at, and what is wrong there. What cannot be read at all raises an error of Python's."""
    for saved in ruleset_rows(book.connection):
        yield f"ruleset {saved.key}", None
        if not isinstance(saved.text, str) or not isinstance(saved.at, int):
            yield "meta", _unfit("meta", saved.key)
        checks.checked_key(saved.key)
    yield "tournaments", None
    for tournament in book.tournaments():
        yield from _of_tournament(book, tournament)
    yield "matches", None
    for row in book.connection.execute(select(matches.c.names, matches.c.official)):
        names, official = json.loads(row.names), json.loads(row.official or "{}")
        sides = [names.get(side) for side in ("a", "b")]
        if not all(_are_texts(side) for side in sides if side is not None) or not checks.is_official(
            official
        ):
            yield "matches", _unfit("matches", row.names)


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


def _of_tournament(book: Book, tournament: Tournament) -> Iterator[tuple[str, Cause | None]]:
    checks.checked_key(tournament.key)
    place = f"tournament {tournament.key}"
    yield place, None
    checks.check_name(tournament.name, "bad_tournament_name")
    for text in (tournament.place, tournament.days):
        if not checks.is_line(text):
            yield place, _unfit(place, text)
    if tournament.ruleset not in RULESETS or tournament.state not in ("open", "closed"):
        yield place, _unfit(place, f"{tournament.ruleset} {tournament.state}")
    if not checks.are_settings(tournament.settings):
        yield place, cause("import_bad_settings")
    for player in book.players(tournament.id):
        texts = [player.club, player.country, player.licence, player.latin]
        problems = checks.name_problems([player.name or "-", *filter(None, texts)])
        yield place, problems[0] if problems else None
        if player.number < 1:
            yield place, _unfit(place, player.number)
    yield f"events of {tournament.key}", None
    for event in book.competitions(tournament.id):
        yield from _of_event(book, event.id)


def _of_event(book: Book, event_id: int) -> Iterator[tuple[str, Cause | None]]:
    event = book.competition(event_id)
    assert event is not None
    checks.checked_key(event.key)
    place = f"event {event.key}"
    yield place, None
    checks.check_name(event.name, "bad_event_name")
    if event.kind not in KINDS or event.ruleset not in RULESETS:
        yield place, _unfit(place, f"{event.kind} {event.ruleset}")
    if event.state not in ("entries", "drawn", "done") or not checks.is_line(event.variant or ""):
        yield place, _unfit(place, event.state)
    planning.check(event.plan)
    planning.check_rules(event)
    for stage in book.stages(event_id):
        is_fit = stage.kind in STAGE_KINDS and stage.state in ("waiting", "drawn", "done")
        if not is_fit or not checks.is_line(stage.name) or not _are_stage_settings(stage.settings):
            yield place, _unfit(place, stage.kind)
        book.recorded_decisions(stage.id)
    for entry in book.entries(event_id):
        problems = checks.name_problems([entry.name or "-"])
        yield place, problems[0] if problems else None
        if not is_seeding(entry.seeding):
            yield place, _unfit(place, entry.seeding)
    fixtures = book.fixtures(event_id)
    for fixture in fixtures:
        checks.checked_match(fixture.id)
        texts = (fixture.umpire, fixture.part or "")
        if (
            fixture.state not in _STATES
            or fixture.laws_stage not in STAGES
            or not 0 < fixture.round < _ROUNDS_MOST
            or fixture.note_code not in (None, *_NOTES)
            or not checks.is_note(fixture.note_code, fixture.note_facts)
            or not all(checks.is_line(text) for text in texts)
        ):
            yield place, _unfit(place, fixture.id)
        yield place, _of_result(place, fixture.result)
    for correction in book.corrections(event_id):
        yield place, _of_result(place, correction.before) or _of_result(place, correction.after)
    for report in book.table_reports([fixture.id for fixture in fixtures]):
        is_fit = report.reason in remarks.REPORTS and report.state in get_args(ReportState)
        if not is_fit or not checks.is_report(report):
            yield place, _unfit(place, report.reason)
        yield place, _of_result(place, report.result)


def _are_stage_settings(settings: StageSettings) -> bool:
    known = StageSettings.__annotations__
    return all(
        name in known and (value in _UNRANKED if name == "unranked" else type(value) in (int, bool))
        for name, value in settings.items()
    )


def _of_result(place: str, result: Result | None) -> Cause | None:
    return None if result is None or checks.is_result(result) else _unfit(place, result)
