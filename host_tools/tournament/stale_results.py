"""Whether the result of a match is still the one that a person saw when typing another (D271)."""

import hashlib
from dataclasses import replace

from host_tools.reasons import Cause, cause
from host_tools.tournament import judging
from host_tools.tournament.book import Book
from host_tools.tournament.errors import DeskError
from host_tools.tournament.model import Competition, Fixture, Result
from host_tools.tournament.results import Typed

NONE = "0"
"""The version of a match without a result."""


def version(result: Result | None) -> str:
    """The version of a result, which differs for different results: 12 hex digits, `NONE` without one."""
    if result is None:
        return NONE
    told = (result.winner, result.how, result.games, result.games_won, result.points, result.net)
    return hashlib.sha256(repr((*told, result.twenties)).encode()).hexdigest()[:12]


def check(book: Book, of: Competition, one: Fixture, told: Result | Typed, known: str) -> None:
    """Raise DeskError (`result_changed`) unless the match has the result of version `known`, or the same
    result as `told`. A typed result that the rules of the match do not allow may raise DeskError as well.
    """
    if version(one.result) == known:
        return
    wanted = judging.judge(of, one, told) if isinstance(told, Typed) else told
    if one.result is not None and _is_same(one.result, wanted):
        return
    stands = _stands(book, of, one).to_json()
    raise DeskError("result_changed", stands=stands, yours=wanted.to_json(), version=version(one.result))


def _is_same(one: Result, other: Result) -> bool:
    """Whether the results are equal; a played and a typed one can be."""
    by_table_or_hand = {one.how, other.how} <= {"played", "entered"}
    return one == (replace(other, how=one.how) if by_table_or_hand else other)


def _stands(book: Book, of: Competition, one: Fixture) -> Cause:
    """The match's result, and who decided it."""
    if one.result is None:
        return cause("has_no_result", match=one.id)
    entered = [each for each in book.corrections(of.id) if each.fixture == one.id]
    if one.corrected and entered and entered[-1].after == one.result:
        return cause("was_entered", match=one.id, who=entered[-1].who, result=one.result.to_json())
    if one.result.how == "walk_over":  # the desk's, or the table's
        return cause("has_ended", match=one.id, result=one.result.to_json())
    return cause("was_reported", match=one.id, result=one.result.to_json())
