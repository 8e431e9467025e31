"""Whether the result of a match is still the one that somebody looked at when he typed another (D271)."""

import hashlib
from dataclasses import replace

from host_tools.tournament import judging
from host_tools.tournament.book import Book
from host_tools.tournament.errors import DeskError
from host_tools.tournament.model import Competition, Fixture, Result
from host_tools.tournament.results import Typed, shown

NONE = "0"
"""The version of a match without a result."""


class OtherResultError(DeskError):
    """The match has another result than the one that was looked at; the message names both."""


def version(result: Result | None) -> str:
    """What tells the results of a match apart: 12 hex digits, `NONE` without a result."""
    if result is None:
        return NONE
    told = (result.winner, result.how, result.games, result.games_won, result.points, result.net)
    return hashlib.sha256(repr((*told, result.twenties)).encode()).hexdigest()[:12]


def check(book: Book, of: Competition, one: Fixture, told: Result | Typed, known: str) -> None:
    """Raises OtherResultError when the match has neither the result of version `known` nor the one that is
    told; DeskError when what was typed is no result by the match's rules.
    """
    if version(one.result) == known:
        return
    wanted = judging.judge(of, one, told) if isinstance(told, Typed) else told
    if one.result is not None and _is_same(one.result, wanted):
        return
    raise OtherResultError(
        f"{_stands(book, of, one)}; yours is {_named(wanted)}. Nothing has changed. To put yours in its "
        f"place all the same, send it again (command: --known {version(one.result)}; script: known)."
    )


def _is_same(one: Result, other: Result) -> bool:
    """Whether they say the same, be it played or typed in."""
    by_table_or_hand = {one.how, other.how} <= {"played", "entered"}
    return one == (replace(other, how=one.how) if by_table_or_hand else other)


def _stands(book: Book, of: Competition, one: Fixture) -> str:
    """What the match has as its result, and by whose word."""
    if one.result is None:
        return f"Match {one.id} has no result any more"
    entered = [each for each in book.corrections(of.id) if each.fixture == one.id]
    if one.corrected and entered and entered[-1].after == one.result:
        return f"{entered[-1].who} entered {_named(one.result)} as the result of match {one.id}"
    if one.result.how == "walk_over":  # the desk's, or the table's
        return f"Match {one.id} has ended by {_named(one.result)}"
    return f"The table reported {_named(one.result)} as the result of match {one.id}"


def _named(result: Result | None) -> str:
    if result is None:
        return "no result"
    won = "" if result.winner is None else f"won by {result.winner.upper()}"
    scores = "" if result.how == "entered" and not result.games else shown(result)
    return ", ".join(filter(None, (scores, won))) or "no winner"
