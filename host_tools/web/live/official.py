"""What the tournament has of the match at a table: its place in the event, and the result that stands, where
it is not the one that the table has.
"""

import logging
from collections.abc import Mapping

from starlette.concurrency import run_in_threadpool

from host_tools.exports import match_place
from host_tools.live_values import Noted, Official
from host_tools.store import Store, StoreError
from host_tools.store.database import reading
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.model import AT_TABLE, Fixture
from host_tools.tournament.standings import results
from host_tools.web.http.ports import TableView
from host_tools.web.live.feed import Feed

log = logging.getLogger(__name__)


def of_view(view: TableView, fixture: Fixture) -> Official | None:
    """What the tournament has instead of this table's result of its match; None: the table's stands, or the
    match goes on there and nobody has decided it.
    """
    is_over = view.get("phase") in ("over", "confirmed")
    if fixture.state == "done" and fixture.result is not None:
        at_table = view.get("result") or {}
        if is_over and at_table.get("games") is not None:
            is_other = not results.agree(fixture.result, results.from_table(at_table))
        else:  # a result of the table itself that its umpire takes back is no decision of the organiser
            is_other = fixture.corrected or fixture.taken or fixture.result.how == "walk_over"
        return {"result": {**fixture.result.to_json()}} if is_other else None
    return {"result": None} if is_over and fixture.state not in AT_TABLE else None


async def look(feed: Feed, store: Store) -> None:
    """Bring the tables' views up to date with what the tournament has of their matches."""
    at_tables = {
        (int(view["table"]), str(match["id"])): view
        for view in feed.views()
        if (match := view.get("match") or {}).get("id")
    }
    try:
        fixtures = await run_in_threadpool(_fixtures, store, [match for _, match in at_tables])
    except StoreError as error:
        log.debug("web: %s", error)  # every second; the writer reports it once
        return
    feed.put_noted(
        {key: _noted(view, *fixtures[key[1]]) for key, view in at_tables.items() if key[1] in fixtures}
    )


def _noted(view: TableView, fixture: Fixture, event: str) -> Noted:
    noted: Noted = {"planned": match_place.planned(fixture, event)}
    official = of_view(view, fixture)
    return noted if official is None else {**noted, "official": official}


def _fixtures(store: Store, ids: list[str]) -> Mapping[str, tuple[Fixture, str]]:
    """The planned ones of these matches, each with the name of its event."""
    if not ids:
        return {}
    with reading(store.engine) as connection:
        book = Book(connection)
        event_of = book.competitions_of(ids)
        events = {event: book.competition(event) for event in {*event_of.values()}}
        names = {match: event.name if (event := events[number]) else "" for match, number in event_of.items()}
        return {fixture.id: (fixture, names[fixture.id]) for fixture in book.fixtures(ids=[*event_of])}
