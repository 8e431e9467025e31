"""Whether the result of a match is still the one that a person saw when typing another."""

import hashlib
from dataclasses import replace

from host_tools.reasons import Cause
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import Competition, Fixture, Result
from host_tools.tournament.reasons import cause
from host_tools.tournament.standings import typed_results
from host_tools.tournament.standings.results import Typed

NONE = "0"
"""The version of a match without a result."""


def version(result: Result | None) -> str:
    """The version of a result, which differs for different results: 12 hex digits, `NONE` without one."""
    if result is None:
        return NONE
    values = (result.winner, result.how, result.games, result.games_won, result.points, result.net)
    return hashlib.sha256(repr((*values, result.twenties)).encode()).hexdigest()[:12]


def check(book: Book, competition: Competition, fixture: Fixture, typed: Typed, known: str) -> None:
    """Raise DeskError (`result_changed`) unless the match has the result of version `known`, or the same
    result as `typed`. A typed result that the rules of the match do not allow may raise DeskError as well.
    """
    if version(fixture.result) == known:
        return
    expected = typed_results.judge(competition, fixture, typed)
    if fixture.result is not None and _is_same(fixture.result, expected):
        return
    stands = _stands(book, competition, fixture).to_json()
    raise DeskError(
        "result_changed", stands=stands, yours=expected.to_json(), version=version(fixture.result)
    )


def check_cleared(book: Book, competition: Competition, fixture: Fixture, known: str | None) -> None:
    """Raise DeskError (`cleared_another`) if the match has another result than that of version `known`;
    None: whatever it has.
    """
    if known is not None and version(fixture.result) != known:
        stands = _stands(book, competition, fixture).to_json()
        raise DeskError("cleared_another", match=fixture.id, stands=stands, version=version(fixture.result))


def _is_same(result: Result, other: Result) -> bool:
    """Whether the results are equal; a played and a typed one can be."""
    by_table_or_hand = {result.how, other.how} <= {"played", "entered"}
    return result == (replace(other, how=result.how) if by_table_or_hand else other)


def _stands(book: Book, competition: Competition, fixture: Fixture) -> Cause:
    """The match's result, and who decided it."""
    if fixture.result is None:
        return cause("has_no_result", match=fixture.id)
    entered = [each for each in book.corrections(competition.id) if each.fixture == fixture.id]
    if fixture.corrected and entered and entered[-1].after == fixture.result:
        return cause("was_entered", match=fixture.id, who=entered[-1].actor, result=fixture.result.to_json())
    if fixture.result.how == "walk_over":  # the desk's, or the table's
        return cause("has_ended", match=fixture.id, result=fixture.result.to_json())
    return cause("was_reported", match=fixture.id, result=fixture.result.to_json())
