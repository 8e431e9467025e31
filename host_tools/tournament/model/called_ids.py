"""The ids of matches that tables may know, also those of draws that were taken back."""

import json
from collections.abc import Collection

from sqlalchemy import select

from host_tools.store import tournament_schema as schema
from host_tools.store.schema import acts, matches
from host_tools.tournament.model.book import Book

#: The acts that take a call back.
_TAKES_BACK = ("match recall", "match clear", "act taken back")
_CALLS = ("match call", "tournament call-next")


def begin_with(book: Book, prefix: str) -> bool:
    """Whether a match whose id is `prefix` and a stage's number was ever begun at a table, or called and
    recalled: the table may have it, and play it at any time.
    """
    begun = select(matches.c.match).where(matches.c.match.startswith(f"{prefix}-", autoescape=True))
    ids = {row.match for row in book.connection.execute(begun)} | _recalled(book, prefix)
    return any(
        match_id.startswith(f"{prefix}-") and match_id[len(prefix) + 1 :][:1].isdigit() for match_id in ids
    )


def known_among(book: Book, ids: Collection[str]) -> set[str]:
    """Those of these ids for which `is_known` holds."""
    planned = {row.id for row in book.connection.execute(select(schema.fixtures.c.id))}
    return at_tables(book, ids) | (planned & set(ids))


def at_tables(book: Book, ids: Collection[str]) -> set[str]:
    """Those of these ids for which `was_called` holds."""
    begun = {row.match for row in book.connection.execute(select(matches.c.match))}
    return (begun | _recalled(book)) & set(ids)


def is_known(book: Book, match: str) -> bool:
    """Whether a match at a table or in the tournament has this id, or a recalled match had it."""
    return bool(book.fixtures(ids=[match])) or was_called(book, match)


def was_called(book: Book, match: str) -> bool:
    """Whether a match at a table has this id, or a recalled match had it."""
    begun = select(matches.c.match).where(matches.c.match == match)
    if book.connection.execute(begun).first() is not None:
        return True
    return match in _recalled(book, match)


def _recalled(book: Book, about: str = "") -> set[str]:
    """The matches whose call was taken back, among the acts in which these letters stand. A result that was
    taken away took a call back if there was one.
    """
    query = select(acts.c.what, acts.c.detail).where(acts.c.what.in_((*_CALLS, *_TAKES_BACK)))
    if about:
        query = query.where(acts.c.detail.contains(about, autoescape=True))
    called: set[str] = set()
    recalled: set[str] = set()
    cleared: set[str] = set()
    for row in book.connection.execute(query):
        facts = json.loads(row.detail)
        matches = facts.get("matches") or [facts.get("match") or ""]
        if row.what in _CALLS:
            called.update(matches)
        elif row.what == "match recall" or facts.get("what") in (*_CALLS, "match recall"):
            recalled.update(matches)
        else:
            cleared.update(matches)
    return recalled | (cleared & called)
