"""Results that the organiser enters where no table reported one, or in place of another result."""

from collections.abc import Collection
from dataclasses import replace

from host_tools.reasons import to_json
from host_tools.tournament.model import finding
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import (
    Competition,
    Correction,
    Decision,
    Fixture,
    Place,
    Result,
    Stage,
)
from host_tools.tournament.reasons import cause
from host_tools.tournament.rounds import advancing, swiss_rounds
from host_tools.tournament.standings import typed_results, withdrawals
from host_tools.tournament.standings.results import Typed


def enter(
    book: Book,
    fixture: Fixture,
    result_given: Result | Typed,
    reason: str,
    actor: str,
    at: int,
    force: bool,
    code: str | None = None,
    **facts: str,
) -> list[str]:
    """Enter the result of a match by hand: a typed one, which is checked by the match's rules, or a complete
    one. Returns the ids of the matches that changed: none when the same result was entered last. The result
    is marked, and takes precedence over every report of a table. code, facts: why it was entered when no
    person gives a `reason`. Refused when a later match was called with a side that it would change, unless
    `force`: then those matches are marked. DeskError.
    """
    competition = finding.competition_of(book, fixture)
    if fixture.state in ("waiting", "bye", "off"):
        raise DeskError("no_result_possible", match=fixture.id, state=fixture.state)
    why = Correction(fixture.id, at, actor, reason.strip(), fixture.result, None, code, facts)
    if not why.reason and why.code is None:
        raise DeskError("result_needs_reason")
    result = (
        typed_results.judge(competition, fixture, result_given)
        if isinstance(result_given, Typed)
        else result_given
    )
    if fixture.by_hand and fixture.result == result and _is_last_reason(book, competition.id, why):
        return []  # entered twice
    leave_taken(book, fixture.id, why.reason, actor, at)
    book.add_correction(replace(why, after=result))
    # A correction does not make the match end later.
    ended = at if fixture.result is None else fixture.decided_at
    put = replace(fixture, state="done", result=result, decided_at=ended)
    book.put_fixture(withdrawals.noted(book, competition, fixture, put))
    book.set_fixture(fixture.id, journal=None, first_seq=None)
    return follow_up(book, competition, fixture.id, at, force)


def follow_up(book: Book, competition: Competition, match: str, at: int, force: bool) -> list[str]:
    """Bring up to date what follows from a result that people have given; returns the ids of the matches that
    changed. Refused (DeskError) when a later match was called with a side that it would change, unless
    `force`: then those matches are marked.
    """
    return list(dict.fromkeys([match, *follow_all(book, competition, at, force, [match])]))


def follow_all(
    book: Book, competition: Competition, at: int, force: bool, changed_by: Collection[str] = ()
) -> list[str]:
    """The same after a change that is no match's own, or (changed_by) these matches' own."""
    changed = advancing.advance(book, competition, at)
    wrong = advancing.contradictions(book, competition, changed_by)
    if wrong and not force and wrong.keys() <= swiss_rounds.drawn_after(book, competition, changed_by):
        later = to_json(cause("later_pair", match=match, **facts) for match, facts in wrong.items())
        raise DeskError("later_round_drawn", later=later)
    if wrong and not force:
        later = to_json(cause("later_match", match=match, **facts) for match, facts in wrong.items())
        raise DeskError("later_match_called", later=later)
    return list(dict.fromkeys([*changed, *advancing.note_contradictions(book, competition, changed_by)]))


def leave_taken(book: Book, match: str, why: str, actor: str, at: int) -> None:
    """Leave the taken reports of this match: another result replaces theirs."""
    for row in book.table_reports([match], states=["taken"]):
        if row.result is not None:
            book.put_table_report(replace(row, state="left", actor=actor, why=why, decided_at=at))


def _is_last_reason(book: Book, competition_id: int, why: Correction) -> bool:
    """Whether the match's last correction was made for the same reason."""
    known = [each for each in book.corrections(competition_id) if each.fixture == why.fixture]
    return bool(known) and (known[-1].reason, known[-1].code, known[-1].facts) == (
        why.reason,
        why.code,
        why.facts,
    )


def check_decided(before: list[Place], after: list[Place]) -> None:
    """Raises DeskError when a decision has left a standing as it was."""
    if before == after:
        raise DeskError("decision_changes_nothing")


def check_decision(stage: Stage, lines: list[Place], decision: Decision) -> None:
    """Raises DeskError unless the decision orders entries of this group, each once."""
    entries = {line.entry for line in lines}
    named = [entry for entry, _ in decision.order]
    if not named or len(set(named)) != len(named) or not set(named) <= entries:
        raise DeskError("decision_of_others", stage=stage.name or stage.kind)
